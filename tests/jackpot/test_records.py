"""Records: what was written is read back exactly, and folding the events gives the state."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.jackpot.jackpots import Desk, adjusting, claiming, level, opening, parameters, reversing
from tests.jackpot.test_adjustments import changing, removing, transferring
from upcard.jackpot import AwardLock, Fund, JackpotRefused, fold
from upcard.jackpot.commands import AdjustmentReason, PostAward, ReleaseShares
from upcard.jackpot.jackpot_records import (
    EVENTS,
    RecordError,
    read_command,
    read_event,
    read_state,
    state_digest,
    write_command,
    write_event,
    write_state,
)
from upcard.money import Cents

SEED = 7
DIGEST = "fc83a20df997e35ea1d9b28a63f23d39b353500dc5aacdf3cc6ecece4c257084"


def whole_life(lock: AwardLock) -> Desk:
    """A desk to which everything that can happen has happened."""
    desk = Desk(level(limit=Cents(400_000)), award_lock=lock)
    desk.do(opening(parameters(name="moon")))
    desk.wager("1000", "3.33")
    desk.claim("a", round_id="r", winners=3)
    desk.claim("b", round_id="r", winners=3)
    desk.post("a")
    desk.void("b")
    by = claiming("x").by
    desk.do(ReleaseShares(progressive="bahama", level="meter", round_id="r", by=by, reason="alone"))
    desk.do(reversing("a"), adjusting(AdjustmentReason.DISPLAY_ERROR, 3))
    desk.do(changing(parameters(award_lock=lock)), removing(), transferring())
    return desk


@pytest.mark.parametrize("lock", AwardLock)
def test_every_event_and_the_state_are_read_back_exactly(lock: AwardLock) -> None:
    desk = whole_life(lock)
    texts = [json.dumps(write_event(event)) for event in desk.events]

    assert [read_event(json.loads(text)) for text in texts] == desk.events
    assert {json.loads(text)["kind"] for text in texts} == set(EVENTS)
    assert read_state(json.loads(json.dumps(write_state(desk.jackpots)))) == desk.jackpots
    assert state_digest(fold(desk.events)) == state_digest(desk.jackpots)


@pytest.mark.parametrize("command", [claiming("a"), reversing("a"), opening(parameters())])
def test_commands_are_read_back_exactly(command: Any) -> None:
    assert read_command(json.loads(json.dumps(write_command(command)))) == command


@pytest.mark.parametrize(
    "change",
    [{"event": "Nothing"}, {"event": None}, {"amount": "1"}, {"amount": True}, {"extra": 1}],
)
def test_what_is_not_a_record_is_refused(change: dict[str, Any]) -> None:
    desk = Desk()
    desk.claim("a")
    desk.post("a")
    with pytest.raises((RecordError, TypeError)):
        read_event({**write_event(desk.events[-1]), **change})


def identity(desk: Desk) -> None:
    """The identity as the regulations state it, by hand."""
    for progressive in desk.jackpots.progressives.values():
        for one in progressive.levels.values():
            held = one.balances
            out = held[Fund.PAID] + held[Fund.WITHDRAWN] + held[Fund.MOVED_OUT]
            seeds, contributions = -held[Fund.SEEDS], -held[Fund.CONTRIBUTIONS]
            raised = -held[Fund.RAISED] - held[Fund.MOVED_IN]
            inside = held[Fund.METER] + held[Fund.OVERFLOW] + held[Fund.RESERVE]

            assert inside + held[Fund.PENDING] + out == seeds + contributions + raised


def random_act(
    rng: Random, desk: Desk, number: int, names: Sequence[str] = ("Mega", "Minor")
) -> None:
    """One act that may or may not be allowed."""
    name = rng.choice(names)
    waiting = desk.level(name).waiting
    posted = desk.level(name).posted
    reason = rng.choice(list(AdjustmentReason))
    acts: dict[str, Any] = {
        "wager": lambda: desk.wager(*[str(rng.randint(1, 400)) for _ in range(rng.randint(1, 7))]),
        "claim": lambda: desk.claim(
            f"a{number}",
            rng.choice([100, 10]),
            level=name,
            round_id=f"r{number // 4}",
            winners=rng.choice([1, 1, 2]),
            place=rng.randint(1, 7),
        ),
        "post": lambda: desk.post(rng.choice(waiting).id if waiting else "x", name),
        "void": lambda: desk.void(rng.choice(waiting).id if waiting else "x", name),
        "reverse": lambda: desk.do(reversing(rng.choice(posted).id if posted else "x", level=name)),
        "adjust": lambda: desk.do(
            adjusting(
                reason,
                rng.randint(1, 90_000),
                level=name,
                fund=rng.choice([Fund.METER, Fund.OVERFLOW, Fund.RESERVE]),
                adjustment_id=f"adjustment {number}",
            )
        ),
        "release": lambda: desk.do(
            ReleaseShares(
                progressive="bahama",
                level=name,
                round_id=f"r{rng.randint(max(0, number // 4 - 4), number // 4)}",
                by=claiming("x").by,
                reason="fewer",
            )
        ),
    }
    acts[rng.choice(["wager"] * 4 + ["post"] * 3 + list(acts))]()


@pytest.mark.parametrize("lock", AwardLock)
def test_random_lives_keep_every_invariant(lock: AwardLock) -> None:
    print(f"seed {SEED}, 60 lives of 60 acts, {lock}")
    seen: Counter[str] = Counter()
    for life in range(60):
        rng = Random(f"{SEED}/{life}/{lock}")
        levels = level("Mega", limit=Cents(300_000)), level("Minor", seed=Cents(50_000))
        desk = Desk(*levels, award_lock=lock)
        for number in range(60):
            before = desk.level("Mega").counters
            try:
                random_act(rng, desk, number)
            except JackpotRefused as refused:
                seen[refused.code] += 1
            identity(desk)
            after = desk.level("Mega").counters
            assert after.in_count >= before.in_count
            assert after.in_money >= before.in_money
            assert after.hits >= before.hits
            assert after.wins_money >= before.wins_money
        desk.check()
        seen.update(type(event).__name__ for event in desk.events)
        assert fold(desk.events) == desk.jackpots
        assert fold([read_event(write_event(event)) for event in desk.events]) == desk.jackpots

    assert {"AwardPosted", "AwardVoided", "AwardReversed", "Adjusted", "SharesReleased"} <= set(
        seen
    )


def test_the_digest_does_not_depend_on_the_order_of_python_sets() -> None:
    desk = whole_life(AwardLock.ON_CONFIRM)

    assert state_digest(desk.jackpots) == DIGEST


def test_a_post_command_names_everything_it_needs() -> None:
    command = PostAward(progressive="bahama", level="meter", award_id="a", by=claiming("x").by)

    assert write_command(command)["kind"] == "PostAward"
