"""What a record of DTS or OMS says, read by fastavro and by the vendors' documents, not by the project's SQL."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import fastavro

from avro_messages import dts_schema

_SCHEMAS = [fastavro.parse_schema(dts_schema(is_old)) for is_old in (False, True)]
_CODECS = {
    "utf8mb4": "utf-8",
    "utf8": "utf-8",
    "gbk": "gbk",
    "latin1": "cp1252",
    "utf16": "utf-16-be",
    "binary": "latin-1",
}
_OPERATIONS = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "INIT": "snapshot"}
_EVENTS = {"BEGIN": "begin", "COMMIT": "commit", "ROLLBACK": "rollback", "ABORT": "rollback", "HEARTBEAT": "heartbeat"}
_MICROS, _NANOS = 6, 9
_LARGE = {245, 249, 250, 251, 252, 255}  # MySQL's types of columns (FIELD_TYPE_…): JSON, BLOB and TEXT, GEOMETRY
_KNOWN = _LARGE | set(range(6)) | set(range(7, 20)) | {246, 247, 248, 253, 254}  # 6 is NULL, which is no type


class Undefined(ValueError):
    """The documents do not say what it means."""


def whole_record(value: bytes) -> dict[str, Any] | None:
    """The record that the bytes are, with or without bornTimestamp; None where they are none, or more than one."""
    for schema in _SCHEMAS:
        read = io.BytesIO(value)
        try:
            record = fastavro.schemaless_reader(
                read, schema, return_record_name=True, handle_unicode_errors="surrogateescape"
            )
        except Exception:
            continue
        if read.tell() == len(value):
            return _with_plain_enums(record)
    return None


def _with_plain_enums(record: dict[str, Any]) -> dict[str, Any]:
    """A record whose EmptyObject values are just their symbol: fastavro names the type of each branch that has one."""
    for side in ("beforeImages", "afterImages"):
        if isinstance(record[side], list):
            record[side] = [
                value[1] if isinstance(value, tuple) and isinstance(value[1], str) else value for value in record[side]
            ]
    return record


def changes_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The changes that must come out of a record: operation, before, after. Raises Undefined where none are told."""
    if any("\udc80" <= letter <= "\udcff" for letter in json.dumps(_told(record), ensure_ascii=False)):
        raise Undefined("bytes that are no UTF-8")
    operation = record["operation"]
    parts = (record["objectName"] or "").split(".") if record["objectName"] is not None else []
    if len(parts) > 3 or "" in parts:
        raise Undefined("no name of a table")
    if operation not in _OPERATIONS:
        statement = record["afterImages"] if isinstance(record["afterImages"], str) else ""
        is_statement = operation in ("DDL", "COMMAND")
        event = "truncate" if is_statement and statement.lower().startswith("truncate") else "ddl"
        return [
            {"operation": event if is_statement else _EVENTS.get(operation, "other"), "before": None, "after": None}
        ]
    if len(parts) < 2:
        raise Undefined("no table")
    fields = record["fields"]
    sides = record["beforeImages"], record["afterImages"]
    wanted = operation in ("UPDATE", "DELETE"), operation != "DELETE"
    if not isinstance(fields, list) or any(
        isinstance(side, list) != want for side, want in zip(sides, wanted, strict=True)
    ):
        raise Undefined("fields or images missing")
    if len({each["name"] for each in fields}) < len(fields):
        raise Undefined("a column twice")
    before, after = (None if side is None or isinstance(side, str) else _image(record, side) for side in sides)
    keys = _keys(record)
    if _is_oms(record):
        before, after = _without_unsent(record, before, after, keys)
    return _steps(_OPERATIONS[operation], before, after, keys)


def _told(record: dict[str, Any]) -> Any:
    """What is read of a record: other texts in it may be anything."""
    is_row, statement = record["operation"] in _OPERATIONS, record["afterImages"]
    sides = [side for side in (record["beforeImages"], statement) if is_row and isinstance(side, list)]
    return [
        *(record[name] for name in ("objectName", "tags", "fields", "sourceTxid")),
        statement if isinstance(statement, str) else None,
        [_without_notes(value) for side in sides for value in side],
    ]


