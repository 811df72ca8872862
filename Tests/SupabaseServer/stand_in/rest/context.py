"""What a request to a table needs besides itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stand_in.pool import Pool
from stand_in.rest.preferences import Preferences
from stand_in.rest.schema_cache import SchemaCache
from stand_in.session import Session


@dataclass
class Context:
    pool: Pool
    cache: SchemaCache
    session: Session
    preferences: Preferences
    max_rows: int | None
    violation: Callable[[str], None]
