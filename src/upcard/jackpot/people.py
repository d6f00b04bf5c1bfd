"""The people behind an act, and acts that need two of them."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.jackpot.refusals import JackpotCode, JackpotRefused


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a badge. The room checks the badge and the role."""

    name: str
    role: str

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"


def check_two_people(act: str, first: Person, second: Person) -> None:
    """Refuse *act* unless two different people signed it."""
    if first.name == second.name:
        raise JackpotRefused(
            JackpotCode.SAME_PERSON,
            f"{first.name} signed {act} twice: it needs two different people",
        )


def check_two_roles(act: str, first: Person, second: Person) -> None:
    """Refuse *act* unless two different people of different roles signed it."""
    check_two_people(act, first, second)
    if first.role == second.role:
        raise JackpotRefused(
            JackpotCode.SAME_ROLE,
            f"{first} and {second} signed {act}: it needs two different roles",
        )
