"""How awards and keyed lines change a round: due, claimed, confirmed by a supervisor, paid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from upcard.money import OfMeter
from upcard.table.events import (
    AwardConfirmed,
    AwardDue,
    AwardReleased,
    AwardTakenBack,
    AwardVerified,
    HandButtonPressed,
    LineKeyed,
    LineReleased,
)
from upcard.table.rounds import AwardState, KeyedLine, Round, Stage, Wager, changed
from upcard.table.settlements import Settlement
from upcard.table.side_settlements import award_of


def wagers_settled(round_: Round, spot: int, name: str) -> tuple[Wager, ...]:
    """The wagers of a round, one of them settled."""
    return tuple(
        changed(w, is_settled=True) if (w.spot, w.name) == (spot, name) else w
        for w in round_.wagers
    )


def award_due(round_: Round, event: AwardDue) -> Round:
    """A hand wins from a meter."""
    return changed(round_, awards=(*round_.awards, event.award))


def _award_in_state(round_: Round, spot: int, wager: str, state: AwardState) -> Round:
    return _award_changed(round_, spot, wager, state=state)


def _award_changed(round_: Round, spot: int, wager: str, **changes: Any) -> Round:
    awards = tuple(
        replace(award, **changes) if (award.spot, award.wager) == (spot, wager) else award
        for award in round_.awards
    )
    return changed(round_, awards=awards)


def line_keyed(round_: Round, event: LineKeyed) -> Round:
    """A meter line is an award from the first press on; a line of the tray waits for END GAME."""
    pay = round_.game.offers[event.wager].pays[event.outcome]
    if isinstance(pay, OfMeter):
        award = award_of(event.spot, event.wager, event.outcome, pay)
        return changed(round_, awards=(*round_.awards, award))
    keyed = KeyedLine(event.spot, event.wager, event.outcome)
    return changed(round_, keyed=(*round_.keyed, keyed))


def line_released(round_: Round, event: LineReleased) -> Round:
    """A hand button is off again."""
    place = event.spot, event.wager
    return changed(
        round_,
        awards=tuple(one for one in round_.awards if (one.spot, one.wager) != place),
        keyed=tuple(one for one in round_.keyed if (one.spot, one.wager) != place),
    )


def award_claimed(round_: Round, event: HandButtonPressed) -> Round:
    """The hand button is on."""
    return _award_in_state(round_, event.spot, event.wager, AwardState.CLAIMED)


def award_released(round_: Round, event: AwardReleased) -> Round:
    """The award as before the claim; only a reversed one has a settled wager."""
    wager = round_.wager_on(event.spot, event.wager)
    was_reversed = wager is not None and wager.is_settled
    if round_.stage is Stage.BY_HAND and not was_reversed:
        return line_released(round_, LineReleased(event.spot, event.wager))
    state = AwardState.REVERSED if was_reversed else AwardState.DUE
    return _award_changed(round_, event.spot, event.wager, state=state, is_verified=False)


def award_verified(round_: Round, event: AwardVerified) -> Round:
    """A supervisor has seen the hand."""
    return _award_changed(
        round_,
        event.spot,
        event.wager,
        is_verified=True,
        player=event.player,
        dealer=event.dealer,
    )


def award_confirmed(round_: Round, event: AwardConfirmed) -> Round:
    """The award is paid."""
    settled = event.settlement
    return _award_settled(
        round_, settled, state=AwardState.CONFIRMED, amount=settled.won, page=event.page
    )


def award_reversed(round_: Round, event: AwardTakenBack) -> Round:
    """The award is taken back."""
    settled = event.settlement
    return _award_settled(round_, settled, state=AwardState.REVERSED, is_verified=False)


def _award_settled(round_: Round, settled: Settlement, **changes: Any) -> Round:
    """The round with *settled* in place of the wager's earlier settlement, if any."""
    place = settled.spot, settled.wager
    before = [one for one in round_.settlements if (one.spot, one.wager) == place]
    settlements = tuple(settled if one in before else one for one in round_.settlements)
    return changed(
        _award_changed(round_, *place, **changes),
        settlements=settlements if before else (*round_.settlements, settled),
        wagers=wagers_settled(round_, *place),
    )
