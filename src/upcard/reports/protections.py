"""Game protection: effects of removal, the best counts, and what they would win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil
from typing import Final

from upcard.cards import RANKS, SUITS, Card, Deck
from upcard.money import ToOne
from upcard.odds.counts import best_count
from upcard.odds.exposures import Dealing, usual_dealing
from upcard.odds.figure_texts import percent as in_percent
from upcard.odds.judgements import INSURANCE_SIGHT
from upcard.odds.procedures import Procedure, procedure_of
from upcard.odds.protection import LEVELS, CountingRecord, ExposureRecord, protection_record
from upcard.odds.removals import removal_effects
from upcard.odds.wager_odds import insurance_odds
from upcard.odds.wager_sheets import full_shoe
from upcard.reports.numbers import points, several, small
from upcard.reports.report_blocks import (
    Block,
    Bullets,
    Column,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.reports.wager_proofs import WagerProof
from upcard.rules.offered_wagers import SideWager
from upcard.rules.schema import Rules
from upcard.wagers import offer_of

DEPTHS_MAX: Final = 12
"""At how many depths of the shoe rounds are taken to begin: all of them would take too long."""
SUIT: Final = 13


def default_dealing(cards: int) -> Dealing:
    """
    The default cut of a shoe with this many cards.

    Rounds begin at every 26 cards of six decks and at every 39 of eight, so that a report takes
    seconds; `upcard odds --protection` takes every 13.
    """
    apart = SUIT * ceil(cards / (SUIT * DEPTHS_MAX))
    return usual_dealing(cards, depths_apart=apart)


def protection_section(rules: Rules, proofs: Sequence[WagerProof], decks: int) -> ReportSection:
    """What a player who counts cards could do to each wager."""
    chosen = _chosen(proofs)
    records = {proof.title: _record(rules, proof, decks) for proof in chosen}
    return ReportSection(
        number="6",
        title="Game protection",
        blocks=tuple(_blocks(rules, chosen, records)),
    )


def _chosen(proofs: Sequence[WagerProof]) -> list[WagerProof]:
    """One paytable of each wager: the game's own where it may be played, else the first."""
    chosen: dict[str, WagerProof] = {}
    for proof in proofs:
        if proof.is_reported:
            chosen.setdefault(proof.wager, proof)
    return list(chosen.values())


def _record(rules: Rules, proof: WagerProof, decks: int) -> CountingRecord:
    for wager in rules.side_wagers:
        if wager.wager == proof.wager:
            dealing = default_dealing(decks * len(rules.deck.cards))
            return _wager_record(
                wager.model_dump_json(),
                proof.paytable,
                rules.deck,
                decks,
                dealing,
                procedure_of(rules),
            )
    assert rules.insurance != "none"
    return _insurance_record(rules.insurance.pays, full_shoe(rules.deck, decks))


@cache
def _wager_record(
    wager: str, paytable: str, deck: Deck, decks: int, dealing: Dealing, procedure: Procedure
) -> CountingRecord:
    """
    The protection record of one wager, given as JSON.

    It takes seconds, and games share wagers: a run that reports on several computes each once.
    """
    offer = offer_of(SideWager.model_validate_json(wager), paytable)
    return protection_record(offer, full_shoe(deck, decks), dealing, procedure=procedure)


def _insurance_record(pays: ToOne, shoe: Counter[Card]) -> CountingRecord:
    """Insurance has effects of removal and counts; its exposure depends on the main wager."""
    effects = removal_effects(
        lambda cards: -insurance_odds(pays, cards).house_edge, INSURANCE_SIGHT, shoe
    )
    counts = [count for level in LEVELS if (count := best_count(effects, level))]
    return {
        "effects_of_removal": {
            "by_rank": {rank: in_percent(effect) for rank, effect in effects.by_rank.items()}
        },
        "counts": [
            {
                "level": count.level,
                "tags": count.tags,
                "betting_correlation": count.betting_correlation,
            }
            for count in counts
        ],
        "suit_count": None,
    }


def _blocks(
    rules: Rules, chosen: Sequence[WagerProof], records: dict[str, CountingRecord]
) -> Iterator[Block]:
    ranks = [rank for rank in RANKS if any(card.rank == rank for card in rules.deck.cards)]
    if not records:
        yield Paragraph("The game offers no wager that this report covers.")
        return
    yield Paragraph(_intro(chosen))
    yield _effects_table(records, ranks)
    for title, record in records.items():
        if "by_card" in record["effects_of_removal"]:
            yield _card_table(title, record["effects_of_removal"]["by_card"], ranks)
    if any(record["counts"] for record in records.values()):
        yield _counts_table(records, ranks)
    yield from (Paragraph(text) for text in _uncounted(records))
    yield from _exposures(records)


