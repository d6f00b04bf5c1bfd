"""The totals of one table's rounds on one gaming day, as reports need them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from upcard.journal.entries import Fact, Name
from upcard.journal.facts import TOTAL
from upcard.room.projections.notebooks import Data, fact_of
from upcard.room.projections.past_rounds import MovedWinnings, RoundFact, RoundState, Settled
from upcard.table.rounds import MAIN
from upcard.table.settlements import Source


class WagerKey(NamedTuple):
    """A wager as it was offered: what was played, and the progressive that it fed, if any."""

    wager: str
    plays: str
    """The name of what was played."""
    progressive: str
    parameters: str
    """The name of how that progressive was set."""


@dataclass(slots=True)
class WagerTotal:
    """One wager, added up."""

    wagers: int = 0
    drop: int = 0
    win: int = 0
    """Stakes taken less pays from the tray."""
    hits: int = 0
    stakes: Counter[int] = field(default_factory=Counter)
    """How many wagers there were of each amount."""
    moved: Counter[MovedWinnings] = field(default_factory=Counter)


@dataclass(slots=True)
class DealerTotal:
    """The main wagers of one dealer's rounds, added up; those of hand-dealt ones are unknown."""

    name: str = ""
    named: int = 0
    """The last entry of the round that the name was read from: the newest counts."""
    rounds: int = 0
    voided: int = 0
    by_hand: int = 0
    """How many of both were dealt by hand."""
    spots: int = 0
    drop: int = 0
    staked: int = 0
    win: int = 0
    stakes: Counter[tuple[str, int]] = field(default_factory=Counter)
    """First wagers by what was played, and how much."""


class Dropped(NamedTuple):
    """What was wagered, and what the house won of it."""

    wagers: int
    drop: int
    win: int


class PartKey(NamedTuple):
    """The side wagers of a spot; those of hand-dealt rounds apart."""

    wager: str
    spot: int
    is_by_hand: bool


