"""Starts Spark; nothing else in the loader does. All settings are in the project's profile, which dbt reads, too."""

from __future__ import annotations

import contextlib
import json
import locale
import logging
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import yaml
from filelock import FileLock, Timeout, lock_descriptor
from py4j.protocol import Py4JNetworkError
from pyspark import SparkContext
from pyspark.logger import PySparkLogger
from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.project import macros, paths, said_to_dbt
from changefeed.project.profile import folders_of, package_schema, package_variables, read_target, way_to_a_session
from changefeed.spark import (
    connect,
    folders,
    gateways,
    jars,
    jvm,
    launch,
    metastore,
    packages,
    power,
    quick_start,
    scratch,
    storage,
)
from changefeed.words import first_lines, whole_message

_JAVA_VERSIONS = (17, 21)
_PROJECT = "dbt_project.yml"
_lock: FileLock | None = None  # held until the process ends
served: gateways.Served | None = None  # how a command of `changefeed serve` reaches its Spark
_written: tuple[Path, dict[str, str]] | None = None  # home and settings of a command that may write
_package_schema: str | None = None  # the project's variable changefeed_schema, once Spark has started


def schema_name() -> str:
    """The schema that messages land in and that dbt builds the package in, once Spark has started.

    The variable changefeed_schema names it, or else the profile.
    """
    return _package_schema or os.environ.get("CHANGEFEED_SCHEMA", "changefeed")


def internal_schema_name() -> str:
    """The schema of internal relations. macros/adapters/generate_schema_name.sql gives it the same name."""
    return f"{schema_name()}_internal"


def set_home(project_dir: Path) -> Path:
    """Make CHANGEFEED_HOME absolute (default: warehouse/ in the project), export and create it.

    If CHANGEFEED_PACKAGES is not set, it gets the packages for the installed Spark.

    Raises ChangefeedError when the folder can't be made.
    """
    home = paths.home_of(project_dir)
    os.environ["CHANGEFEED_HOME"] = str(home)
    name_packages()
    try:
        (home / "logs").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ChangefeedError(
            f"CHANGEFEED_HOME: {home} can't be made ({error.strerror}). "
            "Set CHANGEFEED_HOME to a folder that you may write to."
        ) from error
    return home


def name_packages() -> None:
    """Set CHANGEFEED_PACKAGES to the packages for the installed Spark, if nobody has set it."""
    os.environ.setdefault("CHANGEFEED_PACKAGES", packages.of_spark())


def start(
    project_dir: Path,
    command: str,
    verbose: bool = False,
    is_short: bool = False,
    is_reading: bool = False,
    more: Mapping[str, str] | None = None,
) -> SparkSession:
    """Start Spark as the profile says, or return the session that this process already has, or its server.

    `command`: others read it in the lock, if this run holds the warehouse. Spark's own output goes to
    $CHANGEFEED_HOME/logs/spark.log, or to the screen when `verbose`. `is_short`: the command builds nothing.
    `is_reading`: it does not call dbt or change tables, so it need not wait for another command of the same server.
    `more` are further settings.
    Raises ChangefeedError when Java is missing, a setting is wrong, or (exit code 2) another run
    holds the warehouse.
    """
    home, settings = prepare(project_dir, command, is_reading)
    said_to_dbt.say(run_by=run_by(command, os.getpid()))
    if connect.is_used():
        spark = connect.session({**settings, **(more or {})})
        _use_schema(spark)
        _take_interrupts(spark.interruptAll)
        return spark
    said_to_dbt.say(has_settings=True)
    java = "" if served else check_java()
    _speak_utf8()
    os.environ["TZ"] = "UTC"  # Spark hands timestamps to Python in the process's time zone
    time.tzset()
    is_alone = not served and not os.environ.get("CHANGEFEED_METASTORE")
    if is_alone:
        metastore.make_ready(settings)
    builder = SparkSession.builder.enableHiveSupport()
    for key, value in {**jars.named(settings), **(more or {})}.items():
        builder = builder.config(key, value)
    log = home / "logs" / "spark.log"
    said_before = log.stat().st_size if log.exists() else 0
    for name in () if verbose else ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        PySparkLogger.getLogger(name).setLevel(logging.CRITICAL)  # an error's stack trace, as JSON on the screen
    try:
        with _stderr_to(None if verbose else log):
            is_new = SparkContext._active_spark_context is None
            if served:
                served.enter(settings)
            with quick_start.start(java, settings, is_short):
                launch.java({**jars.named(settings), **(more or {})}, scratch.own(home))
                spark = builder.getOrCreate()
            if is_new:
                _take_interrupts(lambda: gateways.cancel(spark._jsparkSession))
            _use_schema(spark)
            if is_alone:
                metastore.take_long_views(jvm.of(spark).java.sql.DriverManager, settings)
                remove_half_made_tables(spark, project_dir)
    except ChangefeedError:
        raise
    except Exception as error:
        if "Another instance of Derby may have already booted" in whole_message(error):
            raise _busy(home, "a process that is not `changefeed`, for example dbt on its own") from error
        why = "" if verbose else _what_java_said(log, said_before)
        raise ChangefeedError(
            f"Spark did not start: {why or first_lines(error)}\nSee {log}, or try again with --verbose."
        ) from error
    return spark


