"""What DataWorks' messages say, and OMS's DataWorks 2.0, read from the documents: see dialect_readers."""

from __future__ import annotations

import re
from typing import Any

from dialect_readers import (
    STATEMENTS,
    Change,
    Image,
    Message,
    NotCompared,
    Rows,
    Undefined,
    _changes,
    _is_large,
    image,
)
from strict_json import Number, Object

TRANSACTIONS = {
    "TRANSACTION_BEGIN": "begin",
    "TRANSACTION_END": "commit",
    "XACOMMIT": "commit",
    "XAROLLBACK": "rollback",
    "GTID": "other",
}


def dataworks(message: Message) -> list[Change]:
    """DataWorks, whole database."""
    _version(message, "[01]")
    payload, schema = _part(message, "payload"), _part(message, "schema")
    if message.get("payload") is None:
        raise Undefined("no payload")
    source = _part(schema, "source")
    kind = payload.name("op")
    sequence = _as_text(payload.get("sequenceId"))
    is_numbered = sequence is not None and re.fullmatch("[0-9]{1,38}", sequence, re.ASCII) is not None
    before, after = _row(payload, "before", "dataColumn"), _row(payload, "after", "dataColumn")
    row_kinds = {"UPDATE_BEFOR": "update", "UPDATE_BEFORE": "update", "UPDATE_AFTER": "update", "DELETE": "delete"}
    row_kinds["INSERT"] = "snapshot" if sequence == "-1" else "insert"
    event = _event(payload, kind, row_kinds | TRANSACTIONS | {"MHEARTBEAT": "heartbeat"})
    event.database, event.schema, event.table = (
        source.name("dbName"),
        source.name("schemaName"),
        source.name("tableName"),
    )
    database_kind = source.name("dbType")
    event.sequence = [int(sequence or "")] if is_numbered else None
    columns = _columns(schema, "dataColumn")
    event.types = None if columns is None else Object(tuple(columns.items()))
    keys = _keys(schema, "primaryKey", is_read=kind in row_kinds)
    if event.operation in ("insert", "update", "delete", "truncate", "ddl") and not (
        is_numbered or (kind == "CREATE" and sequence == "-1")
    ):
        raise Undefined("a change without a number")
    if kind not in row_kinds:
        return [event]
    _check_rows(kind, before, after)
    sent: Image = after if after is not None else before or {}
    row_id = None
    if database_kind.lower() == "oracle" and "rowid" in sent:
        row_id = "rowid"
    elif "#alibaba_rds_row_id#" in sent:
        row_id = "#alibaba_rds_row_id#"
    declared = message.declared_keys.get((event.database, event.table))
    used = declared if declared is not None else keys or ([row_id] if row_id else [])
    for row in (before, after):
        if row is not None and row_id and row_id not in used:
            del row[row_id]
    is_partial = event.operation in ("update", "delete") and message.line.get("absent_means") != "as_null"
    is_partial = is_partial and (columns is None or any(name not in sent and name != row_id for name in columns))
    if row_id and columns is not None and row_id in columns and row_id not in sent:
        message.excuse("a hidden row id that is listed and not sent")
    if kind in ("UPDATE_BEFOR", "UPDATE_BEFORE") or (kind == "UPDATE_AFTER" and before is None):
        raise NotCompared("half of an update")
    return _row_changes(message, event, Rows(event.operation, is_partial=is_partial), before, after, used)


def oms_dataworks(message: Message) -> list[Change]:
    """OMS's DataWorks 2.0."""
    _version(message, "2")
    payload, schema = _part(message, "payload"), _part(message, "schema")
    if message.get("payload") is None:
        raise Undefined("no payload")
    source = _part(schema, "source")
    kind = payload.name("op")
    before, after = _row(payload, "before", "data"), _row(payload, "after", "data")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "ROW": "snapshot"}
    event = _event(payload, kind, row_kinds | TRANSACTIONS | {"HEARTBEAT": "heartbeat"})
    event.database, event.schema, event.table = source.name("dbName"), source.name("schema"), source.name("table")
    columns = _columns(schema, "column")
    declared = message.declared_types.get((event.database, event.table)) or {}
    known = dict(declared) | (columns or {})
    event.types = Object(tuple(known.items())) if columns is not None or declared else None
    keys = _keys(schema, "pk", is_read=kind in row_kinds)
    if kind not in row_kinds:
        return [event]
    _check_rows(kind, before, after)
    is_changing = event.operation in ("update", "delete")
    is_partial = is_changing and message.line.get("absent_means") == "unchanged"
    if is_changing and message.line.get("lob_mode") != "complete":
        was = before or {}
        kept = {name: value for name, value in was.items() if value is not None or not _is_large(known.get(name))}
        is_partial = is_partial or len(kept) < len(was)
        if after is not None:
            whole = len(after)
            after = {
                name: value
                for name, value in after.items()
                if value is not None or not _is_large(known.get(name)) or was.get(name) is not None
            }
            is_partial = is_partial or len(after) < whole
        before = kept
    return _row_changes(message, event, Rows(event.operation, is_partial=is_partial), before, after, keys)


