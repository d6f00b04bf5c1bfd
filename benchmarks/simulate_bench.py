"""How many rounds a second the simulator plays, beside a plain C loop that knows far less."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.engine_names import AUTO
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed, simulate
from upcard.simulation.vector_engines import chosen_engine, is_compiled

SEED = 2026
ROUNDS = 1 << 29
PASSES = 5
GAMES = ("blackjack", "bahamas")
PLAIN_LOOP = r"""
/* Hit, stand and double by rule of thumb, six decks; no splits, no suits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t place, dealt[6];

static inline uint64_t mixed(uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

/* The points of the next card, drawn evenly among those of 312 that have not been dealt. */
static inline int draw(void) {
    for (;;) {
        place += 0x9E3779B97F4A7C15ull;
        uint64_t scaled = (mixed(place) >> 32) * 6, deck = scaled >> 32;
        scaled = (scaled & 0xFFFFFFFFull) * 52;
        uint64_t card = scaled >> 32, bit = 1ull << card;
        if ((scaled & 0xFFFFFFFFull) < (1ull << 32) % 312 || (dealt[deck] & bit)) continue;
        dealt[deck] |= bit;
        int rank = (int)(card >> 2);
        return rank < 9 ? rank + 1 : 10;
    }
}

static inline int total(int points, int ace) { return ace && points <= 11 ? points + 10 : points; }

static int round_net(void) {
    for (int deck = 0; deck < 6; deck++) dealt[deck] = 0;
    int first = draw(), up = draw(), second = draw(), hole = draw();
    int points = first + second, ace = first == 1 || second == 1;
    int dealer = up + hole, dealer_ace = up == 1 || hole == 1, stake = 2;
    int natural = total(points, ace) == 21, dealer_natural = total(dealer, dealer_ace) == 21;
    if (dealer_natural) return natural ? 0 : -2;
    if (natural) return 3;
    if (!ace && (points == 10 || points == 11) && up >= 2 && up <= 9) {
        stake = 4;
        int card = draw();
        points += card, ace = card == 1;
    } else {
        int stand = up >= 2 && up <= 6 ? 13 : 17;
        for (;;) {
            int now = total(points, ace), soft = now != points;
            if (now >= (soft ? 18 : stand)) break;
            int card = draw();
            points += card, ace |= card == 1;
        }
    }
    int mine = total(points, ace);
    if (mine > 21) return -stake;
    for (;;) {
        int now = total(dealer, dealer_ace), soft = now != dealer;
        if (now > 17 || (now == 17 && !soft)) break;
        int card = draw();
        dealer += card, dealer_ace |= card == 1;
    }
    int theirs = total(dealer, dealer_ace);
    if (theirs > 21 || mine > theirs) return stake;
    return mine == theirs ? 0 : -stake;
}

int main(int count, char **words) {
    long rounds = count > 1 ? atol(words[1]) : 1 << 24, net = 0;
    place = mixed(count > 2 ? strtoull(words[2], 0, 10) : 1);
    for (long n = 0; n < rounds; n++) net += round_net();
    printf("%.4f\n", net / 2.0 / rounds);
    return 0;
}
"""
"""A plain loop for scale: it knows hitting, standing and doubling, and no splits and no suits."""


def run() -> None:
    """Print rounds a second: one core, two cores, side wagers, and the C loop."""
    print(f"simulator, one spot, chart, fresh six-deck shoe, seed {SEED}, best of {PASSES}:")
    print(f"  {'kernel ready from the first call':<44}{_seconds_to_ready():>10.2f} s")
    for name in GAMES:
        one, two = (_rounds_per_second(main_wager(name), threads) for threads in (1, 2))
        print(f"  {f'{name}, main wager, one core':<44}{one / 1e6:>10.2f} million rounds/s")
        print(f"  {f'{name}, main wager, two cores':<44}{two / 1e6:>10.2f} ({two / one:.2f} times)")
    sides = _rounds_per_second(every_wager("bahamas"), 1)
    print(f"  {'bahamas with four side wagers, one core':<44}{sides / 1e6:>10.2f}")
    _print_plain_loop()


def main_wager(name: str) -> Packed:
    """A game by a plausible chart, with nothing but the main wager."""
    table = game(name)
    return packed(Setup(game=table, chart=chart_for(table)))


def every_wager(name: str) -> Packed:
    """The same with every side wager on offer."""
    table = game(name)
    sides = {wager: offer.amount or Cents(100) for wager, offer in table.offers.items()}
    return packed(Setup(game=table, chart=chart_for(table), sides=sides))


def _seconds_to_ready() -> float:
    began = perf_counter()
    pack = main_wager("blackjack")
    how = "from the cache" if is_compiled(chosen_engine(AUTO, pack)) else "compiled"
    simulate(pack, rounds=1, seed=SEED)
    seconds = perf_counter() - began
    print(f"  kernel {how}")
    return seconds


def _rounds_per_second(pack: Packed, threads: int) -> float:
    best = 0.0
    for _ in range(PASSES):
        began = perf_counter()
        simulate(pack, rounds=ROUNDS, seed=SEED, threads=threads)
        best = max(best, ROUNDS / (perf_counter() - began))
    return best


def _print_plain_loop() -> None:
    label = "plain C: hit, stand, double; no splits, one core"
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print(f"  {label}: no C compiler here, so not measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        program, source = Path(folder) / "plain_loop", Path(folder) / "plain_loop.c"
        source.write_text(PLAIN_LOOP)
        command = [compiler, "-O3", "-march=native", "-o", str(program), str(source)]
        subprocess.run(command, check=True)
        best, ev = 0.0, ""
        for _ in range(PASSES):
            began = perf_counter()
            ev = _output_of(program)
            best = max(best, ROUNDS / (perf_counter() - began))
    print(f"  {label:<44}{best / 1e6:>6.2f} (its EV: {ev})")


def _output_of(program: Path) -> str:
    command = [str(program), str(ROUNDS), str(SEED)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    run()
