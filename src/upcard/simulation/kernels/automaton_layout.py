"""
A game as tables that lanes walk through: what lies where, and what the numbers in them mean.

A hand is one byte: its state as the rule book counts it (`hands.STATES`), and above it its rung,
how often it was doubled. A card adds its points and sets the flag of the ace. The number of cards
is the layer, because all hands of a walk draw together.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from upcard.game import hands
from upcard.simulation.kernels.layout import Bytes, Halves, Integers

LANES: Final = 64
"""How many rounds are played side by side."""
SMALL: Final = 64
"""How many entries a small table has: one for each state, card type or up card."""
LARGE: Final = 256


class Automaton(NamedTuple):
    """One game, one wager, one chart: everything that lanes look up."""

    numbers: Integers
    small: Bytes
    """Tables of `SMALL` entries, one after the other."""
    large: Bytes
    """Tables of `LARGE` entries."""
    cells: Integers
    """The cell that each class of ended hands is counted in."""
    pays: Integers
    """The net of each class of ended hands."""
    sides: Integers
    """Side wagers that are judged together are a path: `SIDE_NUMBERS` numbers for each."""
    columns: Bytes
    """
    For each look of a path, a table of `LARGE` entries: the column of what a row shows.

    After those of a small path come the tables of its stages, which lanes look up all at once: by
    the place and the column, the next place, and at the end the verdict.
    """
    verdicts: Halves
    """
    What paths look up, stage by stage: by the columns of its looks, where the next stage begins.

    The last stage of a path has its verdict, times its stride: so the verdicts of all paths add up
    to one number that tells them all.
    """
    members: Integers
    """The side wagers, path by path."""
    lines: Bytes
    """For each of these the line of its paytable that it gets, by the verdict of its path."""
    path_pays: Integers
    """For each path, the net of all its wagers, by that verdict."""
    side_pays: Integers
    """For each side wager, the net of each line."""
    envies: Integers
    """For each side wager, what a line brings every other player who made it."""
    players: Integers
    """Who plays each spot: envy goes to others only."""
    moves: Bytes
    """Whether winnings are moved onto two cards: see `move_place`; empty without a parlay."""
    moved: Integers
    """How much is moved, by the line that the side wager got."""
    moved_pays: Integers
    """What the moved money adds to the net of each cell, line by line."""


# Numbers.
CARDS: Final = 0
"""How many cards the shoe has."""
TYPES: Final = 1
REJECTED_BELOW: Final = 2
"""A draw of 16 bits whose lower half is below this would favour some cards."""
CLASSES: Final = 3
HANDS_MAX: Final = 4
AT_ONCE: Final = 5
"""Whether both hands of a split get their second cards at once."""
SPECIALS: Final = 6
"""Whether it counts what a 21 is made of: 0, `KINDS_ALONE` or `KINDS_BESIDE_ENDS`."""
BONUS: Final = 7
NOBODY_PLAYS: Final = 8
"""The column for hands that a dealer's natural has ended before anybody was asked."""
SPOTS: Final = 9
CUT: Final = 10
"""After how many cards a shoe is shuffled; 0 is a fresh shoe each round."""
COUNT_TABLE: Final = 11
"""Where a block keeps the true-count table in its totals; 0 where nobody counts."""
INSURANCE_STAKE: Final = 12
INSURANCE_WIN: Final = 13
ENVY: Final = 14
NATURAL_SUIT: Final = 15
"""The bit of the suit in which a natural pays more, or 0."""
PAID_21: Final = 16
"""Whether some hands of 21 are won at once: see `PAID_HANDS`."""
HOLE_LAST: Final = 17
"""Whether the dealer's second card comes after the players' hands."""
ZAPS: Final = 18
"""Whether hands may be zapped: 0, `IN_TURN` or `BEFORE_PEEK`."""
FREE_SPLITS: Final = 19
"""For how many splits of a spot the house lays the second hand, if at all: see `FREE_PAIRS`."""
WATCHES: Final = 20
"""What side wagers look at beside the cards of the deal, one bit each: see `WATCH_DEALERS`."""
THIRDS_AT: Final = 21
"""Where it is told in the verdicts, by a spot's two cards, whether it waits for a third."""
THIRD_BESIDE_TWO: Final = 22
"""Whether a third card counts only where the hand was neither split nor zapped."""
JOINT_VERDICTS: Final = 23
"""How many verdicts all paths of side wagers have together; 0 where they are not counted so."""
TAKES_ONE: Final = 24
"""Whether a dealer's natural takes one wager of all hands of a spot together."""
PARLAY_SIDE: Final = 25
"""1 more than the side wager whose winnings are moved onto the main wager, or 0."""
PATHS: Final = 26
"""How many paths of side wagers there are."""
MEMBERS: Final = 27
"""How many side wagers there are."""
IS_ENVIED: Final = 28
"""Whether a line of a side wager brings other players something."""
NUMBERS: Final = 29
USUALLY_OFF: Final = (
    NATURAL_SUIT,
    PAID_21,
    HOLE_LAST,
    ZAPS,
    FREE_SPLITS,
    WATCHES,
    TAKES_ONE,
    PARLAY_SIDE,
    PATHS,
)
"""What few games have. Where it is known to be 0, a graphics card has less to ask."""