def dataworks_flat(message: Message) -> list[Change]:
    """DataWorks, single table: the row with five columns about its change."""
    added = ("_sequence_id_", "_operation_type_", "_execute_time_", "_before_image_", "_after_image_")
    for name in added:
        if name not in message.body.names():
            raise Undefined(f"no {name}")
    sequence, kind, at, before, after = (_as_text(message.get(name)) for name in added)
    operation = {"I": "insert", "U": "update", "D": "delete"}.get(kind or "")
    if operation is None:
        raise Undefined(f"no operation {kind}")
    if (before, after) not in {"I": [("N", "Y")], "D": [("Y", "N")], "U": [("N", "Y"), ("Y", "N")]}[kind or ""]:
        raise Undefined("images that do not go with the operation")
    event = Change(operation, table=message.line["topics"])
    if kind == "I" and sequence == "-1":
        event.operation = "snapshot"
    elif sequence is None or not re.fullmatch("[0-9]{1,38}", sequence, re.ASCII):
        raise Undefined("no number")
    else:
        event.sequence = [int(sequence)]
    event.source_at = {int(at) if at is not None and re.fullmatch("[0-9]{13}", at, re.ASCII) else None}
    row = {name: value for name, value in message.body.members if name not in added}
    if operation == "update":
        raise NotCompared("half of an update")
    rows = Rows(event.operation, is_partial=operation == "delete" and message.line.get("absent_means") == "unchanged")
    return _row_changes(message, event, rows, row if kind == "D" else None, row if kind == "I" else None, [])


# --- parts of messages


def _part(message: Message, name: str) -> Message:
    """An object within a message, as a message with the same excuses; an empty one where it is null or absent."""
    value = message.get(name)
    if value is not None and not isinstance(value, Object):
        raise Undefined(f"{name} is no object")
    if value is not None and value.repeats():
        raise Undefined(f"{name} has a name twice")
    return Message(value or Object(()), message.line, message.declared_keys, message.declared_types, message.excuses)


def _version(message: Message, major: str) -> None:
    version = _as_text(message.get("version"))
    if version is None or not re.match(rf"{major}(\.|\Z)", version, re.ASCII):
        raise Undefined("another version")


def _as_text(value: Any) -> str | None:
    """What a member of any kind is as text; '' for what holds other values."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.text if isinstance(value, Number) else ""


def _row(payload: Message, name: str, member: str) -> Image | None:
    row = _part(payload, name).get(member)
    if row is None:
        return None
    if not isinstance(row, Object) or row.repeats():
        raise Undefined(f"{name} holds no row")
    return image(row)


def _event(payload: Message, kind: str, operations: dict[str, str]) -> Change:
    ddl, times = _part(payload, "ddl"), _part(payload, "timestamp")
    text = ddl.note("text")
    if kind in STATEMENTS:
        operation = STATEMENTS[kind]
        sent = ddl.get("text") if isinstance(ddl.get("text"), str) else ""
        if _begins(sent, r"(?:/\*.*?\*/\s*|(?:--|#)[^\n]*\n\s*)*truncate"):
            operation = "truncate"
        elif kind == "QUERY" and _begins(sent, "(?:insert|update|delete|replace|merge)"):
            operation = "other"
    elif kind in operations:
        operation = operations[kind]
    else:
        raise Undefined(f"no op {kind}")
    event = Change(operation, statement=text, statement_kind=kind.lower() if kind in STATEMENTS else None)
    event.source_at = {None if each == -1 else each for each in times.time("eventTime")}
    event.processed_at = {None if each == -1 else each for each in times.time("systemTime")}
    return event


def _begins(text: str, pattern: str) -> bool:
    return re.match(rf"\s*{pattern}\b", text, re.IGNORECASE | re.DOTALL | re.ASCII) is not None


def _columns(schema: Message, member: str) -> dict[str, Any] | None:
    """The columns that a message lists, name → type; None where it has no list."""
    listed = schema.rows(member)
    if listed is None:
        return None
    found: dict[str, Any] = {}
    for each in listed:
        name = _as_text(each.get("name"))
        if name is None or name in found:
            raise Undefined("a column without a name, or listed twice")
        found[name] = _as_text(each.get("type"))
        if any(value is not None and not isinstance(value, str) for _, value in each.members):
            raise Undefined("what describes a column is no text")
    return found


def _keys(schema: Message, member: str, is_read: bool) -> list[str]:
    names = schema.get(member)
    if names is None:
        return []
    if not isinstance(names, list) or any(each is not None and not isinstance(each, str) for each in names):
        raise Undefined(f"{member} is no list of names")
    if is_read and names and (None in names or len(set(names)) < len(names)):
        schema.excuse(f"{member} are not distinct names")
        raise Undefined(f"{member} are not distinct names")
    return names


def _check_rows(kind: str, before: Image | None, after: Image | None) -> None:
    needed = {
        "INSERT": (False, True), "ROW": (False, True), "UPDATE": (True, True), "DELETE": (True, False),
        "UPDATE_BEFOR": (True, False), "UPDATE_BEFORE": (True, False), "UPDATE_AFTER": (before is not None, True),
    }[kind]  # fmt: skip
    if needed != (before is not None, after is not None):
        raise Undefined("a row is missing, or too many")


def _row_changes(
    message: Message, event: Change, rows: Rows, before: Image | None, after: Image | None, keys: list[str]
) -> list[Change]:
    """The steps of one row's change, by the core's reading of keys."""
    rows.before = None if before is None or rows.operation in ("insert", "snapshot") else [before]
    rows.after = None if after is None else [after]
    named = Message(
        Object((("pkNames", keys),)), message.line, message.declared_keys, message.declared_types, message.excuses
    )
    return _changes(named, event, rows, (event.database, event.table))
