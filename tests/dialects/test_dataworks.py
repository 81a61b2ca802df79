"""DataWorks: updates in two messages over several runs, the order by sequenceId, and what is proposed for topics."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dbt.cli.main import dbtRunner

from pipeline import REPO, Pipeline, record


def message(op: str, number: int | None, before: dict | None = None, after: dict | None = None, **more: Any) -> str:
    """A message of DataWorks for table t, whose key is id."""
    columns = [{"name": "id", "type": "LONG"}, {"name": "v", "type": "STRING"}]
    schema = {
        "dataColumn": columns,
        "primaryKey": ["id"],
        "source": {"dbType": "MySQL", "dbName": "d", "tableName": "t"},
    }
    payload = {"before": before and {"dataColumn": before}, "after": after and {"dataColumn": after}}
    payload |= {"sequenceId": None if number is None else str(number), "op": op, "timestamp": {"eventTime": 1}}
    return json.dumps({"schema": schema, "payload": payload | more, "version": "0.0.1"})


@pytest.mark.slow
def test_an_update_in_two_messages_waits_for_its_other_half(pipeline: Pipeline) -> None:
    pipeline.clear()
    for seed in ("table_keys", "table_columns"):
        pipeline.declare(seed)
    pipeline.declare("feeds", {"feed": "works", "dialect": "dataworks", "topics": "t"})
    one, two, three = ({"id": number, "v": "a"} for number in (1, 2, 3))
    pipeline.land([
        record(0, message("INSERT", -1, after=one)),
        record(1, message("INSERT", -1, after=two)),
        record(0, message("INSERT", 99, after=three), partition=1),  # numbers are compared as numbers: 99 < 100 < 1000
        record(1, message("UPDATE_AFTER", 1000, before=three, after=three | {"v": "last"}), partition=1),
        record(2, message("UPDATE_AFTER", 100, before=three, after=three | {"v": "older"})),
        record(3, message("UPDATE_BEFOR", 101, before=one)),
        record(4, message("UPDATE_BEFORE", 102, before=two)),
    ])  # fmt: skip
    pipeline.build()
    assert pipeline.rows() == [
        ("t", '["1"]', {"id": "1", "v": "a"}, 1),
        ("t", '["2"]', {"id": "2", "v": "a"}, 1),
        ("t", '["3"]', {"id": "3", "v": "last"}, 1),
    ], "the sides that wait change nothing"
    waiting = pipeline.sql("select offset, reason from quarantine where resolved_at is null order by offset")
    assert [tuple(row.values()) for row in waiting] == [(3, "unpaired_update"), (4, "unpaired_update")]
    pipeline.land([
        record(2, message("UPDATE_AFTER", 102, after={"id": 20, "v": "a"}), partition=1),  # a key change
        record(3, message("UPDATE_AFTER", 101, after=one | {"v": "b"}), partition=1),
        record(5, message("MHEARTBEAT", None)),
    ])  # fmt: skip
    pipeline.build()
    rows = [
        ("t", '["1"]', {"id": "1", "v": "b"}, 1),
        ("t", '["20"]', {"id": "20", "v": "a"}, 1),
        ("t", '["3"]', {"id": "3", "v": "last"}, 1),
    ]
    assert pipeline.rows() == rows
    assert pipeline.sql("select 1 from quarantine where resolved_at is null") == []
    pipeline.land([
        record(6, message("UPDATE_AFTER", 101, after=one | {"v": "b"})),  # sent again by the producer, one side only
        record(7, message("DELETE", 1001, before=three)),
        record(8, message("TRUNCATE", None, ddl={"text": "truncate table t"})),  # no number, so no place in the order
    ])  # fmt: skip
    pipeline.build()
    assert pipeline.rows() == rows[:2]
    left = pipeline.sql("select offset, reason from quarantine where resolved_at is null order by offset")
    assert [tuple(row.values()) for row in left] == [(6, "unpaired_update"), (8, "sequence_missing")]
    pipeline.build("--full-refresh")
    assert pipeline.rows() == rows[:2], "a rebuild gives the same"


def test_topics_of_dataworks_are_told_from_those_of_oms(pipeline: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    pipeline.clear()
    for seed in ("feeds", "table_keys", "table_columns"):
        pipeline.declare(seed)
    flat = {
        "_sequence_id_": "1",
        "_operation_type_": "I",
        "_execute_time_": 1,
        "_before_image_": "N",
        "_after_image_": "Y",
    }
    oms = {
        "version": "2.0",
        "schema": {"column": [], "pk": [], "source": {}},
        "payload": {"op": "INSERT"},
        "extend": {},
    }
    pipeline.land([record(0, message("INSERT", 1, after={"id": 1, "v": "a"}), topic="whole")])
    pipeline.land([record(0, json.dumps(flat | {"id": 1}), topic="single")])
    pipeline.land([record(0, json.dumps(oms), topic="ob")])
    pipeline.dbt("build", "--select", "+changefeed_feed_settings", "--exclude-resource-type", "test")
    capsys.readouterr()
    dbtRunner().invoke(
        ["run-operation", "propose_feeds", "--quiet", "--log-level-file", "none",
         "--project-dir", str(pipeline.folder), "--profiles-dir", str(REPO),
         "--target-path", str(pipeline.folder / "target")]
    )  # fmt: skip
    lines = [line for line in capsys.readouterr().out.splitlines() if line and not line.startswith("#")]
    proposed = [line.split(",")[1:3] for line in lines if line.count(",") > 2]
    assert sorted(proposed) == [["dataworks", "whole"], ["dataworks_flat", "single"], ["oms_dataworks", "ob"]]
