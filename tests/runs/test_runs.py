"""Runs that are killed, and runs that meet: nothing is lost, nothing comes twice, and who waits knows for whom."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import landing_tables
from changefeed.project import macros
from changefeed.runs import claims, dbt_build
from changefeed.spark import relations
from made_up_source import BAG, CANAL, history
from pipeline import REPO, Pipeline, canal, record
from processes import RUN, STATE, finish, spawn, start

KILLS = int(os.environ.get("CHANGEFEED_TEST_KILLS", "1"))  # `make test-crash` sets more
STARTS = int(os.environ.get("CHANGEFEED_TEST_STARTS", "1"))
SEED = int(os.environ.get("CHANGEFEED_TEST_SEED", random.randrange(10**6)))
PLACES = "select topic, partition, offset, message_index, step from {}"
LATE = {"feed": "f", "source_database": "d", "key_columns": "id"}
KINDS = ("load", "run", "maintain", "retry")
LINES = {"load": 3, "run": 10, "maintain": 12, "retry": 10}  # how many a command prints at most before it is killed
HOW = ("all", "Python", "Java", "stopped")
BALLAST = 20_000  # messages of 800 bytes beside those of the feed in a capture
ONE_BY_ONE = """
import json, sys
from changefeed.cli.main import main
for arguments in json.loads(sys.argv[1]):
    if code := main(arguments, standalone_mode=False):
        sys.exit(code)
