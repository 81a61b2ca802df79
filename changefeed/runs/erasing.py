"""Erases rows by their keys from messages, the log, tables, quarantine and old files. Nothing brings them back.

The rows are known by hashes of their keys (macros/decoding/hashed_row_key.sql), which the table `erasures` has. Each
step finds by them what is left to do, so a command that was killed is completed by giving it again (ADR 0047).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import Row, SparkSession
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.project import macros, profile
from changefeed.project.seeds import declared_feed
from changefeed.runs import claims, last_run
from changefeed.spark import connect, storage
from changefeed.spark.relations import table_name
from changefeed.typed import masks, model_files
from changefeed.typed.source_columns import Table
from changefeed.words import counted, first_lines, first_of, nearest, shown

_SHOWN = 20
_TABLE = ("feed", "source_database", "source_schema", "source_table")
_PLACE = ("topic", "topic_incarnation", "partition", "offset")
_CHANGE = ("feed", *_PLACE, "message_index", "step", "decode_batch_id")
_PLACES, _ERASURE = ", ".join(_PLACE), ("reference", *_TABLE, "hashed_key", "key_check", "row_key")
_KEYS_OF_CHANGE = ("row_key", "previous_row_key")
_LOGS = ("erased_messages", "decoded")  # their changes stay without values
EMPTIED = ("messages", *_LOGS)
_REMOVED = {
    "folded_rows": "row_key",
    "versions": "row_key",
    "concurrent_changes": "object",
    "refold_requests": "row_key",
}
# Of these tables no statistics have a value of a row.
_WITHOUT_VALUES_IN_LOG = ("messages", "decoded", "folded_rows", "versions")
_OF_HISTORY = (("_valid_to", "_version_id"), ("dbt_valid_to", "dbt_scd_id"))  # columns of a kept history
_VIEWS = tuple(f"changefeed_erasing_{name}" for name in ("new", "keys", "texts", "names", "places", "lines"))
_NEW, _ASKED, _TEXTS, _NAMES, _GONE, _LINES = _VIEWS
_LINE = ("file", "line_number", "batch_id")  # of rejected_lines

# What a message says, as text, and whether `said` has all values of a key as words.
_SAID = (
    "concat_ws(' ', cast(value as string), cast(key as string), "
    "array_join(transform(headers, header -> cast(header.value as string)), ' '))"
)
_MENTIONS = (
    "forall(texts, text -> said rlike "
    r"concat(r'(?<![\p{L}\p{N}])\Q', replace(text, r'\E', r'\E\\E\Q'), r'\E(?![\p{L}\p{N}])'))"
)

Key = tuple[str, list[str]]  # row_key, and the values as they were given
Place = tuple[str, str, int, int]


@dataclass(frozen=True)
class Asked:
    """What a user asks to erase: rows of one table, by key or by values of key columns."""

    feed: str
    table: str
    reference: str
    keys: tuple[tuple[str, ...], ...] = ()  # the values of each key, in the order of the key columns
    where: tuple[tuple[str, str], ...] = ()  # column and value; all have to fit
    of_no_table: bool = False  # whether what is of no known table, and mentions a key, goes as well


@dataclass
class Plan:
    """What is to be erased. `erasures` are rows for the table `erasures`, with the key and without times."""

    asked: Asked
    tables: list[Table]  # the table, and what it was called before
    keys: int
    erasures: list[tuple[str, ...]]
    counts: dict[str, int] = field(default_factory=dict)  # relation → rows
    beside: int = 0  # changes of other rows in the messages that go
    quarantined: list[Row] = field(default_factory=list)  # places of messages, with reason and row_keys
    lines: list[Row] = field(default_factory=list)  # of rejected_lines
    mentions: list[str] = field(default_factory=list)  # columns elsewhere with a value of the keys: not touched
    notes: list[str] = field(default_factory=list)

    def places(self) -> list[Place]:
        """The messages in quarantine that go."""
        return [(row["topic"], row["topic_incarnation"], row["partition"], row["offset"]) for row in self.quarantined]


@dataclass(frozen=True)
class _Keyed:
    """A relation whose rows go with their keys: `rows` is it, or a query in brackets with the columns of its table."""

    name: str
    relation: str
    rows: str
    key: str
    columns: tuple[tuple[str, str], ...]  # what tells a row: the column there, and the same in `rows`


# -- what is to be erased


def plan(spark: SparkSession, project_dir: Path, asked: Asked) -> Plan:
    """Find what an erasure is about, and change nothing.

    Raises ChangefeedError for a table that is not known, has no key or has had several, for keys that nothing has, and
    for a row that has had another key, which is not erased with it; where nobody can say whose rows a kept table has;
    and where the same reference was lifted.
    """
    dialect = declared_feed(project_dir, asked.feed)["dialect"]
    if dialect in macros.own().sending_pairs(macros.own().dialects()):
        raise ChangefeedError(
            f"--feed: {asked.feed} is of dialect {dialect}, which sends the row before an update as a message of its "
            "own. Those messages are known by no key in the log, so to erase their rows is not supported."
        )
    for name in ("decoded", "folded_rows", "versions", "quarantine"):
        if not spark.catalog.tableExists(table_name(name)):
            raise ChangefeedError(f"There is no table {name} yet: run `changefeed run` first.")
    _refuse_no_key(spark)
    _refuse_another_key(spark, _erased_rows())
    table, columns = _table(spark, asked)
    tables = _with_other_names(spark, table)
    _refuse_several(spark, tables)
    keys = _keys(spark, tables, columns, asked)
    found = Plan(asked, tables, len(keys), _erasures(spark, tables, keys, asked.reference))
    mentioning = _quarantined(spark, tables, keys)
    found.quarantined = [row for row in mentioning if row["is_of_table"] or asked.of_no_table]
    if staying := len(mentioning) - len(found.quarantined):
        found.notes.append(
            f"{counted(staying, 'message')} in quarantine, of no known table, may be of it, and stay: look at the "
            "relation quarantine. --quarantined empties those that mention the key"
        )
    if unnamed := _of_table_in_quarantine(spark, tables) - sum(row["is_of_table"] for row in mentioning):
        found.notes.append(
            f"{counted(unnamed, 'message')} in quarantine, of this table and without the key as it is given, may be of "
            "it, and stay: look at the relation quarantine"
        )
    rejected = _rejected(spark, keys)
    found.lines = rejected if asked.of_no_table else []
    if rejected and not found.lines:
        found.notes.append(
            f"{counted(len(rejected), 'rejected line')} with the key may be of it, and stay: look at the relation "
            "rejected_lines. --quarantined removes such lines"
        )
    _leave_out_unknown(spark, found, keys)
    _refuse_lifted(spark, _NEW)
    _refuse_linked(spark)
    _refuse_unknown_tables(spark, project_dir)
    _refuse_held(spark, project_dir)
    _count(spark, project_dir, found)
    _note_without_key(spark, found, keys)
    found.mentions = _mentions(spark, tables, keys)
    return found


def refuse_elsewhere() -> None:
    """Raise ChangefeedError where rows can't be erased from all files. It needs no Spark."""
    connect.refuse("changefeed erase")


