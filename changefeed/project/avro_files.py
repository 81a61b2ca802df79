"""The files schemas/*.avsc of a project, as they can be read without Spark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from changefeed.errors import ChangefeedError

FOLDER = "schemas"


def unchecked(project_dir: Path) -> dict[str, dict[str, Any]]:
    """The files as the macro landed_schemas() gives them, where no JVM says whether they are schemas of Avro."""
    found = {}
    for file in sorted((project_dir / FOLDER).glob("*.avsc")):
        try:
            schema = json.loads(bytes_of(file).decode("utf-8-sig"))
            found[file.stem] = {"text": json.dumps(schema), "schema": schema, "fault": None}
        except ValueError as error:
            found[file.stem] = {"text": None, "schema": None, "fault": f"it is not JSON: {error}"}
    return found


def bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ChangefeedError(f"{file}: can't be read ({error.strerror})") from error
