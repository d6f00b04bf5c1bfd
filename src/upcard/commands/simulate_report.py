"""The report of a simulation: figures with their errors, charts, and how to repeat it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path
from typing import Final

from upcard.app.presentations import counted
from upcard.commands.simulate_meters import meter_section
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
    Report,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.reports.report_files import write_report
from upcard.reports.simulation_charts import (
    Interval,
    frequency_chart,
    histogram,
    interval_chart,
)
from upcard.rules.schema import Rules
from upcard.simulation.results.record_types import (
    ChanceRecord,
    HistogramBar,
    Quantiles,
    SessionRecord,
    SimulationRecord,
    WagerRecord,
)

NOTICE: Final = (
    "Simulated: every figure has a standard error, and another seed gives slightly other figures. "
    "A known exact value is shown beside the simulated one. No laboratory or regulator "
    "has approved this report. Names of games and wagers are trademarks of their owners."
)


def write_simulation_report(rules: Rules, record: SimulationRecord, path: Path) -> None:
    """Write the report of *record* to *path*; the same input gives the same bytes."""
    write_report(simulation_report(rules, record), path)


def simulation_report(rules: Rules, record: SimulationRecord) -> Report:
    """Everything a simulation found, in sections."""
    decks = record["decks"]
    sections = [_wager_section(record), _outcome_section(record)]
    if "session" in record:
        sections.append(_session_section(str(len(sections) + 1), record["session"]))
    if "progressive" in record:
        sections.append(meter_section(str(len(sections) + 1), record["progressive"]))
    sections.append(_method_section(str(len(sections) + 1), record))
    return Report(
        title=f"{rules.title}: simulated",
        subtitle=f"{whole(record['rounds'])} rounds, {counted(decks, 'deck')}, "
        f"seed {record['seed']}",
        notice=NOTICE,
        facts=_facts(rules, record),
        sections=tuple(sections),
        footer=f"{rules.name}, {counted(decks, 'deck')}, seed {record['seed']}, rules "
        f"{record['rules_sha256'][:12]}, Upcard {record['version']}",
    )


def _facts(rules: Rules, record: SimulationRecord) -> FactList:
    cut = record["cut"]
    dealt = f"{cut} cards to the cut card" if cut else "a fresh shoe each round"
    return FactList(
        (
            ("Game", ReportCell(rules.name, Mark.CODE)),
            ("Title", ReportCell(rules.title)),
            ("Rounds", ReportCell(whole(record["rounds"]))),
            ("Spots", ReportCell(str(record["spots"]))),
            ("Main wager", ReportCell(f"${record['wager_cents'] / 100:,.2f} on each spot")),
            ("Dealing", ReportCell(f"{counted(record['decks'], 'deck')}, {dealt}")),
            ("Played by", ReportCell(record["strategy"])),
            ("Seed", ReportCell(str(record["seed"]), Mark.CODE)),
            ("Setup", ReportCell(record["fingerprint"], Mark.CODE)),
            ("Upcard version", ReportCell(record["version"])),
            ("Rules, SHA-256", ReportCell(record["rules_sha256"], Mark.CODE)),
            ("Command to repeat it", ReportCell(record["command"], Mark.CODE)),
        )
    )


def _signed(value: float, places: int = 4) -> str:
    return signed_minus(f"{value:+.{places}f}")


def _wager_section(record: SimulationRecord) -> ReportSection:
    wagers: dict[str, WagerRecord] = record["wagers"]
    intervals = [
        Interval(
            name,
            100 * wager["ev"],
            100 * wager["standard_error"],
            None if wager.get("exact_ev") is None else 100 * wager["exact_ev"],
        )
        for name, wager in wagers.items()
    ]
    svg = interval_chart(intervals)
    return ReportSection(
        number="1",
        title="Results by wager",
        blocks=(
            _wager_table(wagers),
            Figure(
                svg=svg,
                caption="Simulated EV of each wager with its 95% interval, in percent; a diamond "
                "is the exact value. Each row has its own scale.",
                alt="; ".join(f"{one.name} {one.value:+.4f}%" for one in intervals),
                width=size_of(svg)[0],
            ),
        ),
    )


def _wager_table(wagers: dict[str, WagerRecord]) -> Table:
    titles = (
        "EV",
        "Standard\nerror",
        "95% interval",
        "Exact EV",
        "z",
        "Standard\ndeviation",
        "Correlation\nwith main",
    )
    return Table(
        caption="In percent of the initial wager",
        columns=(Column("Wager", "left"), *map(Column, titles)),
        rows=tuple(_wager_row(name, wager) for name, wager in wagers.items()),
    )


def _wager_row(name: str, wager: WagerRecord) -> tuple[ReportCell, ...]:
    ev, error = 100 * wager["ev"], 100 * wager["standard_error"]
    exact, z = wager.get("exact_ev"), wager.get("z")
    return (
        ReportCell(name),
        ReportCell(_signed(ev), Mark.STRONG),
        ReportCell(f"{error:.4f}"),
        ReportCell(f"{_signed(ev - 1.96 * error, 3)} to {_signed(ev + 1.96 * error, 3)}"),
        ReportCell(DASH if exact is None else _signed(100 * exact)),
        ReportCell(DASH if z is None else _signed(z, 2)),
        ReportCell(f"{wager['standard_deviation']:.4f}"),
        ReportCell(_signed(wager["correlation_with_main"], 3)),
    )


def _outcome_section(record: SimulationRecord) -> ReportSection:
    parts: list[ReportSection] = []
    for name, wager in record["wagers"].items():
        counts = {outcome: n for outcome, n in wager.get("outcomes", {}).items() if n}
        if counts:
            exact = wager.get("exact_outcomes", {})
            parts.append(_outcomes(f"2.{len(parts) + 1}", name, counts, exact, record["spots"]))
    return ReportSection(
        number="2",
        title="Frequency of each outcome",
        blocks=(Paragraph("Counted per hand for the main wager, and per spot for all others."),),
        parts=tuple(parts),
    )


def _outcomes(
    number: str, wager: str, counts: dict[str, int], exact: Mapping[str, float], spots: int
) -> ReportSection:
    total = sum(counts.values())
    shares = [(name, 100 * count / total) for name, count in counts.items()]
    svg = frequency_chart(shares)
    beside = (Column("Exact share"), Column("z")) if exact else ()
    table = Table(
        caption=f"Outcomes of {wager}",
        columns=(Column("Outcome", "left"), Column("Times"), Column("Share"), *beside),
        rows=tuple(
            (
                ReportCell(name),
                ReportCell(whole(counts[name])),
                ReportCell(f"{share:.5f}%"),
                *(_exact_cells(counts[name], total, exact.get(name), spots) if exact else ()),
            )
            for name, share in shares
        ),
    )
    figure = Figure(
        svg=svg,
        caption=f"Outcomes of {wager}, in percent of all.",
        alt="; ".join(f"{name} {share:.4g}%" for name, share in shares),
        width=size_of(svg)[0],
    )
    return ReportSection(number=number, title=wager, blocks=(table, figure))


def _exact_cells(
    count: int, total: int, chance: float | None, spots: int
) -> tuple[ReportCell, ReportCell]:
    """The exact share, and the z-score where spots do not share the dealer's cards."""
    if chance is None:
        return ReportCell(DASH), ReportCell(DASH)
    spread = sqrt(total * chance * (1 - chance))
    z = _signed((count - total * chance) / spread, 2) if spread and spots == 1 else DASH
    return ReportCell(f"{100 * chance:.5f}%"), ReportCell(z)


