"""Kafka's client without Java: confluent-kafka, which is librdkafka. This module removes secrets from every error."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from confluent_kafka import (
    Consumer,
    IsolationLevel,
    KafkaError,
    KafkaException,
    TopicCollection,
    TopicPartition,
    admin,
)

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
    login_of,
)

_READS = {
    "group.id": "changefeed",  # it asks for one, and nothing is committed to it
    "isolation.level": "read_committed",
    "auto.offset.reset": "error",
    "enable.auto.commit": False,
    "enable.auto.offset.store": False,
    "enable.partition.eof": True,
}
# As Java's client does it, or as little work needs it. The user's properties win.
_USUAL = {
    "check.crcs": "true",
    "max.partition.fetch.bytes": str(8 * 1024 * 1024),
    "fetch.wait.max.ms": "50",  # it is waited for where a transaction's marker ends what there is
}
_LARGEST_ANSWER = 2_147_483_647  # bytes; one record can be larger than all that was asked for
_CHUNK = 5_000  # records
_PAUSE = 0.1  # seconds that it waits for a piece to be full
# Java's properties that librdkafka knows: by the same name, or by another one.
_SAME = frozenset((
    "security.protocol", "client.id", "client.rack", "metadata.max.age.ms", "connections.max.idle.ms",
    "reconnect.backoff.ms", "reconnect.backoff.max.ms", "retry.backoff.ms", "retry.backoff.max.ms", "fetch.min.bytes",
    "fetch.max.bytes", "max.partition.fetch.bytes", "check.crcs", "socket.connection.setup.timeout.ms",
    "client.dns.lookup", "ssl.key.password",
))  # fmt: skip
_RENAMED = {
    "request.timeout.ms": "socket.timeout.ms",
    "fetch.max.wait.ms": "fetch.wait.max.ms",
    "ssl.truststore.certificates": "ssl.ca.pem",
    "ssl.keystore.certificate.chain": "ssl.certificate.pem",
    "ssl.keystore.key": "ssl.key.pem",
}
# Those that are read together, below.
_TOGETHER = frozenset((
    "default.api.timeout.ms", "sasl.mechanism", "sasl.jaas.config", "ssl.endpoint.identification.algorithm",
    "ssl.truststore.location", "ssl.truststore.type", "ssl.truststore.password",
    "ssl.keystore.location", "ssl.keystore.type", "ssl.keystore.password",
))  # fmt: skip
_LOGINS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
_PASSING = frozenset((
    KafkaError._TRANSPORT, KafkaError._ALL_BROKERS_DOWN, KafkaError._TIMED_OUT, KafkaError._RESOLVE,
    KafkaError._TIMED_OUT_QUEUE, KafkaError._WAIT_CACHE, KafkaError.LEADER_NOT_AVAILABLE,
    KafkaError.NOT_LEADER_FOR_PARTITION, KafkaError.REQUEST_TIMED_OUT, KafkaError.BROKER_NOT_AVAILABLE,
    KafkaError.REPLICA_NOT_AVAILABLE, KafkaError.NETWORK_EXCEPTION, KafkaError.KAFKA_STORAGE_ERROR,
    KafkaError.FENCED_LEADER_EPOCH, KafkaError.UNKNOWN_LEADER_EPOCH, KafkaError.OFFSET_NOT_AVAILABLE,
    KafkaError.LISTENER_NOT_FOUND, KafkaError.NOT_CONTROLLER,
    KafkaError._NOENT,  # that no partition asked for has a leader
))  # fmt: skip
_UNKNOWN_TOPIC = (KafkaError.UNKNOWN_TOPIC_OR_PART, KafkaError.UNKNOWN_TOPIC_ID, KafkaError._UNKNOWN_TOPIC,
                  KafkaError._UNKNOWN_PARTITION)  # fmt: skip
_NOT_AUTHORIZED = (KafkaError.TOPIC_AUTHORIZATION_FAILED, KafkaError.CLUSTER_AUTHORIZATION_FAILED)
_EXPIRED = (KafkaError._AUTO_OFFSET_RESET, KafkaError.OFFSET_OUT_OF_RANGE)
_UNREADABLE = (KafkaError._BAD_MSG, KafkaError._BAD_COMPRESSION, KafkaError._NOT_IMPLEMENTED, KafkaError.INVALID_MSG,
               KafkaError._UNDERFLOW)  # fmt: skip
_NO_LOGIN = (KafkaError._AUTHENTICATION, KafkaError._SSL, KafkaError.SASL_AUTHENTICATION_FAILED)


# -- properties


def settings_of(properties: Properties) -> dict[str, Any]:
    """What librdkafka takes for the properties of Java's client.

    Raises ChangefeedError for a property that means nothing to it: none is left out in silence.
    """
    given = PATIENCE | dict(properties.values)
    settings: dict[str, Any] = {"bootstrap.servers": properties.servers, "log_level": 0}
    for name, value in given.items():
        if name in _SAME:
            settings[name] = value
        elif name in _RENAMED:
            settings[_RENAMED[name]] = value
        elif name not in _TOGETHER:
            raise _no_counterpart(name)
    if (algorithm := given.get("ssl.endpoint.identification.algorithm")) is not None:
        settings["ssl.endpoint.identification.algorithm"] = algorithm or "none"
    return settings | _stores(given) | (_login(given) if given.get("security.protocol", "").startswith("SASL") else {})


def _no_counterpart(what: str) -> ChangefeedError:
    return ChangefeedError(
        f"{what}: Kafka's client without Java has nothing like it. Remove it, or land without --without-spark."
    )


def _stores(given: Mapping[str, str]) -> dict[str, str]:
    """The files with certificates and with the client's own key."""
    settings: dict[str, str] = {}
    if location := given.get("ssl.truststore.location"):
        if given.get("ssl.truststore.type", "JKS").upper() != "PEM":
            raise _no_counterpart("ssl.truststore.location with another ssl.truststore.type than PEM")
        settings["ssl.ca.location"] = location
    if location := given.get("ssl.keystore.location"):
        kind = given.get("ssl.keystore.type", "JKS").upper()
        if kind == "PEM":
            settings |= {"ssl.certificate.location": location, "ssl.key.location": location}
        elif kind == "PKCS12":
            settings |= {"ssl.keystore.location": location}
            settings |= {name: given[name] for name in ("ssl.keystore.password",) if name in given}
        else:
            raise _no_counterpart("ssl.keystore.location with another ssl.keystore.type than PEM or PKCS12")
    return settings


