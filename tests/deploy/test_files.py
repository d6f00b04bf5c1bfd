"""The files in deploy/: parsed and checked, and the database's roles tried on a real PostgreSQL.

No container is built or started here: docker's daemon does not run where these tests run. What the
Containerfile does is checked by its text alone.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from tests.deploy.processes import DEPLOY, serving
from tests.postgres import postgres_or_skip
from tests.tools import tool_or_skip
from tests.web.houses import Guest
from tests.web.processes import QUICK
from upcard.journal.engines import engine_for
from upcard.journal.grants import grant_to
from upcard.room.demo import make_demo
from upcard.room.people.roles import Role
from upcard.room.room_openings import Place

ROOT = DEPLOY.parent
EXPOSURE_MAX = 15
"""In tenths, as systemd-analyze counts: 0 is a box without a door, 100 has no walls."""


def instructions() -> list[tuple[str, str]]:
    """The Containerfile's instructions with their arguments, continued lines joined."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2]) for line in joined.splitlines()]


def last_stage() -> dict[str, list[str]]:
    """The arguments of the last stage's instructions, by instruction."""
    found: dict[str, list[str]] = {}
    for name, argument in instructions():
        if name == "FROM":
            found = {}
        found.setdefault(name, []).append(argument)
    return found


def services() -> dict[str, Any]:
    """The services of compose.yaml."""
    yaml: Any = import_module("yaml")
    document = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    found: dict[str, Any] = document["services"]
    return found


def test_the_container_is_built_in_two_stages_and_runs_as_nobody_in_particular() -> None:
    stages = [argument for name, argument in instructions() if name == "FROM"]
    last = last_stage()

    assert len(stages) == 2
    assert last["COPY"] == ["--from=build /opt/upcard /opt/upcard"]
    assert last["USER"] == ["10001:10001"]
    assert json.loads(last["VOLUME"][0]) == ["/var/lib/upcard"]
    assert "apt-get" not in " ".join(last["RUN"])


def test_the_container_asks_its_server_whether_it_is_ready() -> None:
    (check,) = last_stage()["HEALTHCHECK"]
    command = json.loads(check.partition(" CMD ")[2])

    assert command[:2] == ["python", "-c"]
    assert "http://127.0.0.1:8021/health/ready" in command[2]
    compile(command[2], "HEALTHCHECK", "exec")


def test_everything_that_the_container_copies_is_there_and_passwords_are_not() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    (installed,) = (argument for name, argument in instructions() if "--require-hashes" in argument)

    assert "deploy/.env" in ignored
    assert "requirements/runtime.txt" in installed
    assert (ROOT / "requirements/runtime.txt").is_file()


def test_the_commands_of_the_container_are_commands_of_upcard() -> None:
    words = json.loads(last_stage()["CMD"][0])
    page = (ROOT / "docs/commands.md").read_text("utf-8")

    assert json.loads(last_stage()["ENTRYPOINT"][0]) == ["upcard"]
    assert words[0] == "serve"
    assert [word for word in words if word.startswith("--") and word not in page] == []


def test_only_the_proxy_is_reached_from_outside_and_nothing_can_write_to_its_root() -> None:
    found = services()

    assert [name for name, one in found.items() if "ports" in one] == ["proxy"]
    assert all(one["read_only"] for one in found.values())
    assert all(one["security_opt"] == ["no-new-privileges:true"] for one in found.values())
    assert found["owner"]["cap_drop"] == found["server"]["cap_drop"] == ["ALL"]
    assert found["database"]["networks"] == ["inside"]
    assert "front" not in found["owner"]["networks"]


def test_the_database_has_checksums_and_the_server_is_not_its_owner() -> None:
    found = services()
    urls = {name: found[name]["environment"]["UPCARD_DATA"] for name in ("owner", "server")}
    database = found["database"]["environment"]

    assert "--data-checksums" in database["POSTGRES_INITDB_ARGS"].split()
    assert urls == {
        "owner": f"postgresql://{database['POSTGRES_USER']}@database/{database['POSTGRES_DB']}",
        "server": f"postgresql://upcard_server@database/{database['POSTGRES_DB']}",
    }
    assert found["owner"]["profiles"] == ["owner"]
    assert found["server"]["profiles"] == []
    script = DEPLOY / "postgres-roles.sh"
    assert (
        "./postgres-roles.sh:/docker-entrypoint-initdb.d/10-roles.sh:ro"
        in (found["database"]["volumes"])
    )
    assert os.access(script, os.X_OK)


