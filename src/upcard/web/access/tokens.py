"""Links for screens: signed tokens, each bound to one view of one table or progressive."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from itsdangerous import BadSignature, URLSafeTimedSerializer

from upcard.room.keys import secret_at
from upcard.table.views import Audience, Viewer
from upcard.web.refusals import NO_SESSION, NOT_THIS_ROLE, WebRefused

KEY_FILE: Final = "displays.key"
SALT: Final = "upcard display 1"
AGE_SECONDS_MAX: Final = 400 * 24 * 3600
TOKEN_MAX: Final = 600

Kind = Literal["table", "player", "jackpot", "shoes"]
"""A token for shoes reads what was published of a table's shoes; it neither watches nor cuts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What one screen may look at."""

    kind: Kind
    table: str = ""
    spots: tuple[int, ...] = ()
    progressive: str = ""

    @property
    def viewer(self) -> Viewer:
        """The screen as an audience of its table."""
        if self.kind == "player":
            return Viewer(Audience.PLAYER, self.spots)
        return Viewer(Audience.DISPLAY)

    @property
    def path(self) -> str:
        """The page for this screen; its token is added after a #."""
        match self.kind:
            case "jackpot":
                return f"/jackpot/{self.progressive}"
            case "player" if len(self.spots) == 1:
                return f"/table/{self.table}/{self.spots[0]}"
            case _:
                return f"/table/{self.table}"


class Tokens:
    """Makes and reads the tokens of one room; anyone with the key file can make them."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._serializer = URLSafeTimedSerializer(key, salt=SALT)

    def made_for(self, screen: Screen) -> str:
        """A token for *screen*."""
        data = [screen.kind, screen.table, list(screen.spots), screen.progressive]
        made: str = self._serializer.dumps(data)
        return made

    def read(self, token: str) -> Screen:
        """The screen that *token* was made for."""
        try:
            if len(token) > TOKEN_MAX:
                raise BadSignature("too long")
            data = self._serializer.loads(token, max_age=AGE_SECONDS_MAX)
            kind, table, spots, progressive = data
        except (BadSignature, ValueError, TypeError):
            raise WebRefused(
                "token-wrong", "this link does not work here: ask for a new one", NO_SESSION
            ) from None
        return Screen(kind=kind, table=table, spots=tuple(spots), progressive=progressive)

    def read_for_table(self, token: str, table: str) -> Viewer:
        """The audience that *token* makes of its holder at *table*, and at no other."""
        screen = self.read(token)
        if screen.kind not in ("table", "player") or screen.table != table:
            raise _elsewhere()
        return screen.viewer

    def check_shoes(self, token: str, table: str) -> None:
        """Refuse a token that is not for a screen of *table*, or for its shoes."""
        screen = self.read(token)
        if screen.kind == "jackpot" or screen.table != table:
            raise _elsewhere()

    def check_progressive(self, token: str, progressive: str) -> None:
        """Refuse a token that is not for this progressive."""
        screen = self.read(token)
        if screen.kind != "jackpot" or screen.progressive != progressive:
            raise _elsewhere()


def _elsewhere() -> WebRefused:
    return WebRefused("token-elsewhere", "this link is for another view", NOT_THIS_ROLE)


def key_in(folder: Path) -> bytes:
    """The key of a data folder, made the first time; nobody but the server's user reads it."""
    return secret_at(folder / KEY_FILE)
