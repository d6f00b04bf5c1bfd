"""A room with a game that has no hole card: nothing is hidden, and every record tells the round."""

from pathlib import Path

import pytest

from tests.room.houses import Game, House, new_room, place_in, rig
from upcard.cards import Card, read_cards
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.notation import replay
from upcard.room.care.audits import audit_room
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable, ShuffleShoe
from upcard.screens.chronicles import Chronicle
from upcard.screens.recalls import RoundRecall
from upcard.table.awaits import AwaitCard, AwaitDecision, awaits
from upcard.table.commands import Choose, Deal, EndGame, PlaceWager, StartGame
from upcard.table.games import CardSource

PONTOON = Game("pontoon", "main", "", None, "", "", "", 0)
NO_NATURAL = "6s Kh 5d 4c"
"""Spot 1, the up card, spot 1; then the dealer, who draws on."""


def opened(folder: Path, cards: CardSource) -> House:
    """A table of Pontoon, shuffled, with a main wager on spot 1 and the game started."""
    place = place_in(folder)
    house = House(new_room(place), place, PONTOON)
    cut = 200 if cards is CardSource.DIGITAL else 0
    table = TableSpec(table="t1", rules="pontoon", decks=8, pack=None, cut_card=cut, cards=cards)
    house.done("tech-1", AddTable(table), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    house.done("deal-1", ShuffleShoe("t1", "opening"))
    if cards is CardSource.DIGITAL:
        house.cut("t1")
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    house.key("t1", StartGame())
    return house


def recalled(house: House) -> RoundRecall:
    """The one round of the table, as its record tells it."""
    chronicle = Chronicle(house.room)
    (past,) = chronicle.rounds("t1", most=10)
    return RoundRecall(house.room.journal, past, chronicle.game(past))


def test_a_read_table_asks_for_the_second_card_after_the_players(tmp_path: Path) -> None:
    house = opened(tmp_path, CardSource.READ)
    for word in ("6s", "Kh", "5d"):
        house.key("t1", Deal(Card.parse(word)))
    assert isinstance(awaits(house.round_on("t1")), AwaitDecision)
    house.key("t1", Choose(Decision.DOUBLE))
    house.key("t1", Deal(Card.parse("8c")))
    house.key("t1", Choose(Decision.STAND))

    assert awaits(house.round_on("t1")) == AwaitCard("dealer", is_face_down=False)
    house.key("t1", Deal(Card.parse("Ac")))
    house.key("t1", EndGame())

    recall = recalled(house)
    sentences = [step["sentence"] for step in recall.steps()]
    assert "The dealer gets Ac." in sentences
    assert not any("hole card" in sentence for sentence in sentences)
    text = recall.text()
    assert text is not None
    again = replay(text).round
    assert again.dealer == read_cards("Kh Ac")
    assert [(one.outcome, one.net) for one in again.settlements] == [("original-lost", -1000)]
    house.close()


@pytest.mark.parametrize("is_reopened", [False, True])
def test_a_digital_table_goes_on_with_the_next_card_of_its_shoe(
    tmp_path: Path, is_reopened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, NO_NATURAL)
    house = first = opened(tmp_path, CardSource.DIGITAL)
    assert len(house.round_on("t1").dealer) == 1
    if is_reopened:
        house = first.reopened()
    house.play_on("t1")
    done = house.round_on("t1")
    house.key("t1", EndGame())

    text = recalled(house).text()
    assert done.dealer == read_cards("Kh 4c 6s")
    assert text is not None
    assert replay(text).round.dealer == done.dealer
    assert audit_room(house.room.journal).is_sound
    first.close()
