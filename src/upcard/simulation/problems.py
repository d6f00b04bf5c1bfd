"""Errors of the simulator."""

from upcard.problems import UpcardError


class SetupError(UpcardError, ValueError):
    """Something that cannot be simulated, and what can."""

    code = "setup"


class DoesNotFit(SetupError):
    """A setup that the vector engines cannot play; *reason* says why, as part of a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the vector engines cannot play this run because {reason}")
        self.reason = reason
