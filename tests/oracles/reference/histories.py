"""Histories of a made-up database and the way its messages take, as feeds side by side: what the drawn tests compare.

A Source does what a case says. An encoder (tests/oracles/encoders) turns each thing that it did into the messages of a
producer, with the changes that the contract makes of them. A Case cuts the messages into runs, brings some of them
late, lands some again and has some sent again. tests/oracles/reference/reference.py says what the rows are then.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import Any

import encoders
import reference
from changefeed.loader import captures, landing_tables, schemas
from changefeed.project import macros
from changefeed.runs.maintain import _remove_changes
from changefeed.spark.operations import Operations
from changefeed.typed import source_columns
from encoders.base import FIRST_AT, KEYS, OF_BAGS, STATEMENTS, STEP, Encoder, Event, Sent, Type
from pipeline import REPO, Pipeline
from reference import COLUMN_ACTIONS, Change, Image

# What the column `d` may have, by the kind of its values: what every type of an encoder can hold.
VALUES = {
    "number": ("0", "-12", "1234567", "99"),
    "time": ("2024-06-01 03:00:42.123", "1969-12-31 23:59:59.999", "1970-01-01 00:00:00.000", "2038-02-03 04:05:06.7"),
}
RUNS = 3  # that a history is cut into at most
# Without a sequence a table without a key cannot tell a message that is sent again, and a table-wide change acts again.
UNKNOWABLE = ("put", "take", "swap", *STATEMENTS)


@dataclass
class Source:
    """A made-up database: a table `t` with key `id`, a table `bag` without a key. What makes no sense is left out."""

    encoder: Encoder
    restarted: int = -1  # from this message on the numbers have begun again; -1: they never do
    has_lob: bool = False  # whether `t` has a large column, `c`
    typed: str = ""  # the kind of values that `t` has in the column `d`; '' where it has none
    types_so_far: list[int] = field(default_factory=lambda: [0])  # which of the encoder's types `d` has had
    rows: dict[str, Image] = field(default_factory=dict)
    bag: list[Image] = field(default_factory=list)
    name: str = "t"  # of the table with a key, which may be renamed
    keys: tuple[str, ...] = KEYS[0]  # its primary key, which may be redefined
    columns: dict[str, str | None] = field(default_factory=dict)  # of `t`, added since, with their defaults
    bag_columns: dict[str, str | None] = field(default_factory=dict)  # of `bag`
    sent: list[Sent] = field(default_factory=list)
    loads: int = 0  # full loads so far
    bag_has_changed: bool = False  # since the last of them
    stated: dict[tuple, int] = field(default_factory=dict)  # what was stated last, and in which second
    rested: int = 0  # ms for which it did nothing

    @property
    def types(self) -> tuple[Type, ...]:
        """What `d` may have."""
        return self.encoder.types[self.typed] if self.typed else ()

    def begin(self, count: int) -> None:
        """So many rows are there before the task begins, with a full load."""
        for number in range(count if self.encoder.loads else 0):
            self.rows[str(number)] = self._new(str(number), str(number), "x")
            if "put" not in self.encoder.cannot:
                self.bag.append({"k": str(number // 2), "v": "x"})
        if self.rows:
            self._load("", "", "x")

    def do(self, what: str, one: int, other: int, value: int) -> None:
        key, text = str(one), None if value == 0 else f"v{value}"
        getattr(self, f"_{what}")(key, str(other), text)

    def _tell(self, operation: str, table: str, **rest: Any) -> None:
        keys = () if table == "bag" else self.keys
        number = len(self.sent)
        is_again = 0 <= self.restarted <= number
        told = {"number": number, "keys": keys, "is_again": is_again, "rested": self.rested}
        known = self.types[self.types_so_far[-1]] if keys and self.typed else None
        event = Event(operation, table, **told, type=known, **rest)
        if not event.row:  # of two statements alike in one second nothing says that they are two: it waits a second
            said = (operation, table, event.column, event.value)
            if self.stated.get(said) == event.second:
                self.rested += 1000
                event = replace(event, rested=self.rested)
            self.stated[said] = event.second
        self.sent += [replace(each, is_load=event.load > 0) for each in self.encoder.encode(event)]

    def _new(self, key: str, other: str, text: str | None) -> Image:
        lob = {"c": f"large {other}"} if self.has_lob else {}
        typed = {"d": VALUES[self.typed][int(other)]} if self.typed else {}
        return {"id": key, "a": text, "b": other} | lob | typed | dict.fromkeys(self.columns, text)

    def _measure(self, key: str, other: str, text: str | None) -> None:
        """Changes the value whose type may change."""
        if key in self.rows and self.typed:
            self._become(key, self.rows[key] | {"d": text and VALUES[self.typed][int(other)]})

    def _retype(self, key: str, other: str, text: str | None) -> None:
        """Changes the type of `d` to one that it never had; its values stay."""
        if left := [number for number in range(len(self.types)) if number not in self.types_so_far]:
            number = left[(int(key) + int(other)) % len(left)]
            if self.encoder.tells_types:
                self._tell("change_type", self.name, column="d", value=self.types[number].sql)
            self.types_so_far.append(number)

    def _load(self, key: str, other: str, text: str | None) -> None:
        """A full load of the rows as they are. Without a change of `bag` since the last they could be more rows."""
        if not self.encoder.loads or (self.loads and self.bag and not self.bag_has_changed):
            return
        self.loads += 1
        operation, is_told = self.encoder.loads, self.encoder.loads == "snapshot"
        loaded = [(self.name, row) for row in self.rows.values()]
        if is_told or self.loads == 1:  # else each row of `bag` would be there twice
            loaded += [("bag", row) for row in self.bag]
        for table, row in loaded if text else loaded[::-1]:
            self._tell(operation, table, after=row, load=self.loads)
        self.bag_has_changed = False

    def _insert(self, key: str, other: str, text: str | None) -> None:
        if key not in self.rows:
            self.rows[key] = self._new(key, other, text)
            self._tell("insert", self.name, after=self.rows[key])

    def _update(self, key: str, other: str, text: str | None) -> None:
        self._move(key, key, text)

    def _edit(self, key: str, other: str, text: str | None) -> None:
        """Changes the large column, and nothing else."""
        if key in self.rows and self.has_lob:
            before = self.rows[key]
            self._become(key, before | {"c": text and f"large {text}"})

    def _move(self, key: str, new: str, text: str | None) -> None:
        if key in self.rows and (new == key or new not in self.rows):
            self._become(key, self.rows[key] | {"id": new, "a": text})

    def _become(self, key: str, after: Image) -> None:
        before = self.rows.pop(key)
        self.rows[after["id"]] = after
        if before != after or self.encoder.tells_no_changes:
            self._tell("update", self.name, before=before, after=after)

    def _delete(self, key: str, other: str, text: str | None) -> None:
        if key in self.rows:
            self._tell("delete", self.name, before=self.rows.pop(key))

    def _unseen(self, key: str, other: str, text: str | None) -> None:
        """A row that was there before the feed began is changed or deleted."""
        if key not in self.rows and text is None:
            self._tell("delete", self.name, before=self._new(key, other, "x"))
        elif key not in self.rows:
            self.rows[key] = self._new(key, other, "x")
            self._update(key, other, text)

    def _shift(self, key: str, other: str, text: str | None) -> None:
        """Changes what may become a part of the key."""
        if key in self.rows:
            self._become(key, self.rows[key] | {"b": other})

    def _rekey(self, key: str, other: str, text: str | None) -> None:
        """Redefines the primary key."""
        if (keys := KEYS[int(other) % len(KEYS)]) != self.keys:
            if self.encoder.redefines == "statement":
                self._tell("redefine_key", self.name, column=f"k{len(self.sent)}", value=", ".join(keys))
            self.keys = keys

    def _truncate(self, key: str, other: str, text: str | None) -> None:
        """Empties a table; once, where statements have no time, for another that is alike counts as a copy."""
        if not self.encoder.times_statements and ("truncate", self.name if text else "bag", "", None) in self.stated:
            return
        self.rows, self.bag = ({}, self.bag) if text else (self.rows, [])
        self._tell("truncate", self.name if text else "bag")

    def _add(self, key: str, other: str, text: str | None) -> None:
        if (name := f"n{other}") not in self.columns:
            self._tell("add_column", self.name, column=name, value=text)
            self.columns[name] = text
            self.rows = {place: {name: text} | row for place, row in self.rows.items()}

    def _widen(self, key: str, other: str, text: str | None) -> None:
        """Adds a column to the table without a key."""
        if (name := f"n{other}") not in self.bag_columns:
            self._tell("add_column", "bag", column=name, value=text)
            self.bag_columns[name] = text
            self.bag = [{name: text} | row for row in self.bag]

    def _narrow(self, key: str, other: str, text: str | None) -> None:
        """Drops a column of the table without a key, so that rows may become equal."""
        if self.bag_columns:
            name = sorted(self.bag_columns)[0]
            self._tell("drop_column", "bag", column=name)
            del self.bag_columns[name]
            self.bag = [{left: row[left] for left in row if left != name} for row in self.bag]

    def _drop(self, key: str, other: str, text: str | None) -> None:
        if self.columns:
            name = sorted(self.columns)[0]
            self._tell("drop_column", self.name, column=name)
            del self.columns[name]
            self._change_columns(name)

    def _rename(self, key: str, other: str, text: str | None) -> None:
        if self.columns and f"n{other}" not in self.columns:
            name, new = sorted(self.columns)[0], f"n{other}"
            self._tell("rename_column", self.name, column=name, value=new)
            self.columns[new] = self.columns.pop(name)
            self._change_columns(name, new)

    def _retitle(self, key: str, other: str, text: str | None) -> None:
        if (new := f"t{other}") != self.name:
            self._tell("rename_table", self.name, value=new)
            self.name = new

    def _change_columns(self, name: str, new: str = "") -> None:
        for key, row in self.rows.items():  # what was sent keeps the image that it had
            rest = {left: row[left] for left in row if left != name}
            self.rows[key] = rest | ({new: row[name]} if new else {})

    def _put(self, key: str, other: str, text: str | None) -> None:
        image = {"k": key, "v": text} | self.bag_columns
        self.bag.append(image)
        self._change_bag("insert", after=image)

    def _take(self, key: str, other: str, text: str | None) -> None:
        image = {"k": key, "v": text} | self.bag_columns
        if image in self.bag:
            self.bag.remove(image)
        self._change_bag("delete", before=image)  # also of a row never seen

    def _swap(self, key: str, other: str, text: str | None) -> None:
        if self.bag:
            before = self.bag.pop(int(other) % len(self.bag))
            after = before | {"k": key, "v": text}
            self.bag.append(after)
            if before != after or self.encoder.tells_no_changes:
                self._change_bag("update", before=before, after=after)

    def _change_bag(self, operation: str, **images: Image) -> None:
        self.bag_has_changed = True
        self._tell(operation, "bag", **images)


@dataclass
class Case:
    """A history and the way its messages take."""

    operations: list[tuple[str, int, int, int]]
    producer: str  # the name of an encoder
    cuts: list[int]
    late: list[int]
    late_partition: int
    landed_again: tuple[int, int]
    sent_again: tuple[int, int]
    has_history: bool
    at_once: int = 1  # so many messages have one Kafka time
    restart: int = -1  # the first message of a restarted task, which its user declares; -1: there is none
    has_removals: bool = False  # whether after each run but the last all changes are removed that no later fold needs
    loaded: int = 0  # rows of each table that are there when the task begins
    has_lob: bool = False  # whether the table with a key has a large column
    typed: str = ""  # the kind of values (number, time) of a column whose type may change; '' where there is none
    wanders: bool = False  # whether the records of a key lie in any partition, as routers and repartitioned topics do

    @property
    def encoder(self) -> Encoder:
        return encoders.NAMED[self.producer]

    @property
    def restarted(self) -> int:
        """As `restart`: without numbers, or where old ones are sent again after it, there is nothing to declare.

        Nor between the sides of a pair.
        """
        is_declared = self.encoder.may_restart and sum(self.sent_again) <= self.restart and not self.has_ties
        return self.restart if is_declared else -1

    @property
    def restarted_at(self) -> int:
        """Kafka's time of that message, ms since 1970: what was sent again before it took its time."""
        return FIRST_AT + (self.restart + self.sent_again[1]) * STEP

    @property
    def has_ties(self) -> bool:
        """Whether the order of partitions rests on what the messages say."""
        return self.at_once > 1 and not self.has_sequence and not self.has_removals

    @property
    def is_partial(self) -> bool:
        return self.encoder.is_partial

    @property
    def has_sequence(self) -> bool:
        return self.encoder.has_sequence

    @property
    def may_have_lone_sides(self) -> bool:
        """Whether one side of a pair may be sent again without the other: it waits."""
        return self.encoder.has_pairs and self.sent_again[1] > 0

    @property
    def unsent(self) -> set[str]:
        """The operations that make no sense in a history of such messages."""
        unsent = set(self.encoder.cannot) | (set() if self.encoder.redefines else {"rekey"})
        if self.has_ties:
            unsent.add("unseen")  # a row that was there before the feed is taken for absent
        elif not self.has_sequence and not self.is_partial and self.sent_again[1]:
            unsent.update(UNKNOWABLE)
        return unsent

    def source(self) -> Source:
        has_lob = self.has_lob and "edit" not in self.encoder.cannot
        typed = self.typed if self.typed in self.encoder.types else ""
        source = Source(self.encoder, self.restarted, has_lob, typed)
        source.begin(self.loaded)
        for operation in self.operations:
            if operation[0] not in self.unsent:
                source.do(*operation)
        if self.wanders and self.encoder.may_wander and self.encoder.has_sequence and not self.encoder.has_pairs:
            source.sent = [replace(each, partition=number % 3) for number, each in enumerate(source.sent)]
        return source

    def run_of(self, number: int, partition: int) -> int:
        """The run in which a message comes first."""
        is_late = number in self.late or partition == self.late_partition
        return RUNS - 1 if is_late else sum(number >= cut for cut in self.cuts)

    def comes_behind_removals(self, is_so: Callable[[Change, Change], bool]) -> bool:
        """Whether a change for which it is so came after a whole image that follows it had been a reason to remove."""
        if not self.has_removals or not self.is_partial:
            return False
        sent = [
            (self.run_of(number, each.partition), change)
            for number, each in enumerate(self.source().sent)
            for change in each.changes
        ]
        return any(
            later.operation == "insert" and later.keys and later_run < run and is_so(change, later)
            for number, (run, change) in enumerate(sent)
            for later_run, later in sent[number + 1 :]
        )

    @property
    def has_unknown_rows(self) -> bool:
        """Whether a row moved, late, away from an image that had been removed: the row that it moved to lacks it."""
        return self.comes_behind_removals(
            lambda change, insert: bool(
                change.is_partial and change.before and change.after and change.before["id"] == insert.after["id"]
                and change.before["id"] != change.after["id"]
            )
        )  # fmt: skip

    @property
    def has_unknown_versions(self) -> bool:
        """Whether a part of a row, or a change of columns, came so late: versions whose changes are gone lack it."""
        return self.comes_behind_removals(
            lambda change, insert: change.is_partial or change.operation in COLUMN_ACTIONS
        )

    def written_at(self, number: int) -> int:
        """Kafka's time of a message."""
        return FIRST_AT + (number - number % self.at_once if self.has_ties else number) * STEP

    def with_copies(self, sent: list[Sent]) -> list[tuple[Sent, int, bool]]:
        """The messages, which in the producer's order each is, and whether it is a copy: a producer that restarts sends
        its last again.

        Not those of a full load, and not where parts of rows would lie over later ones.
        """
        first, length = self.sent_again
        stretch = sent[first : first + length]
        is_known = self.encoder.sends_again and not self.has_ties and (self.has_sequence or not self.is_partial)
        if not is_known or any(each.is_load for each in stretch):
            stretch = []
        once = [(each, number, False) for number, each in enumerate(sent)]
        copies = [(each, first + number, True) for number, each in enumerate(stretch)]
        return [*once[: first + length], *copies, *once[first + length :]]

    def deliver(self, feed: str) -> tuple[list[list[dict]], list[Change]]:
        """The records of each run, and the changes in their order."""
        offsets: dict[tuple[str, int], int] = {}
        runs: list[list[dict]] = [[] for _ in range(RUNS)]
        changes: list[tuple[int, list[Change]]] = []  # with their place in the order
        begun: dict[Any, int] = {}  # Kafka's time of the first row of each full load
        for number, (message, original, is_copy) in enumerate(self.with_copies(self.source().sent)):
            place = (feed + message.topic, message.partition)
            written_at = self.written_at(number)
            each = written(message, place, offsets.get(place, 0), written_at)
            offsets[place] = each["offset"] + 1
            run = sum(number >= cut for cut in self.cuts)
            runs[self.run_of(number, message.partition)].append(each)
            start, again = self.landed_again
            if start <= number < start + again:
                runs[min(run + 1, RUNS - 1)].append(each)
            if not is_copy or not self.has_sequence or not self.encoder.tells_copies:
                told = {"written_at": written_at, **self._named(place[0])}
                told_now = [replace(each, **told) for each in message.changes]
                if message.is_load and told_now[0].operation == "snapshot":
                    told_now[:0] = self._begun(told_now[0], begun)
                changes.append((original if self.has_sequence else number, told_now))
        return runs, [change for _, told_now in sorted(changes, key=lambda each: each[0]) for change in told_now]

    def _begun(self, first: Change, begun: dict[Any, int]) -> list[Change]:
        """Before the first row of a table without a key that a full load has: it takes all that was there."""
        at = begun.setdefault(first.load, first.written_at)
        if first.keys or (first.table, first.load) in begun:
            return []
        begun[first.table, first.load] = at
        return [Change(first.table, "full_load", None, None, (), at=at, written_at=at)]

    def _named(self, topic: str) -> dict[str, str]:
        """The table's name where that is the topic's."""
        return {"table": topic} if self.encoder.calls_tables_as_topics else {}


