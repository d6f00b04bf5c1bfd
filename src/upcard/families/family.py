"""What a family of side wagers is: the cards it sees, its lines, its readings and its judge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from upcard.cards import Card, Deck
from upcard.families.card_numbers import NO_CARD
from upcard.families.dealer_hands import TOTAL_ONLY, DealerHand, DealerSight
from upcard.families.round_results import RoundSight
from upcard.families.sights import Sight
from upcard.money import Pay


class CardPlace(StrEnum):
    """Where a card that a wager looks at lies."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    """The third card dealt to the spot: a hit, a double, or the first card after a split."""
    UPCARD = "upcard"
    HOLE = "hole"
    DRAWN = "drawn"
    """Every card that the dealer draws after the hole card, in order; there may be none."""
    DEALERS_THIRD = "dealers-third"
    DEALERS_FOURTH = "dealers-fourth"
    DEALERS_FIFTH = "dealers-fifth"
    OTHER_FIRST = "other-first"
    OTHER_SECOND = "other-second"
    """The cards of the player's other hand, of a player who has two."""


TWO_CARDS: Final = (CardPlace.FIRST, CardPlace.SECOND)
WITH_UPCARD: Final = (*TWO_CARDS, CardPlace.UPCARD)
WITH_DEALERS_TWO: Final = (*WITH_UPCARD, CardPlace.HOLE)
DEALERS_TWO: Final = (CardPlace.UPCARD, CardPlace.HOLE)
FINISHED_DEALER: Final = (*DEALERS_TWO, CardPlace.DRAWN)
FIRST_FIVE: Final = (
    *DEALERS_TWO,
    CardPlace.DEALERS_THIRD,
    CardPlace.DEALERS_FOURTH,
    CardPlace.DEALERS_FIFTH,
)
BOTH_HANDS: Final = (*TWO_CARDS, CardPlace.OTHER_FIRST, CardPlace.OTHER_SECOND)

CARD_NUMBERS: Final = 52
"""How many different cards a standard deck has; judges know each by a number."""
NEVER: Final = "never"
"""What a game answers where no exception makes a wager wait."""

