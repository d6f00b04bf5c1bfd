"""A table with read cards: a reader or the dealer tells each card, and people make mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.devices.hand_dealt_rooms import code_of
from tests.devices.test_hand_dealt import BAHAMA, WAGER
from tests.room.houses import House, new_room, parameters, place_in, spec
from upcard.cards import FACE_DOWN, Card, read_cards
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.notation import replay
from upcard.room.care.audits import audit_room
from upcard.room.fairness.real_shoes import SetAside
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive, SwipeAward
from upcard.room.room_records import events_of
from upcard.room.room_snapshots import snapshot_data, state_from_snapshot
from upcard.room.table_events import CardCorrected, HoleRevealed, TableHappened
from upcard.room.table_orders import (
    AddTable,
    CorrectCard,
    CutShoe,
    OpenTable,
    Operate,
    SetCardAside,
    ShuffleShoe,
    StepBack,
    VoidRound,
)
from upcard.screens.chronicles import Chronicle
from upcard.screens.recalls import RoundRecall
from upcard.table.awaits import AwaitCard, AwaitDecision, AwaitEnd, AwaitPeek, awaits
from upcard.table.commands import (
    AnswerPeek,
    Choose,
    Command,
    Deal,
    DealFaceDown,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.events import CardDealt
from upcard.table.games import CardSource
from upcard.table.prompts import prompt_of
from upcard.table.rounds import AwardState

NINE_SIX_EIGHT_KING = "9h 6d 8c Kd"
"""Spot 1 has nine and eight against a six; the hole card is a king."""


def a_house(folder: Path, *, is_machine_shuffled: bool = False, url: str | None = None) -> House:
    """A table with read cards and a digital one, linked to one progressive."""
    place = place_in(folder, url)
    house = House(new_room(place), place, BAHAMA)
    plain = spec("t1", BAHAMA)
    read = replace(
        plain, cards=CardSource.READ, cut_card=0, is_machine_shuffled=is_machine_shuffled
    )
    house.done("tech-1", AddTable(read), "exec-1")
    house.done("tech-1", AddTable(spec("t2", BAHAMA)), "exec-1")
    link = Link(
        progressive="prog",
        wager=WAGER,
        paytable=BAHAMA.paytable,
        tables=("t1", "t2"),
        executive_from=(),
    )
    house.done("tech-1", OpenProgressive(parameters(BAHAMA), link), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    return house


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A table with read cards, shuffled."""
    house = a_house(tmp_path)
    house.done("deal-1", ShuffleShoe("t1", "opening"))
    return house


def started(house: House, *spots: int) -> None:
    """A main wager on each spot, and START GAME."""
    for spot in spots or (1,):
        house.key("t1", PlaceWager(spot, "main", Cents(1000)))
    house.key("t1", StartGame())


def told(house: House, cards: str) -> None:
    """Cards, as a reader tells them; ?? is a hole card that nobody reads."""
    for word in cards.split():
        house.key("t1", DealFaceDown() if word == "??" else Deal(Card.parse(word)))


def refusal(house: House, command: Command) -> str:
    """How a key of the dealer is refused."""
    return house.refused("deal-1", Operate("t1", command))


def correction(place: int, card: str) -> CorrectCard:
    """What a supervisor orders for a misread card."""
    return CorrectCard("t1", place, Card.parse(card), "misread")


def test_the_table_asks_and_the_reader_answers(house: House) -> None:
    started(house, 1, 4)

    assert awaits(house.round_on("t1")) == AwaitCard("1", is_face_down=False)
    told(house, "9h 9s 6d 8c 7c")
    assert awaits(house.round_on("t1")) == AwaitCard("dealer", is_face_down=True)
    told(house, "??")
    assert isinstance(awaits(house.round_on("t1")), AwaitDecision)
    house.key("t1", Choose(Decision.STAND))
    house.key("t1", Choose(Decision.STAND))
    assert awaits(house.round_on("t1")) == AwaitCard("dealer", False, is_turned_over=True)
    assert prompt_of(house.round_on("t1")) == "the hole card, turned over"
    told(house, "Kd Js")

    assert [one.net for one in house.round_on("t1").settlements] == [1000, 1000]
    assert house.round_on("t1").dealer == read_cards("6d Kd Js")
    house.key("t1", EndGame())
    assert house.room.state.tables["t1"].real_shoe is not None
    assert audit_room(house.room.journal).fault is None


def test_a_shoe_that_reads_the_hole_card_is_not_asked_for_it_again(house: House) -> None:
    started(house, 1)
    told(house, "9h Ad 8c Kd")
    house.key("t1", PressDeal())  # Insurance is closed; the table looks under the ace itself.

    assert isinstance(awaits(house.round_on("t1")), AwaitEnd)
    assert [one.outcome for one in house.round_on("t1").settlements] == ["lose"]


