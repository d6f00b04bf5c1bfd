"""`upcard progressive`: plan a jackpot, and see which tables may share one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, TypedDict

import typer

from upcard.app.game_sources import rules_from
from upcard.app.odds_results import DECKS
from upcard.app.progressive_plans import plan as plan_settings
from upcard.commands.odds_tables import show_plan
from upcard.commands.output import Failed, Json, failures_told, show
from upcard.odds.links import LinkTable, link_refusals
from upcard.odds.procedures import procedure_of
from upcard.odds.progressive_advice import PaidFrom
from upcard.table import game_of

app = typer.Typer(no_args_is_help=True, help="Plan progressive jackpots and link tables.")


@app.command("plan")
def plan(
    name: Annotated[str, typer.Argument(help="NAME:PAYTABLE, like blazing-7s-upcard:PT1.")],
    decks: Annotated[int, typer.Option(help="Number of decks.")] = DECKS,
    contribution: Annotated[
        str | None, typer.Option(help="Percent of each wager that goes to the meters.")
    ] = None,
    reserve: Annotated[
        str | None, typer.Option(help="Percent of each wager that goes to the reserve.")
    ] = None,
    seed_wagers: Annotated[
        str | None, typer.Option(help="Seeds in wagers, top level first, like 2000,1000.")
    ] = None,
    paid_from: Annotated[
        PaidFrom, typer.Option(help="Which pays come off the meter.")
    ] = PaidFrom.SHARES_ONLY,
    force: Annotated[
        bool, typer.Option("--force", help="Allow deck counts that are not approved.")
    ] = False,
    json: Json = False,
) -> None:
    """Show hold, break-even, growth and warnings of a progressive with your settings."""
    with failures_told(json):
        planned = plan_settings(
            name,
            decks=decks,
            contribution=contribution,
            reserve=reserve,
            seed_wagers=seed_wagers,
            paid_from=paid_from,
            force=force,
        )
        show(planned.to_dict(), json, lambda: show_plan(planned))


@app.command("link")
def link(
    name: Annotated[str, typer.Argument(help="NAME:PAYTABLE of the progressive.")],
    tables: Annotated[
        list[str], typer.Argument(help="GAME:DECKS for each table, or GAME:DECKS:PAYTABLE.")
    ],
    json: Json = False,
) -> None:
    """Say whether tables may share a progressive and, if not, what differs."""
    with failures_told(json):
        if len(tables) < 2:
            raise Failed(
                "tables", f"you named {len(tables)} table: name two or more, as GAME:DECKS"
            )
        found = [_link_table(name, table) for table in tables]
        refusals: list[LinkDifference] = [
            {"tables": [a.name, b.name], "field": r.field, "here": r.here, "there": r.there}
            for a, b in combinations(found, 2)
            for r in link_refusals(a, b)
        ]
        document = {"ok": not refusals, "differences": refusals}
        show(document, json, lambda: _tell_link(name, refusals))
        if refusals:
            raise typer.Exit(1)


class LinkDifference(TypedDict):
    """Why two tables may not share a meter."""

    tables: list[str]
    field: str
    here: object
    there: object


def _tell_link(name: str, refusals: Sequence[LinkDifference]) -> None:
    if not refusals:
        print(f"these tables may share {name}")
    for r in refusals:
        tables, field = " and ".join(r["tables"]), r["field"]
        print(f"{tables} may not share {name}: {field} is {r['here']} and {r['there']}")


def _link_table(name: str, table: str) -> LinkTable:
    wager, _, paytable = name.partition(":")
    game, _, rest = table.partition(":")
    decks, _, own = rest.partition(":")
    paytable = own or paytable
    rules = rules_from(game)
    if decks and not (decks.isascii() and decks.isdigit()):
        raise Failed("decks", f"{table!r}: write GAME:DECKS, like kings-bounty:6")
    pack = next((pack.name for pack in rules.packs if wager in pack.wagers), None)
    played = game_of(
        rules,
        schedule=None,
        decks=int(decks) if decks else None,
        pack=pack,
        paytables={wager: paytable} if paytable else {},
    )
    if wager not in played.offers:
        raise Failed("wager-unknown", f"{game} does not offer {wager}")
    return LinkTable(
        name=table,
        offer=played.offers[wager],
        deck=rules.deck,
        decks=played.decks,
        procedure=procedure_of(rules),
    )
