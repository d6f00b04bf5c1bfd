"""What an order changes about money: the funds, the bank, deposits, settings, and what it pays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, Final

from upcard.jackpot import Fund, Jackpots, Level, Progressive
from upcard.jackpot.accounts import SOURCES
from upcard.jackpot.award_steps import amount_of
from upcard.jackpot.events import (
    AwardPosted,
    AwardReversed,
    AwardVoided,
    FundsTransferred,
    ParametersChanged,
    ProgressiveOpened,
    RemovedFromPlay,
)
from upcard.room.events import RoomEvent
from upcard.room.money_events import JackpotHappened, Link
from upcard.room.procedures.bank import deposit_due
from upcard.room.state import RoomState
from upcard.room.table_events import RoundVoided

OWED: Final = "owed"
"""What is owed to players on all progressives together."""

Value = int | str | None
"""Whole cents, words, or nothing."""


class Signed(StrEnum):
    """
    What of a change a signature stands for.

    If it is another when the order is decided, the order is refused: nobody signed that.
    """

    BOTH = "both"
    """Before and after: only orders that people sign change it."""
    CHANGE = "change"
    """The difference: tables go on feeding it, so that before and after move together."""
    NOTHING = "nothing"
    """It is shown for information."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that an order changes."""

    what: str
    before: Value
    after: Value
    progressive: str = ""
    level: str = ""
    of: str = ""
    """The award or round that it is about."""
    signed: Signed = Signed.BOTH

    @property
    def terms(self) -> tuple[Value, ...]:
        """What must be the same when the order is decided."""
        about = (self.what, self.progressive, self.level, self.of)
        if self.signed is Signed.BOTH:
            return (*about, self.before, self.after)
        if self.signed is Signed.CHANGE:
            assert isinstance(self.before, int), "only an amount grows"
            assert isinstance(self.after, int), "only an amount grows"
            return (*about, self.after - self.before)
        return about


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Everything about money that an order changes, the sums that it moves first."""

    lines: tuple[Change, ...]
    warnings: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """What somebody agreed to who saw these changes, and the order carries back."""
        terms = json.dumps([line.terms for line in self.lines], separators=(",", ":"))
        return hashlib.sha256(terms.encode()).hexdigest()


PLAYED: Final = frozenset(
    {Fund.METER, Fund.OVERFLOW, Fund.RESERVE, Fund.PENDING, Fund.CONTRIBUTIONS, Fund.SEEDS}
)
"""Funds that wagers and claims at the tables change at any moment."""


def changes_of(before: RoomState, after: RoomState, events: Sequence[RoomEvent]) -> Changes:
    """What *events* changed, which made the room *after* of *before*."""
    happened = [one.event for one in events if isinstance(one, JackpotHappened)]
    told = [one for one in happened if isinstance(one, ProgressiveOpened | ParametersChanged)]
    return Changes(
        lines=(
            *_sums(before, events),
            *_funds(before.jackpots, after.jackpots),
            *_bank(before, after),
            *_deposits(before, after),
            *_settings(before, after),
        ),
        warnings=tuple(warning for one in told for warning in one.warnings),
    )


def _sums(before: RoomState, events: Sequence[RoomEvent]) -> Iterator[Change]:
    """What is paid, given back or moved, in one figure."""
    for event in events:
        match event.event if isinstance(event, JackpotHappened) else event:
            case AwardPosted(award=award, amount=amount):
                yield Change(what="award-paid", before=None, after=amount, of=award.id)
            case AwardReversed(award_id=id_, amount=amount):
                yield Change(what="award-reversed", before=None, after=amount, of=id_)
            case AwardVoided(progressive=progressive, level=name, award=award):
                level = before.jackpots.progressives[progressive].levels[name]
                amount = amount_of(level, award)
                yield Change(
                    what="claim-voided",
                    before=None,
                    after=amount,
                    of=award.id,
                    signed=Signed.NOTHING,
                )
            case FundsTransferred(amount=amount):
                yield Change(what="funds-moved", before=None, after=amount)
            case RemovedFromPlay(liability=amount):
                yield Change(what="still-owed", before=None, after=amount)
            case RoundVoided(table=table, number=number, returned=amount):
                round_id = f"{table}/{number}"
                yield Change(what="wagers-returned", before=None, after=amount, of=round_id)


def _funds(before: Jackpots, after: Jackpots) -> Iterator[Change]:
    for name, progressive in after.progressives.items():
        known = before.progressives.get(name)
        for level_name, level in progressive.levels.items():
            then = known.levels[level_name] if known else None
            yield from _funds_of(name, then, level)
    if before.liability != after.liability:
        yield _owed(before.liability, after.liability)


def _funds_of(progressive: str, before: Level | None, after: Level) -> Iterator[Change]:
    for fund, amount in after.balances.items():
        held = before.balances[fund] if before else 0
        if held != amount:
            # An account that money comes from stands below zero by what it has given.
            sign = -1 if fund in SOURCES else 1
            yield Change(
                what=fund.value,
                before=sign * held,
                after=sign * amount,
                progressive=progressive,
                level=after.parameters.name,
                signed=Signed.CHANGE if fund in PLAYED else Signed.BOTH,
            )


def _owed(before: int, after: int) -> Change:
    return Change(what=OWED, before=before, after=after, signed=Signed.NOTHING)


def _bank(before: RoomState, after: RoomState) -> Iterator[Change]:
    bank, known = after.funds.bank, before.funds.bank
    if bank is None or bank is known:
        return
    yield Change(what="bank", before=known.balance if known else None, after=bank.balance)
    yield _owed(bank.owed, bank.owed)
    then = _account_words(known.is_short) if known else None
    yield Change(what="account", before=then, after=_account_words(bank.is_short))


def _account_words(is_short: bool) -> str:
    return "short" if is_short else "enough"


def _deposits(before: RoomState, after: RoomState) -> Iterator[Change]:
    for name, total in after.funds.deposited.items():
        known = before.funds.deposited.get(name, 0)
        if total != known:
            yield Change(what="deposited", before=known, after=total, progressive=name)
            yield Change(
                what="deposit-due",
                before=deposit_due(before, name),
                after=deposit_due(after, name),
                progressive=name,
                signed=Signed.NOTHING,
            )


def _settings(before: RoomState, after: RoomState) -> Iterator[Change]:
    for name, progressive in after.jackpots.progressives.items():
        was = before.jackpots.progressives.get(name), before.links.get(name)
        now = progressive, after.links.get(name)
        yield from _differences(_of_all(*was), _of_all(*now), name)
        for level in progressive.levels:
            yield from _differences(_of_level(*was, level), _of_level(*now, level), name, level)


def _differences(
    before: dict[str, Value], after: dict[str, Value], progressive: str, level: str = ""
) -> Iterator[Change]:
    for what, value in after.items():
        if (known := before.get(what)) != value:
            yield Change(what=what, before=known, after=value, progressive=progressive, level=level)


_OF_LEVELS: Final = ("executive_from", "cards_from")
"""The settings of a link that each level has for itself."""


def _of_all(progressive: Progressive | None, link: Link | None) -> dict[str, Value]:
    """The settings that the levels of a progressive share."""
    if progressive is None or link is None:
        return {}
    return {
        **_values(progressive.parameters, leave_out=("name", "levels")),
        "hold": _value(progressive.hold),
        "play": _value(progressive.play),
        "destination": _value(progressive.destination),
        **_values(link, leave_out=("progressive", *_OF_LEVELS)),
    }


def _of_level(progressive: Progressive | None, link: Link | None, level: str) -> dict[str, Value]:
    if progressive is None or link is None:
        return {}
    own = _values(progressive.levels[level].parameters, leave_out=("name",))
    thresholds = {
        name.replace("_", "-"): dict(getattr(link, name)).get(level) for name in _OF_LEVELS
    }
    return {**own, **thresholds}


def _values(settings: Any, leave_out: tuple[str, ...]) -> dict[str, Value]:
    """Every setting by its name, also one that is added to the class later."""
    names = [one.name for one in fields(settings) if one.name not in leave_out]
    return {name.replace("_", "-"): _value(getattr(settings, name)) for name in names}


def _value(setting: object) -> Value:
    match setting:
        case Fraction():
            return f"{setting * 100}%"
        case Enum():
            return str(setting.value)
        case tuple():
            return ", ".join(setting)
        case int():
            return setting
        case None:
            return None
        case _:
            return str(setting) or None
