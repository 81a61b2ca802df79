"""The command line of changefeed."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from pyspark.sql import SparkSession

from loader import build, landing, last_run, query, session
from loader import maintain as maintenance
from loader.errors import ChangefeedError

_SHOWN_REJECTED = 20


@dataclass(frozen=True)
class Context:
    """What every command needs: the project's folder, and whether to show what Spark and dbt say."""

    project_dir: Path
    verbose: bool

    def spark(self) -> SparkSession:
        """The session, started on first use."""
        command = shlex.join(["changefeed", *sys.argv[1:]])
        return session.start(self.project_dir, command, self.verbose)

    def dbt(self, *arguments: str, only_failures: bool = False) -> build.Outcome:
        """Run dbt in this process on the session."""
        return build.invoke(self.project_dir, list(arguments), self.verbose, only_failures)


class _Group(click.Group):
    """Shows expected errors, and Ctrl-C, as one line."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ChangefeedError as error:
            if ctx.params.get("verbose"):
                raise
            click.echo(f"changefeed: {error}", err=True)
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            click.echo("changefeed: stopped. The next run goes on where this one was.", err=True)
            ctx.exit(130)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--project-dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder with dbt_project.yml. Default: this one, or else where changefeed is installed from.",
)
@click.option("--verbose", is_flag=True, help="Show what Spark and dbt say, and tracebacks.")
@click.version_option(package_name="changefeed")
@click.pass_context
def main(ctx: click.Context, project_dir: Path | None, verbose: bool) -> None:
    """Turn CDC messages from Kafka into tables.

    \b
    First look, with the captures that come along:
        changefeed demo
    \b
    Your own messages, captured with `kcat -C -J -t TOPIC -e > orders.jsonl`:
        changefeed load orders.jsonl     land them in `messages`
        changefeed feeds propose         see which dialect they speak; put the lines in seeds/feeds.csv
        changefeed run                   decode them, fold them into tables
        changefeed sql "select * from current_rows"

    The warehouse is the folder ./warehouse of the project, or CHANGEFEED_HOME.
    One command at a time uses it; another one says who holds it and exits with 2.
    """
    found = project_dir or _find_project()
    ctx.obj = Context(found.resolve(), verbose)


def _find_project() -> Path:
    for folder in (Path.cwd(), Path(__file__).resolve().parent.parent):
        if (folder / "dbt_project.yml").exists():
            return folder
    raise ChangefeedError("No dbt_project.yml here. Go to the project's folder or give --project-dir.")


def _in_project(command: Callable[..., Any]) -> Callable[..., Any]:
    """Run a command in the project's folder: dbt and relative settings count from there."""

    @click.pass_obj
    @functools.wraps(command)
    def wrapped(context: Context, *args: Any, **options: Any) -> Any:
        with _chdir(context.project_dir):
            return command(context, *args, **options)

    return wrapped


@contextlib.contextmanager
def _chdir(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@main.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--incarnation", default="", metavar="LABEL", help="Which life of a re-created topic this is.")
@click.pass_obj
def load(context: Context, paths: tuple[str, ...], incarnation: str) -> None:
    """Land the messages of capture files in the table `messages`.

    PATH is a file, a folder or a glob; plain or .gz. Each line is one record as `kcat -C -J` prints it.
    Bytes that are no UTF-8 go in payload_base64 and key_base64 instead of payload and key.
    What has landed before does not land again, so loading a file twice is harmless.
    Lines that are no record are set aside in `rejected_lines`; the rest lands.

    \b
    Examples:
        changefeed load orders.jsonl
        changefeed load captures/ 'more/2025-*.jsonl.gz'
        changefeed load --incarnation after-rebuild orders.jsonl
    """
    absolute = [os.path.abspath(path) for path in paths]
    with _chdir(context.project_dir):
        _load(context, absolute, incarnation)


def _load(context: Context, paths: list[str], incarnation: str = "") -> None:
    landing.find_files(paths)  # a wrong path is worth knowing before Spark starts
    report = landing.load(context.spark(), context.project_dir, paths, incarnation, click.echo)
    rate = (report.landed + report.already_there) / report.seconds
    click.echo(f"files          {report.files:,}")
    click.echo(f"landed         {report.landed:,}")
    click.echo(f"already there  {report.already_there:,}")
    click.echo(f"set aside      {len(report.rejected):,}")
    for line in report.rejected[:_SHOWN_REJECTED]:
        click.echo(f"  {line.file}:{line.line_number}: {line.reason}")
    if len(report.rejected) > _SHOWN_REJECTED:
        click.echo("  all of them: changefeed sql 'select * from rejected_lines'")
    click.echo(f"{report.seconds:.1f} s, {rate:,.0f} messages/s")
    if not report.landed:
        click.echo("Nothing new landed.")


def _build_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--select", "-s", multiple=True, metavar="NODES", help="Only these, in dbt's words."),
        click.option("--exclude", multiple=True, metavar="NODES", help="Not these, in dbt's words."),
    ):
        command = option(command)
    return command