Judge = Callable[..., int]
"""
The lines that cards fit, one bit for each outcome of the family, the first the lowest.

It gets its cards as numbers, in the order of the family's places; the dealer's finished hand is one
`DealerHand`; last comes the answer to its reading, if it has one. It runs as Python at the table
and as machine code in the simulator, so it must be plain arithmetic on whole numbers.
"""
Pays = Mapping[str, Pay]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A setting of a family, where documents differ."""

    answers: tuple[str, ...]
    """The answers allowed; the first one that its deck allows is taken where no game says."""
    is_judged: bool = False
    """Whether the judge is told: it gets the place of the answer. Others only change the pays."""
    only_on: Mapping[str, tuple[Deck, str]] = field(default_factory=dict)
    """Answers that make sense on one deck only, each with why no other deck has it."""
    retired: Mapping[str, str] = field(default_factory=dict)
    """
    Answers that rooms have recorded and no new file may give, each with why.

    The rules of such a room can still be read. What the answer meant is gone: it plays as the one
    that is allowed.
    """

    def usual(self, deck: Deck) -> str:
        """The answer where no game says."""
        return next(answer for answer in self.answers if self.allows(answer, deck))

    def allows(self, answer: str, deck: Deck) -> bool:
        """Whether *answer* makes sense on *deck*."""
        return answer not in self.only_on or self.only_on[answer][0] is deck


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One kind of hand that wagers are made on. Everything about it is in its own module."""

    name: str
    sees: tuple[CardPlace, ...]
    """The cards that every paytable of the family looks at, in this order."""
    lines: tuple[str, ...]
    """Everything a paytable may print, most special first: a hand gets the first line it fits."""
    judge: Judge
    sight: Sight | None = None
    """What the judge cannot tell apart, at every place that a line of the family may look at."""
    dealer_sight: DealerSight = TOTAL_ONLY
    """What the judge looks at in the dealer's finished hand, where it looks at that."""
    by_ranks: bool = False
    """Whether nothing counts but the ranks, in any order, and whether all are of one suit."""
    round_sight: RoundSight | None = None
    """How the hand is played, where the judge is also told what became of it (`RESULTS`)."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    further: Mapping[str, tuple[CardPlace, ...]] = field(default_factory=dict)
    """Optional lines that look at more cards, and which: only paytables with such a line do."""
    waits: Mapping[str, Callable[[int, int, int], bool]] = field(default_factory=dict)
    """
    Documented exceptions that make a wager wait for the hole card: whether these cards must.

    They get the player's two cards and the up card. A game names one in `unless`.
    """
    joined: Mapping[str, Callable[[Pays, Mapping[str, str]], Pay]] = field(default_factory=dict)
    """
    The outcomes where they are not the printed lines, each with what it pays.

    It is worked out from the pays of all printed lines, which must be odds, and the readings.
    """
    assumptions: tuple[str, ...] = ()
    """What odds suppose about the play."""
    made_on: CardPlace | None = None
    """The card that a player has seen when the wager is made, where it is made late."""
    under: Mapping[str, int] = field(default_factory=dict)
    """
    For such a wager the points of that card under which each line is won, the ace as 1.

    It may be made on the cards whose lines its paytable prints, and on no others.
    """
    draws_by: int | None = None
    """The rule that the dealer draws by (`dealers`), where the wager is for one such game."""
    third_is_dealt: bool = False
    """Whether a third card is dealt for the wager alone, where the hand has none."""
    _places: int = field(init=False, repr=False, compare=False)
    """How many cards its judge is given; for wagers on the dealer's hand, of the player's own."""

    def __post_init__(self) -> None:
        dealers = len(FINISHED_DEALER) if self.needs_finished_dealer else 0
        object.__setattr__(self, "_places", len(self.sees_for(self.lines)) - dealers)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What the judge's bits stand for, the lowest first: the lines, unless it joins them."""
        return tuple(self.joined) or self.lines

    @property
    def places(self) -> tuple[CardPlace, ...]:
        """Every place that some line of the family looks at, in order."""
        return self.sees_for(self.lines)

    @property
    def needs_finished_dealer(self) -> bool:
        """Whether its wagers look at the dealer's hand once it draws no more."""
        return CardPlace.DRAWN in self.sees

    @property
    def waits_for_dealer(self) -> bool:
        """Whether its wagers are decided only once the dealer draws no more."""
        sight = self.round_sight
        return self.needs_finished_dealer or (sight is not None and sight.sees_both_bust)

    @property
    def forces(self) -> str:
        """How a player who makes the wager must play, in words; empty where players may choose."""
        return self.round_sight.forces if self.round_sight else ""

    @property
    def is_on_two_hands(self) -> bool:
        """Whether its wagers look at both hands of a player who has two."""
        return CardPlace.OTHER_FIRST in self.sees

    @property
    def is_on_first_five(self) -> bool:
        """Whether the dealer's hand is drawn on to five cards for its wagers alone."""
        return CardPlace.DEALERS_FIFTH in self.sees

    @property
    def has_cards_alone(self) -> bool:
        """Whether cards may be dealt for its wagers alone, when the dealer's hand is done."""
        return self.third_is_dealt or self.is_on_first_five

    def third_matters(self, first: Card, second: Card) -> bool:
        """Whether a third card can change what the judge says to the player's two cards."""
        return _third_matters(self.judge, first.number, second.number)

    @property
    def own_cards(self) -> int:
        """How many of the player's own cards a judge of the dealer's finished hand is given."""
        return self._places

    @property
    def judged_reading(self) -> str | None:
        """The reading that its judge is told, if there is one."""
        return next((name for name, one in self.readings.items() if one.is_judged), None)

    def sees_for(self, lines: Collection[str]) -> tuple[CardPlace, ...]:
        """The cards its judge is given, in order, for a paytable that prints *lines*."""
        more = dict.fromkeys(
            place
            for line, places in self.further.items()
            if line in lines
            for place in places
            if place not in self.sees
        )
        return (*more, *self.sees) if self.needs_finished_dealer else (*self.sees, *more)

    def told(self, answers: Mapping[str, str]) -> tuple[int, ...]:
        """What the judge is told of *answers* to the readings, as numbers."""
        name = self.judged_reading
        return () if name is None else (self.readings[name].answers.index(answers[name]),)

    def fits(self, cards: Sequence[Card], told: tuple[int, ...] = ()) -> int:
        """The bits of the outcomes that *cards* fit, place by place; cards at the end may miss."""
        numbers = [card.number for card in cards]
        if len(numbers) < self._places:
            numbers += [NO_CARD] * (self._places - len(numbers))
        return self.judge(*numbers, *told)

    def fits_beside(self, own: Sequence[Card], hand: DealerHand, told: tuple[int, ...] = ()) -> int:
        """The same for the dealer's finished hand, beside those of the player's *own* it sees."""
        numbers = [card.number for card in own] + [NO_CARD] * (self._places - len(own))
        return self.judge(*numbers, hand, *told)

    def named(self, fits: int) -> frozenset[str]:
        """The outcomes whose bits are in *fits*."""
        return frozenset(name for bit, name in enumerate(self.outcomes) if fits >> bit & 1)


@lru_cache(maxsize=1024)
def _third_matters(judge: Judge, first: int, second: int) -> bool:
    said = {judge(first, second, third) for third in (NO_CARD, *range(CARD_NUMBERS))}
    return len(said) > 1
