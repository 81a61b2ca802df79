"""Mutants of every dialect's messages, decoded as shipped and compared with an independent strict reading in Python.

400 mutants of the dialects in FAMILIES in the suite; `make test-fuzz` takes 100,000 of every dialect.
CHANGEFEED_FUZZ_MUTANTS and CHANGEFEED_FUZZ_SEED set how many and which, CHANGEFEED_FUZZ_DIALECTS (names with commas)
of which dialects.
"""

from __future__ import annotations

import base64
import csv
import fnmatch
import itertools
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

import dialect_readers
import frames
import strict_json
from changefeed.loader import landing_tables as messages
from conftest import as_shipped
from dialect_readers import Change, NotCompared, Undefined, read_message
from mutants import Maker, Mutant
from pipeline import REPO, Pipeline
from strict_json import NotStrict, Object, same_value

MUTANTS = int(os.environ.get("CHANGEFEED_FUZZ_MUTANTS", "400"))
SEED = os.environ.get("CHANGEFEED_FUZZ_SEED", "1")
# Dialects whose envelopes are most unlike each other: those of the suite.
FAMILIES = [
    "canal", "maxwell", "ticdc_open", "debezium", "debezium_mongodb", "pg_logical", "dataworks", "drs_json",
    "drs_mongo", "oms_default", "ogg", "aws_dms",
]  # fmt: skip
DIALECTS = [name for name in os.environ.get("CHANGEFEED_FUZZ_DIALECTS", "").split(",") if name]
if not DIALECTS and "CHANGEFEED_FUZZ_MUTANTS" not in os.environ:
    DIALECTS = FAMILIES
AT_ONCE = 20_000  # mutants in one statement
FEW = 5_000  # fewer mutants than these are decoded together
TOGETHER = 30  # dialects in one statement
SHOWN = 3  # examples of each kind of failure
FATAL = "one message ends the statement"
FRAME = b"\0\0\0\0\5"  # of a schema registry's serializer, before what feeds of framing=confluent land
FATAL_SHOWN = 5  # mutants that end a statement, after which no more of them are looked for

COLUMNS = """
    feed, offset, message_index, step, operation, reason, source_database, source_schema, source_table, key_columns,
    row_key, previous_row_key, before, after, is_partial, unix_micros(source_at) as source_at,
    unix_micros(processed_at) as processed_at, source_sequence, transaction_id, statement_kind, statement, column_types
"""


@dataclass
class Feed:
    """A feed of the fuzzer's own: one way to read a dialect."""

    name: str
    line: dict[str, str]
    declared_keys: dict[tuple[str, str], list[str]]
    declared_types: dict[tuple[str, str], dict[str, str]]
    messages: list[bytes]


@dataclass
class Dialect:
    """What the project says of a dialect."""

    name: str
    feeds: list[Feed]


@dataclass
class Outcome:
    """What became of the mutants of a dialect."""

    dialect: str
    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    excused: Counter[str] = field(default_factory=Counter)
    failures: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    keys_of_images: dict[Any, str] = field(default_factory=dict)
    images_of_keys: dict[str, Any] = field(default_factory=dict)

    def fail(self, kind: str, feed: Feed, mutant: Mutant, detail: str) -> None:
        """Keeps the smallest mutants of each kind of failure."""
        self.failed[kind] += 1
        shown = f"{mutant.value!r:.3000}"
        example = f"    {mutant.made_by}; feed {settings(feed)}\n    {shown}\n      {detail}"
        kept = self.failures.setdefault(kind, [])
        kept.append((len(mutant.value or b""), example))
        kept.sort()
        del kept[SHOWN:]

    def report(self) -> str:
        lines = [f"{self.dialect}: " + ", ".join(f"{count:,} {name}" for name, count in sorted(self.counts.items()))]
        lines.append("  quarantined: " + ", ".join(f"{name} {count:,}" for name, count in self.reasons.most_common()))
        if self.excused:
            lines.append("  refused though it could be read, which is allowed:")
            lines += [f"    {count:,} {why}" for why, count in self.excused.most_common()]
        for kind, count in self.failed.most_common():
            lines.append(f"  FAILURE {kind}: {count:,} mutants; the smallest:")
            lines += [example for _, example in self.failures[kind]]
        return "\n".join(lines)


def settings(feed: Feed) -> str:
    """The feed's line without what is the same for all."""
    return ", ".join(f"{name}={value}" for name, value in feed.line.items() if name not in ("feed", "topics") and value)


