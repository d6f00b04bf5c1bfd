"""Which engine plays a run, and what a run of it can and cannot do."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import upcard
from tests.lanes.lane_blocks_played import by_chart
from upcard.catalogue import CATALOGUE, rules_of
from upcard.commands.doctor import findings_here
from upcard.engine_names import AVX512, PORTABLE
from upcard.rules.setting_paths import with_settings
from upcard.simulation import SetupError, read_run, simulate
from upcard.simulation.gpu.gpu_devices import card_names
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX
from upcard.simulation.vector_engines import chosen_engine, engines_here

FASTEST = engines_here()[0]
REDOUBLED = with_settings(rules_of("free-bet"), {"doubling.doubles_max": "2"}, CATALOGUE)
"""What no engine plays."""


def test_the_fastest_engine_plays() -> None:
    found = upcard.simulate("free-bet", rounds=1000, sides={"push-22": 5}).to_dict()

    assert found["engine"] == FASTEST


@pytest.mark.parametrize(
    ("engine", "device", "sentence"),
    [
        ("quick", "cpu", "engine is 'quick': write auto, avx512, portable or gpu"),
        ("scalar", "cpu", "engine is 'scalar': write auto, avx512, portable or gpu"),
        ("portable", "gpu", "engine is 'portable': a GPU plays by its own, gpu"),
        (
            "gpu",
            "dask://local:2",
            "engine is 'gpu': a cluster plays on processors; leave the device out",
        ),
    ],
)
def test_an_engine_that_cannot_play_is_refused(engine: str, device: str, sentence: str) -> None:
    with pytest.raises(upcard.UpcardError) as refused:
        upcard.simulate("house-money", rounds=1000, engine=engine, device=device)

    assert str(refused.value) == sentence


@pytest.mark.skipif(bool(card_names()), reason="this machine has a GPU")
def test_the_engine_of_a_gpu_is_its_device() -> None:
    with pytest.raises(SetupError, match="this machine has no NVIDIA GPU"):
        upcard.simulate("blackjack", rounds=1000, engine="gpu")


def test_a_house_that_no_engine_plays_is_refused_with_what_to_change() -> None:
    with pytest.raises(upcard.UpcardError) as refused:
        upcard.simulate(REDOUBLED, rounds=1000)

    assert str(refused.value) == (
        "the simulator cannot play this: free_bets.double_totals is not empty, and "
        "doubling.doubles_max is 2: write [] or 1"
    )


def test_avx_512_is_refused_where_the_processor_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.simulation.vector_engines.has_feature", lambda _: False)

    assert engines_here() == (PORTABLE,)
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


def test_a_saved_run_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    saved = tmp_path / "run.json"
    upcard.simulate("blackjack", rounds=1000, save=saved)
    run = json.loads(saved.read_text())
    saved.write_text(json.dumps({**run, "fingerprint": "0123456789abcdef"}))

    with pytest.raises(SetupError, match="another version of Upcard played it"):
        upcard.simulate("blackjack", rounds=2000, save=saved)


@pytest.mark.parametrize("session", [1, 15, 62, 63, 1000])
def test_sessions_are_the_same_by_every_engine(session: int) -> None:
    found, other = (
        upcard.simulate("blackjack", rounds=1000, session=session, engine=engine).to_dict()
        for engine in (FASTEST, PORTABLE)
    )

    assert (found["engine"], other["engine"]) == (FASTEST, PORTABLE)
    assert found["session"] == other["session"]


def test_the_command_that_repeats_a_run_names_no_engine() -> None:
    found = upcard.simulate("blackjack", rounds=1000, engine=PORTABLE).to_dict()

    assert found["command"] == "upcard simulate blackjack --rounds 1000 --seed 1"


def test_doctor_lists_the_engines() -> None:
    told = next(finding.detail for finding in findings_here() if finding.name == "engines")

    assert told.startswith(", ".join(engines_here()))
