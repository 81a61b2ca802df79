"""What a command knows and prepares before Spark starts: its profile, its jars, a metastore, what has landed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from click.testing import CliRunner

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.project import macros, profile, said_to_dbt
from changefeed.runs import dbt_build, last_run, table_facts
from changefeed.runs import parsed as parsing
from changefeed.spark import jars, metastore, quick_start, session
from changefeed.spark.relations import folder_in
from changefeed.watch import demo
from pipeline import REPO

SETTINGS = {"spark.master": "local[*]", jars.PACKAGES: "org.example:one:1.0", "spark.sql.ansi.enabled": "false"}
PROJECT = "name: p\nprofile: {profile}\n"
PROFILES = """
mine:
  target: "{{{{ env_var('OF_TARGET', 'local') }}}}"
  outputs:
    local: {{type: spark, schema: {schema}, threads: 4, server_side_parameters: {{a: {value}}}}}
"""


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("CHANGEFEED_HOME", "CHANGEFEED_TARGET", "CHANGEFEED_SCHEMA", "SPARK_CONF_DIR", "DBT_PROFILES_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(("is_short", "collector"), [(True, "UseSerialGC"), (False, "UseParallelGC")])
def test_java_has_one_collector_and_the_users_first(
    is_short: bool, collector: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPARK_SUBMIT_OPTS", raising=False)
    with quick_start.start("", {}, is_short):
        assert re.findall(r"-XX:\+Use\w+GC", os.environ["SPARK_SUBMIT_OPTS"]) == [f"-XX:+{collector}"]
    with quick_start.start("", {quick_start._DRIVERS: "-XX:+UseZGC"}, is_short):
        assert "GC" not in os.environ.get("SPARK_SUBMIT_OPTS", "")


# -- profiles


@pytest.mark.parametrize("target", ["local", "thrift"])
def test_the_shipped_profile_is_read_as_dbt_reads_it(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANGEFEED_TARGET", target)
    monkeypatch.setenv("CHANGEFEED_HOME", "/tmp/a home {{ 1 }}")
    read = profile.read_target(REPO)
    assert read == profile._target_as_dbt_reads_it(REPO, REPO / "profiles.yml")
    assert type(read.get("port", 0)) is int


@pytest.mark.parametrize(
    ("named", "service", "database", "driver"),
    [
        ("", "", "jdbc:derby:;databaseName=/wh/metastore;create=true", "org.apache.derby.jdbc.EmbeddedDriver"),
        ("thrift://host:9083", "thrift://host:9083", "jdbc:derby:;databaseName=/wh/metastore;create=true", "derby"),
        ("jdbc:postgresql://host/db", "", "jdbc:postgresql://host/db", "org.postgresql.Driver"),
        ("jdbc:mariadb://host/db", "", "jdbc:mariadb://host/db", "org.mariadb.jdbc.Driver"),
    ],
)
def test_the_shipped_profile_names_a_metastore(
    named: str, service: str, database: str, driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANGEFEED_HOME", "/wh")
    monkeypatch.setenv("CHANGEFEED_METASTORE", named)
    settings = profile.read_target(REPO)["server_side_parameters"]
    assert settings["spark.hadoop.hive.metastore.uris"] == service
    assert settings["spark.hadoop.javax.jdo.option.ConnectionURL"] == database
    assert driver in settings["spark.hadoop.javax.jdo.option.ConnectionDriverName"]


@pytest.mark.parametrize(
    "value",
    [
        "4", "'4'", "yes", "'no'", "null", "[1, '2']", "{b: 2.5}", "'a { b } c'", "\"{{ 'a' ~ env_var('OF', 'b') }}c\"",
        "\"{{ env_var('N', '4') | as_number }}\"", "\"{% if true %}x{% endif %}y\"", "\"{{ 1 + 1 }}\"", '"a\\n"',
        "\"{{ 'a' if env_var('N', 'b') == 'b' else 'c' }}\"", "\"{{ env_var('N', 'b') == 'b' }}\"",
        "\"{{ 1 if true }}\"",
        "\"{{ env_var('N', env_var('M', 'deep')) }}\"", "\"{# said #}x\"", "\"{{ target.name }}\"",
    ],
)  # fmt: skip
def test_any_profile_is_read_as_dbt_reads_it(value: str, tmp_path: Path) -> None:
    (tmp_path / "dbt_project.yml").write_text(PROJECT.format(profile="mine"))
    path = tmp_path / "profiles.yml"
    path.write_text(PROFILES.format(schema="s", value=value))

    def read(reader: Any, *arguments: Path) -> Any:
        try:
            return reader(*arguments)
        except ChangefeedError as error:
            return str(error)

    assert read(profile.read_target, tmp_path) == read(profile._target_as_dbt_reads_it, tmp_path, path)


def test_what_is_wrong_with_a_profile_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, profiles = tmp_path / "dbt_project.yml", tmp_path / "profiles.yml"
    project.write_text(PROJECT.format(profile="other"))
    profiles.write_text(PROFILES.format(schema="s", value="1"))
    with pytest.raises(ChangefeedError, match=r"names the profile 'other'; .* has mine"):
        profile.read_target(tmp_path)
    project.write_text(PROJECT.format(profile="mine"))
    monkeypatch.setenv("OF_TARGET", "nowhere")
    with pytest.raises(ChangefeedError, match="no target 'nowhere'; choose one of: local"):
        profile.read_target(tmp_path)
    monkeypatch.delenv("OF_TARGET")
    profiles.write_text(PROFILES.format(schema="\"{{ env_var('NOT_SET_ANYWHERE') }}\"", value="1"))
    with pytest.raises(ChangefeedError, match="NOT_SET_ANYWHERE"):
        profile.read_target(tmp_path)


def test_the_command_line_imports_no_dbt_to_read_the_shipped_profile() -> None:
    code = f"""
