"""Staff: badges, PINs and roles. Accounts are personal; failed PINs lock them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from upcard.room.roles import NEEDS_PIN, Act, Role, may

FAILURES_MAX: Final = 5
"""After so many wrong PINs in a row a badge is locked until somebody unlocks it."""
PIN_LENGTH_MIN: Final = 6
_BADGE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{2,31}")
_PIN: Final = re.compile(rf"[0-9]{{{PIN_LENGTH_MIN},12}}", re.ASCII)


class StaffRefusal(StrEnum):
    """Why a badge was not accepted. Codes never change their meaning."""

    BADGE_UNKNOWN = "badge-unknown"
    BADGE_TAKEN = "badge-taken"
    BADGE_NOT_ALLOWED = "badge-not-allowed"
    BADGE_LOCKED = "badge-locked"
    PIN_NEEDED = "pin-needed"
    PIN_WRONG = "pin-wrong"
    PIN_NOT_ALLOWED = "pin-not-allowed"
    ROLE_NOT_ENOUGH = "role-not-enough"
    LAST_EXECUTIVE = "last-executive"


class StaffRefused(Exception):
    """An act that this badge may not do, or a badge that is none."""

    def __init__(self, code: StaffRefusal, message: str) -> None:
        self.code = code
        super().__init__(message)


class SlowPins(Protocol):
    """A hash of PINs that takes its time."""

    def kept(self, pin: str) -> str:
        """What is stored for *pin*."""

    def fits(self, kept: str, pin: str) -> bool:
        """Whether *pin* is the one *kept* was made of."""


class Pins(SlowPins, Protocol):
    """How PINs are kept: never as they are typed."""

    def is_current(self, kept: str) -> bool:
        """Whether *kept* is how PINs are kept today; if not, it is kept anew when it is typed."""


class ArgonPins:
    """PINs kept with Argon2id; about a sixth of a second for each look, on purpose."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def kept(self, pin: str) -> str:
        """A salted Argon2id hash."""
        return self._hasher.hash(pin)

    def fits(self, kept: str, pin: str) -> bool:
        """Whether the hash is of *pin*."""
        try:
            return self._hasher.verify(kept, pin)
        except (VerifyMismatchError, InvalidHashError):
            return False

    def is_current(self, kept: str) -> bool:
        """There is one way only."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody with a badge."""

    badge: str
    name: str
    role: Role
    pin: str
    """As it is kept, not as it is typed."""
    failures: int = 0
    is_active: bool = True

    @property
    def is_locked(self) -> bool:
        """Whether too many wrong PINs were typed."""
        return self.failures >= FAILURES_MAX

    def __str__(self) -> str:
        return f"{self.name} ({self.role}, badge {self.badge})"


@dataclass(frozen=True, slots=True)
class MemberAdded:
    """Somebody got a badge."""

    badge: str
    name: str
    role: Role
    pin: str


@dataclass(frozen=True, slots=True)
class MemberRemoved:
    """A badge is no longer good; its name stays in the records."""

    badge: str


@dataclass(frozen=True, slots=True)
class PinChanged:
    """A badge has another PIN, and is unlocked."""

    badge: str
    pin: str


@dataclass(frozen=True, slots=True)
class PinFailed:
    """A wrong PIN was typed."""

    badge: str


@dataclass(frozen=True, slots=True)
class PinAccepted:
    """The right PIN was typed: earlier failures are forgotten."""

    badge: str
    renewed: str = ""
    """The same PIN as it is kept from now on; empty where that stays as it was."""


StaffEvent = MemberAdded | MemberRemoved | PinChanged | PinFailed | PinAccepted

Staff = Mapping[str, Member]
"""Members by badge."""

NOBODY: Final[Staff] = MappingProxyType({})


def apply(staff: Staff, event: StaffEvent) -> Staff:
    """The staff after *event*."""
    return MappingProxyType({**staff, event.badge: _member_after(staff, event)})


def _member_after(staff: Staff, event: StaffEvent) -> Member:
    match event:
        case MemberAdded(badge, name, role, pin):
            return Member(badge=badge, name=name, role=role, pin=pin)
        case MemberRemoved(badge):
            return replace(staff[badge], is_active=False)
        case PinChanged(badge, pin):
            return replace(staff[badge], pin=pin, failures=0)
        case PinFailed(badge):
            return replace(staff[badge], failures=staff[badge].failures + 1)
        case PinAccepted(badge, renewed):
            return replace(staff[badge], failures=0, pin=renewed or staff[badge].pin)