def _without_notes(value: Any) -> Any:
    """A value without what describes it, and without bytes, which are no text yet."""
    if not isinstance(value, tuple):
        return None
    return [each for name, each in value[1].items() if isinstance(each, str) and name not in ("type", "charset")]


def _keys(record: dict[str, Any]) -> list[str]:
    sent = record["tags"].get("pk_uk_info", "").strip()
    if not sent:
        raise Undefined("no key")
    try:
        keys = json.loads(sent)["PRIMARY"]
    except (ValueError, KeyError, TypeError):
        raise Undefined("no key") from None
    if not keys or not all(isinstance(each, str) for each in keys) or len(set(keys)) < len(keys):
        raise Undefined("no key")
    return sorted(keys)


def _steps(operation: str, before: Any, after: Any, keys: list[str]) -> list[dict[str, Any]]:
    image = before if operation == "delete" else after
    if any(key not in image for key in keys):
        raise Undefined("a key column is missing")
    if operation != "update":
        return [{"operation": operation, "before": before, "after": after}]
    if [before.get(key, after[key]) for key in keys] == [after[key] for key in keys]:
        return [{"operation": "update", "before": before, "after": after}]
    return [
        {"operation": "update", "before": before, "after": None},
        {"operation": "update", "before": None, "after": after},
    ]


def _without_unsent(record: dict[str, Any], before: Any, after: Any, keys: list[str]) -> tuple[Any, Any]:
    """The rows without what is NULL in all of them and may be a large value that did not change."""
    if before is None:
        return before, after
    sides = [side for side in (before, after) if side is not None]
    may_be_large = {
        field["name"]
        for field in record["fields"]
        if field["dataTypeNumber"] in _LARGE or field["dataTypeNumber"] not in _KNOWN
    }
    unsent = {
        name
        for name in sides[-1]
        if name in may_be_large and name not in keys and all(side.get(name) is None for side in sides)
    }
    without = [side and {name: text for name, text in side.items() if name not in unsent} for side in (before, after)]
    return without[0], without[1]


def _image(record: dict[str, Any], values: list[Any]) -> dict[str, str | None]:
    if len(values) != len(record["fields"]):
        raise Undefined("not a value for each column")
    image = {}
    for field, value in zip(record["fields"], values, strict=True):
        if value == "NONE":
            continue
        image[field["name"]] = None if value is None else value_text(record, value, field["dataTypeNumber"])
    return image


def value_text(record: dict[str, Any], value: Any, number: int) -> str:
    """A value of a record's image as its docs page says."""
    if not isinstance(value, tuple):
        raise Undefined(f"{value} is no value")
    kind, members = value
    if kind in ("Integer", "Decimal", "TextGeometry", "TextObject"):
        return members["value"]
    if kind in ("BinaryGeometry", "BinaryObject"):
        return base64.b64encode(members["value"]).decode()
    if kind == "Character":
        return _decoded(members["value"], members["charset"])
    if kind == "Float":
        return java_double(members["value"])
    if kind == "Timestamp":
        return _seconds(members["timestamp"], members["millis"], _NANOS if _is_oms(record) else _MICROS)
    is_zoned = kind == "TimestampWithTimeZone"
    text = _date_time(record, members["value"] if is_zoned else members, number)
    return f"{text} {members['timezone']}" if is_zoned else text


def _is_oms(record: dict[str, Any]) -> bool:
    return record["source"]["version"] == "OBMySQL"


def _decoded(value: bytes, charset: str) -> str:
    try:
        text = value.decode(_CODECS[charset])
    except (KeyError, UnicodeDecodeError):
        raise Undefined(f"no text in {charset}") from None
    return text


