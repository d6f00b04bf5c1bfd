"""What commands have answered, kept for the next time the book is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from inspect import getsourcefile
from pathlib import Path
from typing import Final

from upcard.caches import writable_folder
from upcard.catalogue import CATALOGUE
from upcard.families import FAMILIES
from upcard.handbook.answered_commands import AnsweredCommand

FOLDER: Final = "book"
PACKAGE: Final = Path(__file__).parents[1]
READ: Final = (".py", ".toml")


class NotKept(LookupError):
    """A command that nobody has answered yet."""


class KeptAnswers:
    """
    The records of commands by their words, for one state of the program and its catalogue.

    Whatever changes a source file, a sheet or a family begins again; nothing older is ever read.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / f"{program_digest()}.json"
        self._records: dict[str, object] = {}
        self._is_closed = False
        self._is_new = False
        if self._file is not None and self._file.exists():
            self._records = json.loads(self._file.read_text("utf-8"))

    def answer(self, command: str, make: Callable[[], object]) -> AnsweredCommand:
        """What *command* prints under `--json`, or the part of it that *make* works out."""
        if command not in self._records:
            if self._is_closed:
                raise NotKept(command)
            # As JSON has it: a record is the same whether it was kept or has just been made.
            self._records[command] = json.loads(json.dumps(make()))
            self._is_new = True
        return AnsweredCommand(command, self._records[command])

    @property
    def records(self) -> Mapping[str, object]:
        """Every record by its command."""
        return self._records

    def add(self, records: Mapping[str, object]) -> None:
        """Keep what another process has answered."""
        self._records |= records
        self._is_new |= bool(records)

    def has_all(self, ask: Callable[[], object]) -> bool:
        """Whether nothing has to be worked out for what *ask* asks."""
        self._is_closed = True
        try:
            ask()
        except NotKept:
            return False
        finally:
            self._is_closed = False
        return True

    def knows(self, command: str) -> bool:
        """Whether nothing has to be worked out for *command*."""
        return command in self._records

    def keep(self) -> None:
        """Write down what is new, and remove what another state of the program has kept."""
        if self._file is None or not self._is_new:
            return
        text = json.dumps(self._records, ensure_ascii=False)
        half = self._file.with_suffix(".half")
        half.write_text(text, encoding="utf-8")
        half.replace(self._file)
        for other in self._file.parent.glob("*.json"):
            if other != self._file:
                other.unlink(missing_ok=True)


def kept_answers(*, fresh: bool) -> KeptAnswers:
    """The answers kept on this machine; none where they are to be *fresh*."""
    return KeptAnswers(None if fresh else writable_folder(FOLDER, Path(__file__)))


def program_digest() -> str:
    """A name for everything that an answer depends on: our sources, all sheets and families."""
    digest = sha256()
    for path in sorted(_sources()):
        digest.update(path.as_posix().encode())
        digest.update(path.read_bytes())
    for name in CATALOGUE.names("sheets"):
        digest.update(str(CATALOGUE.sheet(name)).encode())
    return digest.hexdigest()[:32]


def _sources() -> Iterator[Path]:
    yield from (path for path in PACKAGE.rglob("*") if path.suffix in READ)
    for family in FAMILIES.values():
        source = getsourcefile(family.judge)
        if source is not None and not Path(source).is_relative_to(PACKAGE):
            yield Path(source)
