"""Theoretical and actual hold and hits by wager; drop and participation by spot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from upcard.books.exports import Millionths
from upcard.books.hand_dealt import BY_HAND
from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.books.theories import Band, Expected, Theory, expected, expected_of_moved, sum_of
from upcard.money import Cents
from upcard.room.projections.level_days import FLOW
from upcard.room.projections.past_rounds import MovedWinnings
from upcard.room.projections.totals import DayTotal, Dropped, PartKey, WagerKey, WagerTotal
from upcard.table.rounds import MAIN

NAME: Final = "holds"
TITLE: Final = "Hold and participation"
PPM: Final = 1_000_000
DEALT_BY_HAND: Final = "by hand"
"""Keeps the line of main wagers that nobody knows apart from those that are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerHold:
    """
    One wager at one table.

    The win of a progressive wager is what the house keeps: wagers less fixed pays, less what
    went to the meters, less new seeds. Meter awards are paid from what was put in before.
    """

    table: str
    wager: str
    paytable: str
    progressive: str
    """The progressive it feeds; empty where it feeds none."""
    wagers: int | None
    """None, here and below, for the main wagers of hand-dealt rounds."""
    drop: Cents | None
    """What was wagered; of the main wager, the first wagers."""
    win: Cents | None
    hold: Millionths | None
    """Win over drop."""
    expected_win: Cents | None
    """None, here and below, where the odds engine has no exact figure."""
    expected_hold: Millionths | None
    variance: Cents | None
    """Actual less theoretical win."""
    variance_share: Millionths | None
    """The same over the drop."""
    band: Cents | None
    """By how much chance moves the win, 95 of 100 times (normal band, exact deviation)."""
    is_inside: bool | None
    hits: int | None
    expected_hits: Millionths | None
    hit_frequency: Millionths | None
    expected_frequency: Millionths | None
    hits_inside: bool | None
    """Whether the number of hits lies within its own 95% band."""
    unknown: str = ""
    """Why the figures are missing; empty where they are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """How often a spot that played also made a side wager, and what was wagered."""

    table: str
    day: date
    wager: str
    spot: int
    rounds: int | None
    """Rounds in which the spot had a main wager; None where they were dealt by hand."""
    wagers: int
    share: Millionths | None
    drop: Cents
    unknown: str = ""
    """Why figures are missing; empty where they are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """What was wagered at a table on a day, by shift and wager."""

    table: str
    day: date
    shift: str = ""
    """The hour at which the shift began, in UTC; empty in a room without shifts."""
    wager: str
    wagers: int | None
    """None, here and below, for the main wagers of hand-dealt rounds."""
    drop: Cents | None
    win: Cents | None
    """Stakes taken less pays from the tray."""
    unknown: str = ""
    """Why the figures are missing; empty where they are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldsReport:
    """Hold, drop and participation of a period."""

    header: Header
    holds: tuple[WagerHold, ...]
    drops: tuple[Drop, ...]
    participation: tuple[Participation, ...]


class _Key(NamedTuple):
    table: str
    wager: str
    paytable: str
    progressive: str


class _Wager(NamedTuple):
    """A wager as theory knows it: what is played, how much, and what it feeds."""

    plays: str
    stake: Cents
    parameters: str


@dataclass(slots=True)
class _Sum:
    wagers: int = 0
    drop: int = 0
    win: int = 0
    hits: int = 0
    kinds: Counter[_Wager] = field(default_factory=Counter)
    moved: Counter[tuple[str, MovedWinnings]] = field(default_factory=Counter)
    """Main wagers onto which winnings were moved, by what is played."""


class _DropKey(NamedTuple):
    table: str
    day: date
    place_in_day: int
    """Of the shift."""
    shift: str
    wager: str
    is_by_hand: bool = False


@dataclass(slots=True)
class _Counting:
    """The sums while a period is read."""

    history: History
    day_starts_at: int
    sums: dict[_Key, _Sum] = field(default_factory=dict)
    drops: dict[_DropKey, Dropped | None] = field(default_factory=dict)
    """None for the main wagers of hand-dealt rounds."""
    parts: dict[tuple[str, date, PartKey], tuple[int, int, int]] = field(default_factory=dict)
    """Wagers and their drop, and the rounds of the spot."""
    by_hand: set[str] = field(default_factory=set)
    """Tables that had hand-dealt rounds."""
    paytables: dict[tuple[str, str], str] = field(default_factory=dict)
    """By what is played, and the wager."""


def build(record: FactSource, period: Period, stamp: Stamp) -> HoldsReport:
    """Hold and participation of *period*, from what its rounds add up to."""
    history = History(record, period)
    counting = _counted(history)
    return HoldsReport(
        header=history.header(NAME, TITLE, stamp),
        holds=tuple(_holds(history, counting)),
        drops=tuple(_drop(key, counting.drops[key]) for key in sorted(counting.drops)),
        participation=tuple(
            _participation(*where, counting.parts[where]) for where in sorted(counting.parts)
        ),
    )


def _drop(key: _DropKey, dropped: Dropped | None) -> Drop:
    return Drop(
        table=key.table,
        day=key.day,
        shift=key.shift,
        wager=key.wager,
        wagers=dropped.wagers if dropped else None,
        drop=Cents(dropped.drop) if dropped else None,
        win=Cents(dropped.win) if dropped else None,
        unknown="" if dropped else BY_HAND,
    )


def _participation(
    table: str, day: date, part: PartKey, counted: tuple[int, int, int]
) -> Participation:
    wagers, drop, rounds = counted
    share = _ppm(Fraction(wagers, rounds)) if rounds else Millionths(0)
    return Participation(
        table=table,
        day=day,
        wager=part.wager,
        spot=part.spot,
        rounds=None if part.is_by_hand else rounds,
        wagers=wagers,
        share=None if part.is_by_hand else share,
        drop=Cents(drop),
        unknown=BY_HAND if part.is_by_hand else "",
    )


def _holds(history: History, counting: _Counting) -> Iterator[WagerHold]:
    """Every wager by table, and the main wagers that nobody knows."""
    unknown = {_Key(table, MAIN, "", DEALT_BY_HAND) for table in counting.by_hand}
    for key in sorted({*counting.sums, *unknown}):
        if key in unknown:
            yield _unknown_hold(key.table)
        else:
            yield _hold(history, key, counting.sums[key])


def _unknown_hold(table: str) -> WagerHold:
    return WagerHold(
        table=table,
        wager=MAIN,
        paytable="",
        progressive="",
        wagers=None,
        drop=None,
        win=None,
        hold=None,
        expected_win=None,
        expected_hold=None,
        variance=None,
        variance_share=None,
        band=None,
        is_inside=None,
        hits=None,
        expected_hits=None,
        hit_frequency=None,
        expected_frequency=None,
        hits_inside=None,
        unknown=BY_HAND,
    )


def _counted(history: History) -> _Counting:
    counting = _Counting(history, history.room.day_starts_at if history.room else 0)
    for total in history.totals:
        _count(counting, total)
    for said in history.within(FLOW):
        for table, wager, paytable, amount in said.data["charges"]:
            key = _Key(table, wager, paytable, said.data["progressive"])
            counting.sums.setdefault(key, _Sum()).win -= amount
    return counting


def _count(counting: _Counting, total: DayTotal) -> None:
    for key, wager in total.wagers.items():
        _count_wager(_sum(counting, total.table, key), key, wager)
    for (shift, name), dropped in total.drops.items():
        counting.drops[_drop_key(counting, total, shift, name)] = dropped
    for shift in +total.by_hand:
        unknown = _drop_key(counting, total, shift, MAIN)._replace(is_by_hand=True)
        counting.drops[unknown] = None
        counting.by_hand.add(total.table)
    for part, (count, drop) in total.parts.items():
        counting.parts[total.table, total.day, part] = count, drop, total.played[part.spot]


def _drop_key(counting: _Counting, total: DayTotal, shift: str, wager: str) -> _DropKey:
    hour = int(shift[:2]) if shift else counting.day_starts_at
    place_in_day = (hour - counting.day_starts_at) % 24
    return _DropKey(total.table, total.day, place_in_day, shift, wager)


def _count_wager(into: _Sum, key: WagerKey, wager: WagerTotal) -> None:
    into.wagers += wager.wagers
    into.drop += wager.drop
    into.win += wager.win
    into.hits += wager.hits
    for stake, count in wager.stakes.items():
        into.kinds[_Wager(key.plays, Cents(stake), key.parameters)] += count
    for moved, count in wager.moved.items():
        into.moved[key.plays, moved] += count


def _sum(counting: _Counting, table: str, key: WagerKey) -> _Sum:
    place = key.plays, key.wager
    if place not in counting.paytables:
        offer = counting.history.plays(key.plays).game.offers.get(key.wager)
        counting.paytables[place] = offer.paytable if offer else ""
    where = _Key(table, key.wager, counting.paytables[place], key.progressive)
    return counting.sums.setdefault(where, _Sum())


def _theory(history: History, wager: str, total: _Sum) -> Theory:
    """What the wagers of a line should bring, with winnings that were moved onto main wagers."""
    kinds = [(count, _expected(history, wager, kind)) for kind, count in total.kinds.items()]
    moved = [
        (count, expected_of_moved(history.plays(plays), one))
        for (plays, one), count in total.moved.items()
    ]
    return sum_of([*kinds, *moved])


def _expected(history: History, wager: str, kind: _Wager) -> Expected | None:
    if not kind.stake:
        return None
    parameters = history.parameters(kind.parameters) if kind.parameters else None
    return expected(history.figures(kind.plays), wager, kind.stake, parameters)


def _ppm(exact: Fraction) -> Millionths:
    """*exact* in millionths, to the nearest."""
    return Millionths(round(exact * PPM))


def _hold(history: History, key: _Key, total: _Sum) -> WagerHold:
    drop, count = total.drop, total.wagers
    theory = _theory(history, key.wager, total)
    is_known = theory.is_known and count > 0
    counts_hits = is_known and theory.counts_hits
    difference = total.win - theory.win
    return WagerHold(
        table=key.table,
        wager=key.wager,
        paytable=key.paytable,
        progressive=key.progressive,
        wagers=count,
        drop=Cents(drop),
        win=Cents(total.win),
        hold=_ppm(Fraction(total.win, drop)) if drop else Millionths(0),
        expected_win=Cents(round(theory.win)) if is_known else None,
        expected_hold=_ppm(theory.win / drop) if is_known and drop else None,
        variance=Cents(round(difference)) if is_known else None,
        variance_share=_ppm(difference / drop) if is_known and drop else None,
        band=Band(theory.variance).cents if is_known else None,
        is_inside=Band(theory.variance).is_inside(difference) if is_known else None,
        hits=total.hits,
        expected_hits=_ppm(theory.hits) if counts_hits else None,
        hit_frequency=_ppm(Fraction(total.hits, count)) if count else Millionths(0),
        expected_frequency=_ppm(theory.hits / count) if counts_hits else None,
        hits_inside=Band(theory.hit_variance).is_inside(total.hits - theory.hits)
        if counts_hits
        else None,
    )
