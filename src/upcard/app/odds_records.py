"""What `upcard odds --json` and `upcard solve --json` print, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from upcard.odds.parlays import ParlayRecord


class DealtRecord(TypedDict):
    """What a wager's cards are dealt from."""

    cards_per_deck: int
    decks: int | None
    shoe: NotRequired[str]
    without: NotRequired[str]
    cards: NotRequired[int | None]


class SpreadOfWager(TypedDict):
    """How often a wager pays and how far it spreads."""

    hit_frequency: str
    hit_frequency_percent: float
    standard_deviation: float


class OutcomeRecord(TypedDict):
    """What a wager can come to."""

    name: str
    probability: str
    pays: str
    combinations: int


class ParlayPart(TypedDict, total=False):
    """What moving winnings onto the main wager makes of the edge, where that is played."""

    house_edge_with_parlay_percent: float


class EnvyPart(TypedDict, total=False):
    """What the hand of each other player who made the wager brings a round, on average."""

    envy_dollars_per_other_player: float


class AnyWagerRecord(DealtRecord, SpreadOfWager):
    """What fixed wagers and progressives have in common."""

    wager: str
    paytable: str
    outcomes: list[OutcomeRecord]
    combinations: int
    assumptions: list[str]


class FixedWagerRecord(AnyWagerRecord, ParlayPart):
    """A wager that pays by its paytable alone."""

    house_edge: str
    house_edge_percent: float
    favours_player: bool
    depends_on_play: bool


class ProgressiveRecord(AnyWagerRecord, EnvyPart):
    """A wager that a meter pays, too; its deviation counts meters as empty."""

    fixed_return: str
    fixed_return_percent: float
    break_even_wagers: list[float | None]


class MainGameRecord(TypedDict):
    """The main game best played."""

    house_edge_percent: float
    ev: float
    standard_deviation: float
    method: str
    assumptions: list[str]


class GameOddsRecord(TypedDict):
    """Every wager of a game."""

    game: str
    decks: int
    wagers: list[FixedWagerRecord]
    progressives: list[ProgressiveRecord]
    main: NotRequired[MainGameRecord]
    parlays: NotRequired[Sequence[ParlayRecord]]


class ChartRecord(TypedDict):
    """The best chart that looks at totals alone."""

    game: str
    decks: int
    house_edge_percent: float
    ev: float
    method: str
    chart: str
