"""The state of one round: the immutable value that the table engine works on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from upcard.cards import FACE_DOWN, Card
from upcard.game.stakes import KEPT, ZAPPED, Laid, at_risk, to_win
from upcard.hand_values import Total, is_natural
from upcard.money import NOTHING, Cents
from upcard.table.games import Game
from upcard.table.settlements import Settlement

MAIN: Final = "main"
INSURANCE: Final = "insurance"
DEALER: Final = "dealer"
NO_CARDS: Final = Total(0, False)
ALONE: Final = "+"
"""Ends the name of whom a card is dealt for a side wager alone: a spot like 1+, or dealer+."""


class Stage(StrEnum):
    """The stage of a round."""

    BETTING = "betting"
    LIFTING = "lifting"
    BY_HAND = "by-hand"
    """The dealer deals real cards that the system is not told."""
    KEYED = "keyed"
    DEALING = "dealing"
    DEALT = "dealt"
    BONUS = "bonus"
    OPENING = "opening"
    INSURING = "insuring"
    ZAPPING = "zapping"
    PEEKING = "peeking"
    PEEKED = "peeked"
    PARLAY = "parlay"
    WAGERING = "wagering"
    """Side wagers are made on a card that is seen."""
    PLAYING = "playing"
    DEALER = "dealer"
    PAYING = "paying"
    CLOSING = "closing"
    OVER = "over"


class HandState(StrEnum):
    """The status of a hand."""

    PLAYING = "playing"
    STOOD = "stood"
    BUST = "bust"
    SURRENDERED = "surrendered"
    RESCUED = "rescued"


class Wager(NamedTuple):
    """Money on one wager of one spot."""

    spot: int
    name: str
    amount: Cents
    is_collected: bool = False
    """Whether the dealer has lifted it after it was latched."""
    is_settled: bool = False


class Hand(NamedTuple):
    """One hand of a spot. A split replaces a hand by two, named with *a* and *b* added."""

    name: str
    spot: int
    wager: Cents
    """The first wager on this hand, with winnings moved onto it, before any double."""
    cards: tuple[Card, ...] = ()
    total: Total = NO_CARDS
    doubles: int = 0
    state: HandState = HandState.PLAYING
    is_owed_card: bool = False
    """Whether a card for a hit or a double is still due."""
    is_settled: bool = False
    free_doubles: int = 0
    """How many of the doubles the house paid."""
    is_funded: bool = False
    """Whether the house laid the first wager: the new hand of a free split."""
    is_zapped: bool = False
    """Whether its first two cards came for others that were thrown away."""
    is_kept: bool = False
    """Whether the player was asked for a zap before the dealer looked, and kept the cards."""

    @property
    def laid(self) -> Laid:
        """How the money on the hand was laid."""
        zapped = ZAPPED if self.is_zapped else KEPT if self.is_kept else 0
        return Laid(self.doubles, self.free_doubles, self.is_split, self.is_funded, zapped)

    @property
    def stake(self) -> Cents:
        """What the player has on the hand, and can lose."""
        return Cents(at_risk(self.wager, self.laid))

    @property
    def to_win(self) -> Cents:
        """What an even-money win pays: the stake, and what the house laid beside it."""
        return Cents(to_win(self.wager, self.laid))

    @property
    def is_split(self) -> bool:
        """Whether the hand came from a split."""
        return not self.name.isdigit()

    @property
    def is_natural(self) -> bool:
        """Whether the hand is a natural: the two cards that were dealt, not after a split."""
        return is_natural(self.cards) and not self.is_split and not self.is_zapped


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at the table, and the spots that are theirs."""

    player: str
    spots: tuple[int, ...]


class AwardState(StrEnum):
    """The status of a meter award."""

    DUE = "due"
    CLAIMED = "claimed"
    CONFIRMED = "confirmed"
    REVERSED = "reversed"
    """Two people took it back after it was confirmed: the meter does not pay it."""


@dataclass(frozen=True, slots=True)
class Award:
    """A hand that wins from a meter. The table knows the share, the ledger knows the money."""

    spot: int
    wager: str
    outcome: str
    level: str
    percent: int
    state: AwardState = AwardState.DUE
    amount: Cents = NOTHING
    """What the ledger posted for it, once it was confirmed; a reversal leaves it here."""
    page: int = 0
    """The number of its win page; 0 while it has none, and in records of version 0.1."""
    is_verified: bool = False
    """Whether a supervisor pressed CONFIRM; only where nobody tells the table its cards."""
    player: tuple[Card, ...] = ()
    """The player's cards, where a supervisor keyed them."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards, where a supervisor keyed them; the up card first."""


