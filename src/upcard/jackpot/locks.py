"""What an award takes off a meter, and what the level would be without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from upcard.jackpot.accounts import Account, Fund, Move, TransferReason
from upcard.jackpot.awards import WHOLE, divided, share_of
from upcard.jackpot.levels import Level, Lock, OpenAward, Standing
from upcard.jackpot.parameters import LevelParameters
from upcard.money import Cents

HOLDINGS = (Fund.METER, Fund.OVERFLOW, Fund.RESERVE, Fund.PENDING, Fund.SEEDS)


def capped(display: int, overflow: int, limit: Cents | None) -> tuple[Cents, Cents]:
    """Display and overflow once what is above the limit has gone over."""
    over = max(0, display - limit) if limit is not None else 0
    return Cents(display - over), Cents(overflow + over)


def taken(parameters: LevelParameters, before: Standing, award: OpenAward | Lock) -> Lock:
    """
    What *award* takes off a level that stands at *before*.

    It is paid in the unit of the winner's house. A 100% award starts the level again with seed plus
    reserve, as far as the limit allows, and what could not be paid; a smaller share leaves the
    rest. Odd units go, one each, to those paid first.
    """
    rounding = award.rounding
    amount = share_of(before.display, award.percent, rounding)
    rest = Cents(before.display - amount)
    is_whole = award.percent == WHOLE
    seed = parameters.seed if is_whole else Cents(0)
    again, _ = capped(rest + seed + before.reserve, 0, parameters.limit)
    return Lock(
        id=award.take_id if isinstance(award, OpenAward) else award.id,
        percent=award.percent,
        winners=award.winners,
        before=before,
        unpaid=tuple(divided(amount, award.winners, rounding.unit)),
        display_after=again if is_whole else rest,
        seed=seed,
        reserve=Cents(max(0, again - seed - rest)) if is_whole else Cents(0),
        rounding=rounding,
        kept=rest if is_whole else Cents(0),
    )


def _kept_over(lock: Lock) -> int:
    """What of the money that stays passes the limit together with the seed."""
    return lock.kept + lock.seed + lock.reserve - lock.display_after


def standing_after(parameters: LevelParameters, lock: Lock) -> Standing:
    """The level after *lock* and what came in since."""
    reserve, overflow = lock.before.reserve, lock.before.overflow
    if lock.percent == WHOLE:
        over = reserve - lock.reserve + _kept_over(lock)
        reserve, overflow = Cents(0), Cents(overflow + over)
    display, overflow = capped(lock.display_after + lock.display_since, overflow, parameters.limit)
    return Standing(display, overflow, Cents(reserve + lock.reserve_since))


def with_lock_at(
    parameters: LevelParameters, locks: Sequence[Lock], index: int, award: OpenAward
) -> tuple[tuple[Lock, ...], Standing]:
    """The locks with one for *award* before the one at *index*, and the level after them all."""
    before = locks[index].before
    new = taken(parameters, before, award)
    rest, standing = _relocked(parameters, standing_after(parameters, new), locks[index:])
    return (*locks[:index], new, *rest), standing


def without_lock(
    parameters: LevelParameters, locks: Sequence[Lock], index: int
) -> tuple[tuple[Lock, ...], Standing]:
    """
    The locks as if the one at *index* had never been, and the level after them all.

    What came in meanwhile stays in, and what later claims lock is recomputed: they are paid
    only after the earlier ones are settled, so none of them has been paid.
    """
    gone = locks[index]
    earlier = with_inflow(tuple(locks[:index]), gone.display_since, gone.reserve_since)
    display, overflow = capped(
        gone.before.display + gone.display_since, gone.before.overflow, parameters.limit
    )
    start = Standing(display, overflow, Cents(gone.before.reserve + gone.reserve_since))
    rest, standing = _relocked(parameters, start, locks[index + 1 :])
    return (*earlier, *rest), standing


def with_inflow(locks: tuple[Lock, ...], display: int, reserve: int) -> tuple[Lock, ...]:
    """The locks once *display* and *reserve* came in after the last of them."""
    if not locks or not (display or reserve):
        return locks
    return (*locks[:-1], _with_inflow(locks[-1], display, reserve))


def after_paying(locks: Iterable[Lock], paid: Lock) -> tuple[Lock, ...]:
    """The locks after the next share of *paid*; a lock with nothing left is gone."""
    less = replace(paid, unpaid=paid.unpaid[1:])
    new = (less if lock.id == paid.id else lock for lock in locks)
    return tuple(lock for lock in new if lock.unpaid)


def differences(
    progressive: str, level: Level, locks: Sequence[Lock], standing: Standing
) -> tuple[Move, ...]:
    """The moves that take *level* from what it holds to *standing* with *locks*."""
    seeds = sum(lock.seed for lock in locks) - sum(lock.seed for lock in level.locks)
    goal = {
        Fund.METER: standing.display,
        Fund.OVERFLOW: standing.overflow,
        Fund.RESERVE: standing.reserve,
        Fund.PENDING: sum(sum(lock.unpaid) for lock in locks),
        Fund.SEEDS: level.balances[Fund.SEEDS] - seeds,
    }
    change = {fund: goal[fund] - level.balances[fund] for fund in HOLDINGS}
    moves = []
    for source in HOLDINGS:
        for target in HOLDINGS:
            amount = min(-change[source], change[target])
            if amount > 0:
                moves.append(
                    move(progressive, level, TransferReason.RELOCK, source, target, amount)
                )
                change[source] += amount
                change[target] -= amount
    assert not any(change.values()), f"the level would not balance by {change}"
    return tuple(moves)


def move(
    progressive: str,
    level: Level,
    reason: TransferReason,
    source: Fund,
    target: Fund,
    amount: int,
    award: str = "",
) -> Move:
    """A move between two funds of *level*."""
    name = level.parameters.name
    accounts = Account(progressive, name, source), Account(progressive, name, target)
    return Move(reason, *accounts, Cents(amount), award)


def reseeding(progressive: str, level: Level, lock: Lock) -> tuple[Move, ...]:
    """The moves that start the level again after a 100% award; none after a smaller share."""
    if lock.percent != WHOLE:
        return ()
    over = lock.before.reserve - lock.reserve
    moves = (
        move(progressive, level, TransferReason.SEED, Fund.SEEDS, Fund.METER, lock.seed),
        move(progressive, level, TransferReason.RESERVE, Fund.RESERVE, Fund.METER, lock.reserve),
        move(progressive, level, TransferReason.OVERFLOW, Fund.RESERVE, Fund.OVERFLOW, over),
        move(
            progressive, level, TransferReason.OVERFLOW, Fund.METER, Fund.OVERFLOW, _kept_over(lock)
        ),
    )
    return without_nothing(moves)


def change_of(fund: Fund, moves: Iterable[Move]) -> int:
    """By how much *moves* change a fund."""
    return sum(
        move.amount * ((move.target.fund is fund) - (move.source.fund is fund)) for move in moves
    )


def without_nothing(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves that move something."""
    return tuple(move for move in moves if move.amount)


def _with_inflow(lock: Lock, display: int, reserve: int) -> Lock:
    return replace(
        lock,
        display_since=Cents(lock.display_since + display),
        reserve_since=Cents(lock.reserve_since + reserve),
    )


def _relocked(
    parameters: LevelParameters, start: Standing, locks: Sequence[Lock]
) -> tuple[list[Lock], Standing]:
    new: list[Lock] = []
    for lock in locks:
        assert lock.is_untouched, f"{lock.id} is partly paid and cannot be locked again"
        again = taken(parameters, start, lock)
        again = _with_inflow(again, lock.display_since, lock.reserve_since)
        new.append(again)
        start = standing_after(parameters, again)
    return new, start
