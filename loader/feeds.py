"""What the project's seeds declare, as far as the loader needs it, and what its user declares by command."""

from __future__ import annotations

import csv
from datetime import datetime
from pathlib import Path

from pyspark.sql import SparkSession

from loader import last_run
from loader.errors import ChangefeedError
from loader.messages import create_tables, table_name


def read_feeds(project_dir: Path) -> dict[str, dict[str, str]]:
    """The lines of seeds/feeds.csv, and of seeds/*/feeds.csv in a project that has this one as a package, by feed."""
    lines: dict[str, dict[str, str]] = {}
    for path in [project_dir / "seeds" / "feeds.csv", *sorted(project_dir.glob("seeds/*/feeds.csv"))]:
        if path.exists():
            with path.open(newline="", encoding="utf-8") as file:
                lines |= {line["feed"]: line for line in csv.DictReader(file)}
    return lines


def declared_feed(project_dir: Path, feed: str) -> dict[str, str]:
    """The line of one feed. Raises ChangefeedError when there is none."""
    lines = read_feeds(project_dir)
    if feed not in lines:
        raise ChangefeedError(
            f"--feed: seeds/feeds.csv does not declare {feed!r}; it declares {', '.join(lines) or 'none'}"
        )
    return lines[feed]


def table_parts(table: str) -> tuple[str, str, str]:
    """Database, schema ('' for none) and name of a table. Raises ChangefeedError when it is no such name."""
    parts = table.split(".")
    if len(parts) not in (2, 3) or not all(parts):
        raise ChangefeedError(f"--table: {table!r} is not a table name; write database.table or database.schema.table")
    return (parts[0], "", parts[1]) if len(parts) == 2 else (parts[0], parts[1], parts[2])


def sweep(spark: SparkSession, project_dir: Path, feed: str, table: str, since: datetime) -> tuple[int, int]:
    """Declare a full load complete: rows that no message mentioned since `since` (UTC, Kafka's time) become deleted.

    Returns how many rows that deletes, and how many are left.
    Raises ChangefeedError for a feed that is not declared, and for a table without rows that are mentioned since.
    """
    declared_feed(project_dir, feed)
    database, schema, name = table_parts(table)
    create_tables(spark, project_dir)
    place = {"feed": feed, "database": database, "schema": schema, "name": name, "since": since}
    counts = spark.sql(
        f"""
        select count_if(position.ordered_at < :since) as deleted, count_if(position.ordered_at >= :since) as kept
        from {table_name("current_rows")}
        where feed = :feed and source_database = :database and source_schema = :schema and source_table = :name
            and not is_deleted
        """,
        args=place,
    ).first()
    if not counts["kept"]:
        raise ChangefeedError(
            f"--since: no row of {table} was mentioned since {since:%Y-%m-%d %H:%M:%S} UTC, so the sweep would delete "
            f"all {counts['deleted']:,}. Has the full load arrived (`changefeed run`), and is the time right?"
        )
    spark.sql(
        f"insert into {table_name('sweeps')} values (:feed, :database, :schema, :name, :since, current_timestamp())",
        args=place,
    )
    last_run.forget()
    return counts["deleted"], counts["kept"]


def restarted(spark: SparkSession, project_dir: Path, feed: str, since: datetime) -> int:
    """Declare that a feed's task was restarted: messages from `since` on (UTC, Kafka's time) are a new epoch.

    Returns how many changes since then are decoded already, and so have to be decoded again.
    Raises ChangefeedError for a feed that is not declared.
    """
    declared_feed(project_dir, feed)
    create_tables(spark, project_dir)
    values = {"feed": feed, "since": since}
    spark.sql(
        f"insert into {table_name('restarts')} values (:feed, :since, 'declared', current_timestamp())", args=values
    )
    if not spark.catalog.tableExists(table_name("decoded")):
        return 0
    query = f"select count(*) from {table_name('decoded')} where feed = :feed and position.ordered_at >= :since"
    return int(spark.sql(query, args=values).first()[0])
