"""A private PostgreSQL cluster on loopback, gone when its parent is."""

from __future__ import annotations

import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from stand_in.errors import MissingPart

SUPERUSER = "supabase_admin"
OLDEST_VERSION = 15


@dataclass
class Cluster:
    directory: Path
    binaries: Path
    port: int
    password: str
    server: subprocess.Popen[bytes]

    @classmethod
    def start(cls, directory: Path) -> Cluster:
        binaries = find_binaries()
        directory.mkdir(mode=0o700)
        account = unprivileged_account()
        password = secrets.token_hex(16)
        secret = directory / "password"
        secret.write_text(password)
        if account:
            for path in (directory, secret):
                os.chown(path, account.pw_uid, account.pw_gid)
        data = directory / "data"
        subprocess.run(
            [binaries / "initdb", "--pgdata", data, "--username", SUPERUSER, "--pwfile", secret,
             "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd="/", **as_account(account))
        port = free_port()
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, *server_options(directory, port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=(directory / "log").open("wb"), cwd="/", start_new_session=True,
            preexec_fn=die_with_parent, **as_account(account))
        cluster = cls(directory, binaries, port, password, server)
        cluster.wait_until_ready()
        return cluster

    def uri(self, database: str, user: str = SUPERUSER) -> str:
        return f"postgresql://{user}:{self.password}@127.0.0.1:{self.port}/{database}"

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.uri("postgres")).close()
                return
            except psycopg.OperationalError as error:
                if self.server.poll() is not None or time.monotonic() > deadline:
                    log = (self.directory / "log").read_text(errors="replace")
                    raise MissingPart(f"PostgreSQL did not start: {error}\n{log}") from error
                time.sleep(0.02)

    def stop(self) -> None:
        self.server.send_signal(signal.SIGQUIT)
        try:
            self.server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.server.kill()


def server_options(directory: Path, port: int) -> list[str]:
    """Fast instead of durable: the data live as long as one run of tests."""
    settings = {
        "port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": directory,
        "max_connections": 400, "fsync": "off", "synchronous_commit": "off",
        "full_page_writes": "off", "wal_level": "minimal", "max_wal_senders": 0,
        "shared_buffers": "128MB", "max_wal_size": "4GB", "timezone": "UTC",
        "autovacuum_naptime": "10s",
    }
    return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]


def find_binaries() -> Path:
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        candidates.append(Path(on_path).resolve().parent)
    for candidate in candidates:
        if (candidate / "postgres").exists() and version(candidate) >= OLDEST_VERSION:
            return candidate
    raise MissingPart(
        f"PostgreSQL {OLDEST_VERSION} or newer is not installed (Debian: postgresql)")


def version(binaries: Path) -> int:
    words = subprocess.run(
        [binaries / "postgres", "--version"], check=True, capture_output=True, text=True).stdout
    return int(words.split()[2].split(".")[0])


def unprivileged_account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root; Debian's package makes an account for it."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError as error:
        raise MissingPart("there is no account postgres, and PostgreSQL refuses root") from error


def as_account(account: pwd.struct_passwd | None) -> dict[str, Any]:
    if account is None:
        return {}
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def die_with_parent() -> None:
    """Asks Linux to end the server when this process is killed and cannot do so itself."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGQUIT)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
