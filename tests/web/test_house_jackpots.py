"""A jackpot that no wager feeds is the house's: a fixed prize whose display never grows."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from tests.books.histories import GAME, NOTHING, Story, link, parameters, story_in
from upcard.jackpot import Parameters
from upcard.room.money_orders import ChangeProgressive
from upcard.room.table_orders import CloseTable, OpenTable
from upcard.screens.chronicles import Chronicle
from upcard.screens.jackpot_displays import display_record

PRIZE = 200_000


def fed_by_nobody() -> Parameters:
    """The progressive of the story without any rate."""
    usual = parameters()
    none = Fraction(0)
    level = replace(usual.levels[0], rate=none, reserve_rate=none, hidden_rate=none)
    return replace(usual, levels=(level,))


def shown(story: Story) -> tuple[bool, int]:
    """Whether the display says that it is a house jackpot, and its amount."""
    room = story.house.room
    record = display_record(room.state, Chronicle(room), "prog")
    return record["is_house_jackpot"], record["levels"][0]["display"]


def set_anew(story: Story, wanted: Parameters) -> None:
    """Both tables closed, the progressive changed, one table opened."""
    for table in ("t1", "t2"):
        if story.house.room.state.tables[table].dealer:
            story.house.done("sup-1", CloseTable(table))
    story.house.done("tech-1", ChangeProgressive(wanted, link()), "exec-1")
    story.house.done("sup-1", OpenTable("t1", "deal-1"))


def test_a_house_jackpot_says_so_and_never_counts_up(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        assert shown(story) == (False, PRIZE)
        set_anew(story, fed_by_nobody())
        amounts = [shown(story)]
        for _ in range(3):
            story.deal("t1", "deal-1", NOTHING)
            amounts.append(shown(story))
            story.end("t1", "deal-1")
            amounts.append(shown(story))

        assert set(amounts) == {(True, PRIZE)}


def test_a_house_jackpot_that_was_paid_is_the_same_prize_again(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        set_anew(story, fed_by_nobody())
        story.deal("t1", "deal-1", GAME.hit)
        story.claim("t1", "deal-1")
        story.swipe("t1")
        story.end("t1", "deal-1")

        assert shown(story) == (True, PRIZE)
        assert story.house.room.state.jackpots.liability == PRIZE


def test_with_a_rate_it_is_a_progressive_and_grows(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        set_anew(story, fed_by_nobody())
        set_anew(story, parameters())
        story.deal("t1", "deal-1", NOTHING)
        story.end("t1", "deal-1")

        assert shown(story) == (False, PRIZE + 240)
