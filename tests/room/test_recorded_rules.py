"""Rules that a room recorded and nobody may approve today: the room opens and plays by the law."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.room.houses import Game, House, new_room, place_in, pretend
from tests.table.tables import dealt, started
from upcard.catalogue import CATALOGUE, rules_of
from upcard.room.events import RulesApproved
from upcard.room.orders import ApproveRules
from upcard.room.recorded_rules import rules_fault, rules_to_record
from upcard.room.state import RoomState, apply
from upcard.room.table_events import TableAdded, TableSpec
from upcard.room.table_orders import AddTable, ChangeTable
from upcard.rules.fingerprints import fingerprint, whole_fingerprint
from upcard.rules.rules_files import read_rules
from upcard.rules.setting_paths import with_settings
from upcard.rules.written_rules import rules_toml

SEVENS = "blazing-7s-player"
SPEC = TableSpec(table="t1", rules="own", decks=6, pack=SEVENS, cut_card=200)
DAY = date(2026, 11, 15)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A room with people and nothing else."""
    place = place_in(tmp_path)
    house = House(new_room(place), place, Game("kings-bounty", "", "", "", "", "", "", 100))
    yield house
    house.close()


def own_rules(**settings: str) -> str:
    """King's Bounty as the room's own rules, with other limits."""
    paths = {f"limits.{name}": amount for name, amount in settings.items()}
    changed = with_settings(rules_of("kings-bounty"), paths, CATALOGUE)
    return rules_toml(changed.model_copy(update={"name": "own"}))


def recorded(house: House, text: str) -> RoomState:
    """The room as if it had approved *text* before, and set up a table that plays by it."""
    rules = read_rules(text, CATALOGUE, file="own", is_recorded=True)
    events = (
        RulesApproved(
            name="own",
            text=text,
            fingerprint=fingerprint(rules),
            by="tech-1",
            approved_by="exec-1",
        ),
        TableAdded(SPEC, fingerprint(rules), "tech-1", "exec-1"),
    )
    state = house.room.state
    for event in events:
        state = apply(state, event)
    return state


@pytest.mark.parametrize(
    ("name", "amount", "limits"),
    [
        ("main_max", "401", "main limits are 1 to 401"),
        ("side_max", "500", "side limits are 1 to 500"),
    ],
)
def test_rules_with_limits_over_the_law_are_not_approved(
    house: House, name: str, amount: str, limits: str
) -> None:
    wish = ApproveRules("own", own_rules(**{name: amount}))

    refusal = house.refused("tech-1", wish, "exec-1")

    assert refusal.startswith(f"limits-above-single-wager: {limits}: a single wager on ")
    assert refusal.endswith(" may be 400 at most (washington schedule)")
    assert not house.room.state.rules


def test_rules_with_limits_at_the_law_are_approved(house: House) -> None:
    house.done("tech-1", ApproveRules("own", own_rules(main_max="400")), "exec-1")

    house.done("tech-1", AddTable(SPEC), "exec-1")


def test_a_room_that_recorded_limits_over_the_law_opens_and_sets_up_no_more_of_them(
    house: House,
) -> None:
    pretend(house.room, recorded(house, own_rules(main_max="1000")))

    limits = house.room.state.tables["t1"].game_on(DAY).limits
    assert (limits.main_max, limits.single_wager) == (100_000, 40_000)
    for wish in (AddTable(replace(SPEC, table="t2")), ChangeTable(replace(SPEC, cut_card=100))):
        assert house.refused("tech-1", wish, "exec-1").startswith(
            "limits-above-single-wager: main limits are 1 to 1000: a single wager on "
        )


def test_a_room_that_recorded_the_return_of_two_sevens_opens_and_pays_them(house: House) -> None:
    """S3 8.a: the two sevens payout is based on the first two cards only."""
    text = own_rules().replace('"two-cards-only"', '"returned"')
    state = recorded(house, text)

    played = state.tables["t1"].game_on(DAY)
    round_ = dealt(started(played, (1, "main", "10"), (1, SEVENS, "2")), "7d Kc 7d As")

    settled = {one.wager: (one.outcome, one.won) for one in round_.settlements}
    assert settled == {"main": ("lose", 0), SEVENS: ("first-two-7s", 5000)}
    assert "S3 8.a pays two sevens" in house.refused("tech-1", ApproveRules("own", text), "exec-1")


def test_own_rules_that_are_no_longer_what_was_approved_are_played_nowhere(house: House) -> None:
    """Version 0.2 recorded the file alone, and the game that it extends has changed since."""
    approved = RulesApproved(
        name="own",
        text='extends = "blackjack"\nname = "own"\n',
        fingerprint="0" * 64,
        by="tech-1",
        approved_by="exec-1",
    )
    pretend(house.room, apply(house.room.state, approved))
    wish = AddTable(replace(SPEC, pack=None))

    assert house.refused("tech-1", wish, "exec-1") == (
        "rules-not-allowed: own differs from what was approved: a catalogue file that it refers to "
        "has changed; approve it again with `upcard room rules approve FILE --name own`"
    )
    house.done("tech-1", ApproveRules("own", approved.text), "exec-1")
    house.done("tech-1", wish, "exec-1")


def test_rules_that_a_room_recorded_as_a_fingerprint_alone_are_noted_once_where_they_fit(
    house: House,
) -> None:
    state = recorded(house, own_rules())
    other = replace(SPEC, table="t2", rules="kings-bounty")
    for spec, found in (
        (other, whole_fingerprint(rules_of("kings-bounty"))),
        (replace(other, table="t3"), "0" * 64),
    ):
        state = apply(state, TableAdded(spec, found, "tech-1", "exec-1"))
    notes = rules_to_record(state)
    for event in notes:
        state = apply(state, event)

    assert [one.name for one in notes] == ["own", "kings-bounty"]
    assert rules_to_record(state) == ()
    assert [bool(rules_fault(one)) for one in state.tables.values()] == [False, False, True]
    assert state.rules["own"].resolved == state.tables["t1"].rules_text == notes[0].text
