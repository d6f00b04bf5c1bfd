"""The grammar of a round: how each kind of line is written, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from upcard.cards import Card, CardError
from upcard.game.signs import LETTERS
from upcard.money import Cents, MoneyError, read_money
from upcard.notation.lines import DEALER, HAND, HEADERS, JACKPOT, SPOT_KINDS, Line
from upcard.notation.text_lines import NotationError, whole_number, words_in
from upcard.quotes import quoted
from upcard.table.rounds import ALONE

DECKS_MAX: Final = 8
SPOTS_MAX: Final = 7
LIMIT_KINDS: Final = ("main", "side")
ROUND_KEYS: Final = (*HEADERS, DEALER, JACKPOT)
"""What begins a line of a round, besides the name of a hand."""

_HAND_NAME: Final = re.compile(r"[1-7][ab]{0,3}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EXPECTS: Final = re.compile(r"(?:^| )=(?: |$)")
_MANY: Final = 1_000


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of line is written."""

    shows: str
    """The form itself, for refusals."""
    read: Callable[[Line], object]
    """Reads the words, or refuses them."""
    words: int
    """How many words follow the key."""
    words_max: int | None = None
    """How many may follow at most, where that is more."""

    def check(self, line: Line) -> None:
        """Refuse a line of another form."""
        count, most = len(line.words), self.words_max or self.words
        if not self.words <= count <= most:
            said = quoted(" ".join((line.key, *line.words)))
            extra = "has too many words" if count > most else "has too few words"
            raise _refused(line, f"{said} {extra}: write {self.shows}")
        if line.key in HEADERS and line.expected is not None:
            raise _refused(
                line,
                f"'{line.key}' is followed by {quoted(f'= {line.expected}')}: only the lines of "
                "dealer, hands, wagers and jackpot may have an equals sign",
            )
        if line.expected == "":
            raise _refused(line, f"{quoted(line.about)} ends in '=': write what must come out")
        self.read(line)


def read_line(text: str, number: int = 0) -> Line:
    """One line of a round, its words checked."""
    line = split_line(text, number)
    if line.key not in ROUND_KEYS and not _HAND_NAME.fullmatch(line.key):
        allowed = f"{', '.join(ROUND_KEYS)}, or a hand like 1 or 1ab"
        raise _refused(line, f"{quoted(line.key)} cannot begin a line: write {allowed}")
    if line.kind in SPOT_KINDS and len(line.key) > 1:
        allowed = f"write the spot alone, like '{line.key[0]} {line.kind}'"
        raise _refused(line, f"{quoted(line.about)} is about a hand: {allowed}")
    _FORMS[line.kind].check(line)
    return line


def split_line(text: str, number: int = 0) -> Line:
    """A plain line as key, words and what must come out; nothing else is checked yet."""
    left, *right = _EXPECTS.split(text, maxsplit=1)
    words = words_in(left, number)
    if not words:
        raise NotationError(
            number,
            f"{quoted(text.strip())} is incomplete: write a header, dealer, jackpot or a hand",
        )
    expected = " ".join(words_in(right[0], number)) if right else None
    return Line(number, words[0], tuple(words[1:]), expected)


def name_of(line: Line) -> str:
    """The name that `rules` or `pack` gives."""
    return line.words[0]


def decks_of(line: Line) -> int:
    """The number of decks."""
    decks = whole_number(line.words[0], low=1, high=DECKS_MAX)
    if decks is None:
        raise _refused(
            line, f"decks is {quoted(line.words[0])}: write a number from 1 to {DECKS_MAX}"
        )
    return decks


def paytable_of(line: Line) -> tuple[str, str]:
    """A wager and its paytable."""
    wager, paytable = line.words
    return wager, paytable


def setting_of(line: Line) -> tuple[str, str]:
    """The path of a setting and its value."""
    return line.words[0], " ".join(line.words[1:])


def day_of(line: Line) -> date:
    """The day of play."""
    word = line.words[0]
    try:
        if _DAY.fullmatch(word):
            return date.fromisoformat(word)
    except ValueError:
        pass  # A day that no calendar has: refused like any other text.
    raise _refused(line, f"date is {quoted(word)}: write a day like 2024-05-31")


def limits_of(line: Line) -> tuple[str, Cents, Cents]:
    """Which limits they are, the lowest and the highest wager."""
    kind, low, high = line.words
    if kind not in LIMIT_KINDS:
        raise _refused(line, f"limits are for {quoted(kind)}: write them for main or side")
    lowest = _amount(line, f"the lowest {kind} wager", low)
    highest = _amount(line, f"the highest {kind} wager", high)
    return kind, lowest, highest


