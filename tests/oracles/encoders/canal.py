"""Canal and those that write its form: DTS, OMS, TiCDC, DRS."""

from __future__ import annotations

from typing import Any

from encoders.base import STATEMENTS, Encoder, Event, Sent, Type, dumps, mysql_text, numbered, quoted_text
from reference import COLUMN_ACTIONS, Change, Image

KINDS = {"truncate": "TRUNCATE", "rename_table": "RENAME"} | dict.fromkeys(
    (*COLUMN_ACTIONS, "redefine_key", "change_type"), "ALTER"
)
MYSQL_TYPES = {
    "number": (
        Type("int", "int"), Type("bigint", "bigint"), Type("decimal(12,2)", "decimal(12,2)", "{}.00".format),
        Type("decimal(14,3)", "decimal(14,3)", "{}.000".format), Type("double", "double", "{}.0".format),
        Type("varchar(20)", "varchar(20)"),
    ),
    "time": (Type("datetime(3)", "datetime(3)"), Type("datetime(6)", "datetime(6)", "{}000".format)),
}  # fmt: skip


class Canal(Encoder):
    """Canal of a MySQL that logs whole rows."""

    dialect = "canal"
    tells_no_changes = True
    redefines = "statement"
    types = MYSQL_TYPES
    tells_types = True
    loads = ""  # it reads the binlog only

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        types = (
            event.row and event.type and dict.fromkeys(event.row, "varchar(9)") | {"id": "int", "d": event.type.sent}
        )
        return dumps(
            {
                "data": data, "database": "d", "es": event.at, "gtid": "", "id": 1, "isDdl": False, "mysqlType": types or None, "old": old,
                "pkNames": list(event.keys) or None, "sql": "", "sqlType": None, "table": event.table, "ts": event.at + 80, "type": kind,
            } | members
        )  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        old = None
        if event.operation == "update":
            old = [{name: event.before[name] for name in event.before if name in event.changed}]
        value = self.message(event, event.operation.upper(), [event.row], old)
        return [Sent(self.place(event), value, [self.change(event)])]

    def statement(self, event: Event) -> list[Sent]:
        table = event.value if event.operation == "rename_table" else event.table  # Canal names the new one
        value = self.message(
            event, KINDS[event.operation], None, pkNames=None, isDdl=True, table=table, sql=mysql_text(event)
        )
        return [Sent(0, value, [self.change(event)])]


class CanalMinimal(Canal):
    """Canal of a MySQL that logs the key and the columns that changed (of a table with a key)."""

    options = "absent_means=unchanged"
    is_partial = True
    tells_no_changes = False

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.operation == "insert":
            return super().row(event)
        if event.operation == "update":
            after = event.only(event.after, event.changed)
            old = [event.only(event.before, []) if event.moves else {}]
            change = self.change(event, before=event.only(event.before, []), after=after, is_partial=True)
            return [Sent(self.place(event), self.message(event, "UPDATE", [after], old), [change])]
        gone = event.only(event.before, [])
        change = self.change(event, before=gone, is_partial=True)
        return [Sent(self.place(event), self.message(event, "DELETE", [gone]), [change])]


class TencentDtsCanal(Canal):
    """Tencent Cloud DTS: Canal's form, sqlType empty."""

    dialect = "tencent_dts_canal"


class HuaweiMigrationCanal(Canal):
    """DataArts Migration: Canal's form, with the source named."""

    dialect = "huawei_migration_canal"

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        named = {"serverId": "1753240249", "dbType": "mysql", "dataSourceName": "source", "isHeartbeat": False}
        return super().message(event, kind, data, old, **named | members).replace('"gtid": "", ', "")


class DtsCanal(Canal):
    """DTS since 2022, its rows declared as whole. A key change is one UPDATE in the partition of the old key."""

    dialect = "dts_canal"
    options = "variant=standard absent_means=as_null"
    has_sequence = True
    may_wander = True
    may_restart = True
    loads = "snapshot"

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        at = event.at - (10**9 if event.is_again else 0)
        kind = {"SNAPSHOT": "INIT"}.get(kind, "DDL" if members.get("isDdl") else kind)
        return super().message(event, kind, data, old, id=int(f"{at}{event.number:05}"), **members)

    def place(self, event: Event, image: Image | None = None) -> int:
        return super().place(event, image or event.before or event.after)


class DtsCanalOverRows(DtsCanal):
    """DTS since 2022, with what is absent as unchanged, which is the default: each image lies over the row."""

    options = "variant=standard"
    may_restart = False

    def row(self, event: Event) -> list[Sent]:
        (sent,) = super().row(event)
        is_over = event.operation in ("update", "delete") and bool(event.keys)
        return [Sent(sent.partition, sent.value, [self.change(event, is_partial=is_over)], is_load=sent.is_load)]


