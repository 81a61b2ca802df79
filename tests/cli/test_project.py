"""The project as it ships: its demo, its typed tables, every dbt test, its yml, and its site in a real browser."""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families
from rich.cells import cell_len

import avro_messages
from changefeed.cli.main import main
from changefeed.loader import captures as landing
from changefeed.project import macros
from changefeed.project import site as pages
from changefeed.runs import last_run
from changefeed.spark.quick_start import FEW_ROWS, interpreted
from changefeed.spark.relations import table_name
from changefeed.watch import demo, metrics, preview, status
from changefeed.watch import query as querying
from conftest import Warehouse, as_shipped
from demo import generate
from docs import generate as generate_docs
from pipeline import RELATIONS, REPO, Pipeline, record
from previews import FILES, unit_tests

DEMO = REPO / "demo" / "captures"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium installed: apt-get install chromium")


@pytest.fixture(scope="module")
def shop(pipeline: Pipeline) -> Pipeline:
    """The shipped project, built with the demo's captures; all dbt tests have run."""
    pipeline.clear()
    pipeline.declare_as_shipped()
    landing.load(pipeline.spark, pipeline.folder, [DEMO])
    pipeline.build(models=["resource_type:function", *RELATIONS])
    rest = ("--exclude", *RELATIONS, "changefeed.dialects")  # an --exclude stands instead of selectors.yml
    built = pipeline.dbt("run", *rest) | pipeline.dbt("test")
    # The demo holds three messages that cannot be decoded and a date that is none, of which tests warn.
    failed = {name: node.message for name, node in built.items() if node.status not in ("success", "pass")}
    assert "warn" in str(failed.pop("feeds_are_healthy"))
    assert "warn" in str(failed.pop("every_value_is_readable_demo_shop__customers_"))
    assert failed == {}
    assert not any(node.node.resource_type == "unit_test" for node in built.values()), "selectors.yml"
    return pipeline


@pytest.mark.slow
def test_plans_that_spark_compiles_make_the_same_rows(shop: Pipeline) -> None:
    """The demo's changes of each dialect, through statements, fold and versions; test_dialects.py compiles decoding."""

    def rows() -> tuple[Any, Any]:
        versions = "select * except (row, applied_batch_id), to_json(row) as row from history order by all"
        return shop.state(), shop.sql(versions)

    interpreted = rows()
    with as_shipped(shop.spark):
        shop.build("--full-refresh", "--exclude", "+changefeed_decoded", models=RELATIONS)
    assert rows() == interpreted


def unit_tests_of(pipeline: Pipeline, *selected: str) -> set[str]:
    """Run unit tests with dbt, which must all pass; returns their names."""
    tested = pipeline.dbt("test", "--select", *(f"{each},test_type:unit" for each in selected))
    tested = {name: node for name, node in tested.items() if node.node.resource_type == "unit_test"}
    assert {name: node.message for name, node in tested.items() if node.status != "pass"} == {}
    return set(tested)


def test_unit_tests_of_dialects_pass_in_dbt_without_a_view(shop: Pipeline) -> None:
    """Those that are not in test_previews.py. test_unit_tests.py has those of the other stages."""
    readers = [dialect for dialect in FILES if not unit_tests(dialect)]
    files = [yaml.safe_load(FILES[dialect].read_text(encoding="utf-8")) for dialect in readers]
    names = {test["name"] for file in files for test in file["unit_tests"]}
    assert unit_tests_of(shop, *(f"changefeed.dialects.{dialect}" for dialect in readers)) == names != set()
    assert previews(shop) == set()


@pytest.mark.slow
def test_all_unit_tests_pass_in_dbt(shop: Pipeline) -> None:
    assert len(unit_tests_of(shop, "changefeed")) > 200


def previews(project: Pipeline) -> set[str]:
    return {row["viewName"] for row in project.sql(f"show views in {project.schema}_internal like 'stg_*'")}


def test_previews_are_built_when_they_are_asked_for(shop: Pipeline) -> None:
    assert previews(shop) == set(), "a run needs none of them"
    shop.dbt("run", "--select", "changefeed_stg_canal", "changefeed_stg_baseline")
    assert previews(shop) == {"stg_canal", "stg_baseline"}
    counted = shop.sql("select count(distinct partition, offset) as messages from internal.stg_canal")
    assert counted == [{"messages": 16}]


@pytest.mark.slow
def test_all_previews_can_be_built(shop: Pipeline) -> None:
    built = shop.dbt("run", "--select", "changefeed.dialects")
    assert {name: node.message for name, node in built.items() if node.status != "success"} == {}
    assert len(previews(shop)) == len(list((REPO / "models" / "dialects").glob("*/*.sql")))


@pytest.mark.slow
def test_everything_compiles_where_nothing_was_built(warehouse: Warehouse) -> None:
    result = warehouse.dbt("compile", "--quiet")
    assert result.success, result.exception


