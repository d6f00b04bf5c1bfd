"""Court cards are drawn, and a browser loads only the pictures that it shows."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from tests.browser.consoles import context_for
from tests.browser.servers import Server

COURT = re.compile(r"/court-([JQK][shdc](?:-4)?)-")


def courts_asked_for(browser: Browser, server: Server, settings: str) -> list[str]:
    """Which pictures the start page, with a king, a queen and a jack, asks for and gets."""
    context = context_for(browser)
    context.add_init_script(f"localStorage.setItem('upcard.settings', '{settings}')")
    page = context.new_page()
    got: list[str] = []
    page.on("response", lambda answer: got.append(answer.url) if answer.ok else None)
    page.goto(server.base)
    page.wait_for_load_state("networkidle")
    context.close()
    return sorted(found[1] for url in got if (found := COURT.search(url)))


def test_a_page_loads_the_court_cards_that_it_shows(browser: Browser, server: Server) -> None:
    assert courts_asked_for(browser, server, "{}") == ["Jc-4", "Kh", "Qd-4"]
    assert courts_asked_for(browser, server, '{"fourColours": false}') == ["Jc", "Kh", "Qd"]
