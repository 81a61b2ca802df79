"""The schemas that Avro messages name by number: asked of a schema registry, kept in the table `schemas`.

A schema is asked for once: a rebuild needs no registry. A number that the registry does not know is asked for again,
after as long as it has been unknown so far, for anybody can write a made-up one into a message.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession

from changefeed.errors import ChangefeedError
from changefeed.loader import schemas
from changefeed.loader.registry_client import PREFIX, Refused, Registry
from changefeed.project import avro_files, macros, seeds
from changefeed.project.paths import package_dir
from changefeed.project.profile import folders_of
from changefeed.spark.relations import table_name
from changefeed.words import counted, shown

_SECONDS_IN_ALL = 120.0  # for the questions of one run; the rest are asked by the next one
_LONGEST_WAIT = 6 * 3600.0  # seconds until a number that is unknown is asked for again
_SHOWN = 5
_BATCH = 200  # schemas of one commit
_MOST_OF_A_TOPIC = 50  # schemas of a topic that no feed claims


# -- which schemas are needed


@dataclass(frozen=True)
class Fetched:
    """What became of the schemas that messages name: numbers, as texts."""

    landed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # that still lack
    is_retry: bool = False  # whether a quarantined message can be read now


def fetch(
    spark: SparkSession,
    project_dir: Path,
    say: Callable[[str], None] = lambda line: None,
    is_proposing: bool = False,
    is_all: bool = False,
) -> Fetched:
    """Ask the registry for the schemas that messages of Avro feeds name and the table `schemas` lacks.

    Looks at what no run has decoded, and at what is quarantined for want of a schema; `is_proposing`, also at topics of
    no feed; `is_all`, also at what the registry did not know a short time ago. A registry that does not answer is said,
    and stops nothing.
    """
    framings = _framings(project_dir)
    registry = Registry.from_environment() if framings or is_proposing else None
    named = _named(spark, framings) if framings else []
    if is_proposing and registry is not None:
        named += _named_elsewhere(spark, project_dir)
    if not named:
        _Unknown().write()
        return Fetched()
    known = _known(spark)
    lacking = sorted({number for each in named for number in each["numbers"]} - known.keys(), key=int)
    topics = {number: each["topic"] for each in named for number in each["numbers"]}
    unknown = _Unknown.of(registry)
    due = sorted(filter(unknown.is_due, lacking), key=unknown.is_noted) if not is_all else lacking
    landed: list[str] = []
    if registry is not None and registry.doubt and due:
        say(f"warns    {registry.doubt}")
    if lacking and registry is None:
        say(
            f"warns    messages name {counted(len(lacking), 'schema')} that nobody has given ({_some(lacking)}): "
            f"set {PREFIX}URL, or put them into {avro_files.FOLDER}/ as <number>.avsc"
        )
    elif registry is not None and due:
        landed, not_known = _ask_for(spark, registry, due, topics, say)
        known |= dict.fromkeys(landed, True)
        unknown.note(not_known)
    if len(lacking) > len(due):
        later = [number for number in lacking if number not in set(due)]
        say(
            f"waits    {counted(len(later), 'schema')} that the registry did not know ({_some(later)}): asked for "
            "later, or at once by changefeed run --retry-quarantine"
        )
    sound = {number for number, is_sound in _known(spark).items() if is_sound} if landed else {
        number for number, is_sound in known.items() if is_sound
    }  # fmt: skip
    lacks = tuple(number for number in lacking if number not in sound)
    unknown.write(lacks)
    is_retry = any(each["is_quarantined"] and set(each["numbers"]) <= sound for each in named)
    return Fetched(tuple(landed), lacks, is_retry)


def is_waiting() -> bool:
    """Whether messages wait for schemas that it is time to ask for: the registry may know them now."""
    if not _waiting_note().exists():
        return False
    with contextlib.suppress(ChangefeedError):
        return _Unknown.of(Registry.from_environment()).is_any_due
    return True  # a command says what is wrong with the setting


@dataclass
class _Unknown:
    """The numbers that messages wait for: when the registry first and last said that it does not know them.

    Both are None of a number that it did not answer to. Another registry is asked for all of them.
    """

    urls: tuple[str, ...] = ()
    said: dict[str, list[float] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, registry: Registry | None) -> _Unknown:
        urls = registry.urls if registry else ()
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            noted = json.loads(_waiting_note().read_text())
            is_same = tuple(noted["urls"]) == urls
            return cls(urls, {str(number): said if is_same else None for number, said in noted["said"].items()})
        return cls(urls)

    def is_noted(self, number: str) -> bool:
        return bool(self.said.get(number))

    def is_due(self, number: str) -> bool:
        """Whether a number has not been asked for as long as it had been unknown by then, or for hours."""
        first, last = self.said.get(number) or (0.0, 0.0)
        return not 0 <= time.time() - last < min(last - first, _LONGEST_WAIT)

    @property
    def is_any_due(self) -> bool:
        """Whether it is time to ask for one of them. Of a note that another version wrote, nothing is known."""
        return not self.said or any(map(self.is_due, self.said))

    def note(self, not_known: list[str]) -> None:
        """The registry does not know these, it says."""
        now = time.time()
        for number in not_known:
            self.said[number] = [(self.said.get(number) or [now])[0], now]

    def write(self, numbers: tuple[str, ...] = ()) -> None:
        """Keep what is known of these numbers, for the next command."""
        if numbers:
            kept = {number: self.said.get(number) for number in numbers}
            _waiting_note().write_text(json.dumps({"urls": self.urls, "said": kept}))
        else:
            _waiting_note().unlink(missing_ok=True)


def _waiting_note() -> Path:
    return Path(os.environ["CHANGEFEED_HOME"]) / "unknown_schemas.json"


def _some(numbers: list[str]) -> str:
    return ", ".join(numbers[:_SHOWN]) + (", …" if len(numbers) > _SHOWN else "")


def _framings(project_dir: Path) -> list[tuple[str, str]]:
    """Of each declared feed of Avro behind a frame: _regex() of its topics, and the framing."""
    lines = seeds.read_feeds(project_dir).values()
    written = _dialects_in_avro(project_dir) if lines else frozenset()
    found = []
    for line in lines:
        if line.get("dialect") in written:
            given = dict(part.partition("=")[::2] for part in (line.get("options") or "").split())
            found.append((_regex((line.get("topics") or "").split()), given.get("framing", "confluent")))
    return found


def _dialects_in_avro(project_dir: Path) -> frozenset[str]:
    """The dialects made with the macro written_in_avro(), by the texts of macros: to run them takes seconds."""
    folders = {package_dir() / "macros" / "dialects", *folders_of(project_dir, "macro")}
    texts = (file.read_text(encoding="utf-8") for folder in folders for file in folder.rglob("*_dialect.sql"))
    return frozenset(
        name for text in texts if "written_in_avro(" in text for name in re.findall(r"macro\s+(\w+)_dialect\(", text)
    )


def _regex(patterns: list[str]) -> str:
    """A regular expression of the topics that any of these names and patterns fits, as SQL has it between quotes."""
    joined = "|".join(macros.own().topic_regex(pattern) for pattern in patterns)
    return f"^({joined})$".replace("\\", "\\\\").replace("'", "\\'")


def _named(spark: SparkSession, framings: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The numbers that values and keys of messages name together: topic, numbers, is_quarantined."""
    each = []
    for pattern, framing in framings:
        size = 8 if framing == "apicurio" else 4
        numbers = f"""array_sort(array_distinct(transform(
            filter(array(value, key), bytes -> startswith(bytes, x'00') and length(bytes) > {size}),
            bytes -> conv(hex(substring(bytes, 2, {size})), 16, 10)
        )))"""
        each.append(f"when topic rlike '{pattern}' then {numbers}")
    numbers = f"case {' '.join(each)} end"
    messages = table_name("messages")
    read_batches, quarantine = table_name("read_batches"), table_name("quarantine")
    if spark.catalog.tableExists(read_batches):
        since = f"(select topic, max(last_batch_id) as seen from {read_batches} where feed <> '' group by topic)"
    else:
        since = "(select '' as topic, 0L as seen)"
    query = f"""
        select topic, {numbers} as numbers, false as is_quarantined
        from {messages} left join {since} as claimed using (topic)
        where batch_id > coalesce(seen, 0)
    """
    if spark.catalog.tableExists(table_name("decoded")):
        query += f"""
            union all
            select topic, {numbers} as numbers, true as is_quarantined
            from {messages} left semi join (
                select topic, topic_incarnation, partition, offset from {quarantine}
                where reason = 'schema_unknown' and resolved_at is null
            ) using (topic, topic_incarnation, partition, offset)
        """
    rows = spark.sql(f"select distinct topic, numbers, is_quarantined from ({query}) where size(numbers) > 0").collect()
    return [row.asDict() for row in rows]


