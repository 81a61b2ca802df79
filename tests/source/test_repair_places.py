"""Where a repaired row stands in a feed whose changes have numbers: behind the newest, before what comes next."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import databases
from changefeed.cli.main import main
from conftest import OWN
from pipeline import Pipeline, record
from source_story import set_source


def maxwell(kind: str, place: int, at: int, row: dict[str, object], old: dict[str, object] | None = None) -> str:
    more = {"old": old} if old is not None else {}
    return json.dumps({
        "database": "shop", "table": "goods", "type": kind, "ts": at, "xid": place, "commit": True,
        "position": f"binlog.000001:{place}", "primary_key_columns": ["id"], "data": row, **more,
    })  # fmt: skip


@databases.needs_mariadb
def test_a_copy_of_the_newest_change_does_not_undo_a_repair(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Pipeline(spark, tmp_path / "project", f"{OWN}_places")
    project.own_models()
    project.clear()
    feed = {"feed": "mx", "dialect": "maxwell", "topics": "mx", "source_kind": "mariadb", "time_zone": "UTC"}
    project.declare("feeds", feed)
    project.build(models=("resource_type:function",))
    offsets = iter(range(1000))

    def land(*messages: str) -> None:
        project.land([record(next(offsets), text, topic="mx") for text in messages])
        project.build()

    def command(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(main, ["--project-dir", str(project.folder), *arguments])
        assert result.exit_code == code, f"{result.output} {result.exception!r}"
        return result.output

    def rows() -> dict[str, object]:
        return {json.loads(key)[0]: row["name"] for _, key, row, _ in project.rows()}

    with databases.mariadb() as server:
        set_source(monkeypatch, "mx", server.url)
        server.run("use shop; create table goods (id int primary key, name varchar(9));"
                   "insert into goods values (1, 'new'), (3, 'c');")  # fmt: skip
        early = int(time.time()) - 100
        land(*(maxwell("insert", id, early, {"id": id, "name": "old"}) for id in (1, 2)))
        command("compare", "mx", "--margin", "0")
        newest = maxwell("update", 3, int(time.time()) + 5, {"id": 1, "name": "older"}, {"name": "old"})
        land(maxwell("insert", 4, int(time.time()) + 5, {"id": 3, "name": "c"}))
        command("compare", "mx", "--margin", "0", code=3)
        assert "landed  2" in command("repair", "mx", "--table", "goods")
        project.build()
        assert rows() == {"1": "new", "3": "c"}
        assert "equal, until" in command("compare", "mx")

        # A copy of the newest, and a change from before it that comes late: both are of before the repair.
        land(maxwell("insert", 4, int(time.time()), {"id": 3, "name": "c"}), newest)
        assert rows() == {"1": "new", "3": "c"}
        land(maxwell("update", 5, int(time.time()), {"id": 1, "name": "next"}, {"name": "new"}),
             maxwell("insert", 6, int(time.time()), {"id": 2, "name": "back"}))  # fmt: skip
        assert rows() == {"1": "next", "2": "back", "3": "c"}
        before = project.state()
        project.build("--full-refresh", models=("+changefeed_current_rows",))
        assert project.state() == before
