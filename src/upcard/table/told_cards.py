"""Cards that a table is told: from its shoe, by a reader, or by the dealer who keys them."""

from __future__ import annotations

from upcard.cards import FACE_DOWN, Card
from upcard.hand_values import is_natural
from upcard.table.awaits import AwaitCard, awaits
from upcard.table.commands import AnswerPeek, Deal, DealFaceDown
from upcard.table.events import CardDealt, DealerPeeked, Event, HoleCardRead
from upcard.table.games import CardSource
from upcard.table.next_cards import dealer_peeks, next_card_to
from upcard.table.prompts import out_of_turn
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import DEALER, Round, Stage


def deal(round_: Round, command: Deal) -> Event:
    """A card, to the hand that is owed one."""
    to = next_card_to(round_)
    if to is None:
        raise out_of_turn(round_, f"you cannot deal {command.card}")
    _check_card(round_, command.card)
    if to == DEALER and round_.is_hole_untold:
        _check_peek(round_, command.card)
        return HoleCardRead(command.card)
    return CardDealt(to, command.card)


def deal_face_down(round_: Round, command: DealFaceDown) -> Event:
    """The hole card, which nobody tells the table yet."""
    awaited = awaits(round_)
    if not isinstance(awaited, AwaitCard) or not awaited.is_face_down:
        raise out_of_turn(round_, "no card lies face down")
    if round_.game.cards is not CardSource.READ:
        raise Refused(
            RefusalCode.CARD_NOT_TOLD,
            "the hole card must be told: only a table with read cards deals it unread",
        )
    return CardDealt(awaited.to, FACE_DOWN)


def answer_peek(round_: Round, command: AnswerPeek) -> Event:
    """What the dealer saw under the up card."""
    if round_.stage is not Stage.PEEKING:
        raise out_of_turn(round_, "the dealer does not look at the hole card")
    return DealerPeeked(command.has_natural)


def _check_peek(round_: Round, card: Card) -> None:
    """Refuse a hole card that is not what the dealer saw."""
    is_bad = dealer_peeks(round_) and is_natural((round_.upcard, card)) != round_.has_natural
    if is_bad:
        said = "a blackjack" if round_.has_natural else "no blackjack"
        raise Refused(
            RefusalCode.PEEK_CONTRADICTED,
            f"{card} under {round_.upcard} is not what was keyed at the peek ({said}): read the "
            "hole card again; if it is right, call a supervisor, who voids the round as a misdeal",
        )


def _check_card(round_: Round, card: Card) -> None:
    game = round_.game
    if card not in game.rules.deck.cards:
        raise Refused(
            RefusalCode.CARD_NOT_IN_DECK,
            f"{card} is not in a {game.rules.deck} deck of {len(game.rules.deck.cards)} cards",
        )
    seen = 0
    for dealt in round_.dealt:
        seen += dealt.card is card
    if seen >= game.decks:
        raise Refused(
            RefusalCode.CARD_ALL_DEALT,
            f"{card} has been dealt {seen} times: {game.decks} decks have no more",
        )
