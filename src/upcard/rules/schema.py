"""The rules of one game. Every field is required: a default is a rule nobody chose."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from upcard.cards import Deck
from upcard.game.choices import (
    CardsDealt,
    Contest,
    DoubleCap,
    DoubleOn,
    EnvyGoesTo,
    EnvyPer,
    Forfeit,
    Kept,
    Peek,
    SecondCard,
    SevenCards,
    SoftSeventeen,
    SplitAces,
    SplitPairs,
)
from upcard.game.explained import Line, Money, Name, OddsText, Section, explained
from upcard.game.features import FeatureSections, NotOffered
from upcard.money import Cents, Direction, Rounding
from upcard.rules.offers import ResolvedPaytable, SideWager

DeckCount = Annotated[int, Field(ge=1, le=8)]


class DealerRules(Section):
    """How the dealer plays."""

    soft_17: SoftSeventeen = explained(
        "What the dealer does on a soft total of 17.",
        favours="house, when it is hit",
        says="S0 5.e offers both; S1 hits; S2 hits, or stands in its alternative configuration",
    )
    peek: Peek = explained(
        "Under which up cards the dealer looks for a natural before the players act.",
        favours="player: nobody doubles or splits into a dealer's natural",
        says="S2 'peeks if the up-card is an Ace or 10-valued card'; S4 peeks under an ace",
    )


class NaturalRules(Section):
    """A player's ace and ten-value card in the first two cards. Never after a split (S2)."""

    pays: OddsText = explained(
        "What a player's natural pays.", favours="player", says="S0 3.d, S1, S2: 3 to 2"
    )
    against_dealer_natural: Contest = explained(
        "Whether a player's natural wins or pushes against the dealer's. Where it wins it is paid "
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
        "Whether a hand that reaches 21 stands by itself. Where it does not, the player is asked.",
        says="house procedure; the documents are silent",
    )


class DoublingRules(Section):
    """Doubling the wager for one more card."""

    on: DoubleOn = explained(
        "On how many cards a hand may be doubled for the first time.",
        favours="player",
        says="S0 3.a, S1, S2: any number of cards",
    )
    totals: tuple[Annotated[int, Field(ge=4, le=21)], ...] = explained(
        "The totals that may be doubled for the first time; an empty list allows every total. "
        "A hand that is doubled already may be doubled again on any total.",
        favours="player, the more totals there are",
        says="the documents name none: every total; S0 3.b redoubles after a double with no "
        "condition on the hand, S2 'any hand'",
    )
    after_split: bool = explained(
        "Whether a hand of a split may be doubled.", favours="player", says="S0 5.b, S1, S2: yes"
    )
    doubles_max: Annotated[int, Field(ge=1, le=3)] = explained(
        "How many times one hand may be doubled in all; two or more is redoubling.",
        favours="player",
        says="S0 3.b: three, and only where the dealer hits soft 17; S2 the same",
    )
    caps: tuple[DoubleCap, ...] = explained(
        "What bounds the doubled wager. Ambiguity 10.",
        favours="house",
        says="S0 3.b the single-wager limit; S1 the table limit on each double, and 8 times; "
        "S2 8 times",
    )


class RescueRules(Section):
    """Giving up a doubled hand that is not bust, after its double card."""

    after_double: Forfeit = explained(
        "What is given up after one double. All answers are the same money. Ambiguity 2.",
        says="S0 3.c the double; S1 the original wager; S2 half",
    )
    after_redouble: Forfeit = explained(
        "What is given up after two doubles or more. Ambiguity 3.",
        favours="player, most with original-wager, least with doubled-money",
        says="S0 3.c the doubled money; S1 the original wager; S2 half of the hand's wager",
    )
    on_split_hands: bool = explained(
        "Whether a doubled hand of a split may be rescued. Ambiguity 4.",
        favours="player",
        says="S1 yes; S0 silent; S2 unclear ('all actions after splitting, except Surrender')",
    )