def _session_section(number: str, session: SessionRecord) -> ReportSection:
    return ReportSection(
        number=number,
        title=f"Sessions of {whole(session['rounds'])} rounds",
        blocks=tuple(_session_blocks(session)),
        starts_page=True,
    )


def _session_blocks(session: SessionRecord) -> Iterator[Block]:
    yield Paragraph(
        f"{whole(session['sessions'])} sessions, everything in main wagers of "
        f"${session['unit_cents'] / 100:,.2f}. Each session begins with a fresh shoe and is played "
        "to its end, however much is lost."
    )
    yield _session_facts(session)
    yield _quantile_table(session)
    yield _histogram(
        session["histogram"],
        session["sessions"],
        "result, in main wagers",
        "Results of the sessions; the dashed line is the normal approximation. The outermost bars "
        "include everything beyond them.",
    )
    yield _histogram(
        session["drawdown"]["histogram"],
        session["sessions"],
        "drawdown, in main wagers",
        "Drawdown: the largest fall from an earlier peak in the session.",
    )


def _session_facts(session: SessionRecord) -> FactList:
    normal, ahead = session["normal"], session["ahead"]
    return FactList(
        (
            (
                "Mean result",
                ReportCell(f"{_signed(session['mean'], 2)} (normal {_signed(normal['mean'], 2)})"),
            ),
            (
                "Standard deviation",
                ReportCell(
                    f"{session['standard_deviation']:.2f} (normal "
                    f"{normal['standard_deviation']:.2f})"
                ),
            ),
            (
                "Ahead at the end",
                ReportCell(f"{_chance(ahead)} (normal {100 * normal['ahead']:.3f}%)"),
            ),
            ("Even at the end", ReportCell(_chance(session["even"]))),
            *_ruin_facts(session),
            ("N0", ReportCell(_overcome(session["rounds_to_overcome_chance"]))),
        )
    )


