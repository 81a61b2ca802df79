"""Sums of both sides: equal for every type whose text both can make, and never where a value differs."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from test_load_from_source import MARIADB, POSTGRESQL, Values

import databases
from changefeed.source import comparing, connection, loading
from conftest import OWN
from pipeline import Pipeline
from source_story import set_source

ROWS = 120
ZERO = "'0000-00-00'"  # reads as NULL with a text beside it, so its row is always compared itself
BY_ROWS = ("float", "double", "bit", "time(", "time", "real")  # types that have no sum


def made(values: Values) -> tuple[list[str], str]:
    """Types that have sums, and the statements for a table of them in which each value comes often."""
    types = [each for each in values if each not in BY_ROWS and not each.startswith(BY_ROWS[:4])]
    lists = [[literal for literal in values[each] if literal != ZERO] for each in types]
    columns = ", ".join(f"c{number} {each} null" for number, each in enumerate(types))
    rows = []
    for row in range(ROWS):
        cells = ["null" if (row + n) % 5 == 4 else given[row % len(given)] for n, given in enumerate(lists)]
        rows.append(f"({row + 1}, {', '.join(cells)})")
    return types, f"create table cells (id int primary key, {columns}); insert into cells values {', '.join(rows)};"


@pytest.mark.parametrize(
    ("feed", "dialect", "kind", "values", "start"),
    [
        pytest.param("shop", "canal", "mariadb", MARIADB, databases.mariadb, marks=databases.needs_mariadb),
        pytest.param(
            "pg", "debezium", "postgresql", POSTGRESQL, databases.postgresql, marks=databases.needs_postgresql
        ),
    ],
)
def test_sums_of_every_type_are_equal_until_a_value_differs(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, feed: str, dialect: str, kind: str,
    values: Values, start: Any,
) -> None:  # fmt: skip
    types, statements = made(values)
    setting = "use shop; set sql_mode = ''; set time_zone = '+00:00';" if kind == "mariadb" else ""
    started: AbstractContextManager[databases.Database] = start()
    project = Pipeline(spark, tmp_path / "project", f"{OWN}_types_{feed}")
    project.own_models()
    project.clear()
    line = {"feed": feed, "dialect": dialect, "topics": feed, "source_kind": kind, "time_zone": "UTC"}
    project.declare("feeds", line)
    project.build(models=("resource_type:function",))
    read, frames = [], connection.Source.frames

    def seen(source: connection.Source, *arguments: Any) -> Any:
        read.append(arguments)
        return frames(source, *arguments)

    with started as server:
        server.run(f"{setting} {statements}")
        set_source(monkeypatch, feed, server.url)
        with connection.connected(spark, feed) as source:
            assert list(loading.load(spark, project.folder, source, ("cells",)).landed.values()) == [ROWS]
            project.build()
            monkeypatch.setattr(connection.Source, "frames", seen)
            [one] = comparing.compare(spark, project.folder, source, rows_per_range=20)
            assert (one.rows_here, one.rows_at_source, one.differing, one.by_rows) == (ROWS, ROWS, 0, "")
            assert len(read) == 1, "the sums are equal: no row was read"
            compared = [n for n in range(len(types)) if f"c{n}" not in one.not_compared]
            assert len(compared) >= len(types) // 2  # a column whose form is not known is left out
            # Of each column one value changes, each in its own row: NULL where there was one, and the other way round.
            for n in compared:
                literal = next(iter(values[types[n]]))
                typed = f"cast({literal} as {types[n]})" if kind == "postgresql" else literal
                other = f"case when c{n} is null then {typed} end"
                server.run(f"{setting} update cells set c{n} = {other} where id = {n + 1};")
            [one] = comparing.compare(spark, project.folder, source, rows_per_range=20)
            found = {(each.row_key, each.column) for each in one.differences}
            assert found == {(f'["{n + 1}"]', f"c{n}") for n in compared}
