"""Starts everything, says where it is, and ends with the standard input."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from pathlib import Path

from stand_in.cluster import Cluster
from stand_in.control import Control
from stand_in.errors import MissingPart
from stand_in.projects import Projects
from stand_in.scratch import new_directory
from stand_in.web_server import WebServer


def main() -> int:
    # Whoever started this closes the pipe, or dies and so closes it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    directory = new_directory()
    try:
        cluster = Cluster.start(directory / "postgres")
    except MissingPart as error:
        print(json.dumps({"missing": str(error)}), flush=True)
        return 69
    try:
        serve(cluster, directory)
    finally:
        cluster.stop()
        shutil.rmtree(directory, ignore_errors=True)
    return 0


def serve(cluster: Cluster, directory: Path) -> None:
    projects = Projects(cluster, directory / "storage")
    control = WebServer(Control(projects).answer)
    psql = str(cluster.binaries / "psql")
    print(json.dumps({"control": control.url, "psql": psql}), flush=True)
    sys.stdin.buffer.read()
    projects.stop()


sys.exit(main())
