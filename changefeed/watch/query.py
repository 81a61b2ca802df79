"""Runs one SQL statement and prints its rows: as a table, a line for each column, CSV or JSON."""

from __future__ import annotations

import base64
import difflib
import itertools
import json
import math
import sys
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.types import DataType, DateType, NumericType, TimestampNTZType, TimestampType, VariantVal
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from changefeed.errors import ChangefeedError
from changefeed.notices import tell
from changefeed.spark.session import internal_schema_name, schema_name
from changefeed.typed import runs_of_versions
from changefeed.words import counted, first_lines, shown

_CLIP = 100  # characters of a table's cell
_TABLE_ROWS = 1000
_MOST_NEAR = 3  # tables that are named in the place of one that is not there
_UNLIMITED = 1_000_000  # columns of a screen
_LARGEST_EXACT = 2**53  # larger integers change in readers that take JSON numbers as doubles


def run(spark: SparkSession, statement: str, output: str = "table", as_of_run: int | None = None) -> None:
    """Run one SQL statement and print its rows as one of PRINTERS does. Raises ChangefeedError, Spark's first line.

    With `as_of_run` kept typed tables are as that run left them.
    """
    statement = statement.strip().rstrip(";")
    try:
        if as_of_run is not None:
            statement = runs_of_versions.statement_at(spark, statement, runs_of_versions.cut_of(spark, as_of_run))
            for line in runs_of_versions.split_transactions(spark, as_of_run):
                tell(line, err=True)
        frame = spark.sql(statement)
        if not frame.columns:
            return
        PRINTERS[output](with_times_as_text(frame))
    except (PySparkException, Py4JJavaError) as error:
        if as_of_run is not None and runs_of_versions.is_gone(error):
            raise runs_of_versions.files_are_gone(as_of_run) from error
        if isinstance(error, Py4JJavaError):
            raise
        raise ChangefeedError(first_lines(error, 1) + _near(spark, error)) from error


def _near(spark: SparkSession, error: PySparkException) -> str:
    """What a table that is not there may be: what has its name, or a similar one, in a schema for people."""
    if error.getCondition() != "TABLE_OR_VIEW_NOT_FOUND":
        return ""
    asked = (error.getMessageParameters() or {}).get("relationName", "").replace("`", "").lower()
    places: dict[str, list[str]] = {}
    for place in tables_of_project(spark):
        places.setdefault(place.rpartition(".")[2], []).append(place)
    close = difflib.get_close_matches(asked.rpartition(".")[2], places, n=2, cutoff=0.75)
    found = [place for name in close for place in places[name]]
    return f" Did you mean {shown(' or '.join(found[:_MOST_NEAR]))}?" if found else ""


def tables_of_project(spark: SparkSession) -> list[str]:
    """The tables and views in the schemas for people, each with its schema."""
    found = []
    for schema in spark.sql("show schemas").collect():
        name = schema["namespace"]
        if f"{name}_".startswith(f"{schema_name().lower()}_") and name != internal_schema_name().lower():
            tables = spark.sql(f"show tables in `{name}`").where("not isTemporary").collect()
            found += [f"{name}.{table['tableName']}" for table in tables]
    return found


def names_for_statements(spark: SparkSession) -> list[str]:
    """The project's tables as a statement may call them: those of the public schema by their name alone, too."""
    found = tables_of_project(spark)
    public = f"{schema_name().lower()}."
    return [*(name.removeprefix(public) for name in found if name.startswith(public)), *found]


def with_times_as_text(frame: DataFrame) -> DataFrame:
    """Instants as UTC text with Z, wall times without Z. Python's types do not have all years of Spark's."""
    suffixes: dict[DataType, str] = {TimestampType(): "Z", TimestampNTZType(): "", DateType(): ""}
    names = [f"c{number}" for number in range(len(frame.columns))]  # a query may name two columns alike
    columns = [
        f"{name} || '{suffixes[field.dataType]}' as {name}" if field.dataType in suffixes else name
        for name, field in zip(names, frame.schema.fields, strict=True)
    ]
    return frame.toDF(*names).selectExpr(*columns).toDF(*frame.columns)


