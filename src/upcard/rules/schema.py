"""The rules of one game. Every field is required: a default is a rule nobody chose."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from upcard.cards import Deck
from upcard.game.choices import CardsDealt, Contest, Peek, SoftSeventeen
from upcard.game.explained import Line, Money, Name, OddsText, Section, explained
from upcard.game.features import ClassicalSections, OptionalSections
from upcard.money import Cents, Direction, Rounding
from upcard.rules.offered_wagers import SideWager

DeckCount = Annotated[int, Field(ge=1, le=8)]


class DealerRules(Section):
    """How the dealer plays."""

    soft_17: SoftSeventeen = explained(
        "What the dealer does on a soft total of 17.",
        favours="house, when it is hit",
        says="S0 5.e offers both; S1 hits; S2 hits, or stands in its alternative configuration",
    )
    peek: Peek = explained(
        "Under which upcards the dealer looks for a natural before the players act.",
        favours="player: nobody doubles or splits into a dealer's natural",
        says="S2 'peeks if the up-card is an Ace or 10-valued card'; S4 peeks under an ace",
    )


class NaturalRules(Section):
    """A player's ace and ten-value card in the first two cards. Never after a split (S2)."""

    pays: OddsText = explained(
        "What a player's natural pays.", favours="player", says="S0 3.d, S1, S2: 3 to 2"
    )
    against_dealer_natural: Contest = explained(
        "Whether a player's natural wins or pushes against the dealer's. If it wins, it is paid "
        "at once, before the dealer looks.",
        favours="player",
        says="S0 3.d, S1, S2: wins",
    )


class TwentyOneRules(Section):
    """A player's total of 21 that is not a natural."""

    against_dealer_21: Contest = explained(
        "Whether a player's 21 wins or pushes against a dealer's 21 that is not a natural.",
        favours="player",
        says="S0 3.e, S1, S2: wins",
    )
    ends_turn: bool = explained(
        "Whether a hand that reaches 21 stands automatically. If not, the player is asked.",
        says="house procedure; the documents are silent",
    )


class LimitRules(Section):
    """
    What may be wagered. A room's own table limits overrule the posted ones.

    No room may post a limit over the schedule's: it is refused when rules or tables are approved.
    """

    schedule: Name = explained(
        "The dated schedule of single-wager limits that applies, or 'none'.",
        favours="nobody",
        says="S0, S3, S4: WAC 230-15-040 and 230-15-140",
    )
    main_min: Money = explained(
        "The smallest main wager.", says="S2: $1 or higher, subject to table restrictions"
    )
    main_max: Money = explained("The largest main wager.", says="S3 2: casinos set it")
    side_min: Money = explained("The smallest side wager.", says="S3 2: casinos set it")
    side_max: Money = explained("The largest side wager.", says="S3 2: casinos set it")

    @property
    def amounts(self) -> dict[str, Cents]:
        """The posted limits by name, as a table's own limits are written."""
        return {
            "main_min": self.main_min,
            "main_max": self.main_max,
            "side_min": self.side_min,
            "side_max": self.side_max,
        }


class PaymentRules(Section):
    """How amounts are paid that the house's smallest coin cannot make."""

    rounding: Direction = explained(
        "Which way to round an amount that cannot be paid exactly: a 3:2 pay on odd cents, or a "
        "share of a meter. A meter never pays more than it holds, and keeps what it does not pay.",
        favours="player, when up",
        says="house setting",
    )
    unit: Money = explained(
        "The smallest unit that the house pays.", favours="nobody", says="house setting"
    )

    @property
    def as_rounding(self) -> Rounding:
        """The same as a value that rounds."""
        return Rounding(self.rounding, self.unit)


class Pack(Section):
    """Side wagers that are offered together, instead of the other packs."""

    name: Name = explained("The name of the pack.", says="S0: Match or TriLux; S3: one of")
    wagers: tuple[Name, ...] = explained("The wagers in it.", says="S0, S3")


class DealRules(Section):
    """What is dealt, and how the dealer plays."""

    name: Name = explained("The name of the rules.", says="the catalogue")
    title: Line = explained("The name of the game at the table.", says="each document")
    source: Line = explained("The document that the file follows.", says="the catalogue")
    deck: Deck = explained(
        "Which cards are in one deck.",
        favours="house, without the tens",
        says="S0 1, S1, S2: 48 cards with no tens; S3, S4: standard",
    )
    decks: Annotated[tuple[DeckCount, ...], Field(min_length=1)] = explained(
        "How many decks the game may be dealt from.",
        favours="house, the more there are",
        says="S0 5.d: 5, 6 or 8; S3: at least six with Blazing 7's, six or eight with TriLux",
    )
    decks_default: DeckCount = explained("Default number of decks.", says="the catalogue")
    spots_max: Annotated[int, Field(ge=1, le=7)] = explained(
        "How many betting spots the table has.", says="S2: up to seven players"
    )
    cards_dealt: CardsDealt = explained(
        "Whether the players' first two cards are dealt face up or face down. Face-down games "
        "settle side wagers hand by hand.",
        says="S0 TriLux 7.a and 7.b: both ways",
    )
    games_max: Annotated[int, Field(ge=1, le=12)] = explained(
        "How many games one spot may wager on, the main wager included.",
        favours="nobody",
        says="S0, S3: a maximum of four games",
    )
    dealer: DealerRules = explained("How the dealer plays.", says="S0 5.e, S1, S2")
    natural: NaturalRules = explained("A player's natural.", says="S0 3.d, S1, S2")
    twenty_one: TwentyOneRules = explained("A player's 21.", says="S0 3.e, S1, S2")


class OfferRules(Section):
    """What a table offers beside the main game, and in which amounts."""

    bonus_round_pause: bool = explained(
        "Whether the dealer pays bonus winners and presses DEAL before the blackjack round.",
        says="S4 'Press DEAL to end the bonus round'",
    )
    side_wagers: tuple[SideWager, ...] = explained(
        "The side wagers and progressives on offer.", favours="house", says="S0 to S4"
    )
    packs: tuple[Pack, ...] = explained(
        "Packs of side wagers. A table offers one of them. Wagers in no pack are always offered. "
        "A table cannot have a pack with a wager that is not approved for its decks.",
        says="S0: Match or TriLux; S3: only one of the progressive options",
    )
    limits: LimitRules = explained("How much may be wagered.", says="S0, S3, S4")
    payments: PaymentRules = explained("How odd amounts are paid.", says="house setting")
    sources: dict[str, Line] = explained(
        "The document and paragraph that this file follows, for each setting by its path.",
        says="the catalogue",
    )

    def packs_for(self, decks: int) -> tuple[str, ...]:
        """
        The packs that a table with this many decks may offer, the default first.

        A progressive that is not approved for this many decks excludes its pack.
        """
        barred = {one.wager for one in self.side_wagers if not one.is_approved_for(decks)}
        return tuple(pack.name for pack in self.packs if not barred.intersection(pack.wagers))


class Rules(OptionalSections, OfferRules, ClassicalSections, DealRules):
    """One complete set of house rules, resolved: nothing is left to a default."""
