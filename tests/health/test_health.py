"""A feed is well where nothing is wrong beyond what is accepted: each thing alone that is makes it not well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from changefeed.watch import metrics, status
from pipeline import Pipeline, canal, record

# Measure → what makes it wrong, how much there is then, and what ends it.
FAULTS = {
    "lost_offsets": (
        "insert into internal.lost_ranges values ('shop_b', 'id', 0, 5, 6, 'unreadable', now(), 1)",
        2,
        "delete from internal.lost_ranges",
    ),
    "held_partitions": (
        "insert into internal.kafka_faults values ('shop_a', 'id', 0, 3, 'not_authorized', 'may not', now())",
        1,
        "delete from internal.kafka_faults",
    ),
    "transaction_seconds": (
        "insert into internal.kafka_faults"
        " values ('shop_a', 'id', 0, 3, 'open_transaction', 'waits', now() - interval 61 minutes)",
        61 * 60,
        "delete from internal.kafka_faults",
    ),
    "compacted_topics": (
        "insert into internal.kafka_faults values ('shop_a', 'id', null, null, 'compacted', 'compacts', now())",
        1,
        "delete from internal.kafka_faults",
    ),
    "ahead_seconds": (
        "update internal.decoded set landed_at = landed_at + interval 2 days where feed = 'shop'",
        47 * 3600,
        "update internal.decoded set landed_at = landed_at - interval 2 days where feed = 'shop'",
    ),
}


@pytest.fixture(scope="module")
def feeds(pipeline: Pipeline) -> Iterator[Pipeline]:
    """Two feeds that are well, and a message that is of none."""
    pipeline.clear()
    pipeline.declare(
        "feeds",
        {"feed": "shop", "dialect": "canal", "topics": "shop_*"},
        {"feed": "erp", "dialect": "canal", "topics": "erp"},
    )
    topics = ("shop_a", "erp", "nobodys")
    pipeline.land([record(0, canal("INSERT", [{"id": "1"}]), topic=topic) for topic in topics])
    pipeline.build()
    views = ("feed_health", "partition_health", "order_health", "source_columns", "schema_changes")
    pipeline.dbt("run", "--select", *(f"changefeed_{name}" for name in views))
    yield pipeline
    pipeline.clear()


def faults(found: status.Status) -> dict[str, Any]:
    return {each["measure"]: (feed["feed"], each["count"]) for feed in found.feeds for each in feed["faults"]}


@pytest.mark.parametrize("measure", FAULTS)
def test_what_is_wrong_alone_makes_its_feed_not_well(
    feeds: Pipeline, measure: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, least, ended = FAULTS[measure]
    assert faults(status.read(feeds.spark, feeds.folder)) == {}
    feeds.sql(wrong)
    try:
        found = status.read(feeds.spark, feeds.folder)
        [(of, (feed, count))] = faults(found).items()
        assert (of, feed) == (measure, "shop") and least <= count <= least + 7200
        assert not status.is_well(found)
        [fault] = next(each["faults"] for each in found.feeds if each["feed"] == "shop")
        assert len(feeds.sql(fault["command"].split('"')[1])) == 1
        metrics.show(found)
        families = {each.name: each for each in text_string_to_metric_families(capsys.readouterr().out)}
        values = {each.labels["feed"]: each.value for each in families[f"changefeed_{measure}"].samples}
        assert values["shop"] == count and not values.get("erp")
        ended_at = families["changefeed_run_ended_timestamp_seconds"].samples
        assert {each.labels["exit_code"] for each in ended_at} == {"0", "1", "3"}, "0 for never: rules compare them"
        for command in ("test", "build"):  # of all that ever came, and of the newest run
            assert feeds.dbt(command, "--select", "feeds_are_healthy")["feeds_are_healthy"].status == "warn"
        (tmp_path / "dbt_project.yml").write_text(
            f"name: mine\nvars: {{changefeed_most_{measure}: {{shop: {count + 600}}}}}\n"
        )
        assert status.is_well(status.read(feeds.spark, tmp_path))
    finally:
        feeds.sql(ended)


def test_a_run_that_brought_nothing_wrong_does_not_count_all_that_ever_came(feeds: Pipeline) -> None:
    """Nor do the other tests of a run: one statement tells all of them that they need not."""
    names = (
        "feeds_are_healthy",
        "nothing_is_lost",
        "canonical_operations_only",
        "row_images_are_whole",
        "a_table_has_one_key",
    )
    feeds.dbt("build", "--select", *names)  # this run is the first that saw a key
    feeds.land([record(1, canal("INSERT", [{"id": "2"}]), topic=topic) for topic in ("shop_a", "erp")])
    feeds.build()
    feeds.statements.clear()
    found = feeds.dbt("build", "--select", *names)
    assert {name: str(found[name].status) for name in names} == dict.fromkeys(names, "pass")
    asked = [sql for _, sql in feeds.statements]
    of_log = {  # tests that run at the same time may each ask
        re.sub(r"/\*.*?\*/", "", sql).strip()
        for sql in asked
        if re.search(r"from \S*[.`](decoded|messages|folded_rows|current_rows|quarantine|feed_health)\b", sql)
    }
    assert len(of_log) == 1 and "decode_batch_id = " in next(iter(of_log)), of_log


def test_a_transaction_that_was_begun_just_now_is_no_fault(feeds: Pipeline) -> None:
    feeds.sql("insert into internal.kafka_faults values ('shop_a', 'id', 0, 3, 'open_transaction', 'waits', now())")
    try:
        assert status.is_well(status.read(feeds.spark, feeds.folder))
    finally:
        feeds.sql("delete from internal.kafka_faults")


def test_what_is_of_no_feed_is_shown_and_judged_where_a_limit_is_set(
    feeds: Pipeline, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    feeds.sql("insert into rejected_lines values ('f', 1, 'no record', cast('x' as binary), now(), 1)")
    try:
        found = status.read(feeds.spark, feeds.folder)
        status.show(found)
        shown = capsys.readouterr().out
        for words in ("lines of capture files that are no record: 1", "messages of topics that no feed reads: 1"):
            assert f"  of no feed: {words} (compared if changefeed_most_" in shown
        assert status.is_well(found)
        metrics.show(found)
        families = {each.name: each for each in text_string_to_metric_families(capsys.readouterr().out)}
        for measure in ("rejected_lines", "unclaimed_messages"):
            assert families[f"changefeed_{measure}"].samples[0].value == 1
            (tmp_path / "dbt_project.yml").write_text(f"name: mine\nvars: {{changefeed_most_{measure}: 0}}\n")
            judged = status.read(feeds.spark, tmp_path)
            assert not status.is_well(judged) and judged.beside["verdict"] == "not well"
            [fault] = judged.beside["faults"]
            assert fault["measure"] == measure and len(feeds.sql(fault["command"].split('"')[1])) == 1
    finally:
        feeds.sql("delete from rejected_lines")


def test_changes_of_sources_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    feed = {"feed": "shop", "dialect": "canal", "verdict": "well", "quarantined_by_reason": None}
    feed |= {"schema_changes": {"column_added": 2, "table_appeared": 1}}
    metrics.show(status.Status("", [feed], {"rejected_lines": 0, "unclaimed_messages": 0}, [], [], []))
    families = {each.name: each for each in text_string_to_metric_families(capsys.readouterr().out)}
    counted = families["changefeed_schema_changes"].samples
    assert {(each.name, each.labels["feed"], each.labels["change"]): each.value for each in counted} == {
        ("changefeed_schema_changes_total", "shop", "column_added"): 2,
        ("changefeed_schema_changes_total", "shop", "table_appeared"): 1,
    }
