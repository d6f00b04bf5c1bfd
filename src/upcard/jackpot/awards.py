"""What a meter pays when several hands win from it in one round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.money import Cents, Rounding

WHOLE = 100


@dataclass(frozen=True, slots=True)
class Meter:
    """What a level shows, and what it goes back to after a 100% award: seed plus reserve."""

    value: Cents
    reseed: Cents


@dataclass(frozen=True, slots=True)
class Claim:
    """A share of a meter that one winner is due, among how many it is divided."""

    percent: int
    winners: int = 1


def awards_in_order(
    meter: Meter, claims: Sequence[Claim], rounding: Rounding
) -> tuple[list[Cents], Meter]:
    """
    What each of *claims* is paid, first come first paid, and the meter after them.

    A 100% award takes the whole meter, which is then reseeded, so the next winner is paid
    from the reseeded meter. A smaller share is taken of what the meter then holds. Both are paid
    in the house's unit, and what is not paid stays. A 100% award divided among several winners is
    divided equally; odd units go, one each, to those paid first.

    >>> from upcard.money import CENTS_DOWN, Direction
    >>> meter = Meter(Cents(1_000_001), Cents(200_000))
    >>> awards_in_order(meter, [Claim(100), Claim(100)], CENTS_DOWN)
    ([1000001, 200000], Meter(value=200000, reseed=200000))
    >>> awards_in_order(meter, [Claim(100, winners=2), Claim(100, winners=2)], CENTS_DOWN)
    ([500001, 500000], Meter(value=200000, reseed=200000))
    >>> dollars_up = Rounding(Direction.UP, Cents(100))
    >>> awards_in_order(meter, [Claim(10), Claim(100)], dollars_up)
    ([100100, 899900], Meter(value=200001, reseed=200000))
    """
    amounts: list[Cents] = []
    shared: list[Cents] = []
    value = meter.value
    for claim in claims:
        if claim.percent == WHOLE:
            if not shared:
                amount = share_of(value, WHOLE, rounding)
                shared = divided(amount, claim.winners, rounding.unit)
                value = Cents(meter.reseed + value - amount)
            amounts.append(shared.pop(0))
        else:
            amount = share_of(value, claim.percent, rounding)
            amounts.append(amount)
            value = Cents(value - amount)
    return amounts, Meter(value, meter.reseed)


def share_of(display: Cents, percent: int, rounding: Rounding) -> Cents:
    """*percent* of a meter as the house pays it; what is not paid stays on the meter."""
    return rounding.share(display, percent, WHOLE)


def divided(amount: Cents, parts: int, unit: Cents) -> list[Cents]:
    """
    *amount*, which is whole units, in equal parts; odd units go, one each, to the first.

    >>> divided(Cents(1000), 3, Cents(1)), divided(Cents(1000), 3, Cents(100))
    ([334, 333, 333], [400, 300, 300])
    """
    whole, odd = divmod(amount // unit, parts)
    return [Cents((whole + (index < odd)) * unit) for index in range(parts)]
