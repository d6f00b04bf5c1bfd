"""
Amounts as people type and read them: one strict grammar, in the format of a locale.

Rules files and recorded rounds do not use it: `upcard.money.read_money` reads their notation.
The pages have the same grammar in TypeScript (`frontend/src/lib/amounts.ts`); both are held to the
cases in `frontend/tests/fixtures/amounts.json`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from upcard.money import Cents, MoneyError

DIGITS_MAX: Final = 12
"""Digits before the decimal sign: more than any prize, and exact in every browser."""
BLANKS: Final = " \t\r\n\u00a0\u2009\u202f"
CURRENCY: Final = "$"
_MINUS: Final = "-\u2212\u2013"
_QUOTED_MAX: Final = 30


@dataclass(frozen=True, slots=True)
class AmountFormat:
    """How amounts are written in one locale."""

    locale: str
    decimal: str
    thousands: str
    """Between groups of three digits; an amount may also be written without it."""
    also: str = ""
    """Signs that are read as *thousands*, because a keyboard has them."""


EN_US: Final = AmountFormat("en-US", ".", ",")

FORMATS: Final = {
    one.locale: one
    for one in (
        EN_US,
        AmountFormat("de-CH", ".", "\u2019", "'"),
        AmountFormat("de-DE", ",", "."),
        AmountFormat("fr-FR", ",", "\u202f", " \u00a0\u2009"),
    )
}
"""Every locale by name. A new one is a line here; the pages get theirs from the server."""


def format_of(locale: str) -> AmountFormat:
    """
    The format of a locale, or a sentence that lists those there are.

    >>> format_of("de-DE").decimal
    ','
    """
    if locale not in FORMATS:
        raise MoneyError(f"locale is {locale!r}: write one of {', '.join(FORMATS)}")
    return FORMATS[locale]


def read_amount(text: str, written: AmountFormat = EN_US) -> Cents:
    """
    The amount that a person typed, in dollars, or a sentence that says how to write it.

    No text means one amount in one locale and another amount in another: decimals are two or none,
    groups are of three, so at most one reading fits.

    >>> read_amount("$1,250.00"), read_amount("25"), read_amount("1.250,00", FORMATS["de-DE"])
    (125000, 2500, 125000)
    >>> read_amount("10,50")
    Traceback (most recent call last):
    upcard.money.MoneyError: '10,50' is not an amount: write 10.50
    """
    typed = text.strip(BLANKS)
    bare = _without_currency(typed)
    found = _pattern(written).fullmatch(bare)
    if found is None:
        raise MoneyError(_refusal(typed, bare, written))
    digits = re.sub("[^0-9]", "", found[1])
    if len(digits) > DIGITS_MAX:
        most = write_amount(Cents(10 ** (DIGITS_MAX + 2) - 1), written)
        raise MoneyError(f"{_quoted(typed)} is too large: {most} at most")
    return Cents(int(digits) * 100 + int(found[2] or 0))


def write_amount(amount: Cents, written: AmountFormat = EN_US) -> str:
    """
    An amount with its thousands and always two decimals, without a currency sign.

    >>> write_amount(Cents(125050)), write_amount(Cents(-5), FORMATS["de-DE"])
    ('1,250.50', '-0,05')
    """
    whole, cents = divmod(abs(amount), 100)
    groups = f"{whole:,}".replace(",", written.thousands)
    return f"{'-' if amount < 0 else ''}{groups}{written.decimal}{cents:02}"


def show_amount(amount: Cents, written: AmountFormat = EN_US) -> str:
    """
    The same with the currency sign, as a person reads it.

    >>> show_amount(Cents(125050)), show_amount(Cents(-5))
    ('$1,250.50', '-$0.05')
    """
    text = write_amount(Cents(abs(amount)), written)
    return f"{'-' if amount < 0 else ''}{CURRENCY}{text}"


def _without_currency(text: str) -> str:
    """*text* without one currency sign, before or after the number."""
    if text.startswith(CURRENCY):
        return text[len(CURRENCY) :].lstrip(BLANKS)
    return text.removesuffix(CURRENCY).rstrip(BLANKS)


@cache
def _pattern(written: AmountFormat) -> re.Pattern[str]:
    between = f"[{re.escape(written.thousands + written.also)}]"
    whole = rf"0|[1-9][0-9]*|[1-9][0-9]{{0,2}}(?:{between}[0-9]{{3}})+"
    return re.compile(rf"({whole})(?:{re.escape(written.decimal)}([0-9]{{2}}))?")


_MEANT: Final = re.compile(
    rf"([0-9]{{0,{DIGITS_MAX}}}|[0-9]{{1,3}}(?:[.,'\u2019{BLANKS}][0-9]{{3}}){{1,3}})"
    r"[.,]([0-9]{1,2})"
)
"""What somebody most likely meant: a sign and one or two digits at the end are cents."""


def _refusal(typed: str, bare: str, written: AmountFormat) -> str:
    """Why *typed* is not an amount, and how to write one."""
    example = write_amount(Cents(125_000), written)
    if not bare:
        return f"write an amount in dollars, like {example}"
    if bare[0] in _MINUS:
        return f"{_quoted(typed)} has a minus sign: an amount is 0 or more"
    if meant := _MEANT.fullmatch(bare):
        units = int(re.sub("[^0-9]", "", meant[1]) or 0)
        cents = Cents(units * 100 + int(meant[2].ljust(2, "0")))
        return f"{_quoted(typed)} is not an amount: write {write_amount(cents, written)}"
    return f"{_quoted(typed)} is not an amount: write dollars, like {example}"


def _quoted(typed: str) -> str:
    """*typed* as a sentence quotes it: short, and with nothing that a terminal would obey."""
    shown = re.sub("[\x00-\x1f\x7f-\x9f]", "?", typed)
    return f"'{shown[:_QUOTED_MAX]}…'" if len(shown) > _QUOTED_MAX else f"'{shown}'"
