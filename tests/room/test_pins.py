"""What a PIN alone is good for: peppered with the room's key, and joined by a passkey."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from tests.journal.journals import filled, fresh_url
from tests.room.houses import PIN, PINS, new_room, place_in
from upcard.journal.tables import CREDENTIALS
from upcard.money import Cents
from upcard.room.money_orders import RecordBank
from upcard.room.orders import Order, Signature
from upcard.room.people.pins import KeptPins
from upcard.room.people.staff import Passkey
from upcard.room.people.tries import SHELL, Origin
from upcard.room.staff_orders import AddPasskey

PEPPER = bytes(range(32))
KEY = Passkey(id="a2V5", public_key="cHVibGlj", name="blue key")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A room's database."""
    journal = filled(fresh_url("sqlite", tmp_path), 1)
    yield journal.engine
    journal.close()


def test_a_pin_is_peppered_so_a_copy_of_the_database_alone_tells_nothing(engine: Engine) -> None:
    pins = KeptPins(engine, PEPPER, PINS)
    name = pins.kept(PIN)
    with engine.connect() as connection:
        stored = connection.scalar(select(CREDENTIALS.c.kept))

    assert stored is not None
    assert pins.fits(name, PIN)
    assert not pins.fits(name, "000000")
    assert not PINS.fits(stored, PIN)
    assert not KeptPins(engine, bytes(32), PINS).fits(name, PIN)


def test_a_pin_put_under_somebody_s_name_does_not_fit(engine: Engine) -> None:
    pins = KeptPins(engine, PEPPER, PINS)
    hers, mine = pins.kept(PIN), pins.kept("135792")
    with engine.begin() as connection:
        for trigger in (
            connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            .scalars()
            .all()
        ):
            connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        mine_kept = connection.scalar(select(CREDENTIALS.c.kept).where(CREDENTIALS.c.id == mine))
        connection.execute(
            update(CREDENTIALS).where(CREDENTIALS.c.id == hers).values(kept=mine_kept)
        )

    assert not pins.fits(hers, "135792")
    assert not pins.fits(hers, PIN)
    assert pins.fits(mine, "135792")


def test_a_pin_of_version_0_1_fits_as_it_was_kept(engine: Engine) -> None:
    assert KeptPins(engine, PEPPER, PINS).fits(PINS.kept(PIN), PIN)


def test_a_badge_with_a_passkey_signs_with_both_except_at_the_server_s_shell(
    tmp_path: Path,
) -> None:
    room = new_room(place_in(tmp_path))
    wish = RecordBank(Cents(1_000_000))

    def signed(id_: str, origin: Origin, proved: frozenset[str]) -> str:
        by = Signature("acct-1", PIN)
        return room.submit(Order(id=id_, by=by, wish=wish, origin=origin, proved=proved)).code

    added = room.submit(Order(id="add", by=Signature("acct-1", PIN), wish=AddPasskey(KEY)))
    floor, shown = Origin("10.0.0.7", is_known=True), frozenset({"acct-1"})
    codes = [
        signed("1", floor, frozenset()),
        signed("2", floor, frozenset({"sup-1"})),
        signed("3", floor, shown),
        signed("4", SHELL, frozenset()),
    ]
    room.close()

    assert added.code == ""
    assert codes == ["passkey-needed", "passkey-needed", "", ""]