# --- what the project declares


def declared_dialects(pipeline: Pipeline) -> list[dict[str, Any]]:
    """The dialects of macros/dialects/dialects.sql that a feed can have: name, envelope, source_kinds, options."""
    facts = (
        "{'name': d.name, 'envelope': [d.envelope.name, changefeed.member_names(d)],"
        " 'source_kinds': d.source_kinds, 'options': d.get('options', {})}"
    )
    loop = "{% for d in changefeed.dialects() if not d.is_internal and d.envelope.format != 'avro' and not d.written %}"
    template = f"{loop}{{{{ tojson({facts}) }}}}\n{{% endfor %}}"
    nodes = pipeline.dbt("compile", "--inline", template)
    (node,) = nodes.values()
    return [json.loads(line) for line in node.node.compiled_code.splitlines() if line.strip()]


def demo_messages() -> dict[str, list[bytes]]:
    """The messages of the demo captures that are text by dialect, as the feeds of the project claim their topics."""
    with (REPO / "seeds" / "changefeed_feeds.csv").open(newline="", encoding="utf-8") as file:
        feeds = list(csv.DictReader(file))
    found: dict[str, list[bytes]] = {}
    for capture in sorted((REPO / "demo" / "captures").glob("*.jsonl")):
        for line in capture.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            for feed in feeds:
                is_its = any(fnmatch.fnmatchcase(record["topic"], pattern) for pattern in feed["topics"].split())
                if is_its and feed["dialect"] in frames.FRAMED:
                    pair = (base64.b64decode(record[name]) for name in ("key_base64", "payload_base64"))
                    found.setdefault(feed["dialect"], []).extend(frames.events(*pair))
                elif is_its and "payload" in record:
                    found.setdefault(feed["dialect"], []).append((record["payload"] or "").encode())
    return found


def demo_topics() -> set[str]:
    """The topics of the demo captures."""
    captures = (REPO / "demo" / "captures").glob("*.jsonl")
    return {json.loads(line)["topic"] for file in captures for line in file.read_text(encoding="utf-8").splitlines()}


def is_strict(message: bytes) -> bool:
    try:
        return isinstance(strict_json.read(message), Object)
    except NotStrict:
        return False


def all_dialects(pipeline: Pipeline) -> list[Dialect]:
    """The dialects with their messages; one without a capture takes those of the dialects with its envelope."""
    declared = declared_dialects(pipeline)
    captured = demo_messages()
    found = []
    for each in declared:
        kin = [other["name"] for other in declared if other["envelope"] == each["envelope"]]
        names = [each["name"]] if each["name"] in captured else kin
        own = [message for name in names for message in captured.get(name, []) if is_strict(message)]
        needed = "write a demo capture (demo/generate.py) and a feed in seeds/changefeed_feeds.csv"
        assert own, f"dialect {each['name']}: {needed}"
        found.append(Dialect(each["name"], feeds_of(each, own, kin)))
    return found


def feeds_of(dialect: dict[str, Any], own: list[bytes], kin: list[str]) -> list[Feed]:
    """A feed for each way to read the dialect: from each kind of source, with each value of each option."""
    options = {
        name: option["values"]
        for name, option in dialect["options"].items()
        if "values" in option and not option.get("is_for_types")  # what only typed tables read changes no change
    }
    choices = {"source_kind": dialect["source_kinds"] or [""]} | options
    keys, types = declared_keys(kin), declared_types(own)
    topics = demo_topics()
    ends = {"." + topic.rpartition(".")[2] for topic in topics}
    found = []
    for number, chosen in enumerate(itertools.product(*choices.values())):
        name = f"fuzz_{dialect['name']}_{number}"
        # A table that is called like its topic is called like this feed's topic here.
        keys_here = {
            (database, name if table in topics or (not database and f".{table}" in ends) else table): names
            for (database, table), names in keys.items()
        }
        line = {"feed": name, "dialect": dialect["name"], "topics": name} | dict(zip(choices, chosen, strict=True))
        found.append(Feed(name, line, keys_here, types, [naming(each, line["source_kind"]) for each in own]))
    return found


def naming(message: bytes, source_kind: str) -> bytes:
    """The message as from this kind of source: the demo has drs_json_schema from PostgreSQL only."""
    return message.replace(b'"dbType":"PostgreSQL"', b'"dbType":"%s"' % source_kind.encode())


