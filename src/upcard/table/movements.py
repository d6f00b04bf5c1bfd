"""
Chip movements: what the dealer takes, pays and leaves for each wager, and what meters pay.

Every screen shows a dealer these amounts and no others. A net would be wrong at the table: the
stake of a lifted wager is already in the tray, and a jackpot is paid by its win page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from upcard.game.words import words_of
from upcard.money import MINUS, NOTHING, Cents, show_money
from upcard.table.bonus_pays import SUPER_BONUS
from upcard.table.envies import ENVY
from upcard.table.rounds import INSURANCE, MAIN, Award, AwardState, Round
from upcard.table.settlements import RETURNED, SPARED, Settlement, Source
from upcard.table.titles import wager_of_hand, wager_title
from upcard.table.winners import CLOSED

VOIDED: Final = "Voided"
"""The outcome of a wager that goes back because its round is voided."""

Tone: TypeAlias = Literal["", "win", "lose", "push", "pending", "reversed"]
"""What became of a wager or a hand; empty while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """
    What happens to the chips of one wager.

    The tray gains *lifted* and *take* and gives *pay*; the player keeps *leave* and gets *pay*.
    A stake is *lifted*, or it is *take* and *leave*: no chip is counted twice.
    """

    spot: int
    wager: str
    hand: str
    """The hand it is for, where it is for one; else empty."""
    title: str
    """The wager's name on the layout, and the hand where a spot has several: "Main, hand 2"."""
    outcome: str
    """The outcome in words."""
    lifted: Cents
    """The stake, if the dealer lifted it after START GAME: it is in the tray already."""
    take: Cents
    """What the dealer takes from the felt."""
    pay: Cents
    """What the dealer pays from the tray."""
    leave: Cents
    """What stays on the felt: it is the player's."""
    moved: Cents
    """What of *pay* and *leave* the player then moved onto the main wager."""
    source: Source
    """What pays a win: a meter pays by its win page, and nothing of it comes from the tray."""
    level: str
    is_done: bool
    """Whether the dealer has done it: DEAL ended the bonus round."""
    tone: Tone
    act: str
    """What the dealer does, like "TAKE $1, PAY $3"."""
    result: str
    """What the player sees, like "+$3"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAward:
    """What a meter pays, apart from the chips: a win page pays it."""

    spot: int
    wager: str
    wager_title: str
    """The wager's name on the layout."""
    outcome: str
    title: str
    """The outcome in words."""
    level: str
    percent: int
    state: AwardState
    amount: Cents | None
    """What the ledger posted, and what the win page says; None before."""
    page: int
    """The number of the win page; 0 before there is one."""
    act: str
    """What the dealer does."""


def movements(round_: Round) -> tuple[Movement, ...]:
    """
    What the dealer does with the chips of every settled wager, in the order to do it.

    The farthest spot on the dealer's right comes first; on each spot the main wager, then each
    other one (S3 11.a and b).
    """
    settled = enumerate(round_.settlements)
    made = [_of_settlement(round_, place, settlement) for place, settlement in settled]
    return tuple(sorted(made, key=lambda one: _place(round_, one)))


def movements_of_void(round_: Round) -> tuple[Movement, ...]:
    """The same if the round is voided now: what is settled stands, the rest goes back."""
    made = (*movements(round_), *returns(round_))
    return tuple(sorted(made, key=lambda one: _place(round_, one)))


def returns(round_: Round) -> tuple[Movement, ...]:
    """
    What goes back to the players if the round is voided now.

    That is every wager that is not settled, and the stake of an award that was reversed. Chips on
    the felt are left to their player; a stake in the tray is paid out of it.
    """
    return tuple(sorted((*_open(round_), *_reversed(round_)), key=lambda one: _place(round_, one)))


def meter_awards(round_: Round) -> tuple[MeterAward, ...]:
    """What meters pay in this round, the farthest spot on the dealer's right first (S0 10.c)."""
    return tuple(
        MeterAward(
            spot=award.spot,
            wager=award.wager,
            wager_title=wager_title(round_.game, award.wager),
            outcome=award.outcome,
            title=words_of(award.outcome),
            level=award.level,
            percent=award.percent,
            state=award.state,
            amount=award.amount if award.state in CLOSED else None,
            page=award.page if award.state in CLOSED else 0,
            act=act_of_award(award),
        )
        for award in sorted(round_.awards, key=lambda award: -award.spot)
    )


def act_of_award(award: Award) -> str:
    """What the dealer does about an award."""
    amount = show_money(award.amount)
    page = f"win page {award.page}" if award.page else "its win page"
    match award.state:
        case AwardState.DUE:
            return "Press the hand button. Do not pay yet."
        case AwardState.CLAIMED:
            return "PENDING: do not pay yet."
        case AwardState.CONFIRMED:
            return f"{page[0].upper()}{page[1:]} pays {amount}, not the tray."
        case AwardState.REVERSED:
            return f"REVERSED: do not pay {page}. If paid, collect {amount} back."


