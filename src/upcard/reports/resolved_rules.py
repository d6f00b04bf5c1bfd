"""The rules a report is about: every setting, the document it follows, and their fingerprint."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.reports.report_blocks import (
    Block,
    Column,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.rules.documentation import source_of
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import settings_of

WAGERS = "side_wagers."


def rules_section(rules: Rules) -> ReportSection:
    """Every setting; those of each side wager in a table of their own."""
    return ReportSection(
        number="7", title="The rules, resolved", blocks=tuple(_blocks(rules)), needs_room=True
    )


def _blocks(rules: Rules) -> Iterator[Block]:
    yield Paragraph(
        "Nothing is left to a default. Each setting is followed by the document and paragraph it "
        "is taken from."
    )
    groups: dict[str, list[tuple[str, str]]] = {"": []}
    for path, value in settings_of(rules).items():
        group, inner = _split(path)
        groups.setdefault(group, []).append((inner, value))
    titles = {wager.wager: wager.title for wager in rules.side_wagers}
    for group, settings in groups.items():
        caption = f"{titles[group]} ({WAGERS}{group})" if group else "The game"
        yield _table(rules, caption, f"{WAGERS}{group}." if group else "", settings)


def _split(path: str) -> tuple[str, str]:
    """The side wager that a path is about, if any, and the rest of the path."""
    if not path.startswith(WAGERS):
        return "", path
    wager, _, inner = path.removeprefix(WAGERS).partition(".")
    return wager, inner


def _table(rules: Rules, caption: str, prefix: str, settings: list[tuple[str, str]]) -> Table:
    return Table(
        caption=caption,
        columns=(
            Column("Setting", "left", wraps=True, share=5),
            Column("Value", "left", wraps=True, share=3),
            Column("Follows", "left", wraps=True, share=6),
        ),
        rows=tuple(
            (
                ReportCell(path, Mark.CODE),
                ReportCell(value),
                ReportCell(source_of(rules, f"{prefix}{path}")),
            )
            for path, value in settings
        ),
    )
