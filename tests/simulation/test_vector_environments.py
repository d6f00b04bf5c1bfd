"""The vector environment is many single ones: same cards and decisions, same rewards."""

import importlib
import os
import random
import warnings
from collections import Counter
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agreement.recorded import WAGERS
from tests.agreement.settings import houses_beside
from tests.agreement.test_variants import redoubles_free_bets
from tests.simulation.policies import ChartPolicy
from upcard.cards import Card
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.game.features import zaps
from upcard.money import Cents
from upcard.rules.setting_paths import with_settings
from upcard.shoes import composition
from upcard.simulation import SetupError, environments
from upcard.simulation.environments import TableEnv
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.seen_rounds import block_of
from upcard.simulation.vector_environments import NEXT_STEP, SAME_STEP, VectorTableEnv
from upcard.strategy.solutions import solve, solve_chart
from upcard.table import Decision, awaits
from upcard.table.awaits import AwaitEnd

gymnasium: Any = pytest.importorskip("gymnasium")
Env: Any = gymnasium.Env

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 50_000 if IS_FULL else 1_000
SIDE_BY_SIDE = 50
HOUSES = 300 if IS_FULL else 8
"""How many houses beside each game's own are tried."""
ILLEGAL = 0.05
"""How often an action is drawn without a look at the mask."""
STEPS = 10_000_000
ROUNDS_COUNTED = 200
"""Of each place, in so many steps of all."""
Z_MAX = 4
PROJECT = Path(__file__).parents[2]
LEAST_BONUS = 50
"""Of a wager of 10 dollars; nothing else pays as much."""
HIT = at.ACTIONS.index(Decision.HIT)
STAND = at.ACTIONS.index(Decision.STAND)
ZAP = at.ACTIONS.index(Decision.ZAP)


class DealtEnv(TableEnv):
    """The table, dealt the cards of one round of *envs*."""

    def __init__(self, envs: VectorTableEnv, place: int) -> None:
        super().__init__(envs.game, wager=envs.wager)
        self.envs = envs
        self.place = place

    def _shuffled(self) -> list[Card]:
        return self.envs.cards_of(self.place)


def beside(envs: VectorTableEnv) -> Any:
    """Gymnasium's own vector of tables, each dealt what the same round of *envs* is dealt."""
    tables = [partial(DealtEnv, envs, place) for place in range(envs.num_envs)]
    return gymnasium.vector.SyncVectorEnv(tables, autoreset_mode=envs.metadata["autoreset_mode"])


def some_actions(mask: Any, rng: np.random.Generator) -> Any:
    """One action for each round, nearly always a legal one."""
    chances = rng.random(mask.shape)
    wild = rng.random(len(mask)) < ILLEGAL
    return np.where(mask.astype(bool) | wild[:, None], chances, -1).argmax(1)


def same_arrays(mine: Any, others: Any) -> bool:
    """Whether two arrays, or two observations, are the same in values, shapes and types."""
    if isinstance(mine, dict):
        return set(mine) == set(others) and all(same_arrays(mine[k], others[k]) for k in mine)
    return mine.dtype == others.dtype and np.array_equal(mine, others)


def same_infos(mine: dict[str, Any], others: dict[str, Any]) -> None:
    """What Gymnasium's vector tells, this one tells; it may tell that there is nothing to tell."""
    for key in (key for key in mine if not key.startswith("_")):
        where = others.get(f"_{key}", np.zeros_like(mine[f"_{key}"]))
        assert np.array_equal(mine[f"_{key}"], where), key
        if key == "final_info":
            same_infos(mine[key], others.get(key, {}))
        elif key == "final_obs":
            assert all(map(same_arrays, mine[key][where], others.get(key, mine[key])[where]))
        elif where.any():
            assert same_arrays(mine[key][where], others[key][where]), key


def compare(envs: VectorTableEnv, rounds: int) -> None:
    """Play so many rounds of *envs* at the table, too: all that is seen and paid is the same."""
    tables, rng = beside(envs), np.random.default_rng(2026)
    (seen, infos), (expected, told) = envs.reset(seed=2026), tables.reset()
    over = 0
    assert same_arrays(seen, expected)
    same_infos(infos, told)
    while over < rounds:
        actions = some_actions(seen["action_mask"], rng)
        mine, others = envs.step(actions), tables.step(actions)
        seen = mine[0]
        over += int(mine[2].sum())

        assert all(map(same_arrays, mine[:4], others[:4]))
        same_infos(mine[4], others[4])


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_table_and_kernel_see_and_pay_the_same_for_the_same_cards(name: str, mode: str) -> None:
    compare(made(name, SIDE_BY_SIDE, mode), ROUNDS)


