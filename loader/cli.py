"""The command line of changefeed."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shlex
import shutil
import signal
import sys
import textwrap
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from pyspark.sql import SparkSession

from loader import baseline as baselines
from loader import (
    build,
    catalogue,
    disk,
    jdbc,
    kafka,
    kafka_client,
    landing,
    last_run,
    messages,
    model_files,
    places,
    profile,
    query,
    quick_start,
    schemas,
    session,
)
from loader import demo as first_look
from loader import feeds as declared
from loader import maintain as maintenance
from loader import project as projects
from loader import serve as serving
from loader import shell as shells
from loader import status as statuses
from loader import tables as seen_tables
from loader.errors import ChangefeedError
from loader.words import counted

_SHOWN_REJECTED = 20


@dataclass(frozen=True)
class Context:
    """What every command needs: the project's folder, and whether to show what Spark and dbt say."""

    project_dir: Path
    verbose: bool

    def spark(self, is_short: bool = False, is_reading: bool = False) -> SparkSession:
        """The session, started on first use; for a command that is soon done (`is_short`), at less cost.

        Where `is_reading`, the command calls no dbt: in a server it runs beside one that writes.
        """
        declared.refuse_old_names(self.project_dir)
        return session.start(self.project_dir, _command(), self.verbose, is_short, is_reading)

    def settings(self) -> dict[str, str] | None:
        """What Spark's settings will be, the warehouse taken for this process; None where Spark has started."""
        if SparkSession.getActiveSession() is not None:
            return None
        declared.refuse_old_names(self.project_dir)
        return session.prepare(self.project_dir, _command())[1]

    def place(self) -> dict[str, str]:
        """Where the tables of the session that has started are, as its settings say it."""
        name = "spark.sql.warehouse.dir"
        return {name: self.spark().conf.get(name)}

    def dbt(self, *arguments: str, only_failures: bool = False) -> build.Outcome:
        """Run dbt in this process on the session."""
        return build.invoke(self.project_dir, list(arguments), self.verbose, only_failures)


def _command() -> str:
    return shlex.join(["changefeed", *sys.argv[1:]])


class _Group(click.Group):
    """Shows expected errors, those of a disk that takes nothing, and Ctrl-C, as one line."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception as error:
            shown = _explained(error, ctx.obj.project_dir if ctx.obj else None)
            if ctx.params.get("verbose") or not isinstance(shown, ChangefeedError):
                raise
            click.echo(f"changefeed: {shown}", err=True)
            ctx.exit(shown.exit_code)
        except KeyboardInterrupt:
            click.echo("changefeed: stopped. The next run goes on where this one was.", err=True)
            ctx.exit(130)


def _explained(error: Exception, project_dir: Path | None) -> Exception:
    """What to show for an error: that a disk is full or read-only, if that is behind it, or the error itself."""
    return disk.explain(error, project_dir) or error


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
        changefeed feeds propose         see which dialect they speak
        changefeed feeds add NAME ...    declare it
        changefeed run                   decode them, fold them into tables
        changefeed tables propose        write the typed tables, which the next run builds
        changefeed sql "select * from current_rows"

    The warehouse is the folder ./warehouse of the project, or CHANGEFEED_HOME.
    One command at a time uses it; another one says who holds it and exits with 2. `changefeed serve` keeps one Spark
    for all of them.
    """
    found = project_dir or _find_project()
    ctx.obj = Context(found.resolve(), verbose)


def _find_project() -> Path:
    if found := places.find_project():
        return found
    raise ChangefeedError("No dbt_project.yml here. Go to the project's folder or give --project-dir.")


def _in_project(command: Callable[..., Any]) -> Callable[..., Any]:
    """Run a command in the project's folder: dbt and relative settings count from there."""

    @click.pass_obj
    @functools.wraps(command)
    def wrapped(context: Context, *args: Any, **options: Any) -> Any:
        with places.in_folder(context.project_dir):
            return command(context, *args, **options)

    return wrapped


