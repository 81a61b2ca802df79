"""Types: what the families' lists say of each type in each dialect is what typed tables read, exactly or not at all."""

from __future__ import annotations

import csv
import functools
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from changefeed.project.macros import Wrong
from changefeed.typed import source_columns
from docs import generate
from pipeline import REPO, Pipeline
from type_cells import IN_FEEDS_ZONE, PACKAGE, ZONE, cells, dialects, is_value


@pytest.fixture(scope="module")
def project(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.build(models=["resource_type:function"])
    return pipeline


def read(feed: dict[str, Any], source_type: str, data_type: str) -> str:
    """SQL of what a typed table has of the column `text`, as text: bytes in hex."""
    cast = f"cast({PACKAGE.typed_value(source_type, 'text', data_type, feed)} as {data_type})"
    return f"hex({cast})" if data_type == "binary" else f"cast({cast} as string)"


def ask(project: Pipeline, asked: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str | None]:
    """What each of some readings gives of each text."""
    pairs = set(asked)
    numbers = {each: number for number, each in enumerate(sorted({reading for reading, _ in pairs}))}
    rows = [(numbers[reading], text) for reading, text in sorted(pairs)]
    project.spark.createDataFrame(rows, "number int, text string").createOrReplaceTempView("asked")
    read = " ".join(f"when {number} then {reading}" for reading, number in numbers.items())
    readings = list(numbers)
    found = project.spark.sql(f"select number, text, case number {read} end as value from asked").collect()
    project.spark.catalog.dropTempView("asked")
    return {(readings[row["number"]], row["text"]): row["value"] for row in found}


def test_a_dialect_without_types_reads_text() -> None:
    feed = PACKAGE.feed_of_dialect({"name": "ledger", "source_kinds": []})
    for source_type in ("text", "bigint", "decimal(10,2)", "enum('a','b')", "anything else"):
        printed = PACKAGE._printed_type(source_type, feed)
        assert (printed["data_type"], printed["kind"], printed["value"]) == ("string", "text", "text"), source_type
        assert PACKAGE.rewrite_by_labels("int", source_type, feed) is None
    with pytest.raises(Wrong, match="data_type int is none that ledger's text of source_type bigint reads as exactly"):
        PACKAGE.typed_value("bigint", "text", "int", feed)
    # `tables propose` needs no sample of values for it: Spark is not asked.
    table = source_columns.Table("books", "d", "", "t")
    seen = source_columns.Seen(table, 3, (), [source_columns.Column(name, "", "", "") for name in ("id", "body")])
    types = {(table, "id"): [("bigint", "messages"), ("int", source_columns.VALUES)], (table, "body"): []}
    said = {name: PACKAGE._printed_type(name, feed) for name in ("text", "string", "bigint", "int")}
    source_columns._choose(None, lambda macro, asked: {"books": said}, "", {table: seen}, types)
    assert [(each.source_type, each.data_type, each.type_from) for each in seen.columns] == [
        ("bigint", "string", "messages"), ("text", "string", source_columns.NOTHING)
    ]  # fmt: skip
    assert not seen.refused


def test_every_example_of_every_type_reads_as_its_value(project: Pipeline) -> None:
    """Types down, dialects across: each text of the lists gives the value beside it, in the proposed Spark type."""
    asked = [
        (cell, (reading, text), value)
        for cell in cells()
        if cell["reader"]
        for reading in [read(cell["feed"], cell["source_type"], cell["spark"])]
        for text, value in cell["examples"]
    ]
    found = ask(project, [each for _, each, _ in asked])
    wrong = [
        f"{cell['dialect']} {cell['source_kind']} {cell['source_type']} ({cell['reader']}) as {cell['spark']}: "
        f"{each[1]!r} gives {found[each]!r}, not {value!r}"
        for cell, each, value in asked
        if not is_value(found[each], value, cell)
    ]
    assert not wrong, f"{len(wrong)} of {len(asked)}:\n" + "\n".join(wrong[:60])
    unread = {each["dialect"] + " " + each["type"] for each in cells() if each["reader"] and not each["examples"]}
    assert not unread, f"types without an example: {sorted(unread)}"


def documented() -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """The types that documents name (tests/fixtures/documented_types.csv), for each feed that may have them: the line
    of the file, the feed, the type as the document writes it."""
    known = {each["name"]: each for each in dialects() if "types" in each}
    with (REPO / "tests" / "fixtures" / "documented_types.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            for kind in line["source_kinds"].split() or [""]:
                for name in line["dialects"].split() or [each for each in known if kind in kinds_of(known[each])]:
                    assert kind in kinds_of(known[name]), line
                    for options in PACKAGE._options_of_types(known[name]):
                        feed = PACKAGE.feed_of_dialect(known[name], kind, ZONE, options)
                        for source_type in line["types"].split("; "):
                            yield line, feed, source_type


def kinds_of(dialect: dict[str, Any]) -> list[str]:
    """The kinds of source of which a feed of the dialect may be."""
    return [*(dialect["source_kinds"] or []), *(kind for kind in dialect["types"] if kind == "")]


def test_every_type_that_a_document_names_is_in_the_list() -> None:
    """A type of a vendor's mapping table or footnote is in the list of its family. What the fixture says of it is so:
    the dialect reads it, or says in words that it does not, or the service sends none. Where it says nothing, any of
    these."""
    unknown, wrong = set(), set()
    row_of_type = functools.cache(PACKAGE.row_of_type)
    for line, feed, source_type in documented():
        written = PACKAGE.types_of_feed(feed)
        row = row_of_type(written["family"], source_type)
        if not row:
            unknown.add((line["document"], written["family"], source_type))
            continue
        place = line["document"], feed["dialect"]["name"], feed["source_kind"], source_type, line["how"]
        if line["how"] == "not sent":
            wrong |= set() if row["type"] in written["unsent"] else {place}
        elif line["how"]:
            is_read = PACKAGE.data_type(source_type, feed) is not None
            wrong |= set() if is_read == (line["how"] == "read") or has_options(feed) else {place}
            if not is_read:
                with pytest.raises(Wrong, match="declare source_type text"):
                    PACKAGE.typed_value(source_type, "text", "string", feed)
    assert not unknown, sorted(unknown)
    assert not wrong, sorted(wrong)


def has_options(feed: dict[str, Any]) -> bool:
    """Whether an option says how the service writes bytes, and the feed does not."""
    return feed["dialect"]["name"] in ("ogg", "ogg_json_row") and not feed["options"].get("binaries")


def test_the_types_that_decoding_names_are_in_the_lists() -> None:
    """DTS's records have numbers for types: each has a name in the list of its source."""
    numbers = PACKAGE.dts_record_types()
    unknown = {
        (source, name)
        for source, names in numbers.items()
        for name in names.values()
        if not PACKAGE.row_of_type("mysql" if source in ("texts", "bytes") else source, name)
    }
    assert not unknown


def test_a_pair_that_no_list_has_is_refused() -> None:
    """An error names source type and data_type, and says what is allowed; no cast is left to chance."""
    feeds = {each["name"]: each for each in dialects()}
    refused = {
        ("dataworks", "", "BYTES", "decimal(10,2)"): "write one of binary, string",
        ("canal", "mysql", "varchar(20)", "int"): "write one of string",
        ("canal", "mysql", "date", "timestamp"): "write one of date, timestamp_ntz, string",
        ("canal", "mysql", "json", "array<string>"): "write one of string, variant",
    }
    for (dialect, kind, source_type, data_type), words in refused.items():
        feed = PACKAGE.feed_of_dialect(feeds[dialect], kind, ZONE)
        with pytest.raises(Wrong) as error:
            PACKAGE.typed_value(source_type, "text", data_type, feed)
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


def test_a_value_is_exact_or_none(project: Pipeline) -> None:
    feeds = {each["name"]: each for each in dialects()}
    asked = [
        (read(PACKAGE.feed_of_dialect(feeds[dialect], kind, ZONE), source_type, data_type), text)
        for dialect, kind, source_type, text, data_type, _ in EXACT
    ]
    found = ask(project, asked)
    wrong = [
        f"{case[:5]}: {found[each]!r}, not {case[5]!r}"
        for case, each in zip(EXACT, asked, strict=True)
        if found[each] != case[5]
    ]
    assert not wrong, "\n".join(wrong)


NUMBERS = (
    "7", "-7", "127", "200", "40000", "5000000000", "1.5", "0.1", "2.7182817", "2.718281828459045", "1.0E21",
    "-1.0E-300", "1.7976931348623157E308", "3.4028235E38", "16777217", "9007199254740993", "12345678901234567890.5",
)  # fmt: skip
OF_NUMBERS = {
    "tinyint": "smallint", "smallint": "int", "int": "bigint", "bigint": "bigint", "bigint unsigned": "decimal(20,0)",
    "decimal(10,2)": "decimal(10,2)", "decimal(38,10)": "decimal(38,10)", "float": "float", "double": "double",
}  # fmt: skip
CONNECT = {
    "int8": "smallint", "int16": "smallint", "int32": "int", "int64": "bigint", "float32": "float", "float64": "double",
}  # fmt: skip


def test_a_number_of_another_type_reads_as_itself_or_not_at_all(project: Pipeline) -> None:
    """A column becomes wider or narrower, and texts of before stand under its new type: every pair of types."""
    known = {each["name"]: each for each in dialects()}
    feeds = [
        (PACKAGE.feed_of_dialect(known[name], "mysql", ZONE, options), types)
        for name, options, types in (
            ("canal", None, OF_NUMBERS), ("maxwell", None, OF_NUMBERS), ("dts_canal", None, OF_NUMBERS),
            ("debezium", "decimals=string", CONNECT),
        )
    ]  # fmt: skip
    asked = [
        (read(feed, source_type, data_type), text, source_type)
        for feed, types in feeds
        for source_type, data_type in types.items()
        for text in NUMBERS
    ]
    found = ask(project, [(reading, text) for reading, text, _ in asked])
    wrong = [
        f"{text} as {source_type}: {value}"
        for reading, text, source_type in asked
        if (value := found[reading, text]) is not None and Decimal(value) != Decimal(text)
    ]
    assert not wrong, "\n".join(wrong)
    unread = {text for reading, text, source_type in asked if source_type == "double" and found[reading, text] is None}
    assert unread == {"9007199254740993", "12345678901234567890.5"}, unread


DEFAULTS_OF_KINDS = {
    # kind → the default as a statement has it, its hexadecimal digits, the value as the database prints it
    "integer": ("7", "", "7"), "decimal": ("1.5", "", "1.5"), "float32": ("1.5", "", "1.5"),
    "float64": ("1.5", "", "1.5"), "bits": ("1", "", "1"), "boolean": ("TRUE", "", "true"),
    "year": ("2024", "", "2024"), "date": ("2024-1-31", "", "2024-01-31"),
    "wall_time": ("2024-02-29 12:30:00", "", "2024-02-29 12:30:00"),
    "instant": ("2024-02-29 12:30:00", "", "2024-02-29 04:30:00"), "time": ("9:30:00", "", "09:30:00"),
    "enum": ("b", "", "b"), "set": ("b,a", "", "a,b"), "text": ("ä b", "", "ä b"),
    "binary": ("\ufdd0x '00FF'", "00FF", "00FF"),
}  # fmt: skip


def kind_at_the_source(cell: dict[str, Any]) -> str | None:
    """The kind of a type's values where the database has them, whatever Debezium makes of it."""
    family = cell["family"]
    if family == "debezium":
        family = {"mariadb": "mysql"}.get(cell["source_kind"], cell["source_kind"])
    row = PACKAGE.row_of_type(family, cell["source_type"]) if family in PACKAGE.type_families() else None
    return PACKAGE.kind_of_type(row, PACKAGE.source_type(cell["source_type"])) if row else None


def test_a_default_is_written_as_its_dialect_reads_it(project: Pipeline) -> None:
    """Rows that are there when a column is added have the text that the service would send, of every type."""
    asked = []
    for cell in cells():
        kind = kind_at_the_source(cell)
        is_as_told = kind != "text" or cell["kind"] == "text"  # Debezium has types of its own for some texts
        has_columns = cell["family"] not in ("mongodb", "flink") and "structured" not in cell["options"]
        tells_columns = has_columns and "statement" in cell["feed"]["dialect"]["changes"]
        if cell["reader"] and kind in DEFAULTS_OF_KINDS and is_as_told and tells_columns:
            written = PACKAGE.default_text(cell["source_type"], cell["feed"])
            reading = read(cell["feed"], cell["source_type"], cell["spark"])
            is_whole = kind == "decimal" and cell["spark"].endswith(",0)")
            kind_of_default = "bits" if cell["spark"] == "boolean" else "integer" if is_whole else kind
            default = DEFAULTS_OF_KINDS[kind_of_default]
            asked.append((cell | {"kind": kind, "reader": ""}, (written, reading), *default))
    numbers = {pair: number for number, pair in enumerate(sorted({each[1] for each in asked}))}
    given_rows = {(numbers[pair], text, digits) for _, pair, text, digits, _ in asked}
    project.spark.createDataFrame(sorted(given_rows), "number int, default string, hex string").createOrReplaceTempView(
        "given_defaults"
    )
    written = " ".join(f"when {number} then {each}" for (each, _), number in numbers.items())
    readings = " ".join(f"when {number} then {each}" for (_, each), number in numbers.items())
    given = "struct(default as text, hex, false as is_now, default as literal) as given"
    query = f"""
        select number, default, text, case number {readings} end as value from (
            select number, given.text as default, case number {written} end as text
            from (select *, {given}, timestamp '2024-06-01' as source_at from given_defaults)
        )
    """
    rows = project.spark.sql(query).collect()
    found = {(row["number"], row["default"]): (row["text"], row["value"]) for row in rows}
    project.spark.catalog.dropTempView("given_defaults")
    wrong = [
        f"{cell['dialect']} {cell['source_kind']} {cell['options']} {cell['source_type']} as {cell['spark']}: "
        f"{found[numbers[pair], text]}, not {value!r}"
        for cell, pair, text, _, value in asked
        if not is_value(found[numbers[pair], text][1], value, cell)
    ]
    assert not wrong, f"{len(wrong)} of {len(asked)}:\n" + "\n".join(wrong[:60])


TWICE = [
    # zone, text, what it is read as, whether it is one of two instants
    ("Europe/Berlin", "2024-10-27 01:59:59", "2024-10-26 23:59:59", "false"),
    ("Europe/Berlin", "2024-10-27 02:00:00", "2024-10-27 00:00:00", "true"),
    ("Europe/Berlin", "2024-10-27 02:59:59.5", "2024-10-27 00:59:59.5", "true"),
    ("Europe/Berlin", "2024-10-27 03:00:00", "2024-10-27 02:00:00", "false"),
    ("Europe/Berlin", "2024-03-31 03:30:00", "2024-03-31 01:30:00", "false"),
    ("Australia/Lord_Howe", "2024-04-07 01:45:00", "2024-04-06 14:45:00", "true"),
    ("Australia/Lord_Howe", "2024-04-07 02:15:00", "2024-04-06 15:45:00", "false"),
    ("Asia/Shanghai", "2024-10-27 02:30:00", "2024-10-26 18:30:00", "false"),
    ("Europe/Berlin", "0000-00-00 00:00:00", None, None),
]  # fmt: skip


def test_of_the_hour_that_comes_twice_the_first_instant_is_read(project: Pipeline) -> None:
    canal = next(each for each in dialects() if each["name"] == "canal")
    found = [
        (zone, text, *project.spark.sql(f"select {value}, string({hour}) from (select '{text}' as text)").first())
        for zone, text, *_ in TWICE
        for value in [read(PACKAGE.feed_of_dialect(canal, "mysql", zone), "timestamp", "timestamp")]
        for hour in [PACKAGE.is_repeated_hour("instant", "text", zone)]
    ]
    assert found == TWICE


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


def test_the_proposed_spark_type_holds_every_value() -> None:
    feeds = {each["name"]: each for each in dialects()}
    found = [
        (dialect, kind, source_type, PACKAGE.data_type(source_type, PACKAGE.feed_of_dialect(feeds[dialect], kind)))
        for dialect, kind, source_type, _ in DEFAULTS
    ]
    assert found == DEFAULTS


def test_the_pages_of_types_are_those_of_the_lists() -> None:
    for family in generate.FAMILIES:
        page = REPO / "docs" / "reference" / "types" / f"{family}.md"
        assert page.read_text(encoding="utf-8") == generate.types_page(family, cells()), "python docs/generate.py"
    assert {cell["family"] for cell in cells()} == set(generate.FAMILIES)


def test_pages_link_the_types_and_speak_of_the_hour_that_comes_twice() -> None:
    """Each dialect's page links the lists of its sources, and says what an instant without an offset becomes."""
    said = "`changefeed tables check` counts them"
    links = re.compile(r"docs/reference/types/(\w+)[.]md")
    for dialect in dialects():
        own = [cell for cell in cells() if cell["dialect"] == dialect["name"]]
        folder = REPO / "models" / "dialects" / dialect["name"]
        page = " ".join((folder / f"_{dialect['name']}__docs.md").read_text(encoding="utf-8").split())
        assert set(links.findall(page)) == {cell["family"] for cell in own}, dialect["name"]
        assert (said in page) == any(cell["reader"] in IN_FEEDS_ZONE for cell in own), dialect["name"]
        assert not dialect["name"].startswith("debezium") or "the hour that comes twice" in page
    overview = (REPO / "models" / "overview.md").read_text(encoding="utf-8")
    assert set(links.findall(overview)) == set(generate.FAMILIES)
