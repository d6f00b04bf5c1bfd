"""Whatever anybody sends, in any order: a refusal changes nothing, an invariant never breaks."""

import random
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.every_game.invariants import check_end, check_state
from upcard.cards import Card, Deck
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.table import Decision, Refused, Round, awaits, evolve, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    AwaitEnd,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitLift,
    AwaitParlay,
    AwaitWagers,
)
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeAwardBack,
    TakeSeat,
)
from upcard.table.rounds import Stage

WAGERS = (
    "main",
    "insurance",
    "match-up",
    "match-down",
    "trilux",
    "trilux-super-3",
    "kings-bounty",
    "bonanza",
    "bahama-progressive",
    "blazing-7s-upcard",
    "blazing-7s-player",
    "bogus",
)
spots = st.integers(-1, 9)
amounts = st.sampled_from((0, -5, 1, 100, 500, 1000, 2500, 40_000, 40_001, 10**12)).map(Cents)
any_card = st.sampled_from(Deck.STANDARD.cards)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(TakeSeat, st.sampled_from(("anna", "b c", "")), st.tuples(spots, spots)),
    st.builds(PlaceWager, spots, st.sampled_from(WAGERS), amounts),
    st.builds(LiftWager, spots, st.sampled_from(WAGERS)),
    st.just(StartGame()),
    st.builds(Deal, any_card),
    st.just(PressDeal()),
    st.builds(Choose, st.sampled_from(Decision)),
    st.builds(PressHandButton, spots, st.sampled_from(WAGERS), st.sampled_from(("three-7s", "x"))),
    st.builds(ConfirmAward, spots, st.sampled_from(WAGERS), amounts),
    st.builds(TakeAwardBack, spots, st.sampled_from(WAGERS)),
    st.just(EndGame()),
)


class AnyCommands(RuleBasedStateMachine):
    """A table that gets nonsense and sense by turns."""

    @initialize(name=st.sampled_from(CATALOGUE.names("games")), pick=st.integers(0, 9))
    def open(self, name: str, pick: int) -> None:
        rules = game(name).rules
        packs = [pack.name for pack in rules.packs or ()]
        self.round = Round(game(rules, pack=packs[pick % len(packs)] if packs else None))
        self.folded = self.round
        self.refusals: list[str] = []
        self.unchanged = True

    @rule(command=commands)
    def anything(self, command: Command) -> None:
        """Any command at all: it is carried out, or refused with a sentence and no change."""
        before = repr(self.round)
        try:
            after, events = handle(self.round, command)
        except Refused as refused:
            self.refusals.append(str(refused))
            events, after = [], self.round
            self.unchanged = repr(self.round) == before
        self.round = after
        for event in events:
            self.folded = evolve(self.folded, event)

    @rule(spot=st.integers(1, 7), amount=st.sampled_from((100, 500, 1000)).map(Cents))
    def wager(self, spot: int, amount: Cents) -> None:
        for name in ("main", *self.round.game.offers):
            self.anything(PlaceWager(spot, name, amount))

    @rule(choice=st.integers(0, 100), card=any_card)
    def what_the_table_awaits(self, choice: int, card: Card) -> None:
        """Something sensible, so that runs get past the wagers."""
        self.anything(_sensible(self.round, choice, card))

    @invariant()
    def the_state_can_be(self) -> None:
        if hasattr(self, "round"):
            check_state(self.round)
            assert self.folded == self.round
            assert self.unchanged
            assert all(self.refusals)
            if self.round.stage is Stage.OVER:
                check_end(self.round)


def _sensible(round_: Round, choice: int, card: Card) -> Command:
    match awaits(round_):
        case AwaitWagers():
            return StartGame()
        case AwaitLift(wagers):
            return LiftWager(*wagers[0])
        case AwaitCard():
            return Deal(card)
        case AwaitDecision(_, legal):
            return Choose(legal[choice % len(legal)])
        case AwaitParlay(spot, most) if choice % 3:
            return MoveWinnings(spot, Cents(most * choice // 100))
        case AwaitInsurance() | AwaitLateWagers() | AwaitDealKey() | AwaitParlay():
            return PressDeal()
        case AwaitAward(award):
            if choice % 2:
                return ConfirmAward(award.spot, award.wager, Cents(choice))
            return PressHandButton(award.spot, award.wager, award.outcome)
        case AwaitEnd():
            return EndGame()
        case _:
            return StartGame()


TestAnyCommands: Any = AnyCommands.TestCase
TestAnyCommands.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


def test_a_thousand_random_key_presses_never_break_an_invariant() -> None:
    rng = random.Random(28)
    keys: list[Command] = [StartGame(), PressDeal(), EndGame()]
    keys += [Choose(decision) for decision in Decision]
    keys += [PlaceWager(spot, "main", Cents(500)) for spot in range(1, 8)]
    keys += [Deal(card) for card in Deck.STANDARD.cards]
    for name in CATALOGUE.names("games"):
        round_ = Round(game(name))
        for _ in range(1000):
            try:
                round_, _ = handle(round_, rng.choice(keys))
            except Refused:
                continue
            check_state(round_)
            if round_.stage is Stage.OVER:
                round_ = Round(round_.game)
