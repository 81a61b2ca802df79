"""What Debezium's messages say, flattened or not, and OMS's kinds of them, from the documents: see dialect_readers.

The fuzzer's messages have the Kafka key {"id":1} and no headers.
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from dialect_readers import (
    Change,
    Image,
    Message,
    NotCompared,
    Rows,
    Undefined,
    _changes,
    _is_large,
    _within_years,
    image,
)
from readers_oms import _unsent, _without
from strict_json import Number, Object

KEY = ["id"]
WRAPPED = ({"payload", "schema"}, {"payload", "schemaId"})  # what a message has around its row
MYSQL = ("mysql", "mariadb", "tidb")  # their logs have every value, so a text like the placeholder is a text
DECIMAL = "org.apache.kafka.connect.data.Decimal"
SCALE = "0|-?[1-9][0-9]{0,8}"
UNAVAILABLE = "__debezium_unavailable_value"
SIGNALS = {"id", "type", "data"}
TIMES = {"ts_ms", "ts_us", "ts_ns"}
ADDED = (
    "op", "table", "db", "schema", "snapshot", "file", "pos", "row", "lsn", "sequence", "commit_lsn", "change_lsn",
    "event_serial_no", "commit_scn", "scn", "rs_id", "ssn", "txId", "gtid",
)  # fmt: skip
EVENT_SOURCE = (
    "connector", "db", "schema", "table", "snapshot", "ts_ms", "ts_us", "file", "pos", "row", "lsn", "sequence",
    "commit_lsn", "change_lsn", "event_serial_no", "commit_scn", "scn", "rs_id", "ssn",
)  # fmt: skip
OF_TASK = re.compile(
    rf"__(deleted|(source_)?({'|'.join(ADDED)}|ts_ms|ts_us|ts_ns|connector|name|version|server_id)|source_[A-Za-z_]+|transaction_[A-Za-z_]+)"
)


def debezium(message: Message) -> list[Change]:
    """Debezium's own envelope, in payload or bare."""
    return _enveloped(
        message, {"c": "insert", "r": "snapshot", "u": "update", "d": "delete", "t": "truncate", "m": "other"}
    )


def debezium_cloudevents(message: Message) -> list[Change]:
    """An event of the CloudEventsConverter: the same envelope, whose source is attributes."""
    if message.get("specversion") is None:
        raise Undefined("no event")
    if message.get("iodebeziumop") is None:
        raise Undefined("no op")
    if message.get("datacontenttype") == "application/avro":
        raise Undefined("Avro")
    data = _object(message, "data") or Object(())
    inner = _within(message, data)
    payload = _object(inner, "payload")
    for each in (inner, _within(message, payload or Object(()))):
        _object(each, "before"), _object(each, "after")
    if payload is not None and (data.get("before"), data.get("after")) != (None, None):
        message.excuse("rows beside the payload")
    told = {name: message.get(f"iodebezium{name.replace('_', '')}") for name in EVENT_SOURCE}
    if isinstance(told["sequence"], list):  # the same as its text
        told["sequence"] = json.dumps([_plain(each) for each in told["sequence"]])
    source = tuple(told.items())
    rows = tuple((name, (payload or data).get(name)) for name in ("before", "after"))
    body = Object((("op", message.get("iodebeziumop")), ("source", Object(source)), *rows))
    operations = {"c": "insert", "r": "snapshot", "u": "update", "d": "delete", "t": "truncate"}
    return _enveloped(_within(message, Object((("schema", data.get("schema")), ("payload", body)))), operations)


def _within(message: Message, body: Object) -> Message:
    return Message(body, message.line, message.declared_keys, message.declared_types, message.excuses)


def oms_debezium(message: Message) -> list[Change]:
    """OMS's kind Debezium."""
    if message.get("payload") is None:
        raise Undefined("no payload")
    return _enveloped(message, {"c": "insert", "u": "update", "d": "delete", "HEARTBEAT": "heartbeat"}, is_oms=True)


