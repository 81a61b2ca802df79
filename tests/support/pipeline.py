"""A project with feeds of its own, built in this process: what the end-to-end tests drive."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

from changefeed.loader import captures, landing_tables, schemas
from changefeed.project import macros, seeds
from changefeed.spark import relations, session, storage

REPO = Path(__file__).parents[2]
LINKED = ("models", "macros", "udfs", "tests", "docs", "dbt_project.yml", "profiles.yml", "selectors.yml", "changefeed")

# The tables that a run writes, in order; what is built where the seeds are new; what commands write.
TABLES = (
    "read_batches",
    "decoded",
    "source_tables",
    "sent_types",
    "statements",
    "source_epochs",
    "table_reloads",
    "concurrent_changes",
    "event_actions",
    "table_renames",
    "table_actions",
    "source_columns",
    "redefined_keys",
    "refold_requests",
    "folded_rows",
    "versions",
)
CHAIN = tuple(f"changefeed_{name}" for name in TABLES)
COMMANDED = (
    "sweeps",
    "restarts",
    "removals",
    "removed_ranges",
    "lost_ranges",
    "kafka_faults",
    "leader_epochs",
    "erasures",
    "erased_messages",
)
RELATIONS = (
    "+changefeed_current_rows", "+changefeed_history",
    *(f"changefeed_{name}" for name in ("changes", "quarantine", "run_counts", "undecided_orders")),
)  # fmt: skip

PARSED = REPO / "target" / "tests"  # what dbt knew of this project at the last parse: others parse what differs
PARSED_SCHEMA = "changefeed"  # the schema of all of them, for dbt reads nothing again that was parsed for another


class Pipeline:
    """Lands records and builds models in one schema; the seeds are the test's own.

    With `knows_ledger` the project has the dialect of integration_tests too, as if it were a user's own.
    """

    def __init__(self, spark: SparkSession, folder: Path, schema: str, knows_ledger: bool = False) -> None:
        self.spark = spark
        self.folder = folder
        self.schema = schema
        (folder / "seeds").mkdir(parents=True)
        for name in LINKED:
            (folder / name).symlink_to(REPO / name)
        if knows_ledger:
            (folder / "macros").unlink()
            shutil.copytree(REPO / "macros", folder / "macros")
            ledger = (REPO / "integration_tests" / "macros" / "ledger_dialect.sql").read_text()
            found_first = ledger.replace("default__own_dialects", "spark__own_dialects")
            (folder / "macros" / "ledger_dialect.sql").write_text(found_first)
        (folder / "seeds" / "_seeds.yml").symlink_to(REPO / "seeds" / "_seeds.yml")
        for seed in ("feeds", "table_keys", "table_columns", "table_masks"):
            self.declare(seed)
        self.captures = 0
        self.statements: list[tuple[str, str]] = []  # what dbt sent, with the unique id of the node that it was for
        self.manifest: Any = None  # parsing costs more than many a build; variables are read when a model is built
        self._options = [
            "--quiet", "--project-dir", str(folder), "--profiles-dir", str(REPO),
            "--target-path", str(folder / "target"), "--log-level-file", "none",
        ]  # fmt: skip

    def own_models(self) -> None:
        """Gives the project models of its own, without the demo's, so that typed tables can be added."""
        models = self.folder / "models"
        models.unlink()
        shutil.copytree(REPO / "models", models, ignore=shutil.ignore_patterns("demo"))

    def declare(self, seed: str, *lines: dict[str, Any]) -> None:
        """Writes a seed, its name without changefeed_: a line for each mapping from column to value.

        What is no column of changefeed_feeds.csv is an option.
        """
        header = (REPO / "seeds" / f"changefeed_{seed}.csv").read_text().splitlines()[0]
        names = header.split(",")
        if "options" in names:
            options = [{name: line[name] for name in line if name not in names and line[name]} for line in lines]
            lines = [
                line | {"options": " ".join(f"{name}={value}" for name, value in given.items())} if given else line
                for line, given in zip(lines, options, strict=True)
            ]
        assert all(name in names for line in lines for name in line if "options" not in names), f"{names}: {lines}"
        rows = [seeds.line_of_seed(*(line.get(name, "") for name in names)) for line in lines]
        file = self.folder / "seeds" / f"changefeed_{seed}.csv"
        text = "\n".join([header, *rows]) + "\n"
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
            self.is_declared_anew = True

    def version(self, name: str) -> int:
        """The newest version of a table."""
        return storage.commits(self.spark, relations.table_name(name), 1)[0].version

    def declare_as_shipped(self) -> None:
        """Writes the seeds that the project ships, those of the demo, and reads the schemas that they name."""
        for file in (REPO / "seeds").glob("*.csv"):
            (self.folder / "seeds" / file.name).write_text(file.read_text())
        self.is_declared_anew = True
        landing_tables.create_tables(self.spark, self.folder)
        schemas.read(self.spark, REPO)

    def clear(self) -> None:
        """Forgets what was landed and built, and what was declared but the feeds; seeds and views stay."""
        os.environ["CHANGEFEED_SCHEMA"] = self.schema
        for schema in (session.internal_schema_name(), self.schema):
            storage.create_schema(self.spark, schema)
        self.spark.sql(f"use `{self.schema}`")
        for table in ("messages", *TABLES, *COMMANDED):
            self.spark.sql(macros.own().drop_with_files(relations.table_name(table)))
        self.declare("table_keys")
        self.declare("table_columns")
        self.declare("table_masks")

    def land(
        self,
        records: Iterable[dict[str, Any]],
        incarnation: str = "",
        most_per_batch: int = landing_tables.MOST_PER_BATCH,
    ) -> captures.LoadReport:
        """Lands records given as `kcat -J` prints them."""
        self.captures += 1
        file = self.folder / f"capture-{self.captures}.jsonl"
        file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        landing_tables.create_tables(self.spark, self.folder)
        return captures.load(self.spark, self.folder, [file], incarnation, most_per_batch=most_per_batch)

    def dbt(self, *arguments: str) -> dict[str, Any]:
        """Runs a dbt command; returns status and message by node name. Raises if dbt itself fails.

        The manifest stays in memory; only the documentation's command writes it, for that takes half of dbt's own time.
        """
        if self.manifest is None:
            self.parse()
        options = self._options
        written = [] if arguments[0] == "docs" else ["--no-write-json"]
        result = dbtRunner(manifest=self.manifest, callbacks=[self._note]).invoke([*arguments, *options, *written])
        if result.exception is not None:
            raise result.exception
        results = getattr(result.result, "results", [])
        return {each.node.name: each for each in results if getattr(each, "node", None)}  # an operation has none

    def parse(self) -> None:
        """Reads the project as dbt does, under one schema's name for all projects, which is exchanged afterwards.

        Writes target/manifest.json, in which that name stands.
        """
        stored, own, known = (
            folder / "partial_parse.msgpack" for folder in (PARSED, self.folder, self.folder / "target")
        )
        known.parent.mkdir(exist_ok=True)
        if (before := next((file for file in (own, stored) if file.exists()), None)) is not None:
            shutil.copy(before, known)  # commands may have parsed it for the schema
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CHANGEFEED_SCHEMA", PARSED_SCHEMA)
            parsed = dbtRunner().invoke(["parse", *self._options])
        if parsed.exception is not None:
            raise parsed.exception
        shutil.copy(known, own)
        if (self.folder / "models").is_symlink() and (self.folder / "macros").is_symlink():  # nothing of its own
            PARSED.mkdir(parents=True, exist_ok=True)
            new = PARSED / f"{os.getpid()}.new"
            shutil.copy(known, new)
            new.replace(stored)
        self.manifest = parsed.result
        found = (self.manifest.nodes, self.manifest.sources, self.manifest.functions)
        for node in (each for nodes in found for each in nodes.values()):
            parsed_schema, node.schema = node.schema, node.schema.replace(PARSED_SCHEMA, self.schema, 1)
            if node.relation_name:
                node.relation_name = node.relation_name.replace(parsed_schema, node.schema, 1)
        self.manifest.build_flat_graph()  # what macros see

    def _note(self, event: Any) -> None:
        if event.info.name == "SQLQuery":
            self.statements.append((event.data.node_info.unique_id, event.data.sql))

    def build(self, *arguments: str, models: Iterable[str] = ()) -> dict[str, Any]:
        """Builds these models, or else the current rows, from the seeds if these have changed; returns dbt's results.

        Raises at the first model that fails.
        """
        selected = tuple(models) or (RELATIONS if self.is_declared_anew else CHAIN)
        nodes = self.dbt(
            "build", "--select", *selected,
            "--exclude-resource-type", "unit_test", "--exclude-resource-type", "test", *arguments,
        )  # fmt: skip
        for name, node in nodes.items():
            if node.status in ("error", "fail", "skipped"):
                raise AssertionError(f"{name}: {node.status}: {node.message}")
        if not models:
            self.is_declared_anew = False
        return nodes

    def sql(self, query: str) -> list[dict[str, Any]]:
        """The rows of a query, as mappings; `internal.decoded` in it is that table, in its own schema."""
        return [row.asDict(recursive=True) for row in self.spark.sql(with_internals(query, self.schema)).collect()]

    def rows(self) -> list[tuple]:
        """The current rows that are not deleted: table, key, row, copies, in order."""
        return [
            (row["source_table"], row["row_key"], json.loads(row["row"]), row["copies"])
            for row in self.sql(
                "select source_table, row_key, to_json(row, map('ignoreNullFields', 'false')) as row, copies"
                " from current_rows where not is_deleted order by 1, 2"
            )
        ]

    def state(self) -> list[dict[str, Any]]:
        """Everything in current_rows that must not depend on how the messages were cut into batches."""
        return self.sql(
            "select feed, source_database, source_schema, source_table, row_key, key_columns, copies, is_deleted,"
            " operation, changed_at, to_json(array_sort(map_entries(row))) as row, to_json(position) as position"
            " from current_rows order by feed, source_database, source_table, row_key"
        )

    def states(self) -> dict[str, list[dict[str, Any]]]:
        """state() by feed, without its name, which is its topic's too: the same for feeds with the same messages."""
        found: dict[str, list[dict[str, Any]]] = {}
        for row in self.state():
            position = row["position"].replace(f'"{row["feed"]}"', "")
            found.setdefault(row["feed"], []).append(row | {"feed": "", "position": position})
        return found


