"""The agent on the Python page learns, and its example stays short."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
LINES_MAX = 20
BEST = -0.62
"""What the solver says of the best play, in percent of a wager."""
NEAR = 1.0
"""So many percent below it the agent may stay; one that never learns loses about 30."""


def test_the_agent_of_the_python_page_comes_near_the_best_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("gymnasium")
    blocks = PAGE.read_text().split("```python\n")[1:]
    (example,) = [block.partition("```")[0] for block in blocks if "make_vec(" in block]
    exec(example, {})
    learned, best = map(float, re.findall(r"-\d+\.\d+", capsys.readouterr().out))

    assert len([line for line in example.splitlines() if line]) <= LINES_MAX
    assert best == BEST
    assert BEST - NEAR < learned < BEST
