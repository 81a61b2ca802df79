"""Where it runs: on executors of their own, and through a Thrift server that a JDBC client reads meanwhile.

These tests start several JVMs and take minutes: `make test-cluster` runs them, `make test` leaves them out.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest

from broker import free_ports
from loader import landing
from pipeline import REPO, Pipeline

pytestmark = pytest.mark.cluster

CAPTURES = REPO / "demo" / "captures"
COMMAND = [sys.executable, "-m", "loader", "--project-dir", str(REPO)]
SPARK = Path(pyspark.__file__).parent
TYPED = sorted(model.stem.split("__")[1] for model in (REPO / "models" / "tables" / "demo").glob("*.sql"))
# Here a row moves to another key with a part of its image, for which a run needs a second commit.
MOVED_IN_PARTS = ("shop.parcels", "shop.reviews", "shop.tickets")
# Here the later half adds a column with a default: rows that are there have it as soon as the statement is known.
ALTERED = ("shop.loans",)
# Lands each folder of captures in one session, and says what a Thrift server on this warehouse needs to know.
LAND = """
import json, sys
from pathlib import Path
from loader import jars, landing, profile, schemas, session
project, *folders = map(Path, sys.argv[1:])
spark = session.start(project, "test")
versions = []
for folder in folders:
    landing.load(spark, project, [folder])
    versions.append(spark.sql("describe history messages limit 1").first()["version"])
schemas.read(spark, project)
settings = profile.read_target(project)["server_side_parameters"]
found = [str(jar) for jar in jars.fetched(settings)] or spark.conf.get("spark.jars").split(",")
print(json.dumps({"versions": versions, "settings": settings, "jars": found}))
"""


def run(home: Path, command: list[str], stdin: str | None = None, **settings: str) -> str:
    """Run a command on the warehouse `home` as a process of its own; returns what it prints."""
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        command, env=environment(home, **settings), input=stdin, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(home: Path, **settings: str) -> dict[str, str]:
    """This process's environment without its own changefeed settings; dbt writes into `home`, not into the project."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CHANGEFEED_")}
    paths = [str(REPO), *filter(None, [kept.get("PYTHONPATH")])]
    return kept | {
        "CHANGEFEED_HOME": str(home),
        "CHANGEFEED_LOG4J": str(REPO / "loader" / "log4j2.properties"),
        "PYTHONPATH": os.pathsep.join(paths),
        "DBT_TARGET_PATH": str(home / "target"),
        "DBT_LOG_PATH": str(home / "logs"),
        **settings,
    }


def changefeed(home: Path, *arguments: str, stdin: str | None = None, **settings: str) -> str:
    """Run the command line."""
    return run(home, [*COMMAND, *arguments], stdin, **settings)


def everything(schema: str = "changefeed") -> str:
    """A query for all that came out, as (relation, row as JSON), without what differs from run to run."""
    looks = {f"shop.{table}": f"struct(*) as r from {schema}_shop.{table}" for table in TYPED} | {
        "messages": f"struct(topic, partition, offset, key, value) as r from {schema}.messages",
        "rejected_lines": f"struct(line_number, reason) as r from {schema}.rejected_lines",
        "current_rows": "struct(feed, source_table, row_key, copies, is_deleted, operation, row) as r "
        f"from {schema}.current_rows",
        "quarantine": "struct(topic, partition, offset, reason) as r "
        f"from {schema}.quarantine where resolved_at is null",
    }
    return " union all ".join(
        f"select '{name}' as relation, to_json(r) as row from (select {look})" for name, look in looks.items()
    )


