"""Debezium: how its texts read as values, and rows whose changes come in several partitions, twice, or in any order."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from changefeed.project import macros
from pipeline import REPO, Pipeline, canal, record


def bytes_of(number: int) -> str:
    """A whole number as Connect writes one: two's complement, base64."""
    length = (number.bit_length() + 8) // 8
    return base64.b64encode(number.to_bytes(length, "big", signed=True)).decode()


def scaled(number: int, scale: int) -> str:
    return json.dumps({"scale": scale, "value": bytes_of(number)}, separators=(",", ":"))


MARIADB = {
    "decimals": "precise", "times": "adaptive_time_microseconds", "binaries": "bytes", "unsigned_bigints": "long",
}  # fmt: skip
NINES = int("9" * 65)
# source_type, data_type, text, what is read (None: kept in _unreadable)
MARIADB_VALUES = (
    ("decimal(18,4)", "decimal(18,4)", bytes_of(746000), "74.6000"),
    ("decimal(18,4)", "decimal(18,4)", bytes_of(-1), "-0.0001"),
    ("decimal(18,4)", "decimal(18,4)", scaled(7460, 2), "74.6000"),
    ("decimal(18,4)", "decimal(18,4)", bytes_of(0), "0.0000"),
    ("decimal(18,4)", "decimal(18,4)", "1.5", "1.5000"),
    ("decimal(12,2)", "decimal(12,2)", scaled(74605, 3), None),
    ("decimal(65,30)", "string", bytes_of(NINES), "9" * 35 + "." + "9" * 30),
    ("decimal(65,30)", "string", bytes_of(-NINES), "-" + "9" * 35 + "." + "9" * 30),
    ("decimal(38,0)", "decimal(38,0)", bytes_of(-(10**37)), "-1" + "0" * 37),
    ("decimal(38,0)", "decimal(38,0)", bytes_of(2**63), str(2**63)),
    ("decimal(65,30)", "string", "\ufdd0decimal(65,2) ZA==", None),
    ("decimal(18,4)", "decimal(18,4)", "\ufdd0? ZA==", None),
    ("datetime(3)", "timestamp_ntz", "\ufdd0datetime(6) 1717239642000001", None),
    ("varchar(20)", "string", "\ufdd0decimal(10,2) ZA==", None),
    ("io.debezium.time.ZonedTimestamp", "timestamp", "1970-01-01T00:00:00Z", None),
    ("bigint unsigned", "decimal(20,0)", "-1", "18446744073709551615"),
    ("bigint unsigned", "decimal(20,0)", "7", "7"),
    ("io.debezium.data.VariableScaleDecimal", "string", scaled(-5, 3), "-0.005"),
    ("io.debezium.data.VariableScaleDecimal", "string", scaled(5, -3), "5000"),
    ("org.apache.kafka.connect.data.Decimal(2)", "decimal(12,2)", bytes_of(12345), "123.45"),
    ("tinyint(1)", "smallint", "true", "1"),
    ("bit(1)", "boolean", "false", "false"),
    ("bit(12)", "decimal(20,0)", base64.b64encode((1311).to_bytes(2, "little")).decode(), "1311"),
    ("bit(12)", "string", base64.b64encode((1311).to_bytes(2, "little")).decode(), "010100011111"),
    ("bit(64)", "decimal(20,0)", "//////////8=", "18446744073709551615"),
    ("date", "date", "19875", "2024-06-01"),
    ("date", "date", "-2147472692", None),
    ("time(6)", "bigint", "-1000001", "-1000001"),
    ("datetime(3)", "timestamp_ntz", "1717239642250", "2024-06-01 11:00:42.25"),
    ("datetime(6)", "timestamp_ntz", "1717239642000001", "2024-06-01 11:00:42.000001"),
    ("datetime", "timestamp_ntz", "-62135596800001", None),
    ("timestamp(6)", "timestamp", "2024-06-01T03:00:42.000001Z", "2024-06-01 03:00:42.000001"),
    ("timestamp", "timestamp", "1970-01-01T00:00:00Z", None),
    ("timestamp(3)", "timestamp", "1970-01-01T00:00:00.000Z", None),
    ("timestamp(3)", "timestamp", "1970-01-01T00:00:00.001Z", "1970-01-01 00:00:00.001"),
    ("year(4)", "int", "1900", "0"),
    ("enum('a','b,c')", "string", r"b\,c", "b,c"),
    ("varbinary(4)", "binary", "gIH+/w==", "8081FEFF"),
    ("float", "float", "-566.946", "-566.946"),
    ("double", "double", "1.0E21", "1.0E21"),
    ("json", "string", '{"a": 1}', '{"a": 1}'),
)
TEXTS = {"decimals": "string", "times": "microseconds", "binaries": "hex", "intervals": "string"}
POSTGRESQL_VALUES = (
    ("numeric(20,5)", "decimal(20,5)", "-999999999999999.99999", "-999999999999999.99999"),
    ("numeric", "string", "NAN", "NAN"),
    ("money", "decimal(20,2)", "-1.01376172457E9", "-1013761724.57"),
    ("timestamp(3) without time zone", "timestamp_ntz", "1717239642250000", "2024-06-01 11:00:42.25"),
    ("timestamp", "timestamp_ntz", "9223372036825200000", None),
    ("timestamp with time zone", "timestamp", "2024-06-01T03:00:42.5Z", "2024-06-01 03:00:42.5"),
    ("timestamptz", "timestamp", "infinity", None),
    ("timestamptz", "timestamp", "0000-12-31T00:00:00Z", None),
    ("timestamptz", "timestamp", "0001-01-02T00:00:00Z", "0001-01-02 00:00:00"),
    ("time without time zone", "bigint", "86400000000", "86400000000"),
    ("time with time zone", "string", "06:30:00.5Z", "06:30:00.5Z"),
    ("interval", "string", "P0Y0M3DT0H0M0S", "P0Y0M3DT0H0M0S"),
    ("bytea", "binary", "fffe", "FFFE"),
    ("bytea", "binary", "fff", None),
    ("bit varying(20)", "string", base64.b64encode(b"\x05").decode(), "00000000000000000101"),
    ("real", "float", "NaN", "NaN"),
    ("double precision", "double", "-Infinity", "-Infinity"),
    ("integer[]", "string", "[1,null]", "[1,null]"),
    ("integer[]", "array<int>", "[1,null]", "[1, null]"),
    ("array<org.apache.kafka.connect.data.Decimal(3)>", "string", '["Bdw=",null]', '["Bdw=",null]'),
    ("array<int32>", "array<int>", "[1,null]", "[1, null]"),
    ("uuid", "string", "738be022-9621-6e8a-1dcb-4cd4509bf44c", "738be022-9621-6e8a-1dcb-4cd4509bf44c"),
    ("point", "binary", '{"x":1.0,"y":2.0,"wkb":"AQI=","srid":null}', "0102"),
)
OTHER_VALUES = (
    ("sqlserver", "datetime2(7)", "timestamp_ntz", "1717239642000001000", "2024-06-01 11:00:42.000001"),
    ("sqlserver", "datetime2(7)", "timestamp_ntz", "1717239642000001100", None),
    ("sqlserver", "datetime", "timestamp_ntz", "1717239642250", "2024-06-01 11:00:42.25"),
    ("sqlserver", "time", "bigint", "1000000", "1000"),
    ("db2", "time", "bigint", "30600000", "30600000000"),
    ("db2", "char(2) for bit data", "binary", "yv4=", "CAFE"),
    ("sqlserver", "money", "decimal(19,4)", bytes_of(12345), "1.2345"),
    ("sqlserver", "bit", "boolean", "true", "true"),
    ("sqlserver", "boolean", "boolean", "false", "false"),
    ("oracle", "boolean", "boolean", "true", "true"),
    ("oracle", "int8", "smallint", "-3", "-3"),
    ("db2", "struct", "string", '{"a":1}', '{"a":1}'),
    ("postgresql", "numeric(10,3)[]", "array<decimal(10,3)>", '["Bdw=",null,"97M="]', "[1.500, null, -2.125]"),
    ("postgresql", "array<org.apache.kafka.connect.data.Decimal(3)>", "array<decimal(38,3)>", '["AQIDBAUGBwg="]', None),
    ("postgresql", "timestamptz[]", "array<timestamp>", '["2024-01-01T00:00:00Z"]', "[2024-01-01 00:00:00]"),
    ("postgresql", "date[]", "array<date>", '[19875,"x"]', None),
    ("postgresql", "vector", "array<double>", "[1.5,2]", "[1.5, 2.0]"),
    ("postgresql", "hstore", "map<string,string>", '{"a":"1"}', "{a -> 1}"),
    ("oracle", "INTEGER", "decimal(38,0)", "1000", "-2667212"),
    ("oracle", "SMALLINT", "decimal(38,0)", bytes_of(7), "7"),
    ("oracle", "DECIMAL", "decimal(38,0)", bytes_of(-7), "-7"),
    ("oracle", "NUMBER(38,0)", "decimal(38,0)", "1000", "-2667212"),
    ("oracle", "REAL", "decimal(38,6)", scaled(12345, 3), "12.345000"),
    ("oracle", "DOUBLE PRECISION", "string", scaled(-5, 3), "-0.005"),
    ("oracle", "FLOAT(63)", "string", scaled(15, 1), "1.5"),
    ("postgresql", "money", "decimal(19,2)", bytes_of(-1), "-0.01"),
    ("oracle", "NUMBER(10)", "bigint", "1234", "1234"),
    ("oracle", "NUMBER(38,2)", "decimal(38,2)", bytes_of(12345), "123.45"),
    ("oracle", "NUMBER", "string", scaled(12345, 3), "12.345"),
    ("oracle", "DATE", "timestamp_ntz", "1717239642000", "2024-06-01 11:00:42"),
    ("oracle", "TIMESTAMP(6) WITH LOCAL TIME ZONE", "timestamp", "2024-06-01T03:00:42Z", "2024-06-01 03:00:42"),
    ("db2", "TIMESTAMP", "timestamp_ntz", "1717239642000001", "2024-06-01 11:00:42.000001"),
    ("oms", "datetime", "timestamp_ntz", "1668489131000", "2022-11-15 05:12:11"),
    ("oms", "blob", "binary", "6A", "6A"),
    ("oms", "bit(10)", "decimal(20,0)", "03FF", "1023"),
    ("oms", "decimal(12,2)", "decimal(12,2)", "1.24E+1", "12.40"),
    ("oms", "time", "bigint", "36060000000", "36060000000"),
    ("oms", "bool", "boolean", "true", "true"),
)
# What a schema of Connect calls its own types, and the type of a typed table.
CONNECT = {
    "int8": "smallint", "int16": "smallint", "int32": "int", "int64": "bigint", "float32": "float", "float64": "double",
    "boolean": "boolean", "string": "string", "bytes": "binary", "array<int32>": "array<int>", "map": "string",
    "struct": "string",
}  # fmt: skip
READINGS = (
    *(("mariadb", MARIADB, *each) for each in MARIADB_VALUES),
    *(("postgresql", TEXTS, *each) for each in POSTGRESQL_VALUES),
    *((each[0], MARIADB | {"times": "adaptive"}, *each[1:]) for each in OTHER_VALUES),
)


