"""What CockroachDB's changefeeds say, from its documents and the docs page: a reader for dialect_readers.

The fuzzer's messages have the Kafka key {"id":1}. Topics are tables, since theirs have no dot.
"""

from __future__ import annotations

import re
from typing import Any

from dialect_readers import Change, Image, Message, Rows, Undefined, _changes, image
from strict_json import NotStrict, Number, Object, read

OPERATIONS = {"c": "insert", "u": "update", "d": "delete"}
KAFKA_KEY = Object((("id", Number("1")),))


def cockroachdb(message: Message) -> list[Change]:
    """envelope=wrapped, or envelope=enriched with the schema around it or without."""
    body = message.body
    payload = message.get("payload")
    if payload is not None:
        body = _object(payload, "payload")
    told = Message(body, message.line, message.declared_keys, message.declared_types, message.excuses)
    for name in ("op", "updated", "resolved"):
        for each in {id(message): message, id(told): told}.values():
            each.name(name)  # a text, or null
    op, resolved = told.get("op"), told.get("resolved")
    after, before = _row(told, "after"), _row(told, "before")
    source = told.get("source")
    source = Object(()) if source is None else _object(source, "source")
    names = {name: _text(source, name) for name in ("database_name", "schema_name", "table_name", "ts_hlc")}
    for other in () if payload is None else ("after", "before", "source", "key"):
        if message.get(other) is not None:
            message.excuse(f"{other} beside payload")
    clock = names["ts_hlc"] if names["ts_hlc"] is not None else told.get("updated")
    place = _clock(clock if clock is not None else resolved)
    source_at = {None if place is None or place[0] >= 2**63 else place[0] // 1000 / 1000}
    keys = source.get("primary_keys")
    if keys is not None and not (
        isinstance(keys, list) and all(each is None or isinstance(each, str) for each in keys)
    ):
        raise Undefined("primary_keys is no list of texts")
    if resolved is not None:
        event = Change("heartbeat", source_at=source_at)
        event.database, event.schema, event.table = (
            names[f"{of}_name"] or "" for of in ("database", "schema", "table")
        )
        return [event]
    if payload is not None and op is None:
        raise Undefined("no op")
    if payload is None and "after" not in body.names():
        raise Undefined("neither after nor resolved")
    if op is not None:
        operation = OPERATIONS.get(op)
    elif after is None:
        operation = "delete"
    else:
        operation = "insert" if "before" in body.names() and before is None else "update"
    if operation is None:
        raise Undefined(f"no op {op}")
    if (operation != "delete") == (after is None):
        raise Undefined("no row, or one too many")
    if operation == "insert" and before is not None:
        raise Undefined("an insert with a row before it")
    database, schema = names["database_name"] or "", names["schema_name"] or ""
    table = names["table_name"] if names["table_name"] is not None else message.line["topics"]
    event = Change(operation, database=database, schema=schema, table=table, source_at=source_at)
    if message.line.get("order") != "offset":
        if place is None:
            raise Undefined("no time of the commit")
        event.sequence = [place[0], place[1] - 1, 1] if operation == "delete" else place
    declared = None if schema else message.declared_keys.get((database, table))
    if operation != "insert" and before is None and declared == []:
        raise Undefined("no row before")
    values, named = _key(told.get("key"), message)
    if values is not None:
        columns = declared if declared is not None else keys
        named = dict(zip(columns, values, strict=True)) if columns is not None and len(columns) == len(values) else None
        for name, value in (named or {}).items():
            if (
                after is not None
                and after.get(name) is not None
                and value is not None
                and not _alike(value, after[name])
            ):
                raise Undefined("the key is not the row's")
    is_named = operation == "delete" and before is None
    rows = Rows(operation, is_partial=is_named)
    if is_named and named is None:
        raise Undefined("no key of a deleted row")
    rows.after = None if after is None else [after]
    rows.before = (
        [named if is_named else before] if operation != "insert" and (is_named or before is not None) else None
    )
    told.body = Object((("pkNames", keys if keys is not None else None if values is not None else list(named or {})),))
    return _changes(told, event, rows, (database if not schema else "\0", table))


def _object(value: Any, name: str) -> Object:
    if not isinstance(value, Object) or value.repeats():
        raise Undefined(f"{name} is no object, or names something twice")
    return value


def _row(message: Message, member: str) -> Image | None:
    value = message.get(member)
    return None if value is None else image(_object(value, member))


def _text(source: Object, name: str) -> str | None:
    value = source.get(name)
    if value is not None and not isinstance(value, str):
        raise Undefined(f"source.{name} is no text")
    return value


def _clock(text: Any) -> list[int] | None:
    found = re.fullmatch("([0-9]{1,19})[.]([0-9]{10})", text, re.ASCII) if isinstance(text, str) else None
    return found and [int(found[1]), int(found[2])]


def _key(sent: Any, message: Message) -> tuple[list[Any] | None, dict[str, Any] | None]:
    """The key as a list of values, or with names: the member of the message, else the Kafka key."""
    if sent is None:
        sent = KAFKA_KEY
    if isinstance(sent, str):
        message.excuse("key is a text")
        try:
            sent = read(sent.strip().encode())
        except NotStrict:
            return None, None
    if isinstance(sent, list):
        return sent, None
    if not isinstance(sent, Object) or sent.repeats():
        return None, None
    if set(sent.names()) == {"payload", "schema"} and isinstance(sent.get("payload"), Object):
        sent = sent.get("payload")
    return (None, None) if sent.repeats() else (None, dict(sent.members))


def _alike(value: Any, other: Any) -> bool:
    """Whether two values have one text."""
    return _plain(value) == _plain(other)


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return value.text if isinstance(value, Number) else value
