"""`changefeed serve`: the other commands run in its Spark, each as in a process of its own.

One server serves most of these tests, on a project whose loader is a copy. They are in order: the last one kills it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from changefeed.errors import ChangefeedError
from changefeed.project import paths
from changefeed.server import jdbc
from changefeed.spark import attach, session
from conftest import record, write_capture
from one_spark import SHORT_LIVED
from pipeline import LINKED, REPO
from services import within

SLEEPS = "select java_method('java.lang.Thread', 'sleep', bigint(200000))"


class Served:
    """A project with a loader of its own, its warehouse, and a server of it."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.home = folder / "warehouse"
        self.project.mkdir()
        for name in LINKED:
            (self.project / name).symlink_to(REPO / name)
        (self.project / "changefeed").unlink()
        shutil.copytree(REPO / "changefeed", self.project / "changefeed", ignore=shutil.ignore_patterns("__pycache__"))
        (self.project / "dbt_project.yml").unlink()
        shutil.copy(REPO / "dbt_project.yml", self.project)
        (self.project / "seeds").mkdir()
        for seed in (REPO / "seeds").iterdir():
            text = seed.read_text()
            (self.project / "seeds" / seed.name).write_text(text if seed.suffix == ".yml" else text.split("\n")[0])
        self.process: subprocess.Popen[str] | None = None

    def environment(self, **settings: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CHANGEFEED_")}
        return kept | {
            "CHANGEFEED_HOME": str(self.home),
            "PYTHONPATH": str(self.project),
            "SPARK_SUBMIT_OPTS": SHORT_LIVED,
            **settings,
        }

    def start(self, *options: str) -> None:
        """Start a server and wait until it takes commands."""
        self.home.mkdir(exist_ok=True)
        with self.log.open("w") as log:
            self.process = self.spawn("serve", "--port", "0", *options, stdout=log, stderr=log)
        self.wait_for("takes commands")

    @property
    def log(self) -> Path:
        return self.home / "server.log"

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + 600
        while words not in self.log.read_text():
            assert time.monotonic() < until and self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)

    def spawn(
        self, *arguments: str, cwd: Path | None = None, settings: dict[str, str] | None = None, **files: Any
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "changefeed", "--project-dir", str(self.project), *arguments],
            cwd=cwd or self.project, env=self.environment(**settings or {}), text=True,
            **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | files),
        )  # fmt: skip

    def call(
        self, *arguments: str, stdin: str | None = None, cwd: Path | None = None, **settings: str
    ) -> tuple[int, str, str]:
        """Exit code, output and errors of a command."""
        process = self.spawn(*arguments, cwd=cwd, settings=settings, stdin=subprocess.PIPE)
        output, errors = process.communicate(stdin, timeout=600)
        return process.returncode, output, errors

    def value(self, statement: str, **settings: str) -> str:
        """The one value that a query gives."""
        code, output, errors = self.call("sql", "--output", "csv", statement, **settings)
        assert (code, errors) == (0, "")
        return output.splitlines()[1]


@pytest.fixture(scope="module")
def served(own_spark: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("served"))
    made.start()
    yield made
    made.process.kill()
    made.process.wait()


def test_commands_run_in_the_server_as_in_a_process_of_their_own(served: Served, tmp_path: Path) -> None:
    write_capture(tmp_path / "here.jsonl", [record(0), record(1)])
    code, output, errors = served.call("load", "here.jsonl", cwd=tmp_path)
    assert (code, errors) == (0, "") and "landed         2" in output
    assert served.call("sql", "--output", "csv", "select offset from messages order by 1")[1] == "offset\n0\n1\n"

    code, output, errors = served.call("sql", "selec")
    assert (code, output, errors.count("\n")) == (1, "", 1) and "PARSE_SYNTAX_ERROR" in errors
    assert served.call("sql", "--output", "nothing", "select 1")[0] == 64
    for words in ("load here.jsonl: exit code 0", "selec: exit code 1"):
        served.wait_for(words)


