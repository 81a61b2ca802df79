"""What the command line promises: exit codes, one line an error, whole values."""

from __future__ import annotations

import contextlib
import csv
import fcntl
import io
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner
from filelock import FileLock
from py4j.protocol import Py4JNetworkError

from changefeed.cli import load
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.project import profile
from changefeed.runs import dbt_build, erasing, last_run, schema_changes
from changefeed.runs import run as runs
from changefeed.spark import packages, session
from changefeed.watch import doctor, query, status
from changefeed.watch import target as targets
from changefeed.words import counted
from conftest import Warehouse, record
from pipeline import REPO


def changefeed(*arguments: str, cwd: Path = REPO, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "changefeed", "--project-dir", str(REPO), *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(REPO), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


# -- help and errors that need no Spark


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name)


def test_an_error_that_came_while_ctrl_c_ended_a_statement_is_ctrl_c() -> None:
    """py4j closes each connection then; what pyspark asks Java next may fail."""
    group = type(main)("changefeed")

    @group.command()
    def slow() -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise Py4JNetworkError("An error occurred while trying to connect to the Java server")

    result = CliRunner().invoke(group, ["slow"])
    assert (result.exit_code, result.output) == (
        130,
        "changefeed: stopped. The next run goes on where this one was.\n",
    )


@pytest.mark.parametrize("words", commands(main))
def test_the_help_of_a_command_begins_with_an_example(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    usage, what, example = result.output.split("\n\n")[:3]
    assert usage.startswith("Usage: ") and what.strip()
    assert re.match(r"  Examples?:\n +", example) and f"changefeed {' '.join(words)}" in example
    assert "\\b" not in result.output


def test_a_shell_completes_commands() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_CHANGEFEED_COMPLETE" in CliRunner().invoke(main, ["completion", shell]).output
    result = changefeed("", COMP_WORDS="changefeed feeds pro", COMP_CWORD="2", _CHANGEFEED_COMPLETE="bash_complete")
    assert "plain,propose" in result.stdout


def test_each_command_leaves_a_line_that_a_program_can_read(tmp_path: Path) -> None:
    home = tmp_path / "warehouse"
    (home / "logs").mkdir(parents=True)
    events = home / "logs" / "events.jsonl"
    events.write_text("x" * 10_000_001)
    for _ in range(2):
        wrong = changefeed("load", "missing.jsonl", CHANGEFEED_HOME=str(home))
        assert wrong.returncode == 1
    line, _ = map(json.loads, events.read_text().splitlines())
    assert (line["event"], line["command"], line["exit_code"]) == ("command", "load", 1)
    assert line["at"].endswith("Z") and "missing.jsonl" in line["error"] and line["seconds"] >= 0
    assert (home / "logs" / "events.1.jsonl").stat().st_size > 10_000_000
    shown = changefeed("load", "missing.jsonl", CHANGEFEED_HOME=str(home), CHANGEFEED_EVENTS="stderr")
    assert json.loads(shown.stderr.splitlines()[-1])["command"] == "load"
    assert len(events.read_text().splitlines()) == 3, "the file has them too: metrics come from it"


def test_a_killed_java_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def gone(*_: object) -> None:
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    monkeypatch.setattr(session, "set_up", gone)
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "setup"])
    assert result.exit_code == 1 and "Spark's Java process has ended" in result.output and "spark.log" in result.output


