"""`upcard odds`: exact figures of side wagers and progressives."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cards import Card, CardError, read_cards
from upcard.commands.odds_tables import show_game, show_protection, show_record
from upcard.commands.output import Failed, Json, failures_told, rules_from, show
from upcard.game.choices import SoftSeventeen
from upcard.odds import every_game_record, game_record, offer_from_sheet, sheet_of
from upcard.odds.exposures import Dealing, usual_dealing
from upcard.odds.procedures import USUAL, Procedure, procedure_of
from upcard.odds.protection import protection_record
from upcard.odds.records import INSURANCE, wager_on_any_shoe
from upcard.odds.sheets import deck_of, full_shoe
from upcard.rules import Rules
from upcard.shoes import ShoeError, without
from upcard.table import game_of
from upcard.wagers import Offer

DECKS = 6
DEPTHS_APART = 13
"""With --protection: at which depths of the shoe rounds are taken to begin."""

Record = dict[str, Any]


def odds(
    name: Annotated[
        str | None, typer.Argument(help="A catalogue name or a rules file: all its wagers.")
    ] = None,
    decks: Annotated[int | None, typer.Option(help="A deck count (default 6).")] = None,
    wager: Annotated[str | None, typer.Option(help="One wager, on any shoe.")] = None,
    paytable: Annotated[str | None, typer.Option(help="Its paytable (default the first).")] = None,
    cards: Annotated[int | None, typer.Option(help="Cards in a deck: 48 or 52.")] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also on decks the paytable is not approved for.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Every game at every deck count.")] = False,
    gone: Annotated[
        str | None, typer.Option("--without", help="Cards that are gone, like '7d 7d As'.")
    ] = None,
    counts: Annotated[
        str | None, typer.Option("--shoe", help="Just these cards, like 'As3 7d2 Kh4'.")
    ] = None,
    soft_17: Annotated[
        SoftSeventeen | None,
        typer.Option(help="What the dealer does on soft 17, with --wager (default hit)."),
    ] = None,
    protection: Annotated[
        bool, typer.Option("--protection", help="Effects of removal, counts, exposure.")
    ] = False,
    cut: Annotated[
        int | None, typer.Option(help="Cards before the cut card, with --protection.")
    ] = None,
    seed: Annotated[int, typer.Option(help="For what is simulated, with --protection.")] = 1,
    report: Annotated[
        Path | None, typer.Option(help="Write a report to this .html or .pdf file.")
    ] = None,
    json: Json = False,
) -> None:
    """Exact odds of a game's wagers, of one wager on any shoe, or of the whole catalogue."""
    if sum((name is not None, wager is not None, every)) != 1:
        raise typer.BadParameter("name a game, or --wager, or --all: one of them")
    if soft_17 is not None and wager is None:
        raise typer.BadParameter("--soft-17 goes with --wager: a game says itself what it does")
    procedure = replace(USUAL, soft_17=soft_17 or USUAL.soft_17)
    with failures_told(json):
        shoe = _shoe_text(gone, counts, cards, decks, wager)
        if every:
            games = every_game_record()
            show(games, json, lambda: _each(show_game, games))
        elif wager is not None:
            _one_wager(
                wager, paytable, cards, decks, force, shoe, procedure, protection, cut, seed, json
            )
        elif report is not None:
            _report(str(name), decks, report, json)
        elif protection:
            records = _protect_game(str(name), decks, cut, seed)
            show(records, json, lambda: _each(show_protection, records))
        else:
            game = _game(rules_from(str(name)), decks)
            show(game, json, lambda: show_game(game))


def _game(rules: Rules, decks: int | None) -> Record:
    """Every wager of a game, and what moving the winnings of one is worth, where that is played."""
    game = game_record(rules, decks)
    if rules.parlay != "none":
        from upcard.odds.parlays import parlay_records
        from upcard.odds.play.solver import play_value

        game["parlays"] = parlay_records(rules, game["decks"], play_value(rules, game["decks"]))
    return game


def _each(show_one: Callable[[Record], None], records: list[Record]) -> None:
    for record in records:
        show_one(record)


def _one_wager(
    wager: str,
    paytable: str | None,
    cards: int | None,
    decks: int | None,
    force: bool,
    shoe: Counter[Card] | None,
    procedure: Procedure,
    protection: bool,
    cut: int | None,
    seed: int,
    json: bool,
) -> None:
    table = paytable or first_paytable(wager)
    cards = cards or usual_cards(wager)
    if protection:
        offer = offer_from_sheet(sheet_of(wager), table, deck_of(cards))
        full = full_shoe(deck_of(cards), decks or DECKS) if shoe is None else shoe
        record = protection_record(
            offer, full, _dealing(full, cut), random.Random(seed), procedure=procedure
        )
        show(record, json, lambda: show_protection(record))
        return
    record = wager_on_any_shoe(
        wager, table, cards_per_deck=cards, decks=decks or DECKS, force=force, shoe=shoe,
        procedure=procedure,
    )  # fmt: skip
    show(record, json, lambda: show_record(record))


def first_paytable(wager: str) -> str:
    """The paytable that is played if nobody says."""
    return "" if wager == INSURANCE else next(iter(sheet_of(wager).paytables))


def usual_cards(wager: str) -> int:
    """48 for the wagers of the pontoon games, 52 for the others."""
    pontoon = ("match-up", "match-down", "trilux", "trilux-super-3", "bahama-progressive")
    return 48 if wager in pontoon else 52


def _protect_game(name: str, decks: int | None, cut: int | None, seed: int) -> list[Record]:
    rules = rules_from(name)
    count = decks or rules.decks_default
    packs: list[str | None] = [*rules.packs_for(count)]
    offers: dict[str, Offer] = {}
    for pack in packs or [None]:
        offers |= game_of(rules, schedule=None, decks=decks, pack=pack).offers
    shoe = full_shoe(rules.deck, count)
    dealing = _dealing(shoe, cut)
    return [
        protection_record(offer, shoe, dealing, random.Random(seed), procedure=procedure_of(rules))
        for offer in offers.values()
    ]


def _dealing(shoe: Counter[Card], cut: int | None) -> Dealing:
    return usual_dealing(shoe.total(), depths_apart=DEPTHS_APART, cut=cut)


def _shoe_text(
    gone: str | None, counts: str | None, cards: int | None, decks: int | None, wager: str | None
) -> Counter[Card] | None:
    """The shoe that --without or --shoe describes, if one of them is there."""
    if gone is None and counts is None:
        return None
    if wager is None or (gone is not None and counts is not None):
        raise typer.BadParameter("--without or --shoe goes with --wager, one of the two")
    try:
        if gone is not None:
            full = full_shoe(deck_of(cards or usual_cards(wager)), decks or DECKS)
            return without(full, read_cards(gone))
        return _counted(str(counts))
    except (CardError, ShoeError) as error:
        raise Failed("shoe-impossible", str(error)) from None


def _counted(text: str) -> Counter[Card]:
    shoe: Counter[Card] = Counter()
    for word in text.split():
        if not (word[2:].isascii() and word[2:].isdigit()):
            raise Failed("shoe-impossible", f"{word!r} is no count: write a card and a number: As3")
        shoe[Card.parse(word[:2])] += int(word[2:])
    return shoe


def _report(name: str, decks: int | None, path: Path, json: bool) -> None:
    from upcard.reports import write_odds_report

    rules = rules_from(name)
    command = f"upcard odds {name}{f' --decks {decks}' if decks else ''} --report {path.name}"
    write_odds_report(rules, decks or rules.decks_default, path, command=command)
    show({"report": str(path)}, json, lambda: print(f"wrote {path}"))
