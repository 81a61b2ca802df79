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

TABLES = {"goods": ["id", "name", "price"], "other": ["id", "v"]}
MADE = """use shop;
create table goods (id int primary key, name varchar(20), price decimal(10,2));
create table other (id int primary key, v int);"""


def set_source(patch: pytest.MonkeyPatch, feed: str, url: str, password: str | None = databases.PASSWORD) -> None:
    """Set the variables of the source of a feed, or of a shard: `feed` is then shop__database."""
    patch.setenv(f"CHANGEFEED_SOURCE_{feed.upper()}_URL", url)
    patch.setenv(f"CHANGEFEED_SOURCE_{feed.upper()}_USER", databases.USER)
    if password is not None:
        patch.setenv(f"CHANGEFEED_SOURCE_{feed.upper()}_PASSWORD", password)


class Story:
    """MariaDB, a writer in Canal's shape, the feed `shop`, and commands by the command line.

    With a broker, messages land from there; without, as a capture.
    """

    def __init__(self, project: Pipeline, server: databases.Database, broker: Broker | None = None) -> None:
        self.project, self.server, self.broker = project, server, broker
        self.writer = CanalWriter(server, TABLES)
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
        result = CliRunner().invoke(main, ["--project-dir", str(self.project.folder), *arguments])
        assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
        return result.exit_code, result.output

    def compare(self, *options: str) -> tuple[int, str, dict[str, str]]:
        """Exit code, what was printed, and the verdict of each key of goods that differs."""
        code, said = self.command("compare", "shop", "--table", "goods", "--margin", "0", *options)
        assert code in (0, 3), said
        rows = self.project.sql("select row_key, verdict from differences where source_table = 'goods'")
        return code, said, {json.loads(row["row_key"])[0]: row["verdict"] for row in rows}

    def repair(self) -> str:
        """What the repair of goods says; its rows are applied."""
        code, said = self.command("repair", "shop", "--table", "goods")
        assert code == 0, said
        self.project.build()
        return said

    def at_source(self) -> dict[str, tuple[str, ...]]:
        """The rows of goods, by the owner's client."""
        lines = self.server.run("select id, name, price from shop.goods").splitlines()[1:]
        return {line.split("\t")[0]: tuple(line.split("\t")[1:]) for line in lines}

    def here(self) -> dict[str, tuple[Any, ...]]:
        """The rows of goods in current_rows."""
        rows = {json.loads(key)[0]: row for table, key, row, _ in self.project.rows() if table == "goods"}
        return {key: tuple("NULL" if row[name] is None else row[name] for name in TABLES["goods"][1:])
                for key, row in rows.items()}  # fmt: skip


@contextmanager
def told(spark: SparkSession, folder: Path, schema: str, broker: Broker | None = None) -> Iterator[Story]:
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
        server.run(MADE)
        yield Story(project, server, broker)
