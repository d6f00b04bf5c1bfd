"""How many steps a second the vector environment takes on one core, alone and with a policy."""

from time import perf_counter

from tests.simulation.charts import chart_for
from tests.simulation.policies import ChartPolicy
from upcard.catalogue_games import game
from upcard.simulation.vector_environments import NEXT_STEP, SAME_STEP, VectorTableEnv

SEED = 2026
STEPS = 1 << 20
"""Of all rounds together, in each pass."""
PASSES = 20
SIZES = (64, 1024, 4096, 16_384)
GAMES = ("blackjack", "bahamas")
USUAL = 4096


def run() -> None:
    """Print steps a second by game, by number of rounds side by side, and by autoreset mode."""
    print(f"vector environment, one core, a chart as NumPy policy, seed {SEED}, best of {PASSES}:")
    print(f"  {'kernel ready from the first reset':<44}{_seconds_to_ready():>10.2f} s")
    print(f"  {'million steps/s':<44}{'alone':>10}{'with policy':>14}")
    for name in GAMES:
        _print(f"{name}, num_envs={USUAL}", name, USUAL, SAME_STEP)
    for size in SIZES:
        _print(f"blackjack, num_envs={size}", "blackjack", size, SAME_STEP)
    _print(f"blackjack, num_envs={USUAL}, {NEXT_STEP}", "blackjack", USUAL, NEXT_STEP)


def _print(label: str, name: str, size: int, mode: str) -> None:
    table = game(name)
    envs, policy = made(name, size, mode), ChartPolicy(chart_for(table))
    _pass(envs, policy, 256 * size)  # Looks up every hand in the chart.
    found = [_pass(envs, policy, STEPS) for _ in range(PASSES)]
    alone, together = (max(each) / 1e6 for each in zip(*found, strict=True))
    print(f"  {label:<44}{alone:>10.2f}{together:>14.2f}")


def made(name: str, size: int, mode: str) -> VectorTableEnv:
    """So many rounds of a game."""
    return VectorTableEnv(game(name), num_envs=size, autoreset_mode=mode)


def _seconds_to_ready() -> float:
    began = perf_counter()
    made("blackjack", 1, SAME_STEP).reset(seed=SEED)
    return perf_counter() - began


def _pass(envs: VectorTableEnv, policy: ChartPolicy, steps: int) -> tuple[float, float]:
    """
    Decisions a second: by the environment's time alone, and by that of both together.

    A step that only deals the next round, as NextStep has them, is no decision.
    """
    seen, _ = envs.reset(seed=SEED)
    decisions, alone, began = 0, 0.0, perf_counter()
    for _ in range(steps // envs.num_envs):
        actions = policy(seen)
        before = perf_counter()
        seen, _, _, _, infos = envs.step(actions)
        alone += perf_counter() - before
        decisions += steps_in(envs, infos)
    return decisions / alone, decisions / (perf_counter() - began)


def steps_in(envs: VectorTableEnv, infos: dict[str, object]) -> int:
    """How many rounds an action counted in."""
    if envs.metadata["autoreset_mode"].value == SAME_STEP:
        return envs.num_envs
    return int(infos["_is_legal"].sum())  # type: ignore[attr-defined]


if __name__ == "__main__":
    run()
