"""Claims of a warehouse that several processes reach (ADR 0015). dbt makes them, by macros/runs; the loader keeps a
claim while its run lives, ends it however the run ends, and makes those of commands that do not call dbt.
"""

from __future__ import annotations

import contextlib
import threading
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.project import macros, said_to_dbt
from changefeed.spark import connect, jars, storage
from changefeed.spark.relations import table_name

CLAIMED, TAKEN_OVER = "changefeed has claimed the warehouse", "taken over"  # as claim_run() says
HAS_LET_GO = "changefeed has let the warehouse go"  # as release_run() says
MINUTES = 10  # that a claim is good without being renewed
_EVERY = 60.0  # seconds
_PATIENCE = 60.0  # seconds to end a claim
_TRIES = 5


class Held:
    """A claim that is renewed by a thread until it is let go."""

    def __init__(self, spark: SparkSession, run_id: str) -> None:
        self.run_id = run_id
        self._spark, self._runs = spark, table_name("runs")
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)
        self._thread.start()

    def _renew(self) -> None:
        while not self._is_over.wait(_EVERY):
            with contextlib.suppress(Exception):  # the next time does it, or the claim ends and dbt says so
                self._spark.sql(macros.own().renew_claim(self._runs, self.run_id, MINUTES))

    def let_go(self) -> None:
        """Renew no more: who made the claim has ended it."""
        self._is_over.set()
        self._thread.join(_PATIENCE)

    def end(self, outcome: str) -> None:
        """Renew no more, and end the claim, unless it has been let go.

        Where that fails too, as on a full disk, the claim dies with this process.
        """
        if self._is_over.is_set():
            return
        self.let_go()
        _surely(lambda: self._spark.sql(macros.own().end_claim(self._runs, self.run_id, outcome)))


def _surely(work: Callable[[], object]) -> None:
    """Do it in a thread of its own, which has a connection of its own to Java: Ctrl-C breaks that of this one."""

    def do() -> None:
        for _ in range(_TRIES):  # others claim at the same moment
            with contextlib.suppress(Exception):
                work()
                return

    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    thread.join(_PATIENCE)


def process_of(spark: SparkSession) -> dict[str, Any]:
    """The machine (host) and the number (id) of Spark's Java process, as the macro claim() takes them."""
    return spark.sql(macros.own().this_process()).head(1)[0].asDict()


def _is_here(spark: SparkSession) -> bool:
    """Whether Spark's Java ends with this command."""
    return not connect.is_used() and jars.is_local({"spark.master": str(spark.sparkContext.master)})


@contextlib.contextmanager
def held(spark: SparkSession, is_shared: bool) -> Iterator[None]:
    """Hold the warehouse in the `with` block as a run does, where it is shared.

    Raises ChangefeedError (exit code 2) where another run holds it.
    """
    if not is_shared:
        yield
        return
    runs, run_id = table_name("runs"), str(uuid.uuid4())
    if lacking := macros.own().complete_runs(runs, spark.table(runs).columns):
        spark.sql(lacking)
    process = process_of(spark) if _is_here(spark) else {}
    claim = macros.own().claim(runs, run_id, str(said_to_dbt.said("run_by")), MINUTES, process)
    try:
        spark.sql(claim)
        holder = spark.sql(macros.own().open_claim(runs)).head(1)[0]
        if holder["is_dead"]:
            spark.sql(macros.own().end_claim(runs, holder["run_id"], "taken over"))
            spark.sql(claim)
            holder = spark.sql(macros.own().open_claim(runs)).head(1)[0]
    except Exception as error:
        if storage.is_lost_race(str(error)):
            raise ChangefeedError(
                "The warehouse is in use: a run began at the same moment. Wait until it ends.", exit_code=2
            ) from error
        raise
    if holder["run_id"] != run_id:
        raise ChangefeedError(
            f"The warehouse is in use by {holder['run_by']}, since {holder['started_at']} UTC. Wait until it ends.",
            exit_code=2,
        )
    claimed = Held(spark, run_id)
    outcome = "failed"
    try:
        yield
        outcome = "done"
    finally:
        claimed.end(outcome)
