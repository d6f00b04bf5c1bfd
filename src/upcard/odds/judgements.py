"""How a wager is dealt and judged: by the table's own judge, with assumptions about play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from upcard.cards import Card
from upcard.families import CardPlace
from upcard.families.card_numbers import points_of
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, WITH_DEALERS_TWO
from upcard.families.round_results import RoundSight
from upcard.families.sights import (
    ANY_SUITS,
    EACH_POINTS,
    EACH_RANK,
    NO_EXCHANGE,
    RED_STAYS_RED,
    SAME_COLOURS,
    Sight,
    ace_or_ten,
    nothing_seen,
    plain_sight,
)
from upcard.game.choices import Peek
from upcard.game.dealers import peeks
from upcard.game.hands import TWENTY_ONE
from upcard.hand_values import is_natural
from upcard.money import Loses, ToOne
from upcard.odds.dealer_finals import longest_hand
from upcard.odds.procedures import DEALERS, USUAL, Procedure
from upcard.rules.houses import peek_numbers
from upcard.wagers import Offer, Verdict

NOT_MADE: Final = -1
"""The bits of a deal that is not in question: the wager is not made on it."""

INSURANCE_SIGHT: Final = Sight(
    draw=(0, 1), named=0, alike=ace_or_ten, ranks=EACH_RANK, suits=NO_EXCHANGE, swaps=()
)
DEALERS_TWO: Final = 2
"""The places of the dealer's two cards, where a natural may keep a third card from coming."""


class DealerPlan(NamedTuple):
    """How a wager on the dealer's finished hand is judged."""

    draws_by: int
    sight: DealerSight
    verdict: Callable[[DealerHand, Sequence[Card]], Verdict | None]
    """On a hand beside the player's own cards; None for one that the wager is not made on."""
    own_cards: int = 0
    """How many of the player's own cards it looks at."""


class RoundPlan(NamedTuple):
    """How a wager on the whole round is judged."""

    draws_by: int
    sight: RoundSight
    verdict: Callable[[Sequence[Card], int], Verdict]
    """On the player's first two cards and what became of the hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Judging:
    """What a judge says to a deal, whatever a paytable makes of it."""

    key: Hashable
    """Two with the same key say the same to every deal, and have the same sight."""
    bits: Callable[[Sequence[Card]], int]
    """One bit for each line that the cards of a deal fit, place by place; or `NOT_MADE`."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Judging) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """One wager as the enumeration needs it."""

    key: Hashable
    """Two plans with the same key give every deal the same verdict."""
    judging: Judging
    verdict_of: Callable[[int], Verdict]
    """The verdict on the judge's bits: what they pay."""
    places: int
    """How many cards are dealt; for the dealer's finished hand, how many at most."""
    sight: Sight
    assumptions: tuple[str, ...]
    by_ranks: bool = False
    """Whether nothing counts but ranks in any order, and whether all are of one suit."""
    played: RoundPlan | None = None
    """How the round goes on, where the wager is on its result."""
    is_made_late: bool = False
    """Whether only some deals are in question: the wager is made on a card that is seen."""
    dealer: DealerPlan | None = None
    """How the dealer plays on, where the cards are the dealer's finished hand."""
    is_supposed: bool = False
    """Whether another dealer is supposed than the game's own."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def verdict(self, cards: Sequence[Card]) -> Verdict | None:
        """The verdict on the cards of a deal, place by place; None where no wager is made."""
        return self.verdict_on(self.judging.bits(cards))

    def verdict_on(self, bits: int) -> Verdict | None:
        """The same for what the judge says to them."""
        return None if bits == NOT_MADE else self.verdict_of(bits)


def is_on_a_deal(plan: Plan) -> bool:
    """Whether a wager is on so many cards, whatever they are: its edge is one sum over deals."""
    is_played_on = plan.dealer is not None or plan.played is not None
    return not (is_played_on or plan.by_ranks or plan.is_made_late)


def plan_of(offer: Offer, procedure: Procedure = USUAL, *, is_plain: bool = False) -> Plan:
    """
    How *offer* is judged, where the dealer plays by *procedure*.

    *is_plain* enumerates card by card, to check the quick way.
    """
    if offer.family.needs_finished_dealer:
        return _dealer_plan(offer, procedure)
    if offer.family.round_sight is not None:
        return _round_plan(offer, offer.family.round_sight, procedure)
    peek = procedure.peek
    is_played = CardPlace.THIRD in offer.sees and not offer.family.third_is_dealt
    places = len(offer.sees) + (DEALERS_TWO if is_played else 0)
    known = offer.family.sight
    sight = plain_sight(places) if known is None or is_plain else known.of_first(places)
    if offer.family.by_ranks and not is_plain:
        sight = replace(sight, suits=ANY_SUITS)
    alike = (offer.family.name, *offer.readings.items(), places, peek, is_plain)
    return Plan(
        key=(*alike, *offer.pays.items()),
        judging=_judging_without_a_natural(offer, peek, alike)
        if is_played
        else _judging_if_made(offer, alike),
        verdict_of=offer.verdict_on,
        places=places,
        sight=sight,
        by_ranks=offer.family.by_ranks and not is_plain,
        is_made_late=offer.family.made_on is not None,
        assumptions=(*offer.family.assumptions, *(_natural_ends(peek) if is_played else ())),
    )


def _round_plan(offer: Offer, sight: RoundSight, procedure: Procedure) -> Plan:
    """A wager on what becomes of the player's hand."""
    return Plan(
        key=(offer.family.name, *offer.pays.items(), procedure),
        judging=Judging(offer.family.name, offer.fits),
        verdict_of=offer.verdict_on,
        places=len(WITH_DEALERS_TWO),
        sight=replace(plain_sight(2), ranks=EACH_POINTS, suits=ANY_SUITS),
        assumptions=(
            *offer.family.assumptions,
            f"the dealer {DEALERS[procedure.draws_by]}",
            "the probabilities are sums in floating point, right to about 13 digits",
        ),
        played=RoundPlan(procedure.draws_by, sight, offer.verdict_on_result),
    )


