"""What the last clean run has built, so that a run with nothing to do ends without asking dbt.

A run has nothing to do when nothing was written to `messages` since and no file of the project has changed. The note is
$CHANGEFEED_HOME/last_run.json; without it, or with another schema in it, a run builds.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from loader.messages import table_name
from loader.profile import profiles_dir
from loader.session import schema_name

_PROJECT_FILES = (
    "dbt_project.yml",
    "models",
    "macros",
    "seeds",
    "schemas",
    "udfs",
    "tests/singular",
    "tests/generic",
)
_HOUSEKEEPING = ("OPTIMIZE", "VACUUM START", "VACUUM END", "MERGE")  # commits to messages that land nothing
_BUILT = ("windows", "decoded", "table_events", "table_actions", "folded_rows", "versions", "run_counts")


def state(spark: SparkSession, project_dir: Path) -> dict[str, Any]:
    """What a run starts from: the schema, the last load, and a hash of the project's files.

    The history of a Delta table is read without asking its data, which takes a new session three times as long.
    Commits of compaction and of `changefeed maintain` bring nothing new.
    """
    commits = spark.sql(f"describe history {table_name('messages')} limit 50").collect()
    load = next((commit for commit in commits if commit["operation"] not in _HOUSEKEEPING), commits[-1])
    return {
        "schema": schema_name(),
        "messages": f"version {load['version']} of {load['timestamp']}",
        "project": _fingerprint(project_dir),
    }


def is_nothing_to_do(spark: SparkSession, now: dict[str, Any]) -> bool:
    """Whether the last run ended well, started from this very state, and its tables are still there."""
    try:
        last = json.loads(_note().read_text())
    except (OSError, ValueError):
        return False
    return last == now and all(spark.catalog.tableExists(table_name(name)) for name in _BUILT)


def remember(started_from: dict[str, Any]) -> None:
    """Note that a whole run that started from this state ended well."""
    _note().write_text(json.dumps(started_from))


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


def _fingerprint(project_dir: Path) -> str:
    """A hash of the project's files and of those of its packages, of which changefeed may be one."""
    digest = hashlib.sha256((profiles_dir(project_dir) / "profiles.yml").read_bytes())
    packages = project_dir / "dbt_packages"
    # Each package by itself: one that was installed from a folder is a link, which rglob() does not follow.
    for folder in [project_dir, *(sorted(packages.iterdir()) if packages.is_dir() else [])]:
        for name in _PROJECT_FILES:
            top = folder / name
            for file in [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file()):
                digest.update(f"{file.relative_to(project_dir)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()
