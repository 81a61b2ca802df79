"""Huawei DRS from other databases than MySQL: how texts read as values, and how documents are put together."""

from __future__ import annotations

import json

import pytest
from dbt.cli.main import dbtRunner

from pipeline import REPO, Pipeline, record


@pytest.fixture(scope="module")
def functions(pipeline: Pipeline) -> Pipeline:
    """A warehouse with the SQL functions of udfs/ and no feed."""
    pipeline.clear()
    for seed in ("feeds", "table_keys", "table_columns"):
        pipeline.declare(seed)
    built = pipeline.dbt(
        "build", "--select", "resource_type:function", "+changefeed_feed_settings", "--exclude-resource-type", "test"
    )
    assert {node.status for node in built.values()} == {"success"}
    return pipeline


# source_type, data_type, text, what is read (None: kept in _unreadable)
PUBLISHED = (  # of the one message that is published
    ("timestamp without time zone", "timestamp_ntz", "2021-12-16 12:31:49.344365", "2021-12-16 12:31:49.344365"),
    ("tstzrange", "string", '("2010-01-01 14:30:00+08","2010-01-01 15:30:00+08")',
     '("2010-01-01 14:30:00+08","2010-01-01 15:30:00+08")'),
    ("int4range", "string", "[11,20)", "[11,20)"),
    ("character(1)", "string", "g", "g"),
    ("json", "string", '{"key1": "value1"}', '{"key1": "value1"}'),
    ("boolean", "boolean", "false", "false"),
    ("bit", "string", "1", "1"),
    ("smallint", "smallint", "12", "12"),
    ("bytea", "binary", "62797465615f64617461", "62797465615F64617461"),
)  # fmt: skip
POSTGRESQL_VALUES = (
    *PUBLISHED,
    ("numeric(65,30)", "string", "1.000000000000000000000000000001", "1.000000000000000000000000000001"),
    ("numeric(12,2)", "decimal(12,2)", "4.505", None),
    ("numeric(12,2)", "decimal(12,2)", "NaN", None),
    ("double precision", "double", "1.2510357E7", "1.2510357E7"),
    ("real", "float", "-Infinity", "-Infinity"),
    ("int8", "bigint", "9223372036854775807", "9223372036854775807"),
    ("integer", "int", "2147483648", None),
    ("bool", "boolean", "true", "true"),
    ("boolean", "boolean", "yes", None),
    ("bytea", "binary", "", ""),
    ("bytea", "binary", "616", None),
    ("bytea", "binary", "\\\\x61", "61"),
    ("timestamp(6) with time zone", "timestamp", "2010-01-01 14:30:00.25+08", "2010-01-01 06:30:00.25"),
    ("timestamptz", "timestamp", "2010-01-01 14:30:00+05:30", "2010-01-01 09:00:00"),
    ("timestamptz", "timestamp", "infinity", None),
    ("timestamp", "timestamp_ntz", "0044-03-15 12:00:00 BC", None),
    ("timestamptz", "string", "infinity", "infinity"),
    ("date", "date", "2024-02-30", None),
    ("time without time zone", "bigint", "24:00:00", "86400000000"),
    ("character varying(20)", "string", "", ""),
    ("integer[]", "string", "{1,NULL}", "{1,NULL}"),
    ("_text", "string", "{a}", "{a}"),
    ("uuid", "string", "0b0e", "0b0e"),
)
GAUSSDB_VALUES = (
    *PUBLISHED,
    ("number(12,2)", "decimal(12,2)", "1E1", "10.00"),
    ("tinyint", "smallint", "255", "255"),
    ("blob", "binary", "FF00", "FF00"),
    ("smalldatetime", "timestamp_ntz", "2024-06-01 11:00:00", "2024-06-01 11:00:00"),
    ("nvarchar2(9)", "string", "茶", "茶"),
)
SQLSERVER_VALUES = (
    ("bit", "boolean", "1", "true"),
    ("money", "decimal(19,4)", "-922337203685477.5808", "-922337203685477.5808"),
    ("datetime2(7)", "timestamp_ntz", "2024-06-01 11:00:00.1234567", None),
    ("datetime2(7)", "string", "2024-06-01 11:00:00.1234567", "2024-06-01 11:00:00.1234567"),
    ("datetime", "timestamp_ntz", "2024-06-01 11:00:00.123", "2024-06-01 11:00:00.123"),
    ("datetimeoffset(7)", "timestamp", "2024-06-01 11:00:00.1234560 +08:00", "2024-06-01 03:00:00.123456"),
    ("uniqueidentifier", "string", "6F96", "6F96"),
)
ORACLE_VALUES = (
    ("NUMBER(12,2)", "decimal(12,2)", "2.50", "2.50"),
    ("DATE", "timestamp_ntz", "2024-06-01 11:00:00", "2024-06-01 11:00:00"),
    ("TIMESTAMP(6)", "timestamp_ntz", "2024-06-01 11:00:00.000001", "2024-06-01 11:00:00.000001"),
)
MONGODB_VALUES = (
    ("objectId", "string", "64650cf67dc36a464e76e583", "64650cf67dc36a464e76e583"),
    ("objectId", "string", '"64650cf67dc36a464e76e583"', None),
    ("string", "string", '"64650cf67dc36a464e76e583"', "64650cf67dc36a464e76e583"),
    ("string", "string", "baz", "baz"),
    ("date", "timestamp", "2024-06-01T03:00:00.250Z", "2024-06-01 03:00:00.25"),
    ("date", "timestamp", "2024-06-01T11:00:00+0800", "2024-06-01 03:00:00"),
    ("date", "timestamp", "baz", None),
    ("long", "bigint", "9223372036854775807", "9223372036854775807"),
    ("int", "int", '"7"', None),
    ("double", "double", '{"$numberDouble":"-Infinity"}', "-Infinity"),
    ("decimal(12,2)", "decimal(12,2)", '{"$numberDecimal":"1.10"}', "1.10"),
    ("bool", "boolean", "true", "true"),
    ("binData", "binary", '{"$binary":{"base64":"aGk=","subType":"00"}}', "6869"),
    ("uuid", "string", '{"$uuid":"0b0e"}', "0b0e"),
    ("object", "string", '{"a":1}', '{"a":1}'),
)


