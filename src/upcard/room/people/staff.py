"""Staff: badges, PINs and roles. Accounts are personal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from upcard.problems import UpcardError
from upcard.room.people.roles import DOING, NEEDS_PIN, TITLES, Act, Role, may

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PIN_LENGTH_MIN: Final = 6
NAME_LENGTH_MAX: Final = 60
PASSKEYS_MAX: Final = 8
FAILURES_TOLD: Final = 5
"""After this many wrong PINs in a row the desk shows an alarm."""
_BADGE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{2,31}")
_PIN: Final = re.compile(rf"[0-9]{{{PIN_LENGTH_MIN},12}}", re.ASCII)


class StaffRefusal(StrEnum):
    """Why a badge was not accepted. Codes never change their meaning."""

    BADGE_UNKNOWN = "badge-unknown"
    BADGE_TAKEN = "badge-taken"
    BADGE_NOT_ALLOWED = "badge-not-allowed"
    PIN_NEEDED = "pin-needed"
    PIN_WRONG = "pin-wrong"
    PIN_WAIT = "pin-wait"
    PASSKEY_NEEDED = "passkey-needed"
    PASSKEY_NOT_ALLOWED = "passkey-not-allowed"
    PIN_NOT_ALLOWED = "pin-not-allowed"
    ROLE_NOT_ENOUGH = "role-not-enough"
    LAST_EXECUTIVE = "last-executive"
    LAST_TWO = "last-two"


class StaffRefused(UpcardError):
    """An act that this badge may not do, or a badge that is none."""

    code: StaffRefusal

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
        """Whether *kept* has today's form; if not, typing the PIN stores it again."""


class ArgonPins:
    """PINs kept with Argon2id; about a sixth of a second for each look, on purpose."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        from argon2 import PasswordHasher

        self._hasher = hasher or PasswordHasher()

    def kept(self, pin: str) -> str:
        """A salted Argon2id hash."""
        return self._hasher.hash(pin)

    def fits(self, kept: str, pin: str) -> bool:
        """Whether the hash is of *pin*."""
        from argon2.exceptions import InvalidHashError, VerifyMismatchError

        try:
            return self._hasher.verify(kept, pin)
        except (VerifyMismatchError, InvalidHashError):
            return False

    def is_current(self, kept: str) -> bool:
        """There is one way only."""
        return True


@dataclass(frozen=True, slots=True)
class Passkey:
    """A second factor of a badge: a security key, a phone, a fingerprint reader."""

    id: str
    """As WebAuthn names it, in base64url."""
    public_key: str
    """What its answers are verified with, in base64url."""
    name: str
    """What its owner calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody with a badge."""

    badge: str
    name: str
    role: Role
    pin: str
    """As it is kept, not as it is typed."""
    failures: int = 0
    """Wrong PINs since the last right one."""
    is_active: bool = True
    pins: int = 0
    """How often the badge got another PIN: sessions that began with an earlier one are over."""
    passkeys: tuple[Passkey, ...] = ()
    """Where there is one, the PIN alone signs nothing."""

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
    """A badge has another PIN, and its sessions are over."""

    badge: str
    pin: str


@dataclass(frozen=True, slots=True)
class PasskeyAdded:
    """A badge has a passkey more: from now on its PIN alone is not enough."""

    badge: str
    passkey: Passkey


@dataclass(frozen=True, slots=True)
class PasskeyRemoved:
    """A passkey of a badge is no longer good."""

    badge: str
    id: str


@dataclass(frozen=True, slots=True)
class PinFailed:
    """A wrong PIN was typed."""

    badge: str
    origin: str = ""
    """Where: an address, a known device, the server's shell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRecovered:
    """Somebody at the server's shell gave an executive another PIN, or the room another one."""

    badge: str
    name: str
    pin: str
    operator: str
    """Who was signed in at the server."""
    second: str
    """The badge that signed, too; empty where the room had nobody else who could."""
    reason: str


@dataclass(frozen=True, slots=True)
class PinAccepted:
    """The right PIN was typed: earlier failures are forgotten."""

    badge: str
    renewed: str = ""
    """The same PIN as it is kept from now on; empty where that stays as it was."""


StaffEvent = (
    MemberAdded
    | MemberRemoved
    | PinChanged
    | PinFailed
    | PinAccepted
    | AccessRecovered
    | PasskeyAdded
    | PasskeyRemoved
)

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
            return replace(staff[badge], pin=pin, failures=0, pins=staff[badge].pins + 1)
        case AccessRecovered(badge=badge, name=name, pin=pin):
            pins = staff[badge].pins + 1 if badge in staff else 0
            return Member(badge=badge, name=name, role=Role.EXECUTIVE, pin=pin, pins=pins)
        case PinFailed(badge):
            return replace(staff[badge], failures=staff[badge].failures + 1)
        case PasskeyAdded(badge, passkey):
            return replace(staff[badge], passkeys=(*staff[badge].passkeys, passkey))
        case PasskeyRemoved(badge, id_):
            kept = tuple(one for one in staff[badge].passkeys if one.id != id_)
            return replace(staff[badge], passkeys=kept)
        case PinAccepted(badge, renewed):
            return replace(staff[badge], failures=0, pin=renewed or staff[badge].pin)


