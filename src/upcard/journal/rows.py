"""Many rows with one statement, and many statements with one wait for the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

import psycopg
from sqlalchemy import Connection, Insert, Table, Text, bindparam, cast, column, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

Row = Mapping[str, object]
Stored = Sequence[Any]
"""A row as the driver has it."""
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


class Query(NamedTuple):
    """A query as a driver takes it, and its values in the order of its question marks."""

    text: str
    values: tuple[object, ...] = ()


def is_postgresql(connection: Connection) -> bool:
    """Whether the database is a server, which is worth asking several things at once."""
    return connection.dialect.name == "postgresql"


@contextmanager
def sent_together(connection: Connection) -> Iterator[None]:
    """Send PostgreSQL the statements inside without a wait between them; errors come at the end."""
    if not is_postgresql(connection):
        yield
        return
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    try:
        with driver.pipeline():
            yield
    except psycopg.Error as error:
        if driver.broken:
            connection.invalidate(error)
        raise DBAPIError.instance(
            None, None, error, psycopg.Error, dialect=connection.dialect
        ) from error


def asked_together(connection: Connection, queries: Sequence[Query]) -> list[list[Stored]]:
    """The rows that each query finds, as the driver has them."""
    if not is_postgresql(connection):
        found = (connection.exec_driver_sql(text, values) for text, values in queries)
        return [list(one.cursor.fetchall()) for one in found]
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    with sent_together(connection):
        cursors = [driver.execute(text.replace("?", "%s"), values) for text, values in queries]
        return [list(cursor.fetchall()) for cursor in cursors]


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
    if is_postgresql(connection):
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
