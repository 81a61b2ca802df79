"""Kafka topics become messages. Each record lands once; the landed messages tell which offsets have been read.

A batch is one Spark read of explicit offset ranges, and one commit. The next load begins after the last offset that has
landed; no offset is stored apart from the messages. The table read_positions is a note that saves time.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from loader import journal, storage
from loader.errors import ChangefeedError
from loader.feeds import matches, topic_patterns
from loader.kafka_client import Cluster, Offsets, Topic, Unreachable
from loader.messages import (
    BASELINE_TOPIC,
    MOST_PER_BATCH,
    append_messages,
    append_once,
    create_tables,
    newest_batch_id,
    next_batch_id,
    table_name,
)
from loader.session import first_lines, internal_schema_name
from loader.words import counted

_SMALL = 50_000  # offsets; fewer than that land as one file
_ATTEMPTS = 3  # reads of one batch, before the user gets the error
_COMMITS_PER_NOTE = 100
_LONGEST_UNBUILT = 900.0  # seconds
_SHOWN_LOSSES = 10
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0  # seconds
_LAST_SECOND = 253402300799  # the end of the year 9999
_TOPIC_ID = re.compile(r"[A-Za-z0-9_-]{22}")
# Properties for the consumers of Spark's source. The user's properties win.
_CONSUMER = {
    "isolation.level": "read_committed",
    "allow.auto.create.topics": "false",
    "max.partition.fetch.bytes": str(8 * 1024 * 1024),
    "max.poll.records": "5000",
}
_POLL_SECONDS = 45  # without any answer; longer than one request of the consumer may take (30 s)

Place = tuple[str, str, int]  # topic, incarnation, partition


class ReadFailed(ChangefeedError):
    """Reading or writing one batch failed, after some attempts; it may go well later."""


@dataclass(frozen=True)
class Range:
    """Offsets of one partition, from `start` to the one before `end`."""

    topic: str
    incarnation: str
    partition: int
    start: int
    end: int

    @property
    def place(self) -> Place:
        """The partition."""
        return self.topic, self.incarnation, self.partition


@dataclass(frozen=True)
class Loss(Range):
    """Offsets that are gone: `reason` is expired (removed before they landed) or cut_off (the log was shortened)."""

    reason: str

    def __str__(self) -> str:
        where = f"topic {self.topic} (id {self.incarnation}), partition {self.partition}"
        if self.reason == "expired":
            return f"{where}: offsets {self.start} to {self.end - 1} were removed before they landed"
        return (
            f"{where}: the log ends at {self.start}, but offsets up to {self.end - 1} have landed: it was cut off, "
            f"and records written at {self.start} to {self.end - 1} since are not those that landed"
        )


@dataclass
class Report:
    """What a load did: counts of topics and messages; `waiting` are offsets held back by open transactions."""

    topics: int = 0
    landed: int = 0
    waiting: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Topics:
    """Which topics to read: names, and patterns with * and ?. `is_asked`: by --topics, not by declared feeds."""

    patterns: tuple[str, ...]
    is_asked: bool

    def matching(self, names: Iterable[str]) -> list[str]:
        """The names that any pattern matches, sorted, without those that only `changefeed load --baseline` lands."""
        return [name for name in self._matched(names) if not name.startswith(BASELINE_TOPIC)]

    def kept_for_baselines(self, names: Iterable[str]) -> list[str]:
        """The names that matching() leaves out although a pattern matches them, sorted."""
        return [name for name in self._matched(names) if name.startswith(BASELINE_TOPIC)]

    def _matched(self, names: Iterable[str]) -> list[str]:
        return sorted(name for name in names if any(matches(pattern, name) for pattern in self.patterns))

    def unmatched(self, names: Iterable[str]) -> list[str]:
        """The patterns that match no name."""
        known = list(names)
        return [pattern for pattern in self.patterns if not any(matches(pattern, name) for name in known)]


def choose_topics(project_dir: Path, asked: Iterable[str]) -> Topics:
    """The topics that were asked for (each item one or more, separated by commas), else those of all declared feeds.

    Raises ChangefeedError when none was asked for and seeds/changefeed_feeds.csv declares none.
    """
    patterns = [part.strip() for item in asked for part in item.split(",") if part.strip()]
    if patterns:
        return Topics(tuple(dict.fromkeys(patterns)), True)
    patterns = topic_patterns(project_dir)
    if not patterns:
        raise ChangefeedError(
            "seeds/changefeed_feeds.csv declares no topics. Declare a feed, or name topics with --topics."
        )
    return Topics(tuple(dict.fromkeys(patterns)), False)


# -- where reading goes on


@dataclass
class Positions:
    """What is known of earlier loads: the next offset of each partition, and the ranges given up as cut off."""

    next: dict[Place, int]
    cut_off: list[Loss]
    is_noted: bool = False  # the note is up to date
    is_rolled_back: bool = False  # messages are older than the note, which was not used

    def incarnations(self, topic: str) -> set[str]:
        """The incarnations of a topic that are known."""
        return {known for name, known, _ in self.next if name == topic}


def stored_positions(spark: SparkSession) -> Positions:
    """The positions that the landed messages tell. With the note of the last load only newer messages are read.

    The note is not used if it is newer than the messages, because these were dropped or restored.
    """
    noted = spark.table(table_name("read_positions")).collect()
    seen = max((row["batch_id"] for row in noted), default=0)
    is_rolled_back = seen > newest_batch_id(spark, "messages")
    positions: dict[Place, int] = {}
    if is_rolled_back:
        noted, seen = [], 0
    lost = spark.table(table_name("lost_ranges")).collect()
    landed = (
        spark.table(table_name("messages"))
        .where(F.col("batch_id") > seen)
        .groupBy("topic", "topic_incarnation", "partition")
        .agg((F.max("offset") + 1).alias("next_offset"))
        .collect()
    )
    for row in noted:
        _advance(positions, row, row["next_offset"])
    from_note = dict(positions)
    for row in landed:
        _advance(positions, row, row["next_offset"])
    for row in lost:
        _advance(positions, row, row["last_offset"] + 1)
    cut_off = [
        Loss(row["topic"], row["topic_incarnation"], row["partition"], row["first_offset"], row["last_offset"] + 1,
             row["reason"])
        for row in lost
        if row["reason"] == "cut_off"
    ]  # fmt: skip
    return Positions(positions, cut_off, positions == from_note, is_rolled_back)


def _advance(positions: dict[Place, int], row: Any, offset: int) -> None:
    place = row["topic"], row["topic_incarnation"], row["partition"]
    positions[place] = max(positions.get(place, 0), offset)


# -- landing


class Lander:
    """Lands what the chosen topics hold and has not been read.

    `accept_loss`: record offsets that are gone in lost_ranges and go on; without it they are an error.
    `most` is the number of offsets in one commit. `say` receives a line of text for people. `is_stopping` is
    asked between commits.
    """

    def __init__(
        self,
        spark: SparkSession,
        project_dir: Path,
        cluster: Cluster,
        topics: Topics,
        accept_loss: bool = False,
        most: int = MOST_PER_BATCH,
        say: Callable[[str], None] = lambda line: None,
        is_stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        create_tables(spark, project_dir)
        self.spark = spark
        self.cluster = cluster
        self.topics = topics
        self.accept_loss = accept_loss
        self.most = most
        self.say = say
        self.is_stopping = is_stopping
        self._said: set[str] = set()
        self._batch_id = 0  # the next one; another value in the tables means that someone else has landed
        self._least_batch_id = 0  # lower ones are used up by rows that were removed
        self._positions = Positions({}, [])
        self._commits_since_note = 0
        self._is_noted = True

    def land(self) -> Report:
        """Land what the topics hold now.

        Raises ChangefeedError: Unreachable when the broker does not answer, ReadFailed when a batch fails again
        and again, and, after the rest has landed, when offsets are gone and loss is not accepted.
        """
        report, started, failures = Report(), time.monotonic(), 0
        ranges, losses = self._look(report)
        while ranges and not self.is_stopping():
            batch = _first_of(ranges, self.most)
            try:
                report.landed += self._commit(batch, started, report.landed, sum(r.end - r.start for r in ranges))
                ranges = [left for each in ranges if (left := self._left(each)).start < left.end]
            except ReadFailed:
                failures += 1
                if failures == _ATTEMPTS:
                    raise
                ranges, losses = self._look(report)
        if losses:
            raise _loss_error(losses)
        report.seconds = time.monotonic() - started
        return report

    def note_positions(self) -> None:
        """Write the note read_positions for the next load. Nothing is lost without it."""
        if self._is_noted:
            return
        newest = newest_batch_id(self.spark, "messages")
        table = self.spark.table(table_name("read_positions"))
        rows = [(*place, offset, newest) for place, offset in sorted(self._positions.next.items())]
        frame = self.spark.createDataFrame(rows, table.schema).coalesce(1)
        storage.replace(frame, table_name("read_positions"))
        self._is_noted, self._commits_since_note = True, 0

    def note_if_due(self, is_idle: bool) -> None:
        """Write the note read_positions when there is nothing to land, and after every hundredth commit."""
        if is_idle or self._commits_since_note >= _COMMITS_PER_NOTE:
            self.note_positions()

    def _once(self, line: str) -> None:
        if line not in self._said:
            self._said.add(line)
            self.say(line)

    # -- what there is to read

    def _look(self, report: Report) -> tuple[list[Range], list[Loss]]:
        """The ranges that have not been read, and the losses, if loss is not accepted."""
        self._recall()
        names = self.cluster.topic_names()
        chosen = self.topics.matching(names)
        for name in self.topics.kept_for_baselines(names):
            self._once(f"notice: topic {name} is not read: that name is for `changefeed load --baseline`. Rename it.")
        self._check_names(names)
        topics = self.cluster.topics(chosen)
        offsets = self.cluster.offsets(topics.values())
        for topic in topics.values():
            self._notice_topic(topic)
        places = [
            ((topic.name, topic.topic_id, number), offsets[topic.name, number])
            for _, topic in sorted(topics.items())
            for number in topic.partitions
            if (topic.name, number) in offsets
        ]
        report.topics = len(topics)
        report.waiting = sum(each.written_end - each.committed_end for _, each in places)
        losses = [loss for place, each in places if (loss := self._loss(place, each))]
        if self.accept_loss:
            self._record(losses)
            losses = []
        gone = {loss.place for loss in losses}
        ranges = [Range(*place, self._start(place, each), each.committed_end) for place, each in places]
        return [each for each in ranges if each.start < each.end and each.place not in gone], losses

    def _recall(self) -> None:
        """Read the positions from the tables, if another process may have landed since the last time."""
        if self._batch_id and not os.environ.get("CHANGEFEED_METASTORE"):
            return  # this process holds the lock of the embedded metastore
        batch_id = max(next_batch_id(self.spark), self._least_batch_id)
        if batch_id == self._batch_id:
            return
        self._batch_id = batch_id
        self._positions = stored_positions(self.spark)
        self._is_noted = self._positions.is_noted
        if self._positions.is_rolled_back:
            self._once("`messages` is older than read_positions (dropped or restored): reading what it lacks again")

    def _check_names(self, names: set[str]) -> None:
        for pattern in self.topics.unmatched(names):
            what = f"no topic matches {pattern}" if set("*?") & set(pattern) else f"there is no topic {pattern}"
            if self.topics.is_asked and not self._positions_of(pattern):
                raise ChangefeedError(f"--topics: {what} on {self.cluster.properties.servers}. Nothing landed from it.")
            self._once(f"notice: {what} on {self.cluster.properties.servers}")
        known = {topic for topic, incarnation, _ in self._positions.next if _TOPIC_ID.fullmatch(incarnation)}
        for topic in self.topics.matching(known - names):
            self._once(f"notice: topic {topic} no longer exists; its landed messages stay")

    def _positions_of(self, pattern: str) -> bool:
        return any(matches(pattern, topic) for topic, _, _ in self._positions.next)

    def _notice_topic(self, topic: Topic) -> None:
        known = self._positions.incarnations(topic.name)
        if not topic.topic_id:
            self._once(f"notice: the broker has no topic ids: if {topic.name} is made again, that can't be noticed")
        elif topic.topic_id not in known:
            earlier = sorted(filter(_TOPIC_ID.fullmatch, known))
            if earlier:
                self._once(
                    f"notice: topic {topic.name} was deleted and made again: its id was {', '.join(earlier)} and is "
                    f"{topic.topic_id}. The new one is read from its beginning"
                )
            elif known:
                self._once(
                    f"notice: topic {topic.name} has landed from capture files; what Kafka holds of it lands beside "
                    f"that as incarnation {topic.topic_id}"
                )
        elif added := [n for n in topic.partitions if (topic.name, topic.topic_id, n) not in self._positions.next]:
            self._once(f"notice: topic {topic.name} has more partitions than before: {_listed(added)}")

    def _loss(self, place: Place, offsets: Offsets) -> Loss | None:
        position = self._positions.next.get(place)
        if position is None:
            return None
        if position < offsets.earliest:
            return Loss(*place, position, offsets.earliest, "expired")
        if position > offsets.written_end:
            known = (each for each in self._positions.cut_off if each.place == place)
            if not any(each.start <= offsets.written_end and each.end >= position for each in known):
                return Loss(*place, offsets.written_end, position, "cut_off")
        return None

    def _start(self, place: Place, offsets: Offsets) -> int:
        """The offset to read from. From here on the partition is known, even if it is empty."""
        if place not in self._positions.next:
            self._positions.next[place] = offsets.earliest
            self._is_noted = False
            if offsets.earliest > 0:
                self._once(
                    f"notice: topic {place[0]}, partition {place[2]} begins at offset {offsets.earliest}: "
                    "earlier records were gone before the first load"
                )
        return self._positions.next[place]

    def _record(self, losses: list[Loss]) -> None:
        """Store the losses in lost_ranges. The next load goes on behind them, even if this load is killed now."""
        if not losses:
            return
        table = self.spark.table(table_name("lost_ranges"))
        now = datetime.now(timezone.utc)
        rows = [(*each.place, each.start, each.end - 1, each.reason, now, self._batch_id) for each in losses]
        frame = self.spark.createDataFrame(rows, table.schema).coalesce(1)
        append_once(frame, "lost_ranges", self._batch_id)
        for loss in losses:
            self.say(f"recorded in {internal_schema_name()}.lost_ranges: {loss}")
        self._batch_id = 0
        self._recall()

    # -- one batch

    def _left(self, each: Range) -> Range:
        return replace(each, start=max(each.start, self._positions.next[each.place]))

    def _commit(self, batch: list[Range], started: float, landed_before: int, offsets_left: int) -> int:
        """Land one batch in one commit and return its number of messages. Raises ReadFailed."""
        topics = sorted({each.topic for each in batch})
        offsets = sum(each.end - each.start for each in batch)
        try:
            cores = self.spark.sparkContext.defaultParallelism
            records = self._records(batch, cores)
            files = 1 if offsets < _SMALL else cores
            # An empty commit would use up the batch_id without a row that shows it.
            is_any = bool(records.select("offset").take(1))
            landed = append_messages(records, self._batch_id, files, len(topics) > 1) if is_any else 0
        except ChangefeedError:
            if next_batch_id(self.spark) > self._batch_id:
                self._batch_id = 0  # another load has landed: look at the tables again
                raise
            used, self._batch_id, self._least_batch_id = self._batch_id, 0, self._batch_id + 1
            raise ReadFailed(f"Batch {used} was used before, and its rows were removed.") from None
        except Exception as error:
            self._batch_id = 0  # whether it was committed is not known
            said = self.cluster.properties.redact(first_lines(error))
            raise ReadFailed(f"Landing from Kafka at {self.cluster.properties.servers} failed: {said}") from None
        if landed and (made_again := self._made_again(batch)):
            self._take_back(made_again)
        for each in batch:
            self._positions.next[each.place] = each.end
        if landed:
            self._batch_id += 1
            rate = (landed_before + landed) / (time.monotonic() - started)
            self.say(f"landed {counted(landed, 'message')} of {_named(topics)}, {rate:,.0f}/s"
                     + (f", {offsets_left - offsets:,} to go" if offsets_left > offsets else ""))  # fmt: skip
        self._commits_since_note += 1
        self._is_noted = False
        return landed

    def _records(self, batch: list[Range], cores: int) -> DataFrame:
        """The records of these ranges, as the columns of `messages`."""
        places: dict[str, list[int]] = {}
        starts: dict[str, dict[str, int]] = {}
        ends: dict[str, dict[str, int]] = {}
        for each in batch:
            places.setdefault(each.topic, []).append(each.partition)
            starts.setdefault(each.topic, {})[str(each.partition)] = each.start
            ends.setdefault(each.topic, {})[str(each.partition)] = each.end
        properties = self.cluster.properties
        consumer = _CONSUMER | dict(properties.values) | {"bootstrap.servers": properties.servers}
        options = {f"kafka.{name}": value for name, value in consumer.items()} | {
            "assign": json.dumps(places),
            "startingOffsets": json.dumps(starts),
            "endingOffsets": json.dumps(ends),
            "includeHeaders": "true",
            "failOnDataLoss": "true",
            "minPartitions": str(cores),
            "kafkaConsumer.pollTimeoutMs": str(_POLL_SECONDS * 1000),
        }
        incarnations = {each.topic: each.incarnation for each in batch}
        pairs = [F.lit(text) for pair in incarnations.items() for text in pair]
        is_timed = f"timestampType >= 0 and unix_millis(timestamp) <> -1 and unix_seconds(timestamp) <= {_LAST_SECOND}"
        return (
            self.spark.read.format("kafka")
            .options(**options)
            .load()
            .withColumn("topic_incarnation", F.element_at(F.create_map(*pairs), F.col("topic")))
            .selectExpr(
                "topic",
                "topic_incarnation",
                "partition",
                "offset",
                f"if({is_timed}, timestamp, null) as kafka_at",
                f"if({is_timed}, if(timestampType = 0, 'create', 'append'), null) as kafka_at_type",
                "if(size(headers) > 0, headers, null) as headers",
                "key",
                "value",
            )
        )

    def _made_again(self, batch: list[Range]) -> dict[str, str]:
        """Topics of a batch, with their ids, that were deleted or made again since the batch began."""
        read = {each.topic: each.incarnation for each in batch}
        now = self.cluster.topics(read)
        return {name: was for name, was in read.items() if name in now and now[name].topic_id != was}

    def _take_back(self, topics: dict[str, str]) -> None:
        """Remove what this batch landed of topics that were made again meanwhile. Nobody knows which topic sent it.

        Always raises ReadFailed, so that all topics are looked at again.
        """
        for topic, incarnation in topics.items():
            self.spark.sql(
                f"delete from {table_name('messages')} where batch_id = {self._batch_id} and topic = :topic",
                args={"topic": topic},
            )
            self.say(
                f"notice: topic {topic} (id {incarnation}) was deleted and made again while it was read: "
                "what this batch had landed of it was taken back"
            )
        self._batch_id, self._least_batch_id = 0, self._batch_id + 1
        raise ReadFailed(f"Topics were deleted and made again while they were read: {', '.join(topics)}.")


def _first_of(ranges: list[Range], most: int) -> list[Range]:
    """The first `most` offsets of the ranges, in the order of the ranges, so that few topics share a file."""
    batch = []
    for each in ranges:
        if most <= 0:
            break
        end = min(each.end, each.start + most)
        batch.append(replace(each, end=end))
        most -= end - each.start
    return batch


def _loss_error(losses: list[Loss]) -> ChangefeedError:
    shown = [f"  {loss}" for loss in losses[:_SHOWN_LOSSES]]
    if len(losses) > _SHOWN_LOSSES:
        shown.append(f"  and {counted(len(losses) - _SHOWN_LOSSES, 'more partition')}")
    return ChangefeedError(
        "Kafka no longer holds what has not landed yet:\n" + "\n".join(shown) + "\n"
        "Nothing lands from these partitions until you accept the loss with --accept-loss, which records it in "
        f"{internal_schema_name()}.lost_ranges. All others have landed."
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _named(topics: list[str]) -> str:
    return topics[0] if len(topics) == 1 else counted(len(topics), "topic")


# -- once, or again and again


def load(lander: Lander) -> Report:
    """Land what there is now, and write the note read_positions. Raises as Lander.land does."""
    try:
        report = lander.land()
    except ChangefeedError:
        lander.note_positions()
        raise
    lander.note_positions()
    _note(report)
    return report


def _note(report: Report) -> None:
    journal.note("load", source="kafka", landed=report.landed, seconds=round(report.seconds, 1))


def follow(lander: Lander, interval: float, build: Callable[[], bool] | None = None) -> None:
    """Land every `interval` seconds, and build when something landed (and at first), until the lander is stopping.

    `build` says whether messages wait for a further build: then it is called after the next landing, at once. It is
    also called where nothing landed for a while: metrics tell so that runs go on.

    A broker that does not answer is asked again, after ever longer pauses. Raises ChangefeedError for what won't
    mend by itself, such as offsets that are gone; what landed all the same is built before.
    """
    pause, is_any_left, built_at = 0.0, True, 0.0
    while not lander.is_stopping():
        began = time.monotonic()
        try:
            report = lander.land()
        except (Unreachable, ReadFailed) as error:
            pause = min(max(_FIRST_PAUSE, pause * 2), _LONGEST_PAUSE)
            lander.say(f"{error}\ntrying again in {pause:.0f} s")
            _sleep(pause, lander.is_stopping)
            continue
        except ChangefeedError:
            if build:
                build()
            raise
        if pause:
            lander.say("Kafka answers again")
            pause = 0.0
        if report.landed:
            _note(report)
        if build and (report.landed or is_any_left or time.monotonic() - built_at > _LONGEST_UNBUILT):
            is_any_left, built_at = build(), time.monotonic()
        lander.note_if_due(is_idle=not report.landed)
        if not (build and is_any_left):
            _sleep(began + interval - time.monotonic(), lander.is_stopping)
    lander.note_positions()


def _sleep(seconds: float, is_stopping: Callable[[], bool]) -> None:
    """Sleep in small pieces: a signal only sets a flag."""
    until = time.monotonic() + seconds
    while not is_stopping() and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.2))
