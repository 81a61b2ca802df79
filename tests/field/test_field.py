"""Messages as producers in the field write them, a folder a case, landed together, read from typed views.

A folder under tests/field/ has:

- `case.md`: which kind of producer sends this, what goes wrong elsewhere, what is right.
- `messages.jsonl`: records as `kcat -C -J` prints them, of topics that no other case has.
- `schemas.json` (optional): the schemas that a registry has, number → text; numbers that no other case has.
- `expected.json`:
    - `feeds`, `keys`, `columns`: lines of seeds/changefeed_feeds.csv, _table_keys.csv and _table_columns.csv, each in
      the order of the file's header, without the header.
    - `runs` (optional): how many of the messages each run lands; the last run lands the rest.
    - `quarantine`: how many messages stay quarantined; `reasons` (optional): how many for each reason code.
    - `says` (optional): texts that the details of quarantined messages must have, each in one of them at least.
    - `not_well` (optional): feeds of the case that health must not call well. All others must be well, unless they
      have quarantined messages.
    - `faults` (optional): texts that `changefeed status` must say of what is not well.
    - `tables`: feed, database, schema, table, and `rows`, each a mapping from column to the text of its value. A row
      with values that their types cannot hold has `_unreadable` too, a JSON text; in all others it must be NULL.

Values are compared, not spellings: `1.50` is the decimal 1.5, `true` a boolean. Bytes are written in hex, lists
as JSON.

CHANGEFEED_FIELD_CASES, names of folders with commas, lands these cases only. CONTRIBUTING.md has how to add a case.
"""

from __future__ import annotations

import datetime
import json
import os
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

from changefeed.cli.main import main
from changefeed.loader import landing_tables, schemas
from changefeed.typed.model_files import OF_EVERY_TABLE
from changefeed.watch import status
from conftest import OWN
from pipeline import REPO, Pipeline

FOLDER = REPO / "tests" / "field"
SCHEMA = f"{OWN}_field"
SEEDS = {"feeds": "feeds", "table_keys": "keys", "table_columns": "columns"}


@dataclass(frozen=True)
class Case:
    """One folder: what lands, and what must come out."""

    name: str
    records: list[dict[str, Any]]
    expected: dict[str, Any]
    schemas: dict[str, str]

    @classmethod
    def read(cls, folder: Path) -> Case:
        lines = (folder / "messages.jsonl").read_text(encoding="utf-8").splitlines()
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        assert (folder / "case.md").read_text(encoding="utf-8").strip(), f"{folder}: case.md says nothing"
        given = folder / "schemas.json"
        numbered = json.loads(given.read_text(encoding="utf-8")) if given.exists() else {}
        return cls(folder.name, [json.loads(line) for line in lines if line.strip()], expected, numbered)

    @property
    def feeds(self) -> list[str]:
        return [line.split(",")[0] for line in self.expected["feeds"]]

    def of_run(self, run: int) -> list[dict[str, Any]]:
        """The records that a run lands, counted from 0."""
        counts = [*self.expected.get("runs", []), len(self.records)]
        first = sum(counts[:run])
        return self.records[first : first + counts[run]] if run < len(counts) else []


def chosen(names: str, there: dict[str, Path]) -> list[Path]:
    """The folders of the named cases; all where none is named."""
    only = {name.strip() for name in names.split(",")} - {""}
    if unknown := sorted(only - there.keys()):
        raise pytest.Collector.CollectError(
            f"CHANGEFEED_FIELD_CASES names {', '.join(unknown)}: there is no such case. "
            "A case has the name of its folder under tests/field/."
        )
    return [folder for name, folder in there.items() if name in only or not only]


FOLDERS = {folder.name: folder for folder in sorted(FOLDER.iterdir()) if folder.is_dir()}
CASES = [Case.read(folder) for folder in chosen(os.environ.get("CHANGEFEED_FIELD_CASES", ""), FOLDERS)]


@dataclass
class Outcome:
    """What came out of all cases."""

    tables: dict[tuple[str, str, str, str], list[dict[str, Any]]]  # feed, database, schema, table → typed rows
    quarantine: dict[str, list[tuple[str, str]]]  # feed → reason and detail of each message
    faults: dict[str, list[str]]  # feed that is not well → what status says