def test_a_reader_that_is_gone_ends_a_command_without_a_word() -> None:
    """As of `changefeed status | head`. Python says BrokenPipeError, which a dead Java is told by, too."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as output:
        command = [sys.executable, "-m", "changefeed", "--project-dir", str(REPO), "completion", "bash"]
        ended = subprocess.run(command, cwd=REPO, stdout=output, stderr=subprocess.PIPE, text=True, timeout=300)
    assert (ended.returncode, ended.stderr) == (1, "")


# -- doctor


def test_doctor_names_what_is_wrong_and_what_to_do(tmp_path: Path) -> None:
    home = tmp_path / "warehouse"
    good = changefeed("doctor", CHANGEFEED_HOME=str(home))
    assert good.returncode == 0 and not home.exists(), good.stdout
    assert {line.split()[1] for line in good.stdout.splitlines() if line.startswith("ok ")} >= {
        "Python",
        "Java",
        "feeds",
    }

    home.mkdir()
    lock = home / "lock"
    lock.write_text(json.dumps({"command": "changefeed run", "pid": 1, "host": "h", "since": "now"}))
    memory = {"CHANGEFEED_DRIVER_MEMORY": "900g", "JAVA_HOME": str(tmp_path)}
    with FileLock(lock):
        lock.write_text(json.dumps({"command": "changefeed run", "pid": 1, "host": "h", "since": "now"}))
        bad = changefeed(
            "doctor", CHANGEFEED_HOME=str(home), CHANGEFEED_REGISTRY_URL="http://u:secret@127.0.0.1:9", **memory
        )
    said = bad.stdout.splitlines()
    verdicts = {
        line[9:25].strip(): (line.split()[0], said[i + 1].strip()) for i, line in enumerate(said) if line[0] != " "
    }
    assert bad.returncode == 1 and "secret" not in bad.stdout + bad.stderr
    assert verdicts["Java"][0] == "wrong" and "Install one" in verdicts["Java"][1]
    assert verdicts["memory"][0] == "warning" and "CHANGEFEED_DRIVER_MEMORY=" in verdicts["memory"][1]
    assert verdicts["warehouse"][0] == "warning" and "`changefeed run`" in bad.stdout
    assert verdicts["schema registry"][0] == "wrong" and "CHANGEFEED_REGISTRY_URL" in verdicts["schema registry"][1]


def test_doctor_tells_a_new_project_what_comes_next_and_names_a_mistake_in_a_seed(tmp_path: Path) -> None:
    for name in ("dbt_project.yml", "profiles.yml", "macros", "changefeed"):
        (tmp_path / name).symlink_to(REPO / name)
    (tmp_path / "seeds").mkdir()
    new = CliRunner().invoke(main, ["--project-dir", str(tmp_path), "doctor"])
    assert new.exit_code == 0 and "-> After changefeed load" in new.output, new.output
    header = (REPO / "seeds" / "changefeed_feeds.csv").read_text().splitlines()[0]
    (tmp_path / "seeds" / "changefeed_feeds.csv").write_text(
        f"{header}\nshop,cannal,shop{',' * (header.count(',') - 2)}\n"
    )
    wrong = CliRunner().invoke(main, ["--project-dir", str(tmp_path), "doctor"])
    assert wrong.exit_code == 1 and "changefeed_feeds.csv line 2" in wrong.output and "canal" in wrong.output


def test_doctor_tries_in_the_target_what_runs_need(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    warehouse.use()
    good = CliRunner().invoke(main, ["--project-dir", str(REPO), "doctor", "--target"])
    work = {
        line[9:25].strip() for line in good.output.splitlines() if line.startswith("ok ") and line.endswith(" work")
    }
    assert good.exit_code == 0 and {"text functions", "merge", "SQL functions", "views", "schemas"} <= work, good.output

    # Iceberg's tables in a session that knows Delta alone: all else works, and nothing stays behind.
    monkeypatch.setenv("CHANGEFEED_FILE_FORMAT", "iceberg")
    bad = list(targets.examine(warehouse.spark))
    assert [each.what for each in bad if each.verdict == doctor.WRONG] == ["iceberg tables"]
    assert "CHANGEFEED_FILE_FORMAT" in bad[-1].todo and "docs/how-to/platforms.md" in bad[-1].todo
    assert not [each for each in warehouse.spark.catalog.listDatabases() if each.name.endswith("_doctor")]


def test_several_nodes_stand_behind_one_select(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with dbt, whose words they are."""
    given: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    monkeypatch.setattr(runs, "run_if_needed", lambda context, select, exclude, *rest: given.append((select, exclude)))
    for typed in ("--select a b --exclude c d --always", "-s a --select b --exclude=c --exclude d", "--select=a -s b"):
        result = CliRunner().invoke(main, ["--project-dir", str(REPO), "run", *typed.split()])
        assert result.exit_code == 0, result.output
    assert given == [(("a", "b"), ("c", "d"))] * 2 + [(("a", "b"), ())]
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "run", "--always", "a"])
    assert result.exit_code == 64 and "a" in result.output


def test_a_number_stands_beside_its_noun() -> None:
    assert [counted(number, "line") for number in (0, 1, 2_000)] == ["0 lines", "1 line", "2,000 lines"]