# How special hands of 21 are told apart.
KINDS_ALONE: Final = 1
"""No other end has the number of a kind."""
KINDS_BESIDE_ENDS: Final = 2
"""Some have: kinds are marked with `IS_KIND`, and have classes of their own."""

# When hands are zapped.
IN_TURN: Final = 1
BEFORE_PEEK: Final = 2
"""Before the dealer looks for a natural, under up cards where one is looked for: `EARLY_ZAPS`."""

# What side wagers may watch.
WATCH_DEALERS: Final = 1
"""The dealer's finished hand: its total and number of cards."""
WATCH_SUITS: Final = 2
WATCH_REDS: Final = 4
WATCH_THIRDS: Final = 8
WATCH_LONE: Final = 16
"""A third card that is dealt for a wager alone, where the hand has none."""
WATCH_CLASSES: Final = 32
"""What became of the first hand."""
WATCH_FIVES: Final = 64
"""The dealer's first five cards."""
WATCH_OTHERS: Final = 128
"""The player's other hand."""

# A hand: its state, and its rung above it.
POINTS: Final = hands.ACE - 1
ACE: Final = hands.ACE
STATE: Final = hands.STATES - 1
RUNG: Final = hands.STATES
RUNGS: Final = LARGE // RUNG

# What a hand does, as one byte: whether it draws, what it ends as, whether anybody was asked, and
# the rungs that it climbs.
DRAWS: Final = 1
END_SHIFT: Final = 1
ENDS: Final = 15 << END_SHIFT
ASKED: Final = 32
CLIMBS: Final = 192

# What a hand ended as: a special 21 by its kind, or one of these. 0 is any other hand that stood.
# The first kinds have other meanings, too: see `SPECIALS`.
IS_KIND: Final = 1
"""Below what a hand ended as: it is a kind, where other ends have the same number."""
MANY_CARDS: Final = 1
"""Won at once by its number of cards."""
MANY_CARD_21: Final = 2
SUITED_NATURAL: Final = 3
ZAP: Final = 4
"""Not ended at all: the hand gets two other cards."""
BUST: Final = 11
SURRENDERED: Final = 12
RESCUED: Final = 13
NATURAL: Final = 14
SPLIT: Final = 15

# Hands as dealt, hands of a split, those of them that the house laid, and hands that were zapped.
# A layer is a number of cards from 2 to 9 and more.
DEALT: Final = 0
AFTER_SPLIT: Final = 1
FUNDED: Final = 2
ZAPPED: Final = 3
SIDES: Final = 4
USUAL_SIDES: Final = 2
"""Most games have hands as dealt and hands of a split only."""
LAYERS: Final = 8

# Small tables by card type.
CARD_CODES: Final = 0
"""The points of a card, and the flag of the ace."""
PAIR_FIRST: Final = 1
"""Two cards are a pair that may be split where this of the first is `PAIR_SECOND` of the second."""
PAIR_SECOND: Final = 2
RESPLIT_FIRST: Final = 3
RESPLIT_SECOND: Final = 4
ONE_CARD: Final = 5
"""Whether a split hand that begins with the card gets one card only."""
DIGITS: Final = 6
"""What a card adds to the sum that tells special hands of three cards."""
SUIT_BITS: Final = 7
# By the state of the dealer's hand.
DEALER_DRAWS: Final = 8
DEALER_ENDS: Final = 9
DEALER_NATURALS: Final = 10
"""Whether two cards are a natural."""
# By the state of a player's hand.
TOTALS: Final = 11
IS_21: Final = 12
# By what a hand ended as, as it stands in the byte of what it does.
ENDED: Final = 13
# By a total and a dealer's end.
CONTEST: Final = 14
# By how many cards were drawn.
KINDS: Final = 15
# By the suit bits that three cards share.
SHARED: Final = 16
# By up card.
PEEKS: Final = 17
BONUS_UPCARDS: Final = 18
INSURED_UPCARDS: Final = 19
# By card type.
TAGS: Final = 20
"""What a card adds to the running count, as a byte: from 128 on it is below 0."""
# By what a hand ended as before the dealer drew.
INSURED: Final = 21
"""Whether such a hand may be insured, where it is a hand as dealt."""
STILL_IN: Final = 22
"""Whether its spot may envy another where only those still in may."""
# By card type.
FREE_PAIRS: Final = 23
"""Whether the house lays the new hand where a pair of such cards is split."""
# By up card.
DRAWN_FOR_WAGERS: Final = 24
"""Whether the dealer finishes the hand for a side wager, also where no hand is live."""
# By spot.
PARTNERS: Final = 25
"""One more than the spot of the same player that is the other of two; 0 where there is none."""
# By the state of a hand as dealt.
EARLY_ZAPS: Final = 26
"""Whether it may be zapped before the dealer looks."""
# By the code of one card of a pair, for each side.
PAIR_ROWS: Final = 27
# By up card, for each side and layer.
COLUMNS: Final = PAIR_ROWS + SIDES

