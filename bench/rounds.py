"""Measure what a scheduled round costs by the command line: `load` of a small file, then `run`.

    .venv/bin/python bench/rounds.py
    .venv/bin/python bench/rounds.py --format iceberg --parts counts --rounds 2

--feeds feeds of canal with --tables source tables each, whose typed tables are kept, in a project that `changefeed
init` makes. Each load has --messages messages of 1.3 KB. With --before N, N messages are landed and run before the
rounds. The parts come in this order:

hour      the first hour: load, propose the feed, add it, run, propose the typed tables, run (always done, as the others
          need it)
cold      --rounds rounds, each command in a Java of its own; then status, sql and test
attached  the same rounds attached to `changefeed serve`
counts    rounds in a server that writes Spark's log of events: of the last one the statements that Spark was asked,
          its executions (Delta's own among them) and jobs, and the ten dearest statements. The log itself costs a
          little, so clocks of this part do not count
follow    (if it is named) 100 messages go to a real broker every five seconds, for three minutes, while `load --follow
          --run` attached to `changefeed serve` lands and runs: how long one of each hundred takes from the broker to
          its kept table, as deltalake reads it (Delta only)

Clock and processor seconds are those of all processes of the warehouse: the command, its Java, and the server. Linux
only (it reads /proc). Alone on the machine, or clocks mean little; processor seconds suffer less, counts do not.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

CHANGEFEED = [sys.executable, "-m", "changefeed"]
PARTS = ("hour", "cold", "attached", "counts", "follow")
REPO = Path(__file__).resolve().parents[1]
_TICKS = os.sysconf("SC_CLK_TCK")
_COLUMNS = ["id", "amount", "created_at", "name", "email", "city", "status", *(f"c{n:02d}" for n in range(1, 8))]
_TYPES = {name: ("varchar(255)", 12) for name in _COLUMNS} | {
    "id": ("bigint(20)", -5),
    "amount": ("decimal(12,2)", 3),
    "created_at": ("datetime", 93),
}
_PARTITIONS, _KEYS = 4, 5000
FOLLOWED = "bench_followed"
_TABLE = re.compile(r"\b(?:spark_catalog\.)?(\w+\.\w+)\b")


class Messages:
    """Files of messages, each going on where the last one ended."""

    def __init__(self, folder: Path, feeds: int, tables: int) -> None:
        self._folder, self._feeds, self._tables = folder, feeds, tables
        self._draw = random.Random(7)
        self._offsets: collections.Counter[tuple[int, int]] = collections.Counter()
        self._clock = 1_760_000_000_000

    def file(self, count: int) -> Path:
        path = self._folder / f"messages-{self._clock}.jsonl"
        with path.open("w") as out:
            for _ in range(count):
                out.write(json.dumps(self._record()) + "\n")
        return path

    def payload(self, key: int, operation: str = "") -> str:
        """A message of a random table, with a key."""
        self._clock += 3
        operation = operation or self._draw.choices(("UPDATE", "INSERT", "DELETE"), (6, 3, 1))[0]
        row = {name: f"{self._draw.randrange(16**8):08x}" for name in _COLUMNS} | {
            "id": str(key),
            "amount": f"{self._draw.randrange(10**6)}.{self._draw.randrange(100):02d}",
            "created_at": "2025-10-09 08:53:20",
        }
        message = {
            "data": [row],
            "database": "shop",
            "es": self._clock,
            "id": self._clock,
            "isDdl": False,
            "mysqlType": {name: type_ for name, (type_, _) in _TYPES.items()},
            "old": [{"status": "x"}] if operation == "UPDATE" else None,
            "pkNames": ["id"],
            "sql": "",
            "sqlType": {name: code for name, (_, code) in _TYPES.items()},
            "table": f"t{self._draw.randrange(self._tables)}",
            "ts": self._clock + 50,
            "type": operation,
        }
        return json.dumps(message)

    def _record(self) -> dict[str, Any]:
        feed, key = self._draw.randrange(self._feeds), self._draw.randrange(_KEYS)
        place = feed, key % _PARTITIONS
        self._offsets[place] += 1
        payload = self.payload(key)
        return {
            "topic": f"bench{feed}",
            "partition": place[1],
            "offset": self._offsets[place] - 1,
            "tstype": "create",
            "ts": self._clock + 50,
            "key": None,
            "payload": payload,
        }


class Processes:
    """Processor seconds of all processes that have one warehouse, from the moment that this begins."""

    def __init__(self, home: Path) -> None:
        self._mark = f"CHANGEFEED_HOME={home}\0".encode()
        self._seen: dict[str, float] = {}
        self._first: dict[str, float] = {}
        self._is_over = threading.Event()
        self._look()
        self._first = dict(self._seen)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._is_over.wait(0.1):
            self._look()

    def _look(self) -> None:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                name = f"{process.name} {fields[19]}"  # a number is given again; not with the same start
                if name in self._seen or self._mark in (process / "environ").read_bytes() + b"\0":
                    self._seen[name] = (int(fields[11]) + int(fields[12])) / _TICKS
            except OSError:
                continue

    def seconds(self) -> float:
        self._is_over.set()
        self._thread.join()
        self._look()
        return sum(cpu - self._first.get(name, 0.0) for name, cpu in self._seen.items())


class Rounds:
    """A project and its warehouse in a folder; each command is timed."""

    def __init__(self, work: Path, table_format: str, messages: int, feeds: int, tables: int) -> None:
        self.work, self.project, self.home = work, work / "cdc", work / "home"
        self._env = {
            **os.environ,
            "CHANGEFEED_HOME": str(self.home),
            "CHANGEFEED_FILE_FORMAT": table_format,
            "PYTHONPATH": str(REPO),
        }
        self._messages, self._count, self._feeds = Messages(work, feeds, tables), messages, feeds
        self.figures: dict[str, dict[str, float]] = {}
        self._versions: dict[Path, int] = {}
        self._found: set[int] = set()

    def step(self, name: str, *arguments: str, **environment: str) -> None:
        log = self.work / "rounds.log"
        began, processes = time.monotonic(), Processes(self.home)
        with log.open("a") as out:
            print(f"== {name}", file=out, flush=True)
            folder = self.project if self.project.exists() else self.work
            ended = subprocess.run(
                [*CHANGEFEED, *arguments], cwd=folder, env=self._env | environment, stdout=out, stderr=out
            )
        if ended.returncode not in (0, 3):  # 3: only tests failed
            sys.exit(f"{name} ended with {ended.returncode}: see {log}")
        clock, cpu = time.monotonic() - began, processes.seconds()
        self.figures[name] = {"clock": round(clock, 1), "cpu": round(cpu, 1)}
        print(f"{name:28}{clock:8.1f} s{cpu:8.1f} CPU s   load {os.getloadavg()[0]:.1f}", flush=True)

    def load(self, name: str, count: int = 0) -> None:
        file = self._messages.file(count or self._count)
        self.step(name, "load", str(file))
        file.unlink()

    def first_hour(self) -> None:
        self.step("init", "init", str(self.project))
        self.load("first load")
        self.step("feeds propose", "feeds", "propose")
        about = ("--dialect", "canal", "--source-kind", "mysql", "--time-zone", "Asia/Shanghai")
        for number in range(self._feeds):
            topics = f"bench{number} {FOLLOWED}" if number == 0 else f"bench{number}"
            self.step("feeds add", "feeds", "add", f"bench{number}", *about, "--topics", topics)
        self.step("first run", "run")
        self.step("tables propose", "tables", "propose")
        self.step("run that makes typed tables", "run")

    def before(self, count: int) -> None:
        """Land and run so many messages, in parts of a million."""
        for begun in range(0, count, 1_000_000):
            self.load("load before", min(count - begun, 1_000_000))
            self.step("run before", "run")

    def rounds(self, prefix: str, count: int) -> None:
        for number in range(1, count + 1):
            self.load(f"{prefix} load {number}")
            self.step(f"{prefix} run {number}", "run")

    def counted(self, count: int) -> None:
        """Rounds in a server that writes Spark's log of events, and what it says of the last one."""
        conf, events = self.work / "conf", self.work / "events"
        conf.mkdir(exist_ok=True)
        events.mkdir(exist_ok=True)
        (conf / "spark-defaults.conf").write_text(
            f"spark.eventLog.enabled true\nspark.eventLog.dir file://{events}\nspark.eventLog.rolling.enabled false\n"
            "spark.eventLog.compress false\n"
        )
        self.step("serve", "serve", "--background", "--port", "0", SPARK_CONF_DIR=str(conf))
        self.rounds("counted", count - 1)
        self.load(f"counted load {count}")
        log = max(events.iterdir(), key=lambda file: file.stat().st_mtime)
        seen = log.stat().st_size
        self.step(f"counted run {count}", "run")
        self.step("stop", "serve", "--stop")
        log = max(events.iterdir(), key=lambda file: file.stat().st_mtime)
        with log.open("rb") as file:
            file.seek(seen)
            counts, dearest = counts_of(file)
        self.figures["counts"] = counts
        print(json.dumps(counts), *dearest, sep="\n", flush=True)

    def followed(self, seconds: int = 180, pause: int = 5) -> None:
        """Messages from a real broker: how long each marked one takes until it is in its kept table."""
        sys.path.append(str(REPO / "tests" / "support"))
        from broker import Broker

        folder = self.work / "broker"
        folder.mkdir()
        broker = Broker(folder)
        broker.start()
        self.step("serve", "serve", "--background", "--port", "0")
        follow = [*CHANGEFEED, "load", "--kafka", broker.servers, "--topics", FOLLOWED, "--follow", "--run"]
        sent: dict[int, float] = {}
        seen: dict[int, float] = {}
        try:
            broker.create(FOLLOWED, _PARTITIONS)
            with (self.work / "rounds.log").open("a") as out:
                loader = subprocess.Popen([*follow, "--interval", "1"], cwd=self.project, env=self._env, stdout=out,
                                          stderr=out)  # fmt: skip
                began = time.monotonic()
                while time.monotonic() < began + seconds or (len(seen) < len(sent) and time.monotonic() < began + 600):
                    if loader.poll() is not None:
                        sys.exit(f"load --follow ended with {loader.returncode}: see {out.name}")
                    if time.monotonic() < began + seconds and time.monotonic() - max(sent.values(), default=0) >= pause:
                        marked = _KEYS + len(sent)
                        keys = [*(key % _KEYS for key in range(99)), marked]
                        broker.send(FOLLOWED, [self._messages.payload(key, "INSERT") for key in keys])
                        sent[marked] = time.monotonic()
                    for marked in self._marked() - seen.keys():
                        seen[marked] = time.monotonic()
                    time.sleep(0.2)
                loader.terminate()
                loader.wait(120)
        finally:
            broker.stop()
            self.step("stop", "serve", "--stop")
        took = sorted(seen[marked] - sent[marked] for marked in seen)
        self.figures["from Kafka to a kept table"] = {
            "messages": len(took), "missing": len(sent) - len(took), "median": round(statistics.median(took), 1),
            "longest": round(took[-1], 1),
        }  # fmt: skip
        print(json.dumps(self.figures["from Kafka to a kept table"]), flush=True)

    def _marked(self) -> set[int]:
        """The marked keys that the kept tables have."""
        from deltalake import DeltaTable

        for log in (self.home / "tables").glob("changefeed_bench0.db/*/_delta_log"):
            table = DeltaTable(str(log.parent))
            if (version := table.version()) != self._versions.get(log):
                self._versions[log] = version
                rows = table.to_pyarrow_table(columns=["id"], filters=[("id", ">=", _KEYS)])
                self._found |= set(rows["id"].to_pylist())
        return self._found


