"""Typed tables that are kept (materialized typed_incremental) have the rows of the view, whatever came in between."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from collections.abc import Iterable
from typing import Any

import deltalake
import duckdb
import pyarrow
import pytest
import yaml
from click.testing import CliRunner
from pyspark.sql import SparkSession

import other_engines
from changefeed.cli.main import main
from changefeed.runs.maintain import maintain
from changefeed.spark import storage
from conftest import OWN
from pipeline import CHAIN, REPO, Pipeline, canal, record

SCHEMA = f"{OWN}_kept"
TYPES = {
    "id": "bigint", "amount": "decimal(12,2)", "at": "timestamp(6)", "day": "datetime", "born": "date", "raw": "blob",
    "huge": "decimal(65,30)",
}  # fmt: skip
SPARK_TYPES = {
    "id": "bigint", "amount": "decimal(12,2)", "at": "timestamp", "day": "timestamp_ntz", "born": "date",
    "raw": "binary", "huge": "string",
}  # fmt: skip
# What Arrow calls the types of Spark, where it has other names.
ARROW_TYPES = {
    "bigint": "int64", "decimal(12,2)": "decimal128(12, 2)", "timestamp": "timestamp[us, tz=UTC]",
    "timestamp_ntz": "timestamp[us]", "date": "date32[day]", "map<string,string>": "map<string, string>",
}  # fmt: skip
MICROSECOND = datetime.timedelta(microseconds=1)


def order(number: int, amount: str = "1.50", **others: Any) -> dict[str, Any]:
    row = {"id": str(number), "amount": amount, "at": "2024-06-01 11:00:00.000001", "day": "1581-03-04 05:06:07"}
    return row | {"born": "1500-02-28", "raw": "\x00ÿ", "huge": "9" * 35 + ".5"} | others


def model(name: str, table: str, columns: dict[str, str], kept: bool, key: Iterable[str] = ()) -> dict[str, Any]:
    about: dict[str, Any] = {"feed": "kept", "database": "d", "schema": "", "table": table}
    about |= {"key": list(key)} if key else {"is_keyless": True}
    about |= {"dialect": "canal", "source_kind": "mysql", "time_zone": "Asia/Shanghai"}
    config: dict[str, Any] = {"alias": name, "materialized": "typed_incremental" if kept else "view"}
    entries = [
        {"name": each, "data_type": columns[each], "description": f"Of {each}: it's said.",
         "config": {"meta": {"source_type": TYPES.get(each, "varchar(9)")}}}
        for each in columns
    ]  # fmt: skip
    return {"name": name, "description": "A table.", "config": config | {"meta": {"changefeed": about}},
            "columns": entries}  # fmt: skip


def declare(project: Pipeline, columns: dict[str, str]) -> None:
    """Write a view and a kept table of each of two source tables, one without a key."""
    models = []
    for kept, prefix in ((False, "view_of"), (True, "kept")):
        models.append(model(f"{prefix}_orders", "orders", columns, kept, ["id"]))
        models.append(model(f"{prefix}_visits", "visits", {"page": "string"}, kept))
    folder = project.folder / "models" / "typed"
    folder.mkdir(exist_ok=True)
    for each in models:
        (folder / f"{each['name']}.sql").write_text("{{ changefeed.typed_table() }}\n")
    (folder / "kept.yml").write_text(yaml.safe_dump({"version": 2, "models": models}, sort_keys=False))
    project.manifest = None


TYPED = ("view_of_orders", "view_of_visits", "kept_orders", "kept_visits")


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    made = Pipeline(spark, tmp_path_factory.mktemp("kept"), SCHEMA)
    made.own_models()
    made.clear()
    feed = {"dialect": "canal", "source_kind": "mysql", "time_zone": "Asia/Shanghai"}
    made.declare("feeds", feed | {"feed": "kept", "topics": "t"})
    made.declare("table_keys", {"feed": "kept", "source_database": "d", "source_table": "visits"})
    declare(made, {name: SPARK_TYPES[name] for name in TYPES if name != "born"})
    return made


def orders(kind: str, *rows: dict[str, Any], **others: Any) -> str:
    return canal(kind, list(rows), table="orders", mysqlType=TYPES, **others)


def visits(kind: str, *pages: str) -> str:
    return canal(kind, [{"page": page} for page in pages], table="visits", keys=None, mysqlType={"page": "varchar(9)"})


class Story:
    """Lands messages one after the other, builds, and compares."""

    def __init__(self, project: Pipeline) -> None:
        self.project, self.offset = project, 0

    def land(self, *payloads: str, **others: Any) -> None:
        records = []
        for payload in payloads:
            records.append(record(self.offset, payload, **others))
            self.offset += 1
        self.project.land(records)

    def build(
        self, *arguments: str, models: Iterable[str] = (*CHAIN, "changefeed_current_rows", *TYPED)
    ) -> dict[str, Any]:
        """Builds, compares the kept tables with the views, and returns what was done to each kept table."""
        self.project.statements.clear()
        results = self.project.build(*arguments, models=models)
        for table in ("orders", "visits"):
            self.compare(table)
        return {name: self.done_to(name) for name in ("kept_orders", "kept_visits") if name in results}

    def done_to(self, name: str) -> str:
        sent = " ".join(sql for node, sql in self.project.statements if node == f"model.changefeed.{name}").lower()
        return "made" if "create or replace table" in sent else "merged" if "merge into" in sent else "nothing"

    def compare(self, table: str) -> None:
        names = [each.name for each in self.project.spark.table(f"view_of_{table}").schema]
        shown = ", ".join(f"`{name}`" for name in names if name != "_unreadable")
        columns = f"{shown}, to_json(_unreadable) as unreadable"
        one, other = (f"select {columns} from {prefix}_{table}" for prefix in ("view_of", "kept"))
        both = f"select * from ({one} except all {other}) union all select * from ({other} except all {one})"
        assert self.project.sql(both) == []
        assert self.project.sql(f"select count(*) as n from kept_{table}")[0]["n"] > 0
        types = [{each.name: each.dataType for each in self.project.spark.table(f"{prefix}_{table}").schema}
                 for prefix in ("view_of", "kept")]  # fmt: skip
        assert types[0].items() <= types[1].items()


@pytest.fixture(scope="module")
def story(project: Pipeline) -> Story:
    """The tables as they are built first, in a warehouse of few rows that has nothing yet."""
    told = Story(project)
    told.land(orders("INSERT", order(1), order(2), order(3, at="soon")), visits("INSERT", "a", "a", "a", "b"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHANGEFEED_COMMAND", '{"has_few_messages": true, "has_few_rows": true}')
        project.build(models=[f"+{name}" for name in TYPED])
    for table in ("orders", "visits"):
        told.compare(table)
    return told


def test_a_kept_table_has_the_rows_of_the_view(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    project = story.project

    # Rows are changed, deleted and new; copies come and go.
    story.land(orders("UPDATE", order(1, "2.50"), old=[{"amount": "1.50"}]), orders("DELETE", order(2)))
    story.land(orders("INSERT", order(4)), visits("DELETE", "a"), visits("INSERT", "b", "c"), visits("DELETE", "a"))
    assert story.build() == {"kept_orders": "merged", "kept_visits": "merged"}
    assert not [sql for _, sql in project.statements if "set tblproperties" in sql], "one note for all, at the end"

    # Where messages are few, what changed is found once for all tables, and only merges have compiled plans.
    monkeypatch.setenv("CHANGEFEED_COMMAND", '{"has_few_messages": true}')
    story.land(
        orders("INSERT", order(5)), orders("DELETE", order(4)), visits("INSERT", "a", "d"), visits("DELETE", "c")
    )
    assert story.build() == {"kept_orders": "merged", "kept_visits": "merged"}
    merges = [
        sql for node, sql in project.statements if node.endswith(("kept_orders", "kept_visits")) and "merge into" in sql
    ]
    assert [re.findall(r"from `(changefeed_changed_rows)_\w+`", sql) for sql in merges] == [
        ["changefeed_changed_rows"]
    ] * 2
    of_fold = [sql for node, sql in project.statements if node.endswith("changefeed_folded_rows")]
    compiled = next(n for n, sql in enumerate(of_fold) if "reset spark.sql.codegen.wholeStage" in sql)
    assert compiled < next(n for n, sql in enumerate(of_fold) if "merge into" in sql)
    monkeypatch.undo()

    # Where nothing of a table changed, nothing is asked of it; the two questions are asked once, after the fold.
    story.land(canal("INSERT", [{"id": "1"}], table="others"))
    assert story.build() == {"kept_orders": "nothing", "kept_visits": "nothing"}
    of_kept = [sql for node, sql in project.statements if node.endswith(("kept_orders", "kept_visits"))]
    assert not [sql for sql in of_kept if "refold_requests" in sql]
    assert not [sql for sql in of_kept if re.search(r"show tblproperties \S+\.kept_", sql)]

    # A truncate takes all rows; the table is made anew and says why.
    story.land(canal("TRUNCATE", None, table="orders", keys=None, isDdl=True, sql="truncate orders"))
    story.land(orders("INSERT", order(11), order(12)))
    assert story.build() == {"kept_orders": "made", "kept_visits": "nothing"}
    again = story.build("--vars", "{changefeed_redecode: {feed: kept}}")
    assert again == {"kept_orders": "made", "kept_visits": "made"}


@pytest.mark.slow
def test_a_kept_table_has_the_rows_of_the_view_after_runs_that_died(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = story.project

    # A run that died after the fold, before the typed tables; and notes that are lost: rows are merged once more. A
    # change of another partition comes late: others of its row were folded.
    story.land(orders("UPDATE", order(3, "7.00"), old=[{"amount": "1.50"}]), visits("INSERT", "c"))
    project.land([record(0, orders("INSERT", order(4, "9.00")), partition=1, ts=1717210800500)])
    project.build(models=CHAIN)
    assert story.build(models=TYPED) == {"kept_orders": "merged", "kept_visits": "merged"}
    project.sql("delete from internal.typed_tables")
    assert story.build(models=TYPED) == {"kept_orders": "merged", "kept_visits": "merged"}
    assert story.build(models=TYPED) == {"kept_orders": "nothing", "kept_visits": "nothing"}

    # Where no file changed, a merge does not render the query of all rows; a table that was made of another one, by a
    # run that died before its note, is made again.
    monkeypatch.setenv("CHANGEFEED_COMMAND", '{"is_settled": true}')
    story.land(orders("UPDATE", order(12, "8.00"), old=[{"amount": "1.50"}]), visits("INSERT", "d"))
    assert story.build() == {"kept_orders": "merged", "kept_visits": "merged"}
    project.sql("alter table kept_orders set tblproperties ('changefeed.query' = 'another')")
    story.land(orders("INSERT", order(13)))
    assert story.build() == {"kept_orders": "made", "kept_visits": "nothing"}


def test_a_changed_yml_is_followed_and_said(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    project = story.project
    declare(project, SPARK_TYPES | {"amount": "string"})
    said = CliRunner().invoke(main, ["--project-dir", str(project.folder), "tables", "check"]).output
    differences = "column amount was decimal(12,2) and is string; column born is new"
    assert f"kept.yml, kept_orders: {differences}: the next run makes the table anew" in said
    told = []  # what the run prints, as the loader shows it
    monkeypatch.setattr(
        project, "_note", lambda event: told.append(event.info.msg) if event.info.name == "JinjaLogInfo" else None
    )
    story.build(models=TYPED)
    monkeypatch.undo()
    differences = differences.replace(";", ",")
    assert [line for line in told if "made anew" in line] == [f"  {SCHEMA}.kept_orders is made anew: {differences}"]
    columns = {row["col_name"]: row for row in project.sql("describe table kept_orders")}
    assert columns["born"]["comment"] == "Of born: it's said."
    assert columns["amount"]["data_type"] == "string"
    assert story.build(models=TYPED) == {"kept_orders": "nothing", "kept_visits": "nothing"}


def test_deleted_rows_are_kept_where_the_yml_says_so(story: Story) -> None:
    """Each with its last values, and when it was deleted; a view shows the same."""
    project = story.project
    folder = project.folder / "models" / "typed"
    columns = {"id": "bigint", "amount": "decimal(12,2)"}
    models = [model(f"deleted_{name}", "orders", columns, name == "kept", ["id"]) for name in ("kept", "seen")]
    for each in models:
        each["config"]["meta"]["changefeed"]["deletes"] = "kept"
        (folder / f"{each['name']}.sql").write_text("{{ changefeed.typed_table() }}\n")
    (folder / "deleted.yml").write_text(yaml.safe_dump({"version": 2, "models": models}))
    project.manifest = None
    names = [each["name"] for each in models]
    story.land(orders("INSERT", order(51), order(52)))
    project.build(models=(*CHAIN, "changefeed_current_rows", *names))
    story.land(orders("DELETE", order(51, "3.00")))
    project.statements.clear()
    project.build(models=(*CHAIN, "changefeed_current_rows", *names))
    sent = " ".join(sql for node, sql in project.statements if node.endswith("deleted_kept")).lower()
    assert "merge into" in sent and "create or replace table" not in sent
    shown = "id, amount, _is_deleted, unix_millis(_deleted_at) as deleted_at"
    found = [project.sql(f"select {shown} from {name} where id > 50 order by 1") for name in names]
    assert [list(row.values())[2:] for row in found[0]] == [[True, 1717210800000], [False, None]]
    assert found[0] == found[1]
    assert str(found[0][0]["amount"]) == "3.00", "the image of the delete"


def cells_of_spark(project: Pipeline, table: str, names: list[str]) -> list[tuple[Any, ...]]:
    """Cells as Python has them; an instant in microseconds, so that no time zone of this machine counts."""
    columns = ", ".join(f"unix_micros(`{name}`)" if name == "at" else f"`{name}`" for name in names)
    found = []
    for row in project.spark.sql(f"select {columns} from {table}").collect():
        found.append(tuple(bytes(cell) if isinstance(cell, bytearray) else cell for cell in row))
    return sorted(found, key=repr)


def micros(cell: Any) -> Any:
    is_instant = isinstance(cell, datetime.datetime) and cell.tzinfo is not None
    return (cell - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // MICROSECOND if is_instant else cell


@pytest.mark.slow
def test_a_clustered_table_is_kept_and_maintained(story: Story) -> None:
    """Made clustered, merged, compacted with its unused files deleted, and merged again; others read it."""
    project = story.project
    declare(project, SPARK_TYPES)
    clustered = model("kept_orders", "orders", SPARK_TYPES, True, ["id"])
    clustered["config"]["liquid_clustered_by"] = ["id", "day"]
    file = project.folder / "models" / "typed" / "kept.yml"
    others = [each for each in yaml.safe_load(file.read_text())["models"] if each["name"] != "kept_orders"]
    file.write_text(yaml.safe_dump({"version": 2, "models": [*others, clustered]}, sort_keys=False))
    project.manifest = None
    project.build(models=["view_of_orders"])
    assert story.build("--full-refresh", models=["kept_orders"]) == {"kept_orders": "made"}
    is_delta = storage.file_format() == "delta"
    for number in (31, 32):
        story.land(orders("INSERT", order(number)), visits("INSERT", "e"))
        assert story.build() == {"kept_orders": "merged", "kept_visits": "merged"}
        found = {each.name.split(".")[-1].strip("`"): each for each in maintain(project.spark, unused_hours=0).tables}
        assert found["kept_orders"].files <= (1 if is_delta else 4), "Iceberg leaves four small files as they are"
        for table in ("orders", "visits"):
            story.compare(table)
    if is_delta:
        assert project.sql("describe detail kept_orders")[0]["clusteringColumns"] == ["id", "day"]
    else:
        said = {row["key"]: row["value"] for row in project.sql("show tblproperties kept_orders")}
        assert said["sort-order"] == "id ASC NULLS FIRST, day ASC NULLS FIRST"
    with duckdb.connect() as database:
        table, _ = other_engines.read(project, f"{SCHEMA}.kept_orders", database)
    assert table.num_rows == project.spark.table("kept_orders").count()
    assert story.build(models=TYPED) == {"kept_orders": "nothing", "kept_visits": "nothing"}


@pytest.mark.slow
def test_a_table_of_two_thousand_columns_is_kept(story: Story) -> None:
    project = story.project
    names = [f"c{number}" for number in range(2000)]
    rows = [{"id": str(key)} | dict.fromkeys(names, str(key)) for key in range(20)]
    story.land(*(canal("INSERT", [row], table="wide", mysqlType=dict.fromkeys(row, "int")) for row in rows))
    wide = model("kept_wide", "wide", {"id": "bigint"} | dict.fromkeys(names, "int"), True, ["id"])
    for entry in wide["columns"]:
        entry["config"]["meta"]["source_type"] = "int"
    folder = project.folder / "models" / "typed"
    (folder / "kept_wide.sql").write_text("{{ changefeed.typed_table() }}\n")
    (folder / "wide.yml").write_text(yaml.safe_dump({"version": 2, "models": [wide]}))
    project.manifest = None
    project.build(models=(*CHAIN, "kept_wide"))
    assert project.sql("select sum(c1999) as total, count(*) as n from kept_wide") == [{"total": 190, "n": 20}]
    story.land(canal("DELETE", [rows[19]], table="wide", mysqlType=dict.fromkeys(rows[0], "int")))
    project.build(models=(*CHAIN, "kept_wide"))
    assert project.sql("select sum(c1999) as total, count(*) as n from kept_wide") == [{"total": 171, "n": 19}]


def test_other_engines_read_the_same_cells(story: Story) -> None:
    """Of Delta, deltalake (delta-rs), and DuckDB with its extension and through Arrow; of Iceberg, pyiceberg and the
    same two. They read the files themselves; types and cells are those of Spark.
    """
    project = story.project
    story.land(orders("INSERT", order(21, at=None, day=None, born=None, raw=None, huge=None), order(22, at="soon")))
    story.land(orders("INSERT", order(23, "-0.01", at="1969-12-31 23:59:59.999999", born="0001-01-01")))
    story.land(orders("DELETE", order(1), order(11)))
    assert story.build()["kept_orders"] == "merged"
    spark_types = dict(project.spark.table("kept_orders").dtypes)
    names = list(spark_types)
    expected = cells_of_spark(project, "kept_orders", names)
    assert len(expected) > 3

    with duckdb.connect() as database:
        table, scan = other_engines.read(project, f"{SCHEMA}.kept_orders", database)
        arrow = table.select(names)
        assert {field.name: str(field.type).removeprefix("large_") for field in arrow.schema} == {
            name: ARROW_TYPES.get(kind, kind) for name, kind in spark_types.items()
        }
        rows = [
            tuple(micros(dict(cell) if isinstance(cell, list) else cell) for cell in row.values())
            for row in arrow.to_pylist()
        ]
        assert sorted(rows, key=repr) == expected

        columns = ", ".join(f'epoch_us("{name}")' if name == "at" else f'"{name}"' for name in names)
        by_arrow = database.sql(f"select {columns} from table_of_arrow")
        assert sorted(by_arrow.fetchall(), key=repr) == expected
        by_extension = database.sql(f"select {columns} from {scan}")
        assert by_extension.types == by_arrow.types
        assert sorted(by_extension.fetchall(), key=repr) == expected


def test_consumers_read_what_changed(story: Story) -> None:
    """From Spark, by what docs/how-to/other-engines.md says; of Delta also without it."""
    project = story.project
    story.land(orders("INSERT", order(51), order(52)))
    story.build()
    story.land(orders("DELETE", order(51)), orders("UPDATE", order(52, "9.00"), old=[{"amount": "1.50"}]))
    story.land(orders("INSERT", order(53)))
    assert story.build()["kept_orders"] == "merged"
    changes = changes_of_delta if storage.file_format() == "delta" else changes_of_iceberg
    expected = [(51, "delete"), (52, "update_postimage"), (52, "update_preimage"), (53, "insert")]
    assert changes(project, "kept_orders") == expected


def changes_of_delta(project: Pipeline, name: str) -> list[tuple[int, str]]:
    """What the newest merge changed."""
    history = project.sql(f"describe history {name} limit 5")
    [folder] = {row["location"].removeprefix("file:") for row in project.sql(f"describe detail {name}")}
    merged = next(commit["version"] for commit in history if commit["operation"] == "MERGE")
    by_spark = project.sql(f"select id, _change_type from table_changes('{name}', {merged}, {merged})")
    by_rust = deltalake.DeltaTable(folder).load_cdf(starting_version=merged, ending_version=merged)
    changed = pyarrow.table(by_rust.read_all()).select(["id", "_change_type"]).to_pylist()
    found = [sorted((change["id"], change["_change_type"]) for change in each) for each in (by_spark, changed)]
    assert found[0] == found[1]
    return found[0]


def changes_of_iceberg(project: Pipeline, name: str) -> list[tuple[int, str]]:
    before = project.sql(f"select parent_id from {SCHEMA}.{name}.snapshots order by committed_at desc limit 1")[0][
        "parent_id"
    ]
    project.sql(
        f"call spark_catalog.system.create_changelog_view(table => '{SCHEMA}.{name}', "
        f"changelog_view => 'changed', options => map('start-snapshot-id', '{before}'), "
        "identifier_columns => array('_row_key'))"
    )
    found = project.sql(
        "select id, lower(_change_type) as kind from (select *, count(*) over ("
        "partition by to_json(struct(* except (_change_type)))) as images from changed) where images = 1"
    )
    return sorted(
        (
            change["id"],
            change["kind"].replace("update_before", "update_preimage").replace("update_after", "update_postimage"),
        )
        for change in found
    )


@pytest.mark.slow
def test_all_tables_of_the_demo_are_kept_as_their_views_are(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Half of each capture is landed and built, then the rest. The last test: it changes Spark's current schema."""
    made = Pipeline(spark, tmp_path_factory.mktemp("kept_demo"), f"{OWN}_kept_demo")
    (made.folder / "models").unlink()
    shutil.copytree(REPO / "models", made.folder / "models")
    folder = made.folder / "models" / "typed" / "demo"
    declared = yaml.safe_load((folder / "_demo__models.yml").read_text(encoding="utf-8"))["models"]
    models = [each for each in declared if "changefeed" in each["config"].get("meta", {})]
    assert len(models) > 20
    twins = []
    for each in models:
        config = each["config"] | {"alias": f"kept_{each['config']['alias']}", "materialized": "typed_incremental"}
        twins.append({"name": f"kept_{each['name']}", "config": config, "columns": each["columns"]})
        (folder / f"kept_{each['name']}.sql").write_text("{{ changefeed.typed_table() }}\n")
        for column in each["columns"]:
            column.pop("data_tests", None)
    (folder / "_kept__models.yml").write_text(yaml.safe_dump({"version": 2, "models": twins}, sort_keys=False))
    made.clear()
    made.declare_as_shipped()
    captures = {
        file: [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for file in sorted((REPO / "demo" / "captures").glob("*.jsonl"))
    }
    for half in range(2):
        records = []
        for lines in captures.values():
            middle = (len(lines) + 1) // 2
            records.extend(lines[middle:] if half else lines[:middle])
        made.land(records)
        made.build(models=["+path:models/typed/demo"])
        for each in models:
            schema = f"{made.schema}_{each['config'].get('schema', 'shop')}"
            view, kept = (f"{schema}.{prefix}{each['config']['alias']}" for prefix in ("", "kept_"))
            names = [field.name for field in spark.table(view).schema]
            cells = ", ".join(f"`{name}`" if name != "_unreadable" else "to_json(_unreadable)" for name in names)
            one, other = (f"select {cells} from {table}" for table in (view, kept))
            both = f"select * from ({one} except all {other}) union all select * from ({other} except all {one})"
            assert made.sql(both) == [], each["name"]