def test_a_session_ends_with_its_command(served: Served) -> None:
    """The prompt reads what it is sent; its settings, views and schema are nobody else's."""
    said = "create temporary view seen as select 17 as n;\nset spark.sql.shuffle.partitions=17;\nuse default;\n"
    said += "select * from seen;\nset spark.sql.shuffle.partitions;\nsql -o csv 'select 18 as n'\n"
    code, output, errors = served.call("shell", "--output", "csv", stdin=said)
    assert (code, errors) == (0, "")
    assert output.splitlines()[-6:] == ["n", "17", "key,value", "spark.sql.shuffle.partitions,17", "n", "18"]
    assert served.value("select current_schema()") == "changefeed"
    assert served.value("set spark.sql.shuffle.partitions").endswith(",4")
    assert "TABLE_OR_VIEW_NOT_FOUND" in served.call("sql", "select * from seen")[2]


def test_two_commands_at_once(served: Served, tmp_path: Path) -> None:
    """Who only looks does not wait; who changes something is told who is at work, and exits with 2."""
    slow = served.spawn("sql", SLEEPS)
    with (served.home / "turn").open("a+") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        turn.truncate(0)
        turn.write('{"command": "changefeed run", "pid": 7, "host": "here", "since": "noon"}')
        turn.flush()
        write_capture(tmp_path / "more.jsonl", [record(2)])
        code, output, errors = served.call("load", str(tmp_path / "more.jsonl"))
        assert (code, output, errors.count("\n")) == (2, "", 1)
        assert "in use by `changefeed run` (process 7 on here, since noon). Wait until it ends" in errors
        assert served.value("select count(*) from messages") == "2"
        assert served.call("shell", stdin="load nothing.jsonl\nselect 1 as n;\n")[0] == 1
    # And the turn ends with the command that had it, in a shell too.
    code, output, errors = served.call("shell", stdin=f"load {tmp_path}/more.jsonl\nselect 1;\n")
    assert (code, errors) == (0, "") and "landed         1" in output
    assert slow.poll() is None
    slow.send_signal(signal.SIGINT)
    assert slow.communicate(timeout=300) == ("", "changefeed: stopped. The next run goes on where this one was.\n")
    assert slow.returncode == 130


def test_a_killed_client_ends_its_command(served: Served) -> None:
    slow = served.spawn("sql", SLEEPS)
    threading.Timer(1.5, slow.kill).start()
    slow.communicate(timeout=300)
    assert slow.returncode == -signal.SIGKILL
    served.wait_for("exit code -15")


def test_a_changed_project_is_read_and_another_spark_is_refused(served: Served) -> None:
    project = served.project / "dbt_project.yml"
    before = project.read_text()
    project.write_text(before + "\nvars:\n  changefeed_schema: elsewhere\n")
    assert served.value("select current_schema()") == "elsewhere"
    project.write_text(before)
    assert served.value("select current_schema()") == "changefeed"
    assert served.value("select current_schema()", CHANGEFEED_SCHEMA="mine") == "mine"
    assert served.value("set spark.sql.shuffle.partitions", CHANGEFEED_SHUFFLE_PARTITIONS="3").endswith(",3")
    (served.project / "seeds" / "changefeed_feeds.csv").write_text("feed,no\n")
    assert served.call("feeds", "check")[0] == 1

    code, output, errors = served.call("sql", "select 1", CHANGEFEED_DRIVER_MEMORY="5g")
    assert (code, output, errors.count("\n")) == (1, "", 1)
    assert "another spark.driver.memory than the server" in errors and "changefeed serve --stop" in errors


def test_who_may_use_it(served: Served) -> None:
    """Its socket and its password are its user's alone; another installation's commands keep away."""
    assert stat.S_IMODE((served.home / attach.SOCKET).stat().st_mode) == 0o600
    assert stat.S_IMODE((served.home / "jdbc_password").stat().st_mode) == 0o600
    code, output, errors = served.call("sql", "select 1", cwd=REPO)
    assert (code, output) == (2, "")
    assert f"in use by `changefeed serve` (process {served.process.pid} on " in errors
    assert f"another installation, {served.project}/changefeed" in errors
    code, output, errors = served.call("serve")
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert "in use by `changefeed serve`" in errors and "`changefeed serve --stop`" in errors


