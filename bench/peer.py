"""Measure the project beside Apache Flink with Paimon, and by Spark 4.0 beside 4.1: the same messages, in turn.

    make bench-peer
    .venv/bin/python bench/peer.py --messages 200000 --rounds 1

In each round each of these loads all messages twice in a process of its own, first cold and then warm:

spark-4.0        the project: its tables made, once, by a run of nothing; landing a capture; the whole run, as
                 bench/measure.py counts it in its part path; the typed table that `changefeed tables propose` writes
spark-4.1        the same, in the venv of make test-matrix
paimon-with-log  Flink reads files of the messages' values into a table of Paimon with changelog-producer=lookup
paimon           the same without a change log

Prints seconds and seconds of CPU, of Python and its JVM, for each and at the end medians and ratios. The start of a JVM
is left out, and the sums leave out the tables made: Paimon's is made before the clock, too. All must have the same
rows: their number and a checksum of 19 of the 20 columns are compared.
docs/explanation/benchmarks.md says what the two sides do that the other does not.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import generate
from measure import REPO, Bench, cpu
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

from changefeed.loader import captures

PACKAGES = (
    ("org.apache.paimon", "paimon-flink-1.20", "1.3.1"),
    ("org.apache.flink", "flink-shaded-hadoop-2-uber", "2.8.3-10.0"),
)
LOADS = ("cold", "warm")
TABLES, LANDING, RUN, TYPED, IN_ALL = "tables made", "landing", "whole run", "typed table", "in all"
SPARK, SPARK_41, WITH_LOG, WITHOUT = "spark-4.0", "spark-4.1", "paimon-with-log", "paimon"
ALL = (SPARK, WITH_LOG, WITHOUT, SPARK_41)
_TYPES = {"id": "bigint", "amount": "decimal(12, 2)", "created_at": "timestamp(3)"}
_SETTINGS = {
    "parallelism.default": "2",
    "table.exec.sink.upsert-materialize": "NONE",
    "execution.checkpointing.interval": "10 s",
}
# What Flink's configuration, as shipped, opens of Java 17.
_OPENED = (
    "java.io", "java.lang", "java.lang.reflect", "java.net", "java.nio", "java.text", "java.time", "java.util",
    "java.util.concurrent", "java.util.concurrent.atomic", "java.util.concurrent.locks", "sun.nio.ch",
)  # fmt: skip

Figures = dict[str, tuple[float, float]]  # seconds of the clock and of CPU, by load and what


@contextlib.contextmanager
def timed(figures: Figures, what: str, jvm: Any) -> Iterator[None]:
    started, cpu_before = time.monotonic(), cpu(jvm)
    yield
    figures[what] = time.monotonic() - started, cpu(jvm) - cpu_before


def checksum(rows: str) -> str:
    """A query of the number of rows and a sum over each text column, in the SQL of both engines."""
    sums = ", ".join(f"sum(id * cast(substring(`{name}`, 2) as bigint))" for name in generate.COLUMNS[3:])
    return f"select count(*), sum(id), sum(amount), {sums} from {rows}"


def project(home: Path, capture: Path) -> tuple[Figures, list[str]]:
    """The project by the Spark of this venv; it always keeps all changes."""
    figures: Figures = {}
    bench = Bench(home, count=0, rounds=1, runs=0, rows=0, tables=0, dialects=[])
    for load in LOADS:
        with bench.project() as built:
            built.pipeline.own_models()
            made = built.run()
            figures[f"{load} {TABLES}"] = made.seconds, made.cpu
            with timed(figures, f"{load} {LANDING}", bench.spark._jvm):
                captures.load(bench.spark, REPO, [capture])
            run = built.run()
            figures[f"{load} {RUN}"] = run.seconds, run.cpu
            built.propose()
            [model] = (built.pipeline.folder / "models" / "typed").rglob("*.sql")
            built.pipeline.dbt("list", "--select", model.stem)  # so that dbt's parsing is left out
            with timed(figures, f"{load} {TYPED}", bench.spark._jvm):
                typed = built.pipeline.build(models=[model.stem])[model.stem].node
            steps = [figures[f"{load} {what}"] for what in (LANDING, RUN, TYPED)]
            figures[f"{load} {IN_ALL}"] = sum(step[0] for step in steps), sum(step[1] for step in steps)
            rows = bench.spark.sql(checksum(typed.relation_name)).first()
    return figures, [str(value) for value in rows]


def flink(home: Path, capture: Path, is_logged: bool) -> tuple[Figures, list[str]]:
    """Flink and Paimon in one JVM, with files of the messages' values."""
    figures: Figures = {}
    java = jvm()
    columns = ", ".join(f"`{name}` {_TYPES.get(name, 'string')}" for name in generate.COLUMNS)
    log = "lookup" if is_logged else "none"
    for load in LOADS:
        streaming = environment(java, home, "Streaming")
        streaming.executeSql(
            f"create temporary table sent ({columns}) with ('connector' = 'filesystem', 'format' = 'canal-json',"
            f" 'path' = '{values_of(capture).as_uri()}')"
        )
        streaming.executeSql(
            f"create table peer.`default`.{load} ({columns}, primary key (id) not enforced)"
            f" with ('bucket' = '2', 'changelog-producer' = '{log}')"
        )
        with timed(figures, f"{load} {RUN}", java):
            getattr(streaming.executeSql(f"insert into peer.`default`.{load} select * from sent"), "await")()
    reading = environment(java, home, "Batch")
    commits, logged = answer(
        reading, f"select count(*), sum(changelog_record_count) from peer.`default`.`{load}$snapshots`"
    )
    print(f"{commits} commits, {logged} records in the change log", flush=True)
    return figures, answer(reading, checksum(f"peer.`default`.{load}"))