def _named_elsewhere(spark: SparkSession, project_dir: Path) -> list[dict[str, Any]]:
    """The same of topics that no feed claims, where values look as if a serializer of Avro had framed them.

    Other bytes can begin with the byte 0: a topic with more numbers than it can have schemas is left out.
    """
    declared = seeds.topic_patterns(project_dir)
    rows = spark.sql(f"""
        select topic, collect_set(number) as numbers from (
            select topic, explode(transform(
                filter(
                    array(value, key),
                    bytes -> startswith(bytes, x'00') and length(bytes) > 5 and substring(bytes, 6, 1) <> x'7b'
                ),
                bytes -> conv(hex(substring(bytes, 2, 4)), 16, 10)
            )) as number
            from {table_name("messages")}
            where {f"not topic rlike '{_regex(declared)}'" if declared else "true"}
        )
        group by topic
        having size(numbers) <= {_MOST_OF_A_TOPIC}
    """).collect()
    return [{"topic": row["topic"], "numbers": sorted(row["numbers"]), "is_quarantined": False} for row in rows]


def _known(spark: SparkSession) -> dict[str, bool]:
    """The numbers of the schemas that the table has, and whether records can be decoded with them."""
    found: dict[str, bool] = {}
    for row in spark.sql(f"select name, fault from {table_name('schemas')}").collect():
        number = row["name"].removeprefix(schemas.FETCHED)
        if number.isdigit():
            found[number] = found.get(number, False) or row["fault"] is None
    return found


