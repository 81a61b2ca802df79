"""Alibaba DTS and OceanBase OMS in Canal's form: how texts read as values, and what checks of feeds know of them."""

from __future__ import annotations

import json

import pytest

from pipeline import Pipeline, record


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
DTS_VALUES = (
    ("bigint unsigned", "decimal(20,0)", "18446744073709551615", "18446744073709551615"),
    ("decimal(12,2)", "decimal(12,2)", "4.500", "4.50"),
    ("decimal(12,2)", "decimal(12,2)", "4.505", None),
    ("decimal(12,7)", "decimal(12,7)", "1E-7", "1E-7"),
    ("decimal(65,30)", "string", "1.000000000000000000000000000001", "1.000000000000000000000000000001"),
    ("timestamp(3)", "timestamp", "2024-06-01 11:00:42.250", "2024-06-01 03:00:42.25"),
    ("timestamp", "timestamp", "1717210842", None),
    ("datetime", "timestamp_ntz", "2024-06-01 11:00:42", "2024-06-01 11:00:42"),
    ("date", "date", "0000-00-00", None),
    ("time", "bigint", "-12:30:00", "-45000000000"),
    ("bit(8)", "decimal(20,0)", "10", None),
    ("bit(8)", "decimal(20,0)", "12", "12"),
    ("bit(1)", "boolean", "1", "true"),
    ("enum('new','paid')", "string", "paid", "paid"),
    ("enum('new','paid')", "string", "2", None),
    ("set('a','b')", "string", "a,b", "a,b"),
    ("json", "string", '{"a":1}', '{"a":1}'),
    ("text", "string", "", ""),
)
OMS_MYSQL_VALUES = (
    ("bigint unsigned", "decimal(20,0)", "10223372036854775806", "10223372036854775806"),
    ("int64", "bigint", "9223372036854775806", "9223372036854775806"),
    ("int64", "bigint", "9223372036854775808", None),
    ("boolean", "boolean", "1", "true"),
    ("decimal(30,20)", "decimal(30,20)", "9.9999999999999990", "9.99999999999999900000"),
    ("decimal(12,2)", "decimal(12,2)", "1.50E+3", "1500.00"),
    ("decimal(12,2)", "decimal(12,2)", "1.5E-3", None),
    ("double", "double", "9.999999999999999093266253372484", "9.999999999999998"),
    ("float", "float", "1.2222", "1.2222"),
    ("bit(10)", "decimal(20,0)", "Aw==", "3"),
    ("bit(10)", "decimal(20,0)", "AAM=", "3"),
    ("bit(64)", "decimal(20,0)", "//////////8=", "18446744073709551615"),
    ("bit(8)", "decimal(20,0)", "", "0"),
    ("bit(1)", "boolean", "AQ==", "true"),
    ("bit(8)", "decimal(20,0)", "3!", None),
    ("blob", "binary", "aGVsbG8gd29ybGQ=", "68656C6C6F20776F726C64"),
    ("varbinary(4)", "binary", "", ""),
    ("blob", "binary", "no base64", None),
    ("date", "date", "2020-11-25", "2020-11-25"),
    ("time", "bigint", "00:01:02.5", "62500000"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02.012345", "2020-11-25 00:01:02.012345"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02 Asia/Shanghai", "2020-11-25 00:01:02"),
    ("timestamp(6)", "timestamp", "1606233662.012345", "2020-11-24 16:01:02.012345"),
    ("timestamp", "timestamp", "0000-00-00 00:00:00", None),
    ("enum('new','paid')", "string", "paid", "paid"),
)
OMS_ORACLE_VALUES = (
    ("NUMBER(38,2)", "decimal(38,2)", "-1.20E1", "-12.00"),
    ("number", "string", "0.00000000000000000000000000000000000000001", "0.00000000000000000000000000000000000000001"),
    ("DATE", "timestamp_ntz", "2020-11-25 00:01:02", "2020-11-25 00:01:02"),
    ("TIMESTAMP(9)", "timestamp_ntz", "2020-11-25 00:01:02.012345678", None),
    ("TIMESTAMP(6) WITH TIME ZONE", "timestamp", "2020-11-25 00:01:02.012 Asia/Shanghai", "2020-11-24 16:01:02.012"),
    ("timestamp with local time zone", "timestamp", "2020-11-25 00:01:02 +08:00", "2020-11-24 16:01:02"),
    ("timestamp with time zone", "timestamp", "2020-11-25 00:01:02", None),
    ("RAW(4)", "binary", "AQID", "010203"),
    ("INTERVAL DAY TO SECOND", "string", "INTERVAL '3' DAY", "INTERVAL '3' DAY"),
    ("clob", "string", "x", "x"),
)  # fmt: skip


