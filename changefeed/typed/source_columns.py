"""Finds the columns of each source table, their types, and where each type is known from.

The queries come from macros; each runs once for all tables. The dialects' lists of types give the Spark types.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import Row, SparkSession

from changefeed.errors import ChangefeedError
from changefeed.project import macros, seeds
from changefeed.spark.relations import table_name
from changefeed.typed import masks
from changefeed.words import shown

# Asks a macro: its name and its arguments; the answer is what the macro prints as JSON.
Ask = Callable[..., Any]

MESSAGES, STATEMENTS, VALUES, NOTHING = "messages", "statements", "values", "nothing"
_EARLIER = "earlier messages"  # where a type is from that newer messages say otherwise
DECLARED = "changefeed_table_columns.csv"
_SAMPLED_ROWS = 200_000  # rows whose values are looked at, of all tables together that need it
_MOST_FORMS = 1000  # lists of names that the rows of a table have; more are those of documents
_ROOM = 4  # decimal places that a decimal has beside those that were seen
_PLAIN = ("text", "string")  # what dialects call a value that stays the text that was sent


@dataclass(frozen=True, order=True)
class Table:
    """A source table, by the names that `changes` shows.

    With `shards` (apart or one_key) the names are patterns of several: * stands for any text, ? for one character.
    """

    feed: str
    database: str
    schema: str
    name: str
    shards: str = field(default="", repr=False)

    @classmethod
    def of(cls, row: Row | dict[str, Any]) -> Table:
        return cls(row["feed"], row["source_database"], row["source_schema"], row["source_table"])

    def in_words(self) -> str:
        """The name for people: printable, on one line."""
        return f"{self.feed}: {shown(self.full_name())}"

    def full_name(self) -> str:
        """The name with its database and schema, where it has them."""
        return ".".join(part for part in (self.database, self.schema, self.name) if part)

    def covers(self, other: Table) -> bool:
        """Whether a source table is one of these shards, or this table."""
        if not self.shards:
            return self == other
        pairs = ((self.database, other.database), (self.schema, other.schema), (self.name, other.name))
        return self.feed == other.feed and not other.shards and all(seeds.matches(*pair) for pair in pairs)

    def is_called(self, name: str) -> bool:
        return name in (self.name, self.full_name())


# Of each column the source types that it may have, the best first, and where each is from.
Candidates = dict[tuple[Table, str], list[tuple[str, str]]]


@dataclass
class Column:
    """A column as it is proposed. `sent_type` is the source's type where its dialect can't read that one."""

    name: str
    source_type: str
    data_type: str
    type_from: str
    sent_type: str = ""
    comment: str = ""
    is_as_seen: bool = False  # whether values decided the Spark type: the source's type does not say its digits
    doubt: str = ""  # why its values may be others than they seem, a sentence for a person
    doubt_as_timestamp: str = ""  # the same of a column that a typed table shows as timestamp
    source_types: tuple[tuple[Table, str], ...] = ()  # of shards that have another type, which reads otherwise


@dataclass
class Seen:
    """What is known of one source table."""

    table: Table
    rows: int
    key: tuple[str, ...]
    columns: list[Column] = field(default_factory=list)
    refused: str = ""  # why no model can be written
    table_key: str = ""  # the table's name with its feed, as one text
    notes: list[str] = field(default_factory=list)  # lines for a person


@dataclass
class _Statements:
    """What statements say of a table: column → (type, comment), in the order of the definitions."""

    columns: dict[str, tuple[str, str]] = field(default_factory=dict)
    is_gone: bool = False
    was: Table | None = None


def columns_of_rows(spark: SparkSession) -> dict[Table, list[str]]:
    """The tables that have rows, or had some, with the columns that any row has now. None before the first run.

    One whose rows are all deleted, as by a truncate, has no columns here, nor has one whose rows are documents with
    names of their own; one that was dropped is left out.
    """
    if not spark.catalog.tableExists(table_name("current_rows")):
        return {}
    by_table = "feed, source_database, source_schema, source_table"
    found = spark.sql(
        f"""
        select
            {by_table},
            if(max(form) > {_MOST_FORMS}, array(), array_distinct(flatten(
                collect_list(if(form <= {_MOST_FORMS}, columns, null))
            ))) as columns
        from (
            select *, row_number() over (partition by {by_table} order by columns) as form
            from (
                select distinct {by_table}, if(is_deleted, null, map_keys(row)) as columns
                from {table_name("current_rows")}
                where not is_deleted or operation <> 'ddl'
            )
        )
        group by {by_table}
        """
    )
    return {Table.of(row): row["columns"] for row in found.collect()}


def look(spark: SparkSession, ask: Ask, feed: str | None = None, table: str | None = None) -> list[Seen]:
    """Every source table that has rows, or those of one feed or of one name, with what is known of its columns.

    Raises ChangefeedError when nothing was built, or nothing is called so.
    """
    queries = ask("table_queries")
    if feed is not None and feed not in queries["feeds"]:
        known = ", ".join(queries["feeds"]) or "none"
        raise ChangefeedError(f"--feed: seeds/changefeed_feeds.csv does not declare {feed!r}; it declares {known}")
    statements = _read_statements(spark, queries["statements"])
    found: dict[Table, Seen] = {}
    names: dict[Table, list[str]] = {}
    for row in spark.sql(queries["rows"]).collect():
        each = Table.of(row)
        is_gone = not row["rows"] and each in statements and statements[each].is_gone
        is_asked = feed in (None, each.feed) and (table is None or each.is_called(table))
        if is_asked and not is_gone and each.feed in queries["feeds"]:
            found[each] = Seen(each, row["rows"], tuple(row["key_columns"] or ()), table_key=row["table_key"])
            names[each] = row["columns"]
    if table is not None and not found:
        raise ChangefeedError(
            f"--table: no table {table!r} has rows; name it as `current_rows` does, with or without its database"
        )
    images = {Table.of(row): row["images"] for row in spark.sql(queries["images"]).collect()}
    declared: dict[Table, dict[str, str]] = {}
    for row in spark.sql(queries["declared"]).collect():
        declared.setdefault(Table.of(row), {})[row["column_name"]] = row["source_type"]
    candidates: Candidates = {}
    masked = masks.declared(spark)
    for each, seen in found.items():
        said = statements.get(each, _Statements())
        sent = _sent(_images_of(each, images, statements), queries["feeds"][each.feed]["types_follow_values"])
        for name in _in_order(names[each], sent, said):
            definition = said.columns.get(name, ("", ""))
            types = _said_types(sent.types.get(name, []), definition[0], declared.get(each, {}).get(name))
            candidates[each, name] = [] if masks.has_text(masked, each, name) else list(types)
            seen.columns.append(Column(name, "", "", NOTHING, comment=definition[1]))
    _add_guesses(spark, queries["values"], found, candidates)
    _choose(spark, ask, queries["samples"], found, candidates)
    _doubt(spark, queries, found, candidates)
    return [found[each] for each in sorted(found)]


# -- what was sent


@dataclass
class _Sent:
    columns: list[str]  # of the newest whole row, then those that only others had
    types: dict[str, list[str]]  # the newest first


def _images_of(table: Table, images: dict[Table, Any], statements: dict[Table, _Statements]) -> list[Row]:
    """What a table's changes looked like, the newest first: those with its name, then those with its former names."""
    found: list[Row] = []
    was: Table | None = table
    for _ in range(10):
        if was is None:
            break
        found += images.get(was, [])
        was = statements[was].was if was in statements else None
    return found


