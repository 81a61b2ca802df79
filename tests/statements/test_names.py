"""Whatever a table or a column is called, its name is a value: never a folder, nor a part of a statement.

Each kind of change is a feed of its own, in which every hostile name has a table; all go through the same two runs.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from changefeed.spark.relations import table_name
from odd_names import NAMES
from pipeline import Pipeline, canal, record

pytestmark = pytest.mark.slow

FEEDS = ("changed", "renamed", "taken", "truncated", "altered")
Sent = tuple[str, str]  # feed, payload
Row = dict[str, Any]


def put(feed: str, table: str, key: str, value: str, kind: str = "INSERT", **columns: str) -> Sent:
    row = {"id": key, "v": value} | columns
    old = [{"v": "?"}] if kind == "UPDATE" else None
    return feed, canal(kind, [row], old, table=table, keys=None if feed == "altered" else ["id"])


def state(feed: str, sql: str, kind: str, table: str) -> Sent:
    return feed, canal(kind, None, table=table, keys=None, isDdl=True, sql=sql)


def quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def new_name(name: str) -> str:
    return f"{name}, then {name}"


def sent_first() -> list[Sent]:
    sent = []
    for name in NAMES:
        for feed in ("changed", "renamed", "truncated"):
            sent += [put(feed, name, "1", f"{name} a"), put(feed, name, "2", f"{name} b")]
        sent += [put("taken", name, "1", "dropped"), put("taken", f"new {name}", "1", f"{name} a")]
    for name in NAMES:
        sent += [put("altered", name, "1", "1"), put("altered", name, "1", "1"), put("altered", name, "2", "2")]
    return sent + [put("columns", table, "1", "", **columns) for table, (columns, _, _) in COLUMNS.items()]


def sent_second() -> list[Sent]:
    sent = []
    for name in NAMES:
        sent += [
            put("changed", name, "1", f"{name} c", "UPDATE"),
            put("changed", name, "2", f"{name} b", "DELETE"),
            put("changed", name, "3", f"{name} d"),
            state("renamed", f"rename table {quoted(name)} to {quoted(new_name(name))}", "RENAME", name),
            put("renamed", new_name(name), "2", f"{name} e", "UPDATE"),
            state("taken", f"drop table {quoted(name)}", "ERASE", name),
            state("taken", f"alter table {quoted(f'new {name}')} rename to {quoted(name)}", "RENAME", name),
            state("truncated", f"truncate table {quoted(name)}", "TRUNCATE", name),
            put("truncated", name, "2", f"{name} f"),
        ]
    for name in NAMES:
        sent += [
            state("altered", f"alter table {quoted(name)} add n int default '0'", "ALTER", name),
            put("altered", name, "1", "1", "DELETE", n="0"),
        ]
    for table, (_, statements, _) in COLUMNS.items():
        sent += [state("columns", f"alter table {quoted(table)} {each}", "ALTER", table) for each in statements]
    return sent


# Table → columns of its row, what is then done to its columns, what comes out.
COLUMNS: dict[str, tuple[Row, list[str], Row]] = {
    "the exact name is meant": ({"a": "1", "A": "2"}, ["rename column a to b"], {"b": "1", "A": "2"}),
    "the other exact name is meant": ({"a": "1", "A": "2"}, ["rename column A to b"], {"a": "1", "b": "2"}),
    "else the only one in another case": ({"Ab": "1"}, ["rename column aB to c"], {"c": "1"}),
    "else none": ({"Ab": "1", "aB": "2"}, ["rename column ab to c"], {"Ab": "1", "aB": "2"}),
    "a rename replaces the column of that name": ({"a": "1", "b": "2"}, ["rename column a to b"], {"b": "1"}),
    "and only that one": ({"a": "1", "B": "2"}, ["rename column a to b"], {"b": "1", "B": "2"}),
    "a rename to another case": ({"a": "1"}, ["rename column a to A"], {"A": "1"}),
    "a rename onto the other case": ({"a": "1", "A": "2"}, ["rename column a to A"], {"A": "1"}),
    "a rename of what is not there": ({"b": "2"}, ["rename column a to b"], {"b": "2"}),
    "a chain": (
        {"a": "1", "A": "2", "b": "3"},
        ["rename column a to c", "rename column A to a", "rename column b to A", "rename column c to b"],
        {"b": "1", "a": "2", "A": "3"},
    ),
    "a drop of the exact name": ({"a": "1", "A": "2"}, ["drop column a"], {"A": "2"}),
    "a drop in another case": ({"a": "1"}, ["drop column A"], {}),
    "a drop of one of two": ({"Ab": "1", "aB": "2"}, ["drop column ab"], {"Ab": "1", "aB": "2"}),
    "an added column that is there": ({"a": "1"}, ["add column A int default 5"], {"a": "1"}),
    "an added column, dropped, added": ({"a": "1"}, ["drop column a", "add column A int default 5"], {"A": "5"}),
    "names of columns": (
        {"${env:HOME}": "1", "it's": "2", "": "3"},
        ["rename column `${env:HOME}` to `\n\\'`"],
        {"\n\\'": "1", "it's": "2", "": "3"},
    ),
}  # fmt: skip


def left_rows() -> set[tuple[str, str, str, str]]:
    """Feed, table, key, and the row without it."""
    found: list[tuple[str, str, str, Row, int]] = []
    for name in NAMES:
        new = new_name(name)
        found += [
            ("changed", name, "1", {"v": f"{name} c"}, 1), ("changed", name, "3", {"v": f"{name} d"}, 1),
            ("renamed", new, "1", {"v": f"{name} a"}, 1), ("renamed", new, "2", {"v": f"{name} e"}, 1),
            ("taken", name, "1", {"v": f"{name} a"}, 1), ("truncated", name, "2", {"v": f"{name} f"}, 1),
        ]  # fmt: skip
    for name in NAMES:
        found += [("altered", name, key, {"v": key, "n": "0"}, 1) for key in ("1", "2")]
    found += [("columns", table, "1", {"v": ""} | row, 1) for table, (_, _, row) in COLUMNS.items()]
    return {
        (feed, table, key, json.dumps(row, sort_keys=True, ensure_ascii=False), copies)
        for feed, table, key, row, copies in found
    }


def shown(row: Row) -> tuple:
    """A row as left_rows() gives it."""
    image = json.loads(row["row"])
    key = image.pop("id")
    return row["feed"], row["source_table"], key, json.dumps(image, sort_keys=True, ensure_ascii=False), row["copies"]


SHOWN = "feed, source_table, to_json(row, map('ignoreNullFields', 'false')) as row, copies"


@pytest.fixture(scope="module")
def named(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.declare(
        "feeds",
        *({"feed": feed, "dialect": "canal", "topics": feed, "history": "on"} for feed in (*FEEDS, "columns")),
    )
    pipeline.declare(
        "table_keys", *({"feed": "altered", "source_database": "d", "source_table": name} for name in NAMES)
    )
    offset = 0
    for sent in (sent_first(), sent_second()):
        records = []
        for feed, payload in sent:
            records.append(record(offset, payload, topic=feed))
            offset += 1
        pipeline.land(records)
        pipeline.build()
    return pipeline


def test_rows_of_tables_and_columns_with_any_name(named: Pipeline) -> None:
    found = [shown(row) for row in named.sql(f"select {SHOWN} from current_rows where not is_deleted")]
    assert len(found) == len(set(found))
    assert set(found) == left_rows()
    assert named.sql("select count(*) as n from quarantine") == [{"n": 0}]
    current = [shown(row) for row in named.sql(f"select {SHOWN} from history where is_current")]
    assert sorted(current) == sorted(found)


def test_a_rebuild_gives_the_same(named: Pipeline) -> None:
    def everything() -> tuple[list, list]:
        versions = named.sql(
            "select * except (row, applied_batch_id), to_json(array_sort(map_entries(row))) as row"
            " from history order by feed, source_table, row_key, position"
        )
        return named.state(), versions

    before = everything()
    named.build("--full-refresh")
    assert everything() == before


def test_no_name_is_a_folder(named: Pipeline) -> None:
    for table in ("messages", "decoded", "folded_rows", "versions", "table_events"):
        files = named.sql(
            f"select distinct regexp_extract(input_file_name(), '/{table}/(.*)$', 1) as file from {table_name(table)}"
        )
        assert files
        for row in files:
            assert re.fullmatch(r"(table_bucket=\d+/)?part-[^/]*", row["file"])


def test_one_table_is_read_without_the_others(named: Pipeline) -> None:
    """By the part that a typed table names, and by the statistics of files."""
    of_table = "feed = 'changed' and source_database = 'd' and source_schema = '' and source_table = '🚀'"
    bucket = "pmod(hash('changed', 'd', '', '🚀'), 16)"
    assert named.sql(f"select distinct table_bucket = {bucket} as same from current_rows where {of_table}") == [
        {"same": True}
    ]
    plan = named.spark.sql(f"select * from current_rows where table_bucket = {bucket} and {of_table}")
    files = {file.split("/")[-2] for file in plan.inputFiles() if "/folded_rows/" in file}
    assert len(files) == 1 and files.pop().startswith("table_bucket=")
