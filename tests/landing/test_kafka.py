"""What `changefeed load --kafka` promises, against a real broker: each test is named after the rule it shows.

A test that asks for `load` runs by Spark and without it, on the same tables.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from deltalake import DeltaTable
from pyspark.sql import SparkSession

import broker as brokers
import conftest
from broker import Broker
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import (
    kafka,
    kafka_client,
    kafka_java,
    kafka_local,
    kafka_native,
    kafka_places,
    kafka_spark,
    landing_tables,
)
from changefeed.project import seeds
from changefeed.spark import file_search, folders, jvm
from conftest import Warehouse, record
from pipeline import REPO

PATIENCE = {"default.api.timeout.ms": "4000", "request.timeout.ms": "2000"}
KILLS = int(os.environ.get("CHANGEFEED_TEST_KILLS", "1"))
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    started = Broker(tmp_path_factory.mktemp("broker"))
    started.start()
    yield started
    started.stop()


@pytest.fixture
def topic(broker: Broker) -> str:
    """The name of a topic that no other test uses; not created yet."""
    return f"t{next(_numbers)}"


@dataclass
class Loader:
    """Loads topics of the broker into a warehouse, each time as a new process would; `is_alone`: without Spark."""

    warehouse: Warehouse
    broker: Broker
    is_alone: bool
    said: list[str] = field(default_factory=list)
    has_login: bool = False
    project: Path = REPO

    @property
    def store_class(self) -> type:
        return kafka_local.LocalStore if self.is_alone else kafka_spark.SparkStore

    def client(self, servers: str, values: dict[str, str]) -> kafka_client.Client:
        properties = kafka_client.Properties(servers, PATIENCE | values)
        spark = self.warehouse.spark
        return kafka_native.Cluster(properties) if self.is_alone else kafka_java.Cluster(spark, properties)

    def _store(self, client: Any) -> kafka_places.Store:
        if not self.is_alone:
            return kafka_spark.SparkStore(self.warehouse.spark, self.project, client.properties)
        landing_tables.create_tables(self.warehouse.spark, REPO)
        return kafka_local.LocalStore(self.warehouse.tables, client, self.project)

    def __call__(self, *topics: str, follow: Callable[[], bool] | None = None, **options: Any) -> kafka.Report | None:
        self.warehouse.use()
        chosen = kafka.choose_topics(REPO, topics)
        self.said.clear()
        client = self.client(
            self.broker.sasl_servers if self.has_login else self.broker.servers,
            login(self.broker) if self.has_login else {},
        )
        with contextlib.closing(client):
            stopping = follow or (lambda: False)
            store = self._store(client)
            lander = kafka.Lander(store, client, chosen, say=self.said.append, is_stopping=stopping, **options)
            return kafka.follow(lander, 0.5) if follow else kafka.load(lander)

    def values(self, topic: str) -> list[str | None]:
        """What landed of a topic, in order of incarnation (as landed), partition and offset."""
        rows = self.warehouse.sql(
            "select cast(value as string) as v, min(batch_id) over (partition by topic_incarnation) as life "
            f"from messages where topic = '{topic}' order by life, partition, offset"
        )
        return [row["v"] for row in rows]

    def faults(self) -> list[tuple[Any, ...]]:
        """What kafka_faults has: topic, partition, first offset and reason."""
        columns = "topic, partition, first_offset, reason"
        rows = self.warehouse.sql(f"select {columns} from internal.kafka_faults order by {columns}")
        return [tuple(row.values()) for row in rows]

    def heard(self, *words: str) -> bool:
        """Whether one line said has all these words."""
        return any(all(word in line for word in words) for line in self.said)


def login(broker: Broker, password: str = brokers.PASSWORD) -> dict[str, str]:
    """The properties with which the user of the listener with TLS logs in."""
    module = "org.apache.kafka.common.security.plain.PlainLoginModule"
    return {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "PLAIN",
        "ssl.truststore.location": str(broker.certificate),
        "ssl.truststore.type": "PEM",
        "sasl.jaas.config": f'{module} required username="{brokers.USER}" password="{password}";',
    }


@pytest.fixture(params=["spark", "alone"])
def load(request: pytest.FixtureRequest, warehouse: Warehouse, broker: Broker) -> Loader:
    return Loader(warehouse, broker, request.param == "alone")


@pytest.fixture
def load_by_spark(warehouse: Warehouse, broker: Broker) -> Loader:
    return Loader(warehouse, broker, False)


# -- what lands is what was sent


def test_only_committed_records_land_as_they_are(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic, 3)
    producer = broker.producer(transactional_id=topic)
    producer.init_transactions()
    producer.begin_transaction()
    producer.produce(topic, b"\xff\x00", key=b"\x80", partition=0, timestamp=1_760_000_000_123)
    producer.produce(topic, None, key="gone", partition=1)
    producer.produce(topic, "", key=None, partition=2, headers=[("a", b"1"), ("b", None), ("a", b"2")])
    producer.commit_transaction()
    producer.begin_transaction()
    for partition in range(3):
        producer.produce(topic, "aborted", partition=partition)
    producer.flush()
    producer.abort_transaction()
    producer.begin_transaction()
    producer.produce(topic, "last", partition=0)
    producer.commit_transaction()

    report = load(topic)
    assert (report.landed, report.topics) == (4, 1)
    rows = load.warehouse.sql("select * from messages order by partition, offset")
    assert [(row["partition"], row["offset"], row["key"], row["value"]) for row in rows] == [
        (0, 0, b"\x80", b"\xff\x00"),
        (0, 4, None, b"last"),
        (1, 0, b"gone", None),
        (2, 0, None, b""),
    ]
    assert rows[3]["headers"] == [{"key": "a", "value": b"1"}, {"key": "b", "value": None}, {"key": "a", "value": b"2"}]
    assert rows[0]["headers"] is None
    assert rows[0]["kafka_at"] == datetime(2025, 10, 9, 8, 53, 20, 123000)
    assert {row["kafka_at_type"] for row in rows} == {"create"}
    assert {(row["topic"], row["batch_id"]) for row in rows} == {(topic, 1)}
    assert all(len(row["topic_incarnation"]) == 22 and row["landed_at"] for row in rows)

    again = load(topic)
    assert again.landed == 0 and load.said == []


def test_increments_land_once_and_batch_ids_rise_with_those_of_files(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic, 2, message_timestamp_type="LogAppendTime")
    broker.send(topic, "ab", partition=0)
    assert load(topic).landed == 2
    load.warehouse.land(record(0))
    broker.send(topic, "cd", partition=1)
    broker.send(topic, "e", partition=0)
    assert load(topic).landed == 3
    assert load.values(topic) == ["a", "b", "e", "c", "d"]
    rows = load.warehouse.sql(f"select distinct batch_id, kafka_at_type from messages where topic = '{topic}'")
    assert sorted((row["batch_id"], row["kafka_at_type"]) for row in rows) == [(1, "append"), (3, "append")]


@pytest.mark.kafka
def test_without_the_note_the_messages_tell_where_to_go_on(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic)
    broker.send(topic, "ab")
    load(topic)
    load.warehouse.sql("delete from internal.read_positions")
    broker.send(topic, "c")
    assert load(topic).landed == 1
    load.warehouse.sql("delete from messages")
    assert load(topic).landed == 3 and load.heard("older than read_positions")


def test_offsets_whose_messages_were_removed_are_known(broker: Broker, load: Loader, topic: str) -> None:
    """`changefeed maintain` notes what it removes in removed_ranges; the newest load stays."""
    other = f"{topic}_other"
    for name in (topic, other):
        broker.create(name)
        broker.send(name, "ab")
        load(name)
    load.warehouse.sql(
        "insert into internal.removed_ranges select topic, topic_incarnation, partition, 0, 1 from messages"
        f" where topic = '{topic}' and offset = 0"
    )
    load.warehouse.sql(f"delete from messages where topic = '{topic}'")
    load.warehouse.sql("delete from internal.read_positions")
    broker.send(topic, "c")
    assert load(topic, other).landed == 1
    assert (load.values(topic), load.values(other)) == (["c"], ["a", "b"])


@pytest.mark.kafka
def test_a_backlog_lands_in_commits_of_a_size_and_few_files(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic, 2)
    for partition in (0, 1):
        broker.send(topic, map(str, range(50)), partition=partition)
    assert load(topic, most=30).landed == 100
    rows = load.warehouse.sql("select batch_id, count(*) as n from messages group by 1 order by 1")
    assert [row["n"] for row in rows] == [30, 30, 30, 10]
    assert len(set(load.values(topic))) == 50
    assert load.warehouse.sql("select count(distinct _metadata.file_path) as n from messages") == [{"n": 4}]


@pytest.mark.kafka
def test_a_large_message_lands_beside_many_small_ones(broker: Broker, load: Loader, topic: str) -> None:
    size = 100_000_000
    broker.create(topic, 2, max_message_bytes=110_000_000)
    producer = broker.producer(message_max_bytes=110_000_000)
    producer.produce(topic, b"x" * size, partition=0)
    assert producer.flush(60) == 0
    broker.send(topic, (b"%d" % n for n in range(100_000)), partition=1)
    report = load(topic)
    assert report.landed == 100_001
    [row] = load.warehouse.sql("select max(length(value)) as most, count(distinct value) as n from messages")
    assert row == {"most": size, "n": 100_001}


# -- with Spark and without it, in turn


@pytest.mark.kafka
def test_both_ways_in_turn_land_the_same_rows_as_spark_alone(
    broker: Broker, spark: SparkSession, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes, keys, headers, tombstones, transactions, a gap of compaction, a topic made again, and kills."""
    topics = ("shop_canal", *(f"t{next(_numbers)}" for _ in range(2)))
    with (
        conftest.fresh(spark, tmp_path_factory) as of_both,
        conftest.fresh(spark, tmp_path_factory) as of_spark,
    ):
        by_spark = Loader(of_spark, broker, False)
        by_turns = [Loader(of_both, broker, is_alone) for is_alone in (False, True)]
        for number, step in enumerate(_steps(broker, *topics)):
            step()
            by_spark(*topics)
            load = by_turns[number % 2]
            if number in (1, 2):  # killed behind the first commit
                with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
                    patched.setattr(kafka.Lander, "_made_again", _raise(KeyboardInterrupt))
                    load(*topics, most=3)
            load(*topics, most=3)
            if load.is_alone:
                DeltaTable(str(of_both.tables / f"{of_both.schema}.db" / "messages")).create_checkpoint()
        landed, expected = _rows(of_both), _rows(of_spark)
        assert landed == expected and len({row["topic_incarnation"] for row in landed}) == 4 and len(landed) > 20
        batches = [row["batch_id"] for row in of_both.sql("select distinct batch_id from messages order by 1")]
        assert batches == [*range(1, len(batches) + 1)]
        writers = of_both.sql("describe history messages")
        assert {row["engineInfo"].split("/")[0].split(":")[0] for row in writers} == {"Apache-Spark", "delta-rs"}
        result = of_both.cli("run")
        assert result.exit_code == 0, result.output
        [built] = of_both.sql("select count(distinct partition, offset) as n from changes")
        assert built == {"n": sum(row["topic"] == topics[0] for row in landed)}
    broker.delete(topics[0])  # another test finds none of its name


