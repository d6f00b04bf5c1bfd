"""Chromium: the system's, or the one that an npm package brings."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Final, NamedTuple

from playwright._impl._driver import compute_driver_executable

from tests.tools import FROM_PACKAGES_ONLY

MODULES: Final = Path(__file__).parents[2] / "frontend" / "node_modules"
PACKAGE: Final = MODULES / "@sparticuz" / "chromium"
CACHE: Final = MODULES / ".cache" / "chromium"
SYSTEM: Final = () if FROM_PACKAGES_ONLY else ("chromium", "chromium-browser")
UNPACK: Final = """
const { createReadStream, createWriteStream } = require("node:fs");
const [from, to] = process.argv.slice(1);
createReadStream(from).pipe(require("node:zlib").createBrotliDecompress())
  .pipe(createWriteStream(to));
"""
LIBRARIES: Final = ("al2023", "swiftshader")
"""Archives of the package: what a machine without a desktop lacks."""


class Chromium(NamedTuple):
    """A program to run."""

    path: Path
    env: dict[str, str | float | bool]
    """Its environment: the package brings libraries of its own."""


def find_chromium() -> Chromium | None:
    """The system's, else the package's; None without either."""
    found = next(filter(None, map(shutil.which, SYSTEM)), None)
    return Chromium(Path(found), {**os.environ}) if found else packaged()


def packaged() -> Chromium | None:
    """The one of the npm package, unpacked into the checkout; None where that is not installed."""
    if not (PACKAGE / "bin" / "chromium.br").exists():
        return None
    libraries = [str(CACHE), str(CACHE / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    return Chromium(_unpacked(), {**os.environ, "LD_LIBRARY_PATH": ":".join(libraries)})


def _unpacked() -> Path:
    """The package's program, unpacked once: the first of several test processes does it."""
    program = CACHE / "chromium"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # What an earlier version of the package left does not count.
        if program.exists() and program.stat().st_mtime >= _package_time():
            return program
        for name in LIBRARIES:
            _decompress(f"{name}.tar")
            with tarfile.open(CACHE / f"{name}.tar") as archive:
                archive.extractall(CACHE, filter="data")
        _decompress("chromium").chmod(0o755)
        return program


def _package_time() -> float:
    return (PACKAGE / "package.json").stat().st_ctime


def _decompress(name: str) -> Path:
    """One file of the package; Python has no Brotli, and the Node that Playwright brings has."""
    node, _ = compute_driver_executable()
    half, whole = CACHE / f"{name}.half", CACHE / name
    source = PACKAGE / "bin" / f"{name}.br"
    subprocess.run([node, "--eval", UNPACK, str(source), str(half)], check=True)
    return half.rename(whole)