def written(message: Sent, place: tuple[str, int], offset: int, written_at: int) -> dict[str, Any]:
    """A record as `kcat -J` prints it."""
    value = message.value
    body = _member("key", message.key) | _member("payload", value)
    headers = {"headers": list(message.headers)} if message.headers else {}
    told = {"topic": place[0], "partition": place[1], "offset": offset, "tstype": "create", "ts": written_at}
    return told | headers | body


def _member(name: str, value: str | bytes | None) -> dict[str, Any]:
    if isinstance(value, bytes):
        return {f"{name}_base64": base64.b64encode(value).decode()}
    return {name: value}


def fold_side_by_side(pipeline: Pipeline, feeds: Mapping[str, Case]) -> None:
    """All cases as feeds of one warehouse, after the runs in which their messages came."""
    pipeline.clear()
    lines = [case.encoder.line(feed) | {"history": "on" if case.has_history else ""} for feed, case in feeds.items()]
    pipeline.declare("feeds", *lines)
    pipeline.declare("table_keys", *(line for feed, case in feeds.items() for line in case.encoder.keys(feed)))
    pipeline.declare("table_columns", *(line for feed, case in feeds.items() for line in case.encoder.columns(feed)))
    if any("schema=" in line["options"] for line in lines):
        landing_tables.create_tables(pipeline.spark, pipeline.folder)
        schemas.read(pipeline.spark, REPO)
    deliveries = [case.deliver(feed)[0] for feed, case in feeds.items()]
    land_schemas(pipeline)
    restarts = [
        f"('{feed}', timestamp_millis({case.restarted_at}), current_timestamp())"
        for feed, case in feeds.items()
        if case.restarted >= 0
    ]
    for run in range(RUNS):
        pipeline.land(each for delivery in deliveries for each in delivery[run])
        if run == 0 and restarts:
            pipeline.sql(f"insert into internal.restarts values {', '.join(restarts)}")
        pipeline.build()
        if run < RUNS - 1:
            remove_changes(pipeline, [feed for feed, case in feeds.items() if case.has_removals])


