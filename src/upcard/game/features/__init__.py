"""
What changes the shape of a round, one module each; a rules file switches it on by its section.

A module has one class, `Settings`: the section of the schema, and with it all that a `Feature` has.
"""

from typing import Final, Literal

from upcard.game.explained import Section, explained
from upcard.game.features.dealer_16 import Dealer16
from upcard.game.features.dealer_22 import Dealer22
from upcard.game.features.dealer_draws import DealerDraws
from upcard.game.features.doubling import Doubling
from upcard.game.features.feature import Feature
from upcard.game.features.free_bets import FreeBets
from upcard.game.features.hard_doubles import HardDoubles
from upcard.game.features.insurance import Insurance
from upcard.game.features.many_cards import ManyCards
from upcard.game.features.no_hole_card import NoHoleCard
from upcard.game.features.paired_spots import PairedSpots
from upcard.game.features.parlay import Parlay
from upcard.game.features.rescue import Rescue
from upcard.game.features.special_pays import SpecialPays
from upcard.game.features.splitting import Splitting
from upcard.game.features.suited_natural import SuitedNatural
from upcard.game.features.super_bonus import SuperBonus
from upcard.game.features.surrender import Surrender
from upcard.game.features.surrender_against import SurrenderAgainst
from upcard.game.features.surrender_any_time import SurrenderAnyTime
from upcard.game.features.third_cards import ThirdCards
from upcard.game.features.twenty_one_at_once import TwentyOneAtOnce
from upcard.game.features.zaps import Zaps

NotOffered = Literal["none"]
"""A feature that this game does not have."""
FEATURES: Final[dict[str, type[Feature]]] = {
    "no_hole_card": NoHoleCard,
    "suited_natural": SuitedNatural,
    "twenty_one_at_once": TwentyOneAtOnce,
    "doubling": Doubling,
    "hard_doubles": HardDoubles,
    "rescue": Rescue,
    "splitting": Splitting,
    "surrender": Surrender,
    "surrender_against": SurrenderAgainst,
    "surrender_any_time": SurrenderAnyTime,
    "insurance": Insurance,
    "dealer_16": Dealer16,
    "dealer_22": Dealer22,
    "free_bets": FreeBets,
    "dealer_draws": DealerDraws,
    "zaps": Zaps,
    "many_cards": ManyCards,
    "parlay": Parlay,
    "paired_spots": PairedSpots,
    "third_cards": ThirdCards,
    "special_pays": SpecialPays,
    "super_bonus": SuperBonus,
}
"""Every feature by the name of its section in a rules file, in the order of the placard."""


class ClassicalSections(Section):
    """The features that every rules file has to answer, if only with "none"."""

    doubling: Doubling | NotOffered = explained(
        "Doubling and redoubling.", favours="player", says="S0 3.a and 3.b, S1, S2, S4"
    )
    rescue: Rescue | NotOffered = explained(
        "Double down rescue.", favours="player", says="S0 3.c, S1, S2"
    )
    splitting: Splitting | NotOffered = explained(
        "Splitting pairs.", favours="player", says="S0 5.c, S1, S2, S4"
    )
    surrender: Surrender | NotOffered = explained(
        "Late surrender.", favours="player", says="S0 5.a, S1, S2; S4: on or off"
    )
    insurance: Insurance | NotOffered = explained(
        "Insurance against a dealer's natural. Ambiguity 21.",
        favours="house",
        says="S1, S4 offer it; S0 plays standard rules; S2 does not mention it",
    )
    special_pays: SpecialPays | NotOffered = explained(
        "Special pays for hands of 21.", favours="player", says="S0 4.a to 4.f, S1, S2"
    )
    super_bonus: SuperBonus | NotOffered = explained(
        "The fixed bonus for suited sevens, and envy.", favours="player", says="S0 4.g, S1, S2"
    )


class OptionalSections(Section):
    """The features that are off in a file that does not name them: it may be older than they."""

    dealer_22: Dealer22 | NotOffered = explained(
        "Whether a dealer's 22 pushes.",
        favours="house",
        says="the titles of S3's link; S0 to S4: no",
    )
    free_bets: FreeBets | NotOffered = explained(
        "Doubles and splits that the house pays for.",
        favours="player",
        says="the titles of S3's link; S0 to S4: no",
    )
    dealer_draws: DealerDraws | NotOffered = explained(
        "When the dealer draws, in a game with wagers on the dealer's finished hand.",
        says="titles, Push 22; S0 to S4: no",
    )
    zaps: Zaps | NotOffered = explained(
        "Exchanging the first two cards for two new ones.",
        favours="player",
        says="the titles of S3's link; S0 to S4: no",
    )
    suited_natural: SuitedNatural | NotOffered = explained(
        "A better pay for naturals of one suit.",
        favours="player",
        says="titles, Super Fun 21; S0 to S4: no",
    )
    surrender_any_time: SurrenderAnyTime | NotOffered = explained(
        "Surrender after any number of cards.",
        favours="player",
        says="titles, Super Fun 21; S0 to S4: no",
    )
    many_cards: ManyCards | NotOffered = explained(
        "Hands that win at once by their number of cards.",
        favours="player",
        says="titles, Super Fun 21; S0 to S4: no",
    )
    parlay: Parlay | NotOffered = explained(
        "Moving the winnings of a side wager onto the main wager.",
        favours="player",
        says="titles, House Money; S0 to S4: no",
    )
    third_cards: ThirdCards | NotOffered = explained(
        "Which card is a player's third, for wagers that pay on it. Leave it out to follow S3 9.",
        favours="house",
        says="S3 9: no",
    )
    no_hole_card: NoHoleCard | NotOffered = explained(
        "A dealer without a hole card, and what a natural then takes.",
        favours="house",
        says="titles, Pontoon; S0 to S4: no",
    )
    twenty_one_at_once: TwentyOneAtOnce | NotOffered = explained(
        "A 21 that is paid at once.",
        favours="player",
        says="titles, Pontoon; S0 to S4: no",
    )
    hard_doubles: HardDoubles | NotOffered = explained(
        "Doubling of hard hands only.",
        favours="house",
        says="titles, Pontoon; S0 to S4: no",
    )
    dealer_16: Dealer16 | NotOffered = explained(
        "Whether the dealer stands on a hard 16.",
        favours="player",
        says="16 Bonus, Double Up Blackjack: supposed; S0 to S4: no",
    )
    paired_spots: PairedSpots | NotOffered = explained(
        "Two spots for every player.", says="Blackjack Switch; S0 to S4: no"
    )
    surrender_against: SurrenderAgainst | NotOffered = explained(
        "Surrender against some up cards only.",
        favours="house",
        says="titles, Pontoon; S0 to S4: no",
    )


OPTIONAL: Final = frozenset(OptionalSections.model_fields)
"""Features that may be absent; while they are off, rules read and hash as if there were none."""


def features_on(rules: Section) -> dict[str, Feature]:
    """The features that are on, with their settings."""
    return {name: one for name in FEATURES if (one := getattr(rules, name)) != "none"}


def not_played(rules: Section, interpreter: str) -> tuple[str, ...]:
    """The features that are on and that an interpreter does not play: it refuses them by name."""
    on = features_on(rules)
    return tuple(name for name, one in on.items() if interpreter not in one.PLAYED_BY)
