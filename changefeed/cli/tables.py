"""`changefeed tables`: typed tables, proposed from what landed or checked against it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from changefeed.cli.helpers import in_project
from changefeed.loader import landing_tables
from changefeed.project import paths, profile, seeds
from changefeed.runs.workspace import Context
from changefeed.typed import model_checks, model_files, personal, runs_of_versions, shards
from changefeed.typed import source_columns as seen_tables
from changefeed.watch import query
from changefeed.words import shown


@click.group()
def tables() -> None:
    """Typed tables: propose their models from what landed, or check them against it."""


def _of_tables(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--table", metavar="NAME", help="Only this table: its name, or with its database and schema."),
        click.option("--feed", metavar="FEED", help="Only tables of this feed."),
    ):
        command = option(command)
    return command


@tables.command("propose")
@_of_tables
@click.option(
    "--to", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the files; each feed gets one in it. Default: typed/ in the first folder of models.",
)  # fmt: skip
@click.option(
    "--merge", metavar="TABLES",
    help="One typed table for all tables of this name: database.table, with * for any text and ? for one character.",
)  # fmt: skip
@click.option("--as", "merged_name", default="", metavar="NAME", help="What the table of --merge is called.")
@click.option("--one-key", is_flag=True, help="A key is in one of the tables of --merge alone: a claim, and its test.")
@click.option("--view", "as_views", is_flag=True, help="Write views: they take no room, and cast values at each query.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.pass_obj
def propose(
    context: Context,
    feed: str | None,
    table: str | None,
    to: Path | None,
    merge: str | None,
    merged_name: str,
    one_key: bool,
    as_views: bool,
    dry_run: bool,
) -> None:
    """Write a model and its yml for every source table that has rows, after `changefeed run`.

    \b
    Examples:
        changefeed tables propose
        changefeed tables propose --feed shop --dry-run
        changefeed tables propose --table shop.orders --to models/marts
        changefeed tables propose --feed trade --merge 'order_db_*.orders_*' --as orders

    Names are the source's. A source type is the one that was sent. If none was sent, it comes from statements (CREATE
    and ALTER TABLE), from seeds/changefeed_table_columns.csv, or from the values; `type_from` in the yml says which.
    The dialect's page has the Spark types. Types from values are listed: check them.

    A typed table is kept as a table: each run merges what changed. With --view, new models are views over current_rows.
    Existing models stay as they are.

    Shards, tables of several databases or names that are one table to their users, become one with --merge. Rows and
    statements of each stay its own; _source_database and _source_table say whose a row is. The table has the columns of
    all of them, each of a type that reads all exactly. A shard that comes later joins by itself.

    Edit the yml as you like. The next `propose` changes only what nobody edited, and shows each change. Tables that
    have a model of yours are left alone.
    """
    if merge is None and (merged_name or one_key):
        raise click.UsageError("--as and --one-key go with --merge")
    if merge is not None and table is not None:
        raise click.UsageError("--merge names the tables; leave out --table")
    target = Path.cwd() / to if to else None
    with paths.in_folder(context.project_dir):
        propose_models(context, feed, table, target, dry_run, as_views, merge, merged_name, one_key)


def propose_models(
    context: Context,
    feed: str | None,
    table: str | None,
    target: Path | None,
    is_dry: bool,
    as_views: bool = False,
    merge: str | None = None,
    merged_name: str = "",
    is_one_key: bool = False,
) -> None:
    """Write the models of the tables that have rows, or show what would be written."""
    seen = seen_tables.look(context.spark(is_short=True), context.asking(), feed, table)
    folders = profile.folders_of(context.project_dir, "model")
    merged = shards.asked(seen, merge, is_one_key) if merge is not None else None
    to = target or folders[0] / "typed"
    outcome = model_files.propose(
        context.project_dir, seen, to, folders, is_dry, as_views, merged, merged_name, is_whole=table is None
    )
    _show_proposed(outcome, is_dry)
    if lines := personal.proposed(context.spark(), seen):
        click.echo(
            "These columns look like personal data. To mask them, add lines to seeds/changefeed_table_masks.csv:"
        )
        for line in lines:
            click.echo(f"  {shown(line)}")


@tables.command("check")
@_of_tables
@in_project
def check(context: Context, feed: str | None, table: str | None) -> None:
    """Compare typed tables with what landed: names that never occur, columns without a model, types that changed.

    \b
    Examples:
        changefeed tables check
        changefeed tables check --feed shop

    Exit codes: 0 they fit, 1 they do not (a line for each difference).
    """
    seen = seen_tables.look(context.spark(is_short=True), context.asking(), feed)
    chosen = [each for each in seen if table is None or each.table.is_called(table)]
    folders = profile.folders_of(context.project_dir, "model")
    followed = model_checks.followed_columns(context.spark())
    problems = model_checks.check(context.project_dir, chosen, folders, feed, table, followed)
    declared_tables, _ = model_files.read_declared(folders)
    anew = model_checks.to_make_anew(context.spark(), context.project_dir, folders)
    zones = [doubt for of, doubt in seeds.doubted_zones(context.project_dir).items() if feed in (None, of)]
    for line in (*model_files.doubts(chosen, declared_tables), *anew, *zones, *problems):
        click.echo(line)
    if problems:
        click.get_current_context().exit(1)
    click.echo("the typed tables fit what landed")


@tables.command("versions")
@click.option("--run", "run", type=int, metavar="RUN", help="Of this run. Default: the last one.")
@in_project
def versions(context: Context, run: int | None) -> None:
    """Write into table_versions which version of each kept table a run left, for other engines, and show it.

    \b
    Examples:
        changefeed run && changefeed tables versions
        changefeed tables versions --run 17

    A run is named by its decode_batch_id in run_counts. A version is the number that the table format gives it.
    """
    spark = context.spark(is_short=True)
    landing_tables.create_tables(spark, context.project_dir)
    rows = runs_of_versions.note(spark, runs_of_versions.cut_of(spark, run))
    click.echo(
        query.table(
            ("run", "relation", "format", "version", "written_at"), [(*row[:-1], f"{row[-1]}Z") for row in rows]
        )
    )


def _show_proposed(outcome: model_files.Outcome, is_dry: bool) -> None:
    for file, text in outcome.written.items():
        click.echo(f"{'to write' if is_dry else 'written'}   {file}")
        if is_dry:
            click.echo(textwrap.indent(text, "    "), nl=False)
    for diff in outcome.changes:
        click.echo(diff)
    for line in (*outcome.by_hand, *outcome.notes):
        click.echo(line)
    for heading, is_to_check in _TO_CHECK:
        columns = [
            f"{each.table.in_words()}, {', '.join(shown(column.name) for column in found)}"
            for each in outcome.seen
            if (found := [column for column in each.columns if is_to_check(column)])
        ]
        if columns:
            click.echo(f"{heading}:\n    " + "\n    ".join(columns))
    counts = f"{len(outcome.written) // 2:,} new, {len(outcome.changes):,} changed, {outcome.unchanged:,} unchanged"
    click.echo(f"models    {counts}, {len(outcome.by_hand):,} of your own")
    if outcome.seen and not is_dry:
        click.echo("Next: changefeed run")


_TO_CHECK: tuple[tuple[str, Callable[[seen_tables.Column], bool]], ...] = (
    ("types guessed from values: check them", lambda column: column.type_from == seen_tables.VALUES),
    ("digits from values, because the source's type does not say how many it has", lambda column: column.is_as_seen),
    ("types not known: the columns are text as sent", lambda column: column.type_from == seen_tables.NOTHING),
)
