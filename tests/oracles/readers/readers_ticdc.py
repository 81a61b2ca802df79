"""TiCDC's protocols, read in Python from their documents: readers for dialect_readers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from dialect_readers import STATEMENTS, Change, Message, Rows, Undefined, _changes, _event, _rows_of_data, image
from strict_json import Number, Object


def ticdc_canal(message: Message) -> list[Change]:
    """Canal's form with the TiDB extension."""
    kind, is_statement = message.kind()
    message.refuse_foreign("gtid", "isHeartbeat", "dataSourceName", "columnType", "opType")
    extension = message.get("_tidb")
    if not isinstance(extension, Object) or extension.repeats():
        raise Undefined("no _tidb, or no object, or it names a member twice")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}
    operation = STATEMENTS.get(kind) if is_statement else row_kinds.get(kind, {"TIDB_WATERMARK": "heartbeat"}.get(kind))
    if operation is None:
        raise Undefined(f"no type {kind}")
    event = _event(message, operation, message.name("database"), "", message.name("table"))
    commit_ts = _commit_ts(message, extension)
    if commit_ts is None and kind != "TIDB_WATERMARK":
        raise Undefined("no commitTs")
    event.transaction = None if commit_ts is None else str(commit_ts)
    event.sequence = None if operation == "heartbeat" or commit_ts is None else _place(operation, commit_ts)
    event.statement_kind = kind.lower() if is_statement else None
    is_cut = extension.get("onlyHandleKey")
    if isinstance(is_cut, str) and is_cut in ("true", "false"):
        message.excuse("onlyHandleKey is a text")
        is_cut = is_cut == "true"
    if is_cut not in (None, True, False):
        raise Undefined("onlyHandleKey is neither true nor false")
    if extension.get("claimCheckLocation") is not None or (is_cut and kind in ("INSERT", "UPDATE")):
        raise Undefined("the row is not here")
    is_partial = kind == "DELETE" and bool(is_cut)
    return _rows_of_data(message, event, None if is_statement else row_kinds.get(kind), is_partial)


def _commit_ts(message: Message, extension: Object) -> int | None:
    """TiDB's time of the commit, a whole number of up to 19 digits."""
    value = extension.get("commitTs")
    if isinstance(value, str):
        message.excuse("commitTs is a text")
    text = value.text if isinstance(value, Number) else value
    return int(text) if isinstance(text, str) and re.fullmatch("[1-9][0-9]{0,18}", text, re.ASCII) else None


TYPES = {
    1: "tinyint", 2: "smallint", 3: "int", 4: "float", 5: "double", 6: "null", 7: "timestamp", 8: "bigint",
    9: "mediumint", 10: "date", 11: "time", 12: "datetime", 13: "year", 14: "date", 16: "bit", 225: "vector",
    245: "json", 246: "decimal", 247: "enum", 248: "set",
}  # fmt: skip
OF_BYTES = {15: ("varchar", "varbinary"), 253: ("varchar", "varbinary"), 254: ("char", "binary")} | {
    code: (f"{size}text", f"{size}blob") for code, size in ((249, "tiny"), (250, "medium"), (251, "long"), (252, ""))
}
UNSIGNED = (1, 2, 3, 4, 5, 8, 9, 246)


