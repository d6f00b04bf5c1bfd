"""`upcard room`: the jackpot desk on the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, TypedDict

import typer
from typer.core import TyperGroup

from upcard.commands.output import Json, failures_told, show
from upcard.commands.room import (
    access_commands,
    archive_commands,
    award_commands,
    care_commands,
    money_commands,
    progressive_commands,
    report_commands,
    shift_commands,
    shoe_commands,
    staff_commands,
    table_commands,
    upgrade_commands,
    witness_commands,
)
from upcard.commands.room.command_desk import Desk, Signs, at_desk, new_pin_for, place_of
from upcard.commands.room.room_lines import room_record, tell_room
from upcard.commands.room.shared_options import NEW_PIN_VARIABLE, ChecklistFrom, Data, Training
from upcard.room.events import CrossLinks

if TYPE_CHECKING:
    from upcard.money import Cents
    from upcard.room.room_openings import FirstMember, Place
    from upcard.room.rooms import Room


class ListedByDefault(TyperGroup):
    """A group of commands that lists its things when no command is given."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert `list` when no command is given."""
        if not args or (args[0].startswith("-") and "--help" not in args):
            args = ["list", *args]
        return super().parse_args(ctx, args)


SIGNERS_MIN: Final = 2
"""The fewest people in a new room who can sign together."""


def init(
    data: Data,
    name: Annotated[str | None, typer.Option("--name", help="The room's name.")] = None,
    location: Annotated[
        str | None, typer.Option("--location", help="The licensed premises.")
    ] = None,
    day_starts_at: Annotated[
        int, typer.Option("--day-starts-at", help="The hour (UTC) at which a gaming day begins.")
    ] = 6,
    executive: Annotated[
        list[str] | None,
        typer.Option(
            "--executive",
            metavar="BADGE:NAME",
            help="An executive. Repeatable. A room needs two; missing ones are added.",
        ),
    ] = None,
    checklist_from: ChecklistFrom = None,
    cross_links: Annotated[
        CrossLinks,
        typer.Option("--cross-links", help="How many progressives a game may share with others."),
    ] = CrossLinks.SEVERAL,
    approved_rules_only: Annotated[
        bool,
        typer.Option(
            "--approved-rules-only",
            help="Tables may only play rules that two people approved in this room.",
        ),
    ] = False,
    training: Training = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Add demonstration tables, people and progressives.")
    ] = False,
    json: Json = False,
) -> None:
    """Create a room, and print its badges and PINs. They are shown only once."""
    with failures_told(json):
        place = place_of(data, training)
        if demo:
            room, people = _demo(place, training)
        else:
            settings: RoomChoices = {
                "checklist_from": checklist_from,
                "cross_links": cross_links,
                "approved_only": approved_rules_only,
            }
            room, people = _new(
                place, name, location, day_starts_at, executive or [], training, settings
            )
        room.close()
        record: NewRoom = {
            "name": room.state.name,
            "location": room.state.location,
            "kind": room.state.kind.value,
            "folder": str(place.folder),
            "badges": people,
            "next": _next(place),
        }
        show(record, json, lambda: _tell_new(record))


class RoomChoices(TypedDict):
    """Settings of a new room."""

    checklist_from: Cents | None
    cross_links: CrossLinks
    approved_only: bool


class NewRoom(TypedDict):
    """A room that was just made; its PINs are shown only once."""

    name: str
    location: str
    kind: str
    folder: str
    badges: list[dict[str, str]]
    next: list[str]


def _next(place: Place) -> list[str]:
    """What you must still do before you serve the room."""
    if place.is_sqlite:
        return []
    from sqlalchemy import make_url

    url = make_url(place.url)
    owner = url.username or "you"
    return [
        f"{owner} owns the tables and can change them: serve the room as another role.",
        f'In psql: CREATE ROLE upcard LOGIN; GRANT CONNECT ON DATABASE "{url.database}" TO upcard;',
        "Then, with the same --data as now: upcard room grant upcard",
    ]


def _demo(place: Place, training: bool) -> tuple[Room, list[dict[str, str]]]:
    from upcard.room.demo import make_demo
    from upcard.room.events import RoomKind

    room, people = make_demo(place, RoomKind.TRAINING if training else RoomKind.DEMO)
    return room, [_shown(one, True) for one in people]


def _new(
    place: Place,
    name: str | None,
    location: str | None,
    day_starts_at: int,
    executives: Sequence[str],
    training: bool,
    settings: RoomChoices,
) -> tuple[Room, list[dict[str, str]]]:
    from upcard.room.events import RoomKind
    from upcard.room.room_openings import make_room

    if not training and (name is None or location is None):
        raise typer.BadParameter("give --name and --location, or --demo, or --training")
    if len(executives) > 1 and os.environ.get(NEW_PIN_VARIABLE):
        raise typer.BadParameter(f"{NEW_PIN_VARIABLE} holds one PIN: give exactly one --executive")
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
    """A second person to sign, because one person alone cannot add anybody."""
    import secrets

    from upcard.room.demo import new_pin
    from upcard.room.people.roles import Role
    from upcard.room.room_openings import FirstMember

    badge = f"E{secrets.randbelow(9000) + 1000}{place}"
    name = f"Executive {place}"
    return FirstMember(badge=badge, name=name, role=Role.EXECUTIVE, pin=new_pin()), True


