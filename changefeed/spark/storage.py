"""What the loader asks of a table format: statements of macros/storage, and what only Python can do."""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.spark import connect, folders, jvm

NOT_IN_NAMES = re.compile(r"[ ,;{}()\n\t=]")  # no column of a Delta table has these in its name
APPENDS = "changefeed load"  # the application whose transactions Delta knows: their numbers are batch_ids
DEFAULT = "delta"  # where CHANGEFEED_FILE_FORMAT is not set


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
class Version:
    """A version of a table, the one that it follows, and the run that wrote it, where the commit says that."""

    version: int
    parent: int | None
    run: int | None
    written_at: datetime
    is_housekeeping: bool


@dataclass(frozen=True)
class Size:
    """The files of a table's newest version, and their bytes."""

    files: int
    bytes: int


def file_format() -> str:
    """The format of the project's tables."""
    return os.environ.get("CHANGEFEED_FILE_FORMAT", DEFAULT)


# -- writing


def create_schema(spark: SparkSession, name: str) -> None:
    """Create a schema, if there is none of that name."""
    for statement in macros.own().make_schema(f"`{name}`"):
        spark.sql(statement)


def append(frame: DataFrame, table: str) -> None:
    """Append rows to a table in one commit."""
    frame.write.format(file_format()).mode("append").saveAsTable(table)


def append_once(frame: DataFrame, table: str, batch_id: int) -> int:
    """Append rows of this batch_id (and greater ones) in one commit and return how many.

    There must be none with it or a greater one.

    Raises LostRace if one is.
    """
    load_id = uuid.uuid4().hex
    try:
        _of_format().append_batch(frame, table, batch_id, load_id)
    except Exception as error:
        if is_lost_race(str(error)):
            raise LostRace from error
        raise
    for commit in commits(frame.sparkSession, table, 20):
        if commit.load_id == load_id:
            return commit.rows
    raise LostRace


def last_batch(spark: SparkSession, table: str) -> int:
    """The greatest batch_id that append_once() has given to a table, also of rows that are gone; 0: not known."""
    return _of_format().last_batch(spark, table)


def replace(frame: DataFrame, table: str) -> None:
    """Put rows in the place of all rows of a table, in one commit."""
    frame.writeTo(table).overwrite(F.lit(True))


def replace_some(frame: DataFrame, table: str, which: str, by: str) -> None:
    """Put rows in the place of those that meet a condition, in one commit, as macros/storage/replace_rows.sql says."""
    frame.createOrReplaceTempView("changefeed_new_rows")
    frame.sparkSession.sql(macros.own().replace_rows(table, which, "select * from changefeed_new_rows", by))


def is_lost_race(message: str) -> bool:
    """Whether an error of Spark says that another process committed first."""
    return bool(_of_format().LOST_RACE.search(message))


# -- housekeeping


def compact(spark: SparkSession, table: str) -> None:
    """Put small files together, and in those of a clustered table the rows that belong together."""
    is_sorted = _of_format().sort_as_clustered(spark, table)
    for statement in macros.own().compact_table(table, is_sorted):
        spark.sql(statement).collect()


def remove_unused_files(spark: SparkSession, table: str, hours: float) -> None:
    """Delete the files that left a table longer ago than so many hours, or never came into it."""
    spark.conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark.sql(macros.own().remove_unused_files(table, hours)).collect()
    _of_format().delete_unknown_files(spark, table, hours)


def purge(spark: SparkSession, table: str) -> None:
    """Write those files of a table anew that still have rows which are gone: no file of the newest version has them."""
    for statement in macros.own().purge_table(table):
        spark.sql(statement).collect()
    _of_format().rewrite_statistics(spark, table)


def forget_statistics(spark: SparkSession, table: str) -> None:
    """Delete what a table's log says of the least and greatest values in files of earlier versions, and with it those.

    Raises ChangefeedError if the log could not be written anew.
    """
    _of_format().forget_statistics(spark, table)