class SplittingRules(Section):
    """Making two hands of two cards."""

    pairs: SplitPairs = explained(
        "Which two cards may be split. Ambiguity 11.",
        favours="player",
        says="S0 'a pair'; S1 'any pair'; S2 identical blackjack value",
    )
    hands_max: Annotated[int, Field(ge=2, le=4)] = explained(
        "How many hands one spot may grow to.", favours="player", says="S0 5.c, S1, S2: four"
    )
    aces: SplitAces = explained(
        "Whether a split ace gets one card or plays on. Ambiguity 1.",
        favours="player, when it plays on",
        says="S0 5.c one card; S1, S2 hit and double",
    )
    aces_resplit: bool = explained(
        "Whether an ace drawn to a split ace may be split again.",
        favours="player",
        says="S0 5.c 'up to 4 hands (including Aces)'; S1 'any pair'; S2 three splits",
    )
    second_card: SecondCard = explained(
        "When the hands of a split get their second cards.",
        says="S2 'plus one additional card each'; elsewhere house procedure",
    )


class SurrenderRules(Section):
    """Giving up the first two cards, after the dealer has looked for a natural."""

    forfeits: Literal["half"] = explained(
        "What is given up. Surrender is late: where the dealer does not look first, a natural "
        "takes the whole wager, and the hand is settled when the hole card is shown.",
        favours="house",
        says="S1, S2, S4: half the wager; S0 5.a 'late'; S1 once the dealer has checked",
    )


class InsuranceRules(Section):
    """A wager that the dealer's hole card makes a natural under an ace."""

    pays: OddsText = explained(
        "What insurance pays when the dealer has a natural.", favours="player", says="S1: 2 to 1"
    )


class SpecialPays(Section):
    """Better pays for certain hands of 21, without a wager of their own."""

    paytable: ResolvedPaytable = explained(
        "The lines and what they pay.", favours="player", says="S0 4, S1, S2"
    )
    seven_card_21: SevenCards = explained(
        "Whether the seven-card line is for seven cards only or for seven and more. Ambiguity 5.",
        favours="player, with 7-or-more",
        says="S0 says 7 twice and 7+ once; S1 7+",
    )
    after_double: Kept = explained(
        "Whether a doubled 21 keeps the special pay or is paid 1 to 1. Ambiguity 6.",
        favours="player, when kept",
        says="S1 'Doubling Voids Bonus 21 Payouts'; S2 pays 1 to 1; S0 silent",
    )
    after_split: Kept = explained(
        "Whether a hand of a split keeps the special pays. Ambiguity 7.",
        favours="player, when kept",
        says="S2 excludes doubled hands only; S0, S1 silent",
    )


class BonusTier(Section):
    """What the super bonus pays from a certain main wager on."""

    from_wager: Money = explained(
        "The smallest main wager this tier is for.", favours="house", says="S0 4.g: any wager"
    )
    pays: Money = explained("The fixed sum.", favours="player", says="S0 4.g, S1, S2: $1,000")


class SuperBonus(Section):
    """A fixed sum for suited 7-7-7 while the dealer's up card is a 7, and envy for the others."""

    tiers: tuple[BonusTier, ...] = explained(
        "The fixed sums, by main wager, smallest wager first.", favours="player", says="S0 4.g"
    )
    envy: Money = explained(
        "The fixed sum that each other player gets.", favours="player", says="S0 4.g, S1, S2: $50"
    )
    after_split: Kept = explained(
        "Whether a hand of a split can win the bonus. Ambiguity 8.",
        favours="player, when kept",
        says="S1 void; S0 no condition; S2 'additionally'",
    )
    after_double: Kept = explained(
        "Whether a doubled hand can win the bonus. Ambiguity 8.",
        favours="player, when kept",
        says="S1 void; S0 no condition; S2 'additionally'",
    )
    envy_goes_to: EnvyGoesTo = explained(
        "Which other players get the envy bonus; of two winners, each is another to the other. "
        "Ambiguity 9.",
        favours="player, the wider it is",
        says="S0 'all other Players in the hand'; S1 all with a regular wager, losers too; "
        "S2 all other players at the table",
    )
    envy_per: EnvyPer = explained(
        "Whether a player with several spots gets the envy bonus once, or once a spot. "
        "Ambiguity 9.",
        favours="player, when counted by spot",
        says="S1 speaks of players; the documents are silent on several spots",
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
            "main_min": self.main_min, "main_max": self.main_max,
            "side_min": self.side_min, "side_max": self.side_max,
        }  # fmt: skip


