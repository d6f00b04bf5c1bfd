"""Results as files: the same bytes for the same input, and everything read back."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Setup, SetupError, figures, packed
from upcard.simulation.results.record_types import RunRecord
from upcard.simulation.results.result_files import (
    as_csv,
    as_json,
    as_parquet,
    check_format,
    read_csv,
    rows_of,
    write_results,
)
from upcard.simulation.results.run_records import run_record
from upcard.simulation.results.session_records import session_record
from upcard.simulation.runs import simulate
from upcard.simulation.session_runs import play_sessions, session_plan


def record_of(seconds: float) -> RunRecord:
    """A small run with sessions, which took *seconds*."""
    table = game("bahamas")
    pack = packed(Setup(game=table, chart=chart_for(table), sides={"match-up": Cents(500)}))
    run = simulate(pack, rounds=5000, seed=2)
    plan = session_plan(pack, rounds=5000, session=50, bankroll=Cents(7_500))
    played = play_sessions(pack, plan, seed=2)
    record = run_record(
        pack, run, seconds=seconds, device="cpu", engine="portable", strategy='a "chart", mine'
    )
    record["session"] = session_record(pack, plan, played, figures(pack, played.tally))
    return record


def test_rows_come_back_from_csv_as_they_were() -> None:
    record = record_of(1.0)
    rows = read_csv(as_csv(record).decode())

    assert rows == rows_of(record)
    values = {(row.table, row.of, row.name): row.value for row in rows}
    wager = record["wagers"]["match-up"]
    assert values["wager", "match-up", "ev"] == wager["ev"]
    assert values["outcome", "match-up", "nothing"] == wager["outcomes"]["nothing"]
    assert values["session", None, "ruin.bankroll"] == 7.5
    bars = [row.value for row in rows if row[0] == "session-histogram" and row.name == "count"]
    assert sum(bar or 0 for bar in bars) == 100
    assert [row.text for row in rows if row.name == "strategy"] == ['a "chart", mine']


def test_the_clock_changes_no_byte() -> None:
    quick, slow = record_of(1.0), record_of(2.0)

    assert as_csv(quick) == as_csv(slow)
    assert as_json(quick) == as_json(slow)
    assert json.loads(as_json(quick))["wagers"] == quick["wagers"]


def test_a_file_is_written_as_its_name_says(tmp_path: Path) -> None:
    record = record_of(1.0)
    write_results(record, tmp_path / "a.CSV")
    write_results(record, tmp_path / "a.json")

    assert (tmp_path / "a.CSV").read_bytes() == as_csv(record)
    assert (tmp_path / "a.json").read_bytes() == as_json(record)
    with pytest.raises(SetupError, match=r"its name ends in \.json, \.csv or \.parquet"):
        write_results(record, tmp_path / "a.xlsx")
    with pytest.raises(SetupError, match=r"the first line is a,b: write table,of,name"):
        read_csv("a,b\n1,2\n")


def test_without_pyarrow_parquet_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SetupError, match=r"install 'upcard\[parquet\]', or write \.csv or \.json"):
        check_format(Path("a.parquet"))


# Like Ray, pyarrow is in no lock: see the extras in pyproject.toml.
def test_rows_come_back_from_parquet_as_they_were() -> None:
    parquet = pytest.importorskip(
        "pyarrow.parquet", reason="pyarrow is not installed: it is the extra named parquet"
    )
    record = record_of(1.0)
    table = parquet.read_table(io.BytesIO(as_parquet(record)))

    assert [tuple(row.values()) for row in table.to_pylist()] == rows_of(record)
    assert as_parquet(record) == as_parquet(record_of(2.0))
