"""Golden rounds have teeth: each of these seeded bugs turns at least one of them red."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import upcard.families.neighbours as neighbours
import upcard.families.royal_matches as royal_matches
import upcard.families.three_cards as three_cards
import upcard.game.decisions as decisions
import upcard.notation.written_rounds as writing
import upcard.table.bonus_pays as specials
import upcard.table.follows as follows
import upcard.table.next_cards as dealing
import upcard.table.parlays as parlays
import upcard.table.settle as settle
import upcard.table.side_settlements as side_settling
from tests.rounds.finding import golden_rules
from upcard.families import FAMILIES
from upcard.families.card_numbers import (
    KING,
    QUEEN,
    SEVEN,
    is_suited,
    points_of,
    rank_of,
    sequence_of,
)
from upcard.families.dealer_hands import DealerHand
from upcard.game.dealers import draws
from upcard.hand_values import Total, is_natural
from upcard.money import Cents, ForOne, Rounding, ToOne
from upcard.notation import NotationError, replay
from upcard.table.rounds import Hand, Round

ROUNDS = [
    path.read_text() for path in sorted((Path(__file__).parents[1] / "rounds").rglob("*.round"))
]
evolve = import_module("upcard.table.evolve")  # The package exports the function by that name.
Patch = Callable[[pytest.MonkeyPatch], None]


def caught() -> str | None:
    """What the first golden round says that a bug breaks; None if none notices."""
    for text in ROUNDS:
        try:
            replay(text, golden_rules)
        except (NotationError, AssertionError, LookupError, StopIteration) as error:
            return str(error) or type(error).__name__
    return None


def swap(module: Any, name: str, broken: Any) -> Patch:
    """A bug: *name* of *module* replaced."""
    return lambda patch: patch.setattr(module, name, broken)


def _stands_on_soft_17(state: int, hits_soft_17: int) -> bool:
    return draws(state, 0)


def _everybody_is_live(hand: Hand) -> bool:
    return True


def _everything_even(self: ToOne, stake: Cents, rounding: Rounding) -> Cents:
    return stake


def _for_one_returns_the_stake(self: ForOne, stake: Cents, rounding: Rounding) -> Cents:
    return Cents((self.times + 1) * stake)


def _soft_total_never(cards: Any) -> Total:
    return Total(sum(card.points for card in cards), False)


def _winner_envies_too(round_: Round, winner: Hand, bonus: Any) -> list[int]:
    return list(round_.spots)


def _left_first(round_: Round, level: str) -> Any:
    return sorted((a for a in round_.awards if a.level == level), key=lambda award: award.spot)


def _no_cap(house: Any, hand: Any) -> int:
    return 0


def _rescue_costs_nothing(game: Any, hand: Hand) -> Any:
    return replace(settle._surrendered(game, hand), outcome="rescue", returned=hand.stake)


def judged(family: str, broken: Callable[..., int]) -> Patch:
    """A bug: the judge of *family* replaced; it gets the true one first."""
    true = FAMILIES[family]

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrong = replace(true, judge=lambda *cards: broken(true.judge, *cards))
        monkeypatch.setitem(FAMILIES, family, wrong)

    return patch


def _pair_by_value(judge: Any, first: int, second: int, dealers: int) -> int:
    matching = points_of(dealers) in (points_of(first), points_of(second))
    return 1 << 4 if matching else 0


def _third_seven_alone(judge: Any, *cards: int) -> int:
    return 1 << 5 if any(rank_of(card) == SEVEN for card in cards) else 0


def _pictures_of_a_suit(first: int, second: int) -> bool:
    pictures = (QUEEN, KING)
    return rank_of(first) in pictures and rank_of(second) in pictures and is_suited(first, second)


def _pair_of_ten_values(judge: Any, first: int, second: int) -> int:
    return 1 << 1 if points_of(first) == points_of(second) else 0


def _king_and_ace_apart(first: int, second: int) -> int:
    apart = abs(sequence_of(first) - sequence_of(second))
    return 5 if apart == 12 else apart


def _ten_values_are_one_rank(first: int, second: int) -> int:
    apart = abs(points_of(first) - points_of(second))
    return 12 if apart == 9 else apart


def _suits_are_colours(judge: Any, dealer: DealerHand) -> int:
    fits: int = judge(dealer)
    return fits if fits & 1 else fits & ~2


def _looks_at_two(judge: Any, dealer: DealerHand) -> int:
    fits: int = judge(dealer) if dealer.cards == 2 else 0
    return fits


def _also_over_the_ace(first: int, second: int, third: int, is_bridged: bool) -> bool:
    ranks = {sequence_of(card) for card in (first, second, third)}
    return ranks == {13, 1, 2} or TRUE_STRAIGHT(first, second, third, is_bridged)


TRUE_STRAIGHT = three_cards.is_straight


def _natural_after_split(self: Hand) -> bool:
    return is_natural(self.cards)


BUGS: dict[str, Patch] = {
    "the dealer stands on soft 17": swap(dealing, "draws", _stands_on_soft_17),
    "the dealer draws against nobody": swap(dealing, "is_live", _everybody_is_live),
    "every pay is even money": swap(ToOne, "won", _everything_even),
    "N for 1 returns the stake": swap(ForOne, "won", _for_one_returns_the_stake),
    "an ace is always one": swap(evolve, "total_of", _soft_total_never),
    "no special pays": swap(settle, "special_pay", lambda game, hand: None),
    "a doubled hand keeps its special pay": swap(
        settle,
        "special_pay",
        lambda game, hand: specials.special_pay(game, hand._replace(doubles=0)),
    ),
    "a split ace and king is a natural": swap(Hand, "is_natural", property(_natural_after_split)),
    "the winner of a super bonus envies too": swap(specials, "_envious", _winner_envies_too),
    "meter awards are paid left first": swap(writing, "_in_order", _left_first),
    "no cap on doubles": swap(decisions, "_why_not_that_much", _no_cap),
    "a rescue costs nothing": swap(settle, "_rescued", _rescue_costs_nothing),
    "matches by value": judged("match-up", _pair_by_value),
    "a third seven counts by itself": judged("three-7s-player", _third_seven_alone),
    "two kings of a suit are a royal match": swap(
        royal_matches, "is_royal_match", _pictures_of_a_suit
    ),
    "a royal match of the player alone is a crown treasure": judged(
        "royal-match", lambda judge, first, second, *_: judge(first, second, first, second)
    ),
    "ten-values are a pair": judged("pair", _pair_of_ten_values),
    "the dealer draws for no wager": swap(dealing, "_draws_for_a_wager", lambda round_: False),
    "a wager on an unfinished hand loses": swap(
        side_settling, "dealer_is_finished", lambda round_: True
    ),
    "the dealer's draws are not looked at": judged("push-22", _looks_at_two),
    "hearts and diamonds are two colours": judged("push-22", _suits_are_colours),
    "a king and an ace are not neighbours": swap(neighbours, "ranks_apart", _king_and_ace_apart),
    "ten-values are one rank of neighbours": swap(
        neighbours, "ranks_apart", _ten_values_are_one_rank
    ),
    "K-A-2 is a straight": swap(three_cards, "is_straight", _also_over_the_ace),
    "insurance never settles": swap(follows, "settle_insurance", lambda round_: iter(())),
    "nobody is asked to move winnings": swap(follows, "spots_to_ask", lambda round_: ()),
    "a limit of a parlay counts moved money only": swap(
        parlays, "most_to_move", lambda house, wager, won: min(won, house.parlayed_wager_max - won)
    ),
    "the hole card is not looked at": swap(follows, "dealer_peeks", lambda round_: False),
    "cents are rounded up": swap(
        Rounding, "of_ratio", lambda self, over, under: Cents(-(-over // under))
    ),
    "odd cents are lost": swap(
        writing,
        "awards_in_order",
        lambda meter, claims, rounding: ([Cents(0) for _ in claims], meter),
    ),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_seeded_bug_is_caught_by_a_golden_round(
    bug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    BUGS[bug](monkeypatch)

    assert caught() is not None


def test_without_a_bug_nothing_is_caught() -> None:
    assert caught() is None