def declared_keys(dialects: list[str]) -> dict[tuple[str, str], list[str]]:
    """The key columns that the project's seeds declare for feeds of these dialects."""
    with (REPO / "seeds" / "changefeed_feeds.csv").open(newline="", encoding="utf-8") as file:
        feeds = {line["feed"]: line for line in csv.DictReader(file) if line["dialect"] in dialects}
    with (REPO / "seeds" / "changefeed_table_keys.csv").open(newline="", encoding="utf-8") as file:
        return {
            # The fuzzer's feeds replace no database, so messages keep theirs, which may be none.
            ("" if feeds[line["feed"]]["database"] else line["source_database"], line["source_table"]): [
                name for name in line["key_columns"].split("|") if name
            ]
            for line in csv.DictReader(file)
            if line["feed"] in feeds
        }


def declared_types(own: list[bytes]) -> dict[tuple[str, str], dict[str, str]]:
    """Types of the columns in the messages, for changefeed_table_columns.csv, which cannot hold quotes and commas."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for message in own:
        body = strict_json.read(message)
        types, place = body.get("mysqlType"), (body.get("database"), (body.get("table") or "").rstrip())
        if isinstance(types, Object) and all(place):
            plain = (each for each in types.members if isinstance(each[1], str) and not set(each[1]) & set("',\""))
            found.setdefault(place, {}).update(plain)
    return found


# --- decoding

Batch = list[tuple[int, Feed, Mutant]]  # what is decoded in one statement


class Decoder:
    """Decodes mutants with the project's own macros: those of the previews, which are those of `decoded`."""

    def __init__(self, pipeline: Pipeline, dialects: list[Dialect], folder: Path) -> None:
        self.spark, self.pipeline, self.folder = pipeline.spark, pipeline, folder
        self.found: dict[str, list[dict[str, Any]]] = {}  # of batches that were decoded in one statement
        self.numbers = itertools.count()
        self.landed: dict[str, Batch] = {}
        feeds = [feed for dialect in dialects for feed in dialect.feeds]
        pipeline.clear()
        pipeline.declare("feeds", *(feed.line for feed in feeds))
        pipeline.declare("table_keys", *(
            {"feed": feed.name, "source_database": database, "source_table": table, "key_columns": "|".join(names)}
            for feed in feeds
            for (database, table), names in feed.declared_keys.items()
        ))  # fmt: skip
        pipeline.declare("table_columns", *(
            {"feed": feed.name, "source_database": place[0], "source_table": place[1]}
            | {"column_name": name, "source_type": kind}
            for feed in feeds
            for place, kinds in feed.declared_types.items()
            for name, kind in kinds.items()
        ))  # fmt: skip
        messages.create_tables(self.spark, pipeline.folder)
        pipeline.build(models=["+changefeed_feed_settings"])
        self.statements: dict[str, str] = {}

    def compiled(self, dialects: list[Dialect]) -> str:
        """The statement that decodes what is landed of these dialects."""
        names = [dialect.name for dialect in dialects]
        template = f"{{{{ changefeed.staged_changes({json.dumps(names)}) }}}}"
        (compiled,) = self.pipeline.dbt("compile", "--inline", template).values()
        return f"select {COLUMNS} from ({compiled.node.compiled_code})"

    def land(self, batches: dict[str, Batch]) -> None:
        """Replaces what is landed by these mutants, numbered by their offsets, of one dialect or several."""
        file = self.folder / f"mutants_{next(self.numbers)}.txt"
        with file.open("w", encoding="ascii") as out:
            for number, feed, mutant in itertools.chain(*batches.values()):
                key, sent = b'{"id":1}', mutant.value or b""
                if feed.line["dialect"] in frames.FRAMED:
                    key, sent = frames.message(sent)
                if mutant.value is not None and feed.line.get("framing") == "confluent":
                    sent = FRAME + sent
                texts = " ".join(base64.b64encode(each).decode() for each in (key, sent))
                out.write(f"{feed.name} {number} {int(mutant.value is None)} {texts}\n")
        self.spark.sql(f"""
            insert overwrite messages
            select parts[0], '', 0, cast(parts[1] as bigint), 1, timestamp '2024-06-01', 'create', current_timestamp(),
                null, unbase64(parts[3]), if(parts[2] = '1', null, unbase64(parts[4]))
            from (select split(value, ' ') as parts from text.`{file}`)
        """)
        file.unlink()
        self.landed = batches

    def rows(self, dialect: Dialect, mutants: Batch) -> list[dict[str, Any]]:
        """What comes out of these mutants."""
        if dialect.name in self.found:
            return self.found.pop(dialect.name)
        if self.landed.get(dialect.name) is not mutants:
            self.land({dialect.name: mutants})
        if dialect.name not in self.statements:
            self.statements[dialect.name] = self.compiled([dialect])
        return [row.asDict() for row in self.spark.sql(self.statements[dialect.name]).collect()]

    def decode_together(self, dialects: list[Dialect], batches: dict[str, Batch]) -> str:
        """Decodes batches of several dialects in one statement, as a run does: preparing one takes as long as decoding.

        Returns what Spark says when the statement fails; each dialect can be decoded by itself then.
        """
        self.land(batches)
        try:
            rows = self.spark.sql(self.compiled(dialects)).collect()
        except Exception as error:
            return str(error)
        of_feed = {feed.name: dialect.name for dialect in dialects for feed in dialect.feeds}
        self.found = {dialect.name: [] for dialect in dialects}
        for row in rows:
            self.found[of_feed[row["feed"]]].append(row.asDict())
        return ""

    def must_live(self, mutants: Batch) -> None:
        """Fails where a message ended Spark itself, as a stack overflow in an executor does: no search goes on then."""
        try:
            self.spark.sql("select 1").collect()
        except Exception:
            values = (mutant.value for _, _, mutant in mutants if mutant.value)
            deepest = max(values, key=lambda value: value.count(b"[") + value.count(b"{"))
            pytest.fail(
                f"CHANGEFEED_FUZZ_SEED={SEED} CHANGEFEED_FUZZ_MUTANTS={MUTANTS}: one of {len(mutants):,} messages ended"
                f" Spark's process (logs/spark.log). A StackOverflowError? This one is deepest: {deepest!r:.1500}"
            )

    def rows_but_fatal(self, dialect: Dialect, mutants: Batch, outcome: Outcome) -> list[dict[str, Any]]:
        """As rows(), without the mutants that end the statement: they are searched by halving, and are failures."""
        if outcome.counts[FATAL] >= FATAL_SHOWN:
            return []
        try:
            return self.rows(dialect, mutants)
        except Exception as error:
            self.must_live(mutants)
            if len(mutants) > 1:
                half = len(mutants) // 2
                first = self.rows_but_fatal(dialect, mutants[:half], outcome)
                return first + self.rows_but_fatal(dialect, mutants[half:], outcome)
            _, feed, mutant = mutants[0]
            outcome.counts[FATAL] += 1
            told = next((line for line in str(error).splitlines() if "[" in line and "]" in line), str(error)[:300])
            outcome.fail(FATAL, feed, mutant, told[:300])
            return []


