"""OceanBase's migration service (OMS) in its own JSON, in SharePlex's, DataWorks' and Debezium's; its Canal kind is in canal.py.

Of a large value (LOB, column `c`) that did not change it writes NULL, before and after, and in a delete.
"""

from __future__ import annotations

import time
from typing import Any

from encoders.base import STATEMENTS, TABLES, Encoder, Event, Sent, dumps, mysql_text, numbered
from encoders.canal import KINDS, without
from reference import Change, Image


class Oms(Encoder):
    """What all kinds of OMS have: which values they send, and what NULL means."""

    source_kind = "oceanbase_mysql"
    has_types = True  # whether the types of columns are in the messages, or declared

    def as_sent(self, event: Event) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        """The rows before and after as OMS sends them."""
        before, after = dict(event.before or {}), dict(event.after or {})
        if "c" in event.row and event.operation == "delete":
            before["c"] = None
        elif "c" in event.row and event.operation == "update" and "c" not in event.changed:
            before["c"] = after["c"] = None
        return before or None, after or None

    def told(self, event: Event) -> Change:
        """NULL on both sides of an update, and in a delete, is no value where the column may be a LOB."""
        before, after = self.as_sent(event)
        change = self.change(event, before=before, after=after, at=event.second)
        if not event.keys or event.operation not in ("update", "delete"):
            return change
        unsent = [
            name
            for name in event.row
            if (name == "c" or not self.has_types) and before[name] is None and (after is None or after[name] is None)
        ]
        kept = {side: without(image, *unsent) or None for side, image in {"before": before, "after": after}.items()}
        return self.change(event, **kept, is_partial=True, at=event.second)

    def everywhere(self, event: Event, value: str) -> list[Sent]:
        """OMS writes a statement to each partition."""
        return [Sent(place, value, [self.change(event, at=event.second)]) for place in range(3)]


