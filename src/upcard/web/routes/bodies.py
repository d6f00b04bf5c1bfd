"""The base of every request body: strict fields, and data that can be recorded."""

from __future__ import annotations

from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict

from upcard.web.refusals import FIELDS_WRONG, WebRefused

NUMBER_MAX: Final = 2**53
"""The largest whole number that every browser writes exactly."""
DEPTH_MAX: Final = 12
Data = TypeVar("Data")


class Body(BaseModel):
    """A request body: strict, and nothing in it that nobody reads."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def checked_data(data: Data, path: str = "wish", depth: int = 0) -> Data:
    """
    *data* if it can be stored and sent on: no half characters, no endless numbers, no floats.

    >>> checked_data({"amount": 2500})
    {'amount': 2500}
    """
    if depth > DEPTH_MAX:
        raise WebRefused("fields-wrong", f"{path}: nested too deeply", FIELDS_WRONG)
    match data:
        case str():
            _check_text(data, path)
        case bool() | None:
            pass
        case int():
            if abs(data) > NUMBER_MAX:
                raise WebRefused("fields-wrong", f"{path}: the number is too large", FIELDS_WRONG)
        case float():
            raise WebRefused("fields-wrong", f"{path}: write a whole number", FIELDS_WRONG)
        case list():
            for index, each in enumerate(data):
                checked_data(each, f"{path}.{index}", depth + 1)
        case dict():
            for key, each in data.items():
                _check_text(str(key), path)
                checked_data(each, f"{path}.{str(key)[:40]}", depth + 1)
    return data


def _check_text(text: str, path: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise WebRefused("fields-wrong", f"{path}: not Unicode text", FIELDS_WRONG) from None
    if "\x00" in text:
        raise WebRefused("fields-wrong", f"{path}: contains a NUL character", FIELDS_WRONG)
