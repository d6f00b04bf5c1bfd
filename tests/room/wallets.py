"""Rooms with money in them, and what anybody might want to do with it."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.room.houses import House
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.money import Cents
from upcard.room.money_events import Link
from upcard.room.money_orders import (
    AdjustMeter,
    ChangeProgressive,
    ConfirmWin,
    OpenProgressive,
    RecordBank,
    RecordDeposit,
    RemoveProgressive,
    ReverseAward,
    SwipeAward,
    TransferFunds,
    VoidClaim,
)
from upcard.room.orders import Wish
from upcard.room.table_orders import CloseTable, OpenTable, VoidRound
from upcard.table.commands import EndGame, PressHandButton
from upcard.table.rounds import AwardState

AMOUNTS = [Cents(0), Cents(1), Cents(1050), Cents(100_000), Cents(50_000_000)]


def play_a_round(house: House, rng: random.Random) -> None:
    """Go on at a table: a new round up to its claim, or the end of the one that is there."""
    table = rng.choice(["t1", "t2"])
    dealer = {"t1": "deal-1", "t2": "deal-2"}[table]
    at = house.room.state.tables[table]
    if not at.is_open:
        house.order("sup-1", OpenTable(table, dealer))
        return
    if at.round is None:
        house.new_shoe(table, dealer)
        if house.room.state.funds.is_short or "prog" not in playing(house):
            return
        house.start(table, dealer)
    house.play_on(table, dealer)
    for award in house.round_on(table).awards:
        if award.state is AwardState.DUE and rng.random() < 0.8:
            house.key(table, PressHandButton(award.spot, award.wager, award.outcome), dealer)
    if all(award.state is AwardState.CONFIRMED for award in house.round_on(table).awards):
        house.key(table, EndGame(), dealer)


def playing(house: House) -> list[str]:
    """The progressives that are in play."""
    state = house.room.state
    return [name for name, link in state.links.items() if state.is_in_play(link)]


def any_money_wish(house: House, rng: random.Random) -> Wish:
    """Something that moves money, or would if it were allowed."""
    table, spot = rng.choice(["t1", "t2"]), rng.choice([1, 4, 4, 4])
    # What is claimed there has been confirmed: the swipe is what moves money.
    house.order("sup-2", ConfirmWin(table, spot, house.game.wager))
    at_table: list[Wish] = [
        SwipeAward(table, spot, house.game.wager),
        VoidClaim(table, spot, house.game.wager, "wrong hand"),
        VoidRound(table, rng.choice(["", "a fire alarm", "a card fell"])),
    ]
    owed = house.room.state.jackpots.liability
    money: list[Wish] = [
        _adjustment(house, rng),
        _adjustment(house, rng),
        RecordDeposit(rng.choice(["prog", "prog", "none"]), rng.choice(AMOUNTS), "slip 4"),
        RecordBank(Cents(rng.choice([0, owed, owed, 2 * owed, 3 * owed]))),
        _reversal(house, rng),
        _reversal(house, rng),
    ]
    return rng.choice([*at_table, *money])


def _adjustment(house: House, rng: random.Random) -> AdjustMeter:
    return AdjustMeter(
        progressive="prog",
        level=rng.choice([*house.room.state.jackpots.progressives["prog"].levels]),
        reason=rng.choice([*AdjustmentReason]),
        direction=rng.choice([*AdjustmentDirection]),
        fund=rng.choice([Fund.METER, Fund.METER, Fund.OVERFLOW, Fund.RESERVE]),
        amount=rng.choice(AMOUNTS),
        evidence=rng.choice(["report 7", "report 8", ""]),
    )


def _reversal(house: House, rng: random.Random) -> ReverseAward:
    levels = house.room.state.jackpots.progressives["prog"].levels
    paid = [(name, one.id) for name, level in levels.items() for one in level.posted]
    level, award = rng.choice(paid or [(house.game.level, "award 1")])
    return ReverseAward(progressive="prog", level=level, award_id=award, reason="wrong spot")


def close_the_tables(house: House) -> None:
    """No claim, no round, no dealer at any table."""
    for table in ("t1", "t2"):
        house.order("sup-1", VoidClaim(table, 4, house.game.wager, "closing"))
        house.order("sup-1", VoidRound(table, "closing"))
        if house.room.state.tables[table].round is not None:
            dealer = house.room.state.tables[table].dealer
            house.play_on(table, dealer)
            house.key(table, EndGame(), dealer)
        house.done("sup-1", CloseTable(table))


def a_setting(house: House, rng: random.Random) -> Wish:
    """Something about the progressive itself, which takes closed tables."""
    state = house.room.state
    parameters, link = state.jackpots.progressives["prog"].parameters, state.links["prog"]
    name = f"next-{len(state.links)}"
    changed = replace(
        parameters,
        levels=tuple(
            replace(one, seed=Cents(one.seed + rng.choice([0, 100])), limit=rng.choice(LIMITS))
            for one in parameters.levels
        ),
    )
    follower: Link = replace(link, progressive=name, executive_from=())
    level = house.game.level
    wishes: list[Wish] = [
        ChangeProgressive(changed, replace(link, executive_from=((level, Cents(77)),))),
        ChangeProgressive(changed, link),
        OpenProgressive(replace(changed, name=name), follower),
        RemoveProgressive("prog", "next-1"),
        TransferFunds(
            progressive="prog",
            level=level,
            to_progressive=f"next-{len(state.links) - 1}",
            to_level=level,
        ),
    ]
    return rng.choice(wishes)


LIMITS = [None, Cents(90_000_000), Cents(1)]
