"""Progressives: the plan that follows from their settings, and how their meters grow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from upcard.odds.meters import QUANTILES
from upcard.odds.planning import LevelPlan, ProgressivePlan, default_settings, plan_progressive
from upcard.odds.progressives import ProgressiveOdds
from upcard.reports.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    Facts,
    Figure,
    Mark,
    Paragraph,
    Section,
    Table,
)
from upcard.reports.charts import Curve, growth_chart
from upcard.reports.drawings import size_of
from upcard.reports.numbers import amount, percent, whole
from upcard.reports.proofs import Proof

STEPS = 60
"""In how many steps a curve is drawn."""


def meter_section(proofs: Sequence[Proof], decks: int) -> Section:
    """A plan for each progressive that may be played at this deck count."""
    found = [proof for proof in proofs if proof.progressive and proof.is_reported]
    intro = (
        f"Amounts are counted in wagers; {decks} decks. A meter starts from its seed and grows by "
        "its part of the contribution until it is won whole. Settings are the certified ones "
        "where they are known."
        if found
        else "The game offers no progressive that may be played at this deck count."
    )
    return Section(
        number="5",
        title="Progressives and their meters",
        blocks=(Paragraph(intro),),
        parts=tuple(
            Section(
                number=f"5.{place}",
                title=f"{proof.title}, paytable {proof.paytable}",
                blocks=tuple(_blocks(proof)),
            )
            for place, proof in enumerate(found, start=1)
        ),
        starts_page=bool(found),
    )


def _blocks(proof: Proof) -> Iterator[Block]:
    assert proof.progressive is not None
    settings, assumed = default_settings(proof.progressive)
    plan = plan_progressive(proof.progressive, settings, assumed)
    yield Facts(tuple(_facts(plan)))
    yield _levels(proof, plan)
    curves = [curve for level in plan.levels if (curve := _curve(proof.progressive, level))]
    if curves:
        yield _figure(proof, curves)
    for advice in plan.warnings:
        yield Paragraph(f"Warning: {advice.message}.", Mark.FLAG)
    yield Bullets(tuple(f"{text[:1].upper()}{text[1:]}." for text in plan.assumptions))


def _facts(plan: ProgressivePlan) -> Iterator[tuple[str, Cell]]:
    is_known = plan.progressive.certified is not None
    settings = plan.settings
    yield "Settings", Cell("certified" if is_known else "not published: assumed, see below")
    yield "Contribution", Cell(percent(settings.contribution, 2))
    yield "Reserve", Cell(percent(settings.reserve, 2))
    yield "Fixed return", Cell(percent(plan.progressive.fixed_return))
    yield ("Hold" if is_known else "Hold, as assumed"), Cell(percent(plan.hold), Mark.STRONG)
    yield "Hit frequency", Cell(percent(plan.progressive.odds.hit_frequency))
    for award in plan.progressive.awards:
        name = award.outcome.replace("-", " ")
        often = amount(award.wagers_between, 0)
        share = f"{percent(award.share, 0)} of {award.level}".replace("of meter", "of the meter")
        yield f"Award: {name}", Cell(f"{share}, once in {often} wagers")


def _levels(proof: Proof, plan: ProgressivePlan) -> Table:
    titles = (
        "Seed", "Contribution", "Break-even", "Wagers between awards", "Mean meter at award",
        *(f"Won within, {percent(q, 0)}" for q in QUANTILES),
    )  # fmt: skip
    return Table(
        caption=f"{proof.title}, paytable {proof.paytable}: meters, in wagers",
        columns=(Column("Level", "left"), *(Column(title, wraps=True) for title in titles)),
        rows=tuple(_level_row(level) for level in plan.levels),
    )


def _level_row(level: LevelPlan) -> tuple[Cell, ...]:
    grown = level.growth
    waits = [wagers for _, wagers, _ in grown.quantiles] if grown else []
    return (
        Cell(level.level),
        Cell(amount(level.seed, 0)),
        Cell(percent(level.contribution, 2)),
        Cell(amount(level.break_even, 0)),
        Cell(amount(grown.wagers_between if grown else None, 0)),
        Cell(amount(grown.meter_at_award if grown else None, 0)),
        *(Cell(whole(wait)) for wait in waits),
        *(Cell("never") for _ in range(len(QUANTILES) - len(waits))),
    )


def expected_meter(
    progressive: ProgressiveOdds, level: LevelPlan, wagers: float
) -> float:
    """
    What a level holds on average after so many wagers, if its whole has not been won.

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
    wagers = [end * step / STEPS for step in range(STEPS + 1)]
    return Curve(
        level=level.level,
        wagers=wagers,
        meter=[expected_meter(progressive, level, at) for at in wagers],
        break_even=None if level.break_even is None else float(level.break_even),
        marks=[
            (percent(q, 0), float(at), expected_meter(progressive, level, at))
            for q, at, _ in grown.quantiles
        ],
    )


def _figure(proof: Proof, curves: Sequence[Curve]) -> Figure:
    svg = growth_chart(curves)
    said = "; ".join(_said(curve) for curve in curves)
    return Figure(
        svg=svg,
        caption=(
            f"{proof.title}, paytable {proof.paytable}: expected meter while it is not won, lower "
            "awards taken off on average. Circles: won by then with that probability. Dashed: the "
            "meter at which the player breaks even."
        ),
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


def certified_holds(proofs: Sequence[Proof]) -> dict[str, Fraction]:
    """The hold of each progressive whose settings are known, by name."""
    return {
        proof.name: hold
        for proof in proofs
        if proof.progressive and (hold := proof.progressive.certified_hold) is not None
    }
