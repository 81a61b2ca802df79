"""`changefeed compare` and `changefeed repair`: whether tables are those of the source, and what brings them right."""

from __future__ import annotations

import html
from datetime import datetime, timedelta, timezone
from pathlib import Path

import click

from changefeed import journal, web_page
from changefeed.cli.helpers import TIME, in_project
from changefeed.errors import ChangefeedError
from changefeed.project.seeds import declared_feed
from changefeed.runs.workspace import Context
from changefeed.source import catalogue, comparing, connection, differences, repairing
from changefeed.source.differences import IN_FLIGHT, PROVEN, Compared
from changefeed.words import counted, first_of, shown

_SHOWN = 20  # differences of a table
_MOST_IN_PAGE = 1000


@click.command()
@click.argument("feed")
@click.option("--table", metavar="NAME", help="Only this table, with or without its database.")
@click.option(
    "--since", type=TIME, metavar="TIME",
    help="Only keys whose last message has a change since this time (UTC).",
)  # fmt: skip
@click.option(
    "--sample", type=click.FloatRange(0, 100, min_open=True), metavar="PERCENT", help="Only this share of the keys."
)
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a page.")
@click.option(
    "--margin", type=click.IntRange(min=0), default=comparing.MARGIN, show_default=True, metavar="SECONDS",
    help="How much later than the reading a change must have happened to show that all before it was applied.",
)  # fmt: skip
@in_project
def compare(
    context: Context, feed: str, table: str | None, since: datetime | None, sample: float | None, page: Path | None,
    margin: int,
) -> None:  # fmt: skip
    """Compare the tables of FEED with their source, and say what differs.

    \b
    Examples:
        changefeed compare shop
        changefeed compare shop --table orders
        changefeed compare shop --sample 1
        changefeed compare shop --since '2026-11-27 08:00'
        changefeed compare shop --html compared.html

    It connects as CHANGEFEED_SOURCE_<FEED>_URL says (docs/how-to/prove-it.md), and compares values as typed tables read
    them. Of a large table both sides make sums, and rows are read only where these differ. A difference is in flight at
    first: a change that is not applied yet may explain it. A later comparison, after a run that applied newer changes,
    finds it explained or proven. The relations comparisons and differences have the result; with --since or --sample,
    comparisons stays as it is.

    Exit codes: 0 no difference is proven, 3 at least one is, 1 a comparison is not possible.
    """
    if since and sample:
        raise click.UsageError("--since and --sample: give one.")
    part = comparing.Part(since.replace(tzinfo=timezone.utc) if since else None, sample)
    declared_feed(context.project_dir, feed)
    spark = context.spark()
    found: list[Compared] = []
    for settings in catalogue.sources_of_feed(spark, feed):
        with connection.connected(spark, settings) as source:
            found += comparing.compare(
                spark, context.project_dir, source, table, part=part, margin=margin, progress=click.echo
            )
    if not found:
        raise _no_table(feed, table)
    counts = {verdict: sum(one.keys(verdict) for one in found) for verdict in (PROVEN, IN_FLIGHT)}
    for one in found:
        _show(one)
    if page:
        page.write_text(_page(feed, found), encoding="utf-8")
    journal.note("compare", feed=feed, tables=len(found), proven=counts[PROVEN], in_flight=counts[IN_FLIGHT])
    if counts[IN_FLIGHT]:
        proves = _proves(found) + timedelta(seconds=margin)
        click.echo(
            f"Next: once a change has landed that happened at the source after {proves:%Y-%m-%d %H:%M:%S} UTC: "
            f"changefeed run, then changefeed compare {feed} again"
        )
    if counts[PROVEN]:
        click.echo(f"Next: changefeed repair {feed}")
        click.get_current_context().exit(3)


