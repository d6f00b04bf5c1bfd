"""Turn a command into an event, or refuse it and say what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from upcard.game.words import words_of
from upcard.money import NOTHING, write_money
from upcard.table.awaits import insurable_spots, wagers_to_lift
from upcard.table.commands import (
    AnswerPeek,
    Choose,
    Command,
    ConfirmAward,
    Deal,
    DealFaceDown,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeAwardBack,
    TakeSeat,
    VerifyAward,
)
from upcard.table.events import (
    AwardConfirmed,
    AwardReleased,
    AwardTakenBack,
    AwardVerified,
    BonusRoundEnded,
    DecisionMade,
    Event,
    GameStarted,
    HandButtonPressed,
    InsuranceClosed,
    KeyingEnded,
    LateWagersClosed,
    RoundEnded,
    SeatTaken,
    WagerCollected,
    WagerLifted,
    WagerPlaced,
    WinningsMoved,
)
from upcard.table.keyed_lines import check_hand, line_pressed
from upcard.table.late_wagers import WHEN, late_wagers
from upcard.table.legality import legal_decisions, why_not
from upcard.table.next_cards import next_card_to
from upcard.table.parlays import check_move, spots_to_ask
from upcard.table.prompts import out_of_turn, waiting
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import INSURANCE, MAIN, Award, AwardState, Round, Stage
from upcard.table.side_settlements import confirmed, taken_back
from upcard.table.titles import award_title, end_key, hand_title, start_key, wager_on, wager_title
from upcard.table.told_cards import answer_peek, deal, deal_face_down
from upcard.table.wager_checks import check_insurance, check_spot, check_wager, not_latched
from upcard.table.winners import more_may_win, open_awards, winners_sharing

_PLAYER_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


def decide(round_: Round, command: Command) -> Event:
    """The event that *command* causes, or a `Refused` that says what is allowed."""
    if round_.stage is Stage.OVER:
        raise Refused(RefusalCode.ROUND_OVER, "the round is over: begin the next one")
    return _DECIDE[type(command)](round_, command)


def _take_seat(round_: Round, command: TakeSeat) -> Event:
    if round_.stage is not Stage.BETTING:
        raise out_of_turn(round_, "you cannot change seats")
    if not _PLAYER_NAME.fullmatch(command.player):
        raise Refused(
            RefusalCode.SEAT_NAME_NOT_ALLOWED,
            f"player is {command.player!r}: write one word of letters, digits, . _ and -",
        )
    if not command.spots and not any(seat.player == command.player for seat in round_.seats):
        raise Refused(
            RefusalCode.SPOT_UNKNOWN,
            f"{command.player} has no spot: name at least one, even for a player who sits out",
        )
    for spot in command.spots:
        check_spot(round_, spot)
        holders = (seat.player for seat in round_.seats if spot in seat.spots)
        holder = next(holders, command.player)
        if holder != command.player:
            raise Refused(RefusalCode.SEAT_TAKEN, f"spot {spot} belongs to {holder}: take another")
    return SeatTaken(command.player, tuple(sorted(set(command.spots))))


def _place_wager(round_: Round, command: PlaceWager) -> Event:
    if command.wager == INSURANCE:
        return _place_insurance(round_, command)
    if any(offer.name == command.wager for offer in round_.game.late):
        return _place_late(round_, command)
    if round_.stage is not Stage.BETTING:
        raise Refused(
            RefusalCode.WAGERS_CLOSED,
            f"{wager_on(round_.game, command.wager, command.spot)} is too late: wagers are closed "
            "until the next round",
        )
    check_wager(round_, command)
    return WagerPlaced(command.spot, command.wager, command.amount)


def _place_insurance(round_: Round, command: PlaceWager) -> Event:
    if round_.stage is not Stage.INSURING:
        why = (
            "this game has no insurance"
            if round_.game.rules.insurance == "none"
            else waiting(round_)
        )
        raise Refused(RefusalCode.INSURANCE_NOT_OFFERED, f"you cannot take insurance now: {why}")
    check_insurance(round_, command, insurable_spots(round_))
    return WagerPlaced(command.spot, command.wager, command.amount)


def _place_late(round_: Round, command: PlaceWager) -> Event:
    offered = late_wagers(round_) if round_.stage is Stage.WAGERING else ()
    if (command.spot, command.wager) not in offered:
        made_on = round_.game.offers[command.wager].family.made_on
        assert made_on is not None, "a late wager is made on a card"
        raise Refused(
            RefusalCode.WAGER_NOT_OPEN,
            f"{wager_on(round_.game, command.wager, command.spot)} is not open: it is made "
            f"{WHEN[made_on]}; {waiting(round_)}",
        )
    check_wager(round_, command)
    return WagerPlaced(command.spot, command.wager, command.amount)


def _lift_wager(round_: Round, command: LiftWager) -> Event:
    match round_.stage:
        case Stage.BETTING:
            liftable = round_.wagers
        case Stage.INSURING:
            liftable = tuple(wager for wager in round_.wagers if wager.name == INSURANCE)
        case Stage.WAGERING:
            offered = late_wagers(round_)
            liftable = tuple(one for one in round_.wagers if (one.spot, one.name) in offered)
        case Stage.LIFTING:
            return _collect(round_, command)
        case _:
            raise Refused(
                RefusalCode.WAGERS_CLOSED,
                f"you cannot lift {wager_on(round_.game, command.wager, command.spot)}: wagers are "
                "closed",
            )
    if not any((w.spot, w.name) == (command.spot, command.wager) for w in liftable):
        raise Refused(
            RefusalCode.NOTHING_TO_LIFT,
            f"spot {command.spot} has no {wager_title(round_.game, command.wager)} wager to lift",
        )
    return WagerLifted(command.spot, command.wager)


def _collect(round_: Round, command: LiftWager) -> Event:
    if (command.spot, command.wager) not in wagers_to_lift(round_):
        raise Refused(
            RefusalCode.NOTHING_TO_LIFT,
            f"you do not need to lift {wager_on(round_.game, command.wager, command.spot)}: "
            f"{waiting(round_)}",
        )
    return WagerCollected(command.spot, command.wager)


def _start_game(round_: Round, command: StartGame) -> Event:
    if round_.stage is not Stage.BETTING:
        raise out_of_turn(round_, f"you cannot press {start_key(round_.game)}")
    if round_.game.knows_cards and not any(wager.name == MAIN for wager in round_.wagers):
        raise Refused(
            RefusalCode.NO_MAIN_WAGER,
            f"no spot has a main wager: place one before {start_key(round_.game)}",
        )
    return GameStarted(not_latched(round_))


def _press_deal(round_: Round, command: PressDeal) -> Event:
    match round_.stage:
        case Stage.BONUS:
            return BonusRoundEnded()
        case Stage.INSURING:
            return InsuranceClosed()
        case Stage.WAGERING:
            return LateWagersClosed()
        case Stage.PARLAY:
            return WinningsMoved(spots_to_ask(round_)[0], NOTHING)
        case _:
            raise out_of_turn(round_, "you cannot press DEAL")


def _move_winnings(round_: Round, command: MoveWinnings) -> Event:
    if round_.stage is not Stage.PARLAY:
        why = "this game has no parlay" if round_.game.rules.parlay == "none" else waiting(round_)
        raise Refused(RefusalCode.MOVE_NOT_OFFERED, f"you cannot move winnings now: {why}")
    check_move(round_, command)
    return WinningsMoved(command.spot, command.amount)


def _choose(round_: Round, command: Choose) -> Event:
    is_asking = round_.stage in (Stage.PLAYING, Stage.ZAPPING)
    if not is_asking or next_card_to(round_) is not None:
        raise out_of_turn(round_, f"you cannot {command.decision}")
    hand = round_.hands[round_.turn]
    reason = why_not(round_, hand, command.decision)
    if reason:
        legal = ", ".join(legal_decisions(round_, hand))
        raise Refused(
            RefusalCode.DECISION_NOT_ALLOWED,
            f"{hand_title(round_, hand.name)} may not {command.decision}: {reason}; it may {legal}",
        )
    return DecisionMade(hand.name, command.decision)


def _claim_award(round_: Round, command: PressHandButton) -> Event:
    if not round_.game.knows_cards:
        if round_.stage is not Stage.BY_HAND:
            raise out_of_turn(round_, "hand buttons are off")
        event = line_pressed(round_, command)
        if isinstance(event, HandButtonPressed):
            _check_undivided(round_, _any_award(round_, event.spot, event.wager))
        return event
    award = _award(round_, command.spot, command.wager)
    if award.outcome != command.outcome:
        raise Refused(
            RefusalCode.AWARD_NOT_WON,
            f"spot {command.spot} does not have {words_of(command.outcome)}: its cards are "
            f"{words_of(award.outcome)}",
        )
    if award.state is AwardState.CLAIMED:
        return AwardReleased(command.spot, command.wager)
    if award.state is AwardState.REVERSED:
        _check_undivided(round_, award)
    return HandButtonPressed(command.spot, command.wager)


def _check_undivided(round_: Round, award: Award) -> None:
    """
    Refuse a new claim of a reversed share.

    A reversal undoes the swipe (S0 10.h), not the cards: a single award may be claimed again,
    for a new win page. A share may not: the meter is divided only once.
    """
    winners = winners_sharing(round_, award)
    if winners > 1:
        raise Refused(
            RefusalCode.SHARE_REVERSED,
            f"the share of spot {award.spot} is reversed: you cannot claim an award again that "
            f"{winners} winners divide; a supervisor pays what is due by adjusting the meter",
        )


def _award(round_: Round, spot: int, wager: str) -> Award:
    """The unconfirmed award on a spot, or a refusal that says why there is none."""
    award = _any_award(round_, spot, wager)
    if award.state is AwardState.CONFIRMED:
        raise Refused(
            RefusalCode.AWARD_CONFIRMED,
            f"{wager_on(round_.game, wager, spot)} is confirmed: only a reversal can undo it",
        )
    return award


def _any_award(round_: Round, spot: int, wager: str) -> Award:
    for award in round_.awards:
        if (award.spot, award.wager) == (spot, wager):
            return award
    why = (
        "its cards do not win from a meter"
        if round_.wager_on(spot, wager)
        else "it has no such wager in this round"
    )
    title = wager_title(round_.game, wager)
    raise Refused(RefusalCode.AWARD_NOT_WON, f"spot {spot} has no award on {title}: {why}")


def _check_claimed(award: Award) -> None:
    if award.state is not AwardState.CLAIMED:
        raise Refused(
            RefusalCode.AWARD_NOT_CLAIMED,
            f"{award_title(award)} is not claimed: press its hand button first",
        )


def _verify_award(round_: Round, command: VerifyAward) -> Event:
    award = _award(round_, command.spot, command.wager)
    _check_claimed(award)
    if command.player or command.dealer:
        check_hand(round_, award, command)
    return AwardVerified(command.spot, command.wager, command.player, command.dealer)


def _confirm_award(round_: Round, command: ConfirmAward) -> Event:
    award = _award(round_, command.spot, command.wager)
    _check_claimed(award)
    if not (round_.game.knows_cards or award.is_verified):
        raise Refused(
            RefusalCode.AWARD_NOT_VERIFIED,
            f"{award_title(award)} is not confirmed: a supervisor looks at the "
            "cards and presses CONFIRM before the swipe",
        )
    if more_may_win(round_, award.wager):
        raise Refused(
            RefusalCode.AWARD_TOO_EARLY,
            f"other spots may still win {wager_title(round_.game, award.wager)}: confirm when "
            "their cards are known",
        )
    _check_order(round_, award)
    if command.amount < 0:
        raise Refused(
            RefusalCode.AMOUNT_NOT_ALLOWED,
            f"amount is {write_money(command.amount)}: write 0 or more",
        )
    return AwardConfirmed(confirmed(round_, award, command.amount), command.page)


def _reverse_award(round_: Round, command: TakeAwardBack) -> Event:
    award = _any_award(round_, command.spot, command.wager)
    if award.state is not AwardState.CONFIRMED:
        raise Refused(
            RefusalCode.AWARD_NOT_CONFIRMED,
            f"{award_title(award)} is {award.state}: you can only reverse a confirmed award",
        )
    return AwardTakenBack(taken_back(round_, award))


def _check_order(round_: Round, award: Award) -> None:
    first = open_awards(round_)[0]
    if first.spot != award.spot:
        raise Refused(
            RefusalCode.AWARD_OUT_OF_ORDER,
            f"pay spot {first.spot} before spot {award.spot}: start with the winner farthest to "
            "the dealer's right",
        )


def _end_game(round_: Round, command: EndGame) -> Event:
    if round_.stage not in (Stage.CLOSING, Stage.BY_HAND):
        raise out_of_turn(round_, f"you cannot press {end_key(round_.game)}")
    waiting = open_awards(round_)
    if waiting:
        spots = ", ".join(str(award.spot) for award in waiting)
        raise Refused(
            RefusalCode.AWARDS_OPEN, f"spot {spots} has an open meter award: confirm it first"
        )
    return RoundEnded() if round_.game.knows_cards else KeyingEnded()


_DECIDE: Final[dict[type[Command], Callable[[Round, Any], Event]]] = {
    TakeSeat: _take_seat,
    PlaceWager: _place_wager,
    LiftWager: _lift_wager,
    StartGame: _start_game,
    Deal: deal,
    DealFaceDown: deal_face_down,
    AnswerPeek: answer_peek,
    PressDeal: _press_deal,
    MoveWinnings: _move_winnings,
    Choose: _choose,
    PressHandButton: _claim_award,
    VerifyAward: _verify_award,
    ConfirmAward: _confirm_award,
    TakeAwardBack: _reverse_award,
    EndGame: _end_game,
}
