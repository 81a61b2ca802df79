"""`changefeed load`: capture files, topics and dumps become messages."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import shlex
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from changefeed import journal
from changefeed.errors import ChangefeedError
from changefeed.loader import (
    captures,
    kafka,
    kafka_client,
    kafka_java,
    kafka_places,
    kafka_spark,
    landing_tables,
    registry,
    schemas,
)
from changefeed.loader import dumps as baselines
from changefeed.loader.landing_tables import MOST_PER_BATCH
from changefeed.project import paths as places
from changefeed.project.seeds import declared_feed
from changefeed.runs import dbt_build, run
from changefeed.runs.workspace import Context
from changefeed.source import catalogue, connection, loading
from changefeed.spark import connect, disk, folders, quick_start, session, storage
from changefeed.watch import doctor as doctors
from changefeed.words import counted, first_of, shown

_SHOWN_REJECTED = 20
_LITTLE_BYTES = 8_000_000  # of capture files


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option(
    "--incarnation",
    default="",
    metavar="LABEL",
    help="For files: tells a topic that was made again from the old one.",
)
@click.option("--kafka", "servers", metavar="HOST:PORT", help="Read from Kafka; several brokers separated by commas.")
@click.option(
    "--topics", multiple=True, metavar="NAMES",
    help="Names, or patterns with * and ?, with commas or blanks. Default: those of all feeds.",
)  # fmt: skip
@click.option(
    "--kafka-config", envvar="CHANGEFEED_KAFKA_CONFIG", metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Properties of Kafka's client (TLS, SASL), a Java properties file.",
)  # fmt: skip
@click.option("--follow", is_flag=True, help="Land again every --interval seconds, until Ctrl-C or SIGTERM.")
@click.option("--interval", type=click.FloatRange(min=0), default=30, show_default=True, help="Seconds.")
@click.option("--run", "is_run", is_flag=True, help="With --follow: bring the tables up to date when something landed.")
@click.option(
    "--accept-loss", is_flag=True, help="Go on past offsets that Kafka lost or can't send; notes them in lost_ranges."
)
@click.option(
    "--max-per-commit", type=click.IntRange(min=1), default=MOST_PER_BATCH, show_default=True,
    help="The most offsets that land in one commit.",
)  # fmt: skip
@click.option(
    "--without-spark",
    is_flag=True,
    help="With --kafka: starts in seconds, without Java (docs/how-to/kafka.md#without-spark).",
)
@click.option(
    "--baseline", metavar="FILE", type=click.Path(exists=True, path_type=Path),
    help="A dump of --table of --feed: CSV with a header, JSON lines (both also .gz) or Parquet.",
)  # fmt: skip
@click.option("--feed", metavar="FEED", help="With --baseline: the feed that brings the table's changes.")
@click.option("--table", metavar="NAME", help="With --baseline: database.table, or database.schema.table.")
@click.option(
    "--key", metavar="COLUMNS", help="With --baseline: key columns, with commas, if changefeed_table_keys.csv has none."
)
@click.option(
    "--replace", is_flag=True,
    help="Instead of an earlier dump of the table (--baseline, --from-source); then changefeed run --redecode FEED.",
)  # fmt: skip
@click.option(
    "--from-source", metavar="FEED", help="Read tables from the source of a feed: CHANGEFEED_SOURCE_<FEED>_URL, _USER …"
)
@click.option("--tables", metavar="NAMES", help="With --from-source: names or globs, with commas.")
@click.option(
    "--is-quiet", is_flag=True,
    help="With --from-source: nothing writes to tables without a key before the load has ended.",
)  # fmt: skip
@click.pass_obj
def load(
    context: Context, paths: tuple[str, ...], incarnation: str, servers: str | None, topics: tuple[str, ...],
    kafka_config: Path | None, follow: bool, interval: float, is_run: bool, accept_loss: bool, max_per_commit: int,
    without_spark: bool,
    baseline: Path | None, feed: str | None, table: str | None, key: str | None, replace: bool,
    from_source: str | None, tables: str | None, is_quiet: bool,
) -> None:  # fmt: skip
    """Land messages in the table `messages`: from capture files, from Kafka, from a dump, or from the source.

    \b
    Examples:
        changefeed load orders.jsonl
        changefeed load captures/ 'more/2025-*.jsonl.gz'
        changefeed load --incarnation after-rebuild orders.jsonl
        changefeed load --kafka broker:9092
        changefeed load --kafka broker:9093 --kafka-config client.properties --topics 'shop_*,orders'
        changefeed load --kafka broker:9092 --follow --run --interval 60
        changefeed load --kafka broker:9092 --without-spark
        changefeed load --baseline customers.csv --feed shop --table shop.customers --key id
        changefeed load --from-source shop
        changefeed load --from-source shop --tables 'customers,order_*'

    PATH is a file, a folder or a glob; plain or .gz. Each line is one record as `kcat -C -J` prints it.
    Bytes that are not UTF-8 go in payload_base64 and key_base64 instead of payload and key (kcat -J has no such
    members: a script of your own writes them).
    A record lands once, so you can load a file twice. Lines that are not records are set aside in
    `rejected_lines`; the rest lands. A compressed file that is cut off is left out, and so are the lines of a file that
    are not records if there are over 100,000: the load names such a file, lands the others, and ends with 1.

    --kafka lands the records of the feeds' topics that have not been read, then stops. It reads committed records
    only, and each of them once, even if a load is killed (docs/how-to/kafka.md). Secrets belong in --kafka-config or
    in variables such as CHANGEFEED_KAFKA_SASL_JAAS_CONFIG; they are never printed.

    --without-spark lands the same rows by the same rules in seconds, without Java (pip install
    'changefeed[without-spark]'). The tables must be on this machine, in the default format, and CHANGEFEED_METASTORE
    not set. The first load of a warehouse makes its tables by Spark all the same; where `changefeed serve` runs, it
    lands.

    --baseline lands a dump of a table, for a feed whose producer sends no full load. Its rows become snapshot rows
    that stand before every change of the feed, whenever you land them (what to dump, and when:
    docs/how-to/operate.md#a-table-whose-service-sends-no-full-load).

    --from-source reads the tables of a feed that have no full load, or those of --tables, from the database itself,
    each value as the feed's dialect writes it, and lands them as dumps. If it was interrupted, the same command goes
    on (docs/how-to/prove-it.md).

    \b
    Exit codes: 0 done, or stopped by Ctrl-C or SIGTERM under --follow; 1 failed, also when a file was left out, or
    something of a partition can't land (all else has); 2 another run holds the warehouse.
    """
    connect.refuse("changefeed load")
    left_out: dict[Path, str] = {}
    if without_spark and (servers is None or is_run):
        raise click.UsageError("--without-spark needs --kafka HOST:PORT, and does not build: leave out --run.")
    if from_source:
        if paths or servers or baseline or feed or table or key:
            raise click.UsageError("--from-source, --baseline, --kafka and capture files are loaded one by one.")
        if replace and not tables:
            raise click.UsageError("--replace with --from-source needs --tables.")
        _load_from_source(context, from_source, tuple(filter(None, (tables or "").split(","))), is_quiet, replace)
    elif tables or is_quiet:
        raise click.UsageError("--tables and --is-quiet need --from-source FEED.")
    elif baseline or feed or table or key or replace:
        if paths or servers:
            raise click.UsageError("--baseline, --kafka and capture files are loaded by separate commands: give one.")
        if not (baseline and feed and table):
            raise click.UsageError("A dump needs --baseline FILE, --feed and --table.")
        key_columns = tuple(key.split(",")) if key else ()
        _load_dump(context, baselines.Baseline(baseline.absolute(), feed, table, key_columns, replace))
    elif servers is None:
        if topics or follow or is_run or accept_loss:
            raise click.UsageError("--topics, --follow, --run and --accept-loss need --kafka HOST:PORT.")
        if not paths:
            raise click.UsageError("Name capture files, or a broker with --kafka HOST:PORT.")
        absolute = [os.path.abspath(path) for path in paths]
        with places.in_folder(context.project_dir):
            left_out = load_files(context, absolute, incarnation)
    else:
        if paths or incarnation:
            raise click.UsageError("--kafka and capture files are loaded by separate commands: give one of them.")
        if is_run and not follow:
            raise click.UsageError("--run belongs to --follow. Without it: changefeed load ... && changefeed run")
        config = kafka_config.absolute() if kafka_config else None
        with contextlib.ExitStack() as stack:
            stack.enter_context(places.in_folder(context.project_dir))
            chosen = kafka.choose_topics(context.project_dir, topics)  # before Spark: a wrong name is known at once
            properties = kafka_client.read_properties(servers, config)
            local = _local_tables(context) if without_spark else None
            store, client = stack.enter_context(_way(context, properties, local))
            is_stopping = stack.enter_context(_stop_flag(follow))  # after Spark, which takes Ctrl-C for itself
            lander = kafka.Lander(store, client, chosen, accept_loss, max_per_commit, click.echo, is_stopping)
            if follow and local is None:
                schemas.read(context.spark(), context.project_dir)  # before: following need not end
            if follow:
                kafka.follow(lander, interval, functools.partial(_build_and_go_on, context) if is_run else None)
            else:
                _show_kafka_report(kafka.load(lander))
            if local is not None:
                return  # the next run reads schemas
    schemas.read(context.spark(), context.project_dir)  # for those who build with plain dbt
    registry.fetch(context.spark(), context.project_dir, click.echo)
    if left_out:
        raise ChangefeedError(captures.left_out_in_words(left_out))


def _load_dump(context: Context, dump: baselines.Baseline) -> None:
    with places.in_folder(context.project_dir):
        report = baselines.load(context.spark(), context.project_dir, dump, click.echo)
    journal.note("load", source="dump", landed=report.landed, replaced=report.replaced)
    click.echo(f"landed   {report.landed:,}" if report.landed else "Nothing new landed: this file has landed before.")
    if report.replaced:
        click.echo(f"replaced {report.replaced:,}")
        click.echo(
            f"Next: changefeed run --redecode {shlex.quote(dump.feed)}, which drops the rows of the earlier dump."
        )


def _load_from_source(context: Context, feed: str, patterns: tuple[str, ...], is_quiet: bool, replaces: bool) -> None:
    with places.in_folder(context.project_dir):
        declared_feed(context.project_dir, feed)
        spark = context.spark()
        outcome = loading.Outcome()
        for settings in catalogue.sources_of_feed(spark, feed):
            with connection.connected(spark, settings) as source:
                one = loading.load(
                    spark, context.project_dir, source, patterns, is_quiet=is_quiet, replaces=replaces,
                    progress=click.echo,
                )  # fmt: skip
            outcome.landed |= one.landed
            outcome.left |= one.left
            outcome.replaced += one.replaced
        if patterns and not outcome.landed and not outcome.left:
            raise ChangefeedError(f"--tables: no source of {feed} shows a table {' or '.join(patterns)}")
    landed = sum(outcome.landed.values())
    journal.note("load", source="source", landed=landed, replaced=outcome.replaced)
    for table, reason in outcome.left.items():
        click.echo(f"left     {table.in_words()}: {reason}")
    click.echo(f"tables   {len(outcome.landed):,}")
    click.echo(f"landed   {landed:,}")
    if outcome.replaced:
        click.echo(f"replaced {outcome.replaced:,}")
    if landed:
        click.echo(f"Next: changefeed run{' --redecode ' + shlex.quote(feed) if outcome.replaced else ''}")


@contextlib.contextmanager
def _way(
    context: Context, properties: kafka_client.Properties, local: Path | None
) -> Iterator[tuple[kafka_places.Store, kafka_client.Client]]:
    """The tables and the client of Kafka: by Spark, or in a folder of this machine."""
    if local is None:
        cluster = kafka_java.Cluster(context.spark(), properties)
        with contextlib.closing(cluster):
            yield kafka_spark.SparkStore(context.spark(), context.project_dir, properties), cluster
        return
    from changefeed.loader import kafka_local, kafka_native  # their packages are an extra

    alone = kafka_native.Cluster(properties)
    with contextlib.closing(alone):
        yield kafka_local.LocalStore(local, alone, context.project_dir), alone


def _local_tables(context: Context) -> Path | None:
    """The folder whose tables a load without Spark writes. None if Spark has to land, or has started.

    It takes the warehouse, as any command does. Raises ChangefeedError where the tables are not such.
    """
    settings = None if session.served else context.settings()
    if settings is None:
        return None
    tables = folders.of_tables(settings)
    if tables is None or storage.file_format() != storage.DEFAULT or os.environ.get("CHANGEFEED_METASTORE"):
        raise ChangefeedError(
            "--without-spark lands only in tables on this machine that are in the default format and in no external "
            "metastore (CHANGEFEED_FILE_FORMAT, CHANGEFEED_WAREHOUSE, CHANGEFEED_METASTORE). Land without the option."
        )
    lacking = [name for name in ("confluent_kafka", "deltalake", "pyarrow") if importlib.util.find_spec(name) is None]
    if lacking:
        raise ChangefeedError(f"--without-spark needs {' and '.join(lacking)}: pip install 'changefeed[without-spark]'")
    if not landing_tables.have_been_made(tables, context.project_dir):
        click.echo("The landing tables are to be made first: this load starts Spark.")
        return None
    return tables


def look_at_kafka(context: Context, servers: str, config: Path | None) -> doctors.Finding:
    """Whether Kafka answers, and how many topics it has."""

    def ask() -> str:
        properties = kafka_client.read_properties(servers, config)
        with contextlib.closing(kafka_java.Cluster(context.spark(), properties)) as cluster:
            return f"{servers}: {counted(len(cluster.topic_names()), 'topic')}"

    return doctors.look("Kafka", ask, str, otherwise="See docs/how-to/kafka.md.")


def load_files(context: Context, paths: list[str], incarnation: str = "") -> dict[Path, str]:
    """Land capture files, and print what became of them; returns those that were left out, and why."""
    files = captures.find_files(paths)  # a wrong path is worth knowing before Spark starts
    is_small = sum(file.stat().st_size for file in files) <= _LITTLE_BYTES
    spark = context.spark(is_small)
    with quick_start.interpreted(spark) if is_small else contextlib.nullcontext():
        report = captures.load(spark, context.project_dir, paths, incarnation, click.echo)
    journal.note(
        "load", source="files", landed=report.landed, set_aside=len(report.rejected), seconds=round(report.seconds, 1)
    )
    click.echo(f"files          {report.files:,}")
    click.echo(f"landed         {report.landed:,}")
    click.echo(f"already there  {report.already_there:,}")
    click.echo(f"set aside      {len(report.rejected):,}")
    for line in report.rejected[:_SHOWN_REJECTED]:
        click.echo(f"  {line.file}:{line.line_number}: {line.reason}")
    if len(report.rejected) > _SHOWN_REJECTED:
        click.echo("  all of them: changefeed sql 'select * from rejected_lines'")
    click.echo(pace(report.landed + report.already_there, report.seconds))
    if not report.landed:
        click.echo("Nothing new landed.")
        return report.left_out
    unclaimed = landing_tables.unclaimed_topics(context.spark(), context.project_dir, report.batch_id or 0)
    if unclaimed:
        click.echo(f"No feed claims {first_of([*map(shown, unclaimed)], 3)}.")
    click.echo(f"Next: changefeed {'feeds propose' if unclaimed else 'run'}")
    return report.left_out


def _show_kafka_report(report: kafka.Report) -> None:
    click.echo(f"topics   {report.topics:,}")
    click.echo(f"landed   {report.landed:,}")
    if report.waiting:
        click.echo(f"waiting  {report.waiting:,} (offsets behind the start of an open transaction)")
    click.echo(pace(report.landed, report.seconds))
    if not report.landed:
        click.echo("Nothing new landed.")


def pace(messages: int, seconds: float) -> str:
    """The time that a load took; and messages in a second, where that is more than one."""
    pace = messages / seconds
    return f"{seconds:.1f} s" + (f", {pace:,.0f} messages/s" if pace >= 1.5 else "")


def _build_and_go_on(context: Context) -> bool:
    """One slice of what `changefeed run` does; whether more waits. A failure is shown and does not stop landing."""
    try:
        outcome = run.run_if_needed(context, is_one_slice=True)
    except ChangefeedError as error:
        click.echo(f"changefeed: {disk.explain(error, context.project_dir) or error}", err=True)
        return False
    if outcome is not None:
        dbt_build.show_outcome(outcome)
    return outcome is not None and outcome.left > 0 and not outcome.failed_nodes


@contextlib.contextmanager
def _stop_flag(is_wanted: bool) -> Iterator[Callable[[], bool]]:
    """Whether a signal has asked to stop. The first one waits for the commit or build at hand, a second does not."""
    asked: list[int] = []

    def ask(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        click.echo("stopping after the present commit or build; send the signal again to stop at once", err=True)

    signals = (signal.SIGINT, signal.SIGTERM) if is_wanted else ()
    before = {number: signal.signal(number, ask) for number in signals}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
