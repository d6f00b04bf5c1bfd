"""Servers made of another one: standbys that follow it, and base backups that are recovered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.postgres import Server, new_folder, removed_after

STANDBY = "standby1"


@contextmanager
def base_backup(server: Server, *words: str, options: str = "") -> Iterator[Server]:
    """A base backup of a running server, as a server that nobody has started yet."""
    made = Server(server.binaries, new_folder(), options)
    with removed_after(made):
        server.run(
            "pg_basebackup",
            f"--pgdata={made.folder / 'data'}",
            "--checkpoint=fast",
            "--no-sync",
            f"--dbname={server.dsn('postgres')} application_name={STANDBY}",
            *words,
        )
        yield made


@contextmanager
def standby_of(primary: Server) -> Iterator[Server]:
    """A standby that *primary* waits for before it answers a commit."""
    with base_backup(primary, "--write-recovery-conf", options=primary.options) as standby:
        standby.start()
        primary.do(
            f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'", "SELECT pg_reload_conf()"
        )
        query = "SELECT coalesce(max(sync_state), 'none') FROM pg_stat_replication"
        until(lambda: primary.ask(query) == "sync", "the standby follows")
        yield standby


def promote(standby: Server) -> None:
    """Make a standby the server to write to; it waits for nobody from then on."""
    standby.do("SELECT pg_promote()")
    standby.do("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")
    until(lambda: standby.ask("SHOW synchronous_standby_names") == "", "the setting is read")


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for something that takes a moment."""
    over = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < over, f"never so: {what}"
        time.sleep(0.02)
