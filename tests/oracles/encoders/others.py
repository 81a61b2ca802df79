"""Maxwell, GoldenGate, Confluent, AWS DMS, DTS's SharePlex form, Flink (and CDC), CockroachDB, Qlik, DRS from MongoDB."""

from __future__ import annotations

import json
import time
from typing import Any

from encoders.base import (
    COLUMNS,
    FIRST_AT,
    STATEMENTS,
    STEP,
    Encoder,
    Event,
    Sent,
    dumps,
    mysql_text,
    numbered,
    quoted_text,
)
from reference import Change, Image


def both(encoder: Encoder, event: Event) -> list[Sent]:
    """A change of a row as its delete and its insert, each where its own key lies."""
    whole = vars(event)
    gone = encoder.row(Event(**whole | {"operation": "delete", "after": None}))
    number = event.number + len(gone)
    return [*gone, *encoder.row(Event(**whole | {"operation": "insert", "before": None, "number": number}))]


class Maxwell(Encoder):
    """Maxwell with the place in the binlog, key columns and statements. It sends no truncate."""

    dialect = "maxwell"
    source_kind = "mysql"
    redefines = "statement"
    has_sequence = True
    may_wander = True
    tells_no_changes = True
    cannot = ("truncate",)

    def message(self, event: Event, kind: str, **members: Any) -> str:
        told = {"database": "d", "table": event.table, "type": kind, "ts": event.at // 1000}
        if event.operation != "snapshot":
            told |= {"xid": event.number, "commit": True}
            if self.has_sequence:
                told["position"] = f"mybin.000020:{4 + 100 * event.sequence}"
        if event.keys and event.row:
            told["primary_key_columns"] = list(event.keys)
        return dumps(told | members)

    def row(self, event: Event) -> list[Sent]:
        kind = "bootstrap-insert" if event.operation == "snapshot" else event.operation
        old = {}
        if kind == "update":
            old = {"old": numbered({name: event.before[name] for name in event.before if name in event.changed})}
        value = self.message(event, kind, data=numbered(event.row), **old)
        return [Sent(self.place(event), value, [self.change(event, at=event.second)])]

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, "table-alter", old={}, sql=mysql_text(event), ts=event.at, **{"def": {}})
        return [Sent(0, value, [self.change(event)])]


class MaxwellMinimal(Maxwell):
    """Maxwell of a MySQL that logs the key and the columns that changed, without the place in the binlog."""

    options = "absent_means=unchanged"
    has_sequence = False
    is_partial = True
    tells_no_changes = False

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.operation in ("insert", "snapshot"):
            return super().row(event)
        changed = event.changed if event.operation == "update" else []
        row = event.only(event.row, changed)
        old = {"old": numbered(event.only(event.before, []) if event.moves else {})} if event.after else {}
        change = self.change(
            event,
            before=event.only(event.before, []),
            after=row if event.after else None,
            is_partial=True,
            at=event.second,
        )
        return [Sent(self.place(event), self.message(event, event.operation, data=numbered(row), **old), [change])]


class MaxwellWithoutNulls(Maxwell):
    """Maxwell with output_nulls=false: what is NULL is not sent."""

    cannot = ("truncate", "put", "take", "swap", "widen", "narrow")

    def row(self, event: Event) -> list[Sent]:
        (sent,) = super().row(event)
        kind = "bootstrap-insert" if event.operation == "snapshot" else event.operation
        old = {}
        if kind == "update":
            changed = {name: event.before[name] for name in event.before if name in event.changed}
            old = {"old": numbered(without_nulls(changed))}
        value = self.message(event, kind, data=numbered(without_nulls(event.row)), **old)
        images = {
            side: image and without_nulls(image)
            for side, image in {"before": event.before, "after": event.after}.items()
        }
        return [Sent(sent.partition, value, [self.change(event, **images, at=event.second)])]


def without_nulls(image: Image) -> Image:
    return {name: text for name, text in image.items() if text is not None}