import sys
from pathlib import Path
from changefeed.cli import main
from changefeed.project import profile
profile.read_target(Path({str(REPO)!r}))
print([name for name in sys.modules if name == "dbt" or name.startswith(("dbt.", "dbt_common"))])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# -- jars


def test_jars_that_were_fetched_are_named_and_ivy_is_not_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert jars.named(SETTINGS) == SETTINGS, "nothing was fetched"
    assert jars.class_path(SETTINGS) == ""
    place = jars.folder(SETTINGS)
    place.mkdir(parents=True)
    (place / "one.jar").touch()
    assert jars.named(SETTINGS) == {name: value for name, value in SETTINGS.items() if name != jars.PACKAGES}
    assert jars.class_path(SETTINGS) == str(place / "one.jar")

    # Executors of their own get jars from Spark; and spark-env.sh may say what the class path ends with.
    cluster = SETTINGS | {"spark.master": "local-cluster[2,1,2048]", "spark.jars": "/mine.jar"}
    assert jars.PACKAGES not in jars.named(cluster)
    assert jars.named(cluster)["spark.jars"] == f"/mine.jar,{(place / 'one.jar').as_uri()}"
    assert jars.class_path(cluster) == ""
    (tmp_path / "spark-env.sh").touch()
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    assert jars.named(SETTINGS)["spark.jars"] == (place / "one.jar").as_uri()

    for name in (jars.PACKAGES, "spark.jars.excludes", "spark.jars.repositories"):
        other = SETTINGS | {name: "org.example:two:1.0"}
        assert jars.named(other) == other, "another resolution"
    without = {"spark.master": "local[*]", "spark.jars": "/mine.jar"}
    assert jars.named(without) == without


def test_a_new_project_is_told_of_setup_where_it_was_not_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(dbt_build, "invoke", lambda *_: None)  # dbt deps

    def next_of(name: str) -> str:
        result = CliRunner().invoke(main, ["init", str(tmp_path / name)])
        assert result.exit_code == 0, result.output
        return result.output.splitlines()[-1].removeprefix(f"Next: cd {tmp_path / name}, then ")

    load = "changefeed load FILES, or changefeed load --kafka HOST:PORT"
    assert next_of("a") == f"changefeed setup, then {load}"
    settings = profile.read_target(tmp_path / "a")["server_side_parameters"]
    jars.folder(settings).mkdir(parents=True)
    (jars.folder(settings) / "one.jar").touch()
    assert next_of("b") == f"changefeed setup, then {load}", "the archive of classes is not there"
    quick_start.archive(session.check_java(), settings).touch()
    assert next_of("c") == load
    monkeypatch.setenv("DBT_PROFILES_DIR", str(tmp_path / "nowhere"))
    assert next_of("d") == load, "what is wrong with the profile the next command says"


# -- the metastore


