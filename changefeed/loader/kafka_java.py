"""Kafka's Java client, which comes with Spark's Kafka source. This module removes secrets from every error."""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from py4j.java_gateway import JavaPackage, is_instance_of
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.loader import kafka_client
from changefeed.loader.kafka_client import (
    MOST_READ,
    NO_TOPIC_ID,
    PATIENCE,
    Offsets,
    Partition,
    Polled,
    Properties,
    Record,
    Refused,
    Topic,
    Unreachable,
)
from changefeed.spark import jvm

_READS = {
    "isolation.level": "read_committed",
    "auto.offset.reset": "none",
    "allow.auto.create.topics": "false",
    "max.poll.records": str(MOST_READ),
}
_NOT_AUTHORIZED = "org.apache.kafka.common.errors.AuthorizationException"
_PASSING = "org.apache.kafka.common.errors.RetriableException"


class Cluster:
    """Asks a Kafka cluster, as kafka_client.Client says."""

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
            self._admin = admin.create(self._settings(PATIENCE | dict(properties.values)))

    def _settings(self, values: Mapping[str, str]) -> Any:
        settings = self._jvm.java.util.Properties()
        for name, value in values.items():
            settings.setProperty(name, value)
        settings.setProperty("bootstrap.servers", self.properties.servers)
        return settings

    def close(self) -> None:
        within = self._jvm.java.time.Duration.ofSeconds(5)
        self._admin.close(within)
        if self._consumer is not None:
            self._consumer.close(within)

    def topic_names(self) -> set[str]:
        with self._asking():
            return set(self._admin.listTopics().names().get())

    def topics(self, names: Iterable[str]) -> dict[str, Topic]:
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
                found[name] = Topic(name, "" if topic_id == NO_TOPIC_ID else topic_id, numbers)
        return found

    def offsets(self, topics: Iterable[Topic]) -> tuple[dict[Partition, Offsets], dict[Partition, str]]:
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
        """As kafka_client.Client. It takes what Spark's source can't hold."""
        place = self._jvm.org.apache.kafka.common.TopicPartition(topic, partition)
        consumer = self._reader()
        try:
            consumer.assign(self._list([place]))
            consumer.seek(place, start)
            until = time.monotonic() + kafka_client.READ_WITHIN
            while time.monotonic() < until:
                records = consumer.poll(self._jvm.java.time.Duration.ofMillis(500)).records(place)
                if (position := consumer.position(place)) > start:
                    next_offset = min(position, end)
                    return Polled(next_offset, functools.partial(_records, records, next_offset))
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
        raise Unreachable.sends_nothing(self.properties.servers, topic, partition, start, kafka_client.READ_WITHIN)

    def _reader(self) -> Any:
        if self._consumer is None:
            bytes_of = self._jvm.org.apache.kafka.common.serialization.ByteArrayDeserializer
            settings = self._settings(PATIENCE | dict(self.properties.values) | _READS)
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
            return Unreachable.silent(servers, said)
        return ChangefeedError(f"Kafka at {servers}: {said} ({kind}). Check the client's properties.")


def _causes(error: Py4JJavaError) -> list[Any]:
    causes, cause = [], error.java_exception
    while cause is not None:
        causes.append(cause)
        cause = cause.getCause()
    return causes


def _records(polled: Any, before: int) -> list[Record]:
    return [
        (
            each.topic(), each.partition(), each.offset(), each.timestamp(), each.timestampType().ordinal() - 1,
            [(header.key(), header.value()) for header in each.headers().toArray()], each.key(), each.value(),
        )
        for each in polled if each.offset() < before
    ]  # fmt: skip
