"""How PINs are stored, and checked before an order is decided."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from sqlalchemy import Connection, Engine, insert, select

from upcard.journal.engines import reading
from upcard.journal.tables import CREDENTIALS
from upcard.room.orders import Order, Signature, new_pins
from upcard.room.people.staff import Pins, SlowPins, Staff, is_pin, needs_pin
from upcard.room.procedures.acts import ACTS, SECOND_ACTS

_PREFIX: Final = "pin "


class KeptPins:
    """
    PINs kept beside the journal, peppered with the room's key and hashed by *slow*.

    An entry names a PIN by the fingerprint of what is kept for it, so that no entry, report or
    export holds a hash of a PIN, and nobody can put another PIN under the same name.
    """

    def __init__(self, engine: Engine, pepper: bytes, slow: SlowPins) -> None:
        self._engine, self._pepper, self._slow = engine, pepper, slow

    def kept(self, pin: str) -> str:
        """Store *pin* and return its name. An unused one does no harm."""
        kept = self._slow.kept(self._peppered(pin))
        name = _name(kept)
        with self._engine.begin() as connection:
            if not _found(connection, name):
                connection.execute(insert(CREDENTIALS), {"id": name, "kept": kept})
        return name

    def fits(self, kept: str, pin: str) -> bool:
        """Whether *pin* is the one that *kept* names."""
        if not self.is_current(kept):
            return self._slow.fits(kept, pin)
        with reading(self._engine) as connection:
            found = _found(connection, kept)
        return (
            found is not None
            and _name(found) == kept
            and (self._slow.fits(found, self._peppered(pin)))
        )

    def is_current(self, kept: str) -> bool:
        """Whether *kept* is a name: version 0.1 wrote the hash itself, without pepper."""
        return kept.startswith(_PREFIX)

    def _peppered(self, pin: str) -> str:
        return hmac.digest(self._pepper, pin.encode(), "sha256").hex()


def _found(connection: Connection, name: str) -> str | None:
    query = select(CREDENTIALS.c.kept).where(CREDENTIALS.c.id == name)
    found: str | None = connection.scalar(query)
    return found


def _name(kept: str) -> str:
    return f"{_PREFIX}{hashlib.sha256(kept.encode()).hexdigest()}"


def signed_with_pin(order: Order) -> list[Signature]:
    """The signatures of *order* whose PIN is looked at."""
    acts = ((order.by, ACTS[type(order.wish)]), (order.second, SECOND_ACTS.get(type(order.wish))))
    return [
        signature
        for signature, act in acts
        if signature is not None and signature.pin is not None and act and needs_pin(act)
    ]


class CheckedPins:
    """
    The answers of slow PINs, asked beforehand; asked again where the PIN has changed since.

    A look takes a sixth of a second: in the order's turn all others would wait for it.
    """

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._kept: dict[str, list[str]] = {}
        self._fits: dict[tuple[str, str], bool] = {}

    @classmethod
    def beforehand(cls, pins: Pins, staff: Staff, order: Order) -> CheckedPins:
        """Everything that deciding *order* will ask."""
        checked = cls(pins)
        for pin in new_pins(order.wish):
            if is_pin(pin):
                checked._keep(pin)
        for signature in signed_with_pin(order):
            checked._ask(staff, signature)
        return checked

    def _ask(self, staff: Staff, signature: Signature) -> None:
        member = staff.get(signature.badge)
        if member is None or signature.pin is None:
            return
        if self.fits(member.pin, signature.pin) and not self.is_current(member.pin):
            self._keep(signature.pin)

    def has_passed(self, staff: Staff, signature: Signature) -> bool:
        """Whether a signature's PIN was looked at and is right."""
        member = staff.get(signature.badge)
        return member is not None and self._fits.get((member.pin, signature.pin or ""), False)

    def _keep(self, pin: str) -> None:
        self._kept.setdefault(pin, []).append(self._pins.kept(pin))

    def kept(self, pin: str) -> str:
        """What is stored for *pin*; two badges never share it, though their PINs be the same."""
        found = self._kept.get(pin)
        return found.pop() if found else self._pins.kept(pin)

    def fits(self, kept: str, pin: str) -> bool:
        """Whether *pin* is the one *kept* was made of."""
        key = (kept, pin)
        if key not in self._fits:
            self._fits[key] = self._pins.fits(kept, pin)
        return self._fits[key]

    def is_current(self, kept: str) -> bool:
        """Whether *kept* is how PINs are kept today."""
        return self._pins.is_current(kept)
