"""Every award from claim to payment, voided claims and reversals included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Final

from upcard.books.histories import Happened, Header, History, Period, Stamp, read_history
from upcard.books.played import Floor, PlayedRound
from upcard.books.thresholds import reportable_on
from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.events import AwardClaimed, AwardPosted, AwardReversed, AwardVoided
from upcard.money import Cents
from upcard.room.events import JackpotHappened, SlipIssued, SlipReprinted, TableHappened
from upcard.room.records import Recorded
from upcard.table.events import AwardClaimed as HandPressed
from upcard.table.settlements import Source

NAME: Final = "awards"
TITLE: Final = "Awards"


class AwardState(StrEnum):
    """What became of an award."""

    PENDING = "pending"
    PAID = "paid"
    VOIDED = "voided"
    """The claim was taken off before it was paid."""
    REVERSED = "reversed"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardLine:
    """One award. Times and people are those of the record; 0 and empty where not yet."""

    award_id: str
    state: AwardState
    slip: int
    """The number of the win page."""
    progressive: str
    level: str
    percent: int
    winners: int
    """Among how many it is divided."""
    table: str
    round: int
    spot: int
    wager: str
    paytable: str
    hand: str
    """The line of the paytable."""
    stake: Cents
    meter_before: Cents
    meter_after: Cents
    amount: Cents
    is_reported: bool
    """Whether it is reported for tax."""
    claimed_day: date
    claimed_at: str
    claimed_by: str
    paid_day: date | None = None
    paid_at: str = ""
    paid_by: str = ""
    voided_at: str = ""
    voided_by: str = ""
    void_reason: str = ""
    reversal_id: str = ""
    reversed_at: str = ""
    reversed_by: str = ""
    reversal_approved_by: str = ""
    reversal_reason: str = ""
    reprints: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayWin:
    """A win from the chip tray that is reported for tax: no win page has its number."""

    day: date
    at: str
    sequence: int
    table: str
    round: int
    spot: int
    wager: str
    hand: str
    pays: str
    stake: Cents
    won: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardsReport:
    """The awards of which something happened in a period, and reported wins from the tray."""

    header: Header
    awards: tuple[AwardLine, ...]
    tray_wins: tuple[TrayWin, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A win page when it got its number: where it stands in the record, and the round so far."""

    number: int
    award_id: str
    entry: Recorded
    day: date
    round: PlayedRound | None
    events: int
    """How much of the round had happened."""


@dataclass(slots=True)
class AwardIndex:
    """All awards of a history, by id."""

    lines: dict[str, AwardLine] = field(default_factory=dict)
    slips: list[Moment] = field(default_factory=list)
    """Win pages in the order they were numbered."""
    touched: dict[str, set[date]] = field(default_factory=dict)
    """On which days something happened to an award."""


def build(entries: Iterable[Recorded], period: Period, stamp: Stamp) -> AwardsReport:
    """The awards of *period*."""
    history = read_history(entries, period)
    index = read_awards(history)
    return AwardsReport(
        header=history.header(NAME, TITLE, stamp),
        awards=tuple(
            line
            for line in index.lines.values()
            if any(day in period for day in index.touched[line.award_id])
        ),
        tray_wins=tuple(_tray_wins(history)),
    )


def read_awards(history: History) -> AwardIndex:
    """Every award of *history*."""
    index, floor = AwardIndex(), Floor()
    pressed: dict[str, tuple[str, HandPressed]] = {}
    for happened in history.events():
        floor.take(happened)
        entry, day, event = happened
        match event:
            case TableHappened(table=table, event=HandPressed() as press):
                pressed = {entry.command_id: (table, press)}
            case JackpotHappened(event=AwardClaimed() as claim):
                line = _claimed(happened, claim, floor, pressed.get(entry.command_id))
                _keep(index, line, day)
            case JackpotHappened(event=what):
                _follow(index, entry, day, what)
            case SlipIssued(number, award_id):
                line = replace(index.lines[award_id], slip=number)
                _keep(index, line, day)
                played = floor.current.get(line.table)
                index.slips.append(_moment(number, award_id, entry, day, played))
            case SlipReprinted(number):
                _reprinted(index, number)
            case _:
                pass
    return index


