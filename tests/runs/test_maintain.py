"""Compaction and retention: what is removed is known, what must stay stays."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from changefeed.errors import ChangefeedError
from changefeed.loader import captures
from changefeed.project import macros
from changefeed.runs import last_run
from changefeed.runs.maintain import _boundary, _remove_changes, maintain
from changefeed.spark import relations
from changefeed.spark.relations import table_name
from pipeline import Pipeline, canal, record

pytestmark = pytest.mark.slow

FEED = {"feed": "f", "dialect": "canal", "topics": "t"}
BAG = {"feed": "f", "source_database": "d", "source_table": "bag"}


def row(id: str, v: str) -> dict[str, str]:
    return {"id": id, "v": v}


@pytest.fixture(scope="module")
def two_runs(pipeline: Pipeline) -> Pipeline:
    """Two runs, of which the first was long ago: a poison message, a topic without a feed, a bag, a keyed row twice."""
    pipeline.clear()
    pipeline.declare("feeds", FEED)
    pipeline.declare("table_keys", BAG)
    pipeline.land(
        [
            record(0, canal("INSERT", [row("1", "z"), row("1", "a")])),
            record(1, canal("INSERT", [row("1", "a")], table="bag", keys=None)),
            record(2, "{"),
            record(0, "x", topic="unclaimed"),
        ]
    )
    pipeline.build()
    pipeline.sql("update internal.read_batches set opened_at = opened_at - interval 40 days")
    pipeline.land([record(3, canal("INSERT", [row("2", "b")]))])
    pipeline.build()
    return pipeline


@pytest.fixture
def old(two_runs: Pipeline) -> Iterator[Pipeline]:
    """The same tables for each test. A restored table still refuses the numbers of the loads it has seen."""
    ordering = ("source_epochs", "table_reloads", "concurrent_changes", "refold_requests")
    logs = ("read_batches", "decoded", "source_tables", "sent_types", "statements", *ordering)
    tables = ("messages", *logs, "folded_rows", "removals", "removed_ranges")
    versions = {table: two_runs.version(table) for table in tables}
    yield two_runs
    newest = captures.next_batch_id(two_runs.spark) - 1
    for table, version in versions.items():
        two_runs.sql(f"restore table {table_name(table)} to version as of {version}")
    two_runs.sql(
        f"insert into internal.lost_ranges values ('x', '', 0, 0, 0, 'expired', current_timestamp(), {newest})"
    )


def test_old_messages_and_changes_go_and_what_is_needed_stays(old: Pipeline) -> None:
    before = old.state()
    report = maintain(old.spark, keep_messages_days=30, keep_changes_days=30)
    messages = old.sql("select topic, offset from messages order by topic, offset")
    assert [tuple(each.values()) for each in messages] == [("t", 2), ("t", 3), ("unclaimed", 0)]
    changes = old.sql("select offset, message_index from internal.decoded order by offset")
    assert [tuple(each.values()) for each in changes] == [(0, 1), (1, 0), (2, 0), (3, 0)]
    assert {table.name: table.removed for table in report.tables if table.removed} == {"messages": 2, "decoded": 1}
    assert "--full-refresh" in report.warnings[0]

    capture = old.folder / f"capture-{old.captures - 1}.jsonl"
    again = captures.load(old.spark, old.folder, [capture])
    assert (again.landed, again.already_there) == (0, 4), "a capture whose messages were removed"
    old.build()
    assert old.state() == before
    assert old.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"
    with pytest.raises(AssertionError, match="a full refresh needs messages and changes that"):
        old.build("--full-refresh")
    with pytest.raises(AssertionError, match="decoding feed f again needs messages and changes"):
        old.build("--vars", json.dumps({"changefeed_redecode": {"feed": "f"}}))
    assert maintain(old.spark, keep_messages_days=30).tables[0].removed == 0
    ranges = old.sql("select topic, partition, first_offset, last_offset from internal.removed_ranges")
    assert [tuple(each.values()) for each in ranges] == [("t", 0, 0, 1)]
    with capture.open("a") as opened:
        opened.write(json.dumps(record(7, canal("INSERT", [row("7", "g")]))) + "\n")
    again = captures.load(old.spark, old.folder, [capture])
    assert (again.landed, again.already_there) == (1, 4), "only what was added to the capture"
    messages = old.sql("select offset from messages where topic = 't' order by offset")
    assert [each["offset"] for each in messages] == [2, 3, 7]


def test_messages_are_bounded_by_size(old: Pipeline) -> None:
    assert _boundary(old.spark, days=None, most_bytes=10**9) == 0
    assert maintain(old.spark, keep_messages_bytes=1).tables[0].removed == 2


def test_a_run_puts_small_files_together_and_the_next_has_nothing_to_do(old: Pipeline) -> None:
    def files() -> dict[str, int]:
        tables = ("messages", "read_batches", "decoded")
        return {name: old.sql(f"describe detail {table_name(name)}")[0]["numFiles"] for name in tables}

    old.land([record(4, canal("INSERT", [row("3", "c")]))])
    old.build("--vars", json.dumps({"changefeed_compact_every": 2}))
    assert files() == {"messages": 3, "read_batches": 3, "decoded": 3}, "the third run"
    old.land([record(5, canal("INSERT", [row("4", "d")]))])
    old.build("--vars", json.dumps({"changefeed_compact_every": 4}))
    assert files() == {"messages": 1, "read_batches": 1, "decoded": 1}, "the fourth run"
    landed = last_run.state(old.spark, old.folder)
    maintain(old.spark, keep_messages_days=30)
    assert last_run.state(old.spark, old.folder) == landed
    compacted = old.version("messages")
    old.build("--vars", json.dumps({"changefeed_compact_every": 1}))
    assert old.version("messages") == compacted, "a run that read nothing"


def test_small_files_are_put_together_and_unused_ones_deleted(two_runs: Pipeline) -> None:
    old = two_runs  # the last test: what was deleted can't be restored
    report = maintain(old.spark, unused_hours=0)
    assert all(table.files <= 1 for table in report.tables if table.name != "folded_rows")
    assert next(table for table in report.tables if table.name == "messages").files_before == 2
    assert report.warnings == []
    assert len(old.sql("select * from changes")) == 4


def test_on_a_shared_warehouse_it_claims_and_leaves_young_files(
    two_runs: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANGEFEED_COMMAND", '{"run_by": "test"}')
    runs = relations.table_name("runs")
    with pytest.raises(ChangefeedError, match=r"--unused-hours 1: others reach this warehouse.* Give 24 or more"):
        maintain(two_runs.spark, unused_hours=1, is_shared=True)
    two_runs.spark.sql(macros.own().claim(runs, "a run", "another", 10))
    try:
        with pytest.raises(ChangefeedError, match="in use by another, since") as refused:
            maintain(two_runs.spark, is_shared=True)
        assert refused.value.exit_code == 2
    finally:
        two_runs.spark.sql(macros.own().end_claim(runs, "a run", "done"))
    assert maintain(two_runs.spark, is_shared=True).tables
    assert not two_runs.sql("select * from internal.runs where ended_at is null")


def dts(kind: str, at: int, image: dict[str, str] | None, old: dict[str, str] | None = None, **fields: str) -> dict:
    """A message of DTS, whose updates send what changed; `at` is its place in the order, also between partitions."""
    old_rows = [old or {}] if kind == "UPDATE" else None
    payload = canal(kind, image and [image], old_rows, id=f"{FIRST_AT + at}00001", es=FIRST_AT + at, **fields)
    return {"at": at, "payload": payload}


def statement(at: int, sql: str) -> dict:
    return dts("DDL", at, None, sql=sql, isDdl=True, keys=None)


FIRST_AT = 1_717_210_800_000
WHOLE = {"id": "1", "a": "x", "b": "x", "c": "x"}
FIRST = dts("INSERT", 10, WHOLE)
OTHER = dts("INSERT", 90, {"id": "1"}, table="other")
# Feed → its messages in each run. What landed in a run is removed after the next, if it may be.
STORIES: dict[str, list[list[dict]]] = {
    "a_partial_change_of_key_in_order": [
        [FIRST],
        [OTHER],
        [dts("UPDATE", 100, {"id": "2", "b": "y"}, {"id": "1"})],
    ],
    "a_late_partial_update": [
        [FIRST, dts("UPDATE", 30, {"id": "1", "b": "y"})],
        [OTHER],
        [dts("UPDATE", 20, {"id": "1", "b": "z", "c": "z"})],
    ],
    "a_late_partial_update_of_a_row_that_moved": [
        [FIRST],
        [OTHER, dts("UPDATE", 30, {"id": "2", "b": "y"}, {"id": "1"})],
        [dts("INSERT", 100, {"id": "1", "a": "n", "b": "n", "c": "n"})],
        [dts("UPDATE", 20, {"id": "1", "c": "z"})],
    ],
    "a_row_that_took_a_key_again_and_moved_on": [
        [FIRST, dts("DELETE", 11, {"id": "1"}), dts("INSERT", 12, WHOLE | {"a": "w"})],
        [OTHER, dts("UPDATE", 30, {"id": "2", "b": "y"}, {"id": "1"})],
        [dts("UPDATE", 100, {"id": "1", "b": "v"}, {"id": "2"})],
        [dts("UPDATE", 20, {"id": "1", "c": "z"}), dts("UPDATE", 13, {"id": "1", "c": "never seen"})],
    ],
    "a_late_change_before_the_whole_image_that_stays": [
        [FIRST, dts("DELETE", 20, {"id": "1"}), dts("INSERT", 40, WHOLE | {"a": "w"})],
        [OTHER],
        [dts("UPDATE", 30, {"id": "1", "c": "z"})],
        [dts("UPDATE", 50, {"id": "1", "b": "y"})],
    ],
    "a_table_that_is_renamed_after_the_removal": [
        [FIRST, dts("DELETE", 20, {"id": "1"}), dts("INSERT", 40, WHOLE | {"a": "w"})],
        [OTHER],
        [statement(100, "rename table t to u"), dts("UPDATE", 110, {"id": "1", "b": "y"}, table="u")],
        [dts("UPDATE", 105, {"id": "1", "c": "z"}, table="u")],
    ],
    "a_table_that_took_the_name_of_another": [
        [FIRST, dts("INSERT", 11, WHOLE | {"a": "new"}, table="n")],
        [statement(20, "rename table t to o, n to t"), dts("INSERT", 30, {"id": "1", "a": "newer"})],
        [OTHER],
        [statement(110, "rename table o to p")],
    ],
}


@pytest.fixture(scope="module")
def stories(pipeline: Pipeline) -> Pipeline:
    """The stories side by side, with all changes removed that may be after each run but the first."""
    pipeline.clear()
    feeds = [
        {"feed": feed, "dialect": "dts_canal", "variant": "standard", "topics": feed, "history": "on"}
        for feed in STORIES
    ]
    pipeline.declare("feeds", *feeds)
    for run in range(4):
        offsets = {feed: sum(map(len, runs[:run])) for feed, runs in STORIES.items()}
        pipeline.land(
            record(offsets[feed] + place, message["payload"], topic=feed, ts=FIRST_AT + 200 + run)
            for feed, runs in STORIES.items()
            for place, message in enumerate(runs[run] if run < len(runs) else [])
        )
        pipeline.build()
        if run:
            _remove_changes(pipeline.spark, _boundary(pipeline.spark, 0, None))
    return pipeline


def test_a_row_keeps_what_partial_images_do_not_send_after_a_removal(stories: Pipeline) -> None:
    found: dict[str, dict[str, str]] = {feed: {} for feed in STORIES}
    for each in stories.sql(
        "select feed, source_table, row_key, concat_ws(' ', row['a'], row['b'], row['c']) as image, is_deleted"
        " from current_rows where source_table <> 'other' order by all"
    ):
        place = each["source_table"] + json.loads(each["row_key"])[0]
        found[each["feed"]][place] = each["image"] + (" †" if each["is_deleted"] else "")
    assert found == {
        "a_partial_change_of_key_in_order": {"t1": "x x x †", "t2": "x y x"},
        "a_late_partial_update": {"t1": "x y z"},
        "a_late_partial_update_of_a_row_that_moved": {"t1": "n n n", "t2": "x y z"},
        "a_row_that_took_a_key_again_and_moved_on": {"t1": "w v z", "t2": "w y z †"},
        "a_late_change_before_the_whole_image_that_stays": {"t1": "w y x"},
        "a_table_that_is_renamed_after_the_removal": {"u1": "w y z"},
        "a_table_that_took_the_name_of_another": {"p1": "x x x", "t1": "newer"},
    }


def test_versions_stay_although_their_changes_were_removed(stories: Pipeline) -> None:
    found: dict[str, list[tuple]] = {}
    for each in stories.sql(
        "select feed, source_table, row_key, concat_ws(' ', row['a'], row['b'], row['c']) as image,"
        f" unix_millis(valid_from) - {FIRST_AT} as begun, unix_millis(valid_to) - {FIRST_AT} as ended"
        " from history where source_table <> 'other' order by feed, begun"
    ):
        place = each["source_table"] + json.loads(each["row_key"])[0]
        found.setdefault(each["feed"], []).append((place, each["image"], each["begun"], each["ended"]))
    assert found["a_late_change_before_the_whole_image_that_stays"] == [
        ("t1", "x x x", 10, 20),
        ("t1", "x x z", 30, 40),
        ("t1", "w x x", 40, 50),
        ("t1", "w y x", 50, None),
    ]
    assert found["a_row_that_took_a_key_again_and_moved_on"] == [
        ("t1", "x x x", 10, 11),
        ("t1", "w x x", 12, 13),
        ("t1", "w x never seen", 13, 20),
        ("t1", "w x z", 20, 30),
        ("t2", "w y z", 30, 100),
        ("t1", "w v z", 100, None),
    ]
    assert found["a_table_that_is_renamed_after_the_removal"] == [
        ("t1", "x x x", 10, 20),
        ("u1", "w x x", 40, 105),
        ("u1", "w x z", 105, 110),
        ("u1", "w y z", 110, None),
    ]
    tests = (
        "versions_do_not_overlap",
        "current_rows_equal_a_rebuild",
        "nothing_is_lost",
        "every_key_has_one_current_row",
    )
    results = stories.dbt("test", "--select", *tests, "--vars", json.dumps({"changefeed_sampled_share": 1}))
    assert {name: results[name].status for name in tests} == dict.fromkeys(tests, "pass")


def test_what_no_later_fold_needs_is_removed(stories: Pipeline) -> None:
    stayed: dict[str, list[int]] = {}
    changes = f"select feed, unix_millis(source_at) - {FIRST_AT} as at from internal.decoded where step = 0 order by at"
    for each in stories.sql(changes):
        stayed.setdefault(each["feed"], []).append(each["at"])
    assert stayed["a_late_change_before_the_whole_image_that_stays"] == [40, 50, 90]
    assert stayed["a_row_that_took_a_key_again_and_moved_on"] == [12, 13, 20, 30, 90, 100]
    assert stayed["a_late_partial_update_of_a_row_that_moved"] == [10, 20, 30, 90, 100]
    assert stories.sql("select distinct removed_from from internal.removals") == [
        {"removed_from": "superseded changes"}
    ]