# --- comparing


def parsed(dialect: str, value: bytes) -> Any:
    """What a message holds. Raises NotStrict when it is no strict JSON."""
    if dialect not in frames.FRAMED:
        return strict_json.read(value)
    key, content = frames.parts(value)
    return Object((("open_key", strict_json.read(key)), ("open_value", strict_json.read(content) if content else None)))


def compare(dialect: Dialect, feed: Feed, mutant: Mutant, rows: list[dict[str, Any]], outcome: Outcome) -> None:
    """Counts a mutant, or tells what is wrong with its rows."""
    reasons = {row["reason"] for row in rows}
    if not rows:
        outcome.fail("nothing came out", feed, mutant, "")
        return
    if reasons != {None}:
        (row, *more) = rows
        if more or row["operation"] or row["before"] or row["after"] or row["row_key"] or row["source_table"] is None:
            outcome.fail("quarantined, and yet a row", feed, mutant, f"{rows}")
    reason = rows[0]["reason"]
    if reason:
        outcome.reasons[reason] += 1
    try:
        if mutant.value is None:
            expected = dialect_readers.read_tombstone(dialect.name, feed.line, feed.declared_keys)
        else:
            body = parsed(dialect.name, mutant.value)
            expected = read_message(dialect.name, body, feed.line, feed.declared_keys, feed.declared_types)
    except NotStrict as fault:
        outcome.counts["no strict JSON"] += 1
        if not reason:
            outcome.fail("accepted, though no strict JSON", feed, mutant, f"{fault}; came out as {summary(rows)}")
        return
    except NotCompared as why:
        outcome.counts[f"{why}, not compared"] += 1
        return
    except Undefined as fault:
        outcome.counts["not defined by the dialect"] += 1
        if not reason:
            outcome.fail(f"accepted, though undefined ({fault})", feed, mutant, f"came out as {summary(rows)}")
        return
    except (AttributeError, TypeError, ValueError) as error:
        outcome.fail("the strict reader itself fails", feed, mutant, f"{type(error).__name__}: {error}")
        return
    if reason and expected.excuse:
        outcome.counts["refused, which is allowed"] += 1
        outcome.excused[f"{reason}: {expected.excuse}"] += 1
    elif reason:
        outcome.fail(f"refused as {reason}, though right", feed, mutant, f"{[vars(each) for each in expected.changes]}")
    else:
        outcome.counts["decoded and compared"] += 1
        for name, detail in differences(expected, rows, outcome):
            outcome.fail(f"wrong {name}", feed, mutant, detail)
            break


