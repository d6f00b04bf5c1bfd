"""Side wagers that look at a player, not a spot: two hands, and envy, at table and in lanes."""

import random

import pytest

from tests.agreement.recorded import at_random, compare, recorded
from tests.rounds.finding import LIBRARY, golden_rules
from upcard.app.problems import AppError
from upcard.app.simulations import simulate
from upcard.cards import read_cards
from upcard.catalogue_games import game
from upcard.families import FAMILIES
from upcard.money import Cents
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.forced_charts import forced_chart
from upcard.simulation.setups.packed_games import Setup, packed
from upcard.table import Decision, Refused, Round, handle
from upcard.table.commands import Choose, Command, Deal, PlaceWager, PressDeal, StartGame
from upcard.table.rounds import MAIN

AMOUNT = Cents(500)


@pytest.mark.parametrize("dealer", ["As Ks", "As Qs"])
def test_envy_is_paid_once_a_player_by_table_and_lanes(dealer: str) -> None:
    setup = Setup(
        game=game(golden_rules(LIBRARY)),
        chart=None,
        sides={"blackjack-match": AMOUNT},
        spots=5,
        players=(0, 1, 1, 0, 2),
    )
    ace, ten = dealer.split()
    # Spots 1 and 3 have the dealer's cards: two winners, each envied by two other players.
    order = read_cards(f"{ace} 8d {ace} 8d 8d {ace} {ten} Kd {ten} Kd Kd {ten}")
    pack = packed(setup)
    record = recorded(pack, [*reversed(order)], at_random(random.Random(1)))

    compare(pack, [record])
    assert [one.spot for one in record.round.settlements if one.wager == "envy"] == [1, 5, 2, 5]


def test_a_wager_on_two_hands_needs_them() -> None:
    rules = golden_rules(LIBRARY)

    with pytest.raises(SetupError) as refused:
        simulate(rules, rounds=1000, seed=1, sides={"super-match": 5})

    assert str(refused.value) == (
        "Super Match on spot 1 does not count: it lies on the first of a player's two spots, and "
        "needs a main wager on both"
    )
    found = simulate(rules, rounds=20_000, seed=1, spots=3, sides={"super-match": 5})
    z = found.wagers["super-match"].z
    assert z is not None
    assert abs(z) < 4


def test_a_wager_that_forces_the_play_takes_no_chart() -> None:
    rules = golden_rules(LIBRARY)
    forced = FAMILIES["dealer-side"].round_sight
    assert forced is not None
    with pytest.raises(AppError) as refused:
        simulate(
            rules, rounds=1000, seed=1, sides={"winners-option": 5}, chart=forced_chart(forced)
        )

    assert str(refused.value) == (
        "winners-option says how every hand is played: leave the chart out"
    )


def test_a_hand_that_a_wager_forces_may_do_nothing_else() -> None:
    round_ = Round(game(golden_rules(LIBRARY)))
    commands: list[Command] = [
        PlaceWager(1, MAIN, Cents(1000)),
        PlaceWager(1, "winners-option", AMOUNT),
        StartGame(),
        *(Deal(card) for card in read_cards("5d 9s 6d 8d")),
        PressDeal(),  # Nobody makes a wager on the up card.
    ]
    for command in commands:
        round_, _ = handle(round_, command)

    with pytest.raises(Refused) as refused:
        handle(round_, Choose(Decision.DOUBLE))

    assert str(refused.value) == (
        "spot 1 may not double: Winner's Option is on this spot, so the hand must draw to hard 17 "
        "or soft 18; it may hit"
    )
