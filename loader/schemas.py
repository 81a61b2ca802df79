"""The Avro schemas that a project gives its feeds: the files schemas/*.avsc, read into the table `schemas`.

A file counts as a schema if the JVM's Avro can read it and Spark can decode with it. Other files are kept with their
fault, for the checks of the feeds that name them.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.avro.functions import from_avro

from loader.errors import ChangefeedError
from loader.messages import table_name
from loader.session import first_lines

FOLDER = "schemas"
_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def read(spark: SparkSession, project_dir: Path) -> int:
    """Bring the table `schemas` up to date with the project's folder; return the number of schemas in it.

    Writes only if a file is new, gone or different. Raises ChangefeedError for a file that can't be read, or whose
    name an option of a feed can't hold.
    """
    files = {file.stem: file for file in sorted((project_dir / FOLDER).glob("*.avsc"))}
    for name, file in files.items():
        if not _NAME.fullmatch(name):
            raise ChangefeedError(
                f"{file}: name it with letters, digits, _ . and -, as a feed's option schema names it."
            )
    contents = {name: _bytes_of(file) for name, file in files.items()}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    table = table_name("schemas")
    if _hashes(spark, table) != hashes:
        rows = [_row(spark, name, content, hashes[name]) for name, content in contents.items()]
        frame = spark.createDataFrame(rows, spark.table(table).schema)
        try:
            frame.coalesce(1).write.format("delta").mode("overwrite").saveAsTable(table)
        except Exception:
            if _hashes(spark, table) != hashes:  # else another command wrote the same at the same time
                raise
    return len(files)


def _hashes(spark: SparkSession, table: str) -> dict[str, str]:
    return {row["name"]: row["sha256"] for row in spark.sql(f"select name, sha256 from {table}").collect()}


def unchecked(project_dir: Path) -> dict[str, dict[str, Any]]:
    """The files as the macro landed_schemas() gives them, where no JVM says whether they are schemas of Avro."""
    found = {}
    for file in sorted((project_dir / FOLDER).glob("*.avsc")):
        try:
            schema = json.loads(_bytes_of(file).decode("utf-8-sig"))
            found[file.stem] = {"text": json.dumps(schema), "schema": schema, "fault": None}
        except ValueError as error:
            found[file.stem] = {"text": None, "schema": None, "fault": f"it is no JSON: {error}"}
    return found


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ChangefeedError(f"{file}: can't be read ({error.strerror})") from error


def _row(spark: SparkSession, name: str, content: bytes, sha256: str) -> Row:
    """A row of `schemas`: the schema in canonical form with its fingerprint, or else the fault."""
    avro = spark._jvm.org.apache.avro
    text = fingerprint = fault = None
    try:
        schema = avro.Schema.Parser().parse(content.decode("utf-8-sig"))
        canonical = avro.SchemaNormalization.toParsingForm(schema)
        fingerprint = bytes(avro.SchemaNormalization.parsingFingerprint("CRC-64-AVRO", schema)).hex().upper()
        spark.range(1).select(from_avro(F.lit(b"\0"), canonical))  # a statement with a parameter fails in Spark 4.1
        text = json.dumps(json.loads(canonical), separators=(",", ":"))
    except Exception as error:
        said = re.sub(r"^.*?(?:SchemaParseException|AvroTypeException): ", "", first_lines(error, 2), flags=re.DOTALL)
        fault = " ".join(said.split())[:500]
        fingerprint = None
    return Row(name=name, text=text, fingerprint=fingerprint, sha256=sha256, fault=fault)