def _use_schema(spark: SparkSession) -> None:
    spark.sql(f"create schema if not exists `{schema_name()}`")
    spark.sql(f"use `{schema_name()}`")


def _what_java_said(log: Path, since: int) -> str:
    """Why Java ended before Spark had started, by its log from a byte on; empty where it does not say."""
    said = log.read_bytes()[since:].decode(errors="replace") if log.exists() else ""
    found = re.search(r'^Exception in thread "main" (?:[\w.$]+: )?(.*)$', said, re.MULTILINE)
    if found and ("download failed" in found[1] or "unresolved dependency" in found[1]):
        return f"its jars can't be fetched ({found[1]}). `changefeed setup` fetches them once; try it again."
    return found[1] if found else ""


def _take_interrupts(end_jobs: Callable[[], Any]) -> None:
    """Make Ctrl-C end the session's jobs and this command, without a traceback.

    pyspark would tell Java on the connection that waits for a statement's answer, and break it. Another thread has a
    connection of its own.
    """

    def cancel() -> None:
        with contextlib.suppress(Exception):  # Java may end at the same moment
            end_jobs()

    def interrupted(number: int, frame: Any) -> None:
        threading.Thread(target=cancel, daemon=True).start()
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, interrupted)
        # py4j logs, with a traceback, what it raises all the same.
        logging.getLogger().addFilter(lambda said: "while sending command" not in str(said.msg))
        logging.getLogger("py4j").setLevel(logging.CRITICAL)


def is_shared(project_dir: Path) -> bool:
    """Whether several processes can reach the warehouse, as the macro is_shared() says it of a Spark session."""
    is_reached = bool(os.environ.get("CHANGEFEED_METASTORE") or said_to_dbt.said("has_others"))
    return bool(package_variables(project_dir).get("changefeed_claim_runs", is_reached))


def run_by(command: str, process: int) -> str:
    """The words that tell others which command is at work."""
    return f"`{command}` (process {process} on {socket.gethostname()})"


def prepare(
    project_dir: Path, command: str, is_reading: bool = False, is_repairing: bool = False
) -> tuple[Path, dict[str, str]]:
    """Take the warehouse for this process, without Spark. Returns its home and the settings that Spark will have.

    A server holds the warehouse for its commands; those that change something take turns. `is_repairing`: commits that
    a loss of power has torn do not stop it.

    Afterwards schema_name() is known. Raises ChangefeedError as start() does.
    """
    home = set_home(project_dir)
    target = read_target(project_dir)
    if target.get("method") != "session":
        raise ChangefeedError(
            f"This command needs a Spark session of its own, not {target.get('method')}. "
            f"{way_to_a_session(project_dir)} (docs/how-to/where-it-runs.md)."
        )
    given = target.get("server_side_parameters", {}) | {"spark.sql.ansi.enabled": "false"}  # as dbt-spark does
    settings = {name: str(value) for name, value in given.items()}
    if connect.is_used():
        connect.check(settings)
        os.environ.setdefault("CHANGEFEED_METASTORE", connect.VARIABLE)  # others may reach what the server has
    packages.check(settings.get(jars.PACKAGES, ""))
    if not os.environ.get("CHANGEFEED_METASTORE") and (named := macros.own().metastore_of(settings)):
        os.environ["CHANGEFEED_METASTORE"] = named  # others may reach it: no lock of this machine holds them off
    global _package_schema
    _package_schema = package_schema(project_dir)
    os.environ["CHANGEFEED_SCHEMA"] = target["schema"]
    if served:
        if not is_reading:
            _take_lock(home / "turn", command)
    elif not os.environ.get("CHANGEFEED_METASTORE"):
        _take_lock(home / "lock", command)
    if not served and not is_repairing and not connect.is_used():
        power.check(home, settings)
    if not is_reading and not connect.is_used():
        global _written
        _written = home, settings
    return home, settings


