"""What the loader asks of a table format: statements of macros/storage, and what only Python can do."""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, Row, SparkSession

from loader import macros

NOT_IN_NAMES = re.compile(r"[ ,;{}()\n\t=]")  # no column of a Delta table has these in its name
DEFAULT = "delta"  # where CHANGEFEED_FILE_FORMAT is not set
_APPENDS = "changefeed load"  # whose numbers append_once() passes on
# Commits that bring no rows. MERGE: of the landing tables, only `changefeed maintain` merges, and it removes.
_HOUSEKEEPING = ("OPTIMIZE", "VACUUM START", "VACUUM END", "MERGE")
_COMMIT_FILE = re.compile(r"\d{20}\.json")
# What a table's folder holds before its second commit: data, the first commit, and what a kill leaves of either.
_DATA_FILE = re.compile(r"\.?(part-.+\.parquet|deletion_vector_.+\.bin)(\.crc)?")
_FIRST_COMMIT = re.compile(r"\.?0{20}\.(json|crc)(\..+\.tmp)?(\.crc)?")


class LostRace(Exception):
    """Another process committed first, and what it committed excludes this."""


@dataclass(frozen=True)
class Commit:
    """A commit to a table. `load_id` is what append_once() noted, `rows` how many rows it wrote."""

    version: int
    load_id: str | None
    rows: int
    is_housekeeping: bool


@dataclass(frozen=True)
class Size:
    """The files of a table's newest version, and their bytes."""

    files: int
    bytes: int


def file_format() -> str:
    """The format of the project's tables."""
    return str(macros.own().file_format())


# -- writing


def append(frame: DataFrame, table: str) -> None:
    """Append rows to a table in one commit."""
    frame.write.format(file_format()).mode("append").saveAsTable(table)


def append_once(frame: DataFrame, table: str, number: int) -> int:
    """Append rows in one commit and return how many, if none with this number or a greater one was appended by this.

    Raises LostRace if one was.
    """
    load_id = uuid.uuid4().hex
    writer = frame.write.format(file_format()).mode("append").option("userMetadata", load_id)
    try:
        writer.option("txnAppId", _APPENDS).option("txnVersion", number).saveAsTable(table)
    except Exception as error:
        if "ConcurrentTransaction" in str(error):
            raise LostRace from error
        raise
    for commit in commits(frame.sparkSession, table, 20):
        if commit.load_id == load_id:
            return commit.rows
    raise LostRace


def replace(frame: DataFrame, table: str, which: str = "") -> None:
    """Put rows in the place of all, or of those that meet a condition, in one commit. The new rows meet it as well."""
    writer = frame.write.format(file_format()).mode("overwrite")
    (writer.option("replaceWhere", which) if which else writer).saveAsTable(table)


def is_lost_race(message: str) -> bool:
    """Whether an error of Spark says that another process committed first."""
    return "Concurrent" in message


# -- housekeeping


def compact(spark: SparkSession, table: str) -> None:
    """Put small files together."""
    spark.sql(macros.own().compact_table(table)).collect()


def remove_unused_files(spark: SparkSession, table: str, hours: float) -> None:
    """Delete the files that left a table longer ago than so many hours."""
    spark.conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark.sql(macros.own().remove_unused_files(table, hours)).collect()


def size(spark: SparkSession, table: str) -> Size:
    """How large the newest version of a table is."""
    row = spark.sql(macros.own().table_size(table)).first()
    return Size(int(row["numFiles"]), int(row["sizeInBytes"]))


# -- what was committed


def commits(spark: SparkSession, table: str, most: int) -> list[Commit]:
    """The newest commits to a table, the last one first. To read them takes a new session a third of a look at rows."""
    return [_commit(row.asDict()) for row in spark.sql(macros.own().table_commits(table, most)).collect()]


def commits_in(folder: Path) -> Iterator[Commit]:
    """The same of a table whose folder is on this machine, without Spark. Raises OSError or ValueError."""
    files = sorted(
        (file for file in (folder / "_delta_log").iterdir() if _COMMIT_FILE.fullmatch(file.name)), reverse=True
    )
    for file in files:
        with file.open(encoding="utf-8") as lines:
            said = next((json.loads(line)["commitInfo"] for line in lines if line.startswith('{"commitInfo"')), {})
        yield _commit({"operation": "", **said, "version": int(file.stem)})


def is_table(folder: Path) -> bool:
    """Whether a folder of this machine is that of a table."""
    return (folder / "_delta_log").is_dir()


def folder_of(spark: SparkSession, table: str) -> str:
    """The address of a table's folder."""
    return str(spark.sql(macros.own().table_size(table)).first()["location"])


def _commit(said: dict[str, Any]) -> Commit:
    metrics = said.get("operationMetrics")
    metrics = metrics.asDict() if isinstance(metrics, Row) else metrics or {}
    rows = int(metrics.get("numOutputRows", 0))
    return Commit(int(said["version"]), said.get("userMetadata"), rows, said["operation"] in _HOUSEKEEPING)


# -- what a kill leaves


def is_young_table(folder: Path) -> bool:
    """Whether a folder holds only a table that was created and never written to, or the beginnings of one.

    Spark refuses to create a table in such a folder.
    """
    if folder.is_symlink() or not folder.is_dir():
        return False
    for path, folders, files in os.walk(folder):
        place = Path(path).relative_to(folder).parts
        is_log = place[:1] == ("_delta_log",)
        if len(place) > 1 and is_log:
            return False
        if not is_log and not all("=" in part for part in place):
            return False
        if not all((_FIRST_COMMIT if is_log else _DATA_FILE).fullmatch(file) for file in files):
            return False
        if any((Path(path) / each).is_symlink() for each in folders):
            return False
    first = folder / "_delta_log" / f"{0:020}.json"
    return not first.exists() or '"operation":"CREATE' in first.read_text(encoding="utf-8")
