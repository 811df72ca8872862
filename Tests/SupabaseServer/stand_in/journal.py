"""What was asked of a project: counts, the latest requests, and breaches of good manners."""

from __future__ import annotations

import threading
from collections import Counter, deque

from stand_in.messages import Request

KEPT = 10_000


class Journal:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        with self.lock:
            self.counts: Counter[str] = Counter()
            self.requests: deque[dict[str, object]] = deque(maxlen=KEPT)
            self.violations: list[str] = []

    def record(self, request: Request, status: int | None) -> None:
        """Without a status the connection was dropped."""
        with self.lock:
            self.counts[f"{request.method} {resource(request)}"] += 1
            self.requests.append({
                "method": request.method, "path": request.path, "query": request.query,
                "prefer": ", ".join(request.headers.get_all("Prefer") or []), "status": status,
            })

    def violation(self, message: str) -> None:
        with self.lock:
            if len(self.violations) < KEPT:
                self.violations.append(message)

    def report(self) -> dict[str, object]:
        with self.lock:
            return {
                "counts": dict(self.counts), "requests": list(self.requests),
                "violations": list(self.violations),
            }


def resource(request: Request) -> str:
    """What is counted together: a table, a function, or a part of Storage."""
    parts = request.segments
    if parts[:2] == ["rest", "v1"]:
        return "/".join(parts[2:4])
    return "/".join(parts[2:4] if parts[:1] == ["storage"] else parts[:2])
