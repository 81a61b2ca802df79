"""`changefeed tables propose`: models that build as they are, from what landed, whatever names messages hold."""

from __future__ import annotations

import csv
import io
import json
import re
import textwrap
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from pyspark.sql import SparkSession

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import captures
from changefeed.project.yaml_edit import changed, flow
from changefeed.runs import dbt_build
from changefeed.typed.model_checks import misfits
from changefeed.typed.model_files import OF_EVERY_TABLE, Outcome, jinja_free, propose
from changefeed.typed.source_columns import Column, Seen, Table, columns_of_rows
from changefeed.watch import status
from conftest import OWN, Warehouse
from odd_names import NAMES
from pipeline import REPO, Pipeline, canal, record

SCHEMA = f"{OWN}_tables"
ORDER = {"id": "1", "amount": "12.50", "kind": "1", "paid_at": "2024-06-01 11:00:00", "photo": "\x00ÿ", "huge": "1"}
TYPES = {
    "id": "bigint(20) unsigned", "amount": "decimal(12,2)", "kind": "enum('new','it''s {{ done }}')",
    "paid_at": "timestamp", "photo": "blob", "huge": "decimal(65,30)",
}  # fmt: skip
CREATED = """create table `d`.`stock` (
    sku varchar(20) not null comment 'Article {{ this }}, "quoted"', -- the key
    on_hand int default 0, weight double, `state` enum('a','b') comment "said",
    primary key (sku), key by_state (state, on_hand)) engine = InnoDB"""
OTHER_TYPES = (
    "enum('a','b')", "set('a')", "enum", "bigint unsigned", "int32", "ZONED_DATETIME", "nothing", "", "(", "numeric(*)",
    "io.debezium.time.MicroTimestamp", "org.apache.kafka.connect.data.Decimal(2)", "timestamp(6) with time zone",
)  # fmt: skip
QUOTED = """it's "x" \\ y"""
SIZES = """enum('a','it''s "b"','c')"""
HOSTILE_COLUMNS = tuple(name for name in NAMES if name.isprintable() and name.strip())


def sent() -> list[tuple[str, str]]:
    """Feed (its topic's name too) and message."""
    found = [
        ("shop", canal("INSERT", [ORDER], table="orders", mysqlType=TYPES)),
        ("shop", canal("INSERT", [{"a": "1", "b": "2", "c": None}], table="lines", keys=["a", "b"],
                       mysqlType={"a": "int", "b": "smallint", "c": "date"})),
        ("shop", canal("INSERT", [{"u": "/"}, {"u": "/"}], table="views", keys=None, mysqlType={"u": "varchar(9)"})),
        ("shop", canal("INSERT", [{"u": "/"}], table="loose, one", keys=None)),
        ("shop", canal("INSERT", [{"u": "/"}], table="loose 'two'", keys=None)),
        ("shop", canal("INSERT", [{"id": "1"}], table="Orders", mysqlType={"id": "int"})),
        ("shop", canal("INSERT", [{"id": "1"}], table="orders", database="d2", mysqlType={"id": "hologram"})),
        ("names", canal("INSERT", [{"id": "1"} | dict.fromkeys(NAMES, "x")], table="columns",
                        mysqlType={"id": "int"} | dict.fromkeys(NAMES, "varchar(9)"))),
    ]  # fmt: skip
    for name in NAMES:
        sent_types = {"id": "int", "v": name}
        found.append(("names", canal("INSERT", [{"id": "1", "v": name}], table=name, mysqlType=sent_types)))
    found.append(("stock", canal("CREATE", None, table="stock", keys=None, isDdl=True, sql=CREATED)))
    altered = "alter table stock add seen date comment 'day', change on_hand pieces bigint"
    found.append(("stock", canal("ALTER", None, table="stock", keys=None, isDdl=True, sql=altered)))
    row = {"weight": "1.5", "sku": "M-1", "pieces": "3", "state": "1", "seen": "2024-01-01"}
    found.append(("stock", canal("INSERT", [row], table="stock", keys=["sku"])))
    values = {"id": "7", "price": "1.50", "day": "2024-01-01", "at": "2024-01-01 10:00:00", "text": "007", "none": None}
    found.append(("stock", canal("INSERT", [values], table="seen")))
    row = {"id": "1", "v": "2", "size": "2", "marks": "3", "big": "4"}
    found.append(("stock", canal("INSERT", [row], table="declared", mysqlType={"size": "enum", "big": "decimal"})))
    found.append(("stock", canal("INSERT", [{"size": "1"}, {"size": "1"}], table=QUOTED, keys=None)))
    found.append(("stock", canal("INSERT", [{"a|b": "1", "null": "2", "v": "x"}], table="odd keys", keys=None)))
    found.append(("stock", canal("INSERT", [{"id": "1"}], table="emptied")))
    found.append(("stock", canal("TRUNCATE", None, table="emptied", keys=None, isDdl=True, sql="truncate emptied")))
    found.append(("stock", canal("INSERT", [{"id": "1"}, {"id": "2"}], table="rekeyed")))
    renaming = "alter table rekeyed rename column id to ident"
    found.append(("stock", canal("ALTER", None, table="rekeyed", keys=None, isDdl=True, sql=renaming)))
    found.append(("stock", canal("INSERT", [{"ident": "3"}], table="rekeyed", keys=["ident"])))
    found.append(("stock", canal("INSERT", [{"id": "1"}], table="gone")))
    document = {
        "_id": 'ObjectId("64650cf67dc36a464e76e583")', "at": 'ISODate("2024-06-01T03:00:00.250Z")', "ok": "true",
        "price": 'NumberDecimal("1.10")', "raw": 'BinData(0, "aGk=")', "count": "5", "name": '"baz"', "tags": '["a"]',
    }  # fmt: skip
    value = ", ".join(f'"{name}": {text}' for name, text in document.items())
    body = {"id": 1, "op": "INSERT", "dbType": "MongoDB", "db": "d", "coll": "docs", "value": "{" + value + "}"}
    body |= {"recordType": "insert", "es": 1, "ts": 1, "clusterTime": "1717210800:1", "where": None, "extra": "insert"}
    found.append(("documents", json.dumps(body)))
    row = {"id": 1, "on": True, "at": "2024-06-01T03:00:42Z", "clock": "11:00:42", "share": 1.5e-7, "code": "007"}
    metadata = {"timestamp": "2024-06-01T03:00:00.000000Z", "record-type": "data", "operation": "insert"}
    metadata |= {"partition-key-type": "primary-key", "schema-name": "d", "table-name": "looks"}
    found.append(("looks", json.dumps({"data": row, "metadata": metadata})))
    hours = [{"id": hour, "at": f"2024-10-27 0{hour}:30:00", "day": f"2024-10-27 0{hour}:30:00"} for hour in "123"]
    kinds = {"id": "int", "at": "timestamp", "day": "datetime"}
    found.append(("clocks", canal("INSERT", hours, table="marks", mysqlType=kinds)))
    found.append(("stock", canal("ERASE", None, table="gone", keys=None, isDdl=True, sql="drop table `d`.`gone`")))
    return found


