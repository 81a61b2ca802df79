"""What a warehouse can stand on, for the tests of where it runs: Spark's standalone cluster, an object store, a
database, Hive's metastore. Each is a process of its own on loopback and ends with the tests.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest

import broker
import maven
from changefeed.spark import jars

SPARK = Path(pyspark.__file__).parent
USER, PASSWORD = "changefeed", "wh-1234"  # of whatever asks for them; each server is gone when its test ends
OBJECT_STORE = "v1.8.0"  # of versitygw, a server of S3 on a folder
S3A = "org.apache.hadoop:hadoop-aws:3.4.1"
HIVE = "3.1.3"
DRIVER = "org.postgresql:postgresql:42.7.7"
ICEBERG = "1.10.1"


class Service:
    """A server whose output is in a file."""

    def __init__(self, name: str, folder: Path, *command: str, **environment: str) -> None:
        self.name = name
        self.log = folder / f"{name.replace(' ', '-')}.log"
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, broker.__file__, *command],
                stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=folder, env=os.environ | environment,
                start_new_session=True,
            )  # fmt: skip

    def wait(self, seconds: int, is_up: Callable[[], object]) -> None:
        """Until it is up, as something says that fails or is false before; the test fails where that takes longer."""
        wait_for(f"{self.name} to answer", seconds, is_up, lambda: self._process.poll() is None, self.log)

    def stop(self) -> None:
        """End it."""
        self._process.stdin.close()
        self._process.wait(timeout=60)


def wait_for(
    what: str,
    seconds: int,
    is_so: Callable[[], object],
    is_possible: Callable[[], bool] = lambda: True,
    log: Path | None = None,
) -> None:
    """Wait until something is so. Where it takes longer than allowed, or can't come, the test fails with a sentence."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and is_possible():
        with contextlib.suppress(Exception):
            if is_so():
                return
        time.sleep(0.3)
    said = log.read_text(errors="replace")[-3000:] if log and log.exists() else ""
    pytest.fail(f"Waited {seconds} s for {what}, or what was waited for ended before.\n{said}", pytrace=False)


@contextlib.contextmanager
def within(seconds: int, what: str) -> Iterator[None]:
    """What waits in the main thread by itself: where it takes longer than allowed, the test fails with a sentence."""

    def end(*_: object) -> None:
        pytest.fail(f"Waited {seconds} s for {what}.", pytrace=False)

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def answers(port: int) -> bool:
    """Whether something listens on a port of loopback. Raises OSError where nothing does."""
    socket.create_connection(("127.0.0.1", port), 1).close()
    return True


# -- Spark's standalone cluster


