"""One project of the stand-in: a database, its HTTP address, and what tests have set."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass, field, fields
from pathlib import Path

from stand_in.clock import Clock
from stand_in.errors import Dropped, GatewayError
from stand_in.faults import Fault, Faults
from stand_in.journal import Journal
from stand_in.keys import Keys, caller_of
from stand_in.messages import Request, Response
from stand_in.pool import Pool
from stand_in.rest import service as rest
from stand_in.rest.schema_cache import SchemaCache
from stand_in.session import STATEMENT_TIMEOUT
from stand_in.storage import service as storage
from stand_in.storage.resumable import Uploads
from stand_in.web_server import WebServer


@dataclass
class Settings:
    """What differs between projects, and may change while one runs."""

    max_rows: int | None = 1000
    file_size_limit: int = 52_428_800
    statement_timeouts: dict[str, int] = field(default_factory=lambda: dict(STATEMENT_TIMEOUT))

    def change(self, values: dict[str, object]) -> None:
        known = {field.name for field in fields(self)}
        if unknown := set(values) - known:
            raise ValueError(f"no setting {', '.join(sorted(unknown))}; there are {sorted(known)}")
        for name, value in values.items():
            setattr(self, name, value)


class Project:
    def __init__(self, name: str, uri: str, blobs: Path) -> None:
        self.name = name
        self.blobs = blobs
        self.pool = Pool(uri)
        self.keys = Keys()
        self.settings = Settings()
        self.clock = Clock()
        self.faults = Faults()
        self.journal = Journal()
        self.uploads = Uploads()
        self.cache = SchemaCache()
        self.reload()
        blobs.mkdir()
        self.web = WebServer(self.answer, self.body_limit)

    @property
    def url(self) -> str:
        return self.web.url

    def reload(self) -> None:
        with self.pool.connection() as connection, connection.cursor() as cursor:
            self.cache.reload(cursor)

    def stop(self) -> None:
        self.web.stop()
        self.pool.close()
        shutil.rmtree(self.blobs, ignore_errors=True)

    def answer(self, request: Request) -> Response:
        fault = self.faults.take(request)
        request.fault = fault  # type: ignore[attr-defined]
        try:
            response = self.answer_with(fault, request)
        except Dropped:
            self.journal.record(request, None)
            raise
        self.journal.record(request, response.status)
        return response

    def body_limit(self, request: Request) -> int | None:
        fault: Fault | None = getattr(request, "fault", None)
        return fault.truncate if fault else None

    def answer_with(self, fault: Fault | None, request: Request) -> Response:
        if fault:
            time.sleep(fault.delay)
            request.body.cut_after = fault.cut_upload
            if fault.status is not None:
                return failure(fault)
        response = self.route(request, fault)
        if fault and fault.drop:
            raise Dropped
        return response

    def route(self, request: Request, fault: Fault | None) -> Response:
        try:
            match request.segments[:2]:
                case ["rest", "v1"]:
                    return rest.answer(request, caller_of(request, self.keys), self, fault)
                case ["storage", "v1"]:
                    return storage.answer(request, self, fault)
        except GatewayError as error:
            return Response.json(error.status, {"message": error.message, "hint": error.hint})
        return Response.json(404, {"message": "no Route matched with those values"})


def failure(fault: Fault) -> Response:
    """What a gateway or proxy says that never asked the service."""
    status = fault.status or 500
    headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
    if fault.html:
        page = f"<html><head><title>{status}</title></head><body>Bad gateway</body></html>"
        return Response(status, headers | {"Content-Type": "text/html"}, page.encode())
    if fault.bare:
        return Response(status, headers, b"")
    return Response.json(status, {"message": "The service is not available"}, headers)
