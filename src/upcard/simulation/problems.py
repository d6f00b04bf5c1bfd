"""What cannot be simulated."""


class SetupError(ValueError):
    """Something that cannot be simulated, and what can."""
