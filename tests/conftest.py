"""One Spark for all tests, in which each worker has a session, and each test that asks a schema of its own."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import filelock
import pytest
from click.testing import CliRunner, Result
from pyspark.sql import SparkSession

import one_spark
import services
from changefeed.cli.main import main
from changefeed.loader import captures
from changefeed.server import serve
from changefeed.spark import quick_start, session, storage
from pipeline import PARSED, REPO, Pipeline, with_internals

OWN = f"changefeed_t{os.getpid()}"  # others may test in the same Spark: the schemas of this process begin so
SCHEMA = f"{OWN}_test"  # where Pipeline builds; a Warehouse has a schema of its own
# What fast tests have for `java`: it says which it is, and starts nothing.
NO_JAVA = """#!/bin/sh
case "$*" in *-version*) exec '{java}' "$@" ;; esac
echo "A fast test starts no Java. Let the test, or its fixture, ask for the fixture own_spark." >&2
exit 1
"""
# Files whose tests with Spark have a target of their own, make test-<name>, and are not in make test.
TARGETS = {
    "field": ("test_field",),
    "typed": (
        "test_drawn_shards", "test_runs_of_versions", "test_schema_changes", "test_shards", "test_tables",
        "test_typed_configs", "test_typed_history", "test_typed_incremental",
    ),
    "dialects": (
        "test_avro", "test_dataworks", "test_debezium", "test_dialects", "test_drs", "test_drs_documents",
        "test_feeds_propose", "test_fuzz", "test_look_alikes", "test_ogg_dms", "test_oms", "test_oms_statements",
        "test_previews", "test_registry", "test_statements", "test_types", "test_values",
    ),
    "privacy": ("test_erase", "test_masks", "test_masks_at_landing"),
    "rules": ("test_unit_tests",),
    "serve": ("test_serve",),
    "source": (
        "test_connection", "test_load_from_source", "test_compare", "test_compare_types", "test_drawn_faults",
        "test_repair_places", "test_source_shards",
    ),
    "commands": ("test_baseline", "test_cli", "test_health", "test_kafka", "test_load", "test_runs"),
}  # fmt: skip
LONG = ("cluster", "kafka", "slow")  # marks that tests give themselves
_numbers = itertools.count(1)


def record(offset: int, payload: Any = "{}", **members: Any) -> dict[str, Any]:
    """A record as `kcat -J` prints it; `members` replace or add what is given, ... leaves one out."""
    whole = {
        "topic": "shop", "partition": 0, "offset": offset, "tstype": "create",
        "ts": 1_760_000_000_000 + offset, "broker": 1, "key": str(offset), "payload": payload,
    } | members  # fmt: skip
    return {name: value for name, value in whole.items() if value is not ...}


def write_capture(file: Path, records: Iterable[dict[str, Any] | str | bytes]) -> Path:
    """Write records (or raw lines) as a capture file and return its path."""
    lines = [
        line
        if isinstance(line, bytes)
        else line.encode()
        if isinstance(line, str)
        else json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
        for line in records
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    return file


@dataclass
class Warehouse:
    """A schema of its own in the shared session."""

    spark: SparkSession
    schema: str
    folder: Path

    @property
    def tables(self) -> Path:
        """The folder of all schemas' tables, in the home of the Spark that all tests share."""
        return Path(self.spark.conf.get("spark.sql.warehouse.dir").removeprefix("file:"))

    def use(self) -> None:
        """Make this the schema that the loader, dbt and SQL work in."""
        os.environ["CHANGEFEED_SCHEMA"] = self.schema
        storage.create_schema(self.spark, self.schema)
        self.spark.sql(f"use `{self.schema}`")

    def capture(self, *records: dict[str, Any] | str | bytes, name: str = "") -> Path:
        """Write a capture file of these records (or raw lines) in the warehouse's folder."""
        return write_capture(self.folder / (name or f"capture_{next(_numbers)}.jsonl"), records)

    def load(self, *paths: Path | str, incarnation: str = "") -> captures.LoadReport:
        """Land capture files."""
        self.use()
        return captures.load(self.spark, REPO, paths, incarnation)

    def land(self, *records: dict[str, Any] | str | bytes, incarnation: str = "") -> captures.LoadReport:
        """Write a capture file of these records and land it."""
        return self.load(self.capture(*records), incarnation=incarnation)

    def sql(self, statement: str) -> list[dict[str, Any]]:
        """The rows of a query; `internal.decoded` in it is that table, in its own schema."""
        self.use()
        found = self.spark.sql(with_internals(statement, self.schema))
        return [row.asDict(recursive=True) for row in found.collect()]

    def dbt(self, *arguments: str) -> Any:
        """Run a dbt command in this process; returns dbt's own result."""
        from dbt.cli.main import dbtRunner

        self.use()
        return dbtRunner().invoke([
            *arguments, "--project-dir", str(REPO), "--profiles-dir", str(REPO),
            "--target-path", str(self.folder / "target"), "--log-path", str(self.folder / "logs"),
        ])  # fmt: skip

    def cli(self, *arguments: str, stdin: str | None = None) -> Result:
        """Run the command line in this process."""
        self.use()
        return CliRunner().invoke(main, ["--project-dir", str(REPO), *map(str, arguments)], input=stdin)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a Spark and what is fast; begin with the files that take longest, so that none is left alone.

    A test needs a Spark where it, or a fixture of it, asks for `spark` or `own_spark`. What needs none and has no other
    mark of what takes long is fast (make test-fast). What needs one has the mark of its file in TARGETS.
    """
    target_of = {file: name for name, files in TARGETS.items() for file in files}
    for item in items:
        if {"spark", "own_spark"} & set(item.fixturenames):
            item.add_marker("spark")
            if item.path.stem in target_of and not any(map(item.get_closest_marker, LONG)):
                item.add_marker(target_of[item.path.stem])
        elif not any(map(item.get_closest_marker, LONG)):
            item.add_marker("fast")
    longest = (
        "test_rendered", "test_patterns", "test_state", "test_project", "test_properties", "test_drawn_dialects",
        "test_runs", "test_cli", "test_kafka", "test_decode_again", "test_maintain", "test_names", "test_package",
        "test_baseline", "test_model_files", "test_typed_incremental", "test_shards", "test_values", "test_fuzz",
    )  # fmt: skip
    place = {name: number for number, name in enumerate(longest)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))


def pytest_configure(config: pytest.Config) -> None:
    """Name the home of the server of this pytest and its workers, in the process that starts the workers."""
    if one_spark.OF_PYTEST not in os.environ:
        os.environ[one_spark.OF_PYTEST] = config.stash[_HOME] = tempfile.mkdtemp(prefix="changefeed-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the server of this pytest, if a test has needed one."""
    if home := config.stash.get(_HOME, None):
        serve.stop(Path(home))
        shutil.rmtree(home, ignore_errors=True)
        del os.environ[one_spark.OF_PYTEST]


