"""Charts as pictures say in letters what they say in colour."""

import io
from xml.etree import ElementTree

from rich.console import Console

from tests.notation.test_situations_charts_proofs import CHART
from upcard.commands.terminal_charts import show_chart
from upcard.notation.charts import read_chart
from upcard.strategy.chart_pictures import chart_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_a_chart_s_picture_has_every_cell_in_letters() -> None:
    chart = read_chart(CHART)
    picture = ElementTree.fromstring(chart_svg(chart, 'Six decks & "rescue"'))

    words = [element.text for element in picture.iter(f"{SVG}text")]
    cells = [str(cell) for row in chart.rows.values() for cell in row]
    assert picture.find(f"{SVG}title").text == 'Six decks & "rescue"'  # type: ignore[union-attr]
    assert [word for word in words if word in cells][-10:] == cells[-10:]
    assert len(list(picture.iter(f"{SVG}rect"))) == 1 + len(cells)


def test_a_chart_in_the_terminal_has_every_cell_in_letters() -> None:
    out = io.StringIO()
    show_chart(read_chart(CHART), Console(file=out, width=100, no_color=True))

    row = next(line for line in out.getvalue().splitlines() if line.startswith("hard 11"))
    assert row.split()[2:] == ["D4h", "D5h", "D5h", "D5h", "D5h", "D4h", "D4h", "D4h", "D3h", "D3h"]