def test_the_proposed_type_of_a_decimal_has_room_for_its_digits(pipeline: Pipeline) -> None:
    decimal = "org.apache.kafka.connect.data.Decimal"
    expected = {
        f"{decimal}(0)": ("decimal(38,0)", "decimal(38,0)"),
        f"{decimal}(18)": ("decimal(38,18)", "decimal(38,18)"),
        f"{decimal}(30)": ("string", "string"),  # beside 30 digits of a fraction there are few left of its 38
        f"array<{decimal}(3)>": ("array<decimal(38,3)>", "string"),
    }
    feed = "{'dialect': dialect, 'source_kind': 'mysql', 'options': {'decimals': '%s'}}"
    calls = "".join(
        f"{{{{ changefeed.debezium_known_type('{each}', {feed % mode}).type }}}}\n"
        for each in expected
        for mode in ("precise", "numeric")
    )
    dialect = "{%- set dialect = changefeed.dialects() | selectattr('name', 'equalto', 'debezium') | first -%}"
    (node,) = pipeline.dbt("compile", "--inline", dialect + calls).values()
    assert node.node.compiled_code.split() == [each for pair in expected.values() for each in pair]


def test_each_type_of_a_connect_schema_is_known_whatever_the_source() -> None:
    rules = macros.load(REPO, {})
    for name in ("debezium", "debezium_flat"):
        (dialect,) = (each for each in rules.dialects() if each["name"] == name)
        for kind in ("", *dialect["source_kinds"]):
            feed = rules.feed_of_dialect(dialect, kind)
            types = {each: rules.data_type(each, feed) for each in CONNECT}
            assert types == CONNECT, (name, kind)
            for each, data_type in CONNECT.items():
                assert "text" in rules.debezium_value(each, "text", data_type, feed)