def test_a_missing_path_is_one_line_before_spark_starts(tmp_path: Path) -> None:
    result = changefeed("load", "missing.jsonl", CHANGEFEED_HOME=str(tmp_path), cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr == (
        f"changefeed: {tmp_path}/missing.jsonl: no such file or folder. Check the path, or quote the glob.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_delta_for_another_spark_is_one_line(tmp_path: Path) -> None:
    profile = (REPO / "profiles.yml").read_text()
    assert all(each in profile for each in packages.PACKAGES["4.0"].values())
    other = next(each["delta"] for each in packages.PACKAGES.values() if each["delta"] != packages.of_spark())
    result = changefeed("sql", "select 1", CHANGEFEED_PACKAGES=other, CHANGEFEED_HOME=str(tmp_path))
    assert result.returncode == 1 and result.stderr.count("\n") == 1
    assert f"Set CHANGEFEED_PACKAGES={packages.of_spark()} or pip install" in result.stderr


@pytest.mark.parametrize("version", ["", "11.0.2"])
def test_a_missing_or_wrong_java_is_one_line(tmp_path: Path, version: str) -> None:
    if version:
        java = tmp_path / "bin" / "java"
        java.parent.mkdir()
        java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
        java.chmod(0o755)
    result = changefeed("sql", "select 1", JAVA_HOME=str(tmp_path), CHANGEFEED_HOME=str(tmp_path / "home"))
    assert result.returncode == 1
    assert result.stderr.startswith("changefeed: changefeed needs Java 17 or 21; found ")
    assert ("Java 11" if version else str(tmp_path)) in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_wrong_target_is_one_line(tmp_path: Path) -> None:
    result = changefeed("sql", "select 1", CHANGEFEED_TARGET="moon", CHANGEFEED_HOME=str(tmp_path))
    assert result.returncode == 1
    assert "CHANGEFEED_TARGET" in result.stderr and "choose one of: local, connect, thrift" in result.stderr
    result = changefeed("sql", "select 1", CHANGEFEED_TARGET="thrift", CHANGEFEED_HOME=str(tmp_path))
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)


def test_the_profile_is_found_and_read_as_dbt_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project that has changefeed as a package has a profile of its own: any name, any schema, anywhere."""
    (tmp_path / "dbt_project.yml").write_text("{name: mine, profile: ours}")
    elsewhere = tmp_path / "profiles"
    elsewhere.mkdir()
    mine = (
        "ours: {target: dev, outputs: {dev: {type: spark, method: session, schema: \"{{ env_var('OURS', 'lake') }}\"}}}"
    )
    (elsewhere / "profiles.yml").write_text(mine)
    monkeypatch.setenv("DBT_PROFILES_DIR", str(elsewhere))
    assert profile.profiles_dir(tmp_path) == elsewhere
    assert profile.read_target(tmp_path) == {"type": "spark", "method": "session", "schema": "lake"}
    monkeypatch.setenv("OURS", "pond")
    assert profile.read_target(tmp_path)["schema"] == "pond"
    for text, words in (
        (mine.replace("ours:", "theirs:"), "names the profile 'ours'; .*profiles.yml has theirs"),
        (mine.replace("target: dev", "target: prod"), "has no target 'prod'; choose one of: dev"),
        (mine.replace(", 'lake'", "").replace("OURS", "NOT_SET"), "profiles.yml: .*NOT_SET"),
        (mine.replace(", schema", ", database"), "names no schema"),
        ("", "profiles.yml"),
    ):
        (elsewhere / "profiles.yml").write_text(text)
        with pytest.raises(ChangefeedError, match=words):
            profile.read_target(tmp_path)
    (tmp_path / "profiles.yml").write_text(mine)
    assert profile.profiles_dir(tmp_path) == elsewhere, "as with dbt, the variable comes first"
    monkeypatch.delenv("DBT_PROFILES_DIR")
    assert profile.profiles_dir(tmp_path) == tmp_path
    (tmp_path / "dbt_project.yml").unlink()
    with pytest.raises(ChangefeedError, match="--project-dir"):
        profile.read_target(tmp_path)


def test_a_target_without_a_session_is_told_with_those_that_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the words of the user's profile, whose names and settings are not those of changefeed's own."""
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DBT_PROFILES_DIR", str(tmp_path))
    (tmp_path / "dbt_project.yml").write_text("{name: mine, profile: ours}")
    outputs = {
        "prod": {"type": "spark", "method": "thrift", "schema": "lake"},
        "here": {"type": "spark", "method": "session", "schema": "lake"},
    }
    env_var = "{{ env_var('CHANGEFEED_TARGET', 'prod') }}"
    for given, words in (
        ({"target": "prod", "outputs": outputs}, ("not thrift", "'ours'", "here", f'target: "{env_var}"')),
        ({"target": env_var, "outputs": outputs}, ("Set CHANGEFEED_TARGET=here", "'ours'")),
        ({"target": "prod", "outputs": {"prod": outputs["prod"]}}, ("an output with `method: session`", "'ours'")),
    ):
        (tmp_path / "profiles.yml").write_text(json.dumps({"ours": given}))
        with pytest.raises(ChangefeedError) as told:
            session.prepare(tmp_path, "changefeed sql")
        assert [each for each in (*words, str(tmp_path)) if each not in str(told.value)] == []


def test_a_metastore_of_the_users_profile_is_not_taken_for_one_of_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may be at work there: no lock of this machine holds them off, and their young tables are not removed."""
    for name, value in (("HOME", str(tmp_path / "home")), ("METASTORE", ""), ("SCHEMA", "before"), ("PACKAGES", "")):
        monkeypatch.setenv(f"CHANGEFEED_{name}", value)
    monkeypatch.setenv("DBT_PROFILES_DIR", str(tmp_path))
    monkeypatch.setattr(session, "_package_schema", None)
    (tmp_path / "dbt_project.yml").write_text("{name: mine, profile: ours}")
    settings = {"spark.hadoop.hive.metastore.uris": "thrift://h:9083"}
    output = {"type": "spark", "method": "session", "schema": "lake", "server_side_parameters": settings}
    (tmp_path / "profiles.yml").write_text(json.dumps({"ours": {"target": "prod", "outputs": {"prod": output}}}))
    session.prepare(tmp_path, "changefeed run")
    assert os.environ["CHANGEFEED_METASTORE"] == "thrift://h:9083"
    assert not (tmp_path / "home" / "lock").exists()


def test_wrong_options_have_an_exit_code_of_their_own(tmp_path: Path) -> None:
    """2 is a warehouse in use, which a scheduler waits for."""
    missing = ("load", "--kafka", "h:1", "--kafka-config", str(tmp_path / "none.properties"))
    for words in (missing, ("load", "x.jsonl", "--follow"), ("no-command",), ("run", "--no-option"), ("--no-option",)):
        result = CliRunner().invoke(main, ["--project-dir", str(REPO), *words])
        assert result.exit_code == 64, (words, result.output)


def test_all_that_a_project_calls_its_folders_is_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is left out only where no file has changed that dbt or the loader reads."""
    monkeypatch.setenv("DBT_PROFILES_DIR", str(tmp_path))
    (tmp_path / "profiles.yml").write_text("ours: {}")
    kinds = ("model", "macro", "seed", "test", "function", "snapshot")
    named = ", ".join(f"{kind}-paths: [of_{kind}]" for kind in kinds)
    for settings, folders in (
        ("", [*(f"{kind}s" for kind in kinds), "schemas"]),
        (f", {named}", [*(f"of_{kind}" for kind in kinds), "schemas"]),
    ):
        (tmp_path / "dbt_project.yml").write_text(f"{{name: mine, profile: ours{settings}}}")
        seen = {last_run._fingerprint(tmp_path)}
        for folder in folders:
            (tmp_path / folder / "below").mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / "below" / "file.sql").write_text(settings)
            seen.add(last_run._fingerprint(tmp_path))
        assert len(seen) == len(folders) + 1