@main.command()
@_build_options
@click.option("--full-refresh", is_flag=True, help="Rebuild from `messages` instead of adding what is new.")
@click.option("--always", is_flag=True, help="Build also when nothing has landed and no file has changed.")
@click.option("--retry-quarantine", is_flag=True, help="Decode quarantined messages again (of --feed, with --reason).")
@click.option("--redecode", metavar="FEED", help="Decode all messages of a feed again (--since a time).")
@click.option("--feed", metavar="FEED", help="With --retry-quarantine: only this feed's messages.")
@click.option("--reason", metavar="CODE", help="With --retry-quarantine: only those with this reason.")
@click.option(
    "--since", metavar="TIME", help="With --redecode: from the run on that first read a message of this time (UTC)."
)
@click.option("--take-over", is_flag=True, help="End the claim of a run that died on another machine.")
@click.option("--accept-loss", is_flag=True, help="Rebuild although `maintain` has removed what a rebuild needs.")
@_in_project
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
    take_over: bool,
    accept_loss: bool,
) -> None:
    """Decode what is new and bring all tables up to date.

    This is `dbt build` without unit tests and without what is tagged daily, then a summary. When no
    message has landed since a run that ended well, and no file of the project has changed, it does nothing.

    After you mended a declaration, or a newer version decodes better: --retry-quarantine and --redecode decode
    messages again that were read before. Their changes take their own place in the order; other feeds are not touched.

    \b
    Examples:
        changefeed run
        changefeed run --retry-quarantine --reason no_key_declared
        changefeed run --redecode shop --since '2026-11-20 08:00'

    \b
    Exit codes: 0 done (quarantined messages do not count as failure), 1 a model, seed or function
    failed, 2 another run holds the warehouse, 3 only tests failed.
    """
    again = _decode_again(retry_quarantine, redecode, feed, reason, since)
    os.environ["CHANGEFEED_TAKE_OVER"] = "yes" if take_over else ""
    os.environ["CHANGEFEED_ACCEPT_LOSS"] = "yes" if accept_loss else ""
    spark = context.spark()
    landing.create_tables(spark, context.project_dir)
    started_from = last_run.state(spark, context.project_dir)
    is_whole = not select and not exclude
    if is_whole and not full_refresh and not always and not again and last_run.is_nothing_to_do(spark, started_from):
        click.echo("Nothing new: no message has landed since the last run.")
        return
    last_run.forget()
    outcome = _run(context, select, ("tag:daily", *exclude), full_refresh, again)
    if is_whole and outcome.exit_code == 0:
        last_run.remember(started_from)
    _finish(outcome)


def _decode_again(
    retry_quarantine: bool, redecode: str | None, feed: str | None, reason: str | None, since: str | None
) -> dict[str, dict[str, str]]:
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


def _run(
    context: Context,
    select: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    full_refresh: bool = False,
    variables: dict[str, Any] | None = None,
) -> build.Outcome:
    spark = context.spark()
    before = 0 if full_refresh else build.last_decoded_batch(spark)
    outcome = context.dbt(
        "build", "--exclude-resource-type", "unit_test",
        *(item for node in select for item in ("--select", node)),
        *(item for node in exclude for item in ("--exclude", node)),
        *(["--full-refresh"] if full_refresh else []),
        *(["--vars", json.dumps(variables)] if variables else []),
    )  # fmt: skip
    if not outcome.failed_nodes:
        build.print_summary(spark, before)
    return outcome


def _finish(outcome: build.Outcome) -> None:
    """Print the tests' counts and exit as the outcome says."""
    if outcome.tests:
        counts = ", ".join(f"{count} {status}" for status, count in sorted(outcome.tests.items()))
        click.echo(f"tests        {counts}")
    if outcome.exit_code:
        failed = ", ".join(outcome.failed_nodes or outcome.failed_tests)
        click.echo(f"changefeed: failed: {failed}", err=True)
        click.get_current_context().exit(outcome.exit_code)


@main.command()
@_build_options
@_in_project
def test(context: Context, select: tuple[str, ...], exclude: tuple[str, ...]) -> None:
    """Run all of dbt's tests: unit tests and the invariants of the tables.

    Exit codes: 0 all pass, 3 some failed, 1 dbt could not run them.
    """
    context.spark()
    outcome = context.dbt(
        "test",
        *(item for node in select for item in ("--select", node)),
        *(item for node in exclude for item in ("--exclude", node)),
    )
    _finish(outcome)


@main.command()
@_in_project
def docs(context: Context) -> None:
    """Write the documentation of all tables and columns to site/index.html, one file."""
    context.spark()
    context.dbt("docs", "generate", "--static")
    page = context.project_dir / "site" / "index.html"
    page.parent.mkdir(exist_ok=True)
    shutil.copy(context.project_dir / "target" / "static_index.html", page)
    click.echo(f"written: {page}")


