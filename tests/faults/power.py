"""Power loss, played back: every write of a process recorded, and the disks that could be left."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.tools import tool_or_skip

SECTOR = 512
CALLS = "pwrite64,write,ftruncate,fsync,fdatasync,unlink"
_LINE = re.compile(r"^\d+ +(?P<call>\w+)\((?P<rest>.*)\) += (?P<result>-?\d+)")
_FD = re.compile(r"^\d+<(?P<path>[^>]*)>(?:, )?(?P<rest>.*)$")
_DATA = re.compile(r'^"(?P<hex>(?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?, (?P<size>\d+)(?:, (?P<at>\d+))?$')
_ACK = re.compile(rb"ack (.+?)\n")


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes put at a place of a file, or its new length where there are none."""

    path: str
    at: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Sync:
    """Everything written to a file before this is on the disk."""

    path: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Somebody was told that this is done."""

    id: str


Step = Write | Sync | Acknowledged


def recorded(command: list[str], log: Path, folder: Path) -> list[Step]:
    """Run a Python program and record what it writes into *folder*, in order."""
    strace = tool_or_skip("strace")
    traced = [strace, "-f", "-y", "-xx", "-s", "200000", "-e", f"trace={CALLS}", "-o", str(log)]
    subprocess.run([*traced, sys.executable, *command], check=True, capture_output=True)
    return [step for line in log.read_text().splitlines() for step in _steps(line, folder)]


def _steps(line: str, folder: Path) -> list[Step]:
    found = _LINE.match(line)
    if not found or int(found["result"]) < 0:
        return []
    file = _FD.match(found["rest"])
    if file is None:
        assert found["call"] != "unlink" or str(folder) not in line, f"a file is removed: {line}"
        return []
    path = (
        bytes.fromhex(file["path"].replace("\\x", "")).decode()
        if "\\x" in file["path"]
        else (file["path"])
    )
    call = found["call"]
    if call == "write" and not path.startswith(str(folder)):
        data = _DATA.match(file["rest"])
        raw = bytes.fromhex(data["hex"].replace("\\x", "")) if data else b""
        return [Acknowledged(one.decode()) for one in _ACK.findall(raw)]
    if not path.startswith(str(folder)):
        return []
    if call in ("fsync", "fdatasync"):
        return [Sync(path)]
    if call == "ftruncate":
        return [Write(path, int(file["rest"]), None)]
    data = _DATA.match(file["rest"])
    assert data, f"not understood: {line[:200]}"
    assert data["at"] is not None, f"a write without a place: {line[:200]}"
    return [Write(path, int(data["at"]), bytes.fromhex(data["hex"].replace("\\x", "")))]


@dataclass(slots=True)
class Disk:
    """What is surely on the disk, and what may or may not be."""

    files: dict[str, bytearray] = field(default_factory=dict)
    pending: list[Write] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """The next thing the process did."""
        match step:
            case Write():
                self.pending.append(step)
            case Acknowledged(id_):
                self.acknowledged.append(id_)
            case Sync(path):
                for write in self.pending:
                    if write.path == path:
                        put(self.files, write)
                self.pending = [write for write in self.pending if write.path != path]

    def image(self, rng: random.Random) -> dict[str, bytearray]:
        """One disk that a power loss could leave: writes kept, dropped, cut short or torn."""
        files = {path: bytearray(data) for path, data in self.files.items()}
        fate = rng.choice(["all", "none", "some", "some", "prefix", "torn"])
        stop = rng.randrange(len(self.pending) + 1)
        for number, write in enumerate(self.pending):
            if fate == "none" or (fate == "prefix" and number >= stop):
                continue
            if fate in ("some", "torn") and rng.random() < 0.5:
                continue
            put(files, _torn(write, rng) if fate == "torn" else write)
        return files


def put(files: dict[str, bytearray], write: Write) -> None:
    """Carry a write out."""
    data = files.setdefault(write.path, bytearray())
    if write.data is None:
        del data[write.at :]
        data.extend(bytes(write.at - len(data)))
        return
    data.extend(bytes(max(0, write.at - len(data))))
    data[write.at : write.at + len(write.data)] = write.data


def _torn(write: Write, rng: random.Random) -> Write:
    """A write of which only the first sectors came to the disk."""
    if write.data is None or len(write.data) <= SECTOR:
        return write
    sectors = rng.randrange(len(write.data) // SECTOR + 1)
    return Write(write.path, write.at, write.data[: sectors * SECTOR])


def lay_out(files: dict[str, bytearray], source: Path, target: Path) -> None:
    """A folder as the disk has it; what the process never wrote is copied."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    for path, data in files.items():
        (target / Path(path).relative_to(source)).write_bytes(bytes(data))
