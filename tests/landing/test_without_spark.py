"""What `changefeed load --without-spark` does alone. What it lands is tested beside Spark in test_kafka.py."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result
from deltalake import DeltaTable, write_deltalake
from filelock import FileLock
from pyspark.sql import SparkSession

import broker as brokers
from broker import Broker
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import kafka_local, kafka_native, landing_tables
from changefeed.loader.kafka_client import Polled, Properties
from changefeed.loader.kafka_places import Range
from changefeed.spark import session, storage
from changefeed.spark.relations import folder_in
from changefeed.spark.storage_without_spark import Table
from pipeline import REPO

PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="p\\"w";'
TYPES = {
    "string": pa.string(), "int": pa.int32(), "bigint": pa.int64(), "timestamp": pa.timestamp("us", "UTC"),
    "binary": pa.binary(), "array<string>": pa.list_(pa.string()),
    "array<struct<key:string,value:binary>>": pa.list_(
        pa.struct([("key", pa.string()), ("value", pa.binary())])
    ),
}  # fmt: skip
PLACE = pa.schema(
    [("topic", pa.string()), ("topic_incarnation", pa.string()), ("partition", pa.int32()), ("offset", pa.int64())]
)
TABLES = ("messages", "rejected_lines", "lost_ranges", "read_positions", "removed_ranges")


# -- the client's properties


def test_properties_of_javas_client_are_those_of_librdkafka() -> None:
    given = {
        "security.protocol": "SASL_SSL", "sasl.mechanism": "PLAIN", "sasl.jaas.config": PLAIN,
        "ssl.truststore.location": "/t.pem", "ssl.truststore.type": "PEM", "ssl.truststore.password": "x",
        "ssl.keystore.location": "/k.p12", "ssl.keystore.type": "PKCS12", "ssl.keystore.password": "k",
        "ssl.endpoint.identification.algorithm": "", "request.timeout.ms": "5000", "client.id": "me",
    }  # fmt: skip
    assert kafka_native.settings_of(Properties("h:1", given)) == {
        "bootstrap.servers": "h:1", "log_level": 0, "security.protocol": "SASL_SSL", "sasl.mechanism": "PLAIN",
        "sasl.username": "u", "sasl.password": 'p"w', "ssl.ca.location": "/t.pem", "ssl.keystore.location": "/k.p12",
        "ssl.keystore.password": "k", "ssl.endpoint.identification.algorithm": "none", "socket.timeout.ms": "5000",
        "client.id": "me",
    }  # fmt: skip
    of_pem = {"ssl.keystore.location": "/k.pem", "ssl.keystore.type": "PEM", "ssl.key.password": "k"}
    settings = kafka_native.settings_of(Properties("h:1", of_pem))
    assert (settings["ssl.key.location"], settings["ssl.certificate.location"]) == ("/k.pem", "/k.pem")


@pytest.mark.parametrize(
    ("name", "value", "more"),
    [
        ("max.poll.records", "1", {}),
        ("ssl.truststore.location", "/t.jks", {}),
        ("ssl.keystore.location", "/k.jks", {}),
        ("sasl.mechanism", "GSSAPI", {"security.protocol": "SASL_SSL"}),
        ("sasl.jaas.config", 'Module required username="u";', {"security.protocol": "SASL_SSL"}),
    ],
)
def test_a_property_that_means_nothing_without_java_is_refused_by_its_name(
    name: str, value: str, more: dict[str, str]
) -> None:
    given = {"sasl.mechanism": "PLAIN", name: value} | more
    with pytest.raises(ChangefeedError) as error:
        kafka_native.settings_of(Properties("h:1", given))
    assert str(error.value).startswith(name)


def test_secrets_of_a_login_are_cut_out_as_java_reads_them_too() -> None:
    properties = Properties("h:1", {"sasl.jaas.config": PLAIN})
    assert properties.redact('p"w and p\\"w') == "[hidden] and [hidden]"


# -- the tables


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Landing tables as Spark makes them."""
    for name in TABLES:
        columns = (column.split(" ", 1) for column in landing_tables.described(REPO)[name].split(", "))
        schema = pa.schema([(column.strip("`"), TYPES[kind]) for column, kind in columns])
        DeltaTable.create(str(folder_in(tmp_path, name)), schema)
    DeltaTable.create(str(folder_in(tmp_path, "erased_messages")), PLACE)
    return tmp_path


def polled(*values: bytes | None, first: int = 0) -> Polled:
    records = [("t", 0, first + n, 1_000, 0, [], None, value) for n, value in enumerate(values)]
    return Polled(first + len(values), lambda: records)


def land(tables: Path, batch_id: int, *values: bytes | None, first: int = 0) -> int:
    read = Range("t", "id", 0, first, first + len(values))
    return kafka_local.LocalStore(tables, None, REPO).land_polled(read, polled(*values, first=first), batch_id)


