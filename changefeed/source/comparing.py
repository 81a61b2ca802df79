"""Whether current rows are those of the source. What may be in flight is judged by a later comparison (ADR 0045)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pyspark import StorageLevel
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader.landing_tables import create_tables
from changefeed.project.profile import package_variables
from changefeed.source import both_sides, differences
from changefeed.source.both_sides import BUCKETS, BothSides
from changefeed.source.connection import Source
from changefeed.source.differences import IN_FLIGHT, MISSING, MOST_KEPT, PROVEN, SURPLUS, Compared, Difference
from changefeed.source.ranges import ROWS_PER_RANGE
from changefeed.source.texts import Texts
from changefeed.typed import masks
from changefeed.words import first_of, shown

MARGIN = 10  # seconds by which a later change has to be later than the reading
_MOST_WAIT = 120  # seconds for a replica to catch up
_MOST_BUCKETS = len(BUCKETS) // 4  # that differ: if more do, all rows are read
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Part:
    """Which part of tables to compare: keys that changed since a time, a share of all keys, or all."""

    since: datetime | None = None
    share: float | None = None  # per cent


WHOLE = Part()


def compare(
    spark: SparkSession, project_dir: Path, source: Source, name: str | None = None, *, part: Part = WHOLE,
    margin: int = MARGIN, rows_per_range: int = ROWS_PER_RANGE, progress: Progress = lambda line: None,
) -> list[Compared]:  # fmt: skip
    """Compare the tables of a feed, or the one of a name, with the source, and keep what came of it.

    Raises ChangefeedError where that is not possible.
    """
    source.refuse_unread("changefeed compare")
    chosen = (package_variables(project_dir).get("changefeed_selection") or {}).get(source.settings.feed, {})
    if isinstance(chosen, dict) and {"rows", "except_rows"} & chosen.keys():
        raise ChangefeedError(
            f"changefeed_selection in dbt_project.yml leaves rows of feed {source.settings.feed} out. The source has "
            "them, so its tables can't be compared."
        )
    create_tables(spark, project_dir)
    texts, masked = Texts(project_dir, source), masks.declared(spark)
    sides = {
        each.table: BothSides(spark, source, texts, each, masked, rows_per_range)
        for each in both_sides.counterparts(spark, source, name)
    }
    known = differences.known(spark)
    in_flight = [each for each in known if each.verdict == IN_FLIGHT]
    judged = differences.judged(spark, source.settings, sides, in_flight, margin)
    before = {each.place: each for each in [*(each for each in known if each.verdict == PROVEN), *judged]}
    applied = differences.applied(spark, source.settings.feed)  # before the wait: then a replica has these batches
    compared = []
    for number, (table, side) in enumerate(sides.items(), 1):
        begun = wait_for_replica(source, progress)
        if len(sides) > 1:
            progress(f"{number} of {len(sides)}: {table.in_words()}")
        comparison = _Comparison(source, side, part)
        what = comparison.run(begun, applied)
        what.differences = [_with_verdict(each, before.get(each.place)) for each in what.differences]
        if what.part:
            found = {each.row_key for each in what.differences} | comparison.keys
            others = [each for each in before.values() if each.table == table and each.row_key not in found]
            what.differences += others
            what.differing += len({each.row_key for each in others})
        compared.append(what)
    differences.keep(spark, known, compared)
    return compared


def _with_verdict(found: Difference, before: Difference | None) -> Difference:
    """What is the same as before keeps its verdict, and when it was found: so it will be judged."""
    return before if before is not None and before.is_like(found) else found


def wait_for_replica(source: Source, progress: Progress) -> datetime:
    """Until the server has all that was written before now: what is applied here is there then. Returns the clock."""
    begun, until = source.now(), time.monotonic() + _MOST_WAIT
    while (at := source.replayed()) < begun:
        if time.monotonic() > until:
            raise ChangefeedError(
                f"The source of {source.settings.feed} is a replica that is {(begun - at).seconds} s behind. "
                "Compare when it has caught up, or name the primary."
            )
        progress(f"waiting for the replica: it has what was written until {at:%H:%M:%S} UTC")
        time.sleep(2)
    return begun


class _Comparison:
    """Of one table: sums of buckets first, where both sides can make them, then the rows of buckets that differ."""

    def __init__(self, source: Source, side: BothSides, part: Part) -> None:
        self._source, self._side = source, side
        self.keys: set[str] = set()  # those that were compared, where few were
        self._buckets: list[str] | None = None
        self._conditions: list[str] | None = None
        self._changed: DataFrame | None = None
        self._words = ""
        if part.since is not None and not side.is_bag:
            at = F.timestamp_micros(F.lit(round(part.since.timestamp() * 1_000_000)))
            self._only(side.keys_here(F.col("changed_at") >= at).select("row_key").distinct())
            self._words = f"keys that changed since {part.since:%Y-%m-%d %H:%M:%S} UTC"
        elif part.share is not None and side.has_buckets():
            number = min(max(round(len(BUCKETS) * part.share / 100), 1), len(BUCKETS))
            self._buckets = sorted(random.sample(BUCKETS, number))
            self._words = f"{100 * number / len(BUCKETS):.3g} % of the keys"

    def _only(self, keys: DataFrame) -> None:
        self._changed = keys
        found = [row["row_key"] for row in keys.limit(MOST_KEPT + 1).collect()]
        if len(found) <= MOST_KEPT:
            self.keys = set(found)
            self._conditions = self._side.conditions_of_keys(found)

    def run(self, begun: datetime, applied: int) -> Compared:
        """Compare now. `begun`: the source's clock, and `applied` the newest applied batch, both before the reading."""
        why, buckets = "", self._buckets
        counts: tuple[int, int] | None = None
        conditions = self._side.ranges.conditions() if self._conditions is None else self._conditions
        if not self._words and not self._side.is_bag and len(conditions) > 1:
            unlike = self._side.by_rows()
            if unlike:
                why = first_of([f"{shown(column.name)} ({column.source_type})" for column in unlike])
            else:
                counts, buckets = self._sums(conditions)
        if counts and buckets == []:
            return self._compared(counts, 0, [], self._source.now(), begun, why)
        of_rows, number, rows = self._rows(conditions, buckets)
        if self._buckets is not None and rows:  # the sides may print a key differently, and so give it two buckets
            found_keys = [row["row_key"] for row in rows]
            self._changed = self._side.as_keys(found_keys)
            _, number, rows = self._rows(self._side.conditions_of_keys(found_keys), None)
        ended = self._source.now()
        found = [each for row in rows for each in self._differences(row, ended, applied)]
        return self._compared(counts or of_rows, number, found, ended, begun, why)

    def _compared(
        self, counts: tuple[int, int], number: int, found: list[Difference], ended: datetime, begun: datetime, why: str
    ) -> Compared:
        return Compared(
            self._side.table, *counts, number, ended, None if number or self._words else begun,
            self._side.not_compared, found, self._words, why,
        )  # fmt: skip

    def _sums(self, conditions: list[str]) -> tuple[tuple[int, int], list[str] | None]:
        """How many rows both sides have, and the buckets whose sums differ; None where many do.

        Texts are summed as they are, first: to read them as typed tables do costs several times as much. If too many
        buckets differ, the dialect may write a column as the database does not print it.
        """
        as_sent = self._side.sent_as_printed()
        counts, differing = self._sums_as(conditions, as_sent)
        if as_sent and len(differing) > _MOST_BUCKETS:
            counts, differing = self._sums_as(conditions, [])
        return counts, differing if len(differing) <= _MOST_BUCKETS else None

    def _sums_as(self, conditions: list[str], as_sent: list[int]) -> tuple[tuple[int, int], list[str]]:
        with self._source.errors("a table can't be read"):
            sums = self._side.sums(conditions, as_sent).collect()
        here, there = (sum(row[f"rows_{side}"] or 0 for row in sums) for side in ("here", "there"))
        return (here, there), [
            row["bucket"] for row in sums if (row["here"], row["rows_here"]) != (row["there"], row["rows_there"])
        ]

    def _rows(self, conditions: list[str], buckets: list[str] | None) -> tuple[tuple[int, int], int, list[Row]]:
        """How many rows were read here and there, how many keys differ, and the first of these."""
        if not conditions:  # no key changed
            return (0, 0), 0, []
        here, there = self._side.here(buckets), self._side.there(conditions, buckets)
        if self._changed is not None:
            here, there = (each.join(self._changed, "row_key", "left_semi") for each in (here, there))
        sides = here.join(there, "row_key", "full_outer")
        is_other = F.expr("not (here <=> there)")
        # Of equal rows only the counts are kept: the source is read once, for these and for the others.
        kept = sides.select(
            F.when(is_other, F.struct("row_key", "here", "there")).alias("differing"), "copies_here", "copies_there"
        ).persist(StorageLevel.DISK_ONLY)
        counts = [
            F.coalesce(F.sum(f"copies_{side}"), F.lit(0)).cast("bigint").alias(side) for side in ("here", "there")
        ]  # fmt: skip
        try:
            with self._source.errors("a table can't be read"):
                said = kept.agg(*counts, F.count("differing").alias("differing")).collect()[0]
                others = kept.where("differing is not null").select("differing.*") if said["differing"] else None
                rows = others.orderBy("row_key").limit(MOST_KEPT).collect() if others is not None else []
        finally:
            kept.unpersist()
        return (said["here"], said["there"]), said["differing"], rows

    def _differences(self, row: Row, ended: datetime, applied: int) -> list[Difference]:
        def of(column: str, here: str | None, there: str | None) -> Difference:
            return Difference(self._side.table, row["row_key"], column, here, there, IN_FLIGHT, ended, applied)

        if self._side.is_bag:
            here, there = ((row[side] or ["0"])[0] for side in ("here", "there"))
            return [of("", f"{here} rows", f"{there} rows")]
        if row["here"] is None or row["there"] is None:
            return [of("", MISSING, "a row") if row["here"] is None else of("", "a row", SURPLUS)]
        pairs = zip(self._side.columns, row["here"], row["there"], strict=True)
        return [of(column.name, here, there) for column, here, there in pairs if here != there]
