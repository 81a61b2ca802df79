"""Kafka's client: the user's properties, and what the broker says about its topics.

It is the Java client that comes with Spark's Kafka source. This module removes secrets from every error.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from py4j.java_gateway import JavaPackage, is_instance_of
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.spark import jvm

PREFIX = "CHANGEFEED_KAFKA_"
_OWN_VARIABLES = (f"{PREFIX}CONFIG",)
# Properties that the loader sets itself, with the values that a file may repeat.
_RESERVED: dict[str, tuple[str, ...]] = {
    "bootstrap.servers": (),
    "group.id": (),
    "isolation.level": ("read_committed",),
    "auto.offset.reset": (),
    "enable.auto.commit": ("false",),
    "allow.auto.create.topics": ("false",),
    "key.deserializer": ("org.apache.kafka.common.serialization.ByteArrayDeserializer",),
    "value.deserializer": ("org.apache.kafka.common.serialization.ByteArrayDeserializer",),
    "interceptor.classes": (),
}
# A client waits this long for an answer before the broker counts as away; the user's own values win.
_PATIENCE = {"default.api.timeout.ms": "20000", "request.timeout.ms": "10000"}
_READS = {"isolation.level": "read_committed", "auto.offset.reset": "none", "allow.auto.create.topics": "false"}
_READ_WITHIN = 45  # seconds, for a first record
_SECRET = re.compile(r"password|passphrase|jaas|secret|token|credential|key", re.IGNORECASE)
_NO_SECRET = re.compile(r"\.(location|type|algorithm|class|provider|deserializer)$")
_IN_JAAS = re.compile(r"""([\w.]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;"']+))""")
_NOT_AUTHORIZED = "org.apache.kafka.common.errors.AuthorizationException"
_PASSING = "org.apache.kafka.common.errors.RetriableException"
_NO_TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA"  # what brokers before 2.8 answer


Partition = tuple[str, int]  # topic and number


class Unreachable(ChangefeedError):
    """The broker does not answer; it may later."""


class Refused(ChangefeedError):
    """The broker answers, and one partition can't be read.

    `reason` is unreadable (what it sends at the offset is no record), not_authorized, or expired (it has gone
    meanwhile).
    """

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(said)
        self.reason = reason


@dataclass(frozen=True)
class Properties:
    """Properties of Kafka's client, by name. Its repr shows no values."""

    servers: str
    values: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Properties({self.servers}, {', '.join(sorted(self.values))})"

    def redact(self, text: str) -> str:
        """The text without the values of secret properties, whole or in part."""
        for secret in sorted(_secrets(self.values), key=len, reverse=True):
            text = text.replace(secret, "[hidden]")
        return text


def _secrets(values: Mapping[str, str]) -> set[str]:
    secrets = {value for name, value in values.items() if _SECRET.search(name) and not _NO_SECRET.search(name)}
    for name, value in values.items():
        if name.endswith("jaas.config"):
            secrets |= {"".join(found[1:]) for found in _IN_JAAS.findall(value) if _SECRET.search(found[0])}
    return {secret for secret in secrets if secret.strip()}