def _sent(images: list[Row], types_follow_values: bool) -> _Sent:
    """The columns and types that changes had, of which the newest says what is so now.

    A type counts from a change in which the column had a value; one that no column with a value shows counts only
    where types do not follow from values.
    """
    columns: dict[str, None] = {}
    with_value: dict[str, dict[str, None]] = {}
    without: dict[str, dict[str, None]] = {}
    whole = [image for image in images if image["columns"] is not None and not image["is_partial"]]
    for image in (*whole, *images):
        columns.update(dict.fromkeys(image["columns"] or ()))
    for image in images:
        for name, source_type in _types(image["column_types"]).items():
            types = with_value if name in (image["with_value"] or ()) else without
            types.setdefault(name, {})[source_type] = None
    types = with_value if types_follow_values else without | with_value
    return _Sent(list(columns), {name: list(each) for name, each in types.items()})


def _types(text: str | None) -> dict[str, str]:
    with contextlib.suppress(ValueError):
        types = json.loads(text or "{}")
        if isinstance(types, dict):
            return {name: each for name, each in types.items() if isinstance(each, str) and each.strip()}
    return {}


def _in_order(names: Iterable[str], sent: _Sent, said: _Statements) -> list[str]:
    """The columns that rows have now, in the source's order: as the statements say, or else as they were sent."""
    present = dict.fromkeys(names) or dict.fromkeys(sent.columns)
    by_statement = [name for name in said.columns if name in present]
    first = by_statement if len(by_statement) == len(present) else []
    return list(dict.fromkeys([*first, *(name for name in sent.columns if name in present), *present]))


