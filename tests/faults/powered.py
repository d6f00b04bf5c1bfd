"""The program whose power is cut: it plays keys of a room and says which are done."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from tests.room.houses import PINS
from upcard.journal import journal_openings
from upcard.journal.engines import SQLITE_PRAGMAS
from upcard.room.room_openings import Place, open_room


def main() -> None:
    """Play the orders in a file; `ack ID` follows each one that is durable."""
    folder, orders, *pragmas = sys.argv[1:]
    if pragmas:  # The control: a database that would be refused.
        SQLITE_PRAGMAS.update(dict(one.split("=") for one in pragmas))
        vars(journal_openings)["check_settings"] = lambda connection: None
    room = open_room(Place.at(folder), pins=PINS)
    for order in pickle.loads(Path(orders).read_bytes()):
        assert not room.submit(order).is_refused
        sys.stdout.write(f"ack {order.id}\n")
        sys.stdout.flush()
    room.close()


if __name__ == "__main__":
    main()
