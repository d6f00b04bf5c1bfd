"""Every refusal has a stable code, a sentence that says what is allowed, and changes nothing."""

from collections.abc import Callable
from datetime import date

import pytest

from tests.rounds.finding import LIBRARY, golden_rules
from tests.table.tables import after, dealt, dollars, refusal, started, wagered
from upcard.cards import Card
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.rules.setting_paths import with_settings
from upcard.table import Decision, GameError, RefusalCode, Round
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    DealFaceDown,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeAwardBack,
    TakeSeat,
)

WSGC = game("bahama-wsgc")
TRILUX = game("bahama-wsgc", pack="trilux")
RACK = game("bahama-rack-card")
PLAIN = game("blackjack")
MONEY = game("house-money")
KINGS = game("kings-bounty", paytables={"blazing-7s-upcard": "PT1"})
ONE_DECK = game("blackjack", decks=1)
LIBRARY_TABLE = game(golden_rules(LIBRARY))


def main(game_: object = WSGC, amount: str = "10") -> Round:
    return wagered(game_, [(1, "main", amount)])  # type: ignore[arg-type]


def awarded(*spots: int) -> Round:
    """Three suited sevens for each of *spots* on the deal: awards are due."""
    wagers = [(spot, name, "10") for spot in spots for name in ("main", "blazing-7s-upcard")]
    first = " ".join(["7s"] * len(spots))
    return dealt(started(KINGS, *wagers), f"{first} 7s {first} 2d")


def at_the_end(round_: Round) -> Round:
    """Every hand stands and the dealer draws to 19."""
    while round_.stage == "playing":
        round_ = after(round_, Choose(Decision.STAND))
    return dealt(round_, "Kd")


def paid(*wagers: tuple[int, str, str], cards: str = "Th Jh 8h Ts Jd 9d") -> Round:
    """House Money on spots 1 and 7: the dealer has paid the pairs and pressed DEAL."""
    return after(dealt(started(MONEY, *wagers), cards), PressDeal())


def asked() -> Round:
    """Two pairs of ten-values: spot 1 won 40 and is asked first, spot 7 is near the limit."""
    return paid(
        (1, "main", "20"), (1, "house-money", "10"), (7, "main", "390"), (7, "house-money", "10")
    )


