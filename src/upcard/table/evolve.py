"""Apply events to the round. Nothing is refused here, because events have already happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from upcard.cards import FACE_DOWN
from upcard.game.decisions import Decision
from upcard.game.stakes import is_kept_for_natural
from upcard.hand_values import TWENTY_ONE, total_of
from upcard.money import Cents
from upcard.table.awaits import wagers_to_lift
from upcard.table.award_changes import (
    award_claimed,
    award_confirmed,
    award_due,
    award_released,
    award_reversed,
    award_verified,
    line_keyed,
    line_released,
    wagers_settled,
)
from upcard.table.events import (
    AwardConfirmed,
    AwardDue,
    AwardReleased,
    AwardTakenBack,
    AwardVerified,
    BonusRoundEnded,
    BonusRoundOpened,
    CardDealt,
    DealerPeeked,
    DecisionMade,
    Event,
    GameStarted,
    HandButtonPressed,
    HandStood,
    HoleCardRead,
    HoleCardShown,
    InsuranceClosed,
    InsuranceOpened,
    KeyingEnded,
    LateWagersClosed,
    LateWagersOpened,
    LineKeyed,
    LineReleased,
    ParlayOpened,
    PeekOpened,
    PlayOpened,
    RoundEnded,
    RoundSettled,
    SeatTaken,
    WagerCollected,
    WagerLifted,
    WagerPlaced,
    WagerSettled,
    WinningsMoved,
    ZappingOpened,
)
from upcard.table.late_wagers import is_first_card_out, late_wagers
from upcard.table.legality import is_free, is_won_at_once, may_only_stand, next_to_zap
from upcard.table.next_cards import dealer_hides_natural, dealer_must_draw, is_deal_over
from upcard.table.rounds import (
    ALONE,
    DEALER,
    INSURANCE,
    MAIN,
    NO_CARDS,
    DealtCard,
    Hand,
    HandState,
    Moved,
    Round,
    Seat,
    Stage,
    Wager,
    changed,
)


def evolve(round_: Round, event: Event) -> Round:
    """The round after *event*."""
    return _APPLY[type(event)](round_, event)


def _seat_taken(round_: Round, event: SeatTaken) -> Round:
    others = tuple(seat for seat in round_.seats if seat.player != event.player)
    seats = (*others, Seat(event.player, event.spots)) if event.spots else others
    return changed(round_, seats=tuple(sorted(seats, key=lambda seat: seat.spots)))


def _wager_placed(round_: Round, event: WagerPlaced) -> Round:
    others = _wagers_without(round_, event.spot, event.wager)
    wagers = (*others, Wager(event.spot, event.wager, event.amount))
    return changed(round_, wagers=tuple(sorted(wagers, key=_wager_order(round_))))


def _wager_order(round_: Round) -> Callable[[Wager], tuple[int, int]]:
    places = {MAIN: -1, INSURANCE: 99}
    places.update((name, place) for place, name in enumerate(round_.game.offers))
    return lambda wager: (wager.spot, places[wager.name])


def _wager_lifted(round_: Round, event: WagerLifted) -> Round:
    return changed(round_, wagers=_wagers_without(round_, event.spot, event.wager))


def _wagers_without(round_: Round, spot: int, name: str) -> tuple[Wager, ...]:
    return tuple(w for w in round_.wagers if w.spot != spot or w.name != name)


def _game_started(round_: Round, event: GameStarted) -> Round:
    refused = {(wager.spot, wager.wager) for wager in event.not_latched}
    wagers = tuple(w for w in round_.wagers if (w.spot, w.name) not in refused)
    hands = tuple(Hand(str(w.spot), w.spot, w.amount) for w in wagers if w.name == MAIN)
    started = changed(round_, wagers=wagers, hands=hands, stage=Stage.LIFTING)
    return _deal_when_all_is_lifted(started)


def _wager_collected(round_: Round, event: WagerCollected) -> Round:
    wagers = tuple(
        changed(w, is_collected=True) if (w.spot, w.name) == (event.spot, event.wager) else w
        for w in round_.wagers
    )
    return _deal_when_all_is_lifted(changed(round_, wagers=wagers))


def _deal_when_all_is_lifted(round_: Round) -> Round:
    if wagers_to_lift(round_):
        return round_
    is_told = round_.game.knows_cards
    return changed(round_, stage=Stage.DEALING if is_told else Stage.BY_HAND)


def _card_dealt(round_: Round, event: CardDealt) -> Round:
    if event.to == DEALER:
        return _dealer_card(round_, event)
    if round_.stage is Stage.PAYING:
        return _lone_card(round_, event)
    index = next(i for i, hand in enumerate(round_.hands) if hand.name == event.to)
    hand = round_.hands[index]
    cards = (*hand.cards, event.card)
    hand = changed(hand, cards=cards, total=total_of(cards), is_owed_card=False)
    dealt = (*round_.dealt, DealtCard(hand.spot, event.card))
    if round_.stage is Stage.DEALING:
        after = changed(round_, hands=_with_hand(round_, index, hand), dealt=dealt)
        if is_deal_over(after):
            return changed(after, stage=Stage.DEALT)
        return _first_cards_seen(after) if round_.game.late else after
    if round_.stage is Stage.ZAPPING:
        return _new_card(changed(round_, dealt=dealt), index, hand)
    return _hand_drew(changed(round_, dealt=dealt), index, hand)


def _first_cards_seen(round_: Round) -> Round:
    """Wagers on the first card alone are made before any other card comes."""
    is_open = is_first_card_out(round_) and late_wagers(round_)
    return changed(round_, stage=Stage.WAGERING) if is_open else round_


def _late_wagers_closed(round_: Round, event: LateWagersClosed) -> Round:
    if not round_.dealer:
        return changed(round_, stage=Stage.DEALING)
    return _play_opened(round_, PlayOpened())


def _lone_card(round_: Round, event: CardDealt) -> Round:
    """A card for a side wager alone: it lies beside the hands."""
    whose = event.to.removesuffix(ALONE)
    lone = DealtCard(0 if whose == DEALER else int(whose), event.card, is_alone=True)
    return changed(round_, dealt=(*round_.dealt, lone))


def _dealer_card(round_: Round, event: CardDealt) -> Round:
    cards = (*round_.dealer, event.card)
    stage = round_.stage
    if stage is Stage.DEALING and len(cards) == 2:
        stage = Stage.DEALT
    dealt = (*round_.dealt, DealtCard(0, event.card))
    after = changed(round_, dealer=cards, dealt=dealt, stage=stage)
    if stage is not Stage.DEALER:
        return after
    if round_.game.house.second_card_last:  # Everybody sees it as it comes.
        after = changed(after, is_hole_shown=True)
    return _dealer_goes_on(after)


def _dealer_goes_on(round_: Round) -> Round:
    if dealer_must_draw(round_):
        return changed(round_, stage=Stage.DEALER)
    return changed(round_, stage=Stage.PAYING)


def _hand_drew(round_: Round, index: int, hand: Hand) -> Round:
    """A hand after a card in play: it may be bust, or have nothing left to decide."""
    if hand.total.points > TWENTY_ONE:
        waits = dealer_hides_natural(round_) and is_kept_for_natural(round_.game.house, hand.laid)
        return _hand_ended(round_, index, changed(hand, state=HandState.BUST), is_due=not waits)
    if is_won_at_once(round_, hand):
        return _hand_ended(round_, index, changed(hand, state=HandState.STOOD), is_due=True)
    ends = hand.total.points == TWENTY_ONE and round_.game.house.twenty_one_ends_turn
    if ends and len(hand.cards) > 1:
        return _hand_ended(round_, index, changed(hand, state=HandState.STOOD), is_due=False)
    with_hand = changed(round_, hands=_with_hand(round_, index, hand))
    if len(hand.cards) > 1 and may_only_stand(with_hand, hand):
        return _hand_ended(round_, index, changed(hand, state=HandState.STOOD), is_due=False)
    return with_hand


def _new_card(round_: Round, index: int, hand: Hand) -> Round:
    """A card for a hand that was zapped before the dealer looked."""
    is_won = is_won_at_once(round_, hand)
    if is_won or (hand.total.points == TWENTY_ONE and round_.game.house.twenty_one_ends_turn):
        hand = changed(hand, state=HandState.STOOD)
    after = changed(round_, hands=_with_hand(round_, index, hand), due=index if is_won else -1)
    return after if len(hand.cards) < 2 else _zap_asked(after, index + 1)


def _zap_asked(round_: Round, start: int) -> Round:
    """The next hand is asked for a zap; after the last, the dealer looks."""
    index = next_to_zap(round_, start)
    if index is None:
        return changed(round_, stage=Stage.PEEKING)
    return changed(round_, stage=Stage.ZAPPING, turn=index)


def _hand_stood(round_: Round, event: HandStood) -> Round:
    index = next(i for i, hand in enumerate(round_.hands) if hand.name == event.hand)
    stood = changed(round_.hands[index], state=HandState.STOOD)
    return _hand_ended(round_, index, stood, is_due=False)


def _decision_made(round_: Round, event: DecisionMade) -> Round:
    index = round_.turn
    hand = round_.hands[index]
    if round_.stage is Stage.ZAPPING and event.decision is Decision.STAND:
        kept = _with_hand(round_, index, changed(hand, is_kept=True))
        return _zap_asked(changed(round_, hands=kept), index + 1)
    match event.decision:
        case Decision.HIT:
            hand = changed(hand, is_owed_card=True)
        case Decision.DOUBLE:
            free = hand.free_doubles + is_free(round_, hand, Decision.DOUBLE)
            hand = changed(hand, is_owed_card=True, doubles=hand.doubles + 1, free_doubles=free)
        case Decision.SPLIT:
            return changed(round_, hands=_split(round_, index))
        case Decision.STAND:
            return _hand_ended(round_, index, changed(hand, state=HandState.STOOD), is_due=False)
        case Decision.SURRENDER:
            gone = changed(hand, state=HandState.SURRENDERED)
            return _hand_ended(round_, index, gone, is_due=not dealer_hides_natural(round_))
        case Decision.ZAP:
            hand = changed(hand, cards=(), total=NO_CARDS, is_zapped=True)
        case Decision.RESCUE:
            gone = changed(hand, state=HandState.RESCUED)
            return _hand_ended(round_, index, gone, is_due=True)
    return changed(round_, hands=_with_hand(round_, index, hand))


def _split(round_: Round, index: int) -> tuple[Hand, ...]:
    """The player's money stays with the first hand; the house may pay for the second."""
    hand = round_.hands[index]
    funded = (hand.is_funded, is_free(round_, hand, Decision.SPLIT))
    halves = tuple(
        Hand(
            hand.name + letter,
            hand.spot,
            hand.wager,
            (card,),
            total_of((card,)),
            is_funded=is_funded,
        )
        for letter, card, is_funded in zip("ab", hand.cards, funded, strict=True)
    )
    return (*round_.hands[:index], *halves, *round_.hands[index + 1 :])


