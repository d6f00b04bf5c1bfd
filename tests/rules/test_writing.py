"""Rules written as a file read the same again."""

import pytest

from upcard.catalogue import CATALOGUE, rules_of
from upcard.rules.rules_files import read_rules
from upcard.rules.setting_paths import with_settings
from upcard.rules.written_rules import rules_toml


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_game_reads_the_same_after_writing(name: str) -> None:
    rules = rules_of(name)

    assert read_rules(rules_toml(rules), CATALOGUE) == rules


def test_a_changed_setting_is_written() -> None:
    rules = with_settings(
        rules_of("kings-bounty"),
        {"side_wagers.blazing-7s-upcard.several_winners": "split-equally"},
        CATALOGUE,
    )

    assert read_rules(rules_toml(rules), CATALOGUE) == rules != rules_of("kings-bounty")
