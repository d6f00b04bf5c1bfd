"""The checklist of a large prize: what must be done before it is paid, and how long to keep it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files

from upcard.money import Cents, read_money, write_money
from upcard.room.money_events import ChecklistCompleted
from upcard.room.money_orders import CompleteChecklist
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import award_on, open_claim
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.table.titles import wager_title


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """What must be done before a prize is paid, from a day on."""

    since: date
    least: Cents
    keep_days: int
    steps: tuple[tuple[str, str], ...]
    """Each step's name, and what it says on the win page."""

    @property
    def names(self) -> tuple[str, ...]:
        """The steps by name."""
        return tuple(name for name, _ in self.steps)

    @property
    def texts(self) -> tuple[str, ...]:
        """The steps as they are printed."""
        return tuple(text for _, text in self.steps)


@cache
def checklist_on(day: date) -> Checklist:
    """
    The checklist in force on *day*.

    >>> checklist_on(date(2026, 11, 15)).names
    ('cards-shown', 'cards-counted', 'hand-sealed')
    """
    text = (files("upcard.room") / "checklist.toml").read_text("utf-8")
    lists = (
        Checklist(
            since=raw["since"],
            least=read_money(raw["from"]),
            keep_days=raw["keep_days"],
            steps=tuple(raw["steps"].items()),
        )
        for raw in tomllib.loads(text)["checklist"]
    )
    return max((one for one in lists if one.since <= day), key=lambda one: one.since)


def complete_checklist(
    happenings: Happenings, wish: CompleteChecklist, by: Member, day: date | None
) -> None:
    """Record that every step was done for a claimed award, and until when its cards are kept."""
    table = happenings.table(wish.table)
    link = happenings.state.link_of(wish.table, wish.wager)
    awards = table.round.awards if table.round else ()
    if link is None or (wish.spot, wish.wager) not in {(one.spot, one.wager) for one in awards}:
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CLAIM,
            f"spot {wish.spot} of {wish.table} has no award on "
            f"{wager_title(table.game_on(None), wish.wager)} to check",
        )
    assert table.round is not None, "an award is of a round"
    assert day is not None, "an order is of a day"
    won = award_on(table.round, wish.spot, wish.wager)
    award = open_claim(happenings, wish.table, link, won).id
    checklist = checklist_on(day)
    if missing := [text for name, text in checklist.steps if name not in wish.done]:
        raise RoomRefused(
            RoomRefusal.CHECKLIST_NEEDED,
            f"not done yet: {'; '.join(missing)}. Do it, then record it",
        )
    if not wish.seal.strip() or len(wish.seal) > 80:
        raise RoomRefused(
            RoomRefusal.CHECKLIST_NEEDED, "the seal number is empty: write the number on the seal"
        )
    happenings.add(
        ChecklistCompleted(
            award_id=award,
            done=checklist.names,
            seal=wish.seal.strip(),
            hold_until=day + timedelta(days=checklist.keep_days),
            by=by.badge,
        )
    )


def check_completed(happenings: Happenings, award_id: str, at_stake: Cents) -> None:
    """Refuse to pay a large prize whose checklist is not done, where the room follows one."""
    least = happenings.state.checklist_from
    if least is None or at_stake < least or award_id in happenings.state.checklists:
        return
    raise RoomRefused(
        RoomRefusal.CHECKLIST_NEEDED,
        f"the award is {write_money(at_stake)}: from {write_money(least)} on, record the "
        "checklist before you pay",
    )
