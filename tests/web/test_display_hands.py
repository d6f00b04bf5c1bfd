"""A jackpot display names the hands that win from each level, as the placard does."""

from pathlib import Path

from tests.web.houses import house_in
from upcard.screens.jackpot_displays import hands_of


def test_a_display_names_what_wins_each_level_and_what_part_of_it(tmp_path: Path) -> None:
    with house_in(tmp_path / "room") as house:
        state = house.room.state
        found = {name: hands_of(state, name) for name in state.links}

    assert found == {
        "bahama": {"meter": ["Four of a kind suited", "Four of a kind same colour (10%)"]},
        "blazing": {
            "Mega": ["Three 7s diamonds"],
            "Major": ["Three 7s suited"],
            "Minor": ["Three 7s same colour"],
        },
    }
