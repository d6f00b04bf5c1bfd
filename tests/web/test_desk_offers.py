"""Everything that the command line can order, a page offers: the next one cannot be forgotten."""

import re
from pathlib import Path
from typing import get_args

import pytest

from upcard.room.orders import Wish

ROOT = Path(__file__).parents[2]
WISHES = sorted(one.__name__ for one in get_args(Wish))
AT_THE_SERVER = {
    "AcceptSoftware": "accepts the program that the server runs, so it is signed where that is",
    "ArchiveRecords": "moves days into files of the server",
    "RestoreRoom": "puts a backup in place of a room that is not being served",
    "SetWitnesses": "names folders and programs of the server",
    "WitnessFor": "brings the key of another server",
}
"""Orders that need the server's own shell, and why."""
BY_THE_SERVER = {
    "PrintSlip": "a page asks for the win page, and the server orders it",
    "ReadRecords": "a page asks for a report, and the server notes who read it",
    "OpenProgressive": "the server drafts it from the form (`/api/setup/progressives`)",
    "ChangeProgressive": "the server drafts it from the form",
}
"""Orders that the server makes of what a page asks for."""


def sources(folder: str, *suffixes: str) -> str:
    """The text of every source file below *folder*."""
    files = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in suffixes]
    return "\n".join(path.read_text() for path in files if path.name != "types.ts")


PAGES = sources("frontend/src", ".svelte", ".ts")
COMMANDS = sources("src/upcard/commands", ".py")
SERVER = sources("src/upcard/web", ".py") + sources("src/upcard/room/procedures", ".py")


def is_offered(wish: str) -> bool:
    """Whether a page sends such an order."""
    return re.search(rf'"{wish}"', PAGES) is not None


@pytest.mark.parametrize("wish", [wish for wish in WISHES if re.search(rf"\b{wish}\(", COMMANDS)])
def test_what_the_command_line_orders_a_page_orders_too(wish: str) -> None:
    if wish in AT_THE_SERVER:
        assert not is_offered(wish), f"{wish} is offered: take it off the list"
        return
    if wish in BY_THE_SERVER:
        assert re.search(rf"\b{wish}\(", SERVER)
        return

    assert is_offered(wish), f"no page orders {wish}: offer it, or say why it needs the shell"


def test_the_lists_name_orders_that_there_are() -> None:
    assert {*AT_THE_SERVER, *BY_THE_SERVER} <= set(WISHES)
