"""Places in Kafka: ranges of offsets, what is wrong with a partition, and how far earlier loads have read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from changefeed.loader.landing_tables import newest_batch_id
from changefeed.spark.relations import table_name

Place = tuple[str, str, int]  # topic, incarnation, partition


@dataclass(frozen=True)
class Range:
    """Offsets of one partition, from `start` to the one before `end`."""

    topic: str
    incarnation: str
    partition: int
    start: int
    end: int

    @property
    def place(self) -> Place:
        """The partition."""
        return self.topic, self.incarnation, self.partition


@dataclass(frozen=True)
class Loss(Range):
    """Offsets that can't land.

    `reason` is expired (removed before they landed), cut_off (the log was shortened) or unreadable (what the broker
    sends is no record).
    """

    reason: str

    def __str__(self) -> str:
        begins, offsets = where(*self.place), f"offsets {self.start} to {self.end - 1}"
        if self.reason == "expired":
            return f"{begins}: {offsets} were removed before they landed"
        if self.reason == "unreadable":
            return f"{begins}: {offsets} can't be read"
        return (
            f"{begins}: the log was cut off at {self.start}, but offsets up to {self.end - 1} have landed: "
            f"records written at {self.start} to {self.end - 1} since are not those that landed"
        )


@dataclass(frozen=True)
class Fault:
    """What is wrong with a topic or a partition, as the table kafka_faults has it."""

    topic: str
    incarnation: str
    partition: int | None
    first_offset: int | None
    reason: str
    detail: str

    @property
    def place(self) -> tuple[str, str, int | None]:
        """The partition; of what is wrong with a topic, without one."""
        return self.topic, self.incarnation, self.partition

    @property
    def holds(self) -> bool:
        """Whether nothing of the partition lands until a person does something."""
        return self.reason not in ("open_transaction", "compacted")


def where(topic: str, incarnation: str, partition: int) -> str:
    """A partition, as errors name it."""
    return f"topic {topic} (id {incarnation}), partition {partition}"


@dataclass
class Positions:
    """What is known of earlier loads: the next offset of each partition, and the ranges given up as cut off."""

    next: dict[Place, int]
    cut_off: list[Loss]
    is_noted: bool = False  # the note is up to date
    is_rolled_back: bool = False  # messages are older than the note, which was not used
    epochs: dict[Place, int] = field(default_factory=dict)  # of the leader whose log it was when it was looked at last

    def incarnations(self, topic: str) -> set[str]:
        """The incarnations of a topic that are known."""
        return {known for name, known, _ in self.next if name == topic}


def stored_positions(spark: SparkSession) -> Positions:
    """The positions that the landed messages tell, those too that were removed since, and the ranges given up.

    With the note of the last load only newer messages are read. The note is not used if it is newer than
    the messages, because these were dropped or restored.
    """
    noted = spark.table(table_name("read_positions")).collect()
    seen = max((row["batch_id"] for row in noted), default=0)
    is_rolled_back = seen > newest_batch_id(spark, "messages")
    positions: dict[Place, int] = {}
    if is_rolled_back:
        noted, seen = [], 0
    lost = spark.table(table_name("lost_ranges")).collect()
    removed = (
        spark.table(table_name("removed_ranges"))
        .groupBy("topic", "topic_incarnation", "partition")
        .agg(F.max("last_offset").alias("last_offset"))
        .collect()
    )
    landed = (
        spark.table(table_name("messages"))
        .where(F.col("batch_id") > seen)
        .groupBy("topic", "topic_incarnation", "partition")
        .agg((F.max("offset") + 1).alias("next_offset"))
        .collect()
    )
    for row in noted:
        _advance(positions, row, row["next_offset"])
    from_note = dict(positions)
    for row in landed:
        _advance(positions, row, row["next_offset"])
    for row in [*lost, *removed]:
        _advance(positions, row, row["last_offset"] + 1)
    cut_off = [
        Loss(row["topic"], row["topic_incarnation"], row["partition"], row["first_offset"], row["last_offset"] + 1,
             row["reason"])
        for row in lost
        if row["reason"] == "cut_off"
    ]  # fmt: skip
    epochs = {tuple(row[:-1]): row["leader_epoch"] for row in spark.table(table_name("leader_epochs")).collect()}
    return Positions(positions, cut_off, positions == from_note, is_rolled_back, epochs)


class Landed:
    """The landed records of one partition, by their offsets."""

    def __init__(self, spark: SparkSession, place: Place) -> None:
        topic, incarnation, partition = place
        self._rows = spark.table(table_name("messages")).where(
            (F.col("topic") == topic) & (F.col("topic_incarnation") == incarnation) & (F.col("partition") == partition)
        )

    def newest(self, before: int) -> int | None:
        """The greatest offset that landed below one; None where none did, or `maintain` has removed it."""
        newest: int | None = self._rows.where(F.col("offset") < before).agg(F.max("offset")).head(1)[0][0]
        return newest

    def content(self, offset: int) -> tuple[Any, Any]:
        """Key and value of a record."""
        row = self._rows.where(F.col("offset") == offset).select("key", "value").head(1)[0]
        return row["key"], row["value"]


def noted_faults(spark: SparkSession) -> dict[Fault, datetime]:
    """What kafka_faults has, with the time since when."""
    return {Fault(*row[:-1]): row[-1] for row in spark.table(table_name("kafka_faults")).collect()}


def _advance(positions: dict[Place, int], row: Any, offset: int) -> None:
    place = row["topic"], row["topic_incarnation"], row["partition"]
    positions[place] = max(positions.get(place, 0), offset)
