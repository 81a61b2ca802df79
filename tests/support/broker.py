"""A real Kafka broker for the tests: fetched once with the Ivy that pyspark brings, started on free loopback ports.

Run as a script it starts the command it is given and ends it when its standard input closes. That is how the
broker ends with pytest, also when pytest is killed.
"""

from __future__ import annotations

import contextlib
import functools
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

VERSION = "4.1.1"
USER, PASSWORD = "landing", "hush-1234"  # of the listener with TLS and a login
_STORE_PASSWORD = "st0re-1234"  # of the file with the key to its certificate
_UP_WITHIN = 60  # seconds
_MOST_BYTES = 120 * 1024 * 1024
_PROPERTIES = """
process.roles={roles}
node.id={node}
controller.quorum.voters=1@127.0.0.1:{controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:{plain},SASL://127.0.0.1:{sasl}{control}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL:SASL_SSL,CONTROLLER:PLAINTEXT
sasl.enabled.mechanisms=PLAIN
listener.name.sasl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \
  user_{user}="{password}";
listener.name.sasl.ssl.keystore.location={store}
listener.name.sasl.ssl.keystore.password={store_password}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
allow.everyone.if.no.acl.found=true
super.users=User:ANONYMOUS
log.dirs={folder}/log
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
message.max.bytes={most_bytes}
socket.request.max.bytes={most_bytes}
log.initial.task.delay.ms=500
log.retention.ms=-1
log.cleaner.backoff.ms=500
file.delete.delay.ms=1000
"""


