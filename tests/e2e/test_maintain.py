"""Compaction and retention: what is removed is known, what must stay stays."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from loader import landing, last_run
from loader.maintain import _boundary, maintain
from pipeline import Pipeline, canal, record

FEED = {"feed": "f", "dialect": "canal", "topics": "t"}
BAG = {"feed": "f", "source_database": "d", "source_table": "bag"}


def row(id: str, v: str) -> dict[str, str]:
    return {"id": id, "v": v}


@pytest.fixture(scope="module")
def two_runs(pipeline: Pipeline) -> Pipeline:
    """Two runs, of which the first was long ago: a poison message, a topic without a feed, a bag, a keyed row."""
    pipeline.clear()
    pipeline.declare("feeds", FEED)
    pipeline.declare("table_keys", BAG)
    pipeline.land(
        [
            record(0, canal("INSERT", [row("1", "a")])),
            record(1, canal("INSERT", [row("1", "a")], table="bag", keys=None)),
            record(2, "{"),
            record(0, "x", topic="unclaimed"),
        ]
    )
    pipeline.build()
    pipeline.spark.sql("update windows set opened_at = opened_at - interval 40 days")
    pipeline.land([record(3, canal("INSERT", [row("2", "b")]))])
    pipeline.build()
    return pipeline


@pytest.fixture
def old(two_runs: Pipeline) -> Iterator[Pipeline]:
    """The same tables for each test. A restored table still refuses the numbers of the loads it has seen."""
    tables = ("messages", "windows", "decoded", "table_events", "folded_rows", "removals", "removed_ranges")
    versions = {table: two_runs.sql(f"describe history {table} limit 1")[0]["version"] for table in tables}
    yield two_runs
    newest = landing.next_batch_id(two_runs.spark) - 1
    for table, version in versions.items():
        two_runs.sql(f"restore table {table} to version as of {version}")
    two_runs.sql(f"insert into lost_ranges values ('x', '', 0, 0, 0, 'expired', current_timestamp(), {newest})")


def test_old_messages_and_changes_go_and_what_is_needed_stays(old: Pipeline) -> None:
    before = old.state()
    report = maintain(old.spark, keep_messages_days=30, keep_changes_days=30)
    messages = old.sql("select topic, offset from messages order by topic, offset")
    assert [tuple(each.values()) for each in messages] == [("t", 2), ("t", 3), ("unclaimed", 0)]
    assert [each["offset"] for each in old.sql("select offset from decoded order by offset")] == [1, 2, 3]
    assert {table.name: table.removed for table in report.tables if table.removed} == {"messages": 2, "decoded": 1}
    assert "--full-refresh" in report.warnings[0]

    capture = old.folder / f"capture-{old.captures - 1}.jsonl"
    again = landing.load(old.spark, old.folder, [capture])
    assert (again.landed, again.already_there) == (0, 4), "a capture whose messages were removed"
    old.build()
    assert old.state() == before
    assert old.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"
    with pytest.raises(AssertionError, match="a full refresh needs messages and changes that"):
        old.build("--full-refresh")
    with pytest.raises(AssertionError, match="decoding feed f again needs messages and changes"):
        old.build("--vars", json.dumps({"changefeed_redecode": {"feed": "f"}}))
    assert maintain(old.spark, keep_messages_days=30).tables[0].removed == 0
    ranges = old.sql("select topic, partition, first_offset, last_offset from removed_ranges")
    assert [tuple(each.values()) for each in ranges] == [("t", 0, 0, 1)]
    with capture.open("a") as opened:
        opened.write(json.dumps(record(7, canal("INSERT", [row("7", "g")]))) + "\n")
    again = landing.load(old.spark, old.folder, [capture])
    assert (again.landed, again.already_there) == (1, 4), "only what was added to the capture"
    messages = old.sql("select offset from messages where topic = 't' order by offset")
    assert [each["offset"] for each in messages] == [2, 3, 7]


def test_messages_are_bounded_by_size(old: Pipeline) -> None:
    assert _boundary(old.spark, days=None, most_bytes=10**9) == 0
    assert maintain(old.spark, keep_messages_bytes=1).tables[0].removed == 2


def test_a_run_puts_small_files_together_and_the_next_has_nothing_to_do(old: Pipeline) -> None:
    def files() -> dict[str, int]:
        return {name: old.sql(f"describe detail {name}")[0]["numFiles"] for name in ("messages", "windows", "decoded")}

    old.land([record(4, canal("INSERT", [row("3", "c")]))])
    old.build("--vars", json.dumps({"changefeed_compact_every": 2}))
    assert files() == {"messages": 3, "windows": 3, "decoded": 3}, "the third run"
    old.land([record(5, canal("INSERT", [row("4", "d")]))])
    old.build("--vars", json.dumps({"changefeed_compact_every": 4}))
    assert files() == {"messages": 1, "windows": 1, "decoded": 1}, "the fourth run"
    landed = last_run.state(old.spark, old.folder)
    maintain(old.spark, keep_messages_days=30)
    assert last_run.state(old.spark, old.folder) == landed
    compacted = old.sql("describe history messages limit 1")[0]["version"]
    old.build("--vars", json.dumps({"changefeed_compact_every": 1}))
    assert old.sql("describe history messages limit 1")[0]["version"] == compacted, "a run that read nothing"


def test_small_files_are_put_together_and_unused_ones_deleted(two_runs: Pipeline) -> None:
    old = two_runs  # the last test: what was deleted can't be restored
    report = maintain(old.spark, unused_hours=0)
    assert all(table.files <= 1 for table in report.tables if table.name != "folded_rows")
    assert next(table for table in report.tables if table.name == "messages").files_before == 2
    assert report.warnings == []
    assert len(old.sql("select * from changes")) == 3
