"""What each audience may see of a round. Everything else is left out here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Annotated, Final, Literal, TypeAlias, get_args

from upcard.game.choices import CardsDealt
from upcard.game.decisions import Decision, decisions_in
from upcard.hand_values import is_natural, total_of
from upcard.money import NOTHING, Cents, show_money
from upcard.table.awaits import (
    AwaitDecision,
    Awaited,
    awaits,
)
from upcard.table.late_wagers import is_open_late
from upcard.table.legality import is_free, legal_decisions, why_not
from upcard.table.lone_cards import lone_cards_of
from upcard.table.movements import MeterAward, Movement, Tone, meter_awards, movements
from upcard.table.next_cards import dealer_peeks
from upcard.table.prompts import prompt_of
from upcard.table.rounds import MAIN, AwardState, Hand, HandState, Round, Stage, Wager
from upcard.table.settlements import Settlement
from upcard.table.spot_banners import AWARD_WORDS, spot_banner
from upcard.table.titles import hand_title, started, wager_title

HIDDEN: Final = "??"
"""A card that is face down for this audience."""

CardText: TypeAlias = Annotated[str, 'Two signs like "Td", or "??" for a card that lies face down.']
Sensor: TypeAlias = Literal["placed", "locked", "lifted", "settled"]
"""placed before the start, locked after it, lifted by the dealer, or settled."""
ViewData: TypeAlias = dict[str, object]
"""A view as plain data: its fields by name."""


SURRENDERED: Final = "SURRENDERED"
RESCUED: Final = "RESCUED"
GIVEN_UP: Final = frozenset({SURRENDERED, RESCUED})


class Audience(StrEnum):
    """Who is looking. A player is an audience with spots of their own."""

    DEALER = "dealer"
    DISPLAY = "display"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at the table; *spots* are those whose cards they may hold."""

    audience: Audience
    spots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerView:
    """A wager on a spot: its sensor, and its result."""

    name: str
    title: str
    amount: Cents
    sensor: Sensor
    outcome: str
    """In words; empty while it is open."""
    tone: Tone
    act: str
    """What the dealer does, like "TAKE $1, PAY $3"; empty while it is open."""
    result: str
    """What the player sees, like "+$3"; empty while it is open."""
    lone_cards: tuple[CardText, ...] = ()
    """The cards that were dealt for it alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand as this audience sees it."""

    name: str
    """Its name in the journal; people read the title."""
    title: str
    """Like "Spot 1", or "Hand 2 of spot 1"."""
    cards: tuple[CardText, ...]
    total: str
    """Like "soft 18"; empty where a card is hidden."""
    points: str
    """The total as charts name it, in every language."""
    stake: Cents
    house_stake: Cents
    """What the house laid beside the player's stake: a free bet. A win pays both alike."""
    doubles: int
    is_active: bool
    border: str
    """Its result: empty while it plays; else BUST, SURRENDERED, WIN, ..."""
    is_given_up: bool
    """Whether it is surrendered or rescued."""
    tone: Tone
    act: str
    """What the dealer does, like "PAY $25"; empty while it is open."""
    result: str
    """What the player sees, like "+$25"; empty while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotView:
    """A spot with its wagers, hands and banner."""

    spot: int
    player: str
    wagers: tuple[WagerView, ...]
    hands: tuple[HandView, ...]
    banner: str
    """What the player's display says across the screen, if anything."""
    net: Cents
    """What the player gained on the spot. No dealer pays or takes it: see the movements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything one audience may see."""

    game: str
    stage: str
    prompt: str
    dealer_cards: tuple[CardText, ...]
    dealer_total: str
    message: str
    """What the dealer's display says: "No Blackjack", or nothing."""
    spots: tuple[SpotView, ...]
    movements: tuple[Movement, ...]
    """What the dealer does with the chips, in the order to do it."""
    awards: tuple[MeterAward, ...]
    """What meters pay, apart from the chips."""
    decisions: dict[Decision, str | None]
    """For the hand in turn: each decision, with why it is not allowed, or None where it is."""
    free_decisions: tuple[Decision, ...]
    """For the hand in turn: the decisions that the house pays for."""

    def as_data(self) -> ViewData:
        """The view as plain data, for JSON: `asdict`, at a fifth of its price."""
        data = _fields_of(self)
        data["spots"] = tuple(map(_spot_data, self.spots))
        data["movements"] = tuple(map(_fields_of, self.movements))
        data["awards"] = tuple(map(_fields_of, self.awards))
        return data


