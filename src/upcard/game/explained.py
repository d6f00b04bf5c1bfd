"""How fields of a rules file are declared, with their explanations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, StringConstraints
from pydantic_core import core_schema

from upcard.money import Cents, MoneyError, PrintedPay, ToOne, read_money, read_pay, write_money
from upcard.quotes import quoted


class Section(BaseModel):
    """A part of a rules file: strict, frozen, no field unknown; a default is for younger ones."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


def explained(what: str, *, favours: str = "nobody", says: str, is_younger: bool = False) -> Any:
    """
    A required field: *what* it means, whom more of it *favours*, and which document *says* so.

    Only a table that earlier versions did not have *is_younger*: it may be missing, and is empty.

    "house" or "player" names who gains as the setting becomes larger, truer or more generous in
    the sense of *what*; "nobody" is for names, shapes and procedure.
    """
    field = partial(Field, description=what, json_schema_extra={"favours": favours, "says": says})
    return field(default_factory=dict) if is_younger else field()


def _money(value: str) -> Cents:
    try:
        return read_money(value)
    except MoneyError as error:
        raise ValueError(str(error)) from None


def _pay(value: str) -> PrintedPay:
    try:
        return read_pay(value)
    except MoneyError as error:
        raise ValueError(str(error)) from None


def _odds(value: str) -> ToOne:
    pay = _pay(value)
    if not isinstance(pay, ToOne):
        raise ValueError(f"{quoted(value)} is not odds: write N:M, like 3:2")
    return pay


def _from_text(
    read: Callable[[str], object], write: Callable[..., str], target: type | None = None
) -> GetPydanticSchema:
    """A pydantic type that is text in the file and a value in the program."""
    from_text = core_schema.chain_schema(
        [core_schema.str_schema(strict=True), core_schema.no_info_plain_validator_function(read)]
    )
    return GetPydanticSchema(
        lambda _source, _handler: core_schema.json_or_python_schema(
            json_schema=from_text,
            python_schema=from_text,
            serialization=core_schema.plain_serializer_function_ser_schema(write),
        )
    )


Money = Annotated[Cents, _from_text(_money, write_money)]
"""An amount in dollars, written as text ("12.50"), because TOML's floats are not money."""

PayText = Annotated[PrintedPay, _from_text(_pay, str)]
"""A pay as a paytable prints it."""

OddsText = Annotated[ToOne, _from_text(_odds, str)]
"""Odds of the form N:M, stake returned."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9+][a-z0-9+.\-]{0,39}$")]
"""A name in small letters, digits and hyphens."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""One line of text for people."""