@main.command()
@click.argument("folder", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", metavar="NAME", help="Of the dbt project. Default: that of the folder.")
@click.pass_obj
def init(context: Context, folder: Path, name: str | None) -> None:
    """Make a dbt project that has changefeed as a package: settings, profile, empty seeds, and the package itself.

    It writes dbt_project.yml, packages.yml, profiles.yml and seeds/, then runs `dbt deps`. Nothing that is
    there is overwritten; a folder that is a dbt project already is left alone.

    \b
    Examples:
        changefeed init cdc && cd cdc
        changefeed init --name warehouse .
    """
    made = folder.resolve()
    for path in projects.init(made, name):
        click.echo(f"written: {path.relative_to(made)}")
    with places.in_folder(made):
        build.invoke(made, ["deps"], context.verbose)
    go = "" if made == Path.cwd() else f"cd {shlex.quote(str(folder))}, then "
    click.echo(f"Next: {go}changefeed setup, then changefeed load FILES, or changefeed load --kafka HOST:PORT")


@main.command()
@_in_project
def setup(context: Context) -> None:
    """Fetch Spark's jars, and make commands start sooner: once for each machine, Java and Spark.

    `make setup` does it. It takes a minute or two. Java's classes go into an archive of some 200 MB in
    ~/.cache/changefeed (or XDG_CACHE_HOME); without it everything works, and starts later.
    """
    made = session.set_up(context.project_dir, context.verbose)
    click.echo(f"commands start from {made}" if made else "no archive of classes was made: all works without one")


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--incarnation", default="", metavar="LABEL", help="For files: which life of a re-created topic this is.")
@click.option("--kafka", "servers", metavar="HOST:PORT", help="Read from Kafka; several brokers separated by commas.")
@click.option(
    "--topics", multiple=True, metavar="NAMES", help="Names or globs, with commas. Default: seeds/changefeed_feeds.csv."
)
@click.option(
    "--kafka-config", envvar="CHANGEFEED_KAFKA_CONFIG", metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Properties of Kafka's client (TLS, SASL), a Java properties file.",
)  # fmt: skip
@click.option("--follow", is_flag=True, help="Go on: land again every --interval seconds, until Ctrl-C or SIGTERM.")
@click.option("--interval", type=click.FloatRange(min=0), default=30, show_default=True, help="Seconds.")
@click.option("--run", "is_run", is_flag=True, help="With --follow: bring the tables up to date when something landed.")
@click.option("--accept-loss", is_flag=True, help="Go on past offsets that Kafka lost; records them in lost_ranges.")
@click.option(
    "--max-per-commit", type=click.IntRange(min=1), default=kafka.MOST_PER_COMMIT, show_default=True,
    help="Offsets that land in one commit.",
)  # fmt: skip
@click.option(
    "--baseline", metavar="FILE", type=click.Path(exists=True, path_type=Path),
    help="A dump of --table of --feed: CSV with a header, JSON lines (both also .gz) or Parquet.",
)  # fmt: skip
@click.option("--feed", metavar="FEED", help="With --baseline: the feed that brings the table's changes.")
@click.option("--table", metavar="NAME", help="With --baseline: database.table, or database.schema.table.")
@click.option(
    "--key", metavar="COLUMNS", help="With --baseline: key columns, with commas, if changefeed_table_keys.csv has none."
)
@click.pass_obj
def load(
    context: Context, paths: tuple[str, ...], incarnation: str, servers: str | None, topics: tuple[str, ...],
    kafka_config: Path | None, follow: bool, interval: float, is_run: bool, accept_loss: bool, max_per_commit: int,
    baseline: Path | None, feed: str | None, table: str | None, key: str | None,
) -> None:  # fmt: skip
    """Land messages in the table `messages`: from capture files, from Kafka, or the rows of a dump.

    PATH is a file, a folder or a glob; plain or .gz. Each line is one record as `kcat -C -J` prints it.
    Bytes that are not UTF-8 go in payload_base64 and key_base64 instead of payload and key.
    What has landed before does not land again, so loading a file twice is harmless.
    Lines that are not records are set aside in `rejected_lines`; the rest lands.

    --kafka lands what the topics of the declared feeds hold and have not been read, then stops. Only committed
    records are read, each once, whatever dies when (docs/guides/kafka.md). Secrets belong in --kafka-config or in
    variables such as CHANGEFEED_KAFKA_SASL_JAAS_CONFIG; they are never printed.

    --baseline lands a dump for a feed whose producer sends no full load: its rows count as snapshot rows before
    every change of the feed, whenever they are landed (docs page of the dialect baseline).

    \b
    Examples:
        changefeed load orders.jsonl
        changefeed load captures/ 'more/2025-*.jsonl.gz'
        changefeed load --incarnation after-rebuild orders.jsonl
        changefeed load --kafka broker:9092
        changefeed load --kafka broker:9093 --kafka-config client.properties --topics 'shop_*,orders'
        changefeed load --kafka broker:9092 --follow --run --interval 60
        changefeed load --baseline customers.csv --feed shop --table shop.customers --key id

    \b
    Exit codes: 0 done, or stopped by Ctrl-C or SIGTERM under --follow; 1 failed, also when Kafka lost offsets
    that had not landed; 2 another run holds the warehouse.
    """
    if baseline or feed or table or key:
        if paths or servers:
            raise click.UsageError("--baseline, --kafka and capture files are loaded by separate commands: give one.")
        if not (baseline and feed and table):
            raise click.UsageError("A dump needs --baseline FILE, --feed and --table.")
        key_columns = tuple(key.split(",")) if key else ()
        _load_dump(context, baselines.Baseline(baseline.absolute(), feed, table, key_columns))
    elif servers is None:
        if topics or follow or is_run or accept_loss:
            raise click.UsageError("--topics, --follow, --run and --accept-loss need --kafka HOST:PORT.")
        if not paths:
            raise click.UsageError("Name capture files, or a broker with --kafka HOST:PORT.")
        absolute = [os.path.abspath(path) for path in paths]
        with places.in_folder(context.project_dir):
            _load(context, absolute, incarnation)
    else:
        if paths or incarnation:
            raise click.UsageError("--kafka and capture files are loaded by separate commands: give one of them.")
        if is_run and not follow:
            raise click.UsageError("--run belongs to --follow. Without it: changefeed load ... && changefeed run")
        config = kafka_config.absolute() if kafka_config else None
        with contextlib.ExitStack() as stack:
            stack.enter_context(places.in_folder(context.project_dir))
            chosen = kafka.choose_topics(context.project_dir, topics)  # before Spark: a wrong name is known at once
            cluster = stack.enter_context(_cluster(context, servers, config))
            is_stopping = stack.enter_context(_stop_flag(follow))  # after Spark, which takes Ctrl-C for itself
            lander = kafka.Lander(
                context.spark(), context.project_dir, cluster, chosen, accept_loss, max_per_commit, click.echo,
                is_stopping,
            )  # fmt: skip
            if follow:
                schemas.read(context.spark(), context.project_dir)  # before: following need not end
                kafka.follow(lander, interval, functools.partial(_build_and_go_on, context) if is_run else None)
            else:
                _show_kafka_report(kafka.load(lander))
    schemas.read(context.spark(), context.project_dir)  # for those who build with plain dbt


def _load_dump(context: Context, dump: baselines.Baseline) -> None:
    with places.in_folder(context.project_dir):
        landed = baselines.load(context.spark(), context.project_dir, dump, click.echo)
    click.echo(f"landed   {landed:,}" if landed else "Nothing new landed: this file has landed before.")


@contextlib.contextmanager
def _cluster(context: Context, servers: str, config: Path | None) -> Iterator[kafka_client.Cluster]:
    spark = context.spark()
    cluster = kafka_client.Cluster(spark, kafka_client.read_properties(spark, servers, config))
    try:
        yield cluster
    finally:
        cluster.close()


def _pace(messages: int, seconds: float) -> str:
    """The time that a load took; and messages in a second, where that is more than one."""
    pace = messages / seconds
    return f"{seconds:.1f} s" + (f", {pace:,.0f} messages/s" if pace >= 1.5 else "")


def _show_kafka_report(report: kafka.Report) -> None:
    click.echo(f"topics   {report.topics:,}")
    click.echo(f"landed   {report.landed:,}")
    if report.waiting:
        click.echo(f"waiting  {report.waiting:,} (offsets behind the start of an open transaction)")
    click.echo(_pace(report.landed, report.seconds))
    if not report.landed:
        click.echo("Nothing new landed.")


def _build_and_go_on(context: Context) -> None:
    """What `changefeed run` does; a failure is shown and does not stop landing."""
    try:
        outcome = _run_if_needed(context)
        if outcome is not None:
            _show_outcome(outcome)
    except ChangefeedError as error:
        click.echo(f"changefeed: {_explained(error, context.project_dir)}", err=True)


@contextlib.contextmanager
def _stop_flag(is_wanted: bool) -> Iterator[Callable[[], bool]]:
    """Whether a signal has asked to stop. The first one waits for the commit or build at hand, a second does not."""
    asked: list[int] = []

    def ask(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        click.echo("stopping after what is being done; once more to stop at once", err=True)

    signals = (signal.SIGINT, signal.SIGTERM) if is_wanted else ()
    before = {number: signal.signal(number, ask) for number in signals}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _load(context: Context, paths: list[str], incarnation: str = "") -> None:
    files = landing.find_files(paths)  # a wrong path is worth knowing before Spark starts
    is_small = sum(file.stat().st_size for file in files) <= _LITTLE_BYTES
    spark = context.spark(is_small)
    with quick_start.interpreted(spark) if is_small else contextlib.nullcontext():
        report = landing.load(spark, context.project_dir, paths, incarnation, click.echo)
    click.echo(f"files          {report.files:,}")
    click.echo(f"landed         {report.landed:,}")
    click.echo(f"already there  {report.already_there:,}")
    click.echo(f"set aside      {len(report.rejected):,}")
    for line in report.rejected[:_SHOWN_REJECTED]:
        click.echo(f"  {line.file}:{line.line_number}: {line.reason}")
    if len(report.rejected) > _SHOWN_REJECTED:
        click.echo("  all of them: changefeed sql 'select * from rejected_lines'")
    click.echo(_pace(report.landed + report.already_there, report.seconds))
    if not report.landed:
        click.echo("Nothing new landed.")
        return
    unclaimed = declared.unclaimed_topics(context.spark(), context.project_dir, report.batch_id or 0)
    if unclaimed:
        named = ", ".join(map(seen_tables.shown, unclaimed[:3]))
        click.echo(f"No feed claims {named}{' and others' if unclaimed[3:] else ''}.")
    click.echo(f"Next: changefeed {'feeds propose' if unclaimed else 'run'}")


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
        click.option("--select", "-s", multiple=True, metavar="NODES", help="Only these, one or more, in dbt's words."),
        click.option("--exclude", multiple=True, metavar="NODES", help="Not these, in dbt's words."),
    ):
        command = option(command)
    return command


@main.command(cls=_WithNodes)
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

    This is `dbt build` without unit tests, without what is tagged daily and without the staging views, then a
    summary. When no message has landed since a run that ended well, and no file of the project has changed, it does
    nothing.

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
    outcome = _run_if_needed(context, select, exclude, full_refresh, always, again)
    if outcome is None:
        click.echo("Nothing new: no message has landed since the last run.")
    else:
        _finish(outcome)


def _run_if_needed(
    context: Context,
    select: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    full_refresh: bool = False,
    always: bool = False,
    again: dict[str, dict[str, str]] | None = None,
    skipped: tuple[str, ...] = ("tag:daily",),
) -> build.Outcome | None:
    """Build what is new, but for what is skipped.

    None when nothing has landed and no file has changed since a run that ended well.
    """
    is_whole = not select and not exclude
    is_asked = full_refresh or always or again
    settings = context.settings()
    is_plain = settings is not None and is_whole and not is_asked
    if is_plain and last_run.is_known_to_have_nothing_to_do(context.project_dir, settings):
        return None
    is_little = last_run.has_little_to_do(settings or context.place(), is_all_again=bool(full_refresh or again))
    spark = context.spark(is_little)
    messages.create_tables(spark, context.project_dir)
    schemas.read(spark, context.project_dir)
    started_from = last_run.state(spark, context.project_dir)
    if is_whole and not is_asked and last_run.is_nothing_to_do(spark, started_from):
        return None
    is_settled = is_whole and not is_asked and last_run.has_built(started_from)
    last_run.forget()
    with quick_start.interpreted(spark) if is_little else contextlib.nullcontext():
        outcome = _run(context, select, (*skipped, *exclude), full_refresh, again, is_settled)
    if is_whole and not outcome.failed_nodes and not last_run.is_checked(started_from):
        _warn_of_misfits(context, started_from)
    if is_whole and outcome.exit_code == 0:
        last_run.remember(started_from, spark)
    return outcome


_LITTLE_BYTES = 8_000_000  # of capture files


def _warn_of_misfits(context: Context, started_from: dict[str, Any]) -> None:
    """Name what typed tables declare and no row has, and settings that are not their feed's; remember when all fits."""
    known = seen_tables.columns_of_rows(context.spark())
    found = model_files.misfits(context.project_dir, profile.folders_of_models(context.project_dir), known)
    for problem in found[:_SHOWN_REJECTED]:
        click.echo(f"warns        {problem}")
    if len(found) > _SHOWN_REJECTED:
        click.echo(f"warns        and {len(found) - _SHOWN_REJECTED:,} more: changefeed tables check")
    if not found:
        last_run.remember_checked(started_from)


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
    is_settled: bool = False,
) -> build.Outcome:
    """Build what is selected; where `is_settled`, without what stays as it is while no file has changed."""
    spark = context.spark()
    began = time.monotonic()
    before = 0 if full_refresh else build.last_decoded_batch(spark)
    left_out = [*exclude, *([] if select else [build.STAGING])]
    left_out += build.settled(context.project_dir) if is_settled else []
    outcome = context.dbt(
        "build", "--exclude-resource-type", "unit_test",
        *(item for node in select for item in ("--select", node)),
        *(item for node in left_out for item in ("--exclude", node)),
        *(["--indirect-selection", "buildable"] if select else []),  # no test of what was not built
        *(["--indirect-selection", "empty"] if is_settled else []),  # what is left out is tested all the same
        *(["--full-refresh"] if full_refresh else []),
        *(["--vars", json.dumps(variables)] if variables else []),
    )  # fmt: skip
    if not outcome.failed_nodes:
        build.print_summary(spark, before)
        build.print_not_well(spark, outcome)
        if before == 0 and not full_refresh and build.last_decoded_batch(spark):
            click.echo("Next: changefeed tables propose, changefeed status, or changefeed sql")
        click.echo(f"took         {time.monotonic() - began:.0f} s")
    return outcome