class DtsCanalSplit(DtsCanal):
    """DTS since 2022 that writes a key change as a DELETE and an INSERT, each in the partition of its key."""

    may_restart = False

    def row(self, event: Event) -> list[Sent]:
        if not event.moves:
            return super().row(event)
        whole = vars(event)
        gone = Event(**whole | {"operation": "delete", "after": None})
        come = Event(**whole | {"operation": "insert", "before": None, "number": event.number + 1})
        return [*super().row(gone), *super().row(come)]


class DtsCanalSwapped(DtsCanal):
    """An instance of DTS from before 2022: the row after in `old`, the row before in `data`, a deleted row in `old`."""

    options = "variant=swapped absent_means=as_null"
    has_sequence = False
    may_restart = False

    def row(self, event: Event) -> list[Sent]:
        kind = event.operation.upper()
        if event.operation == "update":
            value = self.message(event, kind, [event.before], [event.after])
        elif event.operation == "delete":
            value = self.message(event, kind, None, [event.before])
        else:
            value = self.message(event, kind, [event.row])
        return [Sent(self.place(event), value, [self.change(event)])]


class OmsCanal(Canal):
    """OMS: JSON numbers, no `id`, whole seconds, NULL for a large value that did not change."""

    types = {}  # noqa: RUF012
    dialect = "oms_canal"
    source_kind = "oceanbase_mysql"
    loads = "snapshot"

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        types = {name: {"id": "int64", "c": "text"}.get(name, "varchar") for name in event.row} or None
        return dumps({
            "data": data, "database": "d", "es": event.second, "isDdl": False, "mysqlType": types, "old": old,
            "pkNames": list(event.keys) or None, "sql": "", "sqlType": None, "table": event.table, "ts": event.at + 80, "type": kind,
        } | members)  # fmt: skip

    def row(self, event: Event) -> list[Sent]:
        data, old, change = dict(event.row), None, self.change(event, at=event.second)
        if event.operation == "update":
            old = [numbered({name: event.before[name] for name in event.before if name in event.changed})]
            if "c" in data and "c" not in event.changed:
                data["c"] = None
                before, after = (without(image, "c") for image in (event.before, event.after))
                change = self.change(event, at=event.second, before=before, after=after, is_partial=True)
        if event.operation == "delete" and "c" in data:
            data["c"] = None
            change = self.change(event, at=event.second, before=without(event.before, "c"), is_partial=True)
        kind = "ROW" if event.operation == "snapshot" else event.operation.upper()
        return [Sent(self.place(event), self.message(event, kind, [numbered(data)], old), [change])]

    def statement(self, event: Event) -> list[Sent]:
        """OMS writes a statement to each partition."""
        (sent,) = super().statement(event)
        return [Sent(place, sent.value, [self.change(event, at=event.second)]) for place in range(3)]


class TicdcCanal(Canal):
    """TiCDC with its extension: a key change is a DELETE and an INSERT of one transaction, `old` has all columns."""

    dialect = "ticdc_canal"
    redefines = ""  # TiDB's clustered key stays
    source_kind = "tidb"
    has_sequence = True
    may_wander = True

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        told = {"id": 0, "_tidb": {"commitTs": 429918007904436226 + event.sequence * 2**18}}
        return super().message(event, kind, data, old, **told | members).replace('"gtid": "", ', "")

    def row(self, event: Event) -> list[Sent]:
        if event.moves:
            whole = vars(event)
            return [
                *self.row(Event(**whole | {"operation": "delete", "after": None})),
                *self.row(Event(**whole | {"operation": "insert", "before": None})),
            ]
        old = [event.before] if event.operation == "update" else None
        value = self.message(event, event.operation.upper(), [event.row], old)
        return [Sent(self.place(event), value, [self.change(event)])]


class DrsJson(Canal):
    """DRS's JSON from MySQL: `id` orders, a deleted row is in `old`."""

    dialect = "drs_json"
    source_kind = "mysql"
    has_sequence = True
    may_wander = True
    loads = "snapshot"
    deleted_in = "old"

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        kind = {"SNAPSHOT": "INIT"}.get(kind, "DDL" if members.get("isDdl") else kind)
        types = {name: event.type.sent if name == "d" and event.type else "varchar" for name in event.row}
        told = {"id": event.sequence, "mysqlType": types}
        text = super().message(event, kind, data, old, **told | members)
        return text.replace('"gtid": "", ', "")

    def row(self, event: Event) -> list[Sent]:
        rows = {"data": [event.row], "old": None}
        if event.operation == "delete":
            rows = {"data": None, "old": None} | {self.deleted_in: [event.before]}
        elif event.operation == "update":
            rows["old"] = [event.before]
        return [Sent(self.place(event), self.message(event, event.operation.upper(), **rows), [self.change(event)])]