def with_internals(statement: str, schema: str) -> str:
    """A statement in which `internal.` stands for the schema of internal tables beside this one."""
    return statement.replace(" internal.", f" `{schema}_internal`.")


def canal(
    kind: str,
    data: list[dict] | None,
    old: list[dict] | None = None,
    table: str = "t",
    keys: list[str] | None = ("id",),
    **fields: Any,
) -> str:
    """A Canal FlatMessage as text."""
    message = {
        "data": data,
        "database": "d",
        "es": 1717210800000,
        "gtid": "",
        "id": 1,
        "isDdl": False,
        "mysqlType": None,
        "old": old,
        "pkNames": list(keys) if keys else None,
        "sql": "",
        "sqlType": None,
        "table": table,
        "ts": 1717210800080,
        "type": kind,
    } | fields
    return json.dumps(message, ensure_ascii=False)


def record(offset: int, payload: str | None, partition: int = 0, topic: str = "t", ts: int | None = None) -> dict:
    """A Kafka record as `kcat -J` prints it; its time rises with the offset unless given."""
    return {
        "topic": topic,
        "partition": partition,
        "offset": offset,
        "tstype": "create",
        "ts": 1717210800000 + offset * 1000 if ts is None else ts,
        "key": None,
        "payload": payload,
    }
