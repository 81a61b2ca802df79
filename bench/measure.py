"""Measure landing, decoding and folding against the same written by hand, in turn, in one session.

    python bench/measure.py --messages 500000 --rounds 3

Prints a line for each measurement and, at the end, medians and ratios. The first round warms up and is not counted.
The steps of the project are timed as dbt's models, so the start of Spark and dbt's parsing are left out.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
STAGES = ("changefeed_windows", "changefeed_decoded", "changefeed_table_events", "changefeed_folded_rows")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--messages", type=int, default=500_000, help="how many, of 1.1 KB (default 500000)")
    parser.add_argument("--rounds", type=int, default=3, help="counted rounds (default 3)")
    parser.add_argument("--home", type=Path, default=REPO / "warehouse" / "bench", help="a folder to work in")
    chosen = parser.parse_args()
    chosen.home.mkdir(parents=True, exist_ok=True)
    capture = chosen.home / f"canal-{chosen.messages}.jsonl"
    if not capture.exists():
        from generate import messages

        with capture.open("w") as out:
            out.writelines(line + "\n" for line in messages(chosen.messages, 100_000, 4, 1))
    shutil.rmtree(chosen.home / "home", ignore_errors=True)
    os.environ["CHANGEFEED_HOME"] = str(chosen.home / "home")

    from loader import session

    spark = session.start(REPO, "bench")
    figures: dict[str, list[float]] = defaultdict(list)
    for number in range(chosen.rounds + 1):
        for what, seconds in measure(spark, capture, f"bench_{number}"):
            if number:
                figures[what].append(seconds)
            print(f"round {number or 'to warm up'}: {what:32}{seconds:8.1f} s", flush=True)
    print()
    medians = {what: statistics.median(each) for what, each in figures.items()}
    for what, seconds in medians.items():
        print(f"{what:32}{seconds:8.1f} s {chosen.messages / seconds:12,.0f} messages/s")
    ours = sum(medians[name] for name in STAGES)
    by_hand = medians["by hand: changes"] + medians["by hand: rows"]
    print(f"decode and fold / by hand       {ours / by_hand:8.2f}")


def measure(spark, capture: Path, schema: str):
    """Yield (what, seconds) for one round in a schema of its own."""
    from dbt.cli.main import dbtRunner

    from loader import landing

    os.environ["CHANGEFEED_SCHEMA"] = schema
    spark.sql(f"create schema if not exists {schema}")
    spark.sql(f"use {schema}")
    yield "landing", landing.load(spark, REPO, [capture]).seconds
    names = {"messages": "messages", "changes": "by_hand_changes", "rows": "by_hand_rows"}
    for what, statement in zip(
        ("changes", "rows"), (REPO / "bench" / "by_hand.sql").read_text().split("----\n"), strict=True
    ):
        started = time.monotonic()
        spark.sql(statement.format(**names))
        yield f"by hand: {what}", time.monotonic() - started
    result = dbtRunner().invoke([
        "build", "--quiet", "--select", "+changefeed_current_rows", "--exclude-resource-type", "test", "unit_test",
        "--project-dir", str(REPO), "--profiles-dir", str(REPO), "--log-level-file", "none",
    ])  # fmt: skip
    if result.exception or not result.success:
        raise SystemExit(f"dbt failed: {result.exception or [each.message for each in result.result]}")
    for node in result.result.results:
        if node.node.name in STAGES:
            yield node.node.name, node.execution_time
    for table in ("messages", "decoded", "table_events", "folded_rows", "by_hand_changes", "by_hand_rows"):
        spark.sql(f"drop table {table}")


if __name__ == "__main__":
    main()