def note_size(spark: SparkSession, table: str) -> None:
    """Let Spark plan by the size that a table has now, if the metastore noted that of an earlier day.

    Hive notes it as a table is made or altered. Nothing happens in the session of a Spark Connect server.
    """
    if not connect.is_used():
        _of_format().note_size(spark, table)


def held_by(spark: SparkSession, table: str) -> list[str]:
    """The names of tags and branches, which keep a version of a table until somebody drops them."""
    return list(_of_format().held_by(spark, table))


def size(spark: SparkSession, table: str) -> Size:
    """How large the newest version of a table is."""
    row = spark.sql(macros.own().table_size(table)).head(1)[0]
    return Size(int(row["numFiles"]), int(row["sizeInBytes"]))


def folder_of(spark: SparkSession, table: str) -> str:
    """The address of a table's folder."""
    return str(spark.sql(f"describe extended {table}").where("col_name = 'Location'").head(1)[0]["data_type"])


# -- what was committed


def commits(spark: SparkSession, table: str, most: int) -> list[Commit]:
    """The newest commits to a table, the last one first. To read them takes a new session a third of a look at rows."""
    said = [row.asDict(recursive=True) for row in spark.sql(macros.own().table_commits(table, most)).collect()]
    return list(_of_format().commits(said))


def versions(spark: SparkSession, table: str) -> list[Version]:
    """All versions that a table's history has, the oldest first."""
    said = spark.sql(macros.own().table_versions(table)).collect()
    return [
        Version(
            row["version"],
            _of_format().parent_of(row),
            _run_of(row["userMetadata"]),
            row["timestamp"],
            _of_format().is_housekeeping(row["operation"]),
        )
        for row in sorted(said, key=lambda row: (row["timestamp"], row["version"]))
    ]


def _run_of(mark: str | None) -> int | None:
    found = re.fullmatch(r"(?:changefeed run )?(\d+)", mark or "")
    return int(found[1]) if found else None


def at_version(table: str, version: int) -> str:
    """A table as of a version, as a query names it."""
    return f"{table} version as of {version}"


def mark_no_more(spark: SparkSession) -> None:
    """Let the commits of this session be of no run again."""
    for name in macros.own().mark_of_commits(0):
        spark.conf.unset(name)


def commits_in(folder: Path) -> Iterator[Commit]:
    """The same of a table whose folder is on this machine, without Spark. Raises OSError or ValueError."""
    return _of_format().commits_in(folder)


def size_in(folder: Path) -> int:
    """Bytes of the rows that a table has now, without Spark. Raises OSError or ValueError if its log does not say."""
    return _of_format().size_in(folder)


def state_in(folder: Path) -> str:
    """What is another text after each commit to a table, without Spark. Raises OSError or ValueError."""
    newest = _of_format().newest_log_file(folder)
    return f"{newest.name} {newest.stat().st_mtime_ns}"


def is_table(folder: Path) -> bool:
    """Whether a folder of this machine is that of a table."""
    return (folder / _of_format().LOG).is_dir()


def is_young_table(folder: folders.Local | folders.Remote) -> bool:
    """Whether a folder holds only a table that was created and never written to, or the beginnings of one, and is in
    the way of a table that is to be created there.
    """
    return _of_format().is_young(folder)


