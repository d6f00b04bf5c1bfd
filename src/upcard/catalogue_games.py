"""Catalogue games at a table: the shortest way from a name to a `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from upcard.catalogue import rules_of, schedule_of
from upcard.money import Cents
from upcard.rules.schema import Rules
from upcard.table.games import CardSource, Game, game_of


def game(
    rules: str | Rules,
    *,
    decks: int | None = None,
    pack: str | None = None,
    paytables: Mapping[str, str] | None = None,
    day: date | None = None,
    limits: Mapping[str, Cents] | None = None,
    cards: CardSource = CardSource.DIGITAL,
) -> Game:
    """
    A game by its catalogue name, or from rules read elsewhere, as a table plays it.

    >>> list(game("bahama-wsgc", pack="trilux").offers)
    ['trilux', 'trilux-super-3', 'bahama-progressive']
    """
    if isinstance(rules, str):
        rules = rules_of(rules)
    return game_of(
        rules,
        schedule=schedule_of(rules.limits.schedule),
        decks=decks,
        pack=pack,
        paytables=paytables,
        day=day,
        limits=limits,
        cards=cards,
    )
