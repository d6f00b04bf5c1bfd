"""Turn a command to the jackpots into events, or refuse it."""

from __future__ import annotations

from upcard.jackpot import award_steps, progressive_openings
from upcard.jackpot.commands import (
    Adjust,
    ChangeParameters,
    ClaimAward,
    Command,
    Contribute,
    MoveFunds,
    PostAward,
    ReleaseShares,
    RemoveFromPlay,
    ReversePosting,
    StartProgressive,
    VoidAward,
)
from upcard.jackpot.contributions import contribute
from upcard.jackpot.events import Event, FundsTransferred, ProgressiveOpened
from upcard.jackpot.levels import Jackpots, Level, Play, Progressive
from upcard.jackpot.meter_adjustments import adjust
from upcard.jackpot.refusals import JackpotCode, JackpotRefused

LevelCommand = ClaimAward | VoidAward | PostAward | ReleaseShares | ReversePosting | Adjust


def decide(jackpots: Jackpots, command: Command) -> list[Event]:
    """The events that *command* makes happen; raises `Refused` and changes nothing otherwise."""
    match command:
        case StartProgressive():
            return [_open(jackpots, command)]
        case Contribute():
            return [contribute(_in_play(jackpots, command.progressive), command)]
        case ChangeParameters():
            progressive = _in_play(jackpots, command.parameters.name)
            return [progressive_openings.change(progressive, command)]
        case RemoveFromPlay():
            return [progressive_openings.remove(_in_play(jackpots, command.progressive), command)]
        case MoveFunds():
            return [_transfer(jackpots, command)]
        case _:
            return [_on_level(jackpots, command)]


def _on_level(jackpots: Jackpots, command: LevelCommand) -> Event:
    progressive = _in_play(jackpots, command.progressive)
    level = _level(progressive, command.level)
    award_lock = progressive.parameters.award_lock
    match command:
        case ClaimAward():
            _check_new_award(jackpots, command.award_id)
            return award_steps.claim(level, award_lock, command)
        case VoidAward():
            return award_steps.void(level, command)
        case PostAward():
            return award_steps.post(level, award_lock, command)
        case ReleaseShares():
            return award_steps.release(level, command)
        case ReversePosting():
            _check_unused(jackpots, command.reversal_id)
            return award_steps.reverse(level, command)
        case Adjust():
            _check_unused(jackpots, command.adjustment_id)
            progressive_openings.check_settled(level)
            return adjust(level, command)


def _open(jackpots: Jackpots, command: StartProgressive) -> ProgressiveOpened:
    name = command.parameters.name
    if name in jackpots.progressives:
        raise JackpotRefused(
            JackpotCode.PROGRESSIVE_EXISTS,
            f"progressive {name} already exists: choose another name",
        )
    return progressive_openings.open_progressive(command)


def _transfer(jackpots: Jackpots, command: MoveFunds) -> FundsTransferred:
    source = _known(jackpots, command.progressive)
    if source.play is Play.IN_PLAY:
        raise JackpotRefused(
            JackpotCode.PROGRESSIVE_IN_PLAY,
            f"progressive {command.progressive} is in play: remove it from play first",
        )
    target = _in_play(jackpots, command.to_progressive)
    levels = _level(source, command.level), _level(target, command.to_level)
    return progressive_openings.transfer(*levels, command)


def _known(jackpots: Jackpots, name: str) -> Progressive:
    progressive = jackpots.progressives.get(name)
    if progressive is None:
        known = ", ".join(jackpots.progressives) or "no progressive"
        raise JackpotRefused(
            JackpotCode.PROGRESSIVE_UNKNOWN, f"progressive is {name}: the room has {known}"
        )
    return progressive


def _in_play(jackpots: Jackpots, name: str) -> Progressive:
    progressive = _known(jackpots, name)
    if progressive.play is not Play.IN_PLAY:
        raise JackpotRefused(
            JackpotCode.PROGRESSIVE_REMOVED,
            f"progressive {name} is removed from play: its money goes to {progressive.destination}",
        )
    return progressive


def _level(progressive: Progressive, name: str) -> Level:
    level = progressive.levels.get(name)
    if level is None:
        raise JackpotRefused(
            JackpotCode.LEVEL_UNKNOWN, f"level is {name}: write {' or '.join(progressive.levels)}"
        )
    return level


def _check_new_award(jackpots: Jackpots, award_id: str) -> None:
    """Refuse an award id that is claimed on any level, or was ever used."""
    every = (level for one in jackpots.progressives.values() for level in one.levels.values())
    waiting = {award.id for level in every for award in level.waiting}
    if award_id in waiting:
        raise JackpotRefused(
            JackpotCode.AWARD_EXISTS, f"award {award_id} is already claimed: void or pay it"
        )
    _check_unused(jackpots, award_id)


def _check_unused(jackpots: Jackpots, id_: str) -> None:
    if not id_.strip() or id_ in jackpots.used:
        raise JackpotRefused(
            JackpotCode.ID_USED,
            f"id is {id_!r}: use an id that no award, reversal or adjustment has had",
        )
