"""Kept typed tables as a run left them, several as of one cut."""

from __future__ import annotations

import json

import pytest
import yaml
from click.testing import CliRunner
from dbt.adapters.spark import session as dbt_session
from pyspark.sql import SparkSession

import other_engines
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.spark import relations, storage
from changefeed.typed import runs_of_versions as cuts
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record

SCHEMA = f"{OWN}_cuts"
TYPES = {"id": "int", "amount": "decimal(10,2)"}
TABLES = ("shop__orders", "shop__items")


class Shop:
    """Orders and their items; what is summed over both is the same at each cut."""

    def __init__(self, project: Pipeline) -> None:
        self.project, self.at = project, 0

    def land(self, table: str, amount: str, id: str = "1") -> None:
        row = {"id": id, "amount": amount}
        self.project.land([record(self.at, canal("UPDATE", [row], table=table, mysqlType=TYPES), topic="t")])
        self.at += 1

    def run(self, *tables: str, models: tuple[str, ...] = TABLES) -> int:
        for table in tables:
            self.land(table, f"{self.at}.00")
        self.project.build(models=(*CHAIN, "changefeed_current_rows", *models))
        storage.mark_no_more(self.project.spark)  # as a command does when dbt has ended
        return int(self.project.sql("select max(decode_batch_id) as n from internal.decoded")[0]["n"])

    def name(self, table: str) -> str:
        return f"{SCHEMA}.shop__{table}"

    def amounts(self, run: int) -> list[str]:
        asked = f"select o.amount, i.amount from `{SCHEMA}`.shop__orders as o, {SCHEMA.upper()}.shop__items i"
        made = cuts.statement_at(self.project.spark, asked, cuts.cut_of(self.project.spark, run))
        return [f"{o} {i}" for o, i in self.project.spark.sql(made).collect()]

    def cli(self, *arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(main, ["--project-dir", str(self.project.folder), *arguments])
        assert result.exit_code == code, result.output
        return result.output


@pytest.fixture(scope="module")
def shop(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    project = Pipeline(spark, tmp_path_factory.mktemp("cuts"), SCHEMA)
    project.own_models()
    project.clear()
    project.declare("feeds", {"feed": "shop", "dialect": "canal", "source_kind": "mysql", "topics": "t"})
    for table in ("orders", "items"):
        columns = [
            {"name": "id", "data_type": "int", "config": {"meta": {"source_type": "int"}}},
            {"name": "amount", "data_type": "decimal(10,2)", "config": {"meta": {"source_type": "decimal(10,2)"}}},
        ]
        about = {"feed": "shop", "database": "d", "schema": "", "table": table, "key": ["id"]}
        config = {"materialized": "typed_incremental", "meta": {"changefeed": about}}
        model = {"name": f"shop__{table}", "config": config, "columns": columns}
        folder = project.folder / "models"
        (folder / f"shop__{table}.yml").write_text(yaml.safe_dump({"version": 2, "models": [model]}))
        (folder / f"shop__{table}.sql").write_text("{{ changefeed.typed_table() }}\n")
    view = "select * from {{ ref('shop__orders') }}"
    (project.folder / "models" / "plain_view.sql").write_text("{{ config(materialized='view') }}" + view)
    made = Shop(project)
    made.land("orders", "0.00")
    made.land("items", "1.00")
    project.build(models=("+changefeed_current_rows", *TABLES))
    return made


def test_each_table_is_as_the_run_left_it(shop: Shop) -> None:
    spark = shop.project.spark
    first = cuts.cut_of(spark).run
    seen = {first: shop.amounts(first)}
    for tables in (("orders",), ("items",), ("orders", "items")):
        run = shop.run(*tables)
        seen[run] = shop.amounts(run)
    assert list(seen.values()) == [["0.00 1.00"], ["2.00 1.00"], ["2.00 3.00"], ["4.00 5.00"]]
    assert {run: shop.amounts(run) for run in seen} == seen, "the same, asked later"

    storage.compact(spark, shop.name("orders"))
    spark.sql(f"delete from {shop.name('orders')} where true")  # by hand, after the run
    assert shop.amounts(run) == ["4.00 5.00"]
    later = shop.run("items")
    assert shop.amounts(later) == ["4.00 6.00"], "what others write is the work of no run"
    shop.project.build("--full-refresh", models=TABLES)
    assert shop.amounts(later) == ["4.00 6.00"], "made anew in a run without messages: as the last run left it"


def test_what_a_run_did_not_bring_up_to_date_is_no_part_of_its_cut(shop: Shop) -> None:
    spark = shop.project.spark
    run = shop.run("orders", "items", models=("shop__orders",))
    with pytest.raises(
        ChangefeedError, match=rf"shop__items was not brought up to run {run}, .* as of run {run - 1}\."
    ):
        shop.amounts(run)
    shop.run(models=(*TABLES, "plain_view"))
    assert len(shop.amounts(run)) == 1, "a later run without messages has made up for it"

    known = cuts.cut_of(spark).run
    with pytest.raises(ChangefeedError, match=rf"Run {known + 7} has noted .* Those that have: 1 to {known}\."):
        cuts.cut_of(spark, known + 7)
    told = shop.cli("sql", "--as-of-run", str(known), f"select * from {SCHEMA}.plain_view", code=1)
    assert f"{SCHEMA}.plain_view has no versions of runs: keep it as a typed table" in told
    told = shop.cli(
        "sql",
        "--as-of-run",
        "1",
        f"with shop__orders as (select 1 as n) select * from shop__orders, {shop.name('items')} as i",
    )
    assert "1.00" in told, told
    told = shop.cli("sql", "--as-of-run", "1", f"select * from {SCHEMA}.shop__order", code=1)
    assert "Did you mean" in told


def test_other_engines_find_the_versions_in_a_table(shop: Shop) -> None:
    told = shop.cli("tables", "versions", "--run", "1")
    assert shop.name("items") in told
    assert shop.cli("tables", "versions", "--run", "1") == told
    rows = shop.project.sql(f"select relation, version from {SCHEMA}.table_versions where run = 1 order by 1")
    assert [row["relation"] for row in rows] == [shop.name("items"), shop.name("orders")]
    for row in rows:
        read = other_engines.read_version(shop.project, row["relation"], row["version"])
        amount = {"items": "1.00", "orders": "0.00"}[row["relation"].rpartition("__")[2]]
        assert [str(each) for each in read["amount"].to_pylist()] == [amount]


def test_a_transaction_of_two_runs_is_told(shop: Shop) -> None:
    project = shop.project
    project.declare(
        "feeds",
        {"feed": "shop", "dialect": "canal", "source_kind": "mysql", "topics": "t"},
        {"feed": "club", "dialect": "maxwell", "source_kind": "mysql", "topics": "m"},
    )
    for offset in (0, 1):
        told = {
            "database": "d",
            "table": "members",
            "type": "insert",
            "ts": 1700000000,
            "xid": 77,
            "data": {"id": offset},
        }
        if offset:
            told["commit"] = True
        project.land(
            [record(offset, json.dumps(told | {"primary_key": [offset], "primary_key_columns": ["id"]}), topic="m")]
        )
        project.build(
            models=("changefeed_feeds", "changefeed_feed_settings", *CHAIN, "changefeed_current_rows", *TABLES)
        )
    run = int(project.sql("select max(decode_batch_id) as n from internal.decoded")[0]["n"])
    assert cuts.split_transactions(project.spark, run) == []
    assert cuts.split_transactions(project.spark, run - 1) == [
        "warns        a part of these came with later runs: club: 1 transaction (first: 77)"
    ]


def test_a_run_that_died_before_its_note_has_no_cut(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """It made a table anew, and the next run has nothing to do with that but to find its version."""
    spark, before = shop.project.spark, cuts.cut_of(shop.project.spark).run
    execute = dbt_session.Cursor.execute

    def dying(cursor: dbt_session.Cursor, sql: str, *parameters: object) -> None:
        if "typed_tables" in sql and ("merge into" in sql or "insert overwrite" in sql):
            raise KeyboardInterrupt
        execute(cursor, sql, *parameters)

    shop.land("orders", "70.00")
    shop.project.build(models=(*CHAIN, "changefeed_current_rows"))
    with monkeypatch.context() as patched:
        patched.setattr(dbt_session.Cursor, "execute", dying)
        with pytest.raises((AssertionError, KeyboardInterrupt)):
            shop.project.build("--full-refresh", models=("shop__orders",))
    storage.mark_no_more(spark)
    run = before + 1
    assert str(shop.project.sql(f"select amount from {shop.name('orders')}")[0]["amount"]) == "70.00"
    with pytest.raises(ChangefeedError, match=f"Run {run} has noted no versions"):
        cuts.cut_of(spark, run)
    shop.project.build(models=TABLES)
    storage.mark_no_more(spark)
    assert shop.amounts(run)[0].startswith("70.00 ")
    assert not shop.amounts(before)[0].startswith("70.00 ")


def test_files_that_are_gone_are_told(shop: Shop) -> None:
    """Of a table, then of the notes. The last version stays, and so does what compaction has made of it."""
    spark, run = shop.project.spark, cuts.cut_of(shop.project.spark).run
    expected = shop.amounts(run)
    if storage.file_format() == "iceberg":  # which leaves files alone that are few
        every = f"table => '{shop.name('orders')}', options => map('rewrite-all', 'true')"
        spark.sql(f"call spark_catalog.system.rewrite_data_files({every})").collect()
    else:
        storage.compact(spark, shop.name("orders"))
    storage.remove_unused_files(spark, shop.name("orders"), 0)
    told = shop.cli("sql", "--as-of-run", "1", f"select * from {shop.name('orders')}", code=1)
    assert "Files of run 1 are deleted" in told or "is gone from its history" in told, told
    assert shop.amounts(run) == expected

    storage.compact(spark, relations.table_name("typed_tables"))
    storage.remove_unused_files(spark, relations.table_name("typed_tables"), 0)
    told = shop.cli("tables", "versions", "--run", "1", code=1)
    assert "Files of run 1 are deleted" in told or "Run 1 has noted no versions" in told, told
    assert shop.amounts(run) == expected


def test_what_threads_read_does_not_grow(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each statement of dbt reads the settings of all; one that was added meanwhile failed models of other threads."""
    seen: list[tuple[bool, frozenset[str]]] = []
    execute = dbt_session.Cursor.execute

    def noting(cursor: dbt_session.Cursor, sql: str, *parameters: object) -> None:
        seen.append(('"node_id": "model.' in sql, frozenset(cursor.server_side_parameters)))
        execute(cursor, sql, *parameters)

    monkeypatch.setattr(dbt_session.Cursor, "execute", noting)
    shop.run("orders", "items")
    of_models = {names for is_model, names in seen if is_model}
    assert len(of_models) == 1 and set(macros.own().mark_of_commits(None)) <= of_models.pop()
