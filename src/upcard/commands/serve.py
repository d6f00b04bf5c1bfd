"""`upcard serve`: run the card room's server."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.amounts import FORMATS
from upcard.commands.locale_amounts import LOCALE_VARIABLE, typed_format
from upcard.commands.output import Failed, Json, failures_told, show_json
from upcard.commands.room.shared_options import DATA_VARIABLE
from upcard.web.logs import LogFormat, LogLevel, logging_to

if TYPE_CHECKING:
    from ssl import SSLContext

    from upcard.room.room_openings import FirstMember, Place
    from upcard.room.rooms import Room
    from upcard.web.access.proxies import Proxies
    from upcard.web.server_settings import ServerSettings
    from upcard.web.sites import Site

TOKEN_MIN: Final = 20
TOKEN: Final = re.compile(rf"[A-Za-z0-9._~-]{{{TOKEN_MIN},}}")
_ADDRESS: Final = re.compile(
    r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?/?"
)


def serve(
    data: Annotated[
        str | None,
        typer.Option(
            metavar="DIR|URL",
            help="The room: a folder or a postgresql:// address "
            f"(default: {DATA_VARIABLE}; without either, a demonstration room).",
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8021,
    tls_cert: Annotated[Path | None, typer.Option(help="The TLS certificate, for https.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key.")] = None,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="Serve a demonstration room, kept in --data or deleted afterwards.",
        ),
    ] = False,
    witness: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="One more witness to ask: a folder, https:// or s3://.",
        ),
    ] = None,
    insecure_lan: Annotated[
        bool,
        typer.Option("--insecure-lan", help="Accept other machines without TLS."),
    ] = False,
    locale: Annotated[
        str | None,
        typer.Option(
            envvar=LOCALE_VARIABLE, help=f"How amounts are typed and shown: {', '.join(FORMATS)}."
        ),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="The address in QR codes, which players' phones must reach "
            "(default: the address the screen itself uses).",
        ),
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="An https proxy in front of this server. Its headers say where requests "
            "come from. Repeat for each proxy.",
        ),
    ] = None,
    metrics_token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file with the token that /metrics requires "
            "(default: only this machine may read it).",
        ),
    ] = None,
    log_format: Annotated[LogFormat, typer.Option(help="Format of the log.")] = LogFormat.TEXT,
    log_level: Annotated[LogLevel, typer.Option(help="Lowest level to log.")] = LogLevel.INFO,
    json: Json = False,
) -> None:
    """Serve the room at --data or UPCARD_DATA, or a demonstration room."""
    with failures_told(json), ExitStack() as leaving:
        _check(host, tls_cert, tls_key, insecure_lan)
        amounts = typed_format(locale)
        _check_public_url(public_url)
        tls, proxies = _tls(tls_cert, tls_key), _proxies(trusted_proxy or [])
        handler = logging.StreamHandler(sys.stderr)
        leaving.enter_context(logging_to(handler, log_format, log_level))
        listener = leaving.enter_context(_reserved(host, port))
        settings = replace(
            _settings(host, listener.getsockname()[1], tls, proxies),
            amounts=amounts,
            public_url=public_url.rstrip("/"),
            metrics_token=_token_in(metrics_token_file),
        )
        served = served_place(data, demo, leaving)
        site = _site(settings, served, leaving, witness or ())
        _listen(listener, settings)
        _tell(site, served, json)
        _run(site, listener, tls)


def _settings(host: str, port: int, tls: SSLContext | None, proxies: Proxies) -> ServerSettings:
    """The server's settings, with as many connections as the system allows."""
    from upcard.web.descriptors import raise_files_allowed
    from upcard.web.server_settings import RequestLimits, ServerSettings

    return ServerSettings(
        host=host,
        port=port,
        is_tls=tls is not None or bool(proxies),
        proxies=proxies,
        limits=RequestLimits().within(raise_files_allowed()),
    )


def _tls(cert: Path | None, key: Path | None) -> SSLContext | None:
    """The server's TLS context, or a sentence saying why these files do not work."""
    from upcard.web.servers import tls_context

    if cert is None or key is None:
        return None
    try:
        return tls_context(cert, key)
    except OSError as error:
        why = error.strerror or str(error)
        raise Failed("tls", f"{cert} and {key} are not a certificate and its key: {why}") from None


def _token_in(path: Path | None) -> str:
    """Read the token from a file; refuse a short one, which could be guessed."""
    if path is None:
        return ""
    try:
        token = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not ASCII text"
        raise Failed("metrics-token", f"{path} cannot be read: {why.lower()}") from None
    if not TOKEN.fullmatch(token):
        raise Failed(
            "metrics-token",
            f"{path} holds {len(token)} characters: write {TOKEN_MIN} or more letters, digits and "
            "-._~; `openssl rand -hex 32` makes one",
        )
    return token


def _proxies(texts: Sequence[str]) -> Proxies:
    from upcard.web.access.proxies import Proxies

    try:
        return Proxies.parse(texts)
    except ValueError as error:
        raise Failed("trusted-proxy", str(error)) from None


def _reserved(host: str, port: int) -> socket.socket:
    """Bind the address first, so that a port in use is reported at once."""
    from upcard.web.servers import reserved_address

    try:
        return reserved_address(host, port)
    except OSError as error:
        raise _not_listening(host, port, error) from None


