"""Routes for those who watch the server: whether it lives, whether it is ready, what it counts."""

from __future__ import annotations

import hmac
from typing import Final

from fastapi import APIRouter, Request, Response

from upcard.web.access.callers import client_of
from upcard.web.access.gates import FORWARDED
from upcard.web.health import Status
from upcard.web.measures import metrics_text
from upcard.web.metrics import CONTENT_TYPE
from upcard.web.refusals import NO_PLACE, NOT_THIS_ROLE, WebRefused
from upcard.web.replies import Reply
from upcard.web.server_settings import is_loopback
from upcard.web.sites import TheSite

router = APIRouter(include_in_schema=False)

PASSED_ON: Final = frozenset({"forwarded", "via", "x-forwarded-for", "x-real-ip"})
"""Headers of a request that came through a proxy, whether or not it is one of ours."""


@router.get("/health/live")
async def live() -> dict[str, object]:
    """Whether the process answers at all: if not, start it again."""
    return {"ok": True, "status": Status.OK.value}


@router.get("/health")
@router.get("/health/ready")
async def ready(site: TheSite) -> Reply:
    """Whether people may be sent here, part by part."""
    report = await site.health.report()
    return Reply(report.as_data(), status_code=200 if report.is_ready else NO_PLACE)


@router.get("/metrics")
async def metrics(request: Request, site: TheSite) -> Response:
    """Everything that is counted and measured, for Prometheus."""
    _check_may_measure(request, site.settings.metrics_token)
    text = metrics_text(site, await site.health.report())
    return Response(text, media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})


def _check_may_measure(request: Request, token: str) -> None:
    """
    Callers with the token, if there is one; else only this machine, and not through a proxy.

    A proxy on this machine would make everybody in the world a neighbour.
    """
    if token:
        shown = request.headers.get("authorization", "")
        if not hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
            raise WebRefused(
                "metrics-not-allowed",
                "send the header Authorization: Bearer with the token of --metrics-token-file",
                NOT_THIS_ROLE,
            )
        return
    is_passed_on = request.scope["state"][FORWARDED] or PASSED_ON & set(request.headers)
    if is_passed_on or not is_loopback(client_of(request.scope)):
        raise WebRefused(
            "metrics-not-allowed",
            "only this machine may read metrics: start the server with --metrics-token-file "
            "to read them from elsewhere or through a proxy",
            NOT_THIS_ROLE,
        )
