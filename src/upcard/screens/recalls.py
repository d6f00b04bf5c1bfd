"""Past rounds read back from the journal: steps, record, shoe and evidence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from upcard.cards import Card
from upcard.jackpot.awards import Meter
from upcard.jackpot.events import AwardPosted
from upcard.jackpot.events import AwardReversed as ReversedInLedger
from upcard.journal import Entry, Journal
from upcard.money import Cents
from upcard.notation.written_rounds import write_round
from upcard.room.events import RoomEvent
from upcard.room.fairness.table_shoes import SeedRefused, order_from
from upcard.room.money_events import JackpotHappened
from upcard.room.projections.past_rounds import LateReversal, RoundFact, RoundState
from upcard.room.projections.shoe_facts import PastShoe
from upcard.room.room_records import events_of
from upcard.room.state import RoomState
from upcard.room.table_events import (
    CardCorrected,
    HoleRevealed,
    KeyPressed,
    RoundVoided,
    SteppedBack,
)
from upcard.room.table_events import TableHappened as Happened
from upcard.screens.frames import cut_parts
from upcard.screens.recall_types import PastRoundLine, RecallStep, ShoeRecord
from upcard.screens.round_replays import sentence_for, view_at
from upcard.table.events import (
    AwardConfirmed,
    AwardReleased,
    AwardTakenBack,
    CardDealt,
    Event,
    HandButtonPressed,
)
from upcard.table.evolve import evolve
from upcard.table.games import Game
from upcard.table.rounds import AwardState, Round
from upcard.table.side_settlements import taken_back
from upcard.table.views import Audience, Viewer

WATCHER: Final = Viewer(Audience.DISPLAY)


class RoundRecall:
    """One round as the journal tells it."""

    def __init__(self, journal: Journal, past: RoundFact, game: Game) -> None:
        self.past = past
        last = journal.head().sequence if past.is_open else past.last
        self._entries = list(journal.entries(past.first, last))
        self._later = [
            (late, entry)
            for late in past.later
            for entry in journal.entries(late.sequence, late.sequence)
        ]
        self._hole = _hole_in(self._entries, past.table)
        self._game = game

    def steps(self, viewer: Viewer = WATCHER) -> list[RecallStep]:
        """Every event that people notice, with who pressed, when, and the view after it."""
        found: list[RecallStep] = []
        round_, kept = Round(self._game), _Keys()
        for entry, event in self._own_events():
            match event:
                case KeyPressed():
                    kept.press()
                case SteppedBack():
                    round_ = kept.back(self._game)
                    found.append(_step(entry, "The last key is taken back.", round_, viewer))
                case CardCorrected(place=place, was=was, card=card, reason=reason):
                    round_ = kept.back_to(event.kept, self._game)
                    said = f"Card {place} was read as {was} and is {card}: {reason}."
                    found.append(_step(entry, said, round_, viewer))
                case RoundVoided(reason=reason):
                    found.append(_step(entry, f"The round is voided: {reason}.", round_, viewer))
                case Happened(event=happened):
                    happened = self._told(happened, event.is_hidden)
                    kept.add(happened)
                    round_ = evolve(round_, happened)
                    found.extend(_noticed(entry, happened, round_, viewer))
                case _:
                    pass
        for late, entry in self._later:
            happened = _late_event(round_, late)
            round_ = evolve(round_, happened)
            found.extend(_noticed(entry, happened, round_, viewer))
        return found

    def text(self) -> str | None:
        """The .round record; None while the hole card is not shown or the round is void."""
        if self.past.state is not RoundState.ENDED:
            return None
        round_, events = self._played()
        if not round_.is_hole_shown:
            return None
        return write_round(round_, events, meters=self._meters(), comments=self._reversals())

    def _reversals(self) -> list[str]:
        """What the record says of awards that were reversed: cards and pays are as they were."""
        if not self.past.data["is_reversed"]:
            return []
        steps = [step["sentence"] for step in self.steps() if step["is_reversal"]]
        return [f"# {sentence}" for sentence in steps]

    def _meters(self) -> dict[str, Meter]:
        """The meters that the round was paid from, as they stood for its first winner."""
        meters: dict[str, Meter] = {}
        round_id = f"{self.past.table}/{self.past.number}"
        for entry in self._entries:
            for event in events_of(entry):
                match event:
                    case JackpotHappened(AwardPosted() as paid) if paid.award.round_id == round_id:
                        reseed = Cents(paid.seed + paid.reserve)
                        meters.setdefault(paid.level, Meter(paid.display_before, reseed))
                    case _:
                        pass
        return meters

    def bundle_keeps(self, entry: Entry) -> bool:
        """Whether an entry is evidence of this round."""
        return any(getattr(one, "table", None) == self.past.table for one in events_of(entry))

    def _played(self) -> tuple[Round, list[Event]]:
        """The round as the cards made it: without reversals, and what was claimed after them."""
        kept = _Keys()
        for _, event in self._own_events():
            match event:
                case KeyPressed():
                    kept.press()
                case SteppedBack():
                    kept.back(self._game)
                case CardCorrected():
                    kept.back_to(event.kept, self._game)
                case Happened(event=happened):
                    kept.add(self._told(happened, event.is_hidden))
                case _:
                    pass
        round_, events = Round(self._game), _without_reversals(kept.events)
        for played in events:
            round_ = evolve(round_, played)
        return round_, events

    def _own_events(self) -> Iterator[tuple[Entry, RoomEvent]]:
        for entry in self._entries:
            for event in events_of(entry):
                if getattr(event, "table", None) == self.past.table:
                    yield entry, event

    def _told(self, event: Event, is_hidden: bool) -> Event:
        """The event with the hole card in it, once the record tells it."""
        if is_hidden and self._hole is not None:
            assert isinstance(event, CardDealt)
            return replace(event, card=self._hole)
        return event


class _Keys:
    """Events with the keys they followed, so that a key can be taken back."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._presses: list[int] = []

    def press(self) -> None:
        """A key is pressed; what follows belongs to it."""
        self._presses.append(len(self.events))

    def add(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)

    def back(self, game: Game) -> Round:
        """The round as it was before the last key."""
        return self.back_to(self._presses[-1], game)

    def back_to(self, length: int, game: Game) -> Round:
        """The round when only that much had happened in it."""
        del self.events[length:]
        self._presses = [press for press in self._presses if press < length]
        round_ = Round(game)
        for event in self.events:
            round_ = evolve(round_, event)
        return round_


