"""The first load from the source: every type in every dialect, ranges, interruptions, and no secret anywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import databases
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.source import connection, loading
from changefeed.source.texts import Texts
from conftest import OWN
from pipeline import REPO, Pipeline, canal, record
from source_story import set_source
from type_cells import PACKAGE, ZONE

# Type → literals of SQL, and what a typed table has of each, as text (bytes in hexadecimal digits, instants in UTC).
Values = dict[str, dict[str, str | None]]
MARIADB: Values = {
    "tinyint": {"-128": "-128"}, "tinyint unsigned": {"255": "255"}, "smallint": {"-32768": "-32768"},
    "mediumint": {"8388607": "8388607"}, "int unsigned": {"4294967295": "4294967295"},
    "bigint": {"-9223372036854775808": "-9223372036854775808"},
    "bigint unsigned": {"18446744073709551615": "18446744073709551615", "0": "0"},
    "decimal(10,2)": {"-12.5": "-12.50", "0": "0.00"},
    "decimal(65,30)": {"1.000000000000000000000000000001": "1.000000000000000000000000000001"},
    "float": {"1.1": "1.1", "-3.40282e38": "-3.40282E38", "16777216": "16777216"},
    "double": {"1.7976931348623157e308": "1.7976931348623157E308", "0.1": "0.1", "-5e-324": "-4.9E-324"},
    "bit(1)": {"b'1'": "1", "b'0'": "0"}, "bit(64)": {"18446744073709551615": "18446744073709551615", "7": "7"},
    "date": {"'2024-06-01'": "2024-06-01", "'0000-00-00'": None, "'1000-01-01'": "1000-01-01"},
    "datetime": {"'2024-06-01 11:00:42'": "2024-06-01 11:00:42"},
    "datetime(6)": {"'9999-12-31 23:59:59.999999'": "9999-12-31 23:59:59.999999"},
    "timestamp(3)": {
        "'2024-06-01 03:00:42.25'": "2024-06-01 03:00:42.25", "'2024-01-01 00:00:00'": "2024-01-01 00:00:00",
    },
    "time(2)": {"'-838:59:58.5'": "-3020398500000", "'00:00:01'": "1000000"}, "year": {"2024": "2024", "1901": "1901"},
    "char(5)": {"'ä b'": "ä b"}, "varchar(20) character set latin1": {"'é€'": "é€"},
    "varchar(20)": {"'it''s \\\\ \U0001f600'": "it's \\ \U0001f600", "''": "", "' a '": " a "},
    "longtext": {"'line\\nbreak 日本'": "line\nbreak 日本"}, "binary(4)": {"x'00ff'": "00FF0000"},
    "varbinary(4)": {"x'00ff80'": "00FF80", "''": ""}, "blob": {"x'0a0d27'": "0A0D27"},
    "enum('a','b''c','1')": {"'b''c'": "b'c", "'a'": "a"}, "set('x','y','z')": {"'x,z'": "x,z", "''": ""},
}  # fmt: skip
POSTGRESQL: Values = {
    "smallint": {"-32768": "-32768"}, "integer": {"2147483647": "2147483647"},
    "bigint": {"-9223372036854775808": "-9223372036854775808"}, "numeric(12,2)": {"-12.5": "-12.50"},
    "real": {"1.1": "1.1", "'-Infinity'": "-Infinity"},
    "double precision": {"1.7976931348623157e308": "1.7976931348623157E308"},
    "boolean": {"true": "true", "false": "false"}, "date": {"'2024-06-01'": "2024-06-01"},
    "timestamp": {"'2024-06-01 11:00:42.5'": "2024-06-01 11:00:42.5"},
    "timestamp(3)": {"'2024-06-01 11:00:42'": "2024-06-01 11:00:42"},
    "timestamptz": {"'2024-06-01 11:00:42.5+08'": "2024-06-01 03:00:42.5"}, "time": {"'11:00:42.5'": "39642500000"},
    "character varying(9)": {"'ä b '": "ä b "}, "character(4)": {"'a'": "a   "},
    "text": {"'it''s \\ \U0001f600'": "it's \\ \U0001f600"}, "bytea": {"'\\x00ff80'": "00FF80"},
    "uuid": {"'3b241101-e2bb-4255-8caf-4136c566a962'": "3b241101-e2bb-4255-8caf-4136c566a962"},
}  # fmt: skip
# Readers for which a text of these types says too little: they give NULL, with the text in _unreadable.
UNREADABLE = {
    "number_or_bits": ("bit(64)",), "mysql_set_text": ("set('x','y','z')",), "boolean_text": ("bit(64)",),
}  # fmt: skip


def table_of(values: Values) -> str:
    """Statements that make the table `cells` and fill a row for each place in the lists of values."""
    rows = max(map(len, values.values()))
    columns = ", ".join(f"c{number} {each} null" for number, each in enumerate(values))
    lines = [
        f"({row}, {', '.join((list(each) * rows)[row] if row < len(each) else 'null' for each in values.values())})"
        for row in range(rows)
    ]
    return f"create table cells (id int primary key, {columns}); insert into cells values {', '.join(lines)};"


def feeds_of(kinds: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Every dialect, with each way in which its options read types, as a feed of such a source."""
    for dialect in PACKAGE.dialects():
        if (
            dialect.get("is_internal")
            or not dialect.keys() & {"types", "type"}
            or not set(kinds) & set(dialect["source_kinds"])
        ):
            continue
        kind = next(each for each in kinds if each in dialect["source_kinds"])
        for options in PACKAGE._options_of_types(dialect) if "types" in dialect else [""]:
            yield PACKAGE.feed_of_dialect(dialect, kind, ZONE, options)


