"""Lines that the dealer of a hand-dealt table keys: which buttons there are, and what they pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from upcard.families import CardPlace
from upcard.game.choices import SeveralWinners
from upcard.game.words import words_of
from upcard.money import Cents, Loses, OfMeter
from upcard.table.commands import PressHandButton, VerifyAward
from upcard.table.events import AwardReleased, Event, HandButtonPressed, LineKeyed, LineReleased
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import Award, AwardState, KeyedLine, Round, Wager
from upcard.table.settlements import Settlement, lost
from upcard.table.side_settlements import from_the_tray, seen_by
from upcard.table.titles import wager_on, wager_title
from upcard.wagers import Offer

NOTHING_KEYED: Final = "nothing-keyed"
"""What a wager comes to for which no button was pressed. Nobody has judged its cards."""


def buttons_of(offer: Offer) -> tuple[str, ...]:
    """The hand buttons of a wager: every line of its paytable that pays, the best first."""
    return tuple(line for line, pay in offer.pays.items() if not isinstance(pay, Loses))


def line_pressed(round_: Round, command: PressHandButton) -> Event:
    """What a hand button does at a hand-dealt table: on, or off again."""
    _check_button(round_, command)
    place = command.spot, command.wager
    award = next((one for one in round_.awards if (one.spot, one.wager) == place), None)
    if award is not None:
        return _award_pressed(round_, command, award)
    for keyed in round_.keyed:
        if (keyed.spot, keyed.wager) == place:
            _check_same(command, keyed.outcome)
            return LineReleased(*place)
    _check_not_divided(round_, command)
    return LineKeyed(command.spot, command.wager, command.outcome)


def _check_button(round_: Round, command: PressHandButton) -> None:
    """Refuse a button for a spot without the wager, and one that the paytable does not have."""
    offer = round_.game.offers.get(command.wager)
    if offer is None or round_.wager_on(command.spot, command.wager) is None:
        raise Refused(
            RefusalCode.AWARD_NOT_WON,
            f"spot {command.spot} has no {wager_title(round_.game, command.wager)} wager in this "
            "round: its hand buttons stay off",
        )
    if command.outcome not in buttons_of(offer):
        raise Refused(
            RefusalCode.LINE_UNKNOWN,
            f"{command.outcome!r} is not a hand button of {offer.title}: press one of "
            f"{', '.join(map(words_of, buttons_of(offer)))}",
        )


def _award_pressed(round_: Round, command: PressHandButton, award: Award) -> Event:
    if award.state is AwardState.CONFIRMED:
        raise Refused(
            RefusalCode.AWARD_CONFIRMED,
            f"{wager_on(round_.game, award.wager, award.spot)} is confirmed: only a reversal can "
            "undo it",
        )
    if award.state is AwardState.REVERSED:
        return HandButtonPressed(award.spot, award.wager)
    _check_same(command, award.outcome)
    return AwardReleased(award.spot, award.wager)


def _check_same(command: PressHandButton, keyed: str) -> None:
    if command.outcome != keyed:
        raise Refused(
            RefusalCode.LINE_ALREADY_KEYED,
            f"{words_of(keyed)} is on for spot {command.spot}: press it again to turn it off first",
        )


def _check_not_divided(round_: Round, command: PressHandButton) -> None:
    """A meter that winners divide is divided once: a winner keyed after that comes too late."""
    offer = round_.game.offers[command.wager]
    pay = offer.pays[command.outcome]
    if offer.several_winners is not SeveralWinners.SPLIT_EQUALLY or not isinstance(pay, OfMeter):
        return
    closed = (AwardState.CONFIRMED, AwardState.REVERSED)
    if any(one.wager == command.wager and one.state in closed for one in round_.awards):
        raise Refused(
            RefusalCode.SHARE_REVERSED,
            f"the {pay.level} award of {offer.title} has been paid in this round and is not "
            "divided again: a supervisor pays what is due by adjusting the meter",
        )


def check_hand(round_: Round, award: Award, keyed: VerifyAward) -> None:
    """Refuse cards that are not what the button says, by the judge that a digital table asks."""
    offer, game = round_.game.offers[award.wager], round_.game
    for card, count in Counter((*keyed.player, *keyed.dealer)).items():
        if card not in game.rules.deck.cards:
            raise Refused(
                RefusalCode.CARD_NOT_IN_DECK, f"{card} is not in a {game.rules.deck} deck"
            )
        if count > game.decks:
            raise Refused(
                RefusalCode.CARD_ALL_DEALT,
                f"{card} is keyed {count} times: {game.decks} decks hold {game.decks} of it",
            )
    _check_number_of_cards(offer, keyed)
    verdict = offer.verdict(seen_by(offer, keyed.player, keyed.dealer))
    if verdict.outcome != award.outcome:
        pays = "pays nothing" if isinstance(verdict.pay, Loses) else f"pays {verdict.pay}"
        raise Refused(
            RefusalCode.AWARD_NOT_WON,
            f"{_said(keyed)} is {words_of(verdict.outcome)}, not {words_of(award.outcome)}: it "
            f"{pays}",
        )


def _check_number_of_cards(offer: Offer, keyed: VerifyAward) -> None:
    needed = [place for place in offer.sees if place is not CardPlace.THIRD]
    own = sum(place in (CardPlace.FIRST, CardPlace.SECOND) for place in needed)
    dealers = len(needed) - own
    most = own + (CardPlace.THIRD in offer.sees)
    if not own <= len(keyed.player) <= most or len(keyed.dealer) < dealers:
        players = f"{own} or {most}" if most > own else str(own)
        raise Refused(
            RefusalCode.HAND_NOT_KEYED,
            f"{len(keyed.player)} cards of the player and {len(keyed.dealer)} of the dealer are "
            f"keyed: {offer.title} looks at {players} of the player and {dealers} of the dealer",
        )


def _said(keyed: VerifyAward) -> str:
    player = " ".join(map(str, keyed.player))
    return f"{player} with {keyed.dealer[0]} up" if keyed.dealer else player


def keyed_settlements(round_: Round) -> Iterator[Settlement]:
    """What the dealer paid and took, as it was keyed, from the dealer's right to the left."""
    for wager in sorted(round_.wagers, key=lambda one: -one.spot):
        if not wager.is_settled:
            yield _settled(round_, wager)


def _settled(round_: Round, wager: Wager) -> Settlement:
    place = wager.spot, wager.name
    for keyed in round_.keyed:
        if (keyed.spot, keyed.wager) == place:
            return _keyed(round_, wager, keyed)
    return lost(wager.spot, wager.name, "", NOTHING_KEYED, wager.amount)


def tray_pays(round_: Round) -> Iterator[tuple[KeyedLine, Cents]]:
    """Each line of the tray that is keyed, and what the dealer hands the player for it."""
    for keyed in round_.keyed:
        wager = round_.wager_on(keyed.spot, keyed.wager)
        assert wager is not None, "a line is keyed for a wager"
        settled = _keyed(round_, wager, keyed)
        yield keyed, Cents(settled.returned + settled.won)


def _keyed(round_: Round, wager: Wager, keyed: KeyedLine) -> Settlement:
    pay = round_.game.offers[wager.name].pays[keyed.outcome]
    return from_the_tray(round_, wager, keyed.outcome, pay)