def _refuse_no_key(spark: SparkSession) -> None:
    own = macros.own()
    try:
        spark.sql(f"select {own.hashed_check()} from ({own.mask_key()})").collect()
    except PySparkException as error:
        said = re.sub(r"^\[\S+\] | SQLSTATE: \w+$", "", first_lines(error, 1))
        raise ChangefeedError(said if "CHANGEFEED_MASK_KEY" in said else f"CHANGEFEED_MASK_KEY_FILE: {said}") from error


def _view(spark: SparkSession, name: str, rows: Iterable[Sequence[Any]], columns: str) -> None:
    spark.createDataFrame([tuple(row) for row in rows], columns).createOrReplaceTempView(name)


def _strings(*names: str) -> str:
    return ", ".join(f"{name} string" for name in names)


def _table(spark: SparkSession, asked: Asked) -> tuple[Table, list[str]]:
    """The table that is meant, and its key columns."""
    operations = "', '".join(macros.own().row_operations())
    rows = spark.sql(
        f"""
        select {", ".join(_TABLE)}, collect_set(key_columns) as keys
        from (
            select {", ".join(_TABLE)}, key_columns from {table_name("folded_rows")} where feed = :feed
            union all
            select {", ".join(_TABLE)}, key_columns from {table_name("decoded")}
            where feed = :feed and (operation in ('{operations}') or operation = 'erased' and size(key_columns) > 0)
        )
        group by all
        """,
        args={"feed": asked.feed},
    ).collect()
    named = {Table.of(row): row["keys"] for row in rows}
    fitting = [table for table in named if table.is_called(asked.table)]
    if not fitting:
        names = sorted(shown(table.full_name()) for table in named)
        near = nearest(asked.table, names)
        others = f"Did you mean {near}?" if near else f"Its tables: {first_of(names) or 'none'}."
        raise ChangefeedError(f"--table: {asked.feed} has no rows of a table {shown(asked.table)}. {others}")
    if len(fitting) > 1:
        each = first_of(sorted(shown(table.full_name()) for table in fitting))
        raise ChangefeedError(f"--table: several tables are called {shown(asked.table)}: name one of {each}")
    table, keys = fitting[0], named[fitting[0]]
    if any(not key for key in keys):
        raise ChangefeedError(
            f"{table.in_words()} has no key, so none of its rows can be named. `changefeed maintain --keep-messages` "
            "bounds how long its messages are kept."
        )
    if len(keys) > 1:
        each = " and ".join(sorted(f"({', '.join(map(shown, key))})" for key in keys))
        raise ChangefeedError(
            f"{table.in_words()} has had several keys, {each}, and its messages name a row by one or the other, which "
            "is not supported: mask the columns, and decode the feed again (docs/how-to/personal-data.md)."
        )
    return table, list(keys[0])


def _with_other_names(spark: SparkSession, table: Table) -> list[Table]:
    """The table, and all that renames connect with it, as those that an online change of its schema makes."""
    renames: list[tuple[Table, Table]] = []
    if spark.catalog.tableExists(table_name("table_renames")):
        for row in spark.table(table_name("table_renames")).where(F.col("feed") == table.feed).collect():
            for each in row["renames"]:
                if each["action"] == "rename_table":
                    new = Table(table.feed, each["new_database"], each["new_schema"], each["new_table"])
                    renames.append((Table.of({"feed": table.feed, **each.asDict()}), new))
    found = [table]
    for known in found:  # grows while it is read
        found += [new for pair in renames for old, new in (pair, pair[::-1]) if old == known and new not in found]
    return list(dict.fromkeys(found))


