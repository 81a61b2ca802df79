"""Drawn histories of shards and of schema changes: typed tables have the rows of the source, whatever came in between.

A history is what a program does to the shards of a table: rows, keys that move, truncates, columns that come, go and
get another name or type, gh-ost's exchange of tables, shards that appear later. Each is a feed of its own, all go
through the same few runs, and some of these die at a drawn statement. After each run that ended, the table that unites
the shards (`apart` and `one_key`; ignoring new columns or following them), that of one shard alone, and the kept
histories have what the source had as of the messages that were landed.

CHANGEFEED_TEST_CASES: how many histories; CHANGEFEED_TEST_SEED: of which the first is drawn.
"""

from __future__ import annotations

import contextlib
import copy
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
import yaml
from pyspark.sql import SparkSession

from changefeed.loader import landing_tables
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record
from stops import COMMITS

CASES = int(os.environ.get("CHANGEFEED_TEST_CASES", "2"))
SEED = int(os.environ.get("CHANGEFEED_TEST_SEED", "1"))
SCHEMA = f"{OWN}_drawn"
STEPS, RUNS = 90, 4
BASE = 1_760_000_000_000
YML = {"id": ("int", "bigint"), "amount": ("decimal(12,4)", "decimal(14,4)"), "name": ("varchar(20)", "string")}
ADDED = {"coupon": "varchar(8)", "size": "int", "note": "text"}
DEFAULTS = {"coupon": "c1", "size": "7"}
PLACES = [(f"db_{database}", f"orders_{table}") for database in (0, 1) for table in (0, 1)]
SHARD = ["_source_database", "_source_table"]

Row = dict[str, str | None]
Cells = tuple[str | None, ...]


@dataclass
class Shard:
    """A table at the source."""

    types: dict[str, str]
    rows: dict[int, Row] = field(default_factory=dict)

    def parts(self) -> list[Any]:
        """All that has an entry for each column."""
        return [self.types, *self.rows.values()]