@click.command()
@click.argument("feed")
@click.option("--table", metavar="NAME", help="Only this table, with or without its database.")
@click.option("--dry-run", is_flag=True, help="Say what would land, and land nothing.")
@in_project
def repair(context: Context, feed: str, table: str | None, dry_run: bool) -> None:
    """Read the proven keys of FEED's tables again at the source, and land their rows as they are there now.

    \b
    Examples:
        changefeed repair shop --dry-run
        changefeed repair shop --table orders && changefeed run && changefeed compare shop --table orders

    Proven are the keys that `changefeed compare` has found so (relation differences). A row that is gone at the source
    becomes a delete. The rows land behind all that the feed has applied, so every later change wins
    (docs/how-to/prove-it.md).

    Exit codes: 0 done, or nothing is proven; 1 not possible.
    """
    declared_feed(context.project_dir, feed)
    spark = context.spark()
    repaired: list[repairing.Repaired] = []
    for settings in catalogue.sources_of_feed(spark, feed):
        with connection.connected(spark, settings) as source:
            repaired += repairing.repair(spark, context.project_dir, source, table, is_dry=dry_run, progress=click.echo)
    if table and not repaired:
        raise _no_table(feed, table)
    for one in [one for one in repaired if one.keys or table]:
        click.echo(f"{one.table.in_words()}: {counted(len(one.keys), 'proven key')}")
        for line in repairing.in_words(one):
            click.echo(f"  {line}")
        if one.left_out:
            click.echo(f"  not read: {first_of(one.left_out)}; a row that is here keeps its values")
    landed = sum(map(repairing.landed, repaired))
    click.echo(f"{'to land' if dry_run else 'landed'}  {landed:,}")
    if landed and not dry_run:
        journal.note("repair", feed=feed, landed=landed)
        click.echo(f"Next: changefeed run, then changefeed compare {feed}{f' --table {shown(table)}' if table else ''}")


def _proves(found: list[Compared]) -> datetime:
    """When the newest difference in flight was found: a change that is later by the margin shows what it is."""
    return max(
        (each.found_at for one in found for each in one.differences if each.verdict == IN_FLIGHT),
        default=max(one.compared_at for one in found),
    )


def _no_table(feed: str, table: str | None) -> ChangefeedError:
    return ChangefeedError(f"--table: feed {feed} has no table {table or ''}".rstrip())


def _verdict(one: Compared) -> str:
    if not one.differing:
        return f"equal, until {one.verified_through:%Y-%m-%d %H:%M:%S} UTC" if one.verified_through else "equal"
    keys = ((name, one.keys(name)) for name in (PROVEN, IN_FLIGHT))
    return ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in keys if count)


def _show(one: Compared) -> None:
    part = f" ({one.part})" if one.part else ""
    click.echo(
        f"{one.table.in_words()}{part}: {counted(one.rows_here, 'row')} here, {one.rows_at_source:,} there: "
        f"{_verdict(one)}"
    )
    if one.not_compared:
        click.echo(f"  not compared: {', '.join(map(shown, one.not_compared))}")
    if one.by_rows:
        click.echo(f"  every row was read: no sum of {one.by_rows}")
    for each in [each for each in one.differences if each.verdict == PROVEN][:_SHOWN]:
        click.echo(f"  {shown(differences.in_words(each))}")
    if one.keys(PROVEN):
        click.echo(f"  since {one.compared_at:%Y-%m-%d %H:%M:%S} UTC at the latest; all: select * from differences")


def _page(feed: str, found: list[Compared]) -> str:
    """What was compared and what differs, as HTML."""
    at = max(one.compared_at for one in found)
    tables = [
        (
            one.table.full_name(), one.part or "all", one.rows_here, one.rows_at_source, _verdict(one),
            ", ".join(one.not_compared),
        )
        for one in found
    ]  # fmt: skip
    every = [(one.table.full_name(), each) for one in found for each in one.differences]
    rows = [
        (name, each.verdict.replace("_", " "), each.row_key, each.column, each.here, each.at_source, each.found_at)
        for name, each in sorted(every, key=lambda pair: pair[1].verdict, reverse=True)[:_MOST_IN_PAGE]
    ]
    return web_page.page([
        f"<h1>{html.escape(feed)} and its source</h1><p>{at:%Y-%m-%d %H:%M:%S} UTC</p>",
        web_page.table(("Table", "Compared", "Rows here", "Rows there", "Verdict", "Not compared"), tables),
        f"<h2>Differences</h2><p>{counted(len(every), 'line')}</p>",
        web_page.table(("Table", "Verdict", "Key", "Column", "Here", "At the source", "Found"), rows),
    ])  # fmt: skip
