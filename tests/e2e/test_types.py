"""Types: what the families' lists say of each type in each dialect is what typed tables read, exactly or not at all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from docs import generate
from loader import macros
from loader.macros import Wrong
from pipeline import REPO, Pipeline

ZONE = "Asia/Shanghai"  # of the feeds of type_cells()
IN_FEEDS_ZONE = ("instant", "iso_instant")
BATCH = 150  # expressions of one statement


@pytest.fixture(scope="module")
def project(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.build(models=["resource_type:function"])
    return pipeline


@pytest.fixture(scope="module")
def package(project: Pipeline) -> Any:
    """The macros; functions have the names that they have in the warehouse of the tests."""
    return macros.load(REPO, {}, function=lambda name: f"{project.schema}.{name}", ref=str, source=str, var=str)


def dialects(package: Any) -> list[dict[str, Any]]:
    return [each for each in package.dialects() if not each.get("is_internal") and "types" in each]


def literal(text: str) -> str:
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 32 else c for c in text.replace("\\", "\\\\").replace("'", "\\'"))
    return f"'{escaped}'"


def read(package: Any, feed: dict[str, Any], source_type: str, text: str | None, data_type: str) -> str:
    """SQL of what a typed table has of a text, as text: bytes in hex."""
    value = package.typed_value(source_type, "null" if text is None else literal(text), data_type, feed)
    cast = f"cast({value} as {data_type})"
    return f"hex({cast})" if data_type == "binary" else f"cast({cast} as string)"


def ask(project: Pipeline, expressions: list[str]) -> dict[str, str | None]:
    """What each of some expressions gives."""
    found: dict[str, str | None] = {}
    unique = list(dict.fromkeys(expressions))
    for start in range(0, len(unique), BATCH):
        batch = unique[start : start + BATCH]
        row = project.spark.sql(f"select {', '.join(f'{each} as v{n}' for n, each in enumerate(batch))}").first()
        found |= zip(batch, row, strict=True)
    return found


def cells(package: Any) -> Iterator[dict[str, Any]]:
    for dialect in dialects(package):
        for cell in package.type_cells(dialect):
            feed = package.feed_of_dialect(dialect, cell["source_kind"], ZONE, cell["options"])
            yield cell | {"feed": feed}


def test_every_example_of_every_type_reads_as_its_value(project: Pipeline, package: Any) -> None:
    """Types down, dialects across: each text of the lists gives the value beside it, in the proposed Spark type."""
    asked = [
        (cell, text, value, read(package, cell["feed"], cell["source_type"], text, cell["spark"]))
        for cell in cells(package)
        if cell["reader"]
        for text, value in cell["examples"]
    ]
    found = ask(project, [expression for *_, expression in asked])
    wrong = [
        f"{cell['dialect']} {cell['source_kind']} {cell['source_type']} ({cell['reader']}) as {cell['spark']}: "
        f"{text!r} gives {found[expression]!r}, not {value!r}"
        for cell, text, value, expression in asked
        if not is_value(found[expression], value, cell)
    ]
    assert not wrong, f"{len(wrong)} of {len(asked)}:\n" + "\n".join(wrong[:60])
    unread = {
        each["dialect"] + " " + each["type"] for each in cells(package) if each["reader"] and not each["examples"]
    }
    assert not unread, f"types without an example: {sorted(unread)}"


def is_value(found: str | None, value: str, cell: dict[str, Any]) -> bool:
    """Whether the text of a value of Spark is that of a value of the source."""
    if found is None:
        return False
    kind, spark = cell["kind"], cell["spark"]
    if kind in ("integer", "decimal", "float32", "float64", "bits", "year", "boolean"):
        if spark == "boolean":
            return found == {"1": "true", "0": "false"}.get(value, value)
        value = {"true": "1", "false": "0"}.get(value, value)
        if spark in ("float", "double"):
            one, other = float(found), float(value)
            return (math.isnan(one) and math.isnan(other)) or one == (
                pytest.approx(other) if spark == "float" else other
            )
        return Decimal(found) == Decimal(value)
    if kind == "time" and spark == "bigint":
        return int(found) == micros(value)
    if kind == "instant":
        wanted = datetime.fromisoformat(value)
        if cell["reader"] in IN_FEEDS_ZONE and "T" not in value:
            wanted = wanted.replace(tzinfo=ZoneInfo(ZONE)).astimezone(timezone.utc).replace(tzinfo=None)
        return datetime.fromisoformat(found) == wanted
    if kind == "wall_time":
        return datetime.fromisoformat(found) == datetime.fromisoformat(value)
    return found == value


def micros(clock: str) -> int:
    hours, minutes, seconds = clock.lstrip("-").split(":")
    whole = (int(hours) * 60 + int(minutes)) * 60_000_000 + int(Decimal(seconds) * 1_000_000)
    return -whole if clock.startswith("-") else whole


def test_a_pair_that_no_list_has_is_refused(package: Any) -> None:
    """An error names source type and data_type, and says what is allowed; no cast is left to chance."""
    feeds = {each["name"]: each for each in dialects(package)}
    refused = {
        ("dataworks", "", "BYTES", "decimal(10,2)"): "write one of binary, string",
        ("canal", "mysql", "varchar(20)", "int"): "write one of string",
        ("canal", "mysql", "date", "timestamp"): "write one of date, timestamp_ntz, string",
        ("canal", "mysql", "json", "array<string>"): "write one of string, variant",
    }
    for (dialect, kind, source_type, data_type), words in refused.items():
        feed = package.feed_of_dialect(feeds[dialect], kind, ZONE)
        with pytest.raises(Wrong) as error:
            package.typed_value(source_type, "text", data_type, feed)
        assert source_type in str(error.value) and data_type in str(error.value) and words in str(error.value)


EXACT = [
    # dialect, source_kind, source type, text, data_type, what comes out
    ("canal", "mysql", "decimal(12,3)", "1.239", "decimal(12,2)", None),
    ("canal", "mysql", "decimal(12,3)", "1.230", "decimal(12,2)", "1.23"),
    ("canal", "mysql", "decimal(12,3)", "12.7", "int", None),
    ("dts_canal", "mysql", "decimal(12,3)", "12.7", "int", None),
    ("dts_canal", "mysql", "decimal(12,3)", "12.0", "int", "12"),
    ("canal", "mysql", "decimal", "7", "decimal(10)", "7"),
    ("canal", "mysql", "datetime", "2024-06-01 11:00:42", "date", None),
    ("canal", "mysql", "datetime", "2024-06-01 00:00:00", "date", "2024-06-01"),
    ("canal", "mysql", "datetime", "2024-06-01 11:00:42", "timestamp", "2024-06-01 03:00:42"),
    ("canal", "mysql", "timestamp", "2024-06-01 11:00:42", "timestamp_ntz", "2024-06-01 11:00:42"),
    ("drs_json", "mysql", "timestamp", "1717210842", "timestamp_ntz", "2024-06-01 11:00:42"),
    ("drs_json", "mysql", "timestamp", "0", "timestamp", None),
    ("canal", "mysql", "json", '{"a": 1}', "variant", '{"a":1}'),
    ("canal", "mysql", "json", '{"a": 1.2345678901234567890123456789012345678901}', "variant", None),
    ("canal", "mysql", "json", '{"a": "1e400 1.2345678901234567890123456789012345678901"}', "variant",
     '{"a":"1e400 1.2345678901234567890123456789012345678901"}'),
    ("canal", "mysql", "set('a','b')", "3", "array<string>", "[a, b]"),
    ("canal", "mysql", "float(30)", "1.7976931348623157E308", "double", "1.7976931348623157E308"),
    ("canal", "mysql", "float", "1.7976931348623157E308", "float", None),
    ("canal", "mysql", "decimal(20,2)", "12345678901234567.89", "double", None),
    ("canal", "mysql", "decimal(20,2)", "12.5", "double", "12.5"),
    ("canal", "mysql", "binary(2)", "abc", "binary", None),
    ("canal", "mysql", "binary(2)", "a", "binary", "6100"),
    ("canal", "mysql", "point", "ab", "binary", "6162"),
    ("canal", "mysql", "date", "0000-00-00", "date", None),
    ("dataworks", "", "DOUBLE", "12345678901234567.89", "double", None),
    ("dataworks", "", "DOUBLE", "12345678901234567.89", "decimal(38,2)", "12345678901234567.89"),
    ("dataworks", "", "STRING", "12.50", "decimal(10,2)", "12.50"),
    ("dataworks", "", "DATE", "1717210842000", "bigint", "1717210842000"),
    ("dataworks", "", "DATE", "1717171200000", "date", "2024-06-01"),
    ("drs_avro", "sqlserver", "float", "1.7976931348623157E308", "double", "1.7976931348623157E308"),
    ("drs_avro", "postgresql", "float8", "1.7976931348623157E308", "double", "1.7976931348623157E308"),
    ("drs_json_schema", "postgresql", "int8", "9223372036854775807", "bigint", "9223372036854775807"),
    ("drs_json_schema", "oracle", "number(5,2)", ".5", "decimal(5,2)", "0.50"),
    ("drs_json_schema", "sqlserver", "datetime2(7)", "2024-06-01 11:00:42.1234500", "timestamp_ntz",
     "2024-06-01 11:00:42.12345"),
    ("drs_json_schema", "sqlserver", "datetime2(7)", "2024-06-01 11:00:42.1234567", "timestamp_ntz", None),
    ("drs_json_schema", "sqlserver", "time(7)", "11:00:42.1234500", "bigint", "39642123450"),
    ("oms_default", "oceanbase_mysql", "bigint", "10223372036854775806", "decimal(20,0)", "10223372036854775806"),
    ("oms_default", "oceanbase_mysql", "datetime", "2024-06-01 11:00:42 +08:00", "timestamp_ntz",
     "2024-06-01 11:00:42"),
    ("oms_default", "db2", "decfloat", "1.250", "decimal(34,3)", "1.250"),
    ("aws_dms", "sqlserver", "datetimeoffset(7)", "2024-06-01 11:00:42.5000000 +08:00", "timestamp",
     "2024-06-01 03:00:42.5"),
    ("aws_dms", "mysql", "bit(1)", "true", "boolean", "true"),
    ("aws_dms", "mysql", "bigint", "1.2345678901234567E16", "bigint", None),
    ("flink_json", "", "timestamp(9)", "2024-06-01 11:00:42.123456000", "timestamp_ntz", "2024-06-01 11:00:42.123456"),
    ("ogg", "oracle", "timestamp(9)", "2024-06-01:11:00:42.500000000", "timestamp_ntz", "2024-06-01 11:00:42.5"),
    ("dts_avro", "postgresql", "jsonb", "eyJhIjoxfQ==", "string", '{"a":1}'),
    ("dts_avro", "postgresql", "time", "11:00:42", "bigint", "39642000000"),
    ("drs_mongo", "mongodb", "date", "2024-06-01T03:00:42.5Z", "timestamp", "2024-06-01 03:00:42.5"),
]  # fmt: skip


def test_a_value_is_exact_or_none(project: Pipeline, package: Any) -> None:
    feeds = {each["name"]: each for each in dialects(package)}
    expressions = [
        read(package, package.feed_of_dialect(feeds[dialect], kind, ZONE), source_type, text, data_type)
        for dialect, kind, source_type, text, data_type, _ in EXACT
    ]
    found = ask(project, expressions)
    wrong = [
        f"{case[:5]}: {found[expression]!r}, not {case[5]!r}"
        for case, expression in zip(EXACT, expressions, strict=True)
        if found[expression] != case[5]
    ]
    assert not wrong, "\n".join(wrong)


DEFAULTS = [
    ("canal", "mysql", "int unsigned", "bigint"), ("canal", "mysql", "bigint(20) unsigned", "decimal(20,0)"),
    ("canal", "mysql", "dec(5)", "decimal(5,0)"), ("canal", "mysql", "decimal(65,30)", "string"),
    ("canal", "mysql", "float(53)", "double"), ("canal", "mysql", "double precision", "double"),
    ("canal", "mysql", "national varchar(20)", "string"), ("canal", "mysql", "uuid", None),
    ("ticdc_canal", "tidb", "enum", None), ("ogg", "mysql", "enum", None), ("aws_dms", "mysql", "set", None),
    ("ticdc_canal", "tidb", "enum('a','b')", "string"),
    ("drs_json_schema", "postgresql", "timestamp(3) with time zone", "timestamp"),
    ("drs_json_schema", "postgresql", "integer[]", "string"), ("drs_json_schema", "postgresql", "_int4", "string"),
    ("drs_json_schema", "gaussdb", "number(12,2)", "decimal(12,2)"),
    ("oms_default", "oceanbase_mysql", "bigint", "decimal(20,0)"),
    ("oms_default", "oceanbase_mysql", "int64", "bigint"),
    ("oms_default", "oceanbase_oracle", "timestamp(6) with time zone", "timestamp"),
    ("oms_default", "db2", "char(4) for bit data", "binary"), ("oms_default", "db2", "decfloat", "string"),
    ("oms_default", "db2", "decfloat(34)", "string"), ("ogg", "db2", "float(24)", "float"),
    ("ogg", "oracle", "float(63)", "string"), ("ogg", "oracle", "raw(16)", None),
    ("dts_avro", "oracle", "timestamp with local time zone", "timestamp"),
    ("dts_avro", "postgresql", "jsonb", "string"),
    ("drs_mongo", "mongodb", "bool", "boolean"), ("drs_mongo", "mongodb", "decimal128", "string"),
]  # fmt: skip


def test_the_proposed_spark_type_holds_every_value(package: Any) -> None:
    feeds = {each["name"]: each for each in dialects(package)}
    found = [
        (dialect, kind, source_type, package.data_type(source_type, package.feed_of_dialect(feeds[dialect], kind)))
        for dialect, kind, source_type, _ in DEFAULTS
    ]
    assert found == DEFAULTS


def test_the_pages_of_types_are_those_of_the_lists() -> None:
    cells = generate.type_cells()
    for family in generate.FAMILIES:
        page = REPO / "docs" / "types" / f"{family}.md"
        assert page.read_text(encoding="utf-8") == generate.types_page(family, cells), "python docs/generate.py"
    assert {cell["family"] for cell in cells} == set(generate.FAMILIES)
