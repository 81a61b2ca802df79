"""What becomes of messages, with nothing landed: the changes that a run would make of them, or why it would make none.

The macros that fill `decoded` are rendered without dbt. They read the given messages, and the settings that the seeds
or the command's own options say, in one statement. No table is made or read, but for the schemas that a registry gave.
"""

from __future__ import annotations

import base64
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.loader import captures, registry, schemas
from changefeed.loader.registry_client import Refused, Registry
from changefeed.project import avro_files, declared_as_sql, macros, seeds
from changefeed.project.declared_as_sql import COLUMNS_OF
from changefeed.spark import quick_start
from changefeed.watch import query

OWN_FEED = "own"  # the feed of a command that names none
_KEYS, _COLUMNS, _MASKS = seeds.SEEDS[1:]
OF_QUARANTINE = ("feed", "topic", "partition", "offset", "source_database", "source_schema", "source_table")
# Each message has an incarnation of its own, its number: a place may be given twice.
_LANDED = """
    select
        each.topic,
        cast(number as string) as topic_incarnation,
        each.partition,
        each.offset,
        timestamp_millis(each.at) as kafka_at,
        current_timestamp() as landed_at,
        0L as batch_id,
        transform(each.headers, h -> struct(h.key as key, unbase64(h.value) as value)) as headers,
        unbase64(each.key) as key,
        unbase64(each.value) as value
    from (select posexplode(from_json(
        {given},
        'array<struct<topic:string,partition:int,offset:bigint,at:bigint,headers:array<struct<key:string,value:string>>,
        key:string,value:string>>',
        map('maxStringLen', '2147483647')
    )) as (number, each))
"""
_JSON = json.JSONDecoder()
_BEGIN, _REST_OF_LINE = re.compile(r"[^ \t\r\n]"), re.compile(r"[ \t\r]*(?:\n|\Z)")


# -- what is given


@dataclass(frozen=True)
class Message:
    """A message of Kafka."""

    topic: str
    partition: int
    offset: int
    at: int | None  # milliseconds
    headers: list[tuple[str, bytes | None]] | None
    key: bytes | None
    value: bytes | None


def values(data: bytes) -> list[bytes]:
    """The JSON values of a file, each on lines of its own. Where any line is in none of them: the lines."""
    found, place = [], 0
    try:
        text = data.decode("utf-8")
        while begin := _BEGIN.search(text, place):
            _, end = _JSON.raw_decode(text, begin.start())
            rest = _REST_OF_LINE.match(text, end)
            if rest is None:
                break
            found.append(text[begin.start() : end].encode())
            place = rest.end()
        else:
            return found
    except (ValueError, RecursionError):
        pass
    return [line.removesuffix(b"\r") for line in data.split(b"\n") if line.strip()]


def is_record(value: bytes) -> bool:
    """Whether a value has the place of a message, as a record that kcat prints."""
    try:
        return bool({"topic", "partition", "offset"} <= json.loads(value).keys())
    except (ValueError, AttributeError, RecursionError):
        return False


def records(found: Sequence[bytes], source: str) -> list[Message]:
    """The messages of records as kcat prints them. Raises ChangefeedError for what is none."""
    messages = []
    for number, value in enumerate(found, start=1):
        try:
            messages.append(_message(captures.record_of(value)))
        except ValueError as error:
            raise ChangefeedError(
                f"{source}, record {number}: {error}. A record is what `kcat -C -J` prints; --raw takes each line as "
                "the value of a message."
            ) from error
    return messages


def _message(record: dict[str, Any]) -> Message:
    def content(name: str) -> bytes | None:
        if (text := record.get(f"{name}_base64")) is not None:
            return base64.b64decode(text, validate=True)
        return None if record.get(name) is None else str(record[name]).encode()

    at, flat = record.get("ts"), record.get("headers") or []
    return Message(
        record["topic"], record["partition"], record["offset"], None if at == -1 else at,
        [(name, None if value is None else value.encode()) for name, value in zip(flat[::2], flat[1::2], strict=True)]
        or None,
        content("key"), content("payload"),
    )  # fmt: skip


