"""`upcard round`: recorded rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from upcard.app.game_sources import read_text
from upcard.app.played_rounds import find_rules, replay_files, round_files
from upcard.app.presentations import counted
from upcard.app.problems import blamed_on
from upcard.commands.output import Failed, Json, failures_told, show
from upcard.notation import canonical
from upcard.notation.record_lines import read_records

app = typer.Typer(no_args_is_help=True, help="Replay and format recorded rounds.")

Files = Annotated[
    list[Path], typer.Argument(help="Round files (.round, .shoe), or folders of them.")
]


@app.command("replay")
def replay(files: Files, json: Json = False) -> None:
    """Play recorded rounds again, and report every result that differs from the file."""
    with failures_told(json):
        replayed = replay_files(files)
        show(replayed.to_dict(), json, lambda: print(replayed.heading))


@app.command("format")
def layout(
    files: Files,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing, and fail if a file needs it.")
    ] = False,
    json: Json = False,
) -> None:
    """Rewrite recorded rounds in canonical form. Cards and figures do not change."""
    with failures_told(json):
        changed = []
        for path in round_files(files):
            text = read_text(path)
            with blamed_on(path, "notation"):
                laid_out = "\n".join(
                    str(canonical(record, find_rules)) for record in read_records(text)
                )
            if laid_out != text:
                changed.append(str(path))
                if not check:
                    path.write_text(laid_out, "utf-8")
        if check and changed:
            raise Failed("not-canonical", f"not in canonical form: {', '.join(changed)}")
        show(
            {"changed": changed},
            json,
            lambda: print(f"rewrote {counted(len(changed), 'file')}"),
        )
