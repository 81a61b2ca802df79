"""From landed records to current rows: whatever the batches, the order of loading and the kills between them.

Each case is a feed of its own; all of them go through the same runs side by side.
"""

from __future__ import annotations

import base64
import json
from types import SimpleNamespace
from typing import Any

import pytest

import one_writer
from changefeed.spark import storage
from changefeed.spark.relations import table_name
from made_up_source import BAG, CANAL, history
from pipeline import Pipeline, canal, record

GOOD = canal("INSERT", [{"id": "good", "v": "中文 🚀"}])
DEEP = '{"type":"INSERT","isDdl":false,"data":' + '{"a":' * 10_000 + "1" + "}" * 10_000 + "}"
POISON = {
    "empty_value": "",
    "invalid_json": '{"type": INSERT}',
    "invalid_json truncated": GOOD[:60],
    "invalid_json trailing": GOOD + " garbage",
    "invalid_json twice": GOOD + GOOD,
    "invalid_json nul": GOOD.replace("good", "a\0b"),
    "invalid_json deep": DEEP,
    "invalid_json null": "null",
    "invalid_json array": "[1, 2]",
    "wrong_dialect": '{"before":null,"after":{"id":1},"source":{"db":"d","table":"t"},"op":"c","ts_ms":1}',
    "unknown_operation": canal("UPSERT", [{"id": "1"}]),
    "data_not_rows": canal("INSERT", {"id": "1"}),
    "data_not_rows texts": canal("INSERT", ["a", "b"]),
    "old_not_rows": canal("UPDATE", [{"id": "1"}], [{}, {}]),
    "statement_without_rows": canal("DELETE", None, sql="delete from t"),
    "no_key_declared": canal("INSERT", [{"v": "1"}], table="unknown", keys=None),
    "table_missing": canal("INSERT", [{"id": "1"}], table=""),
    "key_absent": canal("INSERT", [{"v": "1"}]),
    "key_absent in one of two rows": canal("INSERT", [{"id": "1"}, {"v": "1"}]),
    "lone_surrogate": GOOD.replace("good", "\\ud83d"),
    "duplicate_name": GOOD.replace('"v"', '"id"'),
}


