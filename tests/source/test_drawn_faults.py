"""Drawn histories through a real broker, with faults put in: each is found, and nothing in flight is called wrong.

CHANGEFEED_TEST_DRAWN says how many histories. Each has a table of its own; the topic, the loads and the runs are those
of all. What is found is repaired, and all are clean then.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from broker import Broker
from conftest import OWN
from source_story import Story, told

DRAWN = int(os.environ.get("CHANGEFEED_TEST_DRAWN", "5"))
SEED = int(os.environ.get("CHANGEFEED_TEST_SEED", "64"))
KEYS, ROUNDS = 30, 3


@pytest.fixture(scope="module")
def seen() -> Iterator[Counter[str]]:
    """What was put in and found, for whoever runs it with -s."""
    counted: Counter[str] = Counter()
    yield counted
    print(dict(counted))


@pytest.fixture(scope="module")
def story(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    try:
        broker.create("shop")
        tables = tuple(f"goods_{number}" for number in range(DRAWN))
        with told(spark, tmp_path_factory.mktemp("drawn"), f"{OWN}_drawn", broker, tables) as one:
            one.write(" ".join(f"insert into {name} select seq, 'n', 1 from seq_1_to_9;" for name in tables))
            one.land(one.writer.messages())
            yield one
    finally:
        broker.stop()


class History:
    """One table: what its source does, and what its messages lose on the way."""

    def __init__(self, table: str, seed: int, seen: Counter[str]) -> None:
        self.table, self.drawn, self.seen = table, random.Random(f"{table} {seed}"), seen
        self.faulty: set[str] = set()

    def written(self) -> str:
        """Statements of one round."""
        drawn, statements = self.drawn, []
        for _ in range(drawn.randint(1, 6)):
            key, value = drawn.randint(1, KEYS), drawn.randint(0, 999)
            statements.append(drawn.choice([
                f"replace into {self.table} values ({key}, 'v{value}', {value});",
                f"delete from {self.table} where id = {key};",
                f"update {self.table} set price = {value}.5 where id = {key};",
            ]))  # fmt: skip
        if drawn.random() < 0.05:
            statements.append(f"truncate {self.table};")
            self.note("truncate without a message", *map(str, range(1, KEYS + 1)))
        if drawn.random() < 0.2:
            key = drawn.randint(1, KEYS)
            statements.append(f"set sql_log_bin = 0; delete from {self.table} where id = {key}; set sql_log_bin = 1;")
            self.note("deleted behind the log", str(key))
        return " ".join(statements)

    def sent(self, message: str, before: list[str]) -> list[str]:
        """What arrives in place of a message; `before`: what waits already."""
        dice, fields = self.drawn.random(), json.loads(message)
        if dice < 0.12:
            self.note("lost", key_of(message))
            return []
        if dice < 0.22 and fields["type"] != "DELETE":
            fields["data"][0]["price"] = "0.01"
            message = json.dumps(fields)
            self.note("wrong value", key_of(message))
        if 0.9 < dice < 0.95:
            self.seen["doubled at once"] += 1
            return [message, message]
        if dice > 0.95 and before:
            again = self.drawn.choice(before)
            self.note("an older one sent again", key_of(again))
            return [message, again]
        return [message]

    def note(self, fault: str, *keys: str) -> None:
        self.seen[fault] += 1
        self.faulty |= set(keys)


def key_of(message: str) -> str:
    return str(json.loads(message)["data"][0]["id"])


@pytest.mark.kafka
def test_faults_are_found_and_nothing_else_is_called_wrong(story: Story, seen: Counter[str]) -> None:
    drawn = random.Random(SEED)
    histories = {table: History(table, SEED, seen) for table in story.tables}
    seen["histories"] += len(histories)
    waiting: list[str] = []  # sent by the source, not landed yet
    for _ in range(ROUNDS):
        story.write(" ".join(each.written() for each in histories.values()))
        arrived: dict[str, list[str]] = defaultdict(list)
        for message in story.writer.messages():
            if history := histories.get(json.loads(message)["table"]):
                new = history.sent(message, arrived[history.table])
                arrived[history.table] += new
                waiting += new
            else:
                waiting.append(message)
        number = drawn.randint(0, len(waiting))
        story.land(waiting[:number])
        waiting = waiting[number:]
        _, said, found = story.compare_all()
        for table, history in histories.items():
            seen["in flight"] += sum(verdict == "in_flight" for verdict in found[table].values())
            proven = {key for key, verdict in found[table].items() if verdict == "proven"}
            assert proven <= history.faulty, f"false alarm: {table} {proven - history.faulty}\n{said}"
    story.land(waiting)
    story.settle()
    story.compare_all()
    story.settle()
    _, said, found = story.compare_all()
    here = story.all_here()
    for table, history in histories.items():
        there = story.at_source(table)
        keys = {key for key in here[table].keys() | there.keys() if here[table].get(key) != there.get(key)}
        assert found[table] == dict.fromkeys(keys, "proven"), f"{table}\n{said}"
        assert keys <= history.faulty
        seen["proven keys"] += len(keys)
    story.repair()
    code, said, found = story.compare_all()
    assert code == 0 and not any(found.values()), said
    assert story.all_here() == {table: story.at_source(table) for table in story.tables}, said
