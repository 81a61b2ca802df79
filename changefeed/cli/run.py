"""`changefeed run`, `test` and `docs`: what dbt builds, tests and describes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from changefeed.cli.helpers import finish, in_project
from changefeed.loader import landing_tables, schemas
from changefeed.project import site
from changefeed.runs import dbt_build
from changefeed.runs import run as runs
from changefeed.runs.workspace import Context
from changefeed.watch import query, status

_CLOCKS_DIFFER = 60  # seconds, at most, of machines whose clocks are right
_VERDICTS = {"pass": "fresh", "warn": "old", "error": "too old"}


class _WithNodes(click.Command):
    """Takes several values behind --select and --exclude, as dbt does: up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the option before each further value."""
        given: list[str] = []
        option = ""
        for word in args:
            if word.startswith("-"):
                option = word if word in ("--select", "-s", "--exclude") else ""
            elif option and given[-1] != option:
                given.append(option)
            given.append(word)
        return super().parse_args(ctx, given)


def _build_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--select", "-s", multiple=True, metavar="NODES", help="Only these nodes, in dbt's words."),
        click.option("--exclude", multiple=True, metavar="NODES", help="Leave these nodes out, in dbt's words."),
    ):
        command = option(command)
    return command


@click.command(cls=_WithNodes)
@_build_options
@click.option("--full-refresh", is_flag=True, help="Rebuild from `messages` instead of adding what is new.")
@click.option("--always", is_flag=True, help="Build also when nothing has landed and no file has changed.")
@click.option("--retry-quarantine", is_flag=True, help="Decode quarantined messages again (of --feed, with --reason).")
@click.option("--redecode", metavar="FEED", help="Decode all messages of a feed again (--since a time).")
@click.option("--feed", metavar="FEED", help="With --retry-quarantine: only this feed's messages.")
@click.option("--reason", metavar="CODE", help="With --retry-quarantine: only those with this reason.")
@click.option(
    "--since", metavar="TIME", help="With --redecode: begin with the run that first read a message of this time (UTC)."
)
@click.option("--take-over", metavar="RUN_ID", help="End the claim of this run, which died, as the message names it.")
@click.option("--accept-loss", is_flag=True, help="Rebuild although `maintain` has removed what a rebuild needs.")
@in_project
def run(
    context: Context,
    select: tuple[str, ...],
    exclude: tuple[str, ...],
    full_refresh: bool,
    always: bool,
    retry_quarantine: bool,
    redecode: str | None,
    feed: str | None,
    reason: str | None,
    since: str | None,
    take_over: str | None,
    accept_loss: bool,
) -> None:
    """Decode what is new and bring all tables up to date.

    \b
    Examples:
        changefeed run
        changefeed run --retry-quarantine --reason no_key_declared
        changefeed run --redecode shop --since '2026-11-20 08:00'

    It calls `dbt build`, without unit tests, changefeed's daily tests (tag changefeed_daily) and previews; then it
    prints a summary. It does nothing if the last run ended well, and since then no message has landed and no file of
    the project has changed.

    --retry-quarantine and --redecode decode messages again, after you corrected a declaration, or with a newer version
    that decodes better. Their changes take their own place in the order; other feeds are not touched.

    \b
    Exit codes: 0 done (quarantined messages do not count as failure), 1 a model, seed or function
    failed, 2 another run holds the warehouse, 3 only tests failed, or a typed table refuses a change of its source
    (on_schema_change: fail).
    """
    variables = _decode_again(retry_quarantine, redecode, feed, reason, since)
    if take_over:
        variables["changefeed_take_over"] = take_over
    if accept_loss:
        variables["changefeed_accept_loss"] = True
    outcome = runs.run_if_needed(context, select, exclude, full_refresh, always, variables)
    if outcome is None:
        click.echo("Nothing new: no message has landed since the last run.")
    else:
        finish(outcome)


def _decode_again(
    retry_quarantine: bool, redecode: str | None, feed: str | None, reason: str | None, since: str | None
) -> dict[str, Any]:
    """The dbt variables that ask for messages to be decoded again; none when nothing is asked for."""
    if retry_quarantine and redecode:
        raise click.UsageError("--retry-quarantine and --redecode are two runs: give one of them")
    if (feed or reason) and not retry_quarantine:
        raise click.UsageError("--feed and --reason go with --retry-quarantine")
    if since and not redecode:
        raise click.UsageError("--since goes with --redecode")
    if redecode:
        return {"changefeed_redecode": _given(feed=redecode, since=since)}
    return {"changefeed_retry": _given(feed=feed, reason=reason)} if retry_quarantine else {}


def _given(**values: str | None) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


@click.command(cls=_WithNodes)
@_build_options
@click.option("--unit", is_flag=True, help="Also the unit tests with which changefeed tests itself (many minutes).")
@in_project
def test(context: Context, select: tuple[str, ...], exclude: tuple[str, ...], unit: bool) -> None:
    """Run dbt's tests: the invariants of the tables, and your own tests.

    \b
    Examples:
        changefeed test
        changefeed test --select tables

    A test that warns or fails is listed with the file of its query: `changefeed sql < FILE` shows the rows that it
    found.

    Exit codes: 0 all pass, 3 some failed, 1 dbt could not run them.
    """
    landing_tables.create_tables(context.spark(), context.project_dir)
    schemas.read(context.spark(), context.project_dir)
    outcome = context.dbt(
        "test",
        *(item for node in select or ("fqn:*",) for item in ("--select", node)),
        *(
            item
            for node in (*exclude, *([] if select or unit else [dbt_build.UNIT_TESTS]))
            for item in ("--exclude", node)
        ),
    )
    finish(outcome)


@click.command(cls=_WithNodes)
@click.option("--select", "-s", multiple=True, metavar="NODES", help="Only these feeds: source:feeds.NAME.")
@in_project
def freshness(context: Context, select: tuple[str, ...]) -> None:
    """Say when each feed last landed something, and whether that is too long ago.

    \b
    Examples:
        changefeed freshness
        changefeed freshness --select source:feeds.shop

    The feed's entry of the source `feeds` says how long is too long (docs/how-to/schedule.md). It is dbt's
    `dbt source freshness`, in Spark as all other commands, also in that of `changefeed serve`.

    Exit codes: 0 no feed is older than its error_after, 1 some are, 2 another run holds the warehouse.
    """
    landing_tables.create_tables(context.spark(), context.project_dir)
    nodes = (item for node in select for item in ("--select", node))
    outcome = context.dbt("source", "freshness", *nodes, only_failures=True)
    ahead = [feed for feed, (_, _, age) in outcome.ages.items() if age < -_CLOCKS_DIFFER]
    rows = [
        (
            feed,
            "in the future" if feed in ahead else _VERDICTS.get(verdict, verdict),
            f"{at:%Y-%m-%d %H:%M:%S}Z",
            status.lag(int(age)),
        )
        if at.year > 1
        else (feed, "never landed anything", "", "")
        for feed, (verdict, at, age) in sorted(outcome.ages.items())
    ]
    click.echo(query.table(("feed", "verdict", "last_landed_at", "age"), rows))
    if ahead:
        click.echo(
            "Where the last landing is in the future, the clock was ahead then, or is behind now: how old the feed is "
            "can't be known (docs/how-to/schedule.md, freshness)."
        )
        outcome.failed_nodes += ahead
    finish(outcome)


@click.command()
@in_project
def docs(context: Context) -> None:
    """Write the documentation of all tables and columns to site/index.html, one file.

    \b
    Example:
        changefeed docs

    It also builds the previews, which a run leaves out, so that you can query what is described.
    """
    context.spark()
    asked = ("--select", f"+{dbt_build.STAGING}", "--exclude-resource-type", "test", "unit_test")
    context.dbt("build", *asked, only_failures=True)  # a view that fails is described all the same
    context.dbt("docs", "generate", "--select", "fqn:*", "source:*")
    page = context.project_dir / "site" / "index.html"
    page.parent.mkdir(exist_ok=True)
    site.write(context.project_dir / "target", page)
    click.echo(f"written: {page}")
