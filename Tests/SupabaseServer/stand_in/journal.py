"""What was asked of a project: counts, the latest requests, and breaches of good manners."""

from __future__ import annotations

import threading
from collections import Counter, deque

from stand_in.messages import Request

KEPT = 10_000


class Journal:
    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.clear()

    def clear(self) -> None:
        with self.changed:
            self.counts: Counter[str] = Counter()
            self.requests: deque[dict[str, object]] = deque(maxlen=KEPT)
            self.violations: list[str] = []

    def record(self, request: Request, status: int | None) -> None:
        """Without a status the connection was dropped."""
        with self.changed:
            self.counts[f"{request.method} {resource(request)}"] += 1
            self.requests.append({
                "method": request.method, "path": request.path, "query": request.query,
                "prefer": ", ".join(request.headers.get_all("Prefer") or []), "status": status,
            })
            self.changed.notify_all()

    def violation(self, message: str) -> None:
        with self.changed:
            if len(self.violations) < KEPT:
                self.violations.append(message)

    def wait(self, resource: str | None, count: int, patience: float) -> int:
        """Waits until so many requests were answered, of a resource or of all, for as many seconds
        as the patience lasts; gives how many there are."""
        with self.changed:
            self.changed.wait_for(lambda: self.count(resource) >= count, patience)
            return self.count(resource)

    def count(self, resource: str | None) -> int:
        return self.counts.total() if resource is None else self.counts[resource]

    def report(self) -> dict[str, object]:
        with self.changed:
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
