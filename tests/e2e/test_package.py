"""A project that installs this one as a dbt package and brings its own dialect: docs/guides/add-a-dialect.md."""

from __future__ import annotations

import shutil
from decimal import Decimal
from pathlib import Path

from dbt.cli.main import dbtRunner

from conftest import Warehouse
from loader import landing
from pipeline import REPO


def test_a_project_of_its_own_adds_a_dialect_without_touching_the_package(warehouse: Warehouse, tmp_path: Path) -> None:
    project = tmp_path / "paper_trail"
    shutil.copytree(
        REPO / "integration_tests", project, ignore=shutil.ignore_patterns("dbt_packages", "target", "logs")
    )
    (project / "packages.yml").write_text(f"packages: [{{local: {REPO}}}]")

    def dbt(*arguments: str) -> dict[str, str]:
        result = dbtRunner().invoke(
            [
                *arguments,
                "--project-dir",
                str(project),
                "--profiles-dir",
                str(REPO),
                "--log-level-file",
                "none",
                "--quiet",
            ]
        )
        assert result.exception is None, result.exception
        return {each.node.name: str(each.status) for each in getattr(result.result, "results", [])}

    dbt("deps")
    warehouse.use()
    landing.load(warehouse.spark, project, [project / "captures"])
    built = dbt("build", "--select", "paper_trail", "+ledger__accounts", "changefeed_quarantine", "nothing_is_lost")
    assert {status for status in built.values()} <= {"success", "pass"}, built
    assert "ledger_an_altered_row_that_changes_its_key_is_two_steps" in built
    assert warehouse.sql("select no, balance from ledger__accounts") == [{"no": 3, "balance": Decimal("0.10")}]
    assert warehouse.sql("select offset, reason from quarantine") == [{"offset": 4, "reason": "unknown_operation"}]
    assert warehouse.sql("select operation, count(*) as n from decoded where offset = 1 group by all") == [
        {"operation": "heartbeat", "n": 1}
    ]