def test_a_value_is_read_exactly_or_not_at_all(pipeline: Pipeline) -> None:
    pipeline.clear()
    pipeline.declare("feeds")
    pipeline.dbt(
        "build", "--select", "resource_type:function", "+changefeed_feed_settings", "--exclude-resource-type", "test"
    )
    lines, calls = [], []
    for place, (kind, options, source_type, data_type, text, _) in enumerate(READINGS):
        dialect = "oms_debezium" if kind == "oms" else "debezium"
        lines.append(
            f"{{% set feed{place} = {{'dialect': changefeed.dialects()"
            f" | selectattr('name', 'equalto', '{dialect}') | first,"
            f" 'source_kind': '{kind}', 'time_zone': 'UTC', 'options': {json.dumps(options)}}} %}}"
        )
        literal = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
        arguments = ", ".join(json.dumps(each) for each in (source_type, literal, data_type))
        shown = "hex({})" if data_type == "binary" else "cast({} as string)"
        value = f"cast({{{{ changefeed.typed_value({arguments}, feed{place}) }}}} as {data_type})"
        calls.append(shown.format(value) + f" as c{place}")
    inline = "".join(lines) + "select " + ",\n".join(calls)
    (compiled,) = pipeline.dbt("compile", "--inline", inline).values()
    row = pipeline.sql(compiled.node.compiled_code)[0]
    read = [(*each[:5], row[f"c{place}"]) for place, each in enumerate(READINGS)]
    assert read == list(READINGS)


