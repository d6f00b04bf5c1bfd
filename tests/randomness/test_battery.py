"""
The numbers that the shuffle draws pass a battery of tests, and bad numbers fail it.

Without an option the seeds are fixed, so the result is the same in every run. With
UPCARD_RANDOMNESS=full there are ten million draws from fresh seeds, and chance alone fails one
battery in a hundred: one that fails is repeated once with other seeds, and a second failure counts.
"""

import numpy as np

from tests.randomness import streams
from tests.randomness.batteries import OF_DRAWS, OF_WORDS, found_by
from tests.randomness.streams import DRAWS, IS_FULL, Draws, Words

BAD_COUNT = 400_000


def test_the_numbers_that_the_shuffle_draws_pass_every_test() -> None:
    failed = battery()
    if failed and IS_FULL:
        failed = battery()

    assert failed == {}


def battery() -> dict[str, float]:
    """What the shuffle's own numbers fail."""
    seeds = streams.fresh_seed if IS_FULL else streams.fixed_seed
    return found_by(streams.draws_of_shoes(DRAWS, seeds), streams.words_of_shoes(DRAWS, seeds))


def test_words_that_are_taken_many_at_once_are_the_words_of_the_shuffle() -> None:
    many = streams.words_of_shoe(0, streams.fixed_seed)

    assert many.tolist() == list(streams.real_words(len(many)))


def bad_sequences() -> dict[str, tuple[Draws, Words]]:
    """Sequences that look random and are not, as draws and as words."""
    good = streams.words_of_shoes(BAD_COUNT, streams.fixed_seed)
    bad = {
        "RANDU": streams.randu(BAD_COUNT),
        "a word that sticks": streams.sticky(good),
        "few days": streams.few_days(good),
        "a weak bit": streams.weak_bit(good),
        "climbing": streams.climbing(good),
    }
    found = {name: (streams.scaled(words), words) for name, words in bad.items()}
    return {**found, "remainders": (streams.folded(good), good)}


def test_each_bad_sequence_fails_and_each_test_finds_one() -> None:
    found = {name: found_by(*sequence) for name, sequence in bad_sequences().items()}

    assert [name for name, failed in found.items() if not failed] == []
    assert {test for failed in found.values() for test in failed} == {*OF_DRAWS, *OF_WORDS}


def test_good_words_that_are_only_scaled_pass() -> None:
    """What fails the bad sequences is what is bad about them."""
    good = streams.words_of_shoes(BAD_COUNT, streams.fixed_seed)

    assert found_by(streams.scaled(good), good) == {}
    assert len(np.unique(streams.scaled(good))) == streams.CARDS
