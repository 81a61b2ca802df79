"""Proven keys are read again at the source. Their rows land like those of a dump, behind all that was applied.

The place is that of the newest change of their database (ADR 0045). What the source writes after the reading is behind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader import dumps, landing_masks
from changefeed.loader.landing_tables import append_messages, create_tables, next_batch_id
from changefeed.loader.masked_messages import Masking
from changefeed.project.seeds import BASELINE_TOPIC
from changefeed.source import both_sides, comparing, differences
from changefeed.source.both_sides import BothSides, Counterpart, key_of
from changefeed.source.connection import Source
from changefeed.source.texts import Texts
from changefeed.spark.relations import table_name
from changefeed.typed import masks, source_catalogue
from changefeed.typed.source_columns import Table
from changefeed.words import first_of, shown

READ, GONE, CHANGED, NOWHERE = "read again", "gone at the source", "changed since the comparison", "on neither side"


@dataclass
class Repaired:
    """What became of the proven keys of a table: key → one of the words above."""

    table: Table
    keys: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)  # columns that keep their values


@dataclass(frozen=True)
class _Place:
    """Where a repaired row stands: behind the newest change of its database, before all that come later."""

    micros: int | None  # of Kafka's time, since 1970
    sequence: list[str] | None

    @classmethod
    def of(cls, spark: SparkSession, feed: str, database: str) -> _Place:
        newest = spark.sql(
            f"""
            select unix_micros(newest.ordered_at) as micros, cast(newest.sequence as array<string>) as sequence
            from (
                select max(position) as newest from (
                    select feed, source_database, position from {table_name("current_rows")}
                    union all select feed, source_database, position from {table_name("table_events")}
                ) where feed = :feed and source_database in ('', :database)
            )
            """,
            args={"feed": feed, "database": database},
        ).collect()[0]
        # A number behind those of a change: greater, and less than that of the next, as copies of the change are not.
        sequence = None if newest["sequence"] is None else [*newest["sequence"], "1"]
        return cls(None if newest["micros"] is None else newest["micros"] + 1, sequence)


def repair(
    spark: SparkSession, project_dir: Path, source: Source, name: str | None = None, *, is_dry: bool = False,
    progress: Callable[[str], None] = lambda line: None,
) -> list[Repaired]:  # fmt: skip
    """Read the proven keys of all tables, or of those of a name, again and land them. If dry, say what would land.

    Raises ChangefeedError where that is not possible.
    """
    source.refuse_unread("changefeed repair")
    create_tables(spark, project_dir)
    texts, masked = Texts(project_dir, source), masks.declared(spark)
    proven: dict[Table, dict[str, int]] = {}
    for one in differences.known(spark):
        if one.verdict == differences.PROVEN:
            proven.setdefault(one.table, {})[one.row_key] = one.applied_batch_id
    batch_id = next_batch_id(spark)
    found = both_sides.counterparts(spark, source, name)
    databases = {each.table.database for each in found if each.table in proven}
    places = {one: _Place.of(spark, source.settings.feed, one) for one in databases}  # before the wait and the reading
    comparing.wait_for_replica(source, progress)
    declared = source_catalogue.declared_keys(project_dir)
    repaired: list[Repaired] = []
    messages: list[tuple[int | None, str]] = []
    for each in found:
        table, keys = each.table, proven.get(each.table)
        what = Repaired(table)
        repaired.append(what)
        if not keys:
            continue
        side = BothSides(spark, source, texts, each, masked)
        if side.is_bag:
            refusal = (
                f"{table.in_words()} has no key, so its rows can't be replaced one by one. Read the table again: "
                f"changefeed load --from-source {table.feed} --tables {shown(table.name)} --replace --is-quiet"
            )
            if name is not None:
                raise ChangefeedError(refusal)
            progress(refusal)
            repaired.pop()
            continue
        is_declared = (table.feed, table.database, table.schema, table.name) in declared
        reading = _Reading(source, texts, each, side, None if is_declared else each.key)
        place = places[table.database]
        texts_of_keys = reading.messages(_wanted(spark, side, keys, what), what, place)
        messages += [(place.micros, text) for text in texts_of_keys]
    if messages and not is_dry:
        _land(spark, landing_masks.declared(project_dir), source.settings.feed, messages, batch_id)
    return repaired


def _wanted(spark: SparkSession, side: BothSides, keys: dict[str, int], what: Repaired) -> list[str]:
    """The keys less those that a later change may have brought right: the next comparison judges them."""
    wanted = []
    for batch in sorted(set(keys.values())):
        changed = differences.changed_since(spark, side, batch)
        for key in sorted(each for each, found in keys.items() if found == batch):
            if changed is None or key in changed:
                what.keys[key] = CHANGED
            else:
                wanted.append(key)
    return wanted


class _Reading:
    """The rows of some keys as messages."""

    def __init__(self, source: Source, texts: Texts, of: Counterpart, side: BothSides, key: list[str] | None) -> None:
        self._source, self._texts, self._of, self._side, self._key = source, texts, of, side, key
        every = texts.written(of.described.columns)
        self._columns = [column for column in every if column.form]
        self._left_out = [f"{shown(column.name)} ({column.source_type})" for column in every if not column.form]

    def messages(self, keys: list[str], what: Repaired, place: _Place) -> list[str]:
        """The messages of these keys; what became of each is noted."""
        if not keys:
            return []
        what.left_out = self._left_out
        at_source = self._rows(set(keys))
        here = self._keys_here(set(keys))
        found = []
        for key in keys:
            if key in at_source:
                what.keys[key] = READ
                found.append(self._head("snapshot", bool(self._left_out), place) + at_source[key] + "}")
            elif key in here:
                what.keys[key] = GONE
                found.append(self._head("delete", True, place) + here[key] + "}")
            else:
                what.keys[key] = NOWHERE
        return found

    def _head(self, operation: str, is_partial: bool, place: _Place) -> str:
        table = self._of.table
        more = {"sequence": place.sequence} if place.sequence else {}
        return dumps.envelope_head(
            table.database, table.schema, table.name, self._key, operation=operation, is_partial=is_partial, **more
        )

    def _rows(self, keys: set[str]) -> dict[str, str]:
        """The rows of the source: key → JSON of the texts that the dialect writes."""
        plain = [self._texts.plain(column) for column in self._columns]
        conditions = self._side.conditions_of_keys(sorted(keys))
        frames = self._source.frames(self._side.ranges.table, plain, conditions)
        texts = [self._texts.text(column, f"c{n}").alias(column.name) for n, column in enumerate(self._columns)]
        places = [self._columns.index(column) for column in self._side.key_columns]
        named = self._source.together(frames).select(
            F.to_json(F.struct(*texts), {"ignoreNullFields": "false"}).alias("row"),
            *(self._texts.text(self._columns[place], f"c{place}").alias(f"t{n}") for n, place in enumerate(places)),
        )
        shown_key = [self._texts.shown(column, f"t{n}") for n, column in enumerate(self._side.key_columns)]
        wanted = self._side.as_keys(keys)
        rows = named.select(key_of(shown_key).alias("row_key"), "row").join(F.broadcast(wanted), "row_key", "left_semi")
        with self._source.errors("a table can't be read"):
            return {row["row_key"]: row["row"] for row in rows.collect()}

    def _keys_here(self, keys: set[str]) -> dict[str, str]:
        """The rows that stand here: key → JSON of the texts of the key's columns."""
        of_key = [F.col("row").getItem(column.name).alias(column.name) for column in self._side.key_columns]
        wanted = self._side.as_keys(keys)
        rows = (
            self._side.keys_here(~F.col("is_deleted"))
            .join(F.broadcast(wanted), "row_key", "left_semi")
            .select("row_key", F.to_json(F.struct(*of_key)).alias("row"))
        )
        return {row["row_key"]: row["row"] for row in rows.collect()}