_HOME = pytest.StashKey[str]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A fast test, or a fixture of it, that starts Java all the same is told what it lacks."""
    java = shutil.which("java", path=os.environ["JAVA_HOME"] + "/bin" if os.environ.get("JAVA_HOME") else None)
    if java is None or not item.get_closest_marker("fast"):
        return (yield)
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        instead = Path(home, "bin", "java")
        instead.parent.mkdir()
        instead.write_text(NO_JAVA.format(java=os.path.realpath(java)))
        instead.chmod(0o755)
        patch.setenv("JAVA_HOME", home)
        patch.setenv("PATH", str(instead.parent), prepend=os.pathsep)
        return (yield)


@pytest.fixture(scope="session")
def parsed() -> Any:
    """This project as dbt knows it, with its own settings. What was parsed before is read, as dbt does it."""
    from dbt.cli.main import dbtRunner

    PARSED.mkdir(parents=True, exist_ok=True)
    options = ["--quiet", "--project-dir", str(REPO), "--profiles-dir", str(REPO), "--log-level-file", "none"]
    with filelock.FileLock(PARSED / "parsed.lock"), without_settings():
        done = dbtRunner().invoke(["parse", *options, "--target-path", str(PARSED)])
    if done.exception is not None:
        raise done.exception
    return done.result


@contextlib.contextmanager
def without_settings() -> Iterator[None]:
    """With an environment that sets nothing of changefeed."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("CHANGEFEED_")]:
            patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def own_spark() -> None:
    """For tests, and fixtures, that start a Spark of their own in another process: with it they are not fast."""


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """The session of this worker in the Spark of all tests: its home is its own, the tables are the server's."""
    os.environ["CHANGEFEED_SCHEMA"] = SCHEMA
    os.environ["CHANGEFEED_SHUFFLE_PARTITIONS"] = "1"
    os.environ["SPARK_SUBMIT_OPTS"] = one_spark.SHORT_LIVED  # of the commands that tests start
    with contextlib.ExitStack() as stack:
        if os.environ.get("CHANGEFEED_ICEBERG_CATALOG") == "rest":
            server = services.RestCatalog(tmp_path_factory.mktemp("catalog"))
            os.environ["CHANGEFEED_ICEBERG_URI"] = stack.enter_context(services.running(server)).address
        stack.enter_context(one_spark.borrow())
        os.environ["CHANGEFEED_HOME"] = str(tmp_path_factory.mktemp("warehouse"))
        started = session.start(REPO, "pytest")
        for setting, value in quick_start.FEW_ROWS.items():
            started.conf.set(setting, value)
        yield started
        for database in started.catalog.listDatabases(f"{OWN}*"):
            started.sql(f"drop schema `{database.name}` cascade")