@pytest.mark.slow
def test_everything_builds_where_nothing_was_landed(pipeline: Pipeline) -> None:
    pipeline.clear()
    pipeline.declare_as_shipped()
    empty = pipeline.dbt("build", "--exclude-resource-type", "unit_test")
    assert {node.status for node in empty.values()} <= {"success", "pass"}


def test_the_captures_are_what_the_script_writes() -> None:
    captures = generate.captures() | avro_messages.captures()
    for name, records in captures.items():
        lines = (DEMO / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == records
    assert {file.stem for file in DEMO.iterdir()} == set(captures)


def test_the_demo_comes_out_as_the_story_tells(shop: Pipeline) -> None:
    schema = f"{shop.schema}_shop"
    customers = shop.sql(f"select * from {schema}.customers order by id")
    assert [(each["id"], each["name"], each["level"], each["balance"]) for each in customers] == [
        (1, "Anna 李娜", "new", Decimal("74.6000")),
        (20, "Bo 🚀", "regular", Decimal("10.0000")),
    ]
    assert customers[1]["born"] is None
    assert customers[1]["_unreadable"] == {"born": "0000-00-00"}
    assert customers[0]["created_at"] == datetime.datetime(2024, 6, 1, 11, 0, 0, 250000)
    paid = shop.sql(f"select cast(paid_at as string) as paid_at from {schema}.orders where status = 'paid'")
    assert paid == [{"paid_at": "2024-06-01 03:00:42"}], "11:00:42 in Shanghai"
    assert len(shop.sql(f"select * from {schema}.page_views")) == 2
    assert {each["reason"] for each in shop.sql("select reason from quarantine")} == {
        "invalid_avro",
        "invalid_json",
        "unknown_operation",
    }


def test_decode_says_of_the_demo_what_a_run_made_of_it(shop: Pipeline) -> None:
    """Each message of each dialect: what decode shows of it, in all columns, is in `changes` or `quarantine`."""
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "decode", *map(str, sorted(DEMO.iterdir()))])
    assert result.exit_code == 3, f"{result.stderr}{result.exception!r}"
    found = [json.loads(line) for line in result.stdout.splitlines()]
    understood = [each.pop("is_understood") for each in found if each.pop("actions", None) is not None]

    names = {each["name"]: {*each["in"]} for each in macros.own().columns()}
    columns = [name for name, shown in names.items() if shown >= {"changes", "staged"} or name == "key_left_out"]
    changes = shop.spark.sql(f"select {', '.join(columns)} from changes")
    rows = [querying.plain(row) for row in querying.with_times_as_text(changes).collect()]
    rows += shop.sql(f"select {', '.join((*preview.OF_QUARANTINE, 'reason', 'detail'))} from quarantine")
    expected = [
        {name: value for name, value in row.items() if value is not None and ("reason" not in row or value != "")}
        for row in rows
    ]
    assert sorted(map(in_order, found)) == sorted(map(in_order, expected))
    assert len({each["feed"] for each in found}) == len(macros.own().dialects()) - 1, "a feed of each dialect"
    assert len(understood) == shop.sql("select count(statement) as n from table_events")[0]["n"] > 20
    assert sum(understood) == shop.sql("select count_if(is_understood) as n from table_events")[0]["n"]


def in_order(row: dict[str, Any]) -> str:
    return json.dumps(row, sort_keys=True)


