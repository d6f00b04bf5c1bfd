"""The first pages of a report: every wager in one line, then scope, method and assumptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from upcard.families import FAMILIES
from upcard.reports.numbers import DASH, amount, deviation, percent, several
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
from upcard.rules.schema import Rules

DOCUMENTS: Final = {
    "S0": "Washington State Gambling Commission (WSGC) approval of Bahama Bonus Blackjack with "
    "Match Bonus, with TriLux, and with its progressive on Nexus Command",
    "S1": "a card room's rack card for Bahama Bonus Blackjack",
    "S2": "a supplier-style description of Bahamas Bonus Blackjack",
    "S3": "WSGC approval of King's Bounty, Blazing 7's Progressive and TriLux Blackjack "
    "Progressive",
    "S4": "the description of Bonanza Blackjack on the Digital Card System",
}
FLAG: Final = ReportCell("PLAYER HAS THE EDGE", Mark.FLAG)
SUPPOSED: Final = ReportCell("ONLY IF THE DEALER ALWAYS FINISHES THE HAND", Mark.FLAG)
"""What stands beside odds that the game's own dealer makes depend on the play."""

NAME_COLUMNS: Final = (Column("Wager", "left", wraps=True), Column("Paytable", "left"))


def summary(rules: Rules, proofs: Sequence[WagerProof], decks: int) -> ReportSection:
    """Every wager and every progressive that may be played at this deck count."""
    reported = [proof for proof in proofs if proof.is_reported]
    wagers = [proof for proof in reported if not proof.progressive]
    progressives = [proof for proof in reported if proof.progressive]
    blocks: list[Block] = []
    if wagers:
        blocks.append(_wager_table(wagers, decks))
    if progressives:
        blocks += [_progressive_table(progressives, decks), Paragraph(_HOLD, Mark.MUTED)]
    if not reported:
        blocks.append(Paragraph("The game offers no side wager, progressive or insurance."))
    blocks += _left_out(proofs, decks)
    return ReportSection(number="1", title="Summary", blocks=tuple(blocks))


_HOLD: Final = (
    "Hold is what the house keeps of each wager in the long run: 1 less the fixed return, the "
    "contribution, and the seed times the probability of each award of a whole meter. If the "
    "settings behind it are not published, the column shows a dash, and section 5 assumes some; "
    "the certified settings of the catalogue are inferred from the holds that S3 prints. "
    "The standard deviation counts meter awards as paying nothing."
)


def _wager_table(proofs: Sequence[WagerProof], decks: int) -> Table:
    columns = ("House edge", "Hit frequency", "Standard deviation")
    return Table(
        caption=f"Wagers without a meter, {decks} decks",
        columns=(*NAME_COLUMNS, *map(Column, columns), Column("Note", "left", wraps=True)),
        rows=tuple(
            (
                *names(proof),
                ReportCell(percent(proof.odds.house_edge), Mark.STRONG),
                ReportCell(percent(proof.odds.hit_frequency)),
                ReportCell(deviation(proof.odds.variance)),
                _flag_or_note(proof),
            )
            for proof in proofs
        ),
    )


def _flag_or_note(proof: WagerProof) -> ReportCell:
    if proof.odds.depends_on_play:
        return SUPPOSED
    return FLAG if proof.odds.favours_player else ReportCell(_note(proof))


def _progressive_table(proofs: Sequence[WagerProof], decks: int) -> Table:
    columns = (
        "Fixed\nreturn",
        "Break-even meter,\nin wagers",
        "Certified\nhold",
        "Hit\nfrequency",
        "Standard\ndeviation",
    )
    return Table(
        caption=f"Progressives, {decks} decks",
        columns=(*NAME_COLUMNS, *map(Column, columns), Column("Note", "left", wraps=True)),
        rows=tuple(_progressive_row(proof) for proof in proofs),
    )


def _progressive_row(proof: WagerProof) -> tuple[ReportCell, ...]:
    found = proof.progressive
    assert found is not None
    even = zip(found.levels, found.break_even_wagers(), strict=True)
    hold = found.certified_hold
    return (
        *names(proof),
        ReportCell(percent(found.fixed_return), Mark.STRONG),
        ReportCell("\n".join(level_text(level, amount(value, 0)) for level, value in even)),
        ReportCell(DASH if hold is None else percent(hold, 2)),
        ReportCell(percent(found.odds.hit_frequency)),
        ReportCell(deviation(found.odds.variance)),
        FLAG if found.fixed_return > 1 else ReportCell(_note(proof)),
    )


def level_text(level: str, text: str) -> str:
    """*text* with the level it speaks of, where a progressive has several."""
    return text if level == "meter" else f"{level} {text}"