def jvm() -> Any:
    """A new JVM with Flink, from the package apache-flink-libraries, and Paimon."""
    found = [*(REPO / ".venv-peer").glob("lib/python*/site-packages/pyflink/lib/*.jar"), *fetched()]
    options = ["-Xmx4g", *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in _OPENED)]
    port = launch_gateway(classpath=os.pathsep.join(map(str, found)), javaopts=options, die_on_exit=True)
    return JavaGateway(gateway_parameters=GatewayParameters(port=port)).jvm


def fetched() -> list[Path]:
    """The jars of Paimon, fetched once (96 MB). Each has all that it needs; the POM of one names another version."""
    import maven

    dependencies = "".join(
        f'<dependency org="{group}" name="{name}" rev="{version}" conf="default"/>' for group, name, version in PACKAGES
    )
    place = maven.fetched(
        "-".join(PACKAGES[0][1:]), dependencies, "jars/[artifact]-[revision].[ext]", f"jars/{PACKAGES[1][1]}-*.jar",
        keep=lambda made: made / "jars", uses_poms=False,
    )  # fmt: skip
    return sorted(place.glob("*.jar"))


def environment(java: Any, home: Path, mode: str) -> Any:
    """Flink's environment for SQL, with Paimon's catalog named peer."""
    table = java.org.apache.flink.table.api
    configuration = java.org.apache.flink.configuration.Configuration()
    for name, value in (_SETTINGS | {"execution.checkpointing.dir": (home / "checkpoints").as_uri()}).items():
        configuration.setString(name, value)
    builder = getattr(table.EnvironmentSettings.newInstance(), f"in{mode}Mode")()
    made = table.TableEnvironment.create(builder.withConfiguration(configuration).build())
    made.executeSql(f"create catalog peer with ('type' = 'paimon', 'warehouse' = '{(home / 'paimon').as_uri()}')")
    return made


def answer(reading: Any, query: str) -> list[str]:
    """The one row of a query."""
    rows = reading.executeSql(query).collect()
    row = rows.next()
    rows.close()
    return [str(row.getField(place)) for place in range(row.getArity())]


def values_of(capture: Path) -> Path:
    """The folder for the values of a capture's messages: a file for each partition."""
    return capture.with_suffix(".values")


