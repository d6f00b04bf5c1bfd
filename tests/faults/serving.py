"""A process that keeps a room, to be killed."""

from __future__ import annotations

from typing import Any

from tests.room.houses import PINS
from upcard.room import room_checkpoints, room_snapshots
from upcard.room.orders import Order
from upcard.room.room_openings import Place, open_room


def serve_orders(place: Place, pipe: Any) -> None:
    """Orders in, ids out once they are durable."""
    room_snapshots.EVERY, room_checkpoints.EVERY = 3, 4  # type: ignore[misc]
    room = open_room(place, pins=PINS)
    pipe.send("ready")
    while True:
        order: Order = pipe.recv()
        answer = room.submit(order)
        assert not answer.is_refused, answer.message
        pipe.send(order.id)
