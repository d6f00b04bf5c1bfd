"""The Gymnasium environment is one spot of any game, and keeps Gymnasium's own rules."""

import importlib
import warnings

import pytest

from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.simulation import SetupError, environments
from upcard.simulation.environments import DECISIONS, TableEnv
from upcard.table import Decision


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
    _, _, is_over, _, info = env.step(DECISIONS.index(Decision.SURRENDER))

    assert is_over
    assert info == {"is_legal": False}


def test_gymnasium_makes_any_catalogue_game_by_the_registered_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    importlib.import_module("upcard.environments")

    env = gymnasium.make("upcard/Blackjack-v1", game="free-bet", decks=8)

    assert (env.unwrapped.game.rules.name, env.unwrapped.game.decks) == ("free-bet", 8)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
