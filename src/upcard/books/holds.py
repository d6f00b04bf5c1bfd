"""Theoretical against actual hold and hits, wager by wager; drop and participation by spot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from upcard.books.exports import Millionths
from upcard.books.histories import Happened, Header, History, Period, Stamp, read_history
from upcard.books.ledgers import moves_by_level
from upcard.books.played import Floor, Latched, PlayedRound
from upcard.books.theories import Band, expected, expected_of_moved
from upcard.jackpot import Parameters
from upcard.jackpot.accounts import Fund
from upcard.jackpot.events import (
    AwardClaimed,
    AwardPosted,
    AwardReversed,
    AwardVoided,
    Contributed,
    Event,
    ParametersChanged,
    ProgressiveOpened,
)
from upcard.money import Cents
from upcard.room.events import JackpotHappened, Link, LinkMade
from upcard.room.records import Recorded
from upcard.table.rounds import MAIN
from upcard.table.settlements import Settlement, Source

NAME: Final = "holds"
TITLE: Final = "Hold and participation"
PPM: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
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
    wagers: int
    drop: Cents
    """What was wagered; of the main wager, the first wagers."""
    win: Cents
    hold: Millionths
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
    hits: int
    expected_hits: Millionths | None
    hit_frequency: Millionths
    expected_frequency: Millionths | None
    hits_inside: bool | None
    """Whether the number of hits lies within its own 95% band."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """How often a spot that played also made a side wager, and what was wagered."""

    table: str
    day: date
    wager: str
    spot: int
    rounds: int
    """Rounds in which the spot had a main wager."""
    wagers: int
    share: Millionths
    drop: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """What was wagered at a table on a day, by wager."""

    table: str
    day: date
    wager: str
    wagers: int
    drop: Cents
    win: Cents
    """Stakes taken less pays from the tray."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldsReport:
    """Hold, drop and participation of a period."""

    header: Header
    holds: tuple[Hold, ...]
    drops: tuple[Drop, ...]
    participation: tuple[Participation, ...]


class _Key(NamedTuple):
    table: str
    wager: str
    paytable: str
    progressive: str


@dataclass(slots=True)
class _Sum:
    wagers: int = 0
    drop: int = 0
    win: int = 0
    hits: int = 0
    is_known: bool = True
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    hit_mean: Fraction = Fraction(0)
    hit_variance: Fraction = Fraction(0)
    counts_hits: bool = True


@dataclass(slots=True)
class _Counting:
    """The sums while a history is read."""

    period: Period
    sums: dict[_Key, _Sum] = field(default_factory=dict)
    drops: dict[tuple[str, date, str], list[int]] = field(default_factory=dict)
    parts: dict[tuple[str, date, str, int], list[int]] = field(default_factory=dict)
    played: dict[tuple[str, date, int], int] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    parameters: dict[str, Parameters] = field(default_factory=dict)
    award_tables: dict[str, str] = field(default_factory=dict)

    def link_of(self, table: str, wager: str) -> Link | None:
        """The link that a wager at a table is on."""
        for link in self.links.values():
            if table in link.tables and link.wager == wager:
                return link
        return None


def build(entries: Iterable[Recorded], period: Period, stamp: Stamp) -> HoldsReport:
    """Hold and participation of *period*, from the rounds that ended in it."""
    history = read_history(entries, period)
    counting = _counted(history)
    return HoldsReport(
        header=history.header(NAME, TITLE, stamp),
        holds=tuple(_hold(key, counting.sums[key]) for key in sorted(counting.sums)),
        drops=tuple(
            Drop(table=table, day=day, wager=wager, wagers=count, drop=Cents(drop), win=Cents(win))
            for (table, day, wager), (count, drop, win) in sorted(counting.drops.items())
        ),
        participation=tuple(
            Participation(
                table=table,
                day=day,
                wager=wager,
                spot=spot,
                rounds=(rounds := counting.played.get((table, day, spot), 0)),
                wagers=count,
                share=_ppm(Fraction(count, rounds)) if rounds else Millionths(0),
                drop=Cents(drop),
            )
            for (table, day, wager, spot), (count, drop) in sorted(counting.parts.items())
        ),
    )


def _counted(history: History) -> _Counting:
    counting, floor = _Counting(history.period), Floor()
    for happened in history.events():
        ended = floor.take(happened)
        event = happened.event
        if isinstance(event, LinkMade):
            counting.links[event.link.progressive] = event.link
        elif isinstance(event, JackpotHappened):
            _count_jackpot(counting, floor, happened, event.event)
        if ended is not None and ended.day in history.period:
            _count_round(counting, ended)
    return counting


def _count_round(counting: _Counting, played: PlayedRound) -> None:
    for one in played.latched:
        if one.wager == MAIN:
            place = played.table, played.day, one.spot
            counting.played[place] = counting.played.get(place, 0) + 1
    for one in played.first_wagers:
        total = _sum(counting, played, MAIN)
        _add_theory(counting, total, played, MAIN, one.amount)
        _add_moved(total, played, one)
        total.wagers += 1
        total.drop += one.amount
        _add_drop(counting, played, MAIN, 1, one.amount, 0)
    for settlement in played.settlements:
        _count_settlement(counting, played, settlement)


