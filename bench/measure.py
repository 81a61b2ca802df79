"""Measure the project against the same written by hand, in turn, in one session.

    python bench/measure.py path dialects state
    python bench/measure.py kafka size runs --messages 500000

path      landing a capture; a whole run onto tables that are there, its steps and its ten dearest statements, against
          bench/by_hand.sql
kafka     landing from a broker on this machine
dialects  decoding each dialect beside canal; all in one statement against each in its own
state     folding a second load: as it is, with history, without keys, with partial images, each also 1 % late;
          of 100 tables, one of them truncated
size      10,000 new messages on top of many and of ten times as many; a merge of 100,000 changes against Delta's own
waiting   a fifth, twice and twenty times as many messages that wait: cost of each, and the process's memory
tables    60,000 and 1,000 new messages of one feed with 5 tables, of 300 feeds with 5 each, and of one with 20,000
runs      many small runs: seconds, CPU and files of each, and the ten dearest statements of the last
again     all models, functions and seeds as shipped, built again when nothing is new
propose   changefeed tables propose for 300 tables, first and again; here dbt's parsing counts
kept      --tables typed tables that are kept: built first, when 10 changed, when none did; dbt's own time counts
shards    a kept typed table of one table, of 64 and of 1,024 shards: built first, and runs of 1,000 messages, of ten of
          the shards and of all of them
columns   three columns of a kept typed table of --rows rows, against the same table written by hand
erase     1,000 keys of --messages messages, of one kept typed table: the plan, the erasure, a search of all files

Prints a line for each measurement and, at the end, medians and ratios. The first round warms up and is not counted.
The steps of the project are timed as dbt's models, so the start of Spark and dbt's parsing are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import math
import os
import re
import shutil
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import generate
from pyspark.sql import SparkSession

from changefeed.loader import captures, landing_tables
from changefeed.project import macros, said_to_dbt
from changefeed.spark import relations, session, storage

REPO = Path(__file__).resolve().parents[1]
DECODE, FOLD, VERSIONS = "changefeed_decoded", "changefeed_folded_rows", "changefeed_versions"
SLICE = 5_000_000  # messages that one run takes up (dbt variable changefeed_max_messages_per_run)
STEPS = ("changefeed_read_batches", DECODE, "changefeed_statements", FOLD)
LATE = ", 1 % late"
FEED = {"feed": "bench", "dialect": "canal", "topics": "bench", "time_zone": "UTC", "source_kind": "mysql"}


class Bench:
    """One session; figures by the name of what was measured, in seconds unless the name says otherwise."""

    def __init__(
        self, home: Path, count: int, rounds: int, runs: int, rows: int, tables: int, dialects: list[str]
    ) -> None:
        self.home, self.count, self.rounds, self.runs, self.dialects = home, count, rounds, runs, dialects
        self.rows, self.tables = rows, tables
        os.environ["CHANGEFEED_HOME"] = str(home / "home")
        self.spark: SparkSession = session.start(REPO, "bench")
        self.figures: dict[str, list[float]] = defaultdict(list)
        self.pipelines = 0

    def note(self, what: str, figure: float, is_counted: bool = True) -> None:
        if is_counted:
            self.figures[what].append(figure)
        print(f"{'' if is_counted else 'warm-up: '}{what:48}{figure:10.2f}", flush=True)

    @contextlib.contextmanager
    def timed(self, what: str, is_counted: bool = True) -> Iterator[None]:
        started = time.monotonic()
        yield
        self.note(what, time.monotonic() - started, is_counted)

    def median(self, what: str) -> float:
        return statistics.median(self.figures[what])

    def ratio(self, what: str, figure: float, base: float) -> None:
        print(f"= {what:60}{figure / base:8.2f}", flush=True)

    @contextlib.contextmanager
    def project(self, *feeds: dict[str, str], keyless: bool = False) -> Iterator[Project]:
        """A schema and seeds of its own, gone afterwards."""
        self.pipelines += 1
        schema = f"bench_{self.pipelines}"
        project = Project(self.spark, self.home / schema, schema, feeds or (FEED,), keyless)
        yield project
        for each in (schema, f"{schema}_internal"):
            self.spark.sql(f"drop schema {each} cascade")
        shutil.rmtree(self.home / schema)


def cpu(jvm: Any) -> float:
    """Seconds of CPU that this process and its JVM have taken."""
    process = jvm.java.lang.ProcessHandle.current().info().totalCpuDuration().get()
    return process.toMillis() / 1000 + time.process_time()


@dataclass
class Run:
    """What one run took."""

    seconds: float  # of the clock, from its start to its end
    cpu: float  # seconds of CPU, of this process and its JVM
    models: dict[str, float]  # seconds of each by name
    statements: list[tuple[float, str, str]]  # seconds, model and text of each

    def print_dearest(self, number: int = 10) -> None:
        """The statements that took longest, and what all took together."""
        total = sum(seconds for seconds, _, _ in self.statements)
        print(f"{len(self.statements)} statements, {total:.1f} of {self.seconds:.1f} s; the dearest:")
        for seconds, model, text in sorted(self.statements, reverse=True)[:number]:
            print(f"{seconds:8.2f} s  {model:32} {' '.join(text.split())[:90]}", flush=True)


class Project:
    """The project with seeds of its own in one schema."""

    def __init__(self, spark: SparkSession, folder: Path, schema: str, feeds: tuple, keyless: bool) -> None:
        from pipeline import Pipeline

        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.spark = spark
        self.pipeline = Pipeline(spark, folder / "project", schema)
        self.pipeline.clear()
        self.pipeline.declare("feeds", *feeds)
        if keyless:
            self.pipeline.declare(
                "table_keys", {"feed": "bench", "source_database": "bench", "source_table": "orders_0"}
            )
        landing_tables.create_tables(spark, REPO)

    def land(self, **generated) -> None:
        """Land generated messages, not through a file."""
        records = generate.messages(self.spark, **generated)
        landing_tables.append_messages(records, None, landing_tables.next_batch_id(self.spark))

    def land_truncate(self, table: str, number: int) -> None:
        """Land the truncate of a table, later than the messages before `number`."""
        from pipeline import canal, record

        text = canal("TRUNCATE", None, table=table, isDdl=True, sql=f"truncate table {table}", database="bench")
        self.pipeline.land(
            [record(10**9 + number, text, partition=0, topic="bench", ts=generate.FIRST_AT + number * 3)]
        )

    def propose(self, *options: str) -> None:
        """Write the typed tables that rows ask for; dbt will parse them."""
        from changefeed.cli.main import main as changefeed

        project = ["--project-dir", str(self.pipeline.folder)]
        changefeed.main([*project, "tables", "propose", *options], standalone_mode=False)
        self.pipeline.manifest = None

    def build(self, *models: str) -> dict[str, float]:
        """Build all models, or these; seconds of each by name."""
        return {name: result.execution_time for name, result in self.pipeline.build(models=models).items()}

    def run(self, *models: str) -> Run:
        """Build all models, or these, and tell what that took."""
        sent: dict[str, str] = {}  # the latest statement of each node
        statements: list[tuple[float, str, str]] = []
        note = self.pipeline._note

        def timed(event: Any) -> None:
            note(event)
            if event.info.name == "SQLQuery":
                sent[event.data.node_info.unique_id] = event.data.sql
            elif event.info.name == "SQLQueryStatus":
                node = event.data.node_info
                statements.append((event.data.elapsed, node.node_name, sent.get(node.unique_id, "")))

        self.pipeline._note = timed
        started, cpu_before = time.monotonic(), cpu(self.spark._jvm)
        try:
            seconds = self.build(*models)
        finally:
            self.pipeline._note = note
        return Run(time.monotonic() - started, cpu(self.spark._jvm) - cpu_before, seconds, statements)

    def last_statement(self) -> int:
        """Spark's number of the latest statement."""
        return self.spark._jsparkSession.sharedState().statusStore().executionsList().last().executionId()

    def rows_read(self, after: int) -> dict[str, int]:
        """By table: the rows that the statements after one read of it, as Spark's own metrics count them."""
        store = self.spark._jsparkSession.sharedState().statusStore()
        found: dict[str, int] = defaultdict(int)
        executions = store.executionsList()
        for execution in (executions.apply(place) for place in range(executions.size())):
            if execution.executionId() <= after:
                continue
            values = store.executionMetrics(execution.executionId())
            nodes = store.planGraph(execution.executionId()).allNodes()
            for node in (nodes.apply(place) for place in range(nodes.size())):
                table = re.search(
                    rf"{self.pipeline.schema}(?:_internal)?\.(?:db/)?(\w+)",
                    f"{node.name()} {node.desc()}".replace(".db", ""),
                )
                for metric in (node.metrics().apply(place) for place in range(node.metrics().size())):
                    value = values.get(metric.accumulatorId())
                    is_rows = node.name().startswith("Scan") and metric.name() == "number of output rows"
                    if is_rows and table and value.isDefined():
                        found[table[1]] += int(value.get().replace(",", ""))
        return dict(found)