def names(proof: WagerProof) -> tuple[ReportCell, ReportCell]:
    """The first two cells of a row about a wager."""
    return ReportCell(proof.title), ReportCell(proof.paytable)


def _note(proof: WagerProof) -> str:
    notes = ["played by default" if proof.is_own else "alternative"]
    if proof.pack:
        notes.append(f"pack {proof.pack}")
    return ", ".join(notes)


def _left_out(proofs: Sequence[WagerProof], decks: int) -> Iterator[Block]:
    """Paytables that may not be played at this deck count, together where they are one wager's."""
    found: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for proof in proofs:
        if not proof.is_reported:
            found.setdefault((proof.title, proof.approved), []).append(proof.paytable)
    if found:
        yield Paragraph(f"Not approved for {decks} decks, and therefore in section 4 only:")
        yield Bullets(tuple(_not_approved(*key, tables) for key, tables in found.items()))


def _not_approved(title: str, approved: tuple[int, ...], tables: list[str]) -> str:
    word = "paytable" if len(tables) == 1 else "paytables"
    counts = f"{several([str(count) for count in approved])} decks" if approved else "none here"
    return f"{title}, {word} {several(tables)} (approved: {counts})."


def scope(rules: Rules, proofs: Sequence[WagerProof]) -> ReportSection:
    """What was computed, how, and what was taken for granted."""
    return ReportSection(
        number="2",
        title="Scope, method and assumptions",
        blocks=(
            Paragraph(_SCOPE),
            Paragraph(_METHOD),
            *_method_of_dealer_hands(rules),
            Paragraph("Assumptions that hold throughout:"),
            Bullets(tuple(_general(rules))),
            *_of_each(proofs),
            Paragraph("Source documents, as cited:"),
            Bullets(tuple(_cited(rules))),
        ),
    )


_SCOPE: Final = (
    "This report covers the side wagers, the insurance wager and the progressives of the game. "
    "The main game, whose edge depends on the players' decisions, is in section 8; `upcard solve` "
    "shows more about it."
)
_METHOD: Final = (
    "Every probability is an exact fraction. All deals of the shoe are counted by card type, each "
    "judged by the same function that settles the wager at the table; nothing is sampled, and no "
    "rounding enters before a number is printed. Combinations count each set of cards that a "
    "place may hold once, whatever the order within it; they add up to all deals of the shoe, and "
    "the probability of an outcome is its combinations over their sum."
)


def _method_of_dealer_hands(rules: Rules) -> Iterator[Block]:
    watching = [
        wager.title for wager in rules.side_wagers if FAMILIES[wager.family].waits_for_dealer
    ]
    if watching:
        yield Paragraph(
            f"{several(watching)} looks at the dealer's finished hand, which has no fixed "
            "number of cards: its combinations are the orders of as many cards as the longest "
            "hand takes, divided by their greatest common divisor."
        )


def _general(rules: Rules) -> Iterator[str]:
    yield "The round is dealt from a full, well-shuffled shoe, and no other card has been seen."
    yield (
        'A pay of "N to 1" (N:1) returns the stake as well; a pay of "N for 1" does not. Returns '
        "include a returned stake."
    )
    yield "House edge is 1 less the return, per unit wagered; hits are outcomes that pay something."
    yield "Paytables and their readings are those of the resolved rules in section 7."
    if any(wager.readings for wager in rules.side_wagers):
        readings = {
            f"{key.replace('_', ' ')}: {value}"
            for wager in rules.side_wagers
            for key, value in wager.readings.items()
        }
        yield f"Ambiguities of the documents are read as follows: {'; '.join(sorted(readings))}."


def _of_each(proofs: Sequence[WagerProof]) -> Iterator[Block]:
    """Assumptions of single wagers, each said once for all wagers that share them."""
    found: dict[str, list[str]] = {}
    for proof in proofs:
        if proof.is_reported:
            for assumption in proof.odds.assumptions:
                titles = found.setdefault(assumption, [])
                if proof.title not in titles:
                    titles.append(proof.title)
    if found:
        yield Paragraph("Assumptions for individual wagers:")
        yield Bullets(
            tuple(f"{several(titles)}: {assumption}." for assumption, titles in found.items())
        )


def _cited(rules: Rules) -> Iterator[str]:
    text = " ".join([rules.source, *rules.sources.values()])
    text += " ".join(table.source for wager in rules.side_wagers for table in wager.paytables)
    cited = sorted(set(re.findall(r"\bS[0-4]\b", text)))
    yield from (f"{name}: {DOCUMENTS[name]}." for name in cited)
    if "WAC" in text or rules.limits.schedule == "washington":
        yield "WAC: Washington Administrative Code, title 230."
    if not cited:
        yield f"{rules.source}."
