"""What each dialect says, read in Python from the vendors' documents and the docs pages, not from the SQL.

A reader takes the parsed message and its feed's line, and returns the changes that must come out. It raises Undefined
where the dialect says nothing of such a message, so that it must be quarantined.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from strict_json import Number, Object, depth, numbers_in, repeats_anywhere, same_value, texts_in

# What Jackson reads by default, and no more; refusing what is beyond is no fault.
DEEPEST = 1000
LONGEST_NAME = 50_000
LONGEST_NUMBER = 1000

# Members by which other services' messages are known, and names that a decoder may keep for itself: a message that has
# one, if only with null, may be refused. Any other member that the dialect does not know is no reason.
RELATIVES = frozenset({
    "_tidb", "isHeartbeat", "dataSourceName", "serverId", "columnType", "opType", "dbType", "gtid", "id", "schema",
    "key_columns", "row", "changefeed_baseline", "changefeed_end", "changefeed_message",
    "op", "source", "before", "after", "payload", "meta", "control", "metadata", "recordType", "allMetaData",
    "prevStruct", "postStruct", "extend", "key", "updated", "resolved", "magic", "message",
    "beforeData", "headers",
})  # fmt: skip

Image = dict[str, Any]  # column → value as sent


class Undefined(ValueError):
    """The dialect does not say what such a message means."""


class NotCompared(Exception):
    """What comes out of this message alone is not said; it must not end a statement, and is counted by these words."""


@dataclass
class Change:
    """One change that must come out. `None` for an image: there is none."""

    operation: str
    message_index: int = 0
    step: int = 0
    database: str = ""
    schema: str = ""
    table: str = ""
    keys: list[str] | None = None  # None: no matter
    before: Image | None = None
    after: Image | None = None
    key: Image | list[tuple[str, Any]] | None = None  # key columns and their values, or without a key the image
    previous_key: Image | list[tuple[str, Any]] | None = None
    is_partial: bool = False
    sequence: list[int] | None = None
    ends_in_offset: bool = False  # whether the message's offset is the last number of its sequence
    statement: str | None = None
    statement_kind: str | None = None
    transaction: str | None = None
    source_at: set[int | None] = field(default_factory=lambda: {None})  # milliseconds, any of these
    processed_at: set[int | None] = field(default_factory=lambda: {None})
    types: Any = None


@dataclass
class Reading:
    """The changes of a message, and why it may be quarantined all the same (None: it may not)."""

    changes: list[Change]
    excuse: str | None = None


@dataclass
class Message:
    """A message's members, with the excuses that turn up while they are read."""

    body: Object
    line: dict[str, str]
    declared_keys: dict[tuple[str, str], list[str]]
    declared_types: dict[tuple[str, str], dict[str, str]]
    excuses: list[str] = field(default_factory=list)

    def get(self, name: str) -> Any:
        return self.body.get(name)

    def excuse(self, why: str) -> None:
        self.excuses.append(why)

    def name(self, member: str) -> str:
        """A name that the change carries: a text; '' where it is null or absent."""
        value = self.get(member)
        if value is not None and not isinstance(value, str):
            raise Undefined(f"{member} is no text")
        return value or ""

    def note(self, member: str) -> str | None:
        """A text that is for information; NULL for ''."""
        value = self.get(member)
        if value is None or isinstance(value, str):
            return value or None
        self.excuse(f"{member} is no text")
        return "(any)"

    def kind(self) -> tuple[str, bool]:
        kind, is_statement = self.get("type"), self.get("isDdl")
        if not isinstance(kind, str) or not isinstance(is_statement, bool):
            raise Undefined("no type, or no isDdl")
        return kind, is_statement

    def refuse_foreign(self, *names: str) -> None:
        for name in names:
            if self.get(name) is not None:
                raise Undefined(f"{name} is a field of a relative")

    def time(self, member: str) -> set[int | None]:
        """Milliseconds since 1970, where the member is a whole number within the years 1 to 9999."""
        value = self.get(member)
        if value is None:
            return {None}
        if isinstance(value, Number):
            if re.fullmatch("-?[0-9]+", value.text):
                return {_within_years(int(value.text))} if len(value.text) < 40 else {None}
            whole = re.fullmatch(r"(-?[0-9]+)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?", value.text)
            self.excuse(f"{member} is no whole number")
            if whole and len(value.text) < 40:
                exact = _exact(value.text)
                if exact is not None:
                    return {None, _within_years(exact)}
            return {None}
        self.excuse(f"{member} is no number")
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,30}\s*", value, re.ASCII):
            return {None, _within_years(int(value))}
        return {None}

    def rows(self, member: str) -> list[Object] | None:
        """The rows in a member, None where it is null or absent."""
        value = self.get(member)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(each, Object) for each in value):
            raise Undefined(f"{member} is no array of objects")
        if any(each.repeats() for each in value):
            raise Undefined(f"a row of {member} names a column twice")
        return value

    def unused_rows(self, member: str) -> None:
        """A member that has nothing to hold here: what it holds may be a reason to refuse the message."""
        if self.get(member) not in (None, []):
            self.excuse(f"{member} holds something where nothing belongs")

    def keys(self, member: str, database: str, table: str) -> list[str]:
        """The key columns: those declared, or else the message's."""
        names = self.get(member)
        declared = self.declared_keys.get((database, table))
        is_list = isinstance(names, list) and all(isinstance(each, str) for each in names)
        if declared is not None:
            if names is not None and not (is_list and len(set(names)) == len(names)):
                self.excuse(f"{member} is not read, and not what it should be")
            return declared
        if names is None or names == []:
            raise Undefined("no key columns")
        if not is_list or len(set(names)) < len(names):
            raise Undefined(f"{member} are not distinct names")
        return names


