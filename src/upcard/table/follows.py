"""What the table does automatically: settle, peek, open the next stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from upcard.game.choices import CardsDealt, Settles
from upcard.game.dealers import may_have_natural
from upcard.hand_values import is_natural
from upcard.table.awaits import insurable_spots
from upcard.table.bonus_pays import super_bonus_settlements
from upcard.table.events import (
    BonusRoundOpened,
    DealerPeeked,
    Event,
    HandButtonPressed,
    HandStood,
    HoleCardShown,
    InsuranceOpened,
    LateWagersOpened,
    ParlayOpened,
    PeekOpened,
    PlayOpened,
    RoundEnded,
    RoundSettled,
    WagerSettled,
    ZappingOpened,
)
from upcard.table.keyed_lines import keyed_settlements
from upcard.table.late_wagers import late_wagers
from upcard.table.legality import may_only_stand, next_to_zap
from upcard.table.lone_cards import lone_card_to
from upcard.table.next_cards import dealer_peeks, hand_owed_a_card
from upcard.table.parlays import spots_to_ask
from upcard.table.rounds import AwardState, Hand, Round, Stage
from upcard.table.settle import settle_hand
from upcard.table.side_settlements import (
    settle_insurance,
    settle_side_wagers,
    settle_what_waited,
    settle_with_main,
    unjudged,
)


def follows(round_: Round) -> tuple[Event, ...]:
    """The events that follow automatically; empty if the table awaits something."""
    if round_.due >= 0:
        return tuple(_hand_settled(round_, round_.hands[round_.due]))
    step = _STEPS.get(round_.stage)
    return tuple(step(round_)) if step else ()


def _after_deal(round_: Round) -> Iterator[Event]:
    rules = round_.game.rules
    if rules.cards_dealt is CardsDealt.FACE_UP:
        yield from settle_side_wagers(round_, Settles.ON_DEAL)
    if rules.bonus_round_pause and len(round_.wagers) > len(round_.hands):
        yield BonusRoundOpened()
    else:
        yield from _opening(round_)


def _opening(round_: Round) -> Iterator[Event]:
    """
    Naturals that are already decided; then insurance, the peek, a parlay, or the players.

    If a player may move winnings, naturals wait, because money may also be moved onto them.
    """
    is_decided = round_.game.house.natural_wins or not may_have_natural(round_.upcard.points)
    if is_decided and not spots_to_ask(round_):
        yield from _naturals_settled(round_)
    if _offers_insurance(round_):
        yield InsuranceOpened()
    else:
        yield from _peek(round_)


def _offers_insurance(round_: Round) -> bool:
    if not round_.game.house.insures or round_.upcard.points != 1:
        return False
    return bool(insurable_spots(round_))


def _peek(round_: Round) -> Iterator[Event]:
    if dealer_peeks(round_):
        yield from _looking(round_)
    else:
        yield ParlayOpened() if spots_to_ask(round_) else _players_turn(round_)


def _looking(round_: Round) -> Iterator[Event]:
    """Zaps first, where they come before the peek; then the table looks, or asks the dealer to."""
    if round_.game.house.zaps_before_peek and next_to_zap(round_, 0) is not None:
        yield ZappingOpened()
    elif not round_.is_hole_untold:
        yield DealerPeeked(is_natural(round_.dealer))
    elif round_.stage is not Stage.PEEKING:
        yield PeekOpened()


def _after_peek(round_: Round) -> Iterator[Event]:
    if round_.has_natural:
        if not round_.is_hole_untold:
            yield HoleCardShown()
        return
    yield from settle_insurance(round_)
    if spots_to_ask(round_):
        yield ParlayOpened()
    else:
        yield from _play(round_)


def _after_moves(round_: Round) -> Iterator[Event]:
    """When the last spot was asked, naturals are paid and the players act."""
    if not spots_to_ask(round_):
        yield from _play(round_)


def _play(round_: Round) -> Iterator[Event]:
    yield from _naturals_settled(round_)
    yield _players_turn(round_)


def _players_turn(round_: Round) -> Event:
    """The players act, once wagers on the up card are made where the game has any."""
    is_open = round_.game.late and late_wagers(round_)
    return LateWagersOpened() if is_open else PlayOpened()


def _naturals_settled(round_: Round) -> Iterator[Event]:
    for hand in reversed(round_.hands):
        if hand.is_natural and not hand.is_settled:
            yield from _hand_settled(round_, hand)


def _claim_keyed_awards(round_: Round) -> Iterator[Event]:
    """A meter line that was keyed is a claim at once: one press of one button."""
    for award in round_.awards:
        if award.state is AwardState.DUE:
            yield HandButtonPressed(award.spot, award.wager)


def _pay_what_was_keyed(round_: Round) -> Iterator[Event]:
    for settlement in keyed_settlements(round_):
        yield WagerSettled(settlement)
    yield RoundSettled()
    yield RoundEnded()


def _hand_settled(round_: Round, hand: Hand) -> Iterator[Event]:
    """The main wager of *hand*, its super bonus, and the wagers that go with it."""
    yield WagerSettled(settle_hand(round_, hand))
    for settlement in super_bonus_settlements(round_, hand):
        yield WagerSettled(settlement)
    if len(round_.wagers) > 1:
        yield from settle_with_main(round_, hand.spot, this_too=hand)


def _while_playing(round_: Round) -> Iterator[Event]:
    hand = round_.hands[round_.turn]
    yield from _hand_by_hand(round_, up_to=hand.spot)
    # A split of another hand may have filled the spot while this one waited with its cards, and a
    # wager may leave two cards no choice.
    may_have_no_choice = (len(round_.hands) > 1 and hand.is_split) or round_.game.forcing
    if may_have_no_choice and hand_owed_a_card(round_) is None and may_only_stand(round_, hand):
        yield HandStood(hand.name)


def _hand_by_hand(round_: Round, up_to: int) -> Iterator[Event]:
    """In face-down games side wagers are settled as the turn comes round, left to right."""
    if round_.game.rules.cards_dealt is CardsDealt.FACE_DOWN:
        for spot in round_.spots:
            if spot <= up_to:
                yield from settle_side_wagers(round_, Settles.ON_DEAL, spots=(spot,))


def _dealer_turn(round_: Round) -> Iterator[Event]:
    if round_.is_hole_shown:
        yield from _hole_card_wagers(round_)
    else:
        yield from _hand_by_hand(round_, up_to=round_.game.rules.spots_max)
        if not round_.is_hole_untold and len(round_.dealer) > 1:
            yield HoleCardShown()


def _hole_card_wagers(round_: Round) -> Iterator[Event]:
    """Side wagers that can be settled now that the hole card is seen."""
    if unjudged(round_):
        yield from settle_side_wagers(round_, Settles.ON_DEAL)
        yield from settle_side_wagers(round_, Settles.ON_HOLE_CARD)
        yield from _with_settled_mains(round_)


def _with_settled_mains(round_: Round) -> Iterator[Event]:
    """Wagers that waited for the hole card though their main wager was settled before."""
    for spot in reversed(round_.spots):
        hands = [hand for hand in round_.hands if hand.spot == spot]
        if all(hand.is_settled for hand in hands):
            yield from settle_with_main(round_, spot, this_too=hands[-1])


def _paying(round_: Round) -> Iterator[Event]:
    """The next thing to settle at the end of the round, hands from the dealer's right to left."""
    if lone_card_to(round_) is not None:
        return
    first = tuple(settle_insurance(round_)) or tuple(_hole_card_wagers(round_))
    if first:
        yield from first
        return
    for hand in reversed(round_.hands):
        if not hand.is_settled:
            yield from _hand_settled(round_, hand)
            return
    yield from settle_what_waited(round_)
    yield RoundSettled()


_STEPS: Final[dict[Stage, Callable[[Round], Iterator[Event]]]] = {
    Stage.BY_HAND: _claim_keyed_awards,
    Stage.KEYED: _pay_what_was_keyed,
    Stage.DEALT: _after_deal,
    Stage.OPENING: _opening,
    Stage.PEEKING: _peek,
    Stage.PEEKED: _after_peek,
    Stage.PARLAY: _after_moves,
    Stage.PLAYING: _while_playing,
    Stage.DEALER: _dealer_turn,
    Stage.PAYING: _paying,
}
