"""What the table needs next from outside: a card, a decision, a key, a swipe."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.game.decisions import Decision
from upcard.money import Cents, write_money
from upcard.table.legality import legal_decisions
from upcard.table.next_cards import next_card_to
from upcard.table.parlays import most_on, spots_to_ask
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import DEALER, Award, AwardState, Hand, Round, Stage
from upcard.table.winners import next_award


@dataclass(frozen=True, slots=True)
class AwaitWagers:
    """Wagers, and then START GAME."""

    def __str__(self) -> str:
        return "wagers, then START GAME"


@dataclass(frozen=True, slots=True)
class AwaitLift:
    """The dealer lifts latched bonus wagers; after the last one the deal starts."""

    wagers: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        which = ", ".join(f"{name} on spot {spot}" for spot, name in self.wagers)
        return f"the dealer to lift {which}"


@dataclass(frozen=True, slots=True)
class AwaitCard:
    """A card for a hand or for the dealer."""

    to: str
    is_face_down: bool
    is_turned_over: bool = False
    """Whether it is the hole card, which lies on the table and was not told yet."""

    def __str__(self) -> str:
        if self.is_turned_over:
            return "the hole card, turned over"
        if self.to == DEALER:
            return "the dealer's hole card" if self.is_face_down else "a card for the dealer"
        return f"a card for hand {self.to}"


@dataclass(frozen=True, slots=True)
class AwaitDealKey:
    """DEAL, after the bonus winners are paid."""

    def __str__(self) -> str:
        return "DEAL, after bonus winners are paid"


@dataclass(frozen=True, slots=True)
class AwaitPeek:
    """What the dealer sees under the up card: a natural, or none."""

    def __str__(self) -> str:
        return "the dealer to look at the hole card"


@dataclass(frozen=True, slots=True)
class AwaitInsurance:
    """Insurance from these spots, and then DEAL."""

    spots: tuple[int, ...]

    def __str__(self) -> str:
        return f"insurance on spots {', '.join(map(str, self.spots))}, then DEAL"


@dataclass(frozen=True, slots=True)
class AwaitParlay:
    """How much of its winnings a spot moves onto its main wager; DEAL moves nothing."""

    spot: int
    most: Cents

    def __str__(self) -> str:
        most = write_money(self.most)
        return f"spot {self.spot} to move up to {most} onto its main wager, or DEAL for nothing"


@dataclass(frozen=True, slots=True)
class AwaitDecision:
    """A decision on a hand, out of those that are legal."""

    hand: str
    legal: tuple[Decision, ...]

    def __str__(self) -> str:
        return f"a decision on hand {self.hand}: {', '.join(self.legal)}"


@dataclass(frozen=True, slots=True)
class AwaitAward:
    """The claim of a meter award, a supervisor, and a swipe."""

    award: Award
    winners: int
    """How many winners divide the award."""

    def __str__(self) -> str:
        award = self.award
        doing = "claim" if award.state is AwardState.DUE else "swipe"
        return f"the {doing} of {award.outcome} ({award.wager}) on spot {award.spot}"


@dataclass(frozen=True, slots=True)
class AwaitEnd:
    """END GAME."""

    def __str__(self) -> str:
        return "END GAME"


@dataclass(frozen=True, slots=True)
class AwaitNothing:
    """The round is over."""

    def __str__(self) -> str:
        return "nothing: the round is over"


@dataclass(frozen=True, slots=True)
class AwaitHandButtons:
    """Real cards, which nobody tells: the hand buttons of winners, then END GAME."""

    def __str__(self) -> str:
        return "the hand buttons of winners, then END GAME"


Awaited = (
    AwaitWagers
    | AwaitLift
    | AwaitCard
    | AwaitDealKey
    | AwaitPeek
    | AwaitInsurance
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


def out_of_turn(round_: Round, what: str) -> Refused:
    """The refusal of a key that comes too early or too late."""
    return Refused(
        RefusalCode.OUT_OF_TURN, f"{what} now: the table is waiting for {awaits(round_)}"
    )
