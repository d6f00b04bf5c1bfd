"""What a table is waiting for, in words."""

from __future__ import annotations

from upcard.game.words import words_of
from upcard.money import write_money
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    Awaited,
    AwaitEnd,
    AwaitHandButtons,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitLift,
    AwaitParlay,
    AwaitPeek,
    AwaitWagers,
    awaits,
)
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import DEALER, AwardState, Round
from upcard.table.titles import end_key, hand_title, start_key, wager_on, wager_title


def prompt_of(round_: Round, awaited: Awaited | None = None) -> str:
    """What *round_* is waiting for, as the end of "the table is waiting for …"."""
    match awaited or awaits(round_):
        case AwaitWagers():
            return f"wagers, then {start_key(round_.game)}"
        case AwaitLift(wagers):
            which = ", ".join(wager_on(round_.game, name, spot) for spot, name in wagers)
            return f"the dealer to lift {which}"
        case AwaitCard() as card:
            return _card(round_, card)
        case AwaitDealKey():
            return "DEAL, after bonus winners are paid"
        case AwaitPeek():
            return "the dealer to look at the hole card"
        case AwaitInsurance(spots):
            return f"insurance on spots {', '.join(map(str, spots))}, then DEAL"
        case AwaitLateWagers(wagers):
            which = ", ".join(wager_on(round_.game, name, spot) for spot, name in wagers)
            return f"{which}, then DEAL"
        case AwaitParlay(spot, most):
            return (
                f"spot {spot} to move up to {write_money(most)} onto its main wager, or DEAL for "
                "nothing"
            )
        case AwaitDecision(hand, legal):
            return f"a decision on {hand_title(round_, hand)}: {', '.join(legal)}"
        case AwaitAward() as won:
            return _award(round_, won)
        case AwaitEnd():
            return end_key(round_.game)
        case AwaitHandButtons():
            return "the hand buttons of winners, then END GAME"
        case _:
            return "nothing: the round is over"


def waiting(round_: Round, awaited: Awaited | None = None) -> str:
    """The whole clause, for a key that is grey and for a refusal."""
    return f"the table is waiting for {prompt_of(round_, awaited)}"


def out_of_turn(round_: Round, what: str) -> Refused:
    """The refusal of a key that comes too early or too late."""
    return Refused(RefusalCode.OUT_OF_TURN, f"{what} now: {waiting(round_)}")


def _card(round_: Round, card: AwaitCard) -> str:
    if card.is_turned_over:
        return "the hole card, turned over"
    if card.is_face_down and card.to == DEALER:
        return "the dealer's hole card"
    return f"a card for {hand_title(round_, card.to)}"


def _award(round_: Round, won: AwaitAward) -> str:
    award = won.award
    doing = "claim" if award.state is AwardState.DUE else "swipe"
    title = wager_title(round_.game, award.wager)
    return f"the {doing} of {words_of(award.outcome)} ({title}) on spot {award.spot}"
