"""The page of one wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from upcard.app.presentations import counted
from upcard.families.family import FINISHED_DEALER, CardPlace, Family
from upcard.game.words import words_of
from upcard.handbook.counting_parts import counting_section
from upcard.handbook.evenings import (
    EVENING,
    HOURS,
    ROUNDS_AN_HOUR,
    SIDE_STAKE,
    at_least_once,
    cost_an_hour,
    money,
    usual_streak,
)
from upcard.handbook.page_parts import (
    Html,
    PageLink,
    command_section,
    fact_list,
    grid,
    link_list,
    one_in,
    paragraph,
    said,
    section,
    share_bar,
    whole_page,
)
from upcard.handbook.plots import PlotLine, decks_plot
from upcard.handbook.wager_figures import (
    FIXED_RETURN,
    HOUSE_EDGE,
    FiguresByDecks,
    WagerFigures,
)
from upcard.money import PrintedPay, Times, show_money
from upcard.screens.placards import pays_in_words

_PLACES: Final = {
    CardPlace.THIRD: "your third card",
    CardPlace.UPCARD: "the dealer's up card",
    CardPlace.HOLE: "the dealer's hole card",
}
EDGES: Final = {HOUSE_EDGE: "House edge", FIXED_RETURN: "Fixed return"}
_TWO: Final = (CardPlace.FIRST, CardPlace.SECOND)


def link_to_wager(figures: WagerFigures) -> PageLink:
    """How other pages name it."""
    sheet = figures.sheet
    kind = "progressive" if figures.is_progressive else "side wager"
    lines = " ".join(words_of(line) for line in figures.family.lines)
    words = f"{sheet.wager} {figures.words} {lines}"
    return PageLink(sheet.title, f"wagers/{sheet.wager}.html", kind, words)


def wager_page(figures: WagerFigures, offered_by: Sequence[tuple[str, str]]) -> str:
    """The whole page; *offered_by* has the games as addresses and titles."""
    return whole_page(
        figures.sheet.title,
        [
            f'<p class="lead">{escape(figures.words)}</p>',
            fact_list(_facts(figures)),
            section("Rules", *_rules(figures, offered_by)),
            section("Pays", _pays(figures)),
            section("Edge by number of decks", *_edges(figures)),
            section("What it costs", *_cost(figures)),
            section("How it behaves", *_behaviour(figures)),
            counting_section(figures.protection, SIDE_STAKE),
            command_section(figures.commands),
        ],
    )


def _facts(figures: WagerFigures) -> Iterator[tuple[str, Html]]:
    usual, at = figures.usual, f", {counted(figures.decks, 'deck')}"
    yield EDGES[figures.edge_path] + at, usual.shown(figures.edge_path)
    yield "Pays something", usual.shown("hit_frequency_percent", "{:.2f}%") + " of rounds"
    yield "Standard deviation", usual.shown("standard_deviation", "{:.3f}") + " stakes a round"


def _rules(figures: WagerFigures, offered_by: Sequence[tuple[str, str]]) -> Iterator[Html]:
    sheet, family = figures.sheet, figures.family
    yield paragraph(f"{sheet.title} looks at {cards_seen(family)}.")
    if len(family.outcomes) > 1:
        yield paragraph("Of all lines that your cards fit, only the first in the table below pays.")
    if family.waits_for_dealer:
        yield paragraph("It is settled when the dealer's hand is finished.")
    if family.forces:
        yield paragraph(f"If you make it, {family.forces}, and you may not double or split.")
    if family.is_on_two_hands:
        yield paragraph("You need two hands, each with its main wager.")
    yield from _envy(figures)
    if figures.is_progressive:
        yield paragraph("Lines in percent pay that share of a meter, which grows with each wager.")
    if sheet.needs:
        yield paragraph(f"You can make it only together with {' and '.join(sheet.needs)}.")
    record = figures.usual.record
    assumed = record.get("assumptions", []) if isinstance(record, dict) else []
    if assumed:
        items = "".join(f"<li>{escape(text[:1].upper() + text[1:])}.</li>" for text in assumed)
        yield paragraph("The figures on this page suppose:")
        yield f"<ul>{items}</ul>"
    if offered_by:
        yield paragraph("These games of the book offer it:")
        yield link_list(offered_by)


def _envy(figures: WagerFigures) -> Iterator[Html]:
    """What a line brings the other players, where one does."""
    for line in figures.family.lines:
        sums = {
            amount: None
            for table in figures.sheet.paytables.values()
            if (amount := table.envy.get(line))
        }
        for amount in sums:
            yield paragraph(
                f"{words_of(line)} also pays every other player who made the wager "
                f"{show_money(amount)}."
            )


def cards_seen(family: Family) -> str:
    """Which cards a wager is decided by, in words."""
    places = list(family.sees)
    if family.is_on_two_hands:
        return "the first two cards of both your hands"
    if family.is_on_first_five:
        return "the dealer's first five cards"
    if family.round_sight is not None:
        return "your first two cards and what becomes of the hand"
    told = []
    if all(place in places for place in _TWO):
        told.append("your first two cards")
        places = [place for place in places if place not in _TWO]
    if family.needs_finished_dealer:
        told.append("the dealer's finished hand")
        places = [place for place in places if place not in FINISHED_DEALER]
    told += [_PLACES.get(place, f"the {words_of(place.value).lower()} card") for place in places]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def _pays(figures: WagerFigures) -> Html:
    tables = figures.sheet.paytables
    printed = {line for table in tables.values() for line in table.pays}
    lines = [line for line in figures.family.lines if line in printed]
    rows = [
        [
            escape(words_of(line)),
            *(
                escape(_pay(table.pays[line])) if line in table.pays else "–"
                for table in tables.values()
            ),
        ]
        for line in lines
    ]
    if len(tables) == 1:
        return grid("What each line pays", ["Line", "Pays"], rows)
    return grid("What each line pays, by paytable", ["Line", *tables], rows)


def _pay(printed: PrintedPay) -> str:
    return f"{printed.times}x" if isinstance(printed, Times) else pays_in_words(printed)


def _edges(figures: WagerFigures) -> Iterator[Html]:
    for path, what in EDGES.items():
        lines = [one for one in figures.by_decks if one.edge_path == path]
        if lines:
            yield from _edges_of(lines, path, f"{what} of {figures.sheet.title}")


def _edges_of(found: Sequence[FiguresByDecks], path: str, what: str) -> Iterator[Html]:
    lines = [
        PlotLine(one.name, {count: answer.number(path) for count, answer in one.answers.items()})
        for one in found
    ]
    yield decks_plot(lines, f"{what} by number of decks, in percent")
    counts = sorted({count for one in found for count in one.answers})
    rows = [
        [
            escape(one.name),
            *(one.answers[n].shown(path, "{:.4f}") if n in one.answers else "–" for n in counts),
        ]
        for one in found
    ]
    yield grid(f"{what} in percent, by number of decks", ["Paytable", *map(str, counts)], rows)


def _cost(figures: WagerFigures) -> Iterator[Html]:
    usual = figures.usual
    if figures.is_progressive:
        missing = 100 - usual.number(figures.edge_path)
        cost = cost_an_hour(missing, SIDE_STAKE)
        yield said(
            f"With empty meters it would cost {money(cost)} an hour: {ROUNDS_AN_HOUR} rounds at "
            f"${SIDE_STAKE}, of which the fixed pays return {usual.shown(figures.edge_path)}. "
            "What the meters hold comes off this; above the break-even the player has the edge."
        )
        return
    cost = cost_an_hour(usual.number(figures.edge_path), SIDE_STAKE)
    yield said(
        f"<strong>{money(cost)} an hour</strong> on average: {ROUNDS_AN_HOUR} rounds at "
        f"${SIDE_STAKE}, of which the house keeps {usual.shown(figures.edge_path)}."
    )


def _behaviour(figures: WagerFigures) -> Iterator[Html]:
    usual = figures.usual
    outcomes = _outcomes(figures)
    rows = []
    for place, outcome in enumerate(outcomes):
        path = f"outcomes/{place}/probability"
        chance = usual.number(path)
        rows.append(
            [
                escape(words_of(outcome["name"])),
                escape(outcome["pays"].replace(":", " to ")),
                usual.shown(path, "{:.4%}"),
                one_in(chance),
                share_bar(chance),
            ]
        )
    heads = ["Result", "Pays", "Chance", "That is", "Share of rounds"]
    yield grid("How often each result comes", heads, rows)
    hit = usual.number("hit_frequency_percent") / 100
    yield paragraph(
        f"In an evening of {EVENING} rounds ({HOURS} hours) you win {EVENING * hit:.1f} times on "
        f"average. In half of all evenings you go {usual_streak(1 - hit)} or more rounds in a row "
        f"without a win. The best line, {words_of(outcomes[0]['name'])}, comes at least once "
        f"in {at_least_once(usual.number('outcomes/0/probability')):.2%} of evenings."
    )


def _outcomes(figures: WagerFigures) -> list[dict[str, str]]:
    record = figures.usual.record
    assert isinstance(record, dict)
    found: list[dict[str, str]] = record["outcomes"]
    return found
