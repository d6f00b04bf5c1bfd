"""The exact odds of one wager on one shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from upcard.cards import Card
from upcard.money import Cents, Fixed, ForOne, Loses, OfMeter, Pay, ToOne
from upcard.odds.deals import tally
from upcard.odds.judgements import Plan, insurance_plan, plan_of
from upcard.odds.odds_problems import OddsError
from upcard.odds.procedures import USUAL, Procedure, procedure_of
from upcard.rules.schema import Rules
from upcard.wagers import Offer

NO_METERS: Final[Mapping[str, Fraction]] = {}
DOLLAR: Final = Cents(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One outcome of a wager."""

    name: str
    pay: Pay
    combinations: int
    """How many deals have this outcome."""
    probability: Fraction

    @property
    def is_hit(self) -> bool:
        """Whether something is paid; a stake that only goes back is no hit."""
        if isinstance(self.pay, ToOne):
            return self.pay.ratio > 0
        return not isinstance(self.pay, Loses)


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds:
    """Everything that can happen to a wager of 1, with exact probabilities."""

    wager: str
    paytable: str
    outcomes: tuple[Outcome, ...]
    """In the order of the paytable; what pays nothing comes last."""
    combinations: int
    """How many deals there are in all, where the order of swappable cards is not counted."""
    stake: Cents
    """The amount that pays printed in dollars are measured against."""
    assumptions: tuple[str, ...]
    depends_on_play: bool = False
    """Whether the game's own odds depend on how the players play: these suppose another dealer."""

    @property
    def hit_frequency(self) -> Fraction:
        """How often something is paid."""
        return sum((o.probability for o in self.outcomes if o.is_hit), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit wagered, meters counting as empty."""
        return 1 - self.player_return()

    @property
    def favours_player(self) -> bool:
        """Whether the player has the edge."""
        return self.house_edge < 0

    @property
    def variance(self) -> Fraction:
        """The variance of the net of a wager of 1, meters counting as empty."""
        return self.variance_at(NO_METERS)

    def player_return(self, meters: Mapping[str, Fraction] = NO_METERS) -> Fraction:
        """The return per unit wagered, with *meters* at these amounts, in wagers."""
        return sum(
            (o.probability * returned(o.pay, self.stake, meters) for o in self.outcomes),
            Fraction(0),
        )

    def variance_at(self, meters: Mapping[str, Fraction]) -> Fraction:
        """The variance of the net of a wager of 1, with *meters* at these amounts, in wagers."""
        squares = (o.probability * returned(o.pay, self.stake, meters) ** 2 for o in self.outcomes)
        return sum(squares, Fraction(0)) - self.player_return(meters) ** 2

    def probability(self, outcome: str) -> Fraction:
        """The probability of *outcome*; 0 if it never happens."""
        return sum((o.probability for o in self.outcomes if o.name == outcome), Fraction(0))


def returned(pay: Pay, stake: Cents, meters: Mapping[str, Fraction]) -> Fraction:
    """
    What comes back of a wager of 1, the stake included where it is returned.

    A share of a meter is exact here. What the house's unit cannot pay of it stays on the meter and
    is won later, so that in the long run nothing is lost to anybody.

    >>> returned(ToOne(Fraction(9)), DOLLAR, NO_METERS), returned(ForOne(9), DOLLAR, NO_METERS)
    (Fraction(10, 1), Fraction(9, 1))
    """
    match pay:
        case ToOne(ratio):
            return ratio + 1
        case ForOne(times):
            return Fraction(times)
        case Fixed(amount):
            return Fraction(amount, stake)
        case OfMeter(share, level):
            return share * meters.get(level, Fraction(0))
        case Loses():
            return Fraction(0)


def odds_of(offer: Offer, shoe: Counter[Card], procedure: Procedure = USUAL) -> WagerOdds:
    """
    The exact odds of *offer* on *shoe*, full or depleted, by the judge that the table uses.

    *procedure* matters to wagers that a dealer's natural cuts short, and to those on the dealer's
    finished hand. Of the latter there are none where the dealer may stop before the hand is
    finished: then they depend on how the players play, and `Procedure.played_out` supposes that
    the dealer does not stop.

    >>> from upcard.cards import Deck
    >>> from upcard.catalogue import rules_of
    >>> from upcard.shoes import composition
    >>> from upcard.wagers import offer_of
    >>> match_up = offer_of(rules_of("bahama-wsgc").side_wagers[0])
    >>> odds_of(match_up, composition(Deck.PONTOON, 6)).combinations
    11819808
    """
    if _depends_on_play(offer, procedure):
        raise OddsError(
            "odds-depend-on-play",
            f"{offer.name}: the dealer draws only while a player's hand is left, so the odds "
            "depend on how people play: simulate the wager, or set dealer_draws.when to "
            "whenever-a-wager-needs-it",
        )
    plan = plan_of(offer, procedure)
    return _odds(offer.name, offer.paytable, plan, shoe, offer.pays, offer.amount or DOLLAR)


def odds_in(rules: Rules, offer: Offer, shoe: Counter[Card]) -> WagerOdds | None:
    """
    The exact odds of *offer* in the game of *rules*, for comparing with what was played.

    None where they depend on how the players play, so that there are none to compare with.
    """
    procedure = procedure_of(rules)
    if _depends_on_play(offer, procedure):
        return None
    return odds_of(offer, shoe, procedure)


def _depends_on_play(offer: Offer, procedure: Procedure) -> bool:
    return offer.family.waits_for_dealer and not procedure.plays_out


def insurance_odds(pays: ToOne, shoe: Counter[Card]) -> WagerOdds:
    """The exact odds of insurance when the up card is an ace, and no other card has been seen."""
    lines: dict[str, Pay] = {"win": pays, "lose": Loses()}
    return _odds("insurance", str(pays), insurance_plan(pays), shoe, lines, DOLLAR)


def _odds(
    wager: str,
    paytable: str,
    plan: Plan,
    shoe: Counter[Card],
    lines: Mapping[str, Pay],
    stake: Cents,
) -> WagerOdds:
    counted = tally(plan, shoe)
    pays = {**lines, **counted.pays}
    return WagerOdds(
        wager=wager,
        paytable=paytable,
        outcomes=tuple(
            Outcome(
                name=name,
                pay=pay,
                combinations=counted.deals.get(name, 0),
                probability=counted.probability(name),
            )
            for name, pay in pays.items()
        ),
        combinations=counted.total,
        stake=stake,
        assumptions=plan.assumptions,
        depends_on_play=plan.is_supposed,
    )
