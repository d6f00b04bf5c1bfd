"""Seeded faults: each must turn its tests red, or they prove nothing (UPCARD_FAULTS=full)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.teeth.faults import FAULTS, Fault

PROJECT = Path(__file__).parents[2]
SOURCE = PROJECT / "src" / "upcard"


def names(fault: Fault) -> str:
    """What a fault is called."""
    return fault.name


@pytest.mark.parametrize("fault", FAULTS, ids=names)
def test_the_right_text_is_where_the_fault_would_be(fault: Fault) -> None:
    text = (SOURCE / fault.file).read_text("utf-8")

    assert text.count(fault.right) == 1
    compile(text.replace(fault.right, fault.wrong), fault.file, "exec")
    assert all((PROJECT / path).exists() for path in fault.tests.split())


@pytest.mark.skipif(
    os.environ.get("UPCARD_FAULTS") != "full", reason="takes minutes: set UPCARD_FAULTS=full"
)
@pytest.mark.parametrize("fault", FAULTS, ids=names)
def test_a_seeded_fault_is_caught(fault: Fault, tmp_path: Path) -> None:
    """The package is copied with the fault in it, and its tests run on the copy."""
    copy = tmp_path / "upcard"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / fault.file
    file.write_text(file.read_text("utf-8").replace(fault.right, fault.wrong), "utf-8")
    usual = {key: value for key, value in os.environ.items() if key != "UPCARD_FAULTS"}
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:xdist",
            "-p",
            "no:cacheprovider",
            "-o",
            "addopts=--import-mode=importlib",
            *fault.tests.split(),
        ],
        cwd=PROJECT,
        env={**usual, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    said = done.stdout[-2000:] + done.stderr[-2000:]
    assert done.returncode == 1, said
    assert " failed" in done.stdout, said