def test_a_batch_id_lands_once_and_the_next_is_past_those_of_rows_that_are_gone(tables: Path) -> None:
    store = kafka_local.LocalStore(tables, None, REPO)
    assert store.next_batch_id() == 1
    assert land(tables, 1, b"a", None) == 2
    for again in (1, 0):
        with pytest.raises(ChangefeedError, match="Another load landed messages meanwhile"):
            land(tables, again, b"b")
    store.take_back(1, "t")
    assert (store.newest_batch_id(), store.next_batch_id()) == (0, 2)
    assert land(tables, 2, b"c") == 1
    [commit, *_] = storage.commits_in(folder_in(tables, "messages"))
    assert (commit.rows, len(commit.load_id), commit.is_housekeeping) == (1, 32, False)


def test_of_two_loads_at_the_same_moment_one_lands(tables: Path) -> None:
    first, second = (Table(folder_in(tables, "lost_ranges")) for _ in range(2))
    rows = [("t", "id", 0, 1, 2, "expired", None, 1)]
    first.append_once(first.of(rows), 1)
    with pytest.raises(storage.LostRace):
        second.append_once(second.of(rows), 1)
    assert len(Table(folder_in(tables, "lost_ranges")).rows()) == 1


@pytest.mark.parametrize(
    ("raised", "seen"), [(ChangefeedError("the broker has gone"), OSError), (KeyboardInterrupt(), KeyboardInterrupt)]
)
def test_a_read_that_fails_or_is_stopped_lands_nothing(
    tables: Path, raised: BaseException, seen: type[BaseException]
) -> None:
    class Broken:
        def __init__(self, offset: int) -> None:
            self._offset = offset

        def records(self, *_: object) -> Iterator[tuple[list[object], int]]:
            if self._offset:
                yield polled(b"a").records(), 1
            raise raised

    for offset in (0, 1):
        store = kafka_local.LocalStore(tables, Broken(offset), REPO)
        with pytest.raises(seen):
            store.land([Range("t", "id", 0, 0, 2)], 1)
        assert store.rows("messages") == [] and store.next_batch_id() == 1


def test_what_has_landed_is_found_with_and_without_statistics(tables: Path) -> None:
    land(tables, 1, b"a", b"b")
    store = kafka_local.LocalStore(tables, None, REPO)
    messages = folder_in(tables, "messages")
    DeltaTable(str(messages)).alter.set_table_properties({"delta.dataSkippingNumIndexedCols": "1"})
    land(tables, 2, b"c", first=2)
    assert store.newest_batch_id() == 2
    assert store.furthest("messages", "offset") == {("t", "id", 0): 2}
    assert store.furthest("messages", "offset", 2) == {}
    assert [store.newest_offset(("t", "id", 0), before=n) for n in (0, 2, 9)] == [None, 1, 2]
    assert store.newest_offset(("t", "other", 0), before=9) is None
    assert store.has(("t", "id", 0), ("t", 0, 1, -1, -1, [], None, b"b"))
    assert not store.has(("t", "id", 0), ("t", 0, 1, -1, -1, [], None, b"c"))
    erased = pa.Table.from_pylist([dict(zip(PLACE.names, ("t", "id", 0, 2), strict=True))], schema=PLACE)
    write_deltalake(str(folder_in(tables, "erased_messages")), erased, mode="append")
    assert store.newest_offset(("t", "id", 0), before=9) == 1, "what was erased has no content to compare"


def test_a_note_is_replaced_as_a_whole(tables: Path) -> None:
    store = kafka_local.LocalStore(tables, None, REPO)
    for rows in ([("a", "", 0, 1, 1), ("b", "", 0, 1, 1)], [("b", "", 0, 2, 2)], []):
        store.replace("read_positions", rows)
        assert store.rows("read_positions") == rows


def test_a_table_that_was_given_more_is_left_to_spark(tables: Path) -> None:
    messages = folder_in(tables, "messages")
    DeltaTable(str(messages)).alter.set_table_properties({"delta.enableChangeDataFeed": "true"})
    with pytest.raises(ChangefeedError, match="can't be written without Spark: it was given features"):
        land(tables, 1, b"a")
    write_deltalake(str(folder_in(tables, "schemas")), pa.table({"a": [1], "b": [1]}), partition_by=["a"])
    with pytest.raises(ChangefeedError, match="can't be written without Spark"):
        Table(folder_in(tables, "schemas"))
    with pytest.raises(ChangefeedError, match="can't be written without Spark"):
        Table(tables / "nowhere")


# -- the command line


def load(home: Path, *arguments: str) -> Result:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHANGEFEED_HOME", str(home))
        patch.setattr(session, "served", None)
        patch.setattr(session, "_lock", None)
        patch.setattr(SparkSession, "getActiveSession", staticmethod(lambda: None))  # of other tests
        try:
            return CliRunner().invoke(main, ["--project-dir", str(REPO), "load", *arguments])
        finally:
            session.release()


