"""The layout of the arrays that kernels read and fill."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from upcard.cards import NUMBERED_RANKS, SUITS, Card
from upcard.families import card_numbers
from upcard.families.round_results import LOST, TIED, WON
from upcard.game import dealers, hands, results, specials
from upcard.game.decisions import Decision
from upcard.game.house import House
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


class Tables(NamedTuple):
    """One game, one wager, one chart: everything a kernel looks up, and never changes."""

    settings: Integers
    decisions: Bytes
    """By side, up card, doubles, number of cards, state."""
    pairs: Bytes
    """By context, up card, points of one card."""
    specials: Integers
    """The outcome that each kind of 21 is paid as, by split and doubled."""
    pays: Integers
    """The net of each cell: outcome and stakes."""
    sides: Integers
    """How each side wager is judged: `SIDE_FIELDS` numbers."""
    verdicts: Bytes
    """For each side wager, which line it gets, by the first `MASKED` lines that its cards fit."""
    lines: Bytes
    """For each side wager, the judge's bit of each line that it pays, the best first."""
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
    known: Bytes
    """For each side wager, the verdicts that few cards decide."""


class ShoeArrays(NamedTuple):
    """What cards are drawn from: whatever changes is in its arrays, the rest are numbers."""

    dealt: Words
    """For each deck one word, with a bit for each card type that has been dealt."""
    decks: np.uint64
    types: np.uint64
    rejected_below: np.uint64
    notes: Words
    """Where ANSWERS and EMPTIED are counted."""
    lanes: np.uint64
    """How many shoes lie side by side in *dealt*: one, or on a graphics card one a thread."""
    lane: np.uint64


# Card types: four suits of each rank, aces first, tens last, so that a pontoon deck of 48 types
# is the beginning of a standard deck of 52. Rank is type // 4, suit is type % 4.
RANK_ORDER: Final = NUMBERED_RANKS
JACK: Final = card_numbers.JACK
SPADES: Final = card_numbers.SPADES
NO_CARD: Final = card_numbers.NO_CARD

# The shoe: one word of dealt cards for each deck, then what `draw` must know.
DECKS: Final = 8
TYPES: Final = 9
REJECTED_BELOW: Final = 10
ANSWERS: Final = 11
"""How many decisions of a replay have been asked for."""
EMPTIED: Final = 12
"""How often the shoe ran out in the middle of a round."""
ASKED: Final = 13
"""The first question that a tape did not answer, as `questions` notes it; 0 where there is none."""
SHOE_WORDS: Final = 16

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
UNANSWERED: Final = 255
"""On a tape, where nobody has decided yet."""

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
PAID_21: Final = len(OUTCOMES)
"""No outcome of its own: a 21 that was paid at once, by its kind."""
CELLS: Final = STAKES * len(OUTCOMES)
_LOSING: Final = ("lose", "bust", "surrender", "rescue", "original-lost", "spared")
RESULT_OF_OUTCOME: Final = tuple(
    TIED if name == "push" else LOST if name in _LOSING else WON for name in OUTCOMES
)
"""What has become of a hand with each outcome, as judges of the whole round are told."""

# How many kinds of 21 there is room for; the rule book numbers them.
KINDS: Final = 16

# A hand's record: points, kind of 21, stakes, whether of a split, and 1 + outcome once it is
# closed before the dealer plays.
KIND_SHIFT: Final = 8
STAKES_SHIFT: Final = 12
SPLIT_SHIFT: Final = 16
CLOSED_SHIFT: Final = 17
DEALER_NATURAL: Final = dealers.NATURAL
HANDS_PER_SPOT: Final = 4
SPOTS_MAX: Final = 7

# The felt, a work array: three cards of each spot, then records of its hands, how many hands it
# has, the cells they came to, the two cards of up to four hands of a split and whether the house
# laid each, and the verdicts on its side wagers; last what judges see of the dealer's hand: its
# number of cards, its suits, and how many cards are red from the first on.
HAND_RECORDS: Final = 3 * SPOTS_MAX
HAND_COUNTS: Final = HAND_RECORDS + HANDS_PER_SPOT * SPOTS_MAX
HAND_CELLS: Final = HAND_COUNTS + SPOTS_MAX
PILE: Final = HAND_CELLS + HANDS_PER_SPOT * SPOTS_MAX
PILE_SECOND: Final = PILE + HANDS_PER_SPOT
PILE_FUNDED: Final = PILE_SECOND + HANDS_PER_SPOT
ZAPPED: Final = PILE_FUNDED + HANDS_PER_SPOT
"""The two new cards of each spot that was zapped before the dealer looked."""
SIDE_VERDICTS: Final = ZAPPED + 2 * SPOTS_MAX
SIDES_MAX: Final = 12
DEALER_CARDS: Final = SIDE_VERDICTS + SIDES_MAX * SPOTS_MAX
DEALER_SUITS: Final = DEALER_CARDS + 1
DEALER_REDS: Final = DEALER_SUITS + 1
SPOT_MOVED: Final = DEALER_REDS + 1
"""For each spot 1 more than the line whose winnings were moved, or 0."""
DEALER_HAND: Final = SPOT_MOVED + SPOTS_MAX
"""The dealer's cards in order, where somebody watches them."""
DEALER_HAND_MAX: Final = 16
LONE_CARDS: Final = DEALER_HAND + DEALER_HAND_MAX
"""For each spot the card that was dealt for its side wagers alone, or none."""
FELT: Final = LONE_CARDS + SPOTS_MAX

