"""Typed histories that are kept: versions as AUTO CDC (SCD type 2) has them, whatever runs cut the changes into."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

import duckdb
import pytest
import yaml
from click.testing import CliRunner
from pyspark.sql import SparkSession

import other_engines
from changefeed.cli.main import main
from changefeed.loader import landing_tables
from changefeed.spark import storage
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record

SCHEMA = f"{OWN}_histories"
BASE = 1_760_000_000
TYPES = {"id": "int", "name": "varchar(20)", "city": "varchar(40)"}
MOMENTS = TYPES | {"city": "datetime(6)"}  # how another model reads it
SPARK_TYPES = {"int": "int", "datetime(6)": "timestamp_ntz"}
HISTORIES = {
    "each_change": "",
    "all_columns": "track_history_except=[]",
    "but_city": "track_history_except=['city']",
    "only_name": "track_history_on=['name'], history_columns='dbt'",
}
# Place in order, key, name and city; a delete has neither. The last two are late: they arrive in a run of their own.
DOCUMENTED = [
    [(1, 124, "Raul", "Oaxaca"), (1, 123, "Isabel", "Monterrey")],
    [(2, 125, "Mercedes", "Tijuana"), (2, 126, "Lily", "Cancun")],
    [(6, 123, None, None), (6, 125, "Mercedes", "Guadalajara")],
    [(5, 125, "Mercedes", "Mexicali"), (5, 123, "Isabel", "Chihuahua")],
]
EACH_VERSION = [
    (123, "Isabel", "Monterrey", 1, 5), (123, "Isabel", "Chihuahua", 5, 6), (124, "Raul", "Oaxaca", 1, None),
    (125, "Mercedes", "Tijuana", 2, 5), (125, "Mercedes", "Mexicali", 5, 6), (125, "Mercedes", "Guadalajara", 6, None),
    (126, "Lily", "Cancun", 2, None),
]  # fmt: skip
BUT_CITY = [
    (123, "Isabel", "Chihuahua", 1, 6), (124, "Raul", "Oaxaca", 1, None), (125, "Mercedes", "Guadalajara", 2, None),
    (126, "Lily", "Cancun", 2, None),
]  # fmt: skip

Change = tuple[int, int, str | None, str | None]
Version = tuple[int, str | None, str | None, int, int | None]


@dataclass
class Open:
    name: str | None
    city: str | None
    since: int


def fold(changes: list[Change], tracked: tuple[str, ...] | None) -> list[Version]:
    """SCD type 2 by its definition, change by change in their order: the reference."""
    found: list[Version] = []
    now: dict[int, Open] = {}
    for place, key, name, city in sorted(changes, key=lambda each: each[0]):
        last = now.pop(key, None)
        if name is not None and last and tracked is not None:
            new = Open(name, city, place)
            if all(getattr(last, column) == getattr(new, column) for column in tracked):
                now[key] = Open(name, city, last.since)
                continue
        if last:
            found.append((key, last.name, last.city, last.since, place))
        if name is not None:
            now[key] = Open(name, city, place)
    found += [(key, each.name, each.city, each.since, None) for key, each in now.items()]
    return sorted(found, key=lambda each: (each[0], each[3]))


class People:
    """A table of people, of which each change has a place in the order: its second, and its offset in the topic."""

    def __init__(self, project: Pipeline, table: str) -> None:
        self.project, self.table = project, table
        self.partitions = 0

    def run(self, changes: list[Change]) -> None:
        """Land changes, each batch in a partition of its own, so that later runs may bring earlier places."""
        records = []
        for number, (place, key, name, city) in enumerate(sorted(changes, key=lambda each: each[0])):
            row = (
                {"id": str(key), "name": name, "city": city}
                if name is not None
                else {"id": str(key), "name": "x", "city": "y"}
            )
            kind = "DELETE" if name is None else "UPDATE"
            payload = json.loads(canal(kind, [row], table=self.table, mysqlType=TYPES)) | {"es": (BASE + place) * 1000}
            at = {"partition": self.partitions, "ts": (BASE + place) * 1000, "topic": self.table}
            records.append(record(number, json.dumps(payload), **at))
        self.partitions += 1
        self.project.land(records)
        self.project.build(models=(*CHAIN, "changefeed_current_rows", "changefeed_history", self.table, *self.models()))

    def models(self) -> list[str]:
        others = ["documented_seen", "moments", "documented_moments"] if self.table == "documented" else []
        return [f"{self.table}_{name}" for name in HISTORIES] + others

    def versions(self, name: str) -> list[Version]:
        prefix = "dbt" if "dbt" in HISTORIES[name] else ""
        found = self.project.sql(
            f"select id, name, city, unix_timestamp({prefix}_valid_from) - {BASE} as a,"
            f" unix_timestamp({prefix}_valid_to) - {BASE} as b from {self.table}_{name} order by id, a"
        )
        return [tuple(row.values()) for row in found]  # type: ignore[misc]


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    made = Pipeline(spark, tmp_path_factory.mktemp("histories"), SCHEMA)
    made.own_models()
    made.clear()
    lines = [
        {"feed": table, "dialect": "canal", "source_kind": "mysql", "topics": table, "history": "on"}
        for table in ("documented", "drawn")
    ]
    made.declare("feeds", *lines)
    folder = made.folder / "models"
    kept = "materialized='typed_incremental'"

    def history(name: str, of: str, *config: str) -> None:
        text = f"{{{{ config({', '.join(config)}) }}}}\n{{{{ changefeed.typed_history('{of}') }}}}\n"
        (folder / f"{name}.sql").write_text(text)

    for model, table, types in (
        ("documented", "documented", TYPES), ("drawn", "drawn", TYPES), ("moments", "documented", MOMENTS),
    ):  # fmt: skip
        columns = [
            {"name": name, "data_type": SPARK_TYPES.get(type, "string"), "config": {"meta": {"source_type": type}}}
            for name, type in types.items()
        ]
        about = {"feed": table, "database": "d", "schema": "", "table": table, "key": ["id"]}
        config = {"materialized": "typed_incremental", "meta": {"changefeed": about}}
        declared = {"version": 2, "models": [{"name": model, "config": config, "columns": columns}]}
        (folder / f"{model}.yml").write_text(yaml.safe_dump(declared))
        (folder / f"{model}.sql").write_text("{{ changefeed.typed_table() }}\n")
        for name, said in HISTORIES.items() if model == table else ():
            history(f"{table}_{name}", table, kept, *([said] if said else []))
    history("documented_seen", "documented", "materialized='view'")
    history("documented_moments", "moments", kept, "track_history_on=['name']")
    landing_tables.create_tables(spark, made.folder)
    made.build(models=("+changefeed_current_rows", "+changefeed_history", "+changefeed_source_columns"))
    return made


def test_documented_examples_of_auto_cdc(project: Pipeline) -> None:
    """Of Databricks' page "The AUTO CDC APIs" (docs.databricks.com/aws/en/ldp/cdc): the changes of its examples, and
    the rows that it shows as SCD type 2 (EACH_VERSION) and with TRACK HISTORY ON * EXCEPT (city) (BUT_CITY).

    Its __START_AT and __END_AT are places in order. AUTO CDC tracks all columns if it is told nothing, which is
    track_history_except=[] here.
    """
    people = People(project, "documented")
    for batch in DOCUMENTED:
        people.run(batch)
    assert people.versions("each_change") == EACH_VERSION
    assert people.versions("all_columns") == EACH_VERSION
    assert people.versions("but_city") == BUT_CITY
    assert people.versions("only_name") == BUT_CITY
    columns = project.spark.table(f"{SCHEMA}.documented_only_name").columns
    assert columns == [
        "dbt_valid_from", "dbt_valid_to", "dbt_updated_at", "_operation", "_row_key", "dbt_scd_id", "id", "name",
        "city", "_unreadable",
    ]  # fmt: skip


def test_other_engines_read_them(project: Pipeline) -> None:
    """The kept history as files, by DuckDB and by deltalake or pyiceberg; a history that is a view by its CSV."""
    places = [f"(epoch(_valid_{end}) - {BASE})::bigint" for end in ("from", "to")]
    asked = f"select id, name, city, {', '.join(places)} from {{}} order by id, _valid_from"
    with duckdb.connect() as database:
        database.sql("set TimeZone = 'UTC'")
        table, scan = other_engines.read(project, f"{SCHEMA}.documented_each_change", database)
        assert table.num_rows == len(EACH_VERSION)
        for relation in ("table_of_arrow", scan):
            assert database.sql(asked.format(relation)).fetchall() == EACH_VERSION
        said = CliRunner().invoke(
            main,
            ["--project-dir", str(project.folder), "sql", "--output", "csv",
             f"select id, name, city from {SCHEMA}.documented_seen"],
        )  # fmt: skip
        assert said.exit_code == 0, said.output
        (project.folder / "seen.csv").write_text(said.stdout)
        rows = database.sql(f"from read_csv('{project.folder / 'seen.csv'}')").fetchall()
        assert sorted(rows) == sorted(row[:3] for row in EACH_VERSION)


def test_only_new_and_ended_versions_are_merged(project: Pipeline) -> None:
    people = People(project, "documented")
    people.partitions = len(DOCUMENTED)
    before = storage.versions(project.spark, f"{SCHEMA}.documented_each_change")[-1].version
    people.run([(9, 125, "Mercedes", "Merida")])
    assert people.versions("each_change")[5:7] == [
        (125, "Mercedes", "Guadalajara", 6, 9), (125, "Mercedes", "Merida", 9, None),
    ]  # fmt: skip
    assert people.versions("but_city") == [
        (*each[:2], "Merida", *each[3:]) if each[0] == 125 else each for each in BUT_CITY
    ]
    if storage.file_format() == "delta":
        changed = project.sql(
            f"select _change_type as kind, count(*) as n from table_changes('documented_each_change', {before + 1})"
            " group by 1"
        )
        assert {row["kind"]: row["n"] for row in changed} == {"insert": 1, "update_preimage": 1, "update_postimage": 1}
    # A run that died before its note: the same rows once more, with the same result.
    project.sql(f"delete from `{SCHEMA}_internal`.typed_tables where model like 'documented%'")
    was = {name: people.versions(name) for name in HISTORIES}
    people.run([(10, 124, None, None)])
    project.sql(f"delete from `{SCHEMA}_internal`.typed_tables where model like 'documented%'")
    people.run([(11, 126, "Lily", "Cancun")])
    for name in HISTORIES:
        rows = [each for each in was[name] if each[0] not in (124, 126)]
        assert [each for each in people.versions(name) if each[0] not in (124, 126)] == rows
    assert [each for each in people.versions("each_change") if each[0] == 126] == [
        (126, "Lily", "Cancun", 2, 11), (126, "Lily", "Cancun", 11, None),
    ]  # fmt: skip
    assert [each for each in people.versions("all_columns") if each[0] == 126] == [(126, "Lily", "Cancun", 2, None)]


def test_a_value_that_differs_in_a_microsecond_is_another(project: Pipeline) -> None:
    """Of a column that is not tracked too: the version that stands gets the new value."""
    people = People(project, "documented")
    people.partitions = len(DOCUMENTED) + 3
    people.run([(20, 127, "Ana", "2024-06-01 11:00:00.000001")])
    people.run([(21, 127, "Ana", "2024-06-01 11:00:00.000002")])
    found = project.sql("select cast(city as string) as at from documented_moments where id = 127")
    assert found == [{"at": "2024-06-01 11:00:00.000002"}]


def test_drawn_changes_are_folded_as_the_reference_folds_them(project: Pipeline) -> None:
    draw = random.Random(63)
    people, changes = People(project, "drawn"), []
    for place in range(1, 121):
        name, city = draw.choice(["a", "b"]), draw.choice(["p", "q", None])
        changes.append((place, draw.randrange(5), None if draw.random() < 0.15 else name, city))
    # Of each batch a few come one batch later, so that they stand before changes that were folded already.
    batches: list[list[Change]] = [[], [], [], []]
    for number, change in enumerate(changes):
        batches[min(3, number // 30 + (draw.random() < 0.1))].append(change)
    for until, batch in enumerate(batches, start=1):
        people.run(batch)
        landed = [change for each in batches[:until] for change in each]
        for name, tracked in (
            ("each_change", None),
            ("all_columns", ("name", "city")),
            ("but_city", ("name",)),
            ("only_name", ("name",)),
        ):
            assert people.versions(name) == fold(landed, tracked), f"{name}, after run {until}"


def test_a_config_that_nothing_honours_is_refused(project: Pipeline) -> None:
    models = project.folder / "models"
    wrong: dict[str, list[str]] = {
        "track_history_on=['town']": ["track_history_on names the column town, which drawn does not have."],
        "track_history_on=['name'], track_history_except=['city']": ["give one of them"],
        "track_history_on=[]": ["no column is tracked"],
        "history_columns='dtb'": ["history_columns is changefeed or dbt (as in its snapshots), not dtb"],
        "track_histroy_on=['name']": ["the config track_histroy_on", "did you mean track_history_on"],
        "contract={'enforced': true}": ["the config contract"],
        "track_history_on='name'": ["are lists of columns"],
        "on_schema_change='sync_all_columns'": ["a history follows its source as drawn does, which says ignore"],
    }
    for number, said in enumerate(wrong):
        (models / f"wrong_{number}.sql").write_text(
            f"{{{{ config(materialized='typed_incremental', {said}) }}}}{{{{ changefeed.typed_history('drawn') }}}}"
        )
    try:
        result = CliRunner().invoke(main, ["--project-dir", str(project.folder), "run"])
        assert result.exit_code == 1, result.output
        for number, sentences in enumerate(wrong.values()):
            line = next(each for each in result.output.splitlines() if f"wrong_{number}:" in each)
            assert all(sentence.lower() in line.lower() for sentence in sentences), line
    finally:
        for number in range(len(wrong)):
            (models / f"wrong_{number}.sql").unlink()
