"""JSON web tokens signed with HMAC and SHA-256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Any


@dataclass
class InvalidToken(Exception):
    """The text is no token, or none of ours."""

    parts: int


@dataclass
class ExpiredToken(Exception):
    claims: dict[str, object]


def sign(claims: dict[str, object], secret: str) -> str:
    head = encode(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    text = f"{head}.{encode(json.dumps(claims).encode())}"
    return f"{text}.{encode(digest(text, secret))}"


def verify(token: str, secret: str, now: float, leeway: float = 0) -> dict[str, Any]:
    parts = token.split(".")
    if len(parts) != 3:
        raise InvalidToken(len(parts))
    try:
        signature = decode(parts[2])
        claims = json.loads(decode(parts[1]))
        algorithm = json.loads(decode(parts[0]))["alg"]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidToken(3) from error
    if algorithm != "HS256" or not hmac.compare_digest(
            signature, digest(f"{parts[0]}.{parts[1]}", secret)):
        raise InvalidToken(3)
    if "exp" in claims and claims["exp"] + leeway < now:
        raise ExpiredToken(claims)
    return claims


def digest(text: str, secret: str) -> bytes:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
