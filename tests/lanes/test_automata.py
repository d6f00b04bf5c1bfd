"""The rule book as tables: every game fits them or is refused by name."""

import numpy as np
import pytest

from tests.lanes.lane_blocks_played import by_chart
from tests.simulation.charts import chart_for
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.game import dealers, hands
from upcard.simulation import Setup, packed
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.automata import automaton

FITTING = CATALOGUE.names("games")


@pytest.mark.parametrize("name", FITTING)
def test_a_game_fits_with_a_plausible_chart_and_without_any(name: str) -> None:
    table = game(name)
    for chart in (chart_for(table), None):
        found = automaton(packed(Setup(game=table, chart=chart)))

        assert 0 < found.numbers[lay.CLASSES] < lay.NO_CLASS


def test_a_count_that_does_not_fit_is_refused_by_name() -> None:
    table = game("kings-bounty")
    asked = Setup(game=table, chart=chart_for(table), count={"A": -65, "2": 64})

    with pytest.raises(DoesNotFit, match="A counts -65: write -64 to 64"):
        automaton(packed(asked))


def test_a_chart_is_in_the_tables_hand_by_hand() -> None:
    pack = by_chart("blackjack")
    found, decisions = automaton(pack), pack.tables.decisions
    rows = found.large[lay.ROWS * lay.LARGE :][: lay.LARGE]
    columns = found.small[lay.COLUMNS * lay.SMALL :][: lay.SMALL]
    codes = found.large[lay.CODES * lay.LARGE :][: lay.LARGE]
    for up, state in np.ndindex(10, 21):
        if state < 4:
            continue
        code = codes[rows[state] + columns[hands.state_after(0, up + 1)]]
        told = decisions[up * at.PER_UPCARD + state]

        assert bool(code & lay.DRAWS) == (told >= at.HIT)
        assert bool(code & lay.CLIMBS) == (told == at.DOUBLE)


def test_the_dealer_draws_where_the_rule_book_says() -> None:
    found = automaton(by_chart("blackjack"))
    draws = found.small[lay.DEALER_DRAWS * lay.SMALL :][: lay.SMALL]

    assert [bool(each) for each in draws] == [dealers.draws(s, 1) for s in range(lay.SMALL)]