@dataclass(slots=True)
class DayTotal:
    """One table on one gaming day. Rounds are added in any order, each once."""

    table: str
    day: date
    last: int = 0
    """The entry that the newest of its rounds ended with."""
    wagers: dict[WagerKey, WagerTotal] = field(default_factory=dict)
    drops: dict[tuple[str, str], Dropped] = field(default_factory=dict)
    """By shift and wager."""
    by_hand: Counter[str] = field(default_factory=Counter)
    """Hand-dealt rounds by shift: nobody told the system their main wagers."""
    parts: dict[PartKey, tuple[int, int]] = field(default_factory=dict)
    """Side wagers: how many, and what was wagered."""
    played: Counter[int] = field(default_factory=Counter)
    """Rounds in which each spot had a main wager."""
    dealers: dict[str, DealerTotal] = field(default_factory=dict)
    """By badge."""

    @property
    def name(self) -> Name:
        """What its fact is called."""
        return Name(TOTAL, self.table, self.day.toordinal())

    def add(self, played: RoundFact) -> None:
        """Count a round that is over."""
        self.last = max(self.last, played.last)
        self.played.update(one.spot for one in played.latched if one.wager == MAIN)
        self.by_hand[played.shift] += played.is_by_hand
        self._add_first_wagers(played)
        for settled in played.settlements:
            self._add_settled(played, settled)
        self._add_dealer(played)

    def _add_first_wagers(self, played: RoundFact) -> None:
        moved = played.moved
        for one in played.first_wagers:
            total = self._wager(played, MAIN)
            total.wagers += 1
            total.drop += one.amount
            total.stakes[one.amount] += 1
            if one.spot in moved:
                total.moved[moved[one.spot]] += 1
            self._add_drop(played, MAIN, Dropped(1, one.amount, 0))

    def _add_settled(self, played: RoundFact, settled: Settled) -> None:
        total = self._wager(played, settled.wager)
        tray = settled.won if settled.source is Source.TRAY else 0
        win = settled.taken - tray
        total.win += win
        total.hits += settled.won > 0
        if settled.wager == MAIN:
            self._add_drop(played, MAIN, Dropped(0, 0, win))
            return
        total.wagers += 1
        total.drop += settled.stake
        total.stakes[settled.stake] += 1
        self._add_drop(played, settled.wager, Dropped(1, settled.stake, win))
        part = PartKey(settled.wager, settled.spot, played.is_by_hand)
        count, drop = self.parts.get(part, (0, 0))
        self.parts[part] = count + 1, drop + settled.stake

    def _add_dealer(self, played: RoundFact) -> None:
        total = self.dealers.setdefault(played.dealt_by, DealerTotal())
        is_ended = played.state is RoundState.ENDED
        total.rounds += is_ended
        total.voided += not is_ended
        total.by_hand += played.is_by_hand
        if played.last >= total.named:
            total.name, total.named = played.data.get("dealt_by_name", ""), played.last
        for first in played.first_wagers:
            total.spots += 1
            total.drop += first.amount
            total.stakes[played.data["plays"], first.amount] += 1
        for settled in played.settlements:
            if settled.wager == MAIN:
                total.staked += settled.stake
                total.win -= settled.net

    def _wager(self, played: RoundFact, wager: str) -> WagerTotal:
        progressive, parameters = played.data["fed"].get(wager, ("", ""))
        key = WagerKey(wager, played.data["plays"], progressive, parameters)
        return self.wagers.setdefault(key, WagerTotal())

    def _add_drop(self, played: RoundFact, wager: str, more: Dropped) -> None:
        key = played.shift, wager
        had = self.drops.get(key, Dropped(0, 0, 0))
        self.drops[key] = Dropped(*(one + other for one, other in zip(had, more, strict=True)))

    @property
    def fact(self) -> Fact:
        """As it is kept."""
        data: Data = {
            "wagers": [_wager_data(*one) for one in sorted(self.wagers.items())],
            "drops": [(*key, *one) for key, one in sorted(self.drops.items())],
            "by_hand": sorted((+self.by_hand).items()),
            "parts": [(*key, *one) for key, one in sorted(self.parts.items())],
            "played": sorted(self.played.items()),
            "dealers": [_dealer_data(*one) for one in sorted(self.dealers.items())],
        }
        return fact_of(self.name, self.day.isoformat(), self.last, data)

    @classmethod
    def of(cls, fact: Fact, data: Data) -> DayTotal:
        """The total of a fact, whose payload *data* is."""
        return cls(
            table=fact.name.subject,
            day=date.fromisoformat(fact.day),
            last=fact.sequence,
            wagers=dict(map(_wager_of, data["wagers"])),
            drops={(shift, wager): Dropped(*one) for shift, wager, *one in data["drops"]},
            by_hand=Counter(dict(data["by_hand"])),
            parts={
                PartKey(wager, spot, is_by_hand): (count, drop)
                for wager, spot, is_by_hand, count, drop in data["parts"]
            },
            played=Counter(dict(data["played"])),
            dealers=dict(map(_dealer_of, data["dealers"])),
        )


def _wager_data(key: WagerKey, total: WagerTotal) -> list[object]:
    return [
        key,
        total.wagers,
        total.drop,
        total.win,
        total.hits,
        sorted(total.stakes.items()),
        [(*one, count) for one, count in sorted(total.moved.items())],
    ]


def _wager_of(data: list[Any]) -> tuple[WagerKey, WagerTotal]:
    key, wagers, drop, win, hits, stakes, moved = data
    return WagerKey(*key), WagerTotal(
        wagers=wagers,
        drop=drop,
        win=win,
        hits=hits,
        stakes=Counter(dict(stakes)),
        moved=Counter(
            {
                MovedWinnings(wager, amount, (first, second, up)): count
                for wager, amount, (first, second, up), count in moved
            }
        ),
    )


def _dealer_data(badge: str, total: DealerTotal) -> list[object]:
    return [
        badge,
        total.name,
        total.named,
        total.rounds,
        total.voided,
        total.by_hand,
        total.spots,
        total.drop,
        total.staked,
        total.win,
        [(*kind, count) for kind, count in sorted(total.stakes.items())],
    ]


def _dealer_of(data: list[Any]) -> tuple[str, DealerTotal]:
    badge, name, named, rounds, voided, by_hand, spots, drop, staked, win, stakes = data
    return badge, DealerTotal(
        name=name,
        named=named,
        rounds=rounds,
        voided=voided,
        by_hand=by_hand,
        spots=spots,
        drop=drop,
        staked=staked,
        win=win,
        stakes=Counter({(plays, amount): count for plays, amount, count in stakes}),
    )
