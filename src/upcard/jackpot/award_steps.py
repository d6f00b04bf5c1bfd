"""Awards: claim, then post or void; two people can reverse a posted one."""

from __future__ import annotations

from dataclasses import replace

from upcard.jackpot import levels
from upcard.jackpot.accounts import Fund, Move, TransferReason
from upcard.jackpot.claims import claims_of, insertion, open_award
from upcard.jackpot.commands import (
    ClaimAward,
    PostAward,
    ReleaseShares,
    ReversePosting,
    VoidAward,
)
from upcard.jackpot.events import (
    AwardClaimed,
    AwardPosted,
    AwardReversed,
    AwardVoided,
    SharesReleased,
)
from upcard.jackpot.levels import Level, Lock, OpenAward, PostedAward
from upcard.jackpot.locks import (
    after_paying,
    capped,
    change_of,
    differences,
    move,
    reseeding,
    taken,
    with_inflow,
    with_lock_at,
    without_lock,
    without_nothing,
)
from upcard.jackpot.parameters import AwardLock
from upcard.jackpot.people import check_two_people
from upcard.jackpot.refusals import JackpotCode, JackpotRefused
from upcard.money import Cents, write_money


def claim(level: Level, award_lock: AwardLock, command: ClaimAward) -> AwardClaimed:
    """Put a claim on the list and, where the setting says so, lock its amount."""
    award = open_award(level, command)
    place = insertion(level, award)
    locks, moves = level.locks, tuple[Move, ...]()
    if award_lock is AwardLock.ON_CLAIM and lock_of(level, award) is None:
        locks, moves = _locked(level, command, award, place)
    return AwardClaimed(
        progressive=command.progressive,
        level=command.level,
        award=award,
        waiting=(*level.waiting[:place], award, *level.waiting[place:]),
        locks=locks,
        moves=moves,
    )


def void(level: Level, command: VoidAward) -> AwardVoided:
    """Take a claim off the list; a lock that nobody claims any more is undone exactly."""
    award = _waiting(level, command.award_id)
    lock = lock_of(level, award)
    locks, moves = level.locks, tuple[Move, ...]()
    if lock is not None and lock.is_untouched and claims_of(level, lock.id) == [award]:
        locks, standing = without_lock(level.parameters, locks, locks.index(lock))
        moves = differences(command.progressive, level, locks, standing)
    return AwardVoided(
        progressive=command.progressive,
        level=command.level,
        award=award,
        by=command.by,
        reason=command.reason,
        locks=locks,
        moves=moves,
    )


def post(level: Level, award_lock: AwardLock, command: PostAward) -> AwardPosted:
    """Pay a claim whose turn it is."""
    award = _waiting(level, command.award_id)
    check_two_people(f"award {award.id}", award.by, command.by)
    _check_turn(level, award_lock, award)
    held = lock_of(level, award)
    lock = held or taken(level.parameters, level.standing, award)
    locks = level.locks if held else (*level.locks, lock)
    return AwardPosted(
        progressive=command.progressive,
        level=command.level,
        award=award,
        amount=lock.unpaid[0],
        display_before=lock.before.display,
        display_after=lock.display_after,
        seed=lock.seed,
        reserve=lock.reserve,
        by=command.by,
        locks=after_paying(locks, lock),
        moves=_payment(level, command, lock, held),
    )


def release(level: Level, command: ReleaseShares) -> SharesReleased:
    """Give shares that nobody claims back to the meter."""
    _check_reason(command.reason)
    lock, shares = _unclaimed(level, command.round_id)
    amount = sum(shares)
    kept = tuple(_less(one, len(shares)) if one is lock else one for one in level.locks)
    _, over = capped(level.display + amount, 0, level.parameters.limit)
    targets = ((Fund.METER, amount - over), (Fund.OVERFLOW, over))
    return SharesReleased(
        progressive=command.progressive,
        level=command.level,
        round_id=command.round_id,
        amount=Cents(amount),
        by=command.by,
        reason=command.reason,
        locks=with_inflow(tuple(one for one in kept if one.unpaid), amount, 0),
        moves=without_nothing(
            move(command.progressive, level, TransferReason.RELEASE, Fund.PENDING, target, part)
            for target, part in targets
        ),
    )


def reverse(level: Level, command: ReversePosting) -> AwardReversed:
    """Take back a posted award, linked to it, and what it had put in to start the level again."""
    posted = _posted(level, command.award_id)
    check_two_people(f"reversal {command.reversal_id}", command.by, command.approved_by)
    _check_reason(command.reason)
    if level.is_pending:
        raise JackpotRefused(
            JackpotCode.AWARD_PENDING,
            f"{level.parameters.name} has a pending award: pay or void it first",
        )
    moves = _given_back(level, command, posted)
    return AwardReversed(
        progressive=command.progressive,
        level=command.level,
        award_id=posted.id,
        reversal_id=command.reversal_id,
        amount=posted.amount,
        reason=command.reason,
        by=command.by,
        approved_by=command.approved_by,
        display_before=level.display,
        display_after=Cents(level.display + change_of(Fund.METER, moves)),
        moves=moves,
    )


def lock_of(level: Level, award: OpenAward) -> Lock | None:
    """What is taken off the meter for *award* already."""
    return next((lock for lock in level.locks if lock.id == award.take_id), None)


def amount_of(level: Level, award: OpenAward) -> Cents:
    """What *award* pays if it is paid next: what is locked for it, or its share of the meter."""
    return (lock_of(level, award) or taken(level.parameters, level.standing, award)).unpaid[0]