def unsigned() -> list[tuple[str, str, str]]:
    """Topic, key and message of two feeds of Debezium from MySQL: 2^64 - 1, which comes out as -1, and a real -1."""
    place = iter(range(1, 99))
    created = "CREATE TABLE `loaded` (`id` bigint unsigned NOT NULL, `n` bigint, PRIMARY KEY (`id`))"

    def message(table: str, snapshot: str = "true", has_schema: bool = False, **body: Any) -> str:
        source = {"connector": "mysql", "snapshot": snapshot, "db": "d", "table": table, "file": "b.000001"}
        body |= {"source": source | {"pos": next(place), "row": 0}, "ts_ms": 1717210800000}
        fields = [{"field": name, "type": "int64"} for name in ("id", "n")]
        schema = {"fields": [{"field": "after", "fields": fields}]}
        return json.dumps({"schema": schema, "payload": body} if has_schema else body)

    row = {"op": "r", "before": None, "after": {"id": -1, "n": -1}}
    statement = {"databaseName": "d", "ddl": created, "tableChanges": []}
    return [
        ("signs", '{"databaseName":"d"}', message("loaded", **statement)),
        ("signs", '{"id":-1}', message("loaded", **row)),
        ("signs", '{"id":-1}', message("declared", has_schema=True, **row)),
        ("plain", '{"databaseName":"d"}', message("loaded", snapshot="false", **statement)),
        ("plain", '{"id":-1}', message("loaded", has_schema=True, snapshot="false", **row | {"op": "c"})),
        ("plain", '{"id":1}', message("other", has_schema=True, **row | {"after": {"id": 1, "n": -1}})),
    ]


# kind of source → of a table's columns: name, typeName, length, scale, labels; value that is sent; type and Spark type
DESCRIBED: dict[str, list[tuple[str, str, int | None, int | None, list[str] | None, Any, str, str]]] = {
    "sqlserver": [
        ("id", "int identity", 10, 0, None, 1, "int", "bigint"),
        ("price", "decimal", 12, 2, None, "AJY=", "decimal(12,2)", "decimal(12,2)"),
        ("ratio", "float", 15, None, None, 0.1, "float", "double"),
        ("at", "datetime2", 27, 7, None, 1717239642000001000, "datetime2(7)", "timestamp_ntz"),
        ("day", "date", 10, 0, None, 19875, "date", "date"),
        ("code", "nvarchar", 20, None, None, "x", "nvarchar(20)", "string"),
    ],
    "oracle": [
        ("ID", "NUMBER", 9, 0, None, 1, "number(9,0)", "decimal(9,0)"),
        ("BIG", "NUMBER", 38, 0, None, "1000", "number(38,0)", "decimal(38,0)"),
        ("ANY", "NUMBER", 0, None, None, {"scale": 1, "value": "Dw=="}, "number", "decimal(38,5)"),
        ("FLOATS", "FLOAT", 126, None, None, {"scale": 2, "value": "Dw=="}, "float", "decimal(38,6)"),
        ("AT", "TIMESTAMP(6)", 6, None, None, 1717239642000001, "timestamp(6)", "timestamp_ntz"),
        ("DAY", "DATE", 7, None, None, 1717239642000, "date", "timestamp_ntz"),
    ],
    "db2": [
        ("ID", "BIGINT", 19, 0, None, 1, "bigint", "bigint"),
        ("PRICE", "DECIMAL", 12, 2, None, "AJY=", "decimal(12,2)", "decimal(12,2)"),
        ("BITS", "CHAR () FOR BIT DATA", 2, None, None, "yv4=", "char(2) for bit data", "binary"),
        ("AT", "TIMESTAMP", 26, 6, None, 1717239642000001, "timestamp(6)", "timestamp_ntz"),
    ],
    "mariadb": [
        ("id", "BIGINT UNSIGNED", 20, None, None, -1, "bigint unsigned", "decimal(20,0)"),
        ("price", "DECIMAL UNSIGNED", 12, 4, None, "ZA==", "decimal(12,4) unsigned", "decimal(12,4)"),
        ("state", "ENUM", 1, None, ["'a'", "'it''s, b'"], "it's\\, b", "enum('a','it''s, b')", "string"),
        ("at", "DATETIME", 6, None, None, 1717239642000001, "datetime(6)", "timestamp_ntz"),
        ("bits", "BIT", 12, None, None, "HwU=", "bit(12)", "decimal(20,0)"),
        ("wide", "FLOAT", 53, None, None, 0.1, "float(53)", "double"),
    ],
}  # fmt: skip


