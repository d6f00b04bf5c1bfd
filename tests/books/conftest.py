"""The story that the tests of the books share: told once."""

from pathlib import Path

import pytest

from tests.books.histories import Recording, three_days


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Three days of a room."""
    folder: Path = tmp_path_factory.mktemp("books")
    return three_days(folder / "room")
