"""Push 22 at the table, in lanes and in the odds: the same wager, however the dealer draws."""

import os
import random
from collections import Counter
from math import sqrt

import pytest

from tests.agreement.recorded import ROUNDS_ALIKE, at_random, compare, recorded
from tests.agreement.test_exact_odds import check
from tests.every_game.players import a_shoe
from tests.rounds.finding import PUSH_22, golden_rules
from tests.simulation.charts import chart_for
from upcard.cards import Card
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.game.dealers import draws
from upcard.game.hands import state_after
from upcard.money import Cents
from upcard.odds.wager_odds import odds_in
from upcard.rules.setting_paths import with_settings
from upcard.shoes import composition
from upcard.simulation import Setup, figures, packed, simulate
from upcard.table import Game
from upcard.table.next_cards import dealer_is_finished

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 20_000 if IS_FULL else 400
SIMULATED = 100_000_000 if IS_FULL else 2_000_000
WHEN = ("while-a-hand-is-live", "whenever-a-wager-needs-it")
SIDES = {"push-22": Cents(500)}
Z_MAX = 4


def table(**settings: str) -> Game:
    """The table of the golden rounds with some settings changed: two underscores are a dot."""
    changes = {path.replace("__", "."): text for path, text in settings.items()}
    return game(with_settings(golden_rules(PUSH_22), changes, CATALOGUE))


def a_shoe_of_22s(game_: Game, rng: random.Random) -> list[Card]:
    """A shuffled shoe, often one of sixes and tens of few suits, so that the dealer has 22."""
    cards = a_shoe(game_, rng)
    if rng.random() < 0.7:
        suits = rng.choice(("s", "d", "hd", "shdc"))
        cards.sort(key=lambda card: card.suit in suits and card.rank in "26TJQK")
        top = cards[-60:]
        rng.shuffle(top)
        cards[-60:] = top
    return cards


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("peek", ["never", "ace-or-ten"])
def test_table_and_lanes_settle_push_22_alike(when: str, soft_17: str, peek: str) -> None:
    rng = random.Random(f"{when} {soft_17} {peek}")
    played = table(dealer_draws__when=when, dealer__soft_17=soft_17, dealer__peek=peek)
    seen: Counter[str] = Counter()
    for spots in (1, 2, 5):
        pack = packed(Setup(game=played, chart=None, sides=SIDES, spots=spots))
        for _ in range(ROUNDS // (3 * ROUNDS_ALIKE) + 1):
            shoes = [a_shoe_of_22s(played, rng) for _ in range(ROUNDS_ALIKE)]
            records = [recorded(pack, shoe, at_random(rng)) for shoe in shoes]
            compare(pack, records)
            for record in records:
                settled = [one for one in record.round.settlements if one.wager == "push-22"]
                assert len({one.outcome for one in settled}) == 1
                assert dealer_is_finished(record.round) == (settled[0].outcome != "returned")
                seen[settled[0].outcome] += 1

    lines = {"suited-22", "same-colour-22", "any-22", "nothing"}
    assert set(seen) == (lines if when == WHEN[1] else lines | {"returned"})


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
def test_a_simulated_dealer_who_plays_out_has_22_as_often_as_the_odds_say(soft_17: str) -> None:
    played = table(dealer__soft_17=soft_17)
    exact = odds_in(
        played.rules, played.offers["push-22"], composition(played.rules.deck, played.decks)
    )
    assert exact is not None
    setup = packed(Setup(game=played, chart=chart_for(played), sides=SIDES))
    found = figures(setup, simulate(setup, rounds=SIMULATED, seed=22, threads=2).tally)

    check(found.wagers["push-22"], exact)


def test_a_player_who_always_stands_gets_the_wager_back_as_often_as_computed() -> None:
    played = table(dealer_draws__when=WHEN[0])
    chart = chart_for(played)
    for row in chart.rows:
        chart.rows[row] = chart.rows["hard 20"]
    setup = packed(Setup(game=played, chart=chart, sides=SIDES))
    outcomes = (
        figures(setup, simulate(setup, rounds=SIMULATED, seed=23, threads=2).tally)
        .wagers["push-22"]
        .outcomes
    )
    chance = _natural_over_an_unfinished_hand(played)
    mean = SIMULATED * chance

    assert sum(outcomes.values()) == SIMULATED
    assert abs(outcomes["returned"] - mean) / sqrt(mean * (1 - chance)) < Z_MAX


def _natural_over_an_unfinished_hand(played: Game) -> float:
    """How often the player has a natural while the dealer's two cards would draw a third."""
    left = Counter(card.points for card in played.rules.deck.cards for _ in range(played.decks))
    total = sum(left.values())
    naturals = 2 * left[1] * left[10] / (total * (total - 1))
    left -= Counter((1, 10))
    unfinished = sum(
        left[up] * (left[hole] - (up == hole))
        for up in left
        for hole in left
        if draws(state_after(state_after(0, up), hole), played.house.draws_by)
    )
    return naturals * unfinished / ((total - 2) * (total - 3))
