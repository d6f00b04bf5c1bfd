"""A test waits for a minute at least: a busy machine is no fault of the program."""

import ast
from collections.abc import Iterator

from tests.house.sources import ROOT, python_files, shown, tree_of

SECONDS_MIN = 60
POLL_MAX = 1
"""Whoever looks again and again, or sees that nothing comes, waits less than this."""
ASKING = {"get", "post", "request", "stream", "Client", "AsyncClient"}
"""What httpx does within five seconds if nobody says otherwise."""


def test_no_test_gives_up_within_a_minute() -> None:
    wrong = [
        f"{shown(path)}:{line}: {what}: wait {SECONDS_MIN} s or more"
        for path in python_files(ROOT / "tests")
        for line, what in hurries(tree_of(path))
    ]

    assert wrong == [], "\n".join(wrong)


def test_every_hurry_is_seen() -> None:
    text = """
socket.recv(timeout=10)
until = time.monotonic() + 5
httpx.get(address)
httpx.Client(base_url=address, timeout=60)
socket.recv(timeout=0.2)
process.wait(timeout=WAIT)
"""
    assert sorted(line for line, _ in hurries(ast.parse(text))) == [2, 3, 4]


def hurries(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each wait that is too short, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg="timeout", value=ast.Constant(value=int() | float() as seconds)):
                if POLL_MAX <= seconds < SECONDS_MIN:
                    yield node.value.lineno, f"timeout={seconds}"
            case ast.BinOp(
                left=ast.Call(func=ast.Attribute(attr="monotonic")),
                op=ast.Add(),
                right=ast.Constant(value=int() | float() as seconds),
            ):
                if POLL_MAX <= seconds < SECONDS_MIN:
                    yield node.lineno, f"monotonic() + {seconds}"
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="httpx"), attr=asked), keywords=told
            ):
                if asked in ASKING and all(one.arg not in ("timeout", None) for one in told):
                    yield node.lineno, f"httpx.{asked} without a timeout"
