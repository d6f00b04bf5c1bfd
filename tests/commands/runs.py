"""Running `upcard` as a person or a script does: a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]


def upcard(*words: str, keys: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    """`upcard` with these words, *keys* typed at it; it must exit with *code*."""
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *words],
        input=keys,
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def upcard_json(*words: str, keys: str = "", code: int = 0) -> Any:
    """The one JSON document that `upcard … --json` prints."""
    return json.loads(upcard(*words, "--json", keys=keys, code=code).stdout)
