"""A chart as a policy of the environments: a table of actions by what is seen of a hand."""

from typing import Any

import numpy as np

from upcard.game.stakes import Laid
from upcard.hand_values import Total
from upcard.notation.charts import Chart
from upcard.simulation.kernels import layout as at
from upcard.strategy.chart_players import cell_in, chosen, labels_of

SIZES = tuple(at.FEATURES.values())
WEIGHTS = np.array([int(np.prod(SIZES[place + 1 :])) for place in range(len(SIZES))])
UNKNOWN = -1


class ChartPolicy:
    """What *chart* does with every hand; each is looked up in the chart once."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.actions = np.full(np.prod(SIZES), UNKNOWN, np.int8)

    def __call__(self, seen: dict[str, Any]) -> Any:
        """One action for each round."""
        places = seen["hand"] @ WEIGHTS
        actions = self.actions[places]
        while (actions == UNKNOWN).any():
            one = int((actions == UNKNOWN).argmax())
            self.actions[places[one]] = self._action(seen["hand"][one], seen["action_mask"][one])
            actions = self.actions[places]
        return actions

    def _action(self, hand: Any, mask: Any) -> int:
        told = dict(zip(at.FEATURES, map(int, hand), strict=True))
        legal = [decision for decision, may in zip(at.ACTIONS, mask, strict=True) if may]
        if len(legal) == 1:
            return at.ACTIONS.index(legal[0])
        value = 1 if told["is_soft"] else told["total"] // 2
        labels = labels_of(
            Total(told["total"], bool(told["is_soft"])),
            laid=Laid(doubles=told["doubles"]),
            values=[_column(value)] if told["is_pair"] else (),
            may_split=bool(told["is_pair"]),
        )
        cell = cell_in(self.chart, labels, _column(told["upcard"]))
        return at.ACTIONS.index(chosen(cell, told["cards"], legal))


def _column(points: int) -> str:
    """A card's column in a chart."""
    return {1: "A", 10: "T"}.get(points, str(points))
