"""What GoldenGate's JSON says, from its docs pages: readers for dialect_readers."""

from __future__ import annotations

import datetime
import re
from typing import Any

from dialect_readers import Change, Image, Message, NotCompared, Rows, Undefined, _changes, image
from strict_json import Number, Object

OPERATIONS = {"I": "insert", "U": "update", "D": "delete", "T": "truncate"}
MARK = "_isMissing"
BESIDE = {"table", "op_type", "op_ts", "current_ts", "pos", "primary_keys", "tokens"}  # what is no column
UTC = datetime.timezone.utc


def ogg(message: Message) -> list[Change]:
    """Oracle GoldenGate, one operation a message, also in payload."""
    if message.get("payload") is not None:
        payload = message.get("payload")
        if not isinstance(payload, Object) or payload.repeats():
            raise Undefined("payload is no object, or names something twice")
        if set(message.body.names()) - {"payload", "schema"}:
            message.excuse("members beside payload")
        message = Message(payload, message.line, message.declared_keys, message.declared_types, message.excuses)
    kind, place = message.get("op_type"), message.get("table")
    if not isinstance(kind, str) or not isinstance(place, str):
        raise Undefined("no op_type, or no table")
    if message.get("scn") is not None:
        raise Undefined("scn, which Confluent's connector writes")
    if kind not in OPERATIONS:
        raise Undefined(f"no op_type {kind}")
    event = _event(message, kind, place)
    before, after = row(message, "before"), row(message, "after")
    keys = message.get("primary_keys")
    if kind == "T":
        if keys is not None:
            message.excuse("primary_keys where nothing belongs")
        return [event]
    if (before if kind == "D" else after) is None:
        raise Undefined("no row")
    is_whole = message.line.get("absent_means") == "as_null"
    rows = Rows(event.operation, is_partial=kind in "UD" and not is_whole)
    if kind != "D" and after is not None:
        rows.after = [after if kind == "I" or is_whole else (before or {}) | after]
    if kind != "I" and before is not None:
        rows.before = [before]
    # Where the table is no database's but a schema's, no key of this test is declared for it.
    return row_changes(message, event, rows, keys, (event.database, "" if event.schema else event.table))


def ogg_json_row(message: Message) -> list[Change]:
    """Oracle GoldenGate, the columns beside op_type."""
    kind, place = message.get("op_type"), message.get("table")
    if not isinstance(kind, str) or not isinstance(place, str):
        raise Undefined("no op_type, or no table")
    if kind not in OPERATIONS:
        raise Undefined(f"no op_type {kind}")
    found = {name: value for name, value in message.body.members if name not in BESIDE}
    if set(found) <= {"before", "after", "xid", "csn"} and any(
        isinstance(found.get(side), Object) for side in ("before", "after")
    ):
        raise Undefined("rows of ogg")
    event = _event(message, kind, place)
    event.transaction = None
    keys = message.get("primary_keys")
    if isinstance(keys, str):
        raise NotCompared("primary_keys that is a text")
    if keys is not None and not (isinstance(keys, list) and all(isinstance(each, str | None) for each in keys)):
        raise Undefined("primary_keys is no list of texts")
    if kind == "T":
        return [event]
    if not found:
        raise Undefined("no row")
    is_whole = message.line.get("absent_means") == "as_null"
    rows = Rows(event.operation, is_partial=kind in "UD" and not is_whole)
    if kind == "D":
        rows.before = [found]
    else:
        rows.after = [found]
    return row_changes(message, event, rows, keys, (event.database, "" if event.schema else event.table))


def _event(message: Message, kind: str, place: str) -> Change:
    database, schema, table = _names(place, message.line.get("source_kind") in ("mysql", "mariadb"))
    return Change(
        OPERATIONS[kind], database=database, schema=schema, table=table,
        statement_kind="truncate" if kind == "T" else None, transaction=_text(message, "xid", "csn"),
        sequence=_sequence(message, kind),
        source_at=time_of(message, "op_ts"), processed_at=time_of(message, "current_ts"),
    )  # fmt: skip


def row_changes(message: Message, event: Change, rows: Rows, keys: Any, declared_as: tuple[str, str]) -> list[Change]:
    """The changes of a row. An update without a row before has the key of the row after."""
    if rows.operation == "update" and rows.before is None and message.declared_keys.get(declared_as) == []:
        raise Undefined("no row before")
    message.body = Object((*message.body.members, ("pkNames", keys)))
    return _changes(message, event, rows, declared_as)


def _names(place: str, is_mysql: bool) -> tuple[str, str, str]:
    parts = place.split(".")
    if len(parts) > 3:
        raise Undefined("a table of more than three parts")
    database, schema, table = ([""] * 2 + parts)[-3:]
    return (schema, "", table) if is_mysql else (database, schema, table)


def row(message: Message, member: str) -> Image | None:
    """A row without what is marked as missing; None where it has no column."""
    value = message.get(member)
    if value is None:
        return None
    if not isinstance(value, Object) or value.repeats():
        raise Undefined(f"{member} is no row")
    found = image(value)
    marks = {
        name: mark
        for name, mark in found.items()
        if name.endswith(MARK) and mark in (True, False, "true", "false") and not isinstance(mark, Number)
        and name.removesuffix(MARK) in found
    }  # fmt: skip
    if found and 2 * len(marks) == len(found):
        return {name: text for name, text in found.items() if marks.get(name + MARK) in (False, "false")}
    return found or None


def _sequence(message: Message, kind: str) -> list[int] | None:
    if message.line.get("order") == "offset":
        return None
    place = message.get("pos")
    if place is None:
        return None
    text = place.text if isinstance(place, Number) else place
    if not isinstance(text, str) or not re.fullmatch("[0-9]{1,38}", text, re.ASCII):
        raise Undefined("pos is no number")
    return [int(text), int(kind != "D")]


def _text(message: Message, *members: str) -> str | None:
    for member in members:
        value: Any = message.get(member)
        if isinstance(value, str | Number):
            return value.text if isinstance(value, Number) else value
        if value is not None:
            return "(any)"
    return None


def time_of(message: Message, member: str) -> set[int | None]:
    """A time in UTC, as milliseconds."""
    text = message.get(member)
    if not isinstance(text, str):
        return {None}
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)[ T:](\d\d:\d\d:\d\d)(\.\d{1,9})?Z?", text, re.ASCII)
    if not found:
        return {None}
    try:
        at = datetime.datetime.fromisoformat(f"{found[1]} {found[2]}").replace(tzinfo=UTC)
    except ValueError:
        return {None}
    micros = (at - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // datetime.timedelta(microseconds=1)
    return {(micros + int((found[3] or ".")[1:7].ljust(6, "0"))) / 1000}  # type: ignore[arg-type]
