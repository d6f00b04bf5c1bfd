"""The types that the pages are written against are the server's own, and so is what they get."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest

from tests.web.houses import TABLE, Guest, House, as_page
from upcard.room.people.roles import Role
from upcard.screens.desk_types import DeskRecord
from upcard.screens.display_types import JackpotFrame
from upcard.screens.frame_types import SoloFrame, TableFrame
from upcard.screens.jackpot_displays import display_record
from upcard.web.access.tokens import Screen
from upcard.web.answer_types import RoomView, SessionView
from upcard.web.typescript import typescript

TYPES = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "types.ts"
WHOLE: dict[object, UnionType | type] = {
    str: str,
    int: int,
    float: int | float,
    bool: bool,
    NoneType: NoneType,
}


def test_types_ts_is_what_the_server_sends() -> None:
    is_newest = TYPES.read_text(encoding="utf-8") == typescript()

    assert is_newest, "frontend/src/lib/types.ts is out of date: run `make types`"


def test_a_frame_has_the_fields_of_its_type_and_no_others(house: House, dealer: Guest) -> None:
    token = house.site.tokens.made_for(Screen(kind="table", table=TABLE))

    for address in (f"/api/tables/{TABLE}", f"/api/tables/{TABLE}?token={token}"):
        assert list(unlike(dealer.get(address), TableFrame)) == []


def test_a_solo_frame_has_the_fields_of_its_type_and_no_others(anybody: Guest) -> None:
    opened = anybody.client.post("/api/solo", json={"game": "bahama-wsgc", "seed": 1}).json()
    place = {"kind": "PlaceWager", "spot": 1, "wager": "main", "amount": 2500}
    for step in ({"command": place}, {"next": True}):
        frame = anybody.client.post(f"/api/solo/{opened['id']}", json=step).json()["frame"]

        assert list(unlike(frame, SoloFrame)) == []


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/api/room", RoomView),
        ("/api/session", SessionView),
        ("/api/desk", DeskRecord),
    ],
)
def test_an_answer_has_the_fields_of_its_type_and_no_others(
    house: House, origin: str, address: str, kind: type
) -> None:
    with Guest(origin) as guest:
        signed_in = guest.sign_in(house.person(Role.EXECUTIVE))

        assert list(unlike(signed_in.get(address), kind)) == []


def test_a_jackpot_display_has_the_fields_of_its_type_and_no_others(house: House) -> None:
    hub = house.site.the_hub()
    (name, *_) = hub.room.state.links

    shown = as_page(display_record(hub.room.state, hub.chronicle, name))

    assert list(unlike(shown, JackpotFrame)) == []


def test_a_field_that_is_missing_unknown_or_of_another_kind_is_seen() -> None:
    wrong = {"badge": 1, "name": "Ann", "role": "cook", "more": True}

    assert list(unlike(wrong, SessionView)) == [
        ".csrf is missing",
        ".more is in no type",
        ".badge is '1'",
        ".role is 'cook'",
    ]


def unlike(value: object, hint: object, path: str = "") -> Iterator[str]:
    """Where *value*, as JSON brings it, is not what *hint* says."""
    origin, inner = get_origin(hint), get_args(hint)
    wrong = f"{path} is {str(value)[:40]!r}"
    if origin in (Annotated, NotRequired):
        records = [note for note in inner[1:] if isinstance(note, type)]
        yield from unlike(value, records[0] if records else inner[0], path)
    elif origin in (Union, UnionType):
        if all(list(unlike(value, arm, path)) for arm in inner):
            yield wrong
    elif origin is Literal or (isinstance(hint, type) and issubclass(hint, Enum)):
        choices = inner if origin is Literal else [one.value for one in enum_of(hint)]
        if value not in choices:
            yield wrong
    elif origin in (Sequence, list, tuple) and isinstance(value, list):
        for index, each in enumerate(value):
            yield from unlike(each, inner[0], f"{path}.{index}")
    elif origin in (Mapping, dict) and isinstance(value, dict):
        for key, each in value.items():
            yield from (*unlike(key, inner[0], path), *unlike(each, inner[1], f"{path}.{key}"))
    elif kind := WHOLE.get(getattr(hint, "__supertype__", hint)):
        if not isinstance(value, kind):
            yield wrong
    elif isinstance(value, dict) and origin is None:
        yield from unlike_record(value, hint, path)
    else:
        yield wrong


def enum_of(hint: object) -> type[Enum]:
    """*hint*, which is an enum."""
    assert isinstance(hint, type)
    assert issubclass(hint, Enum)
    return hint


def unlike_record(value: dict[str, object], hint: object, path: str) -> Iterator[str]:
    """The same of an object: no field is missing, and none is in no type."""
    hints = get_type_hints(hint, include_extras=True)
    needed = [name for name, kind in hints.items() if get_origin(kind) is not NotRequired]
    yield from (f"{path}.{name} is missing" for name in needed if name not in value)
    yield from (f"{path}.{name} is in no type" for name in value if name not in hints)
    for name in value:
        if name in hints:
            yield from unlike(value[name], hints[name], f"{path}.{name}")
