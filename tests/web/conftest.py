"""What the web tests share: one demonstration room, served on a free port."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.houses import Guest, House, house_in, running
from upcard.room.people.roles import Role


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A demonstration room of this module's own."""
    folder: Path = tmp_path_factory.mktemp("room")
    with house_in(folder) as made:
        yield made


@pytest.fixture(scope="module")
def origin(house: House) -> Iterator[str]:
    """Where the house is served."""
    with running(house) as address:
        yield address


@pytest.fixture
def dealer(house: House, origin: str) -> Iterator[Guest]:
    """The dealer of the first table, signed in."""
    with Guest(origin) as guest:
        yield guest.sign_in(house.dealer_of("bahama-1"))


@pytest.fixture
def anybody(origin: str) -> Iterator[Guest]:
    """Somebody who is not signed in."""
    with Guest(origin) as guest:
        yield guest


@pytest.fixture
def supervisor(house: House, origin: str) -> Iterator[Guest]:
    """A supervisor, signed in."""
    with Guest(origin) as guest:
        yield guest.sign_in(house.person(Role.SUPERVISOR))


@pytest.fixture
def regulator(house: House, origin: str) -> Iterator[Guest]:
    """A regulator, signed in."""
    with Guest(origin) as guest:
        yield guest.sign_in(house.person(Role.REGULATOR))
