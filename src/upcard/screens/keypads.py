"""The dealer's keys: the one to press next, and why each of the others is grey."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.game.decisions import Decision, decisions_in
from upcard.money import show_money
from upcard.room.fairness.cuts import CutStage
from upcard.room.fairness.real_shoes import RealShoe
from upcard.room.fairness.table_shoes import ShoeState
from upcard.room.procedures.corrections import why_no_void
from upcard.room.procedures.cut_keys import why_sealed
from upcard.screens.frame_types import ConsoleKey, NextKey, NextName, Target
from upcard.screens.read_keypads import card_sentence, reading_reasons
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
    AwaitNothing,
    AwaitParlay,
    AwaitPeek,
    AwaitWagers,
)
from upcard.table.games import CardSource
from upcard.table.legality import is_free, why_not
from upcard.table.prompts import prompt_of, waiting
from upcard.table.rounds import MAIN, Award, AwardState, Round
from upcard.table.titles import end_key, hand_title, start_key, started, wager_on, wager_title

LABELS: Final = {
    "open-table": "OPEN TABLE",
    "shuffle": "SHUFFLE",
    "cut": "CUT",
    "confirm-cut": "CONFIRM CUT",
    "void-shoe": "VOID SHOE",
    "start-game": "START GAME",
    "lift": "LIFT BONUS WAGERS",
    "deal": "DEAL",
    "decide": "DECIDE",
    "claim": "CLAIM",
    "confirm": "CONFIRM",
    "swipe": "SWIPE",
    "end-game": "END GAME",
    "step-back": "STEP BACK",
    "void": "VOID ROUND",
    "card": "CARD",
    "face-down": "FACE DOWN",
    "peek": "PEEK",
    "no-blackjack": "NO BLACKJACK",
    "blackjack": "BLACKJACK",
    "burn": "BURN",
    "expose": "EXPOSED CARD",
    "correct": "CORRECT A CARD",
    "wait": "WAIT",
}
AnyShoe = ShoeState | RealShoe
LOOK: Final = "Look at the hole card, and key what you see"
CLOSED: Final = "the table is closed: a supervisor must open it"
NO_MAIN_WAGER: Final = "place a main wager first"
ANSWERED_BY_DEAL: Final = (AwaitDealKey, AwaitInsurance, AwaitLateWagers, AwaitParlay)


def next_key(
    round_: Round | None, awaited: Awaited, shoe: AnyShoe | None, *, is_open: bool
) -> NextKey:
    """The one big key: what it is called, what it is for, and why it cannot be pressed yet."""
    if not is_open:
        return _next("open-table", "The table is closed: a supervisor must open it")
    is_bad = isinstance(shoe, ShoeState) and bool(shoe.fault)
    if is_bad and shoe is not None and not isinstance(awaited, AwaitAward | AwaitEnd):
        return _next("void-shoe", f"The seed of shoe {shoe.number} is bad: call a supervisor")
    if isinstance(awaited, AwaitWagers | AwaitNothing):
        if is_by_hand(round_):
            return _next("start-game", "Take progressive wagers on their sensors, then START GAME")
        return _next_before_the_start(round_, shoe)
    assert round_ is not None, "without a round, the table is waiting for wagers"
    return _next_in_the_round(round_, awaited)


def is_by_hand(round_: Round | None) -> bool:
    """Whether the dealer deals real cards, which nobody tells the system."""
    return round_ is not None and not round_.game.knows_cards


def label_of(round_: Round | None, key: str) -> str:
    """What a key is called at this table."""
    if round_ is not None and key == "start-game":
        return start_key(round_.game)
    if round_ is not None and key == "end-game":
        return end_key(round_.game)
    return LABELS.get(key, key.upper())


def _start(round_: Round | None, why: str) -> NextKey:
    label = label_of(round_, "start-game")
    return {**_next("start-game", f"Take wagers, then {label}", reason=why), "label": label}


def _next(
    key: NextName, sentence: str, *, reason: str = "", targets: Sequence[Target] = ()
) -> NextKey:
    return {
        "key": key,
        "label": LABELS[key],
        "sentence": sentence,
        "reason": reason,
        "targets": targets,
    }


def _next_before_the_start(round_: Round | None, shoe: AnyShoe | None) -> NextKey:
    if shoe is None:
        return _next("shuffle", "There is no shoe on the table: shuffle")
    if isinstance(shoe, RealShoe):
        return _start(round_, _why_not_start(round_, shoe, True))
    if not shoe.is_cut:
        return _next_in_the_cut(shoe)
    if shoe.is_past_cut_card:
        return _next("shuffle", "The cut card is out: shuffle")
    return _start(round_, _why_not_start(round_, shoe, True))


def _next_in_the_cut(shoe: ShoeState) -> NextKey:
    if shoe.stage is CutStage.OPEN:
        given = f": {len(shoe.parts)} so far" if shoe.parts else ""
        return _next("cut", f"Let the players cut shoe {shoe.number}{given}")
    if shoe.sealed:
        return _next("confirm-cut", why_sealed(shoe), reason=why_sealed(shoe))
    return _next("confirm-cut", "Read the cut aloud. If nobody objects, CONFIRM CUT")


def _next_in_the_round(round_: Round, awaited: Awaited) -> NextKey:
    match awaited:
        case AwaitLift(wagers):
            lifts: list[Target] = [{"spot": spot, "wager": wager} for spot, wager in wagers]
            which = ", ".join(wager_on(round_.game, wager, spot) for spot, wager in wagers)
            return _next("lift", f"Lift {which}", targets=lifts)
        case AwaitCard(is_face_down=True):
            return _next("face-down", card_sentence(round_, awaited))
        case AwaitCard():
            said = card_sentence(round_, awaited)
            return _next("card", said, reason=f"{said}, or key rank and suit")
        case AwaitPeek():
            return _next("peek", LOOK, reason=LOOK)
        case AwaitDealKey():
            return _next("deal", "Pay bonus winners, then DEAL")
        case AwaitInsurance(spots):
            asked: list[Target] = [{"spot": spot, "wager": "insurance"} for spot in spots]
            return _next("deal", "Take insurance, then DEAL", targets=asked)
        case AwaitLateWagers(wagers):
            open_: list[Target] = [{"spot": spot, "wager": wager} for spot, wager in wagers]
            titles = dict.fromkeys(wager_title(round_.game, wager) for _, wager in wagers)
            return _next("deal", f"Take {' and '.join(titles)}, then DEAL", targets=open_)
        case AwaitParlay(spot, most):
            said = f"Spot {spot} may move up to {show_money(most)}. Press DEAL to move nothing"
            return _next("deal", said, targets=[{"spot": spot, "wager": MAIN}])
        case AwaitDecision(hand, legal):
            return _next("decide", f"{started(hand_title(round_, hand))}: {', '.join(legal)}")
        case AwaitAward(award):
            key, doing = _next_of_award(award)
            target: Target = {"spot": award.spot, "wager": award.wager, "outcome": award.outcome}
            return _next(key, f"Spot {award.spot} wins from the meter: {doing}", targets=[target])
        case AwaitEnd():
            label = end_key(round_.game)
            return {**_next("end-game", f"Pay and take, then {label}"), "label": label}
        case AwaitHandButtons():
            return _next("end-game", "Deal. Press the hand button of each winner, then END GAME")
        case _:
            said = prompt_of(round_, awaited)
            return _next("wait", f"Waiting for {said}", reason=f"the table is waiting for {said}")


def _next_of_award(award: Award) -> tuple[NextName, str]:
    """The key of an award's next step, and what it takes."""
    if award.state is AwardState.DUE:
        return "claim", "press the hand button"
    if not award.is_verified:
        return "confirm", "call a supervisor to look at the cards and press CONFIRM"
    return "swipe", "swipe"


