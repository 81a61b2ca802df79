"""Whether current rows are those of the source. What may be in flight is judged by a later comparison (ADR 0045)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader.landing_tables import create_tables
from changefeed.project.profile import package_variables
from changefeed.source import catalogue
from changefeed.source.connection import Source
from changefeed.source.ranges import Ranges
from changefeed.source.texts import Texts, Written
from changefeed.spark import storage
from changefeed.spark.relations import table_name
from changefeed.typed import masks, source_catalogue
from changefeed.typed.source_catalogue import Described
from changefeed.typed.source_columns import Table

IN_FLIGHT, PROVEN = "in_flight", "proven"
MARGIN = 10  # seconds by which a later change has to be later than the reading
MOST_KEPT = 10_000  # differing keys of a table that are kept
_MOST_WAIT = 120  # seconds for a replica to catch up
_MISSING, _SURPLUS = "missing here", "not at the source"
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Difference:
    """A key whose row is not that of the source: `column` is '' where the whole row is there on one side only."""

    table: Table
    row_key: str  # JSON of its values as typed tables show them; of a table without a key all values
    column: str
    here: str | None
    at_source: str | None
    verdict: str
    found_at: datetime  # the source's clock after the reading, UTC
    applied_batch_id: int  # the newest that was applied when it was found

    def is_like(self, other: Difference) -> bool:
        return (self.here, self.at_source) == (other.here, other.at_source)

    @property
    def place(self) -> tuple[Table, str, str]:
        return self.table, self.row_key, self.column


@dataclass
class Compared:
    """What came of comparing a table."""

    table: Table
    rows_here: int
    rows_at_source: int
    differing: int  # keys
    compared_at: datetime
    verified_through: datetime | None = None
    not_compared: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def keys(self, verdict: str) -> int:
        """How many keys differ with a verdict. Those that are not kept are in flight."""
        kept = {each.row_key: each.verdict for each in self.differences}
        found = sum(each == verdict for each in kept.values())
        return found + (self.differing - len(kept) if verdict == IN_FLIGHT else 0)


def compare(
    spark: SparkSession, project_dir: Path, source: Source, name: str | None = None, *, margin: int = MARGIN,
    progress: Progress = lambda line: None,
) -> list[Compared]:  # fmt: skip
    """Compare the tables of a feed, or the one of a name, with the source, and keep what came of it.

    Raises ChangefeedError where that is not possible.
    """
    source.refuse_unread("changefeed compare")
    chosen = (package_variables(project_dir).get("changefeed_selection") or {}).get(source.settings.feed, {})
    if isinstance(chosen, dict) and {"rows", "except_rows"} & chosen.keys():
        raise ChangefeedError(
            f"changefeed_selection in dbt_project.yml leaves rows of feed {source.settings.feed} out. The source has "
            "them, so its tables can't be compared."
        )
    create_tables(spark, project_dir)
    texts = Texts(project_dir, source)
    tables = _tables(spark, source, name)
    known = _known(spark)
    masked = masks.declared(spark)
    columns = {table: _readable(masked, texts, table, described.columns) for table, (_, described, _) in tables.items()}
    judged = _judge(spark, texts, tables, columns, [each for each in known if each.verdict == IN_FLIGHT], margin)
    before = {each.place: each for each in known if each.verdict == PROVEN} | {each.place: each for each in judged}
    compared = []
    for table, (found, described, key) in tables.items():
        applied = _applied(spark, table.feed)  # before the wait: a replica has then what is in these batches
        begun = _wait_for_replica(source, progress)
        one = _TableComparison(spark, source, texts, table, found, columns[table], described.key, key)
        what = one.run(begun, applied)
        what.differences = [_with_verdict(each, before.get(each.place)) for each in what.differences]
        compared.append(what)
    _keep(spark, known, compared)
    return compared


def _with_verdict(found: Difference, before: Difference | None) -> Difference:
    """What is the same as before keeps its verdict, and when it was found: so it will be judged."""
    return before if before is not None and before.is_like(found) else found


def _tables(
    spark: SparkSession, source: Source, name: str | None
) -> dict[Table, tuple[catalogue.Name, Described, list[str]]]:
    answer = catalogue.read(source)
    found = {}
    for table, key in sorted(source_catalogue.tables_of_feed(spark, source.settings.feed).items()):
        if name is not None and not table.is_called(name):
            continue
        of = source_catalogue.matched(table, answer)
        if len(of) != 1:
            what = (
                "could be several tables of the source" if of else "is not among the tables that the account may read"
            )
            raise ChangefeedError(f"{table.in_words()} {what}. Compare others with --table, or grant SELECT.")
        found[table] = of[0], answer[of[0]], key
    if not found:
        raise ChangefeedError(f"--table: feed {source.settings.feed} has no table {name or ''}".rstrip())
    return found


def _wait_for_replica(source: Source, progress: Progress) -> datetime:
    """Until the server has all that was written before now: what is applied here is there then. Returns the clock."""
    begun, until = source.now(), time.monotonic() + _MOST_WAIT
    while (at := source.replayed()) < begun:
        if time.monotonic() > until:
            raise ChangefeedError(
                f"The source of {source.settings.feed} is a replica that is {(begun - at).seconds} s behind. "
                "Compare when it has caught up, or name the primary."
            )
        progress(f"waiting for the replica: it has what was written until {at:%H:%M:%S} UTC")
        time.sleep(2)
    return begun


class _TableComparison:
    """One table on both sides, its values as typed tables read them, joined by its key."""

    def __init__(
        self, spark: SparkSession, source: Source, texts: Texts, table: Table, name: catalogue.Name,
        columns: list[Written], key_at_source: Iterable[str], key: list[str],
    ) -> None:  # fmt: skip
        self._spark, self._source, self._table = spark, source, table
        self._columns = [column for column in columns if column.form]
        self._not_compared = [column.name for column in columns if not column.form]
        self._texts = texts
        self._ranges = Ranges(source, texts, name, columns, key_at_source)
        names = [column.name for column in self._columns]
        if missing := [each for each in key if each not in names]:
            is_masked = masks.is_masked(masks.declared(spark), table, missing[0])
            why = "is masked, so no row can be found at the source" if is_masked else "is written in a way not known"
            raise ChangefeedError(f"{table.in_words()}: its key column {missing[0]} {why}")
        self._is_bag = not key
        self._key = [names.index(each) for each in key] or list(range(len(names)))

    def run(self, begun: datetime, applied: int) -> Compared:
        """Compare now. `begun`: the source's clock, and `applied` the newest applied batch, both before the reading."""
        sides = self._here().join(self._there(), "row_key", "full_outer")
        is_other = F.expr("not (here <=> there)")
        # Of equal rows only the counts are kept: the source is read once, for these and for the others.
        kept = sides.select(
            F.when(is_other, F.struct("row_key", "here", "there")).alias("differing"), "copies_here", "copies_there"
        ).persist(StorageLevel.DISK_ONLY)
        counts = [
            F.coalesce(F.sum(f"copies_{side}"), F.lit(0)).cast("bigint").alias(side) for side in ("here", "there")
        ]  # fmt: skip
        try:
            with self._source.errors("a table can't be read"):
                said = kept.agg(*counts, F.count("differing").alias("differing")).collect()[0]
                others = kept.where("differing is not null").select("differing.*") if said["differing"] else None
                rows = others.orderBy("row_key").limit(MOST_KEPT).collect() if others is not None else []
            ended = self._source.now()
        finally:
            kept.unpersist()
        number = said["differing"]
        found = [each for row in rows for each in self._differences(row, ended, applied)]
        return Compared(
            self._table,
            said["here"],
            said["there"],
            number,
            ended,
            None if number else begun,
            self._not_compared,
            found,
        )

    def _here(self) -> DataFrame:
        of_table = self._spark.table(table_name("current_rows")).where(_is_of(self._table) & ~F.col("is_deleted"))
        texts = [F.col("row").getItem(column.name).alias(f"t{n}") for n, column in enumerate(self._columns)]
        return self._side(of_table.select("copies", *texts), "here")

    def _there(self) -> DataFrame:
        plain = [self._texts.plain(column) for column in self._columns]
        ranges = self._source.frames(self._ranges.table, plain, self._ranges.conditions())
        rows = self._source.together(ranges)
        texts = [self._texts.text(column, f"c{n}").alias(f"t{n}") for n, column in enumerate(self._columns)]
        return self._side(rows.select(F.lit(1).alias("copies"), *texts), "there")

    def _side(self, rows: DataFrame, side: str) -> DataFrame:
        """A row for each key: the values as typed tables show them, as texts. Equal rows of a bag are counted."""
        shown = rows.select("copies", *(self._shown(column, n) for n, column in enumerate(self._columns)))
        values = [F.col(f"v{n}") for n in range(len(self._columns))]
        keyed = shown.select(
            _key_of([values[n] for n in self._key]).alias("row_key"), F.array(*values).alias(side), "copies"
        )
        if not self._is_bag:
            return keyed.withColumnRenamed("copies", f"copies_{side}")
        counted = keyed.groupBy("row_key").agg(F.sum("copies").alias(f"copies_{side}"))
        return counted.withColumn(side, F.array(F.col(f"copies_{side}").cast("string")))

    def _shown(self, column: Written, number: int) -> Column:
        return self._texts.shown(column, f"t{number}").alias(f"v{number}")

    def _differences(self, row: Row, ended: datetime, applied: int) -> list[Difference]:
        def of(column: str, here: str | None, there: str | None) -> Difference:
            return Difference(self._table, row["row_key"], column, here, there, IN_FLIGHT, ended, applied)

        if self._is_bag:
            here, there = ((row[side] or ["0"])[0] for side in ("here", "there"))
            return [of("", f"{here} rows", f"{there} rows")]
        if row["here"] is None or row["there"] is None:
            return [of("", _MISSING, "a row") if row["here"] is None else of("", "a row", _SURPLUS)]
        pairs = zip(self._columns, row["here"], row["there"], strict=True)
        return [of(column.name, here, there) for column, here, there in pairs if here != there]