def raw(found: Sequence[bytes], topic: str, key: str | None, first: int = 0) -> list[Message]:
    """Values as messages: without a place in Kafka, so they get one."""
    now, of_key = int(time.time() * 1000), None if key is None else key.encode()
    return [Message(topic, 0, offset, now, None, of_key, value) for offset, value in enumerate(found, first)]


# -- how it is read


@dataclass(frozen=True)
class Declared:
    """Lines of the seeds. `by_topic`: a message belongs to the feed that claims its topic, and not to all of them."""

    lines: list[dict[str, str]]
    keys: list[list[str]]
    columns: list[list[str]]
    masks: list[dict[str, str]]
    by_topic: bool = False


def of_topics(project_dir: Path, topics: Iterable[str]) -> Declared:
    """What the seeds declare for the feeds that claim these topics. Raises ChangefeedError for a topic of no feed."""
    lines: dict[str, dict[str, str]] = {}
    known = seeds.read_feeds(project_dir)
    for topic in dict.fromkeys(topics):
        claims = {
            feed: line
            for feed, line in known.items()
            if any(seeds.matches(pattern, topic) for pattern in line["topics"].split())
        }
        if not claims:
            raise ChangefeedError(f"No feed claims the topic {topic}: say with --dialect or --feed how to read it.")
        lines |= claims
    return _with_tables(project_dir, list(lines.values()), by_topic=True)


def of_feed(project_dir: Path, feed: str) -> Declared:
    """What the seeds declare for one feed."""
    return _with_tables(project_dir, [seeds.declared_feed(project_dir, feed)])


def of_dialect() -> Declared:
    """A feed without settings."""
    return Declared([dict.fromkeys(COLUMNS_OF[seeds.FEEDS], "") | {"feed": OWN_FEED, "topics": "*"}], [], [], [])


def _with_tables(project_dir: Path, given: list[dict[str, str]], by_topic: bool = False) -> Declared:
    lines = [declared_as_sql.as_dbt_reads(line) for line in given]
    names = {line["feed"] for line in lines}
    keys, columns = (
        [cells for cells in seeds.cells_of_seed(project_dir, seed) if cells[0] in names] for seed in (_KEYS, _COLUMNS)
    )
    return Declared(lines, keys, columns, seeds.lines_of_seed(project_dir, _MASKS), by_topic)


def changed(declared: Declared, settings: dict[str, str], options: Iterable[str], keys: Iterable[str]) -> Declared:
    """With settings of the feed's line, options (NAME=VALUE) and keys (TABLE=COLUMN|COLUMN) that a command names."""
    line = dict(declared.lines[0])
    kept = line["options"] if settings.get("dialect", line["dialect"]) == line["dialect"] else ""
    given = _options(" ".join([kept, *options]))
    line |= settings | {"options": " ".join(f"{name}={value}" for name, value in given.items())}
    own = [[line["feed"], *place, columns] for text in keys for place, columns in _keys_of(text)]
    named = [each[1:4] for each in own]
    return replace(declared, lines=[line], keys=[*(each for each in declared.keys if each[1:4] not in named), *own])


def _keys_of(text: str) -> Iterator[tuple[list[str], str]]:
    """The names that a table may have (its database, schema and name) with its key columns, as in the seed."""
    table, separator, columns = text.partition("=")
    parts = table.split(".")
    if not separator or not all(parts) or len(parts) > 3:
        raise ChangefeedError(f"--keys: {text!r} is no key: write TABLE=COLUMN or TABLE=COLUMN|COLUMN", os.EX_USAGE)
    of_two = [[parts[0], "", parts[-1]], ["", parts[0], parts[-1]]]
    for place in {1: [["", "", table]], 2: of_two, 3: [parts]}[len(parts)]:
        yield place, columns