def wrong_cells(source: connection.Source, types: dict[str, str], values: Values, kinds: tuple[str, ...]) -> list[Any]:
    """What is loaded otherwise than the source has it; the columns that a dialect does not load are not there.

    Dialects that write and read a type alike are asked once.
    """
    texts = object.__new__(Texts)
    texts._source, texts._macros = source, PACKAGE
    asked: dict[tuple[int, str, str, str], tuple[str, Any, bool]] = {}
    columns = [each for each in types if each != "id"]
    for feed in feeds_of(kinds):
        texts.feed = feed
        for number, (name, given) in enumerate(zip(columns, values, strict=True)):
            column = texts._written(name, types[name])
            if column.form:
                data_type = PACKAGE.data_type(column.source_type, feed)
                reading = PACKAGE.typed_value(column.source_type, "text", data_type, feed)
                known = PACKAGE.known_type(column.source_type, feed) if "types" in feed["dialect"] else None
                may_be_unread = bool(known) and given in UNREADABLE.get(known["reader"], ())
                text = texts.text(column, f"c{number + 1}")
                asked.setdefault(
                    (number, data_type, column.form, reading), (feed["dialect"]["name"], text, may_be_unread)
                )
    printed = [texts.plain(texts._written(name, types[name])) for name in columns]
    plain = source.together(source.frames("from cells", ["id", *printed]))
    plain = plain.orderBy("c0").cache()
    assert {number for number, *_ in asked} == set(range(len(columns))), "a dialect loads it"
    found, whole = [], list(asked.items())
    for begin in range(0, len(whole), 60):
        part = whole[begin : begin + 60]
        rows = read(
            plain, [(number, data_type, text, reading) for (number, data_type, _, reading), (_, text, _) in part]
        )
        for place, ((number, data_type, _, _), (dialect, _, may_be_unread)) in enumerate(part):
            given = list(values)[number]
            for row, expected in zip(rows, values[given].values(), strict=False):
                text, value = row[2 * place], row[2 * place + 1]
                if not is_same(value, expected, data_type) and not (value is None and may_be_unread):
                    found.append((dialect, given, text, value, expected))
    return found


def read(plain: DataFrame, shown: list[tuple[int, str, Any, str]]) -> list[Any]:
    texts = plain.select(*(text.alias(f"t{place}") for place, (_, _, text, _) in enumerate(shown)))
    readings = []
    for place, (_, data_type, _, reading) in enumerate(shown):
        cast = re.sub(r"\btext\b", f"t{place}", reading)
        value = f"hex({cast})" if data_type == "binary" else f"cast(cast({cast} as {data_type}) as string)"
        readings += [F.col(f"t{place}"), F.expr(value)]
    return texts.select(*readings).collect()


def is_same(value: str | None, expected: str | None, data_type: str) -> bool:
    if value is None or expected is None:
        return value == expected
    if data_type == "boolean":
        return value == {"1": "true", "0": "false"}.get(expected, expected)
    if data_type.startswith(("decimal", "float", "double")) and "Inf" not in value:
        return Decimal(value) == Decimal(expected) or float(value) == float(expected)
    return value == expected