def land_schemas(pipeline: Pipeline) -> None:
    """The schemas by which the encoders have written Avro, as a registry would have given them."""
    landing_tables.create_tables(pipeline.spark, pipeline.folder)
    known = {row["name"] for row in pipeline.sql("select name from schemas")}
    written = {str(number): text for number, text in encoders.registry.NUMBERS.schemas.items()}
    lacking = {number: text for number, text in written.items() if schemas.FETCHED + number not in known}
    schemas.add(pipeline.spark, [schemas.fetched_row(pipeline.spark, *each) for each in lacking.items()])


def remove_changes(pipeline: Pipeline, feeds: list[str]) -> None:
    """As `changefeed maintain --keep-changes 0`, and of the newest run too: the other feeds tell how far it came."""
    if feeds:
        newest = captures.next_batch_id(pipeline.spark) - 1
        _remove_changes(pipeline.spark, newest, "feed in ('" + "', '".join(feeds) + "')")


Places = dict[tuple[str, str], Any]


def folded(pipeline: Pipeline) -> dict[str, Places]:
    """The current rows by feed."""
    found: dict[str, Places] = {}
    for row in pipeline.sql(
        "select feed, source_table, row_key, to_json(row, map('ignoreNullFields', 'false')) as image, is_deleted,"
        " copies, operation, unix_millis(changed_at) as at from current_rows"
    ):
        image = json.loads(row["image"])
        place = (row["source_table"], row["row_key"])
        found.setdefault(row["feed"], {})[place] = (
            image, row["is_deleted"], row["copies"], row["operation"], row["at"]
        )  # fmt: skip
    return found


