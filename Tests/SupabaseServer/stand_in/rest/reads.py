"""GET and HEAD of a table."""

from __future__ import annotations

import psycopg
from psycopg import sql

from stand_in.messages import Request, Response
from stand_in.rest.context import Context
from stand_in.rest.query import Query, as_json
from stand_in.rest.results import content_type, single
from stand_in.session import first_row


def read(request: Request, name: str, context: Context) -> Response:
    table = context.cache.table(name)
    query = Query.of(request)
    source = sql.Identifier("public", table.name)
    where = query.where(source)
    rows = query.range.capped(context.max_rows)
    statement = sql.SQL("select {} from {}{}{}").format(
        query.selection(source), source, where.text, query.tail(source, rows))
    with context.session.transaction(context.pool, read_only=True) as cursor:
        count, body = first_row(cursor.execute(as_json(statement), where.values))
        total = total_of(cursor, source, where.text, where.values, context)
        status = query.range.status(count, total)
        data = single(request, count, body)
    headers = content_type(request) | query.range.header(count, total)
    headers |= context.preferences.applied("count", "handling", "timezone")
    return Response(status, headers, data.encode())


def total_of(
    cursor: psycopg.Cursor, source: sql.Composable, where: sql.Composable, values: list[object],
    context: Context,
) -> int | None:
    """How many rows there are without a limit, if that was asked."""
    wanted = context.preferences["count"]
    if wanted is None:
        return None
    everything = sql.SQL("select 1 from {}{}").format(source, where)
    if wanted in ("planned", "estimated"):
        explain = sql.SQL("explain (format json) {}").format(everything)
        (plan,) = first_row(cursor.execute(explain, values))
        planned = int(plan[0]["Plan"]["Plan Rows"])
        if wanted == "planned" or planned > (context.max_rows or 0):
            return planned
    counted = sql.SQL("select count(*) from ({}) as _all").format(everything)
    return first_row(cursor.execute(counted, values))[0]
