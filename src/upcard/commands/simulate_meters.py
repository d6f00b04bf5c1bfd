"""The meters of a simulated progressive in its report: return, awards, dry spells, history."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from upcard.reports.drawings import size_of
from upcard.reports.numbers import DASH, signed_minus, whole
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
from upcard.reports.simulation_charts import meter_chart
from upcard.simulation.results.record_types import ExactSpread, HistoryRecord, LevelRecord

SHOWN = ("10%", "50%", "90%", "99%")


def meter_section(number: str, meters: HistoryRecord) -> ReportSection:
    """What the meters did, and what players got back."""
    parts = tuple(
        _level_section(f"{number}.{place + 1}", meters, level, even)
        for place, (level, even) in enumerate(
            zip(meters["levels"], meters["break_even_wagers"], strict=True)
        )
    )
    return ReportSection(
        number=number,
        title=f"The meters of {meters['wager']}, paytable {meters['paytable']}",
        blocks=tuple(_blocks(meters)),
        parts=parts,
        starts_page=True,
    )


def _blocks(meters: HistoryRecord) -> Iterator[Block]:
    yield Paragraph(
        f"{whole(meters['wagers'])} wagers of ${meters['amount_cents'] / 100:,.2f}, one long "
        "history. What the meters gained counts as returned to the players, because it is theirs; "
        "awards alone would depend on where the history happens to end."
    )
    seeds = ", ".join(f"{seed:,g}" for seed in meters["seed_wagers"])
    error, z = meters["standard_error_percent"], meters["z"]
    yield FactList(
        (
            ("Contribution", ReportCell(f"{meters['contribution_percent']:g}% of each wager")),
            ("Reserve", ReportCell(f"{meters['reserve_percent']:g}% of each wager")),
            ("Seeds", ReportCell(f"{seeds} wagers")),
            (
                "Return to players",
                ReportCell(f"{meters['return_percent']:.4f}% ± {error:.4f}", Mark.STRONG),
            ),
            ("Exact return", ReportCell(f"{meters['exact_return_percent']:.4f}%")),
            ("z", ReportCell(DASH if z is None else signed_minus(f"{z:+.2f}"))),
            (
                "Fixed pays",
                ReportCell(
                    f"{meters['fixed_return_percent']:.4f}% (exact "
                    f"{meters['exact_fixed_return_percent']:.4f}%)"
                ),
            ),
            ("Awards", ReportCell(f"{meters['awarded_percent']:.4f}%")),
            ("Still in the meters", ReportCell(f"{meters['still_in_meters_percent']:.4f}%")),
        )
    )
    if meters.get("assumptions"):
        yield Bullets(tuple(f"{text}." for text in meters["assumptions"]))


def _level_section(
    number: str, meters: HistoryRecord, level: LevelRecord, even: float | None
) -> ReportSection:
    cents = None if even is None else even * meters["amount_cents"]
    svg = meter_chart(level["history"], cents)
    last = level["history"][-1]["round"]
    figure = Figure(
        svg=svg,
        caption=f"The meter over the first {whole(last)} rounds: it grows by "
        f"{level['growth_cents_per_round']:g} cents a round and falls with each award.",
        alt=f"The meter of {level['level']} from its seed of ${level['seed_cents'] / 100:,.2f}",
        width=size_of(svg)[0],
    )
    return ReportSection(
        number=number,
        title=level["level"],
        blocks=(_award_table(level), _spell_table(level), *_above(level, cents), figure),
    )


def _above(level: LevelRecord, break_even: float | None) -> Iterator[Block]:
    share = level["rounds_above_break_even_percent"]
    if share is not None and break_even is not None:
        yield Paragraph(
            f"Break-even is ${break_even / 100:,.2f}, the other levels at their seeds: "
            f"{share:.3f}% of all rounds began with the meter there or above."
        )


def _award_table(level: LevelRecord) -> Table:
    titles = ("Times", "Expected", "z", "Mean paid", *SHOWN, "Largest")
    return Table(
        caption="Awards, in dollars",
        columns=(Column("Outcome", "left"), Column("Share"), *map(Column, titles)),
        rows=tuple(
            (
                ReportCell(award["outcome"]),
                ReportCell(f"{award['percent']}%"),
                ReportCell(whole(award["count"])),
                ReportCell(f"{award['expected']:,.1f}"),
                ReportCell(DASH if award["z"] is None else signed_minus(f"{award['z']:+.2f}")),
                ReportCell(_dollars(award["mean_cents"])),
                *(ReportCell(_dollars(award["quantiles_cents"][name])) for name in SHOWN),
                ReportCell(_dollars(award["largest_cents"])),
            )
            for award in level["awards"]
        ),
        is_dense=True,
    )


def _spell_table(level: LevelRecord) -> Table:
    spells, shown = level["dry_spells"], level["meter_at_award"]
    titles = ("Mean", "Standard\nerror", "Exact mean", *SHOWN, "Largest")
    return Table(
        caption=f"Between awards of 100%; {whole(spells['running'])} rounds since the last",
        columns=(Column("", "left"), *map(Column, titles)),
        rows=(
            (ReportCell("Rounds between"), *_spread(spells, _count)),
            (ReportCell("Meter when won, in dollars"), *_spread(shown, _dollars)),
        ),
        is_dense=True,
    )


def _spread(found: ExactSpread, shown: Callable[[float | None], str]) -> tuple[ReportCell, ...]:
    numbers = (
        found["mean"],
        found["standard_error"],
        found["exact_mean"],
        *(found["quantiles"][name] for name in SHOWN),
        found["largest"],
    )
    return tuple(ReportCell(shown(number)) for number in numbers)


def _count(number: float | None) -> str:
    return DASH if number is None else f"{number:,.0f}"


def _dollars(cents: float | None) -> str:
    return DASH if cents is None else f"{cents / 100:,.2f}"
