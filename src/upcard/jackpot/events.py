"""Events of the jackpots. Each carries the money it moved."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.jackpot.accounts import Fund, Move, Transfer
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.jackpot.levels import CarriedOn, Lock, OpenAward
from upcard.jackpot.parameters import Hold, Parameters
from upcard.jackpot.people import Person
from upcard.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveOpened:
    """A progressive started with its seeds."""

    parameters: Parameters
    warnings: tuple[str, ...]
    hold: Hold
    by: Person
    approved_by: Person
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParametersChanged:
    """A progressive's settings were changed; no money moved."""

    before: Parameters
    parameters: Parameters
    warnings: tuple[str, ...]
    hold: Hold
    by: Person
    approved_by: Person
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributed:
    """The wagers of one START GAME went to the levels, whole cents now and the rest carried."""

    progressive: str
    start_id: str
    wagers: tuple[Cents, ...]
    carried: tuple[CarriedOn, ...]
    """What each level carries on, by the level's name."""
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardClaimed:
    """A claim is on the level's list; with `on-claim` its amount is locked."""

    progressive: str
    level: str
    award: OpenAward
    waiting: tuple[OpenAward, ...]
    """The claims of the level in the order they are paid, with this one."""
    locks: tuple[Lock, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardVoided:
    """A claim is off the list, and the level as it would have been without it."""

    progressive: str
    level: str
    award: OpenAward
    by: Person
    reason: str
    locks: tuple[Lock, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPosted:
    """An award was paid."""

    progressive: str
    level: str
    award: OpenAward
    amount: Cents
    display_before: Cents
    """The meter the winner won from."""
    display_after: Cents
    """The meter after that award, without contributions meanwhile."""
    seed: Cents
    reserve: Cents
    by: Person
    locks: tuple[Lock, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharesReleased:
    """What was held for winners of a round went back to the meter."""

    progressive: str
    level: str
    round_id: str
    amount: Cents
    by: Person
    reason: str
    locks: tuple[Lock, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardReversed:
    """An award was taken back after it was paid."""

    progressive: str
    level: str
    award_id: str
    reversal_id: str
    amount: Cents
    reason: str
    by: Person
    approved_by: Person
    display_before: Cents
    display_after: Cents
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """A fund was changed for a documented reason."""

    progressive: str
    level: str
    adjustment_id: str
    reason: AdjustmentReason
    direction: AdjustmentDirection
    fund: Fund
    amount: Cents
    before: Cents
    after: Cents
    """The fund after the adjustment; the delta is the difference."""
    limit: Cents | None
    evidence: str
    by: Person
    approved_by: Person
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedFromPlay:
    """A progressive was stopped; its money is still owed."""

    progressive: str
    destination: str
    liability: Cents
    by: Person
    approved_by: Person
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FundsTransferred:
    """What a removed level held went to another level."""

    progressive: str
    level: str
    to_progressive: str
    to_level: str
    amount: Cents
    by: Person
    approved_by: Person
    moves: tuple[Move, ...]


Event = (
    ProgressiveOpened
    | ParametersChanged
    | Contributed
    | AwardClaimed
    | AwardVoided
    | AwardPosted
    | SharesReleased
    | AwardReversed
    | Adjusted
    | RemovedFromPlay
    | FundsTransferred
)


def transfers_of(event: Event, id_: str) -> tuple[Transfer, ...]:
    """The transfers of *event*, numbered under *id_*, which must be the event's own."""
    return tuple(
        Transfer(
            id=f"{id_}/{number}",
            reason=move.reason,
            source=move.source,
            target=move.target,
            amount=move.amount,
            award=move.award,
        )
        for number, move in enumerate(event.moves, start=1)
    )
