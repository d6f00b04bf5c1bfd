"""Where a request comes from: a device that somebody of the room signed in at, or an address."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from fastapi import Response
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

from upcard.room.people.tries import Origin
from upcard.web.access.callers import address_key, client_of

COOKIE: Final = "upcard_device"
AGE_SECONDS: Final = 400 * 24 * 3600
_SALT: Final = "upcard device 1"


class Devices:
    """
    Marks the devices that people of the room have signed in at.

    What strangers try at their own addresses makes no known device wait.
    """

    def __init__(self, key: bytes, *, is_tls: bool) -> None:
        self._serializer = URLSafeSerializer(key, salt=_SALT)
        self._is_tls = is_tls

    def origin_of(self, connection: HTTPConnection) -> Origin:
        """Where a request comes from."""
        name = self._known(connection)
        if name:
            return Origin(f"device {name}", True)
        return Origin(address_key(client_of(connection.scope)))

    def signed_in_origin(self, connection: HTTPConnection) -> Origin:
        """Where a request of somebody signed in comes from: the session makes the place known."""
        return replace(self.origin_of(connection), is_known=True)

    def remember(self, connection: HTTPConnection, response: Response) -> None:
        """Somebody has signed in here: from now on the device is known."""
        name = self._known(connection) or secrets.token_hex(8)
        response.set_cookie(
            COOKIE,
            self._serializer.dumps(name),
            max_age=AGE_SECONDS,
            httponly=True,
            samesite="strict",
            secure=self._is_tls,
            path="/",
        )

    def _known(self, connection: HTTPConnection) -> str:
        try:
            found: str = self._serializer.loads(connection.cookies.get(COOKIE, ""))
        except BadSignature:
            return ""
        return found
