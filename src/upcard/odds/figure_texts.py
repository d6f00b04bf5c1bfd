"""Exact figures as text and as percentages, as the command line and reports print them."""

from __future__ import annotations

from fractions import Fraction

from upcard.money import Pay, ToOne


def percent(exact: Fraction) -> float:
    """*exact* in percent, for people."""
    return float(100 * exact)


def fraction(exact: Fraction) -> str:
    """
    *exact* as the command line writes it.

    >>> fraction(Fraction(0)), fraction(Fraction(-3, 6))
    ('0/1', '-1/2')
    """
    return f"{exact.numerator}/{exact.denominator}"


def pays_text(pay: Pay) -> str:
    """A pay as the paytable prints it; a stake that only goes back is a push."""
    return "push" if pay == ToOne(Fraction(0)) else str(pay)
