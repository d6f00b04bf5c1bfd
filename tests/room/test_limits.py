"""A room's limits stay within the single-wager limit of the day; what is recorded still opens."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.room.houses import Game, House, new_room, place_in
from upcard.catalogue import CATALOGUE, rules_of
from upcard.room.events import RulesApproved, TableAdded, TableSpec
from upcard.room.orders import AddTable, ApproveRules, ChangeTable
from upcard.room.state import apply
from upcard.rules.fingerprints import fingerprint
from upcard.rules.reading import read_rules
from upcard.rules.settings import with_settings
from upcard.rules.writing import rules_toml

SPEC = TableSpec(table="t1", rules="kings-bounty", decks=6, pack=None, cut_card=200)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A room with people and nothing else."""
    place = place_in(tmp_path)
    house = House(new_room(place), place, Game("kings-bounty", "", "", "", "", "", "", 100))
    yield house
    house.close()


def own_rules(path: str, amount: str) -> str:
    """King's Bounty as the room's own rules, with another limit."""
    changed = with_settings(rules_of("kings-bounty"), {path: amount}, CATALOGUE)
    return rules_toml(changed.model_copy(update={"name": "own"}))


@pytest.mark.parametrize(
    ("path", "amount", "limits"),
    [("limits.main_max", "401", "main limits are 1 to 401"),
     ("limits.side_max", "500", "side limits are 1 to 500")],
)  # fmt: skip
def test_rules_with_limits_over_the_law_are_not_approved(
    house: House, path: str, amount: str, limits: str
) -> None:
    refusal = house.refused("tech-1", ApproveRules("own", own_rules(path, amount)), "exec-1")

    assert refusal.startswith(f"limits-above-single-wager: {limits}: a single wager on ")
    assert refusal.endswith(" is 400 at most (washington schedule)")
    assert not house.room.state.rules


def test_rules_with_limits_at_the_law_are_approved(house: House) -> None:
    house.done("tech-1", ApproveRules("own", own_rules("limits.main_max", "400")), "exec-1")

    house.done("tech-1", AddTable(replace(SPEC, rules="own")), "exec-1")


def test_a_room_that_recorded_limits_over_the_law_still_opens_and_sets_up_no_more_of_them(
    house: House,
) -> None:
    text = own_rules("limits.main_max", "1000")
    found = fingerprint(read_rules(text, CATALOGUE, file="own"))
    recorded = (
        RulesApproved(
            name="own", text=text, fingerprint=found, by="tech-1", approved_by="exec-1"
        ),
        TableAdded(replace(SPEC, rules="own"), found, "tech-1", "exec-1"),
    )  # fmt: skip
    state = house.room.state
    for event in recorded:
        state = apply(state, event)

    limits = state.tables["t1"].game_on(date(2026, 11, 15)).limits
    assert (limits.main_max, limits.single_wager) == (100_000, 40_000)

    house.room.state = state
    for wish in (AddTable(replace(SPEC, table="t2", rules="own")),
                 ChangeTable(replace(SPEC, rules="own", cut_card=100))):  # fmt: skip
        assert house.refused("tech-1", wish, "exec-1").startswith(
            "limits-above-single-wager: main limits are 1 to 1000: a single wager on "
        )
