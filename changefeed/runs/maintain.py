"""Keeps a warehouse that runs for years small and quick: removes what is old, compacts files, deletes unused ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.runs import claims, erasing, retention
from changefeed.spark import storage
from changefeed.spark.relations import table_name

TABLES = (
    "messages", "rejected_lines", "kafka_faults", "read_positions", "removed_ranges", "runs", "differences",
    "read_batches", "decoded", "erased_messages", "statements", "source_tables", "sent_types", "source_epochs",
    "table_reloads", "concurrent_changes", "source_columns", "redefined_keys", "refold_requests", "folded_rows",
    "versions", "typed_tables",
)  # fmt: skip
UNUSED_HOURS = 168.0  # that a file stays after it left a table
LEAST_HOURS = 24  # that an unused file stays where others write
_CAME_AGAIN = "messages of erased rows"
_RECORD = ("topic", "topic_incarnation", "partition", "offset")


@dataclass
class TableReport:
    """What became of a table: live files and their bytes before and after, rows removed."""

    name: str
    files_before: int
    files: int
    bytes: int
    removed: int = 0


@dataclass
class MaintenanceReport:
    """`tables` in the order they were worked on; `warnings` are sentences about what can't be rebuilt any more."""

    tables: list[TableReport] = field(default_factory=list)
    removed: dict[str, int] = field(default_factory=dict)  # relation → rows that were removed or emptied
    warnings: list[str] = field(default_factory=list)


def maintain(
    spark: SparkSession,
    keep_messages_days: float | None = None,
    keep_messages_bytes: int | None = None,
    keep_changes_days: float | None = None,
    unused_hours: float = UNUSED_HOURS,
    progress: Callable[[str], None] = lambda line: None,
    is_shared: bool = False,
    project_dir: Path | None = None,
    limits: retention.Limits | None = None,
    forget_versions: bool = False,
) -> MaintenanceReport:
    """Remove what is older than is to be kept, compact small files, delete files that no version needs.

    `keep_messages_days` and `keep_messages_bytes` (of table files) bound `messages`, `keep_changes_days` the log; None
    keeps all. Only what was read by a run that ended is removed. What stays whatever its age: quarantined messages that
    are open, messages that no feed claims, changes of tables without a key, and of each other row its last whole image
    with all that came after it (ADR 0014). `limits` bound what is known of deleted rows but their keys, versions that
    ended, and messages in quarantine, in the tables of the project in `project_dir`.
    What came again of rows that `changefeed erase` erased is emptied, always.
    `unused_hours`: files that left a table longer ago than this are deleted; readers of older versions would miss them.
    `forget_versions` also takes what a table's log says of the least and greatest values in earlier files; after it, no
    earlier version can be read.
    Where the warehouse `is_shared`, it is claimed meanwhile, as a run does, and files younger than a day stay: they may
    be those of a load at work, which claims nothing, and whose commit is still to come.
    Raises ChangefeedError when nothing has been built yet, and (exit code 2) where a run holds the warehouse.
    """
    if is_shared and unused_hours < LEAST_HOURS:
        raise ChangefeedError(
            f"--unused-hours {unused_hours:g}: others reach this warehouse, and a load of theirs may have written "
            f"files that it has not committed yet. Give {LEAST_HOURS} or more."
        )
    with claims.held(spark, is_shared):
        removed = _remove_by_age(spark, project_dir or Path(), limits or retention.Limits(), progress)
        return _maintain(
            spark,
            keep_messages_days,
            keep_messages_bytes,
            keep_changes_days,
            unused_hours,
            progress,
            removed,
            project_dir or Path(),
            forget_versions,
        )


def unused_hours(is_shared: bool, forget_versions: bool) -> float:
    """How old an unused file is that goes, if nobody says it: a week, or as little as is safe to forget versions."""
    if not forget_versions:
        return UNUSED_HOURS
    return LEAST_HOURS if is_shared else 0


def _maintain(
    spark: SparkSession,
    keep_messages_days: float | None,
    keep_messages_bytes: int | None,
    keep_changes_days: float | None,
    unused_hours: float,
    progress: Callable[[str], None],
    removed: dict[str, int],
    project_dir: Path,
    forget_versions: bool,
) -> MaintenanceReport:
    report = MaintenanceReport(removed=removed)
    messages_up_to = _boundary(spark, keep_messages_days, keep_messages_bytes)
    if messages_up_to:
        progress(f"removing messages up to load {messages_up_to}")
        removed["messages"] = _remove_messages(spark, messages_up_to)
        is_old = f"batch_id <= {messages_up_to} and operation <> 'erased'"  # the others say that the message landed
        spark.sql(f"delete from {table_name('erased_messages')} where {is_old}")
    changes_up_to = _boundary(spark, keep_changes_days, None)
    if changes_up_to:
        progress(f"removing changes up to load {changes_up_to}")
        removed["decoded"] = _remove_changes(spark, changes_up_to)
    report.warnings = _what_is_gone(spark)
    erasing.delete_old_files(spark, project_dir, unused_hours, progress)
    for name in TABLES:
        progress(f"compacting {name}")
        is_emptied = name in erasing.EMPTIED and bool(removed.get(_CAME_AGAIN) or removed.get("quarantine"))
        count, is_purged = removed.get(name, 0), is_emptied or forget_versions
        report.tables.append(_compact(spark, name, table_name(name), unused_hours, count, is_purged, forget_versions))
    for name in erasing.kept_tables(spark):
        progress(f"compacting {name}")
        count = removed.get(name, 0)
        report.tables.append(_compact(spark, name, name, unused_hours, count, forget_versions, forget_versions))
    return report


