"""Adjustments, seed recovery, limits, removal from play: what may change a meter besides play."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.jackpot.jackpots import (
    ACCOUNTING,
    EXECUTIVE,
    SUPERVISOR,
    Desk,
    adjusting,
    claiming,
    level,
    opening,
    parameters,
)
from tests.jackpot.test_awards import refused
from upcard.jackpot import (
    AboveCertified,
    Fund,
    JackpotCode,
    JackpotRefused,
    Jackpots,
    Parameters,
    Person,
    decide,
)
from upcard.jackpot.commands import (
    AdjustmentDirection,
    AdjustmentReason,
    ChangeParameters,
    Contribute,
    MoveFunds,
    RemoveFromPlay,
)
from upcard.jackpot.parameters import Hold
from upcard.money import Cents

Why = AdjustmentReason


def test_there_are_five_reasons_and_no_other() -> None:
    assert len(AdjustmentReason) == 5


def test_a_display_error_is_corrected_both_ways() -> None:
    desk = Desk()
    desk.do(adjusting(Why.DISPLAY_ERROR, 500))

    assert desk.level().display == 199_500

    up = adjusting(
        Why.DISPLAY_ERROR, 700, direction=AdjustmentDirection.RAISE, adjustment_id="adjustment 2"
    )
    (event,) = desk.do(up)

    assert desk.level().display == 200_200
    assert (event.before, event.after) == (199_500, 200_200)  # type: ignore[union-attr]
    desk.check()


def test_an_award_paid_by_hand_counts_as_a_hit() -> None:
    desk = Desk()
    desk.do(adjusting(Why.AWARD_WON, 150_000))

    assert desk.level().counters.hits == 1
    assert desk.level().balances[Fund.PAID] == 150_000


def test_a_meter_is_brought_under_a_new_limit_without_losing_the_money() -> None:
    desk = Desk()
    desk.wager("1000")
    desk.do(adjusting(Why.UNDER_LIMIT, 14_000, limit=Cents(210_000)))

    assert desk.level().display == 210_000
    assert desk.level().balances[Fund.OVERFLOW] == 14_000
    assert desk.level().parameters.limit == 210_000
    assert desk.jackpots.progressives["bahama"].parameters.levels[0].limit == 210_000


def test_gross_receipts_take_only_what_no_display_shows() -> None:
    desk = Desk(level(limit=Cents(200_000)))
    desk.wager("100")
    desk.do(adjusting(Why.GROSS_RECEIPTS, 2_400, fund=Fund.OVERFLOW))

    assert desk.level().balances[Fund.WITHDRAWN] == 2_400
    again = adjusting(Why.GROSS_RECEIPTS, 1, adjustment_id="adjustment 2")
    assert refused(desk, again) is JackpotCode.FUNDS_DISPLAYED
    desk.check()


def test_seed_recovery_never_exceeds_the_seed_outstanding() -> None:
    desk = Desk()
    desk.wager("1000")
    desk.do(adjusting(Why.SEED_RECOVERY, 150_000))
    too_much = adjusting(Why.SEED_RECOVERY, 50_001, adjustment_id="adjustment 2")

    assert refused(desk, too_much) is JackpotCode.SEED_OVER_OUTSTANDING

    desk.do(replace(too_much, amount=Cents(50_000)))

    assert desk.level().seed_outstanding == 0
    assert desk.level().display == 24_000


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"approved_by": EXECUTIVE}, JackpotCode.SAME_PERSON),
        ({"approved_by": Person("edgar", "executive")}, JackpotCode.SAME_ROLE),
        ({"evidence": " "}, JackpotCode.EVIDENCE_MISSING),
        ({"amount": 0}, JackpotCode.AMOUNT_NOT_ALLOWED),
        ({"amount": 200_001}, JackpotCode.FUNDS_TOO_LOW),
        ({"fund": Fund.RESERVE}, JackpotCode.REASON_NOT_ALLOWED),
        ({"fund": Fund.PAID}, JackpotCode.REASON_NOT_ALLOWED),
        ({"limit": Cents(1)}, JackpotCode.REASON_NOT_ALLOWED),
        (
            {"reason": Why.AWARD_WON, "direction": AdjustmentDirection.RAISE},
            JackpotCode.REASON_NOT_ALLOWED,
        ),
        ({"reason": Why.UNDER_LIMIT}, JackpotCode.REASON_NOT_ALLOWED),
        ({"reason": Why.UNDER_LIMIT, "limit": Cents(5)}, JackpotCode.LIMIT_BELOW_SEED),
        ({"reason": Why.UNDER_LIMIT, "limit": Cents(200_000)}, JackpotCode.AMOUNT_NOT_ALLOWED),
        ({"level": "Mega"}, JackpotCode.LEVEL_UNKNOWN),
    ],
)
def test_adjustments_that_are_refused(changes: dict[str, Any], code: JackpotCode) -> None:
    desk = Desk()

    assert refused(desk, replace(adjusting(Why.DISPLAY_ERROR, 500), **changes)) is code


def test_nothing_is_adjusted_or_set_while_an_award_is_pending() -> None:
    desk = Desk()
    desk.claim("a")

    assert refused(desk, adjusting(Why.DISPLAY_ERROR, 1)) is JackpotCode.AWARD_PENDING
    assert refused(desk, changing(parameters())) is JackpotCode.AWARD_PENDING
    assert refused(desk, removing()) is JackpotCode.AWARD_PENDING


def changing(settings: Parameters) -> ChangeParameters:
    """A properly signed change of settings."""
    return ChangeParameters(parameters=settings, by=EXECUTIVE, approved_by=ACCOUNTING)


def removing(**changes: Any) -> RemoveFromPlay:
    """A properly signed removal."""
    base = RemoveFromPlay(
        progressive="bahama", destination="moon", by=EXECUTIVE, approved_by=ACCOUNTING
    )
    return replace(base, **changes)


def transferring(**changes: Any) -> MoveFunds:
    """A properly signed transfer to the moon."""
    base = MoveFunds(
        progressive="bahama",
        level="meter",
        to_progressive="moon",
        to_level="meter",
        by=EXECUTIVE,
        approved_by=ACCOUNTING,
    )
    return replace(base, **changes)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (parameters(level(rate=Fraction(3, 4)), house_share=Fraction(1, 4)), "rates-over-wager"),
        (parameters(level(rate=Fraction(-1, 4))), "rate-not-allowed"),
        (parameters(level(rate=Fraction(1, 1_000_001))), "rate-not-allowed"),
        (parameters(level(seed=Cents(0))), "seed-zero"),
        (parameters(level(seed=Cents(-1))), "seed-not-allowed"),
        (parameters(level(limit=Cents(199_999))), "limit-below-seed"),
        (parameters(level("a/b")), "name-not-allowed"),
        (parameters(level(""), name="x"), "name-not-allowed"),
        (parameters(level(), level()), "name-not-allowed"),
        (parameters(certified_rate=Fraction(24, 100)), "rate-above-certified"),
    ],
)
def test_settings_that_are_refused(settings: Parameters, code: str) -> None:
    with pytest.raises(JackpotRefused) as caught:
        decide(Jackpots(), opening(settings))

    assert caught.value.code == code


def test_a_seed_of_nothing_needs_a_reason() -> None:
    desk = Desk(level(seed=Cents(0)), zero_seed_reason="promotion approved on 3 March")

    assert desk.level().display == 0


def test_a_seed_below_the_largest_fixed_award_is_only_warned_about() -> None:
    desk = Desk(largest_fixed_award=Cents(200_001))

    assert desk.events[0].warnings == (  # type: ignore[union-attr]
        "seed of meter is 2000: the largest fixed award is 2000.01",
    )


def test_a_rate_above_the_certified_one_may_force_a_new_hold() -> None:
    desk = Desk(certified_rate=Fraction(24, 100), above_certified=AboveCertified.RECALCULATE)

    assert desk.jackpots.progressives["bahama"].hold is Hold.RECALCULATED
    assert Desk().jackpots.progressives["bahama"].hold is Hold.CERTIFIED


def test_a_limit_below_the_display_is_refused() -> None:
    desk = Desk()
    desk.wager("1000")

    low = changing(parameters(level(limit=Cents(223_999))))
    assert refused(desk, low) is JackpotCode.LIMIT_BELOW_DISPLAY

    desk.do(changing(parameters(level(limit=Cents(224_000)))))

    assert desk.level().display == 224_000


def test_levels_stay_the_same_levels() -> None:
    desk = Desk()

    assert refused(desk, changing(parameters(level("Mega")))) is JackpotCode.LEVELS_DIFFER
    assert refused(desk, opening(parameters())) is JackpotCode.PROGRESSIVE_EXISTS


def test_removal_and_transfer_leave_what_is_owed_unchanged() -> None:
    desk = Desk()
    desk.do(opening(parameters(level(limit=Cents(300_000)), name="moon")))
    desk.wager("1000")
    owed = desk.jackpots.liability

    assert refused(desk, transferring()) is JackpotCode.PROGRESSIVE_IN_PLAY

    desk.do(removing())

    assert desk.jackpots.liability == owed
    assert desk.jackpots.progressives["bahama"].destination == "moon"

    desk.do(transferring())

    assert desk.jackpots.liability == owed
    assert desk.level().liability == 0
    assert desk.level("meter", "moon").display == 300_000
    assert desk.level("meter", "moon").balances[Fund.OVERFLOW] == 124_000
    assert desk.level("meter", "moon").balances[Fund.RESERVE] == 1_000
    desk.check()


def test_a_removed_progressive_is_not_played() -> None:
    desk = Desk()
    no_destination = removing(destination=" ")

    assert refused(desk, no_destination) is JackpotCode.DESTINATION_NOT_ALLOWED

    desk.do(removing())
    start = Contribute(progressive="bahama", start_id="s", wagers=(Cents(100),))

    assert refused(desk, start) is JackpotCode.PROGRESSIVE_REMOVED
    assert refused(desk, claiming("a")) is JackpotCode.PROGRESSIVE_REMOVED


@pytest.mark.parametrize(
    "command",
    [
        removing(approved_by=EXECUTIVE),
        replace(changing(parameters()), approved_by=EXECUTIVE),
        replace(opening(parameters(name="x")), by=SUPERVISOR, approved_by=SUPERVISOR),
    ],
)
def test_settings_need_two_people(command: Any) -> None:
    assert refused(Desk(), command) is JackpotCode.SAME_PERSON
