"""Spark's Java as this process sees it. py4j has no types: a name of Java is looked up when it is used."""

from __future__ import annotations

from typing import Any

from pyspark import SparkContext
from pyspark.sql import SparkSession

from changefeed.spark import connect


def of(spark: SparkSession) -> Any:
    """The packages and classes that a session's Java has. Raises ChangefeedError if the session is a server's."""
    connect.refuse("This command")
    return spark._jvm


def gateway() -> Any:
    """The connection to the Java of this process, if it has one; else None."""
    return SparkContext._gateway
