"""The Maven packages for each Spark that changefeed runs on. Each Spark needs its own Delta, or its own Iceberg."""

from __future__ import annotations

import re

import pyspark

from changefeed.errors import ChangefeedError
from changefeed.spark import storage

_DELTA = re.compile(r"io\.delta:delta-spark(?:_(\d+\.\d+))?_2\.13:(\d+\.\d+)")
_CONNECTORS_40 = "org.apache.spark:spark-sql-kafka-0-10_2.13:4.0.0,org.apache.spark:spark-avro_2.13:4.0.0"
_CONNECTORS_41 = "org.apache.spark:spark-sql-kafka-0-10_2.13:4.1.1,org.apache.spark:spark-avro_2.13:4.1.1"
_CONNECTORS_42 = "org.apache.spark:spark-sql-kafka-0-10_2.13:4.2.0,org.apache.spark:spark-avro_2.13:4.2.0"
PACKAGES = {
    "4.0": {
        "delta": f"io.delta:delta-spark_2.13:4.0.1,{_CONNECTORS_40}",
        "iceberg": f"org.apache.iceberg:iceberg-spark-runtime-4.0_2.13:1.10.1,{_CONNECTORS_40}",
    },
    "4.1": {
        "delta": f"io.delta:delta-spark_4.1_2.13:4.4.0,{_CONNECTORS_41}",
        "iceberg": f"org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0,{_CONNECTORS_41}",
    },
    "4.2": {"delta": f"io.delta:delta-spark_4.2_2.13:4.4.0,{_CONNECTORS_42}"},
}


def of_spark(version: str = pyspark.__version__, file_format: str = "") -> str:
    """The packages for a Spark (default: the installed one) and a table format (default: the project's).

    For an unknown Spark, those of the newest known one. Raises ChangefeedError where that has none of the format.
    """
    file_format = file_format or storage.file_format()
    known = PACKAGES.get(_line(version), list(PACKAGES.values())[-1])
    if file_format not in known:
        raise ChangefeedError(
            f"CHANGEFEED_FILE_FORMAT: tables in {file_format} are not known for Spark {_line(version)}. "
            f"Set it to {' or '.join(known)}"
        )
    return known[file_format]


def check(named: str) -> None:
    """Raise ChangefeedError if the profile's packages have a Delta that is not for the installed Spark."""
    delta = _DELTA.search(named)
    if delta is None:
        return
    is_for = delta[1] or delta[2]  # without a suffix Delta 4.0 is Spark 4.0's
    if is_for in PACKAGES and PACKAGES[is_for]["delta"] != of_spark(file_format="delta"):
        raise ChangefeedError(
            f"{delta[0]} is Delta for Spark {is_for}, and pyspark {pyspark.__version__} is installed. "
            f"Set CHANGEFEED_PACKAGES={of_spark()} or pip install 'pyspark=={is_for}.*'"
        )


def _line(version: str) -> str:
    return ".".join(version.split(".")[:2])
