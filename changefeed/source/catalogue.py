"""What the source's catalogue says of its tables, asked over the connection of a feed."""

from __future__ import annotations

from collections.abc import Iterator

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.source.connection import POSTGRESQL, Settings, Source
from changefeed.spark.relations import table_name
from changefeed.typed import source_catalogue
from changefeed.typed.source_catalogue import Described
from changefeed.typed.source_columns import Table
from changefeed.words import counted, first_of

Name = tuple[str, str, str]  # database, schema and table, as the catalogue names them


def read(source: Source) -> dict[Name, Described]:
    """The tables that the account may see. Raises ChangefeedError where there are none."""
    found = source_catalogue.described(source.ask(source_catalogue.QUERIES[source.kind]))
    if not found:
        raise ChangefeedError(
            f"The source of {source.settings.feed} ({source.settings.place}) shows no table to {source.settings.user}. "
            "Grant the account SELECT on the tables of the feed."
        )
    return found


def sources_of_feed(spark: SparkSession, feed: str) -> list[Settings]:
    """The sources of a feed: one, or one for each shard that has a URL of its own, by the databases of its tables."""
    is_built = spark.catalog.tableExists(table_name("current_rows"))
    tables = source_catalogue.tables_of_feed(spark, feed) if is_built else {}
    return Settings.of_shards(feed, (table.database for table in tables))


def tables_in_words(source: Source, spark: SparkSession) -> str:
    """How many tables there are. Raises ChangefeedError that names those of the feed that the account may not read."""
    answer = read(source)
    unseen = [table.full_name() for table, fits in _of_feed(source, spark, answer) if not fits]
    if unseen:
        raise ChangefeedError(
            f"{counted(len(unseen), 'table')} of the feed can't be read: {first_of(sorted(unseen))}. Grant the account "
            "SELECT on them; a table that was dropped or renamed at the source is named here, too."
        )
    return f"{counted(len(answer), 'table')} that the account may read"


def _of_feed(source: Source, spark: SparkSession, answer: dict[Name, Described]) -> Iterator[tuple[Table, list[Name]]]:
    readable = answer.keys() - set(_forbidden(source))
    if spark.catalog.tableExists(table_name("current_rows")):
        for table in source_catalogue.tables_of_feed(spark, source.settings.feed):
            if source.settings.has(table.database):
                yield table, source_catalogue.matched(table, readable)


def _forbidden(source: Source) -> list[Name]:
    """Tables that the catalogue shows, and whose rows the account may not read. MySQL does not show these."""
    if source.engine is not POSTGRESQL:
        return []
    rows = source.ask(
        "select current_database() as d, n.nspname as s, c.relname as t from pg_catalog.pg_class c "
        "inner join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
        "where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') "
        "and not (has_schema_privilege(n.oid, 'usage') "
        "and has_table_privilege(c.oid, 'select'))"
    )
    return [(row["d"] or "", row["s"] or "", row["t"] or "") for row in rows]
