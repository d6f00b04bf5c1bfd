"""A round step by step, as one audience saw it: one step for each card and each key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from upcard.game.words import words_of
from upcard.money import show_money
from upcard.screens.frame_types import ReplayStep
from upcard.table.events import (
    AwardConfirmed,
    AwardDue,
    AwardReleased,
    AwardTakenBack,
    AwardVerified,
    CardDealt,
    DealerPeeked,
    DecisionMade,
    Event,
    GameStarted,
    HandButtonPressed,
    HandStood,
    HoleCardShown,
    InsuranceOpened,
    LateWagersOpened,
    LineKeyed,
    LineReleased,
    ParlayOpened,
    RoundEnded,
    RoundSettled,
    SeatTaken,
    WagerCollected,
    WagerLifted,
    WagerPlaced,
    WagerSettled,
    WinningsMoved,
)
from upcard.table.evolve import evolve
from upcard.table.games import Game
from upcard.table.keyed_lines import NOTHING_KEYED
from upcard.table.next_cards import next_card_to
from upcard.table.parlays import spots_to_ask
from upcard.table.rounds import ALONE, DEALER, Round, Stage, changed
from upcard.table.settlements import Settlement
from upcard.table.views import HIDDEN, TableView, Viewer, view_of

ON_THE_WAY: Final = frozenset(
    {
        Stage.KEYED,
        Stage.DEALING,
        Stage.DEALT,
        Stage.OPENING,
        Stage.PEEKING,
        Stage.PEEKED,
        Stage.DEALER,
        Stage.PAYING,
    }
)
"""Stages at which nobody is asked: the table continues automatically."""

_WORDS: Final = {
    "hit": "hits",
    "stand": "stands",
    "double": "doubles",
    "split": "splits",
    "surrender": "surrenders",
    "rescue": "is rescued",
    "zap": "is zapped",
}


def steps_of(game: Game, events: Iterable[Event], viewer: Viewer) -> list[ReplayStep]:
    """Each step with its sentence and the view after it."""
    return [
        {"sentence": sentence, "view": view.as_data()}
        for sentence, view in stepped(Round(game), events, viewer)
    ]


def stepped(
    round_: Round, events: Iterable[Event], viewer: Viewer
) -> Iterator[tuple[str, TableView]]:
    """The sentence and the view after each event that people notice."""
    for event in events:
        round_ = evolve(round_, event)
        view = view_at(round_, viewer)
        if sentence := sentence_for(event, view):
            yield sentence, view


def view_at(round_: Round, viewer: Viewer) -> TableView:
    """The view at any moment, also between a key and what follows from it by itself."""
    is_asked = round_.stage not in ON_THE_WAY or next_card_to(round_) is not None
    if round_.stage is Stage.PLAYING:
        is_asked = round_.turn < len(round_.hands) and round_.due < 0
    if round_.stage is Stage.PARLAY:
        is_asked = bool(spots_to_ask(round_))
    if is_asked:
        return view_of(round_, viewer)
    view = view_of(changed(round_, stage=Stage.BONUS), viewer)
    return replace(view, stage=round_.stage.value, prompt="")


def sentence_for(event: Event, view: TableView) -> str:
    """What happened, told with nothing that *view* does not show; empty if nobody notices."""
    match event:
        case CardDealt(to, card):
            return _card(to, card.text, view)
        case DecisionMade(hand, decision):
            return f"{_hand(hand, view)} {_WORDS[decision.value]}."
        case HandStood(hand):
            return f"{_hand(hand, view)} has no choice and stands."
        case WagerPlaced(spot, wager, amount):
            return f"Spot {spot} puts {show_money(amount)} on {_wager(spot, wager, view)}."
        case WagerLifted(spot, wager):
            return f"Spot {spot} takes {_wager(spot, wager, view)} back."
        case WinningsMoved(spot, amount):
            what = show_money(amount) if amount else "nothing"
            return f"Spot {spot} moves {what} onto the main wager."
        case WagerCollected(spot, wager):
            return f"The dealer lifts {_wager(spot, wager, view)} of spot {spot}."
        case SeatTaken(player, spots):
            return f"{player} takes {', '.join(map(str, spots))}."
        case WagerSettled(settlement):
            return _settled(settlement, view)
        case AwardConfirmed(settlement) | AwardTakenBack(settlement):
            return _award(settlement, view)
        case AwardDue(award):
            return f"Spot {award.spot} wins from the meter: {words_of(award.outcome).lower()}."
        case LineKeyed(spot, _, outcome):
            return f"Spot {spot}: {words_of(outcome).lower()}, keyed by the dealer."
        case LineReleased(spot, _):
            return f"The hand button of spot {spot} is off again."
        case AwardVerified():
            return _verified(event, view)
        case HandButtonPressed(spot, _):
            return f"The award of spot {spot} is claimed."
        case AwardReleased(spot, _):
            return f"The claim of spot {spot} is withdrawn."
        case _:
            return _plain(event, view)


def _verified(event: AwardVerified, view: TableView) -> str:
    """CONFIRM: the cards that were keyed, and the hand that they are."""
    said = f"A supervisor presses CONFIRM for spot {event.spot}."
    if view.dealer_cards:
        return said
    if not event.player:
        return f"{said} No cards were keyed."
    cards = " ".join(card.text for card in event.player)
    if event.dealer:
        cards += f", the dealer's {' '.join(card.text for card in event.dealer)}"
    hand = next((one.title.lower() for one in view.awards if one.spot == event.spot), "the hand")
    return f"{said} Cards keyed by the supervisor: {cards}. They are {hand}."


def _plain(event: Event, view: TableView) -> str:
    match event:
        case GameStarted():
            return "No more wagers."
        case InsuranceOpened():
            return "Insurance is open."
        case LateWagersOpened():
            return "Wagers on the up card are open."
        case ParlayOpened():
            return "Winners may move their winnings onto the main wager."
        case DealerPeeked(has_natural):
            return "The dealer has a blackjack." if has_natural else "No blackjack."
        case HoleCardShown():
            return f"The dealer turns the hole card up: {view.dealer_cards[1]}."
        case RoundSettled():
            return "Every wager is settled."
        case RoundEnded():
            return "The round is over."
        case _:
            return ""


def _hand(name: str, view: TableView) -> str:
    """A hand by its title; one that was just split is named by its spot."""
    found = (hand.title for spot in view.spots for hand in spot.hands if hand.name == name)
    return next(found, f"Spot {name.rstrip('ab')}")


def _wager(spot: int, name: str, view: TableView) -> str:
    """A wager by its title; one that was just taken back is named by its kind."""
    own = (one for each in view.spots if each.spot == spot for one in each.wagers)
    return next((one.title for one in own if one.name == name), words_of(name))


def _card(to: str, card: str, view: TableView) -> str:
    if to == DEALER:
        shown = view.dealer_cards[-1]
        return "The dealer's hole card." if shown == HIDDEN else f"The dealer gets {shown}."
    if to.endswith(ALONE):
        return f"{card} is dealt for a side wager alone."
    for spot in view.spots:
        for hand in spot.hands:
            if hand.name == to and hand.cards[-1:] == (card,):
                return f"{hand.title} gets {card}."
    return f"{_hand(to, view)} gets a card."


def _settled(settlement: Settlement, view: TableView) -> str:
    """The result of a wager, and what the dealer does with its chips."""
    asked = (settlement.spot, settlement.wager, settlement.hand)
    # Where nobody told the system a card, what the dealer keyed is all it knows.
    is_keyed = not view.dealer_cards and settlement.outcome != NOTHING_KEYED
    for moved in reversed(view.movements):
        if (moved.spot, moved.wager, moved.hand) == asked:
            keyed = ", as keyed" if is_keyed else ""
            return f"Spot {moved.spot}, {moved.title}: {moved.outcome.lower()}{keyed}. {moved.act}."
    return ""


def _award(settlement: Settlement, view: TableView) -> str:
    for award in view.awards:
        if (award.spot, award.wager) == (settlement.spot, settlement.wager):
            return f"Spot {award.spot}, {award.wager_title}: {award.act}"
    return ""
