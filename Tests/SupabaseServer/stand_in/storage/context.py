"""What a request to Storage needs besides itself."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stand_in.clock import Clock
from stand_in.errors import StorageError
from stand_in.keys import Keys
from stand_in.pool import Pool
from stand_in.session import Session


@dataclass
class Context:
    pool: Pool
    directory: Path
    keys: Keys
    clock: Clock
    session: Session
    size_limit: int
    url: str
    violation: Callable[[str], None]

    @property
    def service(self) -> Session:
        """Storage itself, whom row security does not bind."""
        return Session("service_role", {"role": "service_role"})

    @property
    def decisive(self) -> Session:
        """Storage itself, in the transaction that a fault is meant for."""
        return Session("service_role", {"role": "service_role"}, self.session.fault)

    @property
    def owner(self) -> str | None:
        subject = self.session.claims.get("sub")
        return str(subject) if subject else None

    def new_version(self) -> str:
        """Bytes lie under a name of their own, so that a reader never sees half of a new map."""
        return secrets.token_hex(16)

    def file(self, version: str) -> Path:
        return self.directory / version


def no_bucket() -> StorageError:
    return StorageError(404, "Bucket not found", "Bucket not found", "NoSuchBucket")


def no_object() -> StorageError:
    return StorageError(404, "not_found", "Object not found", "NoSuchKey")


def too_large() -> StorageError:
    return StorageError(
        413, "Payload too large", "The object exceeded the maximum allowed size", "EntityTooLarge")


def refused(message: str = "new row violates row-level security policy") -> StorageError:
    return StorageError(403, "Unauthorized", message, "AccessDenied")
