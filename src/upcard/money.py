"""Money in whole cents, what a wager pays, and how odd cents are rounded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NewType

from upcard.problems import UpcardError
from upcard.quotes import quoted

Cents = NewType("Cents", int)
"""An amount of money in cents. Never a float, never mixed with card points or counts."""

NOTHING: Final = Cents(0)
MINUS: Final = "\N{MINUS SIGN}"


class MoneyError(UpcardError, ValueError):
    """Text that is not an amount, or not a pay."""

    code = "amount"


_AMOUNT = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{2})?", re.ASCII)


def read_money(text: str) -> Cents:
    """
    The amount written as *text*, in dollars, with no or two decimals.

    >>> read_money("12.50"), read_money("-25")
    (1250, -2500)
    """
    if not _AMOUNT.fullmatch(text):
        raise MoneyError(f"{quoted(text)} is not an amount: write dollars like 25 or 12.50")
    whole, _, cents = text.lstrip("-").partition(".")
    amount = int(whole) * 100 + int(cents or 0)
    return Cents(-amount if text.startswith("-") else amount)


def write_money(amount: Cents) -> str:
    """
    The shortest text that `read_money` reads back: cents are left out when there are none.

    >>> write_money(Cents(1250)), write_money(Cents(-2500))
    ('12.50', '-25')
    """
    sign, size = ("-" if amount < 0 else ""), abs(amount)
    whole, cents = divmod(size, 100)
    return f"{sign}{whole}.{cents:02}" if cents else f"{sign}{whole}"


def show_money(amount: Cents) -> str:
    """
    An amount as every screen shows it: with a dollar sign and thousands, cents where there are any.

    >>> show_money(Cents(500_480)), show_money(Cents(2500)), show_money(Cents(-1250))
    ('$5,004.80', '$25', '−$12.50')
    """
    whole, cents = divmod(abs(amount), 100)
    tail = f".{cents:02}" if cents else ""
    return f"{MINUS if amount < 0 else ''}${whole:,}{tail}"


class Direction(StrEnum):
    """Which way an amount goes that cannot be paid exactly."""

    DOWN = "down"
    UP = "up"
    NEAREST = "nearest"
    """To the nearest unit; exactly half a unit goes up, in the player's favour."""


@dataclass(frozen=True, slots=True)
class Rounding:
    """
    How a house pays amounts that its smallest chip or coin cannot make.

    >>> three_to_two = Fraction(3, 2) * 505                       # 3:2 on $5.05
    >>> [Rounding(way, Cents(1)).of(three_to_two) for way in Direction]
    [757, 758, 758]
    >>> Rounding(Direction.DOWN, Cents(50)).of(three_to_two)      # in half dollars
    750
    """

    direction: Direction
    unit: Cents

    def of(self, exact: Fraction) -> Cents:
        """*exact* cents, rounded to whole units in this house's direction."""
        return self.of_ratio(exact.numerator, exact.denominator)

    def of_ratio(self, numerator: int, denominator: int) -> Cents:
        """The same for *numerator* / *denominator* cents, without building a fraction."""
        unit = self.unit
        denominator *= unit
        whole, rest = divmod(numerator, denominator)
        if rest and self.direction is not Direction.DOWN:
            whole += self.direction is Direction.UP or 2 * rest >= denominator
        return Cents(whole * unit)

    def share(self, held: Cents, numerator: int, denominator: int) -> Cents:
        """
        *numerator* / *denominator* of money that is *held*: rounded like any pay, in whole units.

        No more is paid than is there, whichever way the house rounds.

        >>> [Rounding(way, Cents(100)).share(Cents(1_999), 1, 10) for way in Direction]
        [100, 200, 200]
        >>> [Rounding(way, Cents(100)).share(Cents(1_999), 1, 1) for way in Direction]
        [1900, 1900, 1900]
        """
        return min(self.of_ratio(held * numerator, denominator), Cents(held - held % self.unit))


CENTS_DOWN: Final = Rounding(Direction.DOWN, Cents(1))
"""Down to the cent: how every share of a meter was paid before houses were asked."""


@dataclass(frozen=True, slots=True)
class ToOne:
    """
    "N to 1": the win is N times the stake, and the stake is returned; a push returns it alone.

    >>> str(ToOne(Fraction(3, 2))), str(ToOne(Fraction(9))), str(ToOne(Fraction(0)))
    ('3:2', '9:1', 'push')
    """

    ratio: Fraction

    def won(self, stake: Cents, rounding: Rounding) -> Cents:
        """What is paid on top of the returned stake."""
        return rounding.of_ratio(self.ratio.numerator * stake, self.ratio.denominator)

    def __str__(self) -> str:
        if self.ratio <= 0:
            return PUSH if self.ratio == 0 else HALF_LOST
        return f"{self.ratio.numerator}:{self.ratio.denominator}"


