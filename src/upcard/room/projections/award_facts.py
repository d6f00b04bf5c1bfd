"""Facts about awards from claim to payment, win pages, and reportable wins from the tray."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.events import AwardClaimed, AwardPosted, AwardReversed, AwardVoided
from upcard.journal import Journal
from upcard.journal.entries import Name
from upcard.money import Cents
from upcard.plain import read, written_fields
from upcard.room.money_events import JackpotHappened, SlipIssued, SlipReprinted
from upcard.room.procedures.table_keys import spot_at
from upcard.room.projections.notebooks import Data, FactChange, Notebook, number_of
from upcard.room.projections.setup_facts import keep_plays
from upcard.room.projections.slip_cards import cards_on_page, note_confirm
from upcard.room.table_events import TableHappened
from upcard.room.thresholds import reportable_on
from upcard.table.events import AwardVerified
from upcard.table.events import HandButtonPressed as HandPressed
from upcard.table.rounds import Award, Round
from upcard.table.rounds import AwardState as TableAwardState
from upcard.table.settlements import Source

AWARD: Final = "award"
"""An award as it is now."""
AWARD_ON: Final = "award-on"
"""An award as it was after each time that something happened to it."""
PAYMENT: Final = "payment"
SLIP: Final = "slip"
TRAY_WIN: Final = "tray-win"


class AwardOutcome(StrEnum):
    """The status of an award."""

    PENDING = "pending"
    PAID = "paid"
    VOIDED = "voided"
    """The claim was taken off before it was paid."""
    REVERSED = "reversed"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardLine:
    """One award. Times and people are those of the record; 0 and empty where not yet."""

    award_id: str
    state: AwardOutcome
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
class Paid:
    """A posted award as tables and desks need it."""

    award_id: str
    progressive: str
    level: str
    amount: int
    before: int
    after: int
    at: str
    confirmed_by: str
    details: str
    table: str
    round: int
    spot: int
    wager: str
    page: int
    reversal: str

    @property
    def reversed_award(self) -> Award:
        """The award as its table knows it once it is reversed."""
        return Award(
            self.spot,
            self.wager,
            "",
            self.level,
            0,
            TableAwardState.REVERSED,
            Cents(self.amount),
            self.page,
        )


def line_of(data: Data) -> AwardLine:
    """The award that a fact says."""
    found: AwardLine = read(data["line"], AwardLine)
    return found


def paid_of(data: Data) -> Paid:
    """The same as tables and desks need it."""
    line = line_of(data)
    return Paid(
        award_id=line.award_id,
        progressive=line.progressive,
        level=line.level,
        amount=line.amount,
        before=line.meter_before,
        after=line.meter_after,
        at=line.paid_at,
        confirmed_by=data["paid_by"],
        details=data["details"],
        table=line.table,
        round=line.round,
        spot=data["spot"],
        wager=data["wager"],
        page=line.slip,
        reversal=line.reversal_id,
    )


def paid_award(book: Notebook, award_id: str) -> Paid | None:
    """An award that was posted, if there is one of that name."""
    data = book.get(Name(AWARD, award_id, 0))
    return paid_of(data) if data and data["paid_by"] else None


CONCERNS: Final = frozenset({JackpotHappened, SlipIssued, SlipReprinted, TableHappened})


def award_of_page(journal: Journal, number: int) -> str:
    """The award of a win page; empty where there is no such page."""
    fact = journal.fact(Name(SLIP, "", number))
    return str(json.loads(fact.payload)["award_id"]) if fact else ""


def take(book: Notebook, change: FactChange) -> None:
    """Write down what an entry does to awards."""
    for place, event in enumerate(change.events):
        match event:
            case JackpotHappened(event=AwardClaimed() as claim):
                _keep(book, change, _claimed(change, claim))
            case JackpotHappened(event=what):
                _follow(book, change, what)
            case SlipIssued():
                _slip_issued(book, change, event)
            case SlipReprinted(number):
                _reprinted(book, change, number)
            case TableHappened(event=AwardVerified() as verified):
                note_confirm(book, change, event.table, verified)
            case TableHappened():
                _tray_win(book, change, event, place)
            case _:
                pass


def _keep(book: Notebook, change: FactChange, data: Data, *, is_touched: bool = True) -> None:
    """The award as it is now, and as it is on this day."""
    award_id, version = data["line"]["award_id"], data.get("version", 0) + 1
    data = {**data, "version": version, "is_touched": is_touched}
    book.put(Name(AWARD, award_id, 0), change, data)
    book.put(Name(AWARD_ON, award_id, version), change, data)


def _claimed(change: FactChange, event: AwardClaimed) -> Data:
    table, _, number = event.award.round_id.rpartition("/")
    pressed = _pressed(change, table)
    spot, wager = (pressed.spot, pressed.wager) if pressed else (0, "")
    at_table = change.after.tables.get(table)
    round_ = at_table.round if at_table else None
    offer = round_.game.offers.get(wager) if round_ else None
    link = change.before.links.get(event.progressive)
    line = AwardLine(
        award_id=event.award.id,
        state=AwardOutcome.PENDING,
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
        hand=_outcome(round_, spot, wager) or event.award.details,
        stake=_stake(round_, spot, wager),
        meter_before=Cents(0),
        meter_after=Cents(0),
        amount=Cents(0),
        is_reported=False,
        claimed_day=change.day,
        claimed_at=change.at,
        claimed_by=str(event.award.by),
    )
    return {
        "line": written_fields(line),
        "claimed": change.sequence,
        "spot": spot_at(event.award.place),
        "wager": link.wager if link else wager,
        "details": event.award.details,
        "paid_by": "",
    }


def _pressed(change: FactChange, table: str) -> HandPressed | None:
    """The hand button that was pressed in the same entry."""
    for event in change.events:
        if isinstance(event, TableHappened) and event.table == table:
            if isinstance(event.event, HandPressed):
                return event.event
    return None


def _outcome(round_: Round | None, spot: int, wager: str) -> str:
    awards = round_.awards if round_ else ()
    return next((one.outcome for one in awards if (one.spot, one.wager) == (spot, wager)), "")


def _stake(round_: Round | None, spot: int, wager: str) -> Cents:
    found = round_.wager_on(spot, wager) if round_ else None
    return found.amount if found else Cents(0)


def _follow(book: Notebook, change: FactChange, event: JackpotEvent) -> None:
    """What happens to a claim: paid, voided, reversed."""
    match event:
        case AwardPosted(award=award):
            data = _known(book, award.id)
            line = _paid(line_of(data), change, event)
            _keep(book, change, {**data, "line": written_fields(line), "paid_by": event.by.name})
            name = Name(PAYMENT, event.progressive, change.sequence)
            book.put(name, change, {"award_id": award.id})
        case AwardVoided(award=award):
            data = _known(book, award.id)
            line = replace(
                line_of(data),
                state=AwardOutcome.VOIDED,
                voided_at=change.at,
                voided_by=str(event.by),
                void_reason=event.reason,
            )
            _keep(book, change, {**data, "line": written_fields(line)})
        case AwardReversed(award_id=award_id):
            data = _known(book, award_id)
            line = replace(
                line_of(data),
                state=AwardOutcome.REVERSED,
                reversal_id=event.reversal_id,
                reversed_at=change.at,
                reversed_by=str(event.by),
                reversal_approved_by=str(event.approved_by),
                reversal_reason=event.reason,
            )
            _keep(book, change, {**data, "line": written_fields(line)})
        case _:
            pass


def _known(book: Notebook, award_id: str) -> Data:
    data = book.get(Name(AWARD, award_id, 0))
    assert data is not None, f"award {award_id} was claimed"
    return data


def _paid(line: AwardLine, change: FactChange, event: AwardPosted) -> AwardLine:
    return replace(
        line,
        state=AwardOutcome.PAID,
        meter_before=event.display_before,
        meter_after=event.display_after,
        amount=event.amount,
        is_reported=reportable_on(change.day).is_reached(event.amount, line.stake),
        paid_day=change.day,
        paid_at=change.at,
        paid_by=str(event.by),
    )


def _slip_issued(book: Notebook, change: FactChange, event: SlipIssued) -> None:
    data = _known(book, event.award_id)
    line = replace(line_of(data), slip=event.number)
    _keep(book, change, {**data, "line": written_fields(line)})
    table = change.after.tables.get(line.table)
    name = Name(SLIP, "", event.number)
    if book.get(name) is not None:  # A number that is used twice must be seen.
        name = Name(SLIP, f"again {change.sequence}", event.number)
    slip: Data = {"award_id": event.award_id, "at": change.at, "issued": change.sequence}
    if table is not None and table.round is not None:
        slip["plays"] = keep_plays(book, change, table)
        slip |= cards_on_page(book, table, table.round, line.spot, line.wager)
    book.put(name, change, slip)


def _reprinted(book: Notebook, change: FactChange, number: int) -> None:
    slip = book.get(Name(SLIP, "", number))
    if slip is None:
        return
    data = _known(book, slip["award_id"])
    line = line_of(data)
    again = written_fields(replace(line, reprints=line.reprints + 1))
    _keep(book, change, {**data, "line": again}, is_touched=False)


def _tray_win(book: Notebook, change: FactChange, event: TableHappened, place: int) -> None:
    """A win from the tray that is reported for tax, too."""
    settled = getattr(event.event, "settlement", None)
    if settled is None or settled.source is not Source.TRAY or not settled.stake:
        return
    if not reportable_on(change.day).is_reached(settled.won, settled.stake):
        return
    win = TrayWin(
        day=change.day,
        at=change.at,
        sequence=change.sequence,
        table=event.table,
        round=change.after.tables[event.table].rounds,
        spot=settled.spot,
        wager=settled.wager,
        hand=settled.outcome,
        pays=settled.pays,
        stake=settled.stake,
        won=settled.won,
    )
    data = written_fields(win)
    book.put(Name(TRAY_WIN, event.table, number_of(change, place)), change, data)