def _within_years(millis: int) -> int | None:
    return millis if -62135596800000 <= millis <= 253402300799999 else None


def _exact(text: str) -> int | None:
    value = Decimal(text)
    return int(value) if value.is_finite() and value.adjusted() < 30 and value == value.to_integral_value() else None


def image(row: Object) -> Image:
    return dict(row.members)


def read_message(
    dialect: str,
    body: Any,
    line: dict[str, str],
    declared_keys: dict[tuple[str, str], list[str]],
    declared_types: dict[tuple[str, str], dict[str, str]],
) -> Reading:
    """What a message says by its dialect. Raises Undefined when that cannot be said."""
    if not isinstance(body, Object):
        raise Undefined("no object")
    if body.repeats():
        raise Undefined("a name comes twice")
    message = Message(body, line, declared_keys, declared_types)
    reading = READERS[dialect](message)
    for name in set(body.names()) & RELATIVES - DOCUMENTED[dialect]:
        message.excuse(f"{name} is no member of the dialect")
    if depth(body) > DEEPEST - 2:
        message.excuse(f"nested over {DEEPEST} levels")
    if any(len(text) > LONGEST_NUMBER for text in numbers_in(body)):
        message.excuse(f"a number of over {LONGEST_NUMBER} characters")
    if any(len(text) > LONGEST_NAME for text in texts_in(body)):
        message.excuse(f"a text of over {LONGEST_NAME} characters, perhaps a name")
    if repeats_anywhere(body):
        message.excuse("a name comes twice outside of envelope and rows")
    return Reading(reading, message.excuses[0] if message.excuses else None)


def read_tombstone(dialect: str, line: dict[str, str], declared_keys: dict[tuple[str, str], list[str]]) -> Reading:
    """What a record without a value says: nothing, but where the dialect gives it a meaning."""
    reader = TOMBSTONES.get(dialect)
    return Reading(reader(Message(Object(()), line, declared_keys, {})) if reader else [Change("other")])


# --- what the dialects of Canal's family share: the same envelope, with meanings of their own


@dataclass
class Rows:
    """What a dialect says of the rows of a message."""

    operation: str
    after: list[Image] | None = None
    before: list[Image | None] | None = None  # as sent
    lies_over_after: bool = False  # before has the columns that changed only
    is_partial: bool = False


def _event(message: Message, operation: str, database: str, schema: str, table: str) -> Change:
    return Change(
        operation, database=database, schema=schema, table=table,
        statement=message.note("sql"), transaction=None,
        source_at=message.time("es"), processed_at=message.time("ts"), types=message.get("mysqlType"),
    )  # fmt: skip


