"""Every family passes the battery, and the battery notices what is wrong with one."""

import os
from dataclasses import replace

import pytest

from upcard.families import FAMILIES, Family
from upcard.families.sights import ANY_SUITS, EVERY_RANK, nothing_seen, two_card_sight
from upcard.simulation import family_batteries
from upcard.simulation.family_batteries import HANDS, problems_of

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
MANY = 10_000_000 if IS_FULL else HANDS


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
def test_a_family_passes_the_battery(family: Family) -> None:
    assert list(problems_of(family, hands=MANY, is_every_deal_asked=IS_FULL)) == []


def _says_nothing(first: int, second: int) -> int:
    return 0


PAIR = FAMILIES["pair"]
BROKEN: dict[str, tuple[Family, str]] = {
    "a judge that says something else as machine code": (
        replace(PAIR, judge=_says_nothing),
        "pair: the judge says nothing to As As, and suited-pair, pair as machine code",
    ),
    "a line that no cards fit": (
        replace(PAIR, lines=("suited-pair", "pair", "three-pairs")),
        "pair: no cards fit the line three-pairs: take it out, or mend the judge",
    ),
    "a bit that is no line": (
        replace(PAIR, lines=("suited-pair",)),
        "pair: the judge sets a bit beyond its 1 lines",
    ),
    "a sight that takes all cards for alike": (
        replace(PAIR, sight=two_card_sight(nothing_seen, ranks=EVERY_RANK)),
        "pair: after As its sight takes cards for alike, its judge not",
    ),
    "a sight that exchanges ranks that differ": (
        replace(
            FAMILIES["house-money"],
            sight=two_card_sight(nothing_seen, ranks=EVERY_RANK, suits=ANY_SUITS),
        ),
        "house-money: its sight exchanges A and 2, the judge does not",
    ),
    "too many lines": (
        replace(PAIR, lines=tuple(f"line-{number}" for number in range(31))),
        "pair has 31 lines: 29 are allowed",
    ),
}


@pytest.fixture(autouse=True)
def _numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken copy of a family is judged, as machine code, by the family's own judge."""
    numbers = {name: place for place, name in enumerate(FAMILIES)}
    monkeypatch.setattr(family_batteries, "number_of", lambda family: numbers[family.name])


@pytest.mark.parametrize("fault", BROKEN)
def test_the_battery_says_what_is_wrong(fault: str) -> None:
    family, sentence = BROKEN[fault]

    assert sentence in list(problems_of(family))