class _Chips(NamedTuple):
    """Where the chips of one wager go."""

    lifted: Cents = NOTHING
    take: Cents = NOTHING
    pay: Cents = NOTHING
    leave: Cents = NOTHING

    @property
    def act(self) -> str:
        """What the dealer does; a stake left with a pay is not mentioned."""
        said = [("TAKE", self.take), ("PAY", self.pay)]
        if not self.pay:
            said.append(("LEAVE", self.leave))
        if not (self.take or self.pay or self.leave):
            said.append(("LIFTED", self.lifted))
        return ", ".join(f"{verb} {show_money(amount)}" for verb, amount in said if amount)


def _of_settlement(round_: Round, place: int, settled: Settlement) -> Movement:
    wager = round_.wager_on(settled.spot, settled.wager)
    from_tray = settled.won if settled.source is Source.TRAY else NOTHING
    if wager is not None and wager.is_collected:
        chips = _Chips(lifted=settled.stake, pay=Cents(from_tray + settled.returned))
    else:
        chips = _Chips(take=settled.taken, pay=from_tray, leave=settled.returned)
    tone: Tone = "win" if settled.won else "lose" if settled.taken else "push"
    # A wager that goes back did not push: at a wager called Push 22 that would read like a win.
    back = "RETURNED" if settled.outcome in (RETURNED, SPARED) else "PUSH"
    results = {"win": f"+{show_money(chips.pay or settled.won)}", "push": back}
    moved = _moved(round_, settled)
    return Movement(
        spot=settled.spot,
        wager=settled.wager,
        hand=settled.hand,
        title=wager_of_hand(round_, settled.wager, settled.hand),
        outcome=words_of(settled.outcome),
        **chips._asdict(),
        moved=moved,
        source=settled.source,
        level=settled.level,
        is_done=place < round_.reconciled,
        tone=tone,
        act=f"{chips.act}, MOVE {show_money(moved)} TO MAIN" if moved else chips.act,
        result=results.get(tone, f"{MINUS}{show_money(settled.taken)}"),
    )


def _moved(round_: Round, settled: Settlement) -> Cents:
    parlay = round_.game.rules.parlay
    is_movable = parlay != "none" and settled.wager == parlay.wager
    return round_.moved_on(settled.spot) if is_movable else NOTHING


def _open(round_: Round) -> Iterator[Movement]:
    """Wagers that are not settled, as a void gives them back."""
    for hand in round_.hands:
        if not hand.is_settled:
            yield _back(round_, hand.spot, MAIN, _Chips(leave=hand.stake), hand.name)
    for wager in round_.wagers:
        if wager.is_settled or (wager.name == MAIN and round_.hands):
            continue
        lies = _Chips(leave=wager.amount)
        in_tray = _Chips(lifted=wager.amount, pay=wager.amount)
        yield _back(round_, wager.spot, wager.name, in_tray if wager.is_collected else lies)


def _reversed(round_: Round) -> Iterator[Movement]:
    """Stakes of reversed awards, which are in the tray because they were lifted or taken."""
    for award in round_.awards:
        wager = round_.wager_on(award.spot, award.wager)
        if wager is not None and award.state is AwardState.REVERSED:
            yield _back(round_, wager.spot, wager.name, _Chips(pay=wager.amount))


def _back(round_: Round, spot: int, wager: str, chips: _Chips, hand: str = "") -> Movement:
    return Movement(
        spot=spot,
        wager=wager,
        hand=hand,
        title=wager_of_hand(round_, wager, hand),
        outcome=VOIDED,
        **chips._asdict(),
        moved=NOTHING,
        source=Source.TRAY,
        level="",
        is_done=False,
        tone="push",
        act=chips.act,
        result="PUSH",
    )


def _place(round_: Round, movement: Movement) -> tuple[int, int, int]:
    """Where a movement comes: by spot, then by wager, hands from the dealer's right to left."""
    wagers = [MAIN, INSURANCE, *round_.game.offers, SUPER_BONUS, ENVY]
    hands = [hand.name for hand in round_.hands]
    hand = hands.index(movement.hand) if movement.hand in hands else 0
    return -movement.spot, wagers.index(movement.wager), -hand


def left_in_hand(round_: Round, bank: Cents) -> Cents:
    """
    What players who had *bank* before the round have beside the table now.

    Money on open wagers is not counted; settled wagers count with their net.
    """
    settled = sum(settlement.net for settlement in round_.settlements)
    on_hands = sum(hand.stake for hand in round_.hands if not hand.is_settled)
    beside = sum(
        wager.amount
        for wager in round_.wagers
        if not wager.is_settled and (wager.name != MAIN or not round_.hands)
    )
    return Cents(bank + settled - on_hands - beside)