def _hand_ended(round_: Round, index: int, hand: Hand, *, is_due: bool) -> Round:
    """A hand is finished: the next one acts, or the dealer."""
    return _turn_passes(
        changed(round_, hands=_with_hand(round_, index, hand), due=index if is_due else -1)
    )


def _turn_passes(round_: Round) -> Round:
    for turn in range(round_.turn, len(round_.hands)):
        if round_.hands[turn].state is HandState.PLAYING:
            return changed(round_, turn=turn)
    return changed(round_, stage=Stage.DEALER)


def _with_hand(round_: Round, index: int, hand: Hand) -> tuple[Hand, ...]:
    hands = round_.hands
    return (hand,) if len(hands) == 1 else (*hands[:index], hand, *hands[index + 1 :])


def _winnings_moved(round_: Round, event: WinningsMoved) -> Round:
    """The main wager grows; doubles, splits and settlements use the new amount."""
    hands = tuple(
        changed(hand, wager=Cents(hand.wager + event.amount)) if hand.spot == event.spot else hand
        for hand in round_.hands
    )
    moved = (*round_.moved, Moved(event.spot, event.amount))
    return changed(round_, hands=hands, moved=moved)


def _play_opened(round_: Round, event: PlayOpened) -> Round:
    hands = tuple(
        changed(hand, state=HandState.STOOD) if hand.is_natural else hand for hand in round_.hands
    )
    return _turn_passes(changed(round_, stage=Stage.PLAYING, hands=hands, turn=0))


