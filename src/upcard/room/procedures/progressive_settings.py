"""The settings of a progressive from what is certified for its paytable, or from the house."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from upcard.jackpot import AboveCertified, AwardLock, LevelParameters, Parameters
from upcard.money import Cents, write_money
from upcard.odds import default_settings, progressive_odds, sheet_of
from upcard.odds.progressive_advice import largest_fixed_award
from upcard.odds.wager_sheets import full_shoe
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.table import Game
from upcard.wagers import Offer


def progressive_offer(game: Game, wager: str) -> Offer:
    """The progressive wager of a game by its name, or why there is none."""
    offer = game.offers.get(wager)
    if offer is None or not offer.is_progressive:
        known = ", ".join(name for name, one in game.offers.items() if one.is_progressive)
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"wager is {wager!r}: {game.rules.name} has {known or 'no progressive'}",
        )
    return offer


def usual_parameters(
    name: str,
    game: Game,
    wager: str,
    *,
    unit: Cents,
    contribution: Fraction | None = None,
    reserve: Fraction = Fraction(0),
    seeds: Mapping[str, Cents] | None = None,
    award_lock: AwardLock = AwardLock.ON_CONFIRM,
    limit: Cents | None = None,
) -> Parameters:
    """
    A progressive on the wager of a game, as its paytable is certified unless the house says else.

    *unit* is the wager that seeds and pays are counted in. The levels share the contribution
    equally, as the certified figures assume.
    """
    offer = progressive_offer(game, wager)
    sheet = sheet_of(wager)
    odds = progressive_odds(
        offer, full_shoe(game.rules.deck, game.decks), sheet.paytables[offer.paytable]
    )
    settings, _ = default_settings(odds)
    rate = settings.contribution if contribution is None else contribution
    count = len(odds.levels)
    certified = odds.certified
    levels = tuple(
        LevelParameters(
            name=level,
            seed=(seeds or {}).get(level, Cents(int(settings.seeds[level] * unit))),
            rate=rate / count,
            reserve_rate=reserve / count,
            hidden_rate=Fraction(0),
            limit=limit,
            unreasonable_over=Cents(100 * unit),
        )
        for level in odds.levels
    )
    _check_seeds(seeds, [level.name for level in levels])
    return Parameters(
        name=name,
        levels=levels,
        award_lock=award_lock,
        house_share=Fraction(0),
        largest_fixed_award=Cents(int(largest_fixed_award(odds) * unit)),
        certified_rate=Fraction(certified.contribution_percent, 100) if certified else None,
        above_certified=AboveCertified.REFUSE,
        zero_seed_reason="",
    )


def _check_seeds(seeds: Mapping[str, Cents] | None, levels: list[str]) -> None:
    for level, seed in (seeds or {}).items():
        if level not in levels:
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"seed {write_money(seed)} is for {level!r}: the levels are {', '.join(levels)}",
            )
