"""What a careful client avoids although the server forgives it; tests demand that the list of
violations stays empty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from stand_in.messages import Request

if TYPE_CHECKING:
    from stand_in.rest.context import Context

UPPER_UUID = re.compile(r"(?=[0-9a-f]*[A-F])[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-", re.A)
# What may stand in a URL as it is; everything else is to be escaped.
UNESCAPED = re.compile(r"[^A-Za-z0-9\-_.~%=&*,]")


def check_rest(request: Request, context: Context) -> None:
    where = f"{request.method} {request.path}"
    report = context.violation
    if UNESCAPED.search(request.query):
        report(f"{where}: characters in the query are not escaped: {request.query}")
    if UPPER_UUID.search(request.query) or UPPER_UUID.search(request.path):
        report(f"{where}: a UUID in upper case: {request.query}")
    for word in context.preferences.unknown:
        report(f"{where}: unknown preference {word}")
    if request.method == "POST" and "/rpc/" not in request.path:
        check_insert(request, where, context)


def check_insert(request: Request, where: str, context: Context) -> None:
    names = dict(request.parameters)
    if "columns" not in names:
        context.violation(f"{where}: the columns are not named, and those of the first row count")
    if context.preferences["return"] is None:
        context.violation(f"{where}: it is not said what to return")


def check_storage_path(request: Request, report) -> None:
    if UPPER_UUID.search(request.path):
        report(f"{request.method} {request.path}: a UUID in upper case")
