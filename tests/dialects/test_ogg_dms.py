"""GoldenGate and AWS DMS: how their texts read as values (Maxwell's too); late changes, copies, several partitions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dbt.cli.main import dbtRunner

from pipeline import REPO, Pipeline, record

ZONED = "TIMESTAMP(6) WITH TIME ZONE"
# dialect, source_kind, source_type, data_type, text, what is read (None: kept in _unreadable)
READINGS = (
    ("ogg", "oracle", "NUMBER(12,2)", "decimal(12,2)", "17520.00", "17520.00"),
    ("ogg", "oracle", "NUMBER(12,2)", "decimal(12,2)", "1.7E3", "1700.00"),
    ("ogg", "oracle", "NUMBER(12,2)", "decimal(12,2)", "1.005", None),
    ("ogg", "oracle", "NUMBER", "string", "1.00", "1.00"),
    ("ogg", "oracle", "DATE", "timestamp_ntz", "1994-09-30:15:33:00", "1994-09-30 15:33:00"),
    ("ogg", "oracle", "DATE", "timestamp_ntz", "2023-04-04 00:00:00", "2023-04-04 00:00:00"),
    ("ogg", "oracle", "TIMESTAMP(9)", "timestamp_ntz", "2017-12-06:17:27:04.508735000", "2017-12-06 17:27:04.508735"),
    ("ogg", "oracle", "TIMESTAMP(9)", "timestamp_ntz", "2017-12-06 17:27:04.508735001", None),
    ("ogg", "oracle", "TIMESTAMP(9)", "timestamp_ntz", "2017-12-06T17:27:04.500", "2017-12-06 17:27:04.5"),
    ("ogg", "oracle", ZONED, "timestamp", "2017-12-06 17:27:04.500000000 +08:00", "2017-12-06 09:27:04.5"),
    ("ogg", "oracle", ZONED, "timestamp", "2017-12-06:17:27:04.5 Asia/Shanghai", "2017-12-06 09:27:04.5"),
    ("ogg", "oracle", ZONED, "timestamp", "2017-12-06 17:27:04.5", None),
    ("ogg", "oracle", "TIMESTAMP WITH LOCAL TIME ZONE", "timestamp", "2017-12-06 17:27:04", "2017-12-06 09:27:04"),
    ("ogg", "oracle", "RAW(16)", "binary", "3q0=", "DEAD"),
    ("ogg", "oracle", "CLOB", "string", "茶", "茶"),
    ("ogg", "mysql", "enum('a','1')", "string", "a", "a"),
    ("ogg", "mysql", "enum('a','1')", "string", "1", None),
    ("ogg", "mysql", "timestamp", "timestamp", "2024-06-01:11:00:42", "2024-06-01 03:00:42"),
    ("ogg", "mysql", "bigint unsigned", "decimal(20,0)", "18446744073709551615", "18446744073709551615"),
    ("ogg", "postgresql", "timestamptz", "timestamp", "2024-06-01 11:00:42.500000+08", "2024-06-01 03:00:42.5"),
    ("ogg", "postgresql", "bytea", "binary", "/w==", "FF"),
    ("ogg", "sqlserver", "datetime2(7)", "timestamp_ntz", "2024-06-01 11:00:42.120000000", "2024-06-01 11:00:42.12"),
    ("ogg", "db2", "decimal(12,2)", "decimal(12,2)", "1.50", "1.50"),
    ("aws_dms", "mysql", "bigint", "bigint", "9324410911751", "9324410911751"),
    ("aws_dms", "mysql", "bigint", "bigint", "1.2345678901234567E18", None),
    ("aws_dms", "mysql", "decimal(20,2)", "decimal(20,2)", "1.2345678901234567E+17", None),
    ("aws_dms", "mysql", "double", "double", "1.5E-3", "0.0015"),
    ("aws_dms", "mysql", "datetime(6)", "timestamp_ntz", "2023-01-16T06:18:32.25Z", "2023-01-16 06:18:32.25"),
    ("aws_dms", "mysql", "timestamp", "timestamp", "2023-01-16T06:18:32Z", "2023-01-16 06:18:32"),
    ("aws_dms", "mysql", "timestamp", "timestamp", "2023-01-16T06:18:32+08:00", None),
    ("aws_dms", "mysql", "date", "date", "2015-10-17", "2015-10-17"),
    ("aws_dms", "mysql", "blob", "binary", "0xdead", "DEAD"),
    ("aws_dms", "mysql", "blob", "binary", "dead", None),
    ("aws_dms", "mysql", "set('a','b')", "string", "a,b", "a,b"),
    ("aws_dms", "postgresql", "timestamptz", "timestamp", "2023-01-16T06:18:32Z", "2023-01-16 06:18:32"),
    ("aws_dms", "postgresql", "boolean", "boolean", "true", "true"),
    ("aws_dms", "oracle", "DATE", "timestamp_ntz", "2002-04-08T14:08:29Z", "2002-04-08 14:08:29"),
    ("aws_dms", "oracle", "RAW(2)", "binary", "0xDEAD", "DEAD"),
    ("aws_dms", "sqlserver", "varbinary(2)", "binary", "0xDE", "DE"),
    ("maxwell", "mysql", "year(4)", "int", "1900", "0"),
    ("maxwell", "mysql", "year(4)", "int", "1901", "1901"),
    ("maxwell", "mysql", "bit(64)", "decimal(20,0)", "18446744073709551615", "18446744073709551615"),
    ("maxwell", "mysql", "bit(64)", "decimal(20,0)", "-798693873", None),
    ("maxwell", "mysql", "decimal(20,10)", "decimal(20,10)", "-2.5E-7", "-2.500E-7"),
    ("maxwell", "mysql", "varbinary(2)", "binary", "3q0=", "DEAD"),
)  # fmt: skip


def test_a_value_is_read_exactly_or_not_at_all(pipeline: Pipeline) -> None:
    pipeline.clear()
    pipeline.declare("feeds")
    pipeline.dbt(
        "build", "--select", "resource_type:function", "+changefeed_feed_settings", "--exclude-resource-type", "test"
    )
    lines, calls = [], []
    for place, (dialect, kind, source_type, data_type, text, _) in enumerate(READINGS):
        lines.append(
            f"{{% set feed{place} = {{'dialect': changefeed.dialects()"
            f" | selectattr('name', 'equalto', '{dialect}') | first,"
            f" 'source_kind': '{kind}', 'time_zone': 'Asia/Shanghai', 'options': {{'binaries': 'base64'}}}} %}}"
        )
        arguments = ", ".join(json.dumps(each) for each in (source_type, f"'{text}'", data_type))
        shown = "hex({})" if data_type == "binary" else "cast({} as string)"
        value = f"cast({{{{ changefeed.typed_value({arguments}, feed{place}) }}}} as {data_type})"
        calls.append(shown.format(value) + f" as c{place}")
    (compiled,) = pipeline.dbt("compile", "--inline", "".join(lines) + "select " + ",\n".join(calls)).values()
    row = pipeline.sql(compiled.node.compiled_code)[0]
    read = [(*each[:5], row[f"c{place}"]) for place, each in enumerate(READINGS)]
    assert read == list(READINGS)


def ogg(kind: str, place: int, table: str = "T", **images: Any) -> str:
    """A message of GoldenGate from Oracle; its keys are declared."""
    return json.dumps({"table": f"S.{table}", "op_type": kind, "pos": f"{place:020}", **images})


@pytest.mark.slow
def test_the_place_in_the_trail_orders_partitions_and_tells_copies(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row's changes lie in two partitions, later ones with earlier times; a stretch of each is sent again."""
    pipeline.clear()
    pipeline.declare("feeds", {"feed": "o", "dialect": "ogg", "source_kind": "oracle", "topics": "t"})
    pipeline.declare(
        "table_keys",
        {"feed": "o", "source_schema": "S", "source_table": "T", "key_columns": "ID"},
        {"feed": "o", "source_schema": "S", "source_table": "BAG", "key_columns": ""},
    )
    row = {"ID": 1, "A": 1, "B": 1}
    first = [
        ogg("I", 100, after=row),
        ogg("U", 300, before={"ID": 1, "A": 2}, after={"ID": 1, "A": 3}),
        ogg("D", 400, before=row | {"A": 3}),  # pkUpdateHandling=delete-insert
        ogg("I", 500, "BAG", after={"A": 1}),
        # An update that changes nothing, as a delete and an insert: both have one pos.
        ogg("D", 600, "BAG", before={"A": 1}),
        ogg("I", 600, "BAG", after={"A": 1}),
    ]
    second = [
        ogg("U", 200, before={"ID": 1, "A": 1}, after={"ID": 1, "A": 2}),
        ogg("I", 400, after=row | {"ID": 2, "A": 3}),
        ogg("U", 550, before={"ID": 2}, after={"ID": 2, "B": None}),
    ]
    pipeline.land(
        [record(offset, text, 0, ts=1000 + offset) for offset, text in enumerate([*first, *first[3:]])]
        + [record(offset, text, 1, ts=9000 + offset) for offset, text in enumerate([*second, *second[:2]])]
    )
    pipeline.build(models=["+changefeed_current_rows", "+changefeed_quarantine"])
    assert pipeline.sql("select * from quarantine") == []
    rows = pipeline.sql("select source_table, row, copies from current_rows where not is_deleted order by source_table")
    assert rows == [
        {"source_table": "BAG", "row": {"A": "1"}, "copies": 1},
        {"source_table": "T", "row": {"ID": "2", "A": "3", "B": None}, "copies": 1},
    ]
    loaf = {"data": {"id": 1}, "metadata": {"record-type": "data", "operation": "load", "table-name": "t"}}
    pipeline.land([record(0, ogg("T", 1), topic="trail"), record(0, json.dumps(loaf), topic="task")])
    capsys.readouterr()
    dbtRunner().invoke(
        ["run-operation", "propose_feeds", "--quiet", "--log-level-file", "none",
         "--project-dir", str(pipeline.folder), "--profiles-dir", str(REPO),
         "--target-path", str(pipeline.folder / "target")]
    )  # fmt: skip
    told = capsys.readouterr().out
    assert sorted(line.split(",")[1:3] for line in told.splitlines() if line.count(",") > 2 and line[0] != "#") == [
        ["aws_dms", "task"], ["ogg", "trail"],
    ]  # fmt: skip
    assert "absent_means=as_null or absent_means=unchanged" in told