def plain(value: Any) -> Any:
    """A value as JSON can hold it without loss.

    Decimals and integers beyond 2^53 become text, bytes base64, instants ISO 8601 with Z.
    """
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST_EXACT else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ") + ("Z" if value.tzinfo is None else "")
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, Row):
        return {name: plain(item) for name, item in zip(value.__fields__, value, strict=True)}
    if isinstance(value, dict):
        return {_text(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, VariantVal):
        return plain(json.loads(value.toJson(), parse_float=Decimal))
    if isinstance(value, Decimal):
        return format(value, "f")
    return value.isoformat() if isinstance(value, date) else str(value)


def _text(value: Any) -> str:
    """A value as one cell of text; nested ones as JSON."""
    value = plain(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _say(text: str, nl: bool = True) -> None:
    """Print what may hold texts of messages. On a terminal, what could steer it is escaped as JSON escapes it."""
    if sys.stdout.isatty():
        text = "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
    tell(text, nl=nl)


def _print_json(frame: DataFrame) -> None:
    twice = {name for name in frame.columns if frame.columns.count(name) > 1}
    if twice:
        raise ChangefeedError(f"Two columns are called {min(twice)}: name one of them with `as`.")
    mark = "["
    for row in frame.toLocalIterator():
        _say(f"{mark}\n{json.dumps(plain(row), ensure_ascii=False)}", nl=False)
        mark = ","
    tell("[]" if mark == "[" else "\n]")


def _print_csv(frame: DataFrame) -> None:
    _say(",".join(map(_quoted, frame.columns)))
    for row in frame.toLocalIterator():
        _say(",".join("" if value is None else _quoted(_text(value)) for value in row))


def _quoted(text: str) -> str:
    """A cell in quotes, if CSV needs them. The empty text has quotes too; NULL has none."""
    if text and not set(text) & set(',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'


def _print_table(frame: DataFrame) -> None:
    rows = frame.limit(_TABLE_ROWS + 1).collect()
    shown = table(frame.columns, rows[:_TABLE_ROWS], [f.dataType for f in frame.schema.fields])
    tell(shown)
    values = [*frame.columns, *itertools.chain.from_iterable(rows[:_TABLE_ROWS])]
    is_narrow = shown.count("…") > sum(_cell(value).count("…") for value in values)
    _print_count(rows, is_cut=is_narrow or any(len(_cell(value, None)) > _CLIP for value in values))


def _print_vertical(frame: DataFrame) -> None:
    """Print a line for each column, with the whole value: for rows that are wider than a screen."""
    rows = frame.limit(_TABLE_ROWS + 1).collect()
    names = [*map(_cell, frame.columns)]
    width = max(map(cell_len, names), default=0)
    for number, row in enumerate(rows[:_TABLE_ROWS], start=1):
        tell(f"-- row {number}")
        for name, value in zip(names, row, strict=True):
            tell(f"{set_cell_size(name, width)}  {_cell(value, None)}")
    _print_count(rows)


def _print_count(rows: list[Row], is_cut: bool = False) -> None:
    more = len(rows) > _TABLE_ROWS
    count = counted(min(len(rows), _TABLE_ROWS), "row")
    told = f"first {count}; --output csv or json gives all" if more else count
    tell(f"({told}; cells with … are cut: --output vertical shows them whole)" if is_cut else f"({told})")


def table(names: Iterable[str], rows: Iterable[Iterable[Any]], types: Iterable[Any] = (), margin: int = 0) -> str:
    """Rows as a table of text: cells clipped at 100 characters, bytes as text where they are UTF-8.

    On a terminal it is as wide as that, less the `margin`; elsewhere it is plain text, and as wide as its cells.
    """
    console = Console()
    console.width = console.width - margin if console.is_terminal else _UNLIMITED
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, kind in itertools.zip_longest(names, types):
        head = Group(_in_one_line(name, justify="left", style="bold"), Rule(characters="-", style=""))
        made.add_column(head, justify="right" if isinstance(kind, NumericType) else "left")
    for row in rows:
        made.add_row(*map(_in_one_line, row))
    with console.capture() as captured:
        console.print(made)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def _in_one_line(value: Any, **look: Any) -> Text:
    return Text(_cell(value), no_wrap=True, overflow="ellipsis", **look)


def _cell(value: Any, clip: int | None = _CLIP) -> str:
    if isinstance(value, (bytes, bytearray)):
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            text = "base64:" + _text(value)
    else:
        text = "NULL" if value is None else _text(value)
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in (text if clip is None else text[: clip + 1]))
    return text if clip is None or len(text) <= clip else text[: clip - 1] + "…"


PRINTERS = {"table": _print_table, "vertical": _print_vertical, "csv": _print_csv, "json": _print_json}
