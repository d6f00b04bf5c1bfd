"""`upcard doctor`: check that this machine has what Upcard needs."""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import typer

from upcard import __version__
from upcard.catalogue import every_game
from upcard.commands.output import Json, show
from upcard.extras import EXTRAS, install_command, missing_from
from upcard.rules import RulesError

WAL_RESET_FIXED = (3, 51, 3)
"""The first SQLite whose WAL mode is safe with several writers; older ones do not use WAL."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    name: str
    ok: bool
    detail: str


def doctor(json: Json = False) -> None:
    """Check the versions, database, open files, engines, GPU and caches, and say what to fix."""
    findings = list(findings_here())
    show([asdict(finding) for finding in findings], json, lambda: _tell(findings))
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _tell(findings: list[Finding]) -> None:
    for finding in findings:
        print(f"{'ok  ' if finding.ok else 'BAD '} {finding.name:<14} {finding.detail}")


def findings_here() -> Iterator[Finding]:
    """Every check, in the order shown."""
    yield Finding("upcard", True, __version__)
    is_recent = sys.version_info >= (3, 11)
    yield Finding("python", is_recent, f"{platform.python_version()} (3.11 or newer is needed)")
    for package in ("pydantic", "typer", "rich"):
        yield _package(package)
    yield _catalogue()
    yield _sqlite()
    yield _tool("postgresql", "postgres", "pg_ctl", "psql")
    yield from map(_extra, EXTRAS)
    if not missing_from("room"):
        yield _files()
    yield _engines()
    yield _gpu()
    yield from _caches()


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, f"not installed: run pip install {name}")


def _catalogue() -> Finding:
    try:
        return Finding("catalogue", True, f"{len(every_game())} games, all valid")
    except RulesError as error:
        return Finding("catalogue", False, str(error))


def _sqlite() -> Finding:
    """Try the settings a ledger needs on a real database file."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "probe.db")
        try:
            mode = connection.execute("PRAGMA journal_mode=PERSIST").fetchone()[0]
            connection.execute("PRAGMA synchronous=FULL")
            synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
        finally:
            connection.close()
    wal = "safe" if sqlite3.sqlite_version_info >= WAL_RESET_FIXED else "not used (reset bug)"
    return Finding(
        "sqlite",
        mode == "persist" and synchronous == 2,
        f"{sqlite3.sqlite_version}, journal_mode={mode}, synchronous={synchronous}, WAL {wal}",
    )


def _extra(name: str) -> Finding:
    """Each optional extra: installed, or how to install it."""
    lacks = missing_from(name)
    if not lacks:
        return Finding(f"[{name}]", True, "installed")
    missing = lacks[0] if len(lacks) == 1 else f"{lacks[0]} and {len(lacks) - 1} more"
    return Finding(f"[{name}]", True, f"{missing} missing (optional): {install_command(name)}")


def _files() -> Finding:
    """Whether a server may open enough files here; `upcard serve` raises the soft limit."""
    from upcard.web.descriptors import files_allowed
    from upcard.web.server_settings import RequestLimits

    limits, allowed = RequestLimits(), files_allowed()
    if allowed >= limits.files:
        return Finding("files", True, f"{allowed:,} may be open; a server needs {limits.files:,}")
    left = sum(share.in_all for share in limits.within(allowed).connections.values())
    return Finding(
        "files",
        False,
        f"only {allowed:,} may be open and a server needs {limits.files:,}: it accepts {left:,} "
        "connections; raise ulimit -Hn or the service's LimitNOFILE=",
    )


def _tool(name: str, *programs: str) -> Finding:
    """An optional tool; a missing one is fine."""
    found = [program for program in programs if shutil.which(program)]
    return Finding(name, True, f"found {found[0]}" if found else "not found (optional)")


def _engines() -> Finding:
    """The simulator's engines that this processor has."""
    from upcard.engine_names import AVX512
    from upcard.simulation.vector_engines import engines_here

    here = engines_here()
    missing = "" if AVX512 in here else f" ({AVX512} needs a processor with AVX-512 VBMI)"
    return Finding("engines", True, f"{', '.join(here)}{missing}")


def _gpu() -> Finding:
    """An optional GPU; if its packages are installed, a test kernel must load."""
    from upcard.simulation.gpu.gpu_devices import card_here, card_names, ways_here
    from upcard.simulation.problems import SetupError

    cards = card_names()
    if not cards:
        return Finding("gpu", True, "no NVIDIA GPU found (optional)")
    try:
        return Finding("gpu", True, f"{cards[0]}, through {card_here().way}")
    except SetupError as error:
        return Finding("gpu", not ways_here(), f"{cards[0]}, but {error}")


def _caches() -> Iterator[Finding]:
    """Where compiled kernels are cached. Looking compiles nothing."""
    from upcard.odds.play.kernels.kernel_cache import solver_folder
    from upcard.simulation.kernels.compilation import cache_folder

    yield _cache("solver cache", solver_folder())
    yield _cache("cache", cache_folder())


def _cache(name: str, folder: Path | None) -> Finding:
    if folder is None:
        return Finding(
            name,
            True,
            "no writable folder: each process compiles its kernels again; set "
            "NUMBA_CACHE_DIR to a folder to keep them",
        )
    kept = len(list(folder.rglob("*.nbc")))
    return Finding(name, True, f"in {folder}: {f'{kept} kernels' if kept else 'empty'}")