CASES: dict[str, tuple[Callable[[], Round], Command, str]] = {
    "out-of-turn": (
        lambda: main(),
        Deal(Card.parse("9h")),
        "you cannot deal 9h now: the table is waiting for wagers, then START GAME",
    ),
    "round-over": (
        lambda: after(dealt(started(PLAIN, (1, "main", "5")), "As 9d Kd 7c"), EndGame()),
        StartGame(),
        "the round is over: begin the next one",
    ),
    "spot-unknown": (
        lambda: Round(WSGC),
        PlaceWager(8, "main", dollars(5)),
        "spot is 8: this table has spots 1 to 7",
    ),
    "seat-taken": (
        lambda: after(Round(WSGC), TakeSeat("anna", (1, 2))),
        TakeSeat("bert", (2,)),
        "spot 2 belongs to anna: take another",
    ),
    "seat-name-not-allowed": (
        lambda: Round(WSGC),
        TakeSeat("an na", (2,)),
        "player is 'an na': write one word of letters, digits, . _ and -",
    ),
    "wager-unknown": (
        lambda: main(),
        PlaceWager(1, "trilux", dollars(5)),
        "'trilux' is not a wager at this table: it offers main, match-up, match-down, "
        "bahama-progressive",
    ),
    "wagers-closed": (
        lambda: started(WSGC, (1, "main", "10")),
        PlaceWager(2, "main", dollars(5)),
        "Main on spot 2 is too late: wagers are closed until the next round",
    ),
    "amount-not-allowed": (
        lambda: main(RACK),
        PlaceWager(1, "bahama-progressive", dollars(2)),
        "Bahama Bonus Progressive on spot 1 is 2: wager exactly 1",
    ),
    "below-minimum": (
        lambda: Round(WSGC),
        PlaceWager(1, "main", Cents(50)),
        "Main on spot 1 is 0.50: the minimum is 1",
    ),
    "above-maximum": (
        lambda: Round(WSGC),
        PlaceWager(1, "main", dollars(401)),
        "Main on spot 1 is 401: the maximum is 400",
    ),
    "above-single-wager-limit": (
        lambda: Round(game("bahama-wsgc", day=date(2009, 5, 1))),
        PlaceWager(1, "main", dollars(301)),
        "Main on spot 1 is 301: a single wager on 2009-05-01 may be 300 at most",
    ),
    "no-main-wager": (
        lambda: Round(WSGC),
        PlaceWager(1, "match-up", dollars(5)),
        "Match-Up on spot 1 does not count: place a main wager first",
    ),
    "needs-other-wager": (
        lambda: main(TRILUX),
        PlaceWager(1, "trilux-super-3", dollars(5)),
        "TriLux Super 3 on spot 1 does not count: it needs a TriLux Bonus wager",
    ),
    "over-main-wager": (
        lambda: main(RACK),
        PlaceWager(1, "match-up", dollars(11)),
        "Match the Dealer Up on spot 1 is 11: it may not exceed the main wager of 10",
    ),
    "nothing-to-lift": (
        lambda: main(),
        LiftWager(1, "match-up"),
        "spot 1 has no Match-Up wager to lift",
    ),
    "card-not-in-deck": (
        lambda: started(WSGC, (1, "main", "10")),
        Deal(Card.parse("Th")),
        "Th is not in a pontoon deck of 48 cards",
    ),
    "card-all-dealt": (
        lambda: dealt(started(ONE_DECK, (1, "main", "10")), "9h"),
        Deal(Card.parse("9h")),
        "9h has been dealt 1 times: 1 decks have no more",
    ),
    "card-not-told": (
        lambda: dealt(started(WSGC, (1, "main", "10")), "9h 6d 8c"),
        DealFaceDown(),
        "the hole card must be told: only a table with read cards deals it unread",
    ),
    "decision-not-allowed": (
        lambda: dealt(started(WSGC, (1, "main", "10")), "9h 6d 8c Kd"),
        Choose(Decision.SPLIT),
        "spot 1 may not split: you can only split two cards of the same rank; "
        "it may hit, stand, double, surrender",
    ),
    "insurance-not-offered": (
        lambda: dealt(started(WSGC, (1, "main", "10")), "9h 6d 8c Kd"),
        PlaceWager(1, "insurance", dollars(5)),
        "you cannot take insurance now: the table is waiting for a decision on spot 1: hit, "
        "stand, double, surrender",
    ),
    "insurance-too-large": (
        lambda: dealt(started(WSGC, (1, "main", "10")), "9h Ad 8c Kd"),
        PlaceWager(1, "insurance", dollars(6)),
        "Insurance on spot 1 is 6: at most half the main wager of 10",
    ),
    "wager-not-open": (
        lambda: wagered(LIBRARY_TABLE, [(1, "main", "10")]),
        PlaceWager(1, "bet-the-bust", dollars(5)),
        "Bet the Bust on spot 1 is not open: it is made when the up card is seen, before the "
        "players act; the table is waiting for wagers, then START GAME",
    ),
    "move-not-offered": (
        asked,
        MoveWinnings(7, dollars(10)),
        "it is not spot 7's turn to move winnings: ask spot 1",
    ),
    "over-what-was-won": (
        asked,
        MoveWinnings(1, dollars(41)),
        "spot 1 moves 41: its stake and winnings are 40; move 40 at most",
    ),
    "award-not-won": (
        lambda: awarded(1),
        PressHandButton(1, "blazing-7s-upcard", "three-7s"),
        "spot 1 does not have Three 7s: its cards are Three 7s suited",
    ),
    "award-not-claimed": (
        lambda: awarded(1),
        ConfirmAward(1, "blazing-7s-upcard", dollars(100)),
        "Three 7s suited on spot 1 is not claimed: press its hand button first",
    ),
    "award-confirmed": (
        lambda: after(
            awarded(1),
            PressHandButton(1, "blazing-7s-upcard", "three-7s-suited"),
            ConfirmAward(1, "blazing-7s-upcard", dollars(100)),
        ),
        ConfirmAward(1, "blazing-7s-upcard", dollars(100)),
        "Blazing 7's Progressive (dealer up card) on spot 1 is confirmed: only a reversal can "
        "undo it",
    ),
    "award-not-confirmed": (
        lambda: after(awarded(1), PressHandButton(1, "blazing-7s-upcard", "three-7s-suited")),
        TakeAwardBack(1, "blazing-7s-upcard"),
        "Three 7s suited on spot 1 is claimed: you can only reverse a confirmed award",
    ),
    "award-out-of-order": (
        lambda: after(awarded(1, 3), PressHandButton(1, "blazing-7s-upcard", "three-7s-suited")),
        ConfirmAward(1, "blazing-7s-upcard", dollars(100)),
        "pay spot 3 before spot 1: start with the winner farthest to the dealer's right",
    ),
    "awards-open": (
        lambda: at_the_end(awarded(1)),
        EndGame(),
        "spot 1 has an open meter award: confirm it first",
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_has_its_code_and_says_what_is_allowed(code: str) -> None:
    make, command, sentence = CASES[code]
    round_ = make()

    assert refusal(round_, command) == (code, sentence)
    assert round_ == make()


def test_every_refusal_code_is_reached_by_a_test() -> None:
    elsewhere = {"too-many-games", "award-too-early", "share-reversed"}
    elsewhere |= {"peek-contradicted"}  # tests/devices/test_read_cards.py
    # The other four are in tests/devices/test_hand_dealt.py.
    elsewhere |= {"line-unknown", "line-already-keyed", "award-not-verified", "hand-not-keyed"}

    assert set(CASES) | elsewhere == {code.value for code in RefusalCode}


def test_a_move_over_the_single_wager_limit_says_what_is_left() -> None:
    round_ = after(asked(), MoveWinnings(1, dollars(40)))

    assert refusal(round_, MoveWinnings(7, dollars(11))) == (
        "above-single-wager-limit",
        "spot 7 moves 11: the main wager would be 401, over the limit of 400 on a single wager; "
        "move 10 at most",
    )


def test_a_move_over_the_table_s_maximum_says_what_is_left() -> None:
    rules = with_settings(MONEY.rules, {"parlay.limit": "table-maximum"}, CATALOGUE)
    table = game(rules, limits={"main_max": dollars(50)})
    round_ = started(table, (1, "main", "20"), (1, "house-money", "10"))
    round_ = after(dealt(round_, "Th 8h Ts 9d"), PressDeal())

    assert refusal(round_, MoveWinnings(1, dollars(40))) == (
        "above-maximum",
        "spot 1 moves 40: the main wager would be 60, over the table's maximum of 50; "
        "move 30 at most",
    )


@pytest.mark.parametrize("amount", [-100, -1])
def test_less_than_nothing_is_not_moved(amount: int) -> None:
    assert refusal(asked(), MoveWinnings(1, Cents(amount))) == (
        "amount-not-allowed",
        f"amount is {amount} cents: move a multiple of 0.01, or 0 for none",
    )


def test_an_amount_that_the_house_cannot_pay_in_is_not_moved() -> None:
    rules = with_settings(MONEY.rules, {"payments.unit": "0.50"}, CATALOGUE)
    round_ = started(game(rules), (1, "main", "20"), (1, "house-money", "10"))
    round_ = after(dealt(round_, "Th 8h Ts 9d"), PressDeal())

    assert refusal(round_, MoveWinnings(1, Cents(1025)))[1] == (
        "amount is 1025 cents: move a multiple of 0.50, or 0 for none"
    )


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (main, "this game has no parlay"),
        (
            lambda: wagered(MONEY, [(1, "main", "20"), (1, "house-money", "10")]),
            "the table is waiting for wagers, then START GAME",
        ),
        (
            lambda: after(asked(), PressDeal(), PressDeal()),
            "the table is waiting for a decision on spot 1: hit, stand, double, split",
        ),
    ],
)
def test_winnings_are_moved_at_one_moment_only(make: Callable[[], Round], why: str) -> None:
    assert refusal(make(), MoveWinnings(1, dollars(10))) == (
        "move-not-offered",
        f"you cannot move winnings now: {why}",
    )