def _count_settlement(counting: _Counting, played: PlayedRound, settled: Settlement) -> None:
    total = _sum(counting, played, settled.wager)
    tray = settled.won if settled.source is Source.TRAY else 0
    total.win += settled.taken - tray
    total.hits += settled.won > 0
    if settled.wager == MAIN:
        _add_drop(counting, played, MAIN, 0, 0, settled.taken - tray)
        return
    _add_theory(counting, total, played, settled.wager, settled.stake)
    total.wagers += 1
    total.drop += settled.stake
    _add_drop(counting, played, settled.wager, 1, settled.stake, settled.taken - tray)
    place = played.table, played.day, settled.wager, settled.spot
    part = counting.parts.setdefault(place, [0, 0])
    part[0] += 1
    part[1] += settled.stake


def _add_drop(
    counting: _Counting, played: PlayedRound, wager: str, count: int, drop: int, win: int
) -> None:
    line = counting.drops.setdefault((played.table, played.day, wager), [0, 0, 0])
    for place, amount in enumerate((count, drop, win)):
        line[place] += amount


def _sum(counting: _Counting, played: PlayedRound, wager: str) -> _Sum:
    offer = played.plays.game.offers.get(wager)
    link = counting.link_of(played.table, wager)
    paytable = offer.paytable if offer else ""
    key = _Key(played.table, wager, paytable, link.progressive if link else "")
    return counting.sums.setdefault(key, _Sum())


def _add_theory(
    counting: _Counting, total: _Sum, played: PlayedRound, wager: str, stake: Cents
) -> None:
    link = counting.link_of(played.table, wager)
    parameters = counting.parameters.get(link.progressive) if link else None
    found = expected(played.plays, wager, stake, parameters) if stake else None
    if found is None:
        total.is_known = False
        return
    total.mean += found.win
    total.variance += found.variance
    if found.hit is None:
        total.counts_hits = False
        return
    total.hit_mean += found.hit
    total.hit_variance += found.hit * (1 - found.hit)


def _add_moved(total: _Sum, played: PlayedRound, wager: Latched) -> None:
    """What winnings should bring that were moved onto a main wager."""
    moved = played.moved.get(wager.spot)
    if not moved:
        return
    first, second, *_ = played.cards_of(wager.spot, len(played.happened))
    up = played.dealer_cards(len(played.happened))[0]
    found = expected_of_moved(played.plays, wager.amount, moved, (first, second, up))
    if found is None:
        total.is_known = False
        return
    total.mean += found.win
    total.variance += found.variance


def _count_jackpot(counting: _Counting, floor: Floor, happened: Happened, event: Event) -> None:
    """What a wager put into the meters, and what the house put in as new seeds."""
    match event:
        case ProgressiveOpened() | ParametersChanged():
            counting.parameters[event.parameters.name] = event.parameters
        case Contributed():
            put_in = _from(event, Fund.CONTRIBUTIONS)
            _charge(counting, floor, happened.day, event.progressive, event.start_id, put_in)
        case AwardClaimed() | AwardPosted() | AwardVoided():
            counting.award_tables[event.award.id] = event.award.round_id
            seeds = _from(event, Fund.SEEDS)
            _charge(counting, floor, happened.day, event.progressive, event.award.round_id, seeds)
        case AwardReversed():
            round_id = counting.award_tables[event.award_id]
            seeds = _from(event, Fund.SEEDS)
            _charge(counting, floor, happened.day, event.progressive, round_id, seeds)
        case _:
            pass


def _from(event: Event, fund: Fund) -> int:
    """What an event took out of a source of money, less what it put back."""
    moves = [move for _, of_level in moves_by_level(event.moves) for move in of_level]
    return sum(
        move.amount * ((move.source.fund is fund) - (move.target.fund is fund)) for move in moves
    )


def _charge(
    counting: _Counting, floor: Floor, day: date, progressive: str, round_id: str, amount: int
) -> None:
    """Put a cost to the wager of a progressive at the table of a round."""
    table, link = round_id.rpartition("/")[0], counting.links.get(progressive)
    if link is None or not amount or day not in counting.period:
        return
    offer = floor.plays[table].game.offers.get(link.wager)
    key = _Key(table, link.wager, offer.paytable if offer else "", progressive)
    counting.sums.setdefault(key, _Sum()).win -= amount


def _ppm(exact: Fraction) -> Millionths:
    """*exact* in millionths, to the nearest."""
    return Millionths(round(exact * PPM))


def _hold(key: _Key, total: _Sum) -> Hold:
    drop, count = total.drop, total.wagers
    is_known = total.is_known and count > 0
    counts_hits = is_known and total.counts_hits
    difference = total.win - total.mean
    return Hold(
        table=key.table,
        wager=key.wager,
        paytable=key.paytable,
        progressive=key.progressive,
        wagers=count,
        drop=Cents(drop),
        win=Cents(total.win),
        hold=_ppm(Fraction(total.win, drop)) if drop else Millionths(0),
        expected_win=Cents(round(total.mean)) if is_known else None,
        expected_hold=_ppm(total.mean / drop) if is_known and drop else None,
        variance=Cents(round(difference)) if is_known else None,
        variance_share=_ppm(difference / drop) if is_known and drop else None,
        band=Band(total.variance).cents if is_known else None,
        is_inside=Band(total.variance).is_inside(difference) if is_known else None,
        hits=total.hits,
        expected_hits=_ppm(total.hit_mean) if counts_hits else None,
        hit_frequency=_ppm(Fraction(total.hits, count)) if count else Millionths(0),
        expected_frequency=_ppm(total.hit_mean / count) if counts_hits else None,
        hits_inside=Band(total.hit_variance).is_inside(total.hits - total.hit_mean)
        if counts_hits
        else None,
    )
