"""The JSON of the command line, as programs outside have read it since 0.2: value by value."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from upcard.cli import app

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text())

# What each of these documents has, in this order: their figures are tested elsewhere.
SOLVED = [
    "game",
    "decks",
    "house_edge_percent",
    "ev",
    "standard_deviation",
    "method",
    "assumptions",
    "seconds",
    "chart",
    "by_upcard",
    "by_hand",
    "exceptions",
    "decisions",
]
SIMULATED = [
    "game",
    "decks",
    "rounds",
    "seed",
    "ev",
    "standard_error",
    "standard_deviation",
    "ev_of_total_wager",
    "rounds_to_overcome_chance",
    "wagers",
    "spots",
    "wager_cents",
    "cut",
    "shoes_emptied",
    "fingerprint",
    "seconds",
    "rounds_per_second",
    "device",
    "engine",
    "strategy",
    "exact_ev",
    "z",
    "session",
    "command",
    "version",
    "rules_sha256",
]


def document(line: str) -> Any:
    """The JSON document that a command line prints."""
    return json.loads(CliRunner().invoke(app, [*shlex.split(line), "--json"]).stdout)


@pytest.mark.parametrize("line", GOLDEN)
def test_a_command_line_prints_the_document_that_it_always_printed(line: str) -> None:
    found = document(line)

    assert json.dumps(found, indent=1) == json.dumps(GOLDEN[line], indent=1)


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("solve blackjack --decks 1 --situation 'T6 v T' --exceptions 1", SOLVED),
        ("simulate blackjack --rounds 1000 --session 10", SIMULATED),
    ],
)
def test_a_command_line_prints_the_keys_that_it_always_printed(line: str, keys: list[str]) -> None:
    assert list(document(line)) == keys
