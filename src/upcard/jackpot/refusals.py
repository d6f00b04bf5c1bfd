"""Refusals of the jackpot: a stable code for machines, a sentence for the person at the desk."""

from __future__ import annotations

from enum import StrEnum

from upcard.problems import UpcardError


class JackpotCode(StrEnum):
    """Why the jackpot refused a command. Codes never change their meaning."""

    PROGRESSIVE_UNKNOWN = "progressive-unknown"
    PROGRESSIVE_EXISTS = "progressive-exists"
    PROGRESSIVE_REMOVED = "progressive-removed"
    PROGRESSIVE_IN_PLAY = "progressive-in-play"
    LEVEL_UNKNOWN = "level-unknown"
    LEVELS_DIFFER = "levels-differ"
    NAME_NOT_ALLOWED = "name-not-allowed"
    RATE_NOT_ALLOWED = "rate-not-allowed"
    RATES_OVER_WAGER = "rates-over-wager"
    RATE_ABOVE_CERTIFIED = "rate-above-certified"
    SEED_ZERO = "seed-zero"
    SEED_NOT_ALLOWED = "seed-not-allowed"
    LIMIT_BELOW_SEED = "limit-below-seed"
    LIMIT_BELOW_DISPLAY = "limit-below-display"
    AMOUNT_NOT_ALLOWED = "amount-not-allowed"
    NO_WAGERS = "no-wagers"
    UNREASONABLE_CONTRIBUTION = "unreasonable-contribution"
    SHARE_NOT_ALLOWED = "share-not-allowed"
    WINNERS_DIFFER = "winners-differ"
    AWARD_EXISTS = "award-exists"
    AWARD_UNKNOWN = "award-unknown"
    AWARD_POSTED = "award-posted"
    AWARD_REVERSED = "award-reversed"
    AWARD_WAITS_ITS_TURN = "award-waits-its-turn"
    AWARD_PENDING = "award-pending"
    NO_SHARES_HELD = "no-shares-held"
    SAME_PERSON = "same-person"
    SAME_ROLE = "same-role"
    REASON_MISSING = "reason-missing"
    EVIDENCE_MISSING = "evidence-missing"
    REASON_NOT_ALLOWED = "reason-not-allowed"
    FUNDS_DISPLAYED = "funds-displayed"
    FUNDS_TOO_LOW = "funds-too-low"
    SEED_OVER_OUTSTANDING = "seed-over-outstanding"
    ID_USED = "id-used"
    DESTINATION_NOT_ALLOWED = "destination-not-allowed"


class JackpotRefused(UpcardError):
    """A command that the jackpot did not carry out. Nothing changed."""

    code: JackpotCode

    def __init__(self, code: JackpotCode, message: str) -> None:
        self.code = code
        super().__init__(message)
