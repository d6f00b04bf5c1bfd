"""Looking into a report: its figures, its words, the plan of a meter."""

from collections.abc import Iterator

from upcard.odds import default_settings, plan_progressive
from upcard.odds.progressive_advice import LevelPlan
from upcard.odds.progressive_odds import ProgressiveOdds
from upcard.reports.report_blocks import Bullets, ChartRow, Figure, Paragraph, ReportSection, Table


def figures(section: ReportSection) -> Iterator[Figure]:
    """Every chart of a section and its parts."""
    for block in section.blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, ChartRow):
            yield from block.figures
    for part in section.parts:
        yield from figures(part)


def tables(section: ReportSection) -> list[Table]:
    """The tables of a section, without its parts."""
    return [block for block in section.blocks if isinstance(block, Table)]


def texts(section: ReportSection) -> str:
    """The paragraphs and bullets of a section, without its parts."""
    paragraphs = [block.text for block in section.blocks if isinstance(block, Paragraph)]
    bullets = [block.items for block in section.blocks if isinstance(block, Bullets)]
    return "\n".join([*paragraphs, *(text for items in bullets for text in items)])


def level_of(progressive: ProgressiveOdds) -> LevelPlan:
    """The plan of the only level of a progressive, at its certified settings."""
    settings, assumed = default_settings(progressive)
    (level,) = plan_progressive(progressive, settings, assumed).levels
    return level
