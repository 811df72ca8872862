"""The rows in the body of a request, as a source of SQL."""

from __future__ import annotations

import json
from dataclasses import dataclass

from psycopg import sql

from stand_in.errors import RestError
from stand_in.messages import Request
from stand_in.rest.schema_cache import Table


@dataclass
class Payload:
    """The text goes to PostgreSQL as it came: numbers keep every digit."""

    text: str
    rows: list[dict[str, object]]
    columns: list[str]

    @classmethod
    def of(cls, request: Request, columns: str | None) -> Payload:
        text = request.body.read_all().decode(errors="replace")
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise RestError(400, "PGRST102", "Empty or invalid json") from error
        rows = value if isinstance(value, list) else [value]
        if not all(isinstance(row, dict) for row in rows):
            raise RestError(400, "PGRST102", "Empty or invalid json")
        if not isinstance(value, list):
            text = f"[{text}]"
        if columns is not None:
            # Named columns spare the look at the rows: what a row lacks becomes NULL.
            return cls(text, rows, [name.strip('"') for name in columns.split(",") if name])
        keys = list(rows[0]) if rows else []
        if any(row.keys() != rows[0].keys() for row in rows):
            raise RestError(400, "PGRST102", "All object keys must match")
        return cls(text, rows, keys)

    def source(self, table: Table, use_defaults: bool) -> tuple[sql.Composable, list[object]]:
        """`(select … ) as _body`, with one column for each column that is written."""
        fields = sql.SQL(", ").join(
            sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(table.type_of(name)))
            for name in self.columns)
        if not use_defaults:
            return sql.SQL("json_to_recordset(%s) as _body ({})").format(fields), [self.text]
        defaults = sql.SQL(", ").join(
            sql.SQL("{}, {}").format(sql.Literal(name), sql.SQL(table.defaults[name]))
            for name in self.columns if name in table.defaults)
        filled = sql.SQL(
            "(select coalesce(jsonb_agg(jsonb_build_object({}) || _given), '[]')"
            " from jsonb_array_elements(%s) as _given)").format(defaults)
        return sql.SQL("jsonb_to_recordset({}) as _body ({})").format(filled, fields), [self.text]

    def names(self) -> sql.Composable:
        return sql.SQL(", ").join(sql.Identifier(name) for name in self.columns)