def _changes(message: Message, like: Change, rows: Rows, declared_as: tuple[str, str]) -> list[Change]:
    """The changes of a message's rows, key changes in two steps."""
    if not like.table:
        raise Undefined("rows of no table")
    keys = message.keys("pkNames", *declared_as)
    count = len(rows.after if rows.after is not None else rows.before or [])
    found: list[Change] = []
    for index in range(count):
        after = rows.after[index] if rows.after is not None else None
        sent = rows.before[index] if rows.before is not None else None
        before = after | sent if rows.lies_over_after and sent is not None and after is not None else sent
        place = {"operation": rows.operation, "message_index": index, "keys": keys, "is_partial": rows.is_partial}
        if keys:
            needed = before if rows.operation == "delete" else after
            if any(name not in needed for name in keys):
                raise Undefined("a row lacks a key column")
            if any(needed[name] is None for name in keys):
                message.excuse("a key column is NULL")
        new = None if after is None else _key(keys, after)
        is_known = before is not None or (bool(keys) and rows.operation == "update")  # else the key was what it is
        was = _key(keys, (after or {}) | (before or {}) if keys else before or {}) if is_known else None
        if rows.operation == "update" and not _is_same_key(was, new):
            kept = sent if rows.is_partial and keys else before
            found.append(_with(like, **place, step=0, before=kept, key=was))
            found.append(_with(like, **place, step=1, after=after, key=new, previous_key=was))
        else:
            found.append(_with(like, **place, before=before, after=after, key=was if after is None else new))
    return found


def _with(like: Change, **values: Any) -> Change:
    return Change(**{**like.__dict__, **values})


def _is_same_key(was: Any, new: Any) -> bool:
    """Values count as texts: false and the text "false", 7 and "7", [] and "[]" are one key."""
    if was is None or new is None:
        return was is new
    was, new = (list(key.items()) if isinstance(key, dict) else key for key in (was, new))
    return len(was) == len(new) and all(
        a == b and (x == y or (isinstance(y, str) and same_value(x, y)) or (isinstance(x, str) and same_value(y, x)))
        for (a, x), (b, y) in zip(was, new, strict=True)
    )


def _key(keys: list[str], row: Image) -> Any:
    return {name: row.get(name) for name in keys} if keys else sorted(row.items(), key=lambda each: each[0])


STATEMENTS = {
    "CREATE": "ddl", "ALTER": "ddl", "ERASE": "ddl", "RENAME": "ddl", "CINDEX": "ddl", "DINDEX": "ddl", "QUERY": "ddl",
    "TRUNCATE": "truncate",
}  # fmt: skip


def _begins_with_truncate(message: Message) -> bool:
    text = message.get("sql")
    pattern = r"\s*(?:/\*.*?\*/\s*|(?:--|#)[^\n]*\n\s*)*truncate\b"
    return isinstance(text, str) and re.match(pattern, text, re.IGNORECASE | re.DOTALL | re.ASCII) is not None


def _images(rows: list[Object]) -> list[Image]:
    return [image(row) for row in rows]


def canal(message: Message) -> list[Change]:
    """Alibaba Canal's FlatMessage."""
    kind, is_statement = message.kind()
    message.refuse_foreign("_tidb", "isHeartbeat", "dataSourceName")
    database = re.sub(r"\A`(.*)`\Z", r"\1", message.name("database"), flags=re.DOTALL)
    table = message.name("table")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}
    others = {
        "QUERY": "other", "GTID": "other", "XACOMMIT": "commit", "XAROLLBACK": "rollback", "MHEARTBEAT": "heartbeat",
    }  # fmt: skip
    operation = STATEMENTS.get(kind) if is_statement else row_kinds.get(kind, others.get(kind))
    if operation is None:
        raise Undefined(f"no type {kind}")
    event = _event(message, operation, database, "", table)
    event.transaction = message.note("gtid")
    event.statement_kind = kind.lower() if is_statement or kind == "QUERY" else None
    is_partial = kind != "INSERT" and message.line.get("absent_means") == "unchanged"
    kind = None if is_statement else row_kinds.get(kind)
    return _rows_of_data(message, event, kind, is_partial, leaves_out_old=True)


def huawei_migration_canal(message: Message) -> list[Change]:
    """Canal's form of DataArts Migration, with its heartbeats."""
    kind, is_statement = message.kind()
    message.refuse_foreign("_tidb", "columnType", "opType")
    is_heartbeat = message.get("isHeartbeat")
    if is_heartbeat not in (None, True, False):
        raise Undefined("isHeartbeat is neither true nor false")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}
    operation = "heartbeat" if is_heartbeat else (STATEMENTS if is_statement else row_kinds).get(kind)
    if operation is None:
        raise Undefined(f"no type {kind}")
    event = _event(message, operation, message.name("database"), "", message.name("table"))
    event.statement_kind = kind.lower() if is_statement else None
    return _rows_of_data(message, event, None if is_statement or is_heartbeat else row_kinds.get(kind), False)


