"""The keys of a project, in both forms, and who a request comes from."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from stand_in import tokens
from stand_in.errors import GatewayError
from stand_in.messages import Request

FAR_FUTURE = 4_102_444_800  # the year 2100


def new_secret() -> str:
    return secrets.token_hex(32)


@dataclass
class Keys:
    jwt_secret: str = field(default_factory=new_secret)
    # Signed links outlive a change of the project's secret: they have one of their own.
    link_secret: str = field(default_factory=new_secret)
    publishable: str = field(default_factory=lambda: f"sb_publishable_{secrets.token_urlsafe(22)}")
    secret: str = field(default_factory=lambda: f"sb_secret_{secrets.token_urlsafe(22)}")

    @property
    def anonymous(self) -> str:
        return self.long_lived("anon")

    @property
    def service(self) -> str:
        return self.long_lived("service_role")

    def long_lived(self, role: str) -> str:
        claims = {"iss": "supabase", "role": role, "iat": 1_700_000_000, "exp": FAR_FUTURE}
        return tokens.sign(claims, self.jwt_secret)

    def role_of(self, key: str) -> str | None:
        return {
            self.publishable: "anon", self.anonymous: "anon",
            self.secret: "service_role", self.service: "service_role",
        }.get(key)


@dataclass
class Caller:
    """Who makes a request, as far as the gateway can tell: a token to be verified, or a role."""

    role: str
    token: str | None


def caller_of(request: Request, keys: Keys) -> Caller:
    """Checks the key of the project, and decides which token counts."""
    key = request.header("apikey")
    if key is None:
        raise GatewayError(
            401, "No API key found in request",
            "No `apikey` request header or url param was found.")
    role = keys.role_of(key)
    if role is None:
        raise GatewayError(
            401, "Invalid API key",
            "Double check your Supabase `anon` or `service_role` API key.")
    if key == keys.secret and "Mozilla" in (request.header("User-Agent") or ""):
        raise GatewayError(401, "Forbidden use of secret API key in browser")
    return Caller(role, bearer_of(request, key))


def bearer_of(request: Request, key: str) -> str | None:
    kind, _, token = (request.header("Authorization") or "").partition(" ")
    token = token.strip()
    if kind.lower() != "bearer" or not token:
        return None
    if token.startswith("sb_"):
        if token != key:
            raise GatewayError(401, "Invalid API key")
        return None
    return token
