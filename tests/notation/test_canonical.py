"""One round, one text: in whatever order its lines come, they are written in the same order."""

import random
from pathlib import Path

import pytest

from tests.faults.counts import count
from tests.rounds.finding import golden_rules
from upcard.notation import Replayed, canonical, replay, write_round
from upcard.notation.lines import HEADERS
from upcard.notation.record_lines import Record, read_records

ROUNDS = sorted((Path(__file__).parents[1] / "rounds").rglob("*.round"))
SHUFFLES = count(1, 20)


def written(done: Replayed) -> str:
    """A replayed round as text."""
    comments, base = done.record.comments, golden_rules(done.round.game.rules.name)
    return write_round(done.round, done.events, meters=done.meters, comments=comments, base=base)


def shuffled(record: Record, rng: random.Random) -> str:
    """The same round with its headers, its lines and the spots of its seats in another order."""
    lines = list(map(str, record.lines))
    for index, line in enumerate(record.lines):
        if line.key == "seat":
            player, *spots = line.words
            lines[index] = " ".join(("seat", player, *rng.sample(spots, len(spots))))
    return "\n".join([*record.comments, *rng.sample(lines, len(lines)), ""])


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_the_order_of_its_lines_does_not_change_a_round(path: Path) -> None:
    text = path.read_text()
    first = replay(text, golden_rules)
    rng = random.Random(path.name)

    for _ in range(SHUFFLES):
        done = replay(shuffled(first.record, rng), golden_rules)

        assert (done.round, done.events) == (first.round, first.events)
        assert written(done) == text
        assert str(canonical(done.record, golden_rules)) == text


@pytest.mark.parametrize("path", ROUNDS[::25], ids=lambda path: path.stem)
def test_headers_that_only_say_a_default_are_left_out(path: Path) -> None:
    text = path.read_text()
    done = replay(text, golden_rules)
    game, keys = done.round.game, {line.key for line in done.record.lines}
    defaults = {
        "decks": f"decks {game.decks}",
        "pack": f"pack {game.pack}",
        "limits": f"limits main {game.limits.main_min // 100} {game.limits.main_max // 100}",
        "set": f"set spots_max {game.rules.spots_max}",
    }
    said = [line for key, line in defaults.items() if key not in keys and "None" not in line]
    assert said

    assert written(replay("\n".join([text.rstrip("\n"), *said]), golden_rules)) == text


def test_a_wager_may_be_written_before_those_it_needs() -> None:
    text = (
        "rules   bahama-rack-card\n"
        "dealer        9h [7c] 5d          = 21\n"
        "1       25    8s 9d S             = 17 lose -25\n"
        "1       side  match-up 5          = one-unsuited 20\n"
        "1       side  match-down 5        = nothing -5\n"
    )
    lines = text.splitlines()

    assert written(replay(text, golden_rules)) == text
    assert written(replay("\n".join(lines[::-1]), golden_rules)) == text


def test_the_golden_rounds_have_every_header() -> None:
    keys = {line.key for path in ROUNDS for line in next(read_records(path.read_text())).lines}

    assert set(HEADERS) < keys