def _noticed(entry: Entry, event: Event, round_: Round, viewer: Viewer) -> Iterator[RecallStep]:
    """The step that *event* is, if people notice it; *round_* is the round after it."""
    sentence = sentence_for(event, view_at(round_, viewer))
    if isinstance(event, AwardTakenBack):
        yield _step(entry, f"{sentence} Reason: {_reason_in(entry)}.", round_, viewer, True)
    elif sentence:
        yield _step(entry, sentence, round_, viewer)


def _step(
    entry: Entry, sentence: str, round_: Round, viewer: Viewer, is_reversal: bool = False
) -> RecallStep:
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "by": badge_of(entry),
        "sentence": sentence,
        "is_reversal": is_reversal,
        "frame": view_at(round_, viewer).as_data(),
    }


def _late_event(round_: Round, late: LateReversal) -> AwardTakenBack:
    """The reversal as the table would have recorded it, had the round still been on it."""
    award = next(a for a in round_.awards if (a.spot, a.wager) == (late.spot, late.wager))
    return AwardTakenBack(taken_back(round_, award))


def _reason_in(entry: Entry) -> str:
    for event in events_of(entry):
        match event:
            case JackpotHappened(ReversedInLedger(reason=reason)):
                return reason.rstrip(".")
            case _:
                pass
    return "not recorded"


def _without_reversals(events: Iterable[Event]) -> list[Event]:
    """*events* without reversals, and without what was claimed and confirmed again after them."""
    kept: list[Event] = []
    taken_off: set[tuple[int, str]] = set()
    for event in events:
        about = _award_of(event)
        if isinstance(event, AwardTakenBack) and about:
            taken_off.add(about)
        elif about not in taken_off:
            kept.append(event)
    return kept


def _award_of(event: Event) -> tuple[int, str] | None:
    """The spot and wager of the award that *event* is about, if it is about one."""
    match event:
        case HandButtonPressed(spot, wager) | AwardReleased(spot, wager):
            return spot, wager
        case AwardConfirmed(settlement) | AwardTakenBack(settlement):
            return settlement.spot, settlement.wager
        case _:
            return None


def _hole_in(entries: Iterable[Entry], table: str) -> Card | None:
    for entry in entries:
        for event in events_of(entry):
            if isinstance(event, HoleRevealed) and event.table == table:
                return event.card
    return None


def shoe_record(table: str, past: PastShoe) -> ShoeRecord:
    """A shoe as anybody may check it: its order only once its seed is revealed."""
    shoe, order = past.state, _order(table, past)
    dealt = list(past.dealt)
    if order is not None:  # The seed tells also what was never shown.
        dealt = [fixed if card == "??" else card for card, fixed in zip(dealt, order, strict=False)]
    return {
        "table": table,
        "shoe": shoe.number,
        "number": shoe.number,
        "algorithm": shoe.algorithm,
        "commitment": shoe.commitment,
        "committed_at": past.at,
        "cut": shoe.cut,
        "parts": cut_parts(shoe),
        "is_cut": shoe.is_cut,
        "deck": shoe.deck.value,
        "decks": shoe.decks,
        "seed": past.seed,
        "dealt": dealt,
        "order": order,
        "end": past.end,
    }


def _order(table: str, past: PastShoe) -> list[str] | None:
    """The order that the seed fixed; None before it is revealed, or if the seed is wrong."""
    if past.seed is None or not past.state.is_cut:
        return None
    try:
        cards = order_from(bytes.fromhex(past.seed), table, past.state)
    except (SeedRefused, ValueError):
        return None
    return [card.text for card in cards]


def list_record(state: RoomState, past: RoundFact) -> PastRoundLine:
    """A round in the list of recall; of an open one, what is known so far."""
    badge = past.data["dealer"]
    dealer, table = state.staff.get(badge), state.tables.get(past.table)
    spots, net, is_reversed = past.spots, past.net, past.data.get("is_reversed", False)
    is_by_hand = past.is_by_hand
    if past.is_open and table is not None and table.round is not None:
        round_ = table.round
        spots = tuple(dict.fromkeys(one.spot for one in round_.wagers))
        net = sum(one.net for one in round_.settlements)
        is_by_hand = not round_.game.knows_cards
        is_reversed = any(one.state is AwardState.REVERSED for one in round_.awards)
    return {
        "id": past.round_id,
        "table": past.table,
        "number": past.number,
        "at": past.data["at"],
        "day": past.day.isoformat(),
        "dealer": dealer.name if dealer else badge,
        "spots": list(spots),
        "net": None if is_by_hand else Cents(net),
        "is_by_hand": is_by_hand,
        "is_open": past.is_open,
        "is_voided": past.state is RoundState.VOIDED,
        "is_reversed": is_reversed,
    }


def badge_of(entry: Entry) -> str:
    """Who ordered it."""
    by: str = json.loads(entry.body).get("by", "")
    return by