# By spot, and by the spots that are still in, one bit each: how many envy a super bonus of it.
ENVIES: Final = COLUMNS + SIDES * LAYERS
ENVIED_BY: Final = 1 << 7
SMALL_TABLES: Final = ENVIES + 7 * ENVIED_BY // SMALL

# Large tables by end, rung and result, for each side: the class, and whether it wins the bonus.
CLASS_OF: Final = 0
BONUSES: Final = CLASS_OF + SIDES
KIND_CLASSES: Final = BONUSES + SIDES
"""The classes of kinds, where these are told apart beside other ends of the same number."""
# By the sum and the suits of three cards: the kind, as an end.
THREE_CARDS: Final = KIND_CLASSES + SIDES
# By hand: whether it is won at once.
PAID_HANDS: Final = THREE_CARDS + 1
# By class: what a hand comes to where a natural has taken another wager of its spot.
SPARED_CLASSES: Final = PAID_HANDS + 1
# By hand, for each layer of a side: the row; then for each of its layers, by row and column, what
# the hand does.
ROWS: Final = SPARED_CLASSES + 1
CODES: Final = ROWS + LAYERS
PER_SIDE: Final = 2 * LAYERS
LARGE_TABLES: Final = ROWS + USUAL_SIDES * PER_SIDE
"""How many a game has without hands that the house laid and hands that were zapped."""
ALL_LARGE_TABLES: Final = ROWS + SIDES * PER_SIDE

# What side wagers look at: rows of a desk's cards. The first four have the cards of the deal: the
# player's first, the up card, the player's second, the hole card.
WATCHED_ROWS: Final = 32
"""Before them lie the cards of spots, where there are several: see `lane_spots`."""
THIRD_ROW: Final = WATCHED_ROWS
LONE_ROW: Final = WATCHED_ROWS + 1
"""The same, or the card that was dealt for a wager alone."""
CLASS_ROW: Final = WATCHED_ROWS + 2
DEALER_ROW: Final = WATCHED_ROWS + 3
SIZE_ROW: Final = WATCHED_ROWS + 4
SUITS_ROW: Final = WATCHED_ROWS + 5
REDS_ROW: Final = WATCHED_ROWS + 6
FIVE_ROWS: Final = WATCHED_ROWS + 7
"""The dealer's third, fourth and fifth card, dealt for a wager alone where the hand has fewer."""
OTHER_ROWS: Final = FIVE_ROWS + 3
"""The two cards of the player's other hand, of a player who has two."""
SEEN_ROWS: Final = OTHER_ROWS + 2
NO_CARD: Final = 52
"""In place of a card that never came."""
FIVE: Final = 5
SIZE_MAX: Final = 15
"""So many cards of the dealer's, or more."""

# A path of side wagers: where its tables begin, how many looks it takes and which table of columns
# is the first of them; how many verdicts it has and its stride, where its pays and its lines begin,
# its first member, and how many members; for a small path, which of the tables beside its columns
# has its first stage. Then each look: the row, how far its columns are apart, and whether it is the
# last of its stage, so that the table is looked up.
SIDE_START: Final = 0
SIDE_LOOKS: Final = 1
SIDE_COLUMNS: Final = 2
SIDE_VERDICTS: Final = 3
SIDE_STRIDE: Final = 4
SIDE_PAYS: Final = 5
SIDE_LINES: Final = 6
SIDE_FIRST: Final = 7
SIDE_MEMBERS: Final = 8
SIDE_SMALL: Final = 9
SIDE_FIRST_LOOK: Final = 10
LOOK_ROW: Final = 0
LOOK_FACTOR: Final = 1
LOOK_ENDS: Final = 2
LOOK_NUMBERS: Final = 3
LOOKS_MAX: Final = 10
SIDE_NUMBERS: Final = SIDE_FIRST_LOOK + LOOKS_MAX * LOOK_NUMBERS

NO_CLASS: Final = 255
"""Of a lane that is not counted, or an end that no hand can come to."""
TOTAL_STEP: Final = 8
"""Dealers' ends to each total in the table of contests."""
CLOSED_TOTAL: Final = TOTAL_STEP - 1
"""
In place of a total: a hand that ended before the dealer drew.

Its result is 1 where the dealer has a natural, and else 0.
"""
PAID_TOTAL: Final = CLOSED_TOTAL - 1
"""In place of a total: a 21 that is won at once; a total like others where none is."""
RESULTS: Final = 4
LOST_TO_NATURAL: Final = 3
"""A result beside those of the rule book, where a dealer's natural takes less than other hands."""


def result_code(result: int) -> int:
    """A result as the table of contests has it: two bits where neither end nor rung has one."""
    return result & 1 | (result & 2) << 4


def end_index(end: int, rung: int, result: int) -> int:
    """Where the tables of ends tell of a hand."""
    return rung * RUNG | end << END_SHIFT | result_code(result)
