"""The desk: a room opened for one command, the people who sign, and the result."""

from __future__ import annotations

import inspect
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.shared_options import (
    NEW_PIN_VARIABLE,
    PIN_VARIABLE,
    SECOND_PIN_VARIABLE,
    As,
    Data,
    OrderId,
    Second,
    Training,
    Yes,
)
from upcard.commands.room.shown_previews import is_confirmed, tell_preview
from upcard.plain import Decoded

if TYPE_CHECKING:
    from upcard.room.orders import Signature, Wish
    from upcard.room.people.roles import Act
    from upcard.room.procedures.previews import Preview
    from upcard.room.room_openings import Place
    from upcard.room.rooms import Room
    from upcard.room.state import RoomState
    from upcard.room.table_states import TableState

OUT_OF_DATE: Final = "out-of-date"
Command = Callable[..., None]


class Signs(IntEnum):
    """How many people a command needs."""

    NOBODY = 0
    ONE = 1
    TWO = 2


@dataclass(slots=True)
class Desk:
    """One command's view of a room: its state, and orders signed by the people who gave it."""

    room: Room
    badge: str
    second: str | None
    id: str
    as_json: bool
    yes: bool = True
    """Whether orders that move money are carried out without asking."""
    _orders: int = field(default=0)
    _pins: dict[str, str | None] = field(default_factory=dict)

    @property
    def state(self) -> RoomState:
        """The room as it is now."""
        return self.room.state

    def made_up_pin(self) -> str:
        """A PIN derived from the order's id, so that sending the order again gives the same PIN."""
        return self.room.pin_for(self.id)

    def table(self, name: str) -> TableState:
        """A table by its name, or a refusal that lists the room's tables."""
        from upcard.room.procedures.happenings import Happenings

        return Happenings(self.state).table(name)

    def order(self, wish: Wish) -> Decoded:
        """
        Carry *wish* out durably and return the record. A refusal ends the command.

        An order that moves money is shown first, and at a terminal you must agree. If the amounts
        change while you read, they are shown again.
        """
        self._orders += 1
        id_ = self.id if self._orders == 1 else f"{self.id}+{self._orders}"
        preview = self._preview(wish, id_)
        agreed = self._agreed(preview) if preview else None
        try:
            record = self._sent(wish, id_, agreed)
        except Failed as failed:
            if failed.code != OUT_OF_DATE or agreed is None:
                raise
            print(f"{failed}", file=sys.stderr)
            return self.order(wish)
        return {**record, "preview": preview.as_data()} if preview else record

    def _preview(self, wish: Wish, id_: str) -> Preview | None:
        """What *wish* would change; nothing if it moves no money or would be refused."""
        from upcard.room.procedures.previews import PREVIEWED
        from upcard.room.refusals import REFUSALS

        if type(wish) not in PREVIEWED or self.room.journal.find(id_) is not None:
            return None
        try:
            return self.room.preview(wish)
        except REFUSALS:
            return None  # The order gets the same refusal, and that is recorded.

    def _agreed(self, preview: Preview) -> str | None:
        """What you agreed to, if you were asked. Answering no ends the command."""
        if not self.as_json:
            tell_preview(preview)
        if self.yes or not sys.stdin.isatty():
            return None
        if self.as_json:
            tell_preview(preview)
        if not is_confirmed():
            raise Failed("not-confirmed", "you said no: nothing has changed")
        return preview.changes.fingerprint

    def _sent(self, wish: Wish, id_: str, agreed: str | None) -> Decoded:
        """The order, signed and sent."""
        from upcard.journal import JournalError
        from upcard.room.orders import Order
        from upcard.room.procedures.acts import ACTS, SECOND_ACTS

        second = SECOND_ACTS.get(type(wish))
        order = Order(
            id=id_,
            by=self._signature(self.badge, PIN_VARIABLE, ACTS[type(wish)]),
            wish=wish,
            second=self._signature(self.second, SECOND_PIN_VARIABLE, second)
            if self.second and second
            else None,
            agreed=agreed,
        )
        try:
            answer = self.room.submit(order)
        except JournalError as error:
            # Whoever sends it again needs the id: with it, nothing can be done twice.
            raise Failed(str(error.code), f"{error}; its --id is {id_!r}", id=id_) from None
        record = {"id": id_, "entry": answer.sequence, "repeated": answer.is_repeated}
        if answer.is_refused:
            raise Failed(answer.code, answer.message, **record)
        return {**record, **answer.data}

    def done(self, wish: Wish, said: str, **more: object) -> None:
        """Carry *wish* out, and say so."""
        self.told({**self.order(wish), **more}, said)

    def told(self, record: Decoded, said: str) -> None:
        """Show the result of an order: one document, or one line that names its entry."""
        again = ", as before" if record["repeated"] else ""
        self.show(record, lambda: print(f"{said} (entry {record['entry']}{again})"))

    def show(self, document: object, as_text: Callable[[], None]) -> None:
        """Print *document* as JSON, or call *tell* to print it for people."""
        show(document, self.as_json, as_text)

    def _signature(self, badge: str, variable: str, act: Act) -> Signature:
        from upcard.room.orders import Signature
        from upcard.room.people.staff import needs_pin

        if not needs_pin(act):
            return Signature(badge)
        if badge not in self._pins:
            self._pins[badge] = pin_of(badge, variable)
        return Signature(badge, self._pins[badge])


