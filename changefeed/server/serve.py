"""`changefeed serve`: one Spark for a warehouse that stays, in which the other commands run (ADR 0032).

The server is a Python process that has started Spark and imported dbt. For each command that comes it forks: the new
process takes the command's words, folder, environment and open files, gets a session of its own, and runs the command
as any other process would. The server waits, passes on signals and sends back the exit code.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import multiprocessing.util
import os
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from changefeed import words
from changefeed.errors import ChangefeedError
from changefeed.notices import tell
from changefeed.project import macros, paths, said_to_dbt
from changefeed.runs import parsed
from changefeed.server import jdbc
from changefeed.spark import attach, gateways, jars, jvm, relations, session
from changefeed.watch import preview

_IMPORTED = ("dbt.cli.main", "dbt.adapters.spark")  # what a command would import at first
_PATIENCE = 10  # seconds that a command has to end after it was told to


@dataclass(eq=False)
class _Work:
    """A command at work: its words, its process, the client that waits for it, and its session."""

    words: list[str]
    process: int
    client: socket.socket
    channel: socket.socket  # to the process, which closes the other end when it ends
    gateway: gateways.Gateway
    began: float
    built: bytes = b""  # what it told of a build (changefeed/runs/parsed.py)

    @property
    def told(self) -> str:
        return shlex.join(["changefeed", *self.words])


class Server:
    """Takes commands until it is told to end, or has been idle for `idle_seconds` (0: never).

    `run_command` runs a command line. `has_jdbc`: clients of JDBC may change tables, too.
    """

    def __init__(
        self, home: Path, project_dir: Path, idle_seconds: float, run_command: Callable[[list[str]], Any],
        has_jdbc: bool,
    ) -> None:  # fmt: skip
        self._home = home
        self._project_dir = project_dir
        self._idle_seconds = idle_seconds
        self._run_command = run_command
        self._has_jdbc = has_jdbc
        self._has_claims = has_jdbc or bool(os.environ.get("CHANGEFEED_METASTORE"))
        self._at_work: list[_Work] = []
        self._waiting: list[socket.socket] = []  # for the end of the server
        self._lent: dict[socket.socket, gateways.Gateway] = {}  # sessions that other processes use
        self._is_ending = False
        self._end_at_once_by = 0.0
        self._is_untidy = False  # a command was stopped
        self._code = _files_of_code()
        self._claimants: set[str] = set()  # commands that have ended, and whose claims have not
        self._coming: list[attach.Incoming] = []
        self._used_at = time.time()
        self._selector = selectors.DefaultSelector()
        self._wakes, woken = socket.socketpair()
        woken.setblocking(False)
        signal.set_wakeup_fd(woken.fileno())
        self._woken = woken
        self._listener = self._listen()
        self._selector.register(self._listener, selectors.EVENT_READ, self._take)
        self._selector.register(self._wakes, selectors.EVENT_READ, lambda: self._wakes.recv(100))

    def _listen(self) -> socket.socket:
        """Listen before Spark has started, so that a command can wait for it. Remove what a dead server left."""
        if running := attach.connect(self._home):
            running.close()
            raise ChangefeedError(
                f"A server of {self._home} runs already: `changefeed serve --stop` ends it", exit_code=2
            )
        listener = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            with paths.in_folder(self._home):
                Path(attach.SOCKET).unlink(missing_ok=True)
                listener.bind(attach.SOCKET)
        except OSError as error:
            raise ChangefeedError(
                f"{self._home}: the server can't make its socket there ({error.strerror}). Set CHANGEFEED_HOME to a "
                "folder on another disk, and CHANGEFEED_WAREHOUSE to the folder of the tables."
            ) from error
        finally:
            os.umask(before)
        listener.listen(100)
        return listener

    def run(self, spark: SparkSession, settings: Mapping[str, str]) -> int:
        """Take commands until the end; returns the exit code. `settings` are those that Spark was started with."""
        self._spark, self._settings = spark, settings
        for name in _IMPORTED:
            importlib.import_module(name)
        with contextlib.suppress(Exception):  # of a macro that is wrong, the command that calls it tells
            preview.prepare(spark, self._project_dir)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._told_to_end)
        if self._has_jdbc and not os.environ.get("CHANGEFEED_METASTORE"):
            self._see_to("ending claims", self._end_claims)  # of a killed server: nobody else can reach this warehouse
        self._used_at = time.time()
        java = jvm.gateway().proc
        while (self._at_work or not self._is_ending) and java.poll() is None:
            for key, _ in self._selector.select(timeout=5):
                self._see_to("what came in", key.data)
            self._forget_slow()
            if self._end_at_once_by:
                self._hasten()
            elif not self._at_work and not self._lent and not self._is_ending and self._is_idle():
                self._end("nobody has used it for a while")
        if java.poll() is None:
            return 0
        tell(f"Spark has ended by itself: see {self._home / 'logs' / 'spark.log'}", err=True)
        for work in self._at_work:
            os.kill(work.process, signal.SIGKILL)
            attach.answer(work.client, said="Spark has ended by itself", code=1)
        return 1

    def close(self) -> None:
        """End Spark and release the warehouse. Then commands that wait for that go on."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        if (gateway := jvm.gateway()) is not None and gateway.proc.poll() is None:
            jars.end_java()
        with paths.in_folder(self._home):
            Path(attach.SOCKET).unlink(missing_ok=True)
        session.release()
        coming = (each.connection for each in self._coming)
        for each in (self._listener, *self._waiting, *self._lent, *coming):
            each.close()

    def _told_to_end(self, number: int, frame: Any) -> None:
        """Ctrl-C or SIGTERM: commands at work are stopped, as Ctrl-C stops them."""
        self._end_at_once_by = self._end_at_once_by or time.monotonic() + _PATIENCE
        self._is_ending = True
        for work in self._at_work:
            os.kill(work.process, signal.SIGINT)

    def _hasten(self) -> None:
        if time.monotonic() > self._end_at_once_by:
            for work in self._at_work:
                os.kill(work.process, signal.SIGKILL)

    def _end(self, why: str) -> None:
        self._is_ending = True
        self._say(f"ends, since {why}")

    def _say(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the terminal may be gone
            tell(f"{datetime.now():%H:%M:%S}  {text}")

    def _is_idle(self) -> bool:
        if not self._idle_seconds or time.time() - self._used_at < self._idle_seconds:
            return False
        if self._has_jdbc and not self._see_to("asking JDBC", self._ask_jdbc):
            return False
        return time.time() - self._used_at >= self._idle_seconds

    def _ask_jdbc(self) -> None:
        self._used_at = max(self._used_at, jdbc.last_used(self._spark))

    def _see_to(self, what: str, work: Callable[[], object]) -> bool:
        """Do work of the server's own; whether it went well. Where it fails, commands of others go on all the same."""
        try:
            work()
            return True
        except Exception as error:
            self._say(f"{what}: {words.first_lines(error, 1)}")
            return False

    # -- what comes in

    def _take(self) -> None:
        client, _ = self._listener.accept()
        incoming = attach.Incoming(client)
        self._coming.append(incoming)
        self._selector.register(client, selectors.EVENT_READ, lambda: self._hear(incoming))

    def _hear(self, incoming: attach.Incoming) -> None:
        if incoming not in self._coming:
            return
        client = incoming.connection
        try:
            request = incoming.more()
        except BlockingIOError:
            return
        except (OSError, ValueError):
            self._forget(incoming)
            client.close()
            return
        if request is None:
            return
        self._forget(incoming, files_too=False)
        client.settimeout(10)
        try:
            self._answer_to(request, client, incoming.files)
        except Exception as error:
            said = f"the server can't run it: {words.first_lines(error, 1) or type(error).__name__}"
            attach.answer(client, said=said, code=1)
            client.close()
            raise
        finally:
            for file in incoming.files:
                os.close(file)

    def _forget(self, incoming: attach.Incoming, files_too: bool = True) -> None:
        self._coming.remove(incoming)
        self._selector.unregister(incoming.connection)
        for file in incoming.files if files_too else ():
            os.close(file)

    def _forget_slow(self) -> None:
        """Close the connections of those that have not said what they want."""
        for incoming in [each for each in self._coming if time.monotonic() - each.began > _PATIENCE]:
            self._forget(incoming)
            incoming.connection.close()

    def _answer_to(self, request: dict[str, Any], client: socket.socket, files: list[int]) -> None:
        if request.get("stop"):
            self._end("it was told to")
            for work in self._at_work:
                attach.answer(client, said=f"the server ends after {session.run_by(work.told, work.process)}")
            self._waiting.append(client)
        elif request.get("borrow") and not self._is_ending:
            self._lend(client)
        elif request["code"] != str(paths.CODE):
            used = f"{session.run_by('changefeed serve', os.getpid())} of another installation, {paths.CODE}"
            attach.answer(client, said=f"The warehouse {self._home} is in use by {used}", code=2)
            client.close()
        elif not self._is_ending and _files_of_code() != self._code:
            self._end("changefeed's own files have changed")
            attach.answer(client, said="the server of this warehouse ends, since changefeed's own files have changed")
            self._waiting.append(client)
        elif self._is_ending:
            self._waiting.append(client)
        else:
            self._begin(request, client, files)

    def _lend(self, client: socket.socket) -> None:
        """Give a process a session of its own, until it ends or closes its connection."""
        gateway = self._lent[client] = gateways.Gateway(self._spark)
        self._selector.register(client, selectors.EVENT_READ, lambda: self._take_back(client))
        attach.answer(client, port=gateway.port, secret=gateway.secret, settings=dict(self._settings))

    def _take_back(self, client: socket.socket) -> None:
        if gateway := self._lent.pop(client, None):
            self._selector.unregister(client)
            client.close()
            self._used_at = time.time()
            self._see_to("closing a session", gateway.close)

    def _begin(self, request: dict[str, Any], client: socket.socket, files: list[int]) -> None:
        self._tidy()
        gateway = gateways.Gateway(self._spark)
        channel, other = socket.socketpair()
        sys.stdout.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # no other thread here holds a lock
            process = os.fork()
        if process == 0:
            coming = (each.connection for each in self._coming)
            others = (*self._waiting, *self._lent, *coming)
            of_server = (self._listener, self._wakes, self._woken, *others, client, channel)
            parsed.server = other
            served = gateways.Served(gateway.port, gateway.secret, self._settings)
            self._be_command(request, files, served, [*of_server, *self._of_commands()])
        other.close()
        work = _Work(request["words"], process, client, channel, gateway, time.monotonic())
        self._at_work.append(work)
        self._selector.register(channel, selectors.EVENT_READ, lambda: self._heard_from_process(work))
        self._selector.register(client, selectors.EVENT_READ, lambda: self._heard_from_client(work))
        attach.answer(client, begun=process)

    def _heard_from_client(self, work: _Work) -> None:
        """Pass signals on to the command. If the client has ended, the command ends, too."""
        if work not in self._at_work:
            return
        numbers = b""
        with contextlib.suppress(OSError):
            numbers = work.client.recv(100)
        for number in numbers or [signal.SIGTERM]:
            os.kill(work.process, number)
        if not numbers:
            self._selector.unregister(work.client)

    def _heard_from_process(self, work: _Work) -> None:
        """The process of a command tells what it built, or has ended."""
        if work not in self._at_work:
            return
        if told := work.channel.recv(1_000_000):
            work.built += told
        else:
            self._ended(work)

    def _ended(self, work: _Work) -> None:
        _, status = os.waitpid(work.process, 0)
        code = os.waitstatus_to_exitcode(status)
        for each in (work.channel, work.client):
            if each in self._selector.get_map():
                self._selector.unregister(each)
        self._at_work.remove(work)
        self._used_at = time.time()
        self._is_untidy |= code < 0 or code == 130
        self._see_to("closing a session", work.gateway.close)
        if code and self._has_claims:
            self._claimants.add(session.run_by(work.told, work.process))
            self._end_known_claims()
        attach.answer(work.client, code=code if code >= 0 else 128 - code)
        work.channel.close()
        work.client.close()
        self._say(f"{work.told}: exit code {code}, {time.monotonic() - work.began:.1f} s")
        if work.built and not self._at_work and not self._is_ending:
            self._see_to("parsing the project", lambda: parsed.keep(work.built))

    # -- what an ended command leaves

    def _tidy(self) -> None:
        """Remove half-made tables of a command that was stopped, where nobody may be making one; end its claim."""
        self._end_known_claims()
        if self._is_untidy:
            self._see_to("removing half-made tables", self._remove_half_made)

    def _remove_half_made(self) -> None:
        if not session.holder_of(self._home / "turn") and not gateways.is_at_work(self._spark):
            session.remove_half_made_tables(self._spark, self._project_dir)
            self._is_untidy = False

    def _end_known_claims(self) -> None:
        for run_by in sorted(self._claimants):
            if self._see_to("ending a claim", functools.partial(self._end_claims, run_by)):
                self._claimants.remove(run_by)

    def _end_claims(self, run_by: str | None = None) -> None:
        """End the claim of a run whose process is gone, or all claims of such runs."""
        runs = relations.table_name("runs")
        if self._spark.catalog.tableExists(runs):
            for claim in self._spark.sql(f"select run_id, run_by from {runs} where ended_at is null").collect():
                if run_by in (None, claim["run_by"]):
                    self._spark.sql(macros.own().end_claim(runs, claim["run_id"], "stopped"))

    # -- in the process of a command

    def _of_commands(self) -> Iterator[socket.socket]:
        return (each for work in self._at_work for each in (work.client, work.channel))

    def _be_command(
        self, request: dict[str, Any], files: list[int], served: gateways.Served, of_server: Iterable[socket.socket]
    ) -> None:
        """Become the process of a command; does not return."""
        code, server = 1, os.getppid()
        try:
            os.setsid()  # no terminal's signals but those that the client passes on
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            self._selector.close()
            for each in of_server:
                each.close()
            served.leave_server()
            session.release()
            session.served = served
            os.environ.clear()
            os.environ.update(request["environment"])
            if self._has_jdbc:
                said_to_dbt.say(has_others=True)
            os.chdir(request["folder"])
            sys.argv[1:] = request["words"]
            _open_streams(request["encoding"])
            self._run_command(request["words"])
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except BaseException:
            if os.getppid() == server:  # the client tells the user of the server's end
                traceback.print_exc()
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            with contextlib.suppress(Exception):
                # dbt's locks: os._exit leaves them, and Python warns of that. The function is in no stub.
                multiprocessing.util._exit_function()  # type: ignore[attr-defined]
            os._exit(code)


def _open_streams(encoding: str) -> None:
    """Python's own streams on the files that the command has now, as Python opens them at its start."""
    sys.stdin = os.fdopen(0, encoding=encoding, closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding=encoding, buffering=1 if os.isatty(1) else -1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding=encoding, errors="backslashreplace", buffering=1, closefd=False)


def _files_of_code() -> list[tuple[str, int, int]]:
    """The files of the loader, with time and size, which tell whether a file has changed."""
    return sorted(
        (str(file), stat.st_mtime_ns, stat.st_size) for file in paths.CODE.rglob("*.py") if (stat := file.stat())
    )


@contextlib.contextmanager
def closing(server: Server) -> Iterator[Server]:
    """Close the server at the end, whatever happens."""
    try:
        yield server
    finally:
        server.close()


def start_behind(words: Sequence[str], home: Path) -> int:
    """Start a server as its own process, wait until it takes commands, and show its output. Returns the exit code."""
    log = home / "logs" / "server.log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "changefeed", *words],
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
        )  # fmt: skip
    while process.poll() is None and not _is_ready(log):
        time.sleep(0.1)
    tell(log.read_text(encoding="utf-8"), nl=False)
    return process.poll() or 0


def stop(home: Path) -> bool:
    """Tell the server of a warehouse to end, and wait for the end. Returns whether there was a server."""
    connection = attach.connect(home)
    if connection is None:
        return False
    with connection:
        for _ in attach.answers(connection, {"stop": True}):
            pass
    return True


READY = "takes commands"


def _is_ready(log: Path) -> bool:
    return READY in log.read_text(encoding="utf-8")
