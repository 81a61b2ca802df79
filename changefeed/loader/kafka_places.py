"""Places in Kafka: ranges of offsets, what is wrong with a partition, and how far earlier loads have read.

The landing tables are reached through a Store: by Spark (kafka_spark.py) or without it (kafka_delta.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from changefeed.loader.kafka_client import Polled, Record

FIRST_MS, LAST_MS = -62135596800000, 253402300799999  # the years 1 to 9999: kafka_at holds no other time

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


class Store(Protocol):
    """The landing tables, and the way from Kafka into `messages`."""

    def next_batch_id(self) -> int:
        """The batch_id of the next commit: the tables take no number twice."""

    def newest_batch_id(self) -> int:
        """The greatest batch_id in `messages`, 0 if it is empty."""

    def rows(self, name: str) -> list[tuple[Any, ...]]:
        """The rows of a small table, as its columns are in models/landing/_landing__sources.yml."""

    def replace(self, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put rows in the place of all rows of a small table, in one commit."""

    def append_once(self, name: str, rows: Sequence[tuple[Any, ...]], batch_id: int) -> None:
        """Append rows in one commit. Raises ChangefeedError if another load took the batch_id."""

    def furthest(self, name: str, column: str, after: int = 0) -> dict[Place, int]:
        """The greatest value of a column for each partition, in rows of a batch_id behind one."""

    def newest_offset(self, place: Place, before: int) -> int | None:
        """The greatest offset below one that landed and is not erased; None if there is none (any more)."""

    def has(self, place: Place, record: Record) -> bool:
        """Whether a record is the one that landed at its offset."""

    def land(self, batch: list[Range], batch_id: int) -> int:
        """Land all records of a batch in one commit, and return their number; without any there is no commit.

        Raises ChangefeedError if another load took the batch_id, and something else where reading or writing fails.
        """

    def land_polled(self, read: Range, polled: Polled, batch_id: int) -> int:
        """Land in the same way what the client has read of a range."""

    def can_read(self, batch: list[Range]) -> bool:
        """Whether all records of a batch can be read."""

    def take_back(self, batch_id: int, topic: str) -> None:
        """Remove what a batch has landed of a topic."""


def stored_positions(store: Store) -> Positions:
    """The positions that the landed messages tell, those too that were removed since, and the ranges given up.

    With the note of the last load only newer messages are read. The note is not used if it is newer than
    the messages, because these were dropped or restored.
    """
    noted = store.rows("read_positions")
    seen = max((batch_id for *_, batch_id in noted), default=0)
    is_rolled_back = seen > store.newest_batch_id()
    positions: dict[Place, int] = {}
    if is_rolled_back:
        noted, seen = [], 0
    lost = store.rows("lost_ranges")
    removed = store.furthest("removed_ranges", "last_offset")
    landed = store.furthest("messages", "offset", seen)
    for *parts, next_offset, _ in noted:
        _advance(positions, parts, next_offset)
    from_note = dict(positions)
    for place, offset in [*landed.items(), *removed.items()]:
        _advance(positions, place, offset + 1)
    for topic, incarnation, partition, _, last, *_ in lost:
        _advance(positions, (topic, incarnation, partition), last + 1)
    cut_off = [
        Loss(topic, incarnation, partition, first, last + 1, reason)
        for topic, incarnation, partition, first, last, reason, *_ in lost
        if reason == "cut_off"
    ]
    epochs = {_place(place): epoch for *place, epoch in store.rows("leader_epochs")}
    return Positions(positions, cut_off, positions == from_note, is_rolled_back, epochs)


def noted_faults(store: Store) -> dict[Fault, datetime]:
    """What kafka_faults has, with the time since when."""
    return {Fault(*row[:-1]): row[-1] for row in store.rows("kafka_faults")}


def _advance(positions: dict[Place, int], place: Sequence[Any], offset: int) -> None:
    known = _place(place)
    positions[known] = max(positions.get(known, 0), offset)


def _place(parts: Sequence[Any]) -> Place:
    topic, incarnation, partition = parts
    return topic, incarnation, partition