def write(capture: Path, count: int) -> None:
    """Write the capture and its values, if they are not there."""
    folder = values_of(capture)
    if folder.exists():
        return
    subprocess.run(
        [sys.executable, REPO / "bench" / "generate.py", "--messages", str(count), "--out", capture], check=True
    )
    made = folder.with_suffix(".half")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    with contextlib.ExitStack() as stack, capture.open(encoding="utf-8") as lines:
        files = [stack.enter_context((made / str(place)).open("w")) for place in range(generate.PARTITIONS)]
        for record in map(json.loads, lines):
            files[record["partition"]].write(record["payload"] + "\n")
    made.rename(folder)


def start(name: str, home: Path, capture: Path) -> dict[str, Any]:
    """What a process of its own says of one: its figures, and its rows."""
    print(f"\n{name}: load before {os.getloadavg()[0]:.1f}", flush=True)
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    python = REPO / (".venv-matrix" if name == SPARK_41 else ".venv") / "bin" / "python"
    command = [python, __file__, "--inside", name, "--home", home, "--capture", capture]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        last = ""
        for line in process.stdout:
            print(last, end="", flush=True)
            last = line
    if process.returncode:
        raise SystemExit(f"{name} failed")
    shutil.rmtree(home)
    return json.loads(last)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--messages", type=int, default=500_000, help="how many, of 1.1 KB (default 500000)")
    parser.add_argument("--rounds", type=int, default=3, help="processes of each (default 3)")
    parser.add_argument("--only", nargs="*", choices=ALL, default=ALL, help="which (default all)")
    parser.add_argument("--home", type=Path, default=REPO / "warehouse" / "bench", help="a folder to work in")
    parser.add_argument("--inside", choices=ALL, help=argparse.SUPPRESS)
    parser.add_argument("--capture", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        # for the project with seeds of its own
        sys.path += [str(REPO / "tests" / each) for each in ("", "support", "oracles")]
        given = chosen.home, chosen.capture
        is_peer = chosen.inside in (WITH_LOG, WITHOUT)
        figures, rows = flink(*given, is_logged=chosen.inside == WITH_LOG) if is_peer else project(*given)
        print(json.dumps({"figures": figures, "rows": rows}))
        return
    home = chosen.home.resolve()
    home.mkdir(parents=True, exist_ok=True)
    capture = home / f"canal-{chosen.messages}.jsonl"
    write(capture, chosen.messages)
    took: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    rows: dict[str, list[str]] = {}
    for _ in range(chosen.rounds):
        for name in chosen.only:
            said = start(name, home / "peer", capture)
            rows[name] = said["rows"]
            for what, figure in said["figures"].items():
                took[name, what].append(figure)
                print(f"{name}, {what:16}{figure[0]:8.1f} s{figure[1]:8.1f} s of CPU", flush=True)
            if rows[name] != rows[chosen.only[0]]:
                raise SystemExit(f"{name} has other rows than {chosen.only[0]}: {rows}")
    print(f"\nall have the same {int(rows[chosen.only[0]][0]):,} rows; medians:")
    medians = {key: tuple(map(statistics.median, zip(*figures, strict=True))) for key, figures in took.items()}
    for (name, what), (seconds, of_cpu) in medians.items():
        print(f"{name}, {what:16}{seconds:8.1f} s{of_cpu:8.1f} s of CPU")
    for load in LOADS:
        for what in (RUN, IN_ALL):
            for name, of_name, of in ((SPARK, WITH_LOG, RUN), (SPARK, WITHOUT, RUN), (SPARK_41, SPARK, what)):
                over, under = medians.get((name, f"{load} {what}")), medians.get((of_name, f"{load} {of}"))
                if over and under:
                    ratios = f"{over[0] / under[0]:.2f}, of CPU {over[1] / under[1]:.2f}"
                    print(f"= {load}: {name} {what} / {of_name} {of}: {ratios}")


if __name__ == "__main__":
    main()
