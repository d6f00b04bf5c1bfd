"""Your paytable's edge, your rules' chart, and a long simulation: `python front_door.py`."""

import sys
from pathlib import Path

import upcard

own = upcard.odds(wager="bet-the-set", pays={"suited-pair": "30:1", "pair": "6:1"}, decks=6)
print(own.heading, f"house edge {own.to_dict()['house_edge_percent']:.4f}%")
mine = upcard.chart(Path(__file__).with_name("mine.toml"))
print(mine.heading, mine, sep="\n")
rounds = sys.argv[1] if len(sys.argv) > 1 else "1e8"
result = upcard.simulate("bahamas", rounds=rounds, sides={"match-up": 5, "trilux": 5})
print(result.to_frame())
result.plot().save("bahamas.svg")