def sync() -> None:
    """Wait until the disk has what this command has written so far, so that a loss of power does not take it."""
    if _written:
        power.sync(*_written)


def release() -> None:
    """Release the warehouse (in a server: the turn) for other commands."""
    global _lock
    if _lock is not None:
        _lock.release()
        _lock = None


def _speak_utf8() -> None:
    """Give the JVM a locale with UTF-8, if it would have another.

    Java can only use file names with letters that its locale has."""
    if locale.nl_langinfo(locale.CODESET).upper().replace("-", "") != "UTF8":
        os.environ["LC_ALL"] = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"


def remove_half_made_tables(spark: SparkSession, project_dir: Path) -> None:
    """Remove the folders of tables whose creation was killed: Spark refuses to create a table in such a folder.

    A folder is removed if it has the name of a table of the project, is in no catalog, and holds only what is written
    up to a table's first commit. A table with data has more, and any other folder is not ours.
    """
    warehouse = folders.at(folders.of_session(spark), spark)
    names = _names_of_tables(project_dir)
    schemas = (f"{schema_name()}_", f"{os.environ['CHANGEFEED_SCHEMA']}_")  # the package's, and the project's own
    for database in spark.catalog.listDatabases():
        if not f"{database.name}_".startswith(schemas):
            continue
        schema = warehouse / f"{database.name}.db"
        young = [name for name in schema.folders() if name in names and storage.is_young_table(schema / name)]
        if young:
            known = {row["tableName"] for row in spark.sql(f"show tables in `{database.name}`").collect()}
            for name in young:
                if name not in known:
                    (schema / name).remove()


def _names_of_tables(project_dir: Path) -> set[str]:
    """The names of the tables that the loader and dbt make in a project, and in its packages."""
    names: set[str] = set()
    for root in (path.parent for path in (project_dir / _PROJECT, *project_dir.glob(f"dbt_packages/*/{_PROJECT}"))):
        for sources in root.glob("models/landing/_landing__sources.yml"):
            for source in yaml.safe_load(sources.read_text())["sources"]:
                names.update(table["name"] for table in source["tables"])
        models, seeds = folders_of(root, "model"), folders_of(root, "seed")
        files = [file for folder in models for file in folder.rglob("*") if file.suffix in (".sql", ".yml")]
        for file in (*files, *(file for folder in seeds for file in folder.rglob("*.csv"))):
            names.add(file.stem)
            names.update(re.findall(r"\balias(?:=|: ?)['\"]?(\w+)", file.read_text(encoding="utf-8")))
    return {name.lower() for name in names}


def java_has_ended(error: BaseException) -> ChangefeedError | None:
    """The error to show if this one came because Spark's Java process is gone; else None."""
    if not isinstance(error, (ConnectionRefusedError, ConnectionResetError, BrokenPipeError, Py4JNetworkError)):
        return None
    log = Path(os.environ.get("CHANGEFEED_HOME", "")) / "logs" / "spark.log"
    return ChangefeedError(
        "Spark's Java process has ended while the command was at work: it was killed, or ran out of memory. "
        f"What was committed stays. See the end of {log}, then give the same command again."
    )


def check_java() -> str:
    """What `java -version` says of the Java in JAVA_HOME, or else on PATH.

    Raises ChangefeedError when there is none that Spark runs on.
    """
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    found = "none"
    with contextlib.suppress(OSError):
        if java:
            text = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
            version = re.search(r'version "(\d+)', text)
            if version and int(version[1]) in _JAVA_VERSIONS:
                return text
            found = f"Java {version[1]} ({java})" if version else f"{java}, which does not run"
    where = f" in JAVA_HOME={home}" if home and found == "none" else ""
    raise ChangefeedError(
        f"changefeed needs Java 17 or 21; found {found}{where}. "
        "Install one (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17) "
        "or set JAVA_HOME to it."
    )


