"""What sets up, shows, queries and keeps a warehouse, from init to sweep."""

from __future__ import annotations

import contextlib
import functools
import shlex
import traceback
from datetime import datetime
from pathlib import Path

import click
import click.shell_completion

from changefeed.cli import load, tables
from changefeed.cli.helpers import TIME, finish, in_project
from changefeed.loader import captures as landing
from changefeed.loader import landing_tables, schemas
from changefeed.project import paths
from changefeed.project.profile import read_project
from changefeed.project.seeds import declared_feed
from changefeed.runs import dbt_build, declarations, last_run, retention, run
from changefeed.runs import maintain as maintenance
from changefeed.runs.workspace import Context
from changefeed.server import jdbc
from changefeed.server import serve as serving
from changefeed.spark import connect, quick_start, session
from changefeed.spark import init_project as projects
from changefeed.watch import demo as first_look
from changefeed.watch import doctor as doctors
from changefeed.watch import notify as notices
from changefeed.watch import query
from changefeed.watch import shell as shells
from changefeed.watch import status as statuses
from changefeed.watch import target as targets
from changefeed.words import counted


@click.command()
@click.argument("folder", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", metavar="NAME", help="The name of the dbt project. Default: the folder's name.")
@click.pass_obj
def init(context: Context, folder: Path, name: str | None) -> None:
    """Make a dbt project that has changefeed as a package: settings, profile, empty seeds, and the package itself.

    \b
    Examples:
        changefeed init cdc && cd cdc
        changefeed init --name warehouse .

    It writes dbt_project.yml, packages.yml, profiles.yml and seeds/, then runs `dbt deps`. Existing files stay as they
    are. A folder that is a dbt project already is refused.
    """
    made = folder.resolve()
    for path in projects.init(made, name):
        click.echo(f"written: {path.relative_to(made)}")
    with paths.in_folder(made):
        dbt_build.invoke(made, ["deps"], context.verbose)
        setup = "changefeed setup, then " if doctors.needs_setup(made) else ""
    go = "" if made == Path.cwd() else f"cd {shlex.quote(str(folder))}, then "
    click.echo(f"Next: {go}{setup}changefeed load FILES, or changefeed load --kafka HOST:PORT")


@click.command()
@click.option("--kafka", metavar="HOST:PORT", help="Also ask this Kafka for its topics (starts Spark).")
@click.option(
    "--kafka-config", envvar="CHANGEFEED_KAFKA_CONFIG", metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Properties of Kafka's client, as for `changefeed load`.",
)  # fmt: skip
@click.option(
    "--source", metavar="FEED", help="Also ask the source of this feed what the account may do (starts Spark)."
)
@click.option(
    "--target", "is_target", is_flag=True,
    help="Also try in the profile's target what runs need of a Spark, its tables and its catalog (starts Spark).",
)  # fmt: skip
@click.option(
    "--set-torn-aside",
    is_flag=True,
    help="Move commits that a loss of power has torn out of their tables, to $CHANGEFEED_HOME/torn.",
)
@in_project
def doctor(
    context: Context,
    kafka: str | None,
    kafka_config: Path | None,
    source: str | None,
    is_target: bool,
    set_torn_aside: bool,
) -> None:
    """Look whether everything is there that changefeed needs, and say what to do if not.

    \b
    Examples:
        changefeed doctor
        changefeed doctor --kafka broker:9093 --kafka-config client.properties
        changefeed doctor --source shop
        CHANGEFEED_MASTER=yarn changefeed doctor --target

    It looks at Python, Java, memory, Spark's jars, the profile, the newest commits of the tables on this machine, the
    seeds, the warehouse, the disk and, where CHANGEFEED_REGISTRY_URL names one, the schema registry. --source connects
    to the source of a feed as CHANGEFEED_SOURCE_<FEED>_URL says, and names what works there and which right is missing.
    --target names what a cluster or a platform lacks: a version, functions, the format of tables, the catalog's views
    and functions, rights. It makes the schema <schema>_doctor, and removes it again. Apart from that, and without
    --set-torn-aside, it changes nothing.

    Exit codes: 0 nothing is wrong (a warning is not), 1 something is.
    """
    if set_torn_aside:
        for finding in doctors.set_torn_aside(context.project_dir):
            _show(finding)
    findings = []
    for finding in doctors.examine(context.project_dir):
        findings.append(finding)
        _show(finding)
    if kafka and not any(each.verdict == doctors.WRONG for each in findings):
        findings.append(load.look_at_kafka(context, kafka, kafka_config))
        _show(findings[-1])
    if source and not any(each.verdict == doctors.WRONG for each in findings):
        declared_feed(context.project_dir, source)
        for finding in doctors.examine_source(context.spark(is_short=True), source):
            findings.append(finding)
            _show(finding)
    if is_target and not any(each.verdict == doctors.WRONG for each in findings):
        for finding in targets.examine(context.spark(is_short=True)):
            findings.append(finding)
            _show(finding)
    if any(each.verdict == doctors.WRONG for each in findings):
        click.get_current_context().exit(1)


def _show(finding: doctors.Finding) -> None:
    click.echo(f"{finding.verdict:<8} {finding.what:<16} {finding.detail}")
    if finding.todo:
        click.echo(f"{'':<25} -> {finding.todo}")


@click.command()
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what lets a shell complete commands and options with the tab key: bash, zsh or fish.

    \b
    Examples:
        changefeed completion bash >> ~/.bashrc
        changefeed completion zsh >> ~/.zshrc
        changefeed completion fish > ~/.config/fish/completions/changefeed.fish
    """
    of_shell = click.shell_completion.get_completion_class(shell)
    assert of_shell is not None
    click.echo(of_shell(_main(), {}, "changefeed", "_CHANGEFEED_COMPLETE").source())


@click.command()
@in_project
def setup(context: Context) -> None:
    """Fetch Spark's jars, and make commands start sooner: once for each machine, Java and Spark.

    \b
    Example:
        changefeed setup

    It takes a minute or two; `make setup` runs it. Java's classes go into an archive of some 200 MB in
    ~/.cache/changefeed (or XDG_CACHE_HOME). Without the archive all commands work, but start later.
    """
    connect.refuse("changefeed setup")
    made = session.set_up(context.project_dir, context.verbose)
    click.echo(f"commands start from {made}" if made else "no archive of classes was made: commands work without it")


@click.command()
@click.option("--all", "is_all", is_flag=True, help="All dialects, and all dbt tests (some minutes).")
@in_project
def demo(context: Context, is_all: bool) -> None:
    """Land the messages of a small shop, build its tables, and show what came in beside what came out.

    \b
    Examples:
        changefeed demo
        changefeed demo --all

    The captures are in demo/captures, the feeds in seeds/changefeed_feeds.csv. Nothing else is read.
    """
    connect.refuse("changefeed demo")
    captures = context.project_dir / "demo" / "captures"
    if is_all:
        _demo_of_all(context, captures)
        return
    capture = captures / first_look.CAPTURE
    landing.find_files([capture])  # a project that has changefeed as a package has none
    first_look.begin()
    spark = context.spark(is_short=True)
    with quick_start.interpreted(spark):
        landing.load(spark, context.project_dir, [capture])
        landing_tables.create_tables(spark, context.project_dir)
        schemas.read(spark, context.project_dir)
        last_run.forget()
        built = context.dbt("build", *first_look.NODES, only_failures=True)
        if built.exit_code:
            finish(built)
        first_look.show(spark, capture)


def _demo_of_all(context: Context, captures: Path) -> None:
    """Every dialect's messages, with all tests, and what is particular to them."""
    load.load_files(context, [str(captures)])
    click.echo("\nbuilding")
    outcome = run.run_if_needed(context, always=True, skipped=())
    if outcome and outcome.failed_nodes:
        finish(outcome)
    first_look.show_all(context.spark())
    click.echo(f"\nA typed table is proposed\n    changefeed tables propose --table {first_look.UNTYPED} --dry-run\n")
    click.get_current_context().invoke(tables.propose, table=first_look.UNTYPED, dry_run=True)
    click.echo(first_look.NEXT_OF_ALL)
    if outcome:
        finish(outcome)


@click.command()
@click.argument("statement", required=False)
@click.option(
    "--output", "-o", type=click.Choice(list(query.PRINTERS)), default="table", show_default=True,
    help="table clips cells at 100 characters; vertical: a line a column, whole; csv and json: every row.",
)  # fmt: skip
@click.option(
    "--as-of-run", type=int, metavar="RUN",
    help="Kept typed tables as this run left them: its decode_batch_id in run_counts.",
)  # fmt: skip
@click.pass_obj
def sql(context: Context, statement: str | None, output: str, as_of_run: int | None) -> None:
    """Query the warehouse: one STATEMENT, or the prompt of `changefeed shell` without it.

    \b
    Examples:
        changefeed sql "select topic, count(*) from messages group by topic"
        changefeed sql --as-of-run 17 "select * from changefeed_shop.orders join changefeed_shop.items using (order_no)"
        changefeed sql --output vertical "select * from quarantine"
        changefeed sql --output json "select * from quarantine" > quarantine.json

    Instants are UTC. csv and json give bytes as base64 (decode with `unbase64`, or select
    `cast(value as string)`), nested values as JSON, decimals and integers beyond 2^53 as text.
    """
    if statement:
        with paths.in_folder(context.project_dir):
            query.run(context.spark(is_short=True, is_reading=True), statement, output, as_of_run)
    elif as_of_run is not None:
        raise click.UsageError("--as-of-run goes with a statement")
    else:
        _prompt(context, output)


@click.command()
@click.option(
    "--output", "-o", type=click.Choice(list(query.PRINTERS)), default="table", show_default=True,
    help="How rows are shown, as with `changefeed sql`.",
)  # fmt: skip
@click.option(
    "--echo/--no-echo", "has_echo", default=None,
    help="From a pipe: print each statement before its answer. Default: with the outputs table and vertical.",
)  # fmt: skip
@click.pass_obj
def shell(context: Context, output: str, has_echo: bool | None) -> None:
    """A prompt that takes SQL and the other commands, in one session: Spark starts once.

    \b
    Examples:
        changefeed shell
        changefeed> load orders.jsonl
        changefeed> run
        changefeed> select feed, count(*) from current_rows group by feed;
        changefeed> sql --output vertical "select * from quarantine"
        changefeed> exit
        changefeed shell < commands.txt

    A line that begins with a command is one, with or without `changefeed` before it; paths count from the folder where
    the shell was started. Everything else is SQL, which ends with ; and may have several lines. `help` lists the
    commands, `COMMAND --help` explains one. An error ends its command and not the shell; Ctrl-C stops what runs;
    `exit`, `quit` or Ctrl-D leaves. Until then the shell holds the warehouse, as any command does. The tab key
    completes commands, tables, and columns of the tables that a statement names.

    From a pipe, the exit code is that of the first command that failed (1 for a SQL statement), or 0.
    """
    _prompt(context, output, has_echo)


def _prompt(context: Context, output: str, has_echo: bool | None = None) -> None:
    with paths.in_folder(context.project_dir):
        spark = context.spark(is_reading=True)
        history = session.set_home(context.project_dir) / "shell_history"
    given = ["--project-dir", str(context.project_dir), *(["--verbose"] if context.verbose else [])]

    main = _main()

    def call(words: list[str]) -> int:
        if words[:1] in (["help"], []):
            words = ["--help"]
        if words[0] in _NOT_IN_A_SHELL:
            click.echo(f"changefeed: {words[0]} does not work in a shell: exit first", err=True)
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
    known = shells.Known(lambda: query.names_for_statements(spark), lambda table: spark.table(table).columns)
    has_echo = output in ("table", "vertical") if has_echo is None else has_echo
    code = shells.prompt(names, call, lambda text: query.run(spark, text, output), history, known, has_echo)
    if code:
        click.get_current_context().exit(code)


def _main() -> click.Group:
    """The whole command line: a prompt and a server run its commands."""
    main = click.get_current_context().find_root().command
    assert isinstance(main, click.Group)
    return main


_NOT_IN_A_SHELL = ("shell", "setup", "serve", "completion")  # they start a prompt, or a Spark, of their own


@click.command()
@click.option("--background", is_flag=True, help="Start the server in the background; return when it takes commands.")
@click.option("--stop", is_flag=True, help="End the server of this warehouse, after the commands that it runs.")
@click.option(
    "--idle", type=click.FloatRange(min=0), default=60, show_default=True, metavar="MINUTES",
    help="End the server when nobody has used it for so long; 0: never.",
)  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="Where JDBC listens.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=10000,
    show_default=True,
    help="Port of JDBC; 0: any free port.",
)
@click.option("--jdbc/--no-jdbc", "has_jdbc", default=True, show_default=True, help="Whether tools can connect.")
@in_project
def serve(
    context: Context, background: bool, stop: bool, idle: float, host: str, port: int, has_jdbc: bool
) -> None:  # fmt: skip
    """Keep one Spark for the warehouse: the other commands find it, and take a second instead of ten.

    \b
    Examples:
        changefeed serve --background
        changefeed sql "select * from current_rows"
        changefeed serve --stop

    While the server runs, all commands of this warehouse work in it, from any folder that has this warehouse. Without
    it, each command starts a Spark of its own. Commands that change something take turns (exit code 2: the message
    names the command at work); `sql`, `status`, `decode` and SQL in a shell run beside them. The server holds the
    warehouse: plain dbt with a session of its own cannot use the warehouse meanwhile, dbt's target `thrift` can.

    \b
    Your own tools connect by JDBC (Spark's Thrift server), each with a session of its own:
        beeline, DBeaver ...  jdbc:hive2://127.0.0.1:10000/changefeed, any user, the password in
                              $CHANGEFEED_HOME/jdbc_password
        dbt                   CHANGEFEED_TARGET=thrift, CHANGEFEED_THRIFT_USER (any name) and
                              CHANGEFEED_THRIFT_PASSWORD

    What protects it: commands come through a socket in the warehouse's folder that only you may open. JDBC listens on
    this machine alone, and asks for the password, which only you may read; write another into the file if you like.
    Whoever has the password can read and write all that you can, and run code. With another --host the password and
    all rows cross the network unencrypted.

    The server ends on `changefeed serve --stop`, Ctrl-C or SIGTERM, or when idle. If changefeed itself was updated, the
    server ends at the next command, which then works without it. Ctrl-C and SIGTERM stop the commands that it runs.
    """
    connect.refuse("changefeed serve")
    if stop:
        home = paths.home_of(context.project_dir)
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
    run_words = functools.partial(_main().main, prog_name="changefeed")
    with serving.closing(serving.Server(home, context.project_dir, idle * 60, run_words, bool(asked))) as server:
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