def test_tools_connect_with_the_password(served: Served) -> None:
    from pyhive import hive  # of the extra `dev`
    from thrift.transport.TTransport import TTransportException

    address = served.log.read_text().split("jdbc:hive2://")[1].split("/")[0]
    host, port = address.split(":")
    assert host == "127.0.0.1"
    password = (served.home / "jdbc_password").read_text().strip()
    for wrong in ({"auth": "NONE"}, {"auth": "LDAP", "password": password + "x"}, {"auth": "LDAP", "password": "?"}):
        with pytest.raises(TTransportException, match="Error validating the login"):
            hive.connect(host=host, port=int(port), username="somebody", **wrong)
    landed = [(int(served.value("select count(*) from messages")),)]
    for _ in range(12):  # more than Hive keeps threads: later ones come to threads that had statements
        connected = hive.connect(
            host=host, port=int(port), username="somebody", auth="LDAP", password=password, database="changefeed"
        )
        with contextlib.closing(connected), contextlib.closing(connected.cursor()) as cursor:
            cursor.execute("select count(*) from messages")
            assert cursor.fetchall() == landed
            cursor.execute("set spark.sql.ansi.enabled")
            assert cursor.fetchall() == [("spark.sql.ansi.enabled", "false")]

    def answers() -> bool:
        connected = hive.connect(host=host, port=int(port), username="somebody", auth="LDAP", password=password)
        with contextlib.closing(connected), contextlib.closing(connected.cursor()) as cursor:
            cursor.execute("select 1")
            return cursor.fetchall() == [(1,)]

    with contextlib.ExitStack() as stack:
        for _ in range(600):  # more than Hive has threads for, of somebody who never says the password
            stack.enter_context(socket.create_connection((host, int(port))))
        with within(60, "a connection beside 600 that say nothing"):
            assert answers()
    (served.home / "jdbc_password").chmod(0o640)
    with pytest.raises(TTransportException, match="Error validating the login"):
        answers()
    (served.home / "jdbc_password").chmod(0o600)
    assert answers()


