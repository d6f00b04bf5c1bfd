"""Rounds as earlier versions recorded them fold to the same figures under today's table."""

from collections.abc import Sequence
from pathlib import Path

from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.notation import replay
from upcard.table import Round, awaits, evolve
from upcard.table.awaits import AwaitDecision
from upcard.table.commands import Choose
from upcard.table.events import DecisionMade, Event, HandStood, RoundSettled, WagerSettled
from upcard.table.follows import follows
from upcard.table.handle import handle
from upcard.table.rounds import Stage
from upcard.table.settlements import Settlement

ROUNDS = Path(__file__).parents[1] / "rounds"
WAITING_ACE = "blackjack/a_waiting_split_ace_that_fills_the_spot_is_not_asked.round"
HIDDEN_NATURAL = "bonanza/surrender_is_lost_to_a_natural_nobody_looked_for.round"
STAND = DecisionMade("1b", Decision.STAND)
HALF_AT_ONCE = Settlement(1, "main", "1", "surrender", Cents(3000), Cents(1500), Cents(0), "half")


def played(name: str) -> tuple[Round, list[Event]]:
    """A golden round and its events."""
    done = replay((ROUNDS / name).read_text())
    return done.round, list(done.events)


def folded(like: Round, events: Sequence[Event]) -> Round:
    """The round that *events* make at the same table."""
    round_ = Round(like.game)
    for event in events:
        round_ = evolve(round_, event)
    return round_


def test_a_stand_that_version_0_2_asked_for_folds_to_the_same_round() -> None:
    today, events = played(WAITING_ACE)
    recorded = [STAND if event == HandStood("1b") else event for event in events]

    assert recorded != events
    assert folded(today, recorded) == today


def test_a_round_that_was_left_while_only_a_stand_was_asked_for_can_go_on() -> None:
    today, events = played(WAITING_ACE)
    left = folded(today, events[: events.index(HandStood("1b"))])

    assert awaits(left) == AwaitDecision("1b", (Decision.STAND,))
    after, happened = handle(left, Choose(Decision.STAND))
    assert happened[0] == STAND
    assert after.hands[after.turn].name == "2"


def test_a_surrender_that_version_0_2_settled_at_once_keeps_its_recorded_half() -> None:
    today, events = played(HIDDEN_NATURAL)
    place = events.index(DecisionMade("1", Decision.SURRENDER)) + 1
    rest = [
        event
        for event in events[place : events.index(RoundSettled())]
        if not (isinstance(event, WagerSettled) and event.settlement.hand == "1")
    ]
    recorded = folded(today, [*events[:place], WagerSettled(HALF_AT_ONCE), *rest])

    assert HALF_AT_ONCE in recorded.settlements
    assert recorded.stage is Stage.PAYING
    assert follows(recorded) == (RoundSettled(),)
