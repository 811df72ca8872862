"""PATCH and DELETE of the rows that filters choose."""

from __future__ import annotations

from psycopg import sql

from stand_in.errors import RestError
from stand_in.messages import Request, Response
from stand_in.rest.context import Context
from stand_in.rest.filters import Condition
from stand_in.rest.payload import Payload
from stand_in.rest.query import Query, as_json
from stand_in.rest.ranges import content_range
from stand_in.rest.results import content_type, limit_change, single
from stand_in.session import first_row


def update(request: Request, name: str, context: Context) -> Response:
    table = context.cache.table(name)
    query = Query.of(request)
    payload = Payload.of(request, query.parameters.get("columns"))
    if not payload.columns:
        return finish(request, context, 0, "[]", 0, -1)
    target = sql.Identifier("public", table.name)
    source, values = payload.source(table, context.preferences["missing"] == "default")
    assignments = sql.SQL(", ").join(
        sql.SQL("{0} = _body.{0}").format(sql.Identifier(column)) for column in payload.columns)
    where = filtered(query, target, "UPDATE")
    statement = sql.SQL("update {} set {} from {}{}").format(
        target, assignments, source, where.text)
    columns = every_column(table.types, target)
    count, body = run(request, context, query, statement, values + where.values, columns)
    return finish(request, context, count, body, 0, count - 1)


def delete(request: Request, name: str, context: Context) -> Response:
    table = context.cache.table(name)
    query = Query.of(request)
    target = sql.Identifier("public", table.name)
    where = filtered(query, target, "DELETE")
    statement = sql.SQL("delete from {}{}").format(target, where.text)
    columns = every_column(table.types, target)
    count, body = run(request, context, query, statement, where.values, columns)
    return finish(request, context, count, body, 1, 0)


def filtered(query: Query, target: sql.Composable, action: str) -> Condition:
    """The platform refuses to change a whole table by mistake."""
    if not query.filters:
        raise RestError(400, "21000", f"{action} requires a WHERE clause")
    return query.where(target)


def every_column(types: dict[str, str], target: sql.Composable) -> sql.Composable:
    # Not a star: beside the table an update has the body in scope.
    return sql.SQL(", ").join(
        sql.SQL("{}.{}").format(target, sql.Identifier(name)) for name in types)


def run(
    request: Request, context: Context, query: Query, statement: sql.Composable,
    values: list[object], columns: sql.Composable,
) -> tuple[int, str]:
    if "limit" in query.parameters:
        context.violation(f"{request.method}: limits of changes are ignored")
    wants_rows = context.preferences.wants_rows
    returning = columns if wants_rows else sql.SQL("1")
    source = sql.Identifier("_written")
    rows = as_json(sql.SQL("select {} from _written").format(
        query.selection(source) if wants_rows else sql.SQL("1")))
    with context.session.transaction(context.pool) as cursor:
        count, body = first_row(cursor.execute(
            sql.SQL("with _written as ({} returning {}) {}").format(statement, returning, rows),
            values))
        limit_change(count, context)
        body = single(request, count, body) if wants_rows else body
    return count, body


def finish(
    request: Request, context: Context, count: int, body: str, first: int, last: int
) -> Response:
    preferences = context.preferences
    headers = content_range(first, last, count if preferences["count"] else None)
    headers |= preferences.applied(
        "missing", "return", "count", "handling", "timezone", "max-affected")
    if not preferences.wants_rows:
        return Response(204, headers)
    return Response(200, headers | content_type(request), body.encode())