class StandaloneCluster:
    """A master and some workers of one core each, from the Spark that pip installed.

    Where `is_pinned`, a worker and its executors have a core of the machine, and no more: Java's compilers and
    collectors would take the others.
    """

    def __init__(self, folder: Path, workers: int = 2, memory: str = "1400m", is_pinned: bool = False) -> None:
        self.folder = folder
        cores = sorted(os.sched_getaffinity(0)) if is_pinned else []
        port, self._web = broker.free_ports(2)
        self.master = f"spark://127.0.0.1:{port}"
        self._services = [self._start("master", "master.Master", "--port", port, "--webui-port", self._web)]
        for number in range(1, workers + 1):
            options = ("--cores", 1, "--memory", memory, "--webui-port", 0, "--work-dir", folder / f"work-{number}")
            pinned = ("taskset", "-c", str(cores[(number - 1) % len(cores)])) if cores else ()
            self._services.append(self._start(f"worker {number}", "worker.Worker", *options, self.master, by=pinned))
        wait_for(f"{workers} workers at the master", 180, lambda: self.said()["aliveworkers"] == workers)

    def _start(self, name: str, main: str, *options: object, by: tuple[str, ...] = ()) -> Service:
        command = [*by, str(SPARK / "bin" / "spark-class"), f"org.apache.spark.deploy.{main}", "--host", "127.0.0.1"]
        return Service(
            name, self.folder, *command, *map(str, options),
            SPARK_LOCAL_IP="127.0.0.1", SPARK_DAEMON_MEMORY="256m", SPARK_LOCAL_DIRS=str(self.folder / "scratch"),
        )  # fmt: skip

    def said(self) -> dict:
        """What the master says of workers and applications."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._web}/json/", timeout=5) as answer:
            return json.load(answer)

    def executors(self) -> list[int]:
        """The processes that are executors now."""
        command = ["ps", "-ww", "-eo", "pid=,args="]  # whole lines, also where COLUMNS is set
        found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
        ours = [f"--app-id {app['id']}" for app in self.said()["activeapps"]]
        lines = [line.split(None, 1) for line in found.stdout.splitlines() if "ExecutorBackend" in line]
        return [int(pid) for pid, said in lines if any(each in said for each in ours)]

    def stop(self) -> None:
        for each in reversed(self._services):
            each.stop()


class Killer(threading.Thread):
    """Kills an executor of a cluster every few seconds, once it is told to begin."""

    def __init__(self, cluster: StandaloneCluster, kills: int, seconds: float) -> None:
        super().__init__(daemon=True)
        self.cluster, self.kills, self.seconds = cluster, kills, seconds
        self.killed: list[int] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        while len(self.killed) < self.kills and not self.stopping.wait(self.seconds):
            found: list[int] = []
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):  # the master may be busy
                found = self.cluster.executors()
            if found:
                pid = found[len(self.killed) % len(found)]
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    self.killed.append(pid)


# -- an object store


class ObjectStore:
    """A server of S3 that keeps its objects in a folder, with one bucket."""

    def __init__(self, folder: Path) -> None:
        server = _fetch_object_store()
        [port] = broker.free_ports(1)
        self.folder = folder / "objects"
        (self.folder / "changefeed").mkdir(parents=True)
        self.address = f"http://127.0.0.1:{port}"
        self.warehouse = "s3a://changefeed/tables"
        self.environment = {
            "AWS_ACCESS_KEY_ID": USER, "AWS_SECRET_ACCESS_KEY": PASSWORD,
            "AWS_ENDPOINT_URL": self.address,
        }  # fmt: skip
        self._service = Service(
            "object store", folder, str(server), "--port", f"127.0.0.1:{port}", "--region", "us-east-1", "posix",
            str(self.folder), ROOT_ACCESS_KEY_ID=USER, ROOT_SECRET_ACCESS_KEY=PASSWORD,
        )  # fmt: skip
        self._service.wait(60, lambda: answers(port))

    def stop(self) -> None:
        self._service.stop()


def _fetch_object_store() -> Path:
    """The server's program, built once. Skips the test where it can't be had."""
    place = jars.cache() / f"versitygw-{OBJECT_STORE}"
    program = place / "versitygw"
    if not program.exists():
        if not shutil.which("go"):
            pytest.skip("the server of S3 is built with Go, which is not on this machine")
        with tempfile.TemporaryDirectory(dir=jars.cache()) as made:
            command = ["go", "install", f"github.com/versity/versitygw/cmd/versitygw@{OBJECT_STORE}"]
            done = subprocess.run(
                command, env=os.environ | {"GOBIN": made}, capture_output=True, text=True, timeout=1800
            )
            if done.returncode:
                pytest.skip(f"the server of S3 can't be built: {done.stderr.strip().splitlines()[-1]}")
            place.mkdir(exist_ok=True)
            shutil.move(f"{made}/versitygw", program)
    return program


# -- a database, and Hive's metastore on it


class Database:
    """PostgreSQL with a user and a password, in a folder that the user postgres may enter."""

    def __init__(self) -> None:
        initdb, postgres = (_program_of_postgresql(name) for name in ("initdb", "postgres"))
        [self.port] = broker.free_ports(1)
        self.folder = Path(tempfile.mkdtemp(prefix="changefeed-postgres-"))
        (self.folder / "password").write_text(PASSWORD)
        as_user: list[str] = []
        if os.getuid() == 0:  # which PostgreSQL refuses
            for each in (self.folder, self.folder / "password"):
                shutil.chown(each, "postgres", "postgres")
            as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        data = str(self.folder / "data")
        made = [
            *as_user,
            initdb,
            "-D",
            data,
            "-U",
            USER,
            "-A",
            "scram-sha-256",
            "--pwfile",
            str(self.folder / "password"),
        ]
        subprocess.run([*made, "--no-sync"], capture_output=True, check=True, timeout=120, cwd="/")
        self._service = Service(
            "PostgreSQL", self.folder, *as_user, postgres, "-D", data, "-p", str(self.port), "-k", data,
            "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off",
        )  # fmt: skip
        self._service.wait(60, lambda: answers(self.port))
        self.url = f"jdbc:postgresql://127.0.0.1:{self.port}/postgres"

    def run(self, script: Path) -> None:
        """Run a file of SQL."""
        psql = [_program_of_postgresql("psql"), "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port)]
        environment = os.environ | {"PGPASSWORD": PASSWORD}
        done = subprocess.run(
            [*psql, "-U", USER, "-f", str(script), "postgres"], env=environment, capture_output=True, text=True,
            timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def stop(self) -> None:
        self._service.stop()
        shutil.rmtree(self.folder)


def _program_of_postgresql(name: str) -> str:
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    if not found:
        pytest.skip(f"PostgreSQL is not on this machine ({name}): apt-get install postgresql")
    return found


class Metastore:
    """Hive's metastore as a service on a database, which it uses alone."""

    def __init__(self, folder: Path, database: Database) -> None:
        home = _fetch_hive()
        [port] = broker.free_ports(1)
        make_metastore(database, HIVE)
        settings = {
            "javax.jdo.option.ConnectionURL": database.url,
            "javax.jdo.option.ConnectionDriverName": "org.postgresql.Driver",
            "javax.jdo.option.ConnectionUserName": USER,
            "javax.jdo.option.ConnectionPassword": PASSWORD,
            "metastore.warehouse.dir": str(folder / "tables"),
            # What is chosen by itself needs the rest of Hive.
            "metastore.expression.proxy": "org.apache.hadoop.hive.metastore.DefaultPartitionExpressionProxy",
            "metastore.task.threads.always": "org.apache.hadoop.hive.metastore.events.EventCleanerTask",
        }
        properties = "".join(f"<property><name>{n}</name><value>{v}</value></property>" for n, v in settings.items())
        (folder / "metastore-site.xml").write_text(f"<configuration>{properties}</configuration>")
        beside = [str(path) for name in _OF_HADOOP for path in (SPARK / "jars").glob(f"{name}-[0-9]*.jar")]
        class_path = os.pathsep.join(
            [str(folder), str(home / "lib" / "*"), str(home / "*"), *beside, *map(str, fetched(DRIVER))]
        )
        self.address = f"thrift://127.0.0.1:{port}"
        self._service = Service(
            "metastore", folder, "java", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", class_path,
            "org.apache.hadoop.hive.metastore.HiveMetaStore", "-p", str(port),
        )  # fmt: skip
        self._service.wait(240, lambda: answers(port))

    def stop(self) -> None:
        self._service.stop()


