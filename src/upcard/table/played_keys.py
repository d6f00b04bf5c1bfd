"""What people did in a round, and the cards that came: its events as the commands behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from upcard.cards import FACE_DOWN
from upcard.table.commands import (
    AnswerPeek,
    Choose,
    Command,
    Deal,
    DealFaceDown,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeSeat,
)
from upcard.table.events import (
    AwardDue,
    BonusRoundEnded,
    CardDealt,
    DealerPeeked,
    DecisionMade,
    Event,
    GameStarted,
    HandButtonPressed,
    HoleCardRead,
    InsuranceClosed,
    LateWagersClosed,
    RoundEnded,
    SeatTaken,
    WagerCollected,
    WagerLifted,
    WagerPlaced,
    WinningsMoved,
)


def key_behind(event: Event) -> Command | None:
    """The key or the card that caused *event*; None where the table or the ledger did."""
    match event:
        case CardDealt(card=card):
            return DealFaceDown() if card is FACE_DOWN else Deal(card)
        case HoleCardRead(card):
            return Deal(card)
        case DealerPeeked(has_natural):
            return AnswerPeek(has_natural)
        case DecisionMade(_, decision):
            return Choose(decision)
        case WagerPlaced(spot, wager, amount):
            return PlaceWager(spot, wager, amount)
        case WagerLifted(spot, wager) | WagerCollected(spot, wager):
            return LiftWager(spot, wager)
        case WinningsMoved(spot, amount):
            return MoveWinnings(spot, amount)
        case InsuranceClosed() | LateWagersClosed() | BonusRoundEnded():
            return PressDeal()
        case SeatTaken(player, spots):
            return TakeSeat(player, spots)
        case GameStarted():
            return StartGame()
        case RoundEnded():
            return EndGame()
        case _:
            return None


def played_keys(events: Iterable[Event]) -> Iterator[Command]:
    """
    Every key of a round whose cards were told when they were dealt, in order.

    The peek is the table's own there. Swipes are not keys: people make them.
    """
    outcomes: dict[tuple[int, str], str] = {}
    for event in events:
        if isinstance(event, AwardDue):
            outcomes[event.award.spot, event.award.wager] = event.award.outcome
        elif isinstance(event, HandButtonPressed):
            yield PressHandButton(event.spot, event.wager, outcomes[event.spot, event.wager])
        elif not isinstance(event, DealerPeeked) and (key := key_behind(event)) is not None:
            yield key
