"""`upcard book`: the catalogue as a site of pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from upcard.app.presentations import counted
from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.progress import Progress


def book(
    folder: Annotated[Path, typer.Option("--out", help="Where to write the pages.")] = Path("book"),
    only: Annotated[
        list[str] | None, typer.Option(help="Write the page of this game or wager only.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Work everything out again, even what is kept.")
    ] = False,
    json: Json = False,
) -> None:
    """Write the book: a page for each game and wager, with rules, odds and best play."""
    from upcard.handbook.book_sites import worked_out, write_site

    with failures_told(json):
        if folder.exists() and not folder.is_dir():
            raise Failed("folder", f"{folder} is a file: name a folder to write the book into")
        with Progress() as progress:
            site = worked_out(progress.step, only or (), fresh=fresh)
        written = write_site(site, folder)
        pages = f"{counted(len(site.games), 'game')} and {counted(len(site.wagers), 'wager')}"
        show(
            {"folder": str(folder), "files": written},
            json,
            lambda: print(f"wrote {pages}: open {folder / 'index.html'} in a browser"),
        )
