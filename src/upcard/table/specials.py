"""Special pays for hands of 21, the super bonus, and envy."""

from __future__ import annotations

from upcard.money import NOTHING, Cents, ToOne, write_money
from upcard.rules.choices import EnvyGoesTo, EnvyPer, Kept, SevenCards
from upcard.rules.schema import Rules, SpecialPays, SuperBonus
from upcard.table.rounds import Hand, HandState, Round
from upcard.table.settlements import Settlement

SUPER_BONUS = "super-bonus"
ENVY = "envy"


def special_pay(rules: Rules, hand: Hand) -> tuple[str, ToOne] | None:
    """The special line a hand of 21 gets and what it pays, if it gets one."""
    special = rules.special_pays
    if special == "none":
        return None
    if hand.doubles and special.after_double is Kept.VOID:
        return None
    if hand.is_split and special.after_split is Kept.VOID:
        return None
    line = special_line(hand, special)
    pay = special.paytable.pays.get(line) if line else None
    return (line, pay) if line and isinstance(pay, ToOne) else None


def special_line(hand: Hand, special: SpecialPays) -> str | None:
    """The name of the special hand that a 21 is, by number of cards or by 6-7-8 and 7-7-7."""
    count = len(hand.cards)
    if count == 3:
        ranks = "".join(sorted(card.rank for card in hand.cards))
        return f"{'-'.join(ranks)}-{_suits(hand)}" if ranks in ("678", "777") else None
    if count < 5:
        return None
    if count > 7 and special.seven_card_21 is SevenCards.EXACTLY_SEVEN:
        return None
    return f"{min(count, 7)}-card-21"


def _suits(hand: Hand) -> str:
    suits = {card.suit for card in hand.cards}
    if len(suits) > 1:
        return "mixed"
    return "spades" if suits == {"s"} else "suited"


def super_bonus_settlements(round_: Round, hand: Hand) -> list[Settlement]:
    """The super bonus that *hand* wins and the envy it brings the others; empty if it wins none."""
    bonus = round_.game.rules.super_bonus
    if bonus == "none" or not _wins_super_bonus(round_, hand, bonus):
        return []
    amount = _bonus_amount(bonus, hand)
    if not amount:
        return []
    won = _fixed(hand.spot, SUPER_BONUS, hand.name, amount)
    return [won, *(_fixed(spot, ENVY, "", bonus.envy) for spot in _envious(round_, hand, bonus))]


def _wins_super_bonus(round_: Round, hand: Hand, bonus: SuperBonus) -> bool:
    if round_.upcard.rank != "7" or len(hand.cards) != 3:
        return False
    if {card.rank for card in hand.cards} != {"7"} or len({c.suit for c in hand.cards}) != 1:
        return False
    if hand.state is HandState.RESCUED:
        return False
    if hand.is_split and bonus.after_split is Kept.VOID:
        return False
    return not (hand.doubles and bonus.after_double is Kept.VOID)


def _bonus_amount(bonus: SuperBonus, hand: Hand) -> Cents:
    sums = [tier.pays for tier in bonus.tiers if tier.from_wager <= hand.wager]
    return sums[-1] if sums else NOTHING


def _fixed(spot: int, name: str, hand: str, amount: Cents) -> Settlement:
    pays = f"${write_money(amount)}"
    return Settlement(spot, name, hand, name, NOTHING, NOTHING, amount, pays)


def _envious(round_: Round, winner: Hand, bonus: SuperBonus) -> list[int]:
    """The spots that get envy: one a player, or each, of all players but the winner."""
    winning = round_.player_of(winner.spot)
    spots = [spot for spot in _spots_in(round_, bonus) if round_.player_of(spot) != winning]
    if bonus.envy_per is EnvyPer.SPOT:
        return spots
    firsts: dict[str, int] = {}
    for spot in spots:
        firsts.setdefault(round_.player_of(spot), spot)
    return list(firsts.values())


def _spots_in(round_: Round, bonus: SuperBonus) -> list[int]:
    match bonus.envy_goes_to:
        case EnvyGoesTo.PLAYERS_AT_THE_TABLE:
            seated = {spot for seat in round_.seats for spot in seat.spots}
            return sorted(seated | set(round_.spots))
        case EnvyGoesTo.PLAYERS_WITH_A_MAIN_WAGER:
            return list(round_.spots)
        case EnvyGoesTo.PLAYERS_STILL_IN:
            gone = (HandState.BUST, HandState.SURRENDERED, HandState.RESCUED)
            return sorted({hand.spot for hand in round_.hands if hand.state not in gone})
