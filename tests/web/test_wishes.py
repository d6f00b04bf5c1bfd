"""Every wish, for every role: who may, and who may only with a PIN."""

from collections.abc import Iterator

import pytest

from tests.web.houses import ROLES, TABLE, Guest, House, Record
from upcard.plain import kinds_of
from upcard.room.orders import Wish

SPEC = {
    "table": "t-1",
    "rules": "blackjack",
    "decks": 6,
    "pack": None,
    "paytables": [],
    "cut_card": 200,
}
LEVEL = {
    "name": "meter",
    "seed": 1000,
    "rate": "1/10",
    "reserve_rate": "0",
    "hidden_rate": "0",
    "limit": None,
    "unreasonable_over": 100000,
}
PARAMETERS = {
    "name": "p",
    "levels": [LEVEL],
    "award_lock": "on-confirm",
    "house_share": "0",
    "largest_fixed_award": 0,
    "certified_rate": None,
    "above_certified": "refuse",
    "zero_seed_reason": "",
}
LINK = {
    "progressive": "p",
    "wager": "bahama-progressive",
    "paytable": "PT3",
    "tables": [TABLE],
    "executive_from": [],
}
AWARD = {"progressive": "bahama", "level": "meter", "award_id": "award 1", "reason": "wrong spot"}
METER = {
    "progressive": "bahama",
    "level": "meter",
    "reason": "display-error",
    "direction": "raise",
    "fund": "meter",
    "amount": 1,
    "evidence": "report 7",
}
TRANSFER = {"progressive": "a", "level": "b", "to_progressive": "c", "to_level": "d"}
START = {"kind": "StartGame"}

# Who may: D dealer, S supervisor, E executive, A accounting, T technician, R regulator; a star
# where the badge alone is not enough. A kind of wish that is not here fails the test.
WISHES: dict[str, tuple[str, Record]] = {
    "AddMember": ("E*", {"badge": "X100", "name": "X", "role": "dealer", "pin": "135790"}),
    "RemoveMember": ("E*", {"badge": "X100"}),
    "ChangePin": ("E*", {"badge": "X100", "pin": "135790"}),
    "ChangeOwnPin": ("DSEATR*", {"pin": "135790"}),
    "AddPasskey": ("DSEATR*", {"passkey": {"id": "k", "public_key": "k", "name": "key"}}),
    "RemovePasskey": ("E*", {"badge": "X100", "id": "k"}),
    "SetShifts": ("ET*", {"hours": []}),
    "SetWitnesses": ("ET*", {"addresses": []}),
    "WitnessFor": ("ET*", {"room": "0" * 64, "name": "South", "public_key": "0" * 64}),
    "AddTable": ("ET*", {"spec": SPEC}),
    "ChangeTable": ("ET*", {"spec": SPEC}),
    "ApproveRules": ("ET*", {"name": "own", "text": "name = 1"}),
    "AcceptSoftware": ("ET*", {"version": "1", "hash": "0" * 64, "reason": "an update"}),
    "ArchiveRecords": ("ET*", {"before": "2026-11-01"}),
    "OpenProgressive": ("ET*", {"parameters": PARAMETERS, "link": LINK}),
    "ChangeProgressive": ("ET*", {"parameters": PARAMETERS, "link": LINK}),
    "RemoveProgressive": ("ET*", {"progressive": "bahama", "destination": "charity"}),
    "TransferFunds": ("ET*", TRANSFER),
    "OpenTable": ("SE*", {"table": TABLE, "dealer": "X100"}),
    "ChangeDealer": ("SE*", {"table": TABLE, "dealer": "X100"}),
    "CloseTable": ("SE*", {"table": TABLE}),
    "ShuffleShoe": ("DS", {"table": TABLE, "reason": "asked for"}),
    "AbandonShoe": ("SE*", {"table": TABLE, "reason": "asked for"}),
    "VoidShoe": ("SE*", {"table": TABLE, "reason": "asked for"}),
    "CutShoe": ("DS", {"table": TABLE, "cut": "17 tulip"}),
    "CloseCut": ("DS", {"table": TABLE}),
    "ConfirmCut": ("DS", {"table": TABLE}),
    "SealCut": ("", {"table": TABLE, "shoe": 1, "seal": "0" * 64}),
    "OpenCut": ("", {"table": TABLE, "shoe": 1, "cut": "17 tulip", "salt": "0" * 32}),
    "Operate": ("DS", {"table": TABLE, "command": START}),
    "SetCardAside": ("DS", {"table": TABLE, "why": "burned"}),
    "CorrectCard": ("SE*", {"table": TABLE, "place": 1, "card": "7h", "reason": "misread"}),
    "StepBack": ("DS", {"table": TABLE}),
    "VoidRound": ("SE*", {"table": TABLE, "reason": "a card fell"}),
    "CompleteChecklist": (
        "SE*",
        {"table": TABLE, "spot": 3, "wager": "x", "done": ["cards-shown"], "seal": "4711"},
    ),
    "ConfirmWin": ("SE*", {"table": TABLE, "spot": 3, "wager": "bahama-progressive"}),
    "SwipeAward": ("SE*", {"table": TABLE, "spot": 3, "wager": "bahama-progressive"}),
    "VoidClaim": ("SE*", {"table": TABLE, "spot": 3, "wager": "x", "reason": "wrong spot"}),
    "ReverseAward": ("SE*", AWARD),
    "AdjustMeter": ("SEA*", METER),
    "PrintSlip": ("SEA", {"number": 1}),
    "ReprintSlip": ("SEA", {"number": 1}),
    "RecordDeposit": ("EA*", {"progressive": "bahama", "amount": 5, "reference": "slip 4"}),
    "RecordBank": ("EA*", {"balance": 10_000_000}),
    "ReportMalfunction": ("DSET", {"device": "keypad", "description": "stuck"}),
    "ReadRecords": ("SEAR", {"what": "the journal"}),
    "SignIn": ("DSEATR*", {}),
    "EnrolDevice": ("ET*", {"device": "rail-1", "kinds": ["rail"], "table": TABLE}),
    "RevokeDevice": ("ET*", {"device": "rail-1", "reason": "broken"}),
    "RecordDrill": ("", {"drill": "pay-the-table", "game": "bahamas", "seed": 1, "marks": []}),
    "RestoreRoom": ("", {"reason": "the disk broke"}),
}
NOT_FROM_HERE = frozenset({"RestoreRoom", "RecordDrill"})


