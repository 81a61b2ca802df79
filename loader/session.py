"""The one place that starts Spark. All its settings are in profiles.yml, which dbt reads as well."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import IO, Any

import jinja2
import yaml
from pyspark.sql import SparkSession

from loader.errors import ChangefeedError

_JAVA_VERSIONS = (17, 21)
_UNSET = object()
_lock: IO[str] | None = None  # held until the process ends


def schema_name() -> str:
    """The schema that messages land in and that dbt builds in."""
    return os.environ.get("CHANGEFEED_SCHEMA", "changefeed")


def set_home(project_dir: Path) -> Path:
    """Make CHANGEFEED_HOME absolute (default: warehouse/ in the project), export and create it.

    Raises ChangefeedError when the folder can't be made.
    """
    home = (project_dir / os.environ.get("CHANGEFEED_HOME", "warehouse")).resolve()
    os.environ["CHANGEFEED_HOME"] = str(home)
    try:
        (home / "logs").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ChangefeedError(
            f"CHANGEFEED_HOME: {home} can't be made ({error.strerror}). "
            "Set CHANGEFEED_HOME to a folder that you may write to."
        ) from error
    return home


def read_target(project_dir: Path) -> dict[str, Any]:
    """The chosen output of profiles.yml, its env_var() calls rendered as dbt renders them.

    Raises ChangefeedError when CHANGEFEED_TARGET names no output or a needed variable is not set.
    """
    path = project_dir / "profiles.yml"
    profile = yaml.safe_load(path.read_text())["changefeed"]
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    environment.globals["env_var"] = _env_var
    environment.filters["as_number"] = int

    def render(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: render(value) for key, value in node.items()}
        return environment.from_string(node).render() if isinstance(node, str) else node

    try:
        name = render(profile["target"])
        if name not in profile["outputs"]:
            known = ", ".join(profile["outputs"])
            raise ChangefeedError(f"CHANGEFEED_TARGET: {path} has no target {name!r}; choose one of: {known}")
        return render(profile["outputs"][name])
    except (jinja2.TemplateError, ValueError) as error:
        raise ChangefeedError(f"{path}: {error}") from error


def _env_var(name: str, default: Any = _UNSET) -> Any:
    value = os.environ.get(name, default)
    if value is _UNSET:
        raise ChangefeedError(f"profiles.yml needs the environment variable {name}: set it")
    return value


def start(project_dir: Path, command: str, verbose: bool = False) -> SparkSession:
    """Start Spark as profiles.yml says, or return the session that this process already has.

    `command` is what the lock tells others about this run. Spark's own output goes to
    $CHANGEFEED_HOME/logs/spark.log, or to the screen when `verbose`.
    Raises ChangefeedError when Java is missing, a setting is wrong, or (exit code 2) another run
    holds the warehouse.
    """
    home = set_home(project_dir)
    target = read_target(project_dir)
    if target["method"] != "session":
        raise ChangefeedError(
            f"CHANGEFEED_TARGET: this command needs a Spark session of its own, not {target['method']}. "
            "Set CHANGEFEED_TARGET=local, and CHANGEFEED_MASTER and CHANGEFEED_METASTORE for a cluster "
            "(docs/guides/where-it-runs.md)."
        )
    check_java()
    os.environ["CHANGEFEED_RUN_BY"] = f"`{command}` (process {os.getpid()} on {socket.gethostname()})"
    os.environ["TZ"] = "UTC"  # Spark hands timestamps to Python in the process's time zone
    time.tzset()
    is_embedded = not os.environ.get("CHANGEFEED_METASTORE")
    if is_embedded:
        _take_lock(home, command)
        _remove_half_made_metastore(home)
    builder = SparkSession.builder.enableHiveSupport()
    settings = target["server_side_parameters"] | {"spark.sql.ansi.enabled": "false"}  # as dbt-spark does
    for key, value in settings.items():
        builder = builder.config(key, str(value))
    log = home / "logs" / "spark.log"
    try:
        with _stderr_to(None if verbose else log):
            spark = builder.getOrCreate()
            spark.sql(f"create schema if not exists `{schema_name()}`")
            spark.sql(f"use `{schema_name()}`")
            if is_embedded:
                _remove_half_made_tables(spark)
    except Exception as error:
        if "Another instance of Derby may have already booted" in _whole_message(error):
            raise _busy(home, "a process that is not `changefeed`, for example dbt on its own") from error
        raise ChangefeedError(
            f"Spark did not start: {first_lines(error)}\nSee {log}, or try again with --verbose."
        ) from error
    return spark


def _remove_half_made_metastore(home: Path) -> None:
    """Remove a metastore whose creation was killed: Derby writes service.properties last, and opens none without it."""
    metastore = home / "metastore"
    if metastore.is_dir() and not (metastore / "service.properties").exists():
        shutil.rmtree(metastore)


def _remove_half_made_tables(spark: SparkSession) -> None:
    """Remove the folders of tables whose creation was killed: Spark refuses to create a table in such a folder.

    They are in no catalog and have at most their first commit; a table that was written to after that has more.
    """
    for schema in Path(spark.conf.get("spark.sql.warehouse.dir").removeprefix("file:")).glob("*.db"):
        young = [table for table in schema.iterdir() if len(list(table.glob("_delta_log/*.json"))) <= 1]
        if young:
            known = {row["tableName"] for row in spark.sql(f"show tables in `{schema.name[:-3]}`").collect()}
            for table in young:
                if table.name not in known:
                    shutil.rmtree(table)


def first_lines(error: BaseException, most: int = 3) -> str:
    """What Spark says about an error, without its stack traces and query plans."""
    text = re.split(r"\n\s*(?:at |JVM stacktrace|== SQL|'?[A-Z]\w+ \[|\+- )", str(error).strip())[0]
    return "\n".join(line.rstrip() for line in text.splitlines()[:most] if line.strip())


def check_java() -> None:
    """Raise ChangefeedError unless JAVA_HOME, or else PATH, has a Java that Spark runs on."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    found = "none"
    with contextlib.suppress(OSError):
        if java:
            text = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
            version = re.search(r'version "(\d+)', text)
            if version and int(version[1]) in _JAVA_VERSIONS:
                return
            found = f"Java {version[1]} ({java})" if version else f"{java}, which does not run"
    where = f" in JAVA_HOME={home}" if home and found == "none" else ""
    raise ChangefeedError(
        f"changefeed needs Java 17 or 21; found {found}{where}. "
        "Install one (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17) "
        "or set JAVA_HOME to it."
    )


