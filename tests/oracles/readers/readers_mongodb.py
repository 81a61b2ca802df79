"""Debezium's MongoDB connector, flattened or not, read in Python from its documents: readers for dialect_readers."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Any

import strict_json
from dialect_readers import Change, Image, Message, NotCompared, Rows, Undefined, _changes
from readers_debezium import WRAPPED, _declared, _row_changes, _times
from readers_drs import _json, _row
from strict_json import NotStrict, Number, Object

KEY = "1"  # `id` of the Kafka key that all messages of the fuzzer have
ADDED = ("op", "db", "collection", "snapshot", "ord")
OF_TASK = re.compile(
    rf"__(deleted|(source_)?({'|'.join(ADDED)}|ts_ms|ts_us|ts_ns|connector|name|version|sequence|rs|lsid|txnNumber|wallTime|id|total_order"
    r"|data_collection_order)|(source|transaction|updateDescription)_[A-Za-z_]+)"
)
OPERATIONS = {"c": "insert", "r": "snapshot", "u": "update", "d": "delete"}
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def debezium_mongodb(message: Message) -> list[Change]:
    """The envelope, in payload or bare; documents are texts."""
    body = message
    if message.get("payload") is not None:
        payload = message.get("payload")
        if not isinstance(payload, Object) or payload.repeats():
            raise Undefined("payload is no object, or names a member twice")
        body = Message(payload, message.line, message.declared_keys, message.declared_types, message.excuses)
        _must_be_sound(message)
    _must_be_sound(body)
    source = body.get("source")
    op, status = body.get("op"), body.get("status")
    if op is None:
        return [_event(message, body, source, status)]
    connector = source.get("connector") if isinstance(source, Object) else None
    if connector != "mongodb" or op not in OPERATIONS:
        raise Undefined("another connector or op")
    snapshot = _word(source.get("snapshot"))
    is_load = snapshot not in ("", "false", "incremental")
    operation = "snapshot" if op == "c" and is_load else OPERATIONS[op]
    for name in ("db", "collection"):
        if source.get(name) is not None and not isinstance(source.get(name), str):
            raise Undefined(f"{name} is no text")
    transaction = body.get("transaction")
    at = Message(source, {}, {}, {}, message.excuses).time("ts_ms")
    event = Change(
        operation, database=source.get("db") or "", table=source.get("collection") or "", source_at=at,
        processed_at=body.time("ts_ms"), transaction=_plain(transaction.get("id")) if transaction is not None else None,
    )  # fmt: skip
    if event.transaction is None and status is not None:
        event.transaction = _plain(body.get("id"))
    if not is_load:
        places = ["0" if source.get(name) == Number("-0") else _word(source.get(name)) for name in ("ts_ms", "ord")]
        if any(not re.fullmatch("[0-9]{1,18}", place, re.ASCII) for place in places):
            raise Undefined("no place in the log")
        event.sequence, event.ends_in_offset = [int(place) for place in places], True
    return _rows(message, body, event, op)


def debezium_mongodb_flat(message: Message) -> list[Change]:
    """Documents without their envelope."""
    sent = message.body
    if set(sent.names()) in WRAPPED and isinstance(sent.get("payload"), Object):
        message.excuse("a payload")
        sent = sent.get("payload")
        if sent.repeats():
            raise Undefined("the payload names something twice")
    values = {name: _plain(value) for name, value in sent.members}
    if isinstance(sent.get("source"), Object) and sent.get("source").get("connector") is not None:
        raise Undefined("an envelope")
    added = {name: values.get(f"__source_{name}") for name in ADDED}
    added = {name: value if value is not None else values.get(f"__{name}") for name, value in added.items()}
    kind = added["op"]
    is_load = (kind == "r" and added["snapshot"] != "incremental") or added["snapshot"] not in (
        None,
        "false",
        "incremental",
    )
    if set(values) <= {"status", "id", "event_count", "data_collections", "ts_ms"} and "event_count" in values:
        operation = {"BEGIN": "begin", "END": "commit"}.get(values.get("status") or "")
    elif values.get("__deleted") == "true" or kind == "d":
        operation = "delete"
    else:
        operation = "snapshot" if is_load else {None: "update", "c": "insert", "r": "snapshot", "u": "update"}.get(kind)
    if operation is None:
        raise Undefined("no such operation")
    parts = message.line["topics"].split(".")
    event = Change(
        operation,
        transaction="(any)",
        source_at=_times(values.get("__source_ts_ms")),
        processed_at=_times(values.get("__ts_ms")),
    )
    event.table = added["collection"] if added["collection"] is not None else parts[-1]
    event.database = added["db"] if added["db"] is not None else "".join(parts[-2:-1])
    if operation in ("begin", "commit"):
        event.database = ""
        return [event]
    is_marked = message.line.get("deletes") == "marked"
    if operation in ("insert", "update") and is_marked and values.get("__deleted") is None and kind is None:
        raise Undefined("no mark of deletes")
    for name in ("collection", "db"):
        both = (sent.get(f"__source_{name}"), sent.get(f"__{name}"))
        if not isinstance(next((each for each in both if each is not None), ""), str):
            raise Undefined(f"{name} is no text")
    declared = _declared(message, event)
    if operation == "update" and declared == []:
        raise Undefined("no row before")
    if not is_load and is_marked and message.line.get("order") != "offset":
        places = [values.get("__source_ts_ms") or "", added["ord"] or ""]
        if any(not re.fullmatch("[0-9]{1,18}", place, re.ASCII) for place in places):
            raise Undefined("no place in the log")
        event.sequence, event.ends_in_offset = [int(place) for place in places], True
    row = {name: value for name, value in sent.members if not OF_TASK.fullmatch(name)}
    key, rows = {"_id": Number(KEY)}, Rows(operation)
    keys = declared if declared is not None else ["_id"]
    if operation == "delete":
        rows.is_partial = "_id" not in row
        return _row_changes(message, event, rows, key if rows.is_partial else row, None, keys)
    row = row if "_id" in row else row | key
    if operation == "update" and message.line.get("updates") == "partial":
        if "__updateDescription_removedFields" not in values:
            raise Undefined("nobody says what was taken away")
        removed = sent.get("__updateDescription_removedFields")
        if removed is not None and not (isinstance(removed, list) and all(isinstance(each, str) for each in removed)):
            raise NotCompared("removedFields that is no list of texts")
            removed = []
        if any("." in name for name in (*row, *(removed or []))):
            raise Undefined("a path")
        rows.is_partial = True
        row = {name: value for name, value in row.items() if name not in (removed or [])} | dict.fromkeys(removed or [])
        return _row_changes(message, event, rows, key, row, keys)
    return _row_changes(message, event, rows, None, row, keys)


def debezium_mongodb_flat_tombstone(message: Message) -> list[Change]:
    """A record without a value: the delete of the document of its key, where the feed says that deletes come so."""
    parts = message.line["topics"].split(".")
    named = {"database": "".join(parts[-2:-1]), "table": parts[-1]}
    if message.line.get("deletes") != "tombstone":
        return [Change("other", **named)]
    event = Change("delete", **named)
    declared = _declared(message, event)
    rows = Rows("delete", is_partial=True)
    return _row_changes(message, event, rows, {"_id": Number(KEY)}, None, declared if declared is not None else ["_id"])


def _rows(message: Message, body: Message, event: Change, op: str) -> list[Change]:
    after, before = _document(message, body.get("after")), _document(message, body.get("before"))
    described = body.get("updateDescription")
    rows = Rows(event.operation)
    key: Image = {"_id": KEY}
    if op in ("c", "r") and after is None:
        raise Undefined("no document")
    if op == "u" and after is None:
        rows.after, rows.is_partial = [key | _updated(message, described)], True
    elif op != "d":
        rows.after = [_shown(after)]
    if op in ("u", "d"):
        rows.before = [_shown(before) if before is not None else key]
        rows.is_partial = rows.is_partial or (op == "d" and before is None)
    if not event.table:
        raise Undefined("no collection")
    message.body = Object((*message.body.members, ("pkNames", ["_id"])))
    return _changes(message, event, rows, (event.database, event.table))


def _updated(message: Message, described: Any) -> Image:
    """What an update without a document sets and takes away."""
    if not isinstance(described, Object):
        raise Undefined("nothing is said of the update")
    fields, removed = _document(message, described.get("updatedFields")), described.get("removedFields") or []
    cut = _cut(described.get("truncatedArrays"))
    if fields is None and not removed and not cut:
        raise Undefined("nothing is set or taken away")
    if not all(isinstance(each, str) for each in removed):
        raise Undefined("a name in removedFields is no text")
    names = [*(fields.names() if fields is not None else []), *removed]
    if len(set(names)) < len(names):
        raise Undefined("a name twice")
    for name in (*names, *cut):
        parts = name.split(".")
        if "\0" in name or (len(parts) > 1 and "" in parts):
            raise Undefined("a path that is not followed")
    found: Image = {}
    for name, value in fields.members if fields is not None else ():
        found[name.replace(".", "\0")] = _json(value) if "." in name else _plain_text(value)
    shortened = {name.replace(".", "\0") + "\0\ufdd0": str(size) for name, size in cut.items()}
    return found | {name.replace(".", "\0"): None for name in removed} | shortened


def _cut(sent: Any) -> dict[str, int]:
    """The arrays that an update shortens, and how many members they have then."""
    found: dict[str, int] = {}
    for each in sent if isinstance(sent, list) else [] if sent is None else [sent]:
        told = each if isinstance(each, Object) else Object(())
        field, sizes = told.get("field"), [told.get("size"), told.get("newSize")]
        size = next((each for each in sizes if each is not None), None)
        if not isinstance(field, str) or not isinstance(size, Number) or not size.text.isdigit():
            raise Undefined("an array is shortened, and not said which, or to how many members")
        found[field] = int(size.text)
    return found


def _event(message: Message, body: Message, source: Any, status: Any) -> Change:
    """A message without a row."""
    if status is not None:
        operation = {"BEGIN": "begin", "END": "commit"}.get(status if isinstance(status, str) else "")
        if operation is None:
            raise Undefined("no such status")
    elif body.get("ts_ms") is not None and source is None:
        operation = "heartbeat"
        if body is message and set(message.body.names()) - {"ts_ms", "ts_us", "ts_ns"}:
            raise Undefined("more than a time")
    elif message.get("payload") is None and set(message.body.names()) in ({"payload"}, {"payload", "schema"}):
        operation = "other"
    else:
        raise Undefined("no op")
    named = source if source is not None else Object(())
    transaction = body.get("transaction")
    told = transaction.get("id") if transaction is not None else None
    if told is None and status is not None:
        told = body.get("id")
    for name in ("db", "collection"):
        if named.get(name) is not None and not isinstance(named.get(name), str):
            message.excuse(f"{name} is no text")
    return Change(
        operation, database=_plain(named.get("db")) or "", table=_plain(named.get("collection")) or "",
        source_at=Message(named, {}, {}, {}, message.excuses).time("ts_ms"), processed_at=body.time("ts_ms"),
        transaction="(any)" if isinstance(told, Number) else _plain(told),
    )  # fmt: skip


def _must_be_sound(body: Message) -> None:
    """Members that are read are of the kinds that are documented."""
    for name in ("source", "transaction", "updateDescription"):
        value = body.get(name)
        if value is not None and (not isinstance(value, Object) or value.repeats()):
            raise Undefined(f"{name} is no object, or names something twice")
    if body.get("op") is not None and not isinstance(body.get("op"), str):
        raise Undefined("op is no text")
    for name in ("status", "id"):
        if body.get(name) is not None and not isinstance(body.get(name), str):
            body.excuse(f"{name} is no text")
    described = body.get("updateDescription")
    removed = described.get("removedFields") if described is not None else None
    if removed is not None and not isinstance(removed, list):
        raise Undefined("removedFields is no list")
    if not all(isinstance(each, str) for each in removed or []):
        body.excuse("a name in removedFields is no text")
    texts = [body.get("after"), body.get("before"), described.get("updatedFields") if described is not None else None]
    if any(text is not None and not isinstance(text, str) for text in texts):
        if body.get("op") is not None:
            raise Undefined("a document is no text")
        body.excuse("a document is no text")
    payload = body.get("payload")
    if payload is not None and not isinstance(payload, Object):
        raise Undefined("payload is no object")


def _document(message: Message, text: Any) -> Object | None:
    if text is None:
        return None
    try:
        document = strict_json.read(text.encode("utf-8", "surrogatepass"))
    except NotStrict as fault:
        raise Undefined("no document") from fault
    if not isinstance(document, Object) or document.repeats():
        raise Undefined("no document, or a member twice")
    if any("\0" in name for name in document.names()):
        raise Undefined("a name with U+0000")
    if strict_json.depth(document) > 900:
        message.excuse("a deep document")
    if any("\0" in each for each in strict_json.texts_in(document)):
        message.excuse("a text with U+0000")
    if any(len(each) > 1000 for each in strict_json.numbers_in(document)):
        message.excuse("a long number")
    return document


def _shown(document: Object) -> Image:
    """A document as a row."""
    return {name: _json(value) if "." in name else _plain_text(value) for name, value in document.members}


def _plain_text(value: Any) -> Any:
    """What the row keeps of a member at the top."""
    if isinstance(value, Object):
        members = dict(value.members)
        if len(value.members) == 1 and set(members) <= {"$numberLong", "$numberInt"}:
            (digits,) = members.values()
            if isinstance(digits, str) and re.fullmatch("0|-?[1-9][0-9]{0,18}", digits, re.ASCII):
                return digits
        if len(value.members) == 1 and "$date" in members:
            return _iso(members["$date"]) or _row(Object((("a", value),)))["a"]
        if value.names() == ["$binary", "$type"] and all(isinstance(each, str) for each in members.values()):
            kind, data = members["$type"], members["$binary"]
            is_plain = data.replace("\ufdd0", "").isprintable() and not set(data) & set('"\\')
            if is_plain and re.fullmatch("[0-9a-fA-F]{1,2}", kind, re.ASCII):
                return Object((("$binary", Object((("base64", data), ("subType", kind)))),))
    return _row(Object((("a", value),)))["a"]


def _iso(value: Any) -> str | None:
    """Milliseconds since 1970, a number or $numberLong, within the years 1 to 9999."""
    if isinstance(value, Object) and value.names() == ["$numberLong"] and isinstance(value.get("$numberLong"), str):
        value = Number(value.get("$numberLong"))
    if not isinstance(value, Number) or not re.fullmatch("-?[0-9]{1,15}", value.text, re.ASCII):
        return None
    millis = int(value.text)
    if not -62135596800000 <= millis <= 253402300799999:
        return None
    at = EPOCH + timedelta(milliseconds=millis)
    return f"{at.year:04}-{at:%m-%dT%H:%M:%S}.{millis % 1000:03}Z"


def _word(value: Any) -> str:
    return "" if value is None else _plain(value) or ""


def _plain(value: Any) -> str | None:
    """A member as text, whatever it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.text if isinstance(value, Number) else value if isinstance(value, str) or value is None else "(any)"