def _executive(text: str) -> tuple[FirstMember, bool]:
    from upcard.room.demo import new_pin
    from upcard.room.people.roles import Role
    from upcard.room.room_openings import FirstMember

    badge, _, name = text.partition(":")
    if not badge or not name.strip():
        raise typer.BadParameter(f"--executive is {text!r}: write BADGE:NAME")
    pin, is_made_up = new_pin_for(badge, new_pin)
    return FirstMember(badge=badge, name=name, role=Role.EXECUTIVE, pin=pin), is_made_up


def _shown(person: FirstMember, is_made_up: bool) -> dict[str, str]:
    record = {"badge": person.badge, "name": person.name, "role": person.role.value}
    return {**record, "pin": person.pin} if is_made_up else record


def _tell_new(record: NewRoom) -> None:
    print(
        f"Created {record['name']} in {record['folder']}. Write this down; it is shown only once:"
    )
    for one in record["badges"]:
        pin = f"PIN {one['pin']}" if "pin" in one else "with the PIN you chose"
        print(f"  {one['role']:<11} {one['name']:<12} badge {one['badge']:<12} {pin}")
    for line in record["next"]:
        print(line)


@at_desk(Signs.NOBODY)
def show_room(desk: Desk) -> None:
    """Show the room's tables, meters, bank and journal."""
    record = room_record(desk.room)
    desk.show(record, lambda: tell_room(record))


app = typer.Typer(no_args_is_help=True, help="Run a card room and its jackpots.")
app.command("init")(init)
app.command("show")(show_room)

tables = typer.Typer(cls=ListedByDefault, help="List, add, change and show tables.")
tables.command("list")(table_commands.list_tables)
tables.command("add")(table_commands.add_table)
tables.command("change")(table_commands.change_table)
tables.command("show")(table_commands.show_table)
app.add_typer(tables, name="tables")

staff = typer.Typer(cls=ListedByDefault, help="List, add and remove people, and change PINs.")
staff.command("list")(staff_commands.list_staff)
staff.command("add")(staff_commands.add_member)
staff.command("remove")(staff_commands.remove_member)
staff.command("pin")(staff_commands.change_pin)
staff.command("own-pin")(staff_commands.change_own_pin)
app.add_typer(staff, name="staff")

shifts = typer.Typer(cls=ListedByDefault, help="List or set the hours at which shifts begin.")
shifts.command("list")(shift_commands.list_shifts)
shifts.command("set")(shift_commands.set_shifts)
app.add_typer(shifts, name="shifts")

witness = typer.Typer(cls=ListedByDefault, help="List and set witnesses, and sign checkpoints.")
witness.command("list")(witness_commands.list_witnesses)
witness.command("set")(witness_commands.set_witnesses)
witness.command("checkpoint")(witness_commands.make_checkpoint)
app.add_typer(witness, name="witness")
app.command("witness-for")(witness_commands.witness_for)

own_rules = typer.Typer(cls=ListedByDefault, help="List and approve the room's own rules.")
own_rules.command("list")(table_commands.list_rules)
own_rules.command("approve")(table_commands.approve_rules)
app.add_typer(own_rules, name="rules")

app.command("link")(progressive_commands.link)
app.command("change-progressive")(progressive_commands.change_progressive)
app.command("remove-progressive")(progressive_commands.remove_progressive)
app.command("transfer")(progressive_commands.transfer)

app.command("open")(table_commands.open_table)
app.command("close")(table_commands.close_table)
app.command("dealer")(table_commands.change_dealer)
app.command("shuffle")(shoe_commands.shuffle)
app.command("cut")(shoe_commands.cut)
app.command("close-cut")(shoe_commands.close_cut)
app.command("confirm-cut")(shoe_commands.confirm_cut)
app.command("abandon-shoe")(shoe_commands.abandon_shoe)
app.command("void-shoe")(shoe_commands.void_shoe)
app.command("set-aside")(shoe_commands.set_aside)
app.command("correct-card")(shoe_commands.correct)
app.command("key")(table_commands.key)

app.command("claim")(award_commands.claim)
app.command("verify")(award_commands.verify)
app.command("confirm")(award_commands.confirm)
app.command("void")(award_commands.void_claim)
app.command("void-round")(award_commands.void_round)
app.command("reverse")(award_commands.reverse)
app.command("adjust")(award_commands.adjust)
app.command("slip")(award_commands.slip)

app.command("deposit")(money_commands.deposit)
app.command("bank")(money_commands.bank)
app.command("malfunction")(money_commands.malfunction)
app.command("report")(report_commands.report)

app.command("recover")(access_commands.recover)
app.command("grant")(access_commands.grant)

app.command("checklist")(care_commands.checklist)
app.command("software")(care_commands.software)
app.command("accept-software")(care_commands.accept_software)
app.command("archive")(archive_commands.archive)
app.command("backup")(care_commands.backup)
app.command("check-backup")(care_commands.check_backup)
app.command("restore")(care_commands.restore)
app.command("declare-restored")(care_commands.declare_restored)
app.command("upgrade")(upgrade_commands.upgrade)
app.command("copy")(upgrade_commands.copy)
