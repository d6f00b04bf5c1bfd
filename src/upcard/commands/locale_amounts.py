"""Amounts on the command line, written in the locale of `UPCARD_LOCALE`."""

from __future__ import annotations

import os
from typing import Final

import typer

from upcard.amounts import EN_US, AmountFormat, format_of, read_amount, show_amount
from upcard.commands.output import Failed
from upcard.money import Cents, MoneyError

LOCALE_VARIABLE: Final = "UPCARD_LOCALE"


def typed_format(locale: str | None = None) -> AmountFormat:
    """How amounts are written: in *locale*, else the environment's locale, else as in the US."""
    try:
        return format_of(locale or os.environ.get(LOCALE_VARIABLE) or EN_US.locale)
    except MoneyError as error:
        raise typer.BadParameter(f"{error} ({LOCALE_VARIABLE}, or --locale of serve)") from None


def amount_argument(text: str) -> Cents:
    """Read an amount given as an argument; anything else is wrong usage."""
    try:
        return read_amount(text, typed_format())
    except MoneyError as error:
        raise typer.BadParameter(str(error)) from None


def amount_for(what: str, text: str, code: str = "amount") -> Cents:
    """Read an amount inside a command; anything else fails with *code*."""
    try:
        return read_amount(text, typed_format())
    except MoneyError as error:
        raise Failed(code, f"{what}: {error}") from None


def shown(amount: Cents) -> str:
    """An amount in the format of the locale."""
    return show_amount(amount, typed_format())
