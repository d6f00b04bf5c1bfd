"""Families of side wagers: which cards each sees, which lines its paytables may print."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from upcard.game.choices import Unless


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One kind of hand that wagers are made on. Its judge is in `upcard.wagers`."""

    name: str
    sees: tuple[CardPlace, ...]
    """The cards that every paytable of the family looks at, in this order."""
    lines: tuple[str, ...]
    """Everything a paytable may print, most special first: a hand gets the first line it fits."""
    readings: Mapping[str, tuple[str, ...]]
    """Its own settings, each with the answers allowed."""
    retired: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """
    Answers that rooms have recorded and no new file may give, each with why.

    The rules of such a room can still be read. What the answer meant is gone: it plays as the one
    that is allowed.
    """
    further: Mapping[str, tuple[CardPlace, ...]] = field(default_factory=dict)
    """Optional lines that look at more cards, and which: only paytables with such a line do."""
    waits: tuple[Unless, ...] = ()
    """The exceptions that may make its wagers wait for the hole card."""

    @property
    def needs_finished_dealer(self) -> bool:
        """Whether its wagers look at the dealer's hand once it draws no more."""
        return CardPlace.DRAWN in self.sees

    def sees_for(self, lines: Collection[str]) -> tuple[CardPlace, ...]:
        """
        The cards its judge is given, in order, for a paytable that prints *lines*.

        >>> [place.value for place in FAMILIES["royal-match"].sees_for(["royal-match"])]
        ['first', 'second']
        >>> [place.value for place in FAMILIES["royal-match"].sees_for(["crown-treasure"])]
        ['first', 'second', 'upcard', 'hole']
        """
        more = [place for line, places in self.further.items() if line in lines for place in places]
        return (*self.sees, *dict.fromkeys(more))


_TWO: Final = (CardPlace.FIRST, CardPlace.SECOND)
_THREE: Final = (*_TWO, CardPlace.UPCARD)
_FOUR: Final = (*_THREE, CardPlace.HOLE)

_MATCH_LINES: Final = ("suited", "unsuited")
_MATCH_READINGS: Final = {"two_matches": ("added", "best-only")}
_SEVENS_LINES: Final = (
    "three-7s-diamonds",
    "three-7s-suited",
    "three-7s-same-colour",
    "three-7s",
    "first-two-7s",
    "one-7",
)

FAMILIES: Final[dict[str, Family]] = {
    family.name: family
    for family in (
        Family(name="match-up", sees=_THREE, lines=_MATCH_LINES, readings=_MATCH_READINGS),
        Family(
            name="match-down",
            sees=(*_TWO, CardPlace.HOLE),
            lines=_MATCH_LINES,
            readings=_MATCH_READINGS,
        ),
        Family(
            name="three-card",
            sees=_THREE,
            lines=(
                "suited-aces",
                "suited-three-of-a-kind",
                "mini-royal",
                "straight-flush",
                "three-of-a-kind",
                "straight",
                "flush",
                "pair",
            ),
            readings={"straights_over_missing_ten": ("yes", "no")},
        ),
        Family(
            name="kings-bounty",
            sees=_FOUR,
            lines=(
                "two-kings-of-spades-and-dealer-natural",
                "two-kings-of-spades",
                "two-suited-kings",
                "two-suited-queens-jacks-or-tens",
                "suited-20",
                "two-kings",
                "unsuited-20",
            ),
            readings={},
            waits=(Unless.KINGS_OF_SPADES_FACE_POSSIBLE_NATURAL,),
        ),
        Family(
            name="bonanza",
            sees=_FOUR,
            lines=(
                "both-dealer-cards-the-same-card",
                "upcard-the-same-card",
                "same-rank-and-suit-ten-up",
                "same-rank-ten-up",
                "same-suit-ten-up",
                "different-rank-and-suit-ten-up",
                "any-20",
            ),
            readings={"x_means": ("for-1", "to-1")},
            waits=(Unless.TWO_HIGHEST_AWARDS,),
        ),
        Family(
            name="four-of-a-kind",
            sees=_FOUR,
            lines=(
                "four-of-a-kind-suited",
                "four-of-a-kind-same-colour",
                "four-of-a-kind",
                "three-of-a-kind-same-colour",
                "three-of-a-kind",
                "suited-pair",
            ),
            readings={},
        ),
        Family(
            name="three-7s-player",
            sees=(*_TWO, CardPlace.THIRD),
            lines=_SEVENS_LINES,
            readings={"on_dealer_natural": ("two-cards-only",)},
            retired={
                "on_dealer_natural": {
                    "returned": "S3 8.a pays two sevens by the first two cards only, "
                    "whatever the dealer has",
                }
            },
        ),
        Family(name="three-7s-upcard", sees=_THREE, lines=_SEVENS_LINES, readings={}),
        Family(
            name="royal-match",
            sees=_TWO,
            lines=("crown-treasure", "royal-match", "suited-natural", "suited"),
            readings={},
            further={"crown-treasure": (CardPlace.UPCARD, CardPlace.HOLE)},
            waits=(Unless.ROYAL_MATCH_FACES_KING_OR_QUEEN,),
        ),
        Family(name="pair", sees=_TWO, lines=("suited-pair", "pair"), readings={}),
        Family(
            name="push-22",
            sees=(CardPlace.UPCARD, CardPlace.HOLE, CardPlace.DRAWN),
            lines=("suited-22", "same-colour-22", "any-22"),
            readings={},
        ),
        Family(
            name="house-money",
            sees=_TWO,
            lines=("suited-ace-king", "suited-neighbours", "pair", "neighbours"),
            readings={},
        ),
    )
}
