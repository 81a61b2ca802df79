"""Kafka topics become messages. Each record lands once; the landed messages tell which offsets have been read.

A batch is one read of explicit offset ranges, and one commit. The next load begins after the last offset that has
landed; no offset is stored apart from the messages. The table read_positions is a note that saves time.

All is judged here. A client (kafka_client.Client) asks the broker, a store (kafka_places.Store) has the tables: both by
Spark, or both without it.
"""

from __future__ import annotations

import functools
import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path

from changefeed import journal
from changefeed.errors import ChangefeedError
from changefeed.loader.kafka_client import Client, Offsets, Polled, Refused, Topic, Unreachable
from changefeed.loader.kafka_places import (
    Fault,
    Loss,
    Place,
    Positions,
    Range,
    Store,
    noted_faults,
    stored_positions,
    where,
)
from changefeed.loader.landing_tables import MOST_PER_BATCH
from changefeed.project.seeds import BASELINE_TOPIC, matches, named_topics, topic_patterns
from changefeed.spark import session
from changefeed.spark.session import internal_schema_name
from changefeed.words import counted, first_lines

_ATTEMPTS = 3  # reads of one batch, before its partitions are read apart
_PIECE = 1_000  # offsets; fewer than that are read by the client alone if the store can't land them
_MOST_UNREADABLE = 10_000  # offsets that are given up in one go
_COMMITS_PER_NOTE = 100
_LONGEST_UNBUILT = 900.0  # seconds
_SHOWN = 10
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0  # seconds
_TO_DO = {
    "not_authorized": "Give the login the right to read the topic.",
    "unavailable": "Bring back the broker that has the partition: the next load goes on.",
}
_REFUSED = {
    "unreadable": "can't be read",
    "not_authorized": "may not be read by this login",
    "expired": "was removed before it landed",
}
_TOPIC_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_WAITS = "an open transaction holds back what was written from"


class ReadFailed(ChangefeedError):
    """Reading or writing one batch failed; it may go well later."""


@dataclass
class Report:
    """What a load did: counts of topics and messages; `waiting` are offsets held back by open transactions.

    `faults` is what its last look found wrong.
    """

    topics: int = 0
    landed: int = 0
    waiting: int = 0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)

    @property
    def held(self) -> list[Fault]:
        """The partitions of which something can't land."""
        return [each for each in self.faults if each.holds]


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
    """The topics that were asked for (each item one or more, with commas or blanks), else those of all declared feeds.

    Raises ChangefeedError when none was asked for and seeds/changefeed_feeds.csv declares none.
    """
    patterns = [part for item in asked for part in named_topics(item)]
    if patterns:
        return Topics(tuple(dict.fromkeys(patterns)), True)
    patterns = topic_patterns(project_dir)
    if not patterns:
        raise ChangefeedError(
            "seeds/changefeed_feeds.csv declares no topics. Declare a feed, or name topics with --topics."
        )
    return Topics(tuple(dict.fromkeys(patterns)), False)


# -- landing


