"""Capture files → messages: what `kcat -C -J` printed lands as it is, once, or is set aside with file and line.

All lines are parsed by Spark's SQL functions. A load takes two looks at the files: one at the places
(topic, partition, offset) of the lines, which decides whether anything landed before, and one that lands.
"""

from __future__ import annotations

import glob
import gzip
import hashlib
import json
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import yaml
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from loader.errors import ChangefeedError
from loader.session import first_lines, schema_name

SOURCES = "models/landing/_landing__sources.yml"
SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt", ".log")
_OTHER_COMPRESSION = (".bz2", ".zst", ".xz", ".snappy", ".lz4", ".deflate", ".zip", ".tar", ".tgz")
_MOST_MALFORMED = 100_000  # more than that and the files are something else
_MOST_RANGES = 200  # offset ranges looked up one by one; above that, one range a topic
_LINE_BYTES_KEPT = 64 * 1024
_FILE_BYTES = 512 * 1024 * 1024  # capture bytes that become one file of messages: some 50 MB in zstd
_LAST_MS = 253402300799999  # the end of the year 9999
_PLACE = ["topic", "partition", "offset"]


@dataclass(frozen=True)
class RejectedLine:
    """A line that is no Kafka record; `line_number` counts from 1."""

    file: str
    line_number: int
    reason: str
    line: bytes


@dataclass
class LoadReport:
    """What a load did. All counts are of messages or lines; `seconds` is wall-clock time."""

    files: int = 0
    landed: int = 0
    already_there: int = 0  # landed by an earlier load, or twice in these files
    rejected: list[RejectedLine] = field(default_factory=list)  # in these files
    newly_rejected: int = 0  # of these, not set aside by an earlier load
    batch_id: int | None = None  # None when nothing was written
    seconds: float = 0.0


def create_tables(spark: SparkSession, project_dir: Path) -> None:
    """Create the schema and the landing tables, as models/landing/_landing__sources.yml describes them."""
    spark.sql(f"create schema if not exists `{schema_name()}`")
    source = yaml.safe_load((project_dir / SOURCES).read_text())["sources"][0]
    for table in source["tables"]:
        columns = ", ".join(f"`{c['name']}` {c['data_type']}" for c in table["columns"])
        spark.sql(f"create table if not exists {_table(table['name'])} ({columns}) using delta")


def load(
    spark: SparkSession,
    project_dir: Path,
    paths: Iterable[str | Path],
    incarnation: str = "",
    progress: Callable[[str], None] = lambda line: None,
) -> LoadReport:
    """Land the records of capture files that have not landed before.

    `paths` are files, folders (searched for *.json, *.jsonl, *.ndjson, *.txt, *.log and .gz of them)
    or globs. `incarnation` tells a topic from one of the same name that was deleted before it.
    `progress` receives a line of text as each step begins. All new messages land in one commit.
    Raises ChangefeedError, and lands nothing, when a path can't be read, when a place has landed before
    (or occurs twice) with other bytes, or when another load landed meanwhile.
    """
    started = time.monotonic()
    create_tables(spark, project_dir)
    files = find_files(paths)
    report = LoadReport(files=len(files))
    size = sum(file.stat().st_size for file in files)
    progress(f"reading {len(files):,} {_plural(len(files), 'file')} ({size / 1e6:,.1f} MB)")
    try:
        lines = _lines(spark, files)
        groups = _place_groups(lines)
        total = sum(group["lines"] for group in groups)
        places = [group for group in groups if group["topic"] is not None]
        is_repeated = any(group["lines"] > group["distinct_offsets"] for group in places)
        records = _records(lines)
        valid = None
        if is_repeated or _landed_in(spark, places, incarnation).limit(1).count():
            progress("comparing with what has landed")
            records, valid = _only_new(spark, records, places, incarnation)
        batch_id = _next_batch_id(spark)
        progress(f"landing up to {total:,} messages")
        report.landed = _append(spark, records, places, incarnation, batch_id, size)
        malformed = total - (report.landed if valid is None else valid)
        report.already_there = total - malformed - report.landed
        if malformed:
            progress(f"setting {malformed:,} {_plural(malformed, 'line')} aside")
            report.rejected = _find_malformed(lines)
            report.newly_rejected = _set_aside(spark, report.rejected, batch_id)
    except ChangefeedError:
        raise
    except Exception as error:
        raise ChangefeedError(f"load failed, nothing landed: {first_lines(error)}") from error
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


# -- lines → records, in SQL

_JSON = "map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647')"
_PLACE_TYPE = "topic variant, partition int, offset bigint"

# kcat prints the place first: parsing the part before "tstype" is five times cheaper than the line.
_PLACES = f"""
select
    file,
    line,
    if(
        prefix.topic is null or prefix.partition is null or prefix.offset is null,
        from_json(line, '{_PLACE_TYPE}', {_JSON}),
        prefix
    ) as place
from (
    select
        *,
        from_json(concat(substring_index(line, ',"tstype"', 1), '}}'), '{_PLACE_TYPE}', {_JSON}) as prefix
    from {{lines}}
)
"""

# `changefeed_end` takes the place of the closing brace: it is read only if nothing follows the object.
_PARSED = f"""
select
    file,
    line,
    place,
    from_json(
        concat(
            cast(substring(cast(line as binary), 1, octet_length(line) - 1) as string),
            ',"changefeed_end":1}}'
        ),
        'tstype string, ts variant, headers variant, key variant, key_base64 variant,
        payload string, payload_base64 string, changefeed_end int',
        {_JSON}
    ) as rest
from {{places}}
"""


