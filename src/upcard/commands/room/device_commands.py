"""`upcard device`: enrol and revoke devices, and be one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.command_desk import Desk, Signs, at_desk
from upcard.commands.room.shared_options import Reason
from upcard.plain import Decoded
from upcard.room.enrolled_devices import DeviceKind, EnrolledDevice

KEY_VARIABLE = "UPCARD_DEVICE_KEY"
DeviceName = Annotated[str, typer.Argument(metavar="DEVICE", help="The device's name.")]


@at_desk(Signs.NOBODY)
def list_devices(desk: Desk) -> None:
    """List the devices: table, kinds, last message, and which are lost."""
    records = [_record(one) for one in desk.state.devices.values()]
    desk.show(records, lambda: print("\n".join(map(_line, records)) or "no devices"))


@at_desk(Signs.TWO)
def enrol(
    desk: Desk,
    device: DeviceName,
    table: Annotated[str, typer.Option("--table", help="The table it stands at.")],
    kind: Annotated[list[DeviceKind], typer.Option("--kind", help="What it does. Repeatable.")],
) -> None:
    """Enrol a device, and print its key. The key is shown only once. Needs two people."""
    from upcard.room.device_orders import EnrolDevice
    from upcard.room.procedures.device_setups import enrolment_of

    record = desk.order(EnrolDevice(device, tuple(kind), table))
    said = f"{device} is enrolled at {table}"
    if not record["repeated"]:
        key = desk.room.device_key(enrolment_of(desk.id)).hex()
        record, said = {**record, "key": key}, f"{said}, key {key}"
    desk.told(record, said)


@at_desk(Signs.TWO)
def revoke(desk: Desk, device: DeviceName, reason: Reason) -> None:
    """Revoke a device: its key no longer works. Needs two people."""
    from upcard.room.device_orders import RevokeDevice

    desk.done(RevokeDevice(device, reason), f"{device} is revoked")


def play(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A script in JSON lines.")],
    url: Annotated[str, typer.Option("--url", help="The server, like http://127.0.0.1:8021.")],
    key: Annotated[
        str, typer.Option("--key", envvar=KEY_VARIABLE, help="The device's key, 64 hex digits.")
    ],
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Play the script N times.")] = 1,
    doubles: Annotated[
        float, typer.Option("--doubles", min=0, max=1, help="Share of messages sent twice.")
    ] = 0.0,
    reorders: Annotated[
        float, typer.Option("--reorders", min=0, max=1, help="Share of groups sent in disorder.")
    ] = 0.0,
    cuts: Annotated[
        float, typer.Option("--cuts", min=0, max=1, help="Share of groups that lose the line.")
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", help="Makes these faults repeatable.")] = 0,
    as_json: Json = False,
) -> None:
    """Play a script as a device would: connect, send, and go on after a lost connection."""
    with failures_told(as_json):
        from upcard.commands.software_devices import LineFaults, SoftwareDevice

        name, table, steps = read_script(file)
        faults = LineFaults(doubles=doubles, reorders=reorders, cuts=cuts)
        device = SoftwareDevice(url, name, _key(key), faults, random.Random(seed))
        answers: list[Decoded] = []
        try:
            device.connect()
            for step in steps * repeat:
                if isinstance(step, float):
                    device.wait(step)
                else:
                    answers += device.play(table, step)
        finally:
            device.close()
        refused = [one for one in answers if "code" in one]
        record = {
            "device": name,
            "sent": len(answers),
            "number": device.standing["number"],
            "refused": refused,
            "cuts": device.cuts,
            "doubled": device.doubled,
        }
        show(record, as_json, lambda: _tell(record))


def read_script(file: Path) -> tuple[str, str, list[float | list[Decoded]]]:
    """
    The device and table of a script, and its steps: commands in a row, or seconds to wait.

    The first line names them; each later one is a command or a wait.
    """
    lines = list(_lines(file))
    match lines[:1]:
        case [(_, {"device": str(device), "table": str(table), **more})] if not more:
            pass
        case _:
            raise Failed(
                "script-wrong", f'{file}: begin with {{"device": "NAME", "table": "TABLE"}}'
            )
    steps: list[float | list[Decoded]] = []
    for number, line in lines[1:]:
        match line:
            case {"command": dict(command), **more} if not more:
                if not steps or isinstance(steps[-1], float):
                    steps.append([])
                group = steps[-1]
                assert isinstance(group, list)
                group.append(command)
            case {"round": str(name), **more} if not more:
                steps.append(_recorded(file.parent / name))
            case {"wait": int() | float() as seconds, **more} if not more and 0 <= seconds <= 3600:
                steps.append(float(seconds))
            case _:
                raise Failed(
                    "script-wrong",
                    f'{file}, line {number}: write {{"command": {{"kind": …}}}}, {{"wait": '
                    'SECONDS} or {"round": "FILE.round"}',
                )
    return device, table, steps


def _recorded(file: Path) -> list[Decoded]:
    """Every key and card of recorded rounds, as a board with all its parts would send them."""
    from upcard.app.game_sources import read_text
    from upcard.notation import replay_file
    from upcard.plain import tagged
    from upcard.table.commands import TakeSeat
    from upcard.table.played_keys import played_keys

    return [
        tagged(key)
        for played in replay_file(read_text(file))
        for key in played_keys(played.events)
        if not isinstance(key, TakeSeat)
    ]


def _lines(file: Path) -> Iterator[tuple[int, object]]:
    try:
        texts = file.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise Failed("script-wrong", f"{file}: this is not text") from None
    for number, text in enumerate(texts, start=1):
        if not text.strip() or text.startswith("#"):
            continue
        try:
            yield number, json.loads(text)
        except (ValueError, RecursionError):
            raise Failed("script-wrong", f"{file}, line {number}: this is not JSON") from None


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Failed("key-wrong", "key: write the 64 hex digits that `upcard device enrol` printed")
    return key


def _record(device: EnrolledDevice) -> Decoded:
    return {
        "device": device.device,
        "table": device.table,
        "kinds": [kind.value for kind in device.kinds],
        "number": device.number,
        "lost": device.is_lost,
        "heard": device.heard,
    }


def _line(record: Decoded) -> str:
    state = "LOST" if record["lost"] else "ok"
    kinds = ", ".join(record["kinds"])
    return f"{record['device']:<20} {record['table']:<14} {kinds:<22} {state}"


def _tell(record: Decoded) -> None:
    print(f"{record['device']}: {record['sent']} messages, the last is number {record['number']}")
    for one in record["refused"]:
        print(f"  message {one['number']} refused: {one['message']} [{one['code']}]")


app = typer.Typer(no_args_is_help=True, help="List, enrol and revoke devices, or play one.")
app.command("list")(list_devices)
app.command("enrol")(enrol)
app.command("revoke")(revoke)
app.command("play")(play)
