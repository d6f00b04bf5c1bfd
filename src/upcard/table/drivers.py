"""The loop that plays a round by answering what the table awaits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from upcard.table.awaits import (
    AwaitDealKey,
    Awaited,
    AwaitEnd,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitLift,
    AwaitNothing,
    AwaitParlay,
    AwaitWagers,
    awaits,
)
from upcard.table.commands import Command, EndGame, LiftWager, PressDeal, StartGame
from upcard.table.events import Event
from upcard.table.handle import handle
from upcard.table.refusals import Refused
from upcard.table.rounds import Round

Answer = Callable[[Round, Awaited], Command | None]
"""The answer to what the table awaits; None stops."""


Watch = Callable[[Round, Sequence[Event]], None]
"""Receives the round and its newest events."""


def play_on(
    round_: Round,
    answer: Answer,
    *,
    watch: Watch | None = None,
    refused: Callable[[Refused], None] | None = None,
) -> tuple[Round, list[Event]]:
    """
    Answer what the table awaits until the round is over or *answer* returns None.

    *watch* is called after each command. If the table refuses a command, *refused* is called and
    *answer* is asked again; without *refused* the refusal is raised.
    """
    events: list[Event] = []
    while not isinstance(awaited := awaits(round_), AwaitNothing):
        command = answer(round_, awaited)
        if command is None:
            break
        try:
            round_, happened = handle(round_, command)
        except Refused as refusal:
            if refused is None:
                raise
            refused(refusal)
        else:
            events += happened
            if watch is not None:
                watch(round_, happened)
    return round_, events


def routine(awaited: Awaited) -> Command | None:
    """The answer where there is no choice: START GAME, lifting wagers, DEAL and END GAME."""
    match awaited:
        case AwaitWagers():
            return StartGame()
        case AwaitLift(wagers):
            return LiftWager(*wagers[0])
        case AwaitDealKey():
            return PressDeal()
        case AwaitEnd():
            return EndGame()
        case _:
            return None


def declined(awaited: Awaited) -> Command | None:
    """The answer of a player who takes no insurance, makes no late wager and moves no winnings."""
    asked = AwaitInsurance | AwaitLateWagers | AwaitParlay
    return PressDeal() if isinstance(awaited, asked) else None
