"""Compares typed tables with the warehouse: names, types and settings that do not fit."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql import types as T

from changefeed.project import macros, seeds
from changefeed.spark.relations import table_name
from changefeed.typed import shards
from changefeed.typed.model_files import (
    KEPT,
    OF_EVERY_TABLE,
    Declared,
    own_columns,
    read_declared,
    relative,
    rendered,
)
from changefeed.typed.source_columns import MESSAGES, STATEMENTS, Column, Seen, Table
from changefeed.words import first_of, nearest, shown

_HISTORY = re.compile(r"\btyped_history\(\s*(?:of\s*=\s*)?(['\"])(.+?)\1\s*\)")
_FEW = 3  # names that are shown, where more are meant
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


def check(
    project_dir: Path,
    seen: list[Seen],
    model_folders: list[Path],
    feed: str | None,
    table: str | None,
    followed: dict[str, dict[str, list[str]]],
) -> list[str]:
    """Differences between typed tables and the warehouse: tables, columns and types.

    `followed`: model → columns that its table has beside those of its yml.
    """
    declared, _ = read_declared(model_folders)
    lines, reads_alike = seeds.read_feeds(project_dir), functools.partial(seeds.reads_alike, project_dir)
    names = {each.table: [column.name for column in each.columns] for each in seen}
    reads = functools.partial(seeds.reads, project_dir)
    of_shards = [each for each in declared if each.shards and table is None]
    seen = shards.together(seen, of_shards, declared, reads)
    found = {each.table: each for each in seen}
    problems = []
    for each, model in sorted(declared.items()):
        if feed not in (None, each.feed) or not (table is None or (each.is_called(table) and not each.shards)):
            continue
        place = f"{relative(model.file, project_dir)}, {model.name}"
        problems += [f"{place}: {problem}" for problem in _other_settings(each, model, lines, reads_alike)]
        problems += [f"{place}: {problem}" for problem in _unknown_names(each, model, names)]
        if each in found:
            beside = [*followed.get(model.name, {}), *(model.about.get("without") or ())]
            problems += [f"{place}: {problem}" for problem in _column_problems(found[each], model.columns, beside)]
            problems += [f"{place}: {found[each].refused}"] if each.shards and found[each].refused else []
    problems += [
        problem
        for each, problem in _empty_histories(project_dir, model_folders, declared, lines)
        if feed in (None, each.feed) and (table is None or each.is_called(table))
    ]
    for of_rows in found:
        if of_rows not in declared and not of_rows.shards:
            problems.append(f"no model has table {of_rows.in_words()}; `changefeed tables propose` writes one")
    return problems


def to_make_anew(spark: SparkSession, project_dir: Path, model_folders: list[Path]) -> list[str]:
    """A line for each kept table that the next run makes anew: its yml has other columns or types than the table."""
    if not spark.catalog.tableExists(table_name("typed_tables")):
        return []
    built = {row["model"]: row["relation"] for row in spark.table(table_name("typed_tables")).collect()}
    followed = followed_columns(spark)
    declared, _ = read_declared(model_folders)
    found = []
    for table, model in sorted(declared.items()):
        relation = built.get(model.name)
        if model.materialized != KEPT or relation is None or not spark.catalog.tableExists(relation):
            continue
        stands = {field.name.lower(): field.dataType for field in spark.table(relation).schema}
        place = f"{relative(model.file, project_dir)}, {model.name}"
        beside = followed.get(model.name, {})
        columns = {name: entry for name, entry in model.columns.items() if name not in beside}
        own = [*own_columns(table, model.about), *(name.lower() for name in beside)]
        differences = list(_differences(columns, stands, own))
        if differences:
            found.append(f"{place}: {'; '.join(differences)}: the next run makes the table anew")
    return found


def followed_columns(spark: SparkSession) -> dict[str, dict[str, list[str]]]:
    """Of each kept table the columns that it has beside those of its yml, or with other types, as its run noted them:
    by model and name the source type and the type.
    """
    if not spark.catalog.tableExists(table_name("typed_tables")):
        return {}
    noted = spark.table(table_name("typed_tables")).collect()
    return {row["model"]: json.loads(row["basis"] or "{}").get("followed", {}) for row in noted}


def _differences(columns: dict[str, dict[str, Any]], stands: dict[str, T.DataType], own: list[str]) -> Iterator[str]:
    for name, entry in columns.items():
        there, data_type = stands.get(name.lower()), str(entry.get("data_type") or "")
        if there is None:
            yield f"column {shown(name)} is new"
        elif data_type and T.DataType.fromDDL(macros.own().kept_type(data_type)) != there:
            yield f"column {shown(name)} was {there.simpleString()} and is {data_type}"
    names = {name.lower() for name in columns}
    for name in stands:
        if name not in names and name not in own:
            yield f"column {shown(name)} is gone"


def misfits(project_dir: Path, model_folders: list[Path], known: dict[Table, list[str]]) -> list[str]:
    """Tables and columns that typed tables declare and no row has; and settings that differ from the feed's.

    `known`: table → columns. Feeds without any row are left out: nothing of them has landed yet.
    """
    lines, reads_alike = seeds.read_feeds(project_dir), functools.partial(seeds.reads_alike, project_dir)
    with_rows = {table.feed for table in known}
    declared, _ = read_declared(model_folders)
    return [
        f"{relative(model.file, project_dir)}, {model.name}: {problem}"
        for each, model in sorted(declared.items())
        for problem in (
            *_other_settings(each, model, lines, reads_alike),
            *(_unknown_names(each, model, known) if each.feed in with_rows else ()),
        )
    ] + [
        *(problem for _, problem in _empty_histories(project_dir, model_folders, declared, lines)),
        *_idle_names(lines, known),
    ]


def _other_settings(
    table: Table, model: Declared, lines: dict[str, dict[str, str]], reads_alike: Callable[[str, str, str], bool]
) -> Iterator[str]:
    if "dialect" not in model.about:
        return
    if table.feed not in lines:
        yield f"changefeed_feeds.csv declares no feed {table.feed}"
        return
    for name, declared in seeds.settings(lines[table.feed]).items():
        said = str(model.about.get(name) or ("UTC" if name == "time_zone" else ""))
        if said != declared and not (name == "options" and reads_alike(model.about["dialect"], said, declared)):
            words = f"{name} is {shown(said) or 'empty'}, that of its feed is {declared or 'empty'}"
            yield f"{words}; `changefeed tables propose` follows it"


def _empty_histories(
    project_dir: Path, model_folders: list[Path], declared: dict[Table, Declared], lines: dict[str, dict[str, str]]
) -> Iterator[tuple[Table, str]]:
    """Models that show the history of a table, although the feed keeps none; and how to change the feed's line."""
    tables = {model.name: table for table, model in declared.items()}
    for file in sorted({file for folder in model_folders for file in folder.rglob("*.sql")}):
        for _, name in _HISTORY.findall(_COMMENT.sub("", file.read_text(encoding="utf-8"))):
            table = tables.get(name)
            line = lines.get(table.feed) if table else None
            if table is None or line is None or seeds.keeps_history(line, table.name):
                continue
            changed = seeds.line_of_seed(*(line | {"history": seeds.with_history(line, table.name)}).values())
            why = f"the history of {table.in_words()} is empty, for its feed keeps none of it"
            to = f"Change the feed's line in seeds/changefeed_feeds.csv to {changed}"
            yield table, f"{relative(file, project_dir)}: {why}. {to}"