@pytest.fixture(scope="module")
def staff(house: House, origin: str) -> Iterator[dict[str, Guest]]:
    """One browser for each role, by its letter."""
    found = {role.value[0].upper(): Guest(origin).sign_in(house.person(role)) for role in ROLES}
    yield found
    for guest in found.values():
        guest.client.close()


def test_every_kind_of_wish_is_in_the_table() -> None:
    assert set(WISHES) == set(kinds_of(Wish))


@pytest.mark.parametrize("kind", WISHES)
def test_a_wish_is_for_the_roles_of_the_table_and_nobody_else(
    kind: str, staff: dict[str, Guest]
) -> None:
    may, fields = WISHES[kind]
    for letter, guest in staff.items():
        answer = guest.order({"kind": kind, **fields})
        code = answer.json().get("error", {}).get("code", "")
        if letter not in may:
            said = "not-from-here" if kind in NOT_FROM_HERE else "role-not-enough"
            assert (answer.status_code, code) == (403, said), letter
        elif "*" in may:
            assert (answer.status_code, code) == (403, "pin-needed"), letter
        else:
            assert answer.status_code in (200, 409), (letter, answer.text)


def test_nobody_signs_for_another_where_no_pin_is_read(
    house: House, staff: dict[str, Guest]
) -> None:
    other = house.dealer_of("bounty-1")
    wish = {"kind": "Operate", "table": "bounty-1", "command": START}
    answer = staff["D"].order(wish, by={"badge": other.badge, "pin": "000000"})

    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "by-not-allowed"


def test_a_supervisor_signs_at_the_dealer_s_console_with_badge_and_pin(
    house: House, staff: dict[str, Guest]
) -> None:
    supervisor = next(one for one in house.people if one.role == "supervisor")
    wish = {"kind": "CloseTable", "table": "bonanza-1"}
    wrong = staff["D"].order(wish, by={"badge": supervisor.badge, "pin": "111222"})
    right = staff["D"].order(wish, by={"badge": supervisor.badge, "pin": supervisor.pin})

    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "pin-wrong")
    assert right.status_code == 200
    assert not house.room.state.tables["bonanza-1"].is_open
