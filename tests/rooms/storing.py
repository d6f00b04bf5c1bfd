"""Make the stored room of this version: python -m tests.rooms.storing FOLDER.

Every release leaves such a room behind, and every later one must open it and show the same
figures. It is played in like a real room: random legal play, one award of each kind, a reversal,
an adjustment, a voided round, restarts from snapshots, and at the end a round in mid-hand. The
levels of its progressive have different rates and names that are not in alphabetical order.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.browser.servers import cut_for
from tests.faults.scripts import next_wish
from tests.memory_facts import MemoryFacts
from tests.postgres import Server, postgres_or_skip
from tests.room.houses import MEMBERS, PIN, PINS, UNIT, cut_wishes
from upcard import __version__
from upcard.books.histories import Period, Stamp
from upcard.books.reports import REPORTS
from upcard.cards import Card
from upcard.catalogue_games import game
from upcard.game.decisions import Decision
from upcard.jackpot import Parameters
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.journal import Answer
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.money_events import Link
from upcard.room.money_orders import (
    AdjustMeter,
    ConfirmWin,
    OpenProgressive,
    RecordBank,
    RecordDeposit,
    ReprintSlip,
    ReverseAward,
    SwipeAward,
)
from upcard.room.orders import Order, ReportMalfunction, Signature, Wish
from upcard.room.procedures.progressive_settings import usual_parameters
from upcard.room.projections.award_facts import award_of_page
from upcard.room.room_openings import Place, make_room, open_room
from upcard.room.rooms import Room
from upcard.room.snapshot_saves import save
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import (
    AbandonShoe,
    AddTable,
    OpenTable,
    Operate,
    ShuffleShoe,
    VoidRound,
)
from upcard.table import awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd, AwaitLift
from upcard.table.commands import (
    Choose,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.rounds import AwardState

TABLES = (
    TableSpec(
        table="bahama-1",
        rules="bahama-wsgc",
        decks=6,
        pack="match",
        paytables=(("bahama-progressive", "PT3"),),
        cut_card=216,
    ),
    TableSpec(
        table="bounty-1",
        rules="kings-bounty",
        decks=6,
        pack="blazing-7s-upcard",
        paytables=(("blazing-7s-upcard", "ML03"),),
        cut_card=234,
    ),
    TableSpec(
        table="bounty-2",
        rules="kings-bounty",
        decks=6,
        pack="blazing-7s-upcard",
        paytables=(("blazing-7s-upcard", "ML03"),),
        cut_card=234,
    ),
)
DEALERS = {"bahama-1": "deal-1", "bounty-1": "deal-2", "bounty-2": "sup-2"}
WAGERS = {
    "bahama-1": "bahama-progressive",
    "bounty-1": "blazing-7s-upcard",
    "bounty-2": "blazing-7s-upcard",
}
RATES = {
    "Mega": (Fraction(10, 100), Fraction(1, 300)),
    "Major": (Fraction(8, 100), Fraction(1, 700)),
    "Minor": (Fraction(6, 100), Fraction(0)),
}
"""What each level gets of a wager, and what its reserve gets."""
SNAPSHOT = 150
"""How many entries lie between two restarts."""


class Play:
    """A room while it is being played in, with restarts."""

    def __init__(self, place: Place) -> None:
        self.place, self.rng = place, random.Random("stored room")
        self.count = 0
        self.room: Room = make_room(
            place,
            name="Stored room",
            location="Main Street 1",
            kind=RoomKind.LIVE,
            day_starts_at=6,
            members=MEMBERS,
            pins=PINS,
        )

    def done(self, badge: str, wish: Wish, second: str | None = None) -> Answer:
        """An order that must be carried out."""
        self.count += 1
        order = Order(
            id=f"{self.count:032x}",
            by=Signature(badge, PIN),
            wish=wish,
            second=Signature(second, PIN) if second else None,
        )
        answer = self.room.submit(order)
        assert not answer.is_refused, f"{wish}: {answer.message}"
        return answer

    def key(self, table: str, command: Any) -> Answer:
        """A key of a table."""
        return self.done(DEALERS[table], Operate(table, command))

    def restart(self) -> None:
        """A snapshot exactly at the last entry, then another process."""
        save(self.room)
        self.room.close()
        self.room = open_room(self.place, pins=PINS)

    def shoe_for(self, table: str, wanted: Callable[[Sequence[Card]], bool]) -> None:
        """A new shoe, cut so that it begins as wanted."""
        self.done("sup-1", AbandonShoe(table, "a new shoe"))
        shoe = self.room.state.tables[table].shoe
        assert shoe is not None
        cut = cut_for(self.place.folder, table, shoe.number, shoe.deck, shoe.decks, wanted)
        for wish in cut_wishes(table, cut):
            self.done(DEALERS[table], wish)

    def random_rounds(self, table: str, keys: int) -> None:
        """Random legal play, to the end of a round."""
        wager = WAGERS[table]
        while keys > 0 or self.room.state.tables[table].round is not None:
            keys -= 1
            state = self.room.state
            round_ = state.tables[table].round
            if round_ is not None and isinstance(awaited := awaits(round_), AwaitAward):
                award = awaited.award
                if award.state is AwardState.DUE:
                    self.key(table, PressHandButton(award.spot, award.wager, award.outcome))
                else:
                    act = SwipeAward if award.is_verified else ConfirmWin
                    self.done("exec-1", act(table, award.spot, award.wager))
                continue
            self.done(DEALERS[table], next_wish(state, table, wager, self.rng))

    def winning_round(self, table: str, wanted: Callable[[Sequence[Card]], bool]) -> str:
        """A round with wagers on spot 1 whose award is paid; the award's id."""
        self.shoe_for(table, wanted)
        self.key(table, PlaceWager(1, "main", Cents(2500)))
        self.key(table, PlaceWager(1, WAGERS[table], UNIT if table != "bahama-1" else Cents(100)))
        self.key(table, StartGame())
        self.on_to_end(table)
        return award_of_page(self.room.journal, self.room.state.slips)

    def on_to_end(self, table: str, *, end: bool = True) -> None:
        """Stand on everything; claim and swipe what is won."""
        while (round_ := self.room.state.tables[table].round) is not None:
            match awaits(round_):
                case AwaitLift(wagers):
                    self.key(table, LiftWager(*wagers[0]))
                case AwaitDecision():
                    self.key(table, Choose(Decision.STAND))
                case AwaitAward(award) if award.state is AwardState.DUE:
                    self.key(table, PressHandButton(award.spot, award.wager, award.outcome))
                case AwaitAward(award):
                    act = SwipeAward if award.is_verified else ConfirmWin
                    self.done("exec-2", act(table, award.spot, award.wager))
                case AwaitEnd():
                    if not end:
                        return
                    self.key(table, EndGame())
                case _:
                    self.key(table, PressDeal())


