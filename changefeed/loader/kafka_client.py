"""What a client of Kafka has to tell the loader, whichever it is: Java's (kafka_java.py) or librdkafka's
(kafka_native.py); and the user's properties for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from changefeed.errors import ChangefeedError

PREFIX = "CHANGEFEED_KAFKA_"
NO_TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA"  # what brokers before 2.8 answer
READ_WITHIN = 45  # seconds, for a first record
MOST_READ = 1000  # records of one read()
# A client waits this long for an answer before the broker counts as away; the user's own values win.
PATIENCE = {"default.api.timeout.ms": "20000", "request.timeout.ms": "10000"}
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
_SECRET = re.compile(r"password|passphrase|jaas|secret|token|credential|key", re.IGNORECASE)
_NO_SECRET = re.compile(r"\.(location|type|algorithm|class|provider|deserializer)$")
_IN_JAAS = re.compile(r"""([\w.]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;"']+))""")
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}

Partition = tuple[str, int]  # topic and number


class Unreachable(ChangefeedError):
    """The broker does not answer; it may later."""

    @classmethod
    def silent(cls, servers: str, said: str) -> Unreachable:
        """The error for a cluster of which nothing answers."""
        return cls(
            f"Kafka at {servers} does not answer: {said}. Check host, port and network, and whether it wants "
            "TLS or a login (--kafka-config)."
        )

    @classmethod
    def sends_nothing(cls, servers: str, topic: str, partition: int, start: int, within: float) -> Unreachable:
        """The error for a partition of which no record comes."""
        return cls(
            f"Kafka at {servers} sends nothing of topic {topic}, partition {partition}, from offset "
            f"{start} on, within {within:g} s."
        )


class Refused(ChangefeedError):
    """The broker answers, and one partition can't be read.

    `reason` is unreadable (what it sends at the offset is no record), not_authorized, or expired (it has gone
    meanwhile).
    """

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(said)
        self.reason = reason


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
    """What the client read of one partition; `next_offset` is behind it. Java's records cost milliseconds each."""

    next_offset: int
    records: Callable[[], list[Record]]


class Client(Protocol):
    """Asks a Kafka cluster about its topics. Every call raises Unreachable, or ChangefeedError for what won't mend."""

    properties: Properties

    def close(self) -> None:
        """Let go of the connections."""

    def topic_names(self) -> set[str]:
        """The names of all topics but Kafka's internal ones."""

    def topics(self, names: Iterable[str]) -> dict[str, Topic]:
        """The topics of these names, those that exist."""

    def offsets(self, topics: Iterable[Topic]) -> tuple[dict[Partition, Offsets], dict[Partition, str]]:
        """The offsets of all partitions, and what the broker says of those that have none now (no leader).

        The partitions of a topic deleted meanwhile are in neither. Raises Unreachable if no partition has any.
        """

    def compacted(self, names: Iterable[str]) -> set[str]:
        """Those of the topics from which the broker removes records that a later one of the same key replaces.

        A topic whose settings this login may not see is not among them.
        """

    def read(self, topic: str, partition: int, start: int, end: int) -> Polled:
        """Read some records of a partition from an offset on, with the client itself.

        It says what of a partition can't be read. Raises Refused for that alone, and Unreachable when no answer comes.
        """


# -- properties


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
            found = {name: text for name, text in _jaas_options(value) if _SECRET.search(name)}
            secrets |= {*found.values(), *map(_said_in_jaas, found.values())}
    return {secret for secret in secrets if secret.strip()}


def login_of(jaas: str) -> dict[str, str]:
    """The options of a login in sasl.jaas.config, by name."""
    return {name: _said_in_jaas(text) for name, text in _jaas_options(jaas)}


def _jaas_options(jaas: str) -> list[tuple[str, str]]:
    return [(name, "".join(texts)) for name, *texts in _IN_JAAS.findall(jaas)]


def _said_in_jaas(text: str) -> str:
    """What a text means to Java's StreamTokenizer, which knows C's escapes."""
    return re.sub(r"\\([0-7]{1,3}|.)", lambda found: _CONTROLS.get(found[1]) or _octal(found[1]), text)


def _octal(text: str) -> str:
    return chr(int(text, 8)) if re.fullmatch("[0-7]+", text) else text


def read_properties(servers: str, file: Path | None, environment: Mapping[str, str] = os.environ) -> Properties:
    """The client's properties from a Java properties file. Variables CHANGEFEED_KAFKA_<NAME> replace those of the file.

    `servers` is HOST:PORT, more of them separated by commas. In a variable's name _ stands for the dot.
    Raises ChangefeedError when the file can't be read or a property is one that the loader sets itself.
    """
    values: dict[str, str] = {}
    if file:
        try:
            values = dict(_properties_in(file.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            raise ChangefeedError(f"{file}: can't be read as a Java properties file (UTF-8).") from None
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


# A name, then = or : or blanks, then the value; a backslash takes the character behind it along.
_PROPERTY = re.compile(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(.*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|.|$)", re.DOTALL)


def _properties_in(text: str) -> Iterator[tuple[str, str]]:
    """Names and values as java.util.Properties reads them. Raises ValueError for an escape that is none."""
    lines = iter(re.split(r"\r\n|\r|\n", text))
    for line in lines:
        line = line.lstrip(" \t\f")
        if not line or line[0] in "#!":
            continue
        while _goes_on(line):
            line = line[:-1] + next(lines, "").lstrip(" \t\f")
        found = _PROPERTY.fullmatch(line)
        assert found is not None  # it matches every text
        yield _ESCAPED.sub(_meant, found[1]), _ESCAPED.sub(_meant, found[2])


def _goes_on(line: str) -> bool:
    """Whether the next line belongs to this one: it ends with a backslash that is not itself taken along."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _meant(escaped: re.Match[str]) -> str:
    said = escaped[1]
    if len(said) == 5:
        return chr(int(said[1:], 16))
    if said == "u":
        raise ValueError("\\u without four hexadecimal digits")
    return _CONTROLS.get(said, said)
