"""Signed links: made with a key of their own, valid for one path until they expire."""

from __future__ import annotations

from urllib.parse import quote

from stand_in import tokens
from stand_in.errors import StorageError
from stand_in.messages import Request, Response
from stand_in.storage import objects
from stand_in.storage.context import Context
from stand_in.storage.sending import send


def sign(bucket: str, name: str, request: Request, context: Context) -> Response:
    lifetime = seconds(request.json())
    objects.find(bucket, name, context)
    return Response.json(200, {"signedURL": link(bucket, name, lifetime, context)})


def sign_many(bucket: str, request: Request, context: Context) -> Response:
    wanted = request.json()
    return Response.json(
        200, [sign_one(bucket, name, seconds(wanted), context) for name in wanted["paths"]])


def sign_one(bucket: str, name: str, lifetime: int, context: Context) -> dict[str, object]:
    try:
        objects.find(bucket, name, context)
    except StorageError:
        error = "Either the object does not exist or you do not have access to it"
        return {"error": error, "path": name, "signedURL": None}
    return {"error": None, "path": name, "signedURL": link(bucket, name, lifetime, context)}


def seconds(body: object) -> int:
    """Some clients send the number as text."""
    value = body.get("expiresIn") if isinstance(body, dict) else None
    try:
        lifetime = int(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        lifetime = 0
    if lifetime < 1:
        raise StorageError(
            400, "Error", "body/expiresIn must be integer and greater than 0", "InvalidRequest")
    return lifetime


def link(bucket: str, name: str, lifetime: int, context: Context) -> str:
    now = int(context.clock.now())
    token = tokens.sign(
        {"url": f"{bucket}/{name}", "iat": now, "exp": now + lifetime}, context.keys.link_secret)
    return f"/object/sign/{bucket}/{quote(name)}?token={token}"


def follow(bucket: str, name: str, request: Request, context: Context) -> Response:
    """Needs no key: the link is the permission."""
    token = dict(request.parameters).get("token", "")
    now = context.clock.now()
    try:
        claims = tokens.verify(token, context.keys.link_secret, now)
    except tokens.ExpiredToken as error:
        raise invalid('"exp" claim timestamp check failed') from error
    except tokens.InvalidToken as error:
        raise invalid("Invalid Compact JWS" if error.parts != 3 else
                      "signature verification failed") from error
    if claims.get("url") != f"{bucket}/{name}":
        raise StorageError(
            400, "InvalidSignature", "The url do not match the signature", "InvalidSignature")
    entry = objects.find(bucket, name, context, as_service=True)
    left = max(0, int(float(claims["exp"]) - now))
    return send(request, entry, context, {"Cache-Control": f"max-age={left}"})


def invalid(message: str) -> StorageError:
    return StorageError(400, "InvalidJWT", message, "InvalidJWT")
