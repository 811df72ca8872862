"""Takes the bytes of an upload into a file, raw or out of a form."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stand_in.errors import StorageError
from stand_in.messages import CHUNK, Request
from stand_in.storage.context import too_large

BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
FIELD_NAME = re.compile(r'name="([^"]*)"')


@dataclass
class Received:
    content_type: str
    cache_control: str
    user_metadata: dict[str, object] | None


def receive(request: Request, file: Path, limit: int) -> Received:
    """Writes the object's bytes to the file."""
    kind = request.header("Content-Type") or "application/octet-stream"
    check_length(request, limit)
    if kind.startswith("multipart/form-data"):
        return receive_form(request, file, limit, kind)
    with file.open("wb") as output:
        for data in limited(request, limit):
            output.write(data)
    return Received(
        kind, cache_control(request.header("Cache-Control") or "no-cache"),
        decoded(request.header("x-metadata")))


def check_length(request: Request, limit: int) -> None:
    """Refuses before reading; the connection then closes on a client that goes on sending."""
    if int(request.header("Content-Length") or 0) > limit + CHUNK:
        raise too_large()


def limited(request: Request, limit: int) -> Iterator[bytes]:
    received = 0
    while data := request.body.read():
        received += len(data)
        if received > limit:
            raise too_large()
        yield data


def receive_form(request: Request, file: Path, limit: int, kind: str) -> Received:
    match = BOUNDARY.search(kind)
    if not match:
        raise StorageError(400, "invalid_request", "The form has no boundary", "InvalidRequest")
    body = b"".join(limited(request, limit + CHUNK))
    received = Received("application/octet-stream", "no-cache", None)
    for part in body.split(b"--" + match[1].encode())[1:-1]:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        take_part(head.decode(errors="replace"), content.removesuffix(b"\r\n"), file, received)
    if not file.exists():
        raise StorageError(400, "invalid_request", "The form has no file", "InvalidRequest")
    if file.stat().st_size > limit:
        raise too_large()
    return received


def take_part(head: str, content: bytes, file: Path, received: Received) -> None:
    name = FIELD_NAME.search(head)
    if name and name[1] == "cacheControl":
        received.cache_control = cache_control(content.decode())
    elif name and name[1] == "metadata":
        received.user_metadata = json.loads(content)
    else:
        kind = re.search(r"(?im)^content-type:\s*(\S+)", head)
        received.content_type = kind[1] if kind else received.content_type
        file.write_bytes(content)


def cache_control(text: str) -> str:
    return f"max-age={text}" if text.isdigit() else text


def decoded(header: str | None) -> dict[str, object] | None:
    return json.loads(base64.b64decode(header)) if header else None


def describe(file: Path, received: Received) -> dict[str, object]:
    """The metadata that Storage keeps of every object."""
    digest = hashlib.md5(usedforsecurity=False)
    with file.open("rb") as data:
        while part := data.read(CHUNK):
            digest.update(part)
    size = file.stat().st_size
    return {
        "eTag": f'"{digest.hexdigest()}"', "size": size, "contentLength": size,
        "mimetype": received.content_type, "cacheControl": received.cache_control,
        "lastModified": datetime.now(UTC).isoformat(), "httpStatusCode": 200,
    }
