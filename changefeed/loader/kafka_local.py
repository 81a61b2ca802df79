"""The landing tables without Spark: folders of this machine, written by this process alone."""

from __future__ import annotations

import functools
import itertools
import operator
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from changefeed.errors import ChangefeedError
from changefeed.loader import landing_masks
from changefeed.loader.kafka_client import Polled, Record
from changefeed.loader.kafka_native import Cluster
from changefeed.loader.kafka_places import FIRST_MS, LAST_MS, Place, Range
from changefeed.loader.landing_tables import APPENDED_ONCE, NUMBERED, another_landed
from changefeed.loader.masked_messages import Masking
from changefeed.spark.relations import folder_in
from changefeed.spark.storage import LostRace
from changefeed.spark.storage_without_spark import Table

_PLACE = ("topic", "topic_incarnation", "partition")


class LocalStore:
    """As kafka_places.Store says. `tables` is the folder of Spark's schemas; the landing tables are there."""

    def __init__(self, tables: Path, cluster: Cluster, project_dir: Path) -> None:
        self._tables = tables
        self._project_dir = project_dir
        self._cluster = cluster

    def _table(self, name: str) -> Table:
        return Table(folder_in(self._tables, name))

    def next_batch_id(self) -> int:
        given = (self._table(name).last_batch() for name in APPENDED_ONCE)
        return max(*(self._table(name).greatest("batch_id") for name in NUMBERED), *given) + 1

    def newest_batch_id(self) -> int:
        return self._table("messages").greatest("batch_id")

    def rows(self, name: str) -> list[tuple[Any, ...]]:
        return self._table(name).rows()

    def replace(self, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        self._table(name).replace(rows)

    def append_once(self, name: str, rows: Sequence[tuple[Any, ...]], batch_id: int) -> None:
        table = self._table(name)
        self._append(table, table.of(rows), batch_id)

    def _append(self, table: Table, rows: pa.RecordBatchReader, batch_id: int) -> None:
        try:
            table.append_once(rows, batch_id)
        except LostRace as error:
            raise another_landed() from error

    def furthest(self, name: str, column: str, after: int = 0) -> dict[Place, int]:
        condition = pc.field("batch_id") > after if after else None
        found: dict[Place, int] = {}
        for batch in self._table(name).batches([*_PLACE, column], condition):
            of_places = pa.Table.from_batches([batch]).group_by([*_PLACE]).aggregate([(column, "max")])
            for *parts, value in zip(
                *(of_places[each].to_pylist() for each in (*_PLACE, f"{column}_max")), strict=True
            ):
                place = parts[0], parts[1], parts[2]
                found[place] = max(found.get(place, value), value)
        return found

    def newest_offset(self, place: Place, before: int) -> int | None:
        erased = self._table("erased_messages").batches(["offset"], _is_of(place))
        offsets = pa.array({each for batch in erased for each in batch["offset"].to_pylist()}, pa.int64())
        condition = _is_of(place) & (pc.field("offset") < before) & ~pc.field("offset").isin(offsets)
        batches = self._table("messages").batches(["offset"], condition)
        return max((pc.max(batch["offset"]).as_py() for batch in batches if batch.num_rows), default=None)

    def has(self, place: Place, record: Record) -> bool:
        is_there = _is_of(place) & (pc.field("offset") == record[2])
        batches = self._table("messages").batches(["key", "value", "headers"], is_there)
        row = next(batch for batch in batches if batch.num_rows).slice(0, 1).to_pylist()[0]
        headers = [(each["key"], each["value"]) for each in row["headers"] or ()]
        stored = row["key"], row["value"], headers
        return landing_masks.is_same(
            landing_masks.declared(self._project_dir), (record[6], record[7], record[5]), stored
        )

    def land(self, batch: list[Range], batch_id: int) -> int:
        return self._land(self._read(batch), batch_id)

    def land_polled(self, read: Range, polled: Polled, batch_id: int) -> int:
        return self._land(iter([(read, polled.records())]), batch_id)

    def can_read(self, batch: list[Range]) -> bool:
        try:
            for _ in self._read(batch):
                pass
        except OSError:
            return False
        return True

    def take_back(self, batch_id: int, topic: str) -> None:
        self._table("messages").remove(batch_id, topic)

    def _read(self, batch: list[Range]) -> Iterator[tuple[Range, list[Record]]]:
        """The records of the ranges, one range after the other, so that few topics share a file."""
        try:
            for each in batch:
                for records, _ in self._cluster.records(each.topic, each.partition, each.start, each.end):
                    if records:
                        yield each, records
        except ChangefeedError as error:  # not one of a store, whose ChangefeedError means another load
            raise OSError(str(error)) from None

    def _land(self, found: Iterator[tuple[Range, list[Record]]], batch_id: int) -> int:
        """Append records while they are read: not all of them have to be in memory."""
        masking = landing_masks.declared(self._project_dir)
        first = next(found, None)
        if first is None:
            return 0
        table, now, landed = self._table("messages"), time.time_ns() // 1000, 0
        failed: list[BaseException] = []

        def batches() -> Iterator[pa.RecordBatch]:
            nonlocal landed
            try:
                for place, records in itertools.chain([first], found):
                    landed += len(records)
                    yield _as_messages(_written_anew(records, masking), place.incarnation, batch_id, now, table.schema)
            except BaseException as error:  # the writer would say it in words of its own
                failed.append(error)
                raise

        try:
            self._append(table, pa.RecordBatchReader.from_batches(table.schema, batches()), batch_id)
        except Exception as error:
            raise (failed[0] if failed else error) from None  # nothing was committed
        return landed


def _is_of(place: Place) -> pc.Expression:
    return functools.reduce(operator.and_, (pc.field(name) == value for name, value in zip(_PLACE, place, strict=True)))


def _written_anew(records: list[Record], masking: Masking | None) -> list[Record]:
    if masking is None:
        return records
    found = []
    for topic, partition, offset, at, kind, headers, key, value in records:
        new_key, new_value, new_headers = masking.written(topic, key, value, headers)
        found.append((topic, partition, offset, at, kind, [*new_headers], new_key, new_value))
    return found


def _as_messages(
    records: Iterable[Record], incarnation: str, batch_id: int, now: int, schema: pa.Schema
) -> pa.RecordBatch:
    """Records as the columns of `messages`."""
    topics, partitions, offsets, times, kinds, headers, keys, values = zip(*records, strict=True)
    are_timed = [kind >= 0 and at != -1 and FIRST_MS <= at <= LAST_MS for at, kind in zip(times, kinds, strict=True)]
    columns: Mapping[str, Sequence[Any]] = {
        "topic": topics,
        "topic_incarnation": [incarnation] * len(topics),
        "partition": partitions,
        "offset": offsets,
        "batch_id": [batch_id] * len(topics),
        "kafka_at": [at * 1000 if is_timed else None for at, is_timed in zip(times, are_timed, strict=True)],
        "kafka_at_type": [
            ("append" if kind else "create") if is_timed else None
            for kind, is_timed in zip(kinds, are_timed, strict=True)
        ],
        "landed_at": [now] * len(topics),
        "headers": [[{"key": key, "value": value} for key, value in each] or None for each in headers],
        "key": keys,
        "value": values,
    }
    arrays = [pa.array(columns[field.name], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