def counts_of(events: Iterable[bytes], most: int = 10) -> tuple[dict[str, float], list[str]]:
    """Statements, executions, jobs and tasks in lines of Spark's log of events, and its dearest statements.

    A statement's executions and jobs are those that it has Spark begin itself, as Delta's merge does.
    """
    begun: dict[int, dict[str, Any]] = {}
    ended: dict[int, int] = {}
    jobs: collections.Counter[int] = collections.Counter()
    counts: collections.Counter[str] = collections.Counter()
    for line in events:
        event = json.loads(line)
        kind = event["Event"].rpartition(".")[2]
        if kind == "SparkListenerSQLExecutionStart":
            begun[event["executionId"]] = event
        elif kind == "SparkListenerSQLExecutionEnd":
            ended[event["executionId"]] = event["time"]
        elif kind == "SparkListenerJobStart":
            counts["jobs"] += 1
            jobs[int(event["Properties"].get("spark.sql.execution.id") or -1)] += 1
        elif kind == "SparkListenerTaskEnd":
            counts["tasks"] += 1
            counts["task_ms"] += round((event.get("Task Metrics") or {}).get("Executor CPU Time", 0) / 1e6)
    of_statement: collections.Counter[int] = collections.Counter()
    for number, event in begun.items():
        root = event.get("rootExecutionId")
        of_statement[number if root is None else root] += jobs[number]
    # What a command answers is an execution of its own, without a job.
    asked = {number: event for number, event in begun.items() if event.get("rootExecutionId") in (None, number)}
    statements = {number: event for number, event in asked.items() if _head(event) != "CommandResult"}
    counts |= {"statements": len(statements), "executions": len(begun)}
    dearest = sorted(statements, key=lambda number: statements[number]["time"] - ended.get(number, 0))[:most]
    lines = [
        f"{(ended.get(number, 0) - statements[number]['time']) / 1000:6.2f} s {of_statement[number]:4} jobs  "
        f"{_head(statements[number])}  {', '.join(_tables(statements[number]))[:110]}"
        for number in dearest
    ]
    return dict(counts), lines


