"""`changefeed compare` with a real MariaDB, whose log a writer in Canal's shape reads."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession
from test_connection import set_source

import databases
from canal_writer import CanalWriter
from changefeed.cli.main import main
from conftest import OWN
from pipeline import Pipeline, record

TABLES = {"goods": ["id", "name", "price"], "other": ["id", "v"]}
MADE = """use shop;
create table goods (id int primary key, name varchar(20), price decimal(10,2));
create table other (id int primary key, v int);"""


class Story:
    """A source that is written to, what of it has landed, and comparisons by the command line."""

    def __init__(self, project: Pipeline, server: databases.Database) -> None:
        self.project, self.server = project, server
        self.writer = CanalWriter(server, TABLES)
        self.offset = 0

    def land(self, messages: list[str]) -> None:
        """Land messages and build."""
        records = [record(self.offset + place, text, topic="shop") for place, text in enumerate(messages)]
        self.offset += len(records)
        self.project.land(records)
        self.project.build()

    def write(self, statements: str) -> None:
        self.server.run(f"use shop; {statements}")

    def settle(self) -> None:
        """Something is written later than all before, lands, and is applied."""
        time.sleep(1.1)
        self.write("replace into other values (1, floor(rand() * 1000000000));")
        self.land(self.writer.messages())

    def compare(self) -> tuple[int, str, dict[str, str]]:
        """Exit code, what was printed, and the verdict of each key of goods that differs."""
        arguments = ["--project-dir", str(self.project.folder), "compare", "shop", "--table", "goods", "--margin", "0"]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code in (0, 3), result.output + repr(result.exception)
        rows = self.project.sql("select row_key, verdict from differences where source_table = 'goods'")
        return result.exit_code, result.output, {json.loads(row["row_key"])[0]: row["verdict"] for row in rows}


@pytest.fixture(scope="module")
def story(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    if databases.needs_mariadb.args[0]:
        pytest.skip(databases.needs_mariadb.kwargs["reason"])
    project = Pipeline(spark, tmp_path_factory.mktemp("compared"), f"{OWN}_compared")
    project.own_models()
    project.clear()
    feed = {"feed": "shop", "dialect": "canal", "topics": "shop", "source_kind": "mariadb", "time_zone": "UTC"}
    project.declare("feeds", feed)
    with databases.mariadb() as server, pytest.MonkeyPatch.context() as patch:
        set_source(patch, "shop", server.url)
        server.run(MADE)
        yield Story(project, server)


def test_faults_are_proven_and_what_is_in_flight_is_not(story: Story) -> None:
    story.write("insert into goods select seq, concat('n', seq), seq / 4 from seq_1_to_20;")
    story.land(story.writer.messages())
    assert story.compare()[::2] == (0, {})
    assert "20 rows here, 20 there: equal, until" in story.compare()[1]

    # In flight: written at the source, not landed. Lost: 3 is changed and 4 deleted, and no message ever comes.
    story.write("update goods set price = 9.99 where id = 2;")
    flying = story.writer.messages()
    story.write("update goods set price = 7.5 where id = 3; delete from goods where id = 4;")
    assert len(story.writer.messages()) == 2
    story.write("set sql_log_bin = 0; insert into goods values (99, 'unlogged', null);")
    code, said, found = story.compare()
    assert (code, found) == (0, dict.fromkeys(["2", "3", "4", "99"], "in_flight")), said
    assert "4 in flight" in said and "Next: changefeed run" in said
    assert story.compare()[2] == found, "nothing was applied since: nothing is proven"

    story.land(flying)
    code, said, found = story.compare()
    assert "2" not in found and set(found.values()) == {"in_flight"}, said
    story.settle()
    code, said, found = story.compare()
    assert (code, found) == (3, dict.fromkeys(["3", "4", "99"], "proven")), said
    assert '["3"] price: here "0.75", at the source "7.50"' in said
    assert '["99"] here "missing here", at the source "a row"' in said
    through = story.project.sql("select keys_proven, verified_through from comparisons where source_table = 'goods'")
    assert through[0]["keys_proven"] == 3 and through[0]["verified_through"] is not None

    # The next change of the key brings it right.
    story.write("update goods set name = 'again' where id = 3;")
    story.land(story.writer.messages())
    assert story.compare()[2] == {"4": "proven", "99": "proven"}
