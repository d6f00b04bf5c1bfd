"""Rounds: one fact each, written when it opens and when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from upcard.jackpot.events import AwardReversed as ReversedInLedger
from upcard.journal.entries import Name
from upcard.plain import written
from upcard.room.clocks import shift_of
from upcard.room.money_events import JackpotHappened
from upcard.room.projections.award_facts import Paid, paid_award
from upcard.room.projections.notebooks import Data, FactChange, Notebook, number_of
from upcard.room.projections.past_rounds import NOTICE, ROUND, Latched, RoundState
from upcard.room.projections.round_lines import RoundLine
from upcard.room.projections.setup_facts import keep_parameters, keep_plays
from upcard.room.table_events import RoundOpened, RoundVoided, TableHappened
from upcard.room.table_states import TableState
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
from upcard.table.movements import Movement, meter_awards, movements, returns
from upcard.table.rounds import DEALER, INSURANCE, AwardState, Round
from upcard.table.settlements import Settlement
from upcard.table.views import dealer_total, shown_dealer_cards

HIDDEN: Final = "??"
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
    is_by_hand = not round_.game.knows_cards
    return {
        **({"by_hand": True} if is_by_hand else {}),
        "dealt_by": table.started_by,
        "shoe": 0 if is_by_hand else table.shoes,
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


def line_of(round_: Round) -> RoundLine:
    """A round in one line: the dealer's cards, what players gained, what meters paid."""
    net: dict[str, int] = {}
    for settled in round_.settlements:
        net[str(settled.spot)] = net.get(str(settled.spot), 0) + settled.net
    total, is_by_hand = dealer_total(round_), not round_.game.knows_cards
    unseen = "dealt by hand" if is_by_hand else "no cards"
    return {
        "net": net,
        "is_by_hand": is_by_hand,
        "dealer": shown_dealer_cards(round_),
        "summary": f"dealer {total}" if total else unseen,
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
    """The wagers of a round before START GAME; from then on, those of them that were latched."""
    later = {INSURANCE, *(offer.name for offer in round_.game.late)}
    return [Latched(w.spot, w.name, w.amount) for w in round_.wagers if w.name not in later]


def settlements_in(happened: Sequence[Event], *, is_voided: bool) -> list[Settlement]:
    """
    Every finished wager, awards included.

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
    """What spots moved, with the cards that determine its expected value."""
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
    kept = book.fact(name)
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