class ShoeEnv(TableEnv):
    """The table, dealt from a shoe whose order is known."""

    def __init__(self, envs: VectorTableEnv, shoe: list[Card]) -> None:
        super().__init__(envs.game, wager=envs.wager)
        self.shoe = shoe

    def _shuffled(self) -> list[Card]:
        return self.shoe

    def settled(self, actions: list[int]) -> int:
        """What all settlements of a round come to in which these actions are taken."""
        self.reset()
        for action in actions:
            self.step(action)
        assert isinstance(awaits(self._round), AwaitEnd)
        return sum(settlement.net for settlement in self._round.settlements)


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_a_random_episode_of_every_game_is_settled_as_at_the_table(name: str) -> None:
    envs, rng = made(name, SIDE_BY_SIDE, NEXT_STEP), np.random.default_rng(2027)
    seen, _ = envs.reset(seed=2027)
    tables = [ShoeEnv(envs, envs.cards_of(place)) for place in range(SIDE_BY_SIDE)]
    taken: list[list[int]] = [[] for _ in tables]
    nets: dict[int, int] = {}
    while len(nets) < SIDE_BY_SIDE:
        chances = rng.random(seen["action_mask"].shape)
        actions = np.where(seen["action_mask"], chances, -1).argmax(1)
        seen, rewards, over, *_ = envs.step(actions)
        for place in set(range(SIDE_BY_SIDE)) - set(nets):
            taken[place].append(int(actions[place]))
            if over[place]:
                nets[place] = round(rewards[place] * envs.wager)

    expected = [table.settled(actions) for table, actions in zip(tables, taken, strict=True)]
    assert [nets[place] for place in range(SIDE_BY_SIDE)] == expected


def test_a_hand_that_was_kept_before_the_peek_is_not_zapped_after_it() -> None:
    rules = with_settings(rules_of("zappit"), {"zaps.when": "before-the-peek"}, CATALOGUE)
    envs = VectorTableEnv(game(rules), num_envs=1000)
    seen, _ = envs.reset(seed=4)
    early = seen["action_mask"].sum(1) == 2
    kept, _, over, *_ = envs.step(np.full(1000, STAND))

    assert seen["action_mask"][early][:, [STAND, ZAP]].all()
    assert early.sum() > 20
    assert not kept["action_mask"][early & ~over, ZAP].any()


@pytest.mark.parametrize("name", ["bahamas", "free-bet", "spanish-21", "zappit"])
def test_any_house_is_seen_and_paid_the_same_by_table_and_lanes(name: str) -> None:
    rng = random.Random(f"environments of {name}")
    houses = list(houses_beside(rules_of(name), rng, pairs=HOUSES))
    for what, rules in houses if IS_FULL else rng.sample(houses, HOUSES):
        print(what)
        table = game(rules)
        if redoubles_free_bets(rules):
            continue
        wager = rng.choice([each for each in WAGERS if each <= table.limits.main_max])
        compare(VectorTableEnv(table, num_envs=SIDE_BY_SIDE, wager=wager), SIDE_BY_SIDE)


