"""The front of Storage: from a request to the part that answers it."""

from __future__ import annotations

import json

import psycopg

from stand_in import tokens
from stand_in.errors import StorageError, TusError
from stand_in.faults import Fault
from stand_in.keys import caller_of
from stand_in.manners import check_storage_path
from stand_in.messages import Request, Response
from stand_in.session import Session
from stand_in.storage import links, objects
from stand_in.storage.context import Context, no_object, refused
from stand_in.storage.objects import Draft, Stored
from stand_in.storage.receiving import describe, receive
from stand_in.storage.sending import send


def answer(request: Request, project, fault: Fault | None) -> Response:
    try:
        response = dispatch(request, project, fault)
    except StorageError as error:
        response = Response(error.status, {"Content-Type": "application/json"}, error.body())
    except TusError as error:
        response = Response(
            error.status, {"Content-Type": "text/plain", "Tus-Resumable": "1.0.0"},
            error.message.encode())
    except psycopg.errors.InsufficientPrivilege:
        response = Response(400, {"Content-Type": "application/json"}, refused().body())
    except psycopg.Error as error:
        problem = StorageError(500, "Internal", str(error), "DatabaseError")
        response = Response(500, {"Content-Type": "application/json"}, problem.body())
    return response


def dispatch(request: Request, project, fault: Fault | None) -> Response:
    parts = request.segments[2:]
    check_storage_path(request, project.journal.violation)
    match parts:
        case ["object", "sign" | "public" as kind, bucket, *path] if path and is_read(request):
            # Neither key nor token: what a link or a public bucket is for.
            session = Session("anon", {"role": "anon"}, fault)
            context = context_of(project, session)
            name = "/".join(path)
            if kind == "sign":
                return links.follow(bucket, name, request, context)
            return send_public(bucket, name, request, context)
    context = context_of(project, open_session(request, project, fault))
    match parts:
        case ["upload", "resumable"]:
            return project.uploads.answer(request, None, context)
        case ["upload", "resumable", identifier]:
            return project.uploads.answer(request, identifier, context)
        case ["bucket", *rest]:
            return buckets(request, rest, context)
        case ["object", *rest]:
            return object_request(request, rest, context)
    raise StorageError(404, "Not Found", f"Route {request.method} not found", "NotFound")


def is_read(request: Request) -> bool:
    return request.method in ("GET", "HEAD")


def context_of(project, session: Session) -> Context:
    return Context(
        project.pool, project.blobs, project.keys, project.clock, session,
        project.settings.file_size_limit, project.url, project.journal.violation)


def open_session(request: Request, project, fault: Fault | None) -> Session:
    caller = caller_of(request, project.keys)
    if caller.token is None:
        return Session(caller.role, {"role": caller.role}, fault)
    try:
        claims = tokens.verify(caller.token, project.keys.jwt_secret, project.clock.now())
        if fault and fault.expire_tokens and "sub" in claims:
            raise tokens.ExpiredToken(claims)
    except tokens.ExpiredToken as error:
        raise refused('"exp" claim timestamp check failed') from error
    except tokens.InvalidToken as error:
        message = "Invalid Compact JWS" if error.parts != 3 else "signature verification failed"
        raise refused(message) from error
    return Session(str(claims.get("role", "anon")), claims, fault)


def object_request(request: Request, parts: list[str], context: Context) -> Response:
    match request.method, parts:
        case "POST", ["sign", bucket]:
            return links.sign_many(bucket, request, context)
        case "POST", ["sign", bucket, *path]:
            return links.sign(bucket, "/".join(path), request, context)
        case "POST", ["list", bucket]:
            return list_objects(bucket, request, context)
        case "GET" | "HEAD", ["info", *rest]:
            rest = rest[1:] if rest[:1] in (["authenticated"], ["public"]) else rest
            return info(objects.find(rest[0], "/".join(rest[1:]), context))
        case "GET" | "HEAD", ["authenticated", bucket, *path]:
            return send(request, objects.find(bucket, "/".join(path), context), context)
        case "GET" | "HEAD", [bucket, *path] if path:
            return send(request, objects.find(bucket, "/".join(path), context), context)
        case "POST" | "PUT", [bucket, *path] if path:
            return upload(bucket, "/".join(path), request, context)
        case "DELETE", [bucket]:
            return remove_many(bucket, request, context)
        case "DELETE", [bucket, *path]:
            if not objects.remove(bucket, ["/".join(path)], context):
                raise no_object()
            return Response.json(200, {"message": "Successfully deleted"})
    raise StorageError(404, "Not Found", f"Route {request.method} not found", "NotFound")


