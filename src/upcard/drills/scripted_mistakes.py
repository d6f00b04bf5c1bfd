"""Mistakes that the dealer on screen makes: each alters one step of a round, or leaves it out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from upcard.cards import Card
from upcard.drills.cited_rules import CitedRule, cited, rule_of
from upcard.drills.dealer_scripts import (
    BADGES,
    EXECUTIVE_FROM,
    DealerStep,
    badge_for,
    button_sentence,
    movement_of,
    pay_sentence,
    swipe_sentence,
)
from upcard.drills.table_pays import reason_for
from upcard.game.decisions import Decision
from upcard.money import Cents, show_money
from upcard.room.people.roles import Role
from upcard.shoes import composition
from upcard.table import Refused, Round, handle
from upcard.table.commands import Command, Deal, PlaceWager, PressHandButton, StartGame
from upcard.table.events import (
    AwardConfirmed,
    CardDealt,
    DecisionMade,
    GameStarted,
    HandButtonPressed,
    WagerCollected,
    WagerPlaced,
    WagerSettled,
)
from upcard.table.evolve import evolve
from upcard.table.keyed_lines import buttons_of
from upcard.table.legality import why_not
from upcard.table.movements import Movement
from upcard.table.prompts import prompt_of
from upcard.table.rounds import DEALER, MAIN, Hand, Stage
from upcard.table.titles import hand_title, started

Shown = tuple[str, Round]
"""A sentence, and the table after it."""


class Altered(NamedTuple):
    """A script that ends with a mistake, and why it is one."""

    steps: tuple[Shown, ...]
    why: str
    rule: CitedRule


Script = Sequence[DealerStep]
Alter = Callable[[Script, random.Random], Altered | None]
"""Makes a mistake in a script; None where the round has no place for it."""


@dataclass(frozen=True, slots=True)
class ScriptedMistake:
    """A kind of mistake."""

    name: str
    title: str
    """What you choose on the page."""
    alter: Alter
    first: tuple[tuple[int, str], ...] = ()
    """Cards that the deal of three spots must have for it, by their places."""
    side_wagers: float = 0.5
    """How many of the side wagers are placed."""


SPOTS: Final = 3
_PAIR: Final = (0, SPOTS + 1)
"""The places at which the first spot gets its two cards."""
_FOUR: Final = (0, SPOTS, SPOTS + 1, 2 * SPOTS + 1)
"""And the dealer's two beside them."""


def _shown(steps: Script) -> tuple[Shown, ...]:
    return tuple((step.sentence, step.after) for step in steps)


def _ending(script: Script, at: int, sentence: str, table: Round) -> tuple[Shown, ...]:
    """The script up to a step, and in its place what the dealer does wrong."""
    return (*_shown(script[:at]), (sentence, table))


def _any(found: Iterator[int], rng: random.Random) -> int | None:
    places = list(found)
    return rng.choice(places) if places else None


def _refusal(round_: Round, command: Command) -> str:
    """Why the table refuses a command; it must."""
    try:
        handle(round_, command)
    except Refused as refused:
        text = str(refused)
        return f"{text[:1].upper()}{text[1:]}."
    raise AssertionError(f"the table takes {command}")


def _wrong_pay(script: Script, rng: random.Random) -> Altered | None:
    paid = [n for n, step in enumerate(script) if isinstance(step.event, WagerSettled)]
    options = [(n, act) for n in paid for act in _wrong_acts(script[n])]
    if not options:
        return None
    at, act = rng.choice(options)
    step = script[at]
    assert isinstance(step.event, WagerSettled)
    settled = step.event.settlement
    right = movement_of(step.after, settled)
    why = f"Right is: {right.act}. {reason_for(right, settled)}"
    steps = _ending(script, at, pay_sentence(right, act), step.after)
    return Altered(steps, why, rule_of(step.after, settled))


