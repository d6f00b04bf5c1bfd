"""`upcard play`: a practice table in the terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from upcard.app.game_sources import rules_from
from upcard.catalogue import every_game
from upcard.catalogue_games import game
from upcard.commands.locale_amounts import amount_for
from upcard.commands.output import Failed, Json, failures_told, show_json
from upcard.commands.practice import Practice
from upcard.commands.terminal import Keyboard, NoKeyboard, Quit, Terminal

DEFAULT_GAME = "bahamas"


def play(
    name: Annotated[
        str | None,
        typer.Argument(help="A catalogue name or a rules file. You are asked if you leave it out."),
    ] = None,
    spots: Annotated[str, typer.Option(help="The spots you play, like 1 or 1,2,5.")] = "1",
    wager: Annotated[str, typer.Option(help="Your usual main wager, in dollars.")] = "10",
    bankroll: Annotated[str, typer.Option(help="Your bankroll, in dollars.")] = "500",
    decks: Annotated[
        int | None, typer.Option(help="Number of decks (default: the game's).")
    ] = None,
    pack: Annotated[str | None, typer.Option(help="A pack of side wagers.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Use the same seed to get the same cards.")
    ] = None,
    auto: Annotated[int, typer.Option(help="Play this many rounds automatically.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Write the rounds to this .shoe file.")] = None,
    json: Json = False,
) -> None:
    """Play at a practice table with any game, several spots, side wagers and a demo jackpot."""
    with failures_told(json):
        terminal = Terminal(Console(stderr=json), Keyboard())
        rng = random.SystemRandom() if seed is None else random.Random(seed)
        try:
            chosen = name or _ask_game(terminal)
            table = Practice(
                game(rules_from(chosen), decks=decks, pack=pack),
                terminal,
                rng,
                spots=_spots(spots),
                wager=amount_for("wager", wager),
                bankroll=amount_for("bankroll", bankroll),
            )
        except (Quit, NoKeyboard):
            table = _unattended(terminal, rng)
            auto = auto or 1
        _sit(table, auto)
        _leave(table, save, as_json=json)


def _unattended(terminal: Terminal, rng: random.Random) -> Practice:
    terminal.say("There is no keyboard, so the table plays one round automatically.\n")
    return Practice(game(DEFAULT_GAME), terminal, rng)


def _sit(table: Practice, auto: int) -> None:
    try:
        if auto:
            for _ in range(auto):
                table.play_by_itself()
        else:
            table.play_on()
    except Quit:
        pass
    except NoKeyboard:
        table.finish_by_itself()


def _leave(table: Practice, save: Path | None, *, as_json: bool) -> None:
    if save:
        save.write_text("\n".join(table.history), "utf-8")
    if as_json:
        show_json(
            {
                "game": table.game.rules.name,
                "rounds": len(table.history),
                "net_cents": table.bankroll - table.sat_down_with,
                "history": table.history,
            }
        )
    else:
        table.say_goodbye()


def _ask_game(terminal: Terminal) -> str:
    names = [rules.name for rules in every_game()]
    terminal.say("[bold]Which game?[/bold]")
    for number, rules in enumerate(every_game(), start=1):
        terminal.say(f"  {number:>2}  {rules.title}  [dim]{rules.name}[/dim]")
    while True:
        answer = terminal.ask(f"Type a number, or press Enter for {DEFAULT_GAME}: ")
        if not answer:
            return DEFAULT_GAME
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        terminal.warn(f"{answer!r} is not on the list: write 1 to {len(names)}")


def _spots(text: str) -> tuple[int, ...]:
    parts = text.replace(" ", "").split(",")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise Failed("spots", f"spots is {text!r}: write numbers separated by commas, like 1,2,5")
    return tuple(sorted({int(part) for part in parts}))
