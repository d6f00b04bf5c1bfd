"""Amounts of money, as people and programs give them."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

from upcard.amounts import EN_US, AmountFormat, read_amount
from upcard.app.problems import AppError
from upcard.money import Cents, MoneyError

Amount: TypeAlias = "str | int | Decimal"
"""An amount in dollars: text, or a number without a binary fraction."""


def cents_of(
    what: str, amount: Amount, amounts: AmountFormat = EN_US, *, code: str = "amount"
) -> Cents:
    """
    *amount* in cents; text is read in the format of *amounts*.

    >>> cents_of("wager", "2.50"), cents_of("wager", 10)
    (250, 1000)
    """
    try:
        if isinstance(amount, str):
            return read_amount(amount, amounts)
        return read_amount(f"{amount:f}" if isinstance(amount, Decimal) else str(amount), EN_US)
    except MoneyError as error:
        raise AppError(code, f"{what}: {error}") from None
