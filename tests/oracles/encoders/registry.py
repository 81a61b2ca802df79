"""What other producers write, as Avro behind a schema registry's frame: NUMBERS has the schemas that were needed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import connect_avro
from encoders.base import STATEMENTS, Encoder, Event, Sent
from encoders.debezium import Debezium, DebeziumFlat
from encoders.others import Ogg

NUMBERS = connect_avro.Numbers()


def in_avro(text: str | None, name: str) -> bytes | None:
    """A JSON object as a record of a schema that its members have: texts, whole numbers, objects, and lists of texts."""
    if text is None:
        return None
    value = json.loads(text)
    schema = _schema(value, name)
    return connect_avro.confluent(NUMBERS.of(schema), connect_avro.record(schema, value))


def _schema(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        fields = [{"name": each, "type": _optional(inner, f"{name}_{each}")} for each, inner in value.items()]
        return {"type": "record", "name": name, "fields": fields}
    if isinstance(value, list):
        return {"type": "array", "items": "string"}
    return "long" if isinstance(value, int) else "string"


def _optional(value: Any, name: str) -> Any:
    return ["null", _schema(value, name)]


class _InAvro(Encoder):
    """The messages of another producer, their values and keys as records."""

    def encode(self, event: Event) -> list[Sent]:
        return [
            replace(sent, value=in_avro(sent.value, f"inv.d.{event.table}"), key=in_avro(sent.key, f"inv.d.{event.table}.Key"))
            for sent in super().encode(event)
        ]  # fmt: skip


class DebeziumAvro(_InAvro, Debezium):
    """Debezium from MySQL through Connect's Avro converter."""

    dialect = "debezium_avro"


class DebeziumFlatAvro(_InAvro, DebeziumFlat):
    """Debezium from MySQL, flattened, through Connect's Avro converter."""

    dialect = "debezium_flat_avro"


class OggAvro(_InAvro, Ogg):
    """GoldenGate from Oracle through Connect's Avro converter."""

    dialect = "ogg_avro"


class TicdcAvro(Encoder):
    """TiCDC with its extension: a key change is a delete and an insert, a delete has no value, nothing is told of a table."""

    dialect = "ticdc_avro"
    source_kind = "tidb"
    loads = ""
    cannot = (*STATEMENTS, "put", "take", "swap")

    def row(self, event: Event) -> list[Sent]:
        if event.moves:
            whole = vars(event)
            return [
                *self.row(Event(**whole | {"operation": "delete", "after": None})),
                *self.row(Event(**whole | {"operation": "insert", "before": None})),
            ]
        name = f"default.d.{event.table}"
        key = in_avro(json.dumps({"id": int(event.row["id"])}), name)
        if event.operation == "delete":
            gone = self.change(event, before=event.only(event.before, []), is_partial=True, at=None)
            return [Sent(self.place(event), None, [gone], key)]
        commit = {
            "_tidb_op": event.operation[0].replace("i", "c"),
            "_tidb_commit_ts": event.at << 18,
            "_tidb_commit_physical_time": event.at,
        }
        row = event.row | {"id": int(event.row["id"])} | commit
        return [Sent(self.place(event), in_avro(json.dumps(row), name), [self.change(event, before=None)], key)]
