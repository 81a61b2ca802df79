"""What changed at the sources, in words: a line for each change of a table or column (the view schema_changes)."""

from __future__ import annotations

from collections.abc import Iterator

from pyspark.sql import Row, SparkSession

from changefeed.spark.relations import table_name
from changefeed.words import first_of, shown

_MOST = 20  # lines of one run; `schema_changes` has all


def lines(spark: SparkSession, after: int) -> list[str]:
    """A line for each change that runs after a decode batch were told of, the earliest first; new tables in one."""
    if not spark.catalog.tableExists(table_name("schema_changes")):
        return []
    found = spark.sql(
        f"""
        select *, concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), source_table) as name
        from {table_name("schema_changes")}
        where decode_batch_id > {after}
        order by feed, first_seen_at, topic, partition, offset, message_index, change desc, column_name
        """
    ).collect()
    told = [f"schema       {_in_words(row)}" for row in found if row["change"] != "table_appeared"]
    if len(told) > _MOST:
        more = f'changefeed sql "select * from schema_changes where decode_batch_id > {after}"'
        told[_MOST:] = [f"schema       and {len(told) - _MOST:,} more: {more}"]
    return [*_new_tables(found), *told]


def _new_tables(found: list[Row]) -> Iterator[str]:
    for feed in dict.fromkeys(row["feed"] for row in found):
        new = (row["name"] for row in found if row["feed"] == feed and row["change"] == "table_appeared")
        names = [*map(shown, dict.fromkeys(new))]
        if names:
            yield f"schema       {feed}: {'a new table' if len(names) == 1 else 'new tables'}, {first_of(names)}"


def _in_words(row: Row) -> str:
    table, column = f"{row['feed']}: {shown(row['name'])}", shown(row["column_name"] or "")
    place = f"{shown(row['topic'])}/{row['partition']}/{row['offset']}"
    was, now, new_name = (shown(row[name] or "") for name in ("old_type", "new_type", "new_name"))
    words = {
        "table_renamed": f"is called {new_name} now",
        "table_dropped": "was dropped",
        "column_added": f"column {column} is new" + (f" ({now})" if now else ""),
        "column_dropped": f"column {column} is gone",
        "column_renamed": f"column {column} is called {new_name} now",
        "type_changed": f"column {column} was {was} and is {now}",
    }[row["change"]]
    between = "," if row["column_name"] is not None else ""
    return f"{table}{between} {words}: {'statement' if row['first_seen_in'] == 'statement' else 'message'} {place}"
