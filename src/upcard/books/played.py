"""Rounds as they were played: what lay where, which cards came, what was paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from upcard.books.histories import Happened, History
from upcard.cards import FACE_DOWN, Card
from upcard.money import Cents
from upcard.room.events import (
    DealerChanged,
    HoleRevealed,
    KeyPressed,
    RoundOpened,
    RoundVoided,
    RulesApproved,
    SteppedBack,
    TableAdded,
    TableChanged,
    TableClosed,
    TableHappened,
    TableOpened,
    TableSpec,
)
from upcard.room.state import TableState
from upcard.table import Game
from upcard.table.events import (
    AwardConfirmed,
    AwardDue,
    AwardReversed,
    CardDealt,
    GameStarted,
    HoleCardShown,
    RoundEnded,
    WagerLifted,
    WagerPlaced,
    WagerSettled,
    WinningsMoved,
)
from upcard.table.rounds import DEALER, MAIN, Award
from upcard.table.settlements import Settlement


class RoundState(StrEnum):
    """How far a round came."""

    OPEN = "open"
    ENDED = "ended"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays:
    """What a table plays: enough to know its game and its exact figures."""

    spec: TableSpec
    rules_text: str
    fingerprint: str

    @property
    def game(self) -> Game:
        """The game; limits of a day do not matter to the books."""
        return TableState(spec=self.spec, rules_text=self.rules_text).game_on(None)


class Latched(NamedTuple):
    """A wager that counted when the game started."""

    spot: int
    wager: str
    amount: Cents


@dataclass(slots=True, kw_only=True)
class PlayedRound:
    """One round of one table, read from the journal."""

    table: str
    number: int
    plays: Plays
    dealer: str
    """The badge of whoever dealt it."""
    day: date
    """The gaming day on which it ended; where it has not, the day it began."""
    state: RoundState = RoundState.OPEN
    happened: list[TableHappened] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)

    @property
    def round_id(self) -> str:
        """As the ledger names it."""
        return f"{self.table}/{self.number}"

    @property
    def settlements(self) -> list[Settlement]:
        """
        Every wager that came to its end, awards included.

        An award that was reversed still counts as it was paid, and one that was paid again counts
        once. If the round was voided the stake of a reversed award went back: it counts no more.
        """
        found: dict[tuple[int, str] | int, Settlement] = {}
        for place, one in enumerate(self.happened):
            match one.event:
                case WagerSettled(settlement):
                    found[place] = settlement
                case AwardConfirmed(settlement):
                    found[settlement.spot, settlement.wager] = settlement
                case AwardReversed(settlement) if self.state is RoundState.VOIDED:
                    found.pop((settlement.spot, settlement.wager), None)
                case _:
                    pass
        return list(found.values())

    @property
    def latched(self) -> list[Latched]:
        """The wagers that counted at START GAME."""
        placed: dict[tuple[int, str], Cents] = {}
        for one in self.happened:
            match one.event:
                case WagerPlaced(spot, wager, amount):
                    placed[spot, wager] = amount
                case WagerLifted(spot, wager):
                    placed.pop((spot, wager), None)
                case GameStarted(not_latched):
                    for lost in not_latched:
                        placed.pop((lost.spot, lost.wager), None)
                    return [Latched(spot, name, amount) for (spot, name), amount in placed.items()]
                case _:
                    pass
        return []

    @property
    def first_wagers(self) -> list[Latched]:
        """The main wagers that were played to their end."""
        settled = {one.spot for one in self.settlements if one.wager == MAIN}
        return [one for one in self.latched if one.wager == MAIN and one.spot in settled]

    @property
    def moved(self) -> dict[int, Cents]:
        """What each spot moved of its winnings onto its main wager, where it moved something."""
        events = (one.event for one in self.happened)
        moves = [one for one in events if isinstance(one, WinningsMoved)]
        return {move.spot: move.amount for move in moves if move.amount}

    def award_due(self, spot: int, wager: str) -> Award | None:
        """The meter award that a spot won, if it did."""
        for one in self.happened:
            if isinstance(one.event, AwardDue):
                award = one.event.award
                if (award.spot, award.wager) == (spot, wager):
                    return award
        return None

    def turn_up(self, card: Card) -> None:
        """The record tells the hole card now."""
        for place, one in enumerate(self.happened):
            if isinstance(one.event, CardDealt) and one.event.card is FACE_DOWN:
                self.happened[place] = replace(one, event=replace(one.event, card=card))

    def cards_of(self, spot: int, count: int) -> tuple[Card, ...]:
        """The cards of a spot among the first *count* events, in the order they came."""
        return tuple(
            one.event.card
            for one in self.happened[:count]
            if isinstance(one.event, CardDealt) and _spot_of(one.event.to) == spot
        )

    def dealer_cards(self, count: int) -> tuple[Card, ...]:
        """The dealer's cards that lay open after the first *count* events: never a hidden one."""
        seen = self.happened[:count]
        is_shown = any(isinstance(one.event, HoleCardShown) for one in seen)
        return tuple(
            one.event.card
            for one in seen
            if isinstance(one.event, CardDealt)
            and one.event.to == DEALER
            and (is_shown or not one.is_hidden)
        )


