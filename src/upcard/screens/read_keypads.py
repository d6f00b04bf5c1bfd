"""The dealer's keys at a table with read cards: the card it asks for, and the keys around it."""

from __future__ import annotations

from typing import Final

from upcard.room.fairness.real_shoes import RealShoe
from upcard.room.procedures.read_cards import card_places, why_no_correction
from upcard.room.table_states import TableState
from upcard.screens.frame_types import RealShoeView, ToldCard
from upcard.table.awaits import AwaitCard, Awaited, AwaitPeek
from upcard.table.games import CardSource
from upcard.table.rounds import DEALER, Round
from upcard.table.titles import hand_title
from upcard.table.views import shown_dealer_cards

NOT_A_CARD: Final = "the table is not waiting for a card"


def card_sentence(round_: Round, awaited: AwaitCard) -> str:
    """What the dealer does with the next card."""
    if awaited.is_turned_over:
        return "Turn the hole card over, and read it"
    if awaited.is_face_down:
        return "Deal the hole card face down. Read it only if your shoe does"
    whom = "yourself" if awaited.to == DEALER else hand_title(round_, awaited.to)
    return f"Deal {whom} a card, and read it"


def reading_reasons(
    round_: Round | None, awaited: Awaited, shoe: RealShoe | None
) -> dict[str, str]:
    """Why each key that tells cards is grey; empty if it may be pressed."""
    is_dealt = round_ is not None and bool(round_.dealt)
    no_shoe = "" if shoe else "there is no shoe on the table: shuffle first"
    is_hole = isinstance(awaited, AwaitCard) and awaited.is_face_down
    peek = "" if isinstance(awaited, AwaitPeek) else "the table is not waiting for the peek"
    return {
        "card": "" if isinstance(awaited, AwaitCard) else NOT_A_CARD,
        "face-down": "" if is_hole else "only the hole card lies face down",
        "no-blackjack": peek,
        "blackjack": peek,
        "burn": no_shoe,
        "expose": no_shoe,
        "correct": "" if is_dealt else "no card lies on the table",
    }


def told_cards(table: TableState) -> tuple[ToldCard, ...]:
    """The cards of the open round in the order they left the shoe, and which may be corrected."""
    round_ = table.round
    if round_ is None or table.spec.cards is not CardSource.READ:
        return ()
    hole = shown_dealer_cards(round_)[1:2]
    found, to_dealer = list[ToldCard](), 0
    for number, (place, to) in enumerate(card_places(table), start=1):
        dealt = round_.dealt[number - 1]
        to_dealer += to == DEALER
        is_hole = to == DEALER and to_dealer == 2
        found.append(
            {
                "place": number,
                "to": hand_title(round_, to),
                "card": hole[0] if is_hole else dealt.card.text,
                "reason": "it lies face down"
                if is_hole and not round_.is_hole_shown
                else why_no_correction(table, place),
            }
        )
    return tuple(found)


def real_shoe_view(shoe: RealShoe | None, round_: Round | None) -> RealShoeView | None:
    """What everybody may know of real cards: how many are left."""
    if shoe is None:
        return None
    left = shoe.left(len(round_.dealt) if round_ else 0)
    return {"number": shoe.number, "cards": shoe.cards, "left": left}
