"""Side wagers that a house keeps outside the package: families and sheets in a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from upcard.app.problems import AppError
from upcard.catalogue import add_sheets
from upcard.families import FAMILIES, Family

ENTRY_POINTS: Final = "upcard.wagers"
"""The group of entry points: each names a module with families, whose sheets lie beside it."""
FOLDER: Final = "UPCARD_WAGERS"
"""The environment variable that names the folder of a house."""
KERNELS: Final = "upcard.simulation.kernels.compiled_judges"

_loaded: set[str] = set()


def load_wagers(folder: str | Path | None = None) -> tuple[str, ...]:
    """
    Add the wagers in *folder* and those of installed packages; the names of their families.

    A folder has families as `.py` files and their sheets as `.toml` files. Each family must pass
    the battery; one that does not is refused, and the sentence says why. Without *folder*, the
    environment variable UPCARD_WAGERS names it. Load wagers before the first simulation.
    """
    named = folder or os.environ.get(FOLDER)
    added: list[Family] = []
    for module in _modules(Path(named) if named else None):
        added += _families_of(module)
    for family in added:
        FAMILIES[family.name] = family
    try:
        _check(added)
        for place in {Path(str(one.__file__)).parent for one in map(_module_of, added)}:
            add_sheets(place)
        if named:
            add_sheets(Path(named))
            os.environ[FOLDER] = str(Path(named).resolve())  # For processes that this one starts.
    except Exception:
        for family in added:
            del FAMILIES[family.name]
        raise
    return tuple(family.name for family in added)


def _modules(folder: Path | None) -> Iterator[ModuleType]:
    for found in sorted(entry_points(group=ENTRY_POINTS), key=lambda one: one.name):
        if found.value not in _loaded:
            _loaded.add(found.value)
            yield _of_package(found)
    if folder is None:
        return
    if not folder.is_dir():
        raise AppError("wagers", f"{folder} is not a folder: name one with .py and .toml files")
    for path in sorted(folder.resolve().glob("*.py")):
        if str(path) not in _loaded:
            _loaded.add(str(path))
            yield _imported(path)


def _of_package(found: EntryPoint) -> ModuleType:
    """The module that an installed package names, or a refusal that names the package."""
    try:
        return import_module(found.module)
    except Exception as error:
        package = found.dist.name if found.dist else found.name
        raise AppError(
            "wagers",
            f"the installed package {package} names {found.module} in {ENTRY_POINTS}, which cannot "
            f"be imported: {error}; mend or uninstall it",
        ) from error


def _imported(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"upcard_wagers_{path.stem}", path)
    assert spec is not None, "a .py file can be imported"
    assert spec.loader is not None, "a .py file has a loader"
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise AppError("wagers", f"{path} cannot be imported: {error}") from error
    return module


def _families_of(module: ModuleType) -> tuple[Family, ...]:
    families = getattr(module, "FAMILIES", None)
    if not isinstance(families, tuple) or not all(isinstance(one, Family) for one in families):
        raise AppError("wagers", f"{module.__file__} has no FAMILIES: write a tuple of Family")
    for family in families:
        if family.name in FAMILIES:
            raise AppError(
                "wagers", f"{module.__file__}: the family {family.name} exists: choose another name"
            )
    return families


def _module_of(family: Family) -> ModuleType:
    return sys.modules[family.judge.__module__]


def _check(families: list[Family]) -> None:
    """Refuse families that do not pass the battery; one that passed is not asked again."""
    if not families:
        return
    if KERNELS in sys.modules:
        raise AppError("wagers", "wagers come too late: load them before the first simulation")
    from upcard.simulation.family_batteries import problems_of
    from upcard.simulation.kernels.compilation import cache_folder

    kept = cache_folder()
    for family in families:
        passed = kept / f"passed-{family.name}" if kept else None
        if passed and passed.exists():
            continue
        problems = list(problems_of(family))
        if problems:
            raise AppError("wagers", "; ".join(problems))
        if passed:
            passed.touch()