class DrsJsonC(DrsJson):
    """DRS's JSON-C from MySQL: a deleted row is in `data`."""

    dialect = "drs_json_c"
    deleted_in = "data"


class DrsJsonOracle(DrsJson):
    """DRS's JSON from Oracle, as of 2021, that logs the key and the columns that changed."""

    source_kind = "oracle"
    database, schema = "", "d"
    is_partial = True
    types = {}  # noqa: RUF012

    def row(self, event: Event) -> list[Sent]:
        if not event.keys or event.operation in ("insert", "snapshot"):
            (sent,) = super().row(event)
            is_partial = event.operation in ("update", "delete")
            return [Sent(sent.partition, sent.value, [self.change(event, is_partial=is_partial)])]
        changed = event.changed if event.operation == "update" else []
        before, after = event.only(event.before, changed), event.only(event.after, changed)
        change = self.change(event, before=before, after=after or None, is_partial=True)
        value = self.message(event, event.operation.upper(), [after] if after else None, [before])
        return [Sent(self.place(event), value, [change])]

    def statement(self, event: Event) -> list[Sent]:
        value = self.message(event, "DDL", None, pkNames=None, isDdl=True, sql=quoted_text(event))
        return [Sent(0, value, [self.change(event)])]


class DrsJsonSchema(DrsJsonOracle):
    """DRS's JSON with `columnType` from Oracle since 2023."""

    dialect = "drs_json_schema"
    db_type = "Oracle"

    def message(self, event: Event, kind: str, data: Any, old: Any = None, **members: Any) -> str:
        kind = {"SNAPSHOT": "INIT"}.get(kind, kind)
        return dumps({
            "columnType": {name: "varchar2" for name in event.row}, "dbType": self.db_type, "schema": self.schema, "opType": kind,
            "id": event.sequence, "es": event.at, "ts": event.at + 80, "database": self.database, "table": event.table, "type": kind,
            "isDdl": False, "sql": "", "sqlType": None, "data": data, "old": old, "pkNames": list(event.keys) or None,
        } | members)  # fmt: skip


class DrsJsonSqlServer(DrsJsonSchema):
    """DRS's JSON with `columnType` from SQL Server, whose rows are whole."""

    source_kind, db_type = "sqlserver", "SQL Server"
    database, schema = "d", "dbo"
    is_partial = False
    cannot = ("rename", "retitle")  # procedures do that, no statements
    redefines = "messages"

    def row(self, event: Event) -> list[Sent]:
        return DrsJson.row(self, event)


class DrsJsonPostgres(DrsJsonSqlServer):
    """DRS's JSON with `columnType` from PostgreSQL: no statements; a large value that did not change is left out."""

    source_kind, db_type = "postgresql", "PostgreSQL"
    database, schema = "d", "public"
    cannot = STATEMENTS
    is_partial = True

    def row(self, event: Event) -> list[Sent]:
        if event.operation != "update" or "c" not in event.row or "c" in event.changed:
            return DrsJson.row(self, event)
        after = without(event.after, "c")
        value = self.message(event, "UPDATE", [after], [event.before])
        return [Sent(self.place(event), value, [self.change(event, after=after, is_partial=True)])]


def without(image: Image | None, *names: str) -> Image:
    return {name: text for name, text in (image or {}).items() if name not in names}


def pair_of_ledger(event: Event) -> dict[str, Any]:
    return {"book": event.table, "pk": list(event.keys), "nr": event.sequence, "ms": event.at}


class Ledger(Encoder):
    """The dialect of integration_tests: an update is two messages with one number, each where its own key lies."""

    dialect = "ledger"
    database = "books"
    has_sequence = True
    has_pairs = True
    loads = ""
    cannot = STATEMENTS  # a ledger has none

    def row(self, event: Event) -> list[Sent]:
        sides = {
            "insert": [("+", "now", event.after)],
            "update": [("<", "was", event.before), (">", "now", event.after)],
            "delete": [("-", "was", event.before)],
        }
        changes: dict[str, list[Change]] = {"<": []}
        return [
            Sent(
                self.place(event, image),
                dumps(pair_of_ledger(event) | {"act": act, name: image}),
                changes.get(act, [self.change(event)]),
            )
            for act, name, image in sides[event.operation]
        ]
