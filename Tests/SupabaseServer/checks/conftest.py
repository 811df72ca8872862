"""One stand-in for all checks; each check has a project of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

HERE = Path(__file__).resolve().parents[1]
RESOURCES = HERE.parents[1] / "Resources" / "supabase"


class Server:
    """The running stand-in, seen from outside."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "stand_in"], cwd=HERE, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.addresses = json.loads(self.process.stdout.readline())
        if "missing" in self.addresses:
            pytest.exit(self.addresses["missing"], returncode=1)
        self.http = httpx.Client(base_url=self.addresses["control"], timeout=60)

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait(20)


class Project:
    """A project, its control and its database."""

    def __init__(self, server: Server, tier: str) -> None:
        self.control = server.http
        reply = self.control.post("/projects", json={"tier": tier})
        assert reply.status_code == 200, reply.text
        self.description = reply.json()
        self.name = self.description["name"]
        self.url = self.description["url"]
        self.http = httpx.Client(base_url=self.url, timeout=60)
        self.database = psycopg.connect(self.description["database"], autocommit=True)

    def close(self) -> None:
        self.http.close()
        self.database.close()
        self.control.delete(f"/projects/{self.name}")

    def steer(self, method: str, what: str, values: dict | None = None) -> dict:
        reply = self.control.request(method, f"/projects/{self.name}/{what}", json=values or {})
        assert reply.status_code == 200, reply.text
        return reply.json()

    def fault(self, **values: object) -> None:
        self.steer("POST", "faults", values)

    def token(self, user: str, **values: object) -> str:
        return self.steer("POST", "tokens", {"user": user, **values})["token"]

    def headers(self, user: str | None = None, **more: str) -> dict[str, str]:
        result = {"apikey": self.description["anonymousKey"]}
        if user:
            result["Authorization"] = f"Bearer {self.token(user)}"
        return result | {name.replace("_", "-"): value for name, value in more.items()}

    def sql(self, query: str, *values: object) -> list[tuple]:
        """Past the stand-in."""
        cursor = self.database.execute(query, values or None)
        return cursor.fetchall() if cursor.description else []

    def script(self, name: str) -> None:
        """As the owner of the tables, who is no superuser."""
        self.sql("set role postgres")
        self.sql((RESOURCES / name).read_text())
        self.sql("reset role")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def new_project(server: Server) -> Iterator[Callable[[str], Project]]:
    made: list[Project] = []

    def make(tier: str) -> Project:
        made.append(Project(server, tier))
        return made[-1]

    yield make
    for project in made:
        project.close()


@pytest.fixture
def seed(new_project) -> Project:
    return new_project("seed")


@pytest.fixture
def migrated(new_project) -> Project:
    return new_project("migrated")


@pytest.fixture
def secured(new_project) -> Project:
    return new_project("secured")


@pytest.fixture
def teams(new_project) -> Project:
    return new_project("teams")


def new_id() -> str:
    return str(uuid.uuid4())
