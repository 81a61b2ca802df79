"""`changefeed decode`: what becomes of messages, with nothing landed."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from changefeed.errors import ChangefeedError
from changefeed.project import macros, paths, seeds
from changefeed.runs.workspace import Context
from changefeed.watch import preview as decoding
from changefeed.words import counted

_REASON = 3  # the exit code where a message has a reason


@click.command()
@click.argument(
    "files", nargs=-1, metavar="[FILE...]",
    type=click.Path(exists=True, dir_okay=False, path_type=Path, resolve_path=True),
)  # fmt: skip
@click.option("--dialect", metavar="NAME", help="A dialect of docs/reference/dialects.md, or of your project.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the dialect; its page lists them."
)
@click.option("--feed", metavar="FEED", help="A feed of the seeds: its dialect, options, keys and column types.")
@click.option("--source-kind", metavar="KIND", help="The database at the source: mysql, postgresql, oracle ...")
@click.option("--time-zone", metavar="ZONE", help="The zone of times that name none. Default: UTC.")
@click.option("--database", metavar="NAME", help="The database's name, if messages name none.")
@click.option("--schema", metavar="NAME", help="The schema's name, if messages name none.")
@click.option(
    "--keys", multiple=True, metavar="TABLE=COLUMN|...",
    help="The key of a table, if messages name none; nothing after = for a table without a key.",
)  # fmt: skip
@click.option(
    "--raw/--records", "is_raw", default=None,
    help="Whether the input has values of messages, or records as kcat prints them. Default: as the first one looks.",
)  # fmt: skip
@click.option("--topic", metavar="NAME", help="With values: the topic, for dialects that take the table from it.")
@click.option("--key", metavar="TEXT", help="With values: the Kafka key, for dialects that take key columns from it.")
@click.option("--statement", metavar="TEXT", help="Instead of messages: what this statement (DDL) means.")
@click.option(
    "--table", default="shop.items", show_default=True, metavar="NAME",
    help="With --statement: the table that its message names. With a schema, it is not MySQL's.",
)  # fmt: skip
@click.pass_obj
def decode(
    context: Context, /, files: tuple[Path, ...], dialect: str | None, options: tuple[str, ...], feed: str | None,
    keys: tuple[str, ...], is_raw: bool | None, topic: str | None, key: str | None, statement: str | None, table: str,
    **settings: str | None,
) -> None:  # fmt: skip
    """Show what becomes of messages, and land nothing: a JSON line for each change, or for the reason why there is
    none.

    \b
    Examples:
        changefeed decode --dialect canal < message.json
        changefeed decode --dialect debezium --option decimals=string message.json
        changefeed decode --dialect maxwell --keys 'shop.items=id|lang' messages.jsonl
        changefeed decode --feed shop message.json
        kcat -C -J -b broker -t shop_canal -o 4711 -c 1 | changefeed decode
        changefeed decode --statement 'alter table items add c int' --table shop.items

    The input is FILEs (plain or .gz) or standard input. It has values of messages (JSON, each on a line or on several),
    or records as `kcat -C -J` prints them. All of them are decoded together: the two messages of an update pair meet.

    --feed takes what the seeds declare for a feed, --dialect needs no seed; given both, the options of the command win.
    Records need neither: the feed that claims their topic says how they are read. A value has no place in Kafka and no
    Kafka key: it gets partition 0 and its number as offset, --topic and --key.

    The lines are in the order of the messages. A change has the columns of `changes` that the message says something
    of, with whole images: null there is a null that was sent, a column that was not sent is missing. A DDL statement
    also shows what it was understood to mean. A message that would be quarantined has `reason` and `detail`.

    \b
    Exit codes: 0 all messages are decoded, 3 a message has a reason (or --statement is not understood),
    64 wrong options. With `changefeed serve` it takes a second or two, without it some ten.
    """
    with paths.in_folder(context.project_dir):
        if statement is not None:
            found = _statement(context, statement, table)
        else:
            given = {name: text for name, text in (settings | {"dialect": dialect}).items() if text is not None}
            found = _messages(context, files, feed, given, options, keys, is_raw, topic, key)
    for each in found:
        click.echo(json.dumps(each, ensure_ascii=False))
    if any("reason" in each for each in found) or (statement is not None and not found[0]["is_understood"]):
        click.get_current_context().exit(_REASON)


def _statement(context: Context, statement: str, table: str) -> list[dict[str, Any]]:
    place = seeds.table_parts(table)
    rules = macros.load(context.project_dir, {})
    spark = context.spark(is_short=True, is_reading=True)
    return [{"statement": statement, **each} for each in decoding.meanings(spark, rules, [(statement, *place)])]


def _messages(
    context: Context, files: tuple[Path, ...], feed: str | None, settings: dict[str, str], options: tuple[str, ...],
    keys: tuple[str, ...], is_raw: bool | None, topic: str | None, key: str | None,
) -> list[dict[str, Any]]:  # fmt: skip
    is_declared = bool(feed or "dialect" in settings)
    if (settings or options or keys) and not is_declared:
        raise click.UsageError("these options change how a feed is read: give --dialect NAME or --feed FEED, too")
    project = context.project_dir
    declared = decoding.of_feed(project, feed) if feed else decoding.of_dialect() if is_declared else None
    if declared:
        declared = decoding.changed(declared, settings, options, keys)
    messages: list[decoding.Message] = []
    for source, data in _inputs(files):
        values = decoding.values(data)
        if not values:
            continue
        is_value = not decoding.is_record(values[0]) if is_raw is None else is_raw
        if is_raw is None:
            told = ("value", "--records: read Kafka records") if is_value else ("Kafka record", "--raw: read values")
            click.echo(f"{source}: {counted(len(values), told[0])} ({told[1]})", err=True)
        if is_value and not is_declared:
            raise click.UsageError(f"{source}: a value does not say its feed: give --dialect NAME or --feed FEED")
        messages += (
            decoding.raw(values, topic or "topic", key, len(messages)) if is_value else decoding.records(values, source)
        )
    if not messages:
        raise click.UsageError("there is no message: give FILEs, or messages on standard input")
    decoder = decoding.Decoder(project, declared or decoding.of_topics(project, (each.topic for each in messages)))
    spark = context.spark(is_short=True, is_reading=True)
    return decoder.decode(spark, messages, lambda line: click.echo(line, err=True))


def _inputs(files: tuple[Path, ...]) -> list[tuple[str, bytes]]:
    """The name and the bytes of each input."""
    if not files:
        if sys.stdin.isatty():
            click.echo("Paste messages; Ctrl-D ends them.", err=True)
        return [("standard input", sys.stdin.buffer.read())]
    try:
        return [
            (str(file), gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes())
            for file in files
        ]
    except (OSError, EOFError) as error:
        raise ChangefeedError(f"{error}. Give files that can be read, plain or .gz.", os.EX_USAGE) from error
