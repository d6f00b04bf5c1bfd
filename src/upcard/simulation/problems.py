"""What cannot be simulated."""

from upcard.problems import UpcardError


class SetupError(UpcardError, ValueError):
    """Something that cannot be simulated, and what can."""

    code = "setup"
