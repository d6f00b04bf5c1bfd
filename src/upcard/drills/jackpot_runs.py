"""Run the jackpot: a hand-dealt table from START GAME to END GAME, as S0 6 to 10 have it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from upcard.cards import Card
from upcard.drills.bare_views import bare_view
from upcard.drills.cited_rules import cited
from upcard.drills.drill_kinds import DrillError
from upcard.drills.drill_scores import ScoredDecision, time_of
from upcard.drills.drill_types import RunDesk
from upcard.drills.jackpot_rooms import (
    PROGRESSIVE,
    SEEDS,
    TABLE,
    TrainingRoom,
    meter_offer,
    training_room,
)
from upcard.drills.practice_rounds import PracticeRound, play_round
from upcard.game.words import words_of
from upcard.money import OfMeter
from upcard.plain import JsonObject
from upcard.room.money_orders import ConfirmWin, PrintSlip, SwipeAward
from upcard.room.orders import Wish
from upcard.room.people.roles import Role
from upcard.room.procedures.confirmations import is_large
from upcard.room.table_orders import Operate
from upcard.table import Game, Round
from upcard.table.awaits import wagers_to_lift
from upcard.table.commands import EndGame, LiftWager, PlaceWager, PressHandButton, StartGame
from upcard.table.events import GameStarted, RoundEnded
from upcard.table.evolve import evolve
from upcard.table.keyed_lines import buttons_of
from upcard.table.rounds import Award, AwardState, Stage
from upcard.table.side_settlements import cards_seen
from upcard.wagers import Offer

SPOTS: Final = 3
TRIES: Final = 60
BADGES: Final = (Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE)
DEEDS: Final = ("start", "lift", "button", "call", "confirm", "swipe", "print", "end")
_CARDS: Final = (("7d",) * 4, ("7d", "7h", "7d", "7h"), ("7s", "7c", "7c", "7s"), ("7h",) * 4)
"""Sevens for one spot and the dealer: with them every progressive of the catalogue wins."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key that somebody presses, or a call."""

    do: str
    spot: int = 0
    line: str = ""
    badge: Role = Role.DEALER


@dataclass(frozen=True, slots=True)
class RunExercise:
    """The cards on the felt, and the room, which does not know them."""

    played: PracticeRound
    offer: Offer
    room: TrainingRoom
    """With the wagers on the sensors, before START GAME."""

    @property
    def game(self) -> Game:
        """What is played."""
        return self.played.game

    def lines(self) -> dict[int, str]:
        """What each spot with the wager has won, as the judge of the wager says."""
        round_ = self.played.round
        found = {
            wager.spot: self.offer.verdict(cards_seen(round_, wager.spot, self.offer)).outcome
            for wager in round_.wagers
            if wager.name == self.offer.name
        }
        return {spot: line for spot, line in found.items() if line in buttons_of(self.offer)}

    def answers(self) -> list[JsonObject]:
        """The right keys, in order."""
        run, made = JackpotRun(self, self.room), list[JsonObject]()
        while not run.is_over:
            press = run.expected()[0]
            made.append({**_data(press), "milliseconds": 0})
            run, _ = run.pressed(press)
        return made


def _data(press: Press) -> JsonObject:
    return {"do": press.do, "spot": press.spot, "line": press.line, "badge": press.badge.value}


def run_exercise(game: Game, rng: random.Random) -> RunExercise:
    """A round in which a spot wins from the meter."""
    offer = meter_offer(game)
    room = training_room(game.rules.name, rng.choice(SEEDS))
    assert offer is not None, "a room was made for it"
    for _ in range(TRIES):
        spot = rng.randrange(SPOTS)
        places = (spot, SPOTS + 1 + spot, SPOTS, 2 * SPOTS + 1)
        first = dict(zip(places, rng.choice(_CARDS), strict=True))
        played = play_round(game, rng, spots=SPOTS, side_wagers=0.8, first=first)
        if played is not None and any(one.wager == offer.name for one in played.round.awards):
            return RunExercise(played, offer, _with_wagers(room, played.round, offer))
    raise DrillError(f"game is {game.rules.name!r}: no round with a jackpot was found")


def _with_wagers(room: TrainingRoom, round_: Round, offer: Offer) -> TrainingRoom:
    for wager in round_.wagers:
        if wager.name == offer.name:
            command = PlaceWager(wager.spot, wager.name, wager.amount)
            room = room.ordered(Role.DEALER, Operate(TABLE, command))
    return room


