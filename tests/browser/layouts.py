"""What is covered or clipped on a page, as Chromium has laid it out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

LOOK: Final = Path(__file__).with_suffix(".js").read_text()
"""Every text and every control: whether something lies over its middle, or cuts it off."""


SCROLLS: Final = """() => [...document.querySelectorAll("main *, header *")].filter((one) =>
  /auto|scroll/.test(getComputedStyle(one).overflowX) && one.checkVisibility()
  && one.scrollWidth > one.clientWidth + 1
  && !(one.role === "region" && one.tabIndex === 0)).map((one) => one.className)"""
"""What can only be read by scrolling sideways; not a region that says so and has a key's focus."""


LABELS: Final = """() => {
  const found = [];
  const signs = ".words, .amount, .lone, .outcome, .facts > *, .banner, .message, .dealer .total";
  const box = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const [own, words] = [one.getBoundingClientRect(), text.getBoundingClientRect()];
    const hasHidden = one.querySelector(".spoken-only");
    return {
      left: hasHidden ? own.left : Math.min(own.left, words.left),
      right: hasHidden ? own.right : Math.max(own.right, words.right),
      top: own.top,
      bottom: own.bottom,
    };
  };
  const labels = [...document.querySelectorAll(".felt :is(" + signs + ")")]
    .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.querySelector(signs))
    .map((one) => ({ text: one.textContent.trim(), ...box(one) }));
  labels.forEach((one, index) => {
    for (const other of labels.slice(index + 1)) {
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (x > 0.5 && y > 0.5) found.push(`${one.text} touches ${other.text}: ${x} by ${y} pixels`);
    }
  });
  return labels.length ? found : ["no labels on the felt"];
}"""
"""Labels on the felt that lie over one another, box or letters: what is taken, paid, laid, won."""


def touching_labels(page: Page) -> list[str]:
    """Which two labels on the felt overlap."""
    found: list[str] = page.evaluate(LABELS)
    return found


def flaws(page: Page) -> list[str]:
    """What is covered, clipped or beyond the edge on the page as it is."""
    found: list[str] = page.evaluate(LOOK)
    return found
