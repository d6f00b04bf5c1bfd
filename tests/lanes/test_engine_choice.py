"""Which engine plays a run, and what a run of it can and cannot do."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.lanes.lane_blocks_played import by_chart
from upcard.catalogue import CATALOGUE, rules_of
from upcard.commands.doctor import findings_here
from upcard.engine_names import AVX512, PORTABLE, SCALAR
from upcard.rules.setting_paths import with_settings
from upcard.simulation import SetupError, read_run, simulate
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX
from upcard.simulation.vector_engines import chosen_engine, engines_here

FASTEST = engines_here()[0]
REDOUBLED = with_settings(rules_of("free-bet"), {"doubling.doubles_max": "2"}, CATALOGUE)
"""What no vector engine plays."""


def test_the_fastest_engine_plays_what_it_can() -> None:
    found = upcard.simulate("blackjack", rounds=1000).to_dict()

    assert found["engine"] == FASTEST
    assert "engine_reason" not in found


def test_the_scalar_engine_plays_the_rest_and_says_why() -> None:
    found = upcard.simulate(REDOUBLED, rounds=1000).to_dict()

    assert found["engine"] == SCALAR
    assert found["engine_reason"] == "the house pays for doubles, and a hand may be doubled 2 times"


def test_lanes_play_wagers_on_the_dealers_hand() -> None:
    found = upcard.simulate("free-bet", rounds=1000, sides={"push-22": 5}).to_dict()

    assert found["engine"] == FASTEST


@pytest.mark.parametrize(
    ("engine", "more", "device", "sentence"),
    [
        (
            "quick",
            {},
            "cpu",
            "engine is 'quick': write auto, avx512, portable or scalar",
        ),
        ("gpu", {}, "cpu", "engine is 'gpu': write --device gpu instead"),
        (
            "portable",
            {},
            "cpu",
            "engine is 'portable': the vector engines cannot play this run because the house pays "
            "for doubles, and a hand may be doubled 2 times; write auto or scalar",
        ),
        (
            "portable",
            {},
            "gpu",
            "engine is 'portable': a GPU needs auto or scalar",
        ),
    ],
)
def test_an_engine_that_cannot_play_is_refused(
    engine: str, more: dict[str, Any], device: str, sentence: str
) -> None:
    with pytest.raises(upcard.UpcardError) as refused:
        upcard.simulate(REDOUBLED, rounds=1000, engine=engine, device=device, **more)

    assert str(refused.value) == sentence


def test_avx_512_is_refused_where_the_processor_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.simulation.vector_engines.has_feature", lambda _: False)

    assert engines_here() == (PORTABLE, SCALAR)
    with pytest.raises(SetupError, match="this processor has no AVX-512 VBMI"):
        chosen_engine(AVX512, by_chart("blackjack"))


def test_threads_and_executors_change_nothing() -> None:
    pack = by_chart("blackjack")
    engine, rounds = chosen_engine("auto", pack), 2 * ROUNDS_MAX
    alone = simulate(pack, rounds=rounds, seed=3, engine=engine)
    with ThreadPoolExecutor(2) as executor:
        other = simulate(pack, rounds=rounds, seed=3, engine=engine, executor=executor)

    assert simulate(pack, rounds=rounds, seed=3, engine=engine, threads=2) == alone == other
    assert alone.tally.rounds == rounds


def test_a_run_that_goes_on_is_the_run_in_one_piece() -> None:
    pack = by_chart("bahamas")
    engine, rounds = chosen_engine("auto", pack), ROUNDS_MAX + 12_345
    run = None
    for part in (1000, ROUNDS_MAX // 2, rounds):
        run = simulate(pack, rounds=part, seed=4, engine=engine, start=run)
        run = read_run(run.write())

    assert run == simulate(pack, rounds=rounds, seed=4, engine=engine)


def test_a_saved_run_of_the_scalar_engine_goes_on_under_no_other(tmp_path: Path) -> None:
    saved = tmp_path / "run.json"
    upcard.simulate("blackjack", rounds=1000, engine="scalar", save=saved)

    with pytest.raises(SetupError, match="extend it with --engine scalar"):
        upcard.simulate("blackjack", rounds=2000, save=saved)
    assert upcard.simulate("blackjack", rounds=2000, engine="scalar", save=saved).rounds == 2000


@pytest.mark.parametrize("session", [1, 15, 62])
def test_sessions_are_played_in_lanes(session: int) -> None:
    found = upcard.simulate("blackjack", rounds=1000, session=session).to_dict()

    assert (found["engine"], "engine_reason" in found) == (FASTEST, False)


@pytest.mark.parametrize("session", [63, 1000])
def test_few_sessions_are_played_in_lanes_only_where_an_engine_is_named(session: int) -> None:
    found = upcard.simulate("blackjack", rounds=1000, session=session).to_dict()
    asked = upcard.simulate("blackjack", rounds=1000, session=session, engine=PORTABLE).to_dict()

    assert found["engine"] == SCALAR
    assert found["engine_reason"] == "fewer than 16 sessions are played"
    assert (asked["engine"], "engine_reason" in asked) == (PORTABLE, False)


def test_the_command_that_repeats_a_run_names_its_engine_where_it_was_asked_for() -> None:
    found = upcard.simulate("blackjack", rounds=1000, engine="scalar").to_dict()

    assert found["command"] == "upcard simulate blackjack --rounds 1000 --seed 1 --engine scalar"


def test_doctor_lists_the_engines() -> None:
    told = next(finding.detail for finding in findings_here() if finding.name == "engines")

    assert told.startswith(", ".join(engines_here()))
