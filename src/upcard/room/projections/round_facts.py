"""Rounds: one fact each, written when it opens and when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from upcard.jackpot.events import AwardReversed as ReversedInLedger
from upcard.journal.entries import Fact, Name
from upcard.money import Cents
from upcard.plain import read, written
from upcard.room.clocks import shift_of
from upcard.room.events import JackpotHappened, RoundOpened, RoundVoided, TableHappened
from upcard.room.projections.award_facts import Paid, paid_award
from upcard.room.projections.notebooks import Data, FactChange, Notebook, number_of
from upcard.room.projections.setup_facts import Plays, keep_parameters, keep_plays
from upcard.room.state import TableState
from upcard.table.events import (
    AwardConfirmed,
    AwardTakenBack,
    CardDealt,
    Event,
    GameStarted,
    RoundEnded,
    WagerSettled,
    WinningsMoved,
)
from upcard.table.games import Game
from upcard.table.movements import Movement, meter_awards, movements, returns
from upcard.table.rounds import DEALER, INSURANCE, MAIN, AwardState, Round
from upcard.table.settlements import Settlement, Source
from upcard.table.views import dealer_total, shown_dealer_cards

ROUND: Final = "round"
NOTICE: Final = "notice"
"""An award of a round that is over was reversed."""
HIDDEN: Final = "??"


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
    """A wager that came to its end, as the books count it."""

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
        """Every wager that came to its end, awards included."""
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
        """The spots with a main wager."""
        return tuple(one.spot for one in self.latched if one.wager == MAIN)

    @property
    def net(self) -> int:
        """What the players gained together."""
        return sum(self.data["line"]["net"].values()) if "line" in self.data else 0

    @property
    def later(self) -> tuple[LateReversal, ...]:
        """Awards that were reversed when the round was over."""
        return tuple(LateReversal(*one) for one in self.data.get("later", ()))

    @property
    def line(self) -> Data:
        """The round in one line: the dealer's cards, what players gained, what meters paid."""
        line = {"id": self.round_id, **self.data["line"]}
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


CONCERNS: Final = frozenset({RoundOpened, TableHappened, RoundVoided, JackpotHappened})


def take(book: Notebook, change: FactChange) -> None:
    """Write down what an entry does to rounds."""
    for place, event in change.concerning(CONCERNS):
        match event:
            case RoundOpened():
                _opened(book, change, event)
            case TableHappened(table=table, event=RoundEnded()):
                _closed(book, change, change.table_before(table, place), RoundState.ENDED)
            case RoundVoided(table=table):
                before = change.table_before(table, place)
                _closed(book, change, before, RoundState.VOIDED, event.reason)
            case JackpotHappened(event=ReversedInLedger() as reversed_):
                _reversed(book, change, reversed_, place)
            case _:
                pass


def _opened(book: Notebook, change: FactChange, event: RoundOpened) -> None:
    table = change.before.tables[event.table]
    data = {
        "first": change.sequence,
        "last": change.sequence,
        "at": change.at,
        "dealer": table.dealer,
        "opened": event.day.isoformat() if event.day else "",
        "plays": keep_plays(book, change, table),
        "state": RoundState.OPEN,
    }
    book.put(Name(ROUND, event.table, event.number), change, data)


def _closed(
    book: Notebook, change: FactChange, table: TableState, state: RoundState, reason: str = ""
) -> None:
    name = Name(ROUND, table.spec.table, table.rounds)
    opened, round_ = book.get(name), table.round
    if opened is None or round_ is None:
        return
    unheard = opened.pop("unheard", [])
    data = {**opened, "last": change.sequence, "state": state, **_played(table, round_, state)}
    if shift := shift_of(datetime.fromisoformat(change.at), change.day, change.before.shifts):
        data["shift"] = shift
    data["dealt_by_name"] = change.name_of(table.started_by)
    data["fed"] = _fed(book, change, table, {one[1] for one in data["settled"]})
    if state is RoundState.VOIDED:
        data["reason"] = reason
        data["returns"] = written(returns(round_), tuple[Movement, ...])
        data["movements"] = written(movements(round_), tuple[Movement, ...])
    for place, (award_id, sequence) in enumerate(unheard):
        paid = paid_award(book, award_id)
        if paid is not None:
            _apply_reversal(data, paid, sequence)
            _notice(book, change, paid, table.rounds + 1, place)
    book.put(name, change, data)


def _played(table: TableState, round_: Round, state: RoundState) -> Data:
    return {
        "dealt_by": table.started_by,
        "shoe": table.shoes,
        "wagers": wagers_in(round_),
        "is_started": any(isinstance(event, GameStarted) for event in table.happened),
        "settled": [
            (one.spot, one.wager, one.stake, one.returned, one.won, one.source)
            for one in settlements_in(table.happened, is_voided=state is RoundState.VOIDED)
        ],
        "moved": _moved_in(table, round_),
        "cards": cards_in(table.happened, round_),
        "line": line_of(round_),
        "is_reversed": any(one.state is AwardState.REVERSED for one in round_.awards),
    }