def _land(
    spark: SparkSession, masking: Masking | None, feed: str, messages: list[tuple[int | None, str]], batch_id: int
) -> None:
    """Append the messages in one commit. Each repair has an incarnation of its own, so that none replaces another."""
    numbered = [(offset, *each) for offset, each in enumerate(messages)]
    rows = spark.createDataFrame(numbered, "offset bigint, micros bigint, value string").coalesce(1)
    append_messages(
        rows.select(
            F.lit(BASELINE_TOPIC + feed).alias("topic"),
            F.lit(f"repair:{datetime.now(timezone.utc):%Y%m%dT%H%M%S%f}").alias("topic_incarnation"),
            F.lit(0).alias("partition"),
            "offset",
            F.timestamp_micros("micros").alias("kafka_at"),
            F.lit(None).cast("string").alias("kafka_at_type"),
            F.lit(None).cast("array<struct<key:string,value:binary>>").alias("headers"),
            F.lit(None).cast("binary").alias("key"),
            F.col("value").cast("binary").alias("value"),
        ),
        masking,
        batch_id,
    )


def in_words(what: Repaired) -> list[str]:
    """Lines for people: how many keys of each kind, and the first of them."""
    lines = []
    for kind in (READ, GONE, CHANGED, NOWHERE):
        keys = [shown(key) for key, found in what.keys.items() if found == kind]
        if keys:
            lines.append(f"{len(keys):,} {kind}: {first_of(keys)}")
    return lines


def landed(what: Repaired) -> int:
    """How many messages the keys of a table became."""
    return sum(kind in (READ, GONE) for kind in what.keys.values())
