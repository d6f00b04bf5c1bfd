"""The odds report of a game, put together."""

from __future__ import annotations

from collections.abc import Callable

from upcard import __version__
from upcard.reports.deck_counts import deck_count_section
from upcard.reports.main_game import main_game_section
from upcard.reports.meter_plans import meter_section
from upcard.reports.numbers import several, whole
from upcard.reports.outcomes import outcome_section
from upcard.reports.protections import protection_section
from upcard.reports.report_blocks import FactList, Mark, Report, ReportCell, ReportSection
from upcard.reports.resolved_rules import rules_section
from upcard.reports.summaries import scope, summary
from upcard.reports.wager_proofs import WagerProof, proofs_of
from upcard.rules.fingerprints import fingerprint
from upcard.rules.schema import Rules

NOTICE = (
    "Computed from the rules below and nothing else. This report is a starting point for a test "
    "laboratory: no laboratory or regulator has approved it, and no approval is claimed. Names of "
    "games and wagers are their owners' marks."
)


def _unwatched(sentence: str) -> None:
    """Nobody waits for the report."""


def odds_report(
    rules: Rules, decks: int, *, command: str, watch: Callable[[str], None] = _unwatched
) -> Report:
    """
    Everything there is to say about the wagers of a game at one deck count.

    *watch* hears which part is being calculated.
    """
    watch("working out every paytable at every deck count")
    proofs = proofs_of(rules, decks)
    steps: dict[str, Callable[[], ReportSection]] = {
        "the summary": lambda: summary(rules, proofs, decks),
        "the scope": lambda: scope(rules, proofs),
        "the outcomes": lambda: outcome_section(proofs, decks),
        "the deck counts": lambda: deck_count_section(rules, proofs),
        "the meters": lambda: meter_section(proofs, decks),
        "what card counters could do": lambda: protection_section(rules, proofs, decks),
        "the rules": lambda: rules_section(rules),
        "the main game": lambda: main_game_section(rules, decks),
    }
    sections = []
    for number, (what, section) in enumerate(steps.items(), start=1):
        watch(f"writing {what}: part {number} of {len(steps)}")
        sections.append(section())
    return Report(
        title=f"{rules.title}: exact odds",
        subtitle=f"{_covered(proofs)}, {decks} decks",
        notice=NOTICE,
        facts=_facts(rules, decks, command),
        sections=tuple(sections),
        footer=(
            f"{rules.name}, {decks} decks, rules {fingerprint(rules)[:12]}, Upcard {__version__}"
        ),
    )


def _covered(proofs: tuple[WagerProof, ...]) -> str:
    """What kinds of wagers the game offers."""
    kinds = {
        "side wagers": any(not p.progressives and p.wager != "insurance" for p in proofs),
        "progressives": any(p.progressives for p in proofs),
        "insurance": any(p.wager == "insurance" for p in proofs),
    }
    found = several([kind for kind, has in kinds.items() if has] or ["no wagers but the main one"])
    return f"{found[:1].upper()}{found[1:]}"


def _facts(rules: Rules, decks: int, command: str) -> FactList:
    cards = len(rules.deck.cards)
    offered = several([str(count) for count in rules.decks])
    return FactList(
        (
            ("Game", ReportCell(rules.name, Mark.CODE)),
            ("Title", ReportCell(rules.title)),
            ("Source document", ReportCell(rules.source)),
            ("Decks", ReportCell(f"{decks} (the game offers {offered})")),
            ("Cards", ReportCell(f"{cards} a deck, {whole(cards * decks)} in the shoe")),
            ("Upcard version", ReportCell(__version__)),
            ("Rules, SHA-256", ReportCell(fingerprint(rules), Mark.CODE)),
            ("Made from", ReportCell("the resolved rules as JSON: keys sorted, no spaces, UTF-8")),
            ("Reproduced by", ReportCell(command, Mark.CODE)),
        )
    )