def described() -> list[tuple[str, str, str]]:
    """Topic, key and message of a feed of Debezium for each kind of source: a snapshot tells a table and has a row."""
    found = []
    for kind, columns in DESCRIBED.items():
        source = {"connector": kind, "snapshot": "true", "db": "d", "schema": "s", "table": "told"}
        of_columns = [
            {"name": name, "typeName": type_name, "length": length, "scale": scale, "enumValues": labels,
             "comment": f"of {name}", "optional": True}
            for name, type_name, length, scale, labels, *_ in columns
        ]  # fmt: skip
        table = {"primaryKeyColumnNames": [columns[0][0]], "columns": of_columns}
        change = {"type": "CREATE", "id": '"d"."s"."told"', "table": table}
        telling = {"source": source, "ts_ms": 1, "databaseName": "d", "schemaName": "s", "ddl": None}
        row = {"source": source, "ts_ms": 1, "op": "r", "before": None, "after": {each[0]: each[5] for each in columns}}
        key = json.dumps({columns[0][0]: columns[0][5]})
        found.append((f"told_{kind}", '{"databaseName":"d"}', json.dumps(telling | {"tableChanges": [change]})))
        found.append((f"told_{kind}", key, json.dumps(row)))
        keyless = row | {"source": source | {"table": "unkeyed"}}
        change |= {"id": '"d"."s"."unkeyed"'}
        telling["source"] = source | {"table": "unkeyed"}
        found.append((f"told_{kind}", '{"databaseName":"d"}', json.dumps(telling | {"tableChanges": [change]})))
        found.append((f"told_{kind}", "", json.dumps(keyless)))
    return found


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    made = Pipeline(spark, tmp_path_factory.mktemp("tables"), SCHEMA)
    made.own_models()
    made.clear()
    feed = {"dialect": "canal", "source_kind": "mysql"}
    signs = {"dialect": "debezium", "source_kind": "mysql", "decimals": "precise"}
    made.declare("feeds", *(feed | {"feed": name, "topics": name} for name in ("shop", "names", "stock")),
                 {"feed": "documents", "topics": "documents", "dialect": "drs_mongo"},
                 feed | {"feed": "looks", "topics": "looks", "dialect": "aws_dms", "absent_means": "as_null"},
                 feed | {"feed": "clocks", "topics": "clocks", "time_zone": "Europe/Berlin"},
                 signs | {"feed": "signs", "topics": "signs", "unsigned_bigints": "long"},
                 signs | {"feed": "plain", "topics": "plain"},
                 *(signs | {"feed": f"told_{kind}", "topics": f"told_{kind}", "source_kind": kind, "times": "adaptive",
                            "binaries": "bytes", "unsigned_bigints": "long"} for kind in DESCRIBED))  # fmt: skip
    keys = {"feed": "names", "source_database": "d", "source_table": "nothing", "key_columns": "id"}
    stock = {"feed": "stock", "source_database": "d"}
    made.declare("table_keys", keys, keys | {"feed": "looks", "source_table": "looks"},
                 {"feed": "shop", "source_database": "d", "source_table": "views"},
                 stock | {"source_table": QUOTED},
                 stock | {"source_table": "odd keys", "key_columns": ["a|b", "null"]})  # fmt: skip
    declared = {"feed": "stock", "source_database": "d", "source_table": "declared"}
    made.declare("table_columns", declared | {"column_name": "v", "source_type": "int unsigned"},
                 declared | {"column_name": "id", "source_type": "geometry"},
                 declared | {"column_name": "size", "source_type": SIZES},
                 declared | {"column_name": "marks", "source_type": "set('x','y')"},
                 declared | {"column_name": "big", "source_type": "decimal(12,2)"},
                 stock | {"source_table": QUOTED, "column_name": "size", "source_type": SIZES},
                 {"feed": "signs", "source_database": "d", "source_table": "declared", "column_name": "id",
                  "source_type": "bigint unsigned"})  # fmt: skip
    offsets: dict[str, int] = {}
    records = []
    for feed, payload in sent():
        offsets[feed] = offsets.get(feed, -1) + 1
        records.append(record(offsets[feed], payload, topic=feed))
    for topic, key, payload in (*unsigned(), *described()):
        offsets[topic] = offsets.get(topic, -1) + 1
        records.append(record(offsets[topic], payload, topic=topic) | {"key": key})
    made.land(records)
    made.build()
    made.build(models=["path:models/health"])
    return made


def run(project: Pipeline, *arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), "tables", *arguments])
    assert result.exit_code == code, f"{result.output}{result.exception!r}: {result.exception}"
    return result.output


@pytest.fixture(scope="module")
def proposed(project: Pipeline) -> tuple[Pipeline, str]:
    output = run(project, "propose", "--view")
    project.manifest = None
    return project, output


def entries(project: Pipeline) -> dict[tuple[str, str, str], dict[str, Any]]:
    """What dbt makes of the yml: feed, database and table → the model."""
    (project.folder / "target").mkdir(exist_ok=True)
    project.dbt("parse")
    nodes = json.loads((project.folder / "target" / "manifest.json").read_text())["nodes"].values()
    found = {}
    for node in nodes:
        meta = (node["config"].get("meta") or {}).get("changefeed") if node["resource_type"] == "model" else None
        if meta:
            assert (meta["feed"], meta["database"], meta["table"]) not in found
            found[meta["feed"], meta["database"], meta["table"]] = node
    return found


def types(node: dict[str, Any]) -> dict[str, tuple[str, str, str]]:
    return {
        name: (column["data_type"], column["config"]["meta"]["source_type"], column["config"]["meta"]["type_from"])
        for name, column in node["columns"].items()
        if name not in OF_EVERY_TABLE
    }


def test_a_proposed_table_has_the_columns_that_were_sent(proposed: tuple[Pipeline, str]) -> None:
    project, output = proposed
    found = entries(project)
    assert list(types(found["shop", "d", "orders"]).items()) == [
        ("id", ("decimal(20,0)", "bigint(20) unsigned", "messages")),
        ("amount", ("decimal(12,2)", "decimal(12,2)", "messages")),
        ("kind", ("string", "enum('new','it''s {{ done }}')", "messages")),
        ("paid_at", ("timestamp", "timestamp", "messages")),
        ("photo", ("binary", "blob", "messages")),
        ("huge", ("string", "decimal(65,30)", "messages")),
    ]
    assert list(types(found["stock", "d", "stock"]).items()) == [
        ("sku", ("string", "varchar(20)", "statements")),
        ("pieces", ("bigint", "bigint", "statements")),
        ("weight", ("double", "double", "statements")),
        ("state", ("string", "enum('a','b')", "statements")),
        ("seen", ("date", "date", "statements")),
    ]
    columns = found["stock", "d", "stock"]["columns"]
    assert columns["sku"]["description"] == 'Article {{ this }}, "quoted"'
    assert (columns["state"]["description"], columns["seen"]["description"]) == ("said", "day")
    assert types(found["stock", "d", "seen"]) == {
        "id": ("bigint", "bigint", "values"), "price": ("decimal(38,2)", "decimal(38,2)", "values"),
        "day": ("date", "date", "values"), "at": ("timestamp_ntz", "datetime", "values"),
        "text": ("string", "text", "nothing"), "none": ("string", "text", "nothing"),
    }  # fmt: skip
    declared = types(found["stock", "d", "declared"])
    assert declared["v"] == ("bigint", "int unsigned", "changefeed_table_columns.csv")
    assert declared["big"] == ("decimal(12,2)", "decimal(12,2)", "changefeed_table_columns.csv")  # more than was sent
    assert types(found["shop", "d2", "orders"]) == {"id": ("string", "text", "nothing")}
    assert found["shop", "d2", "orders"]["columns"]["id"]["config"]["meta"]["sent_type"] == "hologram"
    assert ("stock", "d", "gone") not in found
    assert "stock: d.seen, id, price, day, at" in output and "shop: d2.orders, id" in output