@pytest.mark.parametrize(
    ("name", "wager"),
    [("bahama-wsgc", 15_000), ("bahama-wsgc", 40_000), ("bahama-rack-card", 15_000)],
)
def test_a_limit_in_money_forbids_the_doubles_that_the_table_forbids(name: str, wager: int) -> None:
    compare(VectorTableEnv(game(name), num_envs=SIDE_BY_SIDE, wager=Cents(wager)), ROUNDS // 2)


@pytest.mark.parametrize("natural", ["counts-21", "paid-even-money"])
def test_zaps_before_the_peek_are_asked_for_and_paid_as_at_the_table(natural: str) -> None:
    settings = {"zaps.when": "before-the-peek", "zaps.natural": natural, "zaps.surrender": "true"}
    rules = with_settings(rules_of("zappit"), settings, CATALOGUE)
    compare(VectorTableEnv(game(rules), num_envs=SIDE_BY_SIDE), ROUNDS)


def test_a_super_bonus_is_part_of_the_reward() -> None:
    envs = made("spanish-21", 1 << 14, NEXT_STEP)
    seen, _ = envs.reset(seed=2026)
    rewards = np.zeros(envs.num_envs)
    for _ in range(STEPS // envs.num_envs):
        total, is_pair = seen["hand"][:, 0], seen["hand"][:, 5]
        seen, rewards, *_ = envs.step(np.where((total == 14) & (is_pair == 1), HIT, STAND))
        if rewards.max() > LEAST_BONUS:
            break
    place = int(rewards.argmax())
    table = DealtEnv(envs, place)
    table.reset()
    _, expected, is_over, *_ = table.step(HIT)

    assert [card.rank for card in envs.cards_of(place)[:3]] == ["7", "7", "7"]
    assert (rewards[place], is_over) == (expected, True)


class FirstOf(Env):  # type: ignore[misc]
    """The only round of a vector of one, so that Gymnasium can check it as an environment."""

    def __init__(self, name: str) -> None:
        self.envs = VectorTableEnv(game(name))
        self.action_space = self.envs.single_action_space
        self.observation_space = self.envs.single_observation_space

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        """Deal."""
        super().reset(seed=seed)
        seen, infos = self.envs.reset(seed=seed, options=options)
        return {key: value[0] for key, value in seen.items()}, {"mask": infos["action_mask"][0]}

    def step(self, action: int) -> tuple[Any, float, bool, bool, Any]:
        """Decide."""
        seen, rewards, over, cut, infos = self.envs.step(np.array([action]))
        first = {key: value[0] for key, value in seen.items()}
        return first, float(rewards[0]), bool(over[0]), bool(cut[0]), {"is": infos["is_legal"][0]}


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_game_passes_gymnasiums_own_check(name: str) -> None:
    checker = importlib.import_module("gymnasium.utils.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(FirstOf(name), skip_render_check=True)


def made(name: str = "blackjack", count: int = 64, mode: str = SAME_STEP) -> VectorTableEnv:
    """A vector environment."""
    return VectorTableEnv(game(name), num_envs=count, autoreset_mode=mode)


def test_gymnasium_makes_it_by_the_registered_name() -> None:
    importlib.import_module("upcard.environments")

    envs = gymnasium.make_vec(
        "upcard/Blackjack-v1",
        num_envs=8,
        vectorization_mode="vector_entry_point",
        game=str(PROJECT / "examples" / "mine.toml"),
        decks=2,
        wager=Cents(500),
        autoreset_mode="SameStep",
    )
    seen, _ = envs.reset(seed=1)

    assert isinstance(envs, VectorTableEnv)
    assert (envs.game.rules.name, envs.game.decks, envs.wager) == ("mine", 2, 500)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    assert envs.observation_space.contains(seen)
    assert envs.action_space.contains(np.full(8, STAND))


def test_gymnasiums_statistics_of_rounds_are_their_rewards() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(made(mode=NEXT_STEP))
    envs.reset(seed=1)
    _, rewards, over, _, infos = envs.step(np.full(64, STAND))

    assert over.any()
    assert infos["episode"]["r"][over].tolist() == rewards[over].tolist()


def played(envs: VectorTableEnv, seed: int | None, steps: int = 40) -> list[Any]:
    """What some steps by a fixed rule show and pay."""
    seen, _ = envs.reset(seed=seed)
    told = [seen["hand"]]
    for _ in range(steps):
        seen, rewards, *_ = envs.step(seen["action_mask"].argmax(1))
        told += [seen["hand"], rewards]
    return told


def test_a_seed_always_gives_the_same_rounds_and_another_seed_gives_others() -> None:
    first, again, other = (played(made(), seed) for seed in (7, 7, 8))

    assert all(map(np.array_equal, first, again))
    assert not np.array_equal(first[0], other[0])


def test_a_reset_without_a_seed_goes_on_with_new_rounds_that_the_seed_decides() -> None:
    envs, twin = made(), made()
    first, second = played(envs, 7), played(envs, None)
    played(twin, 7)

    assert not np.array_equal(first[0], second[0])
    assert all(map(np.array_equal, second, played(twin, None)))


def test_rounds_side_by_side_are_different_and_so_are_their_next_ones() -> None:
    envs = made(mode=SAME_STEP)
    envs.reset(seed=1)
    shoes = [tuple(envs.cards_of(place)) for place in range(64)]
    assert envs.step(np.full(64, STAND))[2].all()
    shoes += [tuple(envs.cards_of(place)) for place in range(64)]

    assert len(set(shoes)) == 128
    assert all(Counter(shoe) == composition(envs.game.rules.deck, 6) for shoe in shoes)


def test_a_block_that_is_played_to_its_end_is_followed_by_one_that_nobody_has() -> None:
    last = (1 << 20) - 1

    assert block_of(3, 64, last) == (3, last)
    assert block_of(3, 64, last + 1) == (67, 0)
    assert block_of(63, 64, last + 1) == (127, 0)


def test_what_was_returned_is_not_changed_by_later_steps() -> None:
    envs = made()
    seen, _ = envs.reset(seed=1)
    kept = {key: value.copy() for key, value in seen.items()}
    envs.step(np.full(64, STAND))

    assert same_arrays(seen, kept)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.full(64, 7), r"action of round 0 is 7: actions are 0 \(hit\), 1 \(stand\), .*zap"),
        (np.where(np.arange(64) == 5, -1, 0), "action of round 5 is -1: actions are 0"),
        (np.zeros(63, int), r"int64 of shape \(63,\): give 64 whole numbers, one for each round"),
        (np.zeros(64), r"float64 of shape \(64,\): give 64 whole numbers"),
    ],
)
def test_actions_that_mean_nothing_are_refused_and_change_nothing(
    actions: Any, sentence: str
) -> None:
    envs, twin = made(), made()
    envs.reset(seed=1)
    twin.reset(seed=1)
    with pytest.raises(SetupError, match=sentence):
        envs.step(actions)

    assert same_arrays(envs.step(np.zeros(64, int))[0], twin.step(np.zeros(64, int))[0])


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        made().step(np.full(64, STAND))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"num_envs": 0}, "num_envs is 0: write a whole number, 1 or more"),
        ({"num_envs": 2.5}, r"num_envs is 2\.5: write a whole number, 1 or more"),
        ({"autoreset_mode": "Disabled"}, "autoreset_mode is Disabled: it can be 'NextStep' or"),
        (
            {"autoreset_mode": "later"},
            "autoreset_mode is later: it can be 'NextStep' or 'SameStep'",
        ),
        ({"wager": Cents(1)}, "0.01"),
    ],
)
def test_what_it_cannot_be_made_of_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        VectorTableEnv(game("blackjack"), **options)