def line_of(round_: Round) -> Data:
    """A round in one line: the dealer's cards, what players gained, what meters paid."""
    net: dict[str, int] = {}
    for settled in round_.settlements:
        net[str(settled.spot)] = net.get(str(settled.spot), 0) + settled.net
    total = dealer_total(round_)
    return {
        "net": net,
        "dealer": shown_dealer_cards(round_),
        "summary": f"dealer {total}" if total else "no cards",
        "awards": [
            {
                "spot": one.spot,
                "wager": one.wager,
                "amount": one.amount,
                "page": one.page,
                "state": one.state,
            }
            for one in meter_awards(round_)
        ],
    }


def wagers_in(round_: Round) -> list[Latched]:
    """The wagers of a round but for insurance; from START GAME on, those that were latched."""
    return [Latched(w.spot, w.name, w.amount) for w in round_.wagers if w.name != INSURANCE]


def settlements_in(happened: Sequence[Event], *, is_voided: bool) -> list[Settlement]:
    """
    Every wager that came to its end, awards included.

    An award that was reversed still counts as it was paid, and one that was paid again counts
    once. If the round was voided the stake of a reversed award went back: it counts no more.
    """
    found: dict[tuple[int, str] | int, Settlement] = {}
    for place, event in enumerate(happened):
        match event:
            case WagerSettled(settlement):
                found[place] = settlement
            case AwardConfirmed(settlement):
                found[settlement.spot, settlement.wager] = settlement
            case AwardTakenBack(settlement) if is_voided:
                found.pop((settlement.spot, settlement.wager), None)
            case _:
                pass
    return list(found.values())


def _moved_in(table: TableState, round_: Round) -> list[tuple[int, int, list[str]]]:
    """What spots moved, with the cards that say what it should bring."""
    found = []
    for event in table.happened:
        if isinstance(event, WinningsMoved) and event.amount:
            first, second, *_ = round_.cards_dealt_to(event.spot)
            cards = [first.text, second.text, round_.upcard.text]
            found.append((event.spot, int(event.amount), cards))
    return found


def cards_in(happened: Sequence[Event], round_: Round) -> list[str]:
    """Every card in the order it came; a hole card that nobody has seen is not told."""
    found, dealer = [], 0
    for event in happened:
        if isinstance(event, CardDealt):
            is_hole = event.to == DEALER and dealer == 1 and not round_.is_hole_shown
            dealer += event.to == DEALER
            found.append(HIDDEN if is_hole else event.card.text)
    return found


def _fed(book: Notebook, change: FactChange, table: TableState, wagers: set[str]) -> Data:
    """The progressive that each wager feeds, and how it is set."""
    found = {}
    for link in change.before.links.values():
        if table.spec.table in link.tables and link.wager in wagers and link.wager not in found:
            parameters = change.before.jackpots.progressives[link.progressive].parameters
            found[link.wager] = [link.progressive, keep_parameters(book, change, parameters)]
    return found


def _reversed(book: Notebook, change: FactChange, event: ReversedInLedger, place: int) -> None:
    """An award was reversed: while its round is on the table, the table's own event tells."""
    paid = paid_award(book, event.award_id)
    if paid is None:
        return
    name = Name(ROUND, paid.table, paid.round)
    data = book.get(name)
    if data is None:
        return
    if data["state"] == RoundState.OPEN:
        if not _is_heard(change, paid.table):
            # Version 0.1 told only the ledger: the line is put right when the round is over.
            unheard = [*data.get("unheard", []), (event.award_id, change.sequence)]
            book.put(name, change, {**data, "unheard": unheard})
        return
    _apply_reversal(data, paid, change.sequence)
    _notice(book, change, paid, change.after.tables[paid.table].rounds + 1, place)
    kept = book.changed.get(name) or book.look(name)
    book.put(name, change, data)
    if kept is not None:  # The round stays on the day it ended.
        book.changed[name] = book.changed[name]._replace(day=kept.day)


def _is_heard(change: FactChange, table: str) -> bool:
    return any(
        isinstance(one, TableHappened)
        and one.table == table
        and isinstance(one.event, AwardTakenBack)
        for one in change.events
    )


def _apply_reversal(data: Data, paid: Paid, sequence: int) -> None:
    """The player did not gain it."""
    spot, line = str(paid.spot), data["line"]
    line["net"][spot] = line["net"].get(spot, 0) - paid.amount
    for one in line["awards"]:
        if (one["spot"], one["wager"]) == (paid.spot, paid.wager):
            one["state"] = AwardState.REVERSED
    data["is_reversed"] = True
    data["later"] = [*data.get("later", []), (sequence, paid.spot, paid.wager)]


def _notice(book: Notebook, change: FactChange, paid: Paid, until: int, place: int) -> None:
    """What the table must hear of a reversed award, until that round is over."""
    data = {"award_id": paid.award_id, "round": paid.round, "until": until}
    book.put(Name(NOTICE, paid.table, number_of(change, place)), change, data)
