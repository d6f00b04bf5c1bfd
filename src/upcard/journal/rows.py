"""Insert many rows into a table with one statement."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Final

from sqlalchemy import Connection, Insert, Table, Text, bindparam, cast, column, func, select
from sqlalchemy.dialects import postgresql, sqlite

Row = Mapping[str, object]
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


def store(
    connection: Connection, table: Table, rows: Sequence[Row], *, replaces: tuple[str, ...] = ()
) -> None:
    """
    Insert *rows*; with *replaces*, those columns of a row that is there already are replaced.

    PostgreSQL gets all of them as one JSON text: row by row it takes four times as long, and the
    driver's arrays take longer still.
    """
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        query = _json_into(table, tuple(rows[0]), replaces)
        connection.execute(query, {"rows": _ENCODE(rows)})
    else:
        text, fields = _rows_into(table, tuple(rows[0]), replaces)
        connection.exec_driver_sql(text, list(map(fields, rows)))


@cache
def _rows_into(
    table: Table, names: tuple[str, ...], replaces: tuple[str, ...]
) -> tuple[str, Callable[[Row], tuple[object, ...]]]:
    """The statement as SQLite takes it, and a row's values in its order: all are plain values."""
    query = _replacing(sqlite.insert(table), table, replaces)
    compiled = query.compile(dialect=sqlite.dialect(), column_keys=list(names))
    order = compiled.positiontup
    assert order is not None, "SQLite takes its values by their places"
    return str(compiled), itemgetter(*order)


@cache
def _json_into(table: Table, names: tuple[str, ...], replaces: tuple[str, ...]) -> Insert:
    columns = [column(name, table.c[name].type) for name in names]
    given = cast(bindparam("rows", type_=Text), postgresql.JSON)
    rows = func.json_to_recordset(given).table_valued(*columns).render_derived(with_types=True)
    query = postgresql.insert(table).from_select(list(names), select(*rows.c))
    return _replacing(query, table, replaces)


def _replacing(
    query: sqlite.Insert | postgresql.Insert, table: Table, replaces: tuple[str, ...]
) -> Insert:
    if not replaces:
        return query
    new = {name: query.excluded[name] for name in replaces}
    return query.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=new)
