"""What can go wrong, as the real services say it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import psycopg


class MissingPart(Exception):
    """The machine lacks something that the stand-in needs."""


class Dropped(Exception):
    """The connection is to break off here, without an answer."""


@dataclass
class RestError(Exception):
    """An error of PostgREST: a status, and the four keys of its body."""

    status: int
    code: str
    message: str
    details: object = None
    hint: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def body(self) -> bytes:
        return json.dumps({
            "code": self.code, "details": self.details, "hint": self.hint,
            "message": self.message,
        }).encode()


@dataclass
class GatewayError(Exception):
    """An error of what stands before the services; its body has another shape."""

    status: int
    message: str
    hint: str | None = None


@dataclass
class StorageError(Exception):
    """An error of Storage: HTTP says 400 for most, the body holds the true status as text."""

    true_status: int
    error: str
    message: str
    code: str

    def body(self) -> bytes:
        return json.dumps({
            "statusCode": str(self.true_status), "error": self.error, "message": self.message,
            "code": self.code,
        }).encode()

    @property
    def status(self) -> int:
        return self.true_status if self.true_status in (416, 429, 500, 544) else 400


@dataclass
class TusError(Exception):
    """An error of resumable uploads: plain text, and the true status."""

    status: int
    message: str


def from_postgres(error: psycopg.Error, *, anonymous: bool) -> RestError:
    """An error of the database as PostgREST reports it."""
    if error.sqlstate is None:
        return RestError(
            503, "PGRST001", "Database client error. Retrying the connection.", str(error),
            headers={"Retry-After": "1"})
    said = error.diag
    message = said.message_primary or ""
    status = status_of(error.sqlstate, message, anonymous=anonymous)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return RestError(
        status, error.sqlstate, message, said.message_detail, said.message_hint, headers)


# The longest prefix of an SQLSTATE that is here decides.
STATUS_BY_SQLSTATE = {
    "08": 503, "09": 500, "0L": 403, "0P": 403, "23503": 409, "23505": 409, "25006": 405,
    "25": 500, "28": 403, "2D": 500, "38": 500, "39": 500, "3B": 500, "40": 500, "42883": 404,
    "42P01": 404, "42P17": 500, "53400": 500, "53": 503, "54": 500, "55": 500, "57P01": 503,
    "57": 500, "58": 500, "F0": 500, "HV": 500, "P0001": 400, "P0": 500, "XX": 500,
}


def status_of(sqlstate: str, message: str, *, anonymous: bool) -> int:
    if sqlstate == "42501":
        return 401 if anonymous else 403
    if sqlstate == "21000":
        return 400 if message.endswith("requires a WHERE clause") else 500
    if sqlstate == "22023" and message.startswith("role") and message.endswith("does not exist"):
        return 401
    if sqlstate.startswith("PT") and sqlstate[2:].isdigit():
        return int(sqlstate[2:])
    for length in (5, 2):
        if sqlstate[:length] in STATUS_BY_SQLSTATE:
            return STATUS_BY_SQLSTATE[sqlstate[:length]]
    return 400
