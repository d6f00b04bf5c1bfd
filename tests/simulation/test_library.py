"""Every wager of the catalogue is simulated beside its exact value."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

import pytest

from upcard.app.simulations import simulate
from upcard.cards import Deck
from upcard.catalogue import CATALOGUE
from upcard.families import FAMILIES
from upcard.game.dealers import STANDS_ON_HARD_16
from upcard.odds.wager_sheets import default_readings
from upcard.rules.offered_wagers import WagerSheet
from upcard.rules.rules_files import read_rules
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings

ROUNDS: Final = 10**8 if os.environ.get("UPCARD_LIBRARY") == "full" else 10**5
Z_MAX: Final = 4
TOGETHER: Final = 8
"""How many wagers one run makes: a spot may wager on twelve games."""
GAMES: Final = {Deck.STANDARD: "blackjack", Deck.PONTOON: "spanish-21"}
USUAL_DECKS: Final = 6
HARD_16: Final = 'dealer_16 = { stands_on = "hard" }\ndealer = { soft_17 = "stand" }'
"""What a game for 16 Bonus says beside its wagers."""


def tables() -> Iterator[tuple[Deck, int, tuple[str, ...]]]:
    """The wagers by the shoe and the game they are dealt in, as many as one run makes."""
    found: dict[tuple[Deck, int, str], list[str]] = {}
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        if sheet is not None and sheet.kind != "special":
            decks = next(iter(sheet.paytables.values())).decks
            count = USUAL_DECKS if USUAL_DECKS in decks else decks[-1]
            found.setdefault((sheet.deck, count, _apart(sheet)), []).append(name)
    for (deck, count, _), names in found.items():
        for start in range(0, len(names), TOGETHER):
            together = names[start : start + TOGETHER]
            needed = [one for name in together if (s := CATALOGUE.sheet(name)) for one in s.needs]
            yield deck, count, tuple(dict.fromkeys([*needed, *together]))


def _apart(sheet: WagerSheet) -> str:
    """The family of a wager that is not played beside others; else nothing."""
    family = FAMILIES[sheet.family]
    is_apart = family.forces or family.is_on_two_hands or family.draws_by is not None
    return family.name if is_apart else ""


def table_with(deck: Deck, decks: int, names: tuple[str, ...]) -> Rules:
    """A game that offers these wagers and nothing else beside the main wager."""
    sheets = [sheet for name in names if (sheet := CATALOGUE.sheet(name))]
    wagers = "\n".join(_section(sheet) for sheet in sheets)
    has_16 = any(FAMILIES[sheet.family].draws_by == STANDS_ON_HARD_16 for sheet in sheets)
    text = f"""
        extends = "{GAMES[deck]}"
        name = "library"
        title = "A table for the library of wagers"
        source = "the sheets of the wagers"
        decks = [{decks}]
        decks_default = {decks}
        games_max = 12
        packs = []
        dealer_draws = {{ when = "whenever-a-wager-needs-it" }}
        {HARD_16 if has_16 else ""}
        sources = {{}}
        {"" if wagers else "side_wagers = []"}
        {wagers}
    """
    return read_rules(text, CATALOGUE, file="library.toml")


def _section(sheet: WagerSheet) -> str:
    readings = default_readings(sheet.family, sheet.deck)
    paytable = next(iter(sheet.paytables))
    winners = "right-first" if sheet.kind == "progressive" else "not-from-meter"
    return f"""
        [[side_wagers]]
        wager = "{sheet.wager}"
        paytable = "{paytable}"
        paytables = ["{paytable}"]
        settles = "with-main"
        unless = "never"
        after_start = "left"
        needs = [{", ".join(f'"{name}"' for name in sheet.needs)}]
        at_most = "limit"
        wager_amount = "any"
        several_winners = "{winners}"
        pays_in = "for-1"
        readings = {{ {", ".join(f'{name} = "{answer}"' for name, answer in readings.items())} }}
        lines = {{}}
    """


@pytest.mark.parametrize(("deck", "decks", "names"), [*tables()], ids=str)
def test_each_wager_comes_out_as_its_exact_value_says(
    deck: Deck, decks: int, names: tuple[str, ...]
) -> None:
    rules = table_with(deck, decks, names)
    spots = 2 if any(FAMILIES[one.family].is_on_two_hands for one in rules.side_wagers) else 1
    result = simulate(rules, rounds=ROUNDS, seed=17, spots=spots, sides=dict.fromkeys(names, 1))

    for name in names:
        wager = result.wagers[name]
        assert wager.z is not None, name
        print(
            f"{name:26} {decks} decks {wager.ev:+.6f} exact {wager.exact_ev:+.6f} z {wager.z:+.2f}"
        )
        assert abs(wager.z) < Z_MAX, name


def test_a_wager_on_the_whole_round_has_no_exact_value_where_hands_are_played_otherwise() -> None:
    plain = table_with(Deck.STANDARD, 6, ("lucky-stiff",))
    surrendering = with_settings(plain, {"surrender.forfeits": "half"}, CATALOGUE)

    for rules, is_known in ((plain, True), (surrendering, False)):
        result = simulate(rules, rounds=1000, seed=17, sides={"lucky-stiff": 1})

        assert (result.wagers["lucky-stiff"].z is not None) is is_known
