"""Typed tables of shards: many source tables in one, each with its own rows and statements."""

from __future__ import annotations

import json
from typing import Any

import duckdb
import pytest
import yaml
from click.testing import CliRunner
from pyspark.sql import SparkSession

import other_engines
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.runs import dbt_build
from changefeed.typed import model_checks, shards
from changefeed.typed.source_columns import Column, Seen, Table
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record

SCHEMA = f"{OWN}_shards"
TYPES = {"id": "int", "amount": "decimal(10,2)", "name": "varchar(20)"}
WIDER = {"id": "bigint", "amount": "decimal(12,4)", "name": "varchar(20)", "coupon": "varchar(8)"}
NAMES = ("changefeed_current_rows", "changefeed_history", "trade__orders", "trade__visits", "orders_view")


class Shop:
    """Messages of a sharded shop; each has a later place than the one before."""

    def __init__(self, project: Pipeline) -> None:
        self.project, self.at = project, 0

    def land(self, *payloads: str) -> None:
        records = []
        for payload in payloads:
            records.append(record(self.at, payload, topic="trade"))
            self.at += 1
        self.project.land(records)

    def build(self) -> None:
        self.project.build(models=(*CHAIN, *NAMES))

    def rows(self, table: str = "trade__orders") -> list[list[Any]]:
        found = self.project.sql(f"select * except (_unreadable) from {table} order by 1, 2, _row_key")
        return [list(row.values()) for row in found]


def message(place: str, kind: str, *rows: dict[str, Any], types: dict[str, str] = TYPES, **others: Any) -> str:
    database, table = place.split(".")
    return canal(kind, list(rows), table=table, mysqlType=types, database=database, **others)


def statement(database: str, table: str, sql: str) -> str:
    return canal("ALTER", None, table=table, keys=None, isDdl=True, sql=sql, database=database)


def order(number: int, amount: str, name: str, **others: str) -> dict[str, str]:
    return {"id": str(number), "amount": amount, "name": name} | others


def invoke(project: Pipeline, *arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), *arguments])
    assert result.exit_code == code, result.output
    project.manifest = None
    return result.output


