"""What comparisons found (relations comparisons and differences), and what became of it (ADR 0045)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as F

from changefeed.source.both_sides import BothSides
from changefeed.source.connection import Settings
from changefeed.spark import storage
from changefeed.spark.relations import table_name
from changefeed.typed.source_columns import Table

IN_FLIGHT, PROVEN = "in_flight", "proven"
MOST_KEPT = 10_000  # differing keys of a table that are kept
MISSING, SURPLUS = "missing here", "not at the source"


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
    part: str = ""  # which part of the table was compared, for people; '' the whole
    by_rows: str = ""  # why every row was read, though sums would have done, for people

    def keys(self, verdict: str) -> int:
        """How many keys differ with a verdict. Those that are not kept are in flight."""
        kept = {each.row_key: each.verdict for each in self.differences}
        found = sum(each == verdict for each in kept.values())
        return found + (self.differing - len(kept) if verdict == IN_FLIGHT else 0)


def known(spark: SparkSession) -> list[Difference]:
    """What the last comparisons found."""
    return [
        Difference(
            Table.of(row), row["row_key"], row["column_name"], row["here"], row["at_source"], row["verdict"],
            _instant(row["found_at"]), row["applied_batch_id"],
        )
        for row in spark.table(table_name("differences")).withColumn("found_at", _as_text("found_at")).collect()
    ]  # fmt: skip


def judged(
    spark: SparkSession, settings: Settings, sides: dict[Table, BothSides], found: list[Difference], margin: int
) -> list[Difference]:
    """What was in flight, less what a later change explains; proven where all that the source had was applied."""
    still = []
    until = cache(partial(_applied_until, spark, settings))  # many tables have the same batch
    has_events = cache(partial(_has_events_since, spark, settings.feed))
    for table, batch in sorted({(each.table, each.applied_batch_id) for each in found if each.table in sides}):
        those = [each for each in found if (each.table, each.applied_batch_id) == (table, batch)]
        if has_events(batch):
            continue
        changed = _keys_since(sides[table], batch)
        if sides[table].is_bag and changed:
            continue
        newest = until(batch)
        is_proven = [newest is not None and newest > each.found_at + timedelta(seconds=margin) for each in those]
        still += [
            replace(each, verdict=PROVEN) if proven else each
            for each, proven in zip(those, is_proven, strict=True)
            if each.row_key not in changed
        ]
    return still


def changed_since(spark: SparkSession, side: BothSides, batch: int) -> set[str] | None:
    """The keys that a later batch wrote; None after a statement, which may have changed any row."""
    return None if _has_events_since(spark, side.table.feed, batch) else _keys_since(side, batch)


def _has_events_since(spark: SparkSession, feed: str, batch: int) -> bool:
    events = spark.table(table_name("table_events"))
    return bool(events.where((F.col("feed") == feed) & (F.col("decode_batch_id") > batch)).limit(1).collect())


def _keys_since(side: BothSides, batch: int) -> set[str]:
    return {row["row_key"] for row in side.keys_here(F.col("applied_batch_id") > batch).collect()}


def applied(spark: SparkSession, feed: str) -> int:
    """The newest batch whose changes are in the rows of a feed."""
    rows = spark.table(table_name("current_rows")).where(F.col("feed") == feed)
    return int(rows.agg(F.coalesce(F.max("applied_batch_id"), F.lit(0)).alias("newest")).collect()[0]["newest"])


def _applied_until(spark: SparkSession, settings: Settings, batch: int) -> datetime | None:
    """When the latest change happened at the source that was applied after a batch, UTC."""
    later = spark.table(table_name("current_rows")).where(
        (F.col("feed") == settings.feed) & (F.col("applied_batch_id") > batch) & (F.col("operation") != "snapshot")
    )
    if settings.databases:
        later = later.where(F.col("source_database").isin(*settings.databases))
    found = later.agg(F.max(_as_text("changed_at")).alias("newest")).collect()[0]["newest"]
    return _instant(found) if found else None


def _as_text(column: str) -> Column:
    """An instant as text: Spark gives Python those of the machine's time zone."""
    return F.date_format(column, "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'+00:00'")


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def keep(spark: SparkSession, before: list[Difference], compared: list[Compared]) -> None:
    """Put what came of these tables in place of what is known of them.

    Where a part of a table was compared, its line in comparisons stays.
    """
    new = {each.table for each in compared}
    differences = [each for each in before if each.table not in new]
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
    lines = spark.table(name).withColumns({each: _as_text(each) for each in times}).collect()
    through = {Table.of(row): row["verified_through"] for row in lines}
    whole = [each for each in compared if not each.part]
    kept: list[tuple[Any, ...]] = [
        tuple(_instant(row[each]) if each in times and row[each] else row[each] for each in spark.table(name).columns)
        for row in lines
        if Table.of(row) not in {each.table for each in whole}
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
        for one in whole
    ]
    storage.replace(spark.createDataFrame(kept, spark.table(name).schema).coalesce(1), name)


def _verified(through: dict[Table, str | None], table: Table) -> datetime | None:
    text = through.get(table)
    return _instant(text) if text else None


def in_words(difference: Difference) -> str:
    """A difference as a line for people."""
    if not difference.column:
        return f"{difference.row_key} is {MISSING if difference.here == MISSING else SURPLUS}"
    sides = f"here {_value(difference.here)}, at the source {_value(difference.at_source)}"
    return f"{difference.row_key} {difference.column}: {sides}"


def _value(text: str | None) -> str:
    return "NULL" if text is None else json.dumps(text, ensure_ascii=False) if len(text) < 60 else repr(text[:57]) + "…"
