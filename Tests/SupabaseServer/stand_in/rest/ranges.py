"""Which rows of a result are wanted, and how the answer says which ones they are."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stand_in.errors import RestError
from stand_in.messages import Request

RANGE = re.compile(r"^(\d+)-(\d*)$")


@dataclass
class RowRange:
    offset: int
    limit: int | None

    @classmethod
    def of(cls, request: Request, parameters: dict[str, str]) -> RowRange:
        """Parameters and header, of which the narrower counts."""
        offset = whole_number(parameters.get("offset", "0"))
        limit = whole_number(parameters["limit"]) if "limit" in parameters else None
        if limit is not None and limit < 0:
            raise unsatisfiable("Limit should be greater than or equal to zero.")
        match = RANGE.match(request.header("Range") or "") if request.method == "GET" else None
        if not match:
            return cls(offset, limit)
        first, last = int(match[1]), int(match[2]) if match[2] else None
        if last is not None and last < first:
            raise unsatisfiable(
                "The lower boundary must be lower than or equal to the upper boundary in the "
                "Range header.")
        ends = [end for end in (last, None if limit is None else offset + limit - 1)
                if end is not None]
        start = max(first, offset)
        return cls(start, max(0, min(ends) - start + 1) if ends else None)

    def capped(self, most: int | None) -> RowRange:
        """The server's own limit cuts silently."""
        limits = [limit for limit in (self.limit, most) if limit is not None]
        return RowRange(self.offset, min(limits) if limits else None)

    def status(self, count: int, total: int | None) -> int:
        if total is None:
            return 200
        if self.offset > total:
            raise unsatisfiable(
                f"An offset of {self.offset} was requested, but there are only {total} rows.",
                {"Content-Range": f"*/{total}"})
        return 206 if count < total else 200

    def header(self, count: int, total: int | None) -> dict[str, str]:
        return content_range(self.offset, self.offset + count - 1, total)


def content_range(first: int, last: int, total: int | None) -> dict[str, str]:
    rows = f"{first}-{last}" if first <= last else "*"
    return {"Content-Range": f"{rows}/{'*' if total is None else total}"}


def unsatisfiable(details: str, headers: dict[str, str] | None = None) -> RestError:
    return RestError(
        416, "PGRST103", "Requested range not satisfiable", details, headers=headers or {})


def whole_number(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise RestError(
            400, "PGRST100", f'"failed to parse limit or offset ({text})" (line 1, column 1)',
            "expecting a whole number")
    return int(text)