def _dealer_peeked(round_: Round, event: DealerPeeked) -> Round:
    return changed(round_, stage=Stage.PEEKED, has_natural=event.has_natural)


def _hole_card_read(round_: Round, event: HoleCardRead) -> Round:
    """The card takes its place among the dealer's, and among those that left the shoe."""
    dealt = tuple(
        DealtCard(0, event.card) if one.card is FACE_DOWN else one for one in round_.dealt
    )
    dealer = (round_.upcard, event.card, *round_.dealer[2:])
    return changed(round_, dealer=dealer, dealt=dealt)


def _hole_card_shown(round_: Round, event: HoleCardShown) -> Round:
    return _dealer_goes_on(changed(round_, is_hole_shown=True))


def _wager_settled(round_: Round, event: WagerSettled) -> Round:
    settled = event.settlement
    settlements = (*round_.settlements, settled)
    if settled.wager == MAIN:
        hands = tuple(
            changed(hand, is_settled=True) if hand.name == settled.hand else hand
            for hand in round_.hands
        )
        return changed(round_, settlements=settlements, hands=hands, due=-1)
    wagers = wagers_settled(round_, settled.spot, settled.wager)
    return changed(round_, settlements=settlements, wagers=wagers)


def _bonus_round_ended(round_: Round, event: BonusRoundEnded) -> Round:
    """DEAL says that everything settled so far is paid and taken (S4, Starting a New Round 5)."""
    return changed(round_, stage=Stage.OPENING, reconciled=len(round_.settlements))


