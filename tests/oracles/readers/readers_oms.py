"""OMS's Default, DefaultExtendColumnType and SharePlex, DTS's SharePlex: read from the documents and docs pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from dialect_readers import Change, Image, Message, Rows, Undefined, _begins_with_truncate, _changes, _is_large, image
from strict_json import Number, Object

# What the dialects of Canal's family, which have other envelopes, have at their top level.
OF_CANAL = frozenset({
    "database", "table", "type", "isDdl", "data", "old", "es", "ts", "id", "gtid", "sql", "sqlType", "mysqlType",
    "pkNames",
})  # fmt: skip
SOURCES = frozenset({"MYSQL", "ORACLE", "OCEANBASE", "OB_MYSQL", "OB_ORACLE", "OB_IN_ORACLE_MODE", "DB2", "DB2 LUW"})
TYPES = "__light_type"


def _object(message: Message, name: str) -> Object | None:
    """A member that is an object or null. One that names a member twice means nothing."""
    value = message.get(name)
    if value is not None and not isinstance(value, Object):
        raise Undefined(f"{name} is no object")
    if value is not None and value.repeats():
        raise Undefined(f"{name} names a member twice")
    return value


def _text(within: Object | None, name: str) -> str | None:
    """A member that must be a text or null."""
    value = within.get(name) if within else None
    if value is not None and not isinstance(value, str):
        raise Undefined(f"{name} is no text")
    return value


def _any(within: Object, name: str) -> str | None:
    """A member of which only the text counts; "(any)" stands for arrays and objects."""
    value = within.get(name)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Number):
        return value.text
    return value if value is None or isinstance(value, str) else "(any)"


def _refuse_foreign(message: Message, own: frozenset[str]) -> None:
    for name in set(message.body.names()) & OF_CANAL - own:
        message.excuse(f"{name} is no member of the dialect")


def _milliseconds(text: str | None) -> set[int | None]:
    if text and re.fullmatch("[0-9]{1,11}", text, re.ASCII):
        millis = int(text) * 1000
    elif text and re.fullmatch(r"[0-9]{12,15}(\.[0-9]+)?", text, re.ASCII):
        millis = int(text.split(".")[0])
    else:
        return {None}
    return {millis if millis <= 253402300799999 else None}


def _number(text: str | None) -> list[int] | None:
    """OMS's number of a change: milliseconds and a counter."""
    found = text is not None and re.fullmatch("[1-3][0-9]{15,17}", text, re.ASCII)
    return [int(text[:13]), int(text[13:])] if found and text else None


def _ordered(message: Message, change: Change, text: str | None) -> None:
    """Gives a change OMS's number, where the feed is ordered by it."""
    if message.line.get("order") == "kafka_time" or change.operation == "snapshot":
        return
    change.sequence = _number(text)
    if change.operation in ("truncate", "ddl") and (text or "null") in ("null", "0"):
        (millis,) = change.source_at
        change.sequence = None if millis is None or millis < 0 else [int(millis), -1]
    if change.sequence is None and change.operation in ("insert", "update", "delete", "truncate", "ddl"):
        raise Undefined("no number in a feed that is ordered by it")


def _unsent(
    message: Message, row: Image, has_value: set[str], types: dict[str, Any], keys: list[str] | None
) -> set[str]:
    """The columns of a row whose NULL may be no value; `has_value` are those that the message has elsewhere."""
    if message.line.get("lob_mode") == "complete" or not keys:
        return set()
    return {
        name
        for name, value in row.items()
        if value is None
        and name not in has_value
        and name not in keys
        and (types.get(name) is None or _is_large(types[name]) or types[name].lower() in ("dbclob", "xml"))
    }


def _without(row: Image, names: set[str]) -> Image:
    return {name: value for name, value in row.items() if name not in names}


def _rows(message: Message, like: Change, rows: Rows, sent_keys: list[str] | None) -> list[Change]:
    """The changes of one row; what stands for pkNames are the key columns that the message names in its own way."""
    declared = {} if like.schema else message.declared_keys
    as_canal = Message(Object((("pkNames", sent_keys),)), message.line, declared, {}, message.excuses)
    return _changes(as_canal, like, rows, (like.database, like.table))


# --- OMS Default, and with types in its rows


