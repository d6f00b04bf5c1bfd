"""`upcard progressive`: planning a jackpot, and which tables may share one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any

import typer

from upcard.commands.odds import DECKS, first_paytable, usual_cards
from upcard.commands.odds_tables import show_plan
from upcard.commands.output import Failed, Json, failures_told, rules_from, show
from upcard.odds import (
    LinkTable,
    MeterSettings,
    ProgressiveOdds,
    default_settings,
    link_refusals,
    offer_from_sheet,
    plan_progressive,
    plan_record,
    progressive_odds,
    sheet_of,
)
from upcard.odds.planning import PaidFrom
from upcard.odds.procedures import procedure_of
from upcard.odds.sheets import check_approved, deck_of, full_shoe
from upcard.table import game_of

app = typer.Typer(no_args_is_help=True, help="Progressive jackpots: plan one, link tables.")


@app.command("plan")
def plan(
    name: Annotated[str, typer.Argument(help="NAME:PAYTABLE, like blazing-7s-upcard:PT1.")],
    decks: Annotated[int, typer.Option(help="How many decks.")] = DECKS,
    contribution: Annotated[
        str | None, typer.Option(help="Percent of each wager to the meters.")
    ] = None,
    reserve: Annotated[
        str | None, typer.Option(help="Percent of each wager to the reserve.")
    ] = None,
    seed_wagers: Annotated[
        str | None, typer.Option(help="Seeds in wagers, top level first, like 2000,1000.")
    ] = None,
    paid_from: Annotated[
        PaidFrom, typer.Option(help="What comes off the meter.")
    ] = PaidFrom.SHARES_ONLY,
    force: Annotated[bool, typer.Option("--force", help="Also on decks not approved.")] = False,
    json: Json = False,
) -> None:
    """Hold, break-even, growth and warnings of a progressive with your settings."""
    with failures_told(json):
        found = _progressive(name, decks, force)
        settings, assumed = chosen_settings(found, contribution, reserve, seed_wagers)
        settings = replace(settings, paid_from=paid_from)
        record = plan_record(plan_progressive(found, settings, assumed))
        show(record, json, lambda: show_plan(record))


def chosen_settings(
    found: ProgressiveOdds, contribution: str | None, reserve: str | None, seed_wagers: str | None
) -> tuple[MeterSettings, tuple[str, ...]]:
    """The usual settings of a progressive with what the user wrote instead; what is assumed."""
    settings, assumed = default_settings(found)
    if contribution is not None:
        settings = replace(settings, contribution=_percent("contribution", contribution))
    if reserve is not None:
        settings = replace(settings, reserve=_percent("reserve", reserve))
    if seed_wagers is not None:
        settings = replace(settings, seeds=_seeds(found, seed_wagers))
    _check_rates(settings)
    return settings, assumed


def _progressive(name: str, decks: int, force: bool) -> ProgressiveOdds:
    wager, _, paytable = name.partition(":")
    sheet = sheet_of(wager)
    if sheet.kind != "progressive":
        raise Failed("not-a-progressive", f"{wager} pays from no meter: name a progressive")
    paytable = paytable or first_paytable(wager)
    deck = deck_of(usual_cards(wager))
    offer = offer_from_sheet(sheet, paytable, deck)
    if not force:
        check_approved(sheet, paytable, decks)
    return progressive_odds(offer, full_shoe(deck, decks), sheet.paytables[paytable])


def _percent(what: str, text: str) -> Fraction:
    """A rate written in percent, exactly: no binary fraction comes near it."""
    try:
        rate = Fraction(text) / 100
    except (ValueError, ZeroDivisionError):
        raise Failed("rate", f"{what} is {text!r}: write a percentage like 24 or 2.5") from None
    if not 0 <= rate <= 1:
        raise Failed("rate", f"{what} is {text}%: write 0 to 100")
    return rate


def _check_rates(settings: MeterSettings) -> None:
    if settings.contribution + settings.reserve > 1:
        total = float(100 * (settings.contribution + settings.reserve))
        raise Failed("rates", f"contribution and reserve are {total:g}%: together 100 at most")


def _seeds(found: ProgressiveOdds, text: str) -> dict[str, Fraction]:
    parts = text.split(",")
    if len(parts) != len(found.levels):
        levels = ", ".join(found.levels)
        raise Failed("seeds", f"seed-wagers is {text!r}: write one for each of {levels}")
    try:
        seeds = [Fraction(part) for part in parts]
    except (ValueError, ZeroDivisionError):
        raise Failed("seeds", f"seed-wagers is {text!r}: write numbers with commas") from None
    if min(seeds) < 0:
        raise Failed("seeds", f"seed-wagers is {text!r}: a seed is 0 or more")
    return dict(zip(found.levels, seeds, strict=True))


@app.command("link")
def link(
    name: Annotated[str, typer.Argument(help="NAME:PAYTABLE of the progressive.")],
    tables: Annotated[
        list[str], typer.Argument(help="GAME:DECKS for each table, or GAME:DECKS:PAYTABLE.")
    ],
    json: Json = False,
) -> None:
    """Say whether tables, of one game or several, may share a progressive; if not, what differs."""
    with failures_told(json):
        if len(tables) < 2:
            raise Failed("tables", f"{len(tables)} table: a link takes two or more, as GAME:DECKS")
        found = [_link_table(name, table) for table in tables]
        refusals = [
            {"tables": [a.name, b.name], "field": r.field, "here": r.here, "there": r.there}
            for a, b in combinations(found, 2)
            for r in link_refusals(a, b)
        ]
        document = {"ok": not refusals, "differences": refusals}
        show(document, json, lambda: _tell_link(name, refusals))
        if refusals:
            raise typer.Exit(1)


def _tell_link(name: str, refusals: Sequence[Mapping[str, Any]]) -> None:
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
