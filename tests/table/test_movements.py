"""What the dealer takes, pays and leaves: chips as they lie, never a spot's net."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.rounds.finding import golden_rules
from tests.table.tables import after, dealt, dollars, events_of, refusal, started
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.notation import replay
from upcard.rules.setting_paths import with_settings
from upcard.table import Decision, Round
from upcard.table.commands import (
    Choose,
    ConfirmAward,
    EndGame,
    PressDeal,
    PressHandButton,
    TakeAwardBack,
)
from upcard.table.events import AwardReleased, AwardTakenBack, HandButtonPressed
from upcard.table.movements import meter_awards, movements, movements_of_void, returns
from upcard.table.rounds import AwardState, changed
from upcard.table.views import Audience, Viewer, view_of

BLAZING = "blazing-7s-upcard"
TRILUX = "trilux-progressive"
WIN = "three-7s-suited"
KINGS = game("kings-bounty", paytables={BLAZING: "PT1"})
LEFT_ON_THE_FELT = game("kings-bounty", pack=TRILUX)

ROUNDS: dict[str, tuple[str, Sequence[tuple[int, str, str, str]]]] = {
    "a natural takes one wager of a split, and what waited goes back": (
        """
        rules   pontoon
        set     no_hole_card.natural_takes original-only
        dealer        Ah Kc               = 21 natural
        1       10    7s 7d P
        1a      10    7s 5d D Kd          = 22 original-lost -10
        1b      10    7d 9s H Ks          = 26 spared 0
        """,
        [(1, "main", "LEAVE $10", "RETURNED"), (1, "main", "TAKE $10, LEAVE $10", "\u2212$10")],
    ),
    "a bonanza winner is paid, though the net is nothing": (
        """
        rules   bonanza
        dealer        8s [9c]             = 17
        1       10    Qh Qh S             = 20 win 10
        1       side  bonanza 5           = any-20 0
        """,
        [(1, "main", "PAY $10", "+$10"), (1, "bonanza", "PAY $5", "+$5")],
    ),
    "a lifted stake that is returned besides a win comes out of the tray with it": (
        """
        rules   bonanza
        set     side_wagers.bonanza.readings.x_means to-1
        dealer        8s [9c]             = 17
        1       10    Qh Qh S             = 20 win 10
        1       side  bonanza 5           = any-20 5
        """,
        [(1, "main", "PAY $10", "+$10"), (1, "bonanza", "PAY $10", "+$10")],
    ),
    "a natural is paid whole beside a lost progressive": (
        """
        rules   bahama-wsgc
        dealer        9h [8c]             = 17
        1       25    As Kd               = 21 natural 37.50
        1       side  bahama-progressive 1 = nothing -1
        """,
        [(1, "main", "PAY $37.50", "+$37.50"), (1, "bahama-progressive", "LIFTED $1", "−$1")],
    ),
    "a wager on a dealer's hand that is never finished is left on the felt": (
        """
        rules   push-22-table
        set     dealer_draws.when while-a-hand-is-live
        dealer        6h [Kc]             = 16
        1       10    Th 6c H Kd          = 26 bust -10
        1       side  push-22 5           = returned 0
        """,
        [(1, "main", "TAKE $10", "−$10"), (1, "push-22", "LEAVE $5", "RETURNED")],
    ),
    "a pay for 1 on a stake that lies on the felt takes the stake and pays": (
        """
        rules   kings-bounty
        pack    trilux-progressive
        dealer        6h [Jc] Kd          = 26
        1       10    5h 4s S             = 9 win 10
        1       side  trilux-progressive 1 = straight 6
        2       10    9h 4d S             = 13 win 10
        2       side  trilux-progressive 1 = nothing -1
        """,
        [
            (2, "main", "PAY $10", "+$10"),
            (2, "trilux-progressive", "TAKE $1", "−$1"),
            (1, "main", "PAY $10", "+$10"),
            (1, "trilux-progressive", "TAKE $1, PAY $7", "+$7"),
        ],
    ),
    "a surrender takes half and a push leaves everything": (
        """
        rules   bahama-wsgc
        dealer        9h [9c]             = 18
        1       25    Ks 6d R             = 16 surrender -12.50
        2       25    9d 9s S             = 18 push 0
        """,
        [(2, "main", "LEAVE $25", "PUSH"), (1, "main", "TAKE $12.50, LEAVE $12.50", "−$12.50")],
    ),
    "a rescue takes what the rules say and leaves the rest": (
        """
        rules   bahama-wsgc
        dealer        9h [9c]             = 18
        1       25    6s 5d D 3d R        = 14 rescue -25
        """,
        [(1, "main", "TAKE $25, LEAVE $25", "−$25")],
    ),
    "right to left: the last hand of a split first, insurance, then the layout's order": (
        """
        rules   bahama-wsgc
        dealer        Ah [8c]             = 19
        1       10    8s 8d P
        1a      10    8s 3h D Jh          = 21 win 20
        1b      10    8d 9c S             = 17 lose -10
        1       side  match-up 5          = nothing -5
        1       side  bahama-progressive 1 = three-of-a-kind 9
        1       insurance 5               = lose -5
        2       10    9s Kd S             = 19 push 0
        """,
        [
            (2, "main", "LEAVE $10", "PUSH"),
            (1, "main", "TAKE $10", "−$10"),
            (1, "main", "PAY $20", "+$20"),
            (1, "insurance", "TAKE $5", "−$5"),
            (1, "match-up", "TAKE $5", "−$5"),
            (1, "bahama-progressive", "PAY $10", "+$10"),
        ],
    ),
    "envy is paid to whoever sits at the table, wager or not": (
        """
        rules   bahama-wsgc
        set     super_bonus.envy_goes_to players-at-the-table
        seat    anna 2
        dealer        7h [8c] 9d          = 24
        1       5     7d 7d H 7d          = 21 7-7-7-suited 10
        1       super-bonus               = 1000
        2       envy                      = 50
        """,
        [
            (2, "envy", "PAY $50", "+$50"),
            (1, "main", "PAY $10", "+$10"),
            (1, "super-bonus", "PAY $1,000", "+$1,000"),
        ],
    ),
}


def told(round_: Round) -> list[tuple[int, str, str, str]]:
    return [(one.spot, one.wager, one.act, one.result) for one in movements(round_)]


@pytest.mark.parametrize("rule", ROUNDS)
def test_chips_move_as_they_lie(rule: str) -> None:
    text, expected = ROUNDS[rule]
    lines = "\n".join(line.removeprefix("        ") for line in text.strip("\n").splitlines())

    assert told(replay(lines, golden_rules).round) == list(expected)


def test_a_lifted_wager_that_a_recorded_round_returned_is_paid_back() -> None:
    """Version 0.2 could return a wager on two sevens; its rounds still tell what was done."""
    text = """