class PaymentRules(Section):
    """How amounts are paid that the house's smallest coin cannot make."""

    rounding: Direction = explained(
        "Which way an amount goes that cannot be paid exactly: a 3:2 pay on odd cents, or a share "
        "of a meter. A meter pays no more than it holds, and what it does not pay stays on it.",
        favours="player, when up",
        says="house setting",
    )
    unit: Money = explained(
        "The smallest amount the house pays in.", favours="nobody", says="house setting"
    )

    @property
    def as_rounding(self) -> Rounding:
        """The same as a value that rounds."""
        return Rounding(self.rounding, self.unit)


class Pack(Section):
    """Side wagers that are offered together, instead of the other packs."""

    name: Name = explained("What the pack is called.", says="S0: Match or TriLux; S3: one of")
    wagers: tuple[Name, ...] = explained("The wagers in it.", says="S0, S3")


class BasicRules(Section):
    """The rules that every game answers."""

    name: Name = explained("The name the file is called by.", says="the catalogue")
    title: Line = explained("What the game is called at the table.", says="each document")
    source: Line = explained("The document the file follows.", says="the catalogue")
    deck: Deck = explained(
        "Which cards one deck is made of.",
        favours="house, without the tens",
        says="S0 1, S1, S2: 48 cards with no tens; S3, S4: standard",
    )
    decks: Annotated[tuple[DeckCount, ...], Field(min_length=1)] = explained(
        "How many decks the game may be dealt from.",
        favours="house, the more there are",
        says="S0 5.d: 5, 6 or 8; S3: at least six with Blazing 7's, six or eight with TriLux",
    )
    decks_default: DeckCount = explained("How many decks, if nobody says.", says="the catalogue")
    spots_max: Annotated[int, Field(ge=1, le=7)] = explained(
        "How many betting spots the table has.", says="S2: up to seven players"
    )
    cards_dealt: CardsDealt = explained(
        "How the players' first two cards lie; face-down games settle side wagers hand by hand.",
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
    doubling: DoublingRules | NotOffered = explained(
        "Doubling and redoubling.", favours="player", says="S0 3.a and 3.b, S1, S2, S4"
    )
    rescue: RescueRules | NotOffered = explained(
        "Double down rescue.", favours="player", says="S0 3.c, S1, S2"
    )
    splitting: SplittingRules | NotOffered = explained(
        "Splitting pairs.", favours="player", says="S0 5.c, S1, S2, S4"
    )
    surrender: SurrenderRules | NotOffered = explained(
        "Late surrender.", favours="player", says="S0 5.a, S1, S2; S4: on or off"
    )
    insurance: InsuranceRules | NotOffered = explained(
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
    bonus_round_pause: bool = explained(
        "Whether the dealer pays bonus winners and presses DEAL before the blackjack round.",
        says="S4 'Press DEAL to end the bonus round'",
    )
    side_wagers: tuple[SideWager, ...] = explained(
        "The side wagers and progressives on offer.", favours="house", says="S0 to S4"
    )
    packs: tuple[Pack, ...] = explained(
        "Packs of side wagers of which a table offers one. Wagers in no pack are always offered. "
        "A table has no pack with a wager that is not approved for its decks.",
        says="S0: Match or TriLux; S3: only one of the progressive options",
    )
    limits: LimitRules = explained("What may be wagered.", says="S0, S3, S4")
    payments: PaymentRules = explained("How odd amounts are paid.", says="house setting")
    sources: dict[str, Line] = explained(
        "For each setting, by its path, the document and paragraph that this file follows.",
        says="the catalogue",
    )

    def packs_for(self, decks: int) -> tuple[str, ...]:
        """
        The packs that a table of so many decks may offer, the usual one first.

        A progressive that is not approved for so many decks takes its pack with it.
        """
        barred = {one.wager for one in self.side_wagers if not one.is_approved_for(decks)}
        return tuple(pack.name for pack in self.packs if not barred.intersection(pack.wagers))


class Rules(FeatureSections, BasicRules):
    """One complete set of house rules, resolved: nothing is left to a default."""
