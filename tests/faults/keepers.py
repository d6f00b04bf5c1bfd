"""Somebody who keeps jackpots in a journal: catches up, decides, appends. As the room does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from upcard.jackpot import (
    AboveCertified,
    AwardLock,
    Jackpots,
    LevelParameters,
    Parameters,
    Person,
    apply,
    decide,
    transfers_of,
)
from upcard.jackpot.commands import Command, Contribute, StartProgressive
from upcard.jackpot.jackpot_records import read_event, write_command, write_event
from upcard.journal import Answer, Entry, Journal, Writing, open_journal
from upcard.journal.canonical import canonical
from upcard.journal.entries import START, Payload
from upcard.money import Cents

AT = "2026-11-15T09:00:00Z"
RATES = {"hot": (24, 100), "two": (1, 3), "three": (7, 640), "four": (123_457, 1_000_000)}
DEALER, SUPERVISOR = Person("dana", "dealer"), Person("sam", "supervisor")


class Ordered(NamedTuple):
    """A command with its id."""

    id: str
    command: Command
    mark: str = ""

    @property
    def body(self) -> Payload:
        """What is recorded of it."""
        return write_command(self.command)


class Keeper:
    """One process's view of the jackpots of a journal."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.jackpots = Jackpots()
        self.point = START

    def _decide(self, ordered: Ordered, writing: Writing) -> Entry:
        """Carry the command out when its turn has come."""
        self.catch_up(writing.entries_after(self.point))
        events = decide(self.jackpots, ordered.command)
        return writing.record(
            ordered,
            at=AT,
            events=[canonical(write_event(event)) for event in events],
            transfers=[
                transfer
                for number, event in enumerate(events)
                for transfer in transfers_of(event, f"{ordered.id}/{number}")
            ],
            answer={"events": len(events), "amount": getattr(events[0], "amount", 0)},
        )

    def do(self, command_id: str, command: Command) -> Answer:
        """Carry one command out."""
        try:
            return self.journal.carry_out(Ordered(command_id, command), self._decide)
        except BaseException:
            self.forget()
            raise

    def do_all(self, commands: list[tuple[str, Command]]) -> list[Any]:
        """Carry several commands out in one transaction."""
        try:
            return self.journal.carry_out_all([Ordered(*one) for one in commands], self._decide)
        except BaseException:
            self.forget()
            raise

    def catch_up(self, entries: Any = None) -> Jackpots:
        """Fold what is in the journal and not yet known."""
        for entry in entries if entries is not None else self.journal.entries_after(self.point):
            for payload in entry.event_payloads:
                self.jackpots = apply(self.jackpots, read_event(payload))
            self.point = entry.point
        return self.jackpots

    def forget(self) -> None:
        """Start again from nothing: what was seen in a failed transaction may not be so."""
        self.jackpots, self.point = Jackpots(), START


def opened(url: str, award_lock: AwardLock = AwardLock.ON_CONFIRM) -> Keeper:
    """A keeper of four progressives with odd rates."""
    keeper = Keeper(open_journal(url))
    for name in RATES:
        keeper.do(f"open {name}", opening(name, award_lock))
    return keeper


def opening(name: str, award_lock: AwardLock) -> StartProgressive:
    """The command that starts one of the four."""
    level = LevelParameters(
        name="meter",
        seed=Cents(200_000),
        rate=Fraction(*RATES[name]),
        reserve_rate=Fraction(1, 100),
        hidden_rate=Fraction(0),
        limit=None,
        unreasonable_over=Cents(10_000_000),
    )
    parameters = Parameters(
        name=name,
        levels=(level,),
        award_lock=award_lock,
        house_share=Fraction(0),
        largest_fixed_award=Cents(20_000),
        certified_rate=None,
        above_certified=AboveCertified.REFUSE,
        zero_seed_reason="",
    )
    by, approved_by = Person("eve", "executive"), Person("ann", "accounting")
    return StartProgressive(parameters=parameters, by=by, approved_by=approved_by)


def start(name: str, command_id: str, *wagers: int) -> Contribute:
    """START GAME on one of the four."""
    amounts = tuple(Cents(wager) for wager in wagers)
    return Contribute(progressive=name, start_id=command_id, wagers=amounts)
