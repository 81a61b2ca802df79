"""Dialects whose updates may leave values out: what was not sent stays, also when the row gets another key.

One history of a made-up table, written as each producer writes it, from documents and captures. All feeds go through
the same two runs, each dialect once in one run and twice cut in two.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

import avro_messages as avro
from pipeline import Pipeline, canal, record

pytestmark = pytest.mark.slow

Row = dict[str, str | None]
Sent = dict[str, Any]  # what a Kafka record has beside its place
AT = 1_717_210_800_000
UNAVAILABLE = "__debezium_unavailable_value"
TYPES = {"id": "int", "name": "varchar(9)", "note": "text"}


class Change:
    """A change of one row of the table; `unsent` are the columns that an update leaves out."""

    def __init__(self, number: int, was: Row | None, now: Row | None, unsent: str = "") -> None:
        self.number, self.unsent = number, unsent.split()
        self.was, self.now = was, now
        self.kind = "INSERT" if was is None else "DELETE" if now is None else "UPDATE"
        self.at = AT + number * 1000

    def without(self, row: Row | None) -> Row | None:
        """A row that lacks what was not sent."""
        return row and {name: text for name, text in row.items() if name not in self.unsent}

    def with_for_unsent(self, row: Row | None, text: str | None) -> Row | None:
        """A row with something else in the place of what was not sent."""
        return row and {name: text if name in self.unsent else value for name, value in row.items()}

    def changed(self) -> tuple[Row, Row]:
        """The columns that an update changed, before and after."""
        was, now = self.was or {}, self.now or {}
        names = [name for name in now if now[name] != was.get(name) and name not in self.unsent]
        return {name: was[name] for name in names}, {name: now[name] for name in names}

    def numbered(self) -> int:
        """OMS's number: milliseconds and a counter of five digits."""
        return self.at * 100_000 + 1


def _long(number: int) -> Row:
    return {"id": str(number), "name": "a", "note": f"long text of {number}"}


def history() -> list[Change]:
    """Rows are made (1 to 4), then move and change while their large value stays; some values are set, and to NULL."""
    one, two, three, four = (_long(number) for number in (1, 2, 3, 4))
    moved = one | {"id": "11", "name": "b"}
    other = two | {"id": "12"}
    shorter = other | {"note": "set as it moved again", "id": "22"}
    return [
        Change(1, None, one),
        Change(2, None, two),
        Change(3, None, three),
        Change(4, None, four | {"note": None}),
        Change(5, one, moved, "note"),
        Change(6, two, other, "note"),
        Change(7, moved, moved | {"name": "c"}, "note"),
        Change(8, other, shorter),
        Change(9, shorter, shorter | {"id": "32", "name": "d"}, "note"),
        Change(10, three, three | {"note": None}),
        Change(11, four | {"note": None}, four | {"note": None, "id": "14"}, "note"),
    ]


EXPECTED = [
    {"id": "11", "name": "c", "note": "long text of 1"},
    {"id": "14", "name": "a", "note": None},
    {"id": "3", "name": "a", "note": None},
    {"id": "32", "name": "d", "note": "set as it moved again"},
]


def _as_canal(change: Change, *absent: str) -> list[Sent]:
    row = change.without(change.now if change.now is not None else change.was)
    old = [change.changed()[0]] if change.kind == "UPDATE" else None
    return [
        {"payload": _without_members(canal(change.kind, [row or {}], old, es=change.at, id=change.number), *absent)}
    ]


def _without_members(payload: str, *absent: str) -> str:
    return json.dumps({name: value for name, value in json.loads(payload).items() if name not in absent})


def _oms_canal(change: Change, feed: str) -> list[Sent]:
    old = [change.changed()[0]] if change.kind == "UPDATE" else None
    row = change.with_for_unsent(change.now, None) or {}
    payload = canal(change.kind, [row], old, es=change.at, mysqlType=TYPES)
    return [{"payload": _without_members(payload, "id", "gtid")}]