@click.command()
@click.option("--keep-messages", metavar="DAYS", type=float, help="Remove messages that were read longer ago.")
@click.option(
    "--keep-messages-gb", metavar="GB", type=float, help="Remove the oldest messages beyond this size on disk."
)
@click.option(
    "--keep-changes", metavar="DAYS", type=float,
    help="Remove changes that were decoded longer ago, if a whole image of the row, also that old, came after them.",
)  # fmt: skip
@click.option(
    "--keep-deleted", metavar="DAYS", type=float,
    help="Remove what is known of rows that were deleted longer ago, but for their keys.",
)  # fmt: skip
@click.option("--keep-history", metavar="DAYS", type=float, help="Remove versions that ended longer ago.")
@click.option(
    "--keep-quarantine", metavar="DAYS", type=float,
    help="Give up messages that have been in quarantine for longer, and rejected lines of that age.",
)  # fmt: skip
@click.option(
    "--unused-hours", metavar="HOURS", type=float,
    help="Delete files that left a table longer ago (168). Queries that run longer than this would miss them.",
)  # fmt: skip
@click.option(
    "--forget-versions", is_flag=True,
    help="Delete all that is left of earlier versions: their files, and the values that logs of tables note of them.",
)  # fmt: skip
@in_project
def maintain(
    context: Context,
    keep_messages: float | None,
    keep_messages_gb: float | None,
    keep_changes: float | None,
    keep_deleted: float | None,
    keep_history: float | None,
    keep_quarantine: float | None,
    unused_hours: float | None,
    forget_versions: bool,
) -> None:
    """Compact the tables, delete unused files, and remove what is older than you want to keep.

    \b
    Examples:
        changefeed maintain --keep-messages 30 --keep-changes 90
        changefeed maintain --keep-deleted 30 --keep-history 365 --keep-quarantine 30

    Run it daily. Without --keep-… nothing is removed, but for what the dbt variable changefeed_keep limits by feed and
    table (docs/how-to/personal-data.md). Removed messages and changes can't be rebuilt: --full-refresh and
    --redecode then refuse, and say why. --keep-messages and --keep-changes never remove: messages in quarantine,
    messages that no feed claims, changes of tables without a key, and the last whole image of each row with all changes
    after it. What --keep-deleted and --keep-history removed comes again from the log if tables are built anew, and goes
    with the next `maintain`. Messages that --keep-quarantine gives up have no content any more.

    --forget-versions is for values that should not be stored, after a mask was added (docs/how-to/personal-data.md).
    It deletes unused files of every age, but of the last 24 hours in a warehouse that others reach.

    Exit codes: 0 done, 1 failed, 2 a run or another command holds the warehouse.
    """
    spark = context.spark()
    landing_tables.create_tables(spark, context.project_dir)
    most_bytes = None if keep_messages_gb is None else int(keep_messages_gb * 1e9)
    limits = retention.limits(
        context.project_dir, deleted=keep_deleted, history=keep_history, quarantine=keep_quarantine
    )
    is_shared = session.is_shared(context.project_dir)
    if unused_hours is None:
        unused_hours = maintenance.unused_hours(is_shared, forget_versions)
    report = maintenance.maintain(
        spark,
        keep_messages,
        most_bytes,
        keep_changes,
        unused_hours,
        click.echo,
        is_shared,
        context.project_dir,
        limits,
        forget_versions,
    )
    width = max((len(table.name) for table in report.tables), default=0)
    for table in report.tables:
        removed = f", {counted(table.removed, 'row')} removed" if table.removed else ""
        files = f"{counted(table.files_before, 'file')} before, {table.files:,} now"
        click.echo(f"{table.name:{width}}  {files}, {table.bytes / 1e6:,.1f} MB{removed}")
    for name in sorted(report.removed.keys() - {table.name for table in report.tables}):
        click.echo(f"{name}: {report.removed[name]:,} emptied")
    for warning in report.warnings:
        click.echo(warning)