def _rows_of_data(
    message: Message, event: Change, operation: str | None, is_partial: bool, leaves_out_old: bool = False
) -> list[Change]:
    """The changes of a message with its rows in data, and what changed in old; without `operation` it has no rows."""
    if operation is None:
        message.unused_rows("data")
        message.unused_rows("old")
        _unread_names(message)
        return [event]
    data = message.rows("data")
    if data is None:
        raise Undefined("no rows in data")
    if operation != "update" or not data:
        message.unused_rows("old")
    if not data:
        _unread_names(message)
        event.operation = "other"
        return [event]
    rows = Rows(operation, is_partial=is_partial)
    if operation == "delete":
        rows.before = _images(data)
    else:
        rows.after = _images(data)
    if operation == "update":
        old = message.rows("old") if leaves_out_old and "old" in message.body.names() else []
        if not leaves_out_old or "old" not in message.body.names() or (old is not None and len(old) >= len(data)):
            rows.before, rows.lies_over_after = _old_of(message, len(data)), True
        elif old:
            # Nobody knows to which rows of data these belong.
            keys = message.keys("pkNames", event.database, event.table)
            if not keys or any(name in keys for row in _images(old) for name in row):
                raise Undefined("old is shorter than data, and the key is not known to be what it was")
            rows.before = [None] * len(data)
        else:
            rows.before, rows.lies_over_after = [{} for _ in data], True
    return _changes(message, event, rows, (event.database, event.table))


def _old_of(message: Message, count: int) -> list[Image]:
    old = message.rows("old")
    if old is None or len(old) != count:
        raise Undefined("old has not one row for each of data")
    return _images(old)


def _unread_names(message: Message) -> None:
    names = message.get("pkNames")
    if names is not None and not (isinstance(names, list) and all(isinstance(each, str) for each in names)):
        message.excuse("pkNames is not read, and no list of names")


def dts_canal(message: Message) -> list[Change]:
    """Alibaba DTS, "Canal Json"; `variant` says which row of an UPDATE is the new one."""
    kind, is_statement = message.kind()
    message.refuse_foreign("_tidb", "isHeartbeat", "dataSourceName", "columnType", "opType")
    number = message.get("id")
    if number is None:
        raise Undefined("no id")
    digits = number.text if isinstance(number, Number) else number if isinstance(number, str) else ""
    if not isinstance(number, Number):
        message.excuse("id is no number")
    database, table = message.name("database"), message.name("table")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "INIT": "snapshot"}
    is_swapped = message.line["variant"] == "swapped"
    if is_statement and kind == "DDL":
        event = _event(message, "truncate" if _begins_with_truncate(message) else "ddl", database, "", table)
        event.statement_kind = "ddl"
    elif not is_statement and kind in row_kinds:
        event = _event(message, row_kinds[kind], database, "", table)
    else:
        raise Undefined(f"no type {kind}")
    event.transaction = message.note("gtid")
    if kind != "INIT" and not is_swapped and re.fullmatch("[1-3][0-9]{13,37}", digits, re.ASCII):
        event.sequence = [int(digits[:13]), int(digits[13:])]
    if is_statement:
        message.unused_rows("data")
        message.unused_rows("old")
        _unread_names(message)
        return [event]
    if kind == "UPDATE" or (is_swapped and kind != "DELETE"):
        data, old = message.rows("data"), message.rows("old")
    else:
        unread = "data" if is_swapped else "old"
        message.unused_rows(unread)
        data, old = (_other(message, each) if each == unread else message.rows(each) for each in ("data", "old"))
    if kind == "UPDATE":
        if data is None or (data and (old is None or len(old) != len(data))):
            raise Undefined("an UPDATE without data, or without one row of old for each")
        if not data:
            message.unused_rows("old")
        rows = Rows("update")
        if data and is_swapped:
            changed = _images(old or [])
            rows.before = _images(data)
            if message.line.get("absent_means") == "as_null":
                rows.after = changed
            else:
                rows.after = [was | now for was, now in zip(rows.before, changed, strict=True)]
        elif data:
            rows.after, rows.before, rows.lies_over_after = _images(data), _images(old or []), True
        is_empty = not data
    else:
        single, other = (old, data) if is_swapped and kind == "DELETE" else (data, old)
        if is_swapped and kind != "DELETE" and not data:
            single, other = (old, data) if old is not None else (data, old)
        if kind == "DELETE" and other and not single:
            raise Undefined("the row of a DELETE is where the other variant has it")
        if single is None:
            raise Undefined("no rows")
        if other:
            message.excuse("a second image where none belongs")
            if is_swapped and kind != "DELETE":
                raise Undefined("two images of a new row")
        rows = Rows(row_kinds[kind])
        if kind == "DELETE":
            rows.before = _images(single)
        else:
            rows.after = _images(single)
        is_empty = not single
    if is_empty:
        _unread_names(message)
        event.operation = "other"
        return [event]
    rows.is_partial = kind in ("UPDATE", "DELETE") and message.line.get("absent_means") != "as_null"
    return _changes(message, event, rows, (database, table))


