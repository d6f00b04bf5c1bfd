"""
Every state of a jackpot display has its picture: the words exactly, the look within a tolerance.

The display gets the frames below as the server would send them; that the server sends such frames
is shown by `tests/web`. A picture keeps one pixel for each square of four by four, so that another
version of the browser, which draws the edges of letters otherwise, passes, and a missing line or
another colour does not. UPCARD_PICTURES=renew takes the pictures anew: look at them before you keep
them.
"""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.consoles import context_for
from tests.browser.servers import Server
from tests.web.houses import house_in
from upcard.screens.chronicles import Chronicle
from upcard.screens.jackpot_displays import display_record

PICTURES: Final = Path(__file__).with_name("pictures")
RENEWS: Final = os.environ.get("UPCARD_PICTURES") == "renew"
SIZE: Final[ViewportSize] = {"width": 640, "height": 360}
FAR: Final = 40
"""By how much, of 255, a square may be lighter or darker."""
FAR_SQUARES_MAX: Final = 0.01
"""How many of the squares may differ by more than that."""
Frame = dict[str, Any]


def level(
    name: str, display: int, *hands: str, limit: int | None = None, is_pending: bool = False
) -> Frame:
    """One level of a frame."""
    return {
        "name": name,
        "display": display,
        "limit": limit,
        "is_pending": is_pending,
        "hands": list(hands),
    }


def frame(*levels: Frame, **changes: Any) -> Frame:
    """What a display is sent."""
    usual = {
        "progressive": "bahama",
        "title": "Bahama Bonus Progressive",
        "version": 1,
        "training": False,
        "kind": "live",
        "is_available": True,
        "is_house_jackpot": False,
        "levels": list(levels),
        "winner": None,
        "message": "",
    }
    return {**usual, **changes}


WINNER: Final = {
    "level": "meter",
    "amount": 1_248_030,
    "table": "bahama-1",
    "spot": 3,
}
"""The winner of a moment ago: `show` says when that was."""
STATES: Final[dict[str, Frame]] = {
    "amount": frame(level("meter", 1_248_025)),
    "limit": frame(level("meter", 2_000_000, limit=2_000_000)),
    "levels": frame(
        level("mega", 5_000_000, "three sevens of diamonds"),
        level("major", 502_120, "three sevens suited"),
        level("minor", 25_207, "three sevens of one colour"),
    ),
    "hand": frame(level("meter", 1_248_025, "four of a kind", "three aces and a ten")),
    "pending": frame(level("meter", 1_248_030, is_pending=True), message="PENDING"),
    "winner": frame(level("meter", 500_000), winner=WINNER),
    "unavailable": frame(
        level("meter", 1_248_025), is_available=False, message="Progressive unavailable"
    ),
    "house-jackpot": frame(level("meter", 1_000_000), is_house_jackpot=True),
    "training": frame(level("meter", 500_000), training=True, kind="training"),
}


@pytest.fixture(scope="module")
def display(browser: Browser, server: Server) -> Iterator[Page]:
    """A screen on a wall, small enough that its pictures are."""
    context = context_for(browser, viewport=SIZE)
    yield context.new_page()
    context.close()


class Stream(ThreadingHTTPServer):
    """Sends one frame to whoever asks, and keeps the line open as the room's server does."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Sending)
        self.sent: Frame = {}
        self.is_over = threading.Event()


class Sending(BaseHTTPRequestHandler):
    """One display that listens."""

    server: Stream

    def do_GET(self) -> None:
        """The frame, and then nothing until the test is over."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.write(f"data: {json.dumps(self.server.sent)}\n\n".encode())
        self.server.is_over.wait()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def stream() -> Iterator[Stream]:
    """What sends frames in place of the room's server."""
    made = Stream()
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.is_over.set()
    made.shutdown()
    made.server_close()
    thread.join(timeout=60)


def show(display: Page, server: Server, stream: Stream, sent: Frame) -> None:
    """Open the display as if the server sent that one frame, just now if it does not say when."""
    winner = sent["winner"] and {"at": datetime.now(UTC).isoformat(), **sent["winner"]}
    stream.sent = {**sent, "winner": winner}
    address = f"http://127.0.0.1:{stream.server_port}/"
    display.unroute("**/api/progressives/**")
    display.route("**/api/progressives/**", lambda route: route.continue_(url=address))
    display.goto(f"{server.base}/jackpot/bahama?token=x")
    expect(display.get_by_role("heading", level=1)).to_have_text(sent["title"])
    display.evaluate("document.fonts.ready")


