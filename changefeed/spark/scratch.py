"""Spark's temporary files, which have rows: a folder for each process in $CHANGEFEED_HOME/tmp, for its user alone.

A process that is killed leaves its folder. The next process removes it: each holds a lock in its own, as long as it
lives.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from filelock import FileLock, Timeout

_PREFIX = "of-"  # of a folder that has a lock; all else is of plain dbt
_OLD = 7 * 86_400  # seconds; no plain dbt takes so long
_own: tuple[Path, FileLock] | None = None


def folder(home: Path) -> Path:
    """$CHANGEFEED_HOME/tmp, made if it is not there. Only its user may enter it, whatever the umask is."""
    made = home / "tmp"
    made.mkdir(mode=0o700, exist_ok=True)
    if made.stat().st_uid == os.getuid() and made.stat().st_mode & 0o077:
        made.chmod(0o700)
    return made


def own(home: Path) -> Path:
    """This process's folder, which is the same at each call. The first call removes what dead processes left."""
    global _own
    if _own is None or _own[0].parent != home / "tmp" or not _own[0].is_dir():
        place = folder(home)
        with _lock(place / "gate"):
            _remove_dead(place)
            made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
            lock = _lock(made / "lock")
            lock.acquire()
            _own = made, lock
    return _own[0]


def _lock(file: Path) -> FileLock:
    return FileLock(file, thread_local=False, fallback_to_soft=False)


def _remove_dead(place: Path) -> None:
    for each in place.iterdir():
        with contextlib.suppress(OSError):  # it may go at this moment by itself
            if each.name.startswith(_PREFIX):
                with contextlib.suppress(Timeout), _lock(each / "lock").acquire(blocking=False):
                    shutil.rmtree(each)
            elif each.name != "gate" and time.time() - each.stat().st_mtime > _OLD:
                shutil.rmtree(each) if each.is_dir() else each.unlink()
