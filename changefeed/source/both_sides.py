"""One table on both sides, its values as typed tables read them: rows, and sums of buckets of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.source import catalogue
from changefeed.source.connection import Source
from changefeed.source.ranges import ROWS_PER_RANGE, Ranges
from changefeed.source.texts import Texts, Written
from changefeed.spark.relations import table_name
from changefeed.typed import masks, source_catalogue
from changefeed.typed.source_catalogue import Described
from changefeed.typed.source_columns import Table

BUCKETS = [f"{number:03x}" for number in range(4096)]  # by the first digits of the MD5 of a key
_DIGITS = len(BUCKETS[0])
_SUMMED_DIGITS = 15  # of the MD5 of a row: as many as fit into a signed number of 64 bits


@dataclass(frozen=True)
class Counterpart:
    """A table of a feed as the source's catalogue has it. `key` is the one that its rows have here."""

    table: Table
    name: catalogue.Name
    described: Described
    key: list[str]


def counterparts(spark: SparkSession, source: Source, name: str | None) -> list[Counterpart]:
    """The tables of a feed whose database this is, or those of a name.

    Raises ChangefeedError where one is not at the source, or could be several tables.
    """
    answer = catalogue.read(source)
    found = []
    for table, key in sorted(source_catalogue.tables_of_feed(spark, source.settings.feed).items()):
        if not source.settings.has(table.database) or (name is not None and not table.is_called(name)):
            continue
        of = source_catalogue.matched(table, answer)
        if len(of) != 1:
            what = (
                "could be several tables of the source" if of else "is not among the tables that the account may read"
            )
            raise ChangefeedError(f"{table.in_words()} {what}. Compare others with --table, or grant SELECT.")
        found.append(Counterpart(table, of[0], answer[of[0]], key))
    return found


def readable(masked: list[dict[str, Any]], texts: Texts, table: Table, columns: Mapping[str, str]) -> list[Written]:
    """The columns of a table. A masked one has no form: it is not compared, and no value of it is read."""
    return [
        replace(column, form="") if masks.is_masked(masked, table, column.name) else column
        for column in texts.written(columns)
    ]