def oms_debezium_flatten(message: Message) -> list[Change]:
    """OMS's kind DebeziumFlatten."""
    if message.get("payload") is not None:
        raise Undefined("a payload")
    if message.get("op") is None:
        raise Undefined("no op")
    return _enveloped(message, {"c": "insert", "u": "update", "d": "delete", "HEARTBEAT": "heartbeat"}, is_oms=True)


def _enveloped(message: Message, operations: dict[str, str], is_oms: bool = False) -> list[Change]:
    body = message
    if message.get("payload") is not None:
        payload = _object(message, "payload")
        if {"before", "after"} & set(message.body.names()):
            message.excuse("rows beside the payload")
        body = Message(payload, message.line, message.declared_keys, message.declared_types, message.excuses)
    else:
        _object(message, "payload")
    types = _unread_schema(message) if is_oms else _types_in_schema(message)
    source, before, after = (_object(body, name) for name in ("source", "before", "after"))
    _object(body, "transaction")
    names = {name: _text_of(source, name) for name in ("connector", "db", "schema", "table")}
    is_tidb = not is_oms and names["connector"] == "TiCDC"
    connector = "tidb" if is_tidb else names["connector"]
    kind, ddl = (body.name(name) or None for name in ("op", "ddl"))
    if body.get("op") == "":
        raise Undefined("no such operation")
    body.name("databaseName"), body.name("schemaName")
    is_load = not is_oms and (
        _sent(source, "snapshot") not in (None, "false", "incremental")
        or (kind == "r" and _sent(source, "snapshot") != "incremental" and not _names_a_place(source))
    )
    if is_oms:
        if _sent(source, "name") not in (("OMS",) if kind in ("c", "u", "d") else (None, "OMS")):
            raise Undefined("not OMS")
        if kind is None:
            raise Undefined("no op")
        operation = operations.get(kind)
    else:
        operation = _operation(body, message, operations, kind, ddl, source, is_load)
        if _sent(source, "name") == "OMS" or (names["connector"] or "").lower() == "mongodb":
            raise Undefined("of another")
        if kind in ("c", "r", "u", "d") and (
            source is None or set(source.names()) <= {"db", "database", "schema", "table"}
        ):
            raise Undefined("of Flink")
    if operation is None:
        raise Undefined(f"no op {kind}")
    if is_tidb and kind == "m":
        operation = "heartbeat"  # a watermark
    event = Change(operation, source_at={None}, processed_at=_times(_plain(body.get("ts_ms"))))
    event.types = Object(tuple(types.items())) if types else None
    event.database = names["db"] if names["db"] is not None else body.name("databaseName")
    if not is_oms:
        event.schema = names["schema"] if names["schema"] is not None else body.name("schemaName")
        event.statement = ddl
        event.statement_kind = "ddl" if kind is None and operation in ("ddl", "truncate") else None
    event.table = names["table"] or ""
    micros, millis = _times(_sent(source, "ts_us"), 1000), _times(_sent(source, "ts_ms"))
    millis = {None if each == 0 else each for each in millis}
    if is_oms:
        event.source_at = millis
    else:
        event.source_at = {each for each in micros if each is not None} or millis
        event.source_at |= millis if None in micros else set()
        event.transaction = "(any)"
    is_row = operation in ("insert", "snapshot", "update", "delete")
    if not is_oms and (operation in ("truncate", "ddl") or is_row) and not is_load:
        place = [_whole(_sent(source, "commit_ts"))] if is_tidb else _place(source)
        if place == [None]:
            place = None
        elif is_tidb and operation == "delete":
            place = [place[0] - 1, 1]  # TiCDC sends an update of a unique key as a delete and an insert of one commit
        if message.line.get("order") != "offset" and message.line.get("deletes") != "tombstone":
            if place is None:
                raise Undefined("no place in the log")
            event.sequence = place
    if not is_oms and any(_holds_number_for_bytes(row, types) for row in (before, after) if row is not None):
        raise Undefined("a decimal that is no text")
    if not is_row:
        return [event]
    declared = _declared(message, event)
    row = before if kind == "d" else after
    if row is None and not (kind == "d" and not is_oms):
        raise Undefined("no row")
    if kind in ("u", "d") and before is None and declared == []:
        raise Undefined("no row before")
    new = None if kind == "d" else image(after) if after is not None else {}
    was = image(before) if before is not None and kind in ("u", "d") else None
    rows = Rows(operation)
    if is_oms:
        was = image(before) if before is not None else None
        was, new, rows.is_partial = _oms_images(message, event, kind, was, new)
    elif kind == "d":
        kinds = (connector, message.line.get("source_kind"))
        was, rows.is_partial = _deleted(was, "postgresql" if "postgresql" in kinds else connector, declared)
    elif kind == "u" and connector not in MYSQL:
        new, rows.is_partial = _available(new or {}, was, declared)
        if rows.is_partial and was is not None and declared != []:
            known = {name for name, value in was.items() if value is not None and not _is_unavailable(value)}
            was = {name: value for name, value in was.items() if name in known or name in (new or {})}
    if kind == "c" and not is_oms:
        was = None
    if is_oms and declared is None:
        raise Undefined("no key")
    was, new = (None if row is None else _scaled(row, types) for row in (was if kind != "r" else None, new))
    return _row_changes(message, event, rows, was, new, declared if declared is not None else KEY)