def member_with(staff: Staff, badge: str) -> Member:
    """The member whose badge was read, if it is good."""
    member = staff.get(badge)
    if member is None or not member.is_active:
        raise StaffRefused(
            StaffRefusal.BADGE_UNKNOWN, f"badge {badge!r} is not known here: use your own badge"
        )
    if member.is_locked:
        raise StaffRefused(
            StaffRefusal.BADGE_LOCKED,
            f"badge {badge} is locked after {FAILURES_MAX} wrong PINs: an executive unlocks it",
        )
    return member


def check_act(member: Member, act: Act) -> None:
    """Refuse *act* if the member's role is not enough for it."""
    if not may(member.role, act):
        allowed = ", ".join(sorted(role for role in Role if may(role, act)))
        raise StaffRefused(
            StaffRefusal.ROLE_NOT_ENOUGH,
            f"{member.name} is {member.role}: to {act} takes {allowed}",
        )


def identify(staff: Staff, pins: Pins, badge: str, pin: str | None) -> PinAccepted | PinFailed:
    """
    What typing *pin* at *badge* comes to. Both answers are recorded; neither tells the PIN.

    The caller records the event before it acts on it, so that a wrong PIN counts even if the
    machine stops at once.
    """
    member = member_with(staff, badge)
    if pin is None:
        raise StaffRefused(StaffRefusal.PIN_NEEDED, f"badge {badge} needs its PIN for this")
    if not pins.fits(member.pin, pin):
        return PinFailed(badge)
    return PinAccepted(badge, "" if pins.is_current(member.pin) else pins.kept(pin))


def needs_pin(act: Act) -> bool:
    """Whether the badge alone is not enough for *act*."""
    return act in NEEDS_PIN


def added(staff: Staff, pins: Pins, *, badge: str, name: str, role: Role, pin: str) -> MemberAdded:
    """A new member, or why there cannot be one."""
    if not _BADGE.fullmatch(badge):
        raise StaffRefused(
            StaffRefusal.BADGE_NOT_ALLOWED,
            f"badge is {badge!r}: write 3 to 32 letters, digits and hyphens",
        )
    if badge in staff:
        raise StaffRefused(
            StaffRefusal.BADGE_TAKEN, f"badge {badge} is {staff[badge].name}'s: badges are personal"
        )
    if not name.strip() or not name.isprintable():
        raise StaffRefused(
            StaffRefusal.BADGE_NOT_ALLOWED, f"name is {name!r}: write the person's name"
        )
    return MemberAdded(badge, name.strip(), role, pins.kept(checked_pin(pin)))


def checked_pin(pin: str) -> str:
    """*pin*, if it is one that can be used."""
    if not _PIN.fullmatch(pin) or len(set(pin)) < 3:
        raise StaffRefused(
            StaffRefusal.PIN_NOT_ALLOWED,
            f"this PIN cannot be used: write {PIN_LENGTH_MIN} to 12 digits, three different ones",
        )
    return pin


def removed(staff: Staff, badge: str) -> MemberRemoved:
    """A badge given back, unless nobody could manage the room any more."""
    member = staff.get(badge)
    if member is None or not member.is_active:
        raise StaffRefused(StaffRefusal.BADGE_UNKNOWN, f"badge {badge!r} is not in use")
    executives = [m for m in staff.values() if m.role is Role.EXECUTIVE and m.is_active]
    if executives == [member]:
        raise StaffRefused(
            StaffRefusal.LAST_EXECUTIVE,
            f"{member.name} is the last executive: add another before removing this badge",
        )
    return MemberRemoved(badge)


def pin_changed(staff: Staff, pins: Pins, badge: str, pin: str) -> PinChanged:
    """Another PIN for a badge, which is unlocked by it."""
    if badge not in staff or not staff[badge].is_active:
        raise StaffRefused(StaffRefusal.BADGE_UNKNOWN, f"badge {badge!r} is not in use")
    return PinChanged(badge, pins.kept(checked_pin(pin)))
