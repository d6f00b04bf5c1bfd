"""The battery that a game passes by being in the catalogue."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.every_game.invariants import check_every_step
from tests.every_game.players import a_random_table, play_at_random
from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE
from upcard.notation import replay, write_round
from upcard.table import Round

GAMES = (*CATALOGUE.names("games"), PUSH_22)
DIGEST_ROUNDS = 40
PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", GAMES)
def test_random_legal_rounds_keep_every_invariant_and_survive_being_written(
    name: str, rounds_per_game: int
) -> None:
    rng = random.Random(f"{name} 2026")
    for _ in range(rounds_per_game):
        game_ = a_random_table(golden_rules(name), rng)
        played = play_at_random(game_, rng)
        check_every_step(Round(game_), played.events, played.round)
        text = write_round(played.round, played.events, meters=played.meters)
        again = replay(text, golden_rules)

        assert str(again.record) == text
        assert again.round == played.round
        assert again.events == played.events


def digest(name: str, rounds: int) -> str:
    """A hash over everything that happens in some rounds of a game."""
    rng = random.Random(f"{name} digest")
    hashed = hashlib.sha256()
    for _ in range(rounds):
        played = play_at_random(a_random_table(golden_rules(name), rng), rng)
        hashed.update(repr(played.events).encode())
        hashed.update(write_round(played.round, played.events, meters=played.meters).encode())
    return hashed.hexdigest()


def test_the_same_rounds_have_the_same_digest_under_three_hash_seeds() -> None:
    digests = {seed: _digests_under(seed) for seed in ("0", "1", "4242")}

    assert digests["0"] == digests["1"] == digests["4242"]
    assert len(set(digests["0"].split())) == len(GAMES)


def _digests_under(hash_seed: str) -> str:
    code = (
        "from tests.every_game.test_conformance import *\n"
        "print(*(digest(name, DIGEST_ROUNDS) for name in GAMES))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
