"""Resumable uploads by the TUS protocol 1.0."""

from __future__ import annotations

import base64
import json
import threading
from dataclasses import dataclass, field
from pathlib import Path

from stand_in.errors import Dropped, StorageError, TusError
from stand_in.messages import Request, Response
from stand_in.storage import objects
from stand_in.storage.context import Context
from stand_in.storage.objects import Draft
from stand_in.storage.receiving import Received, cache_control, describe

LIFETIME = 24 * 3600
# The platform wants chunks of exactly this size, except the last.
CHUNK_SIZE = 6 * 1024 * 1024


@dataclass
class Upload:
    draft: Draft
    length: int
    version: str
    owner: str | None
    expires: float
    received: Received
    offset: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Uploads:
    """The uploads of a project that have begun."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.open: dict[str, Upload] = {}

    def answer(self, request: Request, identifier: str | None, context: Context) -> Response:
        if request.method == "OPTIONS":
            return Response(204, version() | {
                "Tus-Version": "1.0.0", "Tus-Max-Size": str(context.size_limit),
                "Tus-Extension": "creation,creation-with-upload,termination,expiration"})
        if request.header("Tus-Resumable") != "1.0.0":
            raise TusError(412, "Tus-Resumable Required")
        if identifier is None:
            return self.create(request, context)
        upload = self.find(identifier, context)
        match request.method:
            case "HEAD":
                return Response(200, version() | progress(upload) | {
                    "Upload-Length": str(upload.length), "Cache-Control": "no-store"})
            case "PATCH":
                return self.resume(request, identifier, upload, context)
            case "DELETE":
                self.forget(identifier)
                context.file(upload.version).unlink(missing_ok=True)
                return Response(204, version())
        raise TusError(405, "Method not allowed")

    def find(self, identifier: str, context: Context) -> Upload:
        upload = self.open.get(identifier)
        if upload is None or upload.owner != context.owner:
            raise TusError(404, "The file for this url was not found")
        if context.clock.now() > upload.expires:
            self.forget(identifier)
            raise TusError(410, "The file for this url no longer exists")
        return upload

    def forget(self, identifier: str) -> None:
        with self.lock:
            self.open.pop(identifier, None)

    def create(self, request: Request, context: Context) -> Response:
        upload = begin(request, context)
        name = f"{upload.draft.bucket}/{upload.draft.name}/{upload.version}"
        identifier = base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")
        with self.lock:
            self.open[identifier] = upload
        headers = version() | {
            "Location": f"{context.url}/storage/v1/upload/resumable/{identifier}"}
        if request.header("Content-Type") == "application/offset+octet-stream":
            self.append(request, identifier, upload, context)
            headers |= progress(upload)
        return Response(201, headers)

    def resume(
        self, request: Request, identifier: str, upload: Upload, context: Context
    ) -> Response:
        if request.header("Content-Type") != "application/offset+octet-stream":
            raise TusError(415, "Content-Type header must be application/offset+octet-stream")
        if request.header("Upload-Offset") != str(upload.offset):
            raise TusError(409, "Upload-Offset conflict")
        self.append(request, identifier, upload, context)
        return Response(204, version() | progress(upload))

    def append(
        self, request: Request, identifier: str, upload: Upload, context: Context
    ) -> None:
        if not upload.lock.acquire(blocking=False):
            raise TusError(423, "The upload is locked by another request")
        try:
            taken = take(request, upload, context.file(upload.version))
        finally:
            upload.lock.release()
        if upload.offset < upload.length:
            if taken != CHUNK_SIZE:
                context.violation(f"resumable upload: a chunk of {taken} bytes, not {CHUNK_SIZE}")
            return
        metadata = describe(context.file(upload.version), upload.received)
        try:
            objects.commit(upload.draft, context, upload.version, metadata)
        except StorageError as error:
            raise TusError(error.true_status, error.message) from error
        self.forget(identifier)


def begin(request: Request, context: Context) -> Upload:
    fields = upload_metadata(request.header("Upload-Metadata") or "")
    length = int(request.header("Upload-Length") or -1)
    if length < 0 or "bucketName" not in fields or "objectName" not in fields:
        raise TusError(400, "Upload-Length, bucketName and objectName are required")
    user = json.loads(fields["metadata"]) if fields.get("metadata") else None
    draft = Draft(
        fields["bucketName"], fields["objectName"], request.header("x-upsert") == "true", user)
    try:
        limit = objects.bucket(draft.bucket, context).size_limit or context.size_limit
        if length > limit:
            raise TusError(413, "Maximum size exceeded")
        objects.check_permission(draft, context)
    except StorageError as error:
        raise TusError(error.true_status, error.message) from error
    version = context.new_version()
    context.file(version).touch()
    return Upload(
        draft, length, version, context.owner, context.clock.now() + LIFETIME,
        Received(
            fields.get("contentType", "application/octet-stream"),
            cache_control(fields.get("cacheControl", "no-cache")), user))


def take(request: Request, upload: Upload, file: Path) -> int:
    """What has arrived stays, also when the connection breaks off."""
    before = upload.offset
    with file.open("r+b") as output:
        output.seek(upload.offset)
        try:
            while data := request.body.read():
                if upload.offset + len(data) > upload.length:
                    raise TusError(413, "Maximum size exceeded")
                output.write(data)
                upload.offset += len(data)
        except Dropped:
            output.flush()
            raise
    return upload.offset - before


def upload_metadata(header: str) -> dict[str, str]:
    result = {}
    for pair in filter(None, (part.strip() for part in header.split(","))):
        name, _, value = pair.partition(" ")
        result[name] = base64.b64decode(value).decode()
    return result


def version() -> dict[str, str]:
    return {"Tus-Resumable": "1.0.0"}


def progress(upload: Upload) -> dict[str, str]:
    return {"Upload-Offset": str(upload.offset)}
