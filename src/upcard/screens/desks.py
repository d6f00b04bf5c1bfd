"""The jackpot desk: meters, claims, paid awards, alarms and people, as one record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

from upcard.game.words import words_of
from upcard.jackpot import Fund, Level, Progressive
from upcard.jackpot.award_steps import amount_of
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.jackpot.levels import OpenAward
from upcard.jackpot.meter_adjustments import FUNDS
from upcard.money import Cents, show_money
from upcard.room.clocks import gaming_day
from upcard.room.device_watches import last_heard
from upcard.room.enrolled_devices import EnrolledDevice, lost_at
from upcard.room.events import MalfunctionReported
from upcard.room.fairness.table_shoes import ShoeAbandoned, ShoeVoided
from upcard.room.money_events import Link
from upcard.room.people.roles import Role
from upcard.room.people.staff import FAILURES_TOLD, AccessRecovered
from upcard.room.procedures.bank import deposit_due
from upcard.room.procedures.checklists import checklist_on
from upcard.room.procedures.confirmations import is_large
from upcard.room.projections.award_facts import Paid
from upcard.room.recorded_rules import rules_fault
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.screens.chronicles import Papers
from upcard.screens.desk_types import (
    AdjustmentChoice,
    ChecklistStep,
    DeskAlarm,
    DeskBank,
    DeskClaim,
    DeskDeposit,
    DeskDevice,
    DeskLevel,
    DeskProgressive,
    DeskRecord,
    DeskTable,
    PaidAward,
)
from upcard.screens.frames import shoe_record, stop_sentence
from upcard.screens.jackpot_displays import place_in, title_of
from upcard.table.games import CardSource

DEPOSIT_DAYS: Final = timedelta(days=7)
NOTICE: Final = timedelta(hours=72)
RECOVERY_SHOWN: Final = timedelta(days=7)


def desk_record(room: Room, past: Papers, now: datetime) -> DeskRecord:
    """Everything the desk shows."""
    state, point = room.as_of()
    return {
        "version": point.sequence,
        "progressives": [_progressive(state, name) for name in state.links],
        "claims": list(_claims(state, now.date())),
        "awards": [_award(award) for award in past.awards],
        "alarms": [*_alarms(state, past, now), *_witness_alarms(room)],
        "staff": [
            {
                "badge": member.badge,
                "name": member.name,
                "role": member.role,
                "wrong_pins": member.failures,
                "passkeys": [{"id": one.id, "name": one.name} for one in member.passkeys],
            }
            for member in state.staff.values()
            if member.is_active
        ],
        "tables": [_table(state, name) for name in state.tables],
        "devices": [_device(room, one) for one in state.devices.values()],
        "bank": _bank(state, past),
        "deposits": [_deposit(state, past, name, now) for name in state.links],
        "adjustments": [_adjustment(reason) for reason in AdjustmentReason],
    }


def _table(state: RoomState, name: str) -> DeskTable:
    table = state.tables[name]
    dealer = state.staff.get(table.dealer)
    return {
        "table": name,
        "title": table.title,
        "game": table.spec.rules,
        "cards": table.spec.cards,
        "is_open": table.is_open,
        "dealer": dealer.name if dealer else "",
        "shoe": shoe_record(table.shoe),
    }


def _device(room: Room, device: EnrolledDevice) -> DeskDevice:
    return {
        "device": device.device,
        "kinds": list(device.kinds),
        "table": device.table,
        "number": device.number,
        "is_lost": device.is_lost,
        "heard": last_heard(room, device),
    }


def _progressive(state: RoomState, name: str) -> DeskProgressive:
    link, found = state.links[name], state.jackpots.progressives[name]
    return {
        "name": name,
        "title": title_of(state, name),
        "award_lock": found.parameters.award_lock.value,
        "tables": list(link.tables),
        "levels": [_level(level, link) for level in found.levels.values()],
    }


def _level(level: Level, link: Link) -> DeskLevel:
    parameters, held = level.parameters, level.balances
    return {
        "name": parameters.name,
        "display": level.display,
        "reserve": held[Fund.RESERVE],
        "overflow": held[Fund.OVERFLOW],
        "pending": held[Fund.PENDING],
        "limit": parameters.limit,
        "seed": parameters.seed,
        "rate": str(parameters.rate),
        "reserve_rate": str(parameters.reserve_rate),
        "hits": level.counters.hits,
        "paid": held[Fund.PAID],
        "executive_from": dict(link.executive_from).get(parameters.name),
        "cards_from": dict(link.cards_from).get(parameters.name),
        "is_pending": level.is_pending,
    }


def _claims(state: RoomState, day: date) -> Iterator[DeskClaim]:
    for name, link in state.links.items():
        progressive = state.jackpots.progressives[name]
        for level in progressive.levels.values():
            for position, claim in enumerate(level.waiting, start=1):
                found = _claim(state, progressive, link, level, claim, position)
                steps = _checklist(state, claim.id, found["amount"], day)
                yield {**found, "checklist": steps}


def _claim(
    state: RoomState,
    progressive: Progressive,
    link: Link,
    level: Level,
    claim: OpenAward,
    position: int,
) -> DeskClaim:
    table, spot = place_in(claim.details)
    return {
        "award_id": claim.id,
        "progressive": progressive.parameters.name,
        "level": level.parameters.name,
        "percent": claim.percent,
        "amount": amount_of(level, claim),
        "table": table,
        "spot": spot,
        "wager": link.wager,
        "details": claim.details,
        "claimed_by": claim.by.name,
        "needs": Role.EXECUTIVE if is_large(link, level, claim) else Role.SUPERVISOR,
        "position": position,
        "is_confirmed": _is_confirmed(state, table, spot, link.wager),
        "is_by_hand": _is_by_hand(state, table),
        "checklist": [],
    }


def _is_confirmed(state: RoomState, table: str, spot: int, wager: str) -> bool:
    """Whether a supervisor has pressed CONFIRM, and nothing but the swipe is missing."""
    found = state.tables.get(table)
    round_ = found.round if found else None
    awards = [a for a in round_.awards if (a.spot, a.wager) == (spot, wager)] if round_ else []
    return any(one.is_verified for one in awards)


def _checklist(state: RoomState, award_id: str, at_stake: Cents, day: date) -> list[ChecklistStep]:
    """The steps that an award waits for, where the room follows the checklist."""
    least = state.checklist_from
    if least is None or at_stake < least or award_id in state.checklists:
        return []
    return [{"name": name, "text": text} for name, text in checklist_on(day).steps]


def _is_by_hand(state: RoomState, table: str) -> bool:
    """Whether only somebody at the table sees the cards."""
    found = state.tables.get(table)
    return found is not None and found.spec.cards is CardSource.HAND_DEALT


def _award(award: Paid) -> PaidAward:
    return {
        "award_id": award.award_id,
        "slip": award.page or None,
        "progressive": award.progressive,
        "level": award.level,
        "amount": Cents(award.amount),
        "before": Cents(award.before),
        "after": Cents(award.after),
        "at": award.at,
        "confirmed_by": award.confirmed_by,
        "reversal": award.reversal,
        "details": award.details,
        "table": award.table,
        "spot": award.spot,
    }


def _alarms(state: RoomState, past: Papers, now: datetime) -> Iterator[DeskAlarm]:
    if state.funds.is_short:
        yield _alarm("funds-short", "The prize account holds less than is owed to players.")
    for name in state.links:
        for level in state.jackpots.progressives[name].levels.values():
            limit = level.parameters.limit
            if limit is not None and level.display >= limit:
                yield _alarm(
                    "at-limit",
                    f"{name} {level.parameters.name} is at its limit of {show_money(limit)}.",
                )
        if _deposit(state, past, name, now)["is_overdue"]:
            yield _alarm("deposit-overdue", f"{name}: accrued prize money has not been deposited.")
    for member in state.staff.values():
        if member.is_active and member.failures >= FAILURES_TOLD:
            yield _alarm(
                "wrong-pins",
                f"{member.failures} wrong PINs in a row for badge {member.badge} "
                f"({member.name}). The badge still works; see the significant events for where.",
            )
    for name, table in state.tables.items():
        if fault := rules_fault(table):
            yield _alarm("rules-altered", f"{name} has stopped: {fault}.")
    yield from _device_alarms(state)
    yield from _shoe_alarms(state, past, now)
    yield from _recent_alarms(past, now)


def _device_alarms(state: RoomState) -> Iterator[DeskAlarm]:
    """Lost devices of open tables: at night, boxes of closed tables are switched off."""
    for name, table in state.tables.items():
        for device in lost_at(state.devices, name) if table.is_open else ():
            yield _alarm(
                "device-lost",
                f"{device.lost_sentence} ({name}). The game goes on; check its cable and power.",
            )


def _recent_alarms(past: Papers, now: datetime) -> Iterator[DeskAlarm]:
    for one in past.alarms:
        age = now - _moment(one.at)
        match one.event:
            case AccessRecovered() as event if age < RECOVERY_SHOWN:
                signed = f"and {event.second}" if event.second else "alone"
                yield _alarm(
                    "access-recovered",
                    f"Badge {event.badge} ({event.name}) got a new PIN at "
                    f"the server's shell, by {event.operator} {signed}: {event.reason}",
                )
            case MalfunctionReported(device=device, description=description) if age < NOTICE:
                description = description.rstrip(". ")
                yield _alarm(
                    "malfunction",
                    f"{device}: {description}. The notice to the regulator is due "
                    f"within 72 hours of {one.at}.",
                )
            case _:
                pass


def _witness_alarms(room: Room) -> Iterator[DeskAlarm]:
    troubles = room.checkpointing.troubles if room.checkpointing else {}
    for address, why in list(troubles.items()):
        yield _alarm("witness", f"Witness {address} is not up to date: {why}")


def _shoe_alarms(state: RoomState, past: Papers, now: datetime) -> Iterator[DeskAlarm]:
    """Tables that have stopped, and every shoe thrown away or voided today."""
    for name, table in state.tables.items():
        if table.shoe is not None and table.shoe.fault:
            yield _alarm(table.shoe.fault, f"{name}: {stop_sentence(table.shoe)}")
    today = gaming_day(now, state.day_starts_at).isoformat()
    for one in past.alarms:
        event = one.event
        if one.day == today and isinstance(event, ShoeAbandoned | ShoeVoided):
            yield _alarm(
                "shoe-voided" if isinstance(event, ShoeVoided) else "shoe-abandoned",
                f"{lost_shoe_sentence(event)} ({_who(state, event.by)}, {one.at})",
            )


def lost_shoe_sentence(event: ShoeAbandoned | ShoeVoided) -> str:
    """Which shoe did not come to its cut card, and why."""
    name = f"Shoe {event.number} of {event.table}"
    if isinstance(event, ShoeVoided):
        return f"{name} was voided after {event.dealt} cards ({event.code}): {event.reason}."
    state = "cut" if event.is_cut else "not cut yet"
    return f"{name} was thrown away after {event.dealt} cards, {state}: {event.reason}."


def _who(state: RoomState, badge: str) -> str:
    member = state.staff.get(badge)
    return member.name if member else badge


def _alarm(code: str, message: str) -> DeskAlarm:
    return {"code": code, "message": message}


def _bank(state: RoomState, past: Papers) -> DeskBank:
    bank = state.funds.bank
    return {
        "balance": bank.balance if bank else None,
        "at": past.bank_at,
        "liability": state.jackpots.liability,
        "short": state.funds.is_short,
    }


def _deposit(state: RoomState, past: Papers, name: str, now: datetime) -> DeskDeposit:
    """What came in from players and has not gone to the bank yet."""
    due = deposit_due(state, name)
    since = past.deposit_at.get(name, past.opened_at)
    is_overdue = bool(due and since) and now - _moment(since) > DEPOSIT_DAYS
    return {"progressive": name, "due": due, "since": since, "is_overdue": is_overdue}


def _adjustment(reason: AdjustmentReason) -> AdjustmentChoice:
    raises = reason is AdjustmentReason.DISPLAY_ERROR
    directions = (
        [AdjustmentDirection.RAISE, AdjustmentDirection.REDUCE]
        if raises
        else [AdjustmentDirection.REDUCE]
    )
    return {
        "reason": reason.value,
        "title": words_of(reason.value),
        "directions": [direction.value for direction in directions],
        "funds": [fund.value for fund in FUNDS[reason]],
    }


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)
