"""Draws docs/pictures/play.svg: python docs/pictures/draw_play.py."""

import io
import random
import re
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from upcard.catalogue_games import game
from upcard.commands.practice import Practice
from upcard.commands.terminal import Keyboard, Quit, Terminal

KEYS = ["10", "match-up 5", "", "d", "d", "s", "q"]
SEED = 28
REMOTE_FONT = re.compile(r",\s*url\([^)]*\)\s*format\([^)]*\)")


class Typed(Keyboard):
    """Keys that show on the picture as they are typed."""

    def __init__(self, console: Console, keys: list[str]) -> None:
        self.console = console
        self.keys = keys

    def line(self) -> str:
        """The next key."""
        key = self.keys.pop(0)
        self.console.print(key, highlight=False, style="bold cyan")
        return key


def main() -> None:
    """Play one round and save what the terminal showed, with local fonts only."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    table = Practice(
        game("bahamas"), Terminal(console, Typed(console, [*KEYS])), random.Random(SEED)
    )
    with suppress(Quit):
        table.play_on()
    svg = console.export_svg(title="upcard play bahamas")
    (Path(__file__).parent / "play.svg").write_text(REMOTE_FONT.sub("", svg), "utf-8")


if __name__ == "__main__":
    main()
