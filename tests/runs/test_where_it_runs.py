"""Where it runs: on a standalone cluster, on an external metastore, in an object store, by Spark Connect, and through a
Thrift server that a JDBC client reads meanwhile.

One feed goes through each of them. These tests start several JVMs: `make test-cluster` runs them, `make test` leaves
them out.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

import services
from broker import free_ports
from changefeed.spark import packages, quick_start
from one_spark import SHORT_LIVED
from pipeline import LINKED, REPO
from services import PASSWORD, SPARK, USER

pytestmark = [pytest.mark.cluster, pytest.mark.usefixtures("own_spark")]

FEED = "shop"
CAPTURE = REPO / "demo" / "captures" / "shop_canal.jsonl"
MODELS = REPO / "models" / "typed" / "demo"
TYPED = sorted(model.stem.split("__")[1] for model in MODELS.glob(f"demo_{FEED}__*.sql"))
# What is compared, and all that it is made from.
RUN = ("run", "--select", "+changefeed.typed.demo", "changefeed_quarantine", "changefeed_run_counts",
       "--exclude", "resource_type:test")  # fmt: skip
MOST = 600  # seconds that a process may take
# Commands one after the other in one process, each with its exit code and what it printed, as a line of JSON.
ONE_BY_ONE = """
import contextlib, io, json, sys
from changefeed.cli.main import main
for arguments in json.loads(sys.argv.pop()):
    printed = io.StringIO()
    print(json.dumps(["begins", *arguments]), flush=True)
    sys.argv[1:] = arguments  # by which others know the command
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            code = main(arguments, standalone_mode=False) or 0
        except SystemExit as end:
            code = end.code
        except Exception as error:
            code, said = getattr(error, "exit_code", 1), getattr(error, "message", error)
            print(said)
    print(json.dumps([code, printed.getvalue()]), flush=True)
"""
# Lands each folder of captures in one session, and says what a Thrift server on this warehouse needs to know.
LAND = """
import json, sys
from pathlib import Path
from changefeed.loader import captures, schemas
from changefeed.project import profile
from changefeed.spark import jars, session
project, *folders = map(Path, sys.argv[1:])
spark = session.start(project, "test")
versions = []
for folder in folders:
    captures.load(spark, project, [folder])
    versions.append(spark.sql("describe history messages limit 1").first()["version"])
