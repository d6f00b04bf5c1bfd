"""PINs checked before the turn comes: a look takes a sixth of a second, and all would wait."""

from __future__ import annotations

from upcard.room.orders import (
    ACTS,
    SECOND_ACTS,
    AddMember,
    ChangePin,
    Order,
    ScreenSignature,
    Signature,
)
from upcard.room.roles import Act
from upcard.room.staff import Pins, Staff, needs_pin


class CheckedPins:
    """The answers of slow PINs, asked beforehand; asked again where the PIN has changed since."""

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._kept: dict[str, str] = {}
        self._fits: dict[tuple[str, str], bool] = {}

    @classmethod
    def beforehand(cls, pins: Pins, staff: Staff, order: Order) -> CheckedPins:
        """Everything that deciding *order* will ask."""
        checked = cls(pins)
        wish = order.wish
        if isinstance(wish, AddMember | ChangePin) and len(wish.pin) <= 12:
            checked._kept[wish.pin] = pins.kept(wish.pin)
        checked._ask(staff, order.by, ACTS[type(wish)])
        if order.second is not None and type(wish) in SECOND_ACTS:
            checked._ask(staff, order.second, SECOND_ACTS[type(wish)])
        return checked

    def _ask(self, staff: Staff, signature: Signature | ScreenSignature, act: Act) -> None:
        member = staff.get(signature.badge)
        if member is not None and signature.pin is not None and needs_pin(act):
            self.fits(member.pin, signature.pin)

    def kept(self, pin: str) -> str:
        """What is stored for *pin*."""
        return self._kept.get(pin) or self._pins.kept(pin)

    def fits(self, kept: str, pin: str) -> bool:
        """Whether *pin* is the one *kept* was made of."""
        key = (kept, pin)
        if key not in self._fits:
            self._fits[key] = self._pins.fits(kept, pin)
        return self._fits[key]
