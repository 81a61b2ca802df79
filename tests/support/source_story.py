"""A source that is written to, what of it has landed, and what commands say of both sides."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import databases
from broker import Broker
from canal_writer import CanalWriter
from changefeed.cli.main import main
from pipeline import Pipeline, record

GOODS = ["id", "name", "price"]
OTHER = "create table other (id int primary key, v int);"


def set_source(patch: pytest.MonkeyPatch, feed: str, url: str, password: str | None = databases.PASSWORD) -> None:
    """Set the variables of the source of a feed, or of a shard: `feed` is then shop__database."""
    patch.setenv(f"CHANGEFEED_SOURCE_{feed.upper()}_URL", url)
    patch.setenv(f"CHANGEFEED_SOURCE_{feed.upper()}_USER", databases.USER)
    if password is not None:
        patch.setenv(f"CHANGEFEED_SOURCE_{feed.upper()}_PASSWORD", password)


def by_command_line(project: Pipeline, *arguments: str) -> tuple[int, str]:
    """Exit code of a command, and what it printed."""
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result.exit_code, result.output


class Story:
    """MariaDB, a writer in Canal's shape, the feed `shop`, and commands by the command line.

    With a broker, messages land from there; without, as a capture. `tables` are alike; most methods speak of the first.
    """

    def __init__(
        self, project: Pipeline, server: databases.Database, broker: Broker | None, tables: tuple[str, ...]
    ) -> None:
        self.project, self.server, self.broker, self.tables = project, server, broker, tables
        made = (f"create table {name} (id int primary key, name varchar(20), price decimal(10,2));" for name in tables)
        server.run(f"use shop; {' '.join(made)} {OTHER}")
        self.writer = CanalWriter(server, dict.fromkeys(tables, GOODS) | {"other": ["id", "v"]})
        self.offset = 0

    def land(self, messages: list[str]) -> None:
        """Land messages and build."""
        if self.broker:
            self.broker.send("shop", messages)
            code, said = self.command("load", "--kafka", self.broker.servers, "--topics", "shop")
            assert code == 0, said
        elif messages:
            self.project.land([record(self.offset + n, text, topic="shop") for n, text in enumerate(messages)])
            self.offset += len(messages)
        self.project.build()

    def write(self, statements: str) -> None:
        self.server.run(f"use shop; {statements}")

    def settle(self) -> None:
        """Something is written later than all before, lands, and is applied."""
        time.sleep(1.1)
        self.write("replace into other values (1, floor(rand() * 1000000000));")
        self.land(self.writer.messages())

    def command(self, *arguments: str) -> tuple[int, str]:
        """Exit code, and what was printed."""
        return by_command_line(self.project, *arguments)

    def compare(self, *options: str) -> tuple[int, str, dict[str, str]]:
        """Exit code, what was printed, and the verdict of each key of the first table that differs."""
        code, said = self.command("compare", "shop", "--table", self.tables[0], "--margin", "0", *options)
        assert code in (0, 3), said
        return code, said, self.verdicts()[self.tables[0]]

    def compare_all(self) -> tuple[int, str, dict[str, dict[str, str]]]:
        """The same of all tables, by their names."""
        code, said = self.command("compare", "shop", "--margin", "0")
        assert code in (0, 3), said
        return code, said, self.verdicts()

    def verdicts(self) -> dict[str, dict[str, str]]:
        """By table, the verdict of each key that differs."""
        found: dict[str, dict[str, str]] = {name: {} for name in self.tables}
        for row in self.project.sql("select source_table, row_key, verdict from differences"):
            found.setdefault(row["source_table"], {})[json.loads(row["row_key"])[0]] = row["verdict"]
        return found

    def repair(self) -> str:
        """What the repair of all tables says; their rows are applied."""
        code, said = self.command("repair", "shop")
        assert code == 0, said
        self.project.build()
        return said

    def at_source(self, table: str = "") -> dict[str, tuple[str, ...]]:
        """The rows of a table (default: the first), by the owner's client."""
        lines = self.server.run(f"select id, name, price from shop.{table or self.tables[0]}").splitlines()[1:]
        return {line.split("\t")[0]: tuple(line.split("\t")[1:]) for line in lines}

    def here(self) -> dict[str, tuple[Any, ...]]:
        """The rows of the first table in current_rows."""
        return self.all_here()[self.tables[0]]

    def all_here(self) -> dict[str, dict[str, tuple[Any, ...]]]:
        """The rows of each table in current_rows."""
        found: dict[str, dict[str, tuple[Any, ...]]] = {name: {} for name in self.tables}
        for table, key, row, _ in self.project.rows():
            if table in found:
                found[table][json.loads(key)[0]] = tuple(
                    "NULL" if row[name] is None else row[name] for name in GOODS[1:]
                )
        return found


@contextmanager
def told(
    spark: SparkSession, folder: Path, schema: str, broker: Broker | None = None, tables: tuple[str, ...] = ("goods",)
) -> Iterator[Story]:
    """A new story. The test is skipped without MariaDB."""
    if databases.needs_mariadb.args[0]:
        pytest.skip(databases.needs_mariadb.kwargs["reason"])
    project = Pipeline(spark, folder, schema)
    project.own_models()
    project.clear()
    feed = {"feed": "shop", "dialect": "canal", "topics": "shop", "source_kind": "mariadb", "time_zone": "UTC"}
    project.declare("feeds", feed | {"history": "on"})
    with databases.mariadb() as server, pytest.MonkeyPatch.context() as patch:
        set_source(patch, "shop", server.url)
        yield Story(project, server, broker, tables)
