"""Rounds, drop and win by table, day and dealer, against what the game should bring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from upcard.books.exports import Millionths
from upcard.books.histories import Header, Period, Stamp, read_history
from upcard.books.played import PlayedRound, RoundState, rounds_of
from upcard.books.theories import Band, expected
from upcard.money import Cents
from upcard.room.records import Recorded
from upcard.table.rounds import MAIN

NAME: Final = "rounds"
TITLE: Final = "Rounds by dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerDay:
    """The main wagers that one dealer dealt at one table on one gaming day."""

    day: date
    table: str
    dealer: str
    """The badge."""
    name: str
    rounds: int
    voided: int
    """Rounds that a supervisor ended, not counted among the others."""
    spots: int
    """First wagers, counted."""
    drop: Cents
    """First wagers."""
    staked: Cents
    """Everything that lay on hands, doubles and splits included."""
    win: Cents
    hold: Millionths
    """Win over drop."""
    expected_win: Cents | None
    """With best play; None where the game is not solved."""
    variance: Cents | None
    """Actual less theoretical win."""
    band: Cents | None
    is_inside: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsReport:
    """The rounds of a period."""

    header: Header
    dealers: tuple[DealerDay, ...]
    tables: tuple[TableDay, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDay:
    """How many rounds a table dealt on one gaming day, and what its main wagers came to."""

    day: date
    table: str
    rounds: int
    voided: int
    drop: Cents
    win: Cents


@dataclass(slots=True)
class _Sum:
    rounds: int = 0
    voided: int = 0
    spots: int = 0
    drop: int = 0
    staked: int = 0
    win: int = 0
    is_known: bool = True
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)


def build(entries: Iterable[Recorded], period: Period, stamp: Stamp) -> RoundsReport:
    """The rounds that ended in *period*."""
    history = read_history(entries, period)
    names = history.names
    sums: dict[tuple[date, str, str], _Sum] = {}
    for played in rounds_of(history):
        _count(sums.setdefault((played.day, played.table, played.dealer), _Sum()), played)
    dealers = tuple(_line(key, names, total) for key, total in sorted(sums.items()))
    places = sorted({(line.day, line.table) for line in dealers})
    return RoundsReport(
        header=history.header(NAME, TITLE, stamp),
        dealers=dealers,
        tables=tuple(_table_day(place, dealers) for place in places),
    )


def _count(total: _Sum, played: PlayedRound) -> None:
    is_ended = played.state is RoundState.ENDED
    total.rounds += is_ended
    total.voided += not is_ended
    for first in played.first_wagers:
        total.spots += 1
        total.drop += first.amount
        found = expected(played.plays, MAIN, first.amount, None)
        if found is None:
            total.is_known = False
        else:
            total.mean += found.win
            total.variance += found.variance
    for settled in played.settlements:
        if settled.wager == MAIN:
            total.staked += settled.stake
            total.win -= settled.net


def _line(key: tuple[date, str, str], names: dict[str, str], total: _Sum) -> DealerDay:
    day, table, dealer = key
    difference = total.win - total.mean
    is_known = total.is_known and total.spots > 0
    return DealerDay(
        day=day,
        table=table,
        dealer=dealer,
        name=names.get(dealer, ""),
        rounds=total.rounds,
        voided=total.voided,
        spots=total.spots,
        drop=Cents(total.drop),
        staked=Cents(total.staked),
        win=Cents(total.win),
        hold=Millionths(round(Fraction(total.win * 10**6, total.drop)) if total.drop else 0),
        expected_win=Cents(round(total.mean)) if is_known else None,
        variance=Cents(round(difference)) if is_known else None,
        band=Band(total.variance).cents if is_known else None,
        is_inside=Band(total.variance).is_inside(difference) if is_known else None,
    )


def _table_day(place: tuple[date, str], dealers: Iterable[DealerDay]) -> TableDay:
    lines = [line for line in dealers if (line.day, line.table) == place]
    return TableDay(
        day=place[0],
        table=place[1],
        rounds=sum(line.rounds for line in lines),
        voided=sum(line.voided for line in lines),
        drop=Cents(sum(line.drop for line in lines)),
        win=Cents(sum(line.win for line in lines)),
    )
