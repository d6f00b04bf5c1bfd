"""Results as data frames, as HTML in a notebook, and as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

from upcard.app.problems import AppError

Columns = Mapping[str, Sequence[object]]
"""A table: its columns by name, all of one length."""

FRAMES: Final = ("pandas", "polars")
"""The libraries for data frames; the first one installed is used."""


def frame_of(columns: Columns) -> Any:
    """*columns* as a pandas data frame, or a polars one where only polars is installed."""
    for name in FRAMES:
        try:
            library = import_module(name)
        except ImportError:
            continue
        return library.DataFrame({title: list(column) for title, column in columns.items()})
    raise AppError(
        "frames-not-installed",
        "to_frame() needs pandas or polars: install one of them, or use to_dict()",
    )


def html_of(title: str, columns: Columns, picture: str = "") -> str:
    """
    *columns* as an HTML table under *title*, with a picture below it.

    >>> html_of("Odds", {"wager": ["a<b"], "edge": [0.25]})
    '<h4>Odds</h4><table><tr><th>wager</th><th>edge</th></tr><tr><td>a&lt;b</td><td>0.25</td></tr></table>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    rows = zip(*columns.values(), strict=True)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<h4>{escape(title)}</h4><table><tr>{head}</tr>{body}</table>{picture}"


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f"<td>{escape(text)}</td>"


def counted(number: int, noun: str) -> str:
    """
    A count with its noun, in singular or plural.

    >>> counted(1, "round"), counted(1200, "round"), counted(2, "entry")
    ('1 round', '1,200 rounds', '2 entries')
    """
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


class Showable(Protocol):
    """A result that is shown as a table."""

    @property
    def heading(self) -> str:
        """A one-line summary."""
        ...

    def columns(self) -> Columns:
        """The result as one table."""
        ...

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.heading}>"

    def to_frame(self) -> Any:
        """The result as a pandas data frame, or a polars one where only polars is installed."""
        return frame_of(self.columns())

    def _repr_html_(self) -> str:
        """The result in a notebook."""
        return html_of(self.heading, self.columns())


@dataclass(frozen=True, slots=True)
class Picture:
    """
    A drawing. A notebook shows it; `save` writes it to a file.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the drawing to *path*: .svg, .pdf or .png."""
        path = Path(path)
        write = _WRITERS.get(path.suffix.lower())
        if write is None:
            ending = path.suffix or "no ending"
            raise AppError("picture", f"{path}: {ending!r}: write .svg, .pdf or .png")
        path.write_bytes(write(self.svg))


def _png(svg: str) -> bytes:
    import vl_convert

    return vl_convert.svg_to_png(svg, scale=2)


def _pdf(svg: str) -> bytes:
    import vl_convert

    return vl_convert.svg_to_pdf(svg)


_WRITERS: Final[dict[str, Callable[[str], bytes]]] = {
    ".svg": lambda svg: svg.encode(),
    ".pdf": _pdf,
    ".png": _png,
}
