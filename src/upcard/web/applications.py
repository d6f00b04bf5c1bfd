"""The application: every route, behind one gate."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from upcard import __version__
from upcard.web.access.gates import Gate
from upcard.web.replies import Reply, add_refusals
from upcard.web.routes import (
    demo_routes,
    desk_routes,
    device_routes,
    display_routes,
    drill_routes,
    first_room_routes,
    lab_routes,
    order_routes,
    page_routes,
    passkey_routes,
    preview_routes,
    progressive_routes,
    recall_routes,
    report_routes,
    room_routes,
    rule_routes,
    session_routes,
    setup_routes,
    shoe_routes,
    solo_routes,
    table_routes,
    watch_routes,
    witness_routes,
)
from upcard.web.sites import Site

LOG: Final = logging.getLogger("upcard.web")
ROUTERS: tuple[APIRouter, ...] = (
    room_routes.router,
    first_room_routes.router,
    session_routes.router,
    passkey_routes.router,
    order_routes.router,
    preview_routes.router,
    table_routes.router,
    progressive_routes.router,
    display_routes.router,
    desk_routes.router,
    recall_routes.router,
    shoe_routes.router,
    report_routes.router,
    rule_routes.router,
    setup_routes.router,
    lab_routes.router,
    solo_routes.router,
    drill_routes.router,
    witness_routes.router,
    device_routes.router,
    demo_routes.router,
    watch_routes.router,
    page_routes.router,
)


def make_app(site: Site) -> FastAPI:
    """The server of *site*, ready to be run."""
    app = FastAPI(
        title="Upcard",
        version=__version__,
        description="The card room's routes; docs/web.md explains them.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        default_response_class=Reply,
        generate_unique_id_function=_name_of,
        lifespan=_running,
    )
    app.state.site = site
    add_refusals(app)
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(Gate, site=site)
    return app


def _name_of(route: APIRoute) -> str:
    return route.name


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs."""
    site: Site = app.state.site
    site.start()
    LOG.info("Upcard %s serves on port %s", __version__, site.settings.port)
    try:
        yield
    finally:
        site.stop()
        LOG.info("the server is stopping")