def path(bench: Bench) -> None:
    capture = bench.home / f"canal-{bench.count}.jsonl"
    if not capture.exists():
        generate.write_capture(generate.messages(bench.spark, count=bench.count), capture)
    first = bench.home / "canal-first.jsonl"  # so that the load that counts, and the run, are not the first ones
    generate.write_capture(generate.messages(bench.spark, count=1000, topic="unclaimed"), first)
    print(f"capture of {capture.stat().st_size / 1e6:,.0f} MB")
    changes, rows = (REPO / "bench" / "by_hand.sql").read_text().split("----\n")
    landed = "(select * from messages where topic = 'bench')"
    names = {"messages": landed, "changes": "by_hand_changes", "rows": "by_hand_rows", "format": storage.file_format()}
    for number in range(bench.rounds + 1):
        with bench.project() as project:
            captures.load(bench.spark, REPO, [first])
            bench.note("tables made, once, by a run of nothing", project.run().seconds, number)
            bench.note("landing from a file", captures.load(bench.spark, REPO, [capture]).seconds, number)
            with bench.timed("by hand: changes", number):
                bench.spark.sql(changes.format(**names))
            with bench.timed("by hand: rows", number):
                bench.spark.sql(rows.format(**names))
            run = project.run()
            for step in STEPS:
                bench.note(step, run.models[step], number)
            bench.note("whole run", run.seconds, number)
            bench.note("whole run, CPU", run.cpu, number)
    run.print_dearest()
    print(f"landing: {bench.count / bench.median('landing from a file'):,.0f} messages/s")
    by_hand, rows_by_hand = bench.median("by hand: changes"), bench.median("by hand: rows")
    bench.ratio("decode / by hand", bench.median(DECODE), by_hand)
    bench.ratio("fold / by hand", bench.median(FOLD), rows_by_hand)
    bench.ratio("decode and fold / by hand", sum(map(bench.median, STEPS)), by_hand + rows_by_hand)
    bench.ratio("whole run / by hand", bench.median("whole run"), by_hand + rows_by_hand)