def versions(pipeline: Pipeline) -> dict[str, Places]:
    """The history by feed: the versions of each row in order."""
    found: dict[str, Places] = {}
    for row in pipeline.sql(
        "select feed, source_table, row_key, to_json(row, map('ignoreNullFields', 'false')) as image, copies,"
        " operation, unix_millis(valid_from) as begun, unix_millis(valid_to) as ended, is_current"
        " from history order by position"
    ):
        place = (row["source_table"], row["row_key"])
        found.setdefault(row["feed"], {}).setdefault(place, []).append(
            (json.loads(row["image"]), row["copies"], row["operation"], row["begun"], row["ended"])
        )
        assert row["is_current"] == (row["ended"] is None)
    return found


def without_values(places: Places) -> Places:
    """Rows, or versions of them, without the column whose texts depend on its type: values() reads those."""

    def rest(row: Any) -> Any:
        return [rest(each) for each in row] if isinstance(row, list) else (reference.without(row[0], "d"), *row[1:])

    return {place: rest(row) for place, row in places.items()}


def values(pipeline: Pipeline, feeds: Mapping[str, Case]) -> dict[str, Places]:
    """By feed, what typed tables of its rows, as they would be proposed, have in the column whose type may change."""
    typed = {feed: case for feed, case in feeds.items() if case.source().typed}
    if not typed:
        return {}
    pipeline.build(models=["resource_type:function"])
    seen = source_columns.look(pipeline.spark, Operations(pipeline.spark, pipeline.folder).ask)
    rules = macros.load(REPO, {}, function=lambda name: f"{pipeline.schema}.{name}", ref=str, source=str, var=str)
    dialects = {each["name"]: each for each in rules.dialects()}
    tables: dict[str, list[str]] = {}  # by the SQL of a value
    for each in seen:
        column = next((column for column in each.columns if column.name == "d"), None)
        if column and each.table.feed in typed:
            line = typed[each.table.feed].encoder.line(each.table.feed)
            feed = rules.feed_of_dialect(dialects[line["dialect"]], line["source_kind"], "UTC", line["options"])
            value = rules.typed_value(column.source_type, "row['d']", column.data_type, feed).strip()
            name = f"feed = '{each.table.feed}' and source_table = '{each.table.name}'"
            tables.setdefault(f"cast(cast({value} as {column.data_type}) as string)", []).append(name)
    found: dict[str, Places] = {}
    for value, names in tables.items():
        rows = pipeline.sql(
            f"select feed, source_table, row_key, {value} as value from current_rows"
            f" where not is_deleted and ({' or '.join(names)})"
        )
        for row in rows:
            place = (row["source_table"], row["row_key"])
            found.setdefault(row["feed"], {})[place] = plain(row["value"], typed[row["feed"]].typed)
    return found


