"""Which roles may do what in the room, in one table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What somebody is in the room. A badge has one role."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"
    TECHNICIAN = "technician"
    REGULATOR = "regulator"
    """Reads everything, changes nothing."""
    DISPLAY = "display"
    """A public screen at one table: not a person. It gives its part of a cut, and nothing else."""


TITLES: Final = {
    Role.DEALER: "a dealer",
    Role.SUPERVISOR: "a supervisor",
    Role.EXECUTIVE: "an executive",
    Role.ACCOUNTING: "an accountant",
    Role.TECHNICIAN: "a technician",
    Role.REGULATOR: "a regulator",
    Role.DISPLAY: "a screen",
}
"""What somebody of each role is called in a sentence."""


class Act(StrEnum):
    """Something that is done in the room."""

    OPERATE_TABLE = "operate-table"
    """Wagers, START GAME, cards, decisions, END GAME."""
    SHUFFLE = "shuffle"
    """Shuffle at the cut card, type parts of the cut, close and confirm it."""
    ABANDON_SHOE = "abandon-shoe"
    VOID_SHOE = "void-shoe"
    CUT_ON_SCREEN = "cut-on-screen"
    OPEN_TABLE = "open-table"
    CLAIM_AWARD = "claim-award"
    CONFIRM_AWARD = "confirm-award"
    CONFIRM_LARGE_AWARD = "confirm-large-award"
    """An award at or above its level's threshold (S0 10.f)."""
    VOID_CLAIM = "void-claim"
    VOID_ROUND = "void-round"
    CORRECT_CARD = "correct-card"
    """Say what a misread card is, at a table with read cards."""
    PRINT_SLIP = "print-slip"
    REVERSE_AWARD = "reverse-award"
    ADJUST_METER = "adjust-meter"
    CHANGE_SETTINGS = "change-settings"
    """Tables, links, rates, seeds, limits."""
    APPROVE_SETTINGS = "approve-settings"
    APPROVE_DEVICES = "approve-devices"
    """Stand for a device at a table beside a technician."""
    MANAGE_STAFF = "manage-staff"
    APPROVE_STAFF = "approve-staff"
    """Stand for a badge or a PIN beside an executive: it takes two people to make a third."""
    CHANGE_OWN_PIN = "change-own-pin"
    RECORD_BANK = "record-bank"
    READ_REPORTS = "read-reports"
    READ_JOURNAL = "read-journal"
    REPORT_MALFUNCTION = "report-malfunction"
    SIGN_IN = "sign-in"
    PRACTISE = "practise"
    """Do drills in a training room."""


DOING: Final = {
    Act.OPERATE_TABLE: "working the keys of a table",
    Act.SHUFFLE: "shuffling and cutting",
    Act.ABANDON_SHOE: "throwing a shoe away",
    Act.VOID_SHOE: "voiding a shoe",
    Act.CUT_ON_SCREEN: "cutting on a screen",
    Act.OPEN_TABLE: "opening or closing a table",
    Act.CLAIM_AWARD: "claiming an award",
    Act.CONFIRM_AWARD: "confirming an award",
    Act.CONFIRM_LARGE_AWARD: "confirming an award this large",
    Act.VOID_CLAIM: "voiding a claim",
    Act.VOID_ROUND: "voiding a round",
    Act.CORRECT_CARD: "correcting a card",
    Act.PRINT_SLIP: "printing a win page",
    Act.REVERSE_AWARD: "reversing an award",
    Act.ADJUST_METER: "adjusting a meter",
    Act.CHANGE_SETTINGS: "changing settings",
    Act.APPROVE_SETTINGS: "approving new settings",
    Act.APPROVE_DEVICES: "approving a device",
    Act.MANAGE_STAFF: "managing badges",
    Act.APPROVE_STAFF: "approving a badge or PIN",
    Act.CHANGE_OWN_PIN: "changing your own PIN",
    Act.RECORD_BANK: "recording the bank",
    Act.READ_REPORTS: "reading reports",
    Act.READ_JOURNAL: "reading the journal",
    Act.REPORT_MALFUNCTION: "reporting a malfunction",
    Act.SIGN_IN: "signing in",
    Act.PRACTISE: "doing drills",
}
"""Each act in words, as the beginning of "... needs a supervisor"."""