def _refuse_several(spark: SparkSession, tables: list[Table]) -> None:
    """Refuse names that renames connect, and that are several tables now, but for the copies of an online change."""
    _view_of_names(spark, tables)
    rows = spark.sql(
        f"""
        select min(concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), source_table)) as name
        from {table_name("current_rows")} left semi join {_NAMES} using ({", ".join(_TABLE)})
        where not is_deleted
        group by source_database, source_schema, {macros.own().name_behind_copy()} order by name
        """
    ).collect()
    if len(rows) > 1:
        raise ChangefeedError(
            f"--table: renames connect several tables that have rows now, {first_of([shown(row[0]) for row in rows])}, "
            "and a message names a row by a name of that time. To erase rows of these is not supported."
        )


def _keys(spark: SparkSession, tables: list[Table], columns: list[str], asked: Asked) -> list[Key]:
    """The keys that are meant. A column that is masked is given as it is at the source."""
    of_key = ", ".join(map(shown, columns))
    if wrong := next((key for key in asked.keys if len(key) != len(columns)), None):
        raise ChangefeedError(
            f"--key: {counted(len(wrong), 'value')} given, and the key of {tables[0].in_words()} is ({of_key}): write "
            "a JSON array of its texts, in this order"
        )
    if any(not any(text.strip() for text in key) for key in asked.keys):
        raise ChangefeedError("--key: an empty text is no key")
    if unknown := next((name for name, _ in asked.where if name not in columns), None):
        raise ChangefeedError(
            f"--where: {shown(unknown)} is no column of the key ({of_key}), and rows are erased by their keys: find "
            "these by `changefeed sql`, and give them by --key or --file"
        )
    declared = masks.declared(spark)
    is_masked = [masks.is_masked(declared, tables[0], name) for name in columns]
    if name := next((name for name, _ in asked.where if is_masked[columns.index(name)]), None):
        raise ChangefeedError(f"--where: {shown(name)} is masked: give whole keys, by --key or --file")
    own, values = macros.own(), []
    for place, masked in enumerate(is_masked):
        text = f"texts[{place}]"
        values.append(own.masked_text(text, {"action": "hash"}) if masked else text)
    _view(spark, _ASKED, [(list(key),) for key in asked.keys], "texts array<string>")
    beside = f"cross join ({own.mask_key()})" if any(is_masked) else ""
    rows = spark.sql(f"select to_json(array({', '.join(values)})) as row_key, texts from {_ASKED} {beside}").collect()
    rows += _rows_where(spark, tables, columns, asked) if asked.where else []
    return list({row["row_key"]: (row["row_key"], list(row["texts"])) for row in rows}.values())


def _rows_where(spark: SparkSession, tables: list[Table], columns: list[str], asked: Asked) -> list[Row]:
    _view_of_names(spark, tables)
    each = " union ".join(
        f"select {', '.join(_TABLE)}, row_key from {table_name(name)}"
        for name in ("folded_rows", "decoded", "versions")
    )
    fits = " and ".join(f"texts[{columns.index(name)}] = :text_{place}" for place, (name, _) in enumerate(asked.where))
    rows = spark.sql(
        f"""
        select distinct row_key, texts
        from (
            select row_key, from_json(row_key, 'array<string>') as texts
            from ({each}) left semi join {_NAMES} using ({", ".join(_TABLE)})
        )
        where {fits}
        """,
        args={f"text_{place}": text for place, (_, text) in enumerate(asked.where)},
    ).collect()
    if not rows:
        of_reference = spark.table(table_name("erasures")).where(F.col("reference") == asked.reference)
        is_open = not of_reference.where("done_at is null").isEmpty()
        raise ChangefeedError(
            f"--where: no row of {tables[0].in_words()} has these values in its key"
            + (". To complete an erasure that was stopped, give its rows of erasures to --repeat" if is_open else "")
        )
    return rows


def _view_of_names(spark: SparkSession, tables: list[Table]) -> None:
    _view(spark, _NAMES, [(t.feed, t.database, t.schema, t.name) for t in tables], _strings(*_TABLE))


def _erasures(spark: SparkSession, tables: list[Table], keys: list[Key], reference: str) -> list[tuple[str, ...]]:
    own = macros.own()
    named = [(reference, t.feed, t.database, t.schema, t.name, key) for t in tables for key, _ in keys]
    _view(spark, _ASKED, named, _strings("reference", *_TABLE, "row_key"))
    rows = spark.sql(
        f"""
        select reference, {", ".join(_TABLE)}, {own.hashed_row_key("row_key")}, {own.hashed_check()}, row_key
        from {_ASKED} cross join ({own.mask_key()})
        """
    ).collect()
    return [tuple(row) for row in rows]


def _quarantined(spark: SparkSession, tables: list[Table], keys: list[Key]) -> list[Row]:
    """Open messages in quarantine, of this table or of none that is known, that have all values of a key as words.

    Nothing says whose they are: a message that mentions the key is taken to be of the row.
    """
    _view(spark, _ASKED, keys, "row_key string, texts array<string>")
    own, is_of_table = macros.own(), _is_of(tables)
    return spark.sql(
        f"""
        select
            {_PLACES}, any_value(reason) as reason, any_value(is_of_table) as is_of_table,
            collect_set(row_key) as row_keys
        from (
            select {_PLACES}, reason, is_of_table, {_SAID} as said
            from {table_name("messages")}
            inner join (
                select {_PLACES}, reason, coalesce({is_of_table}, false) as is_of_table
                from {table_name("quarantine")}
                where
                    resolved_at is null
                    and feed = {own.sql_string(tables[0].feed)}
                    and (coalesce(source_table, '') = '' or {is_of_table})
            ) using ({_PLACES})
        )
        inner join {_ASKED} on {_MENTIONS}
        group by {_PLACES} order by {_PLACES}
        """
    ).collect()


