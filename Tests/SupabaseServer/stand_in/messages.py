"""Requests and responses, independent of how they travel."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from email.message import Message
from io import BufferedIOBase
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from stand_in.errors import Dropped

CHUNK = 64 * 1024


class BodyReader:
    """The body of a request, with its length or in chunks; may be made to break off."""

    def __init__(self, source: BufferedIOBase, length: int | None) -> None:
        self.source = source
        self.remaining = length
        self.chunked = length is None
        self.received = 0
        self.cut_after: int | None = None

    def read(self, size: int = CHUNK) -> bytes:
        """Up to so many bytes; none at the end."""
        if self.cut_after is not None:
            if self.received >= self.cut_after:
                raise Dropped
            size = min(size, self.cut_after - self.received)
        data = self.read_chunk() if self.chunked else self.read_known(size)
        self.received += len(data)
        return data

    def read_known(self, size: int) -> bytes:
        size = min(size, self.remaining or 0)
        data = self.source.read(size) if size else b""
        if len(data) < size:
            raise Dropped
        self.remaining = (self.remaining or 0) - len(data)
        return data

    def read_chunk(self) -> bytes:
        if self.remaining == 0:
            return b""
        size = int(self.source.readline().split(b";")[0] or b"0", 16)
        data = self.source.read(size)
        self.source.readline()
        if size == 0:
            self.remaining = 0
        return data

    def read_all(self) -> bytes:
        parts = []
        while part := self.read():
            parts.append(part)
        return b"".join(parts)

    @property
    def is_finished(self) -> bool:
        return self.remaining == 0


@dataclass
class Request:
    method: str
    path: str
    query: str
    headers: Message
    body: BodyReader

    @property
    def segments(self) -> list[str]:
        return [unquote(part) for part in self.path.split("/") if part]

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """Decoded as PostgREST does: a plus sign is a space."""
        return parse_qsl(self.query, keep_blank_values=True)

    def header(self, name: str) -> str | None:
        return self.headers.get(name)

    def json(self) -> Any:
        return json.loads(self.body.read_all())


@dataclass
class FilePart:
    """A stretch of a file as the body of a response."""

    path: Path
    start: int
    length: int


@dataclass
class Response:
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | FilePart = b""

    @classmethod
    def json(cls, status: int, value: object, headers: dict[str, str] | None = None) -> Response:
        return cls(
            status, {"Content-Type": "application/json; charset=utf-8"} | (headers or {}),
            json.dumps(value).encode())

    @property
    def length(self) -> int:
        return self.body.length if isinstance(self.body, FilePart) else len(self.body)