def _finish(outcome: build.Outcome) -> None:
    """Print the tests' counts and exit as the outcome says."""
    _show_outcome(outcome)
    if outcome.exit_code:
        click.get_current_context().exit(outcome.exit_code)


def _show_outcome(outcome: build.Outcome) -> None:
    if outcome.tests:
        counts = ", ".join(f"{count} {status}" for status, count in sorted(outcome.tests.items()))
        click.echo(f"tests        {counts}")
    if outcome.exit_code:
        failed = ", ".join(outcome.failed_nodes or outcome.failed_tests)
        click.echo(f"changefeed: failed: {failed}", err=True)


@main.command(cls=_WithNodes)
@_build_options
@click.option("--unit", is_flag=True, help="Also the unit tests with which changefeed tests itself (many minutes).")
@_in_project
def test(context: Context, select: tuple[str, ...], exclude: tuple[str, ...], unit: bool) -> None:
    """Run dbt's tests: the invariants of the tables, and your own tests.

    Exit codes: 0 all pass, 3 some failed, 1 dbt could not run them.
    """
    messages.create_tables(context.spark(), context.project_dir)
    schemas.read(context.spark(), context.project_dir)
    outcome = context.dbt(
        "test",
        *(item for node in select or ("fqn:*",) for item in ("--select", node)),
        *(item for node in (*exclude, *([] if select or unit else [build.UNIT_TESTS])) for item in ("--exclude", node)),
    )
    _finish(outcome)