class _Delta:
    LOST_RACE = re.compile("Concurrent")
    LOG = "_delta_log"
    # Commits that bring no rows. MERGE: of the landing tables, only `changefeed maintain` merges, and it removes.
    _UPKEEP = ("OPTIMIZE", "VACUUM START", "VACUUM END")
    _HOUSEKEEPING = (*_UPKEEP, "MERGE")
    _COMMIT_FILE = re.compile(r"\d{20}\.json")
    _SUMMARY_FILE = re.compile(r"\d{20}\.crc")
    _SIZE = re.compile(r'"tableSizeBytes":(\d+)')
    _VERSIONED = re.compile(r"(\d{20})\.")
    # What a table's folder holds before its second commit: data, the first commit, and what a kill leaves of either.
    _DATA_FILE = re.compile(r"\.?(part-.+\.parquet|deletion_vector_.+\.bin)(\.crc)?")
    _FIRST_COMMIT = re.compile(r"\.?0{20}\.(json|crc)(\..+\.tmp)?(\.crc)?")

    @staticmethod
    def sort_as_clustered(spark: SparkSession, table: str) -> bool:
        return False  # compaction does it by itself

    @classmethod
    def is_housekeeping(cls, operation: str) -> bool:
        return operation in cls._UPKEEP

    @classmethod
    def parent_of(cls, version: Row) -> int | None:
        return int(version["version"]) - 1

    @classmethod
    def append_batch(cls, frame: DataFrame, table: str, batch_id: int, load_id: str) -> None:
        writer = frame.write.format("delta").mode("append").option("userMetadata", load_id)
        writer.option("txnAppId", APPENDS).option("txnVersion", batch_id).saveAsTable(table)

    @staticmethod
    def _schema_and_name(table: str) -> list[str]:
        return table.replace("`", "").split(".")[-2:]

    @classmethod
    def _snapshot(cls, spark: SparkSession, table: str) -> Any:
        """The log of a table and its newest version, as a pair of Java."""
        schema, name = cls._schema_and_name(table)
        java = jvm.of(spark)
        place = java.org.apache.spark.sql.catalyst.TableIdentifier(name, java.scala.Option.apply(schema))
        return java.org.apache.spark.sql.delta.DeltaLog.forTableWithSnapshot(spark._jsparkSession, place)

    @classmethod
    def note_size(cls, spark: SparkSession, table: str) -> None:
        """Hive counts the files anew if Spark takes the note away."""
        schema, name = cls._schema_and_name(table)
        catalog = spark._jsparkSession.sharedState().externalCatalog()
        if catalog.tableExists(schema, name) and catalog.getTable(schema, name).stats().isDefined():
            catalog.alterTableStats(schema, name, jvm.of(spark).scala.Option.apply(None))
            spark.catalog.refreshTable(table)

    @classmethod
    def last_batch(cls, spark: SparkSession, table: str) -> int:
        last = cls._snapshot(spark, table)._2().transactions().get(APPENDS)
        return int(last.get()) if last.isDefined() else 0

    @staticmethod
    def delete_unknown_files(spark: SparkSession, table: str, hours: float) -> None:
        """`vacuum` deletes them."""

    @staticmethod
    def rewrite_statistics(spark: SparkSession, table: str) -> None:
        """A file's are in the commit that brought it: forget_statistics() deletes those of earlier files."""

    @staticmethod
    def held_by(spark: SparkSession, table: str) -> list[str]:
        return []  # it has neither

    @classmethod
    def forget_statistics(cls, spark: SparkSession, table: str) -> None:
        """Its own cleanup goes by days. What is older than the newest checkpoint goes, as Delta itself finds it when it
        reads the log anew: one that was written in part counts for nothing, and then the log stays as it is.
        """
        log_class = jvm.of(spark).org.apache.spark.sql.delta.DeltaLog
        cls._snapshot(spark, table)._1().checkpoint()
        log_class.clearCache()
        delta = cls._snapshot(spark, table)
        log, version = delta._1(), delta._2().checkpointProvider().version()
        if version < delta._2().version():
            raise ChangefeedError(
                f"The log of {table.replace('`', '')} could not be written anew (a checkpoint of version "
                f"{delta._2().version()}), so it still has values: give the same command again."
            )
        folder = log.logPath()
        system = folder.getFileSystem(log.newDeltaHadoopConf())
        for file in system.listStatus(folder):
            found = cls._VERSIONED.match(file.getPath().getName())
            if file.isFile() and found and int(found[1]) < version:
                system.delete(file.getPath(), False)
        log_class.clearCache()

    @classmethod
    def commits(cls, said: list[dict[str, Any]]) -> Iterator[Commit]:
        for each in said:
            metrics = each.get("operationMetrics") or {}
            rows = int(
                metrics.get("numOutputRows") or metrics.get("num_added_rows") or 0
            )  # as Spark, or delta-rs, says
            operation = each.get("operation", "")
            yield Commit(int(each["version"]), each.get("userMetadata"), rows, operation in cls._HOUSEKEEPING)

    @classmethod
    def commits_in(cls, folder: Path) -> Iterator[Commit]:
        for file in cls._commit_files(folder):
            with file.open(encoding="utf-8") as lines:
                said = (json.loads(line)["commitInfo"] for line in lines if line.startswith('{"commitInfo"'))
                commit: dict[str, Any] = next(said, {})
            yield from cls.commits([{**commit, "version": int(file.stem)}])

    @classmethod
    def _commit_files(cls, folder: Path) -> list[Path]:
        """The newest first."""
        files = [file for file in (folder / cls.LOG).iterdir() if cls._COMMIT_FILE.fullmatch(file.name)]
        return sorted(files, reverse=True)

    @classmethod
    def newest_log_file(cls, folder: Path) -> Path:
        return max(cls._commit_files(folder))

    @classmethod
    def size_in(cls, folder: Path) -> int:
        newest = max(file.name for file in (folder / cls.LOG).iterdir() if cls._SUMMARY_FILE.fullmatch(file.name))
        if said := cls._SIZE.search((folder / cls.LOG / newest).read_text(encoding="utf-8")):
            return int(said[1])
        raise ValueError(f"{newest} does not say it")

    @classmethod
    def is_young(cls, folder: folders.Local | folders.Remote) -> bool:
        first, has_first = f"{cls.LOG}/{0:020}.json", False
        for name in folder.files():
            *above, file = name.split("/")
            is_log = above == [cls.LOG]
            if not is_log and not all("=" in each for each in above):
                return False
            if not (cls._FIRST_COMMIT if is_log else cls._DATA_FILE).fullmatch(file):
                return False
            has_first = has_first or name == first
        return not has_first or '"operation":"CREATE' in folder.text(first)