def _is_of(tables: list[Table]) -> str:
    """SQL: whether a message in quarantine is of a table, as far as it names its own."""
    own = macros.own()
    return " or ".join(
        " and ".join(
            f"coalesce({part}, '') in ('', {own.sql_string(text)})"
            for part, text in (("source_database", table.database), ("source_schema", table.schema))
        )
        + f" and source_table = {own.sql_string(table.name)}"
        for table in tables
    )


def _of_table_in_quarantine(spark: SparkSession, tables: list[Table]) -> int:
    of_feed = spark.table(table_name("quarantine")).where("resolved_at is null").where(F.col("feed") == tables[0].feed)
    return of_feed.where(_is_of(tables)).select(*_PLACE).distinct().count()


def _rejected(spark: SparkSession, keys: list[Key]) -> list[Row]:
    """Lines of files that were no record, and have all values of a key as words."""
    _view(spark, _ASKED, keys, "row_key string, texts array<string>")
    columns = ", ".join(_LINE)
    lines = f"(select {columns}, cast(line as string) as said from {table_name('rejected_lines')})"
    return spark.sql(
        f"select distinct {columns} from {lines} inner join {_ASKED} on {_MENTIONS} order by {columns}"
    ).collect()


def _leave_out_unknown(spark: SparkSession, found: Plan, keys: list[Key]) -> None:
    """Leave out keys that nothing has. One whose erasure has begun is known, because its rows may be gone already."""
    _view(spark, _NEW, found.erasures, _strings(*_ERASURE))
    relations = (("decoded", _KEYS_OF_CHANGE), ("folded_rows", ("row_key",)), ("versions", ("row_key",)))
    each = " union all ".join(
        f"select {', '.join(_TABLE)}, {key} as row_key from {table_name(name)}" for name, of in relations for key in of
    )
    rows = spark.sql(
        f"""
        select row_key from {_NEW} left semi join ({each}) using ({", ".join(_TABLE)}, row_key)
        union
        select row_key from {_NEW} left semi join {table_name("erasures")} using (reference, hashed_key)
        """
    ).collect()
    known = {row["row_key"] for row in rows} | {key for row in found.quarantined for key in row["row_keys"]}
    unknown = [shown(key) for key, _ in keys if key not in known]
    if unknown and (waiting := _waiting(spark)):
        raise ChangefeedError(
            f"--key: {counted(waiting, 'message')} landed that no run has read, and nothing that was read has "
            f"{first_of(unknown)}: give `changefeed run` first"
        )
    if len(unknown) == len(keys):
        raise ChangefeedError(
            f"--key: no message, change or row of {found.tables[0].in_words()} has {first_of(unknown) or 'any key'}. A "
            "key is the text that row_key in current_rows has."
        )
    if unknown:
        found.notes.append(f"left out, because nothing has them: {first_of(unknown)}")
        found.erasures = [row for row in found.erasures if row[-1] in known]
        found.keys -= len(unknown)
        _view(spark, _NEW, found.erasures, _strings(*_ERASURE))


def _refuse_linked(spark: SparkSession) -> None:
    joins = " ".join(
        f"left join {_NEW} as {name} on {' and '.join(f'changes.{part} = {name}.{part}' for part in _TABLE)} "
        f"and changes.{key} = {name}.row_key"
        for name, key in (("new", "row_key"), ("old", "previous_row_key"))
    )
    rows = spark.sql(
        f"""
        select distinct changes.previous_row_key, changes.row_key
        from {table_name("decoded")} as changes {joins}
        where changes.previous_row_key is not null and (new.row_key is null) <> (old.row_key is null)
        order by all limit {_SHOWN}
        """
    ).collect()
    if rows:
        each = first_of([f"{shown(row['previous_row_key'])} became {shown(row['row_key'])}" for row in rows])
        raise ChangefeedError(
            f"--key: this row has had another key, under which its values would stay: {each}. Erase all of its keys at "
            "once, with --key for each."
        )


def _count(spark: SparkSession, project_dir: Path, found: Plan) -> None:
    own, decoded = macros.own(), table_name("decoded")
    changes = own.rows_of_erasures(decoded, _NEW, list(_KEYS_OF_CHANGE), list(_CHANGE))
    row = spark.sql(
        f"select count(distinct {_PLACES}) as messages, count(distinct {', '.join(_CHANGE)}) as changes "
        f"from ({changes})"
    ).head(1)[0]
    there = spark.sql(
        f"select count(*) from {decoded} left semi join ({changes}) using ({_PLACES}) where reason is null"
    ).head(1)[0][0]
    found.counts = {"messages": row["messages"] + len(found.quarantined), "decoded": row["changes"]}
    found.beside = there - row["changes"]
    for each in _keyed(spark, project_dir):
        query = own.rows_of_erasures(each.rows, _NEW, [each.key], [each.key])
        found.counts[each.name] = spark.sql(f"select count(*) from ({query})").head(1)[0][0]
    found.counts["quarantine"] = len(found.quarantined)
    found.counts["rejected_lines"] = len(found.lines)
    if waiting := _waiting(spark):
        found.notes.append(
            f"{counted(waiting, 'message')} landed that no run has read: what is of these rows is emptied as it is "
            "read, and `changefeed maintain` then empties its messages"
        )


def _waiting(spark: SparkSession) -> int:
    """How many messages landed that no run has read."""
    query = (
        f"select count(*) from {table_name('messages')} where batch_id > "
        f"(select coalesce(max(last_batch_id), 0) from {table_name('read_batches')})"
    )
    return int(spark.sql(query).head(1)[0][0])