def fetch_jars(project_dir: Path) -> None:
    """Fetch the jars that profiles.yml names into Spark's cache, so that no two processes do it at once: Ivy spoils
    what it fetches twice at a time.

    Raises ChangefeedError when Java is missing or a jar can't be fetched.
    """
    home = set_home(project_dir)
    settings = read_target(project_dir)["server_side_parameters"]
    check_java()
    packages = settings.get("spark.jars.packages")
    if not packages:
        return
    log = home / "logs" / "jars.log"
    try:
        with _stderr_to(log):
            SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config(
                "spark.jars.packages", packages
            ).getOrCreate().stop()
    except Exception as error:
        raise ChangefeedError(
            f"The jars {packages} can't be fetched: see {log}. Spark takes them from Maven Central; behind a mirror, "
            "set its address as Spark says under spark.jars.ivySettings, or CHANGEFEED_PACKAGES to what is there."
        ) from error


def _take_lock(home: Path, command: str) -> None:
    global _lock
    path = home / "lock"
    if _lock is not None and _lock.name == str(path):
        return
    lock = path.open("a+")
    # Who stands at the gate finds the lock free, or taken by one that has written who it is.
    with (home / "lock.gate").open("a") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            raise _busy(home, _describe_holder(lock.read())) from error
        lock.truncate(0)
        json.dump(
            {
                "pid": os.getpid(),
                "host": socket.gethostname(),
                "command": command,
                "since": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            },
            lock,
        )
        lock.flush()
    _lock = lock


def _describe_holder(text: str) -> str:
    try:
        holder = json.loads(text)
        return "`{command}` (process {pid} on {host}, since {since})".format(**holder)
    except (ValueError, KeyError, TypeError):
        return "another process"


def _busy(home: Path, holder: str) -> ChangefeedError:
    return ChangefeedError(
        f"The warehouse {home} is in use by {holder}. Wait until it ends, or name another "
        "warehouse with CHANGEFEED_HOME. For several runs at once set CHANGEFEED_METASTORE.",
        exit_code=2,
    )


def _whole_message(error: BaseException) -> str:
    """An error's text and that of all its causes in Java."""
    parts = [str(error)]
    cause = getattr(error, "_origin", None) or getattr(error, "java_exception", None)
    while cause is not None:
        parts.append(cause.toString())
        cause = cause.getCause()
    return "\n".join(parts)


@contextlib.contextmanager
def _stderr_to(path: Path | None) -> Iterator[None]:
    """Send file descriptors 1 and 2 to a file: a JVM started meanwhile keeps writing there."""
    if path is None:
        yield
        return
    sys.stdout.flush()
    sys.stderr.flush()
    saved = os.dup(1), os.dup(2)
    with path.open("a") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for descriptor, number in zip(saved, (1, 2), strict=True):
            os.dup2(descriptor, number)
            os.close(descriptor)