PLACES = {"mariadb": {"file": "b.000007", "row": 0}, "postgresql": {"schema": "s"}}


class Topic:
    """Records of one topic of a feed, with the places in the log that Debezium gives them."""

    def __init__(self, feed: str, connector: str, table: str = "t") -> None:
        self.feed, self.connector, self.table = feed, connector, table
        self.offsets: dict[int, int] = {}

    def send(
        self, partition: int, at: int, place: int, op: str | None, key: dict | None, before: Any = None,
        after: Any = None, header: tuple[str, str] | None = None, snapshot: str = "false",
    ) -> dict[str, Any]:  # fmt: skip
        source = {"connector": self.connector, "db": "d", "table": self.table, "snapshot": snapshot, "ts_ms": at}
        if self.connector == "mariadb":
            source |= {"file": "b.000007", "pos": place, "row": 0}
        else:
            source |= {"schema": "s", "lsn": place, "sequence": json.dumps([str(place), str(place)])}
        message = {"before": before, "after": after, "source": source, "op": op, "ts_ms": at}
        offset = self.offsets.get(partition, 0)
        self.offsets[partition] = offset + 1
        return {
            "topic": f"{self.feed}.d.{self.table}", "partition": partition, "offset": offset, "tstype": "create",
            "ts": 1_717_210_800_000 + at, "key": None if key is None else json.dumps(key),
            "headers": list(header or ()), "payload": None if op is None else json.dumps(message),
        }  # fmt: skip


