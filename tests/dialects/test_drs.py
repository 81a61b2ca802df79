"""Huawei DRS: how its texts read as values (exactly, or as NULL), and what the checks of feeds know of it."""

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


READINGS = (
    ("byte_list", "[]", b""),
    ("byte_list", "[106, -1, 255,0, -128]", b"j\xff\xff\x00\x80"),
    ("byte_list", "[256]", None),
    ("byte_list", "[-129]", None),
    ("byte_list", "[1,]", None),
    ("byte_list", "[1 2]", None),
    ("byte_list", "[01]", None),
    ("byte_list", "1, 2", None),
    ("byte_list", "[1]x", None),
    ("byte_list", None, None),
    ("unix_instant", "1717210842.201", "2024-06-01 03:00:42.201"),
    ("unix_instant", "1717210842", "2024-06-01 03:00:42"),
    ("unix_instant", "1717210842.0000010", "2024-06-01 03:00:42.000001"),
    ("unix_instant", "-0.5", "1969-12-31 23:59:59.5"),
    ("unix_instant", "253402300799.999999", "9999-12-31 23:59:59.999999"),
    ("unix_instant", "253402300800", None),
    ("unix_instant", "1717210842.0000001", None),
    ("unix_instant", "1.7E9", None),
    ("unix_instant", "2024-06-01 03:00:42", None),
    ("decimal_places", "12.50", 1),
    ("decimal_places", "12.50E-1", 2),
    ("decimal_places", "1.5E3", 0),
    ("decimal_places", "0E-10", 0),
    ("decimal_places", "-7", 0),
    ("decimal_places", "1,5", None),
)


def test_functions_read_a_text_exactly_or_not_at_all(functions: Pipeline) -> None:
    literals = ["null" if text is None else f"'{text}'" for _, text, _ in READINGS]
    read = [f"{name}({text})" for (name, _, _), text in zip(READINGS, literals, strict=True)]
    read = [f"cast({call} as string)" if call.startswith("unix") else call for call in read]
    row = functions.sql("select " + ", ".join(f"{call} as c{place}" for place, call in enumerate(read)))[0]
    assert [row[f"c{place}"] for place in range(len(read))] == [expected for _, _, expected in READINGS]


# source_type, data_type, text, what drs_json and what drs_json_c read (None: kept in _unreadable)
DRS_VALUES = (
    ("bigint unsigned", "decimal(20,0)", "18446744073709551615", "18446744073709551615", "18446744073709551615"),
    ("decimal(12,7)", "decimal(12,7)", "1E-7", "1E-7", "1E-7"),  # as Spark prints 0.0000001
    ("decimal(12,2)", "decimal(12,2)", "1E-7", None, None),
    ("decimal(12,2)", "decimal(12,2)", "0E-10", "0.00", "0.00"),
    ("decimal(65,30)", "string", "1.000000000000000000000000000001", *["1.000000000000000000000000000001"] * 2),
    ("double", "double", "1.2510357E7", "1.2510357E7", "1.2510357E7"),
    ("binary(4)", "binary", "[106]", "6A000000", "6A000000"),
    ("binary(1)", "binary", "[1, 2]", None, None),
    ("timestamp(3)", "timestamp", "1624614713.201", "2021-06-25 09:51:53.201", None),
    ("timestamp", "timestamp", "0.000", None, None),
    ("timestamp", "timestamp", "2021-06-25 17:51:53", None, "2021-06-25 09:51:53"),
    ("timestamp", "timestamp", "0000-00-00 00:00:00", None, None),
    ("datetime(6)", "timestamp_ntz", "2021-06-25 17:51:53.000001", *["2021-06-25 17:51:53.000001"] * 2),
    ("bit(8)", "decimal(20,0)", "10", None, None),
    ("bit(8)", "decimal(20,0)", "12", "12", "12"),
    ("bit(1)", "boolean", "1", "true", "true"),
    ("enum('new','paid')", "string", "paid", "paid", "paid"),
    ("enum('new','paid')", "string", "2", None, None),
    ("enum('2','1')", "string", "1", None, None),
    ("set('a','b')", "string", "b,a", "b,a", "b,a"),
    ("set('a','b')", "string", "3", None, None),
    ("time", "bigint", "-838:59:59", "-3020399000000", "-3020399000000"),
)


@pytest.mark.parametrize("dialect", ["drs_json", "drs_json_c"])
def test_drs_reads_a_value_exactly_or_not_at_all(functions: Pipeline, dialect: str) -> None:
    calls = []
    for source_type, data_type, text, *_ in DRS_VALUES:
        literal = "'" + text + "'"
        arguments = json.dumps([source_type, literal, data_type])[1:-1]
        shown = "hex({})" if data_type == "binary" else "cast({} as string)"
        value = f"changefeed.typed_value({arguments}, feed)"
        calls.append(shown.format(f"cast({{{{ {value} }}}} as {data_type})") + f" as c{len(calls)}")
    inline = (
        f"{{% set dialect = changefeed.dialects() | selectattr('name', 'equalto', '{dialect}') | first %}}"
        "{% set feed = {'dialect': dialect, 'time_zone': 'Asia/Shanghai', 'source_kind': 'mysql'} %}"
        "select " + ", ".join(calls)
    )
    (compiled,) = functions.dbt("compile", "--inline", inline).values()
    row = functions.sql(compiled.node.compiled_code)[0]
    expected = [reading[3 if dialect == "drs_json" else 4] for reading in DRS_VALUES]
    assert [row[f"c{place}"] for place in range(len(calls))] == expected


