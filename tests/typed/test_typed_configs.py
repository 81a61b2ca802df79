"""What the config of a typed model may say: layout, contract, names; the rest is refused before anything is built."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from dbt_common.exceptions import CompilationError
from pyspark.sql import SparkSession

from changefeed.spark import storage
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record

SCHEMA = f"{OWN}_configs"
TYPES = {"id": "int", "amount": "decimal(10,2)", "day": "date"}
SPARK_TYPES = {"id": "bigint", "amount": "decimal(10,2)", "day": "date"}
OWN_COLUMNS = {"_row_key": "string", "_unreadable": "map<string,string>"}


def model(name: str, columns: dict[str, str] | None = None, **config: Any) -> dict[str, Any]:
    about = {"feed": "shop", "database": "d", "schema": "", "table": "t", "key": ["id"], "dialect": "canal",
             "source_kind": "mysql", "time_zone": "UTC"} | config.pop("about", {})  # fmt: skip
    types = SPARK_TYPES | OWN_COLUMNS | (columns or {})
    entries = [
        {"name": each, "data_type": kind}
        | ({"config": {"meta": {"source_type": TYPES[each]}}} if each in TYPES else {})
        for each, kind in types.items()
    ]
    made = {"materialized": "typed_incremental"} | config | {"meta": {"changefeed": about}}
    return {"name": name, "config": made, "columns": entries}


def write(project: Pipeline, *models: dict[str, Any]) -> None:
    """These are the typed models of the project, and no others."""
    folder = project.folder / "models" / "typed"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    for each in models:
        (folder / f"{each['name']}.sql").write_text("{{ changefeed.typed_table() }}\n")
        (folder / f"{each['name']}.yml").write_text(yaml.safe_dump({"version": 2, "models": [each]}, sort_keys=False))
    project.manifest = None


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    made = Pipeline(spark, tmp_path_factory.mktemp("configs"), SCHEMA)
    made.own_models()
    made.clear()
    made.declare("feeds", {"feed": "shop", "dialect": "canal", "source_kind": "mysql", "topics": "t"})
    rows = [{"id": str(n), "amount": "1.50", "day": f"2024-06-0{n}"} for n in (1, 2, 3)]
    made.land([record(0, canal("INSERT", rows, mysqlType=TYPES))])
    made.build(models=("+changefeed_current_rows", "+changefeed_schema_changes"))
    return made


def refusal(project: Pipeline, *models: dict[str, Any]) -> list[str]:
    """What dbt says: before anything is built, or of each model."""
    write(project, *models)
    try:
        found = project.dbt("build", "--select", *(each["name"] for each in models))
    except CompilationError as error:
        return [str(error)]
    return sorted(str(each.message) for each in found.values() if each.status == "error")


def test_what_a_kept_table_cannot_have_is_refused_before_anything_is_built(project: Pipeline) -> None:
    wrong = model("a", incremental_strategy="merge", partition_by=["dya"], grants={"select": ["x"]}, about={"keys": 1})
    same = model("b", alias="A")
    [said] = refusal(project, wrong, same)
    place = "models/typed/a.yml, a: "
    for sentence in (
        f"{place}the config incremental_strategy (in its yml, its SQL or dbt_project.yml) is none that a typed table",
        f"{place}the config grants (in its yml, its SQL or dbt_project.yml) is none that a typed table that is kept",
        f"{place}partition_by names the column dya, which its yml does not list. Did you mean day?",
        f"{place}meta.changefeed has keys, which nothing reads. Did you mean key?",
        f"{place[:-2]} and models/typed/b.yml, b would both be {SCHEMA}.a: give one of them another alias or schema",
    ):
        assert sentence in said
    if storage.file_format() == "delta":
        [said] = refusal(project, model("a", partition_by=["days(day)"]))
        assert "partition_by has days(day): tables of Delta are partitioned by columns alone" in said
        [said] = refusal(project, model("a", partition_by="day", liquid_clustered_by="id"))
        assert "a table of Delta is partitioned (partition_by) or clustered (liquid_clustered_by), not both" in said
    assert not project.spark.catalog.tableExists(f"{SCHEMA}.a")


def test_a_kept_table_is_partitioned_and_merged(project: Pipeline) -> None:
    is_delta = storage.file_format() == "delta"
    write(project, model("cut", partition_by=["day"] if is_delta else ["months(day)", "bucket(4, id)"]))
    project.build(models=["cut"])
    if is_delta:
        assert project.sql("describe detail cut")[0]["partitionColumns"] == ["day"]
    else:
        [made] = project.sql("show create table cut")
        assert "PARTITIONED BY (months(day), bucket(4, id))" in made["createtab_stmt"]
    project.land([record(1, canal("INSERT", [{"id": "4", "amount": "2.50", "day": "2024-06-01"}], mysqlType=TYPES))])
    project.build(models=(*CHAIN, "changefeed_current_rows", "cut"))
    assert project.sql("select count(*) as n, sum(amount) as total from cut where day < '2024-06-03'")[0]["n"] == 3

    # Cut in another way, it is made anew.
    write(project, model("cut", **({"cluster_by": ["id"]} if is_delta else {"partition_by": ["day"]})))
    project.statements.clear()
    project.build(models=["cut"])
    assert any("create or replace table" in sql for node, sql in project.statements if node.endswith(".cut"))


def test_a_contract_holds_against_the_source(project: Pipeline) -> None:
    enforced = {"contract": {"enforced": True}}
    write(project, model("held", **enforced), model("seen", **enforced, materialized="view"))
    project.build(models=["held", "seen"])
    assert (
        project.sql("select count(*) as n from held")[0]["n"] == project.sql("select count(*) as n from seen")[0]["n"]
    )

    narrow = model("held", {"amount": "decimal(8,2)"}, **enforced)
    [said] = refusal(project, narrow)
    assert "the contract of held (models/typed/held.yml) does not hold: " in said
    assert "column amount is decimal(8,2), and d.t has decimal(10,2) (decimal(10,2))" in said
    [said] = refusal(project, narrow | {"name": "seen", "config": narrow["config"] | {"materialized": "view"}})
    assert "column amount is decimal(8,2), and d.t has decimal(10,2) (decimal(10,2))" in said

    lacking = model("held", **enforced, on_schema_change="append_new_columns")
    lacking["columns"] = [each | {"constraints": [{"type": "not_null"}]} for each in lacking["columns"][:-2]]
    [said] = refusal(project, lacking)
    assert "on_schema_change: append_new_columns gives the table columns that its yml does not list" in said
    assert "column id has constraints (not_null), and formats keep none of a kept table; write data_tests" in said
    assert "the table has a column _row_key (string), which the yml does not list" in said

    # The source takes a column away, and gives another one a type with more digits.
    wider = {"id": "int", "amount": "decimal(12,2)"}
    project.land([record(2, canal("INSERT", [{"id": "5", "amount": "2.50"}], mysqlType=wider))])
    project.build(models=CHAIN)
    [said] = refusal(project, model("held", **enforced))
    assert "column amount is decimal(10,2), and d.t has decimal(12,2) (decimal(12,2))" in said
    assert "d.t has no column day any more (t/0/2)" in said
