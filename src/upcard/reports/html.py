"""A report as one HTML file that needs nothing else: no script, no font, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Final

from upcard.reports.report_blocks import (
    Block,
    Bullets,
    ChartRow,
    Column,
    FactList,
    Figure,
    Mark,
    Paragraph,
    Report,
    ReportCell,
    ReportSection,
    Table,
)

_TAGS: Final = {
    Mark.PLAIN: ("", ""),
    Mark.STRONG: ("<strong>", "</strong>"),
    Mark.MUTED: ('<span class="muted">', "</span>"),
    Mark.FLAG: ('<strong class="flag">', "</strong>"),
    Mark.CODE: ("<code>", "</code>"),
}


def as_html(report: Report) -> bytes:
    """The whole page."""
    return "\n".join([*_head(report), *_front(report), *_body(report), ""]).encode()


def _head(report: Report) -> Iterator[str]:
    css = (files("upcard.reports") / "report.css").read_text("utf-8")
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{escape(report.title)}</title>"
    yield f"<style>\n{css}{_page_foot(report.footer)}</style>\n</head>\n<body>"


def _page_foot(text: str) -> str:
    """What a browser prints at the foot of every page."""
    said = re.sub(r'[\\"<>]', "", text)
    return (
        f'@page {{ @bottom-left {{ content: "{said}"; }} '
        '@bottom-right { content: "page " counter(page) " of " counter(pages); } }\n'
    )


def _front(report: Report) -> Iterator[str]:
    yield f"<header>\n<h1>{escape(report.title)}</h1>"
    yield f'<p class="subtitle">{escape(report.subtitle)}</p>'
    yield from _block(report.facts)
    yield f'<p class="notice">{escape(report.notice)}</p>\n</header>'
    if not report.has_contents:
        return
    yield '<nav aria-label="Contents">\n<h2>Contents</h2>\n<ol>'
    for section in report.sections:
        yield f'<li><a href="#s{section.number}">{escape(section.title)}</a></li>'
    yield "</ol>\n</nav>"


def _body(report: Report) -> Iterator[str]:
    yield "<main>"
    for section in report.sections:
        yield from _section(section, 2)
    yield f"</main>\n<footer>{escape(report.footer)}</footer>\n</body>\n</html>"


def _section(section: ReportSection, level: int) -> Iterator[str]:
    kinds = {"page": section.starts_page, "whole": section.is_whole}
    yield f'<section id="s{section.number}"{_classes(kinds)}>'
    number = f'<span class="number">{section.number}</span>'
    yield f"<h{level}>{number} {escape(section.title)}</h{level}>"
    for block in section.blocks:
        yield from _block(block)
    for part in section.parts:
        yield from _section(part, level + 1)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text, mark):
            kind = f' class="{mark}"' if mark is not Mark.PLAIN else ""
            yield f"<p{kind}>{_spoken(text)}</p>"
        case Bullets(items):
            yield f"<ul>{''.join(f'<li>{_spoken(item)}</li>' for item in items)}</ul>"
        case FactList(items):
            rows = (f"<dt>{escape(name)}</dt><dd>{_marked(cell)}</dd>" for name, cell in items)
            yield f'<dl class="facts">{"".join(rows)}</dl>'
        case Figure():
            yield _figure(block)
        case ChartRow(figures):
            yield f'<div class="figures">{"".join(map(_figure, figures))}</div>'
        case Table():
            yield from _table(block)


def _spoken(text: str) -> str:
    """Text with commands between backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _marked(cell: ReportCell) -> str:
    before, after = _TAGS[cell.mark]
    return f"{before}{_lines(cell.text)}{after}"


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _figure(figure: Figure) -> str:
    svg = figure.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(figure.alt)}" ', 1)
    return f"<figure>{svg}<figcaption>{escape(figure.caption)}</figcaption></figure>"


def _table(table: Table) -> Iterator[str]:
    kind = _classes({"total": table.has_total, "dense": table.is_dense})
    label = escape(table.caption)
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{label}">'
    yield f"<table{kind}>\n<caption>{label}</caption>"
    heads = (
        f'<th scope="col"{_side(column)}>{_lines(column.title)}</th>' for column in table.columns
    )
    yield f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>"
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        yield f"<tr>{''.join(_cell(cell, column) for column, cell in cells)}</tr>"
    yield "</tbody>\n</table></div>"


def _cell(cell: ReportCell, column: Column) -> str:
    return f"<td{_side(column)}>{_breakable(_marked(cell)) if column.wraps else _marked(cell)}</td>"


def _breakable(text: str) -> str:
    """Long paths may break after a dot, and nowhere else."""
    return re.sub(r"(?<=[a-z0-9])\.(?=[a-z])", ".<wbr>", text)


def _side(column: Column) -> str:
    return _classes({"n": column.align == "right", "w": column.wraps})


def _classes(kinds: dict[str, bool]) -> str:
    names = [name for name, has in kinds.items() if has]
    return f' class="{" ".join(names)}"' if names else ""