class Source:
    """Draws what is done to shards, and what its messages say; knows the shards as of each message."""

    def __init__(self, feed: str, seed: int) -> None:
        self.feed, self.draw = feed, random.Random(seed)
        self.shards: dict[tuple[str, str], Shard] = {}
        self.messages: list[list[dict[str, Any]]] = [[], []]  # by partition: those of a database share one
        self.then: dict[tuple[str, str], list[tuple[int, Shard]]] = {}  # as of the first n messages of its partition
        self.sent = 0
        for place in PLACES[::2]:
            self.appear(place)
        for _ in range(STEPS):
            self.step()

    def send(self, place: tuple[str, str], kind: str, *, table: str = "", **fields: Any) -> None:
        partition = PLACES.index(place) // 2
        self.sent += 1
        payload = canal(
            kind, fields.pop("data", None), table=table or place[1], database=place[0], es=BASE + self.sent * 1000,
            **fields,
        )  # fmt: skip
        sent = self.messages[partition]
        at = {"partition": partition, "topic": self.feed, "ts": BASE + self.sent * 1000}
        sent.append(record(len(sent), payload, **at))
        self.then.setdefault(place, []).append((len(sent), copy.deepcopy(self.shards[place])))

    def statement(self, place: tuple[str, str], sql: str) -> None:
        self.send(place, "ALTER", keys=None, isDdl=True, sql=sql)

    def step(self) -> None:
        place = self.draw.choice(list(self.shards))
        acts = {
            self.insert: 10, self.update: 10, self.delete: 4, self.move: 2, self.truncate: 1, self.add: 3, self.drop: 2,
            self.rename: 1, self.widen: 1, self.exchange: 1,
        }  # fmt: skip
        [act] = self.draw.choices(list(acts), weights=list(acts.values()))
        act(place, self.shards[place])
        if self.draw.random() < 0.06 and (left := [each for each in PLACES if each not in self.shards]):
            self.appear(self.draw.choice(left))

    def appear(self, place: tuple[str, str]) -> None:
        self.shards[place] = Shard({name: kind for name, (kind, _) in YML.items()} | {"amount": "decimal(10,2)"})
        self.insert(place, self.shards[place])

    def value(self, shard: Shard, name: str) -> str | None:
        kind = shard.types[name]
        if kind.startswith("decimal"):
            return f"{self.draw.randrange(100)}.{self.draw.randrange(10)}" + ("0" if kind.endswith(",2)") else "125")
        return None if self.draw.random() < 0.2 else str(self.draw.randrange(9))

    def row(self, shard: Shard, key: int) -> Row:
        return {name: str(key) if name == "id" else self.value(shard, name) for name in shard.types}

    def insert(self, place: tuple[str, str], shard: Shard) -> None:
        left = [key for key in range(6) if key not in shard.rows]
        if left:
            key = self.draw.choice(left)
            shard.rows[key] = self.row(shard, key)
            self.send(place, "INSERT", data=[shard.rows[key]], mysqlType=shard.types)

    def update(self, place: tuple[str, str], shard: Shard) -> None:
        if shard.rows:
            key = self.draw.choice(list(shard.rows))
            self.change(place, shard, key, key)

    def move(self, place: tuple[str, str], shard: Shard) -> None:
        left = [key for key in range(6) if key not in shard.rows]
        if shard.rows and left:
            self.change(place, shard, self.draw.choice(list(shard.rows)), self.draw.choice(left))

    def change(self, place: tuple[str, str], shard: Shard, key: int, new_key: int) -> None:
        before, after = shard.rows.pop(key), self.row(shard, new_key)
        old = {name: before[name] for name in before if before[name] != after[name]}
        shard.rows[new_key] = after
        self.send(place, "UPDATE", data=[after], old=[old], mysqlType=shard.types)

    def delete(self, place: tuple[str, str], shard: Shard) -> None:
        if shard.rows:
            row = shard.rows.pop(self.draw.choice(list(shard.rows)))
            self.send(place, "DELETE", data=[row], mysqlType=shard.types)

    def truncate(self, place: tuple[str, str], shard: Shard) -> None:
        shard.rows.clear()
        self.statement(place, f"TRUNCATE TABLE {place[1]}")

    def add(self, place: tuple[str, str], shard: Shard) -> None:
        left = [name for name in ("name", *ADDED) if name not in shard.types]
        if left:
            name = self.draw.choice(left)
            shard.types[name] = ADDED.get(name, "varchar(20)")
            default = DEFAULTS.get(name) if self.draw.random() < 0.5 else None
            for row in shard.rows.values():
                row[name] = default
            said = f" default '{default}'" if default else ""
            self.statement(place, f"alter table {place[1]} add column {name} {shard.types[name]}{said}")

    def drop(self, place: tuple[str, str], shard: Shard) -> None:
        known = [name for name in ("name", *ADDED, "memo") if name in shard.types]
        if known:
            name = self.draw.choice(known)
            for each in shard.parts():
                del each[name]
            self.statement(place, f"alter table {place[1]} drop column {name}")

    def rename(self, place: tuple[str, str], shard: Shard) -> None:
        if "note" in shard.types and "memo" not in shard.types:
            for each in shard.parts():
                each["memo"] = each.pop("note")
            self.statement(place, f"alter table {place[1]} rename column note to memo")

    def widen(self, place: tuple[str, str], shard: Shard) -> None:
        if shard.types["amount"] == "decimal(10,2)":
            shard.types["amount"] = "decimal(12,4)"
            for row in shard.rows.values():
                row["amount"] = f"{row['amount']}00"
            self.statement(place, f"alter table {place[1]} modify amount decimal(12,4)")

    def exchange(self, place: tuple[str, str], shard: Shard) -> None:
        """gh-ost: the rows are copied into another table, which takes the place of this one."""
        table, number = place[1], self.sent
        gained = next((name for name in ADDED if name not in shard.types), None)
        new = copy.deepcopy(shard)
        if gained:
            new.types[gained] = ADDED[gained]
            for row in new.rows.values():
                row[gained] = None
        if new.rows:
            rows = list(new.rows.values())
            self.send(place, "INSERT", table=f"_{table}_gho{number}", data=rows, mysqlType=new.types)
        else:
            return  # nothing told the types of the other table
        self.shards[place] = new
        self.statement(place, f"RENAME TABLE {table} TO _{table}_del{number}, _{table}_gho{number} TO {table}")

    def shards_at(self, progress: list[int]) -> dict[tuple[str, str], Shard]:
        """The shards as of the first messages of each partition."""
        found = {}
        for place, states in self.then.items():
            landed = [shard for until, shard in states if until <= progress[PLACES.index(place) // 2]]
            if landed:
                found[place] = landed[-1]
        return found

    def cuts(self) -> list[list[int]]:
        """How far each run gets in each partition; the last one gets all."""
        draws = [sorted(self.draw.sample(range(1, len(each)), RUNS - 1)) for each in self.messages]
        whole = [len(each) for each in self.messages]
        return [[cuts[run] for cuts in draws] for run in range(RUNS - 1)] + [whole]


KEPT = {"materialized": "typed_incremental"}
TABLES = {
    "merged": (KEPT, {"shards": "apart"}),
    "claimed": (KEPT, {"shards": "one_key"}),
    "seen": ({"materialized": "view"}, {"shards": "apart"}),
    "followed": (KEPT | {"on_schema_change": "append_new_columns"}, {"shards": "apart"}),
    "synced": (KEPT | {"on_schema_change": "sync_all_columns"}, {"shards": "apart"}),
    "alone": (KEPT | {"on_schema_change": "append_new_columns"}, {"database": "db_0", "table": "orders_0"}),
}
HISTORIES = {
    "versions": ("merged", "materialized='typed_incremental', track_history_except=[]"),
    "versions_seen": ("merged", "materialized='view', track_history_except=[]"),
    "each_change": ("followed", "materialized='typed_incremental'"),
    "dbt_versions": ("alone", "materialized='typed_incremental', track_history_except=['name'], history_columns='dbt'"),
}


def models_of(project: Pipeline, feed: str) -> list[str]:
    """Write the typed tables and histories of a feed; returns their names."""
    folder = project.folder / "models"
    columns = [
        {"name": name, "data_type": types[1], "config": {"meta": {"source_type": types[0]}}}
        for name, types in YML.items()
    ]
    models = []
    for name, (config, about) in TABLES.items():
        table = {"feed": feed, "database": "db_*", "schema": "", "table": "orders_*", "key": ["id"]} | about
        table |= {"dialect": "canal", "source_kind": "mysql", "time_zone": "UTC"}
        models.append({
            "name": f"{feed}_{name}", "config": config | {"meta": {"changefeed": table}}, "columns": columns,
        })  # fmt: skip
        (folder / f"{feed}_{name}.sql").write_text("{{ changefeed.typed_table() }}\n")
    for name, (of, config_of) in HISTORIES.items():
        text = f"{{{{ config({config_of}) }}}}\n{{{{ changefeed.typed_history('{feed}_{of}') }}}}\n"
        (folder / f"{feed}_{name}.sql").write_text(text)
    (folder / f"{feed}.yml").write_text(yaml.safe_dump({"version": 2, "models": models}))
    return [f"{feed}_{name}" for name in (*TABLES, *HISTORIES)]


@contextlib.contextmanager
def dying(number: int) -> Iterator[None]:
    """From the statement that commits with this number on, nothing commits."""
    left, sql = [number], SparkSession.sql

    def asked(session: SparkSession, statement: str, *given: Any, **named: Any) -> Any:
        if COMMITS.match(statement):
            left[0] -= 1
            if left[0] <= 0:
                raise RuntimeError("this run has died")
        return sql(session, statement, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SparkSession, "sql", asked)
        yield


def cells(project: Pipeline, table: str) -> tuple[list[str], list[Cells]]:
    """The columns of the source that a table has, and its rows, each behind its shard, if it has shards."""
    columns = project.spark.table(table).columns
    names = [name for name in columns if not name.startswith("_")]
    assert project.sql(f"select * from {table} where _unreadable is not null") == []
    return names, rows_of(project, table, [name for name in SHARD if name in columns] + names)


def rows_of(project: Pipeline, table: str, names: list[str]) -> list[Cells]:
    shown = ", ".join(f"cast({name} as string) as {name}" for name in names)
    return sorted((tuple(row.values()) for row in project.sql(f"select {shown} from {table}")), key=repr)


def expected(shards: dict[tuple[str, str], Shard], names: list[str], has_shards: bool = True) -> list[Cells]:
    found: list[Cells] = []
    for place, shard in shards.items():
        for row in shard.rows.values():
            amount = {"amount": f"{Decimal(row['amount'] or ''):.4f}"}
            found.append((*(place if has_shards else ()), *((row | amount).get(name) for name in names)))
    return sorted(found, key=repr)


def compare(project: Pipeline, source: Source, progress: list[int], what: str) -> None:
    shards = source.shards_at(progress)
    there = {name for shard in shards.values() for name in shard.types}
    for name in TABLES:
        alone = {place: shard for place, shard in shards.items() if place == PLACES[0]}
        names, rows = cells(project, f"{source.feed}_{name}")
        assert rows == expected(alone if name == "alone" else shards, names, name != "alone"), f"{name}, {what}"
        if name in ("followed", "synced"):
            assert there - {*names} == set(), f"{name}, {what}"
        elif name != "alone":
            assert names == [*YML], f"{name}, {what}"
    # A kept history is what the view is; what is current in it are the rows.
    columns = ", ".join(f"`{name}`" for name in project.spark.table(f"{source.feed}_versions_seen").columns[:-1])
    one, other = (f"select {columns} from {source.feed}_{name}" for name in ("versions", "versions_seen"))
    both = f"select * from ({one} except all {other}) union all select * from ({other} except all {one})"
    assert project.sql(both) == [], what
    for name, of, is_current in (
        ("versions", "merged", "_is_current"), ("each_change", "followed", "_is_current"),
        ("dbt_versions", "alone", "dbt_valid_to is null"),
    ):  # fmt: skip
        names, rows = cells(project, f"{source.feed}_{of}")
        current = f"(select * from {source.feed}_{name} where {is_current})"
        assert rows_of(project, current, [*(SHARD if of != "alone" else ()), *names]) == rows, f"{name}, {what}"


def test_typed_tables_have_the_rows_of_drawn_shards(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sources = [Source(f"f{seed}", seed) for seed in range(SEED, SEED + CASES)]
    project = Pipeline(spark, tmp_path_factory.mktemp("drawn"), SCHEMA)
    project.own_models()
    project.clear()
    lines = [
        {"feed": each.feed, "dialect": "canal", "source_kind": "mysql", "topics": each.feed, "history": "on"}
        for each in sources
    ]
    project.declare("feeds", *lines)
    models = [name for each in sources for name in models_of(project, each.feed)]
    landing_tables.create_tables(spark, project.folder)
    project.build(models=("+changefeed_current_rows", "+changefeed_history", "+changefeed_source_columns"))
    built = (*CHAIN, "changefeed_current_rows", "changefeed_history", *models)
    draw = random.Random(SEED)
    cuts = {each.feed: each.cuts() for each in sources}
    before = {each.feed: [0, 0] for each in sources}
    for run in range(RUNS):
        for each in sources:
            until = cuts[each.feed][run]
            for partition, messages in enumerate(each.messages):
                project.land(messages[before[each.feed][partition] : until[partition]])
            before[each.feed] = until
        if run:
            with dying(draw.randrange(2, 20 + 8 * CASES)), contextlib.suppress(Exception):
                project.dbt(
                    "build", "--select", *built, "--exclude-resource-type", "unit_test", "--exclude-resource-type",
                    "test",
                )  # fmt: skip
        project.build(models=built)
        for each in sources:
            compare(project, each, before[each.feed], f"seed {each.feed[1:]}, after run {run + 1}")
    project.build("--full-refresh", models=models)
    for each in sources:
        compare(project, each, before[each.feed], f"seed {each.feed[1:]}, built anew")
