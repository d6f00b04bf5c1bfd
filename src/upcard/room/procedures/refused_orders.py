"""What is recorded of an order that was refused."""

from __future__ import annotations

from upcard.room.device_orders import DeviceSignature
from upcard.room.enrolled_devices import DeviceSpoke
from upcard.room.events import OrderRefused, RoomEvent
from upcard.room.orders import Order, ScreenSignature
from upcard.room.people.staff import StaffRefusal
from upcard.room.procedures.device_messages import UNHEARD
from upcard.room.state import RoomState


def refusal_events(
    state: RoomState, order: Order, code: str, message: str
) -> tuple[RoomEvent, ...]:
    """
    The trace of a refusal; empty for strangers, for screens and for a device's wrong message.

    A message that the table refused has been heard, so its number is used: the device goes on.
    """
    by, refusal = order.by, OrderRefused(code, message, order.by.badge)
    if isinstance(by, ScreenSignature) or code == StaffRefusal.BADGE_UNKNOWN:
        return ()
    if not isinstance(by, DeviceSignature):
        return (refusal,)
    if code in UNHEARD:
        return ()
    dealer = state.tables[state.devices[by.device].table].dealer
    return DeviceSpoke(by.device, by.number, dealer), refusal
