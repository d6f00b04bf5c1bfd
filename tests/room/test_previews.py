"""What is shown before it is signed is what then happens, and looking leaves no trace."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.counts import count
from tests.room.houses import PIN, UNIT, House, new_house, place_in, rig
from tests.room.test_procedures import GAMES
from tests.room.wallets import a_setting, any_money_wish, close_the_tables, play_a_round
from upcard.jackpot import AwardLock
from upcard.jackpot.accounts import SOURCES, Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.journal import Answer
from upcard.money import Cents
from upcard.plain import kinds_of
from upcard.room.money_orders import AdjustMeter, ConfirmWin, RecordBank, RecordDeposit, SwipeAward
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.procedures.money_changes import Change
from upcard.room.procedures.previews import PREVIEWED, Preview
from upcard.room.refusals import REFUSALS
from upcard.room.table_orders import CutShoe, Operate, ShuffleShoe, VoidRound
from upcard.table.commands import EndGame, PlaceWager, PressHandButton, StartGame

SEED = "before and after 2026"
MakeHouse = Callable[..., House]
RAISE = AdjustMeter(
    progressive="prog",
    level="meter",
    reason=AdjustmentReason.DISPLAY_ERROR,
    direction=AdjustmentDirection.RAISE,
    fund=Fund.METER,
    amount=Cents(1050),
    evidence="report 7",
)
NO_PREVIEW = {
    "EnrolDevice",
    "RevokeDevice",
    "AddMember",
    "RemoveMember",
    "ChangePin",
    "AddTable",
    "ChangeTable",
    "ApproveRules",
    "AcceptSoftware",
    "ArchiveRecords",
    "OpenTable",
    "ChangeDealer",
    "CloseTable",
    "ShuffleShoe",
    "CutShoe",
    "Operate",
    "SetCardAside",
    "CorrectCard",
    "StepBack",
    "CompleteChecklist",
    "ConfirmWin",
    "ReprintSlip",
    "ReportMalfunction",
    "ReadRecords",
    "RecordDrill",
    "SignIn",
    "PrintSlip",
    "ChangeOwnPin",
    "AddPasskey",
    "RemovePasskey",
    "SetShifts",
    "SetWitnesses",
    "RestoreRoom",
    "WitnessFor",
    "OpenCut",
    "SealCut",
    "VoidShoe",
    "AbandonShoe",
    "CloseCut",
    "ConfirmCut",
}
"""Wishes that move no money, and keys: to decide a key is to see cards."""


@pytest.fixture
def house_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeHouse]:
    """Makes a house with the shoe of its game."""
    houses: list[House] = []

    def make(name: str, lock: AwardLock = AwardLock.ON_CONFIRM, **more: Any) -> House:
        rig(monkeypatch, GAMES[name].hit)
        houses.append(new_house(place_in(tmp_path / str(len(houses))), GAMES[name], lock, **more))
        return houses[-1]

    yield make
    for house in houses:
        house.close()


def sent(house: House, wish: Wish, agreed: str | None, *signers: str) -> Answer:
    """The order, as those who saw *agreed* sign it."""
    first, *second = (Signature(badge, PIN) for badge in signers)
    number = next(house._ids)
    return house.room.submit(
        Order(
            id=f"signed {number}",
            by=first,
            wish=wish,
            second=second[0] if second else None,
            agreed=agreed,
        )
    )


def badges(roles: tuple[Role, ...]) -> list[str]:
    """Somebody of each role, never twice the same; dealers claim, so nobody here did."""
    taken: Counter[Role] = Counter()
    names = {Role.SUPERVISOR: "sup", Role.EXECUTIVE: "exec", Role.ACCOUNTING: "acct"}
    found = []
    for role in roles:
        taken[role] += 1
        found.append(f"{names.get(role, 'tech')}-{taken[role]}")
    return found


def ledger_lines(house: House) -> dict[str, int]:
    """Every balance of the ledger as people read it: what came from an account counts up."""
    return {
        name: -amount if Fund(name.rpartition("/")[2]) in SOURCES else amount
        for name, amount in house.room.journal.balances().items()
        if amount
    }


def fund_lines(preview: Preview) -> dict[str, tuple[int, int]]:
    """The funds that a preview says will change."""
    funds = {fund.value for fund in Fund}
    return {
        f"{line.progressive}/{line.level}/{line.what}": (
            int(line.before or 0),
            int(line.after or 0),
        )
        for line in preview.changes.lines
        if line.what in funds
    }


def line_of(preview: Preview, what: str) -> Change:
    """The one line of that name."""
    (found,) = [line for line in preview.changes.lines if line.what == what]
    return found


def looked_at(house: House, wish: Wish) -> Preview | Exception:
    """The preview of *wish*, or its refusal; nothing is recorded and nothing changes."""
    state, head = house.room.state, house.room.journal.head()
    try:
        return house.room.preview(wish)
    except REFUSALS as refused:
        return refused
    finally:
        assert house.room.state is state
        assert house.room.journal.head() == head


def check_one(house: House, wish: Wish) -> str:
    """Look at *wish*, sign it, and compare; the code of the refusal, or nothing."""
    seen = looked_at(house, wish)
    if isinstance(seen, Exception):
        signers = ("exec-1", "sup-1") if isinstance(wish, AdjustMeter) else ("exec-1", "exec-2")
        answer = sent(house, wish, None, *signers)
        assert answer.code == str(getattr(seen, "code", "")), f"{wish}: {seen} and {answer}"
        return answer.code
    before = ledger_lines(house)
    answer = sent(house, wish, seen.changes.fingerprint, *badges(seen.signers[0]))
    assert not answer.is_refused, f"{wish}: {answer}"
    after = ledger_lines(house)
    moved = {
        name: (before.get(name, 0), after.get(name, 0))
        for name in {*before, *after}
        if before.get(name, 0) != after.get(name, 0)
    }
    assert fund_lines(seen) == moved
    _check_sums(house, seen, answer)
    return ""


def _check_sums(house: House, seen: Preview, answer: Answer) -> None:
    """What is paid, given back, deposited and recorded is what was shown."""
    shown = {line.what: line.after for line in seen.changes.lines}
    assert shown.get("award-paid") == answer.data.get("paid")
    (entry,) = house.room.journal.entries(answer.sequence, answer.sequence)
    returned = [data["returned"] for data in entry.event_payloads if "returned" in data]
    assert shown.get("wagers-returned") == (returned[0] if returned else None)
    funds = house.room.state.funds
    if "bank" in shown:
        assert funds.bank is not None
        assert (shown["bank"], shown["owed"]) == (funds.bank.balance, funds.bank.owed)
        assert shown["account"] == ("short" if funds.is_short else "enough")
    if "deposited" in shown:
        assert shown["deposited"] == funds.deposited["prog"]
    if "owed" in shown:
        assert shown["owed"] == house.room.state.jackpots.liability


def test_what_is_shown_is_what_the_order_then_does(house_for: MakeHouse) -> None:
    answers: Counter[str] = Counter()
    for name in ("bahama ten percent", "blazing Mega"):
        for lock in AwardLock:
            house = house_for(name, lock, executive_from=Cents(100_000))
            rng = random.Random(f"{SEED} {name} {lock}")
            answers += wishes_checked(house, rng, count(40, 500))
    print(dict(answers))

    assert {kind.__name__ for kind in PREVIEWED} <= set(answers)
    assert len(answers) >= 25


def wishes_checked(house: House, rng: random.Random, rounds: int) -> Counter[str]:
    """What came of many wishes between rounds, the last of them about the progressive itself."""
    answers: Counter[str] = Counter()
    for _ in range(rounds):
        play_a_round(house, rng)
        for _ in range(4):
            wish = any_money_wish(house, rng)
            answers[check_one(house, wish) or type(wish).__name__] += 1
    close_the_tables(house)
    for _ in range(rounds // 2):
        wish = a_setting(house, rng)
        answers[check_one(house, wish) or type(wish).__name__] += 1
    return answers


def test_every_wish_has_a_preview_or_is_known_to_have_none(house_for: MakeHouse) -> None:
    assert {kind.__name__ for kind in PREVIEWED} | NO_PREVIEW == set(kinds_of(Wish))
    assert not {kind.__name__ for kind in PREVIEWED} & NO_PREVIEW


@pytest.mark.parametrize(
    "wish",
    [
        ShuffleShoe("t1", "asked for"),
        CutShoe("t1", "17"),
        Operate("t1", StartGame()),
        Operate("t1", PlaceWager(1, "main", Cents(1000))),
    ],
)
def test_keys_and_shuffles_have_no_preview(house_for: MakeHouse, wish: Wish) -> None:
    refused = looked_at(house_for("bahama"), wish)

    assert getattr(refused, "code", "") == "no-preview"


def won(house: House) -> SwipeAward:
    """A round on the first table whose award is claimed; what a supervisor then swipes."""
    house.start("t1")
    house.play_on("t1")
    house.key("t1", PressHandButton(4, house.game.wager, house.game.outcome))
    house.done("sup-2", ConfirmWin("t1", 4, house.game.wager))
    return SwipeAward("t1", 4, house.game.wager)


def contribute(house: House) -> None:
    """Another table starts a round, and feeds the meter."""
    house.key("t2", PlaceWager(1, "main", Cents(1000)), "deal-2")
    house.key("t2", PlaceWager(1, house.game.wager, UNIT), "deal-2")
    house.key("t2", StartGame(), "deal-2")


def seen_by(house: House, wish: Wish) -> str:
    """What somebody agrees to who looks at *wish* now."""
    return house.room.preview(wish).changes.fingerprint


def test_an_award_of_a_meter_that_has_grown_is_shown_anew_before_it_is_paid(
    house_for: MakeHouse,
) -> None:
    house = house_for("bahama")
    swipe = won(house)
    agreed, meter = seen_by(house, swipe), house.level().display
    contribute(house)
    answer = sent(house, swipe, agreed, "sup-1")

    assert answer.code == "out-of-date"
    assert house.level().balances[Fund.PAID] == 0
    again = house.room.preview(swipe)
    assert line_of(again, "award-paid").after == house.level().display > meter
    assert not sent(house, swipe, again.changes.fingerprint, "sup-1").is_refused


def test_an_award_that_is_locked_is_paid_though_the_meter_grows(house_for: MakeHouse) -> None:
    house = house_for("bahama", AwardLock.ON_CLAIM)
    swipe = won(house)
    agreed, locked = seen_by(house, swipe), house.level().balances[Fund.PENDING]
    contribute(house)

    assert sent(house, swipe, agreed, "sup-1").data["paid"] == locked


def test_an_adjustment_stands_while_the_meter_grows_but_not_beside_another(
    house_for: MakeHouse,
) -> None:
    house = house_for("bahama")
    agreed = seen_by(house, RAISE)
    contribute(house)
    before = house.level().display
    assert not sent(house, RAISE, agreed, "sup-1", "exec-1").is_refused
    assert house.level().display == before + RAISE.amount
    # Somebody at the second desk looked when the first had not signed yet.
    answer = sent(house, RAISE, agreed, "sup-2", "acct-1")

    assert answer.code == "out-of-date"
    assert house.level().display == before + RAISE.amount


def test_a_deposit_is_not_recorded_twice_by_two_who_saw_the_same(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    contribute(house)
    deposit = RecordDeposit("prog", Cents(100), "slip 4")
    agreed = seen_by(house, deposit)

    assert not sent(house, deposit, agreed, "acct-1").is_refused
    assert sent(house, deposit, agreed, "exec-1").code == "out-of-date"
    assert house.room.state.funds.deposited["prog"] == 100


def test_a_bank_balance_that_has_become_short_is_shown_anew(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    owed = house.room.state.jackpots.liability
    exactly, plenty = RecordBank(owed), RecordBank(Cents(2 * owed))
    before = seen_by(house, exactly), seen_by(house, plenty)
    contribute(house)

    assert sent(house, exactly, before[0], "acct-1").code == "out-of-date"
    assert line_of(house.room.preview(exactly), "account").after == "short"
    assert not sent(house, plenty, before[1], "acct-1").is_refused


def test_the_round_that_is_voided_is_the_round_that_was_seen(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    void = VoidRound("t1", "a card fell")

    def bet_and_deal() -> None:
        house.new_shoe("t1")
        house.key("t1", PlaceWager(1, "main", Cents(1000)))
        house.key("t1", StartGame())

    bet_and_deal()
    seen = house.room.preview(void)
    assert (line_of(seen, "wagers-returned").after, line_of(seen, "wagers-returned").of) == (
        1000,
        "t1/1",
    )
    house.play_on("t1")
    house.key("t1", EndGame())
    bet_and_deal()

    assert sent(house, void, seen.changes.fingerprint, "sup-1").code == "out-of-date"
    assert house.room.state.tables["t1"].round is not None


@pytest.mark.parametrize(
    ("threshold", "roles"),
    [(None, {(Role.SUPERVISOR,), (Role.EXECUTIVE,)}), (Cents(1), {(Role.EXECUTIVE,)})],
)
def test_a_preview_says_whose_badge_an_award_takes(
    house_for: MakeHouse, threshold: Cents | None, roles: set[tuple[Role, ...]]
) -> None:
    house = house_for("bahama", executive_from=threshold)

    assert set(house.room.preview(won(house)).signers) == roles


def test_a_preview_says_that_two_roles_adjust_a_meter(house_for: MakeHouse) -> None:
    preview = house_for("bahama").room.preview(RAISE)

    managers = {Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING}
    assert [set(roles) for roles in preview.roles] == [managers, managers]
    assert preview.roles_differ


def test_an_order_sent_again_is_the_same_whatever_was_seen_of_it(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    order = Order(
        id="bank 1",
        by=Signature("acct-1", PIN),
        wish=RecordBank(Cents(5)),
        agreed=seen_by(house, RecordBank(Cents(5))),
    )
    first = house.room.submit(order)
    again = house.room.submit(Order(id="bank 1", by=order.by, wish=order.wish))

    assert (again.sequence, again.is_repeated) == (first.sequence, True)