# What OMS's footnotes say, once for each of its formats with rows of text and numbers.
OMS_FOOTNOTES = (
    ("bit(10)", "decimal(20,0)", "Aw==", "3"),  # increments leave out leading zero bytes
    ("bit(10)", "decimal(20,0)", "AAM=", "3"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02 Asia/Shanghai", "2020-11-25 00:01:02"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02.012345", "2020-11-25 00:01:02.012345"),
    ("date", "date", "2020-02-31", None),
    ("datetime", "timestamp_ntz", "0000-00-00 00:00:00", None),
    ("time", "bigint", "838:59:60", None),
    ("timestamp", "timestamp", "0000-00-00 00:00:00", None),
    ("timestamp", "timestamp", "1606233662.012345", "2020-11-24 16:01:02.012345"),
    ("timestamp", "timestamp", "1590315269000.123456789", None),  # 13 and 9 digits: of the DataWorks format
    ("decimal(12,2)", "decimal(12,2)", "1.50E+3", "1500.00"),
    ("decimal(12,2)", "string", "1.50E+3", "1.50E+3"),
    ("float", "float", "1234567", "1234567.0"),
    ("float", "float", "1.234567E-5", "1.234567E-5"),
    ("double", "double", "9.999999999999999", "9.999999999999998"),
    ("double", "double", "1234567890123456", "1.234567890123456E15"),
)
DB2_VALUES = (
    ("smallint", "smallint", "-32768", "-32768"),
    ("decimal(31,2)", "decimal(31,2)", "12345678901234567890123456789.50", "12345678901234567890123456789.50"),
    ("decimal(31,2)", "decimal(31,2)", "0.005", None),
    ("decfloat(34)", "string", "9.9999999999999999999E+6144", "9.9999999999999999999E+6144"),
    ("decfloat", "decimal(38,10)", "1.5E-3", "0.0015000000"),
    ("double", "double", "1E-400", None),
    ("boolean", "boolean", "1", "true"),
    ("long varchar", "string", "x", "x"),
    ("varchar(20) for bit data", "binary", "AQID", "010203"),
    ("blob(1M)", "binary", "AQID", "010203"),
    ("graphic(4)", "string", "茶", "茶"),
    ("time", "bigint", "23:59:59", "86399000000"),
    ("timestamp(6)", "timestamp_ntz", "2020-11-25 00:01:02.012345", "2020-11-25 00:01:02.012345"),
    ("timestamp(12)", "timestamp_ntz", "2020-11-25 00:01:02.012345678901", None),
    ("xml", "string", "<a/>", "<a/>"),
)
ORACLE_VALUES = (
    ("long", "string", "x", "x"),
    ("long raw", "binary", "AQID", "010203"),
    ("TIMESTAMP(6) WITH LOCAL TIME ZONE", "timestamp", "2020-11-25 00:01:02 +08:00", "2020-11-24 16:01:02"),
)
DTS_SHAREPLEX_VALUES = (
    ("number(12,2)", "decimal(12,2)", "4.5", "4.50"),
    ("number(12,2)", "decimal(12,2)", "1.50E+3", "1500.00"),
    ("number", "string", "1E-400", "1E-400"),
    ("date", "timestamp_ntz", "2024-05-24T15:58:48.000000000", "2024-05-24 15:58:48"),
    ("date", "timestamp_ntz", "2024-05-24 15:58:48", "2024-05-24 15:58:48"),
    ("timestamp(9)", "timestamp_ntz", "2024-05-24T15:58:48.000000001", None),
    ("varchar2(20)", "string", "x", "x"),
    ("varchar2(20)", "string", "2024-05-24T15:58:48", "2024-05-24T15:58:48"),
)
DATAWORKS_VALUES = (
    ("BOOLEAN", "boolean", "true", "true"),
    ("boolean", "boolean", "1", None),
    ("LONG", "bigint", "9223372036854775807", "9223372036854775807"),
    ("LONG", "bigint", "9223372036854775808", None),
    ("LONG", "decimal(20,0)", "18446744073709551615", "18446744073709551615"),
    ("LONG", "boolean", "1", "true"),
    ("LONG", "smallint", "40000", None),
    ("DOUBLE", "double", "1.5E-9", "1.5E-9"),
    ("DOUBLE", "decimal(12,2)", "1.100000", "1.10"),
    ("DOUBLE", "decimal(12,2)", "1.101", None),
    ("DATE", "timestamp", "1731661114000", "2024-11-15 08:58:34"),
    ("DATE", "timestamp", "-1", "1969-12-31 23:59:59.999"),
    ("DATE", "timestamp", "2024-11-15", None),
    ("DATE", "timestamp_ntz", "1731661114123", "2024-11-15 16:58:34.123"),
    ("DATE", "date", "1731600000000", "2024-11-15"),
    ("DATE", "date", "1731628800000", None),
    ("DATE", "bigint", "1731628800000", "1731628800000"),
    ("BYTES", "binary", "aGk=", "6869"),
    ("BYTES", "binary", "a b", None),
    ("STRING", "string", "", ""),
    ("STRING", "decimal(12,2)", "1.50", "1.50"),
    ("STRING", "date", "2024-06-01", "2024-06-01"),
    ("STRING", "timestamp_ntz", "2024-06-01 11:00:42", "2024-06-01 11:00:42"),
    ("STRING", "timestamp", "2024-06-01 11:00:42", "2024-06-01 03:00:42"),
)
OMS_DATAWORKS_VALUES = (
    ("INT64", "bigint", "9223372036854775806", "9223372036854775806"),
    ("DECIMAL(30,20)", "decimal(30,20)", "1.25E-13", "1.2500000E-13"),
    ("BOOLEAN", "boolean", "1", "true"),
    ("TIMESTAMP", "timestamp", "1606233662.012345", "2020-11-24 16:01:02.012345"),
    ("TIMESTAMP", "timestamp", "1590315269000", "2020-05-24 10:14:29"),
    ("TIMESTAMP", "timestamp", "1590315269000.123456789", None),
    ("ZONED_DATETIME", "timestamp", "2020-11-25 00:01:02.012345 Asia/Shanghai", "2020-11-24 16:01:02.012345"),
    ("INTERVAL_DAY_TO_SECOND", "string", "INTERVAL '3' DAY", "INTERVAL '3' DAY"),
)


