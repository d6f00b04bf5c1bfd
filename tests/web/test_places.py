"""Places and turns: one kind of caller never takes what is another's."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from upcard.web.access.callers import Caller, Who, address_key
from upcard.web.access.places import Places, Share, WhenFull
from upcard.web.access.turns import Lane, Turns, lane_of
from upcard.web.refusals import WebRefused
from upcard.web.server_settings import CONNECTIONS, LINES, TURNS, RequestLimits

Result = TypeVar("Result")
THREADS = 40
"""What anyio gives a server unless it asks for more."""


def in_a_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """What *work* comes to in a loop of its own: a browser's tests leave one in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def refusal_of(places: Places[Who], who: Who, key: str) -> WebRefused:
    """How one more is refused."""
    with pytest.raises(WebRefused) as refused:
        places.take(who, key)
    return refused.value


def test_guests_cannot_take_a_place_of_the_staff() -> None:
    places = Places("screens", {who: Share(in_all=3, each=3) for who in (Who.GUEST, Who.STAFF)})
    for number in range(3):
        places.take(Who.GUEST, f"10.0.0.{number}")

    assert refusal_of(places, Who.GUEST, "10.0.0.9").code == "full"
    assert places.take(Who.STAFF, "D100").is_lost is False


def test_a_refusal_says_what_is_full_and_when_to_try_again() -> None:
    places = Places("connections", {Who.GUEST: Share(in_all=3, each=2)})
    for key in ("here", "here", "there"):
        places.take(Who.GUEST, key)
    own, all_ = refusal_of(places, Who.GUEST, "here"), refusal_of(places, Who.GUEST, "elsewhere")

    assert (own.code, own.status, own.wait_s) == ("too-many", 429, 5)
    assert str(own) == "too many connections from you: 2 at most; close one or wait a moment"
    assert (all_.code, all_.status, all_.wait_s) == ("full", 503, 5)
    assert str(all_) == "all 3 places for connections are taken: wait a moment"


def test_a_link_s_newest_screen_takes_the_place_of_its_oldest() -> None:
    share = Share(in_all=3, each=2, when_full=WhenFull.OWN_OLDEST_LEAVES)
    places, left = Places("screens", {Who.DISPLAY: share}), list[str]()
    taken = [places.take(Who.DISPLAY, "a link", lambda n=n: left.append(n)) for n in "abc"]  # type: ignore[misc]
    places.take(Who.DISPLAY, "another link")

    assert left == ["a"]
    assert [place.is_lost for place in taken] == [True, False, False]
    assert refusal_of(places, Who.DISPLAY, "a third link").code == "full"
    taken[0].give_back()  # It has none any more: nobody else loses one by it.
    assert places.count(Who.DISPLAY) == 3


def test_whoever_has_most_unknown_connections_loses_the_oldest_and_nobody_is_refused() -> None:
    share = Share(in_all=6, each=5, when_full=WhenFull.OLDEST_LEAVES)
    places, left = Places("connections", {Who.UNKNOWN: share}), list[str]()
    for key in ("dealer", "crowd", "crowd", "crowd", "crowd", "crowd"):
        places.take(Who.UNKNOWN, key, lambda key=key: left.append(key))  # type: ignore[misc]
    for _ in range(100):
        places.take(Who.UNKNOWN, "crowd", lambda: left.append("crowd"))
    places.take(Who.UNKNOWN, "another", lambda: left.append("another"))

    assert left == ["crowd"] * 101
    assert places.count(Who.UNKNOWN, "dealer") == 1
    assert places.count(Who.UNKNOWN) == 6