def ticdc_open(message: Message) -> list[Change]:
    """An event of the Open Protocol: the object in its key, and the one in its value."""
    key, value = message.get("open_key"), message.get("open_value")
    if not isinstance(key, Object) or key.repeats():
        raise Undefined("the key is no object, or names a member twice")
    if value is not None and (not isinstance(value, Object) or value.repeats()):
        raise Undefined("the value is no object, or names a member twice")
    value = value or Object(())
    kind = _digits(message, key.get("t"), "t")
    commit_ts = _digits(message, key.get("ts"), "ts")
    if not re.fullmatch("[1-9][0-9]{0,18}", commit_ts or "", re.ASCII):
        raise Undefined("no ts")
    names = {name: _text(key.get(name), name) for name in ("scm", "tbl", "ccl")}
    if names["ccl"]:
        raise Undefined("the row is elsewhere")
    is_cut = key.get("ohk")
    if is_cut not in (None, True, False):
        raise Undefined("ohk is neither true nor false")
    rows = {name: _columns(message, value.get(name), name) for name in ("u", "p", "d")}
    statement = _text(value.get("q"), "q")
    event = Change(
        "heartbeat", database=names["scm"], table=names["tbl"], statement=statement or None,
        source_at={int(commit_ts or "0") >> 18},
    )  # fmt: skip
    if kind == "3":
        return [event]
    event.sequence, event.transaction = [int(commit_ts)], commit_ts
    if kind == "2":
        if value.get("q") is None:
            raise Undefined("no statement")
        is_truncate = _digits(message, value.get("t"), "t") == "11" or _is_truncate(statement)
        event.operation, event.statement_kind = "truncate" if is_truncate else "ddl", "ddl"
        return [event]
    if kind != "1":
        raise Undefined(f"no event {kind}")
    return _row_of_open(message, event, rows, bool(is_cut))


def _row_of_open(
    message: Message, event: Change, rows: dict[str, dict[str, Column] | None], is_cut: bool
) -> list[Change]:
    after, old, deleted = rows["u"], rows["p"], rows["d"]
    if deleted is not None and (after is not None or old is not None):
        raise Undefined("a deleted row, and another")
    shown = after if deleted is None else deleted
    if not shown:
        raise Undefined("no columns")
    if is_cut and deleted is None:
        raise Undefined("the row is not here")
    if not event.table:
        raise Undefined("rows of no table")
    handle = [name for name, column in shown.items() if column.is_handle]
    keys = message.declared_keys.get((event.database, event.table), handle)
    if not keys and (event.database, event.table) not in message.declared_keys:
        raise Undefined("no key columns")
    event.types = Object(tuple((name, column.kind) for name, column in shown.items()))
    images = {name: None if row is None else {each: row[each].value for each in row} for name, row in rows.items()}
    told = Rows("delete" if deleted is not None else "insert" if old is None else "update")
    if deleted is not None:
        told.before, told.is_partial = [images["d"] or {}], len(handle) == len(shown)
    else:
        told.after = [images["u"] or {}]
        if old is not None:
            told.before, told.lies_over_after = [images["p"] or {}], True
    event.operation, event.sequence = told.operation, _place(told.operation, int(event.transaction or 0))
    message.body = Object((*message.body.members, ("pkNames", keys)))
    return _changes(message, event, told, (event.database, event.table))


@dataclass(frozen=True)
class Column:
    """What an event says of a column."""

    kind: str | None
    is_handle: bool
    value: Any


def _columns(message: Message, sent: Any, name: str) -> dict[str, Column] | None:
    if sent is None:
        return None
    if not isinstance(sent, Object) or sent.repeats():
        raise Undefined(f"{name} is no object, or names a column twice")
    found = {}
    for column, said in sent.members:
        if not isinstance(said, Object) or said.repeats() or "v" not in said.names():
            raise Undefined(f"a column of {name} is no object, names something twice or has no value")
        code, flags = _digits(message, said.get("t"), "t"), _digits(message, said.get("f"), "f")
        if not re.fullmatch("[0-9]{1,3}", code or "", re.ASCII) or not re.fullmatch(
            "[0-9]{1,18}", flags or "0", re.ASCII
        ):
            raise Undefined("no type, or flags that are no number")
        is_handle = said.get("h")
        if isinstance(is_handle, str):
            message.excuse("h is a text")
            is_handle = {"true": True, "false": False}.get(is_handle, is_handle)
        if is_handle not in (None, True, False):
            raise Undefined("h is neither true nor false")
        number, bits = code, int(flags or 0)
        kind = TYPES.get(int(number or 0)) if str(int(number or 0)) == number else None
        if number in {str(each) for each in OF_BYTES}:
            kind = OF_BYTES[int(number or 0)][bits & 1]
        if kind is not None and int(number or 0) in UNSIGNED and bits & 128:
            kind += " unsigned"
        found[column] = Column(kind, bool(is_handle) or bool(bits & 2), said.get("v"))
    return found