@main.command()
@_in_project
def docs(context: Context) -> None:
    """Write the documentation of all tables and columns to site/index.html, one file.

    It builds the staging views, which no run does, so that they can be queried as they are described.
    """
    context.spark()
    asked = ("--select", f"+{build.STAGING}", "--exclude-resource-type", "test", "unit_test")
    context.dbt("build", *asked, only_failures=True)  # a view that fails is described all the same
    context.dbt("docs", "generate", "--static", "--select", "fqn:*", "source:*")
    page = context.project_dir / "site" / "index.html"
    page.parent.mkdir(exist_ok=True)
    shutil.copy(context.project_dir / "target" / "static_index.html", page)
    click.echo(f"written: {page}")


@main.command()
@click.argument("statement", required=False)
@click.option(
    "--output", "-o", type=click.Choice(list(query.PRINTERS)), default="table", show_default=True,
    help="table clips cells at 100 characters; vertical: a line a column, whole; csv and json: every row.",
)  # fmt: skip
@click.pass_obj
def sql(context: Context, statement: str | None, output: str) -> None:
    """Query the warehouse: one STATEMENT, or the prompt of `changefeed shell` without it.

    Instants are UTC. csv and json give bytes as base64 (decode with `unbase64`, or select
    `cast(value as string)`), nested values as JSON, decimals and integers beyond 2^53 as text.

    \b
    Examples:
        changefeed sql "select topic, count(*) from messages group by topic"
        changefeed sql --output vertical "select * from quarantine"
        changefeed sql --output json "select * from quarantine" > quarantine.json
    """
    if statement:
        with places.in_folder(context.project_dir):
            query.run(context.spark(is_short=True, is_reading=True), statement, output)
    else:
        _prompt(context, output)


