"""The book in a browser, from a folder: nothing that axe finds wrong, and a search that finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.consoles import DESKTOP, PHONE, context_for, violations
from tests.handbook.books import GAME, small_book


@pytest.mark.parametrize(("width", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_pages_of_the_book_have_nothing_wrong(browser: Browser, width: str, scheme: str) -> None:
    viewport = PHONE if width == "phone" else DESKTOP
    context = context_for(browser, viewport, color_scheme=scheme)
    page = context.new_page()
    for name in ("index", f"games/{GAME}", "wagers/lucky-ladies", "wagers/push-22"):
        page.goto((small_book() / f"{name}.html").as_uri())

        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], name
    context.close()


def test_a_phone_shows_edges_and_pays_beside_their_names(browser: Browser) -> None:
    context = context_for(browser, PHONE)
    page = context.new_page()
    page.goto((small_book() / "index.html").as_uri())
    for table in page.locator(".wide").all():
        widths = table.evaluate("shown => [shown.scrollWidth, shown.clientWidth]")

        assert widths[0] <= widths[1], (table.get_attribute("aria-label"), widths)
    page.goto((small_book() / "wagers" / "lucky-ladies.html").as_uri())
    pays = page.get_by_role("region", name="What each line pays, by paytable")
    pays.scroll_into_view_if_needed()

    expect(pays.get_by_role("cell", name="1000 to 1").first).to_be_in_viewport(ratio=1)
    pays.evaluate("shown => shown.scrollTo(shown.scrollWidth, 0)")
    expect(pays.get_by_role("rowheader", name="Matched 20")).to_be_in_viewport(ratio=1)
    context.close()


def test_the_search_box_finds_a_page_from_any_page(browser: Browser) -> None:
    context = context_for(browser, PHONE)
    page = context.new_page()
    page.goto((small_book() / "games" / f"{GAME}.html").as_uri())
    page.get_by_role("searchbox", name="Search").fill("queen hearts")
    found = page.get_by_role("list", name="Pages found").get_by_role("link")

    expect(found.first).to_have_text("Lucky Ladies")
    found.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lucky Ladies")
    page.get_by_role("searchbox", name="Search").fill("zebra")
    expect(page.get_by_role("list", name="Pages found")).to_contain_text("Nothing found")
    context.close()