def upload(bucket: str, name: str, request: Request, context: Context) -> Response:
    overwrite = request.method == "PUT" or request.header("x-upsert") == "true"
    draft = Draft(bucket, name, overwrite)
    limit = objects.bucket(bucket, context).size_limit or context.size_limit
    objects.check_permission(draft, context)
    version = context.new_version()
    file = context.file(version)
    try:
        received = receive(request, file, limit)
        draft.user_metadata = received.user_metadata
        made = objects.commit(draft, context, version, describe(file, received))
    except Exception:
        # After a commit whose answer is lost the bytes belong to the object.
        if not is_stored(bucket, name, version, context):
            file.unlink(missing_ok=True)
        raise
    return Response.json(200, {"Id": made, "Key": f"{bucket}/{name}"})


def is_stored(bucket: str, name: str, version: str, context: Context) -> bool:
    with context.service.transaction(context.pool, read_only=True) as cursor:
        return cursor.execute(
            "select 1 from storage.objects where bucket_id = %s and name = %s and version = %s",
            [bucket, name, version]).fetchone() is not None


def send_public(bucket: str, name: str, request: Request, context: Context) -> Response:
    if not objects.bucket(bucket, context).is_public:
        raise StorageError(404, "Bucket not found", "Bucket not found", "NoSuchBucket")
    return send(request, objects.find(bucket, name, context, as_service=True), context)


def remove_many(bucket: str, request: Request, context: Context) -> Response:
    names = [str(name) for name in request.json()["prefixes"]]
    if len(names) > 1000:
        raise StorageError(400, "Error", "body/prefixes must not have more than 1000 items",
                           "InvalidRequest")
    objects.bucket(bucket, context)
    removed = objects.remove(bucket, names, context)
    return Response.json(200, [described(entry) for entry in removed])


def list_objects(bucket: str, request: Request, context: Context) -> Response:
    """Objects below a prefix, without folders."""
    wanted = json.loads(request.body.read_all() or b"{}")
    prefix = wanted.get("prefix") or ""
    prefix = f"{prefix}/" if prefix and not prefix.endswith("/") else prefix
    with context.session.transaction(context.pool, read_only=True) as cursor:
        rows = cursor.execute(
            f"select {objects.COLUMNS} from storage.objects where bucket_id = %s"
            " and starts_with(name, %s) order by name limit %s offset %s",
            [bucket, prefix, int(wanted.get("limit") or 100), int(wanted.get("offset") or 0)],
        ).fetchall()
    entries = [described(Stored(*row)) for row in rows]
    return Response.json(
        200, [entry | {"name": str(entry["name"])[len(prefix):]} for entry in entries])


def described(entry: Stored) -> dict[str, object]:
    return {
        "id": entry.id, "bucket_id": entry.bucket, "name": entry.name, "version": entry.version,
        "metadata": entry.metadata, "user_metadata": entry.user_metadata,
        "created_at": entry.created_at,
    }


def info(entry: Stored) -> Response:
    return Response.json(200, {
        "id": entry.id, "name": entry.name, "version": entry.version, "bucket_id": entry.bucket,
        "size": entry.size, "content_type": entry.metadata["mimetype"],
        "cache_control": entry.metadata["cacheControl"], "etag": entry.metadata["eTag"],
        "metadata": entry.user_metadata, "last_modified": entry.metadata["lastModified"],
        "created_at": entry.created_at,
    })


def buckets(request: Request, parts: list[str], context: Context) -> Response:
    """Buckets are read; making them is for SQL."""
    with context.session.transaction(context.pool, read_only=True) as cursor:
        rows = cursor.execute(
            "select id, name, public, file_size_limit from storage.buckets order by id").fetchall()
    found = [dict(zip(("id", "name", "public", "file_size_limit"), row, strict=True))
             for row in rows]
    if request.method != "GET":
        raise StorageError(404, "Not Found", f"Route {request.method} not found", "NotFound")
    if not parts:
        return Response.json(200, found)
    match = [bucket for bucket in found if bucket["id"] == parts[0]]
    if not match:
        raise StorageError(404, "Bucket not found", "Bucket not found", "NoSuchBucket")
    return Response.json(200, match[0])
