"""What servers of tests and benchmarks need of a Maven repository: fetched once, with the Ivy that pyspark ships."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pyspark

from changefeed.spark import jars

_MODULE = """<ivy-module version="2.0" xmlns:m="http://ant.apache.org/ivy/maven">
    <info organisation="changefeed" module="tests"/>
    <dependencies>{}</dependencies>
</ivy-module>
"""
# For packages whose jars have all that they need, and whose POMs name what is not to be had.
_WITHOUT_POMS = """<ivysettings>
    <settings defaultResolver="central"/>
    <resolvers><ibiblio name="central" m2compatible="true" usepoms="false"/></resolvers>
</ivysettings>
"""


class CannotFetch(Exception):
    """The repository does not answer, or lacks what is asked for: the message has what Ivy said."""


def fetched(
    name: str,
    dependencies: str,
    retrieve: str,
    has: str,
    types: Iterable[str] = ("jar",),
    keep: Callable[[Path], Path] = lambda made: made,
    uses_poms: bool = True,
) -> Path:
    """A folder of changefeed's cache, `name`, with what Ivy retrieves on first use; archives are unpacked.

    `dependencies` are elements of Ivy's module, `retrieve` is its pattern of file names, `types` are those of
    artifacts. `has` matches a file that must have come, `keep` says which folder of what came is kept. Raises
    CannotFetch.
    """
    place = jars.cache() / name
    if place.exists():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        made = Path(folder) / name
        made.mkdir()
        (made / "ivy.xml").write_text(_MODULE.format(dependencies))
        settings = [] if uses_poms else ["-settings", "settings.xml"]
        if not uses_poms:
            (made / "settings.xml").write_text(_WITHOUT_POMS)
        [ivy] = (Path(pyspark.__file__).parent / "jars").glob("ivy-*.jar")
        done = subprocess.run(
            ["java", "-jar", str(ivy), *settings, "-ivy", "ivy.xml", "-confs", "default", "-types", *types,
             "-retrieve", retrieve],
            cwd=made, capture_output=True, text=True, timeout=900,
        )  # fmt: skip
        for packed in made.glob("*.tar.gz"):
            with tarfile.open(packed) as archive:
                archive.extractall(made, filter="data")
            packed.unlink()
        if done.returncode or not list(made.glob(has)):
            raise CannotFetch(f"{name} can't be fetched:\n{done.stdout[-3000:]}{done.stderr}")
        try:
            keep(made).rename(place)
        except OSError:
            if not place.exists():  # another process was first
                raise
    return place