class Ogg(Encoder):
    """GoldenGate from Oracle, whose trail has whole rows. Only a truncate is told of a table."""

    dialect = "ogg"
    source_kind = "oracle"
    database, schema = "", "d"
    has_sequence = True
    may_wander = True
    loads = ""  # another Replicat's trail
    redefines = "messages"
    cannot = (*COLUMNS, "retitle")

    def message(self, event: Event, kind: str, **images: Any) -> str:
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(event.at // 1000)) + f".{event.at % 1000:03}000"
        told = {"table": f"d.{event.table}", "op_type": kind, "op_ts": at, "current_ts": at.replace(" ", "T")}
        told |= {"pos": f"{19:010}{event.sequence:010}"} if self.has_sequence else {}
        rows = {side: numbered(image) for side, image in images.items() if image is not None}
        return dumps(told | ({"primary_keys": list(event.keys)} if event.keys and event.row else {}) | rows)

    def row(self, event: Event) -> list[Sent]:
        kind = {"update": "U", "delete": "D"}.get(event.operation, "I")
        value = self.message(event, kind, before=event.before, after=event.after)
        is_partial = event.operation in ("update", "delete") and bool(event.keys)
        return [Sent(self.place(event), value, [self.change(event, is_partial=is_partial)])]

    def statement(self, event: Event) -> list[Sent]:
        return [Sent(0, self.message(event, "T"), [self.change(event)])]


class OggCompact(Ogg):
    """GoldenGate whose trail has the key and the columns that changed."""

    is_partial = True

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.operation == "insert":
            return super().row(event)
        changed = event.changed if event.operation == "update" else []
        before, after = event.only(event.before, changed), event.only(event.after, changed) or None
        kind = {"update": "U", "delete": "D"}[event.operation]
        change = self.change(event, before=before, after=after, is_partial=True)
        return [Sent(self.place(event), self.message(event, kind, before=before, after=after), [change])]


class OggDeleteInsert(Ogg):
    """GoldenGate that writes a key change as a delete and an insert with one `pos`."""

    def row(self, event: Event) -> list[Sent]:
        if not event.moves:
            return super().row(event)
        whole = vars(event)
        gone = super().row(Event(**whole | {"operation": "delete", "after": None}))
        return [*gone, *super().row(Event(**whole | {"operation": "insert", "before": None}))]


class OggJsonRow(Ogg):
    """GoldenGate with the columns beside op_type. Of an update it sends no row before, so bags have none."""

    dialect = "ogg_json_row"
    source_kind = "mysql"
    database, schema = "d", ""
    cannot = (*COLUMNS, "retitle", "swap")

    def row(self, event: Event) -> list[Sent]:
        if event.moves:  # a delete and an insert, or the old row would stay
            whole = vars(event)
            gone = self.row(Event(**whole | {"operation": "delete", "after": None}))
            return [*gone, *self.row(Event(**whole | {"operation": "insert", "before": None}))]
        kind = {"update": "U", "delete": "D"}.get(event.operation, "I")
        told = json.loads(self.message(event, kind))
        is_partial = kind != "I" and bool(event.keys)
        before = event.before if kind == "D" else None
        change = self.change(event, before=before, is_partial=is_partial)
        return [Sent(self.place(event), dumps(told | numbered(event.row)), [change])]


class OggJsonRowCompact(OggJsonRow):
    """With the key and what changed, as the trail has it."""

    is_partial = True

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.moves or event.operation == "insert":
            return super().row(event)
        changed = event.changed if event.operation == "update" else []
        was, now = event.only(event.before, changed), event.only(event.after, changed) or None
        return super().row(Event(**vars(event) | {"before": was, "after": now}))


class ConfluentOracleCdc(Encoder):
    """Confluent's connector for Oracle: the Kafka key is the value of the key alone, and of an update no row before comes."""

    dialect = "confluent_oracle_cdc"
    source_kind = "oracle"
    database, schema = "app", "d"
    names_keys = False
    has_topics = True
    has_sequence = True
    cannot = (*COLUMNS, "retitle", "swap", "move")

    def told(self, event: Event, kind: str) -> dict[str, Any]:
        """What stands beside the columns."""
        of_log = {"op_ts": str(event.at), "row_id": "AAAR9TAAHAAAACGAAA", "username": "D"}
        return {
            "table": f"app.d.{event.table}", "scn": str(2158719 + event.sequence), "op_type": kind,
            "current_ts": str(event.at + 80),
        } | (dict.fromkeys(of_log) if kind == "R" else of_log)  # fmt: skip

    def value(self, event: Event, kind: str) -> str:
        return dumps((numbered(event.row) or {}) | self.told(event, kind))

    def key(self, event: Event) -> str | None:
        return event.row["id"] if event.keys and event.row else None

    def row(self, event: Event) -> list[Sent]:
        kind = {"snapshot": "R", "insert": "I", "update": "U", "delete": "D"}[event.operation]
        change = self.change(event, **self.changed(event), at=None if kind == "R" else event.at)
        where = {"key": self.key(event), "topic": f".d.{event.table}"}
        return [Sent(self.place(event), self.value(event, kind), [change], **where)]

    def changed(self, event: Event) -> dict[str, Any]:
        return {"before": None} if event.operation == "update" else {}

    def statement(self, event: Event) -> list[Sent]:
        return [Sent(0, self.value(event, "T"), [self.change(event)], topic=f".d.{event.table}")]


class ConfluentOracleCdcBefore(ConfluentOracleCdc):
    """With the row before an update, the columns' schema and a key of names; a delete has a tombstone behind it."""

    options = "before=was"
    names_keys = True
    cannot = (*COLUMNS, "retitle")

    def value(self, event: Event, kind: str) -> str:
        told = (numbered(event.row) or {}) | self.told(event, kind)
        told |= {"was": numbered(event.before)} if kind == "U" else {}
        columns = [{"field": name, "type": "int32" if name == "id" else "string"} for name in told if name != "was"]
        return dumps({"schema": {"type": "struct", "optional": False, "fields": columns}, "payload": told})

    def key(self, event: Event) -> str | None:
        return dumps(numbered({name: event.row[name] for name in event.keys})) if event.keys and event.row else None

    def changed(self, event: Event) -> dict[str, Any]:
        return {}

    def row(self, event: Event) -> list[Sent]:
        sent = super().row(event)
        if event.operation != "delete" or not event.keys:
            return sent
        return [*sent, Sent(self.place(event), None, [], self.key(event), topic=f".d.{event.table}")]


class AwsDms(Encoder):
    """DMS with NULLs and whole rows before updates. It renames no table, and what it tells of columns has no statement."""

    dialect = "aws_dms"
    source_kind = "mysql"
    options = "absent_means=unchanged"
    names_keys = False
    cannot = (*COLUMNS, "retitle")
    times_statements = False
    before_has = "all"

    def message(self, event: Event, kind: str, operation: str, **members: Any) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(event.at // 1000)) + f".{event.at % 1000:03}000Z"
        told = {"timestamp": at, "record-type": kind, "operation": operation, "partition-key-type": "primary-key"}
        told |= {"schema-name": "d", "table-name": event.table}
        if operation != "load" and kind == "data":
            told |= {"transaction-id": event.number, "transaction-record-id": 1, "commit-timestamp": at}
        return dumps(members | {"metadata": told})

    def row(self, event: Event) -> list[Sent]:
        if event.operation == "update":
            before = event.before if not event.keys or self.before_has == "all" else event.only(event.before, [])
            members = {"data": numbered(event.after), "before-image": numbered(before)}
            change = self.change(event, before=before, is_partial=bool(event.keys))
        else:
            members = {"data": numbered(event.row)}
            is_partial = event.operation == "delete" and bool(event.keys)
            change = self.change(event, at=None if event.operation == "snapshot" else event.at, is_partial=is_partial)
        operation = {"snapshot": "load"}.get(event.operation, event.operation)
        return [Sent(self.place(event), self.message(event, "data", operation, **members), [change])]

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, "control", "truncate-table", control={})
        return [Sent(0, value, [self.change(event, at=None)])]


class AwsDmsWithoutNulls(AwsDms):
    """DMS that leaves NULLs out, which is its default, and sends the keys before updates."""

    options = "absent_means=as_null"
    cannot = (*COLUMNS, "retitle", "put", "take", "swap")
    before_has = "keys"

    def row(self, event: Event) -> list[Sent]:
        images = {
            side: image and without_nulls(image)
            for side, image in {"before": event.before, "after": event.after}.items()
        }
        (sent,) = super().row(Event(**vars(event) | images))
        (change,) = sent.changes
        return [Sent(sent.partition, sent.value, [Change(**vars(change) | {"is_partial": False})])]


class DtsSharePlex(Encoder):
    """DTS's SharePlex form from Oracle: `data` has what changed, `key` the row before; ordered by Kafka."""

    dialect = "dts_shareplex"
    source_kind = "oracle"
    database, schema = "", "d"
    names_keys = False
    loads = "insert"
    key_is_whole = True

    def message(self, event: Event, op: str, data: Any, **members: Any) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(event.at // 1000))
        meta = {
            "time": at, "userid": 84, "op": op, "scn": str(14589063118712 + event.sequence), "rowid": "AAATGpAAIAAItcIAAA",
            "trans": "7.0.411499", "seq": 1, "size": 11, "table": f"d.{event.table}", "idx": "1/11", "posttime": at,
        }  # fmt: skip
        return dumps({"meta": meta, "data": data} | members)

    def row(self, event: Event) -> list[Sent]:
        is_partial = event.operation == "update" and bool(event.keys)
        before, after = event.before, event.after
        if event.operation == "update":
            if event.keys and not self.key_is_whole:
                before, after = event.only(before, []), event.only(after, event.changed)
            value = self.message(event, "upd", {name: after[name] for name in event.changed}, key=before)
        else:
            value = self.message(event, "del" if event.operation == "delete" else "ins", event.row)
        change = self.change(event, before=before, after=after, is_partial=is_partial, at=event.second)
        return [Sent(self.place(event), value, [change])]

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, "ddl", {}, sql={"ddl": quoted_text(event)})
        return [Sent(0, value, [self.change(event, at=event.second)])]


class DtsSharePlexOfKeys(DtsSharePlex):
    """The same with key columns only in `key`, ordered by scn."""

    options = "order=scn"
    has_sequence = True
    is_partial = True
    loads = ""  # what scn its rows would have no document says
    key_is_whole = False


class FlinkCdc(Encoder):
    """Flink CDC's canal-json: tables and keys are named, an update is one message; no times, no statements."""

    dialect = "flink_json"
    loads = "insert"
    cannot = STATEMENTS

    def row(self, event: Event) -> list[Sent]:
        kind = {"snapshot": "INSERT"}.get(event.operation, event.operation.upper())
        old = [numbered(event.before)] if event.operation == "update" else None
        value = dumps({
            "old": old, "data": [numbered(event.row)], "type": kind, "database": "d", "table": event.table,
            "pkNames": list(event.keys),
        })  # fmt: skip
        return [Sent(self.place(event), value, [self.change(event, at=None)])]


class FlinkCdcDebezium(FlinkCdc):
    """Flink CDC's debezium-json: the key columns stand in the Kafka key."""

    def row(self, event: Event) -> list[Sent]:
        op = {"update": "u", "delete": "d"}.get(event.operation, "c")
        source = {"db": "d", "table": event.table}
        value = dumps({"before": numbered(event.before), "after": numbered(event.after), "op": op, "source": source})
        key = dumps({"TableId": f"d.{event.table}"} | (numbered({"id": event.row["id"]}) if event.keys else {}))
        return [Sent(self.place(event), value, [self.change(event, at=None)], key)]


class FlinkSql(FlinkCdc):
    """Flink SQL's canal-json: no update, but a delete and an insert; a topic for each table."""

    has_topics = True
    line_database = "d"
    names_keys = False

    def row(self, event: Event) -> list[Sent]:
        if event.operation == "update":
            return both(self, event)
        kind = "DELETE" if event.operation == "delete" else "INSERT"
        value = dumps({"data": [numbered(event.row)], "type": kind})
        return [Sent(self.place(event), value, [self.change(event, at=None)], topic=f".{event.table}")]


class Cockroach(Encoder):
    """CockroachDB, wrapped, with updated: the row after alone, and the key as a list in the Kafka key.

    A change of key is a delete and an insert of one commit. Nothing is told of loads and of statements.
    """

    dialect = "cockroachdb"
    database = ""
    has_topics = True
    names_keys = False
    has_sequence = True
    loads = ""
    cannot = (*STATEMENTS, "put", "take", "swap")
    has_diff = False

    def keys(self, feed: str) -> list[dict[str, str]]:
        return [line | {"source_schema": feed} for line in super().keys(feed)]

    def at(self, event: Event) -> int:
        """The time of the commit, ms since 1970, in which it is ordered."""
        return FIRST_AT + event.sequence * STEP

    def row(self, event: Event) -> list[Sent]:
        whole = vars(event)
        if not event.moves:
            return [self.sent(event)]
        gone = self.sent(Event(**whole | {"operation": "delete", "after": None}))
        return [gone, self.sent(Event(**whole | {"operation": "insert", "before": None}))]

    def sent(self, event: Event) -> Sent:
        before = {"before": numbered(event.before)} if self.has_diff else {}
        clock = f"{self.at(event)}000000.0000000000"
        value = dumps({"after": numbered(event.after), **before, "updated": clock})
        key = dumps([int(event.row["id"]) if event.keys else event.number])
        return Sent(self.place(event), value, [self.told(event)], key, topic=f".{event.table}")

    def told(self, event: Event) -> Change:
        if event.operation == "delete":
            key = event.only(event.before, [])
            return self.change(event, before=key, is_partial=True, at=self.at(event))
        return self.change(event, operation="update", before=None, at=self.at(event))


class CockroachDiff(Cockroach):
    """CockroachDB with the row before (diff), so that rows without a primary key are known too."""

    cannot = STATEMENTS
    has_diff = True

    def told(self, event: Event) -> Change:
        return self.change(event, at=self.at(event))


class QlikReplicate(Encoder):
    """Qlik Replicate in its envelope: whole rows before updates, a deleted row in data. Nothing is told of statements."""

    dialect = "qlik_replicate"
    source_kind = "oracle"
    database = ""
    has_topics = True
    names_keys = False
    has_sequence = True
    may_wander = True
    cannot = STATEMENTS

    def keys(self, feed: str) -> list[dict[str, str]]:
        return [line | {"source_schema": feed} for line in super().keys(feed)]

    def row(self, event: Event) -> list[Sent]:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(event.at // 1000)) + f".{event.at % 1000:03}"
        is_load = event.operation == "snapshot"
        columns = event.row
        headers = {
            "operation": {"snapshot": "REFRESH"}.get(event.operation, event.operation.upper()),
            "changeSequence": "" if is_load else f"20240601030000{event.sequence:021}", "timestamp": at,
            "streamPosition": "", "transactionId": "" if is_load else f"{event.number:032X}",
            "columnMask": f"{(1 << len(columns)) - 1:02X}",
        }  # fmt: skip
        before = numbered(event.before) if event.operation == "update" else None
        told = {"data": numbered(columns), "beforeData": before, "headers": headers}
        value = dumps({"magic": "atMSG", "type": "DT", "headers": None, "messageSchemaId": None, "message": told})
        return [Sent(self.place(event), value, [self.change(event)], topic=f".{event.table}")]


class QlikReplicateCompact(QlikReplicate):
    """Without the envelope, from a log that has the key and what changed: other columns are null, and columnMask says so."""

    is_partial = True
    cannot = (*STATEMENTS, "put", "take", "swap")

    def row(self, event: Event) -> list[Sent]:
        (sent,) = super().row(event)
        told = json.loads(str(sent.value))["message"]
        change = sent.changes[0]
        if event.operation in ("update", "delete"):
            names = [*event.keys, *(event.changed if event.operation == "update" else [])]
            bits = sum(1 << place for place, name in enumerate(event.row) if name in names)
            told["headers"]["columnMask"] = f"{bits:02X}"
            for side in ("data", "beforeData"):
                told[side] = told[side] and {name: v if name in names else None for name, v in told[side].items()}
            before, after = event.only(event.before, names), event.only(event.after, names) or None
            is_partial = set(names) != set(event.row)
            change = self.change(event, before=before, after=after, is_partial=is_partial)
        return [Sent(sent.partition, dumps(told), [change], topic=sent.topic)]


class DrsMongo(Encoder):
    """DRS from MongoDB: an update sets and takes away members; `_id` never changes, and collections have one."""

    dialect = "drs_mongo"
    source_kind = "mongodb"
    has_sequence = True
    cannot = (*STATEMENTS, "put", "take", "swap", "move")
    is_partial = True

    def message(self, event: Event, op: str, record_type: str, value: str, where: str | None = None) -> str:
        return dumps({
            "id": event.sequence, "op": op, "dbType": "MongoDB", "db": "d", "coll": event.table, "value": value, "where": where,
            "recordType": record_type, "extra": record_type, "es": event.at, "ts": event.at + 80,
            "clusterTime": f"{event.at // 1000}:1",
        })  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        before, after = document(event.before), document(event.after)
        key = {"_id": document(event.row)["_id"]}
        if event.operation == "delete":
            change = self.change(event, keys=("_id",), before=key, is_partial=True)
            value = self.message(event, "DELETE", "doc", shell(key))
        elif event.operation == "update" and event.number % 3 == 0:
            change = self.change(event, keys=("_id",), before=key, after=after)
            value = self.message(event, "UPDATE", "replace", shell(after), shell(key))
        elif event.operation == "update":
            changed = {name: event.after[name] for name in event.changed}
            taken = ", ".join(f"{dumps(name)}: true" for name, text in changed.items() if text is None)
            sets = f'"$set": {shell(without_nulls(changed))}'
            patch = f'{{{sets}, "$unset": {{{taken}}}}}' if taken else f"{{{sets}}}"
            change = self.change(event, keys=("_id",), before=key, after=key | changed, is_partial=True)
            value = self.message(event, "UPDATE", "update", patch, shell(key))
        else:
            change = self.change(event, keys=("_id",), before=before, after=after)
            op = "INIT" if event.operation == "snapshot" else "INSERT"
            value = self.message(event, op, "insert", shell(after))
        return [Sent(self.place(event), value, [change])]


def document(image: Image | None) -> Image | None:
    """A row as a document: its key is `_id`, an ObjectId."""
    if image is None:
        return None
    return {
        "_id" if name == "id" else name: f"{int(text):024x}" if name == "id" else text for name, text in image.items()
    }


def shell(row: Image) -> str:
    """A document as text of MongoDB's shell, its digits as numbers."""

    def spelled(name: str, text: str | None) -> str:
        if name == "_id":
            return f'ObjectId("{text}")'
        return text if text is not None and text.isdigit() else dumps(text)

    return "{" + ", ".join(f"{dumps(name)}: {spelled(name, text)}" for name, text in row.items()) + "}"
