"""Shows how the feeds do: a verdict for each, and each fault with the command that shows it. Text, JSON or HTML."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql.types import LongType

from changefeed import web_page
from changefeed.errors import ChangefeedError
from changefeed.notices import tell
from changefeed.project import macros
from changefeed.project.profile import package_variables
from changefeed.spark.relations import table_name
from changefeed.spark.session import internal_schema_name
from changefeed.watch import query
from changefeed.words import counted

_TABLES = 20  # that the text lists
_DAYS = 30  # of the chart of rates
_AT_ONCE = 2

_OF_TOPICS = (
    "select found.* from {{internal}}.{} as found inner join {{internal}}.feed_settings as feeds"
    " on found.topic rlike feeds.topics_pattern where feeds.feed = '{{feed}}'"
)
# What is not well beyond its limit, and the query that shows it.
_FAULTS = {
    "quarantined": ("messages in quarantine", "select * from quarantine where feed = '{feed}' and resolved_at is null"),
    "statements_not_understood": (
        "statements not understood",
        "select * from table_events where feed = '{feed}' and not is_understood",
    ),
    "ambiguous_nulls": (
        "NULLs that may mean unchanged",
        "select * from changes where feed = '{feed}' and operation = 'update'",
    ),
    "shared_keys": (
        "row keys that several Kafka keys share",
        "select distinct source_table, row_key, key_left_out from changes"
        " where feed = '{feed}' and key_left_out is not null",
    ),
    "rows_not_found": (
        "deletes and updates of rows without a key that were not there",
        "select * from current_rows where feed = '{feed}' and size(key_columns) = 0",
    ),
    "times_ahead": (
        "changes with a time of Kafka that is more than a day ahead",
        "select * from changes where feed = '{feed}' and kafka_at > landed_at + interval 1 day",
    ),
    "contested_topics": (
        "topics that another feed claims, too, so that none reads them (changefeed feeds check --landed)",
        "select topic, sum(messages) as messages from partition_health where feed = '' group by topic",
    ),
    "unread_seconds": (
        "seconds since messages landed that no run has read",
        "select feed, unread_seconds, last_run_at from feed_health where feed = '{feed}'",
    ),
    "lag_seconds": ("seconds behind the source", "select * from partition_health where feed = '{feed}'"),
    "undecided_orders": ("orders that nothing decides", "select * from order_health where feed = '{feed}'"),
    "taken_keys": ("rows that moved to a key that was taken", "select * from order_health where feed = '{feed}'"),
    "former_keys": ("rows that kept a former key of their table", "select * from order_health where feed = '{feed}'"),
    "numbers_back": (
        "changes with lower numbers than earlier ones of their rows",
        "select * from order_health where feed = '{feed}'",
    ),
    "inserted_over": (
        "inserts of rows that were there with other values: the key may not be that of the table",
        "select * from order_health where feed = '{feed}'",
    ),
    "key_forms": (
        "rows that are there twice, with two forms of one key: declare the type of its columns",
        "select * from order_health where feed = '{feed}'",
    ),
    "lost_offsets": ("offsets that were given up", _OF_TOPICS.format("lost_ranges")),
    "held_partitions": ("partitions that do not land", _OF_TOPICS.format("kafka_faults")),
    "transaction_seconds": ("seconds that an open transaction holds back messages", _OF_TOPICS.format("kafka_faults")),
    "compacted_topics": ("topics from which Kafka removes changes (compact)", _OF_TOPICS.format("kafka_faults")),
    "ahead_seconds": (
        "seconds by which messages landed in the future, by this clock",
        "select feed, ahead_seconds from feed_health where feed = '{feed}'",
    ),
}
# Of these, feed_health says how many there are of each part.
_BY = {
    "quarantined": "quarantined_by_reason",
    "statements_not_understood": "statements_not_understood_by_table",
}
# What has landed, and is of no feed.
_BESIDE = {
    "rejected_lines": ("lines of capture files that are no record", "select * from rejected_lines"),
    "unclaimed_messages": (
        "messages of topics that no feed reads",
        "select topic, sum(messages) as messages from partition_health where feed = '' group by topic",
    ),
}


@dataclass(frozen=True)
class Status:
    """What was found, as JSON can hold it: feeds, what landed beside them, partitions, tables, days.

    A feed has a verdict, faults, what is accepted, and figures; `beside` as well, of all that is of no feed.
    """

    at: str
    feeds: list[dict[str, Any]]
    beside: dict[str, Any]
    partitions: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    days: list[dict[str, Any]]


def read(spark: SparkSession, project_dir: Path) -> Status:
    """Ask the views of models/health and current_rows.

    Raises ChangefeedError when nothing was built yet, and for a limit that is none.
    """
    limits = _limits(project_dir)
    if not spark.catalog.tableExists(table_name("schema_changes")):
        raise ChangefeedError("There is nothing to show yet: run `changefeed run` first.")
    # Each is planned for longer than it runs, so two plans at a time use both of a small machine's processors.
    asked = {
        "feeds": f"select * from {table_name('feed_health')} order by feed",
        "orders": f"select * from {table_name('order_health')}",
        "tables": f"""
        select feed, concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), source_table) as table,
            sum(copies) as rows, max(changed_at) as last_changed_at
        from {table_name("current_rows")}
        group by feed, source_database, source_schema, source_table order by feed, table
        """,
        "beside": f"""
        select
            (select count(*) from {table_name("rejected_lines")}) as rejected_lines,
            (
                select coalesce(sum(messages), 0)
                from ({macros.own().waiting_read_batches(table_name("read_batches"))})
            ) as unclaimed_messages
        """,
        "changed": f"""
        select feed, change, count(*) as n from {table_name("schema_changes")} group by all order by all
        """,
        "partitions": f"select * from {table_name('partition_health')} order by feed, topic, partition",
        "days": f"""
        select feed, cast(opened_at as date) as day, sum(messages) as messages
        from {table_name("read_batches")}
        where kind = 'new' and feed <> '' and opened_at >= current_timestamp() - make_dt_interval({_DAYS})
        group by all order by all
        """,
    }
    with ThreadPoolExecutor(_AT_ONCE) as asking:
        found = dict(zip(asked, asking.map(lambda statement: _rows(spark, statement), asked.values()), strict=True))
    feeds, tables, [beside] = found["feeds"], found["tables"], found["beside"]
    orders = {of_feed["feed"]: of_feed for of_feed in found["orders"]}
    beside["faults"], beside["accepted"] = _judged(beside, limits, _BESIDE)
    beside["verdict"] = "not well" if beside["faults"] else "well"
    changed: dict[str, dict[str, int]] = {}
    for row in found["changed"]:
        changed.setdefault(row["feed"], {})[row["change"]] = row["n"]
    for feed in feeds:
        feed |= orders.get(feed["feed"], {})
        feed["schema_changes"] = changed.get(feed["feed"], {})
        rows = [table["rows"] for table in tables if table["feed"] == feed["feed"] and table["rows"]]
        feed["tables"], feed["rows"] = len(rows), sum(rows)
        feed["faults"], feed["accepted"] = _judged(feed, limits, _FAULTS)
        feed["verdict"] = "not well" if feed["faults"] else "well" if feed["messages"] else "nothing yet"
    return Status(
        at=f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S}Z",
        feeds=feeds,
        beside=beside,
        partitions=found["partitions"],
        tables=tables,
        days=found["days"],
    )


def _rows(spark: SparkSession, statement: str) -> list[dict[str, Any]]:
    return [query.plain(row) for row in query.with_times_as_text(spark.sql(statement)).collect()]


def _limits(project_dir: Path) -> dict[str, dict[str, Any]]:
    """What the dbt variables changefeed_most_… allow, by measure. Raises ChangefeedError where one is wrong."""
    try:
        found: dict[str, dict[str, Any]] = macros.load(project_dir, {}, var=package_variables(project_dir).get).limits()
    except macros.Wrong as mistake:
        raise ChangefeedError(str(mistake)) from mistake
    return found


def _judged(
    feed: dict[str, Any], limits: dict[str, dict[str, Any]], measures: dict[str, tuple[str, str]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What of a feed (or of what is of none) is beyond its limit, and what its limit accepts."""
    faults, accepted = [], []
    name = feed.get("feed", "")
    for measure, (words, statement) in measures.items():
        count, most = feed.get(measure), limits[measure]["feeds"].get(name, limits[measure]["most"])
        if not count or (most is None and name):
            continue
        said = f"{words}: {count:,}"
        if parts := sorted((feed.get(_BY.get(measure, "")) or {}).items(), key=lambda each: -each[1]):
            said += f" ({', '.join(f'{part} {n:,}' for part, n in parts)})"
        query_of = statement.format(feed=name, internal=internal_schema_name())
        shown = f'changefeed sql --output vertical "{query_of}"'
        found = {"measure": measure, "count": count, "command": shown}
        if most is None:
            accepted.append(found | {"words": f"{said} (compared if changefeed_most_{measure} is set)"})
        elif count > most:
            more = f"; {most:,} accepted (changefeed_most_{measure})" if most else ""
            faults.append(found | {"words": said + more})
        elif not measure.endswith("_seconds"):  # every feed is some seconds behind
            accepted.append(found | {"words": f"{said}, accepted (changefeed_most_{measure})"})
    return faults, accepted