schemas.read(spark, project)
settings = profile.read_target(project)["server_side_parameters"]
found = [str(jar) for jar in jars.fetched(settings)] or spark.conf.get("spark.jars").split(",")
print(json.dumps({"versions": versions, "settings": settings, "jars": found}))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with one feed and its typed tables, without what only `dbt test` and people need."""
    folder = tmp_path_factory.mktemp("project")
    for name in LINKED:
        if name != "models":
            (folder / name).symlink_to(REPO / name)
    shutil.copytree(
        REPO / "models", folder / "models", ignore=shutil.ignore_patterns("demo", "dialects", "*unit_tests.yml")
    )
    demo = folder / "models" / "typed" / "demo"
    demo.mkdir()
    for model in MODELS.glob(f"demo_{FEED}__*.sql"):
        shutil.copy(model, demo)
    said = yaml.safe_load((MODELS / "_demo__models.yml").read_text(encoding="utf-8"))
    said["models"] = [model for model in said["models"] if model["name"].startswith(f"demo_{FEED}__")]
    (demo / "_models.yml").write_text(yaml.safe_dump(said), encoding="utf-8")
    (folder / "seeds").mkdir()
    (folder / "seeds" / "_seeds.yml").symlink_to(REPO / "seeds" / "_seeds.yml")
    for seed in (REPO / "seeds").glob("*.csv"):
        header, *lines = seed.read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if line.startswith(f"{FEED},")]
        (folder / "seeds" / seed.name).write_text("\n".join([header, *kept, ""]), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def captures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The feed's capture in two folders, the earlier half and the later one; one line is no record."""
    halves = [tmp_path_factory.mktemp("earlier"), tmp_path_factory.mktemp("later")]
    lines = CAPTURE.read_text(encoding="utf-8").splitlines(keepends=True)
    for half, part in zip(halves, (lines[: len(lines) // 2], lines[len(lines) // 2 :]), strict=True):
        (half / CAPTURE.name).write_text("".join(part), encoding="utf-8")
    (halves[0] / "broken.jsonl").write_text("no record\n")
    return halves


class Machine:
    """Where commands run: a home (lock, logs), and settings of its environment."""

    def __init__(self, project: Path, home: Path, **settings: str) -> None:
        self.project, self.home = project, home
        home.mkdir(exist_ok=True)
        interpreted = spark_defaults(home / "conf")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CHANGEFEED_")}
        paths = [str(REPO), *filter(None, [kept.get("PYTHONPATH")])]
        self.environment = kept | {
            "CHANGEFEED_HOME": str(home),
            "CHANGEFEED_LOG4J": str(REPO / "changefeed" / "spark" / "log4j2.properties"),
            "PYTHONPATH": os.pathsep.join(paths),
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_SUBMIT_OPTS": SHORT_LIVED,
            "CHANGEFEED_DRIVER_MEMORY": "1500m",
            "DBT_TARGET_PATH": str(home / "target"),
            "DBT_LOG_PATH": str(home / "logs"),
            **interpreted,
            **settings,
        }

    def start(self, *command: str) -> subprocess.Popen[str]:
        """A process in a process group of its own."""
        return subprocess.Popen(
            [sys.executable, *command], env=self.environment, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(self, *command: str) -> str:
        """What a command of Python prints."""
        process = self.start(*command)
        code, output = finished(process, " ".join(command[-2:]))
        assert code == 0, output
        return output

    def begin(self, *commands: tuple[str, ...]) -> subprocess.Popen[str]:
        """Begin commands of changefeed, one after the other in one process."""
        whole = [["--project-dir", str(self.project), *command] for command in commands]
        return self.start("-c", ONE_BY_ONE, json.dumps(whole))

    def changefeed(self, *commands: tuple[str, ...]) -> list[str]:
        """What commands of changefeed print, which all end well."""
        answers = ended(self.begin(*commands))
        assert [code for code, _ in answers] == [0] * len(commands), answers
        return [output for _, output in answers]


def finished(process: subprocess.Popen[str], what: str) -> tuple[int, str]:
    """A process's exit code and output, within the time that it may take."""
    try:
        output, _ = process.communicate(timeout=MOST)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    pytest.fail(f"{what} took longer than {MOST} s:\n{process.communicate()[0][-3000:]}", pytrace=False)


def ended(process: subprocess.Popen[str]) -> list[tuple[int, str]]:
    """How the commands of a process ended: exit code and output of each."""
    code, output = finished(process, "changefeed")
    said = [json.loads(line) for line in output.splitlines() if line.startswith("[")]
    answers = [tuple(each) for each in said if each[0] != "begins"]
    assert answers or code, output
    return answers or [(code, output)]


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


ALL = ("sql", "--output", "json", everything())


def rows_of(answer: str) -> list[tuple[str, str]]:
    """The rows that ALL printed."""
    return sorted((row["relation"], row["row"]) for row in json.loads(answer))


@pytest.fixture(scope="module")
def expected(project: Path, captures: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """What one process on one machine makes of them."""
    machine = Machine(project, tmp_path_factory.mktemp("machine"))
    *_, answer = machine.changefeed(("load", *map(str, captures)), RUN, ALL)
    rows = rows_of(answer)
    assert {name for name, _ in rows} >= {"messages", "rejected_lines", "quarantine", "shop.customers"}
    return rows


# -- an object store, and a metastore that is a database


def spark_defaults(folder: Path, **settings: str) -> dict[str, str]:
    """The variable that names a folder with these settings in Spark's own file, the names with _ for the dot.

    Plans are interpreted: compiling those of so few rows takes most of the time.
    """
    folder.mkdir(exist_ok=True)
    named = quick_start.FEW_ROWS | {name.replace("_", "."): value for name, value in settings.items()}
    lines = [f"{name} {value}\n" for name, value in named.items()]
    (folder / "spark-defaults.conf").write_text("".join(lines))
    return {"SPARK_CONF_DIR": str(folder)}


def with_packages(*more: str) -> dict[str, str]:
    """The variable with these packages beside changefeed's, which are fetched."""
    named = ",".join([packages.of_spark(), *more])
    services.fetched(named)
    return {"CHANGEFEED_PACKAGES": named}


def one_runs_and_one_is_refused(*machines: Machine) -> str:
    """Two runs that start at the same moment; what is there after the one that was not refused."""
    processes = [machine.begin(RUN, ALL) for machine in machines]
    ((first, output), *rest), ((second, refusal), *_) = sorted(ended(process) for process in processes)
    assert (first, second) == (0, 2), output + refusal
    assert re.search(r"The warehouse is in use by `changefeed .* run .*` \(process .*Wait until it ends", refusal), (
        refusal
    )
    assert "Exception" not in refusal
    [(code, answer)] = rest
    assert code == 0, answer
    return answer


def test_a_warehouse_in_an_object_store(
    expected: list[tuple[str, str]], project: Path, captures: list[Path], tmp_path: Path
) -> None:
    """A run is killed, two start at once, files are put together: the same rows. The metastore is a database."""
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(services.running(services.ObjectStore(tmp_path)))
        database = stack.enter_context(services.running(services.Database()))
        services.make_metastore(database, "2.3.0")
        settings = with_packages(services.S3A, services.DRIVER) | store.environment
        settings |= spark_defaults(
            tmp_path / "conf",
            spark_hadoop_fs_s3a_path_style_access="true",
            spark_hadoop_fs_s3a_endpoint_region="us-east-1",
            spark_hadoop_javax_jdo_option_ConnectionUserName=USER,
            spark_hadoop_javax_jdo_option_ConnectionPassword=PASSWORD,
        )
        settings |= {"CHANGEFEED_WAREHOUSE": store.warehouse, "CHANGEFEED_METASTORE": database.url}
        one, other = (Machine(project, tmp_path / name, **settings) for name in ("one", "other"))
        process = one.begin(("load", str(captures[0])), RUN)
        services.wait_for("a run to write changes", MOST, lambda: any(store.folder.glob("**/decoded/*.parquet")))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        one.changefeed(RUN, ("load", str(captures[1])))  # it takes over by itself
        one_runs_and_one_is_refused(one, other)
        _, answer = other.changefeed(("maintain", "--unused-hours", "24"), ALL)
    assert rows_of(answer) == expected


def test_however_a_run_ends_the_next_one_goes_on(project: Path, captures: list[Path], tmp_path: Path) -> None:
    """A stopped run gives its claim back. That of a killed one is taken over, since its process was on this machine."""
    with services.running(services.Database()) as database:
        services.make_metastore(database, "2.3.0")
        settings = with_packages(services.DRIVER) | spark_defaults(
            tmp_path / "conf",
            spark_hadoop_javax_jdo_option_ConnectionUserName=USER,
            spark_hadoop_javax_jdo_option_ConnectionPassword=PASSWORD,
        )
        tables = tmp_path / "tables"
        settings |= {"CHANGEFEED_WAREHOUSE": str(tables), "CHANGEFEED_METASTORE": database.url}
        machine = Machine(project, tmp_path / "home", **settings)
        machine.changefeed(("load", *map(str, captures)))
        commits = tables / "changefeed_internal.db" / "runs" / "_delta_log"
        few = ("run", "--select", "+changefeed_decoded", "--exclude", "resource_type:test", "--always")
        said = []
        for end in ("interrupted", "killed", "killed Python", ""):
            before = len(list(commits.glob("*.json")))
            process = machine.begin(few)
            if end:
                services.wait_for("a claim", MOST, lambda n=before: len(list(commits.glob("*.json"))) > n)
                time.sleep(3)  # who takes over commits more than once, and then builds for longer
                if end == "interrupted":
                    os.kill(process.pid, signal.SIGINT)
                else:
                    kill = os.killpg if end == "killed" else os.kill
                    kill(process.pid, signal.SIGKILL)
            code, output = finished(process, "a run")
            said.append(output)
            assert (code == 0) is (not end or end == "interrupted"), output  # ONE_BY_ONE tells the code of its command
        assert "[130," in said[0]
        assert ["takes over from" in each for each in said[-1:]] == [True], said
        look = ("sql", "--output", "json", "select outcome from changefeed_internal.runs order by started_at")
        outcomes = [row["outcome"] for row in json.loads(machine.changefeed(look)[0])]
    assert outcomes == ["stopped", "taken over", "taken over", "done"]


# -- a standalone cluster


def test_a_standalone_cluster_whose_executors_are_killed_makes_the_same_tables(
    expected: list[tuple[str, str]], project: Path, captures: list[Path], tmp_path: Path
) -> None:
    with services.running(services.StandaloneCluster(tmp_path)) as cluster:
        machine = Machine(
            project, tmp_path / "home", CHANGEFEED_MASTER=cluster.master, CHANGEFEED_EXECUTOR_MEMORY="900m"
        )
        killer = services.Killer(cluster, kills=4, seconds=5)
        process = machine.begin(("load", *map(str, captures)), RUN, ALL)
        assert process.stdout
        with services.within(MOST, "the run on the cluster to begin"):
            for line in process.stdout:
                if "begins" in line and "run" in json.loads(line):
                    break
                if "begins" not in line:
                    assert "set aside      1" in json.loads(line)[1], line
        killer.start()
        answers = ended(process)
        killer.stopping.set()
        killer.join(30)
        assert [code for code, _ in answers] == [0, 0], answers
        assert rows_of(answers[1][1]) == expected
        assert len(killer.killed) >= 2, "executors were killed while it ran"
        started = list(tmp_path.glob("work-*/app-*/*/stderr"))
        assert len(started) >= 2 + len(killer.killed), "others took their place"


# -- a metastore that is a service


def test_two_runs_on_one_metastore_are_one_after_the_other(
    expected: list[tuple[str, str]], project: Path, captures: list[Path], tmp_path: Path
) -> None:
    """Two machines, each with a home of its own; the metastore is a service of Hive 3."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(services.running(services.Database()))
        metastore = stack.enter_context(services.running(services.Metastore(tmp_path, database)))
        shared = {"CHANGEFEED_WAREHOUSE": str(tmp_path / "tables"), "CHANGEFEED_METASTORE": metastore.address}
        one, other = (Machine(project, tmp_path / name, **shared) for name in ("one", "other"))
        one.changefeed(("load", *map(str, captures)))
        answer = one_runs_and_one_is_refused(one, other)
    assert rows_of(answer) == expected


# -- a Thrift server


class Thrift:
    """The Thrift server that pyspark ships, on a warehouse in which both halves of the captures have landed."""

    def __init__(self, machine: Machine, captures: list[Path]) -> None:
        self.machine = machine
        landed = json.loads(machine.run("-c", LAND, str(machine.project), *map(str, captures)).splitlines()[-1])
        self.versions: list[int] = landed["versions"]
        [self.port] = free_ports(1)
        # The server finds Delta's and Avro's classes only on its class path, not among jars that are added later.
        settings = {name: value for name, value in landed["settings"].items() if name != "spark.jars.packages"}
        jars = [jar.removeprefix("file://") for jar in landed["jars"] if "io.delta" in jar or "avro" in jar]
        self._service = services.Service(
            "Thrift server", machine.home,
            str(SPARK / "bin" / "spark-submit"),
            "--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2",
            "--driver-class-path", ":".join(jars),
            *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")),
            "--hiveconf", f"hive.server2.thrift.port={self.port}",
            "--hiveconf", "hive.server2.thrift.bind.host=127.0.0.1",
            "spark-internal",
            **machine.environment,
        )  # fmt: skip
        self._connection: Any = None
        self._service.wait(300, self._connect)

    def _connect(self) -> bool:
        from pyhive import hive  # of the extra `dev`

        self._connection = hive.connect(host="127.0.0.1", port=self.port)
        return True

    def sql(self, statement: str) -> list[tuple]:
        """The rows of a query, if the statement is one."""
        with (
            services.within(120, f"the Thrift server to answer: {statement[:80]}"),
            contextlib.closing(self._connection.cursor()) as cursor,
        ):
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def dbt(self, *arguments: str) -> str:
        """Run plain dbt with the target `thrift`."""
        given = {"CHANGEFEED_TARGET": "thrift", "CHANGEFEED_THRIFT_HOST": "127.0.0.1"}
        machine = Machine(self.machine.project, self.machine.home, **given, CHANGEFEED_THRIFT_PORT=str(self.port))
        folders = ("--project-dir", str(machine.project), "--profiles-dir", str(machine.project))
        return machine.run(str(Path(sys.executable).with_name("dbt")), *arguments, *folders)

    def stop(self) -> None:
        """End the server."""
        self._service.stop()


class Connect:
    """The Spark Connect server that pyspark ships, with the warehouse of a machine on which captures have landed."""

    def __init__(self, machine: Machine, captures: list[Path]) -> None:
        landed = json.loads(machine.run("-c", LAND, str(machine.project), *map(str, captures)).splitlines()[-1])
        [port] = free_ports(1)
        self.address = f"sc://127.0.0.1:{port}"
        settings = {name: value for name, value in landed["settings"].items() if name != "spark.jars.packages"}
        settings |= {"spark.connect.grpc.binding.port": str(port), "spark.connect.grpc.binding.address": "127.0.0.1"}
        settings["spark.sql.catalogImplementation"] = "hive"  # a server keeps its catalog in memory otherwise
        jars = [jar.removeprefix("file://") for jar in landed["jars"]]
        self._service = services.Service(
            "Spark Connect server", machine.home,
            str(SPARK / "bin" / "spark-submit"),
            "--class", "org.apache.spark.sql.connect.service.SparkConnectServer",
            "--driver-class-path", ":".join(jars),
            *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")),
            "spark-internal",
            **machine.environment,
        )  # fmt: skip
        self._service.wait(300, lambda: socket.create_connection(("127.0.0.1", port), 1).close() is None)

    def stop(self) -> None:
        """End the server."""
        self._service.stop()


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
            env=thrift.machine.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
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

    def wait_for(self, answers: int) -> None:
        """Until it has read so many tables in all, or has failed."""
        services.wait_for(
            f"{answers} answers by JDBC", 300, lambda: len(self.answers) >= answers or not self.is_alive()
        )

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


def test_commands_work_in_the_session_of_a_spark_connect_server(
    expected: list[tuple[str, str]], project: Path, captures: list[Path], tmp_path: Path
) -> None:
    """`pip install pyspark[connect]` is all that the client needs: no Java is started in its process."""
    (tmp_path / "client").mkdir()
    with services.running(Connect(Machine(project, tmp_path), captures)) as server:
        client = Machine(project, tmp_path / "client", SPARK_REMOTE=server.address, JAVA_HOME="/nowhere")
        ran, answer, doctor = client.changefeed(RUN, ALL, ("doctor", "--target"))
        assert rows_of(answer) == expected
        assert f"{FEED}: customers" in ran and "UserWarning" not in ran
        assert "by Spark Connect" in doctor and "ok       SQL functions" in doctor
        refused = ended(client.begin(("load", str(captures[0])), ("sql", "select no_such_column")))
        assert [code for code, _ in refused] == [1, 1]
        assert "SPARK_REMOTE" in refused[0][1] and "no_such_column" in refused[1][1]
    nobody = Machine(project, tmp_path / "client", SPARK_REMOTE="sc://127.0.0.1:1/;token=secret")
    [(code, said)] = ended(nobody.begin(("sql", "select 1")))
    assert code == 1 and "sc://127.0.0.1:1 does not answer" in said and "secret" not in said


def test_dbt_builds_through_a_thrift_server_while_a_jdbc_client_reads(
    expected: list[tuple[str, str]], project: Path, captures: list[Path], tmp_path: Path
) -> None:
    with services.running(Thrift(Machine(project, tmp_path), captures)) as thrift:
        earlier, later = thrift.versions
        build = ("build", *RUN[1:])
        thrift.sql(f"restore table changefeed.messages to version as of {earlier}")
        thrift.dbt(*build)
        before = {name: thrift.sql(query)[0][1] for name, query in digests().items()}

        thrift.sql(f"restore table changefeed.messages to version as of {later}")
        reader = JdbcReader(thrift)
        reader.start()
        try:
            reader.wait_for(len(TYPED))
            thrift.dbt(*build)
            after = {name: thrift.sql(query)[0][1] for name, query in digests().items()}
            reader.wait_for(len(reader.answers) + 2 * len(TYPED))
        finally:
            reader.stop()

        assert reader.errors == []
        assert sorted(map(tuple, thrift.sql(everything()))) == expected
        assert "PASS freshness of feeds.shop" in thrift.dbt("source", "freshness", "--select", "source:feeds.shop")

    assert sum(before[name] != after[name] for name in before) >= 2, "the later half changes tables"
    for name in before:
        answers = [answer for table, answer in reader.answers if table == name]
        changes = [answer for last, answer in zip([None, *answers], answers, strict=False) if answer != last]
        assert changes == list(dict.fromkeys([before[name], after[name]])), f"{name} was {before[name]}"