def _other(message: Message, member: str) -> Any:
    """What a member holds that is not read; [] and null are nothing."""
    return message.get(member) or None


# OceanBase's types whose values OMS may leave out (LOBs).
LARGE = frozenset({
    "tinytext", "text", "mediumtext", "longtext", "tinyblob", "blob", "mediumblob", "longblob", "json", "clob", "nclob",
    "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon", "geometrycollection",
    "geomcollection", "xmltype", "sdo_geometry",
})  # fmt: skip


def oms_canal(message: Message) -> list[Change]:
    """OceanBase OMS, its Canal kind: NULL of a large value that `old` does not name is no value."""
    kind, is_statement = message.kind()
    message.refuse_foreign("_tidb", "isHeartbeat", "dataSourceName", "columnType", "opType", "gtid", "id")
    database, table = message.name("database"), message.name("table")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "ROW": "snapshot"}
    if is_statement and kind in STATEMENTS:
        event = _event(message, "truncate" if _begins_with_truncate(message) else STATEMENTS[kind], database, "", table)
        event.statement_kind = kind.lower()
    elif not is_statement and kind in row_kinds:
        event = _event(message, row_kinds[kind], database, "", table)
    else:
        raise Undefined(f"no type {kind}")
    types = message.get("mysqlType")
    declared = message.declared_types.get((database, table))
    if isinstance(types, Object):
        if types.repeats():
            raise Undefined("mysqlType names a column twice")
        if any(not isinstance(each, str) for _, each in types.members):
            message.excuse("a type in mysqlType is no text")
        known = dict(declared or {}) | image(types)
    else:
        if types is not None:
            message.excuse("mysqlType is no object")
        known = dict(declared or {})
    event.types = Object(tuple(known.items())) if types is not None or declared else None
    if is_statement:
        message.unused_rows("data")
        message.unused_rows("old")
        _unread_names(message)
        return [event]
    data = message.rows("data")
    if data is None:
        raise Undefined("no rows in data")
    if kind != "UPDATE" or not data:
        message.unused_rows("old")
    if not data:
        _unread_names(message)
        event.operation = "other"
        return [event]
    leaves_out = message.line.get("lob_mode") != "complete"
    is_unchanged = message.line.get("absent_means") == "unchanged"

    def whole(row: Image, named: Image) -> Image:
        if not leaves_out:
            return row
        return {
            name: value
            for name, value in row.items()
            if value is not None or name in named or not _is_large(known.get(name))
        }

    images = _images(data)
    rows = Rows(event.operation)
    if kind == "UPDATE":
        old = _old_of(message, len(data))
        rows.after = [whole(row, named) for row, named in zip(images, old, strict=True)]
        rows.before, rows.lies_over_after = old, True
        # A message is partial as a whole.
        left_out = any(len(kept) < len(row) for kept, row in zip(rows.after, images, strict=True))
        rows.is_partial = is_unchanged or left_out
    elif kind == "DELETE":
        rows.before = [whole(row, {}) for row in images]
        rows.is_partial = is_unchanged or leaves_out
    else:
        rows.after = images
    return _changes(message, event, rows, (database, table))