def _unclaimed(level: Level, round_id: str) -> tuple[Lock, tuple[Cents, ...]]:
    """Shares of a round that nobody claims, once another winner of it was paid."""
    id_ = f"shared {round_id}"
    claimed = len(claims_of(level, id_))
    for lock in level.locks:
        if lock.id == id_ and not lock.is_untouched and lock.unpaid[claimed:]:
            return lock, lock.unpaid[claimed:]
    raise JackpotRefused(
        JackpotCode.NO_SHARES_HELD,
        f"round {round_id} has no shares to release: only an unclaimed share can be released, "
        "and only after another one was paid",
    )


def _locked(
    level: Level, command: ClaimAward, award: OpenAward, place: int
) -> tuple[tuple[Lock, ...], tuple[Move, ...]]:
    """The locks with the new claim's, and the moves; last is the rule, in between the exception."""
    parameters, name = level.parameters, command.progressive
    if place < len(level.waiting):
        follower = lock_of(level, level.waiting[place])
        assert follower is not None, "with on-claim every waiting claim has a lock"
        index = level.locks.index(follower)
        locks, standing = with_lock_at(parameters, level.locks, index, award)
        return locks, differences(name, level, locks, standing)
    lock = taken(parameters, level.standing, award)
    amount = sum(lock.unpaid)
    moves = without_nothing(
        [move(name, level, TransferReason.LOCK, Fund.METER, Fund.PENDING, amount, award.id)]
    )
    return (*level.locks, lock), (*moves, *reseeding(name, level, lock))


def _payment(level: Level, command: PostAward, lock: Lock, held: Lock | None) -> tuple[Move, ...]:
    name, id_, amount = command.progressive, command.award_id, lock.unpaid[0]
    if held:
        paid = move(name, level, TransferReason.AWARD, Fund.PENDING, Fund.PAID, amount, id_)
        return without_nothing([paid])
    rest = sum(lock.unpaid[1:])
    moves = (
        move(name, level, TransferReason.AWARD, Fund.METER, Fund.PAID, amount, id_),
        move(name, level, TransferReason.LOCK, Fund.METER, Fund.PENDING, rest),
    )
    return (*without_nothing(moves), *reseeding(name, level, lock))


def _given_back(level: Level, command: ReversePosting, posted: PostedAward) -> tuple[Move, ...]:
    seed, reserve = _restart_of(level, posted)
    seed = min(seed, level.seed_outstanding)
    after = level.display + posted.amount - seed - reserve
    if after < 0:
        raise JackpotRefused(
            JackpotCode.FUNDS_TOO_LOW,
            f"{level.parameters.name} shows {write_money(level.display)}: too little to take back "
            "the seed and reserve that the award added",
        )
    _, over = capped(after, 0, level.parameters.limit)
    steps = (
        (Fund.PAID, Fund.METER, posted.amount),
        (Fund.METER, Fund.SEEDS, seed),
        (Fund.METER, Fund.RESERVE, reserve),
        (Fund.METER, Fund.OVERFLOW, over),
    )
    return without_nothing(
        move(command.progressive, level, TransferReason.REVERSAL, source, target, amount, posted.id)
        for source, target, amount in steps
    )


def _restart_of(level: Level, posted: PostedAward) -> tuple[int, int]:
    """Seed and reserve to take back: only with the last of the winners who divided the award."""
    others = (one for one in level.posted if one.take_id == posted.take_id and one is not posted)
    is_last = all(one.reversal for one in others)
    return (posted.seed, posted.reserve) if is_last else (0, 0)


def _waiting(level: Level, award_id: str) -> OpenAward:
    for award in level.waiting:
        if award.id == award_id:
            return award
    for posted in level.posted:
        if posted.id == award_id:
            raise JackpotRefused(
                JackpotCode.AWARD_POSTED,
                f"award {award_id} is paid: {posted.by} confirmed {write_money(posted.amount)}",
            )
    raise JackpotRefused(
        JackpotCode.AWARD_UNKNOWN, f"award {award_id} is not claimed: claim it first"
    )


def _posted(level: Level, award_id: str) -> PostedAward:
    for posted in level.posted:
        if posted.id == award_id:
            if posted.reversal:
                raise JackpotRefused(
                    JackpotCode.AWARD_REVERSED,
                    f"award {award_id} is already reversed by {posted.reversal}",
                )
            return posted
    if len(level.posted) < levels.REVERSIBLE:
        said = f"award {award_id} is not paid: you can only reverse a paid award"
    else:
        name = level.parameters.name
        said = (
            f"award {award_id} is not among the last {levels.REVERSIBLE} that {name} paid: you can "
            "reverse only those; for an older one, adjust the meter"
        )
    raise JackpotRefused(JackpotCode.AWARD_UNKNOWN, said)


def _check_turn(level: Level, award_lock: AwardLock, award: OpenAward) -> None:
    first = level.waiting[0]
    if award_lock is AwardLock.ON_CLAIM:
        untouched = [lock.id for lock in level.locks if lock.is_untouched]
        ids = untouched[:1] if award.take_id in untouched else [award.take_id]
        first = claims_of(level, ids[0])[0]
    if first is not award:
        raise JackpotRefused(
            JackpotCode.AWARD_WAITS_ITS_TURN,
            f"it is not award {award.id}'s turn: pay or void {first.id} first",
        )


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise JackpotRefused(JackpotCode.REASON_MISSING, "reason is empty: write why")


def _less(lock: Lock, shares: int) -> Lock:
    return replace(lock, unpaid=lock.unpaid[: len(lock.unpaid) - shares])
