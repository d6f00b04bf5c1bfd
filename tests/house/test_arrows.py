"""Imports only point down, and the rules of the game know no clock, no chance and no storage."""

import ast
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from textwrap import dedent

from tests.house.sources import SOURCE, package_files, shown, tree_of

BELOW_THE_ROOM: dict[str, set[str]] = {
    "problems": set(),
    "cards": {"problems"},
    "caches": set(),
    "engine_names": set(),
    "extras": {"problems"},
    "languages": set(),
    "quotes": set(),
    "money": {"problems", "quotes"},
    "amounts": {"money"},
    "plain": set(),
    "plain_texts": {"plain"},
    "plain_forms": {"plain"},
    "game": {"money", "quotes"},
    "hand_values": {"cards", "game"},
    "shoes": {"cards", "problems"},
    "families": {"cards", "game", "money"},
    "rules": {
        "cards",
        "families",
        "game",
        "hand_values",
        "money",
        "plain",
        "problems",
        "quotes",
        "shoes",
    },
    "catalogue": {"families", "money", "problems", "quotes", "rules"},
    "wagers": {"cards", "families", "game", "money", "rules"},
    "table": {
        "cards",
        "families",
        "game",
        "hand_values",
        "money",
        "plain",
        "problems",
        "quotes",
        "rules",
        "shoes",
        "wagers",
    },
    "jackpot": {"money", "plain", "problems"},
    "catalogue_games": {"catalogue", "money", "rules", "table"},
    "notation": {
        "cards",
        "catalogue",
        "game",
        "catalogue_games",
        "hand_values",
        "jackpot",
        "money",
        "problems",
        "quotes",
        "rules",
        "shoes",
        "table",
        "wagers",
    },
    "odds": {
        "caches",
        "cards",
        "catalogue",
        "families",
        "game",
        "hand_values",
        "money",
        "problems",
        "quotes",
        "rules",
        "shoes",
        "wagers",
    },
    "reports": {
        "cards",
        "catalogue",
        "extras",
        "families",
        "game",
        "catalogue_games",
        "money",
        "notation",
        "odds",
        "plain",
        "rules",
        "shoes",
        "strategy",
        "table",
        "wagers",
    },
    "strategy": {
        "cards",
        "game",
        "catalogue_games",
        "hand_values",
        "money",
        "notation",
        "odds",
        "problems",
        "rules",
        "shoes",
        "table",
    },
    "simulation": {
        "engine_names",
        "caches",
        "cards",
        "catalogue",
        "extras",
        "families",
        "game",
        "catalogue_games",
        "hand_values",
        "jackpot",
        "money",
        "notation",
        "odds",
        "plain",
        "problems",
        "rules",
        "shoes",
        "strategy",
        "table",
        "wagers",
    },
    "environments": {"app", "catalogue_games", "money", "simulation"},
    "app": {
        "engine_names",
        "amounts",
        "cards",
        "catalogue",
        "families",
        "game",
        "catalogue_games",
        "money",
        "notation",
        "odds",
        "plain",
        "problems",
        "reports",
        "rules",
        "shoes",
        "simulation",
        "strategy",
        "table",
        "wagers",
    },
    "journal": {"jackpot", "money", "plain", "problems", "table"},
    "witness": {"journal", "plain", "problems"},
}
BELOW_THE_BOOKS = BELOW_THE_ROOM | {"room": set(BELOW_THE_ROOM)}
BELOW_THE_SCREENS = BELOW_THE_BOOKS | {"books": set(BELOW_THE_BOOKS)}
BELOW_THE_SOLO_TABLE = BELOW_THE_SCREENS | {
    "screens": set(BELOW_THE_SCREENS),
    "calculators": {*BELOW_THE_SCREENS, "screens"},
}
BELOW_THE_WEB = BELOW_THE_SOLO_TABLE | {
    "handbook": set(BELOW_THE_SOLO_TABLE),
    "solo": set(BELOW_THE_SOLO_TABLE),
    "drills": set(BELOW_THE_SOLO_TABLE),
}

# Where everything comes together: these may import anything, each other included.
ON_TOP = {"web", "commands", "cli", "__main__", "__init__"}

# The only arrows allowed between the modules and packages directly under upcard.
MAY_IMPORT = BELOW_THE_WEB | {name: set(BELOW_THE_WEB) | ON_TOP for name in ON_TOP}

PURE = {
    "game",
    "amounts",
    "cards",
    "families",
    "hand_values",
    "jackpot",
    "money",
    "odds",
    "plain",
    "problems",
    "rules",
    "table",
    "wagers",
}

