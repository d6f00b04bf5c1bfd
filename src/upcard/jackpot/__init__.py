"""Progressive jackpots: accounts, transfers, meters and awards. Knows money, not cards."""

from upcard.jackpot.accounts import Account, Fund, Ledger, Move, Posting, Transfer, TransferReason
from upcard.jackpot.apply import BooksBroken, apply, fold
from upcard.jackpot.decide import decide
from upcard.jackpot.events import Event, transfers_of
from upcard.jackpot.levels import Jackpots, Level, Progressive
from upcard.jackpot.parameters import AboveCertified, AwardLock, LevelParameters, Parameters
from upcard.jackpot.people import Person
from upcard.jackpot.refusals import JackpotCode, JackpotRefused

__all__ = [
    "AboveCertified",
    "Account",
    "AwardLock",
    "BooksBroken",
    "Event",
    "Fund",
    "JackpotCode",
    "JackpotRefused",
    "Jackpots",
    "Ledger",
    "Level",
    "LevelParameters",
    "Move",
    "Parameters",
    "Person",
    "Posting",
    "Progressive",
    "Transfer",
    "TransferReason",
    "apply",
    "decide",
    "fold",
    "transfers_of",
]
