"""Values of the source as texts: as its database prints them (`plain`), and as the dialect of the feed writes them.

A value is text from the SELECT on. The forms of `plain` are those of macros/types/written_text.sql.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.project import avro_files, macros, seeds
from changefeed.source.connection import MYSQL, Source
from changefeed.spark.session import schema_name

_TIMES = ("date", "wall_time", "instant")
_FLOATS = {"float32": "float", "float64": "double"}
# Kinds whose order at the source, and whose literals, are beyond doubt: a table can be cut into ranges by them.
_ORDERED = ("integer", "decimal", "year", "date", "wall_time", "instant", "text", "binary")
_AS_DIGITS = ("integer", "decimal", "year")
_FREE = ("text", "enum", "set")  # kinds whose values can have any character
# Kinds that the database prints as Spark does, or can.
_ALIKE = {"MySQL": (*_ORDERED, "enum", "set"), "PostgreSQL": (*_ORDERED, "boolean")}
_UNREAD = "\ufffd"  # stands before a text that can't be read
_PADDED = "if(contains(shown, '.'), rpad(shown, instr(shown, '.') + 6, '0'), concat(shown, '.000000'))"


@dataclass(frozen=True)
class Written:
    """A column of a source table, and how its values become texts."""

    name: str
    source_type: str
    kind: str  # of value_kinds(), by the database's own list of types; '' where that lacks the type
    form: str  # SQL of Spark over `plain`: the text of the dialect; '' where nobody knows how it writes such rows

    @property
    def is_free_text(self) -> bool:
        """Whether a value can have any character."""
        return self.kind in _FREE

    @property
    def is_sent_as_printed(self) -> bool:
        """Whether the text of the dialect is that which the database prints."""
        return self.form == "plain"


class Texts:
    """The texts of a feed's values."""

    def __init__(self, project_dir: Path, source: Source) -> None:
        self._source = source
        line = seeds.settings(seeds.declared_feed(project_dir, source.settings.feed))
        self._macros = macros.load(
            project_dir, {"landed_schemas": lambda: avro_files.unchecked(project_dir)},
            function=lambda name: f"`{schema_name()}`.{name}",
        )  # fmt: skip
        dialect = next((each for each in self._macros.dialects() if each["name"] == line["dialect"]), None)
        if dialect is None:
            raise ChangefeedError(f"feed {source.settings.feed}: there is no dialect {line['dialect']!r}")
        self.feed: Any = self._macros.feed_of_dialect(
            dialect, line["source_kind"] or source.kind, line["time_zone"], line["options"]
        )

    @property
    def dialect(self) -> str:
        """The name of the feed's dialect."""
        return str(self.feed["dialect"]["name"])

    def written(self, columns: Mapping[str, str]) -> list[Written]:
        """The columns of a table (name → type of the catalogue), in their order."""
        return [self._written(name, source_type) for name, source_type in columns.items()]

    def _written(self, name: str, source_type: str) -> Written:
        family = "mysql" if self._source.engine is MYSQL else "postgresql"
        row = self._macros.row_of_type(family, source_type)
        kind = self._macros.kind_of_type(row, self._macros.source_type(source_type)) if row else ""
        found = self._macros.written_text(source_type, self.feed) if kind else None
        return Written(name, source_type, kind, found["form"].strip() if found and found["is_for_rows"] else "")

    def plain(self, column: Written) -> str:
        """An expression of the source's SQL: the value as its database prints it."""
        name = self._source.name(column.name)
        if self._source.engine is MYSQL:
            return {
                "float32": f"cast({name} + 0e0 as char)", "bits": f"cast({name} + 0 as char)",
                "binary": f"hex({name})", "geometry": f"hex({name})",
            }.get(column.kind, f"cast({name} as char)")  # fmt: skip
        return {
            "boolean": f"{name}::text", "binary": f"upper(encode({name}, 'hex'))",
            "instant": f"({name} at time zone 'UTC')::text",
        }.get(column.kind, f"case when {name} is not null then format('%s', {name}) end")  # fmt: skip

    def text(self, column: Written, plain: str) -> Column:
        """A column of Spark with plain texts as those of the dialect."""
        number = _FLOATS.get(column.kind)  # MySQL prints a FLOAT with too few digits, or as a DOUBLE with too many
        if number:
            plain = f"coalesce(string(try_cast({plain} as {number})), {plain})"
        if column.is_sent_as_printed:
            return F.expr(plain)
        is_as_printed = "plain is null" + (" or startswith(plain, '0000-')" if column.kind in _TIMES else "")
        return F.expr(
            f"transform(array({plain}), plain -> if({is_as_printed}, plain, coalesce({column.form}, plain)))[0]"
        )

    def shown(self, column: Written, text: str) -> Column:
        """A column of Spark with texts of the dialect, as typed tables read them, as text.

        A text that can't be read stays, behind a mark.
        """
        data_type = self._macros.data_type(column.source_type, self.feed)
        value = f"cast({self._macros.typed_value(column.source_type, text, data_type, self.feed)} as {data_type})"
        as_text = {"binary": f"hex({value})"}.get(data_type, f"string({value})")
        if column.kind == "json":  # blanks and the order of members are no difference
            as_text = f"coalesce(to_json(try_parse_json({value})), {as_text})"
        return F.expr(f"if({text} is null, null, coalesce({as_text}, concat('{_UNREAD}', {text})))")

    def alike(self, column: Written) -> tuple[str, str] | None:
        """The value as one text that both sides make: SQL of the source, and SQL of Spark over `shown`.

        Two values with one text are the same. The texts of one value may differ (a decimal of 40 digits): then the
        rows are compared. None: for this kind nobody knows such a text.
        """
        if column.kind not in _ALIKE[self._source.engine.name]:
            return None
        if self._source.engine is MYSQL and column.kind in ("wall_time", "instant"):
            return f"date_format({self._source.name(column.name)}, '%Y-%m-%d %H:%i:%s.%f')", _PADDED
        return self.plain(column), "shown"

    def as_sent(self, column: Written) -> tuple[str, str]:
        """The same of a column whose texts in the dialect are those that the database prints, over that text.

        A text of the dialect that is no value is not taken for a NULL, whose sign is `~`.
        """
        return self.plain(column), "shown" if column.is_free_text else "if(shown = '~', '~~', shown)"

    def given(self, column: Written, value: str | None) -> str | None:
        """A value, as typed tables show it, as a literal of the source's SQL. None where that would be a guess."""
        if value is None or value.startswith(_UNREAD) or column.kind not in _ORDERED:
            return None
        return None if column.kind in _AS_DIGITS and not _is_digits(value) else self.literal(column, value)

    def has_ranges(self, key: list[Written]) -> bool:
        """Whether a table with this key can be cut into ranges of it."""
        return bool(key) and all(column.kind in _ORDERED for column in key)

    def literal(self, column: Written, plain: str) -> str:
        """A value of a key as a literal of the source's SQL."""
        if column.kind in _AS_DIGITS and _is_digits(plain):
            return plain
        if column.kind == "binary":
            return f"x'{plain}'" if self._source.engine is MYSQL else f"decode('{plain}', 'hex')"
        return self._source.literal(plain)

    def from_key(self, key: list[Written], values: list[str]) -> str:
        """A condition of the source's SQL: rows whose key is this one, or comes after it."""
        names = [self._source.name(column.name) for column in key]
        given = [self.literal(column, value) for column, value in zip(key, values, strict=True)]
        cases = [
            " and ".join(
                [*(f"{names[before]} = {given[before]}" for before in range(place)),
                 f"{names[place]} {'>=' if place == len(key) - 1 else '>'} {given[place]}"]
            )
            for place in range(len(key))
        ]  # fmt: skip
        return f"({' or '.join(f'({case})' for case in cases)})"


def _is_digits(text: str) -> bool:
    return text.isascii() and text.lstrip("-").replace(".", "", 1).isdigit()
