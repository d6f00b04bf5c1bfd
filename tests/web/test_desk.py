"""A jackpot from the hand button to the win page, over the wire, with the right badges."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.room.houses import pretend
from tests.web.houses import TABLE, Guest, House, Record, house_in, play_on, running, until
from upcard.cards import Card, Deck
from upcard.notation import replay_file
from upcard.room.fairness.fair_shuffles import ShoeNumber, shuffled_shoe
from upcard.room.people.roles import Role

WAGER = "bahama-progressive"
FOUR_SEVENS = ("7h", "7h", "7h", "7h")
"""Spot 3, the up card, spot 3, the hole card: a suited four of a kind, the whole meter."""
CONFIRM = {"kind": "ConfirmWin", "table": TABLE, "spot": 3, "wager": WAGER}
SWIPE = CONFIRM | {"kind": "SwipeAward"}


@pytest.fixture
def lucky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house whose shoes all begin with a jackpot."""

    def arranged(
        seed: bytes, shoe: ShoeNumber, cut: str, deck: Deck, decks: int
    ) -> tuple[Card, ...]:
        order = shuffled_shoe(bytes(32), shoe, cut, deck, decks)
        return (*map(Card.parse, FOUR_SEVENS), *order[: len(order) - 4])

    monkeypatch.setattr("upcard.room.fairness.table_shoes.shuffled_shoe", arranged)
    with house_in(tmp_path) as house:
        yield house


def claimed(dealer: Guest) -> Record:
    """Play until the hand button is pressed; the frame then."""
    for wager, amount in (("main", 1000), (WAGER, 500)):
        assert dealer.press(TABLE, "PlaceWager", spot=3, wager=wager, amount=amount).is_success
    while True:
        frame: Record = dealer.get(f"/api/tables/{TABLE}")
        if frame["next"]["key"] == "confirm":
            return frame
        assert play_on(dealer, TABLE, frame).status_code == 200


def test_a_display_says_pending_and_then_who_won(lucky: House) -> None:
    executive = lucky.person(Role.EXECUTIVE)
    token = lucky.token(kind="jackpot", progressive="bahama")
    path = f"/api/progressives/bahama/live?token={token}"
    with running(lucky) as origin, Guest(origin) as dealer, Guest(origin) as boss:
        dealer.sign_in(lucky.dealer_of(TABLE))
        boss.sign_in(executive)
        with Guest(origin) as display, display.client.stream("GET", path) as stream:
            events = (json.loads(line[6:]) for line in stream.iter_lines() if line[:1] == "d")
            assert next(events)["winner"] is None
            claimed(dealer)
            pending = next(event for event in events if event["levels"][0]["is_pending"])
            assert boss.order(CONFIRM, pin=executive.pin).status_code == 200
            paid = boss.order(SWIPE, pin=executive.pin).json()["answer"]["paid"]
            won = next(event for event in events if event["winner"])

    assert pending["message"] == "PENDING"
    assert (won["winner"]["amount"], won["winner"]["spot"]) == (paid, 3)
    assert not won["levels"][0]["is_pending"]


def test_a_jackpot_is_claimed_confirmed_printed_and_reversed(lucky: House) -> None:
    executive, supervisor = lucky.person(Role.EXECUTIVE), lucky.person(Role.SUPERVISOR)
    with running(lucky) as origin, Guest(origin) as dealer, Guest(origin) as boss:
        dealer.sign_in(lucky.dealer_of(TABLE))
        boss.sign_in(executive)
        frame = claimed(dealer)
        claim = boss.get("/api/desk")["claims"][0]
        amount = frame["meters"][0]["levels"][0]["display"]

        assert (claim["table"], claim["spot"], claim["amount"]) == (TABLE, 3, amount)
        assert claim["needs"] == "executive"
        assert frame["meters"][0]["levels"][0]["is_pending"]
        assert frame["next"]["targets"][0]["spot"] == 3

        swipe = SWIPE
        by = {"badge": supervisor.badge, "pin": supervisor.pin}
        refused = dealer.order(swipe, by=by)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "role-not-enough")
        assert dealer.order(swipe).status_code == 403
        early = boss.order(swipe, pin=executive.pin)
        assert early.json()["error"]["code"] == "award-not-verified"
        assert dealer.order(CONFIRM, by=by).status_code == 200
        paid = boss.order(swipe, pin=executive.pin)
        assert paid.json()["answer"]["slip"] == 1
        assert paid.json()["answer"]["paid"] == amount
        assert boss.order(swipe, pin=executive.pin).status_code == 409

        while dealer.get(f"/api/tables/{TABLE}")["round"]:
            play_on(dealer, TABLE, dealer.get(f"/api/tables/{TABLE}"))
        _check_past(lucky, boss, amount)
        _check_pages(boss)
        _check_reversal(lucky, boss, amount)


