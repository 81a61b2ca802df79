"""What a run says of the tables and rows that the project leaves out (dbt variable changefeed_selection)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession

from changefeed.project import macros
from changefeed.spark.relations import table_name
from changefeed.typed.source_columns import Table
from changefeed.words import counted, first_of, nearest, shown

_WHERE = "dbt_project.yml, vars, changefeed_selection"
_TABLES = """
    select feed, source_database, source_schema, source_table, count_if(operation = 'left_out') as n,
        count_if(operation in ({rows})) as kept
    from {decoded} where source_table <> '' and reason is null {more} group by all
"""


def misfits(spark: SparkSession, project_dir: Path, columns: dict[Table, list[str]]) -> Iterator[str]:
    """Say which patterns and columns of the selection fit nothing, and what has to be decoded again.

    `columns` are the columns of the rows of each table. It reads the names of the tables in the whole log.
    """
    if not spark.catalog.tableExists(table_name("decoded")):
        return
    own = macros.load(project_dir, {})
    said: dict[str, dict[str, Any]] = own.selection()
    more = "" if said else "and operation = 'left_out'"
    row_operations = ", ".join(f"'{name}'" for name in own.row_operations())
    tables = spark.sql(_TABLES.format(rows=row_operations, decoded=table_name("decoded"), more=more))
    rows_of_log = tables.collect()  # once: each pattern is asked of these
    spark.createDataFrame(rows_of_log, tables.schema).createOrReplaceTempView("tables_of_the_log")
    seen = [Table.of(row) for row in rows_of_log]
    for feed, parts in said.items():
        for kind, patterns in parts.items():
            for pattern in patterns:
                fits = own.fits_table([pattern])
                of_feed = [each.full_name() for each in seen if each.feed == feed]
                of_the_feed = f"feed = {own.sql_string(feed)}"
                found = spark.sql(f"select * from tables_of_the_log where {of_the_feed} and {fits}").collect()
                if of_feed and not found:
                    yield f"{_WHERE}: {feed}: {kind}: no table is called {pattern}.{_did_you_mean(pattern, of_feed)}"
                for column in patterns[pattern] if "rows" in kind else ():
                    yield from _missing(f"{_WHERE}: {feed}: {kind}: {pattern}", column, found, columns)
    rows = {feed: [*parts.get("rows", ()), *parts.get("except_rows", ())] for feed, parts in said.items()}
    has_rows = [
        f"feed = {own.sql_string(feed)} and {own.fits_table(patterns)}" for feed, patterns in rows.items() if patterns
    ]
    now_read = spark.sql(
        f"select * from tables_of_the_log where n > 0 and not {own.left_out_tables(said)}"
        f" and not ({' or '.join(has_rows) or 'false'}) order by feed, source_table"
    ).collect()
    for feed in sorted({row["feed"] for row in now_read}):
        names = [shown(Table.of(row).full_name()) for row in now_read if row["feed"] == feed]
        changes = counted(sum(row["n"] for row in now_read if row["feed"] == feed), "change")
        yield (
            f"{changes} of {first_of(names)} were left out, and nothing leaves them out now: "
            f"changefeed run --redecode {feed}"
        )


def _missing(where: str, column: str, found: list[Row], columns: dict[Table, list[str]]) -> Iterator[str]:
    """Tables whose rows do not have the column by which they are read or left out."""
    for row in found:
        table = Table.of(row)
        known = columns.get(table, [])
        if known and column not in known:
            yield f"{where}: no row of {shown(table.full_name())} has a column {column}.{_did_you_mean(column, known)}"
        elif row["n"] and not row["kept"]:
            yield f"{where}: all {counted(row['n'], 'change')} of {shown(table.full_name())} are left out"


def _did_you_mean(name: str, names: list[str]) -> str:
    near = nearest(name, names, least=0.5)
    return f" Did you mean {near}?" if near else ""
