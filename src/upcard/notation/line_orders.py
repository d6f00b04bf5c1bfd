"""The one order in which the lines of a round are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from upcard.notation.lines import DEALER, HAND, HEADERS, JACKPOT, SPOT_KINDS, Line
from upcard.table.games import Game

Place = tuple[int, int, int, int, str]

_KINDS: Final = (HAND, *SPOT_KINDS)
_DEALER, _SPOTS, _METERS = range(len(HEADERS), len(HEADERS) + 3)


def in_order(game: Game, lines: Iterable[Line]) -> list[Line]:
    """
    *lines* as a record of *game* lists them.

    Headers stand in the order of `HEADERS`, those of one kind by name, seats by spot. Then come
    the dealer, the spots, and the meters. A spot has its hands by name, its side wagers in the
    order of the rules file, insurance, parlay, super bonus and envy. Meters stand in the order of
    the rules file, too, top level first.
    """
    return sorted(lines, key=_place_in(game))


def levels_of(game: Game) -> dict[str, str]:
    """The levels of all wagers on the layout, by the one word that a record writes for each."""
    return {level_word(level): level for offer in game.offers.values() for level in offer.levels}


def level_word(level: str) -> str:
    """A level's name as one word."""
    return level.replace(" ", "-")


def _place_in(game: Game) -> Callable[[Line], Place]:
    wagers = {name: place for place, name in enumerate(game.offers)}
    levels = {name: place for place, name in enumerate(levels_of(game))}

    def place(line: Line) -> Place:
        if line.key in HEADERS:
            spot = int(line.words[1]) if line.key == "seat" else 0
            return HEADERS.index(line.key), spot, 0, 0, line.about
        if line.key == DEALER:
            return _DEALER, 0, 0, 0, ""
        if line.key == JACKPOT:
            return _METERS, levels.get(line.words[0], len(levels)), 0, 0, line.words[0]
        kind = _KINDS.index(line.kind)
        wager = line.words[1] if line.kind == "side" else ""
        return _SPOTS, int(line.key[0]), kind, wagers.get(wager, len(wagers)), line.about

    return place
