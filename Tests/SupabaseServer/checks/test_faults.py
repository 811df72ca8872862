"""Failures on demand, and that the stand-in itself starts and ends as promised."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from conftest import HERE, Project, new_id

SPACES = "/rest/v1/spaces?columns=id"


def write(project: Project, space: str) -> httpx.Response:
    return project.http.post(
        SPACES, json=[{"id": space}], headers=project.headers(Prefer="return=minimal"))


@pytest.mark.parametrize(("moment", "stored"), [("before-commit", 0), ("after-commit", 1)])
def test_a_dropped_connection_has_or_has_not_committed(seed, moment, stored):
    seed.fault(drop=moment)
    with pytest.raises(httpx.RemoteProtocolError):
        write(seed, new_id())
    assert seed.sql("select count(*) from spaces") == [(stored,)]
    assert write(seed, new_id()).status_code == 201


@pytest.mark.parametrize(("moment", "stored"), [("before-commit", 0), ("after-commit", 1)])
def test_uploads_too(seed, moment, stored):
    seed.fault(drop=moment, path="/object/")
    with pytest.raises(httpx.RemoteProtocolError):
        seed.http.post("/storage/v1/object/world-maps/x", content=b"map", headers=seed.headers())
    assert seed.sql("select count(*) from storage.objects") == [(stored,)]
    if stored:
        kept = seed.http.get(
            "/storage/v1/object/authenticated/world-maps/x", headers=seed.headers())
        assert kept.content == b"map"


def test_a_status_with_a_time_to_wait(seed):
    seed.fault(status=429, retry_after="7", times=2)
    for _ in range(2):
        reply = write(seed, new_id())
        assert (reply.status_code, reply.headers["Retry-After"]) == (429, "7")
    assert write(seed, new_id()).status_code == 201


def test_a_page_of_a_proxy(seed):
    seed.fault(status=502, html=True)
    reply = write(seed, new_id())
    assert (reply.status_code, reply.headers["Content-Type"]) == (502, "text/html")
    assert reply.text.startswith("<html>")


def test_a_body_that_breaks_off(seed):
    write(seed, new_id())
    seed.fault(method="GET", truncate=10)
    with pytest.raises(httpx.RemoteProtocolError, match="10 bytes, expected"):
        seed.http.get("/rest/v1/spaces", headers=seed.headers())


def test_an_upload_that_breaks_off(seed):
    seed.fault(cut_upload=1000)
    with pytest.raises(httpx.TransportError):
        seed.http.post("/storage/v1/object/world-maps/x", content=b"x" * 5_000_000,
                       headers=seed.headers())
    assert seed.sql("select 1 from storage.objects") == []


def test_a_delay(seed):
    seed.fault(delay=0.3)
    start = time.monotonic()
    write(seed, new_id())
    assert time.monotonic() - start >= 0.3


def test_tokens_of_users_expire_but_keys_do_not(seed):
    seed.fault(expire_tokens=True, times=None)
    reply = seed.http.get("/rest/v1/spaces", headers=seed.headers(new_id()))
    assert reply.json()["code"] == "PGRST303"
    assert seed.http.get("/rest/v1/spaces", headers=seed.headers()).status_code == 200
    seed.steer("DELETE", "faults")
    assert seed.http.get("/rest/v1/spaces", headers=seed.headers(new_id())).status_code == 200


def test_which_requests_are_hit(seed):
    seed.fault(method="POST", path="^/rest/v1/spaces", skip=1, times=1, status=503)
    assert seed.http.get("/rest/v1/spaces", headers=seed.headers()).status_code == 200
    assert [write(seed, new_id()).status_code for _ in range(3)] == [201, 503, 201]


def test_a_share_of_requests_is_drawn_from_a_seed(seed):
    outcomes = []
    for _ in range(2):
        seed.steer("DELETE", "faults")
        seed.fault(status=503, probability=0.5, seed=7, times=None)
        outcomes.append([write(seed, new_id()).status_code for _ in range(20)])
    assert outcomes[0] == outcomes[1] and set(outcomes[0]) == {201, 503}


def test_a_fault_that_is_misspelt_is_refused(seed):
    reply = seed.control.post(f"/projects/{seed.name}/faults", json={"dropp": "before-commit"})
    assert reply.status_code == 400 and "dropp" in reply.text


def test_requests_are_counted(seed):
    write(seed, new_id())
    seed.http.get("/rest/v1/spaces", headers=seed.headers())
    seed.http.get("/rest/v1/spaces", headers=seed.headers())
    journal = seed.steer("GET", "journal")
    assert journal["counts"] == {"POST spaces": 1, "GET spaces": 2}
    assert [entry["status"] for entry in journal["requests"]] == [201, 200, 200]
    arrivals = {"resource": "GET spaces", "count": 2, "patience": 60}
    assert seed.steer("POST", "arrivals", arrivals) == {"count": 2}
    assert seed.steer("POST", "arrivals", {"count": 9, "patience": 0}) == {"count": 3}
    seed.steer("DELETE", "journal")
    assert seed.steer("GET", "journal")["counts"] == {}


class TestProcess:
    def start(self) -> tuple[subprocess.Popen, int]:
        process = subprocess.Popen(
            [sys.executable, "-B", "-m", "stand_in"], cwd=HERE, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        control = json.loads(process.stdout.readline())["control"]
        project = httpx.post(f"{control}/projects", json={"tier": "empty"}).json()
        return process, int(project["database"].rsplit(":", 1)[1].split("/")[0])

    def server_of(self, port: int) -> list[str]:
        """Whatever still runs a server on that port."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes().split(b"\0")
            except OSError:
                continue
            if f"port={port}".encode() in words:
                found.append(entry.parent.name)
        return found

    def wait_until_gone(self, port: int) -> None:
        deadline = time.monotonic() + 15
        while self.server_of(port) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert self.server_of(port) == []

    def test_it_ends_with_its_input(self):
        process, port = self.start()
        assert self.server_of(port) != []
        process.stdin.close()
        assert process.wait(15) == 0
        assert self.server_of(port) == []
        assert not list(Path("/tmp").glob(f"hyperbasis-supabase-{process.pid}-*"))

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of the dead")
    def test_nothing_is_left_running_when_it_is_killed(self):
        process, port = self.start()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(15)
        self.wait_until_gone(port)
