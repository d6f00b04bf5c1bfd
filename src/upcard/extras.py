"""
What `pip install upcard` leaves out, and how to get it.

Odds, solver, simulator and the table in the terminal need little. What only a card room or a
printed report needs is an extra, as `pyproject.toml` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from upcard.problems import UpcardError

EXTRAS: Final = {
    "room": (
        "alembic",
        "argon2",
        "cryptography",
        "fastapi",
        "itsdangerous",
        "psycopg",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "webauthn",
        "websockets",
    ),
    "charts": ("altair", "anyascii", "typst", "vl_convert"),
    "cluster": ("dask", "distributed"),
    "environments": ("gymnasium",),
    "gpu": ("numba_cuda",),
    "parquet": ("pyarrow",),
    "ray": ("ray",),
}
"""The packages of each extra, by the names they are imported by."""
_EXTRA_OF: Final = {package: extra for extra, all_ in EXTRAS.items() for package in all_}


class MissingExtra(UpcardError, ModuleNotFoundError):
    """A package that is not installed, with the command that installs it."""

    code = "not-installed"


def missing_from(extra: str) -> list[str]:
    """The packages of *extra* that are not installed."""
    return [package for package in EXTRAS[extra] if find_spec(package) is None]


def install_command(extra: str) -> str:
    """
    What to type to get *extra*.

    >>> install_command("room")
    "pip install 'upcard[room]'"
    """
    return f"pip install 'upcard[{extra}]'"


def require(extra: str) -> None:
    """Refuse to begin what needs *extra* where it is not installed."""
    for package in missing_from(extra):
        raise _missing(package, extra)


def _missing(package: str, extra: str) -> MissingExtra:
    sentence = f"this needs {package}, which is not installed: {install_command(extra)}"
    return MissingExtra(sentence, name=package)


@contextmanager
def missing_extras_named() -> Iterator[None]:
    """Turn the failed import of an extra's package into a sentence that says how to install it."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = _EXTRA_OF.get(package)
        if extra is None:
            raise
        raise _missing(package, extra) from None


class Later:
    """A package that is imported when it is first used, for modules that many load and few use."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getattr__(self, name: str) -> Any:
        with missing_extras_named():
            return getattr(import_module(self._package), name)
