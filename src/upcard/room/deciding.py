"""An order decided: who may, with which badge, and what happens."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.jackpot import Person
from upcard.jackpot.commands import Adjust
from upcard.jackpot.commands import OpenProgressive as OpenJackpot
from upcard.jackpot.commands import ReverseAward as ReverseJackpot
from upcard.room.dealing import operate
from upcard.room.happenings import Happenings
from upcard.room.orders import (
    ACTS,
    SECOND_ACTS,
    AddMember,
    AddTable,
    AdjustMeter,
    ChangeDealer,
    ChangePin,
    CloseTable,
    CutShoe,
    OpenProgressive,
    OpenTable,
    Operate,
    Order,
    RemoveMember,
    ReverseAward,
    ShuffleShoe,
    Signature,
    SwipeAward,
)
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.roles import Act
from upcard.room.setting_up import add_table, change_dealer, check_link, close_table, open_table
from upcard.room.shoes import SeedVault
from upcard.room.shuffles import cut_shoe, shuffle_shoe
from upcard.room.staff import (
    Member,
    PinFailed,
    Pins,
    StaffRefusal,
    StaffRefused,
    added,
    check_act,
    identify,
    member_with,
    needs_pin,
    pin_changed,
    removed,
)
from upcard.room.state import LinkMade, RoomEvent, RoomState
from upcard.room.swiping import swipe


@dataclass(frozen=True, slots=True)
class Decided:
    """What an order came to: events to record, and the refusal if it was refused."""

    events: tuple[RoomEvent, ...]
    refusal: Exception | None = None
    """Recorded events with a refusal are wrong PINs: they count although nothing was done."""


def decide(state: RoomState, order: Order, vault: SeedVault, pins: Pins) -> Decided:
    """
    What *order* makes happen.

    A refusal that leaves a trace (a wrong PIN) comes back with its event; every other refusal is
    raised, and nothing is recorded.
    """
    happenings = Happenings(state)
    act = ACTS[type(order.wish)]
    try:
        member = _signed(happenings, pins, order.by, act)
        second = _second(happenings, pins, order, member)
    except _WrongPin as wrong:
        return Decided(tuple(happenings.events), wrong.refusal)
    _carry_out(happenings, vault, pins, order, member, second)
    return Decided(tuple(happenings.events))


class _WrongPin(Exception):
    """A PIN that did not fit; its failure is already among the events."""

    def __init__(self, refusal: StaffRefused) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


def _signed(happenings: Happenings, pins: Pins, signature: Signature, act: Act) -> Member:
    """The member who signed, if badge, role and PIN are good for *act*."""
    member = member_with(happenings.state.staff, signature.badge)
    check_act(member, act)
    if not needs_pin(act):
        return member
    found = identify(happenings.state.staff, pins, signature.badge, signature.pin)
    if isinstance(found, PinFailed):
        happenings.add(found)
        raise _WrongPin(
            StaffRefused(StaffRefusal.PIN_WRONG, f"the PIN of badge {member.badge} is wrong")
        )
    if member.failures:
        happenings.add(found)
    return member


def _second(happenings: Happenings, pins: Pins, order: Order, first: Member) -> Member | None:
    act = SECOND_ACTS.get(type(order.wish))
    if act is None:
        return None
    if order.second is None:
        raise RoomRefused(
            RoomRefusal.SECOND_PERSON_NEEDED, "this takes two people: a second badge and PIN"
        )
    if order.second.badge == first.badge:
        raise RoomRefused(
            RoomRefusal.SAME_PERSON, f"{first.name} signed twice: it takes two different people"
        )
    return _signed(happenings, pins, order.second, act)


def _carry_out(
    happenings: Happenings, vault: SeedVault, pins: Pins, order: Order, member: Member,
    second: Member | None,
) -> None:  # fmt: skip
    match order.wish:
        case AddMember() | RemoveMember() | ChangePin():
            _change_staff(happenings, pins, order.wish)
        case AddTable(spec):
            add_table(happenings, spec, member, _other(second))
        case OpenProgressive():
            _open_progressive(happenings, order.wish, member, _other(second))
        case OpenTable(table, dealer):
            open_table(happenings, table, dealer, member)
        case ChangeDealer(table, dealer):
            change_dealer(happenings, table, dealer, member)
        case CloseTable(table):
            close_table(happenings, table, member)
        case ShuffleShoe(table, reason):
            shuffle_shoe(happenings, vault, table, reason, member)
        case CutShoe(table, cut):
            cut_shoe(happenings, table, cut, member)
        case Operate():
            operate(happenings, vault, member, order.wish, order.id, order.day)
        case SwipeAward():
            swipe(happenings, order.wish, member)
        case ReverseAward() | AdjustMeter():
            _correct(happenings, order.wish, order.id, member, _other(second))


def _other(second: Member | None) -> Member:
    assert second is not None, "a wish that takes two people has two"
    return second


def _change_staff(
    happenings: Happenings, pins: Pins, wish: AddMember | RemoveMember | ChangePin
) -> None:
    staff = happenings.state.staff
    match wish:
        case AddMember(badge=badge, name=name, role=role, pin=pin):
            happenings.add(added(staff, pins, badge=badge, name=name, role=role, pin=pin))
        case RemoveMember(badge):
            happenings.add(removed(staff, badge))
        case ChangePin(badge, pin):
            happenings.add(pin_changed(staff, pins, badge, pin))


def person(member: Member) -> Person:
    """A member as the ledger names people."""
    return Person(member.name, member.role.value)


def _open_progressive(
    happenings: Happenings, wish: OpenProgressive, member: Member, second: Member
) -> None:
    check_link(happenings, wish.link, wish.parameters)
    happenings.at_jackpot(
        OpenJackpot(parameters=wish.parameters, by=person(member), approved_by=person(second))
    )
    happenings.add(LinkMade(wish.link, member.badge, second.badge))


def _correct(
    happenings: Happenings, wish: ReverseAward | AdjustMeter, order_id: str, first: Member,
    second: Member,
) -> None:  # fmt: skip
    """A correction is a new entry by two people; nothing is ever edited."""
    match wish:
        case ReverseAward():
            happenings.at_jackpot(
                ReverseJackpot(
                    progressive=wish.progressive,
                    level=wish.level,
                    award_id=wish.award_id,
                    reversal_id=f"reversal {order_id}",
                    reason=wish.reason,
                    by=person(first),
                    approved_by=person(second),
                )
            )
        case AdjustMeter():
            happenings.at_jackpot(
                Adjust(
                    progressive=wish.progressive,
                    level=wish.level,
                    adjustment_id=f"adjustment {order_id}",
                    reason=wish.reason,
                    direction=wish.direction,
                    fund=wish.fund,
                    amount=wish.amount,
                    evidence=wish.evidence,
                    by=person(first),
                    approved_by=person(second),
                )
            )
