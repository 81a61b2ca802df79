"""Shards on two servers: each is compared and repaired with its own; the dbt test equals_source knows all of them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from pyspark.sql import SparkSession

import databases
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record
from source_story import by_command_line, set_source

TYPES = {"id": "int", "name": "varchar(9)"}


class Trade:
    """The feed of both servers, in one topic, and commands."""

    def __init__(self, project: Pipeline) -> None:
        self.project, self.at = project, 0

    def send(self, database: str, kind: str, number: int, name: str, old: str | None = None, ahead: int = 0) -> None:
        text = canal(
            kind, [{"id": str(number), "name": name}], [{"name": old}] if old else None, table="orders",
            database=database, mysqlType=TYPES, es=int(time.time() + ahead) * 1000,
        )  # fmt: skip
        self.project.land([record(self.at, text, topic="trade")])
        self.at += 1

    def build(self) -> None:
        self.project.build(models=(*CHAIN, "changefeed_current_rows", "trade__orders"))

    def command(self, *arguments: str) -> tuple[int, str]:
        return by_command_line(self.project, *arguments)

    def expect(self, expected: int, *arguments: str) -> None:
        code, said = self.command(*arguments)
        assert code == expected, said

    def verdicts(self) -> list[tuple[str, str, str]]:
        return [tuple(row.values()) for row in self.project.sql(
            "select source_database, row_key, verdict from differences order by all")]  # fmt: skip

    def equals_source(self) -> list[str]:
        """What the test of dbt finds, as dbt says its result."""
        results = self.project.dbt("test", "--select", "trade__orders,test_name:equals_source")
        return [str(each.status) for each in results.values() if each.node.resource_type == "test"]


@databases.needs_mariadb
def test_each_shard_is_compared_with_its_own_server(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Pipeline(spark, tmp_path / "project", f"{OWN}_source_shards")
    project.own_models()
    project.clear()
    project.declare("feeds", {"feed": "trade", "dialect": "canal", "topics": "trade", "time_zone": "UTC"})
    trade = Trade(project)
    with databases.mariadb() as one, databases.mariadb() as other:
        orders = "create table orders (id int primary key, name varchar(9));"
        for server, name in ((one, "db_0"), (other, "db_1")):
            server.run(f"create database {name}; use {name}; {orders} insert into orders values (1, 'a'), (2, 'b');"
                       f"grant select on {name}.* to {databases.USER};")  # fmt: skip
        one.run(f"create database db_1; use db_1; {orders} grant select on db_1.* to {databases.USER};")
        set_source(monkeypatch, "trade", one.url)
        monkeypatch.setenv("CHANGEFEED_SOURCE_TRADE__DB_1_URL", other.url)
        for database in ("db_0", "db_1"):
            for number, name in ((1, "a"), (2, "b")):
                trade.send(database, "INSERT", number, name)
        project.build()
        assert trade.command("tables", "propose", "--merge", "db_?.orders", "--as", "orders")[0] == 0
        with_test(project)
        project.build(models=("trade__orders",))
        assert trade.equals_source() == ["fail"], "nobody compared"
        trade.expect(0, "compare", "trade", "--table", "db_0.orders", "--margin", "0")
        assert trade.equals_source() == ["fail"], "one shard was not compared"
        code, said = trade.command("compare", "trade", "--margin", "0")
        assert code == 0 and said.count("2 rows here, 2 there: equal") == 2, "the empty copy of db_1 is not asked"
        assert trade.equals_source() == ["pass"]

        # Lost in the second shard. A later change of the first proves nothing of it: that is another log.
        other.run("use db_1; update orders set name = 'new' where id = 1;")
        trade.expect(0, "compare", "trade", "--margin", "0")
        one.run("use db_0; update orders set name = 'x' where id = 2;")
        trade.send("db_0", "UPDATE", 2, "x", "b", ahead=5)
        trade.build()
        trade.expect(0, "compare", "trade", "--margin", "0")
        assert trade.verdicts() == [("db_1", '["1"]', "in_flight")]
        other.run("use db_1; update orders set name = 'y' where id = 2;")
        trade.send("db_1", "UPDATE", 2, "y", "b", ahead=5)
        trade.build()
        trade.expect(3, "compare", "trade", "--margin", "0")
        assert trade.verdicts() == [("db_1", '["1"]', "proven")]
        assert trade.equals_source() == ["fail"]

        code, said = trade.command("repair", "trade", "--table", "orders")
        assert code == 0 and "trade: db_0.orders: 0 proven keys" in said and 'read again: ["1"]' in said, said
        trade.build()
        trade.expect(0, "compare", "trade", "--margin", "0")
        assert trade.equals_source() == ["pass"]
        rows = project.sql(f"select _source_database, id, name from {project.schema}_trade.orders order by 1, 2")
        assert [tuple(row.values()) for row in rows] == [
            ("db_0", 1, "a"), ("db_0", 2, "x"), ("db_1", 1, "new"), ("db_1", 2, "y"),
        ]  # fmt: skip


def with_test(project: Pipeline) -> None:
    """Put equals_source into the proposed yml of the merged table."""
    file = project.folder / "models" / "typed" / "trade" / "trade__orders.yml"
    said = yaml.safe_load(file.read_text())
    said["models"][0].setdefault("data_tests", []).append("equals_source")
    file.write_text(yaml.safe_dump(said, sort_keys=False))
    project.manifest = None