def oms_default(message: Message, has_types: bool = False) -> list[Change]:
    """prevStruct and postStruct hold whole rows; what is NULL in both may be a large value that was not sent."""
    _refuse_foreign(message, frozenset())
    about, was, now = (_object(message, name) for name in ("allMetaData", "prevStruct", "postStruct"))
    kind = message.get("recordType")
    if about is None or not isinstance(kind, str):
        raise Undefined("no allMetaData, or no recordType")
    names_types = any(row is not None and TYPES in row.names() for row in (was, now))
    if (names_types and not has_types) or (has_types and (was or now) is not None and not names_types):
        raise Undefined("of the other of OMS's two formats")
    types = _types(was, now) if names_types else None
    if any(row is not None and isinstance(row.get(TYPES), str) for row in (was, now)):
        message.excuse(f"{TYPES} of the other row is a text")
    operations = {
        "INSERT": "insert",
        "UPDATE": "update",
        "DELETE": "delete",
        "ROW": "snapshot",
        "HEARTBEAT": "heartbeat",
        "DDL": "ddl",
    }
    if kind not in operations:
        raise Undefined(f"no recordType {kind}")
    source, place, table = ((_text(about, name) or "") for name in ("dbType", "db", "table_name"))
    sent_keys = (_text(about, "record_primary_key") or "").split("\x01")
    ddl_type = _text(about, "ddlType") or "ddl"
    if kind != "HEARTBEAT" and source.upper() not in SOURCES:
        raise Undefined("no dbType of OMS's")
    if re.match("(OB_|OCEANBASE$)", source.upper()):
        place = place.partition(".")[2] if "." in place else place
    is_schema = "ORACLE" in source.upper() or "DB2" in source.upper()
    change = Change(
        operations[kind], database="" if is_schema else place, schema=place if is_schema else "", table=table,
        transaction=_any(about, "transId") or None, source_at=_milliseconds(_any(about, "timestamp")),
        types=None if types is None or kind == "DDL" else Object(tuple(types.items())),
    )  # fmt: skip
    if (kind in ("INSERT", "UPDATE", "ROW") and now is None) or (kind in ("UPDATE", "DELETE") and was is None):
        raise Undefined("a row is missing")
    if kind == "DDL":
        change.statement = _any(now, "ddl") if now is not None else None
        change.statement_kind = ddl_type.lower()
        if not change.statement:
            raise Undefined("no statement")
        if _begins_with_truncate(Message(Object((("sql", change.statement),)), {}, {}, {})):
            change.operation = "truncate"
    _ordered(message, change, _any(about, "storeDataSequence"))
    if kind in ("DDL", "HEARTBEAT"):
        return [change]
    keys = message.declared_keys.get((change.database, table)) if not is_schema else None
    keys = keys if keys is not None else None if sent_keys == [""] else sent_keys
    before, after = (None if row is None else _without(image(row), {TYPES}) for row in (was, now))
    rows = Rows(change.operation, after=None if kind == "DELETE" or after is None else [after])
    if kind in ("UPDATE", "DELETE") and before is not None:
        row, other = (after, before) if kind == "UPDATE" and after is not None else (before, {})
        has_value = {name for name, value in other.items() if value is not None}
        known = ({} if is_schema else message.declared_types.get((change.database, table), {})) | (types or {})
        unsent = _unsent(message, row, has_value, known, keys)
        rows.before = [_without(before, unsent)]
        if rows.after:
            rows.after = [_without(rows.after[0], unsent)]
        rows.is_partial = bool(unsent) or (
            kind == "DELETE" and bool(keys) and message.line.get("lob_mode") != "complete"
        )
    return _rows(message, change, rows, None if sent_keys == [""] else sent_keys)


def _types(was: Object | None, now: Object | None) -> dict[str, Any]:
    """The types that the rows name: those of the row after, or else of the row before."""
    named = [row.get(TYPES) for row in (now, was) if row is not None and row.get(TYPES) is not None]
    if not named or not isinstance(named[0], Object) or named[0].repeats():
        raise Undefined("types are no object, or name a column twice")
    found = {}
    for name, about in named[0].members:
        if not isinstance(about, Object) or about.repeats() or not isinstance(about.get("schemaType"), str):
            raise Undefined(f"no schemaType of {name}")
        found[name] = about.get("schemaType")
    return found


def oms_default_extend(message: Message) -> list[Change]:
    return oms_default(message, has_types=True)


# --- SharePlex, as OMS and DTS write it

CODES = {
    "ins": "insert", "upd": "update", "ups": "update", "del": "delete", "trunc": "truncate", "dropcol": "ddl",
    "ddl": "ddl",
}  # fmt: skip


