"""The documentation site builds without a warning, and nothing on it leads nowhere."""

import fcntl
import os
from pathlib import Path

import pytest

import upcard
from tests.docs.sites import DOCS, Page, Site, build


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site, built once for all processes of the run."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "html" / "index.html").exists():
            done = build(folder)
            assert done.returncode == 0, done.stderr
    return Site(folder / "html")


def test_every_link_and_anchor_leads_somewhere(site: Site) -> None:
    broken = sorted(site.broken_links())

    assert broken == [], "\n".join(broken)


def test_nothing_is_fetched_from_another_host(site: Site) -> None:
    elsewhere = sorted(site.fetched_elsewhere())

    assert elsewhere == [], "\n".join(elsewhere)


def test_every_exported_name_is_in_the_reference(site: Site) -> None:
    anchors = site.pages["reference/api.html"].anchors

    assert [name for name in upcard.__all__ if f"upcard.{name}" not in anchors] == []


def test_every_page_is_in_the_navigation(site: Site) -> None:
    pages = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")}
    navigation = site.pages["index.html"].text.split('class="sidebar-tree"')[1].split("</aside>")[0]

    assert pages - {"index.html"} == {
        link for link in Page(navigation).links if not link.startswith("#")
    }


def test_the_search_works_without_a_server(site: Site) -> None:
    index = (site.folder / "searchindex.js").read_text()

    assert index.startswith("Search.setIndex(")
    assert '"inclus' in index


@pytest.mark.parametrize(
    ("link", "is_broken"),
    [
        ("b.html", False),
        ("b.html#there", False),
        ("b.html#nowhere", True),
        ("c.html", True),
        ("#here", False),
        ("#there", True),
        ("https://elsewhere.example/", False),
    ],
)
def test_a_link_that_leads_nowhere_is_found(link: str, is_broken: bool, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(f'<p id="here"><a href="{link}">x</a></p>')
    (tmp_path / "b.html").write_text('<p id="there"></p>')

    assert bool(list(Site(tmp_path).broken_links())) == is_broken


def test_a_script_from_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<script src="https://elsewhere.example/x.js"></script>')
    (tmp_path / "b.css").write_text("@font-face { src: url('//elsewhere.example/x.woff') }")

    assert list(Site(tmp_path).fetched_elsewhere()) == [
        "a.html: https://elsewhere.example/x.js",
        "b.css: //elsewhere.example/x.woff",
    ]
