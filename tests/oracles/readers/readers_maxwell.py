"""Maxwell's messages, read in Python from its docs page: a reader for dialect_readers."""

from __future__ import annotations

import re
from typing import Any

from dialect_readers import Change, Message, Rows, Undefined, _changes, image
from strict_json import Number, Object

ROWS = {"insert": "insert", "update": "update", "delete": "delete", "bootstrap-insert": "snapshot"}
OTHERS = {"bootstrap-start": "other", "bootstrap-complete": "other"} | {
    f"{thing}-{what}": "ddl"
    for thing, what in (
        ("table", "create"), ("table", "alter"), ("table", "drop"),
        ("database", "create"), ("database", "alter"), ("database", "drop"),
    )
}  # fmt: skip


def maxwell(message: Message) -> list[Change]:
    """Maxwell's daemon."""
    kind = message.get("type")
    if not isinstance(kind, str) or not isinstance(message.get("database"), str):
        raise Undefined("no type, or no database")
    operation = ROWS.get(kind) or OTHERS.get(kind)
    if operation is None:
        raise Undefined(f"no type {kind}")
    event = Change(
        operation, database=message.name("database"), table=message.name("table"),
        statement=message.note("sql"), statement_kind=kind if operation == "ddl" else None,
        transaction=_text(message, "gtid", "xid"), sequence=_sequence(message, kind), source_at=_time(message),
    )  # fmt: skip
    for member in ("data", "old"):
        value = message.get(member)
        if value is not None and not isinstance(value, Object):
            raise Undefined(f"{member} is no object")
        if isinstance(value, Object) and value.repeats():
            raise Undefined(f"{member} names a column twice")
    for name in {"es", "primary_keys"} & set(message.body.names()):
        message.excuse(f"{name} is a member of Canal's or GoldenGate's messages")
    if message.get("commit") not in (None, True, False):
        message.excuse("commit is neither true nor false")
    if kind not in ROWS:
        if message.get("primary_key_columns") is not None:
            message.excuse("primary_key_columns where nothing belongs")
        return [event]
    data, old = message.get("data"), message.get("old")
    if data is None or (kind == "update" and old is None):
        raise Undefined("no data, or no old")
    rows = Rows(operation)
    rows.is_partial = message.line.get("absent_means") == "unchanged" and kind in ("update", "delete")
    if kind == "delete":
        rows.before = [image(data)]
    else:
        rows.after = [image(data)]
    if kind == "update":
        rows.before, rows.lies_over_after = [image(old)], True
    message.body = Object((*message.body.members, ("pkNames", message.get("primary_key_columns"))))
    return _changes(message, event, rows, (event.database, event.table))


def _text(message: Message, *members: str) -> str | None:
    for member in members:
        value: Any = message.get(member)
        if member == "gtid" and value is not None and not isinstance(value, str):
            raise Undefined("gtid is no text")
        if isinstance(value, str | Number):
            return value.text if isinstance(value, Number) else value
        if value is not None:
            message.excuse(f"{member} is no number")
            return "(any)"
    return None


def _sequence(message: Message, kind: str) -> list[int] | None:
    position, row = message.get("position"), message.get("xoffset")
    text = row.text if isinstance(row, Number) else row
    if text is not None and (not isinstance(text, str) or not re.fullmatch("[0-9]{1,18}", text, re.ASCII)):
        raise Undefined("xoffset is no whole number")
    if row is not None and not isinstance(row, Number):
        message.excuse("xoffset is no number")
    if position is None:
        return None
    found = re.fullmatch(r".*\.([0-9]{1,18}):([0-9]{1,18})", position, re.ASCII) if isinstance(position, str) else None
    if found is None:
        raise Undefined("position is no place in the log")
    if kind.startswith("bootstrap-") or message.get("gtid") is not None:
        return None
    last = 999999999999 if message.get("commit") is True else 0
    return [int(found[1]), int(found[2]), last if text is None else int(text)]


def _time(message: Message) -> set[int | None]:
    found = message.time("ts")
    value = message.get("ts")
    digits = value.text if isinstance(value, Number) else ""
    if re.fullmatch("-?[0-9]{1,30}", digits, re.ASCII) and abs(int(digits)) < 10**11:
        millis = int(digits) * 1000
        return {millis if -62135596800000 <= millis <= 253402300799999 else None}
    return {each if each is None or abs(each) >= 10**11 else each * 1000 for each in found} | (
        {None} if not isinstance(value, Number) else set()
    )