def _goes_to(stage: Stage) -> Callable[[Round, object], Round]:
    return lambda round_, _event: changed(round_, stage=stage)


_APPLY: Final[dict[type[Event], Callable[[Round, Any], Round]]] = {
    SeatTaken: _seat_taken,
    WagerPlaced: _wager_placed,
    WagerLifted: _wager_lifted,
    GameStarted: _game_started,
    WagerCollected: _wager_collected,
    CardDealt: _card_dealt,
    BonusRoundOpened: _goes_to(Stage.BONUS),
    BonusRoundEnded: _bonus_round_ended,
    InsuranceOpened: _goes_to(Stage.INSURING),
    InsuranceClosed: _goes_to(Stage.PEEKING),
    ZappingOpened: lambda round_, _event: _zap_asked(round_, 0),
    PeekOpened: _goes_to(Stage.PEEKING),
    DealerPeeked: _dealer_peeked,
    ParlayOpened: _goes_to(Stage.PARLAY),
    WinningsMoved: _winnings_moved,
    LateWagersOpened: _goes_to(Stage.WAGERING),
    LateWagersClosed: _late_wagers_closed,
    PlayOpened: _play_opened,
    DecisionMade: _decision_made,
    HandStood: _hand_stood,
    HoleCardRead: _hole_card_read,
    HoleCardShown: _hole_card_shown,
    WagerSettled: _wager_settled,
    AwardDue: award_due,
    LineKeyed: line_keyed,
    LineReleased: line_released,
    KeyingEnded: _goes_to(Stage.KEYED),
    HandButtonPressed: award_claimed,
    AwardReleased: award_released,
    AwardVerified: award_verified,
    AwardConfirmed: award_confirmed,
    AwardTakenBack: award_reversed,
    RoundSettled: _goes_to(Stage.CLOSING),
    RoundEnded: _goes_to(Stage.OVER),
}