def summary(rows: list[dict[str, Any]]) -> str:
    names = ("operation", "source_database", "source_table", "row_key", "before", "after", "source_at")
    return str([{name: row[name] for name in names if row[name] not in (None, "")} for row in rows])[:600]


def differences(expected: Any, rows: list[dict[str, Any]], outcome: Outcome) -> Iterator[tuple[str, str]]:
    """How the rows differ from what the message says."""
    rows = sorted(rows, key=lambda row: (row["message_index"], row["step"]))
    if [(row["message_index"], row["step"]) for row in rows] != [(e.message_index, e.step) for e in expected.changes]:
        yield "number of changes", f"{len(expected.changes)} expected: {summary(rows)}"
        return
    for change, row in zip(expected.changes, rows, strict=True):
        is_row = change.key is not None
        for name in ("before", "after"):
            told = difference_of_images(getattr(change, name), row[name])
            if told:
                yield f"image ({name})", told
        if is_row:
            yield from differences_of_keys(change, row, rows, outcome)
        pairs: dict[str, tuple[Any, Any]] = {
            "operation": (change.operation, row["operation"]),
            "database": (change.database, row["source_database"]),
            "schema": (change.schema, row["source_schema"]),
            "table": (change.table, row["source_table"]),
            "sequence": (
                (change.sequence or []) + [row["offset"]] if change.ends_in_offset else change.sequence,
                json.loads(row["source_sequence"]) if row["source_sequence"] else None,
            ),
            "statement_kind": (change.statement_kind, row["statement_kind"]),
        }
        if is_row:
            pairs["is_partial"] = (change.is_partial, row["is_partial"])
        for name, (wanted, found) in pairs.items():
            if wanted != found:
                yield name, f"{wanted!r} expected, {found!r} found"
        for name, wanted, found in (
            ("statement", change.statement, row["statement"]),
            ("transaction_id", change.transaction, row["transaction_id"]),
        ):
            if wanted not in (found, "(any)"):
                yield name, f"{wanted!r} expected, {found!r} found"
        for name in ("source_at", "processed_at"):
            found = None if row[name] is None else row[name] / 1000
            if found not in getattr(change, name):
                yield name, f"one of {getattr(change, name)} expected, {found} found"
        if isinstance(change.types, Object) and not same_types(change.types, row["column_types"]):
            yield "column_types", f"{change.types} expected, {row['column_types']!r} found"


def same_types(sent: Object, text: str | None) -> bool:
    """Types are a mapping: the order of columns does not matter."""
    if text is None:
        return False
    found = strict_json.read(text.encode())
    if not isinstance(found, Object):
        return False
    if sent.repeats():
        return True  # which of the two counts is not defined, and nothing reads them
    without_nulls = {name: kind for name, kind in sent.members if kind is not None}
    return dict(found.members) in (dict(sent.members), without_nulls)


def difference_of_images(sent: dict[str, Any] | None, text: str | None) -> str:
    if sent is None or text is None:
        return "" if sent is None and text is None else f"{sent!r} expected, {text!r} found"
    found = strict_json.read(text.encode())
    columns = dict(found.members)
    if found.repeats() or set(columns) != set(sent):
        return f"columns {sorted(sent)} expected, {text} found"
    for name, value in sent.items():
        if not same_value(value, columns[name]):
            return f"column {name!r}: {value!r} expected, {columns[name]!r} found"
    return ""


