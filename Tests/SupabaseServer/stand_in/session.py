"""One transaction on behalf of a role, as PostgREST and Storage open it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg

from stand_in.errors import Dropped
from stand_in.faults import Fault
from stand_in.pool import Pool


def first_row(cursor: psycopg.Cursor) -> tuple[Any, ...]:
    """Of a query that always has one."""
    row = cursor.fetchone()
    if row is None:
        raise LookupError("a query that always gives a row gave none")
    return row


# The platform's own limits, in milliseconds.
STATEMENT_TIMEOUT = {"anon": 3_000, "authenticated": 8_000}


@dataclass
class Session:
    """Who asks, and what is to go wrong at the end."""

    role: str
    claims: dict[str, object]
    fault: Fault | None = None
    timezone: str | None = None
    timeouts: dict[str, int] = field(default_factory=lambda: dict(STATEMENT_TIMEOUT))

    @property
    def is_anonymous(self) -> bool:
        return self.role == "anon"

    @contextmanager
    def transaction(self, pool: Pool, *, read_only: bool = False) -> Iterator[psycopg.Cursor]:
        """Commits at the end, unless the block fails or the fault wants it otherwise."""
        with pool.connection() as connection, connection.cursor() as cursor:
            self.begin(cursor, read_only)
            yield cursor
            if self.fault and self.fault.drop == "before-commit":
                raise Dropped
            connection.commit()
            if self.fault and self.fault.drop == "after-commit":
                raise Dropped

    def begin(self, cursor: psycopg.Cursor, read_only: bool) -> None:
        if read_only:
            cursor.execute("set transaction read only")
        settings = {
            "search_path": "public, extensions", "role": self.role,
            "request.jwt.claims": json.dumps(self.claims),
            "statement_timeout": str(self.timeouts.get(self.role, 0)),
        }
        if self.timezone:
            settings["timezone"] = self.timezone
        calls = ", ".join("set_config(%s, %s, true)" for _ in settings)
        cursor.execute(f"select {calls}", [word for pair in settings.items() for word in pair])
