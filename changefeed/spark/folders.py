"""A folder of tables: of this machine, or where Spark has its tables else, which is asked through Hadoop."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from pyspark.sql import SparkSession

from changefeed.spark import jvm

_OF_THIS_MACHINE = re.compile("(?:file:(?://)?(?=/))?(?!\\w+:)(.*)")


def at(address: str, spark: SparkSession) -> Local | Remote:
    """The folder of an address: a path, or a URI."""
    local = _OF_THIS_MACHINE.fullmatch(address)
    return Local(Path(local[1]).absolute()) if local else Remote(spark, address)


def of_tables(settings: Mapping[str, str]) -> Path | None:
    """The folder of this machine in which a Spark with these settings has its schemas. None if they are elsewhere."""
    local = _OF_THIS_MACHINE.fullmatch(settings.get("spark.sql.warehouse.dir", "spark-warehouse"))
    return Path(local[1]).absolute() if local else None


def of_session(spark: SparkSession) -> str:
    """The address of the folder in which a session has its schemas."""
    return str(spark.conf.get("spark.sql.warehouse.dir"))  # Spark knows one always


class Local:
    """A folder of this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __truediv__(self, name: str) -> Local:
        return Local(self.path / name)

    def folders(self) -> list[str]:
        """The names of the folders in it; none where it is not there."""
        return [each.name for each in self.path.iterdir() if each.is_dir()] if self.path.is_dir() else []

    def files(self) -> Iterator[str]:
        """The files below it, and links to folders, by their paths from here. A server's socket is no file."""
        if self.path.is_symlink():
            yield "."
        for path, folders, files in os.walk(self.path):
            place = Path(path)
            for name in (*files, *(each for each in folders if (place / each).is_symlink())):
                if not (place / name).is_socket():
                    yield (place / name).relative_to(self.path).as_posix()

    def address(self) -> str:
        """Its path, or its URI."""
        return str(self.path)

    def text(self, name: str) -> str:
        """What a file says."""
        return (self.path / name).read_text(encoding="utf-8")

    def opened(self, name: str) -> IO[bytes]:
        """A file, to read its bytes."""
        return (self.path / name).open("rb")

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path)


class Remote:
    """A folder of a file system, or of an object store, that Spark's Hadoop knows."""

    def __init__(self, spark: SparkSession, address: str) -> None:
        self._spark, self._path = spark, jvm.of(spark).org.apache.hadoop.fs.Path(address)
        self._system: Any = self._path.getFileSystem(spark._jsparkSession.sessionState().newHadoopConf())

    def __truediv__(self, name: str) -> Remote:
        return Remote(self._spark, f"{self._path}/{name}")

    def folders(self) -> list[str]:
        """As Local.folders()."""
        found = self._system.listStatus(self._path) if self._system.exists(self._path) else []
        return [each.getPath().getName() for each in found if each.isDirectory()]

    def files(self) -> Iterator[str]:
        """As Local.files(); links are not known here."""
        above = len(self._system.makeQualified(self._path).toString()) + 1
        listed = self._system.listFiles(self._path, True)
        while listed.hasNext():
            yield listed.next().getPath().toString()[above:]

    def address(self) -> str:
        """As Local.address()."""
        return str(self._path.toString())

    def text(self, name: str) -> str:
        """As Local.text()."""
        return self._bytes(name).decode()

    def opened(self, name: str) -> IO[bytes]:
        """As Local.opened()."""
        return io.BytesIO(self._bytes(name))

    def _bytes(self, name: str) -> bytes:
        stream = self._system.open((self / name)._path)
        try:
            return bytes(stream.readAllBytes())
        finally:
            stream.close()

    def remove(self) -> None:
        """As Local.remove()."""
        self._system.delete(self._path, True)
