"""The library of side wagers: exact odds of each from nothing, and what four of them cost a run."""

import sys
from time import process_time

from benchmarks.engine_bench import PASSES, ROUNDS, SEED
from tests.rounds.finding import LIBRARY, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.odds.wager_odds import odds_of
from upcard.odds.wager_sheets import full_shoe, offer_from_sheet
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.runs import simulate
from upcard.simulation.vector_engines import chosen_engine, engines_here

DECKS = 6
MIXES = {
    "two cards": ("perfect-pairs", "suit-em-up", "royal-20s", "over-13"),
    "two, three and four cards": ("perfect-pairs", "lucky-lucky", "lucky-ladies", "magic-jacks"),
    "the dealer's hand": ("buster-blackjack", "red-flex", "instant-18", "dealer-19-or-20"),
    "of each kind": ("perfect-pairs", "lucky-lucky", "buster-blackjack", "super-sevens"),
}
"""Four new wagers at a time, by what they look at."""


def run() -> None:
    """Print the slowest wagers, then every mix on every engine that plays it."""
    print(f"exact odds of one wager at {DECKS} decks, nothing kept, processor time, the slowest:")
    for seconds, name in sorted(_seconds_by_wager(), reverse=True)[:4]:
        print(f"  {name:<44}{seconds:>10.3f} s")
    print(f"simulator, one core, processor time, seed {SEED}, best of {PASSES}:")
    for engine in engines_here():
        alone = _speed(_pack(()), engine)
        print(f"  {f'main wager, {engine}':<44}{alone / 1e6:>10.1f} million rounds/s")
        for what, names in MIXES.items():
            pack = _pack(names)
            found = _speed(pack, engine)
            print(f"  {f'  four wagers on {what}':<44}{found / 1e6:>10.1f} {found / alone:>7.0%}")


def _seconds_by_wager() -> list[tuple[float, str]]:
    found = []
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        if sheet is None or sheet.kind == "special":
            continue
        paytable = next(iter(sheet.paytables))
        offer = offer_from_sheet(sheet, paytable, sheet.deck)
        shoe = full_shoe(sheet.deck, DECKS)
        _forget()
        began = process_time()
        odds_of(offer, shoe)
        found.append((process_time() - began, name))
    return found


def _forget() -> None:
    """Empty every cache of the odds, as a new process has them."""
    for name, module in list(sys.modules.items()):
        if name.startswith("upcard.odds"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _pack(names: tuple[str, ...]) -> Packed:
    table = game(golden_rules(LIBRARY))
    sides = dict.fromkeys(names, Cents(100))
    return packed(Setup(game=table, chart=chart_for(table), sides=sides))


def _speed(pack: Packed, engine: str) -> float:
    chosen, best = chosen_engine(engine, pack), 0.0
    simulate(pack, rounds=1, seed=SEED, engine=chosen)
    for _ in range(PASSES):
        began = process_time()
        simulate(pack, rounds=ROUNDS, seed=SEED, engine=chosen, threads=1)
        best = max(best, ROUNDS / (process_time() - began))
    return best
