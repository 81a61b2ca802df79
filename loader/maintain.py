"""Keeps a warehouse that runs for years small and quick: removes what is old, compacts files, deletes unused ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from loader.errors import ChangefeedError
from loader.messages import table_name

TABLES = (
    "messages", "rejected_lines", "read_positions", "removed_ranges", "runs",
    "windows", "decoded", "table_events", "folded_rows", "versions",
)  # fmt: skip
_PLACE = ("topic", "topic_incarnation", "partition", "offset")


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
    warnings: list[str] = field(default_factory=list)


def maintain(
    spark: SparkSession,
    keep_messages_days: float | None = None,
    keep_messages_bytes: int | None = None,
    keep_changes_days: float | None = None,
    unused_hours: float = 168,
    progress: Callable[[str], None] = lambda line: None,
) -> MaintenanceReport:
    """Remove what is older than is to be kept, compact small files, delete files that no version needs.

    `keep_messages_days` and `keep_messages_bytes` (of table files) bound `messages`, `keep_changes_days` the log; None
    keeps all. Only what was read by a run that ended is removed. What stays whatever its age: quarantined messages that
    are open, messages that no feed claims, changes of tables without a key, and of each other row its last whole image
    with all that came after it (ADR 0014).
    `unused_hours`: files that left a table longer ago than this are deleted; readers of older versions would miss them.
    Raises ChangefeedError when nothing has been built yet.
    """
    report = MaintenanceReport()
    missing = [name for name in TABLES if not spark.catalog.tableExists(table_name(name))]
    if missing:
        raise ChangefeedError(f"There is no table {missing[0]} yet: run `changefeed run` first.")
    removed = {}
    messages_up_to = _boundary(spark, keep_messages_days, keep_messages_bytes)
    if messages_up_to:
        progress(f"removing messages up to load {messages_up_to}")
        removed["messages"] = _remove_messages(spark, messages_up_to)
    changes_up_to = _boundary(spark, keep_changes_days, None)
    if changes_up_to:
        progress(f"removing changes up to load {changes_up_to}")
        removed["decoded"] = _remove_changes(spark, changes_up_to)
    report.warnings = _what_is_gone(spark)
    for name in TABLES:
        progress(f"compacting {name}")
        report.tables.append(_compact(spark, name, unused_hours, removed.get(name, 0)))
    return report


def _boundary(spark: SparkSession, days: float | None, most_bytes: int | None) -> int:
    """The last load that is older than is to be kept, at the end of a run's windows; 0 when none is.

    The newest load and the newest decoded batch always stay: how far the warehouse has come is read from them.
    Loads and batches are in the order of their numbers, whatever the clock said. A window whose clock stood before that
    of an earlier one, or stands in the future, has no date of its own: it is old when a later window is. A time that is
    still to come says nothing about the windows after it.
    """
    if days is None and most_bytes is None:
        return 0
    is_old = []
    if days is not None:
        is_old.append(
            f"opened_at < current_timestamp() - make_dt_interval(0, 0, 0, {float(days) * 86400})"
            " and opened_at >= youngest_before"
        )
    if most_bytes is not None:
        detail = spark.sql(f"describe detail {table_name('messages')}").first()
        rows = spark.table(table_name("messages")).count()
        is_old.append(f"later_messages * {detail['sizeInBytes'] / max(rows, 1)} > {int(most_bytes)}")
    row = spark.sql(
        f"""
        select coalesce(max(last_batch_id), 0) from (
            select
                last_batch_id,
                max(opened_at) as opened_at,
                max(max(opened_at) filter (where opened_at <= current_timestamp()))
                    over (order by last_batch_id) as youngest_before,
                max(decode_batch_id) as decode_batch_id,
                sum(sum(messages)) over (order by last_batch_id desc) as later_messages
            from {table_name("windows")}
            where kind = 'new'
            group by last_batch_id
        )
        where
            ({" or ".join(is_old)})
            and decode_batch_id < (select max(decode_batch_id) from {table_name("decoded")})
            and last_batch_id < (select max(batch_id) from {table_name("messages")})
        """
    ).first()
    return int(row[0])


def _remove_messages(spark: SparkSession, up_to: int) -> int:
    same_place = " and ".join(f"messages.{name} = kept.{name}" for name in _PLACE)
    old = f"messages.batch_id <= {up_to}"
    # A message that waits for a feed is in a window without one, and in no later window with one.
    kept = f"""
        select {", ".join(_PLACE)} from {table_name("decoded")} where batch_id <= {up_to}
        group by feed, {", ".join(_PLACE)} having max_by(reason is not null, decode_batch_id)
        union
        select {", ".join(f"messages.{name}" for name in _PLACE)}
        from {table_name("messages")} as messages
        left anti join {table_name("windows")} as windows
            on messages.topic = windows.topic
            and messages.topic_incarnation = windows.topic_incarnation
            and messages.partition = windows.partition
            and messages.batch_id between windows.first_batch_id and windows.last_batch_id
            and windows.feed <> ''
        where {old}
    """
    place = ", ".join(_PLACE[:-1])
    spark.sql(
        f"""
        insert into {table_name("removed_ranges")} by name
        select {place}, min(offset) as first_offset, max(offset) as last_offset
        from (
            select {place}, offset, offset - row_number() over (partition by {place} order by offset) as neighbours
            from {table_name("messages")} as messages left anti join ({kept}) as kept on {same_place}
            where {old}
        )
        group by {place}, neighbours
        """
    )
    return _remove(
        spark, "messages", "messages", up_to,
        f"select landed_at from {table_name('messages')} as messages left anti join ({kept}) as kept on {same_place} "
        f"where {old}",
        f"merge into {table_name('messages')} as messages using ({kept}) as kept on {same_place} and {old} "
        f"when not matched by source and {old} then delete",
    )  # fmt: skip


def _remove_changes(spark: SparkSession, up_to: int, which: str = "true") -> int:
    """`which` bounds the removal further, as a condition on changes."""
    place = ("feed", *_PLACE, "message_index", "step", "decode_batch_id")
    gone = _superseded_changes(table_name("decoded"), up_to, which)
    return _remove(
        spark, "superseded changes", "decoded", up_to, gone,
        f"merge into {table_name('decoded')} as changes using ({gone}) as gone "
        f"on {' and '.join(f'changes.{name} = gone.{name}' for name in place)} when matched then delete",
    )  # fmt: skip


def _superseded_changes(decoded: str, up_to: int, which: str) -> str:
    """A query: what no fold of the rest of the log can miss, of the loads up to this one.

    A change of a row is superseded by a whole image of its key that comes later in order and is as old, unless a
    partial image moved to another key between the two: that key's row depends on it. What one removal takes lets go
    of what it depended on, for the next. A name of a table is one table only as long as it was not renamed.
    """
    is_old = f"batch_id <= {up_to} and ({which})"
    is_of_row = "operation in ('snapshot', 'insert', 'update', 'delete')"
    place = "concat_ws('/', position.topic, position.topic_incarnation, position.partition)"
    is_named = " or ".join(
        "(" + " and ".join(f"step.{side}_{part} = source_{part}" for part in ("database", "schema", "table")) + ")"
        for side in ("source", "new")
    )
    columns = f"changes.feed, {', '.join(_PLACE)}, message_index, step, changes.decode_batch_id, landed_at"
    return f"""
        with changes as (
            select
                *,
                transform(
                    filter(
                        renames,
                        step -> ({is_named}) and position < coalesce(step.places[{place}], step.position)
                    ),
                    step -> struct(step.position, step.action_index)
                ) as renames_ahead
            from {decoded} left join (select feed, renames from {table_name("table_renames")}) using (feed)
            where reason is null and {is_of_row} and size(key_columns) > 0
        ),
        events as (
            select
                {columns}, source_database, source_schema, source_table, renames_ahead, row_key, position,
                {is_old} as is_old,
                if({is_old} and not coalesce(is_partial, false), 'whole', null) as event
            from changes
            union all
            select
                {columns}, source_database, source_schema, source_table, renames_ahead, previous_row_key, position,
                false as is_old,
                'moved away' as event
            from changes
            where is_partial and previous_row_key is not null
        ),
        followed as (
            select
                *,
                last_value(event, true) over (
                    partition by feed, source_database, source_schema, source_table, renames_ahead, row_key
                    order by position desc
                    rows between unbounded preceding and 1 preceding
                ) as next_event
            from events
        ),
        resolved as (
            select feed, {", ".join(_PLACE)}
            from {decoded}
            where (feed, {", ".join(_PLACE)}) in (
                select feed, {", ".join(_PLACE)} from {decoded} where {is_old} and reason is not null
            )
            group by all
            having not max_by(reason is not null, decode_batch_id)
        )
        select {columns.replace("changes.", "")} from followed where is_old and next_event = 'whole'
        union all
        select {columns} from {decoded} as changes
        where {is_old} and reason is null and not {is_of_row}
        union all
        select {columns} from {decoded} as changes left semi join resolved using (feed, {", ".join(_PLACE)})
        where {is_old} and reason is not null
    """


def _remove(spark: SparkSession, what: str, table: str, up_to: int, gone: str, statement: str) -> int:
    """Note the removal, then remove: a kill in between leaves rows that nobody counts on, and the next call goes on."""
    newest, count = spark.sql(f"select max(landed_at), count(*) from ({gone})").first()
    if not count:
        return 0
    note = f"'{what}', {up_to}, timestamp '{newest}', {count}, current_timestamp()"
    spark.sql(f"insert into {table_name('removals')} values ({note})")
    spark.sql(statement)
    return int(count)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _what_is_gone(spark: SparkSession) -> list[str]:
    removals = spark.table(table_name("removals")).groupBy("removed_from").agg(F.max("up_to").alias("up_to"))
    rows = removals.orderBy("removed_from").collect()
    return [
        f"{row['removed_from']} that landed up to {row['up_to']:%Y-%m-%d %H:%M} UTC are removed: --full-refresh, and "
        "--redecode that reaches back so far, refuse to run. Current rows are not affected."
        for row in rows
    ]


def _compact(spark: SparkSession, name: str, unused_hours: float, removed: int) -> TableReport:
    before = spark.sql(f"describe detail {table_name(name)}").first()
    spark.sql(f"optimize {table_name(name)}").collect()
    spark.conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark.sql(f"vacuum {table_name(name)} retain {unused_hours} hours").collect()
    after = spark.sql(f"describe detail {table_name(name)}").first()
    return TableReport(name, before["numFiles"], after["numFiles"], after["sizeInBytes"], removed)