def test_an_unsigned_integer_that_came_out_signed_is_read_or_said(proposed: tuple[Pipeline, str]) -> None:
    project, output = proposed
    found = entries(project)
    unsigned, signed = ("decimal(20,0)", "bigint unsigned"), ("bigint", "bigint", "statements")
    assert types(found["signs", "d", "loaded"]) == {"id": (*unsigned, "statements"), "n": signed}
    assert types(found["signs", "d", "declared"])["id"] == (*unsigned, "changefeed_table_columns.csv")
    assert types(found["plain", "d", "loaded"])["id"] == ("bigint", "int64", "messages")
    said = [line for line in output.splitlines() if line.startswith("look at") and "below zero" in line]
    start = "it has values below zero; if it is bigint unsigned at the source"
    assert [line.split(", they")[0].split(", which")[0] for line in said] == [
        "look at    plain: d.loaded, column id: it is bigint unsigned and has values below zero",
        f"look at    plain: d.other, column n: {start}",
        f"look at    signs: d.declared, column n: {start}",
    ]


def test_what_values_look_like_is_proposed_where_the_dialect_reads_it(proposed: tuple[Pipeline, str]) -> None:
    """Of messages that name no types: MongoDB's values in Extended JSON; booleans, times and exponents of DMS."""
    found = entries(proposed[0])
    shown = {name: each[:2] for name, each in types(found["documents", "d", "docs"]).items()}
    assert shown == {
        "_id": ("string", "text"), "at": ("timestamp", "date"), "ok": ("boolean", "boolean"),
        "price": ("decimal(38,5)", "decimal"), "raw": ("binary", "bindata"), "count": ("bigint", "long"),
        "name": ("string", "text"), "tags": ("string", "text"),
    }  # fmt: skip
    shown = {name: each[:2] for name, each in types(found["looks", "d", "looks"]).items()}
    assert shown == {
        "id": ("bigint", "bigint"), "on": ("boolean", "bit(1)"), "at": ("timestamp_ntz", "datetime"),
        "clock": ("bigint", "time"), "share": ("double", "double"), "code": ("string", "text"),
    }  # fmt: skip


def test_values_in_the_hour_that_comes_twice_are_counted(proposed: tuple[Pipeline, str]) -> None:
    """A TIMESTAMP without offset of that hour is one of two instants; a DATETIME only where it is declared as such."""
    project, output = proposed
    hour = "1 of 3 values in the hour that comes twice at the end of summer time"
    line = f"look at    clocks: d.marks, column at: it has {hour}; they are read as the first of their two instants"
    assert [each for each in output.splitlines() if "comes twice" in each] == [line]
    assert run(project, "check", "--feed", "clocks").splitlines() == [line, "the typed tables fit what landed"]
    (file,) = (project.folder / "models" / "typed" / "clocks").glob("*marks.yml")
    text = file.read_text()
    file.write_text(text.replace("timestamp_ntz", "timestamp"))
    lines = [line, line.replace("column at", "column day"), "the typed tables fit what landed"]
    try:
        assert run(project, "check", "--feed", "clocks").splitlines() == lines
    finally:
        file.write_text(text)


def test_what_a_topic_of_schema_changes_says_of_tables_is_taken(proposed: tuple[Pipeline, str]) -> None:
    """Debezium describes each table when a snapshot begins: also where it sends no statement."""
    project, _ = proposed
    found = entries(project)
    for kind, columns in DESCRIBED.items():
        (node,) = (node for (feed, _, table), node in found.items() if feed == f"told_{kind}" and table == "told")
        said = {name: (data_type, source_type, "statements") for name, *_, source_type, data_type in columns}
        assert types(node) == said, kind
        assert [node["columns"][each[0]]["description"] for each in columns] == [f"of {each[0]}" for each in columns]
    project.build(models=[node["name"] for (feed, _, table), node in found.items() if feed.startswith("told_")])

    def row(kind: str) -> dict[str, Any]:
        (node,) = (node for (feed, _, _), node in found.items() if feed == f"told_{kind}")
        return project.sql(f"select * from {node['schema']}.{node['alias']}")[0]

    told = row("sqlserver")
    assert (told["price"], told["ratio"], str(told["day"])) == (Decimal("1.50"), 0.1, "2024-06-01")
    assert str(told["at"]) == "2024-06-01 11:00:42.000001"
    told = row("oracle")
    assert (told["BIG"], told["ANY"], told["FLOATS"]) == (Decimal(-2667212), Decimal("1.5"), Decimal("0.15"))
    assert row("db2")["BITS"] == b"\xca\xfe"
    told = row("mariadb")
    assert (told["id"], told["price"], told["state"]) == (2**64 - 1, Decimal("0.0100"), "it's, b")


def test_keys_of_tables_that_messages_describe_become_lines_of_the_seed(proposed: tuple[Pipeline, str]) -> None:
    """`changefeed feeds types --feed FEED`: of a table whose rows come without a Kafka key. No other file is asked."""
    project, _ = proposed

    def told(feed: str) -> Any:
        return CliRunner().invoke(main, ["--project-dir", str(project.folder), "feeds", "types", "--feed", feed])

    result = told("told_sqlserver")
    assert result.exit_code == 0, f"{result.output}{result.exception!r}: {result.exception}"
    assert "declared   0 types, 1 keys, 0 declared already" in result.output
    seed = project.folder / "seeds" / "changefeed_table_keys.csv"
    assert seed.read_text().endswith("\ntold_sqlserver,d,s,unkeyed,id\n")
    (line,) = project.sql("select * from changefeed_table_keys where feed = 'told_sqlserver'")
    assert (line["source_table"], line["key_columns"]) == ("unkeyed", "id")
    assert "declared   0 types, 0 keys, 1 declared already" in told("told_sqlserver").output
    assert "no message of shop describes tables" in told("shop").output


