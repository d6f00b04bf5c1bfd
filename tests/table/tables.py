"""Short ways to bring a table to where a test begins."""

from collections.abc import Sequence

from upcard.cards import Card, read_cards
from upcard.money import Cents, read_money
from upcard.table import Game, Refused, Round, awaits, handle
from upcard.table.awaits import AwaitCard, AwaitLift
from upcard.table.commands import Command, Deal, LiftWager, PlaceWager, StartGame
from upcard.table.events import Event


def after(round_: Round, *commands: Command) -> Round:
    """The round after *commands*."""
    for command in commands:
        round_, _ = handle(round_, command)
    return round_


def events_of(round_: Round, command: Command) -> list[Event]:
    """What *command* makes happen."""
    return handle(round_, command)[1]


def wagered(game_: Game, wagers: Sequence[tuple[int, str, str]]) -> Round:
    """A table with these wagers on it, in dollars."""
    return after(
        Round(game_),
        *(PlaceWager(spot, name, read_money(amount)) for spot, name, amount in wagers),
    )


def started(game_: Game, *wagers: tuple[int, str, str]) -> Round:
    """The same after START GAME, bonus wagers lifted."""
    round_ = after(wagered(game_, wagers), StartGame())
    while isinstance(awaited := awaits(round_), AwaitLift):
        round_ = after(round_, LiftWager(*awaited.wagers[0]))
    return round_


def dealt(round_: Round, cards: str) -> Round:
    """The round after *cards* in the order they leave the shoe."""
    for card in read_cards(cards):
        assert isinstance(awaits(round_), AwaitCard), f"{card} is left over"
        round_ = after(round_, Deal(card))
    return round_


def refusal(round_: Round, command: Command) -> tuple[str, str]:
    """The code and the sentence that *command* is refused with; the round must stay as it is."""
    try:
        handle(round_, command)
    except Refused as refused:
        return refused.code.value, str(refused)
    raise AssertionError(f"{command} was not refused")


def dollars(amount: int) -> Cents:
    """Whole dollars."""
    return Cents(100 * amount)


def deal(card: str) -> Deal:
    """The command that brings a card."""
    return Deal(Card.parse(card))
