"""The choices a rules file can make, each an enum with its answers spelled out."""

from enum import StrEnum


class CardsDealt(StrEnum):
    """Whether the players' first two cards are face up or face down."""

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"


class SoftSeventeen(StrEnum):
    """What the dealer does on a soft total of 17."""

    HIT = "hit"
    STAND = "stand"


class Peek(StrEnum):
    """Under which up cards the dealer looks for a natural before the players act."""

    NEVER = "never"
    ACE = "ace"
    ACE_OR_TEN = "ace-or-ten"


class Contest(StrEnum):
    """How a player's hand fares against the same hand of the dealer."""

    WINS = "wins"
    PUSHES = "pushes"


class DoubleOn(StrEnum):
    """On how many cards a hand may be doubled for the first time."""

    FIRST_TWO_CARDS = "first-two-cards"
    ANY_NUMBER_OF_CARDS = "any-number-of-cards"


class DoubleCap(StrEnum):
    """What bounds a doubled wager (ambiguity 10). A file may name several."""

    TOTAL_WITHIN_SINGLE_WAGER_LIMIT = "total-within-single-wager-limit"
    """The whole doubled wager stays within the dated limit on a single wager (S0 3.b)."""
    EACH_DOUBLE_WITHIN_TABLE_LIMIT = "each-double-within-table-limit"
    """Each amount added by a double stays within the table's maximum (S1)."""
    EIGHT_TIMES = "eight-times"
    """The doubled wager stays within eight times the first wager (S1, S2)."""


class ParlayLimit(StrEnum):
    """What a main wager may grow to when winnings are moved onto it."""

    TABLE_MAXIMUM = "table-maximum"
    """The table's largest main wager."""
    SINGLE_WAGER_LIMIT = "single-wager-limit"
    """The dated limit on a single wager, where a schedule applies."""
    NO_LIMIT = "no-limit"


class Forfeit(StrEnum):
    """Which money a rescued hand gives up (ambiguities 2 and 3)."""

    DOUBLED_MONEY = "doubled-money"
    """Everything the doubles added; the first wager is saved (S0 3.c)."""
    ORIGINAL_WAGER = "original-wager"
    """The first wager; everything the doubles added is taken back (S1)."""
    HALF = "half"
    """Half of everything on the hand (S2)."""


class SplitPairs(StrEnum):
    """Which two cards may be split (ambiguity 11)."""

    SAME_RANK = "same-rank"
    SAME_VALUE = "same-value"
    """Also a king with a queen: equal blackjack value is enough (S2)."""


class SplitAces(StrEnum):
    """What a split ace may do (ambiguity 1)."""

    ONE_CARD = "one-card"
    PLAY_ON = "play-on"


class SecondCard(StrEnum):
    """When the hands of a split get their second cards."""

    AT_ONCE = "at-once"
    ON_TURN = "on-turn"
    """Each hand when its turn comes, after the hand before it is finished."""


class Kept(StrEnum):
    """Whether something survives an event in the round."""

    KEPT = "kept"
    VOID = "void"


class SevenCards(StrEnum):
    """Which hands the seven-card line pays (ambiguity 5)."""

    EXACTLY_SEVEN = "exactly-7"
    SEVEN_OR_MORE = "7-or-more"


class EnvyGoesTo(StrEnum):
    """Which other players an envy bonus goes to (ambiguity 9). The winner is never among them."""

    PLAYERS_STILL_IN = "players-still-in"
    """Those with a hand that is neither bust nor given up: the narrow reading of S0."""
    PLAYERS_WITH_A_MAIN_WAGER = "players-with-a-main-wager"
    """All who wagered in the round, losers too (S1)."""
    PLAYERS_AT_THE_TABLE = "players-at-the-table"
    """Everyone seated, with or without a wager in the round (S2)."""


class EnvyPer(StrEnum):
    """What an envy bonus is counted by (ambiguity 9)."""

    PLAYER = "player"
    SPOT = "spot"


class Settles(StrEnum):
    """When a side wager is settled."""

    ON_DEAL = "on-deal"
    """Right after everybody has two cards; hand by hand where cards are dealt face down."""
    ON_HOLE_CARD = "on-hole-card"
    """As soon as the dealer's hole card is shown."""
    WITH_MAIN = "with-main"
    """Right after the spot's main wager (and not before the cards it needs are seen)."""


class AfterStart(StrEnum):
    """What the dealer does with a side wager once START GAME or DEAL has latched it."""

    LEFT = "left"
    LIFTED = "lifted"
    """Taken off the layout; when the last one is lifted the deal starts (S0 7, S3 5, S4)."""


class AtMost(StrEnum):
    """What bounds a side wager besides the table's limits."""

    LIMIT = "limit"
    MAIN_WAGER = "main-wager"
    """It may not be larger than the main wager (S1)."""


class SeveralWinners(StrEnum):
    """How several meter awards of one round are paid (ambiguity 17)."""

    NOT_FROM_METER = "not-from-meter"
    """The wager has no meter awards."""
    RIGHT_FIRST = "right-first"
    """Farthest on the dealer's right first, then counter-clockwise (S0 10.c)."""
    SPLIT_EQUALLY = "split-equally"
    """A 100% award is divided equally among its winners (S1)."""


class PaysIn(StrEnum):
    """What a progressive's fixed pays are counted in (ambiguity 18)."""

    FOR_ONE = "for-1"
    DOLLARS = "dollars"
    """The printed number is dollars, for a one-dollar wager (S1)."""
