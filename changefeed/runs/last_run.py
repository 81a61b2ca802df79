"""What the last clean run has built, so that a run with nothing to do ends without asking dbt.

A run has nothing to do when nothing was written to `messages` since and no file of the project has changed. The note is
$CHANGEFEED_HOME/last_run.json; without it, or with another schema in it, a run builds.

Where the tables are folders of this machine, that of `messages` says what has landed, and a run with nothing to do is
known before Spark starts.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from changefeed.project.profile import folders_of, profiles_dir
from changefeed.runs.table_facts import TableFacts
from changefeed.spark import folders, storage
from changefeed.spark.relations import folder_in, table_name
from changefeed.spark.session import schema_name

_KINDS = ("model", "macro", "seed", "function", "snapshot")
# Up to these limits a run takes less processor time with interpreted plans than with compiled ones (ADR 0027).
_FEW_MESSAGES = 20_000
_FEW_ROWS_BYTES = 15_000_000
_SMALL_LOGS_BYTES = 30_000_000
_LOGS = ("messages", "decoded")  # what each message makes larger
_BUILT = ("read_batches", "decoded", "statements", "refold_requests", "folded_rows", "versions", "run_counts")


def state(spark: SparkSession, project_dir: Path) -> dict[str, Any]:
    """What a run starts from: the schema, the last load, and a hash of the project's files.

    Commits of compaction and of `changefeed maintain` bring nothing new.
    """
    commits = storage.commits(spark, table_name("messages"), 50)
    return _state(next((commit for commit in commits if not commit.is_housekeeping), commits[-1]), project_dir)


def _state(load: storage.Commit, project_dir: Path) -> dict[str, Any]:
    return {
        "schema": schema_name(),
        "messages": f"version {load.version}, load {load.load_id}",
        "project": _fingerprint(project_dir),
    }


def is_nothing_to_do(spark: SparkSession, now: dict[str, Any]) -> bool:
    """Whether the last run ended well, started from this very state, and its tables are still there."""
    last = _noted()
    return {name: last.get(name) for name in now} == now and all(
        spark.catalog.tableExists(table_name(name)) for name in _BUILT
    )


def has_built(now: dict[str, Any]) -> bool:
    """Whether the last run ended well and built all files of the project as they are now, in this schema."""
    last = _noted()
    return all(last.get(name) == now[name] for name in ("schema", "project"))


def is_known_to_have_nothing_to_do(project_dir: Path, settings: Mapping[str, str]) -> bool:
    """The same without Spark, for the settings that Spark would have. False if the tables are not folders here.

    The last run noted the folders of its tables. The folder of a dropped table is gone.
    """
    last, folder = _noted(), folders.of_tables(settings)
    if folder is None or last.get("folder") != str(folder):
        return False
    with contextlib.suppress(OSError, ValueError, StopIteration):
        commits = storage.commits_in(folder_in(folder, "messages"))
        now = _state(next(commit for commit in commits if not commit.is_housekeeping), project_dir)
        return {name: last.get(name) for name in now} == now and _are_there(folder)
    return False


def has_few_messages(settings: Mapping[str, str], is_all_again: bool = False) -> bool:
    """Whether few messages have landed since the last run (`is_all_again`: ever).

    Spark is not needed, only the settings that it would have. False if the tables are not folders here.
    """
    folder = _own_folder(settings)
    built = re.match(r"version (\d+),", str(_noted().get("messages")))
    first = int(built[1]) + 1 if built and not is_all_again else 0
    with contextlib.suppress(OSError, ValueError):
        return folder is not None and _landed_since(folder_in(folder, "messages"), first) <= _FEW_MESSAGES
    return False


def has_few_rows(settings: Mapping[str, str]) -> bool:
    """Whether all tables but the logs are small together. Merges read these. False if they are not folders here."""
    folder = _own_folder(settings)
    return folder is not None and _is_small(folder, _FEW_ROWS_BYTES, _of_logs(folder))


def has_small_logs(settings: Mapping[str, str]) -> bool:
    """Whether the logs of messages and changes are small together. False if they are not folders here."""
    folder = _own_folder(settings)
    return folder is not None and sum(_live_bytes(log) for log in _of_logs(folder)) <= _SMALL_LOGS_BYTES


def _own_folder(settings: Mapping[str, str]) -> Path | None:
    """The folder of all tables, if it is one of this machine, and all tables are there."""
    return None if os.environ.get("CHANGEFEED_METASTORE") else folders.of_tables(settings)


def _of_logs(folder: Path) -> list[Path]:
    return [folder_in(folder, name) for name in _LOGS]


def _landed_since(table: Path, first: int) -> int:
    """How many messages landed in the commits from this version on. Raises ValueError if some commits are gone."""
    if not storage.is_table(table):
        return 0
    commits = list(itertools.takewhile(lambda each: each.version >= first, storage.commits_in(table)))
    if commits and commits[-1].version > first:
        raise ValueError(f"commits before {commits[-1].version} are gone")
    return sum(commit.rows for commit in commits if not commit.is_housekeeping)


def _is_small(folder: Path, limit: int, without: Collection[Path]) -> bool:
    """Whether the tables below a folder are small together, but for some. It stops as soon as they are not."""
    size = 0
    for path, below, _ in os.walk(folder):
        if storage.is_table(Path(path)):
            below.clear()
            size += _live_bytes(Path(path)) if Path(path) not in without else 0
            if size > limit:
                return False
    return True


def _live_bytes(table: Path) -> int:
    """The bytes of the rows that a table has, or of all its files if its log does not say: old files are among them."""
    with contextlib.suppress(OSError, ValueError):
        return storage.size_in(table)
    return sum(os.path.getsize(os.path.join(path, file)) for path, _, files in os.walk(table) for file in files)


def _are_there(folder: Path) -> bool:
    """Whether all tables of a run are where Spark puts them by itself; run_counts is a view."""
    return all(storage.is_table(folder_in(folder, name)) for name in (*_BUILT, "messages") if name != "run_counts")


def _noted() -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):
        noted: dict[str, Any] = json.loads(_note().read_text())
        return noted
    return {}


def facts(settings: Mapping[str, str], now: dict[str, Any]) -> TableFacts:
    """What the last run has noted of tables, if it built the project's files as they are now."""
    return TableFacts(_own_folder(settings), _noted().get("facts") if has_built(now) else None)