def read_properties(
    spark: SparkSession, servers: str, file: Path | None, environment: Mapping[str, str] = os.environ
) -> Properties:
    """The client's properties from a Java properties file. Variables CHANGEFEED_KAFKA_<NAME> replace those of the file.

    `servers` is HOST:PORT, more of them separated by commas. In a variable's name _ stands for the dot.
    Raises ChangefeedError when the file can't be read or a property is one that the loader sets itself.
    """
    values: dict[str, str] = {}
    if file:
        java = jvm.of(spark).java
        loaded = java.util.Properties()
        try:
            loaded.load(java.io.StringReader(file.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, Py4JJavaError):
            raise ChangefeedError(f"{file}: can't be read as a Java properties file (UTF-8).") from None
        values = {name: loaded.getProperty(name) for name in loaded.stringPropertyNames()}
    for name, value in values.items():
        _check_allowed(name, value, f"{file}: {name}")
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable not in _OWN_VARIABLES:
            name = variable.removeprefix(PREFIX).lower().replace("_", ".")
            _check_allowed(name, value, variable)
            values[name] = value
    return Properties(servers, {name: value for name, value in values.items() if name not in _RESERVED})


def _check_allowed(name: str, value: str, where: str) -> None:
    if name in _RESERVED and value.strip() not in _RESERVED[name]:
        instead = "Name the broker with --kafka." if name == "bootstrap.servers" else "Remove it."
        raise ChangefeedError(f"{where}: the loader sets this property itself. {instead}")


@dataclass(frozen=True)
class Topic:
    """A topic as the broker describes it; `topic_id` is '' where the broker knows none (before Kafka 2.8)."""

    name: str
    topic_id: str
    partitions: tuple[int, ...]


@dataclass(frozen=True)
class Offsets:
    """Of one partition: its first offset, the end of what is committed, and the end of what is written.

    `epoch` is that of its leader; None where the broker does not say it. Another one may have another log.
    """

    earliest: int
    committed_end: int
    written_end: int
    epoch: int | None


# topic, partition, offset, time in milliseconds, its type as Spark's source numbers it, headers, key, value
Record = tuple[str, int, int, int, int, "list[tuple[str, bytes | None]]", "bytes | None", "bytes | None"]


@dataclass(frozen=True)
class Polled:
    """What the client read of one partition; `next_offset` is behind it. A record costs some milliseconds to get."""

    next_offset: int
    _records: Any

    def records(self) -> list[Record]:
        """The records, in order."""
        return [
            (
                each.topic(), each.partition(), each.offset(), each.timestamp(), each.timestampType().ordinal() - 1,
                [(header.key(), header.value()) for header in each.headers().toArray()], each.key(), each.value(),
            )
            for each in self._records if each.offset() < self.next_offset
        ]  # fmt: skip


class Cluster:
    """Asks a Kafka cluster about its topics. Every call raises Unreachable, or ChangefeedError for what won't mend."""

    def __init__(self, spark: SparkSession, properties: Properties) -> None:
        self.properties = properties
        self._jvm, self._gateway = jvm.of(spark), jvm.gateway()
        self._consumer: Any = None
        admin = self._jvm.org.apache.kafka.clients.admin.AdminClient
        if isinstance(admin, JavaPackage):  # what py4j takes an unknown class for
            raise ChangefeedError(
                "Spark has no Kafka source: add org.apache.spark:spark-sql-kafka-0-10_2.13:4.0.0 "
                "to CHANGEFEED_PACKAGES."
            )
        with self._asking():
            self._admin = admin.create(self._settings(_PATIENCE | dict(properties.values)))

    def _settings(self, values: Mapping[str, str]) -> Any:
        settings = self._jvm.java.util.Properties()
        for name, value in values.items():
            settings.setProperty(name, value)
        settings.setProperty("bootstrap.servers", self.properties.servers)
        return settings

    def close(self) -> None:
        """Let go of the connections."""
        within = self._jvm.java.time.Duration.ofSeconds(5)
        self._admin.close(within)
        if self._consumer is not None:
            self._consumer.close(within)

    def topic_names(self) -> set[str]:
        """The names of all topics but Kafka's internal ones."""
        with self._asking():
            return set(self._admin.listTopics().names().get())

    def topics(self, names: Iterable[str]) -> dict[str, Topic]:
        """The topics of these names, those that exist."""
        found = {}
        with self._asking():
            futures = self._admin.describeTopics(self._list(names)).topicNameValues()
            for name in futures.keySet():
                try:
                    topic = futures.get(name).get()
                except Py4JJavaError as error:
                    if self._is_unknown_topic(error):
                        continue
                    raise
                numbers = tuple(sorted(each.partition() for each in topic.partitions()))
                topic_id = topic.topicId().toString()
                found[name] = Topic(name, "" if topic_id == _NO_TOPIC_ID else topic_id, numbers)
        return found

    def offsets(self, topics: Iterable[Topic]) -> tuple[dict[Partition, Offsets], dict[Partition, str]]:
        """The offsets of all partitions, and what the broker says of those that have none now (no leader).

        The partitions of a topic deleted meanwhile are in neither. Raises Unreachable if no partition has any.
        """
        partitions = [(topic.name, number) for topic in topics for number in topic.partitions]
        if not partitions:
            return {}, {}
        spec, level = (
            self._jvm.org.apache.kafka.clients.admin.OffsetSpec,
            self._jvm.org.apache.kafka.common.IsolationLevel,
        )
        with self._asking():
            asked = (
                self._ask_offsets(partitions, spec.earliest(), level.READ_UNCOMMITTED),
                self._ask_offsets(partitions, spec.latest(), level.READ_COMMITTED),
                self._ask_offsets(partitions, spec.latest(), level.READ_UNCOMMITTED),
            )
            unavailable: dict[Partition, str] = {}
            earliest, committed, written = (self._answers(*each, unavailable) for each in asked)
            found = {
                place: Offsets(
                    earliest[place].offset(),
                    committed[place].offset(),
                    written[place].offset(),
                    written[place].leaderEpoch().orElse(None),
                )
                for place in partitions
                if place in earliest and place in committed and place in written
            }
        return found, {place: said for place, said in unavailable.items() if place not in found}

    def _ask_offsets(self, partitions: list[Partition], spec: Any, level: Any) -> tuple[dict[Partition, Any], Any]:
        keys = {place: self._jvm.org.apache.kafka.common.TopicPartition(*place) for place in partitions}
        asked = self._jvm.java.util.HashMap()
        for key in keys.values():
            asked.put(key, spec)
        options = self._jvm.org.apache.kafka.clients.admin.ListOffsetsOptions(level)
        return keys, self._admin.listOffsets(asked, options)

    def _answers(
        self, keys: dict[Partition, Any], result: Any, unavailable: dict[Partition, str]
    ) -> dict[Partition, Any]:
        answers, passing = {}, None
        for place, key in keys.items():
            try:
                answers[place] = result.partitionResult(key).get()
            except Py4JJavaError as error:
                causes = _causes(error)
                if self._is_passing(causes) and not self._is_unknown_topic(error):
                    passing, unavailable[place] = error, self._said(causes[-1])
                elif not self._is_unknown_topic(error):
                    raise
        if passing and not answers:
            raise passing
        return answers

    def compacted(self, names: Iterable[str]) -> set[str]:
        """Those of the topics from which the broker removes records that a later one of the same key replaces.

        A topic whose settings this login may not see is not among them.
        """
        java = self._jvm.org.apache.kafka.common.config
        of_names = {name: java.ConfigResource(java.ConfigResource.Type.TOPIC, name) for name in names}
        found = set()
        with self._asking():
            futures = self._admin.describeConfigs(self._list(of_names.values())).values()
            for name, resource in of_names.items():
                try:
                    policy = futures.get(resource).get().get("cleanup.policy").value()
                except Py4JJavaError as error:
                    if self._is_unknown_topic(error) or self._is_a(_causes(error)[-1], _NOT_AUTHORIZED):
                        continue
                    raise
                if "compact" in policy:
                    found.add(name)
        return found

    def read(self, topic: str, partition: int, start: int, end: int) -> Polled:
        """Read some records of a partition from an offset on, not in Spark but with the client itself.

        It takes what Spark's source can't hold, and says what of a partition can't be read. Raises Refused for that
        alone, and Unreachable when no answer comes.
        """
        place = self._jvm.org.apache.kafka.common.TopicPartition(topic, partition)
        consumer = self._reader()
        try:
            consumer.assign(self._list([place]))
            consumer.seek(place, start)
            until = time.monotonic() + _READ_WITHIN
            while time.monotonic() < until:
                records = consumer.poll(self._jvm.java.time.Duration.ofMillis(500)).records(place)
                if (position := consumer.position(place)) > start:
                    return Polled(min(position, end), records)
        except Py4JJavaError as error:
            causes = _causes(error)
            if self._is_a(causes[0], _NOT_AUTHORIZED):
                raise Refused("not_authorized", self._said(causes[0])) from None
            kind = causes[0].getClass().getName()
            if kind == "org.apache.kafka.clients.consumer.OffsetOutOfRangeException":
                raise Refused("expired", self._said(causes[0])) from None
            if kind == "org.apache.kafka.common.KafkaException":
                raise Refused("unreadable", self._said(*causes)) from None
            raise self._error(causes) from None
        raise Unreachable(
            f"Kafka at {self.properties.servers} sends nothing of topic {topic}, partition {partition}, from offset "
            f"{start} on, within {_READ_WITHIN} s."
        )

    def _reader(self) -> Any:
        if self._consumer is None:
            bytes_of = self._jvm.org.apache.kafka.common.serialization.ByteArrayDeserializer
            settings = self._settings(_PATIENCE | dict(self.properties.values) | _READS | {"max.poll.records": "1000"})
            with self._asking():
                self._consumer = self._jvm.org.apache.kafka.clients.consumer.KafkaConsumer(
                    settings, bytes_of(), bytes_of()
                )
        return self._consumer

    def _list(self, items: Iterable[str]) -> Any:
        made = self._jvm.java.util.ArrayList()
        for item in items:
            made.add(item)
        return made

    def _is_unknown_topic(self, error: Py4JJavaError) -> bool:
        return self._is_a(_causes(error)[-1], "org.apache.kafka.common.errors.UnknownTopicOrPartitionException")

    def _is_a(self, error: Any, kind: str) -> bool:
        return bool(is_instance_of(self._gateway, error, kind))

    def _is_passing(self, causes: list[Any]) -> bool:
        return any(self._is_a(cause, _PASSING) for cause in causes)

    def _said(self, *causes: Any) -> str:
        """What errors say, those that say something."""
        said = (" ".join(str(each.getMessage() or "").split()) for each in causes)
        return self.properties.redact(": ".join(dict.fromkeys(filter(None, said))))

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Turn Java's exceptions into errors for people. `from None` keeps secrets out of tracebacks, too."""
        try:
            yield
        except Py4JJavaError as error:
            raise self._error(_causes(error)) from None

    def _error(self, causes: list[Any]) -> ChangefeedError:
        said = self._said(causes[-1]) or self.properties.redact(causes[-1].toString())
        kind = causes[-1].getClass().getSimpleName()
        servers = self.properties.servers
        if self._is_passing(causes) or "bootstrap urls" in said:
            return Unreachable(
                f"Kafka at {servers} does not answer: {said}. Check host, port and network, and whether it wants "
                "TLS or a login (--kafka-config)."
            )
        return ChangefeedError(f"Kafka at {servers}: {said} ({kind}). Check the client's properties.")


def _causes(error: Py4JJavaError) -> list[Any]:
    causes, cause = [], error.java_exception
    while cause is not None:
        causes.append(cause)
        cause = cause.getCause()
    return causes
