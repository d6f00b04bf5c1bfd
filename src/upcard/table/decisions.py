"""What a player may decide on a hand, and what it is called."""

from enum import StrEnum


class Decision(StrEnum):
    """A player's decision on the hand in turn."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    RESCUE = "rescue"
