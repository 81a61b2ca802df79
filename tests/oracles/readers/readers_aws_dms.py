"""What AWS DMS's records say, from its docs page: a reader for dialect_readers."""

from __future__ import annotations

from typing import Any

from dialect_readers import Change, Image, Message, Rows, Undefined, image
from readers_ogg import row_changes, time_of
from strict_json import Number, Object

ROWS = {"load": "snapshot", "insert": "insert", "update": "update", "delete": "delete"}
CONTROLS = {f"{what}-table": "ddl" for what in ("create", "drop", "rename")} | {
    "change-columns": "ddl",
    "add-column": "ddl",
    "drop-column": "ddl",
    "rename-column": "ddl",
    "column-type-change": "ddl",
    "truncate-table": "truncate",
}
MEMBERS = {"data", "before-image", "control", "metadata"}


def aws_dms(message: Message) -> list[Change]:
    """AWS DMS to Kafka."""
    body = message.get("metadata")
    if not isinstance(body, Object) or body.repeats():
        raise Undefined("no metadata")
    meta = Message(body, message.line, {}, {}, message.excuses)
    data, sent_before = (_row(message, name) for name in ("data", "before-image"))
    kind, operation, schema, table = (
        meta.name(name) for name in ("record-type", "operation", "schema-name", "table-name")
    )
    found = {"data": ROWS, "control": CONTROLS}.get(kind, {}).get(operation)
    if found is None:
        raise Undefined(f"no operation {operation} of {kind}")
    is_mysql = message.line.get("source_kind") in ("mysql", "mariadb")
    event = Change(
        found, database=schema if is_mysql else "", schema="" if is_mysql else schema, table=table,
        transaction=_number(meta), source_at=time_of(meta, "commit-timestamp"), processed_at=time_of(meta, "timestamp"),
    )  # fmt: skip
    if kind == "control":
        event.statement_kind = operation
        if operation in ("create-table", "drop-table"):
            event.statement = _statement(operation, body.get("table-name"), "`" if is_mysql else '"')
        return [event]
    if not data:
        raise Undefined("no row")
    is_prefixed = message.line.get("before_columns") == "prefixed" and sent_before is None
    before = _before(message, data, sent_before) if operation == "update" else None
    row = {name: text for name, text in data.items() if not (is_prefixed and name.startswith("BI_"))}
    keys = message.declared_keys.get((event.database, event.table))
    is_null = message.line.get("absent_means") == "as_null"
    if operation == "update" and keys == [] and (not before or (set(row) - set(before) and not (is_null and is_mysql))):
        raise Undefined("no whole row before")
    is_key_only = message.line.get("source_kind") == "postgresql" and keys != []
    rows = Rows(found, is_partial=operation in ("update", "delete") and not is_null)
    if operation == "delete":
        rows.before = [{name: text for name, text in row.items() if text is not None} if is_key_only else row]
        rows.is_partial |= is_key_only
    else:
        rows.after = [row]
    if before:
        rows.before = [before]
    return row_changes(message, event, rows, None, (event.database, event.table))


def _before(message: Message, data: Image, sent: Image | None) -> Image | None:
    """The row before an update, as far as it was sent."""
    if sent is not None:
        return sent
    if set(message.body.names()) - MEMBERS:
        raise Undefined("a member that may be the before image")
    columns = message.line.get("before_columns") or "undeclared"
    if columns == "undeclared" and any(name.startswith("BI_") and name[3:] in data for name in data):
        raise Undefined("columns that may be the before image")
    return {name[3:]: text for name, text in data.items() if name.startswith("BI_")} if columns == "prefixed" else None


def _row(message: Message, member: str) -> Image | None:
    value = message.get(member)
    if value is None:
        return None
    if not isinstance(value, Object) or value.repeats():
        raise Undefined(f"{member} is no row")
    return image(value)


def _number(meta: Message) -> str | None:
    value: Any = meta.get("transaction-id")
    if value is None or isinstance(value, str):
        return value
    return value.text if isinstance(value, Number) else "(any)"


def _statement(operation: str, table: str | None, quote: str) -> str | None:
    if table is None:
        return None
    behind = " ()" if operation == "create-table" else ""
    return f"{operation.removesuffix('-table')} table {quote}{table.replace(quote, quote * 2)}{quote}{behind}"
