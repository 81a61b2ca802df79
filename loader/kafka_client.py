"""Kafka's client: the user's properties, and what the broker says about its topics.

It is the Java client that comes with Spark's Kafka source. This module removes secrets from every error.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from py4j.java_gateway import JavaPackage, is_instance_of
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from loader.errors import ChangefeedError

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
_SECRET = re.compile(r"password|passphrase|jaas|secret|token|credential|key", re.IGNORECASE)
_NO_SECRET = re.compile(r"\.(location|type|algorithm|class|provider|deserializer)$")
_IN_JAAS = re.compile(r"""([\w.]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;"']+))""")
_NO_TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA"  # what brokers before 2.8 answer


class Unreachable(ChangefeedError):
    """The broker does not answer; it may later."""


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
        loaded = spark._jvm.java.util.Properties()
        try:
            loaded.load(spark._jvm.java.io.StringReader(file.read_text(encoding="utf-8")))
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
    """Of one partition: its first offset, the end of what is committed, and the end of what is written."""

    earliest: int
    committed_end: int
    written_end: int


class Cluster:
    """Asks a Kafka cluster about its topics. Every call raises Unreachable, or ChangefeedError for what won't mend."""

    def __init__(self, spark: SparkSession, properties: Properties) -> None:
        self.properties = properties
        self._jvm = spark._jvm
        self._gateway = spark.sparkContext._gateway
        settings = self._jvm.java.util.Properties()
        for name, value in (_PATIENCE | dict(properties.values)).items():
            settings.setProperty(name, value)
        settings.setProperty("bootstrap.servers", properties.servers)
        admin = self._jvm.org.apache.kafka.clients.admin.AdminClient
        if isinstance(admin, JavaPackage):  # what py4j takes an unknown class for
            raise ChangefeedError(
                "Spark has no Kafka source: add org.apache.spark:spark-sql-kafka-0-10_2.13:4.0.0 "
                "to CHANGEFEED_PACKAGES."
            )
        with self._asking():
            self._admin = admin.create(settings)

    def close(self) -> None:
        """Let go of the connections."""
        self._admin.close(self._jvm.java.time.Duration.ofSeconds(5))

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

    def offsets(self, topics: Iterable[Topic]) -> dict[tuple[str, int], Offsets]:
        """The offsets of all partitions, by topic and partition, without those of a topic deleted meanwhile."""
        partitions = [(topic.name, number) for topic in topics for number in topic.partitions]
        if not partitions:
            return {}
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
            answers = [self._answers(*each) for each in asked]
        return {
            place: Offsets(*(answer[place] for answer in answers))
            for place in partitions
            if all(place in answer for answer in answers)
        }

    def _ask_offsets(self, partitions: list[tuple[str, int]], spec: Any, level: Any) -> tuple[dict, Any]:
        keys = {place: self._jvm.org.apache.kafka.common.TopicPartition(*place) for place in partitions}
        asked = self._jvm.java.util.HashMap()
        for key in keys.values():
            asked.put(key, spec)
        options = self._jvm.org.apache.kafka.clients.admin.ListOffsetsOptions(level)
        return keys, self._admin.listOffsets(asked, options)

    def _answers(self, keys: dict[tuple[str, int], Any], result: Any) -> dict[tuple[str, int], int]:
        answers = {}
        for place, key in keys.items():
            try:
                answers[place] = result.partitionResult(key).get().offset()
            except Py4JJavaError as error:
                if not self._is_unknown_topic(error):
                    raise
        return answers

    def _list(self, items: Iterable[str]) -> Any:
        made = self._jvm.java.util.ArrayList()
        for item in items:
            made.add(item)
        return made

    def _is_unknown_topic(self, error: Py4JJavaError) -> bool:
        unknown = "org.apache.kafka.common.errors.UnknownTopicOrPartitionException"
        return is_instance_of(self._gateway, _causes(error)[-1], unknown)

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Turn Java's exceptions into errors for people. `from None` keeps secrets out of tracebacks, too."""
        try:
            yield
        except Py4JJavaError as error:
            raise self._error(_causes(error)) from None

    def _error(self, causes: list[Any]) -> ChangefeedError:
        said = self.properties.redact(" ".join(str(causes[-1].getMessage() or causes[-1].toString()).split()))
        kind = causes[-1].getClass().getSimpleName()
        servers = self.properties.servers
        is_away = any(
            is_instance_of(self._gateway, cause, "org.apache.kafka.common.errors.RetriableException")
            for cause in causes
        )
        if is_away or "bootstrap urls" in said:
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
