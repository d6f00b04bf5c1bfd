"""Write requirements/dates.tsv: every pinned package with the day its file was built.

Read it beside a list of advisories: a pin is affected if its version is named there, and an
advisory that is younger than the pin has not been looked at yet. It needs the package index once,
through pip; the result is committed, so that the list can be read off line.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)
MADE_UP = {date(1980, 1, 1), date(2016, 1, 1), date(2020, 2, 2)}
"""Days that build tools write so that the same source gives the same file."""


def pins(text: str) -> dict[str, str]:
    """The packages and versions of a requirements file."""
    return {normal(name): version for name, version in PIN.findall(text)}


def normal(name: str) -> str:
    """A package's name as every tool writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def built(path: Path) -> date:
    """The youngest file inside a package."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return date(*max(one.date_time for one in wheel.infolist())[:3])
    with tarfile.open(path) as archive:
        return datetime.fromtimestamp(max(one.mtime for one in archive), UTC).date()


def told(path: Path | None) -> str:
    """When a package was built; if it does not say, the day by which it was there."""
    day = built(path) if path else None
    return day.isoformat() if day and day not in MADE_UP else f"by {date.today()}"


def main() -> int:
    """Fetch what is pinned, and write down when it was built."""
    with TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
        locked = FOLDER / "runtime.txt"
        subprocess.run([*fetch, "--require-hashes", "-r", str(locked)], check=True)
        files = {normal(path.name.split("-")[0]): path for path in Path(folder).iterdir()}
        lines = [
            f"{name}\t{version}\t{told(files.get(name))}\n"
            for name, version in sorted(pins(locked.read_text()).items())
        ]
    (FOLDER / "dates.tsv").write_text("".join(["package\tversion\tbuilt\n", *lines]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
