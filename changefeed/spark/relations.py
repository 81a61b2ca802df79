"""The SQL names of changefeed's relations, in the public schema of this run or in the internal one beside it."""

from __future__ import annotations

from pathlib import Path

from changefeed.spark.session import internal_schema_name, schema_name

# Relations for people, in the schema of this run. All others are in the internal schema beside it (ADR 0029).
PUBLIC = frozenset((
    "messages", "rejected_lines", "schemas", "changes", "quarantine", "table_events", "current_rows", "history",
    "feed_health", "partition_health", "order_health", "run_counts", "schema_changes", "comparisons",
    "differences", "table_versions", "erasures",
    "changefeed_feeds", "changefeed_table_keys", "changefeed_table_columns", "changefeed_table_masks",
))  # fmt: skip


def table_name(name: str) -> str:
    """The SQL name of a relation of the project, in the public schema of this run or in the internal one."""
    return f"`{schema_name() if name in PUBLIC else internal_schema_name()}`.`{name}`"


def folder_in(tables: Path, name: str) -> Path:
    """The folder of a relation, where Spark has its schemas in this folder."""
    schema, table = table_name(name).replace("`", "").split(".")
    return tables / f"{schema}.db" / table