def _said_types(sent: list[str], defined: str, declared: str | None) -> Iterator[tuple[str, str]]:
    """The types of a column and where each is from, the best first. A sent type comes after one that says more.

    Such is enum beside enum('a','b'), and bigint, or Connect's int64, beside bigint unsigned: what is sent of such a
    column is another number from 2^63 on. Of sent types the newest counts.
    """
    others = ((defined, STATEMENTS), (declared or "", DECLARED))
    for source_type, origin in others:
        if sent and source_type and macros.own().says_more(source_type, sent[0]):
            yield source_type, origin
    earlier = [(each, _EARLIER) for each in sent[1:]]
    for source_type, origin in (*[(each, MESSAGES) for each in sent[:1]], *others, *earlier):
        if source_type and source_type.strip():
            yield source_type, origin


# -- what statements say


def _read_statements(spark: SparkSession, query: str) -> dict[Table, _Statements]:
    """What all statements say, taken in order: columns from their definitions, tables from their actions."""
    found: dict[Table, _Statements] = {}
    for row in spark.sql(query).collect():
        defined = [(_place(row, each["of"], "source"), each) for each in row["definitions"]]
        if not row["is_create"]:
            _define(found, defined)
        for action in row["actions"] or ():
            _move(found, row, action)
        if row["is_create"]:
            found.update((table, _Statements()) for table, _ in defined)
            _define(found, defined)
        for told in row["described"] or ():
            _describe(found, Table(row["feed"], row["source_database"], row["source_schema"], told["table_name"]), told)
    return found


def _place(row: Row, action: Row, which: str) -> Table:
    """The table that an action names; where rows spell it in another case, as they do."""
    name = (action[f"{which}_database"], action[f"{which}_schema"], action[f"{which}_table"])
    for other in row["other_spellings"] or ():
        if tuple(other["name"]) == name and len(other["tables"]) == 1:
            name = tuple(other["tables"][0])
    return Table(row["feed"], *name)


def _define(found: dict[Table, _Statements], defined: list[tuple[Table, Row]]) -> None:
    """Take what one statement says of columns. In drops and renames, all names are those before the statement."""
    renamed: dict[Table, dict[str, str]] = {}
    for table, definition in defined:
        said, action = found.setdefault(table, _Statements()), definition["of"]
        if action["action"] == "drop_column":
            said.columns.pop(action["column_name"], None)
        elif action["action"] == "rename_column":
            renamed.setdefault(table, {})[action["column_name"]] = action["new_column_name"]
    for table, names in renamed.items():
        found[table].columns = {names.get(each, each): said for each, said in found[table].columns.items()}
    for table, definition in defined:
        said, action = found[table], definition["of"]
        name = action["column_name"]
        if action["action"] in ("add_column", "change_type") and action["column_type"]:
            comment = said.columns.get(name, ("", ""))[1] if definition["comment"] is None else definition["comment"]
            said.columns[name] = (action["column_type"], comment)


