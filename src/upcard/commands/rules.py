"""`upcard rules`: the catalogue and your own rules files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Annotated, TypedDict

import typer
from rich.markup import escape
from rich.table import Column, Table

from upcard.app.game_sources import RulesOfGame, read_text
from upcard.app.game_sources import rules as rules_named
from upcard.catalogue import CATALOGUE, every_game
from upcard.commands.output import Json, console_for_people, failures_told, show, show_json
from upcard.rules import RulesError, read_rules
from upcard.rules.documentation import FieldPage, fields_of_rules


class ListedGame(TypedDict):
    """A game in the list of the catalogue."""

    name: str
    title: str
    source: str
    cards_per_deck: int
    decks: list[int]


app = typer.Typer(no_args_is_help=True, help="List, show and check rules files.")


@app.command("list")
def list_games(json: Json = False) -> None:
    """List the games in the catalogue."""
    games: list[ListedGame] = [
        {
            "name": rules.name,
            "title": rules.title,
            "source": rules.source,
            "cards_per_deck": len(rules.deck.cards),
            "decks": list(rules.decks),
        }
        for rules in every_game()
    ]
    show(games, json, lambda: _list_table(games))


def _list_table(games: Sequence[ListedGame]) -> None:
    table = Table(Column("name", no_wrap=True), "title", "cards", "decks", "source", box=None)
    for game in games:
        decks = ", ".join(map(str, game["decks"]))
        table.add_row(
            game["name"], game["title"], str(game["cards_per_deck"]), decks, game["source"]
        )
    console_for_people().print(table)


@app.command("show")
def show_rules(
    name: Annotated[str, typer.Argument(help="A catalogue name, or a rules file.")],
    json: Json = False,
) -> None:
    """Show every setting of a game, and the document that each choice follows."""
    with failures_told(json):
        rules = rules_named(name)
        show(rules.to_dict(), json, lambda: _tell_settings(rules))


def _tell_settings(rules: RulesOfGame) -> None:
    """Print a line for each setting, wrapped on a terminal and whole in a pipe."""
    console = console_for_people()
    console.print(f"[bold]{escape(rules.title)}[/bold]  ({rules.name})")
    console.print(escape(rules.rules.source))
    console.print()
    columns = rules.columns()
    for path, value, follows in zip(*columns.values(), strict=True):
        line = f"{path} = {value}" + (f"  # {follows}" if follows else "")
        for part in wrap(line, console.width, subsequent_indent="    "):
            console.print(escape(part), soft_wrap=True)


@app.command("check")
def check(file: Annotated[Path, typer.Argument(help="A rules file.")], json: Json = False) -> None:
    """Check that a rules file can be played, and list every error in it."""
    with failures_told(json):
        try:
            rules = read_rules(read_text(file), CATALOGUE, file=str(file))
        except RulesError as error:
            _told_errors(error, json)
            raise typer.Exit(1) from None
        show({"ok": True}, json, lambda: print(f"{file}: {rules.title} can be played"))


def _told_errors(error: RulesError, as_json: bool) -> None:
    if as_json:
        problems = [{"path": p.path, "message": p.message} for p in error.problems]
        show_json({"ok": False, "errors": problems})
    else:
        typer.echo(str(error), err=True)


@app.command("fields")
def fields(json: Json = False) -> None:
    """Explain every field of a rules file: meaning, whom it favours, and its source."""
    rows = fields_of_rules()
    show([row.as_data() for row in rows], json, lambda: _fields_table(rows))


def _fields_table(rows: Sequence[FieldPage]) -> None:
    table = Table("field", "allowed", "meaning", "favours", "documents", show_lines=True)
    for row in rows:
        table.add_row(row.path, row.allowed, row.what, row.favours, row.says)
    console_for_people().print(table)
