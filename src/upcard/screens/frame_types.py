"""What frames are made of, field by field: `frontend/src/lib/types.ts` is written from these."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from upcard.cards import Deck
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.fairness.cuts import CutStage
from upcard.room.people.roles import Role
from upcard.room.projections.round_lines import PastRound
from upcard.table.games import CardSource
from upcard.table.movements import Movement
from upcard.table.views import Audience, TableView, ViewData

SeenTable: TypeAlias = Annotated[ViewData, TableView]
"""A view as data: it has the fields of the view."""
SeenMovement: TypeAlias = Annotated[ViewData, Movement]
"""A movement as data: it has the fields of the movement."""

NextName: TypeAlias = Literal[
    "open-table",
    "shuffle",
    "cut",
    "confirm-cut",
    "void-shoe",
    "start-game",
    "lift",
    "deal",
    "decide",
    "claim",
    "confirm",
    "swipe",
    "end-game",
    "card",
    "face-down",
    "peek",
    "wait",
]


class NoticeKind(StrEnum):
    """What a notice is about."""

    VOIDED = "voided"
    """The round is voided: wagers go back. Told until the next START GAME."""
    REVERSED = "reversed"
    """An award of a round that is over was reversed. Told until the next whole round is over."""
    DEVICE = "device"
    """A device of the table is lost. Told to the dealer until it is back."""


class NoticeView(TypedDict):
    """What became of an earlier round and must still be told."""

    id: str
    kind: NoticeKind
    says: str
    does: NotRequired[str]
    """For the dealer alone."""
    returns: NotRequired[Sequence[SeenMovement]]
    """What goes back to the players."""
    movements: NotRequired[Sequence[SeenMovement]]
    """What was settled before, and stands."""


class OfferLine(TypedDict):
    """One line of a paytable."""

    outcome: str
    pays: str
    name: str
    """The outcome as a claim names it."""
    level: str | None
    """The meter level this line is paid from; null for a fixed pay."""


class OfferView(TypedDict):
    """A wager on the layout: its limits and what it pays."""

    name: str
    title: str
    kind: str
    minimum: Cents
    maximum: Cents
    step: Cents
    needs: str | None
    """Another wager that must lie on the spot first."""
    is_at_most_main: bool
    is_late: bool
    """Whether it is made on a card that is seen, and not before the start."""
    paytable: str
    lines: Sequence[OfferLine]


class CutPartView(TypedDict):
    """What one screen or one voice gave to the cut; `cut` is empty while it is sealed."""

    who: str
    at: str
    seal: str
    cut: str
    salt: str
    is_sealed: bool


class ShoeView(TypedDict):
    """What everybody may know of a shoe: its commitment, who cut it, how far it is dealt."""

    number: int
    commitment: str
    is_cut: bool
    dealt: int
    cards: int
    cut_card: int
    is_over: bool
    stage: CutStage
    """How far the cut has come."""
    parts: Sequence[CutPartView]
    says: str
    """What every screen says of the cut until the first card."""
    fault: str
    """Why the table has stopped; empty if it has not."""


class RealShoeView(TypedDict):
    """What everybody may know of real cards."""

    number: int
    cards: int
    """How many there were when they were shuffled."""
    left: int


class ToldCard(TypedDict):
    """A card of the open round, at a table with read cards."""

    place: int
    """Which card it is, from 1 on, in the order they left the shoe."""
    to: str
    """Whose it is, in words."""
    card: str
    reason: str
    """Why it cannot be corrected; empty if it can."""


class LevelView(TypedDict):
    """One meter as a display shows it."""

    name: str
    display: Cents
    is_pending: bool
    limit: Cents | None


class MeterView(TypedDict):
    """One progressive at a table."""

    progressive: str
    title: str
    wager: str
    is_available: bool
    levels: Sequence[LevelView]


class Target(TypedDict):
    """A wager that a key is about."""

    spot: int
    wager: str
    outcome: NotRequired[str]


class NextKey(TypedDict):
    """The one big key of the console."""

    key: NextName
    label: str
    sentence: str
    reason: str
    """Why it cannot be pressed yet; empty if it can."""
    targets: Sequence[Target]
    """The wagers the key is about: to lift, to claim, to swipe."""


class ConsoleKey(TypedDict):
    """A key of the console, and why it cannot be pressed."""

    key: str
    label: str
    reason: str


class Rule(TypedDict):
    """A line of the placard."""

    heading: str
    text: str


class PlacedWager(TypedDict):
    """A wager as it can be placed again."""

    spot: int
    wager: str
    amount: Cents


class ParlayView(TypedDict):
    """How much a spot may move of what its side wager won, its stake included."""

    spot: int
    most: Cents
    won: Cents
    step: Cents
    """Amounts go by steps of so much."""


class GameName(TypedDict):
    """The game that a table plays."""

    name: str
    title: str
    decks: int
    deck: Deck
    deal_key: bool
    """Whether DEAL starts and ends a round and completes a surrender, as S4 has it."""
    games_max: int
    """How many games a player may wager on, which the layout must say."""


class RoundName(TypedDict):
    """The round on a table."""

    id: str
    number: int


class Insurable(TypedDict):
    """A spot that may insure, and up to what."""

    spot: int
    maximum: Cents


class LateWager(TypedDict):
    """A side wager that a spot may make now, on a card that is seen."""

    spot: int
    wager: str


class FrameHead(TypedDict):
    """Whom a frame is for, and what is spoken to them."""

    type: Literal["table"]
    audience: Audience
    spots: Sequence[int]
    screen: str
    """What the cut calls this screen."""
    say: str


class PlacardPart(TypedDict):
    """What is the same as long as the table plays the same game."""

    offers: Sequence[OfferView]
    rules: Sequence[Rule]
    felt: Sequence[str]
    """What is printed on the felt."""


class KeyedView(TypedDict):
    """A line of the tray that the dealer of a hand-dealt table keyed, and what it pays."""

    spot: int
    wager: str
    outcome: str
    pay: Cents
    """What the dealer pays from the tray."""


class ClaimView(TypedDict):
    """An award that is claimed and not paid: how much, and what its next step takes."""

    spot: int
    wager: str
    amount: Cents
    needs: Role
    """Whose badge the swipe takes."""
    takes_cards: bool
    """Whether CONFIRM at a hand-dealt table needs the cards."""


class Keypad(TypedDict):
    """What only the person at the keys gets."""

    next: NextKey
    keys: Sequence[ConsoleKey]
    can_step_back: str
    """Why the last key cannot be taken back; empty if it can."""
    last_wagers: Sequence[PlacedWager]
    """What lay on the spots in the round before, for REBET."""
    keyed: Sequence[KeyedView]
    """Hand buttons that are on and pay from the tray."""
    told: Sequence[ToldCard]
    """The cards of the round, at a table with read cards."""
    claims: Sequence[ClaimView]
    """Awards that are claimed and not paid."""


class SharedPart(TypedDict):
    """What changes with the table, without what is seen of its cards and wagers."""

    version: int
    sequence: int
    """The room's last entry: it grows with meters, too."""
    table: str
    training: bool
    kind: RoomKind
    game: GameName
    cards: CardSource
    """How its cards come."""
    is_open: bool
    dealer: str
    round: RoundName | None
    insurance: Sequence[Insurable]
    """While insurance is open: the most each spot may insure."""
    late: Sequence[LateWager]
    """While side wagers are made on a card that is seen: which spots may make which."""
    parlay: ParlayView | None
    """The spot that may move winnings onto its main wager now."""
    shoe: ShoeView | None
    real_shoe: RealShoeView | None
    """The real cards, at a table with read cards."""
    meters: Sequence[MeterView]
    history: Sequence[PastRound]
    notices: Sequence[NoticeView]
    next: NotRequired[NextKey]
    keys: NotRequired[Sequence[ConsoleKey]]
    can_step_back: NotRequired[str]
    """Why the last key cannot be taken back; empty if it can."""
    last_wagers: NotRequired[Sequence[PlacedWager]]
    """What lay on the spots in the round before, for REBET."""
    keyed: NotRequired[Sequence[KeyedView]]
    """Hand buttons that are on and pay from the tray."""
    told: NotRequired[Sequence[ToldCard]]
    """The cards of the round, at a table with read cards."""
    claims: NotRequired[Sequence[ClaimView]]
    """Awards that are claimed and not paid."""


class TableFrame(FrameHead, SharedPart, PlacardPart):
    """Everything that one audience may see of a table."""

    view: SeenTable


class SoloSession(TypedDict):
    """How a session at the solo table goes."""

    bankroll: Cents
    net: Cents
    rounds: int
    mistakes: int
    cost: Cents


class SoloFrame(TableFrame):
    """The frame of a solo table."""

    solo: SoloSession


class ReplayStep(TypedDict):
    """One card or key of a past round."""

    sentence: str
    view: SeenTable


class Replay(TypedDict):
    """What a past round looked like step by step, for this audience."""

    id: str
    steps: Sequence[ReplayStep]
