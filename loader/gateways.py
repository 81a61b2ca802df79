"""A command's own way into the Spark of `changefeed serve`: a session, and a gateway of py4j for that command alone.

Settings, temporary views and the current schema are the session's; what the command's Python holds of Java's objects
goes with its gateway.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyspark import SparkConf, SparkContext
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from loader.errors import ChangefeedError

_inherited: list[Any] = []  # of the server: never to be freed, which would close what is the server's


class Gateway:
    """In the server: opens a session and a gateway, which listens on loopback to who knows its secret."""

    def __init__(self, spark: SparkSession) -> None:
        self._session = spark._jsparkSession.newSession()
        self.secret = secrets.token_hex(32)
        builder = getattr(spark._jvm, "py4j.ClientServer$ClientServerBuilder")(self._session)
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


@dataclass(frozen=True)
class Served:
    """In the process of a command: what it knows of its server. `settings` are those that Spark started with."""

    port: int
    secret: str
    settings: Mapping[str, str]

    def leave_server(self) -> None:
        """Forget, after the fork, the Spark that the server's Python has: two processes can't share a connection."""
        _inherited.extend([SparkContext._active_spark_context, SparkContext._gateway, SparkContext._jvm])
        SparkContext._gateway.proc.stdin.close()  # Java ends when nobody holds it open
        SparkContext._active_spark_context = SparkContext._gateway = SparkContext._jvm = None

    def enter(self, settings: Mapping[str, str]) -> None:
        """Make the command's session what Spark's Python API finds, as if this process had started it.

        Raises ChangefeedError where the command needs another Spark than the server's.
        """
        if SparkContext._active_spark_context is None:
            gateway = self._connect()
            context = gateway.jvm.JavaSparkContext.fromSparkContext(gateway.entry_point.sparkContext())
            python = SparkContext(jsc=context, gateway=gateway, conf=SparkConf(_jconf=context.getConf()))
            # While the server's is there, this one does not become the default for all of Java.
            SparkSession._instantiatedSession = SparkSession(python, gateway.entry_point)
        session = SparkSession._activeSession = SparkSession._instantiatedSession
        SparkSession._get_j_spark_session_class(session._jvm).setActiveSession(session._jsparkSession)
        self._check(session, settings)

    def _connect(self) -> Any:
        named = {"PYSPARK_GATEWAY_PORT": str(self.port), "PYSPARK_GATEWAY_SECRET": self.secret}
        os.environ.update(named)
        try:
            return launch_gateway()
        finally:
            for name in named:
                del os.environ[name]

    def _check(self, spark: SparkSession, settings: Mapping[str, str]) -> None:
        """Settings of statements may be others than the server's, and those of its process may not."""
        other = [
            name
            for name in sorted({*settings, *self.settings})
            if settings.get(name) != self.settings.get(name)
            and (name not in settings or not spark.conf.isModifiable(name))
        ]
        if other:
            raise ChangefeedError(
                f"The profile or the environment asks for another {', '.join(other)} than the server of this warehouse "
                "was started with. Start it again (`changefeed serve --stop`, then `changefeed serve`), or give this "
                "command what the server was given."
            )
