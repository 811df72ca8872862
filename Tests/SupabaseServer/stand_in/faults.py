"""Failures on demand: which requests they hit, how often, and what happens."""

from __future__ import annotations

import random
import re
import threading
from dataclasses import dataclass, fields

from stand_in.messages import Request


@dataclass
class Fault:
    """One kind of failure. What is left out does not happen."""

    # Which requests: a method, and a pattern for "path?query".
    method: str | None = None
    path: str = ""
    # The first so many that match are spared; then so many are hit; None means all.
    skip: int = 0
    times: int | None = 1
    # Of those, the share that is hit, drawn from a seed.
    probability: float = 1.0
    seed: int = 0
    # What happens.
    delay: float = 0.0
    status: int | None = None
    retry_after: str | None = None
    html: bool = False
    bare: bool = False  # no body
    drop: str | None = None  # "before-commit" or "after-commit"
    truncate: int | None = None  # bytes of the response's body
    cut_upload: int | None = None  # bytes of the request's body
    expire_tokens: bool = False

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.pattern = re.compile(self.path)
        if self.drop not in (None, "before-commit", "after-commit"):
            raise ValueError(f"drop is before-commit or after-commit, not {self.drop}")

    @classmethod
    def from_json(cls, value: dict[str, object]) -> Fault:
        known = {field.name for field in fields(cls)}
        if unknown := set(value) - known:
            raise ValueError(f"a fault has no {', '.join(sorted(unknown))}; it has {sorted(known)}")
        return cls(**value)  # type: ignore[arg-type]

    def hits(self, request: Request) -> bool:
        if self.times == 0 or self.method not in (None, request.method):
            return False
        if not self.pattern.search(f"{request.path}?{request.query}"):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        if self.random.random() >= self.probability:
            return False
        if self.times is not None:
            self.times -= 1
        return True


class Faults:
    """The faults of a project; the first that hits a request is the one that happens."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.armed: list[Fault] = []

    def arm(self, fault: Fault) -> None:
        with self.lock:
            self.armed.append(fault)

    def disarm(self) -> None:
        with self.lock:
            self.armed.clear()

    def take(self, request: Request) -> Fault | None:
        with self.lock:
            return next((fault for fault in self.armed if fault.hits(request)), None)
