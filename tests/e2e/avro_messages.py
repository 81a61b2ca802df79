"""Avro records as DTS, OMS and DRS write them, encoded by fastavro from schemas of this file's own.

Run `python tests/e2e/avro_messages.py` after a change: it writes the messages of the dialects' unit tests as
tests/fixtures/<name>.sql, for dbt's fixtures in rows cannot hold bytes. A test checks that they are up to date.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fastavro

FIXTURES = Path(__file__).parents[1] / "fixtures"
Value = tuple[str, Any] | None


def _record(name: str, /, **members: Any) -> dict[str, Any]:
    fields = [{"name": each, "type": kind} for each, kind in members.items()]
    return {"type": "record", "name": name, "fields": fields}


def _enum(name: str, symbols: str) -> dict[str, Any]:
    return {"type": "enum", "name": name, "symbols": symbols.split()}


OPERATIONS = (
    "INSERT UPDATE DELETE DDL BEGIN COMMIT ROLLBACK ABORT HEARTBEAT CHECKPOINT COMMAND FILL FINISH CONTROL RDB NOOP INIT"
)
SOURCES = "MySQL Oracle SQLServer PostgreSQL MongoDB Redis DB2 PPAS DRDS HBASE HDFS FILE OTHER"
_PARTS = ("year", "month", "day", "hour", "minute", "second", "millis")
BRANCHES = [
    _record("Integer", precision="int", value="string"),
    _record("Character", charset="string", value="bytes"),
    _record("Decimal", value="string", precision="int", scale="int"),
    _record("Float", value="double", precision="int", scale="int"),
    _record("Timestamp", timestamp="long", millis="int"),
    _record("DateTime", **dict.fromkeys(_PARTS, ["null", "int"])),
    _record("TimestampWithTimeZone", value="DateTime", timezone="string"),
    _record("BinaryGeometry", type="string", value="bytes"),
    _record("TextGeometry", type="string", value="string"),
    _record("BinaryObject", type="string", value="bytes"),
    _record("TextObject", type="string", value="string"),
    _enum("EmptyObject", "NULL NONE"),
]


def _images(branches: list[Any]) -> list[Any]:
    return ["null", "string", {"type": "array", "items": ["null", *branches]}]


def dts_schema(is_old: bool = False) -> dict[str, Any]:
    """The schema of a record of DTS and OMS; the old one lacks bornTimestamp."""
    members = {
        "version": "int",
        "id": "long",
        "sourceTimestamp": "long",
        "sourcePosition": "string",
        "safeSourcePosition": "string",
        "sourceTxid": "string",
        "source": _record("Source", sourceType=_enum("SourceType", SOURCES), version="string"),
        "operation": _enum("Operation", OPERATIONS),
        "objectName": ["null", "string"],
        "processTimestamps": ["null", {"type": "array", "items": "long"}],
        "tags": {"type": "map", "values": "string"},
        "fields": ["null", "string", {"type": "array", "items": _record("Field", name="string", dataTypeNumber="int")}],
        "beforeImages": _images(BRANCHES),
        "afterImages": _images([each["name"] for each in BRANCHES]),
    }
    return _record("Record", **members, **({} if is_old else {"bornTimestamp": "long"}))


_SCHEMAS = {is_old: fastavro.parse_schema(dts_schema(is_old)) for is_old in (False, True)}


def encode(record: Mapping[str, Any], schema: Any) -> bytes:
    """A record's bytes, and nothing else."""
    written = io.BytesIO()
    fastavro.schemaless_writer(written, schema, dict(record))
    return written.getvalue()


# -- values of DTS: each a branch of the union by its name


def integer(value: int | str) -> Value:
    return "Integer", {"precision": 8, "value": str(value)}


def text(value: str | bytes, charset: str = "utf8mb4") -> Value:
    return "Character", {"charset": charset, "value": value.encode() if isinstance(value, str) else value}


def decimal(value: str) -> Value:
    return "Decimal", {"value": value, "precision": 20, "scale": 4}