@pytest.mark.kafka
def test_masked_values_do_not_land(
    broker: Broker, load: Loader, topic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By both ways, the same bytes; and a record that is read again is known, although it was written anew."""
    monkeypatch.setenv("CHANGEFEED_MASK_KEY_FILE", str(tmp_path / "key"))
    (tmp_path / "key").write_text("a key of more than sixteen bytes\n")
    for name in ("models", "macros", "dbt_project.yml", "profiles.yml"):
        (tmp_path / name).symlink_to(REPO / name)
    (tmp_path / "seeds").mkdir()
    header = (REPO / "seeds" / f"{seeds.FEEDS}.csv").read_text().splitlines()[0].split(",")
    feed = {"feed": "f", "dialect": "debezium", "topics": topic}
    written = {seeds.FEEDS: [",".join(header), ",".join(feed.get(name, "") for name in header)]}
    written[seeds.MASKS] = [
        "feed,source_database,source_schema,source_table,column_name,action,place",
        "f,,,,id,hash,landing", "f,,,,email,keep_last:4,landing",
    ]  # fmt: skip
    for seed in seeds.SEEDS:
        (tmp_path / "seeds" / f"{seed}.csv").write_text("\n".join(written.get(seed, [])) + "\n")
    load.project = tmp_path
    broker.create(topic)
    row = '{"before":null,"after":{"id":4711471147,"email":"ada@secret.example"},"source":{"table":"t"},"op":"c"}'
    more = {"key": '{"id":4711471147}', "headers": [("user", b"ada@secret.example"), ("__op", b"c")]}
    broker.send(topic, [row, None, "ada@secret.example"], **more)
    assert load(topic).landed == 3
    assert load(topic).landed == 0
    key = b"a key of more than sixteen bytes"
    hashed = hmac.new(key, b"4711471147", hashlib.sha256).hexdigest()
    rows = load.warehouse.sql("select key, value, headers from messages order by offset")
    assert [row["key"].decode() for row in rows] == [f'{{"id":"{hashed}"}}'] * 3
    masked = row.replace("4711471147", f'"{hashed}"').replace("ada@secret.example", "**************mple")
    assert [row["value"] for row in rows][:2] == [masked.encode(), None]
    assert rows[2]["value"].startswith(b"changefeed: left out at landing, because it is not one whole JSON document")
    given = [(each["key"], each["value"]) for each in rows[0]["headers"]][:2]
    assert given == [("user", None), ("__op", b"c")]
    kept = load.warehouse.spark.sql(f"describe detail {load.warehouse.schema}.messages").head(1)[0]["location"]
    place = folders.at(kept, load.warehouse.spark)
    searched = file_search.search(load.warehouse.spark, [place], ["secret.example", "4711471147"])
    assert (searched.found, searched.unread) == ({}, {})
    with contextlib.closing(load.client(broker.servers, {})) as client:
        [record] = client.read(topic, 0, 0, 1).records()
        place_of_rows = topic, load.warehouse.sql("select topic_incarnation as i from messages")[0]["i"], 0
        assert load._store(client).has(place_of_rows, record)
        assert not load._store(client).has(place_of_rows, (*record[:7], row.replace("ada", "eve").encode()))


def _rows(warehouse: Warehouse) -> list[dict[str, Any]]:
    """All that does not depend on when a record landed."""
    columns = "topic, topic_incarnation, partition, offset, kafka_at, kafka_at_type, headers, key, value"
    return warehouse.sql(f"select {columns} from messages order by topic, topic_incarnation, partition, offset")


def _steps(broker: Broker, changes: str, other: str, compacted: str) -> Iterator[Callable[[], None]]:
    """What happens in the topics, one step after the other."""
    captured = [json.loads(line) for line in (REPO / "demo/captures/shop_canal.jsonl").read_text().splitlines()]
    for topic in (changes, other):
        broker.create(topic, 2)
    broker.create(compacted, cleanup_policy="compact", segment_ms=100, min_cleanable_dirty_ratio=0.01)

    def send_changes(*numbers: int) -> None:
        for number in numbers:
            broker.send(changes, [captured[number]["payload"]], partition=captured[number]["partition"] % 2)

    def with_keys() -> None:
        broker.send(other, ["a", None, b"", b"\xff"], partition=0, key="k", timestamp=1_760_000_000_123)
        broker.send(other, ["b", None], partition=1, key=None)
        broker.send(other, ["c"], partition=1, key=b"", headers=[("", b""), ("ü", "ü".encode())])

    def in_transactions() -> None:
        producer = broker.producer(transactional_id=other)
        producer.init_transactions()
        for value, is_kept in (("kept", True), ("aborted", False), ("kept too", True), ("aborted", False)):
            producer.begin_transaction()
            for partition in (0, 1):
                headers = [("h", b"\x80"), ("h", None)]
                producer.produce(other, value, key=b"\xff\x00", partition=partition, headers=headers)
            producer.flush()
            (producer.commit_transaction if is_kept else producer.abort_transaction)()

    def with_gaps() -> None:
        broker.send(compacted, ["first"], key="kept")
        broker.send(compacted, map(str, range(20)), key="replaced")
        time.sleep(0.5)
        broker.send(compacted, ["last"], key="kept too")  # in another segment
        broker.await_compaction(compacted, before=22)

    def made_again() -> None:
        broker.delete(other)
        broker.create(other, 2, message_timestamp_type="LogAppendTime")
        broker.send(other, "xyz", partition=1)
        send_changes(4, 5)

    yield lambda: send_changes(0, 1)
    yield with_keys
    yield in_transactions
    yield with_gaps
    yield lambda: send_changes(2, 3)
    yield made_again
    yield lambda: broker.send(other, ["end"])


# -- which topics


@pytest.mark.kafka
def test_topics_are_names_and_globs_and_a_missing_one_is_an_error(broker: Broker, load: Loader, topic: str) -> None:
    for name in ("a", "b", "x.y"):
        broker.create(f"{topic}_{name}")
        broker.send(f"{topic}_{name}", [name])
    assert load(f"{topic}_?,{topic}_x.y").landed == 3
    with pytest.raises(ChangefeedError, match=f"there is no topic {topic}_x-y"):
        load(f"{topic}_a", f"{topic}_x-y")
    with pytest.raises(ChangefeedError, match=r"no topic matches zz\*"):
        load("zz*")


def test_the_topic_of_a_baseline_is_not_read_and_told(broker: Broker, load: Loader, topic: str) -> None:
    for name in (topic, f"changefeed_baseline.{topic}"):
        broker.create(name)
        broker.send(name, ["{}"])
    assert load(f"{topic},changefeed_baseline.{topic}").landed == 1
    assert load.heard("notice", f"changefeed_baseline.{topic} is not read")


@pytest.mark.kafka
def test_without_topics_those_of_the_declared_feeds_are_read(broker: Broker, load: Loader) -> None:
    assert load().landed == 0 and load.heard("notice", "there is no topic shop_canal")
    broker.create("shop_canal")
    broker.send("shop_canal", ["{}"])
    assert load().landed == 1
    broker.delete("shop_canal")
    assert load().landed == 0 and load.heard("shop_canal no longer exists")
    assert load.values("shop_canal") == ["{}"]


# -- what changes under the loader


def test_removed_records_are_an_error_until_the_loss_is_accepted(broker: Broker, load: Loader, topic: str) -> None:
    other = f"{topic}_other"
    for name in (topic, other):
        broker.create(name)
        broker.send(name, "abc")
    load(f"{topic}*")
    broker.send(topic, "defgh")
    broker.send(other, "d")
    broker.delete_records(topic, 0, 6)
    with pytest.raises(ChangefeedError) as error:
        load(f"{topic}*")
    for words in (f"topic {topic} (id ", "partition 0: offsets 3 to 5 were removed", "--accept-loss"):
        assert words in str(error.value)
    assert load.values(topic) == ["a", "b", "c"], "nothing lands behind a gap unasked"
    assert load.values(other) == ["a", "b", "c", "d"], "other topics land"
    assert load(topic, accept_loss=True).landed == 2
    assert load.heard("recorded in ", "_internal.lost_ranges", "offsets 3 to 5")
    assert load.values(topic) == ["a", "b", "c", "g", "h"]
    [row] = load.warehouse.sql("select * from internal.lost_ranges")
    assert (row["topic"], row["partition"], row["first_offset"], row["last_offset"]) == (topic, 0, 3, 5)
    assert row["reason"] == "expired" and row["batch_id"] < 4
    assert load(topic, accept_loss=True).landed == 0
    assert len(load.warehouse.sql("select * from internal.lost_ranges")) == 1


@pytest.mark.kafka
def test_a_loss_that_was_recorded_before_a_kill_is_not_recorded_again(
    broker: Broker, load: Loader, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic)
    broker.send(topic, "abc")
    load(topic)
    broker.send(topic, "defg")
    broker.delete_records(topic, 0, 5)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(kafka.Lander, "_commit", _raise(KeyboardInterrupt))
        load(topic, accept_loss=True)
    assert load(topic).landed == 2
    assert len(load.warehouse.sql("select * from internal.lost_ranges")) == 1


def _raise(error: type[BaseException]) -> Callable[..., Any]:
    def raising(*_: Any) -> Any:
        raise error

    return raising


@pytest.mark.kafka
def test_transaction_markers_that_expire_are_no_loss(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic)
    producer = broker.producer(transactional_id=topic)
    producer.init_transactions()
    producer.begin_transaction()
    producer.produce(topic, "a")
    producer.commit_transaction()
    load(topic)
    broker.delete_records(topic, 0, 2)
    assert load(topic).landed == 0 and load.said == []


@pytest.mark.kafka
def test_a_cut_off_log_is_an_error_until_the_loss_is_accepted(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic)
    broker.send(topic, "abc")
    load(topic)
    load.warehouse.sql(
        "insert into messages select topic, topic_incarnation, partition, offset + 4, batch_id + 1, "
        "kafka_at, kafka_at_type, landed_at, headers, key, value from messages"
    )
    with pytest.raises(ChangefeedError, match=r"the log was cut off at 3, but offsets up to 6 have landed"):
        load(topic)
    assert load(topic, accept_loss=True).landed == 0
    broker.send(topic, "defg!")
    assert load(topic).landed == 1
    [row] = load.warehouse.sql("select * from internal.lost_ranges")
    assert (row["first_offset"], row["last_offset"], row["reason"]) == (3, 6, "cut_off")


@pytest.mark.kafka
def test_a_log_that_was_cut_off_and_has_grown_since_is_an_error_until_the_loss_is_accepted(
    broker: Broker, load: Loader, topic: str
) -> None:
    """The textbook's case: an unclean leader had fewer records, and has written more than those since."""
    broker.create(topic)
    broker.send(topic, "abcde")
    load(topic)
    broker.stop()
    broker.start()
    assert load(topic).landed == 0  # another epoch, and the same log
    broker.cut_off(topic, 0)
    broker.send(topic, "abXYZUV")
    with pytest.raises(ChangefeedError, match=r"the log was cut off at 2, but offsets up to 4 have landed"):
        load(topic)
    assert load.values(topic) == [*"abcde"] and load.faults() == [(topic, 0, 2, "cut_off")]
    assert load(topic, accept_loss=True).landed == 2
    assert load(topic).landed == 0
    assert load.values(topic) == [*"abcdeUV"] and load.faults() == []


@pytest.mark.kafka
def test_added_partitions_are_read_and_told(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic, 2)
    broker.send(topic, "a")
    load(topic)
    broker.add_partitions(topic, 3)
    broker.send(topic, "b", partition=2)
    assert load(topic).landed == 1 and load.heard("notice", "more partitions than before: 2")
    assert load(topic).landed == 0 and load.said == []


@pytest.mark.kafka
def test_a_first_read_tells_what_was_gone_before(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic)
    broker.send(topic, "abc")
    broker.delete_records(topic, 0, 2)
    assert load(topic).landed == 1 and load.heard("notice", "begins at offset 2")


@pytest.mark.kafka
@pytest.mark.parametrize("again", [pytest.param("x", id="smaller"), pytest.param("vwxyz", id="larger")])
def test_a_topic_made_again_is_another_incarnation(broker: Broker, load: Loader, topic: str, again: str) -> None:
    broker.create(topic)
    broker.send(topic, "abc")
    load(topic)
    broker.delete(topic)
    broker.create(topic)
    broker.send(topic, again)
    assert load(topic).landed == len(again)
    ids = {row["topic_incarnation"] for row in load.warehouse.sql("select topic_incarnation from messages")}
    assert len(ids) == 2 and load.heard("made again", *ids)
    assert load.values(topic) == list("abc" + again)
    assert load(topic).landed == 0 and load.said == []


@pytest.mark.kafka
def test_a_topic_made_again_while_it_is_read_lands_under_its_own_id(
    broker: Broker, load: Loader, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic)
    broker.send(topic, "abc")
    land, calls = load.store_class.land, []

    def remake_first(*arguments: Any) -> int:
        if not calls:
            broker.delete(topic)
            broker.create(topic)
            broker.send(topic, "vwxyz")
        calls.append(arguments)
        return land(*arguments)

    monkeypatch.setattr(load.store_class, "land", remake_first)
    load(topic)
    assert load.values(topic) == list("vwxyz")
    assert load.heard("notice", "while it was read")
    cluster = load.client(broker.servers, {})
    rows = load.warehouse.sql("select distinct topic_incarnation as i from messages")
    assert rows == [{"i": cluster.topics([topic])[topic].topic_id}]
    cluster.close()


@pytest.mark.kafka
def test_an_open_transaction_holds_back_what_is_behind_it(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic)
    broker.send(topic, "a")
    producer = broker.producer(transactional_id=topic)
    producer.init_transactions()
    producer.begin_transaction()
    producer.produce(topic, "b")
    producer.flush()
    broker.send(topic, "c")
    report = load(topic)
    assert (report.landed, report.waiting) == (1, 2)
    assert load.faults() == [(topic, 0, 1, "open_transaction")]
    noted = load.warehouse.sql("select since from internal.kafka_faults")
    broker.send(topic, "d")
    assert load(topic).waiting == 3 and load.warehouse.sql("select since from internal.kafka_faults") == noted
    load.warehouse.sql("insert into internal.kafka_faults select 'other', '', 0, 0, 'x', 'x', now()")
    producer.commit_transaction()
    assert load(topic).landed == 3 and load.faults() == [("other", 0, 0, "x")]
    assert load.values(topic) == ["a", "b", "c", "d"]


@pytest.mark.kafka
def test_records_that_expire_while_they_are_read_are_the_same_error(
    broker: Broker, load: Loader, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic)
    broker.send(topic, "ab")
    load(topic)
    broker.send(topic, "cdef")
    look, calls = kafka.Lander._look, []

    def delete_after(lander: kafka.Lander, report: kafka.Report) -> Any:
        found = look(lander, report)
        if not calls:
            calls.append(found)
            broker.delete_records(topic, 0, 5)
        return found

    monkeypatch.setattr(kafka.Lander, "_look", delete_after)
    with pytest.raises(ChangefeedError, match="offsets 2 to 4 were removed"):
        load(topic)
    assert load.values(topic) == ["a", "b"]


# -- one that can't be read, beside others

FOREVER = 9_223_372_036_854_775_807


def test_a_time_that_is_no_instant_lands_as_null(broker: Broker, load: Loader, topic: str) -> None:
    bad, good = f"{topic}_a", f"{topic}_b"
    for name in (bad, good):
        broker.create(name, message_timestamp_after_max_ms=FOREVER)
    broker.send(bad, ["a"], timestamp=1_760_000_000_123)
    broker.send(bad, ["b"], timestamp=FOREVER, key="k", headers=[("h", b"1"), ("h", None)])
    broker.send(bad, ["c"], timestamp=253_402_300_800_000)
    broker.send(bad, ["d"], timestamp=253_402_300_799_999)
    broker.send(good, "xyz")
    load(bad, good)
    assert (load.values(bad), load.values(good)) == (["a", "b", "c", "d"], ["x", "y", "z"])
    rows = load.warehouse.sql(f"select * from messages where topic = '{bad}' order by offset")
    assert [row["kafka_at"] and row["kafka_at"].year for row in rows] == [2025, None, None, 9999]
    assert [row["kafka_at_type"] for row in rows] == ["create", None, None, "create"]
    assert rows[0]["kafka_at"] == datetime(2025, 10, 9, 8, 53, 20, 123000)
    assert (rows[1]["key"], rows[0]["key"], rows[0]["headers"]) == (b"k", None, None)
    assert rows[1]["headers"] == [{"key": "h", "value": b"1"}, {"key": "h", "value": None}]
    assert len({row["topic_incarnation"] for row in rows}) == 1
    assert load(bad, good).landed == 0 and load.faults() == []


@pytest.mark.kafka
def test_many_times_that_are_no_instants_land_beside_others(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic, 3, message_timestamp_after_max_ms=FOREVER)
    for partition in range(3):
        broker.send(topic, map(str, range(4_000)), partition=partition)
    broker.send(topic, map(str, range(4_000, 5_500)), partition=1, timestamp=FOREVER)
    broker.send(topic, map(str, range(5_500, 9_000)), partition=1)
    assert load(topic, most=5_000).landed == 17_000
    [row] = load.warehouse.sql("select count(distinct value) as n, count(distinct partition, offset) as places"
                               ", count(kafka_at) as timed from messages")  # fmt: skip
    assert row == {"n": 9_000, "places": 17_000, "timed": 15_500}


@pytest.mark.kafka
def test_a_topic_that_may_not_be_read_holds_up_no_other(broker: Broker, load: Loader, topic: str) -> None:
    bad, good = f"{topic}_a", f"{topic}_b"
    for name in (bad, good):
        broker.create(name)
        broker.send(name, "ab")
    broker.deny_reading(bad)
    load.has_login = True
    for accept_loss in (False, True):
        with pytest.raises(
            ChangefeedError, match=rf"(?s)topic {bad} \(id .*not be read by this login.*right to read"
        ) as e:
            load(f"{topic}*", accept_loss=accept_loss)
        assert good not in str(e.value)
        assert (load.values(bad), load.values(good)) == ([], ["a", "b"])
        assert load.faults() == [(bad, 0, 0, "not_authorized")]
        assert load.warehouse.sql("select * from internal.lost_ranges") == []
    broker.send(good, "c")
    load(f"{topic}*", follow=_stepwise(lambda: load.heard("landed 1"), lambda: load.heard(bad, "right to read")))
    assert sum(bad in line for line in load.said) == 1, "said once"
    load.has_login = False
    assert load(f"{topic}*").landed == 2 and load.faults() == []


@pytest.mark.kafka
def test_a_damaged_record_holds_up_what_is_behind_it_until_the_loss_is_accepted(
    broker: Broker, load: Loader, topic: str
) -> None:
    broker.create(topic, 2)
    for values in ("ab", ["damaged", "d"], "ef"):
        broker.send(topic, values)
    broker.send(topic, "xyz", partition=1)
    broker.damage(topic, 0, b"damaged")
    for _ in range(2):
        with pytest.raises(ChangefeedError, match=r"(?s)partition 0: offset 2 can.t be read: .*--accept-loss"):
            load(topic)
        assert load.values(topic) == ["a", "b", "x", "y", "z"]
    assert load.faults() == [(topic, 0, 2, "unreadable")]
    [fault] = load.warehouse.sql("select since, detail from internal.kafka_faults")
    broker.send(topic, "g", partition=1)
    load(topic, follow=_stepwise(lambda: load.heard("landed 1"), lambda: broker.send(topic, "h", partition=1)))
    assert [fault] == load.warehouse.sql("select since, detail from internal.kafka_faults")
    assert load(topic, accept_loss=True).landed == 3
    assert load.heard("recorded in ", "offsets 2 to 3 can't be read")
    assert load.values(topic) == ["a", "b", "e", "f", "x", "y", "z", "g", "h"]
    [row] = load.warehouse.sql("select * from internal.lost_ranges")
    assert (row["topic"], row["partition"], row["first_offset"], row["last_offset"]) == (topic, 0, 2, 3)
    assert row["reason"] == "unreadable"
    assert load(topic).landed == 0 and load.faults() == []


@pytest.mark.kafka
def test_a_broker_that_goes_away_makes_nothing_unreadable(
    broker: Broker, load: Loader, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic)
    for values in ("ab", ["damaged"], "de"):
        broker.send(topic, values)
    broker.damage(topic, 0, b"damaged")
    read = kafka.Lander._read

    def stop_first(lander: kafka.Lander, rest: kafka.Range) -> Any:
        if rest.start == 2:
            broker.stop()
        return read(lander, rest)

    monkeypatch.setattr(kafka_client, "READ_WITHIN", 5)
    with monkeypatch.context() as patched, pytest.raises(kafka_client.Unreachable):
        patched.setattr(kafka.Lander, "_read", stop_first)
        load(topic, accept_loss=True)
    broker.start()
    assert load.warehouse.sql("select * from internal.lost_ranges") == []
    assert load(topic, accept_loss=True).landed == 2
    assert load.values(topic) == ["a", "b", "d", "e"]


@pytest.mark.kafka
def test_what_can_be_read_and_does_not_land_is_an_error(
    broker: Broker, load: Loader, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic, 2)
    broker.send(topic, "a")
    monkeypatch.setattr(load.store_class, "land", _raise(OSError))
    with pytest.raises(kafka.ReadFailed, match=r"Landing from Kafka at .* failed"):
        load(topic, accept_loss=True)
    assert load.warehouse.sql("select * from internal.lost_ranges") == []


@pytest.mark.kafka
def test_a_partition_whose_broker_is_away_holds_up_no_other(
    broker: Broker, load: Loader, topic: str, tmp_path: Path
) -> None:
    second = Broker(tmp_path, joins=broker)
    second.start()
    try:
        broker.create(topic, 2, on=[1, 2])
        for partition in (0, 1):
            broker.send(topic, "ab", partition=partition)
        load(topic)
        broker.send(topic, "c", partition=1)
        second.stop()
        broker.send(topic, "c", partition=0)
        with pytest.raises(ChangefeedError, match=rf"(?s)topic {topic} .*, partition 1: .*Bring back the broker"):
            load(topic, accept_loss=True)
        assert load.values(topic) == ["a", "b", "c", "a", "b"]
        assert load.faults() == [(topic, 1, 2, "unavailable")]
        second.start()
        while broker.admin.list_topics(topic, timeout=5).topics[topic].partitions[1].leader < 0:
            time.sleep(0.5)
        assert load(topic).landed == 1 and load.faults() == []
        assert load.warehouse.sql("select * from internal.lost_ranges") == []
    finally:
        second.stop()
        broker.delete(topic)


def test_a_compacted_topic_is_told(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic, cleanup_policy="compact,delete")
    broker.send(topic, "a", key="k")
    assert load(topic).landed == 1 and load.heard("notice", topic, "cleanup.policy")
    assert load.faults() == [(topic, None, None, "compacted")]


# -- a broker that goes away


def test_a_broker_that_does_not_answer_is_named(load: Loader) -> None:
    for servers in ("127.0.0.1:1", "no-such-host.invalid:9092"):
        with pytest.raises(kafka_client.Unreachable, match=f"Kafka at {servers} does not answer"):
            load.client(servers, {}).topic_names()


def _answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of what takes connections, and answers each so."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    taken, _ = server.accept()
                    threading.Thread(target=attend, args=(taken,), daemon=True).start()

        def attend(taken: socket.socket) -> None:
            with contextlib.suppress(OSError), taken:
                answer(taken)

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}"


