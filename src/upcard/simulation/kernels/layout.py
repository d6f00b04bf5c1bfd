"""The layout of the arrays that kernels read and fill."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from upcard.cards import NUMBERED_RANKS, SUITS, Card
from upcard.families import card_numbers
from upcard.families.round_results import LOST, TIED, WON
from upcard.game import hands, results, specials
from upcard.game.decisions import Decision
from upcard.game.stakes import Laid

Integers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Shorts = NDArray[np.uint16]
Halves = NDArray[np.uint32]
Smalls = NDArray[np.int32]
CardTypes = Bytes | Smalls
"""Types of cards: bytes side by side for lanes, whole numbers for a thread."""


Element = TypeVar("Element", bound=np.generic)
LINE: Final = 64
"""How many bytes a processor reads at once from its nearest memory."""


def lined_up(count: int, kind: type[Element]) -> NDArray[Element]:
    """Zeros that begin where a line of memory does, so that vectors never lie in two."""
    size = np.dtype(kind).itemsize
    room = np.zeros(count * size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + count * size].view(kind)


class Settings(NamedTuple):
    """The numbers of a setup beside its house; money is in units."""

    decks: int
    types: int
    """How many types of cards a deck has."""
    spots: int
    sides: int
    """How many side wagers each spot has."""
    cut: int
    true_count_table: int
    """Where in its totals a block keeps the true-count table; 0 where nobody counts."""
    bonus: int
    """The super bonus, or 0."""
    envy: int
    """What it brings others."""
    envy_to_players_still_in: int
    """Whether others must have a hand that is not lost."""
    envy_per_spot: int
    """Whether envy is paid once a spot, or once a player."""
    insurance_stake: int
    insurance_win: int
    parlay_side: int
    """1 more than the side wager whose winnings are moved, or 0."""
    is_envied: int
    """Whether a line of a side wager brings other players something."""
    played_out: int
    """
    The up cards under which the dealer finishes the hand for a wager, one bit for each by points.

    The dealer then draws also where no hand is live.
    """


class Tables(NamedTuple):
    """One game, one wager, one chart: everything an automaton is made of."""

    settings: Settings
    decisions: Bytes
    """By side, up card, doubles, number of cards, state."""
    pairs: Bytes
    """By context, up card, points of one card."""
    specials: Integers
    """The outcome that each kind of 21 is paid as, by split and doubled."""
    pays: Integers
    """The net of each cell: outcome and stakes."""
    side_pays: Integers
    """For each side wager, the net of each line."""
    envies: Integers
    """For each side wager, what each line brings every other player who made it."""
    players: Integers
    """Who plays each spot: envy goes to others only."""
    tags: Integers
    """What each rank adds to the running count; empty where nobody counts."""
    moves: Bytes
    """Whether winnings are moved onto two cards, by up card and cards; empty without a parlay."""
    moved: Integers
    """How much is moved, by the line that the side wager got."""
    moved_pays: Integers
    """What the moved money adds to the net of each cell, line by line."""


# Card types: four suits of each rank, aces first, tens last, so that a pontoon deck of 48 types
# is the beginning of a standard deck of 52. Rank is type // 4, suit is type % 4.
RANK_ORDER: Final = NUMBERED_RANKS
JACK: Final = card_numbers.JACK
SPADES: Final = card_numbers.SPADES
NO_CARD: Final = card_numbers.NO_CARD

# How the money on a hand was laid, as one number: its doubles, FREE_DOUBLES more where the house
# paid the first of them, FUNDED more where it laid the first wager.
FREE_DOUBLES: Final = 4
FUNDED: Final = 8
STAKES: Final = 16

# Decisions, as charts and replays bring them. FORCED is a stand that nobody is asked about. From
# HIT on they draw a card; what they are above HIT is added to the number of the stakes.
STAND: Final = 0
FORCED: Final = 1
SURRENDER: Final = 2
RESCUE: Final = 3
SPLIT: Final = 4
ZAP: Final = 5
HIT: Final = 6
DOUBLE: Final = HIT + 1
FREE_DOUBLE: Final = HIT + FREE_DOUBLES + 1

# What an environment shows and is told.
ACTIONS: Final = tuple(Decision)
"""What each action means: decisions in the order of the dealer's keys."""
FEATURES: Final = {
    "total": 32,
    "is_soft": 2,
    "cards": 23,
    "doubles": 4,
    "is_split": 2,
    "is_pair": 2,
    "hands": 5,
    "upcard": 11,
}
"""What is seen of the hand in turn, and how many values each may take; all 0 when it is over."""

