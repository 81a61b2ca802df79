"""A dump of a table becomes messages. They decode to snapshot rows, which stand before every change of the feed."""

from __future__ import annotations

import csv
import functools
import gzip
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from changefeed.errors import ChangefeedError
from changefeed.loader import landing_masks
from changefeed.loader.captures import numbered_lines
from changefeed.loader.landing_tables import (
    MOST_PER_BATCH,
    append_messages,
    create_tables,
    next_batch_id,
)
from changefeed.loader.masked_messages import Masking
from changefeed.project import macros
from changefeed.project.seeds import BASELINE_TOPIC, declared_feed, table_parts
from changefeed.spark.relations import table_name
from changefeed.words import first_lines

FORMATS = {".csv": "csv", ".json": "json", ".jsonl": "json", ".ndjson": "json", ".parquet": "parquet"}
_WALL_TIME = "yyyy-MM-dd HH:mm:ss.SSSSSS"


@dataclass(frozen=True)
class Baseline:
    """A dump to land: `table` is database.table or database.schema.table.

    Without `key_columns`, changefeed_table_keys.csv names the key. With `replaces`, the rows take the place of those of
    a dump of the table that landed before.
    """

    file: Path
    feed: str
    table: str
    key_columns: tuple[str, ...] = ()
    replaces: bool = False


@dataclass(frozen=True)
class Report:
    """How many rows landed (0: this very file has landed before), and how many of an earlier dump were taken out."""

    landed: int
    replaced: int


def load(
    spark: SparkSession, project_dir: Path, baseline: Baseline, progress: Callable[[str], None] = lambda line: None
) -> Report:
    """Land the rows of a dump (CSV with a header, JSON lines or Parquet; CSV and JSON also .gz) in one commit.

    With `replaces`, the rows of the table's earlier dump are taken out of `messages` behind that. Their changes go when
    the feed is decoded again.

    Raises ChangefeedError, and lands nothing, for a feed that seeds/changefeed_feeds.csv does not declare, a file that
    can't be read or lacks a key column, a line that is not one row, a column that is binary or there twice, and a table
    that has another baseline already: without `replaces`, or where maintain removed rows of it.
    """
    time_zone = declared_feed(project_dir, baseline.feed)["time_zone"] or "UTC"
    database, schema, table = table_parts(baseline.table)
    create_tables(spark, project_dir)
    topic = BASELINE_TOPIC + baseline.feed
    masking = landing_masks.declared(project_dir)
    batch_id = next_batch_id(spark)  # before the look at what has landed: what lands meanwhile takes this number
    incarnation = f"{database}.{schema}.{table}:{_hash(baseline.file)}"  # a name may have a colon, a hash has none
    landed, removed = (
        {
            row["topic_incarnation"]
            for row in spark.table(table_name(name)).where(F.col("topic") == topic)
            .select("topic_incarnation").distinct().collect()
            if row["topic_incarnation"].rpartition(":")[0] == f"{database}.{schema}.{table}"
        }
        for name in ("messages", "removed_ranges")
    )  # fmt: skip
    others = (landed | removed) - {incarnation}
    if others and not baseline.replaces:
        raise ChangefeedError(
            f"{baseline.table} of feed {baseline.feed} has a baseline from another file already. Rows of two files "
            "can't be told apart by age, so a table has one baseline. Was that one wrong? --replace takes this one."
        )
    if others & removed:
        raise ChangefeedError(
            f"{baseline.table} of feed {baseline.feed} has a baseline of which `changefeed maintain` removed messages, "
            "so it can't be replaced. Land all messages again in an empty warehouse (docs/how-to/kafka.md)."
        )
    count = (
        0
        if incarnation in landed | removed
        else _land(spark, masking, baseline, incarnation, time_zone, batch_id, progress)
    )
    return Report(count, sum(take_out(spark, topic, each) for each in sorted(others)))


