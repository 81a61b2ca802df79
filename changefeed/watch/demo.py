"""What `changefeed demo` shows: messages of a small shop, and what became of them."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession

from changefeed.notices import tell
from changefeed.spark.session import schema_name
from changefeed.watch import query

CAPTURE = "shop_canal.jsonl"
UNTYPED = "club.visits"  # a table without a typed model
_WIDTH = 100  # and no more than the terminal has
# Everything of this project is built but tests, typed tables of feeds without messages here, and what runs never build.
NODES = (
    "--select", "+changefeed.typed.demo.demo_shop__*", "changefeed.decoding", "changefeed.statements",
    "changefeed.ordering", "changefeed.actions", "changefeed.rows", "changefeed.health",
    "--exclude", "resource_type:test", "resource_type:unit_test",
)  # fmt: skip


@dataclass(frozen=True)
class Chapter:
    """A few messages, by partition and offset, and the query that shows what became of them."""

    title: str
    messages: tuple[tuple[int, int], ...]
    out: str
    statement: str
    says: str


_CHAPTERS = (
    Chapter(
        "A key changes: customer 2 becomes 20",
        ((0, 5),),
        "{schema}_shop.customers",
        "select id, name, level, balance, born, updated_at, _unreadable from {schema}_shop.customers order by id",
        "The row has its new key only, and real types. 0000-00-00 is no date: NULL, and its text is kept.",
    ),
    Chapter(
        "An order is paid: `old` names only what changed",
        ((1, 3),),
        "{schema}_shop.orders_history",
        "select order_no, status, amount, paid_at, _valid_from, _valid_to"
        " from {schema}_shop.orders_history where order_no = 'SO-0001' order by _valid_from",
        "Each version of the row is whole, with the time in which it held.",
    ),
    Chapter(
        "A table without a key: three rows come, two of them equal, and one of these goes",
        ((0, 3), (0, 4)),
        "{schema}_shop.page_views",
        "select viewed_at, url, millis from {schema}_shop.page_views order by viewed_at",
        "Equal rows are counted: one of the two is left.",
    ),
    Chapter(
        "Two messages cannot be decoded: one is cut off, one has a type that Canal does not have",
        ((1, 5), (1, 6)),
        "quarantine",
        "select partition, offset, reason, split_part(detail, ' (', 1) as detail"
        " from quarantine where feed = 'shop' order by partition, offset",
        "They stop nothing. The first was cut on its way and stays: its order is missing until its next change. Where"
        " the cause can be mended (a key that was not declared, another dialect), `changefeed run --retry-quarantine`"
        " decodes the message in its own place.",
    ),
)
_BEGIN = (
    "A shop keeps customers, orders, their lines and page views in MySQL. Canal writes each change to Kafka as JSON."
    " Here are 16 of these messages (demo/captures/shop_canal.jsonl).",
    "Building the tables takes half a minute ...",
)
_NEXT = """
Next:
    changefeed shell              look around: show tables; select * from changes;
    changefeed init ../cdc        a project of your own, for your own messages
    changefeed demo --all         all dialects, and all tests (some minutes)"""


def begin() -> None:
    """Say what is going to be shown."""
    tell("\n\n".join(textwrap.fill(each, _width()) for each in _BEGIN))


def _width() -> int:
    return min(_WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else _WIDTH


def show(spark: SparkSession, capture: Path) -> None:
    """Print each chapter's messages and, below them, what became of them; then the commands that come next."""
    lines = capture.read_text(encoding="utf-8").splitlines()
    payloads = {(said["partition"], said["offset"]): said["payload"] for said in map(json.loads, lines)}
    for number, chapter in enumerate(_CHAPTERS, start=1):
        found = spark.sql(chapter.statement.format(schema=schema_name()))
        frame = query.with_times_as_text(found)
        types = [field.dataType for field in found.schema.fields]
        rows = query.table(frame.columns, frame.collect(), types, margin=4)
        tell(f"\n{number}. {chapter.title}\n")
        for place in chapter.messages:
            tell("in  " + wrapped(shortened(payloads[place]), _width() - 8).replace("\n", "\n    "))
        tell(f"out {chapter.out.format(schema=schema_name())}")
        tell(textwrap.indent(rows, " " * 4) + f"\n\n{textwrap.fill(chapter.says, _width())}")
    tell(_NEXT)


def shortened(payload: str) -> str:
    """The parts of a message that a reader needs: type, table, rows. A text that is not JSON is not changed."""
    try:
        message = json.loads(payload)
    except ValueError:
        return payload
    kept = {name: message[name] for name in ("type", "table", "data", "old") if message[name]}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def wrapped(text: str, width: int) -> str:
    """JSON in lines that end with a comma. Wide letters count as one character; there are few."""
    lines = [""]
    for part in re.split(r"(?<=,)(?=[\"{])", text):
        if lines[-1] and len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def show_all(spark: SparkSession) -> None:
    """Print what can be seen only with all dialects together."""
    for title, statement in _LOOKS:
        statement = statement.format(schema=schema_name())
        tell(f"\n{title}\n    {statement}\n")
        query.run(spark, statement)


_LOOKS = (
    (
        "What could not be decoded, and why",
        "select topic, partition, offset, reason, detail from quarantine where resolved_at is null",
    ),
    (
        "Rows per source table, as they are now",
        "select feed, source_database, source_table, count(*) as rows from current_rows "
        "where not is_deleted group by all order by all",
    ),
    (
        "Side by side: rows that got another key, from each vendor",
        "select dialect, source_table, previous_row_key, row_key, is_partial from changes "
        "where previous_row_key is not null order by all",
    ),
    (
        "Two typed tables (the second has no key: equal rows are rows of their own)",
        "select id, name, level, balance, born, updated_at, _unreadable from {schema}_shop.customers order by id",
    ),
    (
        "",
        "select * from {schema}_shop.page_views order by viewed_at",
    ),
)
NEXT_OF_ALL = """
Next:
    changefeed shell                            look around (show tables;), and all that follows with one start
    changefeed load YOUR.jsonl                  land what `kcat -C -J` captured
    changefeed feeds propose                    which dialect is it?
    changefeed feeds add NAME ...               declare it
    changefeed run                              decode and fold what is new
    changefeed tables propose                   write the typed tables
    changefeed docs                             every table and column, described
"""