def keys_of(
    round_: Round | None,
    awaited: Awaited,
    shoe: AnyShoe | None,
    *,
    is_open: bool,
    step_back: str,
) -> list[ConsoleKey]:
    """Every key of the console with its reason; an empty reason means it may be pressed."""
    if is_by_hand(round_):
        return _keys_by_hand(round_, awaited, is_open=is_open, step_back=step_back)
    reasons = {
        **_decision_reasons(round_, awaited),
        "start-game": _why_not_start(round_, shoe, isinstance(awaited, AwaitWagers)),
        "deal": _unless(
            round_, awaited, AwaitDealKey, AwaitInsurance, AwaitLateWagers, AwaitParlay
        ),
        "end-game": _unless(round_, awaited, AwaitEnd),
        "step-back": step_back,
        "shuffle": "a round is open" if round_ is not None and round_.hands else "",
        "void": _why_not_void(round_),
    }
    if round_ is not None and round_.game.cards is CardSource.READ:
        real = shoe if isinstance(shoe, RealShoe) else None
        reasons |= reading_reasons(round_, awaited, real)
    else:
        bad = isinstance(shoe, ShoeState) and shoe.fault
        reasons["void-shoe"] = "" if bad else "the seed of the shoe is good"
    if not is_open:
        reasons = dict.fromkeys(reasons, CLOSED)
    free = _free(round_, awaited)
    return [
        {"key": key, "label": free.get(key) or label_of(round_, key), "reason": reason}
        for key, reason in reasons.items()
    ]