def _note_without_key(spark: SparkSession, found: Plan, keys: list[Key]) -> None:
    """Say how many messages mention a key and are read as no row of a known key: nothing says whose they are.

    They are of rows that the project leaves out, statements, and records without a value.
    """
    _view(spark, _ASKED, keys, "row_key string, texts array<string>")
    own = macros.own()
    count = spark.sql(
        f"""
        select count(distinct {_PLACES})
        from (
            select {_PLACES}, {_SAID} as said
            from {table_name("messages")}
            left semi join (
                select {_PLACES}
                from {table_name("decoded")}
                where
                    feed = {own.sql_string(found.asked.feed)}
                    and operation not in ('{"', '".join([*own.row_operations(), "erased"])}')
            ) using ({_PLACES})
        )
        inner join {_ASKED} on {_MENTIONS}
        """
    ).head(1)[0][0]
    if count:
        found.notes.append(
            f"{counted(count, 'message')} that are no row of a known key (left out, statements, tombstones of Kafka) "
            "mention the key, and stay: `changefeed maintain --keep-messages` bounds how long"
        )


def _refuse_unknown_tables(spark: SparkSession, project_dir: Path) -> None:
    known = {relation for relation, _ in _kept_tables_with_sources(spark, project_dir)}
    if unknown := [relation.replace("`", "") for relation in kept_tables(spark) if relation not in known]:
        raise ChangefeedError(
            f"{first_of(unknown)}: kept tables of which no yml of the project names the source table, so they may have "
            "these rows. Drop such a table, or bring its model back."
        )


def _refuse_held(spark: SparkSession, project_dir: Path) -> None:
    if held := _held(spark, project_dir):
        raise ChangefeedError(_is_held(held))


def _is_held(held: list[str]) -> str:
    return (
        f"{first_of(held)}: a tag or a branch keeps an earlier version of a table, in which the rows would stay. Drop "
        "it (alter table … drop tag …, drop branch …), and give the command again."
    )


def _held(spark: SparkSession, project_dir: Path) -> list[str]:
    """Tags and branches of the tables whose old files have what is erased."""
    return [
        f"{table.replace('`', '')}: {shown(name)}"
        for table in _tables(spark, project_dir)
        for name in storage.held_by(spark, table)
    ]


def _keyed(spark: SparkSession, project_dir: Path) -> list[_Keyed]:
    """The relations from which rows go: changefeed's own, and the kept typed tables."""
    found = []
    for name, key in _REMOVED.items():
        if spark.catalog.tableExists(table_name(name)):
            columns = tuple((each, each) for each in (*_TABLE, key))
            found.append(_Keyed(name, table_name(name), table_name(name), key, columns))
    for relation, table in _kept_tables_with_sources(spark, project_dir):
        found.append(_of_kept(relation, spark.table(relation).columns, table))
    return found


def _kept_tables_with_sources(spark: SparkSession, project_dir: Path) -> Iterator[tuple[str, Table]]:
    tables = model_files.tables_of_models(profile.folders_of(project_dir, "model"))
    for relation, model in kept_tables(spark).items():
        if model in tables:
            yield relation, tables[model]


def kept_past(spark: SparkSession, project_dir: Path) -> Iterator[tuple[str, tuple[tuple[str, str], ...], str, bool]]:
    """Kept tables that have deleted rows, and kept histories.

    Each with what tells its rows, a query of those rows (with the columns of an identity, and `valid_to` of a history),
    and whether it is a history.
    """
    for relation, table in _kept_tables_with_sources(spark, project_dir):
        stands = spark.table(relation).columns
        names = next((each for each in _OF_HISTORY if {*each} <= set(stands)), None)
        if names:
            more = (f"{names[0]} as valid_to", f"{names[1]} as version_id")
            each = _of_kept(relation, stands, table, "_row_key as row_key", *more)
            yield relation, (*each.columns, (names[1], "version_id")), each.rows, True
        elif "_is_deleted" in stands:
            each = _of_kept(relation, stands, table, "_row_key as row_key", "_is_deleted")
            yield relation, each.columns, f"(select * from {each.rows} where _is_deleted)", False


def kept_tables(spark: SparkSession) -> dict[str, str]:
    """The kept typed tables that are there, with their models."""
    rows = spark.table(table_name("typed_tables")).select("relation", "model").orderBy("relation").collect()
    return {row["relation"]: row["model"] for row in rows if spark.catalog.tableExists(row["relation"])}


def _of_kept(relation: str, stands: list[str], table: Table, *more: str) -> _Keyed:
    """A kept table. The columns that tell shards apart say whose each row is; else it is of the one source table."""
    shards = [f"_{part}" for part in _TABLE[1:] if table.shards and f"_{part}" in stands]
    named = {
        part: f"_{part}" if f"_{part}" in shards else macros.own().sql_string(text)
        for part, text in zip(_TABLE, (table.feed, table.database, table.schema, table.name), strict=True)
    }
    columns = [*(f"{sql} as {part}" for part, sql in named.items()), "_row_key", *more]
    told_by = (*((each, each[1:]) for each in shards), ("_row_key", "_row_key"))
    rows = f"(select {', '.join(columns)} from {relation})"
    return _Keyed(relation.replace("`", ""), relation, rows, "_row_key", told_by)


