"""Parlays: which spots may move winnings onto their main wager, and how much."""

from __future__ import annotations

from upcard.game.choices import ParlayLimit
from upcard.game.features.parlay import most_to_move
from upcard.money import NOTHING, Cents, write_money
from upcard.table.commands import MoveWinnings
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import Round
from upcard.table.settlements import Source


def spots_to_ask(round_: Round) -> tuple[int, ...]:
    """The spots that may still move winnings, in the order they are asked: as they act."""
    if round_.game.rules.parlay == "none":
        return ()
    asked = {one.spot for one in round_.moved}
    return tuple(
        spot for spot in round_.spots if spot not in asked and most_on(round_, spot) > NOTHING
    )


def most_on(round_: Round, spot: int) -> Cents:
    """How much *spot* may move: what it won, up to the limit on its main wager."""
    won = winnings_of(round_, spot)
    if not won:
        return NOTHING
    most = most_to_move(round_.game.house, _main_wager(round_, spot), won)
    return Cents(most - most % round_.game.rounding.unit)


def winnings_of(round_: Round, spot: int) -> Cents:
    """The stake and the winnings of the spot's wager that may be moved; nothing if it lost."""
    parlay = round_.game.rules.parlay
    if parlay == "none":
        return NOTHING
    for settled in round_.settlements:
        if (settled.spot, settled.wager, settled.source) == (spot, parlay.wager, Source.TRAY):
            return Cents(settled.returned + settled.won) if settled.won else NOTHING
    return NOTHING


def check_move(round_: Round, command: MoveWinnings) -> None:
    """Refuse a move out of turn, over what was won, over the limit, or not in the house's units."""
    spot, amount, unit = command.spot, command.amount, round_.game.rounding.unit
    asked, *_ = spots_to_ask(round_)
    if spot != asked:
        raise Refused(
            RefusalCode.MOVE_NOT_OFFERED,
            f"it is not spot {spot}'s turn to move winnings: ask spot {asked}",
        )
    if amount < 0 or amount % unit:
        raise Refused(
            RefusalCode.AMOUNT_NOT_ALLOWED,
            f"amount is {amount!r} cents: move a multiple of {write_money(unit)}, or 0 for none",
        )
    won, most = winnings_of(round_, spot), most_on(round_, spot)
    what = f"spot {spot} moves {write_money(amount)}"
    if amount > won:
        raise Refused(
            RefusalCode.OVER_WHAT_WAS_WON,
            f"{what}: its stake and winnings are {write_money(won)}; "
            f"move {write_money(most)} at most",
        )
    if amount > most:
        code, limit = _limit(round_)
        total = write_money(Cents(_main_wager(round_, spot) + amount))
        raise Refused(
            code,
            f"{what}: the main wager would be {total}, over {limit}; "
            f"move {write_money(most)} at most",
        )


def _limit(round_: Round) -> tuple[RefusalCode, str]:
    """The code and the words of the limit that binds a main wager that grows."""
    most = write_money(Cents(round_.game.house.parlayed_wager_max))
    parlay = round_.game.rules.parlay
    if parlay != "none" and parlay.limit is ParlayLimit.SINGLE_WAGER_LIMIT:
        return RefusalCode.ABOVE_SINGLE_WAGER_LIMIT, f"the limit of {most} on a single wager"
    return RefusalCode.ABOVE_MAXIMUM, f"the table's maximum of {most}"


def _main_wager(round_: Round, spot: int) -> Cents:
    """The wager of the spot's one hand: nobody has split before winnings are moved."""
    return next(hand.wager for hand in round_.hands if hand.spot == spot)
