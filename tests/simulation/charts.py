"""Charts to simulate with: plausible, complete for every catalogue game, not the best there are."""

from upcard.notation.charts import Chart, read_chart
from upcard.table.games import Game

HEAD = "                 2   3   4   5   6   7   8   9   T   A\n"

ORDINARY = (
    HEAD
    + """
hard 4           H   H   H   H   H   H   H   H   H   H
hard 5           H   H   H   H   H   H   H   H   H   H
hard 6           H   H   H   H   H   H   H   H   H   H
hard 7           H   H   H   H   H   H   H   H   H   H
hard 8           H   H   H   H   H   H   H   H   H   H
hard 9           H   D   D   D   D   H   H   H   H   H
hard 10          D   D   D   D   D   D   D   D   H   H
hard 11          D   D   D   D   D   D   D   D   D   D
hard 12          H   H   S   S   S   H   H   H   H   H
hard 13          S   S   S   S   S   H   H   H   H   H
hard 14          S   S   S   S   S   H   H   H   H   H
hard 15          S   S   S   S   S   H   H   H   Rh  Rh
hard 16          S   S   S   S   S   H   H   Rh  Rh  Rh
hard 17          S   S   S   S   S   S   S   S   S   Rs
hard 18          S   S   S   S   S   S   S   S   S   S
hard 19          S   S   S   S   S   S   S   S   S   S
hard 20          S   S   S   S   S   S   S   S   S   S
hard 21          S   S   S   S   S   S   S   S   S   S
soft 12          H   H   H   H   H   H   H   H   H   H
soft 13          H   H   H   D   D   H   H   H   H   H
soft 14          H   H   H   D   D   H   H   H   H   H
soft 15          H   H   D   D   D   H   H   H   H   H
soft 16          H   H   D   D   D   H   H   H   H   H
soft 17          H   D   D   D   D   H   H   H   H   H
soft 18          Ds  Ds  Ds  Ds  Ds  S   S   H   H   H
soft 19          S   S   S   S   Ds  S   S   S   S   S
soft 20          S   S   S   S   S   S   S   S   S   S
soft 21          S   S   S   S   S   S   S   S   S   S
pair 2           P   P   P   P   P   P   H   H   H   H
pair 3           P   P   P   P   P   P   H   H   H   H
pair 4           H   H   H   P   P   H   H   H   H   H
pair 5           D   D   D   D   D   D   D   D   H   H
pair 6           P   P   P   P   P   H   H   H   H   H
pair 7           P   P   P   P   P   P   H   H   H   H
pair 8           P   P   P   P   P   P   P   P   P   Rp
pair 9           P   P   P   P   P   S   P   P   S   S
pair T           S   S   S   S   S   S   S   S   S   S
pair A           P   P   P   P   P   P   P   P   P   P
"""
)

BAHAMA = (
    HEAD
    + """
hard 4           H   H   H   H   H   H   H   H   H   H
hard 5           H   H   H   H   H   H   H   H   H   H
hard 6           H   H   H   H   H   H   H   H   H   H
hard 7           H   H   H   H   H   H   H   H   H   H
hard 8           H   H   H   H   H   H   H   H   H   H
hard 9           H   H   H   D   D   H   H   H   H   H
hard 10          D5h D5h D   D   D   D4h D3h H   H   H
hard 11          D4h D5h D5h D5h D5h D4h D4h D4h D3h D3h
hard 12          H   H   H   H   H   H   H   H   H   H
hard 13          H   H   H   H   S4h H   H   H   H   H
hard 14          H   H   S4h S5h S6h H   H   H   H   H
hard 15          S4h S5h S5h S6h S6h H   H   H   H   H
hard 16          S6h S6h S6h S   S   H   H   H   H   Rh
hard 17          S   S   S   S   S   S   S6h S6h S6h Rh
hard 18          S   S   S   S   S   S   S   S   S   S
hard 19          S   S   S   S   S   S   S   S   S   S
hard 20          S   S   S   S   S   S   S   S   S   S
hard 21          S   S   S   S   S   S   S   S   S   S
soft 12          H   H   H   H   H   H   H   H   H   H
soft 13          H   H   H   H   H   H   H   H   H   H
soft 14          H   H   H   H   H   H   H   H   H   H
soft 15          H   H   H   H   D4h H   H   H   H   H
soft 16          H   H   H   D4h D5h H   H   H   H   H
soft 17          H   H   D4h D5h D   H   H   H   H   H
soft 18          S4h S4h D4h D5h D6h S6h S4h H   H   H
soft 19          S   S   S   S   S   S   S   S   S6h S6h
soft 20          S   S   S   S   S   S   S   S   S   S
soft 21          S   S   S   S   S   S   S   S   S   S
pair 2           P   P   P   P   P   P   P   H   H   H
pair 3           P   P   P   P   P   P   P   H   H   H
pair 4           H   H   H   H   H   H   H   H   H   H
pair 5           D   D   D   D   D   D   D   H   H   H
pair 6           H   H   P   P   P   H   H   H   H   H
pair 7           P   P   P   P   P   P   H   H   H   H
pair 8           P   P   P   P   P   P   P   P   P   Rp
pair 9           S   P   P   P   P   S   P   P   S   S
pair T           S   S   S   S   S   S   S   S   S   S
pair A           P   P   P   P   P   P   P   P   P   P
"""
)

DOUBLED = """
doubled hard 11  D   D   D   D   D   D   D   D   D   D
doubled hard 12  R   R   R   R   R   R   R   R   R   R
doubled hard 13  R   R   R   R   S   R   R   R   R   R
doubled hard 14  R   R   R   S   S   R   R   R   R   R
doubled hard 15  R   S   S   S   S   R   R   R   R   R
doubled hard 16  S   S   S   S   S   R   R   R   R   R
doubled hard 17  S   S   S   S   S   S   R   R   R   R
doubled hard 18  S   S   S   S   S   S   S   S   S   S
doubled hard 19  S   S   S   S   S   S   S   S   S   S
doubled hard 20  S   S   S   S   S   S   S   S   S   S
doubled hard 21  S   S   S   S   S   S   S   S   S   S
doubled soft 13  D   D   D   D   D   D   D   D   D   D
doubled soft 14  D   D   D   D   D   D   D   D   D   D
doubled soft 15  D   D   D   D   D   D   D   D   D   D
doubled soft 16  D   D   D   D   D   D   D   D   D   D
doubled soft 17  D   D   D   D   D   D   D   D   D   D
doubled soft 18  S   D   D   D   D   S   S   D   D   D
doubled soft 19  S   S   S   S   D   S   S   S   S   S
doubled soft 20  S   S   S   S   S   S   S   S   S   S
doubled soft 21  S   S   S   S   S   S   S   S   S   S
"""


def chart_for(game: Game) -> Chart:
    """A chart that covers every hand of *game*."""
    return read_chart((ORDINARY if game.rules.special_pays == "none" else BAHAMA) + DOUBLED)
