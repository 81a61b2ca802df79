"""wal2json: what it writes of PostgreSQL, in both of its formats."""

from __future__ import annotations

from typing import Any

from encoders.base import COLUMNS, Encoder, Event, Sent, Type, dumps, numbered
from reference import Change, Image

TYPES = {
    "number": (
        Type("integer", "integer", int), Type("bigint", "bigint", int),
        Type("numeric(12,2)", "numeric(12,2)", float), Type("double precision", "double precision", float),
        Type("text", "text"),
    ),
    "time": (
        Type("timestamp(3)", "timestamp(3) without time zone"),
        Type("timestamp(6)", "timestamp(6) without time zone", "{}000".format),
    ),
}  # fmt: skip


def lsn(number: int) -> str:
    """A place in the log as PostgreSQL prints it."""
    return f"{number >> 32:X}/{number & 0xFFFFFFFF:X}"


class PgLogical(Encoder):
    """Format version 2 with lsn and pk, under the default replica identity: a row before is known by its key alone."""

    dialect = "pg_logical"
    source_kind = "postgresql"
    database, schema = "", "d"
    has_sequence = True
    may_wander = True
    tells_copies = False
    is_partial = True
    redefines = "messages"
    types = TYPES
    loads = ""
    # Rows of one COPY have one lsn, so the offset stands beside it, and of a bag no copy is known.
    cannot = (*COLUMNS, "retitle", "put", "take", "swap")

    def identity(self, event: Event) -> Image | None:
        """The row before, as the replica identity has it: of a table without a key the whole."""
        if event.before is None or not event.keys:
            return event.before
        return event.only(event.before, [])

    def told(self, event: Event) -> Change:
        is_partial = bool(event.keys) and event.operation != "insert"
        return self.change(event, before=self.identity(event), is_partial=is_partial)

    def message(self, event: Event, action: str, **members: Any) -> str:
        at = event.at
        seconds = f"2024-06-01 {at // 3_600_000 % 24:02}:{at // 60_000 % 60:02}:{at // 1000 % 60:02}.{at % 1000:03}+00"
        place = {"lsn": lsn(24_000_000_000 + 100 * event.sequence)} if self.has_sequence else {}
        return dumps({"action": action, "xid": event.number, "timestamp": seconds} | place | members)

    def described(self, event: Event, row: Image | None) -> list[dict[str, Any]] | None:
        types = {"id": "integer"} | ({"d": event.type.sent} if event.type else {})
        told = numbered(row)
        return told and [
            {"name": name, "type": types.get(name, "text"), "value": value} for name, value in told.items()
        ]

    def row(self, event: Event) -> list[Sent]:
        action = {"insert": "I", "update": "U", "delete": "D"}[event.operation]
        members = {
            "columns": self.described(event, event.after),
            "identity": self.described(event, self.identity(event)),
        }
        pk = {"pk": [{"name": name, "type": "integer"} for name in event.keys]} if event.keys else {}
        sent = {name: value for name, value in members.items() if value}
        value = self.message(event, action, schema="d", table=event.table, **sent, **pk)
        return [Sent(self.place(event), value, [self.told(event)])]

    def statement(self, event: Event) -> list[Sent]:
        return [Sent(0, self.message(event, "T", schema="d", table=event.table), [self.change(event)])]


class PgLogicalByOffset(PgLogical):
    """Without lsn; bags under REPLICA IDENTITY FULL."""

    options = "order=offset"
    has_sequence = False
    cannot = (*COLUMNS, "retitle")


class PgLogicalTransactions(PgLogical):
    """Format version 1: a message for each transaction, which here has a message of the log beside its row."""

    cannot = (*COLUMNS, "retitle", "truncate")
    types = {}  # noqa: RUF012

    def row(self, event: Event) -> list[Sent]:
        change: dict[str, Any] = {"kind": event.operation, "schema": "d", "table": event.table}
        if event.after is not None:
            change |= self.lists("column", event.after)
        if event.before is not None:
            kept = {name: text for name, text in (self.identity(event) or {}).items() if text is not None}
            change["oldkeys"] = self.lists("key", kept)
        if event.keys:
            change["pk"] = {"pknames": list(event.keys), "pktypes": ["integer"]}
        note = {"kind": "message", "transactional": True, "prefix": "app", "content": "note"}
        place = {"nextlsn": lsn(24_000_000_000 + 100 * event.sequence)}
        value = dumps({"xid": event.number, **place, "change": [note, change]})
        return [Sent(self.place(event), value, [self.change_of(event)])]

    def change_of(self, event: Event) -> Change:
        """NULLs of a table without a key are absent, for the row before lacks them."""
        change = self.told(event)
        if event.keys:
            return self.change(event, before=change.before, is_partial=change.is_partial, at=None)
        images = {
            side: None if image is None else {name: text for name, text in image.items() if text is not None}
            for side, image in (("before", event.before), ("after", event.after))
        }
        return self.change(event, at=None, **images)

    def lists(self, name: str, row: Image) -> dict[str, list[Any]]:
        told = numbered(row) or {}
        return {f"{name}names": list(told), f"{name}types": ["text"] * len(told), f"{name}values": list(told.values())}