@pytest.mark.parametrize("variable", ["CHANGEFEED_METASTORE", "CHANGEFEED_FILE_FORMAT", "CHANGEFEED_WAREHOUSE"])
def test_tables_that_others_reach_or_that_are_elsewhere_are_refused(
    tmp_path: Path, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {
        "CHANGEFEED_METASTORE": "jdbc:postgresql://h/m", "CHANGEFEED_FILE_FORMAT": "iceberg",
        "CHANGEFEED_WAREHOUSE": "s3a://bucket/tables",
    }  # fmt: skip
    monkeypatch.setenv(variable, given[variable])
    result = load(tmp_path, "--kafka", "h:1", "--without-spark")
    assert result.exit_code == 1 and "--without-spark lands only in tables on this machine" in result.output


def test_other_ways_of_landing_and_building_need_spark(tmp_path: Path) -> None:
    for arguments in (["x.jsonl"], ["--kafka", "h:1", "--follow", "--run"], ["--from-source", "shop"]):
        result = load(tmp_path, *arguments, "--without-spark")
        assert result.exit_code == 64 and "--without-spark needs --kafka" in result.output


def test_a_package_that_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "deltalake", None)
    result = load(tmp_path, "--kafka", "h:1", "--without-spark")
    assert result.exit_code == 1 and "needs deltalake: pip install 'changefeed[without-spark]'" in result.output


class Command:
    """`changefeed load` in a process of its own, in a warehouse of its own."""

    def __init__(self, home: Path, broker: Broker, config: Path) -> None:
        config.write_text(
            "security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n"
            f"ssl.truststore.location={broker.certificate}\nssl.truststore.type=PEM\n"
        )
        self._home = home
        self._words = ["--project-dir", str(REPO), "load", "--kafka", broker.sasl_servers]
        self._words += ["--kafka-config", str(config)]

    def __call__(
        self, topic: str, *options: str, has_java: bool = False, password: str = brokers.PASSWORD, before: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """`before`: Python that the process runs first."""
        login = PLAIN.replace('"u"', f'"{brokers.USER}"').replace('p\\"w', password)
        environment = os.environ | {
            "CHANGEFEED_HOME": str(self._home),
            "CHANGEFEED_SCHEMA": "changefeed",
            "CHANGEFEED_KAFKA_SASL_JAAS_CONFIG": login,
        }
        if not has_java:
            environment |= {"PATH": "", "JAVA_HOME": ""}
        program = f"{before}\nfrom changefeed.__main__ import main\nmain()"
        words = [*self._words, "--topics", topic, *options]
        return subprocess.run([sys.executable, "-c", program, *words], env=environment, capture_output=True, text=True)


KILLED = """
import os, signal
from changefeed.loader import kafka
kafka.Lander.note_positions = lambda lander: os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.kafka
def test_a_warehouse_that_spark_has_made_is_landed_in_without_java(own_spark: None, tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    broker = Broker(tmp_path / "broker")
    broker.start()
    home = tmp_path / "home"
    command = Command(home, broker, tmp_path / "client.properties")
    with contextlib.ExitStack() as stack:
        stack.callback(broker.stop)
        broker.create("t")
        broker.send("t", "a")
        first = command("t", "--without-spark", has_java=True)
        assert first.returncode == 0, first.stderr
        assert "this load starts Spark" in first.stdout and "landed   1" in first.stdout
        messages = home / "tables" / "changefeed.db" / "messages"

        broker.send("t", "bc")
        killed = command("t", "--without-spark", before=KILLED)
        assert killed.returncode == -signal.SIGKILL and "landed 2 messages of t" in killed.stdout
        broker.send("t", "d")
        done = command("t", "--without-spark")
        assert (done.returncode, done.stderr) == (0, "")
        assert "topics   1\nlanded   1\n" in done.stdout
        assert "Nothing new landed." in command("t", "--without-spark").stdout
        landed = sorted((offset, value) for _, _, _, offset, *_, value in Table(messages).rows())
        assert landed == [(0, b"a"), (1, b"b"), (2, b"c"), (3, b"d")]

        wrong = command("t", "--without-spark", password="wr0ng-secret")
        assert wrong.returncode == 1 and "Authentication failed" in wrong.stderr
        broker.send("t", "ef")
        broker.delete_records("t", 0, 5)
        lost = command("t", "--without-spark")
        assert lost.returncode == 1 and "offsets 4 to 4 were removed before they landed" in lost.stderr
        for said in (first, killed, done, wrong, lost):
            assert "secret" not in said.stdout + said.stderr and brokers.PASSWORD not in said.stdout + said.stderr

        with FileLock(home / "lock"):
            busy = command("t", "--without-spark")
        assert busy.returncode == 2 and "is in use by" in busy.stderr
        events = [json.loads(line) for line in (home / "logs" / "events.jsonl").read_text().splitlines()]
        assert [each["landed"] for each in events if each["event"] == "load"] == [1, 1, 0, 0]
        (messages.parent / "landing_tables").unlink()
        made_half = command("t", "--without-spark")
        assert made_half.returncode == 1 and "needs Java" in made_half.stderr, "the metastore may lack a table"