def differences_of_keys(
    change: Change, row: dict[str, Any], rows: list[dict[str, Any]], outcome: Outcome
) -> Iterator[tuple[str, str]]:
    """How row_key and previous_row_key differ; the order in which key columns are named does not matter."""
    columns = json.loads(row["key_columns"])
    if sorted(columns) != sorted(change.keys or []):
        yield "key_columns", f"{change.keys} expected, {columns} found"
        return
    if not columns:
        yield from differences_of_image_keys(row, rows, outcome)
        return
    for name, wanted in (("row_key", change.key), ("previous_row_key", change.previous_key)):
        if wanted is None or row[name] is None:
            if wanted is not None or row[name] is not None:
                yield name, f"{wanted!r} expected, {row[name]!r} found"
            continue
        found = json.loads(row[name])
        if len(found) != len(columns) or not all(
            same_value(wanted[column], text) for column, text in zip(columns, found, strict=True)
        ):
            yield name, f"{wanted!r} expected, {row[name]} of {columns} found"


def differences_of_image_keys(
    row: dict[str, Any], rows: list[dict[str, Any]], outcome: Outcome
) -> Iterator[tuple[str, str]]:
    """A row of a table without a key is known by its image: equal images have equal keys, others have others."""
    image = row["after"] if row["after"] is not None else row["before"]
    if image is None:
        return
    known_as = tuple(sorted(json.loads(image).items()))
    if outcome.keys_of_images.setdefault(known_as, row["row_key"]) != row["row_key"]:
        yield "row_key", f"the image {image} has the keys {row['row_key']} and {outcome.keys_of_images[known_as]}"
    if outcome.images_of_keys.setdefault(row["row_key"], known_as) != known_as:
        yield "row_key", f"{row['row_key']} is the key of {image} and {outcome.images_of_keys[row['row_key']]}"
    (first,) = (each["row_key"] for each in rows if (each["message_index"], each["step"]) == (row["message_index"], 0))
    if row["previous_row_key"] != (first if row["step"] == 1 else None):
        yield "previous_row_key", f"{row['previous_row_key']} found, step 0 has {first}"


# --- the tests


