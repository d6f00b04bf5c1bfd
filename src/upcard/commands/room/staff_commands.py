"""`upcard room staff`: badges, roles and PINs."""

from __future__ import annotations

from typing import Annotated

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk, new_pin_for
from upcard.commands.room.room_lines import member_line, member_record
from upcard.commands.room.shared_options import Badge
from upcard.room.people.roles import Role


@at_desk(Signs.NOBODY)
def list_staff(desk: Desk) -> None:
    """List the people of the room: badge, role and name."""
    records = [member_record(member) for member in desk.state.staff.values()]
    desk.show(records, lambda: print("\n".join(map(member_line, records))))


@at_desk(Signs.TWO)
def add_member(
    desk: Desk,
    badge: Badge,
    name: Annotated[str, typer.Option("--name", help="The person's name.")],
    role: Annotated[Role, typer.Option("--role", help="The person's role.")],
) -> None:
    """Give a person a badge. Needs two people. You are asked for a PIN, or one is shown once."""
    from upcard.room.staff_orders import AddMember

    pin, is_made_up = new_pin_for(badge, desk.made_up_pin)
    record = desk.order(AddMember(badge=badge, name=name, role=role, pin=pin))
    _tell_pin(desk, record, f"{name} is {role.value}, badge {badge}", pin, is_made_up)


@at_desk(Signs.TWO)
def remove_member(desk: Desk, badge: Badge) -> None:
    """Remove a badge. Its name stays in the records. Needs two people."""
    from upcard.room.staff_orders import RemoveMember

    desk.done(RemoveMember(badge), f"badge {badge} is removed")


@at_desk(Signs.TWO)
def change_pin(desk: Desk, badge: Badge) -> None:
    """Give a badge a new PIN, and end its sessions. Needs two people."""
    from upcard.room.staff_orders import ChangePin

    pin, is_made_up = new_pin_for(badge, desk.made_up_pin)
    record = desk.order(ChangePin(badge, pin))
    _tell_pin(desk, record, f"badge {badge} has a new PIN", pin, is_made_up)


@at_desk(Signs.ONE)
def change_own_pin(desk: Desk) -> None:
    """Change your own PIN. Sign with the old one."""
    from upcard.room.staff_orders import ChangeOwnPin

    pin, is_made_up = new_pin_for(desk.badge, desk.made_up_pin)
    record = desk.order(ChangeOwnPin(pin))
    _tell_pin(desk, record, f"badge {desk.badge} has a new PIN", pin, is_made_up)


def _tell_pin(desk: Desk, record: dict[str, object], said: str, pin: str, is_made_up: bool) -> None:
    """Show a generated PIN once; an order sent again does not generate another."""
    if is_made_up and not record["repeated"]:
        record, said = {**record, "pin": pin}, f"{said}, PIN {pin}"
    desk.told(record, said)
