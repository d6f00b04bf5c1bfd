"""No setting is forgotten in silence: each is read by table, solver and simulator, or refused."""

import random

import pytest

from tests.agreement.settings import answers, changed, switched_on
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.game.features import FEATURES
from upcard.odds.play import payments
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import play_value
from upcard.rules.schema import Rules
from upcard.simulation.problems import SetupError
from upcard.simulation.setups import packed_games
from upcard.table.games import GameError

BESIDE_THE_MAIN_GAME = {
    "cards_dealt": "when side wagers are settled",
    "bonus_round_pause": "a key of the dealer",
    "payments.rounding": "cents: a solver counts in wagers",
    "limits.schedule": "which wagers are taken",
    "surrender.forfeits": "has one answer",
    "super_bonus.envy_goes_to": "other players",
    "super_bonus.envy_per": "other players",
    "dealer_22.pushes": "has one answer",
    "third_cards.counts": "has one answer",
    "parlay.wager": "a side wager",
}
"""Settings that change nothing that the value of a main wager depends on, and why."""


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_a_setting_that_is_changed_changes_what_every_interpreter_is_told(name: str) -> None:
    rules = rules_of(name)
    told = payments.facts_of(rules, wager_cents=1000)
    for path, allowed in answers(rules).items():
        others = [found for answer in allowed if (found := _other(rules, path, answer))]
        if not others or path in BESIDE_THE_MAIN_GAME:
            continue
        # What the solver is told is the house, which table and simulator are told too, and pays.
        assert any(payments.facts_of(one, wager_cents=1000) != told for one in others), path


def _other(rules: Rules, path: str, answer: str) -> Rules | None:
    found = changed(rules, {path: answer})
    return found if found != rules else None


def _switched_on(feature: str) -> Rules:
    """A game with a feature that no game of the catalogue has."""
    for name in ("kings-bounty", "spanish-21-s17"):
        base, rng = rules_of(name), random.Random(feature)
        for changes in switched_on(base, rng):
            rules = changed(base, changes)
            if rules and getattr(rules, feature) != "none":
                return rules
    raise AssertionError(f"{feature} cannot be switched on")


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_that_nobody_plays_is_refused_by_name(
    feature: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = [rules_of(name) for name in CATALOGUE.names("games")]
    on = [rules for rules in every if getattr(rules, feature) != "none"]
    rules = on[0] if on else _switched_on(feature)
    played = game(rules)
    assert {"table", "solver", "simulator"} == FEATURES[feature].PLAYED_BY
    monkeypatch.setattr(FEATURES[feature], "PLAYED_BY", frozenset())

    with pytest.raises(GameError, match=feature):
        game(rules)
    with pytest.raises(PlayError, match=feature):
        play_value(rules, rules.decks[0])
    with pytest.raises(SetupError, match=feature):
        packed_games.packed(packed_games.Setup(game=played, chart=None))
