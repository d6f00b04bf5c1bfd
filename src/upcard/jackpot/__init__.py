"""Progressive jackpots: accounts, transfers, meters and awards. Knows money, not cards."""

from upcard.jackpot.accounts import Account, Fund, Ledger, Move, Posting, Reason, Transfer
from upcard.jackpot.apply import BooksBroken, apply, fold
from upcard.jackpot.decide import decide
from upcard.jackpot.events import Event, transfers_of
from upcard.jackpot.levels import Jackpots, Level, Progressive
from upcard.jackpot.parameters import AboveCertified, AwardLock, LevelParameters, Parameters
from upcard.jackpot.people import Person
from upcard.jackpot.refusals import RefusalCode, Refused

__all__ = [
    "AboveCertified",
    "Account",
    "AwardLock",
    "BooksBroken",
    "Event",
    "Fund",
    "Jackpots",
    "Ledger",
    "Level",
    "LevelParameters",
    "Move",
    "Parameters",
    "Person",
    "Posting",
    "Progressive",
    "Reason",
    "RefusalCode",
    "Refused",
    "Transfer",
    "apply",
    "decide",
    "fold",
    "transfers_of",
]