class Lander:
    """Lands what the chosen topics hold and has not been read.

    `accept_loss`: record offsets that are gone in lost_ranges and go on; without it they are an error.
    `most` is the number of offsets in one commit. `say` receives a line of text for people. `is_stopping` is
    asked between commits.
    """

    def __init__(
        self,
        store: Store,
        cluster: Client,
        topics: Topics,
        accept_loss: bool = False,
        most: int = MOST_PER_BATCH,
        say: Callable[[str], None] = lambda line: None,
        is_stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self.store = store
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
        self._has_other_leaders = False  # than those noted
        self._is_compacted: dict[str, bool] = {}
        self._faults: list[Fault] | None = None  # of the last look, if there was one
        self._written_faults: list[Fault] | None = None
        # Partitions that are read by themselves, so that they hold up no other.
        self._apart = {fault.place for fault in noted_faults(store) if fault.holds}

    def land(self) -> Report:
        """Land what the topics hold now. What can't be read holds up only its partition: see the report.

        Raises ChangefeedError: Unreachable when the broker does not answer, ReadFailed when a batch fails again
        and again although it can be read.
        """
        report, started, failures = Report(), time.monotonic(), 0
        ranges = self._look(report)
        while (together := [each for each in ranges if each.place not in self._apart]) and not self.is_stopping():
            batch = _first_of(together, self.most)
            try:
                if failures < _ATTEMPTS:
                    self._land(batch, report, started, _offsets(ranges))
                else:
                    self._land_readable(batch, report, started, _offsets(ranges))
                    failures = 0
                ranges = self._left(ranges)
            except ReadFailed:
                failures += 1
                if failures > _ATTEMPTS:
                    raise
                ranges = self._look(report)
        for each in ranges:
            if each.place in self._apart and (fault := self._land_apart(each, report, started)):
                report.faults.append(fault)
        report.seconds = time.monotonic() - started
        if not self.is_stopping():  # else not all was looked at
            self._faults = report.faults
        return report

    def note_positions(self) -> None:
        """Write the notes for the next load: positions, epochs of leaders, faults. Nothing is lost without them."""
        self._note_faults()
        if self._has_other_leaders:
            leaders = [(*place, epoch) for place, epoch in sorted(self._positions.epochs.items())]
            self.store.replace("leader_epochs", leaders)
            self._has_other_leaders = False
        if self._is_noted:
            return
        newest = self.store.newest_batch_id()
        rows = [(*place, offset, newest) for place, offset in sorted(self._positions.next.items())]
        self.store.replace("read_positions", rows)
        self._is_noted, self._commits_since_note = True, 0

    def _note_faults(self) -> None:
        """Write what the last look found into kafka_faults, if it is not what stands there. Other topics stay."""
        if self._faults is None or self._faults == self._written_faults:
            return
        noted = noted_faults(self.store)
        looked_at = set(self.topics.matching({fault.topic for fault in noted}))
        kept = {fault: since for fault, since in noted.items() if fault.topic not in looked_at}
        since = {(*fault.place, fault.first_offset, fault.reason): at for fault, at in noted.items()}
        now = datetime.now(timezone.utc)
        found = {each: since.get((*each.place, each.first_offset, each.reason), now) for each in self._faults}
        if kept | found != noted:
            self.store.replace("kafka_faults", [(*astuple(fault), at) for fault, at in (kept | found).items()])
        self._written_faults = self._faults

    def note_if_due(self, is_idle: bool) -> None:
        """Write the notes when there is nothing to land, and after every hundredth commit."""
        if is_idle or self._commits_since_note >= _COMMITS_PER_NOTE:
            self.note_positions()

    def say_held(self, report: Report) -> None:
        """Say what can't land, each thing once."""
        for each in report.held:
            self._once(f"nothing lands from here on: {each.detail}. {_what_to_do([each])}")

    def _once(self, line: str) -> None:
        if line not in self._said:
            self._said.add(line)
            self.say(line)

    # -- what there is to read

    def _look(self, report: Report) -> list[Range]:
        """The ranges that have not been read and can land. The report gets what is wrong."""
        self._recall()
        names = self.cluster.topic_names()
        chosen = self.topics.matching(names)
        for name in self.topics.kept_for_baselines(names):
            self._once(f"notice: topic {name} is not read: that name is for `changefeed load --baseline`. Rename it.")
        self._check_names(names)
        topics = self.cluster.topics(chosen)
        offsets, unavailable = self.cluster.offsets(topics.values())
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
        losses = [loss for place, each in places if (loss := self._loss(place, each) or self._other_log(place, each))]
        if self.accept_loss:
            self._record(losses)
            losses = []
        gone = {loss.place for loss in losses}
        for place, each in places:
            if each.epoch is not None and place not in gone and self._positions.epochs.get(place) != each.epoch:
                self._positions.epochs[place] = each.epoch
                self._has_other_leaders = True
        report.faults = [
            *self._compacted(topics),
            *(Fault(*loss.place, loss.start, loss.reason, str(loss)) for loss in losses),
            *(
                Fault(*place, self._positions.next.get(place), "unavailable", f"{where(*place)}: {said}")
                for (name, number), said in unavailable.items()
                for place in [(name, topics[name].topic_id, number)]
            ),
            *(
                Fault(*place, each.committed_end, "open_transaction", f"{where(*place)}: {_WAITS} {each.committed_end}")
                for place, each in places
                if each.written_end > each.committed_end
            ),
        ]
        ranges = [Range(*place, self._start(place, each), each.committed_end) for place, each in places]
        return [each for each in ranges if each.start < each.end and each.place not in gone]

    def _compacted(self, topics: dict[str, Topic]) -> list[Fault]:
        """The topics in which Kafka removes changes that a later one of the same key replaces. Asked once a topic."""
        asked = [name for name in topics if name not in self._is_compacted]
        compacted = self.cluster.compacted(asked) if asked else set()
        self._is_compacted |= {name: name in compacted for name in asked}
        faults = [
            Fault(
                name, topic.topic_id, None, None, "compacted",
                f"topic {name} has a cleanup.policy with compact: Kafka removes changes between, and what a row was "
                "then can't be known. Rows are wrong where changes send parts of a row, or a table has no key",
            )
            for name, topic in sorted(topics.items())
            if self._is_compacted[name]
        ]  # fmt: skip
        for each in faults:
            self._once(f"notice: {each.detail}")
        return faults

    def _recall(self) -> None:
        """Read the positions from the tables, if another process may have landed since the last time."""
        if self._batch_id and not os.environ.get("CHANGEFEED_METASTORE"):
            return  # this process holds the lock of the embedded metastore
        batch_id = max(self.store.next_batch_id(), self._least_batch_id)
        if batch_id == self._batch_id:
            return
        self._batch_id = batch_id
        self._positions = stored_positions(self.store)
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

    def _other_log(self, place: Place, offsets: Offsets) -> Loss | None:
        """The offsets from which a new leader has other records than those that landed.

        A log that was cut off and has grown since is as long as before. Its leader has another epoch, as after each
        restart of a broker: so the newest landed record is read once more.
        """
        known, position = self._positions.epochs.get(place), self._positions.next.get(place)
        if known in (None, offsets.epoch) or offsets.epoch is None or position is None:
            return None
        newest = self.store.newest_offset(place, before=position)
        if newest is None or newest < offsets.earliest or self._is_there(place, newest):
            return None
        first, last = offsets.earliest, newest  # what differs begins between them
        while first < last:
            middle = self.store.newest_offset(place, before=(first + last) // 2 + 1)
            if middle is None or middle < first or self._is_there(place, middle):
                first = (first + last) // 2 + 1
            else:
                last = middle
        return Loss(*place, first, position, "cut_off")

    def _is_there(self, place: Place, offset: int) -> bool:
        """Whether Kafka has the record that landed, or nothing at its offset, as after compaction."""
        topic, _, partition = place
        try:
            records = self.cluster.read(topic, partition, offset, offset + 1).records()
        except Refused:
            return True  # what can't be read is found where it is to land
        return not records or self.store.has(place, records[0])

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
        self._recall()
        now = datetime.now(timezone.utc)
        rows = [(*each.place, each.start, each.end - 1, each.reason, now, self._batch_id) for each in losses]
        self.store.append_once("lost_ranges", rows, self._batch_id)
        for loss in losses:
            self.say(f"recorded in {internal_schema_name()}.lost_ranges: {loss}")
        self._batch_id = 0
        self._recall()

    # -- one batch

    def _left(self, ranges: list[Range]) -> list[Range]:
        """What of the ranges has not been read."""
        left = (replace(each, start=max(each.start, self._positions.next.get(each.place, 0))) for each in ranges)
        return [each for each in left if each.start < each.end]

    def _land(self, batch: list[Range], report: Report, started: float, offsets_left: int = 0) -> None:
        """Land one batch. Raises ReadFailed."""
        self._commit(batch, lambda batch_id: self.store.land(batch, batch_id), report, started, offsets_left)

    def _land_readable(self, batch: list[Range], report: Report, started: float, offsets_left: int) -> None:
        """Land what of a batch can be read, in halves, and set the partitions apart that can't.

        Raises ReadFailed where a partition can be read, and still does not land, and Unreachable where the broker does
        not answer any more: then nothing is wrong with a partition.
        """
        try:
            self._land(batch, report, started, offsets_left)
        except ReadFailed:
            self.cluster.topic_names()
            if len(batch) > 1:
                middle = len(batch) // 2
                for half in (batch[:middle], batch[middle:]):
                    self._land_readable(half, report, started, offsets_left)
            elif self.store.can_read(batch):
                raise
            else:
                self._apart.add(batch[0].place)

    def _land_apart(self, whole: Range, report: Report, started: float) -> Fault | None:
        """Land the range of a partition in which something can't be read, up to there; return what is wrong with it.

        What only Spark's source can't hold (a time that is no instant) the client reads. With accept_loss, what can't
        be read by either is given up, and reading goes on behind it.
        """
        size = min(whole.end - whole.start, self.most)
        while (left := self._left([whole])) and not self.is_stopping():
            [rest] = left
            try:
                polled = self._read(rest)
            except Refused as refused:
                if refused.reason == "unreadable" and self.accept_loss:
                    self._record([self._unreadable(rest)])
                    continue
                said = f"{where(*rest.place)}: offset {rest.start} {_REFUSED[refused.reason]}: {refused}"
                return Fault(*rest.place, rest.start, refused.reason, said)
            except Unreachable as silent:
                self.cluster.topic_names()  # else all of the cluster is
                return Fault(*rest.place, rest.start, "unavailable", f"{where(*rest.place)}: {silent}")
            piece = replace(rest, end=min(rest.end, rest.start + size))
            try:
                self._land([piece], report, started)
                size = min(size * 2, self.most)
            except ReadFailed:
                if size > _PIECE:
                    size = max(size // 2, _PIECE)
                    continue
                read = replace(rest, end=polled.next_offset)
                self._commit([read], functools.partial(self.store.land_polled, read, polled), report, started)
        if not left:
            self._apart.discard(whole.place)
        return None

    def _read(self, rest: Range) -> Polled:
        """The first records of a range, or Refused, after a second look: nothing is called unreadable for a slip."""
        try:
            return self.cluster.read(rest.topic, rest.partition, rest.start, rest.end)
        except Refused:
            return self.cluster.read(rest.topic, rest.partition, rest.start, rest.end)

    def _unreadable(self, rest: Range) -> Loss:
        """The offsets from the start of a range that can't be read: each is asked for, so that no good one is lost."""
        end, most = rest.start + 1, min(rest.end, rest.start + _MOST_UNREADABLE)
        while end < most:
            try:
                self._read(replace(rest, start=end))
                break
            except Refused as refused:
                if refused.reason != "unreadable":
                    break
                end += 1
        return Loss(*rest.place, rest.start, end, "unreadable")

    def _commit(
        self, batch: list[Range], append: Callable[[int], int], report: Report, started: float, offsets_left: int = 0
    ) -> None:
        """Land the records of a batch in one commit, and count them. `append` does it, for a batch_id.

        Raises ReadFailed.
        """
        topics, offsets = sorted({each.topic for each in batch}), _offsets(batch)
        if not self._batch_id:  # the commit before failed
            self._recall()
            if self._left(batch) != batch:
                raise ReadFailed("Another load has landed meanwhile what this one was about to land.")
        try:
            landed = append(self._batch_id)
        except ChangefeedError:
            if self.store.next_batch_id() > self._batch_id:
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
        report.landed += landed
        if landed:
            self._batch_id += 1
            rate = report.landed / (time.monotonic() - started)
            self.say(f"landed {counted(landed, 'message')} of {_named(topics)}, {rate:,.0f}/s"
                     + (f", {offsets_left - offsets:,} to go" if offsets_left > offsets else ""))  # fmt: skip
        self._commits_since_note += 1
        self._is_noted = False

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
            self.store.take_back(self._batch_id, topic)
            self.say(
                f"notice: topic {topic} (id {incarnation}) was deleted and made again while it was read: "
                "what this batch had landed of it was taken back"
            )
        self._batch_id, self._least_batch_id = 0, self._batch_id + 1
        raise ReadFailed(f"Topics were deleted and made again while they were read: {', '.join(topics)}.")


def _offsets(ranges: Iterable[Range]) -> int:
    """How many offsets the ranges have."""
    return sum(each.end - each.start for each in ranges)


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


def _not_landed(held: list[Fault]) -> ChangefeedError:
    shown = [f"  {each.detail}" for each in held[:_SHOWN]]
    if len(held) > _SHOWN:
        shown.append(f"  and {counted(len(held) - _SHOWN, 'more partition')}")
    return ChangefeedError(
        "\n".join(["Not everything that Kafka holds can land:", *shown])
        + "\nNothing lands from these partitions from there on; all others have landed. "
        + _what_to_do(held)
    )


def _what_to_do(held: list[Fault]) -> str:
    reasons = {each.reason for each in held}
    said = [words for reason, words in _TO_DO.items() if reason in reasons]
    if reasons - _TO_DO.keys():
        said.append(
            "To go on behind what is gone or can't be read, accept the loss with --accept-loss, which records it in "
            f"{internal_schema_name()}.lost_ranges."
        )
    return " ".join(said)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _named(topics: list[str]) -> str:
    return topics[0] if len(topics) == 1 else counted(len(topics), "topic")


# -- once, or again and again


def load(lander: Lander) -> Report:
    """Land what there is now, and write the notes.

    Raises as Lander.land does, and, after the rest has landed, where something can't land.
    """
    try:
        report = lander.land()
    except ChangefeedError:
        lander.note_positions()
        raise
    lander.note_positions()
    _note(report)
    if report.held:
        raise _not_landed(report.held)
    return report


def _note(report: Report) -> None:
    journal.note("load", source="kafka", landed=report.landed, seconds=round(report.seconds, 1))


def follow(lander: Lander, interval: float, build: Callable[[], bool] | None = None) -> None:
    """Land every `interval` seconds, and build when something landed (and at first), until the lander is stopping.

    `build` says whether messages wait for a further build: then it is called after the next landing, at once. It is
    also called where nothing landed for a while: metrics tell so that runs go on.

    A broker that does not answer is asked again, after ever longer pauses. What can't land, such as offsets that are
    gone, is said once, and all else goes on. Raises ChangefeedError for what won't mend by itself and stops everything,
    such as a wrong login; what landed all the same is built before.
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
        if report.held:
            lander.say_held(report)
        if report.landed:
            _note(report)
        is_due = report.landed or is_any_left or time.monotonic() - built_at > _LONGEST_UNBUILT
        if build and is_due:
            is_any_left, built_at = build(), time.monotonic()
        if report.landed or (build and is_due):
            session.sync()
        lander.note_if_due(is_idle=not report.landed)
        if not (build and is_any_left):
            _sleep(began + interval - time.monotonic(), lander.is_stopping)
    lander.note_positions()


def _sleep(seconds: float, is_stopping: Callable[[], bool]) -> None:
    """Sleep in small pieces: a signal only sets a flag."""
    until = time.monotonic() + seconds
    while not is_stopping() and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.2))