class OmsDefault(Oms):
    """Default, ordered by Kafka: statements have no number. No types are declared, so any NULL may be a LOB's."""

    dialect = "oms_default"
    options = "order=kafka_time"
    redefines = "statement"
    has_types = False

    def message(self, event: Event, kind: str, before: Any, after: Any, **meta: Any) -> str:
        is_load = kind == "ROW"
        told = {
            "checkpoint": None, "record_primary_key": "\1".join(event.keys) or None, "source_identity": None, "uniqueId": None,
            "transId": "1001_3152", "clusterId": "7", "record_primary_value": "\1".join(event.row.get(name) or "" for name in event.keys) or None, "dbType": "OB_MYSQL",
            "table_name": event.table, "db": "tenant.d", "timestamp": None if is_load else str(event.second // 1000),
        }  # fmt: skip
        if self.has_sequence and not is_load:
            told["storeDataSequence"] = int(f"{event.at}{event.number % 100000:05}")
        return dumps({"prevStruct": before, "postStruct": after, "allMetaData": told | meta, "recordType": kind})

    def typed(self, image: dict[str, Any] | None) -> dict[str, Any] | None:
        return numbered(image)

    def row(self, event: Event) -> list[Sent]:
        kind = "ROW" if event.operation == "snapshot" else event.operation.upper()
        change = self.told(event) if kind != "ROW" else self.change(event, at=None)
        before, after = (self.typed(image) for image in self.as_sent(event))
        return [Sent(self.place(event), self.message(event, kind, before, after), [change])]

    def statement(self, event: Event) -> list[Sent]:
        meta = {"db": "d", "storeDataSequence": None, "ddlType": "ALTER_TABLE", "record_primary_key": None}
        if event.operation == "truncate":
            meta["ddlType"] = "TRUNCATE_TABLE"
        return self.everywhere(event, self.message(event, "DDL", None, self.ddl(event), **meta))

    def ddl(self, event: Event) -> dict[str, Any]:
        return {"ddl": mysql_text(event)}


class OmsDefaultDeclared(OmsDefault):
    """Default, with all types declared: only a LOB's NULL may stand for a value."""

    lob_type = "text"
    has_types = True

    def columns(self, feed: str) -> list[dict[str, str]]:
        return with_other_types(super().columns(feed))


def with_other_types(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """Lines of changefeed_table_columns.csv for the LOB, and those for the other columns."""
    others = ["a", "b", *(f"n{number}" for number in range(4))]
    return lines + [line | {"column_name": name, "source_type": "varchar"} for line in lines for name in others]


class OmsDefaultInSequence(OmsDefaultDeclared):
    """Default, ordered by storeDataSequence, which rows have and statements have not."""

    options = ""
    has_sequence = True
    places_statements = True


class OmsDefaultExtend(OmsDefault):
    """DefaultExtendColumnType, ordered by Kafka: types come with the rows."""

    dialect = "oms_default_extend"
    has_types = True

    def typed(self, image: dict[str, Any] | None) -> dict[str, Any] | None:
        kinds = {name: {"id": "INT64", "c": "LONGTEXT"}.get(name, "VARCHAR") for name in image or {}}
        types = {"__light_type": {name: {"schemaType": kind} for name, kind in kinds.items()}}
        return None if image is None else numbered(image) | types

    def ddl(self, event: Event) -> dict[str, Any]:
        return super().ddl(event) | {"__light_type": {"ddl": {"schemaType": "VAR_STRING"}}}


class OmsDefaultExtendInSequence(OmsDefaultExtend):
    """DefaultExtendColumnType, ordered by storeDataSequence."""

    options = ""
    has_sequence = True
    places_statements = True


class OmsSharePlex(Oms):
    """SharePlex's form, ordered by Kafka: a full load comes as inserts. No types are declared."""

    dialect = "oms_shareplex"
    options = "order=kafka_time"
    names_keys = False
    has_types = False
    loads = "insert"

    def message(self, event: Event, op: str, data: Any, **members: Any) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(event.at // 1000))
        meta = {
            "posttime": at, "op": op, "size": 10, "time": at, "idx": "1/10", "seq": 1, "table": f"d.{event.table}",
            "rowid": f"d.{event.table}-{event.row.get('id', '')}", "trans": "1001_3152",
        }  # fmt: skip
        if self.has_sequence and event.operation != "snapshot":
            meta["scn"] = f"{event.at}{event.number % 100000:05}" if event.row else "null"
        return dumps({"data": data, "meta": meta} | members)

    def row(self, event: Event) -> list[Sent]:
        before, after = (numbered(image) for image in self.as_sent(event))
        if event.operation == "update":
            value = self.message(event, "upd", {name: after[name] for name in event.changed}, key=before)
        elif event.operation == "delete":
            value = self.message(event, "del", before)
        else:
            value = self.message(event, "ins", after)
        return [Sent(self.place(event), value, [self.told(event)])]

    def told(self, event: Event) -> Change:
        """NULL in `key` that `data` does not name, and in a delete, is no value where the column may be a LOB."""
        if event.operation != "update" or not event.keys:
            return super().told(event)
        before, after = self.as_sent(event)
        unsent = [
            name
            for name in event.row
            if (name == "c" or not self.has_types) and before[name] is None and name not in event.changed
        ]
        images = {"before": without(before, *unsent), "after": without(after, *unsent)}
        return self.change(event, **images, is_partial=True, at=event.second)

    def statement(self, event: Event) -> list[Sent]:
        return self.everywhere(event, self.message(event, "ddl", {}, sql={"ddl": mysql_text(event)}))


class OmsSharePlexInSequence(OmsSharePlex):
    """SharePlex's form, ordered by scn, which neither rows of a full load nor statements have."""

    options = ""
    has_sequence = True
    places_statements = True
    loads = "snapshot"


class OmsDataWorks(Oms):
    """DataWorks 2.0: one UPDATE with both rows, types in the messages, ordered by Kafka."""

    dialect = "oms_dataworks"
    redefines = "statement"

    def message(self, event: Event, op: str, before: Any, after: Any, ddl: str | None = None) -> str:
        kinds = [{"name": name, "type": {"id": "INT64", "c": "TEXT"}.get(name, "VARCHAR")} for name in event.row]
        return dumps({
            "version": "2.0",
            "schema": {
                "source": {"dbType": "ob_mysql", "dbVersion": None, "dbName": "d", "schema": None, "table": event.table},
                "column": kinds or None, "pk": list(event.keys) if event.row else None,
            },
            "payload": {
                "before": before and {"data": before}, "after": after and {"data": after}, "op": op,
                "timestamp": {"eventTime": event.second, "systemTime": event.at + 80, "checkpointTime": event.at // 1000},
                "ddl": ddl and {"text": ddl}, "scn": "null",
            },
            "extend": {},
        })  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        op = "ROW" if event.operation == "snapshot" else event.operation.upper()
        before, after = (numbered(image) for image in self.as_sent(event))
        return [Sent(self.place(event), self.message(event, op, before, after), [self.told(event)])]

    def statement(self, event: Event) -> list[Sent]:
        return self.everywhere(event, self.message(event, KINDS[event.operation], None, None, mysql_text(event)))


class OmsDebezium(Oms):
    """Debezium's kind: both rows whole, keys declared, a full load comes as inserts, no statements, no types declared."""

    dialect = "oms_debezium"
    names_keys = False
    has_types = False
    loads = "insert"
    cannot = STATEMENTS

    def message(self, event: Event, op: str, **images: Any) -> str:
        source = {
            "version": "",
            "connector": "OB_MYSQL",
            "name": "OMS",
            "db": "d",
            "table": event.table,
            "pos": "2@171",
        }
        return dumps({"payload": self.envelope(event, op, source, images)})

    def envelope(self, event: Event, op: str, source: dict[str, Any], images: dict[str, Any]) -> dict[str, Any]:
        rows = {name: image for name, image in images.items() if image is not None}
        return {"op": op, **rows, "source": source | {"ts_ms": event.second}, "ts_ms": event.at + 80}

    def row(self, event: Event) -> list[Sent]:
        before, after = (numbered(image) for image in self.as_sent(event))
        op = {"update": "u", "delete": "d"}.get(event.operation, "c")
        return [Sent(self.place(event), self.message(event, op, before=before, after=after), [self.told(event)])]


class OmsDebeziumDeclared(OmsDebezium):
    """The same with all types declared: only a LOB's NULL may stand for a value."""

    has_types = True
    lob_type = "text"

    def columns(self, feed: str) -> list[dict[str, str]]:
        return with_other_types(super().columns(feed))


class OmsDebeziumFlatten(OmsDebezium):
    """The same without `payload` around it."""

    dialect = "oms_debezium_flatten"

    def message(self, event: Event, op: str, **images: Any) -> str:
        source = {"connector": "OB_MYSQL", "name": "OMS", "db": "d", "table": event.table, "pos": "2@171"}
        return dumps(self.envelope(event, op, source, images))


class OmsDebeziumSmt(Encoder):
    """The row after a change and `__deleted`, a topic for each table. A key change is taken to delete the old row by itself."""

    dialect = "oms_debezium_smt"
    source_kind = "oceanbase_mysql"
    line_database = "d"
    names_keys = False
    has_topics = True
    loads = "insert"
    cannot = (*STATEMENTS, "put", "take", "swap", "edit")  # `edit`: an unchanged LOB is NULL, which nothing tells

    def keys(self, feed: str) -> list[dict[str, str]]:
        return [each for each in super().keys(feed) if each["source_table"] in TABLES]

    def row(self, event: Event) -> list[Sent]:
        if event.moves:
            whole = vars(event)
            return [
                *self.row(Event(**whole | {"operation": "delete", "after": None})),
                *self.row(Event(**whole | {"operation": "insert", "before": None, "number": event.number + 1})),
            ]
        is_gone = event.operation == "delete"
        value = dumps(numbered(event.row) | {"__deleted": "true" if is_gone else "false"})
        images: dict[str, Image | None] = {} if is_gone else {"before": None}
        change = self.change(event, operation="delete" if is_gone else "update", at=None, **images)
        return [Sent(self.place(event), value, [change], topic=f".{event.table}")]


class OmsDebeziumSmtLob(OmsDebeziumSmt):
    """The same with a LOB, declared: its NULL is never a value. A row that moves to a key takes none along."""

    lob_type = "text"
    cannot = (*STATEMENTS, "put", "take", "swap", "move", "unseen")

    def row(self, event: Event) -> list[Sent]:
        (sent,) = super().row(event)
        is_sent = event.row.get("c") is not None and "c" in event.changed
        if event.operation != "update" or "c" not in event.row or is_sent:
            return [sent]
        value = dumps(numbered(event.row) | {"c": None, "__deleted": "false"})
        images = {"before": None, "after": without(event.after, "c")}
        return [Sent(sent.partition, value, [self.change(event, **images, is_partial=True, at=None)], topic=sent.topic)]
