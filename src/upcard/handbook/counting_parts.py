"""How exposed a wager is to players who count cards, as part of its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from upcard.handbook.answered_commands import AnsweredCommand
from upcard.handbook.evenings import ROUNDS_AN_HOUR, money
from upcard.handbook.page_parts import Html, grid, paragraph, said, section
from upcard.handbook.plots import rank_plot

HARDLY_EVER: Final = 1e-6
"""Percent of rounds: nobody waits for one in a hundred million."""


def counting_section(found: AnsweredCommand | str, stake: int, *more: Html, at: str = "") -> Html:
    """
    Effects of removal, the best simple count, and what it wins; then *more*.

    *at* is where the record has them, with a slash at its end.
    """
    if isinstance(found, str):
        parts = [paragraph(f"Not worked out: {found}.")]
    else:
        parts = [*_effects(found, at), *_count(found, stake, at), *_suits(found, stake, at)]
    return section("Counting cards", *parts, *more)


def _effects(found: AnsweredCommand, at: str) -> Iterator[Html]:
    """A row for each rank: what removing a card of it does, and what a count adds for it."""
    record = _mapping(found.inside(at))
    ranks = _mapping(_mapping(record["effects_of_removal"])["by_rank"])
    path = f"{at}effects_of_removal/by_rank"
    values = {rank: found.number(f"{path}/{rank}") for rank in ranks}
    yield paragraph(
        "When a card leaves the shoe, the player's edge on the next round changes by this much:"
    )
    yield rank_plot(values, "Change of the player's edge by rank of the card removed, in percent")
    has_count = bool(record["counts"])
    rows = [
        [
            rank,
            found.shown(f"{path}/{rank}", "{:+.4f}"),
            *([found.shown(f"{at}counts/0/tags/{rank}", "{:+.0f}")] if has_count else []),
        ]
        for rank in values
    ]
    heads = ["Rank", "Effect in percent", *(["Best simple count"] if has_count else [])]
    yield grid("Effect of removing one card", heads, rows)


def _count(found: AnsweredCommand, stake: int, at: str) -> Iterator[Html]:
    counts = _mapping(found.inside(at))["counts"]
    if not isinstance(counts, list) or not counts:
        yield paragraph("No count by rank follows this wager: every rank has the same effect.")
        return
    yield said(
        "The count adds 1, takes off 1 or ignores each card that is dealt. Its betting correlation "
        f"is {found.shown(f'{at}counts/0/betting_correlation', '{:.4f}')}; 1 would follow the edge "
        "perfectly."
    )
    yield from _exposure(found, f"{at}counts/0/exposure", "A player who keeps this count", stake)


def _suits(found: AnsweredCommand, stake: int, at: str) -> Iterator[Html]:
    if _mapping(found.inside(at))["suit_count"] is not None:
        who = "A player who knows how many cards of each suit are left"
        yield from _exposure(found, f"{at}suit_count", who, stake)


def _exposure(found: AnsweredCommand, path: str, who: str, stake: int) -> Iterator[Html]:
    """What somebody wins who bets only when the edge is the player's."""
    units = found.number(f"{path}/units_per_100")
    if found.number(f"{path}/bet_frequency_percent") < HARDLY_EVER:
        yield paragraph(f"{who} {'hardly ever' if units else 'never'} has the edge.")
        return
    hourly = units / 100 * ROUNDS_AN_HOUR * stake
    yield said(
        f"{escape(who)} and bets only with the edge makes the wager in "
        + found.shown(f"{path}/bet_frequency_percent", "{:.4g}%")
        + " of rounds and wins "
        + found.shown(f"{path}/units_per_100", "{:.4g}")
        + f" stakes per 100 rounds: {money(hourly)} an hour at ${stake}."
    )


def _mapping(found: object) -> Mapping[str, object]:
    assert isinstance(found, Mapping)
    return found
