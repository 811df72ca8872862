"""What PostgREST remembers of the database: stale until it is told to read again."""

from __future__ import annotations

from dataclasses import dataclass, field

import psycopg

from stand_in.errors import RestError

COLUMNS = """
select c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
  pg_get_expr(d.adbin, d.adrelid),
  coalesce(a.attnum = any (k.conkey), false)
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
order by c.relname, a.attnum
"""

FUNCTIONS = """
select p.proname, p.proargnames, p.pronargs, p.pronargdefaults, p.provolatile, p.proretset,
  format_type(p.prorettype, null), t.typtype = 'c' or p.prorettype = 'record'::regtype,
  (select array_agg(format_type(kind, null) order by place)
   from unnest(p.proargtypes) with ordinality as argument (kind, place))
from pg_proc p join pg_type t on t.oid = p.prorettype
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and format_type(p.prorettype, null) not in ('trigger', 'event_trigger')
"""


@dataclass
class Table:
    name: str
    types: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    primary_key: list[str] = field(default_factory=list)

    def type_of(self, column: str) -> str:
        if column not in self.types:
            raise RestError(
                400, "PGRST204",
                f"Could not find the '{column}' column of '{self.name}' in the schema cache")
        return self.types[column]


@dataclass
class Function:
    name: str
    arguments: dict[str, str]
    required: set[str]
    is_volatile: bool
    returns_set: bool
    returns_rows: bool
    returns_nothing: bool


class SchemaCache:
    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.functions: list[Function] = []

    def reload(self, cursor: psycopg.Cursor) -> None:
        tables: dict[str, Table] = {}
        for table, column, kind, default, is_key in cursor.execute(COLUMNS).fetchall():
            entry = tables.setdefault(table, Table(table))
            entry.types[column] = kind
            if default is not None:
                entry.defaults[column] = default
            if is_key:
                entry.primary_key.append(column)
        functions = [read_function(row) for row in cursor.execute(FUNCTIONS).fetchall()]
        self.tables, self.functions = tables, functions

    def table(self, name: str) -> Table:
        if name not in self.tables:
            raise RestError(
                404, "PGRST205", f"Could not find the table 'public.{name}' in the schema cache",
                hint=self.nearest(name))
        return self.tables[name]

    def nearest(self, name: str) -> str | None:
        alike = [known for known in self.tables if known[:4] == name[:4]]
        return f"Perhaps you meant the table 'public.{alike[0]}'" if alike else None

    def function(self, name: str, given: list[str]) -> Function:
        for function in self.functions:
            if function.name == name and function.required <= set(given) <= set(function.arguments):
                return function
        names = ", ".join(given)
        listed = f"({names})" if given else " without parameters"
        searched = f" with parameter{'s' if len(given) > 1 else ''} {names}" if given else listed
        raise RestError(
            404, "PGRST202",
            f"Could not find the function public.{name}{listed} in the schema cache",
            f"Searched for the function public.{name}{searched}, but no matches were found in the "
            "schema cache.")


def read_function(row: tuple) -> Function:
    name, names, count, defaults, volatility, returns_set, kind, is_rows, types = row
    arguments = dict(zip((names or [])[:count], types or [], strict=False))
    return Function(
        name, arguments, set(list(arguments)[:count - defaults]), volatility == "v", returns_set,
        is_rows, kind == "void")
