"""The pay of one line that gives a wager the edge its designer wants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Final, TypedDict

from upcard.app.odds_results import INSURANCE, WagerAsked
from upcard.app.problems import AppError
from upcard.app.wager_results import OddsOfWager

TRIED: Final = "1:1"
"""The pay that the line is tried with: what it then costs is a straight line in the pay."""


class SolvedPayRecord(TypedDict):
    """What `upcard odds --solve-pay --json` prints."""

    wager: str
    line: str
    edge: str
    pays: str
    below: dict[str, str]
    above: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedPay:
    """The pay that gives a wager an edge exactly, and the whole pays beside it."""

    wager: str
    line: str
    edge: Fraction
    pays: Fraction
    """To 1, exactly."""
    edges: dict[int, Fraction]
    """The house edge with the next whole pay below, and above."""

    def to_dict(self) -> SolvedPayRecord:
        """The answer as plain data; edges are fractions of a wager."""
        (below, edge_below), (above, edge_above) = self.edges.items()
        return {
            "wager": self.wager,
            "line": self.line,
            "edge": str(self.edge),
            "pays": str(self.pays),
            "below": {"pays": f"{below}:1", "house_edge": str(edge_below)},
            "above": {"pays": f"{above}:1", "house_edge": str(edge_above)},
        }


def pay_for_edge(asked: WagerAsked, line: str, edge_percent: float) -> SolvedPay:
    """
    What *line* must pay so that the house keeps *edge_percent* of each wager.

    >>> found = pay_for_edge(WagerAsked(wager="bet-the-set"), "pair", 5)
    >>> round(float(found.pays), 4), list(found.edges)
    (9.5806, [9, 10])
    """
    edge = Fraction(str(edge_percent)) / 100
    if not -1 < edge < 1:
        raise AppError("edge", f"edge is {edge_percent}: write percent between -100 and 100")
    tried = _tried(asked, line)
    probability = tried.odds.probability(line)
    if not probability:
        raise AppError("line", f"{tried.wager}: no cards of this shoe get the line {line}")
    pays = 1 + (tried.house_edge - edge) / probability
    if pays < 0:
        least = 100 * float(tried.house_edge + probability)
        raise AppError(
            "edge",
            f"{tried.wager}: {line} cannot give an edge of {edge_percent}%: where it only returns "
            f"the wager the edge is {least:.4f}%",
        )
    return SolvedPay(
        wager=tried.wager,
        line=line,
        edge=edge,
        pays=pays,
        edges={
            whole: tried.house_edge - (whole - 1) * probability
            for whole in (floor(pays), floor(pays) + 1)
        },
    )


def _tried(asked: WagerAsked, line: str) -> OddsOfWager:
    """The wager with its own paytable, and *line* at the pay that is tried."""
    if asked.wager == INSURANCE:
        raise AppError("wager", "insurance has one line and no sheet: name another wager")
    sheet = asked.sheet()
    table = sheet.paytables.get(asked.paytable or next(iter(sheet.paytables)))
    if table is None:
        asked.offer()  # Refuses the paytable by name.
    printed = {name: str(pay) for name, pay in table.pays.items()} if table else {}
    found = replace(asked, pays={**printed, line: TRIED}, paytable=None).odds()
    if not isinstance(found, OddsOfWager):
        raise AppError("wager", f"{asked.wager} pays from a meter: plan it with progressive plan")
    return found