def _declared(message: Message, event: Change) -> list[str] | None:
    """The declared key: the fuzzer's feeds declare tables in no schema."""
    return None if event.schema else message.declared_keys.get((event.database, event.table))


def _types_in_schema(message: Message) -> dict[str, str | None]:
    """Column → type, of the schema, which Connect writes alike for the row before and the row after."""
    schema = _with_last(message.get("schema"))
    if schema is not None and not isinstance(schema, Object):
        raise Undefined("schema is no object")
    # What is there must be of the kind that Connect writes, also beside the rows.
    parts = [(part.get("field"), _structs(part, "fields")) for part in _structs(schema, "fields") if part is not None]
    types = [[_type(column) for column in columns] for _, columns in parts]
    found: list[dict[str | None, str | None]] = []
    for (part, columns), of_columns in zip(parts, types, strict=True):
        if part not in ("before", "after") or not columns:
            continue
        names = [None if column is None else _plain(column.get("field")) for column in columns]
        if len(set(names)) < len(names) or any(name is None or name.startswith(("{", "[")) for name in names):
            raise Undefined("the schema names a column twice, not at all, or by no text")
        for column in columns:
            if column.get("name") == DECIMAL and not re.fullmatch(SCALE, _parameter(column, "scale") or "", re.ASCII):
                raise Undefined("the schema has a decimal without its scale")
            said = [_said(column), _said(column.get("items"))]
            if _holds_fraction(said):
                raise Undefined("the schema has a fraction in place of a text")
            if r"\ufdd0" in repr(said):
                message.excuse("the schema holds U+FDD0, beside which no fraction is read")
        found.append(dict(zip(names, of_columns, strict=True)))
    if any(list(each.items()) != list(found[0].items()) for each in found):
        raise Undefined("the schema has other columns before than after")
    return found[0] if found else {}  # type: ignore[return-value]


def _said(column: Any) -> list[Any]:
    """What is read of a column, or of the items of one that is an array."""
    return [column.get(name) for name in ("field", "type", "name", "parameters")] if isinstance(column, Object) else []


def _holds_fraction(value: Any) -> bool:
    """Whether a number with a fraction or an exponent, or -0, stands in a JSON value."""
    if isinstance(value, Number):
        return re.fullmatch("-?[0-9]+", value.text, re.ASCII) is None or value.text == "-0"
    values = [each for _, each in value.members] if isinstance(value, Object) else value
    return isinstance(values, list) and any(map(_holds_fraction, values))


