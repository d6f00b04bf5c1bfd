"""Two ledgers of one round in plain cents: what a console shows, and what the journal records."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

MONEY = r"\$([0-9,]+(?:\.[0-9]{2})?)"
READ = """(box) => ({
  spots: [...document.querySelectorAll(`${box} ol.spots > li.spot`)].map((spot) => ({
    heading: spot.querySelector("h3").innerText,
    moves: [...spot.querySelectorAll("li.movement")].map((each) => each.innerText),
  })),
  awards: [...document.querySelectorAll(`${box} li.award`)].map((each) => each.innerText),
})"""


def cents(text: str) -> int:
    """
    An amount as a page writes it.

    >>> cents("5,004.80"), cents("25")
    (500480, 2500)
    """
    whole, _, part = text.replace(",", "").partition(".")
    return 100 * int(whole) + int(part or 0)


def amounts(verb: str, text: str) -> int:
    """Every amount after *verb* in what a page says."""
    return sum(map(cents, re.findall(rf"\b{verb} {MONEY}", text)))


@dataclass
class Shown:
    """What a pay list on the console says, read from the page."""

    spots: list[dict[str, Any]] = field(default_factory=list)
    awards: list[str] = field(default_factory=list)

    @classmethod
    def on(cls, page: Page, box: str = ".context") -> Shown:
        """The list that a dealer looks at; *box* is where on the page it is."""
        return cls(**page.evaluate(READ, box))

    @property
    def tray(self) -> int:
        """What the tray gains by the chips that the dealer lifted, takes and pays."""
        gained = 0
        for spot in self.spots:
            gained += amounts("lifted", spot["heading"])
            for move in spot["moves"]:
                gained += amounts("TAKE", move) - amounts("PAY", move)
        return gained

    @property
    def jackpots(self) -> int:
        """What win pages pay; a reversed one pays nothing."""
        return sum(amounts("pays", one) for one in self.awards)

    @property
    def numbers(self) -> list[int]:
        """The spots, in the order the dealer goes."""
        return [int(spot["heading"].split()[1]) for spot in self.spots]


class Journal:
    """The room's database, read with nothing of ours."""

    def __init__(self, folder: Path) -> None:
        (file,) = folder.glob("room.sqlite")
        self._database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)

    def close(self) -> None:
        """Hang up."""
        self._database.close()

    def balances(self, fund: str) -> dict[str, int]:
        """What the transfers come to on each level's account of that name."""
        rows = self._database.execute(
            "SELECT target, amount FROM transfers UNION ALL SELECT source, -amount FROM transfers"
        )
        found: dict[str, int] = {}
        for account, amount in rows:
            level, _, name = account.rpartition("/")
            if name == fund:
                found[level] = found.get(level, 0) + amount
        return found

    def tray(self, table: str, number: int) -> int:
        """What the tray gained in a round: what players put down, less what they got from it."""
        round_ = _Round(has_free_bets=table.startswith("free"))
        for event in self._events(table, number):
            round_.take(event)
        return round_.put_down - round_.given

    def _events(self, table: str, number: int) -> Iterator[dict[str, Any]]:
        rows = self._database.execute("SELECT payload FROM events ORDER BY sequence, position")
        current = 0
        for (text,) in rows:
            event = json.loads(text)
            if event.get("table") != table:
                continue
            if event["kind"] == "RoundOpened":
                current = event["number"]
            if current == number:
                yield event["event"] if event["kind"] == "TableHappened" else event


@dataclass
class _Round:
    """Chips of a round by the journal's events alone: no view, no movement, no settlement's net."""

    has_free_bets: bool
    put_down: int = 0
    given: int = 0
    cards: dict[str, list[str]] = field(default_factory=dict)
    wagers: dict[tuple[int, str], int] = field(default_factory=dict)
    hands: dict[str, tuple[int, int]] = field(default_factory=dict)
    """What lies on each hand, and its first wager."""

    def take(self, event: dict[str, Any]) -> None:
        """Follow one event."""
        match event["kind"]:
            case "WagerPlaced":
                self._lies(event, event["amount"])
            case "WagerLifted":
                self._lies(event, 0)
            case "GameStarted":
                for refused in event["not_latched"]:
                    self._lies(refused, 0)
                mains = {spot: sum_ for (spot, name), sum_ in self.wagers.items() if name == "main"}
                self.hands = {str(spot): (sum_, sum_) for spot, sum_ in mains.items() if sum_}
            case "WinningsMoved":
                lies, first = self.hands[str(event["spot"])]
                self.hands[str(event["spot"])] = lies + event["amount"], first + event["amount"]
                self.put_down += event["amount"]
            case "CardDealt":
                self.cards.setdefault(event["to"], []).append(event["card"])
            case "DecisionMade":
                self._decided(event["hand"], event["decision"])
            case "WagerSettled":
                settled = event["settlement"]
                self.given += settled["returned"] + settled["won"]
            case "RoundVoided":
                self.given += event["returned"]

    def _lies(self, event: dict[str, Any], amount: int) -> None:
        place = event["spot"], event["wager"]
        self.put_down += amount - self.wagers.get(place, 0)
        self.wagers[place] = amount

    def _decided(self, hand: str, decision: str) -> None:
        lies, first = self.hands[hand]
        if decision == "double":
            added = 0 if self._is_free_double(hand) else first if self.has_free_bets else lies
            self.hands[hand] = (lies + added, first)
            self.put_down += added
        elif decision == "zap":
            self.cards[hand] = []  # Two new cards come in their place.
        elif decision == "split":
            one, other = self.cards[hand]
            added = 0 if self.has_free_bets and one[0] not in "TJQK" else first
            self.hands[hand + "a"], self.hands[hand + "b"] = (lies, first), (added, first)
            self.cards[hand + "a"], self.cards[hand + "b"] = [one], [other]
            self.put_down += added

    def _is_free_double(self, hand: str) -> bool:
        """The house pays for two cards of hard 9, 10 and 11 (titles, Free Bet Blackjack)."""
        ranks = [card[0] for card in self.cards[hand]]
        if not self.has_free_bets or len(ranks) != 2 or "A" in ranks:
            return False
        return sum(10 if rank in "TJQK" else int(rank) for rank in ranks) in (9, 10, 11)