# Settings: the house first, its numbers in their order, then what the table and the setup add.
HOUSE: Final = len(House._fields)
SPOTS: Final = HOUSE
DEALER_STANDS: Final = HOUSE + 1
"""One bit for each state in which the dealer takes no more cards."""
SIDES: Final = HOUSE + 2
BONUS: Final = HOUSE + 3
ENVY: Final = HOUSE + 4
ENVY_TO_PLAYERS_STILL_IN: Final = HOUSE + 5
ENVY_PER_SPOT: Final = HOUSE + 6
INSURANCE_STAKE: Final = HOUSE + 7
INSURANCE_WIN: Final = HOUSE + 8
CUT: Final = HOUSE + 9
TRUE_COUNT_TABLE: Final = HOUSE + 10
"""Where in its totals a block keeps the true-count table; 0 where nobody counts."""
DEALER_IS_WATCHED: Final = HOUSE + 11
"""Whether a side wager is on the dealer's finished hand, and who draws for it: one bit each."""
PARLAY_SIDE: Final = HOUSE + 12
"""1 more than the side wager whose winnings are moved, or 0."""
CARDS_ALONE: Final = HOUSE + 13
"""Whether cards are dealt for side wagers alone: to spots (1), to the dealer (2)."""
SIDE_ENVY: Final = HOUSE + 14
"""Whether a line of a side wager brings other players something."""
SETTINGS: Final = HOUSE + 15
THIRDS_ALONE: Final = 1
FIVES_ALONE: Final = 2
FIVE: Final = 5
NOT_WATCHED: Final = 0
WATCHED: Final = 1
PLAYED_OUT: Final = ((1 << 10) - 1) << 1
"""
The bits of the up cards, by points, under which the dealer finishes the hand for a wager.

The dealer then draws also where no hand is live.
"""

# Whether winnings are moved: up card, points of both cards, and whether they are of one rank.
MOVES: Final = 10 * 10 * 10 * 2

# A side wager: its family's number, the answer to its judge's reading, what it is on, and how many
# lines it pays: also the verdict on cards that fit none.
# Then how its verdict is looked up, and where its known verdicts begin.
SIDE_FIELDS: Final = 6
READING: Final = 1
IS_ON: Final = 2
PAID_LINES: Final = 3
KNOWN_KIND: Final = 4
KNOWN_AT: Final = 5
ON_CARDS: Final = 0
ON_DEALER: Final = 1
"""On the dealer's finished hand."""
ON_RESULT: Final = 2
"""On the player's two cards and what became of the hand."""
ON_THIRD: Final = 3
"""On the player's first three cards, the third dealt for it alone where the hand has none."""
ON_FIVE: Final = 4
"""On the dealer's first five cards, dealt for it alone where the hand has fewer."""
ON_BOTH_HANDS: Final = 5
"""On the same, and whether the dealer's finished hand is bust as well."""
ON_TWO_HANDS: Final = 6
"""On the first two cards of two spots of one player."""
KNOWN_NOT: Final = 0
KNOWN_TWO: Final = 1
"""By the player's two cards."""
KNOWN_THREE: Final = 2
"""By these and the up card."""
KNOWN_DEALER: Final = 3
"""By the points of the up card, the dealer's total and number of cards."""
KNOWN_REDS: Final = 4
"""By how many of the dealer's cards are red from the first on."""
CARD_TYPES: Final = 52
UPCARDS: Final = 11
TOTALS: Final = 32
SIZES: Final = 16
ASK: Final = 255
"""More cards decide: the judge is asked."""
ASK_BIT: Final = 128
"""A bit of it that no verdict has."""
MASKED: Final = 8
"""A verdict is looked up where no other line fits than the first so many of a family."""
LINE_MASKS: Final = 1 << MASKED
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

# Threads of a group on a graphics card; a group plays shoes of one block.
THREADS: Final = 128
LANE_THREADS: Final = 256
"""The same for groups that play lanes."""

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
