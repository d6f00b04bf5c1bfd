"""Which software made a report: one hash over every file of the package."""

from __future__ import annotations

from functools import cache

from upcard.room.integrity import software_hash


@cache
def package_hash() -> str:
    """
    The SHA-256 of the installed package: names and contents of its files, in one order.

    It is the hash that the room accepts its software by.

    >>> len(package_hash())
    64
    """
    return software_hash()
