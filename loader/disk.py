"""Says in one line that a disk is full or can't be written to, whatever Spark, Derby, Python or dbt say about it."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import AnalysisException, PySparkException

from loader.errors import ChangefeedError
from loader.session import whole_message

_FULL = ("No space left on device", "Disk quota exceeded")
_READ_ONLY = ("Read-only file system",)
_LITTLE = 256 * 1024 * 1024  # what failed gives back some of what it took
_NOTHING = 1024 * 1024
_ERRNO = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def explain(error: BaseException, project_dir: Path | None) -> ChangefeedError | None:
    """The error to show for one that a disk is the cause of; None for others."""
    errors = list(_causes(error))
    said = [whole_message(each) for each in errors]
    return trouble(project_dir, *said, is_unexpected=any(map(_is_unexpected, errors, said)))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _is_unexpected(error: BaseException, said: str) -> bool:
    """Whether a machine failed, rather than a person's SQL or declaration."""
    if isinstance(error, OSError):
        return error.errno in _ERRNO
    if isinstance(error, AnalysisException):
        return "org.apache.hadoop.hive" in said  # what Hive's metastore can't do comes as if it were a wrong query
    return isinstance(error, (PySparkException, Py4JError))


def trouble(project_dir: Path | None, *said: str, is_unexpected: bool = False) -> ChangefeedError | None:
    """The error to show for a failure that a disk is the cause of; None when none is.

    `said` is what was said about the failure. Words alone prove nothing, since an error may quote what a message holds:
    a disk must be short of space, or read-only, too. Java and Derby have many words for it ("Mkdirs failed", "container
    cannot be opened"), so what nobody foresaw, `is_unexpected`, needs none when a disk has no space left at all.
    """
    text = "\n".join(said)
    is_full = any(words in text for words in _FULL)
    is_read_only = any(words in text for words in _READ_ONLY)
    for name, folder in _folders(project_dir):
        try:
            disk = os.statvfs(_there(folder))
        except OSError:
            continue
        if disk.f_flag & os.ST_RDONLY and (is_read_only or is_unexpected):
            return ChangefeedError(
                f"{name} {folder} can't be written to: its disk is read-only. Mount it for writing "
                "(look at the system's log for why it is not), then give the same command again. Nothing is lost."
            )
        free = disk.f_bavail * disk.f_frsize
        has_no_files = disk.f_files > 0 and disk.f_favail == 0
        if has_no_files or free < (_LITTLE if is_full else _NOTHING if is_unexpected else 0):
            left = "it can't take another file" if has_no_files else f"{free / 1e6:,.1f} MB are free"
            return ChangefeedError(
                f"The disk of {name[0].lower()}{name[1:]} {folder} is full: {left}. Free space there, "
                "then give the same command again. Nothing is lost."
            )
    return None


def _folders(project_dir: Path | None) -> Iterator[tuple[str, Path]]:
    """What the commands write to, and what for."""
    if home := os.environ.get("CHANGEFEED_HOME"):
        yield "The warehouse", Path(home)
    warehouse = os.environ.get("CHANGEFEED_WAREHOUSE", "").removeprefix("file:")
    if warehouse and "://" not in warehouse:
        yield "The warehouse's tables", Path(warehouse)
    if project_dir:
        yield "The project", project_dir  # dbt's target/ and logs/
    for folder in (os.environ.get("SPARK_LOCAL_DIRS") or tempfile.gettempdir()).split(","):
        yield "Spark's temporary files", Path(folder)


def _there(folder: Path) -> Path:
    """The folder, or what there is of it."""
    return next(each for each in (folder, *folder.absolute().parents) if each.exists())