def double(value: float) -> Value:
    return "Float", {"value": value, "precision": 64, "scale": 0}


def timestamp(seconds: int, fraction: int = 0) -> Value:
    return "Timestamp", {"timestamp": seconds, "millis": fraction}


def _date_time(parts: Mapping[str, int]) -> dict[str, int | None]:
    return {part: parts.get(part) for part in _PARTS}


def date_time(**parts: int) -> Value:
    return "DateTime", _date_time(parts)


def zoned(timezone: str, **parts: int) -> Value:
    return "TimestampWithTimeZone", {"value": _date_time(parts), "timezone": timezone}


def geometry(value: bytes) -> Value:
    return "BinaryGeometry", {"type": "GEOMETRY", "value": value}


def geometry_text(value: str) -> Value:
    return "TextGeometry", {"type": "GEOMETRY", "value": value}


def binary(value: bytes, kind: str = "BLOB") -> Value:
    return "BinaryObject", {"type": kind, "value": value}


def text_object(value: str, kind: str = "JSON") -> Value:
    return "TextObject", {"type": kind, "value": value}


NONE: Value = ("EmptyObject", "NONE")
EMPTY_NULL: Value = ("EmptyObject", "NULL")


def dts(
    operation: str,
    fields: Mapping[str, int] | None = None,
    before: list[Value] | str | None = None,
    after: list[Value] | str | None = None,
    is_old: bool = False,
    source: tuple[str, str] = ("MySQL", "8.0.28"),
    keys: Mapping[str, list[str]] | None = None,
    tags: Mapping[str, str] | None = None,
    **members: Any,
) -> bytes:
    """A record of DTS: `fields` are columns with their dataTypeNumber, `keys` what pk_uk_info holds."""
    told = {"pk_uk_info": json.dumps(keys, separators=(",", ":"))} if keys is not None else {}
    record = {
        "version": 0,
        "id": 1700382,
        "sourceTimestamp": 1717210800,
        "sourcePosition": "72469@78",
        "safeSourcePosition": "72347@78",
        "sourceTxid": "0",
        "source": {"sourceType": source[0], "version": source[1]},
        "operation": operation,
        "objectName": "mydb.t1",
        "processTimestamps": None,
        "tags": told | dict(tags or {}),
        "fields": None if fields is None else [{"name": n, "dataTypeNumber": t} for n, t in fields.items()],
        "beforeImages": before,
        "afterImages": after,
        "bornTimestamp": 1717210800,
    } | members
    return encode(record, _SCHEMAS[is_old])


# -- DRS: a schema of this project's own, after what a public sample reads of a record

DRS_SCHEMA = Path(__file__).parents[2] / "schemas" / "drs_demo.avsc"


def drs_schema() -> dict[str, Any]:
    return json.loads(DRS_SCHEMA.read_text(encoding="utf-8"))


def fingerprint(schema: Any) -> bytes:
    """The CRC-64-AVRO fingerprint of a schema, as it stands before a single object."""
    return bytes.fromhex(fastavro.schema.fingerprint(fastavro.schema.to_parsing_canonical_form(schema), "CRC-64-AVRO"))


def drs(operation: str, columns: list[str] | None, before: Any = None, after: Any = None, **members: Any) -> bytes:
    """A single-object record of the demo's schema."""
    schema = drs_schema()
    named = {
        side: image and [each and (f"{schema['namespace']}.{each[0]}", each[1]) for each in image]
        for side, image in {"beforeImages": before, "afterImages": after}.items()
    }
    record = {
        "version": 1,
        "seqno": 42,
        "shardId": 0,
        "eventid": "1",
        "updateTimestamp": 1717210800250,
        "tableName": "stock",
        "operation": operation,
        "columnCount": len(columns or []),
        "fields": None if columns is None else [{"name": name, "type": "varchar"} for name in columns],
        **named,
    } | members
    return b"\xc3\x01" + fingerprint(schema) + encode(record, fastavro.parse_schema(schema))