def make_metastore(database: Database, version: str) -> None:
    """Give a database the tables of the metastore of a version of Hive, 2.3.0 or this one, by Hive's own scripts."""
    scripts = _fetch_hive() / "scripts" / "metastore" / "upgrade" / "postgres"
    names = [f"hive-schema-{version.rpartition('.')[0]}.0"]  # 3.1.3 has the tables of 3.1.0
    if version == "2.3.0":
        steps = ("1.2.0", "2.0.0", "2.1.0", "2.2.0", version)
        names = ["hive-schema-1.2.0", *(f"upgrade-{old}-to-{new}" for old, new in itertools.pairwise(steps))]
    for name in names:
        database.run(scripts / f"{name}.postgres.sql")


# What Hive's metastore takes from a Hadoop beside it: pyspark has it.
_OF_HADOOP = (
    "hadoop-client-api", "hadoop-client-runtime", "slf4j-api", "gson", "commons-cli", "commons-collections",
    "commons-lang",
)  # fmt: skip
_HIVE = f"""
<dependency org="org.apache.hive" name="hive-standalone-metastore" rev="{HIVE}" transitive="false">
    <artifact name="hive-standalone-metastore" type="tar.gz" ext="tar.gz" m:classifier="bin"/>
</dependency>
<dependency org="org.apache.httpcomponents" name="httpclient" rev="4.5.13" conf="default"/>
<dependency org="org.apache.hadoop" name="hadoop-hdfs" rev="3.4.1" transitive="false"/>
<dependency org="javax.servlet" name="javax.servlet-api" rev="3.1.0" conf="default"/>
"""