class KeyedLine(NamedTuple):
    """A line of the paytable that the dealer keyed for a spot, paid from the tray."""

    spot: int
    wager: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Moved:
    """What a spot moved of a side wager's stake and winnings onto its main wager; 0 is nothing."""

    spot: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card that left the shoe, and for which spot: 0 is the dealer."""

    spot: int
    card: Card
    is_alone: bool = False
    """Whether it was dealt for a side wager alone, and is no part of a hand."""


class Round(NamedTuple):
    """A round between wagers and END GAME."""

    game: Game
    stage: Stage = Stage.BETTING
    seats: tuple[Seat, ...] = ()
    """Seats that somebody named; every other spot is a player of its own, or two are."""
    wagers: tuple[Wager, ...] = ()
    """Main and side wagers, by spot, then in the order of the rules file, insurance last."""
    hands: tuple[Hand, ...] = ()
    """Hands in the order they act."""
    turn: int = 0
    """Which of the hands is acting, while the players act."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards: up card, hole card, then draws."""
    is_hole_shown: bool = False
    dealt: tuple[DealtCard, ...] = ()
    """Every card of the round in the order it left the shoe."""
    due: int = -1
    """The hand that has just been lost or given up and is settled next, or -1."""
    awards: tuple[Award, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    """Settlements in order; a reversal replaces its own in place."""
    reconciled: int = 0
    """How many of the settlements the dealer has paid and taken: DEAL ended the bonus round."""
    moved: tuple[Moved, ...] = ()
    """The spots that were asked whether to move winnings, and what each moved."""
    keyed: tuple[KeyedLine, ...] = ()
    """Lines of the tray that the dealer of a hand-dealt table keyed. Meter lines are awards."""
    has_natural: bool = False
    """Whether the dealer looked at the hole card and has a natural."""

    @property
    def is_hole_untold(self) -> bool:
        """Whether a hole card lies on the table that nobody has told it."""
        return len(self.dealer) > 1 and self.dealer[1] is FACE_DOWN

    @property
    def upcard(self) -> Card:
        """The dealer's first card."""
        return self.dealer[0]

    @property
    def spots(self) -> tuple[int, ...]:
        """The spots with a main wager, in the order they act."""
        return tuple(wager.spot for wager in self.wagers if wager.name == MAIN)

    def wager_on(self, spot: int, name: str) -> Wager | None:
        """The wager of that name on that spot, if there is one."""
        for wager in self.wagers:
            if wager.spot == spot and wager.name == name:
                return wager
        return None

    def cards_dealt_to(self, spot: int) -> tuple[Card, ...]:
        """All cards the spot was dealt, in order, over all its hands."""
        return tuple(one.card for one in self.dealt if one.spot == spot and not one.is_alone)

    def cards_alone(self, spot: int) -> tuple[Card, ...]:
        """The cards dealt for side wagers of the spot alone, or with 0 after the dealer's own."""
        return tuple(one.card for one in self.dealt if one.spot == spot and one.is_alone)

    def moved_on(self, spot: int) -> Cents:
        """What the spot moved of its winnings onto its main wager."""
        return Cents(sum(one.amount for one in self.moved if one.spot == spot))

    def player_of(self, spot: int) -> str:
        """Who plays that spot: the name of a seat, or the first spot that is the same player's."""
        for seat in self.seats:
            if spot in seat.spots:
                return seat.player
        spot -= (spot - 1) % self.game.house.spots_each
        return f"spot {spot}"


Value = TypeVar("Value", Round, Hand, Wager)
_PLACES: Final = {
    kind: {name: place for place, name in enumerate(kind._fields)} for kind in (Round, Hand, Wager)
}


def changed(value: Value, **changes: object) -> Value:
    """
    *value* with some fields changed.

    The table does this 25 times a round: these values are tuples because tuples are copied three
    times as fast as dataclasses.

    >>> changed(Wager(1, "main", Cents(500)), amount=Cents(1000)).amount
    1000
    """
    kind = type(value)
    places = _PLACES[kind]
    fields = list(value)
    for name, field in changes.items():
        fields[places[name]] = field
    return tuple.__new__(kind, fields)
