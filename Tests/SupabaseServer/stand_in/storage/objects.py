"""The rows of storage.objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import psycopg

from stand_in.errors import StorageError
from stand_in.session import first_row
from stand_in.storage.context import Context, no_bucket, no_object, refused


@dataclass
class Stored:
    id: str
    bucket: str
    name: str
    version: str
    metadata: dict[str, Any]
    user_metadata: dict[str, Any] | None
    created_at: str

    @property
    def size(self) -> int:
        return int(self.metadata["size"])


COLUMNS = "id::text, bucket_id, name, version, metadata, user_metadata, created_at::text"
INSERT = """
insert into storage.objects (bucket_id, name, owner_id, version, metadata, user_metadata)
values (%(bucket)s, %(name)s, %(owner)s, %(version)s, %(metadata)s, %(user_metadata)s)
"""
UPSERT = INSERT + """
on conflict (bucket_id, name) do update set owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, updated_at = now()
"""


def find(bucket: str, name: str, context: Context, *, as_service: bool = False) -> Stored:
    """The object, if the caller may see it."""
    session = context.service if as_service else context.session
    with session.transaction(context.pool, read_only=True) as cursor:
        row = cursor.execute(
            f"select {COLUMNS} from storage.objects where bucket_id = %s and name = %s",
            [bucket, name]).fetchone()
    if row is None:
        raise no_object()
    return Stored(*row)


@dataclass
class Bucket:
    name: str
    is_public: bool
    size_limit: int | None


def bucket(name: str, context: Context) -> Bucket:
    with context.service.transaction(context.pool, read_only=True) as cursor:
        row = cursor.execute(
            "select id, public, file_size_limit from storage.buckets where id = %s", [name]
        ).fetchone()
    if row is None:
        raise no_bucket()
    return Bucket(*row)


@dataclass
class Draft:
    """An object that is to be written."""

    bucket: str
    name: str
    overwrite: bool
    user_metadata: dict[str, object] | None = None

    def values(self, context: Context, version: str, metadata: dict[str, object]) -> dict:
        return {
            "bucket": self.bucket, "name": self.name, "owner": context.owner, "version": version,
            "metadata": json.dumps(metadata),
            "user_metadata": json.dumps(self.user_metadata) if self.user_metadata else None,
        }


class RolledBack(Exception):
    """Ends a transaction that was only a question."""


def check_permission(draft: Draft, context: Context) -> None:
    """Asks row security whether the caller may write this, before any byte is taken."""
    try:
        with context.session.transaction(context.pool) as cursor:
            write(draft, context, cursor, "permission", {})
            raise RolledBack
    except RolledBack:
        pass


def commit(draft: Draft, context: Context, version: str, metadata: dict[str, object]) -> str:
    """Makes the bytes under that version the object; gives its id."""
    with context.decisive.transaction(context.pool) as cursor:
        old = cursor.execute(
            "select version from storage.objects where bucket_id = %s and name = %s for update",
            [draft.bucket, draft.name]).fetchone()
        write(draft, context, cursor, version, metadata)
        made = first_row(cursor.execute(
            "select id::text from storage.objects where bucket_id = %s and name = %s",
            [draft.bucket, draft.name]))[0]
    if old:
        context.file(old[0]).unlink(missing_ok=True)
    return made


def write(
    draft: Draft, context: Context, cursor: psycopg.Cursor, version: str,
    metadata: dict[str, object],
) -> None:
    try:
        cursor.execute(
            UPSERT if draft.overwrite else INSERT, draft.values(context, version, metadata))
    except psycopg.errors.UniqueViolation as error:
        raise StorageError(
            409, "Duplicate", "The resource already exists", "ResourceAlreadyExists") from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise refused() from error


def remove(bucket: str, names: list[str], context: Context) -> list[Stored]:
    """Removes what the caller may see and delete; the rest is just absent."""
    with context.session.transaction(context.pool) as cursor:
        rows = cursor.execute(
            f"delete from storage.objects where bucket_id = %s and name = any (%s) "
            f"returning {COLUMNS}", [bucket, names]).fetchall()
    removed = [Stored(*row) for row in rows]
    for entry in removed:
        context.file(entry.version).unlink(missing_ok=True)
    return removed