class BothSides:
    """A table here and at the source. Rows are known by their key; equal rows of a table without one are counted."""

    def __init__(
        self, spark: SparkSession, source: Source, texts: Texts, of: Counterpart, masked: list[dict[str, Any]],
        rows_per_range: int = ROWS_PER_RANGE,
    ) -> None:  # fmt: skip
        self._spark, self._source, self._texts, self.table = spark, source, texts, of.table
        every = readable(masked, texts, of.table, of.described.columns)
        self.columns = [column for column in every if column.form]
        self.not_compared = [column.name for column in every if not column.form]
        self.ranges = Ranges(source, texts, of.name, every, of.described.key, rows_per_range)
        names = [column.name for column in self.columns]
        if missing := [each for each in of.key if each not in names]:
            is_masked = masks.is_masked(masked, of.table, missing[0])
            why = "is masked, so no row can be found at the source" if is_masked else "is written in a way not known"
            raise ChangefeedError(f"{of.table.in_words()}: its key column {missing[0]} {why}")
        self.is_bag = not of.key
        self._key = [names.index(each) for each in of.key] or list(range(len(names)))
        self.key_columns = [self.columns[place] for place in self._key]

    # -- rows

    def here(self, buckets: Sequence[str] | None = None) -> DataFrame:
        """The rows of current_rows: row_key, here (the values), copies_here."""
        shown = self._shown(self._texts_here())
        if buckets is not None:
            shown = shown.where(self._bucket_here().isin(list(buckets)))
        return self._side(shown, "here")

    def there(self, conditions: Sequence[str], buckets: Sequence[str] | None = None) -> DataFrame:
        """The rows of the source that fulfil any of these conditions: row_key, there, copies_there."""
        if buckets is not None:
            given = ", ".join(f"'{each}'" for each in buckets)
            asked = f"{self._bucket_there()} in ({given})"
            conditions = [f"{asked} and ({each})" if each else asked for each in conditions]
        plain = [self._texts.plain(column) for column in self.columns]
        rows = self._source.together(self._source.frames(self.ranges.table, plain, conditions))
        texts = [self._texts.text(column, f"c{n}").alias(f"t{n}") for n, column in enumerate(self.columns)]
        return self._side(self._shown(rows.select(F.lit(1).alias("copies"), *texts)), "there")

    def conditions_of_keys(self, keys: Iterable[str]) -> list[str]:
        """Conditions of the source's SQL that fetch at least the rows with these keys."""
        return self.ranges.of_keys(self.key_columns, keys)

    def as_keys(self, keys: Iterable[str]) -> DataFrame:
        """Some keys as rows: row_key."""
        return self._spark.createDataFrame([(key,) for key in keys], "row_key string")

    def keys_here(self, which: Column) -> DataFrame:
        """The keys of rows, deleted ones too, that a condition holds for: row_key, row (the image), is_deleted."""
        rows = self._spark.table(table_name("current_rows")).where(is_of(self.table) & which)
        texts = [F.col("row").getItem(column.name).alias(f"t{n}") for n, column in enumerate(self.key_columns)]
        values = [self._texts.shown(column, f"t{n}") for n, column in enumerate(self.key_columns)]
        return rows.select("row", "is_deleted", *texts).select(key_of(values).alias("row_key"), "row", "is_deleted")

    def _texts_here(self) -> DataFrame:
        """copies, and the values t0, t1 … as texts of the dialect."""
        of_table = self._spark.table(table_name("current_rows")).where(is_of(self.table) & ~F.col("is_deleted"))
        texts = [F.col("row").getItem(column.name).alias(f"t{n}") for n, column in enumerate(self.columns)]
        return of_table.select("copies", *texts)

    def _shown(self, rows: DataFrame, as_sent: Container[int] = ()) -> DataFrame:
        """copies, and the values v0, v1 … as typed tables show them, as texts; those at some places as they are."""
        values = (
            (F.col(f"t{n}") if n in as_sent else self._texts.shown(column, f"t{n}")).alias(f"v{n}")
            for n, column in enumerate(self.columns)
        )
        return rows.select("copies", *values)

    def _side(self, shown: DataFrame, side: str) -> DataFrame:
        values = [F.col(f"v{n}") for n in range(len(self.columns))]
        keyed = shown.select(
            key_of([values[n] for n in self._key]).alias("row_key"), F.array(*values).alias(side), "copies"
        )
        if not self.is_bag:
            return keyed.withColumnRenamed("copies", f"copies_{side}")
        counted = keyed.groupBy("row_key").agg(F.sum("copies").alias(f"copies_{side}"))
        return counted.withColumn(side, F.array(F.col(f"copies_{side}").cast("string")))

    # -- sums

    def has_buckets(self) -> bool:
        """Whether both sides can tell the bucket of a row."""
        return not self.is_bag and all(map(self._texts.alike, self.key_columns))

    def by_rows(self) -> list[Written]:
        """The columns for which the source can't make the text that Spark makes. With one, the table has no sums."""
        return [column for column in self.columns if not self._texts.alike(column)]

    def sent_as_printed(self) -> list[int]:
        """Places of the columns, but for the key, whose texts of the dialect are those that the database prints."""
        return [n for n, column in enumerate(self.columns) if column.is_sent_as_printed and n not in self._key]

    def sums(self, conditions: Sequence[str], as_sent: Container[int] = ()) -> DataFrame:
        """Of each bucket of keys: bucket, here and there (its sum), rows_here and rows_there.

        The values at some places are summed as they are: what is equal then is equal as typed tables read it, too.
        """
        places = range(len(self.columns))
        hashed = f"conv(left(md5({self._row_here(places, as_sent)}), {_SUMMED_DIGITS}), 16, 10)"
        here = (
            self._shown(self._texts_here(), as_sent)
            .groupBy(self._bucket_here().alias("bucket"))
            .agg(F.expr(f"sum(cast({hashed} as decimal(20,0)))").alias("here"), F.count("*").alias("rows_here"))
        )
        row = self._row_there(places, as_sent)
        found = self._source.frames(
            self.ranges.table, [self._bucket_there(), self._source.text(self._source.sum_of_md5(row, _SUMMED_DIGITS)),
                                self._source.text("count(*)")], conditions, f"group by {self._bucket_there()}"
        )  # fmt: skip
        there = (
            self._source.together(found)
            .groupBy(F.col("c0").alias("bucket"))
            .agg(
                F.expr("sum(cast(c1 as decimal(38,0)))").alias("there"),
                F.expr("sum(cast(c2 as bigint))").alias("rows_there"),
            )
        )
        return here.join(there, "bucket", "full_outer")

    def _bucket_here(self) -> Column:
        return F.expr(f"left(md5({self._row_here(self._key)}), {_DIGITS})")

    def _bucket_there(self) -> str:
        return f"left(md5({self._row_there(self._key)}), {_DIGITS})"

    def _row_here(self, places: Iterable[int], as_sent: Container[int] = ()) -> str:
        """SQL of Spark: some values as one text, from which each of them can be told."""
        return f"concat({', '.join(here for _, here in self._parts(places, as_sent))})"

    def _row_there(self, places: Iterable[int], as_sent: Container[int] = ()) -> str:
        """SQL of the source: the same text of the same values."""
        return f"concat({', '.join(there for there, _ in self._parts(places, as_sent))})"

    def _parts(self, places: Iterable[int], as_sent: Container[int]) -> Iterator[tuple[str, str]]:
        """Of each value its part of that text: SQL of the source, and of Spark."""
        for n in places:
            column = self.columns[n]
            alike = self._texts.as_sent(column) if n in as_sent else self._texts.alike(column)
            if alike:
                here = alike[1].replace("shown", f"v{n}")
                yield _part(alike[0], column.is_free_text), _part(here, column.is_free_text)


def _part(text: str, is_free: bool) -> str:
    """SQL of both sides: a value in a text of several. A comma ends it; before a text with commas stands its length."""
    if is_free:
        return f"coalesce(char_length({text}), -1), ':', coalesce({text}, ''), ','"
    return f"coalesce({text}, '~'), ','"


def key_of(values: list[Column]) -> Column:
    """The key that differences name: JSON of its values."""
    return F.to_json(F.array(*values), {"ignoreNullFields": "false"})


def is_of(table: Table) -> Column:
    """Whether a row of a relation is of a table."""
    given = {"feed": table.feed, "source_database": table.database, "source_schema": table.schema,
             "source_table": table.name}  # fmt: skip
    return reduce(lambda one, other: one & other, (F.col(name) == value for name, value in given.items()))