def _with_last(value: Any) -> Any:
    """A JSON value in which of members of one name the last counts, as everywhere but in the envelope and in rows."""
    if isinstance(value, list):
        return [_with_last(each) for each in value]
    if isinstance(value, Object):
        if value.repeats() and any(each is None for _, each in value.members):
            raise NotCompared("a schema that names something twice, once as null")
        return Object(tuple((name, _with_last(each)) for name, each in dict(value.members).items()))
    return value


def _structs(within: Object | None, member: str) -> list[Object | None]:
    sent = None if within is None else within.get(member)
    if sent is None:
        return []
    if not isinstance(sent, list) or not all(each is None or isinstance(each, Object) for each in sent):
        raise Undefined("the schema is built otherwise than Connect builds one")
    return sent


def _type(column: Object | None) -> str | None:
    """A column's type as Debezium calls it, with its scale or length."""
    if column is None:
        return None
    items = column.get("items")
    if items is not None and not isinstance(items, Object):
        raise Undefined("the schema is built otherwise than Connect builds one")
    of_items = None if items is None else _in_words(items, items.get("type"))
    is_array = column.get("type") == "array"
    is_bytes = re.search("(binary|blob)$", _plain(column.get("tidb_type")) or "")
    plain = "bytes" if is_bytes else column.get("type")
    return _in_words(column, (of_items and f"array<{of_items}>") if is_array else plain)


def _in_words(about: Object, kind: Any) -> str | None:
    scale, length = (_parameter(about, name) for name in ("scale", "length"))
    argument = scale if scale is not None else length
    name = _plain(about.get("name") if about.get("name") is not None else kind)
    return name if name is None or argument is None else f"{name}({argument})"


def _parameter(about: Object, name: str) -> str | None:
    parameters = about.get("parameters")
    if parameters is not None and not isinstance(parameters, Object):
        raise Undefined("the schema is built otherwise than Connect builds one")
    return None if parameters is None else _plain(parameters.get(name))


def _holds_number_for_bytes(row: Object, types: dict[str, str | None]) -> bool:
    """Whether a decimal of the schema is a number or a boolean, where bytes are sent as texts."""
    return any(
        (types.get(name) or "").startswith(f"{DECIMAL}(") and isinstance(row.get(name), Number | bool)
        for name in row.names()
    )


def _scaled(row: Image, types: dict[str, str | None]) -> Image:
    """A row whose decimals, where they are spelled as bytes, have their scale beside them."""
    found = dict(row)
    for name, value in row.items():
        scale = re.fullmatch(rf"{re.escape(DECIMAL)}\((.*)\)", types.get(name) or "")
        text = _plain(value)
        if scale and text is not None and re.fullmatch("[A-Za-z0-9+/]*={0,2}", text) and len(text) % 4 == 0:
            found[name] = f'{{"scale":{scale[1]},"value":"{text}"}}'
    return found


def _row_changes(
    message: Message, event: Change, rows: Rows, was: Image | None, new: Image | None, keys: list[str]
) -> list[Change]:
    event.operation = rows.operation
    rows.before = None if was is None else [was]
    rows.after = None if new is None else [new]
    with_keys = Message(
        Object((("pkNames", keys),)), message.line, {("", event.table): keys}, message.declared_types, message.excuses
    )  # fmt: skip
    return _changes(with_keys, event, rows, ("", event.table))


def _operation(
    body: Message, message: Message, operations: dict[str, str], kind: str | None, ddl: str | None,
    source: Object | None, is_load: bool,
) -> str | None:  # fmt: skip
    if body.get("op") is not None:
        return "snapshot" if kind in ("c", "r") and is_load else operations.get(kind or "")
    if body.get("ddl") is not None or body.get("tableChanges") is not None:
        if is_load or not ddl:
            return "other"
        pattern = r"\s*(?:/\*.*?\*/\s*|(?:--|#)[^\n]*\n\s*)*truncate\b"
        return "truncate" if re.match(pattern, ddl, re.IGNORECASE | re.DOTALL | re.ASCII) else "ddl"
    if body.get("status") is not None:
        found = {"BEGIN": "begin", "END": "commit"}.get(body.name("status"))
        if found is None:
            raise Undefined("no such status")
        return found
    names = set(message.body.names())
    is_wrapped = message.get("payload") is not None
    if body.get("ts_ms") is not None and source is None and (is_wrapped or names <= TIMES):
        return "heartbeat"
    if not is_wrapped and names - {"schema"} == {"payload"}:
        return "other"
    if "type" in names and names <= SIGNALS:
        return "other"
    raise Undefined("nothing tells what it is")


