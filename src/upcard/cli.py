"""The command line: `upcard COMMAND`."""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated, Final

import typer

from upcard import __version__
from upcard.app.house_wagers import FOLDER, load_wagers
from upcard.commands import (
    audit,
    book,
    doctor,
    drills,
    odds,
    play,
    progressive,
    recorded_rounds,
    rules,
    serve,
    simulate,
    solve,
)
from upcard.commands.output import failures_told
from upcard.commands.room import device_commands as device
from upcard.commands.room import subcommands as room
from upcard.extras import MissingExtra, missing_extras_named

BROKEN_PIPE: Final = 141
"""The exit code a shell reports after SIGPIPE: 128 plus the signal's number."""

RECORDS_BETWEEN_LOOKS: Final = 100_000
"""How many records a command makes between two looks for garbage; Python's own number is 700."""

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Run, prove and simulate casino blackjack from one rules file.",
)
app.add_typer(rules.app, name="rules")
app.add_typer(recorded_rounds.app, name="round")
app.add_typer(progressive.app, name="progressive")
app.add_typer(room.app, name="room")
app.add_typer(device.app, name="device")
app.add_typer(drills.app, name="drills")
app.add_typer(audit.app, name="audit")
app.command("odds")(odds.odds)
app.command("simulate")(simulate.simulate)
app.command("solve")(solve.solve)
app.command("book")(book.book)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("doctor")(doctor.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"upcard {__version__}")
        raise typer.Exit


@app.callback()
def upcard(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    wagers: Annotated[
        str | None,
        typer.Option(
            envvar=FOLDER,
            metavar="FOLDER",
            help="Also offer the side wagers in this folder (.py families, .toml sheets).",
        ),
    ] = None,
) -> None:
    """Run, prove and simulate casino blackjack from one rules file."""
    with failures_told(as_json=False):
        load_wagers(wagers)


def main() -> None:
    """The entry point of the `upcard` script."""
    look_for_garbage_seldom()
    try:
        with missing_extras_named():
            app()
    except MissingExtra as error:
        sys.exit(f"upcard: {error} [{error.code}]")
    except BrokenPipeError:
        sys.exit(_quietly())
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _quietly()


def look_for_garbage_seldom() -> None:
    """
    Keep what is loaded by now, and look for garbage seldom: a command is over soon.

    Looks at everything that is loaded are a fifth of the time of a short command.
    """
    gc.freeze()
    gc.set_threshold(RECORDS_BETWEEN_LOOKS)


def _quietly() -> int:
    """Stop quietly when the reader closes the pipe, as in `upcard ... | head`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


if __name__ == "__main__":
    main()
