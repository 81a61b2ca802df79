"""`changefeed doctor`: whether machine, project and warehouse have what changefeed needs, and what to do if not."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.loader import registry_client
from changefeed.project import paths, profile, seeds
from changefeed.source import catalogue, connection
from changefeed.spark import attach, connect, jars, power, quick_start, session

OK, WARNING, WRONG = "ok", "warning", "wrong"
_PYTHON = (3, 10)
_SPARE_MEMORY = 1 << 30  # bytes, for what is not Spark's heap: Java itself, Python, the system
_SPARE_DISK = 2 << 30
_SECRET = re.compile("(?i)secret|password|token|access[.]?key")  # as Spark's own spark.redaction.regex
_IN_URL = re.compile(r"(?i)\bpassword=[^&;\s]|//[^/\s:@]+:[^/\s@]+@")
_UNITS = {"": 0, "b": 0, "k": 10, "m": 20, "g": 30, "t": 40}


@dataclass(frozen=True)
class Finding:
    """What was looked at, what it is like, and, unless that is well, what to do. `verdict`: OK, WARNING or WRONG."""

    what: str
    verdict: str
    detail: str
    todo: str = ""


def examine(project_dir: Path) -> Iterator[Finding]:
    """Look at everything that can be looked at without Spark, one thing after the other. Raises nothing expected."""
    yield _python()
    java = Finding("Java", OK, "not needed: Spark is that of SPARK_REMOTE") if connect.is_used() else _java()
    yield java
    target = look("profile", lambda: _target(project_dir), lambda found: f"{found[0]}: schema {found[1]['schema']}")
    yield target
    settings: Mapping[str, str] = {}
    if target.verdict == OK:
        given = _target(project_dir)[1]
        settings = _settings(given)
        if given.get("method") == "session" and not connect.is_used():
            yield _memory(settings)
            yield from _secrets(settings)
            yield from _jars(settings, java)
            yield from _torn(settings)
    yield _seeds(project_dir)
    yield from _warehouse(project_dir)
    yield from _registry()


def needs_setup(project_dir: Path) -> bool:
    """Whether `changefeed setup` would make something that is not there. A wrong profile is left to other commands."""
    with contextlib.suppress(ChangefeedError):
        given = _target(project_dir)[1]
        is_session = given.get("method") == "session"
        return is_session and any(each.verdict != OK for each in _jars(_settings(given), _java()))
    return False


def look(what: str, ask: Callable[[], Any], in_words: Callable[[Any], str], otherwise: str = "") -> Finding:
    """What came of asking. An error's first sentence says what is wrong, the rest, or `otherwise`, what to do."""
    try:
        return Finding(what, OK, in_words(ask()))
    except seeds.NothingDeclared:
        raise
    except ChangefeedError as error:
        said, _, todo = str(error).partition(". ")
        return Finding(what, WRONG, said, todo or otherwise)


def _first_line(text: str) -> str:
    return text.splitlines()[0]


def _target(project_dir: Path) -> tuple[Path, dict[str, Any]]:
    os.environ.setdefault("CHANGEFEED_HOME", str(paths.home_of(project_dir)))
    session.name_packages()
    return profile.profiles_dir(project_dir) / "profiles.yml", profile.read_target(project_dir)


def _settings(target: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in target.get("server_side_parameters", {}).items()}


def _java() -> Finding:
    return look("Java", session.check_java, _first_line)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < _PYTHON:
        return Finding("Python", WRONG, f"{version} ({sys.executable})", "Install Python 3.10 or newer.")
    return Finding("Python", OK, f"{version}, pyspark {pyspark.__version__}")


def _memory(settings: Mapping[str, str]) -> Finding:
    heap = _bytes(settings.get("spark.driver.memory", "1g"))
    there = _memory_here()
    detail = f"{_in_gb(there)} are here, of which Spark may take {_in_gb(heap)} (spark.driver.memory)"
    if there < heap + _SPARE_MEMORY:
        most = max(1, int((there - _SPARE_MEMORY) / (1 << 30)))
        return Finding("memory", WARNING, detail, f"Set CHANGEFEED_DRIVER_MEMORY={most}g, or take a larger machine.")
    return Finding("memory", OK, detail)


def _secrets(settings: Mapping[str, str]) -> Iterator[Finding]:
    """Secrets among the settings: plain dbt hands these to Java on its command line, which every account can list."""
    shown = [name for name, value in settings.items() if value and (_SECRET.search(name) or _IN_URL.search(value))]
    if shown:
        yield Finding(
            "secrets", WARNING, f"plain dbt shows every account of this machine the value of {', '.join(shown)}",
            "Move it from the profile, or CHANGEFEED_METASTORE, to spark-defaults.conf in a folder that only you may "
            "enter, and name the folder in SPARK_CONF_DIR (docs/how-to/where-it-runs.md).",
        )  # fmt: skip