def pin_of(badge: str, variable: str) -> str | None:
    """The PIN of a badge, from the environment or typed without echo. Never an argument."""
    if pin := os.environ.get(variable):
        return pin
    if not sys.stdin.isatty():
        return None
    typed: str = typer.prompt(f"PIN of {badge}", hide_input=True, err=True)
    return typed


def new_pin_for(badge: str, made_up: Callable[[], str]) -> tuple[str, bool]:
    """A new PIN, chosen by its owner or generated, and whether it was generated."""
    if pin := os.environ.get(NEW_PIN_VARIABLE):
        return pin, False
    if sys.stdin.isatty():
        typed: str = typer.prompt(
            f"New PIN of {badge} (leave empty to generate one)",
            default="",
            show_default=False,
            hide_input=True,
            confirmation_prompt=True,
            err=True,
        )
        if typed:
            return typed, False
    return made_up(), True


def check_writable(path: Path | None) -> None:
    """Fail before anything is recorded if *path* cannot be written."""
    if path is not None:
        is_new = not path.exists()
        with path.open("ab"):
            pass
        if is_new:
            path.unlink()


def place_of(data: str, training: bool) -> Place:
    """The place of a room, or of the training room beside it."""
    from upcard.room.room_openings import Place, training_place

    place = Place.at(data)
    return training_place(place) if training else place


@contextmanager
def open_desk(
    place: Place,
    badge: str,
    second: str | None,
    id_: str | None,
    as_json: bool,
    yes: bool = True,
) -> Iterator[Desk]:
    """The desk of the room at *place*, closed at the end."""
    from upcard.room.room_openings import open_room

    room = open_room(place)
    try:
        if not as_json and room.state.kind != "live":
            print(f"{room.state.kind.upper()}: no real money", file=sys.stderr)
        yield Desk(room, badge, second, id_ or secrets.token_hex(16), as_json, yes)
    finally:
        room.close()


def at_desk(signs: Signs, *, moves_money: bool = False) -> Callable[[Command], Command]:
    """
    Make a command of something done at a desk, with the options that all of them share.

    The command's own arguments come first, then where the room is, who signs, and --json. An
    order that moves money is shown before it is signed, and takes --yes.
    """

    def command_of(act: Command) -> Command:
        def command(
            *,
            data: str,
            training: bool,
            json: bool,
            signed_by: str = "",
            second: str | None = None,
            id: str | None = None,
            yes: bool = False,
            **own: object,
        ) -> None:
            with (
                failures_told(json),
                open_desk(place_of(data, training), signed_by, second, id, json, yes) as desk,
            ):
                act(desk, **own)

        parameters = [*_own(act), *_shared(signs, moves_money)]
        command.__doc__ = act.__doc__
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        # What typer reads: `inspect.signature` believes it.
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return command

    return command_of


def _own(act: Command) -> list[inspect.Parameter]:
    """The parameters of *act* without the desk."""
    _, *own = inspect.signature(act, eval_str=True).parameters.values()
    return [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own]


def _shared(signs: Signs, moves_money: bool) -> list[inspect.Parameter]:
    empty = inspect.Parameter.empty
    options: list[tuple[str, object, object]] = [
        ("data", Data, empty),
        ("training", Training, False),
    ]
    if signs >= Signs.ONE:
        options.append(("signed_by", As, empty))
    if signs >= Signs.TWO:
        options.append(("second", Second, None))
    if signs >= Signs.ONE:
        options.append(("id", OrderId, None))
    if moves_money:
        options.append(("yes", Yes, False))
    options.append(("json", Json, False))
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )
        for name, annotation, default in options
    ]