# -- one run at a time


def test_a_busy_warehouse_names_who_holds_it_and_exits_with_2(warehouse: Warehouse) -> None:
    result = changefeed("sql", "select 1")
    assert result.returncode == 2
    for words in (os.environ["CHANGEFEED_HOME"], "`pytest`", f"process {os.getpid()}", "CHANGEFEED_HOME"):
        assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_of_two_that_start_together_the_refused_one_names_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even while the other has the lock and has not yet written its name over that of a run that was killed."""
    (tmp_path / "lock").write_text('{"command": "killed", "pid": 1, "host": "here", "since": "yesterday"}')
    monkeypatch.setattr(session, "_lock", None)
    dumps, has_lock = json.dumps, threading.Event()

    def dumps_late(holder: object) -> str:
        has_lock.set()
        time.sleep(1)
        return dumps(holder)

    monkeypatch.setattr(json, "dumps", dumps_late)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(session._take_lock, tmp_path / "lock", "changefeed run")
        assert has_lock.wait(60)
        with pytest.raises(ChangefeedError, match=rf"`changefeed run` \(process {os.getpid()} on ") as refused:
            session._take_lock(tmp_path / "lock", "changefeed load")
        assert refused.value.exit_code == 2
        first.result()


def test_a_metastore_held_by_another_program_exits_with_2(warehouse: Warehouse, tmp_path: Path) -> None:
    (tmp_path / "metastore").symlink_to(warehouse.tables.parent / "metastore")
    result = changefeed("sql", "select 1", CHANGEFEED_HOME=str(tmp_path))
    assert result.returncode == 2
    assert "in use by a process that is not `changefeed`" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_setup_makes_what_starts_use_without_a_network(tmp_path: Path) -> None:
    settings = {"CHANGEFEED_HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "a cache")}
    made = changefeed("setup", **settings)
    assert made.returncode == 0, made.stderr
    cache = tmp_path / "a cache" / "changefeed"
    (archive,) = cache.glob("*.jsa")
    assert str(archive) in made.stdout
    assert next(cache.glob("jars-*/io.delta_delta-spark*.jar"))
    assert not list(cache.glob("metastore-*/*.lck"))

    # No network, and nothing that Ivy has fetched before.
    classes = tmp_path / "classes.txt"
    alone = f'"-Duser.home={tmp_path}" -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=9 -Xlog:class+load:file={classes}'
    started = changefeed("sql", "show schemas", SPARK_SUBMIT_OPTS=alone, **settings)
    assert started.returncode == 0, started.stderr
    assert not list(tmp_path.glob(".ivy2*")), "nobody asked Ivy"
    assert {"changefeed", "default"} <= set(started.stdout.split())
    loaded = [line for line in classes.read_text().splitlines() if "shared objects file (top)" in line]
    assert len(loaded) > 10_000 and any("io.delta.sql.DeltaSparkSessionExtension" in line for line in loaded)

    archive.chmod(0o644)
    archive.write_text("no archive")
    started = changefeed("sql", "describe schema default", **settings)
    assert (started.returncode, started.stderr) == (0, "")
    assert str(tmp_path / "home" / "tables") in started.stdout, "the copied metastore knows no other warehouse"


@pytest.mark.slow
def test_a_first_load_leaves_screen_and_folders_clean(warehouse: Warehouse, tmp_path: Path) -> None:
    """Also where the locale has no letters but ASCII, and folders and files do."""
    before = {path.name for path in REPO.iterdir()}
    cwd, home = tmp_path / "cwd", tmp_path / "a home, 仓库"
    cwd.mkdir()
    capture = warehouse.capture(record(0), "no record", name="订单 é.jsonl")
    result = changefeed("load", str(capture), CHANGEFEED_HOME=str(home), LC_ALL="C", cwd=cwd)
    assert (result.returncode, result.stderr) == (0, "")
    for words in ("landed         1", "set aside      1", f"{capture}:2: not JSON"):
        assert words in result.stdout
    assert list(cwd.iterdir()) == []
    assert {path.name for path in REPO.iterdir()} - before <= {"__pycache__"}
    assert {path.name for path in home.iterdir()} == {"lock", "lock.gate", "logs", "metastore", "tables", "tmp"}
    (own,) = (home / "tmp").glob("of-*")
    assert not list(own.glob("*.properties"))


def test_what_a_killed_command_left_half_made_is_removed_and_nothing_else(warehouse: Warehouse, tmp_path: Path) -> None:
    def write(*files: str, text: str = "") -> list[Path]:
        paths = [tables / file for file in files]
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return paths

    tables = warehouse.tables
    ours, theirs = f"{warehouse.schema}.db", f"{warehouse.schema}_internal.db"
    first, data = f"_delta_log/{0:020}.json", "part-00000-c000.snappy.parquet"
    created = '{"commitInfo":{"operation":"CREATE OR REPLACE TABLE AS SELECT"}}'
    half_made = [
        *write(f"{theirs}/decoded/{data}", f"{theirs}/decoded/.{data}.crc"),
        *write(f"{theirs}/folded_rows/{first}", text=created),
        *write(f"{theirs}/folded_rows/table_bucket=3/{data}"),
        *write(f"{ours}/changefeed_feeds/_delta_log/.{0:020}.json.5f2c.tmp"),
    ]
    (tables / theirs / "versions").mkdir()
    kept = [
        *write(f"{ours}/somebodys/{data}", f"{ours}/note.txt", "zzz.db/messages/note.txt", f"zzz.db/messages/{data}"),
        *write(f"{theirs}/read_batches/{data}", f"{theirs}/read_batches/note.txt"),
        *write(f"{ours}/table_events/{first}", text='{"commitInfo":{"operation":"WRITE"}}'),
        *write(f"{theirs}/event_actions/{first}", f"{theirs}/event_actions/_delta_log/{1:020}.json", text=created),
    ]
    warehouse.sql(f"create schema {warehouse.schema}_internal")
    warehouse.sql("create table messages (id int) using delta")
    try:
        session.remove_half_made_tables(warehouse.spark, REPO)
        assert [path for path in half_made if path.exists()] == []
        assert not (tables / theirs / "folded_rows").exists() and not (tables / theirs / "versions").exists()
        assert [path for path in kept if not path.exists()] == []
        assert warehouse.sql("select * from messages") == []
    finally:
        shutil.rmtree(tables / "zzz.db", ignore_errors=True)


@pytest.mark.parametrize(
    ("variables", "schema"),
    [
        ("", None),
        ("vars:", None),
        ("vars: {changefeed_schema: }", None),
        ("vars: {changefeed_schema: cdc}", "cdc"),
        ("vars: {changefeed: {changefeed_schema: cdc}}", "cdc"),
        ("vars: {changefeed_schema: other, changefeed: {changefeed_schema: cdc}}", "cdc"),
        ("vars: {changefeed_schema: cdc, changefeed: }", "cdc"),
        ("vars: {mine: {changefeed_schema: cdc}}", None),  # the package does not see it
    ],
)
def test_the_schema_of_the_package_is_read_as_dbt_does(tmp_path: Path, variables: str, schema: str | None) -> None:
    (tmp_path / "dbt_project.yml").write_text(f"name: mine\n{variables}\n")
    assert profile.package_schema(tmp_path) == schema


@pytest.mark.parametrize("schema", ["\"{{ env_var('USER') }}\"", "a.b", "CDC", "5"])
def test_a_schema_of_the_package_that_is_no_plain_name_is_refused(tmp_path: Path, schema: str) -> None:
    """dbt renders no Jinja in variables: the schema would be called so."""
    (tmp_path / "dbt_project.yml").write_text(f"name: mine\nvars: {{changefeed_schema: {schema}}}\n")
    with pytest.raises(ChangefeedError, match=r"changefeed_schema is .*: write the schema's name as it is.*no Jinja"):
        profile.package_schema(tmp_path)


@pytest.mark.parametrize("most", ["many", "-1", "1.5", "yes", "[shop]", "{shop: }", "{shop: -1}", "{shop: '3'}"])
def test_a_limit_that_is_no_number_is_refused_before_anything_is_asked(tmp_path: Path, most: str) -> None:
    (tmp_path / "dbt_project.yml").write_text(f"name: mine\nvars: {{changefeed_most_quarantined: {most}}}\n")
    with pytest.raises(ChangefeedError, match=r"The dbt variable changefeed_most_quarantined is .*Give a whole number"):
        status.read(SimpleNamespace(), tmp_path)


# -- load


def test_load_says_when_nothing_is_new_and_exits_with_1_on_a_conflict(warehouse: Warehouse) -> None:
    file = warehouse.capture(record(0))
    assert warehouse.cli("load", str(file)).exit_code == 0
    assert "drs_demo" in {row["name"] for row in warehouse.sql("select name from schemas")}, "plain dbt finds them"
    again = warehouse.cli("load", str(file))
    assert again.exit_code == 0 and "Nothing new landed." in again.output
    conflict = warehouse.cli("load", str(warehouse.capture(record(0, "other"))))
    assert conflict.exit_code == 1 and "offset 0" in conflict.output


def test_a_load_shows_its_pace_where_it_has_one() -> None:
    assert load.pace(500_000, 10.04) == "10.0 s, 49,801 messages/s"
    assert load.pace(16, 46.5) == "46.5 s" and load.pace(16, 14.4) == "14.4 s"


# -- sql

VALUES = """
select
    1 as small,
    9007199254740993 as large,
    cast('12345678901234567890.1230' as decimal(38, 4)) as exact,
    0.1D as rough,
    true as yes,
    timestamp '2025-01-02 03:04:05.678901' as at,
    date '2025-01-02' as day,
    cast('é' as binary) as bytes,
    x'FF' as raw,
    map('k', array(1, null)) as nested,
    named_struct('a', 1, 'b', 'x') as pair,
    'a,"b"\n' as text,
    '' as empty,
    null as nothing
