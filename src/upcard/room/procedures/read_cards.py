"""Real cards at a table with read cards: shuffled, set aside, corrected."""

from __future__ import annotations

from typing import Final

from upcard.cards import FACE_DOWN
from upcard.room.fairness.real_shoes import (
    CardSetAside,
    RealShoe,
    SetAside,
    ShoePlaced,
    check_in_shoe,
)
from upcard.room.people.staff import Member
from upcard.room.procedures.corrections import check_reason
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import check_cards_on, check_hands_on
from upcard.room.recorded_rules import check_rules
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.table_events import CardCorrected
from upcard.room.table_orders import CorrectCard, SetCardAside, ShuffleShoe
from upcard.room.table_states import TableState, replayed
from upcard.table import Round, handle
from upcard.table.commands import (
    AnswerPeek,
    Command,
    Deal,
)
from upcard.table.events import (
    AwardReleased,
    BonusRoundEnded,
    CardDealt,
    DealerPeeked,
    DecisionMade,
    Event,
    HandButtonPressed,
    HoleCardRead,
    InsuranceClosed,
    LateWagersClosed,
)
from upcard.table.games import CardSource
from upcard.table.played_keys import key_behind
from upcard.table.refusals import Refused
from upcard.table.rounds import DEALER


def place_shoe(happenings: Happenings, wish: ShuffleShoe, by: Member) -> None:
    """Real cards, shuffled by house procedure: from now on all of them can come again."""
    table = happenings.table(wish.table)
    check_hands_on(table, by)
    check_rules(table)
    check_reason(wish.reason)
    if table.round is not None and table.round.hands:
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN, f"a round is open on {wish.table}: shuffle when it is over"
        )
    happenings.add(
        ShoePlaced(
            table=wish.table,
            number=table.shoes + 1,
            deck=table.game_on(None).rules.deck,
            decks=table.spec.decks,
            by=by.badge,
            reason=wish.reason,
        )
    )


def check_read(table: TableState) -> RealShoe:
    """The real cards of a table with read cards; refuses any other table."""
    if table.spec.cards is not CardSource.READ:
        raise RoomRefused(
            RoomRefusal.NOT_READ,
            f"nobody tells {table.spec.table} its cards: it is {table.spec.cards}",
        )
    return check_cards_on(table)


def set_card_aside(happenings: Happenings, wish: SetCardAside, by: Member) -> None:
    """A card that leaves the shoe for nobody: burned, or exposed by mistake."""
    table = happenings.table(wish.table)
    check_hands_on(table, by)
    shoe = check_read(table)
    if wish.card is None and wish.why is SetAside.EXPOSED:
        raise RoomRefused(
            RoomRefusal.CARDS_NEEDED, "an exposed card is seen by everybody: say which it is"
        )
    if wish.card is not None:
        dealt = [one.card for one in table.round.dealt] if table.round else []
        check_in_shoe(shoe, dealt, wish.card)
    happenings.add(CardSetAside(table=wish.table, card=wish.card, why=wish.why, by=by.badge))


def correct_card(happenings: Happenings, wish: CorrectCard, by: Member) -> None:
    """
    A supervisor says what a misread card is, before a decision depends on it.

    The round is played again from that card on, with the same cards and keys after it. Nothing is
    erased: the journal has the card as it was read, who corrected it, and why.
    """
    table = happenings.table(wish.table)
    shoe = check_read(table)
    check_reason(wish.reason)
    if table.round is None or not table.round.dealt:
        raise RoomRefused(RoomRefusal.NO_ROUND, f"no card lies on {wish.table}")
    place = _place_of(table, wish.place)
    was = table.happened[place]
    assert isinstance(was, CardDealt | HoleCardRead)
    if why := why_no_correction(table, place):
        raise RoomRefused(
            RoomRefusal.CARD_IS_PLAYED,
            f"you cannot correct card {wish.place}: {why}; a supervisor can void the round as a "
            "misdeal",
        )
    others = [one.card for n, one in enumerate(table.round.dealt, start=1) if n != wish.place]
    check_in_shoe(shoe, others, wish.card)
    happenings.add(
        CardCorrected(
            table=wish.table,
            place=wish.place,
            kept=place,
            was=was.card,
            card=wish.card,
            reason=wish.reason,
            by=by.badge,
        )
    )
    round_, events = _played_again(table, place, Deal(wish.card))
    happenings.happened_at(wish.table, round_, events)


def _place_of(table: TableState, number: int) -> int:
    """Where in what happened the round was told its card of that number, counted from 1."""
    told = card_places(table)
    if not 1 <= number <= len(told):
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CARD,
            f"card {number} has not been dealt: write 1 to {len(told)}, in the order they left "
            "the shoe",
        )
    place, _ = told[number - 1]
    event = table.happened[place]
    if isinstance(event, CardDealt) and event.card is FACE_DOWN:
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CARD, f"card {number} lies face down: nobody has read it yet"
        )
    return place


def card_places(table: TableState) -> list[tuple[int, str]]:
    """For each card of the open round, where it was told in what happened, and to whom it went."""
    read = [n for n, event in enumerate(table.happened) if isinstance(event, HoleCardRead)]
    return [
        (read[0] if event.card is FACE_DOWN and read else place, event.to)
        for place, event in enumerate(table.happened)
        if isinstance(event, CardDealt)
    ]


def why_no_correction(table: TableState, place: int) -> str:
    """
    Why the card at *place* of what happened cannot be corrected; empty if it can.

    Nobody plays on a hole card that a shoe read as it left: it is corrected when it is turned over.
    """
    card, hole = table.happened[place], _hole(table)
    to = card.to if isinstance(card, CardDealt) else DEALER
    for event in table.happened[place + 1 :]:
        match event:
            case DecisionMade(hand) if place != hole and (to == DEALER or _spot(hand) == _spot(to)):
                return f"spot {_spot(hand)} has been played on it"
            case InsuranceClosed() | DealerPeeked() if to == DEALER and place < hole:
                return "the players were asked for insurance or the dealer looked under it"
            case LateWagersClosed() if place != hole:
                return "the players were asked for wagers on it"
            case HandButtonPressed(spot) | AwardReleased(spot):
                return f"an award of spot {spot} is claimed"
            case BonusRoundEnded():
                return "bonus winners are paid"
            case _:
                pass
    return ""


def _hole(table: TableState) -> int:
    """The place of the hole card in what happened; behind everything where it is not dealt."""
    to_dealer = [
        place
        for place, event in enumerate(table.happened)
        if isinstance(event, CardDealt) and event.to == DEALER
    ]
    return to_dealer[1] if len(to_dealer) > 1 else len(table.happened)


def _spot(hand: str) -> str:
    return hand.rstrip("ab")


def _played_again(table: TableState, place: int, first: Command) -> tuple[Round, list[Event]]:
    """The round from *place* on with another card there, and everything after it as it was."""
    round_ = replayed(table, table.happened[:place])
    assert round_ is not None, "a round on the table has rules"
    round_, events = handle(round_, first)
    for event in table.happened[place + 1 :]:
        command = key_behind(event)
        if command is None or (isinstance(command, AnswerPeek) and not round_.is_hole_untold):
            continue
        try:
            round_, happened = handle(round_, command)
        except Refused:
            raise RoomRefused(RoomRefusal.CARD_IS_PLAYED, _NOT_THE_SAME) from None
        events += happened
    return round_, events


_NOT_THE_SAME: Final = (
    "with that card the round would have gone another way, and cards after it would have come to "
    "other hands: a supervisor can void the round as a misdeal"
)
