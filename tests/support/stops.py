"""A command of changefeed, in a process of its own, that stops before one of its statements that commit."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from pyspark.sql import DataFrameWriter, SparkSession

import one_spark
from changefeed.cli.main import main

COMMITS = re.compile(
    r"\s*(?:/\*.*?\*/\s*)?(?:insert|merge|create (?:or replace )?table|alter table|drop table|delete|update|optimize"
    r"|vacuum)\b",
    re.IGNORECASE | re.DOTALL,
)


class Stops:
    """Says over a pipe which statement that commits comes next, and waits before the one with this number."""

    def __init__(self, pipe: Connection, number: int | None) -> None:
        self._pipe, self._number, self.count = pipe, number, 0
        self._one = threading.Lock()

    def before(self, statement: str) -> None:
        with self._one:
            self.count += 1
            if self.count == self._number:
                self._pipe.send(("stopped", " ".join(statement.split())[:160]))
                self._pipe.recv()

    def patch(self) -> None:
        """Let this process's Spark say what it is about to commit."""
        sql, save = SparkSession.sql, DataFrameWriter.saveAsTable

        def asked(session: SparkSession, statement: str, *given: Any, **named: Any) -> Any:
            if COMMITS.match(statement):
                self.before(statement)
            return sql(session, statement, *given, **named)

        def saved(writer: DataFrameWriter, name: str, *given: Any, **named: Any) -> None:
            self.before(f"saveAsTable {name}")
            save(writer, name, *given, **named)

        SparkSession.sql, DataFrameWriter.saveAsTable = asked, saved  # type: ignore[method-assign,assignment]


def command(
    arguments: list[str], environment: Mapping[str, str], output: str, pipe: Connection, number: int | None
) -> None:
    """Be a command; say at the end its exit code and how many statements committed."""
    os.setsid()
    os.environ.update(environment)
    with open(output, "w", buffering=1) as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.stdout, sys.stderr = (
        os.fdopen(1, "w", buffering=1, closefd=False),
        os.fdopen(2, "w", buffering=1, closefd=False),
    )
    stops = Stops(pipe, number)
    code: Any = 1
    with one_spark.borrow():
        stops.patch()
        try:
            main(arguments, prog_name="changefeed")
        except SystemExit as end:
            code = end.code or 0
    with contextlib.suppress(BrokenPipeError):
        pipe.send(("ended", (code, stops.count)))
