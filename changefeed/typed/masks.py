"""What the warehouse knows of masks: which columns they are of, which fit nothing, what was decoded before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

from changefeed.project import macros, seeds
from changefeed.spark.relations import table_name
from changefeed.words import counted, nearest, shown

if TYPE_CHECKING:
    from changefeed.typed.source_columns import Table

_FILE = f"seeds/{seeds.MASKS}.csv"
_COPY = re.compile(r"_(.+)_(?:gho|ghc|del|new|old)")


def declared(spark: SparkSession) -> list[dict[str, Any]]:
    """The masks with which the last run read messages, as the macro masks() returns them."""
    if not spark.catalog.tableExists(table_name(seeds.MASKS)):
        return []
    lines = spark.sql(f"select to_json(collect_list(struct(*))) from {table_name(seeds.MASKS)}").head(1)[0][0]
    return list(macros.own().masks(lines))


def is_masked(masks: list[dict[str, Any]], table: Table, column: str) -> bool:
    """Whether any mask is of a column."""
    return any(_is_of(each, table) and _fits(each["column_name"], column) for each in masks)


def has_text(masks: list[dict[str, Any]], table: Table, column: str) -> bool:
    """Whether a column is masked in such a way that its values are texts, whatever its type at the source."""
    of_column = [each for each in masks if _is_of(each, table) and _fits(each["column_name"], column)]
    return bool(of_column) and of_column[0]["action"] != "generalize"


def misfits(spark: SparkSession, columns: dict[Table, list[str]]) -> Iterator[str]:
    """Say which masks fit no table or column, and which changes were decoded before their mask.

    `columns` are the columns of the rows of each table. It reads the images in the whole log, if there is a mask.
    """
    masks = declared(spark)
    for mask in masks if columns else []:
        tables = [table for table in columns if _fits(mask["feed"], table.feed)]
        fitting = [table for table in tables if _is_of(mask, table)]
        names = sorted({name for table in fitting for name in columns[table]})
        said, column = mask.get("source_table") or "*", mask["column_name"]
        if tables and not fitting:
            full = [table.full_name() for table in tables]
            yield f"{_FILE}: no table of {mask['feed']} is called {said}.{_did_you_mean(said, full)}"
        elif names and mask["action"] != "drop" and not any(_fits(column, name) for name in names):
            of_tables = shown(fitting[0].full_name()) if len(fitting) == 1 else f"{said} in {mask['feed']}"
            yield f"{_FILE}: no row of {of_tables} has a column {column}.{_did_you_mean(column, names)}"
    if masks and spark.catalog.tableExists(table_name("decoded")):
        yield from _unmasked(spark, masks)


def _unmasked(spark: SparkSession, masks: list[dict[str, Any]]) -> Iterator[str]:
    own = macros.own()
    found = spark.sql(
        f"""
        select
            feed,
            concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), source_table) as name,
            count(*) as n
        from {table_name("decoded")}
        where {own.is_unmasked("after", masks)} or {own.is_unmasked("before", masks)}
        group by all order by all
        """
    )
    for row in found.collect():
        yield (
            f"{counted(row['n'], 'change')} of {shown(row['name'])} {'was' if row['n'] == 1 else 'were'} decoded "
            f"before {'its mask' if row['n'] == 1 else 'their masks'}: changefeed run --redecode {row['feed']}, then "
            "changefeed maintain"
        )


def _is_of(mask: dict[str, Any], table: Table) -> bool:
    parts = (("feed", table.feed), ("source_database", table.database), ("source_schema", table.schema))
    names = [table.name, *_COPY.findall(table.name)]
    return all(_fits(mask.get(part) or "*", name) for part, name in parts) and any(
        _fits(mask.get("source_table") or "*", name) for name in names
    )


def _fits(pattern: str, name: str) -> bool:
    return seeds.matches(pattern.lower(), name.lower())


def _did_you_mean(name: str, names: list[str]) -> str:
    near = nearest(name, names, least=0.5)
    return f" Did you mean {near}?" if near else ""
