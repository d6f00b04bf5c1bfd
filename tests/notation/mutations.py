"""Texts with something wrong in them: every word and line changed, added, lost, doubled, moved."""

from __future__ import annotations

import random
from collections.abc import Sequence

ODD_WORDS = (
    "²",
    "٣",
    "-0",
    "0",
    "08",
    "1",
    "8",
    "9",
    "12.5",
    ".5",
    "5.",
    "1e9",
    "1_0",
    "--5",
    "9" * 5_000,
    "x" * 500,
    "\0",
    "\x85",
    "\u2028",
    "\u00a0",
    "\ufeff",
    "\ud800",
    "é",
    "=",
    "/",
    "#",
    "@",
    "",
    "none",
    "true",
    "[]",
    "{}",
    "nan",
    "main",
    "side",
    "mian",
    "insurance",
    "envy",
    "super-bonus",
    "H",
    "P",
    "R",
    "As",
    "[As]",
    "[",
    "[]",
    "??",
    "1a",
    "7bbb",
    "8",
    "rules",
    "decks",
    "set",
    "jackpot",
    "Mega",
    "meter",
    "blackjack",
    "name",
    "title",
    "sources.decks",
    "decks_default",
    "side_wagers.0.needs",
    "doubling.caps.0",
    "packs.match.name",
    "packs",
    "side_wagers",
    "rescue",
    "rescue.after_double",
    "a..b",
    ".",
    "2024-02-30",
    "20240531",
    "trilux",
    "match-up",
    "hard",
)
"""Words that readers have stumbled over, and words that are right elsewhere."""

ODD_LINES = (
    "",
    " ",
    "#",
    "# a comment",
    "decks 8 5",
    "decks ²",
    "limits mian 5 50",
    "limits side 1 2 3",
    "jackpot meter 12.5",
    "jackpot meter 100",
    "jackpot Mega 5 5 = 5",
    "paytable trilux TRI-03",
    "seat anna",
    "seat anna 1",
    "seat anna 9",
    "seat bert 1 1",
    "set rescue none",
    "set decks 5",
    "set rescue.after_double half",
    "set doubling.caps.0 x",
    "set name other",
    "set packs []",
    "set side_wagers []",
    "set side_wagers.match-up.needs match-down",
    "date 0000-00-00",
    "set decks " + "9" * 5_000,
    "set doubling.doubles_max ²",
    "rules blackjack",
    "pack trilux",
    "rules blackjack = 5",
    "1 side match-up 5",
    "1 insurance 5",
    "2 insurance 1 = lose -1",
    "1a side match-up 5",
    "dealer 6h [Ac] =",
    "value = 1e999999999",
    "policy hit-below 9999",
    "shoe",
    "hard 16 S S S S S S S S S S",
    "2 3 4 5 6 7 8 9 T A",
    "rules",
    "\r",
    "\v",
    "\x1c",
)
"""Lines that are wrong, or wrong in most places."""


def mutated(text: str, rng: random.Random) -> str:
    """*text* with one to three things changed."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice((_other_word, _other_word, _other_line, _other_sign))(text, rng)
    return text


def _other_word(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    index = rng.randrange(len(lines))
    words = lines[index].split(" ")
    _change(words, rng, ODD_WORDS)
    return "\n".join([*lines[:index], " ".join(words), *lines[index + 1 :]])


def _other_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    _change(lines, rng, ODD_LINES)
    return rng.choice(("\n", "\n", "\n", "\r\n", " / ")).join(lines)


def _other_sign(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    sign = chr(rng.choice((rng.randrange(128), rng.randrange(0x110000))))
    return text[:place] + sign + text[place + rng.randint(0, 1) :]


def _change(parts: list[str], rng: random.Random, odd: Sequence[str]) -> None:
    """Change one of *parts*, add one, take one away, double one, or swap two."""
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    match rng.randrange(5):
        case 0:
            parts[one] = rng.choice(odd)
        case 1:
            parts.insert(one, rng.choice(odd))
        case 2:
            del parts[one]
        case 3:
            parts.insert(other, parts[one])
        case _:
            parts[one], parts[other] = parts[other], parts[one]
