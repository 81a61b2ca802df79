"""Avro: DTS's and OMS's record, and DRS's by the schema of this project's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import avro_messages as avro
from encoders.base import STATEMENTS, Encoder, Event, Sent, mysql_text
from encoders.canal import without
from encoders.oms import Oms
from reference import Change, Image


class DtsAvro(Encoder):
    """DTS's record of a MySQL that logs whole rows; a key change is one update in the partition of the new key."""

    dialect = "dts_avro"
    source_kind = "mysql"
    redefines = "statement"
    source = ("MySQL", "8.0.28")

    def message(self, event: Event, operation: str, before: Any = None, after: Any = None) -> bytes:
        fields = {name: self.number(name) for name in event.row} or None
        return avro.dts(
            operation, fields, self.values(event, before), self.values(event, after), source=self.source, is_old=self.is_old,
            keys={"PRIMARY": list(event.keys)} if event.row and event.keys else None, objectName=f"d.{event.table}",
            sourceTimestamp=event.at // 1000, id=1_700_382 + event.sequence,
        )  # fmt: skip

    is_old = False

    def number(self, name: str) -> int:
        """The dataTypeNumber of a column."""
        return {"id": 8, "c": 252}.get(name, 253)

    def values(self, event: Event, image: Any) -> Any:
        """The values of an image in the order of the columns; a statement is a text."""
        if image is None or isinstance(image, str):
            return image
        return [
            avro.NONE if name not in image else None if image[name] is None
            else avro.integer(image[name]) if name == "id" else avro.text(image[name])
            for name in event.row
        ]  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        kind = "INIT" if event.operation == "snapshot" else event.operation.upper()
        value = self.message(event, kind, event.before, event.after)
        return [Sent(self.place(event), value, [self.change(event, at=event.second)])]

    def statement(self, event: Event) -> list[Sent]:
        return [Sent(0, self.message(event, "DDL", after=mysql_text(event)), [self.change(event, at=event.second)])]


class DtsAvroPartly(DtsAvro):
    """DTS's record, in which large values that did not change are NONE, and of a delete all but the key."""

    is_partial = True
    is_old = True

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.operation in ("insert", "snapshot"):
            return super().row(event)
        before, after = dict(event.before or {}), dict(event.after or {}) or None
        if event.operation == "delete":
            before = event.only(before, [])
        elif "c" in before and "c" not in event.changed:
            before, after = without(before, "c"), without(after, "c")
        change = self.change(event, before=before, after=after, is_partial=True, at=event.second)
        return [Sent(self.place(event), self.message(event, event.operation.upper(), before, after), [change])]


class OmsAvro(Oms, DtsAvro):
    """OMS's record. It writes a statement to each partition."""

    dialect = "oms_avro"
    source = ("MySQL", "OBMySQL")
    is_old = True

    def row(self, event: Event) -> list[Sent]:
        kind = "INIT" if event.operation == "snapshot" else event.operation.upper()
        return [Sent(self.place(event), self.message(event, kind, *self.as_sent(event)), [self.told(event)])]

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, "DDL", after=mysql_text(event))
        return [replace(each, value=value) for each in self.everywhere(event, "")]


class DrsAvro(Encoder):
    """DRS's record by the schema of this project's own: keys declared, a full load as inserts, no statements."""

    dialect = "drs_avro"
    source_kind = "mysql"
    options = "schema=drs_demo"
    names_keys = False
    loads = "insert"
    cannot = STATEMENTS

    def row(self, event: Event) -> list[Sent]:
        def values(image: Image | None) -> Any:
            return image and [each and ("Text", {"value": each}) for each in image.values()]

        kind = {"snapshot": "INSERT"}.get(event.operation, event.operation.upper())
        value = avro.drs(
            kind, list(event.row), values(event.before), values(event.after), tableName=f"d.{event.table}",
            seqno=event.sequence, updateTimestamp=event.at,
        )  # fmt: skip
        change: Change = self.change(event)
        return [Sent(self.place(event), value, [change])]
