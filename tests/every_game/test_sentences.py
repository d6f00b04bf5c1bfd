"""Everything a person reads of any round is in words: no name that is meant for programs."""

import random
import re
from collections.abc import Iterator

import pytest

from tests.every_game.players import a_random_table, play_at_random
from tests.rounds.finding import golden_rules
from upcard.catalogue import CATALOGUE
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.screens.frames import TablePicture, frame_of
from upcard.screens.round_replays import sentence_for, view_at
from upcard.table import Game, Refused, Round, evolve
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeAwardBack,
    VerifyAward,
)
from upcard.table.decide import decide
from upcard.table.follows import follows
from upcard.table.rounds import INSURANCE, MAIN
from upcard.table.views import Audience, Viewer

ROUNDS = 4
DEALER, PLAYER = Viewer(Audience.DEALER), Viewer(Audience.PLAYER, (1, 2))
FOR_PROGRAMS = {
    *("name", "wager", "hand", "key", "to", "stage", "state", "level", "source", "paytable"),
    "points",
    *("audience", "kind", "type", "table", "deck", "cards", "dealer_cards", "family", "id"),
    *("decisions", "free_decisions", "sensor", "tone", "after_start", "meters", "lines", "needs"),
}
"""Fields of a frame that a page looks things up with and never shows."""
REPRESENTATIONS = re.compile(r"\w+\(\w+=|<\w+\.\w+|Decision\.|\b[1-7][ab]+\b")
"""What Python shows of a value, and the name of a split hand."""


def codes_of(game: Game) -> list[str]:
    """The names of wagers and of hands of their paytables that are no words."""
    names = {*game.offers, *(line for offer in game.offers.values() for line in offer.pays)}
    return sorted(name for name in names if "-" in name)


def texts_in(value: object) -> Iterator[str]:
    """Every text of a frame that a page may show."""
    match value:
        case str():
            yield value
        case dict():
            is_award = "wager_title" in value
            for name, each in value.items():
                if name not in FOR_PROGRAMS and not (name == "outcome" and is_award):
                    yield from texts_in(each)
        case list() | tuple():
            for each in value:
                yield from texts_in(each)


def refused(round_: Round) -> Iterator[str]:
    """What the table says to every key that it does not take now."""
    for command in _keys(round_):
        try:
            decide(round_, command)
        except Refused as refusal:
            yield str(refusal)


def _keys(round_: Round) -> Iterator[Command]:
    yield from (StartGame(), PressDeal(), EndGame(), MoveWinnings(1, Cents(100)))
    yield from map(Choose, Decision)
    for wager in (MAIN, INSURANCE, *round_.game.offers):
        for amount in (Cents(3), Cents(100), Cents(10_000_000)):
            yield PlaceWager(1, wager, amount)
        yield LiftWager(1, wager)
        yield ConfirmAward(1, wager, Cents(100))
        yield VerifyAward(1, wager, (), ())
        yield TakeAwardBack(1, wager)
    for name, offer in round_.game.offers.items():
        yield from (PressHandButton(1, name, line) for line in offer.pays)


def picture(round_: Round) -> TablePicture:
    """An open table with that round on it."""
    return TablePicture(
        table="t",
        version=1,
        sequence=1,
        game=round_.game,
        round=round_,
        number=1,
        shoe=None,
        meters=(),
        is_open=True,
        dealer="Dana",
        kind=RoomKind.LIVE,
        step_back="",
    )


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_frames_refusals_and_replays_of_a_game_name_everything_in_words(name: str) -> None:
    rng = random.Random(f"{name} in words")
    for _ in range(ROUNDS):
        played = play_at_random(a_random_table(golden_rules(name), rng), rng)
        codes = re.compile("|".join(map(re.escape, codes_of(played.round.game))) or r"\Z.")
        said, after = set[str](), Round(played.round.game)
        for event in played.events:
            after = evolve(after, event)
            said.add(sentence_for(event, view_at(after, DEALER)))
            if not follows(after):
                said.update(refused(after))
                for viewer in (DEALER, PLAYER):
                    said.update(texts_in(frame_of(picture(after), viewer)))
        wrong = {text for text in said if codes.search(text) or REPRESENTATIONS.search(text)}

        assert wrong == set()
        assert any("the table is waiting for" in text for text in said)