def _login(given: Mapping[str, str]) -> dict[str, str]:
    mechanism = given.get("sasl.mechanism", "GSSAPI")
    if mechanism not in _LOGINS:
        raise _no_counterpart(f"sasl.mechanism {mechanism} (it knows {', '.join(_LOGINS)})")
    login = login_of(given.get("sasl.jaas.config", ""))
    if not {"username", "password"} <= login.keys():
        raise ChangefeedError('sasl.jaas.config: it needs username="…" and password="…".')
    return {"sasl.mechanism": mechanism, "sasl.username": login["username"], "sasl.password": login["password"]}


# -- the cluster


class Cluster:
    """Asks a Kafka cluster, as kafka_client.Client says."""

    def __init__(self, properties: Properties) -> None:
        self.properties = properties
        self._settings = settings_of(properties) | {"error_cb": self._hear}
        self._within = int((PATIENCE | dict(properties.values))["default.api.timeout.ms"]) / 1000
        self._heard: KafkaError | None = None  # what the client said last, apart from answers
        self._reader: Any = None
        with self._asking():
            self._admin = admin.AdminClient(self._settings)

    def _hear(self, error: KafkaError) -> None:
        if self._heard is None or error.code() != KafkaError._ALL_BROKERS_DOWN:  # which says less than the one before
            self._heard = error

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()

    def topic_names(self) -> set[str]:
        with self._asking():
            names = set(self._metadata().topics)
            hidden = {name for name in names if name.startswith("__")}  # Kafka's internal ones begin so
            internal = {name for name, topic in self._described(hidden).items() if topic.is_internal}
            return names - internal

    def _metadata(self) -> Any:
        """The first answer of all. A wrong login is told at once, and not when time is up."""
        end, within = time.monotonic() + self._within, 1.0
        while True:
            self._heard = None
            try:
                return self._admin.list_topics(timeout=min(within, max(0.1, end - time.monotonic())))
            except KafkaException as error:
                self._admin.poll(0)
                heard = self._heard or error.args[0]
                if heard.code() in _NO_LOGIN:
                    raise KafkaException(heard) from None
                if error.args[0].code() not in _PASSING:
                    raise
                if time.monotonic() >= end:
                    raise Unreachable.silent(self.properties.servers, self._said(heard)) from None
                within *= 2

    def _described(self, names: Iterable[str]) -> dict[str, Any]:
        found = {}
        asked = sorted(names)
        futures = self._admin.describe_topics(TopicCollection(asked), request_timeout=self._within) if asked else {}
        for name, future in futures.items():
            with _but_for(_UNKNOWN_TOPIC):
                found[name] = future.result()
        return found

    def topics(self, names: Iterable[str]) -> dict[str, Topic]:
        with self._asking():
            return {
                name: Topic(
                    name,
                    _topic_id(topic),
                    tuple(sorted(each.id for each in topic.partitions)),
                )
                for name, topic in self._described(names).items()
            }

    def offsets(self, topics: Iterable[Topic]) -> tuple[dict[Partition, Offsets], dict[Partition, str]]:
        places = [(topic.name, number) for topic in topics for number in topic.partitions]
        found: dict[Partition, Offsets] = {}
        passing: dict[Partition, KafkaError] = {}
        end = time.monotonic() + self._within
        with self._asking():
            while places:
                of_these, passing = self._offsets_now(places)
                found |= of_these
                places = [*passing]
                if places and time.monotonic() > end:
                    break
                if places:
                    time.sleep(_PAUSE)  # a leader is soon chosen, as a rule
            if passing and not found:
                raise KafkaException(next(iter(passing.values())))
        return found, {place: self._said(error) for place, error in passing.items()}

    def _offsets_now(self, places: list[Partition]) -> tuple[dict[Partition, Offsets], dict[Partition, KafkaError]]:
        """The offsets of partitions, and what is in the way of those that may have some later."""
        level = IsolationLevel
        asked = [
            self._admin.list_offsets(
                {TopicPartition(*place): spec for place in places},
                isolation_level=committed, request_timeout=self._within,
            )
            for spec, committed in (
                (admin.OffsetSpec.earliest(), level.READ_UNCOMMITTED),
                (admin.OffsetSpec.latest(), level.READ_COMMITTED),
                (admin.OffsetSpec.latest(), level.READ_UNCOMMITTED),
            )
        ]  # fmt: skip
        passing: dict[Partition, KafkaError] = {}
        earliest, committed, written = (_answers(futures, passing) for futures in asked)
        found = {
            place: Offsets(
                earliest[place].offset, committed[place].offset, written[place].offset, written[place].leader_epoch
            )
            for place in places
            if place in earliest and place in committed and place in written
        }
        return found, {place: error for place, error in passing.items() if place not in found}

    def compacted(self, names: Iterable[str]) -> set[str]:
        found = set()
        with self._asking():
            of_names = {name: admin.ConfigResource(admin.ConfigResource.Type.TOPIC, name) for name in names}
            futures = self._admin.describe_configs([*of_names.values()], request_timeout=self._within)
            for name, resource in of_names.items():
                with _but_for((*_UNKNOWN_TOPIC, *_NOT_AUTHORIZED)):
                    if "compact" in futures[resource].result()["cleanup.policy"].value:
                        found.add(name)
        return found

    def read(self, topic: str, partition: int, start: int, end: int) -> Polled:
        records, next_offset = next(self.records(topic, partition, start, end, MOST_READ), ([], end))
        return Polled(next_offset, lambda: records)

    def records(
        self, topic: str, partition: int, start: int, end: int, most: int = _CHUNK
    ) -> Iterator[tuple[list[Record], int]]:
        """All records of a range of offsets in pieces, each with the offset that is next. Raises as read() does."""
        consumer, next_offset = self._consumer(), start
        with contextlib.suppress(KafkaException):  # else it looks for the leader once a second
            consumer.list_topics(topic, timeout=self._within)
        consumer.assign([TopicPartition(topic, partition, start)])
        until = time.monotonic() + kafka_client.READ_WITHIN
        try:
            while next_offset < end:
                taken: list[Record] = []
                refused: KafkaError | None = None
                for message in consumer.consume(min(most, end - next_offset), _PAUSE):
                    error = message.error()
                    if error is None:
                        next_offset = min(message.offset() + 1, end)
                        if message.offset() < end:
                            taken.append(_record(message))
                    elif error.code() == KafkaError._PARTITION_EOF:
                        next_offset = min(max(next_offset, message.offset()), end)
                    elif message.topic() is None:  # of the group, which is not used
                        self._hear(error)
                    else:
                        refused = error
                    if refused is not None or next_offset >= end:
                        break
                if taken or next_offset >= end:
                    yield taken, next_offset
                    until = time.monotonic() + kafka_client.READ_WITHIN
                if refused is not None:
                    raise self._refusal(refused)
                if time.monotonic() > until:
                    raise Unreachable.sends_nothing(
                        self.properties.servers, topic, partition, next_offset, kafka_client.READ_WITHIN
                    )
        finally:
            consumer.unassign()  # else it fetches on

    def _refusal(self, error: KafkaError) -> ChangefeedError:
        for reason, codes in (("not_authorized", _NOT_AUTHORIZED), ("expired", _EXPIRED), ("unreadable", _UNREADABLE)):
            if error.code() in codes:
                return Refused(reason, self._said(error))
        return self._error(error)

    def _consumer(self) -> Any:
        if self._reader is None:
            settings = _USUAL | self._settings | _READS | {"receive.message.max.bytes": _LARGEST_ANSWER}
            with self._asking():
                self._reader = Consumer(settings)
        return self._reader

    def _said(self, error: KafkaError) -> str:
        return self.properties.redact(" ".join(error.str().split()))

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Turn librdkafka's exceptions into errors for people. `from None` keeps secrets out of tracebacks, too."""
        try:
            yield
        except KafkaException as error:
            raise self._error(error.args[0]) from None

    def _error(self, error: KafkaError) -> ChangefeedError:
        servers, said = self.properties.servers, self._said(error)
        if error.code() in _PASSING:
            return Unreachable.silent(servers, said)
        return ChangefeedError(f"Kafka at {servers}: {said} ({error.name()}). Check the client's properties.")


@contextlib.contextmanager
def _but_for(codes: Iterable[int]) -> Iterator[None]:
    """Pass over some errors of a future."""
    try:
        yield
    except KafkaException as error:
        if error.args[0].code() not in codes:
            raise


def _answers(futures: Mapping[TopicPartition, Any], passing: dict[Partition, KafkaError]) -> dict[Partition, Any]:
    answers: dict[Partition, Any] = {}
    for key, future in futures.items():
        place = key.topic, key.partition
        try:
            answers[place] = future.result()
        except KafkaException as error:
            if error.args[0].code() in _PASSING:
                passing[place] = error.args[0]
            elif error.args[0].code() not in _UNKNOWN_TOPIC:
                raise
    return answers


def _topic_id(topic: Any) -> str:
    """The id as Java writes it. librdkafka takes base64's other alphabet."""
    written = str(topic.topic_id).replace("+", "-").replace("/", "_")
    return "" if written == NO_TOPIC_ID else written


def _record(message: Any) -> Record:
    kind, milliseconds = message.timestamp()
    return (
        message.topic(), message.partition(), message.offset(), milliseconds, kind - 1, message.headers() or [],
        message.key(), message.value(),
    )  # fmt: skip
