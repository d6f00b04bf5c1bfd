"""The shuffle is fair, can be checked by anybody, and the checks would notice if it were not."""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upcard.room.fairness.verify_shoe as verifier
from upcard.cards import Deck
from upcard.room.fairness.fair_shuffles import (
    PLAYERS_CUT,
    WORD_CUT,
    CutPart,
    EntropyError,
    ShoeNumber,
    below,
    commitment,
    keystream_words,
    message_of,
    new_seed,
    seal_of,
    shoe_key,
    shuffled,
    shuffled_shoe,
)
from upcard.shoes import composition

SEED = bytes(range(32))
SHOE = ShoeNumber(table="table-1", number=7)
SCRIPT = Path(verifier.__file__)
Shuffle = Callable[[list[int], Iterator[int]], list[int]]


def sealed(who: str, cut: str, salt: str) -> CutPart:
    """A part as a screen gives it."""
    told = CutPart(who=who, cut=cut, salt=salt)
    return replace(told, seal=seal_of(commitment(SEED), SHOE, told))


PARTS = (
    sealed("spot 3", "113 tulip", "0f" * 16),
    CutPart(who="dealer for spot 5", cut="20 rose"),
    sealed("table screen", "287 été", "a7" * 16),
)


def published_parts(parts: tuple[CutPart, ...]) -> list[dict[str, str]]:
    """The parts as the room publishes them."""
    return [
        {"who": part.who, "cut": part.cut, "salt": part.salt, "seal": part.seal} for part in parts
    ]


def published(**changes: object) -> dict[str, object]:
    """A shoe of today as the room publishes it after the last card."""
    order = shuffled_shoe(SEED, SHOE, PARTS, Deck.PONTOON, 6)
    shoe = {
        **published_word(),
        "algorithm": PLAYERS_CUT,
        "cut": "",
        "parts": published_parts(PARTS),
        "dealt": [card.text for card in order[:200]],
    }
    return {**shoe, **changes}


def published_word(**changes: object) -> dict[str, object]:
    """A shoe of the first algorithm, which old rooms dealt by."""
    order = shuffled_shoe(SEED, SHOE, "cut 113", Deck.PONTOON, 6)
    shoe: dict[str, object] = {
        "algorithm": WORD_CUT,
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


texts = st.text(max_size=12)
parts_of_cuts = st.lists(
    st.builds(
        lambda who, cut, salt: CutPart(who=who, cut=cut, salt=salt),
        who=texts,
        cut=texts,
        salt=texts,
    ),
    max_size=4,
).map(tuple)


@given(st.lists(texts, max_size=6), st.lists(texts, max_size=6))
def test_no_two_lists_of_fields_make_one_message(one: list[str], other: list[str]) -> None:
    assert (message_of(one) == message_of(other)) == (one == other)


@given(parts_of_cuts, parts_of_cuts)
def test_the_key_hangs_on_every_sign_of_every_part_and_on_their_order(
    one: tuple[CutPart, ...], other: tuple[CutPart, ...]
) -> None:
    assert (shoe_key(SEED, SHOE, one) == shoe_key(SEED, SHOE, other)) == (one == other)


@given(parts_of_cuts, texts)
def test_no_parts_make_the_key_of_a_word(parts: tuple[CutPart, ...], word: str) -> None:
    assert shoe_key(SEED, SHOE, parts) != shoe_key(SEED, SHOE, word)


@given(st.builds(lambda who, cut, salt: CutPart(who=who, cut=cut, salt=salt), texts, texts, texts))
def test_a_seal_is_of_one_part_for_one_shoe_under_one_commitment(part: CutPart) -> None:
    seal = seal_of("c" * 64, SHOE, part)
    others = {
        seal_of("d" * 64, SHOE, part),
        seal_of("c" * 64, replace(SHOE, number=8), part),
        seal_of("c" * 64, replace(SHOE, table="table-2"), part),
        seal_of("c" * 64, SHOE, replace(part, who=f"{part.who}1")),
        seal_of("c" * 64, SHOE, replace(part, cut=f"{part.cut}1")),
        seal_of("c" * 64, SHOE, replace(part, salt=f"{part.salt}1")),
    }

    assert len(others) == 6
    assert seal not in others


def test_a_house_that_cuts_alone_chooses_the_hole_card_and_one_sealed_word_stops_it() -> None:
    """
    The arithmetic of docs/fairness.md, played out.

    Under the first algorithm, or without a word from a screen, the house tries cuts until the hole
    card is an ace: about 13 tries in a shoe of 52-card decks. With one sealed word it has to choose
    its cut before it can know what comes of it: its shoes are as any others.
    """
    chosen = won = 0
    for number in range(200):
        shoe = ShoeNumber(table="t", number=number)
        alone = (_typed(attempt) for attempt in range(1000))
        chosen += any(_hole_is_ace(shoe, (typed,)) for typed in alone)
        honest = sealed(
            "spot 3", "113 tulip", hashlib.sha256(str(number).encode()).hexdigest()[:32]
        )
        best = next(x for x in map(_typed, range(1000)) if _hole_is_ace(shoe, (x,)))
        won += _hole_is_ace(shoe, (best, honest))

    assert chosen == 200
    # 200 shoes, an ace one time in 13: 15.4 expected, a standard deviation of 3.8.
    assert won <= 15.4 + 4 * 3.8


def _typed(attempt: int) -> CutPart:
    return CutPart(who="dealer", cut=f"17 word {attempt}")


def _hole_is_ace(shoe: ShoeNumber, parts: tuple[CutPart, ...]) -> bool:
    """One player alone: spot, up card, spot, hole card."""
    return shuffled_shoe(SEED, shoe, parts, Deck.STANDARD, 1)[3].rank == "A"


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


@pytest.mark.parametrize("algorithm", [WORD_CUT, PLAYERS_CUT])
def test_the_stand_alone_verifier_agrees_on_many_shoes(algorithm: str) -> None:
    rng = Random(11)
    for number in range(40):
        seed, word = rng.randbytes(32), str(rng.randint(1, 400))
        which = ShoeNumber(table="t", number=number)
        parts = tuple(_random_part(rng, seed, which, spot) for spot in range(rng.randint(1, 7)))
        deck, decks = rng.choice(list(Deck)), rng.choice((1, 5, 6, 8))
        cut = word if algorithm == WORD_CUT else parts
        order = shuffled_shoe(seed, which, cut, deck, decks)
        shoe = published(
            algorithm=algorithm,
            seed=seed.hex(),
            commitment=commitment(seed),
            table="t",
            shoe=number,
            deck=deck.value,
            decks=decks,
            dealt=[card.text for card in order],
            cut=word if algorithm == WORD_CUT else "",
            parts=[] if algorithm == WORD_CUT else published_parts(parts),
        )

        assert verifier.problems(shoe) == []


def _random_part(rng: Random, seed: bytes, shoe: ShoeNumber, spot: int) -> CutPart:
    cut = f"{rng.randint(1, 400)} {rng.choice(['rose', 'Ölzweig', 'two words'])}"
    if rng.random() < 0.3:
        return CutPart(who=f"dealer for spot {spot}", cut=cut)
    told = CutPart(who=f"spot {spot}", cut=cut, salt=rng.randbytes(16).hex())
    return replace(told, seal=seal_of(commitment(seed), shoe, told))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"seed": bytes(32).hex()}, "the seed is not the one that was committed to"),
        ({"parts": []}, "no cut was taken at the table"),
        ({"parts": published_parts(PARTS[:2])}, "card 1 was dealt as"),
        ({"parts": published_parts(PARTS[::-1])}, "card 1 was dealt as"),
        (
            {"parts": published_parts((replace(PARTS[0], cut="113 rose"), *PARTS[1:]))},
            "what spot 3 said is not what it sealed",
        ),
        ({"shoe": 8}, "card 1 was dealt as"),
        ({"dealt": ["As"] * 289}, "289 cards were dealt from a shoe of 288"),
        ({"algorithm": "mine"}, "algorithm is 'mine'"),
    ],
)
def test_the_verifier_names_what_is_wrong(changes: dict[str, object], problem: str) -> None:
    assert verifier.problems(published()) == []
    assert any(problem in found for found in verifier.problems(published(**changes)))


