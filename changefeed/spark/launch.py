"""Starts Spark's Java process, with settings that no other account on the machine can read."""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pyspark import SparkContext

from changefeed.spark import jars

_OPTIONS = "spark.driver.extraJavaOptions"


def java(settings: Mapping[str, str], scratch: Path) -> None:
    """Start Java for this process, if it has none; its temporary files are in the folder `scratch`.

    pyspark would put the settings on Java's command line, which every account can list. They go in a file instead.
    What spark-defaults.conf names besides counts as ever.
    """
    if SparkContext._gateway is not None:
        return
    named = dict(settings)
    if _OPTIONS in named:
        named[_OPTIONS] += f' "-Djava.io.tmpdir={scratch}"'  # Java takes the last one
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=scratch, suffix=".properties") as file:  # mode 0600
        for name, value in named.items():
            file.write(f"{_escaped(name)}={_escaped(value)}\n")
        file.flush()
        given = os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell")
        arguments = f"--load-spark-defaults --properties-file {shlex.quote(file.name)} {given}"
        with contextlib.ExitStack() as stack:
            stack.enter_context(environment("PYSPARK_SUBMIT_ARGS", arguments))
            if jars.is_local(settings) and "SPARK_LOCAL_IP" not in os.environ:  # alone decides where the UI listens
                stack.enter_context(environment("SPARK_LOCAL_IP", "127.0.0.1"))
            if "," in str(scratch) and "SPARK_LOCAL_DIRS" not in os.environ:  # Spark would take it for two folders
                stack.enter_context(environment("SPARK_EXECUTOR_DIRS", str(scratch)))
            SparkContext._ensure_initialized()


@contextlib.contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """Set a variable of the environment in the `with` block."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _escaped(text: str) -> str:
    """A name or a value as Java reads it in a file of properties."""
    for character, written in (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\f", "\\f")):
        text = text.replace(character, written)
    return "".join(f"\\{each}" if each in " :=#!" else each for each in text)
