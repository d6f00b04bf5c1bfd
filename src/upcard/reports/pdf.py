"""A report as PDF: accessible (PDF/UA), set by Typst with the fonts it brings along."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from importlib.resources import files

from upcard.reports.drawings import FONT
from upcard.reports.report_blocks import Report
from upcard.reports.typesetting import pdf_of

PRINT_FONT = "Libertinus Serif"
"""One of the fonts inside Typst: the pages are the same on every machine."""


def as_pdf(report: Report) -> bytes:
    """The whole document; without a date in it, so that equal reports are equal bytes."""
    template = (files("upcard.reports") / "report.typ").read_bytes()
    return pdf_of(template, "report", _plain(report))


def _plain(value: object) -> object:
    """*value* as JSON can hold it; a block says of what kind it is."""
    if isinstance(value, str):
        return value.replace(f'font-family="{FONT}"', f'font-family="{PRINT_FONT}"')
    if hasattr(value, "_asdict"):
        return {name: _plain(inner) for name, inner in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, int | float | bool):
        return value
    assert is_dataclass(value), f"{value!r} is a block"
    found = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return {"kind": type(value).__name__.lower(), **found}
