"""The Maven packages for each Spark that changefeed runs on. Each Spark needs its own Delta."""

from __future__ import annotations

import re

import pyspark

from loader.errors import ChangefeedError

_DELTA = re.compile(r"io\.delta:delta-spark(?:_(\d+\.\d+))?_2\.13:(\d+\.\d+)")
PACKAGES = {
    "4.0": "io.delta:delta-spark_2.13:4.0.1,org.apache.spark:spark-sql-kafka-0-10_2.13:4.0.0,"
    "org.apache.spark:spark-avro_2.13:4.0.0",
    "4.1": "io.delta:delta-spark_4.1_2.13:4.4.0,org.apache.spark:spark-sql-kafka-0-10_2.13:4.1.1,"
    "org.apache.spark:spark-avro_2.13:4.1.1",
}


def of_spark(version: str = pyspark.__version__) -> str:
    """The packages for a Spark (default: the installed one). For an unknown Spark, those of the newest known one."""
    return PACKAGES.get(".".join(version.split(".")[:2]), list(PACKAGES.values())[-1])


def check(named: str) -> None:
    """Raise ChangefeedError if the profile's packages have a Delta that is not for the installed Spark."""
    delta = _DELTA.search(named)
    is_for = (delta[1] or delta[2]) if delta else None  # without a suffix Delta 4.0 is Spark 4.0's
    if is_for in PACKAGES and PACKAGES[is_for] != of_spark():
        raise ChangefeedError(
            f"{delta[0]} is Delta for Spark {is_for}, and pyspark {pyspark.__version__} is installed. "
            f"Set CHANGEFEED_PACKAGES={of_spark()} or pip install 'pyspark=={is_for}.*'"
        )
