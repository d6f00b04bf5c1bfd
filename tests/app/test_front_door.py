"""`from upcard import ...`: fast to import, typed, and showing itself in frames and notebooks."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import upcard
from upcard.app import presentations
from upcard.cli import app

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "examples" / "front_door.py"
LINES_MAX = 15
IMPORT_SECONDS_MAX = 0.1

# The smallest library with a DataFrame: what `to_frame` needs of polars.
POLARS = """
class DataFrame:
    def __init__(self, columns):
        self.columns = columns
    def __repr__(self):
        return repr(self.columns)
class Series: ...
class LazyFrame: ...
"""


def run(*words: str, path: Path | None = None, cwd: Path = PROJECT) -> str:
    """What Python prints with these words; *path* has modules for it."""
    package = Path(upcard.__file__).parents[1]
    paths = [package, path] if path else [package]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=env, cwd=cwd, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def document(*words: str) -> Any:
    """The JSON document that a command prints."""
    return json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)


def test_importing_upcard_takes_less_than_a_tenth_of_a_second_and_loads_no_part_of_it() -> None:
    code = (
        "import sys, time; start = time.process_time(); import upcard; "
        "print(time.process_time() - start, sum(m.startswith('upcard.') for m in sys.modules))"
    )
    told = [run("-c", code).split() for _ in range(3)]

    assert min(float(seconds) for seconds, _ in told) < IMPORT_SECONDS_MAX
    assert {parts for _, parts in told} == {"0"}


def test_every_name_of_the_front_door_is_there_and_explained() -> None:
    page = (PROJECT / "docs" / "python.md").read_text()

    assert 15 <= len(upcard.__all__) <= 25
    for name in upcard.__all__:
        assert getattr(upcard, name).__doc__, name
        assert f"`{name}" in page, f"docs/python.md does not explain {name}"


def test_the_contract_of_the_python_names_holds() -> None:
    assert upcard.odds("kings-bounty", decks=6).wagers["kings-bounty"].house_edge == Fraction(
        5980547, 25818598
    )
    assert upcard.solve("bahamas").house_edge_percent == pytest.approx(0.416871, abs=1e-6)
    assert upcard.simulate("bahamas", rounds=1000, seed=1).rounds == 1000


def test_odds_and_rules_are_called_though_they_are_packages_too() -> None:
    import upcard.odds.deals
    import upcard.rules.schema

    assert vars(upcard)["odds"] is sys.modules["upcard.odds"]
    assert vars(upcard)["rules"] is sys.modules["upcard.rules"]
    assert upcard.odds(wager="insurance", cards=48).wager == "insurance"
    assert upcard.rules("bahamas").title == "Bahamas Bonus Blackjack"


def test_the_json_of_the_command_line_is_the_dictionary_of_the_result() -> None:
    game = document("odds", "kings-bounty")
    plan = document("progressive", "plan", "blazing-7s-upcard:PT1")

    assert upcard.odds("kings-bounty").to_dict() == game
    assert upcard.plan("blazing-7s-upcard:PT1").to_dict() == plan
    assert upcard.rules("bahamas").to_dict() == document("rules", "show", "bahamas")


def test_a_wager_goes_by_its_name_or_with_its_paytable() -> None:
    wagers = upcard.odds("bahama-wsgc", decks=8, main=False).wagers

    assert wagers["trilux"].paytable == "TRI-04"
    assert wagers["trilux:TRI-01"].paytable == "TRI-01"
    assert "bonanza" not in wagers
    with pytest.raises(upcard.UpcardError, match="'bonanza' is not a wager of this game: it has"):
        wagers["bonanza"]


def test_a_paytable_of_your_own_is_priced_line_by_line() -> None:
    found = upcard.odds(wager="bet-the-set", pays={"suited-pair": "30:1", "pair": "6:1"}, decks=6)

    # Of the 311 cards the second can be: 5 suited pairs, 18 other pairs, 288 nothing.
    assert isinstance(found, upcard.OddsOfWager)
    assert found.house_edge == Fraction(288 - 30 * 5 - 6 * 18, 311)
    with pytest.raises(Exception, match="bet-the-set has no line 'pear': it has suited-pair, pair"):
        upcard.odds(wager="bet-the-set", pays={"pear": "30:1"})


def test_a_frame_takes_pandas_or_polars_or_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presentations, "FRAMES", ("no_such_frames",))
    with pytest.raises(upcard.UpcardError, match="needs pandas or polars, and neither is"):
        upcard.rules("bahamas").to_frame()


def test_results_show_themselves_in_a_notebook() -> None:
    chart = upcard.chart("blackjack")
    played = upcard.play("blackjack", chart=chart.chart)
    results = [
        upcard.rules("bahamas"),
        upcard.odds("bahamas", main=False),
        upcard.plan("blazing-7s-upcard:PT1"),
        played,
        upcard.replay(played.text),
        chart,
        upcard.simulate("blackjack", rounds=1000, chart=chart.chart),
    ]
    for result in results:
        page = ElementTree.fromstring(f"<div>{result._repr_html_()}</div>")
        (table,) = page.iter("table")
        rows = len(next(iter(result.columns().values())))

        assert len(list(table.iter("tr"))) == rows + 1
        assert repr(result) == f"<{type(result).__name__}: {result.heading}>"


def test_the_example_prices_charts_and_simulates_in_fifteen_lines(tmp_path: Path) -> None:
    frames = None
    if not any(find_spec(name) for name in presentations.FRAMES):
        frames = tmp_path / "frames"
        frames.mkdir()
        (frames / "polars.py").write_text(POLARS)
    told = run(str(EXAMPLE), "1e5", path=frames, cwd=tmp_path)

    assert len(EXAMPLE.read_text().splitlines()) <= LINES_MAX
    assert "house edge 9.6463%" in told
    assert "mine, 6 decks: house edge 0.4" in told
    assert "match-up" in told
    assert "<svg" in (tmp_path / "bahamas.svg").read_text()
