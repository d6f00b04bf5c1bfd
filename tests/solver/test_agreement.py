"""The compiled solver is the readable one, only faster."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.solver.shoes import cards_of, game_with
from tests.solver.test_proofs import distinct_orders
from upcard.cards import Deck
from upcard.catalogue import rules_of
from upcard.catalogue_games import game
from upcard.game.dealers import (
    BUST,
    HITS_SOFT_17,
    NATURAL,
    STANDS_ON_HARD_16,
    STANDS_ON_SOFT_17,
)
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.compiled_splits import CompiledHands
from upcard.odds.play.crossings import Crossings
from upcard.odds.play.moments import Plan
from upcard.odds.play.openings import openings_of
from upcard.odds.play.payments import PlayFacts, facts_of
from upcard.odds.play.reference import ReferenceValues
from upcard.odds.play.reference_splits import ReferenceHands
from upcard.odds.play.split_parts import TwoHands
from upcard.odds.play.stock import Stock, composition_of, stock_of
from upcard.odds.play.worths import Number, Values
from upcard.rules.schema import Rules
from upcard.shoes import composition
from upcard.strategy.policies import plan_named, policy_of
from upcard.strategy.policy_proofs import value_of_order

SHOE = stock_of(cards_of("As*3 5h*3 6s*3 6h*3 7s*3 7h*3 8s*3 Kd*5 Qd*4 Jd*4"))
FEW = stock_of(cards_of("As*3 6s*3 6h*3 7s*3 7h*3 8s*3 Kd*5 Qd*3"))
ACES = stock_of(cards_of("As*34 2h*6 Kd*8"))
RICH = "split, double-on 9 10 11, redouble-below 12, rescue-below 16, surrender-on 16, hit-below 15"


def worth_by(
    facts: PlayFacts, stock: Stock, values: Values, plan: Plan | None
) -> tuple[Number, Number]:
    """The mean and the mean square of a round."""
    openings = list(openings_of(facts, stock, values, plan, float))
    return (
        sum(each.probability * each.worth.mean for each in openings),
        sum(each.probability * each.worth.square for each in openings),
    )


@pytest.mark.parametrize("policy", ["", RICH])
@pytest.mark.parametrize(
    "rules",
    [
        rules_of("bahamas"),
        rules_of("bahama-wsgc"),
        game_with("blackjack", dealer__peek="never"),
        game_with("spanish-21-redouble", special_pays__after_double="kept"),
        *(
            game_with("pontoon", no_hole_card__natural_takes=takes, splitting__hands_max=hands)
            for takes, hands in (("original-only", "3"), ("busted-plus-one", "2"))
        ),
    ],
    ids=lambda rules: rules.name,
)
def test_kernels_and_reference_give_the_same_round(rules: Rules, policy: str) -> None:
    facts = facts_of(rules, wager_cents=500)
    plan = plan_named(policy) if policy else None

    fast = worth_by(facts, SHOE, CompiledValues(facts, SHOE, plan), plan)
    readable = worth_by(facts, SHOE, ReferenceValues(facts, SHOE, plan, float), plan)

    assert fast == pytest.approx(readable, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize(
    ("rules", "policy", "shoe"),
    [
        (rules_of("bahamas"), "", FEW),
        (rules_of("bahama-wsgc"), RICH, FEW),
        (rules_of("free-bet"), "split, hit-below 14", FEW),
        (game_with("blackjack", dealer__peek="never"), RICH, FEW),
        # Two hands may hold more than 32 aces, which must not be taken for twos.
        (rules_of("blackjack"), "split, hit-on 12 13 14 15 16 17 18 19 20 21", ACES),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_kernels_and_reference_multiply_the_hands_of_a_split_alike(
    rules: Rules, policy: str, shoe: Stock
) -> None:
    facts, plan = facts_of(rules, wager_cents=500), plan_named(policy) if policy else None
    fast, readable = CompiledValues(facts, shoe, plan), ReferenceValues(facts, shoe, plan, float)

    squares: list[float] = []
    found: list[tuple[Values, TwoHands]] = [
        (fast, CompiledHands(fast)),
        (readable, ReferenceHands(readable)),
    ]
    for values, hands in found:
        start = openings_of(facts, shoe, values, plan, float)
        alone = float(sum(one.probability * one.worth.square for one in start))
        start.splitter.crossings = Crossings(shoe, start.decider, float, hands)
        squares.append(float(sum(one.probability * one.worth.square for one in start)))
        assert abs(squares[-1] - alone) > 0.01

    assert squares[0] == pytest.approx(squares[1], rel=1e-13)


@pytest.mark.parametrize("rule", [STANDS_ON_SOFT_17, HITS_SOFT_17, STANDS_ON_HARD_16])
@pytest.mark.parametrize("upcard", [1, 2, 6, 10])
def test_the_dealer_ends_alike_in_both(rule: int, upcard: int) -> None:
    facts = facts_of(rules_of("blackjack"))
    facts = replace(facts, house=facts.house._replace(draws_by=rule))
    stock = stock_of(composition(Deck.STANDARD, 6).elements())
    removed = composition_of((6, 10))
    values = CompiledValues(facts, stock)

    ends = values.shoe.outcomes[values.numbers.of(removed), upcard - 1]
    outcomes = ReferenceValues(facts, stock, None, float).outcomes(upcard, removed)
    expected = [outcomes.get(end, 0.0) for end in (17, 18, 19, 20, 21, BUST, NATURAL, 16)]

    assert list(ends) == pytest.approx(expected, abs=1e-13)


def test_the_mean_square_of_a_round_without_splits_is_exact() -> None:
    bahamas, shoe = game("bahamas"), cards_of("5s*2 6h*2 Kd*3 8c")
    plan = plan_named(RICH.removeprefix("split, "))
    facts = facts_of(bahamas.rules, wager_cents=100)
    nets = [value_of_order(bahamas, order, policy_of(plan)) for order in distinct_orders(shoe)]

    values = ReferenceValues(facts, stock_of(shoe), plan, Fraction)
    openings = list(openings_of(facts, stock_of(shoe), values, plan, Fraction))

    assert sum(each.probability * each.worth.square for each in openings) == Fraction(
        sum(net * net for net in nets), len(nets)
    )
