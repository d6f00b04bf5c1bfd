"""A chart of the play that a side wager forces."""

from __future__ import annotations

from upcard.families.round_results import RoundSight
from upcard.notation.charts import UPCARDS, Cell, Chart

POINTS_OF: dict[str, int] = {"A": 1, "T": 10}
HARD = range(4, 22)
SOFT = range(12, 22)


def forced_chart(sight: RoundSight) -> Chart:
    """
    Hits and stands alone, for every total.

    >>> from upcard.families import FAMILIES
    >>> forced = FAMILIES["dealer-side"].round_sight
    >>> [str(forced_chart(forced).cell(row, "6")) for row in ("hard 16", "hard 17", "soft 17")]
    ['H', 'S', 'H']
    """
    totals = [("hard", total) for total in HARD] + [("soft", total) for total in SOFT]
    return Chart(rows={f"{kind} {total}": _row(sight, kind, total) for kind, total in totals})


def _row(sight: RoundSight, kind: str, total: int) -> tuple[Cell, ...]:
    points = (POINTS_OF.get(card) or int(card) for card in UPCARDS)
    stands = (sight.stands(total, kind == "soft", upcard) for upcard in points)
    return tuple(Cell("S" if does else "H") for does in stands)
