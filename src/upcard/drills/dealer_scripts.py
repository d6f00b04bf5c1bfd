"""A dealer on screen: a round as steps, each with the table before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.game.words import words_of
from upcard.money import Cents, show_money
from upcard.room.people.roles import Act, Role, may
from upcard.screens.round_replays import sentence_for, view_at
from upcard.table import Round
from upcard.table.events import (
    AwardConfirmed,
    BonusRoundEnded,
    CardDealt,
    DecisionMade,
    Event,
    GameStarted,
    HandButtonPressed,
    HandStood,
    RoundEnded,
    RoundSettled,
    WagerPlaced,
    WagerSettled,
)
from upcard.table.evolve import evolve
from upcard.table.movements import Movement, movements
from upcard.table.rounds import DEALER, MAIN, Stage
from upcard.table.settlements import Settlement
from upcard.table.titles import hand_title, started, wager_title
from upcard.table.views import Audience, Viewer

EXECUTIVE_FROM: Final = Cents(500_000)
"""From this amount on, an award of the drills takes an executive's badge."""
BADGES: Final = (Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE)
_VIEWER: Final = Viewer(Audience.DEALER, tuple(range(1, 8)))
_SILENT: Final = (HandStood, RoundSettled)


@dataclass(frozen=True, slots=True)
class DealerStep:
    """Something the dealer or a player does."""

    sentence: str
    events: tuple[Event, ...]
    before: Round
    after: Round

    @property
    def event(self) -> Event:
        """What it is, in one: the first of its events."""
        return self.events[0]

    def before_last(self) -> Round:
        """The table just before the last of its events, like the card after a decision."""
        round_ = self.before
        for event in self.events[:-1]:
            round_ = evolve(round_, event)
        return round_


def script_of(start: Round, events: Sequence[Event]) -> tuple[DealerStep, ...]:
    """The round as its dealer and players act it."""
    steps, round_ = list[DealerStep](), start
    for group in _grouped(start, events):
        after = round_
        for event in group:
            after = evolve(after, event)
        step = DealerStep("", tuple(group), round_, after)
        if sentence := sentence_of_step(step):
            steps.append(DealerStep(sentence, tuple(group), round_, after))
        round_ = after
    return tuple(steps)


def _grouped(round_: Round, events: Sequence[Event]) -> Iterator[list[Event]]:
    """Events that people see as one: the wagers of a spot, the deal, a decision and its card."""
    group: list[Event] = []
    for event in events:
        if group and not _belongs(group, event, round_):
            yield group
            group = []
        group.append(event)
        round_ = evolve(round_, event)
    yield group


def _belongs(group: Sequence[Event], event: Event, round_: Round) -> bool:
    match group[0], event:
        case WagerPlaced(spot=spot), WagerPlaced(spot=other):
            return spot == other and round_.stage is Stage.BETTING
        case CardDealt(), CardDealt():
            half = len(round_.spots) + 1
            return round_.stage is Stage.DEALING and len(group) < half
        case DecisionMade(hand, Decision.HIT | Decision.DOUBLE), CardDealt(to):
            return hand == to and len(group) == 1
        case _:
            return False


def sentence_of_step(step: DealerStep) -> str:
    """What people see happen; empty where nothing is seen."""
    match step.event:
        case WagerPlaced(spot) if step.before.stage is Stage.BETTING:
            placed = [one for one in step.events if isinstance(one, WagerPlaced)]
            said = ", ".join(_wager(step.after, one) for one in placed)
            return f"Spot {spot} bets {said}."
        case GameStarted():
            return "The dealer presses START GAME."
        case CardDealt() if step.before.stage is Stage.DEALING:
            which = "second" if step.before.dealer else "first"
            return f"The dealer deals the {which} cards."
        case DecisionMade(hand, decision) if len(step.events) > 1:
            who = started(hand_title(step.before, hand))
            return f"{who} {decision}s and gets {cards_dealt(step)[0].text}."
        case BonusRoundEnded():
            return "The dealer presses DEAL."
        case WagerSettled(settlement):
            return pay_sentence(movement_of(step.after, settlement))
        case HandButtonPressed(spot, wager):
            award = next(a for a in step.after.awards if (a.spot, a.wager) == (spot, wager))
            return button_sentence(spot, award.outcome)
        case AwardConfirmed(settlement):
            return swipe_sentence(settlement, badge_for(settlement.won))
        case RoundEnded():
            return "The dealer presses END GAME."
        case event if isinstance(event, _SILENT):
            return ""
        case event:
            return sentence_for(event, view_at(step.after, _VIEWER))


def cards_dealt(step: DealerStep) -> list[Card]:
    """The cards that come in a step."""
    return [event.card for event in step.events if isinstance(event, CardDealt)]


def _wager(round_: Round, placed: WagerPlaced) -> str:
    where = "" if placed.wager == MAIN else f" on {wager_title(round_.game, placed.wager)}"
    return f"{show_money(placed.amount)}{where}"


def movement_of(round_: Round, settled: Settlement) -> Movement:
    """What the dealer does about a settlement."""
    asked = settled.spot, settled.wager, settled.hand
    return next(m for m in movements(round_) if (m.spot, m.wager, m.hand) == asked)


def pay_sentence(one: Movement, act: str = "") -> str:
    """What the dealer says and does with the chips of a wager; *act* where it is another."""
    lifted = "nothing to take, it was lifted"
    act = act or (one.act if not one.act.startswith("LIFTED") else lifted)
    return f"The dealer at spot {one.spot}, {one.title}: {act}."


def button_sentence(spot: int, outcome: str) -> str:
    """The dealer presses a hand button."""
    return f"The dealer selects spot {spot} and presses the hand button {words_of(outcome)}."


def swipe_sentence(settled: Settlement, badge: Role) -> str:
    """CONFIRM and the swipe, with one badge or another."""
    amount = show_money(settled.won)
    return (
        f"A supervisor presses CONFIRM. The badge that is swiped for the {amount} of spot "
        f"{settled.spot} is {_BADGE_WORDS[badge]}."
    )


_BADGE_WORDS: Final = {
    Role.DEALER: "the dealer's",
    Role.SUPERVISOR: "the supervisor's",
    Role.EXECUTIVE: "an executive's",
}


def badge_for(amount: Cents) -> Role:
    """The lowest badge that may swipe an award of that amount."""
    act = Act.CONFIRM_LARGE_AWARD if amount >= EXECUTIVE_FROM else Act.CONFIRM_AWARD
    return next(role for role in BADGES if may(role, act))


def is_for(step: DealerStep, hand: str) -> bool:
    """Whether the last card of a step is for that hand."""
    last = step.events[-1]
    return isinstance(last, CardDealt) and last.to == hand != DEALER