_FLOOR: Final = frozenset({Role.DEALER, Role.SUPERVISOR})
_MANAGERS: Final = frozenset({Role.SUPERVISOR, Role.EXECUTIVE})

MAY: Final[dict[Act, frozenset[Role]]] = {
    Act.OPERATE_TABLE: _FLOOR,
    Act.SHUFFLE: _FLOOR,
    Act.ABANDON_SHOE: _MANAGERS,
    Act.VOID_SHOE: _MANAGERS,
    Act.CUT_ON_SCREEN: frozenset({Role.DISPLAY}),
    Act.CLAIM_AWARD: _FLOOR,
    Act.OPEN_TABLE: _MANAGERS,
    Act.CONFIRM_AWARD: _MANAGERS,
    Act.CONFIRM_LARGE_AWARD: frozenset({Role.EXECUTIVE}),
    Act.VOID_CLAIM: _MANAGERS,
    Act.VOID_ROUND: _MANAGERS,
    Act.CORRECT_CARD: _MANAGERS,
    Act.PRINT_SLIP: _MANAGERS | {Role.ACCOUNTING},
    Act.REVERSE_AWARD: _MANAGERS,
    Act.ADJUST_METER: frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING}),
    Act.CHANGE_SETTINGS: frozenset({Role.TECHNICIAN, Role.EXECUTIVE}),
    Act.APPROVE_SETTINGS: frozenset({Role.EXECUTIVE}),
    Act.APPROVE_DEVICES: _MANAGERS,
    Act.MANAGE_STAFF: frozenset({Role.EXECUTIVE}),
    Act.APPROVE_STAFF: _MANAGERS | {Role.ACCOUNTING},
    Act.CHANGE_OWN_PIN: frozenset(Role) - {Role.DISPLAY},
    Act.RECORD_BANK: frozenset({Role.ACCOUNTING, Role.EXECUTIVE}),
    Act.READ_REPORTS: _MANAGERS | {Role.ACCOUNTING, Role.REGULATOR},
    Act.READ_JOURNAL: frozenset({Role.ACCOUNTING, Role.EXECUTIVE, Role.REGULATOR}),
    Act.REPORT_MALFUNCTION: _FLOOR | {Role.EXECUTIVE, Role.TECHNICIAN},
    Act.SIGN_IN: frozenset(Role) - {Role.DISPLAY},
    Act.PRACTISE: frozenset(Role) - {Role.DISPLAY, Role.REGULATOR},
}

NEEDS_PIN: Final = frozenset(
    {
        Act.CONFIRM_AWARD,
        Act.CONFIRM_LARGE_AWARD,
        Act.VOID_CLAIM,
        Act.VOID_ROUND,
        Act.CORRECT_CARD,
        Act.ABANDON_SHOE,
        Act.VOID_SHOE,
        Act.REVERSE_AWARD,
        Act.ADJUST_METER,
        Act.CHANGE_SETTINGS,
        Act.APPROVE_SETTINGS,
        Act.APPROVE_DEVICES,
        Act.MANAGE_STAFF,
        Act.APPROVE_STAFF,
        Act.CHANGE_OWN_PIN,
        Act.RECORD_BANK,
        Act.OPEN_TABLE,
        Act.SIGN_IN,
    }
)
"""Acts that move money or change the room: the badge alone is not enough."""


def may(role: Role, act: Act) -> bool:
    """
    Whether somebody of that role may do that.

    >>> may(Role.TECHNICIAN, Act.CONFIRM_AWARD), may(Role.SUPERVISOR, Act.CHANGE_SETTINGS)
    (False, False)
    """
    return role in MAY[act]
