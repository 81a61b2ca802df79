"""`changefeed doctor --target`: whether the Spark of a target can do what runs ask of it, and what to do if not.

Each thing is tried in a schema of its own, which is removed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyspark.sql import SparkSession

from changefeed.project import macros
from changefeed.spark import connect, storage
from changefeed.spark.session import schema_name
from changefeed.watch.doctor import OK, WARNING, WRONG, Finding
from changefeed.words import first_lines

_VERSIONS = ((4, 0), (4, 1))
_PAGE = "docs/how-to/platforms.md"
_SETTINGS = {"spark.sql.session.timeZone": "UTC", "spark.sql.ansi.enabled": "false"}
# What is tried, the statement, and how bad it is and what to do if it fails.
_EXPRESSIONS = (
    ("text functions", "select try_validate_utf8('a'), is_valid_utf8('a'), try_to_binary('YQ==', 'base64')",
     WRONG, "dialects check texts by functions of Spark 4.0: take a newer Spark"),
    ("JSON functions", "select try_parse_json('[1]'), try_variant_get(parse_json('{\"a\": 1}'), '$.a', 'int')",
     WRONG, "dialects read JSON as Spark 4.0's variant: take a newer Spark"),
    ("Avro functions", "select from_avro(X'02', '\"long\"')",
     WARNING, "Avro dialects need the jar spark-avro of this Spark; others do without it"),
)  # fmt: skip


def examine(spark: SparkSession) -> Iterator[Finding]:
    """Try what runs need, one thing after the other. It makes the schema `…_doctor`, and removes it again."""
    yield _version(spark)
    yield from _settings(spark)
    for what, statement, otherwise, todo in _EXPRESSIONS:
        yield _tried(spark, what, (statement,), todo, otherwise)
    scratch = f"{schema_name()}_doctor"
    format_of_tables = storage.file_format()
    made = _tried(
        spark, "schemas", macros.own().make_schema(f"`{scratch}`"),
        f"grant the right to create schemas: runs make {schema_name()}, {schema_name()}_internal and one for each feed",
    )  # fmt: skip
    yield made
    if made.verdict != OK:
        return
    try:
        yield from _tables(spark, f"`{scratch}`", format_of_tables)
    finally:
        spark.sql(f"drop schema if exists `{scratch}` cascade")


def _tables(spark: SparkSession, scratch: str, format_of_tables: str) -> Iterator[Finding]:
    table, rules = f"{scratch}.probe", macros.own()
    tables = _tried(
        spark, f"{format_of_tables} tables",
        (rules.create_table(table, "id bigint, name string"), rules.append_rows(table, "select 1L as id, 'a' as name")),
        f"add the jar of {format_of_tables} for this Spark, its extension and its catalog, as profiles.yml has them, "
        "and the right to create tables; or set CHANGEFEED_FILE_FORMAT to the format that is there",
    )  # fmt: skip
    yield tables
    if tables.verdict != OK:
        return
    yield _tried(
        spark, "merge",
        (f"merge into {table} as stored using (select 1L as id, 'b' as name) as new on stored.id = new.id"
         " when matched then update set * when not matched then insert *",
         f"alter table {table} add columns (more string)"),
        "grant the right to change tables",
    )  # fmt: skip
    function = f"{scratch}.probe_of"
    yield _tried(
        spark, "SQL functions",
        (f"create function {function} (text string) returns string return upper(text)", f"select {function}('a')"),
        "the catalog keeps no SQL functions, or the right to create them is missing: runs make eleven",
    )  # fmt: skip
    yield _tried(
        spark, "views",
        (f"create view {scratch}.probe_view as select id, name from {table}",
         f"create or replace view {scratch}.probe_views as select count(*) as n from {scratch}.probe_view",
         f"select n from {scratch}.probe_views"),
        "the catalog keeps no views, or the right to create them is missing",
    )  # fmt: skip


def _version(spark: SparkSession) -> Finding:
    version = str(spark.version)
    by = "by Spark Connect" if connect.is_used() else "in this process"
    found = re.match(r"(\d+)\.(\d+)", version)
    if found and (int(found[1]), int(found[2])) in _VERSIONS:
        return Finding("Spark", OK, f"{version}, {by}")
    known = " and ".join(f"{major}.{minor}" for major, minor in _VERSIONS)
    return Finding("Spark", WRONG, f"{version}, {by}", f"changefeed was tried with Spark {known}: see {_PAGE}.")


def _settings(spark: SparkSession) -> Iterator[Finding]:
    for name, value in _SETTINGS.items():
        given = str(spark.conf.get(name))
        if given.lower() != value.lower():
            todo = f"The target of profiles.yml has to set it to {value}, and the platform to let it."
            yield Finding("settings", WRONG, f"{name} is {given}", todo)


def _tried(spark: SparkSession, what: str, statements: tuple[str, ...], todo: str, otherwise: str = WRONG) -> Finding:
    for statement in statements:
        try:
            spark.sql(statement).collect()
        except Exception as error:
            return Finding(what, otherwise, first_lines(error, 1), f"{todo[0].upper()}{todo[1:]} ({_PAGE}).")
    return Finding(what, OK, "work")
