"""`upcard odds`: exact figures of side wagers, progressives and main games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from upcard.app.counting_risks import protection_of_game, protection_of_wager
from upcard.app.game_sources import rules_from
from upcard.app.odds_results import AnyOdds, WagerAsked, odds_of_every_game, odds_of_game
from upcard.app.solved_pays import SolvedPay, pay_for_edge
from upcard.commands.odds_tables import show_game, show_protection, show_wager
from upcard.commands.output import Json, failures_told, show
from upcard.commands.progress import Progress
from upcard.commands.solve import SOLVING
from upcard.game.choices import SoftSeventeen
from upcard.odds.figure_texts import percent
from upcard.odds.protection import MainProtectionRecord, ProtectionRecord
from upcard.table.games import decks_played


def odds(
    name: Annotated[str | None, typer.Argument(help="A catalogue name or a rules file.")] = None,
    decks: Annotated[int | None, typer.Option(help="Number of decks (default 6).")] = None,
    wager: Annotated[
        str | None, typer.Option(help="Analyse one wager: a name, or a sheet in a .toml file.")
    ] = None,
    paytable: Annotated[
        str | None, typer.Option(help="The wager's paytable (default: the first).")
    ] = None,
    cards: Annotated[int | None, typer.Option(help="Cards in a deck: 48 or 52.")] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Allow deck counts that the paytable is not approved for."),
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show every game at every deck count.")
    ] = False,
    gone: Annotated[
        str | None, typer.Option("--without", help="Remove these cards, like '7d 7d As'.")
    ] = None,
    counts: Annotated[
        str | None, typer.Option("--shoe", help="Use only these cards, like 'As3 7d2 Kh4'.")
    ] = None,
    soft_17: Annotated[
        SoftSeventeen | None,
        typer.Option(help="With --wager: what the dealer does on soft 17 (default: hit)."),
    ] = None,
    protection: Annotated[
        bool, typer.Option("--protection", help="Show effects of removal, counts and exposure.")
    ] = False,
    cut: Annotated[
        int | None, typer.Option(help="With --protection: cards before the cut card.")
    ] = None,
    seed: Annotated[int, typer.Option(help="With --protection: seed of the simulation.")] = 1,
    solve_pay: Annotated[
        str | None,
        typer.Option(metavar="LINE", help="With --wager: find what this line must pay."),
    ] = None,
    edge: Annotated[
        float | None, typer.Option(help="With --solve-pay: the house edge to reach, in percent.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a report to this .html or .pdf file.")
    ] = None,
    json: Json = False,
) -> None:
    """Show exact odds of a game's wagers, of one wager on any shoe, or of the whole catalogue."""
    if sum((name is not None, wager is not None, every)) != 1:
        raise typer.BadParameter("give one of these: a game, --wager or --all")
    if soft_17 is not None and wager is None:
        raise typer.BadParameter("--soft-17 works only with --wager: a game has its own rule")
    if (gone is not None or counts is not None) and (wager is None or None not in (gone, counts)):
        raise typer.BadParameter("give --without or --shoe, not both, and only with --wager")
    if (solve_pay is None) != (edge is None) or (solve_pay is not None and wager is None):
        raise typer.BadParameter("give --solve-pay and --edge together, and only with --wager")
    with failures_told(json):
        if every:
            _show_every(json)
        elif wager is not None:
            asked = WagerAsked(
                wager=wager,
                paytable=paytable,
                cards=cards,
                decks=decks,
                force=force,
                shoe=counts,
                without=gone,
                soft_17=soft_17,
            )
            if solve_pay is not None and edge is not None:
                _show_pay(pay_for_edge(asked, solve_pay, edge), json)
            elif protection:
                _show_protection([protection_of_wager(asked, cut, seed)], json, is_one=True)
            else:
                _show_wager(asked.odds(), json)
        elif report is not None:
            _report(str(name), decks, report, json)
        elif protection:
            with Progress() as progress:
                found = protection_of_game(str(name), decks, cut, seed, progress.step)
            _show_protection(found, json)
        else:
            _show_game(str(name), decks, json)


def _show_every(json: bool) -> None:
    games = odds_of_every_game()

    def tell() -> None:
        for game in games:
            show_game(game)

    show([game.to_dict() for game in games], json, tell)


def _show_game(name: str, decks: int | None, json: bool) -> None:
    with Progress() as progress:
        progress.step(SOLVING)
        game = odds_of_game(rules_from(name), decks, main=True)
    show(game.to_dict(), json, lambda: show_game(game))


def _show_wager(found: AnyOdds, json: bool) -> None:
    show(found.to_dict(), json, lambda: show_wager(found))


def _show_pay(found: SolvedPay, json: bool) -> None:
    def tell() -> None:
        print(f"{found.wager}: {found.line} at {float(found.pays):.6f}:1 = {found.pays} to 1 gives")
        print(f"a house edge of {percent(found.edge):g}%")
        for whole, edge in found.edges.items():
            print(f"  {whole}:1 gives {percent(edge):.4f}%")

    show(found.to_dict(), json, tell)


def _show_protection(
    records: Sequence[MainProtectionRecord | ProtectionRecord], json: bool, *, is_one: bool = False
) -> None:
    def tell() -> None:
        for record in records:
            show_protection(record)

    show(records[0] if is_one else list(records), json, tell)


def _report(name: str, decks: int | None, path: Path, json: bool) -> None:
    from upcard.reports import write_odds_report

    rules = rules_from(name)
    played = decks_played(rules, decks)
    command = f"upcard odds {name}{f' --decks {decks}' if decks else ''} --report {path.name}"
    with Progress() as progress:
        write_odds_report(rules, played, path, command=command, watch=progress.step)
    show({"report": str(path)}, json, lambda: print(f"wrote {path}"))