def _keep(index: AwardIndex, line: AwardLine, day: date) -> None:
    index.lines[line.award_id] = line
    index.touched.setdefault(line.award_id, set()).add(day)


def _moment(
    number: int, award_id: str, entry: Recorded, day: date, played: PlayedRound | None
) -> Moment:
    return Moment(
        number=number,
        award_id=award_id,
        entry=entry,
        day=day,
        round=played,
        events=len(played.happened) if played else 0,
    )


def _claimed(
    happened: Happened, event: AwardClaimed, floor: Floor, pressed: tuple[str, HandPressed] | None
) -> AwardLine:
    entry, day, _ = happened
    table, _, number = event.award.round_id.rpartition("/")
    spot, wager = (pressed[1].spot, pressed[1].wager) if pressed else (0, "")
    played = floor.current.get(table)
    due = played.award_due(spot, wager) if played else None
    offer = played.plays.game.offers.get(wager) if played else None
    stakes = {(one.spot, one.wager): one.amount for one in played.latched} if played else {}
    return AwardLine(
        award_id=event.award.id,
        state=AwardState.PENDING,
        slip=0,
        progressive=event.progressive,
        level=event.level,
        percent=event.award.percent,
        winners=event.award.winners,
        table=table,
        round=int(number) if number.isdecimal() else 0,
        spot=spot,
        wager=wager,
        paytable=offer.paytable if offer else "",
        hand=due.outcome if due else event.award.details,
        stake=stakes.get((spot, wager), Cents(0)),
        meter_before=Cents(0),
        meter_after=Cents(0),
        amount=Cents(0),
        is_reported=False,
        claimed_day=day,
        claimed_at=entry.at,
        claimed_by=str(event.award.by),
    )


def _follow(index: AwardIndex, entry: Recorded, day: date, event: JackpotEvent) -> None:
    """What happens to a claim: paid, voided, reversed."""
    match event:
        case AwardPosted(award=award):
            _keep(index, _paid(index.lines[award.id], entry, day, event), day)
        case AwardVoided(award=award):
            line = replace(
                index.lines[award.id],
                state=AwardState.VOIDED,
                voided_at=entry.at,
                voided_by=str(event.by),
                void_reason=event.reason,
            )
            _keep(index, line, day)
        case AwardReversed(award_id=award_id):
            line = replace(
                index.lines[award_id],
                state=AwardState.REVERSED,
                reversal_id=event.reversal_id,
                reversed_at=entry.at,
                reversed_by=str(event.by),
                reversal_approved_by=str(event.approved_by),
                reversal_reason=event.reason,
            )
            _keep(index, line, day)
        case _:
            pass


def _paid(line: AwardLine, entry: Recorded, day: date, event: AwardPosted) -> AwardLine:
    return replace(
        line,
        state=AwardState.PAID,
        meter_before=event.display_before,
        meter_after=event.display_after,
        amount=event.amount,
        is_reported=reportable_on(day).is_reached(event.amount, line.stake),
        paid_day=day,
        paid_at=entry.at,
        paid_by=str(event.by),
    )


def _reprinted(index: AwardIndex, number: int) -> None:
    for line in index.lines.values():
        if line.slip == number:
            index.lines[line.award_id] = replace(line, reprints=line.reprints + 1)
            return


def _tray_wins(history: History) -> Iterator[TrayWin]:
    """Wins from the tray within the period that are reported for tax, too."""
    floor = Floor()
    for happened in history.events():
        floor.take(happened)
        entry, day, event = happened
        if not isinstance(event, TableHappened) or day not in history.period:
            continue
        settlement = getattr(event.event, "settlement", None)
        if settlement is None or settlement.source is not Source.TRAY or not settlement.stake:
            continue
        if reportable_on(day).is_reached(settlement.won, settlement.stake):
            yield TrayWin(
                day=day,
                at=entry.at,
                sequence=entry.sequence,
                table=event.table,
                round=floor.current[event.table].number,
                spot=settlement.spot,
                wager=settlement.wager,
                hand=settlement.outcome,
                pays=settlement.pays,
                stake=settlement.stake,
                won=settlement.won,
            )
