"""The Spark that all tests and workers share: `changefeed serve`, in which each worker has a session of its own.

`make test-server` runs this file, so that one stays and a test begins at once; `make test-server-stop` ends it. Without
it, the first worker that needs Spark starts a server in a temporary folder, and pytest ends it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from filelock import FileLock

from changefeed.server import serve
from changefeed.spark import gateways

REPO = Path(__file__).parents[2]
STANDING = REPO / ".test-server"
OF_PYTEST = "CHANGEFEED_TEST_SERVER"  # the variable with the home of the server of this pytest, for its workers
# Room from the start for classes, rows and compiled code: a JVM that grows step by step collects everything at each
# step, and one that has only its quick compiler has room for a small program's code, and spends its time on making
# more. Starting chmod for each new file takes one process instead of two.
ROOMY = "-XX:MetaspaceSize=400m -XX:ReservedCodeCacheSize=400m"
ROOMY += " -Djdk.lang.Process.launchMechanism=VFORK" if sys.platform == "linux" else ""
# Thorough compiling takes two fifths of the time of a JVM that runs as many plans as these: only what runs all the time
# is worth it in the session of all tests, and nothing in the commands that tests start. The session is not killed: its
# metastore need not outlast that.
LONG_LIVED = (
    f"{ROOMY} -Dderby.system.durability=test -XX:+UseParallelGC -Xms4g -Xmn1500m -XX:Tier4InvocationThreshold=200000"
    " -XX:Tier4MinInvocationThreshold=25000 -XX:Tier4CompileThreshold=600000 -XX:Tier4BackEdgeThreshold=1600000"
)
SHORT_LIVED = f"{ROOMY} -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
_SETTINGS = {"CHANGEFEED_SHUFFLE_PARTITIONS": "1", "CHANGEFEED_DRIVER_MEMORY": "6g", "SPARK_SUBMIT_OPTS": LONG_LIVED}


def borrow() -> contextlib.ExitStack:
    """Make a session of the standing server, or else of pytest's own, that of this process; closing gives it back."""
    if lent := gateways.borrow(STANDING):
        return lent
    home = Path(os.environ[OF_PYTEST])
    with FileLock(home / "start"):
        if lent := gateways.borrow(home):
            return lent
        start(home, idle_minutes=0)
    lent = gateways.borrow(home)
    assert lent is not None, (home / "logs" / "server.log").read_text(encoding="utf-8")
    return lent


def start(home: Path, idle_minutes: int) -> None:
    """Start a server in the background and wait until it takes commands."""
    with environment({"CHANGEFEED_HOME": str(home), **_SETTINGS}):
        (home / "logs").mkdir(parents=True, exist_ok=True)
        words = ["--project-dir", str(REPO), "serve", "--no-jdbc", "--idle", str(idle_minutes)]
        if serve.start_behind(words, home):
            raise RuntimeError(f"the server of the tests did not start: {home / 'logs' / 'server.log'}")


class environment:
    """Variables of the environment within a `with` block."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def __enter__(self) -> None:
        self._before = {name: os.environ.get(name) for name in self._variables}
        os.environ.update(self._variables)

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


if __name__ == "__main__":
    if "--stop" in sys.argv:
        print("ended" if serve.stop(STANDING) else "no server of the tests runs")
    elif gateways.borrow(STANDING):
        print("a server of the tests runs already: make test-server-stop ends it")
    else:
        start(STANDING, idle_minutes=120)
