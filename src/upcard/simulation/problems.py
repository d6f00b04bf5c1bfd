"""Errors of the simulator."""

from upcard.problems import UpcardError


class SetupError(UpcardError, ValueError):
    """Something that cannot be simulated, and what can."""

    code = "setup"


class DoesNotFit(SetupError):
    """A setup that does not fit the tables that engines walk through, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the simulator cannot play this: {reason}")
