"""The automatic checks before a table opens; a refusal names the check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from upcard.jackpot.accounts import Account
from upcard.money import Cents, write_money
from upcard.room.enrolled_devices import lost_at
from upcard.room.events import RoomKind
from upcard.room.fairness.table_shoes import SeedRefused, SeedVault, opened_seed
from upcard.room.money_events import Link
from upcard.room.procedures.happenings import Happenings
from upcard.room.recorded_rules import rules_fault
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.table.titles import wager_title


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What a decision may ask beyond the room's state: the ledger, and the software on the disk."""

    balances: Callable[[Iterable[Account]], Mapping[Account, Cents]]
    software: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Subject:
    """The table that is to open, and everything it is checked against."""

    state: RoomState
    table: str
    vault: SeedVault
    outside: Outside | None
    """None for a room without a journal, in memory."""

    @property
    def links(self) -> list[Link]:
        """The progressives in play that the table is on."""
        links = self.state.links.values()
        return [one for one in links if self.table in one.tables and self.state.is_in_play(one)]


Check = Callable[[Subject], Iterator[str]]
"""What is wrong, in words; nothing if all is well."""


def _rules(subject: Subject) -> Iterator[str]:
    """The rules are those that two people set the table up with."""
    if fault := rules_fault(subject.state.tables[subject.table]):
        yield fault


def _paytable(subject: Subject) -> Iterator[str]:
    """What the layout shows is what the link was approved for, level by level."""
    game = subject.state.tables[subject.table].game_on(None)
    for link in subject.links:
        offer = game.offers.get(link.wager)
        if offer is None or offer.paytable != link.paytable:
            shown = offer.paytable if offer else "no such wager"
            title = wager_title(game, link.wager)
            yield f"{title} shows {shown}, but {link.progressive} is set for {link.paytable}"
            continue
        levels = set(subject.state.jackpots.progressives[link.progressive].levels)
        if levels != set(offer.meter_levels):
            yield (
                f"{link.progressive} has {', '.join(sorted(levels))}, but {link.paytable} pays "
                f"from {', '.join(offer.meter_levels)}"
            )


def _meter(subject: Subject) -> Iterator[str]:
    """Each fund matches the ledger: only a journal entry changes either."""
    if subject.outside is None:
        return
    held = {
        Account(link.progressive, name, fund): amount
        for link in subject.links
        for name, level in subject.state.jackpots.progressives[link.progressive].levels.items()
        for fund, amount in level.balances.items()
    }
    kept = subject.outside.balances(held)
    for account, amount in held.items():
        if kept[account] != amount:
            yield f"{account} is {write_money(amount)}; the ledger has {write_money(kept[account])}"


def _shoes(subject: Subject) -> Iterator[str]:
    """A seed can be kept and read back, and the shoe on the table has the one committed to."""
    try:
        subject.vault.check()
    except OSError as error:
        yield f"seeds cannot be kept: {error.strerror or error}"
    shoe = subject.state.tables[subject.table].shoe
    if shoe is not None:
        try:
            opened_seed(subject.vault, subject.table, shoe)
        except SeedRefused as refused:
            yield str(refused)


def _funds(subject: Subject) -> Iterator[str]:
    """The prize account holds what is owed, where the table pays from it."""
    if subject.links and subject.state.funds.is_short:
        yield "the prize account holds less than is owed: make a deposit, and record the balance"


def _devices(subject: Subject) -> Iterator[str]:
    """Sensors, readers, keys and displays that are enrolled for the table answer."""
    for device in lost_at(subject.state.devices, subject.table):
        yield f"{device.lost_sentence}: switch it on, or revoke it with a second person"


def _software(subject: Subject) -> Iterator[str]:
    """The program on the disk is the one that was accepted; a room for practice may differ."""
    if subject.outside is None or subject.state.kind is not RoomKind.LIVE:
        return
    if subject.outside.software() != subject.state.software:
        yield "the program has changed and is not accepted: see `upcard room software`"


CHECKS: Final[dict[str, Check]] = {
    "rules": _rules,
    "paytable": _paytable,
    "meter": _meter,
    "shoes": _shoes,
    "funds": _funds,
    "devices": _devices,
    "software": _software,
}
"""Every check by its name, in the order they are run."""


def check_before_opening(
    happenings: Happenings, table: str, vault: SeedVault, outside: Outside | None
) -> tuple[str, ...]:
    """The names of the checks, all of which passed; the first that did not is the refusal."""
    subject = Subject(happenings.state, table, vault, outside)
    for name, check in CHECKS.items():
        for wrong in check(subject):
            raise RoomRefused(
                RoomRefusal.OPENING_CHECK_FAILED, f"{table} cannot open, {name} check: {wrong}"
            )
    return tuple(CHECKS)
