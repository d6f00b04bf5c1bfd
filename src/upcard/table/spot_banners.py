"""The words across a player's display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.money import NOTHING, show_money
from upcard.table.awaits import Awaited, AwaitInsurance, AwaitLateWagers, AwaitParlay
from upcard.table.movements import MeterAward, Movement, Tone
from upcard.table.rounds import INSURANCE, MAIN, AwardState, Round
from upcard.table.titles import wager_title

INSURANCE_PAYS: Final = "Insurance Pays"
AWARD_WORDS: Final[dict[AwardState, tuple[Tone, str]]] = {
    AwardState.DUE: ("pending", "PENDING"),
    AwardState.CLAIMED: ("pending", "PENDING"),
    AwardState.CONFIRMED: ("win", "JACKPOT"),
    AwardState.REVERSED: ("reversed", "REVERSED"),
}


def spot_banner(
    round_: Round,
    spot: int,
    own: Sequence[Movement],
    awards: Sequence[MeterAward],
    awaited: Awaited,
) -> str:
    """The words across a player's display: a question, jackpots, bonus winners, insurance."""
    if isinstance(awaited, AwaitParlay) and spot == awaited.spot:
        return f"Move up to {show_money(awaited.most)}?"
    for award in awards:
        if award.state is AwardState.CONFIRMED:
            return f"{award.wager_title} Winner {show_money(award.amount or NOTHING)}"
        return f"{award.wager_title} {AWARD_WORDS[award.state][1]}"
    won = [_won(round_, moved) for moved in own if moved.wager != MAIN and moved.tone == "win"]
    if won:
        # Insurance is last, so that "Insurance Pays" stands beside the banner of a bonus wager.
        return " · ".join(sorted(won, key=lambda text: text == INSURANCE_PAYS))
    if isinstance(awaited, AwaitInsurance) and spot in awaited.spots:
        return "Insurance?"
    if isinstance(awaited, AwaitLateWagers):
        names = [wager_title(round_.game, name) for place, name in awaited.wagers if place == spot]
        return f"{' or '.join(names)}?" if names else ""
    return ""


def _won(round_: Round, moved: Movement) -> str:
    if moved.wager == INSURANCE:
        return INSURANCE_PAYS
    winner = "Winner " if moved.wager in round_.game.offers else ""
    return f"{moved.title} {winner}{show_money(moved.pay)}"
