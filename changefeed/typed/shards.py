"""Typed tables of shards: source tables of several databases or names that are one table to its users."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.typed.source_columns import Column, Seen, Table
from changefeed.words import first_of, nearest, shown

# Whether a feed's text of a source type reads as a Spark type, and as which SQL: (feed, source type, Spark type) → SQL;
# '' where the dialect does not read it so.
Reads = Callable[[str, str, str], str]

_AS_TEXT = ("tinyint", "smallint", "int", "bigint", "decimal", "float", "double", "date", "timestamp", "timestamp_ntz")
_FEW = 3  # shards that are named, where more are meant


def asked(seen: list[Seen], names: str, is_one_key: bool) -> Table:
    """The shards that `--merge` names, as database.table, database.schema.table, schema.table or table.

    Raises ChangefeedError if no table that has rows is called so, or those of two feeds are.
    """
    parts = [""] * max(0, 3 - len(names.split("."))) + names.split(".")
    if len(parts) != 3 or not parts[2]:
        raise ChangefeedError(f"--merge: {shown(names)} is no database.table; * stands for any text, ? for a character")
    forms = (parts, [parts[1], "", parts[2]], ["*", parts[1], parts[2]])
    for database, schema, name in forms:
        pattern = Table("", database, schema, name, "one_key" if is_one_key else "apart")
        feeds = sorted({each.table.feed for each in seen if replace(pattern, feed=each.table.feed).covers(each.table)})
        if len(feeds) > 1:
            raise ChangefeedError(f"--merge: feeds {', '.join(feeds)} have tables called {shown(names)}; add --feed")
        if feeds:
            return replace(pattern, feed=feeds[0])
    near = nearest(names, [each.table.full_name() for each in seen], least=0.0)
    raise ChangefeedError(
        f"--merge: no table that has rows is called {shown(names)}{f'; the nearest is {near}' if near else ''}"
    )


def together(seen: list[Seen], shards: Iterable[Table], apart: Iterable[Table], reads: Reads) -> list[Seen]:
    """What was seen, with one entry for the tables of each of `shards`. Tables that are in `apart` have theirs too."""
    reads = functools.cache(reads)
    found = list(seen)
    covered: set[Table] = set()
    for table in shards:
        of_table = [each for each in seen if table.covers(each.table)]
        if of_table:
            covered.update(each.table for each in of_table)
            found.append(_united(table, of_table, reads))
    own = set(apart)
    return [each for each in found if each.table not in covered or each.table in own]


def _united(table: Table, shards: list[Seen], reads: Reads) -> Seen:
    united = Seen(table, sum(each.rows for each in shards), shards[0].key)
    readable = [each for each in shards if not each.refused]
    keys = {each.key: each for each in reversed(shards)}
    if len(keys) > 1:
        said = " and ".join(
            f"{_name(each)} {'has the key ' + shown(', '.join(key)) if key else 'has no key'}"
            for key, each in list(keys.items())[:_FEW]
        )
        united.refused = f"its shards have different keys: {said}. Give it a pattern of those that have one key"
        return united
    if not readable:
        united.refused = shards[0].refused
        return united
    by_name: dict[str, list[tuple[Seen, Column]]] = {}
    for each in sorted(readable, key=lambda shard: len(shard.columns), reverse=True):
        for column in each.columns:
            by_name.setdefault(column.name, []).append((each, column))
    for of_name in by_name.values():
        made = _united_column(of_name, table.feed, reads)
        if isinstance(made, str):
            united.notes.append(f"left out   {table.in_words()}, {made}")
            continue
        united.columns.append(made)
        having = {shard.table for shard, _ in of_name}
        lacking = [each for each in readable if each.rows and each.table not in having]
        if lacking:
            united.notes.append(
                f"look at    {table.in_words()}, column {shown(made.name)}: {len(of_name)} of {len(readable)} shards "
                f"have it; {_names(lacking)} {'lacks' if len(lacking) == 1 else 'lack'} it (NULL there)"
            )
    return united


def _united_column(of_name: list[tuple[Seen, Column]], feed: str, reads: Reads) -> Column | str:
    """One column for those of this name; or what is wrong, in words."""
    types = Counter(column.source_type for _, column in of_name)
    data_type = widest([column.data_type for _, column in of_name])
    most = max(types, key=lambda each: types[each])
    column = next(column for _, column in of_name if column.source_type == most)
    unread = [each for each in types if not data_type or not reads(feed, each, data_type)]
    if unread:
        shards = {each: [shard for shard, found in of_name if found.source_type == each] for each in types}
        ways = "; ".join(f"{shown(each)} in {_names(of_type)}" for each, of_type in shards.items())
        return f"column {shown(column.name)}: no type reads all of it exactly ({ways})"
    others = tuple(
        (shard.table, found.source_type)
        for shard, found in of_name
        if reads(feed, found.source_type, data_type) != reads(feed, most, data_type)
    )
    return replace(
        column,
        data_type=data_type,
        source_types=others,
        comment=next((found.comment for _, found in of_name if found.comment), ""),
        is_as_seen=any(found.is_as_seen for _, found in of_name),
    )


def widest(types: list[str]) -> str:
    """The Spark type that holds every value of all of these; '' where there is none."""
    found = set(types)
    if len(found) == 1:
        return types[0]
    if found <= {"float", "double"}:
        return "double"
    digits = {each: macros.own().digits_of_type(each) for each in found}
    if all(digits.values()):
        whole, scale = (max(each[place] for each in digits.values()) for place in (0, 1))
        if not any(each.startswith("decimal") for each in found):
            return max(found, key=digits.__getitem__)
        return f"decimal({whole + scale},{scale})" if whole + scale <= 38 else "string"
    are_texts = all(each == "string" or each.split("(")[0] in _AS_TEXT for each in found)
    return "string" if are_texts else ""


def _name(seen: Seen) -> str:
    return shown(seen.table.full_name())


def _names(shards: list[Seen]) -> str:
    return first_of([*map(_name, shards)], _FEW)