def test_places_given_back_are_free_again_and_nothing_is_kept_of_who_had_them() -> None:
    places = Places("screens", {Who.GUEST: Share(in_all=2, each=1)})
    for number in range(1000):
        with places.take(Who.GUEST, f"guest {number}"):
            assert places.count(Who.GUEST) == 1

    assert places.count(Who.GUEST) == 0
    assert places._taken == {Who.GUEST: {}}


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.168.7.20", "192.168.7.20"),
        ("::ffff:192.168.7.20", "192.168.7.20"),
        ("2001:db8:1:2:aa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bb::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, key: str) -> None:
    assert address_key(address) == key


def test_all_turns_together_leave_threads_free() -> None:
    assert set(TURNS) == set(LINES) == set(Lane)
    assert sum(TURNS.values()) < THREADS
    assert TURNS[Lane.STAFF] > sum(TURNS.values()) / 2


def test_a_guest_s_line_keeps_nobody_else_waiting() -> None:
    async def crowded() -> tuple[str, bool]:
        turns = Turns(dict.fromkeys(Lane, 1), dict.fromkeys(Lane, Share(in_all=3, each=2)))
        first = await turns.wait(Lane.PLAY, "a")
        waiting = [asyncio.create_task(turns.wait(Lane.PLAY, key)) for key in ("a", "b")]
        await asyncio.sleep(0)
        with pytest.raises(WebRefused) as refused:
            await turns.wait(Lane.PLAY, "c")
        (await turns.wait(Lane.STAFF, "D100")).end()
        (await turns.wait(Lane.ENTRY, "a")).end()
        first.end()
        first.end()
        (await waiting[1]).end()
        (await waiting[0]).end()
        (await turns.wait(Lane.PLAY, "c")).end()
        return refused.value.code, turns._threads[Lane.PLAY]._free == 1

    assert in_a_loop(crowded()) == ("full", True)


def test_whoever_was_served_longest_ago_is_next() -> None:
    async def crowded() -> list[str]:
        turns = Turns({Lane.ENTRY: 1}, {Lane.ENTRY: Share(in_all=99, each=9)})
        served = list[str]()

        async def sign_in(key: str) -> None:
            turn = await turns.wait(Lane.ENTRY, key)
            served.append(key)
            await asyncio.sleep(0)
            turn.end()

        for key in "abc":
            await sign_in(key)
        first = await turns.wait(Lane.ENTRY, "d")
        line = [asyncio.create_task(sign_in(key)) for key in (*"aaabbbccc", "dealer")]
        await asyncio.sleep(0)
        first.end()
        await asyncio.gather(*line)
        return served

    assert in_a_loop(crowded()) == [*"abc", "dealer", *"abcabcabc"]


def test_somebody_who_does_not_wait_any_longer_keeps_no_turn() -> None:
    async def impatient() -> int:
        turns = Turns({Lane.GUEST: 1}, {Lane.GUEST: Share(in_all=9, each=9)})
        first = await turns.wait(Lane.GUEST, "a")
        gone = [asyncio.create_task(turns.wait(Lane.GUEST, "b")) for _ in range(3)]
        await asyncio.sleep(0)
        gone[0].cancel()
        await asyncio.sleep(0)
        first.end()  # The second of them has the turn now, and goes at the same moment.
        gone[1].cancel()
        await asyncio.sleep(0)
        (await gone[2]).end()
        assert turns._lines.count(Lane.GUEST) == 0
        return turns._threads[Lane.GUEST]._free

    assert in_a_loop(impatient()) == 1


@pytest.mark.parametrize("files", [64, 256, 1024, 1500, 100_000])
def test_connections_fit_into_the_files_that_may_be_open(files: int) -> None:
    limits = RequestLimits().within(files)

    assert limits.connections[Who.STAFF] == CONNECTIONS[Who.STAFF]
    assert limits.connections[Who.ENTRY].in_all >= 8
    assert all(share.in_all >= share.each >= 1 for share in limits.connections.values())
    assert limits.files <= max(files, RequestLimits().within(0).files)


@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/api/solo", Lane.PLAY),
        ("/api/solo/games", Lane.PLAY),
        ("/api/solo/0a1b", Lane.PLAY),
        ("/api/solo/0a1b/rounds/7", Lane.PLAY),
        ("/api/solo/0a1b/advice", Lane.WORK),
        ("/api/solo/0a1b/judged/7", Lane.WORK),
        ("/api/solo/0a1b/chart", Lane.WORK),
        ("/api/solo/0a1b/counts", Lane.WORK),
        ("/api/lab/values", Lane.WORK),
        ("/api/labels", Lane.GUEST),
    ],
)
def test_cards_do_not_wait_in_line_behind_what_is_worked_out(path: str, lane: Lane) -> None:
    assert lane_of(Caller(Who.GUEST, "a"), path) is lane