def _half(taken: socket.socket) -> None:
    """The right length and number of an answer, and then no answer."""
    while request := taken.recv(65536):
        taken.sendall((100).to_bytes(4, "big") + request[8:12] + b"\xff" * 96)


def _slow(taken: socket.socket) -> None:
    taken.sendall((1000).to_bytes(4, "big"))
    while True:
        taken.sendall(b"\0")
        time.sleep(0.2)


GARBAGE = {
    "a web server": lambda taken: taken.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"),
    "a length of two gigabytes": lambda taken: (taken.sendall(b"\x7f\xff\xff\xff"), taken.recv(1), time.sleep(60)),
    "half": _half,
    "slow": _slow,
    "silent": lambda taken: time.sleep(60),
}


@pytest.mark.kafka
@pytest.mark.parametrize("kind", GARBAGE)
def test_what_is_no_broker_ends_commands_with_a_sentence(
    load_by_spark: Loader, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in PATIENCE.items():
        monkeypatch.setenv("CHANGEFEED_KAFKA_" + name.upper().replace(".", "_"), value)
    with contextlib.contextmanager(_answering)(GARBAGE[kind]) as servers:
        for command in (["load", "--topics", "t"], ["doctor"]):
            began = time.monotonic()
            result = load_by_spark.warehouse.cli(*command, "--kafka", servers)
            assert result.exit_code == 1, result.output
            assert f"Kafka at {servers}" in result.output and "Traceback" not in result.output
            assert time.monotonic() - began < 40


@pytest.mark.kafka
@pytest.mark.parametrize("kind", GARBAGE)
def test_what_is_no_broker_does_not_answer_without_spark_either(kind: str) -> None:
    with contextlib.contextmanager(_answering)(GARBAGE[kind]) as servers, pytest.raises(kafka_client.Unreachable):
        kafka_native.Cluster(kafka_client.Properties(servers, PATIENCE)).topic_names()


@pytest.mark.kafka
def test_follow_outlasts_a_broker_that_goes_away(broker: Broker, load: Loader, topic: str) -> None:
    broker.create(topic)
    broker.send(topic, "a")
    steps = _stepwise(
        lambda: load.heard("landed 1 "),
        broker.stop,
        lambda: load.heard("does not answer", "trying again"),
        broker.start,
        lambda: load.heard("Kafka answers again"),
        lambda: broker.send(topic, "bc"),
        lambda: load.heard("landed 2 "),
    )
    load(topic, follow=steps)
    assert load.values(topic) == ["a", "b", "c"]


def test_follow_builds_on_while_messages_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what was landed once, three builds in a row, with no pause between them; then it waits."""
    did: list[str] = []
    monkeypatch.setattr(kafka, "_sleep", lambda seconds, is_stopping: did.append("waits"))
    monkeypatch.setattr(kafka, "_note", lambda report: None)
    lander: Any = SimpleNamespace(
        is_stopping=lambda: did.count("waits") == 2,
        land=lambda: did.append("lands") or kafka.Report(landed=0),
        note_if_due=lambda is_idle: None,
        note_positions=lambda: None,
    )
    kafka.follow(lander, 30, lambda: did.append("builds") or did.count("builds") < 3)
    assert did == ["lands", "builds"] * 3 + ["waits", "lands", "waits"]


def test_follow_builds_what_landed_before_it_ends_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service begins again each minute: the tables of other topics must not stand still."""
    did: list[str] = []

    def land() -> kafka.Report:
        did.append("lands")
        raise ChangefeedError("the login is wrong")

    lander: Any = SimpleNamespace(is_stopping=lambda: False, land=land)
    with pytest.raises(ChangefeedError, match="login"):
        kafka.follow(lander, 30, lambda: bool(did.append("builds")))
    assert did == ["lands", "builds"]


@pytest.mark.kafka
def test_follow_goes_on_beside_a_loss(broker: Broker, load: Loader, topic: str) -> None:
    bad, good = f"{topic}_a", f"{topic}_b"
    for name in (bad, good):
        broker.create(name)
        broker.send(name, "ab")
    load(bad, good)
    broker.send(bad, "cde")
    broker.delete_records(bad, 0, 4)
    steps = _stepwise(
        lambda: load.heard("offsets 2 to 3 were removed", "--accept-loss"),
        lambda: broker.send(good, "c"),
        lambda: load.heard("landed 1 "),
        lambda: load.faults() == [(bad, 0, 2, "expired")],
        lambda: broker.send(good, "de"),
        lambda: load.heard("landed 2 "),
    )
    load(bad, good, follow=steps)
    assert sum("were removed" in line for line in load.said) == 1, "said once"
    assert (load.values(bad), load.values(good)) == (["a", "b"], list("abcde"))


def test_follow_builds_now_and_then_where_nothing_lands(monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[str] = []
    clock = itertools.count(10_000, 200)  # it is asked for a few times a round
    monkeypatch.setattr(kafka, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    monkeypatch.setattr(kafka, "_sleep", lambda seconds, is_stopping: did.append("waits"))
    lander: Any = SimpleNamespace(
        is_stopping=lambda: did.count("waits") == 4,
        land=lambda: kafka.Report(landed=0),
        note_if_due=lambda is_idle: None,
        note_positions=lambda: None,
    )
    kafka.follow(lander, 30, lambda: bool(did.append("builds")))
    assert did[:2] == ["builds", "waits"] and 1 < did.count("builds") < 4


def _stepwise(*steps: Callable[[], Any]) -> Callable[[], bool]:
    """Called often: does the steps one after the other, waits at one that returns False; True after the last."""
    left, deadline = list(steps), time.monotonic() + 120

    def is_done() -> bool:
        assert time.monotonic() < deadline, f"{len(left)} steps left"
        while left and left[0]() is not False:
            left.pop(0)
        return not left

    return is_done


# -- secrets


@pytest.mark.kafka
def test_tls_and_a_login_work_and_secrets_are_never_shown(
    broker: Broker, load_by_spark: Loader, topic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic)
    broker.send(topic, "a")
    config = tmp_path / "client.properties"
    login = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="{}" password="{}";'

    def run(password: str, *options: str) -> Any:
        monkeypatch.setenv("CHANGEFEED_KAFKA_SASL_JAAS_CONFIG", login.format(brokers.USER, password))
        config.write_text(
            "security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n"
            f"ssl.truststore.location={broker.certificate}\nssl.truststore.type=PEM\nssl.key.password={password}\n"
        )
        arguments = ["--kafka", broker.sasl_servers, "--kafka-config", str(config), "--topics", topic, *options]
        return load_by_spark.warehouse.cli("load", *arguments)

    right, wrong = run(brokers.PASSWORD), run("wr0ng-secret")
    assert right.exit_code == 0 and "landed   1" in right.output
    assert wrong.exit_code == 1 and "Authentication failed" in wrong.output
    broken = login.replace("PlainLoginModule", "NoModule").format("u", "br0ken-secret")
    monkeypatch.setenv("CHANGEFEED_KAFKA_SASL_JAAS_CONFIG", broken)
    arguments = ["load", "--kafka", broker.sasl_servers, "--kafka-config", str(config), "--topics", topic]
    result = CliRunner().invoke(main, ["--verbose", "--project-dir", str(REPO), *arguments])
    assert result.exit_code == 1 and isinstance(result.exception, ChangefeedError)
    assert result.exception.__cause__ is None
    log = (load_by_spark.warehouse.tables.parent / "logs" / "spark.log").read_text()
    for text in (right.output, wrong.output, result.output, str(result.exception), log):
        for secret in (brokers.PASSWORD, "wr0ng-secret", "br0ken-secret"):
            assert secret not in text


def test_secrets_are_cut_out_of_any_text() -> None:
    properties = kafka_client.Properties(
        "h:1",
        {
            "sasl.jaas.config": 'Module required username="u" password="p w;1" token=abc123;',
            "ssl.keystore.location": "/etc/keys.jks",
            "ssl.keystore.password": "changeit",
        },
    )
    text = "p w;1 abc123 changeit /etc/keys.jks " + properties.values["sasl.jaas.config"]
    assert properties.redact(text) == "[hidden] [hidden] [hidden] /etc/keys.jks [hidden]"
    assert "changeit" not in repr(properties)


def test_properties_that_the_loader_sets_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "client.properties"
    file.write_text("# a comment\nisolation.level=read_committed\nclient.id: a\\\n  b\n", encoding="utf-8")
    environment = {"CHANGEFEED_KAFKA_CLIENT_RACK": "r", "CHANGEFEED_KAFKA_CONFIG": str(file), "OTHER": "x"}
    read = kafka_client.read_properties("h:1", file, environment)
    assert dict(read.values) == {"client.id": "ab", "client.rack": "r"}
    for line in ("isolation.level=read_uncommitted", "group.id=x", "bootstrap.servers=other:1"):
        file.write_text(line)
        with pytest.raises(ChangefeedError, match=line.split("=")[0]):
            kafka_client.read_properties("h:1", file, {})


JAVA_PROPERTIES = r"""
! another comment
  plain = one two \t
colon:2
blank 3
escaped\ name\=x = \u00e9\:\\
long = a,\
       b,\
   c
empty
sasl.jaas.config=m required username="u" password="a=b:c";
backslashes = c:\\temp\\
last=\
"""


def test_a_properties_file_is_read_as_java_reads_it(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "client.properties"
    for text in (JAVA_PROPERTIES, JAVA_PROPERTIES.replace("\n", "\r\n"), "a\\", "=x", "a==b", "", "\f a\tb"):
        file.write_text(text, encoding="utf-8", newline="")
        java = jvm.of(spark).java
        loaded = java.util.Properties()
        loaded.load(java.io.StringReader(text))
        expected = {name: loaded.getProperty(name) for name in loaded.stringPropertyNames()}
        assert dict(kafka_client.read_properties("h:1", file, {}).values) == expected, text
    file.write_text("a=\\u12x", encoding="utf-8")
    with pytest.raises(ChangefeedError, match="can't be read as a Java properties file"):
        kafka_client.read_properties("h:1", file, {})


# -- the command line


def test_files_and_kafka_exclude_each_other(warehouse: Warehouse) -> None:
    for arguments, words in (
        (["x.jsonl", "--kafka", "h:1"], "separate commands"),
        ([], "Name capture files, or a broker"),
        (["x.jsonl", "--follow"], "need --kafka"),
        (["--kafka", "h:1", "--run"], "--run belongs to --follow"),
    ):
        result = warehouse.cli("load", *arguments)
        assert result.exit_code == 64 and words in result.output


@pytest.mark.kafka
def test_follow_lands_builds_and_ends_at_a_signal(
    broker: Broker, load_by_spark: Loader, topic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.create(topic)
    broker.send(topic, "a")
    project = tmp_path / "project"
    sources = Path("models", "landing", "_landing__sources.yml")
    (project / sources).parent.mkdir(parents=True)
    (project / sources).symlink_to(REPO / sources)
    (project / "profiles.yml").symlink_to(REPO / "profiles.yml")
    (project / "dbt_project.yml").write_text(
        "{name: small, version: '1.0.0', config-version: 2, profile: changefeed, model-paths: [models]}"
    )
    count = (
        "select count(*) as n, if(count(*) > 1, raise_error('no'), 0) as e from {{ source('changefeed', 'messages') }}"
    )
    (project / "models" / "counted.sql").write_text("{{ config(materialized='table') }}\n" + count)
    load_by_spark.warehouse.use()
    monkeypatch.setattr(kafka, "_sleep", _send_then_stop(lambda: broker.send(topic, "b")))
    arguments = ["load", "--kafka", broker.servers, "--topics", topic, "--follow", "--run", "--interval", "1"]
    result = CliRunner().invoke(main, ["--project-dir", str(project), *arguments])
    assert result.exit_code == 0
    assert "ok      model     counted" in result.output, "the first build"
    assert "FAILED  model     counted" in result.output, "a build that fails does not stop landing"
    assert load_by_spark.values(topic) == ["a", "b", "b"]


def _send_then_stop(send: Callable[[], None]) -> Callable[..., None]:
    pauses = itertools.count(1)

    def sleep(*_: Any) -> None:
        if next(pauses) < 3:
            send()
        else:
            os.kill(os.getpid(), signal.SIGTERM)

    return sleep


@pytest.mark.kafka
def test_a_load_killed_at_any_moment_is_completed_by_the_next(
    broker: Broker, topic: str, spark: SparkSession, tmp_path: Path
) -> None:
    total = 12_000
    broker.create(topic, 3)
    for partition in range(3):
        broker.send(topic, (b"%d" % n for n in range(total // 3)), partition=partition)
    environment = {**os.environ, "CHANGEFEED_HOME": str(tmp_path), "PYTHONPATH": str(REPO)}
    load = [sys.executable, "-m", "changefeed", "--project-dir", str(REPO), "load", "--kafka", broker.servers]
    load += ["--topics", topic, "--max-per-commit", "2000"]
    for _ in range(KILLS):
        process = subprocess.Popen(load, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
        process.stdout.readline()  # the first commit, or the end
        time.sleep(random.random() * 4)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    done = subprocess.run(load, env=environment, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    [table] = tmp_path.glob("tables/*/messages")
    messages = spark.read.format("delta").load(str(table))
    assert messages.count() == messages.select("partition", "offset").distinct().count() == total
