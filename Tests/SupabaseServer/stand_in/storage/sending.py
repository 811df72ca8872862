"""Sends an object: whole, a range of it, or the news that it has not changed."""

from __future__ import annotations

import re

from stand_in.errors import StorageError
from stand_in.messages import FilePart, Request, Response
from stand_in.storage.context import Context, no_object
from stand_in.storage.objects import Stored

RANGE = re.compile(r"^bytes=(\d*)-(\d*)$")


def send(
    request: Request, entry: Stored, context: Context, extra: dict[str, str] | None = None
) -> Response:
    path = context.file(entry.version)
    if not path.exists():
        raise no_object()
    tag = str(entry.metadata["eTag"])
    headers = {
        "Content-Type": str(entry.metadata["mimetype"]), "ETag": tag, "Accept-Ranges": "bytes",
        "Cache-Control": str(entry.metadata["cacheControl"]),
    } | (extra or {})
    if request.header("If-None-Match") == tag:
        return Response(304, headers)
    span = wanted(request, entry.size, tag)
    if span is None:
        return Response(200, headers, FilePart(path, 0, entry.size))
    first, last = span
    headers["Content-Range"] = f"bytes {first}-{last}/{entry.size}"
    return Response(206, headers, FilePart(path, first, last - first + 1))


def wanted(request: Request, size: int, tag: str) -> tuple[int, int] | None:
    match = RANGE.match(request.header("Range") or "")
    if not match or request.header("If-Range") not in (None, tag):
        return None
    if match[1]:
        first = int(match[1])
        last = min(int(match[2]) if match[2] else size - 1, size - 1)
    else:
        first, last = max(0, size - int(match[2] or 0)), size - 1
    if first > last:
        raise StorageError(
            416, "InvalidRange", "The requested range is not satisfiable", "InvalidRange")
    return first, last
