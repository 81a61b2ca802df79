"""Drawn histories through a real broker, with faults put in: each is found, and nothing in flight is called wrong.

CHANGEFEED_TEST_DRAWN says how many histories; each repairs what it found, and is clean then.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from broker import Broker
from conftest import OWN
from source_story import Story, told

DRAWN = int(os.environ.get("CHANGEFEED_TEST_DRAWN", "1"))
FIRST = int(os.environ.get("CHANGEFEED_TEST_SEED", "64"))
KEYS, ROUNDS = 30, 4
seen: Counter[str] = Counter()


@pytest.fixture(scope="module")
def story(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    try:
        broker.create("shop")
        with told(spark, tmp_path_factory.mktemp("drawn"), f"{OWN}_drawn", broker) as one:
            yield one
    finally:
        broker.stop()
        print(dict(seen))


@pytest.mark.kafka
@pytest.mark.parametrize("seed", range(FIRST, FIRST + DRAWN))
def test_faults_are_found_and_nothing_else_is_called_wrong(story: Story, seed: int) -> None:
    drawn = random.Random(seed)
    waiting: list[str] = []  # sent by the source, not landed yet
    faulty: set[str] = set()  # keys with a fault

    def key_of(message: str) -> str:
        return str(json.loads(message)["data"][0]["id"])

    for _ in range(ROUNDS):
        for _ in range(drawn.randint(1, 6)):
            key, value = drawn.randint(1, KEYS), drawn.randint(0, 999)
            story.write(drawn.choice([
                f"replace into goods values ({key}, 'v{value}', {value});",
                f"delete from goods where id = {key};",
                f"update goods set price = {value}.5 where id = {key};",
            ]))  # fmt: skip
        if drawn.random() < 0.2:
            key = drawn.randint(1, KEYS)
            story.write(f"set sql_log_bin = 0; delete from goods where id = {key};")
            note("deleted behind the log", faulty, str(key))
        if drawn.random() < 0.05:
            story.write("truncate goods;")
            note("lost truncate", faulty, *map(str, range(1, KEYS + 1)))
        for message in story.writer.messages():
            if json.loads(message)["table"] != "goods":
                waiting.append(message)
                continue
            dice = drawn.random()
            if dice < 0.15:
                note("lost", faulty, key_of(message))
                continue
            if dice < 0.25 and json.loads(message)["type"] != "DELETE":
                other = json.loads(message)
                other["data"][0]["price"] = "0.01"
                message = json.dumps(other)
                note("wrong value", faulty, key_of(message))
            waiting.append(message)
            if dice > 0.9:
                waiting.insert(len(waiting), message)
                seen["doubled at once"] += 1
        again = [each for each in waiting if json.loads(each)["table"] == "goods"]
        if again and drawn.random() < 0.3:
            waiting.append(drawn.choice(again))
            note("sent again later", faulty, key_of(waiting[-1]))
        number = drawn.randint(0, len(waiting))
        story.land(waiting[:number])
        waiting = waiting[number:]
        _, said, found = story.compare()
        seen["compared"] += 1
        seen["in flight"] += sum(verdict == "in_flight" for verdict in found.values())
        proven = {key for key, verdict in found.items() if verdict == "proven"}
        assert proven <= faulty, f"false alarm: {proven - faulty}\n{said}"
    story.land(waiting)
    story.settle()
    story.compare()
    story.settle()
    _, said, found = story.compare()
    wrong = {key for key in story.here().keys() | story.at_source().keys()
             if story.here().get(key) != story.at_source().get(key)}  # fmt: skip
    assert found == dict.fromkeys(wrong, "proven"), said
    assert wrong <= faulty
    seen["proven keys"] += len(wrong)
    if wrong:
        story.repair()
    code, said, found = story.compare()
    assert (code, found) == (0, {}) and story.here() == story.at_source(), said


def note(fault: str, faulty: set[str], *keys: str) -> None:
    seen[fault] += 1
    faulty |= set(keys)
