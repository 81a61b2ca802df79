"""The landing tables, for all ways of landing. Each append is one commit, and lands once or not at all."""

from __future__ import annotations

from pathlib import Path

import yaml
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.project.seeds import matches, topic_patterns
from changefeed.spark import storage
from changefeed.spark.relations import table_name
from changefeed.spark.session import internal_schema_name, schema_name

# `changefeed load --baseline` lands under this topic, followed by the feed's name. Nothing else may land under it.
# macros/landing/topics_pattern.sql claims it for the feed, macros/dialects/dialect_of.sql reads it as a dump.
BASELINE_TOPIC = "changefeed_baseline."
SOURCES = "models/landing/_landing__sources.yml"
MOST_PER_BATCH = 1_000_000  # messages of one batch_id: a run takes up whole batches
_APPENDED_ONCE = ("messages", "lost_ranges")
_NUMBERED = ("messages", "rejected_lines", "lost_ranges", "read_positions")  # tables that know a batch_id


def create_tables(spark: SparkSession, project_dir: Path) -> None:
    """Create the schemas and the landing tables, as models/landing/_landing__sources.yml describes them."""
    present = set()
    for schema in (schema_name(), internal_schema_name()):
        storage.create_schema(spark, schema)
        present |= {f"`{schema}`.`{row['tableName']}`" for row in spark.sql(f"show tables in `{schema}`").collect()}
    sources = [project_dir / SOURCES, project_dir / "dbt_packages" / "changefeed" / SOURCES]
    described = next((file for file in sources if file.exists()), None)
    if described is None:
        raise ChangefeedError(
            f"{project_dir} is neither changefeed's project nor one that has it as a package. Run `dbt deps` there."
        )
    for source in yaml.safe_load(described.read_text())["sources"]:
        for table in source["tables"]:
            name = table_name(table["name"])
            if name not in present:
                columns = ", ".join(f"`{c['name']}` {c['data_type']}" for c in table["columns"])
                spark.sql(macros.own().create_table(name, columns))


def newest_batch_id(spark: SparkSession, *names: str) -> int:
    """The greatest batch_id in landing tables, 0 when they are empty. Statistics of the files answer max()."""
    each = " union all ".join(f"select max(batch_id) as batch_id from {table_name(name)}" for name in names)
    return max((row["batch_id"] or 0 for row in spark.sql(each).collect()), default=0)


def next_batch_id(spark: SparkSession) -> int:
    """The batch_id of the next load. It is past those of loads whose rows are gone: the table takes no number twice."""
    given = (storage.last_batch(spark, table_name(name)) for name in _APPENDED_ONCE)
    return max(newest_batch_id(spark, *_NUMBERED), *given) + 1


def append_messages(
    records: DataFrame, batch_id: int, most_files: int | None = None, sort: bool = False, part: str = "0"
) -> int:
    """Land records (all columns of `messages` but batch_id and landed_at) in one commit; return their number.

    `most_files` merges Spark's partitions into at most so many files; `sort` keeps a topic's records together
    within each. `part` is SQL that numbers the parts of a large load from 0: each gets a batch_id of its own, from
    `batch_id` on. Raises ChangefeedError, and lands nothing, when another load took the same batch_id.
    """
    messages = records.select(
        "topic",
        "topic_incarnation",
        "partition",
        "offset",
        F.expr(f"{batch_id} + cast({part} as bigint)").alias("batch_id"),
        "kafka_at",
        "kafka_at_type",
        F.current_timestamp().alias("landed_at"),
        "headers",
        "key",
        "value",
    )
    if most_files:
        messages = messages.coalesce(most_files)
    if sort:
        messages = messages.sortWithinPartitions("batch_id", "topic")
    return append_once(messages, "messages", batch_id)


def append_once(rows: DataFrame, name: str, batch_id: int) -> int:
    """Append rows to a landing table in one commit and return their number.

    Two loads that run at once take the same batch_id. One of them commits, and the other raises ChangefeedError.
    """
    try:
        return storage.append_once(rows, table_name(name), batch_id)
    except storage.LostRace as error:
        raise ChangefeedError(
            "Another load landed messages meanwhile; this one landed nothing. Run it again."
        ) from error


def unclaimed_topics(spark: SparkSession, project_dir: Path, batch_id: int) -> list[str]:
    """Topics of a load that no declared feed claims, in order."""
    patterns = topic_patterns(project_dir)
    landed = spark.table(table_name("messages")).where(f"batch_id >= {batch_id}").select("topic").distinct().collect()
    return sorted(
        topic
        for (topic,) in landed
        if not topic.startswith(BASELINE_TOPIC) and not any(matches(each, topic) for each in patterns)
    )
