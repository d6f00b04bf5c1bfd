"""Reports, win pages and charts, made from what is recorded."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import Response

from upcard.calculators import questions
from upcard.plain import JsonObject
from upcard.room.clocks import gaming_day, now
from upcard.room.money_orders import PrintSlip
from upcard.room.orders import Order, Signature
from upcard.room.people.roles import Act, may
from upcard.room.prints import failures_recorded
from upcard.room.rooms import Room
from upcard.web.access.guards import DESK, Heavy, TheRoom, Visitor, one_of
from upcard.web.refusals import FIELDS_WRONG, NOT_FOUND, WebRefused
from upcard.web.routes.order_routes import answer_record, new_order_id
from upcard.web.routes.recall_routes import note_reading
from upcard.web.sites import Site, TheSite

if TYPE_CHECKING:
    from upcard.books import Period, Stamp
    from upcard.books.histories import Books

router = APIRouter(prefix="/api", tags=["reports"])
Reading = Annotated[Visitor, Depends(one_of(DESK))]
Day = Annotated[date | None, Query()]
DAYS_MAX: Final = 400
MEDIA: Final = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
}


@router.get("/reports")
def reports(_: Reading) -> list[JsonObject]:
    """Every report there is."""
    from upcard.books.reports import FORMATS, REPORTS

    return [
        {
            "name": kind.name,
            "title": kind.title,
            "says": kind.says,
            "takes": ["day"],
            "formats": list(FORMATS),
        }
        for kind in REPORTS.values()
    ]


@router.get("/reports/{name}")
def report(
    name: Annotated[str, Path(max_length=40)],
    room: TheRoom,
    site: TheSite,
    _: Heavy,
    visitor: Reading,
    format: Literal["json", "csv", "pdf", "html"] = "json",
    first: Day = None,
    last: Day = None,
) -> Response:
    """One report over some gaming days; today's, if none are named."""
    from upcard.books.reports import FORMATS, REPORTS

    kind = REPORTS.get(name)
    if kind is None:
        known = ", ".join(REPORTS)
        raise WebRefused(
            "report-unknown", f"there is no such report: choose one of {known}", NOT_FOUND
        )
    period = period_of(room, first, last)
    note_reading(room, visitor, f"report {name} {period.first} to {period.last}")
    made = FORMATS[format](kind.build(books_of(site, room), period, _stamp(room, period)))
    shown = "attachment" if format == "html" else "inline"
    headers = {"content-disposition": f'{shown}; filename="{name}-{period.last}.{format}"'}
    return Response(made, media_type=MEDIA[format], headers=headers)


def books_of(site: Site, room: Room) -> Books:
    """What reports are made of; what a game should bring is worked out beside the server."""
    from upcard.books.histories import Books

    return Books(room.journal, lambda plays: site.staff_calculator.ask(questions.figures, plays))


def period_of(room: Room, first: date | None, last: date | None) -> Period:
    """The gaming days asked for."""
    from upcard.books.histories import Period, PeriodError

    today = gaming_day(now(), room.state.day_starts_at)
    end = last or (max(first, today) if first else today)
    try:
        period = Period(first or end, end)
    except PeriodError as error:
        raise WebRefused(error.code, str(error), FIELDS_WRONG) from None
    if period.last - period.first > timedelta(days=DAYS_MAX):
        raise WebRefused(
            "period-not-allowed",
            f"a report covers {DAYS_MAX} days at most: choose fewer days",
            FIELDS_WRONG,
        )
    return period


def _stamp(room: Room, period: Period) -> Stamp:
    from upcard.books.stamps import stamp_of

    return stamp_of(room.journal, period.last, f"{now():%Y-%m-%dT%H:%M:%SZ}")


@router.get("/slips/{number}.pdf")
def slip(
    number: Annotated[int, Path(ge=1, lt=2**53)],
    room: TheRoom,
    _: Heavy,
    visitor: Reading,
) -> Response:
    """A win page; every print after the first says REPRINT, and is recorded."""
    from upcard.books.slips import SlipError, slip_of, slip_pdf

    try:
        found = slip_of(room.journal, number)
    except SlipError as error:
        raise WebRefused(error.code, str(error), NOT_FOUND) from None
    is_reprint = _is_reprint(room, visitor, number)
    with failures_recorded(room, number, visitor.member.badge):
        made = slip_pdf(found, is_reprint)
    headers = {"content-disposition": f'inline; filename="win-page-{number:06}.pdf"'}
    return Response(made, media_type=MEDIA["pdf"], headers=headers)


def _is_reprint(room: Room, visitor: Visitor, number: int) -> bool:
    """Whether somebody has printed it before; who only reads gets a reprint in any case."""
    if not may(visitor.member.role, Act.PRINT_SLIP):
        note_reading(room, visitor, f"win page {number}")
        return True
    by = Signature(visitor.member.badge)
    answer = room.submit(Order(id=new_order_id(), by=by, wish=PrintSlip(number)))
    return bool(answer_record(answer)["answer"]["reprint"])


@router.get("/charts/{name}.svg")
def chart(
    name: Annotated[str, Path(max_length=40)],
    room: TheRoom,
    _: Heavy,
    visitor: Reading,
    first: Day = None,
    last: Day = None,
) -> Response:
    """A chart: the meters' history, or the awards."""
    from upcard.books.reports import REPORTS
    from upcard.screens.desk_charts import CHARTS

    if name not in CHARTS:
        known = ", ".join(CHARTS)
        raise WebRefused(
            "chart-unknown", f"there is no such chart: choose one of {known}", NOT_FOUND
        )
    period = period_of(room, first, last)
    note_reading(room, visitor, f"chart {name} {period.first} to {period.last}")
    kind = REPORTS[name]
    made = kind.build(room.journal, period, _stamp(room, period))
    return Response(CHARTS[name](made), media_type="image/svg+xml")
