"""The win page of an award, and the check that their numbers have no gaps."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from upcard.books.award_lists import AwardOutcome, award_then
from upcard.books.histories import FactSource, Header, History, Period, Said, Stamp
from upcard.books.slip_pages import Slip, Verified, slip_pdf
from upcard.journal.entries import Fact, Name
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.plain import Decoded
from upcard.problems import UpcardError
from upcard.room.events import RoomKind
from upcard.room.procedures.checklists import checklist_on
from upcard.room.projections.award_facts import AWARD, SLIP, line_of
from upcard.room.thresholds import reportable_on

__all__ = ["Gap", "Slip", "SlipError", "SlipsReport", "build", "gaps_in", "slip_of", "slip_pdf"]

NAME: Final = "slips"
TITLE: Final = "Win page numbers"
EVER: Final = Period(date(2000, 1, 1), date(2099, 12, 31))
"""A period that ends after everything recorded: a win page is read from the whole record."""


class SlipError(UpcardError, LookupError):
    """A win page that does not exist. *code* is stable."""

    code = "slip-unknown"


def slip_of(record: FactSource, number: int, *, checklist_from: Cents | None = None) -> Slip:
    """
    The win page of a number.

    *checklist_from* is the house's own amount from which the checklist is followed, where it is
    lower than the rule's.
    """
    history = History(record, EVER)
    fact = record.fact(Name(SLIP, "", number))
    if fact is None:
        newest = Wanted(SLIP, subject="", most=1, newest_first=True)
        known = [one.name.number for one in record.facts(newest)]
        has = f"the room has 1 to {known[0]}" if known else "the room has none yet"
        raise SlipError(f"win page is {number}: {has}")
    return _slip(history, fact, json.loads(fact.payload), checklist_from)


def _slip(history: History, fact: Fact, data: Decoded, checklist_from: Cents | None) -> Slip:
    award, room = line_of(history.named(Name(AWARD, data["award_id"], 0)) or {}), history.room
    plays = history.plays(data["plays"]) if "plays" in data else None
    day = date.fromisoformat(fact.day)
    checklist = checklist_on(day)
    own = checklist_from or (room.checklist_from if room else None)
    least = checklist.least if own is None else min(checklist.least, own)
    needs_checklist = award.amount >= least
    return Slip(
        number=fact.name.number,
        room=room.name if room else "",
        location=room.location if room else "",
        kind=room.purpose if room else RoomKind.LIVE,
        award=award,
        game=plays.game.rules.title if plays else "",
        rules=plays.game.rules.name if plays else "",
        rules_fingerprint=plays.fingerprint if plays else "",
        decks=plays.game.decks if plays else 0,
        player_cards=tuple(data.get("player_cards", ())),
        dealer_cards=tuple(data.get("dealer_cards", ())),
        verified=Verified(**data["verified"]) if "verified" in data else None,
        tax_rule=reportable_on(day).said,
        steps=checklist.texts if needs_checklist else (),
        hold_until=day + timedelta(days=checklist.keep_days) if needs_checklist else None,
        entry=data["issued"],
        entry_hash=history.record.hash_of(data["issued"]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedSlip:
    """A win page that was numbered in the period."""

    number: int
    day: date
    at: str
    award_id: str
    state: AwardOutcome
    amount: Cents
    reprints: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What is wrong with a number: it must not be there."""

    number: int
    problem: str
    """Missing, used twice, or out of order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipsReport:
    """The win pages of a period, and what is wrong with their numbers."""

    header: Header
    gaps: tuple[Gap, ...]
    """Over all win pages up to the end of the period. Must be empty."""
    slips: tuple[IssuedSlip, ...]


def build(record: FactSource, period: Period, stamp: Stamp) -> SlipsReport:
    """The win pages of *period*."""
    history = History(record, period)
    issued = history.until(SLIP)
    return SlipsReport(
        header=history.header(NAME, TITLE, stamp),
        gaps=tuple(gaps_in([said.fact.name.number for said in issued])),
        slips=tuple(_issued(history, said) for said in issued if said.day in period),
    )


def _issued(history: History, said: Said) -> IssuedSlip:
    line = line_of(award_then(history, said.data["award_id"]))
    return IssuedSlip(
        number=said.fact.name.number,
        day=said.day,
        at=said.data["at"],
        award_id=line.award_id,
        state=line.state,
        amount=line.amount,
        reprints=line.reprints,
    )


def gaps_in(numbers: list[int]) -> list[Gap]:
    """
    What is wrong with numbers that should run 1, 2, 3 in this order.

    >>> [(gap.number, gap.problem) for gap in gaps_in([1, 2, 4, 4])]
    [(3, 'missing'), (4, 'used twice')]
    """
    counted = Counter(numbers)
    found = [
        Gap(number=number, problem="missing")
        for number in range(1, max(numbers, default=0) + 1)
        if number not in counted
    ]
    found += [
        Gap(number=number, problem="used twice") for number, times in counted.items() if times > 1
    ]
    found += [
        Gap(number=here, problem="out of order")
        for before, here in pairwise(numbers)
        if here < before
    ]
    return sorted(found, key=lambda gap: (gap.number, gap.problem))
