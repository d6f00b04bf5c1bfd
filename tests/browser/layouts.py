"""What is covered or clipped on a page, as Chromium has laid it out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

LOOK: Final = Path(__file__).with_suffix(".js").read_text()
"""Every text and every control: whether something lies over its middle, or cuts it off."""


def flaws(page: Page) -> list[str]:
    """What is covered, clipped or beyond the edge on the page as it is."""
    found: list[str] = page.evaluate(LOOK)
    return found