def _key_of(values: list[Column]) -> Column:
    return F.to_json(F.array(*values), {"ignoreNullFields": "false"})


def _is_of(table: Table) -> Column:
    return (
        (F.col("feed") == table.feed)
        & (F.col("source_database") == table.database)
        & (F.col("source_schema") == table.schema)
        & (F.col("source_table") == table.name)
    )


def _applied(spark: SparkSession, feed: str) -> int:
    """The newest batch whose changes are in the rows of a feed."""
    rows = spark.table(table_name("current_rows")).where(F.col("feed") == feed)
    return int(rows.agg(F.coalesce(F.max("applied_batch_id"), F.lit(0)).alias("newest")).collect()[0]["newest"])


def _readable(masked: list[dict[str, Any]], texts: Texts, table: Table, columns: Mapping[str, str]) -> list[Written]:
    """The columns of a table. A masked one has no form: it is not compared, and no value of it is read."""
    return [
        replace(column, form="") if masks.is_masked(masked, table, column.name) else column
        for column in texts.written(columns)
    ]


# -- what was found before


def _judge(
    spark: SparkSession, texts: Texts, tables: dict[Table, Any], readable: dict[Table, list[Written]],
    found: list[Difference], margin: int,
) -> list[Difference]:  # fmt: skip
    """What was in flight, less what a later change explains; proven where all that the source had was applied."""
    judged = []
    for table, batch in sorted({(each.table, each.applied_batch_id) for each in found if each.table in tables}):
        those = [each for each in found if (each.table, each.applied_batch_id) == (table, batch)]
        if _statements(spark, table.feed, batch):
            continue  # a statement may have changed any row: what still differs is found again
        _, _, key = tables[table]
        columns = readable[table]
        names = [each.name for each in columns if each.form and (not key or each.name in key)]
        by_name = {each.name: each for each in columns}
        changed = _changed(spark, texts, table, batch, [by_name[each] for each in key or names])
        until = _applied_until(spark, table.feed, batch)
        for each in those:
            if each.row_key in changed or (not key and changed):
                continue
            is_proven = until is not None and until > each.found_at + timedelta(seconds=margin)
            judged.append(replace(each, verdict=PROVEN) if is_proven else each)
    return judged