@click.command()
@click.option(
    "--output", "-o", type=click.Choice([*statuses.PRINTERS, "prometheus"]), default="text", show_default=True,
    help="json: one object, for programs; html: one page with charts, to send to somebody; prometheus: metrics.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with 3 if a feed is not well, for cron and the like.")
@in_project
def status(context: Context, output: str, strict: bool) -> None:
    """Show how each feed does: a verdict, what was read and quarantined, its tables, how far behind it is.

    \b
    Examples:
        changefeed status
        changefeed status --strict
        changefeed status --output html > status.html
        changefeed status --output prometheus > /var/lib/node_exporter/changefeed.prom

    Each fault has the command that shows more. The figures are from feed_health, partition_health,
    order_health and current_rows; order_health reads the whole log, which may take long. What is accepted, for all
    feeds or for one, say the dbt variables changefeed_most_… (docs/how-to/operate.md); the tests feeds_are_healthy and
    orders_are_decided read them, too.

    Exit codes: 0 shown, 2 another run holds the warehouse; with --strict 3 if a feed is not well.
    """
    status = _status(context)
    if output == "prometheus":
        from changefeed.watch import metrics

        metrics.show(status)
    else:
        statuses.PRINTERS[output](status)
    if strict and not statuses.is_well(status):
        click.get_current_context().exit(3)


