"""Read cards give what digital cards give: random rounds of every game, told card by card."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.every_game.players import Played, a_lucky_shoe, a_random_table, play_at_random
from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE
from upcard.hand_values import is_natural
from upcard.notation import replay_file
from upcard.table import Round, awaits, handle
from upcard.table.awaits import AwaitCard, AwaitPeek
from upcard.table.commands import (
    AnswerPeek,
    Command,
    ConfirmAward,
    Deal,
    DealFaceDown,
)
from upcard.table.events import (
    AwardConfirmed,
    DealerPeeked,
    HandButtonPressed,
)
from upcard.table.games import CardSource
from upcard.table.played_keys import key_behind, played_keys
from upcard.table.rounds import Stage

GAMES = (*CATALOGUE.names("games"), PUSH_22)
QUICK = 200
GOLDEN = Path(__file__).parents[1] / "rounds"


def keys_of(played: Played) -> Iterator[Command]:
    """What people did in a round, swipes included, and the cards that came, in order."""
    keys = played_keys(played.events)
    for event in played.events:
        if isinstance(event, AwardConfirmed):
            settlement = event.settlement
            yield ConfirmAward(settlement.spot, settlement.wager, settlement.won, event.page)
        elif isinstance(event, HandButtonPressed) or (
            not isinstance(event, DealerPeeked) and key_behind(event) is not None
        ):
            yield next(keys)


def read_keys(played: Played, *, reads_hole: bool) -> list[Command]:
    """The same round as a table with read cards gets it, whose shoe reads the hole card or not."""
    round_ = Round(replace(played.round.game, cards=CardSource.READ))
    keys: list[Command] = []
    for command in keys_of(played):
        while hole := None if reads_hole else _asked_of_the_hole(round_, played):
            keys.append(hole)
            round_, _ = handle(round_, hole)
        awaited = awaits(round_)
        if not reads_hole and isinstance(awaited, AwaitCard) and awaited.is_face_down:
            command = DealFaceDown()
        keys.append(command)
        round_, _ = handle(round_, command)
    return keys


def _asked_of_the_hole(round_: Round, played: Played) -> Command | None:
    """What the dealer tells of a hole card that nobody read, where the table asks for it now."""
    awaited = awaits(round_)
    if isinstance(awaited, AwaitPeek):
        return AnswerPeek(is_natural(played.round.dealer[:2]))
    if isinstance(awaited, AwaitCard) and awaited.is_turned_over:
        return Deal(played.round.dealer[1])
    return None


def read_again(played: Played, *, reads_hole: bool) -> Round:
    """The round at a table with read cards."""
    round_ = Round(replace(played.round.game, cards=CardSource.READ))
    for command in read_keys(played, reads_hole=reads_hole):
        round_, _ = handle(round_, command)
    return round_


@pytest.mark.parametrize("name", GAMES)
def test_read_rounds_settle_as_digital_ones_cent_by_cent(name: str, rounds_per_game: int) -> None:
    rng = random.Random(f"{name} read 2026")
    untold = 0
    # The battery plays as many as are asked for; a quick run has the digital rounds beside it.
    rounds = rounds_per_game if rounds_per_game > QUICK else QUICK // 4
    for number in range(rounds):
        game = a_random_table(golden_rules(name), rng)
        shoe = a_lucky_shoe(game, rng) if number % 8 == 0 else None
        played = play_at_random(game, rng, shoe)
        again = read_again(played, reads_hole=number % 3 == 0)

        assert again.stage is Stage.OVER
        assert again.settlements == played.round.settlements
        assert again._replace(game=game) == played.round
        untold += number % 3 != 0
    assert untold


def test_golden_rounds_settle_the_same_when_every_card_is_told() -> None:
    told = 0
    for path in sorted(GOLDEN.rglob("*.round")):
        for golden in replay_file(path.read_text(), golden_rules):
            played = Played(golden.round, list(golden.events), dict(golden.meters))
            for reads_hole in (True, False):
                again = read_again(played, reads_hole=reads_hole)

                assert again.settlements == golden.round.settlements, path.name
                told += 1
    assert told > 1500
