"""Files that people edit: written whole, or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def replace(file: Path, text: str) -> None:
    """Give a file this text. A full disk or a kill leaves the old one: the new text is written beside it first."""
    file = file.resolve()  # a link stays one
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8") as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        if file.exists():
            shutil.copymode(file, beside)
        beside.replace(file)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
