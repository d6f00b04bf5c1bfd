"""The tables that `upcard simulate` prints: wagers, sessions and meters."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from upcard.app.presentations import counted
from upcard.commands.output import console_for_people
from upcard.simulation.results.record_types import (
    HistoryRecord,
    LevelRecord,
    SessionRecord,
    SimulationRecord,
)


def tell(record: SimulationRecord) -> None:
    """Print a simulation."""
    console = console_for_people()
    console.print(
        f"[bold]{record['game']}[/bold], {counted(record['decks'], 'deck')}, "
        f"{counted(record['rounds'], 'round')}, "
        f"seed {record['seed']}: {record['rounds_per_second'] or 0:,.0f} rounds/s on "
        f"{record['device']}, by {record['strategy']}"
    )
    console.print(f"engine: {record['engine']}")
    console.print(_wagers(record))
    if record.get("z") is not None:
        console.print(f"exact {100 * record['exact_ev']:+.5f}%, z = {record['z']:+.2f}")
    if session := record.get("session"):
        _tell_session(console, session)
    if meters := record.get("progressive"):
        _tell_meters(console, meters)


def _wagers(record: SimulationRecord) -> Table:
    table = Table("wager", "ev", "standard error", "deviation", "exact", "z", box=None)
    for name, wager in record["wagers"].items():
        exact, z = wager.get("exact_ev"), wager.get("z")
        table.add_row(
            name,
            f"{100 * wager['ev']:+.5f}%",
            f"{100 * wager['standard_error']:.5f}%",
            f"{wager['standard_deviation']:.4f}",
            "" if exact is None else f"{100 * exact:+.5f}%",
            "" if z is None else f"{z:+.2f}",
        )
    return table


def _tell_session(console: Console, session: SessionRecord) -> None:
    console.print(
        f"\n{counted(session['sessions'], 'session')} of {counted(session['rounds'], 'round')}, "
        f"in main wagers: "
        f"mean {session['mean']:+.2f}, standard deviation {session['standard_deviation']:.2f}"
    )
    normal, ahead = session["normal"], session["ahead"]
    table = Table("", *session["quantiles"], box=None)
    shown = {
        "result": session["quantiles"],
        "normal": normal["quantiles"],
        "drawdown": session["drawdown"]["quantiles"],
        "deepest loss": session["deepest_loss"]["quantiles"],
    }
    for name, quantiles in shown.items():
        table.add_row(name, *(f"{value:+.1f}" for value in quantiles.values()))
    console.print(table)
    console.print(
        f"ahead {_percent(ahead['probability'])} ± {_percent(ahead['standard_error'])}, "
        f"normal {_percent(normal['ahead'])}"
    )
    if ruin := session.get("ruin"):
        within = ruin["within_session"]
        console.print(
            f"ruin of {ruin['bankroll']:g} main wagers: {_percent(within['probability'])} "
            f"± {_percent(within['standard_error'])}, normal {_percent(ruin['normal'])}, "
            f"long run {_percent(ruin['long_run'])}"
        )


def _tell_meters(console: Console, meters: HistoryRecord) -> None:
    beside = " of a full shoe" if meters["z"] is None else f", z = {meters['z']:+.2f}"
    console.print(
        f"\n{meters['wager']} {meters['paytable']}, {counted(meters['wagers'], 'wager')}: "
        "players got back "
        f"{meters['return_percent']:.4f}% ± {meters['standard_error_percent']:.4f}, "
        f"exact {meters['exact_return_percent']:.4f}%"
        f"{beside}"
    )
    table = Table("level", "award", "times", "expected", "mean paid", "median", "largest", box=None)
    for level in meters["levels"]:
        for award in level["awards"]:
            table.add_row(
                level["level"],
                f"{award['percent']}%",
                f"{award['count']:,}",
                f"{award['expected']:,.1f}",
                _dollars(award["mean_cents"]),
                _dollars(award["quantiles_cents"]["50%"]),
                _dollars(award["largest_cents"]),
            )
    console.print(table)
    for level in meters["levels"]:
        _tell_dry_spells(console, level)


def _tell_dry_spells(console: Console, level: LevelRecord) -> None:
    spells = level["dry_spells"]
    if not spells["count"]:
        console.print(f"{level['level']}: not won in {counted(spells['running'], 'round')}")
        return
    exact = spells["exact_mean"]
    console.print(
        f"{level['level']}: won every {spells['mean']:,.0f} rounds (exact {exact:,.0f}), "
        f"median {spells['quantiles']['50%']:,}, longest {spells['largest']:,}; the meter grows by "
        f"{level['growth_cents_per_round']:g} cents a round"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.3f}%"


def _dollars(cents: float | None) -> str:
    return "" if cents is None else f"${cents / 100:,.2f}"
