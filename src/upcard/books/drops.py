"""Rounds, drop and win by table, day and dealer, compared with the expected values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from upcard.books.exports import Millionths
from upcard.books.hand_dealt import BY_HAND
from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.books.theories import Band, expected, sum_of
from upcard.money import Cents
from upcard.room.projections.totals import DealerTotal
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
    spots: int | None
    """First wagers, counted; None, here and below, where every round was dealt by hand."""
    drop: Cents | None
    """First wagers."""
    staked: Cents | None
    """Everything that lay on hands, doubles and splits included."""
    win: Cents | None
    hold: Millionths | None
    """Win over drop."""
    expected_win: Cents | None
    """With best play; None where the game is not solved."""
    variance: Cents | None
    """Actual less theoretical win."""
    band: Cents | None
    is_inside: bool | None
    by_hand: int = 0
    """Rounds that were dealt by hand: their main wagers are in none of these figures."""
    unknown: str = ""
    """Why figures are missing; empty where they are all known."""


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
    drop: Cents | None
    win: Cents | None
    by_hand: int = 0
    unknown: str = ""
    """Why figures are missing; empty where they are all known."""


def build(record: FactSource, period: Period, stamp: Stamp) -> RoundsReport:
    """The rounds that ended in *period*."""
    history = History(record, period)
    sums = {
        (total.day, total.table, badge): dealt
        for total in history.totals
        for badge, dealt in total.dealers.items()
    }
    dealers = tuple(_line(history, key, total) for key, total in sorted(sums.items()))
    places = sorted({(line.day, line.table) for line in dealers})
    return RoundsReport(
        header=history.header(NAME, TITLE, stamp),
        dealers=dealers,
        tables=tuple(_table_day(place, dealers) for place in places),
    )


def _line(history: History, key: tuple[date, str, str], total: DealerTotal) -> DealerDay:
    day, table, dealer = key
    is_seen = total.by_hand < total.rounds + total.voided
    theory = sum_of(
        (count, expected(history.figures(plays), MAIN, Cents(amount), None))
        for (plays, amount), count in total.stakes.items()
    )
    difference = total.win - theory.win
    is_known = theory.is_known and total.spots > 0
    return DealerDay(
        day=day,
        table=table,
        dealer=dealer,
        name=total.name,
        rounds=total.rounds,
        voided=total.voided,
        spots=total.spots if is_seen else None,
        drop=Cents(total.drop) if is_seen else None,
        staked=Cents(total.staked) if is_seen else None,
        win=Cents(total.win) if is_seen else None,
        hold=_hold(total) if is_seen else None,
        expected_win=Cents(round(theory.win)) if is_known else None,
        variance=Cents(round(difference)) if is_known else None,
        band=Band(theory.variance).cents if is_known else None,
        is_inside=Band(theory.variance).is_inside(difference) if is_known else None,
        by_hand=total.by_hand,
        unknown=BY_HAND if total.by_hand else "",
    )


def _hold(total: DealerTotal) -> Millionths:
    return Millionths(round(Fraction(total.win * 10**6, total.drop)) if total.drop else 0)


def _table_day(place: tuple[date, str], dealers: Iterable[DealerDay]) -> TableDay:
    lines = [line for line in dealers if (line.day, line.table) == place]
    return TableDay(
        day=place[0],
        table=place[1],
        rounds=sum(line.rounds for line in lines),
        voided=sum(line.voided for line in lines),
        drop=_sum_of([line.drop for line in lines]),
        win=_sum_of([line.win for line in lines]),
        by_hand=sum(line.by_hand for line in lines),
        unknown=next((line.unknown for line in lines if line.unknown), ""),
    )


def _sum_of(amounts: list[Cents | None]) -> Cents | None:
    """What is known, added up; None where nothing is."""
    known = [amount for amount in amounts if amount is not None]
    return Cents(sum(known)) if known else None