def _mentions(spark: SparkSession, tables: list[Table], keys: list[Key]) -> list[str]:
    """Columns of other tables that have a value of the keys, with the number of rows."""
    texts = {text for key, given in keys for text in (*json.loads(key), *given) if text}
    _view(spark, _TEXTS, [(text,) for text in sorted(texts)], _strings("text"))
    _view_of_names(spark, tables)
    rows = spark.sql(
        f"""
        select {", ".join(_TABLE)}, name, count(*) as n
        from (
            select {", ".join(_TABLE)}, explode(row) as (name, text)
            from {table_name("folded_rows")} left anti join {_NAMES} using ({", ".join(_TABLE)})
        )
        left semi join {_TEXTS} using (text)
        group by {", ".join(_TABLE)}, name
        order by n desc, {", ".join(_TABLE)}, name limit {_SHOWN}
        """
    ).collect()
    return [f"{Table.of(row).in_words()}, column {shown(row['name'])}: {counted(row['n'], 'row')}" for row in rows]


# -- erasing


def erase(
    spark: SparkSession,
    project_dir: Path,
    found: Plan,
    unused_hours: float = 0,
    is_shared: bool = False,
    progress: Callable[[str], None] = lambda line: None,
) -> bool:
    """Erase what a plan found. Returns whether no old file has it any more.

    Files that left a table less than `unused_hours` ago stay, and `changefeed maintain` deletes them later.
    Raises ChangefeedError (exit code 2) where a run holds the warehouse.
    """
    with claims.held(spark, is_shared):
        progress("noting the erasure")
        counts = json.dumps({name: count for name, count in found.counts.items() if count})
        lines = [(*line[:-1], counts) for line in found.erasures]
        return _carry_out(spark, project_dir, lines, found.places(), unused_hours, progress, found.lines)


def erase_again(
    spark: SparkSession,
    project_dir: Path,
    lines: Iterable[dict[str, Any]],
    unused_hours: float = 0,
    is_shared: bool = False,
    progress: Callable[[str], None] = lambda line: None,
) -> bool:
    """Erase what lines of the table `erasures` say, which were kept while a backup was restored.

    Returns whether no old file has it. Messages in quarantine and rejected lines are not found by a hash: they stay.
    Lines that are lifted are left out.
    Raises ChangefeedError for a line that is none, and where the key of the hashes is another.
    """
    _refuse_no_key(spark)
    names = (*_ERASURE[:-1], "lifted_at", "counts")
    given = list(lines)
    for line in given:
        if missing := [name for name in names if name not in line]:
            raise ChangefeedError(f"--repeat: a line has no {missing[0]}: give the rows of erasures as JSON")
    noted = [
        (*(str(line[name]) for name in _ERASURE[:-1]), json.dumps(line["counts"]))
        for line in given
        if line["lifted_at"] is None
    ]
    with claims.held(spark, is_shared):
        _refuse_unknown_tables(spark, project_dir)
        _refuse_held(spark, project_dir)
        progress("noting the erasures")
        return _carry_out(spark, project_dir, noted, (), unused_hours, progress)


def _carry_out(
    spark: SparkSession,
    project_dir: Path,
    lines: list[tuple[str, ...]],
    places: Iterable[Place],
    unused_hours: float,
    progress: Callable[[str], None],
    rejected: Iterable[Row] = (),
) -> bool:
    """Note lines of `erasures`, with their counts as JSON, and erase."""
    _note(spark, lines)
    references = ", ".join(macros.own().sql_string(each) for each in sorted({line[0] for line in lines}) or [""])
    last_run.forget()
    empty_messages(spark, places, lines[0][0] if lines else "", progress)
    _remove_rows(spark, project_dir, references, progress)
    progress("removing lines from rejected_lines")
    _view(spark, _LINES, rejected, "file string, line_number bigint, batch_id bigint")
    spark.sql(
        f"merge into {table_name('rejected_lines')} as stored using {_LINES} as gone on {_same('stored', _LINE)} "
        "when matched then delete"
    )
    for table in _tables(spark, project_dir):
        progress(f"writing files of {table.replace('`', '')} without the rows")
        storage.purge(spark, table)
    progress("noting that the rows are gone")
    spark.sql(
        f"update {table_name('erasures')} set rows_gone_at = current_timestamp() "
        f"where rows_gone_at is null and reference in ({references})"
    )
    delete_old_files(spark, project_dir, unused_hours, progress)
    for name in _VIEWS:
        spark.catalog.dropTempView(name)
    query = f"select 1 from {table_name('erasures')} where reference in ({references}) and done_at is null limit 1"
    return spark.sql(query).isEmpty()


def delete_old_files(
    spark: SparkSession, project_dir: Path, unused_hours: float, progress: Callable[[str], None] = lambda line: None
) -> None:
    """Delete the old files of rows that are gone, and note the erasures that this ends.

    Files that left a table less than `unused_hours` ago stay, and with them the erasure stays open.
    """
    before = f"timestamp '{datetime.now(timezone.utc) - timedelta(hours=unused_hours):%Y-%m-%d %H:%M:%S.%f}'"
    erasures = table_name("erasures")
    if spark.sql(f"select 1 from {erasures} where rows_gone_at is not null and done_at is null limit 1").isEmpty():
        return
    is_old = f"done_at is null and rows_gone_at <= {before}"
    is_due = not spark.sql(f"select 1 from {erasures} where {is_old} limit 1").isEmpty()
    for table in _tables(spark, project_dir):
        progress(f"deleting old files of {table.replace('`', '')}")
        storage.remove_unused_files(spark, table, unused_hours)
        if is_due and table not in map(table_name, _WITHOUT_VALUES_IN_LOG):
            storage.forget_statistics(spark, table)
    if is_due and (held := _held(spark, project_dir)):
        progress(f"the erasures stay open: {_is_held(held)}")
    elif is_due:
        spark.sql(f"update {erasures} set done_at = current_timestamp() where {is_old}")


