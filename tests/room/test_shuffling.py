"""The shuffle is fair, can be checked by anybody, and the checks would notice if it were not."""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import upcard.room.verify_shoe as verifier
from upcard.cards import Deck
from upcard.room.shuffling import (
    ALGORITHM,
    EntropyError,
    ShoeNumber,
    below,
    commitment,
    keystream_words,
    new_seed,
    shuffled,
    shuffled_shoe,
)
from upcard.shoes import composition

SEED = bytes(range(32))
SHOE = ShoeNumber(table="table-1", number=7)
SCRIPT = Path(verifier.__file__)
Shuffle = Callable[[list[int], Iterator[int]], list[int]]


def published(**changes: object) -> dict[str, object]:
    """A shoe as the room publishes it after the last card."""
    order = shuffled_shoe(SEED, SHOE, "cut 113", Deck.PONTOON, 6)
    shoe: dict[str, object] = {
        "algorithm": ALGORITHM,
        "table": "table-1",
        "shoe": 7,
        "deck": "pontoon",
        "decks": 6,
        "commitment": commitment(SEED),
        "cut": "cut 113",
        "seed": SEED.hex(),
        "dealt": [card.text for card in order[:200]],
    }
    return {**shoe, **changes}


@pytest.mark.parametrize("deck", list(Deck))
@pytest.mark.parametrize("decks", [1, 5, 6, 8])
def test_every_card_of_the_shoe_is_there_as_often_as_the_decks_hold_it(
    deck: Deck, decks: int
) -> None:
    order = shuffled_shoe(SEED, SHOE, "x", deck, decks)

    assert Counter(order) == composition(deck, decks)


def test_the_order_hangs_on_seed_table_number_and_cut() -> None:
    orders = {
        shuffled_shoe(seed, ShoeNumber(table=table, number=number), cut, Deck.STANDARD, 1)
        for seed in (SEED, bytes(32))
        for table in ("a", "b")
        for number in (1, 2)
        for cut in ("", "1", "11")
    }

    assert len(orders) == 24


def test_parts_of_the_key_cannot_be_shifted_into_one_another() -> None:
    one = shuffled_shoe(SEED, ShoeNumber(table="a1", number=1), "x", Deck.STANDARD, 1)
    other = shuffled_shoe(SEED, ShoeNumber(table="a", number=11), "x", Deck.STANDARD, 1)

    assert one != other


@pytest.mark.parametrize("bound", range(2, 417))
def test_the_bounded_sampler_gives_each_number_equally_often_over_all_its_inputs(
    bound: int,
) -> None:
    bits = (bound - 1).bit_length()
    words = [top << (32 - bits) for top in range(2**bits)]
    found = Counter(_first_accepted(bound, word) for word in words)

    assert found.pop(None, 0) == 2**bits - bound
    assert set(found) == set(range(bound))
    assert set(found.values()) == {1}


def _first_accepted(bound: int, word: int) -> int | None:
    try:
        return below(bound, iter([word]))
    except StopIteration:
        return None


def test_fisher_and_yates_reaches_each_order_exactly_once() -> None:
    """Every choice the shuffle can make for four cards, fed in as words: 4! orders, each once."""
    orders = Counter(
        tuple(shuffled([0, 1, 2, 3], iter([a << 30, b << 30, c << 31])))
        for a in range(4)
        for b in range(3)
        for c in range(2)
    )

    assert set(orders) == set(permutations(range(4)))
    assert set(orders.values()) == {1}


def naive(items: list[int], words: Iterator[int]) -> list[int]:
    """A shuffle that swaps every place with any place: not every order is equally likely."""
    order = list(items)
    for place in range(len(order)):
        chosen = below(len(order), words)
        order[place], order[chosen] = order[chosen], order[place]
    return order


def off_by_one(items: list[int], words: Iterator[int]) -> list[int]:
    """A shuffle that never leaves a card where it is."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last, words) if last > 1 else 0
        order[last], order[chosen] = order[chosen], order[last]
    return order


def folded(items: list[int], words: Iterator[int]) -> list[int]:
    """A shuffle that folds five bits back under the bound."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = (next(words) >> 27) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def z_of(shuffle: Shuffle, decks: int = 20_000, cards: int = 12) -> float:
    """How far the card-by-place table of many shuffles is from even, in standard deviations."""
    words = keystream_words(hashlib.sha256(b"z test 5").digest())
    table: Counter[tuple[int, int]] = Counter()
    for _ in range(decks):
        table.update(enumerate(shuffle(list(range(cards)), words)))
    expected = decks / cards
    chi = sum((table[p, c] - expected) ** 2 for p in range(cards) for c in range(cards)) / expected
    freedom = (cards - 1) ** 2
    return (chi - freedom) / sqrt(2 * freedom)


def test_cards_and_places_are_independent_and_bad_shuffles_are_caught() -> None:
    assert abs(z_of(shuffled)) < 4
    assert z_of(naive) > 4
    assert z_of(off_by_one) > 4
    assert z_of(folded) > 4


def test_the_stand_alone_verifier_agrees_on_many_shoes() -> None:
    rng = Random(11)
    for number in range(40):
        seed, cut = rng.randbytes(32), str(rng.randint(1, 400))
        deck, decks = rng.choice(list(Deck)), rng.choice((1, 5, 6, 8))
        order = shuffled_shoe(seed, ShoeNumber(table="t", number=number), cut, deck, decks)
        shoe = published(
            seed=seed.hex(), commitment=commitment(seed), cut=cut, table="t", shoe=number,
            deck=deck.value, decks=decks, dealt=[card.text for card in order],
        )  # fmt: skip

        assert verifier.problems(shoe) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"seed": bytes(32).hex()}, "the seed is not the one that was committed to"),
        ({"cut": ""}, "no cut was taken at the table"),
        ({"shoe": 8}, "card 1 was dealt as"),
        ({"dealt": ["As"] * 289}, "289 cards were dealt from a shoe of 288"),
        ({"algorithm": "mine"}, "algorithm is 'mine'"),
    ],
)
def test_the_verifier_names_what_is_wrong(changes: dict[str, object], problem: str) -> None:
    assert any(problem in found for found in verifier.problems(published(**changes)))


def test_the_verifier_runs_alone(tmp_path: Path) -> None:
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(published()))
    command = [sys.executable, "-I", str(SCRIPT), str(path)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "ok   shoe 7 of table-1: 200 cards as fixed\n")
    assert len(SCRIPT.read_text().splitlines()) < 150
    assert "upcard" not in {line.split()[1] for line in _imports()}


def _imports() -> list[str]:
    return [line for line in SCRIPT.read_text().splitlines() if line.startswith(("import", "from"))]


@pytest.mark.parametrize("byte", [b"\x00", b"\xff", b"\x55"])
def test_a_stuck_entropy_source_is_refused(byte: bytes) -> None:
    with pytest.raises(EntropyError, match="the table will not deal"):
        new_seed(lambda size: byte * size)


def test_two_seeds_are_not_the_same() -> None:
    assert new_seed() != new_seed()
