"""The trainer remembers what a player gets wrong, deals it again, tells it and saves it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.consoles import context_for, violations
from tests.browser.servers import Server
from tests.browser.solos import key, main_wager, sit

CELL: Final[dict[str, Any]] = {
    "row": "hard 16",
    "upcard": "T",
    "seen": 4,
    "wrong": 3,
    "run": 0,
    "cost": 12.5,
    "chosen": "stand",
    "best": "hit",
}
TRAINED: Final = {
    "blackjack": {"decided": 9, "right": 6, "streak": 2, "longest": 4, "cells": [CELL]}
}


def trained_page(browser: Browser, server: Server) -> Page:
    """The solo table of a player who gets hard 16 against a ten wrong, and practises it."""
    context = context_for(browser)
    sit(context, server)
    for name, value in (
        ("upcard.training", TRAINED),
        ("upcard.solo.preferences", {"practise": True}),
    ):
        text = json.dumps(json.dumps(value))
        context.add_init_script(
            f"localStorage.getItem('{name}') ?? localStorage.setItem('{name}', {text})"
        )
    # Two deals of three bring what went wrong: this one does.
    context.add_init_script("Math.random = () => 0.1")
    page = context.new_page()
    page.goto(f"{server.base}/solo/blackjack")
    return page


def test_what_went_wrong_is_dealt_again_and_told(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    page = trained_page(browser, server)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.post_data else None)
    main_wager(page).click()
    expect(page.locator(".laid")).to_have_count(1)
    key(page, "Deal").click()
    expect(page.locator(".where")).to_contain_text("ard 16 · dealer shows 10")
    key(page, "Stand").click()
    expect(page.locator(".mistake")).to_contain_text("hit was best")
    key(page, "Report").click()
    report = page.get_by_role("dialog")
    expect(report).to_contain_text("6 of 10 decisions in this game were best")
    expect(report).to_contain_text("Hard 16 against 10")
    expect(report).to_contain_text("wrong 4 of 5 times")
    expect(report.locator("td.mark")).to_have_count(1)
    assert violations(page) == []
    with page.expect_download() as saved:
        report.get_by_role("button", name="Save my progress").click()
    kept = tmp_path / "kept.json"
    saved.value.save_as(kept)
    assert json.loads(kept.read_text())["blackjack"]["decided"] == 10
    report.get_by_role("button", name="Forget this game").click()
    expect(report).not_to_contain_text("decisions in this game")
    other = tmp_path / "other.json"
    other.write_text("[]")
    load = report.locator("input[type=file]")
    load.set_input_files(other)
    expect(report).to_contain_text('"other.json" is not saved progress')
    load.set_input_files(kept)
    expect(report).to_contain_text("6 of 10 decisions in this game were best")
    assert any('"practise"' in (request.post_data or "") for request in asked)
    page.context.close()
