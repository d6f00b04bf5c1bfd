"""Routes for those who watch the server: whether it lives, whether it is ready."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from upcard.web.health import Status
from upcard.web.refusals import NO_PLACE
from upcard.web.replies import Reply
from upcard.web.sites import TheSite

router = APIRouter(include_in_schema=False)


@router.get("/health/live")
async def live() -> dict[str, Any]:
    """Whether the process answers at all: if not, start it again."""
    return {"status": Status.OK.value}


@router.get("/health/ready")
async def ready(site: TheSite) -> Reply:
    """Whether people may be sent here, part by part."""
    report = await site.health.report()
    return Reply(report.as_data(), status_code=200 if report.is_ready else NO_PLACE)