def mutants_for(dialect: Dialect) -> Iterator[tuple[Feed, Mutant]]:
    """What is tried on a dialect: each message on each feed; repeated names and deep members of each message on one."""
    count = len(dialect.feeds)
    for place, feed in enumerate(dialect.feeds):
        maker = Maker(feed.messages, f"{SEED} {feed.name}")
        each = itertools.chain(
            maker.as_they_are(),
            itertools.islice(maker.each_name_repeated(), place, None, count),
            itertools.islice(maker.each_member_nested(), place, None, count),
            itertools.islice(maker, -(-MUTANTS // count)),
        )
        yield from ((feed, mutant) for mutant in each)


def batches_for(dialect: Dialect) -> Iterator[Batch]:
    """The mutants for a dialect with their numbers, as many at a time as a statement decodes."""
    numbered = ((number, feed, mutant) for number, (feed, mutant) in enumerate(mutants_for(dialect)))
    while batch := list(itertools.islice(numbered, AT_ONCE)):
        yield batch


def fuzz(decoder: Decoder, dialect: Dialect, batches: Iterable[Batch]) -> Outcome:
    """Decodes the mutants of a dialect and compares; says how far it is."""
    outcome = Outcome(dialect.name)
    for batch in batches:
        started = time.monotonic()
        found: dict[int, list[dict[str, Any]]] = {}
        for row in decoder.rows_but_fatal(dialect, batch, outcome):
            found.setdefault(row["offset"], []).append(row)
        decoded = time.monotonic()
        for number, feed, mutant in batch:
            if number in found or not outcome.counts[FATAL]:
                compare(dialect, feed, mutant, found.get(number, []), outcome)
        seconds = f"{decoded - started:.1f} s to decode, {time.monotonic() - decoded:.1f} s to compare"
        failures = sum(outcome.failed.values())
        print(f"{dialect.name}: {len(batch):,} more, {seconds}; {failures:,} failures", flush=True)
    if outcome.failed:
        print(outcome.report(), flush=True)
    return outcome


@pytest.fixture(scope="module", autouse=True)
def deeply() -> Iterator[None]:
    with strict_json.deeply():
        yield


@pytest.fixture(scope="module")
def outcomes(
    spark: SparkSession,
    pipeline: Pipeline,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[list[Outcome]]:
    """What became of the mutants of each dialect, shown at once when there are many."""
    with as_shipped(spark):
        yield decoded_mutants(pipeline, tmp_path_factory, request)


def decoded_mutants(
    pipeline: Pipeline, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> list[Outcome]:
    dialects = all_dialects(pipeline)
    unread = [dialect.name for dialect in dialects if dialect.name not in dialect_readers.READERS]
    assert not unread, (
        f"tests/oracles/readers/dialect_readers.py has no reader for {unread}: write it from the vendor's document"
    )
    chosen = [dialect for dialect in dialects if not DIALECTS or dialect.name in DIALECTS]
    unknown = set(DIALECTS) - {dialect.name for dialect in chosen}
    assert not unknown, f"no dialect is called {unknown}, or it is not of text"
    decoder = Decoder(pipeline, chosen, tmp_path_factory.mktemp("mutants"))
    if MUTANTS < FEW:
        outcomes = []
        for together in (chosen[place : place + TOGETHER] for place in range(0, len(chosen), TOGETHER)):
            batches = {dialect.name: list(itertools.chain(*batches_for(dialect))) for dialect in together}
            error = decoder.decode_together(together, batches)
            found = [fuzz(decoder, dialect, [batches[dialect.name]]) for dialect in together]
            assert not error or any(outcome.counts[FATAL] for outcome in found), error
            outcomes += found
        return outcomes
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        found = [fuzz(decoder, dialect, batches_for(dialect)) for dialect in chosen]
        print(told(found))
    return found


def told(outcomes: list[Outcome]) -> str:
    """How to try the same again, and what came out."""
    again = f"CHANGEFEED_FUZZ_SEED={SEED} CHANGEFEED_FUZZ_MUTANTS={MUTANTS}"
    return "\n".join([again, *(outcome.report() for outcome in outcomes)])


def test_no_message_ends_the_statement_that_decodes_it(outcomes: list[Outcome]) -> None:
    """Each name of each message comes twice here too: a map built from a message must stand that."""
    assert not any(outcome.counts[FATAL] for outcome in outcomes), told(outcomes)


def test_mutants_are_decoded_to_what_their_json_says(outcomes: list[Outcome]) -> None:
    assert all(outcome.counts["decoded and compared"] > MUTANTS / 10 for outcome in outcomes), told(outcomes)
    assert not any(set(outcome.failed) - {FATAL} for outcome in outcomes), told(outcomes)


def test_the_same_seed_makes_the_same_mutants() -> None:
    own = demo_messages()["canal"][:3]
    first, again, other = (list(itertools.islice(Maker(own, seed), 300)) for seed in ("1", "1", "2"))
    assert first == again != other
    assert {mutant.made_by for mutant in first} > {"cut off", "byte replaced", "rows"}


@pytest.mark.parametrize(
    "text",
    [
        b"", b"x", b"{", b'{"a":1,}', b'{"a":NaN}', b'{"a":-Infinity}', b'{"a":True}', b"{'a':1}", b'{"a":1}x',
        b'{"a":1},{"changefeed_end":1}]', b'{"a":01}', b'{"a":.5}', b'{"a":1e}', b'{"a":"\x01"}', b'{"a":"\n"}',
        b'{"a":"\\x"}', b'{"a":"\\ud800"}', b'{"\\uDFFFx":1}', b'\xef\xbb\xbf{"a":1}', b'{"a":1}\x00', b'{"a":"\xff"}',
        b'{"a":"\xed\xa0\x80"}', b'{"a":/*c*/1}', b'{"a":\xef\xbc\x91}',
    ],
)  # fmt: skip
def test_the_strict_reading_refuses_what_is_no_json(text: bytes) -> None:
    with pytest.raises(NotStrict):
        strict_json.read(text)


def test_the_strict_reading_keeps_every_digit_and_name() -> None:
    body = strict_json.read(b'{"a":-0,"a":1.50,"b":1E+400,"c":"\\ud83d\\ude00\\u0001#z","d":[true,null,{"x":0.10}]}')
    assert body.names() == ["a", "a", "b", "c", "d"]
    assert strict_json.numbers_in(body) and set(strict_json.numbers_in(body)) == {"-0", "1.50", "1E+400", "0.10"}
    assert same_value(body.get("d"), '[true,null,{"x":0.10}]')
    assert not same_value(body.get("d"), '[true,null,{"x":0.1}]')
    assert body.repeats() and body.get("c") == "😀\x01#z"
