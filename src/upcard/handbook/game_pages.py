"""The page of one game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from upcard.app.presentations import counted
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.game.words import words_of
from upcard.handbook.counting_parts import counting_section
from upcard.handbook.evenings import (
    EVENING,
    HOURS,
    MAIN_STAKE,
    ROUNDS_AN_HOUR,
    chance_ahead,
    cost_an_hour,
    money,
    usual_range,
    usual_streak,
)
from upcard.handbook.game_figures import ROUNDS, GameFigures
from upcard.handbook.page_parts import (
    Html,
    PageLink,
    command_section,
    fact_list,
    grid,
    link_list,
    paragraph,
    said,
    section,
    share_bar,
    whole_page,
)
from upcard.handbook.plots import PlotLine, decks_plot
from upcard.notation.charts import UPCARDS, Chart, rows_in_order
from upcard.rules.schema import Rules
from upcard.screens.placards import rules_of_placard
from upcard.strategy.chart_pictures import legend_of

EDGE = "main/house_edge_percent"
LOST = ("lose", "bust", "surrender", "rescue")


def link_to_game(rules: Rules) -> PageLink:
    """How other pages name it."""
    words = f"{rules.name} {CATALOGUE.words('games', rules.name)}"
    return PageLink(rules.title, f"games/{rules.name}.html", "game", words)


def game_page(rules: Rules, found: GameFigures | str, wagers: Sequence[tuple[str, str]]) -> str:
    """The whole page; *wagers* has those on offer as addresses and titles."""
    parts = [
        f'<p class="lead">{escape(CATALOGUE.words("games", rules.name))}</p>',
        *([fact_list(_facts(found))] if isinstance(found, GameFigures) else []),
        section("Rules", _rules(rules), paragraph(f"Source: {rules.source}.")),
    ]
    if isinstance(found, GameFigures):
        parts += [
            section("Edge by number of decks", *_edges(found)),
            section("How to play it", *_chart(found)),
            section("What it costs", *_cost(found)),
            section("How it behaves", *_behaviour(found)),
        ]
    else:
        parts.append(section("Figures", paragraph(f"The main wager is not solved: {found}.")))
    parts.append(section("Side wagers", *_wagers(wagers)))
    if isinstance(found, GameFigures):
        about = paragraph(_COUNTING)
        parts.append(counting_section(found.protection, MAIN_STAKE, about, at="0/"))
        parts.append(command_section(found.commands))
    return whole_page(rules.title, parts)


_COUNTING = (
    "The effects are exact for the best play without that card. What the count wins is worked out "
    "as if each further card changed the edge by as much, and for a player who plays by the chart "
    "and sits out while the house has the edge. A player who bets more with the edge and plays by "
    "the count as well wins more; one who may not sit out wins less. "
    "The pages of the side wagers say what counters could win from those."
)


def _facts(found: GameFigures) -> Iterator[tuple[str, Html]]:
    yield f"House edge, {counted(found.decks, 'deck')}", found.usual.shown(EDGE)
    yield (
        "Standard deviation",
        (found.usual.shown("main/standard_deviation", "{:.3f}") + " first wagers a round"),
    )


def _rules(rules: Rules) -> Html:
    printed = rules_of_placard(game(rules))
    return fact_list((rule["heading"], escape(rule["text"])) for rule in printed)


def _edges(found: GameFigures) -> Iterator[Html]:
    values = {count: answer.number(EDGE) for count, answer in found.by_decks.items()}
    line = PlotLine(found.rules.title, values)
    yield decks_plot([line], f"House edge of {found.rules.title} by number of decks, in percent")
    cells = [answer.shown(EDGE, "{:.4f}") for answer in found.by_decks.values()]
    heads = ["Decks", *map(str, found.by_decks)]
    yield grid("House edge in percent, by number of decks", heads, [["Edge", *cells]])
    assumed = found.solved.texts("assumptions")
    items = "".join(f"<li>{escape(text[:1].upper() + text[1:])}.</li>" for text in assumed)
    yield paragraph("In percent of the first wager, with the best play. It supposes:")
    yield f"<ul>{items}</ul>"


def _chart(found: GameFigures) -> Iterator[Html]:
    chart, name = found.chart, found.rules.name
    yield chart_table(chart, f"Best play by total, {counted(found.decks, 'deck')}")
    yield from (paragraph(text) for text in legend_of(chart))
    yield said(f'The chart as a file: <a href="{name}.chart">{name}.chart</a>.')
    cells = [found.solved.shown(f"by_upcard/{upcard}", "{:+.3f}") for upcard in UPCARDS]
    caption = "What a player gains against each up card, in first wagers"
    yield grid(caption, ["Up card", *UPCARDS], [["Gain", *cells]])


def chart_table(chart: Chart, caption: str) -> Html:
    """A chart as a table: a letter and a colour in each cell."""
    heads = "".join(f'<th scope="col">{upcard}</th>' for upcard in UPCARDS)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(f'<td class="d{cell.choice}">{cell}</td>' for cell in chart.rows[label])
        + "</tr>"
        for label in rows_in_order(chart.rows)
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">\n'
        f'<table class="chart"><caption>{escape(caption)}</caption>\n'
        f'<thead><tr><th scope="col">Your hand</th>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _cost(found: GameFigures) -> Iterator[Html]:
    cost = cost_an_hour(found.usual.number(EDGE), MAIN_STAKE)
    yield said(
        f"<strong>{money(cost)} an hour</strong> on average with perfect play: {ROUNDS_AN_HOUR} "
        f"rounds at ${MAIN_STAKE}, of which the house keeps {found.usual.shown(EDGE)}."
    )


def _behaviour(found: GameFigures) -> Iterator[Html]:
    outcomes = found.simulated
    names = list(_outcomes(found))
    at = "wagers/main/outcomes"
    made = sum(outcomes.number(f"{at}/{name}") for name in names)
    shares = {name: outcomes.number(f"{at}/{name}") / made for name in names}
    rows = [
        [
            escape(words_of(name)),
            outcomes.shown(f"{at}/{name}", "{:,.0f}"),
            f"{shares[name]:.2%}",
            share_bar(shares[name]),
        ]
        for name in names
    ]
    heads = ["Result of a hand", "Hands", "Share", "Of all hands"]
    yield grid(f"How hands end, in {ROUNDS:,} simulated rounds", heads, rows)
    lost = sum(shares.get(name, 0.0) for name in LOST)
    yield said(_evening(found, usual_streak(lost)))


def _evening(found: GameFigures, streak: int) -> Html:
    mean = -found.usual.number(EDGE) / 100
    deviation = found.usual.number("main/standard_deviation")
    low, high = usual_range(mean, deviation)
    return (
        f"After an evening of {EVENING} rounds ({HOURS} hours) you are ahead in about "
        f"{chance_ahead(mean, deviation):.0%} of cases, and nine of ten evenings end between "
        f"{low:+.0f} and {high:+.0f} first wagers. In half of all evenings you lose {streak} or "
        "more hands in a row."
    )


def _outcomes(found: GameFigures) -> list[str]:
    record = found.simulated.record
    assert isinstance(record, dict)
    return list(record["wagers"]["main"]["outcomes"])


def _wagers(wagers: Sequence[tuple[str, str]]) -> Iterator[Html]:
    if wagers:
        yield link_list(wagers)
    else:
        yield paragraph("This game is played without side wagers.")