def test_keys_are_tested_and_a_table_without_one_counts_copies(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    found = entries(project)
    about = {name: node["config"]["meta"]["changefeed"] for name, node in found.items()}
    assert about["shop", "d", "lines"]["key"] == ["a", "b"]
    assert about["shop", "d", "views"]["is_keyless"] is True
    project.build(models=["resource_type:function", *(found[name]["name"] for name in found if name[0] != "names")])
    views, orders = found["shop", "d", "views"], found["shop", "d", "orders"]
    assert project.sql(f"select u from {views['schema']}.{views['alias']}") == [{"u": "/"}, {"u": "/"}]
    found_tables = status.read(project.spark, project.folder).tables
    (shown,) = (each["rows"] for each in found_tables if each["table"] == "d.views")
    assert shown == 2, "as many as the typed table has"
    (row,) = project.sql(f"select * from {orders['schema']}.{orders['alias']}")
    assert (row["id"], row["amount"], row["kind"], row["photo"]) == (1, Decimal("12.50"), "new", b"\x00\xff")
    lines = found["shop", "d", "lines"]["name"]
    tests = project.dbt("test", "--select", lines, orders["name"])
    ended = {name: str(each.status) for name, each in tests.items() if each.node.resource_type == "test"}
    for name in (f"key_is_unique_{lines}_a__b", f"not_null_{orders['name']}_id", f"unique_{orders['name']}_id"):
        assert ended.pop(name) == "pass"
    assert ended == {}
    project.spark.sql(f"alter view {SCHEMA}_shop.lines as select 1 as a, int(x) as b from values (1), (1) as v (x)")
    (failed,) = (each for each in project.dbt("test", "--select", lines).values() if each.node.resource_type == "test")
    assert (str(failed.status), failed.failures) == ("fail", 1)
    project.build(models=[lines])


def test_a_renamed_key_is_one_key(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    keys = "select distinct key_columns as key from current_rows where source_table = 'rekeyed' order by 1"
    assert project.sql(keys) == [{"key": ["id"]}, {"key": ["ident"]}]
    test = "a_table_has_one_key"
    assert str(project.dbt("test", "--select", test)[test].status) == "pass"


def test_a_table_that_was_emptied_is_known(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    known = columns_of_rows(project.spark)
    assert known[Table("stock", "d", "", "emptied")] == []
    assert Table("stock", "d", "", "gone") not in known
    assert "emptied" not in str(misfits(project.folder, [project.folder / "models"], known))


def test_a_history_that_is_not_kept_is_told_with_the_line_to_change(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    file = project.folder / "models" / "stock_history.sql"
    file.write_text("{# typed_history('shop__orders') #}{{ changefeed.typed_history('stock__declared') }}\n")
    told = (
        "models/stock_history.sql: the history of stock: d.declared is empty, for its feed keeps none of it."
        " Change the feed's line in seeds/changefeed_feeds.csv to stock,canal,stock,mysql,,,,declared,\n"
    )
    seed = project.folder / "seeds" / "changefeed_feeds.csv"
    lines = seed.read_text()
    try:
        assert told in run(project, "check", "--feed", "stock", code=1)
        assert told.strip() in misfits(project.folder, [project.folder / "models"], {})
        for history in ("on", "decl* other"):
            seed.write_text(lines.replace("stock,canal,stock,mysql,,,,,", f"stock,canal,stock,mysql,,,,{history},"))
            assert misfits(project.folder, [project.folder / "models"], {}) == []
    finally:
        seed.write_text(lines)
        file.unlink()


def test_a_declaration_takes_any_name_and_type(proposed: tuple[Pipeline, str]) -> None:
    """Of enum and set the labels that are declared, of a table without a key its rows, whatever the names hold."""
    project, _ = proposed
    found = entries(project)
    declared, quoted = found["stock", "d", "declared"], found["stock", "d", QUOTED]
    assert types(declared)["size"] == ("string", SIZES, "changefeed_table_columns.csv")
    project.build(models=["resource_type:function", declared["name"], quoted["name"]])
    (row,) = project.sql(f"select size, marks from {declared['schema']}.{declared['alias']}")
    assert row == {"size": 'it\'s "b"', "marks": "x,y"}
    assert project.sql(f"select size from {quoted['schema']}.{quoted['alias']}") == [{"size": "a"}] * 2
    keyed = "select row_key from current_rows where source_table = 'odd keys'"
    assert project.sql(keyed) == [{"row_key": '["1","2"]'}]
    unchanged = project.dbt("seed", "--select", "changefeed_table_keys", "changefeed_table_columns")
    assert {str(each.status) for each in unchanged.values()} == {"success"}
    before = project.version("changefeed_table_keys")
    project.dbt("seed", "--select", "changefeed_table_keys")
    assert project.version("changefeed_table_keys") == before, "equal rows are left alone"


@pytest.mark.slow
def test_no_name_of_a_message_hides_in_a_file(proposed: tuple[Pipeline, str]) -> None:
    """Names of files and models are plain; dbt reads the same texts again; every model builds and shows its row."""
    project, output = proposed
    found = entries(project)
    files = [each.relative_to(project.folder) for each in (project.folder / "models" / "typed").rglob("*.*")]
    plain = re.compile(r"models/typed/[a-z_]+/[a-z0-9_]{1,120}[.](sql|yml)")
    assert files and all(plain.fullmatch(str(each)) for each in files)
    assert {name[2] for name in found if name[0] == "names"} == {*NAMES, "columns"}
    assert len({node["name"] for node in found.values()}) == len(found)
    for name in NAMES:
        assert set(found["names", "d", name]["columns"]) == {"id", "v", "_unreadable"}
    shown = found["names", "d", "columns"]
    missing = {name for name in NAMES if name not in shown["columns"]}
    assert missing == {name for name in NAMES if name not in HOSTILE_COLUMNS} | {"NULL", "CASE", "Case"}
    for name in ("line\\nbreak", "nul\\x00in it"):
        assert f"left out   names: d.columns, column {name}: its name has characters" in output
    assert "column NULL: its name differs from null in case only" in output
    hostile = [node["name"] for name, node in found.items() if name[0] == "names"]
    project.build(models=["resource_type:function", *hostile])
    (row,) = project.sql(f"select * from {shown['schema']}.{shown['alias']}")
    assert row == dict.fromkeys(shown["columns"], "x") | {"id": 1, "_unreadable": None}
    for name in NAMES:
        node = found["names", "d", name]
        assert project.sql(f"select v from {node['schema']}.`{node['alias']}`") == [{"v": name}], name
    project.dbt("test", "--select", *(node["name"] for name, node in found.items() if name[0] == "names"))


@pytest.mark.slow
def test_proposed_again_it_changes_only_what_nobody_edited(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    assert "0 new, 0 changed" in run(project, "propose")
    file = next((project.folder / "models" / "typed" / "shop").glob("*lines.yml"))
    text = file.read_text()
    extra = "    columns:  # mine\n      - {name: extra, data_type: string, config: {meta: {source_type: text}}}\n"
    edited = text.replace("    columns:\n", extra).replace("name: b, data_type: int", "name: b, data_type: bigint")
    edited = edited.replace("name: c, data", "name: c, description: \"{{ doc('unreadable') }}\", data")
    assert edited.count("data_type: bigint") == 2 and "doc('unreadable')" in edited
    file.write_text(edited)
    assert "0 new, 0 changed" in run(project, "propose")
    assert file.read_text() == edited
    new = {"a": "int", "b": "bigint unsigned", "c": "datetime", "d": "json"}
    project.land([record(100, canal("INSERT", [{"a": "2", "d": "{}", "b": "2", "c": None}], table="lines",
                                    keys=["a", "b"], mysqlType=new), topic="shop")])  # fmt: skip
    project.build()
    shown = run(project, "propose", "--dry-run", "--table", "lines")
    assert file.read_text() == edited
    assert run(project, "propose", "--table", "lines").replace("Next: changefeed run\n", "") == shown
    now = file.read_text()
    (model,) = yaml.safe_load(now)["models"]
    columns = {each["name"]: each for each in model["columns"]}
    assert list(columns) == ["extra", "a", "d", "b", "c", "_unreadable"]
    assert columns["b"]["data_type"] == "bigint" and "its type was edited" in shown
    assert (columns["c"]["data_type"], columns["c"]["description"]) == ("timestamp_ntz", "{{ doc('unreadable') }}")
    assert "columns:  # mine" in now and "\n+" in shown and "\n-" in shown
    assert "0 new, 0 changed" in run(project, "propose")
    # Without the mark it is a person's.
    file.write_text(re.sub(r", proposed: [^},]+", "", now))
    output = run(project, "propose", "--table", "lines")
    assert "left alone shop: d.lines: shop__lines is yours" in output
    # A dry run shows the files that would be new, whole.
    files = (file.with_suffix(".sql"), file)
    for each in files:
        each.unlink()
    shown = run(project, "propose", "--dry-run", "--table", "lines", "--view")
    assert not any(each.exists() for each in files)
    run(project, "propose", "--table", "lines", "--view")
    assert all(textwrap.indent(each.read_text(), "    ") in shown for each in files)
    file.write_text(now)


def test_a_typed_table_reads_as_its_yml_says_of_its_feed_without_a_query(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    node = entries(project)["shop", "d", "orders"]
    about = node["config"]["meta"]["changefeed"]
    assert (about["dialect"], about["source_kind"], about["time_zone"]) == ("canal", "mysql", "UTC")

    def compiled() -> str:
        return project.dbt("compile", "--select", node["name"])[node["name"]].node.compiled_code

    test = "typed_tables_read_as_their_feeds_say"
    project.build(models=["resource_type:function"])
    assert str(project.dbt("test", "--select", test)[test].status) == "pass"
    before = compiled()
    project.sql("drop view internal.feed_settings")
    assert compiled() == before and "decimal(20,0)" in before
    project.build(models=["changefeed_feed_settings"])

    file = project.folder / "models" / "typed" / "shop" / f"{node['name']}.yml"
    text = file.read_text()
    file.write_text(text.replace("time_zone: UTC", 'time_zone: "+08:00"'))
    project.manifest = None
    assert compiled() != before
    chosen = ("--select", "changefeed_feed_settings", test, node["name"], "--exclude-resource-type", "unit_test")
    built = project.dbt("build", *chosen, "--indirect-selection", "empty")
    assert (str(built[test].status), built[test].failures) == ("fail", 1)
    assert str(built[node["name"]].status) == "success", "it stops nothing"
    told = f"{node['name']}: time_zone is +08:00, that of its feed is UTC; `changefeed tables propose` follows it"
    assert told in run(project, "check", "--table", "d.orders", code=1)
    assert told in str(misfits(project.folder, [project.folder / "models"], {}))
    assert "0 new, 0 changed" in run(project, "propose", "--table", "d.orders"), "what a person wrote stays"
    file.write_text(text)
    project.manifest = None

    # An option that changes no reading is no difference.
    seed = project.folder / "seeds" / "changefeed_feeds.csv"
    lines = seed.read_text()
    rows = list(csv.DictReader(io.StringIO(lines)))
    of_canal = {"options": "absent_means=unchanged"}
    project.declare("feeds", *(row | of_canal if row["dialect"] == "canal" else row for row in rows))
    assert misfits(project.folder, [project.folder / "models"], {}) == []
    chosen = (
        "+changefeed_feed_settings",
        test,
        "--exclude-resource-type",
        "unit_test",
        "--indirect-selection",
        "empty",
    )
    built = project.dbt("build", "--select", *chosen)
    assert str(built[test].status) == "pass"
    seed.write_text(lines)
    project.build(models=["+changefeed_feed_settings"])

    # A line of the seed that changes is followed where nobody edited the yml.
    seed = project.folder / "seeds" / "changefeed_feeds.csv"
    lines = seed.read_text()
    rows = list(csv.DictReader(io.StringIO(lines)))
    project.declare("feeds", *(row | {"time_zone": "Asia/Shanghai"} for row in rows))
    assert "+        changefeed: {feed: shop, database: d" in run(project, "propose", "--table", "d.orders")
    assert 'time_zone: "Asia/Shanghai"' in file.read_text() and "key: [id]" in file.read_text()
    seed.write_text(lines)
    assert "1 changed" in run(project, "propose", "--table", "d.orders") and file.read_text() == text


def test_a_run_names_the_tables_of_quarantined_messages_and_the_feeds_that_are_not_well(
    project: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = dbt_build.invoke(project.folder, ["test", "--select", "feeds_are_healthy"])
    dbt_build.print_summary(project.spark, 0)
    dbt_build.print_not_well(project.spark, outcome)
    said = capsys.readouterr().out
    assert "\n  shop: loose 'two'  no_key_declared 1\n  shop: loose, one  no_key_declared 1\n" in said
    lines = "          shop,d,,loose 'two',\n          shop,d,,\"loose, one\",\n      changefeed sql"
    assert f"then changefeed run --retry-quarantine --feed shop\n{lines}" in said
    assert re.search(r"^not well     .*\bshop \(quarantined 2\).*: changefeed status$", said, re.MULTILINE), said
    dbt_build.show_outcome(outcome)
    (file,) = re.findall(r"^feeds_are_healthy found these rows: changefeed sql < (.*)$", capsys.readouterr().out, re.M)
    found = project.sql((project.folder / file).read_text(encoding="utf-8"))
    assert ("shop", "quarantined", 2) in [(row["feed"], row["measure"], row["found"]) for row in found]


def test_a_check_names_what_does_not_fit(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    assert run(project, "check", "--table", "stock") == "the typed tables fit what landed\n"
    file = project.folder / "models" / "typed" / "stock" / "stock__stock.yml"
    text = file.read_text()
    changed = text.replace("name: weight,", "name: wieght,").replace("source_type: bigint", "source_type: smallint")
    assert changed != text
    file.write_text(changed)
    output = run(project, "check", "--feed", "stock", code=1)
    assert [line.split("stock__stock: ")[-1] for line in output.splitlines()] == [
        "column wieght is in no row; did you mean weight?",
        "column pieces is declared as smallint, the source has bigint",
        "column weight (double) is not in the model",
    ]
    known = columns_of_rows(project.spark)
    told = [each for each in misfits(project.folder, [project.folder / "models"], known) if "stock__stock" in each]
    assert [line.split(", ")[-1] for line in told] == ["stock__stock: column wieght is in no row; did you mean weight?"]
    file.write_text(text.replace("table: stock,", "table: stok,"))
    (told,) = [each for each in misfits(project.folder, [project.folder / "models"], known) if "stock__stock" in each]
    assert told.endswith("stock__stock: table stock: d.stok has no rows; did you mean stock: d.stock?")
    nothing_of_it = {table: names for table, names in known.items() if table.feed != "stock"}
    assert "stock__stock" not in str(misfits(project.folder, [project.folder / "models"], nothing_of_it))
    output = run(project, "check", "--table", "stok", code=1)
    assert output.startswith("models/typed/stock/stock__stock.yml, stock__stock: table stock: d.stok has no rows")
    assert "no model has table stock: d.stock" in run(project, "check", "--feed", "stock", code=1)
    file.write_text(text)


def test_wrong_names_are_one_line(proposed: tuple[Pipeline, str]) -> None:
    project, _ = proposed
    assert "seeds/changefeed_feeds.csv does not declare 'shoop'" in run(project, "propose", "--feed", "shoop", code=1)
    assert "no table 'ordres' has rows" in run(project, "propose", "--table", "ordres", code=1)


@pytest.mark.slow
def test_what_a_type_says_its_reader_reads(project: Pipeline) -> None:
    """For each dialect and kind of source: where its `type` knows a source type, its `value` reads it as that type."""
    lists = "\n".join(file.read_text() for file in (REPO / "macros" / "types").glob("*_types.sql"))
    names = set(re.findall(r"'type': '([a-z0-9 _]+)'", lists))
    asked = sorted({*names, *(f"{name}(5,2)" for name in names), *OTHER_TYPES})
    code = """
    {%- for dialect in changefeed.dialects() if not dialect.is_internal -%}
        {%- set known = [] -%}
        {%- for kind in dialect.source_kinds + [''] -%}
            {%- set feed = changefeed.feed_of_dialect(dialect, kind) -%}
            {%- for name in asked -%}
                {%- set type = changefeed.data_type(name, feed) -%}
                {%- if type -%}
                    {%- do changefeed.typed_value(name, 'text', type, feed) -%}
                    {%- do known.append(name) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- if known | length < 5 -%}
            {{ exceptions.raise_compiler_error(dialect.name ~ ' knows only ' ~ known) }}
        {%- endif -%}
    {%- endfor -%}
    select 1 as one"""
    code = code.replace("in asked", f"in {asked!r}")
    project.dbt("compile", "--inline", code)


def test_a_view_may_be_of_any_length(project: Pipeline) -> None:
    """Hive gives the text of a view 32,700 characters in Derby; the embedded metastore has more room."""
    code = """-- depends_on: {{ ref('changefeed_feed_settings') }}
    {% set columns = {} -%}
    {%- for number in range(500) -%}
        {%- set name = 'measured_value_' ~ number -%}
        {%- set config = {'meta': {'source_type': 'decimal(18,4)'}} -%}
        {%- do columns.update({name: {'name': name, 'data_type': 'decimal(18,4)', 'config': config}}) -%}
    {%- endfor -%}
    {%- set meta = {'changefeed': {'feed': 'shop', 'database': 'd', 'schema': '', 'table': 'wide'}} -%}
    {{ changefeed.typed_rows({'name': 'wide', 'columns': columns, 'config': {'meta': meta}}, 'current_rows', []) }}"""
    (compiled,) = project.dbt("compile", "--inline", code).values()
    assert len(compiled.node.compiled_code) > 100_000
    project.sql(f"create or replace view wide_rows as {compiled.node.compiled_code}")
    assert project.sql("select count(*) as rows from wide_rows") == [{"rows": 0}]
    project.sql("drop view wide_rows")


FREIGHT = tuple(Column(name, "int", "int", "messages") for name in ("id", "weight", "size"))


@pytest.fixture
def freight(tmp_path: Path) -> Path:
    """The yml of a proposed table, in a project without messages."""
    (tmp_path / "dbt_project.yml").write_text("name: mine\n")
    assert proposed_anew(tmp_path, *FREIGHT).written
    return tmp_path / "models" / "shop" / "shop__freight.yml"


def proposed_anew(project_dir: Path, *columns: Column, key: tuple[str, ...] = ("id",)) -> Outcome:
    folder = project_dir / "models"
    seen = Seen(Table("shop", "d", "", "freight"), 1, key, [replace(each) for each in columns])
    return propose(project_dir, [seen], folder, [folder], as_views=True)


def test_what_people_wrote_in_a_yml_stays_where_it_is(freight: Path, tmp_path: Path) -> None:
    """Comments, order and layout; also where ruamel.yaml would write a line in another way."""
    text = freight.read_text()
    mark = text.split("name: size,")[1].split("proposed: ")[1].split("}")[0]
    size = f"""      - name:   size  # in cm
        config:

            meta: {{ type_from: messages,   source_type: int, proposed: {mark}}}
        data_type: int   # whole
      # the end
"""
    mine = re.sub(r"      - {name: size,.*\n", size, text).replace(
        "      - {name: w", "      # in kg\n      - {name: w"
    )
    mine = mine.replace("\n    config:\n", "\n    config:  # mine\n      tags:   [daily]\n\n").replace(
        "daily]}}}]}", "daily]}}}]} # 1"
    )
    freight.write_text(mine)
    assert proposed_anew(tmp_path, *FREIGHT).unchanged == 1 and freight.read_text() == mine

    number, weight, size = (replace(each, source_type="bigint", data_type="bigint") for each in FREIGHT)
    outcome = proposed_anew(tmp_path, FREIGHT[0], replace(number, name="new: 1"), weight, size)
    now = freight.read_text()
    assert len(outcome.changes) == 1 and len(set(now.split("\n")) - set(mine.split("\n"))) == 4
    assert 'changefeed_daily]}}}]} # 1\n      - {name: "new: 1", quote: true, data_type: bigint, ' in now
    assert "      # in kg\n      - {name: weight, data_type: bigint, " in now
    assert (
        "      - name:   size  # in cm\n        config:\n\n          meta: {type_from: messages, source_type: big"
        in now
    )
    assert "        data_type: bigint # whole\n      # the end\n" in now and "      tags:   [daily]\n\n" in now
    assert proposed_anew(tmp_path, *FREIGHT).changes and "new: 1" not in freight.read_text()
    assert "\n".join(freight.read_text().split()) == "\n".join(mine.replace("{ type", "{type").split())


def test_columns_that_no_row_has_leave_a_yml_that_can_be_read(freight: Path, tmp_path: Path) -> None:
    """The first column goes and another comes first; a column with a comment is somebody's."""
    text = freight.read_text()
    freight.write_text(text.replace("      - {name: weight", "      # about weight\n      - {name: weight"))
    outcome = proposed_anew(tmp_path, replace(FREIGHT[0], name="number"), FREIGHT[2], key=())
    columns = [each["name"] for each in yaml.safe_load(freight.read_text())["models"][0]["columns"]]
    assert (columns, outcome.notes) == (["number", "size", "_unreadable"], [])
    assert "      # about weight\n      - {name: size" in freight.read_text()
    kept = re.sub(r"(name: size.*)", r"\1  # why?", freight.read_text())
    freight.write_text(kept)
    outcome = proposed_anew(tmp_path, replace(FREIGHT[0], name="number"), key=())
    assert outcome.notes == ["kept       shop__freight, column size: no row has it any more, but its entry was edited"]
    assert freight.read_text() == kept
    freight.write_text(kept.replace("    columns:", "    columns: []\n    columns:"))
    with pytest.raises(
        ChangefeedError, match=r"shop__freight\.yml can't be changed in place: .*duplicate key.* Edit it by hand"
    ):
        proposed_anew(tmp_path, *FREIGHT)


@pytest.mark.parametrize("text", ["a:\n- {b: 1}\n- c\n", "a:\n    - {b: 1}\n    # last\n    - c\n", "a: [{b: 1}, c]\n"])
def test_a_list_keeps_its_indents(text: str) -> None:
    after = changed(Path(), text, lambda document: document["a"].append(flow({"d": "e f"})))
    assert yaml.safe_load(after) == {"a": [{"b": 1}, "c", {"d": "e f"}]}
    assert after == (
        text + text.split("\n")[-2].replace("c", '{d: "e f"}\n') if "- c" in text else 'a: [{b: 1}, c, {d: "e f"}]\n'
    )


def test_a_table_is_kept_unless_a_view_is_asked_for_or_needed(tmp_path: Path) -> None:
    (tmp_path / "dbt_project.yml").write_text("name: mine\n")
    folder = tmp_path / "models"

    def proposal(name: str, *columns: Column, key: tuple[str, ...] = ("id",)) -> tuple[Outcome, dict[str, Any]]:
        seen = Seen(Table("shop", "d", "", name), 1, key, [replace(each) for each in columns])
        outcome = propose(tmp_path, [seen], folder, [folder])
        (model,) = yaml.safe_load((folder / "shop" / f"shop__{name}.yml").read_text())["models"]
        return outcome, model

    _, model = proposal("kept", *FREIGHT)
    assert model["config"]["materialized"] == "typed_incremental"
    assert [each["name"] for each in model["columns"]] == ["id", "weight", "size", "_row_key", "_unreadable"]
    _, model = proposal("bag", *FREIGHT, key=())
    assert [each["name"] for each in model["columns"]][3:] == ["_row_key", "_copy", "_unreadable"]
    odd = replace(FREIGHT[1], name="gross weight")
    outcome, model = proposal("odd", *FREIGHT, odd)
    assert "materialized" not in model["config"]
    assert outcome.notes == ["as a view  shop: d.odd: no table can have a column called gross weight, but a view can"]
    outcome, model = proposal("kept", *FREIGHT, odd, replace(odd, name="gross"))
    assert [each["name"] for each in model["columns"]][3:] == ["gross", "_row_key", "_unreadable"]
    assert outcome.notes[0].startswith("left out   shop: d.kept, column gross weight: no table can have")


def test_a_text_of_a_yml_is_rendered_to_itself() -> None:
    assert jinja_free("{{{ x }} {% y %} {# z #}") == "{{ '{' }}{{ '{' }}{ x }} {{ '{' }}% y %} {{ '{' }}# z #}"
    assert Table("f", "", "s", "a.b").is_called("s.a.b")


def test_the_names_of_a_table_of_documents_are_not_gathered(warehouse: Warehouse) -> None:
    warehouse.sql("""
        create table current_rows using delta as
        select 'f' as feed, 'd' as source_database, '' as source_schema, table as source_table, is_deleted,
            'insert' as operation, map('id', '1', name, '2') as row
        from values ('few', 'a', false), ('few', 'b', false), ('few', 'gone', true), ('none', 'a', true)
            as _ (table, name, is_deleted)
        union all
        select 'f', 'd', '', 'many', false, 'insert', map('id', '1', concat('c', id), '2') from range(1001)
    """)
    known = columns_of_rows(warehouse.spark)
    assert {table.name: sorted(names) for table, names in known.items()} == {
        "few": ["a", "b", "id"],
        "none": [],
        "many": [],
    }


@pytest.mark.slow
def test_no_type_that_is_proposed_for_the_demo_reads_no_value(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In the messages of every dialect: a column that has texts has values too."""
    made = Pipeline(spark, tmp_path_factory.mktemp("demo"), f"{OWN}_demo_tables")
    made.own_models()
    made.clear()
    made.declare_as_shipped()
    captures.load(spark, made.folder, [REPO / "demo" / "captures"])
    made.build()
    run(made, "propose", "--view")
    made.manifest = None
    found = entries(made)
    made.build(models=["resource_type:function", "path:models/typed"])
    unread = []
    for (feed, _, table), node in found.items():
        names = [name for name in node["columns"] if name != "_unreadable"]
        counts = ", ".join(
            f"count(`{name}`) as v{number}, count(_unreadable['{name}']) as t{number}"
            for number, name in enumerate(names)
        )
        (row,) = made.sql(f"select {counts} from `{node['schema']}`.`{node['alias']}`")
        unread += [
            (feed, table, name, node["columns"][name]["data_type"])
            for number, name in enumerate(names)
            if row[f"t{number}"] and not row[f"v{number}"]
        ]
    assert len({feed for feed, *_ in found}) >= 25
    assert not unread
