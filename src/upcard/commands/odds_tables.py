"""Odds as tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from upcard.app.odds_results import AnyOdds, OddsOfGame
from upcard.app.presentations import counted
from upcard.app.progressive_plans import PlannedProgressive
from upcard.app.wager_results import OddsOfProgressive, OddsOfWager
from upcard.commands.output import console_for_people
from upcard.odds.figure_texts import fraction, pays_text, percent
from upcard.odds.protection import ExposureRecord, MainProtectionRecord, ProtectionRecord

if TYPE_CHECKING:
    from upcard.odds.parlays import ParlayOdds


def show_game(game: OddsOfGame) -> None:
    """Every wager of a game: first those with a fixed edge, then progressives."""
    console = console_for_people()
    console.print(f"[bold]{game.game}[/bold], {counted(game.decks, 'deck')}")
    if game.main is not None:
        console.print(
            f"main game: house edge {game.main.house_edge_percent:.4f}%, "
            f"standard deviation {game.main.standard_deviation:.3f}, with best play"
        )
    if len(game.wagers):
        console.print(_wager_table(game))
    if len(game.progressives):
        console.print(_progressive_table(game))
    for line in _notes(game):
        console.print(line)


def _table(*titles: str) -> Table:
    """A table that wraps long names and cuts nothing off."""
    columns = [
        Column(title, justify="left" if number < 2 else "right", overflow="fold")
        for number, title in enumerate(titles)
    ]
    return Table(*columns, box=None, pad_edge=False)


def _wager_table(game: OddsOfGame) -> Table:
    table = _table("wager", "paytable", "edge", "hit", "deviation")
    for wager in game.wagers:
        table.add_row(
            wager.wager,
            wager.paytable,
            f"{wager.house_edge_percent:.4f}%",
            f"{percent(wager.hit_frequency):.4f}%",
            f"{wager.standard_deviation:.3f}",
        )
    return table


def _progressive_table(game: OddsOfGame) -> Table:
    table = _table("progressive", "paytable", "returns", "hit", "deviation")
    for one in game.progressives:
        table.add_row(
            one.wager,
            one.paytable,
            f"{percent(one.fixed_return):.4f}%",
            f"{percent(one.hit_frequency):.4f}%",
            f"{one.standard_deviation:.3f}",
        )
    return table


def _notes(game: OddsOfGame) -> Iterator[str]:
    """Notes that do not fit in a column."""
    for wager in game.wagers:
        name = f"{wager.wager} {wager.paytable}"
        if wager.odds.depends_on_play:
            yield f"[bold red]{name}: holds only if the dealer always finishes the hand[/]"
        elif wager.odds.favours_player:
            yield f"[bold red]{name}: favours the player[/]"
    for one in game.progressives:
        yield f"{one.wager} {one.paytable}: breaks even at {_wagers(one)} wagers"
    for parlay in (game.main and game.main.parlays) or ():
        yield parlay_sentence(parlay)


def parlay_sentence(parlay: ParlayOdds) -> str:
    """A wager with a parlay: its edge without the parlay and with the best one."""
    return (
        f"{parlay.wager} {parlay.paytable}: house edge "
        f"{float(-100 * parlay.ev_without):.6f}% if winnings are never moved, "
        f"{float(-100 * parlay.ev):.6f}% if they are moved whenever the hand is worth more "
        f"than nothing ({float(100 * parlay.move_frequency):.4f}% of rounds)"
    )


def _wagers(one: OddsOfProgressive) -> str:
    return " / ".join(
        "-" if even is None else f"{float(even):,.0f}" for even in one.break_even_wagers
    )


def show_wager(found: AnyOdds) -> None:
    """One wager, outcome by outcome."""
    console = console_for_people()
    console.print(escape(found.heading))
    table = _table("outcome", "pays", "probability", "once in", "combinations")
    for outcome in found.outcomes:
        table.add_row(
            outcome.name,
            pays_text(outcome.pay),
            f"{percent(outcome.probability):.6f}%",
            _once_in(outcome.probability),
            f"{outcome.combinations:,}",
        )
    console.print(table)
    _show_edge(console, found)
    record = found.to_dict()
    console.print(
        f"hit frequency {record['hit_frequency_percent']:.6f}%, "
        f"standard deviation {found.standard_deviation:.6f}, "
        f"{record['combinations']:,} combinations"
    )
    show_assumptions(console, record["assumptions"])


def _once_in(chance: Fraction) -> str:
    return f"{float(1 / chance):,.1f}" if chance else "never"


def _show_edge(console: Console, found: AnyOdds) -> None:
    if isinstance(found, OddsOfWager):
        edge = fraction(found.house_edge)
        console.print(f"house edge {found.house_edge_percent:.6f}%  = {edge}")
        if found.odds.favours_player:
            console.print("[bold red]the player has the edge[/]")
        return
    fixed = found.fixed_return
    console.print(
        f"fixed return {percent(fixed):.6f}%  = {fraction(fixed)}\n"
        f"breaks even at {_wagers(found)} wagers"
    )


def show_protection(record: MainProtectionRecord | ProtectionRecord) -> None:
    """How vulnerable a wager is to counting."""
    console = console_for_people()
    name = f"{record['wager']} {record['paytable']}".rstrip()
    console.print(
        f"[bold]{name}[/bold], {record['cards']} cards, "
        f"house edge {record['house_edge_percent']:.4f}%"
    )
    effects = record["effects_of_removal"]["by_rank"]
    row = "  ".join(f"{rank} {effect:+.4f}" for rank, effect in effects.items())
    console.print(f"  removal of one card moves the player's edge by, in %:\n  {row}")
    for count in record["counts"]:
        tags = " ".join(f"{rank}{tag:+d}" for rank, tag in count["tags"].items())
        console.print(
            f"  level {count['level']} count: {tags}"
            f"  correlation {count['betting_correlation']:.4f}"
        )
        _show_exposure(console, count.get("exposure"))
    if record["suit_count"]:
        console.print("  counting the four suits:")
        _show_exposure(console, record["suit_count"])


def _show_exposure(console: Console, exposure: ExposureRecord | None) -> None:
    if exposure:
        console.print(
            f"    bets {exposure['bet_frequency_percent']:.3f}% of rounds at an average edge of "
            f"{exposure['average_edge_percent']:.3f}%: {exposure['units_per_100']:.4f} units "
            f"per 100 rounds (standard error {exposure['standard_error']:.4f})"
        )


def show_plan(planned: PlannedProgressive) -> None:
    """A progressive plan."""
    console, plan = console_for_people(), planned.to_dict()
    console.print(
        f"[bold]{plan['wager']} {plan['paytable']}[/bold]\n"
        f"hold {plan['hold_percent']:.4f}%, fixed return {plan['fixed_return_percent']:.4f}%, "
        f"hit frequency {plan['hit_frequency_percent']:.4f}%, "
        f"contribution {plan['contribution_percent']:g}%, reserve {plan['reserve_percent']:g}%"
    )
    table = _table("level", "seed", "break-even", "wagers between", "meter at award")
    for level in plan["levels"]:
        table.add_row(
            level["level"],
            *(
                "-" if number is None else f"{number:,.1f}"
                for number in (
                    level["seed_wagers"],
                    level["break_even_wagers"],
                    level["wagers_between_awards"],
                    level["meter_at_award_wagers"],
                )
            ),
        )
    console.print(table)
    for warning in plan["warnings"]:
        console.print(f"[yellow]warning:[/] {warning}")
    show_assumptions(console, plan["assumptions"])


def show_assumptions(console: Console, assumptions: Sequence[str]) -> None:
    """What the figures assume."""
    for assumption in assumptions:
        console.print(f"[dim]assumed: {assumption}[/]")