@pytest.mark.parametrize(("has_natural", "hole", "bad"), [(True, "Kd", "9d"), (False, "9d", "Kd")])
def test_the_dealer_peeks_where_nobody_read_the_hole_card(
    house: House, has_natural: bool, hole: str, bad: str
) -> None:
    started(house, 1)
    told(house, "9h Ad 8c ??")
    assert refusal(house, AnswerPeek(False)).startswith("out-of-turn: ")
    house.key("t1", PressDeal())

    assert isinstance(awaits(house.round_on("t1")), AwaitPeek)
    assert refusal(house, Choose(Decision.STAND)).startswith("out-of-turn: ")
    assert refusal(house, Deal(Card.parse(hole))).startswith("out-of-turn: ")
    house.key("t1", AnswerPeek(has_natural))
    if not has_natural:
        house.key("t1", Choose(Decision.STAND))
    said = refusal(house, Deal(Card.parse(bad)))
    assert said.startswith(f"peek-contradicted: {bad} under Ad is not what was keyed at the peek")
    told(house, hole)
    assert isinstance(awaits(house.round_on("t1")), AwaitEnd)
    assert house.round_on("t1").has_natural is has_natural


def test_only_a_table_with_read_cards_is_told_cards(house: House) -> None:
    house.done("sup-1", OpenTable("t2", "deal-2"))
    house.new_shoe("t2", "deal-2")
    house.key("t2", PlaceWager(1, "main", Cents(1000)), "deal-2")

    for command in (Deal(Card.parse("9h")), DealFaceDown(), AnswerPeek(True)):
        assert code_of(house, "deal-2", Operate("t2", command)) == "not-by-hand"
    assert code_of(house, "deal-2", SetCardAside("t2", SetAside.BURNED)) == "not-read"
    assert code_of(house, "sup-1", replace(correction(1, "9h"), table="t2")) == "not-read"
    assert code_of(house, "deal-1", CutShoe("t1", "113 tulip")) == "dealt-by-hand"
    assert code_of(house, "deal-1", SetCardAside("t9", SetAside.BURNED)) == "table-unknown"