def _land(
    spark: SparkSession,
    masking: Masking | None,
    baseline: Baseline,
    incarnation: str,
    time_zone: str,
    batch_id: int,
    progress: Callable[[str], None],
) -> int:
    """Append the rows of the dump to `messages`, in one commit."""
    database, schema, table = table_parts(baseline.table)
    progress(f"landing {baseline.file}")
    rows = _rows(spark, baseline, time_zone)
    records = rows.select(
        F.lit(BASELINE_TOPIC + baseline.feed).alias("topic"),
        F.lit(incarnation).alias("topic_incarnation"),
        F.lit(0).alias("partition"),
        F.monotonically_increasing_id().alias("offset"),
        F.lit(None).cast("timestamp").alias("kafka_at"),  # before every message that has one
        F.lit(None).cast("string").alias("kafka_at_type"),
        F.lit(None).cast("array<struct<key:string,value:binary>>").alias("headers"),
        F.lit(None).cast("binary").alias("key"),
        envelope(database, schema, table, baseline.key_columns or None, F.col("row")).cast("binary").alias("value"),
    )
    try:
        # monotonically_increasing_id() has the number of Spark's partition above 33 bits, and counts in it below.
        part = f"shiftright(offset, 33) + (offset & {2**33 - 1}) div {MOST_PER_BATCH}"
        return append_messages(records, masking, batch_id, part=part)
    except ChangefeedError:
        raise
    except Exception as error:
        raise ChangefeedError(
            f"{baseline.file}: can't be read, nothing landed: {first_lines(error)}. Mend the file and load it again."
        ) from error


def envelope(database: str, schema: str, table: str, key_columns: Sequence[str] | None, row: Column) -> Column:
    """The message of a row, which is a JSON object. Without key columns a seed names them."""
    return F.concat(F.lit(envelope_head(database, schema, table, key_columns)), row, F.lit("}"))


def envelope_head(
    database: str, schema: str, table: str, key_columns: Sequence[str] | None, **more: str | bool | list[str]
) -> str:
    """The text of a message before its row: a row and a brace make it whole. `more` are other members."""
    head = {"changefeed_baseline": 1, "database": database, "schema": schema, "table": table} | (
        {"key_columns": list(key_columns)} if key_columns is not None else {}
    )
    return json.dumps(head | more, ensure_ascii=False, separators=(",", ":"))[:-1] + ',"row":'


def take_out(spark: SparkSession, topic: str, incarnation: str) -> int:
    """Delete the messages of an earlier dump, and that they were read; return how many messages it had."""
    of_it, names = "topic = :topic and topic_incarnation = :incarnation", {"topic": topic, "incarnation": incarnation}
    messages, read = table_name("messages"), table_name("read_batches")
    count = spark.sql(f"select count(*) as n from {messages} where {of_it}", args=names).collect()[0]["n"]
    if spark.catalog.tableExists(read):  # first: a command that is killed here is given again
        spark.sql(f"delete from {read} where {of_it}", args=names)
    spark.sql(f"delete from {messages} where {of_it}", args=names)
    return int(count)


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
        raise ChangefeedError(f"{file}: is not one of {', '.join(FORMATS)} (or .gz of a text). Rename it if it is one.")
    if kind == "json":
        return _json_rows(spark, file, baseline.key_columns)
    dump = _csv_dump(spark, file) if kind == "csv" else spark.read.parquet(_uri(file))
    names = dump.columns
    _check_names(file, names, baseline.key_columns)
    # Columns have numbers here: Spark takes A and a for one name, and some names would need quotes.
    columns = dump.toDF(*(f"c{number}" for number in range(len(names))))
    fields = zip(columns.schema.fields, names, strict=True)
    texts = [_text(field, name, file, time_zone).alias(name) for field, name in fields]
    return columns.select(F.to_json(F.struct(*texts), {"ignoreNullFields": "false"}).alias("row"))


def _uri(file: Path) -> str:
    return f"file:{file.resolve()}"


def _check_names(file: Path, names: list[str], key_columns: tuple[str, ...]) -> None:
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise ChangefeedError(f"{file}: names the column {twice} twice. Rename or remove one.")
    if "" in names:
        raise ChangefeedError(f"{file}: column {names.index('') + 1} has no name. Name or remove it.")
    missing = [name for name in key_columns if name not in names]
    if missing:
        raise ChangefeedError(f"{file}: has no key column {missing[0]}; it has {', '.join(names)}")


# -- CSV


def _csv_dump(spark: SparkSession, file: Path) -> DataFrame:
    """The cells of a CSV file as texts. The header is read here: Spark renames equal names, and keeps a BOM."""
    _check_text(file, _lines(spark, file).where("not is_valid_utf8(value)"), _no_text)
    with _opened(file) as opened:
        names = next((cells for cells in csv.reader(opened) if cells), None)
    if names is None:
        raise ChangefeedError(f"{file}: is empty. A CSV dump has a header, also for a table without rows.")
    # An empty cell is NULL without quotes, and an empty text with quotes. Another null marker keeps them apart.
    options: dict[str, str | bool] = {
        "header": True,
        "multiLine": True,
        "escape": '"',
        "mode": "FAILFAST",
        "nullValue": "\0",
        "emptyValue": "",
    }
    numbered = T.StructType([T.StructField(f"c{number}", T.StringType()) for number in range(len(names))])
    return spark.read.schema(numbered).options(**options).csv(_uri(file)).toDF(*names)