class _Iceberg:
    LOST_RACE = re.compile("conflicting files|CommitFailedException|Cannot commit")
    LOG = "metadata"
    _LOAD = "changefeed-load"
    _METADATA_FILE = re.compile(r"(\d+)-.+\.metadata\.json")

    @staticmethod
    def _loaded(spark: SparkSession, table: str) -> Any:
        """A table as Java has it, in its newest version."""
        return jvm.of(spark).org.apache.iceberg.spark.Spark3Util.loadIcebergTable(spark._jsparkSession, table)

    @classmethod
    def delete_unknown_files(cls, spark: SparkSession, table: str, hours: float) -> None:
        """Files of writers that were killed. The procedure of SQL refuses less than 24 hours."""
        before = int((datetime.now(timezone.utc).timestamp() - hours * 3600) * 1000)
        actions = jvm.of(spark).org.apache.iceberg.spark.actions.SparkActions.get(spark._jsparkSession)
        actions.deleteOrphanFiles(cls._loaded(spark, table)).olderThan(before).execute()

    @classmethod
    def rewrite_statistics(cls, spark: SparkSession, table: str) -> None:
        """Manifests keep the least and greatest values of files that are gone, until they are written anew. The
        procedure of SQL leaves a table that has one manifest as it is.
        """
        loaded = cls._loaded(spark, table)
        if loaded.currentSnapshot() is not None:
            constant = jvm.of(spark).com.google.common.base.Functions.constant("all")
            loaded.rewriteManifests().clusterBy(constant).commit()

    @staticmethod
    def forget_statistics(spark: SparkSession, table: str) -> None:
        """They are in manifests, which go with their versions."""

    @staticmethod
    def held_by(spark: SparkSession, table: str) -> list[str]:
        names = spark.sql(f"select name from {table}.refs where name <> 'main' order by name").collect()
        return [row["name"] for row in names]

    @classmethod
    def sort_as_clustered(cls, spark: SparkSession, table: str) -> bool:
        """Give a clustered table that order of its rows, and return whether it is one. No SQL can do that without
        Iceberg's extensions.
        """
        properties = dict(tuple(row) for row in spark.sql(f"show tblproperties {table}").collect())
        clustered_by = json.loads(properties.get("changefeed.clustered_by", "[]"))
        if clustered_by:
            java = jvm.of(spark).org.apache.iceberg
            order = cls._loaded(spark, table).replaceSortOrder()
            for name in clustered_by:
                order = order.asc(java.expressions.Expressions.ref(name), java.NullOrder.NULLS_FIRST)
            order.commit()
        return bool(clustered_by)

    @classmethod
    def is_housekeeping(cls, operation: str) -> bool:
        return operation == "replace"

    @classmethod
    def parent_of(cls, version: Row) -> int | None:
        parent: int | None = version["parent_id"]
        return parent

    @classmethod
    def append_batch(cls, frame: DataFrame, table: str, batch_id: int, load_id: str) -> None:
        """An overwrite of the rows from this batch_id on, of which there are none: unlike an append, it fails where
        another process has written some since the newest snapshot.
        """
        spark = frame.sparkSession
        newest = spark.sql(f"select snapshot_id from {table}.snapshots order by committed_at desc limit 1").first()
        greatest = spark.sql(f"select max(batch_id) from {table}").head(1)[0][0]
        if greatest is not None and greatest >= batch_id:
            raise LostRace
        writer = frame.writeTo(table).option(f"snapshot-property.{cls._LOAD}", load_id)
        writer = writer.option("isolation-level", "serializable")
        writer = writer.option("validate-from-snapshot-id", str(newest[0])) if newest else writer
        writer.overwrite(F.col("batch_id") >= batch_id)

    @staticmethod
    def note_size(spark: SparkSession, table: str) -> None:
        """Spark asks Iceberg, and not the metastore."""

    @classmethod
    def last_batch(cls, spark: SparkSession, table: str) -> int:
        return 0  # it keeps no numbers: those of rows that are gone can be given again

    @classmethod
    def commits(cls, said: list[dict[str, Any]]) -> Iterator[Commit]:
        for each in said:
            summary = each["summary"]
            load_id = summary.get(cls._LOAD)
            is_housekeeping = load_id is None and each["operation"] != "append"
            yield Commit(int(each["version"]), load_id, int(summary.get("added-records", 0)), is_housekeeping)
        if not said or said[-1]["version"] == 1:
            yield Commit(0, None, 0, False)  # as of a table that was made

    @classmethod
    def newest_log_file(cls, folder: Path) -> Path:
        files = {
            int(found[1]): file
            for file in (folder / cls.LOG).iterdir()
            if (found := cls._METADATA_FILE.fullmatch(file.name))
        }
        return files[max(files)]

    @classmethod
    def _snapshots(cls, folder: Path) -> list[dict[str, Any]]:
        """The snapshots that a table has, the newest first. A table has metadata from its making on."""
        said = json.loads(cls.newest_log_file(folder).read_text(encoding="utf-8"))["snapshots"]
        return sorted(said, key=lambda one: int(one["sequence-number"]), reverse=True)

    @classmethod
    def size_in(cls, folder: Path) -> int:
        return next((int(one["summary"]["total-files-size"]) for one in cls._snapshots(folder)), 0)

    @classmethod
    def commits_in(cls, folder: Path) -> Iterator[Commit]:
        each = [
            {"version": one["sequence-number"], "operation": one["summary"]["operation"], "summary": one["summary"]}
            for one in cls._snapshots(folder)
        ]
        return cls.commits(each)

    @classmethod
    def is_young(cls, folder: folders.Local | folders.Remote) -> bool:
        return False  # is in no way


def _of_format() -> type[_Delta] | type[_Iceberg]:
    return _Iceberg if file_format() == "iceberg" else _Delta
