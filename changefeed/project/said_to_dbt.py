"""What a command says to the dbt that it calls: one JSON variable of the environment, read by one macro.

dbt's own --vars are for what people say: dbt reads a project anew if one of them changes.
"""

from __future__ import annotations

import json
import os

VARIABLE = "CHANGEFEED_COMMAND"


def say(**values: str | int | bool) -> None:
    """Tell what the macro said_by_command() returns in this process and those that it starts, beside what was said."""
    os.environ[VARIABLE] = json.dumps(json.loads(os.environ.get(VARIABLE, "{}")) | values)


def said(name: str) -> str | int | bool | None:
    """What was said under a name; None if nothing was."""
    value: str | int | bool | None = json.loads(os.environ.get(VARIABLE, "{}")).get(name)
    return value
