"""The book as a folder of pages: index, games, wagers, search."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

from upcard.catalogue import UnknownName, every_game
from upcard.game.signs import FILLS
from upcard.handbook.book_workers import BookTask, answers_of
from upcard.handbook.game_figures import GameFigures, SharedPlay, dealer_of, game_figures
from upcard.handbook.game_pages import EDGE, game_page, link_to_game
from upcard.handbook.kept_answers import kept_answers
from upcard.handbook.page_parts import Html, PageLink, grid, paragraph, section, whole_page
from upcard.handbook.wager_figures import WagerFigures, every_wager, wager_figures
from upcard.handbook.wager_pages import link_to_wager, wager_page
from upcard.odds.wager_sheets import sheet_of
from upcard.rules.schema import Rules

Watch = Callable[[str], None]
STYLE: Final = "book.css"
SCRIPT: Final = "search.js"


@dataclass(slots=True)
class BookSite:
    """Everything the book has, worked out."""

    games: dict[str, tuple[Rules, GameFigures | str]] = field(default_factory=dict)
    wagers: dict[str, WagerFigures] = field(default_factory=dict)

    def links(self) -> list[PageLink]:
        """Every page but the index, games first."""
        games = [link_to_game(rules) for rules, _ in self.games.values()]
        return [*games, *(link_to_wager(figures) for figures in self.wagers.values())]

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every file of the book, by its path."""
        yield "index.html", index_page(self)
        for name, (rules, found) in self.games.items():
            yield f"games/{name}.html", game_page(rules, found, self._offered_in(rules))
            if isinstance(found, GameFigures):
                yield f"games/{name}.chart", found.solved.text("chart")
        for name, figures in self.wagers.items():
            yield f"wagers/{name}.html", wager_page(figures, self._offering(name))
        yield STYLE, _kept(STYLE) + _chart_colours()
        yield SCRIPT, f"const PAGES = {_search_list(self.links())};\n{_kept(SCRIPT)}"

    def _offered_in(self, rules: Rules) -> list[tuple[str, str]]:
        return [
            (f"../wagers/{side.wager}.html", side.title)
            for side in rules.side_wagers
            if side.wager in self.wagers
        ]

    def _offering(self, wager: str) -> list[tuple[str, str]]:
        return [
            (f"../games/{name}.html", rules.title)
            for name, (rules, _) in self.games.items()
            if any(side.wager == wager for side in rules.side_wagers)
        ]


def worked_out(watch: Watch, only: Collection[str] = (), *, fresh: bool = False) -> BookSite:
    """
    The whole book, or *only* these games and wagers; *watch* hears what is being worked out.

    Figures that were worked out before are taken as they were kept, unless all are to be *fresh*.
    """
    games = [rules for rules in every_game() if not only or rules.name in only]
    wagers = [name for name in every_wager() if not only or name in only]
    _refuse_unknown(only, {*(rules.name for rules in games), *wagers})
    site, kept = BookSite(), kept_answers(fresh=fresh)
    tasks = [task for task in _tasks(games, wagers) if not task.is_done(kept)]
    kept.add(
        answers_of(tasks, lambda done: watch(f"working out the figures: {done} of {len(tasks)}"))
    )
    shared = SharedPlay(kept)
    for rules in games:
        site.games[rules.name] = rules, game_figures(rules, shared)
    for name in wagers:
        site.wagers[name] = wager_figures(name, kept)
    kept.keep()
    return site


def _tasks(games: Sequence[Rules], wagers: Sequence[str]) -> list[BookTask]:
    """What the processes do, the longest first: games with one dealer together, then wagers."""
    alike: dict[Hashable, list[str]] = {}
    for rules in games:
        alike.setdefault(dealer_of(rules), []).append(rules.name)
    groups = sorted(alike.values(), key=len, reverse=True)
    by_size = sorted(wagers, key=lambda name: -len(sheet_of(name).paytables))
    return [
        *(BookTask(games=tuple(names)) for names in groups),
        *(BookTask(wager=name) for name in by_size),
    ]


def _refuse_unknown(only: Collection[str], known: Collection[str]) -> None:
    if unknown := sorted(set(only) - set(known)):
        raise UnknownName(
            f"{unknown[0]!r} is neither a game nor a wager: `upcard rules list` names the games, "
            "and `upcard odds --all` every wager"
        )


def write_site(site: BookSite, folder: Path) -> int:
    """Write every page into *folder*, and say how many files there are."""
    written = 0
    for path, text in site.pages():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
        written += 1
    return written


def index_page(site: BookSite) -> str:
    """The first page: every game and every wager."""
    return whole_page(
        "The book of blackjack",
        [
            paragraph(
                "Rules, pays, exact odds and best play of every game and side wager in Upcard's "
                "catalogue. Each page names the commands that print its numbers."
            ),
            section("Games", _games_table(site)),
            section("Side wagers", _wagers_table(site, progressive=False)),
            section("Progressives", _wagers_table(site, progressive=True)),
        ],
        above="",
    )


def _games_table(site: BookSite) -> Html:
    rows = [
        [
            _anchor(link_to_game(rules)),
            *(
                (str(found.decks), found.usual.shown(EDGE))
                if isinstance(found, GameFigures)
                else ("–", "–")
            ),
        ]
        for rules, found in site.games.values()
    ]
    return grid("The games", ["Game", "Decks", "House edge"], rows)


def _wagers_table(site: BookSite, *, progressive: bool) -> Html:
    rows = [
        [
            _anchor(link_to_wager(one)),
            str(one.decks),
            one.usual.shown(one.edge_path),
            one.usual.shown("hit_frequency_percent", "{:.2f}%"),
        ]
        for one in site.wagers.values()
        if one.is_progressive is progressive
    ]
    figure = "Fixed return" if progressive else "House edge"
    caption = "The progressives" if progressive else "The side wagers, each with its first paytable"
    return grid(caption, ["Wager", "Decks", figure, "Pays something"], rows)


def _anchor(link: PageLink) -> Html:
    return f'<a href="{escape(link.address)}">{escape(link.title)}</a>'


def _search_list(links: Sequence[PageLink]) -> str:
    found = [
        {"title": link.title, "address": link.address, "kind": link.kind, "words": link.words}
        for link in links
    ]
    return json.dumps(found, ensure_ascii=False, indent=0)


def _kept(name: str) -> str:
    return (files("upcard.handbook") / name).read_text("utf-8")


def _chart_colours() -> str:
    """The colour of each decision, as every chart of Upcard prints it."""
    return "".join(f".chart td.d{sign} {{ background: {fill}; }}\n" for sign, fill in FILLS.items())
