"""The front of PostgREST: from a request to the part that answers it."""

from __future__ import annotations

import psycopg

from stand_in import tokens
from stand_in.errors import RestError, from_postgres
from stand_in.faults import Fault
from stand_in.keys import Caller
from stand_in.manners import check_rest
from stand_in.messages import Request, Response
from stand_in.rest import calls, changes, inserts, reads
from stand_in.rest.context import Context
from stand_in.rest.preferences import Preferences
from stand_in.session import Session

# PostgREST forgives clocks that differ by half a minute.
LEEWAY = 30


def answer(request: Request, caller: Caller, project, fault: Fault | None) -> Response:
    session = None
    try:
        session = open_session(caller, project, fault)
        context = Context(
            project.pool, project.cache, session, Preferences.of(request),
            project.settings.max_rows, project.journal.violation)
        check_rest(request, context)
        session.timezone = context.preferences["timezone"]
        session.timeouts = project.settings.statement_timeouts
        response = dispatch(request, context)
    except psycopg.Error as error:
        anonymous = session is None or session.is_anonymous
        response = failure(from_postgres(error, anonymous=anonymous))
    except RestError as error:
        response = failure(error)
    if request.method == "HEAD":
        response.body = b""
    return response


def dispatch(request: Request, context: Context) -> Response:
    check_profile(request)
    match request.segments[2:]:
        case ["rpc", name]:
            return calls.call(request, name, context)
        case [name]:
            match request.method:
                case "GET" | "HEAD":
                    return reads.read(request, name, context)
                case "POST":
                    return inserts.insert(request, name, context)
                case "PATCH":
                    return changes.update(request, name, context)
                case "DELETE":
                    return changes.delete(request, name, context)
            raise RestError(405, "PGRST117", f"Unsupported HTTP method: {request.method}")
        case []:
            return Response.json(200, {"swagger": "2.0"})
    raise RestError(404, "PGRST125", "Invalid path specified in request URL")


def check_profile(request: Request) -> None:
    name = "Accept-Profile" if request.method in ("GET", "HEAD") else "Content-Profile"
    schema = request.header(name)
    if schema not in (None, "public"):
        raise RestError(
            406, "PGRST106", f"Invalid schema: {schema}",
            hint="Only the following schemas are exposed: public")


def open_session(caller: Caller, project, fault: Fault | None) -> Session:
    """Verifies the token; without one the key decides."""
    if caller.token is None:
        return Session(caller.role, {"role": caller.role}, fault)
    now = project.clock.now()
    try:
        claims = tokens.verify(caller.token, project.keys.jwt_secret, now, LEEWAY)
        if fault and fault.expire_tokens and "sub" in claims:
            raise tokens.ExpiredToken(claims)
    except tokens.ExpiredToken as error:
        raise invalid_token("PGRST303", "JWT expired") from error
    except tokens.InvalidToken as error:
        message = (
            f"Expected 3 parts in JWT; got {error.parts}" if error.parts != 3
            else "No suitable key or wrong key type")
        details = None if error.parts != 3 else "None of the keys was able to decode the JWT"
        raise invalid_token("PGRST301", message, details) from error
    return Session(str(claims.get("role", "anon")), claims, fault)


def invalid_token(code: str, message: str, details: str | None = None) -> RestError:
    challenge = f'Bearer error="invalid_token", error_description="{message}"'
    return RestError(401, code, message, details, headers={"WWW-Authenticate": challenge})


def failure(error: RestError) -> Response:
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "Proxy-Status": f"PostgREST; error={error.code}",
    }
    return Response(error.status, headers | error.headers, error.body())
