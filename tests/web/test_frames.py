"""Frames made from rounds: a key is grey exactly when the table would refuse it."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from upcard.cards import read_cards
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.fairness.table_shoes import ShoeState
from upcard.rules.setting_paths import with_settings
from upcard.screens.frames import TablePicture, frame_of
from upcard.screens.placards import offers_of, rules_of_placard
from upcard.shoes import composition
from upcard.table import Refused
from upcard.table.awaits import AwaitCard, AwaitLift, AwaitNothing, awaits
from upcard.table.commands import (
    Choose,
    Command,
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    StartGame,
)
from upcard.table.decide import decide
from upcard.table.games import Game
from upcard.table.handle import handle
from upcard.table.rounds import Round
from upcard.table.views import Audience, Viewer

GAMES = CATALOGUE.names("games")
DEALER = Viewer(Audience.DEALER)
KEYS: dict[str, Command] = {
    "start-game": StartGame(),
    "deal": PressDeal(),
    "end-game": EndGame(),
    **{decision.value: Choose(decision) for decision in Decision},
}


def picture(game_: Game, round_: Round | None, **changes: object) -> TablePicture:
    """A table with a cut shoe and an open door."""
    shoe = ShoeState(
        number=1,
        deck=game_.rules.deck,
        decks=game_.decks,
        commitment="c",
        cut_card=200,
        cut="17",
    )
    fields: dict[str, Any] = {
        "table": "t",
        "version": 1,
        "sequence": 1,
        "game": game_,
        "round": round_,
        "number": 1,
        "shoe": shoe,
        "meters": (),
        "is_open": True,
        "dealer": "Dana",
        "kind": RoomKind.LIVE,
        "step_back": "",
        **changes,
    }
    return TablePicture(**fields)


def is_accepted(round_: Round, command: Command) -> bool:
    """Whether the table would carry *command* out."""
    try:
        decide(round_, command)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_a_key_is_grey_exactly_when_the_table_would_refuse_it(name: str) -> None:
    game_, rng = game(name), random.Random(name)
    moments = 0
    for _ in range(12):
        round_ = Round(game_)
        for spot in rng.sample(range(1, 8), rng.randrange(1, 4)):
            round_, _ = handle(round_, PlaceWager(spot, "main", Cents(1000)))
        cards = list(composition(game_.rules.deck, game_.decks).elements())
        rng.shuffle(cards)
        while not isinstance(awaited := awaits(round_), AwaitNothing):
            match awaited:
                case AwaitCard():
                    round_, _ = handle(round_, Deal(cards.pop()))
                    continue
                case AwaitLift(wagers):
                    round_, _ = handle(round_, LiftWager(*wagers[0]))
                    continue
                case _:
                    pass
            moments += 1
            pressable = _check_keys(game_, round_)
            round_, _ = handle(round_, rng.choice(pressable))

    assert moments >= 30


def _check_keys(game_: Game, round_: Round) -> list[Command]:
    """Compare every key with the table; the keys that may be pressed."""
    frame = frame_of(picture(game_, round_), DEALER)
    keys = {key["key"]: key["reason"] for key in frame["keys"]}
    assert (Decision.ZAP in keys) == (game_.rules.zaps != "none")
    for key, command in KEYS.items():
        is_pressable = keys.get(key) == ""
        assert is_pressable == is_accepted(round_, command), (key, keys.get(key))
    assert json.loads(json.dumps(frame)) == json.loads(
        json.dumps(frame_of(picture(game_, round_), DEALER))
    )
    following = frame["next"]["key"]
    assert following in ("decide", *(key for key in KEYS if keys.get(key) == ""))
    return [command for key, command in KEYS.items() if keys.get(key) == ""]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"is_open": False}, "open-table"),
        ({"shoe": None}, "shuffle"),
        ({}, "start-game"),
    ],
)
def test_the_next_key_before_a_round(changes: dict[str, Any], key: str) -> None:
    frame = frame_of(picture(game("blackjack"), None, **changes), DEALER)

    assert frame["next"]["key"] == key
    assert frame["round"] is None


def test_an_uncut_shoe_is_cut_and_one_past_its_cut_card_is_shuffled() -> None:
    game_ = game("blackjack")
    shoe = picture(game_, None).shoe
    assert shoe is not None
    uncut = ShoeState(number=2, deck=shoe.deck, decks=6, commitment="c", cut_card=200)
    over = ShoeState(
        number=2, deck=shoe.deck, decks=6, commitment="c", cut_card=200, cut="1", dealt=200
    )

    assert frame_of(picture(game_, None, shoe=uncut), DEALER)["next"]["key"] == "cut"
    assert frame_of(picture(game_, None, shoe=over), DEALER)["next"]["key"] == "shuffle"


@pytest.mark.parametrize("audience", [Audience.DISPLAY, Audience.PLAYER])
def test_screens_have_no_keys(audience: Audience) -> None:
    frame = frame_of(picture(game("blackjack"), None), Viewer(audience))

    assert {"next", "keys", "can_step_back", "last_wagers"} & frame.keys() == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_placard_prints_every_wager_with_its_limits_and_pays(name: str) -> None:
    game_ = game(name)
    offers = {offer["name"]: offer for offer in offers_of(game_)}

    assert list(offers) == ["main", *game_.offers]
    for wager, offer in offers.items():
        assert 0 < offer["minimum"] <= offer["maximum"], wager
        assert offer["minimum"] % offer["step"] == 0 or offer["step"] == 100
        assert offer["lines"], wager
    headings = [rule["heading"] for rule in rules_of_placard(game_)]
    assert {"Decks", "Blackjack pays", "Doubling", "Splitting", "Insurance"} <= set(headings)


def test_insurance_is_offered_in_amounts_that_the_house_takes() -> None:
    plain = game("blackjack")
    game_ = replace(plain, rounding=replace(plain.rounding, unit=Cents(100)))
    round_ = Round(game_)
    commands: list[Command] = [
        PlaceWager(1, "main", Cents(2500)),
        StartGame(),
        *(Deal(card) for card in read_cards("9h Ad 8c 9d")),
    ]
    for command in commands:
        round_, _ = handle(round_, command)

    (offered,) = frame_of(picture(game_, round_), DEALER)["insurance"]
    assert offered == {"spot": 1, "maximum": 1200}
    handle(round_, PlaceWager(1, "insurance", offered["maximum"]))


def test_a_player_hears_of_their_own_spots_only() -> None:
    game_ = game("blackjack")
    round_ = Round(game_)
    for spot in (1, 2):
        round_, _ = handle(round_, PlaceWager(spot, "main", Cents(1000)))
    round_, _ = handle(round_, StartGame())
    for text in ("Ts", "9s", "7h", "Th", "8s", "6c"):
        round_, _ = handle(round_, Deal(next(c for c in game_.rules.deck.cards if c.text == text)))

    def said(*spots: int) -> str:
        viewer = Viewer(Audience.PLAYER, spots)
        sentence: str = frame_of(picture(game_, round_), viewer)["say"]
        return sentence

    assert said(1) == "Spot 1 has hard 20. The dealer shows 7."
    assert said(2) == "The dealer shows 7."
    assert said(1, 2) == said(1)


def test_a_spot_whose_jackpot_is_pending_has_not_lost() -> None:
    game_ = game("kings-bounty", paytables={"blazing-7s-upcard": "PT1"})
    round_ = Round(game_)
    for wager in ("main", "blazing-7s-upcard"):
        round_, _ = handle(round_, PlaceWager(1, wager, Cents(1000)))
    round_, _ = handle(round_, StartGame())
    round_, _ = handle(round_, LiftWager(1, "blazing-7s-upcard"))
    for text in ("7d", "7d", "7d", "Ts"):
        round_, _ = handle(round_, Deal(next(c for c in game_.rules.deck.cards if c.text == text)))
    round_, _ = handle(round_, Choose(Decision.STAND))
    pending = "The dealer has hard 17. Spot 1: Blazing 7's Progressive (dealer up card) is PENDING."

    assert round_.settlements[0].net < 0
    assert frame_of(picture(game_, round_), Viewer(Audience.PLAYER, (1,)))["say"] == pending


@pytest.mark.parametrize(
    ("setting", "answer", "heading", "text"),
    [
        (
            "doubling.totals",
            "9,10,11",
            "Doubling",
            "Any number of cards, totals 9, 10, 11, also after a split, again on any total, "
            "up to 3 times",
        ),
        (
            "dealer.peek",
            "ace",
            "Surrender",
            "First two cards, for half; a dealer's blackjack takes it all",
        ),
        ("dealer.peek", "ace-or-ten", "Surrender", "First two cards, for half"),
    ],
)
def test_the_placard_says_what_a_setting_means_for_the_player(
    setting: str, answer: str, heading: str, text: str
) -> None:
    rules = with_settings(rules_of("bahamas"), {setting: answer}, CATALOGUE)

    printed = {rule["heading"]: rule["text"] for rule in rules_of_placard(game(rules))}

    assert printed[heading] == text
