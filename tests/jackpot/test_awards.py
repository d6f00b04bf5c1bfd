"""Awards: claimed, then posted or voided, by every policy and both settings of `award_lock`."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.jackpot.jackpots import (
    DEALER,
    SUPERVISOR,
    Desk,
    claiming,
    level,
    reversing,
)
from upcard.jackpot import AwardLock, Fund, JackpotCode, JackpotRefused, decide
from upcard.jackpot.award_steps import amount_of
from upcard.jackpot.awards import Claim, Meter, awards_in_order
from upcard.jackpot.commands import PostAward, ReleaseShares, VoidAward
from upcard.jackpot.jackpot_records import state_digest
from upcard.jackpot.levels import OpenAward
from upcard.money import CENTS_DOWN, Cents, Direction, Rounding
from upcard.plain import read, written_fields

ON_CLAIM = {"award_lock": AwardLock.ON_CLAIM}


def refused(desk: Desk, command: Any) -> JackpotCode:
    """The code with which *command* is refused; nothing may have changed."""
    before = desk.jackpots
    with pytest.raises(JackpotRefused) as caught:
        desk.do(command)

    assert desk.jackpots is before
    assert str(caught.value)
    return caught.value.code


def posting(award_id: str, **changes: Any) -> PostAward:
    """The swipe."""
    return PostAward(
        progressive="bahama", level="meter", award_id=award_id, by=changes.get("by", SUPERVISOR)
    )


def test_on_confirm_no_meter_changes_before_the_swipe() -> None:
    desk = Desk()
    desk.wager("10")
    before = desk.level().balances
    desk.claim("a1")

    assert desk.level().balances == before
    assert desk.level().is_pending


def test_a_100_percent_award_resets_to_seed_plus_reserve() -> None:
    desk = Desk()
    desk.wager("1000", "1000")
    desk.claim("a1")

    assert desk.post("a1") == 248_000
    assert desk.level().display == 202_000
    assert desk.level().balances[Fund.RESERVE] == 0
    assert desk.level().counters.hits == 1
    desk.check()


def test_a_smaller_share_is_rounded_down_and_leaves_the_rest() -> None:
    desk = Desk()
    desk.wager("0.05")
    desk.claim("a1", percent=10)

    assert desk.post("a1") == 20_000
    assert desk.level().display == 180_001


def test_reserve_above_the_limit_goes_to_the_overflow() -> None:
    desk = Desk(level(limit=Cents(201_000)))
    desk.wager("2000")
    desk.claim("a1")
    desk.post("a1")

    assert desk.level().display == 201_000
    assert desk.level().balances[Fund.RESERVE] == 0
    assert desk.level().balances[Fund.OVERFLOW] == 47_000 + 1_000


def test_the_next_winner_is_paid_from_the_reset_meter() -> None:
    desk = Desk()
    desk.wager("1000")
    desk.claim("left", round_id="r", place=2)
    desk.claim("right", round_id="r", place=1)

    assert refused(desk, posting("left")) is JackpotCode.AWARD_WAITS_ITS_TURN
    assert desk.post("right") == 224_000
    assert desk.post("left") == 201_000
    desk.check()


def test_an_equal_split_gives_odd_cents_to_those_paid_first() -> None:
    desk = Desk(level(seed=Cents(200_001)))
    for name, place in (("c", 3), ("a", 1), ("b", 2)):
        desk.claim(name, round_id="r", place=place, winners=3)

    assert [desk.post(name) for name in "abc"] == [66_667, 66_667, 66_667]
    assert desk.level().display == 200_001

    for name, place in (("d", 1), ("e", 2)):
        desk.claim(name, round_id="r2", place=place, winners=2)

    assert [desk.post(name) for name in "de"] == [100_001, 100_000]
    desk.check()


@pytest.mark.parametrize("lock", AwardLock)
def test_a_claim_shows_the_amount_that_it_is_paid_odd_cents_included(lock: AwardLock) -> None:
    desk = Desk(level(seed=Cents(200_001)), award_lock=lock)
    for name, place in (("d", 1), ("e", 2)):
        desk.claim(name, round_id="r", place=place, winners=2)
    shown = []
    for name in "de":
        shown.append(amount_of(desk.level(), desk.level().waiting[0]))
        assert desk.post(name) == shown[-1]

    assert shown == [100_001, 100_000]


def test_shares_are_held_while_other_tables_contribute() -> None:
    desk = Desk()
    desk.claim("a", round_id="r", winners=2)

    assert desk.post("a") == 100_000

    desk.wager("1000")
    desk.claim("b", round_id="r", place=2, winners=2)

    assert desk.post("b") == 100_000
    assert desk.level().display == 200_000 + 24_000


def test_a_share_nobody_claims_goes_back_to_the_meter() -> None:
    desk = Desk()
    desk.claim("a", round_id="r", winners=2)
    release = ReleaseShares(
        progressive="bahama", level="meter", round_id="r", by=SUPERVISOR, reason="one winner only"
    )

    assert refused(desk, release) is JackpotCode.NO_SHARES_HELD

    desk.post("a")
    desk.do(release)

    assert desk.level().display == 300_000
    assert not desk.level().is_pending
    desk.check()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (claiming("a"), JackpotCode.AWARD_EXISTS),
        (claiming(""), JackpotCode.ID_USED),
        (claiming("b", percent=0), JackpotCode.SHARE_NOT_ALLOWED),
        (claiming("b", percent=101), JackpotCode.SHARE_NOT_ALLOWED),
        (claiming("b", percent=10, winners=2), JackpotCode.SHARE_NOT_ALLOWED),
        (claiming("b", level="Mega"), JackpotCode.LEVEL_UNKNOWN),
        (claiming("b", progressive="nobody"), JackpotCode.PROGRESSIVE_UNKNOWN),
        (posting("b"), JackpotCode.AWARD_UNKNOWN),
        (posting("a", by=DEALER), JackpotCode.SAME_PERSON),
        (reversing("a"), JackpotCode.AWARD_UNKNOWN),
    ],
)
def test_claims_and_swipes_that_are_refused(command: Any, code: JackpotCode) -> None:
    desk = Desk()
    desk.claim("a")

    assert refused(desk, command) is code


def test_more_winners_than_the_award_is_divided_among_are_refused() -> None:
    desk = Desk()
    desk.claim("a", round_id="r", winners=2)
    desk.claim("b", round_id="r", winners=2)
    third = claiming("c", round_id="r", winners=2)

    assert refused(desk, third) is JackpotCode.WINNERS_DIFFER
    assert refused(desk, claiming("c", round_id="r", winners=3)) is JackpotCode.WINNERS_DIFFER

    desk.post("a"), desk.post("b")

    assert refused(desk, third) is JackpotCode.WINNERS_DIFFER


def test_an_award_is_paid_once_and_the_second_hears_who_did_it() -> None:
    desk = Desk()
    desk.claim("a")
    desk.post("a")
    with pytest.raises(JackpotRefused, match=r"sam \(supervisor\) confirmed 2000"):
        desk.post("a")

    assert refused(desk, claiming("a")) is JackpotCode.ID_USED


@pytest.mark.parametrize("lock", AwardLock)
def test_a_hand_button_pressed_twice_returns_to_the_earlier_state_exactly(lock: AwardLock) -> None:
    desk = Desk(award_lock=lock)
    desk.wager("33.33")
    before = state_digest(desk.jackpots)
    desk.claim("a")
    desk.void("a")

    assert state_digest(desk.jackpots) == before
    desk.claim("a")
    assert desk.post("a") == 200_799


def test_on_claim_the_amount_is_locked_and_the_level_reseeded() -> None:
    desk = Desk(**ON_CLAIM)
    desk.wager("1000")
    desk.claim("a")

    assert desk.level().display == 201_000
    assert desk.level().balances[Fund.PENDING] == 224_000

    desk.wager("1000")

    assert desk.post("a") == 224_000
    assert desk.level().display == 225_000
    desk.check()


def test_on_claim_a_void_keeps_the_contributions_of_the_meantime() -> None:
    desk = Desk(level(limit=Cents(230_000)), **ON_CLAIM)
    desk.wager("1000")
    desk.claim("a")
    desk.wager("1000")
    desk.void("a")
    never = Desk(level(limit=Cents(230_000)), **ON_CLAIM)
    never.wager("1000")
    never.wager("1000")

    assert desk.level() == never.level()
    assert desk.level().balances[Fund.OVERFLOW] == 18_000


def test_on_claim_a_later_claim_is_locked_anew_when_an_earlier_is_voided() -> None:
    desk = Desk(**ON_CLAIM)
    desk.claim("false")
    desk.wager("1000")
    desk.claim("true")

    assert refused(desk, posting("true")) is JackpotCode.AWARD_WAITS_ITS_TURN

    desk.void("false")

    assert desk.post("true") == 224_000
    desk.check()


steps = st.lists(
    st.one_of(
        st.tuples(st.just("wager"), st.integers(1, 300_000)),
        st.tuples(st.just("claim"), st.sampled_from([100, 100, 10, 25])),
        st.tuples(st.just("share"), st.integers(1, 2)),
        st.tuples(st.just("void"), st.integers(0, 9)),
    ),
    max_size=25,
)


roundings = st.builds(Rounding, st.sampled_from(Direction), st.sampled_from([1, 5, 25, 100, 2500]))
limits = st.sampled_from([None, 200_000, 200_050, 230_000, 260_000])
"""No limit, and some so near the seed that what stays on the meter passes them."""


@given(steps, limits, roundings)
def test_on_claim_voiding_everything_is_as_if_nobody_had_claimed(
    walk: list[tuple[str, int]], limit: int | None, rounding: Rounding
) -> None:
    cap = Cents(limit) if limit else None
    desk, never = Desk(level(limit=cap), **ON_CLAIM), Desk(level(limit=cap), **ON_CLAIM)
    for number, (act, value) in enumerate(walk):
        waiting = desk.level().waiting
        match act:
            case "wager":
                for one in (desk, never):
                    one.wager(f"{value // 100}.{value % 100:02}")
            case "claim":
                desk.claim(
                    f"a{number}",
                    value,
                    round_id=f"r{number % 2}",
                    place=number % 3,
                    rounding=rounding,
                )
            case "share" if sum(award.winners > 1 for award in waiting) < 3:
                desk.claim(
                    f"a{number}", round_id="shared", winners=3, place=value, rounding=rounding
                )
            case "void" if waiting:
                desk.void(waiting[value % len(waiting)].id)
    while desk.level().waiting:
        desk.void(desk.level().waiting[0].id)

    assert desk.level() == never.level()
    desk.check()


@given(steps, st.sampled_from(AwardLock), limits, roundings)
def test_every_claim_is_paid_in_order_and_the_books_balance(
    walk: list[tuple[str, int]], lock: AwardLock, limit: int | None, rounding: Rounding
) -> None:
    desk = Desk(level(limit=Cents(limit) if limit else None), award_lock=lock)
    hits = 0
    for number, (act, value) in enumerate(walk):
        waiting = desk.level().waiting
        match act:
            case "wager":
                desk.wager(f"{value // 100}.{value % 100:02}")
            case "claim":
                desk.claim(
                    f"a{number}",
                    value,
                    round_id=f"r{number % 2}",
                    place=number % 3,
                    rounding=rounding,
                )
            case "void" if waiting:
                assert desk.post(waiting[0].id) % rounding.unit == 0
                hits += 1
    desk.check()

    assert desk.level().counters.hits == hits
    assert desk.level().balances[Fund.PAID] == desk.level().counters.wins_money


@pytest.mark.parametrize("lock", AwardLock)
@pytest.mark.parametrize(
    ("rounding", "percent", "paid", "left"),
    [
        (CENTS_DOWN, 10, 20_024, 180_216),
        (Rounding(Direction.UP, Cents(1)), 10, 20_024, 180_216),
        (Rounding(Direction.DOWN, Cents(25)), 10, 20_000, 180_240),
        (Rounding(Direction.NEAREST, Cents(25)), 10, 20_025, 180_215),
        (Rounding(Direction.UP, Cents(100)), 10, 20_100, 180_140),
        (CENTS_DOWN, 100, 200_240, 200_010),
        (Rounding(Direction.DOWN, Cents(100)), 100, 200_200, 200_050),
        (Rounding(Direction.UP, Cents(100)), 100, 200_200, 200_050),
    ],
)
def test_a_share_is_paid_in_the_house_s_unit_and_the_rest_stays_on_the_meter(
    lock: AwardLock, rounding: Rounding, percent: int, paid: int, left: int
) -> None:
    """$2,002.40 on the meter and $0.10 in the reserve; nobody is paid more than the meter holds."""
    desk = Desk(award_lock=lock)
    desk.wager("10")
    desk.claim("a", percent, rounding=rounding)

    assert desk.post("a") == paid
    assert desk.level().display == left
    desk.check()


def test_winners_divide_whole_units_and_odd_units_go_to_those_paid_first() -> None:
    desk = Desk()
    desk.wager("10")
    dollars_down = Rounding(Direction.DOWN, Cents(100))
    for place, name in enumerate("abc"):
        desk.claim(name, round_id="r", place=place, winners=3, rounding=dollars_down)

    assert [desk.post(name) for name in "abc"] == [66_800, 66_700, 66_700]
    assert desk.level().display == 200_050


def test_what_stays_on_a_meter_at_its_limit_goes_to_the_overflow() -> None:
    desk = Desk(level(limit=Cents(200_030), reserve_rate=Fraction(0)))
    desk.wager("10")
    desk.claim("a", rounding=Rounding(Direction.DOWN, Cents(20_000)))

    assert desk.post("a") == 200_000
    assert desk.level().display == 200_030
    assert desk.level().balances[Fund.OVERFLOW] == 210
    desk.check()


def test_a_claim_recorded_before_houses_were_asked_is_paid_down_to_the_cent() -> None:
    desk = Desk()
    desk.wager("10")
    desk.claim("a", 10, rounding=Rounding(Direction.UP, Cents(100)))
    (award,) = desk.level().waiting
    data = written_fields(award)
    del data["rounding"]

    assert amount_of(desk.level(), read(data, OpenAward)) == 20_024


def test_a_void_needs_a_claim_that_is_open() -> None:
    desk = Desk()
    void = VoidAward(progressive="bahama", level="meter", award_id="x", by=DEALER, reason="")

    assert refused(desk, void) is JackpotCode.AWARD_UNKNOWN


def test_a_reversal_restores_the_exact_amount_and_is_linked() -> None:
    desk = Desk()
    desk.wager("1000")
    before = desk.level()
    desk.claim("a")
    desk.post("a")
    (event,) = desk.do(reversing("a"))

    assert desk.level().standing == before.standing
    assert desk.level().balances[Fund.PAID] == 0
    assert desk.level().counters.wins_money == 224_000
    assert desk.level().counters.reversed_money == 224_000
    assert (event.award_id, event.reversal_id) == ("a", "reversal of a")  # type: ignore[union-attr]
    assert refused(desk, reversing("a", reversal_id="again")) is JackpotCode.AWARD_REVERSED
    desk.check()


def test_a_reversal_of_one_share_leaves_the_seed_of_the_other() -> None:
    desk = Desk()
    desk.claim("a", round_id="r", winners=2)
    desk.claim("b", round_id="r", winners=2)
    desk.post("a"), desk.post("b")
    desk.do(reversing("a"))

    assert desk.level().display == 300_000

    desk.do(reversing("b"))

    assert desk.level().display == 200_000
    assert desk.level().seed_outstanding == 200_000


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"approved_by": SUPERVISOR}, JackpotCode.SAME_PERSON),
        ({"reason": "  "}, JackpotCode.REASON_MISSING),
        ({"award_id": "b"}, JackpotCode.AWARD_UNKNOWN),
        ({"reversal_id": "a"}, JackpotCode.ID_USED),
    ],
)
def test_reversals_that_are_refused(changes: dict[str, Any], code: JackpotCode) -> None:
    desk = Desk()
    desk.claim("a")
    desk.post("a")

    assert refused(desk, replace(reversing("a"), **changes)) is code


def test_a_reversal_waits_for_open_awards() -> None:
    desk = Desk()
    desk.claim("a")
    desk.post("a")
    desk.claim("b")

    assert refused(desk, reversing("a")) is JackpotCode.AWARD_PENDING


def test_the_state_keeps_the_last_awards_of_a_level_and_an_older_one_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("upcard.jackpot.levels.REVERSIBLE", 3)
    desk = Desk()
    for number in range(6):
        desk.claim(f"a{number}")
        desk.post(f"a{number}")
        if number in (1, 4):
            desk.do(reversing(f"a{number}"))

    assert [one.id for one in desk.level().posted] == ["a3", "a4", "a5"]
    assert desk.jackpots.used == {"a3", "a4", "reversal of a4", "a5"}
    assert refused(desk, reversing("a4", reversal_id="again")) is JackpotCode.AWARD_REVERSED
    with pytest.raises(
        JackpotRefused, match="a0 is not among the last 3 that meter paid: you can reverse only"
    ):
        decide(desk.jackpots, reversing("a0"))
    desk.do(reversing("a3"))
    desk.check()


@given(
    st.lists(st.sampled_from([100, 100, 50, 10, 7]), min_size=1, max_size=6),
    st.sampled_from(AwardLock),
    st.booleans(),
    st.integers(1, 500_000),
    roundings,
)
def test_the_ledger_pays_what_the_round_was_told(
    percents: list[int], lock: AwardLock, is_split: bool, wager: int, rounding: Rounding
) -> None:
    """`awards_in_order` is what a recorded round is paid by; the ledger must say the same."""
    desk = Desk(level(reserve_rate=Fraction(0)), award_lock=lock)
    desk.wager(f"{wager // 100}.{wager % 100:02}")
    sharing = percents.count(100) if is_split else 1
    claims = [Claim(percent, sharing if percent == 100 else 1) for percent in percents]
    meter = Meter(desk.level().display, Cents(200_000))
    for place, one in enumerate(claims):
        desk.claim(
            f"a{place}",
            one.percent,
            round_id="r",
            place=place,
            winners=one.winners,
            rounding=rounding,
        )
    paid = [desk.post(f"a{place}") for place in range(len(claims))]
    expected, after = awards_in_order(meter, claims, rounding)

    assert paid == expected
    assert not any(amount % rounding.unit for amount in paid)
    assert desk.level().display == after.value
