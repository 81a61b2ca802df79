"""TiCDC's Canal-JSON, read in Python from its docs page: a reader for dialect_readers."""

from __future__ import annotations

import re

from dialect_readers import STATEMENTS, Change, Message, Undefined, _event, _rows_of_data
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
    event.sequence = None if operation == "heartbeat" or commit_ts is None else [commit_ts]
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
