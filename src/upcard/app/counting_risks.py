"""How vulnerable wagers are to card counters: effects of removal, counts, exposure."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from upcard.app.game_sources import AnyRules, rules_from
from upcard.app.odds_results import WagerAsked
from upcard.app.problems import AppError
from upcard.cards import Card
from upcard.odds.exposures import Dealing, usual_dealing
from upcard.odds.procedures import procedure_of
from upcard.odds.protection import (
    LEVELS,
    CountRecord,
    MainProtectionRecord,
    ProtectionRecord,
    protection_record,
    simplest_count,
)
from upcard.odds.wager_sheets import full_shoe
from upcard.rules.schema import Rules
from upcard.table.games import Game, decks_played, game_of
from upcard.wagers import Offer

if TYPE_CHECKING:
    from upcard.odds.play.solver import MeanGains

DEPTHS_APART: Final = 13
"""The depths of the shoe at which rounds are assumed to begin."""


def protection_of_wager(
    asked: WagerAsked, cut: int | None, seed: int, *, levels: Sequence[int] = LEVELS
) -> ProtectionRecord:
    """One wager on any shoe, with the best count of each of *levels*."""
    offer, shoe = asked.offer(), asked.dealt_from().cards
    return protection_record(
        offer,
        shoe,
        _dealing(shoe, cut),
        random.Random(seed),
        procedure=asked.procedure,
        levels=levels,
    )


def protection_of_game(
    name: AnyRules,
    decks: int | None,
    cut: int | None,
    seed: int,
    watch: Callable[[str], None] = lambda sentence: None,
) -> list[MainProtectionRecord | ProtectionRecord]:
    """
    The main wager of a game, where it is solved, and every other one.

    *watch* hears which one is being calculated.
    """
    # The solver is loaded where it is used: no other command waits for it, and no server.
    from upcard.odds.main_exposures import main_protection
    from upcard.odds.play.problems import PlayError

    rules = rules_from(name)
    count = decks_played(rules, decks)
    packs: list[str | None] = [*rules.packs_for(count)]
    offers: dict[str, Offer] = {}
    for pack in packs or [None]:
        offers |= game_of(rules, schedule=None, decks=decks, pack=pack).offers
    shoe = full_shoe(rules.deck, count)
    dealing, procedure = _dealing(shoe, cut), procedure_of(rules)
    found: list[MainProtectionRecord | ProtectionRecord] = []
    watch("working out the main wager")
    with suppress(PlayError):
        found.append(main_protection(rules, count, dealing))
    for number, offer in enumerate(offers.values(), start=1):
        watch(f"working out {offer.name}: {number} of {len(offers)}")
        record = protection_record(offer, shoe, dealing, random.Random(seed), procedure=procedure)
        found.append(record)
    return found


def protection_of_main(rules: Rules, decks: int, gains: MeanGains) -> MainProtectionRecord:
    """The main wager of a game alone."""
    from upcard.odds.main_exposures import main_protection

    dealing = _dealing(full_shoe(rules.deck, decks), None)
    return main_protection(rules, decks, dealing, gains)


def simplest_counts(game: Game) -> dict[str, CountRecord]:
    """The simplest count against each side wager on a table, with its exact exposure."""
    shoe = full_shoe(game.rules.deck, game.decks)
    dealing, procedure = _dealing(shoe, None), procedure_of(game.rules)
    found = {
        name: simplest_count(offer, shoe, dealing, procedure=procedure)
        for name, offer in game.offers.items()
    }
    return {name: count for name, count in found.items() if count is not None}


def _dealing(shoe: Counter[Card], cut: int | None) -> Dealing:
    if cut is not None and cut < 1:
        raise AppError("cut-not-allowed", f"cut is {cut}: write 1 or more cards")
    return usual_dealing(shoe.total(), depths_apart=DEPTHS_APART, cut=cut)