def _head(event: dict[str, Any]) -> str:
    """The first operator of a statement's plan."""
    lines = event["physicalPlanDescription"].splitlines()
    return re.sub(r"[*()\d]|Execute", "", lines[1] if len(lines) > 1 else "").strip()


def _tables(event: dict[str, Any]) -> list[str]:
    found = _TABLE.findall(event["physicalPlanDescription"].replace("`", ""))
    return list(dict.fromkeys(name for name in found if name.startswith("changefeed")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", choices=("delta", "iceberg"), default="delta")
    parser.add_argument("--messages", type=int, default=1000)
    parser.add_argument("--feeds", type=int, default=1)
    parser.add_argument("--tables", type=int, default=5, help="of each feed")
    parser.add_argument("--before", type=int, default=0, help="messages that are there before the rounds")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS[:-1])
    parser.add_argument("--work", type=Path, help="folder to work in, which is kept")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = (given.work or Path(folder)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        rounds = Rounds(work, given.format, given.messages, given.feeds, given.tables)
        rounds.first_hour()
        rounds.before(given.before)
        if "cold" in given.parts:
            rounds.rounds("cold", given.rounds)
            for command in (("status",), ("sql", "select count(*) from current_rows"), ("test",)):
                rounds.step(f"cold {command[0]}", *command)
        if "attached" in given.parts:
            rounds.step("serve", "serve", "--background", "--port", "0")
            rounds.rounds("attached", given.rounds)
            rounds.step("stop", "serve", "--stop")
        if "counts" in given.parts:
            rounds.counted(given.rounds)
        if "follow" in given.parts:
            rounds.followed()
        print(json.dumps(rounds.figures))


if __name__ == "__main__":
    main()
