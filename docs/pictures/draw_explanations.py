"""Draws the pictures of docs/explain: python docs/pictures/draw_explanations.py."""

from html import escape
from pathlib import Path

INK, LINE, PAPER = "#1b2733", "#5b6b7b", "#ffffff"
FILLS = {"plain": "#eef2f6", "good": "#dff0e2", "hidden": "#fbe9d0", "house": "#e0e8f7"}
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
    'font-family="system-ui, sans-serif" font-size="14" fill="{ink}" role="img">'
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    'orient="auto"><path d="M0 0 8 4 0 8z" fill="{line}"/></marker></defs>'
    '<rect width="{width}" height="{height}" rx="10" fill="{paper}"/>'
)


class Drawing:
    """A picture made of boxes, arrows and words."""

    def __init__(self, width: int, height: int) -> None:
        self.parts = [HEAD.format(width=width, height=height, ink=INK, line=LINE, paper=PAPER)]

    def words(self, x: float, y: float, text: str, *, size: int = 14, where: str = "middle",
              weight: int = 400) -> None:  # fmt: skip
        """One line of words; *y* is where it stands."""
        self.parts.append(
            f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{where}" '
            f'font-weight="{weight}">{escape(text)}</text>'
        )

    def box(self, x: float, y: float, width: float, height: float, *lines: str,
            fill: str = "plain") -> None:  # fmt: skip
        """A box with lines of words in its middle; the first line is a heading."""
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" '
            f'fill="{FILLS[fill]}" stroke="{LINE}"/>'
        )
        top = y + height / 2 - 9 * (len(lines) - 1) + 5
        for place, line in enumerate(lines):
            is_heading = place == 0
            self.words(x + width / 2, top + 18 * place, line, size=14 if is_heading else 12,
                       weight=600 if is_heading else 400)  # fmt: skip

    def arrow(self, *points: float, dashed: bool = False) -> None:
        """An arrow along points x, y, x, y, …"""
        path = " ".join(map(str, points))
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="1.6"{dash} '
            'marker-end="url(#tip)"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        """A circle that one can see through."""
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{FILLS[fill]}" fill-opacity="0.75" '
            f'stroke="{LINE}"/>'
        )

    def save(self, name: str) -> None:
        """Write the picture."""
        Path(__file__).with_name(name).write_text("\n".join([*self.parts, "</svg>"]) + "\n")


def draw_solver() -> None:
    """From a shoe to the edge of a game."""
    drawing = Drawing(760, 330)
    drawing.box(20, 30, 200, 70, "A shoe", "so many cards", "of each value", fill="house")
    drawing.box(280, 30, 200, 70, "The dealer", "every finished hand,", "and how likely it is")
    drawing.box(540, 30, 200, 70, "Standing", "win, push or lose, for", "each total and shoe")
    drawing.box(280, 140, 200, 70, "3,082 hands", "from high totals to low:", "a draw leads up")
    drawing.box(540, 140, 200, 70, "Each decision", "the mean over every", "card that can come")
    drawing.box(20, 140, 200, 70, "Splits", "by inclusion and", "exclusion")
    drawing.box(280, 250, 200, 60, "Openings", "two cards and an up card")
    drawing.box(540, 250, 200, 60, "The house edge", "and the chart", fill="good")
    drawing.arrow(220, 65, 278, 65)
    drawing.arrow(480, 65, 538, 65)
    drawing.arrow(640, 100, 640, 138)
    drawing.arrow(480, 165, 538, 165)
    drawing.arrow(540, 185, 482, 185)
    drawing.arrow(278, 175, 222, 175)
    drawing.arrow(380, 210, 380, 248)
    drawing.arrow(120, 210, 120, 280, 278, 280)
    drawing.arrow(480, 280, 538, 280)
    drawing.save("solver.svg")


def draw_places() -> None:
    """How a pair of eights grows to two, three or four hands."""
    drawing = Drawing(760, 300)
    drawing.box(20, 115, 120, 60, "8  8", "two open places", fill="house")
    rows = [
        (20, "8 x", "8 y", "", "", "no eight comes: two hands"),
        (90, "8 x", "8 y", "8 z", "", "one eight comes: three hands"),
        (160, "8 x", "8 ?", "8 ?", "8 ?", "two eights come: four hands, and"),
    ]
    for top, *hands, told in rows:
        drawing.arrow(140, 145, 178, top + 25)
        for place, hand in enumerate(filter(None, hands)):
            fill = "good" if "?" in hand else "plain"
            drawing.box(180 + 72 * place, top, 62, 50, hand, fill=fill)
        drawing.words(480, top + 30, told, where="start", size=13)
    drawing.words(480, 208, "the places still open take any card", where="start", size=13)
    drawing.words(20, 255, "x, y, z are cards that are not eights. Each of them is a condition on",
                  where="start", size=13)  # fmt: skip
    drawing.words(20, 275, "cards that the other hands will draw: that is what has to be counted.",
                  where="start", size=13)  # fmt: skip
    drawing.save("places.svg")


def draw_inclusion() -> None:
    """Neither of two cards is an eight."""
    drawing = Drawing(760, 250)
    drawing.circle(290, 115, 85, "hidden")
    drawing.circle(400, 115, 85, "house")
    drawing.words(250, 110, "a draws")
    drawing.words(250, 128, "an eight")
    drawing.words(440, 110, "b draws")
    drawing.words(440, 128, "an eight")
    drawing.words(345, 120, "both", weight=600)
    drawing.words(560, 60, "neither: outside of both", where="start", weight=600)
    drawing.words(380, 235, "neither  =  everything  −  a draws one  −  b draws one  +  both do",
                  size=15, weight=600)  # fmt: skip
    drawing.save("inclusion.svg")


