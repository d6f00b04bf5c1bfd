"""Odds as tables in the terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table

Record = dict[str, Any]


def show_game(game: Record) -> None:
    """Every wager of a game, one line each."""
    table = Table(title=f"{game['game']}, {game['decks']} decks", title_justify="left", box=None)
    table.add_column("wager", no_wrap=True)
    table.add_column("paytable", no_wrap=True)
    for column in ("edge", "returns", "hit", "deviation"):
        table.add_column(column, justify="right")
    table.add_column("")
    for record in game["wagers"]:
        table.add_row(
            record["wager"],
            record["paytable"],
            f"{record['house_edge_percent']:.4f}%",
            "",
            f"{record['hit_frequency_percent']:.4f}%",
            f"{record['standard_deviation']:.3f}",
            _note(record),
        )
    for record in game["progressives"]:
        table.add_row(
            record["wager"],
            record["paytable"],
            "",
            f"{record['fixed_return_percent']:.4f}%",
            f"{record['hit_frequency_percent']:.4f}%",
            f"{record['standard_deviation']:.3f}",
            f"even at {_wagers(record['break_even_wagers'])}",
        )
    Console().print(table)
    for parlay in game.get("parlays", ()):
        Console().print(parlay_sentence(parlay))


def parlay_sentence(parlay: Record) -> str:
    """A wager whose winnings may be moved, without a parlay and with the best one."""
    return (
        f"{parlay['wager']} {parlay['paytable']}: house edge "
        f"{parlay['house_edge_percent_without']:.6f}% if winnings are never moved, "
        f"{parlay['house_edge_percent']:.6f}% if they are moved whenever the hand is worth more "
        f"than nothing ({parlay['move_frequency_percent']:.4f}% of rounds)"
    )


def _note(record: Record) -> str:
    if record["depends_on_play"]:
        return "[bold red]only if the dealer always finishes the hand[/]"
    return "[bold red]favours the player[/]" if record["favours_player"] else ""


def _wagers(values: list[float | None]) -> str:
    return " / ".join("-" if value is None else f"{value:,.0f}" for value in values)


def show_record(record: Record) -> None:
    """One wager, outcome by outcome."""
    console = Console()
    title = (
        f"{record['wager']} {record['paytable']}, {record['decks']} x {record['cards_per_deck']}"
    )
    table = Table("outcome", "pays", title=f"{title} cards", title_justify="left")
    for column in ("probability", "once in", "combinations"):
        table.add_column(column, justify="right")
    for outcome in record["outcomes"]:
        chance = Fraction(outcome["probability"])
        table.add_row(
            outcome["name"],
            outcome["pays"],
            f"{float(100 * chance):.6f}%",
            f"{float(1 / chance):,.1f}" if chance else "never",
            f"{outcome['combinations']:,}",
        )
    console.print(table)
    if "house_edge" in record:
        console.print(f"house edge {record['house_edge_percent']:.6f}%  = {record['house_edge']}")
        if record["favours_player"]:
            console.print("[bold red]the player has the edge[/]")
    else:
        console.print(
            f"fixed return {record['fixed_return_percent']:.6f}%  = {record['fixed_return']}\n"
            f"breaks even at {_wagers(record['break_even_wagers'])} wagers"
        )
    console.print(
        f"hit frequency {record['hit_frequency_percent']:.6f}%, "
        f"standard deviation {record['standard_deviation']:.6f}, "
        f"{record['combinations']:,} combinations"
    )
    show_assumptions(console, record)


def show_protection(record: Record) -> None:
    """What a counter could do to a wager."""
    console = Console()
    console.print(
        f"[bold]{record['wager']} {record['paytable']}[/bold], {record['cards']} cards, "
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


def _show_exposure(console: Console, exposure: Record | None) -> None:
    if exposure:
        console.print(
            f"    bets {exposure['bet_frequency_percent']:.3f}% of rounds at an average edge of "
            f"{exposure['average_edge_percent']:.3f}%: {exposure['units_per_100']:.4f} units "
            f"per 100 rounds (standard error {exposure['standard_error']:.4f})"
        )


def show_plan(plan: Record) -> None:
    """A progressive plan."""
    console = Console()
    console.print(
        f"[bold]{plan['wager']} {plan['paytable']}[/bold]\n"
        f"hold {plan['hold_percent']:.4f}%, fixed return {plan['fixed_return_percent']:.4f}%, "
        f"hit frequency {plan['hit_frequency_percent']:.4f}%, "
        f"contribution {plan['contribution_percent']:g}%, reserve {plan['reserve_percent']:g}%"
    )
    table = Table("level", "seed", "break-even", "wagers between awards", "meter at award")
    for level in plan["levels"]:
        table.add_row(
            level["level"],
            *(
                "-" if level[key] is None else f"{level[key]:,.1f}"
                for key in (
                    "seed_wagers",
                    "break_even_wagers",
                    "wagers_between_awards",
                    "meter_at_award_wagers",
                )
            ),
        )
    console.print(table)
    for warning in plan["warnings"]:
        console.print(f"[yellow]warning:[/] {warning}")
    show_assumptions(console, plan)


def show_assumptions(console: Console, record: Record) -> None:
    """What is taken for granted."""
    for assumption in record["assumptions"]:
        console.print(f"[dim]assumed: {assumption}[/]")