def _is_large(source_type: Any) -> bool:
    return isinstance(source_type, str) and re.split("[( ]", source_type, maxsplit=1)[0].lower() in LARGE


def drs_json(message: Message, deleted_in: str = "old") -> list[Change]:
    """Huawei DRS, JSON; the row of a DELETE is in `old`."""
    kind, is_statement = message.kind()
    message.refuse_foreign("_tidb", "isHeartbeat", "dataSourceName", "serverId", "gtid", "columnType", "opType")
    is_oracle = message.line.get("source_kind") == "oracle"
    place, table = message.name("database"), message.name("table")
    database, schema = ("", place) if is_oracle else (place, "")
    if not is_oracle:
        table = table.rstrip(" ")
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "INIT": "snapshot"}
    if kind == "INIT_DDL" or (kind == "DDL" and is_statement):
        event = _event(message, "truncate" if _begins_with_truncate(message) else "ddl", database, schema, table)
        event.statement_kind = kind.lower()
    elif not is_statement and kind in row_kinds:
        event = _event(message, row_kinds[kind], database, schema, table)
    else:
        raise Undefined(f"no type {kind}")
    if kind not in ("INIT", "INIT_DDL"):
        event.sequence = [_sequence(message)]
    else:
        number = message.get("id")
        if number is not None and not isinstance(number, Number):
            message.excuse("id is no number")
    if kind not in row_kinds:
        message.unused_rows("data")
        message.unused_rows("old")
        _unread_names(message)
        return [event]
    if kind == "DELETE":
        other = message.get("data" if deleted_in == "old" else "old")
        deleted = message.rows(deleted_in)
        if not deleted and other not in (None, []):
            raise Undefined("the row of a DELETE is where the other format has it")
        if deleted is None:
            raise Undefined("no rows")
        message.unused_rows("data" if deleted_in == "old" else "old")
        rows = Rows("delete", before=_images(deleted))
    else:
        data = message.rows("data")
        if data is None:
            raise Undefined("no rows in data")
        rows = Rows(row_kinds[kind], after=_images(data))
        if kind == "UPDATE" and data:
            rows.before, rows.lies_over_after = _old_of(message, len(data)), True
        else:
            message.unused_rows("old")
    if not (rows.after or rows.before):
        _unread_names(message)
        event.operation = "other"
        return [event]
    rows.is_partial = is_oracle and kind in ("UPDATE", "DELETE")
    return _changes(message, event, rows, (database, table))


def _sequence(message: Message) -> int:
    number = message.get("id")
    digits = number.text if isinstance(number, Number) else number if isinstance(number, str) else ""
    if isinstance(number, Number) and digits == "-0":
        message.excuse("id is -0, which is 0")
    elif not re.fullmatch("[0-9]{1,38}", digits, re.ASCII):
        raise Undefined("id is no whole number")
    if isinstance(number, str):
        message.excuse("id is no number")
    return int(digits)


def drs_json_c(message: Message) -> list[Change]:
    """Huawei DRS, JSON-C; the row of a DELETE is in `data`."""
    return drs_json(message, deleted_in="data")


import readers_drs  # noqa: E402 (it builds on what stands above)
import readers_maxwell  # noqa: E402

# Which of these the dialect itself sends.
DOCUMENTED: dict[str, set[str]] = {
    "canal": {"id", "gtid"},
    "tencent_dts_canal": {"id", "gtid"},
    "huawei_migration_canal": {"id", "dbType", "isHeartbeat", "dataSourceName", "serverId"},
    "dts_canal": {"id", "gtid"},
    "oms_canal": set(),
    "drs_json": {"id"},
    "drs_json_c": {"id"},
    "drs_json_schema": {"id", "dbType", "schema", "columnType", "opType"},
    "drs_mongo": {"id", "dbType", "op", "recordType"},
    "maxwell": {"gtid"},
}
READERS: dict[str, Callable[[Message], list[Change]]] = {
    "canal": canal,
    "tencent_dts_canal": canal,  # Tencent's document names no difference in what a message says, but in types
    "huawei_migration_canal": huawei_migration_canal,
    "dts_canal": dts_canal,
    "oms_canal": oms_canal,
    "drs_json": drs_json,
    "drs_json_c": drs_json_c,
    "drs_json_schema": readers_drs.drs_json_schema,
    "drs_mongo": readers_drs.drs_mongo,
    "maxwell": readers_maxwell.maxwell,
}


