"""Decide an order: check who may give it, and turn it into events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from upcard.room.device_orders import DeviceSignature, EnrolDevice, RevokeDevice
from upcard.room.drill_marks import RecordDrill
from upcard.room.events import RecordsArchived, RecordsRead, RoomEvent
from upcard.room.fairness.seeds import with_hole_cards
from upcard.room.fairness.table_shoes import SeedVault
from upcard.room.money_orders import (
    AdjustMeter,
    ChangeProgressive,
    CompleteChecklist,
    ConfirmWin,
    OpenProgressive,
    PrintSlip,
    RecordBank,
    RecordDeposit,
    RemoveProgressive,
    ReprintSlip,
    ReverseAward,
    SwipeAward,
    TransferFunds,
    VoidClaim,
)
from upcard.room.orders import (
    AcceptSoftware,
    ApproveRules,
    ArchiveRecords,
    Order,
    ReadRecords,
    ReportMalfunction,
    RestoreRoom,
    ScreenSignature,
    SetShifts,
    SetWitnesses,
    WitnessFor,
)
from upcard.room.people.staff import Member, Pins, StaffRefusal, StaffRefused
from upcard.room.procedures.accepted_software import accept_software
from upcard.room.procedures.acts import ACTS
from upcard.room.procedures.bank import print_slip, record_bank, record_deposit, report_malfunction
from upcard.room.procedures.checklists import complete_checklist
from upcard.room.procedures.confirmations import confirm_win, swipe
from upcard.room.procedures.corrections import (
    adjust_meter,
    reverse_award,
    step_back,
    void_claim,
    void_round,
)
from upcard.room.procedures.cut_keys import close_cut, confirm_cut, open_cut, seal_cut, type_cut
from upcard.room.procedures.device_messages import carry_out_message
from upcard.room.procedures.device_setups import enrol_device, revoke_device
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.money_changes import changes_of
from upcard.room.procedures.opening_checks import Outside
from upcard.room.procedures.progressive_changes import (
    change_progressive,
    open_progressive,
    remove_progressive,
    transfer_funds,
)
from upcard.room.procedures.read_cards import correct_card, place_shoe, set_card_aside
from upcard.room.procedures.restores import restore_room
from upcard.room.procedures.shifts import set_shifts
from upcard.room.procedures.shoe_changes import abandon_shoe, shuffle_shoe, void_shoe
from upcard.room.procedures.signatures import WrongPin, second_signed, signed
from upcard.room.procedures.staff_changes import StaffChange, change_staff
from upcard.room.procedures.table_keys import operate
from upcard.room.procedures.table_setups import (
    add_table,
    approve_rules,
    change_dealer,
    change_table,
    close_table,
    open_table,
)
from upcard.room.procedures.training_drills import record_drill
from upcard.room.procedures.witness_orders import set_witnesses, witness_for
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.staff_orders import (
    SignIn,
)
from upcard.room.state import RoomState
from upcard.room.table_orders import (
    AbandonShoe,
    AddTable,
    ChangeDealer,
    ChangeTable,
    CloseCut,
    CloseTable,
    ConfirmCut,
    CorrectCard,
    CutShoe,
    OpenCut,
    OpenTable,
    Operate,
    SealCut,
    SetCardAside,
    ShuffleShoe,
    StepBack,
    VoidRound,
    VoidShoe,
)
from upcard.table.games import CardSource

Cutting = CutShoe | CloseCut | ConfirmCut | SealCut | OpenCut
Mending = SetCardAside | CorrectCard | StepBack | VoidRound
Shuffling = ShuffleShoe | AbandonShoe | VoidShoe
PrizeMoney = (
    CompleteChecklist
    | ConfirmWin
    | SwipeAward
    | VoidClaim
    | ReverseAward
    | AdjustMeter
    | RecordDeposit
    | RecordBank
    | PrintSlip
    | ReprintSlip
)
SetUp = (
    ArchiveRecords
    | AddTable
    | ChangeTable
    | ApproveRules
    | RestoreRoom
    | SetShifts
    | SetWitnesses
    | WitnessFor
    | OpenProgressive
    | ChangeProgressive
    | RemoveProgressive
    | TransferFunds
)


@dataclass(frozen=True, slots=True)
class Decided:
    """The result of an order: events to record, and the refusal if it was refused."""

    events: tuple[RoomEvent, ...]
    state: RoomState
    """The room after them."""
    refusal: Exception | None = None
    """Recorded events with a refusal are wrong PINs: they count although nothing was done."""


def decide(
    state: RoomState, order: Order, vault: SeedVault, pins: Pins, outside: Outside | None = None
) -> Decided:
    """
    What *order* makes happen; *outside* is what it may be checked against beyond the state.

    A refusal that leaves a trace (a wrong PIN) comes back with its event; every other refusal is
    raised, and nothing is recorded.
    """
    happenings = Happenings(with_hole_cards(state, vault))
    if isinstance(order.by, ScreenSignature):
        _cut_on_screen(happenings, order, order.by)
        return Decided(tuple(happenings.events), happenings.state)
    if isinstance(order.by, DeviceSignature):
        carry_out_message(happenings, vault, order, order.by)
        return Decided(tuple(happenings.events), happenings.state)
    act = ACTS[type(order.wish)]
    try:
        member = signed(happenings, pins, order, order.by, act)
        second = second_signed(happenings, pins, order, member)
    except WrongPin as wrong:
        return Decided(tuple(happenings.events), happenings.state, wrong.refusal)
    carry_out(happenings, vault, pins, outside, order, member, second)
    _check_agreed(state, happenings, order)
    return Decided(tuple(happenings.events), happenings.state)


def _cut_on_screen(happenings: Happenings, order: Order, screen: ScreenSignature) -> None:
    """What a screen may do at its own table: give its part of the cut, and open it."""
    match order.wish:
        case SealCut(table=table) if table == screen.table:
            seal_cut(happenings, order.wish, screen, order.at)
        case OpenCut(table=table) if table == screen.table:
            open_cut(happenings, order.wish, screen, order.at)
        case _:
            raise StaffRefused(
                StaffRefusal.ROLE_NOT_ENOUGH, "a screen may only cut at its own table"
            )


def carry_out(
    happenings: Happenings,
    vault: SeedVault,
    pins: Pins,
    outside: Outside | None,
    order: Order,
    member: Member,
    second: Member | None,
) -> None:
    """Let happen what *order* wishes, signed by those two; their badges and PINs are good."""
    _check_seen(happenings, order)
    if isinstance(order.wish, StaffChange):
        change_staff(happenings, pins, order.wish, member)
        return
    if isinstance(order.wish, PrizeMoney):
        _handle_prize_money(happenings, order, order.wish, member, second)
        return
    match order.wish:
        case Operate():
            operate(happenings, vault, member, order.wish, order.id, order.day)
        case SetCardAside() | CorrectCard() | StepBack() | VoidRound():
            _mend(happenings, order.wish, member)
        case ShuffleShoe() | AbandonShoe() | VoidShoe():
            _shuffle(happenings, vault, order.wish, member)
        case CutShoe() | CloseCut() | ConfirmCut() | SealCut() | OpenCut():
            _cut(happenings, order.wish, member, order.at)
        case OpenTable():
            open_table(happenings, order.wish, member, vault, outside)
        case ChangeDealer(table, dealer):
            change_dealer(happenings, table, dealer, member)
        case CloseTable(table):
            close_table(happenings, table, member)
        case ReportMalfunction():
            report_malfunction(happenings, order.wish, member)
        case ReadRecords(what):
            happenings.add(RecordsRead(what[:200], member.badge))
        case SignIn():
            pass
        case RecordDrill():
            record_drill(happenings, order.wish, member)
        case AcceptSoftware():
            accept_software(happenings, order.wish, member, _other(second), outside)
        case EnrolDevice():
            enrol_device(happenings, order.wish, member, _other(second), order.id)
        case RevokeDevice():
            revoke_device(happenings, order.wish, member, _other(second))
        case _:
            _set_up(happenings, order.wish, member, _other(second), order.day)


def _mend(happenings: Happenings, wish: Mending, member: Member) -> None:
    """What went wrong in a round, or left the shoe for nobody."""
    match wish:
        case SetCardAside():
            set_card_aside(happenings, wish, member)
        case CorrectCard():
            correct_card(happenings, wish, member)
        case StepBack():
            step_back(happenings, wish, member)
        case VoidRound():
            void_round(happenings, wish, member)


def _handle_prize_money(
    happenings: Happenings, order: Order, wish: PrizeMoney, member: Member, second: Member | None
) -> None:
    match wish:
        case CompleteChecklist():
            complete_checklist(happenings, wish, member, order.day)
        case ConfirmWin():
            confirm_win(happenings, wish, member)
        case SwipeAward():
            swipe(happenings, wish, member)
        case VoidClaim():
            void_claim(happenings, wish, member, order.id)
        case ReverseAward():
            reverse_award(happenings, wish, order.id, member, _other(second))
        case AdjustMeter():
            adjust_meter(happenings, wish, order.id, member, _other(second))
        case RecordDeposit():
            record_deposit(happenings, wish, member)
        case RecordBank():
            record_bank(happenings, wish, member)
        case PrintSlip() | ReprintSlip():
            print_slip(happenings, wish, member)


def _check_digital(happenings: Happenings, table: str) -> None:
    """Refuse what is about a shoe that the system shuffles, at a table dealt by hand."""
    if happenings.table(table).spec.cards is not CardSource.DIGITAL:
        raise RoomRefused(
            RoomRefusal.DEALT_BY_HAND,
            f"{table} is dealt by hand: shuffle and cut the cards by house procedure",
        )


def _shuffle(happenings: Happenings, vault: SeedVault, wish: Shuffling, by: Member) -> None:
    is_read = happenings.table(wish.table).spec.cards is CardSource.READ
    if is_read and isinstance(wish, ShuffleShoe):
        place_shoe(happenings, wish, by)
        return
    _check_digital(happenings, wish.table)
    match wish:
        case ShuffleShoe():
            shuffle_shoe(happenings, vault, wish, by)
        case AbandonShoe():
            abandon_shoe(happenings, vault, wish, by)
        case VoidShoe():
            void_shoe(happenings, vault, wish, by)


def _cut(happenings: Happenings, wish: Cutting, by: Member, at: str) -> None:
    _check_digital(happenings, wish.table)
    match wish:
        case CutShoe():
            type_cut(happenings, wish, by, at)
        case CloseCut():
            close_cut(happenings, wish, by, at)
        case ConfirmCut():
            confirm_cut(happenings, wish, by, at)
        case SealCut() | OpenCut():
            raise AssertionError("no member's role is a screen's")


def _set_up(
    happenings: Happenings, wish: SetUp, by: Member, approved_by: Member, day: date | None
) -> None:
    match wish:
        case ArchiveRecords(before):
            happenings.add(RecordsArchived(before, by.badge, approved_by.badge))
        case AddTable(spec):
            add_table(happenings, spec, by, approved_by, day)
        case ChangeTable(spec):
            change_table(happenings, spec, by, approved_by, day)
        case ApproveRules():
            approve_rules(happenings, wish, by, approved_by, day)
        case RestoreRoom():
            restore_room(happenings, wish, by, approved_by)
        case SetShifts():
            set_shifts(happenings, wish, by, approved_by)
        case SetWitnesses():
            set_witnesses(happenings, wish, by, approved_by)
        case WitnessFor():
            witness_for(happenings, wish, by, approved_by)
        case OpenProgressive():
            open_progressive(happenings, wish, by, approved_by)
        case ChangeProgressive():
            change_progressive(happenings, wish, by, approved_by)
        case RemoveProgressive():
            remove_progressive(happenings, wish, by, approved_by)
        case TransferFunds():
            transfer_funds(happenings, wish, by, approved_by)


def _check_seen(happenings: Happenings, order: Order) -> None:
    """Refuse a key pressed at a screen that shows what is no longer so."""
    name = getattr(order.wish, "table", None)
    if order.seen is None or name is None:
        return
    version = happenings.table(name).version
    if version != order.seen:
        raise RoomRefused(
            RoomRefusal.OUT_OF_DATE,
            f"{name} has changed since you looked (version {order.seen}, now {version}): look "
            "again",
        )


def _check_agreed(before: RoomState, happenings: Happenings, order: Order) -> None:
    """Refuse an order that would change something else than its signers saw."""
    if order.agreed is None:
        return
    changes = changes_of(before, happenings.state, happenings.events)
    if changes.fingerprint != order.agreed:
        raise RoomRefused(
            RoomRefusal.OUT_OF_DATE,
            "the amounts have changed since you looked: read the new ones, then sign again",
        )


def _other(second: Member | None) -> Member:
    assert second is not None, "a wish that takes two people has two"
    return second
