"""The unit tests of the previews, all of one view in one statement: the view's SQL as it is compiled for users.

`dbt test --select test_type:unit` runs the same tests, each in a statement of its own, which takes longer to plan than
to run. Here each test has feeds of its own, and a message meets the feeds of its test only.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from pyspark.sql import DataFrame

from pipeline import REPO, Pipeline, with_internals
from previews import FILES, unit_tests

MESSAGES, FEEDS = "source('changefeed', 'messages')", "ref('changefeed_feed_settings')"
RELATIONS = {MESSAGES: "messages", FEEDS: " internal.feed_settings"}
# What of a compiled view reads its inputs, and what reads those of all tests instead.
READS = (
    (r"\bfrom \S+ as landed\b", "from unit_messages as landed"),
    (r"\binner join \S+ as feeds\b", "inner join unit_feeds as feeds"),
    (r"\bon landed\.topic rlike feeds\.topics_pattern\b", r"\g<0> and landed.unit_test = feeds.unit_test"),
)


def literal(value: Any) -> str:
    """A value of a yml as dbt writes it into SQL."""
    if isinstance(value, str):
        return "'" + value.replace("'", r"\'") + "'"
    return "null" if value is None else str(value)


def as_text(values: list[Any]) -> str:
    return f"array({', '.join(f'cast({literal(value)} as string)' for value in values)})"


@pytest.fixture(scope="module")
def compiled(pipeline: Pipeline) -> dict[str, str]:
    """The SQL of each preview, by its dialect."""
    pipeline.clear()
    pipeline.declare_as_shipped()
    pipeline.build(models=["resource_type:function", "+changefeed_feed_settings"])
    nodes = pipeline.dbt("compile", "--select", "changefeed.dialects,resource_type:model")
    return {name.removeprefix("changefeed_stg_"): node.node.compiled_code for name, node in nodes.items()}


def given(pipeline: Pipeline, tests: list[dict[str, Any]], name: str) -> DataFrame:
    """The rows of one input of all tests, each with the number of its test."""
    relation = with_internals(RELATIONS[name], pipeline.schema)
    columns = {each.name: each.dataType.simpleString() for each in pipeline.spark.table(relation.strip()).schema}
    values, queries = [], [f"select 0 as unit_test, * from {relation} limit 0"]
    for number, test in enumerate(tests):
        (rows,) = (each for each in test["given"] if each["input"] == name)
        if isinstance(rows.get("rows"), list):
            for row in rows["rows"]:
                assert row.keys() <= columns.keys(), f"{test['name']}: {row.keys() - columns.keys()}"
                values.append(f"({number}, {', '.join(literal(row.get(column)) for column in columns)})")
        else:
            file = REPO / "tests" / "fixtures" / f"{rows.get('fixture')}.sql"
            query = rows.get("rows") or file.read_text(encoding="utf-8")
            queries.append(f"select {number} as unit_test, * from ({query})")
    if values:
        cast = ", ".join(f"cast(`{column}` as {kind}) as `{column}`" for column, kind in columns.items())
        names = ", ".join(f"`{column}`" for column in columns)
        queries.append(f"select unit_test, {cast} from values {', '.join(values)} as given (unit_test, {names})")
    found, *more = map(pipeline.spark.sql, queries)
    for each in more:
        found = found.unionByName(each, allowMissingColumns=True)
    return found


@pytest.mark.parametrize("dialect", FILES)
def test_a_view_decodes_what_its_unit_tests_say(pipeline: Pipeline, compiled: dict[str, str], dialect: str) -> None:
    tests = unit_tests(dialect)
    if not tests:
        pytest.skip("dbt runs them")
    spark = pipeline.spark
    given(pipeline, tests, MESSAGES).createOrReplaceTempView("unit_messages")
    of_tests = "select * except (feed), concat('<', unit_test, '>', feed) as feed from {feeds}"
    spark.sql(of_tests, feeds=given(pipeline, tests, FEEDS)).createOrReplaceTempView("unit_feeds")
    sql = compiled[dialect]
    for read, instead in READS:
        sql, count = re.subn(read, instead, sql)
        assert count == 1, f"{dialect}: {read}"
    view = spark.sql(sql)
    found: list[list[dict[str, Any]]] = [[] for _ in tests]
    for row in view.select(*(view[column].cast("string") for column in view.columns)).collect():
        number, marked = int(row["feed"].partition(">")[0][1:]), row["feed"].partition(">")[0] + ">"
        found[number].append({name: text and text.replace(marked, "") for name, text in row.asDict().items()})

    expected = [
        f"({number}, {as_text(list(row))}, {as_text(list(row.values()))})"
        for number, test in enumerate(tests)
        for row in test["expect"]["rows"]
    ]
    rows = spark.sql(f"select * from values {', '.join(expected)} as expected (unit_test, names, texts)").collect()
    wanted: list[Counter[tuple[tuple[str, str | None], ...]]] = [Counter() for _ in tests]
    for row in rows:
        wanted[row["unit_test"]][tuple(zip(row["names"], row["texts"], strict=True))] += 1
    for number, test in enumerate(tests):
        names = list(test["expect"]["rows"][0])
        assert all(list(row) == names for row in test["expect"]["rows"]), f"{test['name']}: rows with other columns"
        assert Counter(tuple((name, row[name]) for name in names) for row in found[number]) == wanted[number], test[
            "name"
        ]
