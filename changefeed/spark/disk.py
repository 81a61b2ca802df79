"""Says in one line that a disk is full or read-only. Spark, Derby, Python and dbt each say it in their own words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from changefeed.errors import ChangefeedError
from changefeed.words import whole_message

_FULL = ("No space left on device", "Disk quota exceeded")
_READ_ONLY = ("Read-only file system",)
# Other words for a file that can't be written, by Java, Derby, Hive's metastore, Hadoop and Spark.
_OF_FILES = ("java.io.", "java.nio.file.", "java.sql.", "org.apache.hadoop.hive", "Mkdirs failed", "TASK_WRITE_FAILED")
_OF_JAVA = ("java.io.", "java.nio.file.", "org.apache.hadoop.fs.")
_LITTLE = 256 * 1024 * 1024  # bytes; after a failure some space is free again
_NOTHING = 1024 * 1024


def explain(error: BaseException, project_dir: Path | None) -> ChangefeedError | None:
    """The error to show if a full or read-only disk is the cause of this one; else None."""
    return trouble(project_dir, *map(whole_message, _causes(error)))


def failed(error: BaseException) -> ChangefeedError | None:
    """The error to show if Java could not read or write a file, for whatever reason; else None."""
    lines = [line for cause in _causes(error) for line in whole_message(cause).splitlines()]
    said = next((line for line in reversed(lines) if line.startswith(_OF_JAVA)), "")
    if not said:
        return None
    return ChangefeedError(
        f"A file can't be read or written: {said.partition(': ')[2] or said}. What was committed stays. Look at the "
        "disk, or the store, of the tables, then give the same command again. --verbose shows all that Spark said."
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def trouble(project_dir: Path | None, *said: str) -> ChangefeedError | None:
    """The error to show if a full or read-only disk is the cause of a failure; else None. `said`: texts about it.

    The texts alone prove nothing: an error may quote a message. So a disk must also be short of space, or read-only.
    The vaguer the text, the less space may be left.
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
    for folder in filter(None, os.environ.get("SPARK_LOCAL_DIRS", "").split(",")):  # else in the warehouse
        yield "Spark's temporary files", Path(folder)


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.absolute().parents) if each.exists())