# Clock, chance, storage and network. A type like datetime.date is welcome; asking the clock is not.
IMPURE_MODULES = {
    "http",
    "httpx",
    "os",
    "psycopg",
    "random",
    "requests",
    "secrets",
    "socket",
    "sqlalchemy",
    "sqlite3",
    "subprocess",
    "time",
    "urllib",
    "uuid",
}
CLOCK_READINGS = {"now", "today", "utcnow"}


def test_every_module_has_a_place_in_the_table_of_arrows() -> None:
    strangers = sorted({top_of(path) for path in package_files()} - set(MAY_IMPORT))

    assert strangers == [], (
        f"{', '.join(strangers)} directly under upcard is not in MAY_IMPORT: "
        "say there what it may import and who may import it"
    )


def test_imports_only_point_down() -> None:
    wrong = [
        f"{shown(path)} imports upcard.{target}: {top_of(path)} may import "
        f"{', '.join(sorted(allowed)) or 'nothing of upcard'}"
        for path in package_files()
        for allowed in [MAY_IMPORT.get(top_of(path), set())]
        for target in sorted(arrows(tree_of(path), package_of(path)) - allowed - {top_of(path)})
    ]

    assert wrong == [], "\n".join(["an import points up or sideways:", *wrong])


def test_the_table_of_arrows_names_only_itself_and_has_no_loop() -> None:
    order = list(TopologicalSorter(BELOW_THE_WEB).static_order())

    assert set(order) == set(BELOW_THE_WEB)


def test_the_rules_of_the_game_know_no_clock_chance_storage_or_network() -> None:
    wrong = [
        f"{shown(path)} {deed}: chance, clock and storage enter as arguments or commands"
        for path in package_files()
        if top_of(path) in PURE
        for deed in impurities(tree_of(path))
    ]

    assert wrong == [], "\n".join(["a pure module reaches outside:", *wrong])


def test_every_way_to_write_an_import_is_seen() -> None:
    text = """
        import upcard.cards
        import upcard.hand_values.totals as totals
        from upcard.money import Cents
        from upcard import rules, __version__
        from ..shoes import Shoe
        from .. import wagers
        from . import events
        from .views import player_view
        from pydantic import BaseModel
        def later():
            from upcard.room import Room
    """
    seen = arrows(parsed(text), ("upcard", "table"))

    assert seen == {"cards", "hand_values", "money", "room", "rules", "shoes", "table", "wagers"}


def test_an_import_of_the_package_itself_is_seen() -> None:
    assert arrows(parsed("import upcard"), ("upcard",)) == {"__init__"}
    assert arrows(parsed("from upcard import Card"), ("upcard",)) == {"__init__"}
    assert arrows(parsed("from . import Card"), ("upcard",)) == {"__init__"}


def test_every_way_to_reach_outside_is_seen() -> None:
    text = """
        import os.path
        from random import shuffle
        from datetime import date
        opened_on = date.today()
        factory = dict(default_factory=datetime.now)
    """

    assert list(impurities(parsed(text))) == [
        "imports os",
        "imports random",
        "asks the clock with .today",
        "asks the clock with .now",
    ]


def top_of(path: Path) -> str:
    """The module or package directly under upcard that *path* belongs to."""
    first, *_ = path.relative_to(SOURCE).parts
    return first.removesuffix(".py")


def package_of(path: Path) -> tuple[str, ...]:
    """The package whose relative imports the file at *path* speaks of."""
    return ("upcard", *path.relative_to(SOURCE).parent.parts)


def arrows(tree: ast.Module, package: tuple[str, ...]) -> set[str]:
    """The modules and packages directly under upcard that *tree*, in *package*, imports."""
    return {
        parts[1] if len(parts) > 1 else "__init__"
        for parts in imported(tree, package)
        # Everybody may print the version.
        if parts[0] == "upcard" and parts != ("upcard", "__version__")
    }


def imported(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every module that *tree* imports, as the parts of its full name."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (tuple(alias.name.split(".")) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else ()
                base = (*start, *(module.split(".") if module else ()))
                yield from with_modules_of_the_package(base, (alias.name for alias in names))


def with_modules_of_the_package(
    base: tuple[str, ...], names: Iterable[str]
) -> Iterator[tuple[str, ...]]:
    """`from upcard import name` reaches the module of that name, or else the package itself."""
    for name in names:
        is_module = name in MAY_IMPORT or name == "__version__"
        yield (*base, name) if base == ("upcard",) and is_module else base


def impurities(tree: ast.Module) -> Iterator[str]:
    """What *tree* does that a pure module may not, as the end of a sentence."""
    for parts in imported(tree, ("upcard",)):
        if parts[0] in IMPURE_MODULES:
            yield f"imports {parts[0]}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in CLOCK_READINGS:
            yield f"asks the clock with .{node.attr}"


def parsed(text: str) -> ast.Module:
    """The syntax tree of *text*, which may be indented as a whole to sit well in a test."""
    return ast.parse(dedent(text))
