"""The header Prefer: what was asked for, and what was done."""

from __future__ import annotations

from dataclasses import dataclass, field

from stand_in.errors import RestError
from stand_in.messages import Request

KNOWN = {
    "resolution": {"merge-duplicates", "ignore-duplicates"},
    "return": {"representation", "minimal", "headers-only"},
    "count": {"exact", "planned", "estimated"},
    "missing": {"default", "null"},
    "handling": {"strict", "lenient"},
    "tx": {"commit", "rollback"},
}
# In the order in which they are listed as applied.
ORDER = [
    "resolution", "missing", "return", "count", "handling", "timezone", "max-affected",
]


@dataclass
class Preferences:
    values: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, request: Request) -> Preferences:
        preferences = cls()
        for header in request.headers.get_all("Prefer") or []:
            for word in (part.strip() for part in header.split(",")):
                preferences.add(word)
        if preferences.is_strict and preferences.unknown:
            raise RestError(
                400, "PGRST122", "Invalid preferences given with handling=strict",
                f"Invalid preferences: {', '.join(preferences.unknown)}")
        return preferences

    def add(self, word: str) -> None:
        name, _, value = word.partition("=")
        if value in KNOWN.get(name, set()) or (name == "max-affected" and value.isdigit()):
            # The first of several counts.
            self.values.setdefault(name, value)
        elif name == "timezone":
            self.values.setdefault(name, value)
        elif word:
            self.unknown.append(word)

    def __getitem__(self, name: str) -> str | None:
        return self.values.get(name)

    @property
    def is_strict(self) -> bool:
        return self.values.get("handling") == "strict"

    @property
    def wants_rows(self) -> bool:
        return self.values.get("return") == "representation"

    @property
    def greatest_change(self) -> int | None:
        value = self.values.get("max-affected")
        return int(value) if value and self.is_strict else None

    def applied(self, *names: str) -> dict[str, str]:
        """The header that tells which of these were obeyed."""
        done = [
            f"{name}={self.values[name]}" for name in ORDER
            if name in names and name in self.values
            and (name != "max-affected" or self.is_strict)
        ]
        return {"Preference-Applied": ", ".join(done)} if done else {}
