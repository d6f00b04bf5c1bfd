"""Changes of the configuration: what was, what is, who, when; and the first hit after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any, get_args, get_type_hints

from upcard.books.histories import Happened, History
from upcard.books.words import dollars
from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.commands import AdjustmentReason
from upcard.jackpot.events import (
    Adjusted,
    AwardPosted,
    ParametersChanged,
    ProgressiveOpened,
    RemovedFromPlay,
)
from upcard.money import Cents
from upcard.room.events import (
    JackpotHappened,
    Link,
    LinkMade,
    RulesApproved,
    SlipIssued,
    SoftwareAccepted,
    TableAdded,
    TableChanged,
)
from upcard.room.staff import MemberAdded, MemberRemoved, PinChanged

NONE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One setting that changed (OPERATIONS 103)."""

    sequence: int
    day: date
    at: str
    thing: str
    """A table, a progressive, a link, rules, a badge."""
    setting: str
    old: str
    new: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstHit:
    """The first award of a level after its configuration changed (OPERATIONS 73)."""

    progressive: str
    level: str
    changed_at: str
    changed: str
    """What was changed last before the hit."""
    change_sequence: int
    is_hit: bool
    """Whether there was one by the end of the period."""
    hit_at: str
    hit_sequence: int
    slip: int
    amount: Cents


def changes_of(history: History) -> Iterator[Change]:
    """Every change of the configuration within the period."""
    known, names = _Known(), history.names
    for happened in history.events():
        for thing, setting, old, new, by, approved_by in _changes(happened, known):
            if happened.day in history.period and old != new:
                yield Change(
                    sequence=happened.entry.sequence,
                    day=happened.day,
                    at=happened.entry.at,
                    thing=thing,
                    setting=setting,
                    old=old,
                    new=new,
                    by=names.get(by, by),
                    approved_by=names.get(approved_by, approved_by),
                )


Row = tuple[str, str, str, str, str, str]
"""Thing, setting, old, new, by, approved by."""


@dataclass(slots=True)
class _Known:
    """What was set before, where an event does not say."""

    links: dict[str, Link] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    limits: dict[tuple[str, str], Cents | None] = field(default_factory=dict)
    software: str = NONE


def _changes(happened: Happened, known: _Known) -> Iterator[Row]:
    event, by = happened.event, happened.entry.by
    match event:
        case JackpotHappened(event=what):
            yield from _progressive_changes(what, known)
        case TableAdded(spec):
            yield from _rows(f"table {spec.table}", None, spec, event.by, event.approved_by)
        case TableChanged(spec, before):
            yield from _rows(f"table {spec.table}", before, spec, event.by, event.approved_by)
        case LinkMade(link):
            before_link = known.links.get(link.progressive)
            thing = f"link {link.progressive}"
            yield from _rows(thing, before_link, link, event.by, event.approved_by)
            known.links[link.progressive] = link
        case RulesApproved(name=name, fingerprint=found):
            thing, old = f"rules {name}", known.rules.get(name, NONE)
            yield thing, "fingerprint", old, found, event.by, event.approved_by
            known.rules[name] = found
        case SoftwareAccepted(hash=found):
            yield "software", "hash", known.software, found, event.by, event.approved_by
            known.software = found
        case MemberAdded(badge, name, role):
            yield f"badge {badge}", "holder", NONE, f"{name} ({role})", by, NONE
        case MemberRemoved(badge):
            yield f"badge {badge}", "in use", "yes", "no", by, NONE
        case PinChanged(badge):
            yield f"badge {badge}", "PIN", "not told", "changed", by, NONE
        case _:
            pass


def _progressive_changes(event: JackpotEvent, known: _Known) -> Iterator[Row]:
    if isinstance(event, ProgressiveOpened | ParametersChanged):
        for level in event.parameters.levels:
            known.limits[event.parameters.name, level.name] = level.limit
    match event:
        case ProgressiveOpened():
            thing, before = f"progressive {event.parameters.name}", None
            yield from _rows(thing, before, event.parameters, str(event.by), str(event.approved_by))
        case ParametersChanged():
            thing = f"progressive {event.parameters.name}"
            yield from _rows(
                thing, event.before, event.parameters, str(event.by), str(event.approved_by)
            )
        case RemovedFromPlay():
            thing, people = f"progressive {event.progressive}", (event.by, event.approved_by)
            new = f"removed, to {event.destination}"
            yield thing, "play", "in play", new, str(people[0]), str(people[1])
        case Adjusted(reason=AdjustmentReason.UNDER_LIMIT):
            thing = f"progressive {event.progressive}"
            place = event.progressive, event.level
            old, new = (_said(one, Cents) for one in (known.limits.get(place), event.limit))
            known.limits[place] = event.limit
            setting = f"levels.{event.level}.limit"
            yield thing, setting, old, new, str(event.by), str(event.approved_by)
        case _:
            pass


