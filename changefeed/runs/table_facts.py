"""What runs have asked of tables, by the state that each table was in: a run asks again only of those that changed.

A fact is what ask_facts_of_run() asks: the greatest values and counts of a table of changefeed's own. It holds for as
long as the log of the table has the same newest file (ADR 0042).
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from changefeed.project import said_to_dbt
from changefeed.spark import storage
from changefeed.spark.relations import folder_in

ASKED = "changefeed has asked of tables: "  # as ask_facts_of_run() says, then JSON: by relation, its numbers


class TableFacts:
    """Facts of earlier runs and of this one. `folder` has all tables; without one, no fact is known.

    `noted` is what a run of the same files of the project has noted: by relation, its state and its numbers.
    """

    def __init__(self, folder: Path | None = None, noted: dict[str, list[str]] | None = None) -> None:
        self._folder, self._noted = folder, noted or {}
        self._states: dict[str, str] = {}

    def say(self) -> None:
        """Look which tables are as they were, and tell dbt what is known of these. From now on only this run may write
        to them.
        """
        self._states = {}
        with contextlib.suppress(OSError):
            for table in folder_in(self._folder, "decoded").parent.iterdir() if self._folder else ():
                with contextlib.suppress(OSError, ValueError):
                    self._states[f"{table.parent.stem}.{table.name}"] = storage.state_in(table)
        known = {name: numbers for name, (state, numbers) in self._noted.items() if self._states.get(name) == state}
        self._noted = {name: self._noted[name] for name in known}
        said_to_dbt.say(known_facts=json.dumps(known))

    def hear(self, told: str) -> None:
        """Take what dbt has asked since; a table that it has written to is in another state when it is looked at."""
        for name, numbers in json.loads(told.removeprefix(ASKED)).items():
            if name in self._states:
                self._noted[name] = [self._states[name], numbers]

    @property
    def noted(self) -> dict[str, list[str]]:
        """What the next run may take, if no file of the project changes."""
        return self._noted