@databases.needs_mariadb
def test_every_type_of_mariadb_is_loaded_as_each_dialect_writes_it(
    functions: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    with databases.mariadb() as server:
        server.run(f"use shop; set sql_mode = ''; set time_zone = '+00:00'; {table_of(MARIADB)}")
        set_source(monkeypatch, "shop", server.url)
        with connection.connected(functions.spark, "shop") as source:
            types = loading.catalogue.read(source)["shop", "", "cells"].columns
            wrong = wrong_cells(source, types, MARIADB, ("mariadb", "mysql"))
    assert wrong == [], "\n".join(map(str, wrong))


@databases.needs_postgresql
def test_every_type_of_postgresql_is_loaded_as_each_dialect_writes_it(
    functions: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    with databases.postgresql() as server:
        server.run(table_of(POSTGRESQL))
        set_source(monkeypatch, "pg", server.url)
        with connection.connected(functions.spark, "pg") as source:
            types = loading.catalogue.read(source)["postgres", "public", "cells"].columns
            wrong = wrong_cells(source, types, POSTGRESQL, ("postgresql",))
    assert wrong == [], "\n".join(map(str, wrong))


# -- whole loads


TABLES = """use shop;
create table goods (
    id bigint primary key, name varchar(20), price decimal(10,2), kind enum('a','b'), picture blob, place point
);
insert into goods select seq * 3, concat('n', seq), seq / 4, 'b', unhex('00ff'), point(1, 2) from seq_1_to_1000;
create table pairs (a varchar(9) collate utf8mb4_bin, b int, v text, primary key (a, b));
insert into pairs select concat('k''\\\\', seq mod 7), seq, 'x' from seq_1_to_300;
create table bag (v text); insert into bag values ('one'), ('one'), ('two');
create table empty_one (id int primary key);"""


@pytest.fixture(scope="module")
def mariadb() -> Iterator[databases.Database]:
    with databases.mariadb() as server:
        server.run(TABLES)
        yield server


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    project = Pipeline(spark, tmp_path_factory.mktemp("loaded"), f"{OWN}_loaded")
    project.own_models()
    project.clear()
    feed = {"feed": "shop", "dialect": "canal", "topics": "shop", "source_kind": "mariadb", "time_zone": "UTC"}
    project.declare("feeds", feed, feed | {"feed": "idle", "topics": "idle"})
    project.land([
        record(0, canal("UPDATE", [{"id": "3", "name": "newer"}], [{"name": "n1"}], table="goods", database="shop"),
               topic="shop"),
        record(1, canal("DELETE", [{"id": "6", "name": "n2"}], table="goods", database="shop"), topic="shop"),
    ])  # fmt: skip
    project.build()
    return project


def load(project: Pipeline, *patterns: str, **options: Any) -> tuple[dict[str, int], list[str], list[str]]:
    """What landed by table, what was left, and what was told, of a load with small ranges."""
    told: list[str] = []
    with connection.connected(project.spark, "shop") as source:
        outcome = loading.load(
            project.spark, project.folder, source, patterns, rows_per_range=70, progress=told.append, **options
        )
    landed = {table.name: rows for table, rows in outcome.landed.items()}
    return landed, [f"{table.name} {reason}" for table, reason in outcome.left.items()], told


@databases.needs_mariadb
def test_a_feed_without_messages_has_no_tables_yet(
    project: Pipeline, mariadb: databases.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_source(monkeypatch, "idle", mariadb.url)
    said = "No run has read a message of idle, .* or name the tables: --tables"
    with connection.connected(project.spark, "idle") as source, pytest.raises(ChangefeedError, match=said):
        loading.load(project.spark, project.folder, source)


@databases.needs_mariadb
def test_a_load_lands_what_has_no_full_load_and_changes_win(
    project: Pipeline, mariadb: databases.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_source(monkeypatch, "shop", mariadb.url)
    with pytest.raises(ChangefeedError, match="--tables: the source of shop shows no table 'nothing'"):
        load(project, "nothing")

    # The connection dies at the third stretch: what landed stays, and the load goes on behind it.
    frames, calls = connection.Source.frames, []

    def dies(source: connection.Source, *arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 3:
            source.ask(f"kill connection {source.ask('select connection_id()')[0]['connection_id()']}")
        return frames(source, *arguments)

    monkeypatch.setattr(connection.Source, "frames", dies)
    with pytest.raises(ChangefeedError, match=r"The source of shop .*"):
        load(project)
    monkeypatch.setattr(connection.Source, "frames", frames)
    landed = project.sql("select count(*) as n from messages where topic like 'changefeed_baseline%'")
    assert landed == [{"n": 560}]
    rows, left, told = load(project)
    assert (rows, left) == ({"goods": 440}, [])
    assert any("goes on from key" in each for each in told)
    assert load(project)[0] == {}, "goods has a full load now"

    assert load(project, "pairs", "bag", "empty_*")[1] == [
        "bag has no key: declare it in seeds/changefeed_table_keys.csv (changefeed feeds types --from-source does)"
    ]
    project.declare("table_keys", {"feed": "shop", "source_database": "shop", "source_table": "bag"})
    assert "would count twice" in load(project, "bag")[1][0]
    assert load(project, "bag", is_quiet=True)[0] == {"bag": 3}
    project.build("--full-refresh", models=("+changefeed_current_rows",))

    found = {(table, key): (row, copies) for table, key, row, copies in project.rows()}
    whole = {"id": "9", "name": "n3", "price": "0.75", "kind": "2", "picture": "\u0000ÿ"}
    place = found["goods", '["9"]'][0].pop("place")
    assert found["goods", '["9"]'] == (whole, 1) and place.encode("latin-1").hex().startswith("00000000010100000000")
    assert found["goods", '["3"]'][0] == {"id": "3", "name": "newer"}, "what came meanwhile wins"
    assert ("goods", '["6"]') not in found
    counts = [sum(table == name for table, _ in found) for name in ("goods", "pairs", "bag")]
    assert counts == [999, 300, 2]
    assert sorted(copies for (table, _), (_, copies) in found.items() if table == "bag") == [1, 2]
    read = "select sum(last_offset - first_offset + 1 - messages) as n from internal.read_batches"
    assert project.sql(f"{read} where topic like '%baseline%' and kind = 'new'") == [{"n": 0}], "no offset is missing"


@databases.needs_mariadb
def test_a_load_can_be_replaced(
    project: Pipeline, mariadb: databases.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_source(monkeypatch, "shop", mariadb.url)
    mariadb.run("use shop; create table twice (id int primary key); insert into twice select seq from seq_1_to_30;")
    assert load(project, "tw?ce")[0] == {"twice": 30}
    assert load(project, "twice")[1] == ["twice has a full load or a dump already; --replace takes this one"]
    mariadb.run("use shop; delete from twice where id > 10;")
    arguments = ["load", "--from-source", "shop", "--tables", "shop.tw*,shop.[t]*", "--replace"]
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), *arguments])
    assert result.exit_code == 1 and "no table 'shop.[t]*'" in result.output, "a bracket is a bracket"
    arguments[4] = "shop.twice"
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), *arguments])
    assert result.exit_code == 0, result.output + repr(result.exception)
    assert "landed   10\nreplaced 30\nNext: changefeed run --redecode shop\n" in result.output