def _deleted(was: Image | None, connector: str | None, declared: list[str] | None) -> tuple[Image, bool]:
    if was is None:
        return {"id": Number("1")}, True
    is_left_out = connector not in MYSQL and any(_is_unavailable(each) for each in was.values())
    is_partial = declared != [] and (connector == "postgresql" or is_left_out)
    if not is_partial:
        return was, False
    known = declared or []
    return {name: value for name, value in was.items() if name in KEY or (value is not None and name in known)}, True


def _available(new: Image, was: Image | None, declared: list[str] | None) -> tuple[Image, bool]:
    if not any(_is_unavailable(each) for each in new.values()):
        return new, False
    if declared == []:
        return {name: (was or {}).get(name) if _is_unavailable(value) else value for name, value in new.items()}, True
    return {name: value for name, value in new.items() if not _is_unavailable(value)}, True


def _oms_images(
    message: Message, event: Change, kind: str | None, was: Image | None, new: Image | None
) -> tuple[Image | None, Image | None, bool]:
    """The rows without what is NULL on both sides and may be a large value, and whether the change is partial."""
    if kind == "c":
        return was, new, False
    keys, types = _declared(message, event), message.declared_types.get((event.database, event.table)) or {}
    row, other = (was or {}, {}) if kind == "d" else (new or {}, was or {})
    unsent = _unsent(message, row, {name for name, value in other.items() if value is not None}, types, keys)
    is_deleted = kind == "d" and bool(keys) and message.line.get("lob_mode") != "complete"
    without = (None if each is None else _without(each, unsent) for each in (was, new))
    return *without, bool(unsent) or is_deleted


def _is_unavailable(value: Any) -> bool:
    letters = UNAVAILABLE.encode()
    coded = [base64.b64encode(bytes([byte])).decode() for byte in letters]
    in_base64 = base64.b64encode(letters).decode()
    if isinstance(value, list):
        plain = [each.text if isinstance(each, Number) else each for each in value]
        scaled = [_plain_members(each) for each in value]
        return (
            plain in ([UNAVAILABLE], [in_base64], [letters.hex()], coded)
            or plain in ([str(byte) for byte in letters], [f"{byte}.0" for byte in letters])
            or scaled == [(("scale", "0"), ("value", each)) for each in coded]
        )
    if isinstance(value, Object):
        return value.members == ((UNAVAILABLE, UNAVAILABLE),)
    return value in (UNAVAILABLE, in_base64, letters.hex())


def _plain_members(value: Any) -> Any:
    if not isinstance(value, Object):
        return None
    return tuple((name, each.text if isinstance(each, Number) else each) for name, each in value.members)


def _object(message: Message, member: str) -> Any:
    """A member that is an object, no name twice; None where it is null or absent."""
    value = message.get(member)
    if value is not None and not isinstance(value, Object):
        raise Undefined(f"{member} is no object")
    if value is not None and value.repeats():
        raise Undefined(f"{member} names something twice")
    return value


def _unread_schema(message: Message) -> dict[str, str | None]:
    """A schema that is not built as Connect builds one is a reason to refuse, and no matter where it is not read."""
    if message.get("schema") is not None:
        message.excuse("a schema, of which not all is read")
    return {}


