"""Money, shares and times as people read them on paper."""

from __future__ import annotations

from typing import Final

from upcard.books.exports import Millionths, decimal
from upcard.money import Cents
from upcard.reports.numbers import DASH, MINUS

ONES: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
TENS: Final = (
    "",
    "",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
)
SCALES: Final = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))


def dollars(amount: int | None) -> str:
    """
    An amount in dollars; a dash where there is none.

    >>> dollars(123456789), dollars(-5), dollars(None)
    ('$1,234,567.89', '−$0.05', '–')
    """
    if amount is None:
        return DASH
    whole, cents = divmod(abs(amount), 100)
    return f"{MINUS if amount < 0 else ''}${whole:,}.{cents:02}"


def share(millionths: Millionths | None, places: int = 2) -> str:
    """
    A share in percent; a dash where there is none.

    >>> share(Millionths(6154)), share(Millionths(-250000))
    ('0.62%', '−25.00%')
    """
    if millionths is None:
        return DASH
    step = 10 ** (4 - places)
    rounded = (abs(millionths) + step // 2) // step
    sign = MINUS if millionths < 0 and rounded else ""
    return f"{sign}{decimal(rounded, places)}%"


def count(millionths: Millionths | None) -> str:
    """
    A mean count with two decimals; a dash where there is none.

    >>> count(Millionths(12_345_678))
    '12.35'
    """
    return DASH if millionths is None else decimal((millionths + 5000) // 10_000, 2)


def whole(number: int | None) -> str:
    """
    A whole number; a dash where nobody knows it.

    >>> whole(12345), whole(None)
    ('12,345', '–')
    """
    return DASH if number is None else f"{number:,}"


def clock(at: str) -> str:
    """
    A moment of the journal as it is read; a dash where there is none.

    >>> clock("2026-11-15T09:00:00.123Z")
    '2026-11-15 09:00:00 UTC'
    """
    return f"{at[:10]} {at[11:19]} UTC" if at else DASH


def money_in_words(amount: Cents) -> str:
    """
    An amount written out, so that a figure cannot be altered.

    >>> money_in_words(Cents(1_234_567))
    'Twelve thousand three hundred forty-five and 67/100 dollars'
    """
    whole, cents = divmod(amount, 100)
    words = number_in_words(whole)
    return f"{words[:1].upper()}{words[1:]} and {cents:02}/100 dollars"


def number_in_words(number: int) -> str:
    """
    A whole number from 0 on, written out.

    >>> number_in_words(2_000_118)
    'two million one hundred eighteen'
    """
    for size, name in SCALES:
        if number >= size:
            many, rest = divmod(number, size)
            tail = f" {number_in_words(rest)}" if rest else ""
            return f"{number_in_words(many)} {name}{tail}"
    if number < len(ONES):
        return ONES[number]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens]}-{ONES[ones]}" if ones else TENS[tens]
