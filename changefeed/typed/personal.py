"""Columns that look as if they had personal data, with the mask that would suit each: nothing is masked unasked."""

from __future__ import annotations

from collections.abc import Iterable

from pyspark.sql import SparkSession

from changefeed.project import macros, seeds
from changefeed.spark.relations import table_name
from changefeed.typed import masks
from changefeed.typed.source_columns import Seen, Table

# What values of personal data look like, with the mask that suits them: regular expressions of Java.
_SHAPES = (
    ("hash", r"^[^@\s]+@[^@\s]+\.[^@\s.]+$"),
    ("keep_last:4", r"^(\+?86[- ]?)?1[3-9][0-9]{9}$"),
    ("hash", r"^[1-9][0-9]{5}(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx]$"),
    ("hash", r"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"),
    ("null", r"^([0-9]{1,3}\.){3}[0-9]{1,3}$"),
)
_SAMPLED, _LEAST, _SHARE = 20_000, 3, 0.8  # rows, values that are enough, and the share of them that has to look so


def proposed(spark: SparkSession, seen: Iterable[Seen]) -> list[str]:
    """Lines for the seed, for columns that look as if they had personal data, by their names or by values of a sample.

    Columns that have a mask are left out. A key column can only have a hash.
    """
    tables = sorted(seen, key=lambda one: one.table)
    if not tables:
        return []
    lines, declared, shapes = [], masks.declared(spark), _shapes(spark)
    for each in tables:
        for column in each.columns:
            action = macros.own().mask_of_name(column.name) or shapes.get((each.table, column.name))
            if action and not masks.is_masked(declared, each.table, column.name):
                place = (each.table.feed, each.table.database, each.table.schema, each.table.name, column.name)
                lines.append(f"{seeds.line_of_seed(*place)},{'hash' if column.name in each.key else action}")
    return lines


def _shapes(spark: SparkSession) -> dict[tuple[Table, str], str]:
    """Columns whose values have one of the shapes, with its action."""
    counts = ", ".join(f"count_if(text rlike :shape_{place}) as shape_{place}" for place in range(len(_SHAPES)))
    rows = spark.sql(
        f"""
        select feed, source_database, source_schema, source_table, name, count(*) as n, {counts}
        from (
            select feed, source_database, source_schema, source_table, explode(row) as (name, text)
            from (select * from {table_name("current_rows")} where not is_deleted limit {_SAMPLED})
        )
        where text is not null
        group by feed, source_database, source_schema, source_table, name
        having count(*) >= {_LEAST}
        """,
        args={f"shape_{place}": shape for place, (_, shape) in enumerate(_SHAPES)},
    ).collect()
    return {
        (Table.of(row), row["name"]): action
        for row in rows
        for place, (action, _) in enumerate(_SHAPES)
        if row[f"shape_{place}"] >= _SHARE * row["n"]
    }