def test_a_word_that_was_never_opened_is_wrong_only_if_cards_were_dealt() -> None:
    sealed_still = published_parts((replace(PARTS[0], cut="", salt=""), *PARTS[1:]))
    thrown_away = published(parts=sealed_still, dealt=[])

    assert verifier.problems(thrown_away) == []
    assert "what spot 3 said is not what it sealed" in verifier.problems(
        {**published(), "parts": sealed_still}
    )


def test_the_verifier_compares_the_commitment_that_somebody_saw() -> None:
    seen = commitment(SEED)
    groups = " ".join(seen[place : place + 4] for place in range(0, 16, 4))

    assert verifier.problems(published(), groups.upper()) == []
    assert "you saw dead" in verifier.problems(published(), "dead")[0]


def test_the_verifier_knows_shoes_of_the_first_algorithm() -> None:
    assert verifier.problems(published_word()) == []
    assert "no cut was taken" in verifier.problems(published_word(cut=""))[0]
    assert verifier.problems(published_word(cut="cut 112")) != []


def test_the_verifier_runs_alone(tmp_path: Path) -> None:
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(published()))
    command = [sys.executable, "-I", str(SCRIPT), str(path)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "ok   shoe 7 of table-1: 200 cards as fixed\n")
    path.write_text(json.dumps(published_word()))
    house = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (house.returncode, house.stdout.splitlines()[1]) == (
        0,
        "note no word came from a player's screen: the house alone chose the order",
    )
    assert len(SCRIPT.read_text().splitlines()) < 150
    assert "upcard" not in {line.split()[1] for line in _imports()}


def _imports() -> list[str]:
    return [line for line in SCRIPT.read_text().splitlines() if line.startswith(("import", "from"))]


@pytest.mark.parametrize("byte", [b"\x00", b"\xff", b"\x55"])
def test_a_stuck_entropy_source_is_refused(byte: bytes) -> None:
    with pytest.raises(EntropyError, match="the table cannot deal"):
        new_seed(lambda size: byte * size)


def test_two_seeds_are_not_the_same() -> None:
    assert new_seed() != new_seed()
