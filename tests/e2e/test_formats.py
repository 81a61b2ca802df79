"""The same messages give the same rows, whatever the format of the tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loader import demo, macros, packages, storage
from loader.errors import ChangefeedError
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
READ = " union all ".join(
    f"select '{name}' as relation, to_json(struct(*)) as row from ({query})" for name, query in ROWS.items()
)


def changefeed(home: Path, file_format: str, *arguments: str) -> str:
    """What the command line says, in a warehouse of its own."""
    own = {"PYTHONPATH": str(REPO), "CHANGEFEED_HOME": str(home), "CHANGEFEED_SCHEMA": "changefeed"}
    own |= {"CHANGEFEED_FILE_FORMAT": file_format, "CHANGEFEED_PACKAGES": packages.of_spark(file_format=file_format)}
    result = subprocess.run(
        [sys.executable, "-m", "loader", "--project-dir", str(REPO), *arguments],
        env={**os.environ, **own}, capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    assert result.returncode == 0, (arguments, result.stdout[-2000:], result.stderr[-4000:])
    return result.stdout


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
    with pytest.raises(ChangefeedError, match=r"iceberg are not known for Spark 4\.1. Set it to delta"):
        packages.of_spark("4.1.4")


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


@pytest.mark.slow
def test_the_demo_gives_the_same_rows_in_each_format(tmp_path: Path) -> None:
    found = {}
    for file_format in packages.PACKAGES["4.0"]:
        home = tmp_path / file_format
        changefeed(home, file_format, "demo")
        changefeed(home, file_format, "load", str(a_day_later(tmp_path)))
        changefeed(home, file_format, "run")
        changefeed(home, file_format, "maintain")
        rows = json.loads(changefeed(home, file_format, "sql", "--output", "json", READ))
        found[file_format] = sorted((row["relation"], row["row"]) for row in rows)
    first, *others = found.values()
    assert {relation for relation, _ in first} == ROWS.keys()
    assert others and all(other == first for other in others)
