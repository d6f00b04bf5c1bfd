"""One driver answers what the table awaits, for whoever plays."""

import ast

import pytest

from tests.house.sources import package_files, shown, tree_of
from upcard.cards import read_cards
from upcard.catalogue_games import game
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.table import Refused, Round, handle
from upcard.table.awaits import AwaitCard, AwaitDecision, Awaited, AwaitNothing, awaits
from upcard.table.commands import Choose, Command, Deal, PlaceWager
from upcard.table.drivers import declined, play_on, routine
from upcard.table.events import Event
from upcard.table.rounds import MAIN

WITH_A_LOOP = {"src/upcard/table/drivers.py"}


def wagered() -> Round:
    """A round of blackjack with ten dollars on spot 1."""
    return handle(Round(game("blackjack")), PlaceWager(1, MAIN, Cents(1000)))[0]


class Player:
    """Deals from a list, and decides as told."""

    def __init__(self, cards: str, *decisions: Decision) -> None:
        self.cards, self.decisions = iter(read_cards(cards)), iter(decisions)

    def answer(self, round_: Round, awaited: Awaited) -> Command | None:
        """What the table gets."""
        match awaited:
            case AwaitCard():
                return Deal(next(self.cards))
            case AwaitDecision():
                return Choose(next(self.decisions))
        return routine(awaited) or declined(awaited)


def test_a_round_is_played_to_its_end_and_everything_that_happened_is_told() -> None:
    watched: list[Event] = []
    player = Player("Ts 6h 9d Kc 8s", Decision.STAND)
    round_, events = play_on(
        wagered(), player.answer, watch=lambda _, happened: watched.extend(happened)
    )

    assert isinstance(awaits(round_), AwaitNothing)
    assert [settled.net for settled in round_.settlements] == [1000]
    assert events == watched


def test_a_round_stops_where_nobody_answers() -> None:
    round_, events = play_on(wagered(), lambda _, awaited: routine(awaited))

    assert isinstance(awaits(round_), AwaitCard)
    assert events


def test_a_refused_command_is_told_and_asked_again_or_raised() -> None:
    cards, wrong = "Ts 6h 9d Kc 8s", Decision.SPLIT
    told: list[Refused] = []
    player = Player(cards, wrong, Decision.STAND)
    round_, _ = play_on(wagered(), player.answer, refused=told.append)

    assert isinstance(awaits(round_), AwaitNothing)
    assert [refusal.code.value for refusal in told] == ["decision-not-allowed"]
    with pytest.raises(Refused):
        play_on(wagered(), Player(cards, wrong).answer)


def test_nobody_else_loops_over_what_the_table_awaits() -> None:
    loops = {
        shown(path)
        for path in package_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.While) and _asks(node)
    }

    assert loops == WITH_A_LOOP


def _asks(node: ast.AST) -> bool:
    """Whether *node* calls `awaits`."""
    return any(
        isinstance(call, ast.Call) and getattr(call.func, "id", "") == "awaits"
        for call in ast.walk(node)
    )
