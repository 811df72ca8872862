"""What the answers to reads and writes have in common."""

from __future__ import annotations

from stand_in.errors import RestError
from stand_in.messages import Request
from stand_in.rest.context import Context

SINGLE = "application/vnd.pgrst.object+json"


def wants_single(request: Request) -> bool:
    return SINGLE in (request.header("Accept") or "")


def content_type(request: Request) -> dict[str, str]:
    kind = SINGLE if wants_single(request) else "application/json"
    return {"Content-Type": f"{kind}; charset=utf-8"}


def single(request: Request, count: int, body: str) -> str:
    """One object instead of an array, where that was asked; other counts are an error."""
    if not wants_single(request):
        return body
    if count != 1:
        raise RestError(
            406, "PGRST116", "Cannot coerce the result to a single JSON object",
            f"The result contains {count} rows")
    return body.strip()[1:-1]


def limit_change(count: int, context: Context) -> None:
    most = context.preferences.greatest_change
    if most is not None and count > most:
        raise RestError(
            400, "PGRST124", "Query result exceeds max-affected preference constraint",
            f"The query affects {count} rows")