def _dealer_plan(offer: Offer, procedure: Procedure) -> Plan:
    """A wager on the dealer's finished hand."""
    if offer.family.draws_by is not None:
        procedure = replace(procedure, draws_by=offer.family.draws_by)
    own = len(offer.sees) - len(FINISHED_DEALER)
    return Plan(
        key=(offer.family.name, *offer.pays.items(), procedure),
        judging=Judging((offer.family.name, own), offer.fits),
        verdict_of=offer.verdict_on,
        places=own + longest_hand(procedure.draws_by),
        sight=Sight(
            draw=(0, 1),
            named=2,
            alike=nothing_seen,
            ranks=EACH_POINTS,
            suits=RED_STAYS_RED if offer.family.dealer_sight.reds else SAME_COLOURS,
            swaps=(),
        ),
        assumptions=(*offer.family.assumptions, *_dealer_assumptions(offer, procedure)),
        dealer=DealerPlan(
            procedure.draws_by,
            offer.family.dealer_sight,
            _verdict_on_dealer(offer, procedure),
            own,
        ),
        is_supposed=procedure.is_supposed,
    )


def _verdict_on_dealer(
    offer: Offer, procedure: Procedure
) -> Callable[[DealerHand, Sequence[Card]], Verdict | None]:
    """The verdict on a hand, unless the up card or a natural keeps the wager from being made."""
    if offer.family.made_on is None:
        return offer.verdict_on_dealer
    opened, under = offer.opens_under, peek_numbers(procedure.peek)

    def verdict(hand: DealerHand, own: Sequence[Card] = ()) -> Verdict | None:
        upcard = points_of(hand.upcard)
        is_natural_seen = hand.cards == 2 and hand.total == TWENTY_ONE and peeks(upcard, *under)
        if upcard not in opened or is_natural_seen:
            return None
        return offer.verdict_on_dealer(hand, own)

    return verdict


def _dealer_assumptions(offer: Offer, procedure: Procedure) -> Iterator[str]:
    if offer.family.made_on is CardPlace.UPCARD:
        yield "the wager is made when the up card is seen and the dealer has looked for a natural"
    yield f"the dealer {DEALERS[procedure.draws_by]}"
    if procedure.is_supposed:
        yield (
            "the dealer always finishes the hand; the dealer of this game stops when no player's "
            "hand is left and the wager is then returned, so its real cost depends on how people "
            "play"
        )
    else:
        yield "the dealer always finishes the hand, even when no player's hand is left"


def _judging_if_made(offer: Offer, alike: tuple[Hashable, ...]) -> Judging:
    """What the judge says, unless the card seen first keeps a late wager from being made."""
    if offer.family.made_on is None:
        return Judging(alike, offer.fits)
    place, opened = offer.sees.index(offer.family.made_on), offer.opens_under
    return Judging(
        (*alike, opened),
        lambda cards: offer.fits(cards) if cards[place].points in opened else NOT_MADE,
    )


def _judging_without_a_natural(offer: Offer, peek: Peek, alike: tuple[Hashable, ...]) -> Judging:
    """The player's cards, the third one last, unless a natural of the dealer ended the round."""

    under = peek_numbers(peek)

    def bits(cards: Sequence[Card]) -> int:
        *own, upcard, hole = cards
        ended = is_natural((upcard, hole)) and peeks(upcard.points, *under)
        return offer.fits(own[:-1] if ended else own)

    return Judging(alike, bits)


def _natural_ends(peek: Peek) -> tuple[str, ...]:
    if peek is Peek.NEVER:
        return ("the dealer does not look for a natural before the players act",)
    under = "an ace or a ten-value card" if peek is Peek.ACE_OR_TEN else "an ace"
    return (
        f"the dealer looks for a natural under {under} before the players act",
        "a natural found this way ends the round: only the first two cards are paid",
    )


def insurance_plan(pays: ToOne) -> Plan:
    """Insurance that pays *pays*: the hole card under an ace, when nothing else has been seen."""

    def bits(cards: Sequence[Card]) -> int:
        return int(is_natural(cards)) if cards[0].points == 1 else NOT_MADE

    return Plan(
        key=("insurance", pays),
        judging=Judging("insurance", bits),
        verdict_of=lambda won: Verdict("win", pays) if won else Verdict("lose", Loses()),
        places=2,
        sight=INSURANCE_SIGHT,
        assumptions=("the dealer's ace is the only card seen", "the up card is an ace"),
    )
