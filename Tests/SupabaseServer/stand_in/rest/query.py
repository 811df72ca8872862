"""The parts of a request that choose rows: filters, select, order, range."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from psycopg import sql

from stand_in.messages import Request
from stand_in.rest.columns import order_by, select_list
from stand_in.rest.filters import Condition, condition
from stand_in.rest.ranges import RowRange

RESERVED = {"select", "order", "limit", "offset", "columns", "on_conflict"}


@dataclass
class Query:
    parameters: dict[str, str]
    filters: list[tuple[str, str]]
    range: RowRange
    # Taken as arguments of a function, not as filters.
    arguments: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request, arguments: Set[str] = frozenset()) -> Query:
        pairs = request.parameters
        parameters = {name: value for name, value in pairs if name in RESERVED}
        return cls(
            parameters,
            [pair for pair in pairs if pair[0] not in RESERVED and pair[0] not in arguments],
            RowRange.of(request, parameters),
            {name: value for name, value in pairs if name in arguments})

    def selection(self, source: sql.Composable) -> sql.Composable:
        return select_list(self.parameters.get("select", "*"), source)

    def where(self, source: sql.Composable) -> Condition:
        """Empty without filters."""
        parts = [condition(name, value, source) for name, value in self.filters]
        if not parts:
            return Condition(sql.SQL(""), [])
        joined = sql.SQL(" and ").join(sql.SQL("({})").format(part.text) for part in parts)
        return Condition(
            sql.SQL(" where {}").format(joined), [value for part in parts for value in part.values])

    def tail(self, source: sql.Composable, rows: RowRange) -> sql.Composed:
        """Order, limit and offset."""
        result = sql.Composed([])
        if self.parameters.get("order"):
            result += sql.SQL(" order by ") + order_by(self.parameters["order"], source)
        if rows.limit is not None:
            result += sql.SQL(" limit {}").format(sql.Literal(rows.limit))
        if rows.offset:
            result += sql.SQL(" offset {}").format(sql.Literal(rows.offset))
        return result


def as_json(rows: sql.Composable) -> sql.Composed:
    """Wraps a query so that it gives one row: how many there are, and all of them as JSON."""
    return sql.SQL(
        "select count(*), coalesce(json_agg(_row), '[]')::text from ({}) as _row").format(rows)