def test_start_game_needs_a_shoe(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    house.key("t1", PlaceWager(1, "main", Cents(1000)))

    assert refusal(house, StartGame()).startswith("no-shoe: ")
    house.done("deal-1", ShuffleShoe("t1", "opening"))
    house.key("t1", StartGame())
    assert code_of(house, "deal-1", ShuffleShoe("t1", "again")) == "round-is-open"


def test_a_card_that_the_shoe_cannot_hold_is_refused_and_named(house: House) -> None:
    decks = house.room.state.tables["t1"].spec.decks
    for _ in range(decks - 1):
        house.done("deal-1", SetCardAside("t1", SetAside.EXPOSED, Card.parse("Ks")))
    started(house, 1)
    told(house, "Ks")

    said = refusal(house, Deal(Card.parse("Ks")))
    assert said.startswith(
        f"card-all-dealt: Ks has come {decks} times since the shuffle: a shoe of {decks} decks "
        "has no more"
    )
    assert code_of(house, "deal-1", SetCardAside("t1", SetAside.BURNED, Card.parse("Ks"))) == (
        "card-all-dealt"
    )
    told(house, "9d 9c 8d")
    house.key("t1", Choose(Decision.STAND))
    house.key("t1", EndGame())
    started(house, 1)
    assert refusal(house, Deal(Card.parse("Ks"))).startswith("card-all-dealt: ")
    house.done("sup-1", VoidRound("t1", "misdeal"))
    house.done("deal-1", ShuffleShoe("t1", "the cut card is out"))
    started(house, 1)
    told(house, "Ks")


def test_cards_of_a_shuffling_machine_come_again_in_the_next_round(tmp_path: Path) -> None:
    house = a_house(tmp_path, is_machine_shuffled=True)
    house.done("deal-1", ShuffleShoe("t1", "opening"))
    decks = house.room.state.tables["t1"].spec.decks

    for _ in range(decks + 1):
        started(house, 1)
        told(house, "Ks 9d 9c 8d")
        house.key("t1", Choose(Decision.STAND))
        house.key("t1", EndGame())
    shoe = house.room.state.tables["t1"].real_shoe
    assert shoe is not None
    assert shoe.left(0) == shoe.cards


def test_burned_and_exposed_cards_are_counted(house: House) -> None:
    house.done("deal-1", SetCardAside("t1", SetAside.BURNED))
    house.done("deal-1", SetCardAside("t1", SetAside.BURNED, Card.parse("2c")))
    assert code_of(house, "deal-1", SetCardAside("t1", SetAside.EXPOSED)) == "cards-needed"
    ten = SetCardAside("t1", SetAside.EXPOSED, Card.parse("Tc"))
    assert code_of(house, "deal-1", ten) == "card-not-in-deck"  # A pontoon deck has no tens.
    started(house, 1)
    told(house, "9h")
    house.done("deal-1", SetCardAside("t1", SetAside.EXPOSED, Card.parse("Qc")))

    table = house.room.state.tables["t1"]
    assert table.real_shoe is not None
    assert table.real_shoe.seen == read_cards("2c Qc")
    assert table.real_shoe.unseen == 1
    assert table.real_shoe.left(1) == table.real_shoe.cards - 4
    assert awaits(house.round_on("t1")) == AwaitCard("dealer", is_face_down=False)


def test_a_misread_card_is_corrected_by_a_supervisor_and_recorded(house: House) -> None:
    started(house, 1, 4)
    told(house, "9h 9s 6d 8c 7c ??")

    assert code_of(house, "deal-1", correction(1, "9d")) == "role-not-enough"
    assert code_of(house, "sup-1", replace(correction(1, "9d"), reason=" ")) == "reason-missing"
    assert code_of(house, "sup-1", correction(7, "9d")) == "no-such-card"
    assert code_of(house, "sup-1", correction(1, "Td")) == "card-not-in-deck"  # No pontoon ten.
    assert code_of(house, "sup-1", correction(6, "9d")) == "no-such-card"  # It lies face down.
    house.done("sup-1", correction(1, "Ad"))

    assert house.round_on("t1").hands[0].cards == read_cards("Ad 8c")
    assert house.round_on("t1").is_hole_untold
    happened = events_of(list(house.room.journal.entries())[-1])
    assert [event for event in happened if isinstance(event, CardCorrected)] == [
        CardCorrected(
            table="t1",
            place=1,
            kept=happened_before_the_cards(house),
            was=Card.parse("9h"),
            card=Card.parse("Ad"),
            reason="misread",
            by="sup-1",
        )
    ]
    house.key("t1", Choose(Decision.STAND))
    assert code_of(house, "sup-1", correction(1, "9h")) == "card-is-played"
    house.done("sup-1", correction(2, "Js"))  # Spot 4 has not acted.
    assert house.round_on("t1").hands[1].cards == read_cards("Js 7c")
    assert house.round_on("t1").turn == 1


def happened_before_the_cards(house: House) -> int:
    """How much had happened in the round before its first card."""
    happened = house.room.state.tables["t1"].happened
    return next(n for n, event in enumerate(happened) if isinstance(event, CardDealt))


def test_a_card_that_would_have_changed_the_way_of_the_round_makes_a_misdeal(house: House) -> None:
    started(house, 1)
    told(house, "9h 6d 3c ??")
    house.key("t1", Choose(Decision.HIT))
    told(house, "4d")
    house.key("t1", Choose(Decision.HIT))
    assert code_of(house, "sup-1", correction(5, "Jd")) == "card-is-played"  # Played on.
    told(house, "2d")
    house.done("sup-1", correction(6, "Kd"))  # Twenty-six: the hand is bust and is taken.
    assert [one.outcome for one in house.round_on("t1").settlements] == ["bust"]
    house.done("sup-1", correction(6, "2d"))
    assert house.round_on("t1").settlements == ()
    house.done("sup-1", VoidRound("t1", "misdeal: a card fell to the floor"))
    assert house.room.state.tables["t1"].round is None


def test_the_up_card_is_not_corrected_after_insurance_was_asked(house: House) -> None:
    started(house, 1)
    told(house, "9h Ad 8c ??")
    house.done("sup-1", correction(2, "Ah"))
    house.key("t1", PressDeal())

    assert code_of(house, "sup-1", correction(2, "6d")) == "card-is-played"


def test_a_hole_card_that_the_shoe_misread_is_corrected_when_it_is_turned_over(
    house: House,
) -> None:
    started(house, 1)
    told(house, "9h 6d 8c 9d")
    house.key("t1", Choose(Decision.STAND))  # Nobody has seen the hole card yet.
    told(house, "2c")
    house.done("sup-1", correction(4, "Kd"))

    assert house.round_on("t1").dealer == read_cards("6d Kd 2c")
    assert [one.net for one in house.round_on("t1").settlements] == [-1000]


def test_a_misread_hole_card_that_makes_a_natural_is_a_misdeal(house: House) -> None:
    started(house, 1)
    told(house, "9h Ad 8c 9d")
    house.key("t1", PressDeal())
    house.key("t1", Choose(Decision.STAND))

    assert house.round_on("t1").is_hole_shown
    assert code_of(house, "sup-1", correction(4, "Kd")) == "card-is-played"


def test_step_back_does_not_take_a_card_back(house: House) -> None:
    started(house, 1)
    told(house, "9h")

    assert code_of(house, "deal-1", StepBack("t1")) == "step-is-irreversible"


def test_a_misdeal_gives_wagers_back_and_leaves_what_the_meter_got(house: House) -> None:
    before = house.level().display
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    house.key("t1", PlaceWager(1, WAGER, Cents(500)))
    house.key("t1", StartGame())
    house.key("t1", LiftWager(1, WAGER))
    fed = house.level().display
    told(house, "9h 6d")
    house.done("sup-1", VoidRound("t1", "misdeal: the second card was turned up"))

    assert before < fed == house.level().display
    shoe = house.room.state.tables["t1"].real_shoe
    assert shoe is not None
    assert shoe.seen == read_cards("9h 6d")


def test_a_read_award_is_judged_by_the_table(house: House) -> None:
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    house.key("t1", PlaceWager(1, WAGER, Cents(500)))
    house.key("t1", StartGame())
    house.key("t1", LiftWager(1, WAGER))
    told(house, "9s 9s 9s ??")
    house.key("t1", Choose(Decision.STAND))
    told(house, "9s")
    award = house.round_on("t1").awards[0]
    assert award.state is AwardState.DUE
    house.key("t1", PressHandButton(1, WAGER, award.outcome))
    assert code_of(house, "sup-1", correction(1, "9h")) == "card-is-played"
    house.done("exec-1", SwipeAward("t1", 1, WAGER))
    assert house.round_on("t1").awards[0].state is AwardState.CONFIRMED


def test_the_room_is_the_same_after_a_restart_in_every_stage(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    house.done("deal-1", ShuffleShoe("t1", "opening"))
    house.done("deal-1", SetCardAside("t1", SetAside.BURNED))
    started(house, 1)
    for cards in ("9h", "Ad", "8c", "??"):
        told(house, cards)
        house = same_after_restart(house)
    house.key("t1", PressDeal())
    house = same_after_restart(house)
    house.key("t1", AnswerPeek(False))
    house.done("sup-1", correction(1, "9d"))
    house = same_after_restart(house)
    house.key("t1", Choose(Decision.STAND))
    told(house, "5c Kd 2s")
    house = same_after_restart(house)
    house.key("t1", EndGame())
    house = same_after_restart(house)
    assert audit_room(house.room.journal).fault is None


def same_after_restart(house: House) -> House:
    """The house after a restart, whose room is what it was, from the journal and a snapshot."""
    before = house.room.state
    assert state_from_snapshot(dict(snapshot_data(before))) == before
    again = house.reopened()
    assert again.room.state == before
    return again


def test_a_hole_card_that_nobody_read_is_recorded_when_it_is_turned_over(house: House) -> None:
    started(house, 1)
    told(house, "9h 6d 8c ??")
    house.key("t1", Choose(Decision.STAND))
    told(house, "Kd 2c")
    house.key("t1", EndGame())
    found = [event for entry in house.room.journal.entries() for event in events_of(entry)]

    dealt = [
        one.event.card
        for one in found
        if isinstance(one, TableHappened) and isinstance(one.event, CardDealt)
    ]
    assert dealt == [*read_cards("9h 6d 8c"), FACE_DOWN, Card.parse("2c")]
    assert HoleRevealed("t1", Card.parse("Kd")) in found


def test_recall_tells_a_corrected_round_and_writes_it_as_it_was_played(house: House) -> None:
    started(house, 1)
    told(house, "9h 6d 8c ??")
    house.done("sup-1", correction(1, "Jh"))
    house.key("t1", Choose(Decision.STAND))
    told(house, "Kd 2c")
    house.key("t1", EndGame())
    chronicle = Chronicle(house.room)
    (past,) = chronicle.rounds("t1", most=10)
    recall = RoundRecall(house.room.journal, past, chronicle.game(past))

    sentences = [step["sentence"] for step in recall.steps()]
    assert "Card 1 was read as 9h and is Jh: misread." in sentences
    assert "The dealer's hole card." in sentences
    assert "The dealer turns the hole card up: Kd." in sentences
    text = recall.text()
    assert text is not None
    again = replay(text)
    assert again.round.hands[0].cards == read_cards("Jh 8c")
    assert again.round.dealer == read_cards("6d Kd 2c")
    assert [one.net for one in again.round.settlements] == [0]