def _listen(listener: socket.socket, settings: ServerSettings) -> None:
    """Start listening once the room has passed its self-test."""
    from upcard.web.servers import listen

    try:
        listen(listener)
    except OSError as error:
        raise _not_listening(settings.host, settings.port, error) from None


def _not_listening(host: str, port: int, error: OSError) -> Failed:
    why = (error.strerror or str(error)).lower()
    return Failed("address", f"cannot listen on {host} port {port}: {why}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Which room is served."""

    place: Place
    is_demo: bool
    is_temporary: bool


def served_place(data: str | None, demo: bool, leaving: ExitStack) -> Served:
    """
    The room named by the options or the environment, or else a temporary one.

    A demonstration never goes into the room that the environment names, which is real.
    """
    from upcard.room.room_openings import Place

    data = data or (None if demo else os.environ.get(DATA_VARIABLE) or None)
    if data is not None:
        return Served(place=Place.at(data), is_demo=demo, is_temporary=False)
    folder = leaving.enter_context(TemporaryDirectory(prefix="upcard-demo-"))
    return Served(place=Place.at(folder), is_demo=True, is_temporary=True)


def _site(
    settings: ServerSettings, served: Served, leaving: ExitStack, witnesses: Sequence[str]
) -> Site:
    """The server's room and what belongs to it; *leaving* releases everything."""
    from upcard.room.running_servers import begin_running
    from upcard.web.access.tokens import Tokens, key_in
    from upcard.web.demos import demo_record
    from upcard.web.sites import Site

    room, people = _opened(served.place, served.is_demo, witnesses)
    leaving.callback(room.close)
    begin_running(room)
    site = Site(settings=settings, room=room, tokens=Tokens(key_in(served.place.folder)))
    site.demo = demo_record(room, people, site.tokens) if served.is_demo else None
    return site


def _opened(
    place: Place, demo: bool, witnesses: Sequence[str]
) -> tuple[Room, Sequence[FirstMember]]:
    """Open the room at *place*, or fail with a sentence saying why."""
    from upcard.journal import StartRefused
    from upcard.room.events import RoomKind
    from upcard.room.refusals import RoomRefused
    from upcard.room.room_openings import open_room
    from upcard.web.demos import demo_room

    try:
        opened = demo_room(place) if demo else (open_room(place, witnesses=witnesses), ())
        room, people = opened
    except (RoomRefused, StartRefused) as refused:
        raise Failed(str(refused.code), str(refused)) from None
    if demo and room.state.kind is RoomKind.LIVE:
        room.close()
        raise Failed("room-is-live", f"{place.folder} holds a live room: serve it without --demo")
    return room, people


def _tell(site: Site, served: Served, as_json: bool) -> None:
    settings = site.settings
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"{'https' if settings.is_tls else 'http'}://{host}:{settings.port}"
    badges = site.demo["badges"] if site.demo else []
    if as_json:
        show_json(
            {
                "address": address,
                "room": site.room is not None,
                "demo": served.is_demo,
                "temporary": served.is_temporary,
                "badges": badges,
            }
        )
        sys.stdout.flush()
        return
    print(f"Upcard at {address} ({_described(site, served)})")
    for one in badges:
        print(f"  {one['role']:<11} {one['name']:<6} badge {one['badge']}  PIN {one['pin']}")
    if served.is_demo:
        print("To start your own room: upcard room init --data DIR, then upcard serve --data DIR")
    sys.stdout.flush()


def _described(site: Site, served: Served) -> str:
    """Which room this is, in a few words."""
    name = site.room.state.name if site.room else "no room"
    if served.is_temporary:
        return f"{name}: no real money; deleted when the server stops"
    return f"{name}: no real money" if served.is_demo else name


def _run(site: Site, listener: socket.socket, tls: SSLContext | None) -> None:
    from upcard.web.applications import make_app
    from upcard.web.kept_figures import keep_figures
    from upcard.web.servers import make_server, prepare_interpreter

    # uvicorn passes a signal on to the earlier handler: the room is closed by then, not killed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    prepare_interpreter()
    keep_figures(site)
    with suppress(KeyboardInterrupt):
        make_server(make_app(site), site, tls).run(sockets=[listener])


def _check_public_url(text: str) -> None:
    if text and not _ADDRESS.fullmatch(text):
        raise Failed(
            "public-url",
            f"--public-url is {text!r}: write http:// or https://, a host, and nothing more "
            "than a port, like https://cards.example:8021",
        )


def _check(host: str, cert: Path | None, key: Path | None, insecure_lan: bool) -> None:
    from upcard.web.server_settings import is_loopback

    if (cert is None) != (key is None):
        raise Failed("tls", "--tls-cert and --tls-key go together: give both or none")
    for path in (cert, key):
        if path is not None and not path.is_file():
            raise Failed("tls", f"{path}: there is no such file")
    if cert is None and not is_loopback(host) and not insecure_lan:
        raise Failed(
            "tls-needed",
            f"host is {host}: PINs would cross the network unencrypted; give --tls-cert "
            "and --tls-key, or --insecure-lan if the network is your own",
        )
