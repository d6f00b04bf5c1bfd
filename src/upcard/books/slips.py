"""The win page of an award, and the check that their numbers have no gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from upcard.books.awards import AwardIndex, AwardLine, AwardState, Moment, read_awards
from upcard.books.histories import Header, History, Period, Stamp, read_history
from upcard.books.slip_pages import Slip, slip_pdf
from upcard.books.thresholds import reportable_on
from upcard.money import Cents
from upcard.room.checklists import checklist_on
from upcard.room.events import RoomKind
from upcard.room.records import Recorded

__all__ = ["Gap", "Slip", "SlipError", "SlipsReport", "build", "gaps_in", "slip_of", "slip_pdf"]

NAME: Final = "slips"
TITLE: Final = "Win page numbers"
EVER: Final = Period(date(2000, 1, 1), date(2099, 12, 31))
"""A period that ends after everything recorded: a win page is read from the whole record."""


class SlipError(LookupError):
    """A win page that does not exist. *code* is stable."""

    code = "slip-unknown"


def slip_of(
    entries: Iterable[Recorded] | History, number: int, *, checklist_from: Cents | None = None
) -> Slip:
    """
    The win page of a number, from *entries* that begin with the room's first.

    *checklist_from* is the house's own amount from which the checklist is followed, where it is
    lower than the rule's.
    """
    history = entries if isinstance(entries, History) else read_history(entries, EVER)
    index = read_awards(history)
    for moment in index.slips:
        if moment.number == number:
            return _slip(history, index, moment, checklist_from)
    last = index.slips[-1].number if index.slips else 0
    known = f"the room has 1 to {last}" if last else "the room has none yet"
    raise SlipError(f"win page is {number}: {known}")


def _slip(
    history: History, index: AwardIndex, moment: Moment, checklist_from: Cents | None
) -> Slip:
    award, played, room = index.lines[moment.award_id], moment.round, history.room
    rules = played.plays.game.rules if played else None
    checklist = checklist_on(moment.day)
    own = checklist_from or (room.checklist_from if room else None)
    least = checklist.least if own is None else min(checklist.least, own)
    needs_checklist = award.amount >= least
    return Slip(
        number=moment.number,
        room=room.name if room else "",
        location=room.location if room else "",
        kind=room.purpose if room else RoomKind.LIVE,
        award=award,
        game=rules.title if rules else "",
        rules=rules.name if rules else "",
        rules_fingerprint=played.plays.fingerprint if played else "",
        decks=played.plays.game.decks if played else 0,
        player_cards=tuple(
            card.text for card in (played.cards_of(award.spot, moment.events) if played else ())
        ),
        dealer_cards=tuple(
            card.text for card in (played.dealer_cards(moment.events) if played else ())
        ),
        tax_rule=reportable_on(moment.day).said,
        steps=checklist.texts if needs_checklist else (),
        hold_until=moment.day + timedelta(days=checklist.keep_days) if needs_checklist else None,
        entry=moment.entry.sequence,
        entry_hash=moment.entry.hash,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedSlip:
    """A win page that was numbered in the period."""

    number: int
    day: date
    at: str
    award_id: str
    state: AwardState
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


def build(entries: Iterable[Recorded], period: Period, stamp: Stamp) -> SlipsReport:
    """The win pages of *period*."""
    history = read_history(entries, period)
    index = read_awards(history)
    return SlipsReport(
        header=history.header(NAME, TITLE, stamp),
        gaps=tuple(gaps_in([moment.number for moment in index.slips])),
        slips=tuple(
            _issued(index.lines[moment.award_id], moment)
            for moment in index.slips
            if moment.day in period
        ),
    )


def _issued(line: AwardLine, moment: Moment) -> IssuedSlip:
    return IssuedSlip(
        number=moment.number,
        day=moment.day,
        at=moment.entry.at,
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
