"""Games, shoes and proofs that the solver's tests share."""

from fractions import Fraction
from pathlib import Path

from upcard.cards import Card, read_cards
from upcard.catalogue import CATALOGUE, rules_of
from upcard.notation.proofs import Proof, read_proof
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings

PROOFS = sorted(Path(__file__).parent.glob("proofs/*.proof"))
STANDARD = {
    "dealer.soft_17": "stand",
    "splitting.aces": "one-card",
    "splitting.aces_resplit": "false",
}
"""Double any two, also after a split; split to four; no resplit of aces, one card on them."""


def game_with(name: str, **settings: str) -> Rules:
    """A catalogue game with some settings changed; a double underscore stands for a point."""
    changes = {path.replace("__", "."): text for path, text in settings.items()}
    return with_settings(rules_of(name), changes, CATALOGUE)


def cards_of(text: str) -> tuple[Card, ...]:
    """
    Cards with how many there are of each.

    >>> [str(card) for card in cards_of("8s*2 Kd")]
    ['8s', '8s', 'Kd']
    """
    found: list[Card] = []
    for word in text.split():
        card, _, count = word.partition("*")
        found += read_cards(card) * int(count or 1)
    return tuple(found)


def proof_in(path: Path) -> Proof:
    """The proof in a file."""
    return read_proof(path.read_text(encoding="utf-8"))


def in_percent(ev: float | Fraction) -> float:
    """A value as the tables print it."""
    return round(100 * float(ev), 9)
