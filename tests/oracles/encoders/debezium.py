"""Debezium's own envelope, and what its transform leaves of it.

A change of key is a delete (header newkey), a tombstone, and an insert (header oldkey), each where its own key lies.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from encoders.base import COLUMNS, STATEMENTS, TABLES, Encoder, Event, Sent, Type, dumps, mysql_text, numbered
from encoders.canal import without
from encoders.others import document
from reference import Change, Image


def unscaled(scale: int) -> Callable[[str], str]:
    """How Connect writes a decimal of so many places in JSON."""

    def spell(text: str) -> str:
        number = int(text) * 10**scale
        return base64.b64encode(number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)).decode()

    return spell


def decimal(digits: int, scale: int) -> Type:
    parameters = {"scale": str(scale), "connect.decimal.precision": str(digits)}
    sent = {"type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "version": 1, "parameters": parameters}
    return Type(f"decimal({digits},{scale})", sent, unscaled(scale))


def since_1970(unit: int) -> Callable[[str], int]:
    """How Debezium writes a time, counted in so many microseconds."""
    return lambda text: (datetime.fromisoformat(text) - datetime(1970, 1, 1)) // timedelta(microseconds=unit)


TYPES = {
    "number": (
        Type("int", {"type": "int32"}, int), Type("bigint", {"type": "int64"}, int), decimal(12, 2), decimal(14, 3),
        Type("double", {"type": "double"}, float), Type("varchar(20)", {"type": "string"}),
    ),
    "time": (
        Type("datetime(3)", {"type": "int64", "name": "io.debezium.time.Timestamp", "version": 1}, since_1970(1000)),
        Type("datetime(6)", {"type": "int64", "name": "io.debezium.time.MicroTimestamp", "version": 1}, since_1970(1)),
    ),
}  # fmt: skip


def fields(event: Event, names: Iterable[str]) -> list[dict[str, Any]]:
    """Columns as Connect's schema lists them."""
    own = {"id": {"type": "int32"}} | ({"d": event.type.sent} if event.type else {})
    return [own.get(name, {"type": "string"}) | {"field": name, "optional": name != "id"} for name in names]


UNAVAILABLE = "__debezium_unavailable_value"


class Debezium(Encoder):
    """From MySQL, without schema: binlog places, statements in the topic of schema changes."""

    dialect = "debezium"
    source_kind = "mysql"
    has_topics = True
    has_sequence = True
    # Known: the insert of a change of key knows the key of the old row alone. Read in a later run than the delete, it
    # leaves no more of it.
    keeps_tombstones = False
    may_wander = True
    redefines = "statement"

    def source(self, event: Event) -> dict[str, Any]:
        is_load = event.operation == "snapshot"
        return {
            "version": "3.5.0.Final", "connector": "mysql", "name": "inv", "ts_ms": event.second, "db": "d", "sequence": None,
            "snapshot": "true" if is_load else "false", "table": event.table, "server_id": 0 if is_load else 7, "gtid": None,
            "file": "mybin.000009", "pos": 4 + 100 * event.sequence, "row": 0, "thread": None, "query": None,
        }  # fmt: skip

    def at(self, event: Event) -> int:
        return event.second

    def topic(self, event: Event) -> str:
        return f".d.{event.table}"

    def key(self, event: Event, image: Image | None) -> str | None:
        return dumps(numbered({name: image[name] for name in event.keys})) if event.keys and image else None

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        told = {"source": self.source(event), "transaction": None, "op": op, "ts_ms": event.at + 80}
        return dumps({"before": numbered(before), "after": numbered(after)} | told)

    def sent(
        self, event: Event, op: str, image: Image | None, before: Image | None, after: Image | None,
        changes: list[Change], *headers: str | None,
    ) -> Sent:  # fmt: skip
        named = tuple(each or "" for each in headers)
        value = self.value(event, op, before, after)
        return Sent(self.place(event, image), value, changes, self.key(event, image), named, self.topic(event))

    def tombstone(self, event: Event, *headers: str) -> list[Sent]:
        """Behind a delete, with its headers."""
        if not event.keys:
            return []
        key = self.key(event, event.before)
        return [Sent(self.place(event, event.before), None, [], key, headers, self.topic(event))]

    def row(self, event: Event) -> list[Sent]:
        before, after = event.before, event.after
        if event.moves:
            old, new = self.key(event, before), self.key(event, after)
            return [
                self.sent(event, "d", before, self.deleted(event), None, self.left(event), "__debezium.newkey", new),
                *self.tombstone(event, "__debezium.newkey", new or ""),
                self.sent(event, "c", after, None, self.after(event), [self.moved(event)], "__debezium.oldkey", old),
            ]
        if event.operation == "delete":
            return [
                self.sent(event, "d", before, self.deleted(event), None, [self.gone(event)]),
                *self.tombstone(event),
            ]
        op = {"snapshot": "r", "insert": "c", "update": "u"}[event.operation]
        return [self.sent(event, op, after, self.before(event), self.after(event), [self.told(event)])]

    # What the messages hold, and what they tell: MySQL's log has whole rows.

    def before(self, event: Event) -> Image | None:
        return event.before

    def after(self, event: Event) -> Image | None:
        return event.after

    def deleted(self, event: Event) -> Image | None:
        return event.before

    def told(self, event: Event) -> Change:
        return self.change(event, at=self.at(event))

    def gone(self, event: Event) -> Change:
        return self.change(event, at=self.at(event))

    def left(self, event: Event) -> list[Change]:
        """The delete takes away what the insert behind it takes away; with one place in the log they are one."""
        gone = self.change(event, before=event.only(event.before, []), after=None, is_partial=True, at=self.at(event))
        return [] if self.has_sequence else [gone]

    def moved(self, event: Event) -> Change:
        """An update whose row before is known by its key alone."""
        before = event.only(event.before, [])
        return self.change(event, before=before, is_partial=self.has_sequence, at=self.at(event))

    def statement(self, event: Event) -> list[Sent]:
        value = dumps({
            "source": self.source(event), "ts_ms": event.at + 80, "databaseName": "d", "schemaName": None, "ddl": mysql_text(event),
            "tableChanges": [],
        })  # fmt: skip
        return [Sent(0, value, [self.change(event, at=event.second)], dumps({"databaseName": "d"}))]


