"""Projects that have changefeed as a dbt package, and a dialect (docs/how-to/add-a-dialect.md) or models of theirs."""

from __future__ import annotations

import os
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from dbt.cli.main import dbtRunner

from changefeed.cli.main import main
from changefeed.loader import captures
from changefeed.project import profile
from changefeed.spark import session
from conftest import Warehouse, record
from pipeline import REPO


@pytest.mark.slow
def test_a_project_of_its_own_adds_a_dialect_without_touching_the_package(warehouse: Warehouse, tmp_path: Path) -> None:
    project = tmp_path / "paper_trail"
    shutil.copytree(
        REPO / "integration_tests", project, ignore=shutil.ignore_patterns("dbt_packages", "target", "logs")
    )
    (project / "packages.yml").write_text(f"packages: [{{local: {REPO}}}]")

    warehouse.use()
    # A profile of another name, and a schema that only the profile names.
    ours = (REPO / "profiles.yml").read_text().replace("\nchangefeed:\n", "\npaper_trail:\n")
    ours = ours.replace("{{ env_var('CHANGEFEED_SCHEMA', 'changefeed') }}", warehouse.schema)
    (project / "profiles.yml").write_text(ours)
    os.environ["CHANGEFEED_SCHEMA"] = "of_nobody"
    assert session.start(project, "pytest") is warehouse.spark
    assert session.schema_name() == warehouse.schema

    options = [
        "--project-dir", str(project), "--profiles-dir", str(project), "--log-level-file", "none", "--quiet",
    ]  # fmt: skip

    def dbt(*arguments: str) -> dict[str, str]:
        result = dbtRunner(manifest=manifest).invoke([*arguments, *options])
        assert result.exception is None, result.exception
        nodes = [each for each in getattr(result.result, "results", []) if each.node.resource_type != "operation"]
        return {each.node.name: str(each.status) for each in nodes}

    assert dbtRunner().invoke(["deps", *options]).success
    parsed = dbtRunner().invoke(["parse", *options])
    assert parsed.exception is None, parsed.exception
    manifest = parsed.result  # parsed once: variables and seeds are read when a node runs
    captures.load(warehouse.spark, project, [project / "captures"])
    part = ("paper_trail", "+ledger__accounts", "changefeed_quarantine", "nothing_is_lost")
    built = dbt("build", "--select", *part, "--indirect-selection", "buildable")
    assert {status for status in built.values()} <= {"success", "pass"}, built
    assert "ledger_an_altered_row_that_changes_its_key_is_two_steps" in built
    assert warehouse.sql("select operation, count(*) as n from internal.decoded where offset = 1 group by all") == [
        {"operation": "heartbeat", "n": 1}
    ]

    # The last message is one side of an update pair: it takes nothing away until its other side has come.
    rows, waiting = (
        "select no, balance from ledger__accounts",
        "select offset, reason from quarantine where resolved_at is null",
    )
    assert warehouse.sql(rows) == [{"no": 3, "balance": Decimal("0.10")}]
    assert warehouse.sql(waiting) == [
        {"offset": 4, "reason": "unknown_operation"}, {"offset": 6, "reason": "unpaired_update"}
    ]  # fmt: skip

    def land_and_build(offset: int, payload: str, *arguments: str) -> None:
        captures.load(
            warehouse.spark, project, [warehouse.capture(record(offset, payload, partition=1, topic="books"))]
        )
        built = dbt("run", "--select", "+ledger__accounts", *arguments)
        assert {status for status in built.values()} == {"success"}, built

    land_and_build(0, '{"act":".","nr":8}')
    assert warehouse.sql(rows) == [{"no": 3, "balance": Decimal("0.10")}]
    land_and_build(1, '{"act":">","book":"accounts","pk":["no"],"now":{"no":5,"balance":0.20},"nr":7}')
    assert warehouse.sql(rows) == [{"no": 5, "balance": Decimal("0.20")}]
    assert warehouse.sql(waiting) == [{"offset": 4, "reason": "unknown_operation"}]
    land_and_build(2, '{"act":">","book":"accounts","pk":["no"],"now":{"no":5,"balance":0.30},"nr":9}')
    assert warehouse.sql(rows) == [{"no": 5, "balance": Decimal("0.20")}]
    assert {"offset": 2, "reason": "unpaired_update"} in warehouse.sql(waiting)
    # The first side again, alone: nothing tells it from one side of a new pair until the feed is decoded again.
    again = '{"act":"<","book":"accounts","pk":["no"],"was":{"no":3,"balance":0.10},"nr":7}'
    land_and_build(3, again)
    assert {"offset": 3, "reason": "unpaired_update"} in warehouse.sql(waiting)
    land_and_build(4, '{"act":".","nr":10}', "--vars", "{changefeed_redecode: {feed: books}}")
    assert warehouse.sql(waiting) == [
        {"offset": 4, "reason": "unknown_operation"}, {"offset": 2, "reason": "unpaired_update"}
    ]  # fmt: skip
    assert warehouse.sql(rows) == [{"no": 5, "balance": Decimal("0.20")}]
    # The side with the row after left step 1 of the key change from 3 to 5, and no step 0.
    assert dbt("test", "--select", "nothing_is_lost") == {"nothing_is_lost": "pass"}

    # A model that would take the place of what has landed is refused; under another alias it may have the name.
    model = project / "models" / "messages.sql"
    model.write_text("select 1 as one")
    refused = dbtRunner().invoke(["run", "--select", "messages", *options])
    assert not refused.success and warehouse.sql("select count(*) > 0 as there from messages") == [{"there": True}]
    assert "models/messages.sql" in str(refused.exception) and "another alias" in str(refused.exception)
    model.write_text("{{ config(alias='sent_messages') }} select 1 as one")
    assert dbtRunner().invoke(["run", "--select", "messages", *options]).success
    model.unlink()

    # Where no feed is of the dialect, though it is known, no run looks for sides.
    feeds = project / "seeds" / "changefeed_feeds.csv"
    feeds.write_text(feeds.read_text().replace(",ledger,", ",canal,"))
    dbt("build", "--select", "changefeed_feeds", "changefeed_feed_settings")
    captures.load(warehouse.spark, project, [warehouse.capture(record(5, "{}", partition=1, topic="books"))])
    assert dbt("run", "--select", "changefeed_read_batches") == {"changefeed_read_batches": "success"}
    (read_batches,) = (project / "target" / "compiled").rglob("changefeed_read_batches.sql")
    assert "unpaired_update" not in read_batches.read_text()