def kill_one(served: Served) -> None:
    """Kill a client: its command is stopped, and may have left something."""
    before = served.log.read_text().count("exit code -15")
    slow = served.spawn("sql", SLEEPS)
    time.sleep(1.5)
    slow.kill()
    slow.communicate()
    until = time.monotonic() + 60
    while served.log.read_text().count("exit code -15") == before:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_client_that_says_nothing_holds_up_nobody(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        with paths.in_folder(served.home):
            slow = stack.enter_context(socket.socket(socket.AF_UNIX))
            slow.connect(attach.SOCKET)
            wrong = stack.enter_context(socket.socket(socket.AF_UNIX))
            wrong.connect(attach.SOCKET)
        slow.sendall(b"\0\0")
        wrong.sendall(b"\xff" * 100)
        began = time.monotonic()
        assert served.value("select 5 as n") == "5"
        assert time.monotonic() - began < 8
        slow.settimeout(30)
        assert slow.recv(1) == b"", "it is told to go"


def test_what_fails_of_the_servers_own_work_ends_no_server(served: Served) -> None:
    """Here the table of claims is another; it might be a full disk, or a schema that was dropped."""
    runs = "changefeed_internal.runs"
    assert served.call("sql", f"drop table {runs}")[0] == 0
    assert served.call("sql", f"create table {runs} (ended_at timestamp) using delta")[0] == 0
    kill_one(served)
    assert served.value("select 6 as n") == "6"
    assert served.process.poll() is None
    assert "ending a claim: [UNRESOLVED_COLUMN" in served.log.read_text()
    assert served.call("sql", f"drop table {runs}")[0] == 0
    assert served.value("select 7 as n") == "7"


def test_a_table_that_jdbc_is_making_is_not_taken_for_half_made(served: Served) -> None:
    from pyhive import hive

    address = served.log.read_text().split("jdbc:hive2://")[1].split("/")[0].split(":")
    password = (served.home / "jdbc_password").read_text().strip()
    sleeps = "java_method('java.lang.Thread', 'sleep', bigint(id * 3000))"
    kill_one(served)
    connected = hive.connect(host=address[0], port=int(address[1]), username="somebody", auth="LDAP", password=password)
    with contextlib.closing(connected), contextlib.closing(connected.cursor()) as cursor:
        statement = f"create table changefeed_internal.versions using delta as select id, {sleeps} as s"
        cursor.execute(f"{statement} from range(0, 3, 1, 1)", async_=True)
        until = time.monotonic() + 60
        while not list(served.home.glob("tables/changefeed_internal.db/versions/part-*")):
            assert time.monotonic() < until
        assert served.value("select 8 as n") == "8"
        while cursor.poll().operationState in (0, 1):
            time.sleep(0.1)
    assert served.value("select count(*) from changefeed_internal.versions") == "3"
    assert served.call("sql", "drop table changefeed_internal.versions")[0] == 0
    shell = served.spawn("shell", stdin=subprocess.PIPE)  # idle: what is half made is removed all the same
    half_made = served.home / "tables" / "changefeed_internal.db" / "versions"
    half_made.mkdir()
    (half_made / "part-00000-x.c000.snappy.parquet").touch()
    kill_one(served)
    assert served.value("select 9 as n") == "9"
    assert not half_made.exists()
    shell.communicate("")


def test_a_killed_server_leaves_nothing_that_is_in_the_way(served: Served) -> None:
    slow = served.spawn("sql", SLEEPS)
    time.sleep(1.5)
    served.process.kill()
    output, errors = slow.communicate(timeout=300)
    assert (slow.returncode, output) == (1, "")
    assert errors == "changefeed: the server has ended meanwhile. Give the same command again.\n"
    assert (served.home / attach.SOCKET).is_socket(), "its address is there"
    assert attach.connect(served.home) is None
    served.process.wait()
    assert served.value("select count(*) from messages") == "3", "in a Spark of its own"


# -- without a server of its own


def test_where_no_server_listens_a_command_goes_its_own_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    words = ["--project-dir", str(REPO), "sql", "select 1"]
    assert attach.run(words) is None
    (tmp_path / attach.SOCKET).touch()
    assert attach.run(words) is None
    (tmp_path / attach.SOCKET).unlink()
    with socket.socket(socket.AF_UNIX) as listener, paths.in_folder(tmp_path):
        listener.bind(attach.SOCKET)
        assert attach.connect(tmp_path) is None, "nobody listens"
        listener.listen()
        with attach.connect(tmp_path) as connection:
            assert connection is not None
        monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
        assert attach.connect(tmp_path) is None, "who connects hands out the environment"
        assert attach.run(words) is None
    for words in (["serve", "--stop"], ["setup"], ["--help"], ["--nothing", "sql"], []):
        assert attach.run(words) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_the_warehouse_of_another_user_is_named_with_what_has_it(tmp_path: Path) -> None:
    made = Path("/tmp") / f"changefeed-{os.getpid()}"
    made.mkdir(mode=0o755)
    holder = {"command": "changefeed serve", "pid": 7, "host": "here", "since": "noon", "user": "root"}
    with (made / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        json.dump(holder, lock)
        lock.flush()
        said, told = os.pipe()
        if os.fork() == 0:
            os.setuid(65534)
            try:
                session._take_lock(made / "lock", "changefeed run")
            except ChangefeedError as error:
                os.write(told, f"{error.exit_code} {error}".encode())
            os._exit(0)
        os.close(told)
        with open(said, encoding="utf-8") as heard:
            text = heard.read()
    shutil.rmtree(made)
    assert text.startswith(f"2 The warehouse {made} is that of user root, in use by `changefeed serve` (process 7 on ")


def test_a_password_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = jdbc.password_file(tmp_path)
    assert len(file.read_text()) > 30 and jdbc.password_file(tmp_path) == file
    file.chmod(0o640)
    with pytest.raises(ChangefeedError, match="others may read this password"):
        jdbc.password_file(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ChangefeedError, match="or --no-jdbc"):
        jdbc.address("127.0.0.1", taken.getsockname()[1])


# -- how it ends


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_dbt_reads_what_has_changed_and_claims_end_with_their_run_or_with_the_next_server(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.start()
    try:
        capture = write_capture(tmp_path / "some.jsonl", [record(0), "no record"])
        assert f"{capture}:2: not JSON" in served.call("load", str(capture))[1], "for which Spark starts Python"
        build = ("run", "--select", "changefeed_feeds")
        assert served.call(*build)[0] == 0
        assert served.value("select count(*) from changefeed_feeds") == "0"
        assert served.call("feeds", "add", "shop", "--dialect", "canal", "--topics", "shop")[0] == 0
        assert served.call(*build)[0] == 0
        assert served.value("select feed from changefeed_feeds") == "shop"
        runs = "select concat_ws(' ', sort_array(collect_list(ifnull(outcome, 'open')))) from changefeed_internal.runs"
        assert served.value(runs) == "done done"

        stopped = served.spawn(*build)
        until = time.monotonic() + 600
        while served.value(runs) != "done done open":
            assert time.monotonic() < until and stopped.poll() is None
        stopped.kill()
        stopped.communicate()
        served.wait_for("exit code -15")
        assert served.value(runs) == "done done stopped"
        assert served.call(*build)[0] == 0

        killed = served.spawn(*build)
        while served.value(runs) != "done done done open stopped":
            assert time.monotonic() < until and killed.poll() is None
        served.process.kill()
        served.process.wait()
        assert killed.wait(300) == 1
        served.start()
        assert served.call(*build)[0] == 0, "the claim went with its server"
        assert served.value(runs) == "done done done done stopped stopped"
    finally:
        served.process.kill()
        served.process.wait()


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_it_ends_when_told_when_idle_and_when_changefeed_has_changed(tmp_path: Path) -> None:
    served = Served(tmp_path)
    code, output, errors = served.call("serve", "--background", "--no-jdbc")
    assert (code, errors) == (0, "") and "takes commands" in output
    served.log.parent.joinpath("server.log").symlink_to(served.home / "logs" / "server.log")
    slow = served.spawn("sql", SLEEPS.replace("200000", "6000"))
    time.sleep(2)
    stopping = served.spawn("serve", "--stop")
    output, errors = stopping.communicate(timeout=300)
    assert f"the server ends after `changefeed --project-dir {served.project} sql" in errors
    assert output == f"the server of {served.home} has ended\n" and slow.wait(300) == 0
    assert served.call("serve", "--stop")[1] == f"no server of yours runs for {served.home}\n"
    served.log.unlink()

    served.start("--idle", "0.05")
    assert served.process.wait(300) == 0
    assert "ends, since nobody has used it" in served.log.read_text()

    served.start()
    slow = served.spawn("sql", SLEEPS)
    assert served.value("select 1") == "1"
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(300) == 0
    assert slow.wait(300) == 130

    served.start()
    children = subprocess.run(["pgrep", "-P", str(served.process.pid), "java"], capture_output=True, text=True)
    os.kill(int(children.stdout), signal.SIGKILL)
    assert served.process.wait(300) == 1
    assert "Spark has ended by itself" in served.log.read_text()

    served.start()
    with (served.project / "changefeed" / "words.py").open("a") as file:
        file.write("# changed\n")
    code, output, errors = served.call("sql", "--output", "csv", "select 2 as n")
    assert (code, output) == (0, "n\n2\n"), errors
    assert errors == "changefeed: the server of this warehouse ends, since changefeed's own files have changed\n"
    assert served.process.wait(300) == 0
    assert not (served.home / attach.SOCKET).exists()
