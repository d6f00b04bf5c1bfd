"""The documentation site as it is built: its pages, what they point at, and what is in them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.commands.runs import PROJECT

DOCS = PROJECT / "docs"
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "srcset"}
"""Elements that a browser fetches by itself, and where each says what."""
NOT_FETCHED = {"next", "prev", "search", "index", "author"}
"""Relations of a `link` that only name a page."""


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as `make docs` does: a warning is an error."""
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    where = ["--doctree-dir", str(folder / "doctrees"), str(DOCS), str(folder / "html")]
    return subprocess.run(
        [*command, *where], cwd=PROJECT, capture_output=True, text=True, check=False
    )


@dataclass(slots=True)
class Page(HTMLParser):
    """What one page of the site has: anchors, links, and what its browser fetches."""

    text: str
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif found.get(LOADED.get(tag, "")) and found.get("rel") not in NOT_FETCHED:
            self.fetched.append(found[LOADED[tag]])


@dataclass
class Site:
    """A folder of pages."""

    folder: Path

    @cached_property
    def pages(self) -> dict[str, Page]:
        """Every page by its path."""
        return {
            path.relative_to(self.folder).as_posix(): Page(path.read_text())
            for path in sorted(self.folder.rglob("*.html"))
        }

    def broken_links(self) -> Iterator[str]:
        """Every link that leads nowhere, with its page."""
        for name, page in self.pages.items():
            for link in {*page.links, *page.fetched}:
                if not self._resolves(name, link):
                    yield f"{name}: {link}"

    def _resolves(self, name: str, link: str) -> bool:
        found = urlsplit(link)
        if found.scheme:
            return True
        path = (self.folder / name).parent / unquote(found.path) if found.path else None
        target = (path or self.folder / name).resolve()
        if not target.is_file():
            return False
        there = self.pages.get(target.relative_to(self.folder.resolve()).as_posix())
        return not found.fragment or there is None or unquote(found.fragment) in there.anchors

    def fetched_elsewhere(self) -> Iterator[str]:
        """Everything that a browser would fetch from another host."""
        for name, page in self.pages.items():
            yield from (f"{name}: {link}" for link in page.fetched if urlsplit(link).netloc)
        for path in self.folder.rglob("*.css"):
            for link in re.findall(r"(?:url\(|@import )['\"]?([^'\")]+)", path.read_text()):
                if urlsplit(link).netloc:
                    yield f"{path.name}: {link}"