NOT_UTF8 = record(len(POISON), None) | {"payload_base64": base64.b64encode(b'{"type":"\xff"}').decode()}
LONG = "中" * (16 * 1024 * 1024 // 3)
LONG_MESSAGE = canal("INSERT", [{"id": "1", "v": LONG}])
DIGITS = "12345678901234567890123456789012345.123456789012345678901234567890"
SOURCE = history(seed=19)
CLOCKS = [
    record(0, canal("INSERT", [{"id": "1", "v": "a"}]), ts=1_700_000_000_000),
    record(1, canal("UPDATE", [{"id": "1", "v": "b"}], [{"v": "a"}]), ts=1_000_000_000_000),
    record(2, canal("UPDATE", [{"id": "1", "v": "c"}], [{"v": "b"}]), ts=1_500_000_000_000),
]
STATEMENTS = [
    record(0, None),
    record(1, canal("QUERY", None, table="", database="", sql="UPDATE t SET v = 1")),
    record(2, canal("ALTER", None, isDdl=True, sql="alter table t add column w int")),
    record(3, canal("INSERT", [])),
]
# Feed → what lands before each of four runs; the second is killed before decoded, the third before folded_rows.
CASES: dict[str, list[list[dict]]] = {
    "undisturbed": [SOURCE],
    "killed": [SOURCE[:60], SOURCE[60:90], SOURCE[90:105], SOURCE[105:]],
    "clocks_at_once": [CLOCKS],
    "clocks_in_runs": [CLOCKS[:1], CLOCKS[1:2], [], CLOCKS[2:]],
    "claimed_later": [[record(0, canal("INSERT", [{"id": "1", "v": "a"}]))]],
    "made_again": [[record(0, canal("INSERT", [{"id": "1", "v": "a"}]))]],
    "poison": [[*map(record, range(len(POISON)), POISON.values()), NOT_UTF8, record(len(POISON) + 1, GOOD)]],
    "long": [[record(0, LONG_MESSAGE), record(1, LONG_MESSAGE[:-1]), record(2, GOOD)]],
    "digits": [
        [record(0, canal("INSERT", [{"id": "1", "v": "N", "w": "M"}]).replace('"N"', DIGITS).replace('"M"', "1.50e-7"))]
    ],
    "statements": [STATEMENTS],
}
MADE_AGAIN = record(0, canal("INSERT", [{"id": "2", "v": "b"}]), topic="made_again")
FEEDS = {feed: CANAL | {"feed": feed, "topics": feed} for feed in CASES}
MOST = 8  # messages that each of the last runs takes up
STAGES = (
    "read_batches",
    "decoded",
    "statements",
    "source_epochs",
    "concurrent_changes",
    "refold_requests",
    "folded_rows",
)


@pytest.fixture(scope="module")
def runs(pipeline: Pipeline) -> SimpleNamespace:
    """The pipeline after all runs, and what was seen between them."""
    seen: dict[str, Any] = {}

    def land(run: int, **options: int) -> None:
        pipeline.land(
            (each | {"topic": feed} for feed, case in CASES.items() if run < len(case) for each in case[run]), **options
        )

    def versions() -> list[int]:
        return [pipeline.version(table) for table in STAGES]

    pipeline.clear()
    pipeline.declare("feeds", *(FEEDS | {"claimed_later": CANAL | {"topics": "other"}}).values())
    pipeline.declare("table_keys", *(BAG | {"feed": feed} for feed in ("undisturbed", "killed")))
    pipeline.build()
    seen["empty"] = pipeline.rows(), pipeline.sql("select * from quarantine")
    land(0)
    pipeline.land([MADE_AGAIN], incarnation="second")
    pipeline.build()
    seen["unclaimed"] = pipeline.sql("select topic, messages from internal.read_batches where feed = ''")
    land(1)
    pipeline.build(models=["+changefeed_read_batches"])
    land(2)
    pipeline.build(models=["+changefeed_decoded"])
    land(3, most_per_batch=6)
    pipeline.declare("feeds", *FEEDS.values())
    for _ in range(3):
        pipeline.build("--vars", json.dumps({"changefeed_max_messages_per_run": MOST}))
    seen["slices"] = pipeline.sql(
        "select decode_batch_id, sum(messages) as messages from internal.read_batches"
        " where feed in ('killed', 'clocks_in_runs', 'claimed_later') group by all order by 1"
    )
    seen["versions"] = versions()
    pipeline.build()
    seen["versions_later"] = versions()
    return SimpleNamespace(pipeline=pipeline, seen=seen)


def rows(runs: SimpleNamespace, feed: str) -> list[dict[str, Any]]:
    """Key, row and copies of the current rows of a feed that are not deleted."""
    return runs.pipeline.sql(
        f"select row_key, row, copies from current_rows where feed = '{feed}' and not is_deleted order by row_key"
    )


def test_an_empty_warehouse_builds_to_empty_tables(runs: SimpleNamespace) -> None:
    assert runs.seen["empty"] == ([], [])


def test_clocks_that_run_backwards_do_not_reorder_a_partition(runs: SimpleNamespace) -> None:
    assert rows(runs, "clocks_at_once") == [{"row_key": '["1"]', "row": {"id": "1", "v": "c"}, "copies": 1}]
    states = runs.pipeline.states()
    assert states["clocks_in_runs"] == states["clocks_at_once"]


def test_a_topic_made_again_holds_other_messages(runs: SimpleNamespace) -> None:
    assert [row["row_key"] for row in rows(runs, "made_again")] == ['["1"]', '["2"]']


def test_a_topic_is_decoded_when_a_feed_claims_it(runs: SimpleNamespace) -> None:
    assert runs.seen["unclaimed"] == [{"topic": "claimed_later", "messages": 1}]
    assert len(rows(runs, "claimed_later")) == 1
    count = "select count(*) as n from internal.decoded where feed = 'claimed_later'"
    assert runs.pipeline.sql(count) == [{"n": 1}]


def test_a_run_with_nothing_new_writes_nothing(runs: SimpleNamespace) -> None:
    assert runs.seen["versions_later"] == runs.seen["versions"]


def test_each_relation_has_one_writer_and_reads_what_stands_before_it(runs: SimpleNamespace) -> None:
    assert len({id for id, _ in runs.pipeline.statements}) > 15
    assert one_writer.faults(runs.pipeline.statements, runs.pipeline.manifest) == []


def test_runs_killed_between_two_stages_are_completed_by_the_next(runs: SimpleNamespace) -> None:
    states = runs.pipeline.states()
    assert len(states["undisturbed"]) > 8
    assert states["killed"] == states["undisturbed"]


def test_a_backlog_is_read_in_slices(runs: SimpleNamespace) -> None:
    """The last 16 messages landed in three parts, and one waited for a feed: test_runs_killed… shows the same rows."""
    *_, first, second, third = [row["messages"] for row in runs.seen["slices"]]
    assert first + second + third == 17 and max(first, second, third) <= MOST


def test_each_poison_message_is_quarantined_with_its_reason_and_stops_nobody(runs: SimpleNamespace) -> None:
    found = runs.pipeline.sql(
        "select offset, reason, detail, attempts, resolved_at from quarantine where feed = 'poison' order by offset"
    )
    assert [each["reason"] for each in found] == [name.split()[0] for name in POISON] + ["not_utf8"]
    assert all(len(each["detail"]) > 20 for each in found)
    assert {each["attempts"] for each in found} == {1}
    assert {each["resolved_at"] for each in found} == {None}
    assert [row["row"] for row in rows(runs, "poison")] == [{"id": "good", "v": "中文 🚀"}]


def test_a_message_of_16_mb_is_decoded_whole_and_a_broken_one_is_quarantined(runs: SimpleNamespace) -> None:
    quarantined = runs.pipeline.sql("select offset, reason from quarantine where feed = 'long'")
    assert quarantined == [{"offset": 1, "reason": "invalid_json"}]
    assert {row["row_key"]: row["row"]["v"] for row in rows(runs, "long")} == {'["1"]': LONG, '["good"]': "中文 🚀"}


def test_json_numbers_keep_all_their_digits(runs: SimpleNamespace) -> None:
    assert [row["row"] for row in rows(runs, "digits")] == [{"id": "1", "v": DIGITS, "w": "1.50e-7"}]


def test_tombstones_and_statements_are_messages_that_change_no_row(runs: SimpleNamespace) -> None:
    changes = runs.pipeline.sql(
        "select operation, statement_kind from changes where feed = 'statements' order by offset"
    )
    assert [(each["operation"], each["statement_kind"]) for each in changes] == [
        ("other", None),
        ("other", "query"),
        ("ddl", "alter"),
        ("other", None),
    ]
    assert rows(runs, "statements") == []


def test_the_invariants_hold_and_would_notice(runs: SimpleNamespace) -> None:
    pipeline = runs.pipeline
    failing = {
        "nothing_is_lost": "fail",
        "every_key_has_one_current_row": "fail",
        "no_change_without_a_message": "fail",
        "canonical_operations_only": "fail",
        "row_images_are_whole": "fail",
        "declarations_name_declared_feeds": "fail",
        "a_table_has_one_key": "warn",
        "orders_are_decided": "warn",
    }

    def found() -> dict[str, str]:
        nodes = pipeline.dbt("test", "--select", *failing)
        return {name: str(nodes[name].status) for name in failing}

    pipeline.build(models=["changefeed_order_health"])
    assert found() == dict.fromkeys(failing, "pass")

    of_feed = "feed = 'undisturbed' and"
    pipeline.sql(f"delete from internal.decoded where {of_feed} offset = 0 and partition = 0")
    pipeline.sql(
        f"update internal.decoded set offset = 999, operation = 'x' where {of_feed} offset = 1 and partition = 1"
    )
    pipeline.sql("update internal.decoded set reason = 'no_key_declared' where feed = 'clocks_at_once' and offset = 1")
    pipeline.sql("insert into internal.folded_rows select * from internal.folded_rows where feed = 'undisturbed'")
    (first,) = pipeline.sql("select min(row_key) as row_key from internal.folded_rows where feed = 'undisturbed'")
    pipeline.sql(
        f"update internal.folded_rows set key_columns = array('v') where {of_feed} row_key = '{first['row_key']}'"
    )
    for table, row in {
        "changefeed_table_keys": "'nobody' as feed, 't' as source_table, 'id' as key_columns",
        "concurrent_changes": "'undecided' as what, 'undisturbed' as feed, 'row' as kind",
    }.items():  # not every format takes a row without some of the columns
        stored = pipeline.spark.table(table_name(table))
        whole = stored.limit(0).unionByName(pipeline.spark.sql(f"select {row}"), allowMissingColumns=True)
        whole.write.insertInto(table_name(table))
    assert found() == failing

    # Within a build they look at what the run has written: these faults are of earlier runs.
    def found_by_the_run() -> dict[str, str]:
        nodes = pipeline.dbt("build", "--select", "nothing_is_lost", "canonical_operations_only")
        return {name: str(nodes[name].status) for name in ("nothing_is_lost", "canonical_operations_only")}

    assert found_by_the_run() == {"nothing_is_lost": "pass", "canonical_operations_only": "pass"}
    (newest,) = pipeline.sql("select max(batch_id) as id from internal.decoded where reason is null")
    pipeline.sql(f"delete from internal.decoded where batch_id = {newest['id']}")
    assert found_by_the_run() == {"nothing_is_lost": "fail", "canonical_operations_only": "pass"}


def test_spark_plans_by_the_size_that_a_table_has(runs: SimpleNamespace, pipeline: Pipeline) -> None:
    """Hive's metastore notes none as a table is made, but as it is replaced. An old note is brought up to date."""
    spark, schema = pipeline.spark, f"{pipeline.schema}_internal"
    catalog = spark._jsparkSession.sharedState().externalCatalog()

    def noted(name: str) -> str:
        return str(catalog.getTable(schema, name).stats().toString())

    listed = spark.sql(f"show tables in {schema}").collect()
    tables = [row["tableName"] for row in listed if not row["isTemporary"]]
    assert len(tables) > 10
    assert {name for name in tables if noted(name) != "None"} <= {"event_actions", "table_actions", "table_renames"}
    if storage.file_format() == "delta":
        spark.sql(f"create table {schema}.sizes using delta as select id from range(10)")
        catalog.alterTableStats(schema, "sizes", spark._jvm.scala.Option.apply(None))
        before = noted("sizes")
        spark.sql(f"insert into {schema}.sizes values (1)")
        assert noted("sizes") == before != "None"
        storage.note_size(spark, f"`{schema}`.`sizes`")
        assert noted("sizes") not in (before, "None")
        spark.sql(f"drop table {schema}.sizes")


def test_a_topic_of_another_name_is_claimed_by_no_feed(runs: SimpleNamespace) -> None:
    claimed = "select feed from internal.feed_settings where concat('{}', chr(10)) rlike topics_pattern"
    assert runs.pipeline.sql(claimed.format("undisturbed")) == []
    assert runs.pipeline.sql(claimed.format("changefeed_baseline.undisturbed")) == []


def test_a_topic_that_two_feeds_claim_waits_and_makes_both_not_well(pipeline: Pipeline) -> None:
    """The other feeds, and the other topics of these, go on."""
    pipeline.clear()
    feeds = [CANAL | {"topics": "t*"}, CANAL | {"feed": "g", "topics": "?"}, CANAL | {"feed": "h", "topics": "h1"}]
    pipeline.declare("feeds", *feeds)
    for _ in range(2):  # also where some wait already
        pipeline.land(
            record(pipeline.captures, canal("INSERT", [{"id": topic}]), topic=topic) for topic in ("t", "h1", "u")
        )
        pipeline.build()
    keys = "select feed, row_key from current_rows order by 1"
    assert pipeline.sql(keys) == [{"feed": "g", "row_key": '["u"]'}, {"feed": "h", "row_key": '["h1"]'}]
    pipeline.build(models=["changefeed_feed_health"])
    contested = "select feed, contested_topics as n from feed_health order by 1"
    assert [tuple(row.values()) for row in pipeline.sql(contested)] == [("f", 1), ("g", 1), ("h", 0)]

    pipeline.declare("feeds", feeds[0], feeds[1] | {"topics": "u"}, feeds[2])
    pipeline.build()
    assert [row["feed"] for row in pipeline.sql(keys)] == ["f", "g", "h"]
    assert pipeline.sql("select count(*) as n from changes where feed = 'f'") == [{"n": 2}]
    assert [row["n"] for row in pipeline.sql(contested)] == [0, 0, 0]

    # What lands and is not read makes its feed not well, too.
    unread = "select feed, unread_seconds >= 7200 as is_old from feed_health where unread_seconds is not null"
    assert pipeline.sql(unread) == []
    landed = pipeline.land([record(10_000, canal("INSERT", [{"id": "9"}]), topic="h1")])  # no capture's number
    assert pipeline.sql(unread) == [{"feed": "h", "is_old": False}]
    pipeline.sql(f"update messages set landed_at = landed_at - interval 2 hours where batch_id = {landed.batch_id}")
    assert pipeline.sql(unread) == [{"feed": "h", "is_old": True}]


@pytest.mark.slow
@pytest.mark.parametrize("is_in_runs", [False, True])
def test_a_time_far_ahead_does_not_count_in_the_order(pipeline: Pipeline, is_in_runs: bool) -> None:
    """A truncate comes by another partition after it: the row of that time is gone, and the one after it stays."""
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    hour = 3_600_000
    now = 1_717_210_800_000
    messages = [
        record(0, canal("INSERT", [{"id": "0"}]), partition=1, ts=now),
        record(1, canal("INSERT", [{"id": "1"}]), partition=1, ts=4_102_444_800_000),  # of 2100
        record(0, canal("TRUNCATE", None, isDdl=True, sql="truncate table t"), ts=now + hour),
        record(2, canal("INSERT", [{"id": "2"}]), partition=1, ts=now + 2 * hour),
    ]
    for part in ([each] for each in messages) if is_in_runs else [messages]:
        pipeline.land(part)
        pipeline.build()
    assert [key for _, key, _, _ in pipeline.rows()] == ['["2"]']
    pipeline.build(models=["changefeed_feed_health", "changefeed_partition_health"])
    assert pipeline.sql("select times_ahead, last_kafka_at < current_timestamp() as is_past from feed_health") == [
        {"times_ahead": 1, "is_past": True}
    ]
    assert pipeline.sql("select kafka_at from changes where kafka_at > current_timestamp()"), "it is shown as it came"