rules   kings-bounty
pack    blazing-7s-player
dealer        Kc [As]             = 21 natural
1       10    7d 7d               = 14 lose -10
1       side  blazing-7s-player 2 = first-two-7s 48
"""
    round_ = replay(text).round
    *others, sevens = round_.settlements
    recorded = replace(sevens, outcome="returned", returned=sevens.stake, won=Cents(0))

    assert told(changed(round_, settlements=(*others, recorded))) == [
        (1, "main", "TAKE $10", "−$10"),
        (1, "blazing-7s-player", "PAY $2", "RETURNED"),
    ]


def award_of(game_: object = KINGS, wager: str = BLAZING, *, spots: Sequence[int] = (1,)) -> Round:
    """Three suited sevens (or aces) for each spot: awards are due, the hands are to be played."""
    rank = "7s" if wager == BLAZING else "Ah"
    wagers = [(spot, name, "5") for spot in spots for name in ("main", wager)]
    cards = " ".join([rank] * len(spots))
    return dealt(started(game_, *wagers), f"{cards} {rank} {cards} 2d")  # type: ignore[arg-type]


def confirmed(round_: Round, *, spot: int = 1, wager: str = BLAZING, amount: int = 5004) -> Round:
    award = next(one for one in round_.awards if (one.spot, one.wager) == (spot, wager))
    return after(
        round_,
        PressHandButton(spot, wager, award.outcome),
        ConfirmAward(spot, wager, Cents(100 * amount + 80), 1),
    )


def at_the_end(round_: Round) -> Round:
    while round_.stage != "closing":
        if round_.stage == "insuring":
            round_ = after(round_, PressDeal())
        elif round_.stage == "playing":
            round_ = after(round_, Choose(Decision.STAND))
        else:
            round_ = dealt(round_, "Kd")
    return round_


def test_a_jackpot_is_apart_and_not_of_the_tray() -> None:
    round_ = at_the_end(confirmed(award_of()))

    assert told(round_) == [(1, "main", "TAKE $5", "−$5"), (1, BLAZING, "LIFTED $5", "+$5,004.80")]
    (award,) = meter_awards(round_)
    assert (award.amount, award.page, award.state) == (500_480, 1, AwardState.CONFIRMED)
    assert award.act == "Win page 1 pays $5,004.80, not the tray."
    view = view_of(round_, Viewer(Audience.DISPLAY))
    assert view.spots[0].banner.endswith("Winner $5,004.80")


def test_the_stake_of_a_jackpot_is_taken_where_it_lies_on_the_felt() -> None:
    round_ = award_of(LEFT_ON_THE_FELT, TRILUX)
    assert [one.wager for one in movements(round_)] == []

    moved = movements(confirmed(round_, wager=TRILUX))
    assert [(one.wager, one.act, one.pay) for one in moved] == [(TRILUX, "TAKE $5", 0)]


def test_an_award_says_how_far_it_is_before_it_is_paid() -> None:
    due = award_of()
    claimed = after(due, PressHandButton(1, BLAZING, WIN))

    assert meter_awards(due)[0].act == "Press the hand button. Do not pay yet."
    assert meter_awards(claimed)[0].act == "PENDING: do not pay yet."
    assert meter_awards(claimed)[0].amount is None
    wager = view_of(claimed, Viewer(Audience.DEALER)).spots[0].wagers[1]
    assert (wager.tone, wager.act, wager.result) == ("pending", "PENDING", "PENDING")


def test_what_deal_said_was_paid_is_not_to_be_paid_again() -> None:
    bonanza = game("bonanza")
    round_ = dealt(started(bonanza, (3, "main", "25"), (3, "bonanza", "5")), "Qc Ah Ts 9d")
    (winner,) = movements(round_)
    assert (winner.act, winner.is_done) == ("PAY $5", False)

    round_ = after(round_, PressDeal(), PressDeal(), Choose(Decision.STAND))
    done = {one.wager: one.is_done for one in movements(round_)}
    assert done == {"main": False, "bonanza": True}


def test_a_reversal_reaches_the_table_and_the_stake_stays_with_the_house() -> None:
    paid = at_the_end(confirmed(award_of()))
    round_ = after(paid, TakeAwardBack(1, BLAZING))

    (event,) = events_of(paid, TakeAwardBack(1, BLAZING))
    assert isinstance(event, AwardTakenBack)
    assert (event.settlement.won, event.settlement.returned, event.settlement.taken) == (0, 0, 500)
    (award,) = meter_awards(round_)
    assert award.act == "REVERSED: do not pay win page 1. If paid, collect $5,004.80 back."
    assert told(round_) == [(1, "main", "TAKE $5", "−$5"), (1, BLAZING, "LIFTED $5", "−$5")]
    view = view_of(round_, Viewer(Audience.DISPLAY))
    assert view.spots[0].banner.endswith("REVERSED")
    assert view.spots[0].net == -1000
    assert view.spots[0].wagers[1].result == "REVERSED"
    assert after(round_, EndGame()).stage == "over"


def test_a_reversed_award_may_be_claimed_again_and_the_button_still_toggles() -> None:
    claim = PressHandButton(1, BLAZING, WIN)
    round_ = after(confirmed(award_of()), TakeAwardBack(1, BLAZING))
    once = after(round_, claim)

    assert events_of(round_, claim) == [HandButtonPressed(1, BLAZING)]
    assert events_of(once, claim) == [AwardReleased(1, BLAZING)]
    assert after(once, claim) == round_
    assert refusal(at_the_end(once), EndGame())[0] == "awards-open"
    again = at_the_end(after(once, ConfirmAward(1, BLAZING, dollars(77), 2)))
    assert [one.won for one in again.settlements if one.wager == BLAZING] == [7700]
    assert meter_awards(again)[0].act == "Win page 2 pays $77, not the tray."
    assert after(again, EndGame()).stage == "over"


def test_one_of_several_shares_is_reversed_and_is_not_divided_again() -> None:
    path = f"side_wagers.{BLAZING}.several_winners"
    rules = with_settings(rules_of("kings-bounty"), {path: "split-equally"}, CATALOGUE)
    shared = game(rules, paytables={BLAZING: "PT1"})
    round_ = award_of(shared, spots=(1, 4))
    for spot in (4, 1):
        round_ = confirmed(round_, spot=spot)
    round_ = at_the_end(after(round_, TakeAwardBack(4, BLAZING)))

    assert [one.state for one in meter_awards(round_)] == ["reversed", "confirmed"]
    assert refusal(round_, PressHandButton(4, BLAZING, WIN)) == (
        "share-reversed",
        "the share of spot 4 is reversed: you cannot claim an award again that 2 winners "
        "divide; a supervisor pays what is due by adjusting the meter",
    )
    assert after(round_, EndGame()).stage == "over"


def test_a_void_leaves_chips_on_the_felt_and_pays_lifted_stakes_back() -> None:
    wagers = ((2, "main", "10"), (2, "match-up", "5"), (2, "bahama-progressive", "1"))
    placed = started(game("bahama-wsgc"), *wagers)

    assert [(one.wager, one.act) for one in returns(placed)] == [
        ("main", "LEAVE $10"),
        ("match-up", "LEAVE $5"),
        ("bahama-progressive", "PAY $1"),
    ]
    playing = dealt(placed, "9h 8d 5c 7c")
    assert [(one.wager, one.outcome, one.act) for one in movements_of_void(playing)] == [
        ("main", "Voided", "LEAVE $10"),
        ("match-up", "Nothing", "TAKE $5"),
        ("bahama-progressive", "Voided", "PAY $1"),
    ]


@pytest.mark.parametrize(("game_", "wager"), [(KINGS, BLAZING), (LEFT_ON_THE_FELT, TRILUX)])
def test_a_void_gives_the_stake_of_a_reversed_award_back(game_: object, wager: str) -> None:
    round_ = after(confirmed(award_of(game_, wager), wager=wager), TakeAwardBack(1, wager))

    tray = sum(one.lifted + one.take - one.pay for one in movements_of_void(round_))
    (back,) = [one for one in returns(round_) if one.wager == wager]
    assert (back.act, tray) == ("PAY $5", 0)
