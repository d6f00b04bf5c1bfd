"""Commands and events survive being written as JSON and read back; nonsense is named."""

import json
import random
from typing import Any

import pytest

from tests.every_game.players import a_random_table, play_at_random
from upcard.app.played_rounds import replay
from upcard.cards import Card
from upcard.catalogue import CATALOGUE, rules_of
from upcard.money import Cents
from upcard.plain import read, tagged, written
from upcard.plain_texts import tagged_text
from upcard.table import Decision
from upcard.table.codec import CodecError, command_from_data, event_from_data, to_data
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    EndGame,
    PlaceWager,
    PressHandButton,
    TakeSeat,
)
from upcard.table.movements import Movement, movements
from upcard.table.rounds import Round

COMMANDS: list[Command] = [
    TakeSeat("anna", (1, 2)),
    PlaceWager(1, "main", Cents(500)),
    Deal(Card.parse("9h")),
    Choose(Decision.DOUBLE),
    PressHandButton(1, "bonanza", "any-20"),
    ConfirmAward(1, "bonanza", Cents(5)),
    EndGame(),
]


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_event_of_random_rounds_reads_back(name: str) -> None:
    rng = random.Random(f"{name} codec")
    for _ in range(30):
        for event in play_at_random(a_random_table(rules_of(name), rng), rng).events:
            assert event_from_data(json.loads(json.dumps(to_data(event)))) == event


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_a_command_reads_back(command: Command) -> None:
    assert command_from_data(json.loads(json.dumps(to_data(command)))) == command


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "kind is None: write one of TakeSeat"),
        ({"kind": "CardDealt", "to": "1", "card": "9h"}, "kind is 'CardDealt'"),
        ({"kind": ["Deal"]}, "kind is \\['Deal'\\]"),
        ({"kind": "Deal"}, "Deal: card is missing: write card"),
        ({"kind": "Deal", "card": "1h"}, "card is '1h': '1h' is not a card"),
        ({"kind": "Deal", "card": 7}, "card is 7: write card"),
        ({"kind": "Choose", "decision": "pray"}, "decision is 'pray': write one of hit, stand"),
        ({"kind": "EndGame", "now": 1}, "EndGame: now is not a field: write nothing"),
        ({"kind": "TakeSeat", "player": "a", "spots": 1}, "spots is 1: write a list"),
        ({"kind": "TakeSeat", "player": "a", "spots": ["1"]}, "spots.0 is '1': write a whole"),
        (
            {"kind": "PlaceWager", "spot": 1, "wager": "main", "amount": 1.0},
            "amount is 1.0: write a whole number",
        ),
        (
            {"kind": "PlaceWager", "spot": True, "wager": "main", "amount": 1},
            "spot is True: write a whole number",
        ),
    ],
)
def test_nonsense_is_named(data: Any, sentence: str) -> None:
    with pytest.raises(CodecError, match=sentence):
        command_from_data(data)


def test_a_choice_of_texts_reads_back_and_any_other_text_is_named() -> None:
    (movement,) = movements(settled_round())
    data = json.loads(json.dumps(written(movement)))

    assert read(data, Movement) == movement
    with pytest.raises(CodecError, match="tone is 'won': write one of '', 'win', 'lose', 'push'"):
        read({**data, "tone": "won"}, Movement)


def test_the_text_of_a_value_is_what_its_data_say() -> None:
    (movement,) = movements(settled_round())

    assert json.loads(tagged_text(movement)) == tagged(movement)


def settled_round() -> Round:
    """A round of one spot that is over."""
    done = replay("rules blackjack\ndealer 6h [Ac] 5s 7d = 19\n1 10 Tc 8d S = 18 lose -10\n")
    return done.rounds[0].round
