"""Says in one line that a disk is full or can't be written to, whatever Spark, Derby, Python or dbt say about it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from loader.errors import ChangefeedError
from loader.session import whole_message

_FULL = ("No space left on device", "Disk quota exceeded")
_READ_ONLY = ("Read-only file system",)
# What else is said where a file can't be written: by Java, Derby, Hive's metastore, Hadoop and Spark.
_OF_FILES = ("java.io.", "java.nio.file.", "java.sql.", "org.apache.hadoop.hive", "Mkdirs failed", "TASK_WRITE_FAILED")
_LITTLE = 256 * 1024 * 1024  # what failed gives back some of what it took
_NOTHING = 1024 * 1024


def explain(error: BaseException, project_dir: Path | None) -> ChangefeedError | None:
    """The error to show for one that a disk is the cause of; None for others."""
    return trouble(project_dir, *map(whole_message, _causes(error)))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def trouble(project_dir: Path | None, *said: str) -> ChangefeedError | None:
    """The error to show for a failure that a disk is the cause of; None when none is. `said`: what was said about it.

    Words alone prove nothing, since an error may quote what a message holds: a disk must be short of space, or
    read-only, too. The vaguer the words, the less space there must be.
    """
    text = "\n".join(said)
    is_full, is_read_only, is_of_files = (
        any(words in text for words in some) for some in (_FULL, _READ_ONLY, _OF_FILES)
    )
    enough = _LITTLE if is_full else _NOTHING if is_of_files else 0
    for name, folder in _folders(project_dir):
        try:
            disk = os.statvfs(_there(folder))
        except OSError:
            continue
        is_of_tables = name.startswith("The warehouse")  # the others may be read-only on purpose
        if disk.f_flag & os.ST_RDONLY:
            if is_read_only or (is_of_files and is_of_tables):
                return ChangefeedError(
                    f"{name} {folder} can't be written to: its disk is read-only. Mount it for writing "
                    "(look at the system's log for why it is not), then give the same command again. Nothing is lost."
                )
            continue
        free = disk.f_bavail * disk.f_frsize
        has_no_files = bool(enough and disk.f_files) and disk.f_favail == 0
        if has_no_files or free < enough:
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
