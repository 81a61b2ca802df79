"""Looks for bytes in files: as they are, and in the values of compressed files, which Spark reads."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import IO, cast
from urllib.parse import unquote

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from changefeed.spark import folders
from changefeed.words import first_lines

_READERS = {".parquet": "parquet", ".avro": "avro"}  # files whose values are compressed
_BLOCK = 8 * 1024 * 1024
_BOUND = 32  # characters of a least or greatest value that a table's log keeps
_MOST_FILES = 500  # that one query reads


@dataclass
class Searched:
    """What was searched, and which values are where: value → files, as folder and path. `unread` could not be read."""

    files: int = 0
    bytes: int = 0
    with_values: int = 0  # files of which the values were read as well
    found: dict[str, list[str]] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)

    def note(self, value: str, file: str) -> None:
        files = self.found.setdefault(value, [])
        if file not in files:
            files.append(file)


def search(
    spark: SparkSession,
    places: list[folders.Local | folders.Remote],
    values: list[str],
    leaves_out: Callable[[str], bool] = lambda name: False,
) -> Searched:
    """Look for texts in the names and contents of all files below some folders.

    A file is looked into as it is, without its gzip, and by the values of its rows. A text is also looked for as JSON
    writes it. `leaves_out` tells files, by their paths from the folder, that are not looked into.
    """
    done = Searched()
    forms = {value: _forms(value) for value in values}
    of_form = {form: value for value, texts in forms.items() for form in texts}
    for place in places:
        by_reader: dict[tuple[str, str], list[str]] = {}
        for name in sorted(place.files()):
            if leaves_out(name):
                continue
            done.files += 1
            where = f"{place.address()}/{name}"
            for value in values:
                if any(form in text for form in forms[value] for text in (name, unquote(name))):
                    done.note(value, where)
            _in_bytes(place, name, where, forms, done)
            path = PurePosixPath(name)
            if (reader := _READERS.get(path.suffix)) and not path.name.startswith((".", "_")):
                by_reader.setdefault((reader, str(path.parent)), []).append(where)
        for (reader, _), files in by_reader.items():
            for start in range(0, len(files), _MOST_FILES):
                _in_values(spark, reader, files[start : start + _MOST_FILES], of_form, done)
    return done


def _forms(value: str) -> list[str]:
    """A text as it is, as JSON writes it, and as far as a table's log keeps it as the least or greatest of a file."""
    escaped = json.dumps(value)[1:-1]
    texts = {value, escaped, re.sub(r"\\u[0-9a-f]{4}", lambda found: "\\u" + found[0][2:].upper(), escaped)}
    return sorted(texts | {json.dumps(value, ensure_ascii=False)[1:-1], value[:_BOUND]})


def _in_bytes(
    place: folders.Local | folders.Remote, name: str, where: str, forms: dict[str, list[str]], done: Searched
) -> None:
    sought = {value: [form.encode("utf-8", "surrogatepass") for form in texts] for value, texts in forms.items()}
    overlap = max((len(form) for each in sought.values() for form in each), default=1) - 1
    try:
        with place.opened(name) as stream:
            opened = cast(IO[bytes], gzip.GzipFile(fileobj=stream)) if name.endswith(".gz") else stream
            for block in _blocks(opened, overlap):
                done.bytes += len(block) - overlap if len(block) > overlap else len(block)
                for value, each in sought.items():
                    if any(form in block for form in each):
                        done.note(value, where)
    except (OSError, EOFError) as error:
        done.unread[where] = str(error)


def _blocks(stream: IO[bytes], overlap: int) -> Iterator[bytes]:
    """The contents of a file, each block behind the end of the one before it."""
    before = b""
    while block := stream.read(_BLOCK):
        yield before + block
        before = (before + block)[-overlap:] if overlap else b""


def _in_values(spark: SparkSession, reader: str, files: list[str], of_form: dict[str, str], done: Searched) -> None:
    """Read files of one folder together, or one by one where their columns do not go together."""
    try:
        listed = spark.createDataFrame([(list(of_form),)], "listed array<string>")
        found = (
            _rows(spark, reader, files)
            .crossJoin(F.broadcast(listed))
            .select("file", F.explode(F.expr("filter(listed, value -> contains(row, value))")).alias("value"))
            .distinct()
            .collect()
        )
    except Exception as error:
        if len(files) > 1:
            for file in files:
                _in_values(spark, reader, [file], of_form, done)
        else:
            done.unread[files[0]] = first_lines(error, 1)
        return
    done.with_values += len(files)
    for row in found:
        done.note(of_form[row["value"]], re.sub("^file:(//)?(?=/)", "", unquote(row["file"])))


def _rows(spark: SparkSession, reader: str, files: list[str]) -> DataFrame:
    read = spark.read.format(reader)
    if reader == "parquet":
        read = read.option("mergeSchema", "true")
    frame = read.load([file if "://" in file else f"file:{file}" for file in files])
    # As text, bytes stay what they are.
    texts = [F.col(f"`{name.replace('`', '``')}`").cast("string") for name in frame.columns]
    return frame.select(F.col("_metadata.file_path").alias("file"), F.concat_ws("\n", *texts).alias("row"))