def _idle_names(lines: dict[str, dict[str, str]], known: Iterable[Table]) -> Iterator[str]:
    """Feeds whose line names a database or schema that no table with rows has: the messages name their own."""
    for feed, line in lines.items():
        tables = [table for table in known if table.feed == feed]
        for member in ("database", "schema"):
            found = sorted({getattr(table, member) for table in tables})
            if line.get(member) and tables and line[member] not in found:
                names = first_of([*map(shown, found)], _FEW)
                yield (
                    f"seeds/changefeed_feeds.csv, {feed}: {member} is {shown(line[member])}, and its messages name "
                    f"{names}, under which their rows stand. Leave it empty; to show shards together: "
                    "`changefeed tables propose --merge`"
                )


def _unknown_names(table: Table, model: Declared, known: dict[Table, list[str]]) -> Iterator[str]:
    of_table = [columns for other, columns in known.items() if table.covers(other)]
    if not of_table:
        near = _near(table.in_words(), [other.in_words() for other in known])
        name = table.in_words()
        yield f"no table that has rows is called {name}{near}" if table.shards else f"table {name} has no rows{near}"
        return
    names = dict.fromkeys(name for columns in of_table for name in columns)
    for name, entry in model.columns.items():
        if names and _source_type(name, entry) and name not in names:
            near = _near(name, [each for each in names if each not in model.columns])
            yield f"column {shown(name)} is in no row{near}"


def _source_type(name: str, entry: dict[str, Any]) -> str:
    """The source type of a declared column; '' for a column that is not the source's."""
    given = ((entry.get("config") or {}).get("meta") or {}).get("source_type")
    return "" if name in OF_EVERY_TABLE or not given else rendered(str(given))


def _column_problems(seen: Seen, columns: dict[str, dict[str, Any]], beside: list[str]) -> Iterator[str]:
    known = {column.name: column for column in seen.columns}
    for name, entry in columns.items():
        source_type, column = _source_type(name, entry), known.get(name)
        if not source_type or not column or name in beside or column.type_from not in (MESSAGES, STATEMENTS):
            continue
        if not _is_same_type(source_type, column):
            types = f"{shown(source_type)}, the source has {shown(column.source_type)}"
            yield f"column {shown(name)} is declared as {types}"
        elif seen.table.shards:
            declared = str(entry.get("data_type") or "")
            needed = shards.widest([declared, column.data_type])
            if needed not in ("", "string", declared):
                yield f"column {shown(name)} is {shown(declared)}, and its shards have values of {shown(needed)}"
    for name in known:
        if name not in columns and name not in beside:
            yield f"column {shown(name)} ({shown(known[name].source_type)}) is not in the model"


def _is_same_type(declared: str, column: Column) -> bool:
    """Whether two source types are the same. A width counts only if both have one; capitals do not count."""
    one, other = (re.sub(r"\s+", "", each).lower() for each in (declared, column.source_type))
    return one == other or (
        ("(" in one) != ("(" in other) and re.sub(r"\(.*\)", "", one) == re.sub(r"\(.*\)", "", other)
    )


def _near(name: str, others: list[str]) -> str:
    near = nearest(name, others)
    return f"; did you mean {near}?" if near else ""
