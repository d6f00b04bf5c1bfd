"""
Families of side wagers: everything about one is in one module of this package.

`FAMILIES` has them all by name. A module of this package that has families lists them in a tuple
called `FAMILIES`; nobody else names them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from upcard.families.family import CardPlace, Family

__all__ = ["FAMILIES", "CardPlace", "Family"]


def _of_this_package() -> Iterator[Family]:
    for found in sorted(iter_modules(__path__), key=lambda module: module.name):
        yield from getattr(import_module(f"{__name__}.{found.name}"), "FAMILIES", ())


FAMILIES: Final[dict[str, Family]] = {family.name: family for family in _of_this_package()}
"""Every family, by its name."""
