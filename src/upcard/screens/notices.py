"""Notices to a table about an earlier round: a void, or a late reversal."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from upcard.money import show_money
from upcard.room.enrolled_devices import DeviceKind, EnrolledDevice
from upcard.screens.frame_types import NoticeKind, NoticeView
from upcard.table.movements import Movement, act_of_award
from upcard.table.rounds import Award


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something that every screen of a table says, and what its dealer does about it."""

    id: str
    kind: NoticeKind
    says: str
    does: str
    returns: tuple[Movement, ...] = ()
    """What goes back to the players."""
    movements: tuple[Movement, ...] = ()
    """What was settled before, and stands."""
    until: int = 0
    """The number of the round after which a reversal is no longer shown."""

    def record(self, *, for_dealer: bool) -> NoticeView:
        """The notice for the wire; what the dealer does is for the dealer alone."""
        shown: NoticeView = {"id": self.id, "kind": self.kind, "says": self.says}
        if not for_dealer:
            return shown
        return {
            **shown,
            "does": self.does,
            "returns": [asdict(one) for one in self.returns],
            "movements": [asdict(one) for one in self.movements],
        }


def notice_of_void(
    round_id: str, returned: tuple[Movement, ...], stands: tuple[Movement, ...], reason: str
) -> Notice:
    """A round was voided, which leaves chips to give back."""
    return Notice(
        id=f"{round_id} voided",
        kind=NoticeKind.VOIDED,
        says=f"Round {number_in(round_id)} is voided: {reason}.",
        does="Give back the wagers listed here.",
        returns=returned,
        movements=stands,
    )


def notice_of_reversal(round_id: str, title: str, award: Award, until: int) -> Notice:
    """An award of a round that is over was reversed; *title* is its wager's."""
    return Notice(
        id=f"{round_id} {award.spot} {award.wager} {award.page} reversed",
        kind=NoticeKind.REVERSED,
        says=f"Round {number_in(round_id)}, spot {award.spot}: {title} "
        f"{show_money(award.amount)} is REVERSED.",
        does=act_of_award(award),
        until=until,
    )


def notice_of_loss(device: EnrolledDevice) -> Notice:
    """A device of the table is lost."""
    is_rail = DeviceKind.RAIL in device.kinds
    stops = " Progressive wagers are unavailable." if is_rail else ""
    return Notice(
        id=f"{device.device} {device.enrolment} lost {device.heard}",
        kind=NoticeKind.DEVICE,
        says=f"{device.lost_sentence}.{stops}",
        does="Deal on, and call a technician.",
    )


def number_in(round_id: str) -> str:
    """
    The number of a round in its id.

    >>> number_in("bahama-1/17")
    '17'
    """
    return round_id.rpartition("/")[2]