def _oms_default(change: Change, feed: str, with_types: bool = False) -> list[Sent]:
    about = {
        "record_primary_key": "id", "dbType": "OB_MYSQL", "table_name": "t", "db": "tenant.d",
        "timestamp": str(change.at // 1000), "storeDataSequence": change.numbered(),
    }  # fmt: skip
    typed = {"__light_type": {name: {"schemaType": kind} for name, kind in TYPES.items()}} if with_types else {}
    was, now = (row and row | typed for row in (change.with_for_unsent(row, None) for row in (change.was, change.now)))
    message = {"prevStruct": was, "postStruct": now, "allMetaData": about, "recordType": change.kind}
    return [{"payload": json.dumps(message)}]


def _oms_shareplex(change: Change, feed: str) -> list[Sent]:
    meta = {"op": "ins" if change.kind == "INSERT" else "upd", "table": "d.t", "scn": str(change.numbered()), "seq": 1}
    if change.kind == "INSERT":
        return [{"payload": json.dumps({"data": change.now, "meta": meta})}]
    key = change.with_for_unsent(change.was, None)
    return [{"payload": json.dumps({"data": change.changed()[1], "meta": meta, "key": key})}]


def _dts_shareplex(change: Change, feed: str) -> list[Sent]:
    """`key` holds the key columns only, as SharePlex itself sends it."""
    meta = {"op": "ins" if change.kind == "INSERT" else "upd", "table": "d.t", "scn": str(change.number), "seq": 1}
    if change.kind == "INSERT":
        return [{"payload": json.dumps({"data": change.now, "meta": meta})}]
    key = {"id": (change.was or {})["id"]}
    return [{"payload": json.dumps({"data": change.changed()[1], "meta": meta, "key": key})}]


def _oms_dataworks(change: Change, feed: str) -> list[Sent]:
    columns = [{"name": name, "type": kind} for name, kind in TYPES.items()]
    source = {"dbType": "ob_mysql", "dbName": "d", "schema": None, "table": "t"}
    was, now = (row and {"data": change.with_for_unsent(row, None)} for row in (change.was, change.now))
    payload = {"before": was, "after": now, "op": change.kind, "timestamp": {"eventTime": change.at}, "scn": "null"}
    schema = {"source": source, "column": columns, "pk": ["id"]}
    return [{"payload": json.dumps({"version": "2.0", "schema": schema, "payload": payload})}]


def _oms_debezium(change: Change, feed: str) -> list[Sent]:
    source = {"connector": "OB_MYSQL", "name": "OMS", "ts_ms": change.at, "db": "d", "table": "t", "pos": "2@171"}
    rows = {"before": change.with_for_unsent(change.was, None), "after": change.with_for_unsent(change.now, None)}
    op = {"INSERT": "c", "UPDATE": "u"}[change.kind]
    sent = {name: row for name, row in rows.items() if row is not None}
    return [{"payload": json.dumps({"payload": {"op": op, "source": source, "ts_ms": change.at, **sent}})}]


def _oms_debezium_flatten(change: Change, feed: str) -> list[Sent]:
    (sent,) = _oms_debezium(change, feed)
    return [{"payload": json.dumps(json.loads(sent["payload"])["payload"])}]


def _avro_values(row: Row | None, unsent: list[str], instead: avro.Value) -> list[avro.Value] | None:
    def value(name: str, text: str | None) -> avro.Value:
        return None if text is None else avro.integer(text) if name == "id" else avro.text(text)

    return row and [instead if name in unsent else value(name, text) for name, text in row.items()]


def _as_record(change: Change, instead: avro.Value, source: tuple[str, str], note: int) -> list[Sent]:
    was, now = (_avro_values(row, change.unsent, instead) for row in (change.was, change.now))
    fields, keys = {"id": 8, "name": 253, "note": note}, {"PRIMARY": ["id"]}
    whole = avro.dts(change.kind, fields, was, now, keys=keys, source=source, objectName="d.t", id=change.number)
    return [{"payload_base64": base64.b64encode(whole).decode()}]


def _oms_avro(change: Change, feed: str) -> list[Sent]:
    """The number of the column's type is that of VARCHAR: what the feed declares counts."""
    return _as_record(change, None, ("MySQL", "OBMySQL"), 253)


def _dts_avro(change: Change, feed: str) -> list[Sent]:
    return _as_record(change, avro.NONE, ("MySQL", "8.0"), 252)


def _maxwell(change: Change, feed: str) -> list[Sent]:
    message = {"database": "d", "table": "t", "type": change.kind.lower(), "ts": change.at // 1000,
               "xid": change.number, "commit": True, "primary_key_columns": ["id"],
               "data": change.without(change.now)}  # fmt: skip
    return [{"payload": json.dumps(message | ({"old": change.changed()[0]} if change.kind == "UPDATE" else {}))}]


def _aws_dms(change: Change, feed: str) -> list[Sent]:
    about = {"timestamp": "2024-06-01T03:00:42.686557Z", "record-type": "data", "operation": change.kind.lower(),
             "partition-key-type": "primary-key", "schema-name": "d", "table-name": "t"}  # fmt: skip
    before = {"before-image": change.without(change.was)} if change.kind == "UPDATE" else {}
    return [{"payload": json.dumps({"data": change.without(change.now), **before, "metadata": about})}]


def _ogg(change: Change, feed: str) -> list[Sent]:
    rows = {"before": change.without(change.was), "after": change.without(change.now)}
    message = {"table": "D.T", "op_type": change.kind[0], "op_ts": "2024-06-01 03:00:42.000000",
               "current_ts": "2024-06-01T03:00:43.310002", "pos": f"{change.number:020}",
               "primary_keys": ["id"]}  # fmt: skip
    return [{"payload": json.dumps(message | {name: row for name, row in rows.items() if row is not None})}]


def _drs_json_schema(change: Change, feed: str) -> list[Sent]:
    old = [change.changed()[0]] if change.kind == "UPDATE" else None
    message = {"columnType": {"id": "integer", "name": "varchar", "note": "text"}, "dbType": "PostgreSQL",
               "schema": "d",
               "opType": change.kind, "type": change.kind, "id": change.number, "es": change.at, "ts": change.at,
               "database": "erp", "table": "t", "isDdl": False, "sql": "", "pkNames": ["id"],
               "data": [change.without(change.now)], "old": old}  # fmt: skip
    return [{"payload": json.dumps(message)}]


def _dataworks(change: Change, feed: str) -> list[Sent]:
    columns = [{"name": name, "type": "STRING"} for name in TYPES]
    schema = {"dataColumn": columns, "primaryKey": ["id"],
              "source": {"dbType": "MySQL", "dbName": "d", "tableName": "t"}}  # fmt: skip

    def message(op: str, **rows: Row | None) -> Sent:
        images = {side: {"dataColumn": change.without(row)} for side, row in rows.items()}
        payload = images | {"sequenceId": str(AT * 1_000_000 + change.number), "op": op,
                            "timestamp": {"eventTime": change.at, "systemTime": change.at}}  # fmt: skip
        return {"payload": json.dumps({"schema": schema, "payload": payload, "version": "0.0.1"})}

    if change.kind == "INSERT":
        return [message("INSERT", after=change.now)]
    return [message("UPDATE_BEFOR", before=change.was), message("UPDATE_AFTER", after=change.now)]


def _dataworks_flat(change: Change, feed: str) -> list[Sent]:
    def message(code: str, row: Row | None, before: str, after: str) -> Sent:
        added = {"_sequence_id_": str(AT * 1_000_000 + change.number), "_operation_type_": code,
                 "_execute_time_": change.at, "_before_image_": before, "_after_image_": after}  # fmt: skip
        return {"payload": json.dumps(added | (change.without(row) or {}))}

    if change.kind == "INSERT":
        return [message("I", change.now, "N", "Y")]
    return [message("U", change.was, "Y", "N"), message("U", change.now, "N", "Y")]


def _debezium_keys(change: Change) -> tuple[str, str, bool]:
    old, new = (json.dumps({"id": (row or change.now or {})["id"]}) for row in (change.was, change.now))
    return old, new, change.kind == "UPDATE" and old != new


def _debezium(change: Change, feed: str) -> list[Sent]:
    """PostgreSQL without REPLICA IDENTITY FULL: a change of key is a delete and an insert."""
    source = {"connector": "postgresql", "name": "pg", "ts_ms": change.at, "snapshot": "false", "db": "erp",
              "schema": "d", "table": "t", "lsn": change.number,
              "sequence": json.dumps([str(change.number)] * 2)}  # fmt: skip
    old, new, is_move = _debezium_keys(change)
    after = change.with_for_unsent(change.now, UNAVAILABLE)

    def message(key: str, op: str, was: Row | None, now: Row | None, *headers: str) -> Sent:
        payload = json.dumps({"op": op, "before": was, "after": now, "source": source, "ts_ms": change.at})
        return {"key": key, "payload": payload, "headers": list(headers)}

    if not is_move:
        return [message(new, "c" if change.kind == "INSERT" else "u", None, after)]
    gone = {"id": (change.was or {})["id"], "name": None, "note": None}
    return [
        message(old, "d", gone, None, "__debezium.newkey", new),
        message(new, "c", None, after, "__debezium.oldkey", old),
    ]


def _debezium_by_other_key(change: Change, feed: str) -> list[Sent]:
    """Oracle, with a key that the user declared and that is not the table's: its change is an update with both rows."""
    source = {"connector": "oracle", "name": "ora", "ts_ms": change.at, "snapshot": "false", "db": "erp", "schema": "d",
              "table": "t", "commit_scn": str(change.number), "scn": str(change.number), "rs_id": "00000001.0000.0000",
              "ssn": 0}  # fmt: skip
    rows = {"before": change.with_for_unsent(change.was, UNAVAILABLE),
            "after": change.with_for_unsent(change.now, UNAVAILABLE)}  # fmt: skip
    op = "c" if change.kind == "INSERT" else "u"
    return [{"payload": json.dumps({"op": op, **rows, "source": source, "ts_ms": change.at})}]


def _debezium_flat(change: Change, feed: str) -> list[Sent]:
    old, new, is_move = _debezium_keys(change)
    row = change.with_for_unsent(change.now, UNAVAILABLE) or {}
    op = "u" if change.kind == "UPDATE" and not is_move else "c"
    sent = {"key": new, "payload": json.dumps(row | {"__deleted": "false", "__op": op}),
            "headers": ["__debezium.oldkey", old] if is_move else []}  # fmt: skip
    gone = {"key": old, "headers": ["__debezium.newkey", new],
            "payload": json.dumps((change.was or {}) | {"note": None, "__deleted": "true", "__op": "d"})}  # fmt: skip
    return [gone, sent] if is_move else [sent]


IN_DATABASE, IN_SCHEMA, IN_BOTH = ("d", ""), ("", "d"), ("erp", "d")
FLAT = {"source_kind": "postgresql", "deletes": "marked", "order": "offset"}
Encoder = Callable[[Change, str], list[Sent]]
# Feed → dialect, line of the feed, where its table is, encoder.
PRODUCERS: dict[str, tuple[str, dict[str, str], tuple[str, str], Encoder]] = {
    "canal": ("canal", {"absent_means": "unchanged"}, IN_DATABASE, lambda change, feed: _as_canal(change)),
    "dts_canal": ("dts_canal", {"variant": "standard"}, IN_DATABASE, lambda change, feed: _as_canal(change)),
    "drs_json": ("drs_json", {"source_kind": "oracle"}, IN_SCHEMA, lambda change, feed: _as_canal(change, "gtid")),
    "oms_canal": ("oms_canal", {}, IN_DATABASE, _oms_canal),
    "oms_default": ("oms_default", {}, IN_DATABASE, _oms_default),
    "oms_typed": ("oms_default_extend", {}, IN_DATABASE, lambda change, feed: _oms_default(change, feed, True)),
    "oms_shareplex": ("oms_shareplex", {}, IN_DATABASE, _oms_shareplex),
    "oms_dataworks": ("oms_dataworks", {}, IN_DATABASE, _oms_dataworks),
    "oms_debezium": ("oms_debezium", {}, IN_DATABASE, _oms_debezium),
    "oms_debezium_flatten": ("oms_debezium_flatten", {}, IN_DATABASE, _oms_debezium_flatten),
    "oms_avro": ("oms_avro", {}, IN_DATABASE, _oms_avro),
    "dts_avro": ("dts_avro", {}, IN_DATABASE, _dts_avro),
    "dts_shareplex": ("dts_shareplex", {"source_kind": "mysql"}, IN_DATABASE, _dts_shareplex),
    "maxwell": ("maxwell", {"absent_means": "unchanged"}, IN_DATABASE, _maxwell),
    "aws_dms": ("aws_dms", {"absent_means": "unchanged", "source_kind": "mysql"}, IN_DATABASE, _aws_dms),
    "ogg": ("ogg", {"source_kind": "oracle"}, IN_SCHEMA, _ogg),
    "drs_schema": ("drs_json_schema", {"source_kind": "postgresql"}, IN_BOTH, _drs_json_schema),
    "dataworks": ("dataworks", {}, IN_DATABASE, _dataworks),
    "dataworks_flat": ("dataworks_flat", {"absent_means": "unchanged"}, ("", ""), _dataworks_flat),
    "debezium": ("debezium", {"source_kind": "postgresql"}, IN_BOTH, _debezium),
    "debezium_other": ("debezium", {"source_kind": "oracle"}, IN_BOTH, _debezium_by_other_key),
    "debezium_flat": ("debezium_flat", FLAT, ("", "d"), _debezium_flat),
}  # fmt: skip
# OMS's kind DebeziumSmt tells no old key: one row changes, another is deleted and made again, without its large value.
SMT = {
    "id 1 is made": {"id": 1, "name": "a", "note": "long text", "__deleted": "false"},
    "id 2 is made": {"id": 2, "name": "a", "note": "long text", "__deleted": "false"},
    "id 1 changes": {"id": 1, "name": "b", "note": None, "__deleted": "false"},
    "id 2 is deleted": {"id": 2, "name": "a", "note": None, "__deleted": "true"},
    "id 2 is made again": {"id": 2, "name": "c", "note": None, "__deleted": "false"},
}
OF_OMS = [name for name, (dialect, _, _, _) in PRODUCERS.items() if dialect.startswith("oms_")]
CUTS = {"one": 11, "two": 4, "late": 7}  # how many changes come in the first run


def topic_of(name: str, cut: str) -> str:
    """The feed's topic; where the messages do not name their table, its name does."""
    return f"{name}_{cut}.d.t" if name == "debezium_flat" else f"{name}_{cut}"


@pytest.fixture(scope="module")
def feeds(pipeline: Pipeline) -> Pipeline:
    """The history of each producer, in one run, cut where rows begin to move, and cut after the first moves."""
    pipeline.clear()
    names = [(name, cut) for name in PRODUCERS for cut in CUTS]
    lines, keys, columns = [], [], []
    runs: tuple[list[Any], list[Any]] = ([], [])
    for name, cut in names:
        dialect, line, (database, schema), encode = PRODUCERS[name]
        feed, topic = f"{name}_{cut}", topic_of(name, cut)
        lines.append({"feed": feed, "dialect": dialect, "topics": topic} | line)
        table = {"ogg": "T", "dataworks_flat": feed}.get(name, "t")
        place = {"feed": feed, "source_database": database, "source_schema": schema, "source_table": table}
        if name == "ogg":
            place["source_schema"] = "D"
        keys.append(place | {"key_columns": "id"})
        if name in OF_OMS:
            columns += [place | {"column_name": each, "source_type": kind} for each, kind in TYPES.items()]
        offset = 0
        for change in history():
            for sent in encode(change, feed):
                whole = {
                    "topic": topic,
                    "partition": 0,
                    "offset": offset,
                    "tstype": "create",
                    "ts": change.at,
                    "key": None,
                }
                runs[change.number > CUTS[cut]].append(whole | sent)
                offset += 1
    for feed, is_typed in (("smt_typed", True), ("smt_bare", False)):
        lines.append({"feed": feed, "dialect": "oms_debezium_smt", "topics": f"{feed}.t"})
        keys.append({"feed": feed, "source_table": "t", "key_columns": "id"})
        if is_typed:
            place = {"feed": feed, "source_table": "t"}
            columns += [place | {"column_name": each, "source_type": kind} for each, kind in TYPES.items()]
        for offset, row in enumerate(SMT.values()):
            runs[offset > 1].append(record(offset, json.dumps(row), topic=f"{feed}.t"))
    pipeline.declare("feeds", *lines)
    pipeline.declare("table_keys", *keys)
    pipeline.declare("table_columns", *columns)
    for records in runs:
        pipeline.land(records)
        pipeline.build()
    return pipeline


def rows(feeds: Pipeline, feed: str) -> list[Row]:
    found = feeds.sql(
        "select to_json(row, map('ignoreNullFields', 'false')) as row from current_rows"
        f" where feed = '{feed}' and not is_deleted order by row_key"
    )
    return [json.loads(each["row"]) for each in found]


def test_every_message_is_decoded(feeds: Pipeline) -> None:
    assert feeds.sql("select feed, offset, reason, detail from quarantine order by 1, 2") == []


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", PRODUCERS)
def test_what_was_not_sent_moves_with_its_row(feeds: Pipeline, name: str, cut: str) -> None:
    found = [{"note": None} | row for row in rows(feeds, f"{name}_{cut}")]
    assert found == EXPECTED


def test_null_of_a_declared_large_value_stays_out_where_nothing_else_tells(feeds: Pipeline) -> None:
    told = {"id": "1", "name": "b", "note": "long text"}
    made_again = {"id": "2", "name": "c", "note": None}
    assert [{"note": None} | row for row in rows(feeds, "smt_typed")] == [told, made_again]
    assert rows(feeds, "smt_bare") == [told | {"note": None}, made_again]
    feeds.build(models=["changefeed_feed_health"])
    health = feeds.sql("select feed, ambiguous_nulls from feed_health where ambiguous_nulls > 0")
    assert health == [{"feed": "smt_bare", "ambiguous_nulls": 2}]
