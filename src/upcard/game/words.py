"""Names of the rules as people read them."""

from __future__ import annotations


def words_of(name: str) -> str:
    """
    A name of the rules as people read it.

    >>> words_of("suited-three-of-a-kind")
    'Suited three of a kind'
    """
    text = name.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]