def test_nobody_plays_while_a_spot_is_asked() -> None:
    assert refusal(asked(), Choose(Decision.HIT)) == (
        "out-of-turn",
        "you cannot hit now: the table is waiting for spot 1 to move up to 40 onto its main "
        "wager, or DEAL for nothing",
    )


def test_a_fifth_game_on_a_spot_is_refused() -> None:
    four_games = game("bahamas", limits={"side_max": dollars(5)})
    limited = four_games.rules.model_copy(update={"games_max": 4})
    sides = [(1, name, "5") for name in ("match-up", "match-down", "trilux")]
    round_ = wagered(game(limited), [(1, "main", "10"), *sides])

    code, sentence = refusal(round_, PlaceWager(1, "trilux-super-3", dollars(5)))

    assert code == "too-many-games"
    assert (
        sentence
        == "spot 1 already wagers on Main, Match Up, Match Down, TriLux Bonus: 4 games at most"
    )


def test_a_total_that_may_not_be_doubled_is_refused_the_first_time_only() -> None:
    """S0 3.b redoubles after a double with no condition but the limit on the wager."""
    rules = with_settings(rules_of("bahamas"), {"doubling.totals": "9,10,11"}, CATALOGUE)
    twelve = dealt(started(game(rules), (1, "main", "10")), "6s 6h 6d Jc")
    _, sentence = refusal(twelve, Choose(Decision.DOUBLE))
    ten = dealt(started(game(rules), (1, "main", "10")), "6s 6h 4d Jc")
    doubled = dealt(after(ten, Choose(Decision.DOUBLE)), "2c")

    assert sentence == (
        "spot 1 may not double: you can only double totals of 9, 10, 11 for the first time; "
        "it may hit, stand, split, surrender"
    )
    assert doubled.hands[0].total.points == 12
    assert after(doubled, Choose(Decision.DOUBLE)).hands[0].doubles == 2