def _plain(value: Any) -> str | None:
    """A value as text, where it is a scalar or an empty container."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return value.text if isinstance(value, Number) else "{}" if isinstance(value, Object) else "[]"


def _sent(source: Object | None, name: str) -> str | None:
    return None if source is None else _plain(source.get(name))


def _text_of(source: Object | None, name: str) -> str | None:
    value = None if source is None else source.get(name)
    if value is not None and not isinstance(value, str):
        raise Undefined(f"source.{name} is no text")
    return value


def _times(text: str | None, divide: int = 1) -> set[float | None]:
    """Milliseconds of a whole number in a text; others may be read or not."""
    if text is None:
        return {None}
    text = re.sub(r"^[\x00-\x1f\x7f-\x9f]+|[\x00-\x1f\x7f-\x9f]+$", " ", text)  # no matter to Spark
    if text == "-0":
        return {None, 0}  # nobody writes it
    if re.fullmatch("-?[0-9]{1,18}", text, re.ASCII):
        found = _within_years(int(text) // divide)
        return {None if found is None else int(text) / divide if divide > 1 else found}
    whole = re.fullmatch(r"\s*[+-]?([0-9]{1,18})(\.[0-9]*)?\s*", text, re.ASCII)
    return {None, int(float(text)) / divide if divide > 1 else int(float(text))} if whole else {None}


def _place(source: Object | None) -> list[int] | None:
    """Where a change stands in the log, of MySQL, MariaDB and PostgreSQL."""
    if _sent(source, "file") is not None:
        number = re.search(r"\.([0-9]+)\Z", _sent(source, "file") or "", re.ASCII)
        places = [number.group(1) if number else "", _sent(source, "pos"), _sent(source, "row") or "0"]
    elif _sent(source, "change_lsn") is None and _sent(source, "lsn") is not None:
        places = [_sent(source, "lsn")]
        try:
            both = json.loads(_sent(source, "sequence") or "null")
            if isinstance(both, list) and len(both) == 2:
                places = [both[0] if both[0] is not None else both[1], both[1]]
        except ValueError:
            pass
    else:
        return None
    found = [_whole(each) for each in places]
    return None if None in found else found  # type: ignore[return-value]


def _names_a_place(source: Object | None) -> bool:
    """Whether a row that was read has a place in the log: Flink CDC's have an empty one."""
    places = {name: _sent(source, name) for name in ("file", "change_lsn", "lsn", "commit_scn")}
    empty = {"file": ("",), "lsn": ("0",), "commit_scn": ("0",)}
    return any(place is not None and place not in empty.get(name, ()) for name, place in places.items())


def _whole(text: Any) -> int | None:
    """A whole number of 38 digits at most."""
    return int(text) if isinstance(text, str) and re.fullmatch("-?[0-9]{1,38}", text, re.ASCII) else None


