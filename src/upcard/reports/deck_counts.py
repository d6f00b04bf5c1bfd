"""Edge and fixed return from deck count to deck count, approved or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from upcard.reports.drawings import size_of
from upcard.reports.numbers import percent
from upcard.reports.report_blocks import (
    Block,
    ChartRow,
    Column,
    Figure,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.reports.report_charts import ChartLine, decks_chart
from upcard.reports.summaries import NAME_COLUMNS, names
from upcard.reports.wager_proofs import EVERY_COUNT, WagerProof
from upcard.rules.schema import Rules

NOT_APPROVED = "°"
PLAYER_EDGE = "!"
DRAWN_BELOW = 2
"""How many deck counts below the first approved one a chart begins: fewer decks dwarf the rest."""


def deck_count_section(rules: Rules, proofs: Sequence[WagerProof]) -> ReportSection:
    """Every wager at 1 to 8 decks, the counts that are not approved marked."""
    return ReportSection(
        number="4",
        title="By deck count",
        blocks=tuple(_blocks(rules, proofs)),
        starts_page=True,
    )


def _blocks(rules: Rules, proofs: Sequence[WagerProof]) -> Iterator[Block]:
    yield Paragraph(
        f"Full shoes of {len(rules.deck.cards)} cards a deck. {NOT_APPROVED} marks a deck count "
        "that is not approved for the paytable or not offered by the game: it stands for "
        f"comparison only. {PLAYER_EDGE} marks a deck count at which the player has the edge. The "
        "charts begin two deck counts below the first approved one; filled points are approved."
    )
    wagers = [proof for proof in proofs if not proof.progressives]
    progressives = [proof for proof in proofs if proof.progressives]
    if wagers:
        yield _table("House edge, in percent", wagers)
    if progressives:
        yield _table("Fixed return of progressives, in percent", progressives)
        certified = [proof for proof in progressives if proof.progressives[1].certified]
        if certified:
            yield _hold_table(certified)
    yield from (Paragraph(text) for text in _player_edges(proofs))
    if proofs:
        yield ChartRow(tuple(_figures(proofs)))


def _table(caption: str, proofs: Sequence[WagerProof]) -> Table:
    return Table(
        caption=caption,
        columns=_columns(),
        rows=tuple(
            (*names(proof), *(_figure_cell(proof, count) for count in EVERY_COUNT))
            for proof in proofs
        ),
        is_dense=True,
    )


def _columns() -> tuple[Column, ...]:
    return (*NAME_COLUMNS, *(Column(f"{n} deck{'s' if n > 1 else ''}") for n in EVERY_COUNT))


def _figure_cell(proof: WagerProof, decks: int) -> ReportCell:
    text = percent(proof.figure(decks), 3).rstrip("%")
    favours = proof.figure(decks) > 1 if proof.progressives else proof.figure(decks) < 0
    approved = decks in proof.approved
    marks = ("" if approved else NOT_APPROVED) + (PLAYER_EDGE if favours else "")
    mark = Mark.FLAG if favours else Mark.PLAIN if approved else Mark.MUTED
    return ReportCell(text + marks, mark)


def _hold_table(proofs: Sequence[WagerProof]) -> Table:
    """Contribution and seeds were certified for one deck count; here they meet all of them."""
    return Table(
        caption="Hold of progressives with their certified contribution and seeds, in percent",
        columns=_columns(),
        rows=tuple(
            (*names(proof), *(_hold_cell(proof, count) for count in EVERY_COUNT))
            for proof in proofs
        ),
        is_dense=True,
    )


def _hold_cell(proof: WagerProof, decks: int) -> ReportCell:
    hold = proof.progressives[decks].certified_hold
    assert hold is not None
    approved = decks in proof.approved
    text = percent(hold, 2).rstrip("%")
    return ReportCell(text) if approved else ReportCell(text + NOT_APPROVED, Mark.MUTED)


def _player_edges(proofs: Sequence[WagerProof]) -> Iterator[str]:
    """Which paytables give the player the edge somewhere, and whether that is ever approved."""
    for proof in proofs:
        if proof.progressives:
            continue
        for decks in (count for count in EVERY_COUNT if proof.by_decks[count].favours_player):
            approved = "and is approved for it" if decks in proof.approved else "not approved"
            yield (
                f"{proof.title}, paytable {proof.paytable}, favours the player at {decks} decks: "
                f"house edge {percent(proof.by_decks[decks].house_edge)} ({approved})."
            )


def _figures(proofs: Sequence[WagerProof]) -> Iterator[Figure]:
    for (_, is_progressive), group in groupby(
        proofs, key=lambda proof: (proof.wager, bool(proof.progressives))
    ):
        yield _figure("fixed return" if is_progressive else "house edge", list(group))


def _figure(what: str, proofs: list[WagerProof]) -> Figure:
    first = min((count for proof in proofs for count in proof.approved), default=EVERY_COUNT[-1])
    drawn = EVERY_COUNT[max(first - DRAWN_BELOW, 1) - 1 :]
    lines = tuple(
        ChartLine(
            name=proof.paytable,
            counts=drawn,
            values=tuple(float(100 * proof.figure(decks)) for decks in drawn),
            approved=proof.approved,
        )
        for proof in proofs
    )
    svg = decks_chart(lines, f"{what}, %")
    said = "; ".join(
        f"paytable {line.name} from {line.values[0]:.2f}% to {line.values[-1]:.2f}%"
        for line in lines
    )
    title, counts = proofs[0].title, f"from {drawn[0]} to {drawn[-1]} decks"
    return Figure(
        svg=svg,
        caption=f"{title}: {what} by deck count.",
        alt=f"Line chart of the {what} of {title} {counts}: {said}.",
        width=size_of(svg)[0],
    )
