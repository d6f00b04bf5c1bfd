"""Running `upcard`: in this process, which takes no start, or as a script does."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer.main

from upcard.cli import app

PROJECT = Path(__file__).parents[2]
USUAL = {"COLUMNS": "120", "NO_COLOR": "1"}


@dataclass(frozen=True, slots=True)
class Done:
    """What a command printed."""

    stdout: str
    stderr: str


@cache
def command_line() -> Any:
    """Every command, put together once: that takes longer than most of them run."""
    return typer.main.get_command(app)


def run_here(
    *words: str, code: int | None = 0, keys: str | None = None,
    variables: Mapping[str, str] | None = None,
) -> Done:  # fmt: skip
    """`upcard` with these words in this process; it must exit with *code*, if that is given."""
    stdout, stderr = io.StringIO(), io.StringIO()
    found: object = 0
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, {**USUAL, **(variables or {})}))
        stack.enter_context(redirect_stdout(stdout))
        stack.enter_context(redirect_stderr(stderr))
        if keys is not None:
            stack.enter_context(patch.object(sys, "stdin", io.StringIO(keys)))
        try:
            command_line().main(args=[*words], prog_name="upcard")
        except SystemExit as end:
            found = end.code
    done = Done(stdout.getvalue(), stderr.getvalue())
    assert code is None or found == code, done
    return done


def upcard(*words: str, keys: str = "", code: int = 0) -> Done:
    """`upcard` with these words in the project's folder, *keys* typed at it."""
    with chdir(PROJECT):
        return run_here(*words, keys=keys, code=code)


def upcard_json(*words: str, keys: str = "", code: int = 0) -> Any:
    """The one JSON document that `upcard … --json` prints."""
    return json.loads(upcard(*words, "--json", keys=keys, code=code).stdout)


def upcard_process(*words: str, keys: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    """`upcard` as a person or a script runs it: a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *words],
        input=keys,
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env={**os.environ, **USUAL},
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done