@pytest.fixture(scope="module")
def captures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The demo's captures in two folders, the earlier half of each and the later one; one line is no record."""
    halves = [tmp_path_factory.mktemp("earlier"), tmp_path_factory.mktemp("later")]
    for file in CAPTURES.iterdir():
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        for half, part in zip(halves, (lines[: len(lines) // 2], lines[len(lines) // 2 :]), strict=True):
            (half / file.name).write_text("".join(part), encoding="utf-8")
    (halves[0] / "broken.jsonl").write_text("no record\n")
    return halves


@pytest.fixture(scope="module")
def expected(pipeline: Pipeline, captures: list[Path]) -> list[tuple[str, str]]:
    """What a session on one machine makes of them."""
    pipeline.clear()
    pipeline.declare_as_shipped()
    landing.load(pipeline.spark, pipeline.folder, captures)
    built = pipeline.dbt("build", "--exclude-resource-type", "unit_test", "--exclude-resource-type", "test")
    assert {node.status for node in built.values()} == {"success"}
    rows = sorted((row["relation"], row["row"]) for row in pipeline.sql(everything(pipeline.schema)))
    assert {name for name, _ in rows} >= {"messages", "rejected_lines", "quarantine", "shop.customers"}
    return rows


# -- executors of their own


@pytest.fixture
def spark_home(tmp_path: Path) -> Path:
    """pyspark's folder by links: workers write into `work` of SPARK_HOME, which must not be the installed one."""
    home = tmp_path / "spark"
    home.mkdir()
    for entry in SPARK.iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    return home


def test_a_cluster_makes_the_same_tables_as_one_machine(
    expected: list[tuple[str, str]], captures: list[Path], spark_home: Path, tmp_path: Path
) -> None:
    home = tmp_path / "warehouse"
    cluster = {
        "SPARK_HOME": str(spark_home),
        "CHANGEFEED_MASTER": "local-cluster[2,1,2048]",
        "CHANGEFEED_EXECUTOR_MEMORY": "1500m",
    }
    assert "set aside      1" in changefeed(home, "load", *map(str, captures), **cluster)
    assert "FAILED" not in changefeed(home, "run", **cluster)
    executors = list(spark_home.glob("work/app-*/*/stderr"))
    assert len(executors) >= 4, "two for each command"
    rows = json.loads(changefeed(home, "sql", "--output", "json", everything()))
    assert sorted((row["relation"], row["row"]) for row in rows) == expected


# -- an external metastore


class Metastore:
    """The Hive metastore among pyspark's jars, as a process of its own."""

    def __init__(self, home: Path) -> None:
        [self.port] = free_ports(1)
        settings = {
            "javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={home}/metastore;create=true",
            "datanucleus.schema.autoCreateAll": "true",
            "hive.metastore.schema.verification": "false",
            "hive.metastore.warehouse.dir": str(home / "tables"),
        }
        properties = "".join(f"<property><name>{n}</name><value>{v}</value></property>" for n, v in settings.items())
        (home / "hive-site.xml").write_text(f"<configuration>{properties}</configuration>")
        self.log = home / "metastore.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                # Hive's own configuration of its log needs a library that pyspark does not have.
                ["java", "-Xmx512m", f"-Dlog4j.configurationFile={REPO / 'loader' / 'log4j2.properties'}",
                 "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.selector.ClassLoaderContextSelector",
                 "-cp", f"{home}{os.pathsep}{SPARK / 'jars' / '*'}",
                 "org.apache.hadoop.hive.metastore.HiveMetaStore", "-p", str(self.port)],
                cwd=home, stdout=log, stderr=log,
            )  # fmt: skip

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + 120
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < until, self.log.read_text()[-3000:]
                time.sleep(1)


@pytest.fixture
def metastore(tmp_path: Path) -> Iterator[str]:
    """The address of a metastore."""
    server = Metastore(tmp_path)
    try:
        server.wait()
        yield f"thrift://127.0.0.1:{server.port}"
    finally:
        server.process.kill()
        server.process.wait()


def test_two_runs_on_one_metastore_are_one_after_the_other(
    expected: list[tuple[str, str]], captures: list[Path], metastore: str, tmp_path: Path
) -> None:
    """Two machines, as far as the warehouse can tell: each process has a home (lock, logs) of its own."""
    shared = {"CHANGEFEED_METASTORE": metastore, "CHANGEFEED_WAREHOUSE": str(tmp_path / "tables")}
    homes = [tmp_path / "one", tmp_path / "other"]

    def together(*arguments: str) -> list[tuple[int, str]]:
        processes = [
            subprocess.Popen(
                [*COMMAND, *arguments], env=environment(home, **shared), text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            for home in homes
        ]  # fmt: skip
        outputs = [process.communicate(timeout=900)[0] for process in processes]
        return sorted((process.returncode, output) for process, output in zip(processes, outputs, strict=True))

    for home in homes:
        home.mkdir()
    changefeed(homes[0], "load", str(captures[0]), **shared)
    (first, output), (second, refusal) = together("run")
    assert (first, second) == (0, 2), output + refusal
    assert re.search(r"The warehouse is in use by `changefeed .*run` \(process .*Wait until it ends", refusal), refusal
    assert "Exception" not in refusal
    changefeed(homes[1], "load", str(captures[1]), **shared)
    changefeed(homes[1], "run", **shared)
    rows = json.loads(changefeed(homes[0], "sql", "--output", "json", everything(), **shared))
    assert sorted((row["relation"], row["row"]) for row in rows) == expected


# -- a Thrift server


class Thrift:
    """The Thrift server that pyspark ships, on a warehouse in which both halves of the captures have landed."""

    def __init__(self, home: Path, captures: list[Path]) -> None:
        self.home = home
        landed = json.loads(run(home, [sys.executable, "-c", LAND, str(REPO), *map(str, captures)]))
        self.versions: list[int] = landed["versions"]
        [self.port] = free_ports(1)
        # The server finds Delta's and Avro's classes only on its class path, not among jars that are added later.
        settings = {name: value for name, value in landed["settings"].items() if name != "spark.jars.packages"}
        jars = [jar.removeprefix("file://") for jar in landed["jars"] if "io.delta" in jar or "avro" in jar]
        command = [
            str(SPARK / "bin" / "spark-submit"),
            "--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2",
            "--driver-class-path", ":".join(jars),
            *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")),
            "--hiveconf", f"hive.server2.thrift.port={self.port}",
            "--hiveconf", "hive.server2.thrift.bind.host=127.0.0.1",
            "spark-internal",
        ]  # fmt: skip
        self.log = home / "logs" / "thrift.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=home, env=environment(home), stdout=log, stderr=log)
        try:
            self.connection = self._connect()
        except BaseException:
            self.stop()
            raise

    def _connect(self) -> Any:
        from pyhive import hive  # of the extra `dev`

        until = time.monotonic() + 180
        while True:
            try:
                return hive.connect(host="127.0.0.1", port=self.port)
            except Exception:
                assert self.process.poll() is None and time.monotonic() < until, self.log.read_text()[-3000:]
                time.sleep(1)

    def sql(self, statement: str) -> list[tuple]:
        """The rows of a query, if the statement is one."""
        with contextlib.closing(self.connection.cursor()) as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def dbt(self, *arguments: str) -> str:
        """Run plain dbt with the target `thrift`."""
        command = [str(Path(sys.executable).with_name("dbt")), *arguments]
        return run(
            self.home,
            [*command, "--project-dir", str(REPO), "--profiles-dir", str(REPO)],
            CHANGEFEED_TARGET="thrift",
            CHANGEFEED_THRIFT_HOST="127.0.0.1",
            CHANGEFEED_THRIFT_PORT=str(self.port),
        )

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.process.kill()
        self.process.wait()


@pytest.fixture
def thrift(captures: list[Path], tmp_path: Path) -> Iterator[Thrift]:
    server = Thrift(tmp_path, captures)
    yield server
    server.stop()


class JdbcReader(threading.Thread):
    """beeline, which reads all typed tables over JDBC again and again until it is stopped."""

    def __init__(self, thrift: Thrift) -> None:
        super().__init__(daemon=True)
        self.answers: list[tuple[str, str]] = []  # name of the table, digests of its rows
        self.errors: list[str] = []
        self.stopping = threading.Event()
        self.process = subprocess.Popen(
            [str(SPARK / "bin" / "beeline"), "-u", f"jdbc:hive2://127.0.0.1:{thrift.port}/", "-n", "reader",
             "--outputformat=tsv2", "--showHeader=false", "--silent=true"],
            env=environment(thrift.home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, bufsize=1,
        )  # fmt: skip

    def run(self) -> None:
        while not self.stopping.is_set() and all(self._read(name) for name in digests()):
            pass

    def _read(self, name: str) -> bool:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(digests()[name] + ";\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("digest\t"):
                self.answers.append((name, line.split("\t", 1)[1].strip()))
                return True
            if "Error" in line or "Exception" in line:
                break
        else:
            line = "beeline ended"
        self.errors.append(f"{name}: {line}")
        return False

    def stop(self) -> None:
        """Let the round that is under way end, then close the client."""
        self.stopping.set()
        self.join(60)
        self.process.kill()
        self.process.wait()


def digests() -> dict[str, str]:
    """A query for each typed table: a digest of each of its rows."""
    rows = "array_join(array_sort(collect_list(md5(to_json(struct(*))))), ' ')"
    return {f"shop.{table}": f"select 'digest', {rows} from changefeed_shop.{table}" for table in TYPED}


def test_dbt_builds_through_a_thrift_server_while_a_jdbc_client_reads(
    expected: list[tuple[str, str]], thrift: Thrift
) -> None:
    earlier, later = thrift.versions
    build = ("build", "--exclude-resource-type", "unit_test")
    thrift.sql(f"restore table changefeed.messages to version as of {earlier}")
    thrift.dbt(*build)
    before = {name: thrift.sql(query)[0][1] for name, query in digests().items()}

    thrift.sql(f"restore table changefeed.messages to version as of {later}")
    reader = JdbcReader(thrift)
    reader.start()
    try:
        while len(reader.answers) < len(TYPED) and reader.is_alive():
            time.sleep(0.1)
        thrift.dbt(*build)
        after = {name: thrift.sql(query)[0][1] for name, query in digests().items()}
        done = len(reader.answers)
        while len(reader.answers) < done + 2 * len(TYPED) and reader.is_alive():
            time.sleep(0.1)
    finally:
        reader.stop()

    assert reader.errors == []
    assert sorted(map(tuple, thrift.sql(everything()))) == expected
    assert sum(before[name] != after[name] for name in before) >= 2, "the later half changes tables"
    for name in before:
        answers = [answer for table, answer in reader.answers if table == name]
        changes = [answer for last, answer in zip([None, *answers], answers, strict=False) if answer != last]
        if name in MOVED_IN_PARTS:
            assert set(" ".join(changes).split()) <= {*before[name].split(), *after[name].split()}
        if name in ALTERED:
            assert len(changes) <= 3, f"{name}: one state between, the rows before with the new column"
            assert {len(rows.split()) for rows in changes[:-1]} == {len(before[name].split())}, changes
        if name in MOVED_IN_PARTS + ALTERED:
            del changes[1:-1]
        assert changes == list(dict.fromkeys([before[name], after[name]])), f"{name} was {before[name]}"
    print(f"{len(reader.answers)} reads")

    assert "PASS freshness of feeds.shop" in thrift.dbt("source", "freshness", "--select", "source:feeds")
