"""The first load of tables from the source itself. Rows land as those of a dump do, in stretches of one commit each."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader import dumps, landing_masks
from changefeed.loader.landing_tables import (
    MOST_PER_BATCH,
    append_messages,
    create_tables,
    next_batch_id,
)
from changefeed.loader.masked_messages import Masking
from changefeed.project import seeds
from changefeed.project.seeds import BASELINE_TOPIC
from changefeed.source import catalogue
from changefeed.source.connection import Source
from changefeed.source.ranges import ROWS_PER_RANGE, Key, Ranges
from changefeed.source.texts import Texts
from changefeed.spark.relations import table_name
from changefeed.typed import source_catalogue
from changefeed.typed.source_catalogue import Described
from changefeed.typed.source_columns import Table
from changefeed.words import first_of, shown

_NEXT = "changefeed_next"  # the header that says where the next stretch begins; null: the table is whole
_LOAD = "source-"  # how the last part of the incarnation of a load begins


@dataclass
class Outcome:
    """What became of the tables: rows that landed, and why others did not."""

    landed: dict[Table, int] = field(default_factory=dict)
    replaced: int = 0
    left: dict[Table, str] = field(default_factory=dict)  # tables that were not read, with a sentence


@dataclass(frozen=True)
class _Task:
    """A table to load: as messages name it, and as the catalogue does."""

    table: Table
    name: catalogue.Name
    described: Described
    key: list[str] | None  # for the envelope; None where a seed declares it

    @property
    def full_name(self) -> str:
        return f"{self.table.database}.{self.table.schema}.{self.table.name}"


def load(
    spark: SparkSession, project_dir: Path, source: Source, patterns: tuple[str, ...] = (), *,
    is_quiet: bool = False, replaces: bool = False, rows_per_range: int = ROWS_PER_RANGE,
    progress: Callable[[str], None] = lambda line: None,
) -> Outcome:  # fmt: skip
    """Land the rows of the tables that match the patterns, or of all tables of the feed that have no full load.

    A load that was killed goes on after its last commit. `is_quiet`: nothing writes to tables without a key from the
    feed's first message to the end of the load. `replaces`: rows of an earlier load or dump are taken out behind it.

    Raises ChangefeedError for a pattern that no table matches, without patterns if no run has read a message of the
    feed, and when another load lands at the same time.
    """
    source.refuse_unread("changefeed load --from-source")
    create_tables(spark, project_dir)
    texts, masking = Texts(project_dir, source), landing_masks.declared(project_dir)
    outcome = Outcome()
    for task in _tasks(spark, project_dir, source, patterns):
        others, begun = _earlier(spark, task)
        if others and not replaces:
            if patterns:
                outcome.left[task.table] = "has a full load or a dump already; --replace takes this one"
            continue
        reason = _refused(project_dir, task, is_quiet) or _masked_key(masking, task)
        if reason:
            outcome.left[task.table] = reason
            continue
        incarnation = begun or f"{task.full_name}:{_LOAD}{datetime.now(timezone.utc):%Y%m%dT%H%M%S}"
        loader = _TableLoader(spark, source, texts, task, incarnation, rows_per_range, masking, progress)
        if loader.left_out:
            names = first_of([f"{shown(column.name)} ({column.source_type})" for column in loader.left_out])
            progress(f"{task.table.in_words()}: how {texts.dialect} writes {names} is not known: left out")
        outcome.landed[task.table] = loader.run()
        for each in sorted(others):
            outcome.replaced += dumps.take_out(spark, BASELINE_TOPIC + source.settings.feed, each)
    return outcome


def _tasks(spark: SparkSession, project_dir: Path, source: Source, patterns: tuple[str, ...]) -> list[_Task]:
    feed = source.settings.feed
    answer = catalogue.read(source)
    declared = source_catalogue.declared_keys(project_dir)
    is_built = spark.catalog.tableExists(table_name("current_rows"))
    known = source_catalogue.tables_of_feed(spark, feed) if is_built else {}
    if not known and not patterns:
        raise ChangefeedError(
            f"No run has read a message of {feed}, so nobody knows which tables of its source belong to it: land its "
            "first messages and give `changefeed run`, or name the tables: --tables 'customers,order_*'"
        )
    named: dict[catalogue.Name, tuple[Table, list[str]]] = {}
    for table, key in known.items():
        of = source_catalogue.matched(table, answer) if source.settings.has(table.database) else []
        if len(of) == 1:
            named[of[0]] = table, key
    loaded = _loaded(spark, feed) if is_built and not patterns else set()
    has_database = not known or any(table.database for table in known)
    has_schema = not known or any(table.schema for table in known)
    found = []
    for name, described in sorted(answer.items()):
        table, key = named.get(name) or (Table(feed, name[0] * has_database, name[1] * has_schema, name[2]), [])
        is_asked = source.settings.has(table.database) and any(_fits(each, name) for each in patterns)
        if is_asked or (not patterns and name in named and table not in loaded):
            is_declared = (feed, table.database, table.schema, table.name) in declared
            found.append(_Task(table, name, described, None if is_declared else key or described.key))
    for each in () if source.settings.databases else patterns:  # another shard may have it
        if not any(_fits(each, name) for name in answer):
            raise ChangefeedError(f"--tables: the source of {feed} shows no table {each!r} to {source.settings.user}")
    return found


def _fits(pattern: str, name: catalogue.Name) -> bool:
    """Whether a table fits a pattern with * and ?, by its own name or with its database and schema."""
    return any(seeds.matches(pattern, text) for text in (name[2], ".".join(part for part in name if part)))


def _loaded(spark: SparkSession, feed: str) -> set[Table]:
    """The tables that the service itself sent a full load of."""
    rows = spark.sql(
        f"select distinct feed, source_database, source_schema, source_table from {table_name('changes')} "
        "where feed = :feed and operation = 'snapshot' and dialect <> 'baseline'",
        args={"feed": feed},
    )
    return {Table.of(row) for row in rows.collect()}


def _earlier(spark: SparkSession, task: _Task) -> tuple[set[str], str]:
    """The incarnations of whole loads and dumps of a table that landed, and that of a load that is not whole."""
    of_table = (F.col("topic") == BASELINE_TOPIC + task.table.feed) & F.startswith(
        F.col("topic_incarnation"), F.lit(task.full_name + ":")
    )
    removed = spark.table(table_name("removed_ranges")).where(of_table).select("topic_incarnation").distinct()
    whole = {row["topic_incarnation"] for row in removed.collect()}
    begun = ""
    for row in _stretches(spark.table(table_name("messages")).where(of_table)).collect():
        is_load = row["topic_incarnation"].rpartition(":")[2].startswith(_LOAD)
        if is_load and row["next"] is not None and json.loads(row["next"]) is not None:
            begun = row["topic_incarnation"]
        else:
            whole.add(row["topic_incarnation"])
    return whole, begun


def _stretches(messages: DataFrame) -> DataFrame:
    """What the newest stretch of each incarnation says of the next: JSON, a key, or null behind the last."""
    said = F.expr(f"cast(filter(headers, each -> each.key = '{_NEXT}')[0].value as string)")
    newest = F.max_by(F.struct("partition", said.alias("next")), F.col("partition"))
    by_incarnation = messages.groupBy("topic_incarnation").agg(newest.alias("newest"))
    return by_incarnation.select("topic_incarnation", F.col("newest.partition"), F.col("newest.next"))


def _refused(project_dir: Path, task: _Task, is_quiet: bool) -> str:
    if task.key is None:
        place = (task.table.feed, task.table.database, task.table.schema, task.table.name)
        has_key = bool(source_catalogue.declared_keys(project_dir).get(place))
    elif task.key:
        has_key = True
    else:
        return "has no key: declare it in seeds/changefeed_table_keys.csv (changefeed feeds types --from-source does)"
    if not has_key and not is_quiet:
        return (
            "has no key, so a row that was written between the feed's first message and the load would count twice. "
            "Stop writing to it until the load has ended, and say so with --is-quiet"
        )
    return ""


def _masked_key(masking: Masking | None, task: _Task) -> str:
    """Why a table is not loaded whose key is masked at landing: the place where a load goes on is a key."""
    topic = BASELINE_TOPIC + task.table.feed
    for column in task.key or task.described.key:
        if masking is not None and masking.masks(topic, task.table.name, column):
            return f"has a mask at landing on its key column {shown(column)}: land a dump (changefeed load --baseline)"
    return ""


class _TableLoader:
    """Reads one table, in ranges of its primary key if it has one, and lands it."""

    def __init__(
        self, spark: SparkSession, source: Source, texts: Texts, task: _Task, incarnation: str, rows: int,
        masking: Masking | None, progress: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._masking = masking
        self._spark, self._source, self._texts, self._task = spark, source, texts, task
        self._incarnation, self._progress = incarnation, progress
        columns = texts.written(task.described.columns)
        self._columns = [column for column in columns if column.form]
        self.left_out = [column for column in columns if not column.form]
        missing = [column.name for column in self.left_out if column.name in (task.key or ())]
        if missing or not self._columns:
            raise ChangefeedError(
                f"{task.table.in_words()}: how {texts.dialect} writes "
                f"{'its key column ' + shown(missing[0]) if missing else 'its values'} is not known, so its rows can't "
                "be loaded. Land a dump with the texts that the service sends (changefeed load --baseline)."
            )
        self._ranges = Ranges(source, texts, task.name, columns, task.described.key, rows)

    def run(self) -> int:
        """Land what has not landed. Returns how many rows that were."""
        landed, number, start = 0, 0, None
        of_load = self._spark.table(table_name("messages")).where(
            (F.col("topic") == BASELINE_TOPIC + self._task.table.feed)
            & (F.col("topic_incarnation") == self._incarnation)
        )
        for row in _stretches(of_load).collect():
            number, start = row["partition"] + 1, json.loads(row["next"])
            self._progress(f"{self._task.table.in_words()}: goes on from key {row['next']}")
        while True:
            bounds = self._boundaries(start)
            ends: list[Key | None] = [*bounds, None] if len(bounds) < self._source.settings.parallel else [*bounds]
            rows = self._land(number, [start, *bounds][: len(ends)], ends)
            landed += rows
            self._progress(f"{self._task.table.in_words()}: {landed:,} rows")
            if ends[-1] is None:
                return landed
            number, start = number + len(ends), ends[-1]

    def _boundaries(self, start: Key | None) -> list[Key]:
        """The keys at which the ranges of the next stretch end: as many as may be read at once, fewer at the end."""
        found: list[Key] = []
        while len(found) < self._source.settings.parallel:
            at = self._ranges.after(start)
            if at is None:
                break
            found.append(at)
            start = at
        return found

    def _land(self, number: int, starts: list[Key | None], ends: list[Key | None]) -> int:
        """Land the ranges of a stretch, in one commit."""
        conditions = [self._ranges.condition(start, end) for start, end in zip(starts, ends, strict=True)]
        batch_id = next_batch_id(self._spark)
        plain = [self._texts.plain(column) for column in self._columns]
        # Each frame is one partition of Spark, so its rows are numbered from 0 without a gap.
        frames = [
            self._records(frame, number + place, ends[-1])
            for place, frame in enumerate(self._source.frames(self._ranges.table, plain, conditions))
        ]
        with self._source.errors("a table can't be read; what landed of it stays, and the same command goes on"):
            return append_messages(
                self._source.together(frames), self._masking, batch_id, part=f"offset div {MOST_PER_BATCH}"
            )

    def _records(self, frame: DataFrame, number: int, following: Key | None) -> DataFrame:
        texts = [self._texts.text(column, f"c{place}").alias(column.name) for place, column in enumerate(self._columns)]
        table = self._task.table
        row = F.to_json(F.struct(*texts), {"ignoreNullFields": "false"})
        return frame.select(
            F.lit(BASELINE_TOPIC + table.feed).alias("topic"),
            F.lit(self._incarnation).alias("topic_incarnation"),
            F.lit(number).alias("partition"),
            F.monotonically_increasing_id().alias("offset"),
            F.lit(None).cast("timestamp").alias("kafka_at"),
            F.lit(None).cast("string").alias("kafka_at_type"),
            F.array(
                F.struct(F.lit(_NEXT).alias("key"), F.lit(json.dumps(following)).cast("binary").alias("value"))
            ).alias("headers"),
            F.lit(None).cast("binary").alias("key"),
            dumps.envelope(table.database, table.schema, table.name, self._task.key, row).cast("binary").alias("value"),
        )
