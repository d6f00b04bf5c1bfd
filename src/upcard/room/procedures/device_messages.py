"""Messages of devices: whether one is due and allowed, and what it makes happen at the table."""

from __future__ import annotations

from typing import Final

from upcard.room.device_orders import DeviceSignature
from upcard.room.enrolled_devices import DeviceKind, DeviceSpoke, EnrolledDevice
from upcard.room.fairness.table_shoes import SeedVault
from upcard.room.orders import Order
from upcard.room.people.staff import member_with
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import operate
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_orders import Operate
from upcard.room.table_states import TableState
from upcard.table.commands import (
    AnswerPeek,
    Choose,
    Command,
    Deal,
    DealFaceDown,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.games import CardSource
from upcard.table.rounds import INSURANCE, MAIN

COMMANDS: Final[dict[DeviceKind, tuple[type[Command], ...]]] = {
    DeviceKind.RAIL: (PlaceWager, LiftWager),
    DeviceKind.KEYPAD: (
        StartGame,
        LiftWager,
        PressDeal,
        Choose,
        MoveWinnings,
        PressHandButton,
        EndGame,
    ),
    DeviceKind.READER: (Deal, DealFaceDown, AnswerPeek),
    DeviceKind.LAMPS: (),
    DeviceKind.DISPLAY: (),
}
"""What each kind of device may tell the table."""

UNHEARD: Final = frozenset(
    {
        RoomRefusal.DEVICE_UNKNOWN,
        RoomRefusal.DEVICE_NUMBER,
        RoomRefusal.DEVICE_ELSEWHERE,
        RoomRefusal.DEVICE_NOT_ALLOWED,
    }
)
"""Refusals of a message as such. Nothing is recorded, and its number is still to come."""


def carry_out_message(
    happenings: Happenings, vault: SeedVault, order: Order, by: DeviceSignature
) -> None:
    """
    What a device's message makes happen.

    The dealer who stands at the table answers for it, as for a key: a device is not a person.
    """
    device = _known(happenings.state, by)
    _check_number(device, by.number)
    wish = order.wish
    if not isinstance(wish, Operate) or wish.table != device.table:
        raise RoomRefused(
            RoomRefusal.DEVICE_ELSEWHERE,
            f"{device.title} is enrolled at {device.table}: connect it there, or enrol it again",
        )
    _check_allowed(happenings, device, wish.command)
    table = happenings.table(device.table)
    if not table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_CLOSED, f"{device.table} is closed: a supervisor must open it"
        )
    dealer = member_with(happenings.state.staff, table.dealer)
    happenings.add(DeviceSpoke(device.device, by.number, table.dealer))
    operate(happenings, vault, dealer, wish, order.id, order.day)


def _known(state: RoomState, by: DeviceSignature) -> EnrolledDevice:
    device = state.devices.get(by.device)
    if device is None or device.enrolment != by.enrolment:
        raise RoomRefused(
            RoomRefusal.DEVICE_UNKNOWN, f"{by.device} is not enrolled here, or has another key now"
        )
    return device


def _check_number(device: EnrolledDevice, number: int) -> None:
    due = device.number + 1
    if number != due:
        why = "was used before" if number < due else f"came before message {due}"
        raise RoomRefused(
            RoomRefusal.DEVICE_NUMBER, f"message {number} {why}: send message {due} next"
        )


def _check_allowed(happenings: Happenings, device: EnrolledDevice, command: Command) -> None:
    if not any(isinstance(command, COMMANDS[kind]) for kind in device.kinds):
        allowed = {one.__name__ for kind in device.kinds for one in COMMANDS[kind]}
        raise RoomRefused(
            RoomRefusal.DEVICE_NOT_ALLOWED,
            f"{device.title} cannot send {type(command).__name__}: it may send "
            f"{', '.join(sorted(allowed)) or 'nothing'}",
        )
    if isinstance(command, PlaceWager | LiftWager):
        sensed = sensed_at(happenings.table(device.table))
        if command.wager not in sensed:
            raise RoomRefused(
                RoomRefusal.DEVICE_NOT_ALLOWED,
                f"wager is {command.wager[:40]!r}: a rail at {device.table} senses "
                f"{', '.join(sensed) or 'none'}",
            )


def sensed_at(table: TableState) -> list[str]:
    """
    The wagers that a rail at a table senses.

    Where the table reads its cards, chips may tell their value too: every wager counts there.
    """
    offers = table.game_on(None).offers
    if table.spec.cards is CardSource.READ:
        return [MAIN, *offers, INSURANCE]
    return [name for name, offer in offers.items() if offer.is_progressive]