def kafka(bench: Bench) -> None:
    from broker import Broker
    from changefeed.loader import kafka as from_kafka
    from changefeed.loader import kafka_client, kafka_java, kafka_spark

    folder = bench.home / "broker"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    broker = Broker(folder)
    broker.start()
    try:
        broker.create("bench", generate.PARTITIONS)
        records = generate.messages(bench.spark, count=bench.count).selectExpr("topic", "partition", "key", "value")
        records.write.format("kafka").option("kafka.bootstrap.servers", broker.servers).save()
        for number in range(bench.rounds + 1):
            with bench.project():
                properties = kafka_client.Properties(broker.servers, {})
                store = kafka_spark.SparkStore(bench.spark, REPO, properties)
                cluster = kafka_java.Cluster(bench.spark, properties)
                topics = from_kafka.Topics(("bench",), True)
                seconds = from_kafka.load(from_kafka.Lander(store, cluster, topics)).seconds
                bench.note("landing from Kafka", seconds, number)
                cluster.close()
        print(f"landing from Kafka: {bench.count / bench.median('landing from Kafka'):,.0f} messages/s")
    finally:
        broker.stop()


def dialects(bench: Bench) -> None:
    """Decoding only, into Spark's noop sink: the demo's feeds, a tenth of the messages each. `empty` is no message."""
    import wide_messages

    from changefeed.loader import schemas

    count = bench.count // 10
    lines = list(csv.DictReader((REPO / "seeds" / "changefeed_feeds.csv").open(encoding="utf-8")))
    chosen = {"canal", *bench.dialects} if bench.dialects else {line["dialect"] for line in lines}
    samples = {line["feed"]: wide_messages.messages(line["feed"]) for line in lines if line["dialect"] in chosen}
    print("not widened, left out:", *(line["dialect"] for line in lines if samples.get(line["feed"]) == []))
    lines = [line for line in lines if samples.get(line["feed"])]
    sizes: dict[str, float] = {}
    with bench.project() as project:
        project.pipeline.declare_as_shipped()
        project.build("+changefeed_feed_settings")
        numbered = wide_messages.schemas()
        schemas.add(bench.spark, [schemas.fetched_row(bench.spark, str(each), numbered[each]) for each in numbered])
        for line in lines:
            name, feed = line["dialect"], line["feed"]
            sample = samples[feed]
            sizes[name] = sum(len(value) for _, _, value in sample) / len(sample) * count
            bench.spark.createDataFrame(
                [(place, *each) for place, each in enumerate(sample)],
                "place long, topic string, key binary, value binary",
            ).createOrReplaceTempView("sample")
            bench.spark.sql(f"""
                create table prepared_{name} as
                select /*+ repartition(2) */ sample.topic, '' as topic_incarnation, 0 as partition,
                    times.id * {len(sample)} + place as offset, 1L as batch_id, timestamp '2024-06-01' as kafka_at,
                    'create' as kafka_at_type, current_timestamp() as landed_at, key, sample.value,
                    cast(null as array<struct<key: string, value: binary>>) as headers,
                    timestamp '2024-06-01' as ordered_at, 1L as decode_batch_id,
                    feeds.* except (options), str_to_map(nullif(trim(feeds.options), ''), ' +', '=') as options
                from sample cross join range({count // len(sample)}) as times
                cross join (select * from {relations.table_name("feed_settings")} where feed = '{feed}') as feeds
            """)
        together = " union all ".join(f"select * from prepared_{name}" for name in sizes)
        bench.spark.sql(f"create table prepared_together as select /*+ repartition(4) */ * from ({together})")
        for name in (*sizes, "together"):
            known = f"[changefeed.{name}_dialect()]" if name in sizes else "changefeed.dialects()"
            some = compiled(project, f"prepared_{name}", known)
            none = compiled(project, f"(select * from prepared_{name} where partition < 0)", known)
            refused = bench.spark.sql(f"select avg(if(reason is null, 0, 1)) from ({some})").first()[0]
            for number in range(bench.rounds + 1):
                for what, statement in ((name, some), (f"{name}, empty", none)):
                    with bench.timed(what, number):
                        bench.spark.sql(statement).write.format("noop").mode("overwrite").save()
            if name in sizes:
                seconds, size = bench.median(name), sizes[name]
                print(
                    f"{name}: {count / seconds:,.0f} messages/s, {size / seconds / 1e6:.1f} MB/s, {refused:.1%} refused"
                )
                bench.ratio(f"{name} / canal, per byte", seconds / size, bench.median("canal") / sizes["canal"])
    without = [bench.median(name) - bench.median(f"{name}, empty") for name in (*sizes, "together")]
    bench.ratio("all in one statement / each in its own", bench.median("together"), sum(map(bench.median, sizes)))
    bench.ratio("the same, less what no message takes", without[-1], sum(without[:-1]))


