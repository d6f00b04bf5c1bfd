"""
A Gymnasium vector environment: many rounds of one spot side by side, played by the simulator.

    from upcard.catalogue_games import game
    from upcard.simulation.vector_environments import VectorTableEnv

    envs = VectorTableEnv(game("bahamas"), num_envs=4096)
    seen, info = envs.reset(seed=2026)
    seen, rewards, terminations, truncations, info = envs.step(actions)

It shows, takes and pays what `environments.TableEnv` does, one row for each round.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.money import Cents
from upcard.simulation.environments import (
    ACTIONS_TEXT,
    action_space,
    gymnasium,
    observation_space,
)
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.kernels.seen_rounds import ONLY_STAND, SeenRounds
from upcard.simulation.problems import SetupError
from upcard.simulation.round_steppers import RoundStepper
from upcard.simulation.setups.packed_games import DEFAULT_WAGER, Setup, packed
from upcard.table.games import Game

try:
    _vector: Any = import_module("gymnasium.vector")
except ImportError:
    _vector = None

_VectorEnv: Any = _vector.VectorEnv if _vector else object

NEXT_STEP: Final = "NextStep"
"""A round that is over is followed by a new one in the next step, whatever its action."""
SAME_STEP: Final = "SameStep"
"""A round that is over is followed by a new one at once."""

Observation = dict[str, NDArray[Any]]
Infos = dict[str, Any]


class VectorTableEnv(_VectorEnv):  # type: ignore[misc]
    """
    So many rounds at once, each on a fresh shoe of its own.

    Every array that it returns is yours: later steps do not change it. The rounds of place *i* come
    from block *i* of the stream with the seed *stream*, one shoe after the other.
    """

    def __init__(
        self,
        game: Game,
        *,
        num_envs: int = 1,
        wager: Cents = DEFAULT_WAGER,
        autoreset_mode: Any = NEXT_STEP,
    ) -> None:
        self.single_action_space = action_space()
        self.single_observation_space = observation_space()
        if num_envs < 1 or num_envs != int(num_envs):
            raise SetupError(f"num_envs is {num_envs}: write a whole number, 1 or more")
        mode = _mode_of(autoreset_mode)
        self._deals_at_once = mode.value == SAME_STEP
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": mode}
        self.render_mode = None
        self.num_envs = num_envs
        batched = _vector.utils.batch_space
        self.action_space = batched(self.single_action_space, num_envs)
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.game = game
        self.wager = wager
        self._stepper = RoundStepper(packed(Setup(game=game, chart=None, wager=wager)), num_envs)
        self.stream: np.uint64 | None = None
        """The seed of the stream that rounds are dealt from; the seed of a reset decides it."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Shuffle a full shoe for every round, and deal."""
        super().reset(seed=seed)
        self.stream = self.np_random.integers(1 << 64, dtype=np.uint64)
        self._stepper.restart()
        seen = self._stepped(np.zeros(self.num_envs, np.int64))
        return _observation(seen), _masks(seen)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Decide in every round, and go on to its next decision or to its end."""
        seen = self._stepped(self._checked(actions))
        infos = self._infos(seen)
        return _observation(seen), seen.rewards, seen.is_over, np.zeros_like(seen.is_over), infos

    def cards_of(self, place: int) -> list[Card]:
        """The cards of the shoe of one round, in the order they come; an agent may not look."""
        if not 0 <= place < self.num_envs:
            raise SetupError(f"round is {place}: there are 0 to {self.num_envs - 1}")
        return [at.card_of(card) for card in self._stepper.shoe_of(place, self._dealt_from())]

    def _stepped(self, actions: Integers) -> SeenRounds:
        return self._stepper.step(actions, self._dealt_from(), deals_at_once=self._deals_at_once)

    def _dealt_from(self) -> np.uint64:
        if self.stream is None:
            raise gymnasium().error.ResetNeeded("there is no round yet: call reset first")
        return self.stream

    def _checked(self, actions: Any) -> Integers:
        """One action for each round, as the kernel takes them."""
        told = np.asarray(actions)
        if told.shape != (self.num_envs,) or told.dtype.kind not in "iu":
            raise SetupError(
                f"actions are {told.dtype} of shape {told.shape}: give {self.num_envs} whole "
                f"numbers, one for each round; {ACTIONS_TEXT}"
            )
        strange = (told < 0) | (told >= len(at.ACTIONS))
        if strange.any():
            place = int(strange.argmax())
            raise SetupError(f"action of round {place} is {told[place]}: {ACTIONS_TEXT}")
        return np.ascontiguousarray(told, np.int64)

    def _infos(self, seen: SeenRounds) -> Infos:
        """Whether each action was legal, as Gymnasium's own vectors tell it."""
        told = {"is_legal": seen.is_legal, "_is_legal": seen.is_asked}
        if not self._deals_at_once:
            return told | _masks(seen)
        over = seen.is_over
        finals = np.full(self.num_envs, None, object)
        finals[over] = _LAST_SEEN
        masks = np.tile(_LAST_SEEN["action_mask"], (self.num_envs, 1))
        final_info = {"is_legal": seen.is_legal & over, "_is_legal": over}
        final_info |= {"action_mask": masks, "_action_mask": over}
        told |= {"_is_legal": ~over, "final_obs": finals, "_final_obs": over}
        return told | {"final_info": final_info, "_final_info": over} | _masks(seen)


def _mode_of(autoreset_mode: Any) -> Any:
    """The mode as Gymnasium's enum, by itself or by its value; refuses any other."""
    try:
        mode = _vector.AutoresetMode(autoreset_mode)
    except ValueError:
        mode = None
    if mode is None or mode.value not in (NEXT_STEP, SAME_STEP):
        raise SetupError(
            f"autoreset_mode is {autoreset_mode}: it can be {NEXT_STEP!r} or {SAME_STEP!r}"
        )
    return mode


def _observation(seen: SeenRounds) -> Observation:
    return {"hand": seen.hand, "action_mask": seen.mask}


def _masks(seen: SeenRounds) -> Infos:
    return {"action_mask": seen.mask, "_action_mask": np.ones(len(seen.mask), np.bool_)}


def _last_seen() -> Observation:
    """What is seen of a round that is over."""
    mask = [ONLY_STAND >> action & 1 for action in range(len(at.ACTIONS))]
    hand = np.zeros(len(at.FEATURES), np.int64)
    seen: Observation = {"hand": hand, "action_mask": np.array(mask, np.int8)}
    for array in seen.values():
        array.flags.writeable = False
    return seen


_LAST_SEEN: Final = _last_seen()