def _digits(message: Message, value: Any, name: str) -> str | None:
    """A number as it was written; also a text, which may be refused."""
    if isinstance(value, Number):
        return value.text
    if value is not None:
        message.excuse(f"{name} is no number")
    return value if isinstance(value, str) else None if value is None else "?"


def _text(value: Any, name: str) -> str:
    if value is not None and not isinstance(value, str):
        raise Undefined(f"{name} is no text")
    return value or ""


def _is_truncate(text: str) -> bool:
    pattern = r"\s*(?:/\*.*?\*/\s*|(?:--|#)[^\n]*\n\s*)*truncate\b"
    return re.match(pattern, text, re.IGNORECASE | re.DOTALL | re.ASCII) is not None


def ticdc_simple(message: Message) -> list[Change]:
    """The Simple protocol in JSON; its rows name no key columns."""
    kind = message.get("type")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}
    if not isinstance(kind, str):
        raise Undefined("no type")
    operation = (row_kinds | STATEMENTS | {"WATERMARK": "heartbeat", "BOOTSTRAP": "other"}).get(kind)
    if operation is None:
        raise Undefined(f"no type {kind}")
    if _digits(message, message.get("version"), "version") != "1":
        raise Undefined("no version 1")
    ts = _digits(message, message.get("commitTs"), "commitTs")
    if ts is None:
        raise Undefined("no commitTs")
    commit_ts = ts if re.fullmatch("[1-9][0-9]{0,18}", ts, re.ASCII) else None
    if commit_ts is None and operation != "other":
        raise Undefined("commitTs is no whole number")
    if _text(message.get("claimCheckLocation"), "claimCheckLocation"):
        raise Undefined("the row is elsewhere")
    is_cut = message.get("handleKeyOnly")
    if is_cut not in (None, True, False):
        raise Undefined("handleKeyOnly is neither true nor false")
    statement = _text(message.get("sql"), "sql")
    for name in ("data", "old"):
        sent = message.get(name)
        if sent is not None and (not isinstance(sent, Object) or sent.repeats()):
            raise Undefined(f"{name} is no object, or names a column twice")
    described = [message.get(name) for name in ("tableSchema", "preTableSchema")]
    if any(each is not None and not isinstance(each, Object) for each in described):
        raise Undefined("what describes a table is no object")
    event = Change(
        operation, database=message.name("database"), table=message.name("table"), statement=statement or None,
        source_at={None if commit_ts is None else _instant(int(commit_ts) >> 18)}, processed_at=message.time("buildTs"),
    )  # fmt: skip
    if operation not in ("heartbeat", "other") and commit_ts is not None:
        event.sequence, event.transaction = _place(operation, int(commit_ts)), commit_ts
    if kind in row_kinds:
        return _row_of_simple(message, event, bool(is_cut))
    table = next((each for each in described if each is not None), Object(()))
    if table.repeats():
        raise Undefined("what describes a table names a member twice")
    event.database, event.table = _text(table.get("schema"), "schema"), _text(table.get("table"), "table")
    if operation in ("ddl", "truncate"):
        event.statement_kind = kind.lower()
        if message.get("sql") is None:
            raise Undefined("no statement")
    return [event]


def _row_of_simple(message: Message, event: Change, is_cut: bool) -> list[Change]:
    after, before = message.get("data"), message.get("old")
    wanted = {"insert": (True, False), "update": (True, True), "delete": (False, True)}[event.operation]
    if (after is not None, before is not None) != wanted:
        raise Undefined("a row too few or too many")
    if is_cut and event.operation != "delete":
        raise Undefined("the row is not here")
    rows = Rows(event.operation, is_partial=is_cut)
    rows.after = None if after is None else [image(after)]
    rows.before = None if before is None else [image(before)]
    return _changes(message, event, rows, (event.database, event.table))


def _place(operation: str, commit_ts: int) -> list[int]:
    """The commit; of a delete just before it, for an update of a unique key comes as a delete and an insert of one."""
    return [commit_ts - 1, 1] if operation == "delete" else [commit_ts]


def _instant(millis: int) -> int | None:
    return millis if millis <= 253402300799999 else None