def _statements(spark: SparkSession, feed: str, batch: int) -> bool:
    """Whether a truncate or another statement came after a batch."""
    events = spark.table(table_name("table_events")).where((F.col("feed") == feed) & (F.col("decode_batch_id") > batch))
    return bool(events.limit(1).collect())


def _changed(spark: SparkSession, texts: Texts, table: Table, batch: int, key: list[Written]) -> set[str]:
    """The keys of rows, deleted ones too, that a later batch wrote."""
    rows = spark.table(table_name("current_rows")).where(_is_of(table) & (F.col("applied_batch_id") > batch))
    named = rows.select(*(F.col("row").getItem(column.name).alias(f"t{n}") for n, column in enumerate(key)))
    shown = named.select(*(texts.shown(column, f"t{n}").alias(f"v{n}") for n, column in enumerate(key)))
    keys = shown.select(_key_of([F.col(f"v{n}") for n in range(len(key))]).alias("row_key")).distinct()
    return {row["row_key"] for row in keys.collect()}


def _applied_until(spark: SparkSession, feed: str, batch: int) -> datetime | None:
    """When the latest change happened at the source that was applied after a batch, UTC."""
    later = (F.col("feed") == feed) & (F.col("applied_batch_id") > batch) & (F.col("operation") != "snapshot")
    newest = F.max(_as_text("changed_at")).alias("newest")
    found = spark.table(table_name("current_rows")).where(later).agg(newest).collect()[0]["newest"]
    return _instant(found) if found else None


