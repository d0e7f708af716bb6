"""Finds out whether a server is the only one that runs with its folder."""

import fcntl
from pathlib import Path
from typing import IO


def claim_folder(folder: Path) -> IO[bytes] | None:
    """A file that stays locked until it is closed or this process ends, however it ends; None where another has it."""
    file = (folder / "server.lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file