def shareplex(message: Message, is_oms: bool) -> list[Change]:
    """data has the row or what changed of it, key the row before; keys and types are declared."""
    _refuse_foreign(message, frozenset({"data", "sql"}))
    data, key, about, sql = (_object(message, name) for name in ("data", "key", "meta", "sql"))
    if about is None:
        raise Undefined("no meta")
    code, name, ddl = _text(about, "op"), _text(about, "table") or "", _text(sql, "ddl")
    if code not in CODES:
        raise Undefined(f"no op {code}")
    kinds = ("oceanbase_oracle", "oracle", "db2") if is_oms else ("", "oracle", "db2")
    is_schema = message.line.get("source_kind", "") in kinds
    before_dot, dot, after_dot = name.partition(".")
    place, table = (before_dot, after_dot) if dot else ("", name)
    change = Change(
        CODES[code], database="" if is_schema else place, schema=place if is_schema else "", table=table,
        transaction=_any(about, "trans") or None, source_at=_moment(about, "time"),
        processed_at=_moment(about, "posttime"),
    )  # fmt: skip
    if (code in ("ins", "upd", "ups", "del") and data is None) or (code in ("upd", "ups") and key is None):
        raise Undefined("a row is missing")
    _statement(change, code, ddl, place if "." in name else None, is_schema)
    scn = _any(about, "scn")
    if is_oms:
        if code == "ins" and message.line.get("order") != "kafka_time" and (scn or "null") in ("null", "0"):
            change.operation = "snapshot"
        _ordered(message, change, scn)
    elif message.line.get("order") == "scn":
        numbers = [scn or "", _any(about, "seq") or ""]
        if not all(re.fullmatch("[0-9]{1,38}", text, re.ASCII) for text in numbers):
            raise Undefined("no scn and seq in a feed that is ordered by them")
        change.sequence = [int(text) for text in numbers]
    if code not in ("ins", "upd", "ups", "del"):
        return [change]
    return _rows(message, change, _shareplex_rows(message, change, data, key, is_schema, is_oms), None)


def _shareplex_rows(
    message: Message, change: Change, data: Object | None, key: Object | None, is_schema: bool, is_oms: bool
) -> Rows:
    place = (change.database, change.table)
    keys, types = ({} if is_schema else each for each in (message.declared_keys, message.declared_types))
    sent, was = image(data or Object(())), image(key or Object(()))
    rows = Rows(change.operation)
    unsent: set[str] = set()
    if change.operation == "update":
        unsent = _unsent(message, was, set(sent), types.get(place, {}), keys.get(place)) if is_oms else set()
        rows.before = [_without(was, unsent)]
        rows.after = [rows.before[0] | sent]
    elif change.operation == "delete":
        unsent = _unsent(message, sent, set(), types.get(place, {}), keys.get(place)) if is_oms else set()
        rows.before = [_without(sent, unsent)]
    else:
        rows.after = [sent]
    if is_oms:
        is_deleted = change.operation == "delete" and bool(keys.get(place))
        rows.is_partial = bool(unsent) or (is_deleted and message.line.get("lob_mode") != "complete")
    else:
        holds_all = message.line.get("key_holds") == "whole_row"
        rows.is_partial = change.operation == "update" and bool(keys.get(place)) and not holds_all
    return rows


def _statement(change: Change, code: str, ddl: str | None, place: str | None, is_schema: bool) -> None:
    if change.operation not in ("truncate", "ddl"):
        return
    change.statement_kind, change.statement = code, ddl or None
    if code == "ddl" and not ddl:
        raise Undefined("no statement")
    if code == "ddl" and _begins_with_truncate(Message(Object((("sql", ddl),)), {}, {}, {})):
        change.operation = "truncate"
    if code == "trunc" and not ddl:
        mark = '"' if is_schema else "`"
        names = [place, change.table] if is_schema and place is not None else [change.table]
        change.statement = "truncate table " + ".".join(mark + name.replace(mark, mark * 2) + mark for name in names)


def _moment(about: Object, name: str) -> set[int | float | None]:
    """Milliseconds since 1970 of a time without zone, which is UTC in the fuzzer's feeds."""
    text = _any(about, name) or ""
    found = re.fullmatch(
        r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?Z?", text, re.ASCII
    )
    try:
        at = datetime.strptime(found[1], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC) if found else None
    except ValueError:
        at = None
    if at is None or found is None:
        return {None}
    micros = int(at.timestamp()) * 1_000_000 + int((found[2] or "0").ljust(6, "0")[:6])
    return {micros / 1000}


def oms_shareplex(message: Message) -> list[Change]:
    return shareplex(message, is_oms=True)


def dts_shareplex(message: Message) -> list[Change]:
    return shareplex(message, is_oms=False)


DOCUMENTED = {
    "oms_default": {"recordType", "allMetaData", "prevStruct", "postStruct", "extend"},
    "oms_default_extend": {"recordType", "allMetaData", "prevStruct", "postStruct", "extend"},
    "oms_shareplex": {"meta", "key"},
    "dts_shareplex": {"meta", "key"},
}
READERS = {
    "oms_default": oms_default,
    "oms_default_extend": oms_default_extend,
    "oms_shareplex": oms_shareplex,
    "dts_shareplex": dts_shareplex,
}
