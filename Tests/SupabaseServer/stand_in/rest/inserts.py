"""POST to a table: insert and upsert, all rows or none."""

from __future__ import annotations

from psycopg import sql

from stand_in.messages import Request, Response
from stand_in.rest.context import Context
from stand_in.rest.payload import Payload
from stand_in.rest.query import Query, as_json
from stand_in.rest.ranges import content_range
from stand_in.rest.results import content_type, single
from stand_in.rest.schema_cache import Table
from stand_in.session import first_row

# Counts without reading the table, for which the caller may have no right. Every row counts as
# it is offered, and is taken back where it meets one that is there.
COUNTER = "stand_in.inserted"
COUNT = sql.SQL(
    " where set_config('{0}', (coalesce(nullif(current_setting('{0}', true), ''), '0')::int + 1)"
    "::text, true) <> ''").format(sql.SQL(COUNTER))
COUNT_BACK = sql.SQL(
    " where set_config('{0}', (current_setting('{0}')::int - 1)::text, true) <> ''"
).format(sql.SQL(COUNTER))


def insert(request: Request, name: str, context: Context) -> Response:
    table = context.cache.table(name)
    query = Query.of(request)
    if query.filters or "limit" in query.parameters:
        context.violation(f"POST {name}: filters and limits of a POST are ignored")
    payload = Payload.of(request, query.parameters.get("columns"))
    target = conflict_target(table, query)
    statement, values = insertion(table, payload, target, context)
    wants_rows = context.preferences.wants_rows
    source = sql.Identifier("_written")
    rows = as_json(sql.SQL("select {} from _written").format(
        query.selection(source) if wants_rows else sql.SQL("1")))
    with context.session.transaction(context.pool) as cursor:
        count, body = first_row(cursor.execute(
            sql.SQL("with _written as ({} returning {}) {}").format(
                statement, sql.SQL("*" if wants_rows else "1"), rows), values))
        (inserted,) = first_row(cursor.execute(
            "select coalesce(nullif(current_setting(%s, true), ''), '0')::int", [COUNTER]))
        body = single(request, count, body) if wants_rows else body
    return response(request, context, bool(target), inserted, count, body)


def conflict_target(table: Table, query: Query) -> list[str]:
    named = query.parameters.get("on_conflict")
    return named.split(",") if named else table.primary_key


def insertion(
    table: Table, payload: Payload, target: list[str], context: Context
) -> tuple[sql.Composable, list[object]]:
    into = sql.Identifier("public", table.name)
    if not payload.columns:
        if not payload.rows:
            return sql.SQL("insert into {} select from {} where false").format(into, into), []
        return sql.SQL("insert into {} default values").format(into), []
    source, values = payload.source(table, context.preferences["missing"] == "default")
    statement = sql.SQL("insert into {} ({}) select {} from {}{}").format(
        into, payload.names(), payload.names(), source, COUNT)
    resolution = context.preferences["resolution"]
    if resolution and target:
        statement += sql.SQL(" on conflict ({}) do {}").format(
            sql.SQL(", ").join(map(sql.Identifier, target)), arm(resolution, payload))
    return statement, values


def arm(resolution: str, payload: Payload) -> sql.Composable:
    if resolution == "ignore-duplicates":
        return sql.SQL("nothing")
    each = sql.SQL(", ").join(
        sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in payload.columns)
    return sql.SQL("update set {}{}").format(each, COUNT_BACK)


def response(
    request: Request, context: Context, has_target: bool, inserted: int, count: int, body: str
) -> Response:
    preferences = context.preferences
    merged = preferences["resolution"] == "merge-duplicates"
    names = ["missing", "return", "count", "handling", "timezone"]
    if has_target:
        names.append("resolution")
    headers = content_range(1, 0, count if preferences["count"] else None)
    headers |= preferences.applied(*names)
    status = 200 if merged and inserted <= 0 else 201
    if not preferences.wants_rows:
        return Response(status, headers)
    return Response(status, headers | content_type(request), body.encode())