def _wrong_acts(step: DealerStep) -> Iterator[str]:
    """Other things that a dealer might do with the chips of a wager."""
    assert isinstance(step.event, WagerSettled)
    settled = step.event.settlement
    right: Movement = movement_of(step.after, settled)
    stake = settled.stake
    if right.pay:
        for amount in (stake, right.pay + stake, right.pay + 500, right.pay * 2):
            if amount not in (0, right.pay):
                yield f"PAY {show_money(Cents(amount))}"
    elif right.take and right.leave:
        yield f"TAKE {show_money(stake)}"
    elif right.take:
        yield f"LEAVE {show_money(stake)}"
    elif right.leave:
        yield f"TAKE {show_money(stake)}"
        yield f"PAY {show_money(stake)}"


def _wrong_order(script: Script, rng: random.Random) -> Altered | None:
    at = _any((n for n in range(len(script) - 1) if _skips(script[n], script[n + 1])), rng)
    if at is None:
        return None
    first, then = _spot_paid(script[at]), _spot_paid(script[at + 1])
    steps = _ending(script, at, script[at + 1].sentence, script[at].before)
    why = f"Spot {first} comes before spot {then}: pay from your right to your left."
    return Altered(steps, why, cited(script[at].after.game.rules, "paying-order"))


def _spot_paid(step: DealerStep) -> int:
    return step.event.settlement.spot if isinstance(step.event, WagerSettled) else 0


def _skips(step: DealerStep, then: DealerStep) -> bool:
    """Whether these are two spots that the dealer pays one after the other at the end."""
    if step.before.stage is not Stage.PAYING or not _spot_paid(step) > _spot_paid(then) > 0:
        return False
    return _moves_chips(step) and _moves_chips(then)


def _moves_chips(step: DealerStep) -> bool:
    """Whether the dealer takes or pays something: who comes next matters only then."""
    assert isinstance(step.event, WagerSettled)
    right = movement_of(step.after, step.event.settlement)
    return bool(right.take or right.pay)


def _early_start(script: Script, rng: random.Random) -> Altered | None:
    """START GAME while a spot has a side wager and no main wager."""
    start = next(n for n, step in enumerate(script) if isinstance(step.event, GameStarted))
    at = _any((n for n in range(start) if len(script[n].events) > 1), rng)
    if at is None:
        return None
    round_, shown = script[0].before, list[Shown]()
    for n, step in enumerate(script[:start]):
        placed = [e for e in step.events if isinstance(e, WagerPlaced)]
        for event in placed:
            round_ = evolve(round_, event) if n != at or event.wager != MAIN else round_
        shown.append((_without_main(step, n == at), round_))
    spot = placed[0].spot if (placed := [*_placed(script[at])]) else 0
    _, events = handle(round_, StartGame())
    reasons = [lost.reason for e in events if isinstance(e, GameStarted) for lost in e.not_latched]
    why = f"Spot {spot} has no main wager yet: {reasons[0] if reasons else 'wait for it'}."
    steps = (*shown, (script[start].sentence, round_))
    return Altered(steps, why, cited(round_.game.rules, "start-game"))


def _placed(step: DealerStep) -> Iterator[WagerPlaced]:
    return (event for event in step.events if isinstance(event, WagerPlaced))


def _without_main(step: DealerStep, is_without: bool) -> str:
    """The sentence of a spot's wagers, perhaps without its main wager."""
    if not is_without:
        return step.sentence
    head, _, _ = step.sentence.partition(" bets ")
    said = step.sentence.partition(", ")[2]
    return f"{head} bets {said}"


def _lift_forgotten(script: Script, _: random.Random) -> Altered | None:
    lifts = [n for n, step in enumerate(script) if isinstance(step.event, WagerCollected)]
    if not lifts:
        return None
    step, deal = script[lifts[-1]], script[lifts[-1] + 1]
    round_ = step.before
    cards = [event.card for event in deal.events if isinstance(event, CardDealt)]
    for event in deal.events:
        round_ = evolve(round_, event)
    why = _refusal(step.before, Deal(cards[0]))
    steps = _ending(script, lifts[-1], deal.sentence, round_)
    return Altered(steps, why, cited(round_.game.rules, "lifting"))