def _sevens(suits: str) -> Callable[[Sequence[Card]], bool]:
    """Spot 1 gets two sevens and the dealer shows one: cards 1, 2 and 3."""

    def wanted(cards: Sequence[Card]) -> bool:
        first, upcard, second = cards[:3]
        held = [first, upcard, second]
        return all(one.rank == "7" for one in held) and ({one.suit for one in held} == set(suits))

    return wanted


def _four_alike(cards: Sequence[Card]) -> bool:
    """Four of a kind of one colour: spot 1's two cards and the dealer's two."""
    held = cards[:4]
    colours = {one.suit in "hd" for one in held}
    return len({one.rank for one in held}) == 1 and len(colours) == 1


def _parameters() -> Parameters:
    spec = TABLES[1]
    played = game(spec.rules, decks=6, pack=spec.pack, paytables=dict(spec.paytables))
    usual = usual_parameters("sevens", played, "blazing-7s-upcard", unit=UNIT)
    levels = tuple(
        replace(one, rate=RATES[one.name][0], reserve_rate=RATES[one.name][1])
        for one in usual.levels
    )
    return replace(usual, levels=levels, certified_rate=None)


def set_up(play: Play) -> None:
    """Tables, progressives, shoes."""
    for spec in TABLES:
        play.done("tech-1", AddTable(spec), "exec-1")
    bahama = game("bahama-wsgc", decks=6, pack="match", paytables={"bahama-progressive": "PT3"})
    single = usual_parameters(
        "bahama",
        bahama,
        "bahama-progressive",
        unit=UNIT,
        reserve=Fraction(5, 100),
        seeds={"meter": Cents(500_000)},
    )
    link = Link(
        progressive="bahama",
        wager="bahama-progressive",
        paytable="PT3",
        tables=("bahama-1",),
        executive_from=(("meter", Cents(500_000)),),
    )
    play.done("tech-1", OpenProgressive(single, link), "exec-1")
    link = Link(
        progressive="sevens",
        wager="blazing-7s-upcard",
        paytable="ML03",
        tables=("bounty-1", "bounty-2"),
        executive_from=(("Mega", Cents(500_000)),),
    )
    play.done("tech-1", OpenProgressive(_parameters(), link), "exec-1")
    for table, dealer in DEALERS.items():
        play.done("sup-1", OpenTable(table, dealer))
        play.done(dealer, ShuffleShoe(table, "the room opens"))
        for wish in cut_wishes(table, f"113 cut of {table}"):
            play.done(dealer, wish)


