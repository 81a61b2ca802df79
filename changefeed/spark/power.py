"""What a loss of power can take from tables on this machine, and how it is found.

Spark's writers hand bytes to the system and do not wait until the disk has them. A kill takes nothing, since the system
has all that was written. A loss of power can leave a commit, or a file that it names, empty or cut, for about half a
minute. So a command that has written ends with `sync`, and a command that starts Spark begins with `check`.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from changefeed.errors import ChangefeedError
from changefeed.spark import folders

_COMMIT = re.compile(r"(\d{20})\.json")
_NOTE = "synced"  # its time: all that was written before is on the disk
_END_OF_PARQUET = b"PAR1"


@dataclass(frozen=True)
class Torn:
    """A commit that is not whole, the oldest such one of its table. `table`: schema.table; `what`: what is wrong."""

    table: str
    commit: Path
    what: str


def sync(home: Path, settings: Mapping[str, str]) -> None:
    """Wait until the disk has all that was written to the tables, and note the time. Elsewhere nothing is done.

    Raises ChangefeedError if the disk fails.
    """
    tables = folders.of_tables(settings)
    if tables is None or not tables.is_dir():
        return
    began = time.time()
    try:
        _sync_file_system(tables)
        note = home / _NOTE
        note.touch()
        os.utime(note, (began, began))
    except OSError as error:
        raise ChangefeedError(
            f"The disk of the tables, {tables}, may not have taken what was written ({error.strerror}). Look at the "
            "system's log; `changefeed doctor` says whether the newest commits are whole."
        ) from error


def _sync_file_system(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        syncfs = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)  # Linux has it
        if syncfs is None:
            os.sync()
        elif syncfs(opened):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(folder))
    finally:
        os.close(opened)


def check(home: Path, settings: Mapping[str, str]) -> None:
    """Stop a command before it builds on a commit that a loss of power has torn.

    Raises ChangefeedError that names the tables and says how to go on.
    """
    if found := torn(home, settings):
        raise ChangefeedError(
            f"The newest commit of {', '.join(each.table for each in found)} is not whole, as after a loss of power: "
            f"{found[0].commit}: {found[0].what}. `changefeed doctor` lists all of them; docs/how-to/operate.md, "
            '"After a loss of power", says how to go on. Nothing was changed.'
        )


def torn(home: Path, settings: Mapping[str, str]) -> list[Torn]:
    """The commits that are not whole, among those that the disk need not have had: of Delta, the default format.

    Iceberg names its newest commit in the metastore, which waits for the disk; what is missing then is an error when
    the table is read.
    """
    tables = folders.of_tables(settings)
    note = home / _NOTE
    since = note.stat().st_mtime - 1 if note.exists() else 0.0
    found = []
    for log in tables.glob("*.db/*/_delta_log") if tables else ():
        for commit in _newest_commits(log, since):
            if what := _fault(commit):
                schema = log.parent.parent.name.removesuffix(".db")
                found.append(Torn(f"{schema}.{log.parent.name}", commit, what))
                break
    return sorted(found, key=lambda each: each.table)


def _newest_commits(log: Path, since: float) -> list[Path]:
    """The commits of a log since a time, oldest first, and the newest in any case."""
    with os.scandir(log) as entries:
        files = sorted(
            (int(found[1]), entry.stat().st_mtime, log / entry.name)
            for entry in entries
            if (found := _COMMIT.fullmatch(entry.name))
        )
    return [file for number, (_, at, file) in enumerate(files, 1) if number == len(files) or at >= since]


def _fault(commit: Path) -> str:
    """What is not whole in a commit, or in a file that it adds; '' where all is."""
    try:
        actions = [json.loads(line) for line in commit.read_text(encoding="utf-8").splitlines()]
    except ValueError:
        return "it is cut"
    if not actions:
        return "it is empty"
    for added in (action["add"] for action in actions if "add" in action):
        file = commit.parent.parent / unquote(added["path"])
        fault = _fault_of_file(file, added)
        if fault:
            return f"{file.name}, which it adds, {fault}"
    return ""


def _fault_of_file(file: Path, added: Mapping[str, Any]) -> str:
    with contextlib.suppress(FileNotFoundError), file.open("rb") as opened:
        if os.fstat(opened.fileno()).st_size != added["size"]:
            return "has another length than it had"
        opened.seek(-len(_END_OF_PARQUET), os.SEEK_END)
        return "" if opened.read() == _END_OF_PARQUET else "has lost its end"
    return ""  # compaction and VACUUM may have deleted it since


def set_aside(home: Path, found: Torn) -> Path:
    """Move a torn commit, and what came after it in its log, out of its table; returns the folder that has it now.

    The table is as it was before that commit.
    """
    place = home / "torn" / time.strftime("%Y%m%dT%H%M%S", time.gmtime()) / found.table
    place.mkdir(parents=True)
    first = int(found.commit.stem)
    for file in sorted(found.commit.parent.iterdir()):
        number = re.match(r"\.?(\d{20})\.", file.name)
        if number and int(number[1]) >= first:
            shutil.move(file, place / file.name)
    return place
