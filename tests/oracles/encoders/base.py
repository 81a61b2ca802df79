"""What every encoder has: from one thing that a source did to the messages that a producer writes of it.

An encoder is made from the producer's documents and from captures of it, never from the SQL that decodes it. Beside each
message stand the changes that the contract makes of it: what the dialect's page says that the message tells.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from reference import Change, Image

FIRST_AT = 1_717_210_800_000  # of the first message, ms since 1970
STEP = 400  # ms between two messages, at the source and in Kafka: two or three lie in one second
TABLES = ("t", "t0", "t1", "t2", "t3")  # what the table with a key may be called

# What a source may do to a table as a whole.
TRUNCATE = ("truncate",)
COLUMNS = ("add", "drop", "rename", "widen", "narrow")
STATEMENTS = (*TRUNCATE, *COLUMNS, "retitle")
# What the table with a key may be known by, one after the other.
KEYS = (("id",), ("id", "b"))
# To a table without a key.
OF_BAGS = ("put", "take", "swap", "widen", "narrow")


@dataclass(frozen=True)
class Type:
    """A type that the column `d` may have."""

    sql: str  # what a statement calls it
    sent: Any  # what messages call it
    spell: Callable[[str], Any] = str  # how they write a value, which is given as people write it


@dataclass(frozen=True)
class Event:
    """One thing that a source did: to a row, whose images are whole, or to a table."""

    # snapshot, insert, update, delete; truncate, add_column, drop_column, rename_column, rename_table, redefine_key
    # or change_type
    operation: str
    table: str
    number: int  # messages that were written before it
    keys: tuple[str, ...] = ("id",)  # empty: a table without a key
    before: Image | None = None
    after: Image | None = None
    load: int = 0  # of a snapshot: which full load, from 1
    column: str = ""  # that is added, dropped or renamed
    value: str | None = None  # default of an added column, new name of a renamed column or table
    type: Type | None = None  # of the column `d`; None: there is none
    is_again: bool = False  # whether the producer's numbers have begun again
    rested: int = 0  # ms for which the source did nothing

    @property
    def at(self) -> int:
        """When the source did it, ms since 1970."""
        return FIRST_AT + self.number * STEP + self.rested

    @property
    def second(self) -> int:
        """The second in which the source did it, ms since 1970."""
        return self.at // 1000 * 1000

    @property
    def sequence(self) -> int:
        """A number that rises with each message, but where the producer's numbers have begun again."""
        return self.number + (0 if self.is_again else 10_000)

    @property
    def row(self) -> Image:
        """The row after, or of a delete the row that is gone."""
        return self.after if self.after is not None else self.before or {}

    @property
    def changed(self) -> list[str]:
        """The columns that an update changed."""
        return [name for name in self.row if (self.before or {}).get(name, "") != self.row[name]]

    @property
    def moves(self) -> bool:
        """Whether it changes the key of a row."""
        return bool(self.before and self.after) and any(self.before[name] != self.after[name] for name in self.keys)

    @property
    def spelled(self) -> Event:
        """It, with the values of `d` as messages write them."""
        if self.type is None:
            return self
        spell = self.type.spell
        return replace(self, **{
            side: image and {name: spell(text) if name == "d" and text is not None else text for name, text in image.items()}
            for side, image in (("before", self.before), ("after", self.after))
        })  # fmt: skip

    def meant(self, change: Change) -> Change:
        """A change of it as spelled, with the values of `d` as people write them."""
        return replace(change, **{
            side: image and {name: (getattr(self, side) or image)[name] if name == "d" else text for name, text in image.items()}
            for side, image in (("before", change.before), ("after", change.after))
        })  # fmt: skip

    def only(self, image: Image | None, names: Iterable[str]) -> Image:
        """These columns of an image, and its key."""
        kept = {*names, *self.keys}
        return {name: text for name, text in (image or {}).items() if name in kept}


@dataclass(frozen=True)
class Sent:
    """A message, and the changes that the contract makes of it. A change without a time has Kafka's."""

    partition: int
    value: str | bytes | None
    changes: list[Change] = field(default_factory=list)
    key: str | bytes | None = None
    headers: tuple[str, ...] = ()  # names and values in turn
    topic: str = ""  # behind the feed's own name
    is_load: bool = False  # whether it is of a full load


