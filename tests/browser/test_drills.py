"""The drills in a real browser, by keyboard: every drill to its end, and the figures afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.consoles import context_for, sign_in, violations
from tests.browser.servers import Server
from upcard.drills.drill_kinds import DrillKind
from upcard.drills.exercises import right_answers, shown_exercise

SHOTS = os.environ.get("UPCARD_SCREENSHOTS", "")
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SIZES: dict[str, ViewportSize] = {
    "laptop": LAPTOP,
    "tablet": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
}
GAME, SEED = "bahama-wsgc", 3


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A dealer at the page of the drills."""
    context = context_for(browser, LAPTOP)
    made = context.new_page()
    made.goto(f"{server.base}/drills")
    sign_in(made, server, "Dana")
    expect(made.get_by_role("button", name="Start", exact=True)).to_be_visible()
    yield made
    context.close()


def check(page: Page, name: str) -> None:
    """Nothing is cut off sideways on any size of screen, and axe finds nothing."""
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(SHOTS) / f"drills-{name}-{size}.png"), full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, size)
        if size != "tablet":
            assert violations(page) == [], (name, size)
    page.set_viewport_size(LAPTOP)


def begin(page: Page, kind: DrillKind, game: str = GAME, seed: int = SEED) -> list[dict[str, Any]]:
    """Start an exercise; its right answers."""
    page.get_by_role("radio", name=kind.heading).check()
    page.get_by_role("combobox", name="Game").select_option(game)
    page.get_by_label("Number").fill(str(seed))
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name=kind.heading)).to_be_visible()
    return [dict(one) for one in right_answers(kind, game, seed)]


def test_every_drill_is_done_and_its_figures_are_told(page: Page) -> None:
    check(page, "start")
    pay_the_table(page)
    catch_the_mistake(page)
    run_the_jackpot(page)
    standing = page.get_by_role("region", name="By drill")
    for kind in DrillKind:
        expect(standing.get_by_role("cell", name=kind.heading)).to_be_visible()


def pay_the_table(page: Page) -> None:
    """Key every wager in order, one of them wrong."""
    answers = begin(page, DrillKind.PAY)
    rows = shown_exercise(DrillKind.PAY, GAME, SEED)["moments"][0]["rows"]
    places = {row["key"]: place for place, row in enumerate(rows)}
    wagers = page.get_by_role("radio")
    for number, answer in enumerate(answers):
        wagers.nth(places[answer["key"]]).check()
        page.get_by_role("textbox", name="Take").fill(
            f"{answer['take'] / 100:.2f}" if answer["take"] else ""
        )
        wrong = 100 if number == 0 else 0
        page.get_by_role("textbox", name="Pay").fill(f"{(answer['pay'] + wrong) / 100:.2f}")
        if number == 3:
            check(page, "pay")
        page.get_by_role("textbox", name="Pay").press("Enter")
    expect(page.get_by_text(f"{len(answers) - 1} of {len(answers)} right")).to_be_visible()
    expect(page.get_by_text("The house would have lost $1.")).to_be_visible()
    check(page, "pay-result")
    page.get_by_role("button", name="Drills", exact=True).click()


def catch_the_mistake(page: Page) -> None:
    """Step to the mistake with the arrow key, press M, and name it."""
    (answer,) = begin(page, DrillKind.CATCH)
    shown = shown_exercise(DrillKind.CATCH, GAME, SEED)
    for step in shown["steps"][1 : answer["step"] + 1]:
        page.keyboard.press("ArrowRight")
        expect(page.locator(".sentence")).to_have_text(step["sentence"])
    check(page, "catch")
    page.keyboard.press("m")
    title = next(one["title"] for one in shown["mistakes"] if one["name"] == answer["mistake"])
    page.get_by_role("button", name=title, exact=True).press("Enter")
    expect(page.get_by_text("1 of 1 right")).to_be_visible()
    page.get_by_role("button", name="Drills", exact=True).click()


KEYS = {
    "start": "START GAME",
    "end": "END GAME",
    "call": "Call a supervisor",
    "confirm": "CONFIRM",
    "swipe": "Swipe",
    "print": "Print the win page",
}


def run_the_jackpot(page: Page) -> None:
    """Press END GAME too early, then everything in order."""
    answers = begin(page, DrillKind.RUN)
    page.get_by_role("button", name="END GAME").click()
    expect(page.get_by_text("You cannot press END GAME now").first).to_be_visible()
    news = page.get_by_role("region", name="What happened").locator("li")
    desk = shown_exercise(DrillKind.RUN, GAME, SEED)["desk"]
    assert desk is not None
    titles = {line["name"]: line["title"] for line in desk["lines"]}
    for number, answer in enumerate(answers, 2):
        if answer["do"] in ("button", "confirm", "swipe"):
            page.get_by_role("radio", name=f"Spot {answer['spot']}").check()
        if answer["do"] in ("confirm", "swipe"):
            page.get_by_role("radio", name=answer["badge"].capitalize()).check()
        name = KEYS.get(answer["do"]) or titles.get(answer["line"])
        name = name or f"Lift wager {answer['spot']}"
        page.get_by_role("button", name=name, exact=True).click()
        if answer["do"] != "end":
            expect(news).to_have_count(number)
        if answer["do"] == "call":
            check(page, "run")
    expect(page.get_by_text(f"{len(answers)} of {len(answers) + 1} right")).to_be_visible()
