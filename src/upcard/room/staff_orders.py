"""What people order about badges, PINs and passkeys."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.room.people.roles import Role
from upcard.room.people.staff import Passkey


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMember:
    """Give somebody a badge. Needs a second person."""

    badge: str
    name: str
    role: Role
    pin: str


@dataclass(frozen=True, slots=True)
class RemoveMember:
    """Take a badge back. Needs a second person."""

    badge: str


@dataclass(frozen=True, slots=True)
class ChangePin:
    """Give a badge another PIN; its sessions end. Needs a second person."""

    badge: str
    pin: str


@dataclass(frozen=True, slots=True)
class ChangeOwnPin:
    """Choose another PIN for one's own badge, signed with the one it has."""

    pin: str


@dataclass(frozen=True, slots=True)
class AddPasskey:
    """Add a passkey to one's own badge, signed with its PIN."""

    passkey: Passkey


@dataclass(frozen=True, slots=True)
class RemovePasskey:
    """Take a passkey off a badge. Needs a second person."""

    badge: str
    id: str


@dataclass(frozen=True, slots=True)
class SignIn:
    """Check a badge and its PIN, and do nothing else."""