def java_double(value: float) -> str:
    """A double as Java prints it."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return f"{value:f}" if "e" in repr(value) else repr(value)
    mantissa, exponent = f"{value!r}e0".split("e")[:2] if "e" in repr(value) else (repr(value), "0")
    digits = mantissa.replace("-", "").replace(".", "")
    point = (mantissa.replace("-", "") + ".").index(".") + int(exponent)
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    rest = stripped[1:].rstrip("0") or "0"
    return f"{'-' if value < 0 else ''}{stripped[0]}.{rest}E{point - 1}"


def _fraction(amount: int, digits: int | None) -> str:
    if amount == 0:
        return ""
    if digits is None or not 0 < amount < 10**digits:
        raise Undefined("a fraction in no known unit")
    return f".{amount:0{digits}d}".rstrip("0")


def _seconds(seconds: int, fraction: int, digits: int) -> str:
    if not 0 <= fraction < 10**digits:
        raise Undefined("a fraction of more than a second")
    if seconds >= 0 or not fraction:
        return f"{seconds}{_fraction(fraction, digits)}"
    return f"-{-(seconds + 1)}{_fraction(10**digits - fraction, digits)}"


def _date_time(record: dict[str, Any], parts: dict[str, int | None], number: int) -> str:
    source, position = record["source"]["sourceType"], record["sourcePosition"]
    digits = {"MySQL": 6, "DRDS": 6, "Oracle": 9, "PostgreSQL": 6, "PPAS": 6}.get(source)
    if source in ("PostgreSQL", "PPAS") and "<->" in position:
        digits = 9
    if _is_oms(record):
        digits = None
    names = ("year", "month", "day", "hour", "minute", "second")
    there = {name for name in names if parts[name] is not None}
    amounts = {name: parts[name] or 0 for name in (*names, "millis")}
    if source in ("MySQL", "DRDS"):
        zero = {name for name, amount in amounts.items() if amount == 0}
        if number == 10 and {"hour", "minute", "second", "millis"} <= zero:
            there = {"year", "month", "day"}
        if number in (11, 19) and {"year", "month", "day"} <= zero:
            there = {"hour", "minute", "second"}
        if number == 13 and {"month", "day", "hour"} <= zero:
            there = {"year"}
        if any(parts[name] is None for name in there):
            raise Undefined("a part is missing")
    date, clock = {"year", "month", "day"}, {"hour", "minute", "second"}
    if amounts["millis"] and "hour" not in there:
        raise Undefined("a fraction of no second")
    if there == {"year"}:
        return str(amounts["year"])
    if there in (date, date | clock):
        if any(not 0 <= amounts[name] <= 99 for name in ("month", "day")):
            raise Undefined("no date")
        year = f"{'-' if amounts['year'] < 0 else ''}{abs(amounts['year']):04d}"
        text = f"{year}-{amounts['month']:02d}-{amounts['day']:02d}"
        return text if there == date else f"{text} {_clock(amounts, digits)}"
    if there not in ({"year", "month"}, clock, clock | {"day"}):
        raise Undefined("nobody says what these parts are")
    used = [amounts[name] for name in (*there, "millis")]
    if min(used) < 0 < max(used):
        raise Undefined("both signs")
    sign = "-" if min(used) < 0 else ""
    positive = {name: abs(amount) for name, amount in amounts.items()}
    if there == {"year", "month"}:
        if positive["month"] > 99:
            raise Undefined("no interval")
        return f"{sign}{positive['year']}-{positive['month']:02d}"
    days = f"{positive['day']} " if "day" in there else ""
    return f"{sign}{days}{_clock(positive, digits)}"


def _clock(amounts: dict[str, int], digits: int | None) -> str:
    if (
        amounts["hour"] < 0
        or any(not 0 <= amounts[name] <= 99 for name in ("minute", "second"))
        or amounts["millis"] < 0
    ):
        raise Undefined("no time")
    whole = f"{amounts['hour']:02d}:{amounts['minute']:02d}:{amounts['second']:02d}"
    return whole + _fraction(amounts["millis"], digits)