def debezium_flat(message: Message) -> list[Change]:
    """Rows without their envelope."""
    sent = message.body
    if set(sent.names()) in WRAPPED and isinstance(sent.get("payload"), Object):
        message.excuse("a payload")
        sent = sent.get("payload")
        if sent.repeats():
            raise Undefined("the payload names something twice")
    values = {name: _plain(value) for name, value in sent.members}
    if isinstance(sent.get("source"), Object) and sent.get("source").get("connector") is not None:
        raise Undefined("an envelope, or what passes the transform as it is")
    if set(values) <= {"status", "id", "event_count", "data_collections", "ts_ms"} and "event_count" in values:
        operation = {"BEGIN": "begin", "END": "commit"}.get(values.get("status") or "")
        if operation is None:
            raise Undefined("no such status")
        return [_flat_event(message, operation, values)]
    added = {name: values.get(f"__source_{name}", values.get(f"__{name}")) for name in ADDED}
    added = {name: value if value is not None else values.get(f"__{name}") for name, value in added.items()}
    kind = added["op"]
    is_load = (kind == "r" and added["snapshot"] != "incremental") or added["snapshot"] not in (
        None,
        "false",
        "incremental",
    )
    if values.get("__deleted") == "true" or kind == "d":
        operation = "delete"
    elif is_load:
        operation = "snapshot"
    else:
        operation = {None: "update", "c": "insert", "r": "snapshot", "u": "update"}.get(kind)
    if operation is None:
        raise Undefined(f"no op {kind}")
    is_marked = message.line.get("deletes") == "marked"
    if operation in ("insert", "update") and is_marked and values.get("__deleted") is None and kind is None:
        raise Undefined("no mark of deletes")
    for name in ("table", "db", "schema"):
        both = (sent.get(f"__source_{name}"), sent.get(f"__{name}"))
        if not isinstance(next((each for each in both if each is not None), ""), str):
            raise Undefined(f"{name} is no text")
    event = _flat_event(message, operation, values, added)
    declared = _declared(message, event)
    if operation == "update" and declared == []:
        raise Undefined("no row before")
    if not is_load and is_marked and message.line.get("order") != "offset":
        event.sequence = _place(Object(tuple(added.items())))
        if event.sequence is None:
            raise Undefined("no place in the log")
    row = {name: value for name, value in sent.members if not OF_TASK.fullmatch(name)}
    rows = Rows(operation)
    if operation == "delete":
        was, rows.is_partial = _deleted(row, message.line.get("source_kind"), declared)
        return _row_changes(message, event, rows, was, None, declared if declared is not None else KEY)
    if operation == "update" and message.line.get("source_kind") not in MYSQL:
        row, rows.is_partial = _available(row, None, None)
    return _row_changes(message, event, rows, None, row, declared if declared is not None else KEY)


def debezium_flat_tombstone(message: Message) -> list[Change]:
    """A record without a value: the delete of the row with the Kafka key, where the feed says that deletes come so."""
    if message.line.get("deletes") != "tombstone":
        return [Change("other", table=message.line["topics"])]
    event = Change("delete", table=message.line["topics"])
    declared = _declared(message, event)
    rows = Rows("delete", is_partial=declared != [])
    return _row_changes(message, event, rows, {"id": Number("1")}, None, declared if declared is not None else KEY)


def debezium_tombstone(message: Message) -> list[Change]:
    """A record without a value: of a compacted topic the delete of the row with the Kafka key, else nothing."""
    if message.line.get("deletes") != "tombstone":
        return [Change("other")]
    return debezium_flat_tombstone(message)


def _flat_event(
    message: Message, operation: str, values: dict[str, Any], added: dict[str, Any] | None = None
) -> Change:
    added = added or {name: None for name in ADDED}
    event = Change(operation, transaction="(any)")
    parts = message.line["topics"].split(".")
    event.table = added["table"] if added["table"] is not None else parts[-1]
    event.database, event.schema = added["db"] or "", added["schema"] or ""
    if operation not in ("begin", "commit"):
        event.source_at, event.processed_at = _times(values.get("__source_ts_ms")), _times(values.get("__ts_ms"))
    return event


def oms_debezium_smt_tombstone(message: Message) -> list[Change]:
    """A record without a value says nothing."""
    return [Change("other", table=message.line["topics"])]


def oms_debezium_smt(message: Message) -> list[Change]:
    """OMS's kind DebeziumSmt."""
    deleted = _plain(message.get("__deleted"))
    operation = {"true": "delete", "false": "update"}.get(deleted or "")
    if operation is None:
        raise Undefined("no mark of deletes")
    event = Change(operation, table=message.line["topics"].split(".")[-1])
    declared = message.declared_keys.get(("", event.table))
    if not declared:
        raise Undefined("no key")
    row = {name: value for name, value in message.body.members if name != "__deleted"}
    is_deleted = operation == "delete"
    rows, types = Rows(operation), message.declared_types.get(("", event.table)) or {}
    if not is_deleted and message.line.get("lob_mode") != "complete":
        unsent = {name for name in row if row[name] is None and name not in declared and _is_large(types.get(name))}
        row, rows.is_partial = _without(row, unsent), bool(unsent)
    return _row_changes(message, event, rows, row if is_deleted else None, None if is_deleted else row, declared)
