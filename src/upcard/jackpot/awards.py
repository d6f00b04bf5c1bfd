"""What a meter pays when several hands win from it in one round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.money import Cents

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


def awards_in_order(meter: Meter, claims: Sequence[Claim]) -> tuple[list[Cents], Meter]:
    """
    What each of *claims* is paid, first come first paid, and the meter after them.

    A 100% award takes the whole meter, which is then reseeded, so the next winner is paid
    from the reseeded meter. A smaller share is taken of what the meter then holds, rounded
    down to the cent; the rest stays. A 100% award divided among several winners is divided
    equally; odd cents go, one each, to those paid first.

    >>> meter = Meter(Cents(1_000_001), Cents(200_000))
    >>> awards_in_order(meter, [Claim(100), Claim(100)])
    ([1000001, 200000], Meter(value=200000, reseed=200000))
    >>> awards_in_order(meter, [Claim(100, winners=2), Claim(100, winners=2)])
    ([500001, 500000], Meter(value=200000, reseed=200000))
    >>> awards_in_order(meter, [Claim(10)])
    ([100000], Meter(value=900001, reseed=200000))
    """
    amounts: list[Cents] = []
    shared: list[Cents] = []
    value = meter.value
    for claim in claims:
        if claim.percent == WHOLE:
            if not shared:
                shared, value = divided(value, claim.winners), meter.reseed
            amounts.append(shared.pop(0))
        else:
            amount = Cents(value * claim.percent // WHOLE)
            amounts.append(amount)
            value = Cents(value - amount)
    return amounts, Meter(value, meter.reseed)


def divided(amount: Cents, parts: int) -> list[Cents]:
    """
    *amount* in equal parts; odd cents go, one each, to the first.

    >>> divided(Cents(1000), 3)
    [334, 333, 333]
    """
    whole, odd = divmod(amount, parts)
    return [Cents(whole + (index < odd)) for index in range(parts)]
