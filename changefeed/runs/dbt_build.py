"""Calls dbt in this process, on the Spark session that has been started, and shows what matters."""

from __future__ import annotations

import functools
import logging
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import Row, SparkSession

from changefeed.errors import ChangefeedError, is_interrupt
from changefeed.notices import tell
from changefeed.project import macros, paths, said_to_dbt, seeds
from changefeed.project.profile import folders_of, profiles_dir
from changefeed.runs import claims, table_facts
from changefeed.spark import disk, session, storage
from changefeed.spark.relations import table_name
from changefeed.words import counted, first_of, shown

if TYPE_CHECKING:
    from dbt.contracts.graph.manifest import Manifest
    from rich.progress import Progress

STAGING = "changefeed.dialects"  # the views that are for people, in dbt's words
UNIT_TESTS = "package:changefeed,test_type:unit"  # changefeed's, not the user's
# Changefeed's views, functions and seeds, and the tests of these alone. They stay as they are, and find the same, while
# no file of the project changes (ADR 0026).
_SETTLED = (
    "package:changefeed,config.materialized:view",
    "package:changefeed,resource_type:function",
    "changefeed_feeds", "changefeed_table_keys", "changefeed_table_columns", "changefeed_table_masks",
    "tag:changefeed_settled",  # tests of what the project's files say
)  # fmt: skip
_BROKE = ("error", "runtime error", "partial success")
_TOLD_TABLES = 10
# What the user can do about a reason.
_HINTS = {
    "no_key_declared": "add to seeds/changefeed_table_keys.csv, with the key's columns at the end (a|b, or nothing)",
    "wrong_dialect": "check the feed's dialect in seeds/changefeed_feeds.csv",
}
_BAD = ("fail", *_BROKE)
_PLAN = re.compile(r"(SQLSTATE: \w+; line \d+ pos \d+);?\s.*", re.DOTALL)  # what Spark prints after the place
_TESTS = ("test", "unit_test")
_LEFT = re.compile(r"takes up [\d,]+ messages; ([\d,]+) wait for a further run")
_OF_FEEDS = "feeds_are_healthy"  # the test whose rows name the feeds that are not well
_OF_SCHEMAS = "typed_tables_follow_their_source"  # the test whose rows say what of a source is refused


@dataclass
class Outcome:
    """How the nodes of a dbt call ended: counts by status for tests, names of what failed, how many are done."""

    tests: dict[str, int] = field(default_factory=dict)
    failed_tests: list[str] = field(default_factory=list)
    failed_nodes: list[str] = field(default_factory=list)
    compiled: dict[str, Path] = field(default_factory=dict)  # test that warned or failed → the file with its query
    ended: int = 0
    of: int = 0  # how many nodes there are; 0 until dbt has said it
    left: int = 0  # messages that wait for a further run, as the model read_batches said
    printed: list[str] = field(default_factory=list)  # what macros printed
    typed: list[str] = field(default_factory=list)  # schema.name of each typed table that was built
    one_key: list[tuple[str, list[str]]] = field(default_factory=list)  # tables whose shards claim that, and their key
    ages: dict[str, tuple[str, Any, float]] = field(default_factory=dict)  # feed → verdict, last landed at, seconds
    not_well: str = ""  # the query of feeds that are not well, where the test found some
    refused: str = ""  # the query of changes of sources that typed tables refuse, where the test found some

    @property
    def exit_code(self) -> int:
        """0 all well, 1 a model, seed or function failed, 3 only tests failed."""
        return 1 if self.failed_nodes else 3 if self.failed_tests else 0


@dataclass
class Known:
    """What a call of dbt need not find out by itself: the parsed project, and facts of tables."""

    manifest: Manifest | None = None
    facts: table_facts.TableFacts = field(default_factory=table_facts.TableFacts)