@main.command()
@click.option(
    "--output", "-o", type=click.Choice(list(query.PRINTERS)), default="table", show_default=True,
    help="Of SQL statements, as of `changefeed sql`.",
)  # fmt: skip
@click.pass_obj
def shell(context: Context, output: str) -> None:
    r"""A prompt that takes SQL and the other commands, in one session: Spark starts once.

    A line that begins with a command is one, with or without `changefeed` before it; paths count from the folder where
    the shell was started. Everything else is SQL, which ends with ; and may have several lines. `help` lists the
    commands, `COMMAND --help` explains one. An error ends its command and not the shell; Ctrl-C stops what runs;
    `exit`, `quit`, \q or Ctrl-D leaves. Until then the shell holds the warehouse, as any command does.

    \b
    Examples:
        changefeed shell
        changefeed> load orders.jsonl
        changefeed> run
        changefeed> select feed, count(*) from current_rows group by feed;
        changefeed> sql --output vertical "select * from quarantine"
        changefeed> exit
    \b
        changefeed shell < commands.txt

    From a pipe, the exit code is that of the first command that failed (1 for a SQL statement), or 0.
    """
    _prompt(context, output)


def _prompt(context: Context, output: str) -> None:
    with places.in_folder(context.project_dir):
        spark = context.spark(is_reading=True)
        history = session.set_home(context.project_dir) / "sql_history"
    given = ["--project-dir", str(context.project_dir), *(["--verbose"] if context.verbose else [])]

    def call(words: list[str]) -> int:
        if words[:1] in (["help"], []):
            words = ["--help"]
        if words[0] in _NOT_IN_A_SHELL:
            click.echo(f"changefeed: {words[0]} is a command for outside: exit first", err=True)
            return 1
        try:
            main.main([*given, *words], prog_name="changefeed")
        except SystemExit as ended:
            return int(ended.code or 0)
        except Exception:  # nothing that a user can mend; the next command may go well all the same
            traceback.print_exc()
            return 1
        finally:
            if session.served:
                session.release()
        return 0

    names = {*main.commands, "help"}
    code = shells.prompt(names, call, lambda text: query.run(spark, text, output), history)
    if code:
        click.get_current_context().exit(code)


_NOT_IN_A_SHELL = ("shell", "setup", "serve")  # they start a prompt, or a Spark, of their own


@main.command()
@click.option("--background", is_flag=True, help="Start it as a process of its own; return when it takes commands.")
@click.option("--stop", is_flag=True, help="End the one of this warehouse, after the commands that it runs.")
@click.option(
    "--idle", type=click.FloatRange(min=0), default=60, show_default=True, metavar="MINUTES",
    help="End when nobody has used it for so long; 0: never.",
)  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="Where JDBC listens.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=10000, show_default=True, help="Of JDBC; 0: any that is free."
)
@click.option("--jdbc/--no-jdbc", "has_jdbc", default=True, show_default=True, help="Whether tools can connect.")
@_in_project
def serve(
    context: Context, background: bool, stop: bool, idle: float, host: str, port: int, has_jdbc: bool
) -> None:  # fmt: skip
    """Keep one Spark for the warehouse: the other commands find it, and take a second instead of ten.

    While it runs, `changefeed sql`, `run`, `load`, `shell` and all others work in it, in this folder or any other that
    has this warehouse; without it they start a Spark of their own, as ever. Commands that change something take turns
    (exit code 2 names the one at work); `sql`, `status` and SQL in a shell run beside them. The server holds the
    warehouse: plain dbt with a session of its own cannot use it meanwhile, dbt's target `thrift` can.

    
    Your own tools connect by JDBC (Spark's Thrift server), each with a session of its own:
        beeline, DBeaver ...  jdbc:hive2://127.0.0.1:10000/changefeed, any user, the password in
                              $CHANGEFEED_HOME/jdbc_password
        dbt                   CHANGEFEED_TARGET=thrift, CHANGEFEED_THRIFT_USER (any name) and
                              CHANGEFEED_THRIFT_PASSWORD

    What protects it: commands come through a socket in the warehouse's folder that only you may open. JDBC listens on
    this machine alone, and asks for the password, which only you may read; write another into the file if you like.
    Who has it can do what you can: read and write all that you can, and run code. With another --host the password and
    all rows cross the network unencrypted.

    It ends by `changefeed serve --stop`, Ctrl-C, SIGTERM, or when idle; also when changefeed itself was updated, at the
    next command, which then works without it. Ctrl-C and SIGTERM stop the commands that it runs.

    \b
    Examples:
        changefeed serve --background
        changefeed sql "select * from current_rows"
        changefeed serve --stop
    """
    if stop:
        home = places.home_of(context.project_dir)
        ended = serving.stop(home)
        click.echo(f"the server of {home} has ended" if ended else f"no server of yours runs for {home}")
    elif background:
        home = session.set_home(context.project_dir)
        given = ["--project-dir", str(context.project_dir), "serve", "--idle", str(idle), "--host", host]
        options = [*given, "--port", str(port), "--jdbc" if has_jdbc else "--no-jdbc"]
        code = serving.start_behind(options, home)
        if code:
            click.get_current_context().exit(code)
    else:
        _serve(context, idle, (host, port) if has_jdbc else None)


