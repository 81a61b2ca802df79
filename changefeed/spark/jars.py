"""The jars of the Maven packages that a profile names: `changefeed setup` fetches them once, every start names them.

Without setup, and in plain dbt, Spark's `spark.jars.packages` lets Ivy look the jars up at each start.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlparse

import pyspark
from pyspark import SparkConf, SparkContext

from changefeed.spark import jvm

PACKAGES = "spark.jars.packages"
# The settings that Ivy uses: another value may give other jars.
_RESOLVED_BY = (PACKAGES, "spark.jars.excludes", "spark.jars.repositories", "spark.jars.ivySettings")


def cache() -> Path | None:
    """The folder of what setup makes for this machine. None if there is neither a home nor a cache folder."""
    with contextlib.suppress(RuntimeError):
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "changefeed"
    return None


def folder(settings: Mapping[str, str]) -> Path | None:
    """The folder for the jars of these settings of Spark. None if the settings name no packages."""
    if not settings.get(PACKAGES) or (place := cache()) is None:
        return None
    said = "\n".join([pyspark.__version__, *(str(settings.get(name, "")) for name in _RESOLVED_BY)])
    return place / f"jars-{hashlib.sha256(said.encode()).hexdigest()[:12]}"


def fetched(settings: Mapping[str, str]) -> list[Path]:
    """The jars that setup fetched for these settings, if it did."""
    place = folder(settings)
    return sorted(place.glob("*.jar")) if place else []


def is_on_class_path(settings: Mapping[str, str]) -> bool:
    """Whether the jars go on the class path of a JVM that starts, and not among Spark's `spark.jars`.

    So where one process does all: executors of their own get jars from Spark. Spark's spark-env.sh may set the variable
    that says what comes last on the class path.
    """
    conf = Path(os.environ.get("SPARK_CONF_DIR") or _spark_home() / "conf")
    return is_local(settings) and bool(fetched(settings)) and not (conf / "spark-env.sh").exists()


def is_local(settings: Mapping[str, str]) -> bool:
    """Whether one process on this machine does all of Spark's work."""
    return settings.get("spark.master", "").partition("[")[0] == "local"


def named(settings: Mapping[str, str]) -> dict[str, str]:
    """These settings, with the jars that setup fetched instead of their packages. Unchanged if setup fetched none."""
    found = fetched(settings)
    if not found:
        return dict(settings)
    kept = {name: value for name, value in settings.items() if name != PACKAGES}
    if is_on_class_path(settings):
        return kept
    own = [jar for jar in str(settings.get("spark.jars", "")).split(",") if jar]
    return kept | {"spark.jars": ",".join([*own, *(path.as_uri() for path in found)])}


def class_path(settings: Mapping[str, str]) -> str:
    """What comes after Spark's own jars on the class path; may be empty."""
    return os.pathsep.join(map(str, fetched(settings))) if is_on_class_path(settings) else ""


def fetch(settings: Mapping[str, str]) -> list[Path]:
    """Let Spark's launcher fetch the jars, if they are not there, and return them. No session is started.

    Raises what Spark says when a jar can't be fetched.
    """
    place = folder(settings)
    if place is None or fetched(settings):
        return fetched(settings)
    conf = SparkConf(loadDefaults=False).set("spark.master", "local[1]")
    for name in (*_RESOLVED_BY, "spark.jars.ivy"):
        if settings.get(name):
            conf.set(name, str(settings[name]))
    SparkContext._ensure_initialized(conf=conf)
    try:
        found = str(jvm.gateway().jvm.java.lang.System.getProperty("spark.jars") or "")
    finally:
        end_java()
    with contextlib.suppress(OSError):  # nothing needs them
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as made:
            for jar in filter(None, found.split(",")):
                shutil.copy(unquote(urlparse(jar).path), made)
            os.chmod(made, 0o755)
            os.rename(made, place)
            os.mkdir(made)  # for the context manager to remove
    return fetched(settings)


def end_java() -> None:
    """End the JVM that this process has, and wait for it: afterwards it has none."""
    gateway = jvm.gateway()
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait()
    SparkContext._gateway = SparkContext._jvm = None


def _spark_home() -> Path:
    return Path(os.environ.get("SPARK_HOME") or Path(pyspark.__file__).parent)
