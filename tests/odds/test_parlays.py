"""What moving the winnings of House Money is worth: published, and through the table."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from tests.solver.shoes import cards_of
from upcard.cards import Card
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.odds.parlays import ParlayOdds, parlay_odds, parlays_of
from upcard.odds.play.openings import OpeningBook, openings_of
from upcard.odds.play.payments import facts_of
from upcard.odds.play.problems import PlayError
from upcard.odds.play.reference import ReferenceValues
from upcard.odds.play.solver import play_value
from upcard.odds.play.stock import stock_of
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings
from upcard.strategy.enumeration import WAGER, Policy
from upcard.strategy.policies import plan_named, policy_of
from upcard.table import Round, awaits, handle
from upcard.table.awaits import AwaitCard, AwaitDecision, AwaitEnd, AwaitParlay
from upcard.table.commands import (
    Choose,
    Command,
    Deal,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    StartGame,
)
from upcard.table.rounds import Stage
from upcard.wagers import offer_of

MONEY = rules_of("house-money")
SIDE = Cents(100)
Mover = Callable[[Round, AwaitParlay], Cents]

# Tiny shoes, with winners of every line, and a plan that asks for much.
SHOES = [
    ("8s*2 8h 7d Kd*4 Qc*2 9c*2", "same-value", "split 8, hit-below 12"),
    ("Kd*4 Qc*3 Js*3 6h", "same-rank", "split, hit-below 12"),
    ("Ad*2 Kd*3 2d 6c*2 9h Ts", "same-value", "double-on 11, hit-below 14"),
    ("As*3 Ks*3 Qs 7h 5d*2", "same-value", "split A, hit-below 12"),
]


def solved(
    rules: Rules, shoe: Sequence[Card], plan: str
) -> tuple[Fraction, ParlayOdds, OpeningBook]:
    """The main game's value by *plan*, the parlay's odds, and the openings: all as fractions."""
    facts, stock = facts_of(rules, wager_cents=WAGER), stock_of(shoe)
    values = ReferenceValues(facts, stock, plan_named(plan), Fraction)
    start = openings_of(facts, stock, values, plan_named(plan), Fraction)
    openings = tuple(start)
    book = OpeningBook(facts, stock, start.decider, openings)
    main = sum((Fraction(one.probability * one.worth.mean) for one in openings), Fraction(0))
    return main, parlay_odds(offer_of(rules.side_wagers[0]), Counter(shoe), book), book


class Table:
    """Every way that a shoe can come through the table; what follows the moves is kept."""

    def __init__(self, rules: Rules, shoe: Sequence[Card], policy: Policy) -> None:
        self.game = game(rules, pack="no-progressive")
        self.shoe, self.policy = Counter(shoe), policy
        self.known: dict[object, Fraction] = {}

    def value(self, mover: Mover) -> Fraction:
        """What main wager and side wager bring together, in wagers of one dollar."""
        round_ = Round(self.game)
        for wager, amount in (("main", WAGER), ("house-money", SIDE)):
            round_, _ = handle(round_, PlaceWager(1, wager, amount))
        return self._value(handle(round_, StartGame())[0], self.shoe, mover)

    def _value(self, round_: Round, shoe: Counter[Card], mover: Mover) -> Fraction:
        while command := _answer(round_, self.policy, mover):
            round_, _ = handle(round_, command)
        net = sum(settled.net for settled in round_.settlements)
        if isinstance(awaits(round_), AwaitEnd):
            return Fraction(net, WAGER)
        if round_.stage is Stage.DEALING:
            return self._drawn(round_, shoe, mover)
        up, *others = round_.dealer
        hidden = tuple(sorted(card.text for card in others))
        position = (round_.stage, round_.turn, net, round_.hands, up, hidden, round_.is_hole_shown)
        if position not in self.known:
            self.known[position] = self._drawn(round_, shoe, mover)
        return self.known[position]

    def _drawn(self, round_: Round, shoe: Counter[Card], mover: Mover) -> Fraction:
        assert shoe, "the shoe runs out before the round is over: use more cards"
        value = Fraction(0)
        for card, count in shoe.items():
            after, left = handle(round_, Deal(card))[0], shoe - Counter((card,))
            value += Fraction(count, shoe.total()) * self._value(after, left, mover)
        return value


def _answer(round_: Round, policy: Policy, mover: Mover) -> Command | None:
    match awaits(round_):
        case AwaitDecision(_, legal):
            return Choose(policy(round_.hands[round_.turn], round_.upcard, legal))
        case AwaitParlay() as asked:
            return MoveWinnings(asked.spot, mover(round_, asked))
        case AwaitCard() | AwaitEnd():
            return None
        case _:
            return PressDeal()


@pytest.mark.parametrize(("text", "pairs", "plan"), SHOES)
def test_the_best_parlay_is_worth_the_same_through_the_table(
    text: str, pairs: str, plan: str
) -> None:
    rules = with_settings(MONEY, {"splitting.pairs": pairs}, CATALOGUE)
    shoe = tuple(cards_of(text))
    main, odds, book = solved(rules, shoe, plan)
    table = Table(rules, shoe, policy_of(plan_named(plan)))

    def best(round_: Round, asked: AwaitParlay) -> Cents:
        first, second = round_.hands[0].cards
        going_on = book.opening(first, second, round_.upcard).going_on
        assert going_on is not None
        return asked.most if going_on.mean > 0 else Cents(0)

    assert table.value(lambda _, __: Cents(0)) == main + odds.ev_without
    assert table.value(best) == main + odds.ev
    assert table.value(lambda _, asked: asked.most) <= main + odds.ev
    assert odds.gain > 0


def test_six_decks_have_the_published_values() -> None:
    # titles: H17, doubles after splits, aces resplit. Published elsewhere: 2.6 %.
    (found,) = parlays_of(MONEY, 6, play_value(MONEY, 6))

    assert round(found.record()["house_edge_percent_without"], 6) == 26.490230
    assert abs(found.record()["house_edge_percent"] - 2.513076) < 0.000001


def test_a_wager_on_more_than_two_cards_is_refused_by_name() -> None:
    bounty = rules_of("kings-bounty")
    play = play_value(MONEY, 6)

    with pytest.raises(PlayError, match="kings-bounty looks at more than the player's first two"):
        parlay_odds(offer_of(bounty.side_wagers[0]), Counter(), play.book)
