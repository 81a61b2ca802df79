"""Capture files become messages. Each line of `kcat -C -J` lands once, as it is, or is set aside.

Spark's SQL functions parse all lines. A load reads the files twice: first only topic, partition and offset of each
line, to see whether some have landed before; then it lands.
"""

from __future__ import annotations

import functools
import glob
import gzip
import hashlib
import json
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader import landing_masks
from changefeed.loader.landing_tables import (
    MOST_PER_BATCH,
    append_messages,
    create_tables,
    next_batch_id,
)
from changefeed.loader.masked_messages import Masking
from changefeed.project import macros
from changefeed.project.seeds import BASELINE_TOPIC
from changefeed.spark import storage
from changefeed.spark.relations import table_name
from changefeed.words import counted, first_lines, first_of

SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt", ".log")
_OTHER_COMPRESSION = (".bz2", ".zst", ".xz", ".snappy", ".lz4", ".deflate", ".zip", ".tar", ".tgz")
_MOST_MALFORMED = 100_000  # of all files; more than that and a file is something else
_MOST_RANGES = 200  # offset ranges looked up one by one; above that, one range a topic
_LINE_BYTES_KEPT = 64 * 1024
_FILE_BYTES = 512 * 1024 * 1024  # capture bytes that become one file of messages: some 50 MB in zstd
_SMALL_BYTES = 64 * 1024 * 1024  # less than that lands as one file
_LAST_MS = 253402300799999  # the end of the year 9999
_PLACE = ["topic", "partition", "offset"]


@dataclass(frozen=True)
class RejectedLine:
    """A line that is not a Kafka record; `line_number` counts from 1."""

    file: str
    line_number: int
    reason: str
    line: bytes


@dataclass
class LoadReport:
    """What a load did. All counts are of messages or lines; `seconds` is wall-clock time."""

    files: int = 0
    landed: int = 0
    already_there: int = 0  # landed by an earlier load (and perhaps removed since), or twice in these files
    rejected: list[RejectedLine] = field(default_factory=list)  # in these files
    newly_rejected: int = 0  # of these, not set aside by an earlier load
    left_out: dict[Path, str] = field(
        default_factory=dict
    )  # files that can't be read, or have too many such lines: why
    batch_id: int | None = None  # the first one of the load; None when nothing was written
    seconds: float = 0.0