def _another_card(round_: Round, rng: random.Random) -> Card:
    return rng.choice(sorted(composition(round_.game.rules.deck, 1), key=str))


def _split_aces(script: Script, rng: random.Random) -> Altered | None:
    """A split ace that takes no more cards gets one more."""
    for at, step in enumerate(script):
        hand = _hand_dealt(step)
        if hand is None or not hand.is_split or hand.cards[0].rank != "A" or len(hand.cards) != 2:
            continue
        reason = why_not(step.after, hand, Decision.HIT)
        if reason:
            card = _another_card(step.after, rng)
            table = evolve(step.after, CardDealt(hand.name, card))
            who = started(hand_title(step.before, hand.name))
            said = f"{who} hits and gets {card.text}."
            steps = _ending(script, at + 1, said, table)
            rule = cited(table.game.rules, "split-aces", "splitting.aces")
            return Altered(steps, f"{who} may not hit: {reason}.", rule)
    return None


def _hand_dealt(step: DealerStep) -> Hand | None:
    """The hand that the last card of a step was for."""
    last = step.events[-1]
    if not isinstance(last, CardDealt) or last.to == DEALER:
        return None
    return next((hand for hand in step.after.hands if hand.name == last.to), None)


def _wrong_line(script: Script, rng: random.Random) -> Altered | None:
    for at, step in enumerate(script):
        if isinstance(step.event, HandButtonPressed):
            spot, wager = step.event.spot, step.event.wager
            award = next(a for a in step.after.awards if (a.spot, a.wager) == (spot, wager))
            lines = [x for x in buttons_of(step.after.game.offers[wager]) if x != award.outcome]
            line = rng.choice(lines[:4])
            why = _refusal(step.before, PressHandButton(spot, wager, line))
            steps = _ending(script, at, button_sentence(spot, line), step.before)
            return Altered(steps, why, cited(step.after.game.rules, "hand-button"))
    return None


def _wrong_badge(script: Script, rng: random.Random) -> Altered | None:
    for at, step in enumerate(script):
        if isinstance(step.event, AwardConfirmed):
            settled = step.event.settlement
            right = badge_for(settled.won)
            wrong = rng.choice(
                [role for role in BADGES if BADGES.index(role) < BADGES.index(right)]
            )
            why = (
                f"{show_money(settled.won)} takes {_A_BADGE[right]}: from "
                f"{show_money(EXECUTIVE_FROM)} on an executive swipes, below it a supervisor."
            )
            steps = _ending(script, at, swipe_sentence(settled, wrong), step.before)
            return Altered(steps, why, cited(step.after.game.rules, "badge"))
    return None


_A_BADGE: Final = {Role.SUPERVISOR: "a supervisor's badge", Role.EXECUTIVE: "an executive's badge"}


def _misdealt(script: Script, rng: random.Random, *, same_spot: bool) -> Altered | None:
    """The card of one hand is given to another: of another spot, or of the same."""
    options = []
    for at, step in enumerate(script):
        hand = _hand_dealt(step)
        if hand is None or step.before.stage is Stage.DEALING:
            continue
        others = [one for one in step.before_last().hands if one.name != hand.name]
        options += [(at, hand, one) for one in others if (one.spot == hand.spot) is same_spot]
    if not options:
        return None
    at, hand, other = rng.choice(options)
    step = script[at]
    card = step.after.dealt[-1].card
    event = step.event
    does = f"{event.decision}s" if isinstance(event, DecisionMade) else "is due a card"
    before = step.before_last()
    said = f"{started(hand_title(before, hand.name))} {does}"
    sentence = f"{said}. The dealer gives {card.text} to {hand_title(before, other.name)}."
    table = evolve(before, CardDealt(other.name, card))
    why = f"The table was waiting for {prompt_of(before)}."
    rule = cited(table.game.rules, "next-card")
    return Altered(_ending(script, at, sentence, table), why, rule)


