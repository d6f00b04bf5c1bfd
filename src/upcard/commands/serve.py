"""`upcard serve`: run the card room's server."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.amounts import FORMATS
from upcard.commands.locale_amounts import LOCALE_VARIABLE, typed_format
from upcard.commands.output import Failed, Json, failures_told, show_json
from upcard.commands.room.shared_options import DATA_VARIABLE
from upcard.commands.serve_options import (
    check_listening,
    check_public_url,
    proxies_of,
    tls_of,
    token_in,
)
from upcard.web.logs import LogFormat, LogLevel, logging_to

if TYPE_CHECKING:
    from ssl import SSLContext

    from fastapi import FastAPI

    from upcard.room.room_openings import FirstMember, Place
    from upcard.room.rooms import Room
    from upcard.web.access.proxies import Proxies
    from upcard.web.server_settings import ServerSettings
    from upcard.web.sites import Site


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
    set_up: Annotated[
        bool,
        typer.Option(
            "--set-up",
            help="Where --data holds no room yet: print a link that sets one up in the browser.",
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
        check_listening(host, tls_cert, tls_key, insecure_lan)
        amounts = typed_format(locale)
        check_public_url(public_url)
        tls, proxies = tls_of(tls_cert, tls_key), proxies_of(trusted_proxy or [])
        handler = logging.StreamHandler(sys.stderr)
        leaving.enter_context(logging_to(handler, log_format, log_level))
        listener = leaving.enter_context(_reserved(host, port))
        settings = replace(
            _settings(host, listener.getsockname()[1], tls, proxies),
            amounts=amounts,
            public_url=public_url.rstrip("/"),
            metrics_token=token_in(metrics_token_file),
        )
        served = served_place(data, demo, leaving)
        if set_up and not _set_up(served, settings, listener, tls, json):
            return
        site = _site(settings, served, leaving, witness or ())
        _listen(listener, settings)
        _tell(site, served, json)
        _run(site, listener, tls)


def _set_up(
    served: Served,
    settings: ServerSettings,
    listener: socket.socket,
    tls: SSLContext | None,
    as_json: bool,
) -> bool:
    """Let somebody set the room up in a browser, where there is none; whether there is one now."""
    from upcard.room.room_openings import has_room
    from upcard.web.first_rooms import FirstRoom
    from upcard.web.servers import make_server
    from upcard.web.sites import Site

    if served.is_demo:
        raise Failed("set-up", "--set-up makes a real room: give --data, and no --demo")
    with _refusals_told():
        if has_room(served.place):
            return True
    first = FirstRoom(served.place)
    site = Site(settings=settings, first_room=first)
    again = listener.dup()  # The server closes what it listens on; the room is served there next.
    _listen(listener, settings)
    _tell_set_up(settings, first.code, as_json)
    server = make_server(_app(site), site, tls)
    first.when_made = server.stop
    with suppress(KeyboardInterrupt):
        server.run(sockets=[again])
    return first.is_made


def _tell_set_up(settings: ServerSettings, code: str, as_json: bool) -> None:
    link = f"{settings.address}/begin#{code}"
    if as_json:
        show_json({"address": settings.address, "room": False, "set_up": link})
    else:
        print(f"Upcard at {settings.address} (no room yet)")
        print(f"To set the room up, open this link; it works once:\n  {link}")
    sys.stdout.flush()


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
    from upcard.room.events import RoomKind
    from upcard.room.room_openings import open_room
    from upcard.web.demos import demo_room

    with _refusals_told():
        opened = demo_room(place) if demo else (open_room(place, witnesses=witnesses), ())
        room, people = opened
    if demo and room.state.kind is RoomKind.LIVE:
        room.close()
        raise Failed("room-is-live", f"{place.folder} holds a live room: serve it without --demo")
    return room, people


@contextmanager
def _refusals_told() -> Iterator[None]:
    """A room that cannot be opened ends the command with the refusal's sentence."""
    from upcard.journal import StartRefused
    from upcard.room.refusals import RoomRefused

    try:
        yield
    except (RoomRefused, StartRefused) as refused:
        raise Failed(str(refused.code), str(refused)) from None


def _tell(site: Site, served: Served, as_json: bool) -> None:
    address = site.settings.address
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


def _app(site: Site) -> FastAPI:
    from upcard.web.applications import make_app

    return make_app(site)


def _run(site: Site, listener: socket.socket, tls: SSLContext | None) -> None:
    from upcard.web.kept_figures import keep_figures
    from upcard.web.servers import make_server, prepare_interpreter

    # uvicorn passes a signal on to the earlier handler: the room is closed by then, not killed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    prepare_interpreter()
    keep_figures(site)
    with suppress(KeyboardInterrupt):
        make_server(_app(site), site, tls).run(sockets=[listener])