def expected_values(case: Case, changes: list[Change]) -> Places:
    if not case.source().typed:
        return {}
    rows = reference.fold(changes).rows
    return {
        place: plain(row.image.get("d"), case.typed)
        for place, row in rows.items()
        if not row.is_deleted and not place[0].endswith("bag")
    }


def plain(text: str | None, kind: str) -> str | None:
    """A value in one spelling; what is no number stays as it is."""
    if text is None or kind != "number":
        return text and re.sub(r"(\.\d*?)0+$", r"\1", text).removesuffix(".")
    try:
        return f"{Decimal(text).normalize():f}"
    except InvalidOperation:
        return text


def expected_rows(case: Case, changes: list[Change]) -> Places:
    return {
        place: (row.image, row.is_deleted, row.copies, row.operation, row.at)
        for place, row in reference.fold(changes).rows.items()
    }


def expected_versions(case: Case, changes: list[Change]) -> Places:
    if not case.has_history:
        return {}
    return {
        place: [(each.image, each.copies, each.operation, each.begun, each.ended) for each in each_row]
        for place, each_row in reference.fold(changes).versions.items()
        if each_row
    }


def differences(found: Places, wanted: Places) -> str:
    """What differs, a place a line and what is found and expected there; '' where nothing does."""
    return "\n".join(
        f"  {place}\n    found    {found.get(place)}\n    expected {wanted.get(place)}"
        for place in sorted(found.keys() | wanted.keys())
        if found.get(place) != wanted.get(place)
    )


__all__ = ["OF_BAGS", "RUNS", "STATEMENTS", "Case", "Places", "Source"]