@dataclass(frozen=True, slots=True)
class JackpotRun:
    """An exercise at one moment."""

    exercise: RunExercise
    room: TrainingRoom
    called: bool = False
    """Whether the dealer has called a supervisor for the award that is claimed."""

    @property
    def round(self) -> Round | None:
        """The round that the room knows; None when END GAME has closed it."""
        return self.room.state.tables[TABLE].round

    @property
    def is_over(self) -> bool:
        """Whether END GAME has closed the round."""
        return self.round is None

    def expected(self) -> list[Press]:
        """What may be done next: one key, or one of several in any order."""
        round_ = self.round
        assert round_ is not None, "the round is open"
        if round_.stage is Stage.BETTING:
            return [Press("start")]
        if round_.stage is Stage.LIFTING:
            return [Press("lift", spot) for spot, _ in wagers_to_lift(round_)]
        for spot, line in sorted(self.exercise.lines().items(), reverse=True):
            if (press := self._expected_at(round_, spot, line)) is not None:
                return [press]
        return [Press("end")]

    def _expected_at(self, round_: Round, spot: int, line: str) -> Press | None:
        """What is still to do for a winner, if anything."""
        offer = self.exercise.offer
        keyed = {one.spot: one.outcome for one in round_.keyed}
        keyed |= {one.spot: one.outcome for one in round_.awards}
        if spot not in keyed or keyed[spot] != line:
            return Press("button", spot, keyed.get(spot, line))
        if not isinstance(offer.pays[line], OfMeter):
            return None
        award = next(one for one in round_.awards if one.spot == spot)
        if award.state is AwardState.CONFIRMED:
            return Press("print") if self.room.state.unprinted else None
        if award.is_verified:
            return Press("swipe", spot, badge=self._swiper(award))
        return Press("confirm", spot, badge=Role.SUPERVISOR) if self.called else Press("call")

    def _swiper(self, award: Award) -> Role:
        """Whose badge the award takes."""
        state = self.room.state
        level = state.jackpots.progressives[PROGRESSIVE].levels[award.level]
        is_exec = any(is_large(state.links[PROGRESSIVE], level, one) for one in level.waiting)
        return Role.EXECUTIVE if is_exec else Role.SUPERVISOR

    def pressed(self, press: Press) -> tuple[JackpotRun, str]:
        """The exercise after a key, or the same and why the room refused it."""
        if press.do == "call":
            return self._with_call()
        role = Role.SUPERVISOR if press.do == "print" else press.badge
        room, refusal = self.room.tried(role, self._wish(press))
        called = self.called and press.do != "swipe"
        return replace(self, room=room, called=called if not refusal else self.called), refusal

    def _with_call(self) -> tuple[JackpotRun, str]:
        awards = self.round.awards if self.round else ()
        if not any(one.state is AwardState.CLAIMED for one in awards):
            return self, "no award is claimed: press the hand button of the winner first"
        return replace(self, called=True), ""

    def _wish(self, press: Press) -> Wish:
        wager, round_ = self.exercise.offer.name, self.exercise.played.round
        match press.do:
            case "start":
                return Operate(TABLE, StartGame())
            case "lift":
                return Operate(TABLE, LiftWager(press.spot, wager))
            case "button":
                return Operate(TABLE, PressHandButton(press.spot, wager, press.line))
            case "confirm":
                own = round_.cards_dealt_to(press.spot)
                return ConfirmWin(TABLE, press.spot, wager, *_keyed_cards(own, round_))
            case "swipe":
                return SwipeAward(TABLE, press.spot, wager)
            case "print":
                return PrintSlip(self.room.state.slips)
            case _:
                return Operate(TABLE, EndGame())


def _keyed_cards(own: tuple[Card, ...], round_: Round) -> tuple[tuple[Card, ...], ...]:
    """The cards that a supervisor keys with CONFIRM: they lie on the felt."""
    return own[:2], round_.dealer[:2]


