"""Starts of Spark in less time (ADR 0027).

Java maps its classes from an archive that was made once (class data sharing), instead of finding, checking and linking
some 20,000 of them at each start.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pyspark
from pyspark import SparkContext
from pyspark.sql import SparkSession

_QUIET = "-Xlog:cds=off,cds+dynamic=off"  # an archive that does not fit is nobody's concern
_SHORT = (
    "-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
    " -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
)
# What makes Spark load most of the classes that a command needs before its first row.
_EXERCISE = (
    "create table t using delta as select id, cast(id as string) as name from range(10)",
    "insert into t by name select id + 10 as id, 'x' as name from range(10)",
    "merge into t as stored using (select id, 'y' as name from range(5)) as new on stored.id = new.id"
    " when matched then update set * when not matched then insert *",
    """select j['a'], count(*) from (select from_json(concat('{"a":"', name, '"}'), 'map<string,string>') as j"""
    " from t) where j['a'] not rlike '^y' group by all order by 1",
    "select count(*) from t where id in (select max(id) from t)",
    "drop table t",
)


def archive(java: str) -> Path | None:
    """Where the archive for this Java (what `java -version` says) and this Spark belongs.

    None where there is neither a home nor a cache.
    """
    with contextlib.suppress(RuntimeError):
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        spark = os.environ.get("SPARK_HOME") or Path(pyspark.__file__).parent
        of = hashlib.sha256(f"{java}\n{pyspark.__version__}\n{spark}".encode()).hexdigest()[:12]
        return cache / "changefeed" / f"spark-{pyspark.__version__}-{of}.jsa"
    return None


@contextlib.contextmanager
def start(java: str, is_short: bool) -> Iterator[None]:
    """Have a JVM that starts meanwhile use the archive, if there is one: Java leaves one alone that does not fit.

    Where `is_short`, Java compiles thoroughly only what runs ten times as often as it would by default.
    """
    file = archive(java)
    options = [_SHORT] if is_short else []
    if file and file.exists():
        options.append(f'"-XX:SharedArchiveFile={file}" {_QUIET}')
    with _java_options(" ".join(options)):
        yield


def fetch_and_make(settings: dict[str, str], java: str, folder: Path) -> Path | None:
    """Start Spark with these settings so that it fetches its jars, and make the archive anew; returns its path.

    None where no archive could be made: nothing needs it. Works in `folder`, in no warehouse. Afterwards this process
    has no Spark.
    """
    file = archive(java)
    made = file and file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        file and file.parent.mkdir(parents=True, exist_ok=True)
    own = {
        "spark.master": "local[1]",
        "spark.ui.enabled": "false",
        "spark.sql.warehouse.dir": str(folder / "tables"),
        "spark.hadoop.hive.metastore.uris": "",
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={folder / 'metastore'};create=true",
    }
    with _java_options(f'"-XX:ArchiveClassesAtExit={made}" {_QUIET}' if made else ""):
        spark = SparkSession.builder.enableHiveSupport().config(map=settings | own).getOrCreate()
    try:
        for statement in _EXERCISE:
            spark.sql(statement).collect()
    finally:
        gateway = SparkContext._gateway
        spark.stop()
        gateway.shutdown()
        gateway.proc.stdin.close()  # at which Java ends, and writes the archive
        gateway.proc.wait()
    if not made or not made.exists():
        return None
    made.replace(file)
    return file


@contextlib.contextmanager
def _java_options(options: str) -> Iterator[None]:
    """Give options to a JVM that Spark starts meanwhile, before those that the user gave."""
    before = os.environ.get("SPARK_SUBMIT_OPTS")
    os.environ["SPARK_SUBMIT_OPTS"] = f"{options} {before or ''}".strip()
    try:
        yield
    finally:
        if before is None:
            del os.environ["SPARK_SUBMIT_OPTS"]
        else:
            os.environ["SPARK_SUBMIT_OPTS"] = before
