"""What the rules editor shows of odds."""

import pytest

from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE, every_game
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings
from upcard.screens.rule_texts import odds_of, warnings_of

KINGS = "side_wagers.kings-bounty.paytables.KB01.pays.two-kings"


def test_figures_that_depend_on_the_play_are_not_shown() -> None:
    rules = golden_rules(PUSH_22)
    live = with_settings(rules, {"dealer_draws.when": "while-a-hand-is-live"}, CATALOGUE)
    own, others = (odds_of(one, 6)["wagers"] for one in (rules, live))

    assert own[0]["edge_percent"] == pytest.approx(5.8539, abs=5e-5)
    assert [(one["edge_percent"], one["hit_percent"]) for one in others[:3]] == [(None, None)] * 3
    assert own[-1] == others[-1]
    assert own[-1]["wager"] == "insurance"


@pytest.mark.parametrize(
    ("game", "setting", "pay", "warns"),
    [
        (
            "kings-bounty",
            "side_wagers.kings-bounty.paytables.KB01.pays.two-kings",
            "999999:1",
            True,
        ),
        ("kings-bounty", "side_wagers.kings-bounty.paytables.KB01.pays.two-kings", "6:1", False),
        ("bonanza", "natural.pays", "999999:1", True),
    ],
)
def test_a_pay_that_no_game_has_gets_a_warning_and_is_allowed(
    game: str, setting: str, pay: str, warns: bool
) -> None:
    rules = with_settings(golden_rules(game), {setting: pay}, CATALOGUE)

    assert [one["path"] for one in warnings_of(rules)] == [setting] * warns


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_no_game_of_the_catalogue_gets_a_warning(rules: Rules) -> None:
    assert warnings_of(rules) == []
