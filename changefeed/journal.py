"""What commands did, a line of JSON each, for programs that collect logs: $CHANGEFEED_HOME/logs/events.jsonl.

With CHANGEFEED_EVENTS=stderr the lines go to standard error too, as containers want it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

_BYTES = 10_000_000  # then the file becomes events.1.jsonl, and the one before it goes


def note(event: str, **facts: Any) -> None:
    """Write a line: at (UTC), event, process and the facts that are not None. Without a known warehouse, nothing."""
    known = {name: value for name, value in facts.items() if value is not None}
    at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line = json.dumps({"at": at, "event": event, "process": os.getpid(), **known}, ensure_ascii=False)
    if os.environ.get("CHANGEFEED_EVENTS") == "stderr":
        print(line, file=sys.stderr, flush=True)
    file = _file()
    with contextlib.suppress(OSError):  # a full disk is told by the command itself
        if file and file.parent.is_dir():
            if file.exists() and file.stat().st_size > _BYTES:
                file.replace(_older(file))
            with file.open("a", encoding="utf-8") as lines:
                lines.write(line + "\n")


def newest(event: str, **facts: Any) -> dict[str, Any] | None:
    """The newest line of an event that has these facts. None if there is none."""
    return next((each for each in _newest_first() if {"event": event, **facts}.items() <= each.items()), None)


def _newest_first() -> Iterator[dict[str, Any]]:
    file = _file()
    for each in (file, _older(file)) if file else ():
        with contextlib.suppress(OSError):
            for line in reversed(each.read_text(encoding="utf-8").splitlines()):
                with contextlib.suppress(ValueError):  # a line that a full disk cut
                    yield json.loads(line)


def _file() -> Path | None:
    home = os.environ.get("CHANGEFEED_HOME")
    return Path(home) / "logs" / "events.jsonl" if home else None


def _older(file: Path) -> Path:
    return file.with_suffix(".1.jsonl")
