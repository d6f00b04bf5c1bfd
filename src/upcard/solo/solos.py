"""Solo tables: one player, one shoe, a bankroll and a demo jackpot. Nothing of it is stored."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from upcard.calculators.mistakes import Mistake
from upcard.calculators.questions import mistake as mistake_in
from upcard.jackpot import Jackpots
from upcard.money import NOTHING, Cents, show_money
from upcard.room.events import RoomKind
from upcard.room.fairness.fair_shuffles import SEED_BYTES, ShoeNumber, commitment, shuffled_shoe
from upcard.room.fairness.table_shoes import ShoeState
from upcard.room.projections.round_facts import line_of, wagers_in
from upcard.room.projections.round_lines import PastRound
from upcard.screens.frame_types import PlacedWager, Replay, SoloFrame
from upcard.screens.frames import TablePicture, frame_of, keypad_of, wagers_record
from upcard.screens.round_replays import steps_of
from upcard.shoes import Shoe
from upcard.solo.decisions_made import DecisionsMade, Price
from upcard.solo.demo_meters import contributed, opened_for, paid, pictures_of
from upcard.solo.practice_shoes import ChartPlace, place_of, practice_shoes
from upcard.solo.refusals import RoundUnknown, SoloRefused
from upcard.table.awaits import AwaitAward, AwaitCard, Awaited, AwaitLift, AwaitNothing, awaits
from upcard.table.commands import (
    NO_KEY,
    Choose,
    Command,
    ConfirmAward,
    Deal,
    PlaceWager,
    PressHandButton,
    StartGame,
)
from upcard.table.drivers import declined, play_on, routine
from upcard.table.events import Event
from upcard.table.games import Game
from upcard.table.handle import handle
from upcard.table.legality import added_by
from upcard.table.movements import left_in_hand
from upcard.table.prompts import waiting
from upcard.table.rounds import AwardState, Round
from upcard.table.views import Audience, Viewer

Started = Callable[["SoloState", Command], "SoloState"]
"""A table after a command, with everything that follows by itself."""

BANKROLL: Final = Cents(100_000)
TABLE: Final = "solo"
CUT: Final = "solo"
"""Nobody cuts a solo shoe; its order still follows from seed, number and this word."""
HISTORY_MAX: Final = 20
UNDO_MAX: Final = 200
NOT_ENOUGH: Final = "not-enough-money"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloState:
    """A solo table at one moment; taking a step back is going back to an earlier one."""

    round: Round
    shoe: Shoe
    shoe_state: ShoeState
    jackpots: Jackpots
    bank: Cents
    """The player's money at the start of the round."""
    rounds: int = 0
    history: tuple[PastRound, ...] = ()
    events: tuple[Event, ...] = ()
    """What has happened in the round."""
    past: tuple[tuple[int, tuple[Event, ...]], ...] = ()
    """The same of the rounds in the history, by number."""
    last_wagers: tuple[PlacedWager, ...] = ()

    @property
    def in_hand(self) -> Cents:
        """What the player has that does not lie on the table."""
        return left_in_hand(self.round, self.bank)


class Drill(StrEnum):
    """Hands to practise: the shoe is arranged so that the first spot gets one of them."""

    HARD = "hard"
    SOFT = "soft"
    PAIRS = "pairs"

    @property
    def heading(self) -> str:
        """What the drill is called."""
        return _DRILL_TITLES[self]

    def is_in(self, round_: Round) -> bool:
        """Whether the first hand of the round is one to practise."""
        hand = round_.hands[0]
        if hand.is_settled or len(hand.cards) != 2:
            return False
        first, second = hand.cards
        match self:
            case Drill.HARD:
                return not hand.total.is_soft and hand.total.points in HARD_TOTALS
            case Drill.SOFT:
                return hand.total.is_soft and hand.total.points in SOFT_TOTALS
            case Drill.PAIRS:
                return first.points == second.points

    def arranged(self, state: SoloState, rng: random.Random, started: Started) -> SoloState:
        """*state* with the cards still to come in an order that deals such a hand."""
        come = list(state.shoe.order[state.shoe.drawn :])
        gone = tuple(state.shoe.order[: state.shoe.drawn])
        trial = state
        for _ in range(TRIALS_MAX):
            trial = replace(state, shoe=Shoe((*gone, *come), state.shoe.drawn))
            if self.is_in(started(trial, StartGame()).round):
                break
            rng.shuffle(come)
        return trial