@main.command()
@click.argument("statement", required=False)
@click.option(
    "--output", "-o", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
    help="csv and json give every row and whole values; table clips cells at 100 characters.",
)  # fmt: skip
@_in_project
def sql(context: Context, statement: str | None, output: str) -> None:
    """Query the warehouse: one STATEMENT, or a prompt without it.

    Instants are UTC. csv and json give bytes as base64 (decode with `unbase64`, or select
    `cast(value as string)`), nested values as JSON, decimals and integers beyond 2^53 as text.

    \b
    Examples:
        changefeed sql "select topic, count(*) from messages group by topic"
        changefeed sql --output json "select * from quarantine" > quarantine.json
    """
    spark = context.spark()
    if statement:
        query.run(spark, statement, output)
    elif not query.prompt(spark, output, session.set_home(context.project_dir) / "sql_history"):
        click.get_current_context().exit(1)


@main.command()
@click.option("--keep-messages", metavar="DAYS", type=float, help="Remove messages that were read longer ago.")
@click.option(
    "--keep-messages-gb", metavar="GB", type=float, help="Remove the oldest messages beyond this size on disk."
)
@click.option("--keep-changes", metavar="DAYS", type=float, help="Remove changes that were decoded longer ago.")
@click.option(
    "--unused-hours", metavar="HOURS", type=float, default=168, show_default=True,
    help="Delete files that left a table longer ago. Queries that run longer than this would miss them.",
)  # fmt: skip
@_in_project
def maintain(
    context: Context,
    keep_messages: float | None,
    keep_messages_gb: float | None,
    keep_changes: float | None,
    unused_hours: float,
) -> None:
    """Compact the tables, delete unused files, and remove what is older than you want to keep.

    Run it daily. Without --keep-… nothing is removed. What is removed can no longer be rebuilt: --full-refresh and
    --redecode refuse then, and say so. Never removed, whatever their age: quarantined messages that are open, messages
    that no feed claims, changes of tables without a key. Current rows and typed tables stay as they are.

    \b
    Example:
        changefeed maintain --keep-messages 30 --keep-changes 90
    """
    spark = context.spark()
    landing.create_tables(spark, context.project_dir)
    most_bytes = None if keep_messages_gb is None else int(keep_messages_gb * 1e9)
    report = maintenance.maintain(spark, keep_messages, most_bytes, keep_changes, unused_hours, click.echo)
    for table in report.tables:
        removed = f", {table.removed:,} rows removed" if table.removed else ""
        files = f"{table.files_before:,} files before, {table.files:,} now"
        click.echo(f"{table.name:13}{files}, {table.bytes / 1e6:,.1f} MB{removed}")
    for warning in report.warnings:
        click.echo(warning)


@main.group()
def feeds() -> None:
    """Which topics carry which dialect: check what is declared, or propose lines for what landed."""


@feeds.command()
@_in_project
def check(context: Context) -> None:
    """Check seeds/feeds.csv, seeds/table_keys.csv and seeds/table_columns.csv; exit 1 on a mistake."""
    _feeds(context, "check_feeds")


@feeds.command()
@_in_project
def propose(context: Context) -> None:
    """Look at the messages of topics without a feed and print lines for seeds/feeds.csv."""
    _feeds(context, "propose_feeds")


def _feeds(context: Context, operation: str) -> None:
    landing.create_tables(context.spark(), context.project_dir)
    outcome = context.dbt("seed", only_failures=True)
    if outcome.exit_code:
        _finish(outcome)
    context.dbt("run-operation", operation)


@main.command()
@_in_project
def demo(context: Context) -> None:
    """Land the captures in demo/captures, build everything, and show what came out."""
    _load(context, [str(context.project_dir / "demo" / "captures")])
    click.echo("\nbuilding")
    outcome = _run(context)
    if outcome.failed_nodes:
        _finish(outcome)
    spark = context.spark()
    for title, statement in _DEMO_LOOKS:
        statement = statement.format(schema=session.schema_name())
        click.echo(f"\n{title}\n    {statement}\n")
        query.run(spark, statement)
    click.echo(_DEMO_NEXT)
    _finish(outcome)


_DEMO_LOOKS = (
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
        "Two typed tables (the second has no key: equal rows are rows of their own)",
        "select id, name, level, balance, born, updated_at, _unreadable from {schema}_shop.customers order by id",
    ),
    (
        "",
        "select * from {schema}_shop.page_views order by viewed_at",
    ),
)
_DEMO_NEXT = """
Next:
    changefeed sql                              look around (show tables;)
    changefeed load YOUR.jsonl                  land what `kcat -C -J` captured
    changefeed feeds propose                    which dialect is it? put the lines in seeds/feeds.csv
    changefeed run                              decode and fold what is new
    changefeed docs                             every table and column, described
"""


if __name__ == "__main__":
    main()