def _serve(context: Context, idle: float, asked: tuple[str, int] | None) -> None:
    home, settings = session.prepare(context.project_dir, "changefeed serve")
    with serving.closing(serving.Server(home, context.project_dir, idle * 60, _run_words, bool(asked))) as server:
        place = jdbc.address(*asked) if asked else None
        more = jdbc.settings(*place) if place else {}
        spark = session.start(context.project_dir, "changefeed serve", context.verbose, more=more)
        if place:
            password = jdbc.password_file(home)
            jdbc.start(spark, *place, password)
            click.echo(f"jdbc         {jdbc.greeting(*place, session.schema_name(), password)}")
        when = f"after {idle:g} minutes without use, or by" if idle else "by"
        click.echo(f"ends         {when} changefeed serve --stop")
        click.echo(f"serving      {home} {serving.READY}")
        code = server.run(spark, settings)
    if code:
        click.get_current_context().exit(code)


def _run_words(words: list[str]) -> None:
    main.main(words, prog_name="changefeed")


@main.command()
@click.option("--keep-messages", metavar="DAYS", type=float, help="Remove messages that were read longer ago.")
@click.option(
    "--keep-messages-gb", metavar="GB", type=float, help="Remove the oldest messages beyond this size on disk."
)
@click.option(
    "--keep-changes", metavar="DAYS", type=float,
    help="Remove changes that were decoded longer ago, where a whole image of the row as old as that came after them.",
)  # fmt: skip
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
    that no feed claims, changes of tables without a key, and of each other row its last whole image with all changes
    after it, since a partial image lies over these. Current rows, typed tables and the history stay.

    \b
    Example:
        changefeed maintain --keep-messages 30 --keep-changes 90
    """
    spark = context.spark()
    messages.create_tables(spark, context.project_dir)
    most_bytes = None if keep_messages_gb is None else int(keep_messages_gb * 1e9)
    report = maintenance.maintain(spark, keep_messages, most_bytes, keep_changes, unused_hours, click.echo)
    for table in report.tables:
        removed = f", {counted(table.removed, 'row')} removed" if table.removed else ""
        files = f"{counted(table.files_before, 'file')} before, {table.files:,} now"
        click.echo(f"{table.name:13}{files}, {table.bytes / 1e6:,.1f} MB{removed}")
    for warning in report.warnings:
        click.echo(warning)


@main.command()
@click.option(
    "--output", "-o", type=click.Choice(list(statuses.PRINTERS)), default="text", show_default=True,
    help="json: one object, for programs; html: one page with charts, to send to somebody.",
)  # fmt: skip
@_in_project
def status(context: Context, output: str) -> None:
    """Show how each feed does: a verdict, what was read and quarantined, its tables, how far behind it is.

    What is not well has the command beside it that shows more. It reads feed_health, partition_health, order_health
    and current_rows; order_health looks at the whole log and takes its time. The tests feeds_are_healthy and
    orders_are_decided compare the same figures with limits of yours (docs/guides/operate.md).

    \b
    Examples:
        changefeed status
        changefeed status --output html > status.html
    """
    statuses.PRINTERS[output](statuses.read(context.spark(is_short=True, is_reading=True)))


@main.command()
@click.option("--feed", required=True, metavar="FEED", help="The feed, as in seeds/changefeed_feeds.csv.")
@click.option("--table", required=True, metavar="NAME", help="database.table or database.schema.table at the source.")
@click.option(
    "--since", required=True, type=click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"]), metavar="TIME",
    help="When the full load began, by the clock of Kafka (UTC).",
)  # fmt: skip
@_in_project
def sweep(context: Context, feed: str, table: str, since: datetime) -> None:
    """Declare a new full load complete: rows that it did not mention become deleted.

    While no task ran, rows were deleted at the source, and no message says so. A new full load lacks them. Run this
    after the full load has been landed and built. A row counts as mentioned by any change since then.

    \b
    Example:
        changefeed sweep --feed erp --table erp01.stock --since '2026-11-20 08:00'
    """
    deleted, kept = declared.sweep(context.spark(), context.project_dir, feed, table, since)
    click.echo(
        f"{table}: {counted(deleted, 'row')} not mentioned since {since:%Y-%m-%d %H:%M:%S} UTC will be deleted; "
        f"{kept:,} stay. It happens in the next `changefeed run`."
    )


@main.group()
def feeds() -> None:
    """Which topics carry which dialect: check what is declared, or propose lines for what landed."""


@feeds.command()
@click.option("--landed", is_flag=True, help="Compare with what landed, too: topics that no feed claims, or several.")
@_in_project
def check(context: Context, landed: bool) -> None:
    """Check the seeds changefeed_feeds, changefeed_table_keys and changefeed_table_columns; exit 1 on a mistake.

    Without --landed neither Spark nor dbt is started. `changefeed run` checks the same.

    \b
    Examples:
        changefeed feeds check
        changefeed feeds check --landed
    """
    for line in declared.check(context.project_dir):
        click.echo(line)
    if landed:
        _feeds(context, "check_feeds")
    else:
        click.echo("the declared feeds are sound")


@feeds.command()
@_in_project
def propose(context: Context) -> None:
    """Look at the messages of topics without a feed and print lines for seeds/changefeed_feeds.csv."""
    _feeds(context, "propose_feeds")


@feeds.command()
@click.argument("feed")
@click.option("--dialect", required=True, metavar="NAME", help="A dialect of docs/dialects.md.")
@click.option("--topics", required=True, metavar="NAMES", help="Names, or patterns with * and ?, one blank between.")
@click.option(
    "--source-kind", default="", metavar="KIND", help="The database at the source: mysql, postgresql, oracle ..."
)
@click.option("--time-zone", default="", metavar="ZONE", help="Of times that are sent without one. Default: UTC.")
@click.option("--database", default="", metavar="NAME", help="Stands for the database that messages name, or do not.")
@click.option("--schema", default="", metavar="NAME", help="Stands for the schema that messages name, or do not.")
@click.option(
    "--history", default="", metavar="TABLES", help="Whose versions are kept: on, off (the default), or names."
)
@click.option("--options", default="", metavar="'NAME=VALUE ...'", help="The dialect's own, as its page lists them.")
@_in_project
def add(context: Context, **line: str) -> None:
    """Declare a feed: write its line into seeds/changefeed_feeds.csv, and its entry for `dbt source freshness`.

    The line is checked as `changefeed feeds check` does; when it is wrong, nothing is written.
    Neither Spark nor dbt is started.

    \b
    Examples:
        changefeed feeds add shop --dialect canal --topics shop_canal --source-kind mysql --time-zone Asia/Shanghai
        changefeed feeds add orders --dialect debezium --topics 'orders.*' --options decimals=string
    """
    with declared.added(context.project_dir, line) as files:
        declared.check(context.project_dir)
    click.echo("".join(f"written: {file.relative_to(context.project_dir)}\n" for file in files), nl=False)
    click.echo("`changefeed run` decodes what has landed of it")


@feeds.command()
@click.argument("feed")
@click.option(
    "--since", required=True, type=click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"]), metavar="TIME",
    help="When the task started again, by the clock of Kafka (UTC).",
)  # fmt: skip
@_in_project
def restarted(context: Context, feed: str, since: datetime) -> None:
    """Declare that the task of FEED was restarted or rebuilt, so that its sequence may have begun again.

    Changes since then are later in order than all before, whatever their sequence says. A full load that comes after
    increments is noticed without this.

    \b
    Example:
        changefeed feeds restarted erp --since '2026-11-20 08:00'
    """
    decoded = declared.restarted(context.spark(), context.project_dir, feed, since)
    click.echo(f"{feed}: a new epoch since {since:%Y-%m-%d %H:%M:%S} UTC.")
    if decoded:
        click.echo(
            f"decoded already since then: {counted(decoded, 'change')}. Put them into the new epoch with\n"
            f"    changefeed run --redecode {feed} --since '{since:%Y-%m-%d %H:%M:%S}'"
        )


@feeds.command()
@click.option(
    "--query", "kind", type=click.Choice(list(catalogue.QUERIES)), metavar="KIND",
    help=f"Print the SELECT for a kind of source: {', '.join(catalogue.QUERIES)}.",
)  # fmt: skip
@click.option("--feed", metavar="FEED", help="The feed whose tables the answer describes.")
@click.option(
    "--from", "answer", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="The answer as CSV, with the names of the columns in its first line.",
)  # fmt: skip
@_in_project
def types(context: Context, kind: str | None, feed: str | None, answer: Path | None) -> None:
    """Take types and keys from the source's catalogue, where messages name none.

    --query prints one SELECT. Somebody who may read the source's catalogue runs it and saves its answer as CSV. --from
    writes lines of seeds/changefeed_table_columns.csv and changefeed_table_keys.csv for the tables that the feed's
    messages name; what the seeds say already stays. It then shows what changes in the typed tables.

    --feed alone takes the keys of tables that the feed's own messages describe (Debezium's topic of schema changes).

    \b
    Examples:
        changefeed feeds types --query postgresql > types.sql
        psql --csv --file types.sql shop > types.csv
        changefeed feeds types --feed shop --from types.csv
        changefeed feeds types --feed shop
    """
    if bool(kind) == bool(feed or answer) or (answer and not feed):
        raise click.UsageError("give --query KIND, or --feed FEED, with --from FILE or without")
    if kind:
        click.echo(catalogue.QUERIES[kind])
        return
    assert feed
    declared.declared_feed(context.project_dir, feed)
    if answer:
        told = catalogue.read_answer(answer)
    else:
        told = catalogue.told_by_messages(context.spark(), _asking(context)("table_queries")["statements"], feed)
    known = catalogue.tables_of_feed(context.spark(is_short=True), feed)
    outcome = catalogue.declare(context.project_dir, feed, known, told)
    declared.check(context.project_dir)
    _show_declared(context, outcome)
    if outcome.files:
        seeds = ("changefeed_table_columns", "changefeed_table_keys")
        built = context.dbt("build", "--select", *seeds, "--exclude-resource-type", "test", only_failures=True)
        if built.exit_code:
            _finish(built)
        click.echo("\nWhat `changefeed tables propose` would write now:")
        _propose_tables(context, feed, None, None, is_dry=True)
        click.echo("Next: changefeed run, then changefeed tables propose")


def _show_declared(context: Context, outcome: catalogue.Outcome) -> None:
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


def _feeds(context: Context, operation: str) -> None:
    messages.create_tables(context.spark(is_short=True), context.project_dir)
    schemas.read(context.spark(), context.project_dir)
    declared_now = ("--select", "+changefeed_feed_settings", "--exclude-resource-type", "test", "unit_test")
    outcome = context.dbt("build", *declared_now, only_failures=True)
    if outcome.exit_code:
        _finish(outcome)
    context.dbt("run-operation", operation)


@main.group()
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
    help="Where files go, in a folder for each feed. Default: tables/ in the project's first folder of models.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.pass_obj
def propose_tables(context: Context, feed: str | None, table: str | None, to: Path | None, dry_run: bool) -> None:
    """Write a model and its yml for every source table that has rows, after `changefeed run`.

    Names are the source's; source types are those that were sent, or else those of statements (CREATE and ALTER TABLE),
    of seeds/changefeed_table_columns.csv, or what the values look like: `type_from` in the yml says which. The Spark
    types are those of the dialect's page. Guessed types are listed: check them.

    Edit the yml as you like. Proposed again, it shows what changes, and changes only what nobody edited. A table that
    has a model of yours already is left alone.

    \b
    Examples:
        changefeed tables propose
        changefeed tables propose --feed shop --dry-run
        changefeed tables propose --table shop.orders --to models/marts
    """
    target = Path.cwd() / to if to else None
    with places.in_folder(context.project_dir):
        _propose_tables(context, feed, table, target, dry_run)


def _propose_tables(context: Context, feed: str | None, table: str | None, target: Path | None, is_dry: bool) -> None:
    seen = seen_tables.look(context.spark(is_short=True), _asking(context), feed, table)
    folders = profile.folders_of_models(context.project_dir)
    outcome = model_files.propose(context.project_dir, seen, target or folders[0] / "tables", folders, is_dry)
    _show_proposed(outcome, seen, is_dry)


@tables.command("check")
@_of_tables
@_in_project
def check_tables(context: Context, feed: str | None, table: str | None) -> None:
    """Compare typed tables with what landed: names that never occur, columns without a model, types that changed.

    Exit codes: 0 they fit, 1 they do not (a line for each difference).
    """
    seen = seen_tables.look(context.spark(is_short=True), _asking(context), feed)
    chosen = [each for each in seen if table is None or each.table.is_called(table)]
    folders = profile.folders_of_models(context.project_dir)
    problems = model_files.check(context.project_dir, chosen, folders, feed, table)
    declared_tables, _ = model_files.read_declared(folders)
    for line in (*model_files.doubts(chosen, declared_tables), *problems):
        click.echo(line)
    if problems:
        click.get_current_context().exit(1)
    click.echo("the typed tables fit what landed")


def _asking(context: Context) -> seen_tables.Ask:
    """What asks dbt about types. The functions that read values are there after a run; before, they are made."""
    spark = context.spark(is_short=True)
    messages.create_tables(spark, context.project_dir)
    if not spark.catalog.functionExists(f"{session.schema_name()}.decimal_places"):
        context.dbt("build", "--select", "resource_type:function", only_failures=True)
    return functools.partial(build.ask, context.project_dir, verbose=context.verbose)


def _show_proposed(outcome: model_files.Outcome, seen: list[seen_tables.Seen], is_dry: bool) -> None:
    for file, text in outcome.written.items():
        click.echo(f"{'to write' if is_dry else 'written'}   {file}")
        if is_dry:
            click.echo(textwrap.indent(text, "    "), nl=False)
    for diff in outcome.changes:
        click.echo(diff)
    for line in (*outcome.by_hand, *outcome.notes):
        click.echo(line)
    for words, is_to_check in _TO_CHECK:
        columns = [
            f"{each.table.in_words()}, {', '.join(seen_tables.shown(column.name) for column in found)}"
            for each in seen
            if each.table in outcome.tables and (found := [column for column in each.columns if is_to_check(column)])
        ]
        if columns:
            click.echo(f"{words}:\n    " + "\n    ".join(columns))
    counts = f"{len(outcome.written) // 2:,} new, {len(outcome.changes):,} changed, {outcome.unchanged:,} unchanged"
    click.echo(f"models    {counts}, {len(outcome.by_hand):,} of your own")
    if outcome.tables and not is_dry:
        click.echo("Next: changefeed run")


_TO_CHECK: tuple[tuple[str, Callable[[seen_tables.Column], bool]], ...] = (
    ("types guessed from values, check them", lambda column: column.type_from == seen_tables.VALUES),
    ("digits as seen: the source's type does not say how many there may be", lambda column: column.is_as_seen),
    ("types not known, so the text that was sent", lambda column: column.type_from == seen_tables.NOTHING),
)


@main.command()
@click.option("--all", "is_all", is_flag=True, help="All dialects: 27 feeds and all dbt tests (some minutes).")
@_in_project
def demo(context: Context, is_all: bool) -> None:
    """Land the messages of a small shop, build its tables, and show what came in beside what came out.

    The captures are in demo/captures, the feeds in seeds/changefeed_feeds.csv. Nothing else is read.
    """
    captures = context.project_dir / "demo" / "captures"
    if is_all:
        _demo_of_all(context, captures)
        return
    capture = captures / first_look.CAPTURE
    landing.find_files([capture])  # a project that has changefeed as a package has none
    click.echo(first_look.BEGIN)
    spark = context.spark(is_short=True)
    with quick_start.interpreted(spark):
        landing.load(spark, context.project_dir, [capture])
        messages.create_tables(spark, context.project_dir)
        schemas.read(spark, context.project_dir)
        last_run.forget()
        built = context.dbt("build", *first_look.NODES, only_failures=True)
        if built.exit_code:
            _finish(built)
        first_look.show(spark, capture)


def _demo_of_all(context: Context, captures: Path) -> None:
    """Every dialect's messages, with all tests, and what is particular to them."""
    _load(context, [str(captures)])
    click.echo("\nbuilding")
    outcome = _run_if_needed(context, always=True, skipped=())
    if outcome.failed_nodes:
        _finish(outcome)
    first_look.show_all(context.spark())
    click.echo(f"\nA typed table is proposed\n    changefeed tables propose --table {first_look.UNTYPED} --dry-run\n")
    click.get_current_context().invoke(propose_tables, table=first_look.UNTYPED, dry_run=True)
    click.echo(first_look.NEXT_OF_ALL)
    _finish(outcome)