@pytest.mark.parametrize("state", STATES)
def test_each_state_of_a_display_looks_as_its_picture(
    state: str, display: Page, server: Server, stream: Stream
) -> None:
    show(display, server, stream, STATES[state])
    words = display.locator("main").inner_text()
    taken = shrunk(display, display.screenshot(animations="disabled"))
    if RENEWS:
        (PICTURES / f"{state}.txt").write_text(words + "\n")
        (PICTURES / f"{state}.png").write_bytes(taken)

    assert words + "\n" == (PICTURES / f"{state}.txt").read_text()
    assert differing(display, taken, state) <= FAR_SQUARES_MAX


def test_a_winner_is_news_for_ten_minutes(display: Page, server: Server, stream: Stream) -> None:
    earlier = (datetime.now(UTC) - timedelta(minutes=11)).isoformat()
    show(display, server, stream, {**STATES["winner"], "winner": {**WINNER, "at": earlier}})

    expect(display.locator(".amount")).to_be_visible()
    expect(display.locator(".winner")).to_have_count(0)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_a_screen_on_a_wall_shows_everything_without_a_wheel(
    size: tuple[int, int], display: Page, server: Server, stream: Stream
) -> None:
    fullest = {**STATES["levels"], "winner": WINNER, "message": "PENDING"}
    fullest["levels"] = [{**one, "is_pending": True} for one in fullest["levels"]]
    display.set_viewport_size({"width": size[0], "height": size[1]})
    show(display, server, stream, fullest)
    height = display.evaluate("document.documentElement.scrollHeight")
    display.set_viewport_size(SIZE)

    # What is only read aloud takes one pixel.
    assert height <= size[1] + 1


def test_no_state_passes_for_another(display: Page) -> None:
    """The tolerance is not so wide that a display may show something else."""
    taken = {state: (PICTURES / f"{state}.png").read_bytes() for state in STATES}
    alike = [
        (one, other)
        for one in STATES
        for other in STATES
        if one != other and differing(display, taken[one], other) <= FAR_SQUARES_MAX
    ]

    assert alike == []


def test_the_frames_of_the_pictures_are_those_that_the_server_sends(tmp_path: Path) -> None:
    with house_in(tmp_path / "room") as house:
        sent = display_record(house.room.state, Chronicle(house.room), "bahama")

    for state, shown in STATES.items():
        assert set(shown) == set(sent), state
        assert {key for one in shown["levels"] for key in one} == set(sent["levels"][0]), state


def shrunk(page: Page, taken: bytes) -> bytes:
    """A picture with one pixel for each square of four by four: what is kept of it."""
    found: str = page.evaluate(SHRINK, base64.b64encode(taken).decode())
    return base64.b64decode(found)


def differing(page: Page, small: bytes, state: str) -> float:
    """The part of all squares that are not as in the picture that is kept."""
    found: float = page.evaluate(
        COMPARE,
        {
            "one": base64.b64encode(small).decode(),
            "far": FAR,
            "other": base64.b64encode((PICTURES / f"{state}.png").read_bytes()).decode(),
        },
    )
    return found


PIXELS: Final = """const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height);
  };"""
SHRINK: Final = f"""async (text) => {{
  {PIXELS}
  const {{data, width, height}} = await pixels(text);
  const small = new ImageData(width / 4, height / 4);
  const sums = new Float64Array(small.data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++)
        sums[((y >> 2) * small.width + (x >> 2)) * 4 + c] += data[(y * width + x) * 4 + c] / 16;
  small.data.set(sums);
  const canvas = new OffscreenCanvas(small.width, small.height);
  canvas.getContext("2d").putImageData(small, 0, 0);
  const blob = await canvas.convertToBlob({{type: "image/png"}});
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}}"""
COMPARE: Final = f"""async ({{one, other, far}}) => {{
  {PIXELS}
  const [a, b] = [(await pixels(one)).data, (await pixels(other)).data];
  let count = 0;
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs(a[i + c] - b[i + c]) > far)) count++;
  return a.length === b.length ? count / (a.length / 4) : 1;
}}"""
