"""Special pays for hands of 21, the super bonus, and envy."""

from __future__ import annotations

from upcard.game.choices import EnvyGoesTo, EnvyPer
from upcard.game.features.super_bonus import SuperBonus
from upcard.game.specials import KINDS, MIXED, SPADES, SUITED, kind_of_21, paid_kind, wins_bonus
from upcard.hand_values import TWENTY_ONE
from upcard.money import NOTHING, Cents, ToOne
from upcard.table.envies import ENVY, fixed_sum, one_a_player
from upcard.table.games import Game
from upcard.table.rounds import Hand, HandState, Round
from upcard.table.settlements import Settlement

SUPER_BONUS = "super-bonus"


def special_pay(game: Game, hand: Hand) -> tuple[str, ToOne] | None:
    """The special line a hand of 21 gets and what it pays, if it gets one."""
    special = game.rules.special_pays
    if special == "none" or hand.total.points != TWENTY_ONE:
        return None
    line = KINDS[paid_kind(game.house, _kind(hand), hand.doubles, hand.is_split)]
    pay = special.paytable.pays.get(line)
    return (line, pay) if isinstance(pay, ToOne) else None


def _kind(hand: Hand) -> int:
    """Which special hand a 21 is, as the rule book numbers them."""
    first, *others = hand.cards[:3]
    product, suits = first.points, SPADES if first.suit == "s" else SUITED
    for card in others:
        product *= card.points
        if card.suit != first.suit:
            suits = MIXED
    return kind_of_21(len(hand.cards), product, suits)


def super_bonus_settlements(round_: Round, hand: Hand) -> list[Settlement]:
    """The super bonus that *hand* wins and the envy of the others; empty if it wins none."""
    bonus = round_.game.rules.super_bonus
    if bonus == "none" or not _wins_super_bonus(round_, hand):
        return []
    amount = _bonus_amount(bonus, hand)
    if not amount:
        return []
    won = fixed_sum(hand.spot, SUPER_BONUS, hand.name, amount)
    envious = _envious(round_, hand, bonus)
    return [won, *(fixed_sum(spot, ENVY, "", bonus.envy) for spot in envious)]


def _wins_super_bonus(round_: Round, hand: Hand) -> bool:
    if hand.total.points != TWENTY_ONE or hand.state is HandState.RESCUED:
        return False
    house, kind = round_.game.house, _kind(hand)
    return wins_bonus(house, kind, round_.upcard.points, hand.doubles, hand.is_split)


def _bonus_amount(bonus: SuperBonus, hand: Hand) -> Cents:
    sums = [tier.pays for tier in bonus.tiers if tier.from_wager <= hand.wager]
    return sums[-1] if sums else NOTHING


def _envious(round_: Round, winner: Hand, bonus: SuperBonus) -> list[int]:
    """The spots that get envy: one a player, or each, of all players but the winner."""
    winning = round_.player_of(winner.spot)
    spots = [spot for spot in _spots_in(round_, bonus) if round_.player_of(spot) != winning]
    if bonus.envy_per is EnvyPer.SPOT:
        return spots
    return one_a_player(round_, spots)


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