@pytest.mark.slow
def test_models_may_be_called_as_relations_of_the_package(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a schema of its own (the variable changefeed_schema) the package leaves every name to the project."""
    monkeypatch.setattr(session, "_package_schema", None)  # commands set it
    project, own, cdc = tmp_path / "lake", warehouse.schema, f"of_the_package_{warehouse.schema}"

    def call(*arguments: str, code: int = 0) -> str:
        warehouse.use()
        ran = CliRunner().invoke(main, ["--project-dir", str(project), *arguments])
        assert ran.exit_code == code, ran.output
        return ran.output

    def dbt(*arguments: str) -> Any:
        done = dbtRunner().invoke(
            [*arguments, "--project-dir", str(project), "--profiles-dir", str(project), "--quiet"]
        )
        assert done.success, done.exception or [(each.node.name, each.message) for each in done.result]
        return done.result

    assert CliRunner().invoke(main, ["init", str(project)]).exit_code == 0
    names = ("messages", "runs", "feeds", "history")
    for name in names:
        model = f"{{{{ config(materialized='table', file_format='delta') }}}} select '{name} of mine' as whose"
        (project / "models" / f"{name}.sql").write_text(model)
    settings = project / "dbt_project.yml"
    shipped = settings.read_text()

    # Without the variable dbt refuses the model history, and the package the model messages.
    refused = call("run", code=1)
    assert f"{own}.history" in refused and "the variable changefeed_schema" in refused
    (project / "models" / "history.sql").rename(tmp_path / "history.sql")
    refused = call("run", code=1)
    assert f"would take the place of {own}.messages" in refused and "the variable changefeed_schema" in refused
    (tmp_path / "history.sql").rename(project / "models" / "history.sql")

    settings.write_text(f"{shipped}\nvars:\n  changefeed_schema: {cdc}\n  changefeed_claim_runs: true\n")
    feed = ("--dialect", "canal", "--topics", "shop_canal", "--source-kind", "mysql", "--time-zone", "Asia/Shanghai")
    call("feeds", "add", "store", *feed, "--history", "on")
    call("load", str(REPO / "demo" / "captures" / "shop_canal.jsonl"))
    assert "tables       3 with changes" in call("run")
    call("tables", "propose")
    for file in (project / "models" / "typed" / "store").glob("store__order_lines.*"):
        file.unlink()
    ran = call("run")
    assert f"typed        {own}_store.customers, {own}_store.orders\n" in ran
    assert "no typed table has store: shop.order_lines: changefeed tables propose\n" in ran
    fresh = [each for each in dbt("source", "freshness").results if each.node.resource_type == "source"]
    assert [(each.node.name, each.status) for each in fresh] == [("store", "pass")]
    for name in names:
        assert warehouse.sql(f"select * from {own}.{name}") == [{"whose": f"{name} of mine"}]
    count = "select count(*) as n from "
    assert warehouse.sql(f"{count}{cdc}.messages where topic = 'shop_canal'") == [{"n": 16}]
    assert warehouse.sql(f"{count}{cdc}.history where feed = 'store'")[0]["n"] > 5
    assert warehouse.sql(f"{count}{cdc}_internal.runs where outcome = 'done'") == [{"n": 2}]
    # Seeds are the project's, as are typed tables; what is asked for by a bare name is the package's.
    assert warehouse.sql(f"select feed from {own}.changefeed_feeds") == [{"feed": "store"}]
    assert warehouse.sql(f"{count}{own}_store.orders")[0]["n"] > 0
    assert "16" in call("sql", "select count(*) as n from messages")

    # dbt finds the variable under the package's name too, as the loader does.
    settings.write_text(f"{shipped}\nvars: {{changefeed_schema: other, changefeed: {{changefeed_schema: {cdc}}}}}\n")
    parsed = dbt("parse")
    assert profile.package_schema(project) == parsed.sources["source.changefeed.changefeed.messages"].schema == cdc
    assert parsed.nodes["model.changefeed.changefeed_decoded"].schema == f"{cdc}_internal"
