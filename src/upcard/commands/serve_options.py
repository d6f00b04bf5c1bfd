"""What the options of `upcard serve` say, checked before anything is opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from upcard.commands.output import Failed

if TYPE_CHECKING:
    from ssl import SSLContext

    from upcard.web.access.proxies import Proxies

TOKEN_MIN: Final = 20
TOKEN: Final = re.compile(rf"[A-Za-z0-9._~-]{{{TOKEN_MIN},}}")
_ADDRESS: Final = re.compile(
    r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?/?"
)


def tls_of(cert: Path | None, key: Path | None) -> SSLContext | None:
    """The server's TLS context, or a sentence saying why these files do not work."""
    from upcard.web.servers import tls_context

    if cert is None or key is None:
        return None
    try:
        return tls_context(cert, key)
    except OSError as error:
        why = error.strerror or str(error)
        raise Failed("tls", f"{cert} and {key} are not a certificate and its key: {why}") from None


def token_in(path: Path | None) -> str:
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


def proxies_of(texts: Sequence[str]) -> Proxies:
    """The proxies whose headers are believed."""
    from upcard.web.access.proxies import Proxies

    try:
        return Proxies.parse(texts)
    except ValueError as error:
        raise Failed("trusted-proxy", str(error)) from None


def check_public_url(text: str) -> None:
    """Refuse an address that a QR code could not hold."""
    if text and not _ADDRESS.fullmatch(text):
        raise Failed(
            "public-url",
            f"--public-url is {text!r}: write http:// or https://, a host, and nothing more "
            "than a port, like https://cards.example:8021",
        )


def check_listening(host: str, cert: Path | None, key: Path | None, insecure_lan: bool) -> None:
    """Refuse half of a certificate, and PINs that would cross a network in the clear."""
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
