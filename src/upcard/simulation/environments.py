"""
A Gymnasium environment: one spot of any game, played at the table itself.

    import gymnasium
    from upcard.catalogue_games import game
    from upcard.simulation.environments import TableEnv

    env = TableEnv(game("bahamas"))
    seen, info = env.reset(seed=2026)
    done = False
    while not done:
        action = env.action_space.sample(mask=seen["action_mask"])
        seen, reward, done, _, info = env.step(action)

The reward is the net of the main wager in wagers, at the end. Gymnasium is not needed to import
this module, only to make an environment.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np

from upcard.cards import Card
from upcard.extras import install_command
from upcard.money import Cents
from upcard.shoes import composition
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.packed_games import DEFAULT_WAGER
from upcard.table import Decision, Round, awaits, handle
from upcard.table.awaits import AwaitCard, AwaitDecision, Awaited, AwaitEnd, AwaitInsurance
from upcard.table.commands import Choose, Command, Deal, PlaceWager, StartGame
from upcard.table.drivers import declined, play_on
from upcard.table.games import Game
from upcard.table.rounds import MAIN

try:
    _gymnasium: Any = import_module("gymnasium")
except ImportError:
    _gymnasium = None

_Env: Any = _gymnasium.Env if _gymnasium else object

DECISIONS: Final = tuple(Decision)
"""What each action means."""
FEATURES: Final = {
    "total": 32,
    "is_soft": 2,
    "cards": 23,
    "doubles": 4,
    "is_split": 2,
    "is_pair": 2,
    "hands": 5,
    "upcard": 11,
}
"""What is seen of the hand in turn, and how many values each may take; all 0 when it is over."""


class TableEnv(_Env):  # type: ignore[misc]
    """
    One round of one spot. Actions are hit, stand, double, split, surrender and rescue.

    An action that is not legal stands, and *info* says so: look at the action mask. A round that is
    decided by the deal still takes one action, a stand, so that its reward is not lost.
    """

    def __init__(self, game: Game, *, wager: Cents = DEFAULT_WAGER) -> None:
        if _gymnasium is None:
            raise SetupError(
                "an environment needs Gymnasium, which is not installed: "
                f"{install_command('environments')}"
            )
        self.metadata: dict[str, Any] = {"render_modes": []}
        self.render_mode = None
        self.game = game
        self.wager = wager
        spaces = _gymnasium.spaces
        self.action_space = spaces.Discrete(len(DECISIONS))
        self.observation_space = spaces.Dict(
            {
                "hand": spaces.MultiDiscrete(list(FEATURES.values())),
                "action_mask": spaces.Box(0, 1, (len(DECISIONS),), np.int8),
            }
        )
        self._cards = list(composition(game.rules.deck, game.decks).elements())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Shuffle a full shoe and deal."""
        super().reset(seed=seed)
        self._order = self.np_random.permutation(len(self._cards))
        round_, _ = handle(Round(self.game), PlaceWager(1, MAIN, self.wager))
        self._round, _ = handle(round_, StartGame())
        self._go_on()
        return self._seen(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Decide, and go on to the next decision or to the end."""
        legal, is_legal = self._legal(), bool(self._mask()[action])
        if legal:
            decision = DECISIONS[action] if is_legal else Decision.STAND
            self._round, _ = handle(self._round, Choose(decision))
            self._go_on()
        is_over = not self._legal()
        net = sum(settled.net for settled in self._round.settlements)
        reward = net / self.wager if is_over else 0.0
        return self._seen(), reward, is_over, False, {"is_legal": is_legal}

    def _go_on(self) -> None:
        """Deal cards and take no insurance until there is something to decide, or nothing more."""
        self._round, _ = play_on(self._round, self._answer)

    def _answer(self, round_: Round, awaited: Awaited) -> Command | None:
        match awaited:
            case AwaitCard():
                return Deal(self._next_card(round_))
            case AwaitInsurance():
                return declined(awaited)
            case AwaitDecision() | AwaitEnd():
                return None
            case other:
                raise AssertionError(f"a lone main wager never leads to {other}")

    def _next_card(self, round_: Round) -> Card:
        card: Card = self._cards[self._order[len(round_.dealt)]]
        return card

    def _legal(self) -> tuple[Decision, ...]:
        awaited = awaits(self._round)
        return awaited.legal if isinstance(awaited, AwaitDecision) else ()

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        legal = self._legal() or (Decision.STAND,)
        return np.array([decision in legal for decision in DECISIONS], np.int8)

    def _seen(self) -> dict[str, Any]:
        features = dict.fromkeys(FEATURES, 0)
        legal = self._legal()
        if legal:
            hand = self._round.hands[self._round.turn]
            features |= {
                "total": hand.total.points,
                "is_soft": hand.total.is_soft,
                "cards": len(hand.cards),
                "doubles": hand.doubles,
                "is_split": hand.is_split,
                "is_pair": Decision.SPLIT in legal,
                "hands": len(self._round.hands),
                "upcard": self._round.upcard.points,
            }
        return {
            "hand": np.array(list(features.values()), np.int64),
            "action_mask": self._mask(),
        }
