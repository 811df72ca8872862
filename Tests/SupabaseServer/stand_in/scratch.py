"""A temporary directory that names its process, so that a later one can clear up after a kill."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

PREFIX = "hyperbasis-supabase-"


def new_directory() -> Path:
    sweep()
    directory = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    # PostgreSQL, under its own account, has its data below.
    directory.chmod(0o711)
    return directory


def sweep() -> None:
    """Removes what processes left that were killed."""
    for directory in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = re.match(rf"{PREFIX}(\d+)-", directory.name)
        if owner and not is_running(int(owner[1])):
            shutil.rmtree(directory, ignore_errors=True)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