def _spot_data(spot: SpotView) -> ViewData:
    data = _fields_of(spot)
    data["wagers"] = tuple(map(_fields_of, spot.wagers))
    data["hands"] = tuple(map(_fields_of, spot.hands))
    return data


_View = TableView | SpotView | HandView | WagerView | Movement | MeterAward
_NAMES: Final = {kind: tuple(one.name for one in fields(kind)) for kind in get_args(_View)}
_GETTERS: Final = {kind: attrgetter(*names) for kind, names in _NAMES.items()}


def _fields_of(value: _View) -> ViewData:
    kind = type(value)
    return dict(zip(_NAMES[kind], _GETTERS[kind](value), strict=True))


def view_of(round_: Round, viewer: Viewer) -> TableView:
    """*round_* as *viewer* may see it."""
    awaited = awaits(round_)
    shown = shown_dealer_cards(round_)
    moved, awards = movements(round_), meter_awards(round_)
    return TableView(
        game=round_.game.rules.title,
        stage=round_.stage.value,
        prompt=prompt_of(round_, awaited),
        dealer_cards=shown,
        dealer_total=dealer_total(round_),
        message=_message(round_),
        spots=tuple(
            _spot_view(round_, spot, viewer, moved, awards, awaited) for spot in _spots(round_)
        ),
        movements=moved,
        awards=awards,
        decisions=_decisions(round_) if isinstance(awaited, AwaitDecision) else {},
        free_decisions=_free(round_) if isinstance(awaited, AwaitDecision) else (),
    )


def shown_dealer_cards(round_: Round) -> tuple[str, ...]:
    """
    The dealer's cards as everybody sees them, the dealer too.

    The hole card is left out here, at the edge of the table, and not in the page: what is
    never sent cannot be read in a browser's network panel.
    """
    return tuple(
        HIDDEN if index == 1 and not round_.is_hole_shown else card.text
        for index, card in enumerate(round_.dealer)
    )


def dealer_total(round_: Round) -> str:
    if not round_.dealer:
        return ""
    if not round_.is_hole_shown:
        return f"shows {total_of(round_.dealer[:1]).points}"
    return "natural" if is_natural(round_.dealer) else str(total_of(round_.dealer))


def _message(round_: Round) -> str:
    """ "No Blackjack", for the moment between the peek and the first decision."""
    is_asked = round_.stage in (Stage.PARLAY, Stage.PLAYING)
    if not is_asked or len(round_.dealt) > 2 * (len(round_.spots) + 1):
        return ""
    untouched = all(h.state is HandState.PLAYING or h.is_natural for h in round_.hands)
    return "No Blackjack" if untouched and dealer_peeks(round_) else ""


def _spots(round_: Round) -> list[int]:
    return sorted({wager.spot for wager in round_.wagers} | set(round_.spots))


def _spot_view(
    round_: Round,
    spot: int,
    viewer: Viewer,
    moved: tuple[Movement, ...],
    awards: tuple[MeterAward, ...],
    awaited: Awaited,
) -> SpotView:
    own = [one for one in moved if one.spot == spot]
    won = [one for one in awards if one.spot == spot]
    hands = tuple(
        _hand_view(round_, index, hand, viewer, own)
        for index, hand in enumerate(round_.hands)
        if hand.spot == spot
    )
    return SpotView(
        spot=spot,
        player=round_.player_of(spot),
        wagers=tuple(_wager_view(round_, w, own, won) for w in round_.wagers if w.spot == spot),
        hands=hands,
        banner=spot_banner(round_, spot, own, won, awaited),
        net=Cents(sum(settled.net for settled in round_.settlements if settled.spot == spot)),
    )