def lag(seconds: int | None) -> str:
    """Seconds as a person says them: 40 s, 12 min, 5 h, 3 d; '' for none."""
    if seconds is None:
        return ""
    for size, unit in ((172_800, "d"), (7_200, "h"), (120, "min")):
        if abs(seconds) >= size:
            return f"{seconds // {'d': 86_400, 'h': 3_600, 'min': 60}[unit]:,} {unit}"
    return f"{seconds} s"


def show(status: Status) -> None:
    """Print it as text: a line a feed, what is not well with the command that shows it, and the tables changed last."""
    columns = ("feed", "verdict", "dialect", "messages", "quarantined", "tables", "rows", "last_source_at", "lag")
    _table("Feeds", columns, (feed | {"lag": lag(feed["lag_seconds"])} for feed in status.feeds))
    if faults := of_all(status, "faults"):
        shown = (f"  {name}: {each['words']}\n      {each['command']}" for name, each in faults)
        tell("\n".join(["Not well", *shown, ""]))
    if accepted := of_all(status, "accepted"):
        tell("\n".join(["Accepted", *(f"  {name}: {each['words']}" for name, each in accepted), ""]))
    of_feeds = [
        {"feed": feed["feed"], "operation": operation, "changes": changes}
        for feed in status.feeds
        for operation, changes in (feed["changes"] or {}).items()
    ]
    _table("Changes by operation", ("feed", "operation", "changes"), of_feeds)
    newest = sorted(status.tables, key=lambda table: table["last_changed_at"] or "", reverse=True)[:_TABLES]
    more = len(status.tables) - len(newest)
    title = f"Tables (the {_TABLES} changed last; {more:,} more with --output json)" if more else "Tables"
    _table(title, ("feed", "table", "rows", "last_changed_at"), newest)
    _table(
        "Partitions",
        (
            "feed", "topic", "partition", "first_offset", "last_offset", "messages",
            "offsets_without_message", "last_kafka_at",
        ),
        status.partitions,
    )  # fmt: skip
    _table(
        "Order",
        (
            "feed", "copies", "undecided_orders", "unseen_rows", "taken_keys", "former_keys", "numbers_back",
            "inserted_over", "key_forms",
        ),
        status.feeds,
    )  # fmt: skip


