"""Runs the macros that `dbt run-operation` can run, without dbt: that takes seconds to start and to parse a project.

The macros see what they need of dbt's context. Relations are those that runs have built; feeds and their settings are
those that the seeds declare now.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.project import declared_as_sql, macros
from changefeed.spark.relations import table_name
from changefeed.spark.session import schema_name


class Operations:
    """The macros of a project, which ask one session. What they have read once, they know for all later calls."""

    def __init__(self, spark: SparkSession, project_dir: Path) -> None:
        self._spark = spark
        self._project_dir = project_dir
        self._printed: list[str] = []
        self._rules = macros.load(
            project_dir, {}, config=lambda **_: "", print=self._print, ref=self._relation, run_query=self._answer,
            source=lambda _, name: table_name(name), function=_function, load_relation=self._existing,
            invocation_id="", graph=_graph(),
            api=SimpleNamespace(Relation=SimpleNamespace(create="`{schema}`.`{identifier}`".format)),
            flags=SimpleNamespace(WHICH="run-operation", FULL_REFRESH=False),
        )  # fmt: skip

    def run(self, macro: str, *arguments: Any) -> list[str]:
        """Run a macro, and return what it printed. Raises ChangefeedError with what the macro raises."""
        self._printed = []
        try:
            getattr(self._rules, macro)(*arguments)
        except macros.Wrong as error:
            raise ChangefeedError(str(error)) from error
        return self._printed

    def ask(self, macro: str, *arguments: Any) -> Any:
        """Run a macro that prints one JSON text, and return its value."""
        return json.loads(self.run(macro, *arguments)[-1])

    def _print(self, text: Any) -> str:
        self._printed.append(str(text))
        return ""

    def _relation(self, name: str) -> str:
        if name == declared_as_sql.FEED_SETTINGS:
            return declared_as_sql.settings_of_feeds(self._rules)
        if name in declared_as_sql.COLUMNS_OF:
            return declared_as_sql.seed(self._rules, name, declared_as_sql.lines_of(self._project_dir, name))
        return table_name(name.removeprefix("changefeed_"))

    def _existing(self, relation: str) -> str | None:
        is_query = relation.startswith("(")
        return relation if is_query or self._spark.catalog.tableExists(relation) else None

    def _answer(self, query: str) -> SimpleNamespace:
        return SimpleNamespace(rows=self._spark.sql(query).collect())


def _function(name: str) -> str:
    return f"`{schema_name()}`.`{name}`"


def _graph() -> dict[str, Any]:
    """What of dbt's graph these macros look at: where the landing tables are."""
    names = {"source_name": macros.PACKAGE, "package_name": macros.PACKAGE, "schema": schema_name()}
    return {"nodes": {}, "sources": {"schemas": SimpleNamespace(name="schemas", identifier="schemas", **names)}}