def _spot_of(hand: str) -> int:
    """The spot of a hand, whose name begins with it: `4` or, after splits, `4ab`."""
    return int(hand.rstrip("ab")) if hand != DEALER else 0


@dataclass(slots=True)
class Floor:
    """The tables while a history is read: what they play, who deals, and their rounds."""

    plays: dict[str, Plays] = field(default_factory=dict)
    dealers: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    current: dict[str, PlayedRound] = field(default_factory=dict)
    """The round on each table, or the last one."""

    def take(self, happened: Happened) -> PlayedRound | None:
        """Follow one event; a round that ends with it is returned."""
        match happened.event:
            case RulesApproved(name=name, text=text):
                self.rules[name] = text
            case TableAdded(spec, fingerprint) | TableChanged(spec, fingerprint=fingerprint):
                text = self.rules.get(spec.rules, "")
                self.plays[spec.table] = Plays(spec=spec, rules_text=text, fingerprint=fingerprint)
            case TableOpened(table, dealer) | DealerChanged(table, dealer):
                self.dealers[table] = dealer
            case TableClosed(table):
                self.dealers[table] = ""
            case RoundOpened():
                self._open(happened.event, happened.day)
            case (KeyPressed() | SteppedBack() | TableHappened() | RoundVoided()) as event if (
                event.table in self.current
            ):
                return self._follow(event, happened.day)
            case HoleRevealed(table, card) if table in self.current:
                self.current[table].turn_up(card)
            case _:
                pass
        return None

    def _open(self, event: RoundOpened, day: date) -> None:
        plays, table = self.plays[event.table], event.table
        self.current[table] = PlayedRound(
            table=table,
            number=event.number,
            plays=plays,
            dealer=self.dealers.get(table, ""),
            day=day,
        )

    def _follow(
        self, event: KeyPressed | SteppedBack | TableHappened | RoundVoided, day: date
    ) -> PlayedRound | None:
        played = self.current[event.table]
        match event:
            case KeyPressed():
                played.steps.append(len(played.happened))
            case SteppedBack():
                del played.happened[played.steps.pop() :]
            case RoundVoided():
                played.state, played.day = RoundState.VOIDED, day
                return played
            case TableHappened(event=what):
                played.happened.append(event)
                if isinstance(what, GameStarted):
                    played.dealer = self.dealers.get(event.table, "")
                if isinstance(what, RoundEnded):
                    played.state, played.day = RoundState.ENDED, day
                    return played
        return None


def rounds_of(history: History) -> Iterator[PlayedRound]:
    """The rounds that ended within the period of *history*, voided ones included."""
    floor = Floor()
    for happened in history.events():
        ended = floor.take(happened)
        if ended is not None and ended.day in history.period:
            yield ended
