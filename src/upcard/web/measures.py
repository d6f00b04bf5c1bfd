"""What a server measures: counters, and values looked up on request."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from upcard import __version__
from upcard.jackpot import Level
from upcard.journal import Answer
from upcard.room.orders import Order
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.web.health import HealthReport, Status
from upcard.web.metrics import Counter, Histogram, Sample, gauge

if TYPE_CHECKING:
    from upcard.web.sites import Site

STARTED: Final = time.time()
COMMIT_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
REQUEST_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
LEVEL: Final = ("progressive", "level")


class Measures:
    """The counters of one server. It observes the server's room."""

    def __init__(self) -> None:
        self.orders = Counter("upcard_orders_total", "Orders that were decided.", "kind")
        self.refusals = Counter("upcard_refusals_total", "Requests that were refused.", "code")
        self.commits = Histogram(
            "upcard_commit_seconds",
            "From deciding orders to having them on the disk.",
            COMMIT_BOUNDS,
        )
        self.frames = Counter("upcard_frames_sent_total", "Frames that screens were sent.")
        self.device_messages = Counter(
            "upcard_device_messages_total", "Messages of devices that were answered.", "answer"
        )
        self.requests = Counter(
            "upcard_requests_total", "Requests that were answered.", "method", "route", "status"
        )
        self.seconds = Histogram(
            "upcard_request_seconds",
            "From a request's header to the first byte of its answer.",
            REQUEST_BOUNDS,
            "route",
        )

    def answered(self, order: Order, _: Answer) -> None:
        """The room has decided an order."""
        self.orders.add(type(order.wish).__name__)

    def committed(self, seconds: float) -> None:
        """The room has written orders down."""
        self.commits.observe(seconds)

    def requested(
        self, *, method: str, route: str, status: int, refusal: str, seconds: float | None
    ) -> None:
        """A request was answered; *seconds* is None where it was a WebSocket's."""
        self.requests.add(method, route, str(status))
        if refusal:
            self.refusals.add(refusal)
        if seconds is not None:
            self.seconds.observe(seconds, route)

    def lines(self) -> Iterator[str]:
        """Everything that was counted."""
        for one in (
            self.orders,
            self.refusals,
            self.commits,
            self.frames,
            self.device_messages,
            self.requests,
            self.seconds,
        ):
            yield from one.lines()


def metrics_text(site: Site, report: HealthReport) -> str:
    """All metrics of *site* as Prometheus reads them."""
    lines = [*site.measures.lines(), *_server(site, report), *_process()]
    if site.room is not None:
        lines += [*_journal(site.room), *_money(site.room.state)]
    return "\n".join(lines) + "\n"


def _server(site: Site, report: HealthReport) -> Iterator[str]:
    screens = (((str(who),), site.screens.count(who)) for who in site.settings.limits.screens)
    yield from gauge("upcard_sockets", "Open WebSockets and streams.", ("kind",), screens)
    places = site.connections.places
    open_ = (((str(who),), places.count(who)) for who in site.settings.limits.connections)
    yield from gauge("upcard_connections", "Open connections.", ("kind",), open_)
    parts = (((part.name,), part.status is Status.OK) for part in report.parts)
    yield from gauge("upcard_healthy", "1 where a part of /health/ready is ok.", ("part",), parts)
    ready = [((), report.is_ready)]
    yield from gauge("upcard_ready", "1 where /health/ready answers 200.", (), ready)
    version: list[Sample] = [((__version__,), 1)]
    yield from gauge("upcard_build_info", "The version that runs.", ("version",), version)


def _journal(room: Room) -> Iterator[str]:
    entries: list[Sample] = [((), room.sequence)]
    yield from gauge("upcard_journal_entries", "The journal's last entry.", (), entries)
    tables = room.state.tables
    open_: list[Sample] = [((), sum(table.is_open for table in tables.values()))]
    yield from gauge("upcard_tables_open", "Tables that are open.", (), open_)
    devices = room.state.devices.values()
    lost = sum(one.is_lost for one in devices)
    links: list[Sample] = [(("heard",), len(devices) - lost), (("lost",), lost)]
    yield from gauge("upcard_devices", "Devices at the tables.", ("state",), links)
    stopped: list[Sample] = [((), sum(bool(t.shoe and t.shoe.fault) for t in tables.values()))]
    yield from gauge("upcard_tables_stopped", "Tables whose seed is lost.", (), stopped)


def _money(state: RoomState) -> Iterator[str]:
    levels = list(_levels(state))
    meters = [(names, level.display) for names, level in levels]
    yield from gauge("upcard_meter_cents", "What a display shows.", LEVEL, meters)
    owed = [(names, level.liability) for names, level in levels]
    yield from gauge("upcard_liability_cents", "What is owed to players.", LEVEL, owed)
    waiting = [(names, len(level.waiting)) for names, level in levels]
    yield from gauge("upcard_claims_open", "Awards that wait for a swipe.", LEVEL, waiting)


def _levels(state: RoomState) -> Iterator[tuple[tuple[str, str], Level]]:
    for name, progressive in state.jackpots.progressives.items():
        for level_name, level in progressive.levels.items():
            yield (name, level_name), level


def _process() -> Iterator[str]:
    """The process, under the names that every board knows."""
    started: list[Sample] = [((), STARTED)]
    yield from gauge("process_start_time_seconds", "When the server started.", (), started)
    if sys.platform != "linux":
        return
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    memory: list[Sample] = [((), pages * os.sysconf("SC_PAGE_SIZE"))]
    yield from gauge("process_resident_memory_bytes", "Memory in use.", (), memory)
    files: list[Sample] = [((), len(os.listdir("/proc/self/fd")))]  # noqa: PTH208
    yield from gauge("process_open_fds", "Open files.", (), files)
