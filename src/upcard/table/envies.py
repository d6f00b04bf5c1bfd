"""Envy: what a large win of one player brings the others, of the main wager or of a side wager."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from upcard.money import NOTHING, Cents, write_money
from upcard.table.rounds import Round
from upcard.table.settlements import Settlement
from upcard.wagers import Offer

ENVY: Final = "envy"


def one_a_player(round_: Round, spots: Iterable[int]) -> list[int]:
    """The first of *spots* of each player."""
    firsts: dict[str, int] = {}
    for spot in spots:
        firsts.setdefault(round_.player_of(spot), spot)
    return list(firsts.values())


def envy_of(round_: Round, spot: int, offer: Offer, outcome: str) -> list[Settlement]:
    """What *outcome* on a side wager of *spot* brings every other player who made the wager."""
    amount = offer.envy.get(outcome)
    if not amount:
        return []
    made = (wager.spot for wager in round_.wagers if wager.name == offer.name)
    winner = round_.player_of(spot)
    others = (other for other in made if round_.player_of(other) != winner)
    return [fixed_sum(other, ENVY, "", amount) for other in one_a_player(round_, others)]


def fixed_sum(spot: int, name: str, hand: str, amount: Cents) -> Settlement:
    """A sum that is paid without a stake."""
    pays = f"${write_money(amount)}"
    return Settlement(spot, name, hand, name, NOTHING, NOTHING, amount, pays)