def _keys_by_hand(
    round_: Round | None, awaited: Awaited, *, is_open: bool, step_back: str
) -> list[ConsoleKey]:
    """The keys of a hand-dealt table: there is no shoe, and nobody keys a decision."""
    reasons = {
        "start-game": _unless(round_, awaited, AwaitWagers),
        "end-game": _unless(round_, awaited, AwaitHandButtons),
        "step-back": step_back,
        "void": _why_not_void(round_),
    }
    if not is_open:
        reasons = dict.fromkeys(reasons, CLOSED)
    return [{"key": key, "label": LABELS[key], "reason": why} for key, why in reasons.items()]


def _decision_reasons(round_: Round | None, awaited: Awaited) -> dict[str, str]:
    if round_ is None or not isinstance(awaited, AwaitDecision):
        played = decisions_in(round_.game.house) if round_ else Decision
        return {decision.value: _why_grey(round_, awaited) for decision in played}
    hand = round_.hands[round_.turn]
    return {
        decision.value: why_not(round_, hand, decision) or ""
        for decision in decisions_in(round_.game.house)
    }


def _free(round_: Round | None, awaited: Awaited) -> dict[str, str]:
    """The labels of the decisions that the house pays for now."""
    if round_ is None or not isinstance(awaited, AwaitDecision):
        return {}
    hand = round_.hands[round_.turn]
    return {
        decision.value: f"FREE {decision.upper()}"
        for decision in awaited.legal
        if is_free(round_, hand, decision)
    }


def _why_not_start(round_: Round | None, shoe: AnyShoe | None, is_betting: bool) -> str:
    if not is_betting:
        return "the round has started"
    if shoe is None:
        return "there is no shoe on the table: shuffle first"
    if isinstance(shoe, ShoeState) and (why := _why_not_dealt(shoe)):
        return why
    has_main = round_ is not None and any(wager.name == MAIN for wager in round_.wagers)
    return "" if has_main else NO_MAIN_WAGER


def _why_not_dealt(shoe: ShoeState) -> str:
    if not shoe.is_cut:
        return f"shoe {shoe.number} is not cut"
    if shoe.fault:
        return f"the seed of shoe {shoe.number} is bad: a supervisor must void the shoe"
    return "the cut card is out: shuffle first" if shoe.is_past_cut_card else ""


def _why_not_void(round_: Round | None) -> str:
    return why_no_void(round_) if round_ is not None and round_.wagers else "no round is open"


def _unless(round_: Round | None, awaited: Awaited, *kinds: type[Awaited]) -> str:
    return "" if isinstance(awaited, kinds) else _why_grey(round_, awaited)


def _why_grey(round_: Round | None, awaited: Awaited) -> str:
    return waiting(round_, awaited) if round_ is not None else "no round is open"