@pytest.mark.parametrize(
    ("dialect", "source_kind", "readings"),
    [
        ("dts_canal", "mysql", DTS_VALUES),
        ("oms_canal", "oceanbase_mysql", OMS_MYSQL_VALUES),
        ("oms_canal", "oceanbase_oracle", OMS_ORACLE_VALUES),
        ("oms_canal", "oceanbase_mysql", OMS_FOOTNOTES),
        ("oms_default", "", OMS_FOOTNOTES + OMS_MYSQL_VALUES),
        ("oms_default_extend", "mysql", OMS_FOOTNOTES),
        ("oms_shareplex", "oceanbase_mysql", OMS_FOOTNOTES),
        ("oms_default", "oceanbase_oracle", OMS_ORACLE_VALUES),
        ("oms_shareplex", "oracle", OMS_ORACLE_VALUES + ORACLE_VALUES),
        ("oms_default", "db2", DB2_VALUES),
        ("dts_shareplex", "oracle", DTS_SHAREPLEX_VALUES),
        ("dataworks", "", DATAWORKS_VALUES),
        ("oms_dataworks", "oceanbase_mysql", OMS_FOOTNOTES + OMS_DATAWORKS_VALUES),
    ],
)
def test_a_value_is_read_exactly_or_not_at_all(
    functions: Pipeline, dialect: str, source_kind: str, readings: tuple[tuple[str, str, str, str | None], ...]
) -> None:
    calls = []
    for source_type, data_type, text, _ in readings:
        literal = '"' + text.replace('"', '\\"') + '"'
        arguments = ", ".join(json.dumps(each) for each in (source_type, literal, data_type))
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