@pytest.mark.parametrize(
    ("dialect", "source_kind", "readings"),
    [
        ("drs_json_schema", "postgresql", POSTGRESQL_VALUES),
        ("drs_json_schema", "gaussdb", GAUSSDB_VALUES),
        ("drs_json_schema", "sqlserver", SQLSERVER_VALUES),
        ("drs_json_schema", "oracle", ORACLE_VALUES),
        ("drs_mongo", "mongodb", MONGODB_VALUES),
    ],
)
def test_a_value_is_read_exactly_or_not_at_all(
    functions: Pipeline, dialect: str, source_kind: str, readings: tuple[tuple[str, str, str, str | None], ...]
) -> None:
    calls = []
    for source_type, data_type, text, _ in readings:
        arguments = ", ".join(json.dumps(each) for each in (source_type, f"'{text}'", data_type))
        shown = "hex({})" if data_type == "binary" else "cast({} as string)"
        value = f"cast({{{{ changefeed.typed_value({arguments}, feed) }}}} as {data_type})"
        calls.append(shown.format(value) + f" as c{len(calls)}")
    inline = (
        f"{{% set dialect = changefeed.dialects() | selectattr('name', 'equalto', '{dialect}') | first %}}"
        f"{{% set feed = {{'dialect': dialect, 'time_zone': 'Asia/Shanghai', 'source_kind': '{source_kind}'}} %}}"
        "select " + ", ".join(calls)
    )
    (compiled,) = functions.dbt("compile", "--inline", inline).values()
    row = functions.sql(compiled.node.compiled_code)[0]
    read = [(*each[:3], row[f"c{place}"]) for place, each in enumerate(readings)]
    assert read == list(readings)


