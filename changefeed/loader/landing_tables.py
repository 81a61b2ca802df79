"""The landing tables, for all ways of landing. Each append is one commit, and lands once or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import yaml
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader import landing_masks
from changefeed.loader.masked_messages import Masking
from changefeed.project import macros
from changefeed.project.seeds import BASELINE_TOPIC, matches, topic_patterns
from changefeed.spark import folders, storage
from changefeed.spark.relations import folder_in, table_name
from changefeed.spark.session import internal_schema_name, schema_name

SOURCES = "models/landing/_landing__sources.yml"
MOST_PER_BATCH = 1_000_000  # messages of one batch_id: a run takes up whole batches
APPENDED_ONCE = ("messages", "lost_ranges")
NUMBERED = ("messages", "rejected_lines", "lost_ranges", "read_positions")  # tables that know a batch_id


def create_tables(spark: SparkSession, project_dir: Path) -> None:
    """Create the schemas and the landing tables, as models/landing/_landing__sources.yml describes them."""
    present = set()
    for schema in (schema_name(), internal_schema_name()):
        storage.create_schema(spark, schema)
        present |= {f"`{schema}`.`{row['tableName']}`" for row in spark.sql(f"show tables in `{schema}`").collect()}
    landing = described(project_dir)
    for table, columns in landing.items():
        if table_name(table) not in present:
            spark.sql(macros.own().create_table(table_name(table), columns))
    _note_made(spark, landing)


def described(project_dir: Path) -> dict[str, str]:
    """The landing tables, and the text of their columns and types."""
    sources = [project_dir / SOURCES, project_dir / "dbt_packages" / "changefeed" / SOURCES]
    file = next((file for file in sources if file.exists()), None)
    if file is None:
        raise ChangefeedError(
            f"{project_dir} is neither changefeed's project nor one that has it as a package. Run `dbt deps` there."
        )
    return {
        table["name"]: ", ".join(f"`{column['name']}` {column['data_type']}" for column in table["columns"])
        for source in yaml.safe_load(file.read_text())["sources"]
        for table in source["tables"]
    }


def _note_made(spark: SparkSession, landing: dict[str, str]) -> None:
    """Note beside the tables that all of them are in the metastore: who lands without Spark can't ask it.

    The folder of a table says nothing of that, since a kill may leave one whose creation was not complete.
    """
    folder = folders.of_tables({"spark.sql.warehouse.dir": folders.of_session(spark)})
    if folder is None or not _are_there(folder, landing) or _is_noted(folder, landing):
        return
    place = storage.folder_of(spark, table_name("messages"))
    if folders.of_tables({"spark.sql.warehouse.dir": place}) == folder_in(folder, "messages"):
        _note_in(folder).write_text(_digest(landing))


def have_been_made(folder: Path, project_dir: Path) -> bool:
    """Whether the metastore has all landing tables, as this project describes them, in a folder of this machine."""
    landing = described(project_dir)
    return _are_there(folder, landing) and _is_noted(folder, landing)


def _is_noted(folder: Path, landing: dict[str, str]) -> bool:
    with contextlib.suppress(OSError):
        return _note_in(folder).read_text(encoding="utf-8") == _digest(landing)
    return False


def _are_there(folder: Path, names: Iterable[str]) -> bool:
    return all(storage.is_table(folder_in(folder, name)) for name in names)


def _note_in(folder: Path) -> Path:
    return folder_in(folder, "messages").parent / "landing_tables"


def _digest(landing: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(landing).encode()).hexdigest()


def newest_batch_id(spark: SparkSession, *names: str) -> int:
    """The greatest batch_id in landing tables, 0 when they are empty. Statistics of the files answer max()."""
    each = " union all ".join(f"select max(batch_id) as batch_id from {table_name(name)}" for name in names)
    return max((row["batch_id"] or 0 for row in spark.sql(each).collect()), default=0)


def next_batch_id(spark: SparkSession) -> int:
    """The batch_id of the next load. It is past those of loads whose rows are gone: the table takes no number twice."""
    given = (storage.last_batch(spark, table_name(name)) for name in APPENDED_ONCE)
    return max(newest_batch_id(spark, *NUMBERED), *given) + 1


def append_messages(
    records: DataFrame,
    masking: Masking | None,
    batch_id: int,
    most_files: int | None = None,
    sort: bool = False,
    part: str = "0",
) -> int:
    """Land records (all columns of `messages` but batch_id and landed_at) in one commit; return their number.

    `masking` writes them anew (landing_masks.declared()); of records that were written anew, None.
    `most_files` merges Spark's partitions into at most so many files; `sort` keeps a topic's records together
    within each. `part` is SQL that numbers the parts of a large load from 0: each gets a batch_id of its own, from
    `batch_id` on. Raises ChangefeedError, and lands nothing, when another load took the same batch_id.
    """
    messages = landing_masks.written_anew(records, masking).select(
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
        raise another_landed() from error


def another_landed() -> ChangefeedError:
    """The error of a load that took the same batch_id as another one, and came second."""
    return ChangefeedError("Another load landed messages meanwhile; this one landed nothing. Run it again.")


def unclaimed_topics(spark: SparkSession, project_dir: Path, batch_id: int) -> list[str]:
    """Topics of a load that no declared feed claims, in order."""
    patterns = topic_patterns(project_dir)
    landed = spark.table(table_name("messages")).where(f"batch_id >= {batch_id}").select("topic").distinct().collect()
    return sorted(
        topic
        for (topic,) in landed
        if not topic.startswith(BASELINE_TOPIC) and not any(matches(each, topic) for each in patterns)
    )
