"""The Avro schemas of feeds in the table `schemas`: the files schemas/*.avsc, and what a schema registry gave.

A file counts as a schema if the JVM's Avro can read it and Spark can decode with it. Other files are kept with their
fault, for the checks of the feeds that name them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.avro.functions import from_avro

from changefeed.errors import ChangefeedError
from changefeed.project.avro_files import FOLDER, bytes_of
from changefeed.spark import jvm, storage
from changefeed.spark.relations import table_name
from changefeed.words import first_lines

FETCHED = "registry:"  # before the number of a schema that a registry gave; no file is called so
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_DEEPEST = 40  # types in each other; neither dbt's macros nor Spark's plans go down without end
# What Kafka Connect and TiCDC say of a column beside its Avro type, and macros/avro/avro_column_types.sql reads.
_CONNECT = ("connect.name", "connect.type")
_PARAMETERS = ("scale", "length", "tidb_type")


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
    contents = {name: bytes_of(file) for name, file in files.items()}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    table = table_name("schemas")
    if _hashes(spark, table) != hashes:
        rows = [_row(spark, name, content, hashes[name]) for name, content in contents.items()]
        frame = spark.createDataFrame(rows, spark.table(table).schema).coalesce(1)
        try:
            of_files = f"not startswith(name, '{FETCHED}')"
            storage.replace_some(frame, table, of_files, by="name")
        except Exception:
            if _hashes(spark, table) != hashes:  # else another command wrote the same at the same time
                raise
    return len(files)


def _hashes(spark: SparkSession, table: str) -> dict[str, str]:
    of_files = f"select name, sha256 from {table} where not startswith(name, '{FETCHED}')"
    return {row["name"]: row["sha256"] for row in spark.sql(of_files).collect()}


def add(spark: SparkSession, rows: list[Row]) -> None:
    """Add rows of fetched_row() to the table `schemas`."""
    if rows:
        table = table_name("schemas")
        frame = spark.createDataFrame(rows, spark.table(table).schema)
        storage.append(frame.coalesce(1), table)


def fetched_row(spark: SparkSession, number: str, text: str, references: Iterable[str] = (), kind: str = "AVRO") -> Row:
    """A row of `schemas` for what a registry has under a number: a schema of a kind, and what it refers to."""
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    if kind != "AVRO":
        fault = f"the registry has it as a schema of {kind}, not of Avro"
        return Row(name=FETCHED + number, text=None, fingerprint=None, sha256=sha256, fault=fault)
    return _row(spark, FETCHED + number, text.encode(), sha256, references, has_any_names=True)


def named(spark: SparkSession, project_dir: Path, names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The schemas of these names as the macro landed_schemas() gives them, where no run has to have read the files.

    A name is that of a file, or FETCHED with a number: what a registry gave stands in the table `schemas`, if it is
    there.
    """
    files = {file.stem: file for file in sorted((project_dir / FOLDER).glob("*.avsc"))}
    rows = [_row(spark, name, bytes_of(files[name]), "") for name in names if name in files]
    fetched = [name for name in names if name.startswith(FETCHED)]
    if fetched and spark.catalog.tableExists(table_name("schemas")):
        rows += spark.table(table_name("schemas")).where(F.col("name").isin(fetched)).collect()
    return as_landed(rows)


def as_landed(rows: Iterable[Row]) -> dict[str, dict[str, Any]]:
    """Rows of the table `schemas` as the macro landed_schemas() gives them."""
    return {
        row["name"]: {
            "text": row["text"],
            "schema": json.loads(row["text"]) if row["text"] else None,
            "fingerprint": row["fingerprint"],
            "fault": row["fault"],
        }
        for row in rows
    }


def _row(
    spark: SparkSession,
    name: str,
    content: bytes,
    sha256: str,
    references: Iterable[str] = (),
    has_any_names: bool = False,
) -> Row:
    """A row of `schemas`: the schema, as plain() has it, with its fingerprint; or else the fault.

    `references` are the texts of schemas that it names. A registry takes names that Avro's parser refuses.
    """
    avro = jvm.of(spark).org.apache.avro
    text = fingerprint = fault = None
    try:
        parser = avro.Schema.Parser(avro.NameValidator.NO_VALIDATION) if has_any_names else avro.Schema.Parser()
        for reference in references:
            parser.parse(reference)
        schema = parser.parse(content.decode("utf-8-sig"))
        if _depth(json.loads(schema.toString())) > _DEEPEST:
            raise ValueError(f"its types are in each other more than {_DEEPEST} levels deep")
        fingerprint = bytes(avro.SchemaNormalization.parsingFingerprint("CRC-64-AVRO", schema)).hex().upper()
        found = json.dumps(plain(json.loads(schema.toString())), separators=(",", ":"), ensure_ascii=False)
        spark.range(1).select(from_avro(F.lit(b"\0"), found))  # a statement with a parameter fails in Spark 4.1
        if name.removeprefix(FETCHED).isdigit() and _has_choice(json.loads(found)):
            raise ValueError("it has a union of several types beside null, whose values are not read")
        text = found
    except Exception as error:
        said = re.sub(r"^.*?(?:SchemaParseException|AvroTypeException): ", "", first_lines(error, 2), flags=re.DOTALL)
        fault = " ".join(said.split())[:500]
        fingerprint = None
    return Row(name=name, text=text, fingerprint=fingerprint, sha256=sha256, fault=fault)


