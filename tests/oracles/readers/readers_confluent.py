"""What Confluent's Oracle CDC Source connector says, from its documents: a reader for dialect_readers.

The fuzzer's messages have the Kafka key {"id":1}.
"""

from __future__ import annotations

import re
from typing import Any

from dialect_readers import Change, Message, NotCompared, Rows, Undefined, image
from readers_debezium import (
    KEY,
    _declared,
    _holds_number_for_bytes,
    _plain,
    _row_changes,
    _scaled,
    _times,
    _types_in_schema,
    _within,
)
from strict_json import Number, Object

OPERATIONS = {"R": "snapshot", "I": "insert", "U": "update", "D": "delete", "T": "truncate"}
BESIDE = {"table", "scn", "op_type", "op_ts", "current_ts", "row_id", "username"}  # what is no column


def confluent_oracle_cdc(message: Message) -> list[Change]:
    """The columns beside op_type, with Connect's schema around them or without."""
    sent, types = message.body, {}
    if set(sent.names()) == {"schema", "payload"} and isinstance(sent.get("payload"), Object):
        types = _types(message)
        sent = sent.get("payload")
        if sent.repeats():
            raise Undefined("the payload names something twice")
    elif set(sent.names()) == {"schema", "payload"}:
        raise NotCompared("a payload that is no object")
    kind, place = sent.get("op_type"), sent.get("table")
    if not isinstance(kind, str) or not isinstance(place, str):
        raise Undefined("no op_type, or no table")
    if "pos" in sent.names() and "scn" not in sent.names():
        raise Undefined("of GoldenGate")
    if kind not in OPERATIONS:
        raise Undefined(f"no op_type {kind}")
    parts = place.split(".")
    if len(parts) > 3:
        raise Undefined("a table of more than three parts")
    event = Change(OPERATIONS[kind], source_at=_times(_plain(sent.get("op_ts"))))
    event.database, event.schema, event.table = ([""] * 2 + parts)[-3:]
    event.processed_at = _times(_plain(sent.get("current_ts")))
    event.sequence = _sequence(sent, message, kind)
    if kind == "T":
        event.statement_kind = "truncate"
        return [event]
    before = message.line.get("before")
    row = Object(tuple((name, value) for name, value in sent.members if name not in BESIDE and name != before))
    was = sent.get(before) if before and kind == "U" else None
    if was is not None and not isinstance(was, Object):
        raise Undefined("the row before is no row")
    if not row.members or (was is not None and was.repeats()):
        raise Undefined("no row, or one that names a column twice")
    if _holds_number_for_bytes(row, types):
        raise Undefined("a decimal that is no text")
    event.types = Object(tuple((name, type_) for name, type_ in types.items() if name not in BESIDE)) if types else None
    declared = _declared(message, event)
    if kind == "U" and was is None and declared == []:
        raise Undefined("no row before")
    rows, now = Rows(event.operation), _scaled(image(row), types)
    gone = now if kind == "D" else None if was is None else _scaled(image(was), types)
    return _row_changes(
        message, event, rows, gone, None if kind == "D" else now, declared if declared is not None else KEY
    )


def _types(message: Message) -> dict[str, str | None]:
    """Column → type: the schema has the columns where that of an envelope has the rows."""
    schema = message.get("schema")
    fields = schema.get("fields") if isinstance(schema, Object) else None
    if schema is not None and (
        not isinstance(fields, list) or schema.repeats() or not all(map(_is_of_connect, fields))
    ):
        raise NotCompared("a schema that no converter writes")
    part = Object((("field", "after"), ("fields", fields)))
    return _types_in_schema(_within(message, Object((("schema", Object((("fields", [part]),))),))))


def _is_of_connect(field: Any) -> bool:
    """Whether Connect's converter can have written this field: it writes no other kinds of values."""
    if not isinstance(field, Object) or field.repeats():
        return False
    parameters = field.get("parameters")
    texts = [field.get("field"), field.get("type")]
    texts += [] if field.get("name") is None else [field.get("name")]
    if isinstance(parameters, Object):
        texts += [None] if parameters.repeats() else [value for _, value in parameters.members]
    are_texts = all(isinstance(text, str) and not text.startswith(("{", "[")) for text in texts)
    return are_texts and (parameters is None or isinstance(parameters, Object))


def _sequence(sent: Object, message: Message, kind: str) -> list[int] | None:
    if kind == "R" or message.line.get("order") == "offset":
        return None
    place = sent.get("scn")
    text = place.text if isinstance(place, Number) else place
    if not isinstance(text, str) or not re.fullmatch("[0-9]{1,38}", text, re.ASCII):
        raise Undefined("scn is no number")
    return [int(text)]