@pytest.mark.parametrize(
    ("dialect", "source_kind", "problem"),
    [
        ("drs_json", "oracle", ""),
        ("drs_json_c", "gaussdb_mysql", ""),
        (
            "drs_json",
            "postgresql",
            "dialect drs_json does not come from 'postgresql', but from mysql, gaussdb_mysql, oracle",
        ),
        ("drs_json_c", "oracle", "dialect drs_json_c does not come from 'oracle', but from mysql, gaussdb_mysql"),
    ],
)
def test_only_the_documented_sources_can_be_declared(
    functions: Pipeline, dialect: str, source_kind: str, problem: str
) -> None:
    functions.declare("feeds", {"feed": "erp", "dialect": dialect, "topics": "erp", "source_kind": source_kind})
    seeded = functions.dbt("seed", "--select", "changefeed_feeds")["changefeed_feeds"]
    assert seeded.status == ("error" if problem else "success")
    assert problem in seeded.message


def test_a_topic_of_drs_is_proposed_with_its_look_alikes(
    functions: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    functions.declare("feeds")
    functions.dbt("seed", "--select", "changefeed_feeds")
    message = {"mysqlType": {}, "id": 1, "es": 1, "ts": 1, "database": "d", "table": "t", "type": "INSERT"}
    message |= {"isDdl": False, "sql": "", "sqlType": {}, "data": [{"id": "1"}], "old": None, "pkNames": ["id"]}
    functions.land([record(1, json.dumps(message), topic="erp")])
    functions.land([record(1, json.dumps(message | {"gtid": ""}), topic="canal")])
    functions.dbt("run-operation", "propose_feeds")
    lines = capsys.readouterr().out.splitlines()
    proposed = [line.split(",")[:3] for line in lines if not line.startswith("#") and ",,,," in line]
    assert proposed == [["canal", "canal", "canal"], ["erp", "canal", "erp"]], "one line a topic"
    others = [line.removeprefix("# or: ").split(",")[:2] for line in lines if line.startswith("# or: ")]
    canals = ["dts_canal", "tencent_dts_canal"]
    assert others == [
        *(["canal", each] for each in canals),
        *(["erp", each] for each in (*canals, "drs_json", "drs_json_c")),
    ]
    assert any(line.startswith("# topic erp: its shape fits all of these.") for line in lines)
    assert any("looks like drs_json; so can messages of " in line and "drs_json_c" in line for line in lines)


def drs(number: int | None, kind: str, row: dict[str, str], old: dict[str, str] | None = None) -> str:
    """A DRS JSON message with one row, which a DELETE has in old."""
    message = {"mysqlType": None, "id": number, "es": 1, "ts": 1, "database": "d", "table": "t ", "type": kind}
    message |= {"isDdl": False, "sql": "", "sqlType": None, "pkNames": ["id"]}
    message |= {"data": None if kind == "DELETE" else [row], "old": [row] if kind == "DELETE" else old and [old]}
    return json.dumps(message)


@pytest.mark.slow
def test_the_id_of_the_task_decides_between_partitions(functions: Pipeline) -> None:
    functions.clear()
    one, two, three = {"id": "1", "v": "a"}, {"id": "2", "v": "a"}, {"id": "3", "v": "a"}
    functions.declare("feeds", {"feed": "erp", "dialect": "drs_json", "topics": "erp", "source_kind": "mysql"})
    functions.land([
        record(1, drs(7, "UPDATE", one | {"v": "latest"}, one), topic="erp"),
        record(1, drs(6, "UPDATE", one | {"v": "older"}, one), topic="erp", partition=1, ts=1_790_000_000_000),
        record(2, drs(8, "INSERT", two), topic="erp"),
        record(3, drs(10, "DELETE", two), topic="erp"),
        record(4, drs(11, "INSERT", three), topic="erp"),
    ])  # fmt: skip
    functions.build()
    functions.land([
        record(5, drs(8, "INSERT", two), topic="erp"),  # a copy, delivered again
        record(6, drs(12, "UPDATE", {"id": "4", "v": "a"}, three), topic="erp"),  # a key change
        record(0, drs(900, "INIT", three | {"v": "loaded"}), topic="erp", partition=2, ts=1_600_000_000_000),
    ])  # fmt: skip
    functions.build()
    assert functions.rows() == [("t", '["1"]', one | {"v": "latest"}, 1), ("t", '["4"]', {"id": "4", "v": "a"}, 1)]
    assert functions.sql("select reason from quarantine where feed = 'erp'") == []