def load(
    spark: SparkSession,
    project_dir: Path,
    paths: Iterable[str | Path],
    incarnation: str = "",
    progress: Callable[[str], None] = lambda line: None,
    most_per_batch: int = MOST_PER_BATCH,
) -> LoadReport:
    """Land the records of capture files that have not landed before.

    `paths` are files, folders (searched for *.json, *.jsonl, *.ndjson, *.txt, *.log and .gz of them)
    or globs. `incarnation` tells a topic from one of the same name that was deleted before it.
    `progress` receives a line of text as each step begins. All new messages land in one commit, in parts of about
    `most_per_batch`, each with a batch_id of its own.
    A compressed file that is cut off or damaged is left out, and the others land. What is in the report's `left_out`
    is for the caller to say.
    Raises ChangefeedError, and lands nothing, when a path can't be read, when a place has landed before
    (or occurs twice) with other bytes, or when another load landed meanwhile.
    """
    started = time.monotonic()
    create_tables(spark, project_dir)
    masking = landing_masks.declared(project_dir)
    files = find_files(paths)
    report = LoadReport(files=len(files))
    size = sum(file.stat().st_size for file in files)
    progress(f"reading {counted(len(files), 'file')} ({size / 1e6:,.1f} MB)")
    batch_id = next_batch_id(spark)  # before the look at what has landed: what lands meanwhile takes this number
    try:
        lines = _lines(spark, files)
        groups = _place_groups(lines)
        total = sum(group["lines"] for group in groups)
        places = [group for group in groups if None not in group[:2] + group[4:]]
        records, valid, new = landing_masks.written_anew(_records(lines), masking), None, len(places)
        is_repeated = any(group["lines"] > group["distinct_offsets"] for group in places)
        if (
            is_repeated
            or _landed_in(spark, places, incarnation).limit(1).count()
            or _removed_in(spark, places, incarnation).limit(1).count()
        ):
            progress("comparing with what has landed")
            records, valid, new = _only_new(spark, records, places, incarnation, masking)
        if new:
            most = total if valid is None else new
            progress(f"landing up to {counted(most, 'message')}")
            topics = {group["topic"] for group in places}
            is_small = size < _SMALL_BYTES
            records = records.withColumn("topic_incarnation", F.lit(incarnation))
            part = "0"
            if most > most_per_batch:
                records, part = _in_parts(records, places, -(-most // most_per_batch))
            report.landed = append_messages(records, None, batch_id, 1 if is_small else None, len(topics) > 1, part)
        malformed = total - (report.landed if valid is None else valid)
        report.already_there = total - malformed - report.landed
        if malformed:
            progress(f"setting {counted(malformed, 'line')} aside")
            report.rejected, report.left_out = _find_malformed(lines)
            report.newly_rejected = _set_aside(spark, report.rejected, batch_id, masking)
    except ChangefeedError:
        raise
    except Exception as error:
        broken = {} if report.landed else _broken(files)
        if 0 < len(broken) < len(files):
            rest = [file for file in files if file not in broken]
            report = load(spark, project_dir, rest, incarnation, progress, most_per_batch)
            report.left_out |= broken
            return report
        done = f"{counted(report.landed, 'message')} landed" if report.landed else "nothing landed"
        if broken:
            raise ChangefeedError(f"load failed, {done}: {left_out_in_words(broken)}") from error
        raise ChangefeedError(f"load failed, {done}: {first_lines(error)}. Load the files again.") from error
    report.batch_id = batch_id if report.landed or report.newly_rejected else None
    report.seconds = time.monotonic() - started
    return report


# -- files


def find_files(paths: Iterable[str | Path]) -> list[Path]:
    """The capture files that paths, folders and globs name, each once, sorted, absolute.

    Raises ChangefeedError for a path that names nothing and for a file that can't be read as text or gzip.
    """
    found: set[Path] = set()
    for path in map(str, paths):
        matches = [path] if Path(path).exists() else glob.glob(path, recursive=True)
        if not matches:
            raise ChangefeedError(f"{path}: no such file or folder. Check the path, or quote the glob.")
        files = [file for match in matches for file in _files_of(Path(match).resolve())]
        if not files:
            raise ChangefeedError(
                f"{path}: holds no capture file ({', '.join('*' + s for s in SUFFIXES)}, or .gz of these). "
                "Name the file itself if it is called otherwise."
            )
        found.update(files)
    for file in found:
        _check_readable(file)
    return sorted(found)


def _files_of(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in path.rglob("*"):
        suffix = file.with_suffix("").suffix if file.suffix == ".gz" else file.suffix
        if suffix in SUFFIXES and file.is_file():
            yield file


def _check_readable(file: Path) -> None:
    if file.name.startswith(("_", ".")):
        raise ChangefeedError(f"{file}: Spark skips files that begin with _ or a dot. Rename it.")
    if file.suffix in _OTHER_COMPRESSION:
        raise ChangefeedError(f"{file}: only plain and .gz files can be read. Unpack it first.")
    try:
        with file.open("rb") as opened:
            is_gzip = opened.read(2) == b"\x1f\x8b"
    except OSError as error:
        raise ChangefeedError(f"{file}: can't be read ({error.strerror})") from error
    if is_gzip != (file.suffix == ".gz") and file.stat().st_size:
        is_not = "is compressed with gzip" if is_gzip else "is not compressed with gzip"
        raise ChangefeedError(f"{file}: {is_not}, but its name says otherwise. Rename it.")


def _broken(files: list[Path]) -> dict[Path, str]:
    """The compressed files that can't be unpacked to their end, and why."""
    found = {}
    for file in files:
        if file.suffix == ".gz":
            try:
                with gzip.open(file) as opened:
                    while opened.read(1 << 20):
                        pass
            except (OSError, EOFError, zlib.error) as error:
                found[file] = "it is cut off" if isinstance(error, EOFError) else f"it is damaged ({error})"
    return found


def left_out_in_words(files: dict[Path, str]) -> str:
    """What is wrong with files that were left out, and what to do."""
    each = [f"{file}: {why}" for file, why in sorted(files.items())]
    return f"left out {first_of(each)}. Load such a file again when it is whole and in order."


# -- lines → records, in SQL

_JSON = "map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647')"
_PLACE_TYPE = "topic variant, partition int, offset bigint"


def _without_last_byte(text: str) -> str:
    return f"cast(substring(cast({text} as binary), 1, octet_length({text}) - 1) as string)"


# kcat prints the place first: parsing the part before "tstype" is five times cheaper than the line.
_PREFIX = f"""
    from_json(concat(substring_index(line, ',"tstype"', 1), '}}'), '{_PLACE_TYPE}', {_JSON})
"""
_PLACE_OF_LINE = f"""
    if(
        prefix.topic is null or prefix.partition is null or prefix.offset is null,
        from_json(line, '{_PLACE_TYPE}', {_JSON}),
        prefix
    )
"""

# `changefeed_end` takes the place of the closing brace: it is read only if nothing follows the object.
_REST = f"""
    from_json(
        concat({_without_last_byte("line")}, ',"changefeed_end":1}}'),
        'tstype string, ts variant, headers variant, key string, key_base64 string,
        payload string, payload_base64 string, changefeed_end int',
        {_JSON}
    )
"""


def _is_text(name: str) -> str:
    """SQL: whether a member is absent, NULL or a string. from_json would make a text of any other value."""
    return f"""if(
        rest.{name} is null or contains(line, '"{name}":"') or contains(line, '"{name}": "'),
        true,
        {macros.own().json_kind(f"try_variant_get(try_parse_json(line), '$.{name}', 'variant')")} = 'STRING'
    )"""


_HEADER_LIST = "try_variant_get(rest.headers, '$', 'array<variant>')"  # names and values in turn


@functools.cache
def _is_record() -> str:
    """SQL: whether a line is a record."""
    kind = macros.own().json_kind
    return rf"""
    endswith(line, '}}')
    and rest.changefeed_end = 1
    and is_valid_utf8(line)
    and {kind("place.topic")} = 'STRING'
    and cast(place.topic as string) <> ''
    and not startswith(cast(place.topic as string), '{BASELINE_TOPIC}')
    and place.partition >= 0
    and place.offset >= 0
    and coalesce(rest.tstype in ('create', 'append', 'logappend', 'unknown'), true)
    and coalesce({kind("rest.ts")} in ('BIGINT', 'VOID'), true)
    and coalesce(try_variant_get(rest.ts, '$', 'bigint') between -1 and {_LAST_MS}, true)
    and if(
        {kind("rest.headers")} = 'CONTAINER',
        coalesce(array_size({_HEADER_LIST}) % 2 = 0, false)
        and size(filter({_HEADER_LIST}, (h, i) -> {kind("h")} not in ('STRING', if(i % 2 = 0, '', 'VOID')))) = 0,
        coalesce({kind("rest.headers")} = 'VOID', true)
    )
    and (rest.key is null or rest.key_base64 is null)
    and (rest.payload is null or rest.payload_base64 is null)
    and {_is_text("key")}
    and {_is_text("key_base64")}
    and {_is_text("payload")}
    and {_is_text("payload_base64")}
    and (rest.key_base64 is null or try_to_binary(rest.key_base64, 'base64') is not null)
    and (rest.payload_base64 is null or try_to_binary(rest.payload_base64, 'base64') is not null)
    and not {macros.own().has_lone_surrogate("line")}
"""


_AT = "timestamp_millis(nullif(try_variant_get(rest.ts, '$', 'bigint'), -1))"
_AT_TYPE = "case rest.tstype when 'logappend' then 'append' when 'unknown' then null else rest.tstype end"
_HEADERS = """
    transform(
        sequence(0, array_size(cast(rest.headers as array<string>)) - 2, 2),
        i -> struct(
            cast(rest.headers as array<string>)[i] as key,
            cast(cast(rest.headers as array<string>)[i + 1] as binary) as value
        )
    )
"""

_RECORD = (
    "cast(place.topic as string) as topic",
    "place.partition",
    "place.offset",
    f"{_AT} as kafka_at",
    f"if({_AT} is null, null, {_AT_TYPE}) as kafka_at_type",
    f"if(array_size(cast(rest.headers as array<string>)) > 0, {_HEADERS}, null) as headers",
    "coalesce(unbase64(rest.key_base64), cast(rest.key as binary)) as key",
    "coalesce(unbase64(rest.payload_base64), cast(rest.payload as binary)) as value",
    "file",
)


def _lines(spark: SparkSession, files: list[Path]) -> DataFrame:
    """file, line: every line that is not blank, without carriage return and blanks at its end.

    trim() of other characters than blanks is avoided: it costs more than parsing.
    """
    spark.conf.set("spark.sql.files.maxPartitionBytes", str(_FILE_BYTES))
    text = spark.read.option("lineSep", "\n").option("__globPaths__", "false").text([f"file:{file}" for file in files])
    without_cr = f"if(endswith(value, '\\r'), {_without_last_byte('value')}, value)"
    return text.selectExpr("_metadata.file_path as file", f"rtrim({without_cr}) as line").where("line <> ''")


def _places(lines: DataFrame) -> DataFrame:
    prefixed = lines.selectExpr("file", "line", f"{_PREFIX} as prefix")
    return prefixed.selectExpr("file", "line", f"{_PLACE_OF_LINE} as place")


def _place_groups(lines: DataFrame) -> list[Row]:
    """For each topic and partition: lines, distinct offsets, first and last offset. Lines without these have NULL."""
    small_groups = (
        _places(lines)
        .selectExpr("cast(place.topic as string) as topic", "place.partition", "place.offset")
        .groupBy("topic", "partition", F.expr("shiftright(offset, 6)"))
        .agg(
            F.count("*").alias("lines"),
            F.expr("bit_or(shiftleft(1L, cast(offset & 63 as int))) as offsets"),
            F.min("offset").alias("first_offset"),
            F.max("offset").alias("last_offset"),
        )
    )
    return (
        small_groups.groupBy("topic", "partition")
        .agg(
            F.sum("lines").alias("lines"),
            F.expr("sum(bit_count(offsets)) as distinct_offsets"),
            F.min("first_offset").alias("first_offset"),
            F.max("last_offset").alias("last_offset"),
        )
        .collect()
    )


def _in_parts(records: DataFrame, groups: list[Row], parts: int) -> tuple[DataFrame, str]:
    """The records with what an SQL text needs that numbers their parts: it cuts the offsets of each partition."""
    ranges = [(*(group[name] for name in ("topic", "partition", "first_offset", "last_offset")),) for group in groups]
    types = "topic string, partition int, first_offset bigint, last_offset bigint"
    beside = records.sparkSession.createDataFrame(ranges, types)
    # Of 63 bits: a double is as exact as it has to be, and rises with the offset.
    share = "(offset - first_offset) / (cast(last_offset as double) - first_offset + 1)"
    return records.join(F.broadcast(beside), ["topic", "partition"]), f"least({parts - 1}, floor({share} * {parts}))"


def _parsed(lines: DataFrame) -> DataFrame:
    """file, line, place, rest. The condition is always true. Without it Spark would parse again for each filter."""
    rest = f"if(monotonically_increasing_id() >= 0, {_REST}, null)"
    return _places(lines).selectExpr("file", "line", "place", f"{rest} as rest")


def _records(lines: DataFrame) -> DataFrame:
    """The records of the lines that are one."""
    return _parsed(lines).where(_is_record()).selectExpr(*_RECORD)


# -- what landed before


def _landed_in(spark: SparkSession, groups: list[Row], incarnation: str) -> DataFrame:
    """The stored messages in these offset ranges. Literals, so that statistics of the files skip some."""
    if len(groups) > _MOST_RANGES:
        in_ranges = F.col("topic").isin(sorted({group["topic"] for group in groups}))
        in_ranges &= F.col("offset") >= min(group["first_offset"] for group in groups)
        in_ranges &= F.col("offset") <= max(group["last_offset"] for group in groups)
    else:
        in_ranges = F.lit(False)
        for group in groups:
            in_ranges |= (
                (F.col("topic") == group["topic"])
                & (F.col("partition") == group["partition"])
                & F.col("offset").between(group["first_offset"], group["last_offset"])
            )
    return spark.table(table_name("messages")).where((F.col("topic_incarnation") == incarnation) & in_ranges)


def _removed_in(spark: SparkSession, groups: list[Row], incarnation: str) -> DataFrame:
    """The offset ranges of these topics whose messages landed, and were removed by `changefeed maintain`."""
    of_topics = F.col("topic").isin(sorted({group["topic"] for group in groups}))
    return spark.table(table_name("removed_ranges")).where((F.col("topic_incarnation") == incarnation) & of_topics)


def _erased_in(spark: SparkSession, groups: list[Row], incarnation: str) -> DataFrame:
    """The places of these topics whose messages landed, and have no content any more (`changefeed erase`)."""
    of_topics = F.col("topic").isin(sorted({group["topic"] for group in groups}))
    erased = spark.table(table_name("erased_messages")).where((F.col("topic_incarnation") == incarnation) & of_topics)
    return erased.select(*_PLACE).distinct()


def _with_hash(messages: DataFrame, *columns: str) -> DataFrame:
    """A message's place and a hash of its bytes; of what it was, if it was written anew.

    `is null` keeps a NULL key and a NULL value apart.
    """
    mark = landing_masks.MARK_AS_SQL
    return messages.selectExpr(
        *_PLACE,
        *columns,
        f"if({mark} is null, xxhash64(key is null, key, value is null, value, kafka_at, headers), "
        f"xxhash64({mark}, kafka_at)) as bytes_hash",
    )


def _only_new(
    spark: SparkSession, records: DataFrame, groups: list[Row], incarnation: str, masking: Masking | None
) -> tuple[DataFrame, int, int]:
    """The records that have not landed, each place once; how many records; how many of them are new.

    Raises ChangefeedError when one place has two contents. A message that was erased has none to compare, and one that
    another key of masks has written anew can't be compared.
    """
    landed = landing_masks.written_anew(_landed_in(spark, groups, incarnation), masking, is_stored=True)
    stored = _with_hash(landed, "landed_at", f"substr({landing_masks.MARK_AS_SQL}, 1, 8) as stored_by")
    stored = stored.withColumnRenamed("bytes_hash", "stored_hash")
    places = (
        _with_hash(records, "file", f"substr({landing_masks.MARK_AS_SQL}, 1, 8) as written_by")
        .groupBy(*_PLACE)
        .agg(
            F.count("*").alias("records"),
            F.min(F.struct("bytes_hash", "file")).alias("one"),
            F.max(F.struct("bytes_hash", "file")).alias("other"),
            F.first("written_by").alias("written_by"),
        )
        .join(stored, _PLACE, "left")
        .persist()
    )
    removed = _removed_in(spark, groups, incarnation).alias("removed")

    def not_removed(these: DataFrame) -> DataFrame:
        same_place = (
            "removed.topic = these.topic and removed.partition = these.partition"
            " and these.offset between removed.first_offset and removed.last_offset"
        )
        return these.alias("these").join(removed, F.expr(same_place), "left_anti")

    try:
        differing = places.where(
            "one.bytes_hash <> other.bytes_hash or stored_hash <> one.bytes_hash and stored_by <=> written_by"
        )
        conflict = differing.join(_erased_in(spark, groups, incarnation), _PLACE, "left_anti").orderBy(*_PLACE)
        for row in conflict.limit(1).collect():
            raise _conflict_error(row, incarnation)
        count = places.selectExpr("coalesce(sum(records), 0)").head(1)[0][0]
        new_places = not_removed(places.where("stored_hash is null"))
        new, repeated = new_places.selectExpr("count(*)", "count_if(records > 1)").head(1)[0]
    finally:
        places.unpersist()
    remaining = not_removed(records.join(stored.select(*_PLACE), _PLACE, "left_anti"))
    return remaining.dropDuplicates(_PLACE) if repeated else remaining, count, new


def _conflict_error(row: Row, incarnation: str) -> ChangefeedError:
    files = " and ".join(sorted({_path(row["one"]["file"]), _path(row["other"]["file"])}))
    if row["one"]["bytes_hash"] != row["other"]["bytes_hash"]:
        other = "another record there"
    else:
        other = f"what landed at {row['landed_at']:%Y-%m-%d %H:%M:%S} UTC"
    return ChangefeedError(
        f"topic {row['topic']}, incarnation {incarnation!r}, partition {row['partition']}, "
        f"offset {row['offset']}: the record in {files} differs from {other} at the same place "
        "(key, value, headers or timestamp). Nothing landed. A place has one record, and what landed there can't be "
        "replaced: leave the other line out. Only if the topic was deleted and made again, load the files of each of "
        "the two topics by themselves, with --incarnation LABEL."
    )


# -- lines that are not records


def _find_malformed(lines: DataFrame) -> tuple[list[RejectedLine], dict[Path, str]]:
    """The malformed lines with their numbers, which only a scan of their files in order can tell.

    A file with too many is something else: its lines are left out, and the second part says so.
    """
    malformed = (
        _parsed(lines)
        .selectExpr("file", f"if({_is_record()}, null, md5(cast(line as binary))) as line_hash")
        .where("line_hash is not null")
    )
    chosen, total, left_out = [], 0, {}
    for row in malformed.groupBy("file").count().orderBy("count", "file").collect():
        total += row["count"]
        if total <= _MOST_MALFORMED:
            chosen.append(row["file"])
        else:
            told = f"{counted(row['count'], 'line')} of it are not Kafka records, and were not set aside"
            left_out[Path(_path(row["file"]))] = f"{told} (`kcat -C -J` writes records)"
    hashes: dict[str, set[str]] = {}
    for row in malformed.where(F.col("file").isin(chosen)).distinct().collect() if chosen else ():
        hashes.setdefault(_path(row["file"]), set()).add(row["line_hash"])
    return [
        RejectedLine(file, number, reason_of(line), line[:_LINE_BYTES_KEPT])
        for file in sorted(hashes)
        for number, line in _numbered_lines(Path(file))
        if hashlib.md5(line).hexdigest() in hashes[file]
    ], left_out


def _numbered_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    for number, line in numbered_lines(file):
        yield number, line.removesuffix(b"\r").rstrip(b" ")


def numbered_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a plain or .gz file, from 1, without the line break."""
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
        for number, line in enumerate(opened, start=1):
            yield number, line.removesuffix(b"\n")


def reason_of(line: bytes) -> str:
    """Says what is wrong with a line that is no record for Spark."""
    try:
        record = record_of(line)
    except ValueError as error:
        return str(error)
    if any(record.get(name) is not None for name in ("key_base64", "payload_base64")):
        return "base64 that can't be read"
    return "Spark's JSON reader does not accept it"


def record_of(line: bytes) -> dict[str, Any]:
    """The record that a line is. Raises ValueError, which says what is wrong with the line."""
    try:
        record = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        why = f"not UTF-8 (byte {error.start + 1}); bytes that are not text need payload_base64"
        raise ValueError(why) from error
    except ValueError as error:
        raise ValueError(f"not JSON, or cut off: {error}") from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(record, dict):
        raise ValueError("not a JSON object")
    if not isinstance(record.get("topic"), str) or not record["topic"]:
        raise ValueError("topic is missing or not text")
    if record["topic"].startswith(BASELINE_TOPIC):
        raise ValueError(
            f"topics that begin with {BASELINE_TOPIC} are those of `changefeed load --baseline`, and of nothing else"
        )
    for name, largest in (("partition", 2**31), ("offset", 2**63)):
        number = record.get(name)
        if type(number) is not int or not 0 <= number < largest:
            raise ValueError(f"{name} is missing or not a number from 0")
    for name in ("key", "payload", "key_base64", "payload_base64"):
        if not isinstance(record.get(name), (str, type(None))):
            raise ValueError(f"{name} is not a string, so its bytes are not known")
    for name in ("key", "payload"):
        if None not in (record.get(name), record.get(f"{name}_base64")):
            raise ValueError(f"both {name} and {name}_base64")
    if record.get("tstype") not in (None, "create", "append", "logappend", "unknown"):
        raise ValueError("tstype is not one of create, append, logappend, unknown")
    at = record.get("ts")
    if at is not None and (type(at) is not int or not -1 <= at <= _LAST_MS):
        raise ValueError("ts is not a number of milliseconds")
    headers = record.get("headers")
    if headers is not None:
        if not isinstance(headers, list) or not all(isinstance(h, (str, type(None))) for h in headers):
            raise ValueError("headers is not a flat array of strings")
        if len(headers) % 2:
            raise ValueError("headers has an odd number of elements; they are name, value, name, value")
        if None in headers[::2]:
            raise ValueError("a header has no name")
    if any("\ud800" <= character <= "\udfff" for character in json.dumps(record, ensure_ascii=False)):
        raise ValueError("half of a UTF-16 surrogate pair is escaped, which is not text")
    return record


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _set_aside(spark: SparkSession, found: list[RejectedLine], batch_id: int, masking: Masking | None) -> int:
    """Store the lines that no earlier load has stored, and return their number."""
    rejected = [replace(line, line=landing_masks.without_text(line.line, masking)) for line in found]
    table = spark.table(table_name("rejected_lines"))
    files = sorted({line.file for line in rejected})
    known = {
        (row["file"], row["line_number"], bytes(row["line"]))
        for row in table.where(F.col("file").isin(files)).select("file", "line_number", "line").collect()
    }
    now = datetime.now(timezone.utc)
    new = [
        (line.file, line.line_number, line.reason, bytearray(line.line), now, batch_id)
        for line in rejected
        if (line.file, line.line_number, line.line) not in known
    ]
    if new:
        storage.append(spark.createDataFrame(new, table.schema).coalesce(1), table_name("rejected_lines"))
    return len(new)


def _path(uri: str) -> str:
    """Spark names files as URIs; people don't."""
    return unquote(urlparse(uri).path)