@pytest.fixture(scope="module")
def shop(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """Four shards of orders with equal keys, of which one has other types and one column more; visits without a key."""
    project = Pipeline(spark, tmp_path_factory.mktemp("shards"), SCHEMA)
    project.own_models()
    project.clear()
    # A database in the feed's line is no way to bring shards together: rows and statements keep their own.
    project.declare(
        "feeds", {"feed": "trade", "dialect": "canal", "topics": "trade", "database": "shop", "history": "on"}
    )
    keyless = [{"feed": "trade", "source_database": f"db_{n}", "source_table": "visits"} for n in (0, 1)]
    project.declare("table_keys", *keyless)
    made = Shop(project)
    for place in ("db_0.orders_0", "db_0.orders_1", "db_1.orders_0"):
        made.land(message(place, "INSERT", order(1, "1.50", place), order(2, "2.50", place)))
    made.land(message("db_1.orders_1", "INSERT", order(1, "1.2345", "x", coupon="c"), types=WIDER))
    for database in ("db_0", "db_1"):
        visits = [{"page": "a"}, {"page": "a"}]
        made.land(message(f"{database}.visits", "INSERT", *visits, types={"page": "varchar(9)"}, keys=None))
    project.build(models=("+changefeed_current_rows", "+changefeed_history"))
    told = invoke(project, "tables", "propose", "--feed", "trade", "--merge", "db_?.orders_*", "--as", "orders")
    assert "column coupon: 1 of 4 shards have it; db_0.orders_0, db_0.orders_1, db_1.orders_0 lack it" in told
    invoke(project, "tables", "propose", "--merge", "*.visits")
    folder = project.folder / "models" / "typed" / "trade"
    proposed = yaml.safe_load((folder / "trade__orders.yml").read_text())["models"][0]
    view = {name: each for name, each in proposed.items() if name != "data_tests"} | {"name": "orders_view"}
    view["config"] = {name: each for name, each in view["config"].items() if name != "materialized"} | {"alias": "seen"}
    (folder / "orders_view.sql").write_text("{{ changefeed.typed_table() }}\n")
    (folder / "orders_view.yml").write_text(yaml.safe_dump({"version": 2, "models": [view]}))
    project.manifest = None
    made.build()
    return made


def kept(shop: Shop, table: str = "orders") -> list[list[Any]]:
    """The rows of the kept table, which are those of the view."""
    found = shop.rows(f"{SCHEMA}_trade.{table}")
    if table == "orders":
        assert [row[:-1] for row in found] == [row[:-1] for row in shop.rows(f"{SCHEMA}_trade.seen")]
    return [[str(cell) if cell is not None else None for cell in row[:-1]] for row in found]


def test_rows_of_two_shards_with_one_key_are_two(shop: Shop) -> None:
    assert kept(shop) == [
        ["db_0", "orders_0", "1", "1.5000", "db_0.orders_0", None],
        ["db_0", "orders_0", "2", "2.5000", "db_0.orders_0", None],
        ["db_0", "orders_1", "1", "1.5000", "db_0.orders_1", None],
        ["db_0", "orders_1", "2", "2.5000", "db_0.orders_1", None],
        ["db_1", "orders_0", "1", "1.5000", "db_1.orders_0", None],
        ["db_1", "orders_0", "2", "2.5000", "db_1.orders_0", None],
        ["db_1", "orders_1", "1", "1.2345", "x", "c"],
    ]
    assert [row[:3] for row in shop.rows(f"{SCHEMA}_trade.visits")] == [
        [database, "visits", "a"] for database in ("db_0", "db_0", "db_1", "db_1")
    ]
    said = invoke(shop.project, "tables", "check")
    assert said == "the typed tables fit what landed\n"


def test_keys_of_several_shards_are_named_where_a_test_of_one_key_failed(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    claimed = [(f"`{SCHEMA}_trade`.`orders`", ["id"])]
    dbt_build.print_shared_keys(shop.project.spark, dbt_build.Outcome(one_key=claimed))
    assert not capsys.readouterr().out
    dbt_build.print_shared_keys(shop.project.spark, dbt_build.Outcome(one_key=claimed, failed_tests=["unique"]))
    assert capsys.readouterr().out == (
        f"shards       {SCHEMA}_trade.orders: 2 keys are in several shards "
        "(first: 1 in db_0.orders_0, db_0.orders_1, db_1.orders_0, db_1.orders_1)\n"
    )


def test_a_merge_changes_the_row_of_its_shard(shop: Shop) -> None:
    shop.project.statements.clear()
    shop.land(
        message("db_0.orders_1", "UPDATE", order(1, "7.00", "new"), old=[{"amount": "1.50", "name": "db_0.orders_1"}]),
        message("db_1.orders_0", "DELETE", order(2, "2.50", "db_1.orders_0")),
        message("db_7.orders_9", "INSERT", order(1, "9.00", "a later shard")),
        message("db_1.visits", "DELETE", {"page": "a"}, types={"page": "varchar(9)"}, keys=None),
    )
    shop.build()
    sent = " ".join(sql for node, sql in shop.project.statements if node.endswith((".trade__orders", ".trade__visits")))
    assert "merge into" in sent.lower() and "create or replace table" not in sent.lower()
    assert kept(shop) == [
        ["db_0", "orders_0", "1", "1.5000", "db_0.orders_0", None],
        ["db_0", "orders_0", "2", "2.5000", "db_0.orders_0", None],
        ["db_0", "orders_1", "1", "7.0000", "new", None],
        ["db_0", "orders_1", "2", "2.5000", "db_0.orders_1", None],
        ["db_1", "orders_0", "1", "1.5000", "db_1.orders_0", None],
        ["db_1", "orders_1", "1", "1.2345", "x", "c"],
        ["db_7", "orders_9", "1", "9.0000", "a later shard", None],
    ]
    assert [row[0] for row in shop.rows(f"{SCHEMA}_trade.visits")] == ["db_0", "db_0", "db_1"]


def test_statements_act_on_the_shard_that_they_name(shop: Shop) -> None:
    """A truncate that names its database, one that does not, a dropped column, and gh-ost's exchange of tables."""
    shop.land(
        statement("db_0", "orders_0", "TRUNCATE TABLE db_0.orders_0"),
        statement("db_1", "orders_1", "TRUNCATE orders_1"),
        statement("db_0", "orders_1", "ALTER TABLE orders_1 DROP COLUMN name"),
        message(
            "db_1._orders_0_gho", "INSERT", order(1, "1.50", "copied", coupon="new"), types=TYPES | {"coupon": "int"}
        ),
        statement("db_1", "orders_0", "RENAME TABLE orders_0 TO _orders_0_del, _orders_0_gho TO orders_0"),
    )
    shop.build()
    assert kept(shop) == [
        ["db_0", "orders_1", "1", "7.0000", None, None],
        ["db_0", "orders_1", "2", "2.5000", None, None],
        ["db_1", "orders_0", "1", "1.5000", "copied", "new"],
        ["db_7", "orders_9", "1", "9.0000", "a later shard", None],
    ]


def test_history_and_changes_say_whose_a_row_is(shop: Shop) -> None:
    folder = shop.project.folder / "models" / "typed" / "trade"
    for kind in ("history", "changes"):
        (folder / f"orders_{kind}.sql").write_text(f"{{{{ changefeed.typed_{kind}('trade__orders') }}}}\n")
    shop.project.manifest = None
    shop.project.build(models=("changefeed_changes", "orders_history", "orders_changes"))
    versions = shop.project.sql(
        "select _source_database || '.' || _source_table as place, id, amount, _is_current from orders_history"
        " where id = 1 and _source_table = 'orders_1' order by 1, _valid_from"
    )
    assert [(row["place"], str(row["amount"]), row["_is_current"]) for row in versions] == [
        ("db_0.orders_1", "1.5000", False), ("db_0.orders_1", "7.0000", True), ("db_1.orders_1", "1.2345", False),
    ]  # fmt: skip
    changes = shop.project.sql("select distinct _source_database as d from orders_changes order by 1")
    assert [row["d"] for row in changes] == ["db_0", "db_1", "db_7"]


def test_other_engines_read_them(shop: Shop) -> None:
    with duckdb.connect() as database:
        table, _ = other_engines.read(shop.project, f"{SCHEMA}_trade.orders", database)
    assert sorted(zip(*(table[name].to_pylist() for name in ("_source_database", "id")), strict=True)) == [
        ("db_0", 1), ("db_0", 2), ("db_1", 1), ("db_7", 1),
    ]  # fmt: skip


def test_the_models_follow_and_say_what_does_not_fit(shop: Shop) -> None:
    told = invoke(shop.project, "tables", "propose")
    assert "trade__orders_1" not in told, "a table that is a shard has no model of its own"
    shop.land(message("db_3.orders_3", "INSERT", {"no": "1", "id": "1"}, types={"no": "int"}, keys=["no"]))
    shop.build()
    told = invoke(shop.project, "tables", "check", code=1)
    assert "its shards have different keys: " in told
    assert "has the key id" in told and "db_3.orders_3 has the key no" in told
    for merge, said in (
        ("db_*.ordres_*", "--merge: no table that has rows is called db_*.ordres_*; the nearest is db_"),
        ("db_*.", "--merge: db_*. is no database.table"),
    ):
        assert said in invoke(shop.project, "tables", "propose", "--merge", merge, code=1)


def test_a_column_is_read_in_each_shard_as_its_type_there_says(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Debezium's milliseconds in one shard and microseconds in another are the same time."""
    project = Pipeline(spark, tmp_path_factory.mktemp("units"), f"{SCHEMA}_units")
    project.own_models()
    project.clear()
    project.declare("feeds", {
        "feed": "inn", "dialect": "debezium", "topics": "inn", "source_kind": "mysql", "options": "order=offset",
    })  # fmt: skip
    for number, (table, kind, value) in enumerate((
        ("rooms_0", "io.debezium.time.Timestamp", 1_717_210_800_123),
        ("rooms_1", "io.debezium.time.MicroTimestamp", 1_717_210_800_123_456),
    )):  # fmt: skip
        fields = [{"type": "int32", "field": "id"}, {"type": "int64", "name": kind, "field": "since"}]
        schema = {"fields": [{"type": "struct", "field": "after", "fields": fields}]}
        source = {"connector": "mysql", "db": "inn", "table": table, "ts_ms": 1_717_210_800_000, "snapshot": "false"}
        payload = {"op": "c", "before": None, "after": {"id": 1, "since": value}, "source": source, "ts_ms": 1}
        landed = record(number, json.dumps({"schema": schema, "payload": payload}), topic="inn")
        project.land([landed | {"key": json.dumps({"payload": {"id": 1}, "schema": {}})}])
    project.build(models=("+changefeed_current_rows", "+changefeed_history"))
    invoke(project, "tables", "propose", "--merge", "inn.rooms_*")
    project.build(models=("inn__rooms",))
    found = project.sql(
        f"select _source_table as t, cast(since as string) as since from {SCHEMA}_units_inn.rooms order by 1"
    )
    assert [(row["t"], row["since"]) for row in found] == [
        ("rooms_0", "2024-06-01 03:00:00.123"), ("rooms_1", "2024-06-01 03:00:00.123456"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("types", "widest"),
    [
        (["int", "bigint"], "bigint"), (["decimal(10,2)", "decimal(12,4)"], "decimal(12,4)"),
        (["decimal(38,0)", "decimal(38,10)"], "string"), (["bigint", "decimal(10,2)"], "decimal(21,2)"),
        (["float", "double"], "double"), (["bigint", "double"], "string"), (["date", "string"], "string"),
        (["binary", "string"], ""), (["boolean", "int"], ""), (["timestamp", "timestamp"], "timestamp"),
    ],
)  # fmt: skip
def test_the_widest_type_reads_all_exactly(types: list[str], widest: str) -> None:
    assert shards.widest(types) == widest


def test_a_column_that_no_type_reads_is_left_out_with_words() -> None:
    seen = [
        Seen(Table("f", "d", "", f"t_{number}"), 1, ("id",), [Column("x", kind, data_type, "messages")])
        for number, (kind, data_type) in enumerate((("blob", "binary"), ("text", "string")))
    ]
    table = shards.asked(seen, "d.t_*", is_one_key=False)
    (united,) = shards.together(seen, [table], (), lambda *_: "sql")
    assert united.columns == []
    assert united.notes == [
        "left out   f: d.t_*, column x: no type reads all of it exactly (blob in d.t_0; text in d.t_1)"
    ]
    with pytest.raises(ChangefeedError, match="feeds f, g have tables"):
        shards.asked([*seen, Seen(Table("g", "d", "", "t_0"), 1, ())], "d.t_*", is_one_key=False)


def test_a_type_that_is_too_narrow_for_a_shard_is_named() -> None:
    seen = [
        Seen(Table("f", "d", "", f"t_{number}"), 1, ("id",), [Column("x", kind, kind, "messages")])
        for number, kind in enumerate(("decimal(12,2)", "decimal(12,2)", "decimal(14,4)"))
    ]
    table = shards.asked(seen, "d.t_*", is_one_key=False)
    (united,) = [each for each in shards.together(seen, [table], [], lambda *given: "x") if each.table == table]

    def problems(data_type: str) -> list[str]:
        entry = {"data_type": data_type, "config": {"meta": {"source_type": "decimal(12,2)"}}}
        return list(model_checks._column_problems(united, {"x": entry}, []))

    assert problems("decimal(12,2)") == ["column x is decimal(12,2), and its shards have values of decimal(14,4)"]
    assert [problems(wide) for wide in ("decimal(14,4)", "decimal(20,6)", "string", "date")] == [[]] * 4


def test_patterns_are_of_whole_names() -> None:
    table = Table("f", "db_*", "", "t?", "apart")
    assert table.covers(Table("f", "db_1", "", "t1"))
    assert not any(
        table.covers(Table("f", *each)) for each in (("xdb_1", "", "t1"), ("db_1", "", "t12"), ("db_1", "s", "t1"))
    )


def test_a_feeds_database_beside_those_of_messages_is_said() -> None:
    lines = {"f": {"database": "shop", "schema": ""}, "g": {"database": "shop", "schema": ""}}
    known = [Table("f", f"db_{number}", "", "t") for number in range(5)] + [Table("g", "shop", "", "t")]
    (said,) = model_checks._idle_names(lines, known)
    assert said == (
        "seeds/changefeed_feeds.csv, f: database is shop, and its messages name db_0, db_1, db_2 and 2 more, under "
        "which their rows stand. Leave it empty; to show shards together: `changefeed tables propose --merge`"
    )
    assert not list(model_checks._idle_names(lines, []))