@pytest.fixture(scope="module")
def outcome(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Land all cases, run after run, and build their typed tables as they are proposed."""
    project = Pipeline(spark, tmp_path_factory.mktemp("field"), SCHEMA)
    project.own_models()
    project.clear()
    for seed, part in SEEDS.items():
        file = project.folder / "seeds" / f"changefeed_{seed}.csv"
        header = file.read_text(encoding="utf-8").splitlines()[0]
        lines = [line for case in CASES for line in case.expected[part]]
        file.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    landing_tables.create_tables(spark, project.folder)
    given = [schemas.fetched_row(spark, *each) for case in CASES for each in case.schemas.items()]
    assert [row["fault"] for row in given] == [None] * len(given)
    schemas.add(spark, given)
    for run in range(max(len(case.expected.get("runs", [])) for case in CASES) + 1):
        project.land(record for case in CASES for record in case.of_run(run))
        project.build()
    project.build(models=["path:models/health"])
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), "tables", "propose", "--view"])
    assert result.exit_code == 0, f"{result.output}{result.exception!r}: {result.exception}"
    project.manifest = None
    project.build(models=["resource_type:function", "path:models/typed"])
    return Outcome(_typed_rows(project), _quarantine(project), _faults(project))


def _typed_rows(project: Pipeline) -> dict[tuple[str, str, str, str], list[dict[str, Any]]]:
    found = {}
    for node in project.manifest.nodes.values():
        about = (node.config.meta or {}).get("changefeed") if node.resource_type == "model" else None
        if about:
            name = (about["feed"], about.get("database", ""), about.get("schema", ""), about["table"])
            found[name] = project.sql(f"select * from `{node.schema}`.`{node.alias}`")
    return found


def _quarantine(project: Pipeline) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for row in project.sql("select feed, reason, detail from quarantine where resolved_at is null"):
        found.setdefault(row["feed"], []).append((row["reason"], row["detail"]))
    return found


def _faults(project: Pipeline) -> dict[str, list[str]]:
    feeds = status.read(project.spark, project.folder).feeds
    return {feed["feed"]: [each["words"] for each in feed["faults"]] for feed in feeds if feed["verdict"] == "not well"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_of_the_field_comes_out_right(case: Case, outcome: Outcome) -> None:
    quarantined = [each for feed in case.feeds for each in outcome.quarantine.get(feed, [])]
    assert len(quarantined) == case.expected["quarantine"], quarantined
    reasons = Counter(reason for reason, _ in quarantined)
    assert case.expected.get("reasons", dict(reasons)) == dict(reasons)
    for text in case.expected.get("says", []):
        assert any(text in detail for _, detail in quarantined), (text, quarantined)
    refused = {feed for feed in case.feeds if outcome.quarantine.get(feed)}
    assert outcome.faults.keys() & set(case.feeds) - refused == set(case.expected.get("not_well", []))
    said = [words for feed in case.feeds for words in outcome.faults.get(feed, [])]
    for text in case.expected.get("faults", []):
        assert any(text in words for words in said), (text, said)
    for table in case.expected["tables"]:
        name = (table["feed"], table["database"], table["schema"], table["table"])
        rows = [_shown(row) for row in outcome.tables.get(name, [])]
        wanted = [{"_unreadable": None} | row for row in table["rows"]]
        assert sorted(map(_columns, rows)) == sorted(map(_columns, wanted)), name
        left = list(rows)
        for row in wanted:
            match = next((each for each in left if all(_is_same(each[column], row[column]) for column in row)), None)
            assert match is not None, f"{name}: no row {row} among {left}"
            left.remove(match)


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """The source's columns of a typed row, and the texts that could not be read as values of their types."""
    return {name: value for name, value in row.items() if name not in OF_EVERY_TABLE or name == "_unreadable"}


def _columns(row: dict[str, Any]) -> list[str]:
    return sorted(row)


def _is_same(value: Any, text: str | None) -> bool:
    """Whether a value of a typed table is the one that a text means."""
    if value is None or text is None:
        return value is None and text is None
    if isinstance(value, bool):
        return text == str(value).lower()
    if isinstance(value, int | float | Decimal):
        return text.lower() == str(value) or Decimal(text) == Decimal(str(value))  # nan is no number's equal
    if isinstance(value, datetime.datetime):
        return datetime.datetime.fromisoformat(text).replace(tzinfo=None) == value.replace(tzinfo=None)
    if isinstance(value, datetime.date):
        return text == value.isoformat()
    if isinstance(value, bytes | bytearray):
        return bytes.fromhex(text) == bytes(value)
    if isinstance(value, list):
        texts = [each if each is None or isinstance(each, str) else json.dumps(each) for each in json.loads(text)]
        return len(texts) == len(value) and all(map(_is_same, value, texts))
    if isinstance(value, dict):
        return json.loads(text) == value
    return text == value