def play_in(place: Place) -> Play:
    """Everything that happens in the stored room."""
    play = Play(place)
    set_up(play)
    for table in ("bahama-1", "bounty-1", "bounty-2"):
        play.random_rounds(table, 40)
    play.restart()
    play.random_rounds("bounty-1", 30)
    play.winning_round("bounty-1", _sevens("hd"))
    first = play.winning_round("bounty-2", _sevens("s"))
    play.done(
        "acct-1",
        AdjustMeter(
            progressive="sevens",
            level="Minor",
            reason=AdjustmentReason.DISPLAY_ERROR,
            direction=AdjustmentDirection.RAISE,
            fund=Fund.METER,
            amount=Cents(1234),
            evidence="work order 7",
        ),
        "sup-1",
    )
    play.random_rounds("bahama-1", 30)
    play.restart()
    play.random_rounds("bounty-2", 30)
    play.done(
        "sup-1",
        ReverseAward(
            progressive="sevens",
            level="Major",
            award_id=first,
            reason="wrong hand",
        ),
        "exec-1",
    )
    play.winning_round("bahama-1", _four_alike)
    play.key("bounty-2", PlaceWager(3, "main", Cents(1000)))
    play.done("sup-1", VoidRound("bounty-2", "a fire alarm"))
    play.done("acct-1", RecordDeposit("sevens", Cents(100), "bank slip 12"))
    play.done("acct-1", RecordBank(Cents(9_000_000)))
    play.done("sup-1", ReportMalfunction("sensor 3", "stays lit"))
    play.done("sup-1", ReprintSlip(1))
    play.restart()
    play.random_rounds("bounty-1", 40)
    play.random_rounds("bounty-2", 40)
    # A round in mid-hand, with a hole card that no record tells.
    play.shoe_for("bahama-1", lambda cards: cards[3].rank in "6789" and cards[0].rank == "5")
    for spot in (1, 2):
        play.key("bahama-1", PlaceWager(spot, "main", Cents(2500)))
    play.key("bahama-1", StartGame())
    return play


def figures_of(room: Room, first: date, last: int | None = None) -> dict[str, Any]:
    """What the room shows: meters, funds, staff, tables, and every report up to entry *last*."""
    state = room.state
    stamp = Stamp(version="stored", package="stored", generated="2026-11-15T00:00:00Z")
    period = Period(first, first + timedelta(days=1))
    facts = MemoryFacts(room.entries(1, last))
    return {
        "sequence": room.sequence,
        "head": room.journal.head().hash,
        "funds": {
            f"{name}/{level}/{fund}": int(amount)
            for name, one in state.jackpots.progressives.items()
            for level, held in one.levels.items()
            for fund, amount in held.balances.items()
        },
        "carried": {
            f"{name}/{level}": [str(held.carried.display), str(held.carried.reserve)]
            for name, one in state.jackpots.progressives.items()
            for level, held in one.levels.items()
        },
        "staff": {badge: [one.name, one.role.value] for badge, one in state.staff.items()},
        "tables": {
            name: [one.rounds, one.shoes, one.shoe.dealt if one.shoe else 0, one.version]
            for name, one in state.tables.items()
        },
        "slips": state.slips,
        "reports": {
            name: json.loads(_as_json(kind.build(facts, period, stamp)))
            for name, kind in REPORTS.items()
        },
    }


def _as_json(report: Any) -> bytes:
    from upcard.books.exports import as_json

    return as_json(report)


def _packed(folder: Path, target: Path) -> None:
    with tarfile.open(target, "w:xz") as archive:
        for path in sorted(folder.rglob("*")):
            if path.name.endswith("-journal"):
                continue
            archive.add(path, path.relative_to(folder).as_posix(), recursive=False)


def _dumped(server: Server, database: str, target: Path) -> None:
    dump = subprocess.run(
        [
            str(server.binaries / "pg_dump"),
            "--no-owner",
            "--no-privileges",
            "--inserts",
            "--rows-per-insert=50",
            server.dsn(database),
        ],
        check=True,
        stdout=subprocess.PIPE,
    )
    target.write_bytes(dump.stdout)


def store(target: Path) -> None:
    """Write the rooms of this version, one from each database, and their figures."""
    target.mkdir(parents=True, exist_ok=True)
    work = target / "work"
    for kind in ("sqlite", "postgresql"):
        folder = work / kind
        server = postgres_or_skip() if kind == "postgresql" else None
        url = server.new_database() if server else None
        place = Place(url=url, folder=folder) if url else Place.at(folder)
        play = play_in(place)
        day = next(iter(play.room.entries())).day
        assert day is not None
        figures = figures_of(play.room, day)
        play.room.close()
        if server and url:
            _dumped(server, url.split("/")[3].split("?")[0], folder / "room.sql")
        _packed(folder, target / f"{__version__}-{kind}.tar.xz")
        text = json.dumps({"day": day.isoformat(), **figures}, indent=1, sort_keys=True)
        (target / f"{__version__}-{kind}.json").write_text(text + "\n")
    shutil.rmtree(work)


if __name__ == "__main__":
    store(Path(sys.argv[1]))
