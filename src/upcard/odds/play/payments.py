"""What a main game pays, in units of the first wager, beside the rule book's numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Final

from upcard.catalogue import schedule_of
from upcard.game.choices import EnvyGoesTo
from upcard.game.dealers import peeks
from upcard.game.decisions import (
    NO_PAIR,
    SAME_RANK,
    Decision,
    Holding,
    double_is_free,
    has_many_cards,
    is_paid_21,
    ladder_of,
    split_is_free,
    why_not,
)
from upcard.game.features import not_played
from upcard.game.features.special_pays import SpecialPays
from upcard.game.house import House
from upcard.game.specials import EIGHT_CARDS, KINDS, PLAIN, SEVENS, SUITED_SEVENS, paid_kind
from upcard.game.specials import SIX_SEVEN_EIGHT as STRAIGHT
from upcard.game.specials import wins_bonus as wins_by_the_book
from upcard.game.stakes import (
    NEW_HAND,
    OF_ALL_HANDS,
    Laid,
    at_risk,
    doubled,
    forfeited,
    taken_by_natural,
    to_win,
)
from upcard.money import Cents, ToOne
from upcard.odds.play.problems import PlayError
from upcard.rules.houses import house_of
from upcard.rules.schema import Rules

EVEN_MONEY: Final = Fraction(1)
DEALT: Final = 0
SPLIT: Final = 1
FUNDED: Final = 2
"""The sides of a game: hands as dealt, hands of a split, and those that the house laid."""
_SIDES: Final = (NEW_HAND, Laid(is_split=1), Laid(is_split=1, is_funded=1))


@dataclass(frozen=True, kw_only=True)
class PlayFacts:
    """A house, and its pays: everything that changes what a decision is worth."""

    house: House
    wager: int
    """The first wager in cents; 0 if unknown, and then no limit applies."""
    natural_pays: Fraction
    suited_natural: tuple[int, Fraction] | None
    """The suit whose naturals pay more, and what they pay."""
    insurance_pays: Fraction | None
    special_pays: tuple[Fraction, ...]
    """What each kind of 21 wins for each unit of its stake; empty without special pays."""
    pays_many_21: Fraction
    """What a 21 of many cards wins at once for each unit of its stake."""
    bonus: Fraction
    """The super bonus of suited sevens under a seven."""
    envy: Fraction

    @cached_property
    def levels(self) -> tuple[Laid, ...]:
        """Every way a hand can be doubled, the caps on the doubled wager counted in."""
        return ladder_of(self.house, self.wager)

    @cached_property
    def sides(self) -> tuple[Laid, ...]:
        """How hands begin, by the number of their side."""
        return _SIDES if self.house.free_splits_max else _SIDES[:FUNDED]

    @cached_property
    def result_max(self) -> Fraction:
        """The most that a hand can win or lose, in first wagers, its super bonus counted in."""
        ways = [
            self.stakes(self.laid(side, level))
            for side in range(len(self.sides))
            for level in range(len(self.levels))
        ]
        pays = max(*self.special_pays, self.pays_many_21, EVEN_MONEY)
        return max(max(won * pays, Fraction(lost)) for won, lost in ways) + self.bonus

    def laid(self, side: int, level: int) -> Laid:
        """How the money lies on a hand of a side, doubled as that level says."""
        doubled = self.levels[level]
        return self.sides[side]._replace(doubles=doubled.doubles, free_doubles=doubled.free_doubles)

    def side_of_split(self, pair: int, hands: int) -> int:
        """The side of the new hand that a split makes, on a spot with this many hands."""
        return FUNDED if split_is_free(self.house, pair, hands) else SPLIT

    def stakes(self, laid: Laid) -> tuple[int, int]:
        """What a hand can win at even money and what it can lose, in first wagers."""
        return to_win(1, laid), at_risk(1, laid)

    def left_by_natural(
        self, laid: Laid, *, is_bust: bool = False, is_one_of_many: bool = False
    ) -> int:
        """
        What a dealer's natural leaves of all that a hand can lose, in first wagers.

        Where it takes one wager of a whole spot, it takes nothing of hands of a split: what it
        takes of them together is counted apart.
        """
        if is_bust and self.house.natural_takes_one != OF_ALL_HANDS:
            return 0
        is_apart = is_one_of_many and self.house.natural_takes_one
        return at_risk(1, laid) - (0 if is_apart else taken_by_natural(self.house, 1, laid))

    def doubled(self, holding: Holding) -> Laid:
        """How the money lies on a hand after the double that it may make."""
        return doubled(holding.laid, int(double_is_free(self.house, holding)))

    def peeks(self, upcard: int) -> bool:
        """Whether the dealer looks for a natural under an up card of that value."""
        return peeks(upcard, self.house.peeks_under_ace, self.house.peeks_under_ten)

    def holding(
        self,
        *,
        total: int,
        cards: int,
        is_soft: bool = False,
        laid: Laid = NEW_HAND,
        first: int = 0,
        pair: int = NO_PAIR,
        hands: int = 1,
        upcard: int = 0,
    ) -> Holding:
        """A hand as the rule book looks at it; a first card of 0 is any but an ace."""
        up = self.told_upcard(upcard)
        return Holding(total, is_soft, cards, first, pair, hands, self.wager, laid, up)

    def told_upcard(self, upcard: int) -> int:
        """The up card, where what is legal depends on it; else 0."""
        return upcard if self.house.surrender_upcards else 0

    def may(self, decision: Decision, holding: Holding) -> bool:
        """Whether the rules allow a decision."""
        return not why_not(self.house, decision, holding)

    def may_resplit(self, pair: int) -> bool:
        """Whether a pair drawn to a hand of a split may be split again, while there is room."""
        return _may_resplit(self.house, pair)

    def cost_of_giving_up(self, laid: Laid) -> Fraction | None:
        """
        What rescuing a doubled hand or surrendering another one costs, in first wagers.

        None where a hand of three cards may not do so. Two cards that may be surrendered cost as
        much.
        """
        if not laid.doubles:
            three = self.holding(total=0, cards=3, laid=laid)
            may = self.may(Decision.SURRENDER, three)
            return Fraction(at_risk(1, laid), 2) if may else None
        if not self.may(Decision.RESCUE, self.holding(total=0, cards=3, laid=laid)):
            return None
        return Fraction(forfeited(self.house, 2, laid), 2)

    def sure_win(self, total: int, cards: int, laid: Laid, kind: int = PLAIN) -> Fraction | None:
        """What a hand wins at once, a 21 by its *kind*, in first wagers; None if it does not."""
        if is_paid_21(self.house, total, laid.doubles):
            return self.stakes(laid)[0] * self.pay_of_21(kind, laid)
        if not has_many_cards(self.house, total, cards, laid.doubles):
            return None
        return self.stakes(laid)[0] * (self.pays_many_21 if total == 21 else EVEN_MONEY)

    def pay_of_21(self, kind: int, laid: Laid) -> Fraction:
        """What a winning 21 of that kind wins for each unit that it can win."""
        if not self.special_pays:
            return EVEN_MONEY
        return self.special_pays[paid_kind(self.house, kind, laid.doubles, laid.is_split)]

    def bonus_of(self, upcard: int, laid: Laid) -> Fraction:
        """The super bonus of suited sevens under that up card."""
        doubles, is_split = laid.doubles, laid.is_split
        wins = wins_by_the_book(self.house, SUITED_SEVENS, upcard, doubles, is_split)
        return self.bonus if wins else Fraction(0)

    @property
    def suits_matter(self) -> bool:
        """Whether the suits of 6, 7 and 8 change any pay."""
        pays = self.special_pays
        return bool(self.bonus) or any(
            len(set(pays[first : first + 3])) > 1 for first in (STRAIGHT, SEVENS)
        )


@cache
def _may_resplit(house: House, pair: int) -> bool:
    holding = Holding(2 * pair, 0, 2, pair, SAME_RANK, 2, 0, _SIDES[SPLIT])
    return not why_not(house, Decision.SPLIT, holding)


def facts_of(rules: Rules, *, wager_cents: int | None = None) -> PlayFacts:
    """The facts of *rules*; fixed sums and caps on doubled wagers count at *wager_cents*."""
    if wager_cents is not None and wager_cents <= 0:
        raise PlayError(
            "wager-not-positive", f"the wager is {wager_cents} cents: write more than 0"
        )
    for name in not_played(rules, "solver"):
        raise PlayError("feature-not-played", f"{name} is on: the solver does not play it yet")
    schedule = schedule_of(rules.limits.schedule)
    bonus, envy = _bonus(rules, wager_cents)
    return PlayFacts(
        house=house_of(
            rules,
            main_max=rules.limits.main_max,
            single_wager=schedule.on(None) if schedule else None,
        ),
        wager=wager_cents or 0,
        natural_pays=_ratio(rules.natural.pays),
        suited_natural=_suited_natural(rules),
        insurance_pays=None if rules.insurance == "none" else _ratio(rules.insurance.pays),
        pays_many_21=EVEN_MONEY if rules.many_cards == "none" else _ratio(rules.many_cards.pays_21),
        special_pays=() if rules.special_pays == "none" else _special_pays(rules.special_pays),
        bonus=bonus,
        envy=envy,
    )


def _ratio(pay: object) -> Fraction:
    if not isinstance(pay, ToOne):
        raise PlayError("pay-not-to-1", f"a main wager pays {pay}: the solver only knows N to 1")
    return pay.ratio


def _suited_natural(rules: Rules) -> tuple[int, Fraction] | None:
    suited = rules.suited_natural
    return None if suited == "none" else (suited.number, _ratio(suited.pays))


def _special_pays(special: SpecialPays) -> tuple[Fraction, ...]:
    pays = [special.paytable.pays.get(kind) for kind in KINDS]
    ratios = [pay.ratio if isinstance(pay, ToOne) else EVEN_MONEY for pay in pays]
    assert ratios[PLAIN] == ratios[EIGHT_CARDS] == EVEN_MONEY, "no paytable has these lines"
    return tuple(ratios)


def _bonus(rules: Rules, wager_cents: int | None) -> tuple[Fraction, Fraction]:
    bonus = rules.super_bonus
    if bonus == "none" or wager_cents is None:
        return Fraction(0), Fraction(0)
    sums = [tier.pays for tier in bonus.tiers if tier.from_wager <= wager_cents]
    pays = sums[-1] if sums else Cents(0)
    return Fraction(pays, wager_cents), Fraction(bonus.envy if pays else 0, wager_cents)


def refuse_unknown_envy(rules: Rules, other_players: int) -> None:
    """Refuse an envy bonus that depends on how the player's own hand went."""
    bonus = rules.super_bonus
    if other_players < 0:
        raise PlayError(
            "other-players-negative", f"other players is {other_players}: write 0 or more"
        )
    if other_players and bonus != "none" and bonus.envy_goes_to is EnvyGoesTo.PLAYERS_STILL_IN:
        raise PlayError(
            "envy-depends-on-own-hand",
            "super_bonus.envy_goes_to is 'players-still-in': the solver counts envy only where "
            "it does not depend on the player's own hand; ask without other players",
        )
