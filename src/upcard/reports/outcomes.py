"""Each wager with each paytable, outcome by outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from upcard.money import OfMeter
from upcard.odds.figure_texts import fraction, pays_text
from upcard.odds.progressive_advice import default_settings
from upcard.odds.wager_odds import NO_METERS, Outcome, WagerOdds, returned
from upcard.reports.drawings import size_of
from upcard.reports.numbers import deviation, one_in, percent, several, whole
from upcard.reports.report_blocks import (
    Block,
    Column,
    FactList,
    Figure,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.reports.report_charts import Bar, return_chart
from upcard.reports.wager_proofs import WagerProof

PER_METER = 1000
"""Meter awards are shown for a meter of this many wagers."""


def outcome_section(proofs: Sequence[WagerProof], decks: int) -> ReportSection:
    """A part for each wager and paytable that may be played at this deck count."""
    reported = [proof for proof in proofs if proof.is_reported]
    return ReportSection(
        number="3",
        title="Outcomes",
        blocks=(Paragraph(_intro(reported, decks)),),
        parts=tuple(
            ReportSection(
                number=f"3.{place}",
                title=f"{proof.title}, paytable {proof.paytable}",
                blocks=tuple(_blocks(proof)),
                is_whole=True,
            )
            for place, proof in enumerate(reported, start=1)
        ),
    )


def _intro(reported: Sequence[WagerProof], decks: int) -> str:
    text = (
        f"All figures are for {decks} decks. Contribution to return is the probability times what "
        "comes back of a wager of 1."
    )
    if any(proof.progressive for proof in reported):
        text += (
            f" An award from a meter is shown as what it adds for each {PER_METER:,} wagers that "
            "the meter holds; the totals leave it out."
        )
    return text


def spoken(outcome: str) -> str:
    """
    An outcome's name as words.

    >>> spoken("three-of-a-kind-same-colour")
    'three of a kind same colour'
    """
    return outcome.replace("-", " ")


def _blocks(proof: WagerProof) -> Iterator[Block]:
    odds = proof.odds
    yield FactList(tuple(_facts(proof, odds)))
    yield _table(proof, odds)
    chart = _chart(proof, odds)
    if chart is not None:
        yield chart


def _facts(proof: WagerProof, odds: WagerOdds) -> Iterator[tuple[str, ReportCell]]:
    yield "Named", ReportCell(proof.name, Mark.CODE)
    approved = several([str(count) for count in proof.approved])
    yield "Printed in", ReportCell(f"{proof.source}; approved for {approved} decks")
    what, value = "House edge", odds.house_edge
    if proof.progressive:
        what, value = "Fixed return", odds.player_return()
    yield what, ReportCell(f"{percent(value, 6)} = {fraction(value)}")
    hit = odds.hit_frequency
    yield "Hit frequency", ReportCell(f"{percent(hit, 6)} = {fraction(hit)}")
    yield (
        "Standard deviation",
        ReportCell(f"{deviation(odds.variance)}, variance {fraction(odds.variance)}"),
    )
    if not proof.progressive and odds.favours_player:
        yield "Warning", ReportCell("the player has the edge", Mark.FLAG)
    if odds.depends_on_play:
        yield "Warning", ReportCell("holds only if the dealer always finishes the hand", Mark.FLAG)


def _table(proof: WagerProof, odds: WagerOdds) -> Table:
    columns = ("Pays", "Combinations", "Probability, exact", "Percent", "One in", "Contribution")
    total = odds.player_return()
    return Table(
        caption=f"{proof.title}, paytable {proof.paytable}: outcomes",
        columns=(Column("Outcome", "left", wraps=True), *map(Column, columns)),
        rows=(
            *(_row(outcome, odds) for outcome in odds.outcomes),
            (
                ReportCell("all deals"),
                ReportCell(""),
                ReportCell(whole(odds.combinations)),
                ReportCell("1"),
                ReportCell("100%"),
                ReportCell(""),
                ReportCell(percent(total)),
            ),
        ),
        has_total=True,
    )


def _row(outcome: Outcome, odds: WagerOdds) -> tuple[ReportCell, ...]:
    chance = outcome.probability
    return (
        ReportCell(spoken(outcome.name)),
        ReportCell(pays_text(outcome.pay)),
        ReportCell(whole(outcome.combinations)),
        ReportCell(fraction(chance)),
        ReportCell(percent(chance, 6)),
        ReportCell(one_in(chance)),
        ReportCell(_contribution(outcome, odds)),
    )


def _contribution(outcome: Outcome, odds: WagerOdds) -> str:
    pay = outcome.pay
    if isinstance(pay, OfMeter):
        return f"{percent(PER_METER * pay.share * outcome.probability)} per {PER_METER:,}"
    return percent(outcome.probability * returned(pay, odds.stake, NO_METERS))


def _chart(proof: WagerProof, odds: WagerOdds) -> Figure | None:
    """What each outcome returns; a chart of one bar says nothing that the table does not."""
    seeds = _seeds(proof)
    bars = tuple(
        Bar(
            spoken(outcome.name),
            float(100 * outcome.probability * returned(outcome.pay, odds.stake, seeds)),
            isinstance(outcome.pay, OfMeter),
        )
        for outcome in odds.outcomes
        if outcome.is_hit
    )
    if len(bars) < 2:
        return None
    svg = return_chart(bars)
    said = "; ".join(f"{bar.outcome} {bar.returns:.2f}%" for bar in bars)
    note = " Hollow: meter awards, meters at their seeds." if seeds else ""
    name = f"{proof.title}, paytable {proof.paytable}"
    return Figure(
        svg=svg,
        caption=f"Return by outcome, in percent of the wager.{note}",
        alt=f"Bar chart of the return by outcome of {name}: {said}.",
        width=size_of(svg)[0],
    )


def _seeds(proof: WagerProof) -> Mapping[str, Fraction]:
    return default_settings(proof.progressive)[0].seeds if proof.progressive else NO_METERS