def _fetch_hive() -> Path:
    """The folder of Hive's metastore, with the jars that it lacks beside its own; fetched once (28 MB)."""

    def with_jars(made: Path) -> Path:
        [home] = made.glob("apache-hive-metastore-*")
        for jar in made.glob("*.jar"):
            shutil.move(jar, home)
        return home

    return _fetched_or_skipped(
        f"hive-metastore-{HIVE}", _HIVE, "[artifact]-[revision].[ext]", "apache-hive-metastore-*",
        ("jar", "tar.gz"), with_jars,
    )  # fmt: skip


def _fetched_or_skipped(*arguments: Any) -> Path:
    """As maven.fetched(). Skips the test where it can't be had."""
    try:
        return maven.fetched(*arguments)
    except maven.CannotFetch as error:
        pytest.skip(str(error))


# -- a REST catalog of Iceberg


class RestCatalog:
    """The server with which Iceberg tests clients of its REST catalog; it keeps names of tables in a file of SQLite."""

    def __init__(self, folder: Path) -> None:
        jars_of_server = _fetch_rest_catalog()
        [port] = broker.free_ports(1)
        self.address = f"http://127.0.0.1:{port}"
        beside = [str(path) for name in _OF_HADOOP for path in (SPARK / "jars").glob(f"{name}-[0-9]*.jar")]
        self._service = Service(
            "REST catalog", folder, "java", "-Xmx512m", "-XX:TieredStopAtLevel=1",
            "-cp", os.pathsep.join([str(jars_of_server / "*"), *beside]), "org.apache.iceberg.rest.RESTCatalogServer",
            CATALOG_REST_PORT=str(port), CATALOG_URI=f"jdbc:sqlite:{folder / 'catalog.db'}", CATALOG_CLIENTS="1",
            CATALOG_WAREHOUSE=(folder / "rest-tables").as_uri(),
        )  # fmt: skip
        self._service.wait(120, lambda: urllib.request.urlopen(f"{self.address}/v1/config", timeout=5).status == 200)

    def stop(self) -> None:
        self._service.stop()


_REST_CATALOG = f"""
<dependency org="org.apache.iceberg" name="iceberg-open-api" rev="{ICEBERG}" transitive="false">
    <artifact name="iceberg-open-api" type="jar" ext="jar" m:classifier="test-fixtures"/>
</dependency>
<dependency org="org.apache.iceberg" name="iceberg-core" rev="{ICEBERG}" conf="default">
    <artifact name="iceberg-core" type="jar" ext="jar"/>
    <artifact name="iceberg-core" type="test-jar" ext="jar" m:classifier="tests"/>
</dependency>
<dependency org="org.eclipse.jetty" name="jetty-servlet" rev="11.0.26" conf="default"/>
<dependency org="org.xerial" name="sqlite-jdbc" rev="3.50.3.0" conf="default"/>
"""


def _fetch_rest_catalog() -> Path:
    """The folder of the server's jars, fetched once (some 30 MB)."""
    return _fetched_or_skipped(
        f"iceberg-rest-{ICEBERG}", _REST_CATALOG, "lib/[artifact]-[revision](-[classifier]).[ext]",
        "lib/*test-fixtures.jar", ("jar", "bundle", "test-jar"), lambda made: made / "lib",
    )  # fmt: skip


def fetched(packages: str) -> list[Path]:
    """The jars of Maven packages, fetched once."""
    return jars.fetch({jars.PACKAGES: packages})


@contextlib.contextmanager
def running(service: object) -> Iterator:
    """A service, stopped at the end."""
    try:
        yield service
    finally:
        service.stop()
