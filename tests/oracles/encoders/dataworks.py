"""DataWorks: whole databases (an update in two messages, or in one), and single tables."""

from __future__ import annotations

from typing import Any

from encoders.base import STATEMENTS, Encoder, Event, Sent, dumps, mysql_text, numbered
from encoders.canal import KINDS
from reference import Change, Image

READER_BEGAN = 1_717_000_000_000


def number_of(event: Event) -> str:
    """The time at which the reader began, and a counter; of a full load -1."""
    return "-1" if event.operation == "snapshot" else f"{READER_BEGAN}{event.sequence:06}"


class DataWorks(Encoder):
    """Whole rows, each update in two messages, each where its own key lies."""

    dialect = "dataworks"
    redefines = "statement"
    has_sequence = True
    may_wander = True
    has_pairs = True

    def message(
        self, event: Event, op: str, before: Image | None = None, after: Image | None = None, **more: Any
    ) -> str:
        kinds = [{"name": name, "type": "LONG" if name == "id" else "STRING"} for name in event.row]
        at = -1 if event.operation == "snapshot" else event.at
        return dumps({
            "schema": {
                "dataColumn": kinds or None, "primaryKey": list(event.keys) or None,
                "source": {"dbType": "MySQL", "dbName": "d", "tableName": event.table},
            },
            "payload": {
                "before": before and {"dataColumn": numbered(before)}, "after": after and {"dataColumn": numbered(after)},
                "sequenceId": number_of(event), "op": op, "ddl": None,
                "timestamp": {"eventTime": at, "systemTime": event.at + 80, "checkpointTime": at},
            } | more,
            "version": "0.0.1",
        })  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        if event.operation == "update":
            return self.update(event)
        op = "DELETE" if event.operation == "delete" else "INSERT"
        change = self.change(event, at=None if event.operation == "snapshot" else event.at)
        return [Sent(self.place(event), self.message(event, op, event.before, event.after), [change])]

    def update(self, event: Event) -> list[Sent]:
        before, after = event.before, event.after
        return [
            Sent(self.place(event, before), self.message(event, "UPDATE_BEFOR", before)),
            Sent(self.place(event, after), self.message(event, "UPDATE_AFTER", None, after), [self.change(event)]),
        ]

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, KINDS[event.operation], ddl={"text": mysql_text(event), "ddlMeta": ""})
        return [Sent(0, value, [self.change(event)])]


class DataWorksInOne(DataWorks):
    """Each update in one message. The source logs what changed, which DataWorks asks not to do."""

    has_pairs = False
    is_partial = True

    def update(self, event: Event) -> list[Sent]:
        after = event.only(event.after, event.changed) if event.keys else event.after
        change = self.change(event, after=after, is_partial=bool(event.keys))
        return [Sent(self.place(event), self.message(event, "UPDATE_AFTER", event.before, after), [change])]


class DataWorksFlat(Encoder):
    """A task for a single table: the row itself with five columns more, a topic for each table."""

    dialect = "dataworks_flat"
    line_database = "d"
    names_keys = False
    has_topics = True
    calls_tables_as_topics = True
    has_sequence = True
    has_pairs = True
    cannot = STATEMENTS

    def message(self, event: Event, kind: str, image: Image | None, is_after: bool) -> str:
        return dumps({
            "_sequence_id_": number_of(event), "_operation_type_": kind, "_execute_time_": event.at,
            "_before_image_": "N" if is_after else "Y", "_after_image_": "Y" if is_after else "N",
        } | (numbered(image) or {}))  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        sides = {
            "update": [("U", event.before, False), ("U", event.after, True)],
            "delete": [("D", event.before, False)],
        }.get(event.operation, [("I", event.after, True)])
        changes: list[list[Change]] = [[], [self.change(event)]][2 - len(sides) :]
        return [
            Sent(
                self.place(event, image),
                self.message(event, kind, image, is_after),
                change,
                topic=f".{event.table}",
            )
            for (kind, image, is_after), change in zip(sides, changes, strict=True)
        ]
