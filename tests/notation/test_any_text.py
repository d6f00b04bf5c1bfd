"""Whatever text somebody hands in: it is read, or refused by its line in one kind of error."""

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.counts import count
from tests.notation.mutations import ODD_LINES, ODD_WORDS, mutated
from tests.notation.test_canonical import written
from tests.notation.test_situations_charts_proofs import CHART
from tests.rounds.finding import golden_rules
from upcard.app.game_sources import read_text
from upcard.app.problems import AppError
from upcard.notation import NotationError, canonical, replay
from upcard.notation.charts import read_chart
from upcard.notation.proofs import read_proof
from upcard.notation.situations import read_situation

TESTS = Path(__file__).parents[1]
SITUATIONS = [
    "T6 v T",
    "hard 16 v T",
    "soft 18 v 9 @6d",
    "T6 v T @6d-8-8-T",
    "T6 v T @A2 T5 63",
    "T6 v T @6d = stand -0.5404 hit -0.5398",
]
FIRST = min(TESTS.rglob("*.round")).read_bytes()
INTERNALS = ("nput should", "invalid literal", "NoneType", "Traceback", "Error", "pydantic")
"""What only a programmer would say."""


def read_round(text: str) -> str:
    """A round read and written, by both who write one."""
    done = replay(text, golden_rules)
    assert str(canonical(done.record, golden_rules)) == written(done)
    return written(done)


KINDS: dict[str, tuple[Callable[[str], object], list[str], int]] = {
    "round": (read_round, [p.read_text() for p in sorted(TESTS.rglob("*.round"))], 3_000),
    "chart": (read_chart, [CHART], 3_000),
    "proof": (read_proof, [p.read_text() for p in sorted(TESTS.rglob("*.proof"))], 2_000),
    "situation": (read_situation, SITUATIONS, 4_000),
}
"""How each kind of text is read, texts that are right, and how many times they are made wrong."""


def outcome(kind: str, text: str) -> str:
    """Whether *text* was read or refused; anything else that is raised fails the test."""
    read = KINDS[kind][0]
    refused = _refusal(read, text)
    if refused is None:
        first = str(read(text))
        assert str(read(first)) == first
        return "read"
    sentence = str(refused)
    assert refused.line >= (kind != "situation"), sentence
    assert len(sentence) < 2_000
    assert not any(word in sentence for word in INTERNALS), sentence
    return "refused"


def _refusal(read: Callable[[str], object], text: str) -> NotationError | None:
    try:
        read(text)
    except NotationError as refused:
        return refused
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_with_something_wrong_in_it_is_read_or_refused(kind: str) -> None:
    _, texts, many = KINDS[kind]
    rng = random.Random(12)

    found = Counter(
        outcome(kind, mutated(rng.choice(texts), rng)) for _ in range(count(many, 100 * many))
    )

    assert found["refused"] > many // 2  # The changes do harm,
    assert found["read"] > many // 50  # and not all of them.


WORDS = st.one_of(
    st.sampled_from(ODD_WORDS), st.sampled_from(" ".join(SITUATIONS).split()), st.text()
)
LINES = st.one_of(st.sampled_from(ODD_LINES), st.lists(WORDS).map(" ".join))
ANY_TEXT = st.one_of(st.text(), st.lists(LINES).map("\n".join))


@pytest.mark.parametrize("kind", KINDS)
@given(text=ANY_TEXT)
def test_any_text_is_read_or_refused(kind: str, text: str) -> None:
    assert outcome(kind, text) in ("read", "refused")


@given(content=st.one_of(st.binary(), st.builds(bytes.__add__, st.just(FIRST), st.binary())))
def test_any_bytes_are_read_or_refused_by_their_line(content: bytes) -> None:
    with NamedTemporaryFile(suffix=".round") as file:
        path = Path(file.name)
        path.write_bytes(content)
        told = _told(path)

    assert told is None or re.match(rf"({path}: )?line \d+: ", told)


def _told(path: Path) -> str | None:
    """What is said about a file that holds no round; None where it holds one."""
    try:
        replay(read_text(path))
    except (AppError, NotationError) as refused:
        return str(refused)
    return None
