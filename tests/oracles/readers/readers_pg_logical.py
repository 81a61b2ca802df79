"""wal2json's two formats, read in Python from its README and source code: a reader for dialect_readers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from dialect_readers import Change, Image, Message, Rows, Undefined, _changes, _with
from strict_json import Number, Object

ACTIONS = {
    "I": "insert", "U": "update", "D": "delete", "T": "truncate", "B": "begin", "C": "commit", "M": "other",
}  # fmt: skip
KINDS = {"insert": "insert", "update": "update", "delete": "delete", "message": "other"}
ROWS = ("insert", "update", "delete")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass
class Side:
    """The columns of a row, or of its identity or key."""

    names: list[str]
    values: list[Any]
    types: list[Any] | None


@dataclass
class Told:
    """What a message, or a change of a transaction, says."""

    operation: str
    schema: str
    table: str
    columns: Side | None
    identity: Side | None
    key: Side | None


def pg_logical(message: Message) -> list[Change]:
    """A row (version 2), or a transaction (version 1)."""
    if any(name in message.body.names() for name in ("wal_transaction", "wal_change")):
        raise Undefined("a name that is the decoder's own")
    if "change" in message.body.names():
        return _transaction(message)
    action = _text(message.get("action"), "action")
    if action not in ACTIONS:
        raise Undefined(f"no action {action}")
    told = Told(
        ACTIONS[action], _text(message.get("schema"), "schema"), _text(message.get("table"), "table"),
        *(_described(message.get(name), name, name != "pk") for name in ("columns", "identity", "pk")),
    )  # fmt: skip
    lsn, at = _place(message, "lsn"), _place(message, "timestamp")
    event = Change(told.operation, transaction=_shown(message, message.get("xid")), source_at={_instant(at)})
    return _of(message, told, event, _number(lsn), None)


def _transaction(message: Message) -> list[Change]:
    """Format version 1."""
    changes = message.get("change")
    if not isinstance(changes, list):
        raise Undefined("change is no list")
    if any(name in message.body.names() for name in ("action", "columns", "identity")):
        message.excuse("members of the other format")
    lsn, at = _place(message, "nextlsn"), _place(message, "timestamp")
    found: list[Change] = []
    for place, sent in enumerate(changes):
        if not isinstance(sent, Object) or sent.repeats():
            raise Undefined("a change is no object, or names a member twice")
        kind = _text(sent.get("kind"), "kind")
        if kind not in KINDS:
            raise Undefined(f"no kind {kind}")
        told = Told(
            KINDS[kind], _text(sent.get("schema"), "schema"), _text(sent.get("table"), "table"),
            _listed(sent, "column"), _listed(sent.get("oldkeys"), "key"), _listed(sent.get("pk"), "pk"),
        )  # fmt: skip
        event = Change(told.operation, transaction=_shown(message, message.get("xid")), source_at={_instant(at)})
        found += [_with(each, message_index=place) for each in _of(message, told, event, _number(lsn), place)]
    event = Change("other", transaction=_shown(message, message.get("xid")), source_at={_instant(at)})
    return found or [event]


def _of(message: Message, told: Told, event: Change, lsn: int | None, place: int | None) -> list[Change]:
    """The changes of one row, or what is none."""
    event.schema, event.table = told.schema, told.table
    needs_place = told.operation in (*ROWS, "truncate") and message.line.get("order") != "offset"
    if needs_place and lsn is None:
        raise Undefined("no lsn")
    if needs_place and lsn is not None:
        event.sequence, event.ends_in_offset = ([lsn], True) if place is None else ([lsn, place], False)
    if told.operation not in ROWS:
        if any(side is not None for side in (told.columns, told.identity, told.key)):
            message.excuse("columns where there is no row")
        return [event]
    new, old = told.operation != "delete", told.operation != "insert"
    if (new and not (told.columns and told.columns.names)) or (not new and not (told.identity and told.identity.names)):
        raise Undefined("no columns")
    if (told.identity is not None and not old) or (told.columns is not None and not new):
        raise Undefined("a row too many")
    declared = message.declared_keys.get(("", told.table))
    keys = declared if declared is not None else told.key.names if told.key is not None else []
    if declared is None and not keys:
        raise Undefined("no key columns")
    is_bag = declared == []
    rows = Rows(told.operation, is_partial=old and not is_bag)
    before = None if told.identity is None else _row(told.identity)
    if new and told.columns is not None:
        after = ((before or {}) if told.operation == "update" else {}) | _row(told.columns)
        rows.after = [
            {name: v for name, v in after.items() if v is not None} if is_bag and place is not None else after
        ]
    if old:
        if before is None and is_bag:
            raise Undefined("no row before")
        rows.before = None if before is None else [before]
    side = told.columns or told.identity
    types = side.types if side is not None else None
    if types is not None and side is not None:
        named = zip(side.names, types, strict=True)
        event.types = Object(tuple((name, kind) for name, kind in named if kind is not None))
    own = Message(Object((("pkNames", keys),)), message.line, message.declared_keys, {}, message.excuses)
    return _changes(own, event, rows, ("", told.table))


def _row(side: Side) -> Image:
    return dict(zip(side.names, side.values, strict=True))


def _described(sent: Any, member: str, has_values: bool) -> Side | None:
    """A list of columns, each an object."""
    if sent is None:
        return None
    if not isinstance(sent, list) or not all(isinstance(each, Object) and not each.repeats() for each in sent):
        raise Undefined(f"{member} is no list of objects, or one names something twice")
    if has_values and not all("value" in each.names() for each in sent):
        raise Undefined("a column without a value")
    types = [each.get("type") for each in sent]
    return _sound(Side([each.get("name") for each in sent], [each.get("value") for each in sent], types))


def _listed(sent: Any, name: str) -> Side | None:
    """Columns in lists side by side."""
    if sent is None:
        return None
    if not isinstance(sent, Object) or sent.repeats():
        raise Undefined(f"{name} is no object, or names a member twice")
    names, types = sent.get(f"{name}names"), sent.get(f"{name}types")
    _must_be_list(names)
    values = [None] * len(names or []) if name == "pk" else sent.get(f"{name}values")
    if name == "column" and names is None:
        for other in (types, values):
            _must_be_list(other)
        return None
    for each in (names, types, values):
        _must_be_list(each)
    if names is None and name == "pk" and types is None:
        raise Undefined("a key without names")
    if names is None or values is None:
        raise Undefined("names or values are missing")
    return _sound(Side(names, values, types))


def _must_be_list(sent: Any) -> None:
    if sent is not None and not isinstance(sent, list):
        raise Undefined("no list")


def _sound(side: Side) -> Side:
    texts = [*side.names, *(each for each in side.types or [] if each is not None)]
    if not all(isinstance(each, str) for each in texts) or len(set(side.names)) < len(side.names):
        raise Undefined("a name or type is no text, or a column comes twice")
    if len(side.values) != len(side.names) or (side.types is not None and len(side.types) != len(side.names)):
        raise Undefined("more of one than of the other")
    return side


def _text(value: Any, name: str) -> str:
    if value is not None and not isinstance(value, str):
        raise Undefined(f"{name} is no text")
    return value or ""


def _place(message: Message, name: str) -> str:
    """A place in the log, or a time: what is no text is none."""
    value = message.get(name)
    if value is not None and not isinstance(value, str):
        message.excuse(f"{name} is no text")
        return ""
    return value or ""


def _shown(message: Message, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return value.text if isinstance(value, Number) else "(any)"


def _number(lsn: str) -> int | None:
    found = re.fullmatch("([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})", lsn, re.ASCII)
    return int(found[1], 16) * 2**32 + int(found[2], 16) if found else None


def _instant(text: str) -> float | None:
    """Milliseconds since 1970 of a time with its offset."""
    pattern = r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})([.][0-9]{1,6})?([-+][0-9]{2})(:[0-9]{2})?"
    found = re.fullmatch(pattern, text, re.ASCII)
    if found is None:
        return None
    try:
        wall = datetime.strptime(found[1], "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    hours, minutes = int(found[3]), int((found[4] or ":0")[1:])
    if abs(hours) > 18 or minutes > 59 or (abs(hours) == 18 and minutes):
        return None
    offset = timedelta(hours=abs(hours), minutes=minutes) * (-1 if found[3].startswith("-") else 1)
    micros = (wall - EPOCH - offset) // timedelta(microseconds=1) + int((found[2] or ".0")[1:].ljust(6, "0"))
    return micros / 1000
