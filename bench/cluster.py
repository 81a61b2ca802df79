"""Measure decoding and folding on a standalone cluster whose workers have one core each.

    python bench/cluster.py                                      # 2,000,000 messages, one worker and two
    python bench/cluster.py --messages 100000 1000000 --workers 1

For each number of messages and of workers a cluster is started, a tenth of the messages is landed and built to warm it
up, and then all: seconds and messages a second of the steps, and how much memory the driver took at most. Each worker
has a core of this machine (taskset), which the driver shares where there is none for it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import REPO, STEPS, Bench


def inside(home: Path, count: int) -> None:
    """One measurement, in a process of its own, on the cluster that the environment names. Prints a line of JSON."""
    bench = Bench(home, count, rounds=1, runs=0, rows=0, tables=0, dialects=[])
    with bench.project() as project:
        project.land(count=count // 10)
        project.build()
        project.land(first=count // 10, count=count)
        seconds = project.build()
    pools = bench.spark._jvm.java.lang.management.ManagementFactory.getMemoryPoolMXBeans()
    heap = sum(pool.getPeakUsage().getUsed() for pool in pools if pool.getType().name() == "HEAP")
    print(json.dumps({"seconds": {step: seconds[step] for step in STEPS}, "driver": heap}))


def measure(count: int, workers: int, home: Path) -> float:
    """Print what so many messages take on so many workers; returns the seconds of all steps."""
    import services

    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    with services.running(services.StandaloneCluster(home, workers, memory="3g", is_pinned=True)) as cluster:
        settings = {
            "CHANGEFEED_MASTER": cluster.master,
            "CHANGEFEED_EXECUTOR_MEMORY": "2g",
            "CHANGEFEED_DRIVER_MEMORY": "2g",
            "SPARK_LOCAL_IP": "127.0.0.1",
        }
        command = [sys.executable, __file__, "--inside", str(home / "bench"), "--messages", str(count)]
        done = subprocess.run(command, env=os.environ | settings, stdout=subprocess.PIPE, text=True, check=True)
    said = json.loads(done.stdout.splitlines()[-1])
    total = sum(said["seconds"].values())
    steps = ", ".join(f"{step.removeprefix('changefeed_')} {taken:.1f}" for step, taken in said["seconds"].items())
    print(
        f"{count:,} messages, {workers} workers: {total:.1f} s ({steps}), {count / total:,.0f} messages/s, "
        f"driver at most {said['driver'] / 1e6:,.0f} MB",
        flush=True,
    )
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--messages", type=int, nargs="+", default=[2_000_000], help="how many, of 1.1 KB")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="how many workers of one core")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    sys.path += [str(REPO / "tests" / each) for each in ("", "support", "oracles")]
    if chosen.inside:
        chosen.inside.mkdir()
        inside(chosen.inside, chosen.messages[0])
        return
    with tempfile.TemporaryDirectory() as folder:
        for count in chosen.messages:
            taken = [measure(count, workers, Path(folder) / "cluster") for workers in chosen.workers]
            for workers, seconds in zip(chosen.workers[1:], taken[1:], strict=True):
                print(f"= {count:,} messages: {workers} workers / {chosen.workers[0]}: {taken[0] / seconds:.2f}")


if __name__ == "__main__":
    main()