class Encoder:
    """How one producer, set up in one way, writes what a source did."""

    dialect: ClassVar[str] = ""
    source_kind: ClassVar[str] = ""
    options: ClassVar[str] = ""  # of the feed's line
    database: ClassVar[str] = "d"  # as it stands in changefeed_table_keys.csv
    schema: ClassVar[str] = ""
    line_database: ClassVar[str] = ""  # in the feed's line, for messages that name none
    names_keys: ClassVar[bool] = True  # whether messages name the key columns
    lob_type: ClassVar[str] = ""  # of the column `c`, where changefeed_table_columns.csv has to say it
    has_topics: ClassVar[bool] = False  # whether each table has a topic of its own
    calls_tables_as_topics: ClassVar[bool] = False  # whether the table's name is that of its topic

    is_partial: ClassVar[bool] = False  # whether images lack columns that a row keeps
    has_sequence: ClassVar[bool] = False  # whether a number orders the changes
    tells_copies: ClassVar[bool] = True  # whether a change that is sent again has its number, and not the offset in it
    sends_again: ClassVar[bool] = True  # whether it may send its last changes again, with the same numbers
    has_pairs: ClassVar[bool] = False  # whether an update is two messages with one number
    loads: ClassVar[str] = "snapshot"  # what rows of a full load come as: snapshot, insert, or '' where there is none
    cannot: ClassVar[tuple[str, ...]] = ()  # what a source may do that the producer does not tell
    tells_no_changes: ClassVar[bool] = False  # whether an update that changes nothing is written
    keeps_tombstones: ClassVar[bool] = True  # whether a row that is gone has the image that it had last
    places_statements: ClassVar[bool] = False  # whether statements have no number where rows have one
    times_statements: ClassVar[bool] = True  # whether statements have a time at the source
    may_restart: ClassVar[bool] = False  # whether its user may declare that the numbers began again
    # The types that the column `d` may have one after the other, by the kind of its values: number, time.
    types: ClassVar[Mapping[str, tuple[Type, ...]]] = {}
    tells_types: ClassVar[bool] = False  # whether a statement tells that a type changed, beside the messages
    redefines: ClassVar[str] = ""  # how a redefined key is told: by a `statement`, or by the `messages` alone
    may_wander: ClassVar[bool] = (
        False  # whether a key's records may lie in several partitions, since numbers order them
    )

    def shows_order(self, sent: list[Sent]) -> bool:
        """Whether these messages show all that their order rests on."""
        return True

    def line(self, feed: str) -> dict[str, str]:
        """The line of changefeed_feeds.csv."""
        return {
            "feed": feed,
            "dialect": self.dialect,
            "topics": f"{feed} {feed}.*" if self.has_topics else feed,
            "source_kind": self.source_kind,
            "database": self.line_database,
            "options": self.options,
        }

    def keys(self, feed: str) -> list[dict[str, str]]:
        """The lines of changefeed_table_keys.csv."""
        keyed = [] if self.names_keys else [{"source_table": name, "key_columns": "id"} for name in TABLES]
        where = {"feed": feed, "source_database": self.database, "source_schema": self.schema}
        lines = [where | line for line in [{"source_table": "bag"}, *keyed]]
        if not self.calls_tables_as_topics:
            return lines
        return [line | {"source_table": f"{feed}.{line['source_table']}"} for line in lines]

    def columns(self, feed: str) -> list[dict[str, str]]:
        """The lines of changefeed_table_columns.csv."""
        where = {"feed": feed, "source_database": self.database, "source_schema": self.schema}
        lob = {"column_name": "c", "source_type": self.lob_type}
        return [where | lob | {"source_table": name} for name in TABLES] if self.lob_type else []

    def encode(self, event: Event) -> list[Sent]:
        """The messages that the producer writes."""
        if not event.row:
            return self.statement(event)
        return [
            replace(each, changes=[event.meant(change) for change in each.changes]) for each in self.row(event.spelled)
        ]

    def row(self, event: Event) -> list[Sent]:
        raise NotImplementedError

    def statement(self, event: Event) -> list[Sent]:
        raise NotImplementedError

    def place(self, event: Event, image: Image | None = None) -> int:
        """The partition of a row, by its key; without one, and of a statement, the first."""
        row = image or event.row
        return sum(int(row[name] or 0) for name in event.keys) % 3 if row else 0

    def change(self, event: Event, **told: Any) -> Change:
        """What the contract makes of it where the message tells all; `told` is what it tells otherwise."""
        return replace(
            Change(
                event.table, event.operation, event.before, event.after, event.keys,
                at=event.at, column=event.column, value=event.value, load=event.load,
            ),
            **told,
        )  # fmt: skip


def dumps(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False)


def numbered(image: Image | None) -> dict[str, Any] | None:
    """An image whose key is a JSON number."""
    if image is None:
        return None
    return {name: int(text) if name == "id" and text is not None else text for name, text in image.items()}


def mysql_text(event: Event) -> str:
    """The statement as people write it for MySQL and what is like it."""
    table, column, value = event.table, event.column, event.value
    default = "" if value is None else f" default '{value}'"
    return {
        "truncate": f"truncate table {table}",
        "add_column": f"alter table {table} add {'' if table == 'bag' else 'column '}{column} varchar(9){default}",
        "drop_column": f"ALTER TABLE `d`.`{table}` DROP `{column}`",
        "rename_column": f"alter table {table} rename column {column} to {value}",
        "rename_table": f"rename table {table} to {value}",
        "change_type": f"alter table {table} modify {column} {value}",
        "redefine_key": f"alter table {table} drop primary key, add primary key ({value})",
    }[event.operation]


def quoted_names(value: str | None) -> str:
    """A list of names, each in quotes."""
    return ", ".join(f'"{name}"' for name in (value or "").split(", "))


def quoted_text(event: Event) -> str:
    """The statement as it is written for Oracle, PostgreSQL and others, where names in small letters need quotes."""
    table, column, value = f'"{event.table}"', f'"{event.column}"', event.value
    default = "" if value is None else f" default '{value}'"
    return {
        "truncate": f"TRUNCATE TABLE {table}",
        "add_column": f"ALTER TABLE {table} ADD {column} varchar(9){default}",
        "drop_column": f"ALTER TABLE {table} DROP COLUMN {column}",
        "rename_column": f'ALTER TABLE {table} RENAME COLUMN {column} TO "{value}"',
        "rename_table": f'ALTER TABLE {table} RENAME TO "{value}"',
        "redefine_key": f"ALTER TABLE {table} ADD CONSTRAINT {column} PRIMARY KEY ({quoted_names(value)})",
    }[event.operation]