class DebeziumAfterFailover(Debezium):
    """From MySQL, whose place another server takes: its log has lower numbers."""

    sends_again = False  # the places of the former server are not in the log of the new one
    may_wander = False  # what shows that the numbers went back is their order in a partition

    def shows_order(self, sent: list[Sent]) -> bool:
        """Numbers that went back are seen in a partition that has changes of both servers."""
        partitions = [
            {
                (each.topic, each.partition)
                for each in sent
                if each.changes and f'"server_id": {server},' in str(each.value)
            }
            for server in (7, 8)
        ]
        return not partitions[1] or bool(partitions[0] & partitions[1])

    def source(self, event: Event) -> dict[str, Any]:
        told = super().source(event)
        return (
            told | {"server_id": 8, "file": "mybin.000002"}
            if event.number >= 10 and event.operation != "snapshot"
            else told
        )


class DebeziumKeysInTwoForms(Debezium):
    """From MySQL with decimal.handling.mode=double, where a newer connector writes whole numbers with a fraction."""

    options = "decimals=double"
    redefines = ""

    def _as_sent(self, event: Event, image: Image | None) -> Image | None:
        return image and (image | {"id": f"{image['id']}.0"} if event.number >= 10 else image)

    def columns(self, feed: str) -> list[dict[str, str]]:
        where = {"feed": feed, "source_database": self.database, "source_schema": self.schema}
        return [where | {"source_table": name, "column_name": "id", "source_type": "decimal(10,1)"} for name in TABLES]

    def encode(self, event: Event) -> list[Sent]:
        if not event.keys:
            return super().encode(event)
        images = {"before": self._as_sent(event, event.before), "after": self._as_sent(event, event.after)}
        return super().encode(replace(event, **images))

    def place(self, event: Event, image: Image | None = None) -> int:
        row = image or event.row
        return int(float(row["id"])) % 3 if event.keys and row else 0

    def key(self, event: Event, image: Image | None) -> str | None:
        return f'{{"id": {image["id"]}}}' if event.keys and image else None

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        told = {"source": self.source(event), "transaction": None, "op": op, "ts_ms": event.at + 80}
        images = {
            name: image
            and {each: float(text) if each == "id" and "." in (text or "") else text for each, text in image.items()}
            for name, image in {"before": before, "after": after}.items()
        }
        return dumps(images | told)


