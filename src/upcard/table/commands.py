"""Commands to the table. The table may refuse any of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.money import Cents


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Give spots to a player, who may also sit out."""

    player: str
    spots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """Put money on a wager, insurance included; a second time replaces the first."""

    spot: int
    wager: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class LiftWager:
    """
    Take money off a wager: the player before the start, or while it may be made.

    After the start it is the dealer who lifts a latched bonus wager, which stays in play.
    """

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class StartGame:
    """START GAME, or DEAL on a digital table: no more wagers."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the card that the table needs."""

    card: Card


@dataclass(frozen=True, slots=True)
class DealFaceDown:
    """Lay the hole card face down, unread: the table asks for it when it is turned over."""


@dataclass(frozen=True, slots=True)
class AnswerPeek:
    """Say what the dealer saw under the up card, where the table was not told the hole card."""

    has_natural: bool


@dataclass(frozen=True, slots=True)
class PressDeal:
    """
    DEAL, to continue: the bonus round is paid, or insurance or a late wager is closed.

    A spot that is asked to move its winnings leaves them.
    """


@dataclass(frozen=True, slots=True)
class MoveWinnings:
    """Move all or part of a side wager's stake and winnings onto the main wager; 0 for none."""

    spot: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class Choose:
    """Play a decision on the hand in turn."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class PressHandButton:
    """Select a spot and press the hand button; press again to withdraw."""

    RECORDED_AS: ClassVar = "ClaimAward"

    spot: int
    wager: str
    outcome: str


@dataclass(frozen=True, slots=True)
class ConfirmAward:
    """Record a claimed meter award after the swipe, with the amount the ledger posted."""

    spot: int
    wager: str
    amount: Cents
    page: int = 0
    """The number of its win page, where the house prints them."""


@dataclass(frozen=True, slots=True)
class VerifyAward:
    """CONFIRM at a hand-dealt table: a supervisor has seen the hand, and perhaps keyed it."""

    spot: int
    wager: str
    player: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    """The dealer's cards, the up card first."""


@dataclass(frozen=True, slots=True)
class TakeAwardBack:
    """Record that two people reversed a confirmed meter award."""

    RECORDED_AS: ClassVar = "ReverseAward"

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """END GAME: everything is reconciled, the next round may begin."""


Command = (
    TakeSeat
    | PlaceWager
    | LiftWager
    | StartGame
    | Deal
    | DealFaceDown
    | AnswerPeek
    | PressDeal
    | MoveWinnings
    | Choose
    | PressHandButton
    | VerifyAward
    | ConfirmAward
    | TakeAwardBack
    | EndGame
)

CARDS_TOLD = Deal | DealFaceDown | AnswerPeek
"""What a table with read cards is told, and what the shoe of a digital table knows itself."""
NO_KEY = VerifyAward | ConfirmAward | TakeAwardBack
"""Commands that no key sends: awards come from the ledger."""