def plain(schema: Any) -> Any:
    """A schema with only what the bytes of a record depend on, and with what Connect says of columns.

    Its named types are called T0, T1, …, because names can be long, and some registries have names that Avro refuses.
    Only the name of the whole schema stays, as connect.name.
    """
    names: dict[str, str] = {}
    found = _plain(schema, "", names)
    return {**found, "connect.name": next(iter(names)).removeprefix(".")} if names and "name" in found else found


def _plain(schema: Any, namespace: str, names: dict[str, str]) -> Any:
    if isinstance(schema, list):
        return [_plain(branch, namespace, names) for branch in schema]
    if isinstance(schema, str):
        return names.get(schema if "." in schema else f"{namespace}.{schema}", names.get(f".{schema}", schema))
    kind = schema["type"]
    if not isinstance(kind, str) or kind not in ("record", "error", "enum", "fixed", "array", "map"):
        inner = _plain(kind, namespace, names)
        said = _said_by_connect(schema) | _decimal_of_tidb(schema)
        return {**(inner if isinstance(inner, dict) else {"type": inner}), **said} if said else inner
    found: dict[str, Any] = {"type": "record" if kind == "error" else kind}
    if kind in ("record", "error", "enum", "fixed"):
        name = schema["name"]
        if "." not in name:
            namespace = schema.get("namespace", namespace)
            name = f"{namespace}.{name}"
        else:
            namespace = name.rpartition(".")[0]
        found["name"] = names[name] = f"T{len(names)}"
    if kind in ("record", "error"):
        found["fields"] = [
            {"name": each["name"], "type": _plain(each["type"], namespace, names)} for each in schema["fields"]
        ]
    elif kind == "enum":
        found["symbols"] = schema["symbols"]
    elif kind == "fixed":
        found["size"] = schema["size"]
    else:
        within = "items" if kind == "array" else "values"
        found[within] = _plain(schema[within], namespace, names)
    return found | _said_by_connect(schema)


def _depth(schema: Any) -> int:
    """How many types are in each other."""
    if isinstance(schema, list):
        return max(map(_depth, schema), default=0)
    if not isinstance(schema, dict):
        return 0
    within = [schema[name] for name in ("type", "items", "values") if name in schema]
    return 1 + max(map(_depth, [*within, *(field["type"] for field in schema.get("fields", ()))]), default=0)


def _has_choice(schema: Any) -> bool:
    """Whether a value can be of several types, which Connect never writes: it would not be one JSON value."""
    if isinstance(schema, list):
        kinds = [branch for branch in schema if branch != "null"]
        return len(kinds) > 1 or any(_has_choice(branch) for branch in kinds)
    if isinstance(schema, dict):
        within = [schema[name] for name in ("items", "values") if name in schema]
        return any(_has_choice(each) for each in [*within, *(field["type"] for field in schema.get("fields", ()))])
    return False


def _decimal_of_tidb(schema: dict[str, Any]) -> dict[str, Any]:
    """The logical type of a TiCDC decimal, if Spark has its digits (38): the bytes alone do not say the scale."""
    names = ("logicalType", "precision", "scale")
    is_decimal = schema.get("logicalType") == "decimal" and "tidb_type" in (schema.get("connect.parameters") or {})
    return {name: schema[name] for name in names if name in schema} if is_decimal and schema["precision"] <= 38 else {}


def _said_by_connect(schema: dict[str, Any]) -> dict[str, Any]:
    found = {name: schema[name] for name in _CONNECT if isinstance(schema.get(name), str)}
    given = schema.get("connect.parameters")
    parameters = {name: str(given[name]) for name in _PARAMETERS if isinstance(given, dict) and name in given}
    if schema.get("logicalType") == "decimal":
        parameters.setdefault("scale", str(schema.get("scale", 0)))
        if "tidb_type" in parameters:
            parameters["precision"] = str(schema["precision"])
    return found | ({"connect.parameters": parameters} if parameters else {})