def _rows(thing: str, before: Any, after: Any, by: str, approved_by: str) -> Iterator[Row]:
    old, new = (_flat(one, type(one)) if one is not None else {} for one in (before, after))
    for setting in dict.fromkeys([*old, *new]):
        yield thing, setting, old.get(setting, NONE), new.get(setting, NONE), by, approved_by


def _flat(value: Any, kind: Any, path: str = "") -> dict[str, str]:
    """Settings by their path, as people write them; a level is called by its name."""
    if not is_dataclass(value):
        return {path: _said(value, kind)}
    hints, found = get_type_hints(type(value)), dict[str, str]()
    for one in fields(value):
        item, where = getattr(value, one.name), f"{path}.{one.name}" if path else one.name
        if isinstance(item, tuple) and item and is_dataclass(item[0]):
            for part in item:
                found |= _flat(part, type(part), f"{where}.{part.name}")
        elif isinstance(item, tuple) and item and isinstance(item[0], tuple):
            pair = get_args(get_args(hints[one.name])[0])
            found |= {f"{where}.{name}": _said(said, pair[1]) for name, said in item}
        else:
            found |= _flat(item, hints[one.name], where)
    return found


def _said(value: Any, kind: Any) -> str:
    if value is None or value in ((), ""):
        return "none"
    if kind is Cents or Cents in get_args(kind):
        return dollars(value)
    if isinstance(value, Fraction):
        return f"{value * 100}%"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def first_hits(history: History) -> Iterator[FirstHit]:
    """For each level, its first hit after each time that something about it was changed."""
    waiting: dict[tuple[str, str], tuple[Happened, str]] = {}
    slips = {e.award_id: e.number for _, _, e in history.events() if isinstance(e, SlipIssued)}
    links: dict[str, Link] = {}
    levels: dict[str, tuple[str, ...]] = {}
    for happened in history.events():
        match happened.event:
            case JackpotHappened(event=AwardPosted() as hit):
                changed = waiting.pop((hit.progressive, hit.level), None)
                if changed and happened.day in history.period:
                    yield _hit(changed, happened, hit, slips.get(hit.award.id, 0))
            case _:
                for progressive, what in _touched(happened, links, levels):
                    for level in levels.get(progressive, ()):
                        waiting[progressive, level] = happened, what
    for (progressive, level), (change, what) in waiting.items():
        yield _awaited(progressive, level, change, what)


def _touched(
    happened: Happened, links: dict[str, Link], levels: dict[str, tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """The progressives that an event configures anew, and what it changes."""
    match happened.event:
        case JackpotHappened(event=(ProgressiveOpened() | ParametersChanged()) as event):
            parameters = event.parameters
            levels[parameters.name] = tuple(level.name for level in parameters.levels)
            opened = isinstance(event, ProgressiveOpened)
            yield parameters.name, "opened" if opened else "parameters"
        case JackpotHappened(event=Adjusted(reason=AdjustmentReason.UNDER_LIMIT) as adjusted):
            yield adjusted.progressive, "limit"
        case LinkMade(link):
            is_new = link.progressive not in links
            links[link.progressive] = link
            if not is_new:
                yield link.progressive, "link"
        case TableChanged(spec):
            for link in links.values():
                if spec.table in link.tables:
                    yield link.progressive, f"table {spec.table}"
        case _:
            pass


def _hit(
    changed: tuple[Happened, str], happened: Happened, hit: AwardPosted, slip: int
) -> FirstHit:
    change, what = changed
    return FirstHit(
        progressive=hit.progressive,
        level=hit.level,
        changed_at=change.entry.at,
        changed=what,
        change_sequence=change.entry.sequence,
        is_hit=True,
        hit_at=happened.entry.at,
        hit_sequence=happened.entry.sequence,
        slip=slip,
        amount=hit.amount,
    )


def _awaited(progressive: str, level: str, change: Happened, what: str) -> FirstHit:
    return FirstHit(
        progressive=progressive,
        level=level,
        changed_at=change.entry.at,
        changed=what,
        change_sequence=change.entry.sequence,
        is_hit=False,
        hit_at="",
        hit_sequence=0,
        slip=0,
        amount=Cents(0),
    )
