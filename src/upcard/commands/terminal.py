"""The terminal as a table: draw the felt, ask questions."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from upcard.money import Cents, show_money, write_money
from upcard.table.views import HIDDEN, HandView, SpotView, TableView, WagerView

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Quit(Exception):
    """The player chose to leave."""


class NoKeyboard(Exception):
    """There is no keyboard to answer."""


class Keyboard:
    """Lines typed by a person, or piped in by a script."""

    def line(self) -> str:
        """The next line; `NoKeyboard` when there is none."""
        try:
            return input()
        except EOFError:
            raise NoKeyboard from None
        except KeyboardInterrupt:
            raise Quit from None


class Terminal:
    """A console to draw on and a keyboard to ask."""

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console = console
        self.keyboard = keyboard

    def say(self, text: str) -> None:
        """Show the player a line with rich markup."""
        self.console.print(text, highlight=False)

    def warn(self, text: str) -> None:
        """Show a refusal or a wrong key, and what is allowed."""
        self.console.print(Text(f"  ✗ {text}", style="yellow"))

    def ask(self, question: str) -> str:
        """Ask for an answer, stripped of spaces; q leaves the table."""
        self.console.print(question, end="", highlight=False, markup=False)
        answer = self.keyboard.line().strip()
        if answer.lower() in ("q", "quit", "exit"):
            raise Quit
        return answer

    def draw(self, view: TableView) -> None:
        """Draw the whole table."""
        grid = Table(box=None, show_header=False, padding=(0, 2))
        grid.add_row(Text("dealer", style="bold"), cards_text(view.dealer_cards), view.dealer_total)
        for spot in view.spots:
            for row in _spot_rows(spot):
                grid.add_row(*row)
        subtitle = view.message or None
        self.console.print(Panel(grid, title=view.game, subtitle=subtitle, border_style="green"))


def _spot_rows(spot: SpotView) -> list[tuple[Text, Text, str]]:
    rows = [_hand_row(hand) for hand in spot.hands]
    rows += [_wager_row(wager) for wager in spot.wagers if wager.name != "main"]
    if spot.banner:
        rows.append((Text(""), Text(spot.banner, style="bold magenta"), ""))
    return rows


def _hand_row(hand: HandView) -> tuple[Text, Text, str]:
    marker = "▶ " if hand.is_active else "  "
    name = Text(f"{marker}{hand.name}", style="bold" if hand.is_active else "")
    outcome = hand.border if hand.tone in ("", "push") else f"{hand.border} {hand.result}"
    free = f" + {show_money(hand.house_stake)} free" if hand.house_stake else ""
    return name, cards_text(hand.cards), f"{hand.total}  {show_money(hand.stake)}{free}  {outcome}"


def _wager_row(wager: WagerView) -> tuple[Text, Text, str]:
    outcome = f"{wager.outcome} {wager.result}" if wager.tone else wager.sensor
    return Text(""), Text(wager.title, style="dim"), f"{show_money(wager.amount)}  {outcome}"


def cards_text(cards: tuple[str, ...]) -> Text:
    """Cards with suit symbols, red suits in red; a face-down card as a box."""
    text = Text()
    for card in cards:
        if card == HIDDEN:
            text.append("▒▒ ", style="dim")
        else:
            rank = "10" if card[0] == "T" else card[0]
            text.append(f"{rank}{SUITS[card[1]]} ", style="red" if card[1] in "hd" else "")
    return text


def signed(amount: Cents) -> str:
    """An amount with its sign."""
    return f"{'+' if amount > 0 else ''}{write_money(amount)}"
