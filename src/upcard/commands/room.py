"""`upcard room`: the whole jackpot desk from the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperGroup

from upcard.commands import (
    room_access,
    room_archive,
    room_awards,
    room_care,
    room_money,
    room_progressives,
    room_reports,
    room_shifts,
    room_shoes,
    room_staff,
    room_tables,
    room_upgrades,
    room_witness,
)
from upcard.commands.output import Json, failures_told, show
from upcard.commands.room_desk import Desk, Signs, at_desk, new_pin_for, place_of
from upcard.commands.room_options import NEW_PIN_VARIABLE, ChecklistFrom, Data, Training
from upcard.commands.room_views import room_record, tell_room
from upcard.room.events import CrossLinks

if TYPE_CHECKING:
    from upcard.room.opening import FirstMember, Place
    from upcard.room.rooms import Room


class ListedByDefault(TyperGroup):
    """A group of commands that, with no command named, lists what there is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `list` where nothing was named."""
        if not args or (args[0].startswith("-") and "--help" not in args):
            args = ["list", *args]
        return super().parse_args(ctx, args)


SIGNERS_MIN: Final = 2
"""How many people a new room has at least who can sign together."""


def init(
    data: Data,
    name: Annotated[str | None, typer.Option("--name", help="What the room is called.")] = None,
    location: Annotated[
        str | None, typer.Option("--location", help="The licensed premises.")
    ] = None,
    day_starts_at: Annotated[
        int, typer.Option("--day-starts-at", help="The hour, in UTC, a gaming day begins.")
    ] = 6,
    executive: Annotated[
        list[str] | None,
        typer.Option(
            "--executive",
            metavar="BADGE:NAME",
            help="Who runs it; several times. Two people are needed: missing ones get a badge.",
        ),
    ] = None,
    checklist_from: ChecklistFrom = None,
    cross_links: Annotated[
        CrossLinks, typer.Option("--cross-links", help="Progressives a game shares with others.")
    ] = CrossLinks.SEVERAL,
    approved_rules_only: Annotated[
        bool,
        typer.Option(
            "--approved-rules-only",
            help="Tables play rules that two people approve in this room, and no others.",
        ),
    ] = False,
    training: Training = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="The demonstration room: tables, people, progressives.")
    ] = False,
    json: Json = False,
) -> None:
    """Make a room. Prints badges and PINs that were made up. They are shown only once."""
    with failures_told(json):
        place = place_of(data, training)
        if demo:
            room, people = _demo(place, training)
        else:
            settings = {
                "checklist_from": checklist_from,
                "cross_links": cross_links,
                "approved_only": approved_rules_only,
            }
            room, people = _new(
                place, name, location, day_starts_at, executive or [], training, settings
            )
        room.close()
        record = {
            "name": room.state.name,
            "location": room.state.location,
            "kind": room.state.kind.value,
            "folder": str(place.folder),
            "badges": people,
            "next": _next(place),
        }
        show(record, json, lambda: _tell_new(record))


def _next(place: Place) -> list[str]:
    """What is still to be done before the room is served."""
    if place.is_sqlite:
        return []
    from sqlalchemy import make_url

    url = make_url(place.url)
    owner = url.username or "you"
    return [
        f"The tables belong to {owner}, who can change them: serve the room as another role.",
        f'In psql: CREATE ROLE upcard LOGIN; GRANT CONNECT ON DATABASE "{url.database}" TO upcard;',
        "Then, with the same --data as now: upcard room grant upcard",
    ]


def _demo(place: Place, training: bool) -> tuple[Room, list[dict[str, str]]]:
    from upcard.room.demo import make_demo
    from upcard.room.events import RoomKind

    room, people = make_demo(place, RoomKind.TRAINING if training else RoomKind.DEMO)
    return room, [_shown(one, True) for one in people]


def _new(
    place: Place, name: str | None, location: str | None, day_starts_at: int,
    executives: Sequence[str], training: bool, settings: dict[str, Any],
) -> tuple[Room, list[dict[str, str]]]:  # fmt: skip
    from upcard.room.events import RoomKind
    from upcard.room.opening import make_room

    if not training and (name is None or location is None):
        raise typer.BadParameter("say --name and --location, or --demo, or --training")
    if len(executives) > 1 and os.environ.get(NEW_PIN_VARIABLE):
        raise typer.BadParameter(f"{NEW_PIN_VARIABLE} is one PIN: name one --executive with it")
    people = [_executive(text) for text in executives]
    people += [_made_up_executive(place) for place in range(len(people) + 1, SIGNERS_MIN + 1)]
    room = make_room(
        place,
        name=name or "Training room",
        location=location or "training",
        kind=RoomKind.TRAINING if training else RoomKind.LIVE,
        day_starts_at=day_starts_at,
        members=[person for person, _ in people],
        **settings,
    )
    return room, [_shown(person, is_made_up) for person, is_made_up in people]


def _made_up_executive(place: int) -> tuple[FirstMember, bool]:
    """Somebody to sign with: one person alone cannot add anybody."""
    import secrets

    from upcard.room.demo import new_pin
    from upcard.room.opening import FirstMember
    from upcard.room.roles import Role

    badge = f"E{secrets.randbelow(9000) + 1000}{place}"
    name = f"Executive {place}"
    return FirstMember(badge=badge, name=name, role=Role.EXECUTIVE, pin=new_pin()), True


def _executive(text: str) -> tuple[FirstMember, bool]:
    from upcard.room.demo import new_pin
    from upcard.room.opening import FirstMember
    from upcard.room.roles import Role

    badge, _, name = text.partition(":")
    if not badge or not name.strip():
        raise typer.BadParameter(f"--executive is {text!r}: write BADGE:NAME")
    pin, is_made_up = new_pin_for(badge, new_pin)
    return FirstMember(badge=badge, name=name, role=Role.EXECUTIVE, pin=pin), is_made_up


def _shown(person: FirstMember, is_made_up: bool) -> dict[str, str]:
    record = {"badge": person.badge, "name": person.name, "role": person.role.value}
    return {**record, "pin": person.pin} if is_made_up else record


def _tell_new(record: dict[str, Any]) -> None:
    print(
        f"{record['name']} is made in {record['folder']}. Write this down, it is not shown again:"
    )
    for one in record["badges"]:
        pin = f"PIN {one['pin']}" if "pin" in one else "with the PIN you chose"
        print(f"  {one['role']:<11} {one['name']:<12} badge {one['badge']:<12} {pin}")
    for line in record["next"]:
        print(line)


@at_desk(Signs.NOBODY)
def show_room(desk: Desk) -> None:
    """The room at a glance: tables, meters, bank, journal."""
    record = room_record(desk.room)
    desk.show(record, lambda: tell_room(record))


app = typer.Typer(no_args_is_help=True, help="A card room's jackpot desk: one room, kept durably.")
app.command("init")(init)
app.command("show")(show_room)

tables = typer.Typer(cls=ListedByDefault, help="Tables: list, add, change, show one.")
tables.command("list")(room_tables.list_tables)
tables.command("add")(room_tables.add_table)
tables.command("change")(room_tables.change_table)
tables.command("show")(room_tables.show_table)
app.add_typer(tables, name="tables")

staff = typer.Typer(cls=ListedByDefault, help="People: list, add, remove, a new PIN.")
staff.command("list")(room_staff.list_staff)
staff.command("add")(room_staff.add_member)
staff.command("remove")(room_staff.remove_member)
staff.command("pin")(room_staff.change_pin)
staff.command("own-pin")(room_staff.change_own_pin)
app.add_typer(staff, name="staff")

shifts = typer.Typer(cls=ListedByDefault, help="Shifts: list or set the hours they begin.")
shifts.command("list")(room_shifts.list_shifts)
shifts.command("set")(room_shifts.set_shifts)
app.add_typer(shifts, name="shifts")

witness = typer.Typer(
    cls=ListedByDefault, help="Who keeps signed checkpoints of the room: list, set, checkpoint."
)
witness.command("list")(room_witness.list_witnesses)
witness.command("set")(room_witness.set_witnesses)
witness.command("checkpoint")(room_witness.make_checkpoint)
app.add_typer(witness, name="witness")
app.command("witness-for")(room_witness.witness_for)

own_rules = typer.Typer(cls=ListedByDefault, help="Rules of the room's own: list, approve.")
own_rules.command("list")(room_tables.list_rules)
own_rules.command("approve")(room_tables.approve_rules)
app.add_typer(own_rules, name="rules")

app.command("link")(room_progressives.link)
app.command("change-progressive")(room_progressives.change_progressive)
app.command("remove-progressive")(room_progressives.remove_progressive)
app.command("transfer")(room_progressives.transfer)

app.command("open")(room_tables.open_table)
app.command("close")(room_tables.close_table)
app.command("dealer")(room_tables.change_dealer)
app.command("shuffle")(room_shoes.shuffle)
app.command("cut")(room_shoes.cut)
app.command("close-cut")(room_shoes.close_cut)
app.command("confirm-cut")(room_shoes.confirm_cut)
app.command("abandon-shoe")(room_shoes.abandon_shoe)
app.command("void-shoe")(room_shoes.void_shoe)
app.command("key")(room_tables.key)

app.command("claim")(room_awards.claim)
app.command("confirm")(room_awards.confirm)
app.command("void")(room_awards.void_claim)
app.command("void-round")(room_awards.void_round)
app.command("reverse")(room_awards.reverse)
app.command("adjust")(room_awards.adjust)
app.command("slip")(room_awards.slip)

app.command("deposit")(room_money.deposit)
app.command("bank")(room_money.bank)
app.command("malfunction")(room_money.malfunction)
app.command("report")(room_reports.report)

app.command("recover")(room_access.recover)
app.command("grant")(room_access.grant)

app.command("checklist")(room_care.checklist)
app.command("software")(room_care.software)
app.command("accept-software")(room_care.accept_software)
app.command("archive")(room_archive.archive)
app.command("backup")(room_care.backup)
app.command("check-backup")(room_care.check_backup)
app.command("restore")(room_care.restore)
app.command("declare-restored")(room_care.declare_restored)
app.command("upgrade")(room_upgrades.upgrade)
app.command("copy")(room_upgrades.copy)
