"""The pages themselves: the built files, or a page that says how to build them."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from upcard.amounts import AmountFormat
from upcard.web.refusals import NOT_FOUND, WebRefused
from upcard.web.server_settings import ServerSettings

router = APIRouter(include_in_schema=False)

PATHS: Final = (
    "/",
    "/solo",
    "/lab",
    "/drills",
    "/desk",
    "/rules",
    "/setup",
    "/begin",
    "/recall",
    "/sign-in",
    "/dealer/{table}",
    "/device/{device}",
    "/table/{table}",
    "/table/{table}/{spot}",
    "/jackpot/{progressive}",
    "/shoe/{table}/{number}",
)
"""Every page; the browser's part of the address, after #, never reaches the server."""

_PART: Final = r"[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,99}"
_FILE: Final = re.compile(rf"{_PART}(?:/{_PART}){{0,5}}")
_HASHED: Final = re.compile(r"assets/.*-[A-Za-z0-9_-]{8,}\.")

_AMOUNTS: Final = re.compile(r'<meta name="amounts"[^>]*>')
"""Where the document says how amounts are written."""

PACKED: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".txt"})

MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Upcard: pages not built</title></head>
<body><h1>The pages are not built</h1>
<p>The server runs and answers under <code>/api</code>, but it has no pages.</p>
<p>In the project's folder, run <code>make pages</code> (it needs Node 20 or newer), then reload.
An installed wheel has the pages in it.</p></body></html>
"""


def page(request: Request) -> Response:
    """The one document behind every page."""
    index = _folder(request) / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, status_code=200)
    settings: ServerSettings = request.app.state.site.settings
    document = _document(index, index.stat().st_mtime_ns, settings.amounts)
    return HTMLResponse(document, headers={"cache-control": "no-cache"})


for _path in PATHS:
    router.add_api_route(_path, page, methods=["GET"])


@router.get("/{path:path}")
def file(path: str, request: Request) -> Response:
    """A file of the built pages: scripts, styles, card faces."""
    found = _folder(request) / path
    if path.startswith("api/") or not _FILE.fullmatch(path) or not found.is_file():
        is_person = "text/html" in request.headers.get("accept", "")
        if is_person and not path.startswith("api/"):
            shown = page(request)  # The document says itself that nothing is there.
            shown.status_code = NOT_FOUND
            return shown
        raise WebRefused("not-found", f"there is nothing at /{path[:80]}", NOT_FOUND)
    is_hashed = _HASHED.match(path) is not None
    keep = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
    return _sent(request, found, keep)


def _sent(request: Request, path: Path, keep: str) -> Response:
    """A file, packed where that makes it smaller and the browser can unpack it."""
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    if path.suffix not in PACKED or not takes_gzip:
        return FileResponse(path, headers=headers)
    packed = _packed(path, path.stat().st_mtime_ns)
    kind, _ = guess_type(path.name)
    headers["content-encoding"] = "gzip"
    return Response(packed, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _packed(path: Path, _written: int) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


@lru_cache(maxsize=8)
def _document(index: Path, _written: int, amounts: AmountFormat) -> str:
    """The document, with the amount format that its pages use."""
    told = "".join(
        f' {name}="{escape(value)}"'
        for name, value in (
            ("content", amounts.locale),
            ("data-decimal", amounts.decimal),
            ("data-thousands", amounts.thousands),
            ("data-also", amounts.also),
        )
    )
    return _AMOUNTS.sub(f'<meta name="amounts"{told}>', index.read_text("utf-8"))


def _folder(request: Request) -> Path:
    folder: Path = request.app.state.site.settings.pages
    return folder