def _remove_by_age(
    spark: SparkSession, project_dir: Path, limits: retention.Limits, progress: Callable[[str], None]
) -> dict[str, int]:
    """Remove what no load bounds, and empty what came again of erased rows. Returns rows by relation."""
    missing = [name for name in TABLES if not spark.catalog.tableExists(table_name(name))]
    if missing:
        raise ChangefeedError(f"There is no table {missing[0]} yet: run `changefeed run` first.")
    removed: Counter[str] = Counter()
    if again := erasing.came_again(spark):
        progress("emptying messages of erased rows that came again")
        erasing.empty_messages(spark)
        removed[_CAME_AGAIN] = again
    if limits.has("deleted"):
        progress("removing deleted rows")
        removed.update(retention.remove_deleted(spark, project_dir, limits))
    if limits.has("history"):
        progress("removing versions that ended")
        removed.update(retention.remove_history(spark, project_dir, limits))
    if limits.has("quarantine"):
        progress("giving up old messages in quarantine")
        removed.update(retention.give_up_quarantine(spark, limits))
    return removed


def _boundary(spark: SparkSession, days: float | None, most_bytes: int | None) -> int:
    """The last load that is older than is to be kept, at the end of a run's read batches; 0 when none is."""
    most_messages = None
    if most_bytes is not None:
        size = storage.size(spark, table_name("messages")).bytes
        most_messages = most_bytes * max(spark.table(table_name("messages")).count(), 1) / max(size, 1)
    tables = [table_name(name) for name in ("messages", "decoded", "read_batches")]
    return int(spark.sql(macros.own().last_old_load(*tables, days, most_messages)).head(1)[0][0])


def _remove_messages(spark: SparkSession, up_to: int) -> int:
    messages = table_name("messages")
    kept = macros.own().messages_to_keep(messages, table_name("decoded"), table_name("read_batches"), up_to)
    ranges = macros.own().ranges_to_remove(messages, kept, up_to)
    spark.sql(macros.own().append_rows(table_name("removed_ranges"), ranges))
    same_record = " and ".join(f"messages.{name} = kept.{name}" for name in _RECORD)
    old = f"messages.batch_id <= {up_to}"
    return _remove(
        spark, "messages", "messages", up_to,
        f"select landed_at from {messages} as messages left anti join ({kept}) as kept on {same_record} where {old}",
        f"merge into {messages} as messages using ({kept}) as kept on {same_record} and {old} "
        f"when not matched by source and {old} then delete",
    )  # fmt: skip


def _remove_changes(spark: SparkSession, up_to: int, which: str = "true") -> int:
    """`which` bounds the removal further, as a condition on changes."""
    of_change = ("feed", *_RECORD, "message_index", "step", "decode_batch_id")
    gone = macros.own().superseded_changes(table_name("ordered_changes"), table_name("table_renames"), up_to, which)
    return _remove(
        spark, "superseded changes", "decoded", up_to, gone,
        f"merge into {table_name('decoded')} as changes using ({gone}) as gone "
        f"on {' and '.join(f'changes.{name} = gone.{name}' for name in of_change)} when matched then delete",
    )  # fmt: skip


def _remove(spark: SparkSession, what: str, table: str, up_to: int, gone: str, statement: str) -> int:
    """Note the removal, then remove: a kill in between leaves rows that nobody counts on, and the next call goes on."""
    newest, count = spark.sql(f"select max(landed_at), count(*) from ({gone})").head(1)[0]
    if not count:
        return 0
    note = f"'{what}', {up_to}, timestamp '{newest}', {count}, current_timestamp()"
    spark.sql(f"insert into {table_name('removals')} values ({note})")
    spark.sql(statement)
    return int(count)


def _what_is_gone(spark: SparkSession) -> list[str]:
    removals = spark.table(table_name("removals")).groupBy("removed_from").agg(F.max("up_to").alias("up_to"))
    rows = removals.orderBy("removed_from").collect()
    return [
        f"{row['removed_from']} that landed up to {row['up_to']:%Y-%m-%d %H:%M} UTC are removed: --full-refresh, and "
        "--redecode that reaches back so far, refuse to run. Current rows are not affected."
        for row in rows
    ]


def _compact(
    spark: SparkSession,
    name: str,
    table: str,
    unused_hours: float,
    removed: int,
    is_purged: bool,
    forget_versions: bool,
) -> TableReport:
    before = storage.size(spark, table)
    if removed or is_purged:
        storage.purge(spark, table)
    storage.compact(spark, table)
    storage.remove_unused_files(spark, table, unused_hours)
    if forget_versions:
        storage.forget_statistics(spark, table)
    storage.note_size(spark, table)
    after = storage.size(spark, table)
    return TableReport(name, before.files, after.files, after.bytes, removed)
