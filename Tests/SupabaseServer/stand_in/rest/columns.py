"""Columns as requests name them: paths into JSON, casts, aliases, and the parameter select."""

from __future__ import annotations

import re
from dataclasses import dataclass

from psycopg import sql

from stand_in.errors import RestError

FIELD = re.compile(r"^(?P<name>[^:.()\s>-][^:.()>-]*)(?P<path>(?:->>?[^:.()>-]+)*)$")
STEP = re.compile(r"(->>?)([^->]+)")


def bad(what: str, text: str, place: int = 1) -> RestError:
    return RestError(
        400, "PGRST100", f'"failed to parse {what} ({text})" (line 1, column {place})',
        f"unexpected {text[place - 1:place]!r} in {what}" if text else f"empty {what}")


@dataclass
class Field:
    name: str
    path: list[tuple[str, str]]

    @classmethod
    def parse(cls, text: str, what: str) -> Field:
        match = FIELD.match(text.strip('"'))
        if not match:
            raise bad(what, text)
        return cls(match["name"], STEP.findall(match["path"]))

    def sql(self, source: sql.Composable) -> sql.Composable:
        result: sql.Composable = sql.SQL("{}.{}").format(source, sql.Identifier(self.name))
        for arrow, key in self.path:
            step = sql.Literal(int(key)) if key.lstrip("-").isdigit() else sql.Literal(key)
            result = sql.SQL("{}{}{}").format(result, sql.SQL(arrow), step)
        return result

    @property
    def last_name(self) -> str:
        return self.path[-1][1] if self.path else self.name


def select_list(text: str, source: sql.Composable) -> sql.Composable:
    """What stands between SELECT and FROM."""
    return sql.SQL(", ").join(select_item(item, source) for item in (text or "*").split(","))


def select_item(text: str, source: sql.Composable) -> sql.Composable:
    if text == "*":
        return sql.SQL("{}.*").format(source)
    if "(" in text:
        raise RestError(
            400, "PGRST200", "Could not find a relationship in the schema cache",
            "The stand-in embeds no other tables.")
    text, _, cast = text.partition("::")
    alias, colon, name = text.rpartition(":")
    column = Field.parse(name, "select parameter")
    expression = column.sql(source)
    if cast:
        if not re.fullmatch(r"[a-z0-9_ \[\]]+", cast):
            raise bad("select parameter", text)
        expression = sql.SQL("cast({} as {})").format(expression, sql.SQL(cast))
    if not colon and not cast and not column.path:
        return expression
    return sql.SQL("{} as {}").format(expression, sql.Identifier(alias or column.last_name))


def order_by(text: str, source: sql.Composable) -> sql.Composable:
    return sql.SQL(", ").join(order_item(item, source) for item in text.split(","))


def order_item(text: str, source: sql.Composable) -> sql.Composable:
    name, *words = text.split(".")
    directions = {"asc": "asc", "desc": "desc"}
    nulls = {"nullsfirst": "nulls first", "nullslast": "nulls last"}
    parts = [directions.get(word) or nulls.get(word) for word in words]
    if None in parts or len(parts) > 2:
        raise bad("order", text, len(name) + 1)
    column = Field.parse(name, "order").sql(source)
    return sql.SQL("{} {}").format(column, sql.SQL(" ".join(str(part) for part in parts)))