def _check_past(house: House, boss: Guest, amount: int) -> None:
    until(lambda: house.site.the_hub().chronicle.papers.awards)
    until(lambda: house.site.the_hub().chronicle.past(TABLE).history)
    token = house.token(kind="jackpot", progressive="bahama")
    with boss.client.stream("GET", f"/api/progressives/bahama/live?token={token}") as stream:
        event = json.loads(next(stream.iter_lines()).removeprefix("data: "))
    award = boss.get("/api/desk")["awards"][0]

    assert event["winner"] == {
        "level": "meter",
        "amount": amount,
        "table": TABLE,
        "spot": 3,
        "at": award["at"],
    }
    assert (award["slip"], award["before"], award["amount"]) == (1, amount, amount)
    assert replay_file(boss.get(f"/api/rounds/{TABLE}/1")["text"])


def _check_pages(boss: Guest) -> None:
    first, again = (boss.client.get("/api/slips/1.pdf") for _ in range(2))

    assert first.content.startswith(b"%PDF")
    assert again.content.startswith(b"%PDF")
    assert first.content != again.content  # The second one says REPRINT.
    assert boss.client.get("/api/slips/2.pdf").status_code == 404


def _check_reversal(house: House, boss: Guest, amount: int) -> None:
    supervisor, executive = house.person(Role.SUPERVISOR), house.person(Role.EXECUTIVE)
    award = boss.get("/api/desk")["awards"][0]["award_id"]
    wish = {
        "kind": "ReverseAward",
        "progressive": "bahama",
        "level": "meter",
        "award_id": award,
        "reason": "the wrong spot was paid",
    }
    alone = boss.order(wish, pin=executive.pin)
    twice = boss.order(
        wish, pin=executive.pin, second={"badge": executive.badge, "pin": executive.pin}
    )
    two = boss.order(
        wish, pin=executive.pin, second={"badge": supervisor.badge, "pin": supervisor.pin}
    )
    assert alone.json()["error"]["code"] == "second-person-needed"
    assert twice.json()["error"]["code"] == "same-person"
    assert two.status_code == 200, two.text
    until(lambda: boss.get("/api/desk")["awards"][0]["reversal"])
    assert boss.get("/api/desk")["progressives"][0]["levels"][0]["display"] >= amount


def test_the_prize_account_short_of_money_is_an_alarm_and_stops_progressive_wagers(
    tmp_path: Path,
) -> None:
    with house_in(tmp_path) as house, running(house) as origin:
        accounting = house.person(Role.ACCOUNTING)
        with Guest(origin) as desk, Guest(origin) as dealer:
            desk.sign_in(accounting)
            dealer.sign_in(house.dealer_of(TABLE))
            short = desk.order({"kind": "RecordBank", "balance": 5}, pin=accounting.pin)
            record = desk.get("/api/desk")
            frame = dealer.get(f"/api/tables/{TABLE}")

    assert short.status_code == 200
    assert record["bank"]["short"]
    assert [alarm["code"] for alarm in record["alarms"]] == ["funds-short"]
    assert not frame["meters"][0]["is_available"]