def _hand_view(
    round_: Round, index: int, hand: Hand, viewer: Viewer, own: Sequence[Movement]
) -> HandView:
    cards = _shown_cards(round_, hand, viewer)
    moved = next((one for one in own if (one.wager, one.hand) == (MAIN, hand.name)), None)
    settled = [s for s in round_.settlements if s.wager == MAIN and s.hand == hand.name]
    total = str(hand.total) if cards and HIDDEN not in cards else ""
    border = _border(hand, settled)
    return HandView(
        name=hand.name,
        title=started(hand_title(round_, hand.name)),
        cards=cards,
        total=total,
        points=total,
        stake=hand.stake,
        house_stake=Cents(hand.to_win - hand.stake),
        doubles=hand.doubles,
        is_active=round_.stage in (Stage.PLAYING, Stage.ZAPPING) and index == round_.turn,
        border=border,
        is_given_up=border in GIVEN_UP,
        tone=moved.tone if moved else "",
        act=moved.act if moved else "",
        result=moved.result if moved else "",
    )


def _shown_cards(round_: Round, hand: Hand, viewer: Viewer) -> tuple[str, ...]:
    """In a face-down game the first two cards are their player's, until they are turned up."""
    if (
        round_.game.rules.cards_dealt is CardsDealt.FACE_UP
        or hand.spot in viewer.spots
        or hand.is_settled
        or hand.is_split
        or round_.is_hole_shown
    ):
        return tuple(card.text for card in hand.cards)
    return tuple(HIDDEN if i < 2 else card.text for i, card in enumerate(hand.cards))


def _border(hand: Hand, settled: list[Settlement]) -> str:
    if settled:
        words = {"surrender": SURRENDERED, "rescue": RESCUED, "natural": "BLACKJACK"}
        words["suited-natural"] = words["natural"]
        outcome = settled[0].outcome
        return words.get(outcome, outcome.upper())
    waits = {HandState.STOOD: "STOOD", HandState.SURRENDERED: SURRENDERED}
    return waits.get(hand.state, "")


def _wager_view(
    round_: Round, wager: Wager, own: Sequence[Movement], awards: Sequence[MeterAward]
) -> WagerView:
    """The status of a meter award, or the result of a wager paid from the tray."""
    award = next((one for one in awards if one.wager == wager.name), None)
    moved = next((one for one in own if one.wager == wager.name != MAIN), None)
    tone: Tone = moved.tone if moved else ""
    act, result = (moved.act, moved.result) if moved else ("", "")
    if moved and moved.is_done:
        act = f"MOVED {show_money(moved.moved)}" if moved.moved else "DONE"
    if award:
        tone, word = AWARD_WORDS[award.state]
        act, result = word, result if award.state is AwardState.CONFIRMED else word
    return WagerView(
        name=wager.name,
        title=wager_title(round_.game, wager.name),
        amount=_lies_on(round_, wager),
        sensor=_sensor(round_, wager),
        outcome=award.title if award else moved.outcome if moved else "",
        tone=tone,
        act=act,
        result=result,
        lone_cards=lone_cards_of(round_, wager),
    )


def _lies_on(round_: Round, wager: Wager) -> Cents:
    """What was wagered, with winnings that were moved onto a main wager."""
    moved = round_.moved_on(wager.spot) if wager.name == MAIN else NOTHING
    return Cents(wager.amount + moved)


def _sensor(round_: Round, wager: Wager) -> Sensor:
    if round_.stage is Stage.BETTING or is_open_late(round_, wager):
        return "placed"
    if wager.is_settled:
        return "settled"
    return "lifted" if wager.is_collected else "locked"


def _decisions(round_: Round) -> dict[Decision, str | None]:
    hand = round_.hands[round_.turn]
    played = decisions_in(round_.game.house)
    return {decision: why_not(round_, hand, decision) for decision in played}


def _free(round_: Round) -> tuple[Decision, ...]:
    hand = round_.hands[round_.turn]
    legal = legal_decisions(round_, hand)
    return tuple(one for one in legal if is_free(round_, hand, one))
