"""Wrong settings of a real server: each refusal names the command that puts it right."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.commands.desks import CommandDesk, quick_pins
from tests.postgres import Server, own_server, postgres_or_skip
from upcard.journal import StartRefused, open_journal
from upcard.journal.copies import is_empty
from upcard.journal.engines import engine_for

MADE = ("room", "init", "--name", "North", "--location", "here", "--executive", "E100:Eve")


@pytest.fixture(scope="module")
def careless() -> Iterator[Server]:
    """A server whose pages have no checksums."""
    with own_server(has_checksums=False) as server:
        yield server


def refusal(url: str) -> str:
    """Why a journal is not opened there."""
    with pytest.raises(StartRefused) as refused:
        open_journal(url)
    assert refused.value.code == "setting-wrong"
    return str(refused.value)


def commands_in(sentence: str) -> list[str]:
    """What a sentence says to run."""
    return re.findall(r"`([^`]+)`", sentence)


def put_right(server: Server, sentence: str, database: str) -> None:
    """Run the statements that a sentence names, one by one, as psql does."""
    for command in commands_in(sentence):
        server.do(*(part for part in command.split(";") if part.strip()), database=database)


def name_in(url: str) -> str:
    """The name of the database in an address."""
    return str(make_url(url).database)


def set_to(server: Server, name: str, value: str) -> None:
    """A setting of the whole server, once new connections have it."""
    server.do(f"ALTER SYSTEM SET {name} = {value}", "SELECT pg_reload_conf()")
    wait_for(server, name, value)


def wait_for(server: Server, name: str, value: str) -> None:
    """A server reads its settings again a moment after it was asked to."""
    over = time.monotonic() + 60
    while server.ask(f"SHOW {name}") != value:
        assert time.monotonic() < over, f"{name} is never {value}"
        time.sleep(0.02)


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_setting_of_the_server_is_put_right_by_the_command_in_the_refusal(
    careless: Server, name: str
) -> None:
    url = careless.new_database()
    set_to(careless, name, "off")
    said = next(one for one in refusal(url).split(". ") if one.startswith(f"{name} is off"))

    assert said.endswith(
        f"as a superuser, run `ALTER SYSTEM SET {name} = on; SELECT pg_reload_conf();`; no restart "
        "is needed"
    )
    put_right(careless, said, name_in(url))
    wait_for(careless, name, "on")
    assert name not in refusal(url), "only the checksums are still missing"


@pytest.mark.parametrize(
    ("wrong", "command"),
    [
        ("ALTER DATABASE {0} SET synchronous_commit = off", 'ALTER DATABASE "{0}" RESET'),
        ("ALTER ROLE postgres SET synchronous_commit = off", 'ALTER ROLE "postgres" RESET'),
        (
            "ALTER ROLE postgres IN DATABASE {0} SET synchronous_commit = local",
            'ALTER ROLE "postgres" IN DATABASE "{0}" RESET',
        ),
    ],
)
def test_a_setting_of_a_role_or_a_database_is_put_right_where_it_was_set(
    wrong: str, command: str
) -> None:
    server = postgres_or_skip()
    url = server.new_database()
    name = name_in(url)
    server.do(wrong.format(name))
    said = refusal(url)

    assert commands_in(said) == [f"{command.format(name)} synchronous_commit;"]
    put_right(server, said, name)
    open_journal(url).close()


def test_a_setting_in_the_address_is_to_be_taken_out_of_it() -> None:
    url = postgres_or_skip().new_database()

    said = refusal(f"{url}&options=-csynchronous_commit%3Doff")
    assert "remove synchronous_commit from the address or from PGOPTIONS" in said


def test_every_wrong_setting_is_named_at_once_and_checksums_are_put_right_by_the_command(
    careless: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    url = careless.new_database()
    plain = url.replace("postgresql+psycopg:", "postgresql:")
    desk = CommandDesk(tmp_path / "room", plain)
    set_to(careless, "fsync", "off")
    said = desk.refused(*MADE)

    assert said.startswith("setting-wrong: fsync is off: it must be on; ")
    checksums = next(one for one in said.split(". ") if one.startswith("data_checksums is off"))
    program, *words = shlex.split(commands_in(checksums)[0])
    assert (program, words[0]) == ("pg_checksums", "--enable")
    # Nothing was made before everything was right: no key, no table.
    assert not (tmp_path / "room").exists()
    engine = engine_for(url)
    assert is_empty(engine)
    engine.dispose()

    careless.stop("fast")
    careless.run(program, *words)
    careless.start()
    set_to(careless, "fsync", "on")
    made = desk.json(*MADE)
    assert made["next"][0].startswith("postgres owns the tables and can change them")
    assert made["next"][-1].endswith("upcard room grant upcard")
    assert desk.json("audit", "verify")["ok"]


def test_a_role_that_may_make_no_tables_is_told_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    server = postgres_or_skip()
    url = server.new_database()
    name = name_in(url)
    server.do("DROP ROLE IF EXISTS maker", "CREATE ROLE maker LOGIN")
    server.do("REVOKE CREATE ON SCHEMA public FROM PUBLIC", database=name)
    desk = CommandDesk(tmp_path / "room", f"postgresql://maker@/{name}?host={server.folder}")
    said = desk.refused(*MADE)

    assert "the right of maker to create tables in schema public is missing" in said
    assert not (tmp_path / "room").exists()
    put_right(server, said, name)
    desk.run(*MADE)
    server.do("DROP OWNED BY maker", "DROP ROLE maker", database=name)


@pytest.mark.parametrize(
    ("user", "database", "said"),
    [
        ("postgres", "nowhere", 'CREATE DATABASE "nowhere" OWNER "postgres";'),
        ("nobody_here", "postgres", 'CREATE ROLE "nobody_here" LOGIN;'),
    ],
)
def test_a_database_or_a_role_that_is_missing_is_named_with_what_makes_it(
    tmp_path: Path, user: str, database: str, said: str
) -> None:
    url = f"postgresql://{user}@/{database}?host={postgres_or_skip().folder}"

    assert said in CommandDesk(tmp_path / "room", url).refused(*MADE)
    assert not (tmp_path / "room").exists()


def test_a_database_in_another_encoding_takes_no_new_room(tmp_path: Path) -> None:
    server = postgres_or_skip()
    server.do("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    url = f"postgresql://postgres@/latin?host={server.folder}"
    said = CommandDesk(tmp_path / "room", url).refused(*MADE)
    server.do("DROP DATABASE latin")

    assert said.startswith("setting-wrong: server_encoding is LATIN1: it must be UTF8; ")
    put_right(server, said, "postgres")
    server.do("DROP DATABASE latin_utf8")
