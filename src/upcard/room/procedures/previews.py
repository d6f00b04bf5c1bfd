"""Previews: what an order would change, and who must sign it, without recording it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final, NoReturn, TypedDict

from upcard.jackpot import JackpotCode
from upcard.plain import Decoded
from upcard.room.fairness.fair_shuffles import ShoeNumber
from upcard.room.money_orders import (
    AdjustMeter,
    ChangeProgressive,
    OpenProgressive,
    RecordBank,
    RecordDeposit,
    RemoveProgressive,
    ReverseAward,
    SwipeAward,
    TransferFunds,
    VoidClaim,
)
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.roles import MAY, Role
from upcard.room.people.staff import Member, StaffRefusal
from upcard.room.procedures.acts import ACTS, SECOND_ACTS
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.money_changes import Changes, changes_of
from upcard.room.procedures.order_decisions import carry_out
from upcard.room.refusals import REFUSALS, RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_orders import VoidRound

PREVIEWED: Final[frozenset[type[Wish]]] = frozenset(
    {
        AdjustMeter,
        ChangeProgressive,
        OpenProgressive,
        RecordBank,
        RecordDeposit,
        RemoveProgressive,
        ReverseAward,
        SwipeAward,
        TransferFunds,
        VoidClaim,
        VoidRound,
    }
)
"""
What people sign that moves money or decides how it moves.

Keys and shuffles are not among them: to decide one is to look at cards that nobody has seen.
"""

SIGNERS_CODES: Final = frozenset(
    {StaffRefusal.ROLE_NOT_ENOUGH, JackpotCode.SAME_ROLE, JackpotCode.SAME_PERSON}
)
"""Refusals that are about who signs, not about what."""

Roles = tuple[Role, ...]


class PreviewRecord(TypedDict):
    """What an order would change. Money is in cents."""

    version: int
    agreed: str
    signers: list[list[Role]]
    roles_differ: bool
    warnings: list[str]
    changes: list[Decoded]
    """The fields of each `ChangeLine`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What an order would do now."""

    sequence: int
    """The entry of the journal that it was decided after."""
    changes: Changes
    signers: tuple[Roles, ...]
    """The roles that may sign it: one for each person it takes, in every way that is allowed."""

    @property
    def roles(self) -> tuple[Roles, ...]:
        """For each person that it takes, the roles that may sign in that place."""
        places = zip(*self.signers, strict=True)
        return tuple(tuple(dict.fromkeys(roles)) for roles in places)

    @property
    def roles_differ(self) -> bool:
        """Whether two people of one role may not sign it together."""
        return all(len(set(roles)) == len(roles) for roles in self.signers) and self.takes_two

    @property
    def takes_two(self) -> bool:
        """Whether a second person signs, too."""
        return len(self.signers[0]) > 1

    def as_data(self) -> PreviewRecord:
        """The preview for a wire or a script. Money is in cents."""
        return {
            "version": self.sequence,
            "agreed": self.changes.fingerprint,
            "signers": [list(roles) for roles in self.roles],
            "roles_differ": self.roles_differ,
            "warnings": list(self.changes.warnings),
            "changes": [asdict(line) for line in self.changes.lines],
        }


class _NoSeeds:
    """A vault that is never opened: deciding what is previewed takes no seed."""

    def put(self, shoe: ShoeNumber, seed: bytes) -> NoReturn:
        """Never."""
        raise AssertionError(f"a preview draws no seed for {shoe}")

    def get(self, shoe: ShoeNumber) -> NoReturn:
        """Never."""
        raise AssertionError(f"a preview reads no seed of {shoe}")

    def check(self) -> NoReturn:
        """Never."""
        raise AssertionError("a preview keeps no seed")


class _NoPins:
    """Nobody signs a preview."""

    def kept(self, pin: str) -> NoReturn:
        """Never."""
        raise AssertionError("a preview keeps no PIN")

    def fits(self, kept: str, pin: str) -> NoReturn:
        """Never."""
        raise AssertionError("a preview checks no PIN")

    def is_current(self, kept: str) -> NoReturn:
        """Never."""
        raise AssertionError("a preview looks at no PIN")


def preview_of(
    state: RoomState, wish: Wish, *, sequence: int = 0, seen: int | None = None
) -> Preview:
    """
    What *wish* would change in *state*, or the refusal that it would get.

    It is decided as the order will be, with somebody of each role that may sign: what it changes
    does not depend on who does.
    """
    if type(wish) not in PREVIEWED:
        raise RoomRefused(
            RoomRefusal.NO_PREVIEW,
            f"{type(wish).__name__} has no preview, because it may draw cards or moves no money",
        )
    decided: dict[Roles, Happenings] = {}
    refusals: list[Exception] = []
    for roles in _ways_to_sign(wish):
        try:
            decided[roles] = _decided(state, wish, roles, seen)
        except REFUSALS as refused:
            refusals.append(refused)
    if not decided:
        about_the_wish = [one for one in refusals if _code(one) not in SIGNERS_CODES]
        raise (about_the_wish or refusals)[0]
    happenings = next(iter(decided.values()))
    changes = changes_of(state, happenings.state, happenings.events)
    return Preview(sequence=sequence, changes=changes, signers=tuple(decided))


def _code(refused: Exception) -> object:
    return getattr(refused, "code", None)


def _ways_to_sign(wish: Wish) -> list[Roles]:
    first, second = ACTS[type(wish)], SECOND_ACTS.get(type(wish))
    firsts = [role for role in Role if role in MAY[first]]
    if second is None:
        return [(role,) for role in firsts]
    return [(role, other) for role in firsts for other in Role if other in MAY[second]]


def _decided(state: RoomState, wish: Wish, roles: Roles, seen: int | None) -> Happenings:
    happenings = Happenings(state)
    signers = [_stand_in(place, role) for place, role in enumerate(roles, start=1)]
    # No order has such an id: the journal takes printable ones.
    order = Order(id="\n", by=Signature(signers[0].badge), wish=wish, seen=seen)
    second = signers[1] if len(signers) > 1 else None
    carry_out(happenings, _NoSeeds(), _NoPins(), None, order, signers[0], second)
    return happenings


def _stand_in(place: int, role: Role) -> Member:
    """Somebody of that role who is nobody in the room: no member's name begins with a blank."""
    return Member(badge=f" {place}", name=f" {place}", role=role, pin="")
