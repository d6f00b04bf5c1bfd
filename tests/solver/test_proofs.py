"""Table, reference solver and brute force give the same fraction, whatever is decided."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import factorial, prod
from pathlib import Path

import pytest

from tests.solver.shoes import PROOFS, cards_of, proof_in
from upcard.cards import Card
from upcard.catalogue_games import game
from upcard.notation.proofs import Proof
from upcard.odds.play.payments import facts_of
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import exact_mean_square, exact_play_value
from upcard.odds.play.stock import stock_of
from upcard.strategy.enumeration import exact_value, hit_below, value_over_orders
from upcard.strategy.policies import plan_named, policy_of
from upcard.strategy.policy_proofs import (
    value_of_order,
    value_through_table,
    worth_through_table,
)

ORDERS_MAX = 1000
OLD_PROOFS = sorted((Path(__file__).parents[1] / "proofs").glob("*.proof"))


def test_there_are_proofs_enough() -> None:
    assert len(PROOFS) >= 40


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
def test_the_table_gives_the_value_of_the_proof_and_the_solvers_mean_square(path: Path) -> None:
    proof, plan = proof_in(path), plan_named(proof_in(path).policy)

    value, square = worth_through_table(proof.game, proof.shoe, policy_of(plan))

    assert value == proof.value
    facts = facts_of(proof.game.rules, wager_cents=100)
    if facts.house.natural_takes_one and facts.house.hands_max > 1:
        with pytest.raises(PlayError, match="has no exact standard deviation then"):
            exact_mean_square(facts, stock_of(proof.shoe), plan)
        return
    assert exact_mean_square(facts, stock_of(proof.shoe), plan) == square


@pytest.mark.parametrize("path", [*OLD_PROOFS, *PROOFS], ids=lambda path: path.stem)
def test_the_solver_gives_the_same_fraction(path: Path) -> None:
    proof = proof_in(path)

    assert solver_value(proof) == proof.value


@pytest.mark.parametrize(
    "path",
    [path for path in PROOFS if len(set(proof_in(path).shoe)) == 2],
    ids=lambda path: path.stem,
)
def test_dealing_every_order_gives_the_same_fraction(path: Path) -> None:
    proof = proof_in(path)
    assert orders_of(proof.shoe) <= ORDERS_MAX
    policy = policy_of(plan_named(proof.policy))

    values = [value_of_order(proof.game, order, policy) for order in distinct_orders(proof.shoe)]

    assert sum(values, Fraction(0)) / len(values) == proof.value


def test_working_out_positions_once_is_the_same_as_visiting_every_order() -> None:
    shoe, bahamas = cards_of("6s*2 7s 8s Kd*3"), game("bahamas")
    policy = hit_below(15)

    value = value_through_table(bahamas, shoe, policy)

    assert value == exact_value(bahamas, shoe, policy) == value_over_orders(bahamas, shoe, policy)


def solver_value(proof: Proof) -> Fraction:
    """The proof's value by the reference solver, at the wager that proofs are made with."""
    facts = facts_of(proof.game.rules, wager_cents=100)
    return exact_play_value(facts, stock_of(proof.shoe), plan_named(proof.policy))


def orders_of(shoe: tuple[Card, ...]) -> int:
    """How many orders a shoe can come in, equal cards not told apart."""
    return factorial(len(shoe)) // prod(map(factorial, Counter(shoe).values()))


def distinct_orders(shoe: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every order a shoe can come in, each once and all equally likely."""
    if not shoe:
        yield ()
    for card in dict.fromkeys(shoe):
        place = shoe.index(card)
        for rest in distinct_orders(shoe[:place] + shoe[place + 1 :]):
            yield (card, *rest)
