"""Rounds read back from their facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from upcard.journal.entries import Fact
from upcard.money import Cents
from upcard.plain import read
from upcard.room.projections.notebooks import Data
from upcard.room.projections.round_lines import PastRound, RoundLine
from upcard.room.projections.setup_facts import Plays
from upcard.room.table_states import TableState
from upcard.table.games import Game
from upcard.table.movements import Movement
from upcard.table.rounds import MAIN
from upcard.table.settlements import Source

ROUND: Final = "round"
NOTICE: Final = "notice"
"""An award of a round that is over was reversed."""


class RoundState(StrEnum):
    """How far a round came."""

    OPEN = "open"
    ENDED = "ended"
    VOIDED = "voided"


class Latched(NamedTuple):
    """A wager that counted when the game started."""

    spot: int
    wager: str
    amount: Cents


class Settled(NamedTuple):
    """A finished wager, as the books count it."""

    spot: int
    wager: str
    stake: Cents
    returned: Cents
    won: Cents
    source: Source

    @property
    def taken(self) -> Cents:
        """The part of the stake that goes to the house."""
        return Cents(self.stake - self.returned)

    @property
    def net(self) -> Cents:
        """What the player gained; negative for a loss."""
        return Cents(self.returned + self.won - self.stake)


class MovedWinnings(NamedTuple):
    """Winnings that were moved onto a main wager, and what theory needs to know of them."""

    wager: Cents
    amount: Cents
    cards: tuple[str, str, str]
    """The first two cards and the up card."""


class LateReversal(NamedTuple):
    """An award that was reversed after its round, and the entry that records it."""

    sequence: int
    spot: int
    wager: str


@dataclass(frozen=True, slots=True)
class RoundFact:
    """One round, read back."""

    table: str
    number: int
    day: date
    """The gaming day on which it ended; where it has not, the day it began."""
    data: Data

    @classmethod
    def of(cls, fact: Fact, data: Data) -> RoundFact:
        """The round of a fact, whose payload *data* is."""
        return cls(fact.name.subject, fact.name.number, date.fromisoformat(fact.day), data)

    @property
    def round_id(self) -> str:
        """As the ledger names it."""
        return f"{self.table}/{self.number}"

    @property
    def first(self) -> int:
        """The entry it begins with."""
        return int(self.data["first"])

    @property
    def last(self) -> int:
        """The entry it ends with; of an open round, the first."""
        return int(self.data["last"])

    @property
    def state(self) -> RoundState:
        """How far it came."""
        return RoundState(self.data["state"])

    @property
    def is_open(self) -> bool:
        """Whether it is on the table."""
        return self.state is RoundState.OPEN

    @property
    def is_by_hand(self) -> bool:
        """Whether people dealt real cards: its main wagers and their results are not known."""
        return bool(self.data.get("by_hand"))

    @property
    def dealt_by(self) -> str:
        """The badge of the dealer when the game started."""
        return str(self.data.get("dealt_by", ""))

    @property
    def shift(self) -> str:
        """The hour at which the shift began in which it ended; empty in a room without shifts."""
        return str(self.data.get("shift", ""))

    @property
    def latched(self) -> list[Latched]:
        """The wagers that counted at START GAME."""
        if not self.data.get("is_started"):
            return []
        return [Latched(spot, name, Cents(amount)) for spot, name, amount in self.data["wagers"]]

    @property
    def settlements(self) -> list[Settled]:
        """Every finished wager, awards included."""
        return [
            Settled(spot, wager, Cents(stake), Cents(returned), Cents(won), Source(source))
            for spot, wager, stake, returned, won, source in self.data.get("settled", ())
        ]

    @property
    def first_wagers(self) -> list[Latched]:
        """The main wagers that were played to their end."""
        settled = {one[0] for one in self.data.get("settled", ()) if one[1] == MAIN}
        return [one for one in self.latched if one.wager == MAIN and one.spot in settled]

    @property
    def moved(self) -> dict[int, MovedWinnings]:
        """What each spot moved of its winnings, where it moved something."""
        wagers = {one.spot: one.amount for one in self.latched if one.wager == MAIN}
        return {
            spot: MovedWinnings(wagers[spot], Cents(amount), (first, second, up))
            for spot, amount, (first, second, up) in self.data.get("moved", ())
        }

    def game(self, plays: Plays) -> Game:
        """The game as the table played it then; *plays* is what `plays` names."""
        opened = self.data["opened"]
        table = TableState(spec=plays.spec, rules_text=plays.rules_text)
        return table.game_on(date.fromisoformat(opened) if opened else None)

    @property
    def spots(self) -> tuple[int, ...]:
        """The spots that played; a hand-dealt table knows only those with a progressive wager."""
        return tuple(dict.fromkeys(one.spot for one in self.latched))

    @property
    def net(self) -> int:
        """What the players gained together."""
        return sum(self.data["line"]["net"].values()) if "line" in self.data else 0

    @property
    def later(self) -> tuple[LateReversal, ...]:
        """Awards that were reversed when the round was over."""
        return tuple(LateReversal(*one) for one in self.data.get("later", ()))

    @property
    def line(self) -> PastRound:
        """The round in one line: the dealer's cards, what players gained, what meters paid."""
        recorded: RoundLine = self.data["line"]
        line: PastRound = {"id": self.round_id, **recorded}
        return {**line, "summary": "voided"} if self.state is RoundState.VOIDED else line

    @property
    def returned(self) -> tuple[Movement, ...]:
        """What a void gives back."""
        found: tuple[Movement, ...] = read(self.data["returns"], tuple[Movement, ...])
        return found

    @property
    def stands(self) -> tuple[Movement, ...]:
        """What was settled before a void, and stands."""
        found: tuple[Movement, ...] = read(self.data["movements"], tuple[Movement, ...])
        return found
