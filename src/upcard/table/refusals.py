"""Refusals: a stable code for machines, a sentence for the dealer."""

from __future__ import annotations

from enum import StrEnum

from upcard.problems import UpcardError


class RefusalCode(StrEnum):
    """Why the table refused a command. Codes never change their meaning."""

    OUT_OF_TURN = "out-of-turn"
    ROUND_OVER = "round-over"
    SPOT_UNKNOWN = "spot-unknown"
    SEAT_TAKEN = "seat-taken"
    SEAT_NAME_NOT_ALLOWED = "seat-name-not-allowed"
    WAGER_UNKNOWN = "wager-unknown"
    WAGERS_CLOSED = "wagers-closed"
    AMOUNT_NOT_ALLOWED = "amount-not-allowed"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    ABOVE_SINGLE_WAGER_LIMIT = "above-single-wager-limit"
    NO_MAIN_WAGER = "no-main-wager"
    NEEDS_OTHER_WAGER = "needs-other-wager"
    OVER_MAIN_WAGER = "over-main-wager"
    TOO_MANY_GAMES = "too-many-games"
    NOTHING_TO_LIFT = "nothing-to-lift"
    CARD_NOT_IN_DECK = "card-not-in-deck"
    CARD_ALL_DEALT = "card-all-dealt"
    CARD_NOT_TOLD = "card-not-told"
    PEEK_CONTRADICTED = "peek-contradicted"
    DECISION_NOT_ALLOWED = "decision-not-allowed"
    INSURANCE_NOT_OFFERED = "insurance-not-offered"
    INSURANCE_TOO_LARGE = "insurance-too-large"
    WAGER_NOT_OPEN = "wager-not-open"
    MOVE_NOT_OFFERED = "move-not-offered"
    OVER_WHAT_WAS_WON = "over-what-was-won"
    LINE_UNKNOWN = "line-unknown"
    LINE_ALREADY_KEYED = "line-already-keyed"
    AWARD_NOT_WON = "award-not-won"
    AWARD_NOT_CLAIMED = "award-not-claimed"
    AWARD_NOT_VERIFIED = "award-not-verified"
    HAND_NOT_KEYED = "hand-not-keyed"
    AWARD_CONFIRMED = "award-confirmed"
    AWARD_NOT_CONFIRMED = "award-not-confirmed"
    SHARE_REVERSED = "share-reversed"
    AWARD_TOO_EARLY = "award-too-early"
    AWARD_OUT_OF_ORDER = "award-out-of-order"
    AWARDS_OPEN = "awards-open"


class Refused(UpcardError):
    """A command that the table did not carry out. Nothing changed."""

    code: RefusalCode

    def __init__(self, code: RefusalCode, message: str) -> None:
        self.code = code
        super().__init__(message)
