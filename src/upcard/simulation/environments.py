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

The reward is what the player gained, in wagers, at the end. `vector_environments` has the same for
many rounds at once. Gymnasium is not needed to import this module, only to make an environment.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np

from upcard.cards import Card
from upcard.extras import install_command
from upcard.money import Cents
from upcard.shoes import composition
from upcard.simulation.kernels import layout as at
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.packed_games import DEFAULT_WAGER
from upcard.table import Decision, Round, awaits, handle
from upcard.table.awaits import (
    AwaitCard,
    AwaitDecision,
    Awaited,
    AwaitEnd,
    AwaitInsurance,
    AwaitLateWagers,
)
from upcard.table.commands import Choose, Command, Deal, PlaceWager, StartGame
from upcard.table.drivers import declined, play_on
from upcard.table.games import Game
from upcard.table.rounds import MAIN

try:
    _gymnasium: Any = import_module("gymnasium")
except ImportError:
    _gymnasium = None

_Env: Any = _gymnasium.Env if _gymnasium else object

ACTIONS_TEXT: Final = "actions are " + ", ".join(
    f"{number} ({decision})" for number, decision in enumerate(at.ACTIONS)
)


def gymnasium() -> Any:
    """The package, or a refusal that says how to install it."""
    if _gymnasium is None:
        raise SetupError(
            "an environment needs Gymnasium, which is not installed: "
            f"{install_command('environments')}"
        )
    return _gymnasium


def action_space() -> Any:
    """One number for each decision."""
    return gymnasium().spaces.Discrete(len(at.ACTIONS))


def observation_space() -> Any:
    """The hand in turn, and which actions are legal."""
    spaces = gymnasium().spaces
    return spaces.Dict(
        {
            "hand": spaces.MultiDiscrete(list(at.FEATURES.values())),
            "action_mask": spaces.Box(0, 1, (len(at.ACTIONS),), np.int8),
        }
    )


class TableEnv(_Env):  # type: ignore[misc]
    """
    One round of one spot. Actions are hit, stand, double, split, surrender, rescue and zap.

    An action that is not legal stands, and *info* says so: look at the action mask. A round that is
    decided by the deal still takes one action, a stand, so that its reward is not lost.
    """

    def __init__(self, game: Game, *, wager: Cents = DEFAULT_WAGER) -> None:
        self.action_space = action_space()
        self.observation_space = observation_space()
        self.metadata: dict[str, Any] = {"render_modes": []}
        self.render_mode = None
        self.game = game
        self.wager = wager
        self._cards = list(composition(game.rules.deck, game.decks).elements())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Shuffle a full shoe and deal."""
        super().reset(seed=seed)
        self._order = self._shuffled()
        round_, _ = handle(Round(self.game), PlaceWager(1, MAIN, self.wager))
        self._round, _ = handle(round_, StartGame())
        self._go_on()
        seen = self._seen()
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Decide, and go on to the next decision or to the end."""
        if not 0 <= action < len(at.ACTIONS):
            raise SetupError(f"action is {action}: {ACTIONS_TEXT}")
        legal, is_legal = self._legal(), bool(self._mask()[action])
        if legal:
            decision = at.ACTIONS[action] if is_legal else Decision.STAND
            self._round, _ = handle(self._round, Choose(decision))
            self._go_on()
        is_over = not self._legal()
        net = sum(settled.net for settled in self._round.settlements)
        reward = net / self.wager if is_over else 0.0
        seen = self._seen()
        info = {"is_legal": is_legal, "action_mask": seen["action_mask"]}
        return seen, reward, is_over, False, info

    def _shuffled(self) -> list[Card]:
        """All cards of the shoe, in the order they will come."""
        return [self._cards[place] for place in self.np_random.permutation(len(self._cards))]

    def _go_on(self) -> None:
        """Deal cards and decline wagers until there is something to decide, or nothing more."""
        self._round, _ = play_on(self._round, self._answer)

    def _answer(self, round_: Round, awaited: Awaited) -> Command | None:
        match awaited:
            case AwaitCard():
                return Deal(self._next_card(round_))
            case AwaitInsurance() | AwaitLateWagers():
                return declined(awaited)
            case AwaitDecision() | AwaitEnd():
                return None
            case other:
                raise AssertionError(f"a lone main wager never leads to {other}")

    def _next_card(self, round_: Round) -> Card:
        return self._order[len(round_.dealt)]

    def _legal(self) -> tuple[Decision, ...]:
        awaited = awaits(self._round)
        return awaited.legal if isinstance(awaited, AwaitDecision) else ()

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        legal = self._legal() or (Decision.STAND,)
        return np.array([decision in legal for decision in at.ACTIONS], np.int8)

    def _seen(self) -> dict[str, Any]:
        features = dict.fromkeys(at.FEATURES, 0)
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
