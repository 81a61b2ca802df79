"""`changefeed` in processes of their own, for tests that kill them or let them meet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pipeline import REPO

STATE = (
    "select feed, source_table, row_key, copies, is_deleted, operation, changed_at,"
    " to_json(array_sort(map_entries(row))) as row, to_json(position) as position from {} order by 1, 2, 3"
)
RUN = (
    "run",
    "--select",
    "+changefeed_folded_rows +changefeed_versions +changefeed_source_columns",
    "--exclude",
    "test_type:singular",
)


def start(project: Path, home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A `changefeed` process in a process group of its own."""
    return spawn(home, "-m", "changefeed", "--project-dir", str(project), *arguments)


def spawn(home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"CHANGEFEED_HOME": str(home), "CHANGEFEED_SCHEMA": "changefeed"}
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=REPO, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def finish(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    output, _ = process.communicate(timeout=600)
    return process.returncode, output.decode()
