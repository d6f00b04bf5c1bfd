"""The jackpot desk: meters, claims, paid awards, alarms and people, as one record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from upcard.jackpot import Fund, Level, Progressive
from upcard.jackpot.adjusting import FUNDS
from upcard.jackpot.commands import AdjustmentReason, Direction
from upcard.jackpot.levels import OpenAward, share_of
from upcard.money import Cents, write_money
from upcard.room.clocks import gaming_day
from upcard.room.events import Link
from upcard.room.roles import Role
from upcard.room.shoes import ShoeAbandoned, ShoeVoided
from upcard.room.state import RoomState
from upcard.web.chronicles import Chronicle, PaidAward
from upcard.web.frames import shoe_record, stop_sentence
from upcard.web.placards import words_of
from upcard.web.progressive_routes import place_in, title_of

Record = dict[str, Any]

AWARDS_SHOWN: Final = 50
DEPOSIT_DAYS: Final = timedelta(days=7)
NOTICE: Final = timedelta(hours=72)


def desk_record(state: RoomState, sequence: int, past: Chronicle, now: datetime) -> Record:
    """Everything the desk shows."""
    return {
        "version": sequence,
        "progressives": [_progressive(state, name) for name in state.links],
        "claims": list(_claims(state)),
        "awards": _awards(state, past),
        "alarms": list(_alarms(state, past, now)),
        "staff": [
            {
                "badge": member.badge,
                "name": member.name,
                "role": member.role.value,
                "is_locked": member.is_locked,
            }
            for member in state.staff.values()
            if member.is_active
        ],
        "tables": [_table(state, name) for name in state.tables],
        "bank": _bank(state, past),
        "deposits": [_deposit(state, past, name, now) for name in state.links],
        "adjustments": [_adjustment(reason) for reason in AdjustmentReason],
    }


def _table(state: RoomState, name: str) -> Record:
    table = state.tables[name]
    dealer = state.staff.get(table.dealer)
    return {
        "table": name,
        "title": table.game_on(None).rules.title,
        "game": table.spec.rules,
        "is_open": table.is_open,
        "dealer": dealer.name if dealer else "",
        "shoe": shoe_record(table.shoe),
    }


def _progressive(state: RoomState, name: str) -> Record:
    link, found = state.links[name], state.jackpots.progressives[name]
    thresholds = dict(link.executive_from)
    return {
        "name": name,
        "title": title_of(state, name),
        "award_lock": found.parameters.award_lock.value,
        "tables": list(link.tables),
        "levels": [
            _level(level, thresholds.get(level_name)) for level_name, level in found.levels.items()
        ],
    }


def _level(level: Level, threshold: Cents | None) -> Record:
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
        "executive_from": threshold,
        "is_pending": level.is_pending,
    }


def _claims(state: RoomState) -> Iterator[Record]:
    for name, link in state.links.items():
        progressive = state.jackpots.progressives[name]
        for level in progressive.levels.values():
            for position, claim in enumerate(level.waiting, start=1):
                yield _claim(state, progressive, link, level, claim, position)


def _claim(
    state: RoomState, progressive: Progressive, link: Link, level: Level, claim: OpenAward,
    position: int,
) -> Record:  # fmt: skip
    table, spot = place_in(claim.details)
    amount = at_stake(level, claim)
    threshold = dict(link.executive_from).get(level.parameters.name)
    is_large = threshold is not None and amount >= threshold
    return {
        "award_id": claim.id,
        "progressive": progressive.parameters.name,
        "level": level.parameters.name,
        "percent": claim.percent,
        "amount": amount,
        "table": table,
        "spot": spot,
        "wager": link.wager,
        "details": claim.details,
        "claimed_by": claim.by.name,
        "needs": (Role.EXECUTIVE if is_large else Role.SUPERVISOR).value,
        "position": position,
    }


def at_stake(level: Level, claim: OpenAward) -> Cents:
    """What a claim takes off its meter: locked at the claim, or what the display shows now."""
    for lock in level.locks:
        if lock.id == claim.take_id:
            return Cents(max(lock.unpaid))
    return Cents(share_of(level.display, claim.percent) // claim.winners)


def _awards(state: RoomState, past: Chronicle) -> list[Record]:
    slips = {award: number for number, award in state.slip_awards.items()}
    newest = list(past.awards.values())[-AWARDS_SHOWN:]
    return [_award(award, slips, past) for award in reversed(newest)]


def _award(award: PaidAward, slips: dict[str, int], past: Chronicle) -> Record:
    table, spot = place_in(award.details)
    return {
        "award_id": award.award_id,
        "slip": slips.get(award.award_id),
        "progressive": award.progressive,
        "level": award.level,
        "amount": award.amount,
        "before": award.before,
        "after": award.after,
        "at": award.at,
        "confirmed_by": award.confirmed_by,
        "reversal": past.reversals.get(award.award_id, ""),
        "details": award.details,
        "table": table,
        "spot": spot,
    }


def _alarms(state: RoomState, past: Chronicle, now: datetime) -> Iterator[Record]:
    if state.funds.is_short:
        yield _alarm("funds-short", "The prize account holds less than is owed to players.")
    for name in state.links:
        for level in state.jackpots.progressives[name].levels.values():
            limit = level.parameters.limit
            if limit is not None and level.display >= limit:
                yield _alarm(
                    "at-limit", f"{name} {level.parameters.name} is at its limit of "
                    f"{write_money(limit)}.",
                )  # fmt: skip
        if _deposit(state, past, name, now)["is_overdue"]:
            yield _alarm("deposit-overdue", f"{name}: accrued prize money is not deposited.")
    for member in state.staff.values():
        if member.is_active and member.is_locked:
            yield _alarm("badge-locked", f"Badge {member.badge} ({member.name}) is locked.")
    yield from _shoe_alarms(state, past, now)
    for one in past.malfunctions.copy():
        if now - _moment(one["at"]) < NOTICE:
            yield _alarm(
                "malfunction", f"{one['device']}: {one['description']} The notice to the regulator "
                f"is due within 72 hours of {one['at']}.",
            )  # fmt: skip


def _shoe_alarms(state: RoomState, past: Chronicle, now: datetime) -> Iterator[Record]:
    """Tables that have stopped, and every shoe thrown away or voided today."""
    for name, table in state.tables.items():
        if table.shoe is not None and table.shoe.fault:
            yield _alarm(table.shoe.fault, f"{name}: {stop_sentence(table.shoe)}")
    today = gaming_day(now, state.day_starts_at).isoformat()
    for one in past.lost_shoes.copy():
        if one["day"] == today:
            event = one["event"]
            yield _alarm(
                "shoe-voided" if isinstance(event, ShoeVoided) else "shoe-abandoned",
                f"{lost_shoe_sentence(event)} ({_who(state, event.by)}, {one['at']})",
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


def _alarm(code: str, message: str) -> Record:
    return {"code": code, "message": message}


def _bank(state: RoomState, past: Chronicle) -> Record:
    bank = state.funds.bank
    return {
        "balance": bank.balance if bank else None,
        "at": past.bank_at,
        "liability": state.jackpots.liability,
        "short": state.funds.is_short,
    }


def _deposit(state: RoomState, past: Chronicle, name: str, now: datetime) -> Record:
    """What came in from players and has not gone to the bank yet."""
    levels = state.jackpots.progressives[name].levels.values()
    accrued = sum(-level.balances[Fund.CONTRIBUTIONS] for level in levels)
    due = max(0, accrued - state.funds.deposited.get(name, 0))
    since = past.deposit_at.get(name, past.opened_at)
    is_overdue = bool(due and since) and now - _moment(since) > DEPOSIT_DAYS
    return {"progressive": name, "due": due, "since": since, "is_overdue": is_overdue}


def _adjustment(reason: AdjustmentReason) -> Record:
    raises = reason is AdjustmentReason.DISPLAY_ERROR
    directions = [Direction.RAISE, Direction.REDUCE] if raises else [Direction.REDUCE]
    return {
        "reason": reason.value,
        "title": words_of(reason.value),
        "directions": [direction.value for direction in directions],
        "funds": [fund.value for fund in FUNDS[reason]],
    }


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)
