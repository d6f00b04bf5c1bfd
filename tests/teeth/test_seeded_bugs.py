"""Golden rounds have teeth: each of these seeded bugs turns at least one of them red."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import upcard.game.decisions as decisions
import upcard.notation.written_rounds as writing
import upcard.table.bonus_pays as specials
import upcard.table.follows as follows
import upcard.table.next_cards as dealing
import upcard.table.parlays as parlays
import upcard.table.settle as settle
import upcard.table.side_settlements as side_settling
import upcard.wagers.dealer_hands as dealer_hands
import upcard.wagers.judges as judges
import upcard.wagers.three_cards as three_cards
import upcard.wagers.two_cards as two_cards
from tests.rounds.finding import golden_rules
from upcard.cards import RANKS, Card
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


def _pair_by_value(cards: Any) -> frozenset[str]:
    values = tuple(replace_rank(card) for card in cards)
    matching = (values[0] == values[2]) + (values[1] == values[2])
    return frozenset(("one-unsuited",)) if matching else frozenset()


def replace_rank(card: Any) -> int:
    """A card by points: jacks, queens and kings alike."""
    return int(card.points)


def _third_seven_alone(cards: Any) -> frozenset[str]:
    sevens = sum(card.rank == "7" for card in cards)
    return frozenset({"one-7"}) if sevens else frozenset()


def _pictures_of_a_suit(cards: Sequence[Card]) -> bool:
    return {card.rank for card in cards} <= {"K", "Q"} and len({card.suit for card in cards}) == 1


def _pair_of_ten_values(cards: Sequence[Card]) -> frozenset[str]:
    return frozenset({"pair"} if cards[0].points == cards[1].points else ())


def _king_and_ace_apart(first: Card, second: Card) -> bool:
    return abs(RANKS.index(first.rank) - RANKS.index(second.rank)) == 1


def _ten_values_are_one_rank(first: Card, second: Card) -> bool:
    return abs(first.points - second.points) in (1, 9)


def _suits_are_colours(cards: Sequence[Card]) -> frozenset[str]:
    fits = dealer_hands.judge_push_22(cards)
    return fits if "suited-22" in fits else fits - {"same-colour-22"}


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
    "matches by value": swap(judges, "judge_match", _pair_by_value),
    "a third seven counts by itself": swap(judges, "judge_sevens", _third_seven_alone),
    "two kings of a suit are a royal match": swap(two_cards, "is_royal_match", _pictures_of_a_suit),
    "a royal match of the player alone is a crown treasure": swap(
        judges, "judge_royal_match", lambda cards: two_cards.judge_royal_match([*cards[:2]] * 2)
    ),
    "ten-values are a pair": swap(judges, "judge_pair", _pair_of_ten_values),
    "the dealer draws for no wager": swap(dealing, "_draws_for_a_wager", lambda round_: False),
    "a wager on an unfinished hand loses": swap(
        side_settling, "dealer_is_finished", lambda round_: True
    ),
    "the dealer's draws are not looked at": swap(
        judges, "judge_push_22", lambda cards: dealer_hands.judge_push_22(cards[:2])
    ),
    "hearts and diamonds are two colours": swap(judges, "judge_push_22", _suits_are_colours),
    "a king and an ace are not neighbours": swap(two_cards, "are_neighbours", _king_and_ace_apart),
    "ten-values are one rank of neighbours": swap(
        two_cards, "are_neighbours", _ten_values_are_one_rank
    ),
    "K-A-2 is a straight": swap(
        three_cards, "STRAIGHTS", three_cards.STRAIGHTS | {frozenset("KA2")}
    ),
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