def test_a_feature_that_the_simulator_does_not_play_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zaps.Zaps, "PLAYED_BY", frozenset({"table", "solver"}))
    with pytest.raises(SetupError, match=r"zap.* is on: the simulator does not play it yet"):
        made("zappit")


def test_without_gymnasium_it_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(environments, "_gymnasium", None)
    with pytest.raises(SetupError, match="needs Gymnasium"):
        made()


@pytest.mark.parametrize("name", ["blackjack", "bahamas"])
def test_ten_million_steps_by_the_chart_come_to_what_the_solver_says(name: str) -> None:
    table = game(name)
    chart = solve(table.rules, table.decks).chart
    exact = solve_chart(table.rules, table.decks, chart)
    envs, policy = made(name, 1 << 14), ChartPolicy(chart)
    seen, _ = envs.reset(seed=2026)
    rounds = np.zeros(envs.num_envs, np.int64)
    sums = np.zeros(envs.num_envs)
    # A round of many decisions ends later, so that only as many as every place has are counted.
    for _ in range(STEPS // envs.num_envs):
        seen, rewards, over, *_ = envs.step(policy(seen))
        sums += np.where(rounds < ROUNDS_COUNTED, rewards, 0)
        rounds += over
    assert rounds.min() >= ROUNDS_COUNTED
    count = ROUNDS_COUNTED * envs.num_envs
    error = exact.standard_deviation / sqrt(count)

    assert abs(sums.sum() / count - exact.ev) / error < Z_MAX
