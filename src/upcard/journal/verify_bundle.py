"""Verify an exported bundle with nothing but Python: python verify_bundle.py FILE [N:HASH ...].

It checks that no entry was changed, removed, added or moved, that the balances follow from the
transfers to the cent, that no transfer or award is there twice, and that only the accounts money
comes in from stand below zero. N:HASH is a checkpoint that was written down elsewhere; it shows a
cut-off end, or a chain that was rewritten. It imports nothing of Upcard.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from typing import Any

FORMAT = "upcard-bundle-1"
SOURCES = ("seeds", "contributions", "raised", "moved-in")


class Wrong(Exception):
    """What is wrong, and where."""


Line = dict[str, Any]
"""A line of a bundle, as JSON brings it."""


def canonical(value: object) -> str:
    """The one JSON text of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def must(is_right: bool, where: str, message: str) -> None:
    """Stop at the first thing that is wrong."""
    if not is_right:
        raise Wrong(f"{where}: {message}")


class BundleBooks:
    """Balances, and the ids that were seen."""

    def __init__(self, opening: dict[str, int] | None) -> None:
        self.is_complete = opening is not None
        self.balances = dict(opening or {})
        self.transfers: set[str] = set()
        self.awards: set[str] = set()
        self.totals: dict[str, list[int]] = {}
        self.commands: set[str] = set()

    def post(self, where: str, transfer: Line) -> None:
        """Move the money of one transfer."""
        amount, id_, award = transfer["amount"], transfer["id"], transfer["award"]
        must(type(amount) is int and amount > 0, where, f"amount of {id_} is {amount}")
        must(id_ not in self.transfers, where, f"transfer {id_} is there twice")
        self.transfers.add(id_)
        if transfer["reason"] == "award":
            must(award not in self.awards, where, f"award {award} is paid twice")
            self.awards.add(award)
        for account, change in ((transfer["source"], -amount), (transfer["target"], amount)):
            self.balances[account] = self.balances.get(account, 0) + change
        source = transfer["source"]
        is_covered = self.balances[source] >= 0 or source.rpartition("/")[2] in SOURCES
        must(is_covered or not self.is_complete, where, f"{source} is overdrawn")
        total = self.totals.setdefault(transfer["reason"], [0, 0])
        total[0], total[1] = total[0] + 1, total[1] + amount

    def check_closing(self, closing: dict[str, int]) -> None:
        """Every balance follows from the opening ones and the transfers."""
        for account in sorted(self.balances.keys() | closing.keys()):
            made, said = self.balances.get(account, 0), closing.get(account, 0)
            must(made == said, "end", f"{account} is {said}, the transfers make {made}")
        must(sum(closing.values()) == 0, "end", "in and out differ")


def check_link(line: Line, number: int, previous: str | None) -> str:
    """The hash of an entry that follows from the one before it."""
    where = f"entry {number}"
    must(line["sequence"] == number, where, f"it is missing: the next is {line['sequence']}")
    must(previous is None or line["previous"] == previous, where, "it does not follow")
    if line["kind"] == "withheld":
        fingerprint = line["content_hash"]
    else:
        fingerprint = digest(canonical(line["content"]))
    made = digest(f"{number}:{line['previous']}:{fingerprint}")
    must(made == line["hash"], where, "its content is not what its hash was made of")
    return made


def verify(lines: list[Line], checkpoints: dict[int, str]) -> BundleBooks:
    """Check a whole bundle, or raise `Wrong` at the first bad entry."""
    must(len(lines) > 1 and lines[0]["kind"] == "bundle", "line 1", "it is not a bundle")
    must(lines[-1]["kind"] == "end", "last line", "the bundle is cut off")
    header, entries, end = lines[0], lines[1:-1], lines[-1]
    must(header["format"] == FORMAT, "line 1", f"format is {header['format']}, not {FORMAT}")
    number, previous = header["first"], "0" * 64 if header["first"] == 1 else None
    books = BundleBooks(header.get("opening"))
    must(not (number == 1 and books.balances), "line 1", "the first entry has balances before it")
    for line in entries:
        previous = check_link(line, number, previous)
        must(checkpoints.get(number, previous) == previous, f"entry {number}", "not the checkpoint")
        if line["kind"] == "entry":
            command = line["content"]["command_id"]
            must(command not in books.commands, f"entry {number}", f"{command} is there twice")
            books.commands.add(command)
            for transfer in line["content"]["transfers"]:
                books.post(f"entry {number}", transfer)
        number += 1
    must(number - 1 == header["last"], f"entry {number}", "it is missing at the end")
    must(end["entries"] == len(entries) and end["hash"] == previous, "end", "the tail differs")
    missing = [point for point in checkpoints if point >= number]
    must(not missing, f"entry {number}", f"it is missing: a checkpoint is at {missing[:1]}")
    if books.is_complete:
        books.check_closing(end["closing"])
    return books


def main(arguments: list[str]) -> int:
    """Print what was found; 0 if all is well."""
    points = (text.partition(":") for text in arguments[1:])
    checkpoints = {int(number): hash_ for number, _, hash_ in points}
    try:
        opened = lzma.open if arguments[0].endswith(".xz") else open
        with opened(arguments[0], "rt", encoding="ascii") as file:
            lines = [json.loads(line) for line in file]
        books = verify(lines, checkpoints)
    except Wrong as wrong:
        print(f"BROKEN  {wrong}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"BROKEN  the file cannot be read as a bundle: {error!r}")
        return 1
    kinds = [line["kind"] for line in lines]
    print(f"SOUND  {kinds.count('entry')} entries, {kinds.count('withheld')} withheld")
    for reason, (count, amount) in sorted(books.totals.items()):
        print(f"  {reason:<14} {count:>9} transfers {amount / 100:>18,.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