def judge_run(
    exercise: RunExercise, answers: Sequence[JsonObject]
) -> tuple[list[ScoredDecision], JackpotRun, list[str]]:
    """Each key, right or wrong; how far the exercise is; and what happened, in sentences."""
    run, scored, news = JackpotRun(exercise, exercise.room), list[ScoredDecision](), list[str]()
    for place, answer in enumerate(answers, 1):
        if run.is_over:
            raise DrillError(f"answer {place} comes after END GAME: the exercise is over")
        press = _read(answer, place)
        expected = run.expected()
        after, refusal = run.pressed(press)
        is_right = press in expected and not refusal
        why = refusal or ("" if is_right else _NOT_REFUSED)
        scored.append(_scored(exercise, press, expected[0], why, answer, place))
        news.append(f"{title_of_press(press)}{f': refused. {_cap(refusal)}.' if refusal else '.'}")
        run = after
    return scored, run, news


_NOT_REFUSED: Final = (
    "The room takes this key, but something else comes first. Nobody stops you at the table."
)


def _cap(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _scored(
    exercise: RunExercise, press: Press, right: Press, why: str, answer: JsonObject, place: int
) -> ScoredDecision:
    rules = exercise.played.game.rules
    return ScoredDecision(
        what=_STEPS[right.do][1],
        given=title_of_press(press),
        right=title_of_press(press if not why else right),
        why=f"{_cap(why)}." if why and not why.endswith(".") else why,
        rule=cited(rules, _STEPS[right.do][0], title=_STEPS[right.do][1]),
        is_right=not why,
        milliseconds=time_of(answer, place),
    )


_STEPS: Final = {
    "start": ("start-game", "START GAME"),
    "lift": ("lifting", "Lift the wagers"),
    "button": ("hand-button", "The hand button"),
    "call": ("call-supervisor", "Call a supervisor"),
    "confirm": ("confirm", "CONFIRM"),
    "swipe": ("badge", "The swipe"),
    "print": ("win-page", "The win page"),
    "end": ("end-game", "END GAME"),
}


def title_of_press(press: Press) -> str:
    """A key as it is labelled."""
    match press.do:
        case "lift":
            return f"Lift the wager of spot {press.spot}"
        case "button":
            return f"Spot {press.spot}: {words_of(press.line)}"
        case "confirm":
            return f"CONFIRM spot {press.spot}, {press.badge}'s badge"
        case "swipe":
            return f"Swipe for spot {press.spot}, {press.badge}'s badge"
        case "print":
            return "Print the win page"
        case _:
            return _STEPS[press.do][1]


def _read(answer: JsonObject, place: int) -> Press:
    do, spot = answer.get("do"), answer.get("spot", 0)
    if do not in DEEDS:
        raise DrillError(f"do of answer {place} is {do!r}: write one of {', '.join(DEEDS)}")
    if isinstance(spot, bool) or not isinstance(spot, int) or not 0 <= spot <= SPOTS:
        raise DrillError(f"spot of answer {place} is {spot!r}: write 0 to {SPOTS}")
    badge = answer.get("badge") or Role.DEALER.value
    if badge not in [role.value for role in BADGES]:
        names = ", ".join(role.value for role in BADGES)
        raise DrillError(f"badge of answer {place} is {badge!r}: write one of {names}")
    return Press(str(do), spot, str(answer.get("line", "")), Role(badge))


def desk_of(run: JackpotRun, news: Sequence[str]) -> RunDesk:
    """What the trainee sees: the felt, what happened, and what the keys are for."""
    offer, round_ = run.exercise.offer, run.exercise.played.round
    return {
        "view": bare_view(_felt(run)),
        "wager": offer.title,
        "spots": [wager.spot for wager in round_.wagers if wager.name == offer.name],
        "lines": [{"name": line, "title": words_of(line)} for line in buttons_of(offer)],
        "badges": [role.value for role in BADGES],
        "meters": [
            {"level": words_of(name), "amount": level.display}
            for name, level in run.room.state.jackpots.progressives[PROGRESSIVE].levels.items()
        ],
        "news": list(news),
    }


def _felt(run: JackpotRun) -> Round:
    """The table as it lies there: no cards before the wagers are lifted."""
    round_, known = Round(run.exercise.played.game), run.round
    is_dealt = known is None or known.stage not in (Stage.BETTING, Stage.LIFTING)
    last = RoundEnded if is_dealt else GameStarted
    for event in run.exercise.played.events:
        if isinstance(event, last):
            break
        round_ = evolve(round_, event)
    return round_
