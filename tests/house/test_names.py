"""A name has one meaning: no class twice, no module twice unless it is the same thing elsewhere."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.house.sources import package_files, shown, tree_of

# The same thing at another layer, each with what it is everywhere.
SAME_THING = {
    "commands": "what people ask of the table, and what the table asks of the jackpot",
    "decide": "a command turned into what happens, or refused",
    "environments": "Gymnasium: registered at the top, played below",
    "events": "what has happened, to a table, a jackpot, a room",
    "parlays": "winnings moved onto the main wager: played, priced, simulated",
    "problems": "what a layer refuses, as an error with a code",
    "refusals": "what a layer refuses, as a code and a sentence",
}

# Nouns that happen to end like a verb.
NOUNS = {"doubling", "splitting", "typesetting"}


def test_no_public_class_name_exists_twice() -> None:
    wrong = twice((name, path) for path in package_files() for name in public_classes(path))

    assert wrong == [], "\n".join(wrong)


def test_no_module_name_exists_twice_unless_it_is_the_same_thing() -> None:
    found = [(path.stem, path) for path in modules() if path.stem not in SAME_THING]

    assert twice(found) == [], "\n".join(twice(found))


def test_what_is_listed_as_the_same_thing_still_exists_more_than_once() -> None:
    stems = [path.stem for path in modules()]

    assert [name for name in SAME_THING if stems.count(name) < 2] == []


def test_modules_are_named_by_nouns() -> None:
    wrong = [
        shown(path) for path in modules() if path.stem.endswith("ing") and path.stem not in NOUNS
    ]

    assert wrong == [], f"name it after what it holds: {', '.join(wrong)}"


def test_two_classes_of_one_name_are_found() -> None:
    one, other = Path("src/upcard/one.py"), Path("src/upcard/other.py")

    assert len(twice([("Card", one), ("Card", other), ("Shoe", one)])) == 1


def modules() -> list[Path]:
    """The modules of the package; migrations are named by their number."""
    return [
        path
        for path in package_files()
        if not path.stem.startswith("__") and path.parent.name != "versions"
    ]


def public_classes(path: Path) -> Iterator[str]:
    """The classes a module offers, each once, however often a branch defines it."""
    found = {node.name for node in tree_of(path).body if isinstance(node, ast.ClassDef)}
    yield from (name for name in sorted(found) if not name.startswith("_"))


def twice(named: Iterable[tuple[str, Path]]) -> list[str]:
    """The names that several files have, as sentences."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in named:
        places[name].append(path.as_posix())
    return [
        f"{name} is in {' and in '.join(found)}: give one of them a name of its own"
        for name, found in sorted(places.items())
        if len(found) > 1
    ]
