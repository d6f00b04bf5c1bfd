"""`upcard round`: recorded rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from upcard.catalogue import UnknownName
from upcard.commands.output import (
    Failed,
    Json,
    failures_told,
    read_text,
    rules_from,
    show,
    told_by_line,
)
from upcard.notation import canonical, replay_file
from upcard.notation.records import read_records
from upcard.rules import Rules

app = typer.Typer(no_args_is_help=True, help="Recorded rounds: replay them, lay them out.")

Files = Annotated[
    list[Path], typer.Argument(help="Files of rounds (.round, .shoe), or folders of them.")
]


@app.command("replay")
def replay(files: Files, json: Json = False) -> None:
    """Play recorded rounds again; whatever does not come out as written is named."""
    with failures_told(json):
        rounds = 0
        for path in _round_files(files):
            with told_by_line("round-mismatch", path, ok=False, rounds=rounds):
                rounds += len(replay_file(read_text(path), _find_rules))
        show(
            {"ok": True, "rounds": rounds},
            json,
            lambda: print(f"{rounds} rounds come out as written"),
        )


@app.command("format")
def layout(
    files: Files,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if needed.")] = False,
    json: Json = False,
) -> None:
    """Lay recorded rounds out in their canonical form; cards and figures stay as they are."""
    with failures_told(json):
        changed = []
        for path in _round_files(files):
            text = read_text(path)
            with told_by_line("notation", path):
                laid_out = "\n".join(
                    str(canonical(record, _find_rules)) for record in read_records(text)
                )
            if laid_out != text:
                changed.append(str(path))
                if not check:
                    path.write_text(laid_out, "utf-8")
        if check and changed:
            raise Failed("not-canonical", f"not in canonical form: {', '.join(changed)}")
        show({"changed": changed}, json, lambda: print(f"{len(changed)} files laid out anew"))


def _find_rules(name: str) -> Rules:
    """The rules that a round names: of the catalogue, or in a file."""
    try:
        return rules_from(name)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise UnknownName(f"rules is {name!r}: {reason}; name a game or a rules file") from None
    except Failed as error:
        raise UnknownName(str(error)) from None


def _round_files(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".round", ".shoe"))
            if not found:
                raise Failed("file", f"{path}: there is no .round or .shoe file in this folder")
            files += found
        else:
            files.append(path)
    return files