"""


def test_json_keeps_whole_values(warehouse: Warehouse) -> None:
    rows = json.loads(warehouse.cli("sql", VALUES, "--output", "json").output)
    assert rows == [
        {
            "small": 1,
            "large": "9007199254740993",
            "exact": "12345678901234567890.1230",
            "rough": 0.1,
            "yes": True,
            "at": "2025-01-02 03:04:05.678901Z",
            "day": "2025-01-02",
            "bytes": "w6k=",
            "raw": "/w==",
            "nested": {"k": [1, None]},
            "pair": {"a": 1, "b": "x"},
            "text": 'a,"b"\n',
            "empty": "",
            "nothing": None,
        }
    ]


def test_csv_keeps_whole_values_and_tells_null_from_empty(warehouse: Warehouse) -> None:
    output = warehouse.cli("sql", VALUES, "-o", "csv").output
    [row] = csv.DictReader(io.StringIO(output, newline=""))
    assert (row["large"], row["exact"]) == ("9007199254740993", "12345678901234567890.1230")
    assert (row["text"], row["nested"], row["yes"]) == ('a,"b"\n', '{"k": [1, null]}', "true")
    assert output.endswith(',"",\n')


def test_a_table_is_aligned_and_clips_long_cells(warehouse: Warehouse) -> None:
    statement = "select 7 as num, repeat('x', 500) as long, '中文' as wide, 'a\nb' as lines, x'6869' as b"
    head, dashes, row, count = warehouse.cli("sql", statement).output.splitlines()
    assert head.split() == ["num", "long", "wide", "lines", "b"]
    assert dashes.startswith("---  " + "-" * 100 + "  ----")
    assert row == "  7  " + "x" * 99 + "…  中文  a\\nb   hi"
    assert count == "(1 row; cells with … are cut: --output vertical shows them whole)"
    vertical = warehouse.cli("sql", "-o", "vertical", statement).output.splitlines()
    assert vertical == [
        "-- row 1", "num    7", "long   " + "x" * 500, "wide   中文", "lines  a\\nb", "b      hi", "(1 row)",
    ]  # fmt: skip
    assert warehouse.cli("sql", "select '…' as a").output.splitlines()[-1] == "(1 row)"


def test_an_empty_result_is_still_valid(warehouse: Warehouse) -> None:
    statement = "select 1 as a where false"
    assert json.loads(warehouse.cli("sql", statement, "-o", "json").output) == []
    assert warehouse.cli("sql", statement, "-o", "csv").output == "a\n"
    assert warehouse.cli("sql", statement).output.splitlines()[-1] == "(0 rows)"


def test_sql_errors_are_short_and_exit_with_1(warehouse: Warehouse) -> None:
    for statement, words in (
        ("select * from missing", "TABLE_OR_VIEW_NOT_FOUND"),
        ("selec 1", "PARSE_SYNTAX_ERROR"),
        ("select raise_error('no')", "no"),
    ):
        result = warehouse.cli("sql", statement)
        assert result.exit_code == 1 and words in result.output
        assert "Traceback" not in result.output and result.output.count("\n") <= 4


def test_statements_on_standard_input_run_one_by_one(warehouse: Warehouse) -> None:
    statements = "select 1 as a\nunion all select 2;\nselect * from missing;\nselect 'last' as b"
    result = warehouse.cli("sql", "-o", "csv", stdin=statements)
    assert result.stdout == "a\n1\n2\nb\nlast\n"
    assert result.stderr.startswith("line 3: [TABLE_OR_VIEW_NOT_FOUND]")
    assert result.exit_code == 1


def test_freshness_says_when_a_feed_landed_something_last(warehouse: Warehouse) -> None:
    warehouse.land(record(0, topic="shop_canal"))
    fresh = warehouse.cli("freshness", "--select", "source:feeds.shop")
    assert fresh.exit_code == 0, fresh.output
    assert re.search(r"^shop +fresh +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ +\d+ s$", fresh.stdout, re.MULTILINE), fresh.stdout
    never = warehouse.cli("freshness", "--select", "source:feeds.shop", "source:feeds.erp")
    assert never.exit_code == 1 and re.search(r"^erp +never landed anything", never.stdout, re.MULTILINE), never.output
    warehouse.sql("update messages set landed_at = landed_at + interval 1 day")
    ahead = warehouse.cli("freshness", "--select", "source:feeds.shop")
    assert ahead.exit_code == 1 and re.search(r"^shop +in the future +\d{4}-", ahead.stdout, re.MULTILINE), ahead.output
    assert "the clock was ahead" in ahead.stdout


def test_a_shell_takes_sql_and_commands_in_one_session(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    capture = warehouse.capture(record(0), record(1))
    monkeypatch.chdir(capture.parent)
    lines = (
        f"changefeed load {capture.name}", "select count(*)", "  as n from messages;", "load missing.jsonl",
        "select * from nowhere;", "load 'open", "setup", "run --select", "sql -o vertical 'select 2 as two';", "help",
        "sql --help", "", "exit",
    )  # fmt: skip
    result = warehouse.cli("shell", "-o", "csv", stdin="\n".join(lines))
    assert "landed         2" in result.stdout and "n\n2\n" in result.stdout, "paths count from where it was started"
    assert "-- row 1\ntwo  2\n" in result.stdout
    assert "Turn CDC messages" in result.stdout and "Query the warehouse" in result.stdout
    told = (
        "missing.jsonl: no such file",
        "TABLE_OR_VIEW_NOT_FOUND",
        "No closing quotation",
        "setup does not work in a shell",
    )
    assert [words for words in (*told, "'--select' requires an argument") if words not in result.stderr] == []
    assert "Traceback" not in result.stderr and result.exit_code == 1
    assert warehouse.cli("shell", stdin="load\nselect 3 as a;\\q\nselect 4 from").exit_code == 64
    well = warehouse.cli("shell", "-o", "csv", stdin="feeds check\nselect 1 as a;\n\nselect 2 as b")
    assert (well.exit_code, well.stdout[-8:]) == (0, "a\n1\nb\n2\n")
    nothing = warehouse.cli("shell", stdin="")
    assert (nothing.exit_code, nothing.output) == (0, "")


def test_two_columns_of_one_name_are_not_lost_in_json(warehouse: Warehouse) -> None:
    result = warehouse.cli("sql", "select 1 as a, 2 as a", "-o", "json")
    assert result.exit_code == 1 and "two columns are called a" in result.output.lower()


def test_a_table_is_no_wider_than_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["shop", "y" * 90, 1], ["中文", "[b]x", 20_000]]
    assert max(map(len, query.table(["feed", "text", "n"], rows).split("\n"))) == 103
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "34")
    shown = click.unstyle(query.table(["feed", "text", "n"], rows, margin=4))
    assert [line.rstrip() for line in shown.split("\n")] == [
        "feed  text               n",
        "----  -----------------  -----",
        "shop  " + "y" * 16 + "…  1",
        "中文  [b]x               20000",
    ]


PROGRESS = """
from changefeed.runs import dbt_build
progress = dbt_build._progress(True)
with progress:
    progress.add_task("a_name_that_is_too_long_for_this_terminal", total=120, completed=119)
    progress.refresh()