def settled(project_dir: Path) -> list[str]:
    """What a run can leave out, in dbt's words, if no file of the project has changed since everything was built.

    A run always builds the views that a user wrote, since the tables that they read may have changed. A typed table
    that is a view depends only on its yml.
    """
    typed = [
        f"{model.stem},config.materialized:view"
        for folder in folders_of(project_dir, "model")
        for model in sorted(folder.rglob("*.sql"))
        if "changefeed.typed_" in model.read_text(encoding="utf-8")
    ]
    return [*_SETTLED, *typed]


def invoke(
    project_dir: Path,
    arguments: list[str],
    verbose: bool = False,
    only_failures: bool = False,
    known: Known | None = None,
) -> Outcome:
    """Run a dbt command; print a line per node as it ends (or only if it failed), and what macros print.

    `known` is what dbt need not find out by itself.

    Raises ChangefeedError with dbt's own message when dbt can't parse or an operation raises.
    """
    from dbt.cli.main import dbtRunner  # takes seconds to import

    outcome = Outcome()
    known = known or Known()
    known.facts.say()
    raised: list[str] = []
    claimed: list[claims.Held] = []
    said_to_dbt.say(claim_minutes=claims.MINUTES)
    progress = _progress(not verbose)
    task = progress.add_task("dbt", total=None)
    say = functools.partial(progress.console.print, markup=False, highlight=False, emoji=False, soft_wrap=True)

    def show(event: Any) -> None:
        name = event.info.name
        if name == "LogStartLine":
            outcome.of = event.data.total
            progress.update(task, total=outcome.of)
        elif name == "NodeStart":
            progress.update(task, description=event.data.node_info.node_name)
        elif name == "NodeFinished":
            _node_finished(event.data, outcome, only_failures, project_dir, say)
            progress.update(task, completed=outcome.ended)
        elif name == "JinjaLogDebug" and event.info.msg.startswith(claims.CLAIMED):
            spark = SparkSession.active()
            claimed.append(claims.Held(spark, event.info.invocation_id))
            known.facts.say()  # another run may have ended just before
            if event.info.msg.endswith(claims.TAKEN_OVER):
                session.remove_half_made_tables(spark, project_dir)
        elif name == "JinjaLogDebug" and event.info.msg == claims.HAS_LET_GO:
            claimed[-1].let_go()
        elif name == "JinjaLogDebug" and event.info.msg.startswith(table_facts.ASKED):
            known.facts.hear(event.info.msg)
        elif name in ("JinjaLogInfo", "PrintEvent"):
            outcome.printed.append(event.info.msg)
            if waiting := _LEFT.search(event.info.msg):
                outcome.left = int(waiting[1].replace(",", ""))
            if not verbose:
                say(event.info.msg)
        elif name in ("RunningOperationCaughtError", "RunningOperationUncaughtError"):
            raised.append(event.data.exc)

    logging.raiseExceptions = False  # on a full disk dbt can't write its log, and would print a traceback for each line
    try:
        with progress:
            result = dbtRunner(known.manifest, callbacks=[show]).invoke(
                arguments
                + ["--project-dir", str(project_dir), "--profiles-dir", str(profiles_dir(project_dir))]
                + (["--debug"] if verbose else ["--log-level", "none"])
            )
    finally:
        for each in claimed:  # dbt does not end it after Ctrl-C, nor where a hook failed
            each.end("stopped")
        if spark := SparkSession.getActiveSession():
            storage.mark_no_more(spark)
    results = getattr(result.result, "results", [])
    said = [*raised, *(str(each.message) for each in results if getattr(each, "status", "") in _BROKE)]
    if said and (trouble := disk.trouble(project_dir, *said)):
        raise trouble
    if is_interrupt(result.exception):
        raise KeyboardInterrupt
    if result.exception is not None:
        _raise_refused(str(result.exception))
        said_by_dbt = str(result.exception).strip()
        raise ChangefeedError(f"dbt {arguments[0]}: {said_by_dbt}{_way_out(said_by_dbt)}") from result.exception
    if raised:
        raise ChangefeedError("\n".join(raised).strip())
    for each in results:
        node = getattr(each, "node", None)
        if node is None:  # of run-operation
            continue
        if hasattr(each, "max_loaded_at"):
            outcome.ages[node.name] = (str(each.status), each.max_loaded_at, each.age)
        if node.resource_type == "operation" and each.status == "error":
            _raise_refused(str(each.message))
            raise ChangefeedError(str(each.message).strip())
        if each.status == "success" and "changefeed" in (node.config.meta or {}):
            outcome.typed.append(f"{node.schema}.{node.alias}")
            table = node.config.meta["changefeed"]
            if table.get("shards") == "one_key" and table.get("key"):
                outcome.one_key.append((f"`{node.schema}`.`{node.alias}`", table["key"]))
        if node.resource_type == "test" and each.status in ("warn", "fail"):
            outcome.compiled[node.name] = project_dir / node.compiled_path
            if node.name == _OF_FEEDS:
                outcome.not_well = node.compiled_code
            elif node.name == _OF_SCHEMAS:
                outcome.refused = node.compiled_code
    if not result.success and outcome.exit_code == 0:
        messages = [str(node.message) for node in results]
        raise ChangefeedError(f"dbt {arguments[0]} failed. {' '.join(messages)}".strip())
    return outcome


