"""The sentences of the source that people read on a screen, as templates with named holes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.house.sources import SOURCE, package_files, tree_of

FOLDERS = (
    *("table", "room", "screens", "solo", "web", "drills", "jackpot", "game", "rules"),
    "calculators",
)
"""What frames, answers and refusals are made of."""
UNREAD = (
    "room/care/",
    "room/demo.py",
    "room/fairness/shoe_proofs.py",
    "room/fairness/verify_shoe.py",
    "room/integrity.py",
    "room/keys.py",
    "room/projections/award_facts.py",
    "room/projections/configuration_facts.py",
    "room/projections/incidents.py",
    "room/projections/kept_totals.py",
    "room/projections/rebuilds.py",
    "room/room_openings.py",
    "room/room_snapshots.py",
    "room/rooms.py",
    "room/versions.py",
    "room/witness_duties.py",
    "jackpot/accounts.py",
    "jackpot/apply.py",
    "jackpot/levels.py",
    "rules/fingerprints.py",
    "rules/limits.py",
    "drills/exercise_texts.py",
    "web/access/proxies.py",
    "web/routes/page_routes.py",
    "web/routes/watch_routes.py",
    "web/routes/witness_routes.py",
    "web/applications.py",
    "web/logs.py",
    "web/metrics.py",
    "web/measures.py",
    "web/typescript.py",
    "web/server_settings.py",
    "web/servers.py",
    "web/descriptors.py",
    "web/kept_figures.py",
    "web/health.py",
    "rules/documentation.py",
)
"""What only the command line, the log, a report or a programmer reads."""
QUIET = {"debug", "info", "warning", "error", "exception", "execute", "compile", "getLogger"}
"""Calls whose texts nobody reads on a screen: the log, SQL, patterns."""
_LETTERS = re.compile(r"[A-Za-z]{2,}")


def is_read(path: str) -> bool:
    """Whether the sentences of that module reach a screen; *path* is seen from the package."""
    return path.split("/")[0] in FOLDERS and not path.startswith(UNREAD)


def templates_of_source() -> dict[str, str]:
    """Every template, and where it is written first."""
    found: dict[str, str] = {}
    for file in package_files():
        path = file.relative_to(SOURCE).as_posix()
        if is_read(path):
            for line, template in templates_in(tree_of(file)):
                found.setdefault(template, f"{path}:{line}")
    return found


def templates_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The sentences of one module: texts of several words, and texts with holes."""
    for node in _spoken(tree):
        match node:
            case ast.Constant(value=str(text)) if _is_sentence(text):
                yield node.lineno, text.replace("{", "{{").replace("}", "}}")
            case ast.JoinedStr():
                template = template_of(node)
                if _LETTERS.search(re.sub(r"\{\w*\}", "", template)) and " " in template:
                    yield node.lineno, template


def template_of(node: ast.JoinedStr) -> str:
    """An f-string with its expressions as named holes."""
    names: list[str] = []
    text = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value).replace("{", "{{").replace("}", "}}")
        else:
            assert isinstance(part, ast.FormattedValue)
            base = name = _name_of(part.value)
            while name in names:
                name = f"{base}{names.count(base) + len(names)}"
            names.append(name)
            text += f"{{{name}}}"
    return text


def _name_of(value: ast.expr) -> str:
    match value:
        case ast.Name(id=name):
            return name.strip("_") or "it"
        case ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="len"), args=[ast.expr() as inner, *_]):
            return _name_of(inner)
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name.strip("_")
    return "it"


def _is_sentence(text: str) -> bool:
    return " " in text.strip() and _LETTERS.search(text) is not None


def _spoken(node: ast.AST) -> Iterator[ast.expr]:
    """Texts that a person may read: no docstring, assertion, log line or SQL."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Assert() | ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
                continue
            case ast.Call(func=ast.Attribute(attr=name)) if name in QUIET:
                continue
            case ast.Call(func=ast.Name(id="AssertionError" | "TypeVar" | "re")):
                continue
            case ast.Call(func=ast.Name(id="explained"), args=args):
                yield from (one for one in args if isinstance(one, ast.Constant | ast.JoinedStr))
            case ast.JoinedStr():
                yield child
                for part in child.values:
                    if isinstance(part, ast.FormattedValue):
                        yield from _spoken(part.value)
                        if isinstance(part.value, ast.Constant | ast.JoinedStr):
                            yield part.value
            case ast.Constant():
                yield child
            case _:
                yield from _spoken(child)