# Readers in modules of their own, which need what is above.
import readers_dataworks  # noqa: E402
import readers_debezium  # noqa: E402
import readers_ticdc  # noqa: E402

DOCUMENTED |= {
    "dataworks": {"payload", "schema"},
    "oms_dataworks": {"payload", "schema"},
    "dataworks_flat": set(RELATIVES),
    "ticdc_canal": {"_tidb", "id"},
    "ticdc_open": set(),
    "ticdc_simple": set(),
}
READERS |= {
    "dataworks": readers_dataworks.dataworks,
    "oms_dataworks": readers_dataworks.oms_dataworks,
    "dataworks_flat": readers_dataworks.dataworks_flat,
    "ticdc_canal": readers_ticdc.ticdc_canal,
    "ticdc_open": readers_ticdc.ticdc_open,
    "ticdc_simple": readers_ticdc.ticdc_simple,
}

import readers_oms  # noqa: E402

DOCUMENTED |= readers_oms.DOCUMENTED
READERS |= readers_oms.READERS
_ENVELOPE = {"id", "schema", "op", "source", "before", "after", "payload"}
DOCUMENTED |= {
    "debezium": _ENVELOPE | {"message"},
    "debezium_cloudevents": {"id", "source"},
    "oms_debezium": _ENVELOPE - {"id"},
    "oms_debezium_flatten": _ENVELOPE - {"id"},
    "debezium_flat": set(RELATIVES),
    "oms_debezium_smt": set(RELATIVES),
}
READERS |= {
    "debezium": readers_debezium.debezium,
    "debezium_cloudevents": readers_debezium.debezium_cloudevents,
    "debezium_flat": readers_debezium.debezium_flat,
    "oms_debezium": readers_debezium.oms_debezium,
    "oms_debezium_flatten": readers_debezium.oms_debezium_flatten,
    "oms_debezium_smt": readers_debezium.oms_debezium_smt,
}
TOMBSTONES: dict[str, Callable[[Message], list[Change]]] = {
    "debezium": readers_debezium.debezium_tombstone,
    "debezium_flat": readers_debezium.debezium_flat_tombstone,
    "oms_debezium_smt": readers_debezium.oms_debezium_smt_tombstone,
}

import readers_aws_dms  # noqa: E402
import readers_flink  # noqa: E402
import readers_ogg  # noqa: E402

DOCUMENTED |= {"ogg": {"before", "after", "source", "payload", "schema"}, "aws_dms": {"control", "metadata"}}
DOCUMENTED |= {"ogg_json_row": set(RELATIVES)}
READERS |= {"ogg": readers_ogg.ogg, "ogg_json_row": readers_ogg.ogg_json_row, "aws_dms": readers_aws_dms.aws_dms}

DOCUMENTED |= {"flink_json": {"schema", "before", "after", "op", "source", "payload"}}
READERS |= {"flink_json": readers_flink.flink_json}

import readers_mongodb  # noqa: E402

DOCUMENTED |= {"debezium_mongodb": _ENVELOPE, "debezium_mongodb_flat": set(RELATIVES)}
READERS |= {
    "debezium_mongodb": readers_mongodb.debezium_mongodb,
    "debezium_mongodb_flat": readers_mongodb.debezium_mongodb_flat,
}
TOMBSTONES |= {"debezium_mongodb_flat": readers_mongodb.debezium_mongodb_flat_tombstone}

import readers_pg_logical  # noqa: E402

DOCUMENTED |= {"pg_logical": {"schema"}}
READERS |= {"pg_logical": readers_pg_logical.pg_logical}

import readers_cockroachdb  # noqa: E402

DOCUMENTED |= {
    "cockroachdb": {"after", "before", "key", "op", "updated", "resolved", "source", "payload", "schema"},
}
READERS |= {"cockroachdb": readers_cockroachdb.cockroachdb}

import readers_qlik_replicate  # noqa: E402

DOCUMENTED |= {"qlik_replicate": {"magic", "message", "beforeData", "headers"}}
READERS |= {"qlik_replicate": readers_qlik_replicate.qlik_replicate}

import readers_confluent  # noqa: E402

DOCUMENTED |= {"confluent_oracle_cdc": set(RELATIVES)}
READERS |= {"confluent_oracle_cdc": readers_confluent.confluent_oracle_cdc}