def show_outcome(outcome: Outcome) -> None:
    """Print the counts of tests, how to see what each found, and what failed."""
    for name, file in sorted(outcome.compiled.items()):
        tell(f"{name} found these rows: changefeed sql < {shlex.quote(paths.in_shell(file))}")
    if outcome.tests:
        counts = ", ".join(f"{count} {status}" for status, count in sorted(outcome.tests.items()))
        tell(f"tests        {counts}")
    if outcome.exit_code:
        failed = ", ".join(outcome.failed_nodes or outcome.failed_tests)
        tell(f"changefeed: failed: {failed}", err=True)


def _progress(is_wanted: bool) -> Progress:
    """The last line of a terminal: how many nodes are done, for how long, and the name of the node that is being built.

    The name is cut where it is too long. The line goes when all is built. A pipe has none.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    console = Console()
    name = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1))
    is_shown = is_wanted and console.is_terminal
    return Progress(
        SpinnerColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        name,
        console=console,
        expand=True,
        transient=True,
        redirect_stderr=False,
        disable=not is_shown,
    )


def _way_out(message: str) -> str:
    """A hint for two models with one name, if one of them is the package's: the package can have its own schema."""
    if "identical database representations" not in message or ".changefeed.changefeed_" not in message:
        return ""
    return "\nOr give changefeed a schema of its own: the variable changefeed_schema (docs/how-to/where-it-runs.md)"


def _raise_refused(message: str) -> None:
    """Raise the error for a run that could not start because of another run. Other messages raise nothing here."""
    if "The warehouse is in use by" in message:
        raise ChangefeedError(message[message.index("The warehouse is in use by") :].split("\n")[0], exit_code=2)
    if storage.is_lost_race(message) and "ended_at" in message:  # no table is named, but the columns of the condition
        runs = SparkSession.active().table(table_name("runs")).where("ended_at is null")
        holders = [f" by {row['run_by']}, since {row['started_at']} UTC" for row in runs.collect()]
        raise ChangefeedError(
            f"The warehouse is in use{''.join(holders)}: that run began at the same moment. Wait until it ends.",
            exit_code=2,
        )


