"""How a command uses the Spark of `changefeed serve`: it has a session and a py4j gateway of its own.

The session has the settings, temporary views and current schema. The gateway has the Java objects that the command's
Python uses; they go when it is closed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark import SparkConf, SparkContext
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.spark import attach, jvm

_inherited: list[Any] = []  # the server's; freeing it here would close it for the server


class Gateway:
    """In the server: opens a session and a gateway, which listens on loopback. A client needs its secret."""

    def __init__(self, spark: SparkSession) -> None:
        self._session = spark._jsparkSession.newSession()
        self.secret = secrets.token_hex(32)
        builder = getattr(jvm.of(spark), "py4j.ClientServer$ClientServerBuilder")(self._session)
        self._server = builder.authToken(self.secret).javaPort(0).build()
        self._server.startServer()
        self.port = self._server.getJavaServer().getListeningPort()

    def close(self) -> None:
        """End what still runs, and forget the command's objects."""
        cancel(self._session)
        self._server.shutdown()


def cancel(session: Any) -> None:
    """End the jobs of a session's statements (Java's session; its own interruptAll() waits until they have ended)."""
    session.sparkContext().cancelJobsWithTag(session.sessionJobTag())


def is_at_work(spark: SparkSession) -> bool:
    """Whether a statement is at work, of whatever session: of a command, or of JDBC."""
    known = spark._jsparkSession.sharedState().statusStore().executionsList()
    return any(known.apply(number).completionTime().isEmpty() for number in range(known.size()))


@dataclass(frozen=True)
class Served:
    """In the process of a command: what it knows of its server. `settings` are those that Spark started with."""

    port: int
    secret: str
    settings: Mapping[str, str]

    def leave_server(self) -> None:
        """Forget the server's Spark after the fork, since two processes can't share a connection."""
        _inherited.extend([SparkContext._active_spark_context, SparkContext._gateway, SparkContext._jvm])
        jvm.gateway().proc.stdin.close()  # Java ends when nobody holds it open
        SparkContext._active_spark_context = SparkContext._gateway = SparkContext._jvm = None

    def enter(self, settings: Mapping[str, str]) -> SparkSession:
        """Make the command's session what Spark's Python API finds, as if this process had started it. Returns it.

        Raises ChangefeedError if the command needs another Spark than the server's.
        """
        session = SparkSession._instantiatedSession
        if session is None or SparkContext._active_spark_context is None:
            gateway = self._connect()
            context = gateway.jvm.JavaSparkContext.fromSparkContext(gateway.entry_point.sparkContext())
            python = SparkContext(jsc=context, gateway=gateway, conf=SparkConf(_jconf=context.getConf()))
            # While the server's session is there, this one does not become Java's default session.
            session = SparkSession._instantiatedSession = SparkSession(python, gateway.entry_point)
        SparkSession._activeSession = session
        SparkSession._get_j_spark_session_class(jvm.of(session)).setActiveSession(session._jsparkSession)
        self._check(session, settings)
        return session

    def _connect(self) -> Any:
        named = {"PYSPARK_GATEWAY_PORT": str(self.port), "PYSPARK_GATEWAY_SECRET": self.secret}
        os.environ.update(named)
        try:
            return launch_gateway()
        finally:
            for name in named:
                del os.environ[name]

    def _check(self, spark: SparkSession, settings: Mapping[str, str]) -> None:
        """A command may have its own settings of statements, but not its own settings of the JVM."""
        other = [
            name
            for name in sorted({*settings, *self.settings})
            if settings.get(name) != self.settings.get(name)
            and (name not in settings or not spark.conf.isModifiable(name))
        ]
        if other:
            raise ChangefeedError(
                f"The profile or the environment has another {', '.join(other)} than the server of this warehouse. "
                "Start the server again (`changefeed serve --stop`, then `changefeed serve`), or give this command "
                "the server's settings."
            )


def borrow(home: Path) -> contextlib.ExitStack | None:
    """Let this process use the Spark of a warehouse's server, in a session of its own, as if it had started Spark.

    For programs in Python that ask the warehouse: notebooks and tests. They take no turns with commands, so what they
    write must be in schemas of their own. Closing what is returned gives the session back. Returns None if no server of
    this user listens.
    """
    connection = attach.connect(home)
    if connection is None:
        return None
    with contextlib.ExitStack() as lent:
        lent.enter_context(connection)
        told = next(attach.answers(connection, {"borrow": True}), {})
        if "port" not in told:  # the server is ending
            return None
        spark = Served(told["port"], told["secret"], told["settings"]).enter(told["settings"])
        lent.callback(spark.sparkContext._accumulatorServer.shutdown)
        return lent.pop_all()
