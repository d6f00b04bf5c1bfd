"""Exact numbers as a report prints them."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def percent(exact: Fraction | float, places: int = 4) -> str:
    """
    *exact* in percent.

    >>> percent(Fraction(-1, 300)), percent(Fraction(1, 8), 2)
    ('−0.3333%', '12.50%')
    """
    return f"{signed_minus(f'{float(100 * exact):.{places}f}')}%"


def points(exact: float, places: int = 4) -> str:
    """
    Percentage points with their sign.

    >>> points(0.25), points(-0.00001), points(0)
    ('+0.2500', '0.0000', '0')
    """
    if not exact:
        return "0"
    text = f"{exact:+.{places}f}"
    return signed_minus(text) if any(digit in text for digit in "123456789") else text[1:]


def signed_minus(text: str) -> str:
    """*text* with a minus sign that is as wide as a digit."""
    return text.replace("-", MINUS)


def whole(number: int) -> str:
    """
    A count with its thousands apart.

    >>> whole(1234567)
    '1,234,567'
    """
    return f"{number:,}"


def amount(exact: Fraction | float | None, places: int = 1) -> str:
    """An amount in wagers; a dash where there is none."""
    return DASH if exact is None else f"{float(exact):,.{places}f}"


def one_in(probability: Fraction) -> str:
    """
    How seldom something comes.

    >>> one_in(Fraction(2, 9)), one_in(Fraction(0))
    ('4.50', 'never')
    """
    if not probability:
        return "never"
    odds = float(1 / probability)
    return f"{odds:,.2f}" if odds < 1000 else f"{odds:,.0f}"


def deviation(variance: Fraction) -> str:
    """The square root of an exact variance."""
    return f"{sqrt(variance):,.4f}"


def small(value: float, places: int = 4) -> str:
    """
    A number of which only the size matters when it is tiny.

    >>> small(0.000001), small(0), small(0.35751)
    ('< 0.0001', '0', '0.3575')
    """
    if 0 < value < 10**-places:
        return f"< {10**-places:.{places}f}"
    return f"{value:.{places}f}" if value else "0"


def several(items: list[str] | tuple[str, ...]) -> str:
    """
    Names in a sentence.

    >>> several(["5", "6", "8"])
    '5, 6 and 8'
    """
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
