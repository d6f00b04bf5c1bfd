"""The rules that tables play, recorded in the journal so that no file can change them."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.room.events import RulesRecorded
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_states import NOT_PLAYABLE, TableState, rules_of_text
from upcard.rules.fingerprints import fingerprint, is_fingerprint_of
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import changed_settings
from upcard.rules.written_rules import rules_toml

Differences = dict[str, tuple[str | None, str | None]]
"""What is not the same in two sets of rules, by path: before and after."""


def rules_to_record(state: RoomState) -> tuple[RulesRecorded, ...]:
    """
    The rules that earlier versions recorded as a fingerprint alone, where it still fits.

    Up to version 0.2 a record said a name and a fingerprint, and the rules were in the catalogue.
    """
    return tuple({one.fingerprint: one for one in _still_known(state)}.values())


def _still_known(state: RoomState) -> Iterator[RulesRecorded]:
    recorded = [
        (one.name, one.text, one.fingerprint) for one in state.rules.values() if not one.resolved
    ]
    recorded += [
        (one.spec.rules, one.rules_text, one.fingerprint)
        for one in state.tables.values()
        if not one.has_recorded_rules
    ]
    for name, text, found in recorded:
        if rules := _matching(name, text, found):
            yield RulesRecorded(name, found, rules_toml(rules))


def _matching(name: str, text: str, recorded: str) -> Rules | None:
    """The rules of that name as today's catalogue makes them, if the fingerprint fits."""
    try:
        rules = rules_of_text(name, text)
    except NOT_PLAYABLE:
        return None
    return rules if is_fingerprint_of(recorded, rules) else None


def rules_fault(table: TableState) -> str:
    """Why a table cannot play by its rules, and what to do; empty if it can."""
    spec = table.spec
    mend = (
        f"two people must give {spec.table} today's rules with `upcard room tables change "
        f"{spec.table}`"
    )
    if not table.has_recorded_rules and not _matching(
        spec.rules, table.rules_text, table.fingerprint
    ):
        return (
            f"{spec.rules} has changed since {spec.table} was set up, and the version that set it "
            f"up did not record its rules: {mend}"
        )
    try:
        table.game_on(None)
    except NOT_PLAYABLE as error:
        first, *others = str(error).splitlines()
        more = f", and {len(others)} more" if others else ""
        return (
            f"this version cannot play the rules recorded for {spec.table} ({first}{more}): {mend}"
        )
    return ""


def check_rules(table: TableState) -> None:
    """Refuse a key of a table that cannot play by its rules; a round on it can be voided."""
    if fault := rules_fault(table):
        ending = " after the round is voided and the table closed" if table.round else ""
        raise RoomRefused(
            RoomRefusal.RULES_ALTERED, f"{table.spec.table} has stopped: {fault}{ending}"
        )


def approved_fault(state: RoomState, name: str) -> str:
    """Why rules of the room's own are not those that were approved; empty if they are."""
    approved = state.rules.get(name)
    if approved is None or approved.resolved:
        return ""
    if _matching(name, approved.text, approved.fingerprint):
        return ""
    return (
        f"{name} differs from what was approved: a catalogue file that it refers to has changed; "
        f"approve it again with `upcard room rules approve FILE --name {name}`"
    )


def newer_rules(state: RoomState, table: TableState) -> Differences | None:
    """
    In what today's rules of a table's name differ from those it plays; None where nothing does.

    Where its own rules are not known nothing can be compared: `rules_fault` says so.
    """
    try:
        plays = table.game_on(None).rules
        today = state.rules_named(table.spec.rules)
    except NOT_PLAYABLE:
        return None
    if rules_fault(table) or fingerprint(plays) == fingerprint(today):
        return None
    return changed_settings(plays, today)