"""


@pytest.fixture
def feeds(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    pipeline.declare("table_keys", BAG)
    return pipeline


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "line", "said"),
    [
        ("feeds", CANAL | {"feed": "other", "dialect": "cnal", "topics": "o"}, "line 3, column dialect"),
        ("table_keys", BAG, "line 3, column source_table"),
        ("table_columns", {"feed": "f", "source_table": "t"}, "line 2, column column_name"),
    ],
)
def test_a_wrong_line_of_a_seed_is_named_and_the_feeds_that_were_there_go_on(
    seed: str, line: dict[str, str], said: str, feeds: Pipeline
) -> None:
    def run() -> Any:
        return CliRunner().invoke(main, ["--project-dir", str(feeds.folder), *RUN])

    feeds.declare("table_columns")
    feeds.land([record(0, canal("INSERT", [{"id": "1"}]), topic="t")])
    assert run().exit_code == 0
    known = {"feeds": [CANAL], "table_keys": [BAG], "table_columns": []}[seed]
    feeds.declare(seed, *known, line)
    feeds.land([record(1, canal("INSERT", [{"id": "2"}]), topic="t")])
    done = run()
    assert done.exit_code == 1
    assert f"seeds/changefeed_{seed}.csv {said}" in done.output
    assert f"as declared before: all is built with changefeed_{seed} of the last run" in done.output
    assert feeds.sql("select count(*) as n from internal.folded_rows") == [{"n": 2}]
    feeds.declare(seed, *known)
    assert run().exit_code == 0


class Disturbed:
    """A warehouse whose commands are killed and done again. Each load brings one more capture.

    A capture has a piece of the history, a table whose key is declared only when messages are retried, and enough
    messages that no feed claims to take a load some time.
    """

    def __init__(self, feeds: Pipeline, folder: Path, captures: int, chance: random.Random) -> None:
        self.feeds, self.home, self.chance = feeds, folder / "home", chance
        self.landed = 0
        self.killed_in: list[tuple[str, str, int, str]] = []
        records = history(seed=SEED, length=200)
        cuts = sorted(chance.sample(range(1, len(records)), captures - 1))
        self.parts = [
            [*records[first:last], *late(number)]
            for number, (first, last) in enumerate(zip([0, *cuts], [*cuts, len(records)], strict=True))
        ]
        self.files = [folder / f"part-{number}.jsonl" for number in range(captures)]
        for number, (file, part) in enumerate(zip(self.files, self.parts, strict=True)):
            ballast = (record(number * BALLAST + each, f"{each:08}" * 100, topic="nobody") for each in range(BALLAST))
            file.write_text("".join(json.dumps(each) + "\n" for each in [*part, *ballast]))

    def command(self, kind: str) -> list[str]:
        """The next command of this kind. A retry comes after keys were declared."""
        if kind == "load":
            return ["load", *map(str, self.files[: self.landed + 1])]
        if kind == "maintain":
            return ["maintain", "--keep-messages", "0", "--keep-changes", "0", "--unused-hours", "0"]
        if kind == "retry":
            self.feeds.declare("table_keys", BAG, *(LATE | {"source_table": f"late{n}"} for n in range(self.landed)))
            return [*RUN, "--retry-quarantine"]
        return [*RUN]

    def kill(self, kind: str) -> None:
        """Kill a command some time after one of the lines that it prints, and wait until it is gone.

        It is killed as a whole, or its Python or its Java alone; or it is stopped and goes on some seconds later.
        """
        process = start(self.feeds.folder, self.home, *self.command(kind))
        lines = [process.stdout.readline() for _ in range(self.chance.randint(0, LINES[kind]))]
        time.sleep(self.chance.uniform(0, 3 if lines else 20))
        how = self.chance.choice(HOW)
        with contextlib.suppress(ProcessLookupError):
            if how == "stopped":
                os.killpg(process.pid, signal.SIGSTOP)
                time.sleep(self.chance.uniform(1, 20))
                os.killpg(process.pid, signal.SIGCONT)
            elif how == "all":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                found = subprocess.run(["pgrep", "-P", str(process.pid), "java"], capture_output=True, text=True)
                of_java = [int(number) for number in found.stdout.split()] if how == "Java" else []
                os.kill(of_java[0] if of_java else process.pid, signal.SIGKILL)
        code, output = finish(process)
        assert how != "stopped" or code == 0, output
        assert how != "Java" or "Traceback" not in output, output
        last_line = (b"".join(lines).decode() + output).strip().rpartition("\n")[-1]
        self.killed_in.append((kind, how, code, last_line))

    def do(self, *kinds: str) -> None:
        """Do commands to their end, in one process: a new session for each costs most of their time."""
        commands = []
        for kind in kinds:
            commands.append(["--project-dir", str(self.feeds.folder), *self.command(kind)])
            self.landed += kind == "load"
        code, output = finish(spawn(self.home, "-c", ONE_BY_ONE, json.dumps(commands)))
        assert code == 0, (SEED, self.killed_in, kinds, output)


def late(number: int) -> list[dict[str, Any]]:
    """Messages of a table that waits for its key to be declared."""
    first, second = {"id": "1", "v": "a"}, {"id": "2", "v": "b"}
    said = (("INSERT", first, None), ("INSERT", second, None), ("UPDATE", first | {"v": "c"}, {"v": "a"}))
    records = []
    for offset, (kind, data, old) in enumerate(said, number * len(said)):
        message = canal(kind, [data], [old] if old else None, f"late{number}", keys=None)
        records.append(record(offset, message, partition=3, ts=1717210800005 + offset * 10))  # no time of history()
    return records


@pytest.mark.slow
def test_killed_commands_leave_what_an_undisturbed_run_leaves(feeds: Pipeline, tmp_path: Path) -> None:
    """Loads, runs, `maintain` and `run --retry-quarantine` are killed by turns, and done again.

    At the end two runs are started together: one completes everything, the other says who does.
    """
    kinds = [KINDS[(SEED + number) % len(KINDS)] for number in range(KILLS)]
    disturbed = Disturbed(feeds, tmp_path, 2 + kinds.count("load"), random.Random(SEED))
    # One killed run has a whole load to decode; what maintain may remove takes two runs.
    disturbed.do("load", "run", "load", *(["run"] if kinds != ["run"] else []))
    for number, kind in enumerate(kinds):
        disturbed.kill(kind)
        if number < KILLS - 1 or kind in ("load", "maintain"):
            disturbed.do(kind)
    home, killed_in = disturbed.home, disturbed.killed_in
    retry = disturbed.command("retry")
    for _ in range(STARTS):
        both = [finish(each) for each in [start(feeds.folder, home, *retry) for _ in range(2)]]
        assert sorted(code for code, _ in both) == [0, 2], (killed_in, both)
        refused = next(output for code, output in both if code == 2)
        assert "is in use by `changefeed" in refused and "process" in refused and "since" in refused

    feeds.land(each for part in disturbed.parts for each in part)
    feeds.build()
    there = {
        name: f"delta.`{home / 'tables' / schema / name}`"
        for schema, name in (
            ("changefeed.db", "messages"),
            *(("changefeed_internal.db", name) for name in ("decoded", "folded_rows", "removals")),
        )
    }
    told = f"seed {SEED}, killed in {killed_in}"
    print(told)
    assert feeds.sql(STATE.format(there["folded_rows"])) == feeds.sql(STATE.format("internal.folded_rows")), told
    # The log has each change once, and lacks only what a later whole image of its row makes superfluous.
    is_decoded = " where reason is null"
    left = Counter(tuple(each.values()) for each in feeds.sql(PLACES.format(there["decoded"]) + is_decoded))
    all_of_them = Counter(tuple(each.values()) for each in feeds.sql(PLACES.format("internal.decoded") + is_decoded))
    gone = macros.load(REPO, {}).superseded_changes(
        *map(relations.table_name, ("ordered_changes", "table_renames")), 10**6
    )
    superseded = feeds.sql(PLACES.format(f"({gone})"))
    assert left <= all_of_them, told
    assert set(all_of_them - left) <= {tuple(each.values()) for each in superseded}, told
    if "maintain" in kinds:
        assert left != all_of_them and feeds.sql(f"select * from {there['removals']}"), told
    unclaimed = f"select count(*), count(distinct offset) from {there['messages']} where topic = 'nobody'"
    assert list(feeds.sql(unclaimed)[0].values()) == [disturbed.landed * BALLAST] * 2, told


# -- a warehouse that several processes can reach


@pytest.fixture
def runs(spark: SparkSession, feeds: Pipeline) -> str:
    spark.sql(f"drop table if exists {relations.table_name('runs')}")
    landing_tables.create_tables(spark, feeds.folder)
    return relations.table_name("runs")


def claim_statement(runs: str, run_id: str) -> str:
    """The statement of the macro `claim`."""
    return str(macros.load(REPO, {}).claim(runs, run_id, "test", 10, claims.process_of(SparkSession.active())))


def test_a_claim_has_values_alone() -> None:
    """A merge into Iceberg takes no expression whose value is not known before."""
    said = str(macros.own().claim("runs", "an id", "me", 10, {"host": "vm/127.0.0.1", "id": 7}))
    assert "'vm/127.0.0.1' as host, cast(7 as bigint) as process" in said and "reflect" not in said


def test_of_claims_at_the_same_moment_one_wins(spark: SparkSession, runs: str) -> None:
    def claim(run_id: str) -> str:
        try:
            spark.sql(claim_statement(runs, run_id))
        except Exception as error:
            return str(error)
        return ""

    for attempt in range(3 * STARTS):
        with ThreadPoolExecutor(2) as threads:
            refused = list(threads.map(claim, [f"{attempt}-a", f"{attempt}-b"]))
        for error in filter(None, refused):
            with pytest.raises(ChangefeedError, match=r"is in use by test, since .* UTC: that run began") as told:
                dbt_build._raise_refused(error)
                pytest.fail(f"not told in words: {error}")
            assert told.value.exit_code == 2
        holders = spark.sql(f"select run_id from {runs} where ended_at is null").collect()
        assert len(holders) == 1
        spark.sql(f"update {runs} set ended_at = current_timestamp() where ended_at is null")


def test_a_claim_is_dead_where_its_process_is_gone_or_it_was_not_renewed(spark: SparkSession, runs: str) -> None:
    """Of another machine nobody knows the processes: there the time decides."""
    gone = subprocess.Popen(["true"])
    gone.wait()
    cases = {
        "as it was claimed": ("host", "process", "10 minutes", False),
        "its process is gone": ("host", str(gone.pid), "10 minutes", True),
        "of another machine": ("'other/10.0.0.1'", str(gone.pid), "10 minutes", False),
        "not renewed": ("'other/10.0.0.1'", "process", "-1 minute", True),
        "through a server": ("null", "null", "10 minutes", False),
        "of an earlier version": ("null", "null", None, False),
    }
    found = {}
    for name, (host, process, minutes, _) in cases.items():
        spark.sql(claim_statement(runs, name))
        good_until = f"current_timestamp() + interval {minutes}" if minutes else "null"
        spark.sql(
            f"update {runs} set host = {host}, process = {process}, good_until = {good_until} where run_id = '{name}'"
        )
        holder = spark.sql(macros.own().open_claim(runs)).first()
        assert holder["run_id"] == name
        found[name] = holder["is_dead"]
        if name == "not renewed":
            spark.sql(macros.own().renew_claim(runs, name, 10))
            assert not spark.sql(macros.own().open_claim(runs)).first()["is_dead"]
        spark.sql(macros.own().end_claim(runs, name, "done"))
    assert found == {name: is_dead for name, (*_, is_dead) in cases.items()}
    outcomes = spark.sql(f"select run_id, outcome from {runs} where ended_at is not null").collect()
    assert sorted(map(tuple, outcomes)) == sorted((name, "done") for name in cases), "no row that renewed is left"


def test_a_command_that_calls_no_dbt_claims_as_a_run_does(
    spark: SparkSession, runs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANGEFEED_COMMAND", '{"run_by": "test"}')
    monkeypatch.setattr(claims, "_EVERY", 0.2)
    spark.sql(f"drop table {runs}")
    old = "run_id string, run_by string, started_at timestamp, ended_at timestamp, outcome string"
    spark.sql(macros.own().create_table(runs, old))
    with claims.held(spark, True):
        until = time.monotonic() + 60
        while not spark.sql(f"select 1 from {runs} where outcome = 'renewed'").collect():
            assert time.monotonic() < until
        with pytest.raises(ChangefeedError, match="in use by test, since") as refused, claims.held(spark, True):
            pass
        assert refused.value.exit_code == 2
    monkeypatch.setattr(claims, "_EVERY", 60)
    with pytest.raises(ZeroDivisionError), claims.held(spark, True):
        spark.sql(f"update {runs} set process = 0, host = 'elsewhere' where ended_at is null")
        raise ZeroDivisionError
    spark.sql(claim_statement(runs, "dead"))
    spark.sql(f"update {runs} set good_until = started_at where ended_at is null")
    with claims.held(spark, True), claims.held(spark, False):
        pass
    outcomes = spark.sql(f"select outcome from {runs} order by started_at").collect()
    assert [row["outcome"] for row in outcomes] == ["done", "failed", "taken over", "done"]


@pytest.mark.parametrize(
    ("output", "variable", "shared"),
    [
        ("method: session", "", False),  # whatever the target is called
        ("method: session", "thrift://h:9083", True),
        ("method: thrift", "", True),
        ("method: session, server_side_parameters: {spark.hadoop.hive.metastore.uris: 'thrift://h:9083'}", "", True),
    ],
)
def test_a_warehouse_that_one_process_reaches_is_not_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str, variable: str, shared: bool
) -> None:
    """A claim there would outlive a killed run, and refuse all runs after it."""
    (tmp_path / "macros").mkdir()
    for name in ("runs/is_shared", "runs/metastore_of", "runs/settings_of_metastores", "asking/said_by_command"):
        (tmp_path / "macros" / f"{Path(name).name}.sql").symlink_to(REPO / "macros" / f"{name}.sql")
    project = "name: changefeed, version: '1.0.0', config-version: 2, profile: ours"
    (tmp_path / "dbt_project.yml").write_text(f"{{{project}, flags: {{send_anonymous_usage_stats: false}}}}")
    profile = f"ours: {{target: dev, outputs: {{dev: {{type: spark, host: h, schema: lake, {output}}}}}}}"
    (tmp_path / "profiles.yml").write_text(profile)
    monkeypatch.setenv("CHANGEFEED_METASTORE", variable)
    asked = dbtRunner().invoke([
        "--quiet", "compile", "--no-introspect", "--no-populate-cache", "--inline", "{{ changefeed.is_shared() }}",
        "--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path), "--log-path", str(tmp_path),
    ])  # fmt: skip
    assert asked.exception is None, asked.exception
    assert asked.result.results[0].node.compiled_code == str(shared)


@pytest.mark.parametrize(
    ("settings", "metastore"),
    [
        ({}, ""),
        ({"spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:;databaseName=x"}, ""),
        ({"spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby://h:1527/x"}, "jdbc:derby://h:1527/x"),
        ({"spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:postgresql://h/x"}, "jdbc:postgresql://h/x"),
        ({"spark.hadoop.hive.metastore.uris": "thrift://h:9083"}, "thrift://h:9083"),
    ],
)
def test_a_metastore_for_several_processes_is_known_by_its_settings(settings: dict[str, str], metastore: str) -> None:
    assert macros.own().metastore_of(settings) == metastore


@pytest.mark.parametrize(
    ("which", "selected", "claims"),
    [
        ("build", ["model.mine.orders_by_day", "seed.mine.countries", "test.changefeed.nothing_is_lost"], False),
        ("run", ["model.changefeed.changefeed_decoded"], True),
        ("run", ["model.mine.orders"], True),
        ("build", ["seed.mine.changefeed_feeds"], True),
        ("test", ["model.changefeed.changefeed_decoded"], False),
        ("retry", [], True),
    ],
)
def test_a_run_of_a_projects_own_models_claims_nothing(which: str, selected: list[str], claims: bool) -> None:
    codes = {"orders": "{{ changefeed.typed_table() }}", "orders_by_day": "select 1 as one"}
    nodes = {
        id: {"package_name": id.split(".")[1], "name": id.split(".")[2], "raw_code": codes.get(id.split(".")[2], "")}
        for id in selected
    }
    rules = macros.load(
        REPO, {"is_shared": lambda: True}, selected_resources=selected, graph={"nodes": nodes},
        flags=SimpleNamespace(WHICH=which),
    )  # fmt: skip
    assert rules.has_to_claim() is claims


@pytest.mark.parametrize("name", ["spark__create_view_as", "spark__load_csv_rows", "spark__reset_csv_table"])
def test_a_projects_own_views_and_seeds_go_on_to_dbt_spark(name: str) -> None:
    """A project names changefeed before dbt in its dispatch, because functions and the three seeds need it."""
    node = {"package_name": "mine", "name": "countries", "raw_code": "select 1 as one"}
    arguments = {"spark__create_view_as": ["r", "s"], "spark__load_csv_rows": [node, "a"]}.get(
        name, [node, 1, "r", "a"]
    )
    of_dbt = SimpleNamespace(**{name: lambda *given: ("of dbt", *given)})
    rules = macros.load(REPO, {}, dbt=of_dbt, model=node)
    assert getattr(rules, name)(*arguments) == ("of dbt", *arguments)


@pytest.mark.slow
def test_a_claimed_warehouse_refuses_a_run_until_it_is_taken_over(feeds: Pipeline, runs: str) -> None:
    shared = ("--vars", '{"changefeed_claim_runs": true}')
    feeds.spark.sql(claim_statement(runs, "held"))
    with pytest.raises(ChangefeedError, match=r"is in use by test, since .* UTC\. .*--take-over held`") as refused:
        dbt_build.invoke(feeds.folder, ["build", "--select", "changefeed_read_batches", *shared])
    assert refused.value.exit_code == 2
    of = '{"changefeed_claim_runs": true, "changefeed_take_over": "%s"}'
    with pytest.raises(ChangefeedError, match="is in use by test"):
        dbt_build.invoke(feeds.folder, ["build", "--select", "changefeed_read_batches", "--vars", of % "another"])
    feeds.build("--vars", of % "held", models=["+changefeed_read_batches"])
    feeds.build(models=["changefeed_read_batches"])  # beside an embedded metastore nobody claims
    feeds.spark.sql(claim_statement(runs, "dead"))
    feeds.spark.sql(f"update {runs} set process = 999999999 where ended_at is null")
    feeds.build(*shared, models=["changefeed_read_batches"])  # no person is needed
    outcomes = feeds.sql("select outcome from internal.runs order by started_at")
    assert [each["outcome"] for each in outcomes] == ["taken over", "done", "taken over", "done"]


@pytest.mark.slow
def test_however_a_run_ends_its_claim_ends_and_who_lost_it_writes_no_more(
    feeds: Pipeline, runs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = ("--vars", '{"changefeed_claim_runs": true}')
    command = ["build", "--select", "+changefeed_decoded", "--exclude-resource-type", "test", *shared]
    feeds.land([record(0, canal("INSERT", [{"id": "1"}]))])
    feeds.build(models=["+changefeed_decoded"])
    open_claims = f"select * from {runs} where ended_at is null"

    before = (feeds.folder / "dbt_project.yml").read_text()
    (feeds.folder / "dbt_project.yml").unlink()
    try:
        hook = "  - \"{{ exceptions.raise_compiler_error('no') if execute and flags.WHICH == 'build' }}\"\n"
        (feeds.folder / "dbt_project.yml").write_text(before.replace("on-run-end:\n", f"on-run-end:\n{hook}"))
        with pytest.raises(ChangefeedError, match="no"):
            dbt_build.invoke(feeds.folder, command)
        assert not feeds.spark.sql(open_claims).collect(), "a hook before release_run failed"
    finally:
        (feeds.folder / "dbt_project.yml").write_text(before)

    class Robbed(claims.Held):
        def __init__(self, spark: SparkSession, run_id: str) -> None:
            super().__init__(spark, run_id)
            spark.sql(macros.own().end_claim(runs, run_id, "taken over"))
            spark.sql(claim_statement(runs, "another"))

    version = feeds.version("decoded")
    feeds.land([record(1, canal("INSERT", [{"id": "2"}]))])
    monkeypatch.setattr(claims, "Held", Robbed)
    with pytest.raises(ChangefeedError, match="Another run has taken over the warehouse"):
        dbt_build.invoke(feeds.folder, command)
    assert feeds.version("decoded") == version, "nothing was written"
    assert [row["run_id"] for row in feeds.spark.sql(open_claims).collect()] == ["another"]