def test_a_table_whose_rules_cannot_be_read_is_an_alarm_and_the_rest_of_the_room_goes_on(
    tmp_path: Path,
) -> None:
    with house_in(tmp_path) as house, running(house) as origin:
        accounting = house.person(Role.ACCOUNTING)
        with Guest(origin) as desk:
            desk.sign_in(accounting)
            state = house.room.state
            unreadable = replace(state.tables[TABLE], rules_text="decks = [6]")
            tables = MappingProxyType({**state.tables, TABLE: unreadable})
            pretend(house.room, replace(state, tables=tables))
            record = desk.get("/api/desk")
            shown = desk.get("/api/room")

    (alarm,) = record["alarms"]
    assert alarm["code"] == "rules-altered"
    assert alarm["message"].startswith(f"{TABLE} has stopped: this version cannot play the rules")
    titles = {one["table"]: one["title"] for one in shown["tables"]}
    assert titles.pop(TABLE) == unreadable.spec.rules
    assert all(titles.values())


ADJUST = {
    "kind": "AdjustMeter",
    "progressive": "bahama",
    "level": "meter",
    "reason": "display-error",
    "direction": "raise",
    "fund": "meter",
    "amount": 1050,
    "evidence": "photo 12",
}


def lines_of(preview: Record) -> dict[str, tuple[object, object]]:
    """The changes by name."""
    return {line["what"]: (line["before"], line["after"]) for line in preview["changes"]}


def test_whoever_signs_an_award_sees_every_fund_and_the_dealer_sees_the_display(
    lucky: House,
) -> None:
    executive = lucky.person(Role.EXECUTIVE)
    with running(lucky) as origin, Guest(origin) as dealer, Guest(origin) as boss:
        dealer.sign_in(lucky.dealer_of(TABLE))
        boss.sign_in(executive)
        claimed(dealer)
        assert boss.order(CONFIRM, pin=executive.pin).status_code == 200
        level = lucky.room.state.jackpots.progressives["bahama"].levels["meter"]
        head = lucky.room.journal.head()
        shown, seen_by_dealer = boss.preview(SWIPE).json(), dealer.preview(SWIPE).json()
        assert lucky.room.journal.head() == head
        assert shown["version"] == head.sequence
        paid = boss.order(SWIPE, pin=executive.pin, agreed=shown["agreed"]).json()["answer"]["paid"]

    assert lines_of(shown)["award-paid"] == (None, paid)
    assert lines_of(shown)["paid"] == (0, paid)
    assert {"reserve", "seeds", "owed"} <= lines_of(shown).keys()
    assert shown["signers"] == [["executive"]]  # From $5,000 on.
    after = lines_of(shown)["meter"]
    assert lines_of(seen_by_dealer) == {"award-paid": (None, paid), "meter": after}
    assert after[0] == level.display
    assert seen_by_dealer["agreed"] == shown["agreed"]


def test_an_order_that_would_do_something_else_than_was_seen_is_refused(lucky: House) -> None:
    supervisor, executive = lucky.person(Role.SUPERVISOR), lucky.person(Role.EXECUTIVE)
    second = {"badge": executive.badge, "pin": executive.pin}
    with running(lucky) as origin, Guest(origin) as guest:
        guest.sign_in(supervisor)
        seen = guest.preview(ADJUST).json()
        signed = {"pin": supervisor.pin, "second": second, "agreed": seen["agreed"]}
        first, again = guest.order(ADJUST, **signed), guest.order(ADJUST, **signed)

    assert lines_of(seen)["meter"] == (500_000, 501_050)
    assert first.status_code == 200
    assert (again.status_code, again.json()["error"]["code"]) == (409, "out-of-date")


def test_a_preview_is_refused_like_the_order_and_is_not_for_everybody(lucky: House) -> None:
    with running(lucky) as origin, Guest(origin) as boss, Guest(origin) as technician:
        boss.sign_in(lucky.person(Role.EXECUTIVE))
        technician.sign_in(lucky.person(Role.TECHNICIAN))
        shuffle = {"kind": "ShuffleShoe", "table": TABLE, "reason": "asked for"}
        answers = [
            boss.preview(SWIPE),
            boss.preview(shuffle),
            boss.preview({**ADJUST, "amount": 0}),
            technician.preview(ADJUST),
            boss.preview(ADJUST, pin="123456"),
        ]

    assert [(one.status_code, one.json()["error"]["code"]) for one in answers] == [
        (409, "no-such-claim"),
        (409, "no-preview"),
        (409, "amount-not-allowed"),
        (403, "role-not-enough"),
        (422, "fields-wrong"),
    ]
