"""Metrics: what was done is what is counted, in Prometheus' text format, for those who may ask."""

import json
import re
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from tests.web.houses import TABLE, Guest, House, house_in, play_round, running
from upcard.cli import app
from upcard.web.access.proxies import Proxies
from upcard.web.metrics import Counter
from upcard.web.server_settings import ServerSettings

TOKEN = "0123456789abcdef0123456789abcdef"
NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = rf'{NAME}="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? (-?[0-9.e+-]+|\+Inf|NaN)")
KINDS = ("counter", "gauge", "histogram")


def read(text: str) -> dict[str, float]:
    """Every sample by its name and labels, as a strict reader of the format takes them."""
    found: dict[str, float] = {}
    known: dict[str, str] = {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            assert line.split()[2] not in known, "a family comes once"
        elif line.startswith("# TYPE "):
            name, kind = line.split()[2:]
            assert kind in KINDS
            known[name] = kind
        else:
            match = SAMPLE.fullmatch(line)
            assert match, line
            family = re.sub(r"_(bucket|sum|count)$", "", match[1])
            assert match[1] in known or known[family] == "histogram"
            key = line.rpartition(" ")[0]
            assert key not in found, f"{key} comes once"
            found[key] = float(match[3])
    return found


def scraped(origin: str, **headers: str) -> dict[str, float]:
    """What Prometheus reads."""
    answer = httpx.get(f"{origin}/metrics", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read(answer.text)


def test_what_is_done_is_counted(house: House, origin: str, dealer: Guest) -> None:
    before = scraped(origin)
    with dealer.live(f"/api/tables/{TABLE}/live") as socket:
        socket.recv(timeout=60)
        play_round(dealer, TABLE, {(3, "main"): 1000, (3, "bahama-progressive"): 500})
        dealer.press(TABLE, "EndGame")
        dealer.client.post("/api/orders", json={}, headers={"origin": "https://elsewhere.example"})
        after = scraped(origin)
    more = {name: after[name] - before.get(name, 0) for name in after}
    jackpot = house.room.state.jackpots.progressives["bahama"].levels["meter"]

    assert more['upcard_orders_total{kind="Operate"}'] > 5
    assert more['upcard_refusals_total{code="out-of-turn"}'] == 1
    assert more['upcard_refusals_total{code="origin-wrong"}'] == 1
    assert more["upcard_commit_seconds_count"] >= more['upcard_orders_total{kind="Operate"}']
    assert more["upcard_frames_sent_total"] >= 1
    assert after['upcard_sockets{kind="staff"}'] == 1
    orders = 'upcard_requests_total{method="POST",route="/api/orders",status="200"}'
    answered = 'upcard_request_seconds_count{route="/api/orders"}'
    assert more[answered] == more[orders] + 2
    assert after['upcard_request_seconds_bucket{route="/api/orders",le="+Inf"}'] == after[answered]
    assert after['upcard_meter_cents{progressive="bahama",level="meter"}'] == jackpot.display
    owed = after['upcard_liability_cents{progressive="bahama",level="meter"}']
    assert owed == jackpot.liability > jackpot.display - 1
    assert after["upcard_journal_entries"] == house.room.sequence
    assert after['upcard_healthy{part="database"}'] == after["upcard_ready"] == 1
    assert after["process_resident_memory_bytes"] > 10_000_000
    assert 1_700_000_000 < after["process_start_time_seconds"] < 4_000_000_000


def test_a_stranger_s_words_make_no_new_label(origin: str) -> None:
    for number in range(3):
        httpx.request(f"WORD{number}", f"{origin}/no/such/page/{number}", timeout=60)
    found = [name for name in scraped(origin) if "WORD" in name or "such" in name]

    assert found == []


def test_a_label_may_have_any_sign() -> None:
    odd = Counter("odd_total", "Odd.", "name")
    odd.add('a "b"\\\nc')

    assert list(odd.lines())[-1] == 'odd_total{name="a \\"b\\"\\\\\\nc"} 1'


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-for": "203.0.113.7"},
        {"x-forwarded-for": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
        {"via": "1.1 cards"},
    ],
)
def test_without_a_token_a_proxy_on_this_machine_is_told_nothing(
    headers: dict[str, str], origin: str
) -> None:
    answer = httpx.get(f"{origin}/metrics", headers=headers, timeout=60)

    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "metrics-not-allowed"


def test_behind_a_trusted_proxy_a_token_is_needed(tmp_path: Path) -> None:
    settings = ServerSettings(is_tls=True, proxies=Proxies.parse(["127.0.0.1"]))
    with house_in(tmp_path, settings) as house, running(house) as origin:
        assert httpx.get(f"{origin}/metrics", timeout=60).status_code == 403


def test_with_a_token_everybody_shows_it(tmp_path: Path) -> None:
    settings = ServerSettings(
        is_tls=True, proxies=Proxies.parse(["127.0.0.1"]), metrics_token=TOKEN
    )
    with house_in(tmp_path, settings) as house, running(house) as origin:
        refused = [
            httpx.get(f"{origin}/metrics", headers=headers, timeout=60).status_code
            for headers in ({}, {"authorization": TOKEN}, {"authorization": f"Bearer {TOKEN}0"})
        ]
        found = scraped(origin, authorization=f"Bearer {TOKEN}")

    assert refused == [403, 403, 403]
    assert "upcard_ready" in found


@pytest.mark.parametrize(
    "content", [None, "", "short", "with spaces in the middle of it", "é" * 30]
)
def test_a_token_file_that_will_not_do_is_refused_before_anything_is_served(
    content: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "token"
    if content is not None:
        path.write_text(content, "utf-8")
    words = ["serve", "--demo", "--port", "0", "--metrics-token-file", str(path), "--json"]
    result = CliRunner().invoke(app, words)

    assert result.exit_code == 1
    assert json.loads(result.output)["error"]["code"] == "metrics-token"
    assert not content or content not in result.output


def test_every_metric_is_in_the_guide(origin: str) -> None:
    guide = (Path(__file__).parents[2] / "docs/operate/watch.md").read_text("utf-8")
    families = re.findall(
        r"^# TYPE (\S+)", httpx.get(f"{origin}/metrics", timeout=60).text, re.MULTILINE
    )

    assert [name for name in families if f"`{name}`" not in guide] == []
