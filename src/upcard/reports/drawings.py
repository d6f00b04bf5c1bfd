"""Charts as SVG in one style, made offline and always the same."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from upcard.extras import Later

if TYPE_CHECKING:
    import vl_convert
else:
    vl_convert = Later("vl_convert")

FONT: Final = "Liberation Sans"
"""vl-convert brings this font along, so that labels are measured alike on every machine."""
INK: Final = "#1c1c1c"
SOFT: Final = "#6b6b6b"
GRID: Final = "#dcdcdc"
FILL: Final = "#4c5f78"
PAPER: Final = "#ffffff"

Spec = dict[str, object]

_AXIS: Final = {
    "labelFont": FONT,
    "titleFont": FONT,
    "labelFontSize": 11,
    "titleFontSize": 11,
    "titleFontWeight": "normal",
    "labelColor": INK,
    "titleColor": INK,
    "gridColor": GRID,
    "domainColor": SOFT,
    "tickColor": SOFT,
    "tickSize": 4,
    "labelLimit": 320,
    "titlePadding": 8,
}
CONFIG: Final[Spec] = {
    "font": FONT,
    "aria": False,
    "background": None,
    "padding": 4,
    "view": {"stroke": None},
    "axis": _AXIS,
    "text": {"font": FONT, "fontSize": 11, "fill": INK},
    "title": {
        "font": FONT,
        "fontSize": 11,
        "fontWeight": "bold",
        "color": INK,
        "anchor": "start",
    },
}


def drawn(spec: Spec) -> str:
    """*spec*, a Vega-Lite chart, as an SVG element that needs nothing from outside."""
    text = vl_convert.vegalite_to_svg(
        json.dumps({**spec, "config": CONFIG}), allowed_base_urls=[], show_warnings=False
    )
    text = re.sub(r' (?:class|pointer-events|xmlns:xlink|version)="[^"]*"', "", text)
    text = re.sub(r'<path[^>]* display="none"/>', "", text)
    assert " id=" not in text, "an id in a chart could differ from one run to the next"
    return text


def size_of(svg: str) -> tuple[int, int]:
    """Width and height of a chart in CSS pixels."""
    found = re.search(r'width="(\d+)(?:\.\d+)?" height="(\d+)(?:\.\d+)?"', svg)
    assert found is not None, "a chart says how large it is"
    return int(found[1]), int(found[2])