def test_an_award_waits_until_nobody_else_can_win_it() -> None:
    player_form = game("kings-bounty", pack="blazing-7s-player")
    wagers = [(spot, name, "10") for spot in (1, 2) for name in ("main", "blazing-7s-player")]
    round_ = dealt(started(player_form, *wagers), "7d 9s 5h 7d 9c Kd")
    round_ = dealt(after(round_, Choose(Decision.SPLIT)), "7d")
    round_ = dealt(after(round_, Choose(Decision.HIT)), "Kc 9h")
    round_ = dealt(after(round_, Choose(Decision.HIT)), "Kh")
    claimed = after(round_, PressHandButton(1, "blazing-7s-player", "three-7s-diamonds"))

    assert refusal(claimed, ConfirmAward(1, "blazing-7s-player", dollars(100))) == (
        "award-too-early",
        "other spots may still win Blazing 7's Progressive (player cards only): confirm when "
        "their cards are known",
    )


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ({"decks": 7}, "decks-not-allowed"),
        ({"pack": "bonanza"}, "pack-unknown"),
        ({"paytables": {"match-up": "9"}}, "paytable-unknown"),
        ({"paytables": {"bonanza": "5000"}}, "wager-unknown"),
        ({"paytables": {"match-up": "3"}, "decks": 8}, "paytable-not-approved"),
        ({"limits": {"main_min": 500, "main_max": 400}}, "limits-out-of-order"),
        ({"limits": {"main_max": 40_001}}, "limits-above-single-wager"),
        ({"limits": {"side_max": 10_001}, "day": date(2000, 1, 1)}, "limits-above-single-wager"),
    ],
)
def test_a_table_cannot_choose_what_the_rules_do_not_allow(
    choice: dict[str, object], code: str
) -> None:
    with pytest.raises(GameError) as refused:
        game("bahama-wsgc", **choice)  # type: ignore[arg-type]

    assert refused.value.code == code


def test_a_room_may_post_the_single_wager_limit_and_any_limit_where_no_schedule_applies() -> None:
    assert game("bahama-wsgc", limits={"main_max": dollars(400)}).limits.main_max == 40_000
    assert game("bahamas", limits={"main_max": dollars(5000)}).limits.main_max == 500_000


@pytest.mark.parametrize("key", [PressDeal(), EndGame()])
def test_a_key_pressed_at_the_wrong_moment_names_what_the_table_awaits(key: Command) -> None:
    round_ = dealt(started(WSGC, (1, "main", "10")), "9h 6d 8c Kd")

    code, sentence = refusal(round_, key)

    assert code == "out-of-turn"
    assert sentence.endswith(
        "the table is waiting for a decision on spot 1: hit, stand, double, surrender"
    )


def test_start_pressed_twice_is_refused() -> None:
    assert refusal(started(WSGC, (1, "main", "10")), StartGame()) == (
        "out-of-turn",
        "you cannot press START GAME now: the table is waiting for a card for spot 1",
    )
