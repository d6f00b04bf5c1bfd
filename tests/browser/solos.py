"""The solo table, as a test sits down at it: at a shoe that it knows."""

from __future__ import annotations

import json
import re
from typing import Final

import httpx
from playwright.sync_api import BrowserContext, Locator, Page

from tests.browser.servers import Server

WIN_THEN_LOSE: Final = 34
"""A seed: the first hand wins doubled, the second loses if it stands."""


def sit(
    context: BrowserContext, server: Server, *, seed: int = WIN_THEN_LOSE, game: str = "blackjack"
) -> None:
    """Let the solo page of *context* find itself at a table dealt from *seed*."""
    made = httpx.post(
        f"{server.base}/api/solo",
        json={"game": game, "seed": seed},
        headers={"Origin": server.base},
        timeout=60,
        verify=False,
    ).raise_for_status()
    kept = {"id": made.json()["id"], "choice": {"game": game}, "startedAt": 0}
    script = f"sessionStorage.setItem('upcard.solo', {json.dumps(json.dumps(kept))})"
    context.add_init_script(script)


def key(page: Page, label: str) -> Locator:
    """The key with that label."""
    return page.get_by_role("button", name=re.compile(f"^{label}")).first


def main_wager(page: Page) -> Locator:
    """The place of the main wager of the first spot."""
    return page.get_by_role("button", name=re.compile("^Spot 1, Main"))
