"""
Grow a room, and measure what its age costs: python -m benchmarks.grow [ROUNDS...] [--day ROUNDS].

A room of 2,500 rounds a day is made for each number, and with --day one whose first gaming day
has that many (28,800 is a busy day of 20 tables).

The rooms are played like real ones, by the room's own rules of deciding, but written in large
transactions: 250,000 rounds are about three million entries. Each stays in a folder of its own
(UPCARD_GROWN, or the folder for temporary files), and is measured again without playing if it is
there.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from benchmarks.machine import machine
from tests.room.houses import PIN, PINS, Game, new_room, place_in, spec
from tests.room.houses import parameters as parameters_of
from upcard.game.decisions import Decision
from upcard.journal import Answer, Checkpoint
from upcard.journal.transactions import Writing
from upcard.money import Cents
from upcard.room.clocks import gaming_day, moment
from upcard.room.fairness.cuts import CutStage
from upcard.room.money_events import Link
from upcard.room.money_orders import ConfirmWin, OpenProgressive, SwipeAward
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.pins import CheckedPins
from upcard.room.projections.kept_totals import bring_up_to_date
from upcard.room.rooms import Room
from upcard.room.snapshot_saves import save
from upcard.room.state import RoomState
from upcard.room.table_orders import (
    AddTable,
    CloseCut,
    ConfirmCut,
    CutShoe,
    OpenTable,
    Operate,
    ShuffleShoe,
)
from upcard.table import awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd, AwaitLift, AwaitWagers
from upcard.table.commands import (
    Choose,
    Command,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.rounds import AwardState

SEED: Final = 2026
SIZES: Final = (2_500, 25_000, 250_000)
TABLES: Final = 20
ROUNDS_A_DAY: Final = 2_500
AFTERWARDS: Final = 400
"""Rounds on the day after a busy day, which is then over."""
TOGETHER: Final = 4_000
"""Orders in one transaction."""
GAME: Final = Game(
    "kings-bounty", "blazing-7s-upcard", "ML03", "blazing-7s-upcard", "", "", "Mega", 100
)
FIRST_DAY: Final = date(2026, 1, 1)


def main() -> None:
    """Grow a room of each size and print what it costs."""
    words = sys.argv[1:]
    busy = int(words.pop(words.index("--day") + 1)) if "--day" in words else 0
    sizes = [int(word) for word in words if word.isdecimal()] or ([] if busy else list(SIZES))
    print(f"machine: {machine()}; seed {SEED}; {TABLES} tables, {ROUNDS_A_DAY} rounds a day\n")
    for rounds in sizes:
        folder = grown(rounds)
        print(json.dumps(measured(folder, rounds)), flush=True)
    if busy:
        folder = grown(busy + AFTERWARDS, busy)
        print(json.dumps(measured(folder, busy + AFTERWARDS)), flush=True)


SHOWN: Final = {
    "start_s": "start",
    "win_page_s": "win page",
    "recall_s": "recall of a round",
    "holds_s": "hold report",
    "rounds_s": "rounds report",
    "significant_s": "significant events",
}


def plot(target: Path, lines: list[str]) -> None:
    """Draw what was measured: a line for each thing that people wait for."""
    import altair as alt

    from upcard.reports.drawings import drawn
    from upcard.reports.report_charts import in_chart, spec_of

    found = [json.loads(line) for line in lines if line.startswith("{")]
    rows = [
        {"rounds": one["rounds"], "seconds": one[name], "what": title}
        for one in found
        for name, title in SHOWN.items()
        if name in one
    ]
    chart = (
        alt.Chart(in_chart(rows))
        .mark_line(point={"size": 26})
        .encode(
            x=alt.X("rounds:Q", scale=alt.Scale(type="log"), title="rounds in the room"),
            y=alt.Y("seconds:Q", title="seconds", scale=alt.Scale(domain=[0, 1])),
            color=alt.Color("what:N", title=None),
        )
        .properties(width=520, height=220)
    )
    target.write_text(drawn(spec_of(chart)), "utf-8")


def grown(rounds: int, rounds_a_day: int | None = None) -> Path:
    """A room of so many rounds: made, if it is not there."""
    base = Path(os.environ.get("UPCARD_GROWN", tempfile.gettempdir())) / "upcard-grown"
    folder = base / (f"day-{rounds_a_day}" if rounds_a_day else str(rounds))
    if not (folder / "done").exists():
        folder.mkdir(parents=True)
        began = time.perf_counter()
        growing = Growing(folder, rounds_a_day)
        growing.play(rounds)
        save(growing.room)
        bring_up_to_date(growing.room.journal)
        growing.room.close()
        (folder / "done").write_text(f"{time.perf_counter() - began:.0f} s\n")
    return folder


class Growing:
    """A room that is played in by one random hand, in large transactions."""

    def __init__(self, folder: Path, rounds_a_day: int | None = None) -> None:
        self._rng = random.Random(SEED)
        hour = 6 if rounds_a_day else 12  # The gaming day begins at 6.
        self._at = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, hour, tzinfo=UTC)
        self._pause = timedelta(days=1) / (rounds_a_day or ROUNDS_A_DAY)
        self._ids = 0
        self._rounds = 0
        self.room = new_room(place_in(folder), clock=lambda: self._at)
        self._tables = [f"t{number:02}" for number in range(1, TABLES + 1)]
        self._set_up()

    def play(self, rounds: int) -> None:
        """Play so many rounds, some thousand orders in a transaction."""
        while self._rounds < rounds:
            self._write(rounds)

    def _set_up(self) -> None:
        for name in self._tables:
            self._submit("tech-1", AddTable(replace(spec(name, GAME), cut_card=230)), "exec-1")
        link = Link(
            progressive="prog",
            wager=GAME.wager,
            paytable=GAME.paytable,
            tables=tuple(self._tables),
            executive_from=(),
        )
        self._submit("tech-1", OpenProgressive(parameters_of(GAME), link), "exec-1")
        for name in self._tables:
            self._submit("sup-1", OpenTable(name, "deal-1"))
            self._submit("deal-1", ShuffleShoe(name, "new"))

    def _submit(self, badge: str, wish: Wish, second: str = "") -> None:
        order = self._order(badge, wish, second)
        answer = self.room.submit(order)
        assert not answer.is_refused, f"{wish}: {answer.message}"

    def _order(self, badge: str, wish: Wish, second: str = "") -> Order:
        self._ids += 1
        is_key = isinstance(wish, Operate)
        return Order(
            id=f"grow {self._ids}",
            by=Signature(badge, None if is_key else PIN),
            wish=wish,
            second=Signature(second, PIN) if second else None,
        )

    def _write(self, rounds: int) -> None:
        room = self.room
        with room.journal.engine.connect() as connection, connection.begin():
            writing = Writing(connection, room.journal.seals, [])
            answer: Answer | None = None
            for _ in range(TOGETHER):
                order = self._next()
                pins = CheckedPins.beforehand(room.pins, room.state.staff, order)
                answer = writing.carry_out(room._asked(order, pins), room._decide_order)
                assert not answer.is_refused, answer.message
                if self._rounds >= rounds:
                    break
            writing.write()
        assert answer is not None
        room._keep([answer])
        room._tell()

    def _next(self) -> Order:
        """What somebody does next at the table whose turn it is."""
        state = self.room._draft.state if self.room._draft else self.room.state
        table = self._tables[self._rounds % TABLES]
        badge, wish = self._wish(state, table)
        if isinstance(wish, Operate) and isinstance(wish.command, EndGame):
            self._rounds += 1
            self._at += self._pause
        at, hour = self._at, state.day_starts_at
        return replace(self._order(badge, wish), day=gaming_day(at, hour), at=moment(at))

    def _wish(self, state: RoomState, table: str) -> tuple[str, Wish]:
        at = state.tables[table]
        assert at.shoe is not None
        if at.round is None and at.shoe.is_past_cut_card:
            return "deal-1", ShuffleShoe(table, "cut card")
        if not at.shoe.is_cut:
            if not at.shoe.parts:
                return "deal-1", CutShoe(table, f"{1 + self._rng.randrange(200)} word")
            is_open = at.shoe.stage is CutStage.OPEN
            return "deal-1", CloseCut(table) if is_open else ConfirmCut(table)
        if at.round is not None:
            awaited = awaits(at.round)
            if isinstance(awaited, AwaitAward) and awaited.award.state is AwardState.CLAIMED:
                act = SwipeAward if awaited.award.is_verified else ConfirmWin
                return "sup-1", act(table, awaited.award.spot, awaited.award.wager)
        return "deal-1", Operate(table, self._key(state, table))

    def _key(self, state: RoomState, table: str) -> Command:
        round_ = state.tables[table].round
        if round_ is None:
            return PlaceWager(1, "main", Cents(1000))
        match awaits(round_):
            case AwaitWagers():
                wagers = (("main", 1), (GAME.wager, 1), ("main", 4), (GAME.wager, 4))
                if len(round_.wagers) < len(wagers):
                    name, spot = wagers[len(round_.wagers)]
                    return PlaceWager(spot, name, Cents(1000 if name == "main" else 500))
                return StartGame()
            case AwaitLift(wagers):
                return LiftWager(*wagers[0])
            case AwaitDecision(legal=legal):
                hand = round_.hands[round_.turn]
                is_low = hand.total.points < 17 and Decision.HIT in legal
                return Choose(Decision.HIT if is_low else Decision.STAND)
            case AwaitAward(award):
                return PressHandButton(award.spot, award.wager, award.outcome)
            case AwaitEnd():
                return EndGame()
            case _:
                return PressDeal()


def measured(folder: Path, rounds: int) -> dict[str, Any]:
    """What the room in *folder* costs: each thing in a process of its own."""
    found: dict[str, Any] = {"rounds": rounds}
    for name in MEASURES:
        command = [sys.executable, "-m", "benchmarks.grow", "--measure", name, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{name}: {done.stderr[-2000:]}")
        found |= json.loads(done.stdout)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return {**found, "kb_a_round": round(size / rounds / 1000, 2)}


def _timed(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return round(time.perf_counter() - began, 3)


def _opened(folder: Path) -> Room:
    from upcard.room.room_openings import Place, open_room

    return open_room(Place.at(folder), pins=PINS, any_software=True)


def _start(folder: Path) -> Iterator[tuple[str, float]]:
    began = time.perf_counter()
    room = _opened(folder)
    from upcard.screens.chronicles import Chronicle

    chronicle = Chronicle(room)
    chronicle.read_on()
    yield "start_s", round(time.perf_counter() - began, 3)
    yield "entries", room.sequence
    table = next(iter(room.state.tables))
    number = room.state.tables[table].rounds // 2
    yield "recall_s", _timed(lambda: _recalled(room, chronicle, table, number))
    yield "rounds_list_s", _timed(lambda: chronicle.rounds(None, most=50))
    yield "shoe_s", _timed(lambda: chronicle.shoe(table, 1))
    room.close()


def _recalled(room: Room, chronicle: Any, table: str, number: int) -> None:
    from upcard.screens.recalls import RoundRecall

    past = chronicle.round(table, number)
    recall = RoundRecall(room.journal, past, chronicle.game(past))
    assert recall.text()
    assert recall.steps()


def _slip(folder: Path) -> Iterator[tuple[str, float]]:
    from upcard.books.slips import slip_of, slip_pdf

    room = _opened(folder)
    if room.state.slips:
        slip_pdf(slip_of(room.journal, 1), is_reprint=True)  # The first loads the typesetter.
        last = room.state.slips
        made = _timed(lambda: slip_pdf(slip_of(room.journal, last), is_reprint=True))
        yield "win_page_s", made
    yield "win_pages", room.state.slips
    room.close()


def _reports(folder: Path) -> Iterator[tuple[str, float]]:
    """Each report of a day in the middle, of the last day, and of everything."""
    from upcard.books import Period
    from upcard.books.stamps import stamp_of
    from upcard.journal.facts import Wanted
    from upcard.room.projections.funds import DAY

    room = _opened(folder)
    days = sorted({date.fromisoformat(one.day) for one in room.journal.facts(Wanted(DAY))})
    days = [day for day in days if day.year == FIRST_DAY.year]  # Today's date is another.
    stamp = stamp_of(room.journal, days[0], "2026-11-15T00:00:00Z")
    for table in room.state.tables.values():  # The server does this when it starts.
        subprocess.run([sys.executable, "-c", _FIGURES, str(folder), table.spec.table], check=True)
        break
    closed = days[(len(days) - 1) // 2]
    before = _memory_mb()
    yield from _built(room, Period(closed, closed), stamp, "{}_s")
    yield "reports_mb", round(_memory_mb() - before, 1)
    yield "process_mb", round(_memory_mb(), 1)
    yield from _built(room, Period(days[-1], days[-1]), stamp, "last_day_{}_s")
    yield from _built(room, Period(days[0], days[-1]), stamp, "all_days_{}_s")
    yield "days", len(days)
    room.close()


def _built(room: Room, period: Any, stamp: Any, name: str) -> Iterator[tuple[str, float]]:
    from upcard.books import REPORTS
    from upcard.books.exports import as_json

    for report, kind in REPORTS.items():
        began = time.perf_counter()
        as_json(kind.build(room.journal, period, stamp))
        yield name.format(report), round(time.perf_counter() - began, 3)


_FIGURES: Final = """
import sys
from pathlib import Path
from benchmarks.grow import _opened
from upcard.books.histories import kept_figures
from upcard.room.projections.setup_facts import plays_of
room = _opened(Path(sys.argv[1]))
kept_figures(room.journal, plays_of(room.state.tables[sys.argv[2]]))
room.close()
"""


def _audit(folder: Path) -> Iterator[tuple[str, float]]:
    from upcard.journal import verify
    from upcard.room.care.audits import audit_room

    room = _opened(folder)
    chain = _timed(lambda: verify(room.journal))
    yield "chain_entries_a_s", round(room.sequence / chain)
    point = Checkpoint(room.sequence - 2000, room.journal.hash_of(room.sequence - 2000))
    yield "audit_after_s", _timed(lambda: audit_room(room.journal, after=point))
    if room.sequence < 400_000:
        whole = _timed(lambda: audit_room(room.journal))
        yield "audit_entries_a_s", round(room.sequence / whole)
    room.close()


def _memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


MEASURES: Final[dict[str, Callable[[Path], Iterator[tuple[str, float]]]]] = {
    "start": _start,
    "slip": _slip,
    "reports": _reports,
    "audit": _audit,
}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(dict(MEASURES[sys.argv[2]](Path(sys.argv[3])))))
    elif sys.argv[1:2] == ["--plot"]:
        plot(Path(sys.argv[2]), sys.stdin.readlines())
    else:
        main()