@contextlib.contextmanager
def as_shipped(spark: SparkSession) -> Iterator[None]:
    """With code generation on, as it is for users, but that Spark fails where it could not compile a plan."""
    for setting in quick_start.FEW_ROWS:
        spark.conf.unset(setting)
    spark.conf.set("spark.sql.codegen.fallback", "false")
    assert spark.conf.get("spark.sql.codegen.wholeStage") == "true"
    try:
        yield
    finally:
        spark.conf.unset("spark.sql.codegen.fallback")
        for setting, value in quick_start.FEW_ROWS.items():
            spark.conf.set(setting, value)


@pytest.fixture(scope="session")
def pipeline(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    """A project with feeds of its own."""
    return Pipeline(spark, tmp_path_factory.mktemp("project"), SCHEMA)


@contextlib.contextmanager
def fresh(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """An empty schema for the `with` block."""
    warehouse = Warehouse(spark, f"{OWN}_{next(_numbers)}", tmp_path_factory.mktemp("captures"))
    warehouse.use()
    yield warehouse
    os.environ["CHANGEFEED_SCHEMA"] = SCHEMA
    storage.create_schema(spark, SCHEMA)
    spark.sql(f"use `{SCHEMA}`")


@pytest.fixture
def warehouse(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """An empty schema for one test."""
    with fresh(spark, tmp_path_factory) as made:
        yield made


@pytest.fixture(scope="module")
def module_warehouse(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """An empty schema that the tests of a module share."""
    with fresh(spark, tmp_path_factory) as made:
        yield made


@pytest.fixture(scope="module")
def functions(pipeline: Pipeline) -> Pipeline:
    """A warehouse with the SQL functions of udfs/ and no feed."""
    pipeline.clear()
    for seed in ("feeds", "table_keys", "table_columns"):
        pipeline.declare(seed)
    built = pipeline.dbt(
        "build", "--select", "resource_type:function", "+changefeed_feed_settings", "--exclude-resource-type", "test"
    )
    assert {node.status for node in built.values()} == {"success"}
    return pipeline
