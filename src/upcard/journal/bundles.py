"""Bundles: entries as JSON lines that anybody can verify offline with `verify_bundle.py`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from upcard.journal.canonical import canonical
from upcard.journal.engines import reading
from upcard.journal.entries import START, Entry, content_hash
from upcard.journal.journals import Journal
from upcard.journal.readers import head, stored_entries
from upcard.journal.refusals import JournalCode, JournalRefused
from upcard.journal.verification import derived_balances

FORMAT: Final = "upcard-bundle-1"
_PIN_HASH: Final = '"pin":"$'
Chosen = Callable[[Entry], bool]


def bundle(
    journal: Journal, first: int = 1, last: int | None = None, chosen: Chosen | None = None
) -> Iterator[str]:
    """
    The lines of a bundle: the entries from *first* to *last*, and the balances around them.

    With *chosen*, the others are withheld: only their fingerprints are there, so that the chain
    can be followed past them. That is the evidence of one round, without anybody else's. Entries
    of version 0.1 that hold the hash of a PIN are withheld always; none of them moves money.
    """
    with reading(journal.engine) as connection:
        end = head(connection).sequence
        stop = end if last is None else last
        if not 1 <= first <= stop <= end:
            raise JournalRefused(
                JournalCode.SEQUENCE_UNKNOWN,
                f"entries are {first} to {stop}: write numbers from 1 to {end}",
            )
        entries = stored_entries(connection, first, stop)
        opening = derived_balances(connection, first)
        yield from bundle_lines(entries, first, stop, opening, chosen)


def bundle_lines(
    entries: Iterable[Entry],
    first: int,
    last: int,
    opening: Mapping[str, int],
    chosen: Chosen | None = None,
    *,
    is_whole: bool = False,
) -> Iterator[str]:
    """The lines of a bundle; one that *is_whole* withholds nothing and stays with the room."""
    balances, hash_ = Counter(opening), START.hash
    yield canonical(_opening(first, last, _told(balances), chosen))
    for entry in entries:
        hash_ = entry.hash
        for row in entry.rows:
            balances[row["source"]] -= row["amount"]
            balances[row["target"]] += row["amount"]
        yield _line(entry, chosen, is_whole=is_whole)
    yield canonical(_closing(last - first + 1, hash_, _told(balances), chosen))


def _told(balances: Counter[str]) -> dict[str, int]:
    return dict(sorted(balances.items()))


def _opening(
    first: int, last: int, balances: dict[str, int], chosen: Chosen | None
) -> dict[str, object]:
    base = {"kind": "bundle", "format": FORMAT, "first": first, "last": last}
    return base if chosen else {**base, "opening": balances}


def _closing(
    entries: int, hash_: str, balances: dict[str, int], chosen: Chosen | None
) -> dict[str, object]:
    base = {"kind": "end", "entries": entries, "hash": hash_}
    return base if chosen else {**base, "closing": balances}


def _tells_of_a_pin(entry: Entry) -> bool:
    return any(_PIN_HASH in event for event in entry.events)


def _line(entry: Entry, chosen: Chosen | None, *, is_whole: bool = False) -> str:
    link = {"sequence": entry.sequence, "previous": entry.previous, "hash": entry.hash}
    if is_whole or (not _tells_of_a_pin(entry) and (chosen is None or chosen(entry))):
        return canonical({"kind": "entry", **link, "content": json.loads(entry.content)})
    return canonical({"kind": "withheld", **link, "content_hash": content_hash(entry.content)})
