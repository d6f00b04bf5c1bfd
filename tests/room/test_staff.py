"""Badges are personal, PINs lock, and every act has its roles."""

import pytest
from argon2 import PasswordHasher

from upcard.room.roles import MAY, NEEDS_PIN, Act, Role, may
from upcard.room.staff import (
    FAILURES_MAX,
    NOBODY,
    ArgonPins,
    PinAccepted,
    PinFailed,
    Staff,
    StaffRefused,
    added,
    apply,
    check_act,
    identify,
    member_with,
    needs_pin,
    pin_changed,
    removed,
)

PINS = ArgonPins(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def staff() -> Staff:
    """An executive and a dealer."""
    people = NOBODY
    for badge, name, role in (
        ("exec-1", "Eve", Role.EXECUTIVE),
        ("deal-1", "Dan", Role.DEALER),
    ):
        people = apply(people, added(people, PINS, badge=badge, name=name, role=role, pin="481516"))
    return people


def test_every_act_has_roles_and_a_display_cuts_and_a_regulator_changes_nothing() -> None:
    assert set(MAY) == set(Act)
    assert all(MAY.values())
    reading = {Act.READ_REPORTS, Act.READ_JOURNAL, Act.SIGN_IN}
    assert {act for act in Act if may(Role.REGULATOR, act)} == reading
    assert {act for act in Act if may(Role.DISPLAY, act)} == {Act.CUT_ON_SCREEN}


def test_duties_are_segregated() -> None:
    assert not may(Role.DEALER, Act.CONFIRM_AWARD)
    assert not may(Role.TECHNICIAN, Act.CONFIRM_AWARD)
    assert not may(Role.SUPERVISOR, Act.CONFIRM_LARGE_AWARD)
    assert not may(Role.SUPERVISOR, Act.CHANGE_SETTINGS)
    assert not may(Role.ACCOUNTING, Act.CONFIRM_AWARD)


def test_acts_that_move_money_need_a_pin() -> None:
    assert {act for act in Act if "award" in act or "adjust" in act} - NEEDS_PIN == {
        Act.CLAIM_AWARD
    }
    assert needs_pin(Act.REVERSE_AWARD)


def test_the_right_pin_is_accepted_and_forgets_failures(staff: Staff) -> None:
    staff = apply(staff, identify(staff, PINS, "deal-1", "111222"))
    assert staff["deal-1"].failures == 1

    accepted = identify(staff, PINS, "deal-1", "481516")

    assert accepted == PinAccepted("deal-1")
    assert apply(staff, accepted)["deal-1"].failures == 0


def test_a_badge_is_locked_after_five_wrong_pins_and_a_new_pin_unlocks_it(staff: Staff) -> None:
    for _ in range(FAILURES_MAX):
        failed = identify(staff, PINS, "deal-1", "000111")
        assert failed == PinFailed("deal-1")
        staff = apply(staff, failed)

    with pytest.raises(StaffRefused, match="deal-1 is locked after 5 wrong PINs") as error:
        identify(staff, PINS, "deal-1", "481516")
    assert error.value.code == "badge-locked"
    unlocked = apply(staff, pin_changed(staff, PINS, "deal-1", "234299"))
    assert identify(unlocked, PINS, "deal-1", "234299") == PinAccepted("deal-1")


def test_a_pin_is_never_kept_as_it_is_typed(staff: Staff) -> None:
    assert "481516" not in repr(staff)
    assert staff["deal-1"].pin != staff["exec-1"].pin


def test_a_removed_badge_is_not_known_and_cannot_be_given_out_again(staff: Staff) -> None:
    staff = apply(staff, removed(staff, "deal-1"))

    with pytest.raises(StaffRefused, match="is not known here"):
        member_with(staff, "deal-1")
    with pytest.raises(StaffRefused, match="badges are personal"):
        added(staff, PINS, badge="deal-1", name="Dora", role=Role.DEALER, pin="481516")


def test_the_last_executive_stays(staff: Staff) -> None:
    with pytest.raises(StaffRefused, match="Eve is the last executive"):
        removed(staff, "exec-1")


def test_a_role_that_is_not_enough_is_told_which_are(staff: Staff) -> None:
    with pytest.raises(StaffRefused) as error:
        check_act(staff["deal-1"], Act.CONFIRM_AWARD)

    assert error.value.code == "role-not-enough"
    assert str(error.value) == "Dan is dealer: to confirm-award takes executive, supervisor"


@pytest.mark.parametrize("badge", ["", "a b", "x", "a" * 33, "é123"])
def test_a_badge_that_cannot_be_is_refused(badge: str) -> None:
    with pytest.raises(StaffRefused, match="letters, digits and hyphens"):
        added(NOBODY, PINS, badge=badge, name="X", role=Role.DEALER, pin="481516")


@pytest.mark.parametrize(
    "pin", ["", "12345", "111111", "121212", "abcdef", "1" * 6 + "2345678", "१२३४५६"]
)
def test_a_weak_or_strange_pin_is_refused_without_being_repeated(pin: str) -> None:
    with pytest.raises(StaffRefused) as error:
        added(NOBODY, PINS, badge="abc", name="X", role=Role.DEALER, pin=pin)

    assert error.value.code == "pin-not-allowed"
    assert not pin or pin not in str(error.value)


def test_a_nameless_member_and_a_missing_pin_are_refused(staff: Staff) -> None:
    with pytest.raises(StaffRefused, match="write the person's name"):
        added(NOBODY, PINS, badge="abc", name=" ", role=Role.DEALER, pin="481516")
    with pytest.raises(StaffRefused, match="needs its PIN"):
        identify(staff, PINS, "deal-1", None)
    with pytest.raises(StaffRefused, match="not in use"):
        pin_changed(staff, PINS, "nobody", "481516")
    with pytest.raises(StaffRefused, match="not in use"):
        removed(staff, "nobody")


def test_a_hash_that_is_none_fits_no_pin() -> None:
    assert not PINS.fits("garbage", "481516")