def _as_text(column: str) -> Column:
    """An instant as text: Spark gives Python those of the machine's time zone."""
    return F.date_format(column, "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'+00:00'")


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _known(spark: SparkSession) -> list[Difference]:
    """What the last comparisons found."""
    return [
        Difference(
            Table.of(row), row["row_key"], row["column_name"], row["here"], row["at_source"], row["verdict"],
            _instant(row["found_at"]), row["applied_batch_id"],
        )
        for row in spark.table(table_name("differences")).withColumn("found_at", _as_text("found_at")).collect()
    ]  # fmt: skip


def _keep(spark: SparkSession, known: list[Difference], compared: list[Compared]) -> None:
    """Put what came of these tables in place of what is known of them."""
    new = {each.table for each in compared}
    differences = [each for each in known if each.table not in new]
    differences += [each for one in compared for each in one.differences]
    rows = [
        (
            *(each.table.feed, each.table.database, each.table.schema, each.table.name),
            *(each.row_key, each.column, each.here, each.at_source, each.verdict, each.found_at, each.applied_batch_id),
        )
        for each in differences
    ]
    name = table_name("differences")
    storage.replace(spark.createDataFrame(rows, spark.table(name).schema).coalesce(1), name)
    name = table_name("comparisons")
    times = ("compared_at", "verified_through")
    before = spark.table(name).withColumns({each: _as_text(each) for each in times}).collect()
    through = {Table.of(row): row["verified_through"] for row in before}
    kept: list[tuple[Any, ...]] = [
        tuple(_instant(row[each]) if each in times and row[each] else row[each] for each in spark.table(name).columns)
        for row in before
        if Table.of(row) not in new
    ]
    kept += [
        (
            *(one.table.feed, one.table.database, one.table.schema, one.table.name),
            *(one.rows_here, one.rows_at_source, one.differing, one.keys(IN_FLIGHT), one.keys(PROVEN)),
            *(
                one.compared_at,
                one.verified_through or _verified(through, one.table),
                one.not_compared,
            ),
        )
        for one in compared
    ]
    storage.replace(spark.createDataFrame(kept, spark.table(name).schema).coalesce(1), name)


def _verified(through: dict[Table, str | None], table: Table) -> datetime | None:
    text = through.get(table)
    return _instant(text) if text else None


def in_words(difference: Difference) -> str:
    """A difference as a line for people."""
    column = f" {difference.column}:" if difference.column else ""
    return f"{difference.row_key}{column} here {_value(difference.here)}, at the source {_value(difference.at_source)}"


def _value(text: str | None) -> str:
    return "NULL" if text is None else json.dumps(text, ensure_ascii=False) if len(text) < 60 else repr(text[:57]) + "…"