def _is_text(name: str) -> str:
    """SQL: the member is absent, NULL or a string. from_json would render any other value as text."""
    return rf"""(
        rest.{name} is null
        or contains(line, '"{name}":"')
        or contains(line, '"{name}": "')
        or schema_of_variant(try_variant_get(try_parse_json(line), '$.{name}', 'variant')) = 'STRING'
    )"""


# A surrogate escape outside a pair; escaped backslashes and whole pairs are taken out first.
_HAS_LONE_SURROGATE = r"""(
    contains(line, r'\u')
    and (contains(line, r'\ud') or contains(line, r'\uD'))
    and regexp_replace(
        replace(line, r'\\', ' '), r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}', ' '
    ) rlike r'\\u[dD][89a-fA-F]'
)"""

_IS_RECORD = rf"""
    endswith(line, '}}')
    and rest.changefeed_end = 1
    and is_valid_utf8(line)
    and schema_of_variant(place.topic) = 'STRING'
    and cast(place.topic as string) <> ''
    and place.partition >= 0
    and place.offset >= 0
    and coalesce(rest.tstype in ('create', 'append', 'logappend', 'unknown'), true)
    and coalesce(schema_of_variant(rest.ts) in ('BIGINT', 'VOID'), true)
    and coalesce(try_variant_get(rest.ts, '$', 'bigint') between -1 and {_LAST_MS}, true)
    and coalesce(schema_of_variant(rest.headers) in ('ARRAY<STRING>', 'ARRAY<VOID>', 'VOID'), true)
    and coalesce(size(cast(rest.headers as array<string>)) % 2 = 0, true)
    and coalesce(schema_of_variant(rest.key) in ('STRING', 'VOID'), true)
    and coalesce(schema_of_variant(rest.key_base64) in ('STRING', 'VOID'), true)
    and (cast(rest.key as string) is null or cast(rest.key_base64 as string) is null)
    and (rest.payload is null or rest.payload_base64 is null)
    and {_is_text("payload")}
    and {_is_text("payload_base64")}
    and (rest.payload_base64 is null or try_to_binary(rest.payload_base64, 'base64') is not null)
    and (
        cast(rest.key_base64 as string) is null
        or try_to_binary(cast(rest.key_base64 as string), 'base64') is not null
    )
    and not {_HAS_LONE_SURROGATE}
"""

_HEADERS = """
    transform(
        sequence(0, size(cast(rest.headers as array<string>)) - 2, 2),
        i -> struct(
            cast(rest.headers as array<string>)[i] as key,
            cast(cast(rest.headers as array<string>)[i + 1] as binary) as value
        )
    )
"""

_RECORD = f"""
struct(
    cast(place.topic as string) as topic,
    place.partition as partition,
    place.offset as offset,
    case
        when try_variant_get(rest.ts, '$', 'bigint') >= 0
            then timestamp_millis(try_variant_get(rest.ts, '$', 'bigint'))
    end as kafka_at,
    case
        when try_variant_get(rest.ts, '$', 'bigint') >= 0 then
            case rest.tstype when 'create' then 'create' when 'append' then 'append' when 'logappend' then 'append' end
    end as kafka_at_type,
    case when size(cast(rest.headers as array<string>)) > 0 then {_HEADERS} end as headers,
    coalesce(
        try_to_binary(cast(rest.key_base64 as string), 'base64'), cast(cast(rest.key as string) as binary)
    ) as key,
    coalesce(try_to_binary(rest.payload_base64, 'base64'), cast(rest.payload as binary)) as value,
    file
)
"""


def _lines(spark: SparkSession, files: list[Path]) -> DataFrame:
    """file, line: every line that is not blank, without the white space at its end."""
    spark.conf.set("spark.sql.files.maxPartitionBytes", str(_FILE_BYTES))
    text = (
        spark.read.option("lineSep", "\n")
        .option("__globPaths__", "false")
        .text([file.as_uri() for file in files])
    )
    return text.selectExpr(
        "_metadata.file_path as file", r"trim(trailing ' \t\r' from value) as line"
    ).where("line <> ''")


def _places(lines: DataFrame) -> DataFrame:
    return lines.sparkSession.sql(_PLACES.format(lines="{lines}"), lines=lines)


def _place_groups(lines: DataFrame) -> list[Row]:
    """Per topic and partition: lines, distinct offsets, and from which offset to which. NULL: no place."""
    return lines.sparkSession.sql(
        """
        select
            topic,
            partition,
            sum(lines) as lines,
            sum(bit_count(offsets)) as distinct_offsets,
            min(first_offset) as first_offset,
            max(last_offset) as last_offset
        from (
            select
                cast(place.topic as string) as topic,
                place.partition,
                shiftright(place.offset, 6) as offset_group,
                count(*) as lines,
                bit_or(shiftleft(1L, cast(place.offset & 63 as int))) as offsets,
                min(place.offset) as first_offset,
                max(place.offset) as last_offset
            from {places}
            group by all
        )
        group by all
        """,
        places=_places(lines),
    ).collect()


def _parsed(lines: DataFrame) -> DataFrame:
    return lines.sparkSession.sql(_PARSED.format(places="{places}"), places=_places(lines))


def _records(lines: DataFrame) -> DataFrame:
    """The records of the lines that are one. `inline` keeps Spark from parsing again for the filter."""
    return _parsed(lines).selectExpr(f"inline(if({_IS_RECORD}, array({_RECORD}), array()))")