"""


@pytest.mark.parametrize("no_color", ["", "1"])
def test_progress_fits_the_terminal_and_has_colours_only_where_they_are_wanted(no_color: str) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "NO_COLOR": no_color, "PYTHONPATH": str(REPO)}
    environment.pop("COLUMNS", None)  # a width that somebody set goes before the terminal's own
    command = [sys.executable, "-c", PROGRESS]
    subprocess.run(command, stdout=theirs, stderr=theirs, env=environment, check=True)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # what Linux says at the end of a terminal
        while part := os.read(ours, 65_536):
            shown += part
    os.close(ours)
    text = shown.decode()
    assert any(re.search(r"119/120 .* a_name_that", line) for line in click.unstyle(text).splitlines())
    lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text))
    assert max(map(len, lines)) <= 40
    assert bool(re.search(r"\x1b\[3[0-9]", text)) is not bool(no_color)
    piped = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert piped.stdout.strip() == ""


PRINTED = r"""
import json
import changefeed.cli
from changefeed.watch import query
query._say("x,\x1b]0;title\x07 \x9b31m \u202e\U000e0001 中\r")
query._say(json.dumps({"a": "\x1b\x9b\u202e中"}, ensure_ascii=False))
"""


def test_no_value_steers_a_terminal_and_a_file_gets_it_as_it_is() -> None:
    environment = os.environ | {"PYTHONPATH": str(REPO), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", PRINTED]
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=theirs, env=environment, check=True)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):
        while part := os.read(ours, 65_536):
            shown += part
    os.close(ours)
    text, as_json = shown.decode().splitlines()
    assert text == r"x,\u001b]0;title\u0007 \u009b31m \u202e\udb40\udc01 中\r"
    assert json.loads(as_json) == {"a": "\x1b\x9b\u202e中"} and as_json.isprintable()
    piped = subprocess.run(command, capture_output=True, env=environment, check=True).stdout.decode()
    assert piped.startswith("x,\x1b]0;title\x07 \x9b31m \u202e\U000e0001 中\r\n")


def test_a_table_needs_no_rows() -> None:
    assert query.table(["a", "bb"], []) == "a  bb\n-  --"


# -- run, in a small project of its own

RUN_COUNTS = """
{{ config(materialized='view') }}
select * from values
    (1L, 'f', 'messages', '', 3L), (1L, 'f', 'changes', 'insert', 2L), (1L, 'f', 'quarantined', 'no_json', 1L)
    as counts (decode_batch_id, feed, measure, label, n)
