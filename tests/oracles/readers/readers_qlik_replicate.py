"""What Qlik Replicate's data messages say, from its documents and the docs page: a reader for dialect_readers.

Topics are tables, since the fuzzer's have no dot.
"""

from __future__ import annotations

import re

from dialect_readers import Change, Image, Message, Rows, Undefined, _changes, image
from readers_ogg import time_of
from strict_json import Object

OPERATIONS = {"REFRESH": "snapshot", "INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}


def qlik_replicate(message: Message) -> list[Change]:
    """A data message, in the Replicate envelope or bare; a metadata message changes nothing."""
    magic, kind, body = message.get("magic"), message.name("type") or None, message.get("message")
    if message.name("magic") != (magic or "") or (magic is not None and magic != "atMSG"):
        raise Undefined("no magic")
    if message.get("type") == "":
        raise Undefined("no such type")
    if body is None and message.get("headers") is None:
        raise Undefined("no message, and no headers")
    if body is None and kind not in (None, "MD"):
        raise Undefined("no message")
    inner = message if body is None else _within(message, _object(body, "message"))
    for each in (message, inner):
        for name in ("data", "beforeData", "headers"):
            if each.get(name) is not None:
                _object(each.get(name), name)
    if body is not None and any(message.get(name) is not None for name in ("data", "beforeData", "headers")):
        message.excuse("members beside the envelope's message")
    headers = _within(inner, inner.get("headers") or Object(()))
    operation, mask = headers.name("operation"), headers.name("columnMask")
    number, at = headers.name("changeSequence"), headers.name("timestamp")
    event = Change("other", transaction=headers.name("transactionId") or None, source_at=time_of(headers, "timestamp"))
    if at and not at.endswith("Z") and event.source_at == {None}:
        event.source_at = {None}
    if kind == "MD":
        return [event]
    if kind not in (None, "DT") or operation not in OPERATIONS:
        raise Undefined(f"no type {kind} with the operation {operation}")
    event.operation = OPERATIONS[operation]
    event.table = message.line["topics"]
    if event.operation != "snapshot" and message.line.get("order") != "offset":
        if not re.fullmatch("[0-9]{1,38}", number, re.ASCII):
            raise Undefined("no changeSequence")
        event.sequence = [int(number)]
    data, before = _row(inner, "data"), _row(inner, "beforeData")
    if event.operation != "update" and data is not None and before is not None:
        raise Undefined("two rows")
    row = data if data is not None or event.operation != "delete" else before
    if row is None:
        raise Undefined("no row")
    unsent = _unsent(row, mask) if event.operation in ("update", "delete") else set()
    declared = message.declared_keys.get(("", event.table))
    if declared == [] and ((event.operation == "update" and before is None) or unsent):
        raise Undefined("no whole row before")
    rows = Rows(event.operation, is_partial=bool(unsent))
    rows.after = None if event.operation == "delete" else [_without(row, unsent)]
    if event.operation == "delete":
        rows.before = [_without(row, unsent)]
    elif event.operation == "update" and before is not None:
        rows.before = [_without(before, unsent)]
    return _changes(_within(inner, Object(())), event, rows, ("", event.table))


def _within(message: Message, body: Object) -> Message:
    return Message(body, message.line, message.declared_keys, message.declared_types, message.excuses)


def _object(value: object, name: str) -> Object:
    if not isinstance(value, Object) or value.repeats():
        raise Undefined(f"{name} is no object, or names something twice")
    return value


def _row(message: Message, member: str) -> Image | None:
    value = message.get(member)
    return None if value is None else image(_object(value, member))


def _without(row: Image, unsent: set[str]) -> Image:
    return {name: value for name, value in row.items() if name not in unsent}


def _unsent(row: Image, mask: str) -> set[str]:
    """The columns that columnMask says are not in the message."""
    digits = [int(digit, 16) for digit in mask if re.fullmatch("[0-9A-Fa-f]", digit, re.ASCII)]
    count = sum(digit.bit_count() for digit in digits)
    known = {name for name, value in row.items() if value is not None}
    if not mask or count >= len(row):
        return set()
    if len(mask) == 2 and len(row) <= 8:
        if len(digits) != 2:
            raise Undefined("columnMask is no hexadecimal number")
        bits = digits[0] * 16 + digits[1]
        unsent = {name for place, name in enumerate(row) if not bits >> place & 1}
    elif count == len(known):
        unsent = set(row) - known
    else:
        raise Undefined("columnMask does not say which columns are not sent")
    if unsent & known:
        raise Undefined("columnMask says that a column with a value is not sent")
    return unsent
