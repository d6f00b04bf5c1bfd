"""In every game, at every moment: what the dealer is told to do is where the chips then lie."""

import random
from collections import Counter

import pytest

from tests.every_game.ledgers import Chips
from tests.every_game.players import a_lucky_shoe, a_random_table, play_at_random
from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE
from upcard.money import Cents
from upcard.table import Round, evolve, handle
from upcard.table.commands import Command, ConfirmAward, EndGame, PressHandButton, TakeAwardBack
from upcard.table.events import Event, RoundEnded
from upcard.table.movements import meter_awards, movements, movements_of_void
from upcard.table.rounds import AwardState
from upcard.table.settlements import Source
from upcard.table.winners import winners_sharing

GAMES = (*CATALOGUE.names("games"), PUSH_22)


def followed(start: Round, events: list[Event]) -> tuple[Chips, Round]:
    """Fold *events* and compare movements and ledger after each."""
    chips, round_ = Chips(), start
    for event in events:
        chips.take(round_, event)
        round_ = evolve(round_, event)
        check(chips, round_)
    return chips, round_


def check(chips: Chips, round_: Round) -> None:
    """The movements come to what the ledger says, to the cent."""
    moved, on_felt = movements(round_), sum(chips.felt.values())
    still_lifted = sum(chips.lifted.values())
    assert sum(one.lifted + one.take - one.pay for one in moved) == chips.tray - still_lifted
    paid = [one.amount or 0 for one in meter_awards(round_) if one.state is AwardState.CONFIRMED]
    assert sum(paid) == -chips.meter
    assert chips.pocket + chips.tray + on_felt + chips.meter == 0
    for one, settled in zip(
        sorted(moved, key=_named), sorted(round_.settlements, key=_named), strict=True
    ):
        from_meter = settled.won if settled.source is Source.METER else 0
        assert one.lifted + one.take - one.pay == from_meter - settled.net
        assert one.lifted + one.take + one.leave == settled.stake
        assert (one.source, one.level) == (settled.source, settled.level)
    check_void(chips, round_)


def check_void(chips: Chips, round_: Round) -> None:
    """If the round were voided now, what is not settled would go back, chip by chip."""
    voided = movements_of_void(round_)
    reversed_ = [one for one in round_.awards if one.state is AwardState.REVERSED]
    stakes = [round_.wager_on(one.spot, one.wager) for one in reversed_]
    back = sum(stake.amount for stake in stakes if stake)
    still_lifted = sum(chips.lifted.values())
    tray = sum(one.lifted + one.take - one.pay for one in voided)
    assert tray == chips.tray - still_lifted - back
    on_felt = sum(one.leave for one in voided if one.outcome == "Voided")
    assert on_felt == sum(chips.felt.values())


def _named(one: object) -> tuple[object, ...]:
    return tuple(getattr(one, name) for name in ("spot", "wager", "hand"))


@pytest.mark.parametrize("name", GAMES)
def test_movements_and_ledger_agree_after_every_event(name: str, rounds_per_game: int) -> None:
    rng = random.Random(f"{name} chips")
    for _ in range(max(1, rounds_per_game // 10)):
        game_ = a_random_table(golden_rules(name), rng)
        played = play_at_random(game_, rng)
        chips, round_ = followed(Round(game_), played.events)

        assert round_ == played.round
        assert not any(chips.felt.values())
        assert not chips.lifted
        assert -chips.pocket == -sum(settled.net for settled in round_.settlements)


@pytest.mark.parametrize("name", ["bahama-wsgc", "bahama-rack-card", "kings-bounty"])
def test_reversals_and_new_claims_keep_the_ledger(name: str, rounds_per_game: int) -> None:
    rng, done = random.Random(f"{name} reversed"), Counter[str]()
    for _ in range(max(20, rounds_per_game // 10)):
        game_ = a_random_table(golden_rules(name), rng)
        played = play_at_random(game_, rng, a_lucky_shoe(game_, rng))
        events: list[Event] = [one for one in played.events if not isinstance(one, RoundEnded)]
        _, round_ = followed(Round(game_), events)
        for command in _corrections(round_, rng):
            round_, happened = handle(round_, command)
            events += happened
            done[type(command).__name__] += 1
        followed(Round(game_), events)

    assert done["TakeAwardBack"] > 5
    assert done["ConfirmAward"] > 5 or name == "bahama-rack-card"


def _corrections(round_: Round, rng: random.Random) -> list[Command]:
    """Reversals of some awards, and sometimes a new claim and swipe."""
    found: list[Command] = []
    for award in sorted(round_.awards, key=lambda one: -one.spot):
        place = award.spot, award.wager
        if rng.random() < 0.7:
            found.append(TakeAwardBack(*place))
            if rng.random() < 0.5 and winners_sharing(round_, award) == 1:
                found += [
                    PressHandButton(*place, award.outcome),
                    ConfirmAward(*place, Cents(777), 9),
                ]
    return [*found, EndGame()]