def test_the_demo_shows_messages_and_what_became_of_them(shop: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    capture = DEMO / demo.CAPTURE
    demo.show(shop.spark, capture)
    text = capsys.readouterr().out
    assert max(map(cell_len, text.splitlines())) <= 100, "it fits a terminal"
    chapters = re.findall(r"^\d\. (.*)$", text, re.MULTILINE)
    assert len(chapters) == 4
    for said in (
        '20  Bo 🚀      regular  10.0000  NULL        2024-06-01 03:00:07.000001Z  {"born": "0000-00-00"}',
        "SO-0001   new      45.90  NULL",
        "SO-0001   paid     45.90  2024-06-01 03:00:42Z",
        '{"data":[{"order_no":"SO-0003","customer_id":"3","status":"1","amount":"7\n',
        "1       5  invalid_json       The value is not one JSON object\n",
        "1       6  unknown_operation  Canal documents no type UPSERT with isDdl false.\n",
    ):
        assert said in text
    assert text.count("/tee/茶      12\n") == 1, "of two equal rows one is left"
    assert text.rstrip().splitlines()[-4] == "Next:"
    for line in capture.read_text(encoding="utf-8").splitlines():
        payload = json.loads(line)["payload"]
        short = demo.shortened(payload)
        if short != payload:
            assert json.loads(short).items() <= json.loads(payload).items(), "nothing but what was sent"
    demo.show_all(shop.spark)
    assert "aws_dms" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_the_demo_is_one_command(tmp_path: Path) -> None:
    """It builds one feed in a warehouse of its own, and leaves no command that follows without its tables."""
    environment = os.environ | {"CHANGEFEED_HOME": str(tmp_path), "CHANGEFEED_SCHEMA": "changefeed"}

    def call(*arguments: str) -> str:
        command = [sys.executable, "-m", "changefeed", "--project-dir", str(REPO), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    shown = call("demo")
    assert "1. " in shown and "invalid_json" in shown and "Next:" in shown
    assert call("demo").count("SO-0001") == shown.count("SO-0001"), "once more shows the same"
    assert "shop: messages in quarantine: 2" in call("status")


def test_a_typed_history_and_typed_changes_have_the_columns_of_their_table(shop: Pipeline) -> None:
    schema = f"{shop.schema}_shop"
    versions = shop.sql(f"select * from {schema}.orders_history order by order_no, _valid_from")
    assert [(row["order_no"], row["status"], row["_is_current"], row["_operation"]) for row in versions] == [
        ("SO-0001", "new", False, "insert"),
        ("SO-0001", "paid", True, "update"),
        ("SO-0002", "new", False, "insert"),
        ("SO-0002", "new", True, "update"),
    ]
    assert versions[0]["_valid_to"] == versions[1]["_valid_from"]
    columns = [name for name in shop.sql(f"select * from {schema}.orders")[0] if name != "_row_key"]
    assert [name for name in versions[0] if name in columns] == columns
    changes = shop.sql(f"select * from {schema}.orders_changes order by _position")
    assert [(row["_operation"], row["before"] and row["before"]["status"]) for row in changes] == [
        ("insert", None), ("insert", None), ("update", "new"), ("update", "new"),
    ]  # fmt: skip
    assert changes[2]["after"]["status"] == "paid"
    assert changes[2]["after"]["amount"] - changes[2]["before"]["amount"] == Decimal("0.00")
    assert {row["_unreadable"] for row in (*versions, *changes)} == {None}


def test_dbt_by_itself_interprets_the_plans_of_small_tables(shop: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHANGEFEED_COMMAND", raising=False)
    monkeypatch.delenv("CHANGEFEED_SHUFFLE_PARTITIONS", raising=False)  # the profile names four

    def settings(*arguments: str) -> dict[str, str]:
        shop.dbt("test", "--select", "canonical_operations_only", *arguments)
        return {name: shop.spark.conf.get(name) for name in FEW_ROWS}

    with as_shipped(shop.spark):
        assert settings("--vars", '{"changefeed_interpreted_bytes": 1}')["spark.sql.codegen.wholeStage"] == "true"
        assert settings() == FEW_ROWS


def test_the_settings_of_a_small_run_hold_for_its_dbt_statements(
    shop: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dbt-spark gives Spark the profile's settings with each statement, four shuffle partitions among them."""
    monkeypatch.setenv("CHANGEFEED_COMMAND", '{"run_by": "`changefeed run`"}')
    monkeypatch.delenv("CHANGEFEED_SHUFFLE_PARTITIONS", raising=False)
    with as_shipped(shop.spark), interpreted(shop.spark):
        shop.dbt("test", "--select", "canonical_operations_only")
        assert {name: shop.spark.conf.get(name) for name in FEW_ROWS} == FEW_ROWS


def rows_of_table(page: str, heading: str) -> list[list[str]]:
    """The cells of the tables below a heading, without their headers."""
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def names_in(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


def test_how_it_works_says_what_the_manifest_says(shop: Pipeline) -> None:
    page = (REPO / "docs" / "explanation" / "how-it-works.md").read_text(encoding="utf-8")
    nodes = {id: node for id, node in shop.manifest.nodes.items() if node.package_name == "changefeed"}
    models = {
        node.alias: node
        for node in nodes.values()
        if node.resource_type == "model" and node.fqn[1] not in ("dialects", "typed")
    }
    relations = {id: node.alias for id, node in nodes.items()}
    relations |= {id: source.name for id, source in shop.manifest.sources.items()}
    seen: set[str] = set()
    for name, kind, _ in rows_of_table(page, "The run"):
        node = models[names_in(name)[0]]
        assert kind == node.config.materialized, name
        depends = {relations[id] for id in node.depends_on.nodes if id in relations}
        assert depends & models.keys() <= seen, f"{name} stands before what it reads"
        seen |= set(names_in(name))
    assert seen == models.keys()

    hooks = {
        (macro, node.alias)
        for node in models.values()
        for hook in (*node.config.pre_hook, *node.config.post_hook)
        for macro in re.findall(r"^{{ changefeed\.(\w+)\(", hook.sql)
    }
    told = rows_of_table(page, "What a model does to its own table")
    assert {(names_in(hook)[0], model) for hook, of, _ in told for model in names_in(of)} == hooks
    landing = {source.name for source in shop.manifest.sources.values() if source.source_name != "feeds"}
    assert landing <= set(names_in(page))


def test_how_it_works_follows_a_message_as_it_goes(shop: Pipeline) -> None:
    page = (REPO / "docs" / "explanation" / "how-it-works.md").read_text(encoding="utf-8")
    steps = re.findall(r"```sql\n(.*?)```\n+```json\n(.*?)```", page, re.DOTALL)
    assert len(steps) > 4
    for query, expected in steps:
        found = shop.sql(query.replace("changefeed_", f"{shop.schema}_"))
        assert json.loads(json.dumps(found[0], default=str)) == json.loads(expected), query


def test_the_catalog_shows_what_tables_and_columns_mean(shop: Pipeline) -> None:
    for table, column in (
        ("current_rows", "changed_at"),
        (f"{shop.schema}_shop.orders", "amount"),
        (table_name("decoded"), "feed"),
    ):
        said = {row["col_name"]: row["comment"] for row in shop.sql(f"describe table extended {table}")}
        assert said[column] and said["Comment"] is not None, table


def test_a_view_that_would_be_the_same_is_left_alone(shop: Pipeline) -> None:
    def text() -> str:
        said = shop.sql("show create table quarantine")[0]["createtab_stmt"]
        return re.sub(r"'transient_lastDdlTime' = '\d+'", "", said)

    made = text()
    shop.sql(f"alter view {shop.schema}.quarantine as select 'what a build would not leave' as reason")
    shop.dbt("run", "--select", "changefeed_quarantine")
    assert "what a build would not leave" in text()
    shop.dbt("run", "--select", "changefeed_quarantine", "--full-refresh")
    assert text() == made


def test_the_demo_of_drs_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    stock = shop.sql(f"select *, cast(counted_at as string) as counted from {shop.schema}_shop.stock order by sku")
    assert [(row["sku"], row["on_hand"], row["weight"], row["photo"], row["counted"]) for row in stock] == [
        ("B&B <2>", -1, 0.0, None, None),
        ("M-8", 3, 350.0, b"", "2024-06-01 03:00:00"),
        ("T-1", 38, 1.25e7, b"\x89PNG", "2024-06-01 03:00:42.201"),
    ]
    events = shop.sql("select operation, statement_kind from table_events where feed = 'erp' order by position")
    assert [(row["operation"], row["statement_kind"]) for row in events] == [("ddl", "init_ddl"), ("ddl", "ddl")]


def test_the_demo_of_dts_and_oms_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    parcels = shop.sql(f"select id, carrier, cost, cast(sent_at as string) as sent_at from {shop.schema}_shop.parcels")
    assert parcels == [{"id": 18, "carrier": "van", "cost": Decimal("5.00"), "sent_at": "2024-06-01 03:00:00"}]
    reviews = shop.sql(f"select *, cast(seen as string) as seen_utc from {shop.schema}_shop.reviews")
    assert [
        (row["id"], row["stars"], row["score"], row["body"], bytes(row["photo"]), row["seen_utc"]) for row in reviews
    ] == [
        (11, 4, Decimal("9.99"), "sehr gut 好", b"hello", "2024-06-01 03:00:00.25"),
    ], "what was not sent stays, also under another key"


def test_the_demo_of_drs_from_other_databases_and_of_maxwell_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    bins = shop.sql(f"select *, cast(seen as string) as seen_utc from {shop.schema}_shop.bins")
    assert [(row["bin"], row["is_open"], row["label"], row["temp"], row["seen_utc"]) for row in bins] == [
        ("A-9", True, b"\x00\xff", "[11.5,21)", None),
    ], "what was not sent stays, also under another key"
    carts = shop.sql(f"select *, cast(at as string) as at_utc from {shop.schema}_shop.carts order by _id")
    assert [(row["_id"], row["state"], row["total"], row["address"], row["at_utc"]) for row in carts] == [
        ("665aa0f07dc36a464e76e582", "paid", Decimal("25.00"), None, "2024-06-01 03:00:21.25"),
        ("665aa0f07dc36a464e76e591", "5", None, '{"geo":{"lat":1.5}}', None),
    ]
    gone = shop.sql("select row['address'] as address from current_rows where feed = 'carts' and is_deleted")
    assert gone == [{"address": '{"city":"Bonn"}'}], "a member was set, another one taken away"
    papers = shop.sql(f"select id, title, price, tags, cover from {shop.schema}_shop.papers")
    assert papers == [
        {"id": 11, "title": "Tee 茶", "price": Decimal("12345678901234567890.50"), "tags": "new", "cover": b"hi"}
    ]


def test_the_status_says_which_feeds_are_not_well(shop: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    found = status.read(shop.spark, shop.folder)
    verdicts = {feed["feed"]: feed["verdict"] for feed in found.feeds}
    assert verdicts["shop"] == "not well", "two messages of it are in quarantine"
    assert verdicts["erp"] == "well"
    assert all(fault["count"] > 0 for feed in found.feeds for fault in feed["faults"])
    assert sum(feed["rows"] for feed in found.feeds) == sum(table["rows"] for table in found.tables) > 40
    (fault,) = next(feed["faults"] for feed in found.feeds if feed["feed"] == "shop")
    assert fault["words"] == "messages in quarantine: 2 (invalid_json 1, unknown_operation 1)"
    command = re.fullmatch(r'changefeed sql --output vertical "(.*)"', fault["command"])
    assert command and len(shop.sql(command[1])) == 2

    for show in status.PRINTERS.values():
        show(found)
    text, _, page = capsys.readouterr().out.partition("<!doctype html>")
    shown, _, as_json = text.partition("\n{")
    assert f"  shop: {fault['words']}\n      {fault['command']}\n" in shown
    assert json.loads("{" + as_json)["feeds"] == found.feeds
    assert page.count("<svg") >= 3 and "invalid_json" in page and "&quot;" in page


def test_a_feed_is_well_with_as_much_as_the_project_accepts(
    shop: Pipeline, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dbt_project.yml").write_text(
        "name: mine\nvars:\n"
        "  changefeed_most_lag_seconds: {erp: 60}\n"
        "  changefeed: {changefeed_most_quarantined: {shop: 2}}\n"
    )
    found = status.read(shop.spark, tmp_path)
    of_feeds = {feed["feed"]: feed for feed in found.feeds}
    words = "messages in quarantine: 2 (invalid_json 1, unknown_operation 1)"
    assert (of_feeds["shop"]["verdict"], of_feeds["erp"]["verdict"]) == ("well", "not well")
    assert re.fullmatch(
        r"seconds behind the source: [\d,]+; 60 accepted \(changefeed_most_lag_seconds\)",
        of_feeds["erp"]["faults"][0]["words"],
    )
    status.show(found)
    status.show_html(found)
    text, _, page = capsys.readouterr().out.partition("<!doctype html>")
    assert f"\nAccepted\n  shop: {words}, accepted (changefeed_most_quarantined)\n\n" in text
    assert f"<h2>Accepted</h2><table><tr><th>Feed<th>What<th>Command<tr><td>shop<td>{words}, accepted" in page
    metrics.show(found)
    families = {each.name: each for each in text_string_to_metric_families(capsys.readouterr().out)}
    well = {each.labels["feed"]: each.value for each in families["changefeed_feed_is_well"].samples}
    assert (well["shop"], well["erp"]) == (1, 0)


def test_prometheus_reads_the_status_and_the_alerts_name_its_metrics(
    shop: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    found = status.read(shop.spark, shop.folder)
    metrics.show(found)
    families = {each.name: each for each in text_string_to_metric_families(capsys.readouterr().out)}
    quarantined = families["changefeed_quarantined_messages"].samples
    assert {each.labels["reason"]: each.value for each in quarantined if each.labels["feed"] == "shop"} == {
        "invalid_json": 1, "unknown_operation": 1,
    }  # fmt: skip
    messages = {each.labels["feed"]: each.value for each in families["changefeed_messages"].samples}
    assert messages == {feed["feed"]: feed["messages"] for feed in found.feeds if feed["messages"] is not None}
    named = set(re.findall(r"changefeed_\w+", (REPO / "deploy" / "alerts.yml").read_text()))
    assert named <= set(families) and len(named) >= 4


def test_the_demo_of_flink_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    teas = shop.sql(f"select id, name, price from {shop.schema}_shop.teas order by id")
    assert teas == [
        {"id": 1, "name": "Sencha", "price": Decimal("4.75")},
        {"id": 2, "name": "Assam 茶", "price": Decimal("12.00")},
    ]
    others = shop.sql("""
        select source_table, row_key, to_json(row) as row, is_deleted
        from current_rows where feed = 'tearoom' and source_table <> 'teas' order by all
    """)
    assert others == [
        {"source_table": "guests", "row_key": '["7"]', "row": '{"NO":"7","tea":"Assam"}', "is_deleted": True},
        {"source_table": "guests", "row_key": '["8"]', "row": '{"NO":"8","tea":"Assam"}', "is_deleted": False},
        {"source_table": "guests", "row_key": '["9"]', "row": '{"NO":"9","tea":null}', "is_deleted": True},
        {"source_table": "seats", "row_key": '["1"]', "row": '{"id":"1","seat":"door"}', "is_deleted": False},
    ], "pkNames says no where the row says NO"


def test_the_demo_of_goldengate_and_dms_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    silos = shop.sql(f"select * from {shop.schema}_shop.silos")
    assert silos == [
        {
            "ID": 11, "GRAIN": "Weizen", "TONS": Decimal("12345678901234567890.50"),
            "FILLED": datetime.datetime(2024, 5, 30, 8, 15), "SEEN": datetime.datetime(2024, 6, 1, 3, 0, 0, 123456),
            "_unreadable": None,
        }
    ], "what was not sent stays, also under another key"  # fmt: skip
    gone = shop.sql("""
        select source_table, row_key, row['SEEN'] as seen
        from current_rows where feed = 'granary' and is_deleted order by all
    """)
    assert gone == [
        {"source_table": "SILOS", "row_key": '["1"]', "seen": "2024-06-01 03:00:00.123456000"},
        {"source_table": "SILOS", "row_key": '["2"]', "seen": None},
        {"source_table": "SILOS", "row_key": '["22"]', "seen": "2024-06-01:03:00:21.5"},
        {"source_table": "SWEEPINGS", "row_key": '["7"]', "seen": None},
    ]
    loaves = shop.sql(f"select id, name, price, baked, photo from {shop.schema}_shop.loaves order by id")
    assert [tuple(loaf.values()) for loaf in loaves] == [
        (2, "Semmel", Decimal("0.75"), None, None),
        (11, "Roggen 麦", Decimal("4.50"), datetime.datetime(2024, 6, 1, 3), b"\x89PNG"),
    ]
    visits = shop.sql("""
        select row, copies from current_rows where feed = 'bakery' and source_table = 'visits' and not is_deleted
    """)
    assert visits == [{"row": {"door": "east", "at": "2024-06-01T03:00:35.25Z"}, "copies": 1}]
    events = shop.sql("select statement_kind, is_understood from table_events where feed = 'bakery' order by position")
    assert [tuple(event.values()) for event in events] == [
        ("drop-table", True), ("create-table", True), ("add-column", False),
    ]  # fmt: skip


def test_the_demo_of_avro_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    crossings = shop.sql(f"select * from {shop.schema}_shop.crossings order by id")
    assert crossings == [
        {
            "id": 1, "boat": "北极星", "fare": Decimal("13.00"),
            "leaves": datetime.datetime(2024, 6, 1, 18, 30, 0, 250000),
            "lasts": (26 * 60 + 15) * 60 * 1_000_000, "seen": datetime.datetime(2024, 6, 1, 3, 0, 0, 1),
            "ticket": b"\x89PNG", "extras": '{"seats": [1.50, 2]}', "_unreadable": None,
        },
        dict.fromkeys(crossings[0]) | {"id": 20, "boat": "Möwe", "fare": Decimal("9999999999999999.99")},
    ], "what was not sent stays"  # fmt: skip
    others = shop.sql("""
        select source_table, row_key, to_json(row) as row, is_deleted
        from current_rows where feed in ('orchard', 'kiln') order by all
    """)
    assert [tuple(row.values()) for row in others] == [
        ("pots", '["bowl"]', '{"pot":"bowl","fired":"1099511627776","mark":"AP8="}', True),
        ("pots", '["jug 壶"]', '{"pot":"jug 壶","fired":"7","mark":null}', False),
        ("trees", '["1"]', '{"id":"1","sort":"Boskop","planted":"1717210860.5","height":null}', False),
        ("trees", '["2"]', '{"id":"2","sort":"Cox","planted":null,"height":null}', True),
        ("trees", '["3"]', '{"id":"3","sort":"Elstar 苹果","planted":null,"height":null}', False),
    ], "the key is a Decimal first, then an Integer"


def test_every_query_of_the_cookbook_answers(shop: Pipeline) -> None:
    text = (REPO / "docs" / "how-to" / "cookbook.md").read_text(encoding="utf-8")
    queries = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    assert len(queries) == 34
    for query in queries:
        assert shop.sql(re.sub(r"\bchangefeed_(\w+\.)", rf"{shop.schema}_\1", query)), query


def test_the_overview_links_to_every_dialect_and_shows_the_picture() -> None:
    text = (REPO / "models" / "overview.md").read_text(encoding="utf-8")
    assert text == generate_docs.overview(), "python docs/generate.py"
    dialects = {folder.name for folder in (REPO / "models" / "dialects").iterdir() if folder.is_dir()} - {"baseline"}
    assert set(re.findall(r"model\.changefeed\.changefeed_stg_([a-z_]+)\)", text)) == dialects


def test_the_demo_of_ticdc_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    at = datetime.datetime(2024, 6, 1, 3)
    books = shop.sql(f"select * from {shop.schema}_shop.books order by isbn")
    assert [tuple(book.values()) for book in books] == [
        ("M-7", None, Decimal("12.00"), None, "insert", at + datetime.timedelta(seconds=7), None),
        ("T-2", 2, Decimal("4.50"), at, "insert", at + datetime.timedelta(seconds=28), None),
    ]


def test_the_demos_of_the_neighbours_come_out_as_their_stories_tell(shop: Pipeline) -> None:
    def rows(table: str, key: str) -> list[tuple]:
        found = shop.sql(f"select * from {shop.schema}_shop.{table} order by {key}")
        return [tuple(row.values()) for row in found]

    at = datetime.datetime(2024, 6, 1, 3)
    assert rows("rooms", "no") == [
        (1, "Attic 茶", Decimal("95.50"), 21.5, at, "茶", b"\0\1", b"\0\xff", None),
        (2**64 - 1, "Garden", None, 21.5, at, "茶", b"\0\1", b"\0\xff", None),
    ]
    assert rows("cups", "no") == [
        (3, "Mug", "large", at, b"\0\xff", None),
        (2**64 - 1, "", "small", None, None, None),
    ]
    since = at + datetime.timedelta(seconds=42, milliseconds=250)
    place = '{"row":4,"tags":["a","b"]}'
    stand = ("665aa0f07dc36a464e76e583", "Sweets", Decimal("120.50"), 21.5, place, since, None, 2**53 + 1, None)
    assert rows("stands", "_id") == [stand]
    assert rows("wines", "id") == [(3, "Rot 茶", Decimal("12345678901234567890.50"), False, b"\0\xff", since, None)]
    assert rows("boats", "no") == [(20, None, b"\n", at + datetime.timedelta(seconds=42), Decimal("-0.01"), None)]
    assert rows("shafts", "no") == [(1, "Deep 深", Decimal("815.00"), datetime.date(1962, 4, 1), None)]
    feeds = "('inn', 'cafe', 'fair', 'vine', 'pier', 'mine')"
    assert shop.sql(f"select feed, reason, detail from quarantine where feed in {feeds}") == []


def test_the_demo_of_dataworks_comes_out_as_its_story_tells(shop: Pipeline) -> None:
    schema = f"{shop.schema}_shop"
    parts = shop.sql(f"select *, cast(seen as string) as seen_utc from {schema}.parts order by part")
    assert [
        (row["part"], row["qty"], row["price"], row["checked"], row["made"], row["seen_utc"], row["photo"])
        for row in parts
    ] == [
        ("P-1", 39, Decimal("13.00"), True, datetime.date(2024, 6, 1), "2024-06-01 03:00:42.201", b"\x89PNG"),
        ("P-3", 2**63 - 1, Decimal("0.10"), False, None, None, None),
    ]
    assert all(row["_unreadable"] is None for row in parts)
    scans = shop.sql("select row_key, row from current_rows where feed = 'works' and source_table = 'scans'")
    assert scans == [{"row_key": '["15"]', "row": {"gate": "west", "#alibaba_rds_row_id#": "15"}}]
    bay = shop.sql("select row['bay'] as bay from current_rows where feed = 'works' and source_table = 'parts'")
    assert {row["bay"] for row in bay} == {"7"}, "the statement gave its default to the rows"
    readings = shop.sql(f"select meter, kwh, note from {schema}.readings")
    assert readings == [{"meter": 2, "kwh": 1.25, "note": ""}]
    (ticket,) = shop.sql(f"select *, cast(seen as string) as seen_utc from {schema}.tickets")
    assert [ticket[name] for name in ("id", "state", "hours", "body", "seen_utc")] == [
        11, "open", Decimal("1.50"), "Kaffee?", "2024-06-01 03:00:00.25",
    ], "what was not sent stays, also under another key"  # fmt: skip
    assert ticket["due"] == datetime.datetime(2024, 6, 2, 11)


def test_every_change_of_the_log_has_documented_columns(shop: Pipeline) -> None:
    state = ("table_events", "table_actions", "folded_rows", "current_rows")
    for relation in ("read_batches", "decoded", "changes", "quarantine", *state):
        documented = shop.manifest.nodes[f"model.changefeed.changefeed_{relation}"].columns
        found = {
            field.name: field.dataType.simpleString() for field in shop.spark.table(table_name(relation)).schema.fields
        }
        assert {name: column.data_type for name, column in documented.items()} == found
        assert all(column.description for column in documented.values())


def test_every_macro_and_its_arguments_are_documented(shop: Pipeline) -> None:
    macros = [macro for macro in shop.manifest.macros.values() if macro.package_name == "changefeed"]
    public = [macro for macro in macros if not macro.name.startswith("_")]
    assert len(public) > 400
    assert [macro.name for macro in public if not macro.description] == []
    assert [macro.name for macro in macros if macro.description and macro not in public] == [], "its file says it"
    shown = {macro.name for macro in public if macro.docs.show and not macro.name.startswith(("spark__", "default__"))}
    assert {"typed_table", "typed_history", "typed_changes", "staged_changes"} <= shown
    assert len(shown) < 40, "what projects call; the documentation site is for people who read tables"


# -- the documentation site


@pytest.fixture(scope="module")
def site(shop: Pipeline) -> Path:
    shop.dbt("docs", "generate")
    page = shop.folder / "target" / "site.html"
    pages.write(shop.folder / "target", page)
    return page


def shown(site: Path, page: str, profile: Path) -> str:
    """The text that the browser has built of a page of the site."""
    assert BROWSER is not None
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={profile}", "--virtual-time-budget=20000", "--dump-dom", f"file://{site}#!/{page}",
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


@needs_browser
def test_the_site_opens_with_the_pipeline(site: Path, tmp_path: Path) -> None:
    page = shown(site, "overview", tmp_path)
    assert all(each in page for each in ("You are an analyst", "You are an engineer", "You want to change it"))
    assert "From messages to typed tables" in page and "prefers-color-scheme: dark" in page
    assert re.search(r'<img src="data:image/svg\+xml;base64,PHN2Zy', page), "the picture"


def test_a_strict_status_fails_where_a_feed_is_not_well(shop: Pipeline) -> None:
    result = CliRunner().invoke(main, ["--project-dir", str(shop.folder), "status", "--strict"])
    assert result.exit_code == 3 and re.search(r"^shop +not well ", result.stdout, re.MULTILINE), result.output


@needs_browser
def test_the_page_of_status_is_drawn(shop: Pipeline, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status.show_html(status.read(shop.spark, shop.folder))
    page = tmp_path / "status.html"
    page.write_text(capsys.readouterr().out, encoding="utf-8")
    drawn = shown(page, "", tmp_path / "profile")
    assert "messages in quarantine: 2" in drawn and drawn.count("<rect") > 20


@needs_browser
def test_a_model_shows_its_columns_and_its_lineage(site: Path, tmp_path: Path) -> None:
    page = shown(site, "model/model.changefeed.changefeed_changes", tmp_path)
    assert "previous_row_key" in page
    assert "changefeed_decoded" in page, "the model it depends on"


@needs_browser
def test_the_dialect_has_its_page(site: Path, tmp_path: Path) -> None:
    page = shown(site, "model/model.changefeed.changefeed_stg_canal", tmp_path)
    assert "What the producer destroys" in page


# -- what changes the warehouse of the tests above


def test_every_feed_has_a_freshness(shop: Pipeline) -> None:
    def freshness() -> dict[str, str]:
        nodes = shop.dbt("source", "freshness").items()
        return {name: str(node.status) for name, node in nodes if node.node.resource_type == "source"}

    found = freshness()
    assert found.keys() == {line["feed"] for line in shop.sql("select feed from changefeed_feeds")}
    assert found["shop"] == "pass"
    shop.sql("update messages set landed_at = landed_at - interval 2 hours")
    assert freshness()["shop"] == "warn"
    shop.sql("update messages set landed_at = landed_at - interval 2 days")
    assert freshness()["shop"] == "error"


def test_a_run_with_nothing_to_do_is_known_until_something_lands_or_changes(
    shop: Pipeline, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    last_run.forget()
    before = last_run.state(shop.spark, shop.folder)
    assert not last_run.is_nothing_to_do(shop.spark, before)
    last_run.remember(before)
    assert last_run.is_nothing_to_do(shop.spark, last_run.state(shop.spark, shop.folder))

    shop.declare("table_keys", {"feed": "shop", "source_table": "other"})
    assert not last_run.is_nothing_to_do(shop.spark, last_run.state(shop.spark, shop.folder))
    shop.declare("table_keys")

    last_run.remember(last_run.state(shop.spark, shop.folder))
    packages, elsewhere = shop.folder / "dbt_packages", tmp_path / "changefeed"
    (elsewhere / "macros").mkdir(parents=True)
    (elsewhere / "macros" / "one.sql").write_text("1")
    (elsewhere / "dbt_project.yml").write_text("name: changefeed")
    packages.mkdir()
    request.addfinalizer(lambda: shutil.rmtree(packages, ignore_errors=True))  # other tests have this project, too
    (packages / "changefeed").symlink_to(elsewhere)  # as `dbt deps` does for a package in a folder
    assert not last_run.is_nothing_to_do(shop.spark, last_run.state(shop.spark, shop.folder))
    last_run.remember(last_run.state(shop.spark, shop.folder))
    (elsewhere / "macros" / "one.sql").write_text("2")
    assert not last_run.is_nothing_to_do(shop.spark, last_run.state(shop.spark, shop.folder))
    shutil.rmtree(packages)

    last_run.remember(last_run.state(shop.spark, shop.folder))
    shop.land([record(1_000, "{}", topic="shop_canal")])
    assert not last_run.is_nothing_to_do(shop.spark, last_run.state(shop.spark, shop.folder))


def test_the_table_of_dialects_is_what_its_script_writes() -> None:
    assert (REPO / "docs" / "reference" / "dialects.md").read_text() == generate_docs.page(), "python docs/generate.py"


@pytest.mark.parametrize("name", generate_docs.reference())
def test_a_page_of_the_reference_is_what_the_project_says(name: str) -> None:
    assert (REPO / "docs" / "reference" / name).read_text(encoding="utf-8") == generate_docs.reference()[name], (
        "python docs/generate.py"
    )
    for dialect in generate_docs.dialects():
        assert "quarantined" in generate_docs.tests_of(dialect), f"{dialect}: no unit test shows a quarantined message"