"""


@pytest.fixture
def project(warehouse: Warehouse, tmp_path: Path) -> Path:
    (tmp_path / "profiles.yml").symlink_to(REPO / "profiles.yml")
    (tmp_path / "dbt_project.yml").write_text(
        "{name: small, version: '1.0.0', config-version: 2, profile: changefeed, model-paths: [models]}"
    )
    (tmp_path / "models" / "landing").mkdir(parents=True)
    for each in (Path("models", "landing", "_landing__sources.yml"), Path("models", "_columns__docs.md")):
        (tmp_path / each).symlink_to(REPO / each)
    (tmp_path / "models" / "run_counts.sql").write_text(RUN_COUNTS)
    return tmp_path


def run(project: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--project-dir", str(project), *(arguments or ("run",))])
    return result.exit_code, result.output


def test_run_prints_what_it_decoded_and_then_that_nothing_is_new(project: Path) -> None:
    code, output = run(project)
    assert code == 0
    for words in ("ok", "run_counts", "messages     3", "2  (insert 2)", "1  (no_json 1)", "from quarantine"):
        assert words in output
    code, output = run(project)
    assert code == 0 and "none has landed since the last run" in output


def test_run_exits_with_1_and_the_whole_error_when_a_model_fails(project: Path) -> None:
    (project / "models" / "broken.sql").write_text("select raise_error('this went wrong') as a from range(1)")
    (project / "models" / "wrong.sql").write_text("select missing_column")
    code, output = run(project)
    assert code == 1
    assert "FAILED" in output and "missing_column" in output and "Traceback" not in output


def test_run_exits_with_1_when_dbt_cannot_parse(project: Path) -> None:
    (project / "models" / "wrong.sql").write_text("select * from {{ ref('nowhere') }}")
    code, output = run(project)
    assert code == 1 and "nowhere" in output and "Traceback" not in output


def test_run_exits_with_3_when_only_tests_fail(project: Path) -> None:
    (project / "models" / "tests.yml").write_text(
        "{models: [{name: run_counts, columns: [{name: feed, data_tests: [unique]},"
        " {name: decode_batch_id, data_tests: [{unique: {config: {severity: warn}}}]}]}]}"
    )
    code, output = run(project)
    assert code == 3
    assert "unique_run_counts_feed" in output and "1 fail" in output and "messages     3" in output
    assert "warns   test      unique_run_counts_decode_batch_id" in output


def test_feeds_are_checked_and_proposed_before_the_first_run(warehouse: Warehouse) -> None:
    warehouse.land(record(0, topic="shop_canal"), record(0, topic="nobody"))
    result = warehouse.cli("feeds", "check", "--landed")
    assert result.exit_code == 0, result.output
    assert "topic shop_canal (1 message landed) belongs to feed shop" in result.output
    assert "no feed claims topic nobody (1 message landed)" in result.output
    result = warehouse.cli("feeds", "propose")
    assert result.exit_code == 0 and "# topic nobody: 1 message, " in result.output
    # What a capture calls a topic is never a line that somebody could take for a proposal.
    canal = (REPO / "demo" / "captures" / "shop_canal.jsonl").read_text(encoding="utf-8").splitlines()[0]
    forged = "evil\nevil,canal,*,,,,,,"
    landed = warehouse.cli("load", warehouse.capture(json.loads(canal) | {"topic": forged}))
    assert "No feed claims evil\\nevil" in landed.output, landed.output
    many = [json.loads(canal) | {"topic": f"many{number}", "partition": 7} for number in range(4)]
    assert "No feed claims many0, many1, many2 and 1 more.\n" in warehouse.cli("load", warehouse.capture(*many)).output
    for command, words in (("check --landed", "no feed claims topic "), ("propose", "# topic ")):
        output = warehouse.cli("feeds", *command.split()).output
        assert words + json.dumps(forged) in output and "\nevil" not in output, output


def test_feeds_check_ends_with_1_if_two_feeds_claim_a_landed_topic(warehouse: Warehouse, project: Path) -> None:
    warehouse.land(record(0, topic="shop_canal"))
    (project / "seeds").mkdir()
    lines = ("feed,dialect,topics,source_kind,time_zone,database,schema,history,options",)
    claims = ("one,canal,shop_*,mysql,UTC,,,,", "two,canal,*_canal,mysql,UTC,,,,")
    (project / "seeds" / "changefeed_feeds.csv").write_text("\n".join((*lines, *claims)) + "\n")
    code, output = run(project, "feeds", "check", "--landed")
    assert code == 1 and "claimed by more than one feed: shop_canal (one, two)" in output, output
    assert "Traceback" not in output and output.count("\n") <= 2, output


def test_run_builds_a_backlog_slice_by_slice_and_tests_at_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[tuple[str, ...]] = []
    left = iter([500, 200, 0])

    def dbt(*arguments: str, known: object = None) -> dbt_build.Outcome:
        given.append(arguments)
        return (
            dbt_build.Outcome(left=next(left)) if arguments[0] == "build" else dbt_build.Outcome(failed_tests=["one"])
        )

    monkeypatch.setattr(dbt_build, "settled", lambda _: [])
    for name in ("last_decoded_batch", "print_summary", "print_not_well"):
        monkeypatch.setattr(dbt_build, name, lambda *_: 0)
    monkeypatch.setattr(schema_changes, "lines", lambda *_: [])
    monkeypatch.setattr(erasing, "came_again", lambda _: 0)
    context: Any = SimpleNamespace(spark=lambda: None, project_dir=tmp_path, dbt=dbt)
    outcome = runs._run(context, full_refresh=True, is_to_go_on=True)
    assert [arguments[0] for arguments in given] == ["build", "build", "build", "test"]
    assert [("test" in arguments, "--full-refresh" in arguments) for arguments in given[:3]] == [
        (False, True), (True, False), (True, False),
    ]  # fmt: skip
    assert outcome.exit_code == 3 and outcome.left == 0

    left = iter([500])
    outcome = runs._run(context)
    assert outcome.left == 500, "and a run of one slice says that more waits"


def test_dbt_says_how_much_a_run_leaves(project: Path) -> None:
    said = "  takes up 1,000 messages; 2,345 wait for a further run"
    (project / "models" / "left.sql").write_text("{% do log('" + said + "', info=true) %} select 1 as one")
    outcome = dbt_build.invoke(project, ["run", "--select", "left"])
    assert outcome.left == 2345
