"""The parts that every page of the book is put together from, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from upcard import __version__

Html = str
"""Text that is HTML already."""


class PageLink(NamedTuple):
    """A page as other pages name it."""

    title: str
    address: str
    """From the folder of the book."""
    kind: str
    words: str
    """What the search box looks through besides the title."""


def whole_page(title: str, body: Iterable[Html], *, above: str = "../") -> str:
    """A page; *above* leads from its folder to the folder of the book."""
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f'<link rel="stylesheet" href="{above}book.css">\n</head>\n<body>',
            *_header(above),
            f"<main>\n<h1>{escape(title)}</h1>",
            *body,
            "</main>",
            *_footer(above),
            "</body>\n</html>\n",
        ]
    )


def _header(above: str) -> list[Html]:
    return [
        f'<header>\n<a class="home" href="{above}index.html">The book of blackjack</a>',
        '<form role="search" id="search"><label for="asked">Search</label>'
        '<input id="asked" type="search" autocomplete="off" placeholder="A game or a wager">'
        '</form>\n<ul id="found" aria-label="Pages found" hidden></ul>\n</header>',
    ]


def _footer(above: str) -> list[Html]:
    return [
        f"<footer><p>Made by Upcard {__version__}. Names of games and wagers are their owners' "
        "marks; this book describes their published rules.</p></footer>",
        f'<script src="{above}search.js" data-above="{above}"></script>',
    ]


def section(title: str, *parts: Html) -> Html:
    """A part of a page under a heading."""
    return "\n".join([f"<section>\n<h2>{escape(title)}</h2>", *parts, "</section>"])


def paragraph(text: str) -> Html:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>"


def said(html: Html) -> Html:
    """A paragraph of HTML."""
    return f"<p>{html}</p>"


def fact_list(facts: Iterable[tuple[str, Html]]) -> Html:
    """Names and values; the values are HTML."""
    rows = "".join(f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for name, value in facts)
    return f"<dl>{rows}</dl>"


def grid(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Html]]) -> Html:
    """A table; its cells are HTML, the first of each row is its heading."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "\n".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, *cells in rows
    )
    label = escape(caption)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{label}">\n<table>'
        f"<caption>{label}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>"
        "</table></div>"
    )


def share_bar(share: float) -> Html:
    """A bar as long as a share of 1."""
    return (
        '<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="bar" width="{100 * share:.2f}" height="8"/></svg>'
    )


def link_list(links: Iterable[tuple[str, str]]) -> Html:
    """Links by address and title."""
    items = "".join(
        f'<li><a href="{escape(address)}">{escape(title)}</a></li>' for address, title in links
    )
    return f"<ul>{items}</ul>"


def command_section(commands: Iterable[str]) -> Html:
    """The commands that print every number of a page."""
    items = "".join(f"<li><code>{escape(command)}</code></li>" for command in commands)
    return section(
        "Check these numbers",
        paragraph(
            "These commands print every number on this page; add --json for all digits. "
            "Hold the pointer over a number to see which command it comes from."
        ),
        f"<details><summary>Commands of this page</summary><ol>{items}</ol></details>",
    )


def one_in(chance: float) -> str:
    """
    A chance as people say it.

    >>> one_in(0.25), one_in(0.0), one_in(1 / 3120.6)
    ('1 in 4.0', 'never', '1 in 3,121')
    """
    if not chance:
        return "never"
    return f"1 in {1 / chance:,.{1 if chance > 0.01 else 0}f}"
