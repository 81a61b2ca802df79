"""The rules of each stage behind the dialects, by example: dbt's unit tests, in a warehouse without a table."""

from __future__ import annotations

import yaml

from conftest import Warehouse
from pipeline import REPO


def test_rules_of_stages_hold_in_dbt(warehouse: Warehouse) -> None:
    stages = [folder.name for folder in (REPO / "models").iterdir() if folder.is_dir() and folder.name != "dialects"]
    files = [file for stage in stages for file in (REPO / "models" / stage).rglob("_*__unit_tests.yml")]
    names = [test["name"] for file in files for test in yaml.safe_load(file.read_text(encoding="utf-8"))["unit_tests"]]
    assert warehouse.dbt("build", "--select", "resource_type:function").success
    done = warehouse.dbt("test", "--select", *(f"changefeed.{stage},test_type:unit" for stage in stages))
    assert done.exception is None, done.exception
    tested = {each.node.name: each for each in done.result if each.node.resource_type == "unit_test"}
    assert {name: each.message for name, each in tested.items() if each.status != "pass"} == {}
    assert sorted(tested) == sorted(names)