def story(feed: str) -> list[list[dict[str, Any]]]:
    """What two partitions of MariaDB's and PostgreSQL's tables hold, by partition."""
    my, pg = Topic(feed, "mariadb"), Topic(feed, "postgresql", "p")
    unsent = "__debezium_unavailable_value"
    first = [
        my.send(0, 0, 5, "r", {"id": 1}, after={"id": 1, "n": "a"}, snapshot="first"),
        my.send(0, 10, 20, "d", {"id": 1}, before={"id": 1, "n": "a"}, header=("__debezium.newkey", '{"id":2}')),
        my.send(0, 10, 20, None, {"id": 1}, header=("__debezium.newkey", '{"id":2}')),
        my.send(0, 20, 30, "c", {"id": 1}, after={"id": 1, "n": "again"}),
        my.send(0, 30, 35, "r", {"id": 3}, after={"id": 3, "n": "read again"}, snapshot="incremental"),
        my.send(0, 50, 60, "t", None),
        my.send(0, 60, 70, "c", {"id": 5}, after={"id": 5, "n": "after the truncate"}),
        pg.send(0, 0, 5, "r", {"id": 1}, after={"id": 1, "n": 1, "bio": "long"}, snapshot="last"),
        pg.send(
            0, 10, 20, "d", {"id": 1}, before={"id": 1, "n": 0, "bio": None}, header=("__debezium.newkey", '{"id":2}')
        ),
        pg.send(0, 20, 40, "c", {"id": 1}, after={"id": 1, "n": 3, "bio": None}),
    ]
    second = [
        my.send(1, 0, 5, "r", {"id": 3}, after={"id": 3, "n": "b"}, snapshot="true"),
        my.send(1, 5, 20, "c", {"id": 2}, after={"id": 2, "n": "moved"}, header=("__debezium.oldkey", '{"id":1}')),
        my.send(1, 15, 25, "u", {"id": 2}, before={"id": 2, "n": "moved"}, after={"id": 2, "n": "changed"}),
        my.send(1, 70, 20, "c", {"id": 2}, after={"id": 2, "n": "moved"}, header=("__debezium.oldkey", '{"id":1}')),
        my.send(1, 71, 25, "u", {"id": 2}, before={"id": 2, "n": "moved"}, after={"id": 2, "n": "changed"}),
        my.send(1, 72, 80, "c", {"id": 6}, after={"id": 6, "n": "late"}),
        pg.send(
            1, 5, 20, "c", {"id": 2}, after={"id": 2, "n": 2, "bio": unsent}, header=("__debezium.oldkey", '{"id":1}')
        ),
        pg.send(1, 15, 30, "u", {"id": 2}, after={"id": 2, "n": 4, "bio": unsent}),
    ]
    return [first, second]


EXPECTED = [
    ("p", '["1"]', {"id": "1", "n": "3", "bio": None}, 1),
    ("p", '["2"]', {"id": "2", "n": "4", "bio": "long"}, 1),
    ("t", '["5"]', {"id": "5", "n": "after the truncate"}, 1),
    ("t", '["6"]', {"id": "6", "n": "late"}, 1),
]


# column, its type before and after the ALTER, text before, text after it of the old row (None: the same)
ALTERED = (
    ("price", "decimal(10,2)", "decimal(14,4)", "ZA==", '{"scale":2,"value":"ZA=="}'),
    ("total", "decimal(10,2)", "decimal(12,2)", "ZA==", None),
    ("at", "datetime(3)", "datetime(6)", 1717239642250, "1717239642250000"),
    ("until", "datetime(6)", "datetime(3)", 1717239642000001, "\ufdd0datetime(6) 1717239642000001"),
    ("day", "date", "datetime", 19875, "\ufdd0date 19875"),
    ("n", "int(11)", "decimal(10,0)", 1000, "1000.0"),
    ("code", "decimal(10,2)", "varchar(20)", "ZA==", "\ufdd0decimal(10,2) ZA=="),
    ("note", "int(11)", "varchar(20)", 5, None),
    ("state", "enum('a','b')", "enum('b','a')", "a", None),
)


def altered(feed: str, told: bool) -> list[dict[str, Any]]:
    """A table whose row is from before an ALTER that changes the types of its columns, and one from after it."""
    topic = Topic(feed, "mariadb")
    typed = {name: old for name, old, *_ in ALTERED}
    create = f"create table t (id int primary key, {', '.join(f'`{name}` {each}' for name, each in typed.items())})"
    alter = f"alter table t {', '.join(f'modify `{name}` {new}' for name, _, new, *_ in ALTERED)}"
    of_columns = [{"name": "id", "typeName": "INT"}]
    for name, each in typed.items():
        base, _, inside = each.rstrip(")").partition("(")
        arguments = inside.split(",") if inside else []
        labels = arguments if base == "enum" else None
        numbers = [int(number) for number in arguments] if base != "enum" else []
        of_columns.append({"name": name, "typeName": base.upper(), "length": numbers[0] if numbers else None,
                           "scale": numbers[1] if numbers[1:] else None, "enumValues": labels})  # fmt: skip
    table = {"primaryKeyColumnNames": ["id"], "columns": of_columns}

    def statement(offset: int, place: int, ddl: str, changes: list, snapshot: str) -> dict[str, Any]:
        sent = topic.send(0, place, place, "x", None, snapshot=snapshot)
        body = {"source": json.loads(sent["payload"])["source"], "ts_ms": 1, "databaseName": "d", "ddl": ddl}
        payload = json.dumps(body | {"tableChanges": changes})
        return sent | {"topic": feed, "offset": offset, "payload": payload}

    created = [{"type": "CREATE", "id": '"d"."t"', "table": table}] if told else []
    row = {name: text for name, _, _, text, _ in ALTERED}
    return [
        statement(0, 1, create, created, "true"),
        statement(1, 20, alter, [], "false"),
        topic.send(1, 10, 10, "c", {"id": 1}, after={"id": 1} | row),
        topic.send(1, 30, 30, "c", {"id": 2}, after={"id": 2} | row),
        topic.send(1, 40, 40, "u", {"id": 2}, after={"id": 2} | row | {"note": "6"}),
    ]