def of_all(status: Status, kind: str) -> list[tuple[str, dict[str, Any]]]:
    """The faults, or what is accepted, of each feed by its name, and of what is of no feed."""
    named = [*((feed["feed"], feed) for feed in status.feeds), ("of no feed", status.beside)]
    return [(name, each) for name, judged in named for each in judged[kind]]


def is_well(status: Status) -> bool:
    """Whether nothing is wrong beyond what is accepted."""
    return not of_all(status, "faults")


def _table(title: str, columns: tuple[str, ...], rows: Iterable[dict[str, Any]]) -> None:
    cells = [[row.get(name) for name in columns] for row in rows]
    types = [
        LongType() if any(isinstance(cell, int) for cell in column) else None for column in zip(*cells, strict=True)
    ]
    tell(f"{title}\n{query.table(columns, cells, types)}\n")


def show_json(status: Status) -> None:
    """Print it as one JSON object: at (UTC), feeds, beside (of no feed), partitions, tables, days."""
    tell(json.dumps(status.__dict__, ensure_ascii=False, indent=1))


def show_html(status: Status) -> None:
    """Print one page that needs nothing else: verdicts, faults, messages a day, lag, tables."""
    not_well = sum(feed["verdict"] == "not well" for feed in status.feeds)
    parts = [
        f"<h1>changefeed</h1><p>{html.escape(status.at)}: {counted(len(status.feeds), 'feed')}, "
        f"{f'{not_well} not well' if not_well else 'all well'}</p>",
        web_page.table(
            ("Feed", "Verdict", "Dialect", "Messages", "Quarantined", "Tables", "Rows", "Last change", "Lag"),
            [
                (
                    feed["feed"], feed["verdict"], feed["dialect"], feed["messages"], feed["quarantined"],
                    feed["tables"], feed["rows"], feed["last_source_at"], lag(feed["lag_seconds"]),
                )
                for feed in status.feeds
            ],
        ),
    ]  # fmt: skip
    for title, kind in (("Not well", "faults"), ("Accepted", "accepted")):
        found = [(name, each["words"], each["command"]) for name, each in of_all(status, kind)]
        if found:
            parts += [f"<h2>{title}</h2>", web_page.table(("Feed", "What", "Command"), found)]
    reasons: dict[str, int] = {}
    for feed in status.feeds:
        for reason, count in (feed["quarantined_by_reason"] or {}).items():
            reasons[reason] = reasons.get(reason, 0) + count
    per_day: dict[str, int] = {}
    for day in status.days:
        per_day[day["day"]] = per_day.get(day["day"], 0) + day["messages"]
    for title, bars in (
        (f"Messages read, by day (the last {_DAYS} days)", per_day),
        ("Messages by feed", {feed["feed"]: feed["messages"] for feed in status.feeds}),
        ("Seconds behind, by feed", {feed["feed"]: max(feed["lag_seconds"] or 0, 0) for feed in status.feeds}),
        ("Open quarantine, by reason", reasons),
        ("Orders that nothing decides, by feed", {f["feed"]: f["undecided_orders"] or 0 for f in status.feeds}),
    ):
        if any(bars.values()):
            parts += [f"<h2>{html.escape(title)}</h2>", _bars(bars)]
    rows = [(each["feed"], each["table"], each["rows"], each["last_changed_at"]) for each in status.tables]
    parts += ["<h2>Tables</h2>", web_page.table(("Feed", "Table", "Rows", "Last change"), rows)]
    tell(web_page.page(parts))


def _bars(values: dict[str, int]) -> str:
    """A bar for each value, as SVG."""
    most = max(values.values())
    bars = [
        f'<text x="190" y="{y + 14}" text-anchor="end">{html.escape(name[:28])}</text>'
        f'<rect x="200" y="{y + 2}" width="{500 * value / most:.1f}" height="15" fill="#47a"/>'
        f'<text x="{206 + 500 * value / most:.1f}" y="{y + 14}">{value:,}</text>'
        for y, (name, value) in zip(range(0, 20 * len(values), 20), values.items(), strict=True)
    ]
    return f'<svg width="820" height="{20 * len(values)}" role="img">{"".join(bars)}</svg>'


PRINTERS = {"text": show, "json": show_json, "html": show_html}