@databases.needs_mariadb
def test_no_secret_is_in_a_log_a_plan_or_the_list_of_processes(
    own_spark: None, mariadb: databases.Database, project: Pipeline, tmp_path: Path
) -> None:
    """A load by the command line in its own Spark, with all that Spark says, and its log of events."""
    home, conf, events = tmp_path / "home", tmp_path / "conf", tmp_path / "events"
    conf.mkdir()
    events.mkdir()
    settings = {"enabled": "true", "dir": f"file:{events}", "compress": "false"}
    (conf / "spark-defaults.conf").write_text(
        "".join(f"spark.eventLog.{name} {value}\n" for name, value in settings.items())
    )
    variables = {"URL": mariadb.url, "USER": databases.USER, "PASSWORD": databases.PASSWORD}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CHANGEFEED_")}
    environment |= {f"CHANGEFEED_SOURCE_SHOP_{name}": value for name, value in variables.items()}
    environment |= {"CHANGEFEED_HOME": str(home), "SPARK_CONF_DIR": str(conf)}
    process = subprocess.Popen(
        [sys.executable, "-m", "changefeed", "--project-dir", str(project.folder), "--verbose", "load",
         "--from-source", "shop", "--tables", "goods"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=REPO,
    )  # fmt: skip
    commands: set[bytes] = set()
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.3):
            for file in Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    commands.add(file.read_bytes())
                except OSError:
                    continue

    watcher = threading.Thread(target=watch)
    watcher.start()
    said, _ = process.communicate(timeout=600)
    ended.set()
    watcher.join()
    assert process.returncode == 0 and b"landed   1,000" in said, said.decode()
    written = [file for folder in (home, events) for file in folder.rglob("*") if file.is_file()]
    plans = b"".join(file.read_bytes() for file in events.rglob("*") if file.is_file())
    assert b"JDBCRelation" in plans
    secret = databases.PASSWORD
    forms = {secret.encode(), json.dumps(secret)[1:-1].encode(), json.dumps(json.dumps(secret)[1:-1])[1:-1].encode()}
    assert len(commands) > 10 and [each for each in (said, *commands) if any(form in each for form in forms)] == []
    assert [file for file in written if any(form in file.read_bytes() for form in forms)] == []