def member_with(staff: Staff, badge: str) -> Member:
    """The member whose badge was read, if it is good."""
    member = staff.get(badge)
    if member is None or not member.is_active:
        raise StaffRefused(
            StaffRefusal.BADGE_UNKNOWN, f"badge {badge!r} is not known here: use your own badge"
        )
    return member


def check_act(member: Member, act: Act) -> None:
    """Refuse *act* if the member's role is not enough for it."""
    if not may(member.role, act):
        allowed = " or ".join(sorted(TITLES[role] for role in Role if may(role, act)))
        raise StaffRefused(
            StaffRefusal.ROLE_NOT_ENOUGH,
            f"{member.name} is {TITLES[member.role]}: {DOING[act]} needs {allowed}",
        )


def identify(
    staff: Staff, pins: Pins, badge: str, pin: str | None, origin: str = ""
) -> PinAccepted | PinFailed:
    """
    The result of typing *pin* for *badge*. Both results are recorded, without the PIN.

    The caller records the event before it acts on it, so that a wrong PIN counts even if the
    machine stops at once.
    """
    member = member_with(staff, badge)
    if pin is None:
        raise StaffRefused(
            StaffRefusal.PIN_NEEDED, f"badge {badge} needs its PIN for this: type it"
        )
    if not pins.fits(member.pin, pin):
        return PinFailed(badge, origin)
    return PinAccepted(badge, "" if pins.is_current(member.pin) else pins.kept(pin))


def passkey_added(staff: Staff, badge: str, passkey: Passkey) -> PasskeyAdded:
    """A passkey for a badge, or why it cannot have that one."""
    known = {one.id for member in staff.values() for one in member.passkeys}
    if passkey.id in known or len(staff[badge].passkeys) >= PASSKEYS_MAX:
        raise StaffRefused(
            StaffRefusal.PASSKEY_NOT_ALLOWED,
            f"this passkey is already in use, or badge {badge} has {PASSKEYS_MAX}: use another one",
        )
    named = replace(passkey, name=checked_name(passkey.name))
    return PasskeyAdded(badge, named)


def passkey_removed(staff: Staff, badge: str, id_: str) -> PasskeyRemoved:
    """A passkey taken off a badge."""
    member = staff.get(badge)
    if member is None or id_ not in {one.id for one in member.passkeys}:
        raise StaffRefused(
            StaffRefusal.PASSKEY_NOT_ALLOWED, f"badge {badge!r} has no such passkey: look again"
        )
    return PasskeyRemoved(badge, id_)


def needs_pin(act: Act) -> bool:
    """Whether the badge alone is not enough for *act*."""
    return act in NEEDS_PIN


def added(staff: Staff, pins: Pins, *, badge: str, name: str, role: Role, pin: str) -> MemberAdded:
    """A new member, or why there cannot be one."""
    checked_badge(badge)
    if badge in staff:
        raise StaffRefused(
            StaffRefusal.BADGE_TAKEN,
            f"badge {badge} belongs to {staff[badge].name}: choose another",
        )
    return MemberAdded(badge, checked_name(name), role, pins.kept(checked_pin(pin)))


def checked_badge(badge: str) -> str:
    """*badge*, if it is a valid badge."""
    if not _BADGE.fullmatch(badge):
        raise StaffRefused(
            StaffRefusal.BADGE_NOT_ALLOWED,
            f"badge is {badge[:40]!r}: write 3 to 32 letters, digits and hyphens",
        )
    return badge


def checked_name(name: str) -> str:
    """*name*, if it can be printed: any script, no control characters, not too long."""
    name = unicodedata.normalize("NFC", name.strip())
    if not name or not name.isprintable() or len(name) > NAME_LENGTH_MAX:
        raise StaffRefused(
            StaffRefusal.BADGE_NOT_ALLOWED,
            f"name is {name[:80]!r}: write the person's name, {NAME_LENGTH_MAX} characters at most",
        )
    return name


def is_pin(pin: str) -> bool:
    """Whether *pin* can be used: digits enough, and not the simplest ones."""
    return _PIN.fullmatch(pin) is not None and len(set(pin)) >= 3


def checked_pin(pin: str) -> str:
    """*pin*, if it is one that can be used."""
    if not is_pin(pin):
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
    signing = signers(staff, Act.APPROVE_STAFF)
    if member in signing and len(signing) <= 2:
        raise StaffRefused(
            StaffRefusal.LAST_TWO,
            f"{member.name} is one of the last two who can sign together: add another before "
            "removing this badge",
        )
    return MemberRemoved(badge)


def signers(staff: Staff, act: Act) -> list[Member]:
    """Everybody in the room who may do *act*."""
    return [one for one in staff.values() if one.is_active and may(one.role, act)]


def pin_changed(staff: Staff, pins: Pins, badge: str, pin: str) -> PinChanged:
    """Another PIN for a badge."""
    if badge not in staff or not staff[badge].is_active:
        raise StaffRefused(StaffRefusal.BADGE_UNKNOWN, f"badge {badge!r} is not in use")
    return PinChanged(badge, pins.kept(checked_pin(pin)))
