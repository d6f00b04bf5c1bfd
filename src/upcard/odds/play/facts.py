"""The rules of a main game as the numbers its solver needs, in units of the first wager."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from upcard.catalogue import schedule_of
from upcard.money import Cents, ToOne
from upcard.odds.play.problems import PlayError
from upcard.odds.play.stock import NO_SUIT
from upcard.rules.choices import (
    Contest,
    DoubleCap,
    DoubleOn,
    EnvyGoesTo,
    Forfeit,
    Kept,
    Peek,
    SevenCards,
    SoftSeventeen,
    SplitAces,
    SplitPairs,
)
from upcard.rules.schema import DoublingRules, Rules, SpecialPays

EVEN_MONEY: Final = Fraction(1)
SUITED_LINES: Final = ("spades", "suited", "suited", "suited", "mixed")
"""The line of three cards by their common suit, in the order of `cards.SUITS`; last: none."""
SPECIAL_COUNTS: Final = (5, 6, 7, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFacts:
    """How a pair may be split."""

    hands_max: int
    is_same_rank: bool
    aces_get_one_card: bool
    aces_resplit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialFacts:
    """What special hands of 21 win for each unit of the stake."""

    by_count: tuple[Fraction, ...]
    """For five, six, seven, and eight or more cards."""
    straight: tuple[Fraction, ...]
    """6-7-8 by common suit, `NO_SUIT` for several."""
    sevens: tuple[Fraction, ...]
    """7-7-7, likewise."""
    kept_after_double: bool
    kept_after_split: bool

    def is_kept(self, *, is_split: bool, doubles: int) -> bool:
        """Whether such a hand still gets its special pay."""
        if doubles and not self.kept_after_double:
            return False
        return not is_split or self.kept_after_split


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusFacts:
    """The super bonus and envy, in units of the first wager."""

    pays: Fraction
    envy: Fraction
    kept_after_double: bool
    kept_after_split: bool

    def of(self, *, is_split: bool, doubles: int) -> Fraction:
        """What three suited sevens under a seven bring such a hand."""
        if (doubles and not self.kept_after_double) or (is_split and not self.kept_after_split):
            return Fraction(0)
        return self.pays


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFacts:
    """Everything about a main game that changes what a decision is worth."""

    hits_soft_17: bool
    peeks_under_ace: bool
    peeks_under_ten: bool
    natural_pays: Fraction
    natural_wins: bool
    """Whether a player's natural beats a dealer's."""
    twenty_one_wins: bool
    """Whether a player's 21 beats a dealer's 21."""
    twenty_one_ends_turn: bool
    doubles_max: int
    """How often one hand may be doubled, the caps on the doubled wager counted in."""
    doubles_two_cards_only: bool
    double_totals: frozenset[int]
    """The totals a first double is for; empty for every total."""
    doubles_after_split: bool
    rescue_costs: tuple[Fraction, ...]
    """What a rescue gives up after one, two, three doubles; empty without rescue."""
    rescues_split_hands: bool
    split: SplitFacts | None
    surrenders: bool
    insurance_pays: Fraction | None
    special: SpecialFacts | None
    bonus: BonusFacts | None

    def peeks(self, upcard: int) -> bool:
        """Whether the dealer looks for a natural under an up card of that value."""
        return (upcard == 1 and self.peeks_under_ace) or (upcard == 10 and self.peeks_under_ten)

    def may_double(self, *, cards: int, total: int, doubles: int, is_split: bool) -> bool:
        """Whether a hand with that much to show may be doubled (again)."""
        if doubles >= self.doubles_max:
            return False
        if doubles:
            return True
        if is_split and not self.doubles_after_split:
            return False
        if self.doubles_two_cards_only and cards != 2:
            return False
        return not self.double_totals or total in self.double_totals

    def rescue_cost(self, *, doubles: int, is_split: bool) -> Fraction | None:
        """What giving up a doubled hand costs; None where it may not be given up."""
        if not doubles or not self.rescue_costs or (is_split and not self.rescues_split_hands):
            return None
        return self.rescue_costs[doubles - 1]

    def pay_of_21(self, *, cards: int, is_straight_or_sevens: str, doubles: int, is_split: bool,
                  suit: int = NO_SUIT) -> Fraction:  # fmt: skip
        """What a winning 21 wins for each unit of its stake."""
        special = self.special
        if special is None or not special.is_kept(is_split=is_split, doubles=doubles):
            return EVEN_MONEY
        if is_straight_or_sevens == "straight":
            return special.straight[suit]
        if is_straight_or_sevens == "sevens":
            return special.sevens[suit]
        return special.by_count[min(cards, 8) - 5] if cards >= 5 else EVEN_MONEY

    def bonus_of(self, *, doubles: int, is_split: bool) -> Fraction:
        """The super bonus of suited sevens under a seven."""
        if self.bonus is None:
            return Fraction(0)
        return self.bonus.of(is_split=is_split, doubles=doubles)

    @property
    def suits_matter(self) -> bool:
        """Whether the suits of 6, 7 and 8 change any pay."""
        special, bonus = self.special, self.bonus
        if bonus is not None and bonus.pays:
            return True
        return special is not None and (
            len(set(special.straight)) > 1 or len(set(special.sevens)) > 1
        )


def facts_of(rules: Rules, *, wager_cents: int | None = None) -> PlayFacts:
    """The facts of *rules*; fixed sums and caps on doubled wagers count at *wager_cents*."""
    if wager_cents is not None and wager_cents <= 0:
        raise PlayError("wager-not-positive", f"the wager is {wager_cents} cents: write over 0")
    doubling = rules.doubling
    return PlayFacts(
        hits_soft_17=rules.dealer.soft_17 is SoftSeventeen.HIT,
        peeks_under_ace=rules.dealer.peek is not Peek.NEVER,
        peeks_under_ten=rules.dealer.peek is Peek.ACE_OR_TEN,
        natural_pays=_ratio(rules.natural.pays),
        natural_wins=rules.natural.against_dealer_natural is Contest.WINS,
        twenty_one_wins=rules.twenty_one.against_dealer_21 is Contest.WINS,
        twenty_one_ends_turn=rules.twenty_one.ends_turn,
        doubles_max=0 if doubling == "none" else _doubles_max(rules, doubling, wager_cents),
        doubles_two_cards_only=doubling != "none" and doubling.on is DoubleOn.FIRST_TWO_CARDS,
        double_totals=frozenset() if doubling == "none" else frozenset(doubling.totals),
        doubles_after_split=doubling != "none" and doubling.after_split,
        rescue_costs=_rescue_costs(rules),
        rescues_split_hands=rules.rescue != "none" and rules.rescue.on_split_hands,
        split=_split_facts(rules),
        surrenders=rules.surrender != "none",
        insurance_pays=None if rules.insurance == "none" else _ratio(rules.insurance.pays),
        special=None if rules.special_pays == "none" else _special_facts(rules.special_pays),
        bonus=_bonus_facts(rules, wager_cents),
    )


def _ratio(pay: object) -> Fraction:
    if not isinstance(pay, ToOne):
        raise PlayError("pay-not-to-1", f"a main wager pays {pay}: the solver knows N to 1 only")
    return pay.ratio


def _doubles_max(rules: Rules, doubling: DoublingRules, wager_cents: int | None) -> int:
    """How many doubles the caps leave at that wager; without a wager the caps do not bind."""
    allowed = 0
    while allowed < doubling.doubles_max and _cap_allows(rules, doubling, allowed, wager_cents):
        allowed += 1
    return allowed


def _cap_allows(
    rules: Rules, doubling: DoublingRules, doubles: int, wager_cents: int | None
) -> bool:
    stake = 2**doubles
    for cap in doubling.caps:
        if cap is DoubleCap.EIGHT_TIMES and 2 * stake > 8:
            return False
        if wager_cents is None:
            continue
        if cap is DoubleCap.EACH_DOUBLE_WITHIN_TABLE_LIMIT:
            if stake * wager_cents > rules.limits.main_max:
                return False
        if cap is DoubleCap.TOTAL_WITHIN_SINGLE_WAGER_LIMIT:
            schedule = schedule_of(rules.limits.schedule)
            if schedule is not None and 2 * stake * wager_cents > schedule.on(None):
                return False
    return True


def _rescue_costs(rules: Rules) -> tuple[Fraction, ...]:
    if rules.rescue == "none":
        return ()
    costs = []
    for doubles in (1, 2, 3):
        stake = Fraction(2**doubles)
        forfeits = rules.rescue.after_double if doubles == 1 else rules.rescue.after_redouble
        costs.append(
            {
                Forfeit.DOUBLED_MONEY: stake - 1,
                Forfeit.ORIGINAL_WAGER: Fraction(1),
                Forfeit.HALF: stake / 2,
            }[forfeits]
        )
    return tuple(costs)


def _split_facts(rules: Rules) -> SplitFacts | None:
    splitting = rules.splitting
    if splitting == "none":
        return None
    return SplitFacts(
        hands_max=splitting.hands_max,
        is_same_rank=splitting.pairs is SplitPairs.SAME_RANK,
        aces_get_one_card=splitting.aces is SplitAces.ONE_CARD,
        aces_resplit=splitting.aces_resplit,
    )


def _special_facts(special: SpecialPays) -> SpecialFacts:
    pays = special.paytable.pays

    def line(name: str) -> Fraction:
        pay = pays.get(name)
        return pay.ratio if isinstance(pay, ToOne) else EVEN_MONEY

    beyond = EVEN_MONEY
    if special.seven_card_21 is SevenCards.SEVEN_OR_MORE:
        beyond = line("7-card-21")
    return SpecialFacts(
        by_count=(*(line(f"{count}-card-21") for count in (5, 6, 7)), beyond),
        straight=tuple(line(f"6-7-8-{suits}") for suits in SUITED_LINES),
        sevens=tuple(line(f"7-7-7-{suits}") for suits in SUITED_LINES),
        kept_after_double=special.after_double is Kept.KEPT,
        kept_after_split=special.after_split is Kept.KEPT,
    )


def _bonus_facts(rules: Rules, wager_cents: int | None) -> BonusFacts | None:
    bonus = rules.super_bonus
    if bonus == "none" or wager_cents is None:
        return None
    sums = [tier.pays for tier in bonus.tiers if tier.from_wager <= wager_cents]
    pays = sums[-1] if sums else Cents(0)
    return BonusFacts(
        pays=Fraction(pays, wager_cents),
        envy=Fraction(bonus.envy if pays else 0, wager_cents),
        kept_after_double=bonus.after_double is Kept.KEPT,
        kept_after_split=bonus.after_split is Kept.KEPT,
    )


def refuse_unknown_envy(rules: Rules, other_players: int) -> None:
    """Refuse an envy bonus that depends on how the player's own hand went."""
    bonus = rules.super_bonus
    if other_players < 0:
        raise PlayError("other-players-negative", f"other players are {other_players}: 0 or more")
    if other_players and bonus != "none" and bonus.envy_goes_to is EnvyGoesTo.PLAYERS_STILL_IN:
        raise PlayError(
            "envy-depends-on-own-hand",
            "super_bonus.envy_goes_to is 'players-still-in': the solver counts envy only where "
            "it does not depend on the player's own hand; ask without other players",
        )