def _intro(chosen: Sequence[WagerProof]) -> str:
    tables = several([f"{proof.title} {proof.paytable}" for proof in chosen])
    text = (
        "What a player could gain by counting cards. Each wager is shown with one paytable: "
        f"{tables}."
    )
    if any(proof.progressive for proof in chosen):
        text += (
            " Meters count as empty, so the figures of progressives cover only their fixed pays; "
            "a meter above its break-even favours the player without any counting."
        )
    return text


def _effects_table(records: dict[str, CountingRecord], ranks: list[str]) -> Table:
    return Table(
        caption="Effect of removing one card on the player's edge, in percentage points, by rank",
        columns=(Column("Wager", "left", wraps=True), *map(Column, ranks)),
        rows=tuple(
            (ReportCell(title), *_points(record["effects_of_removal"]["by_rank"], ranks))
            for title, record in records.items()
        ),
        is_dense=True,
    )


def _points(effects: dict[str, float], keys: Sequence[str]) -> tuple[ReportCell, ...]:
    return tuple(ReportCell(points(effects[key])) for key in keys)


def _card_table(title: str, effects: dict[str, float], ranks: list[str]) -> Table:
    suits = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
    return Table(
        caption=f"{title}: the same by card, because suits matter",
        columns=(Column("Suit", "left"), *map(Column, ranks)),
        rows=tuple(
            (ReportCell(name), *_points(effects, [rank + suit for rank in ranks]))
            for suit, name in suits.items()
        ),
        is_dense=True,
    )


def _counts_table(records: dict[str, CountingRecord], ranks: list[str]) -> Table:
    """The tags of each best count; a dealt card adds its tag, and a high count means bet."""
    return Table(
        caption="Best balanced counts by rank: what a dealt card adds, and how well the count "
        "follows the player's edge (1 is perfect)",
        columns=(
            Column("Wager", "left", wraps=True),
            Column("Level"),
            *map(Column, ranks),
            Column("Correlation"),
        ),
        rows=tuple(
            (
                ReportCell(title),
                ReportCell(str(count["level"])),
                *(ReportCell(points(count["tags"].get(rank, 0), 0)) for rank in ranks),
                ReportCell(f"{count['betting_correlation']:.4f}"),
            )
            for title, record in records.items()
            for count in record["counts"]
        ),
        is_dense=True,
    )


def _uncounted(records: dict[str, CountingRecord]) -> Iterator[str]:
    none = [title for title, record in records.items() if not record["counts"]]
    if none:
        yield (
            f"No count by rank follows the edge of {several(none)}: every rank has the same effect."
        )


def _exposures(records: dict[str, CountingRecord]) -> Iterator[Block]:
    rows = [
        (title, name, found) for title, record in records.items() for name, found in _found(record)
    ]
    if not rows:
        yield Paragraph("Exposure is computed for side wagers only.")
        return
    yield _exposure_table(rows)
    yield Paragraph("Assumptions of the exposure:")
    said = dict.fromkeys(text for _, _, found in rows for text in found["assumptions"])
    yield Bullets(
        (
            *(f"{text[:1].upper()}{text[1:]}." for text in said),
            "These depths represent the whole shoe: `upcard odds --protection` uses more.",
            "Counts with four or more different tags are left out: the exact sum takes too long.",
            "Insurance is left out: its exposure depends on the main wager.",
        )
    )


def _found(record: CountingRecord) -> Iterator[tuple[str, ExposureRecord]]:
    for count in record["counts"]:
        if "exposure" in count:
            yield f"level {count['level']}", count["exposure"]
    if record["suit_count"]:
        yield "four suits", record["suit_count"]


def _exposure_table(rows: Sequence[tuple[str, str, ExposureRecord]]) -> Table:
    titles = ("Wagers made,\n% of rounds", "Average edge\nthen, %", "Units won per\n100 rounds")
    return Table(
        caption="Exposure to a player who makes the wager only when the exact edge, given the "
        "count, is the player's",
        columns=(
            Column("Wager", "left", wraps=True),
            Column("Count", "left"),
            *map(Column, titles),
            Column("Standard\nerror"),
        ),
        rows=tuple(
            (
                ReportCell(title),
                ReportCell(name),
                ReportCell(small(found["bet_frequency_percent"])),
                ReportCell(small(found["average_edge_percent"])),
                ReportCell(small(found["units_per_100"]), Mark.STRONG),
                ReportCell(
                    "exact" if not found["standard_error"] else small(found["standard_error"])
                ),
            )
            for title, name, found in rows
        ),
    )
