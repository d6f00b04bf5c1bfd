"""The Gymnasium environment is one spot of any game, and keeps Gymnasium's own rules."""

import importlib
import warnings
from pathlib import Path

import pytest

from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.simulation import SetupError, environments
from upcard.simulation.environments import TableEnv
from upcard.simulation.kernels import layout as at
from upcard.table import Decision

PROJECT = Path(__file__).parents[2]


def test_without_gymnasium_an_environment_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(environments, "_gymnasium", None)
    with pytest.raises(SetupError, match="needs Gymnasium"):
        TableEnv(game("blackjack"))


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_game_passes_gymnasiums_own_check(name: str) -> None:
    pytest.importorskip("gymnasium")
    checker = importlib.import_module("gymnasium.utils.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(TableEnv(game(name)), skip_render_check=True)


def test_masked_random_play_is_always_legal_and_ends_with_the_net() -> None:
    pytest.importorskip("gymnasium")
    env = TableEnv(game("bahamas"))
    rewards = set[float]()
    seen, _ = env.reset(seed=2026)
    env.action_space.seed(2026)
    for _ in range(300):
        is_over = False
        while not is_over:
            action = env.action_space.sample(mask=seen["action_mask"])
            seen, reward, is_over, _, info = env.step(action)
            assert info["is_legal"]
            if is_over:
                rewards.add(reward)
        seen, _ = env.reset()

    assert {-1.0, -0.5, 1.0, 1.5} <= rewards


def test_an_illegal_action_stands() -> None:
    pytest.importorskip("gymnasium")
    env = TableEnv(game("blackjack"))
    env.reset(seed=1)
    _, _, is_over, _, info = env.step(at.ACTIONS.index(Decision.SURRENDER))

    assert is_over
    assert not info["is_legal"]


def test_what_may_be_done_is_told_in_the_observation_and_in_info() -> None:
    pytest.importorskip("gymnasium")
    env = TableEnv(game("blackjack"))
    seen, info = env.reset(seed=1)
    after, *_, later = env.step(at.ACTIONS.index(Decision.HIT))

    assert info["action_mask"].tolist() == seen["action_mask"].tolist()
    assert later["action_mask"].tolist() == after["action_mask"].tolist()


@pytest.mark.parametrize("action", [-1, 7])
def test_an_action_that_means_nothing_is_refused_and_changes_nothing(action: int) -> None:
    pytest.importorskip("gymnasium")
    env, twin = TableEnv(game("blackjack")), TableEnv(game("blackjack"))
    env.reset(seed=2)
    twin.reset(seed=2)
    with pytest.raises(SetupError, match=rf"action is {action}: actions are 0 \(hit\), 1 "):
        env.step(action)

    assert str(env.step(0)) == str(twin.step(0))


def test_gymnasium_makes_any_catalogue_game_by_the_registered_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    importlib.import_module("upcard.environments")

    env = gymnasium.make("upcard/Blackjack-v1", game="free-bet", decks=8)

    assert (env.unwrapped.game.rules.name, env.unwrapped.game.decks) == ("free-bet", 8)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)


def test_gymnasium_makes_the_game_of_a_rules_file() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    importlib.import_module("upcard.environments")

    env = gymnasium.make("upcard/Blackjack-v1", game=str(PROJECT / "examples" / "mine.toml"))

    assert env.unwrapped.game.rules.name == "mine"