# -- decoding


def prepare(spark: SparkSession, project_dir: Path) -> None:
    """Decode one statement, so that macros are compiled and Java has loaded its classes: a server does it once."""
    declared = changed(of_dialect(), {"dialect": "canal"}, (), ())
    message = {"type": "ALTER", "isDdl": True, "database": "d", "table": "t", "sql": "alter table t add c int", "es": 0}
    Decoder(project_dir, declared).decode(spark, raw([json.dumps(message).encode()], "topic", None))


class Decoder:
    """Decodes messages as is declared. Raises ChangefeedError (as for wrong usage) for what no feed can say."""

    def __init__(self, project_dir: Path, declared: Declared) -> None:
        self._project_dir = project_dir
        self._declared = declared
        self._schemas = avro_files.unchecked(project_dir)
        self._rules = macros.load(
            project_dir,
            {"landed_schemas": lambda: self._schemas, "_wrong_line": _wrong},
            config=lambda **_: "", ref=self._relation, function=str,
        )  # fmt: skip
        self._known = self._rules.dialects()
        public = [each for each in self._known if not each.get("is_internal")]
        seen: dict[str, Any] = {}
        for number, line in enumerate(declared.lines):
            try:
                self._rules._check_feed(line, number, seen, public)
            except macros.Wrong as mistake:
                whose = "" if line["feed"] == OWN_FEED else f"feed {line['feed']}, "
                raise ChangefeedError(f"{whose}{mistake}", os.EX_USAGE) from mistake
        names = {line["dialect"] for line in declared.lines}
        self._dialects = [each for each in self._known if each["name"] in names]
        self._masks = self._rules.masks(json.dumps(declared.masks))

    def _relation(self, name: str) -> str:
        """A seed's lines, or the settings of the feeds, as a query."""
        if name == declared_as_sql.FEED_SETTINGS:
            return declared_as_sql.settings_of_feeds(self._rules)
        lines: list[list[str]] = {_KEYS: self._declared.keys, _COLUMNS: self._declared.columns}.get(name) or []
        if name == seeds.FEEDS:
            lines = [[line.get(column, "") for column in COLUMNS_OF[name]] for line in self._declared.lines]
        return declared_as_sql.seed(self._rules, name, lines)

    def decode(
        self, spark: SparkSession, messages: Sequence[Message], say: Callable[[str], None] = lambda line: None
    ) -> list[dict[str, Any]]:
        """What becomes of each message, in the order of the messages: its changes, or its reason and detail."""
        self._schemas = self._schemas_of(spark, messages, say)
        rules = self._rules
        given = rules.sql_string(json.dumps([_as_json(each) for each in messages]))
        landed = rules.landed_messages(
            f"({_LANDED.format(given=given)})", rules.dialect_of("landed.topic", "feeds"), "inner join",
            "landed.topic rlike feeds.topics_pattern" if self._declared.by_topic else "true",
        )  # fmt: skip
        instead = {each["name"]: f"{each['name']} || 'Z'" for each in rules.columns() if each["type"] == "timestamp"}
        instead |= {"before": rules.full_before(), "column_types": "from_json(column_types, 'map<string,string>')"}
        statement = f"""
            with messages as ({landed}),
            {rules.decode_messages("messages", self._dialects, self._known, masks=self._masks)}
            select
                int(topic_incarnation) as number,
                {rules.select_columns("staged", instead)}
            from decoded_changes
        """
        with quick_start.interpreted(spark):
            rows = [row.asDict() for row in spark.sql(statement).collect()]
            rows.sort(key=lambda row: (row.pop("number"), row["message_index"], row["step"]))
            meanings = self._meanings(spark, rows)
        return [_shown(row, meaning) for row, meaning in zip(rows, meanings, strict=True)]

    def _schemas_of(
        self, spark: SparkSession, messages: Sequence[Message], say: Callable[[str], None]
    ) -> dict[str, dict[str, Any]]:
        """The Avro schemas that the feeds or the messages name, from the folder, the table `schemas` or a registry."""
        options = [_options(line["options"]) for line in self._declared.lines]
        names = [given["schema"] for given in options if "schema" in given]
        numbers: set[str] = set()
        if any(each.get("written") for each in self._dialects):
            sizes = {8 if given.get("framing") == "apicurio" else 4 for given in options}
            numbers = {number for each in messages for size in sizes for number in _numbers(each, size)}
        fetched = {schemas.FETCHED + number for number in numbers}
        found = schemas.named(spark, self._project_dir, sorted({*names, *numbers, *fetched}))
        lacking = [number for number in sorted(numbers, key=int) if not {number, schemas.FETCHED + number} & set(found)]
        asked = Registry.from_environment() if lacking else None
        if asked is None:
            return found
        for number in lacking:
            try:
                found |= schemas.as_landed([registry.row_of(spark, asked, number)])
            except Refused as error:
                say(f"warns: schema {number}: {error}")
        return found

    def _meanings(self, spark: SparkSession, found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """What each row's statement was understood to mean; empty for a row without one."""
        of_rows = [
            (row["statement"], row["source_database"], row["source_schema"], row["source_table"])
            if row["operation"] in ("ddl", "truncate") and row["statement"] is not None
            else None
            for row in found
        ]
        asked = list(dict.fromkeys(each for each in of_rows if each))
        known = dict(zip(asked, meanings(spark, self._rules, asked), strict=True))
        return [known[each] if each else {} for each in of_rows]


def _wrong(line: int, column: str, problem: str) -> None:
    """In the place of the macro that names the line of a seed."""
    raise macros.Wrong(f"{column}: {problem}")


def _options(text: str) -> dict[str, str]:
    return dict(pair.partition("=")[::2] for pair in text.split())


def _numbers(message: Message, size: int) -> Iterator[str]:
    """The numbers of schemas that key, value and headers begin with: in so many bytes, behind the byte 0."""
    for data in (message.key, message.value, *(value for _, value in message.headers or ())):
        if data and data[0] == 0 and len(data) > size:
            yield str(int.from_bytes(data[1 : 1 + size], "big"))


def _as_json(message: Message) -> dict[str, Any]:
    def packed(data: bytes | None) -> str | None:
        return None if data is None else base64.b64encode(data).decode()

    headers = [{"key": name, "value": packed(value)} for name, value in message.headers or ()] or None
    return asdict(message) | {"headers": headers, "key": packed(message.key), "value": packed(message.value)}


def _shown(row: dict[str, Any], meaning: dict[str, Any]) -> dict[str, Any]:
    """A row of the statement as it is printed. What a message does not say is left out; images are whole."""
    if row["reason"] is not None:
        names = [*OF_QUARANTINE, "reason", "detail"]
        return {name: row[name] for name in names if row[name] not in (None, "")}
    said = {"key_left_out" if name == "detail" else name: value for name, value in row.items() if value is not None}
    shown: dict[str, Any] = query.plain(said | meaning)
    return shown


# -- statements


def meanings(spark: SparkSession, rules: Any, statements: Sequence[tuple[str, str, str, str]]) -> list[dict[str, Any]]:
    """What statements mean, each with the database, schema and table that its message names: an answer to each."""
    if not statements:
        return []
    columns = ("statement", "source_database", "source_schema", "source_table")
    given = f"values {', '.join(f'({rules.sql_strings(each)})' for each in statements)} as asked ({', '.join(columns)})"
    with quick_start.interpreted(spark):
        rows = spark.sql(f"select {rules.statement_actions(*columns)} as answer from {given}").collect()
    return [
        {
            "is_understood": row["answer"]["is_understood"],
            "actions": [
                {name: text for name, text in action.asDict().items() if text not in (None, "")}
                for action in row["answer"]["actions"]
            ],
        }
        for row in rows
    ]
