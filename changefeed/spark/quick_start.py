"""Starts of Spark in less time (ADR 0027).

Java maps its classes from an archive that was made once (class data sharing), instead of finding, checking and linking
some 20,000 of them at each start. The jars that setup fetched are on its class path. A new warehouse gets a copy of an
empty metastore. Commands that are soon done compile with Java's first compiler alone. Where rows are few, plans are
interpreted: Java would compile the code of each plan, and run it once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

from changefeed.project import macros, said_to_dbt
from changefeed.spark import connect, jars, jvm, launch, metastore

_QUIET = "-Xlog:cds=off,cds+dynamic=off"  # no warning about an archive that does not fit
# The second compiler and the collector's threads cost more than they gain in a minute.
# Java gives its first compiler alone little room for code, and would spend its time on making more.
_SHORT = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=400m -XX:MetaspaceSize=400m"
# Java's own choice (G1) keeps pauses short, at a cost that no batch needs. Java refuses two collectors.
_ONE_THREAD, _ALL_CORES = "-XX:+UseSerialGC", "-XX:+UseParallelGC"
_COLLECTOR = re.compile(r"-XX:\+Use\w+GC\b")
_JAVA_OPTIONS = ("SPARK_SUBMIT_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
_PARTITIONS = "spark.sql.shuffle.partitions"
# With few rows and many plans: compiling a plan costs more than it saves, and so does each task.
FEW_ROWS = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    _PARTITIONS: "1",
}


def archive(java: str, settings: Mapping[str, str]) -> Path | None:
    """The file of the archive for this Java (what `java -version` says), this Spark and its class path.

    None if there is neither a home nor a cache folder.
    """
    cache = jars.cache()
    if cache is None:
        return None
    spark = os.environ.get("SPARK_HOME") or Path(pyspark.__file__).parent
    said = [java, pyspark.__version__, str(spark), *filter(None, [jars.class_path(settings)])]
    return cache / f"spark-{pyspark.__version__}-{hashlib.sha256(chr(10).join(said).encode()).hexdigest()[:12]}.jsa"


@contextlib.contextmanager
def start(java: str, settings: Mapping[str, str], is_short: bool) -> Iterator[None]:
    """A JVM that is started in the `with` block uses the jars and the archive, if they are there.

    Java ignores an archive that does not fit. `is_short`: only Java's first compiler works, and a collector of one
    thread; otherwise the collector that takes the least of the processors' time, unless the user names one.
    """
    file = archive(java, settings)
    options = [_SHORT] if is_short else []
    given = " ".join([*(os.environ.get(name, "") for name in _JAVA_OPTIONS), str(settings.get(_DRIVERS, ""))])
    if not _COLLECTOR.search(given):
        options.append(_ONE_THREAD if is_short else _ALL_CORES)
    if file and file.exists():
        options.append(f'"-XX:SharedArchiveFile={file}" {_QUIET}')
    with _java_options(" ".join(options)), _class_path(settings):
        yield


@contextlib.contextmanager
def interpreted(spark: SparkSession) -> Iterator[None]:
    """Spark interprets its plans in the `with` block, and keeps them as they are. The profile's settings stay.

    The profile names the number of shuffle partitions always: that of CHANGEFEED_SHUFFLE_PARTITIONS stays. dbt gives
    Spark the profile's number with each statement, unless it is told that messages are few. The session of a server
    stays as it is.
    """
    if connect.is_used():
        yield
        return
    given = spark.sparkContext.getConf()
    settings = {name: value for name, value in FEW_ROWS.items() if not given.contains(name) or name == _PARTITIONS}
    if os.environ.get("CHANGEFEED_SHUFFLE_PARTITIONS"):
        del settings[_PARTITIONS]
    before = {name: str(spark.conf.get(name)) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    try:
        said_to_dbt.say(has_few_messages=True)
        yield
    finally:
        said_to_dbt.say(has_few_messages=False)
        for name, value in before.items():
            spark.conf.set(name, value)


def _exercise() -> tuple[str, ...]:
    """What makes Spark load most of the classes that a command needs before its first row."""
    storage = macros.own()
    return (
        storage.make_table("t", "select id, cast(id as string) as name from range(10)"),
        storage.append_rows("t", "select id + 10 as id, 'x' as name from range(10)"),
        "merge into t as stored using (select id, 'y' as name from range(5)) as new on stored.id = new.id"
        " when matched then update set * when not matched then insert *",
        """select j['a'], count(*) from (select from_json(concat('{"a":"', name, '"}'), 'map<string,string>') as j"""
        " from t) where j['a'] not rlike '^y' group by all order by 1",
        "select count(*) from t where id in (select max(id) from t)",
        "drop table t",
    )


def fetch_and_make(settings: Mapping[str, str], java: str, folder: Path) -> Path | None:
    """Fetch the jars that these settings name, and make the archive and the empty metastore anew; returns the archive.

    None where no archive could be made: nothing needs it. Works in `folder`, in no warehouse. Afterwards this process
    has no Spark.
    """
    jars.fetch(settings)
    file = archive(java, settings)
    made = file and file.with_suffix(f".{os.getpid()}")
    if file:
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
    own = (
        jars.named(settings)
        | {
            "spark.master": "local[1]",
            "spark.ui.enabled": "false",
            "spark.sql.warehouse.dir": str(folder / "tables"),
            "spark.hadoop.hive.metastore.uris": "",
        }
        | metastore.settings_for(folder / "metastore")
    )
    with _java_options(f'"-XX:ArchiveClassesAtExit={made}" {_QUIET}' if made else ""), _class_path(settings):
        launch.java(own, folder)
        spark = SparkSession.builder.enableHiveSupport().config(map={**own}).getOrCreate()
    try:
        for statement in _exercise():
            spark.sql(statement).collect()
        java_sql = jvm.of(spark).java.sql.DriverManager
        spark.stop()
        metastore.keep(java_sql, folder / "metastore")
    finally:
        jars.end_java()  # at which Java writes the archive
    if not file or not made or not made.exists():
        return None
    made.replace(file)
    return file


_DRIVERS = "spark.driver.extraJavaOptions"


def _class_path(settings: Mapping[str, str]) -> contextlib.AbstractContextManager[None]:
    """Put the jars behind all others on the class path of a JVM that Spark starts meanwhile."""
    given = [path for path in (jars.class_path(settings), os.environ.get(_LAST)) if path]
    return launch.environment(_LAST, os.pathsep.join(given)) if given else contextlib.nullcontext()


_LAST = "SPARK_DIST_CLASSPATH"


def _java_options(options: str) -> contextlib.AbstractContextManager[None]:
    """Give options to a JVM that Spark starts meanwhile, before those that the user gave."""
    return launch.environment("SPARK_SUBMIT_OPTS", f"{options} {os.environ.get('SPARK_SUBMIT_OPTS') or ''}".strip())
