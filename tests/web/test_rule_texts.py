"""What the rules editor shows of odds."""

import pytest

from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE
from upcard.rules.setting_paths import with_settings
from upcard.screens.rule_texts import odds_of


def test_figures_that_depend_on_the_play_are_not_shown() -> None:
    rules = golden_rules(PUSH_22)
    live = with_settings(rules, {"dealer_draws.when": "while-a-hand-is-live"}, CATALOGUE)
    own, others = (odds_of(one, 6)["wagers"] for one in (rules, live))

    assert own[0]["edge_percent"] == pytest.approx(5.8539, abs=5e-5)
    assert [(one["edge_percent"], one["hit_percent"]) for one in others[:3]] == [(None, None)] * 3
    assert own[-1] == others[-1]
    assert own[-1]["wager"] == "insurance"
