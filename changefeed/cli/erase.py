"""`changefeed erase`: rows that have to go, everywhere, and the proof that they have gone."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from changefeed import journal
from changefeed.cli.helpers import in_project
from changefeed.errors import ChangefeedError
from changefeed.loader import landing_tables
from changefeed.project import paths
from changefeed.runs import erasing
from changefeed.runs.maintain import LEAST_HOURS
from changefeed.runs.workspace import Context
from changefeed.spark import file_search, folders, session
from changefeed.words import counted, first_lines, shown

_SHOWN = 20
_SHORT = 4  # characters: a shorter text is in files by chance


@click.command()
@click.argument("feed", required=False)
@click.option("--table", metavar="NAME", help="The table at the source, with or without its database.")
@click.option(
    "--key", "keys", multiple=True, metavar="KEY",
    help="The key of a row: its text, or a JSON array of the texts of several key columns. Can be given again.",
)  # fmt: skip
@click.option(
    "--where", "where", multiple=True, metavar="COLUMN=TEXT",
    help="All rows whose key has this text in a column. Can be given again; then all have to fit.",
)  # fmt: skip
@click.option(
    "--file", "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a key, or with --verify a value, in each line.",
)  # fmt: skip
@click.option("--reference", metavar="TEXT", help="What the erasure is called in the table erasures: no personal data.")
@click.option(
    "--quarantined", "of_no_table", is_flag=True,
    help="Also erase what is of no known table and mentions the key: messages in quarantine, rejected lines.",
)  # fmt: skip
@click.option("--yes", "is_meant", is_flag=True, help="Erase. Without it, only say what would be erased.")
@click.option(
    "--unused-hours", metavar="HOURS", type=click.FloatRange(min=0),
    help="Keep files that left a table less than HOURS ago, for `maintain`. Default: 0, or 24 where others write.",
)  # fmt: skip
@click.option("--verify", metavar="TEXT", help="Look into all files for what the erasure of this reference erased.")
@click.option("--value", "values", multiple=True, metavar="TEXT", help="A value to look for, with --verify.")
@click.option(
    "--repeat", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Erase again, after a backup was restored: FILE has rows of erasures as JSON.",
)  # fmt: skip
@click.option("--lift", metavar="TEXT", help="Let new changes of the rows of this reference in again.")
@in_project
def erase(
    context: Context,
    feed: str | None,
    table: str | None,
    keys: tuple[str, ...],
    where: tuple[str, ...],
    file: Path | None,
    reference: str | None,
    of_no_table: bool,
    is_meant: bool,
    unused_hours: float | None,
    verify: str | None,
    values: tuple[str, ...],
    repeat: Path | None,
    lift: str | None,
) -> None:
    """Erase rows of a table of FEED, by their keys, from all that the warehouse has: it can't be undone.

    \b
    Examples:
        changefeed erase shop --table customers --key 42 --reference DSR-1187
        changefeed erase shop --table customers --key 42 --reference DSR-1187 --yes
        changefeed erase shop --table order_items --where order_id=SO-17 --reference DSR-1188 --yes
        changefeed erase --verify DSR-1187 --value ada@example.org --value 13812345678
        changefeed sql --output json "select * from erasures" > erasures.json
        changefeed erase --repeat erasures.json

    Without --yes it says what it would erase: messages, changes, rows, versions, kept typed tables, messages in
    quarantine, and then old files and snapshots. Columns of other tables that have a value of the key are listed, and
    not touched. After it, neither a late copy, nor landing, decoding or building again brings the rows back. Give the
    same command again if it was stopped.

    The rows are known by hashes, so it needs the key of masks (CHANGEFEED_MASK_KEY, docs/how-to/personal-data.md).

    --verify looks for values, which you give, in every file of the warehouse.

    \b
    Exit codes: 0 done, 1 refused, 2 a run holds the warehouse; with --verify 3 if something was found, or a file could
    not be read.
    """
    sought = [*values, *_lines(file)]
    given = tuple(map(_key, (*keys, *_lines(file)))) if verify is None else ()
    conditions = tuple(map(_condition, where))
    if verify is not None and not sought:
        raise click.UsageError("--verify needs what to look for: --value or --file. changefeed does not keep it")
    if sum(bool(each) for each in (verify, lift, repeat, feed)) > 1:
        raise click.UsageError("give FEED, --verify, --lift or --repeat: one of them")
    is_of_rows = verify is None and lift is None and repeat is None
    if is_of_rows and not (feed and table and reference and (given or conditions)):
        raise click.UsageError("give FEED, --table, --reference, and --key, --where or --file")
    if is_of_rows or repeat is not None:
        erasing.refuse_elsewhere()
    spark = context.spark()
    landing_tables.create_tables(spark, context.project_dir)
    if verify is not None:
        _verify(context, verify, sought)
        return
    if lift is not None:
        count = erasing.lift(spark, lift, session.is_shared(context.project_dir))
        click.echo(f"{shown(lift)}: new changes of {counted(count, 'row')} are read again")
        return
    is_shared = session.is_shared(context.project_dir)
    hours = unused_hours if unused_hours is not None else LEAST_HOURS if is_shared else 0
    if is_shared and hours < LEAST_HOURS:
        raise ChangefeedError(
            f"--unused-hours {hours:g}: others reach this warehouse, and may read or write files that this would "
            f"delete. Give {LEAST_HOURS} or more; `changefeed maintain` deletes the files later."
        )
    if repeat is not None:
        lines = _erasures(repeat)
        with _said_if_it_fails():
            is_done = erasing.erase_again(spark, context.project_dir, lines, hours, is_shared, click.echo)
        click.echo("Messages in quarantine and rejected lines are not found by a hash, and stay: look at them")
        _end(f"{counted(len(lines), 'line')} of erasures", hours, is_done)
        return
    assert feed and table and reference
    asked = erasing.Asked(feed, table, reference, given, conditions, of_no_table)
    found = erasing.plan(spark, context.project_dir, asked)
    _show(found)
    if not is_meant:
        click.echo("Nothing is erased yet: give --yes.")
        return
    with _said_if_it_fails():
        is_done = erasing.erase(spark, context.project_dir, found, hours, is_shared, click.echo)
    journal.note("erase", feed=feed, rows=found.keys, is_done=is_done)
    _end(shown(reference), hours, is_done)


@contextlib.contextmanager
def _said_if_it_fails() -> Iterator[None]:
    """Say of an error of Spark in the `with` block that the erasure is not complete."""
    try:
        yield
    except (PySparkException, Py4JJavaError) as error:
        raise ChangefeedError(
            f"The erasure is not complete; what is done stays done, and the same command goes on: {first_lines(error)}"
        ) from error


def _end(what: str, hours: float, is_done: bool) -> None:
    if is_done:
        click.echo(f"{what}: erased, with all old files. Next: changefeed erase --verify REFERENCE --value TEXT")
    else:
        click.echo(
            f"{what}: erased. Old files of the last {hours:g} hours stay until `changefeed maintain --unused-hours "
            f"{hours:g}` deletes them, after that time."
        )


def _erasures(file: Path) -> list[dict[str, Any]]:
    try:
        lines = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ChangefeedError(f"--repeat: {file} can't be read as JSON: {error}") from error
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise ChangefeedError(
            f'--repeat: {file} is no list of rows: `changefeed sql --output json "select * from erasures"` writes one'
        )
    return lines


def _lines(file: Path | None) -> list[str]:
    if not file:
        return []
    try:
        return [line for line in file.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise ChangefeedError(f"--file: {file} can't be read as text in UTF-8: {error}") from error


def _key(text: str) -> tuple[str, ...]:
    if not text.startswith("["):
        return (text,)
    try:
        values = json.loads(text)
    except ValueError as error:
        raise ChangefeedError(f"--key: {shown(text)} is no JSON array: {error}") from error
    if not all(isinstance(value, str) for value in values):
        raise ChangefeedError(f"--key: {shown(text)}: write each value as a text in quotes, as row_key has it")
    return tuple(values)


def _condition(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise ChangefeedError(f"--where: {shown(text)} is not COLUMN=TEXT")
    return name, value


def _show(found: erasing.Plan) -> None:
    names = ", ".join(shown(table.full_name()) for table in found.tables)
    click.echo(f"{shown(found.asked.reference)}: {counted(found.keys, 'row')} of {names} in feed {found.asked.feed}")
    for name, count in found.counts.items():
        click.echo(f"  {shown(name):24} {count:,}")
    if found.beside:
        click.echo(
            f"{counted(found.beside, 'change')} of other rows in these messages: they stay in the log as they are, and "
            "can't be decoded again"
        )
    for row in found.quarantined[:_SHOWN]:
        place = f"{shown(row['topic'])}/{row['partition']}/{row['offset']}"
        click.echo(f"in quarantine ({row['reason']}), mentions the key, and goes: {place}")
    if len(found.quarantined) > _SHOWN:
        click.echo(f"and {len(found.quarantined) - _SHOWN:,} more")
    for mention in found.mentions:
        click.echo(f"has a value of the key, and stays: {mention}")
    for note in found.notes:
        click.echo(note)


def _verify(context: Context, reference: str, values: list[str]) -> None:
    spark = context.spark()
    lines = erasing.known(spark, reference)
    is_clean = True
    for name, count in erasing.left(spark, context.project_dir, reference):
        if count:
            is_clean = False
            click.echo(f"{name} has {counted(count, 'row')} of it")
    home, tables = paths.home_of(context.project_dir).absolute(), folders.of_session(spark)
    places: list[folders.Local | folders.Remote] = [folders.Local(home)]
    other = folders.at(tables, spark)
    if isinstance(other, folders.Remote) or not other.path.is_relative_to(home):
        places.append(other)
    done = file_search.search(spark, places, values)
    searched = " and ".join(place.address() for place in places)
    click.echo(
        f"searched     {counted(done.files, 'file')} ({done.bytes / 1e6:,.1f} MB) below {searched}, of which "
        f"{done.with_values:,} by their values too"
    )
    for number, value in enumerate(values, 1):
        files = done.found.get(value, [])
        is_clean = is_clean and not files
        length = f" ({counted(len(value), 'character')}: it can be there by chance)" if len(value) < _SHORT else ""
        click.echo(f"value {number:<6} {'is in ' + counted(len(files), 'file') if files else 'is nowhere'}{length}")
        for file in files[:_SHOWN]:
            click.echo(f"  {file}")
    for file, why in sorted(done.unread.items())[:_SHOWN]:
        click.echo(f"not read     {file}: {why}")
    if any(line["done_at"] is None for line in lines):
        click.echo("Old files are not all deleted yet: changefeed maintain deletes them, see --unused-hours")
    if not is_clean or done.unread:
        click.get_current_context().exit(3)