class DebeziumCompressed(Debezium):
    """From MySQL with binlog_transaction_compression: two changes of the table without a key have one place."""

    sends_again = False  # a copy of one of two equal rows at one place may be the other row
    may_wander = False  # nor would their order be known

    def source(self, event: Event) -> dict[str, Any]:
        told = super().source(event)
        return told if event.keys else told | {"pos": 54 + 100 * (event.sequence // 2 * 2)}


class DebeziumInSchema(Debezium):
    """From MySQL, with the schema in each message."""

    types = TYPES
    tells_types = True

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        columns = fields(event, event.row)
        sides = [{"field": side, "type": "struct", "optional": True, "fields": columns} for side in ("before", "after")]
        payload = super().value(event, op, before, after)
        schema = {"type": "struct", "optional": False, "name": "inv.Envelope", "fields": sides}
        return f'{{"schema": {dumps(schema)}, "payload": {payload}}}'

    def key(self, event: Event, image: Image | None) -> str | None:
        bare = super().key(event, image)
        schema = {"type": "struct", "optional": False, "fields": fields(event, event.keys)}
        return bare and f'{{"schema": {dumps(schema)}, "payload": {bare}}}'


class DebeziumByOffset(Debezium):
    """From MySQL whose log began again: the offset orders, and Kafka's time between partitions."""

    options = "order=offset"
    has_sequence = False


class DebeziumPostgres(Debezium):
    """From PostgreSQL under the default identity: a delete knows the key, an update no row before; TOAST is not sent."""

    source_kind = "postgresql"
    database, schema = "app", "d"
    cannot = (*COLUMNS, "retitle")
    is_partial = True
    redefines = "messages"

    def source(self, event: Event) -> dict[str, Any]:
        places = [None, str(1000 * event.sequence)] if event.operation == "snapshot" else [
            str(1000 * event.sequence), str(1000 * event.sequence + 40)
        ]  # fmt: skip
        return {
            "version": "3.5.0.Final", "connector": "postgresql", "name": "app", "ts_ms": event.at, "db": "app",
            "snapshot": "true" if event.operation == "snapshot" else "false", "sequence": dumps(places), "schema": "d",
            "table": event.table, "txId": 2298, "lsn": int(places[1] or 0), "xmin": None,
        }  # fmt: skip

    def at(self, event: Event) -> int:
        return event.at

    def before(self, event: Event) -> Image | None:
        return None if event.keys else event.before

    def after(self, event: Event) -> Image | None:
        is_kept = event.operation == "update" and "c" in event.row and "c" not in event.changed
        return event.after | {"c": UNAVAILABLE} if is_kept and event.after["c"] is not None else event.after

    def deleted(self, event: Event) -> Image | None:
        if not event.keys:
            return event.before
        return {name: text if name in event.keys else None for name, text in (event.before or {}).items()}

    def told(self, event: Event) -> Change:
        after = self.after(event)
        unsent = [name for name, text in (after or {}).items() if text == UNAVAILABLE]
        is_partial = bool(unsent) and event.operation == "update"
        images = {"after": without(after, *unsent)} if is_partial else {}
        if event.operation == "update" and event.keys:
            images["before"] = event.only(event.before, [])
        return self.change(event, **images, is_partial=is_partial, at=event.at)

    def gone(self, event: Event) -> Change:
        if not event.keys:
            return self.change(event)
        return self.change(event, before=event.only(event.before, []), is_partial=True)

    def moved(self, event: Event) -> Change:
        after = self.after(event)
        unsent = [name for name, text in (after or {}).items() if text == UNAVAILABLE]
        return self.change(event, before=event.only(event.before, []), after=without(after, *unsent), is_partial=True)

    def statement(self, event: Event) -> list[Sent]:
        """A truncate stands in the table's own topic, without a key."""
        value = self.value(event, "t", None, None)
        return [Sent(0, value, [self.change(event)], topic=self.topic(event))]


class DebeziumPostgresInSchema(DebeziumInSchema, DebeziumPostgres):
    """From PostgreSQL, with the schema in each message: that alone tells that a type changed."""

    tells_types = False
    cannot = DebeziumPostgres.cannot
    redefines = "messages"


class _InEvents(Debezium):
    """Through the CloudEventsConverter, to which nothing but rows comes: of all else it makes records without a value."""

    dialect = "debezium_cloudevents"

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        told = self.source(event) | {"op": op}
        of_source = {
            "iodebezium" + re.sub("[^A-Za-z0-9]", "", name): str(value)
            if type(value) is int and name != "row"
            else value
            for name, value in told.items()
        }
        event_of = {
            "id": f"{event.number}", "source": f"/debezium/{told['connector']}/{told['name']}", "specversion": "1.0",
            "type": f"io.debezium.connector.{told['connector']}.DataChangeEvent", "time": "2024-06-01T03:00:00.000Z",
            "datacontenttype": "application/json",
        }  # fmt: skip
        tx = {"iodebeziumtxid": None, "iodebeziumtxtotalorder": None, "iodebeziumtxdatacollectionorder": None}
        return dumps(event_of | of_source | tx | {"data": self.data(event, numbered(before), numbered(after))})

    def data(self, event: Event, before: Image | None, after: Image | None) -> dict[str, Any]:
        return {"before": before, "after": after}


class DebeziumCloudEvents(_InEvents):
    """From MySQL: statements do not come."""

    redefines = "messages"
    cannot = STATEMENTS


class DebeziumCloudEventsPostgres(_InEvents, DebeziumPostgres):
    """From PostgreSQL, with the schema in data: a truncate comes, the statement of a column does not."""

    types = TYPES

    def data(self, event: Event, before: Image | None, after: Image | None) -> dict[str, Any]:
        columns = fields(event, event.row)
        sides = [{"field": side, "type": "struct", "optional": True, "fields": columns} for side in ("before", "after")]
        schema = {"type": "struct", "optional": False, "name": "io.debezium.connector.postgresql.Data", "fields": sides}
        return {"schema": schema, "payload": super().data(event, before, after)}


class DebeziumFlat(Debezium):
    """From MySQL, flattened: the row after, deletes marked, the place in the log added."""

    dialect = "debezium_flat"
    options = "deletes=marked"
    redefines = "messages"
    cannot = (*STATEMENTS, "swap")  # an update of a table without a key has no row before it

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        source = self.source(event)
        added = {"__deleted": "true" if op == "d" else "false", "__op": op, "__table": event.table}
        added |= {f"__source_{name}": source[name] for name in ("ts_ms", "file", "pos", "row")}
        return dumps((numbered(before if op == "d" else after) or {}) | added)

    def told(self, event: Event) -> Change:
        images = {"before": event.only(event.before, [])} if event.operation == "update" else {}
        return self.change(event, **images, at=event.second)


class DebeziumFlatInSchema(DebeziumFlat):
    """From MySQL, flattened, with the schema in each message, which alone tells that a type changed."""

    types = TYPES

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        payload = super().value(event, op, before, after)
        known = {"pos": "int64", "row": "int32", "ts_ms": "int64"}
        added = [
            {"field": name, "type": known.get(name.removeprefix("__source_"), "string"), "optional": True}
            for name in json.loads(payload)
            if name.startswith("__")
        ]
        schema = {"type": "struct", "optional": False, "name": "inv.Value", "fields": fields(event, event.row) + added}
        return f'{{"schema": {dumps(schema)}, "payload": {payload}}}'


class DebeziumFlatTombstones(DebeziumFlat):
    """From MySQL, flattened: the row after and nothing else, a delete is a record without a value."""

    options = "deletes=tombstone order=offset"
    has_sequence = False
    loads = "insert"
    cannot = (*STATEMENTS, "put", "take", "swap")

    def value(self, event: Event, op: str, before: Image | None, after: Image | None) -> str:
        return dumps(numbered(after) or {})

    def row(self, event: Event) -> list[Sent]:
        key = self.key(event, event.before or event.after)
        if event.operation == "delete":
            change = self.change(event, before=event.only(event.before, []), is_partial=True, at=None)
            return [Sent(self.place(event), None, [change], key, topic=self.topic(event))]
        if event.moves:
            new, before = self.key(event, event.after), event.only(event.before, [])
            gone = self.change(event, before=before, after=None, is_partial=True, at=None)
            come = self.change(event, before=before, at=None)
            value = self.value(event, "c", None, event.after)
            to, out = ("__debezium.newkey", new or ""), ("__debezium.oldkey", key or "")
            return [
                Sent(self.place(event, event.before), None, [gone], key, to, self.topic(event)),
                Sent(self.place(event, event.after), value, [come], new, out, self.topic(event)),
            ]
        value = self.value(event, "c", None, event.after)
        change = self.change(event, operation="update", before=None, at=None)
        return [Sent(self.place(event), value, [change], key, topic=self.topic(event))]


class DebeziumMongodb(Encoder):
    """From MongoDB, `change_streams_update_full`: one update in three has its document; `_id` never changes."""

    dialect = "debezium_mongodb"
    source_kind = "mongodb"
    has_topics = True
    has_sequence = True
    tells_copies = False
    cannot = (*STATEMENTS, "put", "take", "swap", "move")
    is_partial = True

    def at(self, event: Event) -> int:
        return event.second

    def message(self, event: Event, op: str, **members: Any) -> str:
        source = {
            "version": "3.5.0.Final", "connector": "mongodb", "name": "app", "ts_ms": event.second, "db": "d",
            "snapshot": str(event.operation == "snapshot").lower(), "collection": event.table, "ord": event.sequence,
        }  # fmt: skip
        return dumps(
            {"before": None, "source": source, "op": op, "ts_ms": event.at + 80, "transaction": None} | members
        )

    def row(self, event: Event) -> list[Sent]:
        after = document(event.after)
        key = {"_id": document(event.row)["_id"]}
        op = {"insert": "c", "snapshot": "r", "update": "u", "delete": "d"}[event.operation]
        told = {"keys": ("_id",), "at": self.at(event)}
        change = self.change(event, **told, before=key if event.before else None, after=after)
        members: dict[str, Any] = {"after": None if after is None else extended(after)}
        if event.operation == "delete":
            change = self.change(event, **told, before=key, is_partial=True)
        elif event.operation == "update":
            changed = {name: event.after[name] for name in event.changed}
            fields = extended({name: text for name, text in changed.items() if text is not None})
            removed = [name for name, text in changed.items() if text is None]
            members["updateDescription"] = {"updatedFields": fields, "removedFields": removed or None}
            if event.number % 3:
                members["after"] = None
                change = self.change(event, **told, before=key, after=key | changed, is_partial=True)
        where = {"key": dumps({"id": extended(key)[8:-1]}), "topic": f".d.{event.table}"}
        sent = [Sent(self.place(event), self.message(event, op, **members), [change], **where)]
        return [*sent, Sent(self.place(event), None, [], **where)] if event.operation == "delete" else sent


class DebeziumMongodbFlat(DebeziumMongodb):
    """From MongoDB, flattened: the document, or of an update what it changed; deletes marked, the place in the log added."""

    dialect = "debezium_mongodb_flat"
    options = "deletes=marked updates=partial"

    def row(self, event: Event) -> list[Sent]:
        key = {"_id": document(event.row)["_id"]}
        op = {"insert": "c", "snapshot": "r", "update": "u", "delete": "d"}[event.operation]
        told = {"keys": ("_id",), "at": self.at(event)}
        sent, removed = document(event.after), None
        change = self.change(event, **told, before=None, after=sent)
        if event.operation == "delete":
            sent, change = {}, self.change(event, **told, before=key, is_partial=True)
        elif event.operation == "update":
            changed = {name: event.after[name] for name in event.changed}
            removed = [name for name, text in changed.items() if text is None]
            sent = {name: text for name, text in changed.items() if text is not None} | key
            change = self.change(event, **told, before=key, after=key | changed, is_partial=True)
        added = {
            "__deleted": op == "d", "__op": op, "__source_ts_ms": event.second, "__source_ord": event.sequence, "__ts_ms": event.at + 80,
            "__source_snapshot": str(op == "r").lower(), "__updateDescription_removedFields": removed,
        }  # fmt: skip
        where = {"key": dumps({"id": key["_id"]}), "topic": f".d.{event.table}"}
        told_once = [Sent(self.place(event), dumps(sent | added), [change], **where)]
        return [*told_once, Sent(self.place(event), None, [], **where)] if op == "d" else told_once


def extended(row: Image) -> str:
    """A document in Extended JSON, its digits as numbers: a text of digits would keep its quotes."""

    def spelled(name: str, text: str | None) -> Any:
        if name == "_id":
            return {"$oid": text}
        return int(text) if text is not None and text.isdigit() else text

    return dumps({name: spelled(name, text) for name, text in row.items()})
