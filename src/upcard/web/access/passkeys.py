"""Passkeys: a second factor that a browser asks for, and that is verified here (WebAuthn)."""

from __future__ import annotations

import hmac
import json
import time
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from upcard.plain import JsonObject
from upcard.room.people.staff import Member, Passkey
from upcard.web.refusals import FIELDS_WRONG, NO_SESSION, NOT_THIS_ROLE, WebRefused
from upcard.web.server_settings import host_in

ANSWER_SECONDS: Final = 180
_SALT: Final = "upcard passkey 1"


class PasskeyNeeded(WebRefused):
    """A refusal that brings what the browser asks the passkey with."""

    def __init__(self, member: Member, options: JsonObject, ticket: str, status: int) -> None:
        super().__init__(
            "passkey-needed",
            f"badge {member.badge} must also sign with its passkey",
            status,
            more={"badge": member.badge, "options": options, "ticket": ticket},
        )


class Passkeys:
    """
    Asks for passkeys and verifies them; nothing is kept between the two.

    The challenge follows from what it is for (a sign-in's ticket, an order's id), so that an
    answer is good for that alone.
    """

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, _SALT.encode(), "sha256")
        self._tickets = URLSafeTimedSerializer(key, salt=_SALT)
        self._used: dict[str, float] = {}
        """Tickets that were brought back, until they are too old anyway."""

    def new_ticket(self, purpose: str) -> str:
        """Something to sign for, good for some minutes."""
        made: str = self._tickets.dumps([purpose, time.time_ns()])
        return made

    def purpose_of(self, ticket: str) -> str:
        """What a ticket is for. It is good for once, and for some minutes."""
        now = time.monotonic()
        self._used = {one: at for one, at in self._used.items() if now - at < ANSWER_SECONDS}
        try:
            purpose, _ = self._tickets.loads(ticket, max_age=ANSWER_SECONDS)
            if ticket in self._used:
                raise BadSignature("used")
        except (BadSignature, ValueError, TypeError):
            raise WebRefused(
                "passkey-refused", "this took too long or was already done: start again", NO_SESSION
            ) from None
        self._used[ticket] = now
        return str(purpose)

    def asked(
        self, connection: HTTPConnection, member: Member, ticket: str, status: int
    ) -> PasskeyNeeded:
        """The refusal that makes a browser ask for one of *member*'s passkeys."""
        options = generate_authentication_options(
            rp_id=_relying_party(connection),
            challenge=self._challenge(ticket, member.badge),
            allow_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id))
                for one in member.passkeys
            ],
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return PasskeyNeeded(member, json.loads(options_to_json(options)), ticket, status)

    def check(
        self, connection: HTTPConnection, member: Member, ticket: str, answer: dict[str, object]
    ) -> None:
        """Refuse an answer that none of *member*'s passkeys gave for *ticket*."""
        known = {one.id: one for one in member.passkeys}
        used = known.get(str(answer.get("id")))
        try:
            if used is None:
                raise WebAuthnException("not a passkey of this badge")
            verify_authentication_response(
                credential=answer,
                expected_challenge=self._challenge(ticket, member.badge),
                expected_rp_id=_relying_party(connection),
                expected_origin=_origin(connection),
                credential_public_key=base64url_to_bytes(used.public_key),
                # Most passkeys do not count; a counter would only refuse those that do.
                credential_current_sign_count=0,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise WebRefused(
                "passkey-refused", f"the passkey was not accepted: {error}"[:200], NOT_THIS_ROLE
            ) from None

    def offered(self, connection: HTTPConnection, member: Member, ticket: str) -> JsonObject:
        """What a browser makes a new passkey with."""
        options = generate_registration_options(
            rp_id=_relying_party(connection),
            rp_name="Upcard",
            user_name=member.badge,
            user_id=member.badge.encode(),
            user_display_name=member.name,
            challenge=self._challenge(ticket, member.badge),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id))
                for one in member.passkeys
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.DISCOURAGED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        found: JsonObject = json.loads(options_to_json(options))
        return found

    def made(
        self,
        connection: HTTPConnection,
        member: Member,
        ticket: str,
        answer: dict[str, object],
        name: str,
    ) -> Passkey:
        """The passkey that a browser has made."""
        try:
            found = verify_registration_response(
                credential=answer,
                expected_challenge=self._challenge(ticket, member.badge),
                expected_rp_id=_relying_party(connection),
                expected_origin=_origin(connection),
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise WebRefused(
                "passkey-refused", f"the passkey was not made: {error}"[:200], FIELDS_WRONG
            ) from None
        return Passkey(
            bytes_to_base64url(found.credential_id),
            bytes_to_base64url(found.credential_public_key),
            name,
        )

    def _challenge(self, ticket: str, badge: str) -> bytes:
        return hmac.digest(self._key, f"{badge} {ticket}".encode(), "sha256")


def _relying_party(connection: HTTPConnection) -> str:
    return host_in(connection.headers.get("host", ""))


def _origin(connection: HTTPConnection) -> str:
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.headers.get('host', '')}"