def _late_wager(script: Script, rng: random.Random) -> Altered | None:
    dealt = [n for n, step in enumerate(script) if step.before.stage is Stage.DEALING]
    at = rng.choice(dealt)
    round_ = script[at].after
    spot = rng.choice(round_.spots)
    main = round_.wager_on(spot, MAIN)
    assert main is not None, "a spot that plays has a main wager"
    why = _refusal(script[dealt[0]].before, PlaceWager(spot, MAIN, Cents(2 * main.amount)))
    said = f"Spot {spot} adds {show_money(main.amount)} to the main wager, and the dealer takes it."
    steps = _ending(script, at + 1, said, round_)
    return Altered(steps, why, cited(round_.game.rules, "late-wager"))


POWER_BACK: Final = (
    "The power fails. When it is back, the table shows the same cards, and the dealer goes on."
)
_POWER_LOST: Final = (
    "The power fails. When it is back, the dealer gathers the cards and starts the round again."
)


def _power_cut(script: Script, rng: random.Random) -> Altered | None:
    at = _any((n for n, x in enumerate(script) if x.after.stage is Stage.PLAYING), rng)
    if at is None:
        return None
    why = (
        "The room keeps every card and every key. After a power cut the table comes back as it "
        "was: go on with the same round."
    )
    steps = _ending(script, at + 1, _POWER_LOST, script[at].after)
    return Altered(steps, why, cited(script[at].after.game.rules, "power-cut", title="Power cuts"))


def _double_hit(script: Script, rng: random.Random) -> Altered | None:
    at = _any((n for n, step in enumerate(script) if _is_hit(step)), rng)
    if at is None:
        return None
    step = script[at]
    assert isinstance(step.event, DecisionMade)
    card = _another_card(step.after, rng)
    table = evolve(step.after, CardDealt(step.event.hand, card))
    sentence = f"{step.sentence.removesuffix('.')} and {card.text}."
    why = "The player hit once: one card. Ask again before the next one."
    steps = _ending(script, at, sentence, table)
    return Altered(steps, why, cited(table.game.rules, "players-choice"))


def _is_hit(step: DealerStep) -> bool:
    event = step.event
    return isinstance(event, DecisionMade) and event.decision is Decision.HIT


_SEVENS: Final = tuple((place, "7d") for place in _FOUR)

MISTAKES: Final = (
    ScriptedMistake("wrong-pay", "Wrong pay", _wrong_pay),
    ScriptedMistake("wrong-order", "Wrong order of paying", _wrong_order),
    ScriptedMistake("early-start", "START GAME too early", _early_start, side_wagers=0.8),
    ScriptedMistake("late-wager", "Late wager taken", _late_wager),
    ScriptedMistake("lift-forgotten", "Wager not lifted", _lift_forgotten, side_wagers=0.9),
    ScriptedMistake(
        "split-aces",
        "Split ace given another card",
        _split_aces,
        first=((0, "A"), (SPOTS, "6"), (SPOTS + 1, "A")),
    ),
    ScriptedMistake(
        "wrong-line", "Claim on the wrong line", _wrong_line, first=_SEVENS, side_wagers=1
    ),
    ScriptedMistake(
        "wrong-badge", "Swipe with the wrong badge", _wrong_badge, first=_SEVENS, side_wagers=1
    ),
    ScriptedMistake(
        "wrong-spot", "Card to the wrong spot", lambda s, r: _misdealt(s, r, same_spot=False)
    ),
    ScriptedMistake(
        "wrong-hand",
        "Card to the wrong hand of a spot",
        lambda s, r: _misdealt(s, r, same_spot=True),
        first=((0, "8"), (SPOTS, "6"), (SPOTS + 1, "8")),
    ),
    ScriptedMistake("double-hit", "Two cards for one hit", _double_hit),
    ScriptedMistake("power-cut", "Round not resumed after a power cut", _power_cut),
)
"""Every kind of mistake, in the order they are listed."""


def title_of_mistake(name: str) -> str:
    """The title of a mistake, or "No mistake"."""
    return next((one.title for one in MISTAKES if one.name == name), "No mistake")
