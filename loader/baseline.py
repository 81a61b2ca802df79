"""A dump of a table → messages that decode to snapshot rows before every change of their feed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from loader.errors import ChangefeedError
from loader.feeds import declared_feed, table_parts
from loader.messages import append_messages, create_tables, next_batch_id, table_name

TOPIC = "changefeed_baseline."  # followed by the feed's name; macros/landing/topics_pattern.sql claims it for the feed
FORMATS = {".csv": "csv", ".json": "json", ".jsonl": "json", ".ndjson": "json", ".parquet": "parquet"}
_WALL_TIME = "yyyy-MM-dd HH:mm:ss.SSSSSS"


@dataclass(frozen=True)
class Baseline:
    """A dump to land: `table` is database.table or database.schema.table; no `key_columns`: table_keys.csv has them."""

    file: Path
    feed: str
    table: str
    key_columns: tuple[str, ...] = ()


def load(
    spark: SparkSession, project_dir: Path, baseline: Baseline, progress: Callable[[str], None] = lambda line: None
) -> int:
    """Land the rows of a dump (CSV with a header, JSON lines or Parquet; CSV and JSON also .gz) in one commit.

    Returns the number of rows landed: 0 when this very file has landed before.
    Raises ChangefeedError for a feed that seeds/feeds.csv does not declare, a file that can't be read or lacks a key
    column, a binary column, and a table that has another baseline already.
    """
    time_zone = declared_feed(project_dir, baseline.feed)["time_zone"] or "UTC"
    database, schema, table = table_parts(baseline.table)
    create_tables(spark, project_dir)
    topic = TOPIC + baseline.feed
    incarnation = f"{database}.{schema}.{table}:{_hash(baseline.file)}"
    landed, removed = (
        spark.table(table_name(name)).where(F.col("topic") == topic).select("topic_incarnation")
        for name in ("messages", "removed_ranges")
    )
    for row in landed.union(removed).distinct().collect():
        if row["topic_incarnation"] == incarnation:
            return 0
        if row["topic_incarnation"].startswith(f"{database}.{schema}.{table}:"):
            raise ChangefeedError(
                f"{baseline.table} of feed {baseline.feed} has a baseline from another file already. "
                "Its rows can't be told from these by age: land one baseline a table."
            )
    progress(f"landing {baseline.file}")
    rows = _rows(spark, baseline, time_zone)
    envelope = F.concat(
        F.lit(
            json.dumps(
                {"changefeed_baseline": 1, "database": database, "schema": schema, "table": table}
                | ({"key_columns": baseline.key_columns} if baseline.key_columns else {}),
                ensure_ascii=False, separators=(",", ":"),
            )[:-1] + ',"row":'
        ),
        F.col("row"),
        F.lit("}"),
    )  # fmt: skip
    records = rows.select(
        F.lit(topic).alias("topic"),
        F.lit(incarnation).alias("topic_incarnation"),
        F.lit(0).alias("partition"),
        F.monotonically_increasing_id().alias("offset"),
        F.lit(None).cast("timestamp").alias("kafka_at"),  # before every message that has one
        F.lit(None).cast("string").alias("kafka_at_type"),
        F.lit(None).cast("array<struct<key:string,value:binary>>").alias("headers"),
        F.lit(None).cast("binary").alias("key"),
        envelope.cast("binary").alias("value"),
    )
    return append_messages(spark, records, next_batch_id(spark))


def _hash(file: Path) -> str:
    digest = hashlib.sha256()
    for part in sorted(file.rglob("*.parquet")) if file.is_dir() else [file]:
        with part.open("rb") as opened:
            while block := opened.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:16]


def _rows(spark: SparkSession, baseline: Baseline, time_zone: str) -> DataFrame:
    """One column `row`: the JSON object of each row of the dump."""
    file = baseline.file
    plain = file.with_suffix("") if file.suffix == ".gz" else file
    kind = FORMATS.get(plain.suffix)
    if kind is None:
        raise ChangefeedError(f"{file}: is none of {', '.join(FORMATS)} (or .gz of a text). Rename it if it is one.")
    uri = f"file:{file.resolve()}"
    if kind == "json":
        return spark.read.text(uri).where("trim(value) <> ''").select(F.col("value").alias("row"))
    if kind == "csv":
        # Without quotes an empty cell is NULL, with quotes an empty text: another null marker keeps them apart.
        options = {
            "header": True,
            "multiLine": True,
            "escape": '"',
            "mode": "FAILFAST",
            "nullValue": "\0",
            "emptyValue": "",
        }
        dump = spark.read.options(**options).csv(uri)
    else:
        dump = spark.read.parquet(uri)
    missing = [name for name in baseline.key_columns if name not in dump.columns]
    if missing:
        raise ChangefeedError(f"{file}: has no key column {missing[0]}; it has {', '.join(dump.columns)}")
    texts = [_text(field, file, time_zone).alias(field.name) for field in dump.schema.fields]
    return dump.select(F.to_json(F.struct(*texts), {"ignoreNullFields": "false"}).alias("row"))


def _text(field: T.StructField, file: Path, time_zone: str) -> Column:
    """A column as the text that the synchronisation services send for such a value."""
    column = F.col(f"`{field.name}`")
    if isinstance(field.dataType, T.BinaryType):
        raise ChangefeedError(
            f"{file}: column {field.name} is binary; write it as the text that the feed's dialect sends."
        )
    if isinstance(field.dataType, T.TimestampType):
        return F.date_format(F.from_utc_timestamp(column, time_zone), _WALL_TIME)
    if isinstance(field.dataType, T.TimestampNTZType):
        return F.date_format(column, _WALL_TIME)
    if isinstance(field.dataType, T.StructType | T.ArrayType | T.MapType):
        return F.to_json(column)
    if isinstance(field.dataType, T.BooleanType):
        return column.cast("int").cast("string")
    return column.cast("string")
