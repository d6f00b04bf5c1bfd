"""Who did it, and who else: money acts that need two pairs of eyes."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.jackpot.refusals import JackpotCode, JackpotRefused


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a badge. The room knows whether the badge is good and the role is enough."""

    name: str
    role: str

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"


def check_two_people(act: str, first: Person, second: Person) -> None:
    """Refuse *act* unless two different people stand for it."""
    if first.name == second.name:
        raise JackpotRefused(
            JackpotCode.SAME_PERSON,
            f"{act} is signed twice by {first.name}: it needs two different people",
        )


def check_two_roles(act: str, first: Person, second: Person) -> None:
    """Refuse *act* unless two different people of different roles stand for it."""
    check_two_people(act, first, second)
    if first.role == second.role:
        raise JackpotRefused(
            JackpotCode.SAME_ROLE,
            f"{act} is signed by {first} and {second}: it needs two different roles",
        )
