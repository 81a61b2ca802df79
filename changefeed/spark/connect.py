"""Spark Connect: the session of a server that SPARK_REMOTE names, instead of a Spark in this process (ADR 0050).

The server has its own settings, jars and catalog. This process has no Java, so what needs one is refused.
"""

from __future__ import annotations

import os
import re
import threading
import warnings
from collections.abc import Mapping

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError

VARIABLE = "SPARK_REMOTE"
TARGET = "connect"  # of the profile
_OF_A_PROCESS = "spark.master"  # a setting that no target for a server has
_SECONDS_TO_ANSWER = 30
_MISSING = re.compile("grpc|google|pandas|zstandard")


def is_used() -> bool:
    """Whether commands work in the session of a Spark Connect server."""
    return bool(os.environ.get(VARIABLE))


def refuse(what: str) -> None:
    """Raise ChangefeedError if there is no Java in this process: `what` needs one."""
    if is_used():
        raise ChangefeedError(
            f"{what} needs a Spark in its own process, and {VARIABLE} names a Spark Connect server. "
            f"Unset {VARIABLE} for it (docs/how-to/where-it-runs.md, Spark Connect)."
        )


def check(settings: Mapping[str, str]) -> None:
    """Raise ChangefeedError if these settings of the profile are those of a Spark in this process."""
    if _OF_A_PROCESS in settings:
        raise ChangefeedError(
            f"{VARIABLE} is set, and the profile's target has {_OF_A_PROCESS}, which is of a Spark in this process. "
            f"Use a target like `{TARGET}` in the profiles.yml that changefeed init writes (CHANGEFEED_TARGET)."
        )


def session(settings: Mapping[str, str]) -> SparkSession:
    """The session of this process at the server; the first call begins it.

    Raises ChangefeedError if the client's libraries are missing, or the server does not answer.
    """
    # A server of another version may not know a setting, or not let a session set it.
    warnings.filterwarnings("ignore", message="Failed to set", category=UserWarning)
    builder = SparkSession.builder
    for name, value in settings.items():
        builder = builder.config(name, value)
    try:
        _wait_for_server()
        spark = builder.getOrCreate()
        _ = spark.version  # asks the server
    except ImportError as error:
        if not _MISSING.search(str(error)):
            raise
        raise ChangefeedError(
            f"{VARIABLE} is set, and the client of Spark Connect is not installed: pip install 'changefeed[connect]'"
        ) from error
    except Exception as error:
        raise ChangefeedError(
            f"The Spark Connect server {_without_secrets(os.environ[VARIABLE])} does not answer "
            f"({type(error).__name__}). Does it run, and is {VARIABLE} sc://HOST:PORT?"
        ) from error
    return spark


def _wait_for_server() -> None:
    """Raise an error if nothing answers at the address: Spark's client would try again for ten minutes."""
    from pyspark.sql.connect.client import DefaultChannelBuilder

    is_ready = threading.Event()
    with DefaultChannelBuilder(os.environ[VARIABLE]).toChannel() as channel:
        channel.subscribe(lambda state: is_ready.set() if state.name == "READY" else None, try_to_connect=True)
        if not is_ready.wait(_SECONDS_TO_ANSWER):
            raise TimeoutError


def _without_secrets(address: str) -> str:
    """Host and port alone: parameters behind them hold tokens."""
    return address.partition("/;")[0]
