"""The page that explains every field of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from upcard.game.explained import Section
from upcard.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class FieldPage:
    """One field of a rules file, explained."""

    path: str
    allowed: str
    """What may be written."""
    what: str
    """What it means."""
    favours: str
    says: str
    """Which documents speak of it."""

    def as_data(self) -> dict[str, str]:
        """The page as plain data."""
        return asdict(self)


def fields_of_rules() -> list[FieldPage]:
    """Every field of a rules file, sections first and then what is in them."""
    return list(_pages(Rules, ""))


def _pages(section: type[Section], path: str) -> Iterator[FieldPage]:
    for name, field in section.model_fields.items():
        here = f"{path}{name}"
        yield _page(here, field)
        for inner in _sections_in(field.annotation):
            mark = ".N." if _is_many(field.annotation) else "."
            yield from _pages(inner, f"{here}{mark}")


def _page(path: str, field: FieldInfo) -> FieldPage:
    extra = field.json_schema_extra
    assert isinstance(extra, dict), f"{path} is not explained"
    return FieldPage(
        path,
        ", ".join(dict.fromkeys(_allowed(field.annotation))),
        field.description or "",
        str(extra["favours"]),
        str(extra["says"]),
    )


def _allowed(kind: object) -> Iterator[str]:
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _allowed(get_args(kind)[0])
    elif origin is Literal:
        yield from map(str, get_args(kind))
    elif origin in (Union, UnionType):
        for part in get_args(kind):
            yield from _allowed(part)
    elif origin is tuple:
        yield f"list of ({', '.join(dict.fromkeys(_allowed(get_args(kind)[0])))})"
    elif origin is dict:
        yield "table"
    elif isinstance(kind, type) and issubclass(kind, Section):
        yield "a section"
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (str(member.value) for member in kind)
    else:
        yield _PLAIN.get(getattr(kind, "__name__", ""), "text")


_PLAIN = {"bool": "true, false", "int": "whole number", "Cents": "amount", "ToOne": "odds N:M"}


def _sections_in(kind: object) -> Iterator[type[Section]]:
    if isinstance(kind, type) and issubclass(kind, Section):
        yield kind
    for part in get_args(kind):
        yield from _sections_in(part)


def _is_many(kind: object) -> bool:
    return get_origin(kind) is tuple


def source_of(rules: Rules, path: str) -> str:
    """The document that *rules* follows in the setting at *path*."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        source = rules.sources.get(".".join(parts[:length]))
        if source:
            return source
    return rules.source


_PAGE_TOP = """# The rules file

A game is one TOML file, and every field below must be in it or in the file it `extends`.
`upcard rules check FILE` lists the errors in your file; `upcard rules show NAME` prints one.
Start from a catalogue file: write `extends = "blackjack"`, your own name, and what you change.
To offer a side wager exactly as another game does, write its `wager` and `as_in = "kings-bounty"`.
To add wagers of the library, write one line: `library = ["perfect-pairs", "push-22:50-20-8"]`.
Each is settled as soon as its cards are known, for any amount within the limits.
If a wager is on the dealer's hand, the dealer finishes it even when no player's hand is left.
"N." stands for each entry of a list.
Documents are cited as S0 to S4, the source documents in order.
[Ambiguities](ambiguities.md) lists where they differ, [titles](titles.md) the games S3 only names.

| field | write | meaning | favours | documents |
|---|---|---|---|---|
"""


def rules_file_page() -> str:
    """The documentation page of the rules file, made from the schema."""
    rows = (
        f"| `{page.path}` | {page.allowed} | {page.what} | {page.favours} | {page.says} |"
        for page in fields_of_rules()
    )
    return _PAGE_TOP + "\n".join(rows) + "\n"
