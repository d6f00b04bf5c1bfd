"""Sessions of devices: a fresh word to sign with, and whether the right key signed it."""

from __future__ import annotations

import hmac
import re
import secrets
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer

from upcard.room.clocks import now
from upcard.room.device_wire import DEVICE, mac_of
from upcard.room.enrolled_devices import EnrolledDevice
from upcard.room.rooms import Room
from upcard.web.refusals import NO_SESSION, WebRefused

SALT: Final = "upcard device session 1"
AGE_SECONDS_MAX: Final = 600
"""
How old a session may be when a connection begins, by any server's clock.

Somebody who can read the network could repeat a heartbeat for so long, and no longer.
"""
AHEAD_SECONDS_MAX: Final = 30
"""How far the clocks of two servers may differ."""
SESSION_MAX: Final = 200
_NOBODY_S: Final = bytes(32)
PATH: Final = re.compile(r"/api/devices/([^/]{1,64})/(live|messages|session)")


class DeviceSessions:
    """
    Makes sessions and checks who signs with them.

    A session is signed by the room's servers, so that any of them knows it. A device needs no
    clock: what it signs in a fresh session was said now.
    """

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeTimedSerializer(key, salt=SALT)

    def begin(self) -> str:
        """A new session, which anybody may have: it is good for nothing without a key."""
        made: str = self._serializer.dumps(secrets.token_hex(8))
        return made

    def device_of(self, room: Room, name: str, session: str, mac: str) -> EnrolledDevice:
        """The device that signs in this session, or a refusal that tells strangers nothing."""
        try:
            if len(session) > SESSION_MAX:
                raise BadSignature("too long")
            _, begun = self._serializer.loads(session, return_timestamp=True)
            if not -AHEAD_SECONDS_MAX <= (now() - begun).total_seconds() <= AGE_SECONDS_MAX:
                raise BadSignature("too old, or from the future")
        except BadSignature:
            raise WebRefused(
                "session-over", "this session is over or none of ours: begin a new one", NO_SESSION
            ) from None
        return self._signer(room, name, session, mac)

    def asker_of(self, room: Room, name: str, mac: str) -> EnrolledDevice:
        """
        The device that asks for a session and signs no session.

        That proves no more than that it had its key once. It is enough to count the request as
        the device's, so that no crowd of guests keeps a device out.
        """
        return self._signer(room, name, "", mac)

    def _signer(self, room: Room, name: str, session: str, mac: str) -> EnrolledDevice:
        device = room.state.devices.get(name)
        key = room.device_key(device.enrolment) if device else _NOBODY_S
        proof = mac_of(key, session, DEVICE, "")
        fits = hmac.compare_digest(proof.encode(), mac.encode(errors="replace"))
        if device is None or not fits:
            raise WebRefused(
                "device-unknown",
                f"no device {name[:32]!r} with that key is enrolled here: enrol it, or check its "
                "key",
                NO_SESSION,
            )
        return device