class Broker:
    """One broker in a folder of its own; stop and start keep ports and data. It can join another one's cluster."""

    def __init__(self, folder: Path, joins: Broker | None = None) -> None:
        self.folder = folder
        plain, sasl, controller = free_ports(3)
        self._controller = joins._controller if joins else controller
        self.servers = f"127.0.0.1:{plain}"
        self.sasl_servers = f"127.0.0.1:{sasl}"
        self.certificate = folder / "broker.pem"
        self._libraries = f"{_libraries()}/*"
        self._process: subprocess.Popen[bytes] | None = None
        self._settings = folder / "server.properties"
        self._settings.write_text(
            _PROPERTIES.format(
                plain=plain, sasl=sasl, controller=self._controller, folder=folder, node=2 if joins else 1,
                roles="broker" if joins else "broker,controller",
                control="" if joins else f",CONTROLLER://127.0.0.1:{controller}",
                user=USER, password=PASSWORD, store=folder / "broker.p12", store_password=_STORE_PASSWORD,
                most_bytes=_MOST_BYTES,
            )
        )  # fmt: skip
        store = ["-alias", "broker", "-keystore", str(folder / "broker.p12"), "-storepass", _STORE_PASSWORD]
        name = ["-dname", "CN=127.0.0.1", "-ext", "SAN=IP:127.0.0.1"]
        _run("keytool", "-genkeypair", "-keyalg", "RSA", *name, *store)
        _run("keytool", "-exportcert", "-rfc", "-file", str(self.certificate), *store)
        _run(
            "java", "-XX:TieredStopAtLevel=1", "-cp", self._libraries,
            "kafka.tools.StorageTool", "format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", str(self._settings),
        )  # fmt: skip

    def start(self) -> None:
        """Start the broker and wait until it answers; raises TimeoutError with the end of its log."""
        java = ["java", "-Xmx768m", "-XX:TieredStopAtLevel=1", "-cp", self._libraries]
        with (self.folder / "broker.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, __file__, *java, "kafka.Kafka", str(self._settings)],
                stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        deadline = time.monotonic() + _UP_WITHIN
        while time.monotonic() < deadline:
            with contextlib.suppress(Exception):
                self.admin.list_topics(timeout=2)
                return
            time.sleep(0.2)
        raise TimeoutError((self.folder / "broker.log").read_text()[-2000:])

    def stop(self) -> None:
        """Stop the broker, if it runs, and wait until it has gone."""
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait(timeout=60)
            self._process = None

    @functools.cached_property
    def admin(self) -> Any:
        """confluent_kafka's admin client. Its calls fail once it is no longer referred to."""
        from confluent_kafka.admin import AdminClient

        return AdminClient({"bootstrap.servers": self.servers, "log_level": 0})

    def producer(self, **settings: Any) -> Any:
        """confluent_kafka's producer; settings with _ for the dot."""
        from confluent_kafka import Producer

        given = {name.replace("_", "."): value for name, value in settings.items()}
        return Producer({"bootstrap.servers": self.servers, "linger.ms": 5, "log_level": 0} | given)

    def create(self, topic: str, partitions: int = 1, on: Iterable[int] = (), **settings: Any) -> str:
        """Create a topic (settings with _ for the dot), wait until it is there, and return its name.

        `on`: the numbers of the brokers that hold its partitions, one each.
        """
        from confluent_kafka.admin import NewTopic

        config = {name.replace("_", "."): str(value) for name, value in settings.items()}
        held = {"replica_assignment": [[number] for number in on]} if on else {"replication_factor": 1}
        _wait(self.admin.create_topics([NewTopic(topic, partitions, config=config, **held)]))
        return topic

    def delete(self, topic: str) -> None:
        """Delete a topic and wait until the broker no longer lists it."""
        _wait(self.admin.delete_topics([topic]))
        while topic in self.admin.list_topics(timeout=5).topics:
            time.sleep(0.1)

    def add_partitions(self, topic: str, total: int) -> None:
        """Give a topic more partitions."""
        from confluent_kafka.admin import NewPartitions

        _wait(self.admin.create_partitions([NewPartitions(topic, total)]))

    def delete_records(self, topic: str, partition: int, before: int) -> None:
        """Remove the records before an offset, as retention does."""
        from confluent_kafka import TopicPartition

        _wait(self.admin.delete_records([TopicPartition(topic, partition, before)]))

    def await_compaction(self, topic: str, before: int) -> None:
        """Wait until a partition 0 has fewer records than it had before the broker's cleaner came by."""
        from confluent_kafka import Consumer, TopicPartition

        reader = Consumer({"bootstrap.servers": self.servers, "group.id": "count", "enable.partition.eof": True})
        deadline = time.monotonic() + _UP_WITHIN
        while before == self._count(reader, TopicPartition(topic, 0, 0)) and time.monotonic() < deadline:
            time.sleep(0.5)
        reader.close()

    @staticmethod
    def _count(reader: Any, place: Any) -> int:
        reader.assign([place])
        count = 0
        while (record := reader.poll(10)) is not None and record.error() is None:
            count += 1
        return count

    def deny_reading(self, topic: str) -> None:
        """Let the user of the listener with TLS describe a topic, and no more read it."""
        from confluent_kafka.admin import (
            AclBinding,
            AclOperation,
            AclPermissionType,
            ResourcePatternType,
            ResourceType,
        )

        for operation, permission in (
            (AclOperation.DESCRIBE, AclPermissionType.ALLOW),
            (AclOperation.READ, AclPermissionType.DENY),
        ):
            _wait(
                self.admin.create_acls([
                    AclBinding(
                        ResourceType.TOPIC, topic, ResourcePatternType.LITERAL, f"User:{USER}", "*", operation,
                        permission,
                    )
                ])
            )  # fmt: skip

    def cut_off(self, topic: str, partition: int) -> None:
        """Take all records of a partition away on the broker's disk, as of a leader that had none of them."""
        self.stop()
        for file in (self.folder / "log" / f"{topic}-{partition}").iterdir():
            if file.name != "partition.metadata":
                file.unlink()
        self.start()

    def damage(self, topic: str, partition: int, text: bytes) -> None:
        """Change a byte of a record on the broker's disk, which it does not notice."""
        self.stop()
        [segment] = (self.folder / "log" / f"{topic}-{partition}").glob("*.log")
        written = segment.read_bytes()
        assert written.count(text) == 1
        segment.write_bytes(written.replace(text, b"X" + text[1:]))
        self.start()

    def send(self, topic: str, values: Iterable[Any], partition: int = 0, **message: Any) -> None:
        """Produce values (text, bytes or None) into one partition and wait until the broker has them."""
        producer = self.producer()
        for value in values:
            while True:
                try:
                    producer.produce(topic, value, partition=partition, **message)
                    break
                except BufferError:
                    producer.poll(0.1)
        assert producer.flush(60) == 0


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


def _libraries() -> Path:
    """The folder of the broker's jars, fetched from the Maven repository on first use."""
    import maven  # not for the script

    dependency = f'<dependency org="org.apache.kafka" name="kafka_2.13" rev="{VERSION}" conf="default"/>'
    return (
        maven.fetched(
            f"kafka-{VERSION}", dependency, "lib/[artifact]-[revision].[ext]", "lib/kafka_2.13-*.jar", ("jar", "bundle")
        )
        / "lib"
    )


def free_ports(count: int) -> list[int]:
    """Ports of the loopback interface on which nothing listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _wait(futures: dict[Any, Any]) -> None:
    for future in futures.values():
        future.result(timeout=30)


def _watch(command: list[str]) -> None:
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    sys.stdin.buffer.read()
    process.terminate()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    _watch(sys.argv[1:])