def _status(context: Context) -> statuses.Status:
    """What the feeds are like. If the tables are small, compiling the plans would take longer than running them."""
    spark = context.spark(is_short=True, is_reading=True)
    place = context.place()
    is_small = last_run.has_few_rows(place) and last_run.has_small_logs(place)
    with quick_start.interpreted(spark) if is_small else contextlib.nullcontext():
        return statuses.read(spark, context.project_dir)


@click.command()
@click.option("--test", "is_test", is_flag=True, help="Send a line that says that it is a test.")
@click.option("--dry-run", is_flag=True, help="Print what it would send, and send nothing.")
@in_project
def notify(context: Context, is_test: bool, dry_run: bool) -> None:
    """Send what a person must know to a chat or a webhook: a run that failed, what is not well, changed schemas.

    \b
    Examples:
        changefeed notify --test
        changefeed run; changefeed notify

    CHANGEFEED_NOTIFY_URLS names the services, separated by blanks, or CHANGEFEED_NOTIFY_FILE a file with one a line:
    DingTalk, Feishu, WeCom, Slack, plain JSON and some hundred others (docs/how-to/notices.md). It needs
    pip install 'changefeed[notify]'.

    Each thing is sent once. Numbers of messages that only grow, as the quarantine, are sent again when they have grown.

    \b
    Exit codes: 0 sent, or nothing to send; 1 a service took nothing, or the warehouse can't be read;
    2 another run holds the warehouse (a failed run is sent all the same).
    """
    home = session.set_home(context.project_dir)
    name = read_project(context.project_dir)["name"]
    urls = [] if dry_run else notices.services()
    if is_test:
        sent = notices.send(["This is a test: changefeed reaches you."], urls, name) if urls else ["nobody (--dry-run)"]
        click.echo(f"sent to {', '.join(sent)}")
        return

    def tell_news(
        found: dict[str, notices.Finding], is_whole: bool, more: list[str] | None = None, batch: int | None = None
    ) -> None:
        lines = [*notices.news(home, found, is_whole), *(more or [])]
        for line in lines:
            click.echo(line)
        if lines and not dry_run:
            click.echo(f"sent to {', '.join(notices.send(lines, urls, name))}")
        if not dry_run:
            notices.remember(home, found, is_whole, batch)

    failed = notices.of_runs()
    if failed:  # Spark may be what fails
        tell_news(failed, is_whole=False)
    status = _status(context)
    news = notices.schema_news(context.spark(is_short=True, is_reading=True), home)
    tell_news(failed | notices.of_status(status), True, *news)


@click.command()
@click.option("--feed", required=True, metavar="FEED", help="The feed, as in seeds/changefeed_feeds.csv.")
@click.option("--table", required=True, metavar="NAME", help="database.table or database.schema.table at the source.")
@click.option(
    "--since", required=True, type=TIME, metavar="TIME",
    help="When the full load began, by the clock of Kafka (UTC).",
)  # fmt: skip
@in_project
def sweep(context: Context, feed: str, table: str, since: datetime) -> None:
    """Declare a new full load complete: rows that it did not mention become deleted.

    \b
    Example:
        changefeed sweep --feed erp --table erp01.stock --since '2026-11-20 08:00'

    Rows may have been deleted at the source while no task ran. No message says so, but a new full load lacks them. Run
    this command after the full load has been landed and built. Any change since --since mentions its row.
    """
    deleted, kept = declarations.sweep(context.spark(), context.project_dir, feed, table, since)
    click.echo(
        f"{table}: {counted(deleted, 'row')} not mentioned since {since:%Y-%m-%d %H:%M:%S} UTC will be deleted; "
        f"{kept:,} stay. It happens in the next `changefeed run`."
    )