def _node_finished(
    data: Any, outcome: Outcome, only_failures: bool, project_dir: Path, say: Callable[[str], None]
) -> None:
    node, ended = data.node_info, data.run_result
    kind, name, status = node.resource_type, node.node_name, ended.status
    is_bad = status in _BAD
    outcome.ended += kind != "operation"
    if kind in _TESTS:
        outcome.tests[status] = outcome.tests.get(status, 0) + 1
        if is_bad:
            outcome.failed_tests.append(name)
    elif is_bad:
        outcome.failed_nodes.append(name)
    is_told = is_bad or status == "warn"
    if is_told or (kind not in _TESTS and not only_failures):
        done = f"  ({outcome.ended} of {outcome.of})" if outcome.of and kind != "operation" else ""
        word = "FAILED" if is_bad else {"warn": "warns", "skipped": "skipped"}.get(status, "ok")
        say(f"  {word:8}{kind.replace('_', ' '):10}{name}  {ended.execution_time:.1f} s" + done)
    is_of_disk = status in _BROKE and disk.trouble(project_dir, ended.message or "")  # said once, at the end
    if is_told and ended.message and not is_of_disk:
        without_plan = _PLAN.sub(r"\1", ended.message.strip())
        say("    " + without_plan.replace("\n", "\n    "))


def last_decoded_batch(spark: SparkSession) -> int:
    """The highest decode_batch_id so far; 0 before the first build."""
    if not spark.catalog.tableExists(table_name("run_counts")):
        return 0
    return int(spark.sql("select coalesce(max(decode_batch_id), 0) from run_counts").head(1)[0][0])


def print_summary(spark: SparkSession, after: int) -> None:
    """Print what the build decoded: messages, changes by operation, tables that changed, quarantined by reason."""
    if not spark.catalog.tableExists(table_name("run_counts")):
        return
    counts: dict[str, dict[str, int]] = {}
    of_feeds: dict[str, dict[str, int]] = {}
    for row in spark.sql(
        f"""
        select measure, label, feed, sum(n) as n from run_counts
        where decode_batch_id > {after} group by all order by measure, n desc, label, feed
        """
    ).collect():
        labels = counts.setdefault(row["measure"], {})
        labels[row["label"]] = labels.get(row["label"], 0) + row["n"]
        if row["measure"] == "quarantined":
            of_feeds.setdefault(row["feed"], {})[row["label"]] = row["n"]
    if not counts:
        tell("messages     0  (none has landed since the last run; what changed in the project was built)")
        return
    decoded = _decoded_of_tables(spark, after)
    changing = (*macros.own().row_operations(), "truncate", "ddl")
    tell(f"messages     {sum(counts.get('messages', {}).values()):,}")
    tell(f"changes      {_counted(counts.get('changes', {}))}")
    _print_changed_tables([row for row in decoded if row["operation"] in changing])
    tell(f"quarantined  {_counted(counts.get('quarantined', {}))}")
    _print_quarantined([row for row in decoded if row["reason"]], of_feeds)


def print_not_well(spark: SparkSession, outcome: Outcome) -> None:
    """Name the feeds that the build's test found not well, with what it found."""
    if not outcome.not_well:
        return
    found_of: dict[str, dict[str, int]] = {}
    for row in spark.sql(f"select feed, measure, found from ({outcome.not_well})").collect():
        found_of.setdefault(row["feed"], {})[row["measure"]] = row["found"]
    named = [f"{feed} ({_by_label(found)})" for feed, found in sorted(found_of.items())]
    tell(f"not well     {first_of(named, _TOLD_TABLES)}: changefeed status")


def print_refused(spark: SparkSession, outcome: Outcome) -> None:
    """Say what changed at sources of typed tables that refuse it (on_schema_change: fail), and how to accept it."""
    if outcome.refused:
        for row in spark.sql(f"select refused from ({outcome.refused}) order by refused").collect():
            tell(f"refused      {row['refused']}")