def test_a_server_with_the_role_of_the_script_can_play_and_change_no_record(tmp_path: Path) -> None:
    server = postgres_or_skip()
    database = make_url(server.new_database()).database or ""
    variables = {
        "POSTGRES_USER": "postgres",
        "POSTGRES_DB": database,
        "SERVER_PASSWORD": "it's a secret",
        "PGHOST": str(server.folder),
        "PATH": os.environ["PATH"],
    }
    subprocess.run([str(DEPLOY / "postgres-roles.sh")], env=variables, check=True)
    room, people = make_demo(Place(url=server.url(database), folder=tmp_path), pins=QUICK)
    room.close()
    engine = engine_for(server.url(database))
    with engine.begin() as connection:
        grant_to(connection, "upcard_server")
    engine.dispose()
    url = f"postgresql://upcard_server@/{database}?host={server.folder}"
    with serving("--data", url, variables={"UPCARD_FOLDER": str(tmp_path)}) as served:
        with Guest(served.origin) as guest:
            guest.sign_in(next(one for one in people if one.role is Role.SUPERVISOR))
            reported = guest.order(
                {"kind": "ReportMalfunction", "device": "keypad", "description": "stuck"}
            )
        ready = served.get("/health/ready")
    with psycopg.connect(url) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("DELETE FROM entries")

    assert reported.status_code == 200, reported.text
    assert ready.status_code == 200, ready.text


def test_systemd_accepts_the_unit_and_finds_it_well_shut(tmp_path: Path) -> None:
    analyze = tool_or_skip("systemd-analyze")
    text = (DEPLOY / "upcard.service").read_text("utf-8")
    assert "/opt/upcard/bin/upcard serve" in text
    unit = tmp_path / "upcard.service"
    # What the unit starts is not installed here.
    unit.write_text(text.replace("/opt/upcard/bin/upcard", "/bin/true"), "utf-8")
    verified = subprocess.run(
        [analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    secure = subprocess.run(
        [
            analyze,
            "security",
            "--offline=true",
            f"--threshold={EXPOSURE_MAX}",
            "--no-pager",
            str(unit),
        ],
        capture_output=True,
        text=True,
    )

    assert (verified.returncode, verified.stderr) == (0, "")
    assert secure.returncode == 0, secure.stdout


def test_the_environment_of_the_unit_names_a_room_and_options_that_there_are() -> None:
    command = '. "$0"; echo "$UPCARD_DATA"; echo "$UPCARD_OWNER_DATA"; echo "$UPCARD_OPTIONS"'
    told = subprocess.run(
        ["sh", "-euc", command, str(DEPLOY / "upcard.env")],
        capture_output=True,
        text=True,
        check=True,
    )
    data, owner, options = told.stdout.splitlines()
    page = (ROOT / "docs/commands.md").read_text("utf-8")

    assert make_url(data).database == make_url(owner).database == "upcard"
    assert (make_url(data).username, make_url(owner).username) == (None, "upcard_owner")
    assert [word for word in options.split() if word.startswith("--") and word not in page] == []
    subprocess.run(["sh", "-n", str(DEPLOY / "upcard")], check=True)


def test_every_file_of_deploy_that_the_guide_installs_is_there() -> None:
    guide = (ROOT / "docs/operate/install.md").read_text("utf-8")
    named = set(re.findall(r"deploy/([\w.-]+)", guide))

    assert {"upcard", "upcard.env", "upcard.service", "nginx.conf"} <= named
    assert [name for name in sorted(named) if not (DEPLOY / name).is_file()] == []


def test_the_unit_starts_the_server_with_options_that_there_are() -> None:
    text = (DEPLOY / "upcard.service").read_text("utf-8")
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    page = (ROOT / "docs/commands.md").read_text("utf-8")
    options = [word for word in shlex.split(line) if word.startswith("--")]

    assert options
    assert [option for option in options if option not in page] == []


def test_every_panel_of_the_board_asks_for_metrics_that_there_are() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    guide = (ROOT / "docs/operate/watch.md").read_text("utf-8")
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    names = {name for expr in asked for name in re.findall(r"\b(?:upcard|process)_\w+", expr)}
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in names}

    assert len(panels) >= 10
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert all(panel["title"] and panel["datasource"]["uid"] == "${source}" for panel in panels)
    assert sorted(name for name in families if f"`{name}`" not in guide) == []


def test_caddy_hides_what_nginx_hides() -> None:
    text = (DEPLOY / "Caddyfile").read_text("utf-8")

    assert "@watching path /metrics /health/*" in text
    assert "header_up -Forwarded" in text
    assert "delete token" in text
    assert "{$UPCARD_SERVER:127.0.0.1:8021}" in text
