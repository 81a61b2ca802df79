"""Two commands at once: one is stopped before each of its statements that commit, another runs, the first goes on or is
killed. Afterwards the tables are those of all messages, each read once.

The commands have sessions of their own in one Spark, and claim the warehouse as on a metastore that several machines
reach. Each pair begins where the one before has ended, with new messages.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import multiprocessing
import os
import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

import stops
from changefeed.loader import landing_tables
from conftest import OWN
from pipeline import Pipeline, canal, record

pytestmark = pytest.mark.slow
MOST = int(os.environ.get("CHANGEFEED_INTERLEAVINGS", "6"))  # pairs that are drawn; `make test-interleavings`: all
SEED = int(os.environ.get("CHANGEFEED_TEST_SEED", random.randrange(10**6)))
CHAIN = ("--select", "+changefeed_folded_rows", "+changefeed_versions", "--exclude", "test_type:singular")
RUN = ("run", "--always", *CHAIN)
COMMANDS: dict[str, tuple[str, ...]] = {
    "load": ("load",),
    "run": RUN,
    "redecode": (*RUN, "--redecode", "shop"),
    "maintain": ("maintain", "--unused-hours", "24"),
    "take-over": (*RUN, "--take-over"),
}
FIRST = [name for name in COMMANDS if name != "take-over"]  # which are stopped
TWICE = """
select count(*) as n from (
    select 1 from messages group by topic, topic_incarnation, partition, offset having count(*) > 1
    union all
    select 1 from internal.decoded
    group by topic, topic_incarnation, partition, offset, message_index, step, decode_batch_id
    having count(*) > 1
)
"""
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["stops", "dbt.cli.main", "changefeed.runs.run"])


@dataclass
class Command:
    """A command at work. `said` is its last word: where it stopped, or its exit code and how many statements it had."""

    process: Any
    pipe: Any
    output: Path
    said: tuple[str, Any] = ("", None)

    def wait(self) -> tuple[str, Any]:
        try:
            self.said = self.pipe.recv() if self.pipe.poll(600) else ("hangs", self.output.read_text())
        except EOFError:
            self.said = ("died", self.output.read_text())
        return self.said

    def go_on(self) -> tuple[str, Any]:
        self.pipe.send("go")
        return self.wait()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.join(60)


@dataclass
class Shop:
    """A warehouse, and what must be in its tables: of each round an order, which is then changed, and a coin of a table
    without a key."""

    project: Pipeline
    folder: Path
    rounds: int = 0
    files: list[str] = field(default_factory=list)
    numbers: itertools.count = field(default_factory=itertools.count)

    def land_later(self) -> None:
        """A new capture, which the next load lands."""
        number = self.rounds
        self.rounds += 1
        said = [
            canal("INSERT", [{"id": str(number), "v": "new"}], table="orders"),
            canal("UPDATE", [{"id": str(number), "v": "paid"}], [{"v": "new"}], table="orders"),
            canal("INSERT", [{"coin": "1"}], table="bag", keys=None),
        ]
        lines = [
            json.dumps(record(number * len(said) + place, each, topic="shop", ts=1717210800000 + number * 1000 + place))
            for place, each in enumerate(said)
        ]
        file = self.folder / f"capture-{number}.jsonl"
        file.write_text("\n".join(lines) + "\n")
        self.files.append(str(file))

    def start(self, name: str, stop_at: int | None = None) -> Command:
        arguments = ["--project-dir", str(self.project.folder), *COMMANDS[name]]
        if name == "load":
            arguments += self.files[-2:]
        if name == "take-over":
            arguments.append(self.holder() or "nobody")
        number = next(self.numbers)
        output, home = self.folder / f"{number}-{name}.log", self.folder / f"home-{number}"
        here, there = _processes.Pipe()
        environment = {
            **{key: value for key, value in os.environ.items() if key.startswith(("CHANGEFEED_", "SPARK_"))},
            "CHANGEFEED_SCHEMA": self.project.schema, "CHANGEFEED_HOME": str(home),
            "CHANGEFEED_COMMAND": '{"has_others": true}',
        }  # fmt: skip
        process = _processes.Process(
            target=stops.command, args=(arguments, environment, str(output), there, stop_at), daemon=True
        )
        process.start()
        there.close()
        return Command(process, here, output)

    def holder(self) -> str:
        """The run that holds the warehouse."""
        held = self.project.sql("select run_id from internal.runs where ended_at is null and run_by <> ''")
        return held[0]["run_id"] if held else ""

    def do(self, name: str) -> int:
        """A command to its end; its exit code."""
        command = self.start(name)
        kind, said = command.wait()
        assert kind == "ended", (name, said)
        return said[0]

    def settle(self) -> None:
        """What a schedule does in its next rounds; afterwards everything must be right."""
        for name in ("load", "take-over" if self.holder() else "run"):
            command = self.start(name)
            kind, said = command.wait()
            assert (kind, said and said[0]) == ("ended", 0), (name, said, command.output.read_text())

    def faults(self) -> list[Any]:
        """What is not as it must be."""
        found = self.project.sql(
            "select source_table, count(*) as rows, sum(copies) as copies, count_if(row['v'] = 'paid') as paid"
            " from internal.folded_rows where not is_deleted group by source_table order by source_table"
        )
        expected = [
            {"source_table": "bag", "rows": 1, "copies": self.rounds, "paid": 0},
            {"source_table": "orders", "rows": self.rounds, "copies": self.rounds, "paid": self.rounds},
        ]
        history = self.project.sql("select count(*) as n from internal.versions where source_table = 'orders'")
        landed = self.project.sql("select count(*) as n from messages")
        twice = self.project.sql(TWICE)
        seen = [*found, *history, *landed, *twice]
        right = [*expected, {"n": 2 * self.rounds}, {"n": 3 * self.rounds}, {"n": 0}]
        return [] if seen == right else [seen, right]


@pytest.fixture(scope="module")
def shop(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    schema = f"{OWN}_stops"
    made = Pipeline(spark, tmp_path_factory.mktemp("stops"), schema)
    made.declare("feeds", {"feed": "shop", "dialect": "canal", "topics": "shop", "history": "on"})
    made.clear()
    made.declare("table_keys", {"feed": "shop", "source_database": "d", "source_table": "bag"})
    os.environ["CHANGEFEED_COMMAND"] = '{"has_others": true}'
    landing_tables.create_tables(spark, made.folder)
    built = Shop(made, tmp_path_factory.mktemp("captures"))
    built.land_later()
    built.settle()
    yield built
    del os.environ["CHANGEFEED_COMMAND"]


def test_whatever_runs_in_between_all_is_there_once(shop: Shop) -> None:
    assert shop.faults() == []
    sizes = {}
    for name in FIRST:  # how many statements each command has that commit
        shop.land_later()
        if name != "load":
            assert shop.do("load") == 0
        command = shop.start(name)
        kind, said = command.wait()
        assert (kind, said[0]) == ("ended", 0), (name, said, command.output.read_text())
        sizes[name] = said[1]
        shop.settle()
    pairs = [
        (first, number, second, end)
        for first, size in sizes.items()
        for number in range(1, size + 1)
        for second in COMMANDS
        for end in ("goes on", "is killed")
    ]
    chosen = pairs if len(pairs) <= MOST else random.Random(SEED).sample(pairs, MOST)
    print(f"\n{sizes}: {len(pairs)} pairs, {len(chosen)} tried, CHANGEFEED_TEST_SEED={SEED}")
    ended: Counter[tuple[str, Any]] = Counter()
    for first, number, second, end in chosen:
        shop.land_later()
        if first != "load":
            assert shop.do("load") == 0
        stopped = shop.start(first, stop_at=number)
        kind, where = stopped.wait()
        if kind != "stopped":  # a statement fewer than before
            assert (kind, where[0]) == ("ended", 0), where
            continue
        print(f"{first} {number} {where[:60]!r}, {second}, {end}", flush=True)
        code = shop.do(second)
        ended[second, code] += 1
        if end == "goes on":
            kind, said = stopped.go_on()
            assert kind == "ended", said
            ended[f"{first}, stopped", said[0]] += 1
        stopped.kill()
        shop.settle()
        assert shop.faults() == [], (first, number, where, second, code, end, stopped.output.read_text()[-3000:])
    print(dict(ended))