def _memory_here() -> int:
    """The bytes of memory of this machine, or of the container if it may have less."""
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        return min(there, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return there


def _bytes(size: str) -> int:
    """A size as Spark writes it, such as 4g or 512m, in bytes."""
    found = re.fullmatch(r"\s*(\d+)\s*([bkmgt]?)b?\s*", size.lower())
    return int(found[1]) << _UNITS[found[2]] if found else 0


def _in_gb(size: int) -> str:
    return f"{size / (1 << 30):.1f} GB"


def _jars(settings: Mapping[str, str], java: Finding) -> Iterator[Finding]:
    if not settings.get(jars.PACKAGES):
        return
    found = jars.fetched(settings)
    if not found:
        todo = "Run changefeed setup, once: each start asks Maven Central for the jars otherwise."
        yield Finding("jars", WARNING, f"not fetched: {settings[jars.PACKAGES]}", todo)
        return
    yield Finding("jars", OK, f"{len(found)} in {found[0].parent}")
    archive = quick_start.archive(session.check_java(), settings) if java.verdict == OK else None
    if archive is not None and not archive.exists():
        yield Finding("quick start", WARNING, f"no archive of classes ({archive})", "Run changefeed setup, once.")


def _seeds(project_dir: Path) -> Finding:
    try:
        return look("feeds", lambda: seeds.check(project_dir), "; ".join)
    except seeds.NothingDeclared:
        todo = "After changefeed load: changefeed feeds propose, then changefeed feeds add."
        return Finding("feeds", WARNING, "none is declared in seeds/changefeed_feeds.csv", todo)


def _warehouse(project_dir: Path) -> Iterator[Finding]:
    home = paths.home_of(project_dir)
    there = next(each for each in (home, *home.parents) if each.exists())
    if not os.access(there, os.W_OK):
        todo = "Set CHANGEFEED_HOME to a folder that you may write to."
        yield Finding("warehouse", WRONG, f"{home} can't be written to", todo)
        return
    connection = attach.connect(home) if home.exists() else None
    if connection is not None:
        connection.close()
        yield Finding("warehouse", OK, f"{home}, kept by changefeed serve")
    elif holder := session.holder_of(home / "lock"):
        todo = "Wait for it: another command says so, too, and ends with exit code 2."
        yield Finding("warehouse", WARNING, f"{home} is in use by {holder}", todo)
    else:
        yield Finding("warehouse", OK, str(home) if home.exists() else f"{home}, made by the first command")
    free = shutil.disk_usage(there).free
    if free < _SPARE_DISK:
        yield Finding("disk", WARNING, f"{_in_gb(free)} are free in {there}", "Free space there.")
    else:
        yield Finding("disk", OK, f"{_in_gb(free)} free")


def _torn(settings: Mapping[str, str]) -> Iterator[Finding]:
    for each in power.torn(Path(os.environ["CHANGEFEED_HOME"]), settings):
        todo = (
            'See docs/how-to/operate.md, "After a loss of power": `changefeed doctor --set-torn-aside`, then two more.'
        )
        yield Finding("newest commits", WRONG, f"{each.table} is not whole: {each.commit}: {each.what}", todo)


def set_torn_aside(project_dir: Path) -> Iterator[Finding]:
    """Move the commits that a loss of power has torn out of their tables, while no other command has the warehouse."""
    home, settings = session.prepare(project_dir, "changefeed doctor", is_repairing=True)
    for found in power.torn(home, settings):
        place = power.set_aside(home, found)
        todo = "`changefeed load` what was landed last, again; then `changefeed run --full-refresh`."
        yield Finding("newest commits", WARNING, f"{found.table}: what was torn is in {place} now", todo)


def examine_source(spark: SparkSession, feed: str) -> Iterator[Finding]:
    """Look at the source of a feed, or at those of its shards: the connection, and what the account may see.

    Also whether a comparison is possible.
    """
    try:
        sources = catalogue.sources_of_feed(spark, feed)
    except ChangefeedError as error:
        yield Finding("source", WRONG, str(error), "See docs/how-to/prove-it.md.")
        return
    for settings in sources:
        yield from _source(spark, settings)


def _source(spark: SparkSession, settings: connection.Settings) -> Iterator[Finding]:
    found: list[connection.Source] = []

    def connect() -> str:
        found.append(connection.Source(spark, settings))
        return f"{found[0].settings.place}: {found[0].version}; the session reads only, in UTC"

    finding = look("source", connect, str, otherwise="See docs/how-to/prove-it.md.")
    yield finding
    if finding.verdict != OK:
        return
    source = found[0]
    try:
        yield look("its tables", lambda: catalogue.tables_in_words(source, spark), str)
        lag = look("its clock", source.replayed, lambda at: f"has what was written until {at:%Y-%m-%d %H:%M:%S} UTC")
        todo = "Name the primary, or grant the account REPLICATION CLIENT (MariaDB: SLAVE MONITOR), for compare alone."
        yield lag if lag.verdict == OK else Finding(lag.what, WARNING, lag.detail, todo)
    finally:
        source.close()


def _registry() -> Iterator[Finding]:
    def ask() -> str:
        found = registry_client.Registry.from_environment()
        if found is None:
            return "none is named"
        found.check()
        if found.doubt:
            doubts.append(found.doubt)
        return f"{', '.join(found.urls)}: it answers"

    doubts: list[str] = []
    if os.environ.get(f"{registry_client.PREFIX}URL"):
        yield look("schema registry", ask, str)
    for doubt in doubts:
        said, _, todo = doubt.partition(". ")
        yield Finding("schema registry", WARNING, said, todo)
