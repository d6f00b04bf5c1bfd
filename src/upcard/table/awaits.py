"""What the table needs next from outside: a card, a decision, a key, a swipe."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.table.late_wagers import late_wagers
from upcard.table.legality import legal_decisions
from upcard.table.next_cards import next_card_to
from upcard.table.parlays import most_on, spots_to_ask
from upcard.table.rounds import DEALER, Award, Hand, Round, Stage
from upcard.table.winners import next_award


@dataclass(frozen=True, slots=True)
class AwaitWagers:
    """Wagers, and then START GAME."""


@dataclass(frozen=True, slots=True)
class AwaitLift:
    """The dealer lifts latched bonus wagers; after the last one the deal starts."""

    wagers: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class AwaitCard:
    """A card for a hand or for the dealer."""

    to: str
    is_face_down: bool
    is_turned_over: bool = False
    """Whether it is the hole card, which lies on the table and was not told yet."""


@dataclass(frozen=True, slots=True)
class AwaitDealKey:
    """DEAL, after the bonus winners are paid."""


@dataclass(frozen=True, slots=True)
class AwaitPeek:
    """What the dealer sees under the up card: a natural, or none."""


@dataclass(frozen=True, slots=True)
class AwaitInsurance:
    """Insurance from these spots, and then DEAL."""

    spots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwaitLateWagers:
    """Side wagers on a card that is seen, each with its spot, and then DEAL."""

    wagers: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class AwaitParlay:
    """How much of its winnings a spot moves onto its main wager; DEAL moves nothing."""

    spot: int
    most: Cents


@dataclass(frozen=True, slots=True)
class AwaitDecision:
    """A decision on a hand, out of those that are legal."""

    hand: str
    legal: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class AwaitAward:
    """The claim of a meter award, a supervisor, and a swipe."""

    award: Award
    winners: int
    """How many winners divide the award."""


@dataclass(frozen=True, slots=True)
class AwaitEnd:
    """END GAME."""


@dataclass(frozen=True, slots=True)
class AwaitNothing:
    """The round is over."""


@dataclass(frozen=True, slots=True)
class AwaitHandButtons:
    """Real cards, which nobody tells: the hand buttons of winners, then END GAME."""


Awaited = (
    AwaitWagers
    | AwaitLift
    | AwaitCard
    | AwaitDealKey
    | AwaitPeek
    | AwaitInsurance
    | AwaitLateWagers
    | AwaitParlay
    | AwaitDecision
    | AwaitAward
    | AwaitHandButtons
    | AwaitEnd
    | AwaitNothing
)


def awaits(round_: Round) -> Awaited:
    """What *round_* needs next from outside."""
    to = next_card_to(round_)
    if to is not None:
        is_hole = to == DEALER and round_.stage is Stage.DEALING and bool(round_.dealer)
        return AwaitCard(to, is_hole, to == DEALER and round_.is_hole_untold)
    match round_.stage:
        case Stage.BETTING:
            return AwaitWagers()
        case Stage.LIFTING:
            return AwaitLift(wagers_to_lift(round_))
        case Stage.BONUS:
            return AwaitDealKey()
        case Stage.PEEKING:
            return AwaitPeek()
        case Stage.INSURING:
            return AwaitInsurance(insurable_spots(round_))
        case Stage.WAGERING:
            return AwaitLateWagers(late_wagers(round_))
        case Stage.PARLAY:
            spot = spots_to_ask(round_)[0]
            return AwaitParlay(spot, most_on(round_, spot))
        case Stage.PLAYING | Stage.ZAPPING:
            hand = round_.hands[round_.turn]
            return AwaitDecision(hand.name, legal_decisions(round_, hand))
        case Stage.BY_HAND:
            found = next_award(round_)
            return AwaitAward(*found) if found else AwaitHandButtons()
        case Stage.CLOSING:
            return _awaits_at_the_end(round_)
        case Stage.OVER:
            return AwaitNothing()
    raise AssertionError(f"nobody is asked for anything at {round_.stage}")


def _awaits_at_the_end(round_: Round) -> AwaitAward | AwaitEnd:
    found = next_award(round_)
    return AwaitAward(*found) if found else AwaitEnd()


def wagers_to_lift(round_: Round) -> tuple[tuple[int, str], ...]:
    """The latched bonus wagers that the dealer must still lift."""
    offers = round_.game.offers
    return tuple(
        (wager.spot, wager.name)
        for wager in round_.wagers
        if wager.name in offers
        and offers[wager.name].after_start == "lifted"
        and not wager.is_collected
    )


def insurable_spots(round_: Round) -> tuple[int, ...]:
    """The spots whose main wager can still be insured, insured or not."""
    return tuple(
        hand.spot for hand in round_.hands if not (hand.is_settled or is_safe_natural(round_, hand))
    )


def is_safe_natural(round_: Round, hand: Hand) -> bool:
    """Whether *hand* is a natural that wins whatever the dealer has: nobody insures it."""
    return hand.is_natural and bool(round_.game.house.natural_wins)
