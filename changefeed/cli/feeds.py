"""`changefeed feeds`: which topics carry which dialect, and what their messages do not say."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

import click

from changefeed.cli.helpers import TIME, finish, in_project
from changefeed.cli.tables import propose_models
from changefeed.loader import landing_tables, registry, schemas
from changefeed.project import seeds as declared
from changefeed.runs import declarations
from changefeed.runs.workspace import Context
from changefeed.source import catalogue as of_source
from changefeed.source import connection as source_connection
from changefeed.spark import quick_start
from changefeed.spark.operations import Operations
from changefeed.typed import source_catalogue
from changefeed.words import counted


@click.group()
def feeds() -> None:
    """Which topics carry which dialect: check what is declared, or propose lines for what landed."""


@feeds.command()
@click.option("--landed", is_flag=True, help="Also name landed topics that no feed claims, or several.")
@in_project
def check(context: Context, landed: bool) -> None:
    """Check the seeds (feeds, keys, columns and masks of tables); exit 1 on a mistake.

    \b
    Examples:
        changefeed feeds check
        changefeed feeds check --landed

    Without --landed neither Spark nor dbt is started. `changefeed run` checks the same.
    """
    for line in (*declared.check(context.project_dir), *declared.doubted_zones(context.project_dir).values()):
        click.echo(line)
    for feed, idle in declared.idle_zones(context.project_dir).items():
        click.echo(f"feed {feed}: {idle}")
    if landed:
        _feeds(context, "check_feeds")
    else:
        click.echo("the declared feeds are sound")


@feeds.command()
@in_project
def propose(context: Context) -> None:
    """Look at the messages of topics without a feed and print lines for seeds/changefeed_feeds.csv.

    \b
    Example:
        changefeed feeds propose

    It looks at up to 200 of the newest messages of each topic. No line is written: `changefeed feeds add` does that.
    """
    declared.note_proposed(context.project_dir, _feeds(context, "propose_feeds"))


@feeds.command()
@click.argument("feed")
@click.option("--dialect", required=True, metavar="NAME", help="A dialect of docs/reference/dialects.md.")
@click.option(
    "--topics", required=True, metavar="NAMES", help="Names, or patterns with * and ?, with commas or blanks."
)
@click.option(
    "--source-kind", default="", metavar="KIND", help="The database at the source: mysql, postgresql, oracle ..."
)
@click.option("--time-zone", default="", metavar="ZONE", help="The zone of times that name none. Default: UTC.")
@click.option("--database", default="", metavar="NAME", help="The database's name, if messages name none.")
@click.option("--schema", default="", metavar="NAME", help="The schema's name, if messages name none.")
@click.option(
    "--history",
    default="",
    metavar="TABLES",
    help="Tables whose versions are kept: on (all), off (none), or names.",
)
@click.option("--options", default="", metavar="'NAME=VALUE ...'", help="Options of the dialect; its page lists them.")
@click.option(
    "--from-source", is_flag=True, help="Ask the source (CHANGEFEED_SOURCE_<FEED>_URL) for its kind; starts Spark."
)
@in_project
def add(context: Context, from_source: bool, **line: str) -> None:
    """Declare a feed: write its line into seeds/changefeed_feeds.csv, and its entry for `changefeed freshness`.

    \b
    Examples:
        changefeed feeds add shop --dialect canal --topics shop_canal --source-kind mysql --time-zone Asia/Shanghai
        changefeed feeds add orders --dialect debezium --topics 'orders.*' --options decimals=string
        changefeed feeds add shop --dialect canal --topics shop_canal --from-source

    The line is checked as `changefeed feeds check` does; when it is wrong, nothing is written. It warns of a time zone
    that is not the one that `changefeed feeds propose` guessed, or that has no effect in the dialect. Without
    --from-source neither Spark nor dbt is started.
    """
    if from_source:
        with source_connection.connected(context.spark(is_short=True), line["feed"]) as source:
            line["source_kind"] = line["source_kind"] or source.kind
            click.echo(f"source: {source.kind}, {source.version}")
    with declared.added(context.project_dir, line) as files:
        declared.check(context.project_dir)
    click.echo("".join(f"written: {file.relative_to(context.project_dir)}\n" for file in files), nl=False)
    if doubt := declared.doubted_zones(context.project_dir).get(line["feed"]):
        click.echo(f"warns: {doubt}")
    if idle := declared.idle_zones(context.project_dir).get(line["feed"]):
        click.echo(f"warns: {idle}")
    click.echo("Next: changefeed load, if nothing of it has landed yet; then changefeed run")
    if from_source:
        click.echo(f"      then changefeed feeds types --feed {line['feed']} --from-source, if messages name no types")


@feeds.command()
@click.argument("feed")
@click.option(
    "--since", required=True, type=TIME, metavar="TIME",
    help="When the task started again, by the clock of Kafka (UTC).",
)  # fmt: skip
@in_project
def restarted(context: Context, feed: str, since: datetime) -> None:
    """Declare that the task of FEED was restarted or rebuilt, so that its sequence may have begun again.

    \b
    Example:
        changefeed feeds restarted erp --since '2026-11-20 08:00'

    Changes since then come after all earlier ones, whatever their sequence says. You need not declare a full load
    that comes after increments: changefeed sees it.
    """
    decoded = declarations.restarted(context.spark(), context.project_dir, feed, since)
    click.echo(f"{feed}: a new epoch since {since:%Y-%m-%d %H:%M:%S} UTC.")
    if decoded:
        click.echo(
            f"decoded already since then: {counted(decoded, 'change')}. The next `changefeed run` puts them into it."
        )


@feeds.command()
@click.option(
    "--query", "kind", type=click.Choice(list(source_catalogue.QUERIES)), metavar="KIND",
    help=f"Print the SELECT for a kind of source: {', '.join(source_catalogue.QUERIES)}.",
)  # fmt: skip
@click.option("--feed", metavar="FEED", help="The feed whose tables the answer describes.")
@click.option(
    "--from", "answer", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="The answer as CSV, with the names of the columns in its first line.",
)  # fmt: skip
@click.option(
    "--from-source", is_flag=True,
    help="Ask the source of the feed: CHANGEFEED_SOURCE_<FEED>_URL, _USER, _PASSWORD (docs/how-to/prove-it.md).",
)  # fmt: skip
@in_project
def types(context: Context, kind: str | None, feed: str | None, answer: Path | None, from_source: bool) -> None:
    """Take types and keys from the source's catalogue, if messages name none.

    \b
    Examples:
        changefeed feeds types --query postgresql > types.sql
        psql --csv --file types.sql shop > types.csv
        changefeed feeds types --feed shop --from types.csv
        changefeed feeds types --feed shop --from-source
        changefeed feeds types --feed shop

    --query prints one SELECT. Somebody who may read the source's catalogue runs it, and saves the answer as CSV. --from
    reads the answer, --from-source asks the source itself. Both write lines of seeds/changefeed_table_columns.csv and
    changefeed_table_keys.csv for the tables that the feed's messages name; existing lines stay. Then they show what
    changes in the typed tables.

    --feed alone takes keys from the feed's own messages, if these describe tables (Debezium's topic of schema changes).
    """
    if bool(kind) == bool(feed or answer) or ((answer or from_source) and not feed) or (answer and from_source):
        raise click.UsageError("give --query KIND, or --feed FEED, with --from FILE, with --from-source, or alone")
    if kind:
        click.echo(source_catalogue.QUERIES[kind])
        return
    assert feed
    declared.declared_feed(context.project_dir, feed)
    if answer:
        told = source_catalogue.read_answer(answer)
    elif from_source:
        with source_connection.connected(context.spark(is_short=True), feed) as source:
            told = of_source.read(source)
    else:
        told = source_catalogue.told_by_messages(context.spark(), context.asking()("table_queries")["statements"], feed)
    known = source_catalogue.tables_of_feed(context.spark(is_short=True), feed)
    outcome = source_catalogue.declare(context.project_dir, feed, known, told)
    declared.check(context.project_dir)
    _show_declared(context, outcome)
    if outcome.files:
        seeds = ("changefeed_table_columns", "changefeed_table_keys")
        built = context.dbt("build", "--select", *seeds, "--exclude-resource-type", "test", only_failures=True)
        if built.exit_code:
            finish(built)
        click.echo("\nWhat `changefeed tables propose` would write now:")
        propose_models(context, feed, None, None, is_dry=True)
        click.echo("Next: changefeed run, then changefeed tables propose")


def _show_declared(context: Context, outcome: source_catalogue.Outcome) -> None:
    for file in outcome.files:
        click.echo(f"written    {file.relative_to(context.project_dir)}")
    counts = {"types": len(outcome.types), "keys": len(outcome.keys), "declared already": outcome.declared}
    click.echo(f"declared   {', '.join(f'{count:,} {what}' for what, count in counts.items())}")
    for line in outcome.differing:
        click.echo(f"kept       {line} (change or remove the seed's line to follow the source)")
    for table in outcome.unknown:
        click.echo(f"missing    {table}: the answer has no such table")
    if outcome.unused:
        click.echo(f"left out   {outcome.unused:,} tables of the answer that no message of the feed names")


def _feeds(context: Context, operation: str) -> list[str]:
    """Run an operation on what is declared now; prints and returns what it says."""
    with contextlib.suppress(declared.NothingDeclared):
        declared.check(context.project_dir)
    spark = context.spark(is_short=True)
    landing_tables.create_tables(spark, context.project_dir)
    schemas.read(spark, context.project_dir)
    if operation == "propose_feeds":
        registry.fetch(spark, context.project_dir, click.echo, is_proposing=True)
    said = []
    with quick_start.interpreted(spark):
        for line in Operations(spark, context.project_dir).run(operation):
            click.echo(line)
            said.append(line)
    return said
