"""Which claims a level accepts, and where in the paying order they stand."""

from __future__ import annotations

from upcard.jackpot.awards import WHOLE
from upcard.jackpot.commands import ClaimAward
from upcard.jackpot.levels import Level, OpenAward
from upcard.jackpot.refusals import JackpotCode, JackpotRefused


def open_award(level: Level, command: ClaimAward) -> OpenAward:
    """The claim of *command*, if the level can accept it."""
    if not 1 <= command.percent <= WHOLE or command.winners < 1:
        raise JackpotRefused(
            JackpotCode.SHARE_NOT_ALLOWED,
            f"share is {command.percent}% among {command.winners}: write 1 to 100%, among 1 up",
        )
    if command.winners > 1 and command.percent != WHOLE:
        raise JackpotRefused(
            JackpotCode.SHARE_NOT_ALLOWED,
            f"share is {command.percent}% among {command.winners}: only 100% can be divided",
        )
    award = OpenAward(
        id=command.award_id,
        percent=command.percent,
        winners=command.winners,
        round_id=command.round_id,
        place=command.place,
        by=command.by,
        details=command.details,
        rounding=command.rounding,
    )
    if award.winners > 1:
        _check_winners(level, award)
    return award


def claims_of(level: Level, take_id: str) -> list[OpenAward]:
    """The open claims on one take, in the order they are paid."""
    return [award for award in level.waiting if award.take_id == take_id]


def insertion(level: Level, award: OpenAward) -> int:
    """
    Where the claim stands in the level's list.

    It goes last, except before claims of its own round that are paid after it: nobody of another
    round is ever overtaken. A claim whose money is partly paid is not overtaken either.
    """
    place = len(level.waiting)
    touched = {lock.id for lock in level.locks if not lock.is_untouched}
    while place:
        previous = level.waiting[place - 1]
        is_later = previous.round_id == award.round_id and previous.place > award.place
        if not is_later or previous.take_id in touched or _is_apart(level, previous):
            break
        place -= 1
    return place


def _is_apart(level: Level, award: OpenAward) -> bool:
    """Whether another round's claim stands behind the first of those who divide *award*."""
    first = level.waiting.index(claims_of(level, award.take_id)[0])
    return any(other.round_id != award.round_id for other in level.waiting[first:])


def _check_winners(level: Level, award: OpenAward) -> None:
    """Refuse a winner more than the award is divided among, or a division by another number."""
    claims = claims_of(level, award.take_id)
    lock = next((lock for lock in level.locks if lock.id == award.take_id), None)
    posted = [one for one in level.posted if one.take_id == award.take_id and not one.reversal]
    divided_by = lock.winners if lock else (claims[0].winners if claims else award.winners)
    free = len(lock.unpaid) if lock else (0 if posted else award.winners)
    if divided_by != award.winners or len(claims) >= free:
        raise JackpotRefused(
            JackpotCode.WINNERS_DIFFER,
            f"award {award.id} is divided among {award.winners}, but round {award.round_id} has "
            f"{divided_by} winners, {len(claims)} claimed and {len(posted)} paid",
        )