def test_a_new_warehouse_copies_the_empty_metastore(tmp_path: Path) -> None:
    home = tmp_path / "home, 仓库"
    home.mkdir()
    url = "jdbc:derby:;databaseName={};create=true"
    settings = {metastore.CONNECTION: url.format(home / "metastore")}
    metastore.make_ready(settings)
    assert list(home.iterdir()) == [], "setup made none"

    template = metastore._template()
    (template / "seg0").mkdir(parents=True)
    (template / "service.properties").write_text("empty")
    for other in (
        {metastore.CONNECTION: "jdbc:postgresql://host/db"},
        settings | {"spark.sql.hive.metastore.jars": "x"},
    ):
        metastore.make_ready(other)
    assert list(home.iterdir()) == []
    metastore.make_ready(settings)
    assert [file.name for file in home.iterdir()] == ["metastore"]
    (home / "metastore" / "service.properties").write_text("in use")
    metastore.make_ready(settings)
    assert (home / "metastore" / "service.properties").read_text() == "in use"


# -- what has landed


def test_what_has_landed_is_known_without_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_package_schema", None)
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    monkeypatch.setattr(last_run, "_fingerprint", lambda folder: "files")
    tables = tmp_path / "tables"
    settings = {"spark.sql.warehouse.dir": tables.as_uri()}
    log = folder_in(tables, "messages") / "_delta_log"

    def commit(version: int, operation: str, rows: int = 0, load: str | None = None) -> None:
        said = {"operation": operation, "operationMetrics": {"numOutputRows": str(rows)}, "userMetadata": load}
        (log / f"{version:020}.json").write_text(json.dumps({"commitInfo": said}, separators=(",", ":")) + "\n{}\n")

    for name in last_run._BUILT:
        (folder_in(tables, name) / "_delta_log").mkdir(parents=True)
    log.mkdir(parents=True)
    commit(0, "CREATE TABLE")
    commit(1, "WRITE", 16, "first")
    assert not last_run.is_known_to_have_nothing_to_do(REPO, settings), "no run has ended"

    note = tmp_path / "last_run.json"
    known = {"schema": "changefeed", "messages": "version 1, load first", "project": "files", "folder": str(tables)}
    note.write_text(json.dumps(known))
    commit(2, "OPTIMIZE", 16)
    assert last_run.is_known_to_have_nothing_to_do(REPO, settings)
    assert not last_run.is_known_to_have_nothing_to_do(REPO, {"spark.sql.warehouse.dir": "s3a://bucket/tables"})
    for other in (
        {"folder": "/elsewhere"},
        {"schema": "other"},
        {"project": "changed"},
        {"messages": "version 1, load x"},
    ):
        note.write_text(json.dumps(known | other))
        assert not last_run.is_known_to_have_nothing_to_do(REPO, settings), other
    note.write_text(json.dumps(known))
    folded = folder_in(tables, "folded_rows")
    folded.rename(tmp_path / "dropped")
    assert not last_run.is_known_to_have_nothing_to_do(REPO, settings)
    (tmp_path / "dropped").rename(folded)

    commit(3, "WRITE", 5, "second")
    assert not last_run.is_known_to_have_nothing_to_do(REPO, settings)


def test_few_messages_and_few_rows_are_known_without_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_package_schema", None)
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    tables = tmp_path / "tables"
    settings = {"spark.sql.warehouse.dir": str(tables)}
    few = last_run._FEW_MESSAGES

    def commit(version: int, operation: str, rows: int = 0) -> None:
        said = {"operation": operation, "operationMetrics": {"numOutputRows": str(rows)} if rows else {}}
        (log / f"{version:020}.json").write_text(json.dumps({"commitInfo": said}, separators=(",", ":")))

    log = folder_in(tables, "messages") / "_delta_log"
    assert last_run.has_few_messages(settings) and last_run.has_few_rows(settings), "nothing has landed"
    assert not last_run.has_few_messages({"spark.sql.warehouse.dir": "s3a://bucket/tables"})
    log.mkdir(parents=True)
    commit(0, "CREATE TABLE")
    commit(1, "WRITE", few)
    commit(2, "OPTIMIZE", few)
    assert last_run.has_few_messages(settings)
    commit(3, "WRITE", 1)
    assert not last_run.has_few_messages(settings), "no run has ended"

    (tmp_path / "last_run.json").write_text(json.dumps({"messages": "version 1, load first"}))
    assert last_run.has_few_messages(settings), "one message is new"
    assert not last_run.has_few_messages(settings, is_all_again=True)
    (log / f"{2:020}.json").unlink()
    assert not last_run.has_few_messages(settings), "the table has lost commits that the run did not read"
    commit(2, "WRITE", 1)
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("CHANGEFEED_METASTORE", "thrift://localhost:9083")
        assert not last_run.has_few_messages(settings), "the tables may be elsewhere"
        assert not last_run.has_few_rows(settings) and not last_run.has_small_logs(settings)


