"""Rounds as earlier versions recorded them fold to the same figures under today's table."""

from collections.abc import Sequence
from pathlib import Path

from upcard.game.decisions import Decision
from upcard.notation import replay
from upcard.table import Round, awaits, evolve
from upcard.table.awaits import AwaitDecision
from upcard.table.commands import Choose
from upcard.table.events import DecisionMade, Event, HandStood
from upcard.table.handle import handle

ROUNDS = Path(__file__).parents[1] / "rounds"
WAITING_ACE = "blackjack/a_waiting_split_ace_that_fills_the_spot_is_not_asked.round"
STAND = DecisionMade("1b", Decision.STAND)


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
