"""What TiCDC writes of TiDB, beside Canal-JSON (encoders/canal.py): its own protocols, and Debezium's envelope."""

from __future__ import annotations

from typing import Any

import frames
from encoders.base import Encoder, Event, Sent, dumps, mysql_text, numbered
from reference import Image

FIRST_TS = 429918007904436226  # a commit on TiDB's clock: its bits above 18 are milliseconds
STATEMENTS = {"truncate": 11, "add_column": 5, "drop_column": 6, "rename_column": 12, "rename_table": 14}


class Ticdc(Encoder):
    """No full load; a key change is a delete and an insert of one transaction; statements come in every partition."""

    source_kind = "tidb"
    has_sequence = True
    may_wander = True
    loads = ""

    def commit_ts(self, event: Event) -> int:
        return FIRST_TS + event.sequence * 2**18

    def sides(self, event: Event) -> list[Event]:
        """What TiCDC makes of a change of a key."""
        if not event.moves:
            return [event]
        whole = vars(event)
        deleted, inserted = (
            whole | {"operation": "delete", "after": None},
            whole | {"operation": "insert", "before": None},
        )
        return [Event(**deleted), Event(**inserted)]

    def at(self, event: Event) -> int:
        """The time of the commit, ms since 1970."""
        return self.commit_ts(event) >> 18


class TicdcOpen(Ticdc):
    """The Open Protocol, old values with all columns."""

    dialect = "ticdc_open"

    def sent(self, event: Event, partition: int, kind: int, value: Any, changes: list[Any]) -> Sent:
        names = {"scm": "d", "tbl": event.table}
        key = dumps({"ts": self.commit_ts(event), **names, "t": kind})
        head, body = frames.message(b'{"open_key":%s,"open_value":%s}' % (key.encode(), dumps(value).encode()))
        return Sent(partition, body, changes, key=head)

    def columns_of(self, event: Event, image: Image | None) -> Any:
        return {
            name: {"t": 15, "h": True, "f": 10, "v": text} if name in event.keys else {"t": 15, "f": 64, "v": text}
            for name, text in (image or {}).items()
        }

    def row(self, event: Event) -> list[Sent]:
        found = []
        for half in self.sides(event):
            before, after = self.columns_of(half, half.before), self.columns_of(half, half.after)
            value = {"d": before} if half.after is None else {"u": after, "p": before} if half.before else {"u": after}
            found.append(self.sent(half, self.place(half), 1, value, [self.change(half, at=self.at(half))]))
        return found

    def statement(self, event: Event) -> list[Sent]:
        value = {"q": mysql_text(event), "t": STATEMENTS[event.operation]}
        told = [self.change(event, at=self.at(event))]
        return [self.sent(event, partition, 2, value, told if partition == 0 else []) for partition in range(3)]


class TicdcOpenOnlyChanged(TicdcOpen):
    """The same, old values with what changed, and deletes with the key alone."""

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.moves or event.operation not in ("update", "delete"):
            return super().row(event)
        if event.operation == "delete":
            key = event.only(event.before, [])
            change = self.change(event, at=self.at(event), before=key, is_partial=True)
            return [self.sent(event, self.place(event), 1, {"d": self.columns_of(event, key)}, [change])]
        old = {name: event.before[name] for name in event.before if name in event.changed}
        value = {"u": self.columns_of(event, event.after), "p": self.columns_of(event, old)}
        return [self.sent(event, self.place(event), 1, value, [self.change(event, at=self.at(event))])]


class TicdcSimple(Ticdc):
    """The Simple protocol in JSON, old rows whole; rows name no key."""

    dialect = "ticdc_simple"
    names_keys = False

    def message(self, event: Event, kind: str, **members: Any) -> str:
        told = {"version": 1, "type": kind, "commitTs": self.commit_ts(event), "buildTs": event.at + 80}
        return dumps(told | {name: value for name, value in members.items() if value is not None})

    def row(self, event: Event) -> list[Sent]:
        return [
            Sent(self.place(half), self.message(
                half, half.operation.upper(), database="d", table=half.table, data=half.after, old=half.before,
            ), [self.change(half, at=self.at(half))])
            for half in self.sides(event)
        ]  # fmt: skip

    def statement(self, event: Event) -> list[Sent]:
        kind = {"truncate": "TRUNCATE", "rename_table": "RENAME"}.get(event.operation, "ALTER")
        table = event.value if event.operation == "rename_table" else event.table
        value = self.message(event, kind, sql=mysql_text(event), tableSchema={"schema": "d", "table": table})
        told = [self.change(event, at=self.at(event))]
        return [Sent(partition, value, told if partition == 0 else []) for partition in range(3)]


class TicdcDebezium(Ticdc):
    """Debezium's envelope without schemas: payload alone around key and value."""

    dialect = "debezium"

    def message(self, event: Event, **members: Any) -> str:
        source = {
            "version": "2.4.0.Final", "connector": "TiCDC", "name": "default", "ts_ms": self.at(event), "snapshot": "false",
            "db": "d", "table": event.table, "server_id": 0, "gtid": None, "file": "", "pos": 0, "row": 0, "thread": 0,
            "query": None, "commit_ts": self.commit_ts(event), "cluster_id": "default",
        }  # fmt: skip
        return dumps({"payload": {"source": source, "ts_ms": event.at + 80, **members}})

    def row(self, event: Event) -> list[Sent]:
        found = []
        for half in self.sides(event):
            op = "d" if half.after is None else "u" if half.before else "c"
            rows = {"before": numbered(half.before), "after": numbered(half.after)}
            key = numbered({name: half.row[name] for name in half.keys})
            value = self.message(half, transaction=None, op=op, **rows)
            change = self.change(half, at=self.at(half))
            found.append(Sent(self.place(half), value, [change], dumps({"payload": key})))
        return found

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, databaseName="d", schemaName=None, ddl=mysql_text(event), tableChanges=[])
        told = [self.change(event, at=self.at(event))]
        key = dumps({"payload": {"databaseName": "d"}})
        return [Sent(partition, value, told if partition == 0 else [], key) for partition in range(3)]
