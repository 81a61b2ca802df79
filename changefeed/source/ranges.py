"""A table of the source in ranges of its primary key, in the source's own order: each begins where the last ended."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from changefeed.source import catalogue
from changefeed.source.connection import Source
from changefeed.source.texts import Texts, Written

ROWS_PER_RANGE = 100_000
_KEYS_PER_CONDITION = 500
_MANY = 64  # ranges of one size: then they are twice as large, so that no table has thousands

Key = list[str]  # the values of a key's columns, as the database prints them


class Ranges:
    """The ranges of a table. One without a key that can be cut has one range."""

    def __init__(
        self, source: Source, texts: Texts, name: catalogue.Name, columns: Iterable[Written], key: Iterable[str],
        rows: int = ROWS_PER_RANGE,
    ) -> None:  # fmt: skip
        self._source, self._texts, self._rows = source, texts, rows
        database, schema, table = name
        self.table = f"from {source.name(schema or database, table)}"
        by_name = {column.name: column for column in columns}
        of_key = [by_name[each] for each in key]
        self._key: list[Written] = of_key if texts.has_ranges(of_key) else []

    def after(self, start: Key | None, times: int = 1) -> Key | None:
        """The key at which the range that begins with a key, or at the table's beginning, ends. None: at its end.

        The range has `times` as many rows as usual.
        """
        if not self._key:
            return None
        names = ", ".join(self._source.name(column.name) for column in self._key)
        plain = ", ".join(f"{self._texts.plain(column)} as c{place}" for place, column in enumerate(self._key))
        condition = f" where {self._texts.from_key(self._key, start)}" if start else ""
        ahead = f"limit 1 offset {self._rows * times}"
        rows = self._source.ask(f"select {plain} {self.table}{condition} order by {names} {ahead}")
        return [text or "" for text in rows[0].values()] if rows else None

    def condition(self, start: Key | None, end: Key | None) -> str:
        """A condition of the source's SQL: rows from a key on, before another. '' for all rows."""
        of_start = [self._texts.from_key(self._key, start)] if start else []
        of_end = [f"not {self._texts.from_key(self._key, end)}"] if end else []
        return " and ".join([*of_start, *of_end])

    def conditions(self) -> list[str]:
        """Those of all ranges."""
        found = []
        start, end = None, self.after(None)
        while end is not None:
            found.append(self.condition(start, end))
            start, end = end, self.after(end, 1 << len(found) // _MANY)
        return [*found, self.condition(start, None)]

    def of_keys(self, columns: Sequence[Written], keys: Iterable[str]) -> list[str]:
        """Conditions that fetch at least the rows with these keys: JSON of the values that typed tables show.

        If a value can't be given to the source without doubt, that is one condition for all rows.
        """
        found = []
        for key in keys:
            values: list[str | None] = json.loads(key)
            if len(values) != len(columns):  # the table had another key
                return [""]
            literals = [self._texts.given(*pair) for pair in zip(columns, values, strict=True)]
            if None in literals:
                return [""]
            names = [self._source.name(column.name) for column in columns]
            pairs = zip(names, literals, strict=True)
            found.append(" and ".join(f"{name} = {literal}" for name, literal in pairs))
        parts = range(0, len(found), _KEYS_PER_CONDITION)
        return [" or ".join(f"({each})" for each in found[part : part + _KEYS_PER_CONDITION]) for part in parts]
