"""One Spark session for all tests, in a warehouse of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from pipeline import REPO, Pipeline
from pyspark.sql import SparkSession

SCHEMA = "changefeed_test"


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    os.environ["CHANGEFEED_HOME"] = str(tmp_path_factory.mktemp("warehouse"))
    os.environ["CHANGEFEED_SCHEMA"] = SCHEMA
    from loader import session

    yield session.start(REPO, "pytest")


@pytest.fixture(scope="session")
def pipeline(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    return Pipeline(spark, tmp_path_factory.mktemp("project"), SCHEMA)