_DRILL_TITLES: Final = {
    Drill.HARD: "Hard 12 to 16",
    Drill.SOFT: "Soft 13 to 18",
    Drill.PAIRS: "Pairs",
}
HARD_TOTALS: Final = range(12, 17)
SOFT_TOTALS: Final = range(13, 19)
TRIALS_MAX: Final = 150


def _done(state: SoloState, command: Command) -> SoloState:
    """*state* after a command of the table; a refusal changes nothing."""
    round_, events = handle(state.round, command)
    return replace(state, round=round_, events=(*state.events, *events))


class SoloTable:
    """A table for one player, who presses every key."""

    def __init__(
        self, game: Game, seed: int | None, drill: Drill | None = None, price: Price = mistake_in
    ) -> None:
        self.game = game
        self.drill = drill
        self.decisions = DecisionsMade(price)
        self.version = 0
        self.used = time.monotonic()
        self._rng = random.SystemRandom() if seed is None else random.Random(seed)
        self._lock = threading.Lock()
        self._past: list[SoloState] = []
        shoe, shoe_state = self._shuffled(1)
        self.state = SoloState(
            round=Round(game),
            shoe=shoe,
            shoe_state=shoe_state,
            jackpots=opened_for(game),
            bank=BANKROLL,
        )

    def press(
        self, command: Command, *, is_judged: bool = True
    ) -> tuple[SoloFrame, Mistake | None]:
        """
        Carry a command out; cards, lifts and the next shoe come by themselves.

        With *is_judged* a decision waits for what it gives away; otherwise ask `decisions`.
        """
        with self._lock:
            self._check(command)
            before = self.state
            self.state = self._after(before, command)
            self._past = [] if self.state.rounds > before.rounds else [*self._past, before]
            self._past = self._past[-UNDO_MAX:]
            if isinstance(command, Choose):
                self.decisions.note(self.version + 1, before.round, command.decision)
            frame = self._told()
        if isinstance(command, Choose) and is_judged:
            mistake = self.decisions.judged(frame["version"])
            return self.frame(), mistake
        return frame, None

    def press_next(self, practise: Sequence[ChartPlace] = ()) -> tuple[SoloFrame, Mistake | None]:
        """
        Do the one thing that is to be done next, where there is just one.

        A round that begins now deals the first hand one of the places to *practise*, if it can.
        """
        awaited = awaits(self.state.round)
        if isinstance(awaited, AwaitAward):
            award = awaited.award
            if award.state is not AwardState.DUE:
                return self._swipe()
            return self.press(PressHandButton(award.spot, award.wager, award.outcome))
        command = routine(awaited) or declined(awaited)
        if command is None:
            raise SoloRefused("out-of-turn", f"{waiting(self.state.round)}: you must choose")
        if isinstance(command, StartGame) and practise:
            self._practise(practise)
        return self.press(command)

    def _practise(self, places: Sequence[ChartPlace]) -> None:
        """Put the cards still to come in an order that deals one of *places*, if there is one."""
        with self._lock:
            state = self.state
            spots = {wager.spot for wager in state.round.wagers}
            for shoe in practice_shoes(state.shoe, places, len(spots), self._rng):
                trial = replace(state, shoe=shoe)
                if place_of(self._started(trial, StartGame()).round) in places:
                    self.state = trial
                    return

    def undo(self) -> SoloFrame:
        """Take the last step of this round back. Mistakes stay counted."""
        with self._lock:
            if not self._past:
                raise SoloRefused("nothing-to-undo", "there is nothing to take back in this round")
            self.state = self._past.pop()
            return self._told()

    def frame(self) -> SoloFrame:
        """The table as the player sees it."""
        with self._lock:
            return self._frame()

    def replay(self, number: int) -> Replay:
        """A round of the history again, card by card."""
        for past, events in self.state.past:
            if past == number:
                steps = steps_of(self.game, events, self._viewer())
                return {"id": f"{TABLE}/{number}", "steps": steps}
        raise RoundUnknown(f"round {number} is not in the history")

    def _viewer(self) -> Viewer:
        return Viewer(Audience.PLAYER, tuple(range(1, self.game.rules.spots_max + 1)))

    def _told(self) -> SoloFrame:
        self.version += 1
        self.used = time.monotonic()
        return self._frame()

    def _frame(self) -> SoloFrame:
        state = self.state
        picture = TablePicture(
            table=TABLE,
            version=self.version,
            sequence=self.version,
            game=self.game,
            round=state.round,
            number=state.rounds + 1,
            shoe=state.shoe_state,
            meters=pictures_of(state.jackpots, self.game),
            is_open=True,
            dealer="Upcard",
            kind=RoomKind.TRAINING,
            step_back="" if self._past else "there is nothing to take back in this round",
            history=state.history,
            last_wagers=state.last_wagers,
        )
        return {
            **frame_of(picture, self._viewer()),
            **keypad_of(picture),
            "solo": {
                "bankroll": state.in_hand,
                "net": Cents(state.bank - BANKROLL),
                "rounds": state.rounds,
                "mistakes": self.decisions.mistakes,
                "cost": Cents(round(self.decisions.cost)),
            },
        }

    def _check(self, command: Command) -> None:
        """Refuse what a solo player does not bring or cannot pay."""
        if isinstance(command, NO_KEY):
            raise SoloRefused(
                "not-by-hand",
                "you cannot enter a card or an award: they come from the shoe and the meter",
            )
        if isinstance(command, PlaceWager):
            lies = self.state.round.wager_on(command.spot, command.wager)
            self._check_money(command.amount - (lies.amount if lies else NOTHING))
        round_ = self.state.round
        if isinstance(command, Choose) and round_.turn < len(round_.hands):
            hand = round_.hands[round_.turn]
            self._check_money(added_by(round_, hand, command.decision))

    def _check_money(self, more: int) -> None:
        if more > self.state.in_hand:
            have = show_money(self.state.in_hand)
            raise SoloRefused(NOT_ENOUGH, f"that costs {show_money(Cents(more))}: you have {have}")

    def _after(self, state: SoloState, command: Command) -> SoloState:
        if isinstance(command, StartGame) and self.drill is not None:
            state = self.drill.arranged(state, self._rng, self._started)
        return self._started(state, command)

    def _started(self, state: SoloState, command: Command) -> SoloState:
        state = _done(state, command)
        if isinstance(command, StartGame):
            meters = contributed(state.jackpots, state.round, f"{state.rounds + 1}")
            state = replace(state, jackpots=meters)
        return self._run_on(state)

    def _run_on(self, state: SoloState) -> SoloState:
        """What the table and the house do by themselves, until the player is asked."""
        shoe = state.shoe

        def answer(_: Round, awaited: Awaited) -> Command | None:
            nonlocal shoe
            if isinstance(awaited, AwaitCard):
                card, shoe = shoe.draw()
                return Deal(card)
            return routine(awaited) if isinstance(awaited, AwaitLift) else None

        round_, events = play_on(state.round, answer)
        state = replace(
            state,
            round=round_,
            events=(*state.events, *events),
            shoe=shoe,
            shoe_state=replace(state.shoe_state, dealt=shoe.drawn),
        )
        return self._closed(state) if isinstance(awaits(round_), AwaitNothing) else state

    def _swipe(self) -> tuple[SoloFrame, Mistake | None]:
        with self._lock:
            awaited = awaits(self.state.round)
            if not isinstance(awaited, AwaitAward):
                raise SoloRefused("out-of-turn", waiting(self.state.round))
            state, award = self.state, awaited.award
            award_id = f"{state.rounds + 1}/{award.wager} {award.spot}"
            jackpots, amount = paid(state.jackpots, state.round, award, award_id)
            confirm = ConfirmAward(award.spot, award.wager, amount)
            self.state = self._run_on(_done(replace(state, jackpots=jackpots), confirm))
            self._past.clear()
            return self._told(), None

    def _closed(self, state: SoloState) -> SoloState:
        """The round is over: pay, remember, and shuffle if the cut card is out."""
        number = state.rounds + 1
        line: PastRound = {"id": f"{TABLE}/{number}", **line_of(state.round)}
        state = replace(
            state,
            round=Round(self.game),
            bank=Cents(state.bank + sum(settled.net for settled in state.round.settlements)),
            rounds=number,
            history=(line, *state.history)[:HISTORY_MAX],
            past=((number, state.events), *state.past)[:HISTORY_MAX],
            events=(),
            last_wagers=wagers_record(wagers_in(state.round)),
        )
        if state.shoe_state.is_past_cut_card:
            shoe, shoe_state = self._shuffled(state.shoe_state.number + 1)
            state = replace(state, shoe=shoe, shoe_state=shoe_state)
        return state

    def _shuffled(self, number: int) -> tuple[Shoe, ShoeState]:
        game = self.game
        seed = self._rng.randbytes(SEED_BYTES)
        which = ShoeNumber(table=TABLE, number=number)
        order = shuffled_shoe(seed, which, CUT, game.rules.deck, game.decks)
        return Shoe(order), ShoeState(
            number=number,
            deck=game.rules.deck,
            decks=game.decks,
            commitment=commitment(seed),
            cut_card=len(order) * 3 // 4,
            cut=CUT,
        )
