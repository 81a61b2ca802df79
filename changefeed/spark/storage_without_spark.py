"""Tables of this machine without Spark, by deltalake: what landing asks of them. storage.py does the same by Spark.

A commit says here what it says there, so that each knows what the other has done.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from deltalake import (
    CommitProperties,
    DeltaTable,
    PostCommitHookProperties,
    Transaction,
    WriterProperties,
    write_deltalake,
)
from deltalake.exceptions import CommitFailedError, DeltaError

from changefeed.errors import ChangefeedError
from changefeed.spark import storage

_PROTOCOL = (1, 2)  # of the tables that the loader makes: their readers and writers need to know nothing more
_AS_SPARK = WriterProperties(compression="ZSTD", compression_level=3)
# Spark's commits remove old ones from the log. Checkpoints are made here, too, for who reads the log.
_AFTER = PostCommitHookProperties(create_checkpoint=True, cleanup_expired_logs=False)


class Table:
    """A table as it is now, of a folder. Raises ChangefeedError if it needs more than this module knows of."""

    def __init__(self, folder: Path) -> None:
        try:
            self._table = DeltaTable(str(folder))
            protocol = self._table.protocol()
        except DeltaError as error:
            raise _only_spark(folder, " ".join(str(error).split())) from None
        needs = (protocol.min_reader_version, protocol.min_writer_version)
        if needs != _PROTOCOL or self._table.metadata().partition_columns:
            raise _only_spark(folder, "it was given features, or partitions, that the loader does not give it")
        self.schema = pa.schema(self._table.schema())

    def last_batch(self) -> int:
        """As storage.last_batch()."""
        return self._table.transaction_version(storage.APPENDS) or 0

    def greatest(self, column: str) -> int:
        """The greatest value of a column, 0 without rows. Statistics of the files answer, where all have them."""
        files = pa.table(self._table.get_add_actions(flatten=True))
        known = files[f"max.{column}"].to_pylist() if f"max.{column}" in files.column_names else [None]
        if files.num_rows and None in known:
            known = [pc.max(batch[column]).as_py() or 0 for batch in self.batches([column])]
        return max(known, default=0) if files.num_rows else 0

    def batches(self, columns: Sequence[str], condition: pc.Expression | None = None) -> Iterator[pa.RecordBatch]:
        """The rows that meet a condition, of the files that can have some."""
        yield from self._table.to_pyarrow_dataset().to_batches(columns=[*columns], filter=condition)

    def rows(self) -> list[tuple[Any, ...]]:
        """All rows."""
        batches = self.batches(self.schema.names)
        return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]

    def of(self, rows: Sequence[tuple[Any, ...]]) -> pa.RecordBatchReader:
        """Rows as this table has them."""
        found = [dict(zip(self.schema.names, row, strict=True)) for row in rows]
        return pa.Table.from_pylist(found, schema=self.schema).to_reader()

    def replace(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """As storage.replace()."""
        self._write(self.of(rows), "overwrite")

    def append_once(self, rows: pa.RecordBatchReader, batch_id: int) -> None:
        """As storage.append_once(), which raises LostRace as well."""
        if self.last_batch() >= batch_id:
            raise storage.LostRace
        mark = CommitProperties(
            custom_metadata={"userMetadata": uuid.uuid4().hex},
            app_transactions=[Transaction(storage.APPENDS, batch_id)],
        )
        try:
            self._write(rows, "append", mark)
        except CommitFailedError as error:
            raise storage.LostRace from error

    def _write(self, rows: pa.RecordBatchReader, mode: Any, mark: CommitProperties | None = None) -> None:
        write_deltalake(
            self._table, rows, mode=mode, commit_properties=mark, writer_properties=_AS_SPARK,
            post_commithook_properties=_AFTER,
        )  # fmt: skip

    def remove(self, batch_id: int, topic: str) -> None:
        """Remove what a batch has landed of a topic."""
        quoted = topic.replace("'", "''")
        self._table.delete(f"batch_id = {batch_id} and topic = '{quoted}'", writer_properties=_AS_SPARK)


def _only_spark(folder: Path, why: str) -> ChangefeedError:
    return ChangefeedError(f"The table {folder} can't be written without Spark: {why}. Land without --without-spark.")
