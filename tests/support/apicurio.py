"""Apicurio Registry for the tests: fetched once (142 MB) with the Ivy that pyspark brings, started on a free port.

It keeps its data in memory.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import broker
import maven

VERSION = "2.6.13.Final"  # the last that runs on Java 17
_UP_WITHIN = 120  # seconds
_DEPENDENCY = f"""
<dependency org="io.apicurio" name="apicurio-registry-app" rev="{VERSION}" transitive="false">
    <artifact name="apicurio-registry-app" type="tar.gz" ext="tar.gz" m:classifier="all"/>
</dependency>
"""


class Apicurio:
    """One registry."""

    def __init__(self, address: str) -> None:
        self.address = address

    def register(self, subject: str, schema: Any, references: Iterable[dict[str, Any]] = (), kind: str = "AVRO") -> int:
        """Give a schema (JSON) under a subject; returns its number as Confluent's HTTP has it."""
        told = {"schema": json.dumps(schema), "schemaType": kind, "references": list(references)}
        return self.ask(f"/apis/ccompat/v7/subjects/{subject}/versions", told)["id"]

    def ask(self, path: str, told: Any = None) -> Any:
        """What it answers, with something told by POST."""
        data = None if told is None else json.dumps(told).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


@contextmanager
def serving(folder: Path) -> Iterator[Apicurio]:
    """A registry that runs, with its log in a folder; raises TimeoutError with the log's end."""
    (port,) = broker.free_ports(1)
    settings = ["-Dquarkus.http.host=127.0.0.1", f"-Dquarkus.http.port={port}"]
    java = ["java", "-Xmx384m", "-XX:TieredStopAtLevel=1", *settings]
    with (folder / "registry.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, broker.__file__, *java, "-jar", str(_program())],
            stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True, cwd=folder,
        )  # fmt: skip
    try:
        found = Apicurio(f"http://127.0.0.1:{port}")
        deadline = time.monotonic() + _UP_WITHIN
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                found.ask("/apis/ccompat/v7/subjects")
                break
            time.sleep(0.5)
        else:
            raise TimeoutError((folder / "registry.log").read_text()[-2000:])
        yield found
    finally:
        process.stdin.close()
        process.wait(timeout=60)


def _program() -> Path:
    """The registry's jar, fetched from the Maven repository on first use."""
    place = maven.fetched(f"apicurio-{VERSION}", _DEPENDENCY, "[artifact].[ext]", "*-runner.jar", ("tar.gz",))
    return next(place.glob("*-runner.jar"))
