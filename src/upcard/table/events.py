"""Events at the table. Applying them with `evolve` gives the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.table.rounds import Award
from upcard.table.settlements import Settlement


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player took these spots."""

    player: str
    spots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """Money was put on a wager."""

    spot: int
    wager: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class WagerLifted:
    """A player took a wager back before it counted."""

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class NotLatched:
    """A side wager that does not count, and why: it goes back to the player."""

    spot: int
    wager: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Wagers are latched."""

    not_latched: tuple[NotLatched, ...]


@dataclass(frozen=True, slots=True)
class WagerCollected:
    """The dealer lifted a latched bonus wager; it stays in play."""

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card was dealt to a hand or to the dealer."""

    to: str
    card: Card


@dataclass(frozen=True, slots=True)
class BonusRoundOpened:
    """Bonus wagers are settled; the dealer pays them before going on."""


@dataclass(frozen=True, slots=True)
class BonusRoundEnded:
    """The dealer pressed DEAL: the blackjack round begins."""


@dataclass(frozen=True, slots=True)
class InsuranceOpened:
    """Insurance is offered: the up card is an ace."""


@dataclass(frozen=True, slots=True)
class InsuranceClosed:
    """The dealer pressed DEAL: no more insurance."""


@dataclass(frozen=True, slots=True)
class ZappingOpened:
    """Hands are asked for zaps, before the dealer looks."""


@dataclass(frozen=True, slots=True)
class PeekOpened:
    """The dealer is asked to look at a hole card that nobody has told the table."""


@dataclass(frozen=True, slots=True)
class DealerPeeked:
    """The dealer looked at the hole card."""

    has_natural: bool


@dataclass(frozen=True, slots=True)
class ParlayOpened:
    """The dealer has no natural: winners may move their winnings onto the main wager."""


@dataclass(frozen=True, slots=True)
class WinningsMoved:
    """A spot moved winnings onto its main wager, or left them (0)."""

    spot: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class LateWagersOpened:
    """Side wagers on the up card may be made: the dealer has looked, or does not look."""


@dataclass(frozen=True, slots=True)
class LateWagersClosed:
    """The dealer pressed DEAL: the deal goes on, or the players act."""


@dataclass(frozen=True, slots=True)
class PlayOpened:
    """The players act, from the dealer's left to right."""


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """A player's decision that the table accepted."""

    hand: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class HandStood:
    """A hand could only stand, so it stood without being asked."""

    hand: str


@dataclass(frozen=True, slots=True)
class HoleCardRead:
    """The table was told the hole card when it was turned over."""

    card: Card


@dataclass(frozen=True, slots=True)
class HoleCardShown:
    """The dealer turned the hole card up."""


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """A wager was settled."""

    settlement: Settlement


@dataclass(frozen=True, slots=True)
class AwardDue:
    """A hand wins from a meter; a claim, a supervisor and a swipe must follow."""

    award: Award


@dataclass(frozen=True, slots=True)
class HandButtonPressed:
    """The dealer pressed the hand button."""

    RECORDED_AS: ClassVar = "AwardClaimed"

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class AwardReleased:
    """The dealer pressed the hand button again to withdraw the claim."""

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class LineKeyed:
    """The dealer of a hand-dealt table keyed a line of the paytable for a spot."""

    spot: int
    wager: str
    outcome: str


@dataclass(frozen=True, slots=True)
class LineReleased:
    """The dealer pressed the button of a tray line again: it is off."""

    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class KeyingEnded:
    """END GAME at a hand-dealt table: what was keyed is what is paid."""


@dataclass(frozen=True, slots=True)
class AwardVerified:
    """A supervisor pressed CONFIRM for a claimed award; the cards, where they were keyed."""

    spot: int
    wager: str
    player: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class AwardConfirmed:
    """The award was confirmed by the right badge and is settled."""

    settlement: Settlement
    page: int = 0
    """The number of its win page; version 0.1 did not record it here."""


@dataclass(frozen=True, slots=True)
class AwardTakenBack:
    """Two people reversed a confirmed award; *settlement* is the new result of its wager."""

    RECORDED_AS: ClassVar = "AwardReversed"

    settlement: Settlement


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """Every wager is settled, or waits for its award."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The dealer pressed END GAME."""


Event = (
    SeatTaken
    | WagerPlaced
    | WagerLifted
    | GameStarted
    | WagerCollected
    | CardDealt
    | BonusRoundOpened
    | BonusRoundEnded
    | InsuranceOpened
    | InsuranceClosed
    | ZappingOpened
    | PeekOpened
    | DealerPeeked
    | ParlayOpened
    | WinningsMoved
    | LateWagersOpened
    | LateWagersClosed
    | PlayOpened
    | DecisionMade
    | HandStood
    | HoleCardRead
    | HoleCardShown
    | WagerSettled
    | AwardDue
    | LineKeyed
    | LineReleased
    | KeyingEnded
    | HandButtonPressed
    | AwardReleased
    | AwardVerified
    | AwardConfirmed
    | AwardTakenBack
    | RoundSettled
    | RoundEnded
)
