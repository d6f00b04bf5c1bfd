"""The interface for counting what a room does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from upcard.journal import Answer
    from upcard.room.orders import Order


class Observer(Protocol):
    """Receives what a room does, in the thread that does it; must be quick and never fail."""

    def answered(self, order: Order, answer: Answer) -> None:
        """An order was decided, now or before."""

    def committed(self, seconds: float) -> None:
        """A transaction with orders is on the disk; *seconds* is how long it took."""


class Unobserved:
    """Counts nothing."""

    def answered(self, order: Order, answer: Answer) -> None:
        """An order was decided."""

    def committed(self, seconds: float) -> None:
        """A transaction is on the disk."""