def _overcome(rounds: float | None) -> str:
    if rounds is None:
        return DASH
    return f"{rounds:,.0f} rounds until the expectation is one standard deviation"


def _ruin_facts(session: SessionRecord) -> Iterator[tuple[str, ReportCell]]:
    if ruin := session.get("ruin"):
        yield (
            f"Ruin of {ruin['bankroll']:g} main wagers",
            ReportCell(f"{_chance(ruin['within_session'])} (normal {100 * ruin['normal']:.3f}%)"),
        )
        yield "Ruin in the long run", ReportCell(f"{100 * ruin['long_run']:.3f}% (normal)")


def _chance(chance: ChanceRecord) -> str:
    return f"{100 * chance['probability']:.3f}% ± {100 * chance['standard_error']:.3f}"


def _quantile_table(session: SessionRecord) -> Table:
    shown: dict[str, Quantiles] = {
        "Result": session["quantiles"],
        "Result, normal": session["normal"]["quantiles"],
        "Drawdown": session["drawdown"]["quantiles"],
        "Deepest loss": session["deepest_loss"]["quantiles"],
    }
    return Table(
        caption="Quantiles: the share of sessions that ended at this value or less",
        columns=(Column("", "left"), *map(Column, session["quantiles"])),
        rows=tuple(
            (ReportCell(name), *(ReportCell(_at(value)) for value in quantiles.values()))
            for name, quantiles in shown.items()
        ),
    )


def _at(quantile: float | None) -> str:
    return DASH if quantile is None else _signed(quantile, 1)


def _histogram(bars: list[HistogramBar], total: int, title: str, caption: str) -> Figure:
    svg = histogram(bars, total, title)
    most = max(bars, key=lambda bar: bar["count"])
    alt = f"Histogram of {title}; most sessions lie between {most['from']:g} and {most['to']:g}"
    return Figure(svg=svg, caption=caption, alt=alt, width=size_of(svg)[0])


def _method_section(number: str, record: SimulationRecord) -> ReportSection:
    return ReportSection(
        number=number, title="How it was made", blocks=(Bullets(tuple(_methods(record))),)
    )


def _methods(record: SimulationRecord) -> Iterator[str]:
    yield "Every spot is played by the chart named above; every rule of the game is in force."
    yield (
        "Money and squares are added exactly, so the result depends only on setup and seed, "
        "not on threads, machines or their order."
    )
    if record["cut"]:
        effect = record["wagers"]["main"]["design_effect"]
        yield (
            "Rounds from one shoe are not independent, so standard errors are those of a sample of "
            f"shoes. The variance of the main wager's mean is {effect:.4f} times that of "
            "independent rounds. Exact values hold for a full shoe only, and are left out."
        )
    else:
        yield "Exact values: the solver's for the main wager, enumeration for side wagers."
    if "progressive" in record:
        yield ("In sections without a meter history, each level is at its seed.")
    if "session" in record:
        yield (
            "The normal approximation uses the mean and the variance of the same rounds. Its ruin "
            "within a session is that of a random walk with this drift, watched continuously and "
            "not only after each round."
        )