def _describe(found: dict[Table, _Statements], table: Table, told: Row) -> None:
    """Take a table as a message describes it. Of earlier statements only the comments still count."""
    said = found.setdefault(table, _Statements())
    comments = {name: comment for name, (_, comment) in said.columns.items()}
    said.is_gone = False
    said.columns = {
        each["name"]: (each["type"], each["comment"] or comments.get(each["name"], "")) for each in told["columns"]
    }


def _move(found: dict[Table, _Statements], row: Row, action: Row) -> None:
    kind, table = action["action"], _place(row, action, "source")
    if kind == "drop_table":
        found[table] = _Statements(is_gone=True)
    elif kind == "create_table":
        found.setdefault(table, _Statements()).is_gone = False
    elif kind == "rename_table" and (new := _place(row, action, "new")) != table:
        found[new] = _Statements(found.get(table, _Statements()).columns, was=table)
        found[table] = _Statements(is_gone=True)


# -- what values look like


def _add_guesses(
    spark: SparkSession,
    query: str,
    found: dict[Table, Seen],
    candidates: Candidates,
) -> None:
    """Guess types from values, for columns whose type nothing says."""
    untyped = {table for (table, _), types in candidates.items() if not types}
    if not untyped:
        return
    rows = sum(found[table].rows for table in untyped)
    arguments = {
        "tables": [found[table].table_key for table in sorted(untyped)],
        "one_in": max(1, rows // _SAMPLED_ROWS),
    }
    for row in spark.sql(query, args=arguments).collect():
        types = candidates.get((Table.of(row), row["name"]))
        if types is not None and not types:
            types += [(source_type, VALUES) for source_type in _guesses(row)]


def _guesses(row: Row) -> list[str]:
    """Source types that such values may have, under the names of different sources; none for text."""
    texts, scale = row["texts"], row["scale"] or 0
    looks = {
        "integers": ["bigint", "number(19,0)", "long"],
        "decimals": [f"decimal(38,{scale})", f"numeric(38,{scale})", f"number(38,{scale})"],
        "exponents": ["double", "double precision", "binary_double", "float"],
        "booleans": ["boolean", "bool", "bit(1)", "bit"],
        "dates": ["date"],
        "times": ["time", "time without time zone"],
        "wall_times": ["datetime", "timestamp without time zone", "datetime2", "timestamp", "date"],
        "bson_decimals": ["decimal"],
        "bson_binaries": ["bindata"],
        "instants": ["timestamp with time zone", "datetimeoffset", "timestamp_ltz", "datetime", "timestamp", "date"],
    }
    return next((types for look, types in looks.items() if texts and row[look] == texts), [])


# -- what of it dialects can read


@dataclass(frozen=True)
class _Reading:
    """A source type that a column may have, as its dialect reads it."""

    number: int  # of the distinct readings
    source_type: str
    origin: str
    data_type: str
    kind: str
    is_open: bool  # a decimal that does not say its digits
    is_repeated: str  # SQL: whether a text is in the hour that comes twice; '' where none is


def _choose(spark: SparkSession, ask: Ask, query: str, found: dict[Table, Seen], candidates: Candidates) -> None:
    """Set each column's type to the first that its dialect can read and that its values fit, or else to text."""
    asked: dict[str, dict[str, None]] = {table.feed: dict.fromkeys(_PLAIN) for table in found}
    for (table, _), types in candidates.items():
        asked[table.feed].update(dict.fromkeys(source_type for source_type, _ in types))
    known = ask("print_types", asked) if asked else {}
    values: dict[tuple[str, str], int] = {}  # SQL that reads a value, and of its is_repeated → its number
    readings: dict[tuple[Table, str], list[_Reading]] = {}
    for (table, name), types in candidates.items():
        of_feed = known[table.feed]
        readings[table, name] = [
            _Reading(
                values.setdefault((told["value"], told["is_repeated"]), len(values)),
                each, origin, told["data_type"], told["kind"], told["is_open"], told["is_repeated"],
            )
            for each, origin in types
            if (told := of_feed[each]) and (told["is_open"] or _is_good(origin, told["data_type"]))
        ]  # fmt: skip
    samples = _read_samples(spark, query, found, readings, values)
    for table, seen in found.items():
        plain = next((name for name in _PLAIN if known[table.feed][name]), None)
        if plain is None:
            seen.refused = (
                f"the dialect of feed {table.feed} reads no type as the feed is declared: give its line in "
                "seeds/changefeed_feeds.csv a source_kind (or the dialect's `types` an entry '', "
                "docs/how-to/add-a-dialect.md)"
            )
            continue
        for column in seen.columns:
            sampled = [
                (reading, samples.get((seen.table_key, column.name, reading.number)))
                for reading in readings[table, column.name]
            ]
            for reading, sample in _holding(sampled):
                if data_type := _fitting_type(reading, sample):
                    column.source_type = reading.source_type
                    column.type_from = MESSAGES if reading.origin == _EARLIER else reading.origin
                    column.data_type, column.is_as_seen = data_type, data_type != reading.data_type
                    column.doubt_as_timestamp = _doubt_of_times(sample)
                    break
            else:
                column.source_type, column.type_from = plain, NOTHING
                column.data_type = known[table.feed][plain]["data_type"]
                types = candidates[table, column.name]
                column.sent_type = next((each for each, origin in types if origin != VALUES), "")


def _is_good(origin: str, data_type: str) -> bool:
    """Whether a type may be proposed. Values alone are no reason to propose text."""
    return not (origin == VALUES and data_type == "string")


def _read_samples(
    spark: SparkSession,
    query: str,
    found: dict[Table, Seen],
    readings: dict[tuple[Table, str], list[_Reading]],
    values: dict[tuple[str, str], int],
) -> dict[tuple[str, str, int], Row]:
    """How the values of each column read as each type that it may have: by table, column and number of the reading."""
    plain = values.get(("text", ""))
    asked = [
        (found[table].table_key, name, reading.number)
        for (table, name), each in readings.items()
        for reading in each
        if reading.number != plain or reading.is_open
    ]
    if not asked:
        return {}
    spark.createDataFrame(sorted(set(asked)), "table_key string, name string, reading int").createOrReplaceTempView(
        "asked_readings"
    )
    unread = "".join(f" when {number} then ({value}) is null" for (value, _), number in values.items())
    # Of a decimal that does not say its digits the text that is read has them, whatever text was sent.
    open_values = {each.number for found in readings.values() for each in found if each.is_open and not each.kind}
    digits = "".join(f" when {number} then ({value})" for (value, _), number in values.items() if number in open_values)
    repeated = "".join(f" when {number} then {repeats}" for (_, repeats), number in values.items() if repeats)
    rows = sum(seen.rows for seen in found.values())
    asking = query.replace("{unread}", f"case asked.reading{unread} end")
    asking = asking.replace("{repeated}", f"case asked.reading{repeated} end" if repeated else "false")
    asking = asking.replace("{digits}", f"case asked.reading{digits} end" if digits else "null")
    sampled = spark.sql(asking, args={"one_in": max(1, rows // _SAMPLED_ROWS)}).collect()
    spark.catalog.dropTempView("asked_readings")
    return {(row["table_key"], row["name"], row["reading"]): row for row in sampled}


def _holding(sampled: list[tuple[_Reading, Row | None]]) -> Iterator[tuple[_Reading, Row | None]]:
    """The readings in their order, without those of earlier types; before one that does not read all of its values one
    that does, of a number as well: types of numbers become wider and narrower, and are written alike.
    """
    for reading, sample in sampled:
        if reading.origin != _EARLIER:
            if sample is not None and sample["unread"] and (likes := _numbers_like(reading.data_type)):
                yield from (
                    each
                    for each in sampled
                    if each[0].data_type.startswith(likes) and each[1] is not None and not each[1]["unread"]
                )
            yield reading, sample


def _numbers_like(data_type: str) -> tuple[str, ...]:
    """How the Spark types begin whose numbers are written like those of a type; none for types of no numbers."""
    kinds = ("tinyint", "smallint", "int", "bigint", "float", "double"), ("decimal",)
    return next((kind for kind in kinds if data_type.startswith(kind)), ())


def _fitting_type(reading: _Reading, sample: Row | None) -> str | None:
    """The Spark type in which a column's values read so; None where they do not."""
    if sample is None:
        return reading.data_type
    digits = sample["whole"], sample["scale"] or 0
    if reading.is_open:
        scale = min(digits[1] + _ROOM, 38 - digits[0])
        return f"decimal(38,{scale})" if scale >= digits[1] and not sample["not_plain"] else reading.data_type
    if not sample["unread"]:
        return reading.data_type
    if reading.data_type == "bigint" and sample["unread"] == sample["unsigned"] and not sample["negative"]:
        return "decimal(20,0)"
    if reading.kind == "decimal" and reading.data_type == "double" and not sample["not_plain"] and sum(digits) <= 38:
        return f"decimal(38,{min(digits[1] + _ROOM, 38 - digits[0])})"
    is_known = reading.origin != VALUES and sample["unread"] < sample["texts"]
    return reading.data_type if is_known else None


def _doubt_of_times(sample: Row | None) -> str:
    """A doubt about values in the hour that comes twice: without an offset nothing tells which of the two it is."""
    if sample is None or not sample["repeated"]:
        return ""
    return (
        f"has {sample['repeated']} of {sample['texts']} values in the hour that comes twice at the end of summer time; "
        "they are read as the first of their two instants"
    )


def _doubt(spark: SparkSession, queries: dict[str, Any], found: dict[Table, Seen], candidates: Candidates) -> None:
    """Say of columns that may be bigint unsigned, and are read as signed, that they have values below zero."""
    doubtful: dict[Table, dict[str, Column]] = {}
    for table, seen in found.items():
        if queries["feeds"][table.feed]["may_hide_unsigned"] and not seen.refused:
            columns = {each.name: each for each in seen.columns if _may_be_unsigned(each, candidates[table, each.name])}
            doubtful.update({table: columns} if columns else {})
    if not doubtful:
        return
    asked = {"tables": [found[table].table_key for table in sorted(doubtful)]}
    for row in spark.sql(queries["negative"], args=asked).collect():
        columns = doubtful.get(Table.of(row), {})
        for name in row["names"]:
            if name in columns:
                is_known = any(macros.own().is_unsigned_bigint(each) for each, _ in candidates[Table.of(row), name])
                columns[name].doubt = (
                    "is bigint unsigned and has values below zero, which are numbers from 2^63 on: write "
                    "unsigned_bigints=long among the feed's options"
                    if is_known
                    else "has values below zero; if it is bigint unsigned at the source, they are numbers from 2^63 "
                    f"on: then declare bigint unsigned in seeds/{DECLARED}, and unsigned_bigints=long among the feed's "
                    "options"
                )


def _may_be_unsigned(column: Column, types: list[tuple[str, str]]) -> bool:
    """Whether a column is read as a signed 64-bit integer though nothing says that it is one at the source.

    MySQL's words serial and zerofill make a bigint unsigned too.
    """
    said = [
        each.lower()
        for each, origin in types
        if origin in (STATEMENTS, DECLARED) and not macros.own().is_unsigned_bigint(each)
    ]
    is_signed = any("zerofill" not in each and not each.startswith("serial") for each in said)
    return column.data_type == "bigint" and not is_signed