def dds(number: int, kind: str, value: str, where: str | None = None) -> str:
    """A message of DRS from MongoDB, at its own second; `kind` is the recordType."""
    operation = {"insert": "INSERT", "doc": "DELETE"}.get(kind, "UPDATE")
    message = {
        "id": number,
        "op": operation,
        "dbType": "MongoDB",
        "db": "d",
        "coll": "c",
        "value": value,
        "where": where,
    }
    message |= {"recordType": kind, "extra": kind, "es": 1, "ts": 1, "clusterTime": f"{number}:1"}
    return json.dumps(message)


DOCUMENTS = (
    dds(1, "insert", '{"_id": 1, "a": {"z": 1.10, "b": "was", "y": {"p": 1, "q": 2}}, "s": "x"}'),
    dds(
        2, "update",
        '{"$set": {"a.b": "is", "a.n.m.k": ISODate("2024-06-01T03:00:00Z"), "new.k": "5"}, "$unset": {"a.y.p": true}}',
        '{"_id": 1}',
    ),
    dds(3, "update", '{"$set": {"a.y.q": 3, "t": null}, "$unset": {"s": true}}', '{"_id": 1}'),
    dds(4, "insert", '{"_id": 2, "a": {"b": 1}}'),
    dds(5, "update", '{"$set": {"a.c": 2}}', '{"_id": 2}'),
    dds(6, "update", '{"$set": {"a": {"d": 4}}}', '{"_id": 2}'),
    dds(7, "update", '{"$set": {"a.e": {"f": 1}}}', '{"_id": 2}'),
    dds(8, "update", '{"$set": {"a.e.g": 2}}', '{"_id": 2}'),
    dds(9, "update", '{"$set": {"k.l": 1}}', '{"_id": 3}'),
    dds(10, "insert", '{"_id": 4, "a": {"b": 1}}'),
    dds(11, "update", '{"_id": 4, "v": 1}', '{"_id": 4}').replace('"update"', '"replace"'),
    dds(12, "doc", '{"_id": 4}'),
)  # fmt: skip
WHOLE = {
    '["1"]': {
        "_id": "1", "new": '{"k":"5"}', "t": None, "s": None,
        "a": '{"z":1.10,"b":"is","y":{"q":3},"n":{"m":{"k":{"$date":"2024-06-01T03:00:00Z"}}}}',
    },
    '["2"]': {"_id": "2", "a": '{"d":4,"e":{"f":1,"g":2}}'},
    '["3"]': {"_id": "3", "k": '{"l":1}'},
}  # fmt: skip


@pytest.mark.slow
def test_members_of_documents_are_set_one_by_one_in_whatever_runs(functions: Pipeline) -> None:
    """The same rows in one run, in a run for each message, and backwards; a version of the history is whole too."""
    feeds = ("once", "each", "late")
    functions.clear()
    functions.declare(
        "feeds",
        *({"feed": feed, "topics": feed, "dialect": "drs_mongo", "source_kind": "mongodb", "history": "on"}
          for feed in feeds),
    )  # fmt: skip
    for run in range(4):
        later = range(run * 3, run * 3 + 3)
        functions.land(
            [record(place, DOCUMENTS[place], topic="each") for place in later]
            + [record(place, DOCUMENTS[11 - place], topic="late") for place in later]
            + [record(place, message, topic="once") for place, message in enumerate(DOCUMENTS) if run == 3]
        )
        functions.build()
    assert functions.sql("select * from quarantine") == []
    rows = functions.sql("select feed, row_key, row from current_rows where not is_deleted")
    assert {(row["feed"], row["row_key"]): row["row"] for row in rows} == {
        (feed, key): row for feed in feeds for key, row in WHOLE.items()
    }
    versions = functions.sql(
        "select feed, position.sequence[0] as at, row['a'] as a from history where row_key = '[\"2\"]'"
    )
    for feed in feeds:
        assert {int(each["at"]): each["a"] for each in versions if each["feed"] == feed} == {
            4: '{"b":1}', 5: '{"b":1,"c":2}', 6: '{"d":4}', 7: '{"d":4,"e":{"f":1}}', 8: '{"d":4,"e":{"f":1,"g":2}}',
        }  # fmt: skip


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
    functions.land(
        [record(1, json.dumps(schema | {"pkNames": None}), topic="rows"), record(1, DOCUMENTS[0], topic="documents")]
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
