"""A loss of power can leave a commit, or a file that it adds, empty or cut: no command builds on it, and one says how
to go on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from changefeed.errors import ChangefeedError
from changefeed.spark import power
from conftest import record, write_capture
from pipeline import REPO, Pipeline

WHOLE = b"PAR1...PAR1"


def table(tables: Path, name: str, commits: int) -> Path:
    """The log of a table of so many commits, each of which adds a file."""
    log = tables / "shop.db" / name / "_delta_log"
    log.mkdir(parents=True)
    for number in range(commits):
        file = f"part-{number:05} x.parquet"
        (log.parent / file).write_bytes(WHOLE)
        added = {"add": {"path": file.replace(" ", "%20"), "size": len(WHOLE)}}
        (log / f"{number:020}.json").write_text(json.dumps({"commitInfo": {}}) + "\n" + json.dumps(added))
    return log


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    return {"spark.sql.warehouse.dir": str(tmp_path / "tables")}


@pytest.mark.parametrize(
    ("left", "what"),
    [
        (lambda log: (log / f"{2:020}.json").write_bytes(b""), "it is empty"),
        (lambda log: os.truncate(log / f"{2:020}.json", 30), "it is cut"),
        (lambda log: os.truncate(log.parent / "part-00002 x.parquet", 5), "has another length than it had"),
        (lambda log: (log.parent / "part-00002 x.parquet").write_bytes(bytes(len(WHOLE))), "has lost its end"),
    ],
)
def test_what_is_torn_is_named_and_set_aside(left: object, what: str, tmp_path: Path, settings: dict[str, str]) -> None:
    log, _ = table(tmp_path / "tables", "decoded", 3), table(tmp_path / "tables", "messages", 2)
    power.check(tmp_path, settings)
    left(log)  # type: ignore[operator]
    with pytest.raises(ChangefeedError, match=f"newest commit of shop.decoded is not whole.*{what}"):
        power.check(tmp_path, settings)
    (found,) = power.torn(tmp_path, settings)
    place = power.set_aside(tmp_path, found)
    assert [file.name for file in place.iterdir()] == [f"{2:020}.json"]
    power.check(tmp_path, settings)


def test_an_older_commit_is_looked_at_if_the_disk_need_not_have_had_it(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    log = table(tmp_path / "tables", "decoded", 3)
    (log / f"{1:020}.json").write_bytes(b"")
    assert [each.commit.name for each in power.torn(tmp_path, settings)] == [f"{1:020}.json"]
    for file in log.iterdir():
        os.utime(file, (1_700_000_000, 1_700_000_000))
    power.sync(tmp_path, settings)  # what was there before is on the disk as it is: nobody reads the whole log again
    assert power.torn(tmp_path, settings) == []


def test_what_vacuum_has_deleted_is_not_torn(tmp_path: Path, settings: dict[str, str]) -> None:
    log = table(tmp_path / "tables", "decoded", 1)
    next(log.parent.glob("*.parquet")).unlink()
    power.check(tmp_path, settings)


def test_tables_elsewhere_are_left_alone(tmp_path: Path) -> None:
    elsewhere = {"spark.sql.warehouse.dir": "s3a://bucket/tables"}
    power.sync(tmp_path, elsewhere)
    power.check(tmp_path, elsewhere)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["messages", "read_batches", "decoded", "folded_rows"])
def test_a_warehouse_goes_on_after_a_loss_of_power(name: str, tmp_path: Path, own_spark: None) -> None:
    project = Pipeline(None, tmp_path / "project", "unused")  # type: ignore[arg-type]  # commands have Spark
    project.own_models()
    project.declare("feeds", {"feed": "shop", "dialect": "canal", "topics": "shop"})

    def changefeed(*arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "changefeed", "--project-dir", str(project.folder), *arguments],
            env=os.environ | {"CHANGEFEED_HOME": str(tmp_path / "home"), "PYTHONPATH": str(REPO)},
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def capture(*numbers: int) -> str:
        rows = [
            {"database": "d", "table": "t", "type": "INSERT", "isDdl": False, "es": n, "ts": n, "pkNames": ["no"],
             "sqlType": {"no": 4}, "mysqlType": {"no": "int"}, "data": [{"no": str(n)}], "old": None, "id": n}
            for n in numbers
        ]  # fmt: skip
        lines = [record(n, json.dumps(row)) for n, row in zip(numbers, rows, strict=True)]
        return str(write_capture(tmp_path / f"{numbers[0]}.jsonl", lines))

    asked = "select row['no'] as no from current_rows order by 1"
    for first in (1, 3):
        changefeed("load", capture(first, first + 1))
        changefeed("run")
    schema = "changefeed" if name == "messages" else "changefeed_internal"
    log = tmp_path / "home" / "tables" / f"{schema}.db" / name / "_delta_log"
    newest = max(log.glob("*.json"))
    os.truncate(newest, 0)
    for command in (("load", capture(5, 6)), ("run",), ("status", "--strict"), ("test",), ("sql", asked)):
        said = changefeed(*command, code=1)
        assert f"newest commit of {schema}.{name} is not whole" in said, said
    assert f"{schema}.{name} is not whole: {newest}: it is empty" in changefeed("doctor", code=1)
    changefeed("doctor", "--set-torn-aside")
    changefeed("load", capture(3, 4))
    changefeed("load", capture(5, 6))
    changefeed("run", "--full-refresh")
    said = changefeed("sql", "--output", "csv", asked)
    assert said.split() == ["no", *map(str, range(1, 7))]
