"""Who may count what a room does, without the room knowing who it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from upcard.journal import Answer
    from upcard.room.orders import Order


class Observer(Protocol):
    """Is told what a room does, in the thread that does it: it must be quick and never fail."""

    def answered(self, order: Order, answer: Answer) -> None:
        """An order was decided, now or before."""

    def committed(self, seconds: float) -> None:
        """A transaction with orders is on the disk; it took so long."""


class Unobserved:
    """Counts nothing."""

    def answered(self, order: Order, answer: Answer) -> None:
        """An order was decided."""

    def committed(self, seconds: float) -> None:
        """A transaction is on the disk."""
