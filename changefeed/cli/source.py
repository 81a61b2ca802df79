"""`changefeed compare`: whether tables are those of the source."""

from __future__ import annotations

import click

from changefeed import journal
from changefeed.cli.helpers import in_project
from changefeed.project.seeds import declared_feed
from changefeed.runs.workspace import Context
from changefeed.source import comparing, connection
from changefeed.words import shown

_SHOWN = 20  # differences of a table


@click.command()
@click.argument("feed")
@click.option("--table", metavar="NAME", help="Only this table, with or without its database.")
@click.option(
    "--margin", type=click.IntRange(min=0), default=comparing.MARGIN, show_default=True, metavar="SECONDS",
    help="How much later than the reading a change must have happened to show that all before it was applied.",
)  # fmt: skip
@in_project
def compare(context: Context, feed: str, table: str | None, margin: int) -> None:
    """Compare the tables of FEED with its source, row by row, and say what differs.

    \b
    Examples:
        changefeed compare shop
        changefeed compare shop --table orders

    It connects as CHANGEFEED_SOURCE_<FEED>_URL says (docs/how-to/prove-it.md), reads every row, and compares values as
    typed tables read them. A difference is in flight at first: a change that is not applied yet may explain it. A later
    comparison, after a run that applied newer changes, finds it explained or proven. The relations comparisons and
    differences have the result.

    Exit codes: 0 no difference is proven, 3 at least one is, 1 a comparison is not possible.
    """
    declared_feed(context.project_dir, feed)
    spark = context.spark()
    with connection.connected(spark, feed) as source:
        found = comparing.compare(spark, context.project_dir, source, table, margin=margin, progress=click.echo)
    proven, in_flight = 0, 0
    for one in found:
        keys = {verdict: one.keys(verdict) for verdict in (comparing.PROVEN, comparing.IN_FLIGHT)}
        proven, in_flight = proven + keys[comparing.PROVEN], in_flight + keys[comparing.IN_FLIGHT]
        if not one.differing:
            verdict = f"equal, until {one.verified_through:%Y-%m-%d %H:%M:%S} UTC"
        else:
            verdict = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in keys.items() if count)
        click.echo(f"{one.table.in_words()}: {one.rows_here:,} rows here, {one.rows_at_source:,} there: {verdict}")
        if one.not_compared:
            click.echo(f"  not compared: {', '.join(map(shown, one.not_compared))}")
        for each in [each for each in one.differences if each.verdict == comparing.PROVEN][:_SHOWN]:
            click.echo(f"  {shown(comparing.in_words(each))}")
        if keys[comparing.PROVEN]:
            click.echo(f"  since {one.compared_at:%Y-%m-%d %H:%M:%S} UTC at the latest; all: select * from differences")
    journal.note("compare", feed=feed, tables=len(found), proven=proven, in_flight=in_flight)
    if in_flight:
        click.echo("Next: changefeed run, once newer changes have landed, and changefeed compare again")
    if proven:
        click.get_current_context().exit(3)