def print_shared_keys(spark: SparkSession, outcome: Outcome) -> None:
    """Name keys that are in several shards of a table that claims that none is (one_key), if a test has failed."""
    for relation, key in outcome.one_key if outcome.failed_tests else []:
        names = ", ".join(f"`{name}`" for name in key)
        parts = ("_source_database", "_source_schema", "_source_table")
        shard = ", ".join(name for name in spark.table(relation).columns if name in parts)
        found = spark.sql(
            f"""
            select count(*) as n, min(struct(key, shards)) as first from (
                select concat_ws(', ', {names}) as key, array_sort(collect_set(concat_ws('.', {shard}))) as shards
                from {relation} group by {names}
            ) where size(shards) > 1
            """
        ).head(1)[0]
        if found["n"]:
            is_in = "key is" if found["n"] == 1 else "keys are"
            first, places = shown(found["first"]["key"]), first_of([*map(shown, found["first"]["shards"])])
            place = relation.replace("`", "")
            tell(f"shards       {place}: {found['n']:,} {is_in} in several shards (first: {first} in {places})")


def _decoded_of_tables(spark: SparkSession, after: int) -> list[Row]:
    """How many changes were decoded, by feed, table and operation; and messages quarantined, by reason."""
    if not spark.catalog.tableExists(table_name("decoded")):
        return []
    return spark.sql(
        f"""
        select feed, coalesce(source_database, '') as database, coalesce(source_schema, '') as schema,
            coalesce(source_table, '') as name, if(reason is null, operation, null) as operation, reason, count(*) as n
        from {table_name("decoded")}
        where decode_batch_id > {after}
        group by all
        """
    ).collect()


def _print_quarantined(decoded: list[Row], of_feeds: dict[str, dict[str, int]]) -> None:
    """Print for each feed its tables with the reasons, what mends them, and the query that shows all."""
    of_tables: dict[str, dict[tuple[str, str, str], dict[str, int]]] = {}
    for row in decoded:
        tables = of_tables.setdefault(row["feed"], {})
        tables.setdefault((row["database"], row["schema"], row["name"]), {})[row["reason"]] = row["n"]
    for feed, reasons in of_feeds.items():
        tables = of_tables.get(feed, {("", "", ""): reasons})
        for table in sorted(tables)[:_TOLD_TABLES]:
            name = f"{shown(table[-1])}  " if table[-1] else ""
            tell(f"  {feed}: {name}{_by_label(tables[table])}")
        if len(tables) > _TOLD_TABLES:
            tell(f"  {feed}: and {counted(len(tables) - _TOLD_TABLES, 'more table')}")
        for reason, hint in _HINTS.items():
            if reason not in reasons:
                continue
            tell(f"      {reason}: {hint}, then changefeed run --retry-quarantine --feed {feed}")
            if reason == "no_key_declared":
                keyless = sorted(table for table, found in tables.items() if table[-1] and reason in found)
                for table in keyless[:_TOLD_TABLES]:
                    tell(f"          {seeds.line_of_seed(feed, *table, '')}")
        tell(f"      changefeed sql --output vertical \"select * from quarantine where feed = '{feed}'\"")


def _print_changed_tables(decoded: list[Row]) -> None:
    tables: dict[tuple[str, str], dict[str, int]] = {}
    for row in decoded:
        if not row["name"]:  # a statement may name no table
            continue
        operations = tables.setdefault((row["feed"], row["name"]), {})
        operations[row["operation"]] = operations.get(row["operation"], 0) + row["n"]
    if not tables:
        return
    most = sorted(tables.items(), key=lambda each: (-sum(each[1].values()), each[0]))
    tell(f"tables       {len(tables):,} with changes")
    for (feed, name), operations in most[:_TOLD_TABLES]:
        tell(f"  {feed}: {shown(name)}  {_by_label(operations)}")
    if len(most) > _TOLD_TABLES:
        tell(f"  and {len(most) - _TOLD_TABLES:,} more: changefeed status")


def _counted(labels: dict[str, int]) -> str:
    return f"{sum(labels.values()):,}" + (f"  ({_by_label(labels)})" if labels else "")


def _by_label(labels: dict[str, int]) -> str:
    ordered = sorted(labels.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{label} {n:,}" for label, n in ordered)
