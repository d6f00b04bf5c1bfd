"""
What changes the shape of a round, one module each; a rules file switches it on by its section.

A module has the section of the schema (`Settings`), the numbers that it adds to the house
(`numbers`), what the placard says of it (`placard`), what a chart's reader must know
(`chart_notes`), what it cannot be played with (`problems`), the signs of its decisions (`SIGNS`),
the reasons against them (`REASONS`), and who plays it (`PLAYED_BY`). A feature that a file does
not name is off, so a file written before there was such a feature reads as it always did.
"""

from typing import Final, Literal

from upcard.game.explained import Section, explained
from upcard.game.features import dealer_22, dealer_draws, free_bets, parlay, third_cards, zaps
from upcard.game.features.dealer_22 import Settings as Dealer22
from upcard.game.features.dealer_draws import Settings as DealerDraws
from upcard.game.features.free_bets import Settings as FreeBets
from upcard.game.features.parlay import Settings as Parlay
from upcard.game.features.third_cards import Settings as ThirdCards
from upcard.game.features.zaps import Settings as Zaps

NotOffered = Literal["none"]
"""A feature that this game does not have."""
FEATURES: Final = {
    "dealer_22": dealer_22,
    "free_bets": free_bets,
    "dealer_draws": dealer_draws,
    "zaps": zaps,
    "parlay": parlay,
    "third_cards": third_cards,
}
"""Every feature by the name of its section in a rules file."""


class FeatureSections(Section):
    """The part of a rules file that the features bring."""

    dealer_22: Dealer22 | NotOffered = explained(
        "A dealer's 22 that pushes.", favours="house", says="the titles of S3's link; S0 to S4: no"
    )
    free_bets: FreeBets | NotOffered = explained(
        "Doubles and splits that the house pays for.",
        favours="player",
        says="the titles of S3's link; S0 to S4: no",
    )
    dealer_draws: DealerDraws | NotOffered = explained(
        "When the dealer draws, in a game with wagers on the dealer's finished hand.",
        says="TITLES, Push 22; S0 to S4: no",
    )
    zaps: Zaps | NotOffered = explained(
        "Throwing the first two cards away for two new ones.",
        favours="player",
        says="the titles of S3's link; S0 to S4: no",
    )
    parlay: Parlay | NotOffered = explained(
        "Moving the winnings of a side wager onto the main wager.",
        favours="player",
        says="TITLES, House Money; S0 to S4: no",
    )
    third_cards: ThirdCards | NotOffered = explained(
        "Which card is a player's third, for wagers that pay on it, in a house that does not "
        "follow S3 9.",
        favours="house",
        says="S3 9: no",
    )


def not_played(sections: FeatureSections, interpreter: str) -> tuple[str, ...]:
    """The features that are on and that an interpreter does not play: it refuses them by name."""
    on = [name for name in FEATURES if getattr(sections, name) != "none"]
    return tuple(name for name in on if interpreter not in FEATURES[name].PLAYED_BY)