def moved() -> list[dict[str, Any]]:
    """Canal's rows before and after labels of ENUM and SET columns moved."""
    labels = {name: "enum('a','b')" for name in ("state", "kept", "gone")} | {"marks": "set('a','b')"}
    after = {
        "state": "enum('c','a','b')",
        "kept": "enum('a','b','c')",
        "gone": "enum('a','c')",
        "marks": "set('b','a')",
    }
    alter = f"alter table t {', '.join(f'modify {name} {each}' for name, each in after.items())}"

    def row(key: str, types: dict[str, str]) -> str:
        return canal("INSERT", [{"id": key} | dict.fromkeys(types, "2")], mysqlType={"id": "int"} | types)

    sent = [row("1", labels), canal("ALTER", None, keys=None, isDdl=True, sql=alter), row("2", after)]
    return [record(offset, message, topic="moved") for offset, message in enumerate(sent)]


def test_a_text_keeps_the_type_that_it_was_written_with(pipeline: Pipeline) -> None:
    """After an ALTER: where texts of a type before and after it mean something else, and only there."""
    pipeline.clear()
    feed = {"dialect": "debezium", "source_kind": "mariadb"} | MARIADB
    pipeline.declare("feeds", feed | {"feed": "told", "topics": "told told.*"},
                     feed | {"feed": "untold", "topics": "untold untold.*"},
                     {"feed": "moved", "topics": "moved", "dialect": "canal", "source_kind": "mysql"})  # fmt: skip
    pipeline.land([*altered("told", True), *altered("untold", False), *moved()])
    pipeline.build()
    found = {
        (row["feed"], row["row_key"]): json.loads(row["row"])
        for row in pipeline.sql("select feed, row_key, to_json(row) as row from current_rows")
    }
    sent = {name: str(text) for name, _, _, text, _ in ALTERED}
    assert found["told", '["1"]'] == {"id": "1"} | {
        name: str(text) if kept is None else kept for name, _, _, text, kept in ALTERED
    }
    assert found["told", '["2"]'] == found["untold", '["2"]'] == {"id": "2"} | sent | {"note": "6"}
    # Canal writes an ENUM as the number of its label.
    lost = {"gone": "\ufdd0enum('a','b') 2", "marks": "\ufdd0set('a','b') 2"}
    assert found["moved", '["1"]'] == {"id": "1", "state": "3", "kept": "2"} | lost
    assert found["moved", '["2"]'] == {"id": "2", "state": "2", "kept": "2", "gone": "2", "marks": "2"}
    # Nothing tells what it was before: what could be another value is none.
    unknown = {name: f"\ufdd0? {sent[name]}" for name in ("price", "total", "at", "until", "day", "n")}
    assert found["untold", '["1"]'] == {"id": "1"} | sent | unknown


@pytest.mark.slow
@pytest.mark.parametrize("reverse", [False, True])
def test_keys_that_change_partitions_keep_their_rows_whatever_is_read_first(pipeline: Pipeline, reverse: bool) -> None:
    """Key changes, their sides read in any order; a truncate in one partition; a stretch that comes twice."""
    pipeline.clear()
    pipeline.declare("feeds", {"feed": "inv", "dialect": "debezium", "topics": "inv.*", "source_kind": "mariadb"})
    batches = story("inv")
    for batch in reversed(batches) if reverse else [[*batches[0], *batches[1]]]:
        pipeline.land(batch)
        pipeline.build()
    assert pipeline.sql("select reason, detail from quarantine") == []
    assert pipeline.rows() == EXPECTED
    # A row that is read while changes stream begins no epoch.
    assert pipeline.sql("select * from internal.source_epochs where feed <> ''") == []
    # A truncate is an operation of its own, without a text that could be misunderstood.
    pipeline.dbt("run", "--select", "changefeed_feed_health", "changefeed_partition_health")
    assert pipeline.sql("select statements_not_understood from feed_health") == [{"statements_not_understood": 0}]