def remember(
    started_from: dict[str, Any], spark: SparkSession | None = None, facts: dict[str, list[str]] | None = None
) -> None:
    """Note that a whole run, which began in this state, ended well; the folder of its tables, if it is known; and the
    facts of tables that it asked.
    """
    folder = spark and folders.of_tables({"spark.sql.warehouse.dir": folders.of_session(spark)})
    note = started_from | {"facts": facts or {}}
    if spark and folder and _are_there(folder):
        place = storage.folder_of(spark, table_name("messages"))
        if folders.of_tables({"spark.sql.warehouse.dir": place}) == folder_in(folder, "messages"):
            note["folder"] = str(folder)
    _note().write_text(json.dumps(note))


def forget() -> None:
    """Let the next run build, whatever has landed."""
    _note().unlink(missing_ok=True)


def is_checked(started_from: dict[str, Any]) -> bool:
    """Whether the names that the project's typed tables declare, as it is now, were all found in rows."""
    with contextlib.suppress(OSError):
        return _checked_note().read_text() == _declares(started_from)
    return False


def remember_checked(started_from: dict[str, Any]) -> None:
    """Note that all names that the project's typed tables declare were found in rows."""
    _checked_note().write_text(_declares(started_from))


def _declares(started_from: dict[str, Any]) -> str:
    return json.dumps([started_from["schema"], started_from["project"]])


def _note() -> Path:
    return Path(os.environ["CHANGEFEED_HOME"]) / "last_run.json"


def _checked_note() -> Path:
    return Path(os.environ["CHANGEFEED_HOME"]) / "declared_names.json"


def _files_of(project_dir: Path) -> list[Path]:
    """What dbt reads of a project, and the loader's schemas. In a folder of tests other files may stand as well."""
    tops = [project_dir / "schemas", *(folder for kind in _KINDS for folder in folders_of(project_dir, kind))]
    found = [path for top in tops for path in sorted(top.rglob("*"))]
    for top in folders_of(project_dir, "test"):
        found += [path for path in sorted(top.rglob("*")) if path.suffix in (".sql", ".yml")]
    return [project_dir / "dbt_project.yml", *(path for path in found if path.is_file())]


def _fingerprint(project_dir: Path) -> str:
    """A hash of the project's files and of those of its packages, of which changefeed may be one."""
    digest = hashlib.sha256((profiles_dir(project_dir) / "profiles.yml").read_bytes())
    packages = project_dir / "dbt_packages"
    # Each package by itself: rglob() does not follow links, and a package from a folder is a link.
    for folder in [project_dir, *(sorted(packages.iterdir()) if packages.is_dir() else [])]:
        if (folder / "dbt_project.yml").is_file():
            for file in _files_of(folder):
                digest.update(f"{file.relative_to(project_dir)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()