def _note(spark: SparkSession, lines: list[tuple[str, ...]]) -> None:
    _view(spark, _NEW, lines, _strings(*_ERASURE[:-1], "said"))
    _refuse_another_key(spark, _NEW)
    _refuse_lifted(spark, _NEW)
    spark.sql(
        macros.own().append_rows(
            table_name("erasures"),
            f"""
            select * except (said), from_json(said, 'map<string,bigint>') as counts,
                current_timestamp() as begun_at, cast(null as timestamp) as rows_gone_at,
                cast(null as timestamp) as done_at, cast(null as timestamp) as lifted_at
            from {_NEW} left anti join {table_name("erasures")} using (reference, hashed_key)
            """,
        )
    )

    references = ", ".join(macros.own().sql_string(each) for each in sorted({line[0] for line in lines}) or [""])
    spark.sql(
        f"update {table_name('erasures')} set rows_gone_at = null, done_at = null "
        f"where done_at is not null and lifted_at is null and reference in ({references})"
    )


def _refuse_lifted(spark: SparkSession, erasures: str) -> None:
    lifted = f"(select * from {table_name('erasures')} where lifted_at is not null)"
    rows = spark.sql(f"select reference from {erasures} left semi join {lifted} using (reference, hashed_key) limit 1")
    for row in rows.collect():
        raise ChangefeedError(
            f"--reference: {shown(row['reference'])} erased this row before, and was lifted: give another reference"
        )


def _refuse_another_key(spark: SparkSession, erasures: str) -> None:
    own = macros.own()
    query = f"select 1 from {erasures} cross join ({own.mask_key()}) where key_check <> {own.hashed_check()} limit 1"
    if not spark.sql(query).isEmpty():
        raise ChangefeedError(
            "The key that hashes values is another than when rows were erased: set the earlier one "
            "(CHANGEFEED_MASK_KEY, CHANGEFEED_MASK_KEY_FILE)."
        )


def empty_messages(
    spark: SparkSession,
    places: Iterable[Place] = (),
    reference: str = "",
    progress: Callable[[str], None] = lambda line: None,
) -> None:
    """Empty the messages and the changes of all rows that are erased, also those that came since the erasure.

    `places` are messages in quarantine that are emptied as well, for this reference.
    """
    erased = table_name("erased_messages")
    types = "topic string, topic_incarnation string, partition int, offset bigint, reference string"
    _view(spark, _GONE, [(*place, reference) for place in places], types)
    progress("keeping what other rows have in the messages")
    spark.sql(macros.own().append_rows(erased, _what_remains(spark, erased)))
    for name in _LOGS:
        progress(f"emptying changes in {name}")
        _empty_changes(spark, table_name(name))
    progress("emptying messages")
    spark.sql(
        f"merge into {table_name('messages')} as messages using (select distinct {_PLACES} from {erased}) as gone "
        f"on {_same('messages', _PLACE)} and (messages.key is not null or messages.value is not null or "
        "messages.headers is not null) when matched then update set key = null, value = null, headers = null"
    )


def _of_erased_rows(spark: SparkSession, log: str, columns: Sequence[str]) -> str:
    """A query: columns of the changes of erased rows, and the reference. Without erasures it needs no key of hashes."""
    if spark.sql(f"select 1 from {_erased_rows()} limit 1").isEmpty():
        return f"select {', '.join(columns)}, '' as reference from {log} where false"
    return str(macros.own().rows_of_erasures(log, _erased_rows(), list(_KEYS_OF_CHANGE), list(columns)))


def _what_remains(spark: SparkSession, erased: str) -> str:
    """A query: the changes of the messages to empty, which `erased` does not have yet; those of erased rows are empty.

    Of a message that was decoded several times, the last time counts.
    """
    decoded, empty = table_name("decoded"), macros.own().erased_columns()
    columns = [each["name"] for each in macros.own().columns() if "decoded" in each["in"]]
    goes = {name: f"is_erased or {_is_row()}" if name == "statement" else "is_erased" for name in empty}
    kept = ", ".join(
        f"if({goes[name]}, {empty[name]}, {name}) as {name}" if name in empty else name for name in columns
    )
    return f"""
        select reference, {kept}
        from (
            select found.*, found.reason is not null or gone.is_there is not null as is_erased
            from (
                select *, max(decode_batch_id) over (partition by {_PLACES}) as newest
                from {decoded}
                inner join (
                    select {_PLACES}, max(reference) as reference
                    from (
                        {_of_erased_rows(spark, decoded, _PLACE)}
                        union all
                        select {_PLACES}, '' from {decoded} where operation = 'erased'
                        union all
                        select {_PLACES}, reference from {_GONE}
                    )
                    group by {_PLACES}
                ) using ({_PLACES})
                left anti join {erased} using ({_PLACES})
            ) as found
            left join (
                select distinct {", ".join(_CHANGE)}, true as is_there
                from ({_of_erased_rows(spark, decoded, _CHANGE)})
            ) as gone on {_same("found", _CHANGE)}
            where found.decode_batch_id = found.newest
        )
    """


def _is_row() -> str:
    """SQL: whether a change is of a row. The statement beside it, of its message, can be of another row."""
    return "operation in ('" + "', '".join(macros.own().row_operations()) + "')"


