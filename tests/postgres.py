"""A real PostgreSQL for tests: its own folder, a unix socket, and nobody else's server."""

from __future__ import annotations

import atexit
import functools
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

OPTIONS = "-c listen_addresses='' -c max_connections=100 -c shared_buffers=32MB"
# After a crash the whole folder is synced; one call instead of a thousand.
OPTIONS += " -c recovery_init_sync_method=syncfs"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    binaries: Path
    folder: Path

    def new_database(self) -> str:
        """The address of a fresh, empty database."""
        name = f"upcard_{next(_numbers)}"
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def dsn(self, database: str) -> str:
        """The address as libpq reads it."""
        return f"host={self.folder} user=postgres dbname={database}"

    def url(self, database: str) -> str:
        """The address as SQLAlchemy reads it."""
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def stop(self, how: str) -> None:
        """Stop the server: fast, or immediate, which is a crash."""
        _as_postgres(self.binaries / "pg_ctl", "-D", self.folder / "data", "-m", how, "stop")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"{OPTIONS} -c unix_socket_directories='{self.folder}'"
        log = self.folder / "log"
        _as_postgres(
            self.binaries / "pg_ctl", "-D", self.folder / "data", "-l", log, "-o", options, "-w",
            "start",
        )  # fmt: skip


_numbers = itertools.count(1)


def postgres_or_skip() -> Server:
    """The server of this test process; without PostgreSQL the test is skipped, on CI it fails."""
    binaries = _binaries()
    if binaries is not None:
        return _server(binaries)
    reason = "PostgreSQL is not installed: initdb and pg_ctl are in no known folder"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _binaries() -> Path | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).parent)
    needed = ("initdb", "pg_ctl", "postgres")
    return next((f for f in folders if all((f / name).exists() for name in needed)), None)


@functools.cache
def _server(binaries: Path) -> Server:
    folder = Path(tempfile.mkdtemp(prefix="upcard-pg-"))
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    _as_postgres(
        binaries / "initdb", "-D", folder / "data", "-U", "postgres", "--auth=trust",
        "--data-checksums", "--no-sync", "--encoding=UTF8", "--locale=C",
    )  # fmt: skip
    server = Server(binaries, folder)
    server.start()
    atexit.register(_remove, server, os.getpid())
    return server


def _remove(server: Server, maker: int) -> None:
    # A forked child leaves by the same door; only the maker may lock up.
    if os.getpid() == maker:
        # Fast and not immediate, which leaves processes that still write while we delete.
        server.stop("fast")
        shutil.rmtree(server.folder, ignore_errors=True)


def _as_postgres(*command: object) -> None:
    """PostgreSQL refuses to run as root, so it runs as the user its package made."""
    user = "postgres" if os.geteuid() == 0 else None
    done = subprocess.run(
        [str(part) for part in command],
        user=user,
        group=user,
        extra_groups=[] if user else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if "start" not in command else subprocess.DEVNULL,
        stderr=subprocess.STDOUT if "start" not in command else subprocess.DEVNULL,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stdout or 'see its log'}")