def test_what_merges_read_counts_and_not_what_they_have_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "_package_schema", None)
    monkeypatch.delenv("CHANGEFEED_METASTORE", raising=False)
    tables = tmp_path / "tables"
    settings = {"spark.sql.warehouse.dir": str(tables)}

    def table(folder: Path, live: int | None, files: int) -> None:
        log = folder / "_delta_log"
        log.mkdir(parents=True, exist_ok=True)
        (log / f"{7:020}.json").write_text("{}")
        if live is not None:
            (log / f"{7:020}.crc").write_text(json.dumps({"tableSizeBytes": live}, separators=(",", ":")))
        with (folder / "rows.parquet").open("wb") as file:
            file.truncate(files)

    large = last_run._SMALL_LOGS_BYTES + 1
    table(folder_in(tables, "decoded"), large, large)
    assert last_run.has_few_rows(settings), "no merge reads a log"
    assert not last_run.has_small_logs(settings)
    table(folder_in(tables, "folded_rows"), last_run._FEW_ROWS_BYTES, large)
    assert last_run.has_few_rows(settings), "old files do not count"
    table(tables / "shop.db" / "orders", 1, 1)
    assert not last_run.has_few_rows(settings), "kept tables do"
    table(tables / "shop.db" / "orders", 0, large)
    assert last_run.has_few_rows(settings)
    table(folder_in(tables, "folded_rows"), 0, 0)
    (tables / "shop.db" / "orders" / "_delta_log" / f"{7:020}.crc").unlink()
    assert not last_run.has_few_rows(settings), "without a summary all files count"


def test_few_rows_have_the_same_settings_in_dbt_and_in_python() -> None:
    assert macros.own().settings_of_few_rows() == quick_start.FEW_ROWS


def test_settings_that_the_session_has_are_left_out_but_for_what_macros_ask() -> None:
    asked = {
        "spark.master": "local[2]",
        "spark.hadoop.hive.metastore.uris": "thrift://host:9083",
        "spark.sql.adaptive.enabled": "true",
    }
    settings = {**asked, "spark.sql.session.timeZone": "UTC", "spark.driver.memory": "4g"}
    credentials = SimpleNamespace(method="session", server_side_parameters=settings)
    adapter = SimpleNamespace(config=SimpleNamespace(credentials=credentials))
    written = (REPO / "macros" / "runs" / "leave_known_settings.sql").read_text()
    template = jinja2.Environment(extensions=["jinja2.ext.do"]).from_string(written)
    for has_settings, left in ((False, 5), (True, 3)):
        own = SimpleNamespace(
            said_by_command=lambda name, has=has_settings: has and name == "has_settings",
            settings_of_few_rows=lambda: quick_start.FEW_ROWS,
            settings_of_metastores=macros.own().settings_of_metastores,
        )
        template.make_module({"adapter": adapter, "changefeed": own, "execute": True}).leave_known_settings()
        assert len(settings) == left
        assert macros.own().metastore_of(settings) == "thrift://host:9083"
    assert settings == asked


def test_a_fact_of_a_table_holds_until_something_is_written_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "_package_schema", None)
    monkeypatch.setenv("CHANGEFEED_COMMAND", "{}")
    log = folder_in(tmp_path, "decoded") / "_delta_log"
    log.mkdir(parents=True)
    (log / f"{0:020}.json").write_text("{}")
    decoded = "changefeed_internal.decoded"

    def known(facts: table_facts.TableFacts) -> dict[str, str]:
        facts.say()
        found: dict[str, str] = json.loads(str(said_to_dbt.said("known_facts")))
        return found

    facts = table_facts.TableFacts(tmp_path)
    assert known(facts) == {}
    facts.hear(table_facts.ASKED + json.dumps({decoded: "7", "changefeed_internal.gone": "1"}))
    assert list(facts.noted) == [decoded], "of a table whose folder is not there, nothing is noted"
    assert known(table_facts.TableFacts(tmp_path, facts.noted)) == {decoded: "7"}
    assert known(table_facts.TableFacts(None, facts.noted)) == {}

    (log / f"{1:020}.json").write_text("{}")
    assert known(later := table_facts.TableFacts(tmp_path, facts.noted)) == {} and later.noted == {}
    (log / f"{1:020}.json").unlink()
    (log / f"{0:020}.json").unlink()
    time.sleep(0.01)
    (log / f"{0:020}.json").write_text("{}")
    assert known(table_facts.TableFacts(tmp_path, facts.noted)) == {}, "another table has the name"