def compiled(project: Project, prepared: str, dialects: str) -> str:
    """The SQL that decodes prepared messages with these dialects."""
    from dbt.cli.main import dbtRunner

    ctes = f"{{{{ changefeed.decode_messages('{prepared}', {dialects}, changefeed.dialects()) }}}}"
    text = f"with {ctes} select * from decoded_changes"
    folder = project.pipeline.folder
    with contextlib.redirect_stdout(io.StringIO()):
        result = dbtRunner().invoke([
        "compile", "--inline", text, "--quiet", "--project-dir", str(folder), "--profiles-dir", str(REPO),
        "--target-path", str(folder / "target"), "--log-level-file", "none",
    ])  # fmt: skip
    if not result.success:
        raise SystemExit(f"dbt failed: {result.exception or result.result}")
    return result.result.results[0].node.compiled_code


def state(bench: Bench) -> None:
    """A load onto tables that hold one already."""
    from pipeline import CHAIN

    kinds: dict[str, tuple[dict, dict]] = {  # feed settings, what is different of the second load
        "as it is": ({}, {}),
        "history": ({"history": "on"}, {}),
        "without keys": ({}, {"is_keyless": True}),
        "partial images": ({"absent_means": "unchanged"}, {}),
        "100 tables": ({}, {"tables": 100}),
        "100 tables, one truncated": ({}, {"tables": 100}),
    }
    for kind in ("as it is", "history", "without keys", "partial images"):
        setting, different = kinds[kind]
        kinds[kind + LATE] = setting, different | {"late_share": 0.01}
    for kind, (setting, different) in kinds.items():
        always = {each: different[each] for each in ("is_keyless", "tables") if each in different}
        for number in range(bench.rounds + 1):
            with bench.project(FEED | setting, keyless="is_keyless" in different) as project:
                project.land(count=bench.count, **always)
                project.build()
                project.land(first=bench.count, count=bench.count // 5, **different)
                if "truncated" in kind:
                    project.land_truncate("orders_7", bench.count)
                project.build(*CHAIN[: CHAIN.index(FOLD)])
                before = project.last_statement()
                fold = project.build(FOLD)[FOLD]
                if number == bench.rounds:
                    print(f"rows that the fold read, {kind}: {project.rows_read(before)}", flush=True)
                bench.note(f"fold, {kind}", fold, number)
                if "history" in kind:
                    before = project.last_statement()
                    bench.note(f"fold and history, {kind}", fold + project.build(VERSIONS)[VERSIONS], number)
                    if number == bench.rounds:
                        print(f"rows that the history read, {kind}: {project.rows_read(before)}", flush=True)
    for kind in kinds:
        bench.ratio(f"fold, {kind} / as it is", bench.median(f"fold, {kind}"), bench.median("fold, as it is"))
    tables = bench.median("fold, 100 tables")
    bench.ratio("one of 100 tables truncated / none", bench.median("fold, 100 tables, one truncated"), tables)
    for kind in kinds:
        if kind.endswith(LATE):
            on_time = bench.median(f"fold, {kind.removesuffix(LATE)}")
            bench.ratio(f"fold, {kind} / none late", bench.median(f"fold, {kind}"), on_time)
    history = bench.median("fold and history, history")
    bench.ratio("history: 1 % late / none late", bench.median(f"fold and history, history{LATE}"), history)
    bench.ratio("history on / off", history, bench.median("fold, as it is"))


def size(bench: Bench) -> None:
    """What is there already: one row a change, so that the rows grow with the changes."""
    with bench.project() as project:
        there = 0
        for total in (bench.count, bench.count * 10):
            while there < total:
                project.land(first=there, count=min(bench.count, total - there), keys=10**9, only_inserts=True)
                there += min(bench.count, total - there)
                project.build()
            for number in range(bench.rounds + 1):
                project.land(first=there + number * 10_000, count=10_000, keys=total)
                seconds = project.build()
                bench.note(f"10,000 on top of {total:,}", sum(seconds.values()), number)
                for step in STEPS:
                    bench.note(f"10,000 on top of {total:,}: {step}", seconds[step], number)
            there += (bench.rounds + 1) * 10_000
        decoded, folded_rows = map(relations.table_name, ("decoded", "folded_rows"))
        for number in range(bench.rounds + 1):
            bench.spark.sql(f"create table before_merge shallow clone {folded_rows}")
            project.land(first=there, count=100_000, keys=there)
            seconds = project.build()
            bench.note("merge of 100,000", seconds[FOLD], number)
            batch = bench.spark.sql(f"select max(decode_batch_id) from {decoded}").first()[0]
            bench.spark.sql(
                f"create table prepared as select folded.* from {folded_rows} as folded inner join"
                f" (select distinct row_key from {decoded} where decode_batch_id = {batch}) as new using (row_key)"
            )
            with bench.timed("Delta's own merge of these rows", number):
                bench.spark.sql(
                    "merge into before_merge as t using prepared as s on t.feed = s.feed"
                    " and t.source_database = s.source_database and t.source_schema = s.source_schema"
                    " and t.source_table = s.source_table and t.row_key = s.row_key"
                    " when matched then update set * when not matched then insert *"
                )
            bench.spark.sql("drop table before_merge")
            bench.spark.sql("drop table prepared")
            there += 100_000
    few, many = (bench.median(f"10,000 on top of {total:,}") for total in (bench.count, bench.count * 10))
    bench.ratio("10,000 on top of ten times as many", many, few)
    ours, plain = bench.median("merge of 100,000"), bench.median("Delta's own merge of these rows")
    bench.ratio("merge of 100,000 / Delta's own", ours, plain)


def waiting(bench: Bench) -> None:
    """Few and many messages that wait, taken up by as many runs as a slice of 5,000,000 asks for."""
    pid = bench.spark._jvm.java.lang.ProcessHandle.current().pid()
    costs = []
    for total in (bench.count // 5, bench.count * 2, bench.count * 20):
        with bench.project() as project:
            project.run()
            for first in range(0, total, landing_tables.MOST_PER_BATCH):
                project.land(first=first, count=min(landing_tables.MOST_PER_BATCH, total - first), keys=total // 5)
            took = [project.run() for _ in range(math.ceil(total / SLICE))]
            [decoded] = bench.spark.sql(f"select count(*) from {relations.table_name('decoded')}").first()
            assert decoded == total, f"{decoded:,} of {total:,} messages were decoded"
            bench.note(f"{total:,} waiting", sum(run.seconds for run in took))
            costs.append(sum(run.cpu for run in took) / total)
            bench.note(f"{total:,} waiting: CPU of a message, in µs", costs[-1] * 1e6)
            for step in STEPS:
                bench.note(f"{total:,} waiting: {step}", sum(run.models[step] for run in took))
            peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
            bench.note(f"{total:,} waiting: most memory of Java so far, in GB", int(peak[1]) / 1e6)
    bench.ratio("a message of the most / of twice as many", costs[2], costs[1])


def tables(bench: Bench) -> None:
    """New messages of few and of many tables, whole runs. All shapes are warm before the first is measured."""
    shapes = {"1 feed, 5 tables": (1, 5), "300 feeds, 1,500 tables": (300, 5), "1 feed, 20,000 tables": (1, 20_000)}
    amounts = (60_000, 1000)
    for number in range(bench.rounds + 1):
        for shape, (feeds, tables_each) in shapes.items():
            lines = [FEED | {"feed": f"bench_{n}", "topics": f"bench_{n}"} for n in range(feeds)]
            with bench.project(*(lines if feeds > 1 else [FEED])) as project:
                first = 0
                for count in (60_000, *amounts):
                    project.land(first=first, count=count, keys=60_000, tables=tables_each, feeds=feeds)
                    started = time.monotonic()
                    seconds = project.build()
                    total = time.monotonic() - started
                    if first:
                        bench.note(f"{count:,} messages, {shape}", total, number)
                        bench.note(f"{count:,} messages, {shape}: {FOLD}", seconds[FOLD], number)
                    first += count
    few, *others = shapes
    for count in amounts:
        for shape in others:
            for step in ("", f": {FOLD}"):
                figures = [bench.median(f"{count:,} messages, {each}{step}") for each in (shape, few)]
                bench.ratio(f"{count:,} messages, {shape} / {few}{step}", *figures)


def propose(bench: Bench) -> None:
    """`changefeed tables propose` for 300 tables of 20 columns: first, and again when the models are there."""
    with bench.project() as project:
        project.pipeline.own_models()
        project.land(count=60_000, keys=60_000, tables=300)
        project.build()
        for what in ("first", "second", "third"):
            with bench.timed(f"300 tables proposed, the {what} time"):
                project.propose()


def kept(bench: Bench) -> None:
    """The typed tables of one run: as `changefeed run` builds them where no file of the project has changed."""
    from pipeline import canal, record

    with bench.project() as project:
        project.pipeline.own_models()
        count = bench.tables
        project.land(count=20 * count, keys=20 * count, tables=count)
        project.build()
        project.propose()
        with bench.timed(f"{count} tables, the first time"):
            project.build("path:models/typed")
        said_to_dbt.say(is_settled=True)
        offset = 10**9
        for number in range(bench.rounds + 1):
            for what, changed in ((f"{count} tables, 10 changed", 10), (f"{count} tables, none changed", 0)):
                records = []
                for table in [f"orders_{each}" for each in range(changed)] or ["others"]:
                    row = {"id": str(offset), "amount": "1.00"}
                    text = canal("INSERT", [row], table=table, database="bench")
                    at = generate.FIRST_AT + 10**6 + offset - 10**9
                    records.append(record(offset, text, topic="bench", ts=at))
                    offset += 1
                project.pipeline.land(records)
                project.build()
                began = time.process_time()
                with bench.timed(what, number > 0):
                    project.build("path:models/typed")
                bench.note(f"{what}: CPU of Python", time.process_time() - began, number > 0)
        said_to_dbt.say(is_settled=False)


def shards(bench: Bench) -> None:
    """One kept typed table of many shards, in runs as `changefeed run` has them where no file has changed."""
    from pipeline import CHAIN

    rows = 61_440
    shapes = {"1 table": 1, "64 shards": 64, "1,024 shards": 1024}
    for shape, count in shapes.items():
        with bench.project() as project:
            project.pipeline.own_models()
            project.land(count=rows, keys=rows, tables=count, only_inserts=True)
            project.build()
            with bench.timed(f"{shape}: proposed"):
                project.propose("--feed", "bench", "--merge", "bench.orders_*", "--as", "orders")
            with bench.timed(f"{shape}: {rows:,} rows, the first time"):
                project.build("path:models/typed")
            said_to_dbt.say(is_settled=True)
            first = rows
            for number in range(bench.rounds + 1):
                for what, tables in ((f"{shape}, ten changed", min(10, count)), (f"{shape}, all changed", count)):
                    project.land(first=first, count=1000, keys=rows, tables=tables)
                    first += 1000
                    run = project.run(*CHAIN, "changefeed_current_rows", "path:models/typed")
                    bench.note(f"{what}: run", run.seconds, number)
                    bench.note(f"{what}: CPU", run.cpu, number)
                    bench.note(f"{what}: typed table", run.models["bench__orders"], number)
            said_to_dbt.say(is_settled=False)
            table = f"{project.pipeline.schema}_bench.orders"
            [found] = bench.spark.sql(f"select count(distinct _source_table) from {table}").first()
            assert found == count, f"{found:,} of {count:,} shards are in the table"
    one, *others = shapes
    for shape in others:
        for what in ("run", "CPU", "typed table"):
            figures = [bench.median(f"{each}, all changed: {what}") for each in (shape, one)]
            bench.ratio(f"1,000 messages of all, {shape} / {one}: {what}", *figures)


def columns(bench: Bench) -> None:
    """Three columns of a kept typed table, and of a table by hand with the same columns; rows come into folded_rows."""
    row = {"name": "string", "amount": "decimal(12,2)", "created_at": "timestamp_ntz", "city": "string"}
    row |= {f"c{number:02d}": "string" for number in range(15)}
    source_types = {"timestamp_ntz": "datetime", "string": "varchar(99)"}
    about = {"feed": "bench", "database": "bench", "schema": "", "table": "big", "key": ["id"]}
    about |= {"dialect": "canal", "source_kind": "mysql"}
    entries = [
        {"name": name, "data_type": kind, "config": {"meta": {"source_type": source_types.get(kind, kind)}}}
        for name, kind in ({"id": "bigint"} | row).items()
    ]
    config = {"materialized": "typed_incremental", "meta": {"changefeed": about}}
    with bench.project() as project:
        project.pipeline.own_models()
        models = project.pipeline.folder / "models" / "typed"
        models.mkdir(exist_ok=True)
        (models / "big.sql").write_text("{{ changefeed.typed_table() }}\n")
        declared = {"version": 2, "models": [{"name": "big", "config": config, "columns": entries}]}
        (models / "big.yml").write_text(json.dumps(declared))  # JSON is YAML
        project.land(count=1_000)
        project.build("+big")
        cells = [
            "'id', cast(id as string)",
            "'name', concat('name ', id)",
            "'amount', cast(id % 1000 + 0.25 as string)",
        ]
        cells += ["'created_at', '2024-06-01 11:00:00.25'", "'city', concat('city ', id % 500)"]
        cells += [f"'c{number:02d}', sha2(concat(id, '{number}'), 0)" for number in range(15)]
        identity = "'bench', 'bench', '', 'big'"
        folded = relations.table_name("folded_rows")
        bench.spark.sql(
            f"insert into {folded} by name select 'bench' as feed, 'bench' as source_database, '' as source_schema,"
            f" 'big' as source_table, pmod(hash({identity}), {macros.own().table_buckets()})"
            " as table_bucket, to_json(array(cast(id as string))) as row_key, array('id') as key_columns, 1L as copies,"
            " false as is_deleted, 'insert' as operation, current_timestamp() as changed_at, 100L as applied_batch_id,"
            f" position, map({', '.join(cells)}) as row from range({bench.rows})"
            f" cross join (select position from {folded} limit 1)"
        )
        bench.spark.sql("drop table big")
        with bench.timed(f"a kept table of {bench.rows:,} rows, made"):
            project.build("big")
        names = ["id", *row]
        bench.spark.sql(f"create table by_hand using {storage.file_format()} as select {', '.join(names)} from big")
        for number in range(bench.rounds + 1):
            for table in ("big", "by_hand"):
                with bench.timed(f"three columns: {table}", number > 0):
                    bench.spark.sql(f"select sum(amount), max(created_at), count(city) from {table}").collect()
    bench.ratio(
        "three columns: kept / by hand", bench.median("three columns: big"), bench.median("three columns: by_hand")
    )


def erase(bench: Bench) -> None:
    """`changefeed erase` of 1,000 keys of 100,000, and a search for ten values that nothing has, as `--verify` does."""
    from changefeed.runs import erasing
    from changefeed.spark import file_search, folders

    key = bench.home / "mask.key"
    key.write_text("a key for the benchmark alone")
    os.environ["CHANGEFEED_MASK_KEY_FILE"] = str(key)
    with bench.project() as project:
        project.pipeline.own_models()
        for first in range(0, bench.count, 1_000_000):
            with bench.timed(f"{min(bench.count - first, 1_000_000):,} messages landed and read"):
                project.land(first=first, count=min(bench.count - first, 1_000_000))
                project.build()
        project.propose("--feed", "bench")
        project.build("path:models/typed")
        folder = project.pipeline.folder
        rows = bench.spark.sql("select row_key from current_rows order by row_key limit 1000").collect()
        keys = tuple(tuple(json.loads(row["row_key"])) for row in rows)
        with bench.timed("1,000 keys: plan"):
            found = erasing.plan(bench.spark, folder, erasing.Asked("bench", "orders_0", "R-1", keys))
        print({name: count for name, count in found.counts.items() if count})
        with bench.timed("1,000 keys: erased"):
            assert erasing.erase(bench.spark, folder, found, progress=print)
        with bench.timed("all files searched"):
            described = bench.spark.sql(f"describe schema `{project.pipeline.schema}`").collect()
            places = [folders.at(row["info_value"], bench.spark) for row in described if row["info_name"] == "Location"]
            done = file_search.search(bench.spark, places, [f"nobody-{number}@example.org" for number in range(10)])
        print(f"{done.files:,} files, {done.bytes / 1e9:.2f} GB")
        left = dict(erasing.left(bench.spark, folder, "R-1"))
        assert not any(left.values()) and not done.found, (left, done.found)


def again(bench: Bench) -> None:
    """All that a run builds, with the feeds and typed tables of the demo and no message: first, then again."""
    with bench.project() as project:
        project.pipeline.declare_as_shipped()
        for number in range(bench.rounds + 2):
            with bench.timed("all again" if number else "all for the first time", number > 1):
                project.pipeline.dbt("build", "--exclude-resource-type", "test", "unit_test")


def runs(bench: Bench) -> None:
    """Runs of 1,000 messages each, with what a schedule would run nightly left out."""
    seconds_of_runs = []
    with bench.project() as project:
        for number in range(bench.runs):
            project.land(first=number * 1000, count=1000)
            run = project.run()
            if number % 10 == 9 or number < 3:
                files = {
                    table: bench.spark.sql(f"describe detail {relations.table_name(table)}").first()["numFiles"]
                    for table in ("messages", "decoded", "folded_rows")
                }
                print(
                    f"run {number + 1}: {run.seconds:.1f} s, {run.cpu:.1f} s of CPU,"
                    f" models {sum(run.models.values()):.1f} s, files {files}",
                    flush=True,
                )
            seconds_of_runs.append(run.seconds)
    run.print_dearest()
    last, tenth = statistics.median(seconds_of_runs[-10:]), statistics.median(seconds_of_runs[10:20])
    bench.ratio("last ten runs / runs 11 to 20", last, tenth)


def main() -> None:
    parts = {
        "path": path, "kafka": kafka, "dialects": dialects, "state": state, "size": size, "waiting": waiting,
        "tables": tables, "runs": runs, "again": again, "propose": propose, "kept": kept, "shards": shards,
        "columns": columns, "erase": erase,
    }  # fmt: skip
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "parts", nargs="*", default=["path", "dialects", "state"], choices=parts, help="what to measure"
    )
    parser.add_argument("--messages", type=int, default=500_000, help="how many, of 1.1 KB (default 500000)")
    parser.add_argument("--rounds", type=int, default=3, help="counted rounds (default 3)")
    parser.add_argument("--rows", type=int, default=5_000_000, help="of the part columns (default 5000000)")
    parser.add_argument("--tables", type=int, default=300, help="of the part kept (default 300)")
    parser.add_argument("--runs", type=int, default=300, help="how many runs, of the part runs (default 300)")
    parser.add_argument("--dialects", nargs="*", default=[], help="of the part dialects (default all), beside canal")
    parser.add_argument("--home", type=Path, default=REPO / "warehouse" / "bench", help="a folder to work in")
    chosen = parser.parse_args()
    # for the broker and the project with seeds of its own
    sys.path += [str(REPO / "tests" / each) for each in ("", "support", "oracles")]
    chosen.home.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(chosen.home / "home", ignore_errors=True)
    bench = Bench(
        chosen.home.resolve(), chosen.messages, chosen.rounds, chosen.runs, chosen.rows, chosen.tables, chosen.dialects
    )
    for part in chosen.parts:
        print(f"\n{part}: {chosen.messages:,} messages", flush=True)
        parts[part](bench)


if __name__ == "__main__":
    main()
