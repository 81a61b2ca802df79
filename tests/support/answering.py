"""A warehouse that answers: dbt runs models without Spark, and every statement that it would send is kept.

The harness is dbt itself, with the project's manifest, hooks and materializations. Only the connection is replaced. A
question of a model gets the answer that the warehouse was given, or else that of one whose tables are empty; a
statement that writes does nothing.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import dbt.adapters.spark.session
import pytest
import sqlglot
from dbt.cli.main import dbtRunner
from dbt_common.events.contextvars import get_node_info
from sqlglot import expressions as exp
from sqlglot.executor import execute

from pipeline import REPO

Rows = Sequence[Sequence[Any]]
SCHEMA = "changefeed"  # where all is, unless the environment says another
OTHERS = {  # columns and rows of statements that are no queries
    "show tblproperties": (["key", "value"], []),
    "merge into": (["num_affected_rows"], [[0]]),
}
_OF_DBT = re.compile(r"\A(?:/\*.*?\*/\s*)+", re.DOTALL)  # the comments before a statement: of dbt, and of ask()


def options_of(target: str) -> list[str]:
    """What each call of dbt is given."""
    return [
        "--quiet", "--project-dir", str(REPO), "--profiles-dir", str(REPO), "--target-path", target,
        "--log-level-file", "none",
    ]  # fmt: skip


def without_comment(sql: str) -> str:
    """A statement without the comments before it."""
    return _OF_DBT.sub("", sql).strip()


class Warehouse:
    """What a warehouse has, for a run of dbt.

    `stands` are the kinds of nodes whose relations are there (model, seed, source); `feeds` are the rows of
    feed_settings. An answer stands beside words of its question, a regular expression; the first that fits counts. What
    `usual` has need not be asked.
    """

    def __init__(
        self,
        manifest: Any,
        stands: Collection[str],
        feeds: Sequence[Mapping[str, str | None]],
        answers: Mapping[str, Rows],
        usual: Mapping[str, Rows],
    ) -> None:
        self._manifest = manifest
        self._stands = stands
        self._feeds = feeds
        self._answers = {**usual, **answers}
        self._asked = set(usual)
        self.statements: dict[str, list[str]] = defaultdict(list)  # what each model or hook sent, by its name

    def run(self, *arguments: str) -> None:
        """Run dbt here. An answer that nobody asked for is a mistake."""
        with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as target:
            patch.setattr(dbt.adapters.spark.session, "Cursor", lambda **_: _Cursor(self))
            options = [*options_of(target), "--threads", "1", "--no-write-json"]
            done = dbtRunner(manifest=self._manifest).invoke(["run", *options, *arguments])
        if done.exception is not None:
            raise done.exception
        failed = [f"{each.node.name}: {each.message}" for each in done.result.results if each.status == "error"]
        assert not failed, "\n".join(failed)
        assert set(self._answers) == self._asked, f"nobody asked: {set(self._answers) - self._asked}"

    def answer(self, statement: str) -> tuple[Sequence[str], Rows]:
        """The columns and the rows of a statement, which is kept."""
        node = get_node_info()
        words = " ".join(statement.split())
        if " as __dbt_sbq where false" in words:  # dbt asks for the columns of a view, with all its text
            return list(self._manifest.nodes[node["unique_id"]].columns), []
        if node:
            self.statements[re.sub(r"-\d+$", "", node["node_name"])].append(statement)
        given = next((each for each in self._answers if re.search(each, words)), None)
        if given is not None:
            self._asked.add(given)
        if found := re.fullmatch(r"show table extended in (\S+) like '\*'", words):
            return ["namespace", "tableName", "isTemporary", "information"], self._relations(found[1])
        if words.startswith("describe extended "):
            return ["col_name", "data_type", "comment"], self._columns(words.split()[-1])
        if words.startswith("describe detail "):
            return ["id", "sizeInBytes"], [[f"the id of {words.split()[-1]}", 0]]
        for beginning, (columns, rows) in OTHERS.items():
            if words.startswith(beginning):
                return columns, self._answers[given] if given else rows
        if not re.match(r"(select|with)\b", words):
            return [], []
        question = sqlglot.parse_one(statement, dialect="databricks")
        names = [each.output_name or f"c{place}" for place, each in enumerate(question.selects)]
        if given:
            return names, self._answers[given]
        tables = {table.name: table.db for table in question.find_all(exp.Table)}
        if list(tables) == ["feed_settings"]:
            found = execute(question, tables={tables["feed_settings"]: {"feed_settings": self._feeds}})
            return names, found.rows
        return names, _of_nothing(question)

    def _relations(self, schema: str) -> Rows:
        nodes = [*self._manifest.nodes.values(), *self._manifest.sources.values()]
        return [
            [schema, node.identifier, False, "Type: VIEW" if kind == "view" else "Provider: delta"]
            for node in nodes
            if node.resource_type in self._stands and node.schema == schema
            for kind in [getattr(node.config, "materialized", "")]
        ]

    def _columns(self, relation: str) -> Rows:
        node = next(each for each in self._manifest.nodes.values() if each.relation_name == relation)
        return [[column.name, column.data_type, None] for column in node.columns.values()]


def _of_nothing(question: exp.Query) -> Rows:
    """What a query gives where all tables are empty: one row where it counts or looks for the greatest of all."""
    if not isinstance(question, exp.Select) or question.args.get("group") or question.args.get("having"):
        return []
    if question.args.get("from_") and not any(each.find(exp.AggFunc) for each in question.selects):
        return []
    return [[_value_of_nothing(each) for each in question.selects]]


def _value_of_nothing(value: exp.Expression) -> Any:
    if value.find(exp.ArrayToString):
        return ""
    return 0 if value.find(exp.Count, exp.CountIf, exp.Coalesce) else None


class _Cursor:
    """What dbt-spark has for a cursor of a database."""

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse
        self._columns: Sequence[str] = []
        self._rows: Rows = []

    def execute(self, sql: str, *_: Any) -> None:
        self._columns, self._rows = self._warehouse.answer(without_comment(sql))

    @property
    def description(self) -> list[tuple]:
        return [(name, "string", None, None, None, None, True) for name in self._columns]

    def fetchall(self) -> Rows:
        return self._rows

    def close(self) -> None:
        self._rows = []
