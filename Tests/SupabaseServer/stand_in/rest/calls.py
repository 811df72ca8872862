"""Calls of functions under /rpc."""

from __future__ import annotations

import json

from psycopg import sql

from stand_in.errors import RestError
from stand_in.messages import Request, Response
from stand_in.rest.context import Context
from stand_in.rest.query import Query, as_json
from stand_in.rest.reads import total_of
from stand_in.rest.results import content_type, limit_change, single
from stand_in.rest.schema_cache import Function
from stand_in.session import first_row


def call(request: Request, name: str, context: Context) -> Response:
    function, values, query = find(request, name, context)
    is_read = request.method in ("GET", "HEAD")
    invocation, arguments = invoke(function, values)
    with context.session.transaction(context.pool, read_only=is_read) as cursor:
        if not function.returns_rows:
            scalar: sql.Composable = sql.SQL("select {} as value").format(invocation)
            if function.returns_set:
                scalar = sql.SQL("select json_agg(value) from ({}) as _all").format(scalar)
            (value,) = first_row(cursor.execute(
                sql.SQL("select to_json(({}))::text").format(scalar), arguments))
            if function.returns_nothing:
                return Response(204, {"Content-Range": "*/*"})
            return Response(200, content_type(request), (value or "null").encode())
        source = sql.Identifier("_call")
        where = query.where(source)
        rows = query.range.capped(context.max_rows)
        everything = sql.SQL("{} as _call").format(invocation)
        statement = sql.SQL("select {} from {}{}{}").format(
            query.selection(source), everything, where.text, query.tail(source, rows))
        count, body = first_row(
            cursor.execute(as_json(statement), arguments + where.values))
        limit_change(count, context)
        total = total_of(cursor, everything, where.text, arguments + where.values, context)
        status = query.range.status(count, total)
        if not function.returns_set and body != "[]":
            body = body.strip()[1:-1]
        else:
            body = single(request, count, body)
    headers = content_type(request) | query.range.header(count, total)
    return Response(status, headers | context.preferences.applied("count"), body.encode())


def find(
    request: Request, name: str, context: Context
) -> tuple[Function, dict[str, object], Query]:
    """The function whose parameters are given, and the rest of the query."""
    if request.method == "POST":
        try:
            values = json.loads(request.body.read_all() or b"{}")
        except json.JSONDecodeError as error:
            raise RestError(400, "PGRST102", "Empty or invalid json") from error
        if not isinstance(values, dict):
            raise RestError(400, "PGRST102", "Empty or invalid json")
        return context.cache.function(name, list(values)), values, Query.of(request)
    if request.method not in ("GET", "HEAD"):
        raise RestError(405, "PGRST101", f"Cannot use the {request.method} method on RPC")
    known = {
        argument for function in context.cache.functions if function.name == name
        for argument in function.arguments
    }
    query = Query.of(request, known)
    function = context.cache.function(name, list(query.arguments))
    return function, dict(query.arguments), query


def invoke(
    function: Function, values: dict[str, object]
) -> tuple[sql.Composable, list[object]]:
    named = sql.SQL(", ").join(
        sql.SQL("{} => (select value from json_to_record(%s) as _body (value {}))").format(
            sql.Identifier(name), sql.SQL(function.arguments[name]))
        for name in values)
    return (
        sql.SQL("{}({})").format(sql.Identifier("public", function.name), named),
        [json.dumps({"value": value}) for value in values.values()])
