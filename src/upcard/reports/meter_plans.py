"""Progressives: the plan that follows from their settings, and how their meters grow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from upcard.odds.meter_growth import QUANTILES
from upcard.odds.progressive_advice import (
    LevelPlan,
    ProgressivePlan,
    default_settings,
    plan_progressive,
)
from upcard.odds.progressive_odds import ProgressiveOdds
from upcard.reports.drawings import size_of
from upcard.reports.numbers import amount, percent, whole
from upcard.reports.report_blocks import (
    Block,
    Bullets,
    Column,
    FactList,
    Figure,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.reports.report_charts import Curve, growth_chart
from upcard.reports.wager_proofs import WagerProof

STEPS = 24
"""In how many steps a curve is drawn."""


def meter_section(proofs: Sequence[WagerProof], decks: int) -> ReportSection:
    """A plan for each progressive that may be played at this deck count."""
    plans = [
        (proof, _plan(proof.progressive))
        for proof in proofs
        if proof.progressive and proof.is_reported
    ]
    shared = _shared([plan for _, plan in plans])
    return ReportSection(
        number="5",
        title="Progressives and their meters",
        blocks=tuple(_intro(shared, decks)) if plans else (Paragraph(_NONE),),
        parts=tuple(
            ReportSection(
                number=f"5.{place}",
                title=f"{proof.title}, paytable {proof.paytable}",
                blocks=tuple(_blocks(proof, plan, shared)),
                is_whole=True,
            )
            for place, (proof, plan) in enumerate(plans, start=1)
        ),
    )


_NONE = "The game offers no progressive that may be played at this deck count."


def _plan(progressive: ProgressiveOdds) -> ProgressivePlan:
    settings, assumed = default_settings(progressive)
    return plan_progressive(progressive, settings, assumed)


def _shared(plans: Sequence[ProgressivePlan]) -> list[str]:
    """The assumptions that all plans make, to be said once."""
    first = plans[0].assumptions if plans else ()
    return [text for text in first if all(text in plan.assumptions for plan in plans)]


def _intro(shared: Sequence[str], decks: int) -> Iterator[Block]:
    yield Paragraph(
        f"Amounts are counted in wagers; {decks} decks. A meter starts from its seed and grows by "
        "its part of the contribution until it is won whole. Settings are the certified ones "
        "where they are known. The charts show the expected meter while it is not won, lower "
        "awards taken off on average; circles stand where it has been won with the probability "
        "beside them, and the dashed line is the meter at which the player breaks even."
    )
    yield Bullets(tuple(map(sentence, shared)))


def sentence(text: str) -> str:
    """
    An assumption as a sentence.

    >>> sentence("the up card is an ace")
    'The up card is an ace.'
    """
    return f"{text[:1].upper()}{text[1:]}."


def _blocks(proof: WagerProof, plan: ProgressivePlan, shared: Sequence[str]) -> Iterator[Block]:
    yield FactList(tuple(_facts(plan)))
    yield _levels(proof, plan)
    curves = [curve for level in plan.levels if (curve := _curve(plan.progressive, level))]
    if curves:
        yield _figure(proof, curves)
    if plan.hold < 0:
        yield Paragraph(
            "Warning: with these settings the house keeps less than nothing.", Mark.FLAG
        )
    for advice in plan.warnings:
        yield Paragraph(f"Warning: {advice.message}.", Mark.FLAG)
    said = {*shared, *plan.progressive.odds.assumptions}  # Section 2 has those of the odds.
    own = [text for text in plan.assumptions if text not in said]
    if own:
        yield Bullets(tuple(map(sentence, own)))


def _facts(plan: ProgressivePlan) -> Iterator[tuple[str, ReportCell]]:
    is_known = plan.progressive.certified is not None
    settings = plan.settings
    rates = (
        f"contribution {percent(settings.contribution, 2)}, reserve {percent(settings.reserve, 2)}"
    )
    yield (
        "Settings",
        ReportCell(f"{'certified' if is_known else 'not published, assumed'}: {rates}"),
    )
    yield ("Hold" if is_known else "Hold, as assumed"), ReportCell(percent(plan.hold), Mark.STRONG)
    for award in plan.progressive.awards:
        name = award.outcome.replace("-", " ")
        often = amount(award.wagers_between, 0)
        share = f"{percent(award.share, 0)} of {award.level}".replace("of meter", "of the meter")
        yield f"Award: {name}", ReportCell(f"{share}, once in {often} wagers")


def _levels(proof: WagerProof, plan: ProgressivePlan) -> Table:
    titles = (
        "Seed",
        "Contribution",
        "Break-even",
        "Wagers between\nawards",
        "Mean meter\nat award",
        *(f"{percent(q, 0)} won\nwithin" for q in QUANTILES),
    )
    return Table(
        caption=f"{proof.title}, paytable {proof.paytable}: meters, in wagers",
        columns=(Column("Level", "left"), *map(Column, titles)),
        rows=tuple(_level_row(level) for level in plan.levels),
    )


def _level_row(level: LevelPlan) -> tuple[ReportCell, ...]:
    grown = level.growth
    waits = [wagers for _, wagers, _ in grown.quantiles] if grown else []
    return (
        ReportCell(level.level),
        ReportCell(amount(level.seed, 0)),
        ReportCell(percent(level.contribution, 2)),
        ReportCell(amount(level.break_even, 0)),
        ReportCell(amount(grown.wagers_between if grown else None, 0)),
        ReportCell(amount(grown.meter_at_award if grown else None, 0)),
        *(ReportCell(whole(wait)) for wait in waits),
        *(ReportCell("never") for _ in range(len(QUANTILES) - len(waits))),
    )


def expected_meter(progressive: ProgressiveOdds, level: LevelPlan, wagers: float) -> float:
    """
    What a level holds on average after this many wagers, if nobody has won all of it.

    Each wager adds its part, and lower awards (10%) take theirs as often as they come.
    """
    resets = progressive.reset_probability(level.level)
    taken = float((progressive.share_rate(level.level) - resets) / (1 - resets))
    seed, part = float(level.seed), float(level.contribution)
    if not taken:
        return seed + part * wagers
    left: float = (1 - taken) ** wagers
    return left * seed + part * (1 - taken) * (1 - left) / taken


def _curve(progressive: ProgressiveOdds, level: LevelPlan) -> Curve | None:
    grown = level.growth
    if grown is None:
        return None
    end = grown.quantiles[-1][1]
    wagers = tuple(end * step / STEPS for step in range(STEPS + 1))
    return Curve(
        level=level.level,
        wagers=wagers,
        meter=tuple(expected_meter(progressive, level, at) for at in wagers),
        break_even=None if level.break_even is None else float(level.break_even),
        marks=tuple(
            (percent(q, 0), float(at), expected_meter(progressive, level, at))
            for q, at, _ in grown.quantiles[1:]
        ),
    )


def _figure(proof: WagerProof, curves: Sequence[Curve]) -> Figure:
    svg = growth_chart(tuple(curves))
    said = "; ".join(_said(curve) for curve in curves)
    return Figure(
        svg=svg,
        caption="Expected meter while it is not won.",
        alt=f"Line chart of the expected meter of {proof.title} {proof.paytable}: {said}.",
        width=size_of(svg)[0],
    )


def _said(curve: Curve) -> str:
    name, at, meter = curve.marks[-1]
    even = f", break-even {curve.break_even:,.0f}" if curve.break_even is not None else ""
    return (
        f"{curve.level} grows from {curve.meter[0]:,.0f} to {meter:,.0f} wagers after {at:,.0f} "
        f"wagers, by when it is won with probability {name}{even}"
    )