def test_what_a_server_has_parsed_is_of_these_files_and_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "one.sql").write_text("select {{ env_var('ONE', '1') }} as one")
    (tmp_path / "dbt_project.yml").write_text("{name: mine, profile: ours, flags: {send_anonymous_usage_stats: false}}")
    output = "{type: spark, method: session, host: localhost, schema: mine}"
    (tmp_path / "profiles.yml").write_text(f"ours: {{target: local, outputs: {{local: {output}}}}}")
    monkeypatch.setenv("DBT_PROFILES_DIR", str(tmp_path))
    monkeypatch.setattr(parsing, "_kept", None)
    told, server = socket.socketpair()
    with told, server:
        monkeypatch.setattr(parsing, "server", server)
        parsing.tell(tmp_path, "files")
        said = told.recv(1_000_000)

    monkeypatch.setenv("PWD", "/elsewhere")
    for name, files, found in (("ONE", "files", False), ("PWD", "other", False), ("PWD", "files", True)):
        parsing.keep(said)
        with monkeypatch.context() as changed:
            changed.setenv(name, "2")
            manifest = parsing.manifest(tmp_path, files)
        assert (manifest is not None) == found
    assert manifest and "model.mine.one" in manifest.nodes
    assert parsing.manifest(tmp_path, "files") is None, "dbt has it"

    (tmp_path / "models" / "one.sql").write_text("select {{ one(")
    parsing.keep(said)
    assert parsing.manifest(tmp_path, "files") is None, "the command that calls dbt says what is wrong"


# -- what commands ask of dbt


@pytest.fixture(scope="module")
def listed(parsed: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """The nodes that dbt would build for these arguments, but for unit tests."""
    from dbt.cli.main import dbtRunner

    options = ["--quiet", "--project-dir", str(REPO), "--profiles-dir", str(REPO), "--log-level-file", "none"]
    options += ["--target-path", str(tmp_path_factory.mktemp("target"))]

    def listed(*arguments: str) -> list[str]:
        done = dbtRunner(manifest=parsed).invoke(["ls", *options, *arguments])
        assert done.exception is None, done.exception
        return [name for name in done.result if not name.startswith(("source:", "unit_test:"))]

    return listed


def test_the_demo_of_one_feed_builds_all_but_tests_and_other_feeds_tables(listed: Callable[..., list[str]]) -> None:
    nodes = listed(*demo.NODES)
    names = {name.split(".")[-1] for name in nodes}
    own = {path.stem for path in (REPO / "models" / "typed" / "demo").glob("demo_shop__*.sql")}
    assert len(own) == 6 and own <= names
    assert {name for name in names if name.startswith("demo_")} == own
    whole = listed("--exclude", dbt_build.STAGING, "changefeed.typed", "resource_type:test")
    assert set(nodes) - set(whole) == {f"changefeed.typed.demo.{name}" for name in own}
    assert set(whole) <= set(nodes)


def test_a_run_of_an_unchanged_project_builds_tables_and_tests_what_is_new(listed: Callable[..., list[str]]) -> None:
    whole = listed()
    excluded = [word for each in (dbt_build.STAGING, *dbt_build.settled(REPO)) for word in ("--exclude", each)]
    left = listed(*excluded, "--indirect-selection", "empty")
    names = {name.split(".")[-1] for name in left}
    assert {f"changefeed_{name}" for name in last_run._BUILT if name != "run_counts"} <= names
    others = {"changefeed_current_rows", "changefeed_feeds", "latin1_bytes", "demo_shop__customers", "stg_canal"}
    assert not names & others
    assert "demo_shop__orders" in names, "a table that is kept"
    of_models = re.compile(r"changefeed_\w+|demo_\w+__\w+")
    tests = {name for name in whole if not of_models.fullmatch(name.split(".")[-1]) and name.count(".") > 1}
    assert len(tests) > 40
    assert {name.split(".")[-1] for name in tests - set(left)} == {
        "unique_changefeed_feed_settings_feed", "not_null_changefeed_feed_settings_topics_pattern",
        "declarations_name_declared_feeds", "typed_tables_read_as_their_feeds_say",
    }, "what only files say"  # fmt: skip
