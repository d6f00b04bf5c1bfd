"""A display asks its own server for its own progressive, says nothing, and asks nobody else."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Browser, Request, WebSocket

from tests.browser.consoles import WAIT_MS, context_for
from tests.browser.servers import Server
from tests.browser.test_screens import link_to


def test_a_jackpot_display_only_reads_its_own_progressive(browser: Browser, server: Server) -> None:
    asked: list[Request] = []
    sockets: list[WebSocket] = []
    context = context_for(browser)
    page = context.new_page()
    page.on("request", lambda one: asked.append(one))
    page.on("websocket", lambda one: sockets.append(one))
    answer = page.goto(link_to(server, "/jackpot/bahama"))
    page.wait_for_selector(".amount", timeout=WAIT_MS)
    kept = page.evaluate("navigator.serviceWorker?.controller ?? null")
    context.close()

    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
    assert {urlsplit(one.url).netloc for one in asked} == {f"127.0.0.1:{server.port}"}
    assert {one.method for one in asked} == {"GET"}
    paths = {urlsplit(one.url).path for one in asked}
    assert {path for path in paths if path.startswith("/api/")} <= {
        "/api/progressives/bahama/live",
        "/api/room",
        "/api/session",
    }
    assert (sockets, kept) == ([], None)