def set_up(project_dir: Path, verbose: bool = False) -> Path | None:
    """Fetch the jars that the profile names, make what quick starts need; return the archive of classes.

    A command of its own, since two processes must not fetch at once: Ivy would spoil the files.
    Raises ChangefeedError when Java is missing or a jar can't be fetched.
    """
    home = set_home(project_dir)
    target = read_target(project_dir)
    if target.get("method") != "session":
        return None
    settings = {name: str(value) for name, value in target.get("server_side_parameters", {}).items()}
    named = settings.get(jars.PACKAGES, "")
    packages.check(named)
    java = check_java()
    log = home / "logs" / "setup.log"
    try:
        with _stderr_to(None if verbose else log), tempfile.TemporaryDirectory() as folder:
            return quick_start.fetch_and_make(settings, java, Path(folder))
    except Exception as error:
        if half := _half_in_maven(log):
            raise ChangefeedError(
                "Maven's own folder has a package without its jar, and Ivy looks there first. Remove "
                f"{' and '.join(half)}, then give the same command again: the jar is fetched from Maven Central."
            ) from error
        raise ChangefeedError(
            f"The jars {named} can't be fetched: see {log}. Spark takes them from Maven Central; behind a mirror, "
            "set its address (Spark's setting spark.jars.ivySettings), or CHANGEFEED_PACKAGES to what it has."
        ) from error


def _half_in_maven(log: Path) -> list[str]:
    """Maven's and Ivy's folders of packages that Ivy's log calls not found in ~/.m2. Empty if there are none.

    Ivy keeps what it read of a package, so Maven's folder alone does not help.
    """
    said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    found = re.findall(r"file:(\S+/\.m2)/repository/(\S+)/([^/\s]+)/([^/\s]+)/[^/\s]+\.jar$", said, re.MULTILINE)
    for maven, group, name, version in found[-1:]:
        kept = Path(maven) / "repository" / group / name / version
        known = sorted(Path(maven).parent.glob(f".ivy2*/cache/{group.replace('/', '.')}/{name}"))
        return [str(each) for each in (kept, *known) if each.exists()]
    return []


def _take_lock(path: Path, command: str) -> None:
    global _lock
    if _lock is not None and _lock.lock_file == str(path):
        return
    lock, gate = (
        FileLock(each, thread_local=False, fallback_to_soft=False) for each in (path, path.with_suffix(".gate"))
    )
    holder = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "user": _user(os.getuid()),
        "command": command,
        "since": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    try:
        with gate:  # behind it the lock is free, or its holder has written who it is
            try:
                lock.acquire(blocking=False)
            except Timeout as error:
                raise _busy(path.parent, _describe_holder(path.read_text())) from error
            path.write_text(json.dumps(holder))
    except PermissionError as error:
        raise _not_ours(path) from error
    _lock = lock


def holder_of(lock: Path) -> str:
    """The command that holds the warehouse of this lock, in words; empty where none does, or nobody may know."""
    with contextlib.suppress(OSError), lock.open() as file:
        if not lock_descriptor(file.fileno(), blocking=False):
            return _describe_holder(file.read())
    return ""


def _describe_holder(text: str) -> str:
    try:
        holder = json.loads(text)
        user = holder.get("user", _user(os.getuid()))
        of_user = "" if user == _user(os.getuid()) else f" of user {user}"
        return "`{command}` (process {pid} on {host}, since {since})".format(**holder) + of_user
    except (ValueError, KeyError, TypeError):
        return "another process"


def _not_ours(lock: Path) -> ChangefeedError:
    """The error for a warehouse of another user. It names the user, and the command that holds the warehouse."""
    holder = holder_of(lock)
    used = f", in use by {holder}" if holder else ""
    return ChangefeedError(
        f"The warehouse {lock.parent} is that of user {_user(lock.parent.stat().st_uid)}{used}. You may not write to "
        "it: name another warehouse with CHANGEFEED_HOME.",
        exit_code=2,
    )


def _user(number: int) -> str:
    with contextlib.suppress(KeyError):
        return pwd.getpwuid(number).pw_name
    return str(number)


def _busy(home: Path, holder: str) -> ChangefeedError:
    is_own_server = holder.startswith("`changefeed serve") and holder.endswith(")")
    end = "End it (`changefeed serve --stop`)" if is_own_server else "Wait until it ends"
    return ChangefeedError(
        f"The warehouse {home} is in use by {holder}. {end}, or name another "
        "warehouse with CHANGEFEED_HOME. For several runs at once set CHANGEFEED_METASTORE.",
        exit_code=2,
    )


@contextlib.contextmanager
def _stderr_to(path: Path | None) -> Iterator[None]:
    """Send file descriptors 1 and 2 to a file. A JVM that is started in the `with` block goes on writing there."""
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