# -- asking for them


def row_of(spark: SparkSession, registry: Registry, number: str) -> Row:
    """The row of `schemas` for what the registry has under a number. Raises Refused."""
    answer = registry.schema(number)
    references = registry.texts_of_references(answer.references) if answer.kind == "AVRO" else []
    return schemas.fetched_row(spark, number, answer.text, references, answer.kind)


def _ask_for(
    spark: SparkSession, registry: Registry, numbers: list[str], topics: dict[str, str], say: Callable[[str], None]
) -> tuple[list[str], list[str]]:
    """Land the schemas of these numbers that the registry gives; returns those, and those that it does not know.

    Stops where it does not answer.
    """
    landed: list[str] = []
    unknown: list[str] = []
    refused: Refused | None = None
    timed = replace(registry, until=time.monotonic() + _SECONDS_IN_ALL)
    for batch in _in_batches(numbers):
        rows = []
        for number in batch:
            named = f"schema {number}, named on topic {shown(topics[number])}"
            try:
                rows.append(row_of(spark, timed, number))
            except Refused as error:
                if not error.is_final:
                    refused = error
                    say(f"warns    {named}: {error}")
                    break
                unknown.append(number)
                if len(unknown) <= _SHOWN:
                    say(f"warns    {named}: {error}")
                continue
            if fault := rows[-1]["fault"]:
                say(f"warns    {named}: {shown(fault)}")
        schemas.add(spark, rows)
        landed += [row["name"].removeprefix(schemas.FETCHED) for row in rows]
        if refused:
            break
    if landed:
        say(f"schemas  {len(landed):,} from {registry.urls[0]}")
    if refused and len(numbers) - len(landed) - len(unknown) > 1:
        say(f"warns    {len(numbers) - len(landed) - len(unknown):,} schemas are asked for by the next run")
    return landed, unknown


def _in_batches(numbers: list[str]) -> Iterator[list[str]]:
    for place in range(0, len(numbers), _BATCH):
        yield numbers[place : place + _BATCH]