def seat_of(line: Line) -> tuple[str, tuple[int, ...]]:
    """A player and their spots."""
    player, *words = line.words
    spots: list[int] = []
    for word in words:
        spot = whole_number(word, low=1, high=SPOTS_MAX)
        if spot is None:
            allowed = f"write a number from 1 to {SPOTS_MAX}"
            raise _refused(line, f"a spot of {player} is {quoted(word)}: {allowed}")
        if spot in spots:
            raise _refused(line, f"spot {spot} of {player} is written twice: write it once")
        spots.append(spot)
    return player, tuple(spots)


def stake_of(line: Line) -> Cents:
    """The main wager that a hand begins with."""
    word = line.words[0]
    if word[0].isdigit() or word[0] in "-.":
        return _amount(line, f"the wager of hand {line.key}", word)
    begins = f"{line.key} begins with {quoted(word)}"
    if line.key.isdigit():
        allowed = "write an amount, side, insurance, parlay, super-bonus or envy"
        raise _refused(line, f"spot {begins}: {allowed}")
    raise _refused(line, f"hand {begins}: write its wager, then its cards and decisions")


def side_of(line: Line) -> tuple[str, Cents]:
    """A side wager and its amount."""
    _, wager, amount = line.words
    return wager, _amount(line, wager, amount)


def insurance_of(line: Line) -> Cents:
    """The amount of insurance."""
    return _amount(line, "insurance", line.words[1])


def parlay_of(line: Line) -> Cents:
    """The amount moved onto the main wager."""
    return _amount(line, "parlay", line.words[1])


def jackpot_of(line: Line) -> tuple[str, Cents, Cents]:
    """A level as one word, its meter, and what it is reseeded to."""
    level, meter, *reseed = line.words
    value = _amount(line, f"jackpot {level}", meter)
    after = _amount(line, f"the reseed of jackpot {level}", reseed[0] if reseed else "0")
    return level, value, after


def _amount(line: Line, thing: str, word: str) -> Cents:
    try:
        amount = read_money(word)
    except MoneyError:
        amount = Cents(-1)
    if amount < 0:
        raise _refused(
            line,
            f"{thing} is {quoted(word)}: write dollars like 25 or 12.50, with no more than 12 "
            "digits before the point",
        )
    return amount


def _hand(line: Line) -> None:
    stake_of(line)
    for word in line.words[1:]:
        if word not in LETTERS.values() and word != ALONE and not _is_card(word):
            raise _refused(
                line,
                f"{quoted(word)} is neither a card nor a decision: write cards like 'Td', and "
                "H, S, D, P or R",
            )


def _dealer(line: Line) -> None:
    for word in line.words:
        if word == ALONE:
            continue
        is_down = word.startswith("[") and word.endswith("]")
        if not _is_card(word[1:-1] if is_down else word):
            raise _refused(
                line,
                f"{quoted(word)} is not a card: write cards like 'Td', and the hole card like "
                "'[Td]'",
            )


def _is_card(word: str) -> bool:
    try:
        Card.parse(word)
    except CardError:
        return False
    return True


def _bonus(line: Line) -> None:
    """A bonus has no words of its own: it is only won."""


def _refused(line: Line, message: str) -> NotationError:
    return NotationError(line.number, message, text=str(line))


_FORMS: Final = {
    "rules": Form("rules NAME", name_of, 1),
    "decks": Form("decks N", decks_of, 1),
    "pack": Form("pack NAME", name_of, 1),
    "paytable": Form("paytable WAGER NAME", paytable_of, 2),
    "set": Form("set PATH VALUE", setting_of, 2, _MANY),
    "date": Form("date YYYY-MM-DD", day_of, 1),
    "limits": Form("limits main LOW HIGH or limits side LOW HIGH", limits_of, 3),
    "seat": Form("seat NAME SPOT, with one spot or several", seat_of, 2, 1 + SPOTS_MAX),
    DEALER: Form("dealer CARD [CARD] and the cards drawn", _dealer, 1, _MANY),
    HAND: Form("the hand, its wager, its cards and decisions", _hand, 1, _MANY),
    "side": Form("SPOT side WAGER AMOUNT", side_of, 3),
    "insurance": Form("SPOT insurance AMOUNT", insurance_of, 2),
    "parlay": Form("SPOT parlay AMOUNT", parlay_of, 2),
    "super-bonus": Form("SPOT super-bonus = AMOUNT", _bonus, 1),
    "envy": Form("SPOT envy = AMOUNT", _bonus, 1),
    JACKPOT: Form("jackpot LEVEL METER, or jackpot LEVEL METER RESEED", jackpot_of, 2, 3),
}
"""Every kind of line there is."""
