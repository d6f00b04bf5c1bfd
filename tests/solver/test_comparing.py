"""What single rules are worth when one game is turned into another."""

import pytest

from tests.solver.shoes import game_with
from upcard.catalogue import CATALOGUE, rules_of
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.solver import MeanGains, play_value
from upcard.odds.play.stock import Stock
from upcard.strategy.rule_differences import rule_worths
from upcard.strategy.rule_effects import rule_effects


def test_each_difference_is_put_in_alone() -> None:
    blackjack = rules_of("blackjack")
    better = game_with("blackjack", dealer__soft_17="stand", surrender__forfeits="half")

    worths = {each.rule: each for each in rule_worths(blackjack, better, 6, CATALOGUE)}

    assert set(worths) == {"dealer.soft_17", "surrender"}
    alone = play_value(game_with("blackjack", dealer__soft_17="stand"), 6).ev
    assert worths["dealer.soft_17"].gain == pytest.approx(
        alone - play_value(blackjack, 6).ev, abs=1e-15
    )
    assert (worths["surrender"].before, worths["surrender"].after) == ("none", "on")


def test_a_feature_can_go_as_well_as_come() -> None:
    bonanza, blackjack = rules_of("bonanza"), rules_of("blackjack")

    there = rule_worths(blackjack, bonanza, 6, CATALOGUE)
    back = rule_worths(bonanza, blackjack, 6, CATALOGUE)

    assert [each.rule for each in there] == [each.rule for each in back] == ["surrender"]
    assert there[0].gain == pytest.approx(-(back[0].gain or 0))


def test_a_rule_that_cannot_stand_alone_has_no_worth() -> None:
    # Redoubling is for games that hit soft 17.
    worths = rule_worths(rules_of("bahamas-s17"), rules_of("bahamas"), 6, CATALOGUE)

    gains = {each.rule: each.gain for each in worths}
    assert gains["doubling.doubles_max"] is None
    assert gains["dealer.soft_17"] is not None


def test_every_single_change_is_priced_with_the_best_for_players_first() -> None:
    blackjack = rules_of("blackjack")
    found = rule_effects(blackjack, 6, CATALOGUE)
    gains = {(each.rule, each.after): each.gain or 0.0 for each in found}

    assert len(gains) == len(found) >= 30
    assert list(gains.values()) == sorted(gains.values(), reverse=True)
    stands = play_value(game_with("blackjack", dealer__soft_17="stand"), 6).ev
    base = play_value(blackjack, 6).ev
    assert gains["dealer.soft_17", "stand"] == pytest.approx(stands - base, abs=1e-15)
    assert gains["decks", "1"] == pytest.approx(play_value(blackjack, 1).ev - base, abs=1e-15)
    assert gains["natural.pays", "6:5"] == pytest.approx(-0.0136, abs=0.0001)
    assert ("insurance", "none") not in gains, "the best play never insures from a full shoe"


def test_features_that_make_another_title_are_part_of_a_comparison() -> None:
    free, fun, pontoon = (
        {each.rule for each in rule_worths(rules_of("blackjack"), rules_of(title), 2, CATALOGUE)}
        for title in ("free-bet", "super-fun-21", "pontoon")
    )

    assert {"free_bets", "dealer_22"} <= free
    assert {"many_cards", "suited_natural", "surrender_any_time"} <= fun
    assert {"no_hole_card", "twenty_one_at_once", "surrender_against"} <= pontoon


@pytest.mark.parametrize("name", ["bahamas", "free-bet", "zappit"])
def test_the_gain_alone_is_that_of_the_whole_solution(name: str) -> None:
    rules = rules_of(name)

    assert MeanGains().of(rules, 2) == play_value(rules, 2).ev


def test_games_that_play_alike_are_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[int] = []

    def counted(facts: PlayFacts, stock: Stock) -> CompiledValues:
        solved.append(stock.cards)
        return CompiledValues(facts, stock)

    monkeypatch.setattr("upcard.odds.play.solver.CompiledValues", counted)
    gains = MeanGains()
    alike = {gains.of(rules_of(name), 6) for name in ("blackjack", "kings-bounty")}
    other = gains.of(rules_of("blackjack"), 2)

    assert len(alike) == 1
    assert other not in alike
    assert solved == [312, 104]
