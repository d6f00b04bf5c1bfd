"""Badges are personal, and every act has its roles."""

import pytest
from argon2 import PasswordHasher

from upcard.room.people.roles import MAY, NEEDS_PIN, Act, Role, may
from upcard.room.people.staff import (
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
    reading = {Act.READ_REPORTS, Act.READ_JOURNAL, Act.SIGN_IN, Act.CHANGE_OWN_PIN}
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


def test_no_number_of_wrong_pins_locks_a_badge(staff: Staff) -> None:
    for _ in range(50):
        failed = identify(staff, PINS, "deal-1", "000111", "10.0.0.7")
        assert failed == PinFailed("deal-1", "10.0.0.7")
        staff = apply(staff, failed)

    assert staff["deal-1"].failures == 50
    assert identify(staff, PINS, "deal-1", "481516") == PinAccepted("deal-1")


def test_another_pin_is_counted_so_that_earlier_sessions_are_over(staff: Staff) -> None:
    changed = apply(staff, pin_changed(staff, PINS, "deal-1", "234299"))

    assert changed["deal-1"].pins == staff["deal-1"].pins + 1
    assert identify(changed, PINS, "deal-1", "234299") == PinAccepted("deal-1")


def test_the_last_two_who_can_sign_together_stay(staff: Staff) -> None:
    for badge in ("exec-2", "acct-1"):
        role = Role.EXECUTIVE if badge == "exec-2" else Role.ACCOUNTING
        staff = apply(staff, added(staff, PINS, badge=badge, name=badge, role=role, pin="481516"))
    staff = apply(staff, removed(staff, "acct-1"))

    with pytest.raises(StaffRefused, match="one of the last two who can sign together"):
        removed(staff, "exec-2")


@pytest.mark.parametrize("name", ["李小龍", "Zoë Müller-Ångström", "محمد", "Ольга", "ฉัตร"])
def test_a_name_in_any_script_is_a_name(name: str) -> None:
    member = added(NOBODY, PINS, badge="abc", name=name, role=Role.DEALER, pin="481516")

    assert member.name == name


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00b", "a\u202eb", "x" * 61, "\x1b[31m"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    with pytest.raises(StaffRefused, match="write the person's name"):
        added(NOBODY, PINS, badge="abc", name=name, role=Role.DEALER, pin="481516")


def test_a_pin_is_never_kept_as_it_is_typed(staff: Staff) -> None:
    assert "481516" not in repr(staff)
    assert staff["deal-1"].pin != staff["exec-1"].pin


def test_a_removed_badge_is_not_known_and_cannot_be_given_out_again(staff: Staff) -> None:
    staff = apply(staff, removed(staff, "deal-1"))

    with pytest.raises(StaffRefused, match="is not known here"):
        member_with(staff, "deal-1")
    with pytest.raises(StaffRefused, match="choose another"):
        added(staff, PINS, badge="deal-1", name="Dora", role=Role.DEALER, pin="481516")


def test_the_last_executive_stays(staff: Staff) -> None:
    with pytest.raises(StaffRefused, match="Eve is the last executive"):
        removed(staff, "exec-1")


def test_a_role_that_is_not_enough_is_told_which_are(staff: Staff) -> None:
    with pytest.raises(StaffRefused) as error:
        check_act(staff["deal-1"], Act.CONFIRM_AWARD)

    assert error.value.code == "role-not-enough"
    assert (
        str(error.value)
        == "Dan is a dealer: confirming an award needs a supervisor or an executive"
    )


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
