"""The same messages give the same rows, whatever the format of the tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import services
from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.spark import packages, storage
from changefeed.watch import demo
from pipeline import REPO

DAY = 86_400_000
ROWS = {
    "changes": "select * except (landed_at) from changes",
    "quarantine": "select * except (first_seen_at) from quarantine",
    "table_events": "select * from table_events",
    "current_rows": "select * from current_rows",
    "history": "select * from history",
    **{
        name: f"select * from changefeed_shop.{name}"
        for name in ("customers", "orders", "order_lines", "page_views", "orders_history", "orders_changes")
    },
}


# Commands one after the other in one process.
ONE_BY_ONE = """
import json, sys
from changefeed.cli.main import main
for arguments in json.loads(sys.argv[1]):
    print("\\f", end="")
    main(arguments, standalone_mode=False)
"""


def changefeed(home: Path, settings: dict[str, str], *commands: tuple[str, ...]) -> str:
    """What the last of some commands says, in a warehouse of its own."""
    own = {"PYTHONPATH": str(REPO), "CHANGEFEED_HOME": str(home), "CHANGEFEED_SCHEMA": "changefeed"} | settings
    own |= {"CHANGEFEED_PACKAGES": packages.of_spark(file_format=settings["CHANGEFEED_FILE_FORMAT"])}
    whole = json.dumps([["--project-dir", str(REPO), *command] for command in commands])
    result = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, whole],
        env={**os.environ, **own}, capture_output=True, text=True, timeout=1800,
    )  # fmt: skip
    assert result.returncode == 0, (settings, result.stdout[-2000:], result.stderr[-4000:])
    return result.stdout.rpartition("\f")[2]


def a_day_later(folder: Path) -> Path:
    """The demo's row changes again, at later offsets and times, some with other values."""
    lines = []
    for line in (REPO / "demo" / "captures" / demo.CAPTURE).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        try:
            payload = json.loads(record["payload"])
        except ValueError:  # the message that is cut off
            continue
        if payload["data"] and not payload["isDdl"]:
            payload |= {"es": payload["es"] + DAY, "ts": payload["ts"] + DAY}
            text = json.dumps(payload, ensure_ascii=False).replace("45.90", "46.10").replace("bitte klingeln", "hinten")
            record |= {"offset": record["offset"] + 100, "ts": record["ts"] + DAY, "payload": text}
            lines.append(json.dumps(record))
    assert len(lines) > 5
    file = folder / "later.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_an_unknown_format_is_refused_with_those_that_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANGEFEED_FILE_FORMAT", "parquet")
    with pytest.raises(macros.Wrong, match=r"parquet has no compaction\. Set it to delta or iceberg"):
        macros.own().compact_table("t")
    with pytest.raises(ChangefeedError, match=r"parquet are not known for Spark 4\.0. Set it to delta or iceberg"):
        packages.of_spark("4.0")
    monkeypatch.setenv("CHANGEFEED_FILE_FORMAT", "iceberg")
    with pytest.raises(ChangefeedError, match=r"iceberg are not known for Spark 4\.2. Set it to delta"):
        packages.of_spark("4.2.1")


def test_iceberg_has_no_integers_smaller_than_int(monkeypatch: pytest.MonkeyPatch) -> None:
    data_type = "struct<a: smallint, byte: array<tinyint>, c: bigint>"
    assert macros.own().kept_type(data_type) == data_type
    monkeypatch.setenv("CHANGEFEED_FILE_FORMAT", "iceberg")
    assert macros.own().kept_type(data_type) == "struct<a: int, byte: array<int>, c: bigint>"


def test_a_catalog_of_its_own_needs_its_own_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert macros.own().make_schema("`a`") == ["create schema if not exists `a`"]
    monkeypatch.setenv("CHANGEFEED_ICEBERG_CATALOG", "rest")
    assert macros.own().make_schema("`a`") == ["create schema if not exists `a`"]
    monkeypatch.setenv("CHANGEFEED_FILE_FORMAT", "iceberg")
    assert macros.own().make_schema("`a`")[1:] == ["create schema if not exists changefeed_rest.`a`"]


def test_commits_of_iceberg_are_read_from_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHANGEFEED_FILE_FORMAT", "iceberg")
    assert not storage.is_table(tmp_path)
    (tmp_path / "metadata").mkdir()

    def metadata(number: int, *summaries: dict[str, str]) -> None:
        snapshots = [{"sequence-number": place, "summary": each} for place, each in enumerate(summaries, 1)]
        file = tmp_path / "metadata" / f"{number:05}-0a-1b.metadata.json"
        file.write_text(json.dumps({"snapshots": snapshots}), encoding="utf-8")

    metadata(0)
    made = storage.Commit(0, None, 0, is_housekeeping=False)
    assert storage.is_table(tmp_path) and list(storage.commits_in(tmp_path)) == [made]
    load = {"operation": "append", "changefeed-load": "first", "added-records": "16"}
    metadata(9, load)
    metadata(10, load, {"operation": "replace", "added-records": "16"})
    assert list(storage.commits_in(tmp_path)) == [
        storage.Commit(2, None, 16, is_housekeeping=True),
        storage.Commit(1, "first", 16, is_housekeeping=False),
        made,
    ]


def rows_of_the_demo(folder: Path, file_format: str, catalog: str = "", **settings: str) -> list[tuple[str, str]]:
    """What comes of a load, a run, more of it, and `maintain`, all in one process."""
    settings |= {"CHANGEFEED_FILE_FORMAT": file_format}
    settings |= {"CHANGEFEED_ICEBERG_CATALOG": catalog} if catalog else {}
    commands = ["demo"], ["load", str(a_day_later(folder))], ["run"], ["maintain", "--unused-hours", "0"]
    queries = ROWS | ({"history": "select * from changefeed_history"} if catalog == "rest" else {})
    read = " union all ".join(
        f"select '{name}' as relation, to_json(struct(*)) as row from ({query})" for name, query in queries.items()
    )
    said = changefeed(folder / f"{file_format}{catalog}", settings, *commands, ["sql", "--output", "json", read])
    return sorted((row["relation"], row["row"]) for row in json.loads(said))


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_the_demo_gives_the_same_rows_in_each_format_and_catalog(tmp_path: Path) -> None:
    first = rows_of_the_demo(tmp_path, "delta")
    others = [rows_of_the_demo(tmp_path, "iceberg", catalog) for catalog in ("hive", "hadoop")]
    assert {relation for relation, _ in first} == ROWS.keys()
    assert len(others) == 2 and all(other == first for other in others)


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_the_demo_gives_the_same_rows_with_a_rest_catalog(tmp_path: Path) -> None:
    with services.running(services.RestCatalog(tmp_path)) as server:
        found = rows_of_the_demo(tmp_path, "iceberg", "rest", CHANGEFEED_ICEBERG_URI=server.address)
    assert found == rows_of_the_demo(tmp_path, "delta")
