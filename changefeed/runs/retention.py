"""What `changefeed maintain` removes of rows that were deleted, of versions that ended, and of the quarantine."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.project import macros, profile, seeds
from changefeed.runs import erasing
from changefeed.spark.relations import table_name

VARIABLE = "changefeed_keep"  # of dbt_project.yml: limits by feed and table
GIVEN_UP = "--keep-quarantine"  # the reference of messages in quarantine that were older than is to be kept
KINDS = ("deleted", "history", "quarantine")
_NOTHING = "cast(map() as map<string,string>)"


@dataclass(frozen=True)
class Limits:
    """How many days what is kept. `lines` have feed, a pattern of tables, and days by kind: the first that fits counts.

    `usual` is for all others, by kind. What has no limit is kept.
    """

    usual: dict[str, float] = field(default_factory=dict)
    lines: tuple[tuple[str, str, dict[str, float]], ...] = ()

    def has(self, kind: str) -> bool:
        """Whether anything of a kind is limited."""
        return kind in self.usual or any(kind in days for _, _, days in self.lines)

    def is_old(self, at: str, kind: str) -> str:
        """SQL: whether a time is before the limit, of a row with the columns of a source table."""
        own, cases = macros.own(), ""
        for feed, tables, days in self.lines:
            if kind in days:
                fits = "true" if tables == "*" else own.fits_table([tables])
                cases += f" when feed = {own.sql_string(feed)} and {fits} then {_seconds(days[kind])}"
        limit = _seconds(self.usual[kind]) if kind in self.usual else "null"
        if cases:
            limit = f"case{cases} else {limit} end"
        return f"{at} < current_timestamp() - make_dt_interval(0, 0, 0, {limit})"


def _seconds(days: float) -> str:
    return f"{days * 86400:f}"  # an integer of Spark would overflow


def limits(project_dir: Path, **usual: float | None) -> Limits:
    """The limits of a project, and those that are given for all that it says nothing of.

    Raises ChangefeedError for a line that is none.
    """
    given = profile.package_variables(project_dir).get(VARIABLE) or []
    known = seeds.read_feeds(project_dir)
    lines = []
    for line in given if isinstance(given, list) else [given]:
        if not _is_line(line, known):
            raise ChangefeedError(
                f"dbt_project.yml, vars: {VARIABLE}: {line!r} is no limit. Write a list of lines as "
                f"{{feed: {next(iter(known), 'shop')}, table: customers, {KINDS[0]}: 30}}; the feed is one of "
                f"{', '.join(known) or 'none'}, the days are of {', '.join(KINDS)}"
            )
        days = {kind: float(line[kind]) for kind in KINDS if kind in line}
        lines.append((str(line["feed"]), str(line.get("table", "*")), days))
    return Limits({kind: days for kind, days in usual.items() if days is not None}, tuple(lines))


def _is_line(line: Any, known: dict[str, dict[str, str]]) -> bool:
    if not isinstance(line, dict) or not {"feed", "table", *KINDS} >= line.keys() or line.get("feed") not in known:
        return False
    days = [line[kind] for kind in KINDS if kind in line]
    return bool(days) and all(type(each) in (int, float) and 0 <= each < math.inf for each in days)


def remove_deleted(spark: SparkSession, project_dir: Path, kept: Limits) -> dict[str, int]:
    """Take the last image of rows that were deleted longer ago, and all their versions. Returns rows by relation.

    That they were deleted stays, so that a late copy of a change brings no row back. A table without a key is left as
    it is: there, the image is what a row is known by.
    """
    identity = macros.own().identity_columns()
    same = " and ".join(f"stored.{name} = old.{name}" for name in identity)
    is_old = kept.is_old("coalesce(changed_at, position.ordered_at)", "deleted")
    old = (
        f"(select {', '.join(identity)} from {table_name('current_rows')} "
        f"where is_deleted and size(key_columns) > 0 and {is_old})"
    )
    removed = {}
    for name, has_more, first in (
        ("folded_rows", "false", ""),
        ("versions", "stored.closed_position is not null", "when matched and {} then delete "),
    ):
        stored = table_name(name)
        has_some = f"({has_more} or size(stored.row) > 0)"
        count = f"select count(*) from {stored} as stored inner join {old} as old on {same} where {has_some}"
        removed[name] = int(spark.sql(count).head(1)[0][0])
        if removed[name]:
            spark.sql(
                f"merge into {stored} as stored using {old} as old on {same} {first.format(has_more)}"
                f"when matched and size(stored.row) > 0 then update set row = {_NOTHING}"
            )
    for relation, columns, rows, _ in erasing.kept_past(spark, project_dir):
        gone = f"(select * from {rows} left semi join {old} using ({', '.join(identity)}))"
        removed[relation] = _remove(spark, relation, columns, gone)
    return removed


def remove_history(spark: SparkSession, project_dir: Path, kept: Limits) -> dict[str, int]:
    """Remove versions that ended longer ago, also from kept histories. The last version of each row stays.

    Returns rows by relation.
    """
    is_old = kept.is_old("valid_to", "history")
    closed = f"closed_position is not null and {is_old}"
    removed = {"versions": spark.table(table_name("versions")).where(closed).count()}
    if removed["versions"]:
        spark.sql(f"delete from {table_name('versions')} where {closed}")
    for relation, columns, rows, is_history in erasing.kept_past(spark, project_dir):
        if is_history:
            removed[relation] = _remove(spark, relation, columns, f"(select * from {rows} where {is_old})")
    return removed


def _remove(spark: SparkSession, relation: str, columns: tuple[tuple[str, str], ...], gone: str) -> int:
    count = int(spark.sql(f"select count(*) from {gone}").head(1)[0][0])
    if count:
        on = " and ".join(f"stored.{here} = gone.{there}" for here, there in columns)
        spark.sql(f"merge into {relation} as stored using {gone} as gone on {on} when matched then delete")
    return count


def give_up_quarantine(spark: SparkSession, kept: Limits) -> dict[str, int]:
    """Empty the messages that have been in quarantine for longer, and remove lines that were no records.

    Returns how many of each. The messages are counted as decoded from then on: they changed nothing. A line is of no
    feed.
    """
    old = spark.table(table_name("quarantine")).where(
        f"resolved_at is null and {kept.is_old('first_seen_at', 'quarantine')}"
    )
    places = [
        (row["topic"], row["topic_incarnation"], row["partition"], row["offset"])
        for row in old.select("topic", "topic_incarnation", "partition", "offset").collect()
    ]
    if places:
        erasing.empty_messages(spark, places, GIVEN_UP)
    lines, is_old = table_name("rejected_lines"), Limits(kept.usual).is_old("landed_at", "quarantine")
    count = spark.table(lines).where(is_old).count()
    if count:
        spark.sql(f"delete from {lines} where {is_old}")
    return {"quarantine": len(places), "rejected_lines": count}