# -- JSON lines


# A text is put into brackets, and into braces behind a name. Only one whole JSON value gives JSON in both: a text that
# closes the bracket, to go on behind it, does not close the brace. Variants refuse a name that comes twice, at any
# depth. They only check: the line itself lands, with all digits of its numbers.
@functools.cache
def _is_row() -> str:
    """SQL: whether a line is one JSON object."""
    return f"""
    is_valid_utf8(value)
    and not {macros.own().has_lone_surrogate("value")}
    and coalesce(variant_get(try_parse_json(concat('[', value, ']')), '$[1]', 'variant') is null, false)
    and try_variant_get(try_parse_json(concat('[', value, ']')), '$[0]', 'map<string,variant>') is not null
    and array_size(map_keys(cast(try_parse_json(concat('{{"row":', value, '}}')) as map<string, variant>))) = 1
"""


def _json_rows(spark: SparkSession, file: Path, key_columns: tuple[str, ...]) -> DataFrame:
    lines = _lines(spark, file).where(r"value rlike '[^ \t\r]'")
    _check_text(file, lines.where(f"not coalesce({_is_row()}, false)"), _no_row)
    for name in key_columns:
        has_it = F.array_contains(F.json_object_keys("value"), name)
        _check_text(file, lines.where(~F.coalesce(has_it, F.lit(False))), lambda line: f"has no key column {name}")  # noqa: B023
    return lines.select(F.col("value").alias("row"))


def _no_row(line: bytes) -> str:
    """Says what is wrong with a line that is not one JSON object."""
    try:
        found = json.loads(line.decode("utf-8"), object_pairs_hook=_named_once, parse_constant=_no_constant)
    except UnicodeDecodeError:
        return _no_text(line)
    except ValueError as error:
        return f"is not one JSON object: {error}"
    except RecursionError:
        return "is nested too deeply"
    if not isinstance(found, dict):
        return "is not one JSON object"
    return "half of a UTF-16 surrogate pair is escaped, or a value is larger than Spark's JSON reader takes"


def _named_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in members]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f"{name} is named twice")
    return dict(members)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


# -- lines of text


def _lines(spark: SparkSession, file: Path) -> DataFrame:
    """One column `value`: the lines of a text, without a byte order mark."""
    text = spark.read.option("lineSep", "\n").text(_uri(file))
    return text.selectExpr(r"if(startswith(value, '\ufeff'), substring(value, 2), value) as value")


def _check_text(file: Path, wrong: DataFrame, what: Callable[[bytes], str]) -> None:
    """Raise for the first of these lines that stands in the file, if any does."""
    hashes = wrong.selectExpr("md5(cast(value as binary)) as line_hash").limit(100)
    found = {row["line_hash"] for row in hashes.collect()}
    if not found:
        return
    for number, line in numbered_lines(file):
        bare = line.removeprefix(b"\xef\xbb\xbf")
        if hashlib.md5(bare).hexdigest() in found:
            raise ChangefeedError(f"{file}, line {number}: {what(bare)}. Nothing landed: mend the line and load again.")
    raise ChangefeedError(f"{file}: changed while it was read, nothing landed. Load it again.")


def _no_text(line: bytes) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"is not UTF-8 (byte {error.start + 1})"
    return "is not UTF-8"


def _opened(file: Path) -> TextIO:
    if file.suffix == ".gz":
        return gzip.open(file, "rt", encoding="utf-8-sig", newline="")
    return file.open(encoding="utf-8-sig", newline="")


# -- values


def _text(field: T.StructField, name: str, file: Path, time_zone: str) -> Column:
    """A column as the text that the synchronisation services send for such a value."""
    column = F.col(field.name)
    if isinstance(field.dataType, T.BinaryType):
        raise ChangefeedError(f"{file}: column {name} is binary; write it as the text that the feed's dialect sends.")
    if isinstance(field.dataType, T.TimestampType):
        return F.date_format(F.from_utc_timestamp(column, time_zone), _WALL_TIME)
    if isinstance(field.dataType, T.TimestampNTZType):
        return F.date_format(column, _WALL_TIME)
    if isinstance(field.dataType, T.StructType | T.ArrayType | T.MapType):
        return F.to_json(column)
    if isinstance(field.dataType, T.BooleanType):
        return column.cast("int").cast("string")
    return column.cast("string")