def draw_memories() -> None:
    """What the play of a split hand looks at."""
    drawing = Drawing(760, 250)
    titles = [
        ("CDZ-", "its own cards", "and the up card"),
        ("CDP", "its own cards, and which", "pair was split"),
        ("All cards", "everything on the table", "in every hand"),
    ]
    for place, lines in enumerate(titles):
        left = 20 + 250 * place
        drawing.box(left, 20, 220, 70, *lines, fill="good" if place == 0 else "plain")
    for place in range(3):
        left = 20 + 250 * place
        for hand, cards in enumerate(("8 3", "8 ?")):
            fill = "house" if hand == 0 or place == 2 else "hidden"
            drawing.box(left + 10 + 105 * hand, 130, 95, 46, cards, fill=fill)
        drawing.arrow(left + 57, 128, left + 57, 94)
        if place:
            drawing.arrow(left + 160, 128, left + 160, 94, dashed=place == 1)
    drawing.words(130, 215, "the other hand does not exist", size=13)
    drawing.words(380, 215, "one card of it is known: the eight", size=13)
    drawing.words(630, 215, "no chart can be printed for that", size=13)
    drawing.save("memories.svg")


def draw_shuffle() -> None:
    """Who knows what, when."""
    drawing = Drawing(760, 300)
    steps = ["Shuffle", "Cut", "Close", "Confirm, deal", "Reveal"]
    for place, step in enumerate(steps):
        left = 110 + 128 * place
        drawing.words(left + 58, 30, step, weight=600)
        drawing.parts.append(f'<path d="M{left + 58} 40V285" stroke="#d5dce3"/>')
    drawing.words(20, 90, "the house", where="start")
    drawing.words(20, 170, "a player", where="start")
    drawing.words(20, 250, "everybody", where="start")
    drawing.box(110, 60, 116, 50, "seed", "32 secret bytes", fill="hidden")
    drawing.box(110, 220, 116, 50, "commitment", "hash of the seed", fill="good")
    drawing.box(238, 140, 116, 50, "word and salt", "on one screen", fill="hidden")
    drawing.box(238, 220, 116, 50, "its seal", "hash of the word", fill="good")
    drawing.box(366, 220, 116, 50, "the word", "fits its seal", fill="good")
    drawing.box(494, 220, 116, 50, "the cards", "as they are dealt", fill="good")
    drawing.box(622, 220, 116, 50, "the seed", "fits its hash", fill="good")
    drawing.arrow(168, 110, 168, 218)
    drawing.arrow(296, 190, 296, 218)
    drawing.arrow(354, 165, 424, 165, 424, 218)
    drawing.arrow(226, 85, 552, 85, 552, 218)
    drawing.arrow(552, 85, 680, 85, 680, 218)
    drawing.words(560, 140, "seed and words", size=12, where="start")
    drawing.words(560, 156, "make the order", size=12, where="start")
    drawing.save("shuffle.svg")


def draw_ledger() -> None:
    """Where the money of a meter comes from and goes to."""
    drawing = Drawing(760, 300)
    drawing.box(20, 40, 150, 50, "seeds", "of the house", fill="house")
    drawing.box(20, 130, 150, 50, "contributions", "of each wager", fill="house")
    drawing.box(290, 20, 150, 56, "meter", "what the display shows", fill="good")
    drawing.box(290, 110, 150, 50, "reserve", "for the next seed", fill="good")
    drawing.box(290, 190, 150, 50, "overflow", "above the limit", fill="good")
    drawing.box(500, 65, 110, 50, "pending", "claimed", fill="good")
    drawing.box(645, 65, 95, 50, "paid", "win page")
    drawing.arrow(170, 60, 288, 46)
    drawing.arrow(170, 145, 230, 145, 230, 58, 288, 58)
    drawing.arrow(170, 155, 288, 138)
    drawing.arrow(170, 165, 230, 165, 230, 215, 288, 215)
    drawing.arrow(440, 55, 498, 80)
    drawing.arrow(610, 90, 643, 90)
    drawing.arrow(365, 108, 365, 78, dashed=True)
    drawing.words(450, 262, "green: what the house owes to players", size=13)
    told = "every arrow is a transfer with an id, and nothing else changes a balance"
    drawing.words(450, 282, told, size=13)
    drawing.save("ledger.svg")


def draw_chain() -> None:
    """Entries that name the hash of the one before."""
    drawing = Drawing(760, 190)
    for place, (number, what) in enumerate([(41, "START GAME"), (42, "claim"), (43, "confirm")]):
        left = 20 + 215 * place
        hashes = f"hash of entry {number - 1}", "its own hash"
        drawing.box(left, 30, 170, 90, f"entry {number}", what, *hashes)
        if place:
            drawing.arrow(left, 85, left - 43, 85)
    drawing.box(665, 45, 80, 60, "head", "sealed", fill="good")
    drawing.arrow(663, 75, 622, 75)
    told = "change one letter of entry 41, and its hash is no longer the one that entry 42 names"
    drawing.words(380, 160, told, size=13)
    drawing.save("chain.svg")


if __name__ == "__main__":
    draw_solver()
    draw_places()
    draw_inclusion()
    draw_memories()
    draw_shuffle()
    draw_ledger()
    draw_chain()
