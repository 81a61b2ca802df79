"""What users declare by a command, in tables: full loads that are complete, and restarts of tasks."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.loader.landing_tables import create_tables
from changefeed.project.seeds import declared_feed, table_parts
from changefeed.runs import last_run
from changefeed.spark.relations import table_name


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
    ).head(1)[0]
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

    Returns how many changes since then are decoded already: the next run puts them into the epoch.
    Raises ChangefeedError for a feed that is not declared.
    """
    declared_feed(project_dir, feed)
    create_tables(spark, project_dir)
    values = {"feed": feed, "since": since}
    spark.sql(f"insert into {table_name('restarts')} values (:feed, :since, current_timestamp())", args=values)
    last_run.forget()
    if not spark.catalog.tableExists(table_name("decoded")):
        return 0
    query = f"select count(*) from {table_name('decoded')} where feed = :feed and position.ordered_at >= :since"
    return int(spark.sql(query, args=values).head(1)[0][0])
