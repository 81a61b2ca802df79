"""What checks and proposals of feeds know of dialects that look like each other."""

from __future__ import annotations

import json

import pytest
from dbt.cli.main import dbtRunner

from pipeline import REPO, Pipeline, record


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"dialect": "dts_canal", "variant": "swapped"}, ""),
        ({"dialect": "dts_canal"}, "dts_canal needs the option 'variant', because a wrong default would give wrong"),
        ({"dialect": "dts_canal", "variant": "new"}, "can't be 'new'. Write variant=standard or variant=swapped"),
        ({"dialect": "oms_canal", "source_kind": "oceanbase_oracle", "lob_mode": "complete"}, ""),
        ({"dialect": "oms_canal", "variant": "new"}, "has no option 'variant'. It has absent_means="),
        ({"dialect": "drs_json", "options": "variant"}, "dialect drs_json has no option 'variant'. It has none: leave"),
        ({"dialect": "canal", "options": "absent_means="}, "can't be ''"),
        ({"dialect": "canal", "options": "absent_means=as_null absent_means=unchanged"}, "is given twice"),
        ({"dialect": "oms_default", "source_kind": "db2", "order": "kafka_time", "lob_mode": "complete"}, ""),
        ({"dialect": "oms_default", "order": "scn"}, "can't be 'scn'. Write order=sequence or order=kafka_time"),
        ({"dialect": "dts_shareplex", "order": "scn", "key_holds": "whole_row"}, ""),
        ({"dialect": "oms_canal", "source_kind": "mysql"}, "but from oceanbase_mysql, oceanbase_oracle"),
    ],
)
def test_a_feed_of_dts_names_its_variant(functions: Pipeline, line: dict[str, str], problem: str) -> None:
    functions.declare("feeds", {"feed": "post", "topics": "post"} | line)
    seeded = functions.dbt("seed", "--select", "changefeed_feeds")["changefeed_feeds"]
    assert seeded.status == ("error" if problem else "success")
    assert problem in seeded.message


def test_what_a_source_says_tells_debezium_oms_and_flink_apart(
    functions: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    functions.declare("feeds")
    functions.dbt("seed", "--select", "changefeed_feeds")
    row = {"before": None, "after": {"id": 1}, "op": "c"}
    debezium = row | {"source": {"connector": "mysql", "name": "inv", "db": "d", "table": "t"}, "ts_ms": 1}
    oms = row | {"source": {"connector": "OB_MYSQL", "name": "OMS", "db": "d", "table": "t"}, "ts_ms": 1}
    messages = {
        "bare": ("debezium", debezium),
        "wrapped": ("debezium", {"schema": {}, "payload": debezium}),
        "beat": ("debezium", {"ts_ms": 1}),
        "flatten": ("oms_debezium_flatten", oms),
        "kind": ("oms_debezium", {"payload": oms}),
        "flink": ("flink_json", row),
        "cdc": ("flink_json", row | {"source": {"db": "d", "table": "t"}}),
        "schema": ("flink_json", {"schema": {}, "payload": row}),
    }
    functions.land([record(1, json.dumps(each), topic=f"told_{name}") for name, (_, each) in messages.items()])
    functions.dbt("run-operation", "propose_feeds")
    printed = capsys.readouterr().out.splitlines()
    lines = [line.split(",") for line in printed if ",told_" in line and not line.startswith("#  ")]
    assert {line[2]: line[1] for line in lines} == {f"told_{name}": dialect for name, (dialect, _) in messages.items()}
    assert len(lines) == len(messages), "one dialect each"


def test_topics_are_proposed_with_their_look_alikes(functions: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    functions.declare("feeds")
    functions.dbt("seed", "--select", "changefeed_feeds")
    message = {"mysqlType": {}, "es": 1, "ts": 1, "database": "d", "table": "t", "type": "INSERT", "isDdl": False}
    message |= {"sql": "", "sqlType": {}, "data": [{"id": "1"}], "old": None, "pkNames": ["id"]}
    functions.land([record(1, json.dumps(message | {"id": 58, "gtid": ""}), topic="post")])
    functions.land([record(1, json.dumps(message), topic="voices")])
    whole = {"prevStruct": None, "postStruct": {"id": 1}, "allMetaData": {"db": "t.d"}, "recordType": "INSERT"}
    functions.land([record(1, json.dumps(whole), topic="ob")])
    functions.land([record(1, json.dumps({"data": {"id": 1}, "meta": {"op": "ins", "table": "d.t"}}), topic="flours")])
    functions.dbt("run-operation", "propose_feeds")
    lines = capsys.readouterr().out.splitlines()
    proposed = {tuple(line.removeprefix("# or: ").split(",")[:3]) for line in lines if ",,,," in line}
    assert sum(not line.startswith("#") and ",,,," in line for line in lines) == len({each[0] for each in proposed})
    assert {each for each in proposed if each[0] == "voices"} == {("voices", "oms_canal", "voices")}
    assert {("post", "dts_canal", "post"), ("post", "canal", "post")} <= proposed
    assert {each for each in proposed if each[0] == "ob"} == {("ob", "oms_default", "ob")}
    assert {each[1] for each in proposed if each[0] == "flours"} == {"oms_shareplex", "dts_shareplex"}
    assert not [line for line in lines if "oms_default_extend" in line], "its rows have __light_type"
    assert any("oms_shareplex; so can messages of dts_shareplex, which cannot be told apart" in line for line in lines)
    assert any(
        "write into its options variant=standard or variant=swapped; so can messages of canal, " in line
        for line in lines
    )


@pytest.mark.slow
def test_topics_of_drs_are_told_apart(functions: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    """From the published messages: each of the two dialects is proposed for its own alone."""
    functions.clear()
    functions.declare("feeds")
    functions.build()
    schema = {
        "columnType": {"a": "boolean"},
        "dbType": "PostgreSQL",
        "schema": "s",
        "opType": "INSERT",
        "id": 1,
        "es": 1,
        "ts": 1,
    }
    schema |= {
        "database": "d",
        "table": "t",
        "type": "INSERT",
        "isDdl": False,
        "sql": "",
        "sqlType": {"a": 8},
        "data": [],
        "old": None,
    }
    document = {
        "id": 1,
        "op": "INSERT",
        "dbType": "MongoDB",
        "db": "d",
        "coll": "c",
        "value": '{"_id": 1}',
        "where": None,
    }
    document |= {"recordType": "insert", "extra": "insert", "es": 1, "ts": 1, "clusterTime": "1:1"}
    functions.land(
        [
            record(1, json.dumps(schema | {"pkNames": None}), topic="rows"),
            record(1, json.dumps(document), topic="documents"),
        ]
    )
    dbtRunner().invoke(
        ["run-operation", "propose_feeds", "--quiet", "--log-level-file", "none",
         "--project-dir", str(functions.folder), "--profiles-dir", str(REPO),
         "--target-path", str(functions.folder / "target")]
    )  # fmt: skip
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[:3] for line in lines if not line.startswith("#") and ",,,," in line] == [
        ["documents", "drs_mongo", "documents"], ["rows", "drs_json_schema", "rows"],
    ]  # fmt: skip
    assert not any("cannot be told apart" in line for line in lines)