def _remove_rows(spark: SparkSession, project_dir: Path, references: str, progress: Callable[[str], None]) -> None:
    """Remove the rows that are erased from all tables; of the tables of these references, all differences."""
    for each in _keyed(spark, project_dir):
        progress(f"removing rows from {each.name}")
        there = [name for _, name in each.columns]
        rows = macros.own().rows_of_erasures(each.rows, _erased_rows(), [each.key], there)
        same = " and ".join(f"stored.{here} = gone.{name}" for here, name in each.columns)
        spark.sql(
            f"merge into {each.relation} as stored using (select distinct {', '.join(there)} from ({rows})) as gone "
            f"on {same} when matched then delete"
        )
    progress("removing rows from differences")
    spark.sql(
        f"merge into {table_name('differences')} as stored "
        f"using (select distinct {', '.join(_TABLE)} from {table_name('erasures')} "
        f"where lifted_at is null and reference in ({references})) as gone "
        f"on {_same('stored', _TABLE)} when matched then delete"
    )


def _erased_rows() -> str:
    return f"(select * from {table_name('erasures')} where lifted_at is null)"


def _same(relation: str, columns: Iterable[str]) -> str:
    return " and ".join(f"{relation}.{name} = gone.{name}" for name in columns)


def _empty_changes(spark: SparkSession, log: str) -> None:
    """Empty the changes of erased rows in the log, or a table like it, and what it says of messages in quarantine."""
    own = macros.own()
    emptied = ", ".join(f"{name} = {sql}" for name, sql in own.erased_columns().items())
    changes = _of_erased_rows(spark, log, _CHANGE)
    spark.sql(
        f"merge into {log} as stored using (select distinct {', '.join(_CHANGE)} from ({changes})) as gone "
        f"on {_same('stored', _CHANGE)} when matched then update set {emptied}"
    )
    attempts = f"""
        select {", ".join(_CHANGE)}, decode_batch_id = newest as is_last
        from (
            select *, max(decode_batch_id) over (partition by {_PLACES}) as newest
            from {log}
            left semi join (select {_PLACES} from {table_name("erased_messages")}) using ({_PLACES})
        )
        where reason is not null
    """
    spark.sql(
        f"merge into {log} as stored using ({attempts}) as gone on {_same('stored', _CHANGE)} "
        f"when matched and gone.is_last then update set {emptied} "
        "when matched and stored.detail is not null then update set detail = null"
    )
    erased = f"(select distinct {_PLACES} from {table_name('erased_messages')})"
    spark.sql(
        f"merge into {log} as stored using {erased} as gone on {_same('stored', _PLACE)} "
        f"and stored.statement is not null and stored.{_is_row()} when matched then update set statement = null"
    )


def _tables(spark: SparkSession, project_dir: Path) -> list[str]:
    """The tables whose old files have what is erased."""
    own = [table_name(name) for name in (*EMPTIED, "differences", "rejected_lines")]
    return [*own, *(each.relation for each in _keyed(spark, project_dir))]


# -- afterwards


def came_again(spark: SparkSession) -> int:
    """How many messages of erased rows came after the erasure, whose contents are still in `messages`."""
    if not spark.catalog.tableExists(table_name("decoded")) or spark.table(table_name("erasures")).isEmpty():
        return 0
    query = f"""
        select count(*) from (
            select distinct {_PLACES} from {table_name("decoded")}
            left anti join {table_name("erased_messages")} using ({_PLACES})
            where operation = 'erased'
        )
    """
    return int(spark.sql(query).head(1)[0][0])


def lift(spark: SparkSession, reference: str, is_shared: bool = False) -> int:
    """Let new changes of the rows of a reference in again. What was erased stays so, and what came of it since is
    emptied before. Returns how many keys it was.

    Raises ChangefeedError for a reference that no erasure has, and (exit code 2) where a run holds the warehouse.
    """
    lines = known(spark, reference)
    with claims.held(spark, is_shared):
        if came_again(spark):
            empty_messages(spark)
        spark.sql(
            f"update {table_name('erasures')} set lifted_at = current_timestamp() "
            f"where lifted_at is null and reference = {macros.own().sql_string(reference)}"
        )
    return len({row["hashed_key"] for row in lines})


def known(spark: SparkSession, reference: str) -> list[Row]:
    """The lines of an erasure. Raises ChangefeedError for a reference that none has."""
    lines = spark.table(table_name("erasures"))
    found = lines.where(F.col("reference") == reference).collect()
    if not found:
        names = [row[0] for row in lines.select("reference").distinct().orderBy("reference").collect()]
        near = nearest(reference, names)
        raise ChangefeedError(
            f"the table erasures has no reference {shown(reference)}" + (f". Did you mean {near}?" if near else "")
        )
    return found


def left(spark: SparkSession, project_dir: Path, reference: str) -> Iterator[tuple[str, int]]:
    """Each relation, and how many of its rows are of the rows of a reference: 0 where they are erased."""
    own = macros.own()
    erasures = f"(select * from {table_name('erasures')} where reference = {own.sql_string(reference)})"
    _refuse_no_key(spark)
    _refuse_another_key(spark, erasures)
    logs = [_Keyed(name, table_name(name), table_name(name), "", ()) for name in _LOGS]
    for each in (*logs, *_keyed(spark, project_dir)):
        keys = [each.key] if each.key else list(_KEYS_OF_CHANGE)
        rows = own.rows_of_erasures(each.rows, erasures, keys, keys)
        yield each.name, int(spark.sql(f"select count(*) from ({rows})").head(1)[0][0])