# The table of decisions: side, up card, doubles, cards (2 to 9 and more), state. Sides are hands
# as dealt, hands of a split, those of them that the house laid, and zapped hands. A state is the
# points with aces as 1, and ACE_STATE more where there is an ace.
DEALT_SIDE: Final = 0
SPLIT_SIDE: Final = 1
FUNDED_SIDE: Final = SPLIT_SIDE + 1
ZAPPED_SIDE: Final = 3
STATES: Final = hands.STATES
ACE_STATE: Final = hands.ACE
CARDS_MAX: Final = 9
CARD_COUNTS: Final = CARDS_MAX - 1
PER_DOUBLE: Final = CARD_COUNTS * STATES
PER_UPCARD: Final = FUNDED * PER_DOUBLE
PER_SIDE: Final = 10 * PER_UPCARD
DECISIONS: Final = 4 * PER_SIDE

# The table of pairs: context, up card, points of one card of the pair.
PAIR_UNSPLIT: Final = 0
PAIR_SPLIT: Final = 1
PAIR_ONE_CARD_ACES: Final = 2
PAIR_ZAPPED: Final = 3
PAIRS: Final = 4 * 100

# What becomes of a hand. With its stakes it is a cell: outcome * STAKES + stakes.
LOSE: Final = results.LOSE
PUSH: Final = results.PUSH
WIN: Final = results.WIN
BUST: Final = 3
NATURAL: Final = 4
SURRENDERED: Final = 5
RESCUED: Final = 6
FIRST_SPECIAL: Final = 7
SPECIAL_LINES: Final = tuple(line for line in specials.KINDS if line not in ("", "8-card-21"))
OUTCOMES: Final = (
    "lose",
    "push",
    "win",
    "bust",
    "natural",
    "surrender",
    "rescue",
    *SPECIAL_LINES,
    "many-card-21",
    "suited-natural",
    "original-lost",
    "spared",
)
MANY_CARD_21: Final = OUTCOMES.index("many-card-21")
SUITED_NATURAL: Final = OUTCOMES.index("suited-natural")
ORIGINAL_LOST: Final = OUTCOMES.index("original-lost")
SPARED: Final = OUTCOMES.index("spared")
CELLS: Final = STAKES * len(OUTCOMES)
_LOSING: Final = ("lose", "bust", "surrender", "rescue", "original-lost", "spared")
RESULT_OF_OUTCOME: Final = tuple(
    TIED if name == "push" else LOST if name in _LOSING else WON for name in OUTCOMES
)
"""What has become of a hand with each outcome, as judges of the whole round are told."""

# How many kinds of 21 there is room for; the rule book numbers them.
KINDS: Final = 16

HANDS_PER_SPOT: Final = 4
SPOTS_MAX: Final = 7

SIDES_MAX: Final = 12

# Whether winnings are moved: up card, points of both cards, and whether they are of one rank.
MOVES: Final = 10 * 10 * 10 * 2

# The lines of a side wager: those of its paytable, one for cards that fit none, and two more.
CARD_TYPES: Final = 52
VERDICTS: Final = 32
RETURNED: Final = VERDICTS - 1
NOT_MADE: Final = VERDICTS - 2
"""The wager is made on a card that is seen, and this card does not open it."""

# What a block adds up. Squares and products are kept in two halves, so that they cannot overflow.
ROUNDS: Final = 0
SHOES_EMPTIED: Final = 1
"""How often the shoe ran out in the middle of a round."""
INSURANCES: Final = 2
INSURANCES_WON: Final = 3
SUPER_BONUSES: Final = 4
ENVIES: Final = 5
PARLAYS: Final = 6
"""How often winnings were moved onto the main wager."""
MOVED: Final = 7
"""How much, in all."""
WAGERS: Final = 8
WAGER_FIELDS: Final = 5
SUM: Final = 0
SQUARES: Final = 1
WITH_MAIN: Final = 3
MAIN: Final = 0
SUPER_BONUS: Final = 1
INSURANCE: Final = 2
BESIDE: Final = 3
"""Everything that is not the main wager, added up."""
PARLAY: Final = 4
"""What winnings brought that were moved onto the main wager."""
FIRST_SIDE: Final = 5

LANE_THREADS: Final = 256
"""How many threads of a graphics card share the tables of one game, and a block of its rounds."""
SHOE_THREADS: Final = 128
"""The same where each of them has a shoe."""

# The true-count table, at the end of what a block adds up where somebody counts: rounds, net of the
# main wager and its squares, for each true count from -12 and less to 12 and more.
TRUE_COUNT_MAX: Final = 12
TRUE_COUNTS: Final = 2 * TRUE_COUNT_MAX + 1
COUNT_FIELDS: Final = 4


def laid_of(stakes: int, *, is_split: bool = False) -> Laid:
    """
    How the money of these stakes was laid.

    >>> laid_of(1 + FREE_DOUBLES)
    Laid(doubles=1, free_doubles=1, is_split=0, is_funded=0, is_zapped=0)
    """
    is_free, is_funded = stakes // FREE_DOUBLES & 1, stakes // FUNDED
    return Laid(stakes % FREE_DOUBLES, is_free, int(is_split), is_funded)


def card_of(number: int) -> Card:
    """
    The card of that number.

    >>> card_of(47)
    Card.parse('Kc')
    """
    return Card(RANK_ORDER[number // 4], SUITS[number % 4])
