"""What Flink's, Flink CDC's and SeaTunnel's JSON says, from its docs page: a reader for dialect_readers.

The fuzzer's messages have the Kafka key {"id":1}, which is not Flink CDC's, so pkNames alone names key columns.
"""

from __future__ import annotations

from typing import Any

from dialect_readers import Change, Image, Message, Rows, Undefined, _changes, image
from strict_json import Number, Object

FORMATS = (
    {"data", "type", "old", "database", "table", "pkNames", "ts"},
    {"before", "after", "op", "source", "ts_ms"},
    {"before", "after", "op_type"},
    {"schema", "payload"},
)
KNOWN = set().union(*FORMATS)
SOURCE = {"db", "database", "schema", "table"}
FOREIGN = (
    "isHeartbeat",
    "dataSourceName",
    "serverId",
    "id",
    "gtid",
    "_tidb",
    "isDdl",
    "es",
    "xid",
    "pos",
)
TYPES = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "insert": "insert", "delete": "delete"}


def flink_json(message: Message) -> list[Change]:
    """Flink SQL's four formats, Flink CDC's two."""
    names = set(message.body.names())
    message.refuse_foreign(*FOREIGN)
    known = names & KNOWN
    if not any(known <= each for each in FORMATS):
        raise Undefined("of several formats")
    body = message.get("payload")
    if body is not None and (not isinstance(body, Object) or body.repeats()):
        raise Undefined("payload is no object")
    is_listed = message.get("type") is not None
    envelope = message if body is None else _within(message, body)
    source = envelope.get("source")
    if source is not None and (not isinstance(source, Object) or source.repeats() or set(source.names()) - SOURCE):
        raise Undefined("source is not Flink's")
    if is_listed:
        operation = _operation(message.get("type"), TYPES)
        if message.get("type")[:1].islower() and names & {"database", "table", "ts"}:
            raise Undefined("Maxwell's own")
        data, old = _rows(message, "data"), _rows(message, "old")
        after, before = (None, old if data is None else data) if operation == "delete" else (data, old)
        is_wrong = operation == "delete" and data is not None and old is not None
        if operation == "update" and (data is None or old is None or len(old) != len(data)):
            raise Undefined("old has not one row for each of data")
    else:
        kinds = {"I": "insert", "D": "delete"} if message.get("op_type") is not None else None
        operation = _operation(
            envelope.get("op") if kinds is None else message.get("op_type"),
            kinds or {"c": "insert", "u": "update", "d": "delete"},
        )
        after, before = _row(envelope, "after"), _row(envelope, "before")
        is_wrong = operation == "delete" and after is not None
    if is_wrong or (operation == "insert" and before is not None):
        raise Undefined("a row too many")
    images = before if operation == "delete" else after
    if not images:
        raise Undefined("no row")
    names_table = message.get("table") is not None or message.get("database") is not None
    is_empty = isinstance(source, Object) and not source.names()
    is_named = body is not None or names_table or "pkNames" in names or ("source" in names and not is_empty)
    database = next((_name(each) for each in _databases(message, source) if each is not None), "")
    table = _name(message.get("table")) or _name(source and source.get("table"))
    schema = _name(source and source.get("schema"))
    table = table if is_named else message.line["topics"].split(".")[-1]
    times = message.time("ts" if message.get("ts") is not None else "ts_ms")
    event = Change(operation, database=database, schema=schema, table=table)
    event.source_at = {None if each == 0 else each for each in times}
    declared_as = (database, event.table)
    if operation == "update" and before is None and message.declared_keys.get(declared_as) == []:
        raise Undefined("no row before")
    keys = message.get("pkNames")
    if isinstance(keys, list):
        keys = [_as_in_row(each, images[0]) for each in keys]
    return _changes(
        _within(message, Object((("pkNames", keys),))), event, Rows(operation, after=after, before=before), declared_as
    )


def _within(message: Message, body: Object) -> Message:
    return Message(body, message.line, message.declared_keys, message.declared_types, message.excuses)


def _operation(kind: Any, operations: dict[str, str]) -> str:
    if not isinstance(kind, str) or kind not in operations:
        raise Undefined(f"no operation {kind}")
    return operations[kind]


def _databases(message: Message, source: Object | None) -> list[Any]:
    return [message.get("database"), *((source and [source.get("db"), source.get("database")]) or [])]


def _name(value: Any) -> str:
    if value is not None and not isinstance(value, str):
        raise Undefined("a name is no text")
    return value or ""


def _rows(message: Message, member: str) -> list[Image] | None:
    """The rows in an object, or in a list of them."""
    value = message.get(member)
    if value is None:
        return None
    rows = [value] if isinstance(value, Object) else value
    if not isinstance(rows, list) or not all(isinstance(each, Object) and not each.repeats() for each in rows):
        raise Undefined(f"{member} holds no rows")
    return [image(each) for each in rows]


def _row(message: Message, member: str) -> list[Image] | None:
    value = message.get(member)
    if value is None:
        return None
    if not isinstance(value, Object) or value.repeats():
        raise Undefined(f"{member} is no row")
    return [image(value)]


def _as_in_row(name: Any, row: Image) -> Any:
    """The column of that name, else the only one that differs in capital and small letters."""
    if not isinstance(name, str) or isinstance(name, Number) or name in row:
        return name
    alike = [column for column in row if column.lower() == name.lower()]
    return alike[0] if len(alike) == 1 else name
