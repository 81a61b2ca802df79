"""The landing tables by Spark, whose Kafka source reads a batch: one read of explicit offset ranges, and one commit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from changefeed.loader import landing_masks
from changefeed.loader.kafka_client import Polled, Properties, Record
from changefeed.loader.kafka_places import FIRST_MS, LAST_MS, Place, Range
from changefeed.loader.landing_tables import (
    append_messages,
    append_once,
    create_tables,
    newest_batch_id,
    next_batch_id,
)
from changefeed.spark import storage
from changefeed.spark.relations import table_name

_SMALL = 50_000  # offsets; fewer than that land as one file
_POLL_SECONDS = 45  # without any answer; longer than one request of the consumer may take (30 s)
_RECORD = """
    topic string, partition int, offset bigint, milliseconds bigint, timestampType int,
    headers array<struct<key: string, value: binary>>, key binary, value binary
"""
# Properties for the consumers of Spark's source. The user's properties win.
_CONSUMER = {
    "isolation.level": "read_committed",
    "allow.auto.create.topics": "false",
    "max.partition.fetch.bytes": str(8 * 1024 * 1024),
    "max.poll.records": "5000",
}
_PLACE = ("topic", "topic_incarnation", "partition")


class SparkStore:
    """As kafka_places.Store says. It makes the landing tables."""

    def __init__(self, spark: SparkSession, project_dir: Path, properties: Properties) -> None:
        create_tables(spark, project_dir)
        self.spark = spark
        self._project_dir = project_dir
        self._properties = properties

    def next_batch_id(self) -> int:
        return next_batch_id(self.spark)

    def newest_batch_id(self) -> int:
        return newest_batch_id(self.spark, "messages")

    def rows(self, name: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.spark.table(table_name(name)).collect()]

    def replace(self, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        storage.replace(self._frame(name, rows), table_name(name))

    def append_once(self, name: str, rows: Sequence[tuple[Any, ...]], batch_id: int) -> None:
        append_once(self._frame(name, rows), name, batch_id)

    def _frame(self, name: str, rows: Sequence[tuple[Any, ...]]) -> DataFrame:
        return self.spark.createDataFrame(rows, self.spark.table(table_name(name)).schema).coalesce(1)

    def furthest(self, name: str, column: str, after: int = 0) -> dict[Place, int]:
        table = self.spark.table(table_name(name))
        some = table.where(F.col("batch_id") > after) if after else table
        found = some.groupBy(*_PLACE).agg(F.max(column).alias("furthest")).collect()
        return {(row["topic"], row["topic_incarnation"], row["partition"]): row["furthest"] for row in found}

    def _landed(self, place: Place) -> DataFrame:
        """The landed records of a partition that have not been erased."""
        topic, incarnation, partition = place
        is_there = (
            (F.col("topic") == topic) & (F.col("topic_incarnation") == incarnation) & (F.col("partition") == partition)
        )
        erased = self.spark.table(table_name("erased_messages")).where(is_there).select("offset")
        return self.spark.table(table_name("messages")).where(is_there).join(erased, "offset", "left_anti")

    def newest_offset(self, place: Place, before: int) -> int | None:
        newest: int | None = self._landed(place).where(F.col("offset") < before).agg(F.max("offset")).head(1)[0][0]
        return newest

    def has(self, place: Place, record: Record) -> bool:
        row = self._landed(place).where(F.col("offset") == record[2]).select("key", "value", "headers").head(1)[0]
        headers = [(name, value) for name, value in row["headers"] or ()]
        stored = row["key"], row["value"], headers
        return landing_masks.is_same(
            landing_masks.declared(self._project_dir), (record[6], record[7], record[5]), stored
        )

    def land(self, batch: list[Range], batch_id: int) -> int:
        offsets = sum(each.end - each.start for each in batch)
        return self._append(self._read(batch), batch, batch_id, 1 if offsets < _SMALL else self._cores)

    def land_polled(self, read: Range, polled: Polled, batch_id: int) -> int:
        return self._append(_as_messages(self.spark.createDataFrame(polled.records(), _RECORD), [read]), [read],
                            batch_id, 1)  # fmt: skip

    def can_read(self, batch: list[Range]) -> bool:
        try:
            self._read(batch).agg(F.count("offset")).collect()
        except Exception:
            return False
        return True

    def take_back(self, batch_id: int, topic: str) -> None:
        self.spark.sql(
            f"delete from {table_name('messages')} where batch_id = {batch_id} and topic = :topic",
            args={"topic": topic},
        )

    @property
    def _cores(self) -> int:
        return self.spark.sparkContext.defaultParallelism

    def _append(self, records: DataFrame, batch: list[Range], batch_id: int, files: int) -> int:
        # An empty commit would use up the batch_id without a row that shows it.
        if not records.select("offset").take(1):
            return 0
        masking = landing_masks.declared(self._project_dir)
        return append_messages(records, masking, batch_id, files, len({each.topic for each in batch}) > 1)

    def _read(self, batch: list[Range]) -> DataFrame:
        """The records of these ranges, as the columns of `messages`."""
        places: dict[str, list[int]] = {}
        starts: dict[str, dict[str, int]] = {}
        ends: dict[str, dict[str, int]] = {}
        for each in batch:
            places.setdefault(each.topic, []).append(each.partition)
            starts.setdefault(each.topic, {})[str(each.partition)] = each.start
            ends.setdefault(each.topic, {})[str(each.partition)] = each.end
        servers = {"bootstrap.servers": self._properties.servers}
        consumer = _CONSUMER | dict(self._properties.values) | servers
        options = {f"kafka.{name}": value for name, value in consumer.items()} | {
            "assign": json.dumps(places),
            "startingOffsets": json.dumps(starts),
            "endingOffsets": json.dumps(ends),
            "includeHeaders": "true",
            "failOnDataLoss": "true",
            "minPartitions": str(self._cores),
            "kafkaConsumer.pollTimeoutMs": str(_POLL_SECONDS * 1000),
        }
        records = self.spark.read.format("kafka").options(**options).load()
        return _as_messages(records.withColumn("milliseconds", F.expr("unix_millis(timestamp)")), batch)


def _as_messages(records: DataFrame, batch: list[Range]) -> DataFrame:
    incarnations = {each.topic: each.incarnation for each in batch}
    pairs = [F.lit(text) for pair in incarnations.items() for text in pair]
    is_timed = f"timestampType >= 0 and milliseconds <> -1 and milliseconds between {FIRST_MS} and {LAST_MS}"
    return records.withColumn("topic_incarnation", F.element_at(F.create_map(*pairs), F.col("topic"))).selectExpr(
        "topic",
        "topic_incarnation",
        "partition",
        "offset",
        f"if({is_timed}, timestamp_millis(milliseconds), null) as kafka_at",
        f"if({is_timed}, if(timestampType = 0, 'create', 'append'), null) as kafka_at_type",
        "if(size(headers) > 0, headers, null) as headers",
        "key",
        "value",
    )