@dataclass(frozen=True, slots=True)
class ForOne:
    """
    "N for 1": N times the stake is paid, and the stake itself is kept by the house.

    >>> str(ForOne(200))
    '200 for 1'
    """

    times: int

    def won(self, stake: Cents, rounding: Rounding) -> Cents:
        """What is paid; the stake does not come back."""
        return Cents(self.times * stake)

    def __str__(self) -> str:
        return f"{self.times} for 1"


@dataclass(frozen=True, slots=True)
class Times:
    """
    "NX", as printed on a paytable that does not say whether the stake is returned.

    A rules file must say which (see ambiguity 19); `meaning` turns it into one of the two.

    >>> Times(25).meaning("for-1"), Times(25).meaning("to-1")
    (ForOne(times=25), ToOne(ratio=Fraction(25, 1)))
    """

    times: int

    def meaning(self, x_means: str) -> ForOne | ToOne:
        """This pay as "for 1" or as "to 1"."""
        return ForOne(self.times) if x_means == "for-1" else ToOne(Fraction(self.times))

    def __str__(self) -> str:
        return f"{self.times}X"


@dataclass(frozen=True, slots=True)
class Fixed:
    """
    A sum of money that does not depend on the stake; the stake is kept by the house.

    >>> str(Fixed(Cents(20000)))
    '$200'
    """

    amount: Cents

    def won(self, stake: Cents, rounding: Rounding) -> Cents:
        """The sum, whatever the stake."""
        return self.amount

    def __str__(self) -> str:
        return f"${write_money(self.amount)}"


@dataclass(frozen=True, slots=True)
class OfMeter:
    """
    A share of a progressive meter; the stake is kept by the house.

    >>> str(OfMeter(Fraction(1), "meter")), str(OfMeter(Fraction(1, 10), "Major"))
    ('100%', '10% Major')
    """

    share: Fraction
    level: str

    def paid(self, meter: Cents, rounding: Rounding) -> Cents:
        """What is paid of a level that shows *meter*; the stake does not come back."""
        return rounding.share(meter, self.share.numerator, self.share.denominator)

    def __str__(self) -> str:
        percent = f"{self.share * 100}%"
        return percent if self.level == SINGLE_LEVEL else f"{percent} {self.level}"


@dataclass(frozen=True, slots=True)
class Loses:
    """A line that is printed but pays nothing."""

    def __str__(self) -> str:
        return "loses"


PUSH: Final = "push"
"""A line that returns the stake and pays nothing, as a paytable prints it."""

HALF_LOST: Final = "half lost"
"""A line that takes half the stake and returns the other half."""

SINGLE_LEVEL: Final = "meter"
"""The name of the only level of a progressive that has one."""

TrayPay = ToOne | ForOne | Fixed
"""A pay that comes from the chip tray."""

Pay = TrayPay | OfMeter | Loses
"""Everything a paytable line can pay once its readings are settled."""

PrintedPay = Pay | Times
"""Everything a paytable line can say."""

_TO_ONE = re.compile(r"([0-9]{1,6}):([1-9][0-9]{0,5})", re.ASCII)
_FOR_ONE = re.compile(r"([0-9]{1,6}) for 1", re.ASCII)
_TIMES = re.compile(r"([0-9]{1,6})X", re.ASCII)
_METER = re.compile(r"([0-9]{1,3})%(?: ([A-Z][A-Za-z ]*))?", re.ASCII)
_FIXED = re.compile(r"\$([0-9]{1,9}(?:\.[0-9]{2})?)", re.ASCII)


def read_pay(text: str) -> PrintedPay:
    """
    What a paytable line says it pays.

    >>> [read_pay(text) for text in ("3:2", "200 for 1", "25X")]
    [ToOne(ratio=Fraction(3, 2)), ForOne(times=200), Times(times=25)]
    >>> [read_pay(text) for text in ("$200", "10%", "100% Mega", "loses")]  # doctest: +ELLIPSIS
    [Fixed(amount=20000), OfMeter(share=Fraction(1, 10), level='meter'), ..., Loses()]
    """
    if text == "loses":
        return Loses()
    if text == PUSH:
        return ToOne(Fraction(0))
    if text == HALF_LOST:
        return ToOne(Fraction(-1, 2))
    if found := _TO_ONE.fullmatch(text):
        return ToOne(Fraction(int(found[1]), int(found[2])))
    if found := _FOR_ONE.fullmatch(text):
        return ForOne(int(found[1]))
    if found := _TIMES.fullmatch(text):
        return Times(int(found[1]))
    if found := _FIXED.fullmatch(text):
        return Fixed(read_money(found[1]))
    found = _METER.fullmatch(text)
    if found and 1 <= int(found[1]) <= 100:
        return OfMeter(Fraction(int(found[1]), 100), found[2] or SINGLE_LEVEL)
    raise MoneyError(
        f"{quoted(text)} is not a pay: "
        "write 9:1, 3:2, 200 for 1, 25X, $200, 100%, 10% Major, push, half lost or loses"
    )
